/* The parts of a section as JSON: what belongs to the same actors, or to nobody.
 *
 *     {"tag": "RASB", "parts": [
 *      {"actor": "HERO", "strings": ["boat", "door"]},
 *      {"actor": ["DOOR", "GATE"], "strings": []}]}
 */
#include "formats/redguard/rgm/refs.h"

#include <stdio.h>

static bool no_memory(struct rq_shaper *s)
{
    return s->jr ? rq_jr_bad(s->jr, "out of memory")
                 : rq_fail(s->err, RQ_NO_MEMORY, 0, "rgm", "out of memory");
}

/* ---- elements ---- */

#define RECORD_SHAPE(T)                                                                            \
    static const struct rq_member T##_members[] = {{RQ_FIELDS(T##_rec)}};                          \
    static const struct rq_shape T##_shape = {RQ_SHAPE("record", T, RQ_IN_ROW, T##_members)}
RECORD_SHAPE(rq_rgm_location);
RECORD_SHAPE(rq_rgm_extra);
RECORD_SHAPE(rq_rgm_collision);
#undef RECORD_SHAPE

/* Few of the 256 attributes are set: pairs of number and value. */
static bool put_attributes(struct rq_shaper *s, const void *object)
{
    const struct rq_rgm_attributes *a = object;
    struct rq_json *j = s->j;
    rq_json_array_row(j);
    for (unsigned i = 0; i < 256; i++) {
        if (!a->values[i])
            continue;
        rq_json_array_row(j);
        rq_json_u64(j, i);
        rq_json_u64(j, a->values[i]);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
    return true;
}

static void take_attributes(struct rq_shaper *s, void *object)
{
    struct rq_rgm_attributes *a = object;
    struct rq_jr *jr = s->jr;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        uint8_t pair[2] = {0, 0};
        size_t n = 0;
        rq_jr_array(jr);
        while (rq_jr_more(jr)) {
            uint8_t v = (uint8_t)rq_jr_unsigned(jr, UINT8_MAX);
            if (n < 2)
                pair[n] = v;
            n++;
        }
        if (n != 2 && rq_jr_ok(jr))
            rq_jr_bad(jr, "an attribute is [number, value]");
        a->values[pair[0]] = pair[1];
    }
}

static const struct rq_member attributes_members[] = {
    {RQ_HOOK("attributes", put_attributes, take_attributes)}};
static const struct rq_shape attributes_shape = {
    RQ_SHAPE("attributes", rq_rgm_attributes, RQ_AS_ITEM, attributes_members)};

/* Models are numbered in their section, for the commands that show them. */
static bool put_model_label(struct rq_shaper *s, const void *object)
{
    const struct rgm_slice *part = s->outer;
    char text[32];
    (void)object;
    if (!part->owner_count || s->j->visit)
        return true;
    snprintf(text, sizeof text, "#%zu", part->first + s->index);
    rq_json_key(s->j, "label");
    rq_json_str(s->j, text);
    return true;
}

static const struct rq_member text_members[] = {{RQ_MEMBER("text", rq_rgm_text, bytes, ZTEXT)}};
static const struct rq_shape text_shape = {RQ_SHAPE("text", rq_rgm_text, RQ_AS_ITEM, text_members)};

static const struct rq_member model_members[] = {
    {RQ_HOOK("label", put_model_label, rgm_take_mark)},
    {RQ_VALUE("face_count", rq_rgm_model, face_count, u32)},
    {RQ_VALUE("frame_count", rq_rgm_model, frame_count, u8)},
    {RQ_VALUE("type", rq_rgm_model, type, u8)},
    {RQ_MEMBER("path", rq_rgm_model, path, ZTEXT)},
};
static const struct rq_shape model_shape = {
    RQ_SHAPE("model", rq_rgm_model, RQ_IN_ROW, model_members)};

/* ---- who a part belongs to ---- */

bool rgm_is_owned(const struct rq_shaper *s, const void *slice)
{
    (void)s;
    return ((const struct rgm_slice *)slice)->owner_count != 0;
}

static bool is_nobodys(const struct rq_shaper *s, const void *slice)
{
    return !rgm_is_owned(s, slice);
}

static bool put_owners(struct rq_shaper *s, const void *object)
{
    const struct rgm_json *m = rgm_json_in(s);
    const struct rgm_slice *part = object;
    if (!part->owner_count)
        return true;
    rq_json_key(s->j, s->member->name);
    if (part->owner_count > 1)
        rq_json_array_row(s->j);
    for (size_t i = 0; i < part->owner_count; i++)
        rq_json_text(s->j, s->page, m->known[part->owners[i]].label);
    if (part->owner_count > 1)
        rq_json_end_array(s->j);
    return true;
}

