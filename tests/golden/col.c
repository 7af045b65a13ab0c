/* COL: bytes by hand from docs/formats/col.md; with a corpus, against its ground truth. */
#include "redguard.h"

#include <reliquary/col.h>

/* 776 and 0xb123, then entry i is (i, 255 - i, i / 2), entry 0 black. */
static void make_col(struct made *m)
{
    m->size = 0;
    put32(m, 776);
    put32(m, 0x0000B123);
    for (unsigned i = 0; i < 256; i++) {
        put8(m, i);
        put8(m, i ? 255 - i : 0);
        put8(m, i / 2);
    }
}

static void test_values(void)
{
    static struct made m;
    make_col(&m);
    CHECK_INT(m.size, 776);
    struct rq_doc *doc = read_as(made_bytes(&m), "col");
    REQUIRE(doc != NULL);
    const struct rq_col *col = rq_doc_root(doc, "col");
    const struct rq_finding *findings;
    CHECK_INT(col->header.file_size, 776);
    CHECK_INT(col->header.magic, 0xB123);
    CHECK_INT(col->colors[200][0], 200);
    CHECK_INT(col->colors[200][1], 55);
    CHECK_INT(col->colors[200][2], 100);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    CHECK(rq_doc_root(doc, "texbsi") == NULL);
    rq_doc_free(doc);
}

static void test_round_trips(void)
{
    static struct made m;
    make_col(&m);
    check_round_trips(made_bytes(&m), "X.COL", "col");
    check_round_trips(made_bytes(&m), NULL, "col");
    /* A stated size that is wrong is kept, and found. */
    set32(&m, 0, 777);
    check_round_trips(made_bytes(&m), "X.COL", "col");
    struct rq_doc *doc = read_as(made_bytes(&m), "col");
    REQUIRE(doc != NULL);
    const struct rq_finding *findings;
    CHECK_INT(rq_doc_findings(doc, &findings), 1);
    rq_doc_free(doc);
}

/* Entry 0 is see-through and black, in each of its parts (docs/formats/col.md). */
static void test_black(void)
{
    static struct made m;
    for (size_t part = 0; part < 3; part++) {
        const struct rq_finding *findings;
        make_col(&m);
        m.data[8 + part] = 1;
        struct rq_doc *doc = read_as(made_bytes(&m), "col");
        REQUIRE(doc != NULL);
        if (CHECK_INT(rq_doc_findings(doc, &findings), 1))
            CHECK_STR(findings[0].id, "col-not-black");
        rq_doc_free(doc);
    }
}

static void test_swatch(void)
{
    static struct made m;
    make_col(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "col");
    REQUIRE(doc != NULL);
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_view view = {.arena = &arena, .err = &err};
    const struct rq_image *images;
    size_t count = 0;
    if (CHECK(doc->format->pictures->images(doc, &view, &images, &count)) && CHECK_INT(count, 1)) {
        const struct rq_plane *plane = rq_image_plane(&images[0], 0, 0, 0);
        CHECK_INT(plane->width, 256);
        CHECK_INT(plane->height, 256);
        CHECK_INT(plane->bytes.data[0], 0);
        CHECK_INT(plane->bytes.data[255], 15);
        CHECK_INT(plane->bytes.data[256 * 16 + 17], 17);
        CHECK_INT(plane->bytes.data[256 * 256 - 1], 255);
        CHECK_INT(images[0].palette[200 * 3 + 1], 55);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_json_errors(void)
{
    struct rq_error err = {0};
    struct rq_out out = built_from("{\"format\":\"col\",\"version\":1,\"colors\":[[1,2,3]]}", &err);
    CHECK_INT(err.code, RQ_CORRUPT);
    rq_out_free(&out);
    err = (struct rq_error){0};
    out = built_from("{\"format\":\"col\",\"version\":1}", &err);
    CHECK_INT(err.code, RQ_CORRUPT);
    rq_out_free(&out);
}

static void test_damage(void)
{
    static struct made m;
    make_col(&m);
    check_truncations(made_bytes(&m), "col");
    check_flips(made_bytes(&m), "col", 2000);
    put8(&m, 0);
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("col")};
    CHECK(rq_doc_read(made_bytes(&m), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_CORRUPT);
}

/* {"colors": [[r, g, b] x 256]} */
static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    check_round_trips(bytes, name, "col");
    struct rq_doc *doc = read_as(bytes, "col");
    REQUIRE(doc != NULL);
    const struct rq_col *col = rq_doc_root(doc, "col");
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_jr jr;
    struct rq_str key;
    size_t n = 0;
    rq_jr_open(&jr, truth, &arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        if (!rq_str_is(key, "colors")) {
            rq_jr_skip(&jr);
            continue;
        }
        rq_jr_array(&jr);
        for (; rq_jr_more(&jr); n++) {
            rq_jr_array(&jr);
            for (size_t k = 0; rq_jr_more(&jr); k++)
                CHECK_INT(col->colors[n & 255][k % 3], rq_jr_u32(&jr));
        }
    }
    CHECK_INT(n, 256);
    CHECK(rq_jr_ok(&jr));
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    each_corpus("*.COL", check_file);
}

TESTS(test_values, test_round_trips, test_black, test_swatch, test_json_errors, test_damage,
      test_corpus)
