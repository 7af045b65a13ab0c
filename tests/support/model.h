/* Models of KotOR laid down for tests, block by block in the order that BioWare's compiler has
 * (docs/formats/mdl.md): root, and below it one node of each kind that is asked for, each with the
 * keys of position and orientation; an animation with one event. Every pointer is patched when
 * its block comes, so the order here is the order of the file. */
#ifndef TESTS_SUPPORT_MODEL_H
#define TESTS_SUPPORT_MODEL_H

#include "core/bytes.h"

#include <reliquary/mdl.h>

struct model {
    uint8_t data[24 << 10], mdx[4 << 10];
    size_t size, mdx_size;
    bool k2, xbox;
};

static inline void model_8(struct model *m, unsigned v)
{
    m->data[m->size++] = (uint8_t)v;
}

static inline void model_16(struct model *m, unsigned v)
{
    model_8(m, v & 0xFF);
    model_8(m, v >> 8 & 0xFF);
}

static inline void model_32(struct model *m, uint32_t v)
{
    model_16(m, v & 0xFFFF);
    model_16(m, v >> 16);
}

static inline void model_f(struct model *m, float v)
{
    model_32(m, rq_bits_of(v));
}

static inline void model_zeros(struct model *m, size_t size)
{
    while (size--)
        model_8(m, 0);
}

static inline void model_text(struct model *m, const char *text, size_t size)
{
    size_t n = strlen(text);
    for (size_t i = 0; i < size; i++)
        model_8(m, i < n ? (uint8_t)text[i] : 0);
}

/* Offsets count from behind the wrapper. */
static inline uint32_t model_at(const struct model *m)
{
    return (uint32_t)(m->size - 12);
}

static inline void model_patch(struct model *m, uint32_t at, uint32_t v)
{
    rq_set32(m->data + 12 + at, v);
}

/* The array header at `at`: count elements come next. */
static inline void model_array(struct model *m, uint32_t at, uint32_t count)
{
    model_patch(m, at, model_at(m));
    model_patch(m, at + 4, count);
    model_patch(m, at + 8, count);
}

/* ---- the MDX ---- */

/* Between blocks as many bytes as the end is above 16, here stale ones. */
static inline void model_gap(struct model *m)
{
    for (size_t gap = m->mdx_size % 16; gap; gap--)
        m->mdx[m->mdx_size++] = 0xEE;
}

static inline void model_mdx_f(struct model *m, float v)
{
    rq_set32(m->mdx + m->mdx_size, rq_bits_of(v));
    m->mdx_size += 4;
}

/* ---- nodes ---- */

enum {
    MODEL_CHILDREN = 0x2C,
    MODEL_KEYS = 0x38,
    MODEL_DATA = 0x44,
    MODEL_MESH = 80,
    MODEL_FACES = MODEL_MESH + 8,
    MODEL_COUNTS = MODEL_MESH + 0xB0,
    MODEL_OFFSETS = MODEL_MESH + 0xBC,
    MODEL_INVERTED = MODEL_MESH + 0xC8,
};

static inline uint32_t model_node(struct model *m, unsigned type, unsigned number, uint32_t owner,
                                  uint32_t parent)
{
    uint32_t at = model_at(m);
    model_16(m, type);
    model_16(m, number);
    model_16(m, number); /* the name has the same number */
    model_16(m, 0);
    model_32(m, owner);
    model_32(m, parent);
    for (unsigned i = 0; i < 3; i++)
        model_f(m, owner ? 0 : (float)number);
    model_f(m, 1);
    model_zeros(m, 12 + 36);
    return at;
}

/* An empty array of children points at the cursor. */
static inline void model_children(struct model *m, uint32_t node, uint32_t count)
{
    model_array(m, node + MODEL_CHILDREN, count);
}

