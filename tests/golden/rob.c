/* ROB: bytes by hand from docs/formats/rob.md, whose tables are those of the chapter "ROB File
 * Format" of the Redguard documents; with a corpus, against its ground truth. */
#include "property/samples.h"
#include "redguard.h"

#include <reliquary/rob.h>

enum { FIRST = 20, DATA = 100 };

static size_t model_size(void)
{
    uint8_t model[1024];
    return sample_model3d(model);
}

/* 80 bytes: the box goes from -30 to 10, -50 to 20 and -70 to 30. */
static void put_segment(struct made *m, const char *name, int type, int flags, unsigned attribs,
                        uint32_t size)
{
    put32(m, size + 80);
    put_text(m, name, 8);
    put16(m, type);
    put16(m, flags);
    put8(m, attribs);
    put8(m, 0);
    put8(m, 0);
    put8(m, size ? 2 : 0); /* faces of the model, mod 256 */
    put32be(m, 1);
    put32(m, 0);
    put32(m, 40);
    put32(m, 70);
    put32(m, 100);
    put_zeros(m, 12);
    put32(m, 10);
    put32(m, 20);
    put32(m, 30);
    put32(m, 30);
    put32(m, 50);
    put32(m, 70);
    put32(m, size);
}

/* An embedded model, one of MENU.ROB's kind, a reference. */
static void make_rob(struct made *m)
{
    uint32_t size = (uint32_t)model_size();
    m->size = 0;
    put_text(m, "OARC", 4);
    put32be(m, 4);
    put32(m, 3);
    put_text(m, "OARD", 4);
    put32be(m, 3 * 80 + 2 * size);
    put_segment(m, "PALMTR01", 0, 0, 2, size);
    m->size += sample_model3d(m->data + m->size);
    put_segment(m, "MB_PG01", 256, 0x5A00, 0x40, size);
    m->size += sample_model3d(m->data + m->size);
    put_segment(m, "CYRSA001", 512, 0, 0, 0);
    put_text(m, "END ", 4);
}

static void test_values(void)
{
    static struct made m;
    make_rob(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "rob");
    REQUIRE(doc != NULL);
    const struct rq_rob *rob = rq_doc_root(doc, "rob");
    const struct rq_finding *findings;
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    CHECK_INT(rob->header.unused_04, 4);
    CHECK_INT(rob->header.num_segments, 3);
    CHECK_INT(rob->header.payload_size, m.size - 24);
    REQUIRE(rob->segment_count == 3);
    const struct rq_rob_segment_header *h = &rob->segments[1].header;
    CHECK_MEM(h->name, 8, "MB_PG01\0", 8);
    CHECK_INT(h->segment_type, RQ_ROB_MENU);
    CHECK_INT(h->segment_flags, 0x5A00);
    CHECK_INT(rq_rob_render_mode(h), 0x5A);
    CHECK_INT(h->segment_attribs, 0x40);
    CHECK_INT(h->face_count_low[2], 2);
    CHECK_INT(h->unused_14, 1);
    CHECK_INT(h->bbox_extent[2], 100);
    CHECK_INT(h->bbox_positive[0], 10);
    CHECK_INT(h->bbox_negative[1], 50);
    CHECK_INT(h->data_size, model_size());
    CHECK_INT(rob->segments[1].data.size, model_size());
    /* A high byte of 0 stands for 255. */
    CHECK_INT(rq_rob_render_mode(&rob->segments[0].header), 0xFF);
    CHECK_INT(rob->segments[2].header.segment_type, RQ_ROB_EXTERNAL);
    CHECK_INT(rob->segments[2].data.size, 0);
    rq_doc_free(doc);
}

static void expect(const struct made *m, size_t expected, const char *id)
{
    const struct rq_finding *findings;
    struct rq_doc *doc = read_as(made_bytes(m), "rob");
    REQUIRE(doc != NULL);
    size_t n = rq_doc_findings(doc, &findings);
    CHECK_INT(n, expected);
    for (size_t i = 0; i < n; i++)
        CHECK_STR(findings[i].id, id);
    CHECK(writes_same(doc, made_bytes(m), false));
    CHECK(writes_same(doc, made_bytes(m), true));
    rq_doc_free(doc);
}

