/* RIM V1.0: the game's own modules. Files of the game are padded or (*dx.rim) aligned, those of most
 * tools tight; what stands after the last resource is data where it is not the rule's. */
#include "formats/archive.h"
#include "formats/extent.h"
#include "formats/kotor/rim_parts.h"

#include <reliquary/rim.h>
#include <stdio.h>

RQ_RECORD_TABLE(rq_rim_header, RQ_RIM_HEADER);
RQ_RECORD_TABLE(rq_rim_key, RQ_RIM_KEY);

enum { HEADER_SIZE = 120, KEY_SIZE = 32, TAIL_SIZE = 10 };
enum { TABLE_ALIGN = 16, DATA_ALIGN = 4, DATA_GAP = 16, WIDE_ALIGN = 128 };

/* Everything that a named layout derives. */
struct rq_rim_places {
    uint32_t key_offset;
    uint32_t *offsets;
    size_t count;
    struct rq_strays strays;
};

static unsigned rim_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    return in.size >= 8 && memcmp(in.data, "RIM V1.0", 8) == 0 ? 64 : 0;
}

static const struct rq_resource_at resource_at = {RQ_RESOURCE_AT(rq_rim_resource, key, data)};

static struct rq_resref resref_at(const void *root, size_t index)
{
    return rq_resource_name(&resource_at, &((const struct rq_rim *)root)->resources[index]);
}

static uint32_t index_at(const void *root, size_t index)
{
    return ((const struct rq_rim *)root)->resources[index].key.index;
}

/* ---- reading ---- */

static bool read_resources(struct rq_doc *doc, struct rq_rim *rim, struct rq_cur *c)
{
    uint64_t count = rim->header.entry_count, total = 0;
    uint64_t from = rim->header.key_offset ? rim->header.key_offset : HEADER_SIZE;
    struct rq_cur keys = rq_sub(c, count ? from : 0, count * KEY_SIZE, "keys");
    rim->resources = rq_cur_get(doc, c, rim->header.entry_count, sizeof *rim->resources);
    rim->resource_room = rim->header.entry_count;
    for (uint32_t i = 0; i < count && rq_ok(c); i++) {
        struct rq_rim_resource *r = &rim->resources[rim->resource_count++];
        rq_enter(c, "keys", i);
        rq_rec_read(&keys, &rq_rim_key_rec, &r->key);
        struct rq_cur data = rq_sub(c, r->key.offset, r->key.size, "data");
        r->data = (struct rq_bytes){data.begin, r->key.size};
        total += r->key.size;
        if (rq_resource_shared(doc, total))
            return rq_bad(c, RQ_LIMIT, rq_tell(&keys) - 4,
                          "the resources share their data so often that they exceed the file");
        if (r->key.size)
            rq_note_at(c, data.begin, r->key.size, RQ_KIND_bytes, r->key.size, "data");
        rq_leave(c);
    }
    return rq_ok(c);
}

/* Bytes between and after the data that a named layout explains, for the dump. */
static void note_padding(struct rq_cur *c, const struct rq_rim *rim)
{
    uint64_t at = HEADER_SIZE + (uint64_t)rim->resource_count * KEY_SIZE;
    for (size_t i = 0; i <= rim->resource_count && c->ctx->trace; i++) {
        uint64_t end = (uint64_t)(c->end - c->base);
        uint64_t next = i < rim->resource_count ? rim->resources[i].key.offset : end;
        if (next > at && next - at < WIDE_ALIGN + DATA_GAP)
            rq_note_at(c, c->base + at, (size_t)(next - at), RQ_KIND_bytes, (size_t)(next - at),
                       "padding");
        if (i < rim->resource_count)
            at = next + rim->resources[i].key.size;
    }
}

static bool rim_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_rim *rim = doc->root = rq_cur_get(doc, c, 1, sizeof *rim);
    if (!rim || !rq_rec_read(c, &rq_rim_header_rec, &rim->header))
        return false;
    if (memcmp(rim->header.type, "RIM ", 4) != 0)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "type is \"%.4s\"; RIM expected", rim->header.type);
    if (memcmp(rim->header.version, "V1.0", 4) != 0)
        return rq_bad(c, RQ_UNSUPPORTED, 4, "version is \"%.4s\", \"V1.0\" expected",
                      rim->header.version);
    rim->zero_key_offset = rim->header.key_offset == 0;
    if (!read_resources(doc, rim, c))
        return false;
    note_padding(c, rim);
    rq_resource_check(doc, index_at, rim->resource_count);
    rq_resref_check(doc, resref_at, rim->resource_count, "keys");
    return true;
}

