/* save: slots of KotOR, shown, compared, changed. */
#include "core/json.h"
#include "core/text.h"
#include "save.h"

#include <reliquary/blueprint.h>
#include <stdio.h>
#include <time.h>

int run_lint(const struct args *args);

/* ---- opening ---- */

/* 0 or an exit code after a message. */
static int open_slot(const struct args *args, const char *path, struct rq_kotor_save **save)
{
    struct rq_error err = {0};
    struct rq_save_options options = {0};
    options.version = game_version(args);
    *save = rq_save_open(path, &options, &err);
    return *save ? 0 : report(path, &err, EXIT_UNREADABLE);
}

static int open_game(const struct args *args, struct rq_game **game)
{
    struct rq_error err = {0};
    *game = NULL;
    if (!given(args, OPT_game))
        return 0;
    *game = rq_game_open(args->values[OPT_game], NULL, &err);
    return *game ? 0 : report(args->values[OPT_game], &err, EXIT_UNREADABLE);
}

/* Of a change in memory, which reads files at the most. */
static int exit_of(const struct rq_error *err)
{
    return err->code == RQ_USAGE || err->code == RQ_UNSUPPORTED ? EXIT_USAGE : EXIT_UNREADABLE;
}

/* ---- ls, show ---- */

static void date_text(uint64_t seconds, char text[32])
{
    time_t time = (time_t)seconds;
    struct tm *tm = seconds ? gmtime(&time) : NULL;
    text[0] = 0;
    if (tm)
        strftime(text, 32, "%Y-%m-%d %H:%M", tm);
}

static void line_json(const char *path, const struct rq_save_info *info, const char *date)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    const char *pairs[][2] = {{"slot", path},
                              {"family", "kotor"},
                              {"game", info->version == 2 ? "K2"
                                       : info->version    ? "K1"
                                                          : ""},
                              {"name", info->name},
                              {"area", info->area},
                              {"module", info->module},
                              {"player", info->player},
                              {"saved", date}};
    rq_json_object(&j);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        rq_json_key(&j, pairs[i][0]);
        rq_json_str(&j, pairs[i][1]);
    }
    rq_json_key(&j, "seconds");
    rq_json_u64(&j, info->seconds);
    rq_json_key(&j, "transition");
    rq_json_bool(&j, info->kind == RQ_SAVE_TRANSITION);
    rq_json_key(&j, "corrupt");
    rq_json_bool(&j, info->corrupt);
    rq_json_key(&j, "party");
    rq_json_array_row(&j);
    for (size_t i = 0; i < info->party_count; i++)
        rq_json_str(&j, info->party[i]);
    rq_json_end_array(&j);
    rq_json_end_object(&j);
    rq_put8(&out, '\n');
    print_whole(&out);
    rq_out_free(&out);
}

static void put_line(const struct args *args, const char *path, const struct rq_save_info *info)
{
    char date[32], party[80] = "", played[24];
    size_t used = 0;
    date_text(info->time, date);
    if (given(args, OPT_json)) {
        line_json(path, info, date);
        return;
    }
    for (size_t i = 0; i < info->party_count; i++)
        used += (size_t)snprintf(party + used, sizeof party - used, "%s%s", i ? ", " : "",
                                 info->party[i]);
    snprintf(played, sizeof played, "%u:%02u:%02u", info->seconds / 3600, info->seconds / 60 % 60,
             info->seconds % 60);
    say("%-24s %-20s %-30s %-10s %9s  %s  %s%s", rq_path_base(path), info->name, info->area,
        info->module, played, date, party,
        info->corrupt                      ? "  marked CORRUPT"
        : info->kind == RQ_SAVE_TRANSITION ? "  transition autosave"
                                           : "");
}

static int put_report(const struct args *args, struct rq_kotor_save *save, const char *only)
{
    struct rq_error err = {0};
    struct rq_out json = {0};
    struct rq_game *game;
    int code = open_game(args, &game);
    if (code)
        return code;
    struct rq_save_report options = {game, only, given(args, OPT_all)};
    bool fine = rq_save_report(save, &options, &json, &err);
    if (fine && given(args, OPT_json))
        print_whole(&json);
    else if (fine)
        save_lay_out((struct rq_bytes){json.data, json.size});
    rq_out_free(&json);
    rq_game_close(game);
    return fine ? EXIT_FINE : report(rq_save_describe(save)->name, &err, EXIT_UNREADABLE);
}

