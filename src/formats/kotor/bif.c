/* BIF V1: resources by number. A resource has a type, its name is in the key. Read and written
 * here for BZF as well, which packs each resource. */
#include "formats/extent.h"
#include "formats/kotor/bif_parts.h"

#include <stdio.h>

RQ_RECORD_TABLE(rq_bif_header, RQ_BIF_HEADER);
RQ_RECORD_TABLE(rq_bif_variable, RQ_BIF_VARIABLE);
RQ_RECORD_TABLE(rq_bif_fixed, RQ_BIF_FIXED);

enum { HEADER_SIZE = 20, VARIABLE_SIZE = 16, FIXED_SIZE = 20, ALIGN = 4 };
enum { NUMBER_BITS = RQ_BIF_NUMBER_BITS, FIXED_BITS = 14, INDEX_DIGITS = 5 };

/* The engine finds a resource by the low 14 bits of its id. */
enum { ENGINE_INDICES = 1 << 14 };

static unsigned bif_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    return in.size >= 8 && memcmp(in.data, "BIFFV1", 6) == 0 ? 64 : 0;
}

uint32_t rq_bif_id(const struct rq_bif *bif, size_t index)
{
    size_t variables = rq_bif_variables(bif);
    uint32_t low = (uint32_t)(index < variables ? index : (index - variables + 1) << FIXED_BITS);
    return bif->number << NUMBER_BITS | low;
}

void rq_bif_name(const struct rq_bif *bif, size_t index, char text[RQ_BIF_NAME])
{
    char extension[RQ_RESTYPE_TEXT];
    size_t variables = rq_bif_variables(bif);
    rq_restype_extension(bif->resources[index].type, extension);
    snprintf(text, RQ_BIF_NAME, "%s%0*u.%s", index < variables ? "" : RQ_BIF_FIXED_NAME,
             INDEX_DIGITS, (unsigned)(index < variables ? index : index - variables), extension);
}

/* ---- reading ---- */

static void read_resource(struct rq_cur *table, struct rq_bif_resource *r, bool fixed,
                          uint64_t *size)
{
    struct rq_bif_variable v = {0};
    struct rq_bif_fixed f = {0};
    if (fixed) {
        rq_rec_read(table, &rq_bif_fixed_rec, &f);
        *r = (struct rq_bif_resource){f.id, f.type, f.parts, f.part_size, f.offset, {0}, {0}};
        *size = (uint64_t)f.parts * f.part_size;
    } else {
        rq_rec_read(table, &rq_bif_variable_rec, &v);
        *r = (struct rq_bif_resource){v.id, v.type, 0, 0, v.offset, {0}, {0}};
        *size = v.size;
    }
}

static bool read_resources(struct rq_doc *doc, struct rq_bif *bif, struct rq_cur *c)
{
    const struct rq_bif_header *h = &bif->header;
    uint64_t count = (uint64_t)h->variable_count + h->fixed_count, total = 0, size = 0;
    uint64_t bytes =
        (uint64_t)h->variable_count * VARIABLE_SIZE + (uint64_t)h->fixed_count * FIXED_SIZE;
    struct rq_cur table = rq_sub(c, count ? h->table_offset : 0, bytes, "tables");
    bif->resources = rq_cur_get(doc, c, (size_t)count, sizeof *bif->resources);
    bif->resource_room = (size_t)count;
    bif->fixed_count = h->fixed_count;
    for (uint64_t i = 0; i < count && rq_ok(c); i++) {
        struct rq_bif_resource *r = &bif->resources[bif->resource_count++];
        bool fixed = i >= h->variable_count;
        rq_enter(c, fixed ? "fixed" : "variable", (int64_t)(fixed ? i - h->variable_count : i));
        read_resource(&table, r, fixed, &size);
        struct rq_cur data = rq_sub(c, r->offset, rq_bif_packs(doc) ? 0 : size, "data");
        r->data = (struct rq_bytes){data.begin, (size_t)size};
        total += size;
        if (!rq_bif_packs(doc) && rq_resource_shared(doc, total))
            return rq_bad(c, RQ_LIMIT, rq_tell(&table) - 8,
                          "the resources share their data so often that they exceed the file");
        if (size && !rq_bif_packs(doc))
            rq_note_at(c, data.begin, (size_t)size, RQ_KIND_bytes, (size_t)size, "data");
        rq_leave(c);
    }
    return rq_ok(c);
}

