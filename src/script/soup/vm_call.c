/* Functions: what they do to the world (one table, functions.def), how they are answered, and the
 * record of calls. */
#include "script/soup/vm.h"

#include <math.h>
#include <stdio.h>

typedef int32_t act_fn(struct rq_soup_machine *m, struct call *c);

static int32_t arg(const struct call *c, size_t i)
{
    return i < c->count ? c->args[i] : 0;
}

static void takes(struct call *c, enum task_kind kind, int32_t ticks)
{
    c->kind = kind;
    c->ticks = ticks <= 0 ? 0 : ticks < MOST_TICKS ? (uint32_t)ticks : MOST_TICKS;
}

static int32_t act_nothing(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    (void)c;
    return 0;
}

static int32_t act_record(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    c->recorded = true;
    return 0;
}

/* ---- time, place and turn ---- */

static int32_t act_wait(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    takes(c, TASK_WAIT, arg(c, 0));
    return 0;
}

static int32_t act_wait_for_tasks(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    c->waits_for_all = true;
    return 0;
}

/* axis, amount, time: from where the object is, or to the amount. */
static int32_t along_axis(struct call *c, enum task_kind kind, bool to)
{
    int32_t axis = arg(c, 0), *at = kind == TASK_MOVE ? c->on->pos : c->on->angle;
    memcpy(c->to, at, sizeof c->to);
    if (axis >= 0 && axis < 3)
        c->to[axis] = (int32_t)((to ? 0 : (uint32_t)at[axis]) + (uint32_t)arg(c, 1));
    takes(c, kind, arg(c, 2));
    return 0;
}

static int32_t act_turn_by_axis(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    return along_axis(c, TASK_TURN, false);
}

static int32_t act_turn_to_axis(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    return along_axis(c, TASK_TURN, true);
}

static int32_t act_move_by_axis(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    return along_axis(c, TASK_MOVE, false);
}

static int32_t act_move_to_location(struct rq_soup_machine *m, struct call *c)
{
    int32_t i = arg(c, 0);
    if (i < 0 || (size_t)i >= c->on->location_count) {
        rq_soup_fault(m, "there is no location %d: the object has %zu", i, c->on->location_count);
        return 0;
    }
    memcpy(c->to, c->on->locations[i], sizeof c->to);
    takes(c, TASK_MOVE, arg(c, 1));
    return 0;
}

static int32_t act_set_position(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    for (size_t k = 0; k < 3; k++)
        c->on->pos[k] = arg(c, k);
    return 0;
}

static int32_t act_set_rotation(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    for (size_t k = 0; k < 3; k++)
        c->on->angle[k] = arg(c, k);
    return 0;
}

static int32_t act_player_distance(struct rq_soup_machine *m, struct call *c)
{
    double sum = 0;
    for (size_t k = 0; k < 3; k++) {
        double d = (double)m->objects[PLAYER]->pos[k] - c->on->pos[k];
        sum += d * d;
    }
    double distance = sqrt(sum);
    return distance < INT32_MAX ? (int32_t)distance : INT32_MAX;
}

static int32_t act_player_stand(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    return c->on->stood_on;
}

static int32_t act_show_object(struct rq_soup_machine *m, struct call *c)
{
    m->camera.object = c->on;
    for (size_t k = 0; k < 3; k++)
        m->camera.offset[k] = arg(c, k);
    return 0;
}

static int32_t act_load_world(struct rq_soup_machine *m, struct call *c)
{
    for (size_t k = 0; k < 3; k++)
        m->load[k] = arg(c, k);
    return 0;
}

/* ---- flags and attributes ---- */

static int32_t *flag_of(struct rq_soup_machine *m, struct call *c, bool writes)
{
    int32_t id = arg(c, 0);
    if (id < 0 || id >= RQ_SOUP_FLAGS) {
        rq_soup_fault(m, "there is no flag %d: the game has %d", id, RQ_SOUP_FLAGS);
        return NULL;
    }
    m->written[id] |= writes;
    return &m->flags[id];
}

static int32_t act_set_flag(struct rq_soup_machine *m, struct call *c)
{
    int32_t *flag = flag_of(m, c, true);
    if (flag)
        *flag = 1;
    return 0;
}

static int32_t act_reset_flag(struct rq_soup_machine *m, struct call *c)
{
    int32_t *flag = flag_of(m, c, true);
    if (flag)
        *flag = 0;
    return 0;
}

