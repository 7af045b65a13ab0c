#include "game/player.h"

#include "core/text.h"

#include <stdlib.h>

enum { MOST_STEPS = 1 << 20 };

static struct rq_doc *from_game(const struct rq_game *game, const char *name)
{
    struct rq_resource found = {0};
    struct rq_error err = {0};
    if (!game || !rq_game_find(game, name, &found))
        return NULL;
    return rq_game_read(game, &found, NULL, &err);
}

void rq_player_open(struct rq_player *p, const struct rq_game *game, const struct rq_rgm *map)
{
    *p = (struct rq_player){.map = map};
    p->def_doc = from_game(game, "SOUP386.DEF");
    p->sfx_doc = from_game(game, "MAIN.SFX");
    p->def = p->def_doc ? rq_doc_root(p->def_doc, "def") : NULL;
    p->sfx = p->sfx_doc ? rq_doc_root(p->sfx_doc, "sfx") : NULL;
}

void rq_player_close(struct rq_player *p)
{
    rq_doc_free(p->def_doc);
    rq_doc_free(p->sfx_doc);
}

bool rq_player_choose(struct rq_player *p, const char *actor)
{
    long found = rq_rgm_actor_find(p->map, actor, strlen(actor));
    if (found < 0)
        return false;
    p->actor = (size_t)found;
    p->models = rq_rgm_actor_raan(p->map, p->actor, &p->model_count);
    return true;
}

struct rq_bytes rq_player_group_name(const struct rq_player *p, unsigned group)
{
    const struct rq_def_line *line = p->def ? rq_def_group(p->def, group) : NULL;
    return line ? line->name : (struct rq_bytes){0};
}

struct rq_bytes rq_player_model_name(const struct rq_player *p, uint32_t model)
{
    return rq_rgm_model_stem(p->models[model].path);
}

double rq_player_seconds(uint32_t ticks)
{
    return (double)ticks / RQ_TICKS_A_SECOND;
}

const struct rq_sound *rq_player_effect(const struct rq_player *p, int32_t sound)
{
    return p->sfx && sound >= 0 && (size_t)sound < p->sfx->effect_count ? &p->sfx->effects[sound]
                                                                        : NULL;
}

double rq_player_length(const struct rq_sound *e)
{
    uint32_t type = e->header.type_id & 3, frame = (type & 1 ? 2u : 1u) * (type & 2 ? 2u : 1u);
    return e->header.sample_rate ? (double)e->samples.size / frame / e->header.sample_rate : 0;
}

const struct rq_rgm_group *rq_player_group(const struct rq_player *p, unsigned number)
{
    size_t count = 0;
    const struct rq_rgm_group *groups = rq_rgm_actor_groups(p->map, p->actor, &count);
    for (size_t i = 0; i < count; i++)
        if (groups[i].group == number && !groups[i].raw.size)
            return &groups[i];
    return NULL;
}

bool rq_player_play(const struct rq_player *p, const struct rq_rgm_group *group, uint32_t rounds,
                    struct rq_play *out)
{
    size_t room = group->count;
    if (rounds)
        room = group->count < MOST_STEPS / (rounds + 1) ? group->count * (rounds + 1) : MOST_STEPS;
    struct rq_step *steps = rq_mem_zeroed(room + 1, sizeof *steps);
    if (steps)
        rq_play_group(group, p->models, p->model_count, rounds, steps, room, out);
    return steps != NULL;
}

const char *rq_player_command(const struct rq_rgm_group *group, const struct rq_step *s)
{
    return rq_rgm_command_info(group->commands[s->command].opcode)->name;
}

size_t rq_player_count(const struct rq_play *play, enum rq_step_kind kind)
{
    size_t n = 0;
    for (size_t i = 0; i < play->count; i++)
        n += play->steps[i].kind == kind;
    return n;
}

/* ---- as JSON ---- */

static void put_number(struct rq_json *j, const char *key, int64_t v)
{
    rq_json_key(j, key);
    rq_json_i64(j, v);
}

static void put_text(struct rq_json *j, const char *key, struct rq_bytes text)
{
    rq_json_key(j, key);
    rq_json_text(j, RQ_CP437, text);
}

static struct rq_bytes name_of(const char name[9])
{
    return (struct rq_bytes){(const uint8_t *)name, strnlen(name, 9)};
}

