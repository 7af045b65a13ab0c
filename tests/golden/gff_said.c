/* What reading the JSON of a GFF says, word by word; values at their limits, and one beyond (docs/formats/gff.md). */
#include "support/document.h"

#include <reliquary/gff.h>

static struct rq_doc *from_json(const char *members, struct rq_error *err)
{
    static char json[4096];
    int n = snprintf(json, sizeof json, "{\"format\":\"gff\",\"version\":1,%s}", members);
    CHECK(n > 0 && (size_t)n < sizeof json);
    check_note("%.100s", members);
    return rq_doc_from_json((struct rq_bytes){(const uint8_t *)json, (size_t)n}, NULL, err);
}

/* says NULL: it is a document. */
static void check_said(const char *members, const char *says)
{
    struct rq_error err = {0};
    char expected[200] = "";
    struct rq_doc *doc = from_json(members, &err);
    if (says)
        snprintf(expected, sizeof expected, "JSON line 1: %s", says);
    CHECK_STR(err.text, expected);
    CHECK_INT(err.code, says ? RQ_CORRUPT : RQ_OK);
    CHECK_INT(doc == NULL, says != NULL);
    rq_doc_free(doc);
}

static void field_said(const char *field, const char *says)
{
    char members[1024];
    snprintf(members, sizeof members, "\"root\":{\"fields\":[%s]}", field);
    check_said(members, says);
}

#define A_FIELD "a field is [\"Label\", \"type\", value]"
#define THIRTY  "abcdefghijabcdefghijabcdefghij"

