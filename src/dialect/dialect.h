/* Text forms of other tools: the XML of xoreos-tools and of PyKotor, the JSON of PyKotor, and
 * both shapes of a 2DA as CSV. None of them holds all of a document; what would be lost is
 * counted and told, never dropped silently. See docs/dialects.md. */
#ifndef RQ_DIALECT_DIALECT_H
#define RQ_DIALECT_DIALECT_H

#include "core/error.h"

struct rq_dialect_options {
    const char *dialect; /* "xoreos" or "pykotor"; NULL: xoreos */
    const char *kind;    /* "xml", "json" or "csv" */
    const char *name;    /* of the file, or NULL: some dialects keep its type nowhere else */
    rq_lost_fn *lost;    /* or NULL */
    void *lost_ctx;
};

/* Whether some dialect has such a text for the format. */
bool rq_dialect_knows(const struct rq_format *format, const char *kind);

/* Appends the text to out; lost is called once for each kind of loss. */
bool rq_dialect_write(struct rq_doc *doc, const struct rq_dialect_options *options,
                      struct rq_out *out, struct rq_error *err);

/* What our own CSV of a document can't hold, told as above; nothing for formats that no CSV becomes. */
bool rq_dialect_own_csv(struct rq_doc *doc, rq_lost_fn *lost, void *ctx, struct rq_error *err);

#endif
