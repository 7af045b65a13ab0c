/* Games of all families: what is found where, what changes on disk do, and many threads at once.
 * The order of Redguard's folders and of plain ones is that of docs/resources.md; files and
 * archives are laid down here by hand. What KotOR takes of several sources is in kotor_game.c. */
#include "core/fs.h"
#include "support/install.h"
#include "support/kills.h"

#include <pthread.h>
#include <time.h>
#include <utime.h>

static struct rq_game *open_root(const char *relative, const char *family)
{
    struct rq_error err = {0};
    char *path = relative ? rq_path_join(root, relative) : NULL;
    struct rq_game *game = rq_game_open(path ? path : root, NULL, &err);
    CHECK_STR(err.text, "");
    if (game)
        CHECK_STR(rq_game_describe(game)->family, family);
    free(path);
    return game;
}

/* The n-th location of a name is in this source and has this content. */
static void check_location(const struct rq_game *game, const char *name, size_t n, const char *kind,
                           const char *path, const char *content)
{
    struct rq_resource r = {0};
    struct rq_bytes bytes;
    struct rq_error err = {0};
    for (size_t i = 0; i <= n; i++)
        if (!CHECK(rq_game_find(game, name, &r)))
            return;
    CHECK_INT(r.rank, n);
    CHECK_INT(r.wins, n == 0);
    CHECK_STR(r.source->kind, kind);
    CHECK_STR(r.source->path, path);
    if (CHECK(rq_game_bytes(game, &r, &bytes, &err)))
        CHECK_MEM(bytes.data, bytes.size, content, strlen(content));
}

static size_t count_of(const struct rq_game *game, const struct rq_game_filter *filter)
{
    struct rq_resource r = {0};
    size_t count = 0;
    while (rq_game_list(game, filter, &r))
        count++;
    return count;
}

static bool env_has(const struct rq_game *game, const char *name, const char *content)
{
    const struct rq_env *env = rq_game_env(game);
    struct rq_bytes bytes;
    return env->get(env->ctx, name, &bytes) &&
           CHECK_MEM(bytes.data, bytes.size, content, strlen(content));
}

/* ---- families ---- */

static const char world_ini[] = "[world]\r\nworld_map[0]=MAPS\\ISLAND.RGM\r\n"
                                "world_palette[0]=3DART\\ISLAND.COL\r\n"
                                "world_map[12]=MAPS\\HIDEOUT.RGM\r\nworld_world[5]=no.wld\r\n";

static void test_redguard(void)
{
    const struct rq_game_filter fxart = {.source = "fxart", .hidden = true}, all = {.hidden = true};
    struct rq_world worlds[4];
    start("redguard");
    REQUIRE(put_text("WORLD.INI", world_ini) && put_text("3DART/X.TXT", "third") &&
            put_text("maps/x.txt", "second") && put_text("Fxart/x.txt", "first") &&
            put_text("a/b/x.txt", "fourth") && put_text("a/x.txt", "fifth") &&
            put_place(&(const struct place){"Fxart/m.erf", make_erf}));
    struct rq_game *game = open_root(NULL, "redguard");
    REQUIRE(game);
    CHECK_INT(rq_game_describe(game)->codepage, RQ_CP437);
    CHECK_INT(rq_game_describe(game)->version, 0);
    check_location(game, "X.TXT", 0, "fxart", "Fxart", "first");
    check_location(game, "x.txt", 1, "maps", "maps", "second");
    check_location(game, "x.txt", 2, "3dart", "3DART", "third");
    check_location(game, "x.txt", 3, "folder", "a/b", "fourth");
    check_location(game, "x.txt", 4, "folder", "a", "fifth");
    check_location(game, "x.txt", 5, "archive", "Fxart/m.erf", "Fxart/m.erf");
    check_location(game, "world.ini", 0, "root", "", world_ini);
    CHECK_INT(count_of(game, &all), 8);
    CHECK_INT(count_of(game, NULL), 3);
    CHECK_INT(count_of(game, &fxart), 2);
    CHECK(env_has(game, "X.txt", "first"));
    REQUIRE(rq_game_worlds(game, worlds, 4) == 2);
    CHECK_INT(worlds[0].number, 0);
    CHECK_STR(worlds[0].palette, "ISLAND.COL");
    CHECK_INT(worlds[1].number, 12);
    CHECK(rq_game_world(game, 12, &worlds[2]));
    CHECK_STR(worlds[2].map, "HIDEOUT.RGM");
    CHECK(!rq_game_world(game, 5, &worlds[2]));
    rq_game_close(game);
    clear();
}