static inline void model_key(struct model *m, unsigned code, unsigned link, unsigned rows,
                             unsigned at, unsigned columns)
{
    model_32(m, code);
    model_16(m, link);
    model_16(m, rows);
    model_16(m, at);
    model_16(m, at + rows);
    model_8(m, columns);
    model_8(m, 87);
    model_8(m, 73);
    model_8(m, 0);
}

/* Position and orientation; in animations of two times each, the orientation packed. */
static inline void model_controllers(struct model *m, uint32_t node, bool animated)
{
    unsigned rows = animated ? 2 : 1;
    model_array(m, node + MODEL_KEYS, 2);
    model_key(m, 8, animated ? 16 : 0xFFFF, rows, 0, 3);
    model_key(m, 20, animated ? 28 : 0xFFFF, rows, rows * 4, animated ? 2 : 4);
    model_array(m, node + MODEL_DATA, rows * (animated ? 6 : 9));
    for (unsigned i = 0; i < rows; i++)
        model_f(m, (float)i);
    for (unsigned i = 0; i < rows * 3; i++)
        model_f(m, 0.25F * (float)i);
    for (unsigned i = 0; i < rows; i++)
        model_f(m, (float)i);
    for (unsigned i = 0; i < (animated ? rows : 4); i++)
        model_32(m, animated ? 0x7FDFFBFFu - i : i == 3 ? 0x3F800000 : 0);
}

/* The 332 bytes of a mesh with `vertices` vertices in rows of stride. */
static inline void model_mesh(struct model *m, unsigned vertices, uint32_t stride, uint32_t flags)
{
    if (stride)
        model_gap(m);
    model_32(m, 4216656);
    model_32(m, 4216672);
    model_zeros(m, 12);
    for (unsigned i = 0; i < 6; i++)
        model_f(m, i < 3 ? 0 : 1); /* box */
    model_f(m, 0.75F);
    for (unsigned i = 0; i < 9; i++)
        model_f(m, 0.5F); /* average, diffuse, ambient */
    model_32(m, 0);
    model_text(m, "skin01", 32);
    model_text(m, "NULL", 31);
    model_8(m, 0x55); /* stale */
    model_zeros(m, 24 + 36);
    model_32(m, UINT32_MAX);
    model_32(m, UINT32_MAX);
    model_32(m, 0);
    model_8(m, 3);
    model_zeros(m, 7 + 20);
    model_32(m, stride);
    model_32(m, flags);
    for (unsigned i = 0; i < 11; i++) /* position, normal, one set of UVs */
        model_32(m, stride && i < 2 ? i * 12 : stride > 24 && i == 3 ? 24 : UINT32_MAX);
    model_16(m, vertices);
    model_16(m, 1);
    model_zeros(m, 5);
    model_8(m, 1);
    if (m->k2) {
        model_8(m, 1);
        model_8(m, 0);
        model_16(m, 2);
        model_16(m, 3);
        model_16(m, 1);
    }
    model_16(m, 0xBEEF); /* stale */
    model_f(m, 0.5F);
    model_32(m, 0);
    model_32(m, stride ? (uint32_t)m->mdx_size : 0);
    if (!m->xbox)
        model_32(m, 0);
}

/* Where the records end that all meshes have. */
static inline uint32_t model_mesh_end(const struct model *m, uint32_t node)
{
    return node + MODEL_MESH + 332 + (m->k2 ? 8u : 0u) - (m->xbox ? 4u : 0u);
}

static inline void model_corners(struct model *m, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < 3; k++)
            model_f(m, i == k + 1 ? 1 : 0);
}

/* Rows of position and normal, then what is left in zeros; one more row ends them. In skins the
 * last 8 floats are weights and bones. */
static inline void model_rows(struct model *m, unsigned vertices, unsigned stride, bool skin)
{
    for (unsigned i = 0; i <= vertices; i++)
        for (unsigned k = 0; k < stride / 4; k++) {
            float end = k < 3 ? (skin ? 1e6F : 1e7F) : 0;
            float value = k < 3 ? (i == k + 1 ? 1 : 0) : k == 5 ? 1 : 0;
            if (skin && k == stride / 4 - 8)
                end = value = 1;
            model_mdx_f(m, i == vertices ? end : value);
        }
}

