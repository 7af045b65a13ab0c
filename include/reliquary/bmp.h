/* BMP: a Windows bitmap, as pointers.bmp of Redguard. See docs/formats/bmp.md. */
#ifndef RELIQUARY_BMP_H
#define RELIQUARY_BMP_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_BMP_FILE(F, A, T)                                                                       \
    A(T, text, magic, 2, "BM")                                                                     \
    F(T, u32, file_size, "bytes in all")                                                           \
    F(T, u16, reserved_6, "0")                                                                     \
    F(T, u16, reserved_8, "0")                                                                     \
    F(T, u32, data_offset, "of the pixels, from the start of the file")

RQ_RECORD_STRUCT(rq_bmp_file, RQ_BMP_FILE, 14);

#define RQ_BMP_INFO(F, A, T)                                                                       \
    F(T, u32, header_size, "40; 12 in OS/2's form, more in later ones")                            \
    F(T, i32, width, "pixels")                                                                     \
    F(T, i32, height, "rows, the lowest first; negative: the highest first")                       \
    F(T, u16, planes, "1")                                                                         \
    F(T, u16, bits_per_pixel, "1, 4, 8, 16, 24 or 32")                                             \
    F(T, u32, compression, "0: none")                                                              \
    F(T, u32, image_size, "bytes of pixels; may be 0 without compression")                         \
    F(T, i32, x_per_meter, "pixels")                                                               \
    F(T, i32, y_per_meter, "pixels")                                                               \
    F(T, u32, colors_used, "entries of the palette; 0: all that the bits can name")                \
    F(T, u32, colors_important, "0: all")

RQ_RECORD_STRUCT(rq_bmp_info, RQ_BMP_INFO, 40);

struct rq_bmp {
    struct rq_bmp_file file;
    struct rq_bmp_info info;     /* of 12 bytes: size, width, height, planes and bits only */
    struct rq_bytes more_header; /* after the first 40 bytes */
    size_t color_count;
    const uint8_t *colors; /* blue, green, red and a fourth byte; none in the form of 12 bytes */
    struct rq_bytes gap;   /* between the palette and the pixels */

    /* Rows of bytes in file order without the padding to four bytes, and that padding, none when
     * all is zero. pixels.data NULL: stored is kept as it is. */
    struct rq_bytes pixels;
    struct rq_bytes padding;
    struct rq_bytes stored;
    struct rq_bytes trailing;
};

#ifdef __cplusplus
}
#endif

#endif
