/* RIM V1.0. The archives are laid down by hand: header 120 bytes, key 32 (facts, section 4). */
#include "archives.h"

#include <reliquary/rim.h>

/* a.txt "abc" and b.txt "de!!", with these offsets. */
static void lay_head(struct rq_out *out, uint32_t first, uint32_t second)
{
    put_text(out, "RIM V1.0");
    rq_put32(out, 0);
    rq_put32(out, 2);   /* resources */
    rq_put32(out, 120); /* where the table is */
    rq_put32(out, 0);
    rq_put_zeros(out, 96);
    put_resref(out, "a");
    rq_put32(out, 10);
    rq_put32(out, 0);
    rq_put32(out, first);
    rq_put32(out, 3);
    put_resref(out, "b");
    rq_put32(out, 10);
    rq_put32(out, 1);
    rq_put32(out, second);
    rq_put32(out, 4);
}

static struct rq_out tight(void)
{
    struct rq_out out = {0};
    lay_head(&out, 184, 187); /* 120 + 2 * 32 */
    put_text(&out, "abcde!!");
    return out;
}

/* The game's padding, as all 240 RIMs of the first game have it: the first resource 8 bytes behind
 * the table, 184 to 192; after each resource to a multiple of 4 and 16 zeros: 195 to 196 to 212; 10
 * zeros at the end. */
static struct rq_out padded(size_t tail)
{
    struct rq_out out = {0};
    lay_head(&out, 192, 212);
    rq_put_zeros(&out, 8);
    put_text(&out, "abc");
    rq_put_zeros(&out, 1 + 16);
    put_text(&out, "de!!");
    rq_put_zeros(&out, tail);
    return out;
}

/* The game's *dx.rim: 1 in the word at 20, every resource at a multiple of 128 with at least 16 bytes
 * before it: 184 to 256, 259 + 16 to 384; 10 zeros at the end. */
static struct rq_out aligned(void)
{
    struct rq_out out = {0};
    lay_head(&out, 256, 384);
    rq_set32(out.data + 20, 1);
    rq_put_zeros(&out, 256 - 184);
    put_text(&out, "abc");
    rq_put_zeros(&out, 384 - 259);
    put_text(&out, "de!!");
    rq_put_zeros(&out, 10);
    return out;
}

static void check_layout(struct rq_out *file, enum rq_rim_layout layout, bool has_tail)
{
    struct rq_doc *doc = read_and_check(rq_out_bytes(file));
    REQUIRE(doc != NULL);
    const struct rq_rim *rim = rq_doc_root(doc, "rim");
    CHECK_INT(rim->layout, layout);
    CHECK_INT(rim->has_tail, has_tail);
    rq_doc_free(doc);
}

static void test_layouts(void)
{
    struct rq_out file = tight();
    check_layout(&file, RQ_RIM_TIGHT, false);
    rq_out_free(&file);
    file = padded(10);
    check_layout(&file, RQ_RIM_PADDED, false);
    rq_out_free(&file);
    file = aligned();
    check_layout(&file, RQ_RIM_ALIGNED, false);
    rq_out_free(&file);
    /* PyKotor pads behind the last resource as between two. */
    file = padded(16);
    check_layout(&file, RQ_RIM_PADDED, true);
    CHECK_INT(findings_in(rq_out_bytes(&file), "rim-trailing-bytes"), 0);
    rq_out_free(&file);
    for (size_t tail = 17; tail <= 21; tail++) { /* 16 and up to 3 to a multiple of 4 */
        file = padded(tail);
        check_note("%zu zeros", tail);
        CHECK_INT(findings_in(rq_out_bytes(&file), "rim-trailing-bytes"), tail >= 20);
        rq_out_free(&file);
    }
    file = padded(0);
    put_text(&file, "tail");
    check_layout(&file, RQ_RIM_PADDED, true);
    CHECK_INT(findings_in(rq_out_bytes(&file), "rim-trailing-bytes"), 1);
    rq_out_free(&file);
    file = (struct rq_out){0};
    lay_head(&file, 190, 184); /* the other way round, with a gap */
    put_text(&file, "de!!__abc");
    check_layout(&file, RQ_RIM_EXPLICIT, false);
    CHECK_INT(findings_in(rq_out_bytes(&file), "rim-explicit-layout"), 1);
    rq_out_free(&file);
}

