/* ROB: segments one after the other, each 80 bytes of header and a whole 3D file, or only the
 * name of one. What follows a segment is told by data_size; total_size is kept when it says
 * something else. */
#include "formats/extent.h"
#include "formats/format.h"
#include "formats/redguard/model3d/findings.h"
#include "formats/redguard/rob_parts.h"

#include <reliquary/model3d.h>
#include <reliquary/rob.h>
#include <stdio.h>

enum { HEADER_SIZE = 20, SEGMENT_SIZE = 80, NAME_SIZE = 8, NEST_LIMIT = 24, NAME_TEXT = 40 };

RQ_RECORD_TABLE(rq_rob_header, RQ_ROB_HEADER);
RQ_RECORD_TABLE(rq_rob_segment_header, RQ_ROB_SEGMENT);

static unsigned rob_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < HEADER_SIZE || memcmp(in.data, "OARC", 4) != 0)
        return 0;
    return memcmp(in.data + 12, "OARD", 4) == 0 ? 64 : 32;
}

/* ---- reading ---- */

/* The name as UTF-8, without the zeros behind it; false without memory. */
static bool segment_name(const struct rq_doc *doc, const struct rq_rob_segment *s, char *text,
                         size_t size)
{
    size_t length = 0;
    struct rq_out utf8 = {0};
    while (length < NAME_SIZE && s->header.name[length])
        length++;
    rq_text_decode(&utf8, doc->page, (struct rq_bytes){(const uint8_t *)s->header.name, length});
    bool fine = !utf8.failed;
    snprintf(text, size, "%.*s", (int)utf8.size, utf8.data ? (char *)utf8.data : "");
    rq_out_free(&utf8);
    return fine;
}

static void look_at_segment(struct rq_doc *doc, const struct rq_rob_segment *s)
{
    const struct rq_rob_segment_header *h = &s->header;
    char name[NAME_TEXT];
    segment_name(doc, s, name, sizeof name);
    if (s->odd_total)
        rq_find(doc, "wrong-total-size", s->offset, name, "total_size is %u, data_size is %u",
                h->total_size, h->data_size);
    for (size_t k = 0; k < 3; k++)
        if (h->bbox_extent[k] != h->bbox_positive[k] + h->bbox_negative[k])
            rq_find(doc, "wrong-box", s->offset + 28 + k * 4, name,
                    "box along %c: %u is not %u + %u", "xyz"[k], h -> bbox_extent[k],
                    h -> bbox_positive[k], h -> bbox_negative[k]);
    bool reference = h->segment_type == RQ_ROB_EXTERNAL;
    if (!reference && h->segment_type != RQ_ROB_EMBEDDED && h->segment_type != RQ_ROB_MENU)
        rq_find(doc, "unknown-type", s->offset + 12, name, "type %u", h->segment_type);
    else if (reference != (h->data_size == 0))
        rq_find(doc, "type-against-data", s->offset + 76, name, "%s has %u bytes of data",
                reference ? "a reference" : "a model", h->data_size);
}

static bool read_segment(struct rq_doc *doc, struct rq_cur *c, struct rq_rob_segment *s)
{
    s->offset = rq_tell(c);
    if (!rq_rec_read(c, &rq_rob_segment_header_rec, &s->header) ||
        !rq_count(c, s->header.data_size, 1, "data_size"))
        return false;
    uint32_t size = s->header.data_size;
    s->data = (struct rq_bytes){rq_take(c, size, RQ_KIND_bytes, "data"), size};
    s->odd_total = s->header.total_size != (uint64_t)size + SEGMENT_SIZE;
    look_at_segment(doc, s);
    return rq_ok(c);
}

static uint64_t payload_size(const struct rq_rob *rob)
{
    uint64_t size = 0;
    for (size_t i = 0; i < rob->segment_count; i++)
        size += SEGMENT_SIZE + (uint64_t)rob->segments[i].data.size;
    return size;
}

