/* compile, for sources of NWScript. */
#include "core/json.h"
#include "core/pool.h"
#include "core/text.h"
#include "script.h"

#include <reliquary/ndb.h>
#include <reliquary/nwscript.h>
#include <stdio.h>
#include <stdlib.h>

static const char extension[] = ".nss";

/* One source, and what came of it. */
struct source {
    const char *path, *relative;
    struct rq_out made, told, deps, symbols;
    enum rq_nss_kind kind;
    size_t errors, warnings;
    int code;
};

/* Sources of one folder, which share a compiler: includes beside them are the same. */
struct batch {
    size_t first, count;
};

struct compiling {
    const struct args *args;
    struct watch *watch;
    struct rq_game *game;
    struct rq_map nwscript;
    struct rq_nss_options options;
    struct rq_out silent;
    struct rq_walk walk;
    struct source *sources;
    struct batch *batches;
    size_t source_count, batch_count;
    bool to_folder; /* -o is one */
    struct written written;
    size_t errors, warnings, include_files;
    int code;
};

/* Most sources of a batch: cores have to find enough of them. */
enum { BATCH = 64 };

bool is_nwscript(const struct args *args)
{
    const char *to = args->values[OPT_output];
    for (size_t i = 0; i < args->count; i++) {
        struct rq_walk walk = {0};
        bool found = ends_with(args->paths[i], extension);
        if (strcmp(args->paths[i], "-") == 0)
            found =
                !given(args, OPT_base) && (!to || strcmp(to, "-") == 0 || ends_with(to, ".ncs"));
        else if (!found && rq_path_kind(args->paths[i], NULL) == RQ_PATH_FOLDER &&
                 rq_walk_add(&walk, args->paths[i], NULL))
            for (size_t k = 0; k < walk.count && !found; k++)
                found = ends_with(walk.items[k].path, extension);
        rq_walk_free(&walk);
        if (found)
            return true;
    }
    return false;
}

/* ---- includes ---- */

/* Where a batch looks, and what it found: kept until its compiler is closed. */
struct finder {
    const struct compiling *all;
    const char *folder;
    struct source *now;
    struct kept {
        struct kept *next;
        struct rq_map map;
        char *path;
    } * kept;
};

static bool find_file(struct finder *f, const char *folder, const char *file, struct rq_bytes *text,
                      const char **path)
{
    char *guess = need_path(folder, file), *real = rq_path_alike(guess);
    struct rq_map map;
    free(guess);
    if (!real || !rq_map_open(&map, real, NULL)) {
        free(real);
        return false;
    }
    struct kept *kept = need(1, sizeof *kept);
    *kept = (struct kept){.next = f->kept, .map = map, .path = real};
    f->kept = kept;
    *text = kept->map.bytes;
    *path = real;
    return true;
}

/* Beside the source, in the folders of -I, in the game. */
static bool find_include(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    struct finder *f = ctx;
    const struct args *args = f->all->args;
    struct rq_resource found = {0};
    char file[80];
    if (strpbrk(name, "/\\:") || name[0] == '.')
        return false; /* a name, not a way to other folders */
    snprintf(file, sizeof file, "%.70s%s", name, extension);
    if (find_file(f, f->folder, file, text, path))
        return true;
    for (size_t i = 0; i < args->include_count; i++)
        if (find_file(f, args->includes[i], file, text, path))
            return true;
    if (!f->all->game || !rq_game_find(f->all->game, file, &found) ||
        !rq_game_bytes(f->all->game, &found, text, NULL))
        return false;
    *path = found.file;
    return true;
}

static void close_finder(struct finder *f)
{
    while (f->kept) {
        struct kept *kept = f->kept;
        f->kept = kept->next;
        rq_map_close(&kept->map);
        free(kept->path);
        free(kept);
    }
}

/* ---- one source ---- */

/* In the form of nwnnsscomp: callers look for "Error:". */
static void old_problem_text(struct rq_out *out, const struct rq_script_problem *p)
{
    char line[1024];
    snprintf(line, sizeof line, "%s(%zu): %s: %s", p->file, p->line, *p->id ? "Warning" : "Error",
             p->message);
    rq_text_clean(line);
    rq_putf(out, "%s\n", line);
}

static void tell(void *ctx, const struct rq_script_problem *p)
{
    struct finder *f = ctx;
    *(*p->id ? &f->now->warnings : &f->now->errors) += 1;
    if (f->all->args->nwnnsscomp)
        old_problem_text(&f->now->told, p);
    else
        problem_text(&f->now->told, p, given(f->all->args, OPT_json));
}

