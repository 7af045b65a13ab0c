/* Text as the values that a file stores, for the facet `values` of a format. Each fails with the path
 * and with what was expected. */
#ifndef RQ_FORMATS_VALUE_H
#define RQ_FORMATS_VALUE_H

#include "formats/format.h"

/* A whole number, decimal or after 0x hexadecimal, in these limits. */
bool rq_value_integer(const char *path, const char *text, int64_t least, int64_t most,
                      int64_t *value, struct rq_error *err);
bool rq_value_unsigned64(const char *path, const char *text, uint64_t *value, struct rq_error *err);

/* A StrRef: -1, which is stored as 4294967295, to that. */
bool rq_value_strref(const char *path, const char *text, uint32_t *value, struct rq_error *err);

/* Decimal, whatever the locale; nan, inf and -inf, as rq_value_text says them. A float also in its
 * bits: 0x7fc00001. */
bool rq_value_single(const char *path, const char *text, float *value, struct rq_error *err);
bool rq_value_double(const char *path, const char *text, double *value, struct rq_error *err);

/* Text in a code page, no longer than `most` bytes, in memory of the document; base64 as bytes. */
bool rq_value_page_text(struct rq_doc *doc, const char *path, const char *text,
                        enum rq_codepage page, size_t most, struct rq_bytes *bytes,
                        struct rq_error *err);
bool rq_value_base64(struct rq_doc *doc, const char *path, const char *text, struct rq_bytes *bytes,
                     struct rq_error *err);

/* There is nothing at the path, because of its last part or one before it. Returns false. */
bool rq_value_missing(const char *path, const char *expected, struct rq_error *err);

/* Reports what visit has at a path and below it; each part may be a pattern. */
bool rq_value_filter(struct rq_doc *doc, const char *path, struct rq_visit *v,
                     struct rq_error *err);

#endif
