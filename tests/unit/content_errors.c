/* What blueprints, lint, references and scripts refuse, with all of the error: code, place and both texts. None of them stands
 * at a place in a file: the offset is 0. */
#include "support/install.h"
#include "support/refused.h"

#include <reliquary/blueprint.h>
#include <reliquary/gff.h>
#include <reliquary/lint.h>
#include <reliquary/nwscript.h>
#include <reliquary/refs.h>
#include <reliquary/rgm.h>
#include <reliquary/soup.h>

/* ---- blueprints ---- */

static void test_kinds(void)
{
    struct rq_out out = {0};
    REFUSED(rq_blueprint_new("utx", NULL, &err), RQ_USAGE, "gff", "no kind of file is named utx");
    REFUSED(rq_blueprint_new("@EFFECT", NULL, &err), RQ_USAGE, "gff",
            "no kind of file is named @EFFECT");
    REFUSED(rq_blueprint_new("*", NULL, &err), RQ_USAGE, "gff", "no kind of file is named *");
    REFUSED(rq_blueprint_new(NULL, NULL, &err), RQ_USAGE, "gff", "no kind of file is named ");
    REFUSED(rq_blueprint_new("a_kind_of_more_than_20_letters", NULL, &err), RQ_USAGE, "gff",
            "no kind of file is named a_kind_of_more_than_");
    REFUSED(rq_blueprint_json_schema("utx", &out, &err), RQ_USAGE, "gff",
            "no kind of file is named utx");
    REFUSED(rq_blueprint_json_schema("@EFFECT", &out, &err), RQ_USAGE, "gff",
            "no kind of file is named @EFFECT");
    REFUSED(rq_blueprint_json_schema("*", &out, &err), RQ_USAGE, "gff",
            "no kind of file is named *");
    REFUSED(rq_blueprint_json_schema(NULL, &out, &err), RQ_USAGE, "gff",
            "no kind of file is named ");
    REFUSED(rq_blueprint_json_schema("a_kind_of_more_than_20_letters", &out, &err), RQ_USAGE, "gff",
            "no kind of file is named a_kind_of_more_than_");
    CHECK_INT(out.size, 0);
    rq_out_free(&out);
}

static bool value_of(const char *kind, const char *path, const char *text, struct rq_out *value,
                     struct rq_error *err)
{
    const struct rq_field *field = rq_field_at(kind, path, NULL);
    return CHECK(field != NULL) && rq_field_value(field, NULL, path, text, value, err);
}

/* GoodEvil goes from 0 to 100, as docs/blueprints.md explains the tables; Str has no names. */
static void test_values(void)
{
    struct rq_out value = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    REQUIRE(gff != NULL);
    memcpy(gff->type, "UTC ", 4);
    REFUSED(value_of("UTC", "GoodEvil", "101", &value, &err), RQ_USAGE, "GoodEvil",
            "the engine accepts 0 to 100, not 101");
    REFUSED(value_of("UTC", "GoodEvil", "-1", &value, &err), RQ_USAGE, "GoodEvil",
            "the engine accepts 0 to 100, not -1");
    REFUSED(value_of("UTC", "Str", "strong", &value, &err), RQ_USAGE, "Str",
            "expected a whole number, found \"strong\"");
    REFUSED(value_of("UTC", "Str", "a_text_of_more_than_forty_letters_is_cut_off", &value, &err),
            RQ_USAGE, "Str",
            "expected a whole number, found \"a_text_of_more_than_forty_letters_is_cut\"");
    /* Names are listed as long as they come to less than a hundred bytes: with the next these would be 74 and 26. */
    REFUSED(value_of("DLG", "EntryList/0/CameraAngle", "near", &value, &err), RQ_USAGE,
            "EntryList/0/CameraAngle",
            "expected engine chooses, close-up of speaker, over the shoulder, wide from the side, "
            "found \"near\"");
    REFUSED(value_of("UTC", "Gender", "mal", &value, &err), RQ_USAGE, "Gender",
            "expected male, female, both, other, none, found \"mal\"");
    REFUSED(value_of("UTM", "BuySellFlag", "buys", &value, &err), RQ_USAGE, "BuySellFlag",
            "expected store sells to the player, store buys from the player, found \"buys\"");
    REFUSED(value_of("UTC", "Plot", "maybe", &value, &err), RQ_USAGE, "Plot",
            "expected a whole number, found \"maybe\"");
    REFUSED(value_of("UTC", "Race", "human", &value, &err), RQ_USAGE, "Race",
            "\"human\" may be a row of racialtypes.2da, which only a game has");
    REFUSED(rq_blueprint_set(doc, NULL, "FirstName", "Bob", &err), RQ_USAGE, "FirstName",
            "there is no such field yet, and a CExoLocString has no one value");
    CHECK_INT(value.size, 0);
    rq_out_free(&value);
    rq_doc_free(doc);
}

