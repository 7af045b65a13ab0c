/* Controllers, packed quaternions and vertices of models. */
#include "formats/kotor/mdl/parts.h"

#include <math.h>

/* ---- controllers ---- */

#define CONTROLLERS(X)                                                                             \
    X(RQ_MDL_HEADER, 8, "position")                                                                \
    X(RQ_MDL_HEADER, 20, "orientation")                                                            \
    X(RQ_MDL_HEADER, 36, "scale")                                                                  \
    X(RQ_MDL_IS_MESH, 100, "selfillumcolor")                                                       \
    X(RQ_MDL_IS_MESH, 132, "alpha")                                                                \
    X(RQ_MDL_IS_LIGHT, 76, "color")                                                                \
    X(RQ_MDL_IS_LIGHT, 88, "radius")                                                               \
    X(RQ_MDL_IS_LIGHT, 96, "shadowradius")                                                         \
    X(RQ_MDL_IS_LIGHT, 100, "verticaldisplacement")                                                \
    X(RQ_MDL_IS_LIGHT, 140, "multiplier")                                                          \
    X(RQ_MDL_IS_EMITTER, 80, "alphaEnd")                                                           \
    X(RQ_MDL_IS_EMITTER, 84, "alphaStart")                                                         \
    X(RQ_MDL_IS_EMITTER, 88, "birthrate")                                                          \
    X(RQ_MDL_IS_EMITTER, 92, "bounce_co")                                                          \
    X(RQ_MDL_IS_EMITTER, 96, "combinetime")                                                        \
    X(RQ_MDL_IS_EMITTER, 100, "drag")                                                              \
    X(RQ_MDL_IS_EMITTER, 104, "fps")                                                               \
    X(RQ_MDL_IS_EMITTER, 108, "frameEnd")                                                          \
    X(RQ_MDL_IS_EMITTER, 112, "frameStart")                                                        \
    X(RQ_MDL_IS_EMITTER, 116, "grav")                                                              \
    X(RQ_MDL_IS_EMITTER, 120, "lifeExp")                                                           \
    X(RQ_MDL_IS_EMITTER, 124, "mass")                                                              \
    X(RQ_MDL_IS_EMITTER, 128, "p2p_bezier2")                                                       \
    X(RQ_MDL_IS_EMITTER, 132, "p2p_bezier3")                                                       \
    X(RQ_MDL_IS_EMITTER, 136, "particleRot")                                                       \
    X(RQ_MDL_IS_EMITTER, 140, "randvel")                                                           \
    X(RQ_MDL_IS_EMITTER, 144, "sizeStart")                                                         \
    X(RQ_MDL_IS_EMITTER, 148, "sizeEnd")                                                           \
    X(RQ_MDL_IS_EMITTER, 152, "sizeStart_y")                                                       \
    X(RQ_MDL_IS_EMITTER, 156, "sizeEnd_y")                                                         \
    X(RQ_MDL_IS_EMITTER, 160, "spread")                                                            \
    X(RQ_MDL_IS_EMITTER, 164, "threshold")                                                         \
    X(RQ_MDL_IS_EMITTER, 168, "velocity")                                                          \
    X(RQ_MDL_IS_EMITTER, 172, "xsize")                                                             \
    X(RQ_MDL_IS_EMITTER, 176, "ysize")                                                             \
    X(RQ_MDL_IS_EMITTER, 180, "blurlength")                                                        \
    X(RQ_MDL_IS_EMITTER, 184, "lightningDelay")                                                    \
    X(RQ_MDL_IS_EMITTER, 188, "lightningRadius")                                                   \
    X(RQ_MDL_IS_EMITTER, 192, "lightningScale")                                                    \
    X(RQ_MDL_IS_EMITTER, 196, "lightningSubDiv")                                                   \
    X(RQ_MDL_IS_EMITTER, 200, "lightningZigzag")                                                   \
    X(RQ_MDL_IS_EMITTER, 216, "alphaMid")                                                          \
    X(RQ_MDL_IS_EMITTER, 220, "percentStart")                                                      \
    X(RQ_MDL_IS_EMITTER, 224, "percentMid")                                                        \
    X(RQ_MDL_IS_EMITTER, 228, "percentEnd")                                                        \
    X(RQ_MDL_IS_EMITTER, 232, "sizeMid")                                                           \
    X(RQ_MDL_IS_EMITTER, 236, "sizeMid_y")                                                         \
    X(RQ_MDL_IS_EMITTER, 240, "m_fRandomBirthRate")                                                \
    X(RQ_MDL_IS_EMITTER, 252, "targetsize")                                                        \
    X(RQ_MDL_IS_EMITTER, 256, "numcontrolpts")                                                     \
    X(RQ_MDL_IS_EMITTER, 260, "controlptradius")                                                   \
    X(RQ_MDL_IS_EMITTER, 264, "controlptdelay")                                                    \
    X(RQ_MDL_IS_EMITTER, 268, "tangentspread")                                                     \
    X(RQ_MDL_IS_EMITTER, 272, "tangentlength")                                                     \
    X(RQ_MDL_IS_EMITTER, 284, "colorMid")                                                          \
    X(RQ_MDL_IS_EMITTER, 380, "colorEnd")                                                          \
    X(RQ_MDL_IS_EMITTER, 392, "colorStart")                                                        \
    X(RQ_MDL_IS_EMITTER, 502, "detonate")

