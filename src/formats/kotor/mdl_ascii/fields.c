/* The words of ASCII MDL that stand for one field of a record, described once for both ways. The
 * names and their order are those of MDLOps. */
#include "formats/kotor/mdl_ascii/parts.h"

#define FIELD(PART, record, name, alias, kind, member, count)                                      \
    {name, alias, PART, RQ_KIND_##kind, offsetof(struct record, member), count, 0},
#define MESH(name, alias, kind, member, count)                                                     \
    FIELD(RQ_MDL_IS_MESH, rq_mdl_mesh_header, name, alias, kind, member, count)
#define DIRT(name, kind, member) FIELD(RQ_ASCII_DIRT, rq_mdl_dirt, name, NULL, kind, member, 1)
#define DANGLY(name)             FIELD(RQ_MDL_IS_DANGLY, rq_mdl_dangly_header, #name, NULL, f32, name, 1)
#define LIGHT(name, kind, member)                                                                  \
    FIELD(RQ_MDL_IS_LIGHT, rq_mdl_light_header, name, NULL, kind, member, 1)
#define EMITTER(name, kind, member, count)                                                         \
    FIELD(RQ_MDL_IS_EMITTER, rq_mdl_emitter, name, NULL, kind, member, count)
#define FLAG(name, bit)                                                                            \
    {name, NULL, RQ_MDL_IS_EMITTER, RQ_KIND_x32, offsetof(struct rq_mdl_emitter, flags), 1, bit},
#define REFERENCE(name, kind, member, count)                                                       \
    FIELD(RQ_MDL_IS_REFERENCE, rq_mdl_reference, name, NULL, kind, member, count)

/* clang-format off */
const struct rq_ascii_field rq_ascii_fields[] = {
    MESH("diffuse", NULL, f32, diffuse, 3)
    MESH("ambient", NULL, f32, ambient, 3)
    MESH("render", NULL, u8, render, 1)
    MESH("shadow", NULL, u8, shadow, 1)
    MESH("lightmapped", NULL, u8, lightmapped, 1)
    MESH("rotatetexture", NULL, u8, rotate_texture, 1)
    /* MDLedit writes a small L in place of the I. */
    MESH("m_bIsBackgroundGeometry", "m_blsBackgroundGeometry", u8, background, 1)
    MESH("beaming", NULL, u8, beaming, 1)
    MESH("transparencyhint", NULL, u32, transparency_hint, 1)
    MESH("animateuv", NULL, u32, animate_uv, 1)
    MESH("uvdirectionx", NULL, f32, uv_direction_x, 1)
    MESH("uvdirectiony", NULL, f32, uv_direction_y, 1)
    MESH("uvjitter", NULL, f32, uv_jitter, 1)
    MESH("uvjitterspeed", NULL, f32, uv_jitter_speed, 1)
    MESH("bitmap", NULL, text, texture_1, 32)
    MESH("bitmap2", "lightmap", text, texture_2, 32)
    DIRT("dirt_enabled", u8, dirt_enabled)
    DIRT("dirt_texture", u16, dirt_texture)
    DIRT("dirt_worldspace", u16, dirt_space)
    DIRT("hologram_donotdraw", u8, hide_in_holograms)
    DANGLY(displacement)
    DANGLY(tightness)
    DANGLY(period)
    LIGHT("lightpriority", i32, priority)
    LIGHT("ambientonly", u32, ambient_only)
    LIGHT("nDynamicType", u32, dynamic_type)
    LIGHT("affectDynamic", u32, affect_dynamic)
    LIGHT("shadow", u32, shadow)
    LIGHT("flare", u32, generate_flare)
    LIGHT("fadingLight", u32, fading)
    LIGHT("flareradius", f32, flare_radius)
    EMITTER("deadspace", f32, dead_space, 1)
    EMITTER("blastRadius", f32, blast_radius, 1)
    EMITTER("blastLength", f32, blast_length, 1)
    EMITTER("numBranches", i32, branches, 1)
    EMITTER("controlptsmoothing", u32, control_point_smoothing, 1)
    EMITTER("xgrid", i32, x_grid, 1)
    EMITTER("ygrid", i32, y_grid, 1)
    EMITTER("spawntype", i32, spawn_type, 1)
    EMITTER("update", text, update, 32)
    EMITTER("render", text, render, 32)
    EMITTER("blend", text, blend, 32)
    EMITTER("texture", text, texture, 32)
    EMITTER("chunkname", text, chunk_name, 16)
    EMITTER("twosidedtex", i32, two_sided, 1)
    EMITTER("loop", i32, loop, 1)
    EMITTER("renderorder", u16, render_order, 1)
    EMITTER("m_bFrameBlending", u8, frame_blending, 1)
    EMITTER("m_sDepthTextureName", text, depth_texture, 32)
    FLAG("p2p", 1)
    FLAG("p2p_sel", 2)
    FLAG("affectedByWind", 4)
    FLAG("m_isTinted", 8)
    FLAG("bounce", 0x10)
    FLAG("random", 0x20)
    FLAG("inherit", 0x40)
    FLAG("inheritvel", 0x80)
    FLAG("inherit_local", 0x100)
    FLAG("splat", 0x200)
    FLAG("inherit_part", 0x400)
    FLAG("depth_texture", 0x800)
    /* The second bit of random: cells of the texture change at random, not only the first one. The
     * word is that of MDLedit and PyKotor, which know no other and would lose the bit. */
    FLAG("emitterflag13", 0x1000)
    REFERENCE("refModel", text, model, 32)
    REFERENCE("reattachable", u32, reattachable, 1)
};
/* clang-format on */

const size_t rq_ascii_field_count = sizeof rq_ascii_fields / sizeof rq_ascii_fields[0];

void *rq_ascii_part(struct rq_mdl_node *node, unsigned part)
{
    switch (part) {
    case RQ_MDL_IS_MESH: return node->mesh ? &node->mesh->header : NULL;
    case RQ_ASCII_DIRT: return node->mesh ? &node->mesh->dirt : NULL;
    case RQ_MDL_IS_DANGLY:
        return node->mesh && node->mesh->dangly ? &node->mesh->dangly->header : NULL;
    case RQ_MDL_IS_LIGHT: return node->light ? &node->light->header : NULL;
    case RQ_MDL_IS_EMITTER: return node->emitter;
    case RQ_MDL_IS_REFERENCE: return node->reference;
    default: return NULL;
    }
}

/* ---- kinds of nodes and of models ---- */

static const struct {
    const char *name;
    unsigned type;
} types[] = {
    {"dummy", RQ_MDL_HEADER},
    {"light", RQ_MDL_HEADER | RQ_MDL_IS_LIGHT},
    {"emitter", RQ_MDL_HEADER | RQ_MDL_IS_EMITTER},
    {"camera", RQ_MDL_HEADER | RQ_MDL_IS_CAMERA},
    {"reference", RQ_MDL_HEADER | RQ_MDL_IS_REFERENCE},
    {"trimesh", RQ_MDL_HEADER | RQ_MDL_IS_MESH},
    {"skin", RQ_MDL_HEADER | RQ_MDL_IS_MESH | RQ_MDL_IS_SKIN},
    {"animmesh", RQ_MDL_HEADER | RQ_MDL_IS_MESH | RQ_MDL_IS_ANIMMESH},
    {"danglymesh", RQ_MDL_HEADER | RQ_MDL_IS_MESH | RQ_MDL_IS_DANGLY},
    {"aabb", RQ_MDL_HEADER | RQ_MDL_IS_MESH | RQ_MDL_IS_AABB},
    {"lightsaber", RQ_MDL_HEADER | RQ_MDL_IS_MESH | RQ_MDL_IS_SABER},
};

const char *rq_ascii_type_name(unsigned type)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (types[i].type == type)
            return types[i].name;
    return "dummy";
}

