/* What actors hold: an item of ITEM.INI at the hand or the hip, wherever their frames put it. */
#include "core/line.h"
#include "game/world_parts.h"
#include "script/soup/code.h"

#include <reliquary/def.h>
#include <reliquary/engine.h>

/* Of all frames of all models of one actor, and models of all actors: the game has fewer than a
 * thousand of both. A hostile map has thousands of actors share thousands of models. */
enum { MOST_POSES = 1 << 16, MOST_READS = 1 << 12 };

/* ---- which item ---- */

/* The first number that its script hands to HandItem; -1: none. */
static int item_of_script(const struct rq_rgm *map, size_t actor)
{
    static const char call[] = "HandItem";
    const struct rq_soup_script *script = rq_rgm_actor_script(map, actor);
    int id = rq_soup_function_by_name((struct rq_str){call, sizeof call - 1});
    for (size_t i = 0; script && i < script->count; i++) {
        const struct rq_soup_value *v = &script->instrs[i].main;
        bool plain = v->op <= RQ_SOUP_OP_FUNCTION;
        bool mine = (v->op == RQ_SOUP_OP_OBJDOTTASK || v->op == RQ_SOUP_OP_OBJDOTFUNC) &&
                    v->object == RQ_SOUP_ME;
        if ((plain || mine) && v->id == id && v->count && v->args[0].op == RQ_SOUP_OP_NUMERIC)
            return v->args[0].number;
    }
    return -1;
}

/* The player has the weapon that ITEM.INI names. */
static int item_of_player(const struct rq_ini *items)
{
    const struct rq_ini_line *line = rq_ini_find(items, NULL, "default_weapon_item", NULL);
    int64_t number;
    return line && rq_line_number(line->value, &number) && number >= 0 && number < 1000
               ? (int)number
               : -1;
}

/* *asked: it was asked for, not found in the data. */
static int item_of_actor(const struct world *w, size_t actor, bool *asked)
{
    const struct rq_world_parts *parts = w->parts;
    const char *name = rq_rgm_actor(w->map, actor)->name;
    char kept[10] = {0};
    memcpy(kept, name, 9);
    *asked = parts->item >= 0 && (!parts->actor || rq_casecmp(parts->actor, kept) == 0);
    if (*asked)
        return parts->item;
    int item = item_of_script(w->map, actor);
    return item < 0 && rq_casecmp(kept, "CYRUS") == 0 ? item_of_player(parts->items) : item;
}

/* ---- where it is ---- */

/* Poses of a model's frames, for hand and hip. */
static void fill_poses(const struct rq_rgm_extra *extra, const struct rq_model3d *model,
                       uint32_t frames, uint32_t start, struct world_hold *hold)
{
    for (uint32_t frame = 0; frame < frames; frame++)
        for (unsigned k = 0; k < 2; k++) {
            float at[2][3];
            hold->known[k][start + frame] =
                rq_attach_hold(extra, model, frame, (enum rq_attach_to)k, at);
            if (hold->known[k][start + frame])
                rq_attach_pose((const float(*)[3])at, &hold->poses[k][start + frame]);
        }
}

static bool find_poses(struct world *w, const struct rq_rgm_model *raan, size_t count,
                       const struct rq_rgm_extra *extra, struct world_hold *hold)
{
    uint32_t all = 0;
    hold->starts = rq_arena_get(w->arena, count, sizeof *hold->starts);
    for (size_t i = 0; hold->starts && i < count; i++) {
        hold->starts[i] = all;
        all += raan[i].frame_count;
    }
    if (all > MOST_POSES)
        all = 0;
    for (unsigned k = 0; k < 2; k++) {
        hold->poses[k] = rq_arena_get(w->arena, all, sizeof *hold->poses[k]);
        hold->known[k] = rq_arena_get(w->arena, all, sizeof *hold->known[k]);
    }
    if (!hold->starts || !hold->poses[0] || !hold->known[0] || !hold->poses[1] || !hold->known[1])
        return false;
    hold->count = all;
    for (size_t i = 0; all && i < count && w->pose_reads++ < MOST_READS; i++) {
        struct rq_bytes stem = rq_rgm_model_stem(raan[i].path);
        struct rq_models_found found =
            rq_models_find(&w->finder, (const char *)stem.data, stem.size);
        if (found.doc)
            fill_poses(extra, found.model, raan[i].frame_count, hold->starts[i], hold);
        rq_doc_free(found.doc);
    }
    return true;
}