static bool read_end(struct rq_doc *doc, struct rq_cur *c, struct rq_rob *rob)
{
    rob->no_end = rq_left(c) < 4 || memcmp(c->p, "END ", 4) != 0;
    if (rob->no_end)
        rq_find(doc, "no-end", rq_tell(c), "end", "END is not there");
    else
        rq_take(c, 4, RQ_KIND_text, "end");
    size_t rest = rq_left(c);
    if (rest)
        rq_find(doc, "trailing-bytes", rq_tell(c), "trailing", "%zu bytes after the last segment",
                rest);
    rob->trailing = (struct rq_bytes){rq_take(c, rest, RQ_KIND_bytes, "trailing"), rest};
    uint64_t real = payload_size(rob);
    rob->odd_payload = rob->header.payload_size != real;
    if (rob->odd_payload)
        rq_find(doc, "wrong-payload-size", 16, "payload_size",
                "%u, but the segments have %llu bytes", rob->header.payload_size,
                (unsigned long long)real);
    return rq_ok(c);
}

/* Same hash table as that of archives: names are few, but nobody promises it. */
static void look_for_twins(struct rq_doc *doc, const struct rq_rob *rob)
{
    size_t size = 16;
    while (size < rob->segment_count * 2)
        size *= 2;
    uint32_t *table = rq_arena_get(&doc->arena, size, sizeof *table);
    for (size_t i = 0; table && i < rob->segment_count; i++) {
        const char *name = rob->segments[i].header.name;
        uint32_t hash = 2166136261u;
        for (size_t k = 0; k < NAME_SIZE; k++)
            hash = (hash ^ (uint8_t)rq_lower(name[k])) * 16777619u;
        size_t slot = hash & (size - 1), tries = 0;
        for (; table[slot] && tries < 64; slot = (slot + 1) & (size - 1), tries++) {
            char a[NAME_SIZE + 1] = {0}, b[NAME_SIZE + 1] = {0}, text[NAME_TEXT];
            memcpy(a, name, NAME_SIZE);
            memcpy(b, rob->segments[table[slot] - 1].header.name, NAME_SIZE);
            segment_name(doc, &rob->segments[i], text, sizeof text);
            if (rq_casecmp(a, b) == 0)
                rq_find(doc, "duplicate-name", rob->segments[i].offset + 4, text,
                        "segments %u and %zu have one name", table[slot] - 1, i);
        }
        if (!table[slot])
            table[slot] = (uint32_t)i + 1;
    }
}

static bool rob_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_rob *rob = doc->root = rq_cur_get(doc, c, 1, sizeof *rob);
    if (!rob || !rq_rec_read(c, &rq_rob_header_rec, &rob->header))
        return false;
    if (memcmp(rob->header.magic, "OARC", 4) != 0)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "does not start with OARC");
    if (memcmp(rob->header.magic2, "OARD", 4) != 0)
        return rq_bad(c, RQ_CORRUPT, 12, "the segments do not start with OARD");
    uint32_t count = rob->header.num_segments;
    if (!rq_count(c, count, SEGMENT_SIZE, "num_segments"))
        return false;
    rob->segments = rq_cur_get(doc, c, count, sizeof *rob->segments);
    rob->segment_room = count;
    while (rob->segment_count < count && rq_ok(c)) {
        rq_enter(c, "segments", (int64_t)rob->segment_count);
        if (!read_segment(doc, c, &rob->segments[rob->segment_count++]))
            return false;
        rq_leave(c);
    }
    if (!rq_ok(c) || !read_end(doc, c, rob))
        return false;
    look_for_twins(doc, rob);
    return true;
}

