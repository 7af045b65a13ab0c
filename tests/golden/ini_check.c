/* INI: every finding with its line, severity and words, tables of fog and surfaces at their limits, and values by
 * path. Limits and words are those of docs/formats/ini.md; numbers of keys are those of the settings as shipped. */
#include "formats/redguard/ini_parts.h"
#include "redguard.h"

#include <reliquary/ini.h>

static struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

static void add_text(void *ctx, const struct rq_ini_finding *f)
{
    rq_putf(ctx, "%zu %c %s: %s\n", f->line, f->severity == RQ_WARNING ? 'w' : 'i', f->id, f->text);
}

/* All findings, one on each line: "line severity id: text". */
static void finds(const char *name, const char *file, const char *expected)
{
    struct rq_out found = {0};
    struct rq_error err = {0};
    struct rq_doc *doc = read_as(text_of(file), "ini");
    REQUIRE(doc != NULL);
    check_note("%s: %.60s", name, file);
    CHECK(rq_ini_check(doc, name, add_text, &found, &err));
    rq_put8(&found, 0);
    CHECK_STR((char *)found.data, expected);
    rq_out_free(&found);
    rq_doc_free(doc);
}

static void test_duplicates(void)
{
    /* Names that begin alike or differ only in case, the same name elsewhere, and one of a section. */
    finds("X.INI", "s=1\n[s]\nk=1\nkk=2\nK=3\nk=4\n[t]\nk=5\nKK=6\n[S]\n[s]\nkk=1\n",
          "5 w duplicate-key: K stands on line 3 already\n"
          "6 w duplicate-key: k stands on line 3 already\n"
          "12 w duplicate-key: kk stands on line 4 already\n");
    finds("X.INI", "[b]\n[a]\n[B]\n[ab]\n[b]\n",
          "3 w duplicate-section: [B] stands on line 1 already\n"
          "5 w duplicate-section: [b] stands on line 1 already\n");
    finds("X.INI", "", "");
    finds("X.INI", "; x\n\n", "");
}

static void test_unknown(void)
{
    finds("KEYS.INI", "[defined]\nnext_key=1\n[other]\nkey[1]=x\nnothing=5\n",
          "2 i misplaced-key: next_key is known in [input], not here\n"
          "3 w unknown-section: unknown section [other]\n"
          "4 i misplaced-key: key[1] is known in [defined], not here\n"
          "5 w unknown-key: unknown key nothing\n");
    /* One letter is missing, two, and three; of two that are as near, the first. */
    finds("WORLD.INI",
          "[world]\nworld_map[1]=a\norld_ambientfx[1]=1\norld_ambentfx[1]=1\norld_ambntfx[1]=1\n",
          "3 w unknown-key: unknown key orld_ambientfx[1]; did you mean world_ambientfx[1]?\n"
          "4 w unknown-key: unknown key orld_ambentfx[1]; did you mean world_ambientfx[1]?\n"
          "5 w unknown-key: unknown key orld_ambntfx[1]\n");
    finds("MENU.INI", "[page3]\ntext_z[12]=1\nTEXT_Z[]=1\nmovi1_text[23]=1\n",
          "2 w unknown-key: unknown key text_z[12]; did you mean text_x[12]?\n"
          "3 w unknown-key: unknown key TEXT_Z[]; did you mean text_x[]?\n"
          "4 w unknown-key: unknown key movi1_text[23]; did you mean movie1_text[23]?\n");
    /* Keys of other sections are no guesses, and three letters are too few for one; a number counts as one. */
    finds("COMBAT.INI",
          "[attack01]\ntyp=1\ntipe=1\n12type=1\nsword_clonk_1=1\n[misc]\nsword_clonk_1=1\n",
          "2 w unknown-key: unknown key typ\n"
          "3 w unknown-key: unknown key tipe; did you mean type?\n"
          "4 w unknown-key: unknown key 12type; did you mean type?\n"
          "5 w unknown-key: unknown key sword_clonk_1\n"
          "7 w unknown-key: unknown key sword_clonk_1; did you mean sword_clank_1?\n");
}

