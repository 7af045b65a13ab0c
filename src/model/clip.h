/* A neutral sound: PCM samples as they stand in a WAV file. */
#ifndef RQ_MODEL_CLIP_H
#define RQ_MODEL_CLIP_H

#include "core/bytes.h"

struct rq_clip {
    const char *name;  /* no two sounds of a document have the same; UTF-8 */
    const char *title; /* what is said, UTF-8; NULL: nobody speaks */
    uint32_t rate;     /* samples a second */
    uint16_t channels; /* interleaved */
    uint16_t bits;     /* 8 (unsigned) or 16 (signed, little-endian) */
    struct rq_bytes samples;
    bool loops;
    uint32_t loop_begin, loop_end; /* in sample frames, when loops */
};

/* Playing time in nanoseconds: fine enough to be added up. rate is not 0. */
static inline uint64_t rq_clip_time(const struct rq_clip *clip)
{
    uint64_t frames = clip->samples.size / (clip->channels * (unsigned)clip->bits / 8u);
    return frames * 1000000000u / clip->rate;
}

#endif
