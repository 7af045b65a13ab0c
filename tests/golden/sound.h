/* What the tests of SFX and RTX share: a sound laid down by hand, and one of the ground truth. */
#ifndef TESTS_GOLDEN_SOUND_H
#define TESTS_GOLDEN_SOUND_H

#include "redguard.h"
#include "sha256.h"

#include <reliquary/sfx.h>

/* The 27 bytes of docs/formats/sfx.md, then size samples 1, 2, 3 ... */
static inline void put_sound(struct made *m, uint32_t type, uint32_t rate, unsigned level, int loop,
                             uint32_t size)
{
    put32(m, type);
    put32(m, type & 1);
    put32(m, rate);
    put8(m, level);
    put8(m, (unsigned)loop & 0xFF);
    put32(m, 0);
    put32(m, 0xFFFFFFFF);
    put32(m, size);
    put8(m, 0);
    for (uint32_t i = 0; i < size; i++)
        put8(m, i + 1);
}

static inline struct rq_view view_in(struct rq_arena *arena, struct rq_error *err)
{
    return (struct rq_view){.name = "X", .arena = arena, .err = err};
}

/* ---- ground truth ---- */

/* The samples that follow as their hash. */
static inline void check_pcm(struct rq_jr *jr, struct rq_bytes samples)
{
    char text[65] = "", expected[65] = "";
    struct rq_str s = rq_jr_string(jr);
    sha256(samples.data ? samples.data : (const uint8_t *)"", samples.size, text);
    memcpy(expected, s.text, s.size < 64 ? s.size : 64);
    CHECK_STR(text, expected);
}

/* A member of a sound in the ground truth; true when it was one. */
static inline bool check_sound(struct rq_jr *jr, struct rq_str key, const struct rq_sound *sound,
                               const struct rq_clip *clip)
{
    const struct rq_sound_header *h = &sound->header;
    if (rq_str_is(key, "loop_flag"))
        CHECK_INT(h->loop_flag, rq_jr_signed(jr, -128, 127));
    else if (rq_str_is(key, "loops"))
        CHECK_INT(h->loop_flag != 0, rq_jr_bool(jr));
    else if (rq_str_is(key, "type_id"))
        CHECK_INT(h->type_id, rq_jr_u32(jr));
    else if (rq_str_is(key, "channels"))
        CHECK_INT(clip->channels, rq_jr_u32(jr));
    else if (rq_str_is(key, "bits"))
        CHECK_INT(clip->bits, rq_jr_u32(jr));
    else if (rq_str_is(key, "sample_rate"))
        CHECK_INT(clip->rate, rq_jr_u32(jr));
    else if (rq_str_is(key, "data_length"))
        CHECK_INT(sound->samples.size, rq_jr_u32(jr));
    else if (rq_str_is(key, "samples"))
        CHECK_INT(clip->samples.size / (clip->channels * clip->bits / 8u), rq_jr_u32(jr));
    else if (rq_str_is(key, "sha256_pcm"))
        check_pcm(jr, sound->samples);
    else
        return false;
    return true;
}

#endif
