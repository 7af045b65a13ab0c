/* Groups of animations as JSON.
 *
 *     {"group": 3, "speed": 11, "type": 1, "commands": [["#0:", "ShowFrame", "#1", 2],
 *      ["PlaySound", 57, 3], ["GoToPrevious", "#0"]]}
 *
 * ShowFrame names a model of the actor and a frame of it. Commands that others lead to begin with a
 * label and a colon. */
#include "formats/redguard/rgm/refs.h"

#include <stdio.h>
#include <stdlib.h>

enum { SHOW_FRAME = 0 };

/* ---- writing ---- */

/* By group; within one the order does not matter. */
static int compare_groups(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return x[0] < y[0] ? -1 : x[0] > y[0];
}

/* The group that a command leads into, or NULL, and the number of the command there. */
static const struct rq_rgm_group *target_of(const struct rgm_json *m,
                                            const struct rq_rgm_group *group,
                                            const struct rq_rgm_command *command, int64_t *step)
{
    int slot, param = rgm_leads(command, &slot);
    if (param < 0)
        return NULL;
    *step = command->params[param];
    if (slot < 0)
        return group;
    int32_t wanted = command->params[slot];
    uint32_t number = wanted >= 0 && m->slice->owner_count ? m->slots[wanted] : 0;
    return number ? &m->slice->s.groups[number - 1] : NULL;
}

bool rgm_open_groups(struct rgm_json *m, const struct rgm_slice *part)
{
    size_t count = 0;
    for (size_t i = 0; i < part->s.count; i++)
        count += part->s.groups[i].count;
    m->shown = rgm_shared(m, part, RQ_RGM_RAAN);
    m->cross_count = 0;
    m->cross = rq_arena_get(m->arena, count, sizeof *m->cross);
    for (size_t i = 0; m->cross && i < part->s.count; i++) {
        const struct rq_rgm_group *group = &part->s.groups[i];
        for (size_t k = 0; k < group->count; k++) {
            int64_t step;
            const struct rq_rgm_group *to = target_of(m, group, &group->commands[k], &step);
            if (!to || to == group || step < 0 || (uint64_t)step >= to->count)
                continue;
            m->cross[m->cross_count][0] = (uint32_t)(to - part->s.groups);
            m->cross[m->cross_count++][1] = (uint32_t)step;
        }
    }
    if (m->cross_count)
        qsort(m->cross, m->cross_count, sizeof *m->cross, compare_groups);
    return m->cross != NULL;
}

/* Which commands of a group something leads to. */
static void mark_steps(struct rgm_json *m, const struct rq_rgm_group *group, uint32_t number)
{
    size_t low = 0, high = m->cross_count;
    memset(m->steps, 0, group->count <= UINT16_MAX ? group->count : UINT16_MAX + 1);
    for (size_t k = 0; k < group->count; k++) {
        int64_t step;
        if (target_of(m, group, &group->commands[k], &step) == group && step >= 0 &&
            (uint64_t)step < group->count && step <= UINT16_MAX)
            m->steps[step] = 1;
    }
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (m->cross[mid][0] < number)
            low = mid + 1;
        else
            high = mid;
    }
    for (; low < m->cross_count && m->cross[low][0] == number; low++)
        m->steps[m->cross[low][1] & UINT16_MAX] = 1;
}

static void put_label(struct rq_json *j, size_t number, const char *end)
{
    char text[32];
    snprintf(text, sizeof text, "#%zu%s", number, end);
    rq_json_str(j, text);
}

static void put_frame(const struct rgm_json *m, struct rq_json *j, uint32_t frame)
{
    const struct rgm_slice *models = m->shown;
    uint64_t from = models ? m->frames[models->first] : 0;
    uint64_t all = models ? m->frames[models->first + models->count] - from : 0;
    if (!m->slice->owner_count) {
        rq_json_u64(j, frame);
        return;
    }
    if (!models || frame >= all) {
        rgm_put_number(j, frame, all);
        return;
    }
    size_t low = models->first, high = models->first + models->count;
    while (low + 1 < high) { /* the last model that begins at the frame or before */
        size_t mid = low + (high - low) / 2;
        if (m->frames[mid] - from <= frame)
            low = mid;
        else
            high = mid;
    }
    put_label(j, low, "");
    rq_json_u64(j, frame - (m->frames[low] - from));
}

