#include "formats/kotor/wav_parts.h"

RQ_RECORD_TABLE(rq_wav_format, RQ_WAV_FORMAT);

static void bytes_json(struct rq_json *j, const char *key, struct rq_bytes bytes)
{
    if (!bytes.size)
        return;
    rq_json_key(j, key);
    rq_json_base64(j, bytes);
}

static void number_json(struct rq_json *j, const char *key, bool there, uint32_t v)
{
    if (!there)
        return;
    rq_json_key(j, key);
    rq_json_u64(j, v);
}

static void chunk_json(struct rq_doc *doc, struct rq_json *j, const struct rq_wav_chunk *chunk)
{
    rq_json_object_row(j);
    rq_json_key(j, "id");
    rq_json_text(j, doc->page, (struct rq_bytes){(const uint8_t *)chunk->id, 4});
    number_json(j, "size", chunk->odd_size, chunk->stated);
    if (chunk->kind == RQ_WAV_FMT)
        rq_rec_json(j, &rq_wav_format_rec, &chunk->format, doc->page, NULL);
    number_json(j, "extra_size", chunk->has_extra, chunk->extra_size);
    number_json(j, "block_samples", chunk->has_block_samples, chunk->block_samples);
    number_json(j, "samples", chunk->kind == RQ_WAV_FACT, chunk->samples);
    bytes_json(j, "data", chunk->data);
    number_json(j, "pad", chunk->pad != 0, chunk->pad);
    if (chunk->unpadded) {
        rq_json_key(j, "padded");
        rq_json_bool(j, false);
    }
    rq_json_end_object(j);
}

bool rq_wav_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_wav *wav = doc->root;
    (void)err;
    bytes_json(j, "prefix", wav->prefix);
    number_json(j, "riff_size", wav->odd_size, wav->riff_size);
    rq_json_key(j, "chunks");
    rq_json_array(j);
    for (size_t i = 0; i < wav->chunk_count; i++)
        chunk_json(doc, j, &wav->chunks[i]);
    rq_json_end_array(j);
    bytes_json(j, "riff_tail", wav->riff_tail);
    bytes_json(j, "stream", wav->stream);
    return true;
}

/* ---- and back ---- */

static uint16_t take16(struct rq_jr *jr, bool *there)
{
    *there = true;
    return (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
}

/* Fields that only one kind of chunk has. */
static bool take_typed(struct rq_doc *doc, struct rq_jr *jr, struct rq_wav_chunk *chunk,
                       struct rq_str key)
{
    if (rq_str_is(key, "samples")) {
        chunk->kind = RQ_WAV_FACT;
        chunk->samples = rq_jr_u32(jr);
        return true;
    }
    if (rq_str_is(key, "extra_size"))
        chunk->extra_size = take16(jr, &chunk->has_extra);
    else if (rq_str_is(key, "block_samples"))
        chunk->block_samples = take16(jr, &chunk->has_block_samples);
    else if (!rq_rec_take(jr, &rq_wav_format_rec, &chunk->format, doc->page, key))
        return false;
    chunk->kind = RQ_WAV_FMT;
    return true;
}

static void take_chunk(struct rq_doc *doc, struct rq_jr *jr, struct rq_wav_chunk *chunk)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "id"))
            rq_jr_fixed(jr, doc->page, chunk->id, 4);
        else if (rq_str_is(key, "data"))
            chunk->data = rq_jr_base64(jr);
        else if (rq_str_is(key, "size")) {
            chunk->odd_size = true;
            chunk->stated = rq_jr_u32(jr);
        } else if (rq_str_is(key, "pad"))
            chunk->pad = (uint8_t)rq_jr_unsigned(jr, 255);
        else if (rq_str_is(key, "padded"))
            chunk->unpadded = !rq_jr_bool(jr);
        else if (!take_typed(doc, jr, chunk, key))
            rq_jr_unknown(jr, key);
    }
    static const char ids[][5] = {"", "fmt ", "fact"};
    if (chunk->kind == RQ_WAV_OTHER && memcmp(chunk->id, "data", 4) == 0)
        chunk->kind = RQ_WAV_DATA;
    else if (chunk->kind && memcmp(chunk->id, ids[chunk->kind], 4) != 0)
        rq_jr_bad(jr, "these are fields of a chunk with the id \"%s\"", ids[chunk->kind]);
}

static bool is_prefix(struct rq_bytes prefix)
{
    return prefix.size == SFX_PREFIX || prefix.size == VO_PREFIX;
}

bool rq_wav_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_wav *wav = doc->root = rq_jr_get(jr, 1, sizeof *wav);
    struct rq_str key;
    while (wav && rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "prefix")) {
            wav->prefix = rq_jr_base64(jr);
            if (rq_jr_ok(jr) && !is_prefix(wav->prefix))
                rq_jr_bad(jr, "a prefix has %d or %d bytes", SFX_PREFIX, VO_PREFIX);
        } else if (rq_str_is(key, "riff_size")) {
            wav->odd_size = true;
            wav->riff_size = rq_jr_u32(jr);
        } else if (rq_str_is(key, "chunks") && !wav->chunks) {
            wav->chunks = rq_jr_get(jr, rq_jr_length(jr), sizeof *wav->chunks);
            rq_jr_array(jr);
            while (wav->chunks && rq_jr_more(jr))
                take_chunk(doc, jr, &wav->chunks[wav->chunk_count++]);
        } else if (rq_str_is(key, "riff_tail")) {
            wav->riff_tail = rq_jr_base64(jr);
        } else if (rq_str_is(key, "stream")) {
            wav->stream = rq_jr_base64(jr);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    return wav && rq_jr_ok(jr);
}
