/* ERF V1.0: archives. All 99 files measured stand in one layout (tight); anything else is
 * kept by its places. */
#include "formats/archive.h"
#include "formats/extent.h"
#include "formats/kotor/erf_parts.h"

#include <reliquary/erf.h>

RQ_RECORD_TABLE(rq_erf_header, RQ_ERF_HEADER);
RQ_RECORD_TABLE(rq_erf_key, RQ_ERF_KEY);

#define ERF_PLACE(F, A, T)                                                                         \
    F(T, u32, offset, "where the data starts")                                                     \
    F(T, u32, size, "bytes of data")
RQ_RECORD_STRUCT(erf_place, ERF_PLACE, 8);
RQ_RECORD_TABLE(erf_place, ERF_PLACE);

enum { HEADER_SIZE = 160, KEY_SIZE = 24, PLACE_SIZE = 8 };

/* Everything that the tight layout derives. */
struct rq_erf_places {
    uint32_t description_offset, key_offset, resource_offset;
    uint32_t *offsets; /* of each resource's data, in key order */
    size_t count;
    struct rq_strays strays; /* of the whole file */
};

static bool known_type(const void *type)
{
    return memcmp(type, "ERF ", 4) == 0 || memcmp(type, "MOD ", 4) == 0 ||
           memcmp(type, "HAK ", 4) == 0 || memcmp(type, "SAV ", 4) == 0;
}

static unsigned erf_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    return in.size >= 8 && memcmp(in.data + 4, "V1.0", 4) == 0 && known_type(in.data) ? 64 : 0;
}

/* ---- reading ---- */

static bool read_descriptions(struct rq_doc *doc, struct rq_erf *erf, struct rq_cur *c)
{
    const struct rq_erf_header *h = &erf->header;
    if (h->language_count == 0)
        return true;
    struct rq_cur window =
        rq_sub(c, h->description_offset, h->description_bytes, "description list");
    if (!rq_count(&window, h->language_count, 8, "language_count"))
        return false;
    erf->descriptions = rq_cur_get(doc, c, h->language_count, sizeof *erf->descriptions);
    for (uint32_t i = 0; i < h->language_count && rq_ok(c); i++) {
        struct rq_erf_description *d = &erf->descriptions[erf->description_count++];
        rq_enter(c, "descriptions", i);
        d->language = rq_u32(&window, "language");
        uint32_t size = rq_u32(&window, "length");
        d->text = (struct rq_bytes){rq_take(&window, size, RQ_KIND_text, "text"), size};
        rq_leave(c);
    }
    return rq_ok(c);
}

static bool read_resources(struct rq_doc *doc, struct rq_erf *erf, struct rq_cur *c)
{
    const struct rq_erf_header *h = &erf->header;
    uint64_t count = h->entry_count;
    /* Some writers leave the offset of the keys 0 and mean "after the header". */
    uint64_t key_offset = h->key_offset ? h->key_offset : HEADER_SIZE;
    struct rq_cur keys = rq_sub(c, count ? key_offset : 0, count * KEY_SIZE, "keys");
    struct rq_cur places =
        rq_sub(c, count ? h->resource_offset : 0, count * PLACE_SIZE, "resource list");
    erf->resources = rq_cur_get(doc, c, h->entry_count, sizeof *erf->resources);
    erf->resource_room = h->entry_count;
    uint64_t total = 0;
    for (uint32_t i = 0; i < count && rq_ok(c); i++) {
        struct rq_erf_resource *r = &erf->resources[erf->resource_count++];
        struct erf_place place;
        rq_enter(c, "keys", i);
        rq_rec_read(&keys, &rq_erf_key_rec, &r->key);
        if (r->key.index >= count)
            return rq_bad(c, RQ_CORRUPT, rq_tell(&keys) - 8, "index %u of %u resources",
                          r->key.index, h->entry_count);
        rq_seek(&places, (uint64_t)r->key.index * PLACE_SIZE, "resource");
        rq_rec_read(&places, &erf_place_rec, &place);
        r->offset = place.offset;
        struct rq_cur data = rq_sub(c, place.offset, place.size, "data");
        r->data = (struct rq_bytes){data.begin, place.size};
        total += place.size;
        if (rq_resource_shared(doc, total))
            return rq_bad(c, RQ_LIMIT, rq_tell(&places) - 4,
                          "the resources share their data so often that they exceed the file");
        if (place.size)
            rq_note_at(c, data.begin, place.size, RQ_KIND_bytes, place.size, "data");
        rq_leave(c);
    }
    return rq_ok(c);
}

