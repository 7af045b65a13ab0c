#include "formats/archive.h"

#include <stdio.h>

enum { NEST_LIMIT = 24, SHARED_TIMES = 4, SHARED_MORE = 1 << 20, MOST_TRIES = 64 };

/* ---- names ---- */

void rq_resref_text(const struct rq_resref *ref, char text[RQ_RESREF_TEXT])
{
    char extension[RQ_RESTYPE_TEXT];
    uint8_t utf8[RQ_RESREF * 3];
    /* Memory of its own size: nothing that could run out. */
    struct rq_out out = {.data = utf8, .capacity = sizeof utf8};
    rq_text_decode(&out, RQ_CP1252,
                   (struct rq_bytes){(const uint8_t *)ref->name, strnlen(ref->name, RQ_RESREF)});
    rq_restype_extension(ref->type, extension);
    memcpy(text, utf8, out.size);
    text[out.size] = '.';
    memcpy(text + out.size + 1, extension, strlen(extension) + 1);
}

bool rq_resref_plain(const struct rq_resref *ref)
{
    char extension[RQ_RESTYPE_TEXT];
    uint32_t type;
    size_t length = strnlen(ref->name, RQ_RESREF);
    rq_restype_extension(ref->type, extension);
    bool plain = length && !memchr(ref->name, '.', length) && rq_restype_id(extension, &type) &&
                 type == ref->type;
    for (size_t i = length; i < RQ_RESREF; i++)
        plain = plain && ref->name[i] == 0;
    return plain;
}

bool rq_resref_parse(const char *name, struct rq_resref *ref, struct rq_error *err)
{
    const char *dot = strrchr(name, '.');
    uint8_t bytes[64];
    size_t bad, length = dot ? (size_t)(dot - name) : 0;
    *ref = (struct rq_resref){0};
    if (!dot || !rq_restype_id(dot + 1, &ref->type))
        return rq_fail(err, RQ_USAGE, 0, name, "has no extension that the game knows");
    struct rq_out out = {.data = bytes, .capacity = sizeof bytes};
    if (length == 0 || length > sizeof bytes ||
        !rq_text_encode(&out, RQ_CP1252, (struct rq_bytes){(const uint8_t *)name, length}, &bad) ||
        out.size > RQ_RESREF)
        return rq_fail(err, RQ_USAGE, 0, name, "a resource name has 1 to 16 characters");
    for (size_t i = 0; i < out.size; i++)
        ref->name[i] = rq_lower((char)bytes[i]);
    return true;
}

void rq_resref_take(struct rq_jr *jr, struct rq_resref *ref)
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
    if (dot < 2 || dot > RQ_RESREF + 1 || !rq_restype_id(extension, &type)) {
        rq_jr_bad(jr, "a name is 1 to 16 characters, a point and an extension of the game's");
        return;
    }
    memset(ref->name, 0, sizeof ref->name);
    memcpy(ref->name, name.data, dot - 1);
    ref->type = type;
}

bool rq_resref_same(const struct rq_resref *a, const struct rq_resref *b)
{
    for (size_t i = 0; i < RQ_RESREF; i++) {
        if (rq_lower(a->name[i]) != rq_lower(b->name[i]))
            return false;
        if (a->name[i] == 0)
            break;
    }
    return a->type == b->type;
}

void rq_resref_check(struct rq_doc *doc, rq_resref_fn *get, size_t count, const char *where)
{
    char text[RQ_RESREF_TEXT];
    size_t size = 16;
    while (size < count * 2)
        size *= 2;
    uint32_t *table = rq_arena_get(&doc->arena, size, sizeof *table);
    for (size_t i = 0; table && i < count; i++) {
        struct rq_resref ref = get(doc->root, i);
        uint32_t hash = 2166136261u ^ ref.type;
        for (size_t k = 0; k < RQ_RESREF && ref.name[k]; k++)
            hash = (hash ^ (uint8_t)rq_lower(ref.name[k])) * 16777619u;
        size_t slot = (hash ^ hash >> 15) & (size - 1), tries = 0;
        for (; table[slot] && tries < MOST_TRIES; slot = (slot + 1) & (size - 1), tries++) {
            struct rq_resref other = get(doc->root, table[slot] - 1);
            if (!rq_resref_same(&ref, &other))
                continue;
            rq_resref_text(&ref, text);
            rq_find(doc, "duplicate-name", 0, text, "entries %u and %zu have one name",
                    table[slot] - 1, i);
        }
        if (!table[slot])
            table[slot] = (uint32_t)i + 1;
        rq_resref_text(&ref, text);
        if (!rq_name_is_safe(text))
            rq_find(doc, "unsafe-name", 0, where, "entry %zu is named \"%s\"", i, text);
    }
}

