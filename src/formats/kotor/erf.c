/* ERF V1.0: archives. All 99 files measured stand in one layout (tight); anything else is
 * kept by its places. */
#include "formats/format.h"
#include "formats/restype.h"

#include <reliquary/erf.h>
#include <stdio.h>

RQ_RECORD_TABLE(rq_erf_header, RQ_ERF_HEADER);
RQ_RECORD_TABLE(rq_erf_key, RQ_ERF_KEY);

#define ERF_PLACE(F, A, T)                                                                         \
    F(T, u32, offset, "where the data starts")                                                     \
    F(T, u32, size, "bytes of data")
RQ_RECORD_STRUCT(erf_place, ERF_PLACE, 8);
RQ_RECORD_TABLE(erf_place, ERF_PLACE);

enum { HEADER_SIZE = 160, KEY_SIZE = 24, PLACE_SIZE = 8, NEST_LIMIT = 24 };

/* Resources may share their data, but not so that a small file becomes a huge one. No file
 * measured shares any. */
enum { SHARED_TIMES = 4, SHARED_MORE = 1 << 20 };

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
        if (total > (uint64_t)doc->source.size * SHARED_TIMES + SHARED_MORE)
            return rq_bad(c, RQ_LIMIT, rq_tell(&places) - 4,
                          "the resources share their data so often that they exceed the file");
        if (place.size)
            rq_note_at(c, data.begin, place.size, RQ_KIND_bytes, place.size, "data");
        rq_leave(c);
    }
    return rq_ok(c);
}

static void resource_name(const struct rq_erf_resource *r, char *text, size_t size)
{
    char extension[RQ_RESTYPE_TEXT];
    struct rq_out utf8 = {0};
    size_t length = 0;
    while (length < 16 && r->key.resref[length])
        length++;
    rq_text_decode(&utf8, RQ_CP1252, (struct rq_bytes){(const uint8_t *)r->key.resref, length});
    rq_restype_extension(r->key.type, extension);
    snprintf(text, size, "%.*s.%s", (int)utf8.size, utf8.data ? (char *)utf8.data : "", extension);
    rq_out_free(&utf8);
}

