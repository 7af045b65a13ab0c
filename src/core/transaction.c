/* STATE/lock          held while a transaction is open
 * STATE/work/0000     new files and folders before they are in their place
 * STATE/undo/000001   what a change replaced: `manifest`, 0000 ..., and `pending`, or `done` once it has happened
 * STATE/commit        the id of the record whose change has to be finished
 */
#include "core/transaction.h"

#include "core/file.h"
#include "core/fs.h"
#include "core/sum.h"
#include "core/transaction_record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct expectation {
    const char *target;
    uint64_t size, time;
};

struct rq_txn {
    struct rq_arena arena;
    const char *root, *state, *work, *aside, *undo, *commit, *lock_path;
    int lock;
    struct rq_txn_record plan; /* of the change that is being put together */
    uint32_t expect_count, expect_room;
    struct expectation *expect;
};

static bool no_memory(struct rq_error *err)
{
    return rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
}

static const char *below(struct rq_arena *arena, const char *folder, const char *name)
{
    return rq_arena_printf(arena, "%s/%s", folder, name);
}

/* No part of the way is a link; the part of it that is there is on the disk of root. */
static bool check_way(struct rq_txn *txn, const char *target, struct rq_error *err)
{
    const char *path = below(&txn->arena, txn->root, target);
    char *way = path ? rq_path_join("", path) : NULL;
    bool fine = true;
    if (!way)
        return no_memory(err);
    for (size_t at = strlen(txn->root); fine && way[at]; at++) {
        size_t size = strcspn(way + at + 1, "/");
        char was = way[at + 1 + size];
        way[at + 1 + size] = 0;
        if (rq_fs_is_link(way))
            fine = rq_fail(err, RQ_IO, 0, way, "is a link; nothing is written over links");
        else if (rq_fs_id(way) && !rq_fs_same_disk(way, txn->state))
            fine = rq_fail(err, RQ_IO, 0, way, "is on another disk than %s", txn->state);
        way[at + 1 + size] = was;
        at += size;
    }
    free(way);
    return fine;
}

static bool is_id(const char *id)
{
    return strlen(id) == 6 && strspn(id, "0123456789") == 6;
}

bool rq_txn_record(struct rq_txn *txn, const char *id, struct rq_arena *arena,
                   struct rq_txn_record *record, struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct rq_ctx ctx = {.err = err ? err : &ignored};
    struct rq_map map = {0};
    *record = (struct rq_txn_record){.id = rq_arena_text(arena, id, strlen(id)), .label = ""};
    if (!is_id(id))
        return rq_fail(err, RQ_USAGE, 0, id, "is no record: those have six digits");
    const char *folder = below(arena, txn->undo, id);
    const char *path = folder ? below(arena, folder, "manifest") : NULL;
    if (!path || !record->id)
        return no_memory(err);
    if (!rq_map_open(&map, path, err))
        return false;
    struct rq_jr jr;
    rq_jr_open(&jr, map.bytes, arena, &ctx);
    rq_txn_take_manifest(&jr, folder, record);
    rq_map_close(&map);
    return ctx.err->code == RQ_OK;
}

/* ---- carrying a change out ---- */

/* Windows neither replaces nor removes a file that somebody has mapped, but moves it: it goes out of the way, and the
 * next transaction removes it. NULL: it is still there. */
static const char *step_aside(struct rq_txn *txn, const char *target)
{
    struct rq_error ignored = {0};
    if (rq_path_kind(target, NULL) != RQ_PATH_FILE || !rq_make_folder(txn->aside, &ignored))
        return NULL;
    for (unsigned i = 0; i < 10000; i++) {
        const char *path = rq_arena_printf(&txn->arena, "%s/%04u", txn->aside, i);
        if (!path || !rq_fs_id(path))
            return path && rq_fs_move(target, path) ? path : NULL;
    }
    return NULL;
}

/* Each of these may find that it has happened already. */
static bool place_file(struct rq_txn *txn, const char *staged, const char *target)
{
    if (!rq_fs_id(staged) || rq_fs_move(staged, target))
        return true;
    int why = errno;
    const char *old = step_aside(txn, target);
    if (old && rq_fs_move(staged, target))
        return true;
    if (old)
        rq_fs_move(old, target);
    errno = why;
    return false;
}

