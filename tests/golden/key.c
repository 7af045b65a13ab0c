/* KEY V1. The files are laid down by hand: header 64 bytes, BIF 12, key 22 (facts, section 1). */
#include "archives.h"

#include <reliquary/key.h>
#include <stdio.h>

/* Two BIF files, the second name without a NUL; three keys. */
static struct rq_out sample(void)
{
    struct rq_out out = {0};
    put_text(&out, "KEY V1  ");
    rq_put32(&out, 2);   /* BIF files */
    rq_put32(&out, 3);   /* keys */
    rq_put32(&out, 64);  /* table of BIF files */
    rq_put32(&out, 105); /* keys: 64 + 2 * 12 + 10 + 7 */
    rq_put32(&out, 103);
    rq_put32(&out, 309);
    rq_put_zeros(&out, 32);
    rq_put32(&out, 1000); /* 64: size */
    rq_put32(&out, 88);
    rq_put16(&out, 10);
    rq_put16(&out, 1);
    rq_put32(&out, 2000);
    rq_put32(&out, 98);
    rq_put16(&out, 7);
    rq_put16(&out, 3);
    rq_put(&out, "dat\\a.bif", 10); /* 88: with its NUL */
    put_text(&out, "b\\c.bif");     /* 98 */
    put_resref(&out, "acbonus");    /* 105 */
    rq_put16(&out, 2017);
    rq_put32(&out, 0);
    put_resref(&out, "sixteen_letters_");
    rq_put16(&out, 3);
    rq_put32(&out, 1 << 20);
    put_resref(&out, "AcBonus");
    rq_put16(&out, 3);
    rq_put32(&out, 1 << 20 | 16383);
    return out;
}

static void test_sample(void)
{
    static const char expected[] =
        "{\n"
        "  \"format\": \"key\",\n"
        "  \"version\": 1,\n"
        "  \"build_year\": 103,\n"
        "  \"build_day\": 309,\n"
        "  \"bifs\": [\n"
        "    {\"name\": \"dat\\\\a.bif\", \"size\": 1000, \"drives\": 1},\n"
        "    {\"name\": \"b\\\\c.bif\", \"size\": 2000, \"drives\": 3, "
        "\"no_nul\": true}\n"
        "  ],\n"
        "  \"keys\": [\n"
        "    [\"acbonus.2da\", \"dat\\\\a.bif\", 0],\n"
        "    [\"sixteen_letters_.tga\", \"b\\\\c.bif\", 0],\n"
        "    [\"AcBonus.tga\", \"b\\\\c.bif\", 16383]\n"
        "  ]\n"
        "}\n";
    struct rq_out file = sample();
    struct rq_doc *doc = read_and_check(rq_out_bytes(&file));
    REQUIRE(doc != NULL);
    const struct rq_finding *findings;
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    CHECK_INT(((struct rq_key *)rq_doc_root(doc, "key"))->layout, RQ_KEY_TIGHT);
    struct rq_out json = json_of(doc);
    CHECK_STR((const char *)json.data, expected);
    rq_out_free(&json);
    rq_doc_free(doc);
    rq_out_free(&file);
}

static void test_find(void)
{
    struct rq_out file = sample();
    struct rq_bytes bytes = rq_out_bytes(&file);
    uint32_t bif = 9, index = 9;
    char path[RQ_KEY_PATH];
    CHECK(rq_key_find(bytes, "ACBONUS", 2017, &bif, &index));
    CHECK_INT(bif, 0);
    CHECK_INT(index, 0);
    CHECK(rq_key_find(bytes, "acbonus", 3, &bif, &index));
    CHECK_INT(bif, 1);
    CHECK_INT(index, 16383);
    CHECK(rq_key_find(bytes, "sixteen_letters_", 3, &bif, &index));
    CHECK(!rq_key_find(bytes, "sixteen_letters", 3, &bif, &index));
    CHECK(!rq_key_find(bytes, "sixteen_letters_1", 3, &bif, &index));
    CHECK(!rq_key_find(bytes, "", 3, &bif, &index));
    CHECK(rq_key_bif_name(bytes, 0, path));
    CHECK_STR(path, "dat/a.bif");
    CHECK(rq_key_bif_name(bytes, 1, path));
    CHECK_STR(path, "b/c.bif");
    CHECK(!rq_key_bif_name(bytes, 2, path));
    /* A separator before a name, and all NULs behind it, are none of it. */
    memcpy(file.data + 88, "\\/t\\a.b\0\0", 10);
    CHECK(rq_key_bif_name(bytes, 0, path));
    CHECK_STR(path, "t/a.b");
    memcpy(file.data + 88, "\\\\\\\\\\\\\\\\\\", 10);
    CHECK(!rq_key_bif_name(bytes, 0, path));
    memcpy(file.data + 88, "dat\0a.bif", 10);
    CHECK(!rq_key_bif_name(bytes, 0, path));
    /* Damaged ones: nothing is found, nothing is read behind the end. */
    rq_set32(file.data + 12, UINT32_MAX);
    CHECK(!rq_key_find(bytes, "acbonus", 3, &bif, &index));
    rq_set32(file.data + 68, UINT32_MAX);
    CHECK(!rq_key_bif_name(bytes, 0, path));
    CHECK(!rq_key_find(whole(file.data, 63), "acbonus", 3, &bif, &index));
    rq_out_free(&file);
}

