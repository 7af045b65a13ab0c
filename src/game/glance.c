#include "game/glance.h"

#include "codec/mp3.h"
#include "convert/convert.h"
#include "core/arena.h"

/* Memory for one picture or sound: 4096 x 4096 pixels with their levels, an hour of speech. */
enum { GLANCE_LIMIT = 512 << 20 };

/* ---- sounds ---- */

static unsigned loudness(const struct rq_clip *clip, size_t sample)
{
    if (clip->bits == 8) {
        int value = clip->samples.data[sample] - 128;
        return (unsigned)(value < 0 ? -value : value) * 256;
    }
    int value = (int16_t)rq_get16(clip->samples.data + sample * 2);
    return (unsigned)(value < 0 ? -value : value);
}

static bool find_peaks(const struct rq_clip *clip, struct rq_glance_sound *sound)
{
    size_t width = clip->bits == 16 ? 2 : 1;
    size_t frames = clip->channels ? clip->samples.size / width / clip->channels : 0;
    if (!frames || !clip->rate)
        return false;
    for (size_t part = 0; part < RQ_GLANCE_PEAKS; part++) {
        size_t from = (size_t)((uint64_t)frames * part / RQ_GLANCE_PEAKS);
        size_t to = (size_t)((uint64_t)frames * (part + 1) / RQ_GLANCE_PEAKS);
        unsigned most = 0;
        to = to > from ? to : from + 1;
        for (size_t i = from * clip->channels; i < to * clip->channels; i++) {
            unsigned value = loudness(clip, i);
            most = value > most ? value : most;
        }
        sound->peaks[part] = (uint8_t)(most >= 32768 ? 255 : most * 255 / 32767);
    }
    uint64_t ms = rq_clip_time(clip) / 1000000;
    sound->ms = ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
    return true;
}

bool rq_glance_sound(struct rq_bytes file, struct rq_glance_sound *sound)
{
    struct rq_error err = {0};
    struct rq_clip clip = {0};
    *sound = (struct rq_glance_sound){0};
    if (file.size >= 4 && memcmp(file.data, "RIFF", 4) == 0)
        return rq_wav_read(file, &clip, &err) && find_peaks(&clip, sound);
    struct rq_arena arena = {.limit = GLANCE_LIMIT};
    struct rq_pcm pcm = {0};
    bool fine = rq_mp3_decode(file, &arena, &pcm, &err);
    clip = (struct rq_clip){
        .rate = pcm.rate, .channels = pcm.channels, .bits = 16, .samples = pcm.samples};
    fine = fine && find_peaks(&clip, sound);
    rq_arena_free(&arena);
    return fine;
}

/* ---- pictures ---- */

bool rq_glance_size(struct rq_bytes file, uint32_t *width, uint32_t *height)
{
    if (file.size >= 24 && memcmp(file.data, "\x89PNG", 4) == 0) {
        const uint8_t *p = file.data + 16;
        *width = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
        *height = (uint32_t)p[4] << 24 | (uint32_t)p[5] << 16 | (uint32_t)p[6] << 8 | p[7];
        return true;
    }
    if (file.size >= 10 && memcmp(file.data, "GIF8", 4) == 0) {
        *width = rq_get16(file.data + 6);
        *height = rq_get16(file.data + 8);
        return true;
    }
    return false;
}

/* The last level of the chain stands at the end of what rq_chain_encode lays down. */
static bool shrink(const struct rq_image *image, uint32_t side, struct rq_arena *arena,
                   struct rq_plane *plane)
{
    struct rq_error err = {0};
    const struct rq_plane *whole = rq_image_plane(image, 0, 0, 0);
    struct rq_chain chain = {
        .pixels = RQ_PIXELS_RGBA8, .width = whole->width, .height = whole->height, .mips = 1};
    uint32_t width = whole->width, height = whole->height;
    for (; width > side || height > side; chain.mips++) {
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
    }
    size_t size = rq_chain_size(&chain), last = (size_t)width * height * 4;
    uint8_t *rgba = rq_arena_get(arena, (size_t)whole->width * 4, whole->height);
    uint8_t *levels = size ? rq_arena_get(arena, size, 1) : NULL;
    if (!rgba || !levels)
        return false;
    rq_plane_rgba(image, whole, rgba);
    *plane = (struct rq_plane){width, height, {levels + size - last, last}};
    return rq_chain_encode(&chain, rgba, (size_t)whole->width * 4, arena, levels, &err);
}

bool rq_glance_picture(struct rq_bytes png, uint32_t side, struct rq_out *small)
{
    struct rq_error err = {0};
    struct rq_arena arena = {.limit = GLANCE_LIMIT};
    struct rq_image image = {0};
    struct rq_plane plane = {0};
    bool fine =
        side && rq_png_read(png, &arena, &image, &err) && shrink(&image, side, &arena, &plane);
    struct rq_image made = {
        .pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane};
    fine = fine && rq_png_write(small, &made, 0, 0, 0, 6, &err);
    rq_arena_free(&arena);
    return fine;
}
