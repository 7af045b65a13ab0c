/* Which of several resources with one name the game takes: every pair of sources in the order of
 * the specification's chapter on the resource system (override before ERF before RIM before
 * texture packs before the key), and the parts of a module by its table of precedence. The
 * archives are laid down here by hand. */
#include "support/install.h"

/* In the game's order. */
static const struct place places[] = {
    {"Override/deep/X.TXT", make_loose},
    {"modules/m.mod", make_erf},
    {"patch.erf", make_erf},
    {"lips/global.mod", make_erf},
    {"rims/global.rim", make_rim},
    {"TexturePacks/swpc_tex_tpa.erf", make_erf},
    {"TexturePacks/swpc_tex_tpb.erf", make_erf},
    {"texturepacks/swpc_tex_gui.erf", make_erf},
    {"streammusic/x.txt", make_loose},
    {"streamsounds/x.txt", make_loose},
    {"streamwaves/x.txt", make_loose},
    {"data/one.bif", make_bif},
};

enum { PLACES = sizeof places / sizeof places[0] };

/* What the game takes for x.txt: the content is the path of the place that it came from. */
static void check_winner(const struct rq_game_options *options, const char *expected, size_t count)
{
    struct rq_error err = {0};
    struct rq_game *game = rq_game_open(root, options, &err);
    struct rq_resource first = {0}, r = {0};
    struct rq_bytes bytes = {0};
    size_t found = 0;
    CHECK_STR(err.text, "");
    if (game) {
        CHECK_STR(rq_game_describe(game)->family, "kotor");
        for (; rq_game_find(game, "X.txt", &r); found++)
            CHECK_INT(r.rank, found);
        CHECK_INT(found, count);
        if (CHECK(rq_game_find(game, "x.TXT", &first) && first.wins &&
                  rq_game_bytes(game, &first, &bytes, &err)))
            CHECK_MEM(bytes.data, bytes.size, expected, strlen(expected));
    }
    rq_game_close(game);
}

static void test_pairs(void)
{
    start("pairs");
    for (size_t i = 0; i < PLACES; i++)
        for (size_t k = i + 1; k < PLACES; k++) {
            check_note("%s and %s", places[i].path, places[k].path);
            REQUIRE(put_place(&places[k]) && put_place(&places[i]));
            check_winner(NULL, places[i].path, 2);
            clear();
        }
    check_note(" ");
}

static void test_all(void)
{
    start("all");
    for (size_t i = 0; i < PLACES; i++)
        REQUIRE(put_place(&places[i]));
    check_winner(NULL, places[0].path, PLACES);
    clear();
}

/* Exclusive: a .mod alone, else _dlg.erf, _s.rim, and the first of _a, _adx and the plain .rim.
 * Layered: those, and the .mod below them. */
static void test_module(void)
{
    static const struct place parts[] = {
        {"modules/m_dlg.erf", make_erf}, {"modules/m_s.rim", make_rim},
        {"modules/m_a.rim", make_rim},   {"modules/m_adx.rim", make_rim},
        {"modules/m.rim", make_rim},     {"modules/m.mod", make_erf}};
    const struct rq_game_options layered = {.layered = true};
    start("module");
    for (size_t i = 6; i-- > 0;) {
        REQUIRE(put_place(&parts[i]));
        check_note("from %s on", parts[i].path);
        check_winner(NULL, "modules/m.mod", 6 - i);
        check_winner(&layered, parts[i].path, 6 - i);
    }
    char *mod = rq_path_join(root, "modules/m.mod");
    rq_remove_file(mod);
    free(mod);
    check_winner(NULL, "modules/m_dlg.erf", 5);
    clear();
    check_note(" ");
}

/* Played, a module's parts and lips count, those of others do not. */
static void test_played(void)
{
    static const struct place two[] = {{"modules/a.rim", make_rim}, {"modules/b.rim", make_rim}};
    const struct rq_game_options a = {.module = "A"}, b = {.module = "b"};
    start("played");
    REQUIRE(put_place(&two[0]) && put_place(&two[1]));
    check_winner(&a, "modules/a.rim", 1);
    check_winner(&b, "modules/b.rim", 1);
    clear();
}

