/* What the parts of def.c share. */
#ifndef RQ_REDGUARD_DEF_PARTS_H
#define RQ_REDGUARD_DEF_PARTS_H

#include "formats/redguard/ini_parts.h"

#include <reliquary/def.h>

/* What a line means depends on those before it. */
struct rq_def_state {
    enum { RQ_DEF_OUTSIDE, RQ_DEF_FUNCTIONS, RQ_DEF_REFS, RQ_DEF_EQUATES, RQ_DEF_FLAGS } section;
    unsigned block; /* auto blocks so far */
    bool inside;    /* one of them */
};

/* Cuts the first line off the text and takes it apart. */
struct rq_def_line rq_def_next(struct rq_def_state *state, struct rq_bytes *text);

/* Fills the lists from the lines. */
bool rq_def_index(struct rq_def *def, struct rq_arena *arena);

/* Names of the kinds in JSON. */
extern const char *const rq_def_kind_names[RQ_DEF_KINDS];

bool rq_def_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err);
bool rq_def_from_json(struct rq_doc *doc, struct rq_jr *jr);

#endif
