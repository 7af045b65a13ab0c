/* play: groups of an actor's animations as lists of what happens when. */
#include "game/player.h"
#include "tool.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

struct player {
    const struct args *args;
    struct rq_game *game;
    struct rq_doc_file file;
    struct rq_doc *doc; /* of the file, or of the game */
    struct rq_player of;
};

static void close_player(struct player *p)
{
    if (p->doc != p->file.doc)
        rq_doc_free(p->doc);
    rq_player_close(&p->of);
    rq_doc_file_close(&p->file);
    rq_game_close(p->game);
}

/* A document of the game; NULL: there is none. */
static struct rq_doc *from_game(const struct player *p, const char *name)
{
    struct rq_resource found = {0};
    struct rq_error err = {0};
    if (!p->game || !rq_game_find(p->game, name, &found))
        return NULL;
    return rq_game_read(p->game, &found, NULL, &err);
}

/* 0 or an exit code after a message. */
static int open_player(const struct args *args, struct player *p)
{
    struct rq_error err = {0};
    const char *path = args->paths[0], *game = args->values[OPT_game];
    char name[RQ_SIBLING];
    *p = (struct player){.args = args};
    if (game)
        p->game = rq_game_open(game, NULL, &err);
    else if (rq_path_kind(path, NULL) == RQ_PATH_FILE)
        p->game = rq_game_open_around(path, NULL, &err);
    if (err.code)
        return report(game ? game : path, &err, EXIT_UNREADABLE);
    rq_path_sibling(path, "RGM", name);
    if (rq_path_base(path) == path && rq_path_kind(path, NULL) == RQ_PATH_NONE)
        p->doc = from_game(p, name);
    if (!p->doc) {
        int code = open_input(args, path, &p->file);
        if (code)
            return code;
        p->doc = p->file.doc;
    }
    const struct rq_rgm *map = rq_doc_root(p->doc, "rgm");
    if (!map) {
        complain("%s is not a map (RGM)", path);
        return EXIT_UNREADABLE;
    }
    rq_player_open(&p->of, p->game, map);
    return 0;
}

static void print_out(struct rq_out *out)
{
    print_whole(out);
    rq_out_free(out);
}

/* ---- a group ---- */

static const char *rumble_text(int effects, char *text, size_t size)
{
    static const struct {
        int bits;
        const char *what;
    } rows[] = {{RQ_RUMBLE_SOUND_5, "sound in state 5"},
                {RQ_RUMBLE_SOUND_1, "sound in state 1"},
                {RQ_RUMBLE_SOUND_6, "sound in state 6"},
                {RQ_RUMBLE_SHAKE, "the camera shakes"}};
    size_t n = 0;
    snprintf(text, size, "nothing");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (effects & rows[i].bits)
            n += (size_t)snprintf(text + n, size - n, "%s%s", n ? ", " : "", rows[i].what);
    return text;
}

static const char *trigger_text(int triggers, char *text, size_t size)
{
    static const char *const names[] = {"jump right", "jump left", "trigger 0x2500",
                                        "trigger 0x2700", "counter"};
    size_t n = 0;
    snprintf(text, size, "nothing");
    for (size_t i = 0; i < 5; i++)
        if (triggers >> i & 1)
            n += (size_t)snprintf(text + n, size - n, "%s%s", n ? ", " : "", names[i]);
    return text;
}

static void sound_text(const struct player *p, const struct rq_step *s, char *text, size_t size)
{
    const struct rq_sound *e = rq_player_effect(&p->of, s->sound);
    char pitch[40] = "", length[60] = "";
    if (e)
        snprintf(length, sizeof length, ", %.3f seconds at %u Hz", rq_player_length(e),
                 e->header.sample_rate);
    else if (p->of.sfx)
        snprintf(length, sizeof length, ", which MAIN.SFX does not have");
    if (s->pitch)
        snprintf(pitch, sizeof pitch, ", %+d Hz", s->pitch);
    snprintf(text, size, "effect %d%s%s", s->sound, length, pitch);
}

/* So many letters of a name are shown. */
static int shown(struct rq_bytes name)
{
    return name.size < 64 ? (int)name.size : 64;
}

/* What a step does, for a person. */
static void step_text(const struct player *p, const struct rq_step *s, char *text, size_t size)
{
    char words[120];
    struct rq_bytes model;
    text[0] = 0;
    switch (s->kind) {
    case RQ_STEP_FRAME:
        model = rq_player_model_name(&p->of, s->model);
        snprintf(text, size, "%.*s frame %u", shown(model), (const char *)model.data, s->frame);
        break;
    case RQ_STEP_SOUND: sound_text(p, s, text, size); break;
    case RQ_STEP_DELAY: snprintf(text, size, "%u ticks", s->wait); break;
    case RQ_STEP_RUMBLE:
        snprintf(text, size, "%s", rumble_text(s->effects, words, sizeof words));
        break;
    case RQ_STEP_TRANSITION:
        snprintf(text, size, "to group %d from command %d on: %s", s->group, s->target,
                 trigger_text(s->triggers, words, sizeof words));
        break;
    case RQ_STEP_JUMP:
        snprintf(text, size, "to command %d%s", s->target, s->taken ? "" : ", not taken here");
        break;
    case RQ_STEP_CHANGE:
        snprintf(text, size, "to group %d, command %d", s->group, s->target);
        break;
    case RQ_STEP_ROTATION:
    case RQ_STEP_POSITION:
        snprintf(text, size, "%d %d %d", s->amount[0], s->amount[1], s->amount[2]);
        break;
    case RQ_STEP_OTHER: snprintf(text, size, "a frame that no model has"); break;
    case RQ_STEP_BREAK:
    case RQ_STEP_END: break;
    }
}

