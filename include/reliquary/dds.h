/* DDS: packed textures, behind BioWare's 20 bytes or behind Microsoft's header. See
 * docs/formats/dds.md. */
#ifndef RELIQUARY_DDS_H
#define RELIQUARY_DDS_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_DDS_PREFIX(F, A, T)                                                                     \
    F(T, u32, width, "pixels")                                                                     \
    F(T, u32, height, "pixels")                                                                    \
    F(T, u8, code, "3: DXT1, 4: DXT5")                                                             \
    A(T, bytes, unused, 3, "the game does not look at them")                                       \
    F(T, u32, data_size, "bytes of the first level")                                               \
    F(T, f32, alpha, "mean alpha")

RQ_RECORD_STRUCT(rq_dds_prefix, RQ_DDS_PREFIX, 20);

#define RQ_DDS_HEADER(F, A, T)                                                                     \
    A(T, text, magic, 4, "DDS, blank")                                                             \
    F(T, u32, header_size, "124")                                                                  \
    F(T, x32, flags, "which fields are set")                                                       \
    F(T, u32, height, "pixels")                                                                    \
    F(T, u32, width, "pixels")                                                                     \
    F(T, u32, pitch, "bytes of a row, or of the first level when packed")                          \
    F(T, u32, depth, "of a volume")                                                                \
    F(T, u32, mip_count, "levels; 0 stands for 1")                                                 \
    A(T, bytes, reserved, 44, "0, or what a program leaves")                                       \
    F(T, u32, format_size, "32")                                                                   \
    F(T, x32, format_flags, "1 alpha, 4 four_cc, 0x40 RGB, 0x20000 grey")                          \
    A(T, text, four_cc, 4, "DXT1, DXT3, DXT5; DX10: rq_dds_dx10 follows")                          \
    F(T, u32, bits, "of a pixel that is not packed")                                               \
    F(T, x32, red, "mask")                                                                         \
    F(T, x32, green, "mask")                                                                       \
    F(T, x32, blue, "mask")                                                                        \
    F(T, x32, alpha, "mask")                                                                       \
    F(T, x32, caps, "0x1000 texture, 8 more surfaces, 0x400000 levels")                            \
    F(T, x32, caps_2, "0x200 cube map and 0x400 to 0x8000 its faces, 0x200000 volume")             \
    F(T, x32, caps_3, "0")                                                                         \
    F(T, x32, caps_4, "0")                                                                         \
    F(T, u32, reserved_2, "0")

RQ_RECORD_STRUCT(rq_dds_header, RQ_DDS_HEADER, 128);

/* What newer programs write behind the header, and what the pixels are. */
#define RQ_DDS_DX10(F, A, T)                                                                       \
    F(T, u32, dxgi_format, "71 BC1, 74 BC2, 77 BC3, 28 RGBA, 87 BGRA, 88 BGRX ...")                \
    F(T, u32, dimension, "3: 2D")                                                                  \
    F(T, x32, misc_flags, "4: cube map")                                                           \
    F(T, u32, array_size, "pictures, or cube maps; 1")                                             \
    F(T, x32, misc_flags_2, "0 to 4: how alpha is meant")

RQ_RECORD_STRUCT(rq_dds_dx10, RQ_DDS_DX10, 20);

struct rq_dds_level {
    uint32_t width, height;
    struct rq_bytes data;
};

struct rq_dds {
    bool standard; /* Microsoft's form: header holds; else prefix */
    struct rq_dds_prefix prefix;
    struct rq_dds_header header;
    struct rq_dds_dx10 dx10; /* of a header whose four_cc is DX10; else zeros */
    uint32_t faces, mips;
    size_t level_count;
    struct rq_dds_level *levels; /* [face * mips + mip] */
    struct rq_bytes tail;        /* after the levels; all of it when nobody knows the pixels */
};

#ifdef __cplusplus
}
#endif

#endif
