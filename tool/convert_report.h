/* A run of convert, and what it says at its end. */
#ifndef RQ_TOOL_CONVERT_REPORT_H
#define RQ_TOOL_CONVERT_REPORT_H

#include "convert_index.h"
#include "gallery.h"
#include "help_files.h"

#include <stdatomic.h>

struct convert {
    const struct args *args;
    struct rq_tree tree;
    const char *out;
    bool one_file; /* -o names the file itself */
    struct help_files help;
    struct rq_pictures *pictures; /* that the GLBs of this run share */
    bool *is_part;                /* an entry of an archive that is shown whole */
    bool *shares_stem;            /* another node would make files of the same name */
    struct rq_error *errors;
    struct made *made;                   /* by each node */
    size_t files, kept, skipped, failed; /* kept: were there already, with --skip-existing */
    atomic_bool stopped;                 /* nothing can be written any more: a full disk */
    struct progress progress;
    int world;                      /* of WORLD.INI, when --world is given */
    bool all_worlds;                /* --world all: every entry with the map */
    const struct rq_format *target; /* that --to names, or NULL */
    struct rq_texture_options how;  /* how a texture is made */
    struct rq_map txi;              /* of --txi */
    struct gallery gallery;
};

/* Whether the run makes something of the node. */
bool convertible(const struct convert *c, const struct rq_tree_node *node);

/* The files that were made, a few by name, more by number, and what was passed over. */
void say_made(const struct convert *c);

/* What the files of a batch lack, each name once. */
void tell_missing(struct convert *c);

#endif