/* One triangle, and its rows in the MDX. */
static inline void model_geometry(struct model *m, uint32_t node, unsigned vertices,
                                  unsigned stride, bool skin)
{
    model_array(m, node + MODEL_FACES, 1);
    for (unsigned i = 0; i < 4; i++)
        model_f(m, i == 2 ? 1 : 0);
    model_32(m, 7);
    for (unsigned i = 0; i < 3; i++)
        model_16(m, 0xFFFF);
    for (unsigned i = 0; i < 3; i++)
        model_16(m, i);
    model_array(m, node + MODEL_COUNTS, 1);
    model_32(m, 3);
    if (!m->xbox) {
        model_patch(m, model_mesh_end(m, node) - 4, model_at(m));
        model_corners(m, vertices);
    }
    model_array(m, node + MODEL_OFFSETS, 1);
    model_32(m, model_at(m) + 8);
    model_array(m, node + MODEL_INVERTED, 1);
    model_32(m, 98);
    for (unsigned i = 0; i < 3; i++)
        model_16(m, i);
    model_rows(m, vertices, stride, skin);
}

/* Four vertices and a row of 24 bytes: this block ends at 120, and a gap of 8 follows. */
static inline void model_trimesh(struct model *m, uint32_t node)
{
    model_mesh(m, 4, 24, 0x21);
    model_geometry(m, node, 4, 24, false);
}

static inline void model_light(struct model *m, uint32_t node)
{
    model_f(m, 2);
    model_zeros(m, 12 + 48);
    for (unsigned i = 0; i < 7; i++)
        model_32(m, i);
    uint32_t extra = node + 80;
    model_array(m, extra + 0x34, 1); /* names first, then sizes, positions, shifts */
    model_32(m, model_at(m) + 4);
    model_text(m, "flare", 6);
    model_array(m, extra + 0x10, 1);
    model_f(m, 3);
    model_array(m, extra + 0x1C, 1);
    model_f(m, 4);
    model_array(m, extra + 0x28, 1);
    for (unsigned i = 0; i < 3; i++)
        model_f(m, 0.5F);
}

static inline void model_emitter(struct model *m, uint32_t node)
{
    (void)node;
    for (unsigned i = 0; i < 8; i++)
        model_f(m, (float)i);
    model_text(m, "Fountain", 32);
    model_text(m, "Normal", 32);
    model_text(m, "Lighten", 32);
    model_text(m, "fx_spark", 32);
    model_text(m, "", 16);
    model_32(m, 0);
    model_32(m, 1);
    model_16(m, 0);
    model_8(m, 0);
    model_text(m, "NULL", 32);
    model_8(m, 0xAA);
    model_32(m, 0x112);
}

static inline void model_reference(struct model *m, uint32_t node)
{
    (void)node;
    model_text(m, "fx_ref", 32);
    model_32(m, 1);
}

static inline void model_skin(struct model *m, uint32_t node)
{
    model_mesh(m, 3, 64, 0x23);
    uint32_t extra = model_at(m);
    model_zeros(m, 12);
    model_32(m, 32);
    model_32(m, 48);
    model_zeros(m, 8 + 36);
    for (unsigned i = 0; i < 16; i++)
        model_16(m, i ? 0xFFFF : 0);
    model_32(m, 0xCDCDCDCD);
    model_patch(m, extra + 0x14, model_at(m));
    model_patch(m, extra + 0x18, 2);
    for (unsigned i = 0; i < 2; i++) {
        if (m->xbox)
            model_16(m, i ? 0xFFFF : 0);
        else
            model_f(m, i ? -1 : 0);
    }
    model_array(m, extra + 0x1C, 1);
    for (unsigned i = 0; i < 4; i++)
        model_f(m, i ? 0 : 1);
    model_array(m, extra + 0x28, 1);
    for (unsigned i = 0; i < 3; i++)
        model_f(m, -1);
    model_array(m, extra + 0x34, 1);
    model_32(m, 0x00C0FFEE);
    model_geometry(m, node, 3, 64, true);
}

