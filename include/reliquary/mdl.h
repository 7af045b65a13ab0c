/* MDL and MDX: a model of KotOR, its nodes and animations (MDL) with its vertices (MDX).
 * One document holds both. See docs/formats/mdl.md.
 *
 *     struct rq_mdl *m = rq_doc_root(doc, "mdl");
 *     for (uint32_t i = 0; i < m->tree.count; i++) {
 *         const struct rq_mdl_node *node = &m->tree.nodes[i];
 *         if (node->mesh)
 *             use(m->names[node->header.name], node->mesh->faces, node->mesh->vertices);
 *     }
 *
 * In every record the words that point (offset, or offset, used, allocated) are as they were
 * read; the writer works them out anew.
 */
#ifndef RELIQUARY_MDL_H
#define RELIQUARY_MDL_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Before all else; offsets in the file are counted from behind it. */
#define RQ_MDL_WRAPPER(F, A, T)                                                                    \
    F(T, u32, zero, "0: not text")                                                                 \
    F(T, u32, size, "bytes that follow")                                                           \
    F(T, u32, mdx_size, "bytes of the MDX")

#define RQ_MDL_GEOMETRY(F, A, T)                                                                   \
    F(T, u32, function_1, "tells game and platform, see rq_mdl_version")                           \
    F(T, u32, function_2, "the same")                                                              \
    A(T, text, name, 32, "of the model or animation; what follows the NUL may be stale memory")    \
    F(T, u32, root, "the first node", RQ_POINTER)                                                  \
    F(T, u32, node_count, "own nodes; with a supermodel own + 1 + those of the supermodel")        \
    A(T, u32, runtime_1, 3, "0", RQ_OPTIONAL)                                                      \
    A(T, u32, runtime_2, 3, "0", RQ_OPTIONAL)                                                      \
    F(T, u32, references, "0", RQ_OPTIONAL)                                                        \
    F(T, u8, type, "2 a model, 5 an animation")                                                    \
    A(T, bytes, pad, 3, "stale memory", RQ_OPTIONAL)

#define RQ_MDL_MODEL(F, A, T)                                                                      \
    F(T, u8, classification,                                                                       \
      "0 other, 1 effect, 2 tile, 4 character, 8 door, 16 lightsaber, 32 placeable, 64 flyer")     \
    F(T, u8, subclassification, "0, 2 or 4")                                                       \
    F(T, u8, smoothing, "1: MDLedit wrote smoothing groups after the faces", RQ_OPTIONAL)          \
    F(T, u8, fog, "affected by fog")                                                               \
    F(T, u32, child_models, "0", RQ_OPTIONAL)                                                      \
    A(T, u32, animations, 3, "array of animations", RQ_POINTER)                                    \
    F(T, x32, supermodel_reference, "stale pointer", RQ_OPTIONAL)                                  \
    A(T, f32, box_min, 3, "-5 -5 -1 in all known files")                                           \
    A(T, f32, box_max, 3, "5 5 10")                                                                \
    F(T, f32, radius, "7, or 40 with emitters")                                                    \
    F(T, f32, animation_scale, "of the supermodel's animations")                                   \
    A(T, text, supermodel, 32, "NULL: none")                                                       \
    F(T, u32, animation_root, "the root node; neck_g in heads", RQ_POINTER)                        \
    F(T, u32, unused_ac, "0", RQ_OPTIONAL)                                                         \
    F(T, u32, mdx_size, "bytes of the MDX", RQ_DERIVED)                                            \
    F(T, u32, mdx_offset, "0", RQ_OPTIONAL)                                                        \
    A(T, u32, names, 3, "array of offsets of names", RQ_POINTER)

#define RQ_MDL_ANIMATION(F, A, T)                                                                  \
    F(T, f32, length, "seconds")                                                                   \
    F(T, f32, transition, "seconds")                                                               \
    A(T, text, root, 32, "node that is animated")                                                  \
    A(T, u32, events, 3, "array of events", RQ_POINTER)                                            \
    F(T, u32, unused_84, "0", RQ_OPTIONAL)

