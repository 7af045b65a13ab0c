/* The world of a machine as JSON, both ways: docs/soup-vm.md. What a member is called stands once, in
 * the tables; the rest are lists and names. */
#include "core/error.h"
#include "core/json.h"
#include "core/text.h"
#include "script/soup/vm.h"

#include <stdio.h>
#include <stdlib.h>

enum member_type { M_BOOL, M_BYTE, M_INT, M_PLACE, M_KEY };

struct member {
    const char *name;
    uint8_t type; /* enum member_type; M_PLACE: three numbers. M_KEY: four letters, or a number */
    size_t offset;
    int32_t usual; /* is not written */
};

#define MEMBER(of, type, name, usual)                                                              \
    {                                                                                              \
#name, type, offsetof(of, name), usual                                                     \
    }

static const struct member of_object[] = {
    MEMBER(struct object, M_PLACE, pos, 0),
    MEMBER(struct object, M_PLACE, angle, 0),
    MEMBER(struct object, M_BOOL, hidden, 0),
    MEMBER(struct object, M_BOOL, disabled, 0),
    MEMBER(struct object, M_BOOL, stood_on, 0),
    MEMBER(struct object, M_BOOL, fighting, 0),
    MEMBER(struct object, M_BOOL, drawn, 0),
    MEMBER(struct object, M_BYTE, weapon, 0),
    MEMBER(struct object, M_INT, hand_item, 0),
    {"light", M_BOOL, offsetof(struct object, light.on), 0},
    {"light_radius", M_INT, offsetof(struct object, light.radius), 0},
    {"light_intensity", M_INT, offsetof(struct object, light.intensity), 0},
    {"light_offset", M_PLACE, offsetof(struct object, light.offset), 0},
    {"animation", M_INT, offsetof(struct object, animation.group), 0},
    {"loops", M_INT, offsetof(struct object, animation.loops), 0},
    {NULL, 0, 0, 0},
};

static const struct member of_machine[] = {
    MEMBER(struct rq_soup_machine, M_INT, script_rv, 0),
    MEMBER(struct rq_soup_machine, M_BYTE, anchor, 0),
    MEMBER(struct rq_soup_machine, M_INT, active_item, 0),
    MEMBER(struct rq_soup_machine, M_KEY, line, -1),
    MEMBER(struct rq_soup_machine, M_KEY, log, -1),
    MEMBER(struct rq_soup_machine, M_INT, selection, 0),
    MEMBER(struct rq_soup_machine, M_INT, sound, -1),
    MEMBER(struct rq_soup_machine, M_PLACE, load, 0),
    MEMBER(struct rq_soup_machine, M_BOOL, locked, 0),
    {NULL, 0, 0, 0},
};

static const char *const task_kinds[] = {
    [TASK_WAIT] = "wait", [TASK_MOVE] = "move",     [TASK_TURN] = "turn",
    [TASK_DRAW] = "draw", [TASK_SHEATH] = "sheath",
};

static const char *const waits[] = {[WAIT_TASK] = "task", [WAIT_ALL] = "all"};

/* ---- out ---- */

static void put_key(struct rq_json *j, int32_t key)
{
    uint8_t text[4];
    bool plain = true;
    rq_set32(text, (uint32_t)key);
    for (size_t i = 0; i < 4; i++)
        plain &= text[i] > ' ' && text[i] < 0x7F;
    if (plain)
        rq_json_utf8(j, (struct rq_bytes){text, 4});
    else
        rq_json_i64(j, key);
}

static void put_numbers(struct rq_json *j, const int32_t *numbers, size_t count)
{
    rq_json_array_row(j);
    for (size_t i = 0; i < count; i++)
        rq_json_i64(j, numbers[i]);
    rq_json_end_array(j);
}

static void put_members(struct rq_json *j, const struct member *members, const void *from, bool all)
{
    static const int32_t zero[3];
    for (const struct member *x = members; x->name; x++) {
        const uint8_t *at = (const uint8_t *)from + x->offset;
        const int32_t *number = (const int32_t *)(const void *)at;
        int32_t v = x->type == M_BOOL || x->type == M_BYTE ? *at : *number;
        bool usual = x->type == M_PLACE ? memcmp(number, zero, sizeof zero) == 0 : v == x->usual;
        if (usual && !all)
            continue;
        rq_json_key(j, x->name);
        if (x->type == M_BOOL)
            rq_json_bool(j, v);
        else if (x->type == M_PLACE)
            put_numbers(j, number, 3);
        else if (x->type == M_KEY)
            put_key(j, v);
        else
            rq_json_i64(j, v);
    }
}