static void put_step(const struct rgm_json *m, struct rq_json *j, const struct rq_rgm_group *group,
                     const struct rq_rgm_command *command)
{
    int64_t step = 0;
    int slot, param = rgm_leads(command, &slot);
    const struct rq_rgm_group *to = target_of(m, group, command, &step);
    if (to && step >= 0 && (uint64_t)step < to->count)
        put_label(j, (size_t)step, "");
    else if (!m->slice->owner_count && slot >= 0)
        rq_json_i64(j, command->params[param]);
    else
        rgm_put_number(j, command->params[param], to ? to->count : 0);
}

static bool put_command(struct rq_shaper *s, const void *object)
{
    const struct rq_rgm_command *command = object;
    const struct rgm_json *m = rgm_json_in(s);
    struct rq_json *j = s->j;
    const struct rq_rgm_command_info *info = rq_rgm_command_info(command->opcode);
    int slot, leads = rgm_leads(command, &slot);
    rq_json_array_row(j);
    if (s->index <= UINT16_MAX && m->steps[s->index] && !j->visit)
        put_label(j, s->index, ":");
    rq_json_str(j, info->name);
    for (unsigned i = 0; i < info->count; i++) {
        if (command->opcode == SHOW_FRAME)
            put_frame(m, j, (uint32_t)command->params[i]);
        else if ((int)i == leads)
            put_step(m, j, s->outer, command);
        else
            rq_json_i64(j, command->params[i]);
    }
    if (command->rest)
        rq_json_u64(j, command->rest);
    rq_json_end_array(j);
    return true;
}

/* ---- reading ---- */

static int opcode_of(struct rq_str name)
{
    for (unsigned i = 0; i < 16; i++)
        if (rq_str_is(name, rq_rgm_command_info(i)->name))
            return (int)i;
    return -1;
}

/* A label that begins a command, without its colon; data is NULL: there is none. */
static struct rq_bytes label_of(struct rq_str text)
{
    struct rq_bytes label = {(const uint8_t *)text.text, text.size - 1};
    bool is = text.size > 2 && text.text[0] == '#' && text.text[text.size - 1] == ':';
    return is ? label : (struct rq_bytes){NULL, 0};
}

static void mark_command(struct rq_shaper *s, struct rq_bytes label)
{
    struct rgm_json *m = rgm_json_of(s);
    struct rgm_mark *marks =
        rq_arena_more(m->arena, &m->marks, m->mark_count, &m->mark_room, sizeof *marks);
    if (!marks) {
        rq_jr_bad(s->jr, "out of memory");
        return;
    }
    marks[m->mark_count++] = (struct rgm_mark){s->outer, label, s->index};
}

/* The first parameter of ShowFrame, the one of a command that leads elsewhere: looked up when all is
 * known. */
static void take_reference(struct rq_shaper *s, struct rq_rgm_command *command, unsigned param)
{
    struct rgm_json *m = rgm_json_of(s);
    struct rgm_command_ref ref = {command, m->slice, s->outer, {.nth = 0}, 0};
    const struct rq_rgm_command_info *info = rq_rgm_command_info(command->opcode);
    int64_t size = (int64_t)1 << info->bits[param];
    bool sign = info->is_signed[param];
    rgm_take_ref(s->jr, RQ_CP_DEFAULT, &ref.ref);
    if (!rq_jr_ok(s->jr))
        return;
    if (ref.ref.at < (sign ? -size / 2 : 0) || ref.ref.at > (sign ? size / 2 : size) - 1) {
        rq_jr_bad(s->jr, "%lld does not fit %u bits", (long long)ref.ref.at, info->bits[param]);
        return;
    }
    command->params[param] = (int32_t)ref.ref.at;
    if (!ref.ref.label.data && !ref.ref.sized)
        return;
    if (ref.ref.label.data && command->opcode == SHOW_FRAME) {
        if (!rq_jr_more(s->jr)) {
            rq_jr_bad(s->jr, "ShowFrame has a model and a frame");
            return;
        }
        ref.frame = rq_jr_u32(s->jr);
    }
    struct rgm_command_ref *refs =
        rq_arena_more(m->arena, &m->commands, m->command_count, &m->command_room, sizeof *refs);
    if (!refs) {
        rq_jr_bad(s->jr, "out of memory");
        return;
    }
    refs[m->command_count++] = ref;
}

