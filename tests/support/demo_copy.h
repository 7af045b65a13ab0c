/* A copy of a game of the demo ($RQ_DEMO_DIR), for tests that change it. */
#ifndef TESTS_SUPPORT_DEMO_COPY_H
#define TESTS_SUPPORT_DEMO_COPY_H

#include "core/file.h"
#include "core/fs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline bool copy_demo_file(const char *to, const struct rq_found *found)
{
    struct rq_map map;
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", to, found->relative);
    *strrchr(path, '/') = 0;
    bool fine = rq_make_folder(path, NULL) && rq_map_open(&map, found->path, NULL);
    path[strlen(path)] = '/';
    fine = fine && rq_file_save(path, map.bytes, RQ_SAVE_NEW, NULL);
    if (fine)
        rq_map_close(&map);
    return fine;
}

/* Copies the game "kotor" or "redguard" to a folder; false without the demo. */
static inline bool copy_demo(const char *game, const char *to)
{
    const char *demo = getenv("RQ_DEMO_DIR");
    char from[600];
    struct rq_walk walk = {0};
    snprintf(from, sizeof from, "%s/%s", demo ? demo : "", game);
    bool fine = demo && rq_walk_add(&walk, from, NULL) && walk.count > 20;
    for (size_t i = 0; fine && i < walk.count; i++)
        fine = copy_demo_file(to, &walk.items[i]);
    rq_walk_free(&walk);
    return fine;
}

#endif