#define RQ_MDL_EVENT(F, A, T)                                                                      \
    F(T, f32, time, "seconds")                                                                     \
    A(T, text, name, 32, "")

#define RQ_MDL_NODE(F, A, T)                                                                       \
    F(T, u16, type, "enum rq_mdl_part bits", RQ_HIDDEN)                                            \
    F(T, u16, number, "joins nodes of animations and of supermodels")                              \
    F(T, u16, name, "index of the name", RQ_HIDDEN)                                                \
    F(T, u16, pad, "0", RQ_OPTIONAL)                                                               \
    F(T, u32, owner, "0; in animations the animation's header", RQ_POINTER)                        \
    F(T, u32, parent, "parent node, or 0", RQ_POINTER)                                             \
    A(T, f32, position, 3, "")                                                                     \
    A(T, f32, orientation, 4, "w x y z")                                                           \
    A(T, u32, children, 3, "array of nodes", RQ_POINTER)                                           \
    A(T, u32, keys, 3, "array of controller keys", RQ_POINTER)                                     \
    A(T, u32, data, 3, "array of controller data", RQ_POINTER)

#define RQ_MDL_KEY(F, A, T)                                                                        \
    F(T, u32, code, "what is controlled: 8 position, 20 orientation, 36 scale ...")                \
    F(T, u16, link, "0xFFFF; in animations 16 for positions, 28 for orientations")                 \
    F(T, u16, rows, "number of times")                                                             \
    F(T, u16, time_at, "index of the first time in the data")                                      \
    F(T, u16, value_at, "index of the first value in the data")                                    \
    F(T, u8, columns, "values a row; + 16: Bezier, three times as many")                           \
    A(T, bytes, pad, 3, "stale memory, or constants of MDLOps")

#define RQ_MDL_LIGHT(F, A, T)                                                                      \
    F(T, f32, flare_radius, "")                                                                    \
    A(T, u32, unused_04, 3, "0", RQ_OPTIONAL)                                                      \
    A(T, u32, sizes, 3, "array of flare sizes", RQ_POINTER)                                        \
    A(T, u32, positions, 3, "array of flare positions", RQ_POINTER)                                \
    A(T, u32, color_shifts, 3, "array of flare colour shifts", RQ_POINTER)                         \
    A(T, u32, textures, 3, "array of names of flare textures", RQ_POINTER)                         \
    F(T, i32, priority, "")                                                                        \
    F(T, u32, ambient_only, "")                                                                    \
    F(T, u32, dynamic_type, "")                                                                    \
    F(T, u32, affect_dynamic, "")                                                                  \
    F(T, u32, shadow, "")                                                                          \
    F(T, u32, generate_flare, "")                                                                  \
    F(T, u32, fading, "")

#define RQ_MDL_EMITTER(F, A, T)                                                                    \
    F(T, f32, dead_space, "")                                                                      \
    F(T, f32, blast_radius, "")                                                                    \
    F(T, f32, blast_length, "")                                                                    \
    F(T, i32, branches, "")                                                                        \
    F(T, u32, control_point_smoothing, "0 or 1; the game looks whether it is 0")                   \
    F(T, i32, x_grid, "")                                                                          \
    F(T, i32, y_grid, "")                                                                          \
    F(T, i32, spawn_type, "")                                                                      \
    A(T, text, update, 32, "Fountain, Explosion, Single; all else is Lightning")                   \
    A(T, text, render, 32, "")                                                                     \
    A(T, text, blend, 32, "")                                                                      \
    A(T, text, texture, 32, "")                                                                    \
    A(T, text, chunk_name, 16, "")                                                                 \
    F(T, i32, two_sided, "")                                                                       \
    F(T, i32, loop, "")                                                                            \
    F(T, u16, render_order, "")                                                                    \
    F(T, u8, frame_blending, "")                                                                   \
    A(T, text, depth_texture, 32, "")                                                              \
    F(T, u8, pad, "stale memory", RQ_OPTIONAL)                                                     \
    F(T, x32, flags, "see the words of ASCII; 0x20 and 0x1000 are both random")

