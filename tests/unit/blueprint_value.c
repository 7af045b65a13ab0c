/* Values as people write them. Names and ranges are those of kotor-fields.csv and kotor-enums.csv. */
#include "core/bytes.h"
#include "support/check.h"
#include "support/install.h"

#include <reliquary/blueprint.h>
#include <reliquary/gff.h>
#include <stdio.h>

static const struct {
    const char *path, *text, *value; /* value NULL: refused */
} rows[] = {
    {"Gender", "female", "1"},
    {"Gender", "FEMALE", "1"},
    {"Gender", "4", "4"},
    {"Gender", "5", NULL},
    {"Gender", "woman", NULL},
    {"GoodEvil", "100", "100"},
    {"GoodEvil", "101", NULL},
    {"GoodEvil", "0x10", "16"},
    {"GoodEvil", "0x", NULL},
    {"GoodEvil", "", NULL},
    {"GoodEvil", "-", NULL},
    {"Plot", "yes", "1"},
    {"Plot", "Off", "0"},
    {"Plot", "2", NULL},
    {"Plot", "maybe", NULL},
    {"GoodEvil", "yes", NULL},          /* a number, and no truth */
    {"GoodEvil", "0x0000000064", NULL}, /* twelve letters */
    {"GoodEvil", "0x000000064", "100"},
    {"Tag", "anything", "anything"},
    {"ChallengeRating", "1.5", "1.5"},
};

static void test_names(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rq_error err = {0};
        struct rq_out value = {0};
        const struct rq_field *field = rq_field_at("UTC", rows[i].path, NULL);
        check_note("%s=%s", rows[i].path, rows[i].text);
        REQUIRE(field != NULL);
        bool done = rq_field_value(field, NULL, rows[i].path, rows[i].text, &value, &err);
        CHECK(done == (rows[i].value != NULL));
        if (done)
            CHECK_STR((const char *)value.data, rows[i].value);
        else
            CHECK_STR(err.where, rows[i].path);
        rq_out_free(&value);
    }
}

/* Bits of a store: 1 sells, 2 buys (kotor-fields.md section 7). */
static void test_flags(void)
{
    struct rq_error err = {0};
    struct rq_out value = {0};
    size_t count;
    const struct rq_field *field = rq_field_at("UTM", "BuySellFlag", NULL);
    const struct rq_named_value *names = rq_named_values("buysell", &count);
    REQUIRE(field && names && count == 2);
    char both[100];
    snprintf(both, sizeof both, "%s, %s", names[0].name, names[1].name);
    CHECK(rq_field_value(field, NULL, "BuySellFlag", both, &value, &err));
    CHECK_STR((const char *)value.data, "3");
    rq_out_free(&value);
    CHECK(!rq_field_value(field, NULL, "BuySellFlag", "buys, flies", &value, &err));
    rq_out_free(&value);
}

/* A number that refers to nothing is accepted beyond the range: -1 of a list, 65535 of a portrait. */
static void test_nothing(void)
{
    struct rq_out value = {0};
    const struct rq_field *field = rq_field_at("DLG", "EntryList/0/CameraAnimation", NULL);
    REQUIRE(field != NULL); /* 1000 to 1727, or 10098 */
    CHECK(rq_field_value(field, NULL, "", "1727", &value, NULL));
    CHECK(rq_field_value(field, NULL, "", "10098", &value, NULL));
    CHECK(!rq_field_value(field, NULL, "", "1728", &value, NULL));
    CHECK(!rq_field_value(field, NULL, "", "98", &value, NULL));
    rq_out_free(&value);
}

