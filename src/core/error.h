/* Filling rq_error: the first failure wins. */
#ifndef RQ_CORE_ERROR_H
#define RQ_CORE_ERROR_H

#include <reliquary/reliquary.h>

/* Always returns false, so that a caller can `return rq_fail(...)`. err may be NULL. */
bool rq_fail(struct rq_error *err, enum rq_code code, uint64_t offset, const char *where,
             const char *fmt, ...) RQ_PRINTF(5, 6);

/* The error of an output that ran out of memory or of a field. */
bool rq_fail_out(struct rq_error *err, const struct rq_out *out);

/* Adds what can be done about the error that was reported last; false, for returning it. */
bool rq_fail_hint(struct rq_error *err, enum rq_hint hint);

#endif