/* The few bytes before a resource that its alignment explains, for the dump. */
static void note_padding(struct rq_cur *c, const struct rq_bif *bif)
{
    uint64_t at = HEADER_SIZE + (uint64_t)rq_bif_variables(bif) * VARIABLE_SIZE +
                  (uint64_t)bif->fixed_count * FIXED_SIZE;
    for (size_t i = 0; i < bif->resource_count && c->ctx->trace; i++) {
        const struct rq_bif_resource *r = &bif->resources[i];
        if (r->offset > at && r->offset - at < ALIGN)
            rq_note_at(c, c->base + at, (size_t)(r->offset - at), RQ_KIND_bytes,
                       (size_t)(r->offset - at), "padding");
        at = (uint64_t)r->offset + r->data.size;
    }
}

bool rq_bif_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_bif *bif = doc->root = rq_cur_get(doc, c, 1, sizeof *bif);
    if (!bif || !rq_rec_read(c, &rq_bif_header_rec, &bif->header))
        return false;
    bool known = memcmp(bif->header.type, "BIFF", 4) == 0 ||
                 (rq_bif_packs(doc) && memcmp(bif->header.type, "BZF ", 4) == 0);
    if (!known)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "type is \"%.4s\"; BIFF expected", bif->header.type);
    if (memcmp(bif->header.version, "V1  ", 4) != 0)
        return rq_bad(c, RQ_UNSUPPORTED, 4, "version is \"%.4s\", \"V1  \" expected",
                      bif->header.version);
    if (!read_resources(doc, bif, c))
        return false;
    if (rq_bif_variables(bif))
        bif->number = bif->resources[0].id >> NUMBER_BITS;
    if (rq_bif_packs(doc) && !rq_bzf_unpack(doc, bif, c))
        return false;
    if (!rq_bif_packs(doc))
        note_padding(c, bif);
    if (rq_bif_variables(bif) > ENGINE_INDICES)
        rq_find(doc, "high-index", 8, "header",
                "%zu variable resources; the game looks at the low 14 bits of a number only",
                rq_bif_variables(bif));
    if (bif->fixed_count)
        rq_find(doc, "fixed-resource", 12, "header",
                "%zu fixed resources, which the game does not look at", bif->fixed_count);
    return true;
}

/* ---- writing ---- */

static struct rq_bytes stored(const struct rq_doc *doc, const struct rq_bif_resource *r)
{
    return rq_bif_packs(doc) ? r->packed : r->data;
}

static uint64_t aligned(enum rq_bif_layout layout, uint64_t at)
{
    return layout == RQ_BIF_ALIGNED ? (at + ALIGN - 1) / ALIGN * ALIGN : at;
}

static uint64_t tables_end(const struct rq_bif *bif)
{
    return HEADER_SIZE + (uint64_t)rq_bif_variables(bif) * VARIABLE_SIZE +
           (uint64_t)bif->fixed_count * FIXED_SIZE;
}

static void put_header(const struct rq_bif *bif, struct rq_out *out, uint32_t table_offset)
{
    struct rq_bif_header h = bif->header;
    h.variable_count = (uint32_t)rq_bif_variables(bif);
    h.fixed_count = (uint32_t)bif->fixed_count;
    h.table_offset = table_offset;
    rq_rec_write(out, &rq_bif_header_rec, &h);
}

