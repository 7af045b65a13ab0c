/* WAV: RIFF chunks, with up to two things around them: 470 bytes before a sound effect, an MP3
 * behind the RIFF of a voice. */
#include "codec/adpcm.h"
#include "formats/kotor/wav_parts.h"

#include <stdio.h>

RQ_RECORD_TABLE(rq_wav_format, RQ_WAV_FORMAT);

enum { FMT_SIZE = 16 };

/* ---- detection ---- */

static bool is_riff(struct rq_bytes in, size_t at)
{
    return in.size >= at + 12 && memcmp(in.data + at, "RIFF", 4) == 0 &&
           memcmp(in.data + at + 8, "WAVE", 4) == 0;
}

/* Where the RIFF begins; in.size when there is none. PyKotor puts 20 bytes before some voices that
 * begin with RIFF as well: the second one counts. */
static size_t prefix_size(struct rq_bytes in)
{
    if (is_riff(in, VO_PREFIX) && memcmp(in.data, "RIFF", 4) == 0)
        return VO_PREFIX;
    if (is_riff(in, 0))
        return 0;
    return is_riff(in, SFX_PREFIX) ? SFX_PREFIX : in.size;
}

static unsigned wav_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    return prefix_size(in) < in.size ? 64 : 0;
}

/* ---- reading ---- */

static bool is_id(const uint8_t *p)
{
    for (unsigned i = 0; i < 4; i++)
        if (p[i] < 0x20 || p[i] > 0x7E)
            return false;
    return true;
}

static struct rq_bytes take_rest(struct rq_cur *c, const char *name)
{
    size_t size = rq_left(c);
    const uint8_t *p = size ? rq_take(c, size, RQ_KIND_bytes, name) : NULL;
    return (struct rq_bytes){p, p ? size : 0};
}

/* Some writers leave the byte out: then the next chunk begins where it would be. */
static void read_pad(struct rq_cur *c, struct rq_wav_chunk *chunk)
{
    chunk->unpadded = rq_left(c) == 0 || (rq_left(c) >= 8 && is_id(c->p));
    if (!chunk->unpadded)
        chunk->pad = rq_u8(c, "pad");
}

static void read_payload(struct rq_cur *c, struct rq_wav_chunk *chunk)
{
    size_t size = rq_left(c);
    if (memcmp(chunk->id, "data", 4) == 0)
        chunk->kind = RQ_WAV_DATA;
    if (memcmp(chunk->id, "fmt ", 4) == 0 && size >= FMT_SIZE) {
        chunk->kind = RQ_WAV_FMT;
        rq_rec_read(c, &rq_wav_format_rec, &chunk->format);
        chunk->has_extra = size >= FMT_SIZE + 2;
        if (chunk->has_extra)
            chunk->extra_size = rq_u16(c, "extra_size");
        chunk->has_block_samples = size >= FMT_SIZE + 4 && chunk->format.codec == RQ_WAV_IMA;
        if (chunk->has_block_samples)
            chunk->block_samples = rq_u16(c, "block_samples");
    }
    if (memcmp(chunk->id, "fact", 4) == 0 && size >= 4) {
        chunk->kind = RQ_WAV_FACT;
        chunk->samples = rq_u32(c, "samples");
    }
    chunk->data = take_rest(c, "data");
}

static bool read_chunk(struct rq_doc *doc, struct rq_cur *c, struct rq_wav_chunk *chunk)
{
    uint64_t at = rq_tell(c);
    const uint8_t *id = rq_take(c, 4, RQ_KIND_text, "id");
    uint32_t size = rq_u32(c, "size");
    if (!id)
        return false;
    memcpy(chunk->id, id, 4);
    chunk->odd_size = size > rq_left(c);
    chunk->stated = chunk->odd_size ? size : 0;
    if (chunk->odd_size)
        rq_find(doc, "cut-chunk", at + 4, "chunks", "%u bytes, but the RIFF has %zu more", size,
                rq_left(c));
    struct rq_cur part = *c;
    part.begin = c->p;
    part.end = chunk->odd_size ? c->end : c->p + size;
    c->p = part.end;
    read_payload(&part, chunk);
    if (!chunk->odd_size && (size & 1))
        read_pad(c, chunk);
    return rq_ok(c);
}

/* The same steps as read_chunk, without keeping anything. */
static size_t count_chunks(struct rq_cur c)
{
    size_t count = 0;
    for (; rq_left(&c) >= 8; count++) {
        uint32_t size = rq_get32(c.p + 4);
        c.p += 8;
        if (size > rq_left(&c))
            return count + 1;
        c.p += size;
        if ((size & 1) && rq_left(&c) && !(rq_left(&c) >= 8 && is_id(c.p)))
            c.p++;
    }
    return count;
}

