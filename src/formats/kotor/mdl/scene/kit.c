/* Materials and textures of models. */
#include "formats/kotor/mdl/scene/kit.h"

#include "formats/kotor/kotor_scene.h"

#include <math.h>
#include <stdio.h>

bool rq_mdl_kit_no_memory(const struct rq_mdl_kit *kit)
{
    return rq_fail(kit->view->err, RQ_NO_MEMORY, 0, "mdl", "out of memory");
}

bool rq_mdl_kit_open(struct rq_mdl_kit *kit, const struct rq_view *view, const char *name)
{
    *kit = (struct rq_mdl_kit){.view = view, .arena = view->arena};
    if (!rq_key_set_open(&kit->seen_textures, kit->arena, 64) ||
        !rq_key_set_open(&kit->seen_names, kit->arena, 64) ||
        !rq_key_set_open(&kit->seen_materials, kit->arena, 64) ||
        rq_mdl_kit_node(kit, name, -1) < 0)
        return rq_mdl_kit_no_memory(kit);
    kit->nodes[0] = rq_kotor_root(name);
    return true;
}

int rq_mdl_kit_node(struct rq_mdl_kit *kit, const char *name, int parent)
{
    struct rq_node *nodes =
        rq_arena_more(kit->arena, &kit->nodes, kit->node_count, &kit->node_room, sizeof *nodes);
    if (!nodes)
        return -1;
    nodes[kit->node_count] = rq_node_of(name, parent);
    return (int)kit->node_count++;
}

void rq_mdl_unit(float *v, size_t count, const float *otherwise)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (double)v[i] * (double)v[i];
    bool usable = sum > 1e-12 && sum < 1e30;
    for (size_t i = 0; i < count; i++)
        v[i] = usable ? (float)(v[i] / sqrt(sum)) : otherwise[i];
}

/* Names as keys: hashes of 128 bits, which no two textures of a game share. */
void rq_mdl_name_key(const char *name, uint32_t key[4])
{
    static const uint32_t seeds[4] = {2166136261u, 0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du};
    memcpy(key, seeds, sizeof seeds);
    for (; *name; name++)
        for (size_t k = 0; k < 4; k++)
            key[k] = (key[k] ^ (uint8_t)rq_lower(*name)) * (16777619u + 2 * (uint32_t)k);
}

/* ---- nodes by name ---- */

bool rq_mdl_by_name_open(struct rq_mdl_by_name *by, struct rq_arena *arena, const struct rq_mdl *m)
{
    by->nodes = rq_arena_get(arena, m->tree.count, sizeof *by->nodes);
    if (!by->nodes || !rq_key_set_open(&by->set, arena, m->tree.count))
        return false;
    for (uint32_t i = 0; i < m->tree.count; i++) {
        uint32_t key[4], name = m->tree.nodes[i].header.name, before = by->set.count;
        rq_mdl_name_key(name < m->name_count ? m->names[name] : "", key);
        uint32_t number = rq_key_set_add(&by->set, key);
        if (number == before)
            by->nodes[number] = i;
    }
    return true;
}

uint32_t rq_mdl_by_name_find(const struct rq_mdl_by_name *by, const char *name)
{
    uint32_t key[4], number;
    rq_mdl_name_key(name, key);
    return rq_key_set_find(&by->set, key, &number) ? by->nodes[number] : RQ_MDL_NO_NODE;
}

/* ---- textures ---- */

static bool from_env(const struct rq_mdl_kit *kit, const char *name, const char *extension,
                     struct rq_bytes *bytes)
{
    const struct rq_env *env = kit->view->env;
    char file[64];
    snprintf(file, sizeof file, "%.32s.%s", name, extension);
    return env && env->get && env->get(env->ctx, file, bytes);
}