/* A guess takes time: after 200 there are no more. */
static void test_many_unknown(void)
{
    enum { KEYS = 201 };
    struct rq_out file = {0}, expected = {0};
    rq_put_str(&file, "[cyrus]\n");
    for (unsigned i = 0; i < KEYS; i++) {
        rq_putf(&file, "walk_mod%c%c=1\n", 'a' + i / 26, 'a' + i % 26);
        rq_putf(&expected, "%u w unknown-key: unknown key walk_mod%c%c%s\n", i + 2, 'a' + i / 26,
                'a' + i % 26, i < 200 ? "; did you mean walk_mode?" : "");
    }
    rq_put8(&file, 0);
    rq_put8(&expected, 0);
    finds("SYSTEM.INI", (char *)file.data, (char *)expected.data);
    rq_out_free(&file);
    rq_out_free(&expected);
}

/* 60 bytes are shown of a name or value, whatever they are in UTF-8; controls are not. */
static void test_shown(void)
{
    static const char *const letters[][2] = {{"x", "x"},
                                             {"\x82", "\xC3\xA9"},      /* e acute of cp437 */
                                             {"\xDB", "\xE2\x96\x88"}}; /* a block: three bytes */
    for (size_t i = 0; i < 3; i++)
        for (size_t size = 59; size <= 62; size++) {
            struct rq_out file = {0}, expected = {0};
            rq_put_str(&expected, "1 w bad-value: ");
            for (size_t k = 0; k < size; k++) {
                rq_put_str(&file, letters[i][0]);
                rq_put_str(&expected, k < 60 ? letters[i][1] : "");
            }
            rq_put8(&file, 0);
            rq_putf(&expected, "%s is not \"index,value\"\n", size > 60 ? "..." : "");
            rq_put8(&expected, 0);
            finds("FOG.INI", (char *)file.data, (char *)expected.data);
            rq_out_free(&file);
            rq_out_free(&expected);
        }
}

static void test_values_told(void)
{
    finds("SYSTEM.INI",
          "[screen]\nPalette_red=256\nPalette_green=-1\nPalette_blue=255\ncolour_bits=x\n"
          "[system]\nvolume=0\nsound=2\nsound_distance=+64\n[camera]\nglide_x=1e5\n"
          "[3dfx]\ntext_scale=1\nfont_sel=1,2,3\n",
          "2 w bad-value: Palette_red is 256, not 0 to 255\n"
          "3 w bad-value: Palette_green is -1, not 0 to 255\n"
          "5 w bad-value: colour_bits is x, not an integer\n"
          "8 w bad-value: sound is 2, not yes or no, on or off, true or false, 1 or 0\n"
          "11 w bad-value: glide_x is 1e5, not a number\n"
          "13 w bad-value: text_scale is 1, not 2 integers with commas\n"
          "14 w bad-value: font_sel is 1,2,3, not 2 integers with commas\n");
    finds("COMBAT.INI",
          "[attack01]\ntype=5\nelevation=-1\nnum_attacks=1\nnum_attacks=4\nattack01=x\n[defend1]\n"
          "animation=28\n",
          "2 w bad-value: type is 5, not one of 0 melee, 1 missile, 2 combo, 3 stab, 4 finishing\n"
          "3 w bad-value: elevation is -1, not one of 0 regular, 1 above, 2 below\n"
          "4 w bad-value: num_attacks is 1, not 2 to 3\n"
          "5 w duplicate-key: num_attacks stands on line 4 already\n"
          "5 w bad-value: num_attacks is 4, not 2 to 3\n"
          "6 w bad-value: attack01 is x, not an integer\n"
          "8 w bad-value: animation is 28, not 0 to 27\n");
    finds("WORLD.INI", "[world]\nworld_map[0]=a\nworld_fogrgb[0]=1,2,-1\ntest_map_order=0;\n",
          "3 w bad-value: world_fogrgb[0] is 1,2,-1, not red, green, blue of 0 to 255\n"
          "4 w bad-value: test_map_order is 0;, not integers with commas\n");
    finds("MENU.INI", "[page1]\nmovie_name[0]=x\nmovie0_text[1]=1,2,3,4,x,y\nmovie_keys[0]=1,,2\n",
          "3 w bad-value: movie0_text[1] is 1,2,3,4,x,y, not red, green, blue, first frame, last "
          "frame, text\n"
          "4 w bad-value: movie_keys[0] is 1,,2, not integers with commas\n");
}

