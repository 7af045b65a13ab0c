/* What the edits of a game come to in files: planned as a whole before anything is written. */
#ifndef RQ_SERVICE_PLAN_H
#define RQ_SERVICE_PLAN_H

#include "service/call.h"

/* One file that is written or goes away. */
struct plan_file {
    const char *path; /* below the root of the game */
    bool archive;     /* entries of it change */
    bool removed;
    struct rq_out bytes;
    bool there; /* before: its size and time */
    uint64_t size, time;
};

/* One edit, and the file that it is for. */
struct plan_edit {
    struct edit *edit;
    struct rq_bytes base, bytes; /* base.data NULL: the resource is new */
    uint32_t file;
};

struct plan {
    struct rq_arena arena;
    struct plan_edit *edits;
    struct plan_file *files;
    uint32_t edit_count, edit_room, file_count, file_room;
    uint64_t sum; /* of all that is written and of what was there */
};

/* With the lock of the service held. plan_close is to be called also after a failure. */
bool plan_open(struct plan *plan, const struct opened *o, struct rq_error *err);
void plan_close(struct plan *plan);

/* Whether a resource of that key can be written; false with err filled: it is in no folder or archive of the game, or has a name
 * that no file may have. */
bool plan_takes(const struct opened *o, const char *key, struct rq_error *err);

/* Writes all of it in one transaction, which can be undone. */
bool plan_commit(struct plan *plan, const struct opened *o, struct rq_error *err);

#endif
