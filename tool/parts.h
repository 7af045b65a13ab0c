/* Pictures, sounds, glyphs and texts of a file as if they were entries of an archive. */
#ifndef RQ_TOOL_PARTS_H
#define RQ_TOOL_PARTS_H

#include "core/arena.h"
#include "tool.h"

/* Which of them: those that one of the globs names, or all when there is none. */
struct part_query {
    const char *const *globs;
    size_t count;
    bool sizes_only; /* the bytes are not kept, only how many there are */
};

struct parts {
    struct rq_entry *entries;
    size_t count;
    struct rq_arena arena;
    uint32_t room;
    const struct part_query *query;
};

/* True when the file is no archive, but has parts. */
bool has_parts(const struct rq_doc *doc);

/* The parts as files, as convert makes them, with the palette that convert takes. args->paths[0] is the
 * file. 0 or an exit code after a message; parts are to be freed in any case. */
int make_parts(const struct args *args, struct rq_doc *doc, const struct part_query *query,
               struct parts *parts);
void free_parts(struct parts *parts);

#endif