/* What has to be there for a number to mean something. */
static void test_owners(void)
{
    finds("WORLD.INI",
          "[world]\nworld_map[3]=a\nworld_sky[3]=a\nworld_sky[4]=a\nworld_node_map4[3]=a\n"
          "world_node_map3[4]=a\nworld_rain_sphere4[3]=1,2,3,4\nworld_rain_sphere3[4]=1,2,3,4\n",
          "4 w undefined-index: there is no world_map[4] in this section\n"
          "6 w undefined-index: there is no world_map[4] in this section\n"
          "8 w undefined-index: there is no world_map[4] in this section\n");
    finds("ITEM.INI", "[items]\nname[1]=abcd\ntotal[1]=1\ntotal[2]=1\ntorch_time=9\n",
          "4 w undefined-index: there is no name[2] in this section\n");
    finds(
        "MENU.INI",
        "[page1]\ntexture_set[5]=1\ntexture_index[5]=1\nmovie_name[6]=x\nmovie6_text[9]=1,2,3,4,5,x\n"
        "movie9_text[6]=1,2,3,4,5,x\nmovie_keys[6]=1\nmovie_keys[7]=1\ntext[8]=x\ntext_x[8]=1\n"
        "text_x[9]=1\n[page2]\ntext_x[8]=1\n",
        "6 w undefined-index: there is no movie_name[9] in this section\n"
        "8 w undefined-index: there is no movie_name[7] in this section\n"
        "11 w undefined-index: there is no text[9] in this section\n"
        "13 w undefined-index: there is no text[8] in this section\n");
    finds("KEYS.INI", "[defined]\nkey[7]=x\n", "");
}

static void test_references(void)
{
    finds("ITEM.INI",
          "[items]\nname[0]=a\nname[12]=b\nstart_item_list=0,12,-2,1,120\ndefault_weapon_item=-1\n"
          "start_item_select=2\nadd_item_list[0]=12,3\n",
          "4 w undefined-index: 1: there is no name[1]\n"
          "4 w undefined-index: 120: there is no name[120]\n"
          "6 w undefined-index: 2: there is no name[2]\n"
          "7 w undefined-index: 3: there is no name[3]\n");
    finds(
        "COMBAT.INI",
        "[attack01]\nattack01=0\nattack02=1\nattack03=12\nattack04=100\n[attack12]\n[attack100]\n",
        "2 w undefined-index: 0: there is no [attack00]\n");
    finds("COMBAT.INI", "[attack01]\nattack01=7\nattack02=123\n",
          "2 w undefined-index: 7: there is no [attack07]\n"
          "3 w undefined-index: 123: there is no [attack123]\n");
}

static void test_surfaces_told(void)
{
    finds("SURFACE.INI",
          "[surfaces]\n0, 0, WATER\n511, all, gloop\n512, 0, TILE\n-1, 0, ROCK\n1, -1, LAVA\n"
          "1, x, LAVA\nx, 1, LAVA\n1\n1, 2, 3, 4\n1, 2, SNOW\n1, ALL, DeepWater\n1, 2, SAND\n"
          "1, 2, WOOD\n[lava]\n255=1\n256=1\nloose\n",
          "4 w bad-set: texture set 512 is not 0 to 511\n"
          "5 w bad-set: texture set -1 is not 0 to 511\n"
          "6 w bad-value: 1, -1, LAVA is not \"set, index or all, type\"\n"
          "7 w bad-value: 1, x, LAVA is not \"set, index or all, type\"\n"
          "8 w bad-value: x, 1, LAVA is not \"set, index or all, type\"\n"
          "9 w bad-value: 1 is not \"set, index or all, type\"\n"
          "10 w bad-value: 1, 2, 3, 4 is not \"set, index or all, type\"\n"
          "11 w unknown-surface: unknown surface SNOW; known are WATER, DEEPWATER, LAVA, SAND, "
          "WOOD, TILE, ROCK, GLOOP\n"
          "17 w bad-value: sound 256 is beyond 255\n"
          "18 w no-key: neither a section nor \"key=value\": loose\n");
    finds("REGISTRY.INI", "[registry]\nloose\n[file32]\nloose\n[x]\n",
          "4 w no-key: neither a section nor \"key=value\": loose\n"
          "5 w unknown-section: unknown section [x]\n");
    /* Lines without a key are usual only there. */
    finds("ITEM.INI", "[surfaces]\n[registry]\n1, 2, WOOD\n",
          "1 w unknown-section: unknown section [surfaces]\n"
          "2 w unknown-section: unknown section [registry]\n"
          "3 w no-key: neither a section nor \"key=value\": 1, 2, WOOD\n");
}

