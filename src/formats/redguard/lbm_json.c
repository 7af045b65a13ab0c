/* LBM as JSON: chunks in order; the header by its fields, the palette as rows of colours, BODY as
 * its unpacked rows. */
#include "formats/redguard/colors.h"
#include "formats/redguard/lbm_parts.h"

static const char *const packing_names[] = {"", "runs_of_3", "pairs_first", "runs_of_2",
                                            "explicit"};

static void bytes_json(struct rq_json *j, const char *key, struct rq_bytes bytes)
{
    rq_json_key(j, key);
    rq_json_base64(j, bytes);
}

static void body_json(struct rq_json *j, const struct rq_lbm *lbm)
{
    if (lbm->packing) {
        rq_json_key(j, "packing");
        rq_json_str(j, packing_names[lbm->packing]);
    }
    if (lbm->packing == RQ_LBM_EXPLICIT)
        bytes_json(j, "packed", lbm->packed);
    bytes_json(j, "rows", lbm->rows);
}

static void chunk_json(struct rq_doc *doc, struct rq_json *j, const struct rq_lbm_chunk *chunk)
{
    const struct rq_lbm *lbm = doc->root;
    bool own = chunk->kind == RQ_LBM_RAW || chunk->kind == RQ_LBM_BODY;
    rq_json_object(j);
    rq_json_key(j, "tag");
    rq_json_text(j, doc->page, (struct rq_bytes){(const uint8_t *)chunk->tag, 4});
    if (chunk->kind == RQ_LBM_BMHD)
        rq_rec_json(j, &rq_lbm_header_rec, &lbm->header, doc->page, NULL);
    else if (chunk->kind == RQ_LBM_CMAP)
        rq_colors_json(j, "colors", lbm->colors.data, lbm->colors.size / 3, 3);
    else if (chunk->kind == RQ_LBM_BODY)
        body_json(j, lbm);
    if (own)
        rq_json_bytes(j, "payload", chunk->payload);
    if (chunk->pad || chunk->unpadded) {
        rq_json_key(j, "pad");
        rq_json_i64(j, chunk->unpadded ? -1 : chunk->pad);
    }
    rq_json_end_object(j);
}

bool rq_lbm_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_lbm *lbm = doc->root;
    (void)err;
    rq_json_key(j, "type");
    rq_json_text(j, doc->page, (struct rq_bytes){(const uint8_t *)lbm->type, 4});
    if (lbm->size_off) {
        rq_json_key(j, "size_off");
        rq_json_i64(j, lbm->size_off);
    }
    rq_json_key(j, "chunks");
    rq_json_array(j);
    for (size_t i = 0; i < lbm->chunk_count; i++)
        chunk_json(doc, j, &lbm->chunks[i]);
    rq_json_end_array(j);
    rq_json_bytes(j, "trailing", lbm->trailing);
    return true;
}

/* ---- and back ---- */

static void take_packing(struct rq_jr *jr, struct rq_lbm *lbm)
{
    struct rq_str s = rq_jr_string(jr);
    for (int i = RQ_LBM_RUNS_OF_3; i <= RQ_LBM_EXPLICIT; i++)
        if (rq_str_is(s, packing_names[i]))
            lbm->packing = (enum rq_lbm_packing)i;
    if (!lbm->packing)
        rq_jr_bad(jr, "\"%.*s\" is no packing", (int)(s.size < 30 ? s.size : 30), s.text);
}

static bool take_body(struct rq_jr *jr, struct rq_lbm *lbm, struct rq_lbm_chunk *chunk,
                      struct rq_str key)
{
    if (chunk->kind != RQ_LBM_BODY && lbm->rows.data)
        return false;
    if (rq_str_is(key, "rows"))
        lbm->rows = rq_jr_base64(jr);
    else if (rq_str_is(key, "packed"))
        lbm->packed = rq_jr_base64(jr);
    else if (rq_str_is(key, "packing"))
        take_packing(jr, lbm);
    else
        return false;
    chunk->kind = RQ_LBM_BODY;
    return true;
}

