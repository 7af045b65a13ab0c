/* A damaged RIM: each key has the place of its resource. */
#include "formats/archive.h"
#include "formats/kotor/rim_parts.h"
#include "formats/salvage.h"

enum { HEADER_SIZE = 120, KEY_SIZE = 32 };

static bool rim_walk(struct rq_salvage *s)
{
    const uint8_t *h = s->in.data;
    uint64_t count = s->in.size >= 16 ? rq_get32(h + 12) : 0;
    if (!rq_salvage_room(s, 1))
        return false;
    if (!rq_salvage_header(s, HEADER_SIZE, count))
        return true;
    uint64_t at = rq_get32(h + 16) ? rq_get32(h + 16) : HEADER_SIZE;
    size_t keys = rq_salvage_rows(s, at, count, KEY_SIZE);
    s->tables_end = HEADER_SIZE;
    s->data_start = at + count * KEY_SIZE;
    if (!rq_salvage_room(s, keys + 1))
        return false;
    for (size_t i = 0; i < keys; i++) {
        const uint8_t *key = h + at + i * KEY_SIZE;
        struct rq_resref ref = {.type = rq_get32(key + 16)};
        char name[RQ_RESREF_TEXT];
        memcpy(ref.name, key, RQ_RESREF);
        rq_resref_text(&ref, name);
        rq_salvage_add(s, i, name, rq_get32(key + 24), rq_get32(key + 28));
    }
    rq_salvage_lose(s, keys, count - keys, RQ_LOSS_HEADER);
    return true;
}

const struct rq_facet_salvage rq_rim_salvage = {.walk = rim_walk, .scattered = true};