/* ---- an actor ---- */

static bool find_item(struct world *w, int number, struct world_hold *hold)
{
    struct rq_item item;
    if (number < 0 || !rq_item_read(w->parts->items, number, &item))
        return true;
    const char *files[2] = {item.hand, item.hilt};
    for (unsigned k = 0; k < 2; k++) {
        struct world_model model = {.mesh = -1};
        if (files[k][0] && !world_find_model(w, files[k], strlen(files[k]), 0, &model))
            return false;
        hold->meshes[k] = model.mesh;
        hold->names[k] = rq_arena_printf(w->arena, "%.*s %s", (int)strcspn(files[k], "."), files[k],
                                         k ? "hip" : "hand");
        if (!hold->names[k])
            return false;
    }
    return true;
}

/* Once for each actor. *made may have no meshes: it holds nothing. NULL without memory. */
static struct world_hold *find_hold(struct world *w, size_t actor)
{
    size_t count = 0;
    bool asked;
    const struct rq_rgm_model *raan = rq_rgm_actor_raan(w->map, actor, &count);
    const struct rq_rgm_extra *extra = rq_rgm_actor_raex(w->map, actor);
    for (struct world_hold *hold = w->holds; hold; hold = hold->next)
        if (hold->actor == actor)
            return hold;
    struct world_hold *hold = rq_arena_get(w->arena, 1, sizeof *hold);
    if (!hold)
        return NULL;
    *hold = (struct world_hold){.actor = (uint32_t)actor, .meshes = {-1, -1}, .next = w->holds};
    w->holds = hold;
    int item = item_of_actor(w, actor, &asked);
    enum rq_attach_to usual = asked ? RQ_ATTACH_HAND : RQ_ATTACH_HIP;
    hold->at = w->parts->has_hold ? w->parts->hold : usual;
    if (!extra || item < 0 || !find_item(w, item, hold) ||
        (hold->meshes[0] < 0 && hold->meshes[1] < 0))
        return w->view->err->code ? NULL : hold;
    return find_poses(w, raan, count, extra, hold) ? hold : NULL;
}

bool world_hold_item(struct world *w, struct world_rig *rig, int node, uint32_t model)
{
    rig->held[0] = rig->held[1] = -1;
    if (!w->parts->items)
        return true;
    const struct world_hold *hold = rig->hold = find_hold(w, rig->actor);
    for (unsigned k = 0; hold && k < 2; k++) {
        /* The first frame of the model that is shown; where it has no such vertices, none does. */
        if (hold->meshes[k] < 0 || !hold->count || hold->starts[model] >= hold->count ||
            !hold->known[k][hold->starts[model]])
            continue;
        const struct rq_attach_pose *pose = &hold->poses[k][hold->starts[model]];
        int at = rig->held[k] = world_add_node(w, hold->names[k], node);
        if (at < 0)
            return false;
        w->nodes[at].mesh = hold->meshes[k];
        memcpy(w->nodes[at].translation, pose->place, sizeof pose->place);
        memcpy(w->nodes[at].rotation, pose->turn, sizeof pose->turn);
        for (size_t i = 0; i < 3; i++)
            w->nodes[at].scale[i] = hold->at == (enum rq_attach_to)k;
    }
    return hold != NULL;
}

/* ---- animations ---- */

static bool contains(struct rq_bytes text, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= text.size; i++) {
        size_t k = 0;
        while (k < size && rq_lower((char)text.data[i + k]) == word[k])
            k++;
        if (k == size)
            return true;
    }
    return false;
}

