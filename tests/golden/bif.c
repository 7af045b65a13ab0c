/* BIF V1. The archives are laid down by hand: header 20 bytes, variable 16, fixed 20 (facts,
 * section 2). */
#include "archives.h"
#include "support/json_edit.h"

#include <reliquary/bif.h>

static void lay_head(struct rq_out *out, uint32_t variable, uint32_t fixed)
{
    put_text(out, "BIFFV1  ");
    rq_put32(out, variable);
    rq_put32(out, fixed);
    rq_put32(out, 20);
}

static void lay_variable(struct rq_out *out, uint32_t id, uint32_t offset, uint32_t size,
                         uint32_t type)
{
    rq_put32(out, id);
    rq_put32(out, offset);
    rq_put32(out, size);
    rq_put32(out, type);
}

/* BIF number 24: "abc" and "de"; the second at `second`. */
static struct rq_out sample(uint32_t second)
{
    struct rq_out out = {0};
    lay_head(&out, 2, 0);
    lay_variable(&out, 24 << 20, 52, 3, 10); /* 20 + 2 * 16 */
    lay_variable(&out, 24 << 20 | 1, second, 2, 2027);
    put_text(&out, "abc");
    rq_put_zeros(&out, second - 55);
    put_text(&out, "de");
    return out;
}

static void check_layout(struct rq_out *file, enum rq_bif_layout layout)
{
    struct rq_doc *doc = read_and_check(rq_out_bytes(file));
    REQUIRE(doc != NULL);
    CHECK_INT(((struct rq_bif *)rq_doc_root(doc, "bif"))->layout, layout);
    rq_doc_free(doc);
}

static void test_layouts(void)
{
    struct rq_out file = sample(55);
    check_layout(&file, RQ_BIF_TIGHT);
    put_text(&file, "tail");
    check_layout(&file, RQ_BIF_TIGHT);
    CHECK_INT(findings_in(rq_out_bytes(&file), "bif-trailing-bytes"), 1);
    rq_out_free(&file);
    file = sample(56);
    check_layout(&file, RQ_BIF_ALIGNED);
    file.data[55] = 1; /* the padding is not zero */
    check_layout(&file, RQ_BIF_EXPLICIT);
    rq_out_free(&file);
    file = sample(60);
    check_layout(&file, RQ_BIF_EXPLICIT);
    rq_out_free(&file);
    file = sample(55);
    rq_set32(file.data + 40, 53); /* shared */
    check_layout(&file, RQ_BIF_EXPLICIT);
    rq_out_free(&file);
}

static void test_json(void)
{
    static const char expected[] = "{\n"
                                   "  \"format\": \"bif\",\n"
                                   "  \"version\": 1,\n"
                                   "  \"number\": 24,\n"
                                   "  \"layout\": \"aligned\",\n"
                                   "  \"resources\": [\n"
                                   "    {\n"
                                   "      \"name\": \"00000.txt\",\n"
                                   "      \"data\": \"YWJj\"\n"
                                   "    },\n"
                                   "    {\n"
                                   "      \"name\": \"00001.utc\",\n"
                                   "      \"id\": 7,\n"
                                   "      \"data\": \"ZGU=\"\n"
                                   "    }\n"
                                   "  ]\n"
                                   "}\n";
    struct rq_out file = sample(56);
    rq_set32(file.data + 36, 7);
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&file), NULL, NULL);
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    CHECK_STR((const char *)json.data, expected);
    rq_out_free(&json);
    rq_doc_free(doc);
    rq_out_free(&file);
}

/* A variable one, and two fixed: three parts of two bytes, and no part of nine. */
static struct rq_out with_fixed(void)
{
    static const uint32_t fixed[] = {1 << 14, 78, 3, 2, 3, 99, 84, 0, 9, 70000};
    struct rq_out out = {0};
    lay_head(&out, 1, 2);
    lay_variable(&out, 0, 76, 2, 10);
    for (size_t i = 0; i < 10; i++)
        rq_put32(&out, fixed[i]);
    put_text(&out, "hi112233");
    return out;
}