static const struct rq_resource_at resource_at = {RQ_RESOURCE_AT(rq_erf_resource, key, data)};

static struct rq_resref resref_at(const void *root, size_t index)
{
    return rq_resource_name(&resource_at, &((const struct rq_erf *)root)->resources[index]);
}

static uint32_t index_at(const void *root, size_t index)
{
    return ((const struct rq_erf *)root)->resources[index].key.index;
}

static bool erf_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_erf *erf = doc->root = rq_cur_get(doc, c, 1, sizeof *erf);
    if (!erf || !rq_rec_read(c, &rq_erf_header_rec, &erf->header))
        return false;
    if (!known_type(erf->header.type))
        return rq_bad(c, RQ_BAD_MAGIC, 0, "type is \"%.4s\"; ERF, MOD, HAK or SAV expected",
                      erf->header.type);
    if (memcmp(erf->header.version, "V1.0", 4) != 0)
        return rq_bad(c, RQ_UNSUPPORTED, 4, "version is \"%.4s\", \"V1.0\" expected",
                      erf->header.version);
    erf->zero_description_offset = erf->header.description_offset == 0;
    if (!read_descriptions(doc, erf, c) || !read_resources(doc, erf, c))
        return false;
    if (memcmp(erf->header.type, "SAV ", 4) == 0)
        rq_find(doc, "sav-type", 0, "header", "the type is SAV");
    rq_resource_check(doc, index_at, erf->resource_count);
    rq_resref_check(doc, resref_at, erf->resource_count, "keys");
    return true;
}

/* ---- writing ---- */

static uint64_t descriptions_size(const struct rq_erf *erf)
{
    uint64_t size = 0;
    for (size_t i = 0; i < erf->description_count; i++)
        size += 8 + (uint64_t)erf->descriptions[i].text.size;
    return size;
}

/* All that the tight layout has before the data. */
static void put_tables(const struct rq_erf *erf, struct rq_out *out)
{
    struct rq_erf_header h = erf->header;
    uint64_t descriptions = descriptions_size(erf), count = erf->resource_count;
    uint64_t keys = HEADER_SIZE + descriptions, places = keys + count * KEY_SIZE;
    uint64_t at = places + count * PLACE_SIZE;
    h.language_count = (uint32_t)erf->description_count;
    h.description_bytes = (uint32_t)descriptions;
    h.entry_count = (uint32_t)count;
    h.description_offset = erf->zero_description_offset && !descriptions ? 0 : HEADER_SIZE;
    h.key_offset = (uint32_t)keys;
    h.resource_offset = (uint32_t)places;
    if (at > UINT32_MAX)
        out->failed = RQ_LIMIT;
    rq_rec_write(out, &rq_erf_header_rec, &h);
    for (size_t i = 0; i < erf->description_count; i++) {
        rq_put32(out, erf->descriptions[i].language);
        rq_put_size(out, erf->descriptions[i].text.size);
        rq_put_bytes(out, erf->descriptions[i].text);
    }
    for (size_t i = 0; i < count; i++) {
        struct rq_erf_key key = erf->resources[i].key;
        key.index = (uint32_t)i;
        rq_rec_write(out, &rq_erf_key_rec, &key);
    }
    for (size_t i = 0; i < count; i++) {
        rq_put_size(out, at);
        rq_put_size(out, erf->resources[i].data.size);
        at += erf->resources[i].data.size;
    }
}

