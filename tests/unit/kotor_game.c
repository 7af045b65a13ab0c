/* Which of several resources with one name the game takes: every pair of sources. The expected winner
 * is that of the engine, as it was read in the program (docs/resources.md): directories, ERFs of group
 * 1, RIMs, ERFs of group 2, the key, and in each group what is mounted last comes first. The archives
 * are laid down here by hand. */
#include "support/install.h"

/* In the game's order. n.mod is of another module than the RIMs, which it would replace. */
static const struct place places[] = {
    /* directories */
    {"StreamMusic/x.txt", make_loose},
    {"streamwaves/x.txt", make_loose},
    {"movies/x.txt", make_loose},
    {"portraits/x.txt", make_loose},
    {"servervault/x.txt", make_loose},
    {"rims/x.txt", make_loose},
    {"errortex/x.txt", make_loose},
    {"Override/X.TXT", make_loose},
    {"tempclient/x.txt", make_loose},
    /* ERFs of group 1 */
    {"patch.erf", make_erf},
    {"override/textures.erf", make_erf},
    /* RIMs */
    {"modules/m.rim", make_rim},
    {"modules/m_s.rim", make_rim},
    {"rims/global.rim", make_rim},
    /* ERFs of group 2 */
    {"modules/n.mod", make_erf},
    {"lips/localization.mod", make_erf},
    {"lips/m_loc.mod", make_erf},
    {"texturepacks/swpc_tex_gui.erf", make_erf},
    {"TexturePacks/swpc_tex_tpa.erf", make_erf},
    {"TexturePacks/swpc_tex_tpb.erf", make_erf},
    /* the key, and what is opened by its path */
    {"data/one.bif", make_bif},
    {"streamsounds/x.txt", make_loose},
};

enum { PLACES = sizeof places / sizeof places[0] };

/* What the game takes for x.txt: the content is the path of the place that it came from. */
static void check_winner(const struct rq_game_options *options, const char *expected, size_t count)
{
    struct rq_error err = {0};
    struct rq_game_options with = options ? *options : (struct rq_game_options){0};
    with.family = "kotor"; /* some folders alone do not tell */
    struct rq_game *game = rq_game_open(root, &with, &err);
    struct rq_resource first = {0}, r = {0};
    struct rq_bytes bytes = {0};
    size_t found = 0;
    CHECK_STR(err.text, "");
    if (game) {
        for (; rq_game_find(game, "X.txt", &r); found++)
            CHECK_INT(r.rank, found);
        CHECK_INT(found, count);
        if (CHECK(rq_game_find(game, "x.TXT", &first) && first.wins &&
                  rq_game_bytes(game, &first, &bytes, &err)))
            CHECK_MEM(bytes.data, bytes.size, expected, strlen(expected));
    }
    rq_game_close(game);
}

/* A name has at most 16 letters and an extension that is known. */
static void test_name_limits(void)
{
    static const struct {
        const char *name;
        bool found;
    } cases[] = {{"abcdefghijklmnop.txt", true},
                 {"abcdefghijklmnopq.txt", false},
                 {"a.txt", true},
                 {".txt", false},
                 {"a.mdlx", false},
                 {"a", false}};
    struct rq_error err = {0};
    struct rq_game_options with = {.family = "kotor"};
    start("name_limits");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char path[80];
        snprintf(path, sizeof path, "Override/%s", cases[i].name);
        REQUIRE(put_text(path, "x"));
    }
    struct rq_game *game = rq_game_open(root, &with, &err);
    REQUIRE(game != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_resource r = {0};
        check_note("%s", cases[i].name);
        CHECK_INT(rq_game_find(game, cases[i].name, &r), cases[i].found);
    }
    rq_game_close(game);
    clear();
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

/* Exclusive: a .mod alone, else _dlg.erf, the first of _a, _adx and the plain .rim, and _s.rim, which
 * the engine mounts before the .rim. Layered: those, and the .mod, of group 2, below them. */
