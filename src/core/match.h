/* A search pattern against text: case is ignored, * and ? stand for any letters, and the pattern
 * may stand anywhere in the text.
 *
 *     struct rq_match m;
 *     if (rq_match_open(&m, "ebon*hawk", NULL) && rq_match_text(&m, RQ_CP1252, text)) hit();
 *     rq_match_close(&m);
 *
 * A struct rq_match belongs to one thread: it keeps memory for texts that have to be decoded.
 */
#ifndef RQ_CORE_MATCH_H
#define RQ_CORE_MATCH_H

#include "core/bytes.h"

struct rq_match {
    struct rq_out glob;    /* the pattern in lower case, with * around it */
    struct rq_out scratch; /* a text in lower case */
    const uint8_t
        *plain; /* the pattern itself, when it is plain ASCII without * and ?; else NULL */
    size_t plain_size;
    uint8_t first[2]; /* its first letter, small and capital */
};

/* False without memory. pattern is UTF-8. */
bool rq_match_open(struct rq_match *m, const char *pattern, const struct rq_alloc *alloc);
void rq_match_close(struct rq_match *m);

/* page RQ_CP_DEFAULT: text is UTF-8. */
bool rq_match_text(struct rq_match *m, enum rq_codepage page, struct rq_bytes text);

#endif