static bool put_tight(const struct rq_erf *erf, struct rq_out *out)
{
    put_tables(erf, out);
    for (size_t i = 0; i < erf->resource_count; i++)
        rq_put_bytes(out, erf->resources[i].data);
    return !out->failed;
}

/* Takes the tight layout when it gives the source: only the tables are written to see that. */
static bool settle_tight(struct rq_doc *doc, struct rq_erf *erf, struct rq_error *err)
{
    struct rq_out tables = {.alloc = doc->alloc};
    put_tables(erf, &tables);
    bool fits = !tables.failed && rq_same_at(doc->source, 0, rq_out_bytes(&tables));
    uint64_t at = tables.size;
    for (size_t i = 0; fits && i < erf->resource_count; i++) {
        fits = rq_same_at(doc->source, at, erf->resources[i].data);
        at += erf->resources[i].data.size;
    }
    if (fits && at == doc->source.size)
        erf->layout = RQ_ERF_TIGHT;
    if (tables.failed)
        rq_fail_out(err, &tables);
    rq_out_free(&tables);
    return erf->layout == RQ_ERF_TIGHT;
}

/* Puts every block at its place, or marks it as known. */
struct blocks {
    struct rq_place *place;
    struct rq_cover *cover;
};

static void block(struct blocks *b, uint64_t offset, struct rq_bytes bytes)
{
    if (b->place)
        rq_place_put(b->place, offset, bytes.data, bytes.size);
    else
        rq_cover_add(b->cover, offset, bytes.size);
}

static bool visit_blocks(struct rq_doc *doc, const struct rq_erf *erf, struct blocks *b)
{
    const struct rq_erf_places *p = erf->places;
    struct rq_out head = {.alloc = doc->alloc}, list = {.alloc = doc->alloc};
    struct rq_erf_header h = erf->header;
    uint64_t keys = p->key_offset ? p->key_offset : HEADER_SIZE;
    h.language_count = (uint32_t)erf->description_count;
    h.entry_count = (uint32_t)erf->resource_count;
    h.description_offset = p->description_offset;
    h.key_offset = p->key_offset;
    h.resource_offset = p->resource_offset;
    rq_rec_write(&head, &rq_erf_header_rec, &h);
    block(b, 0, rq_out_bytes(&head));
    for (size_t i = 0; i < erf->description_count; i++) {
        rq_put32(&list, erf->descriptions[i].language);
        rq_put_size(&list, erf->descriptions[i].text.size);
        rq_put_bytes(&list, erf->descriptions[i].text);
    }
    block(b, p->description_offset, rq_out_bytes(&list));
    for (size_t i = 0; i < erf->resource_count; i++) {
        const struct rq_erf_resource *r = &erf->resources[i];
        struct erf_place place = {p->offsets[i], (uint32_t)r->data.size};
        rq_out_cut(&head, 0);
        rq_rec_write(&head, &rq_erf_key_rec, &r->key);
        block(b, keys + (uint64_t)i * KEY_SIZE, rq_out_bytes(&head));
        rq_out_cut(&head, 0);
        rq_rec_write(&head, &erf_place_rec, &place);
        block(b, p->resource_offset + (uint64_t)r->key.index * PLACE_SIZE, rq_out_bytes(&head));
        block(b, p->offsets[i], r->data);
    }
    bool fine = !head.failed && !list.failed;
    rq_out_free(&head);
    rq_out_free(&list);
    return fine;
}

