/* pack: archives of files, a key with its BIF files, and the parts of a module as one. */
#include "archive.h"
#include "core/text.h"
#include "formats/archive.h"

#include <reliquary/bif.h>
#include <reliquary/erf.h>
#include <reliquary/key.h>
#include <stdio.h>
#include <stdlib.h>

/* "danm13.mod" is a MOD: the tag of a new archive is its extension. */
static struct rq_doc *new_archive(const char *path, struct rq_error *err)
{
    const char *extension = rq_path_extension(path);
    char tag[5] = "    ", name[8] = {0};
    for (size_t i = 0; i < 3 && extension[i]; i++)
        name[i] = rq_lower(extension[i]);
    if (rq_word_in("rob rim bif bzf", name, 3))
        return rq_doc_new(rq_format_by_name(name), NULL, err);
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("erf"), NULL, err);
    struct rq_erf *erf = doc ? rq_doc_root(doc, "erf") : NULL;
    for (size_t i = 0; i < 3 && name[i]; i++)
        tag[i] = (char)(name[i] - 'a' + 'A');
    /* The game accepts a saved game only with the tag of a module. */
    if (memcmp(tag, "SAV ", 4) == 0)
        memcpy(tag, "MOD ", 4);
    if (erf)
        memcpy(erf->header.type, tag, 4);
    return doc;
}

static bool has_extension(const char *path, const char *extensions)
{
    const char *extension = rq_path_extension(path);
    char lower[8] = {0};
    size_t size = strlen(extension);
    for (size_t i = 0; i < size && i < sizeof lower - 1; i++)
        lower[i] = rq_lower(extension[i]);
    return size && size < sizeof lower && rq_word_in(extensions, lower, size);
}

/* Writes a finished archive. */
static int save_archive(const struct args *args, struct rq_doc *doc, const char *path, size_t *size)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    int code = 0;
    if (!rq_doc_write(doc, &out, &err))
        code = report(path, &err, EXIT_UNWRITTEN);
    if (!code)
        code = save_output(args, path, rq_out_bytes(&out));
    if (size)
        *size = out.size;
    rq_out_free(&out);
    return code;
}

static int check_walk(const struct rq_doc *doc, const struct rq_walk *walk)
{
    const char **paths = need(walk->count, sizeof *paths);
    for (size_t i = 0; i < walk->count; i++)
        paths[i] = walk->items[i].path;
    int code = check_clashes(doc, paths, walk->count);
    free(paths);
    return code;
}

/* All files of a walk into an archive. A BIF has numbers for names; those that its key gives
 * must differ all the same. */
static int put_walk(struct rq_doc *doc, const struct rq_walk *walk, bool named, struct added *added)
{
    bool numbers = rq_doc_root(doc, "bif") || rq_doc_root(doc, "bzf");
    int code = numbers && !named ? 0 : check_walk(doc, walk);
    for (size_t i = 0; i < walk->count && !code; i++) {
        const char *name = rq_path_base(walk->items[i].relative);
        char number[64];
        snprintf(number, sizeof number, "%05zu.%.40s", i, rq_path_extension(name));
        code = put_file(doc, walk->items[i].path, numbers ? number : name, added);
    }
    return code;
}

/* ---- one archive ---- */

static size_t entries_of(struct rq_doc *doc)
{
    struct rq_error ignored = {0};
    const struct rq_entry *entries;
    size_t count = 0;
    return rq_doc_entries(doc, &entries, &count, &ignored) ? count : 0;
}

static int pack_files(const struct args *args, const char *path)
{
    struct rq_walk walk = {0};
    struct rq_error err = {0};
    int code = 0;
    for (size_t i = 0; i < args->count && !code; i++)
        if (!rq_walk_add(&walk, args->paths[i], &err))
            code = report(args->paths[i], &err, EXIT_UNREADABLE);
    struct added added = {.maps = need(walk.count, sizeof *added.maps)};
    struct rq_doc *doc = code ? NULL : new_archive(path, &err);
    if (!code && !doc)
        code = report(path, &err, EXIT_UNWRITTEN);
    if (!code)
        code = put_walk(doc, &walk, false, &added);
    if (!code)
        code = save_archive(args, doc, path, NULL);
    if (!code && !given(args, OPT_quiet) && strcmp(path, "-") != 0)
        printf("packed %zu files into %s%s\n", entries_of(doc), path,
               has_extension(path, "bif bzf")
                   ? "; it has no names: -o NAME.key makes one that has them"
                   : "");
    rq_doc_free(doc);
    free_added(&added);
    rq_walk_free(&walk);
    return code;
}

