#include "formats/kotor/wav_parts.h"

RQ_RECORD_TABLE(rq_wav_format, RQ_WAV_FORMAT);

/* A chunk in JSON: the members that it has tell its kind. */
struct form {
    struct rq_wav_chunk c;
    bool is_fmt, is_fact, has_padded, padded;
};

static bool fill(struct rq_shaper *s, const void *object, void *to)
{
    const struct rq_wav_chunk *chunk = object;
    (void)s;
    *(struct form *)to = (struct form){.c = *chunk,
                                       .is_fmt = chunk->kind == RQ_WAV_FMT,
                                       .is_fact = chunk->kind == RQ_WAV_FACT,
                                       .has_padded = chunk->unpadded};
    return true;
}

static void put_back(struct rq_shaper *s, void *from, void *object)
{
    static const char ids[][5] = {[RQ_WAV_FMT] = "fmt ", [RQ_WAV_FACT] = "fact"};
    const struct form *form = from;
    struct rq_wav_chunk *chunk = object;
    bool fmt = form->is_fmt || form->c.has_extra || form->c.has_block_samples;
    *chunk = form->c;
    chunk->unpadded = form->has_padded && !form->padded;
    chunk->kind = form->is_fact ? RQ_WAV_FACT : fmt ? RQ_WAV_FMT : RQ_WAV_OTHER;
    if (chunk->kind && (memcmp(chunk->id, ids[chunk->kind], 4) != 0 || (fmt && form->is_fact)))
        rq_jr_bad(s->jr, "these are fields of a chunk with the id \"%s\"", ids[chunk->kind]);
    if (!chunk->kind && memcmp(chunk->id, "data", 4) == 0)
        chunk->kind = RQ_WAV_DATA;
}

static bool put_id(struct rq_shaper *s, const void *object)
{
    rq_json_key(s->j, s->member->name);
    rq_json_text(s->j, s->page,
                 (struct rq_bytes){(const uint8_t *)((const struct form *)object)->c.id, 4});
    return true;
}

static void take_id(struct rq_shaper *s, void *object)
{
    rq_jr_fixed(s->jr, s->page, ((struct form *)object)->c.id, 4);
}

static const struct rq_member chunk_members[] = {
    {RQ_HOOK("id", put_id, take_id)},
    {RQ_VALUE("size", form, c.stated, u32), RQ_IF(form, c.odd_size)},
    {RQ_RECORD(form, c.format, rq_wav_format_rec), RQ_IF(form, is_fmt)},
    {RQ_VALUE("extra_size", form, c.extra_size, u16), RQ_IF(form, c.has_extra)},
    {RQ_VALUE("block_samples", form, c.block_samples, u16), RQ_IF(form, c.has_block_samples)},
    {RQ_VALUE("samples", form, c.samples, u32), RQ_IF(form, is_fact)},
    {RQ_MEMBER("data", form, c.data, BYTES)},
    {RQ_VALUE("pad", form, c.pad, u8), .optional = true},
    {RQ_MEMBER("padded", form, padded, BOOL), RQ_IF(form, has_padded)},
};
static const struct rq_shape chunk_shape = {
    RQ_SHAPE("chunk", rq_wav_chunk, RQ_IN_ROW, chunk_members), RQ_FORM(form, fill, put_back)};

static void finish(struct rq_shaper *s, void *object)
{
    size_t prefix = ((const struct rq_wav *)object)->prefix.size;
    if (prefix && prefix != SFX_PREFIX && prefix != VO_PREFIX)
        rq_jr_bad(s->jr, "a prefix has %d or %d bytes", SFX_PREFIX, VO_PREFIX);
}

static const struct rq_member wav_members[] = {
    {RQ_MEMBER("prefix", rq_wav, prefix, BYTES)},
    {RQ_VALUE("riff_size", rq_wav, riff_size, u32), RQ_IF(rq_wav, odd_size)},
    {RQ_LIST("chunks", rq_wav, chunks, chunk_count, chunk_shape)},
    {RQ_MEMBER("riff_tail", rq_wav, riff_tail, BYTES)},
    {RQ_MEMBER("stream", rq_wav, stream, BYTES)},
};
const struct rq_shape rq_wav_shape = {RQ_SHAPE("wav", rq_wav, RQ_IN_LINES, wav_members),
                                      .finish = finish};
