/* What is installed, and how it is taken back: the records of transactions whose label is ours. */
#include "core/sum.h"
#include "core/text.h"
#include "core/transaction.h"
#include "patch/parts.h"

#include <stdlib.h>

/* All records of a game, the oldest first. */
struct records {
    struct rq_arena arena;
    const char *root;
    struct rq_txn *txn;
    struct rq_txn_record *items;
    uint32_t count, room;
};

/* True with no txn when nothing was ever written there: then no folder is made either. */
static bool records_open(struct records *r, const char *game, struct rq_error *err)
{
    struct rq_out ids = {0};
    char *full = rq_path_full(game);
    r->root = full ? rq_arena_text(&r->arena, full, strlen(full)) : NULL;
    free(full);
    if (!r->root)
        return rq_fail(err, RQ_IO, 0, game, "there is no such folder");
    const char *state = rq_arena_printf(&r->arena, "%s/" RQ_TXN_STATE, r->root);
    if (!state || rq_path_kind(state, NULL) != RQ_PATH_FOLDER)
        return true;
    r->txn = rq_txn_open(r->root, RQ_TXN_STATE, err);
    bool fine = r->txn && rq_txn_records(r->txn, &ids, err);
    for (size_t at = 0; fine && at < ids.size; at += strlen((char *)ids.data + at) + 1) {
        struct rq_txn_record *items =
            rq_arena_more(&r->arena, &r->items, r->count, &r->room, sizeof *items);
        if (!items) {
            fine = rq_fail(err, RQ_NO_MEMORY, 0, game, "out of memory");
            break;
        }
        /* A damaged one does not hide the others. */
        r->count += rq_txn_record(r->txn, (char *)ids.data + at, &r->arena, &items[r->count], NULL);
    }
    rq_out_free(&ids);
    return fine;
}

static void records_close(struct records *r)
{
    rq_txn_close(r->txn);
    rq_arena_free(&r->arena);
}

static bool is_ours(const struct rq_txn_record *r)
{
    size_t prefix = strlen(RECORD_LABEL);
    return strncmp(r->label, RECORD_LABEL, prefix) == 0 && strlen(r->label) > prefix + RECORD_SUM;
}

static struct rq_patch_record told(const struct rq_txn_record *r)
{
    const char *title = is_ours(r) ? r->label + strlen(RECORD_LABEL) + RECORD_SUM + 1 : r->label;
    return (struct rq_patch_record){r->id, title, r->time, r->count};
}

bool rq_patch_records(const char *game, rq_patch_record_fn *fn, void *ctx, struct rq_error *err)
{
    struct records r = {0};
    bool fine = records_open(&r, game, err);
    for (uint32_t i = 0; fine && i < r.count; i++) {
        struct rq_patch_record record = told(&r.items[i]);
        if (is_ours(&r.items[i]))
            fn(ctx, &record);
    }
    records_close(&r);
    return fine;
}

/* ---- undo ---- */

static bool overlap(const struct rq_txn_record *a, const struct rq_txn_record *b)
{
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++)
            if (strcmp(a->changes[i].target, b->changes[k].target) == 0)
                return true;
    return false;
}

static const struct rq_txn_record *choose(const struct records *r, const char *which)
{
    const struct rq_txn_record *found = NULL;
    for (uint32_t i = 0; i < r->count; i++) {
        struct rq_patch_record record = told(&r->items[i]);
        if (is_ours(&r->items[i]) &&
            (!which || strcmp(which, record.id) == 0 || rq_casecmp(which, record.title) == 0))
            found = &r->items[i];
    }
    return found;
}

static bool take_back(struct records *r, const struct rq_txn_record *record, bool dry,
                      struct rq_error *err)
{
    struct rq_txn_options options = {.undoes = record->id, .forget = true};
    return rq_txn_undo(r->txn, record, err) &&
           (dry || rq_txn_commit(r->txn, "patch undo", &options, err));
}

bool rq_patch_undo(const char *game, const char *which, bool dry, rq_patch_record_fn *blocker,
                   rq_patch_record_fn *undone, void *ctx, struct rq_error *err)
{
    struct records r = {0};
    bool fine = records_open(&r, game, err);
    const struct rq_txn_record *record = fine ? choose(&r, which) : NULL;
    bool blocked = false;
    if (fine && !record)
        fine = rq_fail(err, RQ_USAGE, 0, game,
                       which ? "has no mod %.80s that could be undone"
                             : "has no mod that could be undone%s",
                       which ? which : "");
    for (uint32_t i = 0; record && i < r.count; i++) {
        struct rq_patch_record later = told(&r.items[i]);
        if (&r.items[i] <= record || !overlap(&r.items[i], record))
            continue;
        blocked = true;
        blocker(ctx, &later);
    }
    if (blocked)
        fine = rq_fail(err, RQ_USAGE, 0, game,
                       "what was installed later changed the same files: undo that first");
    fine = fine && record && take_back(&r, record, dry, err);
    if (fine) {
        struct rq_patch_record record_told = told(record);
        undone(ctx, &record_told);
    }
    records_close(&r);
    return fine;
}

/* ---- the same mod again ---- */

static bool is_as_left(const struct records *r, const struct rq_txn_record *record)
{
    bool same = true;
    for (uint32_t i = 0; i < record->count && same; i++) {
        const struct rq_txn_change *c = &record->changes[i];
        struct rq_map map = {0};
        char *path = rq_path_join(r->root, c->target);
        bool there = path && rq_path_kind(path, NULL) == RQ_PATH_FILE;
        same = c->kind == RQ_TXN_FILE ? there && rq_map_open(&map, path, NULL) &&
                                            rq_sum(0, map.bytes.data, map.bytes.size) == c->sum
                                      : !there;
        rq_map_close(&map);
        free(path);
    }
    return same;
}

const char *undo_installed(struct rq_patch *p)
{
    struct records r = {0};
    const char *label = keepf(p, RECORD_LABEL "%016llx ", (unsigned long long)p->sum), *id = NULL;
    bool fine = records_open(&r, p->root, NULL);
    for (uint32_t i = 0; fine && i < r.count; i++)
        if (strncmp(r.items[i].label, label, strlen(label)) == 0 && is_as_left(&r, &r.items[i]))
            id = keep(p, r.items[i].id, strlen(r.items[i].id));
    records_close(&r);
    return id;
}