static bool read_riff(struct rq_doc *doc, struct rq_cur *c, struct rq_wav *wav)
{
    uint64_t at = rq_tell(c);
    rq_take(c, 4, RQ_KIND_text, "riff");
    uint32_t size = rq_u32(c, "riff_size");
    struct rq_cur riff = *c;
    wav->odd_size = size < 4 || size > rq_left(c);
    wav->riff_size = wav->odd_size ? size : 0;
    if (wav->odd_size)
        rq_find(doc, "wrong-riff-size", at + 4, "riff_size", "%u, but %zu bytes follow", size,
                rq_left(c));
    else
        riff.end = c->p + size;
    c->p = riff.end;
    rq_take(&riff, 4, RQ_KIND_text, "form");
    size_t count = count_chunks(riff);
    if (!(wav->chunks = rq_cur_get(doc, c, count, sizeof *wav->chunks)))
        return false;
    while (wav->chunk_count < count && rq_ok(c)) {
        rq_enter(c, "chunks", (int64_t)wav->chunk_count);
        read_chunk(doc, &riff, &wav->chunks[wav->chunk_count++]);
        rq_leave(c);
    }
    wav->riff_tail = take_rest(&riff, "riff_tail");
    if (wav->riff_tail.size)
        rq_find(doc, "no-chunk", at, "riff_tail", "%zu bytes that are not a chunk",
                wav->riff_tail.size);
    return rq_ok(c);
}

struct rq_wav_chunk *rq_wav_chunk_of(const struct rq_wav *wav, enum rq_wav_kind kind)
{
    for (size_t i = 0; i < wav->chunk_count; i++)
        if (wav->chunks[i].kind == kind)
            return &wav->chunks[i];
    return NULL;
}

static void look_at_sound(struct rq_doc *doc, const struct rq_wav_format *f, struct rq_bytes data)
{
    uint64_t at = data.size ? (uint64_t)(data.data - doc->source.data) : 0;
    unsigned frame = (unsigned)f->channels * f->bits / 8;
    if (f->codec == RQ_WAV_PCM && (frame == 0 || f->block_align != frame))
        rq_find(doc, "wrong-frame", at, "block_align", "%u, but a frame has %u bytes",
                f->block_align, frame);
    if (f->codec == RQ_WAV_PCM && frame && data.size % frame)
        rq_find(doc, "cut-frame", at, "data", "%zu bytes are not whole frames of %u", data.size,
                frame);
    if (f->codec == RQ_WAV_IMA && !rq_adpcm_frames(data.size, f->block_align, f->channels))
        rq_find(doc, "wrong-block", at, "block_align", "blocks of %u bytes can't be",
                f->block_align);
    size_t odd = f->codec == RQ_WAV_IMA ? rq_adpcm_odd(data, f->block_align, f->channels) : 0;
    if (odd)
        rq_find(doc, "wrong-step", at, "data", "%zu blocks have a step beyond the table", odd);
    if (f->codec != RQ_WAV_PCM && f->codec != RQ_WAV_IMA && f->codec != RQ_WAV_MP3)
        rq_find(doc, "unknown-codec", at, "codec", "0x%x is not known", f->codec);
}

static void look(struct rq_doc *doc, const struct rq_wav *wav)
{
    const struct rq_wav_chunk *fmt = rq_wav_chunk_of(wav, RQ_WAV_FMT);
    const struct rq_wav_chunk *data = rq_wav_chunk_of(wav, RQ_WAV_DATA);
    struct rq_bytes mp3 = rq_wav_mp3(wav);
    struct rq_mp3 info;
    if (wav->prefix.size == SFX_PREFIX && memcmp(wav->prefix.data, "\xFF\xF3\x60\xC4", 4) != 0)
        rq_find(doc, "unknown-prefix", 0, "prefix", "does not begin with ff f3 60 c4");
    if (wav->stream.size && !rq_mp3_look(wav->stream, &info))
        rq_find(doc, "no-mp3", (uint64_t)(wav->stream.data - doc->source.data), "stream",
                "%zu bytes that the game takes for MP3", wav->stream.size);
    if (!fmt || !data)
        rq_find(doc, "missing-chunk", wav->prefix.size, "chunks", "there is no %s chunk",
                fmt ? "data" : "fmt");
    else if (!mp3.size)
        look_at_sound(doc, &fmt->format, data->data);
}

