/* The index of a conversion: index.json for programs, index.html for people. */
#ifndef RQ_TOOL_CONVERT_INDEX_H
#define RQ_TOOL_CONVERT_INDEX_H

#include "tool.h"

/* The files that one input became; names are below the output folder. */
struct made {
    struct made_file {
        char *name;
        size_t size;
        bool kept; /* was there already, and stays */
    } * files;
    size_t count, capacity;
    char *missing; /* names of what was not found; or NULL */
    char *notes; /* lines of what was lost, and of what was taken along; or NULL */
};

/* False without memory. */
bool note_made(struct made *made, const char *name, size_t size);
/* Takes the first file out of the list, when it was removed. */
void forget_made(struct made *made, bool removed);
void free_made(struct made *made);

/* made has one element for each node. */
bool write_index(const char *folder, const struct rq_tree *tree, const struct made *made,
                 bool force, struct rq_error *err);

#endif
