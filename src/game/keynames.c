#include "game/keynames.h"
#include "core/file.h"
#include "formats/archive.h"

#include <reliquary/bif.h>
#include <reliquary/key.h>
#include <stdio.h>
#include <stdlib.h>

/* NULL: it is an archive that has its own names. */
static const struct rq_bif *bif_of(const struct rq_doc *doc)
{
    bool nameless =
        doc->format == rq_format_by_name("bif") || doc->format == rq_format_by_name("bzf");
    return nameless ? doc->root : NULL;
}

/* ---- finding the key ---- */

/* chitin.key in a folder ("" for the current one, else with a separator at its end), in the
 * spellings that installations have; NULL: none. */
static char *key_in(const char *folder)
{
    static const char *const spellings[] = {"chitin.key", "CHITIN.KEY", "Chitin.key"};
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        char *path = rq_path_join(folder, spellings[i]);
        if (path && rq_path_kind(path, NULL) == RQ_PATH_FILE)
            return path;
        free(path);
    }
    return NULL;
}

static char *find_key(const char *archive)
{
    size_t size = (size_t)(rq_path_base(archive) - archive);
    char *folder = rq_mem_zeroed(size + sizeof "./..", 1);
    if (!folder)
        return NULL;
    memcpy(folder, size ? archive : "./", size ? size : 2);
    char *path = key_in(folder);
    if (!path) {
        memcpy(folder + strlen(folder), "..", 3);
        path = key_in(folder);
    }
    free(folder);
    return path;
}

/* "data\2da.bif" and "2da.bzf" are one archive. */
static bool same_archive(struct rq_bytes name, const char *path)
{
    const char *base = rq_path_base(path), *dot = strrchr(base, '.');
    size_t size = dot ? (size_t)(dot - base) : strlen(base), from = name.size, to = name.size;
    while (from && name.data[from - 1] != '\\' && name.data[from - 1] != '/')
        from--;
    while (to > from && name.data[to - 1] != '.')
        to--;
    if (to == from || to - 1 - from != size)
        return false;
    for (size_t i = 0; i < size; i++)
        if (rq_lower((char)name.data[from + i]) != rq_lower(base[i]))
            return false;
    return true;
}

/* By its name; a key that was named by hand also by number and size: the file may have been
 * given another name. */
static bool find_archive(struct rq_key_names *names, const char *archive, bool by_hand,
                         const struct rq_doc *doc)
{
    const struct rq_key *key = names->key->root;
    for (size_t i = 0; i < key->bif_count; i++) {
        if (same_archive(key->bifs[i].name, archive)) {
            names->bif = i;
            return true;
        }
    }
    names->bif = bif_of(doc)->number;
    return by_hand && names->bif < key->bif_count &&
           key->bifs[names->bif].record.size == doc->source.size;
}

/* ---- names ---- */

static char *copy_of(const char *text)
{
    return rq_path_join("", text);
}

/* The type is that of the archive where the two differ. */
static void take_names(struct rq_key_names *names, const struct rq_bif *bif)
{
    const struct rq_key *key = names->key->root;
    names->key_room = key->key_count;
    names->count = names->room = bif->resource_count - bif->fixed_count;
    names->names = rq_mem_zeroed(names->room + 1, sizeof *names->names);
    for (size_t i = 0; names->names && i < key->key_count; i++) {
        uint32_t at = key->keys[i].id & RQ_KEY_INDEX_MASK;
        if (key->keys[i].id >> RQ_KEY_INDEX_BITS != names->bif || at >= names->count ||
            names->names[at])
            continue;
        struct rq_resref ref = {.type = bif->resources[at].type};
        char text[RQ_RESREF_TEXT];
        memcpy(ref.name, key->keys[i].resref, RQ_RESREF);
        rq_resref_text(&ref, text);
        names->names[at] = copy_of(text);
    }
}

static bool open_names(struct rq_key_names *names, const char *archive, const char *by_hand,
                       const struct rq_doc *doc, struct rq_error *err)
{
    const struct rq_bif *bif = bif_of(doc);
    struct rq_error ignored = {0}, *told = by_hand ? err : &ignored;
    struct rq_options options = {.format = rq_format_by_name("key")};
    *names = (struct rq_key_names){0};
    if (!bif)
        return !by_hand ||
               rq_fail(err, RQ_USAGE, 0, archive, "names from a key are for BIF and BZF archives");
    names->path = by_hand ? copy_of(by_hand) : find_key(archive);
    if (!names->path)
        return true;
    rq_path_stamp(names->path, &names->size, &names->time);
    /* One that is damaged is of no use; one that can't be opened may be one that has to follow. */
    if (!rq_map_open(&names->map, names->path, err)) {
        rq_key_names_close(names);
        return false;
    }
    names->key = rq_doc_read(names->map.bytes, &options, told);
    if (names->key && find_archive(names, archive, by_hand != NULL, doc)) {
        take_names(names, bif);
        return true;
    }
    if (names->key && by_hand)
        rq_fail(err, RQ_USAGE, 0, names->path, "does not list %.80s", rq_path_base(archive));
    rq_key_names_close(names);
    return !by_hand;
}

