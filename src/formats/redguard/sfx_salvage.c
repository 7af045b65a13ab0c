/* A damaged SFX: effects one after the other, each with the length of its samples. */
#include "formats/redguard/audio.h"
#include "formats/redguard/chunk.h"
#include "formats/salvage.h"

#include <stdio.h>

enum { CHUNK_HEAD = 8, HEADER_SIZE = 36, COUNT_AT = 32, LENGTH_AT = 22 };

/* Where the effects begin and end, as far as they are there; false: not even that is. */
static bool find_data(const struct rq_salvage *s, uint32_t *count, uint64_t *at, uint64_t *end)
{
    const uint8_t *p = s->in.data;
    if (s->in.size < CHUNK_HEAD + HEADER_SIZE || memcmp(p, "FXHD", 4) != 0)
        return false;
    *count = rq_get32(p + CHUNK_HEAD + COUNT_AT);
    uint64_t data = CHUNK_HEAD + (uint64_t)rq_get32be(p + 4);
    if (data > s->in.size || s->in.size - data < CHUNK_HEAD || memcmp(p + data, "FXDT", 4) != 0)
        return false;
    *at = data + CHUNK_HEAD;
    *end = *at + rq_get32be(p + data + 4);
    *end = *end < s->in.size ? *end : s->in.size;
    return true;
}

static bool sfx_walk(struct rq_salvage *s)
{
    uint32_t count = 0;
    uint64_t at = 0, end = 0;
    size_t number = 0;
    char name[24];
    if (!find_data(s, &count, &at, &end)) {
        s->open_end = count == 0;
        if (!rq_salvage_room(s, 1))
            return false;
        rq_salvage_lose(s, 0, count, RQ_LOSS_HEADER);
        return true;
    }
    size_t most = rq_salvage_rows(s, at, count, SOUND_HEADER);
    if (!rq_salvage_room(s, most + 1))
        return false;
    while (number < most && at <= end && end - at >= SOUND_HEADER) {
        uint64_t size = SOUND_HEADER + (uint64_t)rq_get32(s->in.data + at + LENGTH_AT);
        snprintf(name, sizeof name, "%03zu", number);
        struct rq_salvaged *e = rq_salvage_add(s, number++, name, at, size);
        if (!e)
            return false;
        /* Over the end of FXDT, but not of the file: its length is wrong. */
        if (!e->loss && size > end - at) {
            e->loss = RQ_LOSS_HEADER;
            e->bytes = (struct rq_bytes){0};
        }
        at += size;
    }
    rq_salvage_lose(s, number, count - number, end == s->in.size ? RQ_LOSS_END : RQ_LOSS_HEADER);
    return true;
}

static void sfx_mend(const struct rq_salvage *s, struct rq_out *out)
{
    uint32_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        count += !s->entries[i].loss;
    size_t start = rq_chunk_open(out, "FXHD");
    rq_put(out, s->in.data + CHUNK_HEAD, COUNT_AT);
    rq_put32(out, count);
    rq_chunk_close(out, start);
    start = rq_chunk_open(out, "FXDT");
    rq_salvage_put(s, out);
    rq_chunk_close(out, start);
    rq_put(out, "END ", 4);
}

const struct rq_facet_salvage rq_sfx_salvage = {
    .walk = sfx_walk, .mend = sfx_mend, .numbered = true};
