#include "codec/mp3.h"

#ifdef RQ_HAVE_MPG123

#include <mpg123.h>
#include <pthread.h>

enum { STEP = 16384, MOST_TIMES = 200, MOST_BYTES = 512 << 20 };

struct source {
    struct rq_bytes bytes;
    size_t at;
};

struct decoder {
    mpg123_handle *mpg;
    struct source source;
    struct rq_out out;
    struct rq_pcm *pcm;
    struct rq_error *err;
};

/* ---- what libmpg123 calls ---- */

static ssize_t on_read(void *ctx, void *to, size_t size)
{
    struct source *s = ctx;
    size_t left = s->bytes.size - s->at;
    size = size < left ? size : left;
    if (size)
        memcpy(to, s->bytes.data + s->at, size);
    s->at += size;
    return (ssize_t)size;
}

/* ---- decoding ---- */

static bool fail_mpg(struct decoder *d)
{
    enum rq_code code = mpg123_errcode(d->mpg) == MPG123_OUT_OF_MEM ? RQ_NO_MEMORY : RQ_CORRUPT;
    return rq_fail(d->err, code, d->source.at, "mp3", "can't be decoded: %s",
                   mpg123_strerror(d->mpg));
}

static bool open_stream(struct decoder *d)
{
    long flags = MPG123_QUIET | MPG123_SKIP_ID3V2 | MPG123_NO_PEEK_END;
    const long *rates;
    size_t count;
    bool fine = mpg123_param(d->mpg, MPG123_ADD_FLAGS, flags, 0) == MPG123_OK &&
                mpg123_param(d->mpg, MPG123_RESYNC_LIMIT, -1, 0) == MPG123_OK &&
                mpg123_format_none(d->mpg) == MPG123_OK;
    mpg123_rates(&rates, &count);
    for (size_t i = 0; i < count && fine; i++)
        fine = mpg123_format(d->mpg, rates[i], MPG123_MONO | MPG123_STEREO, MPG123_ENC_SIGNED_16) ==
               MPG123_OK;
    /* Without a function that seeks the stream is read from its start to its end, as it would be anyway: nothing
     * here seeks, and MPG123_NO_PEEK_END keeps libmpg123 from looking for a tag at the end. */
    return (fine && mpg123_replace_reader_handle(d->mpg, on_read, NULL, NULL) == MPG123_OK &&
            mpg123_open_handle(d->mpg, &d->source) == MPG123_OK) ||
           fail_mpg(d);
}

/* Asked again whenever libmpg123 says that the format is a new one. */
static bool take_format(struct decoder *d)
{
    struct rq_pcm *pcm = d->pcm;
    long rate = 0;
    int channels = 0, encoding = 0;
    if (mpg123_getformat(d->mpg, &rate, &channels, &encoding) != MPG123_OK)
        return fail_mpg(d);
    if (pcm->rate && (pcm->rate != (uint32_t)rate || pcm->channels != channels))
        return rq_fail(d->err, RQ_UNSUPPORTED, d->source.at, "mp3",
                       "%u Hz with %u channels become %ld Hz with %d", pcm->rate, pcm->channels,
                       rate, channels);
    pcm->rate = (uint32_t)rate;
    pcm->channels = (uint16_t)channels;
    return true;
}

/* libmpg123 gives samples as this machine has them. */
static void put_samples(struct rq_out *out, const int16_t *samples, size_t count)
{
    uint8_t *to = rq_grow(out, count * 2);
    for (size_t i = 0; i < count && to; i++) {
        to[i * 2] = (uint8_t)samples[i];
        to[i * 2 + 1] = (uint8_t)((uint16_t)samples[i] >> 8);
    }
}

/* Where the last frame is cut off, libmpg123 fails to read; nothing else makes it. */
static bool is_end(const struct decoder *d, int result)
{
    return result == MPG123_DONE ||
           (result == MPG123_ERR && mpg123_errcode(d->mpg) == MPG123_ERR_READER &&
            d->source.at == d->source.bytes.size);
}

static bool decode_all(struct decoder *d)
{
    int16_t samples[STEP / 2];
    size_t size = d->source.bytes.size;
    size_t most = size < MOST_BYTES / MOST_TIMES ? size * MOST_TIMES : MOST_BYTES;
    int result = MPG123_OK;
    if (!take_format(d))
        return false;
    while (!is_end(d, result)) {
        size_t done = 0;
        result = mpg123_read(d->mpg, (unsigned char *)samples, sizeof samples, &done);
        if (done > most - d->out.size)
            return rq_fail(d->err, RQ_LIMIT, d->source.at, "mp3",
                           "%zu bytes of MP3 give more than %zu bytes of samples", size, most);
        if (done)
            put_samples(&d->out, samples, done / 2);
        if (d->out.failed)
            return rq_fail_out(d->err, &d->out);
        if (result == MPG123_NEW_FORMAT && !take_format(d))
            return false;
        if (result != MPG123_OK && result != MPG123_NEW_FORMAT && !is_end(d, result))
            return fail_mpg(d);
    }
    return d->out.size ||
           rq_fail(d->err, RQ_CORRUPT, 0, "mp3", "no frame of MP3 that has any samples");
}

static bool keep_samples(struct decoder *d, struct rq_arena *arena)
{
    uint8_t *samples = rq_arena_get(arena, d->out.size, 1);
    if (!samples)
        return rq_fail(d->err, arena->over_limit ? RQ_LIMIT : RQ_NO_MEMORY, 0, "mp3",
                       "no memory for %zu bytes of samples", d->out.size);
    if (d->out.size)
        memcpy(samples, d->out.data, d->out.size);
    d->pcm->samples = (struct rq_bytes){samples, d->out.size};
    return true;
}

/* Releases of libmpg123 before 1.27 want it once, before anything else. */
static void init_once(void)
{
    mpg123_init();
}

bool rq_mp3_decode(struct rq_bytes mp3, struct rq_arena *arena, struct rq_pcm *pcm,
                   struct rq_error *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct rq_error own = {0};
    struct decoder d = {
        .source = {mp3, 0}, .out = {.alloc = arena->alloc}, .pcm = pcm, .err = err ? err : &own};
    *pcm = (struct rq_pcm){0};
    pthread_once(&once, init_once);
    if (!(d.mpg = mpg123_new(NULL, NULL)))
        return rq_fail(d.err, RQ_NO_MEMORY, 0, "mp3", "libmpg123 does not start");
    bool done = open_stream(&d) && decode_all(&d) && keep_samples(&d, arena);
    mpg123_delete(d.mpg);
    rq_out_free(&d.out);
    if (!done)
        *pcm = (struct rq_pcm){0};
    return done;
}

#else

bool rq_mp3_decode(struct rq_bytes mp3, struct rq_arena *arena, struct rq_pcm *pcm,
                   struct rq_error *err)
{
    (void)mp3;
    (void)arena;
    *pcm = (struct rq_pcm){0};
    return rq_fail(err, RQ_UNSUPPORTED, 0, "mp3",
                   "built without libmpg123: MP3 is not decoded; it can become mp3");
}

#endif
