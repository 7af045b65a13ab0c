/* What the files of MDL share: mdl.c (records, detection), binary/read.c (the tree and what its nodes
 * hold), binary/mdx.c (the second file), binary/write.c (orders, writing), binary/values.c (controllers,
 * quaternions, vertices), binary/facts.c, json/json.c and json/json_read.c, derive/derive.c (what follows
 * from the rest) and derive/measure.c (of a mesh, by compiler). parts.h has the text form,
 * scene/kit.h the scenes, scene/import.h the way back. */
#ifndef RQ_FORMATS_KOTOR_MDL_PARTS_H
#define RQ_FORMATS_KOTOR_MDL_PARTS_H

#include "formats/format.h"

#include <reliquary/mdl.h>

enum { RQ_MDL_START = 12, RQ_MDL_HEADER_SIZE = 196, RQ_MDL_ANIMATION_SIZE = 136 };
enum { RQ_MDL_BOX_SIZE = 40, RQ_MDL_MOST_PIECES = 12 };

/* Names are of at most 32 bytes where the game made them; this keeps a hostile file from being
 * read over and over. */
enum { RQ_MDL_NAME_SIZE = 256 };

#define RQ_MDL_RECORDS(X)                                                                          \
    X(wrapper)                                                                                     \
    X(geometry)                                                                                    \
    X(model)                                                                                       \
    X(animation_header)                                                                            \
    X(event)                                                                                       \
    X(node_header)                                                                                 \
    X(key)                                                                                         \
    X(light_header)                                                                                \
    X(emitter)                                                                                     \
    X(reference)                                                                                   \
    X(mesh_header)                                                                                 \
    X(dirt)                                                                                        \
    X(mesh_end)                                                                                    \
    X(face)                                                                                        \
    X(skin_header)                                                                                 \
    X(animmesh)                                                                                    \
    X(dangly_header)                                                                               \
    X(aabb)                                                                                        \
    X(saber_header)

/* Every record's table, by name: rq_mdl_rec.face. */
struct rq_mdl_recs {
#define RQ_MDL_REC_MEMBER(name) const struct rq_rec *name;
    RQ_MDL_RECORDS(RQ_MDL_REC_MEMBER)
#undef RQ_MDL_REC_MEMBER
    const struct rq_rec *mesh_end_xbox; /* without its last word */
};
extern const struct rq_mdl_recs rq_mdl_rec;

/* A record without some of its fields, blank between their names. */
enum { RQ_MDL_MOST_FIELDS = 40 };
struct rq_rec rq_mdl_without(const struct rq_rec *rec, const char *names,
                             struct rq_rec_field fields[RQ_MDL_MOST_FIELDS]);

/* One of the records that make up a node, in the order of the file. */
struct rq_mdl_piece {
    const struct rq_rec *rec;
    void *record;
};

/* Makes what a node of this type holds beside its header; false without memory. */
bool rq_mdl_node_make(struct rq_arena *arena, struct rq_mdl_node *node);
size_t rq_mdl_node_pieces(const struct rq_mdl *m, struct rq_mdl_node *node,
                          struct rq_mdl_piece pieces[RQ_MDL_MOST_PIECES]);

/* Counts each node's subtree from the parents. */
void rq_mdl_subtrees(struct rq_mdl_tree *tree);

/* It names one; NULL is the name of none. */
bool rq_mdl_has_supermodel(const struct rq_mdl *m);

/* Version by the header's function pointer; false when it is not known. */
bool rq_mdl_version_of(uint32_t function, enum rq_mdl_version *version);

/* The next node with a mesh at or after *at in all trees, geometry first; NULL: no more. */
struct rq_mdl_node *rq_mdl_next_mesh(const struct rq_mdl *m, uint64_t *at);

/* True when the mesh has a block in the MDX. */
static inline bool rq_mdl_has_rows(const struct rq_mdl_mesh *mesh)
{
    return mesh->header.mdx_stride && mesh->header.vertex_count;
}

static inline uint64_t rq_mdl_rows_size(const struct rq_mdl_mesh *mesh)
{
    return (uint64_t)mesh->header.vertex_count * mesh->header.mdx_stride;
}

/* How the values of a slot stand in a row: bytes of a colour; floats; on Xbox three parts of a
 * vector in one word, and halves. */