static void test_header_variants(void)
{
    struct rq_out file = tight();
    rq_set32(file.data + 16, 0);  /* 0 stands for 120 */
    rq_set32(file.data + 8, 7);   /* reserved words stay */
    rq_set32(file.data + 20, 99); /* */
    file.data[119] = 1;
    rq_set32(file.data + 140, 5); /* the index of a.txt */
    struct rq_doc *doc = read_and_check(rq_out_bytes(&file));
    REQUIRE(doc != NULL);
    const struct rq_rim *rim = rq_doc_root(doc, "rim");
    CHECK_INT(rim->layout, RQ_RIM_TIGHT);
    CHECK(rim->zero_key_offset);
    CHECK_INT(rim->header.unused_14, 99);
    CHECK_INT(rim->resources[0].key.index, 5);
    rq_doc_free(doc);
    rq_out_free(&file);
}

static void test_json(void)
{
    static const char expected[] = "{\n"
                                   "  \"format\": \"rim\",\n"
                                   "  \"version\": 1,\n"
                                   "  \"unused_08\": 0,\n"
                                   "  \"unused_14\": 0,\n"
                                   "  \"layout\": \"padded\",\n"
                                   "  \"tail\": \"AAA=\",\n"
                                   "  \"resources\": [\n"
                                   "    {\n"
                                   "      \"name\": \"a.txt\",\n"
                                   "      \"data\": \"YWJj\"\n"
                                   "    },\n"
                                   "    {\n"
                                   "      \"name\": \"b.txt\",\n"
                                   "      \"data\": \"ZGUhIQ==\"\n"
                                   "    }\n"
                                   "  ]\n"
                                   "}\n";
    struct rq_out file = padded(2);
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&file), NULL, NULL);
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    CHECK_STR((const char *)json.data, expected);
    rq_out_free(&json);
    rq_doc_free(doc);
    rq_out_free(&file);
}

/* Names that are more than a name: bytes after the NUL, a point, a type beyond 16 bits. */
static void test_odd_names(void)
{
    struct rq_out file = tight();
    file.data[120 + 5] = 'x';
    file.data[152 + 1] = '.';
    rq_set32(file.data + 152 + 16, 0x12345);
    struct rq_doc *doc = read_and_check(rq_out_bytes(&file));
    CHECK(doc != NULL);
    rq_doc_free(doc);
    memcpy(file.data + 120, "../../x", 7);
    CHECK_INT(findings_in(rq_out_bytes(&file), "rim-unsafe-name"), 1);
    rq_out_free(&file);
    file = tight();
    file.data[152] = 'A';
    CHECK_INT(findings_in(rq_out_bytes(&file), "rim-duplicate-name"), 1);
    rq_out_free(&file);
}

/* The engine finds data by the index of a key: with 1 and 0 the names have changed their data. A
 * change keeps what each name has and writes the positions. */
