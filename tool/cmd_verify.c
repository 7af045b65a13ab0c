#include "core/json.h"
#include "core/pool.h"
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const verdict_name[] = {"identical", "different", "unreadable",
                                           "opaque",    "unknown",   "unrecognised"};

enum { VERDICTS = sizeof verdict_name / sizeof verdict_name[0] };

struct result {
    enum rq_verdict verdict;
    struct rq_error err;
};

struct job {
    const struct args *args;
    struct rq_tree tree;
    struct result *results;
    struct rq_json *j;
    struct progress progress;
    size_t counts[VERDICTS];
    bool color;
};

static void verify_one(void *ctx, size_t index)
{
    struct job *job = ctx;
    const struct rq_tree_node *node = &job->tree.nodes[index];
    struct result *result = &job->results[index];
    struct rq_options options;
    read_options(job->args, node->name, &options);
    options.format = node->format;
    options.companion = node->companion;
    result->verdict =
        rq_doc_verify(node->bytes, &options, given(job->args, OPT_through), &result->err);
}

static bool is_bad(enum rq_verdict verdict)
{
    return verdict == RQ_DIFFERENT || verdict == RQ_UNREADABLE || verdict == RQ_UNRECOGNISED;
}

static void print_one(struct job *job, const struct rq_tree_node *node, const struct result *result)
{
    char text[400] = "";
    bool bad = is_bad(result->verdict);
    if (bad)
        error_text(&result->err, text, sizeof text);
    if (given(job->args, OPT_json)) {
        rq_json_object_row(job->j);
        rq_json_key(job->j, "path");
        rq_json_str(job->j, node->path);
        rq_json_key(job->j, "format");
        rq_json_str(job->j, node->format ? rq_format_describe(node->format)->name : "");
        rq_json_key(job->j, "bytes");
        rq_json_u64(job->j, node->bytes.size);
        rq_json_key(job->j, "verdict");
        rq_json_str(job->j, verdict_name[result->verdict]);
        if (bad) {
            rq_json_key(job->j, "error");
            rq_json_str(job->j, text);
        }
        rq_json_end_object(job->j);
    } else if (bad || result->verdict == RQ_OPAQUE || given(job->args, OPT_verbose)) {
        const char *on = job->color && bad ? "\033[31m" : "",
                   *off = job->color && bad ? "\033[0m" : "";
        progress_wipe();
        printf("%s%s%s", on, verdict_name[result->verdict], off);
        say(": %s%s%s", node->path, text[0] ? ": " : "", text);
    }
}

static void verify_done(void *ctx, size_t index)
{
    struct job *job = ctx;
    job->counts[job->results[index].verdict]++;
    print_one(job, &job->tree.nodes[index], &job->results[index]);
    progress_show(&job->progress, index + 1, job->tree.count);
}

static void print_summary(struct job *job)
{
    const size_t *n = job->counts;
    if (!given(job->args, OPT_json) && given(job->args, OPT_quiet))
        return;
    if (!given(job->args, OPT_json)) {
        printf("verified %zu: ", job->tree.count);
        for (size_t i = 0; i < VERDICTS; i++)
            printf("%s %zu%s", verdict_name[i], n[i], i + 1 < VERDICTS ? ", " : "\n");
        return;
    }
    rq_json_end_array(job->j);
    rq_json_key(job->j, "summary");
    rq_json_object_row(job->j);
    rq_json_key(job->j, "verified");
    rq_json_u64(job->j, job->tree.count);
    for (size_t i = 0; i < VERDICTS; i++) {
        rq_json_key(job->j, verdict_name[i]);
        rq_json_u64(job->j, n[i]);
    }
    rq_json_end_object(job->j);
    rq_json_end_object(job->j);
    print_whole(job->j->out);
}

int run_verify(const struct args *args)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    struct job job = {.args = args, .j = &j, .color = use_color(args)};
    int missed = 0, code = tree_open_most(&job.tree, args, &missed);
    if (!code) {
        job.results = need(job.tree.count, sizeof *job.results);
        rq_json_object(&j);
        rq_json_key(&j, "files");
        rq_json_array(&j);
        progress_open(&job.progress, args, "verified");
        rq_pool_run(&(struct rq_jobs){.count = job.tree.count,
                                      .work = verify_one,
                                      .done = verify_done,
                                      .ctx = &job,
                                      .threads = jobs_of(args)});
        progress_close(&job.progress);
        print_summary(&job);
        for (size_t i = 0; i < VERDICTS; i++)
            if (is_bad((enum rq_verdict)i) && job.counts[i])
                code = EXIT_FINDINGS;
    }
    free(job.results);
    rq_out_free(&out);
    rq_tree_close(&job.tree);
    return code > missed ? code : missed;
}
