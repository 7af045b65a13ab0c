/* Compiled scripts of KotOR in the verbs disassemble, assemble and decompile. */
#include "core/json.h"
#include "core/pool.h"
#include "core/text.h"
#include "script.h"

#include <reliquary/ncs.h>
#include <stdio.h>
#include <stdlib.h>

static const char listing_extension[] = "pcode";

/* ---- out ---- */

struct result {
    struct rq_out text;
    struct rq_error err;
    bool made;
};

struct job {
    const struct args *args;
    struct rq_ncs_text_options options;
    bool decompile;
    struct rq_tree tree;
    size_t *nodes; /* that are scripts */
    size_t count, written;
    struct result *results;
    struct progress progress;
    int code;
};

/* False after a message. */
static bool take_options(struct job *job, const struct args *args)
{
    struct rq_options reading;
    *job = (struct job){.args = args, .options = {.depth = given(args, OPT_verbose)}};
    if (!read_options(args, NULL, &reading) || !game_version(args, &job->options.game))
        return false;
    job->options.page = reading.codepage;
    if (!job->options.game)
        job->options.game = 1;
    return true;
}

static void make_text(struct job *job, struct rq_doc *doc, struct result *r)
{
    r->made = rq_ncs_list(rq_doc_root(doc, "ncs"), &job->options, &r->text, &r->err);
}

int ncs_out(const struct args *args, struct rq_doc *doc, bool decompile)
{
    struct job job;
    struct result r = {.made = false};
    const char *to = args->values[OPT_output];
    if (!take_options(&job, args))
        return EXIT_USAGE;
    job.decompile = decompile;
    make_text(&job, doc, &r);
    int code = r.made ? save_output(args, to ? to : "-", rq_out_bytes(&r.text))
                      : report(args->paths[0], &r.err, EXIT_UNREADABLE);
    rq_out_free(&r.text);
    return code;
}

static void work_on(void *ctx, size_t index)
{
    struct job *job = ctx;
    const struct rq_tree_node *node = &job->tree.nodes[job->nodes[index]];
    struct result *r = &job->results[index];
    struct rq_options options;
    read_options(job->args, node->name, &options);
    options.format = node->format;
    struct rq_doc *doc = rq_doc_read(node->bytes, &options, &r->err);
    if (doc)
        make_text(job, doc, r);
    rq_doc_free(doc);
}

/* Below the output folder as below the input, with another extension. */
static int save_text(struct job *job, const struct rq_tree_node *node, struct rq_bytes text)
{
    const char *old = rq_path_extension(node->below), *end = job->decompile ? "nss" : "pcode";
    size_t stem = *old ? (size_t)(old - node->below) - 1 : strlen(node->below);
    char *below = malloc(stem + strlen(end) + 2), *path = NULL;
    struct rq_error err = {0};
    int code = 0;
    if (below) {
        snprintf(below, stem + strlen(end) + 2, "%.*s.%s", (int)stem, node->below, end);
        path = rq_path_join(job->args->values[OPT_output], below);
    }
    if (!path) {
        complain("out of memory");
        code = EXIT_UNWRITTEN;
    } else {
        char *base = path + (rq_path_base(path) - path), was = *base;
        *base = 0;
        if (!rq_make_folder(path, &err))
            code = report(path, &err, EXIT_UNWRITTEN);
        *base = was;
        code = code ? code : save_output(job->args, path, text);
    }
    free(below);
    free(path);
    return code;
}

static void done_with(void *ctx, size_t index)
{
    struct job *job = ctx;
    const struct rq_tree_node *node = &job->tree.nodes[job->nodes[index]];
    struct result *r = &job->results[index];
    int code = r->made ? save_text(job, node, rq_out_bytes(&r->text))
                       : report(node->path, &r->err, EXIT_UNREADABLE);
    job->written += code == 0;
    job->code = code > job->code ? code : job->code;
    rq_out_free(&r->text);
    progress_show(&job->progress, index + 1, job->count);
}

/* 0 or an exit code after a message. */
static int find_scripts(struct job *job)
{
    const struct rq_format *ncs = rq_format_by_name("ncs");
    job->nodes = calloc(job->tree.count + 1, sizeof *job->nodes);
    job->results = calloc(job->tree.count + 1, sizeof *job->results);
    if (!job->nodes || !job->results) {
        complain("out of memory");
        return EXIT_UNREADABLE;
    }
    for (size_t i = 0; i < job->tree.count; i++)
        if (job->tree.nodes[i].format == ncs)
            job->nodes[job->count++] = i;
    if (job->count)
        return 0;
    complain("%s has no compiled scripts (NCS)", job->args->paths[0]);
    return EXIT_FINDINGS;
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
    if (!code) {
        progress_open(&job.progress, args, "scripts");
        rq_pool_run(&(struct rq_jobs){.count = job.count,
                                      .work = work_on,
                                      .done = done_with,
                                      .ctx = &job,
                                      .threads = jobs_of(args)});
        progress_close(&job.progress);
        code = job.code;
        if (!given(args, OPT_quiet))
            fprintf(stderr, "%zu scripts in %s\n", job.written, args->values[OPT_output]);
    }
    free(job.nodes);
    free(job.results);
    rq_tree_close(&job.tree);
    return code > missed ? code : missed;
}

/* ---- in ---- */

static bool has_extension(const char *path, const char *extension)
{
    return path && rq_casecmp(rq_path_extension(path), extension) == 0;
}

bool ncs_is_wanted(const struct args *args)
{
    return has_extension(args->values[OPT_output], "ncs") ||
           has_extension(args->paths[0], listing_extension);
}

static void show(void *ctx, const struct rq_script_problem *p)
{
    struct rq_out out = {0};
    bool json = given(((const struct job *)ctx)->args, OPT_json);
    problem_text(&out, p, json);
    show_problems(&out, json);
    rq_out_free(&out);
}

int ncs_assemble(const struct args *args)
{
    struct job job;
    struct rq_map map;
    struct rq_error err = {0};
    struct rq_out out = {0};
    const char *path = args->paths[0], *to = args->values[OPT_output];
    if (!take_options(&job, args))
        return EXIT_USAGE;
    if (args->count > 1 || (!to && !given(args, OPT_dry_run))) {
        complain(to ? "one listing makes one NCS" : "-o names the NCS to write");
        return EXIT_USAGE;
    }
    if (!rq_map_open(&map, path, &err))
        return report(path, &err, EXIT_UNREADABLE);
    int code = 0;
    if (!rq_ncs_assemble(map.bytes, path, &job.options, show, &job, &out, &err))
        code = report(path, &err, EXIT_UNREADABLE);
    else if (!given(args, OPT_dry_run))
        code = save_output(args, to, rq_out_bytes(&out));
    rq_out_free(&out);
    rq_map_close(&map);
    return code;
}