/* Blanks in paths are escaped, as make reads them. */
static void put_path(struct rq_out *out, const char *path, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (path[i] == ' ')
            rq_put8(out, '\\');
        rq_put8(out, (uint8_t)path[i]);
    }
}

static void note_deps(struct source *s, const struct rq_nss_compiler *compiler, bool json)
{
    struct rq_json j = {.out = &s->deps, .compact = true};
    const char *path;
    if (json) {
        rq_json_object_row(&j);
        rq_json_key(&j, "file");
        rq_json_str(&j, s->path);
        rq_json_key(&j, "includes");
        rq_json_array(&j);
    } else {
        size_t size = strlen(s->path);
        put_path(&s->deps, s->path,
                 size - (ends_with(s->path, extension) ? sizeof extension - 1 : 0));
        rq_put_str(&s->deps, ".ncs: ");
        put_path(&s->deps, s->path, size);
    }
    for (size_t i = 0; rq_nss_include_at(compiler, i, &path) != NULL; i++) {
        if (json) {
            rq_json_str(&j, path);
        } else {
            rq_put8(&s->deps, ' ');
            put_path(&s->deps, path, strlen(path));
        }
    }
    if (json) {
        rq_json_end_array(&j);
        rq_json_end_object(&j);
    }
    rq_put8(&s->deps, '\n');
}

/* For --watch. */
static void note_includes(struct source *s, const struct rq_nss_compiler *compiler)
{
    const char *name, *path;
    rq_put8(&s->deps, ' ');
    for (size_t i = 0; (name = rq_nss_include_at(compiler, i, &path)) != NULL; i++) {
        for (; *name; name++)
            rq_put8(&s->deps, (uint8_t)rq_lower(*name));
        rq_put8(&s->deps, ' ');
    }
    rq_put8(&s->deps, 0);
}

static void compile_source(struct finder *f, struct rq_nss_compiler *compiler, struct source *s)
{
    struct rq_error err = {0};
    struct rq_map map = {0};
    f->now = s;
    if (!rq_map_open(&map, s->path, &err)) {
        s->code = report(s->path, &err, EXIT_UNREADABLE);
        return;
    }
    const char *file = strcmp(s->path, "-") == 0 ? "standard input" : s->path;
    if (!rq_nss_compile_next(compiler, map.bytes, file, &s->made, &s->kind, &err)) {
        s->code = EXIT_UNREADABLE;
        if (!s->errors) /* memory, or beyond a limit */
            report(s->path, &err, EXIT_UNREADABLE);
    }
    if (rq_nss_debug(compiler))
        rq_ndb_put(rq_nss_debug(compiler), &s->symbols);
    if (given(f->all->args, OPT_strict) && s->warnings)
        s->code = EXIT_UNREADABLE;
    if (given(f->all->args, OPT_deps))
        note_deps(s, compiler, given(f->all->args, OPT_json));
    else if (f->all->watch)
        note_includes(s, compiler);
    rq_map_close(&map);
}

static void work(void *ctx, size_t index)
{
    struct compiling *all = ctx;
    const struct batch *batch = &all->batches[index];
    struct source *first = &all->sources[batch->first];
    char *folder = folder_of(first->path);
    struct finder f = {.all = all, .folder = folder, .now = first};
    struct rq_nss_options options = all->options;
    struct rq_error err = {0};
    options.ctx = &f;
    options.include = find_include;
    options.problem = tell;
    struct rq_nss_compiler *compiler = rq_nss_open(&options, &err);
    for (size_t i = 0; i < batch->count && compiler; i++)
        compile_source(&f, compiler, first + i);
    if (!compiler) {
        first->code = EXIT_UNREADABLE;
        if (!first->errors)
            complain("out of memory");
    }
    rq_nss_close(compiler);
    close_finder(&f);
    free(folder);
}

/* ---- writing ---- */

/* Where the NCS of a source goes; to be freed. */
static char *target_of(const struct compiling *all, const struct source *s)
{
    const char *to = all->args->values[OPT_output];
    if (!to && strcmp(s->path, "-") == 0)
        to = "-";
    if (to && !all->to_folder)
        return need_text("%s", to);
    return path_with_end(to, to ? s->relative : s->path, extension, ".ncs");
}

