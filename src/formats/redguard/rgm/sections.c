/* The sections of an RGM: what fits its records to the last byte is typed, what does not is
 * kept as bytes. */
#include "formats/redguard/rgm/parts.h"

/* MPSZ as RGU's reader has it. RGPRE's has the order of RQ_RGM_BOX. */
#define SWAPPED_BOX(F, A, T)                                                                       \
    F(T, u8, flag, "")                                                                             \
    A(T, i32, total, 3, "x, y, z")                                                                 \
    A(T, i32, center, 3, "")                                                                       \
    A(T, i32, positive, 3, "")                                                                     \
    A(T, i32, negative, 3, "")
static const struct rq_rec_field swapped_fields[] = {
    SWAPPED_BOX(RQ_REC_ROW, RQ_REC_ROWS, rq_rgm_box)};
static const struct rq_rec swapped_rec = {"rq_rgm_box", 49, 5, swapped_fields};

#define FIXED(tag, frame, T)                                                                       \
    {                                                                                              \
#tag, RQ_RGM_##tag, frame, &T##_rec, NULL, sizeof(struct T)                                \
    }
#define LOOSE(tag, stride)                                                                         \
    {                                                                                              \
#tag, RQ_RGM_##tag, RGM_FREE, NULL, NULL, stride                                           \
    }

static const struct rgm_kind kinds[] = {
    FIXED(RAHD, RGM_PREFIXED, rq_rgm_actor),
    FIXED(RAFS, RGM_FREE, rq_rgm_sphere),
    LOOSE(RAST, sizeof(struct rq_rgm_text)),
    LOOSE(RASB, sizeof(uint32_t)),
    LOOSE(RAVA, sizeof(int32_t)),
    LOOSE(RASC, sizeof(struct rq_rgm_code)),
    LOOSE(RAHK, sizeof(uint32_t)),
    FIXED(RALC, RGM_FREE, rq_rgm_location),
    FIXED(RAEX, RGM_FREE, rq_rgm_extra),
    FIXED(RAAT, RGM_FREE, rq_rgm_attributes),
    LOOSE(RAAN, sizeof(struct rq_rgm_model)),
    LOOSE(RAGR, sizeof(struct rq_rgm_group)),
    LOOSE(RANM, sizeof(struct rq_rgm_text)),
    FIXED(RAVC, RGM_FREE, rq_rgm_collision),
    FIXED(MPOB, RGM_COUNTED, rq_rgm_object),
    FIXED(MPRP, RGM_COUNTED, rq_rgm_rope),
    FIXED(MPSO, RGM_COUNTED, rq_rgm_static),
    FIXED(MPSL, RGM_COUNTED, rq_rgm_light),
    FIXED(MPSF, RGM_COUNTED, rq_rgm_flat),
    FIXED(MPMK, RGM_COUNTED, rq_rgm_marker),
    {"MPSZ", RQ_RGM_MPSZ, RGM_FREE, &rq_rgm_box_rec, &swapped_rec, sizeof(struct rq_rgm_box)},
    LOOSE(WDNM, sizeof(struct rq_rgm_walk)),
};

const struct rgm_kind *rgm_kind_of_tag(const char *tag)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (rq_tag_is(tag, kinds[i].tag))
            return &kinds[i];
    return NULL;
}

const struct rgm_kind *rgm_kind_of(enum rq_rgm_kind kind)
{
    return kind == RQ_RGM_RAW ? NULL : &kinds[kind - RQ_RGM_RAHD];
}

/* ---- strings, models, words ---- */

/* A cursor that fails leaves its mark in the error; these look before they read. */
static bool nothing(struct rq_cur *c, const void *records)
{
    return !records && !rq_ok(c);
}

