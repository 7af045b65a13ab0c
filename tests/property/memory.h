/* Work during which memory runs out, at one allocation after the other: it ends with an error, or it has done all of its work. alloc.c does so with allocators that are handed in; here it is the C
 * library's memory that runs out, and each get of an arena can fail. */
#ifndef TESTS_PROPERTY_MEMORY_H
#define TESTS_PROPERTY_MEMORY_H

#include "core/arena.h"
#include "said.h"

static struct {
    size_t calls, fail_at, refused;
    bool persistent; /* those after fail_at fail too */
} supply;

static inline void *supply_realloc(void *ctx, void *ptr, size_t size)
{
    (void)ctx;
    if (size == 0) {
        free(ptr);
        return NULL;
    }
    size_t call = ++supply.calls;
    if (supply.fail_at && (supply.persistent ? call >= supply.fail_at : call == supply.fail_at)) {
        supply.refused++;
        return NULL;
    }
    return realloc(ptr, size);
}

struct work {
    const void *what;
    struct said said; /* of all that was made */
    struct rq_error err;
};

/* True when all is done; else err says why not. */
typedef bool work_fn(struct work *w);

static inline void work_made(struct work *w, struct rq_bytes bytes)
{
    said(&w->said, "%zu bytes, %016llx", bytes.size,
         (unsigned long long)hash_of(bytes.data, bytes.size));
}

static inline bool work_try(work_fn *fn, const void *what, size_t fail_at, bool persistent,
                            struct work *w)
{
    const struct rq_alloc alloc = {supply_realloc, NULL};
    supply.calls = supply.refused = 0;
    supply.fail_at = fail_at;
    supply.persistent = persistent;
    *w = (struct work){.what = what, .said = {hash_of("", 0), NULL}};
    rq_usual_memory = (struct rq_usual_memory){&alloc, true};
    bool fine = fn(w);
    rq_usual_memory = (struct rq_usual_memory){NULL, false};
    return fine;
}

/* At most `points` of the allocations fail. */
static inline void memory_runs_out(const char *name, work_fn *fn, const void *what, size_t points)
{
    struct work whole, w;
    check_note("%s", name);
    bool possible = work_try(fn, what, 0, false, &whole);
    size_t count = supply.calls, step = count / points + 1;
    if (!possible && whole.err.code != RQ_OK)
        fprintf(stderr, "%s: %s: %s\n", name, whole.err.where, whole.err.text);
    REQUIRE(possible);
    for (size_t n = 1; n <= count; n += step)
        for (int persistent = 0; persistent < 2; persistent++) {
            check_note("%s, allocation %zu of %zu fails%s", name, n, count,
                       persistent ? " and all after it" : "");
            bool fine = work_try(fn, what, n, persistent, &w);
            CHECK(supply.refused > 0);
            if (fine)
                CHECK(w.said.hash == whole.said.hash);
            else
                CHECK(w.err.code != RQ_OK && w.err.text[0]);
        }
    check_note(" ");
}

#endif
