/* What the parts of the GFF format share: gff.c reads and writes, order.c and layout.c
 * lay a tree out in a file, json.c is the text form; edit.h is for those who find and change values. */
#ifndef RQ_KOTOR_GFF_PARTS_H
#define RQ_KOTOR_GFF_PARTS_H

#include "formats/format.h"

#include <reliquary/gff.h>

enum { GFF_HEADER_SIZE = 56, GFF_SECTION_WORDS = 12, LABEL_SIZE = 16, LABEL_ROOM = 17 };

/* Structs in structs; no file measured goes deeper than 4. */
enum { DEPTH_LIMIT = 64 };

extern const char *const rq_gff_type_names[RQ_GFF_TYPES];
extern const char *const rq_gff_layout_names[];

/* Where each block of a file stood, for one that follows no named layout: for structs and
 * fields in depth-first order of the tree. */
struct rq_gff_explicit {
    uint32_t sections[GFF_SECTION_WORDS]; /* offset and count, as in the header */
    size_t struct_count, field_count;
    uint32_t *structs;       /* index */
    uint32_t *blocks;        /* its place in the field indices, 0 with less than 2 fields */
    uint32_t *fields;        /* index */
    uint32_t *labels;        /* label index */
    uint32_t *data;          /* its place in field data or list indices */
    struct rq_strays strays; /* of the whole file */
};

/* True when the data of this type stands in the field data section. */
bool rq_gff_has_block(uint8_t type);

/* A struct or a list. */
bool rq_gff_has_children(const struct rq_gff_field *f);

/* Adds the structs and fields of a tree. */
void rq_gff_count_nodes(const struct rq_gff_struct *s, size_t *structs, size_t *fields);

/* Appends the file in a named layout; as_read: see rq_gff_plan_make. */
bool rq_gff_put_named(const struct rq_gff *gff, enum rq_gff_layout layout, bool as_read,
                      const struct rq_alloc *alloc, struct rq_out *out, struct rq_error *err);

/* Appends the file by its recorded places; false without an error when the tree no longer
 * fits them. Takes no more memory than `like` may. */
bool rq_gff_put_explicit(const struct rq_gff *gff, const struct rq_arena *like, struct rq_out *out,
                         struct rq_error *err);

/* Records the places of source, from a tree whose scratch index and at still hold what
 * was read. NULL without memory. */
struct rq_gff_explicit *rq_gff_record(const struct rq_gff *gff, struct rq_bytes source,
                                      struct rq_arena *arena);

/* The word that writers store for the value of a BYTE, CHAR, WORD or SHORT: sign-extended for CHAR
 * and SHORT. Words of other types are all value. */
uint32_t rq_gff_usual_word(uint8_t type, uint32_t word);

/* The layout of a new file of this type, from what the game's own have. */
enum rq_gff_layout rq_gff_default_layout(const struct rq_gff *gff);

/* What the game takes of a resref; the file has room for 255. */
enum { RQ_GFF_RESREF_MOST = 16 };
#define RQ_GFF_LONG_RESREF "a resref of %u bytes; the game takes %d at most"

bool rq_gff_fresh(struct rq_doc *doc);
bool rq_gff_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err);
void rq_gff_visit(const struct rq_doc *doc, struct rq_visit *v);
bool rq_gff_from_json(struct rq_doc *doc, struct rq_jr *jr);

bool rq_gff_at(struct rq_doc *doc, const char *path, struct rq_visit *v, struct rq_error *err);
extern const struct rq_facet_values rq_gff_values;

#endif
