#include "convert/glb_data.h"

enum { U16 = 5123, U32 = 5125, F32 = 5126, ARRAY_BUFFER = 34962, ELEMENT_BUFFER = 34963 };

static const struct kind_info {
    const char *type;
    unsigned width; /* numbers of an element */
    unsigned component;
    enum rq_glb_part part;
    bool bounds; /* min and max are demanded */
} kinds[] = {
    [RQ_GLB_POSITION] = {"VEC3", 3, F32, RQ_GLB_ROWS12, true},
    [RQ_GLB_VEC2] = {"VEC2", 2, F32, RQ_GLB_ROWS8, false},
    [RQ_GLB_VEC3] = {"VEC3", 3, F32, RQ_GLB_ROWS12, false},
    [RQ_GLB_VEC4] = {"VEC4", 4, F32, RQ_GLB_ROWS16, false},
    [RQ_GLB_JOINTS] = {"VEC4", 4, U16, RQ_GLB_ROWS8, false},
    [RQ_GLB_INDEX16] = {"SCALAR", 1, U16, RQ_GLB_INDICES, false},
    [RQ_GLB_INDEX32] = {"SCALAR", 1, U32, RQ_GLB_INDICES, false},
    [RQ_GLB_TIME] = {"SCALAR", 1, F32, RQ_GLB_KEYS, true},
    [RQ_GLB_OUT1] = {"SCALAR", 1, F32, RQ_GLB_KEYS, false},
    [RQ_GLB_OUT3] = {"VEC3", 3, F32, RQ_GLB_KEYS, false},
    [RQ_GLB_OUT4] = {"VEC4", 4, F32, RQ_GLB_KEYS, false},
    [RQ_GLB_MATRIX] = {"MAT4", 16, F32, RQ_GLB_BINDS, false},
};

/* What a view of a part says; 0: nothing. */
static const struct part_info {
    unsigned target, stride;
} parts[RQ_GLB_PARTS] = {
    [RQ_GLB_ROWS8] = {ARRAY_BUFFER, 8},
    [RQ_GLB_ROWS12] = {ARRAY_BUFFER, 12},
    [RQ_GLB_ROWS16] = {ARRAY_BUFFER, 16},
    [RQ_GLB_INDICES] = {ELEMENT_BUFFER, 0},
};

const struct rq_glb_attribute rq_glb_attributes[RQ_ATTRIBUTES] = {
    [RQ_POSITION] = {"POSITION", RQ_GLB_POSITION}, [RQ_NORMAL] = {"NORMAL", RQ_GLB_VEC3},
    [RQ_TANGENT] = {"TANGENT", RQ_GLB_VEC4},       [RQ_TEXCOORD_0] = {"TEXCOORD_0", RQ_GLB_VEC2},
    [RQ_TEXCOORD_1] = {"TEXCOORD_1", RQ_GLB_VEC2}, [RQ_TEXCOORD_2] = {"TEXCOORD_2", RQ_GLB_VEC2},
    [RQ_TEXCOORD_3] = {"TEXCOORD_3", RQ_GLB_VEC2}, [RQ_COLOR_0] = {"COLOR_0", RQ_GLB_VEC4},
    [RQ_JOINTS_0] = {"JOINTS_0", RQ_GLB_JOINTS},   [RQ_WEIGHTS_0] = {"WEIGHTS_0", RQ_GLB_VEC4},
};

struct rq_glb_view {
    enum rq_glb_part part;
    size_t offset, size; /* in the part; of a shared view the size is that of the part */
};

/* What it was made from is its identity: shared arrays are written once. */
struct rq_glb_array {
    const void *data, *with; /* data NULL: all zeros, without a view */
    enum rq_glb_kind kind;
    uint32_t base; /* of indices */
    size_t count;
    size_t view, offset;
    float least[3], most[3];
};

#define BAD(d, ...) rq_fail((d)->err, RQ_USAGE, 0, "glb", __VA_ARGS__)

bool rq_glb_data_open(struct rq_glb_data *d, struct rq_arena *arena, size_t accessors,
                      size_t images)
{
    d->slot_count = 16;
    while (d->slot_count < accessors * 2)
        d->slot_count *= 2;
    d->arrays = rq_arena_get(arena, accessors, sizeof *d->arrays);
    d->views = rq_arena_get(arena, RQ_GLB_PARTS + images, sizeof *d->views);
    d->slots = rq_arena_get(arena, d->slot_count, sizeof *d->slots);
    return d->arrays && d->views && d->slots;
}

bool rq_glb_finite(const float *v, size_t count)
{
    uint32_t bad = 0; /* without a way out of the loop, which is quicker */
    for (size_t i = 0; i < count; i++)
        bad |= (rq_bits_of(v[i]) & 0x7f800000) == 0x7f800000;
    return !bad;
}

/* ---- arrays ---- */

void rq_glb_align(struct rq_glb_data *d, enum rq_glb_part part)
{
    struct rq_out *out = &d->parts[part];
    if (out->size & 3)
        rq_put_zeros(out, 4 - (out->size & 3));
}

