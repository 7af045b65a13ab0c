/* WAV for a person, as a sound, and the way back. */
#include "codec/adpcm.h"
#include "codec/mp3.h"
#include "formats/kotor/wav_parts.h"

struct rq_bytes rq_wav_mp3(const struct rq_wav *wav)
{
    const struct rq_wav_chunk *fmt = rq_wav_chunk_of(wav, RQ_WAV_FMT);
    const struct rq_wav_chunk *data = rq_wav_chunk_of(wav, RQ_WAV_DATA);
    bool inside = fmt && data && fmt->format.codec == RQ_WAV_MP3;
    struct rq_mp3 info;
    if (wav->stream.size && (!data || !data->data.size || rq_mp3_look(wav->stream, &info)))
        return wav->stream;
    return inside ? data->data : (struct rq_bytes){0};
}

struct rq_bytes rq_wav_stream(struct rq_doc *doc)
{
    return rq_wav_mp3(doc->root);
}

static void add_time(struct rq_doc *doc, uint64_t samples, uint32_t rate)
{
    rq_fact_time(doc, rate ? samples * 1000000000u / rate : 0);
}

static size_t frames_of(const struct rq_wav_format *f, struct rq_bytes data)
{
    size_t frame = (size_t)f->channels * f->bits / 8;
    if (f->codec == RQ_WAV_IMA)
        return rq_adpcm_frames(data.size, f->block_align, f->channels);
    return f->codec == RQ_WAV_PCM && frame ? data.size / frame : 0;
}

/* ---- what follows from format and samples ---- */

enum { SMPL_PERIOD = 8, SMPL_LOOP_START = 44, SMPL_LOOP_END = 48, SMPL_SIZE = 60 };

static void follow_format(struct rq_follow *f, struct rq_wav_chunk *chunk, size_t i)
{
    struct rq_wav_format *format = &chunk->format;
    uint32_t frame = (uint32_t)format->channels * format->bits / 8, rate = format->rate;
    bool blocks = format->codec == RQ_WAV_IMA && chunk->block_samples;
    if (format->codec == RQ_WAV_PCM && frame && frame <= UINT16_MAX) {
        rq_follow(f, &format->block_align, 2, frame, "chunks/%zu/block_align", i);
        rq_follow(f, &format->byte_rate, 4, (uint32_t)(rate * frame), "chunks/%zu/byte_rate", i);
    } else if (blocks) {
        uint64_t bytes = (uint64_t)rate * format->block_align / chunk->block_samples;
        rq_follow(f, &format->byte_rate, 4, (uint32_t)bytes, "chunks/%zu/byte_rate", i);
    }
}

/* The last block of ADPCM may be longer than the sound. */
static void follow_samples(struct rq_follow *f, struct rq_wav_chunk *fact, size_t block,
                           size_t frames, size_t i)
{
    bool fits = fact->samples <= frames && frames - fact->samples < (block ? block : 1);
    rq_follow(f, &fact->samples, 4, fits ? fact->samples : (uint32_t)frames, "chunks/%zu/samples",
              i);
}

static void follow_word(struct rq_follow *f, uint8_t *at, uint32_t value, const char *name,
                        size_t i)
{
    uint32_t word = rq_get32(at);
    rq_follow(f, &word, sizeof word, value, "chunks/%zu/smpl/%s", i, name);
    rq_set32(at, word);
}

/* The first loop of a smpl chunk ends with the sound at the latest. */
static void follow_loop(struct rq_doc *doc, struct rq_follow *f, struct rq_wav_chunk *chunk,
                        uint32_t rate, size_t frames, size_t i)
{
    uint8_t smpl[SMPL_SIZE];
    uint32_t last = (uint32_t)frames - 1;
    memcpy(smpl, chunk->data.data, SMPL_SIZE);
    uint32_t start = rq_get32(smpl + SMPL_LOOP_START), end = rq_get32(smpl + SMPL_LOOP_END);
    if (rate && rq_get32(smpl + SMPL_PERIOD)) /* 0: not stated */
        follow_word(f, smpl + SMPL_PERIOD, (1000000000u + rate / 2) / rate, "period", i);
    follow_word(f, smpl + SMPL_LOOP_START, start < last ? start : last, "start", i);
    follow_word(f, smpl + SMPL_LOOP_END, end < last ? end : last, "end", i);
    if (memcmp(smpl, chunk->data.data, SMPL_SIZE) == 0)
        return;
    char *copy = rq_arena_text(&doc->arena, (const char *)chunk->data.data, chunk->data.size);
    if (copy)
        chunk->data.data = memcpy(copy, smpl, SMPL_SIZE);
    else
        rq_follow_no_memory(f);
}