int save_show_kotor(const struct args *args, const char *path, bool whole)
{
    struct rq_kotor_save *save;
    int code = open_slot(args, path, &save);
    if (code)
        return code;
    if (whole)
        code = put_report(args, save, NULL);
    else
        put_line(args, path, rq_save_describe(save));
    rq_save_close(save);
    return code;
}

/* Where one part of the report comes from: when that can't be read, an empty list does not say that the slot has none. */
static int tell_unreadable(struct rq_kotor_save *save, const char *part)
{
    static const char *const files[][2] = {{"inventory", "SAVEGAME.sav"},
                                           {"inventory", "SAVEGAME.sav/INVENTORY.res"},
                                           {"globals", "GLOBALVARS.res"},
                                           {"journal", "PARTYTABLE.res"},
                                           {"party", "PARTYTABLE.res"}};
    struct rq_save_file file;
    int code = EXIT_FINE;
    for (size_t i = 0; rq_save_file_at(save, i, &file); i++)
        for (size_t k = 0; k < sizeof files / sizeof files[0]; k++)
            if (!file.readable && strcmp(files[k][0], part) == 0 &&
                rq_casecmp(files[k][1], file.path) == 0)
                code = report(file.path, &file.reason, EXIT_UNREADABLE);
    return code;
}

int save_part(const struct args *args)
{
    struct rq_kotor_save *save;
    const char *word = args->paths[0], *part = strcmp(word, "items") == 0 ? "inventory" : word;
    int code = open_slot(args, args->paths[1], &save);
    if (code)
        return code;
    code = put_report(args, save, part);
    code = code ? code : tell_unreadable(save, part);
    rq_save_close(save);
    return code;
}

/* ---- help ---- */

void save_print_paths(void)
{
    const struct rq_save_path *path;
    const struct rq_save_repair *repair;
    printf("\nPaths of get and set, what they take, and what they change:\n");
    for (size_t i = 0; (path = rq_save_path_at(i)); i++)
        printf("  %-28s %s\n  %-28s   %s\n", path->path, path->value, "", path->where);
    printf("\nRepairs, and what they lose:\n");
    for (size_t i = 0; (repair = rq_save_repair_at(i)); i++)
        printf("  %s%s%s: %s\n      loses: %s\n", repair->name, *repair->argument ? " " : "",
               repair->argument, repair->what, repair->loses);
}

/* ---- get ---- */

int save_get(const struct args *args)
{
    struct rq_kotor_save *save;
    struct rq_error err = {0};
    int code = open_slot(args, args->paths[1], &save);
    if (!code && args->count < 3) {
        complain("save get SLOT PATH...: the paths are in reliquary save --help");
        code = EXIT_USAGE;
    }
    if (code)
        return code;
    for (size_t i = 2; i < args->count && !code; i++) {
        struct rq_out value = {0};
        if (!rq_save_get(save, args->paths[i], &value, &err)) {
            report(args->paths[i], &err, 0);
            code = err.code == RQ_USAGE ? EXIT_FINDINGS : EXIT_UNREADABLE;
        } else if (given(args, OPT_output)) {
            code = save_output(args, args->values[OPT_output],
                               (struct rq_bytes){value.data, value.size});
        } else if (given(args, OPT_json)) {
            struct rq_out out = {0};
            struct rq_json j = {.out = &out, .compact = true};
            rq_json_object(&j);
            rq_json_key(&j, "path");
            rq_json_str(&j, args->paths[i]);
            rq_json_key(&j, "value");
            rq_json_utf8(&j, (struct rq_bytes){value.data, value.size});
            rq_json_end_object(&j);
            rq_put8(&out, '\n');
            print_whole(&out);
            rq_out_free(&out);
        } else {
            print_whole(&value);
            putchar('\n');
        }
        rq_out_free(&value);
    }
    rq_save_close(save);
    return code;
}

