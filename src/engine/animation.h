/* A group of an actor's animations, played: which frame of which model is shown when, and what
 * else happens.
 *
 * One command after the other, each once. The jump back that makes a walk go on for ever is not
 * taken, it ends the list and says where it leads; jumps that depend on what the player does are
 * passed over. A frame stays as many ticks as the group's speed says, one at least.
 */
#ifndef RQ_ENGINE_ANIMATION_H
#define RQ_ENGINE_ANIMATION_H

#include "core/arena.h"

#include <reliquary/rgm.h>

/* The game's normal_frame_rate in SYSTEM.INI. */
enum { RQ_TICKS_A_SECOND = 12 };

enum rq_step_kind {
    RQ_STEP_FRAME, /* model and frame are shown from here on */
    RQ_STEP_SOUND, /* sound and volume */
    RQ_STEP_OTHER, /* a command that only the running game understands */
};

struct rq_step {
    enum rq_step_kind kind;
    uint32_t tick;
    uint32_t command; /* its number in the group */
    uint32_t model;   /* number in the actor's RAAN */
    uint32_t frame;   /* of that model */
    int32_t sound, volume;
};

struct rq_play {
    struct rq_step *steps;
    size_t count;
    uint32_t ticks;     /* how long it takes */
    bool loops;         /* at the end it goes on with the command `next` */
    int32_t next;       /* -1: nothing */
    int32_t next_group; /* where ChangeAnimGroup leads; -1: nowhere */
};

/* Which model and frame a frame reference means: the actor's models laid end to end. False when
 * it is beyond them. */
bool rq_frame_find(const struct rq_rgm_model *models, size_t count, uint32_t reference,
                   uint32_t *model, uint32_t *frame);

/* Steps from the arena; false without memory. */
bool rq_play_group(const struct rq_rgm_group *group, const struct rq_rgm_model *models,
                   size_t model_count, struct rq_arena *arena, struct rq_play *play);

#endif
