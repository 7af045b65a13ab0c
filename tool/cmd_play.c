/* play: groups of an actor's animations as lists of what happens when. */
#include "core/json.h"
#include "core/text.h"
#include "tool.h"

#include <reliquary/def.h>
#include <reliquary/engine.h>
#include <reliquary/sfx.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_ROUNDS = 10000, MOST_STEPS = 1 << 20 };

struct player {
    const struct args *args;
    struct rq_game *game;
    struct rq_doc_file file;
    struct rq_doc *doc, *def_doc, *sfx_doc; /* doc: of the file, or of the game */
    const struct rq_rgm *map;
    const struct rq_def *def; /* names of groups; or NULL */
    const struct rq_sfx *sfx; /* or NULL */
    size_t actor;
    const struct rq_rgm_model *models;
    size_t model_count;
};

static void close_player(struct player *p)
{
    if (p->doc != p->file.doc)
        rq_doc_free(p->doc);
    rq_doc_free(p->def_doc);
    rq_doc_free(p->sfx_doc);
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
    char name[80];
    *p = (struct player){.args = args};
    if (game)
        p->game = rq_game_open(game, NULL, &err);
    else if (rq_path_kind(path, NULL) == RQ_PATH_FILE)
        p->game = rq_game_open_around(path, NULL, &err);
    if (err.code)
        return report(game ? game : path, &err, EXIT_UNREADABLE);
    snprintf(name, sizeof name, "%.*s.RGM", (int)(strcspn(path, ".") % 60), path);
    if (rq_path_kind(path, NULL) == RQ_PATH_NONE)
        p->doc = from_game(p, name);
    if (!p->doc) {
        int code = open_input(args, path, &p->file);
        if (code)
            return code;
        p->doc = p->file.doc;
    }
    p->map = rq_doc_root(p->doc, "rgm");
    if (!p->map) {
        complain("%s is not a map (RGM)", path);
        return EXIT_UNREADABLE;
    }
    p->def_doc = from_game(p, "SOUP386.DEF");
    p->sfx_doc = from_game(p, "MAIN.SFX");
    p->def = p->def_doc ? rq_doc_root(p->def_doc, "def") : NULL;
    p->sfx = p->sfx_doc ? rq_doc_root(p->sfx_doc, "sfx") : NULL;
    return 0;
}

static struct rq_bytes group_name(const struct player *p, unsigned group)
{
    const struct rq_def_line *line = p->def ? rq_def_group(p->def, group) : NULL;
    return line ? line->name : (struct rq_bytes){0};
}

static struct rq_bytes model_name(const struct player *p, uint32_t model)
{
    return rq_rgm_model_stem(p->models[model].path);
}

static double seconds(uint32_t ticks)
{
    return (double)ticks / RQ_TICKS_A_SECOND;
}

/* The effect of a sound; NULL: there is none, or no MAIN.SFX. */
static const struct rq_sound *effect_of(const struct player *p, int32_t sound)
{
    return p->sfx && sound >= 0 && (size_t)sound < p->sfx->effect_count ? &p->sfx->effects[sound]
                                                                        : NULL;
}

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

/* How long an effect plays at its own rate. */
static double length_of(const struct rq_sound *e)
{
    uint32_t type = e->header.type_id & 3, frame = (type & 1 ? 2u : 1u) * (type & 2 ? 2u : 1u);
    return e->header.sample_rate ? (double)e->samples.size / frame / e->header.sample_rate : 0;
}

static int print_out(struct rq_out *out)
{
    bool failed = out->failed;
    if (failed)
        complain("out of memory");
    else
        fwrite(out->data, 1, out->size, stdout);
    rq_out_free(out);
    return failed ? EXIT_UNREADABLE : EXIT_FINE;
}

/* ---- a group ---- */

static const struct rq_rgm_group *find_group(const struct player *p, unsigned number)
{
    size_t count = 0;
    const struct rq_rgm_group *groups = rq_rgm_actor_groups(p->map, p->actor, &count);
    for (size_t i = 0; i < count; i++)
        if (groups[i].group == number && !groups[i].raw.size)
            return &groups[i];
    return NULL;
}