size_t rq_glb_image_view(struct rq_glb_data *d, size_t offset)
{
    d->views[d->view_count] =
        (struct rq_glb_view){RQ_GLB_IMAGES, offset, d->parts[RQ_GLB_IMAGES].size - offset};
    return d->view_count++;
}

static size_t shared_view(struct rq_glb_data *d, enum rq_glb_part part)
{
    if (!d->part_view[part]) {
        d->views[d->view_count] = (struct rq_glb_view){.part = part};
        d->part_view[part] = ++d->view_count;
    }
    return d->part_view[part] - 1;
}

const struct rq_out *rq_glb_failed(const struct rq_glb_data *d)
{
    for (size_t i = 0; i < RQ_GLB_PARTS; i++)
        if (d->parts[i].failed)
            return &d->parts[i];
    return NULL;
}

/* The bytes of the parts before one. */
static uint64_t part_start(const struct rq_glb_data *d, size_t part)
{
    uint64_t size = 0;
    for (size_t i = 0; i < part; i++)
        size += d->parts[i].size;
    return size;
}

uint64_t rq_glb_size(const struct rq_glb_data *d)
{
    return part_start(d, RQ_GLB_PARTS);
}

static void widen_bounds(struct rq_glb_array *a, const float *from, size_t count, bool first)
{
    unsigned width = kinds[a->kind].width;
    if (first) {
        memcpy(a->least, from, width * sizeof(float));
        memcpy(a->most, from, width * sizeof(float));
    }
    for (size_t i = 0; i < count; i++, from += width)
        for (unsigned k = 0; k < width; k++) {
            a->least[k] = from[k] < a->least[k] ? from[k] : a->least[k];
            a->most[k] = from[k] > a->most[k] ? from[k] : a->most[k];
        }
}

static bool put_float_block(struct rq_glb_data *d, struct rq_glb_array *a,
                            const struct rq_glb_block *block, bool first)
{
    static const float zeros[16];
    const struct kind_info *kind = &kinds[a->kind];
    const float *from = block->data;
    size_t count = block->count * kind->width;
    uint8_t *to = rq_grow(&d->parts[kind->part], count * 4);
    if (!to)
        return false;
    if (!from)
        memset(to, 0, count * 4);
    else if (!rq_glb_finite(from, count))
        return BAD(d, "not a finite number among %zu of kind %s", count, kind->type);
    for (size_t i = 0; from && i < count; i++)
        rq_set32(to + i * 4, rq_bits_of(from[i]));
    if (kind->bounds)
        widen_bounds(a, from ? from : zeros, from ? block->count : 1, first);
    return true;
}

/* A joint without weight is written as joint 0: validators warn of anything else. */
static bool put_joint_block(struct rq_glb_data *d, const struct rq_glb_block *block)
{
    const float *from = block->data, *weights = block->with;
    uint8_t *to = rq_grow(&d->parts[RQ_GLB_ROWS8], block->count * 8);
    if (!to)
        return false;
    for (size_t i = 0; i < block->count * 4; i++) {
        if (!(from[i] >= 0 && from[i] <= 65535))
            return BAD(d, "a joint out of range");
        bool idle = weights && weights[i] == 0;
        rq_set16(to + i * 2, (uint16_t)(idle ? 0 : from[i]));
    }
    return true;
}

static bool put_index_array(struct rq_glb_data *d, const struct rq_glb_array *a, uint32_t limit)
{
    const uint32_t *from = a->data;
    size_t size = a->kind == RQ_GLB_INDEX16 ? 2 : 4;
    uint8_t *to = rq_grow(&d->parts[RQ_GLB_INDICES], a->count * size);
    if (!to)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        if (from[i] >= limit)
            return BAD(d, "index %u of %u vertices", from[i], limit);
        if (size == 2)
            rq_set16(to + i * 2, (uint16_t)(from[i] + a->base));
        else
            rq_set32(to + i * 4, from[i] + a->base);
    }
    return true;
}

/* ---- accessors ---- */

/* The place in the list of the array like this one, or the empty one where it belongs. */
static uint32_t *slot_of(const struct rq_glb_data *d, const struct rq_glb_array *a)
{
    uint64_t h = (uint64_t)(uintptr_t)a->data * 0x9e3779b97f4a7c15;
    h = (h ^ (uint64_t)(uintptr_t)a->with ^ a->count << 8 ^ (uint64_t)a->kind) * 0x9e3779b97f4a7c15;
    size_t slot = (size_t)(h >> 32) & (d->slot_count - 1);
    for (; d->slots[slot]; slot = (slot + 1) & (d->slot_count - 1)) {
        const struct rq_glb_array *b = &d->arrays[d->slots[slot] - 1];
        if (b->data == a->data && b->with == a->with && b->kind == a->kind && b->base == a->base &&
            b->count == a->count)
            break;
    }
    return &d->slots[slot];
}

