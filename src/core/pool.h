/* Work over all cores with results in a stable order.
 *
 * work(ctx, i) runs for every i below count on any thread; done(ctx, i) runs once for
 * each i, in order, never two at a time. done may be NULL. start gives the order in which
 * work begins (all indices once; NULL: as they are): the largest first leaves no core idle at
 * the end. With one thread, or where
 * threads can't be had, everything runs in the caller's.
 */
#ifndef RQ_CORE_POOL_H
#define RQ_CORE_POOL_H

#include <stddef.h>

struct rq_jobs {
    size_t count;
    void (*work)(void *ctx, size_t index);
    void (*done)(void *ctx, size_t index);
    void *ctx;
    const size_t *start;
    unsigned threads; /* 0: all cores */
};

void rq_pool_run(const struct rq_jobs *jobs);

#endif