static void test_fixed(void)
{
    struct rq_out file = with_fixed();
    const struct rq_entry *entries;
    size_t count = 0;
    struct rq_error err = {0};
    struct rq_doc *doc = read_and_check(rq_out_bytes(&file));
    REQUIRE(doc && rq_doc_entries(doc, &entries, &count, &err) && count == 3);
    CHECK_INT(findings_of(doc, "bif-fixed-resource"), 1);
    CHECK_STR(entries[1].name, "fixed00000.tga");
    CHECK_MEM(entries[1].bytes.data, entries[1].bytes.size, "112233", 6);
    CHECK_STR(entries[2].name, "fixed00001.70000");
    CHECK_INT(entries[2].bytes.size, 0);
    /* Data of another size is one part; a new variable one stands before them. */
    CHECK(rq_doc_put_entry(doc, "fixed00000.tga", whole("1234567", 7), &err));
    CHECK(rq_doc_put_entry(doc, "00001.utc", whole("x", 1), &err));
    struct rq_out out = written(doc);
    REQUIRE(out.size == 20 + 32 + 40 + 2 + 1 + 7);
    CHECK_INT(rq_get32(out.data + 8), 2);
    CHECK_INT(rq_get32(out.data + 36), 1);
    CHECK_INT(rq_get32(out.data + 52 + 4), 95);
    CHECK_INT(rq_get32(out.data + 52 + 8), 1);
    CHECK_INT(rq_get32(out.data + 52 + 12), 7);
    rq_out_free(&out);
    CHECK(rq_doc_remove_entry(doc, "fixed00000.tga", &err));
    out = written(doc);
    CHECK_INT(rq_get32(out.data + 12), 1);
    CHECK_STR(err.text, "");
    rq_out_free(&out);
    rq_doc_free(doc);
    rq_out_free(&file);
}

static void test_edit(void)
{
    struct rq_out file = sample(56);
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&file), NULL, &err);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_put_entry(doc, "00000.txt", whole("12345", 5), &err));
    CHECK(rq_doc_put_entry(doc, "any_name.2da", whole("2", 1), &err)); /* the next number */
    struct rq_out out = written(doc);
    REQUIRE(out.size == 68 + 8 + 4 + 1);
    CHECK_INT(rq_get32(out.data + 8), 3);
    CHECK_INT(rq_get32(out.data + 52), 24 << 20 | 2);
    CHECK_INT(rq_get32(out.data + 52 + 4), 80);
    CHECK_INT(rq_get32(out.data + 52 + 12), 2017);
    rq_out_free(&out);
    CHECK(rq_doc_remove_entry(doc, "00000.txt", &err));
    out = written(doc);
    CHECK_INT(rq_get32(out.data + 8), 2);
    CHECK_INT(rq_get32(out.data + 20), 24 << 20); /* numbers move up, and ids with them */
    CHECK_INT(rq_get32(out.data + 36), 24 << 20 | 1);
    CHECK_STR(err.text, "");
    rq_out_free(&out);
    static const char *const bad[] = {"00005.txt", "00000.txt", "a.nonsense",
                                      "a",         "../a.txt",  "fixed00000.txt"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        err = (struct rq_error){0};
        check_note("%s", bad[i]);
        CHECK(!rq_doc_put_entry(doc, bad[i], whole("x", 1), &err));
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_INT(err.offset, 0);
        err = (struct rq_error){0};
        CHECK(!rq_doc_remove_entry(doc, bad[i], &err));
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_INT(err.offset, 0);
    }
    rq_doc_free(doc);
    rq_out_free(&file);
}