/* ---- a key and its BIF files ---- */

struct indexed {
    const struct args *args;
    struct rq_doc *doc;
    struct rq_key *key;
    char *folder; /* of the BIF files */
    bool trying;  /* nothing is written yet: whether all of it can be */
};

static int check_free(const struct args *args, const char *path)
{
    struct rq_error err = {.hint = RQ_HINT_REPLACE};
    if (given(args, OPT_force) || rq_path_kind(path, NULL) == RQ_PATH_NONE)
        return 0;
    rq_fail(&err, RQ_IO, 0, path, "is there already");
    return report(path, &err, EXIT_UNWRITTEN);
}

/* Room for more keys in one piece. */
static bool reserve_keys(struct indexed *x, size_t more)
{
    struct rq_key_entry *keys = rq_doc_alloc(x->doc, (x->key->key_count + more) * sizeof *keys);
    if (keys && x->key->key_count)
        memcpy(keys, x->key->keys, x->key->key_count * sizeof *keys);
    x->key->keys = keys;
    return keys != NULL;
}

static int add_keys(struct indexed *x, const struct rq_walk *walk)
{
    struct rq_error err = {0};
    for (size_t i = 0; i < walk->count; i++) {
        const char *name = rq_path_base(walk->items[i].relative);
        struct rq_resref ref;
        if (!rq_name_is_safe(name) || !rq_resref_parse(name, &ref, &err)) {
            rq_fail(&err, RQ_USAGE, 0, name, "is not a valid name for a resource");
            return report(walk->items[i].path, &err, EXIT_USAGE);
        }
        struct rq_key_entry *entry = &x->key->keys[x->key->key_count++];
        entry->id = (uint32_t)((x->key->bif_count << RQ_KEY_INDEX_BITS) | i);
        entry->type = (uint16_t)ref.type;
        memcpy(entry->resref, ref.name, RQ_RESREF);
    }
    return 0;
}

/* "data\2da.bif", as the game's key has it. */
static bool add_bif(struct indexed *x, const char *base, size_t size)
{
    size_t length = strlen(base) + sizeof "data\\.bif" - 1;
    char *name = rq_doc_alloc(x->doc, length + 1);
    if (!name || size > UINT32_MAX)
        return false;
    snprintf(name, length + 1, "data\\%s.bif", base);
    x->key->bifs[x->key->bif_count++] = (struct rq_key_bif){
        .record = {.size = (uint32_t)size, .drives = 1}, .name = {(uint8_t *)name, length}};
    return true;
}

/* As "data\2da.bif" in the key. */
static bool has_bif(const struct indexed *x, const char *file)
{
    for (size_t i = 0; i < x->key->bif_count; i++)
        if (rq_casecmp((const char *)x->key->bifs[i].name.data + sizeof "data", file) == 0)
            return true;
    return false;
}

/* One folder becomes one BIF. */
static int pack_folder(struct indexed *x, const char *folder)
{
    struct rq_walk walk = {0};
    struct rq_error err = {0};
    size_t length = strlen(folder), size = 0;
    char file[300];
    if (!rq_walk_add(&walk, folder, &err))
        return report(folder, &err, EXIT_UNREADABLE);
    char *plain = need_text("%s", folder);
    while (length > 1 && (plain[length - 1] == '/' || plain[length - 1] == '\\'))
        plain[--length] = 0;
    const char *base = rq_path_base(plain);
    snprintf(file, sizeof file, "%.250s.bif", base);
    char *path = need_path(x->folder, file);
    struct added added = {.maps = need(walk.count, sizeof *added.maps)};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("bif"), NULL, &err);
    int code = 0;
    if (!rq_name_is_safe(file)) {
        complain("%s is not a valid name for a BIF", folder);
        code = EXIT_USAGE;
    } else if (has_bif(x, file)) {
        complain("%s: another folder makes %s; rename one of them", folder, file);
        code = EXIT_USAGE;
    } else if (!doc || !reserve_keys(x, walk.count)) {
        code = report(folder, &err, EXIT_UNWRITTEN);
    }
    if (!code)
        ((struct rq_bif *)rq_doc_root(doc, "bif"))->number = (uint32_t)x->key->bif_count;
    code = code ? code : put_walk(doc, &walk, true, &added);
    code = code ? code : add_keys(x, &walk);
    if (!code)
        code = x->trying ? check_free(x->args, path) : save_archive(x->args, doc, path, &size);
    if (!code && !add_bif(x, base, size))
        code = report(folder, &err, EXIT_UNWRITTEN);
    rq_doc_free(doc);
    free_added(&added);
    rq_walk_free(&walk);
    free(path);
    free(plain);
    return code;
}

