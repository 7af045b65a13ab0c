/* What came before in a list, for rules that look for the same thing twice. */
#ifndef RQ_LINT_SEEN_H
#define RQ_LINT_SEEN_H

#include "core/keyset.h"
#include "lint/lint.h"

/* {0} is an empty one; its memory is the file's. */
struct rq_lint_seen {
    struct rq_key_set keys;
};

/* Whether a number, or a text without regard to case, was asked for before. */
bool rq_lint_seen_number(struct rq_lint_file *f, struct rq_lint_seen *seen, int64_t number);
bool rq_lint_seen_text(struct rq_lint_file *f, struct rq_lint_seen *seen, struct rq_bytes text);

#endif