static void put_def_key(struct rq_json *j, const struct rq_def_line *line, unsigned number)
{
    char key[64];
    if (line && line->name.size < sizeof key)
        snprintf(key, sizeof key, "%.*s", (int)line->name.size, (const char *)line->name.data);
    else
        snprintf(key, sizeof key, "%u", number);
    rq_json_key(j, key);
}

/* What is 0 goes without saying, except of the actor, to whom the map may give something else. */
static void put_attributes(struct rq_json *j, const struct rq_soup_machine *m,
                           const struct object *o, bool all)
{
    bool some = all;
    for (unsigned i = 0; i < ATTRIBUTES; i++)
        some |= o->attributes[i] != 0;
    if (!some)
        return;
    rq_json_key(j, "attributes");
    rq_json_object_row(j);
    for (unsigned i = 0; i < ATTRIBUTES; i++)
        if (o->attributes[i] || (all && m->map_attributes && m->map_attributes[i])) {
            put_def_key(j, m->def ? rq_def_attribute(m->def, i) : NULL, i);
            rq_json_u64(j, o->attributes[i]);
        }
    rq_json_end_object(j);
}

static void put_refs(struct rq_json *j, const struct rq_soup_machine *m, const struct object *o)
{
    bool some = false;
    for (unsigned i = 0; i < REFS; i++)
        some |= o->has_ref[i];
    if (!some)
        return;
    rq_json_key(j, "refs");
    rq_json_object_row(j);
    for (unsigned i = 0; i < REFS; i++)
        if (o->has_ref[i]) {
            put_def_key(j, m->def ? rq_def_ref(m->def, i) : NULL, i);
            rq_json_i64(j, o->refs[i]);
        }
    rq_json_end_object(j);
}

static void put_object(struct rq_json *j, const struct rq_soup_machine *m, const struct object *o)
{
    bool me = o == m->objects[ME];
    rq_json_object(j);
    put_members(j, of_object, o, me);
    put_attributes(j, m, o, me);
    put_refs(j, m, o);
    if (o->location_count || me) {
        rq_json_key(j, "locations");
        rq_json_array(j);
        for (size_t k = 0; k < o->location_count; k++)
            put_numbers(j, o->locations[k], 3);
        rq_json_end_array(j);
    }
    rq_json_end_object(j);
}

static void put_objects(struct rq_json *j, const struct rq_soup_machine *m)
{
    char room[16];
    rq_json_key(j, "objects");
    rq_json_object(j);
    for (size_t i = 0; i < m->object_count; i++) {
        rq_json_key(j, rq_soup_object_name(m->objects[i], room));
        put_object(j, m, m->objects[i]);
    }
    rq_json_end_object(j);
}

static void put_flags(struct rq_json *j, const struct rq_soup_machine *m)
{
    rq_json_key(j, "flags");
    rq_json_object(j);
    for (unsigned i = 0; i < RQ_SOUP_FLAGS; i++)
        if (m->flags[i] || rq_soup_flag_start(i)) {
            rq_json_key(j, rq_soup_flag(i));
            rq_json_i64(j, m->flags[i]);
        }
    rq_json_end_object(j);
}

