#include "codec/adpcm.h"

enum { LAST_STEP = 88, HEAD = 4, GROUP = 4, GROUP_FRAMES = 8 };

static const int16_t steps[LAST_STEP + 1] = {
    7,     8,     9,     10,    11,    12,    13,    14,    16,    17,    19,   21,    23,
    25,    28,    31,    34,    37,    41,    45,    50,    55,    60,    66,   73,    80,
    88,    97,    107,   118,   130,   143,   157,   173,   190,   209,   230,  253,   279,
    307,   337,   371,   408,   449,   494,   544,   598,   658,   724,   796,  876,   963,
    1060,  1166,  1282,  1411,  1552,  1707,  1878,  2066,  2272,  2499,  2749, 3024,  3327,
    3660,  4026,  4428,  4871,  5358,  5894,  6484,  7132,  7845,  8630,  9493, 10442, 11487,
    12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767};

struct voice {
    int value, step;
};

static void put_sample(uint8_t *samples, size_t frame, uint16_t channels, uint16_t channel, int v)
{
    rq_set16(samples + (frame * channels + channel) * 2, (uint16_t)v);
}

static int next_value(struct voice *v, unsigned code)
{
    static const int8_t moves[8] = {-1, -1, -1, -1, 2, 4, 6, 8};
    int step = steps[v->step], change = step >> 3;
    change += (code & 4 ? step : 0) + (code & 2 ? step >> 1 : 0) + (code & 1 ? step >> 2 : 0);
    v->value += code & 8 ? -change : change;
    v->value = v->value > INT16_MAX ? INT16_MAX : v->value < INT16_MIN ? INT16_MIN : v->value;
    v->step += moves[code & 7];
    v->step = v->step < 0 ? 0 : v->step > LAST_STEP ? LAST_STEP : v->step;
    return v->value;
}

/* Frames in a block of that many bytes; whole groups of all channels count. */
static size_t block_frames(size_t size, uint16_t channels)
{
    size_t head = (size_t)HEAD * channels;
    return size < head ? 0 : 1 + (size - head) / ((size_t)GROUP * channels) * GROUP_FRAMES;
}

size_t rq_adpcm_frames(size_t size, uint16_t block, uint16_t channels)
{
    if (channels == 0 || block < HEAD * channels)
        return 0;
    return size / block * block_frames(block, channels) + block_frames(size % block, channels);
}

static void decode_channel(const uint8_t *block, size_t frames, uint16_t channels, uint16_t channel,
                           uint8_t *samples)
{
    const uint8_t *head = block + (size_t)channel * HEAD;
    struct voice v = {(int16_t)rq_get16(head), head[2] < LAST_STEP ? head[2] : LAST_STEP};
    put_sample(samples, 0, channels, channel, v.value);
    for (size_t frame = 1; frame < frames; frame++) {
        size_t group = (frame - 1) / GROUP_FRAMES, within = (frame - 1) % GROUP_FRAMES;
        const uint8_t *codes =
            block + (size_t)HEAD * channels + (group * channels + channel) * GROUP;
        unsigned code = codes[within / 2] >> (within & 1 ? 4 : 0) & 0xF;
        put_sample(samples, frame, channels, channel, next_value(&v, code));
    }
}

void rq_adpcm_decode(struct rq_bytes data, uint16_t block, uint16_t channels, uint8_t *samples)
{
    if (channels == 0 || block < HEAD * channels)
        return;
    for (size_t at = 0; at < data.size; at += block) {
        size_t left = data.size - at, frames = block_frames(left < block ? left : block, channels);
        for (uint16_t channel = 0; frames && channel < channels; channel++)
            decode_channel(data.data + at, frames, channels, channel, samples);
        samples += frames * channels * 2;
    }
}

size_t rq_adpcm_odd(struct rq_bytes data, uint16_t block, uint16_t channels)
{
    size_t odd = 0;
    if (channels == 0 || block < HEAD * channels)
        return 0;
    for (size_t at = 0; at < data.size && data.size - at >= (size_t)HEAD * channels; at += block) {
        bool beyond = false;
        for (uint16_t channel = 0; channel < channels; channel++)
            beyond |= data.data[at + (size_t)channel * HEAD + 2] > LAST_STEP;
        odd += beyond;
    }
    return odd;
}
