/* What the files of world scenes share: world.c (placements), world_actors.c (animation),
 * world_items.c (what actors hold), world_terrain.c, world_sky.c. */
#ifndef RQ_GAME_WORLD_PARTS_H
#define RQ_GAME_WORLD_PARTS_H

#include "formats/redguard/model3d/kit.h"
#include "game/redguard.h"
#include "game/world.h"

/* A model that the map asks for, under one skin. */
struct world_model {
    int mesh; /* -1: there is none */
    uint32_t frame_count;
};

/* What an actor holds, by hand and hip (enum rq_attach_to), in every frame of its models laid end to
 * end. */
struct world_hold {
    uint32_t actor;
    int meshes[2]; /* -1: none */
    const char *names[2];
    enum rq_attach_to at;    /* where it is when no animation says it */
    uint32_t count, *starts; /* poses; the first of each model */
    struct rq_attach_pose *poses[2];
    bool *known[2];
    struct world_hold *next;
};

/* An object whose actor has animations: nodes first to first + count - 1 show the actor's
 * models. */
struct world_rig {
    uint32_t actor;
    uint32_t first, count;
    const struct world_model *models;
    const struct world_hold *hold; /* or NULL */
    int held[2];                   /* nodes at hand and hip; -1: none */
    struct world_rig *next;
};

/* Whether a step of an animation has a key. A day is more than anybody made; far beyond it two
 * frames would have the same time as floats. */
static inline bool world_has_key(const struct rq_step *step)
{
    return step->kind == RQ_STEP_FRAME && step->tick < 24 * 60 * 60 * RQ_TICKS_A_SECOND;
}

struct world {
    const struct rq_world_parts *parts;
    const struct rq_rgm *map;
    const struct rq_view *view;
    struct rq_arena *arena;
    struct rq_kit kit;
    struct rq_models finder;
    struct rq_key_set names; /* of models, with their skins */
    struct world_model *models;
    struct rq_node *nodes;
    struct rq_light *lights;
    struct rq_animation *animations;
    struct world_rig *rigs, *last_rig;
    struct world_hold *holds;
    const struct rq_def *def; /* names of groups; or NULL */
    uint32_t model_room, node_count, node_room, light_count, light_room, animation_count,
        animation_room;
    size_t floats;     /* of animations, so far */
    bool is_full;      /* no room was left for a part of the animation that is made */
    size_t pose_reads; /* models that were read for what actors hold */
};

/* A node without anything; -1 without memory. */
int world_add_node(struct world *w, const char *name, int parent);

/* A model under a skin; false without memory. One that is not there has no mesh. */
bool world_find_model(struct world *w, const char *name, size_t size, unsigned skin,
                      struct world_model *model);

/* Nodes of an object whose actor has models and animations; *shown tells whether it was one. */
bool world_add_actor(struct world *w, int node, size_t actor, const char *model, unsigned skin,
                     bool *shown);

/* Animations of all rigs. */
bool world_animate(struct world *w);

/* Nodes for what the actor of a rig holds, below the node of its object; model is the one of its
 * models that is shown. False without memory. */
bool world_hold_item(struct world *w, struct world_rig *rig, int node, uint32_t model);

/* Channels of what is held by all objects with the actor of a rig: at most six each. */
bool world_move_items(struct world *w, const struct world_rig *rig, const struct rq_play *play,
                      unsigned group, struct rq_animation *animation, struct rq_channel *channels);

/* A light of a node, white and without any other member; NULL without memory. */
struct rq_light *world_add_light(struct world *w, int node);

/* An animation with one channel. */
bool world_add_track(struct world *w, const char *name, struct rq_channel channel);

bool world_add_terrain(struct world *w);
bool world_add_sky(struct world *w);

#endif
