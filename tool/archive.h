/* What the verbs of archives share: cmd_archive.c, cmd_pack.c, archive_key.c; and the
 * names of a BIF, which the trees of common.c show too. */
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

/* ---- names of a BIF, from the key that lists it ---- */

struct key_names {
    struct input key; /* doc is NULL: there is no key, or it does not know the archive */
    char *path;       /* of the key */
    size_t bif;       /* the archive's number in it */
    char **names;     /* by position; NULL: none */
    size_t count, room;
};

/* Looks for a chitin.key beside a BIF and one folder up, or takes --key; room for `more` new
 * names. Nothing happens for other archives. 0 or an exit code after a message. */
int key_open(const struct args *args, const struct rq_doc *doc, size_t more,
             struct key_names *names);
/* The same for one archive of many, without --key. */
int key_near(const char *archive, const struct rq_doc *doc, struct key_names *names);
void key_close(struct key_names *names);

/* The position of a name; SIZE_MAX when the key does not have it. */
size_t key_find(const struct key_names *names, const char *name);

/* A resource was put at the end, or one was taken out: the key follows. */
int key_add(struct key_names *names, const char *name);
void key_remove(struct key_names *names, size_t at);

/* Writes the key with the archive's new size; closes it. */
int key_save(struct key_names *names, size_t archive_size);

#endif
