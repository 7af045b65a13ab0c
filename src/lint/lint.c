/* The run: every file below the paths is read, its findings are taken, and the rules of its kind look
 * at it. */
#include "lint/lint.h"
#include "core/pool.h"
#include "core/text.h"
#include "formats/extent.h"
#include "lint/context.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- rules ---- */

const struct rq_lint_row rq_lint_rows_all[] = {
#define RULE(function, id, severity, on, needs, of, text, why, remedy, source, fixes)              \
    {{id, RQ_##severity, on, RQ_LINT_##needs, of, text, why, remedy, source, fixes},               \
     rq_lint_##function,                                                                           \
     NULL},
#define FIELD_RULE(function, id, severity, on, needs, of, text, why, remedy, source, fixes)        \
    {{id, RQ_##severity, on, RQ_LINT_##needs, of, text, why, remedy, source, fixes},               \
     NULL,                                                                                         \
     rq_lint_##function},
#include "lint/rules.def"
#undef RULE
#undef FIELD_RULE
};
enum { ROWS = sizeof rq_lint_rows_all / sizeof rq_lint_rows_all[0] };
const size_t rq_lint_row_count = ROWS;

/* Files that no rule can look at: always told. */
static const struct rq_lint_rule unreadable = {
    "file-unreadable",
    RQ_ERROR,
    true,
    RQ_LINT_FILE,
    "",
    "the file can't be read",
    "The engine does not load it, or reads what is not there.",
    "Take it from where it came once more.",
    "",
    false};
static const struct rq_lint_rule unrecognised = {"file-unrecognised",
                                                 RQ_ERROR,
                                                 true,
                                                 RQ_LINT_FILE,
                                                 "",
                                                 "the content is not what its extension says",
                                                 "The engine does not load it.",
                                                 "Take it from where it came once more.",
                                                 "",
                                                 false};

static void rule_of_kind(const struct rq_format *format, const struct rq_finding_kind *kind,
                         struct rq_lint_rule *rule)
{
    const char *name = rq_format_describe(format)->name;
    *rule = (struct rq_lint_rule){.severity = kind->severity,
                                  .on = true,
                                  .of = name,
                                  .text = kind->text,
                                  .why = kind->why,
                                  .remedy = "",
                                  .source = ""};
    snprintf(rule->id, sizeof rule->id, "%s-%s", name, kind->id);
}

/* The rule of an index; findings that are no rules are counted when `all`. */
static bool rule_at(size_t index, bool all, struct rq_lint_rule *rule)
{
    if (index < ROWS) {
        *rule = rq_lint_rows_all[index].rule;
        return true;
    }
    index -= ROWS;
    for (size_t i = 0; i < rq_format_count(); i++) {
        const struct rq_format *format = rq_format_at(i);
        const struct rq_finding_kind *kinds;
        size_t count = rq_format_findings(format, &kinds);
        for (size_t k = 0; k < count; k++) {
            bool no_rule =
                format->no_rule && rq_word_in(format->no_rule, kinds[k].id, strlen(kinds[k].id));
            if ((no_rule && !all) || index--)
                continue;
            rule_of_kind(format, &kinds[k], rule);
            return true;
        }
    }
    return false;
}

bool rq_lint_rule_at(size_t index, struct rq_lint_rule *rule)
{
    return rule_at(index, false, rule);
}

/* A finding that files of every format can give: no rule of the list, but one can ask for it. */
static bool common_rule(const char *id, struct rq_lint_rule *rule)
{
    for (size_t i = 0; i < rq_format_count(); i++) {
        const struct rq_format *format = rq_format_at(i);
        const char *name = rq_format_describe(format)->name;
        size_t size = strlen(name);
        if (strncmp(id, name, size) != 0 || id[size] != '-')
            continue;
        const struct rq_finding_kind *kind = rq_finding_kind(format, id + size + 1);
        if (kind) {
            rule_of_kind(format, kind, rule);
            return true;
        }
    }
    return false;
}

bool rq_lint_rule_by_id(const char *id, struct rq_lint_rule *rule)
{
    *rule = strcmp(id, unreadable.id) == 0 ? unreadable : unrecognised;
    if (strcmp(id, rule->id) == 0)
        return true;
    for (size_t i = 0; rule_at(i, true, rule); i++)
        if (strcmp(rule->id, id) == 0)
            return true;
    return common_rule(id, rule);
}

/* ---- one file ---- */

bool rq_lint_is_on(const struct rq_lint_file *f, size_t row)
{
    return f->context->on[row] &&
           (rq_lint_rows_all[row].rule.needs != RQ_LINT_GAME || rq_lint_game(f));
}

static void run_rules(struct rq_lint_file *f, const char *of)
{
    for (size_t i = 0; i < ROWS; i++) {
        const struct rq_lint_row *row = &rq_lint_rows_all[i];
        if (!row->check || !rq_lint_is_on(f, i) || !rq_word_in(row->rule.of, of, strlen(of)))
            continue;
        f->rule = &row->rule;
        row->check(f);
    }
}

/* Findings of reading: rules of their own. */
static void take_findings(struct rq_lint_file *f)
{
    const struct rq_finding *findings;
    size_t count = rq_doc_findings(f->doc, &findings);
    const struct rq_format *format = rq_doc_format(f->doc);
    for (size_t i = 0; i < count; i++) {
        const char *id = findings[i].id + strlen(rq_format_describe(format)->name) + 1;
        const struct rq_finding_kind *kind = rq_finding_kind(format, id);
        struct rq_lint_rule *rule = rq_arena_get(&f->arena, 1, sizeof *rule);
        if (!rule || !kind)
            continue;
        rule_of_kind(format, kind, rule);
        if (!rq_lint_wanted(f->context, rule->id, rule->on))
            continue;
        f->rule = rule;
        rq_lint_tell_value(f, findings[i].where, "", "%s", findings[i].text);
    }
}

static void tell_unread(struct rq_lint_file *f, const struct rq_lint_rule *rule, const char *text)
{
    f->rule = rule;
    rq_lint_tell_value(f, "", "", "%s", text);
}

static void check_file(struct rq_lint_file *f, const struct rq_tree_node *node)
{
    struct rq_error err = {0};
    run_rules(f, "file");
    if (!node->format) {
        struct rq_options named = {.name = node->name};
        if (!rq_format_promised(node->bytes, node->name))
            return;
        rq_fail(&err, RQ_BAD_MAGIC, 0, "", "the content is of no known format");
        rq_explain(NULL, node->bytes, &named, &err);
        tell_unread(f, &unrecognised, err.text);
        return;
    }
    struct rq_options options = {
        .name = node->name, .format = node->format, .companion = node->companion};
    f->doc = rq_doc_read(node->bytes, &options, &err);
    if (!f->doc) {
        char text[400];
        snprintf(text, sizeof text, "%s at 0x%llx, %s: %s", rq_code_name(err.code),
                 (unsigned long long)err.offset, err.where, err.text);
        tell_unread(f, &unreadable, text);
        return;
    }
    take_findings(f);
    f->gff = rq_doc_root(f->doc, "gff");
    if (f->gff)
        rq_lint_gff(f, run_rules);
    else
        run_rules(f, rq_format_describe(node->format)->name);
    rq_doc_free(f->doc);
}

static void open_file(struct rq_lint_file *f, const struct rq_lint_context *c, size_t node)
{
    const char *path = c->tree.nodes[node].path, *name = c->tree.nodes[node].name;
    *f = (struct rq_lint_file){.context = c, .node = node, .version = c->version};
    size_t size = strcspn(name, ".");
    for (size_t i = 0; i < size && i + 1 < sizeof f->base; i++)
        f->base[i] = rq_lower(name[i]);
    f->saved = rq_glob("*.sav/*", path) || rq_glob("*pifo.ifo", path);
}

/* ---- the run ---- */

/* Findings of a file that wait for their turn. */
struct result {
    struct rq_arena arena;
    struct rq_lint_finding *findings;
    uint32_t count;
};

struct run {
    struct rq_lint_context context;
    struct result *results; /* one for each node */
    rq_lint_fn *fn;
    rq_lint_progress_fn *progress;
    void *ctx;
    struct rq_lint_totals *totals;
};

static void work(void *ctx, size_t index)
{
    struct run *run = ctx;
    struct rq_lint_file f;
    open_file(&f, &run->context, index);
    check_file(&f, &run->context.tree.nodes[index]);
    run->results[index] = (struct result){f.arena, f.findings, f.count};
}

static void done(void *ctx, size_t index)
{
    struct run *run = ctx;
    struct result *result = &run->results[index];
    struct rq_lint_totals *t = run->totals;
    t->files++;
    for (uint32_t i = 0; i < result->count; i++) {
        const struct rq_lint_finding *finding = &result->findings[i];
        if (rq_lint_suppressed(&run->context, finding)) {
            t->suppressed++;
            continue;
        }
        enum rq_severity severity = finding->rule->severity;
        *(severity == RQ_ERROR     ? &t->errors
          : severity == RQ_WARNING ? &t->warnings
                                   : &t->notes) += 1;
        if (run->fn)
            run->fn(run->ctx, finding);
    }
    rq_arena_free(&result->arena);
    if (run->progress)
        run->progress(run->ctx, index + 1, run->context.tree.count);
}

/* All files of a context that was opened, which is closed then. */
static bool check_all(struct run *run, bool opened, const struct rq_lint_options *options,
                      struct rq_error *err)
{
    bool ok = opened;
    if (ok) {
        run->results = rq_mem_zeroed(run->context.tree.count + 1, sizeof *run->results);
        ok = run->results || rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    }
    if (ok)
        rq_pool_run(&(struct rq_jobs){.count = run->context.tree.count,
                                      .work = work,
                                      .done = done,
                                      .ctx = run,
                                      .threads = options->threads});
    free(run->results);
    rq_lint_close(&run->context);
    return ok;
}

bool rq_lint(const char *const *paths, size_t count, const struct rq_lint_options *options,
             rq_lint_fn *fn, void *ctx, struct rq_lint_totals *totals, struct rq_error *err)
{
    struct rq_lint_totals own;
    struct rq_lint_options defaults = {0};
    struct run run = {.fn = fn, .ctx = ctx, .totals = totals ? totals : &own};
    options = options ? options : &defaults;
    *run.totals = (struct rq_lint_totals){0};
    run.progress = options->progress;
    size_t refusals = rq_memory_refusals();
    bool opened = rq_lint_open(&run.context, paths, count, options, ctx, err);
    return check_all(&run, opened, options, err) && rq_memory_lasted(refusals, err);
}

bool rq_lint_bytes(const char *name, struct rq_bytes bytes, const struct rq_lint_options *options,
                   rq_lint_fn *fn, void *ctx, struct rq_error *err)
{
    struct rq_lint_totals totals = {0};
    struct rq_lint_options defaults = {0};
    struct run run = {.fn = fn, .ctx = ctx, .totals = &totals};
    options = options ? options : &defaults;
    size_t refusals = rq_memory_refusals();
    bool opened = rq_lint_open_bytes(&run.context, name, bytes, options, err);
    return check_all(&run, opened, options, err) && rq_memory_lasted(refusals, err);
}