static void test_round_trips(void)
{
    static struct made m;
    make_rob(&m);
    check_round_trips(made_bytes(&m), "ISLAND.ROB", "rob");
    check_round_trips(made_bytes(&m), NULL, "rob");
    static const struct {
        size_t at;
        uint32_t value;
        size_t findings;
        const char *id;
    } odd[] = {
        {4, 77, 0, ""},                                 /* unused_04 */
        {16, 77, 1, "rob-wrong-payload-size"},          /* payload_size */
        {FIRST, 79, 1, "rob-wrong-total-size"},         /* total_size lies */
        {FIRST, 0, 1, "rob-wrong-total-size"},          /* */
        {FIRST, 0xFFFFFFFF, 1, "rob-wrong-total-size"}, /* */
        {FIRST + 12, 300, 1, "rob-unknown-type"},       /* a type nobody knows */
        {FIRST + 12, 512, 1, "rob-type-against-data"},  /* a reference with data */
        {FIRST + 0x1C, 41, 1, "rob-wrong-box"},         /* box that is no sum */
        {FIRST + 0x34, 0xFFFFFFFF, 1, "rob-wrong-box"}, /* */
        {FIRST + 0x18, 5, 0, ""},                       /* reserved */
        {DATA, 0, 0, ""},                               /* not a model: kept as it is */
        {DATA + 4, 0xFFFFFFFF, 0, ""},                  /* */
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        check_note("%u at %zu", (unsigned)odd[i].value, odd[i].at);
        make_rob(&m);
        set32(&m, odd[i].at, odd[i].value);
        expect(&m, odd[i].findings, odd[i].id);
    }
    check_note(" ");
    make_rob(&m);
    memcpy(m.data + FIRST + 4, "cyrsa001", 8);
    expect(&m, 1, "rob-duplicate-name");
    make_rob(&m);
    memcpy(m.data + FIRST + 4, "A\0B\0\0\0\0\1", 8); /* bytes behind the NUL */
    expect(&m, 0, "");
    make_rob(&m);
    m.size -= 4;
    expect(&m, 1, "rob-no-end");
    make_rob(&m);
    put8(&m, 7);
    expect(&m, 1, "rob-trailing-bytes");
    m.size = 0; /* EMPTY.ROB of the corpus: no segments at all */
    put_text(&m, "OARC", 4);
    put32be(&m, 4);
    put32(&m, 0);
    put_text(&m, "OARD", 4);
    put32be(&m, 0);
    put_text(&m, "END ", 4);
    expect(&m, 0, "");
}