/* Files before what is in archives, each in the order of their paths; archives in archives. */
static void test_plain(void)
{
    const struct rq_game_filter globbed = {.glob = "x.*"}, typed = {.type = "MOD"};
    struct rq_out inner = {0}, outer = {0};
    struct rq_resource r = {0};
    start("plain");
    make_erf(&inner, "innermost");
    make_erf_of(&outer, "in", 2011, rq_out_bytes(&inner)); /* 2011: mod */
    REQUIRE(put_text("some/x.txt", "loose") && put_bytes("a.mod", rq_out_bytes(&outer)) &&
            put_place(&(const struct place){"b.rim", make_rim}) && put_text("c.mod", "no archive"));
    struct rq_game *game = open_root(NULL, "plain");
    REQUIRE(game);
    check_location(game, "x.txt", 0, "folder", "some", "loose");
    check_location(game, "x.txt", 1, "archive", "a.mod/in.mod", "innermost");
    check_location(game, "x.txt", 2, "archive", "b.rim", "b.rim");
    check_location(game, "c.mod", 0, "folder", "", "no archive");
    REQUIRE(rq_game_find(game, "in.mod", &r));
    CHECK_STR(r.source->path, "a.mod");
    CHECK_STR(rq_path_base(r.file), "a.mod");
    CHECK_INT(count_of(game, &globbed), 1);
    CHECK_INT(count_of(game, &typed), 3);
    CHECK_INT(rq_game_describe(game)->problems, 0);
    /* Formats ask for files: what is in archives is not theirs. */
    CHECK(env_has(game, "x.txt", "loose"));
    CHECK(!rq_game_env(game)->get(rq_game_env(game)->ctx, "in.mod", &(struct rq_bytes){0}));
    CHECK_STR(rq_game_env(game)->name(rq_game_env(game)->ctx, 0), "a.mod");
    CHECK(!rq_game_env(game)->name(rq_game_env(game)->ctx, 4));
    rq_game_close(game);
    game = rq_game_open(root, &(const struct rq_game_options){.files_only = true}, NULL);
    CHECK(game && rq_game_count(game) == 4 && env_has(game, "x.txt", "loose"));
    rq_game_close(game);
    rq_out_free(&inner);
    rq_out_free(&outer);
    clear();
}

/* Folders in folders, longer than any buffer for a path: names of sources are whole. */
static void test_deep(void)
{
#if defined(_WIN32)
    SKIP("Windows has no paths of that length");
#endif
    struct rq_out inner = {0}, outer = {0};
    char folder[700] = "", path[720], source[740];
    start("deep");
    while (strlen(folder) < 600)
        snprintf(folder + strlen(folder), sizeof folder - strlen(folder), "%sa_folder_%zu",
                 folder[0] ? "/" : "", strlen(folder));
    make_erf(&inner, "innermost");
    make_erf_of(&outer, "in", 2011, rq_out_bytes(&inner));
    snprintf(path, sizeof path, "%s/a.mod", folder);
    snprintf(source, sizeof source, "%s/in.mod", path);
    REQUIRE(put_bytes(path, rq_out_bytes(&outer)));
    struct rq_game *game = open_root(NULL, "plain");
    REQUIRE(game);
    check_location(game, "x.txt", 0, "archive", source, "innermost");
    rq_game_close(game);
    rq_out_free(&inner);
    rq_out_free(&outer);
    clear();
}

static void test_archive(void)
{
    struct rq_error err = {0};
    const struct rq_game_options module = {.module = "n"}; /* not its own */
    start("archive");
    REQUIRE(put_place(&(const struct place){"m.mod", make_erf}));
    REQUIRE(put_place(&(const struct place){"data/one.bif", make_bif}));
    struct rq_game *game = open_root("m.mod", "plain");
    REQUIRE(game);
    CHECK_INT(rq_game_count(game), 1);
    check_location(game, "x.txt", 0, "archive", "m.mod", "m.mod");
    rq_game_close(game);
    /* Its name is in the key one folder up. */
    game = open_root("data/one.bif", "plain");
    REQUIRE(game);
    CHECK_INT(rq_game_count(game), 1);
    check_location(game, "x.txt", 0, "archive", "one.bif", "data/one.bif");
    rq_game_close(game);
    char *path = rq_path_join(root, "m.mod");
    CHECK(!rq_game_open(path, &module, &err));
    CHECK_INT(err.code, RQ_USAGE);
    free(path);
    clear();
}

static void test_file(void)
{
    struct rq_error err = {0};
    const struct rq_game_options unknown = {.family = "morrowind"};
    start("file");
    REQUIRE(put_text("x.txt", "alone") && put_text("empty.txt", ""));
    struct rq_game *game = open_root("x.txt", "plain");
    REQUIRE(game);
    CHECK_INT(rq_game_count(game), 1);
    check_location(game, "X.TXT", 0, "folder", "", "alone");
    rq_game_close(game);
    game = open_root("empty.txt", "plain");
    REQUIRE(game);
    check_location(game, "empty.txt", 0, "folder", "", "");
    rq_game_close(game);
    CHECK(!rq_game_open(check_temp("nowhere"), NULL, &err));
    CHECK_INT(err.code, RQ_USAGE);
    err = (struct rq_error){0};
    CHECK(!rq_game_open(root, &unknown, &err));
    CHECK_INT(err.code, RQ_USAGE);
    clear();
}

