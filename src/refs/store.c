/* Texts and things, each once; uses in the order of files, and by thing. */
#include "refs/refs.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- texts ---- */

enum { FIRST_SLOTS = 1 << 12 };

static uint32_t hash_of(const char *text, size_t size)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (uint8_t)text[i]) * 16777619u;
    return hash ^ hash >> 15;
}

const char *rq_refs_text_at(const struct rq_refs *refs, uint32_t place)
{
    return (const char *)refs->texts.data + place;
}

/* The slot of a text, or the free one where it belongs. */
static uint32_t slot_of(const struct rq_refs *refs, const char *text, size_t size)
{
    uint32_t at = hash_of(text, size) & refs->slot_mask;
    for (; refs->slots[at]; at = (at + 1) & refs->slot_mask) {
        const char *have = rq_refs_text_at(refs, refs->slots[at] - 1);
        if (strncmp(have, text, size) == 0 && !have[size])
            break;
    }
    return at;
}

static bool grow_slots(struct rq_refs *refs)
{
    uint32_t count = refs->slots ? (refs->slot_mask + 1) * 2 : FIRST_SLOTS;
    uint32_t *old = refs->slots, old_count = refs->slots ? refs->slot_mask + 1 : 0;
    uint32_t *slots = count ? rq_mem_zeroed(count, sizeof *slots) : NULL;
    if (!slots)
        return false;
    refs->slots = slots;
    refs->slot_mask = count - 1;
    for (uint32_t i = 0; i < old_count; i++)
        if (old[i]) {
            const char *text = rq_refs_text_at(refs, old[i] - 1);
            slots[slot_of(refs, text, strlen(text))] = old[i];
        }
    free(old);
    return true;
}

uint32_t rq_refs_text(struct rq_refs *refs, const char *text, size_t size)
{
    if ((!refs->slots || refs->text_count >= refs->slot_mask / 2) && !grow_slots(refs)) {
        refs->failed = true;
        return 0;
    }
    uint32_t slot = slot_of(refs, text, size);
    if (refs->slots[slot])
        return refs->slots[slot] - 1;
    size_t place = refs->texts.size;
    rq_put(&refs->texts, text, size);
    rq_put8(&refs->texts, 0);
    /* A place has to leave room for the kind of a use. */
    if (refs->texts.failed || place >> (32 - USE_KIND_BITS)) {
        refs->failed = true;
        return 0;
    }
    refs->text_count++;
    refs->slots[slot] = (uint32_t)place + 1;
    return (uint32_t)place;
}

bool rq_refs_text_find(const struct rq_refs *refs, const char *text, size_t size, uint32_t *place)
{
    uint32_t found = refs->slots ? refs->slots[slot_of(refs, text, size)] : 0;
    *place = found - 1;
    return found != 0;
}

/* ---- things ---- */

bool rq_refs_number(const struct rq_refs *refs, enum rq_thing thing, const char *name,
                    uint32_t *number)
{
    char lower[RQ_RESOURCE_NAME];
    uint32_t place;
    size_t size = 0;
    for (; name[size] && size < sizeof lower; size++)
        lower[size] = rq_lower(name[size]);
    return size && size < sizeof lower && rq_refs_text_find(refs, lower, size, &place) &&
           rq_key_set_find(&refs->things, (const uint32_t[4]){thing, place, 0, 0}, number);
}

bool rq_type_in(const char *types, const char *type, size_t size)
{
    for (size_t part; *types; types += part + (types[part] != 0)) {
        part = strcspn(types, "| ");
        if (part != size)
            continue;
        size_t i = 0;
        while (i < size && rq_lower(types[i]) == rq_lower(type[i]))
            i++;
        if (i == size)
            return true;
    }
    return false;
}

/* ---- batches ---- */

/* Room for one more element of an array that the C library has. */
static void *more(struct rq_refs *refs, void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    size_t larger = *room ? *room * 2 : 64;
    void *moved = count < UINT32_MAX / 2 ? rq_mem(NULL, array, larger * size) : NULL;
    refs->failed = refs->failed || !moved;
    if (!moved)
        return array;
    *room = larger;
    return moved;
}