unsigned rq_ascii_type(struct rq_bytes name)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (rq_line_is(name, types[i].name))
            return types[i].type;
    return 0;
}

static const struct {
    const char *name;
    uint8_t number;
} classes[] = {{"Other", 0}, {"Effect", 1},      {"Tile", 2},       {"Character", 4},
               {"Door", 8},  {"Lightsaber", 16}, {"Placeable", 32}, {"Flyer", 64}};

const char *rq_ascii_class_name(unsigned classification)
{
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (classes[i].number == classification)
            return classes[i].name;
    return NULL;
}

int rq_ascii_class(struct rq_bytes name)
{
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (rq_line_is(name, classes[i].name))
            return classes[i].number;
    /* What old files call it. */
    return rq_line_is(name, "effects") ? 1 : -1;
}

uint32_t rq_saber_vertex(uint32_t shape)
{
    enum { HALF = RQ_SABER_SHAPE / 2 };
    return shape < HALF ? shape : shape - HALF + RQ_MDL_SABER_VERTICES / 2;
}

/* Both halves: a shape of 8 vertices, then the first 4 of them twenty times. */
uint32_t rq_saber_source(uint32_t vertex)
{
    enum { HALF = RQ_MDL_SABER_VERTICES / 2, SHAPE = RQ_SABER_SHAPE / 2, REPEATED = 4 };
    uint32_t half = vertex / HALF, in = vertex % HALF;
    return half * SHAPE + (in < SHAPE ? in : in % REPEATED);
}

/* ---- quaternions ---- */

void rq_axis_angle_quaternion(const double axis[3], double angle, float xyzw[4])
{
    double s = sin(angle / 2);
    for (size_t i = 0; i < 3; i++)
        xyzw[i] = (float)(axis[i] * s);
    xyzw[3] = (float)cos(angle / 2);
}

uint32_t rq_pack_nearly(const float xyzw[4])
{
    /* Packing cuts off, and a step is 1/1023: what stands a hair below a step belongs to it. */
    const float hair = 1e-5f, sign = xyzw[3] < 0 ? -1.0f : 1.0f;
    float moved[4];
    for (size_t i = 0; i < 4; i++)
        moved[i] = xyzw[i] * sign + (i < 3 ? hair : 0);
    return rq_mdl_pack(moved);
}