static bool settle_explicit(struct rq_doc *doc, struct rq_erf *erf)
{
    struct rq_erf_places *p = rq_arena_get(&doc->arena, 1, sizeof *p);
    struct rq_cover cover = {.arena = &doc->arena};
    struct blocks b = {.cover = &cover};
    if (!p || !(p->offsets = rq_arena_get(&doc->arena, erf->resource_count, 4)))
        return false;
    p->description_offset = erf->header.description_offset;
    p->key_offset = erf->header.key_offset;
    p->resource_offset = erf->header.resource_offset;
    p->count = erf->resource_count;
    for (size_t i = 0; i < p->count; i++)
        p->offsets[i] = erf->resources[i].offset;
    erf->places = p;
    if (!visit_blocks(doc, erf, &b) || !rq_cover_strays(&cover, doc->source, &p->strays))
        return false;
    erf->layout = RQ_ERF_EXPLICIT;
    rq_find(doc, "explicit-layout", 0, "erf", "blocks stand in no known order");
    return true;
}

/* False without an error when the archive no longer fits its recorded places. */
static bool put_explicit(struct rq_doc *doc, struct rq_erf *erf, struct rq_out *out,
                         struct rq_error *err)
{
    struct rq_place place;
    struct rq_arena arena = {.alloc = doc->alloc, .limit = doc->arena.limit};
    struct blocks b = {.place = &place};
    if (!erf->places || erf->places->count != erf->resource_count)
        return false;
    bool fine =
        rq_place_open(&place, &arena, erf->places->strays.size) && visit_blocks(doc, erf, &b);
    if (!fine && !arena.over_limit)
        rq_fail(err, RQ_NO_MEMORY, 0, "erf", "out of memory");
    if (fine) {
        rq_place_strays(&place, &erf->places->strays);
        fine = rq_place_whole(&place);
    }
    if (fine)
        rq_put(out, place.data, place.size);
    rq_arena_free(&arena);
    return fine;
}

static bool erf_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_erf *erf = doc->root;
    size_t from = out->size;
    if (!erf->layout && !settle_tight(doc, erf, err)) {
        if (err->code)
            return false;
        if (!settle_explicit(doc, erf))
            return rq_fail(err, RQ_NO_MEMORY, 0, "erf", "no memory for the layout of this file");
    }
    if (erf->layout == RQ_ERF_EXPLICIT) {
        if (put_explicit(doc, erf, out, err))
            return true;
        if (err->code)
            return false;
        /* Edited: the recorded places don't hold any more. */
        rq_out_cut(out, from);
        erf->layout = RQ_ERF_TIGHT;
    }
    return put_tight(erf, out);
}

static bool erf_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_erf *erf = doc->root;
    if (erf->layout || settle_tight(doc, erf, err))
        return true;
    return !err->code && rq_settle_by_writing(doc, err);
}

/* ---- JSON ---- */

static const struct rq_member places_members[] = {
    {RQ_VALUE("descriptions", rq_erf_places, description_offset, u32)},
    {RQ_VALUE("keys", rq_erf_places, key_offset, u32)},
    {RQ_VALUE("resources", rq_erf_places, resource_offset, u32)},
    {RQ_VALUES("data", rq_erf_places, offsets, count, u32)},
    {RQ_INLINE(rq_erf_places, strays, rq_strays_shape)},
};
static const struct rq_shape places_shape = {
    RQ_SHAPE("places", rq_erf_places, RQ_IN_LINES, places_members)};

/* The text is in the code page of its language. */
static bool put_text(struct rq_shaper *s, const void *object)
{
    const struct rq_erf_description *d = object;
    rq_json_text(s->j, rq_language_page(s->page, d->language), d->text);
    return true;
}

static void take_text(struct rq_shaper *s, void *object)
{
    struct rq_erf_description *d = object;
    d->text = rq_jr_text(s->jr, rq_language_page(s->page, d->language));
}

static const struct rq_member description_members[] = {
    {RQ_VALUE("language", rq_erf_description, language, u32)},
    {RQ_HOOK("text", put_text, take_text)},
};
static const struct rq_shape description_shape = {
    RQ_SHAPE("description", rq_erf_description, RQ_AS_TUPLE, description_members)};

