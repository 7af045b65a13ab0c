/* list, extract, put, rm: containers, and files of pictures, sounds, glyphs or texts. */
#include "archive.h"
#include "core/json.h"
#include "core/pool.h"
#include "core/text.h"
#include "parts.h"

#include <reliquary/rob.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

bool wanted(const struct args *args, const char *name)
{
    for (size_t i = 1; i < args->count; i++)
        if (rq_glob(args->paths[i], name))
            return true;
    return args->count < 2;
}

/* An open archive, and its entries or parts. */
struct container {
    struct rq_archive *archive;
    const struct rq_entry *entries;
    size_t count;
    struct parts parts;
};

/* Opens args->paths[0] with --key and the bytes of a COL, which may be empty and must outlive the
 * archive; 0 or an exit code after a message. */
static int open_archive(const struct args *args, struct rq_bytes palette,
                        struct rq_archive **archive)
{
    struct rq_error err = {0};
    struct rq_options options;
    if (!read_options(args, args->paths[0], &options))
        return EXIT_USAGE;
    options.palette = palette;
    *archive = rq_archive_open(args->paths[0], args->values[OPT_key], &options, &err);
    return *archive ? 0 : report(args->paths[0], &err, EXIT_UNREADABLE);
}

static void close_container(struct container *c)
{
    free_parts(&c->parts);
    rq_archive_close(c->archive);
}

/* Of parts only those that the other arguments name. */
static int open_container(const struct args *args, bool sizes_only, struct container *c)
{
    struct rq_error err = {0};
    const struct part_query query = {args->paths + 1, args->count - 1, sizes_only};
    *c = (struct container){0};
    int code = open_archive(args, (struct rq_bytes){0}, &c->archive);
    if (code)
        return code;
    if (has_parts(rq_archive_doc(c->archive))) {
        code = make_parts(args, rq_archive_doc(c->archive), &query, &c->parts);
        c->entries = c->parts.entries;
        c->count = c->parts.count;
    } else if (!rq_archive_entries(c->archive, &c->entries, &c->count, &err)) {
        code = report(args->paths[0], &err, EXIT_UNREADABLE);
    }
    if (code)
        close_container(c);
    return code;
}

/* The format of an entry; a part is an open file, which its extension names. */
static const char *format_name(const struct container *c, const struct rq_entry *entry)
{
    const struct rq_format *format;
    if (c->parts.count)
        return rq_path_extension(entry->name);
    format = rq_format_detect(entry->bytes, entry->name);
    return format ? rq_format_describe(format)->name : "-";
}

int run_list(const struct args *args)
{
    struct container c;
    size_t shown = 0, bytes = 0;
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    int code = open_container(args, true, &c);
    if (code)
        return code;
    const struct rq_entry *entries = c.entries;
    rq_json_array(&j);
    for (size_t i = 0; i < c.count; i++) {
        if (!wanted(args, entries[i].name))
            continue;
        const char *name = format_name(&c, &entries[i]);
        rq_json_object_row(&j);
        rq_json_key(&j, "name");
        rq_json_str(&j, entries[i].name);
        rq_json_key(&j, "bytes");
        rq_json_u64(&j, entries[i].bytes.size);
        rq_json_key(&j, "format");
        rq_json_str(&j, name);
        rq_json_end_object(&j);
        if (!given(args, OPT_json))
            say("%10zu  %-7s %s", entries[i].bytes.size, name, entries[i].name);
        bytes += entries[i].bytes.size;
        shown++;
    }
    rq_json_end_array(&j);
    if (given(args, OPT_json))
        print_whole(&out);
    else
        printf("%zu entries, %zu bytes\n", shown, bytes);
    rq_out_free(&out);
    close_container(&c);
    return shown || args->count < 2 ? EXIT_FINE : EXIT_FINDINGS;
}

/* ---- extract ---- */

struct extract {
    const struct args *args;
    const char *folder;
    const struct rq_entry **entries;
    struct rq_error *errors;
    size_t count;
    atomic_size_t kept;  /* were there already */
    atomic_size_t left;  /* were not tried: */
    atomic_bool stopped; /* the disk is full */
    bool tried;          /* nothing stood in the way of writing */
    struct progress progress;
};