#define RQ_MDL_REFERENCE(F, A, T)                                                                  \
    A(T, text, model, 32, "")                                                                      \
    F(T, u32, reattachable, "")

/* The mesh, 332 bytes in K1, in three parts: K2 has rq_mdl_dirt between the second and the third;
 * Xbox has no vertices word at the end. */
#define RQ_MDL_MESH(F, A, T)                                                                       \
    F(T, u32, function_1, "by game, platform and kind of mesh")                                    \
    F(T, u32, function_2, "the same")                                                              \
    A(T, u32, faces, 3, "array of faces", RQ_POINTER)                                              \
    A(T, f32, box_min, 3, "grown from 0 0 0")                                                      \
    A(T, f32, box_max, 3, "")                                                                      \
    F(T, f32, radius, "around the average")                                                        \
    A(T, f32, average, 3, "of the positions")                                                      \
    A(T, f32, diffuse, 3, "")                                                                      \
    A(T, f32, ambient, 3, "")                                                                      \
    F(T, u32, transparency_hint, "")                                                               \
    A(T, text, texture_1, 32, "NULL: none")                                                        \
    A(T, text, texture_2, 32, "lightmap; NULL: none")                                              \
    A(T, u32, unused_98, 3, "0", RQ_OPTIONAL)                                                      \
    A(T, u32, unused_a4, 3, "0", RQ_OPTIONAL)                                                      \
    A(T, u32, index_counts, 3, "array of one: number of indices", RQ_POINTER)                      \
    A(T, u32, index_offsets, 3, "array of one: where the indices are", RQ_POINTER)                 \
    A(T, u32, inverted_counters, 3, "array of one", RQ_POINTER)                                    \
    A(T, i32, unknown_d4, 3, "-1 -1 0")                                                            \
    A(T, u8, unknown_e0, 8, "3 0 0 0 0 0 0 0; stale memory in sabers")                             \
    F(T, u32, animate_uv, "")                                                                      \
    F(T, f32, uv_direction_x, "")                                                                  \
    F(T, f32, uv_direction_y, "")                                                                  \
    F(T, f32, uv_jitter, "")                                                                       \
    F(T, f32, uv_jitter_speed, "")                                                                 \
    F(T, u32, mdx_stride, "bytes a vertex in the MDX")                                             \
    F(T, x32, mdx_flags, "1 position, 2 4 8 16 UV sets, 32 normal, 64 colour, 128 tangents")       \
    A(T, i32, mdx_at, 11, "by enum rq_mdl_slot: offset in the row, -1 none")                       \
    F(T, u16, vertex_count, "")                                                                    \
    F(T, u16, texture_count, "UV sets")                                                            \
    F(T, u8, lightmapped, "")                                                                      \
    F(T, u8, rotate_texture, "")                                                                   \
    F(T, u8, background, "")                                                                       \
    F(T, u8, shadow, "")                                                                           \
    F(T, u8, beaming, "")                                                                          \
    F(T, u8, render, "")

#define RQ_MDL_DIRT(F, A, T)                                                                       \
    F(T, u8, dirt_enabled, "")                                                                     \
    F(T, u8, pad_1, "", RQ_OPTIONAL)                                                               \
    F(T, u16, dirt_texture, "")                                                                    \
    F(T, u16, dirt_space, "")                                                                      \
    F(T, u8, hide_in_holograms, "")                                                                \
    F(T, u8, pad_2, "", RQ_OPTIONAL)