/* ---- writing ---- */

static uint64_t up_to(uint64_t at, uint64_t step)
{
    return (at + step - 1) / step * step;
}

/* Where the data after `end` starts: the table's end, or that of other data. */
static uint64_t data_start(enum rq_rim_layout layout, uint64_t end, bool first)
{
    if (layout == RQ_RIM_PADDED)
        return first ? up_to(end, TABLE_ALIGN) : up_to(end, DATA_ALIGN) + DATA_GAP;
    if (layout == RQ_RIM_ALIGNED)
        return up_to(first ? end : end + DATA_GAP, WIDE_ALIGN);
    return end;
}

/* The zeros after the last resource. */
static size_t tail_size(const struct rq_rim *rim, enum rq_rim_layout layout)
{
    return layout == RQ_RIM_TIGHT || !rim->resource_count ? 0 : TAIL_SIZE;
}

static void put_key(struct rq_out *out, const struct rq_rim_resource *r, uint64_t offset)
{
    struct rq_rim_key key = r->key;
    key.offset = (uint32_t)offset;
    key.size = (uint32_t)r->data.size;
    if (offset > UINT32_MAX || r->data.size > UINT32_MAX)
        out->failed = RQ_LIMIT;
    rq_rec_write(out, &rq_rim_key_rec, &key);
}

static void put_header(const struct rq_rim *rim, struct rq_out *out, uint32_t key_offset)
{
    struct rq_rim_header h = rim->header;
    h.entry_count = (uint32_t)rim->resource_count;
    h.key_offset = key_offset;
    rq_rec_write(out, &rq_rim_header_rec, &h);
}

static void put_tables(const struct rq_rim *rim, enum rq_rim_layout layout, struct rq_out *out)
{
    size_t count = rim->resource_count;
    uint64_t at = data_start(layout, HEADER_SIZE + (uint64_t)count * KEY_SIZE, true);
    put_header(rim, out, rim->zero_key_offset ? 0 : HEADER_SIZE);
    for (size_t i = 0; i < count; i++) {
        put_key(out, &rim->resources[i], at);
        at = data_start(layout, at + rim->resources[i].data.size, false);
    }
}

/* All but what follows the last resource. */
static void put_named(const struct rq_rim *rim, enum rq_rim_layout layout, struct rq_out *out)
{
    uint64_t end = HEADER_SIZE + (uint64_t)rim->resource_count * KEY_SIZE;
    put_tables(rim, layout, out);
    for (size_t i = 0; i < rim->resource_count; i++) {
        uint64_t at = data_start(layout, end, i == 0);
        rq_put_zeros(out, (size_t)(at - end));
        rq_put_bytes(out, rim->resources[i].data);
        end = at + rim->resources[i].data.size;
    }
}

static void put_all(const struct rq_rim *rim, struct rq_out *out)
{
    put_named(rim, rim->layout, out);
    if (rim->has_tail)
        rq_put_bytes(out, rim->tail);
    else
        rq_put_zeros(out, tail_size(rim, rim->layout));
}

static bool is_zero(struct rq_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        if (bytes.data[i])
            return false;
    return true;
}

/* Where the data of a layout ends when it gives the source up to there, or 0. Only the tables are
 * written to see that. */
static size_t fitting_size(const struct rq_doc *doc, const struct rq_rim *rim,
                           enum rq_rim_layout layout, struct rq_out *tables)
{
    uint64_t end = HEADER_SIZE + (uint64_t)rim->resource_count * KEY_SIZE;
    put_tables(rim, layout, tables);
    bool fits = !tables->failed && rq_same_at(doc->source, 0, rq_out_bytes(tables));
    for (size_t i = 0; fits && i < rim->resource_count; i++) {
        uint64_t at = data_start(layout, end, i == 0);
        fits = rq_same_at(doc->source, at, rim->resources[i].data) &&
               is_zero((struct rq_bytes){doc->source.data + end, (size_t)(at - end)});
        end = at + rim->resources[i].data.size;
    }
    return fits ? (size_t)end : 0;
}