static inline void model_dangly(struct model *m, uint32_t node)
{
    model_mesh(m, 3, 32, 0x23);
    uint32_t extra = model_at(m);
    model_zeros(m, 12);
    for (unsigned i = 0; i < 3; i++)
        model_f(m, (float)i + 0.5F);
    model_32(m, 0);
    model_array(m, extra, 3);
    for (unsigned i = 0; i < 3; i++)
        model_f(m, 255);
    model_patch(m, extra + 0x18, model_at(m));
    model_corners(m, 3);
    model_geometry(m, node, 3, 32, false);
}

static inline void model_box(struct model *m, uint32_t first, uint32_t second, uint32_t face)
{
    for (unsigned i = 0; i < 6; i++)
        model_f(m, i < 3 ? 0 : 1);
    model_32(m, first);
    model_32(m, second);
    model_32(m, face);
    model_32(m, first ? 1 : 0);
}

static inline void model_aabb(struct model *m, uint32_t node)
{
    model_mesh(m, 3, 32, 0x23);
    uint32_t boxes = model_at(m) + 4;
    model_32(m, boxes);
    model_box(m, boxes + 40, boxes + 80, UINT32_MAX);
    model_box(m, 0, 0, 0);
    model_box(m, 0, 0, 0);
    model_geometry(m, node, 3, 32, false);
}

/* No rows in the MDX and no list of indices: those arrays are empty and point to where the
 * vertices start and end. */
static inline void model_saber(struct model *m, uint32_t node)
{
    model_mesh(m, 2, 0, 0);
    uint32_t extra = model_at(m);
    model_zeros(m, 12);
    model_32(m, 101);
    model_32(m, 102);
    static const unsigned floats[] = {3, 3, 2}, word[] = {0, 8, 4}; /* positions, normals, UVs */
    for (unsigned i = 0; i < 3; i++) {
        model_patch(m, extra + word[i], model_at(m));
        for (unsigned k = 0; k < 176 * floats[i]; k++)
            model_f(m, (float)k);
    }
    model_array(m, node + MODEL_FACES, 0);
    model_array(m, node + MODEL_COUNTS, 0);
    model_patch(m, model_mesh_end(m, node) - 4, model_at(m));
    for (unsigned i = 0; i < 6; i++)
        model_f(m, 1);
    model_array(m, node + MODEL_OFFSETS, 0);
    model_array(m, node + MODEL_INVERTED, 0);
}

static const struct model_kind {
    unsigned type;
    const char *name;
    void (*lay)(struct model *m, uint32_t node);
} model_kinds[] = {
    {0x021, "mesh", model_trimesh},  {0x003, "light", model_light},  {0x005, "emit", model_emitter},
    {0x011, "ref", model_reference}, {0x121, "cloth", model_dangly}, {0x221, "walk", model_aabb},
    {0x821, "saber", model_saber},   {0x061, "skin", model_skin}, /* last in the MDX */
};
enum { MODEL_KINDS = 8, MODEL_ALL = (1 << MODEL_KINDS) - 1 };
enum { MODEL_TRIMESH = 1, MODEL_LIGHT = 2, MODEL_EMITTER = 4, MODEL_REFERENCE = 8 };
enum { MODEL_DANGLY = 16, MODEL_AABB = 32, MODEL_SABER = 64, MODEL_SKIN = 128 };

/* ---- the whole ---- */

