#include "core/file.h"
#include "core/transaction.h"
#include "game/keynames.h"

#include <reliquary/game.h>
#include <stdio.h>
#include <stdlib.h>

struct rq_archive {
    char *path;
    uint64_t size, time; /* of its file when it was read */
    struct rq_map map;
    struct rq_doc *doc;
    struct rq_key_names names;
    struct rq_entry *named; /* the document's entries with the names of the key */
};

/* ---- opening ---- */

static bool open_parts(struct rq_archive *a, const char *key, const struct rq_options *options,
                       struct rq_error *err)
{
    rq_path_stamp(a->path, &a->size, &a->time);
    if (rq_map_open(&a->map, a->path, err))
        a->doc = rq_doc_read(a->map.bytes, options, err);
    return a->doc && rq_key_names_open(&a->names, a->path, key, a->doc, err);
}

static void close_parts(struct rq_archive *a)
{
    rq_key_names_close(&a->names);
    rq_doc_free(a->doc);
    rq_map_close(&a->map);
    a->doc = NULL;
}

struct rq_archive *rq_archive_open(const char *path, const char *key,
                                   const struct rq_options *options, struct rq_error *err)
{
    struct rq_archive *a = rq_mem_zeroed(1, sizeof *a);
    struct rq_options with_name = options ? *options : (struct rq_options){0};
    if (a)
        a->path = rq_path_join("", path);
    if (!a || !a->path) {
        rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
        free(a);
        return NULL;
    }
    with_name.name = with_name.name ? with_name.name : path;
    bool fine = open_parts(a, key, &with_name, err), finished = false;
    /* A program that was killed may have left a new archive with its old key. */
    if (fine && a->names.key)
        fine = rq_txn_finish_two(path, a->names.path, &finished, err);
    if (fine && finished) {
        close_parts(a);
        fine = open_parts(a, key, &with_name, err);
    }
    if (fine)
        return a;
    rq_archive_close(a);
    return NULL;
}

void rq_archive_close(struct rq_archive *a)
{
    if (!a)
        return;
    close_parts(a);
    free(a->named);
    free(a->path);
    free(a);
}

struct rq_doc *rq_archive_doc(const struct rq_archive *a)
{
    return a->doc;
}

const char *rq_archive_key(const struct rq_archive *a)
{
    return a->names.path;
}

bool rq_archive_entries(struct rq_archive *a, const struct rq_entry **entries, size_t *count,
                        struct rq_error *err)
{
    if (!rq_doc_entries(a->doc, entries, count, err))
        return false;
    if (!a->names.key)
        return true;
    struct rq_entry *named = rq_mem(NULL, a->named, (*count + 1) * sizeof *named);
    if (!named)
        return rq_fail(err, RQ_NO_MEMORY, 0, a->path, "out of memory");
    for (size_t i = 0; i < *count; i++) {
        named[i] = (*entries)[i];
        if (i < a->names.count && a->names.names[i])
            named[i].name = a->names.names[i];
    }
    *entries = a->named = named;
    return true;
}

/* ---- changing ---- */

/* "00012.2da": what a BIF calls its entries itself. */
static size_t number_of(const char *name, size_t count)
{
    char *end;
    size_t number = strtoul(name, &end, 10);
    return end - name >= 5 && *end == '.' && number < count ? number : SIZE_MAX;
}

/* Where a name stands: by the key, or by its number. */
static size_t position_of(const struct rq_key_names *names, const char *name)
{
    size_t at = rq_key_names_find(names, name);
    return at == SIZE_MAX ? number_of(name, names->count) : at;
}

static bool is_fixed(const char *name)
{
    return strncmp(name, "fixed", 5) == 0 && number_of(name + 5, SIZE_MAX) != SIZE_MAX;
}

bool rq_archive_put(struct rq_archive *a, const char *name, struct rq_bytes bytes,
                    struct rq_error *err)
{
    char number[64];
    if (!a->names.key || is_fixed(name))
        return rq_doc_put_file(a->doc, name, bytes, err);
    size_t at = position_of(&a->names, name);
    snprintf(number, sizeof number, "%05zu.%s", at == SIZE_MAX ? a->names.count : at,
             rq_path_extension(name));
    return rq_doc_put_file(a->doc, number, bytes, err) &&
           (at != SIZE_MAX || rq_key_names_add(&a->names, name, err));
}

bool rq_archive_remove(struct rq_archive *a, const char *name, struct rq_error *err)
{
    char number[64];
    size_t at = a->names.key && !is_fixed(name) ? position_of(&a->names, name) : SIZE_MAX;
    if (at == SIZE_MAX)
        return rq_doc_remove_file(a->doc, name, err);
    snprintf(number, sizeof number, "%05zu.%s", at, rq_path_extension(name));
    return rq_doc_remove_entry(a->doc, number, err) && rq_key_names_remove(&a->names, at, err);
}

/* ---- saving ---- */

static bool save_with_key(struct rq_archive *a, struct rq_bytes bytes, struct rq_error *err)
{
    struct rq_out key = {0};
    bool fine = rq_key_names_write(&a->names, bytes.size, &key, err);
    char *path = a->names.path;
    const struct rq_txn_file files[] = {
        {a->path, bytes, true, a->size, a->time},
        {path, rq_out_bytes(&key), true, a->names.size, a->names.time}};
    a->names.path = NULL;
    close_parts(a);
    fine = fine && rq_txn_save_two(files, err);
    rq_out_free(&key);
    free(path);
    return fine;
}

bool rq_archive_save(struct rq_archive *a, struct rq_error *err)
{
    struct rq_out out = {0};
    bool fine = rq_doc_write(a->doc, &out, err);
    if (fine && a->names.key) {
        fine = save_with_key(a, rq_out_bytes(&out), err);
    } else if (fine) {
        close_parts(a); /* Windows does not let a mapped file be replaced */
        fine = rq_file_save(a->path, rq_out_bytes(&out), RQ_SAVE_REPLACE, err);
    }
    rq_out_free(&out);
    rq_archive_close(a);
    return fine;
}