/* By the name of the group in SOUP386.DEF: nothing else tells. */
static enum rq_weapon_state state_of(const struct world *w, unsigned group)
{
    const struct rq_def_line *line = w->def ? rq_def_group(w->def, group) : NULL;
    if (line && contains(line->name, "sheath"))
        return RQ_WEAPON_SHEATHS;
    bool weapon = line && (contains(line->name, "sword") || contains(line->name, "weapon"));
    return weapon && contains(line->name, "draw") ? RQ_WEAPON_DRAWS : RQ_WEAPON_IDLE;
}

/* Times, places, turns and sizes of what is held, a key at each frame of the group. */
struct held_track {
    uint32_t count;
    float *times, *places, *turns, *scales;
};

static bool fill_track(struct world *w, const struct world_hold *hold, const struct rq_play *play,
                       unsigned group, unsigned k, struct held_track *t)
{
    enum rq_weapon_state state = state_of(w, group);
    const struct rq_rgm_attributes *attributes = rq_rgm_actor_attributes(w->map, hold->actor);
    bool drawn = hold->at == RQ_ATTACH_HAND;
    uint32_t shown = 0;
    t->times = rq_arena_get(w->arena, play->count, sizeof(float));
    t->places = rq_arena_get(w->arena, play->count, 3 * sizeof(float));
    t->turns = rq_arena_get(w->arena, play->count, 4 * sizeof(float));
    t->scales = rq_arena_get(w->arena, play->count, 3 * sizeof(float));
    if (!t->times || !t->places || !t->turns || !t->scales)
        return false;
    for (size_t i = 0; i < play->count; i++) {
        const struct rq_step *s = &play->steps[i];
        uint32_t at = world_has_key(s) ? hold->starts[s->model] + s->frame : hold->count;
        if (world_has_key(s))
            rq_weapon_at(state, shown++, attributes, &drawn);
        if (at >= hold->count || !hold->known[k][at])
            continue;
        t->times[t->count] = (float)s->tick / RQ_TICKS_A_SECOND;
        memcpy(t->places + (size_t)t->count * 3, hold->poses[k][at].place, 3 * sizeof(float));
        memcpy(t->turns + (size_t)t->count * 4, hold->poses[k][at].turn, 4 * sizeof(float));
        for (size_t n = 0; n < 3; n++)
            t->scales[(size_t)t->count * 3 + n] = drawn == (k == RQ_ATTACH_HAND);
        t->count++;
    }
    if (state == RQ_WEAPON_IDLE)
        t->scales = NULL;
    return true;
}

static void put_tracks(const struct world_rig *first, unsigned k, const struct held_track *t,
                       struct rq_animation *animation, struct rq_channel *channels)
{
    const struct {
        enum rq_path path;
        const float *values;
    } rows[] = {
        {RQ_PATH_TRANSLATION, t->places}, {RQ_PATH_ROTATION, t->turns}, {RQ_PATH_SCALE, t->scales}};
    for (const struct world_rig *rig = first; t->count && rig; rig = rig->next)
        for (size_t i = 0; i < 3 && rig->actor == first->actor && rig->held[k] >= 0; i++)
            if (rows[i].values)
                channels[animation->channel_count++] =
                    (struct rq_channel){.node = rig->held[k],
                                        .path = rows[i].path,
                                        .step = rows[i].path == RQ_PATH_SCALE,
                                        .key_count = t->count,
                                        .times = t->times,
                                        .values = rows[i].values};
}

bool world_move_items(struct world *w, const struct world_rig *rig, const struct rq_play *play,
                      unsigned group, struct rq_animation *animation, struct rq_channel *channels)
{
    for (unsigned k = 0; k < 2; k++) {
        struct held_track track = {0};
        if (rig->held[k] < 0)
            continue;
        if (!fill_track(w, rig->hold, play, group, k, &track))
            return false;
        put_tracks(rig, k, &track, animation, channels);
    }
    return true;
}