static void put_record(const struct rq_bif *bif, size_t index, struct rq_out *out, uint64_t offset)
{
    const struct rq_bif_resource *r = &bif->resources[index];
    if (offset > UINT32_MAX || r->data.size > UINT32_MAX)
        out->failed = RQ_LIMIT;
    if (index < rq_bif_variables(bif)) {
        struct rq_bif_variable v = {r->id, (uint32_t)offset, (uint32_t)r->data.size, r->type};
        rq_rec_write(out, &rq_bif_variable_rec, &v);
        return;
    }
    struct rq_bif_fixed f = {r->id, (uint32_t)offset, r->parts, r->part_size, r->type};
    /* Other data than was read is one part. */
    if ((uint64_t)f.parts * f.part_size != r->data.size) {
        f.parts = 1;
        f.part_size = (uint32_t)r->data.size;
    }
    rq_rec_write(out, &rq_bif_fixed_rec, &f);
}

static void put_named(struct rq_doc *doc, const struct rq_bif *bif, struct rq_out *out)
{
    uint64_t end = tables_end(bif), at = aligned(bif->layout, end);
    put_header(bif, out, HEADER_SIZE);
    for (size_t i = 0; i < bif->resource_count; i++) {
        put_record(bif, i, out, at);
        at = aligned(bif->layout, at + stored(doc, &bif->resources[i]).size);
    }
    for (size_t i = 0; i < bif->resource_count; i++) {
        at = aligned(bif->layout, end);
        rq_put_zeros(out, (size_t)(at - end));
        rq_put_bytes(out, stored(doc, &bif->resources[i]));
        end = at + stored(doc, &bif->resources[i]).size;
    }
    rq_put_bytes(out, bif->tail);
}

/* Everything but offsets and gaps comes back as it was read: those are all that is looked at. */
static bool settle_named(struct rq_doc *doc, struct rq_bif *bif, enum rq_bif_layout layout)
{
    uint64_t end = tables_end(bif);
    if (bif->header.table_offset != HEADER_SIZE)
        return false;
    for (size_t i = 0; i < bif->resource_count; i++) {
        uint64_t at = aligned(layout, end);
        if (bif->resources[i].offset != at)
            return false;
        for (; end < at; end++)
            if (end >= doc->source.size || doc->source.data[end])
                return false;
        end = at + stored(doc, &bif->resources[i]).size;
    }
    if (end > doc->source.size)
        return false;
    bif->layout = layout;
    bif->tail = (struct rq_bytes){doc->source.data + end, doc->source.size - (size_t)end};
    if (bif->tail.size)
        rq_find(doc, "trailing-bytes", end, doc->format->info.name,
                "%zu bytes after the last resource", bif->tail.size);
    return true;
}

/* Header, tables and data at their recorded places, in the document's arena. */
static struct rq_block *place_blocks(struct rq_doc *doc, const struct rq_bif *bif,
                                     struct rq_out *head)
{
    const struct rq_bif_places *p = bif->places;
    struct rq_block *blocks = rq_arena_get(&doc->arena, bif->resource_count + 2, sizeof *blocks);
    put_header(bif, head, p->table_offset);
    for (size_t i = 0; i < bif->resource_count; i++)
        put_record(bif, i, head, p->offsets[i]);
    if (!blocks || head->failed)
        return NULL;
    blocks[0] = (struct rq_block){0, {head->data, HEADER_SIZE}};
    blocks[1] =
        (struct rq_block){p->table_offset, {head->data + HEADER_SIZE, head->size - HEADER_SIZE}};
    for (size_t i = 0; i < bif->resource_count; i++)
        blocks[i + 2] = (struct rq_block){p->offsets[i], stored(doc, &bif->resources[i])};
    return blocks;
}

