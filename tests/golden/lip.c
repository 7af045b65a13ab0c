/* LIP: bytes by hand from docs/formats/lip.md. */
#include "kotor.h"

#include <reliquary/lip.h>

/* 1.5 s, three keys; two of them at one time, as one real file has it. */
static void make_lip(struct made *m)
{
    m->size = 0;
    put_text(m, "LIP V1.0", 8);
    put32(m, 0x3FC00000); /* 1.5 */
    put32(m, 3);
    put32(m, 0);
    put8(m, 0);
    put32(m, 0x3F400000); /* 0.75 */
    put8(m, 11);
    put32(m, 0x3F400000);
    put8(m, 15);
}

static void test_values(void)
{
    static struct made m;
    make_lip(&m);
    CHECK_INT(m.size, 16 + 3 * 5);
    struct rq_doc *doc = read_as(made_bytes(&m), "lip");
    REQUIRE(doc != NULL);
    const struct rq_lip *lip = rq_doc_root(doc, "lip");
    CHECK(lip->header.length == 1.5f);
    CHECK_INT(lip->key_count, 3);
    CHECK(lip->keys[1].time == 0.75f);
    CHECK_INT(lip->keys[1].shape, 11);
    CHECK_INT(lip->keys[2].shape, 15);
    CHECK_STR(rq_lip_shape(0), "neutral");
    CHECK_STR(rq_lip_shape(11), "B/M/P");
    CHECK(rq_lip_shape(16) == NULL);
    rq_doc_free(doc);
    check_findings(made_bytes(&m), "lip", "lip-not-played");
    check_json_has(made_bytes(&m), "lip", "[0.75, 11]");
}

/* What is no number is not said. */
static void test_facts(void)
{
    static const struct {
        uint32_t bits;
        const char *said;
    } lengths[] = {
        {0x3FC00000, "1.5 s"}, {0x7F800000, " s"}, {0xFFC00001, " s"}, {0x7F7FFFFF, NULL}};
    static struct made m;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        const struct rq_fact *facts;
        size_t count = 0;
        make_lip(&m);
        set32(&m, 8, lengths[i].bits);
        struct rq_doc *doc = read_as(made_bytes(&m), "lip");
        REQUIRE(doc && rq_doc_facts(doc, &facts, &count, NULL) && count == 2);
        CHECK_STR(facts[0].key, "length");
        if (lengths[i].said)
            CHECK_STR(facts[0].value, lengths[i].said);
        else
            CHECK(strlen(facts[0].value) > 6);
        CHECK_STR(facts[1].value, "3");
        rq_doc_free(doc);
    }
}

/* Keys from 0 to the length, within 0.00001 of it, are played (docs/formats/lip.md). */
static void test_played(void)
{
    static struct made m;
    make_lip(&m);
    set32(&m, 26, 0x3FC00000); /* 1.5 */
    check_findings(made_bytes(&m), "lip", "");
    set32(&m, 26, 0x3FC00020); /* 1.5 + 0.0000038 */
    check_findings(made_bytes(&m), "lip", "");
    set32(&m, 26, 0x3FC00100); /* 1.5 + 0.00003 */
    check_findings(made_bytes(&m), "lip", "lip-not-played");
    set32(&m, 26, 0x3FC00000);
    set32(&m, 16, 0x3C23D70A); /* 0.01 */
    check_findings(made_bytes(&m), "lip", "lip-not-played");
    set32(&m, 12, 0);
    m.size = 16;
    check_findings(made_bytes(&m), "lip", "lip-not-played");
}

static void test_round_trips(void)
{
    static struct made m;
    make_lip(&m);
    check_round_trips(made_bytes(&m), "X.LIP", "lip");
    check_round_trips(made_bytes(&m), NULL, "lip");
    /* A length that is no number, times that run back, a shape that is none, bytes behind. */
    set32(&m, 8, 0x7FC01234);
    set32(&m, 16, 0x40000000);
    m.data[20] = 200;
    put8(&m, 9);
    check_round_trips(made_bytes(&m), "X.LIP", "lip");
    check_findings(made_bytes(&m), "lip",
                   "lip-trailing-bytes lip-unknown-shape lip-late-key "
                   "lip-not-played");
}