static const struct controller {
    uint16_t part, code;
    const char *name;
} controllers[] = {
#define CONTROLLER_ROW(part, code, name) {part, code, name},
    CONTROLLERS(CONTROLLER_ROW)
#undef CONTROLLER_ROW
};
enum { CONTROLLER_COUNT = sizeof controllers / sizeof controllers[0] };

const char *rq_mdl_controller_name(unsigned node_type, uint32_t code)
{
    for (size_t i = 0; i < CONTROLLER_COUNT; i++)
        if (controllers[i].code == code &&
            (controllers[i].part == RQ_MDL_HEADER || (controllers[i].part & node_type)))
            return controllers[i].name;
    return NULL;
}

uint32_t rq_mdl_controller_code(unsigned node_type, const char *name)
{
    for (size_t i = 0; i < CONTROLLER_COUNT; i++)
        if ((controllers[i].part == RQ_MDL_HEADER || (controllers[i].part & node_type)) &&
            rq_casecmp(controllers[i].name, name) == 0)
            return controllers[i].code;
    return 0;
}

bool rq_mdl_key_packed(const struct rq_mdl_key *key)
{
    enum { ORIENTATION = 20, PACKED = 2 };
    return key->code == ORIENTATION && key->columns == PACKED;
}

unsigned rq_mdl_key_width(const struct rq_mdl_key *key)
{
    enum { BEZIER = 16 };
    if (rq_mdl_key_packed(key))
        return 1;
    return (key->columns & 15u) * (key->columns & BEZIER ? 3 : 1);
}

/* ---- quaternions ---- */

void rq_mdl_unpack(uint32_t packed, float xyzw[4])
{
    xyzw[0] = (float)(packed & 0x7FF) / 1023.0F - 1.0F;
    xyzw[1] = (float)(packed >> 11 & 0x7FF) / 1023.0F - 1.0F;
    xyzw[2] = (float)(packed >> 22) / 511.0F - 1.0F;
    float rest = 1.0F - (xyzw[0] * xyzw[0] + xyzw[1] * xyzw[1] + xyzw[2] * xyzw[2]);
    xyzw[3] = rest > 0 ? sqrtf(rest) : 0;
}

/* v from -1 to 1 as 0 to 2 * half. */
static uint32_t pack_part(float v, float half, uint32_t most)
{
    float scaled = (v + 1.0F) * half;
    return scaled >= (float)most ? most : scaled > 0 ? (uint32_t)scaled : 0;
}

uint32_t rq_mdl_pack(const float xyzw[4])
{
    /* w is not kept: it must not be negative, and the turned quaternion is the same rotation. */
    float sign = xyzw[3] < 0 ? -1.0F : 1.0F;
    return pack_part(xyzw[0] * sign, 1023, 0x7FF) | pack_part(xyzw[1] * sign, 1023, 0x7FF) << 11 |
           pack_part(xyzw[2] * sign, 511, 0x3FF) << 22;
}

/* ---- floats and doubles ---- */

double rq_mdl_widen(float value)
{
    uint32_t bits = rq_bits_of(value);
    double wide;
    if ((bits & 0x7F800000) != 0x7F800000)
        return value;
    uint64_t whole =
        (uint64_t)(bits >> 31) << 63 | UINT64_C(0x7FF) << 52 | (uint64_t)(bits & 0x7FFFFF) << 29;
    memcpy(&wide, &whole, 8);
    return wide;
}

float rq_mdl_narrow(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, 8);
    if ((bits >> 52 & 0x7FF) != 0x7FF)
        return (float)value;
    return rq_f32_of((uint32_t)(bits >> 63) << 31 | UINT32_C(0x7F800000) |
                     (uint32_t)(bits >> 29 & 0x7FFFFF));
}

/* ---- vertices ---- */

