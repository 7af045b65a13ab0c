/* What the parts of BWM share. */
#ifndef RQ_FORMATS_KOTOR_BWM_PARTS_H
#define RQ_FORMATS_KOTOR_BWM_PARTS_H

#include "formats/format.h"
#include "model/faces.h"

#include <reliquary/bwm.h>

enum { BWM_HEADER_SIZE = 136, BWM_NODE_SIZE = 44 };

/* The tables of a file, in the order in which they stand in it: name, bytes of an element, its
 * number, member of the header with the offset. */
#define BWM_TABLES(X)                                                                              \
    X(vertices, 12, vertex_count, vertex_offset)                                                   \
    X(corners, 12, face_count, corner_offset)                                                      \
    X(materials, 4, face_count, material_offset)                                                   \
    X(normals, 12, face_count, normal_offset)                                                      \
    X(distances, 4, face_count, distance_offset)                                                   \
    X(nodes, BWM_NODE_SIZE, node_count, node_offset)                                               \
    X(adjacency, 12, adjacency_count, adjacency_offset)                                            \
    X(edges, 8, edge_count, edge_offset)                                                           \
    X(perimeters, 4, perimeter_count, perimeter_offset)

enum bwm_table {
#define BWM_TABLE_ENUM(name, size, count, offset) BWM_##name,
    BWM_TABLES(BWM_TABLE_ENUM)
#undef BWM_TABLE_ENUM
        BWM_TABLE_COUNT
};

/* Where the tables stand, when that is not in their order. */
struct rq_bwm_places {
    uint32_t offsets[BWM_TABLE_COUNT];
    struct rq_strays strays; /* of the whole file */
};

static inline struct rq_faces rq_bwm_faces(const struct rq_bwm *bwm)
{
    return (struct rq_faces){bwm->vertices, bwm->vertex_count, bwm->corners, NULL, bwm->face_count};
}

/* Neither NaN nor infinite. */
static inline bool rq_bwm_numbers(const float *v, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if ((rq_bits_of(v[i]) >> 23 & 0xFF) == 0xFF)
            return false;
    return true;
}

/* References that may lead nowhere. */
enum rq_bwm_ref {
    RQ_BWM_REF_CORNER,    /* of faces: vertices */
    RQ_BWM_REF_FACE,      /* of leaves of the tree */
    RQ_BWM_REF_CHILD,     /* of nodes of the tree */
    RQ_BWM_REF_NEIGHBOUR, /* of edges of faces */
    RQ_BWM_REF_EDGE,      /* of borders */
    RQ_BWM_REF_LINE,      /* of perimeters: borders */
    RQ_BWM_REFS
};

struct rq_bwm_ref_kind {
    const char *finding; /* id */
    const char *list;    /* that has them; and what counts them under "loose" in JSON */
    const char *text;    /* of one that leads nowhere */
};
extern const struct rq_bwm_ref_kind rq_bwm_refs[RQ_BWM_REFS];

/* How many lead nowhere, and the first that does. */
struct rq_bwm_loose {
    size_t all, first;
};
struct rq_bwm_loose rq_bwm_loose(const struct rq_bwm *bwm, enum rq_bwm_ref ref);

/* A walkmesh that is made, and how it was when the JSON that it is made from was written. */
struct rq_bwm_made {
    struct rq_bwm bwm;
    uint64_t loose[RQ_BWM_REFS];
    uint32_t sum;
    bool summed;
    int32_t *rooms; /* 3 a face, -1 none; NULL: no face has one */
};

/* The document's root is a struct rq_bwm_made. */
bool rq_bwm_fresh(struct rq_doc *doc);

/* Of what planes, tree and borders are derived: another sum, other faces. */
uint32_t rq_bwm_sum(const struct rq_bwm *bwm);

/* How many faces can be walked on; false when one of them stands behind one that can't. */
bool rq_bwm_walkable(const struct rq_bwm *bwm, size_t *count, size_t *late);

/* Neighbours, border edges and their lines, of the faces as they stand: the first `walkable` of them
 * can be walked on. rooms is 3 a face, or NULL. False without memory. */
bool rq_bwm_borders(struct rq_bwm *bwm, size_t walkable, const int32_t *rooms,
                    struct rq_arena *arena, struct rq_arena *temp);

/* Whether these tables are what rq_bwm_borders makes, or none in an object. False without memory. */
bool rq_bwm_borders_follow(const struct rq_bwm *bwm, struct rq_arena *temp, bool *follow);

/* Builds the walkmesh again, of its own faces, materials and transitions. */
bool rq_bwm_derive(struct rq_doc *doc, struct rq_error *err);

/* Notes what is odd about a document that was read. False without memory. */
bool rq_bwm_check(struct rq_doc *doc, const struct rq_bwm *bwm);

extern const struct rq_shape rq_bwm_shape;

/* The text of other tools, as MDLedit writes it. */
bool rq_bwm_put_ascii(const struct rq_bwm *bwm, struct rq_out *out, struct rq_error *err);
bool rq_bwm_from_ascii(struct rq_doc *doc, struct rq_bytes text, const char *name,
                       struct rq_error *err);

bool rq_bwm_scene(struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene);
bool rq_bwm_from_scene(struct rq_doc *doc, const struct rq_scene *scene, const char *name,
                       struct rq_error *err);

#endif