/* ---- differences ---- */

static void put_difference(void *ctx, const char *path, const char *a, const char *b)
{
    const bool *as_json = ctx;
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    if (!*as_json) {
        if (a && b)
            say("%s: %s -> %s", path, a, b);
        else
            say("%s %s: %s", a ? "-" : "+", path, a ? a : b);
        return;
    }
    rq_json_object(&j);
    rq_json_key(&j, "path");
    rq_json_str(&j, path);
    if (a) {
        rq_json_key(&j, "a");
        rq_json_str(&j, a);
    }
    if (b) {
        rq_json_key(&j, "b");
        rq_json_str(&j, b);
    }
    rq_json_end_object(&j);
    rq_put8(&out, '\n');
    print_whole(&out);
    rq_out_free(&out);
}

int save_diff(const struct args *args)
{
    struct rq_kotor_save *a = NULL, *b = NULL;
    struct rq_error err = {0};
    size_t count = 0;
    bool as_json = given(args, OPT_json);
    if (args->count != 3) {
        complain("save diff takes two slots");
        return EXIT_USAGE;
    }
    int code = open_slot(args, args->paths[1], &a);
    code = code ? code : open_slot(args, args->paths[2], &b);
    if (!code && !rq_save_diff(a, b, put_difference, &as_json, &count, &err))
        code = report(args->paths[1], &err, EXIT_UNREADABLE);
    rq_save_close(a);
    rq_save_close(b);
    return code ? code : count ? EXIT_FINDINGS : EXIT_FINE;
}

/* ---- changes ---- */

static void put_notes(const struct args *args, struct rq_kotor_save *save)
{
    struct rq_bytes notes = rq_save_notes(save);
    for (size_t at = 0; at < notes.size && !given(args, OPT_quiet);
         at += strlen((const char *)notes.data + at) + 1)
        complain("note: %s", (const char *)notes.data + at);
}

/* Shows what has changed, and writes it unless that is only tried. */
static int finish(const struct args *args, struct rq_kotor_save *save, const char *label)
{
    struct rq_error err = {0};
    size_t count;
    bool as_json = given(args, OPT_json);
    if (!rq_save_changes(save, given(args, OPT_quiet) ? NULL : put_difference, &as_json, &count,
                         &err))
        return report(args->paths[1], &err, EXIT_UNREADABLE);
    put_notes(args, save);
    if (given(args, OPT_dry_run))
        return EXIT_FINE;
    if (!rq_save_commit(save, label, &err))
        return report(args->paths[1], &err, EXIT_UNWRITTEN);
    return EXIT_FINE;
}

/* 0 or an exit code after a message. */
static int set_one(struct rq_kotor_save *save, const struct rq_game *game, const char *word)
{
    struct rq_error err = {0};
    char path[200];
    const char *equals = strchr(word, '=');
    if (!equals || equals == word || equals - word >= (ptrdiff_t)sizeof path) {
        complain("%s is not PATH=VALUE; reliquary save --help lists the paths", word);
        return EXIT_USAGE;
    }
    snprintf(path, sizeof path, "%.*s", (int)(equals - word), word);
    if (rq_save_set(save, game, path, equals + 1, &err))
        return 0;
    report(path, &err, 0);
    return exit_of(&err);
}

static void label_of(const struct args *args, char *label, size_t size)
{
    size_t used = (size_t)snprintf(label, size, "save %s", args->paths[0]);
    for (size_t i = 2; i < args->count && used < size; i++)
        used += (size_t)snprintf(label + used, size - used, " %s", args->paths[i]);
}

int save_set(const struct args *args)
{
    struct rq_kotor_save *save;
    struct rq_game *game = NULL;
    char label[200];
    if (args->count < 3) {
        complain("save set SLOT PATH=VALUE...: the paths are in reliquary save --help");
        return EXIT_USAGE;
    }
    int code = open_slot(args, args->paths[1], &save);
    if (code)
        return code;
    code = open_game(args, &game);
    for (size_t i = 2; i < args->count && !code; i++)
        code = set_one(save, game, args->paths[i]);
    label_of(args, label, sizeof label);
    code = code ? code : finish(args, save, label);
    rq_game_close(game);
    rq_save_close(save);
    return code;
}

