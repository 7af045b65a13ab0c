/* The JSON of maps of Redguard, with every value edited: of the sample, of one whose script has every statement, and
 * of some whose numbers mark no part. Every map and every problem is held to tests/contract/rgm.txt. See said.h.
 *
 * golden.rgm_refs holds what single edits do; here is all else. */
#include "edits.h"
#include "samples.h"
#include "soup_sources.h"
#include "words.h"

#include <reliquary/soup.h>

/* What stands in such JSON only. */
static const char *const more_values[] = {
    "{\"at\": 1, \"of\": 5}",
    "{\"at\": 0, \"of\": 2}",
    "{\"at\": -1, \"of\": 0}",
    "{\"at\": 10, \"of\": 10}",
    "\"#0\"",
    "\"#1\"",
    "\"#00\"",
    "\"boat\"",
    "\"HERO\"",
    "[\"HERO\", \"DOOR\"]",
    "[\"#00\", 1]",
    "[\"#00\", 1, 2]",
    "[\"#00\", 65536]",
    "[0, 0]",
    "[1, 2, 3]",
    "[-1, \"+\", 1]",
    "[1, \"=\", 1]",
    "\"end\"",
    "\"count\"",
    "\"++ 3\"",
    "\"oper 12\"",
    "\"cmp 6\"",
    "\"cmp 5\"",
    "\"and\"",
    "255",
    "256",
    "-129",
    "65535",
    "{\"raw\": \"AAAA\"}",
    "{\"Numeric\": 7}",
    "{\"String\": \"boat\"}",
    "{\"LocalVar\": \"var0\"}",
    "{\"LocalVar\": 0, \"padding\": [1, 2]}",
    "{\"Flag\": 3, \"padding\": [1, 2, 3]}",
    "{\"Flag\": 3, \"oper\": 11, \"more\": 2}",
    "{\"Goto\": \"#00\"}",
    "{\"Flag\": 3, \"to\": \"#00\"}",
    "{\"Camera\": 2}",
    "\"\\u00e9\"",
    "\"a\\u0000b\"",
    "\"\xE2\x82\xAC\"",
};
enum { MORE = sizeof more_values / sizeof more_values[0], KINDS = EDITS + MORE };

struct trial {
    struct said said;
    size_t good, tried;
};

static struct rq_doc *map_of(struct rq_bytes file)
{
    const struct rq_options options = {.format = rq_format_by_name("rgm")};
    return rq_doc_read(file, &options, NULL);
}

static void put_json(struct rq_out *json, struct rq_bytes file)
{
    struct rq_doc *map = map_of(file);
    CHECK(map && rq_doc_to_json(map, json, NULL));
    rq_put8(json, 0);
    rq_doc_free(map);
}

/* The map that the text makes, and its JSON. */
static void tell_text(struct trial *t, const char *text)
{
    const struct rq_options options = {.format = rq_format_by_name("rgm")};
    struct rq_out made = {0};
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_from_json(text_of(text), &options, &err);
    t->tried++;
    bool fine = doc && rq_doc_write(doc, &made, &err);
    t->good += fine;
    said_error(&t->said, &err);
    said_bytes(&t->said, "map", rq_out_bytes(&made));
    rq_doc_free(doc);
    if (fine) {
        struct rq_out json = {0};
        put_json(&json, rq_out_bytes(&made));
        said_text(&t->said, "JSON", rq_out_bytes(&json));
        rq_out_free(&json);
    }
    rq_out_free(&made);
}

static void put_kind(struct rq_out *text, const char *json, struct edit_place place, size_t kind)
{
    if (kind < EDITS) {
        put_edited(text, json, place, kind);
        return;
    }
    rq_put(text, json, (size_t)(place.value - json));
    rq_putf(text, "%s%s", more_values[kind - EDITS], place.end);
    rq_put8(text, 0);
}

static void finish(struct trial *t, struct rq_out *lines, const char *name)
{
    put_said(lines, &t->said, "maps", name, t->good, t->tried);
    if (t->said.show)
        fclose(t->said.show);
    *t = (struct trial){.said.hash = hash_of("", 0)};
}

