/* Typed access: where each field of a schema stands in its C struct. typed.c has the tables,
 * typed_get.c fills the structs, typed_put.c writes what changed. */
#ifndef RQ_BLUEPRINT_TYPED_H
#define RQ_BLUEPRINT_TYPED_H

#include "core/bytes.h"

#include <reliquary/blueprint.h>
#include <reliquary/blueprints.h>

typedef float rq_typed_orientation[4];
typedef float rq_typed_vector[3];

/* The types of FIELD, STRUCT and LIST in fields.def, and what a member of each is in C. */
#define RQ_TYPED_KINDS(X)                                                                          \
    X(BYTE, uint8_t)                                                                               \
    X(CHAR, int8_t)                                                                                \
    X(WORD, uint16_t)                                                                              \
    X(SHORT, int16_t)                                                                              \
    X(DWORD, uint32_t)                                                                             \
    X(INT, int32_t)                                                                                \
    X(DWORD64, uint64_t)                                                                           \
    X(FLOAT, float)                                                                                \
    X(STRING, const char *)                                                                        \
    X(RESREF, const char *)                                                                        \
    X(LOCSTRING, struct rq_typed_locstring)                                                        \
    X(VOID, struct rq_bytes)                                                                       \
    X(ORIENTATION, rq_typed_orientation)                                                           \
    X(VECTOR, rq_typed_vector)                                                                     \
    X(INT_BYTE, double)                                                                            \
    X(FLOAT_INT, double)                                                                           \
    X(CELL, const struct rq_gff_field *)                                                           \
    X(PARAMETER, const struct rq_gff_field *)                                                      \
    X(STRUCT, void *)                                                                              \
    X(LIST, void *)

enum rq_typed_kind {
#define RQ_TYPED_KIND_ENUM(kind, c_type) RQ_TYPED_##kind,
    RQ_TYPED_KINDS(RQ_TYPED_KIND_ENUM)
#undef RQ_TYPED_KIND_ENUM
};

/* Where a field stands in the struct. */
struct rq_typed_member {
    uint16_t at, has, count; /* count: of a list; else 0 */
    uint8_t kind, size;
};

/* The struct of a schema; members are in the order of its fields. */
struct rq_typed_shape {
    const struct rq_schema *schema;
    size_t size;
    size_t also; /* where the pointer to the struct of schema->also stands; 0: there is none */
    const struct rq_typed_member *members;
};

struct rq_typed_shape rq_typed_shape(const struct rq_schema *schema);

enum rq_typed_kind rq_typed_kind_of(const struct rq_field *field);

/* What is at an offset of a struct. */
static inline void *rq_typed_pointer(const void *data, size_t at)
{
    void *pointer;
    memcpy(&pointer, (const uint8_t *)data + at, sizeof pointer);
    return pointer;
}

static inline uint32_t rq_typed_count(const void *data, const struct rq_typed_member *m)
{
    uint32_t count;
    memcpy(&count, (const uint8_t *)data + m->count, sizeof count);
    return count;
}

static inline bool rq_typed_has(const void *data, const struct rq_typed_member *m)
{
    return *((const uint8_t *)data + m->has) != 0;
}

/* What all rq_*_get and rq_*_put are. kind is that of the struct, "UTC". */
bool rq_typed_get(struct rq_doc *doc, const char *kind, void *to, struct rq_error *err);
bool rq_typed_put(struct rq_doc *doc, const char *kind, const void *from, struct rq_error *err);

/* The root schema of a document that has to be of that kind; NULL after an error. */
const struct rq_schema *rq_typed_root(struct rq_doc *doc, const char *kind, struct rq_error *err);

#endif
