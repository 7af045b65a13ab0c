/* save: slots of saved games. Those of Redguard are listed and shown here, of KotOR in save_kotor.c. */
#include "core/json.h"
#include "core/text.h"
#include "save.h"

#include <stdio.h>

/* ---- Redguard ---- */

/* "ISLAND.RGM" for a world of the game; "" when there is none. */
static void world_name(const struct args *args, uint32_t number, char name[RQ_WORLD_NAME])
{
    struct rq_error err = {0};
    struct rq_world world = {0};
    const char *path = args->values[OPT_game];
    struct rq_game *game = path ? rq_game_open(path, NULL, &err) : NULL;
    if (game && number <= INT32_MAX)
        rq_game_world(game, (int)number, &world);
    snprintf(name, RQ_WORLD_NAME, "%s", world.map);
    rq_game_close(game);
}

static void put_member(struct rq_json *j, const char *key, const char *text)
{
    rq_json_key(j, key);
    rq_json_str(j, text);
}

static void put_redguard_json(const struct args *args, const char *path,
                              const struct rq_redguard_save *save, bool whole)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = !whole};
    char map[RQ_WORLD_NAME];
    world_name(args, save->world, map);
    rq_json_object(&j);
    put_member(&j, "slot", path);
    put_member(&j, "family", "redguard");
    put_member(&j, "title", save->title);
    put_member(&j, "version", save->version);
    rq_json_key(&j, "world");
    rq_json_u64(&j, save->world);
    put_member(&j, "map", map);
    put_member(&j, "picture", save->picture);
    rq_json_key(&j, "maps");
    rq_json_array_row(&j);
    for (size_t i = 0; i < save->map_count; i++)
        rq_json_str(&j, save->maps[i]);
    rq_json_end_array(&j);
    if (whole)
        put_member(&j, "logbook", save->logbook);
    rq_json_end_object(&j);
    print_whole(&out);
    fputs(whole ? "" : "\n", stdout);
    rq_out_free(&out);
}

static void put_redguard(const struct args *args, const char *path,
                         const struct rq_redguard_save *save, bool whole)
{
    char map[RQ_WORLD_NAME];
    world_name(args, save->world, map);
    if (!whole) {
        say("%-24s %-32s world %-3u %-14s %zu maps", rq_path_base(path), save->title, save->world,
            map, save->map_count);
        return;
    }
    say("%s: saved game of Redguard", path);
    say("  title     %s", save->title);
    say("  version   %s", save->version);
    say("  world     %u%s%s", save->world, *map ? ", " : "", map);
    say("  picture   %s", save->picture);
    for (size_t i = 0; i < save->map_count; i++)
        say("%s%s", i ? "            " : "  maps      ", save->maps[i]);
    if (*save->logbook)
        say("  logbook");
    for (const char *line = save->logbook; *line;) {
        size_t size = strcspn(line, "\r\n");
        say("    %.*s", (int)size, line);
        line += size;
        line += line[0] == '\r' && line[1] == '\n' ? 2 : *line != 0;
    }
}

static int show_redguard(const struct args *args, const char *path, bool whole)
{
    struct rq_error err = {0};
    struct rq_redguard_save *save = rq_redguard_save_open(path, &err);
    if (!save)
        return report(path, &err, EXIT_UNREADABLE);
    if (!save->understood)
        complain("%s: the .SAV does not begin with a chunk SVGM of the known shape", path);
    if (given(args, OPT_json))
        put_redguard_json(args, path, save, whole);
    else
        put_redguard(args, path, save, whole);
    rq_redguard_save_close(save);
    return EXIT_FINE;
}

/* ---- all slots below a path ---- */

static int show_slots(const struct args *args, const char *path, bool whole)
{
    struct rq_error err = {0};
    struct rq_slots *slots = rq_slots_open(path, &err);
    int code = EXIT_FINE;
    if (!slots)
        return report(path, &err, EXIT_UNREADABLE);
    if (!rq_slots_count(slots)) {
        complain("%s: there is no saved game in this folder", path);
        code = EXIT_FINDINGS;
    }
    for (size_t i = 0; i < rq_slots_count(slots); i++) {
        bool redguard = strcmp(rq_slots_family(slots, i), "redguard") == 0;
        int one = redguard ? show_redguard(args, rq_slots_path(slots, i), whole)
                           : save_show_kotor(args, rq_slots_path(slots, i), whole);
        code = one > code ? one : code;
    }
    rq_slots_close(slots);
    return code;
}

static int show_all(const struct args *args, bool whole)
{
    int worst = EXIT_FINE;
    for (size_t i = 1; i < args->count; i++) {
        int code = show_slots(args, args->paths[i], whole);
        worst = code > worst ? code : worst;
    }
    return worst;
}

static int list_slots(const struct args *args)
{
    return show_all(args, false);
}

static int show_slot(const struct args *args)
{
    return show_all(args, true);
}

static const struct {
    const char *word;
    save_word_fn *run;
} words[] = {{"ls", list_slots},        {"show", show_slot},     {"get", save_get},
             {"set", save_set},         {"items", save_part},    {"globals", save_part},
             {"journal", save_part},    {"party", save_part},    {"diff", save_diff},
             {"check", save_check},     {"repair", save_repair}, {"backup", save_backup},
             {"restore", save_restore}, {"copy", save_copy}};

int run_save(const struct args *args)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].word, args->paths[0]) == 0) {
            if (!given(args, OPT_output) || words[i].run == save_get)
                return words[i].run(args);
            complain("save %s has no -o; see reliquary save --help", args->paths[0]);
            return EXIT_USAGE;
        }
    complain(
        "save can ls, show, get, set, items, globals, journal, party, diff, check, repair, backup, "
        "restore and copy, not %s; see reliquary save --help",
        args->paths[0]);
    return EXIT_USAGE;
}