bool rgm_read_texts(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_section *s)
{
    size_t size = rq_left(c), count = 0;
    const uint8_t *data = c->p;
    for (size_t i = 0; i < size; i++)
        count += data[i] == 0;
    if ((size && data[size - 1]) || !rgm_affordable(count, sizeof(struct rq_rgm_text), size))
        return false;
    struct rq_rgm_text *texts = rq_cur_get(doc, c, count, sizeof *texts);
    if (nothing(c, texts))
        return false;
    for (size_t i = 0; i < count; i++) {
        texts[i].offset = (uint32_t)(c->p - data);
        texts[i].bytes.size = strlen((const char *)c->p);
        rq_enter(c, "texts", (int64_t)i);
        texts[i].bytes.data = rq_take(c, texts[i].bytes.size + 1, RQ_KIND_text, "text");
        rq_leave(c);
    }
    s->texts = texts;
    s->count = count;
    return true;
}

enum { MODEL_HEAD = 6 };

/* 0 when the entry at p is cut off. */
static size_t model_size(const uint8_t *p, size_t left)
{
    const uint8_t *nul = left > MODEL_HEAD ? memchr(p + MODEL_HEAD, 0, left - MODEL_HEAD) : NULL;
    return nul ? (size_t)(nul - p) + 1 : 0;
}

bool rgm_read_models(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_section *s)
{
    size_t count = 0, size = rq_left(c), n;
    const uint8_t *data = c->p;
    for (size_t at = 0; at < size; at += n, count++)
        if (!(n = model_size(data + at, size - at)))
            return false;
    struct rq_rgm_model *models = rq_cur_get(doc, c, count, sizeof *models);
    if (nothing(c, models))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct rq_rgm_model *m = &models[i];
        size_t path = model_size(c->p, rq_left(c)) - MODEL_HEAD;
        rq_enter(c, "models", (int64_t)i);
        m->offset = (uint32_t)(c->p - data);
        m->face_count = rq_u32(c, "face_count");
        m->frame_count = rq_u8(c, "frame_count");
        m->type = rq_u8(c, "type");
        m->path = (struct rq_bytes){rq_take(c, path, RQ_KIND_text, "path"), path - 1};
        rq_leave(c);
    }
    s->models = models;
    s->count = count;
    return true;
}

/* RASB, RAVA; RAHK, which has 37 bytes of something before its words: the size tells. */
bool rgm_read_words(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_section *s)
{
    size_t size = rq_left(c), head = 0;
    if (rq_tag_is(s->tag, "RAHK") && size >= RGM_HOOKS_AT && (size - RGM_HOOKS_AT) % 4 == 0)
        head = RGM_HOOKS_AT;
    if ((size - head) % 4 != 0)
        return false;
    size_t count = (size - head) / 4;
    uint32_t *words = rq_cur_get(doc, c, count, sizeof *words);
    if (nothing(c, words))
        return false;
    if (head)
        s->bytes = (struct rq_bytes){rq_take(c, head, RQ_KIND_bytes, "head"), head};
    const uint8_t *p = rq_take(c, count * 4, RQ_KIND_bytes, "words");
    for (size_t i = 0; i < count; i++)
        words[i] = rq_get32(p + i * 4);
    s->words = words;
    s->count = count;
    return true;
}

/* ---- WDNM ---- */

enum { WALK_SIZE = 28, NODE_SIZE = 12, ROUTE_SIZE = 4 };

/* True when all lengths and counts agree to the last byte. */
static bool walks_fit(const uint8_t *p, size_t size)
{
    if (size < 4)
        return false;
    uint32_t maps = rq_get32(p);
    size_t at = 4;
    for (uint32_t i = 0; i < maps; i++) {
        if (size - at < WALK_SIZE)
            return false;
        uint32_t length = rq_get32(p + at), nodes = rq_get32(p + at + 4);
        size_t end = at + WALK_SIZE;
        for (uint32_t k = 0; k < nodes; k++) {
            if (size - end < NODE_SIZE)
                return false;
            size_t node = NODE_SIZE + (size_t)p[end + 11] * ROUTE_SIZE;
            if (rq_get32(p + end) != node || size - end < node)
                return false;
            end += node;
        }
        if (length != end - at)
            return false;
        at = end;
    }
    return at == size;
}

