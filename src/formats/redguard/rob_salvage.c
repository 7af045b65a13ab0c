/* A damaged ROB: segments one after the other. Where data_size leads out of the file, total_size may lead
 * to the next segment. */
#include "formats/redguard/rob_parts.h"
#include "formats/salvage.h"

#include <reliquary/rob.h>
#include <stdio.h>

enum { HEADER_SIZE = 20, SEGMENT_SIZE = 80, NAME_SIZE = 8, NAME_TEXT = 40, DATA_SIZE_AT = 76 };

static bool sizes_agree(const struct rq_salvage *s, uint64_t at)
{
    const uint8_t *p = s->in.data + at;
    return s->in.size >= at + SEGMENT_SIZE &&
           rq_get32(p) == (uint64_t)rq_get32(p + DATA_SIZE_AT) + SEGMENT_SIZE;
}

static bool add_segment(struct rq_salvage *s, size_t number, uint64_t at, uint64_t *next)
{
    const uint8_t *p = s->in.data + at;
    uint64_t total = rq_get32(p), size = rq_get32(p + DATA_SIZE_AT), data = at + SEGMENT_SIZE;
    struct rq_bytes stem = {p + 4, strnlen((const char *)p + 4, NAME_SIZE)};
    bool lies = size > s->in.size - data && total != size + SEGMENT_SIZE && total >= SEGMENT_SIZE &&
                sizes_agree(s, at + total);
    uint64_t there = s->in.size - data;
    struct rq_bytes model = {s->in.data + data, (size_t)(size < there ? size : there)};
    char name[NAME_TEXT + 8];
    struct rq_out utf8 = {.alloc = s->alloc};
    rq_text_decode(&utf8, s->page, stem);
    snprintf(name, sizeof name, "%.*s.%s", (int)utf8.size, utf8.data ? (char *)utf8.data : "",
             rq_rob_moves(model) ? "3DC" : "3D");
    rq_out_free(&utf8);
    *next = lies ? at + total : data + size;
    /* A reference to a file has no data. */
    struct rq_salvaged *e = size ? rq_salvage_add(s, number, name, data, size) : NULL;
    if (e && lies) {
        e->loss = RQ_LOSS_HEADER;
        e->bytes = (struct rq_bytes){0};
    }
    return e || !size;
}

static bool rob_walk(struct rq_salvage *s)
{
    uint64_t at = HEADER_SIZE;
    if (s->in.size < HEADER_SIZE) {
        s->open_end = true;
        return true;
    }
    uint32_t count = rq_get32(s->in.data + 8);
    size_t number = 0, most = rq_salvage_rows(s, at, count, SEGMENT_SIZE);
    if (!rq_salvage_room(s, most + 1))
        return false;
    while (number < most && at <= s->in.size && s->in.size - at >= SEGMENT_SIZE)
        if (!add_segment(s, number++, at, &at))
            return false;
    rq_salvage_lose(s, number, count - number, RQ_LOSS_END);
    return true;
}

const struct rq_facet_salvage rq_rob_salvage = {.walk = rob_walk};