static void test_module(void)
{
    static const struct place parts[] = {
        {"modules/m_dlg.erf", make_erf}, {"modules/m_a.rim", make_rim},
        {"modules/m_adx.rim", make_rim}, {"modules/m.rim", make_rim},
        {"modules/m_s.rim", make_rim},   {"modules/m.mod", make_erf}};
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

/* Of one archive the first of a name wins: the engine leaves out a key that it has. */
static void test_duplicates(void)
{
    struct rq_out out = {0};
    const uint32_t words[] = {0, 0, 2, 160, 160, 208, 103, 308, UINT32_MAX};
    start("duplicates");
    rq_put(&out, "ERF V1.0", 8);
    for (size_t i = 0; i < 9; i++)
        rq_put32(&out, words[i]);
    rq_put_zeros(&out, 116);
    for (uint32_t i = 0; i < 2; i++) {
        put_padded(&out, i ? "X" : "x", 16);
        rq_put32(&out, i);
        rq_put32(&out, 10);
    }
    for (uint32_t i = 0; i < 2; i++) {
        rq_put32(&out, 224 + 5 * i);
        rq_put32(&out, i ? 6 : 5);
    }
    rq_put(&out, "firstsecond", 11);
    REQUIRE(put_bytes("patch.erf", rq_out_bytes(&out)));
    check_winner(NULL, "first", 2);
    rq_out_free(&out);
    clear();
}

/* The name of an ERF is tried as .nwm, .mod, .sav, .erf and .hak. */
static void test_erf_names(void)
{
    static const char *const extensions[] = {"nwm", "mod", "sav", "erf", "hak"};
    static const char *const stems[] = {"patch", "override/textures", "lips/localization"};
    start("erf names");
    for (size_t s = 0; s < 3; s++) {
        for (size_t i = 5; i-- > 0;) {
            char path[64];
            snprintf(path, sizeof path, "%s.%s", stems[s], extensions[i]);
            check_note("%s", path);
            REQUIRE(put_place(&(const struct place){path, make_erf}));
            check_winner(NULL, path, s < 2 ? 1 : 5 - i);
        }
        clear();
    }
    check_note(" ");
}

/* Of rims only global.rim is mounted while a game is played, of lips only localization and _loc. */
static void test_not_mounted(void)
{
    static const struct place idle[] = {
        {"rims/mainmenu.rim", make_rim},   {"rims/chargen.rim", make_rim},
        {"rims/miniglobal.rim", make_rim}, {"rims/globaldx.rim", make_rim},
        {"lips/something.mod", make_erf},
    };
    start("not mounted");
    for (size_t i = 0; i < sizeof idle / sizeof idle[0]; i++) {
        struct rq_error err = {0};
        struct rq_resource r = {0};
        check_note("%s", idle[i].path);
        REQUIRE(put_place(&idle[i]));
        struct rq_game *game = rq_game_open(root, NULL, &err);
        REQUIRE(game != NULL);
        CHECK(rq_game_find(game, "x.txt", &r) && !r.wins && r.source->inactive);
        rq_game_close(game);
        REQUIRE(put_place(&(const struct place){"data/one.bif", make_bif}));
        check_winner(NULL, "data/one.bif", 2);
        clear();
    }
    check_note(" ");
}

/* The first game looks at no folder inside of a folder. What the second does is not known. */
static void test_deep(void)
{
    const struct rq_game_options first = {.version = 1}, second = {.version = 2};
    start("deep");
    REQUIRE(put_text("override/deep/x.txt", "x") && put_text("streammusic/deep/x.txt", "x") &&
            put_text("override/y.txt", "y"));
    CHECK_INT(count_found(&first, 0), 0);
    CHECK_INT(count_found(&second, 0), 1);
    clear();
}

/* How many places have a name. */
static size_t count_named(const char *name)
{
    struct rq_error err = {0};
    struct rq_game *game = rq_game_open(root, NULL, &err);
    struct rq_resource r = {0};
    size_t found = 0;
    while (game && rq_game_find(game, name, &r))
        found++;
    rq_game_close(game);
    return found;
}

/* A loose file is named up to its first point, cut to 16 letters; its type is the three letters
 * behind the point. */
static void test_file_names(void)
{
    static const struct {
        const char *file, *name;
    } cases[] = {
        {"x.tga.bak", "x.tga"},
        {"x.tgax", "x.tga"},
        {"Sixteen_letters_.utc", "sixteen_letters_.utc"},
        {"sixteen_letters_and_more.utc", "sixteen_letters_.utc"},
        {"a.b.tpc", NULL},
        {"x.bak.tga", NULL},
        {".tga", NULL},
        {"x", NULL},
    };
    start("file names");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char path[64];
        struct rq_error err = {0};
        snprintf(path, sizeof path, "override/%s", cases[i].file);
        check_note("%s", path);
        REQUIRE(put_text(path, "x") && put_text("override/known.txt", "x"));
        struct rq_game *game = rq_game_open(root, NULL, &err);
        REQUIRE(game != NULL);
        CHECK_INT(rq_game_count(game), cases[i].name ? 2 : 1);
        rq_game_close(game);
        CHECK_INT(count_named(cases[i].name ? cases[i].name : "x.tga"), cases[i].name != NULL);
        clear();
    }
    check_note(" ");
}

