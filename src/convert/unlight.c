/* Lightmaps as colours of vertices. Viewers know no lightmap: the texture that darkens (occlusion) holds
 * back only the light from around, and has no colour. A surface whose vertices have the light of the map, and
 * that shines as it is, looks the same everywhere; what lies between vertices is lost. */
#include "convert/convert.h"

#include "core/error.h"

#include <math.h>
#include <string.h>

/* glTF multiplies linear light; the games multiply stored values. */
static float linear(uint8_t stored)
{
    return powf((float)stored / 255, 2.2f);
}

/* The pixel of a place in a map that repeats. */
static void sample(const uint8_t *rgba, uint32_t width, uint32_t height, const float uv[2],
                   float color[3])
{
    float place[2] = {uv[0] - floorf(uv[0]), uv[1] - floorf(uv[1])};
    uint32_t x = (uint32_t)(place[0] * (float)width), y = (uint32_t)(place[1] * (float)height);
    x = x < width ? x : width - 1;
    y = y < height ? y : height - 1;
    for (size_t k = 0; k < 3; k++)
        color[k] = linear(rgba[((size_t)y * width + x) * 4 + k]);
}

static bool no_memory(struct rq_error *err)
{
    return rq_fail(err, RQ_NO_MEMORY, 0, "lightmaps", "out of memory");
}

static bool bake(const struct rq_scene *scene, const struct rq_material *m, struct rq_primitive *p,
                 uint8_t **decoded, struct rq_arena *arena, struct rq_error *err)
{
    const struct rq_image *image = &scene->textures[m->lightmap].image;
    const struct rq_plane *plane = image->planes;
    const float *uvs = p->attributes[RQ_TEXCOORD_1], *had = p->attributes[RQ_COLOR_0];
    float *colors = rq_arena_get(arena, p->vertex_count, 4 * sizeof *colors);
    if (!decoded[m->lightmap]) {
        decoded[m->lightmap] = rq_arena_get(arena, (size_t)plane->width * plane->height, 4);
        if (decoded[m->lightmap])
            rq_plane_rgba(image, plane, decoded[m->lightmap]);
    }
    if (!colors || !decoded[m->lightmap])
        return no_memory(err);
    for (size_t v = 0; v < p->vertex_count; v++) {
        float light[3];
        sample(decoded[m->lightmap], plane->width, plane->height, uvs + v * 2, light);
        for (size_t k = 0; k < 3; k++)
            colors[v * 4 + k] = light[k] * (had ? had[v * 4 + k] : 1);
        colors[v * 4 + 3] = had ? had[v * 4 + 3] : 1;
    }
    p->attributes[RQ_COLOR_0] = colors;
    return true;
}

bool rq_scene_unlight(struct rq_scene *scene, bool baked, struct rq_arena *arena,
                      struct rq_error *err)
{
    struct rq_material *materials = rq_arena_get(arena, scene->material_count, sizeof *materials);
    struct rq_mesh *meshes = rq_arena_get(arena, scene->mesh_count, sizeof *meshes);
    uint8_t **decoded = rq_arena_get(arena, scene->texture_count, sizeof *decoded);
    if (!materials || !meshes || !decoded)
        return no_memory(err);
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        meshes[i] = scene->meshes[i];
        struct rq_primitive *all =
            rq_arena_get(arena, meshes[i].primitive_count, sizeof *meshes[i].primitives);
        if (!all)
            return no_memory(err);
        if (meshes[i].primitive_count)
            memcpy(all, meshes[i].primitives, meshes[i].primitive_count * sizeof *all);
        meshes[i].primitives = all;
        for (uint32_t k = 0; k < meshes[i].primitive_count; k++) {
            const struct rq_material *m =
                all[k].material >= 0 ? &scene->materials[all[k].material] : NULL;
            if (m && m->lightmap >= 0 && baked && all[k].attributes[RQ_TEXCOORD_1] &&
                !bake(scene, m, &all[k], decoded, arena, err))
                return false;
        }
    }
    for (uint32_t i = 0; i < scene->material_count; i++) {
        materials[i] = scene->materials[i];
        materials[i].unlit |= baked && materials[i].lightmap >= 0;
        materials[i].lightmap = -1;
    }
    scene->materials = materials;
    scene->meshes = meshes;
    return true;
}
