/* PVO: every finding with its place and words, every refusal, facts, a new document, and what JSON cannot be. */
#include "redguard.h"
#include "told.h"

#include <reliquary/pvo.h>

enum { OCTR = 60, PLST = 104, MLST = 133, PTCH = 151, END = 171, SIZE = 179 };

static void put_refs(struct made *m, unsigned mask, uint32_t leaf, uint32_t child)
{
    put8(m, mask);
    put32(m, leaf);
    if (mask)
        put32(m, child);
}

/* Nodes: 0 at 0 with the children 1 and 2, no leaf; 1 at 13 with the child 3 and leaf 0; 2 at 22 with a child
 * that was never set and leaf 2; 3 at 31 with leaf 1. Leaves at 0, 13 and 14. */
static void make_pvo(struct made *m)
{
    const uint32_t head[] = {10, 4, 3, 5, 0, 8192, 31488, (uint32_t)-6144, 30720, 0, 0, 0, 0};
    m->size = 0;
    put_text(m, "OCTH", 4);
    put32be(m, 52);
    for (size_t i = 0; i < 13; i++)
        put32(m, head[i]);
    put_text(m, "OCTR", 4);
    put32be(m, 36);
    put_refs(m, 0x82, 0xFFFFFFFF, 13);
    put32(m, 22);
    put_refs(m, 0x01, 0, 31);
    put_refs(m, 0x40, 14, 0xFFFFFFFE);
    put_refs(m, 0, 13, 0);
    put_text(m, "PLST", 4);
    put32be(m, 21);
    put8(m, 2);
    put16(m, 2);
    put32(m, 0);
    put16(m, 1);
    put32(m, 4);
    put8(m, 0);
    put8(m, 1);
    put16(m, 3);
    put32(m, 1);
    put_text(m, "MLST", 4);
    put32be(m, 10);
    for (int i = 0; i < 5; i++)
        put16(m, i * 11);
    put_text(m, "PTCH", 4);
    put32be(m, 12);
    put32(m, 31 / 5);
    put16(m, 9);
    put32(m, 0);
    put16(m, 8);
    put_text(m, "END ", 4);
    put32(m, 0);
}

/* ---- findings ---- */