static inline void model_geometry_header(struct model *m, const char *name, uint32_t nodes,
                                         bool animation)
{
    static const uint32_t functions[] = {4273776, 4285200, 4254992, 4285872};
    unsigned version = (m->k2 ? 1u : 0u) + (m->xbox ? 2u : 0u);
    model_32(m, animation ? 4273392 : functions[version]);
    model_32(m, animation ? 4451552 : 4216096);
    model_text(m, name, 32);
    model_32(m, 0);
    model_32(m, nodes);
    model_zeros(m, 28);
    model_8(m, animation ? 5 : 2);
    model_zeros(m, 3);
}

static inline void model_header(struct model *m, uint32_t names)
{
    model_geometry_header(m, "hero", names, false);
    model_8(m, 4);
    model_8(m, 2);
    model_8(m, 0);
    model_8(m, 1);
    model_zeros(m, 20);
    for (unsigned i = 0; i < 6; i++)
        model_f(m, (float[6]){-5, -5, -1, 5, 5, 10}[i]);
    model_f(m, 7);
    model_f(m, 1);
    model_text(m, "NULL", 32);
    model_zeros(m, 28);
}

static inline void model_animation(struct model *m, uint32_t array)
{
    model_array(m, array, 1);
    model_32(m, model_at(m) + 4);
    uint32_t at = model_at(m);
    model_geometry_header(m, "walk", 2, true);
    model_f(m, 1.5F);
    model_f(m, 0.25F);
    model_text(m, "hero", 32);
    model_zeros(m, 16);
    model_array(m, at + 0x78, 1);
    model_f(m, 0.5F);
    model_text(m, "snd_footstep", 32);
    model_patch(m, at + 0x28, model_at(m));
    uint32_t root = model_node(m, 1, 0, at, 0);
    model_children(m, root, 1);
    model_32(m, model_at(m) + 4);
    uint32_t child = model_node(m, 1, 1, at, root);
    model_children(m, child, 0);
    model_controllers(m, child, true);
}

/* kinds: bits by the table above. */
static inline void model_lay(struct model *m, unsigned kinds)
{
    uint32_t count = 1;
    for (unsigned i = 0; i < MODEL_KINDS; i++)
        count += kinds >> i & 1;
    m->size = m->mdx_size = 0;
    model_zeros(m, 12);
    model_header(m, count);
    model_array(m, 0xB8, count);
    uint32_t places = model_at(m);
    model_zeros(m, (size_t)count * 4);
    for (uint32_t i = 0, kind = 0; i < count; i++) {
        while (i && !(kinds >> kind & 1))
            kind++;
        const char *name = i ? model_kinds[kind++].name : "hero";
        model_patch(m, places + i * 4, model_at(m));
        model_text(m, name, strlen(name) + 1);
    }
    model_animation(m, 0x58);
    model_patch(m, 0x28, model_at(m));
    model_patch(m, 0xA8, model_at(m));
    uint32_t root = model_node(m, 1, 0, 0, 0);
    model_children(m, root, count - 1);
    uint32_t list = model_at(m);
    model_zeros(m, (size_t)(count - 1) * 4);
    for (uint32_t i = 1, kind = 0; i < count; i++) {
        while (!(kinds >> kind & 1))
            kind++;
        model_patch(m, list + (i - 1) * 4, model_at(m));
        uint32_t node = model_node(m, model_kinds[kind].type, i, 0, root);
        model_kinds[kind++].lay(m, node);
        model_children(m, node, 0);
        model_controllers(m, node, false);
    }
    rq_set32(m->data + 4, model_at(m));
    rq_set32(m->data + 8, (uint32_t)m->mdx_size);
    model_patch(m, 0xB0, (uint32_t)m->mdx_size);
}

static inline struct rq_bytes model_bytes(const struct model *m)
{
    return (struct rq_bytes){m->data, m->size};
}

static inline struct rq_bytes model_mdx(const struct model *m)
{
    return (struct rq_bytes){m->mdx, m->mdx_size};
}

#endif
