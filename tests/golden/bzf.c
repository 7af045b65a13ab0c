/* BZF: tables of a BIF, laid down by hand, and LZMA streams: one that `xz --format=raw
 * --lzma1=lc=3,lp=0,pb=2,dict=4KiB` (5.4.1) made, in hexadecimal, one of other properties by
 * Python's lzma, and those of liblzma. */
#include "archives.h"

#include "codec/lzma.h"

#include <reliquary/bif.h>

#define HELLO "hello hello hello hello\n"

enum { HELLO_SIZE = 24, BY_XZ = 19 };

static const uint8_t by_xz[BY_XZ] = {0x00, 0x34, 0x19, 0x49, 0xee, 0x8d, 0xe9, 0x56, 0x0a, 0xc1,
                                     0xb6, 0x20, 0xb7, 0xff, 0xff, 0xba, 0x34, 0x00, 0x00};

/* lc 1, lp 2, pb 0: (0 * 5 + 2) * 9 + 1 */
static const uint8_t by_python[] = {0x13, 0,    0x10, 0,    0,    0x00, 0x34, 0x1a,
                                    0x14, 0xcf, 0x58, 0x3c, 0x5e, 0xa8, 0x65, 0xef,
                                    0x59, 0x58, 0xff, 0xff, 0xfd, 0x3a, 0x70, 0x00};

static const struct rq_options *packed(void)
{
    static struct rq_options options;
    options.format = rq_format_by_name("bzf");
    return &options;
}

static bool there_is_lzma(void)
{
    uint8_t to[HELLO_SIZE];
    return rq_lzma_unpack(whole(by_xz, BY_XZ), to, HELLO_SIZE, NULL) != RQ_UNSUPPORTED;
}

/* Two resources: with properties and by xz, and the other. */
static struct rq_out sample(const char *type)
{
    static const uint8_t properties[] = {0x5D, 0, 0x10, 0, 0};
    struct rq_out out = {0};
    put_text(&out, type);
    put_text(&out, "V1  ");
    rq_put32(&out, 2);
    rq_put32(&out, 0);
    rq_put32(&out, 20);
    rq_put32(&out, 0);
    rq_put32(&out, 52);
    rq_put32(&out, HELLO_SIZE);
    rq_put32(&out, 10);
    rq_put32(&out, 1);
    rq_put32(&out, 52 + 24 + 2);
    rq_put32(&out, HELLO_SIZE);
    rq_put32(&out, 10);
    rq_put(&out, properties, 5);
    rq_put(&out, by_xz, BY_XZ);
    rq_put_zeros(&out, 2); /* padding is kept with the stream before it */
    rq_put(&out, by_python, sizeof by_python);
    return out;
}

static bool same_twice(struct rq_bytes file, const char *name)
{
    struct rq_options options = {.name = name};
    struct rq_error err = {0};
    bool same = CHECK_INT(rq_doc_verify(file, &options, false, &err), RQ_IDENTICAL) &&
                CHECK_INT(rq_doc_verify(file, &options, true, &err), RQ_IDENTICAL);
    CHECK_STR(err.text, "");
    return same;
}

static void check_entries(struct rq_doc *doc)
{
    const struct rq_entry *entries;
    size_t count = 0;
    REQUIRE(doc && rq_doc_entries(doc, &entries, &count, NULL) && count == 2);
    CHECK_STR(entries[1].name, "00001.txt");
    for (size_t i = 0; i < 2; i++)
        CHECK_MEM(entries[i].bytes.data, entries[i].bytes.size, HELLO, HELLO_SIZE);
}

/* Told by its own tag, or by the name of the file. */
static void test_read(void)
{
    if (!there_is_lzma())
        SKIP("built without liblzma");
    struct rq_out file = sample("BZF ");
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&file), NULL, NULL);
    check_entries(doc);
    rq_doc_free(doc);
    CHECK(same_twice(rq_out_bytes(&file), NULL));
    rq_out_free(&file);
    file = sample("BIFF");
    CHECK_STR(rq_format_describe(rq_format_detect(rq_out_bytes(&file), "data/x.BZF"))->name, "bzf");
    CHECK_STR(rq_format_describe(rq_format_detect(rq_out_bytes(&file), "data/x.bif"))->name, "bif");
    doc = rq_doc_read(rq_out_bytes(&file), packed(), NULL);
    check_entries(doc);
    rq_doc_free(doc);
    CHECK(same_twice(rq_out_bytes(&file), "x.bzf"));
    rq_out_free(&file);
}