#define RQ_MDL_MESH_END(F, A, T)                                                                   \
    F(T, u16, pad, "stale memory", RQ_OPTIONAL)                                                    \
    F(T, f32, area, "of all faces")                                                                \
    F(T, u32, unused_140, "0", RQ_OPTIONAL)                                                        \
    F(T, u32, mdx_offset, "of the vertices in the MDX", RQ_POINTER)                                \
    F(T, u32, vertices, "of the positions in the MDL; not on Xbox", RQ_POINTER)

#define RQ_MDL_FACE(F, A, T)                                                                       \
    A(T, f32, normal, 3, "")                                                                       \
    F(T, f32, distance, "-(normal . first vertex)")                                                \
    F(T, u32, material, "row of surfacemat.2da")                                                   \
    A(T, u16, adjacent, 3, "face at each edge, 0xFFFF none")                                       \
    A(T, u16, vertices, 3, "")

#define RQ_MDL_SKIN(F, A, T)                                                                       \
    A(T, u32, weights, 3, "0", RQ_OPTIONAL)                                                        \
    F(T, i32, mdx_weights_at, "offset of four weights in the row")                                 \
    F(T, i32, mdx_bones_at, "offset of four bone numbers in the row")                              \
    F(T, u32, bone_map,                                                                            \
      "one for each node, in the order of the tree: number of the bone, -1 none", RQ_POINTER)      \
    F(T, u32, bone_map_count, "", RQ_DERIVED)                                                      \
    A(T, u32, q_bones, 3, "array of inverse rotations, w x y z", RQ_POINTER)                       \
    A(T, u32, t_bones, 3, "array of inverse translations", RQ_POINTER)                             \
    A(T, u32, array_8, 3, "array of as many words; stale pointers or 0", RQ_POINTER)               \
    A(T, u16, bone_nodes, 16, "nodes of bones 0 to 15; 0xFFFF or stale where unused")              \
    F(T, u32, pad, "stale memory", RQ_OPTIONAL)

#define RQ_MDL_ANIMMESH(F, A, T)                                                                   \
    F(T, f32, sample_period, "")                                                                   \
    A(T, u32, vertices, 3, "array, not understood")                                                \
    A(T, u32, uvs, 3, "array, not understood")                                                     \
    A(T, u32, runtime, 7, "0", RQ_OPTIONAL)

#define RQ_MDL_DANGLY(F, A, T)                                                                     \
    A(T, u32, constraints, 3, "array, one for each vertex", RQ_POINTER)                            \
    F(T, f32, displacement, "")                                                                    \
    F(T, f32, tightness, "")                                                                       \
    F(T, f32, period, "")                                                                          \
    F(T, u32, positions, "the vertices again", RQ_POINTER)

#define RQ_MDL_AABB(F, A, T) F(T, u32, boxes, "the first box", RQ_POINTER)

#define RQ_MDL_SABER(F, A, T)                                                                      \
    F(T, u32, vertices, "176 positions", RQ_POINTER)                                               \
    F(T, u32, uvs, "", RQ_POINTER)                                                                 \
    F(T, u32, normals, "", RQ_POINTER)                                                             \
    F(T, u32, inverted_1, "inverted counter")                                                      \
    F(T, u32, inverted_2, "inverted counter")