/* Takes the layout when it gives the source, up to what follows the last resource. */
static bool settle_named(struct rq_doc *doc, struct rq_rim *rim, enum rq_rim_layout layout,
                         struct rq_out *tables)
{
    rq_out_cut(tables, 0);
    size_t size = fitting_size(doc, rim, layout, tables);
    if (!size)
        return false;
    rim->layout = layout;
    rim->tail = (struct rq_bytes){doc->source.data + size, doc->source.size - size};
    rim->has_tail = rim->tail.size != tail_size(rim, layout) || !is_zero(rim->tail);
    if (!is_zero(rim->tail) || rim->tail.size >= DATA_GAP + DATA_ALIGN)
        rq_find(doc, "trailing-bytes", size, "rim", "%zu bytes after the last resource",
                rim->tail.size);
    return true;
}

/* Header, table and data at their recorded places, in the document's arena. */
static struct rq_block *place_blocks(struct rq_doc *doc, const struct rq_rim *rim,
                                     struct rq_out *head)
{
    const struct rq_rim_places *p = rim->places;
    struct rq_block *blocks = rq_arena_get(&doc->arena, rim->resource_count + 2, sizeof *blocks);
    put_header(rim, head, p->key_offset);
    for (size_t i = 0; i < rim->resource_count; i++)
        put_key(head, &rim->resources[i], p->offsets[i]);
    if (!blocks || head->failed)
        return NULL;
    blocks[0] = (struct rq_block){0, {head->data, HEADER_SIZE}};
    blocks[1] = (struct rq_block){p->key_offset ? p->key_offset : HEADER_SIZE,
                                  {head->data + HEADER_SIZE, head->size - HEADER_SIZE}};
    for (size_t i = 0; i < rim->resource_count; i++)
        blocks[i + 2] = (struct rq_block){p->offsets[i], rim->resources[i].data};
    return blocks;
}

static bool settle_explicit(struct rq_doc *doc, struct rq_rim *rim)
{
    struct rq_rim_places *p = rq_arena_get(&doc->arena, 1, sizeof *p);
    struct rq_out head = {.alloc = doc->alloc};
    if (!p || !(p->offsets = rq_arena_get(&doc->arena, rim->resource_count, 4)))
        return false;
    p->key_offset = rim->header.key_offset;
    p->count = rim->resource_count;
    for (size_t i = 0; i < p->count; i++)
        p->offsets[i] = rim->resources[i].key.offset;
    rim->places = p;
    struct rq_block *blocks = place_blocks(doc, rim, &head);
    bool fine = blocks && rq_blocks_strays(doc, blocks, rim->resource_count + 2, &p->strays);
    rq_out_free(&head);
    if (!fine)
        return false;
    rim->layout = RQ_RIM_EXPLICIT;
    rq_find(doc, "explicit-layout", 0, "rim", "blocks stand in no known order");
    return true;
}

/* False without an error when the archive no longer fits its recorded places. */
static bool put_explicit(struct rq_doc *doc, struct rq_rim *rim, struct rq_out *out,
                         struct rq_error *err)
{
    struct rq_out head = {.alloc = doc->alloc};
    if (!rim->places || rim->places->count != rim->resource_count)
        return false;
    struct rq_block *blocks = place_blocks(doc, rim, &head);
    bool fine = blocks ? rq_blocks_write(doc, blocks, rim->resource_count + 2, &rim->places->strays,
                                         out, err)
                       : rq_fail_out(err, &head);
    rq_out_free(&head);
    return fine;
}

/* False with or without an error: without memory, or in no named layout. */
static bool settle_any_named(struct rq_doc *doc, struct rq_rim *rim, struct rq_error *err)
{
    static const enum rq_rim_layout named[] = {RQ_RIM_PADDED, RQ_RIM_ALIGNED, RQ_RIM_TIGHT};
    struct rq_out tables = {.alloc = doc->alloc};
    bool settled = rim->layout != RQ_RIM_UNSETTLED;
    for (size_t i = 0; !settled && !tables.failed && i < sizeof named / sizeof named[0]; i++)
        settled = settle_named(doc, rim, named[i], &tables);
    if (tables.failed)
        rq_fail_out(err, &tables);
    rq_out_free(&tables);
    return settled;
}

static bool rim_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_rim *rim = doc->root;
    if (!settle_any_named(doc, rim, err)) {
        if (err->code)
            return false;
        if (!settle_explicit(doc, rim))
            return rq_fail(err, RQ_NO_MEMORY, 0, "rim", "no memory for the layout of this file");
    }
    if (rim->layout == RQ_RIM_EXPLICIT) {
        if (put_explicit(doc, rim, out, err))
            return true;
        if (err->code)
            return false;
        /* Edited: the recorded places don't hold any more. */
        rim->layout = RQ_RIM_PADDED;
    }
    if (!out->failed)
        put_all(rim, out);
    return !out->failed;
}