static bool place_folder(const struct rq_txn_change *c, const char *staged, const char *target)
{
    bool fine = true, there = rq_fs_id(target) != 0;
    if (there && rq_fs_id(target) != c->id && !c->old) {
        errno = EEXIST; /* somebody else has made it since */
        return false;
    }
    if (rq_fs_id(target) != c->id && rq_fs_id(staged) && !(there && rq_fs_exchange(staged, target)))
        fine = (!there || rq_fs_move(target, c->old)) && rq_fs_move(staged, target);
    /* After the exchange the old one stands where the new one was. */
    return fine && (!rq_fs_id(staged) || rq_fs_move(staged, c->old));
}

static bool place_nothing(struct rq_txn *txn, const struct rq_txn_change *c, const char *target)
{
    if (!rq_fs_id(target) || !c->old)
        return true;
    if (rq_path_kind(target, NULL) == RQ_PATH_FOLDER)
        return rq_fs_move(target, c->old);
    return step_aside(txn, target) || rq_remove_file(target);
}

static bool place(struct rq_txn *txn, const struct rq_txn_change *c, struct rq_error *err)
{
    const char *target = below(&txn->arena, txn->root, c->target);
    const char *staged = below(&txn->arena, txn->work, c->staged ? c->staged : "none");
    if (!target || !staged)
        return no_memory(err);
    bool fine = c->kind == RQ_TXN_FILE     ? place_file(txn, staged, target)
                : c->kind == RQ_TXN_FOLDER ? place_folder(c, staged, target)
                                           : place_nothing(txn, c, target);
    if (!fine)
        return rq_fail(err, RQ_IO, 0, target, "can't put the new one in its place: %s",
                       strerror(errno));
    return true;
}

static void sync_above(struct rq_txn *txn, const char *target)
{
    const char *path = below(&txn->arena, txn->root, target);
    char *folder = path ? rq_path_join("", path) : NULL;
    char *slash = folder ? strrchr(folder, '/') : NULL;
    if (slash) {
        *slash = 0;
        rq_fs_sync(folder);
    }
    free(folder);
}

static bool share_folder(const char *a, const char *b)
{
    size_t size = (size_t)(rq_path_base(a) - a);
    return size == (size_t)(rq_path_base(b) - b) && strncmp(a, b, size) == 0;
}

/* What happened is a record from now on, or forgotten. */
static bool close_record(struct rq_txn *txn, const struct rq_txn_record *r, struct rq_error *err)
{
    const char *record = below(&txn->arena, txn->undo, r->id);
    const char *pending = record ? below(&txn->arena, record, "pending") : NULL;
    const char *done = record ? below(&txn->arena, record, "done") : NULL;
    const char *undone = r->undoes ? below(&txn->arena, txn->undo, r->undoes) : NULL;
    if (!pending || !done || (r->undoes && !undone))
        return no_memory(err);
    /* Half of a record must not stay as if it were whole: who comes next removes the rest. */
    if (undone && !rq_fs_remove(undone))
        return rq_fail(err, RQ_IO, 0, undone, "can't remove it: %s", strerror(errno));
    if (!r->forget && rq_fs_id(pending) && !rq_fs_move(pending, done))
        return rq_fail(err, RQ_IO, 0, done, "can't create it: %s", strerror(errno));
    rq_fs_sync(record);
    rq_remove_file(txn->commit);
    rq_fs_sync(txn->state);
    /* Only now: who finds `commit` needs the record, and a record that is not done goes with the next run. */
    if (r->forget)
        rq_fs_remove(record);
    return true;
}

/* The change counts: what is left to do is done, now or by who comes next. */
static bool finish(struct rq_txn *txn, const struct rq_txn_record *r, struct rq_error *err)
{
    for (uint32_t i = 0; i < r->made_count; i++) {
        const char *folder = below(&txn->arena, txn->root, r->made[i]);
        if (!folder || !rq_make_folder(folder, err))
            return folder ? false : no_memory(err);
    }
    for (uint32_t i = 0; i < r->count; i++)
        if (!place(txn, &r->changes[i], err))
            return false;
    for (uint32_t i = 0; i < r->count; i++)
        if (!i || !share_folder(r->changes[i - 1].target, r->changes[i].target))
            sync_above(txn, r->changes[i].target);
    for (uint32_t i = r->emptied_count; i-- > 0;) {
        const char *folder = below(&txn->arena, txn->root, r->emptied[i]);
        if (folder)
            rq_fs_remove_folder(folder);
    }
    return close_record(txn, r, err);
}