static void end_text(const struct rq_play *play, char *text, size_t size)
{
    if (play->cut)
        snprintf(text, size, "cut off here");
    else if (play->loops)
        snprintf(text, size, "then again from command %d on", play->next);
    else if (play->next_group >= 0)
        snprintf(text, size, "then group %d", play->next_group);
    else
        snprintf(text, size, "then it ends");
}

static void print_steps(const struct player *p, const struct rq_rgm_group *group,
                        const struct rq_play *play)
{
    char text[200];
    struct rq_bytes name = rq_player_group_name(&p->of, group->group);
    end_text(play, text, sizeof text);
    say("%.9s group %u%s%.*s: %u ticks, %.3f seconds, %s",
        rq_rgm_actor(p->of.map, p->of.actor)->name, group->group, name.size ? " " : "", shown(name),
        (const char *)name.data, play->ticks, rq_player_seconds(play->ticks), text);
    printf(" tick  seconds  no.  command\n");
    for (size_t i = 0; i < play->count; i++) {
        const struct rq_step *s = &play->steps[i];
        step_text(p, s, text, sizeof text);
        say("%5u %8.3f %4u  %-16s %s", s->tick, rq_player_seconds(s->tick), s->command,
            rq_player_command(group, s), text);
    }
}

static void json_steps(const struct player *p, const struct rq_rgm_group *group,
                       const struct rq_play *play)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    rq_player_put_steps(&p->of, &j, group, play);
    print_out(&out);
}

static int play_one(const struct player *p, unsigned number, uint32_t rounds)
{
    const struct rq_rgm_group *group = rq_player_group(&p->of, number);
    struct rq_play played;
    if (!group) {
        complain("%.9s has no group %u; play without --group lists them",
                 rq_rgm_actor(p->of.map, p->of.actor)->name, number);
        return EXIT_USAGE;
    }
    if (!rq_player_play(&p->of, group, rounds, &played))
        out_of_memory();
    if (given(p->args, OPT_json))
        json_steps(p, group, &played);
    else
        print_steps(p, group, &played);
    free(played.steps);
    return EXIT_FINE;
}

/* ---- lists ---- */

static void list_group(const struct player *p, const struct rq_rgm_group *group)
{
    struct rq_play played;
    char text[60];
    struct rq_bytes name = rq_player_group_name(&p->of, group->group);
    if (!rq_player_play(&p->of, group, 0, &played))
        out_of_memory();
    end_text(&played, text, sizeof text);
    say("%5u  %-24.*s %5u %8.3f %6zu %6zu  %s", group->group, shown(name), (const char *)name.data,
        played.ticks, rq_player_seconds(played.ticks), rq_player_count(&played, RQ_STEP_FRAME),
        rq_player_count(&played, RQ_STEP_SOUND), text);
    free(played.steps);
}

static void list_groups(const struct player *p)
{
    size_t count = 0;
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    const struct rq_rgm_group *groups = rq_rgm_actor_groups(p->of.map, p->of.actor, &count);
    if (given(p->args, OPT_json)) {
        if (!rq_player_put_groups(&p->of, &j))
            out_of_memory();
        print_out(&out);
        return;
    }
    printf("group  name                     ticks  seconds frames sounds\n");
    for (size_t i = 0; i < count; i++)
        if (!groups[i].raw.size)
            list_group(p, &groups[i]);
}

static void list_actors(const struct player *p)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    if (given(p->args, OPT_json)) {
        rq_player_put_actors(&p->of, &j);
        print_out(&out);
        return;
    }
    for (size_t i = 0; i < rq_rgm_actor_count(p->of.map); i++) {
        size_t groups = 0, models = 0;
        rq_rgm_actor_groups(p->of.map, i, &groups);
        rq_rgm_actor_raan(p->of.map, i, &models);
        say("%-9.9s %4zu groups %4zu models", rq_rgm_actor(p->of.map, i)->name, groups, models);
    }
}

/* A number of an option, up to `most`; false after a message. */
static bool take_number(const struct args *args, enum option_id id, const char *name,
                        unsigned long most, uint32_t *number)
{
    char *end;
    const char *text = args->values[id];
    unsigned long v = text ? strtoul(text, &end, 10) : 0;
    *number = (uint32_t)v;
    if (!text || (isdigit((unsigned char)*text) && !*end && v <= most))
        return true;
    complain("--%s takes a number from 0 to %lu, not %s", name, most, text);
    return false;
}

int run_play(const struct args *args)
{
    struct player p;
    uint32_t group, rounds;
    const char *actor = args->values[OPT_actor];
    if (!take_number(args, OPT_group, "group", UINT16_MAX, &group) ||
        !take_number(args, OPT_count, "count", RQ_PLAYER_ROUNDS, &rounds))
        return EXIT_USAGE;
    if (given(args, OPT_group) && !actor) {
        complain("--group needs --actor, whose group it is; play without both lists the actors");
        return EXIT_USAGE;
    }
    int code = open_player(args, &p);
    if (!code && actor && !rq_player_choose(&p.of, actor)) {
        complain("%s has no actor %s; play without --actor lists them", args->paths[0], actor);
        code = EXIT_USAGE;
    }
    if (!code && given(args, OPT_group))
        code = play_one(&p, group, rounds);
    else if (!code && actor)
        list_groups(&p);
    else if (!code)
        list_actors(&p);
    close_player(&p);
    return code;
}
