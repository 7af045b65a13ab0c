#include "core/transaction.h"

#include "core/file.h"
#include "core/fs.h"

#include <stdlib.h>

struct ways {
    char *full[2];
    char *root;           /* the deepest folder above both */
    const char *below[2]; /* what follows the root in them */
};

static void free_ways(struct ways *w)
{
    free(w->full[0]);
    free(w->full[1]);
    free(w->root);
}

/* Also of a file that is not there yet, in a folder that is. */
static char *full_path(const char *path)
{
    char *full = rq_path_full(path), *folder = full ? NULL : rq_path_join("", path);
    if (!folder)
        return full;
    folder[rq_path_base(path) - path] = 0;
    char *above = rq_path_full(folder[0] ? folder : ".");
    full = above ? rq_path_join(above, rq_path_base(path)) : NULL;
    free(above);
    free(folder);
    return full;
}

static bool find_ways(struct ways *w, const char *a, const char *b, struct rq_error *err)
{
    size_t size = 0, refusals = rq_memory_refusals();
    *w = (struct ways){.full = {full_path(a), full_path(b)}};
    if (!w->full[0] || !w->full[1])
        return rq_memory_lasted(refusals, err) &&
               rq_fail(err, RQ_IO, 0, w->full[0] ? b : a, "there is no such folder");
    for (size_t i = 0; w->full[0][i] && w->full[0][i] == w->full[1][i]; i++)
        if (w->full[0][i] == '/')
            size = i + 1;
    if (!size)
        return rq_fail(err, RQ_IO, 0, a, "is on another disk than %s", b);
    w->root = rq_path_join("", w->full[0]);
    if (!w->root)
        return rq_fail(err, RQ_NO_MEMORY, 0, a, "out of memory");
    w->root[size] = 0;
    w->below[0] = w->full[0] + size;
    w->below[1] = w->full[1] + size;
    return true;
}

bool rq_txn_finish_two(const char *a, const char *b, bool *finished, struct rq_error *err)
{
    struct ways w;
    size_t refusals = rq_memory_refusals();
    bool fine = true;
    /* Files without a folder above both can be read; no change to them was begun. */
    char *commit = find_ways(&w, a, b, NULL) ? rq_path_join(w.root, RQ_TXN_STATE "/commit") : NULL;
    *finished = commit && rq_fs_id(commit);
    if (*finished) {
        struct rq_txn *txn = rq_txn_open(w.root, RQ_TXN_STATE, err);
        fine = txn != NULL;
        rq_txn_close(txn);
    }
    free(commit);
    free_ways(&w);
    return fine && rq_memory_lasted(refusals, err);
}

bool rq_txn_save_two(const struct rq_txn_file files[2], struct rq_error *err)
{
    static const struct rq_txn_options forget = {.forget = true};
    struct ways w;
    bool fine = find_ways(&w, files[0].path, files[1].path, err);
    struct rq_txn *txn = fine ? rq_txn_open(w.root, RQ_TXN_STATE, err) : NULL;
    fine = txn != NULL;
    for (size_t i = 0; fine && i < 2; i++)
        fine =
            rq_txn_put(txn, w.below[i], files[i].bytes, err) &&
            (!files[i].read || rq_txn_expect(txn, w.below[i], files[i].size, files[i].time, err));
    fine = fine && rq_txn_commit(txn, "", &forget, err);
    rq_txn_close(txn);
    free_ways(&w);
    return fine;
}
