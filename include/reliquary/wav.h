/* WAV: sounds and voices of KotOR. See docs/formats/wav.md.
 *
 *     const struct rq_wav *wav = rq_doc_root(doc, "wav");
 *     for (size_t i = 0; i < wav->chunk_count; i++)
 *         if (wav->chunks[i].kind == RQ_WAV_DATA) use(wav->chunks[i].data);
 *     if (wav->stream.size) play_mp3(wav->stream);
 */
#ifndef RELIQUARY_WAV_H
#define RELIQUARY_WAV_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* clang-format off */
#define RQ_WAV_FORMAT(F, A, T)                                                                     \
    F(T, u16, codec, "1 PCM, 0x11 IMA ADPCM, 0x55 MP3")                                            \
    F(T, u16, channels, "interleaved")                                                             \
    F(T, u32, rate, "samples a second")                                                            \
    F(T, u32, byte_rate, "bytes a second")                                                         \
    F(T, u16, block_align, "bytes of one block")                                                   \
    F(T, u16, bits, "of one sample")
/* clang-format on */

RQ_RECORD_STRUCT(rq_wav_format, RQ_WAV_FORMAT, 16);

enum { RQ_WAV_PCM = 1, RQ_WAV_IMA = 0x11, RQ_WAV_MP3 = 0x55 };

enum rq_wav_kind {
    RQ_WAV_OTHER,
    RQ_WAV_FMT,  /* format and what follows it */
    RQ_WAV_FACT, /* samples and what follows it */
    RQ_WAV_DATA,
};

struct rq_wav_chunk {
    char id[4];
    enum rq_wav_kind kind;
    struct rq_wav_format format;
    bool has_extra; /* the format goes on: */
    uint16_t extra_size;
    bool has_block_samples; /* ADPCM */
    uint16_t block_samples;
    uint32_t samples;
    struct rq_bytes data; /* what is not typed */
    bool odd_size;        /* the file ends before the chunk does, and stated is what it says */
    uint32_t stated;
    /* A chunk of odd size has a zero byte behind it, unless: */
    bool unpadded;
    uint8_t pad; /* not zero */
};

struct rq_wav {
    struct rq_bytes prefix; /* 470 bytes before a sound effect; 20 before some voices */
    bool odd_size;          /* riff_size is not that of the chunks */
    uint32_t riff_size;
    size_t chunk_count;
    struct rq_wav_chunk *chunks;
    struct rq_bytes riff_tail; /* in the RIFF, but no whole chunk */
    struct rq_bytes stream;    /* behind the RIFF: what the game plays then, MP3 */
};

#ifdef __cplusplus
}
#endif

#endif