static int by_entry_name(const void *a, const void *b)
{
    const struct rq_entry *x = *(const struct rq_entry *const *)a;
    const struct rq_entry *y = *(const struct rq_entry *const *)b;
    int order = rq_casecmp(x->name, y->name);
    return order ? order : x < y ? -1 : 1;
}

/* Everything that could go wrong is looked at before the first file is written. */
static int check_targets(struct extract *x)
{
    int code = 0;
    for (size_t i = 0; i < x->count && !code; i++) {
        if (!rq_name_is_safe(x->entries[i]->name)) {
            complain("%s: the entry named \"%s\" could end up outside the folder; nothing was "
                     "written. A glob can leave it out, rm can remove it.",
                     x->args->paths[0], x->entries[i]->name);
            return EXIT_UNREADABLE;
        }
        char *path = need_path(x->folder, x->entries[i]->name);
        if (!given(x->args, OPT_force) && !given(x->args, OPT_skip_existing) &&
            rq_path_kind(path, NULL) != RQ_PATH_NONE) {
            complain("%s is there already; nothing was written. --force writes over it", path);
            code = EXIT_UNWRITTEN;
        }
        free(path);
    }
    return code;
}

/* Of entries of one name the game finds the first only, and so does a folder. */
static void drop_duplicates(struct extract *x)
{
    size_t kept = 0;
    if (x->count)
        qsort(x->entries, x->count, sizeof(void *), by_entry_name);
    for (size_t i = 0; i < x->count; i++) {
        if (kept && rq_casecmp(x->entries[kept - 1]->name, x->entries[i]->name) == 0)
            complain("%s: a second entry named %s is left out", x->args->paths[0],
                     x->entries[i]->name);
        else
            x->entries[kept++] = x->entries[i];
    }
    x->count = kept;
}

static void extract_one(void *ctx, size_t index)
{
    struct extract *x = ctx;
    char *path = need_path(x->folder, x->entries[index]->name);
    enum rq_save mode = given(x->args, OPT_force) ? RQ_SAVE_REPLACE : RQ_SAVE_NEW;
    struct rq_error *err = &x->errors[index];
    if (atomic_load(&x->stopped))
        atomic_fetch_add(&x->left, 1);
    else if (skips_existing(x->args, path))
        atomic_fetch_add(&x->kept, 1);
    else if (!rq_file_save(path, x->entries[index]->bytes, mode, err) && err->hint == RQ_HINT_FULL)
        atomic_store(&x->stopped, true);
    free(path);
}

static void extract_done(void *ctx, size_t index)
{
    struct extract *x = ctx;
    progress_show(&x->progress, index + 1, x->count);
}

static int extract_files(struct extract *x, size_t *fresh)
{
    struct rq_error err = {0};
    int code = check_targets(x);
    if (code)
        return code;
    if (!rq_make_folder(x->folder, &err))
        return report(x->folder, &err, EXIT_UNWRITTEN);
    x->tried = true;
    progress_open(&x->progress, x->args, "extracted");
    rq_pool_run(&(struct rq_jobs){.count = x->count,
                                  .work = extract_one,
                                  .done = extract_done,
                                  .ctx = x,
                                  .threads = jobs_of(x->args)});
    progress_close(&x->progress);
    size_t written = 0;
    for (size_t i = 0; i < x->count; i++) {
        if (x->errors[i].code)
            code = report(x->entries[i]->name, &x->errors[i], EXIT_UNWRITTEN);
        else
            written++;
    }
    size_t left = atomic_load(&x->left);
    if (left)
        complain("%zu entries were not tried: nothing can be written any more", left);
    *fresh = written - atomic_load(&x->kept) - left;
    return code;
}

