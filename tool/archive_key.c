#include "archive.h"

#include "formats/archive.h"

#include <reliquary/bif.h>
#include <reliquary/key.h>
#include <stdlib.h>

static const struct rq_bif *bif_of(const struct rq_doc *doc)
{
    union {
        const struct rq_doc *in;
        struct rq_doc *out;
    } same = {doc};
    const struct rq_bif *bif = rq_doc_root(same.out, "bif");
    return bif ? bif : rq_doc_root(same.out, "bzf");
}

/* ---- finding the key ---- */

/* chitin.key in a folder, in the spellings that installations have; NULL: none. */
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
    char *folder = calloc(size + sizeof "./..", 1);
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
static bool find_archive(struct key_names *names, const char *archive, bool by_hand,
                         const struct rq_doc *doc)
{
    const struct rq_key *key = rq_doc_root(names->key.doc, "key");
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
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* The type is that of the archive where the two differ. */
static int take_names(struct key_names *names, const struct rq_bif *bif, size_t more)
{
    struct rq_key *key = rq_doc_root(names->key.doc, "key");
    struct rq_key_entry *keys =
        more ? rq_doc_alloc(names->key.doc, (key->key_count + more) * sizeof *keys) : key->keys;
    if (more && keys && key->key_count)
        memcpy(keys, key->keys, key->key_count * sizeof *keys);
    key->keys = keys ? keys : key->keys;
    names->count = bif->resource_count - bif->fixed_count;
    names->room = names->count + more;
    names->names = calloc(names->room + 1, sizeof *names->names);
    for (size_t i = 0; names->names && key->keys && i < key->key_count; i++) {
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
    if (names->names && keys)
        return 0;
    complain("out of memory");
    key_close(names);
    return EXIT_UNREADABLE;
}

/* by_hand: the key that --key names, NULL: one nearby, whose absence is no fault. */
static int open_key(const char *archive, const char *by_hand, const struct rq_doc *doc, size_t more,
                    struct key_names *names)
{
    const struct rq_bif *bif = bif_of(doc);
    struct rq_error err = {0};
    *names = (struct key_names){0};
    if (!bif && by_hand) {
        complain("%s: --key is for BIF and BZF archives", archive);
        return EXIT_USAGE;
    }
    if (!bif)
        return 0;
    names->path = by_hand ? copy_of(by_hand) : find_key(archive);
    if (!names->path)
        return 0;
    struct rq_options options = {.format = rq_format_by_name("key")};
    bool opened = rq_map_open(&names->key.map, names->path, &err);
    names->key.doc = opened ? rq_doc_read(names->key.map.bytes, &options, &err) : NULL;
    if (names->key.doc && find_archive(names, archive, by_hand != NULL, doc))
        return take_names(names, bif, more);
    int code = 0;
    if (by_hand && names->key.doc) {
        complain("%s does not list %s", names->path, rq_path_base(archive));
        code = EXIT_USAGE;
    } else if (by_hand) {
        code = report(names->path, &err, EXIT_UNREADABLE);
    }
    key_close(names);
    return code;
}

int key_open(const struct args *args, const struct rq_doc *doc, size_t more,
             struct key_names *names)
{
    return open_key(args->paths[0], args->values[OPT_key], doc, more, names);
}

int key_near(const char *archive, const struct rq_doc *doc, struct key_names *names)
{
    return open_key(archive, NULL, doc, 0, names);
}

void key_close(struct key_names *names)
{
    for (size_t i = 0; names->names && i < names->count; i++)
        free(names->names[i]);
    free(names->names);
    free(names->path);
    close_input(&names->key);
    *names = (struct key_names){0};
}

size_t key_find(const struct key_names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (names->names[i] && rq_casecmp(names->names[i], name) == 0)
            return i;
    return SIZE_MAX;
}

/* ---- changing ---- */

int key_add(struct key_names *names, const char *name)
{
    struct rq_key *key = rq_doc_root(names->key.doc, "key");
    struct rq_resref ref;
    struct rq_error err = {0};
    if (!rq_resref_parse(name, &ref, &err) || !rq_doc_settle(names->key.doc, &err))
        return report(names->path, &err, EXIT_UNWRITTEN);
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
    names->names[names->count++] = copy_of(name);
    return 0;
}

void key_remove(struct key_names *names, size_t at)
{
    struct rq_key *key = rq_doc_root(names->key.doc, "key");
    size_t kept = 0;
    rq_doc_settle(names->key.doc, NULL);
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
}

int key_save(struct key_names *names, size_t archive_size)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_key *key = rq_doc_root(names->key.doc, "key");
    int code = 0;
    bool fine = rq_doc_settle(names->key.doc, &err);
    key->bifs[names->bif].record.size = (uint32_t)archive_size;
    fine = fine && rq_doc_write(names->key.doc, &out, &err);
    char *path = names->path;
    names->path = NULL;
    /* The map is closed first: Windows does not let a mapped file be replaced. */
    key_close(names);
    if (!fine || !rq_file_save(path, rq_out_bytes(&out), RQ_SAVE_REPLACE, &err))
        code = report(path, &err, EXIT_UNWRITTEN);
    free(path);
    rq_out_free(&out);
    return code;
}
