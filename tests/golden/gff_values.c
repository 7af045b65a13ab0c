/* GFF V3.2: values that need care, files and JSON that must be refused. */
#include "gff_parts.h"

/* ---- values ---- */

/* Bits of the data word that the type does not use are kept, and survive an edit. */
static void test_dirty_words(void)
{
    static const uint32_t structs[][3] = {{ID, 0, 4}};
    static const uint32_t fields[][3] = {
        {0, 0, 0xDEAD0005}, {1, 1, 0x000000FB}, {2, 2, 0x00010002}, {3, 3, 0x0000FFFF}};
    static const char *const labels[] = {"b", "c", "w", "s"};
    static const uint32_t blocks[] = {0, 1, 2, 3};
    struct parts p = {"GFF ", structs, fields, labels, NULL, blocks, NULL, 1, 4, 4, 0, 4, 0};
    struct file f = assemble(&p);
    struct rq_out json = {0}, out = {0};
    REQUIRE(survives(bytes_of(&f), "depth-first", &json));
    const char *text = (const char *)json.data;
    CHECK(strstr(text, "[\"b\", \"byte\", 5, \"0xdead0005\"]") != NULL);
    CHECK(strstr(text, "[\"c\", \"char\", -5, \"0x000000fb\"]") != NULL); /* not extended */
    CHECK(strstr(text, "[\"w\", \"word\", 2, \"0x00010002\"]") != NULL);
    CHECK(strstr(text, "[\"s\", \"short\", -1, \"0x0000ffff\"]") != NULL);
    f.bytes[56 + 12 + 8] = 6;
    CHECK(edited(&json, "\"byte\", 5,", "\"byte\", 6,", &out));
    CHECK_MEM(out.data, out.size, f.bytes, f.size);
    rq_out_free(&out);
    rq_out_free(&json);
}

/* Types above 18 are unknown: a word, kept, with a finding. */
static void test_unknown_type(void)
{
    static const uint32_t structs[][3] = {{ID, 0, 1}};
    static const uint32_t fields[][3] = {{19, 0, 0xCAFEBABE}};
    static const char *const labels[] = {"New"};
    struct parts p = {"GFF ", structs, fields, labels, NULL, NULL, NULL, 1, 1, 1, 0, 0, 0};
    struct file f = assemble(&p);
    struct rq_out json = {0};
    CHECK(survives(bytes_of(&f), "depth-first", &json));
    CHECK(strstr((const char *)json.data, "[\"New\", 19, 3405691582]") != NULL);
    rq_out_free(&json);
    const struct rq_finding *findings;
    struct rq_doc *doc = rq_doc_read(bytes_of(&f), NULL, NULL);
    REQUIRE(doc != NULL);
    REQUIRE(rq_doc_findings(doc, &findings) == 1);
    CHECK_STR(findings[0].id, "gff-unknown-type");
    rq_doc_free(doc);
    rq_set32(f.bytes + 68, 256);
    refused(bytes_of(&f), RQ_UNSUPPORTED, "field type 256");
}

/* A struct without fields: its data word is whatever the writer left there. */
static void test_empty_structs(void)
{
    static const uint32_t words[] = {UINT32_MAX, 0, 1234};
    for (size_t i = 0; i < 3; i++) {
        const uint32_t structs[][3] = {{ID, words[i], 0}};
        struct parts p = {"GFF ", structs, NULL, NULL, NULL, NULL, NULL, 1, 0, 0, 0, 0, 0};
        struct file f = assemble(&p);
        struct rq_out json = {0};
        CHECK(survives(bytes_of(&f), "depth-first", &json));
        CHECK_INT(strstr((const char *)json.data, "\"word\"") != NULL, i > 0);
        rq_out_free(&json);
    }
}

static struct file one_locstring(const uint8_t *data, size_t size)
{
    static const uint32_t structs[][3] = {{ID, 0, 1}};
    static const uint32_t fields[][3] = {{12, 0, 0}};
    static const char *const labels[] = {"Name"};
    struct parts p = {"UTI ", structs, fields, labels, data, NULL, NULL, 1, 1, 1, size, 0, 0};
    return assemble(&p);
}

