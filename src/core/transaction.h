/* A change of several files and folders that happens as a whole or not at all, also when the program is killed
 * or the disk is full, and that can be undone.
 *
 *     struct rq_txn *txn = rq_txn_open(game, ".reliquary", &err);
 *     if (txn && rq_txn_put(txn, "override/x.utc", bytes, &err) && rq_txn_remove(txn, "override/y.utc", &err))
 *         rq_txn_commit(txn, "what was done", NULL, &err);
 *     rq_txn_close(txn);
 *
 * All new files are written below ROOT/STATE first. Then what they replace is kept there, and a file `commit`
 * appears: from then on the change counts. Each new file is moved into its place, a folder changes places with
 * the old one. Who opens the transaction next finds `commit` and finishes the work, or finds none and removes what
 * was written: so after a kill at any moment, the next run leaves the old state or the new one and nothing else.
 * A single file or folder is the old or the new one at any moment, where the system can exchange folders
 * (Linux); elsewhere a folder is missing for an instant, and the next run puts it back.
 *
 * What a change has replaced is kept as a record below STATE/undo.
 */
#ifndef RQ_CORE_TRANSACTION_H
#define RQ_CORE_TRANSACTION_H

#include "core/arena.h"
#include "core/bytes.h"

struct rq_txn;

/* The state of changes to a game, in its folder. */
#define RQ_TXN_STATE ".reliquary"

/* root is a folder that is there, state a name in it or a path below it. Finishes or takes back what a killed
 * program has left. NULL with err filled when somebody else has a transaction open there. */
struct rq_txn *rq_txn_open(const char *root, const char *state, struct rq_error *err);
/* Takes back what was not committed. txn may be NULL. */
void rq_txn_close(struct rq_txn *txn);

/* Targets are paths below root, "/" between. They may not lead over links or out of root, and must be on
 * the same disk. A target may be named once. */

/* The file gets these bytes; folders above it are made. */
bool rq_txn_put(struct rq_txn *txn, const char *target, struct rq_bytes bytes,
                struct rq_error *err);
/* A folder that takes the place of the target: the caller fills the one at *path, which lives as long as
 * txn, with files of its own (rq_fs_write): not with second names of old ones, since what is written to
 * one of these later would change what the record keeps. */
bool rq_txn_put_folder(struct rq_txn *txn, const char *target, const char **path,
                       struct rq_error *err);
/* The file or folder goes away. It must be there. */
bool rq_txn_remove(struct rq_txn *txn, const char *target, struct rq_error *err);

/* The commit fails when the file is not as it was when size and time were taken (rq_path_stamp). */
bool rq_txn_expect(struct rq_txn *txn, const char *target, uint64_t size, uint64_t time,
                   struct rq_error *err);

struct rq_txn_options {
    bool forget;        /* keep no record */
    const char *undoes; /* a record that goes away with this change; or NULL */
};

/* All of it, or nothing with err filled. options may be NULL. After it the transaction is empty. */
bool rq_txn_commit(struct rq_txn *txn, const char *label, const struct rq_txn_options *options,
                   struct rq_error *err);

/* ---- two files ---- */

struct rq_txn_file {
    const char *path;
    struct rq_bytes bytes;
    bool read; /* the new bytes are made of what was there, so that it must still be there: */
    uint64_t size, time; /* as rq_path_stamp gave them before it was read */
};

/* Writes two files that only fit each other: both or neither, by a transaction in the deepest folder above both.
 * No record is kept. Both have to be on one disk. */
bool rq_txn_save_two(const struct rq_txn_file files[2], struct rq_error *err);
/* For who reads the two: what a killed program has left of a change to them is finished. *finished says that it was
 * so, and that what was read before is out of date. */
bool rq_txn_finish_two(const char *a, const char *b, bool *finished, struct rq_error *err);

/* ---- records ---- */

enum rq_txn_kind { RQ_TXN_FILE, RQ_TXN_FOLDER, RQ_TXN_REMOVE };

struct rq_txn_change {
    enum rq_txn_kind kind;
    const char *target;
    const char *old; /* path of what it replaced, as kept in the record; NULL: there was nothing */
    uint64_t sum;    /* of a file's new bytes */
    uint64_t id;     /* of a new folder */
    const char *staged;
};

struct rq_txn_record {
    const char *id; /* "000001": later ones are larger */
    const char *label;
    uint64_t time; /* seconds since 1970 */
    const char *undoes;
    bool forget;
    uint32_t count, room;
    struct rq_txn_change *changes;
    uint32_t made_count, made_room;
    const char **made; /* folders that were not there before, from the top down */
    uint32_t emptied_count, emptied_room;
    const char **emptied; /* folders to remove again when they are empty, from the top down */
};

/* The ids of all records, the oldest first, each with a NUL behind it. */
bool rq_txn_records(struct rq_txn *txn, struct rq_out *ids, struct rq_error *err);
/* False with err filled when there is none, or it is damaged. */
bool rq_txn_record(struct rq_txn *txn, const char *id, struct rq_arena *arena,
                   struct rq_txn_record *record, struct rq_error *err);
/* Adds to the transaction what takes a record back; refused with the first target that is not as the record
 * left it. Commit with options.undoes = id. */
bool rq_txn_undo(struct rq_txn *txn, const struct rq_txn_record *record, struct rq_error *err);

#endif