RQ_RECORD_STRUCT(rq_mdl_wrapper, RQ_MDL_WRAPPER, 12);
RQ_RECORD_STRUCT(rq_mdl_geometry, RQ_MDL_GEOMETRY, 80);
RQ_RECORD_STRUCT(rq_mdl_model, RQ_MDL_MODEL, 116);
RQ_RECORD_STRUCT(rq_mdl_animation_header, RQ_MDL_ANIMATION, 56);
RQ_RECORD_STRUCT(rq_mdl_event, RQ_MDL_EVENT, 36);
RQ_RECORD_STRUCT(rq_mdl_node_header, RQ_MDL_NODE, 80);
RQ_RECORD_STRUCT(rq_mdl_key, RQ_MDL_KEY, 16);
RQ_RECORD_STRUCT(rq_mdl_light_header, RQ_MDL_LIGHT, 92);
RQ_RECORD_STRUCT(rq_mdl_emitter, RQ_MDL_EMITTER, 224);
RQ_RECORD_STRUCT(rq_mdl_reference, RQ_MDL_REFERENCE, 36);
RQ_RECORD_STRUCT(rq_mdl_mesh_header, RQ_MDL_MESH, 314);
RQ_RECORD_STRUCT(rq_mdl_dirt, RQ_MDL_DIRT, 8);
RQ_RECORD_STRUCT(rq_mdl_mesh_end, RQ_MDL_MESH_END, 18);
RQ_RECORD_STRUCT(rq_mdl_face, RQ_MDL_FACE, 32);
RQ_RECORD_STRUCT(rq_mdl_skin_header, RQ_MDL_SKIN, 100);
RQ_RECORD_STRUCT(rq_mdl_animmesh, RQ_MDL_ANIMMESH, 56);
RQ_RECORD_STRUCT(rq_mdl_dangly_header, RQ_MDL_DANGLY, 28);
RQ_RECORD_STRUCT(rq_mdl_aabb, RQ_MDL_AABB, 4);
RQ_RECORD_STRUCT(rq_mdl_saber_header, RQ_MDL_SABER, 20);

/* Bits of rq_mdl_node_header.type. Known nodes are RQ_MDL_HEADER with one of light, emitter,
 * camera, reference, trigger or mesh, the last with at most one more. */
enum rq_mdl_part {
    RQ_MDL_HEADER = 0x001,
    RQ_MDL_IS_LIGHT = 0x002,
    RQ_MDL_IS_EMITTER = 0x004,
    RQ_MDL_IS_CAMERA = 0x008,
    RQ_MDL_IS_REFERENCE = 0x010,
    RQ_MDL_IS_MESH = 0x020,
    RQ_MDL_IS_SKIN = 0x040,
    RQ_MDL_IS_ANIMMESH = 0x080,
    RQ_MDL_IS_DANGLY = 0x100,
    RQ_MDL_IS_AABB = 0x200,
    RQ_MDL_IS_TRIGGER = 0x400,
    RQ_MDL_IS_SABER = 0x800,
};

/* What a row of the MDX may hold, by rq_mdl_mesh_header.mdx_at. */
enum rq_mdl_slot {
    RQ_MDL_POSITION,
    RQ_MDL_NORMAL,
    RQ_MDL_COLOR, /* 4 bytes in K1 as far as known */
    RQ_MDL_UV_1,
    RQ_MDL_UV_2,
    RQ_MDL_UV_3,
    RQ_MDL_UV_4,
    RQ_MDL_TANGENT_1, /* bitangent, tangent, normal */
    RQ_MDL_TANGENT_2,
    RQ_MDL_TANGENT_3,
    RQ_MDL_TANGENT_4,
    /* In skins, where rq_mdl_skin_header says. */
    RQ_MDL_WEIGHTS,
    RQ_MDL_BONES,
};

enum { RQ_MDL_SABER_VERTICES = 176, RQ_MDL_NO_FACE = 0xFFFF };
#define RQ_MDL_NO_NODE UINT32_MAX

struct rq_mdl_light {
    struct rq_mdl_light_header header;
    uint32_t size_count, position_count, color_shift_count, texture_count;
    float *sizes, *positions;
    float (*color_shifts)[3];
    const char **textures;
    uint32_t *texture_places; /* where each was read */
};

struct rq_mdl_skin {
    struct rq_mdl_skin_header header;
    uint32_t bone_map_count, q_bone_count, t_bone_count, array_8_count;
    float *bone_map;     /* on Xbox stored as u16 */
    float (*q_bones)[4]; /* w x y z */
    float (*t_bones)[3];
    uint32_t *array_8;
};

