#include "formats/redguard/chunk.h"

bool rq_chunk_fits(const struct rq_shaper *s, const void *chunk)
{
    return rq_tag_is(chunk, s->member->arg);
}

void rq_chunk_finish(struct rq_shaper *s, void *chunk)
{
    if (rq_tag_is(chunk, "END "))
        rq_jr_bad(s->jr, "END is not a chunk: it is written by itself");
}

void rq_chunk_once(struct rq_shaper *s, const void *chunks, size_t count, size_t size)
{
    unsigned seen = 0;
    const char *chunk = chunks;
    for (size_t i = 0; i < count; i++, chunk += size) {
        int kind;
        memcpy(&kind, chunk + 4, sizeof kind);
        if (kind && seen >> kind & 1) {
            rq_jr_bad(s->jr, "two chunks %.4s with fields: one can have them", chunk);
            return;
        }
        seen |= 1u << kind;
    }
}