/* A name of five to nine digits is a number; another is a name that does not matter, and the next number is taken. */
static void test_numbered(void)
{
    static const struct {
        const char *name;
        bool taken;
    } rows[] = {{"00003.txt", false},     {"0003.txt", true},   {"000000003.txt", false},
                {"0000000003.txt", true}, {"00002.txt", true},  {"000000002.txt", true},
                {"00003txt.txt", true},   {"0000a.txt", true},  {"fixed00000.txt", false},
                {"/0003.txt", false},     {"0000/.txt", false}, {"0000:.txt", false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rq_out file = sample(56);
        struct rq_error err = {0};
        struct rq_doc *doc = rq_doc_read(rq_out_bytes(&file), NULL, &err);
        REQUIRE(doc != NULL);
        check_note("%s", rows[i].name);
        CHECK_INT(rq_doc_put_entry(doc, rows[i].name, whole("x", 1), &err), rows[i].taken);
        CHECK_INT(err.code, rows[i].taken ? RQ_OK : RQ_USAGE);
        CHECK_INT(((const struct rq_bif *)rq_doc_root(doc, "bif"))->resource_count,
                  rows[i].taken ? 3 : 2);
        rq_doc_free(doc);
        rq_out_free(&file);
    }
}

/* The engine keeps 14 bits for the number of a resource. */
static void test_many(void)
{
    for (uint32_t count = 16383; count <= 16385; count++) {
        struct rq_out file = {0};
        lay_head(&file, count, 0);
        for (uint32_t i = 0; i < count; i++)
            lay_variable(&file, i, 20 + count * 16, 0, 2017);
        check_note("%u", count);
        CHECK_INT(findings_in(rq_out_bytes(&file), "bif-high-index"), count > 16384);
        rq_out_free(&file);
    }
}

/* From nothing: each resource at a multiple of four. */
static void test_new(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("bif"), NULL, &err);
    REQUIRE(doc != NULL);
    ((struct rq_bif *)rq_doc_root(doc, "bif"))->number = 24;
    CHECK(rq_doc_put_entry(doc, "a.txt", whole("abc", 3), &err));
    CHECK(rq_doc_put_entry(doc, "b.utc", whole("de", 2), &err));
    /* Without gaps: 18,515 of 25,836 offsets of the first game are not at a multiple of 4. */
    struct rq_out out = written(doc), expected = sample(55);
    CHECK_MEM(out.data, out.size, expected.data, expected.size);
    rq_out_free(&out);
    rq_out_free(&expected);
    rq_doc_free(doc);
}

static void test_refused(void)
{
    struct rq_out file = sample(55);
    cut_everywhere(rq_out_bytes(&file), NULL);
    rq_set32(file.data + 8, 0x10000001); /* times 16 is 16 in 32 bits */
    refused(rq_out_bytes(&file), RQ_TRUNCATED, "tables");
    rq_set32(file.data + 8, 2);
    rq_set32(file.data + 12, UINT32_MAX);
    refused(rq_out_bytes(&file), RQ_TRUNCATED, "tables");
    rq_set32(file.data + 12, 0);
    rq_set32(file.data + 16, UINT32_MAX);
    refused(rq_out_bytes(&file), RQ_TRUNCATED, "tables");
    rq_set32(file.data + 16, 20);
    rq_set32(file.data + 40, 1u << 31);
    refused(rq_out_bytes(&file), RQ_TRUNCATED, "variable[1] / data");
    memcpy(file.data + 4, "V1.1", 4);
    refused(rq_out_bytes(&file), RQ_UNSUPPORTED, "V1.1");
    rq_out_free(&file);
    file = with_fixed();
    rq_set32(file.data + 44, UINT32_MAX); /* times 2 is beyond 32 bits */
    refused(rq_out_bytes(&file), RQ_TRUNCATED, "fixed[0] / data");
    rq_out_free(&file);
    json_refused("bif", "\"layout\":\"other\"", "tight, aligned, explicit");
    json_refused("bif", "\"resources\":[{\"data\":\"\"}]", "a resource has");
    json_refused("bif", "\"resources\":[{\"name\":\"00001.txt\"}]", "is resource 0 now");
    json_refused("bif",
                 "\"resources\":[{\"name\":\"fixed0.txt\",\"parts\":1},{\"name\":\"1.txt\"}]",
                 "stand after the others");
    json_refused("bif", "\"resources\":[{\"name\":\"0.txt\",\"stream\":\"\"}]", "no field");
    json_refused("bif", "\"type\":\"BIFF\"", "no field");
    json_refused("bif", "\"number\":4096", "\"number\" is at most 4095");
}

/* A key names resources by number, those that are fixed by a count of their own: no edit may leave a
 * number with another resource. The file has 00000.txt, fixed00000.tga and fixed00001.70000. */