struct rq_doc *rq_mdl_open(const struct rq_mdl_kit *kit, const char *name)
{
    struct rq_error ignored = {0};
    struct rq_bytes bytes;
    struct rq_options options = {.format = rq_format_by_name("mdl"), .alloc = kit->arena->alloc};
    if (!from_env(kit, name, "mdl", &bytes))
        return NULL;
    if (!from_env(kit, name, "mdx", &options.companion))
        options.companion = (struct rq_bytes){0};
    return rq_doc_read(bytes, &options, &ignored);
}

/* The words of a TXI that matter here, wherever in a line they stand. */
static void take_txi(struct rq_mdl_texture *t, struct rq_bytes txi)
{
    static const char *const words[] = {"envmaptexture", "bumpyshinytexture", "punchthrough",
                                        "additive"};
    bool *const flags[] = {&t->shiny, &t->shiny, &t->punched, &t->added};
    for (size_t w = 0; w < 4; w++) {
        size_t size = strlen(words[w]);
        for (size_t i = 0; i + size <= txi.size && i < 4096; i++) {
            size_t k = 0;
            while (k < size && rq_lower((char)txi.data[i + k]) == words[w][k])
                k++;
            *flags[w] |= k == size;
        }
    }
}

/* Bytes that live as long as the view: those of the environment do, those of a document don't. */
static const uint8_t *lasting(const struct rq_mdl_kit *kit, struct rq_bytes file,
                              const uint8_t *data, size_t size)
{
    uintptr_t start = (uintptr_t)file.data, at = (uintptr_t)data;
    if (at >= start && at - start < file.size)
        return data;
    uint8_t *copy = rq_arena_get(kit->arena, size, 1);
    if (copy && size)
        memcpy(copy, data, size);
    return copy;
}

/* Of a picture a scene shows the first plane. */
static bool keep_image(const struct rq_mdl_kit *kit, struct rq_bytes file,
                       const struct rq_image *from, struct rq_image *image)
{
    enum { PALETTE = 768 };
    struct rq_plane *plane = rq_arena_get(kit->arena, 1, sizeof *plane);
    if (!plane)
        return false;
    *plane = from->planes[0];
    plane->bytes.data = lasting(kit, file, plane->bytes.data, plane->bytes.size);
    *image = (struct rq_image){.pixels = from->pixels,
                               .bottom_up = from->bottom_up,
                               .transparent_zero = from->transparent_zero,
                               .mips = 1,
                               .faces = 1,
                               .frames = 1,
                               .planes = plane};
    if (from->palette)
        image->palette = lasting(kit, file, from->palette, PALETTE);
    return plane->bytes.data && (!from->palette || image->palette);
}

static bool load_image(const struct rq_mdl_kit *kit, struct rq_bytes bytes, const char *format,
                       struct rq_image *image)
{
    struct rq_error ignored = {0};
    struct rq_options options = {.format = rq_format_by_name(format), .alloc = kit->arena->alloc};
    struct rq_doc *doc = options.format ? rq_doc_read(bytes, &options, &ignored) : NULL;
    struct rq_view view = *kit->view;
    const struct rq_image *images = NULL;
    size_t count = 0;
    view.err = &ignored;
    bool fine = doc && doc->format->pictures &&
                doc->format->pictures->images(doc, &view, &images, &count) && count &&
                images[0].planes && images[0].mips && keep_image(kit, bytes, &images[0], image);
    rq_doc_free(doc);
    return fine;
}

static bool find_image(const struct rq_mdl_kit *kit, const char *name, struct rq_image *image,
                       struct rq_mdl_texture *t)
{
    static const char *const kinds[] = {"tpc", "tga", "dds"};
    struct rq_bytes bytes, txi;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!from_env(kit, name, kinds[i], &bytes) || !load_image(kit, bytes, kinds[i], image))
            continue;
        /* A TPC ends with its TXI; a TXI of the name stands for itself, as in the game. */
        if (i == 0)
            take_txi(t, (struct rq_bytes){bytes.data + bytes.size -
                                              (bytes.size < 4096 ? bytes.size : 4096),
                                          bytes.size < 4096 ? bytes.size : 4096});
        if (from_env(kit, name, "txi", &txi))
            take_txi(t, txi);
        return true;
    }
    return false;
}