static const struct rq_member resource_members[] = {
    {RQ_RESOURCE_NAME(resource_at)},
    {RQ_RESOURCE_KEY(rq_erf_resource, key, rq_erf_key_rec, resource_at)},
    {RQ_MEMBER("index", rq_erf_resource, key.index, INDEX)},
    {RQ_VALUE("unused", rq_erf_resource, key.unused, u16), .optional = true},
    {RQ_RESOURCE_DOCUMENT(resource_at)},
    {RQ_RESOURCE_DATA(rq_erf_resource, data)},
};
static const struct rq_shape resource_shape = {
    RQ_SHAPE("resource", rq_erf_resource, RQ_IN_LINES, resource_members)};

static bool is_explicit(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return ((const struct rq_erf *)object)->layout == RQ_ERF_EXPLICIT;
}

static void finish_erf(struct rq_shaper *s, void *object)
{
    struct rq_erf *erf = object;
    if (erf->places)
        erf->layout = RQ_ERF_EXPLICIT;
    for (size_t i = 0; i < 4; i++)
        erf->header.type[i] = erf->header.type[i] ? erf->header.type[i] : ' ';
    if (!known_type(erf->header.type))
        rq_jr_bad(s->jr, "\"type\" is ERF, MOD, HAK or SAV");
}

static const struct rq_member erf_members[] = {
    {RQ_RECORD(rq_erf, header, rq_erf_header_rec), .page = RQ_CP1252},
    {RQ_VALUE("description_bytes", rq_erf, header.description_bytes, u32), .when = is_explicit},
    {RQ_BRANCH("places", rq_erf, places, places_shape), .when = is_explicit},
    {RQ_MEMBER("zero_description_offset", rq_erf, zero_description_offset, BOOL)},
    {RQ_LIST("descriptions", rq_erf, descriptions, description_count, description_shape)},
    {RQ_LIST("resources", rq_erf, resources, resource_count, resource_shape)},
};
static const struct rq_shape erf_shape = {RQ_SHAPE("erf", rq_erf, RQ_IN_LINES, erf_members),
                                          .finish = finish_erf};

static bool erf_fresh(struct rq_doc *doc)
{
    struct rq_erf *erf = doc->root = rq_arena_get(&doc->arena, 1, sizeof *erf);
    if (!erf)
        return false;
    memcpy(erf->header.type, "ERF ", 4);
    memcpy(erf->header.version, "V1.0", 4);
    erf->header.description_strref = UINT32_MAX;
    erf->layout = RQ_ERF_TIGHT;
    return true;
}

/* ---- entries ---- */

static struct rq_bytes data_at(const void *root, size_t index)
{
    return ((const struct rq_erf *)root)->resources[index].data;
}

static bool erf_entries(struct rq_doc *doc, const struct rq_entry **entries, size_t *count,
                        struct rq_error *err)
{
    *count = ((const struct rq_erf *)doc->root)->resource_count;
    return rq_resource_entries(doc, resref_at, data_at, *count, entries, err);
}

static bool erf_put(struct rq_doc *doc, const char *name, struct rq_bytes data,
                    struct rq_error *err)
{
    struct rq_erf *erf = doc->root;
    struct rq_resref ref;
    /* Taking a bad name out must stay possible; putting one in is not. */
    if (!rq_name_is_safe(name))
        return rq_fail(err, RQ_USAGE, 0, name, "is not a valid name for a resource");
    if (!rq_resref_parse(name, &ref, err))
        return false;
    size_t at = rq_resref_find(erf, resref_at, erf->resource_count, &ref);
    if (at != SIZE_MAX) {
        erf->resources[at].data = data;
        return true;
    }
    struct rq_erf_resource *more = rq_resource_more(doc, erf->resources, erf->resource_count,
                                                    &erf->resource_room, sizeof *more, err);
    if (!more)
        return false;
    erf->resources = more;
    struct rq_erf_resource *r = &more[erf->resource_count];
    *r = (struct rq_erf_resource){.data = data};
    rq_resource_rename(&resource_at, r, &ref);
    r->key.index = (uint32_t)erf->resource_count++;
    return true;
}

