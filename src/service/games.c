/* Folders that can be opened, games that are open, and what they have. */
#include "core/file.h"
#include "core/fs.h"
#include "core/sum.h"
#include "core/text.h"
#include "service/call.h"

#include <stdio.h>
#include <stdlib.h>

#if defined(_WIN32)
#include <windows.h>
#endif

/* ---- places ---- */

/* The number of a folder for requests; 0 without memory. With the lock held. */
static size_t place_number(struct rq_service *s, const char *path)
{
    for (size_t i = 0; i < s->place_count; i++)
        if (strcmp(s->places[i], path) == 0)
            return i + 1;
    if (s->place_count == s->place_room) {
        size_t room = s->place_room * 2 + 64;
        char **places = rq_mem(NULL, s->places, room * sizeof *places);
        if (!places)
            return 0;
        s->places = places;
        s->place_room = room;
    }
    char *own = rq_mem(NULL, NULL, strlen(path) + 1);
    if (!own)
        return 0;
    memcpy(own, path, strlen(path) + 1);
    s->places[s->place_count++] = own;
    return s->place_count;
}

static void put_place(struct call *c, const char *path, const char *name, const char *kind)
{
    pthread_mutex_lock(&c->service->lock);
    size_t number = place_number(c->service, path);
    pthread_mutex_unlock(&c->service->lock);
    rq_json_object(&c->j);
    put_number(&c->j, "place", number);
    put_text(&c->j, "name", name);
    put_text(&c->j, "path", path);
    put_text(&c->j, "kind", kind);
    rq_json_end_object(&c->j);
}

const char *place_path(struct call *c)
{
    uint64_t number = parameter_number(c, "place", 0);
    const char *path = NULL;
    pthread_mutex_lock(&c->service->lock);
    if (number >= 1 && number <= c->service->place_count) {
        const char *place = c->service->places[number - 1];
        path = rq_arena_text(&c->arena, place, strlen(place));
    }
    pthread_mutex_unlock(&c->service->lock);
    if (!path)
        refuse(c, 404, "place", "there is no place %s; /api/places lists them",
               parameter(c, "place"));
    return path;
}

static const char *recent_file(struct rq_arena *arena, const struct rq_service *s)
{
    return rq_arena_printf(arena, "%s/recent.txt", s->state);
}

/* Calls fn with each game that was opened before, the latest first. */
static void each_recent(struct call *c, void (*fn)(struct call *c, const char *path))
{
    struct rq_map map;
    const char *file = recent_file(&c->arena, c->service);
    if (!file || rq_path_kind(file, NULL) != RQ_PATH_FILE || !rq_map_open(&map, file, NULL))
        return;
    for (size_t at = 0; at < map.bytes.size;) {
        const uint8_t *start = map.bytes.data + at;
        const uint8_t *end = memchr(start, '\n', map.bytes.size - at);
        size_t size = end ? (size_t)(end - start) : map.bytes.size - at;
        const char *path = rq_arena_text(&c->arena, (const char *)start, size);
        if (path && *path && rq_path_kind(path, NULL) != RQ_PATH_NONE)
            fn(c, path);
        at += size + 1;
    }
    rq_map_close(&map);
}

static void put_recent(struct call *c, const char *path)
{
    put_place(c, path, rq_path_base(path), "recent");
}

/* Puts a path before those that were opened before it. */
static void remember(struct rq_service *s, const char *path)
{
    enum { MOST_RECENT = 20 };
    struct rq_arena arena = {0};
    struct rq_out text = {0};
    struct rq_map map = {0};
    size_t kept = 1, refusals = rq_memory_refusals();
    const char *file = recent_file(&arena, s);
    rq_putf(&text, "%s\n", path);
    if (file && rq_path_kind(file, NULL) == RQ_PATH_FILE && rq_map_open(&map, file, NULL)) {
        for (size_t at = 0; at < map.bytes.size && kept < MOST_RECENT; kept++) {
            const uint8_t *start = map.bytes.data + at;
            const uint8_t *end = memchr(start, '\n', map.bytes.size - at);
            size_t size = end ? (size_t)(end - start) : map.bytes.size - at;
            if (size != strlen(path) || memcmp(start, path, size) != 0)
                rq_putf(&text, "%.*s\n", (int)size, (const char *)start);
            at += size + 1;
        }
        rq_map_close(&map);
    }
    if (rq_memory_lasted(refusals, NULL)) /* else those before it would be lost */
        rq_file_save(file, rq_out_bytes(&text), RQ_SAVE_REPLACE, NULL);
    rq_out_free(&text);
    rq_arena_free(&arena);
}

