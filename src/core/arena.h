/* Memory that is freed at once. An arena belongs to one document and has a ceiling tied
 * to the size of its input, so that a hostile count can't take the machine's memory.
 *
 *     struct rq_arena a = {.alloc = NULL, .limit = 1 << 20};
 *     uint32_t *v = rq_arena_get(&a, n, sizeof *v);
 *     rq_arena_free(&a);
 */
#ifndef RQ_CORE_ARENA_H
#define RQ_CORE_ARENA_H

#include <reliquary/reliquary.h>

struct rq_arena_block;

struct rq_arena {
    const struct rq_alloc *alloc; /* NULL: the C library's */
    size_t limit;                 /* bytes in all; 0: none */
    size_t used;                  /* bytes taken from the allocator */
    size_t borders;               /* of these, between allocations in sanitizer builds: they do
                                     not count against the limit */
    struct rq_arena_block *blocks;
    uint8_t *next, *end;
    bool over_limit; /* why the last get failed */
};

/* count * size zeroed bytes, aligned for any type, and not one more: sanitizer builds report an
 * access behind them. NULL when they overflow, pass the
 * limit or can't be had. count 0 gives a valid pointer. */
void *rq_arena_get(struct rq_arena *arena, size_t count, size_t size);

/* A NUL-terminated copy, or text as printf makes it, however long. */
char *rq_arena_text(struct rq_arena *arena, const char *text, size_t size);
char *rq_arena_printf(struct rq_arena *arena, const char *fmt, ...) RQ_PRINTF(2, 3);

/* Room for one more element of a list of count, by doubling: list is the address of the pointer to its elements,
 * which moves with them. Gives that pointer; NULL without memory, and the list is as it was. */
void *rq_arena_more(struct rq_arena *arena, void *list, uint32_t count, uint32_t *room,
                    size_t size);

void rq_arena_free(struct rq_arena *arena);

/* For tests in which memory runs out: what stands for the C library's where nobody hands an allocator
 * in, and whether arenas take each get from it alone, so that each can fail. Set while no other thread
 * runs. */
struct rq_usual_memory {
    const struct rq_alloc *alloc;
    bool exact;
};
extern struct rq_usual_memory rq_usual_memory;

/* realloc through an allocator value. */
void *rq_mem(const struct rq_alloc *alloc, void *ptr, size_t size);

/* calloc of the usual memory; neither is 0. What rq_mem without an allocator and this give, free takes. */
void *rq_mem_zeroed(size_t count, size_t size);

/* How often the usual memory was refused so far, in any thread; allocators that are handed in may refuse by design. Work
 * over many files that goes on where one can't be read looks at it before and after: what is left out for lack
 * of memory must not look as if it were not there. */
size_t rq_memory_refusals(void);
/* False, with err filled, when memory was refused since then. */
bool rq_memory_lasted(size_t before, struct rq_error *err);

#endif
