/* Objects, tasks and items of the machine's world. */
#include "core/text.h"
#include "script/soup/vm.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- objects ---- */

bool rq_soup_text_of(struct rq_soup_machine *m, struct rq_bytes bytes, char name[MOST_NAME + 1])
{
    struct rq_out text = {.alloc = m->arena.alloc};
    bytes.size = bytes.size < MOST_NAME ? bytes.size : MOST_NAME;
    rq_text_decode(&text, RQ_CP437, bytes);
    size_t size = text.size < MOST_NAME ? text.size : MOST_NAME;
    /* No half letter at the end. */
    while (size && size < text.size && (text.data[size] & 0xC0) == 0x80)
        size--;
    if (size)
        memcpy(name, text.data, size);
    name[size] = 0;
    bool made = !text.failed;
    rq_out_free(&text);
    return made;
}

static struct object *add_object(struct rq_soup_machine *m, const char *name, size_t size,
                                 int32_t number)
{
    if (m->object_count == MOST_OBJECTS) {
        rq_soup_fault(m, "more than %d objects", MOST_OBJECTS);
        return NULL;
    }
    struct object *o = rq_arena_get(&m->arena, 1, sizeof *o);
    if (!o) {
        rq_soup_fault(m, "no memory for an object");
        return NULL;
    }
    memcpy(o->name, name, size);
    o->number = number;
    m->objects[m->object_count++] = o;
    return o;
}

static struct object *object_numbered(struct rq_soup_machine *m, int32_t number)
{
    for (size_t i = 0; i < m->object_count; i++)
        if (!*m->objects[i]->name && m->objects[i]->number == number)
            return m->objects[i];
    return add_object(m, "", 0, number);
}

/* "#12" and nothing else that looks like it: the way back from rq_soup_object_name. */
static bool is_number(const char *name, int32_t *number)
{
    char again[16];
    long v = *name == '#' ? strtol(name + 1, NULL, 10) : 0;
    if (*name != '#' || v < INT32_MIN || v > INT32_MAX)
        return false;
    *number = (int32_t)v;
    snprintf(again, sizeof again, "#%d", *number);
    return strcmp(again, name) == 0;
}

struct object *rq_soup_object_named(struct rq_soup_machine *m, const char *name, size_t size)
{
    char own[MOST_NAME + 1] = {0};
    int32_t number;
    memcpy(own, name, size < MOST_NAME ? size : MOST_NAME);
    if (is_number(own, &number))
        return object_numbered(m, number);
    if (!*own || (*m->own_name && rq_casecmp(own, m->own_name) == 0))
        return m->objects[ME];
    for (size_t i = 0; i < m->object_count; i++)
        if (*m->objects[i]->name && rq_casecmp(own, m->objects[i]->name) == 0)
            return m->objects[i];
    return add_object(m, own, strlen(own), 0);
}

static struct object *object_of_string(struct rq_soup_machine *m, unsigned index)
{
    char name[MOST_NAME + 1];
    struct rq_bytes text = {0};
    if (m->named[index])
        return m->named[index];
    if (m->map)
        text = rq_rgm_actor_string(m->map, m->actor, index);
    if (!text.data || !text.size) {
        snprintf(name, sizeof name, "string%u", index);
    } else if (!rq_soup_text_of(m, text, name)) {
        rq_soup_fault(m, "no memory for a name");
        return NULL;
    }
    return m->named[index] = rq_soup_object_named(m, name, strlen(name));
}

struct object *rq_soup_object_of(struct rq_soup_machine *m, const struct rq_soup_value *v)
{
    switch (v->object) {
    case RQ_SOUP_PLAYER: return m->objects[PLAYER];
    case RQ_SOUP_CAMERA: return m->objects[CAMERA];
    case RQ_SOUP_NAMED: return object_of_string(m, v->index);
    case RQ_SOUP_HELD:
        if (v->index < m->local_count)
            return object_numbered(m, m->locals[v->index]);
        rq_soup_fault(m, "there is no variable %u: the script has %zu", v->index, m->local_count);
        return NULL;
    default: return m->objects[ME];
    }
}

const char *rq_soup_object_name(const struct object *o, char room[16])
{
    if (*o->name)
        return o->name;
    snprintf(room, 16, "#%d", o->number);
    return room;
}

void rq_soup_show_object(struct rq_soup_machine *m, const struct object *o)
{
    char room[16];
    rq_put_str(&m->text, rq_soup_object_name(o, room));
}

