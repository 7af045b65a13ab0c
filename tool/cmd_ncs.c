/* Compiled scripts of KotOR in the verbs disassemble, assemble and decompile. */
#include "core/json.h"
#include "core/pool.h"
#include "core/text.h"
#include "script.h"

#include <reliquary/ncs.h>
#include <stdio.h>
#include <stdlib.h>

static const char listing_extension[] = ".pcode";

/* ---- out ---- */

struct result {
    struct rq_out text;
    struct rq_error err;
    struct rq_ncs_report report;
    bool made;
};

/* Scripts that one decompiler takes, one after the other: making it costs as much as a few of them. */
enum { BATCH = 32 };

struct job {
    const struct args *args;
    struct rq_ncs_text_options options;
    struct includes *includes; /* of decompile, or NULL */
    bool decompile;
    struct rq_tree tree;
    size_t *nodes; /* that are scripts */
    size_t count, written;
    struct result *results;
    size_t verdicts[RQ_NCS_NO_SOURCE + 1];
    struct rq_out json; /* the report */
    struct rq_json j;
    struct progress progress;
    int code;
};

/* False after a message. */
static bool take_options(struct job *job, const struct args *args)
{
    struct rq_options reading;
    *job = (struct job){.args = args, .options = {.depth = given(args, OPT_verbose)}};
    job->options.game = game_version(args);
    if (!read_options(args, NULL, &reading))
        return false;
    job->options.page = reading.codepage;
    if (!job->options.game)
        job->options.game = 1;
    return true;
}

/* The sources of the folders of -I that may be includes; read once, then only looked at. */
struct includes {
    size_t count;
    struct include {
        char name[17];
        struct rq_map map;
        char *path;
    } items[];
};

static bool find_include(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    const struct includes *all = ctx;
    for (size_t i = 0; i < all->count; i++)
        if (rq_casecmp(all->items[i].name, name) == 0) {
            *text = all->items[i].map.bytes;
            *path = all->items[i].path;
            return true;
        }
    return false;
}

static void close_includes(struct includes *all)
{
    for (size_t i = 0; all && i < all->count; i++) {
        rq_map_close(&all->items[i].map);
        free(all->items[i].path);
    }
    free(all);
}

static void add_include(struct includes *all, const char *path)
{
    struct include *item = &all->items[all->count];
    const char *base = rq_path_base(path), *extension = rq_path_extension(base);
    size_t size = *extension ? (size_t)(extension - base) - 1 : 0;
    if (rq_casecmp(extension, "nss") != 0 || size == 0 || size >= sizeof item->name ||
        rq_casecmp(base, "nwscript.nss") == 0 || !rq_map_open(&item->map, path, NULL))
        return;
    snprintf(item->name, sizeof item->name, "%.*s", (int)size, base);
    item->path = need_text("%s", path);
    all->count++;
}

/* 0 or an exit code after a message. */
static int open_includes(struct job *job)
{
    const struct args *args = job->args;
    struct rq_error err = {0};
    struct rq_walk walk = {0};
    for (size_t i = 0; i < args->include_count && !err.code; i++)
        rq_walk_add(&walk, args->includes[i], &err);
    if (args->include_count && !err.code) {
        job->includes = need(1, sizeof *job->includes + walk.count * sizeof(struct include));
        for (size_t i = 0; i < walk.count; i++)
            add_include(job->includes, walk.items[i].path);
    }
    rq_walk_free(&walk);
    return err.code ? report("-I", &err, EXIT_UNREADABLE) : 0;
}

static struct rq_ncs_decompiler *open_decompiler(const struct job *job, struct rq_error *err)
{
    struct rq_ncs_decompiler *d = rq_ncs_decompiler_open(job->options.game, err);
    for (size_t i = 0; d && job->includes && i < job->includes->count && !err->code; i++)
        rq_ncs_decompiler_include(d, job->includes->items[i].name, find_include, job->includes,
                                  err);
    return d;
}