void rq_resource_check(struct rq_doc *doc, rq_index_fn *index, size_t count)
{
    if (count == 0)
        rq_find(doc, "empty", 0, "header", "there are no resources");
    if (count > RQ_MOST_RESOURCES)
        rq_find(doc, "too-many", 0, "header", "%zu resources, the game reaches the first %d", count,
                RQ_MOST_RESOURCES);
    for (size_t i = 0; i < count; i++)
        if (index(doc->root, i) != i)
            rq_find(doc, "wrong-index", 0, "keys", "key %zu has index %u", i, index(doc->root, i));
}

size_t rq_resref_find(const void *root, rq_resref_fn *get, size_t count,
                      const struct rq_resref *ref)
{
    for (size_t i = 0; i < count; i++) {
        struct rq_resref other = get(root, i);
        if (rq_resref_same(ref, &other))
            return i;
    }
    return SIZE_MAX;
}

/* ---- resources ---- */

bool rq_resource_entries(struct rq_doc *doc, rq_resref_fn *get, rq_resource_fn *data, size_t count,
                         const struct rq_entry **entries, struct rq_error *err)
{
    struct rq_entry *list = rq_arena_get(&doc->arena, count, sizeof *list);
    for (size_t i = 0; list && i < count; i++) {
        struct rq_resref ref = get(doc->root, i);
        char name[RQ_RESREF_TEXT];
        rq_resref_text(&ref, name);
        list[i].name = rq_arena_text(&doc->arena, name, strlen(name));
        list[i].bytes = data(doc->root, i);
        if (!list[i].name)
            list = NULL;
    }
    *entries = list;
    return list || rq_fail(err, RQ_NO_MEMORY, 0, doc->format->info.name, "out of memory");
}

bool rq_resource_shared(const struct rq_doc *doc, uint64_t total)
{
    return total > (uint64_t)doc->source.size * SHARED_TIMES + SHARED_MORE;
}

/* The document of a resource, when it comes back byte for byte. */
static struct rq_doc *exact_document(struct rq_doc *doc, const char *name, struct rq_bytes data,
                                     struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct rq_options options = {.name = name, .alloc = doc->alloc, .codepage = doc->page};
    struct rq_doc *inner = rq_doc_read(data, &options, &ignored);
    struct rq_out again = {.alloc = doc->alloc};
    if (inner && !(rq_doc_write(inner, &again, &ignored) && rq_same(rq_out_bytes(&again), data))) {
        rq_doc_free(inner);
        inner = NULL;
    }
    rq_out_free(&again);
    if (ignored.code == RQ_NO_MEMORY)
        rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    return inner;
}

bool rq_resource_json(struct rq_doc *doc, struct rq_json *j, const char *name, struct rq_bytes data,
                      size_t *room, struct rq_error *err)
{
    /* What was put in stands in memory of its own. */
    uintptr_t at = (uintptr_t)data.data, from = (uintptr_t)doc->source.data;
    size_t taken = at >= from && at - from < doc->source.size ? data.size : 0;
    const struct rq_format *format = rq_format_detect(data, name);
    bool opened = format && j->depth < NEST_LIMIT && (room ? taken <= *room : !format->container);
    struct rq_doc *inner = opened && !j->visit ? exact_document(doc, name, data, err) : NULL;
    bool fine = !err->code;
    if (room && inner)
        *room -= taken;
    if (fine && inner) {
        rq_json_key(j, "document");
        fine = rq_doc_json(inner, j, err);
    } else if (fine) {
        rq_json_key(j, "data");
        rq_json_base64(j, data);
    }
    rq_doc_free(inner);
    return fine;
}

/* The value of "document" as a file. */
static struct rq_bytes take_document(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_options options = {.alloc = doc->alloc, .codepage = doc->page};
    struct rq_doc *inner = rq_doc_from_jr(jr, &options);
    struct rq_out file = {.alloc = doc->alloc};
    struct rq_bytes data = {0};
    if (inner && rq_doc_write(inner, &file, jr->ctx->err)) {
        data.size = file.size;
        data.data = (const uint8_t *)rq_arena_text(&doc->arena, (const char *)file.data, file.size);
        if (!data.data)
            rq_jr_bad(jr, "out of memory");
    }
    rq_out_free(&file);
    rq_doc_free(inner);
    return data;
}