/* ---- recovery ---- */

static bool finish_left(struct rq_txn *txn, struct rq_error *err)
{
    struct rq_map map = {0};
    struct rq_txn_record record;
    char id[8] = "";
    if (!rq_fs_id(txn->commit))
        return true;
    if (!rq_map_open(&map, txn->commit, err))
        return false;
    if (map.bytes.size == 6)
        memcpy(id, map.bytes.data, 6);
    rq_map_close(&map);
    return rq_txn_record(txn, id, &txn->arena, &record, err) && finish(txn, &record, err);
}

/* Records that are not done, and what was written for them. */
static bool remove_left(struct rq_txn *txn, struct rq_error *err)
{
    struct rq_out names = {0};
    bool fine = !rq_fs_id(txn->work) || rq_fs_remove(txn->work);
    rq_fs_remove(txn->aside); /* but not what is still in use */
    if (rq_fs_id(txn->undo))
        fine = rq_fs_names(txn->undo, &names) && fine;
    for (size_t at = 0; fine && at < names.size; at += strlen((char *)names.data + at) + 1) {
        const char *record = below(&txn->arena, txn->undo, (char *)names.data + at);
        const char *done = record ? below(&txn->arena, record, "done") : NULL;
        fine = done && (rq_fs_id(done) || rq_fs_remove(record));
    }
    rq_out_free(&names);
    return fine || rq_fail(err, RQ_IO, 0, txn->state, "can't remove what a killed program left");
}

static bool set_paths(struct rq_txn *txn, const char *root, const char *state)
{
    size_t size = strlen(root);
    while (size > 1 && (root[size - 1] == '/' || root[size - 1] == '\\'))
        size--;
    txn->root = rq_arena_text(&txn->arena, root, size);
    txn->state = txn->root ? below(&txn->arena, txn->root, state) : NULL;
    if (!txn->state)
        return false;
    txn->work = below(&txn->arena, txn->state, "work");
    txn->aside = below(&txn->arena, txn->state, "aside");
    txn->undo = below(&txn->arena, txn->state, "undo");
    txn->commit = below(&txn->arena, txn->state, "commit");
    txn->lock_path = below(&txn->arena, txn->state, "lock");
    return txn->work && txn->aside && txn->undo && txn->commit && txn->lock_path;
}

struct rq_txn *rq_txn_open(const char *root, const char *state, struct rq_error *err)
{
    struct rq_txn *txn = rq_mem_zeroed(1, sizeof *txn);
    if (!txn) {
        no_memory(err);
        return NULL;
    }
    txn->lock = -1;
    bool fine = set_paths(txn, root, state) || no_memory(err);
    if (fine && rq_path_kind(root, NULL) != RQ_PATH_FOLDER)
        fine = rq_fail(err, RQ_IO, 0, root, "is no folder");
    fine = fine && rq_make_folder(txn->state, err);
    if (fine) {
        txn->lock = rq_fs_lock(txn->lock_path);
        fine = txn->lock >= 0 ||
               rq_fail(err, RQ_IO, 0, txn->state,
                       "another program is changing files here; try again when it has ended");
    }
    fine = fine && finish_left(txn, err) && remove_left(txn, err);
    if (fine)
        return txn;
    rq_txn_close(txn);
    return NULL;
}

void rq_txn_close(struct rq_txn *txn)
{
    if (!txn)
        return;
    if (txn->lock >= 0) {
        struct rq_error ignored = {0};
        if (!rq_fs_id(txn->commit))
            remove_left(txn, &ignored);
        rq_fs_remove_folder(txn->undo); /* when it is empty */
        rq_fs_unlock(txn->lock, txn->lock_path);
    }
    if (txn->state)
        rq_fs_remove_folder(txn->state);
    rq_arena_free(&txn->arena);
    free(txn);
}

/* ---- putting a change together ---- */