/* The game of a file is around it. */
static void test_around(void)
{
    struct rq_error err = {0};
    start("around");
    REQUIRE(put_text("World.ini", world_ini) && put_text("maps/x.rgm", "x") &&
            put_text("maps/deep/x.rgm", "x"));
    char *near = rq_path_join(root, "maps/x.rgm"), *far = rq_path_join(root, "maps/deep/x.rgm");
    struct rq_game *game = rq_game_open_around(near, NULL, &err);
    if (CHECK(game))
        CHECK_STR(rq_game_describe(game)->family, "redguard");
    rq_game_close(game);
    CHECK(!rq_game_open_around(far, NULL, &err));
    CHECK_INT(err.code, RQ_OK);
    free(near);
    free(far);
    clear();
}

/* ---- KotOR ---- */

/* TLK V3.0 of one string: 20 bytes of header, an entry of 40, the text. */
static void put_talk(const char *name, uint32_t language, const char *text)
{
    struct rq_out out = {0};
    rq_put(&out, "TLK V3.0", 8);
    rq_put32(&out, language);
    rq_put32(&out, 1);
    rq_put32(&out, 60);
    rq_put32(&out, 1);
    rq_put_zeros(&out, 24);
    rq_put32(&out, 0);
    rq_put32(&out, (uint32_t)strlen(text));
    rq_put32(&out, 0);
    rq_put(&out, text, strlen(text));
    CHECK(put_bytes(name, rq_out_bytes(&out)));
    rq_out_free(&out);
}

static void check_talk_of(struct rq_game *game, enum rq_codepage page, const char *expected,
                          const char *female)
{
    struct rq_error err = {0};
    struct rq_out text = {0};
    REQUIRE(game);
    if (CHECK(rq_game_talk(game, 0, false, page, &text, &err)))
        CHECK_MEM(text.data, text.size, expected, strlen(expected));
    CHECK(!rq_game_talk(game, 1, false, page, &text, &err));
    CHECK_INT(err.code, RQ_USAGE);
    err = (struct rq_error){0};
    /* Without a table for female players, or without a text in it, the other. */
    rq_out_cut(&text, 0);
    if (CHECK(rq_game_talk(game, 0, true, page, &text, &err)))
        CHECK_MEM(text.data, text.size, female, strlen(female));
    rq_out_free(&text);
    rq_game_close(game);
}

/* Of the whole game, and of its talk tables alone. */
static void check_talk(enum rq_codepage page, const char *expected, const char *female)
{
    const struct rq_game_options talk = {.family = "kotor", .talk = true, .unwatched = true};
    check_talk_of(open_root(NULL, "kotor"), page, expected, female);
    struct rq_game *game = rq_game_open(root, &talk, NULL);
    if (CHECK(game))
        CHECK(rq_game_count(game) <= 2);
    check_talk_of(game, page, expected, female);
}

/* Without a dialog.tlk all is opened. */
static void test_no_talk(void)
{
    const struct rq_game_options talk = {.family = "kotor", .talk = true};
    struct rq_error err = {0};
    struct rq_out text = {0};
    start("silent");
    REQUIRE(put_text("override/x.txt", "x"));
    struct rq_game *game = rq_game_open(root, &talk, &err);
    REQUIRE(game);
    CHECK_INT(rq_game_count(game), 1);
    CHECK(!rq_game_talk(game, 0, false, RQ_CP_DEFAULT, &text, &err));
    rq_game_close(game);
    clear();
}

/* A game that does not watch its files is read anew at every refresh. */
static void test_unwatched(void)
{
    const struct rq_game_options options = {.unwatched = true};
    struct rq_error err = {0};
    bool changed = false;
    start("unwatched");
    REQUIRE(put_text("override/x.txt", "x"));
    struct rq_game *game = rq_game_open(root, &options, &err);
    REQUIRE(game);
    CHECK(rq_game_refresh(&game, &changed, &err) && changed);
    CHECK_INT(rq_game_count(game), 1);
    rq_game_close(game);
    clear();
}

