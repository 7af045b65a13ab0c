/* INI: bytes by hand from docs/formats/ini.md; with a corpus, against its ground truth. */
#include "redguard.h"

#include <reliquary/ini.h>

static struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

static void check_part(struct rq_bytes part, const char *expected)
{
    CHECK_MEM(part.data, part.size, expected, strlen(expected));
}

static void check_line(const struct rq_ini_line *line, enum rq_ini_kind kind, const char *name,
                       const char *value, const char *tail)
{
    CHECK_INT(line->kind, kind);
    check_part(line->name, name);
    check_part(line->value, value);
    check_part(line->tail, tail);
}

/* ---- lines ---- */

/* One line of each kind and shape; the expected parts are what a person would say they are. */
static const char lines[] = "; a comment\r\n"
                            "\r\n"
                            "[world] ; the only one\r\n"
                            "start_world=0\r\n"
                            "  name = two words \t; and a remark\n"
                            "empty=\r\n"
                            "bare= ; no value\r"
                            "302, 0, WATER\r\n"
                            "[open\r\n"
                            "=5\r\n"
                            "a;b=c\r\n"
                            "semi=a;b\r\n"
                            "orld_ambientfx[8]=128";

static void test_parts(void)
{
    struct rq_doc *doc = read_as(text_of(lines), "ini");
    REQUIRE(doc != NULL);
    const struct rq_ini *ini = rq_doc_root(doc, "ini");
    const struct rq_ini_line *l = ini->lines;
    REQUIRE(ini->line_count == 13);
    check_line(&l[0], RQ_INI_TEXT, "", "; a comment", "");
    check_line(&l[1], RQ_INI_TEXT, "", "", "");
    check_line(&l[2], RQ_INI_SECTION, "world", "", "] ; the only one");
    check_line(&l[3], RQ_INI_ENTRY, "start_world", "0", "");
    check_line(&l[4], RQ_INI_ENTRY, "name", "two words", " \t; and a remark");
    check_part(l[4].indent, "  ");
    check_part(l[4].separator, " = ");
    CHECK_INT(l[3].end, RQ_LINE_CRLF);
    CHECK_INT(l[4].end, RQ_LINE_LF);
    check_line(&l[5], RQ_INI_ENTRY, "empty", "", "");
    check_line(&l[6], RQ_INI_ENTRY, "bare", "", "; no value");
    CHECK_INT(l[6].end, RQ_LINE_CR);
    check_line(&l[7], RQ_INI_VALUES, "", "302, 0, WATER", "");
    /* A section that is not closed, a key without a name, "=" in a comment: no key. */
    check_line(&l[8], RQ_INI_VALUES, "", "[open", "");
    check_line(&l[9], RQ_INI_VALUES, "", "=5", "");
    check_line(&l[10], RQ_INI_VALUES, "", "a;b=c", "");
    /* Without a blank before it ";" is part of the value. */
    check_line(&l[11], RQ_INI_ENTRY, "semi", "a;b", "");
    check_line(&l[12], RQ_INI_ENTRY, "orld_ambientfx[8]", "128", "");
    CHECK_INT(l[12].end, RQ_LINE_NO_END);
    rq_doc_free(doc);
}

static void test_round_trips(void)
{
    static const char *const files[] = {
        lines,
        "a=1\nb=2\n",     /* LF */
        "a=1\rb=2\r",     /* CR */
        "a=1\r\r\n\n\r",  /* all of them */
        "a = 1\r\nb=2",   /* two separators, no end */
        "\t[ s ]x\r\n\t", /* blanks, the last line nothing else */
        "a=\x80\xFF\x1A", /* no ASCII */
        "x\r\n\x1A",      /* the end mark of DOS */
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        check_note("file %zu", i);
        check_round_trips(text_of(files[i]), "X.INI", "ini");
    }
    CHECK(rq_format_detect(text_of("a=1\r\n"), "x.txt") == NULL);
    CHECK(rq_format_detect((struct rq_bytes){(const uint8_t *)"a\0b", 3}, "x.ini") == NULL);
    CHECK(rq_format_detect(text_of("a\x01"), "x.ini") == NULL);
}

