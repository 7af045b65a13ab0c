#include "core/error.h"
#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>

const char *rq_code_name(enum rq_code code)
{
    static const char *const names[] = {"ok",    "truncated", "bad magic", "unsupported", "corrupt",
                                        "limit", "no memory", "i/o",       "usage"};
    return (size_t)code < sizeof names / sizeof names[0] ? names[code] : "unknown";
}

bool rq_fail(struct rq_error *err, enum rq_code code, uint64_t offset, const char *where,
             const char *fmt, ...)
{
    if (!err || err->code != RQ_OK)
        return false;
    err->code = code;
    err->offset = offset;
    snprintf(err->where, sizeof err->where, "%s", where ? where : "");
    va_list args;
    va_start(args, fmt);
    vsnprintf(err->text, sizeof err->text, fmt, args);
    va_end(args);
    rq_text_clean(err->where);
    rq_text_clean(err->text);
    return false;
}

bool rq_fail_out(struct rq_error *err, const struct rq_out *out)
{
    if (out->failed == RQ_LIMIT)
        return rq_fail(err, RQ_LIMIT, out->size, "output",
                       "a size or offset does not fit the field that the format has for it");
    return rq_fail(err, RQ_NO_MEMORY, out->size, "output", "out of memory");
}

bool rq_fail_hint(struct rq_error *err, enum rq_hint hint)
{
    if (err && !err->hint)
        err->hint = hint;
    return false;
}
