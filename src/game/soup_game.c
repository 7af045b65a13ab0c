/* What a game of Redguard calls the numbers of its scripts. */
#include "core/arena.h"
#include "core/bytes.h"
#include "core/text.h"

#include <reliquary/game.h>
#include <reliquary/ini.h>
#include <reliquary/rtx.h>
#include <reliquary/soup.h>
#include <stdio.h>
#include <stdlib.h>

struct line {
    uint32_t key;
    const struct rq_rtx_entry *entry;
};

enum { NUMBERS = 256 }; /* of items and maps that are looked up: the game has less than 100 */

struct rq_soup_files {
    struct rq_doc *lines;
    enum rq_codepage page;
    struct line *index; /* by key */
    size_t count;
    char items[NUMBERS][5]; /* keys of their names */
    char maps[NUMBERS][RQ_WORLD_NAME];
};

static int by_key(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->entry < y->entry ? -1 : x->entry > y->entry;
}

/* The first of a key. */
static void put_line(void *ctx, const char key[5], struct rq_out *out)
{
    const struct rq_soup_files *f = ctx;
    uint32_t wanted = rq_get32((const uint8_t *)key);
    size_t low = 0, high = f->count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (f->index[mid].key < wanted)
            low = mid + 1;
        else
            high = mid;
    }
    if (low < f->count && f->index[low].key == wanted)
        rq_text_decode(out, f->page, f->index[low].entry->text);
}

static void put_item(void *ctx, int32_t number, struct rq_out *out)
{
    const struct rq_soup_files *f = ctx;
    if (number >= 0 && number < NUMBERS && f->items[number][0])
        put_line(ctx, f->items[number], out);
}

static void put_map(void *ctx, int32_t number, struct rq_out *out)
{
    const struct rq_soup_files *f = ctx;
    if (number >= 0 && number < NUMBERS)
        rq_put_str(out, f->maps[number]);
}

/* name[12] = ?12i is the key of its name. */
static void take_items(struct rq_soup_files *f, const struct rq_ini *ini)
{
    for (int i = 0; ini && i < NUMBERS; i++) {
        char key[32];
        snprintf(key, sizeof key, "name[%d]", i);
        const struct rq_ini_line *line = rq_ini_find(ini, NULL, key, NULL);
        if (line && line->value.size == 4)
            memcpy(f->items[i], line->value.data, 4);
    }
}

static void take_maps(struct rq_soup_files *f, const struct rq_game *game)
{
    for (int i = 0; i < NUMBERS; i++) {
        struct rq_world world;
        if (rq_game_world(game, i, &world))
            memcpy(f->maps[i], world.map, sizeof f->maps[i]);
    }
}

/* NULL without an error: there is no such file. */
static struct rq_doc *read_file(const struct rq_game *game, const char *name, struct rq_error *err)
{
    struct rq_resource r = {0};
    return rq_game_find(game, name, &r) ? rq_game_read(game, &r, NULL, err) : NULL;
}

static bool index_lines(struct rq_soup_files *f)
{
    const struct rq_rtx *rtx = f->lines ? rq_doc_root(f->lines, "rtx") : NULL;
    size_t count = rtx ? rtx->entry_count : 0;
    f->index = rq_mem(NULL, NULL, (count + 1) * sizeof *f->index);
    if (!f->index)
        return false;
    for (; f->count < count; f->count++) {
        const struct rq_rtx_entry *entry = &rtx->entries[f->count];
        f->index[f->count] = (struct line){rq_get32((const uint8_t *)entry->tag), entry};
    }
    qsort(f->index, f->count, sizeof *f->index, by_key);
    return true;
}

bool rq_soup_game_open(struct rq_soup_game *g, const struct rq_game *game, struct rq_error *err)
{
    struct rq_error own = {0};
    struct rq_soup_files *f = rq_mem(NULL, NULL, sizeof *f);
    err = err ? err : &own;
    *g = (struct rq_soup_game){.files = f};
    if (!f)
        return rq_fail(err, RQ_NO_MEMORY, 0, "soup", "out of memory");
    *f = (struct rq_soup_files){.page = rq_game_describe(game)->codepage};
    if (f->page == RQ_CP_DEFAULT)
        f->page = RQ_CP437;
    g->notes = (struct rq_soup_notes){f, put_line, put_item, put_map};
    struct rq_doc *def = read_file(game, "SOUP386.DEF", err);
    if (err->code == RQ_OK)
        g->names = rq_soup_names_new(def ? rq_doc_root(def, "def") : NULL, err);
    rq_doc_free(def);
    if (err->code == RQ_OK)
        f->lines = read_file(game, "ENGLISH.RTX", err);
    struct rq_doc *items = err->code == RQ_OK ? read_file(game, "ITEM.INI", err) : NULL;
    take_items(f, items ? rq_doc_root(items, "ini") : NULL);
    rq_doc_free(items);
    take_maps(f, game);
    if (err->code == RQ_OK && !index_lines(f))
        rq_fail(err, RQ_NO_MEMORY, 0, "soup", "out of memory");
    if (err->code == RQ_OK)
        return true;
    rq_soup_game_close(g);
    return false;
}

void rq_soup_game_close(struct rq_soup_game *g)
{
    if (g->files) {
        rq_doc_free(g->files->lines);
        rq_mem(NULL, g->files->index, 0);
        rq_mem(NULL, g->files, 0);
    }
    rq_soup_names_free(g->names);
    *g = (struct rq_soup_game){0};
}

void rq_soup_rmm_head(const struct rq_game *game, const char *map, struct rq_out *out)
{
    size_t refusals = rq_memory_refusals();
    size_t count = game ? rq_game_worlds(game, NULL, 0) : 0, ids = 0, used = 0;
    struct rq_world *worlds = rq_mem_zeroed(count + 1, sizeof *worlds);
    char list[256] = "";
    if (worlds && count)
        rq_game_worlds(game, worlds, count);
    for (size_t i = 0; worlds && i < count && used + 16 < sizeof list; i++) {
        const char *slash = strrchr(worlds[i].map, '\\');
        if (rq_casecmp(slash ? slash + 1 : worlds[i].map, map) == 0)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%d", ids++ ? ", " : "",
                                     worlds[i].number);
    }
    free(worlds);
    rq_putf(out, "Maps\\%s\n%s: %s\n\n", map, ids > 1 ? "IDs" : "ID", list);
    if (!rq_memory_lasted(refusals, NULL))
        out->failed = RQ_NO_MEMORY;
}