bool rq_key_names_open(struct rq_key_names *names, const char *archive, const char *by_hand,
                       const struct rq_doc *doc, struct rq_error *err)
{
    size_t refusals = rq_memory_refusals();
    if (!open_names(names, archive, by_hand, doc, err))
        return false;
    if (rq_memory_lasted(refusals, err)) /* else the key was not found, or names are missing */
        return true;
    rq_key_names_close(names);
    return false;
}

void rq_key_names_close(struct rq_key_names *names)
{
    for (size_t i = 0; names->names && i < names->count; i++)
        free(names->names[i]);
    free(names->names);
    free(names->path);
    rq_doc_free(names->key);
    rq_map_close(&names->map);
    *names = (struct rq_key_names){0};
}

size_t rq_key_names_find(const struct rq_key_names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (names->names[i] && rq_casecmp(names->names[i], name) == 0)
            return i;
    return SIZE_MAX;
}

/* ---- changing ---- */

static bool make_room(struct rq_key_names *names)
{
    struct rq_key *key = names->key->root;
    if (key->key_count == names->key_room) {
        size_t room = names->key_room * 2 + 16;
        struct rq_key_entry *keys = rq_doc_alloc(names->key, room * sizeof *keys);
        if (!keys)
            return false;
        if (key->key_count)
            memcpy(keys, key->keys, key->key_count * sizeof *keys);
        key->keys = keys;
        names->key_room = room;
    }
    if (names->count == names->room) {
        size_t room = names->room * 2 + 16;
        char **more = rq_mem(NULL, names->names, room * sizeof *more);
        if (!more)
            return false;
        names->names = more;
        names->room = room;
    }
    return true;
}

bool rq_key_names_add(struct rq_key_names *names, const char *name, struct rq_error *err)
{
    struct rq_key *key = names->key->root;
    struct rq_resref ref;
    if (!rq_resref_parse(name, &ref, err) || !rq_doc_settle(names->key, err))
        return false;
    char *own = copy_of(name);
    if (!own || !make_room(names)) {
        free(own);
        return rq_fail(err, RQ_NO_MEMORY, 0, names->path, "out of memory");
    }
    struct rq_key_entry *keys = key->keys;
    /* Behind the last key of this archive, as the game's keys stand. */
    size_t at = key->key_count;
    while (at && key->keys[at - 1].id >> RQ_KEY_INDEX_BITS > names->bif)
        at--;
    memmove(keys + at + 1, keys + at, (key->key_count - at) * sizeof *keys);
    keys[at].id = (uint32_t)(names->bif << RQ_KEY_INDEX_BITS | names->count);
    keys[at].type = (uint16_t)ref.type;
    memcpy(keys[at].resref, ref.name, RQ_RESREF);
    key->key_count++;
    names->names[names->count++] = own;
    return true;
}

bool rq_key_names_remove(struct rq_key_names *names, size_t at, struct rq_error *err)
{
    struct rq_key *key = names->key->root;
    size_t kept = 0;
    if (!rq_doc_settle(names->key, err))
        return false;
    for (size_t i = 0; i < key->key_count; i++) {
        struct rq_key_entry entry = key->keys[i];
        uint32_t index = entry.id & RQ_KEY_INDEX_MASK;
        bool here = entry.id >> RQ_KEY_INDEX_BITS == names->bif;
        if (here && index == at)
            continue;
        entry.id -= here && index > at ? 1 : 0;
        key->keys[kept++] = entry;
    }
    key->key_count = kept;
    free(names->names[at]);
    memmove(&names->names[at], &names->names[at + 1],
            (names->count - at - 1) * sizeof *names->names);
    names->count--;
    return true;
}

bool rq_key_names_write(struct rq_key_names *names, size_t archive_size, struct rq_out *out,
                        struct rq_error *err)
{
    struct rq_key *key = names->key->root;
    if (!rq_doc_settle(names->key, err))
        return false;
    key->bifs[names->bif].record.size = (uint32_t)archive_size;
    return rq_doc_write(names->key, out, err);
}