/* The stated size is kept when it is wrong; the texts decide what is read. */
static void test_locstring_size(void)
{
    static const uint8_t more[] = {W(20), W(5), W(1), W(0), W(1), 'x'}; /* 17 is right */
    static const uint8_t less[] = {W(16), W(5), W(1), W(0), W(1), 'x'};
    struct file f = one_locstring(more, sizeof more);
    struct rq_out json = {0};
    CHECK(survives(bytes_of(&f), "depth-first", &json));
    CHECK(strstr((const char *)json.data,
                 "{\"strref\": 5, \"excess\": 3, \"texts\": [[0, \"x\"]]}") != NULL);
    rq_out_free(&json);
    f = one_locstring(less, sizeof less);
    CHECK(survives(bytes_of(&f), "depth-first", NULL));
}

/* Each text in the code page of its language: id >> 1. */
static void test_languages(void)
{
    static const uint8_t data[] = {
        W(82),  W(0xFFFFFFFF), W(7),                   /* 82 = 8 + 7 * 8 + 18 */
        W(10),  W(1),          0xB9,                   /* Polish, male: cp1250 */
        W(11),  W(1),          0xB3,                   /* Polish, female */
        W(0),   W(1),          0xB9,                   /* English: cp1252, superscript one */
        W(256), W(4),          0xC7, 0xD1, 0xB1, 0xDB, /* Korean: cp949 */
        W(258), W(2),          0xA4, 0xA4,             /* Chinese, traditional: cp950 */
        W(260), W(5),          0xD6, 0xD0, 0xFF, 0xCE,
        0xC4, /* Chinese, simplified: cp936, one byte broken */
        W(262), W(4),          0x93, 0xFA, 0x96, 0x7B, /* Japanese: cp932 */
    };
    struct file f = one_locstring(data, sizeof data);
    struct rq_out json = {0};
    CHECK_INT(sizeof data, 4 + 82);
    CHECK(survives(bytes_of(&f), "depth-first", &json));
    const char *text = (const char *)json.data;
    CHECK(strstr(text, "[10, \"\xC4\x85\"]") != NULL);
    CHECK(strstr(text, "[11, \"\xC5\x82\"]") != NULL);
    CHECK(strstr(text, "[0, \"\xC2\xB9\"]") != NULL);
    if (strstr(rq_built_with(), "all code pages")) {
        CHECK(strstr(text, "[256, \"\xED\x95\x9C\xEA\xB8\x80\"]") != NULL);
        CHECK(strstr(text, "[258, \"\xE4\xB8\xAD\"]") != NULL);
        CHECK(strstr(text, "[260, \"\xE4\xB8\xAD\xEF\x9F\xBF\xE6\x96\x87\"]") != NULL);
        CHECK(strstr(text, "[262, \"\xE6\x97\xA5\xE6\x9C\xAC\"]") != NULL);
    }
    rq_out_free(&json);
}

/* Fan translations carry language 0 in a page of their own. */
static void test_code_page_option(void)
{
    static const uint8_t data[] = {W(18), W(0xFFFFFFFF), W(1), W(0), W(2), 0xCF, 0xF0};
    struct file f = one_locstring(data, sizeof data);
    struct rq_options options = {.codepage = RQ_CP1251};
    struct rq_error err = {0};
    struct rq_out json = {0}, out = {0};
    struct rq_doc *doc = rq_doc_read(bytes_of(&f), &options, &err);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_to_json(doc, &json, &err));
    rq_doc_free(doc);
    doc = rq_doc_from_json(rq_out_bytes(&json), NULL, &err); /* the JSON says which page */
    REQUIRE(doc != NULL);
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_MEM(out.data, out.size, f.bytes, f.size);
    rq_doc_free(doc);
    rq_put8(&json, 0);
    CHECK(strstr((const char *)json.data, "\"encoding\": \"cp1251\"") != NULL);
    CHECK(strstr((const char *)json.data, "[0, \"\xD0\x9F\xD1\x80\"]") != NULL);
    rq_out_free(&json);
    rq_out_free(&out);
}

/* ---- what must be refused ---- */

