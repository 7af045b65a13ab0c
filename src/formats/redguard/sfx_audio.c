#include "formats/redguard/audio.h"

RQ_RECORD_TABLE(rq_sound_header, RQ_SOUND_HEADER);

/* The rate for a header that has none; half of the game's sounds have it. */
enum { USUAL_RATE = 22050, MOST_RATE = 1 << 24 };

bool rq_sound_read_header(struct rq_cur *c, struct rq_sound_header *header)
{
    return rq_rec_read(c, &rq_sound_header_rec, header);
}

void rq_sound_write(struct rq_out *out, const struct rq_sound *sound, uint64_t length)
{
    struct rq_sound_header header = sound->header;
    if (length > UINT32_MAX && !out->failed)
        out->failed = RQ_LIMIT;
    header.data_length = (uint32_t)length;
    rq_rec_write(out, &rq_sound_header_rec, &header);
    rq_put_bytes(out, sound->samples);
}

static const struct rq_member sound_members[] = {
    {RQ_RECORD(rq_sound, header, rq_sound_header_rec)},
    {RQ_MEMBER("samples", rq_sound, samples, BYTES), .when = rq_member_always},
};
const struct rq_shape rq_sound_shape = {RQ_SHAPE("sound", rq_sound, RQ_IN_LINES, sound_members)};

/* The type says both; a type that nobody knows is mono, and bit_depth has its bits. */
static unsigned bits_of(const struct rq_sound_header *h)
{
    return (h->type_id > 3 ? h->bit_depth != 0 : h->type_id & 1) ? 16 : 8;
}

static unsigned channels_of(const struct rq_sound_header *h)
{
    return h->type_id == 2 || h->type_id == 3 ? 2 : 1;
}

static bool rate_can_be(const struct rq_sound_header *h)
{
    return h->sample_rate > 0 && h->sample_rate <= MOST_RATE;
}

void rq_sound_look(struct rq_doc *doc, const struct rq_sound *sound, uint64_t at, const char *where)
{
    const struct rq_sound_header *h = &sound->header;
    unsigned frame = channels_of(h) * bits_of(h) / 8;
    if (h->type_id > 3)
        rq_find(doc, "unknown-type", at, where, "type %u; taken for %u bits, mono", h->type_id,
                bits_of(h));
    else if (h->bit_depth != (h->type_id & 1))
        rq_find(doc, "type-against-depth", at + 4, where, "type %u, but bit_depth %u", h->type_id,
                h->bit_depth);
    if (!rate_can_be(h))
        rq_find(doc, "impossible-rate", at + 8, where, "%u samples a second; taken for %d",
                h->sample_rate, USUAL_RATE);
    if (sound->samples.size % frame)
        rq_find(doc, "partial-sample", at + 22, where, "%zu bytes are not whole samples of %u",
                sound->samples.size, frame);
}

void rq_sound_follows(struct rq_follow *f, struct rq_sound *sound, const char *list, size_t i)
{
    struct rq_sound_header *h = &sound->header;
    uint32_t frame = channels_of(h) * bits_of(h) / 8, size = (uint32_t)sound->samples.size;
    uint32_t end = h->loop_end, offset = h->loop_offset;
    if (h->type_id <= 3)
        rq_follow(f, &h->bit_depth, sizeof h->bit_depth, h->type_id & 1, "%s/%zu/bit_depth", list,
                  i);
    rq_follow(f, &h->loop_end, sizeof h->loop_end,
              end != UINT32_MAX && end > size / frame ? size / frame : end, "%s/%zu/loop_end", list,
              i);
    rq_follow(f, &h->loop_offset, sizeof h->loop_offset, offset > size ? 0 : offset,
              "%s/%zu/loop_offset", list, i);
}

struct rq_clip rq_sound_clip(const struct rq_sound *sound)
{
    const struct rq_sound_header *h = &sound->header;
    uint32_t frame = channels_of(h) * bits_of(h) / 8;
    uint32_t frames = (uint32_t)(sound->samples.size / frame);
    uint32_t begin = h->loop_offset / frame;
    uint32_t end = h->loop_end < frames ? h->loop_end : frames;
    bool loops = h->loop_flag != 0 && begin < end;
    return (struct rq_clip){.rate = rate_can_be(h) ? h->sample_rate : USUAL_RATE,
                            .channels = (uint16_t)channels_of(h),
                            .bits = (uint16_t)bits_of(h),
                            .samples = {sound->samples.data, (size_t)frames * frame},
                            .loops = loops,
                            .loop_begin = loops ? begin : 0,
                            .loop_end = loops ? end : 0};
}

bool rq_sound_put(struct rq_sound *sound, const struct rq_clip *clip, const char *name,
                  struct rq_error *err)
{
    struct rq_sound_header *h = &sound->header;
    if (clip->channels < 1 || clip->channels > 2)
        return rq_fail(err, RQ_USAGE, 0, name, "%u channels; a sound here has one or two",
                       clip->channels);
    if (clip->bits != 8 && clip->bits != 16)
        return rq_fail(err, RQ_USAGE, 0, name, "%u bits; a sound here has 8 or 16", clip->bits);
    if (clip->rate == 0 || clip->rate > MOST_RATE)
        return rq_fail(err, RQ_USAGE, 0, name, "%u samples a second can't be", clip->rate);
    if (clip->samples.size > UINT32_MAX)
        return rq_fail(err, RQ_LIMIT, 0, name, "a sound has at most 4 GiB");
    h->bit_depth = clip->bits == 16;
    h->type_id = h->bit_depth + (clip->channels == 2 ? 2 : 0);
    h->sample_rate = clip->rate;
    sound->samples = clip->samples;
    return true;
}