static void take_pad(struct rq_jr *jr, struct rq_lbm_chunk *chunk)
{
    int64_t pad = rq_jr_signed(jr, -1, 255);
    chunk->unpadded = pad < 0;
    chunk->pad = (uint8_t)(pad < 0 ? 0 : pad);
}

/* A member that only one kind of chunk has; true when it was one. */
static bool take_member(struct rq_doc *doc, struct rq_jr *jr, struct rq_lbm_chunk *chunk,
                        struct rq_str key)
{
    struct rq_lbm *lbm = doc->root;
    if (rq_tag_is(chunk->tag, "CMAP") && rq_str_is(key, "colors") && !lbm->colors.data) {
        chunk->kind = RQ_LBM_CMAP;
        size_t count = rq_jr_length(jr);
        lbm->colors = (struct rq_bytes){rq_colors_take(jr, count, 3), count * 3};
        return true;
    }
    if (rq_tag_is(chunk->tag, "BMHD") && (chunk->kind == RQ_LBM_BMHD || !lbm->has_header)) {
        chunk->kind = RQ_LBM_BMHD;
        lbm->has_header = true;
        return rq_rec_take(jr, &rq_lbm_header_rec, &lbm->header, doc->page, key);
    }
    return rq_tag_is(chunk->tag, "BODY") && take_body(jr, lbm, chunk, key);
}

static void take_chunk(struct rq_doc *doc, struct rq_jr *jr, struct rq_lbm_chunk *chunk)
{
    struct rq_str key;
    bool first = true;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (first != rq_str_is(key, "tag"))
            rq_jr_bad(jr, "a chunk starts with its \"tag\"");
        else if (first)
            rq_jr_fixed(jr, doc->page, chunk->tag, 4);
        else if (rq_str_is(key, "payload"))
            chunk->payload = rq_jr_base64(jr);
        else if (rq_str_is(key, "pad"))
            take_pad(jr, chunk);
        else if (!take_member(doc, jr, chunk, key))
            rq_jr_unknown(jr, key);
        first = false;
    }
}

/* A packed stream holds as long as it unpacks to the rows. */
static void bind(struct rq_jr *jr, struct rq_lbm *lbm)
{
    if (!rq_jr_ok(jr))
        return;
    const char *wrong = rq_lbm_misshape(lbm);
    if (!wrong && !rq_tag_is(lbm->type, "ILBM") && !rq_tag_is(lbm->type, "PBM "))
        wrong = "\"type\" is \"ILBM\" or \"PBM \"";
    if (wrong)
        rq_jr_bad(jr, "%s", wrong);
    if (wrong || lbm->packing != RQ_LBM_EXPLICIT)
        return;
    uint8_t *rows = rq_jr_get(jr, lbm->rows.size, 1);
    if (rows && (!rq_lbm_unpack(lbm, lbm->packed, rows) ||
                 !rq_same(lbm->rows, (struct rq_bytes){rows, lbm->rows.size}))) {
        lbm->packing = RQ_LBM_UNSETTLED;
        lbm->packed = (struct rq_bytes){0};
    }
}

bool rq_lbm_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_lbm *lbm = doc->root = rq_jr_get(jr, 1, sizeof *lbm);
    struct rq_str key;
    while (lbm && rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "type")) {
            rq_jr_fixed(jr, doc->page, lbm->type, 4);
        } else if (rq_str_is(key, "size_off")) {
            lbm->size_off = rq_jr_signed(jr, -(INT64_C(1) << 32), INT64_C(1) << 32);
        } else if (rq_str_is(key, "chunks") && !lbm->chunks) {
            lbm->chunks = rq_jr_get(jr, rq_jr_length(jr), sizeof *lbm->chunks);
            rq_jr_array(jr);
            while (lbm->chunks && rq_jr_more(jr))
                take_chunk(doc, jr, &lbm->chunks[lbm->chunk_count++]);
        } else if (rq_str_is(key, "trailing")) {
            lbm->trailing = rq_jr_base64(jr);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (lbm)
        bind(jr, lbm);
    return rq_jr_ok(jr);
}