static void check_names(struct rq_doc *doc, const struct rq_erf *erf)
{
    size_t size = 16;
    while (size < erf->resource_count * 2)
        size *= 2;
    uint32_t *table = rq_arena_get(&doc->arena, size, sizeof *table);
    for (size_t i = 0; table && i < erf->resource_count; i++) {
        const struct rq_erf_key *key = &erf->resources[i].key;
        uint32_t hash = 2166136261u ^ key->type;
        char name[64];
        resource_name(&erf->resources[i], name, sizeof name);
        for (size_t k = 0; k < 16 && key->resref[k]; k++)
            hash = (hash ^ (uint8_t)rq_lower(key->resref[k])) * 16777619u;
        size_t slot = hash & (size - 1), tries = 0;
        for (; table[slot] && tries < 64; slot = (slot + 1) & (size - 1), tries++) {
            const struct rq_erf_key *other = &erf->resources[table[slot] - 1].key;
            char a[17] = {0}, b[17] = {0};
            memcpy(a, key->resref, 16);
            memcpy(b, other->resref, 16);
            if (other->type == key->type && rq_casecmp(a, b) == 0)
                rq_find(doc, RQ_FIND_duplicate_name, 0, name, "entries %u and %zu have one name",
                        table[slot] - 1, i);
        }
        if (!table[slot])
            table[slot] = (uint32_t)i + 1;
        if (!rq_safe_name(name))
            rq_find(doc, RQ_FIND_unsafe_name, 0, "keys", "entry %zu is named \"%s\"", i, name);
    }
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
    check_names(doc, erf);
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

static bool put_tight(struct rq_erf *erf, struct rq_out *out)
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
    for (size_t i = 0; i < count; i++)
        rq_put_bytes(out, erf->resources[i].data);
    return !out->failed;
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
    rq_find(doc, RQ_FIND_explicit_layout, 0, "erf", "blocks stand in no known order");
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
    if (!erf->layout) {
        if (!put_tight(erf, out))
            return false;
        struct rq_bytes made = {out->data + from, out->size - from};
        if (rq_same(made, doc->source)) {
            erf->layout = RQ_ERF_TIGHT;
            return true;
        }
        rq_out_cut(out, from);
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
    const struct rq_erf *erf = doc->root;
    return erf->layout || rq_settle_by_writing(doc, err);
}

/* ---- JSON ---- */

/* A resource of a known format as its own document, so that a person can read and change
 * it; anything else as base64. `room` is what documents may still take up of the archive: a
 * resource can be the archive itself, several times over. */
static bool nested_json(struct rq_doc *doc, struct rq_json *j, const struct rq_erf_resource *r,
                        size_t *room, struct rq_error *err)
{
    char name[64];
    resource_name(r, name, sizeof name);
    struct rq_error ignored = {0};
    struct rq_options options = {.name = name, .alloc = doc->alloc, .codepage = doc->page};
    /* What was put in stands in memory of its own. */
    uintptr_t at = (uintptr_t)r->data.data, from = (uintptr_t)doc->source.data;
    size_t taken = at >= from && at - from < doc->source.size ? r->data.size : 0;
    bool fits = j->depth < NEST_LIMIT && taken <= *room;
    struct rq_doc *inner = fits ? rq_read(r->data, &options, &ignored) : NULL;
    *room -= inner ? taken : 0;
    struct rq_out again = {.alloc = doc->alloc};
    bool exact =
        inner && rq_write(inner, &again, &ignored) && rq_same(rq_out_bytes(&again), r->data);
    rq_out_free(&again);
    bool fine = true;
    if (ignored.code == RQ_NO_MEMORY) {
        fine = rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    } else if (exact) {
        rq_json_key(j, "document");
        fine = rq_doc_json(inner, j, err);
    } else {
        rq_json_key(j, "data");
        rq_json_base64(j, r->data);
    }
    rq_doc_free(inner);
    return fine;
}

static void places_json(struct rq_json *j, const struct rq_erf_places *p)
{
    rq_json_key(j, "places");
    rq_json_object(j);
    rq_json_key(j, "descriptions");
    rq_json_u64(j, p->description_offset);
    rq_json_key(j, "keys");
    rq_json_u64(j, p->key_offset);
    rq_json_key(j, "resources");
    rq_json_u64(j, p->resource_offset);
    rq_u32s_json(j, "data", p->offsets, p->count);
    rq_strays_json(j, &p->strays);
    rq_json_end_object(j);
}

static bool resource_json(struct rq_doc *doc, struct rq_json *j, size_t index, size_t *room,
                          struct rq_error *err)
{
    const struct rq_erf *erf = doc->root;
    const struct rq_erf_resource *r = &erf->resources[index];
    char name[64];
    resource_name(r, name, sizeof name);
    rq_json_object(j);
    /* Bytes after the NUL of a name have no place in it: then the field is given whole. */
    size_t length = strnlen(r->key.resref, 16);
    bool plain = length && !memchr(r->key.resref, '.', length);
    for (size_t i = length; i < 16; i++)
        plain = plain && r->key.resref[i] == 0;
    rq_json_key(j, "name");
    rq_json_str(j, plain ? name : "");
    if (!plain)
        rq_rec_json(j, &rq_erf_key_rec, &r->key, RQ_CP1252, "unused index");
    if (r->key.index != index) {
        rq_json_key(j, "index");
        rq_json_u64(j, r->key.index);
    }
    if (r->key.unused) {
        rq_json_key(j, "unused");
        rq_json_u64(j, r->key.unused);
    }
    bool fine = nested_json(doc, j, r, room, err);
    rq_json_end_object(j);
    return fine;
}

static bool erf_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_erf *erf = doc->root;
    /* The version is not for choosing, and its key is taken by the JSON's own. */
    const char *derived = "version language_count entry_count description_offset key_offset "
                          "resource_offset description_bytes";
    rq_rec_json(j, &rq_erf_header_rec, &erf->header, RQ_CP1252, derived);
    if (erf->layout == RQ_ERF_EXPLICIT) {
        rq_json_key(j, "description_bytes");
        rq_json_u64(j, erf->header.description_bytes);
        places_json(j, erf->places);
    }
    rq_json_key(j, "zero_description_offset");
    rq_json_bool(j, erf->zero_description_offset);
    rq_json_key(j, "descriptions");
    rq_json_array(j);
    for (size_t i = 0; i < erf->description_count; i++) {
        rq_json_array_row(j);
        rq_json_u64(j, erf->descriptions[i].language);
        rq_json_text(j, rq_language_page(doc->page, erf->descriptions[i].language),
                     erf->descriptions[i].text);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
    rq_json_key(j, "resources");
    rq_json_array(j);
    bool fine = true;
    size_t room = doc->source.size;
    for (size_t i = 0; fine && i < erf->resource_count; i++)
        fine = resource_json(doc, j, i, &room, err);
    rq_json_end_array(j);
    return fine;
}

static void take_descriptions(struct rq_doc *doc, struct rq_jr *jr, struct rq_erf *erf)
{
    erf->descriptions = rq_jr_get(jr, rq_jr_length(jr), sizeof *erf->descriptions);
    erf->description_count = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        struct rq_erf_description *d = &erf->descriptions[erf->description_count++];
        rq_jr_array(jr);
        if (rq_jr_more(jr))
            d->language = rq_jr_u32(jr);
        if (rq_jr_more(jr))
            d->text = rq_jr_text(jr, rq_language_page(doc->page, d->language));
        if (rq_jr_more(jr))
            rq_jr_bad(jr, "a description is [language, \"text\"]");
    }
}