/* A voice of 16 letters that begins with n, and has no _ behind it, lies in streamwaves/<letters 1 to
 * 5>/<letters 6 to 11>; nothing else is found in folders of streamwaves. */
static void test_voices(void)
{
    start("voices");
    REQUIRE(put_text("streamwaves/m13aa/BAST01/NM13AABAST01059_.wav", "voice") &&
            put_text("streamwaves/m13aa/bast01/nm13aabast01058_.mp3", "voice") &&
            put_text("streamwaves/m13aa/bast02/nm13aabast01060_.wav", "another folder") &&
            put_text("streamwaves/m13aa/nm13aabast01061_.wav", "too high") &&
            put_text("streamwaves/m13aa/bast01/short.wav", "short") &&
            put_text("streamwaves/_13aa/bast01/n_13aabast01059_.wav", "no voice") &&
            put_text("streamwaves/m13aa/bast01/mm13aabast01059_.wav", "no n") &&
            put_text("streamwaves/n_gduros_coml1.wav", "top"));
    CHECK_INT(count_named("nm13aabast01059_.wav"), 1);
    CHECK_INT(count_named("nm13aabast01058_.mp3"), 1);
    CHECK_INT(count_named("n_gduros_coml1.wav"), 1);
    CHECK_INT(count_named("nm13aabast01060_.wav"), 0);
    CHECK_INT(count_named("nm13aabast01061_.wav"), 0);
    CHECK_INT(count_named("short.wav"), 0);
    CHECK_INT(count_named("n_13aabast01059_.wav"), 0);
    CHECK_INT(count_named("mm13aabast01059_.wav"), 0);
    clear();
}

/* ---- textures ---- */

/* x as a texture of this type in a container of each class, the highest first: a folder, a RIM, an
 * ERF, the key. patch.erf is searched before RIMs, but its class is below theirs. */
static bool put_texture(size_t class, bool tpc)
{
    static const char *const paths[][2] = {{"override/x.tga", "override/x.tpc"},
                                           {"modules/a.rim", "modules/b.rim"},
                                           {"texturepacks/swpc_tex_tpa.erf", "patch.erf"},
                                           {"chitin.key", "chitin.key"}};
    const char *content = tpc ? "tpc" : "tga";
    uint16_t type = tpc ? 3007 : 3;
    struct rq_out out = {0};
    if (class == 0)
        make_loose(&out, content);
    if (class == 1) {
        make_rim(&out, content);
        rq_set16(out.data + 120 + 16, type);
    }
    if (class == 2) {
        make_erf(&out, content);
        rq_set16(out.data + 160 + 20, type);
    }
    if (class == 3) {
        make_key(&out, content);
        rq_set16(out.data + out.size - 6, type);
    }
    bool fine = put_bytes(paths[class][tpc], rq_out_bytes(&out));
    rq_out_cut(&out, 0);
    if (class == 3) {
        make_bif(&out, content);
        fine = fine && put_bytes("data/one.bif", rq_out_bytes(&out));
    }
    rq_out_free(&out);
    return fine;
}

/* The game takes the TPC when its class is at least that of the TGA. */
static void test_textures(void)
{
    start("textures");
    for (size_t tpc = 0; tpc < 4; tpc++)
        for (size_t tga = 0; tga < 4; tga++) {
            if (tpc == 3 && tga == 3)
                continue; /* the key by hand has one resource */
            struct rq_error err = {0};
            struct rq_resource r;
            struct rq_bytes bytes;
            check_note("tpc in class %zu, tga in %zu", tpc, tga);
            REQUIRE(put_texture(tpc, true) && put_texture(tga, false));
            struct rq_game *game = rq_game_open(root, NULL, &err);
            REQUIRE(game != NULL);
            const struct rq_env *env = rq_game_env(game);
            CHECK(rq_game_texture(game, "X.tga", &r));
            CHECK_STR(r.name, tpc <= tga ? "x.tpc" : "x.tga");
            CHECK_INT(env->get(env->ctx, "x.tpc", &bytes), tpc <= tga);
            CHECK_INT(env->get(env->ctx, "x.tga", &bytes), tpc > tga);
            CHECK(!rq_game_texture(game, "y.tga", &r) && !rq_game_texture(game, "x.txt", &r) &&
                  !rq_game_texture(game, "x", &r));
            rq_game_close(game);
            clear();
        }
    check_note(" ");
}

/* ---- a module without its game ---- */

