/* SFX: the sound effects of Redguard, MAIN.SFX. See docs/formats/sfx.md.
 *
 *     struct rq_sfx *sfx = rq_doc_root(doc, "sfx");
 *     use(&sfx->effects[117].header, sfx->effects[117].samples);
 */
#ifndef RELIQUARY_SFX_H
#define RELIQUARY_SFX_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What stands before the samples of an effect, and of a voice in RTX. */
#define RQ_SOUND_HEADER(F, A, T)                                                                   \
    F(T, u32, type_id, "0: 8 bits mono, 1: 16 bits mono, 2: 8 bits stereo, 3: 16 bits stereo")     \
    F(T, u32, bit_depth, "0: 8 bits, 1: 16 bits")                                                  \
    F(T, u32, sample_rate, "11025 or 22050")                                                       \
    F(T, u8, level_0c, "64 in SFX, 100 in RTX; a volume that the game does not use")               \
    F(T, i8, loop_flag, "0: once, any other: again and again")                                     \
    F(T, u32, loop_offset, "byte where a loop starts again; 0")                                    \
    F(T, u32, loop_end, "samples before it does; 0xffffffff: all")                                 \
    F(T, u32, data_length, "bytes of samples", RQ_DERIVED)                                         \
    F(T, u8, reserved_1a, "0")

RQ_RECORD_STRUCT(rq_sound_header, RQ_SOUND_HEADER, 27);

struct rq_sound {
    struct rq_sound_header header; /* data_length is that of samples when it is written */
    struct rq_bytes samples;       /* 8 bits unsigned or 16 bits signed, channels in turn */
};

#define RQ_SFX_HEADER(F, A, T)                                                                     \
    A(T, text, description, 32, "of the tool that made it, \"SoupFX\"")                            \
    F(T, u32, effect_count, "118 in MAIN.SFX", RQ_DERIVED)

RQ_RECORD_STRUCT(rq_sfx_header, RQ_SFX_HEADER, 36);

struct rq_sfx {
    struct rq_sfx_header header;
    bool odd_count;              /* header.effect_count is written as it is, not as effect_count */
    struct rq_bytes header_tail; /* of FXHD, after its 36 bytes */
    size_t effect_count;
    struct rq_sound *effects;  /* the game knows them by number, from 0 */
    struct rq_bytes data_tail; /* of FXDT, after the last effect */
    bool no_end;               /* "END " is missing */
    struct rq_bytes trailing;
};

#ifdef __cplusplus
}
#endif

#endif
