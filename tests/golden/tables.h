/* What the golden tests of KotOR's tables share, on top of the builder of redguard.h. */
#ifndef TESTS_GOLDEN_TABLES_H
#define TESTS_GOLDEN_TABLES_H

#include "redguard.h"

/* How many findings of that id the file has. */
static inline size_t count_found(struct rq_bytes file, const char *format, const char *id)
{
    const struct rq_finding *findings;
    size_t seen = 0;
    struct rq_doc *doc = read_as(file, format);
    for (size_t i = 0, n = doc ? rq_doc_findings(doc, &findings) : 0; i < n; i++)
        seen += strcmp(findings[i].id, id) == 0;
    rq_doc_free(doc);
    return seen;
}

/* The text of the one file that a conversion gives; to be freed. */
static inline bool keep_file(void *ctx, const char *name, struct rq_bytes bytes,
                             struct rq_error *err)
{
    (void)name, (void)err;
    rq_out_cut(ctx, 0);
    rq_put_bytes(ctx, bytes);
    rq_put8(ctx, 0);
    return true;
}

static inline struct rq_out converted(struct rq_doc *doc, const char *to)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    struct rq_convert_options how = {.to = to, .name = "x.x"};
    CHECK(rq_doc_convert(doc, &how, keep_file, &out, &err));
    CHECK_STR(err.text, "");
    return out;
}

/* Puts a CSV in; false with the reason in err. */
static inline bool put_csv(struct rq_doc *doc, const char *csv, struct rq_error *err)
{
    *err = (struct rq_error){0};
    return rq_doc_put_file(doc, "x.csv", (struct rq_bytes){(const uint8_t *)csv, strlen(csv)}, err);
}

#endif
