/* TGA: Truevision's picture, as KotOR has it for icons, menus and as what a TPC is made of. See
 * docs/formats/tga.md. */
#ifndef RELIQUARY_TGA_H
#define RELIQUARY_TGA_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_TGA_HEADER(F, A, T)                                                                     \
    F(T, u8, id_length, "bytes of the identification")                                             \
    F(T, u8, map_type, "1: with a colour map")                                                     \
    F(T, u8, image_type, "1 mapped, 2 true colour, 3 grey; with 8 more in packets")                \
    F(T, u16, map_first, "index of the map's first colour")                                        \
    F(T, u16, map_length, "colours of the map")                                                    \
    F(T, u8, map_depth, "bits of a colour of the map: 15, 16, 24 or 32")                           \
    F(T, u16, x_origin, "place on a screen")                                                       \
    F(T, u16, y_origin, "the same, up")                                                            \
    F(T, u16, width, "pixels")                                                                     \
    F(T, u16, height, "pixels")                                                                    \
    F(T, u8, depth, "bits of a pixel: 8, 15, 16, 24 or 32")                                        \
    F(T, u8, descriptor, "low four bits: of alpha; 16: from the right; 32: from the top")

RQ_RECORD_STRUCT(rq_tga_header, RQ_TGA_HEADER, 18);

#define RQ_TGA_EXTENSION(F, A, T)                                                                  \
    F(T, u16, size, "495")                                                                         \
    A(T, text, author, 41, "NUL padded")                                                           \
    A(T, text, comments, 324, "four lines of 80 and a NUL each")                                   \
    A(T, u16, saved, 6, "month, day, year, hour, minute, second")                                  \
    A(T, text, job, 41, "NUL padded")                                                              \
    A(T, u16, job_time, 3, "hours, minutes, seconds")                                              \
    A(T, text, software, 41, "NUL padded")                                                         \
    F(T, u16, software_version, "times 100")                                                       \
    F(T, u8, software_letter, "or a blank")                                                        \
    F(T, x32, key_color, "alpha, red, green, blue")                                                \
    A(T, u16, pixel_ratio, 2, "width and height of a pixel; 0: not said")                          \
    A(T, u16, gamma, 2, "a fraction; 0: not said")                                                 \
    F(T, u32, correction_offset, "in the file; 0: none")                                           \
    F(T, u32, stamp_offset, "of a small picture; 0: none")                                         \
    F(T, u32, lines_offset, "of a table of rows; 0: none")                                         \
    F(T, u8, attributes, "what alpha is: 0 none, 3 see-through")

RQ_RECORD_STRUCT(rq_tga_extension, RQ_TGA_EXTENSION, 495);

#define RQ_TGA_FOOTER(F, A, T)                                                                     \
    F(T, u32, extension_offset, "in the file; 0: none")                                            \
    F(T, u32, developer_offset, "in the file; 0: none")                                            \
    A(T, text, signature, 18, "TRUEVISION-XFILE., NUL")

RQ_RECORD_STRUCT(rq_tga_footer, RQ_TGA_FOOTER, 26);

/* How pixels become packets. Both rules take a run wherever two pixels or more are the same. */
enum rq_tga_packing {
    RQ_TGA_UNSETTLED,
    RQ_TGA_ROWS,     /* a packet ends with its row */
    RQ_TGA_WHOLE,    /* packets go over the ends of rows */
    RQ_TGA_EXPLICIT, /* as packed has it; only while it unpacks to the pixels */
};

struct rq_tga {
    struct rq_tga_header header;
    struct rq_bytes id;
    struct rq_bytes map;         /* the colours of the map, as they stand */
    struct rq_bytes pixels;      /* rows as they are stored; data NULL: not unpacked */
    enum rq_tga_packing packing; /* of types 9, 10 and 11 */
    struct rq_bytes packed;
    struct rq_bytes tail;               /* after the pixels, before the extension or the end */
    struct rq_tga_extension *extension; /* NULL: none */
    struct rq_bytes gap;                /* between the extension and the footer */
    struct rq_tga_footer *footer;       /* NULL: none */
    /* Where these stood in the file, 0: not known. Other places are refused while an offset of the extension or of the
     * footer leads into them. */
    uint32_t tail_offset, gap_offset;
};

#ifdef __cplusplus
}
#endif

#endif