static void test_fog_told(void)
{
    finds("FOG.INI", "0,0\n1,0\n1,255\n0,255\n2,254\n3,\n4,254\n63,255\n64,256\n",
          "3 w fog-order: index 1 does not rise over 1\n"
          "4 w fog-order: index 0 does not rise over 1\n"
          "5 w fog-order: fog falls from 255 to 254\n"
          "9 w fog-index: index 64 is beyond 63\n"
          "9 w bad-value: fog of 256 is beyond 255\n");
    finds("fog.ini", "1,5\n2,\n3,4\n-1,5\n4,-1\n5\n6,1,2\nx,1\n7,y\n",
          "3 w fog-order: fog falls from 5 to 4\n"
          "4 w bad-value: -1,5 is not \"index,value\"\n"
          "5 w bad-value: 4,-1 is not \"index,value\"\n"
          "6 w bad-value: 5 is not \"index,value\"\n"
          "7 w bad-value: 6,1,2 is not \"index,value\"\n"
          "8 w bad-value: x,1 is not \"index,value\"\n"
          "9 w bad-value: 7,y is not \"index,value\"\n");
    finds("FOG.INI", "[fog]\na=1\n",
          "1 w unknown-section: unknown section [fog]\n2 w unknown-key: unknown key a\n");
    struct rq_error err = {.offset = 7};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("rgm"), NULL, NULL);
    if (doc) {
        CHECK(!rq_ini_check(doc, "FOG.INI", add_text, NULL, &err));
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_INT(err.offset, 0);
        CHECK_STR(err.text, "only INI files can be checked");
    }
    rq_doc_free(doc);
}

/* ---- tables ---- */

/* The table of 64 that the lines make; NULL: none. */
static void fog_is(const char *file, bool expected, size_t at, double value)
{
    double table[RQ_FOG_STEPS + 1];
    for (size_t i = 0; i <= RQ_FOG_STEPS; i++)
        table[i] = -7;
    struct rq_doc *doc = read_as(text_of(file), "ini");
    REQUIRE(doc != NULL);
    check_note("%s at %zu", file, at);
    CHECK_INT(rq_ini_fog(rq_doc_root(doc, "ini"), table), expected);
    if (!CHECK(table[at] == value))
        printf("    %g, not %g\n", table[at], value);
    CHECK(table[RQ_FOG_STEPS] == -7);
    rq_doc_free(doc);
}

static void test_fog_table(void)
{
    for (size_t i = 0; i < RQ_FOG_STEPS; i++)
        fog_is("0,0\n63,63\n", true, i, (double)i);
    fog_is("62,4\n63,9\n64,1\n", true, 63, 9);
    fog_is("62,4\n63,9\n64,1\n", true, 62, 4);
    fog_is("62,4\n63,9\n64,1\n", true, 0, 4);
    fog_is("62,4\n", true, 63, 4);
    /* What falls is taken, what does not rise in its index is not. */
    fog_is("1,9\n5,1\n", true, 2, 7);
    fog_is("1,9\n5,1\n", true, 4, 3);
    fog_is("1,9\n1,1\n", true, 1, 9);
    fog_is("3,9\n2,1\n", true, 2, 9);
    fog_is("0,0\n4,100\n0,9\n8,0\n", true, 6, 50);
    fog_is("a=1\n63,\n", false, 0, -7);
    fog_is("64,1\n", false, 63, -7);
}

static void surface_is(const char *file, unsigned set, unsigned index, const char *expected)
{
    struct rq_doc *doc = read_as(text_of(file), "ini");
    REQUIRE(doc != NULL);
    check_note("%s: %u, %u", file, set, index);
    CHECK_STR(rq_ini_surface(rq_doc_root(doc, "ini"), set, index), expected);
    rq_doc_free(doc);
}

