/* What the verbs of archives share: cmd_archive.c, cmd_salvage.c and cmd_pack.c. */
#ifndef RQ_TOOL_ARCHIVE_H
#define RQ_TOOL_ARCHIVE_H

#include "tool.h"

/* The maps of the files that are put in must live until the archive is written. */
struct added {
    struct rq_map *maps;
    size_t count;
};

/* True when the name is asked for: by a glob, or because there is none. */
bool wanted(const struct args *args, const char *name);

/* Writes entries into a folder, with --force, --skip-existing and --jobs; nothing when one of them can't be
 * written. *written counts those that are new. 0 or an exit code after messages. */
int extract_entries(const struct args *args, const char *folder, const struct rq_entry *entries,
                    size_t count, size_t *written);

/* extract --salvage. */
int run_salvage(const struct args *args);

void free_added(struct added *added);

/* Refuses files that would be one entry: they stand in two folders, or their names differ only
 * in case. 0 or an exit code after a message. */
int check_clashes(const struct rq_doc *doc, const char *const *paths, size_t count);
int put_file(struct rq_doc *doc, const char *path, const char *name, struct added *added);

#endif