void rq_player_put_actors(const struct rq_player *p, struct rq_json *j)
{
    rq_json_array(j);
    for (size_t i = 0; i < rq_rgm_actor_count(p->map); i++) {
        size_t groups = 0, models = 0;
        const char *name = rq_rgm_actor(p->map, i)->name;
        rq_rgm_actor_groups(p->map, i, &groups);
        rq_rgm_actor_raan(p->map, i, &models);
        rq_json_object_row(j);
        put_text(j, "actor", name_of(name));
        put_number(j, "groups", (int64_t)groups);
        put_number(j, "models", (int64_t)models);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

/* What a list of groups and a group itself have. */
static void group_json(const struct rq_player *p, struct rq_json *j,
                       const struct rq_rgm_group *group, const struct rq_play *play)
{
    struct rq_bytes name = rq_player_group_name(p, group->group);
    put_number(j, "group", group->group);
    if (name.size)
        put_text(j, "name", name);
    put_number(j, "speed", group->speed);
    put_number(j, "type", group->type);
    put_number(j, "ticks", play->ticks);
    rq_json_key(j, "seconds");
    rq_json_f64(j, rq_player_seconds(play->ticks));
    rq_json_key(j, "loops");
    rq_json_bool(j, play->loops);
    if (play->next >= 0)
        put_number(j, "next", play->next);
    if (play->next_group >= 0)
        put_number(j, "next_group", play->next_group);
}

static bool put_group(const struct rq_player *p, const struct rq_rgm_group *group,
                      struct rq_json *j)
{
    struct rq_play played;
    if (!rq_player_play(p, group, 0, &played))
        return false;
    rq_json_object_row(j);
    group_json(p, j, group, &played);
    put_number(j, "frames", (int64_t)rq_player_count(&played, RQ_STEP_FRAME));
    put_number(j, "sounds", (int64_t)rq_player_count(&played, RQ_STEP_SOUND));
    rq_json_end_object(j);
    free(played.steps);
    return true;
}

bool rq_player_put_groups(const struct rq_player *p, struct rq_json *j)
{
    size_t count = 0;
    const struct rq_rgm_group *groups = rq_rgm_actor_groups(p->map, p->actor, &count);
    bool fine = true;
    rq_json_array(j);
    for (size_t i = 0; i < count && fine; i++)
        if (!groups[i].raw.size)
            fine = put_group(p, &groups[i], j);
    rq_json_end_array(j);
    return fine;
}

static void step_json(const struct rq_player *p, struct rq_json *j, const struct rq_step *s)
{
    const struct rq_sound *e = rq_player_effect(p, s->sound);
    switch (s->kind) {
    case RQ_STEP_FRAME:
        put_text(j, "model", rq_player_model_name(p, s->model));
        put_number(j, "frame", s->frame);
        break;
    case RQ_STEP_SOUND:
        put_number(j, "sound", s->sound);
        put_number(j, "pitch", s->pitch);
        if (e) {
            put_number(j, "sample_rate", e->header.sample_rate);
            rq_json_key(j, "sound_seconds");
            rq_json_f64(j, rq_player_length(e));
        }
        break;
    case RQ_STEP_DELAY: put_number(j, "wait", s->wait); break;
    case RQ_STEP_RUMBLE: put_number(j, "effects", s->effects); break;
    case RQ_STEP_TRANSITION: put_number(j, "triggers", s->triggers); /* fall through */
    case RQ_STEP_CHANGE: put_number(j, "group", s->group);           /* fall through */
    case RQ_STEP_JUMP: put_number(j, "target", s->target); break;
    case RQ_STEP_ROTATION:
    case RQ_STEP_POSITION:
        rq_json_key(j, "amount");
        rq_json_array_row(j);
        for (size_t k = 0; k < 3; k++)
            rq_json_i64(j, s->amount[k]);
        rq_json_end_array(j);
        break;
    case RQ_STEP_BREAK:
    case RQ_STEP_END:
    case RQ_STEP_OTHER: break;
    }
    if (s->kind == RQ_STEP_JUMP) {
        rq_json_key(j, "taken");
        rq_json_bool(j, s->taken);
    }
}

void rq_player_put_steps(const struct rq_player *p, struct rq_json *j,
                         const struct rq_rgm_group *group, const struct rq_play *play)
{
    rq_json_object(j);
    put_text(j, "actor", name_of(rq_rgm_actor(p->map, p->actor)->name));
    group_json(p, j, group, play);
    rq_json_key(j, "cut");
    rq_json_bool(j, play->cut);
    rq_json_key(j, "steps");
    rq_json_array(j);
    for (size_t i = 0; i < play->count; i++) {
        const struct rq_step *s = &play->steps[i];
        rq_json_object_row(j);
        put_number(j, "tick", s->tick);
        rq_json_key(j, "seconds");
        rq_json_f64(j, rq_player_seconds(s->tick));
        put_number(j, "command", s->command);
        rq_json_key(j, "name");
        rq_json_str(j, rq_player_command(group, s));
        step_json(p, j, s);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    rq_json_end_object(j);
}