static void make_text(struct job *job, struct rq_ncs_decompiler *decompiler, struct rq_doc *doc,
                      struct result *r)
{
    struct rq_ncs *ncs = rq_doc_root(doc, "ncs");
    if (decompiler)
        r->made = rq_ncs_decompile(decompiler, ncs, &r->text, &r->report, &r->err);
    else if (!job->decompile)
        r->made = rq_ncs_list(ncs, &job->options, &r->text, &r->err);
}

/* ---- the report ---- */

static void report_json(struct job *job, const char *path, const struct rq_ncs_report *report)
{
    static const char *const verdicts[] = {"identical", "different", "no source"};
    struct rq_json *j = &job->j;
    rq_json_object_row(j);
    rq_json_key(j, "path");
    rq_json_str(j, path);
    rq_json_key(j, "verdict");
    rq_json_str(j, verdicts[report->verdict]);
    rq_json_key(j, "floats");
    rq_json_str(j, report->exact_floats ? "exact" : "bioware");
    rq_json_key(j, "nwscript");
    rq_json_str(j, report->older_nwscript ? "older" : "today's");
    if (report->included) {
        rq_json_key(j, "included");
        rq_json_u64(j, report->included);
    }
    if (report->verdict) {
        rq_json_key(j, "offset");
        rq_json_u64(j, report->offset);
    }
    rq_json_key(j, "text");
    rq_json_str(j, report->text);
    rq_json_end_object(j);
}

/* Says what came of a script. */
static void tell_report(struct job *job, const char *path, const struct rq_ncs_report *report)
{
    static const char *const words[] = {"", "the source is not the same", "no source"};
    job->verdicts[report->verdict]++;
    if (given(job->args, OPT_json))
        report_json(job, path, report);
    else if (report->verdict)
        complain("%s: %s at 0x%x: %s%s", path, words[report->verdict], report->offset, report->text,
                 report->verdict == RQ_NCS_NO_SOURCE ? "; reliquary disassemble shows it" : "");
    else if (report->older_nwscript && given(job->args, OPT_verbose))
        complain("%s: %s", path, report->text);
    if (report->verdict && job->code < EXIT_FINDINGS)
        job->code = EXIT_FINDINGS;
}

static void show_json(struct job *job)
{
    rq_put8(&job->json, '\n');
    print_whole(&job->json);
    rq_out_free(&job->json);
}

/* The text of one script to where -o says. */
static int save_one(struct job *job, const struct result *r)
{
    const struct args *args = job->args;
    const char *path = args->paths[0], *to = args->values[OPT_output];
    int code = 0;
    if (!r->made)
        return report(path, &r->err, EXIT_UNREADABLE);
    if (!job->decompile || r->report.verdict != RQ_NCS_NO_SOURCE)
        code = save_output(args, to ? to : "-", rq_out_bytes(&r->text));
    if (job->decompile && !code) {
        tell_report(job, path, &r->report);
        code = job->code;
        if (given(args, OPT_json))
            show_json(job);
    }
    return code;
}

int ncs_out(const struct args *args, struct rq_doc *doc, bool decompile)
{
    struct job job;
    struct result r = {.made = false};
    const char *to = args->values[OPT_output];
    if (!take_options(&job, args))
        return EXIT_USAGE;
    if (given(args, OPT_json) && (!to || strcmp(to, "-") == 0)) {
        complain("-o names the file for the source: the report of --json goes to standard output");
        return EXIT_USAGE;
    }
    job.decompile = decompile;
    job.j = (struct rq_json){.out = &job.json, .compact = true};
    if (decompile && open_includes(&job))
        return EXIT_UNREADABLE;
    struct rq_ncs_decompiler *decompiler = decompile ? open_decompiler(&job, &r.err) : NULL;
    make_text(&job, decompiler, doc, &r);
    int code = save_one(&job, &r);
    rq_ncs_decompiler_close(decompiler);
    close_includes(job.includes);
    rq_out_free(&job.json);
    rq_out_free(&r.text);
    return code;
}