static void test_talk(void)
{
    start("talk");
    REQUIRE(put_text("override/x.txt", "x"));
    put_talk("dialog.tlk", 0, "\xC9t\xE9");
    check_talk(RQ_CP_DEFAULT, "Été", "Été");
    check_talk(RQ_CP1251, "Йtй", "Йtй");
    put_talk("override/dialog.tlk", 0, "not this: the game opens that of its own folder");
    check_talk(RQ_CP_DEFAULT, "Été", "Été");
    put_talk("dialogf.tlk", 0, "");
    check_talk(RQ_CP_DEFAULT, "Été", "Été");
    put_talk("dialogf.tlk", 0, "elle");
    check_talk(RQ_CP_DEFAULT, "Été", "elle");
    put_talk("dialog.tlk", 5, "\xB9"); /* Polish: cp1250 */
    check_talk(RQ_CP_DEFAULT, "ą", "elle");
    clear();
}

static void test_layout(void)
{
    struct rq_out area = {0};
    struct rq_resource layout = {0};
    start("layout");
    make_erf_of(&area, "m13aa", 2012, (struct rq_bytes){(const uint8_t *)"x", 1}); /* 2012: are */
    REQUIRE(put_bytes("modules/danm13.mod", rq_out_bytes(&area)));
    REQUIRE(put_text("override/m13aa.lyt", "x"));
    struct rq_game *game = open_root(NULL, "kotor");
    REQUIRE(game);
    CHECK(rq_game_layout(game, "DANM13", &layout));
    CHECK_STR(layout.name, "m13aa.lyt");
    CHECK(!rq_game_layout(game, "danm14", &layout));
    rq_game_close(game);
    rq_out_free(&area);
    clear();
}

/* ---- changes ---- */

/* The clock of a file system may be as coarse as a tick of the kernel. */
static void wait_a_tick(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
}

static void check_refresh(struct rq_game **game, bool expected)
{
    struct rq_error err = {0};
    bool changed = !expected;
    CHECK(rq_game_refresh(game, &changed, &err));
    CHECK_INT(changed, expected);
    CHECK_STR(err.text, "");
}

/* Files come, change and go; the same size with another time is a change, too. */
static void test_refresh(void)
{
    start("refresh");
    REQUIRE(put_text("override/x.txt", "old") && put_text("override/y.txt", "stays"));
    struct rq_game *game = open_root(NULL, "kotor");
    REQUIRE(game);
    check_refresh(&game, false);
    REQUIRE(put_text("override/z.txt", "added"));
    check_refresh(&game, true);
    check_location(game, "z.txt", 0, "override", "override", "added");
    wait_a_tick();
    REQUIRE(put_text("override/x.txt", "new"));
    check_refresh(&game, true);
    check_location(game, "x.txt", 0, "override", "override", "new");
    char *path = rq_path_join(root, "override/y.txt");
    CHECK(rq_remove_file(path));
    check_refresh(&game, true);
    CHECK(!rq_game_find(game, "y.txt", &(struct rq_resource){0}));
    check_refresh(&game, false);
    rq_game_close(game);
    free(path);
    clear();
}

/* A file of the same size and time as the one behind it is another file. */
static void test_refresh_alike(void)
{
    struct utimbuf when = {.actime = 1000000000, .modtime = 1000000000};
    start("alike");
    char *first = rq_path_join(root, "override/a.txt"),
         *second = rq_path_join(root, "override/b.txt");
    REQUIRE(put_text("override/b.txt", "1234"));
    CHECK_INT(utime(second, &when), 0);
    struct rq_game *game = open_root(NULL, "kotor");
    REQUIRE(game);
    REQUIRE(put_text("override/a.txt", "5678"));
    CHECK_INT(utime(first, &when), 0);
    check_refresh(&game, true);
    check_location(game, "a.txt", 0, "override", "override", "5678");
    check_location(game, "b.txt", 0, "override", "override", "1234");
    rq_game_close(game);
    free(first);
    free(second);
    clear();
}

/* Who has the old game keeps what it was. */
static void test_refresh_open(void)
{
#if defined(_WIN32)
    SKIP("Windows does not let a mapped file be replaced");
#endif
    struct rq_out mod = {0};
    struct rq_error err = {0};
    start("open");
    REQUIRE(put_text("override/x.txt", "old") && put_text("override/y.txt", "stays"));
    REQUIRE(put_place(&(const struct place){"modules/m.mod", make_erf}));
    struct rq_game *game = open_root(NULL, "kotor"), *before = game;
    REQUIRE(game);
    check_location(game, "x.txt", 0, "override", "override", "old");
    check_location(game, "y.txt", 0, "override", "override", "stays");
    rq_game_share(before);
    make_erf(&mod, "modules/n.mod");
    wait_a_tick();
    REQUIRE(put_text("override/x.txt", "new and longer"));
    REQUIRE(put_bytes("modules/m.mod", rq_out_bytes(&mod)));
    check_location(game, "x.txt", 0, "override", "override", "old");
    check_refresh(&game, true);
    CHECK(game != before);
    check_location(game, "x.txt", 0, "override", "override", "new and longer");
    check_location(game, "x.txt", 1, "module", "modules/m.mod", "modules/n.mod");
    check_location(before, "x.txt", 0, "override", "override", "old");
    check_location(before, "x.txt", 1, "module", "modules/m.mod", "modules/m.mod");
    rq_game_close(before);
    check_location(game, "y.txt", 0, "override", "override", "stays");
    clear();
    /* Without anything left there is no new game; the old one stays. */
    before = game;
    CHECK(!rq_game_refresh(&game, NULL, &err));
    CHECK(err.code && game == before);
    check_location(game, "y.txt", 0, "override", "override", "stays");
    rq_game_close(game);
    rq_out_free(&mod);
}

