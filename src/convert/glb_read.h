/* The parts of a glTF file as its JSON has them, before a scene is made of them. Indices are -1
 * for none; whoever follows one asks rq_gltf_has first. */
#ifndef RQ_CONVERT_GLB_READ_H
#define RQ_CONVERT_GLB_READ_H

#include "core/json.h"
#include "model/scene.h"

struct rq_gltf_view {
    uint32_t buffer;
    uint64_t offset, size, stride;
};

struct rq_gltf_accessor {
    int64_t view; /* -1: zeros */
    uint64_t offset, count;
    uint32_t component, width;
    bool normalized;
    struct rq_gltf_sparse {
        uint64_t count; /* of rows with another value; 0: not sparse */
        int64_t index_view, value_view;
        uint64_t index_offset, value_offset;
        uint32_t index_component;
    } sparse;
    float *floats; /* once it was read */
    uint32_t *whole;
    bool shared;       /* the positions of several primitives */
    uint32_t *numbers; /* room for new numbers of its rows, all 0 between uses */
};

/* A morph target: accessors. */
struct rq_gltf_target {
    int64_t positions, normals;
};

struct rq_gltf_primitive {
    struct rq_gltf_target *targets;
    size_t target_count;
    int64_t attributes[RQ_ATTRIBUTES];
    int64_t indices, material;
    uint32_t mode;
};

struct rq_gltf_mesh {
    const char *name;
    struct rq_gltf_primitive *primitives;
    size_t count;
    struct rq_bytes extras;
};

struct rq_gltf_node {
    struct rq_node node; /* parent, mesh, skin and light as the file counts */
    uint32_t *children;
    size_t child_count;
    bool has_parent, placed;
};

struct rq_gltf_sampler {
    int64_t input, output;
    bool step, cubic;
};

struct rq_gltf_channel {
    int64_t sampler, node;
    int path; /* enum rq_path, -1: of an extension */
};

struct rq_gltf_animation {
    const char *name;
    struct rq_gltf_sampler *samplers;
    struct rq_gltf_channel *channels;
    size_t sampler_count, channel_count;
};

struct rq_gltf_skin {
    const char *name;
    uint32_t *joints;
    size_t count;
    int64_t inverse_binds;
};

struct rq_gltf_texture {
    const char *name;
    int64_t image;
};

/* Where its bytes are, -1: not in the file. */
struct rq_gltf_image {
    const char *name;
    int64_t view;
};

/* Which nodes a scene has; none: all without a parent. */
struct rq_gltf_scene {
    uint32_t *nodes;
    size_t count;
    struct rq_bytes extras;
};

struct rq_gltf {
    struct rq_arena *arena;
    struct rq_error *err;
    struct rq_bytes bin;
    struct rq_jr jr;

    struct rq_gltf_view *views;
    struct rq_gltf_accessor *accessors;
    struct rq_gltf_mesh *meshes;
    struct rq_gltf_node *nodes;
    struct rq_gltf_animation *animations;
    struct rq_gltf_skin *skins;
    struct rq_gltf_texture *textures;
    struct rq_gltf_image *images;
    struct rq_material *materials;
    struct rq_light *lights;
    struct rq_gltf_scene *scenes;
    uint8_t *buffers; /* nothing of them is kept */
    size_t view_count, accessor_count, mesh_count, node_count, animation_count, skin_count,
        texture_count, image_count, material_count, light_count, scene_count, buffer_count;
    int64_t scene;                              /* the one to show */
    bool outside;                               /* a buffer in a file of its own */
    bool takes_morphs;                          /* they are asked for */
    bool morphs, cameras, more_joints, unsolid; /* that it has what a scene here has not */
};

#define RQ_GLTF_BAD(g, ...) rq_fail((g)->err, RQ_CORRUPT, 0, "glb", __VA_ARGS__)

static inline bool rq_gltf_has(int64_t index, size_t count)
{
    return index >= 0 && (uint64_t)index < count;
}

/* Takes the JSON apart; jr stands before its first value. */
bool rq_gltf_parse(struct rq_gltf *g);

/* An accessor's numbers, count rows of width: as floats (normalized ones scaled) or as whole
 * numbers. NULL after a failure. Each is read once. */
float *rq_gltf_floats(struct rq_gltf *g, int64_t index, uint32_t width, size_t *count);
uint32_t *rq_gltf_whole(struct rq_gltf *g, int64_t index, size_t *count);

#endif