static void test_find(void)
{
    static const char file[] = "top=0\n[one]\nkey=1\n[Two]\nkey=2\nKEY=3\n";
    struct rq_doc *doc = read_as(text_of(file), "ini");
    REQUIRE(doc != NULL);
    const struct rq_ini *ini = rq_doc_root(doc, "ini");
    const struct rq_ini_line *l = ini->lines;
    CHECK(rq_ini_find(ini, NULL, "Key", NULL) == &l[2]);
    CHECK(rq_ini_find(ini, NULL, "key", &l[2]) == &l[4]);
    CHECK(rq_ini_find(ini, "two", "key", NULL) == &l[4]);
    CHECK(rq_ini_find(ini, "two", "key", &l[4]) == &l[5]);
    CHECK(rq_ini_find(ini, "two", "key", &l[5]) == NULL);
    CHECK(rq_ini_find(ini, "", "top", NULL) == &l[0]);
    CHECK(rq_ini_find(ini, "one", "top", NULL) == NULL);
    rq_doc_free(doc);
}

/* ---- changes ---- */

/* The file after one value was set; "" and the reason when it was refused. */
static void check_set(const char *file, const char *key, const char *value, const char *expected)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = read_as(text_of(file), "ini");
    REQUIRE(doc != NULL);
    const struct rq_ini_line *line = rq_ini_find(rq_doc_root(doc, "ini"), NULL, key, NULL);
    bool set = line && rq_ini_set(doc, line, value, &err);
    check_note("%s=%s", key, value);
    CHECK(set == (expected != NULL));
    if (!expected)
        CHECK_INT(err.code, RQ_USAGE);
    err = (struct rq_error){0};
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_MEM(out.data, out.size, expected ? expected : file, strlen(expected ? expected : file));
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_set(void)
{
    check_set("a = 1 ; x\r\nb=2", "a", "12", "a = 12 ; x\r\nb=2");
    check_set("a=1\nb=2", "b", "", "a=1\nb=");
    check_set("a=\r\n", "a", "new", "a=new\r\n");
    check_set("a=  ; x\r\n", "a", "5", "a= 5 ; x\r\n");
    check_set("a=5 ; x\r\n", "a", "", "a= ; x\r\n");
    check_set("a=1", "a", "\xC3\xA9", "a=\x82"); /* e acute of cp437 */
    check_set("a=1", "a", "a;b", "a=a;b");
    check_set("a=1", "a", " 1", NULL);
    check_set("a=1", "a", "1 ", NULL);
    check_set("a=1", "a", "1 ;2", NULL);
    check_set("a=1", "a", "1\n2", NULL);
    check_set("a=1", "a", "\xE2\x82\xAC", NULL); /* no euro in cp437 */
}

static void test_json_errors(void)
{
    json_refused("ini", "\"end\":\"dot\"", "crlf, lf, cr, none");
    json_refused("ini", "\"separator\":\":\",\"lines\":[]", "separator");
    json_refused("ini", "\"lines\":[],\"lines\":[\"a\",\"b\"]", "twice");
    json_refused("ini", "\"lines\":[],\"end\":\"lf\"", "end");
    json_refused("ini", "\"end\":\"lf\"", "needs");
    json_refused("ini", "\"lines\":[[\"a\"]]", "an entry is");
    json_refused("ini", "\"lines\":[[\"a\",\"b\",{},{}]]", "an entry is");
    json_refused("ini", "\"lines\":[{\"bogus\":1}]", "bogus");
    /* What would not be read again is not written. */
    not_built("ini", "\"lines\":[\"a=b\"]");
    not_built("ini", "\"lines\":[[\"a\",\"b\\nc\"]]");
    not_built("ini", "\"lines\":[[\"a\",\" b\"]]");
    not_built("ini", "\"lines\":[[\"\",\"b\"]]");
    not_built("ini", "\"lines\":[{\"section\":\"a]b\"}]");
    not_built("ini", "\"lines\":[{\"values\":\"a=b\"}]");
    not_built("ini", "\"lines\":[{\"text\":\"\",\"end\":\"none\"}]");
    not_built("ini", "\"lines\":[{\"text\":\";\",\"end\":\"none\"},\";\"]");
    not_built("ini", "\"lines\":[{\"text\":\";\",\"end\":\"cr\"},{\"text\":\"\",\"end\":\"lf\"}]");
    struct rq_error err = {0};
    struct rq_out out = built_from("{\"format\":\"ini\",\"version\":1,\"end\":\"lf\",\"lines\":"
                                   "[{\"section\":\"s\"},[\"a\",\"b\"]]}",
                                   &err);
    CHECK_MEM(out.data, out.size, "[s]\na=b\n", 8);
    rq_out_free(&out);
}