static bool rim_settle(struct rq_doc *doc, struct rq_error *err)
{
    return settle_any_named(doc, doc->root, err) || (!err->code && rq_settle_by_writing(doc, err));
}

/* ---- JSON ---- */

static const char *const layout_names[] = {"", "padded", "aligned", "tight", "explicit"};

static const struct rq_member places_members[] = {
    {RQ_VALUE("keys", rq_rim_places, key_offset, u32)},
    {RQ_VALUES("data", rq_rim_places, offsets, count, u32)},
    {RQ_INLINE(rq_rim_places, strays, rq_strays_shape)},
};
static const struct rq_shape places_shape = {
    RQ_SHAPE("places", rq_rim_places, RQ_IN_LINES, places_members)};

static const struct rq_member resource_members[] = {
    {RQ_RESOURCE_NAME(resource_at)},
    {RQ_RESOURCE_KEY(rq_rim_resource, key, rq_rim_key_rec, resource_at)},
    {RQ_MEMBER("index", rq_rim_resource, key.index, INDEX)},
    {RQ_RESOURCE_DOCUMENT(resource_at)},
    {RQ_RESOURCE_DATA(rq_rim_resource, data)},
};
static const struct rq_shape resource_shape = {
    RQ_SHAPE("resource", rq_rim_resource, RQ_IN_LINES, resource_members)};

static bool is_explicit(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return ((const struct rq_rim *)object)->layout == RQ_RIM_EXPLICIT;
}

static bool is_named(const struct rq_shaper *s, const void *object)
{
    return !is_explicit(s, object);
}

static const struct rq_member rim_members[] = {
    {RQ_RECORD(rq_rim, header, rq_rim_header_rec), .page = RQ_CP1252},
    {RQ_CHOICE("layout", rq_rim, layout, layout_names)},
    {RQ_BRANCH("places", rq_rim, places, places_shape), .when = is_explicit},
    {RQ_MEMBER("zero_key_offset", rq_rim, zero_key_offset, BOOL), .optional = true,
     .when = is_named},
    {RQ_MEMBER("tail", rq_rim, tail, BYTES), RQ_IF(rq_rim, has_tail), .when = is_named},
    {RQ_LIST("resources", rq_rim, resources, resource_count, resource_shape)},
};
static const struct rq_shape rim_shape = {RQ_SHAPE("rim", rq_rim, RQ_IN_LINES, rim_members)};

static bool rim_fresh(struct rq_doc *doc)
{
    struct rq_rim *rim = doc->root = rq_arena_get(&doc->arena, 1, sizeof *rim);
    if (!rim)
        return false;
    memcpy(rim->header.type, "RIM ", 4);
    memcpy(rim->header.version, "V1.0", 4);
    rim->layout = RQ_RIM_PADDED;
    return true;
}

/* ---- entries ---- */

/* As the engine finds it: by the index of its key. */
static struct rq_bytes data_at(const void *root, size_t index)
{
    const struct rq_rim *rim = root;
    uint32_t stored = rim->resources[index].key.index;
    return rim->resources[stored < rim->resource_count ? stored : index].data;
}

/* Before a change: every key gets its position for an index, and keeps the data that it had. */
static bool number_keys(struct rq_doc *doc, struct rq_rim *rim, struct rq_error *err)
{
    size_t numbered = 0;
    while (numbered < rim->resource_count && rim->resources[numbered].key.index == numbered)
        numbered++;
    if (numbered == rim->resource_count)
        return true;
    struct rq_bytes *data = rq_arena_get(&doc->arena, rim->resource_count, sizeof *data);
    if (!data)
        return rq_fail(err, RQ_NO_MEMORY, 0, "rim", "out of memory");
    for (size_t i = 0; i < rim->resource_count; i++)
        data[i] = data_at(rim, i);
    for (size_t i = 0; i < rim->resource_count; i++) {
        rim->resources[i].data = data[i];
        rim->resources[i].key.index = (uint32_t)i;
    }
    return true;
}

static bool rim_entries(struct rq_doc *doc, const struct rq_entry **entries, size_t *count,
                        struct rq_error *err)
{
    *count = ((const struct rq_rim *)doc->root)->resource_count;
    return rq_resource_entries(doc, resref_at, data_at, *count, entries, err);
}