static void test_surface_table(void)
{
    static const char *const names[] = {"WATER", "DEEPWATER", "LAVA", "SAND",
                                        "WOOD",  "TILE",      "ROCK", "GLOOP"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char file[64];
        snprintf(file, sizeof file, "[Surfaces]\n5, 0, %s\n", names[i]);
        surface_is(file, 5, 0, names[i]);
        surface_is(file, 5, 1, NULL);
        surface_is(file, 4, 0, NULL);
    }
    /* The last line of a number holds; a number is stronger than all, wherever they stand. */
    surface_is("[surfaces]\n1, 2, WOOD\n1, 2, TILE\n1, all, ROCK\n1, all, SAND\n", 1, 2, "TILE");
    surface_is("[surfaces]\n1, 2, WOOD\n1, 2, TILE\n1, all, ROCK\n1, all, SAND\n", 1, 3, "SAND");
    surface_is("[surfaces]\n1, all, ROCK\n2, all, SAND\n", 1, 0, "ROCK");
    surface_is("[surfaces]\n1, all, ROCK\nx=1\n[a]\n[surfaces]\n1, 0, SAND\n", 1, 0, "SAND");
    surface_is("[surfaces]\n1, 2, WOOD, 4\n1, 2\n1\n", 1, 2, NULL);
}

/* ---- keys ---- */

static void test_patterns(void)
{
    int64_t n[2] = {-5, -5};
    CHECK(rq_ini_matches("a#[#]", text_of("A12[345]"), n));
    CHECK_INT(n[0], 12);
    CHECK_INT(n[1], 345);
    CHECK(rq_ini_matches("#", text_of("999999999"), n));
    CHECK_INT(n[0], 999999999);
    CHECK(!rq_ini_matches("#", text_of("1234567890"), n)); /* nine digits at most */
    CHECK(!rq_ini_matches("#", text_of(""), n));
    CHECK(!rq_ini_matches("#", text_of("-1"), n));
    CHECK(!rq_ini_matches("a#", text_of("a"), n));
    CHECK(!rq_ini_matches("a#", text_of("a1b"), n));
    CHECK(!rq_ini_matches("ab", text_of("a"), n));
    CHECK(!rq_ini_matches("a", text_of("ab"), n));
    CHECK(rq_ini_matches("", text_of(""), n));
    CHECK(rq_ini_matches("#.#.#", text_of("1.2.3"), n)); /* two of them are told */
    CHECK_INT(n[0], 1);
    CHECK_INT(n[1], 2);
}

static void test_fields(void)
{
    struct rq_bytes list = text_of(" a , b,,\tc "), field;
    static const char *const expected[] = {"a", "b", "", "c"};
    for (size_t i = 0; i < 4; i++)
        CHECK(rq_ini_field(&list, &field) &&
              CHECK_MEM(field.data, field.size, expected[i], strlen(expected[i])));
    CHECK(!rq_ini_field(&list, &field));
    list = text_of(",");
    CHECK(rq_ini_field(&list, &field) && field.size == 0);
    CHECK(rq_ini_field(&list, &field) && field.size == 0);
    CHECK(!rq_ini_field(&list, &field));
    list = text_of("");
    CHECK(rq_ini_field(&list, &field) && field.size == 0);
    CHECK(!rq_ini_field(&list, &field));
}

static void fits(enum rq_ini_type type, uint32_t count, const char *value, bool expected)
{
    struct rq_ini_key key = {.type = type, .count = count, .choices = "0 left, 12 right"};
    check_note("type %d of %u: %s", (int)type, count, value);
    CHECK_INT(rq_ini_fits(&key, text_of(value)), expected);
}

