/* TPC: the textures of KotOR. See docs/formats/tpc.md. */
#ifndef RELIQUARY_TPC_H
#define RELIQUARY_TPC_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_TPC_HEADER(F, A, T)                                                                     \
    F(T, u32, data_size, "bytes of the first level of one face; 0: not compressed")                \
    F(T, f32, alpha, "alpha test or blend value, 1 in most files")                                 \
    F(T, u16, width, "pixels")                                                                     \
    F(T, u16, height, "pixels; six faces stand below each other in a cube map")                    \
    F(T, u8, encoding, "1 grey, 2 RGB or DXT1, 4 RGBA or DXT5, 12 BGRA swizzled")                  \
    F(T, u8, mip_count, "levels")                                                                  \
    A(T, bytes, reserved, 114, "0")

RQ_RECORD_STRUCT(rq_tpc_header, RQ_TPC_HEADER, 128);

struct rq_tpc_level {
    uint32_t width, height;
    struct rq_bytes data;
};

struct rq_tpc {
    struct rq_tpc_header header;
    uint32_t faces;  /* 6 in a cube map, else 1 */
    uint32_t frames; /* of an animated sheet, else 1 */
    uint32_t frames_x, frames_y, fps;
    uint32_t mips; /* levels that each face of each frame really has */
    size_t level_count;
    struct rq_tpc_level *levels; /* [(frame * faces + face) * mips + mip] */
    struct rq_bytes txi;         /* the text behind the pixels, as it stands */
};

#ifdef __cplusplus
}
#endif

#endif
