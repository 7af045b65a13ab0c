/* Actors that move: a node for each of the actor's models, of which the animations show one at a
 * time, and an animation for each group. */
#include "game/world_parts.h"

#include <reliquary/engine.h>

/* 128 MiB of weights: more than ten times what the largest cast of the game would need is left out
 * and said. */
enum { MOST_FLOATS = 32 << 20, HELD_CHANNELS = 6, HELD_FLOATS = 22 };

static bool find_models(struct world *w, const struct rq_rgm_model *raan, size_t count,
                        unsigned skin, struct world_model *models)
{
    for (size_t k = 0; k < count; k++) {
        struct rq_bytes stem = rq_rgm_model_stem(raan[k].path);
        if (!world_find_model(w, (const char *)stem.data, stem.size, skin, &models[k]))
            return false;
    }
    return true;
}

/* *shown is the one of the models that is seen at rest. */
static bool add_children(struct world *w, int parent, const struct rq_rgm_model *raan,
                         const struct world_rig *rig, const char *model, uint32_t *shown)
{
    bool some = false;
    for (uint32_t k = 0; k < rig->count; k++) {
        struct rq_bytes stem = rq_rgm_model_stem(raan[k].path);
        char *name = rq_arena_text(w->arena, (const char *)stem.data, stem.size);
        int node = name ? world_add_node(w, name, parent) : -1;
        if (node < 0)
            return false;
        bool mine = !some && rq_casecmp(name, model) == 0;
        some = some || mine;
        *shown = mine ? k : *shown;
        w->nodes[node].mesh = rig->models[k].mesh;
        for (size_t i = 0; i < 3; i++)
            w->nodes[node].scale[i] = mine ? 1 : 0;
    }
    /* Without a model of its own the object has the actor's first. */
    for (size_t i = 0; i < 3 && !some; i++)
        w->nodes[rig->first].scale[i] = 1;
    return true;
}

static bool is_of_actor(const struct rq_rgm_model *raan, size_t count, const char *model)
{
    for (size_t k = 0; k < count; k++) {
        struct rq_bytes stem = rq_rgm_model_stem(raan[k].path);
        char name[RQ_MODEL_NAME];
        rq_model_name((const char *)stem.data, stem.size, name);
        if (rq_casecmp(name, model) == 0)
            return true;
    }
    return false;
}

bool world_add_actor(struct world *w, int node, size_t actor, const char *model, unsigned skin,
                     bool *shown)
{
    size_t count = 0, groups = 0;
    const struct rq_rgm_model *raan = rq_rgm_actor_raan(w->map, actor, &count);
    rq_rgm_actor_groups(w->map, actor, &groups);
    /* An object whose own model is none of the actor's shows that model, and nothing moves it. */
    if (!raan || !count || !groups || !is_of_actor(raan, count, model))
        return true;
    struct world_rig *rig = rq_arena_get(w->arena, 1, sizeof *rig);
    struct world_model *models = rq_arena_get(w->arena, count, sizeof *models);
    if (!rig || !models || !find_models(w, raan, count, skin, models))
        return false;
    if (models[0].mesh < 0 && count == 1)
        return true;
    *rig = (struct world_rig){.actor = (uint32_t)actor,
                              .first = count == 1 ? (uint32_t)node : w->node_count,
                              .count = (uint32_t)count,
                              .models = models};
    uint32_t seen = 0;
    if (count == 1)
        w->nodes[node].mesh = models[0].mesh;
    else if (!add_children(w, node, raan, rig, model, &seen))
        return false;
    if (!world_hold_item(w, rig, node, seen))
        return false;
    if (w->last_rig)
        w->last_rig->next = rig;
    else
        w->rigs = rig;
    w->last_rig = rig;
    *shown = true;
    return true;
}

/* ---- animations ---- */

/* Keys of one property. */
struct track {
    uint32_t count;
    float *times;
    float *values;
};

static bool has_room(struct world *w, size_t keys, size_t width)
{
    bool fits = !keys || width <= (MOST_FLOATS - w->floats) / keys;
    if (fits)
        w->floats += keys * width;
    w->is_full = w->is_full || !fits;
    return fits;
}

static float seconds(uint32_t tick)
{
    return (float)tick / RQ_TICKS_A_SECOND;
}

static uint32_t frames_of(const struct rq_play *play, uint32_t model)
{
    uint32_t count = 0;
    for (size_t i = 0; i < play->count; i++)
        count += world_has_key(&play->steps[i]) && play->steps[i].model == model;
    return count;
}

/* Weights of a model's frames, a key for each time that it is shown. */
static bool weight_track(struct world *w, const struct rq_play *play, uint32_t model,
                         uint32_t morphs, struct track *track)
{
    track->count = frames_of(play, model);
    if (!track->count || !morphs || !has_room(w, track->count, morphs)) {
        track->count = 0;
        return true;
    }
    track->times = rq_arena_get(w->arena, track->count, sizeof(float));
    track->values = rq_arena_get(w->arena, (size_t)track->count * morphs, sizeof(float));
    if (!track->times || !track->values)
        return false;
    for (size_t i = 0, at = 0; i < play->count; i++) {
        const struct rq_step *step = &play->steps[i];
        if (!world_has_key(step) || step->model != model)
            continue;
        track->times[at] = seconds(step->tick);
        if (step->frame && step->frame <= morphs)
            track->values[at * morphs + step->frame - 1] = 1;
        at++;
    }
    return true;
}