/* Hexadecimal numbers have up to nine digits behind 0x. */
static void test_numbers(void)
{
    static const struct {
        const char *text, *value;
    } cases[] = {{"0x64", "100"},
                 {"0x0", "0"},
                 {"0xa", "10"},
                 {"0xF", "15"},
                 {"0x000000064", "100"},
                 {"0x0000000064", NULL},
                 {"0x", NULL},
                 {"0xg", NULL},
                 {"0x6g", NULL},
                 {"0X64", NULL},
                 {"64", "64"},
                 {"100", "100"},
                 {" 64", NULL},
                 {"", NULL},
                 {"6.4", NULL},
                 {"-", NULL},
                 {"-0", "0"},
                 {"6-4", NULL},
                 {"000000000000000064", "64"},
                 {"0000000000000000064", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_out value = {0};
        struct rq_error err = {0};
        check_note("%s", cases[i].text);
        CHECK_INT(value_of("UTC", "GoodEvil", cases[i].text, &value, &err), cases[i].value != NULL);
        if (cases[i].value && value.size)
            CHECK_STR((const char *)value.data, cases[i].value);
        rq_out_free(&value);
    }
}

/* Words of a bool; names of flags with "," or "|" and blanks between, and none missing behind the last. "_" is a blank. */
static void test_words(void)
{
    static const struct {
        const char *path, *text, *value;
    } cases[] = {{"Plot", "no", "0"},
                 {"Plot", "YES", "1"},
                 {"Plot", "false", "0"},
                 {"Plot", "True", "1"},
                 {"Plot", "off", "0"},
                 {"Plot", "on", "1"},
                 {"Plot", "o", NULL},
                 {"Plot", "yess", NULL},
                 {"BuySellFlag", "store sells to the player", "1"},
                 {"BuySellFlag", "Store_Buys_from the_player", "2"},
                 {"BuySellFlag", "store buys from the player,store sells to the player", "3"},
                 {"BuySellFlag", " store buys from the player | store sells to the player", "3"},
                 {"BuySellFlag", "store buys from the player  , store buys from the player", "2"},
                 {"BuySellFlag", "store buys from the player,", NULL},
                 {"BuySellFlag", "store buys from the playe", NULL},
                 {"BuySellFlag", "store buys from the players", NULL},
                 {"BuySellFlag", "store-buys from the player", NULL},
                 {"BuySellFlag", ", store buys from the player", "2"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_out value = {0};
        struct rq_error err = {0};
        check_note("%s", cases[i].text);
        const char *kind = cases[i].path[0] == 'P' ? "UTC" : "UTM";
        CHECK_INT(value_of(kind, cases[i].path, cases[i].text, &value, &err),
                  cases[i].value != NULL);
        if (cases[i].value && value.size)
            CHECK_STR((const char *)value.data, cases[i].value);
        rq_out_free(&value);
    }
}

/* ---- lint ---- */

static void count_finding(void *ctx, const struct rq_lint_finding *finding)
{
    (void)finding;
    ++*(size_t *)ctx;
}

static bool lint(const char *folder, const char *rules, struct rq_error *err)
{
    size_t count = 0;
    const struct rq_lint_options options = {.rules = rules, .threads = 1};
    return rq_lint(&folder, 1, &options, count_finding, &count, NULL, err);
}

static void test_lint(void)
{
    struct rq_error none = {0};
    start("lint_errors");
    REQUIRE(put_text("files/a.txi", "decal 1\r\n") &&
            rq_make_folder(check_below(root, "empty"), &none));
    const char *files = check_below(root, "files");
    REFUSED(lint(check_below(root, "empty"), NULL, &err), RQ_IO, "", "there is no file to check");
    REFUSED(lint(files, "nope", &err), RQ_USAGE, "", "there is no rule nope");
    REFUSED(lint(files, "gff-*,-nope,txi-*", &err), RQ_USAGE, "", "there is no rule nope");
    REFUSED(lint(files, "-", &err), RQ_USAGE, "", "there is no rule ");
    static const char *const fine[] = {
        NULL, "", "gff-*", "-gff-float*,txi-*", "gff-float-nan", "gff-float-nan,"};
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        check_note("%s", fine[i] ? fine[i] : "none");
        CHECK(lint(files, fine[i], &none));
        CHECK_STR(none.text, "");
    }
    clear();
}

/* ---- references ---- */

static void test_flow(void)
{
    struct rq_error none = {0};
    struct rq_out out = {0};
    start("flow_errors");
    REQUIRE(put_text("WORLD.INI", "[world]\n"));
    const struct rq_game_options options = {.family = "redguard"};
    struct rq_game *game = rq_game_open(root, &options, &none);
    struct rq_refs *refs = game ? rq_refs_open(game, NULL, &none) : NULL;
    REQUIRE(refs != NULL);
    REFUSED(rq_refs_flow(refs, NULL, 0, RQ_FLOW_DOT, &out, &err), RQ_USAGE, root,
            "no script sets or tests a flag, an item or a map that was asked for");
    CHECK_INT(out.size, 0);
    rq_refs_close(refs);
    rq_game_close(game);
    rq_out_free(&out);
    clear();
}

/* ---- scripts ---- */

static void test_compiler(void)
{
    struct rq_out out = {0};
    static const char source[] = "void main() { }";
    const struct rq_bytes text = {(const uint8_t *)source, sizeof source - 1};
    for (unsigned game = 0; game < 4; game += 3)
        REFUSED(rq_nss_open(&(struct rq_nss_options){.game = game}, &err), RQ_USAGE, "nss",
                "the game has to be 1 or 2");
    REFUSED(rq_nss_open(NULL, &err), RQ_USAGE, "nss", "the game has to be 1 or 2");
    REFUSED(rq_nss_compile(text, "x.nss", NULL, &out, NULL, &err), RQ_USAGE, "nss",
            "the game has to be 1 or 2");
    rq_out_free(&out);
}

/* End 0: 05 and a number of four bytes. */
static void test_machine(void)
{
    static const uint8_t end[] = {5, 0, 0, 0, 0};
    static int32_t locals[257];
    const struct rq_bytes code = {end, sizeof end};
    struct rq_error none = {0};
    struct rq_doc *map = rq_doc_new(rq_format_by_name("rgm"), NULL, &none);
    REQUIRE(map != NULL);
    REFUSED(rq_soup_open_actor(rq_doc_root(map, "rgm"), 0, NULL, &err), RQ_USAGE, "actor",
            "there is no actor 0, or its script does not decode");
    REFUSED(rq_soup_open_actor(rq_doc_root(map, "rgm"), 7, NULL, &err), RQ_USAGE, "actor",
            "there is no actor 7, or its script does not decode");
    rq_doc_free(map);
    struct rq_soup_machine *m = rq_soup_open_code(code, NULL, &none);
    if (!m) {
        printf("    %s: %s\n", none.where, none.text);
        return;
    }
    rq_soup_close(m);
    struct rq_soup_options options = {.locals = locals, .local_count = 256};
    locals[255] = 5;
    m = rq_soup_open_code(code, &options, &none);
    CHECK_STR(none.text, "");
    if (CHECK(m != NULL)) {
        size_t count = 0;
        CHECK_INT(rq_soup_locals(m, &count)[255], 5);
        CHECK_INT(count, 256);
    }
    rq_soup_close(m);
    options.local_count = 257;
    REFUSED(rq_soup_open_code(code, &options, &err), RQ_USAGE, "locals",
            "257 variables are more than 256");
}

TESTS(test_kinds, test_values, test_numbers, test_words, test_lint, test_flow, test_compiler,
      test_machine)