static void take_owners(struct rq_shaper *s, void *object)
{
    struct rgm_slice *part = object;
    bool several = rq_jr_peek(s->jr) == RQ_J_ARRAY;
    size_t count = several ? rq_jr_length(s->jr) : 1;
    part->owner_count = 0;
    part->labels = rq_jr_get(s->jr, count, sizeof *part->labels);
    part->owners = rq_jr_get(s->jr, count, sizeof *part->owners);
    if (!part->labels || !part->owners)
        return;
    if (several)
        rq_jr_array(s->jr);
    while (part->owner_count < count && (!several || rq_jr_more(s->jr)))
        part->labels[part->owner_count++] = rq_jr_text(s->jr, s->page);
    if (several)
        rq_jr_more(s->jr);
}

/* ---- strings and hooks ---- */

static struct rgm_ref *take_words(struct rq_shaper *s, struct rgm_slice *part, size_t *most)
{
    *most = rq_jr_length(s->jr);
    part->s.count = 0;
    part->s.words = rq_jr_get(s->jr, *most, sizeof *part->s.words);
    part->refs = rq_jr_get(s->jr, *most, sizeof *part->refs);
    rq_jr_array(s->jr);
    return part->s.words ? part->refs : NULL;
}

static bool put_strings(struct rq_shaper *s, const void *object)
{
    const struct rgm_json *m = rgm_json_in(s);
    const struct rgm_slice *part = object;
    const struct rq_rgm_section *texts = rq_rgm_section(m->map, RQ_RGM_RAST);
    rq_json_key(s->j, s->member->name);
    rq_json_array_row(s->j);
    for (size_t i = 0; i < part->s.count; i++) {
        size_t text = texts ? rgm_element_at(texts, part->s.words[i]) : SIZE_MAX;
        if (texts && text < texts->count)
            rq_json_text(s->j, s->page, m->texts[text]);
        else
            rgm_put_number(s->j, part->s.words[i], rgm_size_of(m->map, RQ_RGM_RAST));
    }
    rq_json_end_array(s->j);
    return true;
}

static void take_strings(struct rq_shaper *s, void *object)
{
    struct rgm_slice *part = object;
    size_t most;
    struct rgm_ref *refs = take_words(s, part, &most);
    while (refs && rq_jr_more(s->jr) && part->s.count < most)
        rgm_take_ref(s->jr, s->page, &refs[part->s.count++]);
}

/* The low half of a hook is a place in the script. */
static bool put_hooks(struct rq_shaper *s, const void *object)
{
    const struct rgm_json *m = rgm_json_in(s);
    const struct rgm_slice *part = object, *code = rgm_shared(m, part, RQ_RGM_RASC);
    const struct rq_soup_script *script = code && code->s.count ? code->s.code->script : NULL;
    uint32_t size = part->owner_count ? m->actors->actors[part->owners[0]].rasc_length : 0;
    rq_json_key(s->j, s->member->name);
    rq_json_array_row(s->j);
    for (size_t i = 0; i < part->s.count; i++) {
        uint32_t word = part->s.words[i], place = word & 0xFFFF, more = word >> 16;
        int32_t to = script ? rq_soup_at(script, place) : -1;
        char label[16];
        if (!part->owner_count) {
            rq_json_u64(s->j, word);
            continue;
        }
        if (to < 0 || (size_t)to >= script->count) {
            rgm_put_number(s->j, word, size);
            continue;
        }
        snprintf(label, sizeof label, "#%02X", (unsigned)place);
        if (more)
            rq_json_array_row(s->j);
        rq_json_str(s->j, label);
        if (more) {
            rq_json_u64(s->j, more);
            rq_json_end_array(s->j);
        }
    }
    rq_json_end_array(s->j);
    return true;
}

/* The high half is in ref->of. */
static void take_hook(struct rq_jr *jr, struct rgm_ref *ref)
{
    bool pair = rq_jr_peek(jr) == RQ_J_ARRAY;
    if (pair) {
        rq_jr_array(jr);
        rq_jr_more(jr);
    }
    if (!pair && rq_jr_peek(jr) != RQ_J_STRING) {
        rgm_take_ref(jr, RQ_CP_DEFAULT, ref);
        return;
    }
    struct rq_str label = rq_jr_string(jr);
    ref->label = (struct rq_bytes){(const uint8_t *)label.text, label.size};
    if (pair && rq_jr_more(jr))
        ref->of = rq_jr_unsigned(jr, UINT16_MAX);
    if (pair && rq_jr_more(jr))
        rq_jr_bad(jr, "a hook is [label, number]");
}

