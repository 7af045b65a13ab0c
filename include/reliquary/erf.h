/* ERF V1.0: the archives of KotOR (ERF, MOD, HAK, SAV). See docs/formats/erf.md. */
#ifndef RELIQUARY_ERF_H
#define RELIQUARY_ERF_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_ERF_HEADER(F, A, T)                                                                     \
    A(T, text, type, 4, "ERF, MOD, HAK or SAV, blank padded")                                      \
    A(T, text, version, 4, "V1.0", RQ_HIDDEN)                                                      \
    F(T, u32, language_count, "number of descriptions", RQ_DERIVED)                                \
    F(T, u32, description_bytes, "size of all descriptions", RQ_DERIVED)                           \
    F(T, u32, entry_count, "number of resources", RQ_DERIVED)                                      \
    F(T, u32, description_offset, "where the descriptions start", RQ_POINTER)                      \
    F(T, u32, key_offset, "where the keys start", RQ_POINTER)                                      \
    F(T, u32, resource_offset, "where the resource list starts", RQ_POINTER)                       \
    F(T, u32, build_year, "years since 1900")                                                      \
    F(T, u32, build_day, "day of the year, from 0")                                                \
    F(T, u32, description_strref, "talk table number of the description")                          \
    A(T, bytes, reserved, 116, "0")

RQ_RECORD_STRUCT(rq_erf_header, RQ_ERF_HEADER, 160);

#define RQ_ERF_KEY(F, A, T)                                                                        \
    A(T, text, resref, 16, "name, NUL padded")                                                     \
    F(T, u32, index, "position in the resource list", RQ_DERIVED)                                  \
    F(T, u16, type, "resource type")                                                               \
    F(T, u16, unused, "0", RQ_HIDDEN)

RQ_RECORD_STRUCT(rq_erf_key, RQ_ERF_KEY, 24);

struct rq_erf_description {
    uint32_t language; /* language * 2 + gender */
    struct rq_bytes text;
};

struct rq_erf_resource {
    struct rq_erf_key key;
    uint32_t offset; /* as read */
    struct rq_bytes data;
};

enum rq_erf_layout {
    RQ_ERF_UNSETTLED,
    RQ_ERF_TIGHT,    /* header, descriptions, keys, resource list, data in key order */
    RQ_ERF_EXPLICIT, /* blocks where they stood */
};

struct rq_erf {
    struct rq_erf_header header;
    struct rq_erf_description *descriptions;
    struct rq_erf_resource *resources;
    size_t description_count, resource_count;
    size_t resource_room;         /* allocated, for putting more in */
    bool zero_description_offset; /* 0 where there are no descriptions, not 160 */
    enum rq_erf_layout layout;
    struct rq_erf_places *places; /* of RQ_ERF_EXPLICIT */
};

#ifdef __cplusplus
}
#endif

#endif
