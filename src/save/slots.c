/* Folders that hold a saved game: those with a .SAV of Redguard, or with a SAVEGAME.sav or savenfo.res of
 * KotOR. */
#include "core/arena.h"
#include "core/file.h"
#include "core/text.h"

#include <reliquary/save.h>
#include <stdlib.h>

struct slot {
    const char *path, *family;
};

struct rq_slots {
    struct rq_arena arena;
    struct slot *items;
    uint32_t count, room;
};

/* Whose save a file is a part of; NULL: of none. */
static const char *family_of(const struct rq_found *found)
{
    const char *name = rq_path_base(found->path);
    struct rq_map map = {0};
    const char *family = NULL;
    if (rq_casecmp(name, "savenfo.res") == 0)
        return "kotor";
    if (rq_casecmp(rq_path_extension(name), "sav") != 0 || !rq_map_open(&map, found->path, NULL))
        return NULL;
    if (map.bytes.size >= 4 && memcmp(map.bytes.data, "SVGM", 4) == 0)
        family = "redguard";
    else if (rq_casecmp(name, "SAVEGAME.sav") == 0)
        family = "kotor";
    rq_map_close(&map);
    return family;
}

static void add_slot(struct rq_slots *slots, const struct rq_found *found, const char *family)
{
    size_t size = (size_t)(rq_path_base(found->path) - found->path);
    const char *folder = size > 1 ? rq_arena_text(&slots->arena, found->path, size - 1)
                                  : rq_arena_text(&slots->arena, size ? "/" : ".", 1);
    if (folder && slots->count && strcmp(slots->items[slots->count - 1].path, folder) == 0)
        return;
    struct slot *items = rq_arena_more(&slots->arena, &slots->items, slots->count, &slots->room,
                                       sizeof *slots->items);
    if (folder && items)
        items[slots->count++] = (struct slot){folder, family};
}

struct rq_slots *rq_slots_open(const char *path, struct rq_error *err)
{
    struct rq_walk walk = {0};
    size_t refusals = rq_memory_refusals();
    struct rq_slots *slots = rq_mem_zeroed(1, sizeof *slots);
    if (!slots) {
        rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
        return NULL;
    }
    bool fine = rq_walk_add(&walk, path, err);
    for (size_t i = 0; fine && i < walk.count; i++) {
        const char *family = family_of(&walk.items[i]);
        if (family)
            add_slot(slots, &walk.items[i], family);
    }
    rq_walk_free(&walk);
    if (fine && rq_memory_lasted(refusals, err))
        return slots;
    rq_slots_close(slots);
    return NULL;
}

void rq_slots_close(struct rq_slots *slots)
{
    if (slots)
        rq_arena_free(&slots->arena);
    free(slots);
}

size_t rq_slots_count(const struct rq_slots *slots)
{
    return slots->count;
}

const char *rq_slots_path(const struct rq_slots *slots, size_t index)
{
    return index < slots->count ? slots->items[index].path : NULL;
}

const char *rq_slots_family(const struct rq_slots *slots, size_t index)
{
    return index < slots->count ? slots->items[index].family : NULL;
}