/* Where looking for a game starts. */
static void put_roots(struct call *c)
{
#if defined(_WIN32)
    for (DWORD drives = GetLogicalDrives(), i = 0; i < 26; i++) {
        char path[] = {(char)('A' + (int)i), ':', '/', 0};
        if (drives >> i & 1)
            put_place(c, path, path, "drive");
    }
    char *home = rq_environment("USERPROFILE");
#else
    char *home = rq_environment("HOME");
    put_place(c, "/", "/", "drive");
#endif
    char *full = home ? rq_path_full(home) : NULL, *here = rq_path_full(".");
    if (full)
        put_place(c, full, "Home", "home");
    if (here)
        put_place(c, here, "Here", "here");
    free(home);
    free(full);
    free(here);
}

/* Whether a format has the extension of a file: what can be opened by itself. */
static bool is_known(const char *name)
{
    char extension[16];
    snprintf(extension, sizeof extension, "%s", rq_path_extension(name));
    for (char *p = extension; *p; p++)
        *p = rq_lower(*p);
    for (size_t i = 0; *extension && i < rq_format_count(); i++)
        if (rq_word_in(rq_format_describe(rq_format_at(i))->extensions, extension,
                       strlen(extension)))
            return true;
    return false;
}

static void put_inside(struct call *c, const char *folder)
{
    enum { MOST_LISTED = 5000 };
    struct rq_out names = {0};
    size_t listed = 0;
    if (rq_fs_names(folder, &names))
        for (size_t at = 0; at < names.size && listed < MOST_LISTED;) {
            const char *name = (const char *)names.data + at;
            char *path = rq_path_join(folder, name);
            enum rq_path_kind kind = path ? rq_path_kind(path, NULL) : RQ_PATH_NONE;
            at += strlen(name) + 1;
            if (name[0] != '.' &&
                (kind == RQ_PATH_FOLDER || (kind == RQ_PATH_FILE && is_known(name)))) {
                put_place(c, path, name, kind == RQ_PATH_FOLDER ? "folder" : "file");
                listed++;
            }
            free(path);
        }
    rq_out_free(&names);
}

bool answer_places(struct call *c)
{
    bool top = !*parameter(c, "place");
    const char *path = top ? "" : place_path(c);
    if (!path)
        return false;
    rq_json_object(&c->j);
    put_text(&c->j, "path", path);
    rq_json_key(&c->j, "places");
    rq_json_array(&c->j);
    if (top) {
        each_recent(c, put_recent);
        put_roots(c);
    } else {
        const char *name = rq_path_base(path);
        size_t above = name > path + 1 ? (size_t)(name - path) - 1 : name > path && *name;
        const char *parent = rq_arena_text(&c->arena, path, above);
        if (above && parent)
            put_place(c, parent, "..", "parent");
        put_inside(c, path);
    }
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    return true;
}

/* ---- games ---- */

/* Fills a free game; false without memory or when the journal can't be read. */
static bool open_journal(struct rq_service *s, struct opened *o, const char *full,
                         struct rq_error *err)
{
    struct rq_arena arena = {0};
    const char *folder = rq_arena_printf(&arena, "%s/journal", s->state);
    const char *file = folder ? rq_arena_printf(&arena, "%s/%016llx.jsonl", folder,
                                                (unsigned long long)rq_sum(0, full, strlen(full)))
                              : NULL;
    bool fine =
        file ? rq_make_folder(folder, err) : rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    o->edits = fine ? edits_open(file, err) : NULL;
    rq_arena_free(&arena);
    return o->edits != NULL;
}