static struct rq_txn_change *begin_change(struct rq_txn *txn, const char *target,
                                          enum rq_txn_kind kind, struct rq_error *err)
{
    if (!rq_txn_is_inside(target)) {
        rq_fail(err, RQ_USAGE, 0, target, "leads out of %s", txn->root);
        return NULL;
    }
    for (uint32_t i = 0; i < txn->plan.count; i++)
        if (strcmp(txn->plan.changes[i].target, target) == 0) {
            rq_fail(err, RQ_USAGE, 0, target, "is changed twice");
            return NULL;
        }
    if (!check_way(txn, target, err))
        return NULL;
    char *kept = rq_arena_text(&txn->arena, target, strlen(target));
    const char *staged = rq_arena_printf(&txn->arena, "%04u", txn->plan.count);
    struct rq_txn_change *c = kept && staged ? rq_txn_add_change(&txn->arena, &txn->plan) : NULL;
    if (!c) {
        no_memory(err);
        return NULL;
    }
    *c = (struct rq_txn_change){.kind = kind, .target = kept};
    c->staged = kind == RQ_TXN_REMOVE ? NULL : staged;
    if (rq_make_folder(txn->work, err))
        return c;
    txn->plan.count--;
    return NULL;
}

bool rq_txn_put(struct rq_txn *txn, const char *target, struct rq_bytes bytes, struct rq_error *err)
{
    struct rq_txn_change *c = begin_change(txn, target, RQ_TXN_FILE, err);
    const char *path = c ? below(&txn->arena, txn->work, c->staged) : NULL;
    const char *old = c ? below(&txn->arena, txn->root, target) : NULL;
    if (!c)
        return false;
    c->sum = rq_sum(0, bytes.data, bytes.size);
    if (!path || !old)
        return no_memory(err);
    if (rq_path_kind(old, NULL) == RQ_PATH_FOLDER)
        return rq_fail(err, RQ_IO, 0, old, "is a folder");
    return rq_replaceable(old, err) && rq_fs_write_soon(path, bytes, old, err);
}

bool rq_txn_put_folder(struct rq_txn *txn, const char *target, const char **path,
                       struct rq_error *err)
{
    struct rq_txn_change *c = begin_change(txn, target, RQ_TXN_FOLDER, err);
    *path = c ? below(&txn->arena, txn->work, c->staged) : NULL;
    if (!c)
        return false;
    if (!*path)
        return no_memory(err);
    if (!rq_make_folder(*path, err))
        return false;
    c->id = rq_fs_id(*path);
    return true;
}

bool rq_txn_remove(struct rq_txn *txn, const char *target, struct rq_error *err)
{
    struct rq_txn_change *c = begin_change(txn, target, RQ_TXN_REMOVE, err);
    const char *path = c ? below(&txn->arena, txn->root, target) : NULL;
    if (!c)
        return false;
    if (!path)
        return no_memory(err);
    return rq_fs_id(path) || rq_fail(err, RQ_IO, 0, path, "there is no such file or folder");
}

bool rq_txn_expect(struct rq_txn *txn, const char *target, uint64_t size, uint64_t time,
                   struct rq_error *err)
{
    struct expectation *expect = rq_arena_more(&txn->arena, &txn->expect, txn->expect_count,
                                               &txn->expect_room, sizeof *expect);
    const char *kept = rq_arena_text(&txn->arena, target, strlen(target));
    if (!expect || !kept)
        return no_memory(err);
    expect[txn->expect_count++] = (struct expectation){kept, size, time};
    return true;
}

/* ---- commit ---- */

static bool check_expected(struct rq_txn *txn, struct rq_error *err)
{
    for (uint32_t i = 0; i < txn->expect_count; i++) {
        const struct expectation *e = &txn->expect[i];
        const char *path = below(&txn->arena, txn->root, e->target);
        uint64_t size = 0, time = 0;
        if (!path)
            return no_memory(err);
        if (rq_path_stamp(path, &size, &time) != RQ_PATH_FILE || size != e->size || time != e->time)
            return rq_fail(err, RQ_IO, 0, path,
                           "was changed by another program; nothing was written");
    }
    return true;
}