static void test_index(void)
{
    struct rq_out file = tight();
    struct rq_error err = {0};
    const struct rq_entry *entries;
    size_t count = 0;
    rq_set32(file.data + 140, 1);
    rq_set32(file.data + 172, 0);
    struct rq_doc *doc = read_and_check(rq_out_bytes(&file));
    REQUIRE(doc != NULL);
    CHECK_INT(findings_of(doc, "rim-wrong-index"), 2);
    REQUIRE(rq_doc_entries(doc, &entries, &count, &err) && count == 2);
    CHECK_STR(entries[0].name, "a.txt");
    CHECK_MEM(entries[0].bytes.data, entries[0].bytes.size, "de!!", 4);
    CHECK_MEM(entries[1].bytes.data, entries[1].bytes.size, "abc", 3);
    CHECK(rq_doc_put_entry(doc, "c.txt", whole("x", 1), &err));
    struct rq_out out = written(doc);
    CHECK_INT(rq_get32(out.data + 140), 0);
    CHECK_INT(rq_get32(out.data + 172), 1);
    CHECK_MEM(out.data + 120 + 3 * 32, out.size - 120 - 3 * 32, "de!!abcx", 8);
    rq_out_free(&out);
    rq_doc_free(doc);
    /* An index that leads nowhere. */
    rq_set32(file.data + 140, 2);
    rq_set32(file.data + 172, 1);
    CHECK_INT(findings_in(rq_out_bytes(&file), "rim-wrong-index"), 1);
    doc = rq_doc_read(rq_out_bytes(&file), NULL, &err);
    REQUIRE(doc != NULL);
    REQUIRE(rq_doc_entries(doc, &entries, &count, &err) && count == 2);
    CHECK_MEM(entries[0].bytes.data, entries[0].bytes.size, "abc", 3); /* its own */
    CHECK_MEM(entries[1].bytes.data, entries[1].bytes.size, "de!!", 4);
    rq_doc_free(doc);
    rq_out_free(&file);
}

/* The engine does not mount an archive without resources, and has 14 bits for their number. An empty
 * RIM of the game is its header alone: 120 bytes. */
static void test_counts(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("rim"), NULL, &err);
    REQUIRE(doc != NULL);
    struct rq_out out = written(doc);
    CHECK_INT(out.size, 120);
    rq_doc_free(doc);
    CHECK_INT(findings_in(rq_out_bytes(&out), "rim-empty"), 1);
    doc = read_and_check(rq_out_bytes(&out));
    REQUIRE(doc != NULL);
    CHECK_INT(((const struct rq_rim *)rq_doc_root(doc, "rim"))->layout, RQ_RIM_PADDED);
    rq_doc_free(doc);
    for (uint32_t more = 0; more < 2; more++) {
        rq_out_cut(&out, 120);
        rq_set32(out.data + 12, 16384 + more);
        for (uint32_t i = 0; i < 16384 + more; i++) {
            rq_put32(&out, 0x61616161 + (i & 15) + (i >> 4 & 15) * 256 + (i >> 8 & 15) * 65536 +
                               (i >> 12) * (1 << 24)); /* aaaa */
            rq_put_zeros(&out, 12);
            rq_put32(&out, 10);
            rq_put32(&out, i);
            rq_put_zeros(&out, 8);
        }
        CHECK_INT(findings_in(rq_out_bytes(&out), "rim-too-many"), more);
    }
    rq_out_free(&out);
}

/* Changes keep the layout, and the tail where it is the file's own. */
static void test_edit(void)
{
    struct rq_out file = padded(11);
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&file), NULL, &err);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_put_entry(doc, "B.TXT", whole("new", 3), &err));
    CHECK(rq_doc_put_entry(doc, "c.utc", whole("12345", 5), &err));
    CHECK(rq_doc_remove_entry(doc, "a.txt", &err));
    CHECK(!rq_doc_remove_entry(doc, "a.txt", &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_INT(err.offset, 0);
    struct rq_out out = written(doc);
    /* b at 192, c at 196 + 16; 11 zeros of the file at the end */
    REQUIRE(out.size == 192 + 4 + 16 + 5 + 11);
    CHECK_INT(rq_get32(out.data + 12), 2);
    CHECK_MEM(out.data + 120, 2, "b", 2);
    CHECK_INT(rq_get32(out.data + 140), 0);
    CHECK_INT(rq_get32(out.data + 144), 192);
    CHECK_INT(rq_get32(out.data + 152 + 16), 2027);
    CHECK_INT(rq_get32(out.data + 152 + 20), 1);
    CHECK_INT(rq_get32(out.data + 152 + 24), 212);
    CHECK_MEM(out.data + 212, 5, "12345", 5);
    rq_out_free(&out);
    static const char *const bad[] = {"noextension", "seventeen_letters.txt", ".txt", "a.nonsense",
                                      "../a.txt"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        err = (struct rq_error){0};
        CHECK(!rq_doc_put_entry(doc, bad[i], whole("x", 1), &err));
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_INT(err.offset, 0);
    }
    rq_doc_free(doc);
    rq_out_free(&file);
}

/* An archive from nothing has the game's padding. */
static void test_new(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("rim"), NULL, &err);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_put_entry(doc, "a.txt", whole("abc", 3), &err));
    CHECK(rq_doc_put_entry(doc, "b.txt", whole("de!!", 4), &err));
    struct rq_out out = written(doc), expected = padded(10);
    CHECK_MEM(out.data, out.size, expected.data, expected.size);
    rq_out_free(&out);
    rq_out_free(&expected);
    rq_doc_free(doc);
}