/* Streams that the packer here does not make are in the JSON; those that it makes are not. */
static void test_json(void)
{
    static const char expected[] = "{\n"
                                   "  \"format\": \"bzf\",\n"
                                   "  \"version\": 1,\n"
                                   "  \"type\": \"BIFF\",\n"
                                   "  \"number\": 0,\n"
                                   "  \"layout\": \"tight\",\n"
                                   "  \"resources\": [\n"
                                   "    {\n"
                                   "      \"name\": \"00000.txt\",\n"
                                   "      \"data\": \"aGVsbG8gaGVsbG8gaGVsbG8gaGVsbG8K\",\n"
                                   "      \"end_marker\": true\n"
                                   "    },\n"
                                   "    {\n"
                                   "      \"name\": \"00001.txt\",\n"
                                   "      \"data\": \"aGVsbG8gaGVsbG8gaGVsbG8gaGVsbG8K\",\n"
                                   "      \"stream\": \"EwAQAAAANBoUz1g8Xqhl71lY//"
                                   "/9OnAA\"\n"
                                   "    }\n"
                                   "  ]\n"
                                   "}\n";
    if (!there_is_lzma())
        SKIP("built without liblzma");
    struct rq_out file = sample("BIFF");
    struct rq_error err = {0};
    /* Without the padding. */
    memmove(file.data + 76, file.data + 78, sizeof by_python);
    rq_set32(file.data + 40, 76);
    file.size -= 2;
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&file), packed(), NULL);
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    CHECK_STR((const char *)json.data, expected);
    rq_doc_free(doc);
    /* Data that was changed is packed anew, whatever the stream was. */
    char *second = strstr((char *)json.data, "00001.txt");
    REQUIRE(second != NULL);
    memcpy(strstr(second, "aGVs"), "SGVs", 4); /* Hello */
    doc = rq_doc_from_json((struct rq_bytes){json.data, json.size - 1}, NULL, &err);
    REQUIRE(doc != NULL);
    struct rq_out out = written(doc);
    struct rq_doc *again = rq_doc_read(rq_out_bytes(&out), packed(), &err);
    REQUIRE(again != NULL);
    CHECK_MEM(out.data, 76, file.data, 76); /* the first is as it was */
    CHECK_MEM(((struct rq_bif *)rq_doc_root(again, "bzf"))->resources[1].data.data, 5, "Hello", 5);
    rq_doc_free(again);
    rq_doc_free(doc);
    rq_out_free(&out);
    rq_out_free(&json);
    rq_out_free(&file);
}

static void test_edit(void)
{
    if (!there_is_lzma())
        SKIP("built without liblzma");
    struct rq_out file = sample("BZF ");
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&file), NULL, &err);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_put_entry(doc, "00000.txt", whole("another text", 12), &err));
    CHECK(rq_doc_put_entry(doc, "new.utc", whole("", 0), &err));
    struct rq_out out = written(doc);
    CHECK(same_twice(rq_out_bytes(&out), NULL));
    /* The stream that was not touched is the same, padding and all. */
    size_t at = rq_get32(out.data + 40);
    CHECK_MEM(out.data + at, out.size - at, by_python, sizeof by_python);
    rq_doc_free(doc);
    doc = rq_doc_read(rq_out_bytes(&out), NULL, &err);
    REQUIRE(doc != NULL);
    const struct rq_bif *bif = rq_doc_root(doc, "bzf");
    CHECK_MEM(bif->resources[0].data.data, bif->resources[0].data.size, "another text", 12);
    CHECK_INT(bif->resource_count, 3);
    rq_doc_free(doc);
    rq_out_free(&out);
    rq_out_free(&file);
}