static bool rim_put(struct rq_doc *doc, const char *name, struct rq_bytes data,
                    struct rq_error *err)
{
    struct rq_rim *rim = doc->root;
    struct rq_resref ref;
    /* Taking a bad name out must stay possible; putting one in is not. */
    if (!rq_name_is_safe(name))
        return rq_fail(err, RQ_USAGE, 0, name, "is not a valid name for a resource");
    if (!rq_resref_parse(name, &ref, err) || !number_keys(doc, rim, err))
        return false;
    size_t at = rq_resref_find(rim, resref_at, rim->resource_count, &ref);
    if (at != SIZE_MAX) {
        rim->resources[at].data = data;
        return true;
    }
    struct rq_rim_resource *more = rq_resource_more(
        doc, rim->resources, rim->resource_count, &rim->resource_room, sizeof *rim->resources, err);
    if (!more)
        return false;
    rim->resources = more;
    struct rq_rim_resource *r = &more[rim->resource_count];
    *r = (struct rq_rim_resource){.key = {.index = (uint32_t)rim->resource_count}, .data = data};
    rq_resource_rename(&resource_at, r, &ref);
    rim->resource_count++;
    return true;
}

static bool rim_remove(struct rq_doc *doc, const char *name, struct rq_error *err)
{
    struct rq_rim *rim = doc->root;
    struct rq_resref ref;
    if (!rq_resref_parse(name, &ref, err))
        return false;
    size_t at = rq_resref_find(rim, resref_at, rim->resource_count, &ref);
    if (at == SIZE_MAX)
        return rq_fail(err, RQ_USAGE, 0, name, "is not in this archive");
    if (!number_keys(doc, rim, err))
        return false;
    for (size_t i = at + 1; i < rim->resource_count; i++) {
        rim->resources[i - 1] = rim->resources[i];
        rim->resources[i - 1].key.index = (uint32_t)(i - 1);
    }
    rim->resource_count--;
    return true;
}

/* ---- facts ---- */

static bool rim_facts(struct rq_doc *doc)
{
    const struct rq_rim *rim = doc->root;
    struct rq_error ignored = {0};
    uint64_t bytes = 0;
    for (size_t i = 0; i < rim->resource_count; i++)
        bytes += rim->resources[i].data.size;
    rq_fact_add(doc, "resources", "%zu, %llu bytes", rim->resource_count,
                (unsigned long long)bytes);
    if (rim_settle(doc, &ignored))
        rq_fact_add(doc, "layout", "%s", layout_names[rim->layout]);
    return true;
}

static const struct rq_facet_container container = {
    .entries = rim_entries,
    .put = rim_put,
    .remove = rim_remove,
};

static const struct rq_format_record rim_records[] = {
    {&rq_rim_header_rec, "header"}, {&rq_rim_key_rec, "one for each resource"}, {NULL, NULL}};

static const struct rq_finding_kind rim_findings[] = {
    {"explicit-layout", RQ_INFO, "blocks stand where no named layout puts them",
     "The game reads any order. The places are kept until the archive is changed."},
    {"trailing-bytes", RQ_WARNING, "bytes after the last resource that no layout has there",
     "The game does not read them. They are kept when the file is written."},
    RQ_ARCHIVE_FINDINGS,
    {NULL, RQ_WARNING, NULL, NULL},
};

/* Zeros may follow. */
static uint64_t rim_extent(struct rq_bytes in, bool *exact)
{
    *exact = false;
    if (in.size < HEADER_SIZE)
        return 0;
    uint64_t keys = rq_get32(in.data + 16);
    struct rq_extent_table places = {
        keys ? keys : HEADER_SIZE, rq_get32(in.data + 12), KEY_SIZE, 24, 28, 0};
    return rq_extent_places(in, &places, exact);
}

const struct rq_format rq_format_rim = {
    .info = {"rim", "Module V1.0", "kotor", "rim"},
    .detect = rim_detect,
    .extent = rim_extent,
    .read = rim_read,
    .write = rim_write,
    .settle = rim_settle,
    .records = rim_records,
    .findings = rim_findings,
    .no_rule = "explicit-layout trailing-bytes",
    .shape = &rim_shape,
    .facts = rim_facts,
    .fresh = rim_fresh,
    .container = &container,
    .salvage = &rq_rim_salvage,
};
