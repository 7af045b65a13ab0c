#include "core/text.h"
#include "game/index.h"

#include <stdio.h>
#include <stdlib.h>

static const struct rq_game_family families[] = {
    {.name = "kotor",
     .formats = &rq_family_kotor,
     .signs = "chitin.key",
     .hints = "override modules lips rims texturepacks streammusic streamsounds streamwaves "
              "streamvoice patch.erf",
     .resrefs = true,
     .build = rq_index_kotor},
    {.name = "redguard",
     .formats = &rq_family_redguard,
     .signs = "world.ini fxart",
     .hints = "",
     .build = rq_index_redguard},
    {.name = "plain", .signs = "", .hints = "", .build = rq_index_plain},
};

enum { FAMILIES = sizeof families / sizeof families[0] };

/* ---- which family ---- */

/* One of the words is a file or folder of the game's own folder. */
static bool has_one(const struct rq_game *g, const char *words)
{
    for (size_t i = 0; g->files[i]; i++) {
        const char *path = g->files[i]->relative;
        char lower[16];
        size_t size = strcspn(path, "/");
        if (size >= sizeof lower)
            continue;
        for (size_t k = 0; k < size; k++)
            lower[k] = rq_lower(path[k]);
        if (rq_word_in(words, lower, size))
            return true;
    }
    return false;
}

static const struct rq_game_family *choose_family(const struct rq_game *g, struct rq_error *err)
{
    const char *name = g->options.family;
    for (size_t i = 0; name && i < FAMILIES; i++)
        if (rq_casecmp(families[i].name, name) == 0)
            return &families[i];
    if (name) {
        rq_fail(err, RQ_USAGE, 0, name,
                "is not a family of games; known are kotor, redguard and plain");
        return NULL;
    }
    for (size_t i = 0; !g->is_file && i < FAMILIES; i++)
        if (has_one(g, families[i].signs))
            return &families[i];
    for (size_t i = 0; !g->is_file && i < FAMILIES; i++)
        if (has_one(g, families[i].hints))
            return &families[i];
    return rq_index_is_bare(g) ? &families[0] : &families[FAMILIES - 1];
}

/* ---- the environment ---- */

/* What is in archives is the environment's only where the game itself finds it there by its name. Of
 * the files that can be one texture KotOR has one. */
static bool env_get(void *ctx, const char *name, struct rq_bytes *bytes)
{
    const struct rq_game *g = ctx;
    struct rq_error ignored = {0};
    struct rq_resource texture;
    if (g->family->resrefs && rq_game_texture(g, name, &texture) &&
        rq_casecmp(rq_path_extension(texture.name), rq_path_extension(name)) != 0)
        return false;
    size_t count, first = rq_index_find(g, name, &count);
    return count && (g->family->resrefs || !g->parts[g->locations[first].source].file) &&
           rq_index_bytes(g, &g->locations[first], bytes, &ignored);
}

static const char *env_name(void *ctx, size_t index)
{
    const struct rq_game *g = ctx;
    return index < g->loose_count ? rq_index_name(g, &g->locations[g->loose[index]], NULL) : NULL;
}

const struct rq_env *rq_game_env(const struct rq_game *g)
{
    return &g->env;
}

/* ---- opening ---- */

static bool copy_text(struct rq_game *g, const char **text)
{
    if (*text)
        *text = rq_arena_text(&g->arena, *text, strlen(*text));
    return *text != NULL;
}

static struct rq_game *new_game(const char *path, const struct rq_game_options *options)
{
    struct rq_game *g = rq_mem_zeroed(1, sizeof *g);
    if (!g)
        return NULL;
    atomic_init(&g->owners, 1);
    if (options)
        g->options = *options;
    g->info.path = path;
    bool fine = copy_text(g, &g->info.path);
    fine = (!g->options.module || copy_text(g, &g->options.module)) && fine;
    fine = (!g->options.family || copy_text(g, &g->options.family)) && fine;
    g->info.module = g->options.module;
    g->env = (struct rq_env){.get = env_get, .ctx = g};
    if (!fine) {
        rq_game_close(g);
        return NULL;
    }
    return g;
}

