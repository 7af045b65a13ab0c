/* PCX: ZSoft's picture, as SKY_61.PCX of Redguard. See docs/formats/pcx.md. */
#ifndef RELIQUARY_PCX_H
#define RELIQUARY_PCX_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_PCX_HEADER(F, A, T)                                                                     \
    F(T, u8, manufacturer, "10")                                                                   \
    F(T, u8, pcx_version, "5: with 256 colours")                                                   \
    F(T, u8, encoding, "0: plain, 1: runs")                                                        \
    F(T, u8, bits_per_pixel, "in one plane: 1, 2, 4 or 8")                                         \
    F(T, u16, x_min, "first column")                                                               \
    F(T, u16, y_min, "first row")                                                                  \
    F(T, u16, x_max, "last column")                                                                \
    F(T, u16, y_max, "last row")                                                                   \
    F(T, u16, x_dpi, "dots an inch, or the screen's width")                                        \
    F(T, u16, y_dpi, "the same, down")                                                             \
    A(T, bytes, colors_16, 48, "16 RGB triplets")                                                  \
    F(T, u8, reserved_64, "0")                                                                     \
    F(T, u8, planes, "1, or 3 for true colour")                                                    \
    F(T, u16, bytes_per_line, "of one plane; even")                                                \
    F(T, u16, palette_kind, "1: colour, 2: grey")                                                  \
    F(T, u16, screen_width, "0 when not known")                                                    \
    F(T, u16, screen_height, "0 when not known")                                                   \
    A(T, bytes, reserved_74, 54, "0")

RQ_RECORD_STRUCT(rq_pcx_header, RQ_PCX_HEADER, 128);

/* Where runs end besides after 63 bytes. */
enum rq_pcx_packing {
    RQ_PCX_UNSETTLED,
    RQ_PCX_LINES,    /* with the line of each plane */
    RQ_PCX_ROWS,     /* with the row of all planes */
    RQ_PCX_WHOLE,    /* nowhere */
    RQ_PCX_EXPLICIT, /* as packed has it; only while it unpacks to the rows */
};

struct rq_pcx {
    struct rq_pcx_header header;
    struct rq_bytes rows;        /* for each row the line of each plane; data NULL: not unpacked */
    enum rq_pcx_packing packing; /* of encoding 1 */
    struct rq_bytes packed;
    struct rq_bytes gap;    /* between the rows and the palette, or the end */
    const uint8_t *palette; /* 256 RGB triplets, the file's last 768 bytes; or NULL */
};

#ifdef __cplusplus
}
#endif

#endif