static bool settle_explicit(struct rq_doc *doc, struct rq_bif *bif)
{
    struct rq_bif_places *p = rq_arena_get(&doc->arena, 1, sizeof *p);
    struct rq_out head = {.alloc = doc->alloc};
    if (!p || !(p->offsets = rq_arena_get(&doc->arena, bif->resource_count, 4)))
        return false;
    p->table_offset = bif->header.table_offset;
    p->count = bif->resource_count;
    for (size_t i = 0; i < p->count; i++)
        p->offsets[i] = bif->resources[i].offset;
    bif->places = p;
    struct rq_block *blocks = place_blocks(doc, bif, &head);
    bool fine = blocks && rq_blocks_strays(doc, blocks, bif->resource_count + 2, &p->strays);
    rq_out_free(&head);
    if (!fine)
        return false;
    bif->layout = RQ_BIF_EXPLICIT;
    rq_find(doc, "explicit-layout", 0, doc->format->info.name, "blocks stand in no known order");
    return true;
}

/* False without an error when the archive no longer fits its recorded places. */
static bool put_explicit(struct rq_doc *doc, struct rq_bif *bif, struct rq_out *out,
                         struct rq_error *err)
{
    struct rq_out head = {.alloc = doc->alloc};
    if (!bif->places || bif->places->count != bif->resource_count)
        return false;
    struct rq_block *blocks = place_blocks(doc, bif, &head);
    bool fine = blocks ? rq_blocks_write(doc, blocks, bif->resource_count + 2, &bif->places->strays,
                                         out, err)
                       : rq_fail(err, RQ_NO_MEMORY, 0, doc->format->info.name, "out of memory");
    rq_out_free(&head);
    return fine;
}

/* Streams of what was put into a BZF belong to its layout. */
bool rq_bif_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_bif *bif = doc->root;
    bool settled = bif->layout || settle_named(doc, bif, RQ_BIF_TIGHT) ||
                   settle_named(doc, bif, RQ_BIF_ALIGNED) || settle_explicit(doc, bif) ||
                   rq_fail(err, RQ_NO_MEMORY, 0, doc->format->info.name,
                           "no memory for the layout of this file");
    return settled && (!rq_bif_packs(doc) || rq_bzf_pack(doc, bif, err));
}

bool rq_bif_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_bif *bif = doc->root;
    if (!rq_bif_settle(doc, err))
        return false;
    if (bif->layout == RQ_BIF_EXPLICIT) {
        if (put_explicit(doc, bif, out, err))
            return true;
        if (err->code)
            return false;
        /* Edited: the recorded places don't hold any more. */
        bif->layout = RQ_BIF_TIGHT;
    }
    put_named(doc, bif, out);
    return !out->failed;
}

/* ---- entries ---- */

bool rq_bif_entries(struct rq_doc *doc, const struct rq_entry **entries, size_t *count,
                    struct rq_error *err)
{
    const struct rq_bif *bif = doc->root;
    struct rq_entry *list = rq_arena_get(&doc->arena, bif->resource_count, sizeof *list);
    for (size_t i = 0; list && i < bif->resource_count; i++) {
        char name[RQ_BIF_NAME];
        rq_bif_name(bif, i, name);
        list[i].name = rq_arena_text(&doc->arena, name, strlen(name));
        list[i].bytes = bif->resources[i].data;
        if (!list[i].name)
            list = NULL;
    }
    *entries = list;
    *count = list ? bif->resource_count : 0;
    return list || rq_fail(err, RQ_NO_MEMORY, 0, doc->format->info.name, "out of memory");
}

/* The number that a name begins with; false when it is a name of another kind. */
static bool parse_number(const char *name, size_t *number)
{
    size_t digits = 0;
    *number = 0;
    for (; name[digits] >= '0' && name[digits] <= '9' && digits < 9; digits++)
        *number = *number * 10 + (size_t)(name[digits] - '0');
    return digits >= INDEX_DIGITS && name[digits] == '.';
}

