/* BWM V1.0: where one can walk in KotOR: WOK for a room, PWK for a placeable, DWK for a door. See
 * docs/formats/bwm.md.
 *
 *     const struct rq_bwm *bwm = rq_doc_root(doc, "bwm");
 *     for (size_t i = 0; i < bwm->face_count; i++)
 *         puts(rq_bwm_material_name(bwm->materials[i]));
 *
 * Everything but vertices, corners, materials, transitions and hooks follows from these:
 * rq_bwm_build makes it.
 */
#ifndef RELIQUARY_BWM_H
#define RELIQUARY_BWM_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Counts and offsets are derived on writing. */
#define RQ_BWM_HEADER(F, A, T)                                                                     \
    A(T, text, magic, 4, "BWM, blank padded", RQ_HIDDEN)                                           \
    A(T, text, version, 4, "V1.0", RQ_HIDDEN)                                                      \
    F(T, u32, kind, "1: WOK; 0: PWK, DWK")                                                         \
    A(T, f32, relative_use_1, 3, "where to stand to use it, from its own origin")                  \
    A(T, f32, relative_use_2, 3, "the same from the other side")                                   \
    A(T, f32, absolute_use_1, 3, "of closed doors: position + relative_use_1; else 0")             \
    A(T, f32, absolute_use_2, 3, "of closed doors: position + relative_use_2; else 0")             \
    A(T, f32, position, 3, "of the mesh in its model; the vertices contain it")                    \
    F(T, u32, vertex_count, "", RQ_DERIVED)                                                        \
    F(T, u32, vertex_offset, "3 f32 each", RQ_POINTER)                                             \
    F(T, u32, face_count, "", RQ_DERIVED)                                                          \
    F(T, u32, corner_offset, "3 u32 a face: vertices", RQ_POINTER)                                 \
    F(T, u32, material_offset, "u32 a face: row of surfacemat.2da", RQ_POINTER)                    \
    F(T, u32, normal_offset, "3 f32 a face", RQ_POINTER)                                           \
    F(T, u32, distance_offset, "f32 a face: -(normal . first corner)", RQ_POINTER)                 \
    F(T, u32, node_count, "0 for PWK and DWK, as are those that follow", RQ_DERIVED)               \
    F(T, u32, node_offset, "44 bytes each", RQ_POINTER)                                            \
    F(T, u32, reserved, "0")                                                                       \
    F(T, u32, adjacency_count, "faces that can be walked on; they come first", RQ_DERIVED)         \
    F(T, u32, adjacency_offset, "3 i32 each", RQ_POINTER)                                          \
    F(T, u32, edge_count, "", RQ_DERIVED)                                                          \
    F(T, u32, edge_offset, "2 i32 each", RQ_POINTER)                                               \
    F(T, u32, perimeter_count, "", RQ_DERIVED)                                                     \
    F(T, u32, perimeter_offset, "u32 each", RQ_POINTER)

RQ_RECORD_STRUCT(rq_bwm_header, RQ_BWM_HEADER, 136);

/* A box of the tree. The first child of a node follows it. */
#define RQ_BWM_NODE(F, A, T)                                                                       \
    A(T, f32, min, 3, "a little below the faces' own")                                             \
    A(T, f32, max, 3, "a little above the faces' own")                                             \
    F(T, i32, face, "of a leaf; -1 for others")                                                    \
    F(T, u32, constant, "4")                                                                       \
    F(T, u32, plane, "1 2 4: split by x, y, z; 8 16 32: the same, from above; 0: a leaf")          \
    F(T, i32, left, "node, -1 for none")                                                           \
    F(T, i32, right, "node, -1 for none")

RQ_RECORD_STRUCT(rq_bwm_node, RQ_BWM_NODE, 44);

/* An edge that no other face shares. */
struct rq_bwm_edge {
    int32_t edge;       /* face * 3 + edge; edge i of a face runs from corner i to the next */
    int32_t transition; /* room of the LYT that lies behind it, -1 for none */
};

enum rq_bwm_kind { RQ_BWM_OBJECT, RQ_BWM_AREA };

enum rq_bwm_layout {
    RQ_BWM_UNSETTLED,
    RQ_BWM_ORDERED, /* the tables follow each other in the order of their offsets */
    RQ_BWM_EXPLICIT,
};

struct rq_bwm_places; /* of RQ_BWM_EXPLICIT */

struct rq_bwm {
    struct rq_bwm_header header; /* its counts and offsets are not looked at on writing */
    size_t vertex_count, face_count, node_count, adjacency_count, edge_count, perimeter_count;
    float *vertices;   /* 3 each */
    uint32_t *corners; /* 3 a face */
    uint32_t *materials;
    float *normals; /* 3 a face */
    float *distances;
    struct rq_bwm_node *nodes;
    int32_t *adjacency; /* 3 a face: the other face * 3 + its edge, -1 for none */
    struct rq_bwm_edge *edges;
    uint32_t *perimeters; /* number of edges up to the end of each closed line of them */
    enum rq_bwm_layout layout;
    struct rq_bwm_places *places;
};

/* Surface materials, rows of surfacemat.2da. "dirt" and so on; NULL for one that is not known. */
enum { RQ_BWM_MATERIALS = 31 };
RQ_API const char *rq_bwm_material_name(uint32_t material);
RQ_API bool rq_bwm_material_walkable(uint32_t material);

/* What a walkmesh is made from. Edges of the transitions count the faces as they are given here. */
struct rq_bwm_source {
    enum rq_bwm_kind kind;
    float relative_use[2][3], absolute_use[2][3], position[3];
    size_t vertex_count, face_count, transition_count;
    const float *vertices;
    const uint32_t *corners, *materials;
    const struct rq_bwm_edge *transitions;
};

/* Fills a document of the format (rq_doc_new): faces that can be walked on first, planes, and for
 * a WOK the tree, neighbours, border edges and the lines that they form. A transition of an edge
 * that is no border is left out, and a finding says so. */
RQ_API bool rq_bwm_build(struct rq_doc *doc, const struct rq_bwm_source *source,
                         struct rq_error *err);

#ifdef __cplusplus
}
#endif

#endif