static int extract_all(struct extract *x)
{
    size_t fresh = 0;
    drop_duplicates(x);
    int code = extract_files(x, &fresh);
    size_t kept = atomic_load(&x->kept);
    if (x->tried && !given(x->args, OPT_quiet)) {
        say_part("extracted %zu of %zu entries to %s", fresh, x->count, x->folder);
        if (kept)
            printf("; %zu were there already", kept);
        putchar('\n');
    }
    return code;
}

int extract_entries(const struct args *args, const char *folder, const struct rq_entry *entries,
                    size_t count, size_t *written)
{
    struct extract x = {.args = args, .folder = folder, .count = count};
    x.entries = need(count, sizeof(void *));
    x.errors = need(count, sizeof *x.errors);
    for (size_t i = 0; i < count; i++)
        x.entries[i] = &entries[i];
    int code = extract_files(&x, written);
    free(x.entries);
    free(x.errors);
    return code;
}

/* What is said of a model in a ROB, and not in the model, stays behind: pack would make it 0. */
static void note_rob(const struct args *args, const struct container *c)
{
    const struct rq_rob *rob = rq_doc_root(rq_archive_doc(c->archive), "rob");
    size_t entry = 0, kept = 0;
    const char *first = NULL;
    for (size_t i = 0; rob && i < rob->segment_count && entry < c->count; i++) {
        const struct rq_rob_segment_header *h = &rob->segments[i].header;
        if (!rob->segments[i].data.size)
            continue;
        const char *name = c->entries[entry++].name;
        bool said = h->segment_type || h->segment_flags || h->segment_attribs;
        if (!said || !wanted(args, name))
            continue;
        first = first ? first : name;
        kept++;
    }
    if (kept)
        complain(
            "%s: the type, way of drawing or attributes of %zu models (first %s) are not in their "
            "files: put keeps them, pack does not",
            args->paths[0], kept, first);
}

static int extract_to_output(struct extract *x)
{
    if (x->count != 1) {
        complain("-o - takes one entry, %zu fit", x->count);
        return EXIT_USAGE;
    }
    return save_output(x->args, "-", x->entries[0]->bytes);
}

int run_extract(const struct args *args)
{
    if (given(args, OPT_salvage))
        return run_salvage(args);
    if (given(args, OPT_json) || given(args, OPT_partial) || given(args, OPT_dry_run)) {
        complain("--json, --partial and --dry-run go with --salvage");
        return EXIT_USAGE;
    }
    struct container c;
    int code = open_container(args, false, &c);
    if (code)
        return code;
    const struct rq_entry *entries = c.entries;
    size_t count = c.count;
    struct extract x = {.args = args,
                        .folder = given(args, OPT_output) ? args->values[OPT_output] : "."};
    x.entries = need(count, sizeof(void *));
    x.errors = need(count, sizeof *x.errors);
    for (size_t i = 0; i < count; i++)
        if (wanted(args, entries[i].name))
            x.entries[x.count++] = &entries[i];
    if (x.count == 0 && args->count > 1) {
        complain("%s: no entry fits; reliquary list shows what is there", args->paths[0]);
        code = EXIT_FINDINGS;
    } else if (strcmp(x.folder, "-") == 0) {
        code = extract_to_output(&x);
    } else {
        code = extract_all(&x);
        note_rob(args, &c);
    }
    free(x.entries);
    free(x.errors);
    close_container(&c);
    return code;
}

/* ---- changing ---- */

void free_added(struct added *added)
{
    for (size_t i = 0; i < added->count; i++)
        rq_map_close(&added->maps[i]);
    free(added->maps);
}

static int by_base(const void *a, const void *b)
{
    return rq_casecmp(rq_path_base(*(const char *const *)a), rq_path_base(*(const char *const *)b));
}

int check_clashes(const struct rq_doc *doc, const char *const *paths, size_t count)
{
    /* Sounds and pictures of a file may differ in case alone. */
    bool fold = rq_format_is_container(rq_doc_format(doc));
    const char **sorted = need(count, sizeof *sorted);
    int code = 0;
    if (count) {
        memcpy(sorted, paths, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_base);
    }
    for (size_t i = 1; i < count && !code; i++) {
        const char *a = sorted[i - 1], *b = sorted[i];
        if (by_base(&a, &b) != 0 || (!fold && strcmp(rq_path_base(a), rq_path_base(b)) != 0))
            continue;
        complain("%s and %s would be one entry; nothing was written. Leave one out, or rename it",
                 strcmp(a, b) < 0 ? a : b, strcmp(a, b) < 0 ? b : a);
        code = EXIT_USAGE;
    }
    free(sorted);
    return code;
}