/* The texture of a name; NULL without memory. */
static const struct rq_mdl_texture *texture_of(struct rq_mdl_kit *kit, const char *name)
{
    uint32_t key[4], number, before = kit->seen_textures.count;
    rq_mdl_name_key(name, key);
    if (!rq_key_set_put(&kit->seen_textures, kit->arena, key, &number))
        return NULL;
    if (number < before)
        return &kit->known[number];
    struct rq_mdl_texture *known =
        rq_arena_more(kit->arena, &kit->known, kit->known_count, &kit->known_room, sizeof *known);
    struct rq_texture *textures = rq_arena_more(kit->arena, &kit->textures, kit->texture_count,
                                                &kit->texture_room, sizeof *textures);
    if (!known || !textures)
        return NULL;
    struct rq_mdl_texture *t = &known[kit->known_count++];
    struct rq_image image;
    *t = (struct rq_mdl_texture){.name = rq_arena_text(kit->arena, name, strlen(name)),
                                 .number = -1};
    if (!t->name || !find_image(kit, name, &image, t)) {
        rq_view_misses(kit->view, name, "texture");
        return t->name ? t : NULL;
    }
    t->has_alpha = rq_plane_has_alpha(&image, image.planes);
    t->number = (int)kit->texture_count;
    textures[kit->texture_count++] = (struct rq_texture){.name = t->name, .image = image};
    return t;
}

/* ---- materials ---- */

enum look_flags {
    LOOK_HIDDEN = 1,
    LOOK_BLEND = 2,
    LOOK_MASK = 4,
    LOOK_TEXTURED = 8,
    LOOK_LIT = 16,
};

static bool name_number(struct rq_mdl_kit *kit, const char *name, uint32_t *number)
{
    uint32_t key[4];
    rq_mdl_name_key(name, key);
    return rq_key_set_put(&kit->seen_names, kit->arena, key, number);
}

static uint32_t packed(const float *v, size_t count)
{
    uint32_t word = 0;
    for (size_t i = 0; i < count; i++) {
        float c = !(v[i] > 0) ? 0 : v[i] > 1 ? 1 : v[i]; /* no number: 0 */
        word |= (uint32_t)(c * 255 + 0.5f) << 8 * i;
    }
    return word;
}

static void clean_name(const char *field, char name[33])
{
    size_t size = 0;
    while (size < 32 && field[size] && (uint8_t)field[size] >= ' ')
        size++;
    memcpy(name, field, size);
    name[size] = 0;
    if (rq_casecmp(name, "null") == 0)
        name[0] = 0;
}

/* A texture with alpha is see-through, unless its alpha is what it reflects. */
static unsigned flags_of(const struct rq_mdl_mesh *mesh, const struct rq_mdl_texture *t,
                         float alpha)
{
    bool clear = t && t->has_alpha && !t->shiny;
    unsigned flags = mesh->header.render ? 0 : LOOK_HIDDEN;
    if (alpha < 1 || (t && t->added) || (clear && mesh->header.transparency_hint && !t->punched))
        return flags | LOOK_BLEND;
    return flags | (clear || (t && t->punched) ? LOOK_MASK : 0);
}

static struct rq_material *new_material(struct rq_mdl_kit *kit, const char *name,
                                        const char *lightmap)
{
    struct rq_material *materials = rq_arena_more(kit->arena, &kit->materials, kit->material_count,
                                                  &kit->material_room, sizeof *materials);
    if (!materials)
        return NULL;
    struct rq_material *m = &materials[kit->material_count++];
    *m = (struct rq_material){
        .name = rq_arena_printf(kit->arena, "%s%s%s", name, lightmap[0] ? " + " : "", lightmap),
        .texture = -1,
        .lightmap = -1};
    return m->name ? m : NULL;
}

