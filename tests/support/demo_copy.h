/* A copy of a game of the demo ($RQ_DEMO_DIR), for tests that change it. */
#ifndef TESTS_SUPPORT_DEMO_COPY_H
#define TESTS_SUPPORT_DEMO_COPY_H

#include "core/file.h"
#include "core/fs.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline bool copy_demo_file(const char *to, const struct rq_found *found)
{
    struct rq_map map = {0};
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", to, found->relative);
    *strrchr(path, '/') = 0;
    bool fine = rq_make_folder(path, NULL) && rq_map_open(&map, found->path, NULL);
    path[strlen(path)] = '/';
    fine = fine && check_write(path, map.bytes.data, map.bytes.size);
    rq_map_close(&map);
    return fine;
}

/* All files of a folder; false when there are fewer than `least`. */
static inline bool copy_folder(const char *from, const char *to, size_t least)
{
    struct rq_walk walk = {0};
    bool fine = rq_walk_add(&walk, from, NULL) && walk.count >= least;
    for (size_t i = 0; fine && i < walk.count; i++)
        fine = copy_demo_file(to, &walk.items[i]);
    rq_walk_free(&walk);
    return fine;
}

/* Copies the game "kotor" or "redguard" to a folder; false without the demo. */
static inline bool copy_demo(const char *game, const char *to)
{
    const char *demo = getenv("RQ_DEMO_DIR");
    char from[600];
    snprintf(from, sizeof from, "%s/%s", demo ? demo : "", game);
    return demo && copy_folder(from, to, 20);
}

#endif
