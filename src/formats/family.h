/* The families of games, and what the formats of one have in common. Who wants to know more of a
 * family than its name looks it up here; nobody compares names. */
#ifndef RQ_FORMATS_FAMILY_H
#define RQ_FORMATS_FAMILY_H

#include <reliquary/reliquary.h>

struct rq_family {
    const char *name;      /* as rq_format_info has it */
    enum rq_codepage page; /* of text, where neither the file nor the caller says */
    bool palettes;         /* pictures take their colours from COL files of the game */
};

extern const struct rq_family rq_family_kotor, rq_family_redguard;

/* Never NULL: every format is of a family. */
const struct rq_family *rq_family_of(const struct rq_format *format);

#endif
