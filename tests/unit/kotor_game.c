/* Which of several resources with one name the game takes: every pair of sources in the order of
 * the specification's chapter on the resource system (override before ERF before RIM before
 * texture packs before the key), and the parts of a module by its table of precedence. The
 * archives are laid down here by hand. */
#include "core/bytes.h"
#include "core/file.h"
#include "game/kotor.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- archives of one resource, x.txt, whose content is the archive's own name ---- */

static void put_padded(struct rq_out *out, const char *text, size_t size)
{
    size_t n = strlen(text);
    rq_put(out, text, n);
    rq_put_zeros(out, size - n);
}

/* ERF V1.0 (also MOD): 160 bytes of header, a key of 24, a place of 8, the data. */
static void make_erf(struct rq_out *out, const char *content)
{
    const uint32_t words[] = {0, 0, 1, 160, 160, 184, 103, 308, UINT32_MAX};
    rq_put(out, "ERF V1.0", 8);
    for (size_t i = 0; i < 9; i++)
        rq_put32(out, words[i]);
    rq_put_zeros(out, 116);
    put_padded(out, "x", 16);
    rq_put32(out, 0);
    rq_put16(out, 10);
    rq_put16(out, 0);
    rq_put32(out, 192);
    rq_put32(out, (uint32_t)strlen(content));
    rq_put(out, content, strlen(content));
}

/* RIM V1.0: 120 bytes of header, a key of 32, the data. */
static void make_rim(struct rq_out *out, const char *content)
{
    rq_put(out, "RIM V1.0", 8);
    rq_put32(out, 0);
    rq_put32(out, 1);
    rq_put32(out, 120);
    rq_put_zeros(out, 100);
    put_padded(out, "X", 16); /* names have no case */
    rq_put32(out, 10);
    rq_put32(out, 0);
    rq_put32(out, 152);
    rq_put32(out, (uint32_t)strlen(content));
    rq_put(out, content, strlen(content));
}

/* BIF V1 of one resource, and the KEY V1 that names it. */
static void make_bif(struct rq_out *out, const char *content)
{
    rq_put(out, "BIFFV1  ", 8);
    rq_put32(out, 1);
    rq_put32(out, 0);
    rq_put32(out, 20);
    rq_put32(out, 0);
    rq_put32(out, 36);
    rq_put32(out, (uint32_t)strlen(content));
    rq_put32(out, 10);
    rq_put(out, content, strlen(content));
}

static void make_key(struct rq_out *out, const char *content)
{
    static const char name[] = "data\\one.bif";
    const uint32_t words[] = {1, 1, 64, 64 + 12 + sizeof name, 103, 308};
    (void)content;
    rq_put(out, "KEY V1  ", 8);
    for (size_t i = 0; i < 6; i++)
        rq_put32(out, words[i]);
    rq_put_zeros(out, 32);
    rq_put32(out, 48);
    rq_put32(out, 76);
    rq_put16(out, sizeof name);
    rq_put16(out, 1);
    rq_put(out, name, sizeof name);
    put_padded(out, "x", 16);
    rq_put16(out, 10);
    rq_put32(out, 0);
}

static void make_loose(struct rq_out *out, const char *content)
{
    rq_put(out, content, strlen(content));
}

/* ---- installations ---- */

struct place {
    const char *path;
    void (*make)(struct rq_out *out, const char *content);
};

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

static char root[512];

static bool put_place(const struct place *place)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    char folder[512];
    char *path = rq_path_join(root, place->path);
    place->make(&out, place->path);
    snprintf(folder, sizeof folder, "%.*s", (int)(rq_path_base(path) - path), path);
    bool fine = rq_make_folder(folder, &err) &&
                rq_file_save(path, rq_out_bytes(&out), RQ_SAVE_REPLACE, &err);
    CHECK_STR(err.text, "");
    rq_out_free(&out);
    free(path);
    if (place->make == make_bif)
        return fine && put_place(&(const struct place){"chitin.key", make_key});
    return fine;
}

static void clear(void)
{
    struct rq_walk walk = {0};
    struct rq_error err = {0};
    if (rq_path_kind(root, NULL) == RQ_PATH_FOLDER && rq_walk_add(&walk, root, &err))
        for (size_t i = 0; i < walk.count; i++)
            rq_remove_file(walk.items[i].path);
    rq_walk_free(&walk);
}

static void start(const char *name)
{
    snprintf(root, sizeof root, "%s", check_temp(name));
}

/* What the game takes for x.txt: the content is the path of the place that it came from. */
static void check_winner(const struct rq_kotor_options *options, const char *expected, size_t count)
{
    struct rq_error err = {0};
    struct rq_kotor *game = rq_kotor_open(root, options, &err);
    const struct rq_kotor_entry *first = NULL;
    struct rq_bytes bytes = {0};
    CHECK_STR(err.text, "");
    if (game) {
        CHECK_INT(rq_kotor_find(game, "X.txt", &first), count);
        if (CHECK(count && rq_kotor_bytes(game, first, &bytes, &err)))
            CHECK_MEM(bytes.data, bytes.size, expected, strlen(expected));
    }
    rq_kotor_close(game);
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
    const struct rq_kotor_options layered = {.layered = true};
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
    const struct rq_kotor_options a = {.module = "A"}, b = {.module = "b"};
    start("played");
    REQUIRE(put_place(&two[0]) && put_place(&two[1]));
    check_winner(&a, "modules/a.rim", 1);
    check_winner(&b, "modules/b.rim", 1);
    clear();
}

/* Damage is told, and the rest is there. */
static void test_damage(void)
{
    struct rq_error err = {0};
    const char *path = NULL;
    const struct rq_error *problem = NULL;
    start("damage");
    REQUIRE(put_place(&(const struct place){"modules/bad.mod", make_loose}));
    REQUIRE(put_place(&(const struct place){"chitin.key", make_loose}));
    REQUIRE(put_place(&places[0]));
    struct rq_kotor *game = rq_kotor_open(root, NULL, &err);
    REQUIRE(game != NULL);
    CHECK_INT(rq_kotor_problem(game, 0, &path, &problem), 2);
    CHECK_STR(path, "modules/bad.mod");
    rq_kotor_close(game);
    clear();
    CHECK(rq_kotor_open(root, NULL, &err) == NULL);
    CHECK_INT(err.code, RQ_USAGE);
}

TESTS(test_pairs, test_all, test_module, test_played, test_damage)