static bool erf_remove(struct rq_doc *doc, const char *name, struct rq_error *err)
{
    struct rq_erf *erf = doc->root;
    struct rq_resref ref;
    if (!rq_resref_parse(name, &ref, err))
        return false;
    size_t at = rq_resref_find(erf, resref_at, erf->resource_count, &ref);
    if (at == SIZE_MAX)
        return rq_fail(err, RQ_USAGE, 0, name, "is not in this archive");
    memmove(&erf->resources[at], &erf->resources[at + 1],
            (erf->resource_count - at - 1) * sizeof *erf->resources);
    erf->resource_count--;
    return true;
}

/* ---- facts ---- */

static bool erf_facts(struct rq_doc *doc)
{
    struct rq_erf *erf = doc->root;
    struct rq_error ignored = {0};
    uint64_t bytes = 0;
    for (size_t i = 0; i < erf->resource_count; i++)
        bytes += erf->resources[i].data.size;
    rq_fact_add(doc, "type", "%.*s", erf->header.type[3] == ' ' ? 3 : 4, erf->header.type);
    rq_fact_add(doc, "resources", "%zu, %llu bytes", erf->resource_count,
                (unsigned long long)bytes);
    if (erf->header.build_year)
        rq_fact_add(doc, "built", "day %u of %u", erf->header.build_day + 1,
                    erf->header.build_year + 1900);
    if (erf_settle(doc, &ignored))
        rq_fact_add(doc, "layout", "%s", erf->layout == RQ_ERF_TIGHT ? "tight" : "explicit");
    return true;
}

static const struct rq_facet_container container = {
    .entries = erf_entries,
    .put = erf_put,
    .remove = erf_remove,
};

static const struct rq_format_record erf_records[] = {{&rq_erf_header_rec, "header"},
                                                      {&rq_erf_key_rec, "one for each resource"},
                                                      {&erf_place_rec, "one for each resource"},
                                                      {NULL, NULL}};

static const struct rq_finding_kind erf_findings[] = {
    {"explicit-layout", RQ_INFO, "blocks stand where no named layout puts them",
     "Every archive measured has one order of blocks, and the game reads any. The places are kept "
     "until the archive is changed."},
    RQ_ARCHIVE_FINDINGS,
    {"sav-type", RQ_ERROR, "the type of the archive is SAV",
     "The game opens a saved game only when its type is MOD, and writes them so. Change the type to "
     "MOD."},
    {NULL, RQ_WARNING, NULL, NULL},
};

static uint64_t erf_extent(struct rq_bytes in, bool *exact)
{
    *exact = true;
    if (in.size < HEADER_SIZE)
        return 0;
    uint64_t count = rq_get32(in.data + 16), keys = rq_get32(in.data + 24);
    uint64_t keys_end = (keys ? keys : HEADER_SIZE) + count * KEY_SIZE;
    struct rq_extent_table places = {rq_get32(in.data + 28), count, PLACE_SIZE, 0, 4, 0};
    uint64_t end = rq_extent_places(in, &places, exact);
    return count && keys_end > end ? keys_end : end;
}

const struct rq_format rq_format_erf = {
    .info = {"erf", "Archive V1.0", "kotor", "erf mod hak sav"},
    .detect = erf_detect,
    .extent = erf_extent,
    .read = erf_read,
    .write = erf_write,
    .settle = erf_settle,
    .records = erf_records,
    .findings = erf_findings,
    .no_rule = "explicit-layout",
    .shape = &erf_shape,
    .facts = erf_facts,
    .fresh = erf_fresh,
    .container = &container,
    .salvage = &rq_erf_salvage,
};
