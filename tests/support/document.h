/* What tests of formats share: round trips of a document, and refusals. */
#ifndef TESTS_SUPPORT_DOCUMENT_H
#define TESTS_SUPPORT_DOCUMENT_H

#include "core/bytes.h"
#include "support/check.h"

#include <reliquary/reliquary.h>
#include <stdio.h>

/* Writes doc and compares; with_json: through JSON text and back first. */
static inline bool writes_same(struct rq_doc *doc, struct rq_bytes expected, bool with_json)
{
    struct rq_error err = {0};
    struct rq_out out = {0}, json = {0};
    struct rq_doc *other = NULL;
    bool same = false;
    if (with_json && rq_doc_to_json(doc, &json, &err))
        other = rq_doc_from_json(rq_out_bytes(&json), NULL, &err);
    if ((with_json ? other : doc) && rq_doc_write(with_json ? other : doc, &out, &err))
        same = CHECK_MEM(out.data, out.size, expected.data, expected.size);
    else
        printf("    %s: %s\n", err.where, err.text);
    rq_doc_free(other);
    rq_out_free(&out);
    rq_out_free(&json);
    return same;
}

/* Reads, and writes directly and through JSON; the document, or NULL when that failed. */
static inline struct rq_doc *read_and_check(struct rq_bytes file)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(file, NULL, &err);
    CHECK_STR(err.text, "");
    bool direct = doc && writes_same(doc, file, false);
    if (CHECK(direct && writes_same(doc, file, true)))
        return doc;
    rq_doc_free(doc);
    return NULL;
}

/* The document's JSON with a NUL at its end, to be freed by the caller. */
static inline struct rq_out json_of(struct rq_doc *doc)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    CHECK(rq_doc_to_json(doc, &out, &err));
    rq_put8(&out, 0);
    return out;
}

static inline void check_error(const struct rq_doc *doc, const struct rq_error *err,
                               enum rq_code code, const char *why)
{
    CHECK(doc == NULL);
    CHECK_INT(err->code, code);
    if (!CHECK(strstr(err->text, why) || strstr(err->where, why)))
        printf("    %s: %s\n", err->where, err->text);
}

/* Reading must fail, for this reason. */
static inline void refused(struct rq_bytes file, enum rq_code code, const char *why)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(file, NULL, &err);
    check_error(doc, &err, code, why);
    rq_doc_free(doc);
}

/* An object of the format with these members must be refused. */
static inline void json_refused(const char *format, const char *members, const char *why)
{
    char text[1024];
    struct rq_error err = {0};
    int n = snprintf(text, sizeof text, "{\"format\":\"%s\",\"version\":1,%s}", format, members);
    check_note("%s", members);
    struct rq_doc *doc =
        rq_doc_from_json((struct rq_bytes){(const uint8_t *)text, (size_t)n}, NULL, &err);
    check_error(doc, &err, RQ_CORRUPT, why);
    rq_doc_free(doc);
}

#endif
