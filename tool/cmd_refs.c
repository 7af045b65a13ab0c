/* uses, unused, missing: who refers to what in a game. */
#include "core/json.h"
#include "core/text.h"
#include "game.h"

#include <reliquary/refs.h>
#include <stdio.h>
#include <stdlib.h>

struct index {
    const struct args *args;
    struct rq_game *game;
    struct rq_refs *refs;
};

static void tell_damaged(void *ctx, const char *name, const struct rq_error *err)
{
    (void)ctx;
    report(name, err, EXIT_UNREADABLE);
}

/* 0 or an exit code after a message. */
static int open_index(struct index *x, const struct args *args)
{
    struct rq_error err = {0};
    const struct rq_refs_options options = {
        .threads = jobs_of(args), .cache = args->values[OPT_cache], .problem = tell_damaged};
    *x = (struct index){.args = args};
    int code = open_game(args, NULL, &x->game);
    if (code)
        return code;
    x->refs = rq_refs_open(x->game, &options, &err);
    if (x->refs)
        return 0;
    rq_game_close(x->game);
    return report(args->paths[0], &err, EXIT_UNREADABLE);
}

/* What could not be read may change the answer. */
static int close_index(struct index *x, int code)
{
    bool damaged = rq_refs_describe(x->refs)->problems > 0;
    code = game_code(x->game, damaged && code <= EXIT_FINDINGS ? EXIT_UNREADABLE : code);
    rq_refs_close(x->refs);
    rq_game_close(x->game);
    return code;
}

/* ---- rows ---- */

static void put_member(struct rq_json *j, const char *key, const char *text)
{
    rq_json_key(j, key);
    rq_json_str(j, text);
}

static void open_row(struct rq_json *j, const struct rq_resource *r)
{
    rq_json_object_row(j);
    put_member(j, "resource", r->name);
    put_member(j, "source", r->source ? r->source->path : "");
}

static void close_row(struct rq_json *j)
{
    rq_json_end_object(j);
    rq_put8(j->out, '\n');
    print_whole(j->out);
    rq_out_cut(j->out, 0);
}

static void put_use_json(const struct index *x, const struct rq_use *use, const char *exists)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    struct rq_resource r = {0};
    rq_game_at(x->game, use->at, &r);
    open_row(&j, &r);
    put_member(&j, "path", use->path);
    put_member(&j, "kind", rq_thing_word(use->thing));
    put_member(&j, "name", use->name);
    put_member(&j, "types", use->types);
    put_member(&j, "use", rq_use_word(use->kind));
    put_member(&j, "act", rq_act_word(use->act));
    if (exists)
        put_member(&j, "exists", exists);
    close_row(&j);
    rq_out_free(&out);
}

/* "keeper.utc: Conversation: resource keeper (dlg)" and more; with an act "sets flag lamp". */
static void put_use_line(const struct index *x, const struct rq_use *use, const char *more)
{
    char label[RESOURCE_LABEL];
    struct rq_resource r = {0};
    rq_game_at(x->game, use->at, &r);
    resource_label(x->args, x->game, &r, label, sizeof label);
    say("%s: %s: %s%s%s %s%s%s%s%s", label, use->path, rq_act_word(use->act), use->act ? " " : "",
        rq_thing_word(use->thing), use->name, *use->types ? " (" : "", use->types,
        *use->types ? ")" : "", more);
}

/* ---- uses ---- */

static const char *const marks[] = {
    [RQ_USE_PLAIN] = "",
    [RQ_USE_OPTIONAL] = ", may be missing",
    [RQ_USE_IGNORED] = ", which the game does not read",
    [RQ_USE_POSSIBLE] = ", possibly its name",
    [RQ_USE_STEM] = ", the start of its name",
    [RQ_USE_DEFINES] = ", defined here",
};

static size_t put_uses(const struct index *x, const char *query)
{
    struct rq_use use;
    size_t uses = 0;
    for (size_t next = 0; rq_refs_find(x->refs, query, &next, &use);) {
        uses += use.kind != RQ_USE_DEFINES;
        if (given(x->args, OPT_json))
            put_use_json(x, &use, NULL);
        else
            put_use_line(x, &use, marks[use.kind]);
    }
    return uses;
}

/* 0 or an exit code after a message. */
static int draw_flow(const struct index *x)
{
    const struct args *args = x->args;
    const char *path = args->values[OPT_graph];
    bool dot = rq_casecmp(rq_path_extension(path), "dot") == 0;
    struct rq_out out = {0};
    struct rq_error err = {0};
    int code;
    if (rq_refs_flow(x->refs, args->paths + 1, args->count - 1, dot ? RQ_FLOW_DOT : RQ_FLOW_SVG,
                     &out, &err)) {
        code = save_output(args, path, rq_out_bytes(&out));
    } else {
        report(args->paths[0], &err, EXIT_UNREADABLE);
        code = err.code == RQ_USAGE ? EXIT_FINDINGS : EXIT_UNREADABLE;
    }
    rq_out_free(&out);
    return code;
}