static void test_moved(void)
{
    static const struct {
        const char *operation, *refused; /* NULL: it is built, and */
        size_t fixed;                    /* has so many fixed ones */
        struct edit edits[3];
    } rows[] = {
        {"nothing", NULL, 2, {{EDIT_END, NULL, NULL}}},
        {"reorder",
         "\"fixed00001.70000\" is fixed resource 0 now",
         0,
         {{EDIT_SWAP, "resources/1", NULL}}},
        {"reorder both kinds",
         "fixed resources, those with \"parts\", stand after",
         0,
         {{EDIT_SWAP, "resources/0", NULL}}},
        {"remove",
         "\"fixed00001.70000\" is fixed resource 0 now",
         0,
         {{EDIT_REMOVE, "resources/1", NULL}}},
        /* The last of its kind leaves no number with another; only the key can tell that it went. */
        {"shorten", NULL, 1, {{EDIT_REMOVE, "resources/2", NULL}}},
        {"remove one that is not fixed", NULL, 2, {{EDIT_REMOVE, "resources/0", NULL}}},
        {"insert",
         "\"fixed00000.tga\" is fixed resource 1 now",
         0,
         {{EDIT_INSERT, "resources/1", "{\"name\": \"new.tga\", \"parts\": 1, \"data\": \"\"}"}}},
        {"copy",
         "\"fixed00000.tga\" is fixed resource 1 now",
         0,
         {{EDIT_COPY, "resources/1", NULL}}},
        {"insert one that is not fixed",
         NULL,
         2,
         {{EDIT_INSERT, "resources/1", "{\"name\": \"00001.tga\", \"data\": \"\"}"}}},
        {"lengthen",
         NULL,
         3,
         {{EDIT_INSERT, "resources/3", "{\"name\": \"n.tga\", \"parts\": 1, \"data\": \"\"}"}}},
        {"no longer fixed",
         "\"fixed00000.tga\" is resource 1 now",
         0,
         {{EDIT_REMOVE, "resources/2", NULL}, {EDIT_REMOVE, "resources/1/parts", NULL}}},
        {"fixed now",
         "\"00000.txt\" is fixed resource 0 now",
         0,
         {{EDIT_SET, "resources/0/data", "\"aGk=\", \"parts\": 1"}}},
    };
    struct rq_out file = with_fixed();
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&file), NULL, NULL);
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rq_error err = {0};
        check_note("%s", rows[i].operation);
        char *text = edit_all((const char *)json.data, rows[i].edits);
        REQUIRE(text != NULL);
        struct rq_doc *made = rq_doc_from_json(whole(text, strlen(text)), NULL, &err);
        CHECK((made == NULL) == (rows[i].refused != NULL));
        if (!CHECK(!rows[i].refused || strstr(err.text, rows[i].refused)))
            printf("    %s\n", err.text);
        if (made) {
            struct rq_out out = written(made);
            CHECK_INT(rq_get32(out.data + 12), rows[i].fixed);
            rq_out_free(&out);
        }
        rq_doc_free(made);
        rq_mem(NULL, text, 0);
    }
    rq_out_free(&json);
    rq_doc_free(doc);
    rq_out_free(&file);
}

/* The last BIF that a key has a number for. */
static void test_last_number(void)
{
    static const char text[] = "{\"format\":\"bif\",\"version\":1,\"number\":4095,"
                               "\"resources\":[{\"name\":\"0.txt\",\"data\":\"\"}]}";
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_from_json(whole(text, sizeof text - 1), NULL, &err);
    struct rq_out out = {0};
    CHECK_STR(err.text, "");
    if (CHECK(doc && rq_doc_write(doc, &out, &err)))
        CHECK_INT(rq_get32(out.data + 20), 4095u << 20);
    rq_doc_free(doc);
    rq_out_free(&out);
}

static void test_shared_data_has_an_end(void)
{
    struct rq_out file = {0};
    enum { COUNT = 3000 };
    lay_head(&file, COUNT, 0);
    for (uint32_t i = 0; i < COUNT; i++)
        lay_variable(&file, i, 0, 20 + COUNT * 16, 0);
    refused(rq_out_bytes(&file), RQ_LIMIT, "share their data");
    rq_out_free(&file);
}

static void test_corpus(void)
{
    check_corpus_folder("kotor/bif");
}

TESTS(test_numbered, test_many, test_layouts, test_json, test_fixed, test_edit, test_new,
      test_refused, test_moved, test_last_number, test_shared_data_has_an_end, test_corpus)