static bool next_id(struct rq_txn *txn, struct rq_error *err)
{
    struct rq_out ids = {0};
    unsigned last = 0;
    bool fine = rq_txn_records(txn, &ids, err);
    for (size_t at = 0; fine && at < ids.size; at += strlen((char *)ids.data + at) + 1)
        last = (unsigned)strtoul((char *)ids.data + at, NULL, 10);
    rq_out_free(&ids);
    if (fine && last >= 999999)
        return rq_fail(err, RQ_LIMIT, 0, txn->undo, "has no free number");
    txn->plan.id = rq_arena_printf(&txn->arena, "%06u", last + 1);
    return fine && (txn->plan.id || no_memory(err));
}

/* Folders above a target that are not there. */
static bool note_made(struct rq_txn *txn, const char *target, struct rq_error *err)
{
    for (const char *p = strchr(target, '/'); p; p = strchr(p + 1, '/')) {
        const char *folder = rq_arena_text(&txn->arena, target, (size_t)(p - target));
        const char *path = folder ? below(&txn->arena, txn->root, folder) : NULL;
        if (!path)
            return no_memory(err);
        if (!rq_fs_id(path) && !rq_txn_add_made(&txn->arena, &txn->plan, folder))
            return no_memory(err);
    }
    return true;
}

/* Files are kept under a second name now; folders are moved here when their turn comes. */
static bool keep_old(struct rq_txn *txn, const char *record, struct rq_txn_change *c,
                     uint32_t index, struct rq_error *err)
{
    const char *path = below(&txn->arena, txn->root, c->target);
    const char *old = rq_arena_printf(&txn->arena, "%s/%04u", record, index);
    if (!path || !old)
        return no_memory(err);
    if (!rq_fs_id(path))
        return note_made(txn, c->target, err);
    c->old = old;
    return rq_path_kind(path, NULL) == RQ_PATH_FOLDER || rq_fs_keep(path, old, err);
}

/* All new files are on the disk before anything says that the change counts. */
static bool flush_staged(struct rq_txn *txn, struct rq_error *err)
{
    for (uint32_t i = 0; i < txn->plan.count; i++) {
        const struct rq_txn_change *c = &txn->plan.changes[i];
        const char *path = c->staged ? below(&txn->arena, txn->work, c->staged) : "";
        if (!path)
            return no_memory(err);
        if (c->kind == RQ_TXN_FILE && !rq_fs_flush(path, err))
            return false;
    }
    return true;
}

static bool write_record(struct rq_txn *txn, const char *record, struct rq_error *err)
{
    struct rq_out out = {0};
    const char *manifest = below(&txn->arena, record, "manifest");
    const char *pending = below(&txn->arena, record, "pending");
    rq_txn_put_manifest(&out, &txn->plan);
    bool fine = (manifest && pending && !out.failed) || no_memory(err);
    fine = fine && rq_fs_write(manifest, rq_out_bytes(&out), NULL, err) &&
           rq_fs_write(pending, (struct rq_bytes){0}, NULL, err);
    rq_out_free(&out);
    rq_fs_sync(record);
    rq_fs_sync(txn->undo);
    rq_fs_sync(txn->work);
    return fine;
}

/* The moment from which on the change counts. */
static bool decide(struct rq_txn *txn, struct rq_error *err)
{
    const char *written = below(&txn->arena, txn->work, "commit");
    if (!written)
        return no_memory(err);
    if (!rq_fs_write(written, (struct rq_bytes){(const uint8_t *)txn->plan.id, 6}, NULL, err))
        return false;
    if (!rq_fs_move(written, txn->commit))
        return rq_fail(err, RQ_IO, 0, txn->commit, "can't create it: %s", strerror(errno));
    rq_fs_sync(txn->state);
    return true;
}