/* The map of a file that is put in; NULL after a message. */
static const struct rq_map *add_map(const char *path, struct added *added)
{
    struct rq_error err = {0};
    struct rq_map *map = &added->maps[added->count];
    if (!rq_map_open(map, path, &err)) {
        report(path, &err, EXIT_UNREADABLE);
        return NULL;
    }
    added->count++;
    return map;
}

int put_file(struct rq_doc *doc, const char *path, const char *name, struct added *added)
{
    struct rq_error err = {0};
    const struct rq_map *map = add_map(path, added);
    if (!map)
        return EXIT_UNREADABLE;
    return rq_doc_put_file(doc, name, map->bytes, &err) ? 0 : report(path, &err, EXIT_UNREADABLE);
}

static size_t size_of_part(const struct args *args, struct rq_archive *archive, const char *name)
{
    const struct part_query query = {&name, 1, true};
    struct parts parts;
    size_t size = SIZE_MAX;
    if (!make_parts(args, rq_archive_doc(archive), &query, &parts) && parts.count)
        size = parts.entries[0].bytes.size;
    free_parts(&parts);
    return size;
}

/* Size of the entry of a name before the change; SIZE_MAX: there is none. */
static size_t size_before(const struct args *args, struct rq_archive *archive, const char *name)
{
    const struct rq_entry *entries;
    struct rq_error ignored = {0};
    size_t count;
    if (has_parts(rq_archive_doc(archive)))
        return size_of_part(args, archive, name);
    if (!rq_format_is_container(rq_doc_format(rq_archive_doc(archive))) ||
        !rq_archive_entries(archive, &entries, &count, &ignored))
        return SIZE_MAX;
    for (size_t i = 0; i < count; i++)
        if (rq_casecmp(entries[i].name, name) == 0)
            return entries[i].bytes.size;
    return SIZE_MAX;
}

static void say_put(const char *name, size_t before, size_t size)
{
    if (before != SIZE_MAX)
        say("would replace %s: %zu -> %zu bytes", name, before, size);
    else
        say("would put in %s, %zu bytes", name, size);
}

static const char *name_of(const struct args *args, const char *path)
{
    return given(args, OPT_as) ? args->values[OPT_as] : rq_path_base(path);
}

/* *needs_palette: no message yet, when it fails because colours have to be matched; or NULL. */
static int put_all(const struct args *args, struct rq_archive *archive, struct added *added,
                   bool *needs_palette)
{
    for (size_t i = 1; i < args->count; i++) {
        struct rq_error err = {0};
        const char *path = args->paths[i];
        const struct rq_map *map = add_map(path, added);
        if (!map)
            return EXIT_UNREADABLE;
        size_t before =
            given(args, OPT_dry_run) ? size_before(args, archive, name_of(args, path)) : 0;
        bool fine = rq_archive_put(archive, name_of(args, path), map->bytes, &err);
        if (!fine && needs_palette && err.hint == RQ_HINT_PALETTE) {
            *needs_palette = true;
            return EXIT_USAGE;
        }
        if (!fine)
            return report(path, &err, EXIT_UNREADABLE);
        if (given(args, OPT_dry_run))
            say_put(name_of(args, path), before, map->bytes.size);
    }
    return 0;
}

/* Writes the changed archive to -o, where no key leads to it. */
static int save_elsewhere(const struct args *args, struct rq_archive *archive)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    int code = 0;
    if (rq_archive_key(archive)) {
        complain("-o is not for an archive that a key lists (%s): the key would not follow",
                 rq_archive_key(archive));
        code = EXIT_USAGE;
    } else if (!rq_doc_write(rq_archive_doc(archive), &out, &err)) {
        code = report(args->paths[0], &err, EXIT_UNWRITTEN);
    } else if (!given(args, OPT_dry_run)) {
        code = save_output(args, args->values[OPT_output], rq_out_bytes(&out));
    }
    rq_out_free(&out);
    rq_archive_close(archive);
    return code;
}

