/* Packed frames of GXA: runs, and the rules by which pixels become bytes. */
#include "codec/lzhuf.h"
#include "codec/runs.h"
#include "formats/redguard/gxa_parts.h"

bool rq_gxa_unpack(const struct rq_gxa_frame *frame, uint8_t *to)
{
    size_t size = rq_gxa_area(frame), used = 0;
    return frame->header.compression == RQ_GXA_RUNS
               ? rq_runs_unpack(RQ_RUNS_GXA, frame->packed, to, size, &used)
               : rq_lzhuf_unpack(frame->packed, to, size);
}

void rq_gxa_pack(struct rq_out *out, const struct rq_gxa_frame *frame)
{
    struct rq_bytes pixels = {frame->pixels, rq_gxa_area(frame)};
    if (!frame->pixels || frame->packing == RQ_GXA_EXPLICIT)
        rq_put_bytes(out, frame->packed);
    else if (frame->packing == RQ_GXA_TREE)
        rq_lzhuf_pack(out, pixels);
    else
        rq_runs_pack(out, RQ_RUNS_GXA, pixels,
                     frame->packing == RQ_GXA_RUNS_OF_2 ? RQ_RUNS_OF_2 : RQ_RUNS_OF_3);
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