int run_uses(const struct args *args)
{
    struct index x;
    if (args->count < 2 && !given(args, OPT_graph)) {
        complain(
            "say what is searched: reliquary uses GAME NAME..., or draw all with --graph FILE");
        return EXIT_USAGE;
    }
    int code = open_index(&x, args), found = EXIT_FINE;
    if (code)
        return code;
    if (given(args, OPT_graph))
        return close_index(&x, draw_flow(&x));
    for (size_t i = 1; i < args->count; i++)
        if (!put_uses(&x, args->paths[i])) {
            found = EXIT_FINDINGS;
            if (!given(args, OPT_quiet))
                complain("nothing uses %s", args->paths[i]);
        }
    return close_index(&x, found);
}

/* ---- unused ---- */

static void put_unused(const struct index *x, enum rq_thing thing, const struct rq_unused *unused)
{
    char label[RESOURCE_LABEL] = "dialog.tlk";
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    struct rq_resource r = {0};
    bool there = rq_game_at(x->game, unused->at, &r);
    if (there)
        resource_label(x->args, x->game, &r, label, sizeof label);
    if (given(x->args, OPT_json)) {
        open_row(&j, &r);
        put_member(&j, "path", unused->path);
        put_member(&j, "kind", rq_thing_word(thing));
        put_member(&j, "name", unused->name);
        close_row(&j);
    } else if (thing == RQ_THING_RESOURCE) {
        say("%-21s %-9s %s", unused->name, r.source->kind, r.source->path);
    } else {
        say("%s %s: %s%s%s", rq_thing_word(thing), unused->name, label, *unused->path ? ": " : "",
            unused->path);
    }
    rq_out_free(&out);
}

/* False after a message. */
static bool thing_of(const struct args *args, enum rq_thing *thing)
{
    const char *word = args->values[OPT_kind];
    *thing = RQ_THING_RESOURCE;
    if (word &&
        (!rq_thing_by_word(word, thing) || *thing == RQ_THING_ROW || *thing == RQ_THING_TEXT ||
         *thing == RQ_THING_ANIMATION || *thing == RQ_THING_ROUTINE)) {
        complain(
            "--kind is resource, strref, tag, global, quest, entry, line, flag, attribute, item, "
            "map, sound or image, not %s",
            word);
        return false;
    }
    if (given(args, OPT_type) && *thing != RQ_THING_RESOURCE) {
        complain("--type is for resources, not for --kind %s", word);
        return false;
    }
    return true;
}

int run_unused(const struct args *args)
{
    struct index x;
    struct rq_unused unused;
    enum rq_thing thing;
    size_t count = 0, next = 0;
    if (!thing_of(args, &thing))
        return EXIT_USAGE;
    int code = open_index(&x, args);
    if (code)
        return code;
    for (; rq_refs_unused(x.refs, thing, args->values[OPT_type], &next, &unused); count++)
        put_unused(&x, thing, &unused);
    if (!given(args, OPT_quiet) && !given(args, OPT_json))
        fprintf(
            stderr,
            "%zu that nothing refers to. Scripts put names together while the game runs, and the "
            "program has names of its own: look before you remove one.\n",
            count);
    return close_index(&x, count ? EXIT_FINDINGS : EXIT_FINE);
}

/* ---- missing ---- */

/* ": the talk table has 120 texts". */
static void say_why(const struct index *x, const struct rq_use *use, enum rq_exists exists,
                    char *text, size_t size)
{
    const char *colon = strrchr(use->name, ':');
    char table[64] = "dialog.tlk";
    if (use->thing == RQ_THING_ROW && colon)
        snprintf(table, sizeof table, "%.*s", (int)(colon - use->name), use->name);
    unsigned rows = rq_refs_rows(x->refs, table);
    if (exists == RQ_NOT_KNOWN)
        snprintf(text, size, ": not known, the game has nothing that defines it");
    else if (use->thing == RQ_THING_RESOURCE)
        snprintf(text, size, ": there is no such file");
    else if (use->thing == RQ_THING_ROW)
        snprintf(text, size, ": the table has %u rows", rows);
    else if (use->thing == RQ_THING_STRREF)
        snprintf(text, size, ": the talk table has %u texts", rows);
    else
        snprintf(text, size, ": nothing defines it");
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", marks[use->kind]);
}

int run_missing(const struct args *args)
{
    struct index x;
    struct rq_use use;
    enum rq_exists exists;
    size_t count = 0, next = 0;
    char why[160];
    int code = open_index(&x, args);
    if (code)
        return code;
    for (; rq_refs_missing(x.refs, given(args, OPT_all), &next, &use, &exists); count++) {
        say_why(&x, &use, exists, why, sizeof why);
        if (given(args, OPT_json))
            put_use_json(&x, &use, exists == RQ_ABSENT ? "no" : "unknown");
        else
            put_use_line(&x, &use, why);
    }
    return close_index(&x, count ? EXIT_FINDINGS : EXIT_FINE);
}
