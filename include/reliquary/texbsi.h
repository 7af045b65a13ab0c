/* TEXBSI: a bank of textures of Redguard, TEXBSI.### files. See docs/formats/texbsi.md.
 *
 *     struct rq_texbsi *bank = rq_doc_root(doc, "texbsi");
 *     const struct rq_texbsi_image *image = &bank->images[0];
 *     if (image->rows) use(image->rows[frame * image->header.height + y], image->header.width);
 */
#ifndef RELIQUARY_TEXBSI_H
#define RELIQUARY_TEXBSI_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_TEXBSI_HEADER(F, A, T)                                                                  \
    F(T, i16, x_offset, "place on a canvas, a hint")                                               \
    F(T, i16, y_offset, "the same, down")                                                          \
    F(T, i16, width, "pixels")                                                                     \
    F(T, i16, height, "pixels")                                                                    \
    F(T, u8, has_cmap, "1: a CMAP chunk follows; the game does not look")                          \
    F(T, u8, export_flags, "0, 1 or 9; of the tool that made it")                                  \
    A(T, bytes, reserved_10, 4, "0")                                                               \
    F(T, i16, frame_count, "1: still, 2 to 16: animated")                                          \
    F(T, i16, anim_delay, "milliseconds a frame")                                                  \
    A(T, bytes, reserved_18, 4, "0")                                                               \
    F(T, u16, tex_scale, "8.8 fixed point, 0 stands for 256")                                      \
    F(T, i16, data_encoding, "0: plain pixels, 4: table of rows")

RQ_RECORD_STRUCT(rq_texbsi_header, RQ_TEXBSI_HEADER, 26);

enum rq_texbsi_kind {
    RQ_TEXBSI_RAW,    /* payload is all there is */
    RQ_TEXBSI_BHDR,   /* the image's header; payload: what follows its 26 bytes */
    RQ_TEXBSI_PIXELS, /* the image's rows; payload: where they were read from */
    RQ_TEXBSI_COLORS, /* the image's palette; payload: its 768 bytes */
};

struct rq_texbsi_chunk {
    char tag[4];
    enum rq_texbsi_kind kind;
    struct rq_bytes payload;
};

/* Where the rows of an image with a table stand. */
enum rq_texbsi_rows {
    RQ_TEXBSI_UNSETTLED,
    RQ_TEXBSI_SHARED,   /* in order of first use; equal rows stand once */
    RQ_TEXBSI_UNSHARED, /* in order, every row by itself */
    RQ_TEXBSI_EXPLICIT, /* as offsets and strays say */
};

enum rq_texbsi_end {
    RQ_TEXBSI_END_INSIDE,  /* counted in the size of the image: all known files */
    RQ_TEXBSI_END_OUTSIDE, /* after the bytes that the size counts */
    RQ_TEXBSI_END_NONE,
};

struct rq_strays; /* of the library: bytes that no row explains, with their places */

struct rq_texbsi_image {
    char name[9]; /* "D02005", zero padded */
    size_t chunk_count;
    struct rq_texbsi_chunk *chunks; /* in file order, without END */
    bool has_header;
    uint32_t header_size; /* on disk: 26; 16 and more are taken, the rest is zero */
    struct rq_texbsi_header header;
    const uint8_t *cmap; /* 256 RGB triplets, or NULL */

    /* frames * height rows of width bytes; NULL when DATA was not understood. Rows may
     * be shared. */
    uint32_t frames;
    bool has_table;
    const uint8_t **rows;
    enum rq_texbsi_rows layout;
    uint32_t *offsets; /* for RQ_TEXBSI_EXPLICIT: one for each row, from the start of DATA */
    struct rq_strays *strays;
    struct rq_bytes data_tail; /* after the last row, for the others */

    enum rq_texbsi_end end;
    struct rq_bytes tail; /* after "END ": four zero bytes */
};

struct rq_texbsi {
    size_t image_count;
    struct rq_texbsi_image *images;
    bool no_sentinel; /* the nine zero bytes at the end are missing */
    struct rq_bytes trailing;
};

#ifdef __cplusplus
}
#endif

#endif
