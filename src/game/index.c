#include "game/index.h"
#include "core/text.h"
#include "formats/restype.h"

#include <stdio.h>
#include <stdlib.h>

static bool grow(void **array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room ? *room * 2 : 256;
    void *grown = rq_mem(NULL, *array, more * size);
    if (!grown)
        return false;
    *array = grown;
    *room = more;
    return true;
}

/* ---- names ---- */

bool rq_ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && rq_casecmp(name + n - m, end) == 0;
}

static void put_key(struct rq_location *key, const char *text, size_t size)
{
    key->key[0] = key->key[1] = 0;
    for (size_t i = 0; i < size && i < 16; i++)
        key->key[i / 8] |= (uint64_t)(uint8_t)rq_lower(text[i]) << (56 - i % 8 * 8);
}

/* The type of an extension. known: those of the last ones, by their letters, because a game has few of them; or
 * NULL. */
static bool find_type(struct rq_known_type *known, const char *extension, uint16_t *type)
{
    uint32_t letters = 0, id;
    size_t size = 0;
    for (; size < 4 && extension[size]; size++)
        letters = letters << 8 | (uint8_t)rq_lower(extension[size]);
    known = size == 3 && known ? &known[letters * 0x9E3779B1u >> 27] : NULL;
    if (known && known->letters == letters) {
        *type = known->type;
        return true;
    }
    if (!rq_restype_id(extension, &id))
        return false;
    *type = (uint16_t)id;
    if (known)
        *known = (struct rq_known_type){letters, *type};
    return true;
}

static bool make_key(const struct rq_game *g, struct rq_known_type *known, const char *name,
                     struct rq_location *key)
{
    size_t size = strlen(name);
    if (!g->family->resrefs) {
        put_key(key, name, size);
        return size > 0 && size < RQ_RESOURCE_NAME;
    }
    /* As KotOR keeps it: at most 16 letters, lower case, and a type. */
    const char *extension = rq_path_extension(name);
    size = extension[0] ? (size_t)(extension - name) - 1 : 0;
    if (!size || size > 16 || !find_type(known, extension, &key->type))
        return false;
    put_key(key, name, size);
    return true;
}

bool rq_index_key(const struct rq_game *g, const char *name, struct rq_location *key)
{
    return make_key(g, NULL, name, key);
}

const char *rq_index_name(const struct rq_game *g, const struct rq_location *location,
                          char text[RQ_RESOURCE_NAME])
{
    const struct rq_source_parts *parts = &g->parts[location->source];
    char extension[RQ_RESTYPE_TEXT], resref[17] = {0};
    if (!g->family->resrefs && !parts->box)
        return rq_path_base(g->files[location->index]->relative);
    if (!g->family->resrefs && parts->names && parts->names[location->index])
        return parts->names[location->index];
    if (!g->family->resrefs)
        return parts->box->entries[location->index].name;
    for (size_t i = 0; i < 16; i++)
        resref[i] = (char)(location->key[i / 8] >> (56 - i % 8 * 8));
    rq_restype_extension(location->type, extension);
    snprintf(text, RQ_RESOURCE_NAME, "%s.%s", resref, extension);
    return text;
}

/* Order of two names; b_name is that of b, or NULL. */
static int compare_names(const struct rq_game *g, const struct rq_location *a,
                         const struct rq_location *b, const char *b_name)
{
    char x[RQ_RESOURCE_NAME], y[RQ_RESOURCE_NAME];
    if (a->key[0] != b->key[0])
        return a->key[0] < b->key[0] ? -1 : 1;
    if (a->key[1] != b->key[1])
        return a->key[1] < b->key[1] ? -1 : 1;
    if (g->family->resrefs)
        return a->type < b->type ? -1 : a->type > b->type;
    return rq_casecmp(rq_index_name(g, a, x), b_name ? b_name : rq_index_name(g, b, y));
}

bool rq_index_same(const struct rq_game *g, const struct rq_location *a,
                   const struct rq_location *b)
{
    return compare_names(g, a, b, NULL) == 0;
}