static void test_explicit(void)
{
    struct rq_out file = sample();
    put_text(&file, "tail");
    struct rq_doc *doc = read_and_check(rq_out_bytes(&file));
    REQUIRE(doc != NULL);
    CHECK_INT(((struct rq_key *)rq_doc_root(doc, "key"))->layout, RQ_KEY_EXPLICIT);
    CHECK_INT(findings_of(doc, "key-explicit-layout"), 1);
    /* A size of a name has 16 bits. */
    static const uint8_t name[UINT16_MAX + 1];
    struct rq_out out = {0};
    struct rq_error err = {0};
    ((struct rq_key *)rq_doc_root(doc, "key"))->bifs[0].name = (struct rq_bytes){name, sizeof name};
    CHECK(!rq_doc_write(doc, &out, &err));
    CHECK_INT(err.code, RQ_LIMIT);
    rq_out_free(&out);
    rq_doc_free(doc);
    rq_out_free(&file);
    /* One name for both. */
    file = sample();
    rq_set32(file.data + 80, 90);
    doc = read_and_check(rq_out_bytes(&file));
    CHECK(doc != NULL);
    rq_doc_free(doc);
    rq_out_free(&file);
}

static void test_odd_names(void)
{
    struct rq_out file = sample();
    file.data[105 + 10] = 'x'; /* after the NUL */
    file.data[127 + 3] = '.';
    file.data[149] = 0; /* no name at all */
    struct rq_doc *doc = read_and_check(rq_out_bytes(&file));
    CHECK(doc != NULL);
    rq_doc_free(doc);
    memcpy(file.data + 127, "../../etc/passwd", 16);
    CHECK_INT(findings_in(rq_out_bytes(&file), "key-unsafe-name"), 2);
    rq_out_free(&file);
}

static void test_findings(void)
{
    struct rq_out file = sample();
    rq_set32(file.data + 123, 2 << 20); /* a third BIF */
    rq_set32(file.data + 145, 1 << 20 | 16384);
    rq_set16(file.data + 165, 2017);
    CHECK_INT(findings_in(rq_out_bytes(&file), "key-no-such-bif"), 1);
    CHECK_INT(findings_in(rq_out_bytes(&file), "key-high-index"), 1);
    CHECK_INT(findings_in(rq_out_bytes(&file), "key-duplicate-name"), 1);
    rq_out_free(&file);
}

/* The engine keeps 10 bits for the number of a BIF. */
static void test_many_bifs(void)
{
    for (uint32_t count = 1024; count <= 1025; count++) {
        struct rq_out file = {0};
        const uint32_t words[] = {count, 0, 64, 64 + count * 12, 103, 308};
        put_text(&file, "KEY V1  ");
        for (size_t i = 0; i < 6; i++)
            rq_put32(&file, words[i]);
        rq_put_zeros(&file, 32 + (size_t)count * 12);
        CHECK_INT(findings_in(rq_out_bytes(&file), "key-too-many-bifs"), count - 1024);
        rq_out_free(&file);
    }
}

/* The first 20 keys that lead nowhere are told. */
static void test_many_findings(void)
{
    for (uint32_t count = 19; count <= 22; count++) {
        struct rq_out file = {0};
        const uint32_t words[] = {0, count, 64, 64, 103, 308};
        put_text(&file, "KEY V1  ");
        for (size_t i = 0; i < 6; i++)
            rq_put32(&file, words[i]);
        rq_put_zeros(&file, 32);
        for (uint32_t i = 0; i < count; i++) {
            char name[8];
            snprintf(name, sizeof name, "k%u", i);
            put_resref(&file, name);
            rq_put16(&file, 3);
            rq_put32(&file, 0);
        }
        check_note("%u", count);
        CHECK_INT(findings_in(rq_out_bytes(&file), "key-no-such-bif"), count < 20 ? count : 20);
        rq_out_free(&file);
    }
}

/* A path has room for 341 characters of three bytes; the name may end with the file. */
static void test_long_names(void)
{
    for (uint32_t size = 340; size <= 342; size++) {
        struct rq_out file = {0};
        const uint32_t words[] = {1, 0, 64, 76 + size, 103, 308};
        char path[RQ_KEY_PATH];
        put_text(&file, "KEY V1  ");
        for (size_t i = 0; i < 6; i++)
            rq_put32(&file, words[i]);
        rq_put_zeros(&file, 32);
        rq_put32(&file, 1000);
        rq_put32(&file, 76);
        rq_put16(&file, (uint16_t)size);
        rq_put16(&file, 1);
        for (uint32_t i = 0; i < size; i++)
            rq_put8(&file, 0x80); /* the euro: E2 82 AC */
        check_note("%u", size);
        CHECK_INT(rq_key_bif_name(rq_out_bytes(&file), 0, path), size <= 341);
        if (size <= 341) {
            CHECK_INT(strlen(path), size * 3);
            CHECK_STR(path + size * 3 - 3, "\xE2\x82\xAC");
        }
        CHECK(!rq_key_bif_name(whole(file.data, file.size - 1), 0, path));
        rq_out_free(&file);
    }
}

