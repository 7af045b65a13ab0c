/* Saved games: slots, what they hold, and changes by the short paths of docs/saves.md. */
#include "core/file.h"
#include "core/text.h"
#include "service/call.h"

#include <reliquary/save.h>
#include <stdlib.h>

/* ---- slots ---- */

static void put_slot(struct call *c, const char *path, size_t number)
{
    struct rq_kotor_save *save = rq_save_open(path, NULL, NULL);
    const struct rq_save_info *info = save ? rq_save_describe(save) : NULL;
    rq_json_object(&c->j);
    put_number(&c->j, "slot", number);
    put_text(&c->j, "folder", rq_path_base(path));
    put_bool(&c->j, "readable", save != NULL);
    if (info) {
        put_text(&c->j, "name", info->name);
        put_text(&c->j, "area", info->area);
        put_text(&c->j, "module", info->module);
        put_number(&c->j, "seconds", info->seconds);
        put_number(&c->j, "time", info->time);
        put_number(&c->j, "gold", info->gold);
        put_bool(&c->j, "transition", info->kind == RQ_SAVE_TRANSITION);
        put_bool(&c->j, "readOnly", info->platform == RQ_SAVE_XBOX);
        rq_json_key(&c->j, "party");
        rq_json_array(&c->j);
        for (size_t i = 0; i < info->party_count; i++)
            rq_json_str(&c->j, info->party[i]);
        rq_json_end_array(&c->j);
    }
    rq_json_end_object(&c->j);
    rq_save_close(save);
}

/* Short paths and repairs, as the page offers them. */
static void put_words(struct call *c)
{
    rq_json_key(&c->j, "paths");
    rq_json_array(&c->j);
    const struct rq_save_path *path;
    for (size_t i = 0; (path = rq_save_path_at(i)); i++) {
        rq_json_object(&c->j);
        put_text(&c->j, "path", path->path);
        put_text(&c->j, "value", path->value);
        put_text(&c->j, "where", path->where);
        rq_json_end_object(&c->j);
    }
    rq_json_end_array(&c->j);
    rq_json_key(&c->j, "repairs");
    rq_json_array(&c->j);
    const struct rq_save_repair *repair;
    for (size_t i = 0; (repair = rq_save_repair_at(i)); i++) {
        rq_json_object(&c->j);
        put_text(&c->j, "name", repair->name);
        put_text(&c->j, "what", repair->what);
        put_text(&c->j, "loses", repair->loses);
        put_text(&c->j, "argument", repair->argument);
        rq_json_end_object(&c->j);
    }
    rq_json_end_array(&c->j);
}

bool answer_slots(struct call *c)
{
    struct opened *o;
    struct rq_game *game = take_game(c, &o);
    if (!game)
        return false;
    struct rq_slots *slots = rq_slots_open(o->root, &c->err);
    rq_json_object(&c->j);
    rq_json_key(&c->j, "slots");
    rq_json_array(&c->j);
    for (size_t i = 0; slots && i < rq_slots_count(slots); i++)
        if (strcmp(rq_slots_family(slots, i), "kotor") == 0)
            put_slot(c, rq_slots_path(slots, i), i + 1);
    rq_json_end_array(&c->j);
    put_words(c);
    rq_json_end_object(&c->j);
    rq_game_close(game);
    bool fine = slots != NULL;
    rq_slots_close(slots);
    return fine;
}

/* The folder of the slot that a parameter names by its number; NULL after refuse. */
static const char *slot_path(struct call *c, const struct opened *o, const char *name)
{
    uint64_t number = parameter_number(c, name, 0);
    const char *path = NULL;
    struct rq_slots *slots = rq_slots_open(o->root, &c->err);
    if (slots && number >= 1 && number <= rq_slots_count(slots)) {
        const char *folder = rq_slots_path(slots, (size_t)number - 1);
        path = rq_arena_text(&c->arena, folder, strlen(folder));
    }
    rq_slots_close(slots);
    if (!path)
        refuse(c, 404, name, "there is no slot %s; /api/slots lists them", parameter(c, name));
    return path;
}

/* ---- one slot ---- */

/* Opens the slot of the request and gives it to fn. */
static bool with_slot(struct call *c, bool (*fn)(struct call *c, const struct rq_game *game,
                                                 const char *path, struct rq_kotor_save *save))
{
    struct opened *o;
    struct rq_game *game = take_game(c, &o);
    const char *path = game ? slot_path(c, o, "slot") : NULL;
    const struct rq_save_options options = {.no_files = true};
    struct rq_kotor_save *save = path ? rq_save_open(path, &options, &c->err) : NULL;
    bool fine = save && fn(c, game, path, save);
    rq_save_close(save);
    rq_game_close(game);
    return fine;
}

static bool put_report(struct call *c, const struct rq_game *game, const char *path,
                       struct rq_kotor_save *save)
{
    (void)path;
    struct rq_save_report report = {.game = game, .all = *parameter(c, "all") != 0};
    return rq_save_report(save, &report, &c->response->body, &c->err);
}

