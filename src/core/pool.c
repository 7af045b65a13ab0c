#include "core/pool.h"
#include "core/file.h"

#include <pthread.h>
#include <stdlib.h>

struct state {
    const struct rq_jobs *jobs;
    pthread_mutex_t lock;
    size_t next;     /* jobs that have been started */
    size_t finished; /* first index whose done has not run */
    bool emitting;
    uint8_t *ready;
};

/* Runs done for all that are ready in order; only one thread at a time does. Called with
 * the lock held. */
static void emit_ready(struct state *s)
{
    if (s->emitting)
        return;
    s->emitting = true;
    while (s->finished < s->jobs->count && s->ready[s->finished]) {
        size_t index = s->finished;
        pthread_mutex_unlock(&s->lock);
        s->jobs->done(s->jobs->ctx, index);
        pthread_mutex_lock(&s->lock);
        s->finished++;
    }
    s->emitting = false;
}

static void *run(void *arg)
{
    struct state *s = arg;
    pthread_mutex_lock(&s->lock);
    while (s->next < s->jobs->count) {
        size_t index = s->jobs->start ? s->jobs->start[s->next] : s->next;
        s->next++;
        pthread_mutex_unlock(&s->lock);
        s->jobs->work(s->jobs->ctx, index);
        pthread_mutex_lock(&s->lock);
        if (s->jobs->done) {
            s->ready[index] = 1;
            emit_ready(s);
        }
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void run_alone(const struct rq_jobs *jobs)
{
    for (size_t i = 0; i < jobs->count; i++) {
        jobs->work(jobs->ctx, i);
        if (jobs->done)
            jobs->done(jobs->ctx, i);
    }
}

void rq_pool_run(const struct rq_jobs *jobs)
{
    enum { MOST = 64 };
    pthread_t threads[MOST];
    size_t wanted = jobs->threads ? jobs->threads : rq_cpu_count(), started = 0;
    if (wanted > MOST)
        wanted = MOST;
    if (wanted > jobs->count)
        wanted = jobs->count;
    struct state s = {.jobs = jobs};
    s.ready = wanted > 1 ? rq_mem_zeroed(jobs->count, 1) : NULL;
    if (!s.ready || pthread_mutex_init(&s.lock, NULL) != 0) {
        free(s.ready);
        run_alone(jobs);
        return;
    }
    while (started + 1 < wanted && pthread_create(&threads[started], NULL, run, &s) == 0)
        started++;
    run(&s);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&s.lock);
    free(s.ready);
}
