/* The table of facts: each path leads to fields that the tables know. tests/cli/info.sh has values. */
#include "blueprint/facts.h"
#include "core/bytes.h"
#include "support/check.h"

#include <reliquary/blueprint.h>
#include <stdio.h>

static void check_row(const struct rq_fact_row *row, const char *kind)
{
    char path[128];
    const char *last = strrchr(row->path, '/');
    size_t base = last ? (size_t)(last + 1 - row->path) : 0;
    for (const char *label = row->path + base; *label;) {
        size_t size = strcspn(label, "+"), words = 0;
        for (size_t i = 0; i < size && row->how != RQ_FACT_COUNT; i++)
            words = label[i] == ' ' ? i + 1 : words;
        snprintf(path, sizeof path, "%.*s%.*s", (int)base, row->path, (int)(size - words),
                 label + words);
        const struct rq_field *field = rq_field_at(kind, path, NULL);
        check_note("%s %s: %s", kind, row->key, path);
        if (CHECK(field != NULL))
            CHECK_INT((field->types & 1u << RQ_GFF_LIST) != 0, row->how == RQ_FACT_COUNT);
        label += size + (label[size] == '+');
    }
}

static void test_rows(void)
{
    CHECK(rq_fact_row_count > 70);
    for (size_t i = 0; i < rq_fact_row_count; i++) {
        char kind[8];
        for (const char *c = rq_fact_rows[i].kinds; *c;) {
            size_t size = strcspn(c, " ");
            snprintf(kind, sizeof kind, "%.*s", (int)size, c);
            check_row(&rq_fact_rows[i], kind);
            c += size + (c[size] == ' ');
        }
    }
}

/* ---- what is told ---- */

static struct rq_doc *new_gff(const char *type)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    if (gff)
        memcpy(gff->type, type, 4);
    return doc;
}

static struct rq_gff_struct *root_of(struct rq_doc *doc)
{
    return ((struct rq_gff *)rq_doc_root(doc, "gff"))->root;
}

struct wanted {
    const char *key;
    char text[600];
    size_t count;
};

static void take_fact(void *ctx, const char *key, const char *text)
{
    struct wanted *w = ctx;
    w->count++;
    if (strcmp(key, w->key) == 0)
        snprintf(w->text, sizeof w->text, "%s", text);
}

static void check_fact(struct rq_doc *doc, const char *key, const char *expected)
{
    struct rq_error err = {0};
    struct wanted w = {.key = key};
    CHECK(rq_blueprint_facts(doc, NULL, take_fact, &w, &err));
    CHECK_STR(err.text, "");
    CHECK_STR(w.text, expected);
}

/* A text is cut behind 200 bytes, between letters. */
static void test_long_text(void)
{
    static const struct {
        size_t ascii, more; /* letters of one byte, and of two */
        size_t shown;       /* bytes */
    } cases[] = {{199, 0, 199}, {200, 0, 200}, {201, 0, 200}, {0, 100, 200},
                 {0, 150, 200}, {1, 150, 199}, {199, 1, 199}, {198, 1, 200}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        struct rq_doc *doc = new_gff("NFO ");
        char text[600];
        memset(text, 'a', cases[i].ascii);
        for (size_t k = 0; k < cases[i].more; k++)
            memcpy(text + cases[i].ascii + k * 2, "\xC3\xA9", 2);
        text[cases[i].ascii + cases[i].more * 2] = 0;
        check_note("%zu+%zu", cases[i].ascii, cases[i].more);
        REQUIRE(doc && rq_gff_add_string(doc, root_of(doc), "AREANAME", text, &err));
        text[cases[i].shown] = 0;
        check_fact(doc, "area", text);
        rq_doc_free(doc);
    }
}

/* Of a list the first 24 are told. */
static void test_long_list(void)
{
    for (size_t count = 23; count <= 27; count++) {
        struct rq_error err = {0};
        struct rq_doc *doc = new_gff("JRL ");
        struct rq_out expected = {0};
        REQUIRE(doc && rq_gff_add_list(doc, root_of(doc), "Categories", &err));
        for (size_t i = 0; i < count; i++) {
            struct rq_gff_struct *s;
            char tag[24];
            snprintf(tag, sizeof tag, "t%zu", i);
            REQUIRE(rq_gff_add_struct(doc, root_of(doc), "Categories/-", 0, &s, &err) &&
                    rq_gff_add_string(doc, s, "Tag", tag, &err));
            if (i < 24)
                rq_putf(&expected, "%st%zu", i ? ", " : "", i);
        }
        rq_put_str(&expected, count > 24 ? " ..." : "");
        rq_put8(&expected, 0);
        check_note("%zu", count);
        check_fact(doc, "tags", (const char *)expected.data);
        rq_out_free(&expected);
        rq_doc_free(doc);
    }
}

/* Each speaker once, and none where there is no name. */
static void test_distinct(void)
{
    static const char *const speakers[] = {"ab", "a", "", "b", "a", "ab", "x,y", "x", "x,y", "b"};
    struct rq_error err = {0};
    struct rq_doc *doc = new_gff("DLG ");
    REQUIRE(doc && rq_gff_add_list(doc, root_of(doc), "EntryList", &err));
    check_fact(doc, "entries", "0");
    check_fact(doc, "speakers", "");
    check_fact(doc, "voices", "0");
    for (size_t i = 0; i < sizeof speakers / sizeof speakers[0]; i++) {
        struct rq_gff_struct *s;
        REQUIRE(rq_gff_add_struct(doc, root_of(doc), "EntryList/-", (uint32_t)i, &s, &err) &&
                rq_gff_add_string(doc, s, "Speaker", speakers[i], &err) &&
                rq_gff_add_resref(doc, s, "VO_ResRef", speakers[i][0] == 'a' ? "voice" : "", &err));
    }
    check_fact(doc, "entries", "10");
    check_fact(doc, "speakers", "ab, a, b, x,y, x");
    check_fact(doc, "voices", "4");
    rq_doc_free(doc);
}

/* What was told already takes no room from what comes later. */
static void test_repeated(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = new_gff("DLG ");
    REQUIRE(doc && rq_gff_add_list(doc, root_of(doc), "EntryList", &err));
    for (uint32_t i = 0; i < 26; i++) {
        struct rq_gff_struct *s;
        REQUIRE(rq_gff_add_struct(doc, root_of(doc), "EntryList/-", i, &s, &err) &&
                rq_gff_add_string(doc, s, "Speaker", i < 25 ? "a" : "b", &err));
    }
    check_fact(doc, "speakers", "a, b");
    rq_doc_free(doc);
}

/* No document, one of another format, and a type without tables have nothing to tell; an error is not needed. */
static void test_nothing(void)
{
    struct wanted w = {.key = ""};
    struct rq_doc *docs[] = {NULL, rq_doc_new(rq_format_by_name("twoda"), NULL, NULL),
                             new_gff("XYZ ")};
    for (size_t i = 0; i < sizeof docs / sizeof docs[0]; i++) {
        CHECK(rq_blueprint_facts(docs[i], NULL, take_fact, &w, NULL));
        CHECK_INT(w.count, 0);
        rq_doc_free(docs[i]);
    }
    /* A field of another type than the tables have is passed over, with all that is below it. */
    struct rq_error err = {0};
    struct rq_doc *doc = new_gff("JRL ");
    REQUIRE(doc && rq_gff_add_dword(doc, root_of(doc), "Categories", 3, &err));
    check_fact(doc, "tags", "");
    check_fact(doc, "quests", "");
    rq_doc_free(doc);
}

TESTS(test_rows, test_long_text, test_long_list, test_distinct, test_repeated, test_nothing)