enum rq_mdl_form { RQ_MDL_FLOATS, RQ_MDL_BYTES, RQ_MDL_HALVES, RQ_MDL_VECTORS };
enum { RQ_MDL_SLOTS = RQ_MDL_BONES + 1 };
enum rq_mdl_form rq_mdl_slot_form(const struct rq_mdl *m, enum rq_mdl_slot slot, unsigned *count);
unsigned rq_mdl_slot_size(const struct rq_mdl *m, enum rq_mdl_slot slot);
/* Where the slot is in a row; false when the mesh has none, or one that sticks out. */
bool rq_mdl_slot_in_row(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh,
                        enum rq_mdl_slot slot, uint32_t *at);

/* Sets flags and number of UV sets by the slots; true when there are rows. */
bool rq_mdl_row_flags(struct rq_mdl_mesh_header *h);

/* Its values are quaternions of one word. */
bool rq_mdl_key_packed(const struct rq_mdl_key *key);

/* A float as a double and back by bits: conversion would change some NaNs. */
double rq_mdl_widen(float value);
float rq_mdl_narrow(double value);

/* A type that a game makes. */
bool rq_mdl_known_type(unsigned type);

/* ---- reading ---- */

struct rq_mdl_reader {
    struct rq_doc *doc;
    struct rq_mdl *m;
    struct rq_cur body;          /* what the offsets of the file count from */
    uint8_t *seen;               /* one bit for each offset: a node or box starts there */
    struct rq_out stack, places; /* of struct rq_mdl_place */
};

/* A node or box that was found, and in places also which of those before is its parent. */
struct rq_mdl_place {
    uint32_t offset;
    int32_t parent;
};

/* ASCII MDL: see reliquary/mdl_ascii.h. */
bool rq_mdl_write_as(struct rq_doc *doc, const char *kind, struct rq_out *out,
                     struct rq_error *err);
bool rq_mdl_fill_ascii(struct rq_doc *doc, struct rq_bytes text, const char *name,
                       struct rq_error *err);

bool rq_mdl_read(struct rq_doc *doc, struct rq_cur *cur);

/* Texts by an array of their offsets, in place. */
bool rq_mdl_read_texts(struct rq_mdl_reader *r, const uint32_t array[3], const char *name,
                       const char ***texts, uint32_t **places);

/* Offsets and parents of a tree in pre-order, into places: without a call for each level, and
 * never one offset twice. children pushes those of an element, the last first. */
bool rq_mdl_walk(struct rq_mdl_reader *r, uint32_t root,
                 bool (*children)(struct rq_mdl_reader *r, uint32_t offset, int32_t self));
bool rq_mdl_push(struct rq_mdl_reader *r, uint32_t offset, int32_t parent);
struct rq_mdl_place rq_mdl_place_at(const struct rq_mdl_reader *r, uint32_t index);

void rq_mdl_read_node(struct rq_mdl_reader *r, struct rq_mdl_node *node);

/* Gives each mesh its rows. */
void rq_mdl_read_mdx(struct rq_doc *doc);

/* ---- writing ---- */

bool rq_mdl_settle(struct rq_doc *doc, struct rq_error *err);
bool rq_mdl_settle_mdx(struct rq_doc *doc); /* false without memory */
bool rq_mdl_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err);
bool rq_mdl_write_mdx(struct rq_doc *doc, struct rq_out *out, struct rq_error *err);

/* Sets the words of the MDL that follow from the MDX. */
bool rq_mdl_assign_mdx(struct rq_doc *doc, struct rq_error *err);

/* Where rows end by the rule: 1e7 three times, in skins 1e6 and a weight of 1, else zeros;
 * kotorblender ends skins with 1e7 too. Fills mdx_stride bytes. */
void rq_mdl_end_row(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh, uint8_t *row);
bool rq_mdl_ends_by_rule(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh);

/* Finds what the game can't cope with. */
void rq_mdl_check(struct rq_doc *doc);

bool rq_mdl_facts(struct rq_doc *doc);

/* ---- views ---- */

bool rq_mdl_from_scene(struct rq_doc *doc, const struct rq_scene *scene, const char *name,
                       struct rq_error *err);
bool rq_mdl_scene(struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene);

#endif