/* Takes the files of a walk over; of those that old (or NULL) has as they are, its own. */
static bool take_files(struct rq_game *g, struct rq_walk *walk, const struct rq_game *old)
{
    size_t at = 0, known = old ? old->file_count : 0;
    g->files = rq_mem_zeroed(walk->count + 1, sizeof(void *));
    for (size_t i = 0; g->files && i < walk->count; i++) {
        struct rq_found *found = &walk->items[i];
        int order = -1;
        while (at < known && (order = strcmp(old->files[at]->relative, found->relative)) < 0)
            at++;
        struct rq_game_file *same = at < known && order == 0 ? old->files[at] : NULL;
        if (same && !g->options.unwatched && same->size == found->size && same->time == found->time)
            atomic_fetch_add(&same->owners, 1);
        else
            same = rq_game_file_new(found);
        if (!same)
            return false;
        g->files[g->file_count++] = same;
    }
    return g->files != NULL;
}

static bool check_options(const struct rq_game *g, struct rq_error *err)
{
    const struct rq_game_options *o = &g->options;
    if (o->module && !g->family->formats)
        return rq_fail(err, RQ_USAGE, 0, g->info.path,
                       "is not an installation of KotOR, and has no %s.mod or %s.rim", o->module,
                       o->module);
    return g->family->resrefs || (!o->module && !o->layered && !o->version) ||
           rq_fail(err, RQ_USAGE, 0, g->info.path,
                   "is not an installation of KotOR: it has no modules or versions");
}

/* A game without anything that can be read is none. */
static bool check_count(const struct rq_game *g, struct rq_error *err)
{
    if (!g->count && g->problem_count) {
        *err = g->problems[0].err;
        return false;
    }
    return g->count || !g->family->resrefs ||
           rq_fail(
               err, RQ_USAGE, 0, g->info.path,
               "is not an installation of KotOR: chitin.key, override, modules, lips and streams are all missing");
}

/* Takes the walk over. old: the game before, whose files may be shared; or NULL. */
static struct rq_game *build_game(const char *path, const struct rq_game_options *options,
                                  struct rq_walk *walk, const struct rq_game *old,
                                  struct rq_error *err)
{
    struct rq_game *g = new_game(path, options);
    bool fine = g && take_files(g, walk, old);
    bool is_file = walk->count == 1 && rq_path_kind(path, NULL) != RQ_PATH_FOLDER;
    rq_walk_free(walk);
    if (!fine)
        rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
    if (fine) {
        g->is_file = is_file;
        g->family = choose_family(g, err);
        fine = g->family && check_options(g, err);
    }
    if (fine && !(g->family->build(g) && rq_index_sort(g)))
        fine = rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
    if (!fine || !check_count(g, err)) {
        rq_game_close(g);
        return NULL;
    }
    g->info.family = g->family->name;
    g->info.codepage = g->family->formats ? g->family->formats->page : RQ_CP_DEFAULT;
    g->info.problems = g->problem_count;
    g->env.name = g->family->resrefs ? NULL : env_name;
    for (size_t i = 0; g->options.problem && i < g->problem_count; i++)
        g->options.problem(g->options.problem_ctx, g->problems[i].path, &g->problems[i].err);
    return g;
}

/* The talk tables of a folder, which the game opens by their path; false: it has none, or no memory. */
static bool walk_talk(struct rq_walk *walk, const char *folder, struct rq_error *err)
{
    static const char *const names[] = {"dialog.tlk", "dialogf.tlk"};
    bool found = true;
    for (size_t i = 0; i < 2 && found; i++) {
        char *path = rq_path_join(folder, names[i]), *alike = path ? rq_path_alike(path) : NULL;
        found = (alike && rq_walk_add(walk, alike, err)) || (!alike && i > 0);
        free(path);
        free(alike);
    }
    if (!found)
        rq_walk_free(walk);
    return found;
}

/* The files of a game, as its options want them. */
static bool walk_game(struct rq_walk *walk, const char *path, const struct rq_game_options *options,
                      struct rq_error *err)
{
    *walk = (struct rq_walk){.names_only = options && options->unwatched};
    struct rq_error ignored = {0};
    bool talk = options && options->talk && rq_path_kind(path, NULL) == RQ_PATH_FOLDER;
    if (talk && walk_talk(walk, path, &ignored))
        return true;
    return rq_walk_add(walk, path, err);
}

struct rq_game *rq_game_open(const char *path, const struct rq_game_options *options,
                             struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct rq_walk walk = {0};
    enum rq_path_kind kind = rq_path_kind(path, NULL);
    err = err ? err : &ignored;
    if (kind != RQ_PATH_FILE && kind != RQ_PATH_FOLDER) {
        rq_fail(err, RQ_USAGE, 0, path, "there is no such file or folder");
        return NULL;
    }
    if (walk_game(&walk, path, options, err))
        return build_game(path, options, &walk, NULL, err);
    rq_walk_free(&walk);
    return NULL;
}

