/* How things in a GLB look: materials, textures with their pictures, lights. */
#include "convert/convert.h"
#include "convert/glb_write.h"

enum { NEAREST = 9728, LINEAR = 9729, NEAREST_MIPMAP_LINEAR = 9986, LINEAR_MIPMAP_LINEAR = 9987 };

/* ---- materials and textures ---- */

static float clamped(float v)
{
    return v < 0 ? 0 : v > 1 ? 1 : v;
}

/* Colours must lie between 0 and 1. */
static void put_color(struct rq_glb *g, const char *key, const float *color, unsigned count,
                      float usual)
{
    float v[4];
    bool differs = false;
    for (unsigned i = 0; i < count; i++) {
        v[i] = clamped(color[i]);
        differs |= v[i] < usual || v[i] > usual;
    }
    if (differs)
        rq_glb_put_floats(g, key, v, count);
}

/* "outer": {"inner": {}} */
static void put_empty(struct rq_glb *g, const char *outer, const char *inner)
{
    rq_json_key(&g->json, outer);
    rq_json_object(&g->json);
    rq_json_key(&g->json, inner);
    rq_json_object(&g->json);
    rq_json_end_object(&g->json);
    rq_json_end_object(&g->json);
}

static void put_texture(struct rq_glb *g, const char *key, int texture, unsigned set)
{
    rq_json_key(&g->json, key);
    rq_json_object(&g->json);
    rq_glb_put_uint(g, "index", (uint64_t)texture);
    if (set)
        rq_glb_put_uint(g, "texCoord", set);
    rq_json_end_object(&g->json);
}

static bool put_material(struct rq_glb *g, uint32_t index)
{
    const struct rq_material *m = &g->scene->materials[index];
    struct rq_json *j = &g->json;
    if (!rq_glb_in_list(m->texture, g->scene->texture_count) ||
        !rq_glb_in_list(m->lightmap, g->scene->texture_count))
        return RQ_GLB_BAD(g, "material %u: no texture %d or %d", index, m->texture, m->lightmap);
    if (!rq_glb_finite(m->color, 4) || !rq_glb_finite(m->emissive, 3))
        return RQ_GLB_BAD(g, "material %u: its colour is not finite", index);
    rq_json_object(j);
    rq_glb_put_name(g, m->name);
    rq_json_key(j, "pbrMetallicRoughness");
    rq_json_object(j);
    put_color(g, "baseColorFactor", m->color, 4, 1);
    if (m->texture >= 0)
        put_texture(g, "baseColorTexture", m->texture, 0);
    rq_glb_put_uint(g, "metallicFactor", 0);
    rq_json_end_object(j);
    /* The only texture of a plain material that darkens by another set of coordinates. */
    if (m->lightmap >= 0)
        put_texture(g, "occlusionTexture", m->lightmap, 1);
    put_color(g, "emissiveFactor", m->emissive, 3, 0);
    /* What shines shows its texture: without one here it would be plain white. */
    if (m->texture >= 0 && (m->emissive[0] > 0 || m->emissive[1] > 0 || m->emissive[2] > 0))
        put_texture(g, "emissiveTexture", m->texture, 0);
    if (m->alpha != RQ_ALPHA_OPAQUE) {
        rq_json_key(j, "alphaMode");
        rq_json_str(j, m->alpha == RQ_ALPHA_MASK ? "MASK" : "BLEND");
    }
    if (m->double_sided) {
        rq_json_key(j, "doubleSided");
        rq_json_bool(j, true);
    }
    if (m->unlit)
        put_empty(g, "extensions", "KHR_materials_unlit");
    rq_glb_put_extras(g, m->extras);
    rq_json_end_object(j);
    return true;
}

bool rq_glb_put_materials(struct rq_glb *g)
{
    if (!g->scene->material_count)
        return true;
    rq_json_key(&g->json, "materials");
    rq_json_array(&g->json);
    for (uint32_t i = 0; i < g->scene->material_count; i++)
        if (!put_material(g, i))
            return false;
    rq_json_end_array(&g->json);
    return true;
}

static bool same_pixels(const struct rq_image *a, const struct rq_image *b)
{
    const struct rq_plane *p = a->planes, *q = b->planes;
    return p->bytes.data == q->bytes.data && p->width == q->width && p->height == q->height &&
           a->pixels == b->pixels && a->palette == b->palette && a->bottom_up == b->bottom_up &&
           a->transparent_zero == b->transparent_zero;
}

/* The first texture with the pixels of this one: itself when there is none before it. firsts has those,
 * their numbers + 1, by the place of their pixels in memory. */
static uint32_t first_twin(const struct rq_scene *scene, uint32_t i, uint32_t *firsts, size_t mask)
{
    const struct rq_image *image = &scene->textures[i].image;
    uint64_t place =
        ((uintptr_t)image->planes->bytes.data ^ (uintptr_t)image->palette) * 0x9E3779B97F4A7C15u;
    size_t at = (size_t)(place >> 32) & mask;
    while (firsts[at] && !same_pixels(image, &scene->textures[firsts[at] - 1].image))
        at = (at + 1) & mask;
    if (!firsts[at])
        firsts[at] = i + 1;
    return firsts[at] - 1;
}

