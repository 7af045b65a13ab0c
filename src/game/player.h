/* Animations of the actors of a map, put together with the names of SOUP386.DEF and the effects of MAIN.SFX; and as JSON. */
#ifndef RQ_GAME_PLAYER_H
#define RQ_GAME_PLAYER_H

#include "core/json.h"

#include <reliquary/def.h>
#include <reliquary/engine.h>
#include <reliquary/game.h>
#include <reliquary/sfx.h>

enum { RQ_PLAYER_ROUNDS = 10000 };

struct rq_player {
    struct rq_doc *def_doc, *sfx_doc;
    const struct rq_rgm *map;
    const struct rq_def *def; /* names of groups; or NULL */
    const struct rq_sfx *sfx; /* or NULL */
    size_t actor;
    const struct rq_rgm_model *models; /* of the actor */
    size_t model_count;
};

/* game may be NULL; map must outlive the player. */
void rq_player_open(struct rq_player *p, const struct rq_game *game, const struct rq_rgm *map);
void rq_player_close(struct rq_player *p);
/* The actor that is played from here on; false: the map has none of this name. */
bool rq_player_choose(struct rq_player *p, const char *actor);

/* NULL: the actor has no such group that can be played. */
const struct rq_rgm_group *rq_player_group(const struct rq_player *p, unsigned number);
/* The steps are to be freed; false without memory. */
bool rq_player_play(const struct rq_player *p, const struct rq_rgm_group *group, uint32_t rounds,
                    struct rq_play *out);
/* Steps of a kind. */
size_t rq_player_count(const struct rq_play *play, enum rq_step_kind kind);

/* Names are cp437. */
struct rq_bytes rq_player_group_name(const struct rq_player *p, unsigned group);
struct rq_bytes rq_player_model_name(const struct rq_player *p, uint32_t model);
const char *rq_player_command(const struct rq_rgm_group *group, const struct rq_step *s);
double rq_player_seconds(uint32_t ticks);
/* The effect of a sound; NULL: there is none, or no MAIN.SFX. And how long it plays at its own rate. */
const struct rq_sound *rq_player_effect(const struct rq_player *p, int32_t sound);
double rq_player_length(const struct rq_sound *effect);

/* ---- as JSON ---- */

void rq_player_put_actors(const struct rq_player *p, struct rq_json *j);
/* False without memory. */
bool rq_player_put_groups(const struct rq_player *p, struct rq_json *j);
void rq_player_put_steps(const struct rq_player *p, struct rq_json *j,
                         const struct rq_rgm_group *group, const struct rq_play *play);

#endif