/* Folders only: the name of each is that of its BIF. */
static int check_folders(const struct args *args)
{
    for (size_t i = 0; i < args->count; i++) {
        if (rq_path_kind(args->paths[i], NULL) == RQ_PATH_FOLDER)
            continue;
        complain("%s is not a folder; a KEY takes one folder for each BIF", args->paths[i]);
        return EXIT_USAGE;
    }
    return 0;
}

static int pack_folders(struct indexed *x, bool trying)
{
    int code = 0;
    x->trying = trying;
    x->key->key_count = x->key->bif_count = 0;
    for (size_t i = 0; i < x->args->count && !code; i++)
        code = pack_folder(x, x->args->paths[i]);
    return code;
}

static int pack_key(const struct args *args, const char *path)
{
    struct rq_error err = {0};
    struct indexed x = {.args = args};
    int code = check_folders(args);
    if (code)
        return code;
    x.folder = need_text("%.*sdata", (int)(rq_path_base(path) - path), path);
    x.doc = rq_doc_new(rq_format_by_name("key"), NULL, &err);
    x.key = x.doc ? rq_doc_root(x.doc, "key") : NULL;
    if (x.key)
        x.key->bifs = rq_doc_alloc(x.doc, args->count * sizeof *x.key->bifs);
    if (!x.key || !x.key->bifs) {
        report(path, &err, EXIT_UNWRITTEN);
        code = EXIT_UNWRITTEN;
    }
    code = code ? code : pack_folders(&x, true);
    code = code ? code : check_free(args, path);
    if (!code && !rq_make_folder(x.folder, &err))
        code = report(path, &err, EXIT_UNWRITTEN);
    code = code ? code : pack_folders(&x, false);
    code = code ? code : save_archive(args, x.doc, path, NULL);
    if (!code && !given(args, OPT_quiet))
        printf("packed %zu files into %zu BIF files in %s, and %s\n", x.key->key_count,
               x.key->bif_count, x.folder, path);
    rq_doc_free(x.doc);
    free(x.folder);
    return code;
}

/* ---- the parts of a module ---- */

enum { MOST_PARTS = 3 };

/* One archive of a module; a low rank hides a higher one: the game mounts the area after _s.rim. */
enum part_rank { RANK_DLG, RANK_AREA, RANK_S };

struct part {
    struct rq_doc_file input;
    const struct rq_entry *entries;
    size_t count;
    enum part_rank rank;
};

struct pick {
    const struct rq_entry *entry;
    size_t rank, order;
    bool kept;
};

static int by_name_and_rank(const void *a, const void *b)
{
    const struct pick *x = a, *y = b;
    int order = rq_casecmp(x->entry->name, y->entry->name);
    if (order == 0)
        order = x->rank < y->rank ? -1 : x->rank > y->rank;
    return order ? order : x->order < y->order ? -1 : 1;
}

static int by_order(const void *a, const void *b)
{
    const struct pick *x = a, *y = b;
    return x->order < y->order ? -1 : 1;
}

/* The path with an ending, as given or in lower case, when there is such a file. */
static char *part_path(const char *root, size_t size, const char *ending)
{
    char *path = need_text("%.*s%s", (int)size, root, ending);
    if (rq_path_kind(path, NULL) == RQ_PATH_FILE)
        return path;
    char *base = path + (rq_path_base(path) - path);
    for (; *base; base++)
        *base = rq_lower(*base);
    if (rq_path_kind(path, NULL) == RQ_PATH_FILE)
        return path;
    free(path);
    return NULL;
}

/* Opens a part that is there; *count grows by one. */
static int open_part(const struct args *args, char *path, enum part_rank rank, struct part *parts,
                     size_t *count)
{
    struct rq_error err = {0};
    struct part *part = &parts[*count];
    if (!path)
        return 0;
    int code = open_input(args, path, &part->input);
    part->rank = rank;
    if (!code) {
        ++*count;
        if (!rq_doc_entries(part->input.doc, &part->entries, &part->count, &err))
            code = report(path, &err, EXIT_UNREADABLE);
    }
    free(path);
    return code;
}

/* The letters of the path that all parts of a module begin with: any of them names the module. */
static size_t module_size(const char *root)
{
    static const char *const ends[] = {"_s.rim", "_a.rim", "_adx.rim", "_dlg.erf", ".rim"};
    size_t size = strlen(root);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t end = strlen(ends[i]);
        if (size > end && rq_casecmp(root + size - end, ends[i]) == 0)
            return size - end;
    }
    return size;
}

