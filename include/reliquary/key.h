/* KEY V1: which resource is in which BIF (chitin.key). See docs/formats/key.md.
 *
 * To find one name no document is needed:
 *
 *     uint32_t bif, index;
 *     char path[RQ_KEY_PATH];
 *     if (rq_key_find(map.bytes, "appearance", 2017, &bif, &index) &&
 *         rq_key_bif_name(map.bytes, bif, path))
 *         ...  resource number `index` of the file at path
 */
#ifndef RELIQUARY_KEY_H
#define RELIQUARY_KEY_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_KEY_HEADER(F, A, T)                                                                     \
    A(T, text, type, 4, "KEY, blank padded", RQ_HIDDEN)                                            \
    A(T, text, version, 4, "V1, blank padded", RQ_HIDDEN)                                          \
    F(T, u32, bif_count, "number of BIF files", RQ_DERIVED)                                        \
    F(T, u32, key_count, "number of resources in all of them", RQ_DERIVED)                         \
    F(T, u32, bif_offset, "where the table of BIF files starts", RQ_POINTER)                       \
    F(T, u32, key_offset, "where the table of keys starts", RQ_POINTER)                            \
    F(T, u32, build_year, "years since 1900")                                                      \
    F(T, u32, build_day, "day of the year, from 0")                                                \
    A(T, bytes, reserved, 32, "0")

RQ_RECORD_STRUCT(rq_key_header, RQ_KEY_HEADER, 64);

#define RQ_KEY_BIF(F, A, T)                                                                        \
    F(T, u32, size, "bytes of the BIF file")                                                       \
    F(T, u32, name_offset, "where its name starts", RQ_POINTER)                                    \
    F(T, u16, name_size, "bytes of the name", RQ_DERIVED)                                          \
    F(T, u16, drives, "bit mask of where it is installed; 1 in the game")

RQ_RECORD_STRUCT(rq_key_bif_record, RQ_KEY_BIF, 12);

#define RQ_KEY_ENTRY(F, A, T)                                                                      \
    A(T, text, resref, 16, "name, NUL padded")                                                     \
    F(T, u16, type, "resource type")                                                               \
    F(T, u32, id, "number of the BIF << 20 | number of the resource in it")

RQ_RECORD_STRUCT(rq_key_entry, RQ_KEY_ENTRY, 22);

enum { RQ_KEY_INDEX_BITS = 20, RQ_KEY_INDEX_MASK = (1 << RQ_KEY_INDEX_BITS) - 1 };

struct rq_key_bif {
    struct rq_key_bif_record record; /* place and size of the name as read */
    struct rq_bytes name;            /* "data\2da.bif" */
    bool no_nul;                     /* the name has no NUL at its end */
};

enum rq_key_layout {
    RQ_KEY_UNSETTLED,
    RQ_KEY_TIGHT,    /* header, table of BIF files, their names, keys */
    RQ_KEY_EXPLICIT, /* blocks where they stood */
};

struct rq_key {
    struct rq_key_header header;
    struct rq_key_bif *bifs;
    struct rq_key_entry *keys;
    size_t bif_count, key_count;
    enum rq_key_layout layout;
    struct rq_key_places *places; /* of RQ_KEY_EXPLICIT */
};

/* Where the game would look for a resource: the first key of that name (without case) and type.
 * One pass over the file's bytes, nothing is allocated. False when there is none, or the bytes
 * are no KEY. */
RQ_API bool rq_key_find(struct rq_bytes file, const char *resref, uint32_t type, uint32_t *bif,
                        uint32_t *index);

enum { RQ_KEY_PATH = 1024 };

/* The name of a BIF file as UTF-8, with "/" between folders. False when there is no such BIF. */
RQ_API bool rq_key_bif_name(struct rq_bytes file, uint32_t bif, char path[RQ_KEY_PATH]);

#ifdef __cplusplus
}
#endif

#endif