/* False after a failure, or for an array of nothing. */
static bool open_array(struct rq_glb_data *d, struct rq_glb_array *a)
{
    enum rq_glb_part part = kinds[a->kind].part;
    if (a->count == 0)
        BAD(d, "an array without elements");
    if (d->err->code != RQ_OK || d->parts[part].failed)
        return false;
    if (a->data) {
        rq_glb_align(d, part);
        a->offset = d->parts[part].size;
        a->view = shared_view(d, part);
    }
    return true;
}

static size_t close_array(struct rq_glb_data *d, const struct rq_glb_array *a)
{
    d->arrays[d->array_count] = *a;
    return d->array_count++;
}

size_t rq_glb_joined(struct rq_glb_data *d, enum rq_glb_kind kind,
                     const struct rq_glb_block *blocks, size_t count)
{
    struct rq_glb_array a = {.kind = kind};
    for (size_t i = 0; i < count; i++) {
        a.count += blocks[i].count;
        a.data = a.data ? a.data : blocks[i].data;
    }
    bool alone = count == 1 || !a.data;
    a.with = alone ? blocks->with : NULL;
    uint32_t *slot = alone ? slot_of(d, &a) : NULL;
    if (slot && *slot)
        return *slot - 1;
    if (!open_array(d, &a))
        return 0;
    for (size_t i = 0; a.data && i < count; i++)
        if (!(kind == RQ_GLB_JOINTS ? put_joint_block(d, &blocks[i])
                                    : put_float_block(d, &a, &blocks[i], i == 0)))
            return 0;
    size_t number = close_array(d, &a);
    if (slot)
        *slot = (uint32_t)number + 1;
    return number;
}

size_t rq_glb_accessor(struct rq_glb_data *d, enum rq_glb_kind kind, const void *data, size_t count)
{
    return rq_glb_joined(d, kind, &(struct rq_glb_block){data, NULL, count}, 1);
}

size_t rq_glb_indices(struct rq_glb_data *d, const uint32_t *indices, size_t count, uint32_t limit,
                      uint32_t base, bool short_ones)
{
    struct rq_glb_array a = {.data = indices,
                             .kind = short_ones ? RQ_GLB_INDEX16 : RQ_GLB_INDEX32,
                             .base = base,
                             .count = count};
    uint32_t *slot = slot_of(d, &a);
    if (*slot)
        return *slot - 1;
    if (!open_array(d, &a) || !put_index_array(d, &a, limit))
        return 0;
    size_t number = close_array(d, &a);
    *slot = (uint32_t)number + 1;
    return number;
}

/* ---- JSON ---- */

static void put_uint(struct rq_json *j, const char *key, uint64_t v)
{
    rq_json_key(j, key);
    rq_json_u64(j, v);
}

static void put_floats(struct rq_json *j, const char *key, const float *v, size_t count)
{
    rq_json_key(j, key);
    rq_json_array(j);
    for (size_t i = 0; i < count; i++)
        rq_json_f32(j, v[i]);
    rq_json_end_array(j);
}

static void put_accessors(const struct rq_glb_data *d, struct rq_json *j)
{
    if (!d->array_count)
        return;
    rq_json_key(j, "accessors");
    rq_json_array(j);
    for (size_t i = 0; i < d->array_count; i++) {
        const struct rq_glb_array *a = &d->arrays[i];
        rq_json_object(j);
        if (a->data)
            put_uint(j, "bufferView", a->view);
        if (a->offset)
            put_uint(j, "byteOffset", a->offset);
        put_uint(j, "componentType", kinds[a->kind].component);
        put_uint(j, "count", a->count);
        rq_json_key(j, "type");
        rq_json_str(j, kinds[a->kind].type);
        if (kinds[a->kind].bounds) {
            put_floats(j, "min", a->least, kinds[a->kind].width);
            put_floats(j, "max", a->most, kinds[a->kind].width);
        }
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void put_views(const struct rq_glb_data *d, struct rq_json *j)
{
    if (!d->view_count)
        return;
    rq_json_key(j, "bufferViews");
    rq_json_array(j);
    for (size_t i = 0; i < d->view_count; i++) {
        const struct rq_glb_view *v = &d->views[i];
        bool image = v->part == RQ_GLB_IMAGES;
        rq_json_object(j);
        uint64_t offset = part_start(d, v->part) + v->offset;
        put_uint(j, "buffer", 0);
        if (offset)
            put_uint(j, "byteOffset", offset);
        put_uint(j, "byteLength", image ? v->size : d->parts[v->part].size);
        if (parts[v->part].stride)
            put_uint(j, "byteStride", parts[v->part].stride);
        if (parts[v->part].target)
            put_uint(j, "target", parts[v->part].target);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    rq_json_key(j, "buffers");
    rq_json_array(j);
    rq_json_object(j);
    put_uint(j, "byteLength", rq_glb_size(d));
    rq_json_end_object(j);
    rq_json_end_array(j);
}

void rq_glb_data_json(const struct rq_glb_data *d, struct rq_json *j)
{
    put_accessors(d, j);
    put_views(d, j);
}
