/* RIFF WAVE with PCM samples. */
#include "convert/convert.h"

enum { PCM = 1, EXTENSIBLE = 0xfffe };

static bool clip_is_sound(const struct rq_clip *clip, struct rq_error *err)
{
    if ((clip->bits != 8 && clip->bits != 16) || clip->channels == 0 || clip->rate == 0)
        return rq_fail(err, RQ_USAGE, 0, "wav", "%u bits, %u channels, %u Hz can't be a WAV",
                       clip->bits, clip->channels, clip->rate);
    size_t frame = (size_t)clip->channels * clip->bits / 8;
    if (frame > UINT16_MAX || clip->rate > UINT32_MAX / frame)
        return rq_fail(err, RQ_USAGE, 0, "wav", "%u channels at %u Hz don't fit the header",
                       clip->channels, clip->rate);
    if (clip->samples.size % frame)
        return rq_fail(err, RQ_USAGE, 0, "wav", "%zu bytes are not whole frames of %zu",
                       clip->samples.size, frame);
    if (clip->loops &&
        (clip->loop_begin >= clip->loop_end || clip->loop_end > clip->samples.size / frame))
        return rq_fail(err, RQ_USAGE, 0, "wav", "a loop from %u to %u in %zu frames",
                       clip->loop_begin, clip->loop_end, clip->samples.size / frame);
    return true;
}

/* One forward loop without end. The last frame is part of it, hence loop_end - 1. */
static void put_loop(struct rq_out *out, const struct rq_clip *clip)
{
    rq_put(out, "smpl", 4);
    rq_put32(out, 36 + 24);
    rq_put_zeros(out, 8);                                                   /* maker, product */
    rq_put32(out, (uint32_t)((1000000000u + clip->rate / 2) / clip->rate)); /* ns a frame */
    rq_put32(out, 60); /* middle C plays it as it is */
    rq_put_zeros(out, 12);
    rq_put32(out, 1); /* loops */
    rq_put_zeros(out, 4 + 8);
    rq_put32(out, clip->loop_begin);
    rq_put32(out, clip->loop_end - 1);
    rq_put_zeros(out, 8);
}

bool rq_wav_write(struct rq_out *out, const struct rq_clip *clip, struct rq_error *err)
{
    if (!clip_is_sound(clip, err))
        return false;
    uint16_t frame = (uint16_t)(clip->channels * clip->bits / 8);
    size_t start = out->size;
    rq_put(out, "RIFF", 4);
    size_t size_at = rq_hole32(out);
    rq_put(out, "WAVEfmt ", 8);
    rq_put32(out, 16);
    rq_put16(out, PCM);
    rq_put16(out, clip->channels);
    rq_put32(out, clip->rate);
    rq_put32(out, clip->rate * frame);
    rq_put16(out, frame);
    rq_put16(out, clip->bits);
    rq_put(out, "data", 4);
    rq_put_size(out, clip->samples.size);
    rq_put_bytes(out, clip->samples);
    rq_put_zeros(out, clip->samples.size & 1);
    if (clip->loops)
        put_loop(out, clip);
    rq_patch32(out, size_at, out->size - start - 8);
    return out->failed ? rq_fail_out(err, out) : true;
}

/* ---- reading ---- */

static bool read_format(struct rq_cur *c, struct rq_clip *clip)
{
    uint64_t at = rq_tell(c);
    unsigned tag = rq_u16(c, "format");
    clip->channels = rq_u16(c, "channels");
    clip->rate = rq_u32(c, "rate");
    rq_u32(c, "byte rate");
    unsigned frame = rq_u16(c, "frame size");
    clip->bits = rq_u16(c, "bits");
    /* The extensible form has the real format as the start of a GUID, after 8 bytes. */
    if (tag == EXTENSIBLE && rq_ok(c)) {
        rq_take(c, 8, RQ_KIND_bytes, "extension");
        tag = rq_u16(c, "sub-format");
    }
    if (!rq_ok(c))
        return false;
    if (tag != PCM || (clip->bits != 8 && clip->bits != 16))
        return rq_bad(c, RQ_UNSUPPORTED, at, "format %u with %u bits; only PCM of 8 or 16 is read",
                      tag, clip->bits);
    if (clip->channels == 0 || clip->rate == 0 || frame != clip->channels * clip->bits / 8u)
        return rq_bad(c, RQ_CORRUPT, at, "%u channels, %u Hz, frames of %u bytes", clip->channels,
                      clip->rate, frame);
    return true;
}

