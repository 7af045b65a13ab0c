/* What convert writes of one input, and under which names. */
#ifndef RQ_TOOL_CONVERT_SAVE_H
#define RQ_TOOL_CONVERT_SAVE_H

#include "convert_report.h"

struct target {
    struct convert *c;
    const struct rq_tree_node *node;
    struct made *made;
    int world;  /* of the files that are made, for their names; -1: none */
    char *held; /* path of an MDL that waits for its MDX, or NULL */
    struct rq_out held_bytes;
    bool first_kept; /* an MDL was there already, and its MDX stays with it */
};

/* Printed when the turn of the input comes: several are converted at the same time. */
void add_note(struct target *t, const char *what, const char *where, const char *text);

/* The path with another extension, to be freed. */
char *with_extension(const char *path, const char *extension);

/* Takes each file that is made: ctx is the target. The first of two that only fit each other is held back for the second. */
bool save_made(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err);

/* Extension of the second file that comes with each one that --to asks for (an MDX with an MDL), or NULL. */
const char *second_of(const struct convert *c);

/* To be called after the last file: what is still held back is written alone. */
bool save_last(struct target *t, struct rq_error *err);

#endif