static int32_t slot_at(const struct rq_mdl_mesh *mesh, enum rq_mdl_slot slot)
{
    if (slot < RQ_MDL_WEIGHTS)
        return mesh->header.mdx_at[slot];
    if (!mesh->skin)
        return -1;
    return slot == RQ_MDL_WEIGHTS ? mesh->skin->header.mdx_weights_at
                                  : mesh->skin->header.mdx_bones_at;
}

enum rq_mdl_form rq_mdl_slot_form(const struct rq_mdl *m, enum rq_mdl_slot slot, unsigned *count)
{
    static const uint8_t floats[] = {3, 3, 4, 2, 2, 2, 2, 9, 9, 9, 9, 4, 4};
    bool vector = slot == RQ_MDL_NORMAL || (slot >= RQ_MDL_TANGENT_1 && slot <= RQ_MDL_TANGENT_4);
    *count = floats[slot];
    if (slot == RQ_MDL_COLOR)
        return RQ_MDL_BYTES;
    if (!rq_mdl_is_xbox(m) || (!vector && slot != RQ_MDL_BONES))
        return RQ_MDL_FLOATS;
    return vector ? RQ_MDL_VECTORS : RQ_MDL_HALVES;
}

unsigned rq_mdl_slot_size(const struct rq_mdl *m, enum rq_mdl_slot slot)
{
    unsigned count;
    switch (rq_mdl_slot_form(m, slot, &count)) {
    case RQ_MDL_BYTES: return count;
    case RQ_MDL_HALVES: return count * 2;
    case RQ_MDL_VECTORS: return count / 3 * 4;
    default: return count * 4;
    }
}

bool rq_mdl_slot_in_row(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh,
                        enum rq_mdl_slot slot, uint32_t *at)
{
    int32_t offset = slot_at(mesh, slot);
    *at = (uint32_t)offset;
    return offset >= 0 && (uint64_t)offset + rq_mdl_slot_size(m, slot) <= mesh->header.mdx_stride;
}

/* Eleven bits, or ten, for -1 to 1. */
static float vector_part(uint32_t bits, uint32_t half)
{
    return (bits < half ? (float)bits : (float)bits - (float)(half * 2 - 1)) / (float)(half - 1);
}

static float row_value(const uint8_t *p, enum rq_mdl_form form, unsigned index)
{
    if (form == RQ_MDL_BYTES)
        return (float)p[index] / 255.0F;
    if (form == RQ_MDL_HALVES) {
        uint16_t half = rq_get16(p + (size_t)index * 2);
        return half == UINT16_MAX ? -1.0F : (float)half;
    }
    if (form == RQ_MDL_FLOATS)
        return rq_f32_of(rq_get32(p + (size_t)index * 4));
    uint32_t packed = rq_get32(p + (size_t)(index / 3) * 4);
    if (index % 3 == 2)
        return vector_part(packed >> 22, 512);
    return vector_part(packed >> (index % 3 ? 11 : 0) & 0x7FF, 1024);
}

bool rq_mdl_vertex(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh, enum rq_mdl_slot slot,
                   uint32_t vertex, float *values, unsigned count)
{
    uint32_t at;
    unsigned most;
    enum rq_mdl_form form = rq_mdl_slot_form(m, slot, &most);
    if (vertex >= mesh->header.vertex_count || count > most)
        return false;
    if (mesh->rows.size == 0 && slot == RQ_MDL_POSITION && mesh->vertices) {
        memcpy(values, mesh->vertices[vertex], count * sizeof *values);
        return true;
    }
    if (mesh->rows.size != rq_mdl_rows_size(mesh) || !rq_mdl_slot_in_row(m, mesh, slot, &at))
        return false;
    const uint8_t *row = mesh->rows.data + (size_t)vertex * mesh->header.mdx_stride + at;
    for (unsigned i = 0; i < count; i++)
        values[i] = row_value(row, form, i);
    return true;
}

/* ---- flags of rows ---- */

bool rq_mdl_row_flags(struct rq_mdl_mesh_header *h)
{
    static const uint8_t bits[] = {1, 32, 64, 2, 4, 8, 16, 128};
    h->mdx_flags = 0;
    h->texture_count = 0;
    for (unsigned slot = 0; slot <= RQ_MDL_TANGENT_1; slot++)
        if (h->mdx_at[slot] >= 0 && h->mdx_stride)
            h->mdx_flags |= bits[slot];
    for (unsigned slot = RQ_MDL_UV_1; slot <= RQ_MDL_UV_4; slot++)
        h->texture_count = (uint16_t)(h->texture_count + (h->mdx_at[slot] >= 0));
    return h->mdx_stride != 0;
}