/* The parts of one module are inactive where another replaces them. */
static void test_parts(void)
{
    static const struct place two[] = {{"modules/m.rim", make_rim}, {"modules/m.mod", make_erf}};
    struct rq_error err = {0};
    const struct rq_source *sources;
    struct rq_resource r = {0};
    start("parts");
    REQUIRE(put_place(&two[0]) && put_place(&two[1]));
    struct rq_game *game = rq_game_open(root, NULL, &err);
    REQUIRE(game);
    REQUIRE(rq_game_sources(game, &sources) == 2);
    CHECK(rq_game_find(game, "x.txt", &r) && r.wins && !r.source->inactive);
    CHECK(rq_game_find(game, "x.txt", &r) && !r.wins && r.source->inactive);
    CHECK_STR(r.source->path, "modules/m.rim");
    CHECK_STR(r.source->module, "m");
    CHECK_STR(r.source->kind, "module");
    CHECK_INT(r.source->count, 1);
    CHECK(!rq_game_find(game, "x.txt", &r));
    rq_game_close(game);
    clear();
}

static void note_path(void *ctx, const char *path, const struct rq_error *err)
{
    struct rq_out *told = ctx;
    CHECK(err->code != RQ_OK && err->text[0]);
    rq_put(told, path, strlen(path));
    rq_put8(told, ' ');
}

/* Damage is told, and the rest is there. */
static void test_damage(void)
{
    static const char expected[] = "modules/bad.mod chitin.key ";
    struct rq_error err = {0};
    struct rq_out told = {0};
    const struct rq_game_options options = {.problem = note_path, .problem_ctx = &told};
    start("damage");
    REQUIRE(put_place(&(const struct place){"modules/bad.mod", make_loose}));
    REQUIRE(put_place(&(const struct place){"chitin.key", make_loose}));
    REQUIRE(put_place(&places[0]));
    struct rq_game *game = rq_game_open(root, &options, &err);
    REQUIRE(game != NULL);
    CHECK_INT(rq_game_describe(game)->problems, 2);
    CHECK_MEM(told.data, told.size, expected, sizeof expected - 1);
    rq_game_close(game);
    rq_out_free(&told);
    clear();
    /* Nothing but damage: no game. */
    REQUIRE(put_place(&(const struct place){"chitin.key", make_loose}));
    CHECK(!rq_game_open(root, NULL, &err));
    CHECK_INT(err.code, RQ_CORRUPT);
    clear();
}

/* The game is there with so many problems; how many places have x.txt. */
static size_t count_found(const struct rq_game_options *options, size_t problems)
{
    struct rq_error err = {0};
    struct rq_game *game = rq_game_open(root, options, &err);
    struct rq_resource r = {0};
    size_t found = 0;
    CHECK_STR(err.text, "");
    if (CHECK(game != NULL)) {
        CHECK_INT(rq_game_describe(game)->problems, problems);
        while (rq_game_find(game, "x.txt", &r))
            found++;
    }
    rq_game_close(game);
    return found;
}

/* What stands where it means nothing is no source and no damage. */
static void test_stray(void)
{
    static const struct place stray[] = {{"modules/stray.erf", make_erf},
                                         {"modules/m_x.erf", make_erf},
                                         {"modules/readme.txt", make_loose},
                                         {"modules/backup.zip", make_loose},
                                         {"lips/global.rim", make_rim},
                                         {"rims/global.mod", make_erf},
                                         {"texturepacks/textures.mod", make_erf},
                                         {"other.erf", make_erf},
                                         {"saves/x.txt", make_loose},
                                         {"data/two.bif", make_loose}};
    start("stray");
    REQUIRE(put_place(&(const struct place){"modules/m.rim", make_rim}));
    for (size_t i = 0; i < sizeof stray / sizeof stray[0]; i++)
        REQUIRE(put_place(&stray[i]));
    CHECK_INT(count_found(NULL, 0), 1);
    check_winner(NULL, "modules/m.rim", 1);
    clear();
}