/* Each value below the path with one edit in `step`, other ones for each. */
static void tell_json_edits(struct trial *t, struct rq_out *lines, const char *name,
                            const char *all, const char *path, size_t step)
{
    struct rq_out places = {0};
    t->said = (struct said){hash_of("", 0), said_file(name)};
    struct edit_place part = edit_find(all, path);
    REQUIRE(part.value != NULL);
    tell_text(t, all);
    collect(&places, part.value);
    for (size_t i = 0; i < places.size / sizeof(struct edit_place); i++)
        for (size_t kind = i % step; kind < KINDS; kind += step) {
            struct rq_out text = {0};
            struct edit_place place;
            memcpy(&place, places.data + i * sizeof place, sizeof place);
            put_kind(&text, all, place, kind);
            said(&t->said, "place %zu, edit %zu: %.40s", i, kind, place.start);
            tell_text(t, (const char *)text.data);
            rq_out_free(&text);
        }
    rq_out_free(&places);
    finish(t, lines, name);
}

static void tell_edits(struct trial *t, struct rq_out *lines, const char *name,
                       struct rq_bytes file, const char *path, size_t step)
{
    struct rq_out json = {0};
    put_json(&json, file);
    tell_json_edits(t, lines, name, (const char *)json.data, path, step);
    rq_out_free(&json);
}

/* Commands that lead to others, and one that shows a frame of a model. */
static const struct edit labelled = {
    EDIT_SET, "sections/11/parts/0/groups/0/commands",
    "[[\"#k:\", \"PlaySound\", 57, 3], [\"ShowFrame\", \"#1\", 1], [\"GoToPrevious\", \"#k\"], "
    "[\"SetRotationXYZ\", -32, 31, 5, 2], [\"ChangeAnimGroup\", 3, \"#k\"], [\"Transition\", 63, \"#k\", 3]]"};

/* Groups that lead to each other, groups of nobody, and a second section. */
static const struct edit crossed = {
    EDIT_SET, "sections/11",
    "{\"tag\": \"RAGR\", \"parts\": [{\"groups\": [{\"group\": 1, \"commands\": [[\"ShowFrame\", 7], "
    "[\"ChangeAnimGroup\", 9, 2], [\"GoToFuture\", {\"at\": 1, \"of\": 3}]]}, \"end\", {\"raw\": \"AAECAw==\"}]}, "
    "{\"actor\": \"HERO\", \"groups\": [{\"group\": 7, \"commands\": [[\"#a:\", \"PlaySound\", 1, 2], "
    "[\"Transition\", 1, \"#b\", 5], [\"ChangeAnimGroup\", 3, \"#c\"]]}, {\"group\": 5, \"commands\": [[\"Rumble\", 4], "
    "[\"#b:\", \"Transition\", 2, \"#a\", 7], [\"LoopControl\", \"#b\"]]}, {\"group\": 3, \"commands\": [[\"#c:\", "
    "\"ChangeAnimGroup\", 5, \"#b\"], [\"ChangeAnimGroup\", 8, {\"at\": 0, \"of\": 0}], [\"ShowFrame\", \"#0\", 2]]}, "
    "{\"group\": 5, \"commands\": []}]}, {\"actor\": \"DOOR\", \"groups\": [{\"group\": 7, \"commands\": "
    "[[\"#a:\", \"Transition\", 0, \"#a\", 7]]}]}]}, "
    "{\"tag\": \"RAGR\", \"parts\": [{\"groups\": [{\"group\": 2, \"commands\": [[\"ShowFrame\", 1]]}, \"end\"]}]}, "
    "{\"tag\": \"RAVA\", \"parts\": [{\"words\": [5, 6]}]}, {\"tag\": \"RASC\", \"parts\": [{\"raw\": \"qg==\"}]}"};

static void tell_commands(struct trial *t, struct rq_out *lines, struct rq_bytes file)
{
    struct rq_out json = {0};
    put_json(&json, file);
    for (size_t i = 0; i < 2; i++) {
        char *all = edit_one((const char *)json.data, i ? &crossed : &labelled);
        REQUIRE(all != NULL);
        tell_json_edits(t, lines, i ? "groups" : "commands", all, "sections/11", i ? 3 : 1);
        free(all);
    }
    rq_out_free(&json);
}

/* ---- a script with every statement ---- */

static void tell_code(struct trial *t, struct rq_out *lines, struct rq_bytes file)
{
    const struct rq_soup_source source = {"x.soup", text_of(soup_hero)};
    const struct rq_soup_how how = {.style = RQ_SOUP_FLAT};
    struct rq_out out = {0};
    struct rq_error err = {0};
    struct rq_doc *map = map_of(file);
    CHECK(map && rq_soup_put(map, &source, 1, &how, NULL, NULL, &out, &err));
    CHECK_STR(err.text, "");
    tell_edits(t, lines, "code", rq_out_bytes(&out), "sections/5/parts/1/code", 3);
    rq_doc_free(map);
    rq_out_free(&out);
}

/* ---- numbers that mark no part ---- */