/* The names of a BIF are in a key outside of the game. */
static void test_refresh_key(void)
{
    struct rq_out key = {0};
    start("keyed");
    REQUIRE(put_place(&(const struct place){"data/one.bif", make_bif}));
    struct rq_game *game = open_root("data/one.bif", "plain");
    REQUIRE(game);
    make_key(&key, "");
    key.data[key.size - 22] = 'z'; /* the name in the last key */
    wait_a_tick();
    REQUIRE(put_bytes("chitin.key", rq_out_bytes(&key)));
    check_refresh(&game, true);
    check_location(game, "z.txt", 0, "archive", "one.bif", "data/one.bif");
    rq_game_close(game);
    rq_out_free(&key);
    clear();
}

/* A key of another size is another key, though its time is the same. */
static void test_refresh_key_size(void)
{
    struct utimbuf when = {.actime = 1000000000, .modtime = 1000000000};
    struct rq_out key = {0};
    start("keyed_size");
    REQUIRE(put_place(&(const struct place){"data/one.bif", make_bif}));
    char *path = rq_path_join(root, "chitin.key");
    CHECK_INT(utime(path, &when), 0);
    struct rq_game *game = open_root("data/one.bif", "plain");
    REQUIRE(game);
    check_refresh(&game, false);
    make_key(&key, "");
    REQUIRE(put_bytes("chitin.key", rq_out_bytes(&key)));
    CHECK_INT(utime(path, &when), 0);
    check_refresh(&game, false);
    rq_put8(&key, 0);
    REQUIRE(put_bytes("chitin.key", rq_out_bytes(&key)));
    CHECK_INT(utime(path, &when), 0);
    check_refresh(&game, true);
    check_refresh(&game, false);
    rq_game_close(game);
    rq_out_free(&key);
    free(path);
    clear();
}

/* ---- threads ---- */

enum { THREADS = 4, FILES = 40, ROUNDS = 30 };

struct shared {
    pthread_mutex_t lock;
    struct rq_game *game;
    size_t bad[THREADS];
};

struct worker {
    struct shared *shared;
    size_t number;
};

static struct rq_game *current(struct shared *shared)
{
    pthread_mutex_lock(&shared->lock);
    struct rq_game *game = rq_game_share(shared->game);
    pthread_mutex_unlock(&shared->lock);
    return game;
}

/* Every location says where it is from. The harness is for one thread: what is wrong is counted. */
static void *read_all(void *arg)
{
    const struct worker *w = arg;
    for (size_t round = 0; round < ROUNDS; round++) {
        struct rq_game *game = current(w->shared);
        struct rq_resource r = {0};
        const struct rq_game_filter all = {.hidden = true};
        while (rq_game_list(game, &all, &r)) {
            struct rq_bytes bytes, again;
            struct rq_error err = {0};
            const struct rq_env *env = rq_game_env(game);
            bool fine = rq_game_bytes(game, &r, &bytes, &err) && bytes.size &&
                        bytes.data[0] == (r.source->module ? 'm' : 'l') &&
                        env->get(env->ctx, r.name, &again) && again.size;
            w->shared->bad[w->number] += !fine;
        }
        rq_game_close(game);
    }
    return NULL;
}

static void test_threads(void)
{
    struct shared shared = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct worker workers[THREADS];
    pthread_t threads[THREADS];
    char name[64];
    start("threads");
    for (size_t i = 0; i < FILES; i++) {
        snprintf(name, sizeof name, "override/f%zu.txt", i);
        REQUIRE(put_text(name, "loose"));
        snprintf(name, sizeof name, "modules/m%zu.mod", i);
        REQUIRE(put_place(&(const struct place){name, make_erf}));
    }
    shared.game = open_root(NULL, "kotor");
    REQUIRE(shared.game);
    for (size_t i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){&shared, i};
        REQUIRE(pthread_create(&threads[i], NULL, read_all, &workers[i]) == 0);
    }
    /* Meanwhile more files come. */
    for (size_t i = 0; i < ROUNDS; i++) {
        snprintf(name, sizeof name, "override/f%zu.txt", i + FILES);
        CHECK(put_text(name, "loose, too"));
        pthread_mutex_lock(&shared.lock);
        CHECK(rq_game_refresh(&shared.game, NULL, NULL));
        pthread_mutex_unlock(&shared.lock);
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        CHECK_INT(shared.bad[i], 0);
    }
    rq_game_close(shared.game);
    clear();
}