static void test_new(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("key"), NULL, &err);
    REQUIRE(doc != NULL);
    struct rq_out out = written(doc);
    CHECK_INT(out.size, 64);
    CHECK_INT(rq_get32(out.data + 16), 64);
    CHECK_INT(rq_get32(out.data + 20), 64);
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_refused(void)
{
    struct rq_out file = sample();
    cut_everywhere(rq_out_bytes(&file), NULL);
    rq_set32(file.data + 8, UINT32_MAX);
    refused(rq_out_bytes(&file), RQ_TRUNCATED, "bifs");
    rq_set32(file.data + 8, 2);
    rq_set32(file.data + 12, 0x0BA2E8BB); /* times 22 is 18 in 32 bits */
    refused(rq_out_bytes(&file), RQ_TRUNCATED, "keys");
    rq_set32(file.data + 12, 3);
    rq_set32(file.data + 68, 1u << 31);
    refused(rq_out_bytes(&file), RQ_TRUNCATED, "bifs[0] / name");
    memcpy(file.data + 4, "V1.1", 4);
    refused(rq_out_bytes(&file), RQ_UNSUPPORTED, "V1.1");
    rq_out_free(&file);
    json_refused("key", "\"keys\":[[\"a.txt\",0]]", "a key is");
    json_refused("key", "\"keys\":[[\"a.txt\",4096,0]]", "");
    json_refused("key", "\"keys\":[[\"a.txt\",0,0,\"a\",1,2]]", "a key is");
    json_refused("key", "\"bifs\":[{\"name_size\":1}]", "no field is named");
}

/* 2,000 names of all 24 KB would be 48 MB. */
static void test_shared_names_have_an_end(void)
{
    struct rq_out file = {0};
    enum { COUNT = 2000 };
    put_text(&file, "KEY V1  ");
    rq_put32(&file, COUNT);
    rq_put32(&file, 0);
    rq_put32(&file, 64);
    rq_put_zeros(&file, 44);
    for (uint32_t i = 0; i < COUNT; i++) {
        rq_put32(&file, 0);
        rq_put32(&file, 0);
        rq_put16(&file, 24000);
        rq_put16(&file, 0);
    }
    refused(rq_out_bytes(&file), RQ_LIMIT, "share their bytes");
    rq_out_free(&file);
}

/* The game's own: counts of facts, section 1. */
static void test_retail(void)
{
    static const struct {
        const char *extension;
        unsigned count;
    } types[] = {{"tga", 5601}, {"txi", 5615}, {"mdl", 2832}, {"wav", 1928}, {"ncs", 1784},
                 {"wok", 1202}, {"2da", 209},  {"dlg", 32},   {"bic", 1},    {"jrl", 1}};
    struct rq_map map;
    struct rq_error err = {0};
    uint32_t bif, index;
    char name[RQ_KEY_PATH];
    NEEDS_CORPUS("kotor/key/chitin.key");
    REQUIRE(rq_map_open(&map, check_corpus("kotor/key/chitin.key"), &err));
    struct rq_doc *doc = rq_doc_read(map.bytes, NULL, &err);
    REQUIRE(doc != NULL);
    const struct rq_key *key = rq_doc_root(doc, "key");
    CHECK_INT(key->bif_count, 26);
    CHECK_INT(key->key_count, 25836);
    CHECK_INT(key->header.build_year, 103);
    CHECK_INT(key->header.build_day, 309);
    for (size_t i = 0; i < key->bif_count; i++)
        CHECK(!key->bifs[i].no_nul && key->bifs[i].record.drives == 1);
    const struct rq_fact *facts;
    size_t count = 0;
    CHECK(rq_doc_facts(doc, &facts, &count, &err));
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s %u", types[i].extension, types[i].count);
        check_note("%s", text);
        CHECK(count > 3 && strstr(facts[3].value, text) != NULL);
    }
    /* The last BIF but one has a single resource: the corpus' one.bif. */
    CHECK(rq_key_find(map.bytes, "global", 2056, &bif, &index));
    CHECK_INT(bif, 24);
    CHECK_INT(index, 0);
    CHECK(rq_key_bif_name(map.bytes, bif, name));
    CHECK_STR(name, "data/_newbif.bif");
    rq_doc_free(doc);
    rq_map_close(&map);
}

static void test_corpus(void)
{
    check_corpus_folder("kotor/key");
}

TESTS(test_many_findings, test_long_names, test_sample, test_find, test_explicit, test_odd_names,
      test_findings, test_many_bifs, test_new, test_refused, test_shared_names_have_an_end,
      test_retail, test_corpus)
