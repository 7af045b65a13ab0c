/* Rules of lint that look at more than one file, or at where a file stands: folders laid down by hand.
 * What is expected comes from the lists of rules that docs/lint.md names, and from what the engines do:
 * the .mod of a module alone is read, names in Override end at the first dot or after 16 characters,
 * rooms that the layout lacks are dropped. */
#include "support/corpus.h"
#include "support/install.h"

#include <reliquary/lint.h>

static void collect(void *ctx, const struct rq_lint_finding *f)
{
    struct rq_out *out = ctx;
    const char *name = strrchr(f->file, '/');
    rq_putf(out, "%s %s %s %s\n", name ? name + 1 : f->file, f->rule->id, f->path, f->value);
}

/* Findings of the rules below a folder, one a line: file, rule, path, value. To be freed. */
static char *lint(const char *folder, const char *game_path, const char *rules)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    struct rq_game *game = game_path ? rq_game_open(game_path, NULL, &err) : NULL;
    CHECK(!game_path || game);
    struct rq_lint_options options = {.game = game, .version = 1, .rules = rules, .threads = 1};
    CHECK(rq_lint(&folder, 1, &options, collect, &out, NULL, &err));
    rq_put8(&out, 0);
    rq_game_close(game);
    return (char *)out.data;
}

static void check_lint(const char *folder, const char *game, const char *rules,
                       const char *expected)
{
    char *found = lint(folder, game, rules);
    CHECK_STR(found, expected);
    free(found);
}

static void put(const char *name, const void *data, size_t size)
{
    CHECK(check_write(check_temp(name), data, size));
}

static void put_lines(const char *name, const char *text)
{
    put(name, text, strlen(text));
}

/* A GFF of one struct without fields: a header of 56 bytes, a struct of 12. */
static struct rq_bytes empty_gff(struct rq_out *out, const char *type)
{
    rq_putf(out, "%.4sV3.2", type);
    rq_put32(out, 56);
    rq_put32(out, 1);
    for (size_t i = 0; i < 5; i++) {
        rq_put32(out, 68);
        rq_put32(out, 0);
    }
    rq_put32(out, UINT32_MAX);
    rq_put32(out, 0);
    rq_put32(out, 0);
    return (struct rq_bytes){out->data, out->size};
}

/* ---- rooms ---- */

static void test_rooms(void)
{
    put_lines("rooms/a.lyt", "beginlayout\r\n   roomcount 2\r\n      A_One 0 0 0\r\n"
                             "      a_two 9 0 0\r\n   trackcount 0\r\n   obstaclecount 0\r\n"
                             "   doorhookcount 0\r\ndonelayout\r\n");
    put_lines("rooms/a.vis", "a_one 2\r\n  A_TWO\r\n  a_three\r\na_four 1\r\n  a_one\r\n");
    /* Without a layout nothing is known. */
    put_lines("rooms/b.vis", "x 1\r\n  y\r\n");
    check_lint(check_temp("rooms"), NULL, "vis-unknown-room",
               "a.vis vis-unknown-room line 3 a_three\na.vis vis-unknown-room line 4 a_four\n");
}

/* ---- modules ---- */

static void test_modules(void)
{
    struct rq_out gff = {0}, erf = {0};
    make_erf_of(&erf, "repute", 2038, empty_gff(&gff, "FAC "));
    put("fac/some.mod", erf.data, erf.size);
    put("fac/repute.fac", gff.data, gff.size);
    check_lint(check_temp("fac"), NULL, "fac-in-module", "repute.fac fac-in-module  \n");

    rq_out_cut(&gff, 0);
    rq_out_cut(&erf, 0);
    make_erf_of(&erf, "stray", 3003, empty_gff(&gff, "PTH "));
    put("pth/some.mod", erf.data, erf.size);
    put("pth/loose.pth", gff.data, gff.size);
    check_lint(check_temp("pth"), NULL, "pth-name", "stray.pth pth-name  stray\n");
    rq_out_cut(&gff, 0);
    empty_gff(&gff, "ARE ");
    put("pth/stray.are", gff.data, gff.size);
    check_lint(check_temp("pth"), NULL, "pth-name", "");
    rq_out_free(&gff);
    rq_out_free(&erf);
}

static void test_mod_shadows(void)
{
    struct rq_out mod = {0}, rim = {0};
    make_erf(&mod, "text");
    make_rim(&rim, "text");
    put("shadow/m.mod", mod.data, mod.size);
    put("shadow/m.rim", rim.data, rim.size);
    check_lint(check_temp("shadow"), NULL, "mod-shadows-rim", "");
    rq_out_cut(&rim, 0);
    make_rim(&rim, "other");
    put("shadow/m_s.rim", rim.data, rim.size);
    check_lint(check_temp("shadow"), NULL, "mod-shadows-rim", "m.mod mod-shadows-rim  X.txt\n");
    rq_out_free(&mod);
    rq_out_free(&rim);
}

/* ---- Override ---- */

static void test_names(void)
{
    put_lines("names/override/sixteen_letters_.txi", "decal 1\r\n");
    put_lines("names/override/seventeen_letters.txi", "decal 1\r\n");
    put_lines("names/override/x.tga.bak", "?");
    put_lines("names/override/readme.txt", "?");
    put_lines("names/override/.hidden.txt", "?");
    put_lines("names/override/below/a.b.txi", "decal 1\r\n");
    put_lines("names/other/a.b.txi", "decal 1\r\n");
    check_lint(check_temp("names"), NULL, "res-name-override",
               "seventeen_letters.txi res-name-override  seventeen_letters.txi\n"
               "x.tga.bak res-name-override  x.tga.bak\n");
}

/* ---- tables ---- */