/* Writes the changed archive over itself, and then the key that lists it. */
static int save_over(const struct args *args, struct rq_archive *archive)
{
    struct rq_error err = {0};
    struct rq_map was = {0};
    struct rq_out out = {0};
    char *bak = NULL;
    int code = 0;
    if (given(args, OPT_dry_run)) {
        if (!rq_doc_write(rq_archive_doc(archive), &out, &err))
            code = report(args->paths[0], &err, EXIT_UNWRITTEN);
        rq_out_free(&out);
        rq_archive_close(archive);
        return code;
    }
    if (given(args, OPT_backup)) {
        if (!rq_map_open(&was, args->paths[0], &err))
            code = report(args->paths[0], &err, EXIT_UNREADABLE);
        code = code ? code : keep_backup(args, args->paths[0], was.bytes, &bak);
        rq_map_close(&was);
    }
    if (code)
        rq_archive_close(archive);
    else if (!rq_archive_save(archive, &err))
        code = report(args->paths[0], &err, EXIT_UNWRITTEN);
    return end_backup(bak, code);
}

/* Writes what was changed; only closes it after an error. */
static int finish_archive(const struct args *args, struct rq_archive *archive, const char *done,
                          int code)
{
    bool keyed = rq_archive_key(archive) != NULL, elsewhere = given(args, OPT_output);
    if (code) {
        rq_archive_close(archive);
        return code;
    }
    code = elsewhere ? save_elsewhere(args, archive) : save_over(args, archive);
    if (!code && !given(args, OPT_quiet) && !given(args, OPT_dry_run) &&
        !(elsewhere && strcmp(args->values[OPT_output], "-") == 0))
        say("%s %s%s", done, elsewhere ? args->values[OPT_output] : args->paths[0],
            keyed ? "; its key follows" : "");
    return code;
}

static int check_changing(const struct args *args)
{
    if (!given(args, OPT_output) || !given(args, OPT_backup))
        return 0;
    complain("--backup is for a file that is replaced; with -o it stays as it is");
    return EXIT_USAGE;
}

static int put_with(const struct args *args, struct rq_bytes palette, bool *needs_palette)
{
    struct rq_archive *archive;
    char done[300];
    int code = open_archive(args, palette, &archive);
    if (code)
        return code;
    struct added added = {.maps = need(args->count, sizeof *added.maps)};
    code = check_clashes(rq_archive_doc(archive), args->paths + 1, args->count - 1);
    code = code ? code : put_all(args, archive, &added, needs_palette);
    if (args->count == 2)
        snprintf(done, sizeof done, "put %.200s into", name_of(args, args->paths[1]));
    else
        snprintf(done, sizeof done, "put %zu files into", args->count - 1);
    code = finish_archive(args, archive, done, code);
    free_added(&added);
    return code;
}

/* The palette of a game, as convert chooses it: the one with the archive's name, else that of the
 * island. */
static bool palette_of(const struct rq_game *game, const char *archive, struct rq_bytes *palette)
{
    struct rq_resource found = {0};
    struct rq_error ignored = {0};
    char own[RQ_SIBLING];
    rq_path_sibling(archive, "COL", own);
    return (rq_game_find(game, own, &found) || rq_game_find(game, "ISLAND.COL", &found)) &&
           rq_game_bytes(game, &found, palette, &ignored);
}

/* Once more, with a palette of --game or of the game that the archive is in. */
static int put_with_game(const struct args *args)
{
    struct rq_error err = {0};
    struct rq_bytes palette = {0};
    const struct rq_game_options files = {.files_only = true};
    const char *path = args->values[OPT_game];
    struct rq_game *game =
        path ? rq_game_open(path, &files, &err) : rq_game_open_around(args->paths[0], &files, &err);
    if (path && !game)
        return report(path, &err, EXIT_UNREADABLE);
    if (game)
        palette_of(game, args->paths[0], &palette);
    int code = put_with(args, palette, NULL);
    rq_game_close(game);
    return code;
}

