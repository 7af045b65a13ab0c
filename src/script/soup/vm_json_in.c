/* The world of a machine from JSON: docs/soup-vm.md. */
#include "core/text.h"
#include "script/soup/vm_json.h"

#include <stdio.h>
#include <stdlib.h>

struct taker {
    struct rq_soup_machine *m;
    struct rq_jr *jr;
};

static int32_t take_int(struct taker *x)
{
    return (int32_t)rq_jr_signed(x->jr, INT32_MIN, INT32_MAX);
}

static void no_memory(struct taker *x)
{
    rq_jr_bad(x->jr, "the world is too large for the machine");
}

/* A number that a key of an object is. */
static bool key_number(struct rq_str key, int64_t least, int64_t most, int64_t *number)
{
    char text[16] = {0};
    char *end;
    if (!key.size || key.size >= sizeof text)
        return false;
    memcpy(text, key.text, key.size);
    if (text[0] != '-' && (text[0] < '0' || text[0] > '9'))
        return false;
    *number = strtoll(text, &end, 10);
    return !*end && *number >= least && *number <= most;
}

static int32_t take_key(struct taker *x)
{
    if (rq_jr_peek(x->jr) != RQ_J_STRING)
        return take_int(x);
    struct rq_str text = rq_jr_string(x->jr);
    if (text.size == 4)
        return (int32_t)rq_get32((const uint8_t *)text.text);
    rq_jr_bad(x->jr, "the key of a dialogue has four letters, or is a number");
    return 0;
}

/* At most count numbers; how many there were. */
static size_t take_numbers(struct taker *x, int32_t *to, size_t most)
{
    size_t n = 0;
    rq_jr_array(x->jr);
    for (; rq_jr_more(x->jr); n++) {
        if (n == most) {
            rq_jr_bad(x->jr, "there are more than %zu numbers", most);
            break;
        }
        to[n] = take_int(x);
    }
    return n;
}

static void take_place(struct taker *x, int32_t place[3])
{
    int32_t three[3] = {0};
    if (take_numbers(x, three, 3) != 3 && rq_jr_ok(x->jr))
        rq_jr_bad(x->jr, "three numbers are expected: x, y, z");
    memcpy(place, three, sizeof three);
}

/* False: there is no such member. */
static bool take_member(struct taker *x, const struct member *members, struct rq_str key, void *to)
{
    const struct member *member = members;
    while (member->name && !rq_str_is(key, member->name))
        member++;
    if (!member->name)
        return false;
    uint8_t *at = (uint8_t *)to + member->offset;
    int32_t *number = (int32_t *)(void *)at;
    switch ((enum member_type)member->type) {
    case M_BOOL: *(bool *)at = rq_jr_bool(x->jr); break;
    case M_BYTE: *at = (uint8_t)rq_jr_unsigned(x->jr, 255); break;
    case M_INT: *number = take_int(x); break;
    case M_PLACE: take_place(x, number); break;
    case M_KEY: *number = take_key(x); break;
    }
    return true;
}

/* The number of a name of a list of the DEF, or a number; -1 after an error. */
static int number_in(struct taker *x, struct rq_str key, const struct rq_def_list *list, int count)
{
    int64_t number;
    if (key_number(key, 0, count - 1, &number))
        return (int)number;
    for (size_t i = 0; list && i < list->count && i < (size_t)count; i++) {
        struct rq_bytes name = list->lines[i]->name;
        if (name.size == key.size && memcmp(name.data, key.text, key.size) == 0)
            return (int)i;
    }
    rq_jr_bad(x->jr, "%.*s is no number below %d%s", (int)(key.size < 40 ? key.size : 40), key.text,
              count, list ? ", and no name in SOUP386.DEF" : "; names need the game's SOUP386.DEF");
    return -1;
}

static void take_attributes(struct taker *x, struct object *o)
{
    struct rq_str key;
    rq_jr_object(x->jr);
    while (rq_jr_key(x->jr, &key)) {
        int i = number_in(x, key, x->m->def ? &x->m->def->attributes : NULL, ATTRIBUTES);
        if (i >= 0)
            o->attributes[i] = (uint8_t)rq_jr_unsigned(x->jr, 255);
    }
}

static void take_refs(struct taker *x, struct object *o)
{
    struct rq_str key;
    rq_jr_object(x->jr);
    while (rq_jr_key(x->jr, &key)) {
        int i = number_in(x, key, x->m->def ? &x->m->def->refs : NULL, REFS);
        if (i < 0)
            continue;
        o->refs[i] = take_int(x);
        o->has_ref[i] = true;
    }
}