enum { RECORD = 165, HERO_SCRIPT = 0x5A }; /* sizes in the sample */

#define HERO(at) (8 + (at))
#define DOOR(at) (8 + RECORD + (at))

/* Numbers of the file: of the actors' records, or of another section. */
static const struct odd {
    const char *name;
    struct {
        const char *tag;
        size_t at;
        uint32_t value;
    } sets[5];
} odds[] = {
    {"equal names", {{"RAHD", DOOR(4), 0x4F524548}}}, /* HERO */
    {"shared", {{"RAHD", DOOR(0x1D), 0}, {"RAHD", DOOR(0x6D), 30}, {"RAHD", DOOR(0x71), 0}}},
    {"places",
     {{"RAHD", HERO(0x61), 3},
      {"RAHD", HERO(0x79), 16},
      {"RAHD", DOOR(0x29), 4},
      {"RAHD", HERO(0x55), 3}}},
    {"boxes",
     {{"RAHD", HERO(0x89), 7},
      {"RAHD", HERO(0x8D), 0},
      {"RAHD", DOOR(0x91), 9},
      {"RAHD", DOOR(0x3D), 7}}},
    {"counts",
     {{"RAHD", HERO(0x41), 1},
      {"RAHD", HERO(0x75), 1},
      {"RAHD", HERO(0x21), 1},
      {"RAHD", HERO(0x85), 99}}},
    /* The script starts where it ends, and a hook leads there. */
    {"ends", {{"RAHD", HERO(0x55), HERO_SCRIPT}, {"RAHK", 0x29, HERO_SCRIPT}}},
    {"no script", {{"RAHD", DOOR(0x4D), 0}}},
    /* Three instances of one variable, where the other has one of three. */
    {"other width",
     {{"RAHD", DOOR(0x0D), 3},
      {"RAHD", DOOR(0x75), 1},
      {"RAHD", DOOR(0x79), 4},
      {"RAHD", DOOR(0x7D), 4},
      {"RAHD", DOOR(0x81), 0}}},
};

static uint8_t *payload(uint8_t *file, const char *tag)
{
    while (memcmp(file, tag, 4) != 0)
        file += 8 + rq_get32be(file + 4);
    return file + 8;
}

static bool tell_actor(void *ctx, const char *name, const char *file, struct rq_bytes text,
                       const char *reason)
{
    struct trial *t = ctx;
    said(&t->said, "%s, %s: %s", name, file, reason ? reason : "-");
    said_text(&t->said, "text", text);
    return true;
}

/* Findings and texts of scripts. */
static void tell_map(struct trial *t, struct rq_bytes file)
{
    const struct rq_finding *findings;
    struct rq_doc *map = map_of(file);
    REQUIRE(map != NULL);
    size_t count = rq_doc_findings(map, &findings);
    for (size_t i = 0; i < count; i++)
        said(&t->said, "%s at %llu, %s: %s", findings[i].id, (unsigned long long)findings[i].offset,
             findings[i].where, findings[i].text);
    for (int style = RQ_SOUP_FLAT; style <= RQ_SOUP_RGPRE; style++) {
        const struct rq_soup_how how = {.style = (enum rq_soup_style)style};
        CHECK(rq_soup_texts(map, &how, tell_actor, t, NULL, NULL));
    }
    rq_doc_free(map);
}

static void tell_odds(struct trial *t, struct rq_out *lines, struct rq_bytes file)
{
    static uint8_t bytes[SAMPLE_ROOM];
    for (size_t i = 0; i < sizeof odds / sizeof odds[0]; i++) {
        struct rq_bytes odd = {bytes, file.size};
        memcpy(bytes, file.data, file.size);
        for (size_t k = 0; k < 5 && odds[i].sets[k].tag; k++)
            rq_set32(payload(bytes, odds[i].sets[k].tag) + odds[i].sets[k].at,
                     odds[i].sets[k].value);
        tell_edits(t, lines, odds[i].name, odd, "sections", 17);
        t->said.show = said_file("odd_texts");
        tell_map(t, odd);
        t->good = t->tried = 1;
        finish(t, lines, "its texts");
    }
}

/* ---- limits ---- */

