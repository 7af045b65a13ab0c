/* MP3 to samples. Behind it is libmpg123, where it was found.
 *
 *     struct rq_pcm pcm;
 *     if (rq_mp3_decode(mp3, &arena, &pcm, &err)) play(pcm.samples, pcm.rate, pcm.channels);
 */
#ifndef RQ_CODEC_MP3_H
#define RQ_CODEC_MP3_H

#include "core/arena.h"
#include "core/bytes.h"

/* Samples of 16 bits, signed, little-endian, channels interleaved. */
struct rq_pcm {
    uint32_t rate; /* samples a second */
    uint16_t channels;
    struct rq_bytes samples;
};

/* Samples in the arena, at the rate and with the channels of the first frame. Junk between
 * frames is passed over, a frame that is cut off at the end as well; what the tag of an encoder
 * says to leave out at both ends is left out. Refused are bytes without any frame, streams whose
 * rate or channels change, and more samples than 200 bytes for each byte of MP3 or 512 MiB: no
 * frame but one of free format unpacks to more than 96. Fails with RQ_UNSUPPORTED when built
 * without libmpg123. */
bool rq_mp3_decode(struct rq_bytes mp3, struct rq_arena *arena, struct rq_pcm *pcm,
                   struct rq_error *err);

#endif