/* ---- rows of shapes ---- */

struct rq_resref rq_resource_name(const struct rq_resource_at *at, const void *resource)
{
    const uint8_t *from = resource;
    struct rq_resref ref = {0};
    uint16_t half;
    memcpy(ref.name, from + at->name, RQ_RESREF);
    if (at->type_size == sizeof half) {
        memcpy(&half, from + at->type, sizeof half);
        ref.type = half;
    } else {
        memcpy(&ref.type, from + at->type, sizeof ref.type);
    }
    return ref;
}

void rq_resource_rename(const struct rq_resource_at *at, void *resource,
                        const struct rq_resref *ref)
{
    uint8_t *to = resource;
    uint16_t half = (uint16_t)ref->type;
    memcpy(to + at->name, ref->name, RQ_RESREF);
    memcpy(to + at->type, at->type_size == sizeof half ? (const void *)&half : &ref->type,
           at->type_size);
}

bool rq_resource_put_name(struct rq_shaper *s, const void *resource)
{
    struct rq_resref ref = rq_resource_name(s->member->arg, resource);
    char name[RQ_RESREF_TEXT];
    rq_resref_text(&ref, name);
    rq_json_key(s->j, s->member->name);
    rq_json_str(s->j, rq_resref_plain(&ref) ? name : "");
    return true;
}

void rq_resource_take_name(struct rq_shaper *s, void *resource)
{
    struct rq_resref ref = rq_resource_name(s->member->arg, resource);
    rq_resref_take(s->jr, &ref);
    rq_resource_rename(s->member->arg, resource, &ref);
}

bool rq_resource_has_odd_name(const struct rq_shaper *s, const void *resource)
{
    struct rq_resref ref = rq_resource_name(s->member->arg, resource);
    return !rq_resref_plain(&ref);
}

bool rq_resource_put_document(struct rq_shaper *s, const void *resource)
{
    const struct rq_resource_at *at = s->member->arg;
    struct rq_resref ref = rq_resource_name(at, resource);
    char name[RQ_RESREF_TEXT];
    struct rq_bytes data;
    rq_resref_text(&ref, name);
    memcpy(&data, (const uint8_t *)resource + at->data, sizeof data);
    return rq_resource_json(s->doc, s->j, name, data, &s->room, s->err);
}

void rq_resource_take_document(struct rq_shaper *s, void *resource)
{
    const struct rq_resource_at *at = s->member->arg;
    struct rq_bytes data = take_document(s->doc, s->jr);
    memcpy((uint8_t *)resource + at->data, &data, sizeof data);
}

/* ---- editing ---- */

void *rq_resource_more(struct rq_doc *doc, void *items, size_t count, size_t *room, size_t size,
                       struct rq_error *err)
{
    if (count < *room)
        return items;
    size_t wanted = count < 8 ? 16 : count * 2;
    void *more = rq_arena_get(&doc->arena, wanted, size);
    if (!more) {
        rq_fail(err, RQ_NO_MEMORY, 0, doc->format->info.name, "out of memory");
        return NULL;
    }
    if (count)
        memcpy(more, items, count * size);
    *room = wanted;
    return more;
}

/* ---- explicit places ---- */

bool rq_blocks_strays(struct rq_doc *doc, const struct rq_block *blocks, size_t count,
                      struct rq_strays *strays)
{
    struct rq_cover cover = {.arena = &doc->arena};
    for (size_t i = 0; i < count; i++)
        rq_cover_add(&cover, blocks[i].offset, blocks[i].bytes.size);
    return rq_cover_strays(&cover, doc->source, strays);
}

bool rq_blocks_write(struct rq_doc *doc, const struct rq_block *blocks, size_t count,
                     const struct rq_strays *strays, struct rq_out *out, struct rq_error *err)
{
    struct rq_place place;
    struct rq_arena arena = {.alloc = doc->alloc, .limit = doc->arena.limit};
    bool fine = rq_place_open(&place, &arena, strays->size);
    if (!fine && !arena.over_limit)
        rq_fail(err, RQ_NO_MEMORY, 0, doc->format->info.name, "out of memory");
    for (size_t i = 0; fine && i < count; i++)
        rq_place_put(&place, blocks[i].offset, blocks[i].bytes.data, blocks[i].bytes.size);
    if (fine) {
        rq_place_strays(&place, strays);
        fine = rq_place_whole(&place);
    }
    if (fine)
        rq_put(out, place.data, place.size);
    rq_arena_free(&arena);
    return fine;
}
