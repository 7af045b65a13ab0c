/* All of an error that stands at no place in a file: code, offset 0 and both texts. */
#ifndef RQ_TEST_REFUSED_H
#define RQ_TEST_REFUSED_H

#include "support/check.h"

#include <reliquary/reliquary.h>

/* An error that says something else than it will have to. */
static inline struct rq_error fresh_error(void)
{
    return (struct rq_error){.offset = 77};
}

static inline void check_whole(const struct rq_error *err, enum rq_code code, const char *where,
                               const char *text)
{
    CHECK_INT(err->code, code);
    CHECK_INT(err->offset, 0);
    CHECK_STR(err->where, where);
    CHECK_STR(err->text, text);
}

/* The call says false or NULL, and why in `err`. */
#define REFUSED(call, code, where, text)                                                           \
    do {                                                                                           \
        struct rq_error err = fresh_error();                                                       \
        CHECK(!(call));                                                                            \
        check_whole(&err, code, where, text);                                                      \
    } while (0)

#endif
