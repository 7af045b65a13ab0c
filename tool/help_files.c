#include "help_files.h"

#include <stdio.h>
#include <stdlib.h>

/* --textures first, then the game; a texture that is in the first is not taken from the second, whatever
 * kind of file it is. */
static bool find_help_file(void *ctx, const char *name, struct rq_bytes *bytes)
{
    const struct help_files *help = ctx;
    const struct rq_game *places[] = {help->textures, help->game};
    struct rq_resource own;
    size_t count = help->textures && rq_game_texture(help->textures, name, &own) ? 1 : 2;
    for (size_t i = 0; i < count; i++) {
        const struct rq_env *env = places[i] ? rq_game_env(places[i]) : NULL;
        if (env && env->get(env->ctx, name, bytes))
            return true;
    }
    return false;
}

static const char *help_file_name(void *ctx, size_t index)
{
    const struct help_files *help = ctx;
    const struct rq_env *env = help->game ? rq_game_env(help->game) : NULL;
    return env && env->name ? env->name(env->ctx, index) : NULL;
}

/* "." when the path has none; to be freed. */
static char *folder_of(const char *path)
{
    size_t size = (size_t)(rq_path_base(path) - path);
    return size ? need_text("%.*s", (int)size, path) : need_text(".");
}

int open_help_files(struct help_files *help, const struct args *args)
{
    struct rq_error err = {0};
    const char *textures = args->values[OPT_textures], *game = args->values[OPT_game];
    const struct rq_game_options options = {.module = args->values[OPT_module], .files_only = true},
                                 plain = {.family = "plain", .files_only = true};
    int code = open_palette(args, &help->palette);
    help->env = (struct rq_env){find_help_file, help, help_file_name};
    if (!code && textures && !(help->textures = rq_game_open(textures, &plain, &err)))
        code = report(textures, &err, EXIT_UNREADABLE);
    if (code)
        return code;
    /* A folder that is converted whole is its own game. */
    if (!game && args->count == 1 && rq_path_kind(args->paths[0], NULL) == RQ_PATH_FOLDER)
        game = args->paths[0];
    if (game)
        help->game = rq_game_open(game, &options, &err);
    else if (args->count == 1)
        help->game = rq_game_open_around(args->paths[0], &options, &err);
    /* Without a game the folder that the file is in, as when it is converted whole. */
    if (!help->game && !err.code && args->count == 1 &&
        rq_path_kind(args->paths[0], NULL) == RQ_PATH_FILE) {
        char *folder = folder_of(args->paths[0]);
        struct rq_error ignored = {0};
        help->game = rq_game_open(folder, &plain, &ignored);
        free(folder);
    }
    return err.code ? report(game ? game : args->paths[0], &err, EXIT_UNREADABLE) : 0;
}

void close_help_files(struct help_files *help)
{
    if (help->palette.handle)
        rq_map_close(&help->palette);
    rq_game_close(help->game);
    rq_game_close(help->textures);
}

static void explain_no_layout(const struct rq_game *game, const char *module)
{
    const struct rq_game_filter areas = {.type = "are", .module = module, .hidden = true},
                                parts = {.module = module, .hidden = true};
    const char *path = rq_game_describe(game)->path;
    struct rq_resource area = {0}, part = {0};
    if (!rq_game_list(game, &parts, &part))
        complain("%s has no module %s; reliquary ls %s --source module --type ifo lists them", path,
                 module, path);
    else if (!rq_game_list(game, &areas, &area))
        complain("the module %s in %s has no area (.are)", module, path);
    else
        complain(
            "the area %s of the module %s has no layout %.*slyt in %s; a game has most of them in "
            "BIF files, which are found by chitin.key",
            area.name, module, (int)(rq_path_extension(area.name) - area.name), area.name, path);
}

int find_layout(const struct help_files *help, const char *module, struct rq_resource *layout)
{
    if (!help->game) {
        complain("--module needs --game, the folder of the game, or a folder with the module");
        return EXIT_USAGE;
    }
    if (rq_game_layout(help->game, module, layout))
        return 0;
    explain_no_layout(help->game, module);
    return EXIT_USAGE;
}

int find_world(const struct help_files *help, const char *text, int *number,
               struct rq_resource *map, bool needs_map)
{
    char *end;
    long value = strtol(text, &end, 10);
    struct rq_world world;
    if (*end || !text[0] || value < 0 || value > 999) {
        complain("--world takes the number of an entry of WORLD.INI or all, not %s", text);
        return EXIT_USAGE;
    }
    *number = (int)value;
    if (!help->game) {
        complain("--world needs --game, the folder with WORLD.INI");
        return EXIT_USAGE;
    }
    if (!rq_game_world(help->game, *number, &world)) {
        complain("WORLD.INI has no world %d", *number);
        return EXIT_UNREADABLE;
    }
    if (!needs_map || rq_game_find(help->game, world.map, map))
        return 0;
    complain("world %d has the map %s, which is not there", *number, world.map);
    return EXIT_UNREADABLE;
}

static const struct {
    enum option_id option;
    const char *extension;
} figures[] = {{OPT_creature, "utc"}, {OPT_placeable, "utp"}, {OPT_door, "utd"}};

const char *figure_of(const struct args *args)
{
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        if (given(args, figures[i].option))
            return args->values[figures[i].option];
    return NULL;
}

int find_figure(const struct help_files *help, const struct args *args, const char **file,
                struct rq_resource *found)
{
    const char *name = figure_of(args), *extension = "";
    char full[80];
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        if (args->values[figures[i].option] == name)
            extension = figures[i].extension;
    if (!help->game) {
        complain("--creature, --placeable and --door need --game, which has the models");
        return EXIT_USAGE;
    }
    if (args->count) {
        complain("%s is given beside a file; only one of them can be shown", name);
        return EXIT_USAGE;
    }
    *file = rq_path_kind(name, NULL) == RQ_PATH_FILE ? name : NULL;
    bool has_extension = rq_path_extension(name)[0];
    snprintf(full, sizeof full, "%.60s%s%s", name, has_extension ? "" : ".",
             has_extension ? "" : extension);
    if (*file || rq_game_find(help->game, full, found))
        return 0;
    complain("%s has no %s; reliquary ls %s --type %s lists what there is",
             rq_game_describe(help->game)->path, full, rq_game_describe(help->game)->path,
             extension);
    return EXIT_USAGE;
}
