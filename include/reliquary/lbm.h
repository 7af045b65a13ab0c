/* LBM: an IFF picture of Deluxe Paint, as gui.lbm of Redguard. See docs/formats/lbm.md. */
#ifndef RELIQUARY_LBM_H
#define RELIQUARY_LBM_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Words are big-endian on disk. */
#define RQ_LBM_HEADER(F, A, T)                                                                     \
    F(T, u16, width, "pixels")                                                                     \
    F(T, u16, height, "pixels")                                                                    \
    F(T, i16, x, "place on the page")                                                              \
    F(T, i16, y, "the same, down")                                                                 \
    F(T, u8, planes, "bits of a pixel")                                                            \
    F(T, u8, masking, "0: none, 1: a plane more, 2: a colour, 3: lasso")                           \
    F(T, u8, compression, "0: none, 1: runs")                                                      \
    F(T, u8, reserved_11, "0")                                                                     \
    F(T, u16, transparent, "the colour of masking 2")                                              \
    F(T, u8, x_aspect, "of a pixel")                                                               \
    F(T, u8, y_aspect, "of a pixel")                                                               \
    F(T, i16, page_width, "of the screen")                                                         \
    F(T, i16, page_height, "of the screen")

RQ_RECORD_STRUCT(rq_lbm_header, RQ_LBM_HEADER, 20);

/* When equal bytes of a row become a run. */
enum rq_lbm_packing {
    RQ_LBM_UNSETTLED,
    RQ_LBM_RUNS_OF_3,
    RQ_LBM_PAIRS_FIRST, /* two at the start of a row or behind a run, else three */
    RQ_LBM_RUNS_OF_2,
    RQ_LBM_EXPLICIT, /* as packed has it; only while it unpacks to the rows */
};

enum rq_lbm_kind {
    RQ_LBM_RAW,  /* payload is all there is */
    RQ_LBM_BMHD, /* the header */
    RQ_LBM_CMAP, /* the palette */
    RQ_LBM_BODY, /* the rows; payload: what follows plain ones */
};

struct rq_lbm_chunk {
    char tag[4];
    enum rq_lbm_kind kind;
    struct rq_bytes payload;
    uint8_t pad;   /* the byte behind a payload of odd size: 0 */
    bool unpadded; /* the file ends where it should stand */
};

struct rq_lbm {
    char type[4];     /* "ILBM": a row is a line of bits for each plane; "PBM ": of bytes */
    int64_t size_off; /* what FORM's size is more than it should be */
    size_t chunk_count;
    struct rq_lbm_chunk *chunks;
    bool has_header;
    struct rq_lbm_header header;
    struct rq_bytes colors; /* RGB triplets */
    struct rq_bytes rows;   /* unpacked; data NULL: BODY was not understood */
    enum rq_lbm_packing packing;
    struct rq_bytes packed;
    struct rq_bytes trailing; /* behind FORM */
};

#ifdef __cplusplus
}
#endif

#endif