/* A sign in a folder, in the spellings that installations have. */
static bool is_there(const char *folder, const char *sign, size_t size)
{
    for (unsigned spelling = 0; spelling < 3; spelling++) {
        char name[16];
        for (size_t i = 0; i < size && i + 1 < sizeof name; i++) {
            bool upper =
                sign[i] >= 'a' && sign[i] <= 'z' && (spelling == 1 || (spelling == 2 && i == 0));
            name[i] = upper ? (char)(sign[i] - 'a' + 'A') : sign[i];
        }
        name[size < sizeof name ? size : sizeof name - 1] = 0;
        char *path = rq_path_join(folder, name);
        bool found = path && rq_path_kind(path, NULL) != RQ_PATH_NONE;
        free(path);
        if (found)
            return true;
    }
    return false;
}

static bool has_signs(const char *folder)
{
    for (size_t i = 0; i < FAMILIES; i++)
        for (const char *sign = families[i].signs; *sign;) {
            size_t size = strcspn(sign, " ");
            if (is_there(folder, sign, size))
                return true;
            sign += size + (sign[size] == ' ');
        }
    return false;
}

struct rq_game *rq_game_open_around(const char *file, const struct rq_game_options *options,
                                    struct rq_error *err)
{
    size_t size = (size_t)(rq_path_base(file) - file);
    size_t refusals = rq_memory_refusals();
    char *folder = rq_mem_zeroed(size + sizeof "./..", 1);
    struct rq_game *game = NULL;
    if (!folder) {
        rq_fail(err, RQ_NO_MEMORY, 0, file, "out of memory");
        return NULL;
    }
    memcpy(folder, size ? file : ".", size ? size : 1);
    bool found = has_signs(folder);
    if (!found) {
        memcpy(folder + size, "..", 3);
        found = has_signs(folder);
    }
    if (rq_memory_lasted(refusals, err) && found) /* else a sign may have been missed */
        game = rq_game_open(folder, options, err);
    free(folder);
    return game;
}

/* ---- changes ---- */

static bool is_changed(const struct rq_game *g, const struct rq_walk *walk)
{
    if (walk->count != g->file_count || g->options.unwatched)
        return true;
    for (size_t i = 0; i < walk->count; i++) {
        const struct rq_found *found = &walk->items[i];
        const struct rq_game_file *file = g->files[i];
        if (found->size != file->size || found->time != file->time ||
            strcmp(found->relative, file->relative) != 0)
            return true;
    }
    for (const struct rq_game_watch *watch = g->watched; watch; watch = watch->next) {
        uint64_t size = 0, time = 0;
        rq_path_stamp(watch->path, &size, &time);
        if (size != watch->size || time != watch->time)
            return true;
    }
    return false;
}

bool rq_game_refresh(struct rq_game **game, bool *changed, struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct rq_walk walk = {0};
    struct rq_game *old = *game;
    bool differs = false;
    err = err ? err : &ignored;
    bool fine = walk_game(&walk, old->info.path, &old->options, err);
    if (fine && is_changed(old, &walk)) {
        struct rq_game_options options = old->options;
        options.family = old->info.family;
        struct rq_game *fresh = build_game(old->info.path, &options, &walk, old, err);
        fine = differs = fresh != NULL;
        if (fresh) {
            *game = fresh;
            rq_game_close(old);
        }
    }
    rq_walk_free(&walk);
    if (changed)
        *changed = differs;
    return fine;
}

struct rq_game *rq_game_share(struct rq_game *g)
{
    atomic_fetch_add(&g->owners, 1);
    return g;
}

void rq_game_close(struct rq_game *g)
{
    if (!g || atomic_fetch_sub(&g->owners, 1) != 1)
        return;
    for (size_t i = 0; i < g->file_count; i++)
        rq_game_file_drop(g->files[i]);
    rq_arena_free(&g->arena);
    free(g->files);
    free(g->sources);
    free(g->parts);
    free(g->locations);
    free(g->problems);
    free(g->loose);
    free(g);
}

const struct rq_game_info *rq_game_describe(const struct rq_game *g)
{
    return &g->info;
}
