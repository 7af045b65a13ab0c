/* The binary part of a GLB: arrays of numbers become accessors, each array once. Arrays whose elements
 * have one size and use share a view of the buffer; each image has its own.
 *
 *     rq_glb_data_open(&d, arena, most_accessors, most_images);
 *     size_t index = rq_glb_accessor(&d, RQ_GLB_TIME, times, key_count);
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

/* The parts of the buffer, in their order: vertex data by the bytes of an element, indices, keys
 * of animations, inverse binds of skins (validators want these apart), and images. All but the last are
 * one view each. */
enum rq_glb_part {
    RQ_GLB_ROWS8,
    RQ_GLB_ROWS12,
    RQ_GLB_ROWS16,
    RQ_GLB_INDICES,
    RQ_GLB_KEYS,
    RQ_GLB_BINDS,
    RQ_GLB_IMAGES,
    RQ_GLB_PARTS
};

struct rq_glb_data {
    struct rq_error *err;
    struct rq_out parts[RQ_GLB_PARTS];
    size_t part_view[RQ_GLB_IMAGES]; /* + 1; 0: nothing is in it yet */
    struct rq_glb_array *arrays;     /* the accessors */
    size_t array_count;
    struct rq_glb_view *views;
    size_t view_count;
    uint32_t *slots; /* accessor + 1 by identity; a power of two of them */
    size_t slot_count;
};

/* Room in the arena for so many accessors and images; err must be set. */
bool rq_glb_data_open(struct rq_glb_data *d, struct rq_arena *arena, size_t accessors,
                      size_t images);

/* Elements that follow each other in an accessor. data NULL: zeros. with: the weights, for joints. */
struct rq_glb_block {
    const void *data, *with;
    size_t count;
};

/* The accessor of count elements at data, made when it is not there yet. data NULL: zeros. After a failure (in
 * err or a part) the answer has no meaning, here and below. */
size_t rq_glb_accessor(struct rq_glb_data *d, enum rq_glb_kind kind, const void *data,
                       size_t count);

/* That of several blocks, one behind the other. It is made anew, unless there is one block alone. */
size_t rq_glb_joined(struct rq_glb_data *d, enum rq_glb_kind kind,
                     const struct rq_glb_block *blocks, size_t count);

/* That of indices below `limit`, to which base is added. short_ones: 16 bits are enough for them. */
size_t rq_glb_indices(struct rq_glb_data *d, const uint32_t *indices, size_t count, uint32_t limit,
                      uint32_t base, bool short_ones);

/* For an image that the caller appends to its part: alignment before, the view after. */
void rq_glb_align(struct rq_glb_data *d, enum rq_glb_part part);
size_t rq_glb_image_view(struct rq_glb_data *d, size_t offset);

/* The part that failed, or NULL; and the bytes of all. */
const struct rq_out *rq_glb_failed(const struct rq_glb_data *d);
uint64_t rq_glb_size(const struct rq_glb_data *d);

/* The members accessors, bufferViews and buffers, as far as there are any. Every part must be
 * aligned. */
void rq_glb_data_json(const struct rq_glb_data *d, struct rq_json *j);

/* No NaN and no infinity. */
bool rq_glb_finite(const float *v, size_t count);

#endif