static void take_locations(struct taker *x, struct object *o)
{
    size_t count = rq_jr_length(x->jr), n = 0;
    int32_t(*places)[3] = rq_arena_get(&x->m->arena, count, sizeof *places);
    if (!places) {
        no_memory(x);
        return;
    }
    rq_jr_array(x->jr);
    while (rq_jr_more(x->jr) && n < count)
        take_place(x, places[n++]);
    o->locations = places;
    o->location_count = n;
}

/* A name comes back from the text as it went in. False after an error. */
static bool is_name(struct taker *x, struct rq_str name)
{
    const uint8_t *p = (const uint8_t *)name.text;
    size_t left = name.size <= MOST_NAME ? name.size : 0;
    bool good = left > 0;
    while (good && left) {
        uint32_t code = 0;
        size_t size = rq_utf8_get(p, left, &code);
        good = size && code;
        p += size;
        left -= size;
    }
    return good ||
           rq_jr_bad(x->jr, "the name of an object is UTF-8 and has 1 to %d bytes", MOST_NAME);
}

/* NULL after an error. */
static struct object *object_by(struct taker *x, struct rq_str name)
{
    struct object *o = NULL;
    if (is_name(x, name) && !(o = rq_soup_object_named(x->m, name.text, name.size)))
        no_memory(x);
    return o;
}

static void take_objects(struct taker *x)
{
    struct rq_str key;
    rq_jr_object(x->jr);
    while (rq_jr_key(x->jr, &key)) {
        struct object *o = object_by(x, key);
        if (!o)
            return;
        rq_jr_object(x->jr);
        while (rq_jr_key(x->jr, &key)) {
            if (rq_str_is(key, "attributes"))
                take_attributes(x, o);
            else if (rq_str_is(key, "refs"))
                take_refs(x, o);
            else if (rq_str_is(key, "locations"))
                take_locations(x, o);
            else if (!take_member(x, rq_soup_object_members, key, o))
                rq_jr_unknown(x->jr, key);
        }
    }
}

static void take_flags(struct taker *x)
{
    struct rq_str key;
    int64_t number;
    rq_jr_object(x->jr);
    while (rq_jr_key(x->jr, &key)) {
        int id = rq_soup_flag_by_name(key);
        if (id < 0 && key_number(key, 0, RQ_SOUP_FLAGS - 1, &number))
            id = (int)number;
        if (id < 0) {
            rq_jr_bad(x->jr, "there is no flag %.*s", (int)(key.size < 40 ? key.size : 40),
                      key.text);
            return;
        }
        x->m->flags[id] = take_int(x);
    }
}

static void take_locals(struct taker *x)
{
    struct rq_soup_machine *m = x->m;
    size_t count = take_numbers(x, m->locals, 256);
    if (m->local_count < count)
        m->local_count = count;
}

/* End may have left a place where nothing starts: then the thread says so when it runs. */
static int32_t take_pc(struct taker *x, uint32_t *pc)
{
    *pc = rq_jr_u32(x->jr);
    return rq_soup_at(x->m->script, *pc);
}

static void take_gosubs(struct taker *x, struct thread *t)
{
    uint32_t pc;
    rq_jr_array(x->jr);
    for (t->depth = 0; rq_jr_more(x->jr);) {
        int32_t at = take_pc(x, &pc);
        if (t->depth == MOST_GOSUBS || at < 0) {
            rq_jr_bad(x->jr, "a Gosub returns to an instruction, and has at most %d around it",
                      MOST_GOSUBS);
            return;
        }
        t->back[t->depth++] = at;
    }
}

/* "halted" is for readers: a thread goes on where it stands. */
static void take_thread(struct taker *x, struct thread *t)
{
    struct rq_str key;
    rq_jr_object(x->jr);
    while (rq_jr_key(x->jr, &key)) {
        if (rq_str_is(key, "pc")) {
            t->at = take_pc(x, &t->bad_pc);
        } else if (rq_str_is(key, "gosubs")) {
            take_gosubs(x, t);
        } else if (rq_str_is(key, "waits")) {
            struct rq_str word = rq_jr_string(x->jr);
            t->waiting = rq_str_is(word, "task")  ? WAIT_TASK
                         : rq_str_is(word, "all") ? WAIT_ALL
                                                  : WAIT_NOT;
        } else if (rq_str_is(key, "halted")) {
            rq_jr_skip(x->jr);
        } else {
            rq_jr_unknown(x->jr, key);
        }
    }
}

static void take_threads(struct taker *x)
{
    struct rq_soup_machine *m = x->m;
    size_t n = 0;
    rq_jr_array(x->jr);
    for (; rq_jr_more(x->jr); n++) {
        if (n == m->thread_count) {
            rq_jr_bad(x->jr, "the script has %zu threads", m->thread_count);
            return;
        }
        m->threads[n] = (struct thread){.at = m->threads[n].at};
        take_thread(x, &m->threads[n]);
    }
}