/* Beside the NCS, with another extension. */
static int write_symbols(struct compiling *all, const char *target, const struct source *s)
{
    need_whole(&s->symbols);
    char *path = path_with_end(NULL, target, ".ncs", ".ndb");
    struct written apart = {.replace = all->written.replace}; /* scripts are counted, not files */
    int code = write_made(all->args, path, rq_out_bytes(&s->symbols), all->to_folder, &apart);
    free(path);
    return code;
}

static int finish(struct compiling *all, struct source *s)
{
    bool nwnnsscomp = all->args->nwnnsscomp;
    if (nwnnsscomp)
        say("Compiling: %s", s->path);
    show_problems(&s->told, nwnnsscomp || given(all->args, OPT_json));
    if (nwnnsscomp && !s->code && s->kind == RQ_NSS_INCLUDE)
        printf("File is an include file, ignored\n");
    all->errors += s->errors;
    all->warnings += s->warnings;
    if (given(all->args, OPT_deps)) {
        if (s->deps.size)
            print_whole(&s->deps);
        return s->code;
    }
    if (s->code)
        return s->code;
    if (s->kind == RQ_NSS_INCLUDE) {
        all->include_files++;
        return 0;
    }
    need_whole(&s->made);
    char *target = target_of(all, s);
    int code = write_made(all->args, target, rq_out_bytes(&s->made), all->to_folder, &all->written);
    if (!code && s->symbols.size)
        code = write_symbols(all, target, s);
    free(target);
    return code;
}

static void done(void *ctx, size_t index)
{
    struct compiling *all = ctx;
    const struct batch *batch = &all->batches[index];
    for (size_t i = batch->first; i < batch->first + batch->count; i++) {
        struct source *s = &all->sources[i];
        all->written.replace = watch_owns(all->watch, s->path);
        int code = finish(all, s);
        all->code = code > all->code ? code : all->code;
        need_whole(&s->deps);
        watch_built(all->watch, s->path, s->deps.size ? (const char *)s->deps.data : " ", code);
        rq_out_free(&s->made);
        rq_out_free(&s->told);
        rq_out_free(&s->deps);
        rq_out_free(&s->symbols);
    }
}

/* ---- the verb ---- */

static int list_warnings(void)
{
    const char *id, *about;
    for (size_t i = 0; (id = rq_nss_warning_at(i, &about)) != NULL; i++)
        printf("%-20s %s\n", id, about);
    return EXIT_FINE;
}

/* "-a,-b" as "a b": warnings that are not told. */
static int take_rules(struct compiling *all)
{
    const char *rules = all->args->values[OPT_rule], *id;
    for (; rules && *rules; rules += *rules == ',') {
        size_t size = strcspn(rules, ","), i = 0;
        while ((id = rq_nss_warning_at(i, NULL)) != NULL &&
               !(size && strlen(id) == size - 1 && memcmp(id, rules + 1, size - 1) == 0))
            i++;
        if (rules[0] != '-' || !id) {
            complain(
                "--rule %.*s: -ID leaves a warning out; reliquary compile --rules x.nss lists them",
                (int)size, rules);
            return EXIT_USAGE;
        }
        rq_putf(&all->silent, "%s ", id);
        rules += size;
    }
    all->options.silent = whole_text(&all->silent);
    return 0;
}

static int take_options(struct compiling *all)
{
    const struct args *args = all->args;
    const char *how = args->values[OPT_float], *path = args->values[OPT_game];
    struct rq_error err = {0};
    struct rq_resource found = {0};
    all->options.game = game_version(args);
    all->options.exact_floats = how && rq_casecmp(how, "exact") == 0;
    all->options.debug = given(args, OPT_debug_symbols);
    if (path && !(all->game = rq_game_open(path, NULL, &err)))
        return report(path, &err, EXIT_UNREADABLE);
    if (all->game && !all->options.game)
        all->options.game = rq_game_describe(all->game)->version;
    if (!all->options.game)
        all->options.game = 1;
    path = args->values[OPT_nwscript];
    if (path && !rq_map_open(&all->nwscript, path, &err))
        return report(path, &err, EXIT_UNREADABLE);
    all->options.nwscript = all->nwscript.bytes;
    if (!path && all->game && rq_game_find(all->game, "nwscript.nss", &found) &&
        !rq_game_bytes(all->game, &found, &all->options.nwscript, &err))
        return report(found.file, &err, EXIT_UNREADABLE);
    return take_rules(all);
}

static bool same_folder(const char *a, const char *b)
{
    if (!a || !b)
        return false;
    size_t size = (size_t)(rq_path_base(a) - a);
    return size == (size_t)(rq_path_base(b) - b) && memcmp(a, b, size) == 0;
}

