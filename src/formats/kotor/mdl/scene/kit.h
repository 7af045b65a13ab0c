/* Scenes of KotOR's models: one model, or the rooms of a module, over one set of materials and
 * textures. What glTF has no place for is in "extras" as the member "mdl", by the names of
 * reliquary/mdl.h; rq_mdl_from_scene takes it back.
 *
 *     struct rq_mdl_kit kit;
 *     if (rq_mdl_kit_open(&kit, view, "n_wookiem") && rq_mdl_kit_add(&kit, m, 0, true))
 *         rq_mdl_kit_close(&kit, scene);
 */
#ifndef RQ_FORMATS_KOTOR_MDL_SCENE_KIT_H
#define RQ_FORMATS_KOTOR_MDL_SCENE_KIT_H

#include "core/keyset.h"
#include "formats/kotor/mdl/parts.h"

/* A texture that was asked for, and what its TXI says about its alpha. */
struct rq_mdl_texture {
    const char *name;
    int number; /* in the scene, -1: not at hand */
    bool has_alpha, shiny, punched, added;
};

struct rq_mdl_kit {
    const struct rq_view *view;
    struct rq_arena *arena;
    const char *texture; /* in place of that of every mesh that is added now; or NULL */
    struct rq_key_set seen_textures, seen_names, seen_materials;
    struct rq_mdl_texture *known; /* one for each of seen_textures */
    struct rq_node *nodes;
    struct rq_mesh *meshes;
    struct rq_material *materials;
    struct rq_texture *textures;
    struct rq_skin *skins;
    struct rq_light *lights;
    struct rq_animation *animations;
    uint32_t node_count, mesh_count, material_count, texture_count, skin_count, light_count,
        animation_count, known_count;
    uint32_t node_room, mesh_room, material_room, texture_room, skin_room, light_room,
        animation_room, known_room;
};

/* Starts a scene with its root, node 0, which turns the game's space. */
bool rq_mdl_kit_open(struct rq_mdl_kit *kit, const struct rq_view *view, const char *name);

/* A node of its own, without anything; -1 without memory. */
int rq_mdl_kit_node(struct rq_mdl_kit *kit, const char *name, int parent);

/* Adds a model below a node, which takes the model's extras; with its animations and those of
 * its supermodels, as far as the view's environment has them. */
bool rq_mdl_kit_add(struct rq_mdl_kit *kit, const struct rq_mdl *m, int parent, bool animated);

/* Starts a scene with the rooms of a LYT. */
bool rq_lyt_rooms(struct rq_doc *doc, const struct rq_view *view, struct rq_mdl_kit *kit);

/* The view of a LYT. */
bool rq_lyt_scene(struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene);

void rq_mdl_kit_close(const struct rq_mdl_kit *kit, struct rq_scene *scene);

/* ---- between the files of the kit ---- */

bool rq_mdl_kit_no_memory(const struct rq_mdl_kit *kit);

/* The material of a mesh; -1 without memory. textured: it has coordinates for a texture; lit:
 * for a lightmap. */
int rq_mdl_kit_material(struct rq_mdl_kit *kit, const struct rq_mdl_node *node, bool textured,
                        bool lit);

/* A name as the key of a set, ignoring case. */
void rq_mdl_name_key(const char *name, uint32_t key[4]);

/* Nodes of a model by name, ignoring case. */
struct rq_mdl_by_name {
    struct rq_key_set set;
    uint32_t *nodes; /* of the tree, one for each of set */
};
bool rq_mdl_by_name_open(struct rq_mdl_by_name *by, struct rq_arena *arena, const struct rq_mdl *m);
/* RQ_MDL_NO_NODE: there is none of that name. */
uint32_t rq_mdl_by_name_find(const struct rq_mdl_by_name *by, const char *name);

/* A model that the view's environment has, to be freed; NULL: none that can be read. */
struct rq_doc *rq_mdl_open(const struct rq_mdl_kit *kit, const char *name);

/* The animations of a model, for the nodes that stand at first_node; *own of them are the
 * model's, the rest those of its supermodels. */
bool rq_mdl_kit_animate(struct rq_mdl_kit *kit, const struct rq_mdl *m, uint32_t first_node,
                        uint32_t *own);

/* Row `row` of a key; NULL when the data does not reach that far. */
const uint32_t *rq_mdl_row(const struct rq_mdl_node *node, const struct rq_mdl_key *key,
                           uint32_t row);
/* The first row of a controller with so many columns; false, and values as they are: none. */
bool rq_mdl_constant(const struct rq_mdl_node *node, uint32_t code, float *values, unsigned count);

/* "mdl" of a node and of a model, as JSON text in the arena; empty without memory. */
struct rq_bytes rq_mdl_node_extras(struct rq_arena *arena, const struct rq_mdl *m,
                                   const struct rq_mdl_node *node);
struct rq_bytes rq_mdl_skin_extras(struct rq_arena *arena, const char *name);
struct rq_bytes rq_mdl_model_extras(struct rq_arena *arena, const struct rq_mdl *m,
                                    const struct rq_animation *inherited, uint32_t count);

/* A number that glTF can hold. */
static inline float rq_mdl_finite(float v)
{
    return (rq_bits_of(v) >> 23 & 0xFF) == 0xFF ? 0 : v;
}

/* Unit length, or the one given when it has none. */
void rq_mdl_unit(float *v, size_t count, const float *otherwise);

#endif