/* The steps are to be freed; false without memory. */
static bool play(const struct player *p, const struct rq_rgm_group *group, uint32_t rounds,
                 struct rq_play *out)
{
    size_t room = group->count;
    if (rounds)
        room = group->count < MOST_STEPS / (rounds + 1) ? group->count * (rounds + 1) : MOST_STEPS;
    struct rq_step *steps = calloc(room + 1, sizeof *steps);
    if (steps)
        rq_play_group(group, p->models, p->model_count, rounds, steps, room, out);
    return steps != NULL;
}

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
    const struct rq_sound *e = effect_of(p, s->sound);
    char pitch[40] = "", length[60] = "";
    if (e)
        snprintf(length, sizeof length, ", %.3f seconds at %u Hz", length_of(e),
                 e->header.sample_rate);
    else if (p->sfx)
        snprintf(length, sizeof length, ", which MAIN.SFX does not have");
    if (s->pitch)
        snprintf(pitch, sizeof pitch, ", %+d Hz", s->pitch);
    snprintf(text, size, "effect %d%s%s", s->sound, length, pitch);
}

/* What a step does, for a person. */
static void step_text(const struct player *p, const struct rq_step *s, char *text, size_t size)
{
    char words[120];
    struct rq_bytes model;
    text[0] = 0;
    switch (s->kind) {
    case RQ_STEP_FRAME:
        model = model_name(p, s->model);
        snprintf(text, size, "%.*s frame %u", (int)(model.size % 64), (const char *)model.data,
                 s->frame);
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

static const char *command_name(const struct rq_rgm_group *group, const struct rq_step *s)
{
    return rq_rgm_command_info(group->commands[s->command].opcode)->name;
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
    struct rq_bytes name = group_name(p, group->group);
    end_text(play, text, sizeof text);
    say("%.9s group %u%s%.*s: %u ticks, %.3f seconds, %s", rq_rgm_actor(p->map, p->actor)->name,
        group->group, name.size ? " " : "", (int)(name.size % 64), (const char *)name.data,
        play->ticks, seconds(play->ticks), text);
    printf(" tick  seconds  no.  command\n");
    for (size_t i = 0; i < play->count; i++) {
        const struct rq_step *s = &play->steps[i];
        step_text(p, s, text, sizeof text);
        say("%5u %8.3f %4u  %-16s %s", s->tick, seconds(s->tick), s->command,
            command_name(group, s), text);
    }
}

static void step_json(const struct player *p, struct rq_json *j, const struct rq_step *s)
{
    const struct rq_sound *e = effect_of(p, s->sound);
    switch (s->kind) {
    case RQ_STEP_FRAME:
        put_text(j, "model", model_name(p, s->model));
        put_number(j, "frame", s->frame);
        break;
    case RQ_STEP_SOUND:
        put_number(j, "sound", s->sound);
        put_number(j, "pitch", s->pitch);
        if (e) {
            put_number(j, "sample_rate", e->header.sample_rate);
            rq_json_key(j, "sound_seconds");
            rq_json_f64(j, length_of(e));
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

/* What a list of groups and a group itself have. */
static void group_json(const struct player *p, struct rq_json *j, const struct rq_rgm_group *group,
                       const struct rq_play *play)
{
    struct rq_bytes name = group_name(p, group->group);
    put_number(j, "group", group->group);
    if (name.size)
        put_text(j, "name", name);
    put_number(j, "speed", group->speed);
    put_number(j, "type", group->type);
    put_number(j, "ticks", play->ticks);
    rq_json_key(j, "seconds");
    rq_json_f64(j, seconds(play->ticks));
    rq_json_key(j, "loops");
    rq_json_bool(j, play->loops);
    if (play->next >= 0)
        put_number(j, "next", play->next);
    if (play->next_group >= 0)
        put_number(j, "next_group", play->next_group);
}

static int json_steps(const struct player *p, const struct rq_rgm_group *group,
                      const struct rq_play *play)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    rq_json_object(&j);
    put_text(&j, "actor", name_of(rq_rgm_actor(p->map, p->actor)->name));
    group_json(p, &j, group, play);
    rq_json_key(&j, "cut");
    rq_json_bool(&j, play->cut);
    rq_json_key(&j, "steps");
    rq_json_array(&j);
    for (size_t i = 0; i < play->count; i++) {
        const struct rq_step *s = &play->steps[i];
        rq_json_object_row(&j);
        put_number(&j, "tick", s->tick);
        rq_json_key(&j, "seconds");
        rq_json_f64(&j, seconds(s->tick));
        put_number(&j, "command", s->command);
        rq_json_key(&j, "name");
        rq_json_str(&j, command_name(group, s));
        step_json(p, &j, s);
        rq_json_end_object(&j);
    }
    rq_json_end_array(&j);
    rq_json_end_object(&j);
    return print_out(&out);
}

static int play_one(const struct player *p, unsigned number, uint32_t rounds)
{
    const struct rq_rgm_group *group = find_group(p, number);
    struct rq_play played;
    if (!group) {
        complain("%.9s has no group %u; play without --group lists them",
                 rq_rgm_actor(p->map, p->actor)->name, number);
        return EXIT_USAGE;
    }
    if (!play(p, group, rounds, &played)) {
        complain("out of memory");
        return EXIT_UNREADABLE;
    }
    int code = EXIT_FINE;
    if (given(p->args, OPT_json))
        code = json_steps(p, group, &played);
    else
        print_steps(p, group, &played);
    free(played.steps);
    return code;
}

/* ---- lists ---- */

static size_t count_steps(const struct rq_play *play, enum rq_step_kind kind)
{
    size_t n = 0;
    for (size_t i = 0; i < play->count; i++)
        n += play->steps[i].kind == kind;
    return n;
}

static bool list_group(const struct player *p, const struct rq_rgm_group *group, struct rq_json *j)
{
    struct rq_play played;
    char text[60];
    struct rq_bytes name = group_name(p, group->group);
    if (!play(p, group, 0, &played))
        return false;
    size_t frames = count_steps(&played, RQ_STEP_FRAME),
           sounds = count_steps(&played, RQ_STEP_SOUND);
    end_text(&played, text, sizeof text);
    if (j->out) {
        rq_json_object_row(j);
        group_json(p, j, group, &played);
        put_number(j, "frames", (int64_t)frames);
        put_number(j, "sounds", (int64_t)sounds);
        rq_json_end_object(j);
    } else {
        say("%5u  %-24.*s %5u %8.3f %6zu %6zu  %s", group->group, (int)(name.size % 64),
            (const char *)name.data, played.ticks, seconds(played.ticks), frames, sounds, text);
    }
    free(played.steps);
    return true;
}

static int list_groups(const struct player *p)
{
    size_t count = 0;
    struct rq_out out = {0};
    struct rq_json j = {.out = given(p->args, OPT_json) ? &out : NULL};
    const struct rq_rgm_group *groups = rq_rgm_actor_groups(p->map, p->actor, &count);
    bool fine = true;
    if (j.out)
        rq_json_array(&j);
    else
        printf("group  name                     ticks  seconds frames sounds\n");
    for (size_t i = 0; i < count && fine; i++)
        if (!groups[i].raw.size)
            fine = list_group(p, &groups[i], &j);
    if (!fine) {
        complain("out of memory");
        rq_out_free(&out);
        return EXIT_UNREADABLE;
    }
    if (!j.out)
        return EXIT_FINE;
    rq_json_end_array(&j);
    return print_out(&out);
}

static int list_actors(const struct player *p)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    bool json = given(p->args, OPT_json);
    if (json)
        rq_json_array(&j);
    for (size_t i = 0; i < rq_rgm_actor_count(p->map); i++) {
        size_t groups = 0, models = 0;
        const char *name = rq_rgm_actor(p->map, i)->name;
        rq_rgm_actor_groups(p->map, i, &groups);
        rq_rgm_actor_raan(p->map, i, &models);
        if (!json) {
            say("%-9.9s %4zu groups %4zu models", name, groups, models);
            continue;
        }
        rq_json_object_row(&j);
        put_text(&j, "actor", name_of(name));
        put_number(&j, "groups", (int64_t)groups);
        put_number(&j, "models", (int64_t)models);
        rq_json_end_object(&j);
    }
    if (!json)
        return EXIT_FINE;
    rq_json_end_array(&j);
    return print_out(&out);
}

/* A number of an option, up to `most`; false after a message. */
static bool take_number(const struct args *args, enum option_id id, const char *name,
                        unsigned long most, uint32_t *number)
{
    char *end;
    const char *text = args->values[id];
    unsigned long v = text ? strtoul(text, &end, 10) : 0;
    *number = (uint32_t)v;
    if (!text || (end != text && !*end && v <= most))
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
        !take_number(args, OPT_count, "count", MOST_ROUNDS, &rounds))
        return EXIT_USAGE;
    if (given(args, OPT_group) && !actor) {
        complain("--group needs --actor, whose group it is; play without both lists the actors");
        return EXIT_USAGE;
    }
    int code = open_player(args, &p);
    long found = code || !actor ? 0 : rq_rgm_actor_find(p.map, actor, strlen(actor));
    if (found < 0) {
        complain("%s has no actor %s; play without --actor lists them", args->paths[0], actor);
        code = EXIT_USAGE;
    }
    if (!code && actor) {
        p.actor = (size_t)found;
        p.models = rq_rgm_actor_raan(p.map, p.actor, &p.model_count);
        code = given(args, OPT_group) ? play_one(&p, group, rounds) : list_groups(&p);
    } else if (!code) {
        code = list_actors(&p);
    }
    close_player(&p);
    return code;
}