/* Files whatever they are called, and the sources of folders without nwscript.nss. */
static int find_sources(struct compiling *all)
{
    const struct args *args = all->args;
    bool pipe = args->count == 1 && strcmp(args->paths[0], "-") == 0;
    int code = pipe ? 0 : walk_paths(&all->walk, args);
    size_t most = all->walk.count + 1;
    all->sources = need(most, sizeof *all->sources);
    all->batches = need(most, sizeof *all->batches);
    if (pipe)
        all->sources[all->source_count++] = (struct source){.path = "-", .relative = "script.nss"};
    for (size_t i = 0; i < all->walk.count; i++) {
        const struct rq_found *found = &all->walk.items[i];
        bool is_source = ends_with(found->path, extension) &&
                         rq_casecmp(rq_path_base(found->path), "nwscript.nss") != 0;
        if ((is_source || is_named(args, found->path)) && watch_is_due(all->watch, found->path))
            all->sources[all->source_count++] =
                (struct source){.path = found->path, .relative = found->relative};
    }
    for (size_t i = 0; i < all->source_count; i++) {
        struct batch *next = &all->batches[all->batch_count];
        if (all->batch_count && next[-1].count < BATCH &&
            same_folder(all->sources[next[-1].first].path, all->sources[i].path))
            next[-1].count++;
        else
            all->batches[all->batch_count++] = (struct batch){i, 1};
    }
    return code;
}

/* -o is a folder for more than one source, for the sources of a folder, and where it is one. */
static int check_target(struct compiling *all)
{
    const char *to = all->args->values[OPT_output];
    bool pipe = (to ? strcmp(to, "-") : strcmp(all->args->paths[0], "-")) == 0;
    if (pipe && given(all->args, OPT_debug_symbols)) {
        complain("--debug-symbols needs a file for the NCS: -o names it");
        return EXIT_USAGE;
    }
    bool folder_in = all->args->count && rq_path_kind(all->args->paths[0], NULL) == RQ_PATH_FOLDER;
    if (!to)
        return 0;
    enum rq_path_kind kind = rq_path_kind(to, NULL);
    all->to_folder =
        kind == RQ_PATH_FOLDER || all->args->count > 1 || folder_in || to[strlen(to) - 1] == '/';
    if (all->to_folder && (kind == RQ_PATH_FILE || strcmp(to, "-") == 0)) {
        complain("%s is no folder: the scripts of several sources go into one", to);
        return EXIT_USAGE;
    }
    return 0;
}

static void summarize(const struct compiling *all)
{
    const char *verb = given(all->args, OPT_dry_run) ? "would be written" : "written";
    if (given(all->args, OPT_deps) || all->args->nwnnsscomp)
        return;
    if (!all->watch && all->source_count == 1 && all->include_files)
        complain("%s has no main and no StartingConditional: it is an include, nothing is written",
                 all->sources[0].path);
    else if (!all->watch && all->source_count == 1 && all->code == EXIT_UNREADABLE)
        complain("%zu error%s, %zu warning%s, nothing is written", all->errors,
                 all->errors == 1 ? "" : "s", all->warnings, all->warnings == 1 ? "" : "s");
    else if (!given(all->args, OPT_quiet) && (all->watch || all->source_count > 1))
        fprintf(stderr,
                "%zu scripts %s, %zu as they were, %zu includes, %zu errors, %zu warnings\n",
                all->written.files, verb, all->written.same, all->include_files, all->errors,
                all->warnings);
}

static int compile_all(const struct args *args, struct watch *watch)
{
    struct compiling all = {.args = args, .watch = watch};
    int code = take_options(&all);
    code = code ? code : find_sources(&all);
    code = code ? code : check_target(&all);
    if (!code) {
        const struct rq_jobs jobs = {.count = all.batch_count,
                                     .work = work,
                                     .done = done,
                                     .ctx = &all,
                                     .threads = jobs_of(args)};
        rq_pool_run(&jobs);
        summarize(&all);
        code = all.code;
    }
    free(all.sources);
    free(all.batches);
    rq_walk_free(&all.walk);
    rq_map_close(&all.nwscript);
    rq_game_close(all.game);
    rq_out_free(&all.silent);
    return code;
}

int compile_nwscript(const struct args *args)
{
    if (given(args, OPT_rules))
        return list_warnings();
    return given(args, OPT_watch) ? watch_run(args, extension, compile_all)
                                  : compile_all(args, NULL);
}
