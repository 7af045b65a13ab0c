/* TEXTURE: TEXTURE.###, SHADE.### and HAZE.### of the software renderer, as far as they are known.
 * See docs/formats/texture.md. */
#ifndef RELIQUARY_TEXTURE_H
#define RELIQUARY_TEXTURE_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_TEXTURE_HEADER(F, A, T)                                                                 \
    F(T, i16, record_count, "entries that follow")                                                 \
    A(T, text, name, 24, "of the bank, zero padded")

RQ_RECORD_STRUCT(rq_texture_header, RQ_TEXTURE_HEADER, 26);

#define RQ_TEXTURE_ENTRY(F, A, T)                                                                  \
    F(T, u16, unknown_0, "not known")                                                              \
    F(T, u32, position, "of the record, from the start of the file")                               \
    F(T, u16, unknown_6, "not known")                                                              \
    F(T, u32, unknown_8, "not known")                                                              \
    A(T, bytes, reserved_12, 8, "0")

RQ_RECORD_STRUCT(rq_texture_entry, RQ_TEXTURE_ENTRY, 20);

#define RQ_TEXTURE_IMAGE(F, A, T)                                                                  \
    F(T, i16, x_offset, "place on a canvas")                                                       \
    F(T, i16, y_offset, "the same, down")                                                          \
    F(T, i16, width, "pixels")                                                                     \
    F(T, i16, height, "pixels")                                                                    \
    F(T, u16, compression, "0: none")                                                              \
    F(T, u32, record_size, "bytes of the record")                                                  \
    F(T, u32, data_offset, "of the pixels, from the start of the record")                          \
    F(T, u16, is_normal, "not known")                                                              \
    F(T, u16, frame_count, "1, or more when animated")                                             \
    F(T, u16, unknown_22, "not known")                                                             \
    F(T, i16, x_scale, "256ths to add")                                                            \
    F(T, i16, y_scale, "the same, down")

RQ_RECORD_STRUCT(rq_texture_image, RQ_TEXTURE_IMAGE, 28);

enum rq_texture_kind {
    RQ_TEXTURE_RAW,   /* of no known layout */
    RQ_TEXTURE_TABLE, /* rows of 256 palette indices */
    RQ_TEXTURE_BANK,  /* pictures */
};

struct rq_texture_record {
    struct rq_texture_entry entry;
    struct rq_texture_image image;
    const uint8_t *pixels; /* row y at y * stride; NULL: packed or animated, among the strays */
    size_t stride;
};

struct rq_strays; /* of the library: bytes that no record explains, with their places */

struct rq_texture_file {
    enum rq_texture_kind kind;
    struct rq_bytes bytes; /* all of a table, all of a raw file */
    struct rq_texture_header header;
    size_t record_count;
    struct rq_texture_record *records;
    struct rq_strays *strays;
};

#ifdef __cplusplus
}
#endif

#endif