static bool rob_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_rob *rob = doc->root;
    struct rq_rob_header h = rob->header;
    uint64_t payload = payload_size(rob);
    (void)err;
    if (payload > UINT32_MAX) {
        out->failed = RQ_LIMIT;
        return false;
    }
    h.num_segments = (uint32_t)rob->segment_count;
    if (!rob->odd_payload)
        h.payload_size = (uint32_t)payload;
    rq_rec_write(out, &rq_rob_header_rec, &h);
    for (size_t i = 0; i < rob->segment_count; i++) {
        const struct rq_rob_segment *s = &rob->segments[i];
        struct rq_rob_segment_header head = s->header;
        head.data_size = (uint32_t)s->data.size;
        if (!s->odd_total)
            head.total_size = head.data_size + SEGMENT_SIZE;
        rq_rec_write(out, &rq_rob_segment_header_rec, &head);
        rq_put_bytes(out, s->data);
    }
    if (!rob->no_end)
        rq_put(out, "END ", 4);
    rq_put_bytes(out, rob->trailing);
    return true;
}

/* ---- JSON ---- */

/* A model as its own document, so that a person can read and change it; what no model reader
 * brings back exactly as base64. */
static bool put_model(struct rq_shaper *shaper, const void *segment)
{
    const struct rq_rob_segment *s = segment;
    struct rq_doc *doc = shaper->doc;
    struct rq_json *j = shaper->j;
    struct rq_error ignored = {0};
    struct rq_options options = {
        .format = rq_format_by_name("model3d"), .alloc = doc->alloc, .codepage = doc->page};
    struct rq_doc *inner = j->depth < NEST_LIMIT ? rq_doc_read(s->data, &options, &ignored) : NULL;
    struct rq_out again = {.alloc = doc->alloc};
    bool exact =
        inner && rq_doc_write(inner, &again, &ignored) && rq_same(rq_out_bytes(&again), s->data);
    rq_out_free(&again);
    bool fine = true;
    if (ignored.code == RQ_NO_MEMORY) {
        fine = rq_fail(shaper->err, RQ_NO_MEMORY, 0, "rob", "out of memory");
    } else if (exact) {
        rq_json_key(j, shaper->member->name);
        fine = rq_doc_json(inner, j, shaper->err);
    } else {
        rq_json_key(j, "data");
        rq_json_base64(j, s->data);
    }
    rq_doc_free(inner);
    return fine;
}

static void take_model(struct rq_shaper *shaper, void *segment)
{
    struct rq_rob_segment *s = segment;
    struct rq_doc *doc = shaper->doc;
    struct rq_jr *jr = shaper->jr;
    struct rq_options options = {.alloc = doc->alloc, .codepage = doc->page};
    struct rq_doc *inner = rq_doc_from_jr(jr, &options);
    struct rq_out file = {.alloc = doc->alloc};
    if (inner && rq_doc_write(inner, &file, jr->ctx->err)) {
        s->data = (struct rq_bytes){
            (const uint8_t *)rq_arena_text(&doc->arena, (const char *)file.data, file.size),
            file.size};
        if (!s->data.data)
            rq_jr_bad(jr, "out of memory");
    }
    rq_out_free(&file);
    rq_doc_free(inner);
}

static bool has_data(const struct rq_shaper *s, const void *segment)
{
    (void)s;
    return ((const struct rq_rob_segment *)segment)->data.size != 0;
}

static const struct rq_member segment_members[] = {
    {RQ_VALUE("total_size", rq_rob_segment, header.total_size, u32),
     RQ_IF(rq_rob_segment, odd_total)},
    {RQ_RECORD(rq_rob_segment, header, rq_rob_segment_header_rec)},
    {RQ_HOOK("document", put_model, take_model), .when = has_data},
    {RQ_MEMBER("data", rq_rob_segment, data, BYTES), .when = rq_member_never},
};
static const struct rq_shape segment_shape = {
    RQ_SHAPE("segment", rq_rob_segment, RQ_IN_LINES, segment_members)};

static void finish_rob(struct rq_shaper *s, void *object)
{
    struct rq_rob *rob = object;
    (void)s;
    rob->segment_room = rob->segment_count;
}