/* Short lines are what takes the most memory for its JSON, 88 bytes for 4: a text of ASCII takes none of its own. */
static void test_many_lines(void)
{
    enum { LINES = 180000 };
    struct rq_error err = {0};
    struct rq_out json = {0}, out = {0};
    rq_put_str(&json, "{\"format\":\"ini\",\"version\":1,\"lines\":[");
    for (int i = 0; i < LINES; i++)
        rq_put_str(&json, i ? ",\";\"" : "\";\"");
    rq_put_str(&json, "]}");
    struct rq_doc *doc = rq_doc_from_json(rq_out_bytes(&json), NULL, &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_INT(out.size, 3 * LINES); /* with CR and LF */
    rq_doc_free(doc);
    rq_out_free(&json);
    rq_out_free(&out);
}

static void test_damage(void)
{
    check_truncations(text_of(lines), "ini");
    check_flips(text_of(lines), "ini", 2000);
}

/* ---- keys ---- */

static void test_keys(void)
{
    const struct rq_ini_key *keys;
    size_t count = rq_ini_keys(&keys);
    CHECK(count > 400);
    for (size_t i = 0; i < count; i++) {
        check_note("%s %s/%s", keys[i].file, keys[i].section, keys[i].key);
        /* What the game came with is a value of its type. */
        if (keys[i].fallback)
            CHECK(rq_ini_fits(&keys[i], text_of(keys[i].fallback)));
        CHECK(keys[i].meaning[0] != 0);
    }
    const struct rq_ini_key *key = rq_ini_key("GAME/world.ini", "WORLD", "World_SunRGB[12]");
    REQUIRE(key != NULL);
    CHECK_STR(key->key, "world_sunrgb[#]");
    CHECK_INT(key->type, RQ_INI_LIST);
    CHECK_INT(key->count, 4);
    CHECK(rq_ini_key("WORLD.INI", "world", "world_sunrgb[]") == NULL);
    CHECK(rq_ini_key("WORLD.INI", "world", "orld_ambientfx[8]") == NULL);
    CHECK(rq_ini_key("COMBAT.INI", "attack07", "damage") != NULL);
    CHECK(rq_ini_key("COMBAT.INI", "attack", "damage") == NULL);
    CHECK(rq_ini_key("COMBAT.INI", NULL, "sword_clank_1") != NULL);
    CHECK(rq_ini_key("OTHER.INI", NULL, "damage") == NULL);
    key = rq_ini_key("SYSTEM.INI", "xngine", "back_plane");
    CHECK_STR(key ? key->fallback : NULL, "3800");
}

static void check_fit(const char *file, const char *name, const char *value, bool fits)
{
    const struct rq_ini_key *key = rq_ini_key(file, NULL, name);
    check_note("%s=%s", name, value);
    if (CHECK(key != NULL))
        CHECK(rq_ini_fits(key, text_of(value)) == fits);
}

static void test_types(void)
{
    check_fit("SYSTEM.INI", "slide_range", "-60000", true);
    check_fit("SYSTEM.INI", "slide_range", "6 0", false);
    check_fit("SYSTEM.INI", "slide_range", "", false);
    check_fit("SYSTEM.INI", "slide_range", "99999999999", false);
    check_fit("SYSTEM.INI", "slide_range", "4294967295", true);
    check_fit("SYSTEM.INI", "slide_range", "4294967296", false);
    check_fit("SYSTEM.INI", "slide_range", "-2147483648", true);
    check_fit("SYSTEM.INI", "slide_range", "-2147483649", false);
    check_fit("SYSTEM.INI", "volume", "256", false);
    check_fit("SYSTEM.INI", "volume", "0", true);
    check_fit("SYSTEM.INI", "glide_x", "0.9", true);
    check_fit("SYSTEM.INI", "glide_x", "-.5", true);
    check_fit("SYSTEM.INI", "glide_x", "0.9.1", false);
    check_fit("SYSTEM.INI", "glide_x", ".", false);
    check_fit("SYSTEM.INI", "start_fade", "ON", true);
    check_fit("SYSTEM.INI", "start_fade", "maybe", false);
    check_fit("SYSTEM.INI", "font_sel", "255,255", true);
    check_fit("SYSTEM.INI", "font_sel", "255", false);
    check_fit("WORLD.INI", "world_fogrgb[0]", "1, 2 ,3", true);
    check_fit("WORLD.INI", "world_fogrgb[0]", "1,2,256", false);
    check_fit("WORLD.INI", "world_fogrgb[0]", "1,2", false);
    check_fit("ITEM.INI", "start_item_list", "1", true);
    check_fit("ITEM.INI", "start_item_list", "1,", false);
    check_fit("MENU.INI", "justify[3]", "2", true);
    check_fit("MENU.INI", "justify[3]", "3", false);
    check_fit("MENU.INI", "movie0_text[3]", "1,2,3,4,5,text, more", true);
    check_fit("MENU.INI", "movie0_text[3]", "1,2,3,4,text", false);
    check_fit("MENU.INI", "movie0_text[3]", "1,2,3,4,5", false);
}

/* ---- checks ---- */

struct found {
    char text[2048];
};

static void add_found(void *ctx, const struct rq_ini_finding *f)
{
    struct found *found = ctx;
    size_t n = strlen(found->text);
    snprintf(found->text + n, sizeof found->text - n, "%zu %s\n", f->line, f->id);
}

/* "line id" of each finding. */
static void check_findings(const char *name, const char *file, const char *expected)
{
    struct found found = {""};
    struct rq_error err = {0};
    struct rq_doc *doc = read_as(text_of(file), "ini");
    REQUIRE(doc != NULL);
    check_note("%s", name);
    CHECK(rq_ini_check(doc, name, add_found, &found, &err));
    CHECK_STR(found.text, expected);
    rq_doc_free(doc);
}

static void test_check(void)
{
    check_findings("WORLD.INI",
                   "[world]\nstart_world=0\nworld_map[0]=a\norld_ambientfx[0]=1\nworld_haze[1]=2\n"
                   "world_map[0]=b\nworld_wave[0]=1,2\ntest_map_order=0,5,-2\nloose\n[x]\ny=1\n",
                   "4 unknown-key\n5 undefined-index\n6 duplicate-key\n7 bad-value\n"
                   "8 undefined-index\n9 no-key\n10 unknown-section\n11 unknown-key\n");
    check_findings("KEYS.INI",
                   "[input]\nnext_key=5\n[defined]\nNEXT_KEY=3\n[input]\nnext_key=140\n",
                   "4 misplaced-key\n5 duplicate-section\n6 duplicate-key\n6 bad-value\n");
    check_findings("COMBAT.INI",
                   "[attack00]\ntype=2\nattack00=0\nattack01=7\n[attack07]\ntype=9\n"
                   "[attack08]\ntype=2\nattack00=1\n",
                   "6 bad-value\n9 undefined-index\n");
    check_findings("ITEM.INI", "[items]\nname[0]=?xco\ntype[1]=0\nstart_item_select=3\n",
                   "3 undefined-index\n4 undefined-index\n");
    check_findings("MENU.INI",
                   "[page0]\ntexture_set[1]=512\ntext[0]=x\ntext_x[1]=5\n"
                   "movie0_text[0]=0,0,0,1,2,x\n",
                   "2 bad-value\n4 undefined-index\n5 undefined-index\n");
    check_findings("REGISTRY.INI", "[registry]\nA.ZAP *.INI\n[file32]\nlocal_path=perhaps\nB.ZAP\n",
                   "4 bad-value\n5 no-key\n");
    check_findings("surface.ini",
                   "[surfaces]\n512, 0, WATER\n1, all, Snow\n1, 2\n[water]\n256=1\nx=2\n",
                   "2 bad-set\n3 unknown-surface\n4 bad-value\n6 bad-value\n7 unknown-key\n");
    check_findings(
        "fxart/FOG.INI", "0,0\n10,5\n9,7\n20,3\n64,300\nx\n63,\n",
        "3 fog-order\n4 fog-order\n5 fog-index\n5 bad-value\n6 bad-value\n7 fog-order\n");
    /* A file that nobody has documented. */
    check_findings("DIG.INI", "[a]\nx=1\nx=2\nloose\n", "3 duplicate-key\n");
}

static void ignore(void *ctx, const struct rq_ini_finding *f)
{
    (void)ctx;
    CHECK(f->line > 0 && f->text[0] && f->id[0]);
}

/* Any bytes, taken for any of the files: no harm. */
static void test_check_damage(void)
{
    static const char *const names[] = {"WORLD.INI", "ITEM.INI",    "MENU.INI", "COMBAT.INI",
                                        "KEYS.INI",  "SURFACE.INI", "FOG.INI",  "REGISTRY.INI"};
    static const char text[] =
        "[world]\nworld_map[0]=a\norld_sun[0]=1,2\n[surfaces]\n1, all, LAVA\n"
        "[page0]\ntext[0]=x\nmovie0_text[0]=1,2,3,4,5,x\n[attack00]\n"
        "attack00=1\n[items]\nname[99999999999]=1\n33,1\n63,";
    uint32_t random = 7;
    for (unsigned i = 0; i < 2000; i++) {
        char copy[sizeof text];
        struct check_guard guard;
        struct rq_error err = {0};
        double table[RQ_FOG_STEPS];
        memcpy(copy, text, sizeof text);
        for (unsigned k = 0; k < 4; k++) {
            random = random * 1664525u + 1013904223u;
            copy[(random >> 8) % (sizeof text - 1)] = (char)(random >> 24);
        }
        if (!check_guard_make(copy, sizeof text - 1 - i % 64, &guard))
            return;
        struct rq_doc *doc = read_as((struct rq_bytes){guard.data, guard.size}, "ini");
        if (CHECK(doc != NULL)) {
            CHECK(rq_ini_check(doc, names[i % 8], ignore, NULL, &err));
            rq_ini_fog(rq_doc_root(doc, "ini"), table);
            rq_ini_surface(rq_doc_root(doc, "ini"), 1, 0);
        }
        rq_doc_free(doc);
        check_guard_free(&guard);
    }
}

static void keep_text(void *ctx, const struct rq_ini_finding *f)
{
    struct found *found = ctx;
    snprintf(found->text, sizeof found->text, "%s", f->text);
}

/* The two typos of the WORLD.INI that was sold, and what is too far from anything. */
static void test_guess(void)
{
    static const char *const names[][2] = {
        {"orld_ambientfx[8]", "unknown key orld_ambientfx[8]; did you mean world_ambientfx[8]?"},
        {"orld_sunangle[23]", "unknown key orld_sunangle[23]; did you mean world_sunangle[23]?"},
        {"world_nodemap3[1]", "unknown key world_nodemap3[1]; did you mean world_node_map3[1]?"},
        {"weather[1]", "unknown key weather[1]"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char file[128];
        struct found found = {""};
        struct rq_error err = {0};
        snprintf(file, sizeof file, "[world]\n%s=1\n", names[i][0]);
        struct rq_doc *doc = read_as(text_of(file), "ini");
        REQUIRE(doc != NULL);
        CHECK(rq_ini_check(doc, "WORLD.INI", keep_text, &found, &err));
        CHECK_STR(found.text, names[i][1]);
        rq_doc_free(doc);
    }
}

/* ---- tables ---- */

static void test_fog(void)
{
    double table[RQ_FOG_STEPS];
    struct rq_doc *doc = read_as(text_of("; ramp\n0,0\n4,8\n6,255\n63,\n"), "ini");
    REQUIRE(doc != NULL);
    CHECK(rq_ini_fog(rq_doc_root(doc, "ini"), table));
    CHECK(table[0] == 0 && table[1] == 2 && table[4] == 8);
    CHECK(table[5] == 131.5 && table[6] == 255 && table[63] == 255);
    rq_doc_free(doc);
    doc = read_as(text_of("9,7\n64,9\n3,1\n"), "ini");
    REQUIRE(doc != NULL);
    CHECK(rq_ini_fog(rq_doc_root(doc, "ini"), table));
    CHECK(table[0] == 7 && table[9] == 7 && table[63] == 7);
    rq_doc_free(doc);
    doc = read_as(text_of("[fog]\na=1\n63,\n"), "ini");
    REQUIRE(doc != NULL);
    CHECK(!rq_ini_fog(rq_doc_root(doc, "ini"), table));
    rq_doc_free(doc);
}

static void test_surface(void)
{
    struct rq_doc *doc = read_as(text_of("1, 1, LAVA\n[surfaces]\n302, 5, water\n302, ALL, Rock\n"
                                         "302, 6, nothing\n[water]\n302, 7, WOOD\n"),
                                 "ini");
    REQUIRE(doc != NULL);
    const struct rq_ini *ini = rq_doc_root(doc, "ini");
    CHECK_STR(rq_ini_surface(ini, 302, 5), "WATER");
    CHECK_STR(rq_ini_surface(ini, 302, 6), "ROCK");
    CHECK_STR(rq_ini_surface(ini, 302, 7), "ROCK");
    CHECK_STR(rq_ini_surface(ini, 1, 1), NULL);
    rq_doc_free(doc);
}

/* ---- the corpus ---- */

static bool is_text(struct rq_bytes bytes, struct rq_str text)
{
    return bytes.size == text.size && (!text.size || memcmp(bytes.data, text.text, text.size) == 0);
}

/* The next line of the kind, before the next section. */
static const struct rq_ini_line *next_in(const struct rq_ini *ini, const struct rq_ini_line *line,
                                         enum rq_ini_kind kind)
{
    while (++line < ini->lines + ini->line_count && line->kind != RQ_INI_SECTION)
        if (line->kind == kind)
            return line;
    return NULL;
}

/* {"name", "entries": [[key, value]], "bare": [line]} */
static void check_one_section(struct rq_jr *jr, const struct rq_ini *ini,
                              const struct rq_ini_line *section)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        const struct rq_ini_line *line = section;
        if (rq_str_is(key, "name")) {
            CHECK(is_text(section->name, rq_jr_string(jr)));
            continue;
        }
        bool entries = rq_str_is(key, "entries");
        enum rq_ini_kind kind = entries ? RQ_INI_ENTRY : RQ_INI_VALUES;
        rq_jr_array(jr);
        while (rq_jr_more(jr)) {
            line = line ? next_in(ini, line, kind) : NULL;
            if (!CHECK(line != NULL)) {
                rq_jr_skip(jr);
                continue;
            }
            if (entries) {
                rq_jr_array(jr);
                rq_jr_more(jr);
                CHECK(is_text(line->name, rq_jr_string(jr)));
                rq_jr_more(jr);
            }
            CHECK(is_text(line->value, rq_jr_string(jr)));
            if (entries)
                rq_jr_more(jr);
        }
        CHECK(!line || next_in(ini, line, kind) == NULL);
    }
}

