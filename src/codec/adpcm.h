/* IMA ADPCM as WAV files have it: blocks, each with a predictor and a step index for each channel,
 * then four bits a sample, eight samples of a channel at a time. */
#ifndef RQ_CODEC_ADPCM_H
#define RQ_CODEC_ADPCM_H

#include "core/bytes.h"

/* Sample frames that data of that many bytes makes. A block that the data ends in makes what is
 * there of it. 0 when blocks of that size can't be. */
size_t rq_adpcm_frames(size_t size, uint16_t block, uint16_t channels);

/* Those frames, 16 bits, little-endian, interleaved: rq_adpcm_frames * channels * 2 bytes. A step
 * index beyond the table is the last of it. */
void rq_adpcm_decode(struct rq_bytes data, uint16_t block, uint16_t channels, uint8_t *samples);

/* Blocks whose step index is beyond the table. */
size_t rq_adpcm_odd(struct rq_bytes data, uint16_t block, uint16_t channels);

#endif