/* Only the first loop is of use; a loop that lies outside of the samples is left out when
 * they are known, see rq_wav_read. */
static bool read_loop(struct rq_cur *c, struct rq_clip *clip)
{
    rq_take(c, 28, RQ_KIND_bytes, "sampler");
    uint32_t count = rq_u32(c, "loop count");
    rq_u32(c, "sampler data size");
    if (!rq_ok(c) || count == 0)
        return rq_ok(c);
    rq_take(c, 8, RQ_KIND_bytes, "loop");
    clip->loop_begin = rq_u32(c, "loop begin");
    uint32_t last = rq_u32(c, "loop last");
    clip->loops = rq_ok(c) && last < UINT32_MAX && last >= clip->loop_begin;
    clip->loop_end = clip->loops ? last + 1 : 0;
    return rq_ok(c);
}

/* Walks the chunks up to the end of the RIFF. Each begins at an even place; the pad byte
 * after the last may be absent. */
static bool read_chunks(struct rq_cur *c, struct rq_clip *clip, bool *format, bool *data)
{
    while (rq_ok(c) && rq_left(c)) {
        uint64_t at = rq_tell(c);
        const uint8_t *id = rq_take(c, 4, RQ_KIND_text, "chunk");
        uint32_t size = rq_u32(c, "chunk size");
        if (!rq_count(c, size, 1, "chunk size"))
            return false;
        struct rq_cur part = *c;
        part.begin = c->p;
        part.end = c->p + size;
        c->p += size;
        if ((size & 1) && rq_left(c))
            c->p++;
        if (memcmp(id, "fmt ", 4) == 0) {
            if (*format)
                return rq_bad(c, RQ_CORRUPT, at, "a second format chunk");
            *format = read_format(&part, clip);
        } else if (memcmp(id, "data", 4) == 0 && !*data) {
            clip->samples = (struct rq_bytes){part.p, size};
            *data = true;
        } else if (memcmp(id, "smpl", 4) == 0 && !clip->loops) {
            read_loop(&part, clip);
        }
    }
    return rq_ok(c);
}

bool rq_wav_read(struct rq_bytes wav, struct rq_clip *clip, struct rq_error *err)
{
    struct rq_error own = {0};
    struct rq_ctx ctx = {.err = err ? err : &own};
    struct rq_cur c = rq_cur_over(wav, &ctx);
    bool format = false, data = false;
    *clip = (struct rq_clip){0};
    rq_enter(&c, "wav", -1);
    const uint8_t *head = rq_take(&c, 12, RQ_KIND_bytes, "header");
    if (!head)
        return false;
    if (memcmp(head, "RIFF", 4) != 0 || memcmp(head + 8, "WAVE", 4) != 0)
        return rq_bad(&c, RQ_BAD_MAGIC, 0, "not a RIFF WAVE file");
    /* What follows the RIFF is none of ours. */
    uint32_t size = rq_get32(head + 4);
    if (size < 4 || size - 4 > rq_left(&c))
        return rq_bad(&c, RQ_TRUNCATED, 4, "the RIFF holds %u bytes, but %zu are there", size,
                      rq_left(&c) + 4);
    c.end = c.p + (size - 4);
    if (!read_chunks(&c, clip, &format, &data))
        return false;
    if (!format || !data)
        return rq_bad(&c, RQ_CORRUPT, rq_tell(&c), "no %s chunk", format ? "data" : "format");
    size_t frame = (size_t)clip->channels * clip->bits / 8;
    if (clip->samples.size % frame)
        return rq_bad(&c, RQ_CORRUPT, (uint64_t)(clip->samples.data - wav.data),
                      "%zu bytes of samples are not whole frames of %zu", clip->samples.size,
                      frame);
    if (!clip->loops || clip->loop_end > clip->samples.size / frame) {
        clip->loops = false;
        clip->loop_begin = clip->loop_end = 0;
    }
    return true;
}