void rq_wav_follows(struct rq_doc *doc, struct rq_follow *f)
{
    const struct rq_wav *wav = doc->root;
    const struct rq_wav_chunk *fmt = rq_wav_chunk_of(wav, RQ_WAV_FMT);
    const struct rq_wav_chunk *data = rq_wav_chunk_of(wav, RQ_WAV_DATA);
    if (!fmt || !data || rq_wav_mp3(wav).size)
        return;
    for (size_t i = 0; i < wav->chunk_count; i++) {
        struct rq_wav_chunk *chunk = &wav->chunks[i];
        size_t frames = frames_of(&fmt->format, data->data);
        if (chunk->kind == RQ_WAV_FMT)
            follow_format(f, chunk, i);
        else if (chunk->kind == RQ_WAV_FACT && frames)
            follow_samples(f, chunk, fmt->block_samples, frames, i);
        else if (memcmp(chunk->id, "smpl", 4) == 0 && chunk->data.size >= SMPL_SIZE && frames)
            follow_loop(doc, f, chunk, fmt->format.rate, frames, i);
    }
}

/* ---- facts ---- */

bool rq_wav_facts(struct rq_doc *doc)
{
    const struct rq_wav *wav = doc->root;
    const struct rq_wav_chunk *fmt = rq_wav_chunk_of(wav, RQ_WAV_FMT);
    const struct rq_wav_chunk *data = rq_wav_chunk_of(wav, RQ_WAV_DATA);
    struct rq_bytes mp3 = rq_wav_mp3(wav);
    struct rq_mp3 info;
    rq_fact_add(doc, "wrapper", "%s",
                wav->stream.size && mp3.data == wav->stream.data ? "voice: MP3 behind a RIFF"
                : wav->prefix.size == SFX_PREFIX ? "sound effect: RIFF behind 470 bytes"
                : wav->prefix.size               ? "RIFF behind 20 bytes"
                                                 : "none");
    if (mp3.size && rq_mp3_look(mp3, &info)) {
        rq_fact_add(doc, "sound", "MP3, %u Hz, %s, %u kbit/s in its first frame", info.rate,
                    info.channels == 1 ? "mono" : "stereo", info.kbits);
        add_time(doc, info.samples, info.rate);
    } else if (!mp3.size && fmt && data) {
        const struct rq_wav_format *f = &fmt->format;
        const char *codec = f->codec == RQ_WAV_PCM   ? "PCM"
                            : f->codec == RQ_WAV_IMA ? "IMA ADPCM"
                                                     : "unknown codec";
        rq_fact_add(doc, "sound", "%s, %u Hz, %u channels, %u bits", codec, f->rate, f->channels,
                    f->bits);
        add_time(doc, frames_of(f, data->data), f->rate);
    }
    rq_fact_add(doc, "chunks", "%zu", wav->chunk_count);
    return true;
}

/* ---- out ---- */

/* The first loop of a smpl chunk; its last frame is part of it. */
static void find_loop(const struct rq_wav *wav, struct rq_clip *clip)
{
    size_t frames = clip->samples.size / ((size_t)clip->channels * clip->bits / 8);
    for (size_t i = 0; i < wav->chunk_count && !clip->loops; i++) {
        const struct rq_wav_chunk *chunk = &wav->chunks[i];
        if (memcmp(chunk->id, "smpl", 4) != 0 || chunk->data.size < 60)
            continue;
        uint32_t begin = rq_get32(chunk->data.data + 44), last = rq_get32(chunk->data.data + 48);
        if (rq_get32(chunk->data.data + 28) == 0 || begin > last || last >= frames)
            continue;
        clip->loops = true;
        clip->loop_begin = begin;
        clip->loop_end = last + 1;
    }
}