static void test_fits(void)
{
    static const char *const yes[] = {"yes", "NO", "On", "oFF", "true", "False", "1", "0"};
    for (size_t i = 0; i < 8; i++)
        fits(RQ_INI_YES_NO, 0, yes[i], true);
    fits(RQ_INI_YES_NO, 0, "", false);
    fits(RQ_INI_YES_NO, 0, "11", false);
    fits(RQ_INI_REAL, 0, "+5", true);
    fits(RQ_INI_REAL, 0, "5.", true);
    fits(RQ_INI_REAL, 0, "+", false);
    fits(RQ_INI_REAL, 0, "", false);
    fits(RQ_INI_REAL, 0, "1-2", false);
    fits(RQ_INI_REAL, 0, "1x", false);
    fits(RQ_INI_CHOICE, 0, "12", true);
    fits(RQ_INI_CHOICE, 0, "0", true);
    fits(RQ_INI_CHOICE, 0, "1", false);
    fits(RQ_INI_CHOICE, 0, "left", false);
    fits(RQ_INI_LIST, 0, "1,2,3,4,5", true);
    fits(RQ_INI_LIST, 2, "1,2", true);
    fits(RQ_INI_LIST, 2, "1,2,3", false);
    fits(RQ_INI_LIST, 2, "1", false);
    fits(RQ_INI_LIST, 2, "1,x", false);
    fits(RQ_INI_SUBTITLE, 2, "1,2,", true);
    fits(RQ_INI_SUBTITLE, 2, "1,2", false);
    fits(RQ_INI_SUBTITLE, 2, "x,2,y", false);
    fits(RQ_INI_STRING, 0, "", true);
    fits(RQ_INI_PATH, 0, "x y", true);
    struct rq_ini_key key = {.type = RQ_INI_INTEGER, .least = -5, .most = 0};
    CHECK(rq_ini_fits(&key, text_of("-5")) && rq_ini_fits(&key, text_of("0")));
    CHECK(!rq_ini_fits(&key, text_of("-6")) && !rq_ini_fits(&key, text_of("1")));
    char text[32];
    rq_ini_describe(&key, text, sizeof text);
    CHECK_STR(text, "-5 to 0");
}

/* ---- lines ---- */