static bool wav_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_wav *wav = doc->root = rq_cur_get(doc, c, 1, sizeof *wav);
    size_t prefix = prefix_size((struct rq_bytes){c->p, rq_left(c)});
    if (!wav)
        return false;
    if (prefix >= rq_left(c))
        return rq_bad(c, RQ_BAD_MAGIC, 0, "no RIFF WAVE at 0, nor at %d", SFX_PREFIX);
    if (prefix)
        wav->prefix = (struct rq_bytes){rq_take(c, prefix, RQ_KIND_bytes, "prefix"), prefix};
    if (!read_riff(doc, c, wav))
        return false;
    wav->stream = take_rest(c, "stream");
    look(doc, wav);
    return rq_ok(c);
}

/* ---- writing ---- */

static void put_chunk(struct rq_out *out, const struct rq_wav_chunk *chunk)
{
    rq_put(out, chunk->id, 4);
    size_t size_at = rq_hole32(out), start = out->size;
    if (chunk->kind == RQ_WAV_FMT) {
        rq_rec_write(out, &rq_wav_format_rec, &chunk->format);
        if (chunk->has_extra)
            rq_put16(out, chunk->extra_size);
        if (chunk->has_block_samples)
            rq_put16(out, chunk->block_samples);
    }
    if (chunk->kind == RQ_WAV_FACT)
        rq_put32(out, chunk->samples);
    rq_put_bytes(out, chunk->data);
    size_t size = out->size - start;
    rq_patch32(out, size_at, chunk->odd_size ? chunk->stated : size);
    if (!chunk->odd_size && (size & 1) && !chunk->unpadded)
        rq_put8(out, chunk->pad);
}

static bool wav_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_wav *wav = doc->root;
    (void)err;
    rq_put_bytes(out, wav->prefix);
    rq_put(out, "RIFF", 4);
    size_t size_at = rq_hole32(out), start = out->size;
    rq_put(out, "WAVE", 4);
    for (size_t i = 0; i < wav->chunk_count && !out->failed; i++)
        put_chunk(out, &wav->chunks[i]);
    rq_put_bytes(out, wav->riff_tail);
    rq_patch32(out, size_at, wav->odd_size ? wav->riff_size : out->size - start);
    rq_put_bytes(out, wav->stream);
    return true;
}

static const struct rq_facet_sounds sounds = {
    .clips = rq_wav_clips,
    .put_clip = rq_wav_put_clip,
    .stream = rq_wav_stream,
    .put_stream = rq_wav_put_stream,
    .wrap = rq_wav_wrap,
};

static const struct rq_format_record wav_records[] = {{&rq_wav_format_rec, "the chunk \"fmt \""},
                                                      {NULL, NULL}};

static const struct rq_finding_kind wav_findings[] = {
    {"wrong-riff-size", RQ_WARNING, "the size of the RIFF is not what follows",
     "It is read up to the end of the file, and the stated size is kept. What the game does with it "
     "is not known."},
    {"cut-chunk", RQ_WARNING, "a chunk that goes beyond the end of the RIFF",
     "What is there is read, and the stated size is kept. The file was cut off, or its size is "
     "wrong."},
    {"no-chunk", RQ_WARNING, "bytes at the end of the RIFF that are not a chunk",
     "No reader uses them. They are kept when the file is written."},
    {"missing-chunk", RQ_WARNING, "no fmt chunk, or no data chunk", "There is no sound to play."},
    {"unknown-codec", RQ_WARNING, "a codec that the game does not have",
     "The game plays PCM, IMA ADPCM and MP3. Save the sound as one of them."},
    {"wrong-frame", RQ_WARNING, "block_align is not what a frame of samples takes",
     "Readers that go by it play noise. Save the sound again."},
    {"stale-value", RQ_WARNING, "a rate, size or loop that does not follow from format and samples",
     "The value is kept as it is until an edit changes what it follows from. Sounds are played by the "
     "samples."},
    {"cut-frame", RQ_WARNING, "the samples are not whole frames",
     "The last frame is not played. The bytes are kept."},
    {"wrong-block", RQ_WARNING, "blocks of ADPCM of a size that can't be",
     "There is no sound to play."},
    {"wrong-step", RQ_WARNING, "a block of ADPCM with a step behind the end of the table",
     "It counts as the last step here. What the game plays is not known."},
    {"unknown-prefix", RQ_WARNING, "the bytes before a sound effect do not begin as the game's do",
     "The game's effects begin with ff f3 60 c4. What it does with others is not known."},
    {"no-mp3", RQ_WARNING, "bytes behind the sound that are not MP3",
     "The game takes what stands behind the RIFF for MP3 and would play it. Take them out."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_wav = {
    .info = {"wav", "Sound", "kotor", "wav"},
    .detect = wav_detect,
    .read = wav_read,
    .write = wav_write,
    .records = wav_records,
    .findings = wav_findings,
    .shape = &rq_wav_shape,
    .follows = rq_wav_follows,
    .facts = rq_wav_facts,
    .fresh = rq_wav_fresh,
    .sounds = &sounds,
};
