#include "formats/redguard/model3d/kit.h"

#include <math.h>
#include <stdio.h>

enum { NO_TEXTURE_SIDE = 256 /* UVs of textures that are not at hand */ };

/* ---- textures ---- */

struct rq_kit_bank {
    struct rq_kit_bank *next;
    unsigned number;
    const struct rq_image *images;
    size_t count;
};

/* Where there is no bank of a number, others have found that of its low nine bits, then the rest
 * of a division by 500, to be meant. */
static bool find_bank(const struct rq_kit *kit, unsigned number, struct rq_bytes *bytes)
{
    const unsigned numbers[] = {number, number & 0x1FF, number % 500};
    const struct rq_env *env = kit->view->env;
    for (size_t i = 0; env && env->get && i < 3; i++) {
        char name[32];
        snprintf(name, sizeof name, "TEXBSI.%03u", numbers[i]);
        if (env->get(env->ctx, name, bytes))
            return true;
    }
    return false;
}

/* A bank that can't be had or read is one without images; NULL without memory. What the images point at is in
 * the environment's bytes or the view's arena: it outlives the document. */
static const struct rq_kit_bank *open_bank(struct rq_kit *kit, unsigned number)
{
    for (const struct rq_kit_bank *bank = kit->banks; bank; bank = bank->next)
        if (bank->number == number)
            return bank;
    struct rq_kit_bank *bank = rq_arena_get(kit->arena, 1, sizeof *bank);
    struct rq_bytes bytes;
    if (!bank)
        return NULL;
    *bank = (struct rq_kit_bank){.next = kit->banks, .number = number};
    kit->banks = bank;
    if (!find_bank(kit, number, &bytes)) {
        char name[32];
        snprintf(name, sizeof name, "TEXBSI.%03u", number);
        rq_view_misses(kit->view, name, "textures");
        return bank;
    }
    struct rq_error ignored = {0};
    struct rq_options options = {.format = rq_format_by_name("texbsi"), .alloc = kit->arena->alloc};
    struct rq_doc *doc = options.format ? rq_doc_read(bytes, &options, &ignored) : NULL;
    struct rq_view view = *kit->view;
    view.err = &ignored;
    if (doc && !doc->format->pictures->images(doc, &view, &bank->images, &bank->count))
        bank->count = 0;
    rq_doc_free(doc);
    return bank;
}

/* By the last three digits of the six-character name. */
static const struct rq_image *find_image(const struct rq_kit_bank *bank, unsigned image)
{
    for (size_t i = 0; i < bank->count; i++) {
        const char *name = bank->images[i].name;
        if (strlen(name) != 6)
            continue;
        unsigned v = 0;
        bool digits = true;
        for (size_t k = 3; k < 6; k++) {
            digits = digits && name[k] >= '0' && name[k] <= '9';
            v = v * 10 + (unsigned)(name[k] - '0');
        }
        if (digits && v == image)
            return &bank->images[i];
    }
    return NULL;
}

/* The number of a texture, which materials of several opacities share; -1 without memory. */
static int add_texture(struct rq_kit *kit, unsigned bank, unsigned number,
                       const struct rq_image *image, bool keyed)
{
    uint32_t at;
    if (!rq_key_set_put(&kit->seen_textures, kit->arena, (uint32_t[4]){bank, number, keyed, 0},
                        &at))
        return -1;
    if (at < kit->texture_count)
        return (int)at;
    struct rq_texture *grown = rq_arena_more(kit->arena, &kit->textures, kit->texture_count,
                                             &kit->texture_room, sizeof *grown);
    if (!grown)
        return -1;
    grown[at] = (struct rq_texture){.name = image->name, .image = *image, .nearest = true};
    grown[at].image.transparent_zero = keyed && image->transparent_zero;
    kit->texture_count++;
    return (int)at;
}

/* ---- materials ---- */

