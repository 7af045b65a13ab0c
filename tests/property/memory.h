/* Work during which memory runs out, at one allocation after the other: it ends with an error, or it has done all of its work. alloc.c does so with allocators that are handed in; here it is the C
 * library's memory that runs out, and each get of an arena can fail. */
#ifndef TESTS_PROPERTY_MEMORY_H
#define TESTS_PROPERTY_MEMORY_H

#include "core/arena.h"
#include "said.h"

#if defined(__GLIBC__)
#include <execinfo.h>
#endif

enum { MEMORY_FRAMES = 10, MEMORY_WAYS = 1 << 17, MEMORY_FRESH = 4000 };

static struct {
    size_t calls, fail_at, refused;
    bool persistent; /* those after fail_at fail too */
    bool notes;      /* calls that come on a new way are put into fresh */
    size_t fresh[MEMORY_FRESH], fresh_count;
    void *frames[MEMORY_FRAMES]; /* the way to the first refusal */
    int frame_count;
} supply;

/* The calls of functions, one in the other, that lead here: none where the C library can't tell. */
static inline int memory_frames(void *frames[MEMORY_FRAMES])
{
#if defined(__GLIBC__)
    return backtrace(frames, MEMORY_FRAMES);
#else
    (void)frames;
    return 0;
#endif
}

static inline void memory_show_refusal(const struct rq_error *err)
{
    fprintf(stderr, "  %d %s: %s\n", (int)err->code, err->where, err->text);
#if defined(__GLIBC__)
    backtrace_symbols_fd(supply.frames, supply.frame_count, 2);
#endif
}

/* The ways (frames) on which memory was asked for so far, as hashes. Where memory is refused once on each of them, no place
 * that asks for it is passed over, which points at even distances do. */
static uint64_t memory_ways[MEMORY_WAYS];

static inline bool memory_is_new_way(void)
{
    void *frames[MEMORY_FRAMES];
    size_t count = (size_t)memory_frames(frames);
    uint64_t hash = hash_of(frames, count * sizeof frames[0]) | 1;
    for (size_t at = hash % MEMORY_WAYS;; at = (at + 1) % MEMORY_WAYS)
        if (memory_ways[at] == hash)
            return false;
        else if (!memory_ways[at]) {
            memory_ways[at] = hash;
            return true;
        }
}

static inline void *supply_realloc(void *ctx, void *ptr, size_t size)
{
    (void)ctx;
    if (size == 0) {
        free(ptr);
        return NULL;
    }
    size_t call = ++supply.calls;
    if (supply.notes && supply.fresh_count < MEMORY_FRESH && memory_is_new_way())
        supply.fresh[supply.fresh_count++] = call;
    if (supply.fail_at && (supply.persistent ? call >= supply.fail_at : call == supply.fail_at)) {
        if (!supply.refused++)
            supply.frame_count = memory_frames(supply.frames);
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

/* One allocation fails, and all after it do when the memory stays out. */
static inline void memory_fails_at(const char *name, work_fn *fn, const struct work *whole,
                                   size_t at)
{
    for (int persistent = 0; persistent < 2; persistent++) {
        struct work w;
        check_note("%s, allocation %zu fails%s", name, at, persistent ? " and all after it" : "");
        bool fine = work_try(fn, whole->what, at, persistent, &w);
        CHECK(supply.refused > 0);
        bool right = fine ? w.said.hash == whole->said.hash : w.err.code != RQ_OK && w.err.text[0];
        if (!right)
            memory_show_refusal(&w.err);
        CHECK(right);
    }
}

/* Allocations fail on each way that no work went before, and at as many points as given. */
static inline void memory_runs_out(const char *name, work_fn *fn, const void *what, size_t points)
{
    struct work whole;
    check_note("%s", name);
    supply.fresh_count = 0;
    supply.notes = true;
    bool possible = work_try(fn, what, 0, false, &whole);
    supply.notes = false;
    size_t count = supply.calls, step = count / points + 1;
    if (!possible && whole.err.code != RQ_OK)
        fprintf(stderr, "%s: %s: %s\n", name, whole.err.where, whole.err.text);
    REQUIRE(possible);
    for (size_t n = 1; n <= count; n += step)
        memory_fails_at(name, fn, &whole, n);
    for (size_t i = 0; i < supply.fresh_count; i++)
        memory_fails_at(name, fn, &whole, supply.fresh[i]);
    check_note(" ");
}

#endif
