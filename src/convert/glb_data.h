/* The binary part of a GLB: arrays of numbers become views of one buffer and accessors of
 * those views, each array once.
 *
 *     rq_glb_data_open(&d, arena, most_accessors, most_images);
 *     size_t index = rq_glb_accessor(&d, RQ_GLB_POSITION, positions, NULL, vertex_count, 0);
 *     rq_glb_data_json(&d, json);
 */
#ifndef RQ_CONVERT_GLB_DATA_H
#define RQ_CONVERT_GLB_DATA_H

#include "core/json.h"
#include "model/scene.h"

enum rq_glb_kind {
    RQ_GLB_POSITION,
    RQ_GLB_VEC2,
    RQ_GLB_VEC3,
    RQ_GLB_VEC4,
    RQ_GLB_JOINTS,
    RQ_GLB_INDEX16,
    RQ_GLB_INDEX32,
    RQ_GLB_TIME,
    RQ_GLB_OUT1,
    RQ_GLB_OUT3,
    RQ_GLB_OUT4,
    RQ_GLB_MATRIX,
};

/* Names of vertex data, and what they are. */
struct rq_glb_attribute {
    const char *name;
    enum rq_glb_kind kind;
};
extern const struct rq_glb_attribute rq_glb_attributes[RQ_ATTRIBUTES];

enum { RQ_GLB_MAGIC = 0x46546c67, RQ_GLB_JSON = 0x4e4f534a, RQ_GLB_BIN = 0x004e4942 };

struct rq_glb_view;
struct rq_glb_array;

struct rq_glb_data {
    struct rq_error *err;
    struct rq_out bin;
    struct rq_glb_array *arrays; /* the accessors */
    size_t array_count;
    struct rq_glb_view *views;
    size_t view_count;
    uint32_t *slots; /* accessor + 1 by identity; a power of two of them */
    size_t slot_count;
};

/* Room in the arena for so many accessors and images; err must be set. */
bool rq_glb_data_open(struct rq_glb_data *d, struct rq_arena *arena, size_t accessors,
                      size_t images);

/* The accessor of count elements at data, made when it is not there yet. data NULL: zeros.
 * with: the weights, for joints. limit: how many vertices, for indices. After a failure (in
 * err or bin) the answer has no meaning. */
size_t rq_glb_accessor(struct rq_glb_data *d, enum rq_glb_kind kind, const void *data,
                       const void *with, size_t count, uint32_t limit);

/* For data that the caller appends to bin: alignment before, the view after. */
void rq_glb_align(struct rq_glb_data *d);
size_t rq_glb_view(struct rq_glb_data *d, size_t offset, unsigned target);

/* The members accessors, bufferViews and buffers, as far as there are any. */
void rq_glb_data_json(const struct rq_glb_data *d, struct rq_json *j);

/* No NaN and no infinity. */
bool rq_glb_finite(const float *v, size_t count);

#endif
