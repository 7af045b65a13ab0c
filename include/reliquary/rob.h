/* ROB: the models of a map of Redguard in one file, or the names of model files.
 * See docs/formats/rob.md. */
#ifndef RELIQUARY_ROB_H
#define RELIQUARY_ROB_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_ROB_HEADER(F, A, T)                                                                     \
    A(T, text, magic, 4, "OARC", RQ_HIDDEN)                                                        \
    F(T, be32, unused_04, "4; never read by the game")                                             \
    F(T, u32, num_segments, "how many follow", RQ_DERIVED)                                         \
    A(T, text, magic2, 4, "OARD", RQ_HIDDEN)                                                       \
    F(T, be32, payload_size, "size of the file without this header and the 4 bytes at the end",    \
      RQ_DERIVED)

RQ_RECORD_STRUCT(rq_rob_header, RQ_ROB_HEADER, 20);

#define RQ_ROB_SEGMENT(F, A, T)                                                                    \
    F(T, u32, total_size, "data_size + 80", RQ_DERIVED)                                            \
    A(T, text, name, 8, "of the model, or of a .3DC file without its extension")                   \
    F(T, u16, segment_type, "enum rq_rob_type")                                                    \
    F(T, u16, segment_flags, "high byte: way of drawing, 0 for the usual one")                     \
    F(T, u8, segment_attribs, "0x02 and 0x40 are known")                                           \
    A(T, u8, face_count_low, 3, "the third: number of faces mod 256; not read by the game")        \
    F(T, be32, unused_14, "1 mostly; never read by the game")                                      \
    F(T, u32, reserved_18, "0")                                                                    \
    A(T, u32, bbox_extent, 3, "x, y, z: bbox_positive + bbox_negative")                            \
    F(T, u32, reserved_28, "0")                                                                    \
    F(T, u32, reserved_2c, "0")                                                                    \
    F(T, u32, reserved_30, "0")                                                                    \
    A(T, u32, bbox_positive, 3, "how far the model goes from its origin")                          \
    A(T, u32, bbox_negative, 3, "and the other way")                                               \
    F(T, u32, data_size, "bytes of data, 0 for a reference", RQ_DERIVED)

RQ_RECORD_STRUCT(rq_rob_segment_header, RQ_ROB_SEGMENT, 80);

enum rq_rob_type {
    RQ_ROB_EMBEDDED = 0,   /* data is a whole 3D file */
    RQ_ROB_MENU = 256,     /* the same; only in MENU.ROB */
    RQ_ROB_EXTERNAL = 512, /* no data: <name>.3DC holds the model */
};

struct rq_rob_segment {
    struct rq_rob_segment_header header;
    /* Taken as it is; header.data_size is worked out on writing. */
    struct rq_bytes data;
    /* header.total_size is not that of the data and has to stay as it is. When false it is
     * worked out on writing. */
    bool odd_total;
    uint64_t offset; /* of the header in the file that was read */
};

struct rq_rob {
    struct rq_rob_header header;
    bool odd_payload; /* as odd_total, for header.payload_size */
    size_t segment_count, segment_room;
    struct rq_rob_segment *segments; /* in file order; names may repeat */
    bool no_end;                     /* "END " is missing */
    struct rq_bytes trailing;        /* after "END ": nothing in every file */
};

/* The high byte of segment_flags as the game takes it: 0 stands for 255, and so does 254. */
static inline uint8_t rq_rob_render_mode(const struct rq_rob_segment_header *header)
{
    unsigned mode = header->segment_flags >> 8;
    return (uint8_t)(mode == 0 || mode > 0xFD ? 0xFF : mode);
}

#ifdef __cplusplus
}
#endif

#endif