/* The lips of the module that is played, in whatever case, and not those of others. */
static void test_lips(void)
{
    static const char *const names[] = {"demo01", "DEMO01", "Demo01"};
    start("lips");
    REQUIRE(put_place(&(const struct place){"lips/Demo01_loc.mod", make_erf}));
    REQUIRE(put_place(&(const struct place){"lips/demo011_loc.mod", make_erf}));
    REQUIRE(put_place(&(const struct place){"lips/other1_loc.mod", make_erf}));
    for (size_t i = 0; i < 3; i++) {
        const struct rq_game_options options = {.module = names[i]};
        check_note("%s", names[i]);
        check_winner(&options, "lips/Demo01_loc.mod", 1);
    }
    CHECK_INT(count_found(NULL, 0), 3);
    clear();
}

/* A key that is cut off, at any place, or claims more than it has: told, and the rest is there. */
static void test_damaged_key(void)
{
    struct rq_out key = {0};
    make_key(&key, "");
    start("damaged key");
    for (size_t size = 0; size <= key.size; size++) {
        clear();
        REQUIRE(put_place(&places[0]) && put_bytes("data/one.bif", (struct rq_bytes){key.data, 8}));
        REQUIRE(put_bytes("chitin.key", (struct rq_bytes){key.data, size}));
        check_note("%zu of %zu bytes", size, key.size);
        CHECK_INT(count_found(NULL, size < key.size), size < key.size ? 1 : 2);
    }
    /* The word at 8 is the number of BIFs, at 12 of keys, at 20 the place of the keys. */
    for (size_t at = 8; at <= 20; at += at == 8 ? 4 : 8) {
        uint8_t kept[4];
        memcpy(kept, key.data + at, 4);
        memset(key.data + at, 0xFF, 4);
        check_note("word at %zu", at);
        REQUIRE(put_bytes("chitin.key", rq_out_bytes(&key)));
        CHECK_INT(count_found(NULL, 1), 1);
        memcpy(key.data + at, kept, 4);
    }
    clear();
    rq_out_free(&key);
}

/* Why there are no bytes behind a key. */
static void check_no_bytes(const char *words)
{
    struct rq_error err = {0};
    struct rq_resource r = {0};
    struct rq_bytes bytes;
    struct rq_game *game = rq_game_open(root, NULL, &err);
    REQUIRE(game && rq_game_find(game, "x.txt", &r));
    CHECK(!rq_game_bytes(game, &r, &bytes, &err));
    if (!CHECK(strstr(err.text, words) != NULL))
        printf("    %s\n", err.text);
    rq_game_close(game);
}

/* A key of a BIF that is not there, has no such resource, or is cut off. */
static void test_damaged_bif(void)
{
    struct rq_out bif = {0};
    make_bif(&bif, "content");
    start("damaged bif");
    REQUIRE(put_place(&(const struct place){"chitin.key", make_key}));
    check_no_bytes("BIF number 0 is not there");
    for (size_t size = 0; size < bif.size; size++) {
        REQUIRE(put_bytes("data/one.bif", (struct rq_bytes){bif.data, size}));
        check_note("%zu of %zu bytes", size, bif.size);
        check_no_bytes(size < 36 ? "has no resource 0" : "resource 0 is outside of it");
    }
    clear();
    rq_out_free(&bif);
}

/* A folder of that name is no key. */
static void test_folder_for_key(void)
{
    start("folder");
    REQUIRE(put_text("chitin.key/x.txt", "x") && put_place(&places[0]));
    CHECK_INT(count_found(NULL, 0), 1);
    clear();
}

/* The second game by streamvoice, as the specification tells them apart. */
static void test_version(void)
{
    struct rq_error err = {0};
    const struct rq_game_options asked = {.version = 2};
    start("version");
    REQUIRE(put_text("override/x.txt", "x"));
    struct rq_game *game = rq_game_open(root, NULL, &err);
    REQUIRE(game);
    CHECK_INT(rq_game_describe(game)->version, 1);
    rq_game_close(game);
    game = rq_game_open(root, &asked, &err);
    REQUIRE(game);
    CHECK_INT(rq_game_describe(game)->version, 2);
    rq_game_close(game);
    REQUIRE(put_text("StreamVoice/x.wav", "x"));
    game = rq_game_open(root, NULL, &err);
    REQUIRE(game);
    CHECK_INT(rq_game_describe(game)->version, 2);
    rq_game_close(game);
    clear();
}

TESTS(test_pairs, test_all, test_module, test_played, test_parts, test_damage, test_stray,
      test_lips, test_damaged_key, test_damaged_bif, test_folder_for_key, test_version)
