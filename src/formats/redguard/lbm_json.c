/* LBM as JSON: chunks in order; the header by its fields, the palette as rows of colours, BODY as
 * its unpacked rows. */
#include "formats/redguard/colors.h"
#include "formats/redguard/lbm_parts.h"

static const char *const packing_names[] = {"", "runs_of_3", "pairs_first", "runs_of_2",
                                            "explicit"};

static bool put_colors(struct rq_shaper *s, const void *chunk)
{
    const struct rq_lbm *lbm = s->outer;
    struct rq_palette palette = {lbm->colors.data, lbm->colors.size / 3};
    (void)chunk;
    rq_json_key(s->j, s->member->name);
    return rq_shape_put_value(s, &rq_palette_shape, &palette);
}

static void take_colors(struct rq_shaper *s, void *chunk)
{
    struct rq_lbm *lbm = s->outer;
    struct rq_palette palette = {0};
    (void)chunk;
    rq_shape_take_value(s, &rq_palette_shape, &palette);
    lbm->colors = (struct rq_bytes){palette.colors, palette.count * 3};
}

/* -1: the byte is missing. */
static bool put_pad(struct rq_shaper *s, const void *object)
{
    const struct rq_lbm_chunk *chunk = object;
    rq_json_key(s->j, s->member->name);
    rq_json_i64(s->j, chunk->unpadded ? -1 : chunk->pad);
    return true;
}

static void take_pad(struct rq_shaper *s, void *object)
{
    struct rq_lbm_chunk *chunk = object;
    int64_t pad = rq_jr_signed(s->jr, -1, UINT8_MAX);
    chunk->unpadded = pad < 0;
    chunk->pad = (uint8_t)(pad < 0 ? 0 : pad);
}

static bool has_pad(const struct rq_shaper *s, const void *object)
{
    const struct rq_lbm_chunk *chunk = object;
    (void)s;
    return chunk->pad || chunk->unpadded;
}

static bool has_payload(const struct rq_shaper *s, const void *object)
{
    const struct rq_lbm_chunk *chunk = object;
    (void)s;
    return chunk->payload.size && (chunk->kind == RQ_LBM_RAW || chunk->kind == RQ_LBM_BODY);
}

static bool is_explicit(const struct rq_shaper *s, const void *chunk)
{
    (void)chunk;
    return ((const struct rq_lbm *)s->outer)->packing == RQ_LBM_EXPLICIT;
}

static void finish_chunk(struct rq_shaper *s, void *chunk)
{
    struct rq_lbm *lbm = s->outer;
    lbm->has_header |= ((const struct rq_lbm_chunk *)chunk)->kind == RQ_LBM_BMHD;
}

#define BODY .outer = true, RQ_CHUNK(rq_lbm_chunk, RQ_LBM_BODY, "BODY")
static const struct rq_member chunk_members[] = {
    {RQ_FIXED("tag", rq_lbm_chunk, tag), .first = true},
    {RQ_RECORD(rq_lbm, header, rq_lbm_header_rec), .outer = true,
     RQ_CHUNK(rq_lbm_chunk, RQ_LBM_BMHD, "BMHD")},
    {RQ_HOOK("colors", put_colors, take_colors), RQ_CHUNK(rq_lbm_chunk, RQ_LBM_CMAP, "CMAP")},
    {RQ_CHOICE("packing", rq_lbm, packing, packing_names), .optional = true, BODY},
    {RQ_MEMBER("packed", rq_lbm, packed, BYTES), BODY, .when = is_explicit},
    {RQ_MEMBER("rows", rq_lbm, rows, BYTES), BODY, .when = rq_member_always},
    {RQ_MEMBER("payload", rq_lbm_chunk, payload, BYTES), .when = has_payload},
    {RQ_HOOK("pad", put_pad, take_pad), .when = has_pad},
};
#undef BODY
static const struct rq_shape chunk_shape = {
    RQ_SHAPE("chunk", rq_lbm_chunk, RQ_IN_LINES, chunk_members), .finish = finish_chunk};

/* ---- the document ---- */

static bool put_size_off(struct rq_shaper *s, const void *object)
{
    const struct rq_lbm *lbm = object;
    if (!lbm->size_off)
        return true;
    rq_json_key(s->j, s->member->name);
    rq_json_i64(s->j, lbm->size_off);
    return true;
}

static void take_size_off(struct rq_shaper *s, void *object)
{
    ((struct rq_lbm *)object)->size_off =
        rq_jr_signed(s->jr, -(INT64_C(1) << 32), INT64_C(1) << 32);
}

/* A packed stream holds as long as it unpacks to the rows. */
static void finish(struct rq_shaper *s, void *object)
{
    struct rq_lbm *lbm = object;
    const char *wrong = rq_lbm_misshape(lbm);
    rq_chunk_once(s, lbm->chunks, lbm->chunk_count, sizeof *lbm->chunks);
    if (!wrong && !rq_tag_is(lbm->type, "ILBM") && !rq_tag_is(lbm->type, "PBM "))
        wrong = "\"type\" is \"ILBM\" or \"PBM \"";
    if (wrong)
        rq_jr_bad(s->jr, "%s", wrong);
    if (!rq_jr_ok(s->jr) || lbm->packing != RQ_LBM_EXPLICIT)
        return;
    uint8_t *rows = rq_jr_get(s->jr, lbm->rows.size, 1);
    if (rows && (!rq_lbm_unpack(lbm, lbm->packed, rows) ||
                 !rq_same(lbm->rows, (struct rq_bytes){rows, lbm->rows.size}))) {
        lbm->packing = RQ_LBM_UNSETTLED;
        lbm->packed = (struct rq_bytes){0};
    }
}

static const struct rq_member members[] = {
    {RQ_FIXED("type", rq_lbm, type)},
    {RQ_HOOK("size_off", put_size_off, take_size_off)},
    {RQ_LIST("chunks", rq_lbm, chunks, chunk_count, chunk_shape)},
    {RQ_MEMBER("trailing", rq_lbm, trailing, BYTES)},
};
const struct rq_shape rq_lbm_shape = {RQ_SHAPE("lbm", rq_lbm, RQ_IN_LINES, members),
                                      .finish = finish};
