/* GFF V3.2: the tree behind most of KotOR's files (UTC, DLG, ARE ...). See
 * docs/formats/gff.md.
 *
 *     struct rq_gff *gff = rq_doc_root(doc, "gff");
 *     struct rq_gff_field *tag = rq_gff_find(gff->root, "Tag");
 *     if (tag && tag->type == RQ_GFF_STRING) print(tag->v.data, tag->size);
 *
 * Call rq_doc_settle before the first change: the file is then written by the same rule
 * that it was read with.
 */
#ifndef RELIQUARY_GFF_H
#define RELIQUARY_GFF_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

enum rq_gff_type {
    RQ_GFF_BYTE,
    RQ_GFF_CHAR,
    RQ_GFF_WORD,
    RQ_GFF_SHORT,
    RQ_GFF_DWORD,
    RQ_GFF_INT,
    RQ_GFF_DWORD64,
    RQ_GFF_INT64,
    RQ_GFF_FLOAT,
    RQ_GFF_DOUBLE,
    RQ_GFF_STRING,
    RQ_GFF_RESREF,
    RQ_GFF_LOCSTRING,
    RQ_GFF_VOID,
    RQ_GFF_STRUCT,
    RQ_GFF_LIST,
    RQ_GFF_ORIENTATION,
    RQ_GFF_VECTOR,
    RQ_GFF_STRREF,
    RQ_GFF_TYPES,
};

struct rq_gff_text {
    uint32_t id; /* language * 2 + gender */
    struct rq_bytes text;
};

struct rq_gff_locstring {
    uint32_t strref; /* 0xFFFFFFFF: none */
    uint32_t excess; /* what the stated size says above the real one: 0 */
    uint32_t count;
    struct rq_gff_text *texts;
};

struct rq_gff_field {
    const char *label; /* at most 16 bytes */
    union {
        uint32_t word;       /* BYTE to INT, FLOAT: the whole data word as it stands */
        uint64_t wide;       /* DWORD64, INT64, DOUBLE: the bits */
        const uint8_t *data; /* STRING, RESREF, VOID, ORIENTATION, VECTOR: size bytes;
                                STRREF: 4 bytes */
        struct rq_gff_locstring *loc;
        struct rq_gff_struct *child; /* STRUCT: one; LIST: size of them, in a row */
    } v;
    uint32_t size;
    uint8_t type;       /* enum rq_gff_type; above: unknown, kept as a word */
    uint32_t index, at; /* scratch of the writer */
};

struct rq_gff_struct {
    uint32_t id;
    uint32_t field_count;
    struct rq_gff_field *fields;
    uint32_t word;      /* data word of a struct without fields */
    uint32_t index, at; /* scratch of the writer */
};

/* The orders in which real writers create structs and fields; docs/formats/gff.md tells
 * who uses which. */
#define RQ_GFF_LAYOUTS(X)                                                                          \
    X(depth_first, "depth-first")                                                                  \
    X(late_sound, "late-sound")                                                                    \
    X(path, "path")                                                                                \
    X(grow, "grow")                                                                                \
    X(late_sound_append, "late-sound-append")                                                      \
    X(lists_last, "lists-last")                                                                    \
    X(breadth_first, "breadth-first")                                                              \
    X(shared, "depth-first-shared")

enum rq_gff_layout {
    RQ_GFF_UNSETTLED,
#define RQ_GFF_LAYOUT_ENUM(id, name) RQ_GFF_##id,
    RQ_GFF_LAYOUTS(RQ_GFF_LAYOUT_ENUM)
#undef RQ_GFF_LAYOUT_ENUM
        RQ_GFF_EXPLICIT,
};

struct rq_gff_explicit; /* recorded places, when no named layout fits */

struct rq_gff {
    char type[4]; /* "UTC " */
    enum rq_gff_layout layout;
    struct rq_gff_explicit *places;
    struct rq_gff_struct *root;
    uint32_t struct_count, field_count; /* as read */
};

/* The first field of that label, or NULL. */
RQ_API struct rq_gff_field *rq_gff_find(const struct rq_gff_struct *in, const char *label);

#ifdef __cplusplus
}
#endif

#endif
