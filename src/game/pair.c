#include "game/pair.h"
#include "core/text.h"
#include "core/transaction.h"

#include <reliquary/game.h>
#include <stdio.h>
#include <stdlib.h>

static bool has_extension(const char *name, const char *extension)
{
    return extension && rq_casecmp(rq_path_extension(name), extension) == 0;
}

/* Where the last folder of path begins, when it has a name: the size of what stands before. */
static size_t above_folder(const char *path, size_t folder)
{
    size_t at = folder - 1;
    while (at && path[at - 1] != '/' && path[at - 1] != '\\')
        at--;
    return at;
}

/* "FOLDER/stem.EXT" or, of files that are sorted by kind, "FOLDER/../ext/stem.EXT". */
static char *other_path(const char *path, const char *extension, bool sorted, bool upper)
{
    const char *base = rq_path_base(path);
    size_t folder = (size_t)(base - path), size = strlen(path) + 32;
    int stem = (int)(rq_path_extension(path) - base);
    char *made = rq_mem(NULL, NULL, size), kind[8];
    size_t n = 0;
    for (; extension[n] && n + 1 < sizeof kind; n++)
        kind[n] = upper && extension[n] >= 'a' ? (char)(extension[n] - 'a' + 'A') : extension[n];
    kind[n] = 0;
    bool named = folder > 1 && path[folder - 2] != '.';
    if (!made)
        return NULL;
    if (!sorted)
        snprintf(made, size, "%.*s%.*s%s", (int)folder, path, stem, base, kind);
    else if (named)
        snprintf(made, size, "%.*s%s/%.*s%s", (int)above_folder(path, folder), path, kind, stem,
                 base, kind);
    else
        snprintf(made, size, "%.*s../%s/%.*s%s", (int)folder, path, kind, stem, base, kind);
    return made;
}

/* Beside it, in any case: games and tools of Windows mix them. */
static char *find_alike(const char *path, const char *extension)
{
    char *other = other_path(path, extension, false, false);
    char *found = other ? rq_path_alike(other) : NULL;
    free(other);
    return found;
}

static char *find_other(const char *path, const char *extension)
{
    if (!rq_path_extension(path)[0])
        return NULL;
    for (unsigned i = 0; i < 4; i++) {
        char *other = other_path(path, extension, i / 2, i % 2);
        if (other && rq_path_kind(other, NULL) == RQ_PATH_FILE)
            return other;
        free(other);
    }
    return find_alike(path, extension);
}

char *rq_pair_second(const char *path, const struct rq_format *format)
{
    const char *extension = format ? rq_format_companion(format) : NULL;
    return extension ? find_other(path, extension) : NULL;
}

static const struct rq_format_info *format_of_second(const char *name)
{
    for (size_t i = 0; i < rq_format_count(); i++) {
        const struct rq_format *format = rq_format_at(i);
        if (has_extension(name, rq_format_companion(format)))
            return rq_format_describe(format);
    }
    return NULL;
}

char *rq_pair_first(const char *path)
{
    const struct rq_format_info *info = format_of_second(path);
    return info ? find_other(path, info->name) : NULL;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* first, the first file of a pair, in place of its second. */
static bool take_first(struct rq_found *item, char *first)
{
    size_t size = strlen(item->relative) + 8;
    char *relative = rq_mem(NULL, NULL, size);
    if (!relative)
        return false;
    snprintf(relative, size, "%.*s%s", (int)(rq_path_extension(item->relative) - item->relative),
             item->relative, rq_path_extension(first));
    free(item->path);
    free(item->relative);
    *item = (struct rq_found){.path = first, .relative = relative};
    rq_path_kind(first, &item->size);
    return true;
}

static void drop_found(struct rq_found *item)
{
    free(item->path);
    free(item->relative);
}

bool rq_pair_walk(struct rq_walk *walk)
{
    char **paths = rq_mem(NULL, NULL, (walk->count + 1) * sizeof *paths);
    char **firsts = rq_mem_zeroed(walk->count + 1, sizeof *firsts);
    bool fine = paths && firsts;
    size_t count = 0, known = walk->count;
    for (size_t i = 0; fine && i < known; i++)
        paths[i] = walk->items[i].path;
    if (fine)
        qsort(paths, known, sizeof *paths, by_path);
    for (size_t i = 0; fine && i < known; i++)
        firsts[i] = rq_pair_first(walk->items[i].path);
    /* Which of them are in the walk themselves: asked before any path is freed. */
    for (size_t i = 0; fine && i < known; i++) {
        char **twin = firsts[i] ? bsearch(&firsts[i], paths, known, sizeof *paths, by_path) : NULL;
        if (!twin)
            continue;
        free(firsts[i]);
        firsts[i] = walk->items[i].path;
    }
    for (size_t i = 0; firsts && i < known; i++) {
        struct rq_found item = walk->items[i];
        if (firsts[i] == item.path) {
            drop_found(&item);
            continue;
        }
        if (firsts[i] && !take_first(&item, firsts[i])) {
            free(firsts[i]);
            fine = false;
        }
        walk->items[count++] = item;
    }
    walk->count = firsts ? count : known;
    free(paths);
    free(firsts);
    return fine;
}

char *rq_pair_target(const char *path, const char *extension)
{
    char first = rq_path_extension(path)[0];
    char *there = first ? find_alike(path, extension) : NULL;
    bool upper = first >= 'A' && first <= 'Z';
    return there || !first ? there : other_path(path, extension, false, upper);
}

char *rq_pair_name(const char *path, const char *extension)
{
    return other_path(path, extension, false, false);
}

/* ---- both files at once ---- */

/* A program that was killed may have left a new second with its old first. */
static bool open_second(struct rq_doc_file *file, const char *path, const char *second,
                        struct rq_error *err)
{
    bool finished = false, fine = rq_txn_finish_two(path, second, &finished, err);
    if (fine && finished) {
        rq_map_close(&file->map);
        fine = rq_map_open(&file->map, path, err);
    }
    return fine && rq_map_open(&file->second, second, err);
}

bool rq_doc_file_open(struct rq_doc_file *file, const char *path, const struct rq_options *options,
                      struct rq_error *err)
{
    struct rq_options with = options ? *options : (struct rq_options){0};
    size_t refusals = rq_memory_refusals();
    char *first = rq_pair_first(path);
    *file = (struct rq_doc_file){0};
    path = first ? first : path;
    bool fine = rq_map_open(&file->map, path, err);
    with.name = with.name && !first ? with.name : path;
    if (fine && !with.format)
        with.format = rq_format_detect(file->map.bytes, with.name);
    char *second = fine && !with.companion.data ? rq_pair_second(path, with.format) : NULL;
    if (second) {
        fine = open_second(file, path, second, err);
        with.companion = file->second.bytes;
    }
    if (fine)
        file->doc = rq_doc_read(file->map.bytes, &with, err);
    free(second);
    free(first);
    fine =
        file->doc && rq_memory_lasted(refusals, err); /* else the other may not have been found */
    if (!fine)
        rq_doc_file_close(file);
    return fine;
}

void rq_doc_file_close(struct rq_doc_file *file)
{
    rq_doc_free(file->doc);
    rq_map_close(&file->map);
    rq_map_close(&file->second);
    *file = (struct rq_doc_file){0};
}