static void check_bare(const char *relative, size_t count, const char *expected)
{
    struct rq_error err = {0};
    const struct rq_game_options options = {.module = "M"};
    struct rq_resource r = {0};
    struct rq_bytes bytes;
    char *path = rq_path_join(root, relative);
    struct rq_game *game = rq_game_open(path, &options, &err);
    free(path);
    REQUIRE(game != NULL);
    CHECK_STR(rq_game_describe(game)->family, "kotor");
    if (CHECK(rq_game_find(game, "x.txt", &r) && r.wins && rq_game_bytes(game, &r, &bytes, &err)))
        CHECK_MEM(bytes.data, bytes.size, expected, strlen(expected));
    for (size_t found = 1; found < count; found++)
        CHECK(rq_game_find(game, "x.txt", &r));
    CHECK(!rq_game_find(game, "x.txt", &r));
    rq_game_close(game);
}

/* A folder of modules, one of a mod's files, and a module alone are games when the module is asked
 * for; what is not there is told. */
static void test_bare(void)
{
    struct rq_error err = {0};
    const struct rq_game_options other = {.module = "other"};
    start("bare");
    REQUIRE(put_place(&(const struct place){"m.rim", make_rim}) &&
            put_place(&(const struct place){"m_s.rim", make_rim}) &&
            put_place(&(const struct place){"n.mod", make_erf}));
    check_bare("", 2, "m.rim");
    check_bare("m_s.rim", 1, "m_s.rim");
    REQUIRE(put_text("files/x.txt", "loose"));
    check_bare("", 3, "loose");
    CHECK(!rq_game_open(root, &other, &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK(strstr(err.text, "has no other.mod or other.rim") != NULL);
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

/* ---- models of two files ---- */

/* A file of the demo's override folder as one of this game; false when there is no demo. */
static bool put_demo(const char *name, const char *relative)
{
    const char *demo = getenv("RQ_DEMO_DIR");
    char path[800];
    size_t size;
    snprintf(path, sizeof path, "%s/kotor/override/%s", demo ? demo : RQ_BUILD_DIR "/demo", name);
    uint8_t *data = check_read(path, &size);
    bool fine = data && put_bytes(relative, (struct rq_bytes){data, size});
    free(data);
    return fine;
}

/* The second file is that beside the first, wherever others of its name are. */
static void test_second(void)
{
    static const char *const others[] = {"StreamMusic/a.mdx", "tempclient/a.mdx"};
    for (size_t i = 0; i < 2; i++) {
        struct rq_error err = {0};
        struct rq_resource r = {0};
        start("second");
        if (!put_demo("demo_head.mdl", "override/a.mdl"))
            SKIP("no demo");
        REQUIRE(put_demo("demo_head.mdx", "override/a.mdx") && put_text(others[i], "x"));
        struct rq_game *game = rq_game_open(root, NULL, &err);
        REQUIRE(game && rq_game_find(game, "a.mdl", &r));
        check_note("%s", others[i]);
        struct rq_doc *doc = rq_game_read(game, &r, NULL, &err);
        const struct rq_finding *findings;
        CHECK_STR(err.text, "");
        REQUIRE(doc != NULL);
        CHECK_INT(rq_doc_findings(doc, &findings), 0);
        rq_doc_free(doc);
        rq_game_close(game);
        /* Without it the other one is taken, which is no MDX of this model. */
        char *path = rq_path_join(root, "override/a.mdx");
        CHECK(rq_remove_file(path));
        free(path);
        r = (struct rq_resource){0};
        game = rq_game_open(root, NULL, &err);
        REQUIRE(game && rq_game_find(game, "a.mdl", &r));
        doc = rq_game_read(game, &r, NULL, &err);
        CHECK(doc && rq_doc_findings(doc, &findings) > 0);
        rq_doc_free(doc);
        rq_game_close(game);
        clear();
    }
}

/* A document of two files is not saved as one; a file that is one is. */
static void test_saved_alone(void)
{
    struct rq_error err = {0};
    start("saved");
    if (!put_demo("demo_head.mdl", "a.mdl"))
        SKIP("no demo");
    REQUIRE(put_demo("demo_head.mdx", "a.mdx"));
    char *path = rq_path_join(root, "a.mdl");
    struct rq_inside *inside = rq_inside_open(path, NULL, &err);
    CHECK_STR(err.text, "");
    REQUIRE(inside != NULL);
    CHECK(!rq_inside_save(inside, &err));
    CHECK_INT(err.code, RQ_UNSUPPORTED);
    CHECK_STR(err.text, "a document of two files is not saved so");
    free(path);
    clear();
}

TESTS(test_name_limits, test_pairs, test_all, test_module, test_played, test_parts, test_damage,
      test_stray, test_duplicates, test_erf_names, test_not_mounted, test_deep, test_file_names,
      test_voices, test_textures, test_bare, test_lips, test_damaged_key, test_damaged_bif,
      test_folder_for_key, test_version, test_second, test_saved_alone)