static void check_sections(struct rq_jr *jr, const struct rq_ini *ini)
{
    const struct rq_ini_line *line = ini->lines, *end = line + ini->line_count;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); line++) {
        while (line < end && line->kind != RQ_INI_SECTION)
            line++;
        if (!CHECK(line < end)) {
            rq_jr_skip(jr);
            break;
        }
        check_one_section(jr, ini, line);
    }
    while (line < end && line->kind != RQ_INI_SECTION)
        line++;
    CHECK(line >= end);
}

static void check_fog_table(struct rq_jr *jr, const struct rq_ini *ini)
{
    double table[RQ_FOG_STEPS];
    size_t n = 0;
    CHECK(rq_ini_fog(ini, table));
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        double d = table[n % RQ_FOG_STEPS] - rq_jr_f64(jr);
        CHECK(d < 1e-12 && d > -1e-12);
    }
    CHECK_INT(n, RQ_FOG_STEPS);
}

/* [{"set", "index": number or null, "type"}] */
static void check_assignments(struct rq_jr *jr, const struct rq_ini *ini)
{
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        struct rq_str key;
        unsigned set = 0, index = 77;
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (rq_str_is(key, "set"))
                set = rq_jr_u32(jr);
            else if (rq_str_is(key, "type"))
                CHECK(is_text(text_of(rq_ini_surface(ini, set, index)), rq_jr_string(jr)));
            else if (rq_jr_peek(jr) == RQ_J_NULL)
                rq_jr_skip(jr);
            else
                index = rq_jr_u32(jr);
        }
    }
}

