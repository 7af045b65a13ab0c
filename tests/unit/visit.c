/* The visitor: paths, types and references. Expected lines are written by hand from the text. */
#include "core/match.h"
#include "formats/format.h"
#include "support/check.h"

#include <stdio.h>

struct lines {
    struct rq_out text;
    size_t most;
};

static bool note(void *ctx, const struct rq_value *v)
{
    static const char types[] = "uisfbtxlr";
    struct lines *l = ctx;
    rq_putf(&l->text, "%s %c ", v->path, types[v->type]);
    if (v->type == RQ_VALUE_LIST || v->type == RQ_VALUE_STRUCT)
        rq_putf(&l->text, "%llu", (unsigned long long)v->u);
    else
        rq_value_text(v, &l->text);
    if (v->ref)
        rq_putf(&l->text, " ->%d %s", v->ref, v->ref_to ? v->ref_to : "");
    rq_putf(&l->text, "\n");
    return --l->most > 0;
}

static void visited(const char *json, size_t most, const char *expected)
{
    struct rq_error err = {0};
    struct lines l = {.most = most};
    struct rq_bytes text = {(const uint8_t *)json, strlen(json)};
    struct rq_doc *doc = rq_doc_from_json(text, NULL, &err);
    check_note("%s %s", err.where, err.text);
    REQUIRE(doc);
    CHECK(rq_doc_visit(doc, note, &l, &err));
    rq_put8(&l.text, 0);
    CHECK_STR((char *)l.text.data, expected);
    rq_out_free(&l.text);
    rq_doc_free(doc);
}

static const char dialog[] =
    "{\"format\":\"gff\",\"version\":1,\"type\":\"DLG \",\"root\":{\"id\":4294967295,\"fields\":["
    "[\"Count\",\"byte\",7],[\"Less\",\"char\",-3],[\"Half\",\"float\",0.5],"
    "[\"Wide\",\"dword64\",\"18446744073709551615\"],"
    "[\"EntryList\",\"list\",[{\"id\":5,\"fields\":[[\"Text\",\"locstring\",{\"strref\":12,"
    "\"texts\":[[0,\"caf\xc3\xa9\"]]}],[\"Script\",\"resref\",\"k_ai\"]]}]],"
    "[\"Place\",\"vector\",[1,2,3]],[\"Raw\",\"void\",\"AQI=\"],[\"Say\",\"strref\",-1]]}}";

static void test_gff(void)
{
    static const char all[] = "Count u 7\n"
                              "Less i -3\n"
                              "Half s 0.5\n"
                              "Wide u 18446744073709551615\n"
                              "EntryList l 1\n"
                              "EntryList/0 r 5\n"
                              "EntryList/0/Text/strref i 12 ->2 \n"
                              "EntryList/0/Text/0 t caf\xc3\xa9\n"
                              "EntryList/0/Script t k_ai ->1 \n"
                              "Place/0 s 1.0\n"
                              "Place/1 s 2.0\n"
                              "Place/2 s 3.0\n"
                              "Raw x \n"
                              "Say i -1 ->2 \n";
    visited(dialog, 1000, all);
    visited(dialog, 2, "Count u 7\nLess i -3\n");
}

static void test_tables(void)
{
    visited(
        "{\"format\":\"twoda\",\"version\":1,\"form\":\"binary\",\"columns\":[\"label\",\"name\"],"
        "\"rows\":[{\"label\":\"0\",\"cells\":[\"Rope\",null]},"
        "{\"label\":\"1\",\"cells\":[null,\"x\"]}]}",
        1000, "0/label t Rope\n1/name t x\n");
    visited("{\"format\":\"tlk\",\"version\":1,\"language\":0,\"strings\":["
            "{\"strref\":0,\"flags\":1,\"text\":\"a\"},"
            "{\"strref\":1,\"flags\":3,\"sound\":\"s01\",\"text\":\"b\"}]}",
            1000, "0 t a\n1 t b\n1/sound t s01 ->1 wav\n");
}

/* lip has no paths of its own: by its shape. */
static void test_shape(void)
{
    visited("{\"format\":\"lip\",\"version\":1,\"length\":2.5,\"keys\":[[0.5,3]]}", 1000,
            "length s 2.5\nkeys/0/0 s 0.5\nkeys/0/1 i 3\n");
}

static void test_ssf(void)
{
    visited("{\"format\":\"ssf\",\"version\":1,\"sounds\":[{\"strref\":9},{\"strref\":-1}]}", 1000,
            "battle_cry_1 i 9 ->2 \nbattle_cry_2 i -1 ->2 \n");
}

static bool matches(const char *pattern, enum rq_codepage page, const char *text)
{
    struct rq_match m;
    bool hit = rq_match_open(&m, pattern, NULL) &&
               rq_match_text(&m, page, (struct rq_bytes){(const uint8_t *)text, strlen(text)});
    rq_match_close(&m);
    return hit;
}

static void test_match(void)
{
    CHECK(matches("hawk", RQ_CP1252, "the Ebon Hawk"));
    CHECK(matches("EBON", RQ_CP_DEFAULT, "the Ebon Hawk"));
    CHECK(matches("k", RQ_CP1252, "K"));
    CHECK(!matches("hawks", RQ_CP1252, "the Ebon Hawk"));
    CHECK(!matches("hawk", RQ_CP1252, "haw"));
    CHECK(!matches("hawk", RQ_CP1252, ""));
    CHECK(matches("ebon*hawk", RQ_CP1252, "the Ebon, or Hawk"));
    CHECK(matches("e?on", RQ_CP1252, "Ebon"));
    CHECK(matches("CAF\xc3\x89", RQ_CP1252, "caf\xe9"));
    CHECK(matches("caf\xc3\xa9", RQ_CP_DEFAULT, "CAF\xc3\x89"));
    /* 0x83 0x41 is one letter of cp932, and no A. */
    CHECK(!matches("a", RQ_CP932, "\x83\x41"));
    CHECK(matches("a", RQ_CP1252, "\x83\x41"));
}

TESTS(test_gff, test_tables, test_shape, test_ssf, test_match)