bool rq_txn_commit(struct rq_txn *txn, const char *label, const struct rq_txn_options *options,
                   struct rq_error *err)
{
    struct rq_txn_record *plan = &txn->plan;
    if (!plan->count)
        return true;
    plan->label = rq_arena_text(&txn->arena, label, strlen(label));
    plan->time = (uint64_t)time(NULL);
    plan->forget = options && options->forget;
    if (options && options->undoes)
        plan->undoes = rq_arena_text(&txn->arena, options->undoes, strlen(options->undoes));
    if (!plan->label || (options && options->undoes && !plan->undoes))
        return no_memory(err);
    bool fine = next_id(txn, err);
    const char *record = fine ? below(&txn->arena, txn->undo, plan->id) : NULL;
    fine = fine && (record || no_memory(err)) && rq_make_folder(record, err);
    for (uint32_t i = 0; fine && i < plan->count; i++)
        fine = keep_old(txn, record, &plan->changes[i], i, err);
    fine = fine && flush_staged(txn, err) && write_record(txn, record, err) &&
           check_expected(txn, err) && decide(txn, err) && finish(txn, plan, err);
    /* What counts already is finished by the next run; nothing else is left of it. */
    if (!fine && !rq_fs_id(txn->commit))
        rq_fs_remove(record ? record : "");
    *plan = (struct rq_txn_record){0};
    txn->expect_count = 0;
    return fine;
}

/* ---- records ---- */

bool rq_txn_records(struct rq_txn *txn, struct rq_out *ids, struct rq_error *err)
{
    struct rq_out names = {0};
    bool fine = !rq_fs_id(txn->undo) || rq_fs_names(txn->undo, &names) ||
                rq_fail(err, RQ_IO, 0, txn->undo, "can't open this folder");
    for (size_t at = 0; fine && at < names.size; at += strlen((char *)names.data + at) + 1)
        if (is_id((char *)names.data + at))
            rq_put(ids, (char *)names.data + at, 7);
    fine = fine && (!ids->failed || no_memory(err));
    rq_out_free(&names);
    return fine;
}

static bool is_as_left(const struct rq_txn_change *c, const char *path, struct rq_error *err)
{
    struct rq_map map = {0};
    bool same = c->kind == RQ_TXN_REMOVE ? !rq_fs_id(path) : rq_fs_id(path) != 0;
    if (same && c->kind == RQ_TXN_FILE) {
        if (!rq_map_open(&map, path, err))
            return false;
        same = rq_sum(0, map.bytes.data, map.bytes.size) == c->sum;
        rq_map_close(&map);
    }
    return same || rq_fail(err, RQ_USAGE, 0, path,
                           "is not as the change left it; undo what was done to it since first");
}

static bool copy_folder(const char *from, const char *to, struct rq_error *err)
{
    struct rq_walk walk = {0};
    bool fine = rq_walk_add(&walk, from, err);
    for (size_t i = 0; fine && i < walk.count; i++) {
        char *path = rq_path_join(to, walk.items[i].relative);
        char *slash = path ? strrchr(path, '/') : NULL;
        if (slash) {
            *slash = 0;
            fine = rq_make_folder(path, err);
            *slash = '/';
        }
        struct rq_map map = {0};
        fine = fine && (path || no_memory(err)) && rq_map_open(&map, walk.items[i].path, err) &&
               rq_fs_write(path, map.bytes, walk.items[i].path, err);
        rq_map_close(&map);
        free(path);
    }
    rq_walk_free(&walk);
    return fine;
}

static bool put_back(struct rq_txn *txn, const struct rq_txn_change *c, struct rq_error *err)
{
    struct rq_map map = {0};
    const char *folder;
    if (!c->old)
        return rq_txn_remove(txn, c->target, err);
    if (rq_path_kind(c->old, NULL) == RQ_PATH_FOLDER)
        return rq_txn_put_folder(txn, c->target, &folder, err) && copy_folder(c->old, folder, err);
    if (!rq_map_open(&map, c->old, err))
        return false;
    bool fine = rq_txn_put(txn, c->target, map.bytes, err);
    rq_map_close(&map);
    return fine;
}

bool rq_txn_undo(struct rq_txn *txn, const struct rq_txn_record *record, struct rq_error *err)
{
    for (uint32_t i = 0; i < record->count; i++) {
        const char *path = below(&txn->arena, txn->root, record->changes[i].target);
        if (!path)
            return no_memory(err);
        if (!is_as_left(&record->changes[i], path, err))
            return false;
    }
    for (uint32_t i = 0; i < record->count; i++)
        if (!put_back(txn, &record->changes[i], err))
            return false;
    for (uint32_t i = 0; i < record->made_count; i++)
        if (!rq_txn_add_emptied(
                &txn->arena, &txn->plan,
                rq_arena_text(&txn->arena, record->made[i], strlen(record->made[i]))))
            return no_memory(err);
    return true;
}
