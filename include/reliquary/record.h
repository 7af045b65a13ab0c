/* Fixed-size records, described once. A list of fields is an X-macro; from it come the
 * struct, the constant table and a check of the size on disk:
 *
 *     #define ERF_KEY(F, A, T)                                       \
 *         A(T, text, resref, 16, "name, NUL padded")                 \
 *         F(T, u32, index, "position in the resource list")          \
 *         F(T, u16, type, "resource type id")                        \
 *         F(T, u16, unused, "0")
 *     RQ_RECORD_STRUCT(rq_erf_key, ERF_KEY, 24);    in the header
 *     RQ_RECORD_TABLE(rq_erf_key, ERF_KEY);         in the .c: rq_erf_key_rec
 *
 * What a field is to a person who edits the file stands behind its description:
 *
 *         F(T, u32, key_count, "number of keys", RQ_DERIVED)
 *
 * One engine (core/record.h) reads, writes, prints and takes JSON, and annotates dumps.
 * Numbers are little-endian on disk, those of kind be32 big-endian. Kinds text and bytes
 * are arrays; a scalar kind as an array (A(f32, origin, 3, ...)) is a JSON array.
 */
#ifndef RELIQUARY_RECORD_H
#define RELIQUARY_RECORD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint8_t rq_kind_u8;
typedef int8_t rq_kind_i8;
typedef uint16_t rq_kind_u16;
typedef int16_t rq_kind_i16;
typedef uint32_t rq_kind_u32;
typedef int32_t rq_kind_i32;
typedef uint32_t rq_kind_x32; /* a word of flags or bits: printed in hexadecimal */
typedef uint32_t rq_kind_be32;
typedef float rq_kind_f32;
typedef char rq_kind_text;
typedef uint8_t rq_kind_bytes;

enum rq_kind {
    RQ_KIND_u8,
    RQ_KIND_i8,
    RQ_KIND_u16,
    RQ_KIND_i16,
    RQ_KIND_u32,
    RQ_KIND_i32,
    RQ_KIND_x32,
    RQ_KIND_be32,
    RQ_KIND_f32,
    RQ_KIND_text,
    RQ_KIND_bytes,
};

enum rq_mark {
    RQ_PLAIN,    /* a value of its own */
    RQ_DERIVED,  /* a count, a size: follows from the rest when the file is written */
    RQ_POINTER,  /* where something stands in the file: follows as well */
    RQ_HIDDEN,   /* a constant that tells the format, or said elsewhere in the JSON */
    RQ_OPTIONAL, /* a value that is mostly 0: JSON leaves it out then */
};

struct rq_rec_field {
    const char *name;
    size_t offset; /* in the struct */
    size_t count;
    size_t size; /* of one element, on disk and in memory */
    const char *doc;
    enum rq_mark mark;
    enum rq_kind kind;
};

struct rq_rec {
    const char *name;
    size_t size; /* on disk */
    size_t field_count;
    const struct rq_rec_field *fields;
};

#ifdef __cplusplus
#define RQ_STATIC_ASSERT static_assert
#else
#define RQ_STATIC_ASSERT _Static_assert
#endif

#define RQ_REC_MEMBER(T, k, m, ...)     rq_kind_##k m;
#define RQ_REC_MEMBERS(T, k, m, n, ...) rq_kind_##k m[n];
#define RQ_REC_SIZE(T, k, m, ...)       +sizeof(rq_kind_##k)
#define RQ_REC_SIZES(T, k, m, n, ...)   +sizeof(rq_kind_##k) * (n)
/* The rest is the description, and the mark where there is one. */
#define RQ_REC_ROW(T, k, m, ...)                                                                   \
    {#m, offsetof(struct T, m), 1, sizeof(rq_kind_##k), .kind = RQ_KIND_##k, .doc = __VA_ARGS__},
#define RQ_REC_ROWS(T, k, m, n, ...)                                                               \
    {#m, offsetof(struct T, m), n, sizeof(rq_kind_##k), .kind = RQ_KIND_##k, .doc = __VA_ARGS__},

/* clang-format off */
#define RQ_RECORD_STRUCT(T, LIST, disk_size)                                                       \
    struct T { LIST(RQ_REC_MEMBER, RQ_REC_MEMBERS, T) };                                           \
    RQ_STATIC_ASSERT((0 LIST(RQ_REC_SIZE, RQ_REC_SIZES, T)) == (disk_size), #T ": size on disk")

#define RQ_RECORD_TABLE(T, LIST)                                                                   \
    static const struct rq_rec_field T##_fields[] = { LIST(RQ_REC_ROW, RQ_REC_ROWS, T) };          \
    static const struct rq_rec T##_rec = { #T, 0 LIST(RQ_REC_SIZE, RQ_REC_SIZES, T),               \
        sizeof T##_fields / sizeof T##_fields[0], T##_fields }
/* clang-format on */

#ifdef __cplusplus
}
#endif

#endif