static void take_document(struct rq_doc *doc, struct rq_jr *jr, struct rq_erf_resource *r)
{
    struct rq_options options = {.alloc = doc->alloc, .codepage = doc->page};
    struct rq_doc *inner = rq_doc_from_jr(jr, &options);
    struct rq_out file = {.alloc = doc->alloc};
    if (inner && rq_write(inner, &file, jr->ctx->err)) {
        r->data = (struct rq_bytes){
            (const uint8_t *)rq_arena_text(&doc->arena, (const char *)file.data, file.size),
            file.size};
        if (!r->data.data)
            rq_jr_bad(jr, "out of memory");
    }
    rq_out_free(&file);
    rq_doc_free(inner);
}

/* "danm13.are", case kept; "" when resref and type follow by themselves. */
static void take_name(struct rq_jr *jr, struct rq_erf_key *key)
{
    struct rq_bytes name = rq_jr_text(jr, RQ_CP1252);
    char extension[RQ_RESTYPE_TEXT] = {0};
    uint32_t type = 0;
    size_t dot = name.size;
    while (dot && name.data[dot - 1] != '.')
        dot--;
    if (name.size == 0)
        return;
    if (dot && name.size - dot < sizeof extension)
        memcpy(extension, name.data + dot, name.size - dot);
    if (dot < 2 || dot > 17 || !rq_restype_id(extension, &type)) {
        rq_jr_bad(jr, "a name is 1 to 16 characters, a point and an extension of the game's");
        return;
    }
    memset(key->resref, 0, sizeof key->resref);
    memcpy(key->resref, name.data, dot - 1);
    key->type = (uint16_t)type;
}

static void take_resource(struct rq_doc *doc, struct rq_jr *jr, struct rq_erf_resource *r,
                          size_t index)
{
    struct rq_str key;
    r->key.index = (uint32_t)index;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "name")) {
            take_name(jr, &r->key);
        } else if (rq_str_is(key, "data")) {
            r->data = rq_jr_base64(jr);
        } else if (rq_str_is(key, "document")) {
            take_document(doc, jr, r);
        } else if (!rq_rec_take(jr, &rq_erf_key_rec, &r->key, RQ_CP1252, key)) {
            rq_jr_unknown(jr, key);
        }
    }
}

static struct rq_erf_places *take_places(struct rq_jr *jr)
{
    struct rq_erf_places *p = rq_jr_get(jr, 1, sizeof *p);
    struct rq_str key;
    if (!p)
        return NULL;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "descriptions"))
            p->description_offset = rq_jr_u32(jr);
        else if (rq_str_is(key, "keys"))
            p->key_offset = rq_jr_u32(jr);
        else if (rq_str_is(key, "resources"))
            p->resource_offset = rq_jr_u32(jr);
        else if (rq_str_is(key, "data"))
            p->offsets = rq_u32s_take(jr, &p->count);
        else if (!rq_strays_take(jr, &p->strays, key))
            rq_jr_unknown(jr, key);
    }
    return p;
}

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

static bool erf_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_str key;
    if (!erf_fresh(doc))
        return false;
    struct rq_erf *erf = doc->root;
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "descriptions")) {
            take_descriptions(doc, jr, erf);
        } else if (rq_str_is(key, "zero_description_offset")) {
            erf->zero_description_offset = rq_jr_bool(jr);
        } else if (rq_str_is(key, "places")) {
            erf->places = take_places(jr);
            erf->layout = RQ_ERF_EXPLICIT;
        } else if (rq_str_is(key, "resources")) {
            erf->resources = rq_jr_get(jr, rq_jr_length(jr), sizeof *erf->resources);
            erf->resource_count = 0;
            erf->resource_room = 0;
            rq_jr_array(jr);
            while (rq_jr_more(jr)) {
                rq_enter(&(struct rq_cur){.ctx = jr->ctx}, "resources",
                         (int64_t)erf->resource_count);
                take_resource(doc, jr, &erf->resources[erf->resource_count], erf->resource_count);
                rq_leave(&(struct rq_cur){.ctx = jr->ctx});
                erf->resource_count++;
            }
        } else if (!rq_rec_take(jr, &rq_erf_header_rec, &erf->header, RQ_CP1252, key)) {
            rq_jr_unknown(jr, key);
        }
    }
    for (size_t i = 0; i < 4; i++)
        erf->header.type[i] = erf->header.type[i] ? erf->header.type[i] : ' ';
    if (!known_type(erf->header.type))
        rq_jr_bad(jr, "\"type\" is ERF, MOD, HAK or SAV");
    return rq_jr_ok(jr);
}

