/* RIM V1.0: the game's own modules of KotOR. See docs/formats/rim.md. */
#ifndef RELIQUARY_RIM_H
#define RELIQUARY_RIM_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_RIM_HEADER(F, A, T)                                                                     \
    A(T, text, type, 4, "RIM, blank padded", RQ_HIDDEN)                                            \
    A(T, text, version, 4, "V1.0", RQ_HIDDEN)                                                      \
    F(T, u32, unused_08, "0")                                                                      \
    F(T, u32, entry_count, "number of resources", RQ_DERIVED)                                      \
    F(T, u32, key_offset, "where the table starts; 0: after the header", RQ_POINTER)               \
    F(T, u32, unused_14, "1 in *dx.rim, whose data is aligned to 128; else 0")                     \
    A(T, bytes, reserved, 96, "0")

RQ_RECORD_STRUCT(rq_rim_header, RQ_RIM_HEADER, 120);

#define RQ_RIM_KEY(F, A, T)                                                                        \
    A(T, text, resref, 16, "name, NUL padded")                                                     \
    F(T, u32, type, "resource type")                                                               \
    F(T, u32, index, "position in the table", RQ_DERIVED)                                          \
    F(T, u32, offset, "where the data starts", RQ_POINTER)                                         \
    F(T, u32, size, "bytes of data", RQ_DERIVED)

RQ_RECORD_STRUCT(rq_rim_key, RQ_RIM_KEY, 32);

struct rq_rim_resource {
    struct rq_rim_key key; /* offset and size as read */
    struct rq_bytes data;
};

enum rq_rim_layout {
    RQ_RIM_UNSETTLED,
    RQ_RIM_PADDED,   /* the game's: see docs/formats/rim.md */
    RQ_RIM_ALIGNED,  /* the game's *dx.rim: data at multiples of 128 */
    RQ_RIM_TIGHT,    /* header, table, data in its order, no gaps */
    RQ_RIM_EXPLICIT, /* blocks where they stood */
};

struct rq_rim {
    struct rq_rim_header header;
    struct rq_rim_resource *resources;
    size_t resource_count;
    size_t resource_room; /* allocated, for putting more in */
    bool zero_key_offset; /* 0 in the header, not 120 */
    enum rq_rim_layout layout;
    bool has_tail; /* other bytes after the last resource than the layout's */
    struct rq_bytes tail;
    struct rq_rim_places *places; /* of RQ_RIM_EXPLICIT */
};

#ifdef __cplusplus
}
#endif

#endif