static void test_table(void)
{
    static struct made m;
    make_lip(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "lip");
    REQUIRE(doc != NULL);
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_view view = {.arena = &arena, .err = &err};
    struct rq_table table = {0};
    if (CHECK(doc->format->table->table(doc, &view, &table)) && CHECK_INT(table.row_count, 4)) {
        CHECK_STR(table.columns[1], "shape");
        CHECK_STR(table.cells[3], "0.75");
        CHECK_STR(table.cells[4], "11");
        CHECK_STR(table.cells[5], "B/M/P");
        CHECK_STR(table.cells[9], "1.5"); /* the length, behind the keys */
        CHECK_STR(table.cells[10], "");
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static bool keep(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)name, (void)err;
    rq_put_bytes(ctx, bytes);
    rq_put8(ctx, 0);
    return true;
}

static struct rq_doc *from_csv(const char *csv, struct rq_error *err)
{
    *err = (struct rq_error){0};
    return rq_doc_from_text((struct rq_bytes){(const uint8_t *)csv, strlen(csv)},
                            &(struct rq_options){.name = "x.lip.csv"}, err);
}

/* A CSV holds all but the bytes behind the keys, also what is no number. */
static void test_from_csv(void)
{
    static struct made m;
    struct rq_error err;
    make_lip(&m);
    set32(&m, 8, 0x7FC01234);
    set32(&m, 16, 0x80000000);
    struct rq_doc *doc = read_as(made_bytes(&m), "lip");
    REQUIRE(doc != NULL);
    struct rq_out csv = {0};
    CHECK(rq_doc_convert(doc, &(struct rq_convert_options){.to = "csv"}, keep, &csv, NULL));
    rq_doc_free(doc);
    doc = from_csv((char *)csv.data, &err);
    CHECK(doc && writes_same(doc, made_bytes(&m), false));
    rq_doc_free(doc);
    rq_out_free(&csv);
    doc = from_csv("SHAPE,time\n0,0\n3,2.25\n", &err);
    REQUIRE(doc != NULL);
    const struct rq_lip *lip = rq_doc_root(doc, "lip");
    CHECK(lip->header.length == 2.25f); /* that of the last key, when nothing says more */
    CHECK_INT(lip->key_count, 2);
    CHECK_INT(lip->keys[1].shape, 3);
    rq_doc_free(doc);
    static const struct {
        const char *csv, *where, *why;
    } refusals[] = {{"time,form\n0,0\n", "lip", "columns time and shape"},
                    {"time,shape\n0,0\n\"0,5\",1\n", "row 3", "seconds"},
                    {"time,shape\n0x7fc0000g,0\n", "row 2", "seconds"},
                    {"time,shape\n0,256\n", "row 2", "a number from 0 to 255"},
                    {"time,shape\n0,\n1,2\n", "row 2", "a number from 0 to 255"}};
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        CHECK(!from_csv(refusals[i].csv, &err));
        CHECK_STR(err.where, refusals[i].where);
        CHECK(strstr(err.text, refusals[i].why));
    }
}

/* There are keys 0 to 2, and no trailing bytes; what is asked of anything else is not there. */
#define NOTHING "expected a value, found nothing"
static void test_set(void)
{
    static const struct {
        const char *path, *value, *why; /* NULL: it is set */
    } rows[] = {
        {"keys/2/shape", "255", NULL},  {"keys/2/shape", "256", "255"},
        {"keys/2/shape", "-1", "255"},  {"keys/2/time", "0.5", NULL},
        {"keys/3/shape", "1", NOTHING}, {"keys/3/time", "1", NOTHING},
        {"keys/x/shape", "1", NOTHING}, {"trailing", "AAEC", NOTHING "; there is length, keys"},
        {"length", "2.5", NULL},        {"lengths", "2.5", NOTHING "; did you mean length?"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct made m;
        struct rq_error err = {0};
        make_lip(&m);
        struct rq_doc *doc = read_as(made_bytes(&m), "lip");
        REQUIRE(doc != NULL);
        check_note("%s %s", rows[i].path, rows[i].value);
        CHECK_INT(rq_doc_set(doc, rows[i].path, rows[i].value, &err), rows[i].why == NULL);
        CHECK(!rows[i].why || strstr(err.text, rows[i].why) != NULL);
        CHECK_STR(err.where, rows[i].why ? rows[i].path : "");
        const struct rq_lip *lip = rq_doc_root(doc, "lip");
        CHECK(lip->header.length == (i == 8 ? 2.5F : 1.5F));
        CHECK(lip->keys[2].time == (i == 3 ? 0.5F : 0.75F));
        CHECK_INT(lip->keys[2].shape, i == 0 ? 255 : 15);
        CHECK_INT(lip->trailing.size, 0);
        rq_doc_free(doc);
    }
}

static void test_damage(void)
{
    static struct made m;
    make_lip(&m);
    check_truncations(made_bytes(&m), "lip");
    check_flips(made_bytes(&m), "lip", 2000);
    /* Counts for which there are no bytes, the last one so large that 5 times it wraps. */
    static const uint32_t counts[] = {4, 0x33333334, 0x7FFFFFFF, 0xFFFFFFFF};
    for (size_t i = 0; i < 4; i++) {
        set32(&m, 12, counts[i]);
        refused(made_bytes(&m), RQ_TRUNCATED, "key_count");
    }
    not_built("lip", "\"keys\":[[0]]");
    not_built("lip", "\"keys\":[[0,256]]");
}

static void check_file(const char *name, struct rq_bytes bytes)
{
    check_round_trips(bytes, name, "lip");
    struct rq_doc *doc = read_as(bytes, "lip");
    REQUIRE(doc != NULL);
    const struct rq_lip *lip = rq_doc_root(doc, "lip");
    /* What all 29 measured files have. */
    CHECK_INT(bytes.size, 16 + 5 * lip->key_count);
    CHECK(lip->key_count > 0 && lip->keys[0].time == 0 && lip->keys[0].shape == 0);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor/lip");
    each_file("kotor/lip", check_file);
}

TESTS(test_set, test_values, test_facts, test_played, test_round_trips, test_table, test_from_csv,
      test_damage, test_corpus)
