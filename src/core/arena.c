#include "core/arena.h"
#include "core/error.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BORDERS
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define BORDERS
#endif

/* An allocation of the C library that is overrun is seen by the address sanitizer; one inside of a
 * block is not, because its neighbours are valid memory. In sanitizer builds a block is poisoned,
 * each allocation opens its own bytes alone, and a border stays closed behind it. */
#if defined(BORDERS)
#include <sanitizer/asan_interface.h>
enum { BORDER = 16 };
#define CLOSE(at, size) ASAN_POISON_MEMORY_REGION(at, size)
#define OPEN(at, size)  ASAN_UNPOISON_MEMORY_REGION(at, size)
#else
enum { BORDER = 0 };
#define CLOSE(at, size) ((void)(at), (void)(size))
#define OPEN(at, size)  ((void)(at), (void)(size))
#endif

enum { ALIGN = 16, FIRST_BLOCK = 4096, LARGEST_STEP = 1 << 20 };

struct rq_arena_block {
    struct rq_arena_block *next;
    size_t size;
};

struct rq_usual_memory rq_usual_memory;
static atomic_size_t refusals;

size_t rq_memory_refusals(void)
{
    return atomic_load(&refusals);
}

bool rq_memory_lasted(size_t before, struct rq_error *err)
{
    return rq_memory_refusals() == before || rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
}

void *rq_mem(const struct rq_alloc *alloc, void *ptr, size_t size)
{
    const struct rq_alloc *from = alloc ? alloc : rq_usual_memory.alloc;
    if (!from && size == 0) {
        free(ptr);
        return NULL;
    }
    void *got = from ? from->realloc(from->ctx, ptr, size) : realloc(ptr, size);
    if (size && !got && !alloc)
        atomic_fetch_add(&refusals, 1);
    return got;
}

void *rq_mem_zeroed(size_t count, size_t size)
{
    if (rq_usual_memory.alloc) {
        void *got = rq_mem(NULL, NULL, count * size);
        return got ? memset(got, 0, count * size) : NULL;
    }
    void *got = calloc(count, size);
    if (!got)
        atomic_fetch_add(&refusals, 1);
    return got;
}

/* Blocks double from 4 KiB up to 1 MiB: few for small documents, no more than a
 * megabyte unused in large ones. */
static bool add_block(struct rq_arena *arena, size_t least)
{
    size_t header = (sizeof(struct rq_arena_block) + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    size_t size = arena->used < FIRST_BLOCK ? FIRST_BLOCK : arena->used;
    if (size > LARGEST_STEP)
        size = LARGEST_STEP;
    if (rq_usual_memory.exact) {
        size = 0;
        arena->borders += header;
    }
    if (least > SIZE_MAX - header)
        return false;
    if (size < least + header)
        size = least + header;
    size_t left = arena->limit ? arena->limit + arena->borders - arena->used : SIZE_MAX;
    if (size > left)
        size = least + header;
    arena->over_limit = size > left;
    struct rq_arena_block *block = arena->over_limit ? NULL : rq_mem(arena->alloc, NULL, size);
    if (!block)
        return false;
    block->next = arena->blocks;
    block->size = size;
    arena->blocks = block;
    arena->used += size;
    arena->next = (uint8_t *)block + header;
    arena->end = (uint8_t *)block + size;
    CLOSE(arena->next, size - header);
    return true;
}

void *rq_arena_get(struct rq_arena *arena, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX - ALIGN - BORDER) / size)
        return NULL;
    size_t wanted = count * size;
    size_t bytes = (wanted + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (bytes == 0)
        bytes = ALIGN;
    bytes += BORDER;
    arena->borders += BORDER;
    if (bytes > (size_t)(arena->end - arena->next) && !add_block(arena, bytes)) {
        arena->borders -= BORDER;
        return NULL;
    }
    void *p = arena->next;
    arena->next += bytes;
    OPEN(p, wanted);
    return memset(p, 0, wanted);
}

char *rq_arena_text(struct rq_arena *arena, const char *text, size_t size)
{
    if (size == SIZE_MAX)
        return NULL;
    char *copy = rq_arena_get(arena, size + 1, 1);
    if (copy && size)
        memcpy(copy, text, size);
    return copy;
}

char *rq_arena_printf(struct rq_arena *arena, const char *fmt, ...)
{
    char text[512];
    va_list args;
    va_start(args, fmt);
    int size = vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    if (size < 0)
        return NULL;
    if ((size_t)size < sizeof text)
        return rq_arena_text(arena, text, (size_t)size);
    char *whole = rq_arena_get(arena, (size_t)size + 1, 1);
    if (whole) {
        va_start(args, fmt);
        vsnprintf(whole, (size_t)size + 1, fmt, args);
        va_end(args);
    }
    return whole;
}

void rq_arena_free(struct rq_arena *arena)
{
    struct rq_arena_block *block = arena->blocks;
    while (block) {
        struct rq_arena_block *next = block->next;
        OPEN(block, block->size);
        rq_mem(arena->alloc, block, 0);
        block = next;
    }
    arena->blocks = NULL;
    arena->next = arena->end = NULL;
    arena->used = arena->borders = 0;
}

void *rq_arena_more(struct rq_arena *arena, void *list, uint32_t count, uint32_t *room, size_t size)
{
    void *elements, *grown;
    memcpy(&elements, list, sizeof elements); /* a pointer to any type */
    if (count < *room)
        return elements;
    uint32_t more = *room ? *room * 2 : 16;
    grown = more > *room ? rq_arena_get(arena, more, size) : NULL;
    if (!grown)
        return NULL;
    if (count)
        memcpy(grown, elements, count * size);
    memcpy(list, &grown, sizeof grown);
    *room = more;
    return grown;
}
