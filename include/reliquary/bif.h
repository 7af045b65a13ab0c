/* BIF V1 and BZF: resources of KotOR without names; those are in chitin.key (reliquary/key.h).
 * A BZF has the same tables, and each resource packed with LZMA. See docs/formats/bif.md and
 * docs/formats/bzf.md. The root of both formats is struct rq_bif. */
#ifndef RELIQUARY_BIF_H
#define RELIQUARY_BIF_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_BIF_HEADER(F, A, T)                                                                     \
    A(T, text, type, 4, "BIFF; a BZF may have BZF, blank padded", RQ_HIDDEN)                       \
    A(T, text, version, 4, "V1, blank padded", RQ_HIDDEN)                                          \
    F(T, u32, variable_count, "number of variable resources", RQ_DERIVED)                          \
    F(T, u32, fixed_count, "number of fixed resources; the game does not look at them",            \
      RQ_DERIVED)                                                                                  \
    F(T, u32, table_offset, "where the variable table starts; the fixed one follows it", RQ_POINTER)

RQ_RECORD_STRUCT(rq_bif_header, RQ_BIF_HEADER, 20);

#define RQ_BIF_VARIABLE(F, A, T)                                                                   \
    F(T, u32, id, "number of the BIF in the key << 20 | position; nobody looks at it")             \
    F(T, u32, offset, "where the data starts", RQ_POINTER)                                         \
    F(T, u32, size, "bytes of data, unpacked", RQ_DERIVED)                                         \
    F(T, u32, type, "resource type")

RQ_RECORD_STRUCT(rq_bif_variable, RQ_BIF_VARIABLE, 16);

#define RQ_BIF_FIXED(F, A, T)                                                                      \
    F(T, u32, id, "number of the BIF in the key << 20 | number << 14")                             \
    F(T, u32, offset, "where the data starts", RQ_POINTER)                                         \
    F(T, u32, parts, "number of parts")                                                            \
    F(T, u32, part_size, "bytes of each part")                                                     \
    F(T, u32, type, "resource type")

RQ_RECORD_STRUCT(rq_bif_fixed, RQ_BIF_FIXED, 20);

struct rq_bif_resource {
    uint32_t id, type;
    uint32_t parts, part_size; /* of a fixed resource; their product is the size of data */
    uint32_t offset;           /* as read */
    struct rq_bytes data;
    struct rq_bytes packed; /* of a BZF: the stream. Without one it is made on writing. */
};

enum rq_bif_layout {
    RQ_BIF_UNSETTLED,
    RQ_BIF_TIGHT,    /* header, tables, data in their order, no gaps */
    RQ_BIF_ALIGNED,  /* the same, each resource at a multiple of four */
    RQ_BIF_EXPLICIT, /* blocks where they stood */
};

struct rq_bif {
    struct rq_bif_header header;
    struct rq_bif_resource *resources; /* variable ones, then fixed ones */
    size_t resource_count, fixed_count;
    size_t resource_room; /* allocated, for putting more in */
    uint32_t number;      /* of this BIF in the key: what ids are made of */
    enum rq_bif_layout layout;
    struct rq_bytes tail;         /* after the last resource */
    struct rq_bif_places *places; /* of RQ_BIF_EXPLICIT */
};

#ifdef __cplusplus
}
#endif

#endif
