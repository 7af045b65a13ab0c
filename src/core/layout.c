#include "core/layout.h"

#include <stdlib.h>

void rq_cover_add(struct rq_cover *cover, uint64_t offset, uint64_t size)
{
    if (size == 0 || cover->failed)
        return;
    /* Sizes come out of files: what passes the end of all numbers ends there. */
    uint64_t end = size > UINT64_MAX - offset ? UINT64_MAX : offset + size;
    if (cover->count && cover->ranges[cover->count - 1].end == offset) {
        cover->ranges[cover->count - 1].end = end;
        return;
    }
    if (cover->count == cover->capacity) {
        size_t capacity = cover->capacity ? cover->capacity * 2 : 64;
        struct rq_range *ranges = rq_arena_get(cover->arena, capacity, sizeof *ranges);
        if (!ranges) {
            cover->failed = true;
            return;
        }
        if (cover->count)
            memcpy(ranges, cover->ranges, cover->count * sizeof *ranges);
        cover->ranges = ranges;
        cover->capacity = capacity;
    }
    cover->ranges[cover->count++] = (struct rq_range){offset, end};
}

static int by_begin(const void *a, const void *b)
{
    const struct rq_range *x = a, *y = b;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

bool rq_cover_strays(struct rq_cover *cover, struct rq_bytes whole, struct rq_strays *strays)
{
    *strays = (struct rq_strays){.size = whole.size};
    if (cover->failed)
        return false;
    if (cover->count)
        qsort(cover->ranges, cover->count, sizeof *cover->ranges, by_begin);
    strays->items = rq_arena_get(cover->arena, cover->count + 1, sizeof *strays->items);
    if (!strays->items)
        return false;
    uint64_t at = 0;
    for (size_t i = 0; i <= cover->count && at < whole.size; i++) {
        uint64_t begin = i < cover->count ? cover->ranges[i].begin : whole.size;
        if (begin > whole.size)
            begin = whole.size;
        if (begin > at)
            strays->items[strays->count++] =
                (struct rq_stray){at, {whole.data + at, (size_t)(begin - at)}};
        if (i < cover->count && cover->ranges[i].end > at)
            at = cover->ranges[i].end;
    }
    return true;
}

bool rq_place_open(struct rq_place *place, struct rq_arena *arena, uint64_t size)
{
    *place = (struct rq_place){.size = (size_t)size};
    place->data = rq_arena_get(arena, (size_t)size, 1);
    place->written = rq_arena_get(arena, (size_t)size, 1);
    place->no_memory = !place->data || !place->written || size > SIZE_MAX;
    return !place->no_memory;
}

void rq_place_put(struct rq_place *place, uint64_t offset, const void *data, size_t size)
{
    if (place->no_memory || place->conflict || size == 0)
        return;
    if (offset > place->size || size > place->size - offset) {
        place->conflict = true;
        return;
    }
    const uint8_t *from = data;
    for (size_t i = 0; i < size; i++) {
        size_t at = (size_t)offset + i;
        if (place->written[at] && place->data[at] != from[i])
            place->conflict = true;
        place->data[at] = from[i];
        place->written[at] = 1;
    }
}

void rq_place_put32(struct rq_place *place, uint64_t offset, uint32_t v)
{
    uint8_t bytes[4];
    rq_set32(bytes, v);
    rq_place_put(place, offset, bytes, 4);
}

void rq_place_strays(struct rq_place *place, const struct rq_strays *strays)
{
    for (size_t i = 0; i < strays->count; i++)
        rq_place_put(place, strays->items[i].offset, strays->items[i].bytes.data,
                     strays->items[i].bytes.size);
}

bool rq_place_whole(const struct rq_place *place)
{
    return !place->no_memory && !place->conflict &&
           (place->size == 0 || !memchr(place->written, 0, place->size));
}

static const struct rq_member stray_members[] = {
    {RQ_MEMBER("offset", rq_stray, offset, SIZE)},
    {RQ_MEMBER("base64", rq_stray, bytes, BYTES)},
};
static const struct rq_shape stray_shape = {
    RQ_SHAPE("stray", rq_stray, RQ_AS_TUPLE, stray_members)};

static const struct rq_member strays_members[] = {
    {RQ_MEMBER("size", rq_strays, size, SIZE)},
    {RQ_LIST("strays", rq_strays, items, count, stray_shape)},
};
const struct rq_shape rq_strays_shape = {
    RQ_SHAPE("strays", rq_strays, RQ_IN_LINES, strays_members)};