static void work_on(void *ctx, size_t batch)
{
    struct job *job = ctx;
    struct rq_error err = {0};
    struct rq_ncs_decompiler *decompiler = job->decompile ? open_decompiler(job, &err) : NULL;
    for (size_t i = batch * BATCH; i < job->count && i < (batch + 1) * BATCH; i++) {
        const struct rq_tree_node *node = &job->tree.nodes[job->nodes[i]];
        struct result *r = &job->results[i];
        struct rq_options options;
        read_options(job->args, node->name, &options);
        options.format = node->format;
        struct rq_doc *doc = rq_doc_read(node->bytes, &options, &r->err);
        if (doc)
            make_text(job, decompiler, doc, r);
        if (err.code)
            r->err = err;
        rq_doc_free(doc);
    }
    rq_ncs_decompiler_close(decompiler);
}

/* Below the output folder as below the input, with another extension. */
static int save_text(struct job *job, const struct rq_tree_node *node, struct rq_bytes text)
{
    const char *old = rq_path_extension(node->below),
               *end = job->decompile ? "nss" : listing_extension + 1;
    size_t stem = *old ? (size_t)(old - node->below) - 1 : strlen(node->below);
    char *below = need_text("%.*s.%s", (int)stem, node->below, end);
    char *path = need_path(job->args->values[OPT_output], below);
    char *base = path + (rq_path_base(path) - path), was = *base;
    struct rq_error err = {0};
    int code = 0;
    *base = 0;
    if (!rq_make_folder(path, &err))
        code = report(path, &err, EXIT_UNWRITTEN);
    *base = was;
    code = code ? code : save_output(job->args, path, text);
    free(below);
    free(path);
    return code;
}

static void done_with(void *ctx, size_t batch)
{
    struct job *job = ctx;
    for (size_t i = batch * BATCH; i < job->count && i < (batch + 1) * BATCH; i++) {
        const struct rq_tree_node *node = &job->tree.nodes[job->nodes[i]];
        struct result *r = &job->results[i];
        int code = 0;
        if (!r->made)
            code = report(node->path, &r->err, EXIT_UNREADABLE);
        else if (!job->decompile || r->report.verdict != RQ_NCS_NO_SOURCE)
            code = save_text(job, node, rq_out_bytes(&r->text));
        job->written += r->text.size && code == 0;
        if (r->made && job->decompile)
            tell_report(job, node->path, &r->report);
        job->code = code > job->code ? code : job->code;
        rq_out_free(&r->text);
        progress_show(&job->progress, i + 1, job->count);
    }
}

/* 0 or an exit code after a message. */
static int find_scripts(struct job *job)
{
    const struct rq_format *ncs = rq_format_by_name("ncs");
    job->nodes = need(job->tree.count, sizeof *job->nodes);
    job->results = need(job->tree.count, sizeof *job->results);
    for (size_t i = 0; i < job->tree.count; i++)
        if (job->tree.nodes[i].format == ncs)
            job->nodes[job->count++] = i;
    if (job->count)
        return 0;
    complain("%s has no compiled scripts (NCS)", job->args->paths[0]);
    return EXIT_FINDINGS;
}

static void tell_summary(const struct job *job)
{
    const char *to = job->args->values[OPT_output];
    if (given(job->args, OPT_quiet))
        return;
    if (job->decompile)
        fprintf(stderr, "%zu scripts in %s: %zu identical, %zu different, %zu without a source\n",
                job->written, to, job->verdicts[RQ_NCS_SAME], job->verdicts[RQ_NCS_OTHER],
                job->verdicts[RQ_NCS_NO_SOURCE]);
    else
        fprintf(stderr, "%zu scripts in %s\n", job->written, to);
}

