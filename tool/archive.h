/* What the verbs of archives share: cmd_archive.c and cmd_pack.c. */
#ifndef RQ_TOOL_ARCHIVE_H
#define RQ_TOOL_ARCHIVE_H

#include "tool.h"

/* The maps of the files that are put in must live until the archive is written. */
struct added {
    struct rq_map *maps;
    size_t count;
};

void free_added(struct added *added);

/* Refuses files that would be one entry: they stand in two folders, or their names differ only
 * in case. 0 or an exit code after a message. */
int check_clashes(const struct rq_doc *doc, const char *const *paths, size_t count);
int put_file(struct rq_doc *doc, const char *path, const char *name, struct added *added);

#endif
