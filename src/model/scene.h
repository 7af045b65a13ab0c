/* A neutral scene, shaped like glTF: nodes, meshes, materials, textures, animations, skins,
 * lights. Right-handed, Y up, metres; a format's view turns its own axes into these. All
 * memory belongs to the arena of whoever made the scene. Indices are -1 for none.
 *
 * Whoever makes a scene sees to it, and writers do not mend, that
 *  - all numbers are finite; normals and rotations have unit length (a normal that came out
 *    as zero needs another one, not zero);
 *  - every mesh has a primitive, every primitive a vertex and a triangle, and where the
 *    material has a texture, TEXCOORD_0;
 *  - weights are not negative and add up to one, no joint stands twice at a vertex with
 *    weight; joints have a common root; the node of a skinned mesh is a root itself and has
 *    no transform (a skin takes its place from the joints alone);
 *  - times of keys rise strictly and start at 0 or later, and no property of a node is
 *    animated twice in one animation.
 */
#ifndef RQ_MODEL_SCENE_H
#define RQ_MODEL_SCENE_H

#include "model/image.h"

/* One stream of numbers for each vertex: rows of `width` floats (or u16 for joints). */
enum rq_attribute {
    RQ_POSITION,   /* 3 */
    RQ_NORMAL,     /* 3 */
    RQ_TANGENT,    /* 4 */
    RQ_TEXCOORD_0, /* 2 */
    RQ_TEXCOORD_1,
    RQ_TEXCOORD_2,
    RQ_TEXCOORD_3,
    RQ_COLOR_0,   /* 4 */
    RQ_JOINTS_0,  /* 4, whole numbers */
    RQ_WEIGHTS_0, /* 4 */
    RQ_ATTRIBUTES,
};

/* A morph target: differences to the base, NULL where there is none. */
struct rq_morph {
    const char *name;
    const float *positions; /* 3 a vertex */
    const float *normals;
};

struct rq_primitive {
    int material;
    uint32_t vertex_count;
    const float *attributes[RQ_ATTRIBUTES]; /* NULL: absent */
    uint32_t index_count;                   /* 3 a triangle */
    const uint32_t *indices;
    const struct rq_morph *morphs; /* mesh->morph_count of them */
};

struct rq_mesh {
    const char *name;
    uint32_t primitive_count;
    const struct rq_primitive *primitives;
    uint32_t morph_count;
    struct rq_bytes extras; /* a JSON value, or empty; so everywhere below */
};

struct rq_texture {
    const char *name;
    struct rq_image image; /* the first plane is used */
    bool nearest;          /* no smoothing */
    /* Of the picture, where a reader left its pixels out; 0: not known. */
    uint32_t width, height;
};

enum rq_alpha { RQ_ALPHA_OPAQUE, RQ_ALPHA_MASK, RQ_ALPHA_BLEND };

struct rq_material {
    const char *name;
    float color[4];
    int texture;
    int lightmap; /* a texture that darkens, by TEXCOORD_1 */
    float emissive[3];
    enum rq_alpha alpha;
    bool double_sided;
    bool unlit; /* shines as it is painted: a sky */
    struct rq_bytes extras;
};

struct rq_light {
    const char *name;
    enum { RQ_LIGHT_POINT, RQ_LIGHT_DIRECTIONAL, RQ_LIGHT_SPOT } type;
    float color[3];
    float intensity;
    float range; /* 0: no limit */
};

struct rq_node {
    const char *name;
    int parent; /* must be an earlier node */
    float translation[3];
    float rotation[4]; /* x y z w */
    float scale[3];
    int mesh, skin, light;
    struct rq_bytes extras;
};

/* An empty node at the place of its parent. */
static inline struct rq_node rq_node_of(const char *name, int parent)
{
    return (struct rq_node){.name = name,
                            .parent = parent,
                            .rotation = {0, 0, 0, 1},
                            .scale = {1, 1, 1},
                            .mesh = -1,
                            .skin = -1,
                            .light = -1};
}

enum rq_path { RQ_PATH_TRANSLATION, RQ_PATH_ROTATION, RQ_PATH_SCALE, RQ_PATH_WEIGHTS };

/* One animated property of one node: key_count times, and for each as many floats as the
 * path has (3, 4, 3, or the mesh's morph count). */
struct rq_channel {
    int node;
    enum rq_path path;
    bool step; /* no blending between keys */
    uint32_t key_count;
    const float *times; /* seconds, rising */
    const float *values;
};

struct rq_animation {
    const char *name;
    uint32_t channel_count;
    const struct rq_channel *channels;
};

struct rq_skin {
    const char *name;
    uint32_t joint_count;
    const int *joints;
    const float *inverse_binds; /* 16 a joint, column major */
};

struct rq_scene {
    const char *name;
    const char *lost; /* what its reader left out, for a person; or NULL */
    bool faces_back;  /* figures look along -z, not along +z as in glTF */
    uint32_t node_count, mesh_count, material_count, texture_count, animation_count, skin_count,
        light_count;
    const struct rq_node *nodes;
    const struct rq_mesh *meshes;
    const struct rq_material *materials;
    const struct rq_texture *textures;
    const struct rq_animation *animations;
    const struct rq_skin *skins;
    const struct rq_light *lights;
    struct rq_bytes extras;
};

#endif
