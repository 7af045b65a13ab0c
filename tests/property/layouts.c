/* Layouts of archives are found by comparing places, without writing the file. Here each named layout
 * is written, as a whole, and held against the file: the first that gives it is the one that must have
 * been found, and where none does the file has the finding of an explicit layout. The files are those
 * of samples.h, of the demo ($RQ_DEMO_DIR) and of the corpus, whole and damaged in their tables. */
#include "core/file.h"
#include "formats/format.h"
#include "samples.h"
#include "support/corpus.h"
#include "support/random.h"

#include <reliquary/erf.h>
#include <reliquary/rim.h>
#include <stdlib.h>

enum { TABLES = 4096, DAMAGES = 150 };

static struct rq_doc *read_as(struct rq_bytes bytes, const char *format)
{
    struct rq_options options = {.format = rq_format_by_name(format)};
    return rq_doc_read(bytes, &options, NULL);
}

static bool starts_with(struct rq_bytes whole, const struct rq_out *part)
{
    return part->size <= whole.size && memcmp(whole.data, part->data, part->size) == 0;
}

/* The tight layout of an ERF, or 0. */
static int erf_by_writing(struct rq_bytes bytes)
{
    struct rq_doc *doc = read_as(bytes, "erf");
    struct rq_erf *erf = doc->root;
    struct rq_out out = {0};
    erf->layout = RQ_ERF_TIGHT;
    bool fits = rq_doc_write(doc, &out, NULL) && out.size == bytes.size && starts_with(bytes, &out);
    rq_out_free(&out);
    rq_doc_free(doc);
    return fits ? RQ_ERF_TIGHT : 0;
}

/* The first layout of a RIM that gives the file up to the end of the data, or 0. */
static int rim_by_writing(struct rq_bytes bytes)
{
    static const int named[] = {RQ_RIM_PADDED, RQ_RIM_ALIGNED, RQ_RIM_TIGHT};
    struct rq_doc *doc = read_as(bytes, "rim");
    struct rq_rim *rim = doc->root;
    int found = 0;
    for (size_t i = 0; i < 3 && !found; i++) {
        struct rq_out out = {0};
        rim->layout = (enum rq_rim_layout)named[i];
        rim->has_tail = true; /* of no bytes */
        if (rq_doc_write(doc, &out, NULL) && starts_with(bytes, &out))
            found = named[i];
        rq_out_free(&out);
    }
    rq_doc_free(doc);
    return found;
}

static bool has_finding(const struct rq_doc *doc, const char *end)
{
    const struct rq_finding *findings;
    size_t count = rq_doc_findings(doc, &findings);
    for (size_t i = 0; i < count; i++)
        if (strstr(findings[i].id, end))
            return true;
    return false;
}

/* Adds to read how many files were no archives any more, or were. */
static void check_file(struct rq_bytes bytes, bool rim, size_t read[2])
{
    struct rq_doc *doc = read_as(bytes, rim ? "rim" : "erf");
    read[doc != NULL]++;
    if (!doc)
        return;
    CHECK(rq_doc_settle(doc, NULL));
    int expected = rim ? rim_by_writing(bytes) : erf_by_writing(bytes);
    if (expected)
        CHECK_INT(rim ? (int)((struct rq_rim *)doc->root)->layout
                      : (int)((struct rq_erf *)doc->root)->layout,
                  expected);
    CHECK_INT(has_finding(doc, "-explicit-layout"), !expected);
    rq_doc_free(doc);
}

static void check_damaged(const char *name, struct rq_bytes file)
{
    bool rim = file.size >= 4 && memcmp(file.data, "RIM ", 4) == 0;
    size_t tables = file.size < TABLES ? file.size : TABLES, read[2] = {0};
    uint8_t *copy = malloc(file.size + 8);
    uint32_t random = 99;
    REQUIRE(copy && file.size);
    check_note("%s", name);
    check_file(file, rim, read);
    CHECK_INT(read[1], 1);
    for (int i = 0; i < DAMAGES && file.size < 1 << 20; i++) {
        size_t size = file.size, at = random_below(&random, tables);
        memcpy(copy, file.data, size);
        memset(copy + size, 0, 8);
        check_note("%s, damage %d at %zu", name, i, at);
        if (i % 8 == 0)
            size += 1 + random_below(&random, 8);
        else if (i % 8 == 1)
            copy[at] = 0;
        else
            copy[at] ^= (uint8_t)(1u << random_below(&random, 8));
        if (i % 8 == 7) /* one more, among the data and what is between */
            copy[random_below(&random, file.size)] ^= 1;
        check_file((struct rq_bytes){copy, size}, rim, read);
    }
    free(copy);
}

static void test_samples(void)
{
    static uint8_t bytes[SAMPLE_ROOM];
    check_damaged("erf", (struct rq_bytes){bytes, sample_erf(bytes)});
    check_damaged("erf with a gap", (struct rq_bytes){bytes, sample_erf_gap(bytes)});
    check_damaged("rim", (struct rq_bytes){bytes, sample_rim(bytes, true)});
    check_damaged("rim, tight", (struct rq_bytes){bytes, sample_rim(bytes, false)});
}

static void test_demo(void)
{
    const char *demo = getenv("RQ_DEMO_DIR");
    struct rq_walk walk = {0};
    size_t seen = 0;
    if (!demo || !rq_walk_add(&walk, demo, NULL))
        SKIP("RQ_DEMO_DIR names no folder");
    for (size_t i = 0; i < walk.count; i++) {
        size_t size = 0;
        uint8_t *data = check_read(walk.items[i].path, &size);
        struct rq_bytes file = {data, size};
        const struct rq_format *format = data ? rq_format_detect(file, walk.items[i].path) : NULL;
        bool archive = format == rq_format_by_name("erf") || format == rq_format_by_name("rim");
        if (archive && strncmp(walk.items[i].relative, "broken/", 7) != 0) {
            check_damaged(walk.items[i].relative, file);
            seen++;
        }
        free(data);
    }
    CHECK(seen > 2);
    rq_walk_free(&walk);
}

static void test_corpus(void)
{
    each_file("kotor/mod", check_damaged);
    each_file("kotor/rim", check_damaged);
}

TESTS(test_samples, test_demo, test_corpus)