static void put_threads(struct rq_json *j, const struct rq_soup_machine *m)
{
    rq_json_key(j, "threads");
    rq_json_array(j);
    for (size_t i = 0; i < m->thread_count; i++) {
        struct rq_soup_thread t = rq_soup_thread(m, i);
        uint32_t pc;
        rq_json_object_row(j);
        rq_json_key(j, "pc");
        rq_json_u64(j, t.pc);
        rq_json_key(j, "gosubs");
        rq_json_array_row(j);
        for (size_t level = t.depth; level-- > 0;)
            if (rq_soup_caller(m, i, level, &pc))
                rq_json_u64(j, pc);
        rq_json_end_array(j);
        if (m->threads[i].waiting) {
            rq_json_key(j, "waits");
            rq_json_str(j, waits[m->threads[i].waiting]);
        }
        if (t.state != RQ_SOUP_RUNS) {
            rq_json_key(j, "halted");
            rq_json_str(j, t.why);
        }
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void put_tasks(struct rq_json *j, const struct rq_soup_machine *m)
{
    char room[16];
    rq_json_key(j, "tasks");
    rq_json_array(j);
    for (size_t i = 0; i < MOST_TASKS; i++) {
        const struct task *task = &m->tasks[i];
        if (task->kind == TASK_FREE)
            continue;
        rq_json_object_row(j);
        rq_json_key(j, "function");
        rq_json_str(j, rq_soup_function(task->function));
        rq_json_key(j, "object");
        rq_json_str(j, rq_soup_object_name(task->on, room));
        rq_json_key(j, "kind");
        rq_json_str(j, task_kinds[task->kind]);
        rq_json_key(j, "ticks");
        rq_json_u64(j, task->left);
        rq_json_key(j, "to");
        put_numbers(j, task->to, 3);
        if (task->waiter >= 0) {
            rq_json_key(j, "thread");
            rq_json_i64(j, task->waiter);
        }
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void put_answers(struct rq_json *j, const struct rq_soup_machine *m)
{
    rq_json_key(j, "answers");
    rq_json_object(j);
    for (unsigned i = 0; i < RQ_SOUP_FUNCTIONS; i++) {
        if (!m->answers[i])
            continue;
        rq_json_key(j, rq_soup_function(i));
        rq_json_array(j);
        for (const struct answer *a = m->answers[i]; a; a = a->next) {
            rq_json_object_row(j);
            if (a->has_args) {
                rq_json_key(j, "args");
                put_numbers(j, a->args, a->arg_count);
            }
            if (a->value_count) {
                rq_json_key(j, "value");
                put_numbers(j, a->values + a->at, a->value_count - a->at);
            }
            if (a->has_ticks) {
                rq_json_key(j, "ticks");
                rq_json_u64(j, a->ticks);
            }
            rq_json_end_object(j);
        }
        rq_json_end_array(j);
    }
    rq_json_end_object(j);
}

static void put_calls(struct rq_json *j, const struct rq_soup_machine *m)
{
    char room[16];
    static const char *const as[] = {"task", "multitask", "function"};
    rq_json_key(j, "call_count");
    rq_json_u64(j, m->call_count);
    rq_json_key(j, "calls");
    rq_json_array(j);
    for (uint32_t i = 0; i < m->kept_calls; i++) {
        const struct call_record *c = &m->calls[i];
        rq_json_object_row(j);
        rq_json_key(j, "function");
        rq_json_str(j, rq_soup_function(c->function));
        rq_json_key(j, "object");
        rq_json_str(j, rq_soup_object_name(c->on, room));
        rq_json_key(j, "as");
        rq_json_str(j, as[c->dispatch]);
        rq_json_key(j, "args");
        put_numbers(j, c->args, c->count);
        rq_json_key(j, "value");
        rq_json_i64(j, c->value);
        rq_json_key(j, "recorded");
        rq_json_bool(j, c->recorded);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void put_menu(struct rq_json *j, const struct rq_soup_machine *m)
{
    rq_json_key(j, "menu");
    rq_json_array(j);
    for (size_t i = 0; i < m->menu_count; i++) {
        rq_json_object_row(j);
        rq_json_key(j, "line");
        put_key(j, m->menu[i].key);
        rq_json_key(j, "grey");
        rq_json_i64(j, m->menu[i].grey);
        rq_json_key(j, "number");
        rq_json_i64(j, m->menu[i].number);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void put_items(struct rq_json *j, const struct rq_soup_machine *m)
{
    char id[16];
    rq_json_key(j, "inventory");
    rq_json_object_row(j);
    for (uint32_t i = 0; i < m->item_count; i++) {
        snprintf(id, sizeof id, "%d", m->items[i].id);
        rq_json_key(j, id);
        rq_json_i64(j, m->items[i].count);
    }
    rq_json_end_object(j);
}

bool rq_soup_put_world(const struct rq_soup_machine *m, struct rq_out *out, struct rq_error *err)
{
    struct rq_json j = {.out = out};
    char room[16];
    rq_json_object(&j);
    rq_json_key(&j, "locals");
    put_numbers(&j, m->locals, m->local_count);
    put_flags(&j, m);
    put_members(&j, of_machine, m, false);
    if (*m->activates) {
        rq_json_key(&j, "activates");
        rq_json_str(&j, m->activates);
    }
    if (m->camera.object) {
        rq_json_key(&j, "camera");
        rq_json_object_row(&j);
        rq_json_key(&j, "object");
        rq_json_str(&j, rq_soup_object_name(m->camera.object, room));
        rq_json_key(&j, "offset");
        put_numbers(&j, m->camera.offset, 3);
        rq_json_end_object(&j);
    }
    put_items(&j, m);
    put_menu(&j, m);
    put_objects(&j, m);
    put_threads(&j, m);
    put_tasks(&j, m);
    put_answers(&j, m);
    put_calls(&j, m);
    rq_json_end_object(&j);
    return out->failed ? rq_fail_out(err, out) : true;
}

/* ---- in ---- */

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
            else if (!take_member(x, of_object, key, o))
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
    for (uint8_t i = TASK_WAIT; i <= TASK_SHEATH; i++)
        if (rq_str_is(word, task_kinds[i]))
            return i;
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
        else if (!take_member(x, of_machine, key, x->m))
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