static int run_all(struct job *job)
{
    const struct args *args = job->args;
    bool json = job->decompile && given(args, OPT_json);
    job->j = (struct rq_json){.out = &job->json};
    if (json)
        rq_json_array(&job->j);
    progress_open(&job->progress, args, "scripts");
    rq_pool_run(&(struct rq_jobs){.count = (job->count + BATCH - 1) / BATCH,
                                  .work = work_on,
                                  .done = done_with,
                                  .ctx = job,
                                  .threads = jobs_of(args)});
    progress_close(&job->progress);
    if (json) {
        rq_json_end_array(&job->j);
        show_json(job);
    }
    tell_summary(job);
    return job->code;
}

int ncs_out_all(const struct args *args, bool decompile)
{
    struct job job;
    int missed = 0;
    if (!take_options(&job, args))
        return EXIT_USAGE;
    if (!given(args, OPT_output) || strcmp(args->values[OPT_output], "-") == 0) {
        complain("-o names the folder for the texts");
        return EXIT_USAGE;
    }
    job.decompile = decompile;
    int code = tree_open_most(&job.tree, args, &missed);
    code = code ? code : find_scripts(&job);
    code = code || !decompile ? code : open_includes(&job);
    code = code ? code : run_all(&job);
    close_includes(job.includes);
    free(job.nodes);
    free(job.results);
    rq_tree_close(&job.tree);
    return code > missed ? code : missed;
}

/* ---- in ---- */

/* One listing, and what came of it. */
struct listing {
    const char *path, *relative;
    struct rq_out made, told;
    struct rq_error err;
    bool fine;
};

struct assembling {
    struct job job; /* options */
    struct watch *watch;
    struct rq_walk walk;
    struct listing *items;
    size_t count, wrong;
    bool to_folder; /* -o is one */
    struct written written;
    int code;
};

static bool is_listing(const char *path)
{
    return ends_with(path, listing_extension);
}

bool ncs_is_wanted(const struct args *args)
{
    const char *to = args->values[OPT_output];
    if (to && ends_with(to, ".ncs"))
        return true;
    for (size_t i = 0; i < args->count; i++) {
        struct rq_walk walk = {0};
        bool found = is_listing(args->paths[i]);
        if (strcmp(args->paths[i], "-") == 0)
            found = !given(args, OPT_base) && (!to || strcmp(to, "-") == 0);
        else if (!found && rq_path_kind(args->paths[i], NULL) == RQ_PATH_FOLDER &&
                 rq_walk_add(&walk, args->paths[i], NULL))
            for (size_t k = 0; k < walk.count && !found; k++)
                found = is_listing(walk.items[k].path);
        rq_walk_free(&walk);
        if (found)
            return true;
    }
    return false;
}

static void keep_problem(void *ctx, const struct rq_script_problem *p)
{
    struct listing *l = ctx;
    problem_text(&l->told, p, false);
}

static void keep_problem_json(void *ctx, const struct rq_script_problem *p)
{
    struct listing *l = ctx;
    problem_text(&l->told, p, true);
}

static void assemble_one(void *ctx, size_t index)
{
    struct assembling *all = ctx;
    struct listing *l = &all->items[index];
    struct rq_map map;
    const char *file = strcmp(l->path, "-") == 0 ? "standard input" : l->path;
    if (!rq_map_open(&map, l->path, &l->err))
        return;
    l->fine = rq_ncs_assemble(map.bytes, file, &all->job.options,
                              given(all->job.args, OPT_json) ? keep_problem_json : keep_problem, l,
                              &l->made, &l->err);
    rq_map_close(&map);
}

/* x.pcode and x.ncs.pcode, as reone names them, become x.ncs; to be freed. */
static char *target_of(const struct assembling *all, const struct listing *l)
{
    const char *to = all->job.args->values[OPT_output];
    if (!all->to_folder)
        return need_text("%s", to ? to : "-");
    char *path = path_with_end(to, l->relative, listing_extension, "");
    char *target = path_with_end(NULL, path, ".ncs", ".ncs");
    free(path);
    return target;
}