const char *rq_soup_ref_name(const struct rq_soup_machine *m, unsigned ref, char room[40])
{
    const struct rq_def_line *line = m->def ? rq_def_ref(m->def, ref) : NULL;
    if (line)
        snprintf(room, 40, "%.*s", (int)(line->name.size < 39 ? line->name.size : 39),
                 (const char *)line->name.data);
    else
        snprintf(room, 40, "ref%u", ref);
    return room;
}

/* ---- tasks ---- */

bool rq_soup_start_task(struct rq_soup_machine *m, const struct call *c,
                        enum rq_soup_dispatch dispatch)
{
    struct thread *t = &m->threads[m->current];
    struct task task = {.kind = (uint8_t)(c->kind ? c->kind : TASK_WAIT),
                        .waiter = dispatch == RQ_SOUP_AS_TASK ? (int8_t)m->current : -1,
                        .function = (uint16_t)c->function,
                        .left = c->ticks,
                        .on = c->on,
                        .to = {c->to[0], c->to[1], c->to[2]}};
    for (size_t i = 0; i < MOST_TASKS; i++) {
        if (m->tasks[i].kind != TASK_FREE)
            continue;
        m->tasks[i] = task;
        m->task_count++;
        if (dispatch == RQ_SOUP_AS_TASK)
            t->waiting = WAIT_TASK;
        return true;
    }
    rq_soup_fault(m, "more than %d tasks at once", MOST_TASKS);
    return false;
}

/* A task comes nearer to its goal by the part of its time that passes. */
static void approach(int32_t at[3], const int32_t to[3], uint32_t ticks, uint32_t left)
{
    for (size_t k = 0; k < 3; k++)
        at[k] = (int32_t)(at[k] + ((int64_t)to[k] - at[k]) * ticks / left);
}

static void pass_task(struct rq_soup_machine *m, struct task *task, uint32_t ticks)
{
    ticks = ticks < task->left ? ticks : task->left;
    if (task->kind == TASK_MOVE)
        approach(task->on->pos, task->to, ticks, task->left);
    if (task->kind == TASK_TURN)
        approach(task->on->angle, task->to, ticks, task->left);
    task->left -= ticks;
    if (task->left)
        return;
    /* 2048 to a turn; a door that closes is back at its angle. */
    for (size_t k = 0; task->kind == TASK_TURN && k < 3; k++)
        task->on->angle[k] &= 2047;
    if (task->kind == TASK_DRAW || task->kind == TASK_SHEATH) {
        task->on->drawn = task->kind == TASK_DRAW;
        task->on->weapon = WEAPON_IDLE;
    }
    if (task->waiter >= 0)
        m->threads[task->waiter].waiting = WAIT_NOT;
    task->kind = TASK_FREE;
    m->task_count--;
}

void rq_soup_pass(struct rq_soup_machine *m, uint32_t ticks)
{
    for (size_t i = 0; m->task_count && i < MOST_TASKS; i++)
        if (m->tasks[i].kind != TASK_FREE)
            pass_task(m, &m->tasks[i], ticks);
    for (size_t i = 0; i < m->thread_count; i++)
        if (m->threads[i].waiting == WAIT_ALL && !rq_soup_left(m, UINT32_MAX))
            m->threads[i].waiting = WAIT_NOT;
}

uint32_t rq_soup_left(const struct rq_soup_machine *m, unsigned thread)
{
    bool all = thread >= 2 || m->threads[thread].waiting == WAIT_ALL;
    uint32_t left = 0;
    for (size_t i = 0; m->task_count && i < MOST_TASKS; i++) {
        const struct task *task = &m->tasks[i];
        bool counts = all ? task->on == m->objects[ME] : task->waiter == (int8_t)thread;
        if (task->kind != TASK_FREE && counts && task->left > left)
            left = task->left;
    }
    return left;
}

/* ---- items ---- */

struct item *rq_soup_item(struct rq_soup_machine *m, int32_t id, bool make)
{
    for (uint32_t i = 0; i < m->item_count; i++)
        if (m->items[i].id == id)
            return &m->items[i];
    if (!make)
        return NULL;
    struct item *items = NULL;
    if (m->item_count < MOST_ITEMS)
        items = rq_arena_more(&m->arena, &m->items, m->item_count, &m->item_room, sizeof *items);
    if (!items) {
        rq_soup_fault(m, "more than %d kinds of items", MOST_ITEMS);
        return NULL;
    }
    items[m->item_count] = (struct item){.id = id};
    return &items[m->item_count++];
}