static uint8_t task_kind(struct taker *x, struct rq_str word)
{
    for (unsigned i = TASK_WAIT; i <= TASK_SHEATH; i++)
        if (rq_str_is(word, rq_soup_task_kinds[i]))
            return (uint8_t)i;
    rq_jr_bad(x->jr, "the kind of a task is wait, move, turn, draw or sheath");
    return TASK_WAIT;
}

static int take_function(struct taker *x, struct rq_str name)
{
    int id = rq_soup_function_by_name(name);
    if (id < 0)
        rq_jr_bad(x->jr, "there is no function %.*s", (int)(name.size < 40 ? name.size : 40),
                  name.text);
    return id;
}

static void take_task(struct taker *x, struct task *task)
{
    struct rq_str key;
    *task = (struct task){.kind = TASK_WAIT, .waiter = -1, .left = 1, .on = x->m->objects[ME]};
    rq_jr_object(x->jr);
    while (rq_jr_key(x->jr, &key)) {
        if (rq_str_is(key, "function")) {
            int id = take_function(x, rq_jr_string(x->jr));
            task->function = (uint16_t)(id < 0 ? 0 : id);
        } else if (rq_str_is(key, "object")) {
            struct object *o = object_by(x, rq_jr_string(x->jr));
            task->on = o ? o : task->on;
        } else if (rq_str_is(key, "kind")) {
            task->kind = task_kind(x, rq_jr_string(x->jr));
        } else if (rq_str_is(key, "ticks")) {
            task->left = (uint32_t)rq_jr_unsigned(x->jr, MOST_TICKS);
        } else if (rq_str_is(key, "to")) {
            take_place(x, task->to);
        } else if (rq_str_is(key, "thread")) {
            task->waiter = (int8_t)rq_jr_unsigned(x->jr, x->m->thread_count - 1);
        } else {
            rq_jr_unknown(x->jr, key);
        }
    }
    if (!task->left)
        rq_jr_bad(x->jr, "a task without ticks is done");
}

static void take_tasks(struct taker *x)
{
    struct rq_soup_machine *m = x->m;
    memset(m->tasks, 0, sizeof m->tasks);
    m->task_count = 0;
    rq_jr_array(x->jr);
    while (rq_jr_more(x->jr)) {
        if (m->task_count == MOST_TASKS) {
            rq_jr_bad(x->jr, "more than %d tasks at once", MOST_TASKS);
            return;
        }
        struct task task;
        take_task(x, &task);
        if (rq_jr_ok(x->jr))
            m->tasks[m->task_count++] = task;
    }
}

/* One number, or a list of them; NULL after an error. */
static int32_t *take_values(struct taker *x, size_t *count)
{
    bool list = rq_jr_peek(x->jr) == RQ_J_ARRAY;
    *count = list ? rq_jr_length(x->jr) : 1;
    int32_t *values = rq_arena_get(&x->m->arena, *count, sizeof *values);
    if (!values)
        no_memory(x);
    else if (list)
        take_numbers(x, values, *count);
    else
        values[0] = take_int(x);
    return values;
}

static void take_answer(struct taker *x, struct answer *a)
{
    struct rq_str key;
    if (rq_jr_peek(x->jr) == RQ_J_NUMBER) {
        a->values = take_values(x, &a->value_count);
        return;
    }
    rq_jr_object(x->jr);
    while (rq_jr_key(x->jr, &key)) {
        if (rq_str_is(key, "args")) {
            a->has_args = true;
            a->args = take_values(x, &a->arg_count);
        } else if (rq_str_is(key, "value")) {
            a->values = take_values(x, &a->value_count);
        } else if (rq_str_is(key, "ticks")) {
            a->has_ticks = true;
            a->ticks = (uint32_t)rq_jr_unsigned(x->jr, MOST_TICKS);
        } else {
            rq_jr_unknown(x->jr, key);
        }
    }
}

static void add_answer(struct taker *x, unsigned function, struct answer ***end)
{
    struct answer *a = rq_arena_get(&x->m->arena, 1, sizeof *a);
    if (!a) {
        no_memory(x);
        return;
    }
    a->function = (uint16_t)function;
    take_answer(x, a);
    /* One that was not taken to its end must not be asked. */
    if (!rq_jr_ok(x->jr))
        return;
    **end = a;
    *end = &a->next;
}