/* The position of a numbered name; SIZE_MAX for another. */
static bool find_number(const struct rq_bif *bif, const char *name, uint32_t type, size_t *at,
                        struct rq_error *err)
{
    size_t variables = rq_bif_variables(bif);
    bool fixed = strncmp(name, RQ_BIF_FIXED_NAME, strlen(RQ_BIF_FIXED_NAME)) == 0;
    size_t first = fixed ? variables : 0, count = fixed ? bif->fixed_count : variables;
    size_t number;
    *at = SIZE_MAX;
    if (!parse_number(name + (fixed ? strlen(RQ_BIF_FIXED_NAME) : 0), &number))
        return true;
    if (number > count || (fixed && number == count))
        return rq_fail(err, RQ_USAGE, 0, name, "has no such number: there are %zu resources",
                       count);
    if (number < count && bif->resources[first + number].type != type) {
        char now[RQ_BIF_NAME];
        rq_bif_name(bif, first + number, now);
        return rq_fail(err, RQ_USAGE, 0, name, "is of another type than %s", now);
    }
    *at = number < count ? first + number : SIZE_MAX;
    return true;
}

static bool type_of(const char *name, uint32_t *type, struct rq_error *err)
{
    const char *dot = strrchr(name, '.');
    return (dot && rq_restype_id(dot + 1, type)) ||
           rq_fail(err, RQ_USAGE, 0, name, "has no extension that the game knows");
}

bool rq_bif_put(struct rq_doc *doc, const char *name, struct rq_bytes data, struct rq_error *err)
{
    struct rq_bif *bif = doc->root;
    uint32_t type = 0;
    size_t at, variables = rq_bif_variables(bif);
    if (!rq_name_is_safe(name))
        return rq_fail(err, RQ_USAGE, 0, name, "is not a valid name for a resource");
    if (!type_of(name, &type, err) || !find_number(bif, name, type, &at, err))
        return false;
    /* What is put into a BZF is packed into memory of the document. */
    if (rq_bif_packs(doc) && doc->arena.limit)
        doc->arena.limit += data.size * 2 + RQ_BIF_NAME;
    if (at != SIZE_MAX) {
        bif->resources[at].data = data;
        bif->resources[at].packed = (struct rq_bytes){0};
        return true;
    }
    struct rq_bif_resource *more = rq_resource_more(
        doc, bif->resources, bif->resource_count, &bif->resource_room, sizeof *bif->resources, err);
    if (!more)
        return false;
    bif->resources = more;
    memmove(more + variables + 1, more + variables, bif->fixed_count * sizeof *more);
    more[variables] = (struct rq_bif_resource){.type = type, .data = data};
    bif->resource_count++;
    more[variables].id = rq_bif_id(bif, variables);
    return true;
}

bool rq_bif_remove(struct rq_doc *doc, const char *name, struct rq_error *err)
{
    struct rq_bif *bif = doc->root;
    uint32_t type = 0;
    size_t at, variables = rq_bif_variables(bif);
    if (!type_of(name, &type, err) || !find_number(bif, name, type, &at, err))
        return false;
    if (at == SIZE_MAX)
        return rq_fail(err, RQ_USAGE, 0, name, "is not in this archive");
    bif->resource_count--;
    bif->fixed_count -= at >= variables ? 1 : 0;
    memmove(&bif->resources[at], &bif->resources[at + 1],
            (bif->resource_count - at) * sizeof *bif->resources);
    /* Ids that followed the rule go on following it. */
    for (size_t i = at; i < rq_bif_variables(bif); i++)
        if (bif->resources[i].id == rq_bif_id(bif, i) + 1)
            bif->resources[i].id--;
    return true;
}

/* ---- facts ---- */

bool rq_bif_facts(struct rq_doc *doc)
{
    const struct rq_bif *bif = doc->root;
    struct rq_error ignored = {0};
    uint64_t bytes = 0, packed = 0;
    for (size_t i = 0; i < bif->resource_count; i++) {
        bytes += bif->resources[i].data.size;
        packed += bif->resources[i].packed.size;
    }
    rq_fact_add(doc, "resources", "%zu, %llu bytes", bif->resource_count,
                (unsigned long long)bytes);
    if (rq_bif_packs(doc))
        rq_fact_add(doc, "packed", "%llu bytes", (unsigned long long)packed);
    if (bif->fixed_count)
        rq_fact_add(doc, "fixed", "%zu", bif->fixed_count);
    rq_fact_add(doc, "number", "%u", bif->number);
    if (rq_bif_settle(doc, &ignored))
        rq_fact_add(doc, "layout", "%s", rq_bif_layouts[bif->layout]);
    return true;
}