/* A value of the sample that becomes one of so many parts. */
static const struct {
    const char *path;
    struct limit limit;
} limits[] = {
    {"sections/5/parts/1/code/1/args", {"[0", ",#", "", "", "]", 253, 256}},
    {"sections/5/parts/1/code/1", {"{\"Endint\": true}", ",{\"Endint\": true}", "", "", "", 1, 3}},
    {"sections/5/parts/1/code/0",
     {"{\"Endint\": true}", ",{\"Endint\": true}", ",{\"label\": \"#00\", \"Endint\": true}", "",
      "", 65523, 65524}},
    {"sections/5/parts/1/code/7/set/0",
     {"", "{\"Function\": 5, \"args\": [", "1", "]}", "", 31, 34}},
    {"sections/11/parts/0/groups/0", {"{\"raw\": \"", "AAAA", "", "", "AAA=\"}", 21844, 21845}},
    {"sections/11/parts/0/groups/0", {"{\"raw\": \"", "AAAA", "", "", "\"}", 21844, 21846}},
    {"sections/11/parts/0/groups/0/commands",
     {"[[\"PlaySound\", 0, 0]", ",[\"PlaySound\", 0, 0]", "", "", "]", 21838, 21843}},
    {"sections/11/parts/0/groups/0/commands/1",
     {"[\"ShowFrame\", {\"at\": ", "", "1048575", "", ", \"of\": 5}]", 1, 1}},
    {"sections/11/parts/0/groups/0/commands/1",
     {"[\"ShowFrame\", {\"at\": ", "", "1048576", "", ", \"of\": 5}]", 1, 1}},
    {"sections/11/parts/0/groups/0/commands/5/2",
     {"{\"at\": ", "", "63", "", ", \"of\": 6}", 1, 1}},
    {"sections/11/parts/0/groups/0/commands/5/2",
     {"{\"at\": ", "", "64", "", ", \"of\": 6}", 1, 1}},
    {"sections/10/parts/0/models", /* 2^20 - 1 frames before the one that is shown, 2^20 */
     {"[{\"label\": \"#0\", \"frame_count\": 14}", ",{\"frame_count\": 255, \"path\": \"m#\"}", "",
      "", ",{\"label\": \"#1\", \"frame_count\": 255}]", 4112, 4112}},
    {"sections/10/parts/0/models",
     {"[{\"label\": \"#0\", \"frame_count\": 15}", ",{\"frame_count\": 255, \"path\": \"m#\"}", "",
      "", ",{\"label\": \"#1\", \"frame_count\": 255}]", 4112, 4112}},
    {"sections/11/parts/0/groups/0/commands",
     {"[", "[\"PlaySound\", 0, 0],",
      "[\"#k:\", \"PlaySound\", 0, 0], [\"Transition\", 0, \"#k\", 3]", "", "]", 62, 65}},
    {"sections/0/records/0/instances", {"", "", "5", "", "", 1, 1}},
    {"sections/4/parts/1/instances", {"[[1, 2, 3]", ", [4, 5, #]", "", "", "]", 0, 2}},
    {"sections/4/parts/0", {"{", "", "\"instances\": [[1]]", "", "}", 1, 1}},
    {"sections/4/parts/1",
     {"{", "", "\"actor\": \"HERO\", \"instances\": [[7, -1, 2]]", "", "}", 1, 1}},
    {"sections/4/parts/1",
     {"{\"actor\": \"HERO\", \"instances\": [[7, -1", ", #", "", "", "]]}", 0, 2}},
    {"sections/4/parts", /* two actors with as many instances, or with fewer */
     {"[{\"words\": [0]}, {\"actor\": [\"HERO\", \"DOOR\"], \"instances\": [[1, 2, 3]",
      ", [4, 5, 6]", "", "", "]}]", 0, 1}},
    {"sections/0/records/0/texture_id", /* a part and a place */
     {"114, \"places\": [{\"section\": \"RALC\", \"size\": 12, \"ralc_offset\": 0, \"ralc_count\": 1, \"ralc_length\": 12}",
      "", "", "", "]", 1, 1}},
    {"sections/4/parts/1", {"{", "", "\"actor\": \"HERO\", \"words\": [1]", "", "}", 1, 1}},
    {"sections/5/parts/0",
     {"{", "", "\"code\": [{\"Endint\": true}], \"raw\": \"AA==\"", "", "}", 1, 1}},
    {"sections/5/parts/0", {"{", "", "\"raw\": \"AA==\", \"of\": [1, 2]", "", "}", 1, 1}},
    {"sections/5/parts/2",
     {"{", "", "\"actor\": \"DOOR\", \"raw\": \"AA==\", \"of\": [0, 0]", "", "}", 1, 1}},
    {"sections/5/parts/2",
     {"{", "", "\"actor\": \"DOOR\", \"raw\": \"AA==\", \"of\": [0, 1]", "", "}", 1, 1}},
    {"sections/5/parts/2",
     {"{\"actor\": \"DOOR\", \"raw\": \"AA==\", \"of\": [", "1,", "0", "", "]}", 0, 3}},
    {"sections/0/records/0/name", {"\"", "N", "", "", "\"", 8, 10}},
    {"sections",
     {"[{\"tag\": \"FLAT\", \"raw\": \"\"}", ",{\"tag\": \"XYZW\"}", "", "", "]", 1022, 1025}},
};