/* Shown or not: a scale of 1 or 0, a key at each frame of the group. */
static bool shown_track(struct world *w, const struct rq_play *play, uint32_t model,
                        struct track *track)
{
    for (size_t i = 0; i < play->count; i++)
        track->count += world_has_key(&play->steps[i]);
    if (!track->count || !has_room(w, track->count, 4)) {
        track->count = 0;
        return true;
    }
    track->times = rq_arena_get(w->arena, track->count, sizeof(float));
    track->values = rq_arena_get(w->arena, (size_t)track->count * 3, sizeof(float));
    if (!track->times || !track->values)
        return false;
    for (size_t i = 0, at = 0; i < play->count; i++) {
        if (!world_has_key(&play->steps[i]))
            continue;
        track->times[at] = seconds(play->steps[i].tick);
        for (size_t k = 0; k < 3; k++)
            track->values[at * 3 + k] = play->steps[i].model == model;
        at++;
    }
    return true;
}

/* A channel on that model's node of every object with the actor. */
static void put_channels(const struct world_rig *first, uint32_t model, enum rq_path path,
                         const struct track *track, struct rq_animation *animation,
                         struct rq_channel *channels)
{
    for (const struct world_rig *rig = first; track->count && rig; rig = rig->next)
        if (rig->actor == first->actor)
            channels[animation->channel_count++] =
                (struct rq_channel){.node = (int)(rig->first + model),
                                    .path = path,
                                    .step = path == RQ_PATH_SCALE,
                                    .key_count = track->count,
                                    .times = track->times,
                                    .values = track->values};
}

static bool animate_group(struct world *w, const struct world_rig *rig, uint32_t instances,
                          const struct rq_rgm_group *group, const struct rq_rgm_model *raan,
                          const char *name)
{
    struct rq_play play;
    size_t most = (size_t)instances * (rig->count * 2 + HELD_CHANNELS);
    if (!has_room(w, most, sizeof(struct rq_channel) / sizeof(float)))
        return true;
    struct rq_animation *grown = rq_arena_more(w->arena, &w->animations, w->animation_count,
                                               &w->animation_room, sizeof *grown);
    struct rq_channel *channels = rq_arena_get(w->arena, most, sizeof *channels);
    struct rq_step *steps = rq_arena_get(w->arena, group->count, sizeof *steps);
    if (!grown || !channels || !steps)
        return false;
    rq_play_group(group, raan, rig->count, 0, steps, group->count, &play);
    struct rq_animation animation = {.name = name, .channels = channels};
    for (uint32_t k = 0; k < rig->count; k++) {
        struct track weights = {0}, shown = {0};
        uint32_t frames = rig->models[k].mesh < 0 ? 0 : rig->models[k].frame_count;
        uint32_t morphs = frames ? w->kit.meshes[rig->models[k].mesh].morph_count : 0;
        if (!weight_track(w, &play, k, morphs, &weights) ||
            (rig->count > 1 && !shown_track(w, &play, k, &shown)))
            return false;
        put_channels(rig, k, RQ_PATH_WEIGHTS, &weights, &animation, channels);
        put_channels(rig, k, RQ_PATH_SCALE, &shown, &animation, channels);
    }
    if (has_room(w, play.count, HELD_FLOATS) &&
        !world_move_items(w, rig, &play, group->group, &animation, channels))
        return false;
    if (animation.channel_count)
        grown[w->animation_count++] = animation;
    return true;
}

/* Animations of an actor, for all of its objects. */
static bool animate_rig(struct world *w, const struct world_rig *rig, uint32_t instances)
{
    size_t group_count = 0, raan_count = 0;
    const struct rq_rgm_group *groups = rq_rgm_actor_groups(w->map, rig->actor, &group_count);
    const struct rq_rgm_model *raan = rq_rgm_actor_raan(w->map, rig->actor, &raan_count);
    for (size_t i = 0; i < group_count; i++) {
        const struct rq_rgm_actor *head = rq_rgm_actor(w->map, rig->actor);
        if (groups[i].raw.size)
            continue;
        char *name = rq_arena_printf(w->arena, "%.9s group %u", head->name, groups[i].group);
        if (!name)
            return false;
        rq_text_clean(name);
        w->is_full = false;
        if (!animate_group(w, rig, instances, &groups[i], raan, name))
            return false;
        if (w->is_full)
            rq_view_misses(w->view, name, "not whole: all animations would take over 128 MiB");
    }
    return true;
}

bool world_add_track(struct world *w, const char *name, struct rq_channel channel)
{
    struct rq_animation *grown = rq_arena_more(w->arena, &w->animations, w->animation_count,
                                               &w->animation_room, sizeof *grown);
    struct rq_channel *kept = rq_arena_get(w->arena, 1, sizeof *kept);
    if (!grown || !kept)
        return false;
    *kept = channel;
    grown[w->animation_count++] =
        (struct rq_animation){.name = name, .channel_count = 1, .channels = kept};
    return true;
}

bool world_animate(struct world *w)
{
    size_t actors = w->map ? rq_rgm_actor_count(w->map) : 0;
    uint32_t *instances = rq_arena_get(w->arena, actors, sizeof *instances);
    if (!instances)
        return false;
    for (const struct world_rig *rig = w->rigs; rig; rig = rig->next)
        instances[rig->actor]++;
    for (const struct world_rig *rig = w->rigs; rig; rig = rig->next) {
        /* The first object of an actor takes the others along. */
        if (instances[rig->actor] && !animate_rig(w, rig, instances[rig->actor]))
            return false;
        instances[rig->actor] = 0;
    }
    return true;
}
