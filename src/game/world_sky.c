/* The sun's light, the sky and the disc of the sun. */
#include "core/file.h"
#include "game/world_parts.h"

#include <math.h>
#include <reliquary/bsi.h>
#include <reliquary/col.h>
#include <reliquary/engine.h>
#include <stdio.h>

enum { SCALE = 20 };

/* The middle of the ground, where the camera is thought to be. */
static const float middle[3] = {32768, 0, 32768};
static const float scene_middle[3] = {-1638.4f, 0, -1638.4f};

/* Turns the z axis of a node to a unit vector. */
static void face(const float to[3], float turn[4])
{
    double level = sqrt((double)to[0] * (double)to[0] + (double)to[2] * (double)to[2]);
    double half = atan2((double)to[0], (double)to[2]) / 2, up = -atan2((double)to[1], level) / 2;
    const double q[4] = {cos(half) * sin(up), sin(half) * cos(up), -sin(half) * sin(up),
                         cos(half) * cos(up)};
    /* What is only the rounding of a right angle is nothing. */
    for (size_t k = 0; k < 4; k++)
        turn[k] = fabs(q[k]) < 1e-9 ? 0 : (float)q[k];
}

/* A light of glTF shines along the -z of its node. */
static bool add_sun(struct world *w, const struct rq_world *entry)
{
    struct rq_light_of_world of;
    int node = world_add_node(w, "sun", -1);
    struct rq_light *light = node < 0 ? NULL : world_add_light(w, node);
    if (!light)
        return false;
    rq_world_light(entry, &of);
    light->type = RQ_LIGHT_DIRECTIONAL;
    light->intensity = of.intensity;
    memcpy(light->color, of.color, sizeof of.color);
    face(of.to_sun, w->nodes[node].rotation);
    return true;
}

/* ---- pictures ---- */

/* The colours of a sky are those of the COL with its name, else those of the world. */
static const uint8_t *palette_of(struct world *w, const char *name)
{
    char file[RQ_SIBLING];
    rq_path_sibling(name, "COL", file);
    struct rq_doc *doc = rq_redguard_read(w->view->env, file, "col", w->arena->alloc);
    const struct rq_col *col = doc ? rq_doc_root(doc, "col") : NULL;
    uint8_t *kept = col ? rq_arena_get(w->arena, 256, 3) : NULL;
    if (kept)
        memcpy(kept, col->colors, (size_t)256 * 3);
    rq_doc_free(doc);
    return kept ? kept : w->view->palette;
}

/* The picture of a BSI of the game, with its texture scale; false: there is none. */
static bool read_picture(struct world *w, const char *name, struct rq_image *image, unsigned *scale)
{
    struct rq_doc *doc = rq_redguard_read(w->view->env, name, "bsi", w->arena->alloc);
    const struct rq_bsi *bsi = doc ? rq_doc_root(doc, "bsi") : NULL;
    const struct rq_image *images;
    struct rq_error ignored = {0};
    struct rq_view view = *w->view;
    size_t count = 0;
    view.palette = palette_of(w, name);
    view.err = &ignored;
    bool fine = bsi && doc->format->pictures->images(doc, &view, &images, &count) && count;
    if (fine) {
        *image = images[0];
        image->name = rq_arena_text(w->arena, name, strlen(name));
        *scale = bsi->image.header.tex_scale ? bsi->image.header.tex_scale : 256;
        fine = image->name != NULL;
    }
    rq_doc_free(doc);
    return fine;
}

static int add_quad(struct world *w, const char *name, int material, const float places[12],
                    const float uvs[8])
{
    static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    static const float normals[12] = {0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1};
    struct rq_primitive *p = rq_arena_get(w->arena, 1, sizeof *p);
    float *kept = rq_arena_get(w->arena, 20, sizeof *kept);
    if (!p || !kept)
        return -1;
    memcpy(kept, places, 12 * sizeof *kept);
    memcpy(kept + 12, uvs, 8 * sizeof *kept);
    *p = (struct rq_primitive){
        .material = material,
        .vertex_count = 4,
        .attributes = {[RQ_POSITION] = kept, [RQ_NORMAL] = normals, [RQ_TEXCOORD_0] = kept + 12},
        .index_count = 6,
        .indices = indices};
    return rq_kit_add(&w->kit,
                      (struct rq_mesh){.name = name, .primitive_count = 1, .primitives = p});
}

/* ---- the plane ---- */

/* The texture moves; the plane itself does so here, as far as its picture repeats, because texture
 * places of glTF can't. The game's direction is random: here it is that of u. */
static bool animate_sky(struct world *w, int node, const struct rq_world *entry, float width)
{
    double speed = rq_sky_speed(entry), scale = entry->sky_scale ? entry->sky_scale : RQ_SKY_SCALE;
    float *times = rq_arena_get(w->arena, 2, sizeof *times);
    float *places = rq_arena_get(w->arena, 6, sizeof *places);
    if (!(speed > 0) || !(scale > 0))
        return true;
    if (!times || !places)
        return false;
    times[1] = (float)((double)width / speed);
    for (size_t i = 0; i < 6; i++)
        places[i] = w->nodes[node].translation[i % 3];
    /* Engine x runs against that of the scene; u grows with it, so the plane moves back. */
    places[3] += (float)((double)width * RQ_SKY_REACH / scale / SCALE);
    return world_add_track(w, "sky",
                           (struct rq_channel){.node = node,
                                               .path = RQ_PATH_TRANSLATION,
                                               .key_count = 2,
                                               .times = times,
                                               .values = places});
}