static void test_tables(void)
{
    /* The game's own poison.2da has dc_save, and the engine asks for Save_DC. */
    put_lines("tables/poison.2da", "2DA V2.0\r\n\r\nlabel dc_save\r\n0 a 10\r\n");
    put_lines("tables/regeneration.2da", "2DA V2.0\r\n\r\nHEALTHREGEN forceregen\r\n0 1 1\r\n");
    put_lines("tables/forceadjust.2da", "2DA V2.0\r\n\r\ngoodcost\r\n0 1\r\n");
    put_lines("tables/mine.2da", "2DA V2.0\r\n\r\nlabel\r\n0 a\r\n");
    check_lint(check_temp("tables"), NULL, "2da-column-misspelt",
               "forceadjust.2da 2da-column-misspelt columns evilcost\n"
               "poison.2da 2da-column-misspelt columns save_dc\n");
}

/* ---- Redguard ---- */

static void test_redguard(void)
{
    put_lines("guard/REDGUARD.CHT", "");
    put_lines("guard/SYSTEM.INI", "[system]\r\nworld_ini=world.ini\r\nitem_ini=ITEM.INI\r\n"
                                  "animation_drive=D:\\\r\n");
    put_lines("guard/WORLD.INI", "[world]\r\nworld_map[0]=MAPS\\HERE.RGM\r\n"
                                 "world_palette[0]=3DART\\GONE.COL\r\n");
    put_lines("guard/MAPS/HERE.RGM", "");
    const char *game = check_temp("guard");
    check_lint(check_temp("guard/SYSTEM.INI"), game, "ini-file-missing",
               "SYSTEM.INI ini-file-missing item_ini ITEM.INI\n");
    check_lint(check_temp("guard/WORLD.INI"), game, "ini-file-missing",
               "WORLD.INI ini-file-missing world_palette[0] GONE.COL\n");
    put_lines("guard/FOG.INI", "[fog]\r\n0,10\r\n5,4\r\n");
    check_lint(check_temp("guard/FOG.INI"), NULL, "ini-fog-order,ini-bad-value",
               "FOG.INI ini-fog-order line 3 \n");
}

/* ---- the corpus ---- */

/* Rules that never fired on the game's files do not fire on ours: the lists have 0 of 171 models for
 * each of them. */
static void test_zero(void)
{
    NEEDS_CORPUS("kotor/mdl");
    check_lint(check_corpus("kotor/mdl"), NULL,
               "mdl-anim-node-number,mdl-controller-columns,mdl-aabb,mdx-slice,mdl-skin-weights,"
               "mdl-no-vertex,mdl-no-face,mdl-unknown-type,mdl-emitter-update",
               "");
    NEEDS_CORPUS("kotor/tpc");
    check_lint(check_corpus("kotor/tpc"), NULL, "tpc-encoding", "");
    NEEDS_CORPUS("kotor/2da");
    check_lint(check_corpus("kotor/2da"), NULL, "2da-size,twoda-duplicate-name", "");
}

/* A string of a script may have 32767 bytes, and none of them is zero. NCS: CONSTS is 04 05, u16 size, the
 * bytes, the high byte first; RETN is 20 00. */
static void test_strings(void)
{
    static const struct {
        const char *name;
        size_t size;
        uint8_t last;
    } strings[] = {{"strings/a.ncs", 32767, 'x'},
                   {"strings/b.ncs", 32768, 'x'},
                   {"strings/c.ncs", 3, 0},
                   {"strings/d.ncs", 0, 0}};
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        struct rq_out out = {0};
        rq_put(&out, "NCS V1.0\x42", 9);
        rq_put32be(&out, (uint32_t)(13 + 4 + strings[i].size + 2));
        rq_put32be(&out, 0x04050000 | (uint32_t)strings[i].size);
        for (size_t k = 0; k < strings[i].size; k++)
            rq_put8(&out, k + 1 < strings[i].size ? 'x' : strings[i].last);
        rq_put(&out, "\x20", 2);
        put(strings[i].name, out.data, out.size);
        rq_out_free(&out);
    }
    check_lint(check_temp("strings"), NULL, "ncs-string-cut",
               "b.ncs ncs-string-cut 0xd 32768\nc.ncs ncs-string-cut 0xd 3\n");
}

static void test_rule_ids(void)
{
    struct rq_lint_rule rule;
    CHECK(rq_lint_rule_by_id("ncs-string-cut", &rule));
    CHECK_STR(rule.id, "ncs-string-cut");
    CHECK(rq_lint_rule_by_id("file-unreadable", &rule));
    CHECK_STR(rule.id, "file-unreadable");
    CHECK(rq_lint_rule_by_id("file-unrecognised", &rule));
    CHECK_STR(rule.id, "file-unrecognised");
    CHECK(!rq_lint_rule_by_id("ncs-string", &rule) && !rq_lint_rule_by_id("file", &rule));
}

/* Maps, models and texts of one game: nothing that they name is missing. */
static void test_redguard_corpus(void)
{
    NEEDS_CORPUS("redguard/maps");
    NEEDS_CORPUS("redguard/ENGLISH.RTX");
    const char *game = check_corpus("redguard");
    check_lint(game, game, "rgm-model-missing,rgm-text-missing,model3d-no-texture", "");
    /* Two keys that lack their first letter: the page on INI files names them. */
    char *found = lint(game, game, "ini-unknown-key");
    CHECK_STR(found, "WORLD.INI ini-unknown-key line 286 \n"
                     "WORLD.INI ini-unknown-key line 498 \n");
    free(found);
}

TESTS(test_rooms, test_modules, test_mod_shadows, test_names, test_tables, test_redguard, test_zero,
      test_strings, test_rule_ids, test_redguard_corpus)