/* The area's own archive, then _s.rim, then _dlg.erf. */
static int open_parts(const struct args *args, struct part *parts, size_t *count)
{
    static const char *const bases[] = {"_a.rim", "_adx.rim", ".rim"};
    const char *root = args->values[OPT_from_module];
    size_t size = module_size(root);
    char *base = NULL;
    for (size_t i = 0; i < sizeof bases / sizeof bases[0] && !base; i++)
        base = part_path(root, size, bases[i]);
    if (!base) {
        complain("%.*s.rim: no such file", (int)size, root);
        return EXIT_UNREADABLE;
    }
    int code = open_part(args, base, RANK_AREA, parts, count);
    code = code ? code : open_part(args, part_path(root, size, "_s.rim"), RANK_S, parts, count);
    return code ? code : open_part(args, part_path(root, size, "_dlg.erf"), RANK_DLG, parts, count);
}

/* The first of each name, by rank; in the order of the parts. */
static size_t choose(struct pick *picks, size_t count)
{
    size_t kept = 0;
    if (count)
        qsort(picks, count, sizeof *picks, by_name_and_rank);
    for (size_t i = 0; i < count; i++)
        picks[i].kept = i == 0 || rq_casecmp(picks[i - 1].entry->name, picks[i].entry->name) != 0;
    if (count)
        qsort(picks, count, sizeof *picks, by_order);
    for (size_t i = 0; i < count; i++)
        if (picks[i].kept)
            picks[kept++] = picks[i];
    return kept;
}

static bool has_name(const struct pick *picks, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (rq_casecmp(picks[i].entry->name, name) == 0)
            return true;
    return false;
}

static int pack_parts(const struct args *args, const char *path, const struct part *parts,
                      size_t part_count)
{
    struct rq_error err = {0};
    size_t all = 0, n = 0;
    for (size_t i = 0; i < part_count; i++)
        all += parts[i].count;
    struct pick *picks = need(all, sizeof *picks);
    struct rq_doc *doc = new_archive(path, &err);
    int code = doc ? 0 : report(path, &err, EXIT_UNWRITTEN);
    for (size_t i = 0; i < part_count; i++)
        for (size_t k = 0; k < parts[i].count; k++, n++)
            picks[n] = (struct pick){&parts[i].entries[k], parts[i].rank, n, false};
    size_t kept = choose(picks, all);
    if (!code && !has_name(picks, kept, "module.ifo")) {
        complain("%s: its archives have no module.ifo, which every module needs; pack takes files "
                 "without --from-module",
                 args->values[OPT_from_module]);
        code = EXIT_UNREADABLE;
    }
    for (size_t i = 0; i < kept && !code; i++)
        if (!rq_doc_put_entry(doc, picks[i].entry->name, picks[i].entry->bytes, &err))
            code = report(picks[i].entry->name, &err, EXIT_UNWRITTEN);
    code = code ? code : save_archive(args, doc, path, NULL);
    if (!code && !given(args, OPT_quiet) && strcmp(path, "-") != 0)
        printf("packed %zu resources of %zu archives into %s; %zu were hidden by others\n", kept,
               part_count, path, all - kept);
    rq_doc_free(doc);
    free(picks);
    return code;
}

static int pack_module(const struct args *args, const char *path)
{
    struct part parts[MOST_PARTS] = {0};
    size_t count = 0;
    int code = open_parts(args, parts, &count);
    code = code ? code : pack_parts(args, path, parts, count);
    for (size_t i = 0; i < count; i++)
        rq_doc_file_close(&parts[i].input);
    return code;
}

/* ---- the verb ---- */

int run_pack(const struct args *args)
{
    const char *path = args->values[OPT_output];
    bool module = given(args, OPT_from_module);
    const char *known = module ? "mod erf" : "erf mod hak sav rob rim bif bzf key";
    if (module && args->count) {
        complain("--from-module takes no other files");
        return EXIT_USAGE;
    }
    if (!module && args->count == 0) {
        complain("pack needs PATH...; reliquary pack --help has examples");
        return EXIT_USAGE;
    }
    if (!path || !has_extension(path, known)) {
        complain("pack needs -o with the archive to make: NAME and one of %s", known);
        return EXIT_USAGE;
    }
    if (module)
        return pack_module(args, path);
    return has_extension(path, "key") ? pack_key(args, path) : pack_files(args, path);
}