static void save_one_listing(void *ctx, size_t index)
{
    struct assembling *all = ctx;
    struct listing *l = &all->items[index];
    const struct args *args = all->job.args;
    char *target = target_of(all, l);
    int code;
    show_problems(&l->told, given(args, OPT_json));
    all->written.replace = watch_owns(all->watch, l->path);
    all->wrong += !l->fine;
    if (!l->fine)
        code = report(l->path, &l->err, EXIT_UNREADABLE);
    else
        code = write_made(args, target, rq_out_bytes(&l->made), all->to_folder, &all->written);
    all->code = code > all->code ? code : all->code;
    watch_built(all->watch, l->path, " ", code);
    free(target);
    rq_out_free(&l->made);
    rq_out_free(&l->told);
}

/* Files whatever they are called, and the listings of folders. 0 or an exit code after a message. */
static int find_listings(struct assembling *all)
{
    const struct args *args = all->job.args;
    bool pipe = args->count == 1 && strcmp(args->paths[0], "-") == 0;
    int code = pipe ? 0 : walk_paths(&all->walk, args);
    all->items = need(all->walk.count + 1, sizeof *all->items);
    if (pipe)
        all->items[all->count++] = (struct listing){.path = "-", .relative = "script.pcode"};
    for (size_t i = 0; i < all->walk.count; i++) {
        const struct rq_found *found = &all->walk.items[i];
        if ((is_listing(found->path) || is_named(args, found->path)) &&
            watch_is_due(all->watch, found->path))
            all->items[all->count++] =
                (struct listing){.path = found->path, .relative = found->relative};
    }
    return code;
}

/* -o is the NCS of one listing, a folder for more; a pipe goes to a pipe. */
static int check_target(struct assembling *all)
{
    const struct args *args = all->job.args;
    const char *to = args->values[OPT_output];
    bool pipe = strcmp(args->paths[0], "-") == 0;
    all->to_folder = args->count > 1 || rq_path_kind(args->paths[0], NULL) == RQ_PATH_FOLDER ||
                     (to && rq_path_kind(to, NULL) == RQ_PATH_FOLDER);
    if (!to && !pipe && !given(args, OPT_dry_run)) {
        complain(all->to_folder ? "-o names the folder for the scripts"
                                : "-o names the NCS to write");
        return EXIT_USAGE;
    }
    if (to && all->to_folder &&
        (strcmp(to, "-") == 0 || rq_path_kind(to, NULL) == RQ_PATH_FILE || ends_with(to, ".ncs"))) {
        complain("%s is no folder: the scripts of several listings go into one", to);
        return EXIT_USAGE;
    }
    return 0;
}

static int assemble_all(const struct args *args, struct watch *watch)
{
    struct assembling all = {.watch = watch};
    if (!take_options(&all.job, args))
        return EXIT_USAGE;
    int code = find_listings(&all);
    code = code ? code : check_target(&all);
    if (!code) {
        rq_pool_run(&(struct rq_jobs){.count = all.count,
                                      .work = assemble_one,
                                      .done = save_one_listing,
                                      .ctx = &all,
                                      .threads = jobs_of(args)});
        code = all.code;
        if ((all.to_folder || watch) && !given(args, OPT_quiet))
            fprintf(stderr, "%zu scripts %s, %zu as they were, %zu listings with errors\n",
                    all.written.files, given(args, OPT_dry_run) ? "would be written" : "written",
                    all.written.same, all.wrong);
    }
    free(all.items);
    rq_walk_free(&all.walk);
    return code;
}

int ncs_assemble(const struct args *args)
{
    return given(args, OPT_watch) ? watch_run(args, listing_extension, assemble_all)
                                  : assemble_all(args, NULL);
}
