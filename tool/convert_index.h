/* The index of a conversion: index.json for programs, index.html for people. */
#ifndef RQ_TOOL_CONVERT_INDEX_H
#define RQ_TOOL_CONVERT_INDEX_H

#include "game/glance.h"
#include "tool.h"

struct gallery;

/* The files that one input became; names are below the output folder. */
struct made {
    struct made_file {
        char *name;
        size_t size;
        bool kept; /* was there already, and stays */
        /* What the gallery shows of it. */
        uint32_t width, height;       /* of a picture; 0: none */
        struct rq_glance_sound sound; /* ms 0: none */
        bool thumb, script;           /* which files below OUT/index belong to it */
        bool fresh;                   /* not there before with the same bytes */
    } * files;
    size_t count, room;
    char *missing; /* names of what was not found; or NULL */
    char *notes;   /* lines of what was lost, and of what was taken along; or NULL */
    char *lines;   /* what is said in it, as a JSON array; or NULL */
};

void note_made(struct made *made, const char *name, size_t size);
/* Takes the first file out of the list, when it was removed. */
void forget_made(struct made *made, bool removed);
void free_made(struct made *made);

/* made has one element for each node. With a gallery that is on, index.html is its page. */
bool write_index(const struct gallery *gallery, const char *folder, const struct rq_tree *tree,
                 const struct made *made, bool force, struct rq_error *err);

#endif