static void take_answers(struct taker *x)
{
    struct rq_str key;
    rq_jr_object(x->jr);
    while (rq_jr_key(x->jr, &key)) {
        int id = take_function(x, key);
        if (id < 0)
            return;
        struct answer **end = &x->m->answers[id];
        *end = NULL;
        if (rq_jr_peek(x->jr) != RQ_J_ARRAY) {
            add_answer(x, (unsigned)id, &end);
            continue;
        }
        rq_jr_array(x->jr);
        while (rq_jr_more(x->jr))
            add_answer(x, (unsigned)id, &end);
    }
}

static void take_menu(struct taker *x)
{
    struct rq_soup_machine *m = x->m;
    struct rq_str key;
    m->menu_count = 0;
    rq_jr_array(x->jr);
    while (rq_jr_more(x->jr)) {
        if (m->menu_count == MOST_MENU) {
            rq_jr_bad(x->jr, "a menu with more than %d items", MOST_MENU);
            return;
        }
        struct menu_item *item = &m->menu[m->menu_count++];
        *item = (struct menu_item){0};
        rq_jr_object(x->jr);
        while (rq_jr_key(x->jr, &key)) {
            if (rq_str_is(key, "line"))
                item->key = take_key(x);
            else if (rq_str_is(key, "grey"))
                item->grey = take_int(x);
            else if (rq_str_is(key, "number"))
                item->number = take_int(x);
            else
                rq_jr_unknown(x->jr, key);
        }
    }
}

static void take_items(struct taker *x)
{
    struct rq_str key;
    int64_t id;
    rq_jr_object(x->jr);
    while (rq_jr_key(x->jr, &key)) {
        struct item *item = NULL;
        if (!key_number(key, INT32_MIN, INT32_MAX, &id))
            rq_jr_bad(x->jr, "items are named by their numbers");
        else if (!(item = rq_soup_item(x->m, (int32_t)id, true)))
            no_memory(x);
        if (!item)
            return;
        item->count = take_int(x);
    }
}

static void take_camera(struct taker *x)
{
    struct rq_str key;
    rq_jr_object(x->jr);
    while (rq_jr_key(x->jr, &key)) {
        if (rq_str_is(key, "object"))
            x->m->camera.object = object_by(x, rq_jr_string(x->jr));
        else if (rq_str_is(key, "offset"))
            take_place(x, x->m->camera.offset);
        else
            rq_jr_unknown(x->jr, key);
    }
}

static void take_activates(struct taker *x)
{
    struct rq_str name = rq_jr_string(x->jr);
    if (!is_name(x, name))
        return;
    memset(x->m->activates, 0, sizeof x->m->activates);
    memcpy(x->m->activates, name.text, name.size);
}

static void skip_value(struct taker *x)
{
    rq_jr_skip(x->jr);
}

static void take_world(struct taker *x)
{
    static const struct {
        const char *name;
        void (*take)(struct taker *x);
    } parts[] = {
        {"locals", take_locals},       {"flags", take_flags},     {"objects", take_objects},
        {"threads", take_threads},     {"tasks", take_tasks},     {"answers", take_answers},
        {"menu", take_menu},           {"inventory", take_items}, {"camera", take_camera},
        {"activates", take_activates}, {"calls", skip_value},     {"call_count", skip_value},
    };
    struct rq_str key;
    rq_jr_object(x->jr);
    while (rq_jr_key(x->jr, &key)) {
        size_t i = 0;
        while (i < sizeof parts / sizeof parts[0] && !rq_str_is(key, parts[i].name))
            i++;
        if (i < sizeof parts / sizeof parts[0])
            parts[i].take(x);
        else if (!take_member(x, rq_soup_world_members, key, x->m))
            rq_jr_unknown(x->jr, key);
    }
}

/* Nobody waits for a task that is not there. */
static void settle_waits(struct rq_soup_machine *m)
{
    for (size_t i = 0; i < m->thread_count; i++)
        if (m->threads[i].waiting && !rq_soup_left(m, (unsigned)i))
            m->threads[i].waiting = WAIT_NOT;
}

bool rq_soup_take_world(struct rq_soup_machine *m, struct rq_bytes json, struct rq_error *err)
{
    struct rq_error own = {0};
    struct rq_ctx ctx = {.err = err ? err : &own};
    struct rq_jr jr;
    struct taker x = {m, &jr};
    if (ctx.err->code)
        return false;
    struct rq_arena names = {.alloc = m->arena.alloc, .limit = json.size + 4096};
    enum rq_soup_state state = m->threads[0].state;
    m->current = 0;
    rq_jr_open(&jr, json, &names, &ctx);
    take_world(&x);
    bool taken = rq_jr_close(&jr);
    rq_arena_free(&names);
    /* Too many objects are an error of the JSON, not of the thread. */
    if (m->threads[0].state == RQ_SOUP_FAULT && state != RQ_SOUP_FAULT)
        m->threads[0].state = state;
    settle_waits(m);
    return taken;
}
