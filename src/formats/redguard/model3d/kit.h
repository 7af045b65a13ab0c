/* Meshes of many models over one set of materials and textures: what a single model, a ROB
 * and a whole world are put together from.
 *
 *     struct rq_kit kit;
 *     if (rq_kit_open(&kit, view)) mesh = rq_kit_mesh(&kit, model, &(struct rq_kit_look){"BARREL"});
 */
#ifndef RQ_FORMATS_REDGUARD_MODEL3D_KIT_H
#define RQ_FORMATS_REDGUARD_MODEL3D_KIT_H

#include "core/keyset.h"
#include "formats/format.h"

#include <reliquary/model3d.h>

/* How index 0 and the rest of a texture are seen. */
enum rq_kit_alpha {
    RQ_KIT_KEYED,  /* index 0 is a hole */
    RQ_KIT_OPAQUE, /* index 0 is a colour like any other */
};

/* What a placement may change about a model. */
struct rq_kit_look {
    const char *name; /* of the mesh */
    unsigned bank;    /* a bank in place of the model's own; 0: none */
    enum rq_kit_alpha alpha;
    uint8_t opacity; /* 0 stands for 255 */
    bool returns;    /* the mesh has extras, so that the same model can be made of it again */
};

struct rq_kit_bank;

struct rq_kit_material {
    float size[2]; /* of the texture; 0: a colour */
};

struct rq_kit {
    const struct rq_view *view;
    struct rq_arena *arena;
    struct rq_kit_bank *banks;
    struct rq_key_set seen_materials, seen_textures;
    struct rq_material *materials;
    struct rq_kit_material *traits; /* one for each material */
    struct rq_texture *textures;
    struct rq_mesh *meshes;
    uint32_t material_count, texture_count, mesh_count, material_room, texture_room, mesh_room;
};

bool rq_kit_open(struct rq_kit *kit, const struct rq_view *view);

/* The image of a word that names none; the word stands in the place of the bank. */
#define RQ_KIT_NO_IMAGE UINT32_MAX

/* The number of a material: of an image of a bank, or of a colour of the palette. -1 without
 * memory. */
int rq_kit_textured(struct rq_kit *kit, unsigned bank, unsigned image,
                    const struct rq_kit_look *look);
int rq_kit_colored(struct rq_kit *kit, unsigned color, const struct rq_kit_look *look);

/* The material of a picture that is in no bank, shown as it is painted: a sky. number tells one such
 * picture from another. */
int rq_kit_picture(struct rq_kit *kit, unsigned number, const struct rq_image *image,
                   enum rq_alpha alpha);

/* Adds a mesh; -1 without memory. */
int rq_kit_add(struct rq_kit *kit, struct rq_mesh mesh);

/* The mesh of a model, with a morph target for each frame after the first. -1: nothing to
 * show, or a failure, which is in the view's error. */
int rq_kit_mesh(struct rq_kit *kit, const struct rq_model3d *model, const struct rq_kit_look *look);

/* Gives the scene what the kit holds. */
void rq_kit_close(const struct rq_kit *kit, struct rq_scene *scene);

#endif