static void test_fields(void)
{
    static const char *const list[][2] = {
        {"[\"A\",\"byte\",255]", NULL},
        {"[\"A\",\"byte\",256]", "256 is out of range, 0 to 255"},
        {"[\"A\",\"char\",-128]", NULL},
        {"[\"A\",\"char\",-129]", "-129 is out of range, -128 to 127"},
        {"[\"A\",\"char\",128]", "128 is out of range, -128 to 127"},
        {"[\"A\",\"word\",65535]", NULL},
        {"[\"A\",\"word\",65536]", "65536 is out of range, 0 to 65535"},
        {"[\"A\",\"short\",-32768]", NULL},
        {"[\"A\",\"short\",-32769]", "-32769 is out of range, -32768 to 32767"},
        {"[\"A\",\"dword\",4294967295]", NULL},
        {"[\"A\",\"dword\",4294967296]", "4294967296 is out of range, 0 to 4294967295"},
        {"[\"A\",\"int\",-2147483648]", NULL},
        {"[\"A\",\"int\",2147483648]", "2147483648 is out of range, -2147483648 to 2147483647"},
        {"[\"A\",\"byte\"]", A_FIELD},
        {"[\"A\"]", A_FIELD},
        {"[]", A_FIELD},
        {"[\"A\",\"byte\",1,\"0x00000001\",3]", A_FIELD},
        {"[\"A\",\"colour\",1]", "\"colour\" is not a field type"},
        {"[\"A\",\"" THIRTY "\",1]", "\"" THIRTY "\" is not a field type"},
        {"[\"A\",\"" THIRTY "k\",1]", "\"" THIRTY "\" is not a field type"},
        {"[\"A\",256,1]", "256 is out of range, 0 to 255"},
        {"[\"SixteenLettersXX\",\"byte\",1]", NULL},
        {"[\"SeventeenLettersX\",\"byte\",1]", "a label of 17 bytes; 16 at most, and no NUL"},
        {"[\"A\\u0000\",\"byte\",1]", "a label of 2 bytes; 16 at most, and no NUL"},
        {"[\"A\",\"vector\",[1,2,3]]", NULL},
        {"[\"A\",\"vector\",[1,2]]", "3 numbers needed"},
        {"[\"A\",\"vector\",[1,2,3,4]]", "3 numbers needed"},
        {"[\"A\",\"orientation\",[1,2,3,4]]", NULL},
        {"[\"A\",\"orientation\",[1,2,3,4,5]]", "4 numbers needed"},
        {"[\"A\",\"locstring\",{\"texts\":[[0,\"a\",1]]}]", "a text is [language id, \"text\"]"},
        {"[\"A\",\"locstring\",{\"strref\":-2147483648}]", NULL},
        {"[\"A\",\"locstring\",{\"strref\":-2147483649}]",
         "-2147483649 is out of range, -2147483648 to 2147483647"},
        {"[\"A\",\"void\",\"*\"]", "not base64"},
        {"[\"A\",\"string\",\"ab\xE4\xB8\xAD\"]", "character 2 of this text is not in cp1252"},
        {"[\"A\",\"list\",{}]", "an array expected"},
        {"[\"A\",\"struct\",[]]", "an object expected"},
        {"[\"A\",\"struct\",{\"fields\":[],\"x\":[]}]", "no field is named \"x\" here"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        field_said(list[i][0], list[i][1]);
}

/* A ResRef has one byte for its size. */
static void test_long_resref(void)
{
    for (int more = 0; more < 2; more++) {
        char field[400];
        int size = 255 + more;
        snprintf(field, sizeof field, "[\"A\",\"resref\",\"%0*d\"]", size, 0);
        field_said(field, more ? "\"A\": 256 bytes, at most 255 are possible" : NULL);
    }
}

static void test_heads(void)
{
    static const char *const list[][2] = {
        {"\"root\":{}", NULL},
        {"\"type\":\"UTC \"", "\"root\" is missing"},
        {"\"layout\":\"sideways\",\"root\":{}", "\"sideways\" is not a layout"},
        {"\"layout\":\"" THIRTY "k\",\"root\":{}", "\"" THIRTY "\" is not a layout"},
        {"\"encoding\":\"cp1251\",\"root\":{}", NULL},
        {"\"encoding\":\"utf-8\",\"root\":{}", "\"utf-8\" is not an encoding"},
        {"\"encoding\":\"abcdefghijklmnopq\",\"root\":{}",
         "\"abcdefghijklmno\" is not an encoding"},
        {"\"type\":\"ABCD\",\"root\":{}", NULL},
        {"\"type\":\"ABCDE\",\"root\":{}", "a type has 4 characters at most"},
        {"\"root\":{},\"colour\":1", "no field is named \"colour\" here"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        check_said(list[i][0], list[i][1]);
}

/* Structs stand 64 deep in the root, and no deeper. */
static void test_depth(void)
{
    for (size_t depth = 64; depth <= 65; depth++) {
        struct rq_out members = {0};
        rq_put_str(&members, "\"root\":{\"fields\":[");
        for (size_t i = 0; i < depth; i++)
            rq_put_str(&members, "[\"A\",\"struct\",{\"fields\":[");
        for (size_t i = 0; i < depth; i++)
            rq_put_str(&members, "]}]");
        rq_put(&members, "]}", 3);
        check_said((const char *)members.data,
                   depth == 65 ? "structs nested deeper than 64" : NULL);
        rq_out_free(&members);
    }
}

/* A short type is padded with blanks; texts follow the encoding that stands before them. */
static void test_taken(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc =
        from_json("\"type\":\"AB\",\"encoding\":\"CP1251\",\"root\":{\"fields\":[[\"A\",\"string\","
                  "\"\xD0\xAF\"],[\"B\",\"locstring\",{\"texts\":[[0,\"\xD0\xAF\"]]}]]}",
                  &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    const struct rq_gff *gff = rq_doc_root(doc, "gff");
    CHECK_MEM(gff->type, 4, "AB  ", 4);
    CHECK_MEM(gff->root->fields[0].v.data, gff->root->fields[0].size, "\xDF", 1);
    const struct rq_gff_locstring *loc = gff->root->fields[1].v.loc;
    CHECK_INT(loc->strref, UINT32_MAX);
    CHECK_MEM(loc->texts[0].text.data, loc->texts[0].text.size, "\xDF", 1);
    rq_doc_free(doc);
}

TESTS(test_fields, test_long_resref, test_heads, test_depth, test_taken)