static int32_t act_test_flag(struct rq_soup_machine *m, struct call *c)
{
    int32_t *flag = flag_of(m, c, false);
    return flag ? *flag : 0;
}

static uint8_t *attribute_of(struct rq_soup_machine *m, struct object *o, int32_t id)
{
    if (id >= 0 && id < ATTRIBUTES)
        return &o->attributes[id];
    rq_soup_fault(m, "there is no attribute %d: objects have %d", id, ATTRIBUTES);
    return NULL;
}

static int32_t get_attribute(struct rq_soup_machine *m, struct object *o, struct call *c)
{
    const uint8_t *at = attribute_of(m, o, arg(c, 0));
    return at ? *at : 0;
}

static int32_t set_attribute(struct rq_soup_machine *m, struct object *o, struct call *c)
{
    uint8_t *at = attribute_of(m, o, arg(c, 0));
    if (at)
        *at = (uint8_t)arg(c, 1);
    return 0;
}

static int32_t act_get_attribute(struct rq_soup_machine *m, struct call *c)
{
    return get_attribute(m, c->on, c);
}

static int32_t act_set_attribute(struct rq_soup_machine *m, struct call *c)
{
    return set_attribute(m, c->on, c);
}

static int32_t act_get_my_attribute(struct rq_soup_machine *m, struct call *c)
{
    return get_attribute(m, m->objects[ME], c);
}

static int32_t act_set_my_attribute(struct rq_soup_machine *m, struct call *c)
{
    return set_attribute(m, m->objects[ME], c);
}

/* ---- dialogue ---- */

static int32_t act_say(struct rq_soup_machine *m, struct call *c)
{
    m->line = arg(c, 0);
    return 0;
}

static int32_t act_add_log(struct rq_soup_machine *m, struct call *c)
{
    m->log = arg(c, 0);
    return 0;
}

static int32_t act_activate(struct rq_soup_machine *m, struct call *c)
{
    return *m->activates && rq_soup_object_named(m, m->activates, strlen(m->activates)) == c->on;
}

static int32_t act_menu_new(struct rq_soup_machine *m, struct call *c)
{
    (void)c;
    m->menu_count = 0;
    return 0;
}

static int32_t act_menu_add(struct rq_soup_machine *m, struct call *c)
{
    if (m->menu_count == MOST_MENU)
        rq_soup_fault(m, "a menu with more than %d items", MOST_MENU);
    else
        m->menu[m->menu_count++] = (struct menu_item){arg(c, 0), arg(c, 1), arg(c, 2)};
    return 0;
}

static int32_t act_menu_selection(struct rq_soup_machine *m, struct call *c)
{
    (void)c;
    return m->selection;
}

static int32_t act_sound(struct rq_soup_machine *m, struct call *c)
{
    m->sound = arg(c, 0);
    return 0;
}

static int32_t act_lock_player(struct rq_soup_machine *m, struct call *c)
{
    m->locked = arg(c, 0) != 0;
    return 0;
}

/* ---- how an object shows itself ---- */

static int32_t act_hide(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    c->on->hidden = true;
    return 0;
}

static int32_t act_show(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    c->on->hidden = false;
    return 0;
}

static int32_t act_enable(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    c->on->disabled = false;
    return 0;
}

static int32_t act_disable(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    c->on->disabled = true;
    return 0;
}

static int32_t act_light(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    c->on->light.on = true;
    c->on->light.radius = arg(c, 0);
    c->on->light.intensity = arg(c, 1);
    return 0;
}

static int32_t act_light_radius(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    c->on->light.radius = arg(c, 0);
    return 0;
}

static int32_t act_light_intensity(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    c->on->light.intensity = arg(c, 0);
    return 0;
}

static int32_t act_light_off(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    c->on->light.on = false;
    return 0;
}

static int32_t act_light_offset(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    for (size_t k = 0; k < 3; k++)
        c->on->light.offset[k] = arg(c, k);
    return 0;
}

/* How long the group goes on only its commands and the engine's clock tell: "answers" may. */
static int32_t act_push_animation(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    c->on->animation.group = arg(c, 0);
    c->on->animation.loops = arg(c, 1) & 0xFF;
    return 0;
}

/* ---- combat and weapons ---- */

static int32_t act_begin_combat(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    c->on->fighting = true;
    return 0;
}

static int32_t act_end_combat(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    c->on->fighting = false;
    return 0;
}

static int32_t act_is_fighting(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    return c->on->fighting;
}

/* The state ends at the frame where the weapon changes its place, a frame to a tick; the rest of
 * the animation is not modelled. It goes on beside the script, whatever the call is. */
