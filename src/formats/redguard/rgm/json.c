/* RGM as JSON: sections in file order, each with its tag and its records. What follows from
 * other values (counts, lengths of nodes) is left out. */
#include "formats/redguard/rgm/parts.h"

/* ---- writing ---- */

static void texts_json(struct rq_json *j, const struct rq_rgm_section *s, enum rq_codepage page)
{
    rq_json_key(j, "texts");
    rq_json_array(j);
    for (size_t i = 0; i < s->count; i++)
        rq_json_text(j, page, s->texts[i].bytes);
    rq_json_end_array(j);
}

static void models_json(struct rq_json *j, const struct rq_rgm_section *s, enum rq_codepage page)
{
    rq_json_key(j, "models");
    rq_json_array(j);
    for (size_t i = 0; i < s->count; i++) {
        const struct rq_rgm_model *m = &s->models[i];
        rq_json_object_row(j);
        rq_json_key(j, "face_count");
        rq_json_u64(j, m->face_count);
        rq_json_key(j, "frame_count");
        rq_json_u64(j, m->frame_count);
        rq_json_key(j, "type");
        rq_json_u64(j, m->type);
        rq_json_key(j, "path");
        rq_json_text(j, page, m->path);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void command_json(struct rq_json *j, const struct rq_rgm_command *command)
{
    const struct rq_rgm_command_info *info = rq_rgm_command_info(command->opcode);
    rq_json_array_row(j);
    rq_json_str(j, info->name);
    for (unsigned i = 0; i < info->count; i++)
        rq_json_i64(j, command->params[i]);
    if (command->rest)
        rq_json_u64(j, command->rest);
    rq_json_end_array(j);
}

static void groups_json(struct rq_json *j, const struct rq_rgm_section *s)
{
    rq_json_key(j, "groups");
    rq_json_array(j);
    for (size_t i = 0; i < s->count; i++) {
        const struct rq_rgm_group *g = &s->groups[i];
        if (g->end) {
            rq_json_str(j, "end");
            continue;
        }
        rq_json_object_row(j);
        if (g->raw.size) {
            rq_json_key(j, "raw");
            rq_json_base64(j, g->raw);
        } else {
            rq_json_key(j, "group");
            rq_json_u64(j, g->group);
            rq_json_key(j, "speed");
            rq_json_u64(j, g->speed);
            rq_json_key(j, "type");
            rq_json_u64(j, g->type);
            rq_json_key(j, "commands");
            rq_json_array_row(j);
            for (size_t k = 0; k < g->count; k++)
                command_json(j, &g->commands[k]);
            rq_json_end_array(j);
        }
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void walks_json(struct rq_json *j, const struct rq_rgm_section *s, enum rq_codepage page)
{
    rq_json_key(j, "maps");
    rq_json_array(j);
    for (size_t i = 0; i < s->count; i++) {
        const struct rq_rgm_walk *w = &s->walks[i];
        rq_json_object(j);
        rq_rec_json(j, rgm_walk_record, &w->record, page, "length node_count");
        rq_json_key(j, "nodes");
        rq_json_array(j);
        for (size_t k = 0; k < w->record.node_count; k++) {
            const struct rq_rgm_node *node = &w->nodes[k];
            rq_json_object_row(j);
            rq_rec_json(j, rgm_node_record, &node->record, page, "length route_count");
            rq_json_key(j, "routes");
            rq_json_array_row(j);
            for (size_t r = 0; r < node->record.route_count; r++) {
                rq_json_array_row(j);
                rq_json_u64(j, node->routes[r].target);
                rq_json_u64(j, node->routes[r].cost);
                rq_json_end_array(j);
            }
            rq_json_end_array(j);
            rq_json_end_object(j);
        }
        rq_json_end_array(j);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void code_json(struct rq_json *j, const struct rq_rgm_section *s)
{
    rq_json_key(j, "parts");
    rq_json_array(j);
    for (size_t i = 0; i < s->count; i++) {
        const struct rq_rgm_code *part = &s->code[i];
        rq_json_object(j);
        if (part->actor >= 0) {
            rq_json_key(j, "actor");
            rq_json_i64(j, part->actor);
        }
        rq_json_key(j, part->script ? "code" : "raw");
        if (part->script)
            rq_soup_json(j, part->script);
        else
            rq_json_base64(j, part->raw);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void words_json(struct rq_json *j, const struct rq_rgm_section *s)
{
    rq_json_bytes(j, "head", s->bytes);
    rq_json_key(j, "words");
    rq_json_array_row(j);
    for (size_t i = 0; i < s->count; i++) {
        if (s->kind == RQ_RGM_RAVA)
            rq_json_i64(j, s->variables[i]);
        else
            rq_json_u64(j, s->words[i]);
    }
    rq_json_end_array(j);
}

/* Few of the 256 attributes are set: pairs of number and value. */
static void attributes_json(struct rq_json *j, const struct rq_rgm_attributes *a)
{
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
}

static void fixed_json(struct rq_json *j, const struct rq_rgm_section *s, enum rq_codepage page)
{
    const struct rgm_kind *kind = rgm_kind_of(s->kind);
    if (s->kind == RQ_RGM_RAHD && s->prefix != RGM_PREFIX) {
        rq_json_key(j, "prefix");
        rq_json_hex32(j, s->prefix);
    }
    if (s->swapped) {
        rq_json_key(j, "swapped");
        rq_json_bool(j, true);
    }
    rq_json_key(j, "records");
    rq_json_array(j);
    for (size_t i = 0; i < s->count; i++) {
        if (s->kind == RQ_RGM_RAAT) {
            attributes_json(j, &s->attributes[i]);
            continue;
        }
        rq_json_object_row(j);
        rq_rec_json(j, kind->rec, (const uint8_t *)s->records + i * kind->stride, page, NULL);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void section_json(struct rq_json *j, const struct rq_rgm_section *s, enum rq_codepage page)
{
    rq_json_object(j);
    rq_json_key(j, "tag");
    rq_json_text(j, page, (struct rq_bytes){(const uint8_t *)s->tag, 4});
    switch (s->kind) {
    case RQ_RGM_RAW:
        rq_json_key(j, "raw");
        rq_json_base64(j, s->bytes);
        break;
    case RQ_RGM_RAST:
    case RQ_RGM_RANM: texts_json(j, s, page); break;
    case RQ_RGM_RAAN: models_json(j, s, page); break;
    case RQ_RGM_RAGR: groups_json(j, s); break;
    case RQ_RGM_WDNM: walks_json(j, s, page); break;
    case RQ_RGM_RASC: code_json(j, s); break;
    case RQ_RGM_RASB:
    case RQ_RGM_RAVA:
    case RQ_RGM_RAHK: words_json(j, s); break;
    default: fixed_json(j, s, page);
    }
    rq_json_end_object(j);
}

bool rgm_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    struct rq_rgm *map = doc->root;
    /* Labels are places of the written script. */
    if (!rgm_tile_code(map, doc->alloc, err))
        return false;
    rq_json_key(j, "sections");
    rq_json_array(j);
    for (size_t i = 0; i < map->section_count; i++)
        section_json(j, &map->sections[i], doc->page);
    rq_json_end_array(j);
    if (map->no_end) {
        rq_json_key(j, "no_end");
        rq_json_bool(j, true);
    }
    rq_json_bytes(j, "tail", map->tail);
    return true;
}

/* ---- reading ---- */

struct take {
    struct rq_jr *jr;
    enum rq_codepage page;
};

static struct rq_bytes take_text(struct rq_jr *jr, enum rq_codepage page)
{
    struct rq_bytes text = rq_jr_text(jr, page);
    if (text.size && memchr(text.data, 0, text.size))
        rq_jr_bad(jr, "a text that ends with NUL can't hold one");
    return text;
}

static void take_texts(struct take *t, struct rq_rgm_section *s, size_t most)
{
    while (rq_jr_more(t->jr) && s->count < most)
        s->texts[s->count++].bytes = take_text(t->jr, t->page);
}

static void take_models(struct take *t, struct rq_rgm_section *s, size_t most)
{
    struct rq_str key;
    while (rq_jr_more(t->jr) && s->count < most) {
        struct rq_rgm_model *m = &s->models[s->count++];
        rq_jr_object(t->jr);
        while (rq_jr_key(t->jr, &key)) {
            if (rq_str_is(key, "face_count"))
                m->face_count = rq_jr_u32(t->jr);
            else if (rq_str_is(key, "frame_count"))
                m->frame_count = (uint8_t)rq_jr_unsigned(t->jr, UINT8_MAX);
            else if (rq_str_is(key, "type"))
                m->type = (uint8_t)rq_jr_unsigned(t->jr, UINT8_MAX);
            else if (rq_str_is(key, "path"))
                m->path = take_text(t->jr, t->page);
            else
                rq_jr_unknown(t->jr, key);
        }
    }
}

static void take_command(struct rq_jr *jr, struct rq_rgm_command *command)
{
    unsigned n = 0;
    const struct rq_rgm_command_info *info = NULL;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        if (n == 0) {
            struct rq_str name = rq_jr_string(jr);
            for (unsigned i = 0; i < 16 && !info; i++) {
                command->opcode = (uint8_t)i;
                if (rq_str_is(name, rq_rgm_command_info(i)->name))
                    info = rq_rgm_command_info(i);
            }
            if (!info && rq_jr_ok(jr))
                rq_jr_bad(jr, "no command of animations is named so");
        } else if (info && n <= info->count) {
            int64_t size = (int64_t)1 << info->bits[n - 1];
            bool sign = info->is_signed[n - 1];
            command->params[n - 1] =
                (int32_t)rq_jr_signed(jr, sign ? -size / 2 : 0, (sign ? size / 2 : size) - 1);
        } else if (info && n == info->count + 1) {
            unsigned used = 4;
            for (unsigned i = 0; i < info->count; i++)
                used += info->bits[i];
            command->rest = (uint8_t)rq_jr_unsigned(jr, (1u << (24 - used)) - 1);
        } else {
            rq_jr_bad(jr, "a command with too many values");
            return;
        }
        n++;
    }
    if (rq_jr_ok(jr) && (!info || n <= info->count))
        rq_jr_bad(jr, "a command needs a name and all its values");
}

static void take_commands(struct rq_jr *jr, struct rq_rgm_group *g)
{
    size_t most = rq_jr_length(jr);
    g->commands = rq_jr_get(jr, most, sizeof *g->commands);
    if (!g->commands)
        return;
    rq_jr_array(jr);
    while (rq_jr_more(jr) && g->count < most)
        take_command(jr, &g->commands[g->count++]);
}

static void take_group(struct rq_jr *jr, struct rq_rgm_group *g)
{
    struct rq_str key;
    bool raw = false;
    if (rq_jr_peek(jr) == RQ_J_STRING) {
        g->end = rq_str_is(rq_jr_string(jr), "end");
        if (!g->end)
            rq_jr_bad(jr, "only \"end\" stands between groups");
        return;
    }
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "raw")) {
            g->raw = rq_jr_base64(jr);
            raw = true;
        } else if (rq_str_is(key, "group")) {
            g->group = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
        } else if (rq_str_is(key, "speed")) {
            g->speed = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
        } else if (rq_str_is(key, "type")) {
            g->type = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
        } else if (rq_str_is(key, "commands")) {
            take_commands(jr, g);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (raw && (!g->raw.size || g->raw.size > UINT16_MAX))
        rq_jr_bad(jr, "a raw group has 1 to 65535 bytes");
}

static void take_groups(struct take *t, struct rq_rgm_section *s, size_t most)
{
    while (rq_jr_more(t->jr) && s->count < most)
        take_group(t->jr, &s->groups[s->count++]);
}

static void take_routes(struct rq_jr *jr, struct rq_rgm_node *node)
{
    size_t most = rq_jr_length(jr), n = 0;
    node->routes = rq_jr_get(jr, most, sizeof *node->routes);
    if (most > UINT8_MAX)
        rq_jr_bad(jr, "a node has up to 255 routes");
    if (!node->routes || !rq_jr_ok(jr))
        return;
    rq_jr_array(jr);
    while (rq_jr_more(jr) && n < most) {
        size_t k = 0;
        rq_jr_array(jr);
        while (rq_jr_more(jr)) {
            uint16_t v = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
            if (k == 0)
                node->routes[n].target = v;
            else
                node->routes[n].cost = v;
            k++;
        }
        if (k != 2 && rq_jr_ok(jr))
            rq_jr_bad(jr, "a route is [target, cost]");
        n++;
    }
    node->record.route_count = (uint8_t)n;
}

static void take_nodes(struct take *t, struct rq_rgm_walk *w)
{
    struct rq_str key;
    size_t most = rq_jr_length(t->jr);
    w->nodes = rq_jr_get(t->jr, most, sizeof *w->nodes);
    if (!w->nodes)
        return;
    w->record.node_count = 0;
    rq_jr_array(t->jr);
    while (rq_jr_more(t->jr) && w->record.node_count < most) {
        struct rq_rgm_node *node = &w->nodes[w->record.node_count++];
        uint8_t routes = 0;
        rq_jr_object(t->jr);
        while (rq_jr_key(t->jr, &key)) {
            if (rq_str_is(key, "routes")) {
                take_routes(t->jr, node);
                routes = node->record.route_count;
            } else if (!rq_rec_take(t->jr, rgm_node_record, &node->record, t->page, key)) {
                rq_jr_unknown(t->jr, key);
            }
        }
        node->record.route_count = routes;
    }
}

static void take_walks(struct take *t, struct rq_rgm_section *s, size_t most)
{
    struct rq_str key;
    while (rq_jr_more(t->jr) && s->count < most) {
        struct rq_rgm_walk *w = &s->walks[s->count++];
        uint32_t nodes = 0;
        rq_jr_object(t->jr);
        while (rq_jr_key(t->jr, &key)) {
            if (rq_str_is(key, "nodes")) {
                take_nodes(t, w);
                nodes = w->record.node_count;
            } else if (!rq_rec_take(t->jr, rgm_walk_record, &w->record, t->page, key)) {
                rq_jr_unknown(t->jr, key);
            }
        }
        w->record.node_count = nodes;
    }
}

static void take_parts(struct take *t, struct rq_rgm_section *s, size_t most)
{
    struct rq_str key;
    while (rq_jr_more(t->jr) && s->count < most) {
        struct rq_rgm_code *part = &s->code[s->count++];
        part->actor = -1;
        rq_jr_object(t->jr);
        while (rq_jr_key(t->jr, &key)) {
            if (rq_str_is(key, "actor"))
                part->actor = (int32_t)rq_jr_unsigned(t->jr, INT32_MAX);
            else if (rq_str_is(key, "code"))
                part->script = rq_soup_take(t->jr);
            else if (rq_str_is(key, "raw"))
                part->raw = rq_jr_base64(t->jr);
            else
                rq_jr_unknown(t->jr, key);
        }
    }
}

static void take_words(struct take *t, struct rq_rgm_section *s, size_t most)
{
    while (rq_jr_more(t->jr) && s->count < most) {
        if (s->kind == RQ_RGM_RAVA)
            s->variables[s->count++] = (int32_t)rq_jr_signed(t->jr, INT32_MIN, INT32_MAX);
        else
            s->words[s->count++] = rq_jr_u32(t->jr);
    }
}

static void take_attributes(struct rq_jr *jr, struct rq_rgm_attributes *a)
{
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

static void take_records(struct take *t, struct rq_rgm_section *s, size_t most)
{
    const struct rgm_kind *kind = rgm_kind_of(s->kind);
    struct rq_str key;
    while (rq_jr_more(t->jr) && s->count < most) {
        uint8_t *record = (uint8_t *)s->records + s->count++ * kind->stride;
        if (s->kind == RQ_RGM_RAAT) {
            take_attributes(t->jr, (struct rq_rgm_attributes *)(void *)record);
            continue;
        }
        rq_jr_object(t->jr);
        while (rq_jr_key(t->jr, &key))
            if (!rq_rec_take(t->jr, kind->rec, record, t->page, key))
                rq_jr_unknown(t->jr, key);
    }
}

/* The member that holds the records, by kind. */
static const char *list_name(enum rq_rgm_kind kind,
                             void (**take)(struct take *, struct rq_rgm_section *, size_t))
{
    switch (kind) {
    case RQ_RGM_RAST:
    case RQ_RGM_RANM: *take = take_texts; return "texts";
    case RQ_RGM_RAAN: *take = take_models; return "models";
    case RQ_RGM_RAGR: *take = take_groups; return "groups";
    case RQ_RGM_WDNM: *take = take_walks; return "maps";
    case RQ_RGM_RASC: *take = take_parts; return "parts";
    case RQ_RGM_RASB:
    case RQ_RGM_RAVA:
    case RQ_RGM_RAHK: *take = take_words; return "words";
    default: *take = take_records; return "records";
    }
}

/* A member of a section that has a kind; false: there is no such. */
static bool take_typed(struct take *t, struct rq_rgm_section *s, const struct rgm_kind *kind,
                       struct rq_str key)
{
    void (*take)(struct take *, struct rq_rgm_section *, size_t);
    const char *list = list_name(kind->kind, &take);
    if (rq_str_is(key, list)) {
        size_t most = rq_jr_length(t->jr);
        s->kind = kind->kind;
        s->count = 0;
        s->records = rq_jr_get(t->jr, most, kind->stride);
        if (s->records) {
            rq_jr_array(t->jr);
            take(t, s, most);
        }
    } else if (kind->kind == RQ_RGM_RAHD && rq_str_is(key, "prefix")) {
        s->prefix = rq_jr_hex32(t->jr);
    } else if (kind->kind == RQ_RGM_RAHK && rq_str_is(key, "head")) {
        s->bytes = rq_jr_base64(t->jr);
    } else if ((kind->kind == RQ_RGM_MPSZ || kind->kind == RQ_RGM_MPMK) &&
               rq_str_is(key, "swapped")) {
        s->swapped = rq_jr_bool(t->jr);
    } else {
        return false;
    }
    return true;
}

static void take_section(struct take *t, struct rq_rgm_section *s)
{
    struct rq_str key;
    const struct rgm_kind *kind = NULL;
    bool tagged = false;
    s->prefix = RGM_PREFIX;
    rq_jr_object(t->jr);
    while (rq_jr_key(t->jr, &key)) {
        if (rq_str_is(key, "tag") && !tagged) {
            struct rq_bytes tag = rq_jr_text(t->jr, t->page);
            if (!rq_jr_ok(t->jr))
                return;
            if (tag.size != 4 || rq_tag_is((const char *)tag.data, "END ")) {
                rq_jr_bad(t->jr, "a tag has four letters, and END is not one of them");
                return;
            }
            memcpy(s->tag, tag.data, 4);
            kind = rgm_kind_of_tag(s->tag);
            tagged = true;
        } else if (tagged && rq_str_is(key, "raw")) {
            s->bytes = rq_jr_base64(t->jr);
        } else if (!kind || !take_typed(t, s, kind, key)) {
            rq_jr_unknown(t->jr, key);
        }
    }
    if (!tagged && rq_jr_ok(t->jr))
        rq_jr_bad(t->jr, "a section begins with its \"tag\"");
}

/* Places inside of sections follow from writing them. */
static bool derive_offsets(struct rq_doc *doc, struct rq_rgm *map, struct rq_error *err)
{
    struct rq_out out = {.alloc = doc->alloc};
    for (size_t i = 0; i < map->section_count; i++) {
        rq_out_cut(&out, 0);
        rgm_put_section(&out, &map->sections[i]);
    }
    enum rq_code failed = out.failed;
    rq_out_free(&out);
    return failed ? rq_fail(err, failed, 0, "rgm", "a section can't be written")
                  : rgm_tile_code(map, doc->alloc, err);
}

bool rgm_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_rgm *map = doc->root = rq_jr_get(jr, 1, sizeof *map);
    struct take t = {jr, doc->page};
    struct rq_str key;
    if (!map)
        return false;
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "sections") && !map->sections) {
            size_t most = rq_jr_length(jr);
            map->sections = rq_jr_get(jr, most, sizeof *map->sections);
            if (!map->sections)
                return false;
            rq_jr_array(jr);
            while (rq_jr_more(jr) && map->section_count < most)
                take_section(&t, &map->sections[map->section_count++]);
        } else if (rq_str_is(key, "no_end")) {
            map->no_end = rq_jr_bool(jr);
        } else if (rq_str_is(key, "tail")) {
            map->tail = rq_jr_base64(jr);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (!map->sections)
        return rq_jr_bad(jr, "\"sections\" is missing");
    return rq_jr_ok(jr) && derive_offsets(doc, map, jr->ctx->err);
}
