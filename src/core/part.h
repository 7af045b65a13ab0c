/* The parts of the path of a value: "/" between them, "#2" behind a name for the second of that
 * name, "-" for what would stand behind the last. docs/paths.md tells the whole grammar. */
#ifndef RQ_CORE_PART_H
#define RQ_CORE_PART_H

#include "core/bytes.h"

struct rq_part {
    const char *text; /* not NUL-terminated */
    size_t size;
};

/* Cuts the next part off; *path becomes NULL behind the last. */
struct rq_part rq_part_cut(const char **path);

/* The same letters. */
bool rq_part_is(struct rq_part part, const char *word);

/* The same letters as a name of a file, which has bytes of the page; case is ignored in ASCII. */
bool rq_part_names(struct rq_part part, enum rq_codepage page, struct rq_bytes name);

/* A decimal number below 2^32. */
bool rq_part_number(struct rq_part part, uint32_t *number);

/* "Label#2" taken apart; false: there is no such number, or it is 0. */
bool rq_part_repeat(struct rq_part part, struct rq_part *stem, uint32_t *nth);

#endif