static void take_hooks(struct rq_shaper *s, void *object)
{
    struct rgm_slice *part = object;
    size_t most;
    struct rgm_ref *refs = take_words(s, part, &most);
    while (refs && rq_jr_more(s->jr) && part->s.count < most)
        take_hook(s->jr, &refs[part->s.count++]);
}

/* ---- variables ---- */

static bool put_variables(struct rq_shaper *s, const void *object)
{
    const struct rgm_slice *part = object;
    char name[RGM_VARIABLE_NAME];
    if (s->j->visit)
        return true;
    rq_json_key(s->j, s->member->name);
    rq_json_array_row(s->j);
    for (size_t i = 0; i < part->width; i++) {
        rgm_variable_name((uint32_t)i, name);
        rq_json_str(s->j, name);
    }
    rq_json_end_array(s->j);
    return true;
}

static void take_variables(struct rq_shaper *s, void *object)
{
    struct rgm_slice *part = object;
    size_t most = rq_jr_length(s->jr);
    part->names.count = 0;
    part->names.names = rq_jr_get(s->jr, most, sizeof *part->names.names);
    rq_jr_array(s->jr);
    while (part->names.names && rq_jr_more(s->jr) && part->names.count < most) {
        struct rgm_name *name = &part->names.names[part->names.count];
        *name = (struct rgm_name){rq_jr_text(s->jr, s->page), part->names.count};
        part->names.count++;
    }
}

/* The first variable of an instance tells how many there are, in maps of the game: it follows. */
static const char count_word[] = "count";

static bool put_instances(struct rq_shaper *s, const void *object)
{
    const struct rgm_slice *part = object;
    rq_json_key(s->j, s->member->name);
    rq_json_array_row(s->j);
    for (size_t i = 0; i < part->s.count;) {
        rq_json_array_row(s->j);
        for (size_t k = 0; k < part->width && i < part->s.count; k++, i++) {
            int32_t value = part->s.variables[i];
            if (k == 0 && value == (int64_t)part->width && !s->j->visit)
                rq_json_str(s->j, count_word);
            else
                rq_json_i64(s->j, value);
        }
        rq_json_end_array(s->j);
    }
    rq_json_end_array(s->j);
    return true;
}

static void take_row(struct rq_shaper *s, struct rgm_slice *part, size_t *room)
{
    size_t width = rq_jr_length(s->jr), n = 0;
    if (part->row_count++ == 0)
        part->width = width;
    if (width != part->width || (!width && part->row_count > 1)) {
        rq_jr_bad(s->jr, "instances have the same variables");
        return;
    }
    if (part->s.count + width > *room) {
        size_t more = (part->s.count + width) * 2;
        int32_t *values = rq_jr_get(s->jr, more, sizeof *values);
        if (!values)
            return;
        if (part->s.count)
            memcpy(values, part->s.variables, part->s.count * sizeof *values);
        part->s.variables = values;
        *room = more;
    }
    rq_jr_array(s->jr);
    for (; rq_jr_more(s->jr) && n < width; n++) {
        bool counts = n == 0 && rq_jr_peek(s->jr) == RQ_J_STRING;
        if (counts && !rq_str_is(rq_jr_string(s->jr), count_word))
            rq_jr_bad(s->jr, "a variable is a number, or \"count\" the first");
        part->s.variables[part->s.count++] =
            counts ? (int32_t)width : (int32_t)rq_jr_signed(s->jr, INT32_MIN, INT32_MAX);
    }
}

static void take_instances(struct rq_shaper *s, void *object)
{
    struct rgm_slice *part = object;
    size_t room = 0;
    part->row_count = part->width = part->s.count = 0;
    rq_jr_array(s->jr);
    while (rq_jr_more(s->jr))
        take_row(s, part, &room);
}

/* ---- scripts ---- */

/* Statements that hooks of the owners name. */
static bool find_hooked(struct rgm_json *m, const struct rgm_slice *part, const uint8_t **hooked)
{
    const struct rq_soup_script *script = part->s.code->script;
    int row = rgm_owned_row(RQ_RGM_RAHK);
    uint8_t *marks = rq_arena_get(m->arena, script->count, 1);
    *hooked = marks;
    const struct rgm_slice *last = NULL;
    for (size_t i = 0; marks && i < part->owner_count; i++) {
        const struct rgm_slice *hooks = m->known[part->owners[i]].part[row];
        if (!hooks || hooks == last)
            continue;
        last = hooks;
        for (size_t k = 0; k < hooks->s.count; k++) {
            int32_t to = rq_soup_at(script, hooks->s.words[k] & 0xFFFF);
            if (to >= 0 && (size_t)to < script->count)
                marks[to] = 1;
        }
    }
    return marks != NULL;
}