/* Modules may have tables of their own: what fits one of them is no error. */
static void take_table(struct rq_refs *refs, uint32_t name, uint32_t rows)
{
    for (size_t i = 0; i < refs->table_count; i++)
        if (refs->tables[i].name == name) {
            if (refs->tables[i].rows < rows)
                refs->tables[i].rows = rows;
            return;
        }
    refs->tables =
        more(refs, refs->tables, refs->table_count, &refs->table_room, sizeof *refs->tables);
    if (!refs->failed)
        refs->tables[refs->table_count++] = (struct rq_table_rows){name, rows};
}

static void take_use(struct rq_refs *refs, const struct rq_use_row *row)
{
    refs->rows = more(refs, refs->rows, refs->count, &refs->room, sizeof *refs->rows);
    if (!refs->failed)
        refs->rows[refs->count++] = *row;
}

void rq_refs_take(struct rq_refs *refs, struct rq_bytes batch, uint32_t at)
{
    const uint8_t *p = batch.data, *end = p + batch.size;
    while (p < end && !refs->failed) {
        unsigned thing = p[0], kind = p[1] & ((1u << USE_KIND_BITS) - 1);
        uint32_t act = (uint32_t)p[1] >> USE_KIND_BITS;
        size_t name_size = p[2], types_size = p[3], path_size = rq_get16(p + 4);
        const char *name = (const char *)p + 6, *types = name + name_size,
                   *path = types + types_size;
        p = (const uint8_t *)path + path_size;
        uint32_t place = rq_refs_text(refs, name, name_size);
        if (thing == RQ_THING_TABLE) {
            char number[16];
            snprintf(number, sizeof number, "%.*s", (int)path_size, path);
            take_table(refs, place, (uint32_t)strtoul(number, NULL, 10));
            continue;
        }
        struct rq_use_row row = {.at = at, .path = rq_refs_text(refs, path, path_size), .act = act};
        row.types = rq_refs_text(refs, types, types_size) << USE_KIND_BITS | kind;
        if (!rq_key_set_put(&refs->things, &refs->arena, (const uint32_t[4]){thing, place, 0, 0},
                            &row.thing))
            refs->failed = true;
        take_use(refs, &row);
    }
}

void rq_refs_add_problem(struct rq_refs *refs, uint32_t at, const struct rq_error *err)
{
    refs->problems = more(refs, refs->problems, refs->info.problems, &refs->problem_room,
                          sizeof *refs->problems);
    if (!refs->failed)
        refs->problems[refs->info.problems++] = (struct rq_refs_problem){at, *err};
}

/* ---- by thing ---- */

static int compare_tables(const void *a, const void *b)
{
    uint32_t left = ((const struct rq_table_rows *)a)->name,
             right = ((const struct rq_table_rows *)b)->name;
    return (left > right) - (left < right);
}

bool rq_refs_finish(struct rq_refs *refs)
{
    uint32_t things = refs->things.count;
    refs->marks = rq_mem_zeroed((size_t)things + 1, sizeof *refs->marks);
    refs->first = rq_mem_zeroed((size_t)things + 2, sizeof *refs->first);
    refs->order = rq_mem_zeroed(refs->count + 1, sizeof *refs->order);
    if (refs->failed || !refs->marks || !refs->first || !refs->order)
        return false;
    for (size_t i = 0; i < refs->count; i++) {
        const struct rq_use_row *row = &refs->rows[i];
        unsigned kind = row->types & ((1u << USE_KIND_BITS) - 1);
        refs->marks[row->thing] |= (uint8_t)(1u << kind);
        if (kind == RQ_USE_DEFINES)
            refs->defined |= 1u << refs->things.keys[row->thing][0];
        refs->first[row->thing + 2]++;
    }
    for (uint32_t i = 2; i < things + 2; i++)
        refs->first[i] += refs->first[i - 1];
    /* first[thing + 1] runs from the start of the thing to its end. */
    for (size_t i = 0; i < refs->count; i++)
        refs->order[refs->first[refs->rows[i].thing + 1]++] = (uint32_t)i;
    if (refs->table_count)
        qsort(refs->tables, refs->table_count, sizeof *refs->tables, compare_tables);
    refs->info.uses = refs->count;
    refs->info.things = things;
    return true;
}

void rq_refs_empty(struct rq_refs *refs)
{
    rq_out_free(&refs->texts);
    rq_arena_free(&refs->arena);
    free(refs->slots);
    free(refs->rows);
    free(refs->tables);
    free(refs->problems);
    free(refs->marks);
    free(refs->first);
    free(refs->order);
    *refs = (struct rq_refs){.game = refs->game};
}