static void test_numbers(void)
{
    static struct made m;
    static const struct {
        size_t at;
        uint32_t value;
        const char *told;
    } cases[] = {
        {12, 5, "pvo-wrong-count 12 total_nodes: 5, but OCTR has 4\n"},
        {16, 4, "pvo-wrong-count 16 leaf_nodes: 4, but 3 nodes have a leaf\n"},
        {20, 6, "pvo-wrong-count 20 mlst_polygon_count: 6, but MLST has 5\n"},
        {OCTR + 13, 14, "pvo-lost-child 0 OCTR: 1 children where no node starts\n"},
        {OCTR + 13, 36, "pvo-lost-child 0 OCTR: 1 children where no node starts\n"},
        {OCTR + 13, 0xFFFFFFFD, "pvo-lost-child 0 OCTR: 1 children where no node starts\n"},
        {OCTR + 13, 0xFFFFFFFE, ""},
        {OCTR + 13, 0xFFFFFFFF, ""},
        {OCTR + 13, 31, ""},
        {OCTR + 13, 0, "pvo-circle 0 OCTR: 2 nodes stand on or behind a circle of references\n"},
        {OCTR + 26, 13, "pvo-circle 0 OCTR: 1 nodes stand on or behind a circle of references\n"},
        {OCTR + 35, 22, "pvo-circle 0 OCTR: 1 nodes stand on or behind a circle of references\n"},
        {OCTR + 22, 1, "pvo-lost-leaf 0 OCTR: 1 leaves where no leaf starts\n"},
        {OCTR + 22, 21, "pvo-lost-leaf 0 OCTR: 1 leaves where no leaf starts\n"},
        {OCTR + 22, 14, ""},
        {PLST + 11, 3, ""},
        {PLST + 11, 4, "pvo-entry-beyond-list 0 PLST: 1 entries reach beyond MLST\n"},
        {PLST + 11, 0xFFFFFFFE, "pvo-entry-beyond-list 0 PLST: 1 entries reach beyond MLST\n"},
        {PTCH + 8, 1, "pvo-lost-patch 0 PTCH: 1 patches of no node\n"},
        {PTCH + 8, 2, ""},
        {PTCH + 8, 3, "pvo-lost-patch 0 PTCH: 1 patches of no node\n"},
        {PTCH + 8, 4, ""},
        {PTCH + 8, 7, "pvo-lost-patch 0 PTCH: 1 patches of no node\n"},
        {END + 4, 1, "pvo-trailing-bytes 175 end: END is followed by 4 bytes, not by 0\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        make_pvo(&m);
        REQUIRE(m.size == SIZE);
        rq_set32(m.data + cases[i].at, cases[i].value);
        check_note("%u at %zu", (unsigned)cases[i].value, cases[i].at);
        warned(made_bytes(&m), "pvo", cases[i].told);
    }
}

static void test_sections(void)
{
    static struct made m;
    make_pvo(&m);
    m.size = SIZE - 4;
    warned(made_bytes(&m), "pvo",
           "pvo-trailing-bytes 175 end: END is followed by 0 bytes, not by 0\n");
    m.size = END;
    warned(made_bytes(&m), "pvo", "pvo-no-end 171 end: END is not there\n");
    put_text(&m, "WHAT", 4);
    put32be(&m, 1);
    put8(&m, 7);
    memcpy(m.data + m.size, m.data + PTCH, END - PTCH);
    m.size += END - PTCH;
    warned(made_bytes(&m), "pvo",
           "pvo-unknown-section 171 sections: \"WHAT\" is not known here\n"
           "pvo-unknown-section 180 sections: \"PTCH\" is not known here\n"
           "pvo-no-end 200 end: END is not there\n");
    make_pvo(&m);
    rq_set32(m.data + 12, 0);
    rq_set32(m.data + 16, 0);
    rq_set32(m.data + 20, 0);
    m.size = OCTR;
    warned(made_bytes(&m), "pvo",
           "pvo-no-end 60 end: END is not there\n"
           "pvo-missing-section 0 sections: there is no OCTR\n"
           "pvo-missing-section 0 sections: there is no PLST\n"
           "pvo-missing-section 0 sections: there is no MLST\n");
}

/* ---- refusals ---- */

static void refuses(const struct made *m, enum rq_code code, size_t offset, const char *where,
                    const char *text)
{
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("pvo")};
    struct rq_doc *doc = rq_doc_read(made_bytes(m), &options, &err);
    check_note("%s", text);
    CHECK(doc == NULL);
    CHECK_INT(err.code, code);
    CHECK_INT(err.offset, offset);
    CHECK(strstr(err.where, where) != NULL);
    CHECK_STR(err.text, text);
    rq_doc_free(doc);
}

static void test_refusals(void)
{
    static struct made m;
    make_pvo(&m);
    m.data[0] = 'P';
    refuses(&m, RQ_BAD_MAGIC, 0, "", "does not start with OCTH");
    make_pvo(&m);
    rq_set32be(m.data + MLST + 4, 9);
    refuses(&m, RQ_CORRUPT, MLST + 8, "sections[3]", "9 bytes are not a list of 16-bit numbers");
    make_pvo(&m);
    rq_set32be(m.data + PTCH + 4, 11);
    refuses(&m, RQ_CORRUPT, PTCH + 8, "sections[4]", "11 bytes are not a list of patches");
    make_pvo(&m);
    rq_set32be(m.data + 4, 48);
    refuses(&m, RQ_CORRUPT, 8, "sections[0]", "OCTH has 48 bytes, 52 expected");
    make_pvo(&m);
    m.size = END + 3;
    refuses(&m, RQ_TRUNCATED, END, "",
            "ends at 174, but its own sizes promise at least 175 bytes: the file is truncated");
}

/* ---- facts ---- */