static bool read_node(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_node *node)
{
    if (!rq_rec_read(c, &rq_rgm_node_record_rec, &node->record))
        return false;
    node->routes = rq_cur_get(doc, c, node->record.route_count, sizeof *node->routes);
    for (size_t i = 0; node->routes && i < node->record.route_count; i++) {
        rq_enter(c, "routes", (int64_t)i);
        rq_rec_read(c, &rq_rgm_route_rec, &node->routes[i]);
        rq_leave(c);
    }
    return node->routes != NULL;
}

bool rgm_read_walks(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_section *s)
{
    if (!walks_fit(c->p, rq_left(c)))
        return false;
    size_t count = rq_u32(c, "count");
    struct rq_rgm_walk *walks = rq_cur_get(doc, c, count, sizeof *walks);
    for (size_t i = 0; walks && i < count && rq_ok(c); i++) {
        struct rq_rgm_walk *w = &walks[i];
        rq_enter(c, "walks", (int64_t)i);
        rq_rec_read(c, &rq_rgm_walk_record_rec, &w->record);
        w->nodes = rq_cur_get(doc, c, w->record.node_count, sizeof *w->nodes);
        for (size_t k = 0; w->nodes && k < w->record.node_count && rq_ok(c); k++) {
            rq_enter(c, "nodes", (int64_t)k);
            read_node(doc, c, &w->nodes[k]);
            rq_leave(c);
        }
        rq_leave(c);
    }
    s->walks = walks;
    s->count = count;
    return rq_ok(c);
}

/* ---- RAGR ---- */

#define WIDE(name, param)                                                                          \
    {                                                                                              \
        name, 1, {20}, {1},                                                                        \
        {                                                                                          \
            param                                                                                  \
        }                                                                                          \
    }

static const struct rq_rgm_command_info commands[16] = {
    /* Files hold one number; the game splits it into model and frame when it loads. */
    {"ShowFrame", 1, {20}, {0}, {"frame"}},
    WIDE("EndAnimation", "value"),
    WIDE("GoToPrevious", "frame"),
    WIDE("GoToFuture", "frame"),
    {"PlaySound", 2, {10, 10}, {1, 1}, {"sound", "volume"}},
    WIDE("BreakPoint", "value"),
    {"SetRotationXYZ", 3, {6, 6, 6}, {1, 1, 1}, {"x", "y", "z"}},
    {"SetRotationAxis", 2, {2, 18}, {0, 1}, {"axis", "value"}},
    {"SetPositionXYZ", 3, {6, 6, 6}, {1, 1, 1}, {"x", "y", "z"}},
    {"SetPositionAxis", 2, {2, 18}, {0, 1}, {"axis", "value"}},
    {"ChangeAnimGroup", 2, {10, 10}, {1, 1}, {"group", "frame"}},
    WIDE("Rumble", "effects"),
    WIDE("DelayCounter", "count"),
    WIDE("ConditionalDelay", "count"),
    WIDE("LoopControl", "frame"),
    {"Transition", 3, {6, 7, 7}, {0, 1, 1}, {"triggers", "frame", "group"}},
};

const struct rq_rgm_command_info *rq_rgm_command_info(unsigned opcode)
{
    return opcode < 16 ? &commands[opcode] : NULL;
}

struct rq_rgm_command rq_rgm_command_of(uint32_t bits)
{
    struct rq_rgm_command command = {.opcode = bits & 15};
    const struct rq_rgm_command_info *info = &commands[command.opcode];
    unsigned at = 4;
    for (unsigned i = 0; i < info->count; i++) {
        uint32_t v = bits >> at & ((1u << info->bits[i]) - 1), sign = 1u << (info->bits[i] - 1);
        command.params[i] = info->is_signed[i] ? (int32_t)(v ^ sign) - (int32_t)sign : (int32_t)v;
        at += info->bits[i];
    }
    command.rest = (uint8_t)((bits & 0xFFFFFF) >> at);
    return command;
}