static const struct rq_member rob_members[] = {
    {RQ_RECORD(rq_rob, header, rq_rob_header_rec)},
    {RQ_VALUE("payload_size", rq_rob, header.payload_size, u32), RQ_IF(rq_rob, odd_payload)},
    {RQ_LIST("segments", rq_rob, segments, segment_count, segment_shape)},
    {RQ_MEMBER("end", rq_rob, no_end, NOT), .optional = true},
    {RQ_MEMBER("trailing", rq_rob, trailing, BYTES)},
};
static const struct rq_shape rob_shape = {RQ_SHAPE("rob", rq_rob, RQ_IN_LINES, rob_members),
                                          .finish = finish_rob};

static bool rob_fresh(struct rq_doc *doc)
{
    struct rq_rob *rob = doc->root = rq_arena_get(&doc->arena, 1, sizeof *rob);
    if (rob)
        rob->header = (struct rq_rob_header){{'O', 'A', 'R', 'C'}, 4, 0, {'O', 'A', 'R', 'D'}, 0};
    return rob != NULL;
}

/* ---- entries ---- */

bool rq_rob_moves(struct rq_bytes data)
{
    return data.size >= 20 && data.data[0] == 'v' && rq_get32(data.data + 16) > 1;
}

static bool rob_entries(struct rq_doc *doc, const struct rq_entry **entries, size_t *count,
                        struct rq_error *err)
{
    const struct rq_rob *rob = doc->root;
    struct rq_entry *list = rq_arena_get(&doc->arena, rob->segment_count, sizeof *list);
    size_t n = 0;
    for (size_t i = 0; list && i < rob->segment_count; i++) {
        const struct rq_rob_segment *s = &rob->segments[i];
        char name[NAME_TEXT];
        if (!s->data.size)
            continue;
        bool named = segment_name(doc, s, name, sizeof name);
        list[n].bytes = s->data;
        list[n].name =
            rq_arena_printf(&doc->arena, "%s.%s", name, rq_rob_moves(s->data) ? "3DC" : "3D");
        if (!list[n++].name || !named)
            list = NULL;
    }
    *entries = list;
    *count = list ? n : 0;
    return list || rq_fail(err, RQ_NO_MEMORY, 0, "rob", "out of memory");
}