/* ---- archives as files ---- */

static struct rq_archive *open_archive(const char *relative)
{
    struct rq_error err = {0};
    char *path = rq_path_join(root, relative);
    struct rq_archive *archive = rq_archive_open(path, NULL, NULL, &err);
    CHECK_STR(err.text, "");
    free(path);
    return archive;
}

static void check_names(const char *relative, const char *expected)
{
    struct rq_archive *archive = open_archive(relative);
    const struct rq_entry *entries;
    struct rq_error err = {0};
    size_t count = 0;
    char names[200] = "";
    REQUIRE(archive);
    CHECK(rq_archive_entries(archive, &entries, &count, &err));
    for (size_t i = 0; i < count; i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s ", entries[i].name);
    CHECK_STR(names, expected);
    rq_archive_close(archive);
}

/* A BIF that is changed, and the key that names its resources. */
static void test_keyed_archive(void)
{
    struct rq_error err = {0};
    start("bif");
    REQUIRE(put_place(&(const struct place){"data/one.bif", make_bif}));
    check_names("data/one.bif", "x.txt ");
    struct rq_archive *archive = open_archive("data/one.bif");
    REQUIRE(archive);
    CHECK_STR(rq_path_base(rq_archive_key(archive)), "chitin.key");
    for (char name[] = "a.txt"; name[0] < 'd'; name[0]++)
        CHECK(rq_archive_put(archive, name, (struct rq_bytes){(const uint8_t *)"added", 5}, &err));
    CHECK(rq_archive_save(archive, &err));
    CHECK_STR(err.text, "");
    check_names("data/one.bif", "x.txt a.txt b.txt c.txt ");
    /* The game finds it, too. */
    struct rq_game *game = open_root(NULL, "kotor");
    REQUIRE(game);
    check_location(game, "b.txt", 0, "chitin", "chitin.key", "added");
    rq_game_close(game);
    archive = open_archive("data/one.bif");
    REQUIRE(archive);
    CHECK(rq_archive_remove(archive, "A.TXT", &err) && rq_archive_save(archive, &err));
    check_names("data/one.bif", "x.txt b.txt c.txt ");
    archive = open_archive("data/one.bif");
    REQUIRE(archive);
    CHECK(!rq_archive_remove(archive, "none.txt", &err));
    rq_archive_close(archive);
    clear();
}

static bool put_three(void)
{
    static const char *const names[] = {"a.txt", "b.txt", "c.txt"};
    struct rq_error err = {0};
    start("bif");
    if (!put_place(&(const struct place){"data/one.bif", make_bif}))
        return false;
    struct rq_archive *archive = open_archive("data/one.bif");
    bool fine = archive != NULL;
    for (size_t i = 0; fine && i < 3; i++)
        fine = rq_archive_put(archive, names[i],
                              (struct rq_bytes){(const uint8_t *)names[i], strlen(names[i])}, &err);
    return fine && rq_archive_save(archive, &err);
}

static bool remove_first(void)
{
    struct rq_archive *archive = open_archive("data/one.bif");
    return archive && rq_archive_remove(archive, "x.txt", NULL) && rq_archive_save(archive, NULL);
}

/* Each of the resources that put_three has added holds its own name: true when all are there, and `gone` is
 * whether x.txt is not. */
static bool names_fit(bool *gone)
{
    const struct rq_entry *entries = NULL;
    size_t count = 0;
    struct rq_archive *archive = open_archive("data/one.bif");
    bool fine = archive && rq_archive_entries(archive, &entries, &count, NULL);
    *gone = count == 3;
    fine = fine && (count == 3 || (count == 4 && strcmp(entries[0].name, "x.txt") == 0));
    for (size_t i = count - 3; fine && i < count; i++)
        fine = entries[i].bytes.size == strlen(entries[i].name) &&
               memcmp(entries[i].bytes.data, entries[i].name, entries[i].bytes.size) == 0;
    rq_archive_close(archive);
    return fine;
}

/* All numbers behind a resource that is taken out change, in the archive and in its key: killed at any moment, both
 * are the old ones or the new ones for who opens them next. */
static void test_keyed_kills(void)
{
    NEEDS_KILLS();
    unsigned n = 0, olds = 0, news = 0;
    for (bool killed = true; killed && n < 2000; n++) {
        bool gone;
        check_note("writing call %u", n);
        REQUIRE(put_three());
        killed = run_killed(remove_first, n);
        CHECK(names_fit(&gone));
        olds += !gone;
        news += gone;
        struct rq_archive *archive = open_archive("data/one.bif"); /* the next that writes */
        CHECK(archive && rq_archive_save(archive, NULL));
        struct rq_out left = {0};
        CHECK(rq_fs_names(root, &left));
        CHECK_INT(left.size, sizeof "chitin.key" + sizeof "data");
        rq_out_free(&left);
    }
    check_note(" ");
    CHECK(n > 20 && olds > 10 && news > 3);
    clear();
}

/* What another program has written meanwhile is not replaced, and the key stays with it. */
static void test_keyed_meanwhile(void)
{
    static const char *const files[] = {"data/one.bif", "chitin.key"};
    for (size_t i = 0; i < 2; i++) {
        struct rq_error err = {0};
        bool gone;
        check_note("%s", files[i]);
        REQUIRE(put_three());
        struct rq_archive *archive = open_archive("data/one.bif");
        REQUIRE(archive && rq_archive_remove(archive, "x.txt", &err));
        char *path = rq_path_join(root, files[i]);
        struct rq_map map = {0};
        struct rq_out out = {0};
        REQUIRE(path && rq_map_open(&map, path, &err));
        rq_put(&out, map.bytes.data, map.bytes.size);
        rq_map_close(&map);
        rq_put(&out, "", 1); /* a byte behind the rest, which reading passes over */
        CHECK(put_bytes(files[i], rq_out_bytes(&out)));
        rq_out_free(&out);
        CHECK(!rq_archive_save(archive, &err));
        CHECK_INT(err.code, RQ_IO);
        CHECK(strstr(err.text, "another program") != NULL);
        CHECK(names_fit(&gone) && !gone);
        free(path);
    }
    check_note(" ");
    clear();
}

/* Entries by number, names that only look like numbers, and a BIF without an extension. */
static void test_keyed_names(void)
{
    const struct rq_bytes added = {(const uint8_t *)"added", 5};
    const struct rq_entry *entries;
    struct rq_error err = {0};
    size_t count = 0;
    start("numbered");
    REQUIRE(put_place(&(const struct place){"data/one.bif", make_bif}));
    struct rq_archive *archive = open_archive("data/one.bif");
    REQUIRE(archive);
    CHECK(rq_archive_put(archive, "00000.txt", added, &err));
    CHECK(rq_archive_put(archive, "0000.txt", added, &err));
    CHECK(rq_archive_put(archive, "00002.txt", added, &err)); /* one behind the last */
    CHECK(rq_archive_put(archive, "fixed.txt", added, &err));
    CHECK(rq_archive_save(archive, &err));
    CHECK_STR(err.text, "");
    check_names("data/one.bif", "x.txt 0000.txt 00002.txt fixed.txt ");
    archive = open_archive("data/one.bif");
    REQUIRE(archive && rq_archive_entries(archive, &entries, &count, &err) && count == 4);
    CHECK_MEM(entries[0].bytes.data, entries[0].bytes.size, "added", 5);
    rq_archive_close(archive);
    clear();
    start("bare_bif");
    REQUIRE(put_place(&(const struct place){"data/one", make_bif}));
    check_names("data/one", "x.txt ");
    clear();
    start("other_bif");
    REQUIRE(put_place(&(const struct place){"data/on", make_bif}));
    check_names("data/on", "00000.txt ");
    clear();
    REQUIRE(put_place(&(const struct place){"data/ond.bif", make_bif}));
    check_names("data/ond.bif", "00000.txt ");
    clear();
}

static void note_problem(void *ctx, const char *path, const struct rq_error *err)
{
    CHECK(err->code != RQ_OK);
    rq_putf(ctx, "%s ", path);
}

/* An archive in an archive that is cut off is told; what stands beside it is there. */
static void test_inner_damage(void)
{
    struct rq_out inner = {0}, outer = {0}, told = {0};
    struct rq_error err = {0};
    const struct rq_game_options options = {.problem = note_problem, .problem_ctx = &told};
    start("inner");
    make_erf(&inner, "content");
    make_erf_of(&outer, "in", 2011, (struct rq_bytes){inner.data, 170});
    REQUIRE(put_bytes("a.mod", rq_out_bytes(&outer)) && put_text("b.txt", "beside"));
    struct rq_game *game = rq_game_open(root, &options, &err);
    REQUIRE(game);
    rq_put8(&told, 0);
    CHECK_STR((const char *)told.data, "a.mod/in.mod ");
    CHECK_INT(rq_game_describe(game)->problems, 1);
    check_location(game, "b.txt", 0, "folder", "", "beside");
    CHECK(rq_game_find(game, "in.mod", &(struct rq_resource){0}));
    rq_game_close(game);
    rq_out_free(&inner);
    rq_out_free(&outer);
    rq_out_free(&told);
    clear();
}

/* ---- trees ---- */

static void count_problem(void *ctx, const char *path, const struct rq_error *err)
{
    CHECK(path[0] && err->code == RQ_IO);
    ++*(size_t *)ctx;
}

static void test_tree(void)
{
    static const char *const shown[] = {"a.mod", "a.mod/in.mod", "a.mod/in.mod/x.txt", "x.txt"};
    struct rq_out inner = {0}, outer = {0};
    struct rq_error err = {0};
    struct rq_tree tree;
    size_t problems = 0;
    start("tree");
    make_erf(&inner, "innermost");
    make_erf_of(&outer, "in", 2011, rq_out_bytes(&inner));
    REQUIRE(put_text("x.txt", "loose") && put_bytes("a.mod", rq_out_bytes(&outer)));
    const char *const paths[] = {root, check_temp("absent")};
    const struct rq_tree_options options = {.problem = count_problem, .problem_ctx = &problems};
    CHECK(rq_tree_open(&tree, paths, 2, &options, &err));
    CHECK_INT(problems, 1);
    CHECK_INT(tree.count, 4);
    for (size_t i = 0; i < 4 && i < tree.count; i++) {
        CHECK_STR(tree.nodes[i].below, shown[i]);
        CHECK_INT(tree.nodes[i].depth, i < 3 ? i : 0);
        CHECK_INT(tree.nodes[i].container, i < 2);
    }
    rq_tree_close(&tree);
    rq_out_free(&inner);
    rq_out_free(&outer);
    clear();
}

/* Archives in archives are opened up to eight deep. */
static void test_tree_deep(void)
{
    enum { LIMIT = 8 };
    start("tree_deep");
    for (size_t archives = LIMIT - 1; archives <= LIMIT + 2; archives++) {
        struct rq_out bytes = {0};
        struct rq_error err = {0};
        struct rq_tree tree;
        rq_put_str(&bytes, "innermost");
        for (size_t i = 0; i < archives; i++) {
            struct rq_out around = {0};
            make_erf_of(&around, "x", i ? 2011 : 10, rq_out_bytes(&bytes));
            rq_out_free(&bytes);
            bytes = around;
        }
        REQUIRE(put_bytes("a.mod", rq_out_bytes(&bytes)));
        const char *const paths[] = {root};
        check_note("%zu", archives);
        REQUIRE(rq_tree_open(&tree, paths, 1, &(struct rq_tree_options){0}, &err));
        CHECK_INT(tree.count, (archives < LIMIT ? archives : LIMIT) + 1);
        for (size_t i = 0; i < tree.count; i++) {
            CHECK_INT(tree.nodes[i].depth, i);
            CHECK_INT(tree.nodes[i].container, i < archives && i < LIMIT);
        }
        rq_tree_close(&tree);
        rq_out_free(&bytes);
    }
    clear();
}

/* Each file or folder that only one of the games has is enough, beside the file or one above it. */
static void test_around_signs(void)
{
    static const struct {
        const char *sign, *family; /* family NULL: no game */
    } cases[] = {{"chitin.key", "kotor"},
                 {"WORLD.INI", "redguard"},
                 {"fxart/A.3D", "redguard"},
                 {"override/a.utc", NULL},
                 {"other.txt", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[32];
        struct rq_error err = {0};
        snprintf(name, sizeof name, "signs%zu", i);
        start(name);
        if (i)
            put_text(cases[i].sign, "x");
        else
            put_place(&(const struct place){"chitin.key", make_key});
        put_text("one/a.txt", "x");
        put_text("one/two/a.txt", "x");
        static const char *const files[] = {"a.txt", "one/a.txt", "one/two/a.txt"};
        for (size_t k = 0; k < 3; k++) {
            char *path = rq_path_join(root, files[k]);
            struct rq_game *game = rq_game_open_around(path, NULL, &err);
            check_note("%s, %s", cases[i].sign, files[k]);
            CHECK_STR(err.text, "");
            CHECK_INT(game != NULL, cases[i].family && k < 2);
            if (game)
                CHECK_STR(rq_game_describe(game)->family, cases[i].family);
            rq_game_close(game);
            free(path);
        }
        clear();
    }
}

TESTS(test_redguard, test_plain, test_deep, test_archive, test_file, test_around, test_around_signs,
      test_talk, test_no_talk, test_unwatched, test_layout, test_refresh, test_refresh_alike,
      test_refresh_open, test_refresh_key, test_refresh_key_size, test_threads, test_keyed_names,
      test_inner_damage, test_keyed_archive, test_keyed_kills, test_keyed_meanwhile, test_tree,
      test_tree_deep)
