/* The files of a game: mapped, and read as archives, when first asked for. */
#include "game/index.h"

#include <stdlib.h>

struct rq_game_file *rq_game_file_new(struct rq_found *found)
{
    struct rq_game_file *file = rq_mem_zeroed(1, sizeof *file);
    if (!file || pthread_mutex_init(&file->lock, NULL) != 0) {
        free(file);
        return NULL;
    }
    atomic_init(&file->owners, 1);
    file->path = found->path;
    file->relative = found->relative;
    file->size = found->size;
    file->time = found->time;
    found->path = found->relative = NULL;
    return file;
}

void rq_game_file_drop(struct rq_game_file *file)
{
    if (!file || atomic_fetch_sub(&file->owners, 1) != 1)
        return;
    /* An inner archive borrows from the one around it, which stands behind it. */
    for (struct rq_box *box = file->box, *next; box; box = next) {
        next = box->next;
        rq_doc_free(box->doc);
        free(box);
    }
    rq_map_close(&file->map);
    pthread_mutex_destroy(&file->lock);
    free(file->path);
    free(file->relative);
    free(file);
}

/* With the lock held. */
static bool map_file(struct rq_game_file *file, struct rq_error *err)
{
    file->mapped = file->mapped || rq_map_open(&file->map, file->path, err);
    return file->mapped;
}

bool rq_game_file_map(struct rq_game_file *file, struct rq_bytes *bytes, struct rq_error *err)
{
    pthread_mutex_lock(&file->lock);
    bool fine = map_file(file, err);
    *bytes = file->map.bytes;
    pthread_mutex_unlock(&file->lock);
    return fine;
}

static struct rq_box *read_box(struct rq_bytes bytes, const char *name, struct rq_error *err)
{
    struct rq_options options = {.name = name};
    struct rq_box *box = rq_mem_zeroed(1, sizeof *box);
    if (box)
        box->doc = rq_doc_read(bytes, &options, err);
    else
        rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    if (box && box->doc && rq_doc_entries(box->doc, &box->entries, &box->count, err))
        return box;
    if (box)
        rq_doc_free(box->doc);
    free(box);
    rq_fail(err, RQ_CORRUPT, 0, name, "is not an archive");
    return NULL;
}

/* The one of the file itself is the last of its list. */
const struct rq_box *rq_game_file_box(struct rq_game_file *file, struct rq_error *err)
{
    pthread_mutex_lock(&file->lock);
    if (!file->box && map_file(file, err))
        file->box = read_box(file->map.bytes, file->path, err);
    struct rq_box *box = file->box;
    while (box && box->next)
        box = box->next;
    pthread_mutex_unlock(&file->lock);
    return box;
}

const struct rq_box *rq_game_file_inner(struct rq_game_file *file, const struct rq_entry *entry,
                                        struct rq_error *err)
{
    struct rq_box *box = read_box(entry->bytes, entry->name, err);
    if (!box)
        return NULL;
    pthread_mutex_lock(&file->lock);
    box->next = file->box;
    file->box = box;
    pthread_mutex_unlock(&file->lock);
    return box;
}