int run_put(const struct args *args)
{
    struct rq_map palette = {0};
    bool needs_palette = false, again = !given(args, OPT_palette);
    if (given(args, OPT_as) && args->count != 2) {
        complain("--as names one file, %zu are given", args->count - 1);
        return EXIT_USAGE;
    }
    /* Standard input can't be read twice. */
    for (size_t i = 1; i < args->count; i++)
        again = again && strcmp(args->paths[i], "-") != 0;
    int code = check_changing(args);
    code = code ? code : open_palette(args, &palette);
    if (!code)
        code = put_with(args, palette.bytes, again ? &needs_palette : NULL);
    if (needs_palette)
        code = put_with_game(args);
    rq_map_close(&palette);
    return code;
}

/* ---- rm ---- */

static int remove_one(const struct args *args, struct rq_archive *archive, const char *name)
{
    struct rq_error err = {0};
    if (!rq_archive_remove(archive, name, &err))
        return report(args->paths[0], &err, EXIT_USAGE);
    if (given(args, OPT_dry_run))
        say("would remove %s", name);
    return 0;
}

/* The parts that a glob names, the last first: of those with numbers only the last can go. */
static int remove_parts(const struct args *args, struct rq_archive *archive, const char *glob,
                        size_t *count)
{
    const struct part_query query = {&glob, 1, true};
    struct parts parts;
    int code = make_parts(args, rq_archive_doc(archive), &query, &parts);
    for (size_t i = parts.count; i-- > 0 && !code; ++*count)
        code = remove_one(args, archive, parts.entries[i].name);
    if (!code && !parts.count) {
        complain("%s: no entry fits %s; reliquary list shows what is there", args->paths[0], glob);
        code = EXIT_FINDINGS;
    }
    free_parts(&parts);
    return code;
}

/* Removes one entry, or those that a glob names; *count grows. */
static int remove_named(const struct args *args, struct rq_archive *archive, const char *name,
                        size_t *count)
{
    struct rq_error err = {0};
    const struct rq_entry *entries;
    size_t all = 0, before = *count;
    bool glob = strpbrk(name, "*?") != NULL;
    if (glob && has_parts(rq_archive_doc(archive)))
        return remove_parts(args, archive, name, count);
    if (glob && !rq_archive_entries(archive, &entries, &all, &err))
        return report(args->paths[0], &err, EXIT_UNREADABLE);
    for (size_t i = 0; i < all || !glob;) {
        /* The list is made anew after each: what is removed need not be there any more. */
        char entry[RQ_RESOURCE_NAME];
        snprintf(entry, sizeof entry, "%s", glob ? entries[i].name : name);
        if (glob && !rq_glob(name, entry)) {
            i++;
            continue;
        }
        int code = remove_one(args, archive, entry);
        if (code)
            return code;
        ++*count;
        if (!glob)
            return 0;
        if (!rq_archive_entries(archive, &entries, &all, &err))
            return report(args->paths[0], &err, EXIT_UNREADABLE);
    }
    if (*count > before)
        return 0;
    complain("%s: no entry fits %s; reliquary list shows what is there", args->paths[0], name);
    return EXIT_FINDINGS;
}

int run_rm(const struct args *args)
{
    struct rq_archive *archive;
    char done[300];
    size_t count = 0;
    int code = check_changing(args);
    code = code ? code : open_archive(args, (struct rq_bytes){0}, &archive);
    if (code)
        return code;
    for (size_t i = 1; i < args->count && !code; i++)
        code = remove_named(args, archive, args->paths[i], &count);
    if (args->count == 2 && !strpbrk(args->paths[1], "*?"))
        snprintf(done, sizeof done, "removed %.200s from", args->paths[1]);
    else
        snprintf(done, sizeof done, "removed %zu from", count);
    return finish_archive(args, archive, done, code);
}