/* The sizes of a BZF are those of its resources unpacked. */
static uint64_t extent(struct rq_bytes in, bool packed, bool *exact)
{
    *exact = true;
    if (in.size < HEADER_SIZE)
        return 0;
    uint64_t at = rq_get32(in.data + 16), count = rq_get32(in.data + 8);
    struct rq_extent_table variable = {at, count, VARIABLE_SIZE, 4, packed ? 0 : 8, 0};
    struct rq_extent_table fixed = {
        at + count * VARIABLE_SIZE, rq_get32(in.data + 12), FIXED_SIZE, 4, 0, 0};
    uint64_t end = rq_extent_places(in, &variable, exact), more = 0;
    if (fixed.count)
        more = rq_extent_places(in, &fixed, exact);
    end = more > end ? more : end;
    for (uint64_t i = 0; *exact && !packed && i < fixed.count; i++) {
        const uint8_t *row = in.data + fixed.at + i * FIXED_SIZE;
        more = rq_get32(row + 4) + (uint64_t)rq_get32(row + 8) * rq_get32(row + 12);
        end = more > end ? more : end;
    }
    *exact = *exact && !packed;
    return end;
}

static uint64_t bif_extent(struct rq_bytes in, bool *exact)
{
    return extent(in, false, exact);
}

uint64_t rq_bzf_extent(struct rq_bytes in, bool *exact)
{
    return extent(in, true, exact);
}

bool rq_bif_fresh(struct rq_doc *doc)
{
    struct rq_bif *bif = doc->root = rq_arena_get(&doc->arena, 1, sizeof *bif);
    if (!bif)
        return false;
    memcpy(bif->header.type, "BIFF", 4);
    memcpy(bif->header.version, "V1  ", 4);
    bif->layout = RQ_BIF_TIGHT;
    return true;
}

const struct rq_format_record rq_bif_records[] = {
    {&rq_bif_header_rec, "header"},
    {&rq_bif_variable_rec, "one for each variable resource"},
    {&rq_bif_fixed_rec, "one for each fixed resource, after the variable ones"},
    {NULL, NULL}};

const struct rq_finding_kind rq_bif_findings[] = {
    {"explicit-layout", RQ_INFO, "blocks stand where no named layout puts them",
     "The game goes to each offset, whatever the order. The places are kept until the archive is "
     "changed."},
    {"trailing-bytes", RQ_WARNING, "bytes after the last resource",
     "The game does not read them. They are kept when the file is written."},
    {"high-index", RQ_ERROR, "more than 16,384 variable resources",
     "The game finds a resource by the low 14 bits of its number, so those behind are out of "
     "reach. Divide them among more files."},
    {"fixed-resource", RQ_WARNING, "fixed resources",
     "The game does not look at their table. Make them variable ones."},
    {NULL, RQ_WARNING, NULL, NULL},
};

static const struct rq_facet_container container = {
    .entries = rq_bif_entries,
    .put = rq_bif_put,
    .remove = rq_bif_remove,
};

const struct rq_format rq_format_bif = {
    .info = {"bif", "Resources V1", "kotor", "bif"},
    .detect = bif_detect,
    .extent = bif_extent,
    .read = rq_bif_read,
    .write = rq_bif_write,
    .settle = rq_bif_settle,
    .records = rq_bif_records,
    .findings = rq_bif_findings,
    .no_rule = "explicit-layout trailing-bytes",
    .shape = &rq_bif_shape,
    .facts = rq_bif_facts,
    .fresh = rq_bif_fresh,
    .container = &container,
    .salvage = &rq_bif_salvage,
};
