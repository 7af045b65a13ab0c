/* What INI and DEF share, and the parts of ini.c. */
#ifndef RQ_REDGUARD_INI_PARTS_H
#define RQ_REDGUARD_INI_PARTS_H

#include "core/line.h"
#include "formats/format.h"

#include <reliquary/ini.h>

/* ---- lines ---- */

/* Blank, a comment, or the end mark of DOS. */
static inline bool rq_line_is_text(struct rq_bytes text)
{
    return text.size == 0 || text.data[0] == ';' || text.data[0] == 0x1A;
}

/* ---- keys ---- */

/* True when the pattern, in which "#" is a number, is the name; case does not matter. numbers
 * takes the first two of them. */
bool rq_ini_matches(const char *pattern, struct rq_bytes name, int64_t numbers[2]);

/* One field of a list with commas, without blanks around it; false after the last. */
bool rq_ini_field(struct rq_bytes *list, struct rq_bytes *field);

/* ---- values ---- */

void rq_ini_visit(const struct rq_doc *doc, struct rq_visit *v);
extern const struct rq_facet_values rq_ini_values;

#endif