/* Two textures of the same pixels (one smooth, one not) share one PNG. */
static bool embed_images(struct rq_glb *g)
{
    size_t room = 16;
    while (room < (size_t)g->scene->texture_count * 2)
        room *= 2;
    uint32_t *firsts = rq_arena_get(&g->arena, room, sizeof *firsts);
    if (!firsts)
        return rq_fail(g->err, RQ_NO_MEMORY, 0, "glb", "out of memory");
    for (uint32_t i = 0; i < g->scene->texture_count; i++) {
        const struct rq_image *image = &g->scene->textures[i].image;
        if (!image->planes || !image->mips || !image->faces || !image->frames)
            return RQ_GLB_BAD(g, "texture %u: no pixels", i);
        uint32_t twin = first_twin(g->scene, i, firsts, room - 1);
        if (twin < i) {
            g->image_of[i] = g->image_of[twin];
            continue;
        }
        struct rq_out *to = &g->data.parts[RQ_GLB_IMAGES];
        rq_glb_align(&g->data, RQ_GLB_IMAGES);
        size_t offset = to->size;
        if (!rq_pictures_write(g->pictures, to, image, g->err))
            return false;
        g->image_of[i] = g->image_count;
        g->images[g->image_count++] = (struct rq_glb_image){rq_glb_image_view(&g->data, offset), i};
    }
    return true;
}

static void put_images(struct rq_glb *g)
{
    struct rq_json *j = &g->json;
    rq_json_key(j, "images");
    rq_json_array(j);
    for (size_t i = 0; i < g->image_count; i++) {
        rq_json_object(j);
        rq_glb_put_name(g, g->scene->textures[g->images[i].texture].name);
        rq_glb_put_uint(g, "bufferView", g->images[i].view);
        rq_json_key(j, "mimeType");
        rq_json_str(j, "image/png");
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void put_samplers(struct rq_glb *g, bool smooth, bool nearest)
{
    struct rq_json *j = &g->json;
    rq_json_key(j, "samplers");
    rq_json_array(j);
    for (unsigned i = 0; i < 2; i++) {
        if (!(i ? nearest : smooth))
            continue;
        rq_json_object(j);
        rq_glb_put_uint(g, "magFilter", i ? NEAREST : LINEAR);
        rq_glb_put_uint(g, "minFilter", i ? NEAREST_MIPMAP_LINEAR : LINEAR_MIPMAP_LINEAR);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

bool rq_glb_put_textures(struct rq_glb *g)
{
    struct rq_json *j = &g->json;
    bool smooth = false, nearest = false;
    if (!g->scene->texture_count)
        return true;
    if (!embed_images(g))
        return false;
    put_images(g);
    for (uint32_t i = 0; i < g->scene->texture_count; i++)
        *(g->scene->textures[i].nearest ? &nearest : &smooth) = true;
    put_samplers(g, smooth, nearest);
    rq_json_key(j, "textures");
    rq_json_array(j);
    for (uint32_t i = 0; i < g->scene->texture_count; i++) {
        const struct rq_texture *t = &g->scene->textures[i];
        const char *of_image = g->scene->textures[g->images[g->image_of[i]].texture].name;
        rq_json_object(j);
        if (t->name && (!of_image || strcmp(t->name, of_image) != 0))
            rq_glb_put_name(g, t->name);
        rq_glb_put_uint(g, "sampler", t->nearest && smooth);
        rq_glb_put_uint(g, "source", g->image_of[i]);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    return true;
}

/* ---- lights ---- */

static bool put_light(struct rq_glb *g, uint32_t index)
{
    static const char *const types[] = {"point", "directional", "spot"};
    const struct rq_light *l = &g->scene->lights[index];
    struct rq_json *j = &g->json;
    if (!rq_glb_finite(l->color, 3) || !rq_glb_finite(&l->intensity, 1) ||
        !rq_glb_finite(&l->range, 1))
        return RQ_GLB_BAD(g, "light %u is not finite", index);
    rq_json_object(j);
    rq_glb_put_name(g, l->name);
    rq_json_key(j, "type");
    rq_json_str(j, types[l->type]);
    put_color(g, "color", l->color, 3, 1);
    rq_json_key(j, "intensity");
    rq_json_f32(j, l->intensity > 0 ? l->intensity : 0);
    if (l->range > 0 && l->type != RQ_LIGHT_DIRECTIONAL) {
        rq_json_key(j, "range");
        rq_json_f32(j, l->range);
    }
    if (l->type == RQ_LIGHT_SPOT) {
        rq_json_key(j, "spot");
        rq_json_object(j);
        rq_json_end_object(j);
    }
    rq_json_end_object(j);
    return true;
}

static void put_extensions_used(struct rq_glb *g)
{
    bool unlit = false;
    for (uint32_t i = 0; i < g->scene->material_count; i++)
        unlit |= g->scene->materials[i].unlit;
    if (!unlit && !g->scene->light_count)
        return;
    rq_json_key(&g->json, "extensionsUsed");
    rq_json_array(&g->json);
    if (g->scene->light_count)
        rq_json_str(&g->json, "KHR_lights_punctual");
    if (unlit)
        rq_json_str(&g->json, "KHR_materials_unlit");
    rq_json_end_array(&g->json);
}

bool rq_glb_put_lights(struct rq_glb *g)
{
    struct rq_json *j = &g->json;
    put_extensions_used(g);
    if (!g->scene->light_count)
        return true;
    rq_json_key(j, "extensions");
    rq_json_object(j);
    rq_json_key(j, "KHR_lights_punctual");
    rq_json_object(j);
    rq_json_key(j, "lights");
    rq_json_array(j);
    for (uint32_t i = 0; i < g->scene->light_count; i++)
        if (!put_light(g, i))
            return false;
    rq_json_end_array(j);
    rq_json_end_object(j);
    rq_json_end_object(j);
    return true;
}
