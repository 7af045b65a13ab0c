/* Edits of one game: for each resource the operations that were made, in a journal that survives the program.
 *
 * An operation is a JSON object:
 *     {"op":"set","path":"Tag","value":"guard"}          as rq_blueprint_set
 *     {"op":"insert","path":"FeatList/-","kind":"struct","value":""}
 *     {"op":"remove","path":"FeatList/2"}
 *     {"op":"move","path":"FeatList/2","to":0}
 *     {"op":"put","name":"D02005.png","data":"base64"}   as rq_doc_put_file
 *     {"op":"replace","data":"base64"}                   the whole file
 *     {"op":"json","text":"..."}                         the whole file from its JSON or other text form
 *     {"op":"compile","kind":"source","text":"..."}      a script; kind "listing": as instructions
 *     {"op":"delete"}                                    the resource goes away
 *
 * The journal is a text of one JSON object a line, appended and flushed before an operation counts. A line that a crash
 * has cut is ignored. What was done to several resources at once is one line, {"all":[...]}, and is undone and redone
 * together: the operations have the same group. The first line of a resource has a sum of the bytes that its operations were made on:
 * where the file has other bytes later, the edits are in conflict, and are neither applied nor lost.
 */
#ifndef RQ_SERVICE_EDITS_H
#define RQ_SERVICE_EDITS_H

#include "core/arena.h"
#include "core/bytes.h"

#include <reliquary/game.h>

struct edits;

/* file is that of the journal, which need not be there. The operations of before are read. */
struct edits *edits_open(const char *file, struct rq_error *err);
void edits_close(struct edits *edits);

/* group is the same for all operations that were made at once, also on other resources; 0: of one alone. */
struct edit_op {
    char *text; /* JSON */
    uint64_t group;
};

struct edit {
    char *key;       /* of the resource */
    uint64_t base;   /* sum of the bytes that it was made on; 0: there was no such resource */
    uint64_t result; /* sum of the bytes that an apply was about to write; 0: none was */
    struct edit_op *ops;
    size_t count; /* that count; those behind were undone */
    size_t all, room;
    struct rq_out bytes; /* with all operations, when `made` */
    bool made, deleted;
    bool conflict; /* the file has changed since: found by the last edits_bytes */
};

/* The edits of a resource that has any, also undone ones; NULL: none. And by number. */
struct edit *edits_find(const struct edits *edits, const char *key);
struct edit *edits_at(const struct edits *edits, size_t index);

/* Operations for a resource. base: its bytes without any edit; data NULL: there is no such resource. */
struct edit_wish {
    const char *key;
    struct rq_bytes base;
    const char *const *ops;
    size_t count;
};

/* Adds operations: tried on the base with those of before, and written to the journal. On failure nothing has changed. */
bool edits_do(struct edits *edits, const struct rq_game *game, const struct edit_wish *wish,
              struct rq_error *err);
/* The same for several resources, each named once, as one group: all or none. */
bool edits_do_all(struct edits *edits, const struct rq_game *game, const struct edit_wish *wishes,
                  size_t count, struct rq_error *err);
/* The last operation, or all of its group. *others (may be NULL) says how many other resources were changed with it. False with
 * err filled when there is nothing to undo or redo, or another resource of the group was edited since. */
bool edits_undo(struct edits *edits, const char *key, size_t *others, struct rq_error *err);
bool edits_redo(struct edits *edits, const char *key, size_t *others, struct rq_error *err);
/* Forgets all of a resource. */
bool edits_discard(struct edits *edits, const char *key, struct rq_error *err);
/* Says before an apply what it writes for a resource whose bytes are made: when the program ends right after the apply, the
 * edits are known to be done. */
bool edits_applying(struct edits *edits, struct edit *edit, struct rq_error *err);
/* Forgets all, after they were applied. */
bool edits_clear(struct edits *edits, struct rq_error *err);

/* The bytes with all operations; they live until the next change. False with err filled when an operation fails, or
 * base is not what they were made on: then edit->conflict is set. */
bool edits_bytes(struct edit *edit, const struct rq_game *game, struct rq_bytes base,
                 struct rq_bytes *bytes, struct rq_error *err);

#endif