static int32_t change_weapon(struct rq_soup_machine *m, struct call *c, bool draw)
{
    struct call change = *c;
    uint8_t frame = c->on->attributes[draw ? ATTRIBUTE_DRAW_FRAME : ATTRIBUTE_SHEATH_FRAME];
    c->on->weapon = draw ? WEAPON_DRAWING : WEAPON_SHEATHING;
    takes(&change, draw ? TASK_DRAW : TASK_SHEATH, frame ? frame : 1);
    rq_soup_start_task(m, &change, RQ_SOUP_AS_MULTITASK);
    return 0;
}

static int32_t act_draw_sword(struct rq_soup_machine *m, struct call *c)
{
    return change_weapon(m, c, true);
}

static int32_t act_sheath_sword(struct rq_soup_machine *m, struct call *c)
{
    return change_weapon(m, c, false);
}

static int32_t act_is_drawing(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    return c->on->weapon == WEAPON_DRAWING;
}

static int32_t act_is_sheathing(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    return c->on->weapon == WEAPON_SHEATHING;
}

static int32_t act_is_holding_weapon(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    return c->on->drawn;
}

static int32_t act_is_carrying_weapon(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    return c->on->hand_item != 0;
}

/* ---- items ---- */

static int32_t act_hand_item(struct rq_soup_machine *m, struct call *c)
{
    (void)m;
    c->on->hand_item = arg(c, 0);
    return 0;
}

static int32_t act_have_item(struct rq_soup_machine *m, struct call *c)
{
    const struct item *item = rq_soup_item(m, arg(c, 0), false);
    return item && item->count > 0;
}

static int32_t act_add_item(struct rq_soup_machine *m, struct call *c)
{
    struct item *item = rq_soup_item(m, arg(c, 0), true);
    if (item)
        item->count = (int32_t)((uint32_t)item->count + (uint32_t)arg(c, 1));
    return 0;
}

/* Nobody has less than none. */
static int32_t act_drop_item(struct rq_soup_machine *m, struct call *c)
{
    struct item *item = rq_soup_item(m, arg(c, 0), false);
    int64_t left = item ? (int64_t)item->count - arg(c, 1) : 0;
    if (item)
        item->count = left <= 0 ? 0 : left < INT32_MAX ? (int32_t)left : INT32_MAX;
    return 0;
}

static int32_t act_select_item(struct rq_soup_machine *m, struct call *c)
{
    m->active_item = arg(c, 0);
    return 0;
}

static int32_t act_active_item(struct rq_soup_machine *m, struct call *c)
{
    (void)c;
    return m->active_item;
}

/* ---- the table ---- */

static const struct {
    const char *name;
    act_fn *act;
    const char *source;
} acts[RQ_SOUP_FUNCTIONS] = {
#define SOURCE_SPEC                "specification"
#define SOURCE_RGU                 "redguard-unity"
#define SOURCE_RGPRE               "redguard-preservation"
#define SOURCE_DEF                 "comments of SOUP386.DEF"
#define SOURCE_NONE                ""
#define ACT(id, name, act, source) [id] = {#name, act_##act, SOURCE_##source},
#include "script/soup/functions.def"
#undef ACT
};

bool rq_soup_describe(unsigned function, struct rq_soup_function_info *info)
{
    static const struct {
        const char *kind;
        uint8_t params;
    } declared[RQ_SOUP_FUNCTIONS] = {
#define FUNCTION(id, name, kind, params) [id] = {#kind, params},
#include "script/soup/names.def"
    };
    if (function >= RQ_SOUP_FUNCTIONS)
        return false;
    *info = (struct rq_soup_function_info){.name = acts[function].name,
                                           .kind = declared[function].kind,
                                           .params = declared[function].params,
                                           .recorded = acts[function].act == act_record,
                                           .source = acts[function].source};
    return true;
}

/* ---- answers ---- */

static bool fits(const struct answer *a, const struct call *c)
{
    return !a->has_args ||
           (a->arg_count == c->count &&
            (!c->count || memcmp(a->args, c->args, c->count * sizeof *c->args) == 0));
}

/* The first answer that has the arguments, else the first that has none. */
static struct answer *find_answer(struct rq_soup_machine *m, const struct call *c)
{
    struct answer *any = NULL;
    for (struct answer *a = m->answers[c->function]; a; a = a->next) {
        if (a->has_args && fits(a, c))
            return a;
        any = !a->has_args && !any ? a : any;
    }
    return any;
}