/* Rows of a table, by label or name, need the game. */
static void test_rows(void)
{
    struct rq_error err = {0};
    struct rq_out value = {0};
    const struct rq_field *field = rq_field_at("UTC", "Appearance_Type", NULL);
    REQUIRE(field != NULL);
    CHECK(!rq_field_value(field, NULL, "Appearance_Type", "P_BastilaBA", &value, &err));
    CHECK_INT(err.hint, RQ_HINT_GAME);
    rq_out_free(&value);
    start("blueprint_value");
    clear();
    put_text("override/appearance.2da",
             "2DA V2.0\r\n\r\nlabel race\r\n0 First_One A\r\n1 P_BastilaBA B\r\n");
    struct rq_game *game = rq_game_open(root, NULL, NULL);
    REQUIRE(game != NULL);
    err = (struct rq_error){0};
    CHECK(rq_field_value(field, game, "Appearance_Type", "p_bastilaba", &value, &err));
    CHECK_STR((const char *)value.data, "1");
    rq_out_free(&value);
    CHECK(!rq_field_value(field, game, "Appearance_Type", "nobody", &value, &err));
    CHECK_STR(err.text, "appearance.2da has no row \"nobody\"");
    rq_out_free(&value);
    err = (struct rq_error){0};
    field = rq_field_at("UTC", "Race", NULL);
    REQUIRE(field != NULL);
    err.offset = 77;
    CHECK(!rq_field_value(field, game, "Race", "human", &value, &err));
    CHECK_INT(err.offset, 0);
    CHECK_STR(err.where, "Race");
    CHECK_STR(err.text, "there is no racialtypes.2da");
    rq_out_free(&value);
    rq_game_close(game);
    clear();
}

/* The row of a number is told by the first of its cells that has something to say; else the number is. */
static void test_said(void)
{
    static const char *const expected[] = {"Human", "Droidname", "2", "Three", "Empty", "5"};
    struct rq_error err = {0};
    const struct rq_field *field = rq_field_at("UTC", "Race", NULL);
    start("said");
    clear();
    put_text("override/racialtypes.2da", "2DA V2.0\r\n\r\nname label\r\n0 **** Human\r\n"
                                         "1 Droidname Droid\r\n2 **** ****\r\n3 17 Three\r\n"
                                         "4 \"\" Empty\r\n");
    struct rq_game *game = rq_game_open(root, NULL, &err);
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, &err);
    REQUIRE(field && game && doc);
    for (uint32_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        struct rq_gff_field value = {.type = RQ_GFF_BYTE, .v.word = i};
        struct rq_out text = {0};
        check_note("%u", i);
        CHECK(rq_field_say(doc, field, &value, game, &text, &err));
        rq_put8(&text, 0);
        CHECK_STR((const char *)text.data, expected[i]);
        rq_out_free(&text);
    }
    rq_doc_free(doc);
    rq_game_close(game);
    clear();
}

/* A field that is not there yet is made, with the type that the tables have. */
static void test_set(void)
{
    static const struct {
        const char *path, *text, *value; /* value NULL: refused */
        const char *why;
        unsigned type;
    } cases[] = {
        {"Tag", "guard", "guard", "", RQ_GFF_STRING},
        {"Tag", "second", "second", "", RQ_GFF_STRING},
        {"Gender", "female", "1", "", RQ_GFF_BYTE},
        {"ChallengeRating", "1.5", "1.5", "", RQ_GFF_FLOAT},
        {"Conversation", "keeper", "keeper", "", RQ_GFF_RESREF},
        {"CurrentHitPoints", "-5", "-5", "", RQ_GFF_SHORT},
        {"Appearance_Type", "65535", "65535", "", RQ_GFF_WORD},
        {"FactionID", "5", "5", "", RQ_GFF_WORD},
        {"GoodEvil", "101", NULL, "", 0},
        {"ClassList", "1", NULL, "has no one value", 0},
        {"FirstName", "Bob", NULL,
         "there is no such field yet, and a CExoLocString has no one value", 0},
        {"NoSuchField", "1", NULL, "", 0},
    };
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    REQUIRE(doc != NULL);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    memcpy(gff->type, "UTC ", 4);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        struct rq_out value = {0};
        check_note("%s=%s", cases[i].path, cases[i].text);
        bool done = rq_blueprint_set(doc, NULL, cases[i].path, cases[i].text, &err);
        CHECK_INT(done, cases[i].value != NULL);
        if (!CHECK(strstr(err.text, cases[i].why) != NULL))
            printf("    %s\n", err.text);
        CHECK_INT(err.text[0] == 0, done);
        CHECK_INT(rq_gff_has(gff->root, cases[i].path), done || strcmp(cases[i].path, "Tag") == 0);
        if (done && CHECK(rq_doc_get(doc, cases[i].path, &value, &err))) {
            rq_put8(&value, 0);
            CHECK_STR((const char *)value.data, cases[i].value);
            CHECK_INT(gff->root->fields[gff->root->field_count - 1].type, cases[i].type);
        }
        rq_out_free(&value);
    }
    rq_doc_free(doc);
}

TESTS(test_set, test_names, test_flags, test_nothing, test_rows, test_said)