size_t rq_index_find(const struct rq_game *g, const char *name, size_t *count)
{
    struct rq_location key = {0};
    size_t low = 0, high = g->count;
    *count = 0;
    if (!rq_index_key(g, name, &key))
        return 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(g, &g->locations[middle], &key, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    while (low + *count < g->count &&
           compare_names(g, &g->locations[low + *count], &key, name) == 0)
        ++*count;
    return low;
}

/* ---- building ---- */

void rq_index_problem(struct rq_game *g, const char *path, const struct rq_error *err)
{
    if (grow((void **)&g->problems, g->problem_count, &g->problem_room, sizeof *g->problems))
        g->problems[g->problem_count++] = (struct rq_game_problem){path, *err};
}

long rq_index_source(struct rq_game *g, const struct rq_source *source,
                     const struct rq_source_parts *parts)
{
    if (!grow((void **)&g->sources, g->source_count, &g->source_room, sizeof *g->sources) ||
        !grow((void **)&g->parts, g->source_count, &g->part_room, sizeof *g->parts))
        return -1;
    g->sources[g->source_count] = *source;
    g->parts[g->source_count] = *parts;
    return (long)g->source_count++;
}

bool rq_index_put(struct rq_game *g, const struct rq_location *location)
{
    if (!grow((void **)&g->locations, g->count, &g->room, sizeof *g->locations))
        return false;
    g->locations[g->count++] = *location;
    g->sources[location->source].count++;
    return true;
}

bool rq_index_add(struct rq_game *g, long source, const char *name, size_t index)
{
    struct rq_location location = {.source = (uint32_t)source, .index = (uint32_t)index};
    return !make_key(g, g->known, name, &location) || rq_index_put(g, &location);
}

bool rq_index_add_file(struct rq_game *g, long source, const char *name, size_t index)
{
    struct rq_location location = {.source = (uint32_t)source, .index = (uint32_t)index};
    size_t stem = strcspn(name, ".");
    char extension[4] = "";
    for (size_t i = 0; i < 3 && name[stem] && name[stem + 1 + i]; i++)
        extension[i] = name[stem + 1 + i];
    if (!stem || !find_type(g->known, extension, &location.type))
        return true;
    put_key(&location, name, stem);
    return rq_index_put(g, &location);
}

bool rq_index_entries(struct rq_game *g, long source)
{
    const struct rq_source_parts parts = g->parts[source];
    for (size_t i = 0; i < parts.box->count; i++) {
        const char *own = parts.names ? parts.names[i] : NULL;
        if (!rq_index_add(g, source, own ? own : parts.box->entries[i].name, i))
            return false;
    }
    return true;
}

/* ---- order ---- */

static _Thread_local const struct rq_game *sorting; /* qsort has no context */

static int by_name(const void *a, const void *b)
{
    const struct rq_location *x = a, *y = b;
    /* As compare_names does; most comparisons end here. */
    if (x->key[0] != y->key[0])
        return x->key[0] < y->key[0] ? -1 : 1;
    int order = compare_names(sorting, x, y, NULL);
    if (order)
        return order;
    const struct rq_source *p = &sorting->sources[x->source], *q = &sorting->sources[y->source];
    const struct rq_source_parts *m = &sorting->parts[x->source], *n = &sorting->parts[y->source];
    if (p->inactive != q->inactive)
        return p->inactive ? 1 : -1;
    if (m->rank != n->rank)
        return m->rank < n->rank ? -1 : 1;
    if (p->order != q->order)
        return p->order < q->order ? -1 : 1;
    /* Loose files come in the order of their paths, whatever folder they are in. */
    if (x->source != y->source && (m->file || n->file))
        return x->source < y->source ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

bool rq_index_sort(struct rq_game *g)
{
    sorting = g;
    if (g->count)
        qsort(g->locations, g->count, sizeof *g->locations, by_name);
    sorting = NULL;
    if (g->family->resrefs)
        return true;
    g->loose = rq_mem_zeroed(g->count + 1, sizeof *g->loose);
    for (size_t i = 0; g->loose && i < g->count; i++)
        if (!g->parts[g->locations[i].source].file)
            g->loose[g->loose_count++] = i;
    return g->loose != NULL;
}