static bool put_code(struct rq_shaper *s, const void *object)
{
    struct rgm_json *m = rgm_json_of(s);
    const struct rgm_slice *part = object;
    struct rgm_script_names names = {.m = m, .owned = part->owner_count != 0};
    rq_json_key(s->j, s->member->name);
    if (!part->s.count) {
        rq_json_array_row(s->j);
        rq_json_end_array(s->j);
        return true;
    }
    if (names.owned) {
        const struct rq_rgm_actor *a = &m->actors->actors[part->owners[0]];
        names.strings = rgm_shared(m, part, RQ_RGM_RASB);
        names.variables = rgm_shared(m, part, RQ_RGM_RAVA);
        names.string_count = a->rasb_count;
        names.variable_count = a->rava_count;
        if (!find_hooked(m, part, &names.hooked))
            return no_memory(s);
    }
    rq_soup_json(s->j, part->s.code->script, &names);
    return true;
}

/* The one element of a part of RASC. */
static struct rq_rgm_code *code_of(struct rq_shaper *s, struct rgm_slice *part)
{
    if (part->s.count)
        return part->s.code;
    part->s.code = rq_jr_get(s->jr, 1, sizeof *part->s.code);
    part->script = rq_jr_get(s->jr, 1, sizeof *part->script);
    if (!part->s.code || !part->script)
        return NULL;
    part->s.code->actor = -1;
    part->script->page = s->page;
    part->s.count = 1;
    return part->s.code;
}

static void take_code(struct rq_shaper *s, void *object)
{
    struct rgm_slice *part = object;
    struct rq_rgm_code *code = code_of(s, part);
    if (code)
        code->script = rq_soup_take(s->jr, part->script);
}

static bool has_script(const struct rq_shaper *s, const void *object)
{
    const struct rgm_slice *part = object;
    (void)s;
    return !part->s.count || part->s.code->script;
}

static bool has_bytes(const struct rq_shaper *s, const void *object)
{
    return !has_script(s, object);
}

static bool put_bytes(struct rq_shaper *s, const void *object)
{
    rq_json_key(s->j, s->member->name);
    rq_json_base64(s->j, ((const struct rgm_slice *)object)->s.code->raw);
    return true;
}

static void take_bytes(struct rq_shaper *s, void *object)
{
    struct rq_rgm_code *code = code_of(s, object);
    if (code)
        code->raw = rq_jr_base64(s->jr);
}

/* Code that is only bytes may hold numbers of strings and variables: it rests on how many there
 * are. */
static bool put_rests(struct rq_shaper *s, const void *object)
{
    const struct rgm_slice *part = object;
    if (!part->owner_count)
        return true;
    const struct rq_rgm_actor *a = &rgm_json_in(s)->actors->actors[part->owners[0]];
    rq_json_key(s->j, s->member->name);
    rq_json_array_row(s->j);
    rq_json_u64(s->j, a->rasb_count);
    rq_json_u64(s->j, a->rava_count);
    rq_json_end_array(s->j);
    return true;
}

static void take_rests(struct rq_shaper *s, void *object)
{
    struct rgm_slice *part = object;
    uint32_t size[2] = {0, 0};
    size_t n = 0;
    rq_jr_array(s->jr);
    for (; rq_jr_more(s->jr); n++) {
        uint32_t v = rq_jr_u32(s->jr);
        if (n < 2)
            size[n] = v;
    }
    if (n != 2)
        rq_jr_bad(s->jr, "\"of\" is the number of strings and of variables");
    if (!code_of(s, part))
        return;
    part->script->rests = true;
    memcpy(part->script->size, size, sizeof size);
}

/* ---- parts ---- */