static char *copy_text(const char *text, size_t size)
{
    char *copy = rq_mem_zeroed(size + 1, 1);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

/* With the lock held. */
static bool fill_game(struct rq_service *s, struct opened *o, const char *full,
                      struct rq_error *err)
{
    const char *name = rq_path_base(full);
    bool folder = rq_path_kind(full, NULL) == RQ_PATH_FOLDER;
    size_t root = folder ? strlen(full) : name > full + 1 ? (size_t)(name - full) - 1 : 1;
    *o = (struct opened){.root = copy_text(full, root)};
    o->inside = folder ? NULL : copy_text(name, strlen(name));
    o->game = o->root && (folder || o->inside) ? rq_game_open(full, NULL, err) : NULL;
    if (o->game && open_journal(s, o, full, err))
        return true;
    rq_game_close(o->game);
    free(o->root);
    free(o->inside);
    return rq_fail(err, RQ_NO_MEMORY, 0, full, "out of memory");
}

static const char *opened_path(const struct opened *o)
{
    return rq_game_describe(o->game)->path;
}

/* With the lock held: the number of a game that is open, or is opened now. */
static unsigned open_game(struct rq_service *s, const char *full, struct rq_error *err)
{
    for (size_t i = 0; i < s->game_count; i++)
        if (strcmp(opened_path(&s->games[i]), full) == 0)
            return (unsigned)i + 1;
    if (s->game_count == MOST_GAMES) {
        rq_fail(err, RQ_LIMIT, 0, full, "%d games are open already; restart the studio",
                MOST_GAMES);
        return 0;
    }
    if (!fill_game(s, &s->games[s->game_count], full, err))
        return 0;
    remember(s, full);
    return (unsigned)++s->game_count;
}

unsigned rq_service_open_game(struct rq_service *s, const char *path, struct rq_error *err)
{
    char *full = rq_path_full(path);
    unsigned number = 0;
    if (!full) {
        rq_fail(err, RQ_IO, 0, path, "there is nothing at this path");
        return 0;
    }
    pthread_mutex_lock(&s->lock);
    number = open_game(s, full, err);
    pthread_mutex_unlock(&s->lock);
    free(full);
    return number;
}

static void put_game(struct rq_json *j, unsigned number, const struct opened *o)
{
    const struct rq_game_info *info = rq_game_describe(o->game);
    rq_json_object(j);
    put_number(j, "game", number);
    put_text(j, "name", rq_path_base(info->path));
    put_text(j, "path", info->path);
    put_text(j, "family", info->family);
    put_number(j, "version", info->version);
    put_number(j, "resources", rq_game_count(o->game));
    put_number(j, "problems", info->problems);
    rq_json_end_object(j);
}

bool answer_games(struct call *c)
{
    struct rq_service *s = c->service;
    rq_json_object(&c->j);
    rq_json_key(&c->j, "games");
    rq_json_array(&c->j);
    pthread_mutex_lock(&s->lock);
    for (size_t i = 0; i < s->game_count; i++)
        put_game(&c->j, (unsigned)i + 1, &s->games[i]);
    pthread_mutex_unlock(&s->lock);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    return true;
}

static bool answer_opened(struct call *c, const char *path)
{
    unsigned number = rq_service_open_game(c->service, path, &c->err);
    if (!number)
        return false;
    pthread_mutex_lock(&c->service->lock);
    put_game(&c->j, number, &c->service->games[number - 1]);
    pthread_mutex_unlock(&c->service->lock);
    return true;
}

bool answer_open(struct call *c)
{
    const char *path = place_path(c);
    return path && answer_opened(c, path);
}

bool answer_drop(struct call *c)
{
    const char *name = parameter(c, "name");
    if (!rq_name_is_safe(name))
        return refuse(c, 400, "name", "is no name of a file");
    const char *folder = rq_arena_printf(
        &c->arena, "%s/dropped/%016llx", c->service->state,
        (unsigned long long)rq_sum(0, c->request->body.data, c->request->body.size));
    const char *file = folder ? rq_arena_printf(&c->arena, "%s/%s", folder, name) : NULL;
    if (!file)
        return rq_fail(&c->err, RQ_NO_MEMORY, 0, "", "out of memory");
    return rq_make_folder(folder, &c->err) &&
           rq_file_save(file, c->request->body, RQ_SAVE_REPLACE, &c->err) && answer_opened(c, file);
}

bool answer_demo(struct call *c)
{
    static const char *const games[] = {"kotor", "redguard"};
    const char *folder = rq_arena_printf(&c->arena, "%s/demo", c->service->state);
    if (!folder || !c->service->options.make_demo)
        return refuse(c, 404, "demo", "this program has no demo");
    pthread_mutex_lock(&c->service->lock);
    bool fine = rq_path_kind(folder, NULL) == RQ_PATH_FOLDER ||
                c->service->options.make_demo(folder, &c->err);
    pthread_mutex_unlock(&c->service->lock);
    if (!fine)
        return false;
    rq_json_object(&c->j);
    rq_json_key(&c->j, "places");
    rq_json_array(&c->j);
    for (size_t i = 0; i < 2; i++) {
        const char *path = rq_arena_printf(&c->arena, "%s/%s", folder, games[i]);
        if (path)
            put_place(c, path, games[i], "demo");
    }
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    return true;
}

struct rq_game *take_game(struct call *c, struct opened **opened)
{
    struct rq_service *s = c->service;
    uint64_t number = parameter_number(c, "game", 0);
    struct rq_game *game = NULL;
    pthread_mutex_lock(&s->lock);
    if (number >= 1 && number <= s->game_count) {
        *opened = &s->games[number - 1];
        game = rq_game_share((*opened)->game);
    }
    pthread_mutex_unlock(&s->lock);
    if (!game)
        refuse(c, 404, "game", "there is no open game %s; /api/games lists them",
               parameter(c, "game"));
    return game;
}

bool with_lock(struct call *c, bool (*fn)(struct call *c, struct opened *o))
{
    struct opened *o;
    struct rq_game *game = take_game(c, &o);
    if (!game)
        return false;
    pthread_mutex_lock(&c->service->lock);
    bool fine = fn(c, o);
    pthread_mutex_unlock(&c->service->lock);
    rq_game_close(game);
    return fine;
}

/* ---- resources ---- */

const char *key_of(struct rq_arena *arena, const struct rq_resource *r)
{
    const char *path = r->source->path;
    return rq_arena_printf(arena, "%s%s%s", path, *path ? "/" : "", r->name);
}

bool find_key(const struct rq_game *game, const char *key, struct rq_resource *found)
{
    const char *name = rq_path_base(key);
    size_t path = name > key ? (size_t)(name - key) - 1 : 0;
    *found = (struct rq_resource){0};
    while (rq_game_find(game, name, found))
        if (strlen(found->source->path) == path && memcmp(found->source->path, key, path) == 0)
            return true;
    *found = (struct rq_resource){0};
    return false;
}

static void put_sources(struct rq_json *j, const struct rq_source *sources, size_t count)
{
    rq_json_key(j, "sources");
    rq_json_array(j);
    for (size_t i = 0; i < count; i++) {
        rq_json_object(j);
        put_text(j, "kind", sources[i].kind);
        put_text(j, "path", sources[i].path);
        put_text(j, "module", sources[i].module ? sources[i].module : "");
        put_bool(j, "inactive", sources[i].inactive);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

/* A column of numbers. */
static void put_column(struct rq_json *j, const char *key, const uint32_t *numbers, size_t count)
{
    rq_json_key(j, key);
    rq_json_array(j);
    for (size_t i = 0; i < count; i++)
        rq_json_u64(j, numbers[i]);
    rq_json_end_array(j);
}

/* Columns, not rows: half the text, and faster to parse (measured with 60,000 entries). One way through the resources: to know
 * which of many of one name wins takes time. */
bool answer_tree(struct call *c)
{
    struct opened *o;
    struct rq_game *game = take_game(c, &o);
    const struct rq_source *sources;
    if (!game)
        return false;
    size_t count = rq_game_sources(game, &sources), all = rq_game_count(game), at = 0;
    uint32_t *source = rq_arena_get(&c->arena, all + 1, sizeof *source);
    uint32_t *wins = rq_arena_get(&c->arena, all + 1, sizeof *wins);
    struct rq_resource r = {0};
    rq_json_object(&c->j);
    put_sources(&c->j, sources, count);
    rq_json_key(&c->j, "names");
    rq_json_array(&c->j);
    for (; source && wins && at < all && rq_game_at(game, at + 1, &r); at++) {
        rq_json_str(&c->j, r.name);
        source[at] = (uint32_t)(r.source - sources);
        wins[at] = r.wins;
    }
    rq_json_end_array(&c->j);
    put_column(&c->j, "source", source, at);
    put_column(&c->j, "wins", wins, at);
    rq_json_end_object(&c->j);
    rq_game_close(game);
    return (source && wins) || rq_fail(&c->err, RQ_NO_MEMORY, 0, "", "out of memory");
}