static void take_param(struct rq_shaper *s, struct rq_rgm_command *command, unsigned param)
{
    const struct rq_rgm_command_info *info = rq_rgm_command_info(command->opcode);
    int slot, leads = rgm_leads(command, &slot);
    if (command->opcode == SHOW_FRAME || (int)param == leads) {
        take_reference(s, command, param);
        return;
    }
    int64_t size = (int64_t)1 << info->bits[param];
    bool sign = info->is_signed[param];
    command->params[param] =
        (int32_t)rq_jr_signed(s->jr, sign ? -size / 2 : 0, (sign ? size / 2 : size) - 1);
}

static uint8_t take_rest(struct rq_jr *jr, const struct rq_rgm_command_info *info)
{
    unsigned used = 4;
    for (unsigned i = 0; i < info->count; i++)
        used += info->bits[i];
    return (uint8_t)rq_jr_unsigned(jr, (1u << (24 - used)) - 1);
}

static const struct rq_rgm_command_info *take_name(struct rq_shaper *s,
                                                   struct rq_rgm_command *command)
{
    struct rq_str name = rq_jr_more(s->jr) ? rq_jr_string(s->jr) : (struct rq_str){"", 0};
    struct rq_bytes label = label_of(name);
    if (label.data) {
        mark_command(s, label);
        name = rq_jr_more(s->jr) ? rq_jr_string(s->jr) : (struct rq_str){"", 0};
    }
    int opcode = opcode_of(name);
    if (rq_jr_ok(s->jr) && opcode < 0)
        rq_jr_bad(s->jr, name.size ? "no command of animations is named so"
                                   : "a command needs a name and all its values");
    command->opcode = (uint8_t)(opcode < 0 ? 0 : opcode);
    return opcode < 0 ? NULL : rq_rgm_command_info((unsigned)opcode);
}

static void take_command(struct rq_shaper *s, void *object)
{
    struct rq_rgm_command *command = object;
    struct rq_jr *jr = s->jr;
    unsigned n = 0;
    rq_jr_array(jr);
    const struct rq_rgm_command_info *info = take_name(s, command);
    for (; info && rq_jr_more(jr); n++) {
        if (n < info->count)
            take_param(s, command, n);
        else if (n == info->count)
            command->rest = take_rest(jr, info);
        else
            rq_jr_bad(jr, "a command with too many values");
    }
    if (rq_jr_ok(jr) && (!info || n < info->count))
        rq_jr_bad(jr, "a command needs a name and all its values");
}

/* ---- shapes ---- */

static const struct rq_member command_members[] = {{RQ_HOOK("command", put_command, take_command)}};
static const struct rq_shape command_shape = {
    RQ_SHAPE("command", rq_rgm_command, RQ_AS_ITEM, command_members)};

static bool is_decoded(const struct rq_shaper *s, const void *group)
{
    (void)s;
    return ((const struct rq_rgm_group *)group)->raw.size == 0;
}

static const struct rq_member group_members[] = {
    {RQ_MEMBER("raw", rq_rgm_group, raw, BYTES)},
    {RQ_VALUE("group", rq_rgm_group, group, u16), .only = is_decoded},
    {RQ_VALUE("speed", rq_rgm_group, speed, u16), .only = is_decoded},
    {RQ_VALUE("type", rq_rgm_group, type, u16), .only = is_decoded},
    {RQ_LIST("commands", rq_rgm_group, commands, count, command_shape), .row = true,
     .only = is_decoded},
};
static const struct rq_shape group_row_shape = {
    RQ_SHAPE("group", rq_rgm_group, RQ_IN_ROW, group_members)};

static const char end_of_groups[] = "end";

static bool put_group(struct rq_shaper *s, const void *object)
{
    const struct rq_rgm_group *g = object;
    if (!g->end) {
        mark_steps(rgm_json_of(s), g, (uint32_t)s->index);
        return rq_shape_put_value(s, &group_row_shape, g);
    }
    rq_json_str(s->j, end_of_groups);
    return true;
}

static void take_group(struct rq_shaper *s, void *object)
{
    struct rq_rgm_group *g = object;
    if (rq_jr_peek(s->jr) == RQ_J_STRING) {
        g->end = rq_str_is(rq_jr_string(s->jr), end_of_groups);
        if (!g->end)
            rq_jr_bad(s->jr, "only \"end\" stands between groups");
    } else if (rq_shape_take_value(s, &group_row_shape, g) && g->raw.size > UINT16_MAX) {
        rq_jr_bad(s->jr, "a raw group has at most 65535 bytes");
    }
}

static const struct rq_member group_item[] = {{RQ_HOOK("group", put_group, take_group)}};
const struct rq_shape rgm_group_shape = {RQ_SHAPE("group", rq_rgm_group, RQ_AS_ITEM, group_item)};
