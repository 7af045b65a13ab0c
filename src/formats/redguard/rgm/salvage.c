/* A damaged map: its sections one after the other, up to END. */
#include "formats/salvage.h"
#include "formats/redguard/rgm/parts.h"

/* As rgm.c: a map of more sections is refused. */
enum { MOST_SECTIONS = 1024, CHUNK_HEAD = 8 };

static bool rgm_walk(struct rq_salvage *s)
{
    uint64_t at = 0;
    size_t number = 0;
    if (!rq_salvage_room(s, MOST_SECTIONS))
        return false;
    while (number < MOST_SECTIONS && at < s->in.size && s->in.size - at >= CHUNK_HEAD &&
           memcmp(s->in.data + at, "END ", 4) != 0) {
        const uint8_t *p = s->in.data + at;
        uint64_t size = CHUNK_HEAD + (uint64_t)rq_get32be(p + 4);
        char name[5] = {0};
        memcpy(name, p, 4);
        rq_text_clean(name);
        if (!rq_salvage_add(s, number++, name, at, size))
            return false;
        at += size;
    }
    s->open_end =
        at >= s->in.size || s->in.size - at < 4 || memcmp(s->in.data + at, "END ", 4) != 0;
    return true;
}

static void rgm_mend(const struct rq_salvage *s, struct rq_out *out)
{
    rq_salvage_put(s, out);
    rq_put(out, "END ", 4);
    rq_put_bytes(out, (struct rq_bytes){rq_four_zeros, sizeof rq_four_zeros});
}

const struct rq_facet_salvage rq_rgm_salvage = {.walk = rgm_walk, .mend = rgm_mend};
