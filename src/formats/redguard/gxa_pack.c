/* Packed frames of GXA: runs, and the rules by which pixels become bytes. */
#include "core/lzhuf.h"
#include "formats/redguard/gxa_parts.h"

/* A control byte c: below 128, c + 1 pixels follow; else the next one stands (c & 127) + 1
 * times. */
enum { MOST = 128, RUN = 0x80 };

static bool unpack_runs(struct rq_bytes packed, uint8_t *to, size_t size)
{
    size_t at = 0, done = 0;
    while (done < size) {
        if (at >= packed.size)
            return false;
        size_t n = (size_t)(packed.data[at] & (MOST - 1)) + 1, fits = size - done;
        bool run = packed.data[at++] & RUN;
        if ((run ? 1 : n) > packed.size - at)
            return false;
        if (run)
            memset(to + done, packed.data[at], n < fits ? n : fits);
        else
            memcpy(to + done, packed.data + at, n < fits ? n : fits);
        at += run ? 1 : n;
        done += n < fits ? n : fits;
    }
    return true;
}

bool rq_gxa_unpack(const struct rq_gxa_frame *frame, uint8_t *to)
{
    size_t size = rq_gxa_area(frame);
    return frame->header.compression == RQ_GXA_RUNS ? unpack_runs(frame->packed, to, size)
                                                    : rq_lzhuf_unpack(frame->packed, to, size);
}

static void put_pixels(struct rq_out *out, const uint8_t *p, size_t size)
{
    while (size) {
        size_t n = size < MOST ? size : MOST;
        rq_put8(out, (uint8_t)(n - 1));
        rq_put(out, p, n);
        p += n;
        size -= n;
    }
}

/* Runs of at least `least` pixels, wherever rows end; what lies between goes as it is. */
static void pack_runs(struct rq_out *out, const uint8_t *pixels, size_t size, size_t least)
{
    size_t from = 0, at = 0;
    while (at < size) {
        size_t n = 1;
        while (n < MOST && at + n < size && pixels[at + n] == pixels[at])
            n++;
        if (n < least) {
            at++;
            continue;
        }
        put_pixels(out, pixels + from, at - from);
        rq_put8(out, (uint8_t)(RUN | (n - 1)));
        rq_put8(out, pixels[at]);
        at += n;
        from = at;
    }
    put_pixels(out, pixels + from, size - from);
}

void rq_gxa_pack(struct rq_out *out, const struct rq_gxa_frame *frame)
{
    size_t size = rq_gxa_area(frame);
    if (!frame->pixels || frame->packing == RQ_GXA_EXPLICIT)
        rq_put_bytes(out, frame->packed);
    else if (frame->packing == RQ_GXA_TREE)
        rq_lzhuf_pack(out, (struct rq_bytes){frame->pixels, size});
    else
        pack_runs(out, frame->pixels, size, frame->packing == RQ_GXA_RUNS_OF_2 ? 2 : 3);
}

/* 1: the rule gives the bytes, 0: other bytes, -1: no memory. */
static int rule_fits(struct rq_doc *doc, struct rq_gxa_frame *frame, enum rq_gxa_packing rule)
{
    struct rq_out out = {.alloc = doc->alloc};
    if (rule == RQ_GXA_TREE)
        return rq_lzhuf_packs_to((struct rq_bytes){frame->pixels, rq_gxa_area(frame)},
                                 frame->packed);
    frame->packing = rule;
    rq_gxa_pack(&out, frame);
    int fits = out.failed ? -1 : rq_same(rq_out_bytes(&out), frame->packed);
    frame->packing = RQ_GXA_UNSETTLED;
    rq_out_free(&out);
    return fits;
}

bool rq_gxa_settle_frame(struct rq_doc *doc, struct rq_gxa_frame *frame)
{
    static const enum rq_gxa_packing runs[] = {RQ_GXA_RUNS_OF_3, RQ_GXA_RUNS_OF_2, 0},
                                     lzhuf[] = {RQ_GXA_TREE, 0};
    const enum rq_gxa_packing *rules = frame->header.compression == RQ_GXA_LZHUF ? lzhuf : runs;
    if (!rq_gxa_is_packed(frame) || !frame->pixels || frame->packing != RQ_GXA_UNSETTLED)
        return true;
    enum rq_gxa_packing found = frame->packed.data ? RQ_GXA_EXPLICIT : rules[0];
    for (size_t i = 0; rules[i] && found == RQ_GXA_EXPLICIT; i++) {
        int fits = rule_fits(doc, frame, rules[i]);
        if (fits < 0)
            return false;
        if (fits)
            found = rules[i];
    }
    frame->packing = found;
    return true;
}