static void test_detect(void)
{
    static const struct {
        const char *name, *text;
        bool is;
    } cases[] = {{"a.ini", "x", true},    {".ini", "x", false},     {"ini", "x", false},
                 {"a.INI", "\t", true},   {"a.ini", "", false},     {NULL, "x", false},
                 {"a.ini", "\x1A", true}, {"a.ini", "\x1F", false}, {"a.ini", "\f\r\n", true},
                 {"a.ini.b", "x", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct rq_format *format = rq_format_detect(text_of(cases[i].text), cases[i].name);
        check_note("%zu", i);
        CHECK_INT(format == rq_format_by_name("ini"), cases[i].is);
    }
}

/* A blank before ";" makes a comment; at the start of a value too. */
static void test_comments(void)
{
    static const struct {
        const char *text, *separator, *value, *tail;
    } cases[] = {{"a=1\t;x", "=", "1", "\t;x"},   {"a=1 ;x ;y", "=", "1", " ;x ;y"},
                 {"a=;x", "=", ";x", ""},         {"a= ;x", "= ", "", ";x"},
                 {"a=1;x ;y", "=", "1;x", " ;y"}, {"a \t=\t b c \t", " \t=\t ", "b c", " \t"},
                 {"a==b", "=", "=b", ""},         {"a=b=c", "=", "b=c", ""},
                 {"a=[b]", "=", "[b]", ""},       {"a=1 ", "=", "1", " "}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_bytes text = text_of(cases[i].text);
        struct rq_ini_line line = rq_ini_next(&text);
        check_note("%s", cases[i].text);
        CHECK_INT(line.kind, RQ_INI_ENTRY);
        CHECK_MEM(line.name.data, line.name.size, "a", 1);
        CHECK_MEM(line.separator.data, line.separator.size, cases[i].separator,
                  strlen(cases[i].separator));
        CHECK_MEM(line.value.data, line.value.size, cases[i].value, strlen(cases[i].value));
        CHECK_MEM(line.tail.data, line.tail.size, cases[i].tail, strlen(cases[i].tail));
        CHECK_INT(line.end, RQ_LINE_NO_END);
        CHECK_INT(text.size, 0);
    }
}

static void has_json(const char *file, const char *expected, bool there)
{
    struct rq_doc *doc = read_as(text_of(file), "ini");
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    check_note("%s: %s", file, expected);
    CHECK_INT(strstr((char *)json.data, expected) != NULL, there);
    rq_out_free(&json);
    rq_doc_free(doc);
}

/* What most lines have is said once; of as many, CRLF and the tight "=". */
static void test_usual(void)
{
    has_json("a=1\r\nb=2\n", "\"end\": \"crlf\"", true);
    has_json("a=1\r\nb=2\nc=3\n", "\"end\": \"lf\"", true);
    has_json("a=1\rb=2\nc=3\n\r", "\"end\": \"lf\"", true);
    has_json("a=1\rb=2\r", "\"end\": \"cr\"", true);
    has_json("a=1\nb = 2\n", "\"separator\": \"=\"", true);
    has_json("a=1\nb = 2\nc = 3\n", "\"separator\": \" = \"", true);
    has_json("a=1\nb = 2\nc = 3\n", "\"separator\": \"=\"", true); /* that of a */
    has_json("a=1\nb=2\n", "\"separator\": \" = \"", false);
    struct rq_error err = {0};
    struct rq_out out = built_from("{\"format\":\"ini\",\"version\":1,\"end\":\"cr\",\"separator\":"
                                   "\" = \",\"lines\":[[\"a\",\"b\"],[\"c\",\"d\",{\"separator\":"
                                   "\"=\",\"tail\":\" ; x\",\"indent\":\"\\t\",\"end\":\"lf\"}],"
                                   "{\"section\":\"s\",\"tail\":\"] ; y\"},{\"values\":\"1, 2\"}]}",
                                   &err);
    CHECK_STR(err.text, "");
    static const char expected[] = "a = b\r\tc=d ; x\n[s] ; y\r1, 2\r";
    CHECK_MEM(out.data, out.size, expected, sizeof expected - 1);
    rq_out_free(&out);
}

static void test_refusals(void)
{
    struct rq_error err = {.offset = 9};
    struct rq_doc *doc = read_as(text_of("a=1\nb=2\n"), "ini");
    REQUIRE(doc != NULL);
    struct rq_ini *ini = rq_doc_root(doc, "ini");
    CHECK(!rq_ini_set(doc, &ini->lines[1], "\xE2\x82\xAC", &err));
    CHECK_STR(err.text, "the value has letters that cp437 has not");
    CHECK_INT(err.offset, 0);
    err = (struct rq_error){.offset = 9};
    CHECK(!rq_ini_set(doc, &ini->lines[1], "x ;", &err));
    CHECK_STR(err.text,
              "the value would not be read back: it can't begin or end with a blank, hold a "
              "line break, or hold \" ;\", which begins a comment");
    CHECK_INT(err.offset, 0);
    err = (struct rq_error){.offset = 9};
    ini->lines[1].value = text_of("x ");
    struct rq_out out = {0};
    CHECK(!rq_doc_write(doc, &out, &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_STR(err.text, "line 2 would not be read again as it stands here");
    CHECK_STR(err.where, "lines");
    CHECK_INT(err.offset, 0);
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_facts(void)
{
    const struct rq_fact *facts;
    size_t count = 0;
    struct rq_doc *doc = read_as(text_of("; x\n[a]\n[b]\na=1\nb=2\nc=3\n1,2\n\n"), "ini");
    REQUIRE(doc && rq_doc_facts(doc, &facts, &count, NULL));
    CHECK_INT(count, 1);
    CHECK_STR(facts[0].key, "lines");
    CHECK_STR(facts[0].value, "8: 2 sections, 3 entries, 1 with values alone");
    rq_doc_free(doc);
}

/* ---- by path ---- */

/* The text at a path, or the reason that there is none. */
static void at_path(struct rq_doc *doc, const char *path, const char *expected)
{
    struct rq_error err = {0};
    struct rq_out text = {0};
    check_note("%s", path);
    bool fine = rq_doc_get(doc, path, &text, &err);
    rq_put8(&text, 0);
    if (!fine) /* without the names that there are */
        err.text[strstr(err.text, "is ") ? (size_t)(strstr(err.text, "is ") - err.text) + 3 : 0] =
            0;
    CHECK_STR(fine ? (const char *)text.data : err.text, expected);
    CHECK_INT(err.offset, 0);
    rq_out_free(&text);
}

static void test_paths(void)
{
    static const char nothing[] = "expected a section, or section/key, found nothing; there is ";
    struct rq_doc *doc =
        read_as(text_of("k=0\nk=1\n5, 6\n[s]\nk=2\n; x\n\n[t]\nk=3\nj=4\n[S]\nK=5\n7, 8\n"), "ini");
    REQUIRE(doc != NULL);
    at_path(doc, "/k#1", "0");
    at_path(doc, "/k#2", "1");
    at_path(doc, "/3", "5, 6");
    at_path(doc, "3", "5, 6");
    at_path(doc, "s/k#1", "2");
    at_path(doc, "s/k#2", "5"); /* sections of one name are one */
    at_path(doc, "t/k", "3");
    at_path(doc, "j", "4");
    at_path(doc, "s/6", "; x");
    at_path(doc, "S/13", "7, 8");
    at_path(doc, "t/13", nothing); /* of another section */
    at_path(doc, "13", nothing);   /* of a section at all */
    at_path(doc, "s/7", nothing);  /* a blank line */
    at_path(doc, "s/4", nothing);  /* a section */
    at_path(doc, "s/5", nothing);  /* an entry, which has a name */
    at_path(doc, "/0", nothing);
    at_path(doc, "S/14", nothing);
    rq_doc_free(doc);
}

/* Setting is refused with this reason. */
static void set_refused(const char *file, const char *path, const char *why)
{
    struct rq_error err = {0};
    struct rq_doc *doc = read_as(text_of(file), "ini");
    REQUIRE(doc != NULL);
    check_note("%s", path);
    CHECK(!rq_doc_set(doc, path, "5", &err));
    CHECK_STR(err.text, why);
    CHECK_STR(err.where, path);
    CHECK(err.code == RQ_USAGE && err.offset == 0);
    CHECK(writes_same(doc, text_of(file), false));
    rq_doc_free(doc);
}

static void test_ambiguous(void)
{
    static const char file[] = "[a]\nk=1\n[A]\nk=2\n[b]\nk=3\nj=1\nj=2\n1, 2\n";
    set_refused(file, "k",
                "expected a key of one section, found it on lines 2 and 6: say which, as in a/k; "
                "there is a, A, b");
    set_refused(file, "b/j", "stands on lines 7 and 8: say which, as in b/j#1 or b/j#2");
    set_refused(file, "b/9", "expected an entry \"key=value\", found a line");
    struct rq_doc *doc = read_as(text_of(file), "ini");
    REQUIRE(doc != NULL);
    CHECK(rq_doc_set(doc, "a/k#2", "5", NULL) && rq_doc_set(doc, "b/j#2", "6", NULL));
    CHECK(writes_same(doc, text_of("[a]\nk=1\n[A]\nk=5\n[b]\nk=3\nj=1\nj=6\n1, 2\n"), false));
    rq_doc_free(doc);
}

/* In files of up to 4000 lines names that stand there twice are told apart. */
static void test_many_lines(void)
{
    for (size_t lines = 4000; lines <= 4001; lines++) {
        struct rq_out file = {0};
        struct rq_ini_place place = {0};
        rq_put_str(&file, "[s]\nk=1\nk=2\n");
        for (size_t i = 3; i < lines; i++)
            rq_put_str(&file, ";\n");
        struct rq_doc *doc = read_as(rq_out_bytes(&file), "ini");
        REQUIRE(doc != NULL);
        const struct rq_ini *ini = rq_doc_root(doc, "ini");
        CHECK_INT(ini->line_count, lines);
        bool found = rq_ini_match(ini, "s/k#2", doc->page, &place);
        CHECK_INT(found, lines == 4000);
        CHECK(!found || place.line == &ini->lines[2]);
        CHECK(!found || place.section == &ini->lines[0]);
        rq_doc_free(doc);
        rq_out_free(&file);
    }
}

/* The next entry, whatever its name; and by a name of letters beyond ASCII. */
static void test_match(void)
{
    struct rq_ini_place place = {0};
    struct rq_doc *doc = read_as(text_of("a=1\n[s]\n;\n\x82=2\n1,2\n\x82=3\n"), "ini");
    REQUIRE(doc != NULL);
    const struct rq_ini *ini = rq_doc_root(doc, "ini");
    CHECK(rq_ini_match(ini, NULL, doc->page, &place) && place.line == &ini->lines[0]);
    CHECK(place.section == NULL);
    CHECK(rq_ini_match(ini, NULL, doc->page, &place) && place.line == &ini->lines[3]);
    CHECK(place.section == &ini->lines[1]);
    CHECK(rq_ini_match(ini, NULL, doc->page, &place) && place.line == &ini->lines[5]);
    CHECK(!rq_ini_match(ini, NULL, doc->page, &place));
    at_path(doc, "s/\xC3\xA9#2", "3");
    rq_doc_free(doc);
}

TESTS(test_duplicates, test_unknown, test_many_unknown, test_shown, test_values_told, test_owners,
      test_references, test_surfaces_told, test_fog_told, test_fog_table, test_surface_table,
      test_patterns, test_fields, test_fits, test_detect, test_comments, test_usual, test_refusals,
      test_facts, test_paths, test_ambiguous, test_many_lines, test_match)
