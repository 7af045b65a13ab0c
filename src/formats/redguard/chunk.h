/* The chunks that most files of Redguard are made of: four letters, a big-endian size, as
 * many bytes. "END " closes the file and has no size. */
#ifndef RQ_FORMATS_REDGUARD_CHUNK_H
#define RQ_FORMATS_REDGUARD_CHUNK_H

#include "core/shape.h"

/* What mostly follows END. */
static const uint8_t rq_four_zeros[4];

static inline bool rq_tag_is(const char *tag, const char *name)
{
    return memcmp(tag, name, 4) == 0;
}

/* True when the four letters stand at the cursor. */
static inline bool rq_chunk_at(const struct rq_cur *c, const char *name)
{
    return rq_left(c) >= 4 && memcmp(c->p, name, 4) == 0;
}

/* How many chunks there are up to END, at most; a size beyond the file ends the count. */
static inline size_t rq_chunk_count(const struct rq_cur *c)
{
    size_t count = 0, at = 0, size = rq_left(c);
    while (size - at >= 8 && memcmp(c->p + at, "END ", 4) != 0) {
        uint32_t bytes = rq_get32be(c->p + at + 4);
        count++;
        at += 8;
        if (bytes > size - at)
            break;
        at += bytes;
    }
    return count;
}

/* Reads tag and size, opens a window over the payload and moves behind it. */
static inline bool rq_chunk_next(struct rq_cur *c, char tag[4], struct rq_cur *payload)
{
    const uint8_t *p = rq_take(c, 4, RQ_KIND_text, "tag");
    uint32_t size = rq_u32be(c, "size");
    if (!p || !rq_count(c, size, 1, "payload"))
        return false;
    memcpy(tag, p, 4);
    *payload = rq_sub(c, (uint64_t)(c->p - c->begin), size, "payload");
    if (!rq_ok(c))
        return false;
    c->p += size;
    return true;
}

/* Begins a chunk in the output; the size is put in by rq_chunk_close. */
static inline size_t rq_chunk_open(struct rq_out *out, const char *tag)
{
    rq_put(out, tag, 4);
    rq_put32be(out, 0);
    return out->size;
}

static inline void rq_chunk_close(struct rq_out *out, size_t start)
{
    if (out->failed)
        return;
    if (out->size - start > UINT32_MAX) {
        out->failed = RQ_LIMIT;
        return;
    }
    rq_set32be(out->data + start - 4, (uint32_t)(out->size - start));
}

/* ---- JSON, in texbsi_chunk.c. A struct of a chunk begins with its tag and the enum of its kind, 0 for
 * one of which only the payload is known. ---- */

/* Goes with a member that only chunks of one kind have, which may be those with this tag. */
#define RQ_CHUNK(T, is, letters) RQ_TAG(T, kind, is), .only = rq_chunk_fits, .arg = letters
bool rq_chunk_fits(const struct rq_shaper *s, const void *chunk);

/* For the shape of a chunk: END is none. */
void rq_chunk_finish(struct rq_shaper *s, void *chunk);

/* Refuses two chunks of one kind, each of size bytes: what they hold stands once in the document. */
void rq_chunk_once(struct rq_shaper *s, const void *chunks, size_t count, size_t size);

#endif
