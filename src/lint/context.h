/* What one run of lint knows beside the file at hand: which rules are on, what is beside what, the
 * game's tables. Nothing in it changes while files are checked. */
#ifndef RQ_LINT_CONTEXT_H
#define RQ_LINT_CONTEXT_H

#include "lint/lint.h"

struct rq_lint_line; /* of the suppressions */
struct rq_lint_named;

struct rq_lint_context {
    struct rq_tree tree;
    const struct rq_lint_options *options;
    const struct rq_game *game; /* NULL: none */
    struct rq_game *own_game;   /* that was opened because a path is a game */
    unsigned version;           /* 0: not known */
    bool *on;                   /* for each row of rules.def */
    struct rq_arena arena;
    struct rq_lint_line *lines;
    size_t line_count;
    uint32_t *place;             /* of each node: a hash of the archive or folder that it is in */
    struct rq_lint_named *slots; /* nodes by name */
    size_t mask;
    struct rq_lint_tables *tables;
};

bool rq_lint_open(struct rq_lint_context *c, const char *const *paths, size_t count,
                  const struct rq_lint_options *options, void *ctx, struct rq_error *err);
/* The same for one file in memory. */
bool rq_lint_open_bytes(struct rq_lint_context *c, const char *name, struct rq_bytes bytes,
                        const struct rq_lint_options *options, struct rq_error *err);
void rq_lint_close(struct rq_lint_context *c);

/* Whether a row of rules.def is on, and what it needs is there. */
bool rq_lint_is_on(const struct rq_lint_file *f, size_t row);
/* Whether findings of a rule are asked for. */
bool rq_lint_wanted(const struct rq_lint_context *c, const char *id, bool by_default);
bool rq_lint_suppressed(const struct rq_lint_context *c, const struct rq_lint_finding *finding);

/* Checks a GFF: every field, then every object in it by the rules of its kind. */
void rq_lint_gff(struct rq_lint_file *f, void (*run_rules)(struct rq_lint_file *f, const char *of));

#endif