struct rq_mdl_dangly {
    struct rq_mdl_dangly_header header;
    uint32_t constraint_count;
    bool wide; /* MDLedit wrote them as doubles, though nobody reads them so */
    double *constraints;
    float (*positions)[3]; /* vertex_count of them; NULL: none */
};

/* A box of an AABB node; boxes are in pre-order, box 0 holds all. */
struct rq_mdl_box {
    float min[3], max[3];
    int32_t first, second; /* boxes inside, -1 none */
    int32_t face;          /* -1 in boxes with boxes inside */
    uint32_t plane;        /* 1 2 4: split at x y z; 8 16 32: the same, turned round */
    uint32_t place;        /* where it was read */
};

struct rq_mdl_saber {
    struct rq_mdl_saber_header header;
    /* RQ_MDL_SABER_VERTICES of each */
    float (*vertices)[3];
    float (*uvs)[2];
    float (*normals)[3];
};

struct rq_mdl_mesh {
    struct rq_mdl_mesh_header header;
    struct rq_mdl_dirt dirt; /* K2 */
    struct rq_mdl_mesh_end end;

    uint32_t face_count;
    struct rq_mdl_face *faces;
    uint32_t *smoothing;    /* one a face, see rq_mdl_model.smoothing; NULL: none */
    float (*vertices)[3];   /* header.vertex_count of them in the MDL; NULL: none */
    uint32_t index_count;   /* of indices */
    uint16_t *indices;      /* NULL: those of the faces, in order */
    bool has_indices;       /* false: sabers, which have no list of indices at all */
    uint32_t inverted;      /* the inverted counter; when has_indices */
    uint32_t indices_place; /* where the indices were read */

    /* The MDX: header.vertex_count rows of header.mdx_stride bytes, and the row that ends them.
     * Empty: the mesh has no block, or the MDX is missing or too short. */
    struct rq_bytes rows, end_row;

    /* By node type, NULL else. */
    struct rq_mdl_skin *skin;
    struct rq_mdl_animmesh *animmesh;
    struct rq_mdl_dangly *dangly;
    struct rq_mdl_aabb aabb;
    uint32_t box_count;
    struct rq_mdl_box *boxes;
    struct rq_mdl_saber *saber;
};

struct rq_mdl_node {
    struct rq_mdl_node_header header;
    uint32_t place;   /* where it was read */
    int32_t parent;   /* index in the tree, -1 for its root */
    uint32_t subtree; /* nodes in it and below: its children start behind it, and the next of
                         them is children[0] + subtree */
    uint32_t key_count, data_count;
    struct rq_mdl_key *keys;
    uint32_t *data; /* bits of floats, or packed quaternions: see rq_mdl_key_width */

    /* By header.type, NULL else. */
    struct rq_mdl_light *light;
    struct rq_mdl_emitter *emitter;
    struct rq_mdl_reference *reference;
    struct rq_mdl_mesh *mesh;
};

/* Nodes in pre-order, children in the order of the file; at least the root. */
struct rq_mdl_tree {
    struct rq_mdl_node *nodes;
    uint32_t count;
};

struct rq_mdl_animation {
    uint32_t place; /* where it was read */
    struct rq_mdl_geometry geometry;
    struct rq_mdl_animation_header header;
    uint32_t event_count;
    struct rq_mdl_event *events;
    struct rq_mdl_tree tree;
};

/* Whose file it is, by signs that docs/formats/mdl.md lists. */
enum rq_mdl_compiler {
    RQ_MDL_BIOWARE,
    RQ_MDL_MDLEDIT,
    RQ_MDL_MDLOPS,
    RQ_MDL_KOTORBLENDER,
    RQ_MDL_UNKNOWN,
};

enum rq_mdl_version { RQ_MDL_K1, RQ_MDL_K2, RQ_MDL_K1_XBOX, RQ_MDL_K2_XBOX };