/* The fact chunk says how many samples of the last block count. */
static bool decode(const struct rq_wav *wav, const struct rq_wav_format *f, struct rq_bytes data,
                   const struct rq_view *view, struct rq_clip *clip)
{
    const struct rq_wav_chunk *fact = rq_wav_chunk_of(wav, RQ_WAV_FACT);
    size_t frames = rq_adpcm_frames(data.size, f->block_align, f->channels);
    if (!frames)
        return rq_fail(view->err, RQ_CORRUPT, 0, "wav", "%u channels in blocks of %u bytes",
                       f->channels, f->block_align);
    uint8_t *samples = rq_arena_get(view->arena, frames, (size_t)f->channels * 2);
    if (!samples)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "wav", "out of memory");
    rq_adpcm_decode(data, f->block_align, f->channels, samples);
    if (fact && fact->samples && fact->samples < frames)
        frames = fact->samples;
    clip->bits = 16;
    clip->samples = (struct rq_bytes){samples, frames * f->channels * 2};
    return true;
}

bool rq_wav_clips(struct rq_doc *doc, const struct rq_view *view, const struct rq_clip **clips,
                  size_t *count)
{
    const struct rq_wav *wav = doc->root;
    const struct rq_wav_chunk *fmt = rq_wav_chunk_of(wav, RQ_WAV_FMT);
    const struct rq_wav_chunk *data = rq_wav_chunk_of(wav, RQ_WAV_DATA);
    struct rq_clip *clip = rq_arena_get(view->arena, 1, sizeof *clip);
    if (!clip)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "wav", "out of memory");
    *clips = clip;
    *count = 1;
    if (rq_wav_mp3(wav).size) {
        struct rq_pcm pcm;
        bool fine = rq_mp3_decode(rq_wav_mp3(wav), view->arena, &pcm, view->err);
        *clip = (struct rq_clip){
            .rate = pcm.rate, .channels = pcm.channels, .bits = 16, .samples = pcm.samples};
        return fine;
    }
    if (!fmt || !data)
        return rq_fail(view->err, RQ_CORRUPT, 0, "wav", "no %s chunk", fmt ? "data" : "fmt");
    const struct rq_wav_format *f = &fmt->format;
    *clip = (struct rq_clip){.rate = f->rate, .channels = f->channels, .bits = f->bits};
    size_t frame = (size_t)f->channels * f->bits / 8;
    if (f->codec == RQ_WAV_IMA) {
        if (!decode(wav, f, data->data, view, clip))
            return false;
    } else if (f->codec == RQ_WAV_PCM && frame && (f->bits == 8 || f->bits == 16)) {
        clip->samples = (struct rq_bytes){data->data.data, data->data.size / frame * frame};
    } else {
        return rq_fail(view->err, RQ_UNSUPPORTED, 0, "wav", "codec 0x%x, %u channels, %u bits",
                       f->codec, f->channels, f->bits);
    }
    find_loop(wav, clip);
    return true;
}

/* ---- back in ---- */

static void set_pcm(struct rq_wav_format *f, const struct rq_clip *clip)
{
    uint16_t frame = (uint16_t)(clip->channels * clip->bits / 8);
    *f = (struct rq_wav_format){RQ_WAV_PCM,         clip->channels, clip->rate,
                                clip->rate * frame, frame,          clip->bits};
}

/* fmt and data first; of what was there all stays but those two and fact, which counts the samples
 * of a codec. */
static bool make_plain(struct rq_doc *doc, struct rq_wav *wav, const struct rq_clip *clip)
{
    struct rq_wav_chunk *chunks = rq_arena_get(&doc->arena, wav->chunk_count + 2, sizeof *chunks);
    size_t count = 2;
    if (!chunks)
        return false;
    chunks[0] = (struct rq_wav_chunk){.id = {'f', 'm', 't', ' '}, .kind = RQ_WAV_FMT};
    set_pcm(&chunks[0].format, clip);
    chunks[1] = (struct rq_wav_chunk){
        .id = {'d', 'a', 't', 'a'}, .kind = RQ_WAV_DATA, .data = clip->samples};
    for (size_t i = 0; i < wav->chunk_count; i++)
        if (wav->chunks[i].kind == RQ_WAV_OTHER && !wav->chunks[i].odd_size)
            chunks[count++] = wav->chunks[i];
    struct rq_bytes prefix = wav->prefix;
    *wav = (struct rq_wav){.prefix = prefix, .chunks = chunks, .chunk_count = count};
    return true;
}

