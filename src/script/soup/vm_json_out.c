/* The world of a machine as JSON: docs/soup-vm.md. */
#include "core/error.h"
#include "script/soup/vm_json.h"

#include <stdio.h>

#define MEMBER(of, type, name, usual)                                                              \
    {                                                                                              \
#name, offsetof(of, name), usual, type                                                     \
    }

const struct member rq_soup_object_members[] = {
    MEMBER(struct object, M_PLACE, pos, 0),
    MEMBER(struct object, M_PLACE, angle, 0),
    MEMBER(struct object, M_BOOL, hidden, 0),
    MEMBER(struct object, M_BOOL, disabled, 0),
    MEMBER(struct object, M_BOOL, stood_on, 0),
    MEMBER(struct object, M_BOOL, fighting, 0),
    MEMBER(struct object, M_BOOL, drawn, 0),
    MEMBER(struct object, M_BYTE, weapon, 0),
    MEMBER(struct object, M_INT, hand_item, 0),
    {"light", offsetof(struct object, light.on), 0, M_BOOL},
    {"light_radius", offsetof(struct object, light.radius), 0, M_INT},
    {"light_intensity", offsetof(struct object, light.intensity), 0, M_INT},
    {"light_offset", offsetof(struct object, light.offset), 0, M_PLACE},
    {"animation", offsetof(struct object, animation.group), 0, M_INT},
    {"loops", offsetof(struct object, animation.loops), 0, M_INT},
    {NULL, 0, 0, 0},
};

const struct member rq_soup_world_members[] = {
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

const char *const rq_soup_task_kinds[TASK_SHEATH + 1] = {
    [TASK_WAIT] = "wait", [TASK_MOVE] = "move",     [TASK_TURN] = "turn",
    [TASK_DRAW] = "draw", [TASK_SHEATH] = "sheath",
};

const char *const rq_soup_waits[WAIT_ALL + 1] = {[WAIT_TASK] = "task", [WAIT_ALL] = "all"};

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
    put_members(j, rq_soup_object_members, o, me);
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
            rq_json_str(j, rq_soup_waits[m->threads[i].waiting]);
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
        rq_json_str(j, rq_soup_task_kinds[task->kind]);
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
    put_members(&j, rq_soup_world_members, m, false);
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
