#include "game/folder.h"
#include "core/file.h"
#include "core/text.h"

#include <pthread.h>
#include <stdlib.h>

struct item {
    const char *base;
    const char *path;
    int rank; /* among files of one name: the lowest is found */
    struct rq_map map;
    bool open;
};

struct rq_folder {
    struct rq_walk walk;
    struct item *items; /* sorted by base name, ignoring case */
    struct rq_env env;
    pthread_mutex_t lock;
};

/* Redguard has most models twice, for Glide in fxart and for the software renderer in 3dart: the
 * game that is sold today has only the first. */
static int rank_of(const char *path, const char *base)
{
    static const char *const folders[] = {"fxart/", "maps/", "3dart/"};
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(folders[i]), k = 0;
        const char *parent = base - n;
        if ((size_t)(base - path) < n || (parent > path && parent[-1] != '/'))
            continue;
        while (k < n && rq_lower(parent[k]) == folders[i][k])
            k++;
        if (k == n)
            return i;
    }
    return 3;
}

static int by_base(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    int order = rq_casecmp(x->base, y->base);
    if (!order)
        order = x->rank - y->rank;
    return order ? order : strcmp(x->path, y->path);
}

static const char *folder_name(void *ctx, size_t index)
{
    const struct rq_folder *folder = ctx;
    return index < folder->walk.count ? folder->items[index].base : NULL;
}

static struct item *find(struct rq_folder *folder, const char *name)
{
    size_t low = 0, high = folder->walk.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rq_casecmp(folder->items[middle].base, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < folder->walk.count && rq_casecmp(folder->items[low].base, name) == 0;
    return found ? &folder->items[low] : NULL;
}

static bool folder_get(void *ctx, const char *name, struct rq_bytes *bytes)
{
    struct rq_folder *folder = ctx;
    struct item *item = find(folder, name);
    struct rq_error ignored = {0};
    if (!item)
        return false;
    pthread_mutex_lock(&folder->lock);
    item->open = item->open || rq_map_open(&item->map, item->path, &ignored);
    bool fine = item->open;
    *bytes = item->map.bytes;
    pthread_mutex_unlock(&folder->lock);
    return fine;
}

struct rq_folder *rq_folder_open(const char *path, struct rq_error *err)
{
    struct rq_folder *folder = calloc(1, sizeof *folder);
    if (!folder || !rq_walk_add(&folder->walk, path, err)) {
        if (folder)
            rq_walk_free(&folder->walk);
        free(folder);
        rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
        return NULL;
    }
    folder->items = calloc(folder->walk.count + 1, sizeof *folder->items);
    if (!folder->items || pthread_mutex_init(&folder->lock, NULL) != 0) {
        rq_walk_free(&folder->walk);
        free(folder->items);
        free(folder);
        rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
        return NULL;
    }
    for (size_t i = 0; i < folder->walk.count; i++) {
        folder->items[i].path = folder->walk.items[i].path;
        folder->items[i].base = rq_path_base(folder->walk.items[i].relative);
        folder->items[i].rank = rank_of(folder->walk.items[i].relative, folder->items[i].base);
    }
    qsort(folder->items, folder->walk.count, sizeof *folder->items, by_base);
    folder->env = (struct rq_env){folder_get, folder, folder_name};
    return folder;
}

const struct rq_env *rq_folder_env(const struct rq_folder *folder)
{
    return &folder->env;
}

const char *rq_folder_path(struct rq_folder *folder, const char *name)
{
    const struct item *item = find(folder, name);
    return item ? item->path : NULL;
}

void rq_folder_close(struct rq_folder *folder)
{
    if (!folder)
        return;
    for (size_t i = 0; i < folder->walk.count; i++)
        if (folder->items[i].open)
            rq_map_close(&folder->items[i].map);
    pthread_mutex_destroy(&folder->lock);
    free(folder->items);
    rq_walk_free(&folder->walk);
    free(folder);
}
