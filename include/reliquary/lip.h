/* LIP: how a mouth moves while a line is spoken. See docs/formats/lip.md.
 *
 *     const struct rq_lip *lip = rq_doc_root(doc, "lip");
 *     for (size_t i = 0; i < lip->key_count; i++)
 *         use(lip->keys[i].time, rq_lip_shape(lip->keys[i].shape));
 */
#ifndef RELIQUARY_LIP_H
#define RELIQUARY_LIP_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* clang-format off */
#define RQ_LIP_HEADER(F, A, T)                                                                     \
    A(T, text, magic, 4, "\"LIP \"", RQ_HIDDEN)                                                               \
    A(T, text, version, 4, "\"V1.0\"", RQ_HIDDEN)                                                             \
    F(T, f32, length, "seconds")                                                                   \
    F(T, u32, key_count, "keys that follow", RQ_DERIVED)
#define RQ_LIP_KEY(F, A, T)                                                                        \
    F(T, f32, time, "seconds from the start")                                                      \
    F(T, u8, shape, "of the mouth, 0 to 15")
/* clang-format on */

RQ_RECORD_STRUCT(rq_lip_header, RQ_LIP_HEADER, 16);
RQ_RECORD_STRUCT(rq_lip_key, RQ_LIP_KEY, 5);

enum { RQ_LIP_SHAPES = 16 };

struct rq_lip {
    struct rq_lip_header header; /* key_count is derived on writing */
    size_t key_count;
    struct rq_lip_key *keys;
    struct rq_bytes trailing; /* behind the last key */
};

/* The sounds of a shape, "AA/AE/AH"; NULL from RQ_LIP_SHAPES on. */
RQ_API const char *rq_lip_shape(unsigned shape);

#ifdef __cplusplus
}
#endif

#endif
