/* The pool: every index once, done in order and never two at a time, whatever the number of
 * threads. */
#include "core/pool.h"
#include "support/check.h"
#include "support/random.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = EDGE_MOST };

struct run {
    uint8_t worked[COUNT]; /* each index has one owner, so no lock */
    uint32_t value[COUNT];
    size_t done[COUNT];
    size_t done_count;
    int inside;
    int overlaps;
};

static void work(void *ctx, size_t i)
{
    struct run *run = ctx;
    uint32_t v = (uint32_t)i;
    /* Uneven work, so that threads overtake each other. */
    for (size_t k = 0; k < (i * 7919) % 997; k++)
        v = v * 1664525u + 1013904223u;
    run->value[i] = v;
    run->worked[i]++;
}

static void done(void *ctx, size_t i)
{
    struct run *run = ctx;
    if (run->inside++)
        run->overlaps++;
    if (run->done_count < COUNT)
        run->done[run->done_count] = i;
    run->done_count++;
    run->inside--;
}

static struct run *run_with(unsigned threads, size_t count, const size_t *start)
{
    struct run *run = calloc(1, sizeof *run);
    if (run)
        rq_pool_run(&(struct rq_jobs){.count = count,
                                      .work = work,
                                      .done = done,
                                      .ctx = run,
                                      .start = start,
                                      .threads = threads});
    return run;
}

static void test_order(void)
{
    static const unsigned threads[] = {1, 2, 3, 16, 1000, 0};
    static size_t backwards[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        backwards[i] = COUNT - 1 - i;
    struct run *one = run_with(1, COUNT, NULL);
    REQUIRE(one != NULL);
    for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) {
        check_note("%u threads", threads[t]);
        /* Started backwards every other time: what is done stays in order. */
        struct run *run = run_with(threads[t], COUNT, t % 2 ? backwards : NULL);
        REQUIRE(run != NULL);
        CHECK_INT(run->done_count, COUNT);
        CHECK_INT(run->overlaps, 0);
        for (size_t i = 0; i < COUNT; i++)
            if (!CHECK_INT(run->worked[i], 1) || !CHECK_INT(run->done[i], i))
                break;
        CHECK_MEM(run->value, sizeof run->value, one->value, sizeof one->value);
        free(run);
    }
    free(one);
}

static void test_few(void)
{
    for (size_t count = 0; count < 4; count++) {
        struct run *run = run_with(4, count, NULL);
        REQUIRE(run != NULL);
        CHECK_INT(run->done_count, count);
        for (size_t i = 0; i < COUNT; i++)
            CHECK_INT(run->worked[i], i < count);
        free(run);
    }
}

/* Any number of jobs, started in any order. */
static void test_random_orders(void)
{
    static size_t order[COUNT];
    uint32_t state = 1;
    for (size_t n = 0; n < EDGE_COUNT; n++) {
        size_t count = edge_sizes[n];
        unsigned threads = 1 + random_below(&state, 9);
        for (size_t i = 0; i < count; i++) {
            size_t other = random_below(&state, i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        check_note("%zu jobs, %u threads", count, threads);
        struct run *run = run_with(threads, count, order);
        REQUIRE(run != NULL);
        CHECK_INT(run->done_count, count);
        CHECK_INT(run->overlaps, 0);
        for (size_t i = 0; i < COUNT; i++)
            if (!CHECK_INT(run->worked[i], i < count) ||
                !CHECK_INT(run->done[i], i < count ? i : 0))
                break;
        free(run);
    }
}

static void test_without_done(void)
{
    struct run *run = calloc(1, sizeof *run);
    REQUIRE(run != NULL);
    rq_pool_run(&(struct rq_jobs){.count = COUNT, .work = work, .ctx = run, .threads = 3});
    for (size_t i = 0; i < COUNT; i++)
        if (!CHECK_INT(run->worked[i], 1))
            break;
    CHECK_INT(run->done_count, 0);
    free(run);
}

TESTS(test_order, test_few, test_random_orders, test_without_done)