static void tell_limits(struct trial *t, struct rq_out *lines, struct rq_bytes file)
{
    struct rq_out json = {0};
    t->said = (struct said){hash_of("", 0), said_file("rgm_limits")};
    put_json(&json, file);
    char *all = edit_one((const char *)json.data, &labelled);
    REQUIRE(all != NULL);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct edit_place at = edit_find(all, limits[i].path);
        REQUIRE(at.value != NULL);
        for (size_t count = limits[i].limit.from; count <= limits[i].limit.to; count++) {
            struct rq_out text = {0};
            rq_put(&text, all, (size_t)(at.value - all));
            put_limit(&text, &limits[i].limit, count);
            text.size--; /* the NUL */
            rq_put_str(&text, at.end);
            rq_put8(&text, 0);
            said(&t->said, "limit %zu: %zu", i, count);
            tell_text(t, (const char *)text.data);
            rq_out_free(&text);
        }
    }
    free(all);
    rq_out_free(&json);
    finish(t, lines, "limits");
}

/* 1024 sections, and one more. */
static void test_sections(void)
{
    for (size_t count = 1024; count <= 1025; count++) {
        const struct rq_options options = {.format = rq_format_by_name("rgm")};
        struct rq_out file = {0};
        struct rq_error err = {0};
        for (size_t i = 0; i < count; i++)
            rq_put(&file, "XYZW\0\0\0", 8);
        rq_put(&file, "END ", 4);
        struct rq_doc *map = rq_doc_read(rq_out_bytes(&file), &options, &err);
        CHECK((map != NULL) == (count == 1024));
        CHECK_STR(err.text, count == 1024 ? "" : "1025 sections, more than 1024");
        rq_doc_free(map);
        rq_out_free(&file);
    }
}

/* A map that has actors only: there is no place for what a text gives to one. */
static void test_lacking(void)
{
    static const char json[] =
        "{\"format\": \"rgm\", \"version\": 1, \"sections\": [{\"tag\": \"RAHD\", "
        "\"records\": [{\"name\": \"HERO\"}]}]}";
    static const char *const rows[][3] = {
        {"string \"boat\"\n", "RASB", "the map has no such section for strings of an actor"},
        {"var x = 1\n", "RAVA", "the map has no such section for variables of an actor"},
        {"code {\nreturn\n}\n", "RASC", "the map has no such section for code of an actor"},
        {"hook at 1\n", "RAHK", "the map has no such section for hooks of an actor"},
        {"", "", ""},
    };
    const struct rq_options options = {.format = rq_format_by_name("rgm")};
    const struct rq_soup_how how = {.style = RQ_SOUP_FLAT};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rq_error err = {0};
        struct rq_out text = {0}, made = {0}, out = {0};
        struct rq_doc *doc = rq_doc_from_json(text_of(json), &options, &err);
        REQUIRE(doc && rq_doc_write(doc, &made, &err));
        rq_doc_free(doc);
        doc = map_of(rq_out_bytes(&made));
        REQUIRE(doc != NULL);
        rq_putf(&text, "actor \"HERO\"\nkeep attributes\n%s", rows[i][0]);
        const struct rq_soup_source source = {"x.soup", rq_out_bytes(&text)};
        check_note("%s", rows[i][0]);
        CHECK(rq_soup_put(doc, &source, 1, &how, NULL, NULL, &out, &err) == !*rows[i][1]);
        CHECK_STR(err.where, rows[i][1]);
        CHECK_STR(err.text, rows[i][2]);
        rq_doc_free(doc);
        rq_out_free(&text);
        rq_out_free(&made);
        rq_out_free(&out);
    }
}

static void test_rgm(void)
{
    static uint8_t bytes[SAMPLE_ROOM];
    struct rq_bytes file = {bytes, sample_rgm(bytes)};
    struct rq_out lines = {0};
    struct trial t = {.good = 0};
    tell_edits(&t, &lines, "all", file, "sections", 3);
    tell_commands(&t, &lines, file);
    tell_code(&t, &lines, file);
    tell_odds(&t, &lines, file);
    tell_limits(&t, &lines, file);
    said_compare("rgm", &lines, NULL);
    rq_out_free(&lines);
}

TESTS(test_sections, test_lacking, test_rgm)