/* The sound in the same wrapper. What was MP3 or ADPCM becomes PCM; then no MP3 follows any more,
 * and the game takes the RIFF. */
bool rq_wav_put_clip(struct rq_doc *doc, const char *name, const struct rq_clip *clip,
                     struct rq_error *err)
{
    struct rq_wav *wav = doc->root;
    struct rq_wav_chunk *fmt = rq_wav_chunk_of(wav, RQ_WAV_FMT);
    struct rq_wav_chunk *data = rq_wav_chunk_of(wav, RQ_WAV_DATA);
    uint64_t frame = (uint64_t)clip->channels * clip->bits / 8;
    if (frame == 0 || frame > UINT16_MAX || clip->rate == 0 || clip->rate > UINT32_MAX / frame)
        return rq_fail(err, RQ_USAGE, 0, name, "%u channels at %u Hz don't fit the header",
                       clip->channels, clip->rate);
    if (!fmt || !data || fmt->format.codec != RQ_WAV_PCM || rq_wav_mp3(wav).size)
        return make_plain(doc, wav, clip) || rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    set_pcm(&fmt->format, clip);
    if (clip->samples.size != data->data.size) {
        data->odd_size = data->unpadded = wav->odd_size = false;
        data->pad = 0;
    }
    data->data = clip->samples;
    return true;
}

/* What 28 of 28 voices have before their MP3: PCM of 8 bits, mono, and no samples. */
static bool make_voice(struct rq_doc *doc, struct rq_wav *wav)
{
    struct rq_wav_chunk *chunks = rq_arena_get(&doc->arena, 3, sizeof *chunks);
    if (!chunks)
        return false;
    chunks[0] = (struct rq_wav_chunk){.id = {'f', 'm', 't', ' '},
                                      .kind = RQ_WAV_FMT,
                                      .format = {RQ_WAV_PCM, 1, 22050, 22050, 1, 8},
                                      .has_extra = true};
    chunks[1] = (struct rq_wav_chunk){.id = {'f', 'a', 'c', 't'}, .kind = RQ_WAV_FACT};
    chunks[2] = (struct rq_wav_chunk){.id = {'d', 'a', 't', 'a'}, .kind = RQ_WAV_DATA};
    *wav = (struct rq_wav){.chunks = chunks, .chunk_count = 3};
    return true;
}

bool rq_wav_put_stream(struct rq_doc *doc, struct rq_bytes mp3, struct rq_error *err)
{
    struct rq_wav *wav = doc->root;
    struct rq_wav_chunk *fmt = rq_wav_chunk_of(wav, RQ_WAV_FMT);
    struct rq_wav_chunk *data = rq_wav_chunk_of(wav, RQ_WAV_DATA);
    struct rq_mp3 info;
    if (!rq_mp3_look(mp3, &info))
        return rq_fail(err, RQ_USAGE, 0, "mp3", "no frame of MP3 at its start");
    if (!wav->stream.size && fmt && data && fmt->format.codec == RQ_WAV_MP3) {
        data->odd_size = wav->odd_size = false;
        data->data = mp3;
        return true;
    }
    if (!wav->stream.size && !make_voice(doc, wav))
        return rq_fail(err, RQ_NO_MEMORY, 0, "mp3", "out of memory");
    wav->stream = mp3;
    return true;
}

/* Programs that read sound effects look at the first four bytes and pass over the rest, which is not
 * understood. */
void rq_wav_wrap(struct rq_doc *doc, bool effect)
{
    static const uint8_t prefix[SFX_PREFIX] = {0xFF, 0xF3, 0x60, 0xC4};
    struct rq_wav *wav = doc->root;
    if (!effect)
        wav->prefix = (struct rq_bytes){0};
    else if (wav->prefix.size != SFX_PREFIX)
        wav->prefix = (struct rq_bytes){prefix, sizeof prefix};
}

bool rq_wav_fresh(struct rq_doc *doc)
{
    struct rq_wav *wav = doc->root = rq_arena_get(&doc->arena, 1, sizeof *wav);
    struct rq_clip silence = {.rate = 22050, .channels = 1, .bits = 16};
    return wav && make_plain(doc, wav, &silence);
}