#define OF(is)            RQ_CHUNK(rq_rgm_section, RQ_RGM_##is, #is)
#define LIST(name, s, is) RQ_LIST(name, rq_rgm_section, records, count, s), OF(is)
#define HOOK(name, f, is) RQ_HOOK(name, put_##f, take_##f), OF(is)
static const struct rq_member slice_members[] = {
    {RQ_HOOK("actor", put_owners, take_owners)},
    {HOOK("strings", strings, RASB)},
    {HOOK("variables", variables, RAVA), .when = rgm_is_owned},
    {HOOK("instances", instances, RAVA), .when = rgm_is_owned},
    {RQ_VALUES("words", rq_rgm_section, records, count, i32), OF(RAVA), .when = is_nobodys},
    {HOOK("code", code, RASC), .when = has_script},
    {HOOK("raw", bytes, RASC), .when = has_bytes},
    {HOOK("of", rests, RASC), .when = has_bytes},
    {HOOK("hooks", hooks, RAHK)},
    {LIST("records", rq_rgm_location_shape, RALC), .row = true},
    {LIST("records", rq_rgm_extra_shape, RAEX), .row = true},
    {LIST("records", attributes_shape, RAAT), .row = true},
    {LIST("models", model_shape, RAAN)},
    {LIST("groups", rgm_group_shape, RAGR)},
    {LIST("texts", text_shape, RANM), .row = true},
    {LIST("records", rq_rgm_collision_shape, RAVC), .row = true},
};
#undef OF
#undef LIST
#undef HOOK
static const struct rq_shape slice_shape = {
    RQ_SHAPE("part", rgm_slice, RQ_IN_LINES, slice_members)};
static const struct rq_shape slice_row_shape = {
    RQ_SHAPE("part", rgm_slice, RQ_IN_ROW, slice_members)};

/* Parts of numbers and short records stand on one line. */
static const struct rq_shape *shape_of(enum rq_rgm_kind kind)
{
    bool lines = kind == RQ_RGM_RASC || kind == RQ_RGM_RAAN || kind == RQ_RGM_RAGR;
    return lines ? &slice_shape : &slice_row_shape;
}

static bool put_slice(struct rq_shaper *s, struct rgm_slice *part)
{
    struct rgm_json *m = rgm_json_of(s);
    bool groups = part->s.kind == RQ_RGM_RAGR;
    m->slice = part;
    if (groups) {
        rgm_set_slots(m, part, true);
        if (!rgm_open_groups(m, part))
            return no_memory(s);
    }
    bool fine = rq_shape_put_value(s, shape_of(part->s.kind), part);
    if (groups)
        rgm_set_slots(m, part, false);
    return fine;
}

bool rgm_put_parts(struct rq_shaper *s, const void *object)
{
    struct rgm_json *m = rgm_json_of(s);
    const struct rq_rgm_section *section = object;
    struct rgm_slices *parts = &m->parts[rgm_owned_row(section->kind)];
    struct rgm_slice whole = {.s = *section, .count = section->count};
    bool fine = true, first = section == rq_rgm_section(m->map, section->kind);
    bool single = section->kind == RQ_RGM_RASC; /* a part of RASC is one script, or one gap */
    size_t count = first ? parts->count : single ? section->count : section->count != 0;
    rq_json_key(s->j, s->member->name);
    rq_json_array(s->j);
    for (size_t i = 0; i < count && fine; i++) {
        if (!first && single) {
            whole.s.code = &section->code[i];
            whole.s.count = whole.count = 1;
        }
        fine = put_slice(s, first ? &parts->slices[i] : &whole);
    }
    rq_json_end_array(s->j);
    return fine;
}

static void take_slice(struct rq_shaper *s, const struct rq_rgm_section *section,
                       struct rgm_slice *part, size_t number)
{
    struct rq_cur place = {.ctx = s->jr->ctx};
    memcpy(part->s.tag, section->tag, sizeof part->s.tag);
    rgm_json_of(s)->slice = part;
    rq_enter(&place, "parts", (int64_t)number);
    rq_shape_take_value(s, shape_of(rgm_kind_of_tag(section->tag)->kind), part);
    rq_leave(&place);
}

void rgm_take_parts(struct rq_shaper *s, void *object)
{
    struct rgm_json *m = rgm_json_of(s);
    struct rgm_list list = {.section = object};
    size_t most = rq_jr_length(s->jr);
    list.slices = rq_jr_get(s->jr, most, sizeof *list.slices);
    rq_jr_array(s->jr);
    for (; list.slices && rq_jr_more(s->jr) && list.count < most; list.count++)
        take_slice(s, object, &list.slices[list.count], list.count);
    struct rgm_list *lists =
        rq_arena_more(m->arena, &m->lists, m->list_count, &m->list_room, sizeof *lists);
    if (!lists) {
        no_memory(s);
        return;
    }
    if (m->list_count && lists[m->list_count - 1].section == object) {
        rq_jr_bad(s->jr, "\"parts\" is given twice");
        return;
    }
    lists[m->list_count++] = list;
}