enum rq_mdl_layout {
    RQ_MDL_UNSETTLED,
    RQ_MDL_CANONICAL, /* BioWare's compiler, MDLedit, MDLOps */
    RQ_MDL_BLENDER,   /* kotorblender */
    RQ_MDL_EXPLICIT,  /* where the pointers of the records say */
};

enum rq_mdl_mdx_layout {
    RQ_MDX_UNSETTLED,
    RQ_MDX_CANONICAL, /* by name, skins last, a gap of end mod 16 bytes between blocks */
    RQ_MDX_PADDED,    /* MDLOps: the same gap after the last block as well */
    RQ_MDX_TIGHT,     /* kotorblender: in tree order without gaps */
    RQ_MDX_EXPLICIT,  /* where the meshes say */
};

struct rq_strays; /* of the library: bytes that nothing explains, with their places */

struct rq_mdl {
    enum rq_mdl_version version;
    struct rq_mdl_wrapper wrapper;
    struct rq_mdl_geometry geometry;
    struct rq_mdl_model model;
    uint32_t name_count, animation_count;
    const char **names;    /* some may be no node's: names of a walkmesh */
    uint32_t *name_places; /* where each was read; NULL: a new document */
    struct rq_mdl_animation *animations;
    struct rq_mdl_tree tree;
    uint32_t animation_root; /* node in the tree; RQ_MDL_NO_NODE: none */

    enum rq_mdl_layout layout;
    enum rq_mdl_mdx_layout mdx_layout;
    bool has_mdx;             /* there is one, be it empty */
    struct rq_bytes gaps;     /* RQ_MDX_CANONICAL, PADDED: bytes of all gaps in order; empty: 0 */
    struct rq_strays *strays; /* of an explicit layout of the MDL */
    struct rq_strays *mdx_strays;
};

static inline bool rq_mdl_is_k2(const struct rq_mdl *m)
{
    return m->version == RQ_MDL_K2 || m->version == RQ_MDL_K2_XBOX;
}

static inline bool rq_mdl_is_xbox(const struct rq_mdl *m)
{
    return m->version == RQ_MDL_K1_XBOX || m->version == RQ_MDL_K2_XBOX;
}

/* Values in a row of a key: 1 for packed quaternions (one word for x, y, z), three times the
 * columns for Bezier. 0: the key has no values. */
RQ_API unsigned rq_mdl_key_width(const struct rq_mdl_key *key);

/* A quaternion that is packed in one word, as x y z w; and back. */
RQ_API void rq_mdl_unpack(uint32_t packed, float xyzw[4]);
RQ_API uint32_t rq_mdl_pack(const float xyzw[4]);

/* The name of a controller by the type of its node ("position", "birthrate"), NULL: not known;
 * and its code, 0: none of that name. Upper and lower case are the same. */
RQ_API const char *rq_mdl_controller_name(unsigned node_type, uint32_t code);
RQ_API uint32_t rq_mdl_controller_code(unsigned node_type, const char *name);

/* The floats of a vertex: at the slot's place in its row; false when the mesh has none. */
RQ_API bool rq_mdl_vertex(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh,
                          enum rq_mdl_slot slot, uint32_t vertex, float *values, unsigned count);

/* A guess: no file says who made it. */
RQ_API enum rq_mdl_compiler rq_mdl_compiler(struct rq_doc *doc);

/* Works out everything that follows from nodes, faces and vertices: counts, boxes, radii, normals,
 * areas, neighbours, numbers of nodes, flags of the MDX's rows; and inverted counters for meshes
 * that have none. For models that are new, or were edited: rq_doc_derive calls it with the model's own
 * compiler, whose arithmetic it follows (an unknown one counts as BioWare's). The recipes are in
 * docs/formats/mdl.md. */
RQ_API bool rq_mdl_derive(struct rq_doc *doc, enum rq_mdl_compiler compiler, struct rq_error *err);

#ifdef __cplusplus
}
#endif

#endif