bool answer_slot(struct call *c)
{
    return with_slot(c, put_report);
}

static bool put_screen(struct call *c, const struct rq_game *game, const char *path,
                       struct rq_kotor_save *save)
{
    (void)game;
    (void)path;
    c->response->type = "image/png";
    return rq_save_get(save, "screen", &c->response->body, &c->err);
}

bool answer_screen(struct call *c)
{
    return with_slot(c, put_screen);
}

/* ---- changes ---- */

static void put_difference(void *ctx, const char *path, const char *a, const char *b)
{
    struct call *c = ctx;
    rq_json_object(&c->j);
    put_text(&c->j, "path", path);
    if (a)
        put_text(&c->j, "old", a);
    if (b)
        put_text(&c->j, "new", b);
    rq_json_end_object(&c->j);
}

/* The body is an array of {"path","value"} and {"repair","argument"}. */
static bool change_slot(struct call *c, const struct rq_game *game, struct rq_kotor_save *save)
{
    struct rq_ctx ctx = {.err = &c->err};
    struct rq_jr jr;
    struct rq_str key;
    rq_jr_open(&jr, c->request->body, &c->arena, &ctx);
    rq_jr_array(&jr);
    bool fine = true;
    while (fine && rq_jr_more(&jr)) {
        struct rq_str path = {0}, value = {0}, repair = {0}, argument = {0};
        rq_jr_object(&jr);
        while (rq_jr_key(&jr, &key)) {
            if (rq_str_is(key, "path"))
                path = rq_jr_string(&jr);
            else if (rq_str_is(key, "value"))
                value = rq_jr_string(&jr);
            else if (rq_str_is(key, "repair"))
                repair = rq_jr_string(&jr);
            else if (rq_str_is(key, "argument"))
                argument = rq_jr_string(&jr);
            else
                rq_jr_unknown(&jr, key);
        }
        const char *what = rq_arena_text(&c->arena, repair.size ? repair.text : path.text,
                                         repair.size ? repair.size : path.size);
        const char *to = rq_arena_text(&c->arena, repair.size ? argument.text : value.text,
                                       repair.size ? argument.size : value.size);
        fine = rq_jr_ok(&jr) && what && to &&
               (repair.size ? rq_save_repair(save, game, what, *to ? to : NULL, &c->err)
                            : rq_save_set(save, game, what, to, &c->err));
    }
    return fine && rq_jr_close(&jr);
}

static bool put_changes(struct call *c, struct rq_kotor_save *save)
{
    size_t count = 0;
    rq_json_object(&c->j);
    rq_json_key(&c->j, "differences");
    rq_json_array(&c->j);
    bool fine = rq_save_changes(save, put_difference, c, &count, &c->err);
    rq_json_end_array(&c->j);
    rq_json_key(&c->j, "notes");
    rq_json_array(&c->j);
    struct rq_bytes notes = rq_save_notes(save);
    for (size_t at = 0; at < notes.size; at += strlen((const char *)notes.data + at) + 1)
        rq_json_str(&c->j, (const char *)notes.data + at);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    return fine;
}

static bool show_changes(struct call *c, const struct rq_game *game, const char *path,
                         struct rq_kotor_save *save)
{
    (void)path;
    return change_slot(c, game, save) && put_changes(c, save);
}

bool answer_slot_changes(struct call *c)
{
    return with_slot(c, show_changes);
}

static bool write_changes(struct call *c, const struct rq_game *game, const char *path,
                          struct rq_kotor_save *save)
{
    return show_changes(c, game, path, save) && rq_save_commit(save, "studio", &c->err);
}

bool answer_slot_apply(struct call *c)
{
    return with_slot(c, write_changes);
}

bool answer_slot_restore(struct call *c)
{
    struct opened *o;
    struct rq_game *game = take_game(c, &o);
    const char *path = game ? slot_path(c, o, "slot") : NULL;
    bool fine = path && rq_save_restore(path, NULL, &c->err);
    rq_game_close(game);
    if (!fine)
        return false;
    rq_json_object(&c->j);
    rq_json_end_object(&c->j);
    return true;
}

bool answer_slot_diff(struct call *c)
{
    struct opened *o;
    size_t count = 0;
    struct rq_game *game = take_game(c, &o);
    const char *path = game ? slot_path(c, o, "slot") : NULL;
    const char *other = path ? slot_path(c, o, "other") : NULL;
    struct rq_kotor_save *a = other ? rq_save_open(path, NULL, &c->err) : NULL;
    struct rq_kotor_save *b = a ? rq_save_open(other, NULL, &c->err) : NULL;
    rq_json_object(&c->j);
    rq_json_key(&c->j, "differences");
    rq_json_array(&c->j);
    bool fine = b && rq_save_diff(a, b, put_difference, c, &count, &c->err);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    rq_save_close(a);
    rq_save_close(b);
    rq_game_close(game);
    return fine;
}