static bool answer(struct rq_soup_machine *m, struct call *c, int32_t *value)
{
    struct answer *a = find_answer(m, c);
    if (!a)
        return false;
    if (a->value_count) {
        *value = a->values[a->at];
        a->at += a->at + 1 < a->value_count;
    }
    if (a->has_ticks)
        takes(c, c->kind, a->ticks < MOST_TICKS ? (int32_t)a->ticks : MOST_TICKS);
    return true;
}

/* ---- calls ---- */

static void keep(struct rq_soup_machine *m, const struct rq_soup_call *done, const struct call *c)
{
    m->call_count++;
    if (m->kept_calls == MOST_CALLS || m->kept_args + c->count > MOST_CALL_ARGS)
        return;
    struct call_record *calls =
        rq_arena_more(&m->arena, &m->calls, m->kept_calls, &m->call_room, sizeof *calls);
    int32_t *args = calls ? rq_arena_get(&m->arena, c->count, sizeof *args) : NULL;
    if (!args) {
        rq_soup_fault(m, "no memory for the record of a call");
        return;
    }
    for (size_t i = 0; i < c->count; i++)
        args[i] = c->args[i];
    m->kept_args += c->count;
    calls[m->kept_calls++] = (struct call_record){.function = (uint16_t)c->function,
                                                  .count = (uint8_t)c->count,
                                                  .dispatch = (uint8_t)done->dispatch,
                                                  .recorded = c->recorded,
                                                  .on = c->on,
                                                  .args = args,
                                                  .value = done->value};
}

static void show_call(struct rq_soup_machine *m, const struct rq_soup_value *v,
                      const struct rq_soup_call *done)
{
    char key[5];
    rq_putf(&m->text, "%s%s.%s(", done->dispatch == RQ_SOUP_AS_MULTITASK ? "@" : "", done->object,
            done->name);
    for (size_t i = 0; i < done->count; i++) {
        rq_put_str(&m->text, i ? ", " : "");
        if (i == 0 && rq_soup_key(v, key))
            rq_putf(&m->text, "\"%s\"", key);
        else
            rq_putf(&m->text, "%d", done->args[i]);
    }
    rq_putf(&m->text, "):%d", done->value);
}

/* A task that takes no time is done at once. */
static void begin(struct rq_soup_machine *m, struct call *c, enum rq_soup_dispatch dispatch)
{
    if (c->waits_for_all && dispatch == RQ_SOUP_AS_TASK) {
        if (rq_soup_left(m, UINT32_MAX))
            m->threads[m->current].waiting = WAIT_ALL;
        return;
    }
    if (!c->ticks && c->kind == TASK_MOVE)
        memcpy(c->on->pos, c->to, sizeof c->to);
    for (size_t k = 0; !c->ticks && c->kind == TASK_TURN && k < 3; k++)
        c->on->angle[k] = c->to[k] & 2047;
    /* A value is there at once: what goes on for some time goes on beside it. */
    if (c->ticks)
        rq_soup_start_task(m, c,
                           dispatch == RQ_SOUP_AS_TASK ? RQ_SOUP_AS_TASK : RQ_SOUP_AS_MULTITASK);
}

int32_t rq_soup_do_call(struct rq_soup_machine *m, const struct rq_soup_value *v,
                        enum rq_soup_dispatch dispatch, struct object *on, const int32_t *args)
{
    char room[16];
    struct call c = {.on = on, .function = v->id, .args = args, .count = v->count};
    if (c.function >= RQ_SOUP_FUNCTIONS) {
        rq_soup_fault(m, "there is no function %u: the game has %d", c.function, RQ_SOUP_FUNCTIONS);
        return 0;
    }
    int32_t value = acts[c.function].act(m, &c);
    bool answered = answer(m, &c, &value);
    if (!rq_soup_faulted(m))
        begin(m, &c, dispatch);
    struct rq_soup_call done = {.thread = m->current,
                                .pc = m->script->instrs[m->threads[m->current].at - 1].offset,
                                .dispatch = dispatch,
                                .object = rq_soup_object_name(on, room),
                                .function = c.function,
                                .name = acts[c.function].name,
                                .args = args,
                                .count = c.count,
                                .value = value,
                                .ticks = c.ticks,
                                .recorded = c.recorded,
                                .answered = answered};
    keep(m, &done, &c);
    if (m->shows)
        show_call(m, v, &done);
    if (m->watch.call)
        m->watch.call(m->watch.ctx, &done);
    return value;
}