static void fill_material(struct rq_material *m, const struct rq_mdl_mesh *mesh,
                          const struct rq_mdl_texture *t, const struct rq_mdl_texture *lit,
                          unsigned flags, const float *light, float alpha)
{
    m->texture = t ? t->number : -1;
    m->lightmap = lit ? lit->number : -1;
    for (size_t i = 0; i < 3; i++) {
        float diffuse = rq_mdl_finite(mesh->header.diffuse[i]);
        m->color[i] = m->texture >= 0 ? 1 : diffuse < 0 ? 0 : diffuse > 1 ? 1 : diffuse;
        m->emissive[i] = light[i] < 0 ? 0 : light[i] > 1 ? 1 : light[i];
    }
    m->color[3] = flags & LOOK_HIDDEN ? 0 : alpha;
    m->alpha = flags & LOOK_HIDDEN  ? RQ_ALPHA_MASK
               : flags & LOOK_BLEND ? RQ_ALPHA_BLEND
               : flags & LOOK_MASK  ? RQ_ALPHA_MASK
                                    : RQ_ALPHA_OPAQUE;
}

int rq_mdl_kit_material(struct rq_mdl_kit *kit, const struct rq_mdl_node *node, bool textured,
                        bool lit)
{
    const struct rq_mdl_mesh *mesh = node->mesh;
    char names[2][33];
    clean_name(mesh->header.texture_1, names[0]);
    clean_name(mesh->header.texture_2, names[1]);
    if (kit->texture && names[0][0])
        clean_name(kit->texture, names[0]);
    const struct rq_mdl_texture *textures[2] = {NULL, NULL};
    const bool wanted[2] = {textured && names[0][0], lit && names[1][0]};
    struct rq_mdl_texture found[2];
    for (size_t i = 0; i < 2; i++) {
        const struct rq_mdl_texture *t = wanted[i] ? texture_of(kit, names[i]) : NULL;
        if (wanted[i] && !t)
            return -1;
        if (!t)
            continue;
        found[i] = *t; /* the next may move it */
        textures[i] = &found[i];
    }
    float light[3] = {0}, alpha = 1;
    rq_mdl_constant(node, 100, light, 3);
    rq_mdl_constant(node, 132, &alpha, 1);
    alpha = alpha < 0 ? 0 : alpha > 1 ? 1 : alpha;
    unsigned flags = flags_of(mesh, textures[0], alpha);
    flags |= (wanted[0] ? LOOK_TEXTURED : 0) | (wanted[1] ? LOOK_LIT : 0);
    uint32_t number, before = kit->seen_materials.count;
    uint32_t key[4] = {0, 0, packed(light, 3) | flags << 24,
                       packed(mesh->header.diffuse, 3) | packed(&alpha, 1) << 24};
    if (!name_number(kit, names[0], &key[0]) || !name_number(kit, names[1], &key[1]) ||
        !rq_key_set_put(&kit->seen_materials, kit->arena, key, &number))
        return -1;
    if (number < before)
        return (int)number;
    struct rq_material *m = new_material(kit, names[0][0] ? names[0] : "plain", names[1]);
    if (m)
        fill_material(m, mesh, textures[0], textures[1], flags, light, alpha);
    return m ? (int)number : -1;
}

/* ---- the whole ---- */

void rq_mdl_kit_close(const struct rq_mdl_kit *kit, struct rq_scene *scene)
{
    scene->nodes = kit->nodes;
    scene->node_count = kit->node_count;
    scene->meshes = kit->meshes;
    scene->mesh_count = kit->mesh_count;
    scene->materials = kit->materials;
    scene->material_count = kit->material_count;
    scene->textures = kit->textures;
    scene->texture_count = kit->texture_count;
    scene->skins = kit->skins;
    scene->skin_count = kit->skin_count;
    scene->lights = kit->lights;
    scene->light_count = kit->light_count;
    scene->animations = kit->animations;
    scene->animation_count = kit->animation_count;
}