/* "PALM.3D" as the eight bytes of a segment's name. */
static bool stem_of(const struct rq_doc *doc, const char *name, char stem[NAME_SIZE],
                    struct rq_error *err)
{
    const char *dot = strrchr(name, '.');
    size_t bad = 0;
    if (!dot || (rq_casecmp(dot + 1, "3d") != 0 && rq_casecmp(dot + 1, "3dc") != 0))
        return rq_fail(err, RQ_USAGE, 0, name, "is not a model: NAME.3D or NAME.3DC expected");
    struct rq_out bytes = {.alloc = doc->alloc};
    struct rq_bytes utf8 = {(const uint8_t *)name, (size_t)(dot - name)};
    bool fine = rq_text_encode(&bytes, doc->page, utf8, &bad);
    if (bytes.failed)
        fine = rq_fail_out(err, &bytes);
    else if (!fine || bytes.size == 0 || bytes.size > NAME_SIZE)
        fine = rq_fail(err, RQ_USAGE, 0, name, "the name of a segment has 1 to 8 characters");
    memset(stem, 0, NAME_SIZE);
    for (size_t i = 0; fine && i < bytes.size; i++) {
        char c = (char)bytes.data[i];
        stem[i] = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
    rq_out_free(&bytes);
    return fine;
}

static struct rq_rob_segment *find_segment(const struct rq_rob *rob, const char stem[NAME_SIZE])
{
    for (size_t i = 0; i < rob->segment_count; i++) {
        char a[NAME_SIZE + 1] = {0}, b[NAME_SIZE + 1] = {0};
        memcpy(a, rob->segments[i].header.name, NAME_SIZE);
        memcpy(b, stem, NAME_SIZE);
        if (rq_casecmp(a, b) == 0)
            return &rob->segments[i];
    }
    return NULL;
}

static uint32_t larger(uint32_t box, int64_t reach)
{
    return reach > (int64_t)box ? (uint32_t)reach : box;
}

bool rq_rob_measure(const struct rq_doc *doc, struct rq_bytes data, struct rq_rob_segment_header *h,
                    struct rq_error *err)
{
    struct rq_options options = {.format = rq_format_by_name("model3d"), .alloc = doc->alloc};
    struct rq_doc *inner = rq_doc_read(data, &options, err);
    if (!inner)
        return false;
    const struct rq_model3d *m = rq_doc_root(inner, "model3d");
    memset(h->bbox_positive, 0, sizeof h->bbox_positive);
    memset(h->bbox_negative, 0, sizeof h->bbox_negative);
    for (uint32_t i = 0; i < m->vertex_count; i++)
        for (size_t k = 0; k < 3; k++) {
            h->bbox_positive[k] = larger(h->bbox_positive[k], m->vertices[i][k]);
            h->bbox_negative[k] = larger(h->bbox_negative[k], -(int64_t)m->vertices[i][k]);
        }
    for (size_t k = 0; k < 3; k++)
        h->bbox_extent[k] = h->bbox_positive[k] + h->bbox_negative[k];
    h->face_count_low[2] = (uint8_t)m->face_count;
    rq_doc_free(inner);
    return true;
}

static void rob_follows(struct rq_doc *doc, struct rq_follow *f)
{
    struct rq_rob *rob = doc->root;
    for (size_t i = 0; i < rob->segment_count; i++) {
        struct rq_rob_segment_header *h = &rob->segments[i].header, fresh = *h;
        struct rq_error ignored = {0};
        if (!rob->segments[i].data.size ||
            !rq_rob_measure(doc, rob->segments[i].data, &fresh, &ignored))
            continue;
        for (size_t k = 0; k < 3; k++) {
            rq_follow(f, &h->bbox_positive[k], 4, fresh.bbox_positive[k],
                      "segments/%zu/bbox_positive/%zu", i, k);
            rq_follow(f, &h->bbox_negative[k], 4, fresh.bbox_negative[k],
                      "segments/%zu/bbox_negative/%zu", i, k);
            rq_follow(f, &h->bbox_extent[k], 4, fresh.bbox_extent[k],
                      "segments/%zu/bbox_extent/%zu", i, k);
        }
        rq_follow(f, &h->face_count_low[2], 1, fresh.face_count_low[2],
                  "segments/%zu/face_count_low", i);
    }
}

static bool rob_put(struct rq_doc *doc, const char *name, struct rq_bytes data,
                    struct rq_error *err)
{
    struct rq_rob *rob = doc->root;
    struct rq_rob_segment fresh = {.header = {.unused_14 = 1}, .data = data};
    if (!rq_name_is_safe(name))
        return rq_fail(err, RQ_USAGE, 0, name, "is not a valid name for a segment");
    if (!stem_of(doc, name, fresh.header.name, err))
        return false;
    struct rq_rob_segment *s = find_segment(rob, fresh.header.name);
    if (!rq_rob_measure(doc, data, s ? &s->header : &fresh.header, err))
        return rq_fail(err, RQ_USAGE, 0, name, "is not a model that can be read");
    if (s) {
        s->data = data;
        s->odd_total = false;
        if (s->header.segment_type == RQ_ROB_EXTERNAL)
            s->header.segment_type = RQ_ROB_EMBEDDED;
    } else {
        size_t count = rob->segment_count;
        if (count >= rob->segment_room) {
            size_t room = count < 8 ? 16 : count * 2;
            struct rq_rob_segment *more = rq_arena_get(&doc->arena, room, sizeof *more);
            if (!more)
                return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
            if (count)
                memcpy(more, rob->segments, count * sizeof *more);
            rob->segments = more;
            rob->segment_room = room;
        }
        rob->segments[rob->segment_count++] = fresh;
    }
    rob->odd_payload = false;
    return true;
}

static bool rob_remove(struct rq_doc *doc, const char *name, struct rq_error *err)
{
    struct rq_rob *rob = doc->root;
    char stem[NAME_SIZE];
    if (!stem_of(doc, name, stem, err))
        return false;
    struct rq_rob_segment *s = find_segment(rob, stem);
    if (!s)
        return rq_fail(err, RQ_USAGE, 0, name, "is not in this archive");
    size_t at = (size_t)(s - rob->segments);
    memmove(s, s + 1, (rob->segment_count - at - 1) * sizeof *s);
    rob->segment_count--;
    rob->odd_payload = false;
    return true;
}

/* ---- facts ---- */

static bool rob_facts(struct rq_doc *doc)
{
    const struct rq_rob *rob = doc->root;
    size_t models = 0, moving = 0, references = 0;
    uint64_t bytes = 0;
    for (size_t i = 0; i < rob->segment_count; i++) {
        const struct rq_rob_segment *s = &rob->segments[i];
        models += s->data.size != 0;
        moving += rq_rob_moves(s->data);
        references += s->header.segment_type == RQ_ROB_EXTERNAL;
        bytes += s->data.size;
    }
    rq_fact_add(doc, "models", "%zu (%zu that move), %llu bytes", models, moving,
                (unsigned long long)bytes);
    rq_fact_add(doc, "references", "%zu to .3DC files", references);
    return true;
}

static const struct rq_facet_container container = {
    .entries = rob_entries,
    .put = rob_put,
    .remove = rob_remove,
};

static const struct rq_facet_scene scene = {
    .scene = rq_rob_scene,
    .from_scene = rq_rob_from_scene,
    .takes_morphs = true,
};

static const struct rq_format_record rob_records[] = {
    {&rq_rob_header_rec, "header"},
    {&rq_rob_segment_header_rec, "one for each segment, before its data"},
    {NULL, NULL},
};

static const struct rq_finding_kind rob_findings[] = {
    {"wrong-total-size", RQ_WARNING, "total_size of a segment is not data_size + 80",
     "data_size says where the segment ends. Whether the game reads total_size is not "
     "known; it is kept."},
    {"wrong-payload-size", RQ_WARNING, "payload_size is not that of the segments",
     "It is the size of the file less 24 in every file of the game. It is kept; what the "
     "game does with it is not known."},
    {"wrong-box", RQ_WARNING, "bbox_extent of a segment is not bbox_positive + bbox_negative",
     "It is the sum in every file of the game. It is kept; models can look or collide "
     "wrongly."},
    {"unknown-type", RQ_WARNING, "a segment of a type other than 0, 256 and 512",
     "The game has models (0, and 256 in MENU.ROB) and references to .3DC files (512). "
     "What it does with others is not known."},
    {"type-against-data", RQ_WARNING, "a reference with data, or a model without",
     "A segment of type 512 is the name of a .3DC file and has no data; the others hold a "
     "whole model."},
    {"duplicate-name", RQ_WARNING, "two segments have one name",
     "Maps name models: which of the two the game takes is not known. Extracting by name "
     "gives the first."},
    {"no-end", RQ_WARNING, "END is missing after the last segment",
     "Every file of the game has it."},
    {"trailing-bytes", RQ_WARNING, "bytes after END",
     "The game is not known to read them. They are kept when the file is written."},
    RQ_MODEL3D_IMPORT_FINDINGS,
    {NULL, RQ_WARNING, NULL, NULL},
};

/* Behind the segments stands END; in every file of the game payload_size is the file less 24. */
static uint64_t rob_extent(struct rq_bytes in, bool *exact)
{
    *exact = true;
    return in.size < HEADER_SIZE ? 0 : HEADER_SIZE + 4 + (uint64_t)rq_get32be(in.data + 16);
}

const struct rq_format rq_format_rob = {
    .info = {"rob", "Model archive", "redguard", "rob"},
    .detect = rob_detect,
    .extent = rob_extent,
    .read = rob_read,
    .write = rob_write,
    .records = rob_records,
    .findings = rob_findings,
    .no_rule = RQ_MODEL3D_IMPORT_IDS,
    .shape = &rob_shape,
    .follows = rob_follows,
    .facts = rob_facts,
    .fresh = rob_fresh,
    .container = &container,
    .scene = &scene,
    .salvage = &rq_rob_salvage,
};