uint32_t rq_rgm_command_bits(const struct rq_rgm_command *command)
{
    uint32_t bits = command->opcode & 15u;
    const struct rq_rgm_command_info *info = &commands[bits];
    unsigned at = 4;
    for (unsigned i = 0; i < info->count; i++) {
        bits |= ((uint32_t)command->params[i] & ((1u << info->bits[i]) - 1)) << at;
        at += info->bits[i];
    }
    return (bits | (uint32_t)command->rest << at) & 0xFFFFFF;
}

enum { GROUP_HEAD = 8, COMMAND_SIZE = 3 };

static bool read_group(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_group *g)
{
    size_t size = rq_u16(c, "size");
    if (!(g->end = size == 0)) {
        size_t count = size >= GROUP_HEAD ? rq_get16(c->p + 6) : 0;
        if (size != GROUP_HEAD + count * COMMAND_SIZE) {
            g->raw = (struct rq_bytes){rq_take(c, size, RQ_KIND_bytes, "raw"), size};
            return rq_ok(c);
        }
        g->group = rq_u16(c, "group");
        g->speed = rq_u16(c, "speed");
        g->type = rq_u16(c, "type");
        g->count = rq_u16(c, "count");
        g->commands = rq_cur_get(doc, c, g->count, sizeof *g->commands);
        const uint8_t *p = rq_take(c, g->count * COMMAND_SIZE, RQ_KIND_bytes, "commands");
        for (size_t i = 0; g->commands && p && i < g->count; i++, p += COMMAND_SIZE)
            g->commands[i] =
                rq_rgm_command_of((uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16);
    }
    return rq_ok(c);
}

bool rgm_read_groups(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_section *s)
{
    size_t count = 0, size = rq_left(c), odd = 0;
    const uint8_t *data = c->p;
    for (size_t at = 0; at < size; count++) {
        size_t n = size - at < 2 ? size : rq_get16(data + at);
        if (n > size - at - 2 || size - at < 2)
            return false;
        at += 2 + n;
    }
    if (!rgm_affordable(count, sizeof(struct rq_rgm_group), size))
        return false;
    struct rq_rgm_group *groups = rq_cur_get(doc, c, count, sizeof *groups);
    if (!groups)
        return false;
    for (size_t i = 0; i < count && rq_ok(c); i++) {
        rq_enter(c, "groups", (int64_t)i);
        groups[i].offset = (uint32_t)(c->p - data);
        read_group(doc, c, &groups[i]);
        odd += groups[i].raw.size != 0;
        rq_leave(c);
    }
    s->groups = groups;
    s->count = count;
    if (odd && rq_ok(c))
        rq_find(doc, "raw-group", s->offset, "RAGR",
                "%zu groups whose size does not fit their count are kept as they are", odd);
    if (count && rq_ok(c) && !groups[count - 1].end)
        rq_find(doc, "groups-do-not-end", s->offset, "RAGR", "the last groups do not end");
    return rq_ok(c);
}

/* ---- writing ---- */

static void put_texts(struct rq_out *out, struct rq_rgm_section *s, size_t start)
{
    for (size_t i = 0; i < s->count; i++) {
        s->texts[i].offset = (uint32_t)(out->size - start);
        rq_put_bytes(out, s->texts[i].bytes);
        rq_put8(out, 0);
    }
}

static void put_models(struct rq_out *out, struct rq_rgm_section *s, size_t start)
{
    for (size_t i = 0; i < s->count; i++) {
        struct rq_rgm_model *m = &s->models[i];
        m->offset = (uint32_t)(out->size - start);
        rq_put32(out, m->face_count);
        rq_put8(out, m->frame_count);
        rq_put8(out, m->type);
        rq_put_bytes(out, m->path);
        rq_put8(out, 0);
    }
}

static void put_groups(struct rq_out *out, struct rq_rgm_section *s, size_t start)
{
    for (size_t i = 0; i < s->count; i++) {
        struct rq_rgm_group *g = &s->groups[i];
        g->offset = (uint32_t)(out->size - start);
        if (g->end) {
            rq_put16(out, 0);
        } else if (g->raw.size) {
            rq_put16(out, (uint16_t)g->raw.size);
            rq_put_bytes(out, g->raw);
        } else if (g->count > (UINT16_MAX - GROUP_HEAD) / COMMAND_SIZE) {
            out->failed = out->failed ? out->failed : RQ_LIMIT;
        } else {
            rq_put16(out, (uint16_t)(GROUP_HEAD + g->count * COMMAND_SIZE));
            rq_put16(out, g->group);
            rq_put16(out, g->speed);
            rq_put16(out, g->type);
            rq_put16(out, (uint16_t)g->count);
            for (size_t k = 0; k < g->count; k++) {
                uint32_t bits = rq_rgm_command_bits(&g->commands[k]);
                uint8_t bytes[] = {(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16)};
                rq_put(out, bytes, sizeof bytes);
            }
        }
    }
}

static void put_walks(struct rq_out *out, struct rq_rgm_section *s)
{
    rq_put_size(out, s->count);
    for (size_t i = 0; i < s->count; i++) {
        struct rq_rgm_walk *w = &s->walks[i];
        w->record.length = WALK_SIZE;
        for (size_t k = 0; k < w->record.node_count; k++) {
            struct rq_rgm_node_record *node = &w->nodes[k].record;
            node->length = NODE_SIZE + (uint32_t)node->route_count * ROUTE_SIZE;
            w->record.length += node->length;
        }
        rq_rec_write(out, &rq_rgm_walk_record_rec, &w->record);
        for (size_t k = 0; k < w->record.node_count; k++) {
            rq_rec_write(out, &rq_rgm_node_record_rec, &w->nodes[k].record);
            for (size_t r = 0; r < w->nodes[k].record.route_count; r++)
                rq_rec_write(out, &rq_rgm_route_rec, &w->nodes[k].routes[r]);
        }
    }
}

static void put_code(struct rq_out *out, struct rq_rgm_section *s, size_t start)
{
    for (size_t i = 0; i < s->count; i++) {
        s->code[i].offset = (uint32_t)(out->size - start);
        if (s->code[i].script)
            rq_soup_encode(s->code[i].script, out);
        else
            rq_put_bytes(out, s->code[i].raw);
    }
}

static void put_fixed(struct rq_out *out, const struct rq_rgm_section *s)
{
    const struct rgm_kind *kind = rgm_kind_of(s->kind);
    const struct rq_rec *rec = s->swapped && kind->swapped ? kind->swapped : kind->rec;
    bool apart = s->kind == RQ_RGM_MPMK && s->swapped;
    if (kind->frame != RGM_FREE)
        rq_put_size(out, s->count);
    if (kind->frame == RGM_PREFIXED)
        rq_put32(out, s->prefix);
    for (size_t i = 0; i < s->count; i++) {
        if (apart)
            for (size_t k = 0; k < 3; k++)
                rq_put32(out, (uint32_t)s->markers[i].pos[k]);
        else
            rq_rec_write(out, rec, (const uint8_t *)s->records + i * kind->stride);
    }
    for (size_t i = 0; i < s->count && apart; i++)
        rq_put8(out, s->markers[i].flag);
}

void rgm_put_section(struct rq_out *out, struct rq_rgm_section *s)
{
    size_t start = out->size;
    switch (s->kind) {
    case RQ_RGM_RAW: rq_put_bytes(out, s->bytes); break;
    case RQ_RGM_RAST:
    case RQ_RGM_RANM: put_texts(out, s, start); break;
    case RQ_RGM_RAAN: put_models(out, s, start); break;
    case RQ_RGM_RAGR: put_groups(out, s, start); break;
    case RQ_RGM_WDNM: put_walks(out, s); break;
    case RQ_RGM_RASC: put_code(out, s, start); break;
    case RQ_RGM_RASB:
    case RQ_RGM_RAVA:
    case RQ_RGM_RAHK:
        rq_put_bytes(out, s->bytes);
        for (size_t i = 0; i < s->count; i++)
            rq_put32(out, s->words[i]);
        break;
    default: put_fixed(out, s);
    }
}