static void test_facts(void)
{
    static struct made m;
    static const char *const expected[][2] = {
        {"nodes", "4, 3 with a leaf"},
        {"leaves", "3, 3 entries"},
        {"seen", "5 numbers, up to 77"},
        {"cube", "31488, -6144, 30720, +- 8192"},
        {"patches", "2"},
    };
    for (size_t last = 4; last <= 5; last++) {
        const struct rq_fact *facts;
        size_t count = 0;
        make_pvo(&m);
        rq_set16(m.data + MLST + 12, 77); /* the highest is not the last */
        m.size = last == 5 ? SIZE : PTCH;
        struct rq_doc *doc = read_as(made_bytes(&m), "pvo");
        REQUIRE(doc && rq_doc_facts(doc, &facts, &count, NULL));
        REQUIRE(count == last);
        for (size_t i = 0; i < count; i++) {
            CHECK_STR(facts[i].key, expected[i][0]);
            CHECK_STR(facts[i].value, expected[i][1]);
        }
        rq_doc_free(doc);
    }
}

/* ---- JSON ---- */

/* What members of an object say when no document comes of them. */
static void test_json(void)
{
    static const struct {
        const char *members, *text;
    } cases[] = {
        {"\"nodes\":[[1,null]]", "node 0: [mask, leaf, a child for each bit of the mask]"},
        {"\"nodes\":[[0,null],[0,null,0]]",
         "node 1: [mask, leaf, a child for each bit of the mask]"},
        {"\"leaves\":[[],[1]]", "leaf 1: up to 255 pairs of count and start"},
        {"\"nodes\":[[0,0]]", "1 references to nodes or leaves that are not there"},
        {"\"nodes\":[[3,null,2,1],[0,1]],\"leaves\":[[]]",
         "2 references to nodes or leaves that are not there"},
        {"\"sections\":[\"OCTH\",\"OCTH\"]", "OCTH is there twice"},
        {"\"sections\":[\"OCTR\",\"OCTH\"]", "the first section is OCTH"},
        {"\"sections\":[\"OCTH\",\"WHAT\"]",
         "a section is OCTH, OCTR, PLST, MLST, PTCH or {tag, data}"},
        {"\"sections\":[\"OCTH\",{\"tag\":\"END \",\"data\":\"\"}]", "END is not a section"},
        {"\"sections\":[\"OCTH\"],\"leaves\":[[]]", "\"sections\" does not name all that is here"},
        {"\"sections\":[\"OCTH\"],\"nodes\":[[0,null]]",
         "\"sections\" does not name all that is here"},
        {"\"sections\":[\"OCTH\",\"OCTR\"],\"nodes\":[[0,null]],\"ids\":[[1]]",
         "\"sections\" does not name all that is here"},
        {"\"end\":false,\"tail\":\"00\"", "a \"tail\" follows END, and there is none"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char json[512];
        struct rq_error err = {0};
        snprintf(json, sizeof json, "{\"format\":\"pvo\",\"version\":1,%s}", cases[i].members);
        struct rq_out out = built_from(json, &err);
        check_note("%s", cases[i].members);
        CHECK_INT(out.size, 0);
        CHECK(strstr(err.text, cases[i].text) != NULL);
        if (!strstr(err.text, cases[i].text))
            CHECK_STR(err.text, cases[i].text);
        rq_out_free(&out);
    }
}

/* The bytes of a document with nothing in it. */
static void test_fresh(void)
{
    static struct made m;
    static const char *const tags[] = {"OCTR", "PLST", "MLST"};
    struct rq_error err = {0};
    m.size = 0;
    put_text(&m, "OCTH", 4);
    put32be(&m, 52);
    put_zeros(&m, 52);
    rq_set32(m.data + 8, 10);
    rq_set32(m.data + 28, 16384);
    for (size_t i = 0; i < 3; i++) {
        put_text(&m, tags[i], 4);
        put32be(&m, 0);
    }
    put_text(&m, "END ", 4);
    put32(&m, 0);
    struct rq_out out = built_from("{\"format\":\"pvo\",\"version\":1}", &err);
    CHECK_STR(err.text, "");
    CHECK_MEM(out.data, out.size, m.data, m.size);
    rq_out_free(&out);
    warned(made_bytes(&m), "pvo", "");
}

TESTS(test_numbers, test_sections, test_refusals, test_facts, test_json, test_fresh)
