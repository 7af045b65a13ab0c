/* GXA: pictures of Redguard's screens, icons and skies. See docs/formats/gxa.md.
 *
 *     struct rq_gxa *gxa = rq_doc_root(doc, "gxa");
 *     const struct rq_gxa_frame *frame = &gxa->frames[0];
 *     if (frame->pixels) use(frame->pixels, frame->header.width, frame->header.height);
 */
#ifndef RELIQUARY_GXA_H
#define RELIQUARY_GXA_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_GXA_HEADER(F, A, T)                                                                     \
    A(T, text, title, 22, "GXlib image conversion, without a NUL")                                 \
    A(T, bytes, reserved_22, 10, "not known")                                                      \
    F(T, i16, frame_count, "pictures in BBMP")

RQ_RECORD_STRUCT(rq_gxa_header, RQ_GXA_HEADER, 34);

#define RQ_GXA_FRAME(F, A, T)                                                                      \
    F(T, i16, unknown_0, "1")                                                                      \
    F(T, i16, width, "pixels")                                                                     \
    F(T, i16, height, "pixels")                                                                    \
    F(T, i16, unknown_6, "not known")                                                              \
    F(T, i16, unknown_8, "not known")                                                              \
    F(T, i16, compression, "0: none, 1: runs, 2: LZHUF")                                           \
    F(T, i16, unknown_12, "not known")                                                             \
    F(T, i16, unknown_14, "not known")                                                             \
    F(T, i16, unknown_16, "not known")

RQ_RECORD_STRUCT(rq_gxa_frame_header, RQ_GXA_FRAME, 18);

enum rq_gxa_compression { RQ_GXA_PLAIN, RQ_GXA_RUNS, RQ_GXA_LZHUF };

/* How the pixels of a packed frame become its bytes. */
enum rq_gxa_packing {
    RQ_GXA_UNSETTLED,
    RQ_GXA_RUNS_OF_3, /* three equal pixels and more are a run */
    RQ_GXA_RUNS_OF_2, /* two and more */
    RQ_GXA_TREE,      /* LZHUF as its published program packs */
    RQ_GXA_EXPLICIT,  /* as packed has it; only while it unpacks to the pixels */
};

struct rq_gxa_frame {
    struct rq_gxa_frame_header header;
    const uint8_t *pixels; /* width * height, top row first; NULL: packed could not be unpacked */
    enum rq_gxa_packing packing;
    struct rq_bytes packed;
    uint32_t unpacked_size; /* as LZHUF states it */
};

enum rq_gxa_kind {
    RQ_GXA_RAW,     /* payload is all there is */
    RQ_GXA_BMHD,    /* the header; payload: what follows its 34 bytes */
    RQ_GXA_PALETTE, /* the palette; payload: its 768 bytes */
    RQ_GXA_FRAMES,  /* the frames; payload: what follows the last */
};

struct rq_gxa_chunk {
    char tag[4];
    enum rq_gxa_kind kind;
    struct rq_bytes payload;
};

struct rq_gxa {
    size_t chunk_count;
    struct rq_gxa_chunk *chunks; /* BMHD, BPAL, BBMP; END is not one */
    bool has_header;
    struct rq_gxa_header header;
    const uint8_t *palette; /* 256 RGB triplets of 6 bits, or NULL */
    size_t frame_count;
    struct rq_gxa_frame *frames;
    bool length_of_file; /* quirk: BBMP gives the size of the file less 4 as its own */
    bool no_end;
    struct rq_bytes trailing;
};

#ifdef __cplusplus
}
#endif

#endif