static float linear(uint8_t v)
{
    float c = (float)v / 255;
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

/* The material of a key, new ones at the end: *fresh tells. NULL without memory. */
static struct rq_material *find_material(struct rq_kit *kit, const uint32_t key[4], uint32_t *at,
                                         bool *fresh)
{
    if (!rq_key_set_put(&kit->seen_materials, kit->arena, key, at))
        return NULL;
    *fresh = *at == kit->material_count;
    if (!*fresh)
        return &kit->materials[*at];
    uint32_t room = kit->material_room;
    struct rq_material *materials = rq_arena_more(kit->arena, &kit->materials, kit->material_count,
                                                  &kit->material_room, sizeof *materials);
    struct rq_kit_material *traits =
        rq_arena_more(kit->arena, &kit->traits, kit->material_count, &room, sizeof *traits);
    if (!materials || !traits)
        return NULL;
    kit->material_count++;
    float alpha = key[3] ? (float)key[3] / 255 : 1;
    materials[*at] = (struct rq_material){.color = {1, 1, 1, alpha},
                                          .texture = -1,
                                          .lightmap = -1,
                                          .alpha = alpha < 1 ? RQ_ALPHA_BLEND : RQ_ALPHA_OPAQUE};
    return &materials[*at];
}

static uint32_t opacity_of(const struct rq_kit_look *look)
{
    return look->opacity == 255 ? 0 : look->opacity;
}

int rq_kit_textured(struct rq_kit *kit, unsigned bank, unsigned number,
                    const struct rq_kit_look *look)
{
    uint32_t at, alpha = look->alpha, opacity = opacity_of(look);
    bool fresh;
    struct rq_material *material =
        find_material(kit, (uint32_t[4]){bank, number, alpha, opacity}, &at, &fresh);
    if (!material || !fresh)
        return material ? (int)at : -1;
    float *size = kit->traits[at].size;
    size[0] = size[1] = NO_TEXTURE_SIDE;
    bool real = bank <= 999 && number != RQ_KIT_NO_IMAGE;
    material->name = real ? rq_arena_printf(kit->arena, "%u/%u%s", bank, number,
                                            look->alpha == RQ_KIT_OPAQUE ? " opaque" : "")
                          : rq_arena_printf(kit->arena, "0x%08x", bank);
    const struct rq_kit_bank *images = real ? open_bank(kit, bank) : NULL;
    if (!material->name || (real && !images))
        return -1;
    const struct rq_image *image = real ? find_image(images, number) : NULL;
    if (!image)
        return (int)at;
    const struct rq_plane *plane = rq_image_plane(image, 0, 0, 0);
    bool keyed = look->alpha == RQ_KIT_KEYED && image->transparent_zero &&
                 memchr(plane->bytes.data, 0, plane->bytes.size);
    size[0] = (float)plane->width;
    size[1] = (float)plane->height;
    material->texture = add_texture(kit, bank, number, image, keyed);
    if (keyed && material->alpha == RQ_ALPHA_OPAQUE)
        material->alpha = RQ_ALPHA_MASK;
    return material->texture < 0 ? -1 : (int)at;
}

int rq_kit_colored(struct rq_kit *kit, unsigned color, const struct rq_kit_look *look)
{
    uint32_t at;
    bool fresh;
    struct rq_material *material =
        find_material(kit, (uint32_t[4]){UINT32_MAX, color, 0, opacity_of(look)}, &at, &fresh);
    if (!material || !fresh)
        return material ? (int)at : -1;
    const uint8_t *palette = kit->view->palette;
    material->name = rq_arena_printf(kit->arena, "color %u", color);
    for (size_t k = 0; k < 3; k++)
        material->color[k] = linear(palette ? palette[(size_t)color * 3 + k] : (uint8_t)color);
    return material->name ? (int)at : -1;
}

int rq_kit_picture(struct rq_kit *kit, unsigned number, const struct rq_image *image,
                   enum rq_alpha alpha)
{
    uint32_t at;
    bool fresh;
    struct rq_material *material =
        find_material(kit, (uint32_t[4]){UINT32_MAX, number, 1, 0}, &at, &fresh);
    if (!material || !fresh)
        return material ? (int)at : -1;
    material->name = image->name;
    material->alpha = alpha;
    material->unlit = material->double_sided = true;
    material->texture = add_texture(kit, UINT32_MAX, number, image, false);
    if (material->texture < 0)
        return -1;
    kit->textures[material->texture].nearest = false;
    return (int)at;
}

/* ---- the kit ---- */

bool rq_kit_open(struct rq_kit *kit, const struct rq_view *view)
{
    *kit = (struct rq_kit){.view = view, .arena = view->arena};
    return rq_key_set_open(&kit->seen_materials, kit->arena, 16) &&
           rq_key_set_open(&kit->seen_textures, kit->arena, 16);
}

int rq_kit_add(struct rq_kit *kit, struct rq_mesh mesh)
{
    struct rq_mesh *grown =
        rq_arena_more(kit->arena, &kit->meshes, kit->mesh_count, &kit->mesh_room, sizeof *grown);
    if (!grown)
        return -1;
    grown[kit->mesh_count] = mesh;
    return (int)kit->mesh_count++;
}

void rq_kit_close(const struct rq_kit *kit, struct rq_scene *scene)
{
    scene->mesh_count = kit->mesh_count;
    scene->meshes = kit->meshes;
    scene->material_count = kit->material_count;
    scene->materials = kit->materials;
    scene->texture_count = kit->texture_count;
    scene->textures = kit->textures;
}