static void test_refused(void)
{
    struct rq_out file = tight();
    cut_everywhere(rq_out_bytes(&file), NULL);
    rq_set32(file.data + 12, 0x08000001); /* times 32 is 32 in 32 bits */
    refused(rq_out_bytes(&file), RQ_TRUNCATED, "keys");
    rq_set32(file.data + 12, UINT32_MAX);
    refused(rq_out_bytes(&file), RQ_TRUNCATED, "keys");
    rq_set32(file.data + 12, 2);
    rq_set32(file.data + 16, UINT32_MAX);
    refused(rq_out_bytes(&file), RQ_TRUNCATED, "keys");
    rq_set32(file.data + 16, 120);
    rq_set32(file.data + 144, UINT32_MAX);
    refused(rq_out_bytes(&file), RQ_TRUNCATED, "keys[0] / data");
    rq_out_free(&file);
    json_refused("rim", "\"layout\":\"other\"", "padded, aligned, tight, explicit");
    json_refused("rim", "\"resources\":[{\"name\":\"a\"}]", "a name is");
    json_refused("rim", "\"entry_offset\":1", "no field is named");
}

/* 3,000 names for the same 96 KB would be 288 MB. */
static void test_shared_data_has_an_end(void)
{
    struct rq_out file = {0};
    enum { COUNT = 3000, ALL = 120 + COUNT * 32 };
    put_text(&file, "RIM V1.0");
    rq_put32(&file, 0);
    rq_put32(&file, COUNT);
    rq_put_zeros(&file, 104);
    for (uint32_t i = 0; i < COUNT; i++) {
        rq_put_zeros(&file, 24);
        rq_put32(&file, 0);
        rq_put32(&file, ALL);
    }
    refused(rq_out_bytes(&file), RQ_LIMIT, "share their data");
    rq_out_free(&file);
}

/* Another number of resources: the recorded places hold no more, and the game's padding follows. */
static void test_edit_explicit(void)
{
    struct rq_out file = {0};
    struct rq_error err = {0};
    lay_head(&file, 190, 184);
    put_text(&file, "de!!__abc");
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&file), NULL, &err);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_settle(doc, &err));
    CHECK(rq_doc_put_entry(doc, "c.txt", whole("x", 1), &err));
    CHECK(rq_doc_remove_entry(doc, "c.txt", &err));
    struct rq_out out = written(doc);
    CHECK_MEM(out.data, out.size, file.data, file.size);
    rq_out_free(&out);
    CHECK(rq_doc_put_entry(doc, "c.txt", whole("x", 1), &err));
    out = written(doc);
    CHECK_INT(((const struct rq_rim *)rq_doc_root(doc, "rim"))->layout, RQ_RIM_PADDED);
    /* 216 + 8; 227 to 228 + 16; 248 + 16; 10 zeros */
    CHECK_INT(rq_get32(out.data + 144), 224);
    CHECK_INT(rq_get32(out.data + 176), 244);
    CHECK_INT(rq_get32(out.data + 208), 264);
    CHECK_INT(out.size, 275);
    rq_out_free(&out);
    rq_doc_free(doc);
    rq_out_free(&file);
}

static void test_corpus(void)
{
    check_corpus_folder("kotor/rim");
}

TESTS(test_layouts, test_header_variants, test_json, test_odd_names, test_index, test_counts,
      test_edit, test_edit_explicit, test_new, test_refused, test_shared_data_has_an_end,
      test_corpus)