static void test_refusals(void)
{
    static struct made m;
    make_rob(&m);
    set32(&m, 8, 0x10000000);
    refused(made_bytes(&m), RQ_TRUNCATED, "num_segments");
    make_rob(&m);
    set32(&m, 8, 4); /* END is taken for a segment */
    refused(made_bytes(&m), RQ_TRUNCATED, "");
    make_rob(&m);
    set32(&m, FIRST + 76, 0x7FFFFFFF);
    refused(made_bytes(&m), RQ_TRUNCATED, "segments[0] / data_size");
    make_rob(&m);
    m.data[12] = 'X';
    struct rq_options options = {.format = rq_format_by_name("rob")};
    struct rq_error err = {0};
    CHECK(rq_doc_read(made_bytes(&m), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_CORRUPT);
    make_rob(&m);
    check_truncations(made_bytes(&m), "rob");
    check_flips(made_bytes(&m), "rob", 2000);
}

static void test_json(void)
{
    static struct made m;
    make_rob(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "rob");
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    const char *text = (const char *)json.data;
    CHECK(strstr(text, "\"format\": \"model3d\"") != NULL);
    CHECK(strstr(text, "\"data\"") == NULL);
    CHECK(strstr(text, "total_size") == NULL && strstr(text, "payload_size") == NULL);
    rq_out_free(&json);
    rq_doc_free(doc);
    not_built("rob", "\"magic\":\"OARC\"");
    not_built("rob", "\"segments\":[{\"name\":\"NINE_LONG\"}]");
    not_built("rob", "\"segments\":[{\"document\":{}}]");
    not_built("rob", "\"segments\":[{\"nonsense\":1}]");
    struct rq_error err = {0};
    struct rq_out out = built_from("{\"format\":\"rob\",\"version\":1,\"segments\":[{\"name\":"
                                   "\"X\",\"data\":\"AQID\"}]}",
                                   &err);
    CHECK_INT(out.size, 20 + 80 + 3 + 4);
    REQUIRE(out.size == 107);
    CHECK_INT(rq_get32be(out.data + 16), 83);
    CHECK_INT(rq_get32(out.data + FIRST), 83);
    CHECK_INT(rq_get32(out.data + FIRST + 76), 3);
    rq_out_free(&out);
}

static void test_entries(void)
{
    static struct made m;
    static uint8_t moving[1024];
    size_t size = sample_model3d(moving);
    make_rob(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "rob");
    REQUIRE(doc != NULL);
    const struct rq_rob *rob = rq_doc_root(doc, "rob");
    const struct rq_entry *entries;
    struct rq_error err = {0};
    size_t count = 0;
    REQUIRE(rq_doc_entries(doc, &entries, &count, &err) && count == 2);
    CHECK_STR(entries[0].name, "PALMTR01.3D");
    CHECK_STR(entries[1].name, "MB_PG01.3D");
    CHECK_MEM(entries[0].bytes.data, entries[0].bytes.size, moving, size);
    /* What is not a model is refused, and nothing changes. */
    CHECK(!rq_doc_put_entry(doc, "palmtr01.3d", (struct rq_bytes){moving, size - 12}, &err));
    CHECK_STR(err.where, "model3d / vertex_normals");
    err = (struct rq_error){0};
    CHECK_INT(rob->segments[0].header.bbox_extent[0], 40);
    /* Replaced: size, box and number of faces follow. */
    CHECK(rq_doc_put_entry(doc, "palmtr01.3d", (struct rq_bytes){moving, size}, &err));
    CHECK_INT(rob->segments[0].header.bbox_extent[0], 5120);
    CHECK_INT(rob->segments[0].header.face_count_low[2], 2);
    /* A reference becomes a model; a new one gets the box of its vertices: 0 to 5120, -5120
     * to 0, -256 to 256. */
    CHECK(rq_doc_put_entry(doc, "CYRSA001.3D", (struct rq_bytes){moving, size}, &err));
    CHECK_INT(rob->segments[2].header.segment_type, RQ_ROB_EMBEDDED);
    CHECK(rq_doc_put_entry(doc, "new.3d", (struct rq_bytes){moving, size}, &err));
    REQUIRE(rob->segment_count == 4);
    const struct rq_rob_segment_header *h = &rob->segments[3].header;
    CHECK_MEM(h->name, 8, "NEW\0\0\0\0\0", 8);
    CHECK_INT(h->bbox_positive[0], 5120);
    CHECK_INT(h->bbox_negative[1], 5120);
    CHECK_INT(h->bbox_extent[2], 512);
    CHECK_INT(h->face_count_low[2], 2);
    CHECK(rq_doc_remove_entry(doc, "MB_PG01.3D", &err));
    struct rq_out out = {0};
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_STR(err.text, "");
    CHECK_INT(out.size, 20 + 3 * 80 + 3 * size + 4);
    CHECK_INT(rq_get32be(out.data + 16), out.size - 24);
    CHECK_INT(rq_get32(out.data + 8), 3);
    struct rq_doc *again = read_as(rq_out_bytes(&out), "rob");
    const struct rq_finding *findings;
    CHECK(again && rq_doc_findings(again, &findings) == 0);
    rq_doc_free(again);
    rq_out_free(&out);
    rq_doc_free(doc);
    /* With two frames it moves. */
    set32(&m, FIRST + 80 + 16, 2);
    doc = read_as(made_bytes(&m), "rob");
    REQUIRE(doc != NULL);
    CHECK(rq_doc_entries(doc, &entries, &count, &err));
    CHECK_STR(entries[0].name, "PALMTR01.3DC");
    rq_doc_free(doc);
}

static void test_bad_entries(void)
{
    static struct made m;
    make_rob(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "rob");
    REQUIRE(doc != NULL);
    static const char *const names[] = {"NINE_LONG.3D", "X.TXT", ".3D", "X", "../X.3D"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct rq_error err = {0};
        check_note("%s", names[i]);
        CHECK(!rq_doc_put_entry(doc, names[i], made_bytes(&m), &err));
        CHECK_INT(err.code, RQ_USAGE);
    }
    struct rq_error err = {0};
    CHECK(!rq_doc_put_entry(doc, "NOMODEL.3D", made_bytes(&m), &err));
    CHECK(err.code != RQ_OK);
    err = (struct rq_error){0};
    CHECK(!rq_doc_remove_entry(doc, "NOTHERE.3D", &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK(writes_same(doc, made_bytes(&m), false));
    rq_doc_free(doc);
}

/* Of a file as it was read, whose segments have no room behind them. */
static void test_remove_first(void)
{
    static struct made m;
    struct rq_error err = {0};
    make_rob(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "rob");
    REQUIRE(doc != NULL);
    const struct rq_rob *rob = rq_doc_root(doc, "rob");
    CHECK(rq_doc_remove_entry(doc, "PALMTR01.3D", &err));
    REQUIRE(rob->segment_count == 2);
    CHECK_MEM(rob->segments[0].header.name, 8, "MB_PG01\0", 8);
    CHECK_MEM(rob->segments[1].header.name, 8, "CYRSA001", 8);
    rq_doc_free(doc);
}

/* ---- the corpus ---- */

static void check_triple(struct rq_jr *jr, const uint32_t *values)
{
    size_t k = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); k++)
        CHECK_INT(values[k % 3], rq_jr_u32(jr));
    CHECK_INT(k, 3);
}

static void check_segment(struct rq_jr *jr, const struct rq_rob_segment *s)
{
    const struct rq_rob_segment_header *h = &s->header;
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "name")) {
            char name[9] = {0};
            memcpy(name, h->name, 8);
            CHECK(rq_str_is(rq_jr_string(jr), name));
        } else if (rq_str_is(key, "type")) {
            CHECK_INT(h->segment_type, rq_jr_u32(jr));
        } else if (rq_str_is(key, "flags")) {
            CHECK_INT(h->segment_flags, rq_jr_u32(jr));
        } else if (rq_str_is(key, "render_mode")) {
            CHECK_INT(rq_rob_render_mode(h), rq_jr_u32(jr));
        } else if (rq_str_is(key, "attribs")) {
            CHECK_INT(h->segment_attribs, rq_jr_u32(jr));
        } else if (rq_str_is(key, "unused_14")) {
            CHECK_INT(h->unused_14, rq_jr_u32(jr));
        } else if (rq_str_is(key, "data_size")) {
            CHECK_INT(s->data.size, rq_jr_u32(jr));
        } else if (rq_str_is(key, "bbox_extent")) {
            check_triple(jr, h->bbox_extent);
        } else if (rq_str_is(key, "bbox_positive")) {
            check_triple(jr, h->bbox_positive);
        } else if (rq_str_is(key, "bbox_negative")) {
            check_triple(jr, h->bbox_negative);
        } else {
            rq_jr_skip(jr);
        }
    }
}

static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    check_round_trips(bytes, name, "rob");
    struct rq_doc *doc = read_as(bytes, "rob");
    REQUIRE(doc != NULL);
    const struct rq_rob *rob = rq_doc_root(doc, "rob");
    const struct rq_finding *findings;
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_jr jr;
    struct rq_str key;
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    rq_jr_open(&jr, truth, &arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "payload_size")) {
            CHECK_INT(rob->header.payload_size, rq_jr_u32(&jr));
        } else if (rq_str_is(key, "segments")) {
            size_t n = 0;
            REQUIRE(rq_jr_length(&jr) == rob->segment_count);
            rq_jr_array(&jr);
            while (rq_jr_more(&jr))
                check_segment(&jr, &rob->segments[n++]);
        } else {
            rq_jr_skip(&jr);
        }
    }
    CHECK(rq_jr_ok(&jr));
    /* Every model in it comes back through its own document. */
    struct rq_out json = json_of(doc);
    CHECK(strstr((const char *)json.data, "\"data\"") == NULL);
    rq_out_free(&json);
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    CHECK_INT(each_corpus("*.ROB", check_file), 5);
}

TESTS(test_values, test_round_trips, test_refusals, test_json, test_entries, test_bad_entries,
      test_remove_first, test_corpus)