static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    check_round_trips(bytes, name, "ini");
    struct rq_doc *doc = read_as(bytes, "ini");
    REQUIRE(doc != NULL);
    const struct rq_ini *ini = rq_doc_root(doc, "ini");
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct found found = {""};
    struct rq_jr jr;
    struct rq_str key;
    rq_jr_open(&jr, truth, &arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "sections"))
            check_sections(&jr, ini);
        else if (rq_str_is(key, "table"))
            check_fog_table(&jr, ini);
        else if (rq_str_is(key, "assignments"))
            check_assignments(&jr, ini);
        else
            rq_jr_skip(&jr);
    }
    CHECK(rq_jr_ok(&jr));
    /* The typos are on lines 286 and 498, the misplaced keys are the last two. */
    CHECK(rq_ini_check(doc, name, add_found, &found, &err));
    CHECK_STR(found.text, strcmp(name, "WORLD.INI") == 0  ? "286 unknown-key\n498 unknown-key\n"
                          : strcmp(name, "KEYS.INI") == 0 ? "178 misplaced-key\n179 misplaced-key\n"
                                                          : "");
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    CHECK_INT(each_corpus("*.INI", check_file), 9);
}

TESTS(test_parts, test_round_trips, test_find, test_set, test_json_errors, test_many_lines,
      test_damage, test_keys, test_types, test_check, test_check_damage, test_guess, test_fog,
      test_surface, test_corpus)