/* PyKotor leaves the properties out. */
static void test_without_properties(void)
{
    uint8_t to[HELLO_SIZE];
    if (!there_is_lzma())
        SKIP("built without liblzma");
    CHECK_INT(rq_lzma_unpack(whole(by_xz, BY_XZ), to, HELLO_SIZE, NULL), RQ_OK);
    CHECK_MEM(to, HELLO_SIZE, HELLO, HELLO_SIZE);
}

/* What liblzma packs comes back, with a marker and without, of any size. */
static void test_pack(void)
{
    static const size_t sizes[] = {1, 2, 100, 4096, 4097, 300000};
    uint8_t *data = malloc(300000), *to = malloc(300000);
    REQUIRE(data && to);
    for (size_t i = 0; i < 300000; i++)
        data[i] = (uint8_t)(i * i >> 7);
    for (size_t i = 0; there_is_lzma() && i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int marker = 0; marker < 2; marker++) {
            struct rq_out out = {0};
            check_note("%zu bytes, marker %d", sizes[i], marker);
            CHECK(rq_lzma_pack(&out, whole(data, sizes[i]), rq_lzma_dictionary(sizes[i]), marker));
            CHECK_INT(rq_lzma_unpack(rq_out_bytes(&out), to, sizes[i], NULL), RQ_OK);
            CHECK_MEM(to, sizes[i], data, sizes[i]);
            CHECK_INT(rq_lzma_unpack(whole(out.data, out.size / 2), to, sizes[i], NULL) == RQ_OK,
                      false);
            rq_out_free(&out);
        }
    }
    free(data);
    free(to);
}

static void bad(struct rq_out *file, enum rq_code code, const char *why)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(file), packed(), &err);
    check_error(doc, &err, code, why);
    rq_doc_free(doc);
}

static void test_refused(void)
{
    if (!there_is_lzma())
        SKIP("built without liblzma");
    struct rq_out file = sample("BIFF");
    cut_everywhere(whole(file.data, file.size - 5), packed()); /* the marker may be missing */
    file.data[52] = 225;                                       /* no such properties */
    bad(&file, RQ_CORRUPT, "resources[0]");
    file.data[52] = 0x5D;
    file.data[60] ^= 0x40;
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&file), packed(), NULL);
    rq_doc_free(doc); /* other text, or none; never more than 24 bytes */
    file.data[60] ^= 0x40;
    rq_set32(file.data + 28, 25); /* a byte more than there is */
    bad(&file, RQ_CORRUPT, "don't unpack to the 25");
    rq_set32(file.data + 28, HELLO_SIZE);
    rq_set32(file.data + 24, UINT32_MAX);
    bad(&file, RQ_TRUNCATED, "variable[0]");
    rq_out_free(&file);
}

/* A megabyte of nothing in a few hundred bytes; a dictionary of 4 GiB. */
static void test_bomb(void)
{
    if (!there_is_lzma())
        SKIP("built without liblzma");
    struct rq_out file = sample("BIFF");
    uint8_t *zeros = calloc(1, 1 << 20);
    REQUIRE(zeros != NULL);
    rq_set32(file.data + 53, UINT32_MAX);
    struct check_failing memory = {0};
    struct rq_alloc alloc = {check_failing_realloc, &memory};
    struct rq_options options = *packed();
    options.alloc = &alloc;
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&file), &options, NULL);
    CHECK(doc != NULL);
    rq_doc_free(doc);
    CHECK(memory.peak_bytes < 1 << 20);
    file.size = 78;
    rq_lzma_pack(&file, whole(zeros, 1 << 20), 1 << 20, false);
    CHECK(file.size < 1000);
    rq_set32(file.data + 44, 1 << 20);
    bad(&file, RQ_LIMIT, "times the file");
    free(zeros);
    rq_out_free(&file);
}

/* Without the library: one clear sentence. */
static void test_absent(void)
{
    struct rq_out file = sample("BIFF");
    if (there_is_lzma())
        CHECK(strstr(rq_built_with(), "no LZMA") == NULL);
    else
        bad(&file, RQ_UNSUPPORTED, "built without liblzma");
    rq_out_free(&file);
}

TESTS(test_read, test_json, test_edit, test_without_properties, test_pack, test_refused, test_bomb,
      test_absent)
