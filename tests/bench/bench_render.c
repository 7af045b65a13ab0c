#include "bench_render.h"

#include "convert/convert.h"

#include <math.h>

/* A hilly ground: two triangles a cell. */
enum { CELLS = 317, CORNERS = CELLS + 1, TRIANGLES = CELLS * CELLS * 2, TEXTURE = 256 };

static float positions[CORNERS * CORNERS * 3], normals[CORNERS * CORNERS * 3],
    uvs[CORNERS * CORNERS * 2];
static uint32_t indices[TRIANGLES * 3];
static uint8_t texels[TEXTURE * TEXTURE * 4];

struct rq_bytes bench_render_make(void)
{
    for (size_t i = 0; i < (size_t)CORNERS * CORNERS; i++) {
        float x = (float)(i % CORNERS), z = (float)(i / CORNERS);
        positions[i * 3] = x;
        positions[i * 3 + 1] = 8 * sinf(x / 17) * cosf(z / 23);
        positions[i * 3 + 2] = z;
        normals[i * 3 + 1] = 1;
        uvs[i * 2] = x / 16;
        uvs[i * 2 + 1] = z / 16;
    }
    for (uint32_t i = 0; i < CELLS * CELLS; i++) {
        uint32_t a = i / CELLS * CORNERS + i % CELLS, b = a + CORNERS;
        const uint32_t cell[6] = {a, b, b + 1, a, b + 1, a + 1};
        memcpy(indices + (size_t)i * 6, cell, sizeof cell);
    }
    for (size_t i = 0; i < sizeof texels; i++)
        texels[i] = (uint8_t)(i % 4 == 3 ? 255 : i * 2654435761u >> 24);
    return (struct rq_bytes){(const uint8_t *)positions, sizeof positions};
}

double bench_render_draw(void)
{
    const struct rq_plane plane = {TEXTURE, TEXTURE, {texels, sizeof texels}};
    const struct rq_texture texture = {
        .image = {.pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane}};
    const struct rq_material material = {.color = {1, 1, 1, 1}, .lightmap = -1};
    const struct rq_primitive primitive = {
        .vertex_count = CORNERS * CORNERS,
        .attributes = {[RQ_POSITION] = positions, [RQ_NORMAL] = normals, [RQ_TEXCOORD_0] = uvs},
        .index_count = TRIANGLES * 3,
        .indices = indices};
    const struct rq_mesh mesh = {.primitive_count = 1, .primitives = &primitive};
    struct rq_node node = rq_node_of("ground", -1);
    node.mesh = 0;
    const struct rq_scene scene = {.node_count = 1,
                                   .mesh_count = 1,
                                   .material_count = 1,
                                   .texture_count = 1,
                                   .nodes = &node,
                                   .meshes = &mesh,
                                   .materials = &material,
                                   .textures = &texture};
    struct rq_arena arena = {0};
    struct rq_image image;
    bool fine = rq_render(&scene, &(struct rq_render_options){.yaw = 30, .pitch = 40}, &arena,
                          &image, NULL);
    rq_arena_free(&arena);
    return fine ? TRIANGLES : 0;
}