static void put_pairs(const char *const pairs[][2], size_t count)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    rq_json_object(&j);
    for (size_t i = 0; i < count; i++) {
        rq_json_key(&j, pairs[i][0]);
        rq_json_str(&j, pairs[i][1]);
    }
    rq_json_end_object(&j);
    rq_put8(&out, '\n');
    print_whole(&out);
    rq_out_free(&out);
}

static int list_repairs(const struct args *args)
{
    const struct rq_save_repair *r;
    for (size_t i = 0; (r = rq_save_repair_at(i)); i++) {
        const char *const pairs[][2] = {
            {"name", r->name}, {"argument", r->argument}, {"what", r->what}, {"loses", r->loses}};
        if (given(args, OPT_json))
            put_pairs(pairs, 4);
        else
            say("%s%s%s: %s\n    loses: %s", r->name, *r->argument ? " " : "", r->argument, r->what,
                r->loses);
    }
    return EXIT_FINE;
}

int save_repair(const struct args *args)
{
    struct rq_kotor_save *save;
    struct rq_game *game = NULL;
    struct rq_error err = {0};
    char label[200];
    if (args->count < 3)
        return list_repairs(args);
    int code = open_slot(args, args->paths[1], &save);
    if (code)
        return code;
    code = open_game(args, &game);
    if (!code && !rq_save_repair(save, game, args->paths[2],
                                 args->count > 3 ? args->paths[3] : NULL, &err)) {
        report(args->paths[2], &err, 0);
        code = exit_of(&err);
    }
    label_of(args, label, sizeof label);
    code = code ? code : finish(args, save, label);
    rq_game_close(game);
    rq_save_close(save);
    return code;
}

/* ---- whole slots ---- */

int save_check(const struct args *args)
{
    struct args own = *args;
    own.paths++;
    own.count--;
    return run_lint(&own);
}

int save_backup(const struct args *args)
{
    struct rq_error err = {0};
    if (given(args, OPT_dry_run))
        return EXIT_FINE;
    if (!rq_save_backup(args->paths[1], "save backup", &err))
        return report(args->paths[1], &err, not_written(args->paths[1]));
    return EXIT_FINE;
}

static void put_record(void *ctx, const struct rq_save_record *record)
{
    const bool *as_json = ctx;
    char date[32];
    date_text(record->time, date);
    const char *const pairs[][2] = {{"id", record->id}, {"time", date}, {"label", record->label}};
    if (!*as_json) {
        say("%s  %s  %s", record->id, date, record->label);
        return;
    }
    put_pairs(pairs, 3);
}

int save_restore(const struct args *args)
{
    struct rq_error err = {0};
    bool as_json = given(args, OPT_json);
    bool fine =
        given(args, OPT_dry_run)
            ? rq_save_records(args->paths[1], put_record, &as_json, &err)
            : rq_save_restore(args->paths[1], args->count > 2 ? args->paths[2] : NULL, &err);
    if (fine)
        return EXIT_FINE;
    report(args->paths[1], &err, 0);
    return err.code == RQ_USAGE ? EXIT_FINDINGS : not_written(args->paths[1]);
}

int save_copy(const struct args *args)
{
    struct rq_error err = {0};
    char to[RQ_SAVE_FOLDER];
    if (given(args, OPT_dry_run)) {
        complain("save copy changes nothing that is there, and has no --dry-run");
        return EXIT_USAGE;
    }
    if (!rq_save_copy(args->paths[1], args->values[OPT_as], to, &err)) {
        report(args->paths[1], &err, 0);
        return err.code == RQ_IO ? not_written(args->paths[1]) : exit_of(&err);
    }
    const char *const pairs[][2] = {{"slot", to}};
    if (given(args, OPT_json))
        put_pairs(pairs, 1);
    else
        say("%s", to);
    return EXIT_FINE;
}