/* ---- entries ---- */

static bool erf_entries(struct rq_doc *doc, const struct rq_entry **entries, size_t *count,
                        struct rq_error *err)
{
    const struct rq_erf *erf = doc->root;
    struct rq_entry *list = rq_arena_get(&doc->arena, erf->resource_count, sizeof *list);
    for (size_t i = 0; list && i < erf->resource_count; i++) {
        char name[64];
        resource_name(&erf->resources[i], name, sizeof name);
        list[i].name = rq_arena_text(&doc->arena, name, strlen(name));
        list[i].bytes = erf->resources[i].data;
        if (!list[i].name)
            list = NULL;
    }
    *entries = list;
    *count = list ? erf->resource_count : 0;
    return list || rq_fail(err, RQ_NO_MEMORY, 0, "erf", "out of memory");
}

static bool name_to_key(const char *name, struct rq_erf_key *key, struct rq_error *err)
{
    const char *dot = strrchr(name, '.');
    uint32_t type;
    size_t bad;
    if (!dot || !rq_restype_id(dot + 1, &type))
        return rq_fail(err, RQ_USAGE, 0, name, "has no extension that the game knows");
    struct rq_out bytes = {0};
    bool fine = rq_text_encode(
        &bytes, RQ_CP1252, (struct rq_bytes){(const uint8_t *)name, (size_t)(dot - name)}, &bad);
    *key = (struct rq_erf_key){.type = (uint16_t)type};
    if (!fine || bytes.size == 0 || bytes.size > 16)
        fine = rq_fail(err, RQ_USAGE, 0, name, "a resource name has 1 to 16 characters");
    for (size_t i = 0; fine && i < bytes.size; i++)
        key->resref[i] = rq_lower((char)bytes.data[i]);
    rq_out_free(&bytes);
    return fine;
}

static size_t find_resource(const struct rq_erf *erf, const struct rq_erf_key *key)
{
    for (size_t i = 0; i < erf->resource_count; i++) {
        char a[17] = {0}, b[17] = {0};
        memcpy(a, erf->resources[i].key.resref, 16);
        memcpy(b, key->resref, 16);
        if (erf->resources[i].key.type == key->type && rq_casecmp(a, b) == 0)
            return i;
    }
    return SIZE_MAX;
}

static bool erf_put(struct rq_doc *doc, const char *name, struct rq_bytes data,
                    struct rq_error *err)
{
    struct rq_erf *erf = doc->root;
    struct rq_erf_key key = {0};
    /* Taking a bad name out must stay possible; putting one in is not. */
    if (!rq_safe_name(name))
        return rq_fail(err, RQ_USAGE, 0, name, "is no name for a resource");
    if (!name_to_key(name, &key, err))
        return false;
    size_t at = find_resource(erf, &key);
    if (at != SIZE_MAX) {
        erf->resources[at].data = data;
        return true;
    }
    size_t count = erf->resource_count;
    if (count >= erf->resource_room) {
        size_t room = count < 8 ? 16 : count * 2;
        struct rq_erf_resource *more = rq_arena_get(&doc->arena, room, sizeof *more);
        if (!more)
            return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
        if (count)
            memcpy(more, erf->resources, count * sizeof *more);
        erf->resources = more;
        erf->resource_room = room;
    }
    key.index = (uint32_t)count;
    erf->resources[erf->resource_count++] = (struct rq_erf_resource){.key = key, .data = data};
    return true;
}

static bool erf_remove(struct rq_doc *doc, const char *name, struct rq_error *err)
{
    struct rq_erf *erf = doc->root;
    struct rq_erf_key key = {0};
    if (!name_to_key(name, &key, err))
        return false;
    size_t at = find_resource(erf, &key);
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

const struct rq_format rq_format_erf = {
    .info = {"erf", "Archive V1.0", "kotor", "erf mod hak sav", RQ_CAN_LIST | RQ_CAN_PACK},
    .detect = erf_detect,
    .read = erf_read,
    .write = erf_write,
    .settle = erf_settle,
    .to_json = erf_to_json,
    .from_json = erf_from_json,
    .facts = erf_facts,
    .fresh = erf_fresh,
    .entries = erf_entries,
    .put = erf_put,
    .remove = erf_remove,
};