static void test_references(void)
{
    struct file f = assemble(&depth_first);
    uint8_t *structs = f.bytes + 56, *fields = structs + 60;
    struct file good = f;

    rq_set32(fields + 6 * 12 + 8, 0); /* B is the root itself */
    refused(bytes_of(&f), RQ_CORRUPT, "twice, or inside itself");
    f = good;
    rq_set32(fields + 6 * 12 + 8, 1); /* B is e0, which stands in A */
    refused(bytes_of(&f), RQ_CORRUPT, "twice, or inside itself");
    f = good;
    rq_set32(fields + 6 * 12 + 8, 5); /* there are 5 structs */
    refused(bytes_of(&f), RQ_CORRUPT, "struct 5 of 5");
    f = good;
    rq_set32(structs + 2 * 12 + 4, 10); /* f0's only field */
    refused(bytes_of(&f), RQ_CORRUPT, "field 10 of 10");
    f = good;
    rq_set32(fields + 4, 8); /* A's label */
    refused(bytes_of(&f), RQ_CORRUPT, "label 8 of 8");
    f = good;
    rq_set32(structs + 4, 28); /* the root's 12 bytes of indices at 28 of 36 */
    refused(bytes_of(&f), RQ_CORRUPT, "12 bytes at 28");
    f = good;
    rq_set32(structs + 8, 0x40000001); /* count * 4 wraps to 4 */
    refused(bytes_of(&f), RQ_CORRUPT, "field indices");
    f = good;
    rq_set32(fields + 8, 21); /* A's list at 21 of 24 */
    refused(bytes_of(&f), RQ_CORRUPT, "4 bytes at 21");
    f = good;
    rq_set32(f.bytes + rq_get32(f.bytes + 48), 0x40000000); /* A has 2^30 elements */
    refused(bytes_of(&f), RQ_CORRUPT, "\"A\"");
    f = good;
    rq_set32(fields + 7 * 12 + 8, 7); /* X's length word at 7 of 10 */
    refused(bytes_of(&f), RQ_CORRUPT, "\"X\"");
    f = good;
    rq_set32(f.bytes + rq_get32(f.bytes + 32), 7); /* X has 7 bytes, 6 are there */
    refused(bytes_of(&f), RQ_CORRUPT, "\"X\"");
    f = good;
    rq_set32(f.bytes + 12, 0); /* no struct, so no root */
    refused(bytes_of(&f), RQ_CORRUPT, "struct 0 of 0");
    f = good;
    rq_set32(f.bytes + 12, UINT32_MAX);
    refused(bytes_of(&f), RQ_TRUNCATED, "bytes at offset 56");
    f = good;
    memcpy(f.bytes + 4, "V3.3", 4);
    struct rq_options options = {.format = rq_format_by_name("gff")};
    struct rq_error err = {0};
    CHECK(rq_doc_read(bytes_of(&f), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_BAD_MAGIC);
}

static void test_locstring_refused(void)
{
    static const uint8_t many[] = {W(8), W(0), W(0x20000000)}; /* 8 * 2^29 wraps to 0 */
    static const uint8_t one[] = {W(8), W(0), W(1), W(0)};
    static const uint8_t longer[] = {W(17), W(0), W(1), W(0), W(2), 'x'};
    static const uint8_t huge[] = {W(17), W(0), W(1), W(0), W(0xFFFFFFFF), 'x'};
    struct file f = one_locstring(many, sizeof many);
    refused(bytes_of(&f), RQ_CORRUPT, "can't fit");
    f = one_locstring(one, sizeof one);
    refused(bytes_of(&f), RQ_CORRUPT, "\"Name\"");
    f = one_locstring(longer, sizeof longer);
    refused(bytes_of(&f), RQ_CORRUPT, "runs out of the data");
    f = one_locstring(huge, sizeof huge);
    refused(bytes_of(&f), RQ_CORRUPT, "runs out of the data");
}

/* A chain of structs: the root is level 0, 64 below it are read, 65 are not. The JSON of the
 * deepest must be possible too. */
static void test_depth(void)
{
    for (uint32_t kind = 14; kind <= 15; kind++) {
        for (uint32_t levels = 64; levels <= 65; levels++) {
            uint32_t structs[66][3], fields[65][3], lists[130];
            static const char *const labels[] = {"In"};
            for (uint32_t i = 0; i <= levels; i++)
                structs[i][0] = i ? 1 : ID, structs[i][1] = i < levels ? i : UINT32_MAX,
                structs[i][2] = i < levels;
            for (uint32_t i = 0; i < levels; i++) {
                fields[i][0] = kind, fields[i][1] = 0, fields[i][2] = kind == 14 ? i + 1 : 8 * i;
                lists[2 * i] = 1, lists[2 * i + 1] = i + 1;
            }
            struct parts p = {"GFF ",
                              (const uint32_t(*)[3])structs,
                              (const uint32_t(*)[3])fields,
                              labels,
                              NULL,
                              NULL,
                              lists,
                              levels + 1,
                              levels,
                              1,
                              0,
                              0,
                              kind == 14 ? 0 : 2 * levels};
            struct file f = assemble(&p);
            check_note("type %u, %u levels", (unsigned)kind, (unsigned)levels);
            if (levels == 64)
                CHECK(survives(bytes_of(&f), "depth-first", NULL));
            else
                refused(bytes_of(&f), RQ_LIMIT, "nested deeper");
        }
    }
}

/* 400 fields that all have the same 64 KiB: 25 MB out of 70 KB. */
static void test_sharing_has_an_end(void)
{
    enum { FIELDS = 400, DATA = 65536 };
    size_t size = 56 + 12 + FIELDS * 12 + 16 + DATA + FIELDS * 4;
    uint8_t *bytes = calloc(size, 1), *at;
    REQUIRE(bytes != NULL);
    uint32_t sizes[6] = {12, FIELDS * 12, 16, DATA, FIELDS * 4, 0}, offset = 56;
    uint32_t units[6] = {12, 12, 16, 1, 1, 1};
    memcpy(bytes, "GFF V3.2", 8);
    for (size_t i = 0; i < 6; offset += sizes[i++]) {
        rq_set32(bytes + 8 + i * 8, offset);
        rq_set32(bytes + 12 + i * 8, sizes[i] / units[i]);
    }
    rq_set32(bytes + 56 + 8, FIELDS);
    for (uint32_t i = 0; i < FIELDS; i++)
        rq_set32(bytes + 68 + i * 12, 10);
    at = bytes + 68 + FIELDS * 12 + 16;
    rq_set32(at, DATA - 4);
    for (uint32_t i = 0; i < FIELDS; i++)
        rq_set32(at + DATA + i * 4, i);
    refused((struct rq_bytes){bytes, size}, RQ_LIMIT, "share their data");
    free(bytes);
}

/* ---- JSON that says something else ---- */

static void test_json_refused(void)
{
    static const struct {
        const char *fields, *why;
    } cases[] = {
        {"[\"A\",\"byte\",256]", "out of range"},
        {"[\"A\",\"byte\"]", "a field is"},
        {"[\"A\"]", "a field is"},
        {"[]", "a field is"},
        {"[\"A\",\"colour\",1]", "not a field type"},
        {"[\"A\",256,1]", "out of range"},
        {"[\"SeventeenLettersX\",\"byte\",1]", "16 at most"},
        {"[\"A\\u0000\",\"byte\",1]", "no NUL"},
        {"[\"A\",\"byte\",1,\"0x00000001\",3]", "a field is"},
        {"[\"A\",\"int\",1,\"0x00000001\"]", "expected"},
        {"[\"A\",\"vector\",[1,2]]", "3 numbers"},
        {"[\"A\",\"orientation\",[1,2,3,4,5]]", "4 numbers"},
        {"[\"A\",\"list\",{}]", "an array expected"},
        {"[\"A\",\"struct\",[]]", "an object expected"},
        {"[\"A\",\"struct\",{\"fields\":[],\"fields\":[]}]", "no field is named"},
        {"[\"A\",\"locstring\",{\"texts\":[[0,\"a\",1]]}]", "a text is"},
        {"[\"A\",\"locstring\",{\"texts\":[[]]}]", "a text is"},
        {"[\"A\",\"locstring\",{\"text\":1}]", "no field is named"},
        {"[\"A\",\"locstring\",{\"texts\":[],\"texts\":[[0,\"a\"]]}]", "no field is named"},
        {"[\"A\",\"string\",\"\xE4\xB8\xAD\"]", "is not in cp1252"},
        {"[\"A\",\"void\",\"*\"]", "not base64"},
        {"[\"A\",\"dword64\",\"18446744073709551616\"]", "out of range"},
        {"7", "an array expected"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char root[256];
        snprintf(root, sizeof root, "\"root\":{\"fields\":[%s]}", cases[i].fields);
        json_refused("gff", root, cases[i].why);
    }
    static const char *const heads[] = {
        "\"layout\":\"sideways\",\"root\":{}",
        "\"encoding\":\"utf-8\",\"root\":{}",
        "\"root\":{},\"encoding\":\"cp1251\"", /* too late: the texts are taken already */
        "\"type\":\"TOOLONG\",\"root\":{}",
        "\"root\":{},\"root\":{}",
        "\"layout\":\"explicit\",\"places\":{\"sections\":[1]},\"root\":{}",
        "\"layout\":\"explicit\",\"places\":{\"structs\":[1]},\"root\":{}",
    };
    for (size_t i = 0; i < COUNT(heads); i++)
        json_refused("gff", heads[i], "");
}

/* Places that lie: the file is then written by the nearest named layout, never beyond its
 * size, and never with 4 GB of memory. */
static void test_json_false_places(void)
{
    static const char *const places[] = {
        "{}",
        "{\"size\":4294967295}",
        "{\"size\":68,\"structs\":[0],\"blocks\":[0]}",
        "{\"size\":4294967295,\"structs\":[0],\"blocks\":[0],"
        "\"sections\":[56,1,68,0,68,0,68,0,68,0,68,0]}",
        "{\"size\":68,\"structs\":[4294967295],\"blocks\":[4294967295],"
        "\"sections\":[4294967295,1,68,0,68,0,68,0,68,0,68,0]}",
        "{\"size\":68,\"structs\":[0],\"blocks\":[0],\"strays\":[[60,\"AAAA\"]],"
        "\"sections\":[56,1,68,0,68,0,68,0,68,0,68,0]}",
    };
    static const uint32_t structs[][3] = {{5, UINT32_MAX, 0}};
    struct parts p = {"GFF ", structs, NULL, NULL, NULL, NULL, NULL, 1, 0, 0, 0, 0, 0};
    struct file f = assemble(&p);
    for (size_t i = 0; i < COUNT(places); i++) {
        char text[1024];
        struct rq_error err = {0};
        struct rq_out out = {0};
        int n = snprintf(text, sizeof text,
                         "{\"format\":\"gff\",\"version\":1,\"layout\":\"explicit\",\"places\":%s,"
                         "\"root\":{\"id\":5,\"fields\":[]}}",
                         places[i]);
        check_note("%s", places[i]);
        struct rq_doc *doc =
            rq_doc_from_json((struct rq_bytes){(const uint8_t *)text, (size_t)n}, NULL, &err);
        REQUIRE(doc != NULL);
        CHECK(rq_doc_write(doc, &out, &err));
        CHECK_MEM(out.data, out.size, f.bytes, f.size);
        rq_doc_free(doc);
        rq_out_free(&out);
    }
}

/* New documents of each kind are written as the game's own programs would. */
static void test_default_layouts(void)
{
    static const char *const pairs[][2] = {{"DLG", "late-sound"},
                                           {"PTH", "path"},
                                           {"GUI", "lists-last"},
                                           {"FAC", "depth-first, second, field"},
                                           {"UTC", "depth-first"}};
    for (size_t i = 0; i < COUNT(pairs); i++) {
        char text[256];
        struct rq_out json = {0};
        int n =
            snprintf(text, sizeof text,
                     "{\"format\":\"gff\",\"version\":1,\"type\":\"%s\",\"root\":{}}", pairs[i][0]);
        struct rq_doc *doc =
            rq_doc_from_json((struct rq_bytes){(const uint8_t *)text, (size_t)n}, NULL, NULL);
        REQUIRE(doc != NULL);
        CHECK_STR(layout_names[((struct rq_gff *)rq_doc_root(doc, "gff"))->layout], pairs[i][1]);
        CHECK(rq_doc_to_json(doc, &json, NULL));
        rq_put8(&json, 0);
        snprintf(text, sizeof text, "\"type\": \"%s \"", pairs[i][0]);
        CHECK(strstr((const char *)json.data, text) != NULL);
        rq_out_free(&json);
        rq_doc_free(doc);
    }
}

TESTS(test_dirty_words, test_unknown_type, test_empty_structs, test_locstring_size, test_languages,
      test_code_page_option, test_references, test_locstring_refused, test_depth,
      test_sharing_has_an_end, test_json_refused, test_json_false_places, test_default_layouts)