static bool add_plane(struct world *w, const struct rq_world *entry)
{
    static const float corners[4][2] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}};
    struct rq_image image;
    unsigned scale;
    float places[12] = {0}, uvs[8];
    if (!entry->sky_fx[0] || !read_picture(w, entry->sky_fx, &image, &scale))
        return true;
    const struct rq_plane *pixels = rq_image_plane(&image, 0, 0, 0);
    image.transparent_zero = false;
    for (size_t i = 0; i < 4; i++) {
        float x = corners[i][0] * RQ_SKY_REACH, z = corners[i][1] * RQ_SKY_REACH, texel[2];
        places[i * 3] = -x / SCALE;
        places[i * 3 + 2] = z / SCALE;
        rq_sky_texel(entry, middle, x, z, (const float[2]){0, 0}, texel);
        uvs[i * 2] = texel[0] / (float)pixels->width;
        uvs[i * 2 + 1] = texel[1] / (float)pixels->height;
    }
    int material = rq_kit_picture(&w->kit, 0, &image, RQ_ALPHA_OPAQUE);
    int mesh = material < 0 ? -1 : add_quad(w, "sky", material, places, uvs);
    int node = mesh < 0 ? -1 : world_add_node(w, "sky", -1);
    if (node < 0)
        return false;
    w->nodes[node].mesh = mesh;
    memcpy(w->nodes[node].translation, scene_middle, sizeof scene_middle);
    w->nodes[node].translation[1] = rq_sky_height(entry);
    return animate_sky(w, node, entry, (float)pixels->width);
}

/* ---- the disc ---- */

/* Indices are opacity, the colour is one for all. */
static bool tint(struct world *w, const struct rq_world *entry, struct rq_image *image)
{
    static const int32_t usual[3] = {255, 255, 200};
    const struct rq_plane *from = rq_image_plane(image, 0, 0, 0);
    bool given = entry->sun_image_rgb[0] || entry->sun_image_rgb[1] || entry->sun_image_rgb[2];
    const int32_t *rgb = given ? entry->sun_image_rgb : usual;
    size_t count = (size_t)from->width * from->height;
    struct rq_plane *plane = rq_arena_get(w->arena, 1, sizeof *plane);
    uint8_t *rgba = rq_arena_get(w->arena, count, 4);
    if (!plane || !rgba)
        return false;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < 3; k++)
            rgba[i * 4 + k] = (uint8_t)(rgb[k] < 0 ? 0 : rgb[k] > 255 ? 255 : rgb[k]);
        rgba[i * 4 + 3] = from->bytes.data[i];
    }
    *plane = (struct rq_plane){from->width, from->height, {rgba, count * 4}};
    image->pixels = RQ_PIXELS_RGBA8;
    image->palette = NULL;
    image->mips = image->faces = image->frames = 1;
    image->planes = plane;
    return true;
}

static bool add_disc(struct world *w, const struct rq_world *entry)
{
    static const float uvs[8] = {0, 1, 1, 1, 1, 0, 0, 0};
    struct rq_image image;
    unsigned scale;
    float center[3], places[12] = {0}, to[3], length = 0;
    if (!rq_world_sun_disc(entry, center) || !read_picture(w, entry->sun_image, &image, &scale) ||
        image.pixels != RQ_PIXELS_INDEX8)
        return true;
    if (!tint(w, entry, &image))
        return false;
    float wide = rq_world_sun_half(entry, image.planes->width, scale);
    float high = rq_world_sun_half(entry, image.planes->height, scale);
    /* The game draws the disc over the sky, whatever is nearer: here it has to hang below the plane,
     * smaller by as much as it is nearer. */
    float below = rq_sky_height(entry) * 0.95f, top = center[1] + high;
    float closer = entry->sky_fx[0] && below > 0 && top > below ? below / top : 1;
    for (size_t i = 0; i < 4; i++) {
        places[i * 3] = (i % 3 ? -wide : wide) * closer;
        places[i * 3 + 1] = (i < 2 ? -high : high) * closer;
    }
    int material = rq_kit_picture(&w->kit, 1, &image, RQ_ALPHA_BLEND);
    int mesh = material < 0 ? -1 : add_quad(w, "sun disc", material, places, uvs);
    int node = mesh < 0 ? -1 : world_add_node(w, "sun disc", -1);
    if (node < 0)
        return false;
    w->nodes[node].mesh = mesh;
    for (size_t k = 0; k < 3; k++) {
        w->nodes[node].translation[k] = scene_middle[k] + center[k] * closer;
        length += center[k] * center[k];
    }
    for (size_t k = 0; k < 3; k++)
        to[k] = length > 0 ? center[k] / sqrtf(length) : (float)(k == 1);
    face(to, w->nodes[node].rotation);
    return true;
}

bool world_add_sky(struct world *w)
{
    const struct rq_world *entry = w->parts->entry;
    return !entry || (add_sun(w, entry) && add_plane(w, entry) && add_disc(w, entry));
}
