/* PVO: bytes by hand from docs/formats/pvo.md, whose layout is that of the chapters "PVO File
 * Format" and "PVO Parser" of the Redguard documents; with a corpus, against its ground truth. */
#include "redguard.h"

#include <reliquary/pvo.h>

enum { OCTR = 60, PLST = 104, MLST = 133, PTCH = 151, END = 171, SIZE = 179 };

/* The header of PALACE (cell_size 8192, center 31488, -6144, 30720), and a tree of four nodes:
 *   0 at 0   mask 0x82: children 1 and 7; no leaf
 *   1 at 13  mask 0x01; leaf 0
 *   2 at 22  mask 0x40, its child never set; leaf 2
 *   3 at 31  mask 0x00; leaf 1
 * record size = 5 + 4 * children, 1 + 6 * entries. */
static void make_pvo(struct made *m)
{
    m->size = 0;
    put_text(m, "OCTH", 4);
    put32be(m, 52);
    const uint32_t head[] = {10, 4, 3, 5, 0, 8192, 31488, (uint32_t)-6144, 30720, 0, 0, 0, 0};
    for (size_t i = 0; i < 13; i++)
        put32(m, head[i]);
    put_text(m, "OCTR", 4);
    put32be(m, 36);
    put8(m, 0x82);
    put32(m, 0xFFFFFFFF);
    put32(m, 13);
    put32(m, 22);
    put8(m, 0x01);
    put32(m, 0);
    put32(m, 31);
    put8(m, 0x40);
    put32(m, 14);
    put32(m, 0xFFFFFFFE);
    put8(m, 0);
    put32(m, 13);
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
    put32(m, 31 / 5); /* octr_node_index = offset / 5 */
    put16(m, 9);
    put32(m, 0);
    put16(m, 8);
    put_text(m, "END ", 4);
    put32(m, 0);
}

static void test_values(void)
{
    static struct made m;
    make_pvo(&m);
    CHECK_INT(m.size, SIZE);
    struct rq_doc *doc = read_as(made_bytes(&m), "pvo");
    REQUIRE(doc != NULL);
    const struct rq_pvo *pvo = rq_doc_root(doc, "pvo");
    const struct rq_finding *findings;
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    CHECK_INT(pvo->header.depth, 10);
    CHECK_INT(pvo->header.cell_size, 8192);
    CHECK_INT(pvo->header.center[1], -6144);
    CHECK_INT(pvo->section_count, 5);
    REQUIRE(pvo->node_count == 4 && pvo->child_count == 4 && pvo->leaf_count == 3);
    CHECK_INT(pvo->nodes[0].mask, 0x82);
    CHECK(!pvo->nodes[0].leaf.linked && pvo->nodes[0].leaf.value == (uint32_t)RQ_PVO_NONE);
    CHECK(pvo->children[0].linked && pvo->children[0].value == 1);
    CHECK(pvo->children[1].linked && pvo->children[1].value == 2);
    CHECK(pvo->children[2].linked && pvo->children[2].value == 3);
    CHECK(!pvo->children[3].linked && pvo->children[3].value == (uint32_t)RQ_PVO_UNSET);
    CHECK(pvo->nodes[2].leaf.linked && pvo->nodes[2].leaf.value == 2);
    CHECK_INT(pvo->nodes[3].leaf.value, 1);
    CHECK_INT(pvo->leaves[0].count, 2);
    CHECK_INT(pvo->leaves[2].first_entry, 2);
    CHECK_INT(pvo->entries[1].count, 1);
    CHECK_INT(pvo->entries[1].start, 4);
    CHECK_INT(pvo->ids[4], 44);
    CHECK(pvo->patches[0].node.linked && pvo->patches[0].node.value == 3);
    CHECK_INT(pvo->patches[0].object, 9);
    CHECK_INT(pvo->patches[1].node.value, 0);
    rq_doc_free(doc);
}

/* The tables of the shipped files fit the record sizes: what 5 bytes a node leave of OCTR are
 * whole references. There are more of them than nodes, so nodes are shared: a tree of the game
 * is not a tree. MLST is 2 * mlst_polygon_count. */
static void test_arithmetic(void)
{
    static const struct {
        uint32_t nodes, octr, ids, mlst, references;
    } shipped[] = {{23287, 256091, 55394, 110788, 34914},
                   {25694, 271546, 16815, 33630, 35769},
                   {29112, 300688, 40537, 81074, 38782},
                   {23154, 213134, 108189, 216378, 24341},
                   {5113, 48125, 54461, 108922, 5640}};
    for (size_t i = 0; i < 5; i++) {
        CHECK_INT(shipped[i].nodes * 5 + shipped[i].references * 4, shipped[i].octr);
        CHECK(shipped[i].references > shipped[i].nodes - 1);
        CHECK_INT(shipped[i].ids * 2, shipped[i].mlst);
    }
    /* CATACOMB: OCTR at 0x3C, PLST at 0x3E89F, MLST at 0x108A7C, END at 0x123B48. */
    CHECK_INT(8 + 52, 0x3C);
    CHECK_INT(0x3C + 8 + 256091, 0x3E89F);
    CHECK_INT(0x3E89F + 8 + 827861, 0x108A7C);
    CHECK_INT(0x108A7C + 8 + 110788, 0x123B48);
    CHECK_INT(0x123B48 + 8, 1194832);
}

/* Findings of a file that has to come back whatever they are. */
static void expect(const struct made *m, size_t expected)
{
    const struct rq_finding *findings;
    struct rq_doc *doc = read_as(made_bytes(m), "pvo");
    if (!CHECK(doc != NULL))
        return;
    size_t n = rq_doc_findings(doc, &findings);
    if (!CHECK_INT(n, expected))
        for (size_t i = 0; i < n; i++)
            printf("    %s: %s\n", findings[i].where, findings[i].text);
    CHECK(writes_same(doc, made_bytes(m), false));
    CHECK(writes_same(doc, made_bytes(m), true));
    rq_doc_free(doc);
}

static void test_round_trips(void)
{
    static struct made m;
    make_pvo(&m);
    check_round_trips(made_bytes(&m), "PALACE.PVO", "pvo");
    check_round_trips(made_bytes(&m), NULL, "pvo");
    static const struct {
        size_t at;
        uint32_t value;
        size_t findings;
    } odd[] = {
        {12, 5, 1},                 /* total_nodes */
        {16, 4, 1},                 /* leaf_nodes */
        {20, 6, 1},                 /* mlst_polygon_count */
        {24, 1, 0},                 /* reserved */
        {OCTR + 8 + 5, 14, 1},      /* a child between two nodes */
        {OCTR + 8 + 5, 1 << 30, 1}, /* a child outside */
        {OCTR + 8 + 5, 0, 1},       /* the root as its own child */
        {OCTR + 8 + 18, 13, 1},     /* node 1 as its own child */
        {OCTR + 8 + 18, 0, 1},      /* the root as its own grandchild */
        {OCTR + 8 + 14, 1, 1},      /* a leaf between two leaves */
        {OCTR + 8 + 14, 14, 0},     /* a leaf shared by two nodes */
        {PLST + 8 + 3, 4, 1},       /* an entry beyond MLST */
        {PTCH + 8, 99, 1},          /* a patch of no node */
        {END + 4, 1, 1},            /* END with a size */
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        check_note("%u at %zu", (unsigned)odd[i].value, odd[i].at);
        make_pvo(&m);
        set32(&m, odd[i].at, odd[i].value);
        expect(&m, odd[i].findings);
    }
    check_note(" ");
    make_pvo(&m);
    m.size -= 4; /* END of four bytes */
    expect(&m, 1);
    m.size -= 4; /* none */
    expect(&m, 1);
    m.size = MLST; /* no MLST: its count and the entries are wrong, too */
    put_text(&m, "END ", 4);
    put32(&m, 0);
    expect(&m, 3);
}

/* Sections that nobody knows, twice there, in another order, empty. */
static void test_sections(void)
{
    static struct made m, other;
    make_pvo(&m);
    m.size = END;
    put_text(&m, "WHAT", 4);
    put32be(&m, 2);
    put16(&m, 0x1234);
    memcpy(m.data + m.size, m.data + MLST, 18);
    m.size += 18;
    put_text(&m, "END ", 4);
    put32(&m, 0);
    expect(&m, 2);
    make_pvo(&m);
    other.size = 0;
    memcpy(other.data, m.data, OCTR);
    memcpy(other.data + OCTR, m.data + PLST, END - PLST);
    memcpy(other.data + OCTR + END - PLST, m.data + OCTR, PLST - OCTR);
    memcpy(other.data + END, m.data + END, 8);
    other.size = SIZE;
    expect(&other, 0);
    other.size = OCTR;
    for (size_t i = 0; i < 3; i++) {
        put_text(&other, i == 0 ? "OCTR" : i == 1 ? "PLST" : "MLST", 4);
        put32be(&other, 0);
    }
    put_text(&other, "END ", 4);
    put32(&other, 0);
    expect(&other, 3);
}

static void test_refusals(void)
{
    static struct made m;
    make_pvo(&m);
    rq_set32be(m.data + 4, 51);
    refused(made_bytes(&m), RQ_CORRUPT, "OCTH has 51 bytes");
    make_pvo(&m);
    m.data[OCTR + 8 + 31] = 0xFF; /* the last node wants eight children */
    refused(made_bytes(&m), RQ_TRUNCATED, "nodes[3] / child_refs");
    make_pvo(&m);
    m.data[PLST + 8 + 14] = 2; /* the last leaf wants two entries */
    refused(made_bytes(&m), RQ_TRUNCATED, "leaves[2] / entries");
    make_pvo(&m);
    rq_set32be(m.data + MLST + 4, 9);
    refused(made_bytes(&m), RQ_CORRUPT, "16-bit");
    make_pvo(&m);
    rq_set32be(m.data + PTCH + 4, 0xFFFFFFFF);
    refused(made_bytes(&m), RQ_TRUNCATED, "payload");
    make_pvo(&m);
    check_truncations(made_bytes(&m), "pvo");
    check_flips(made_bytes(&m), "pvo", 3000);
}

static void test_json(void)
{
    static struct made m;
    make_pvo(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "pvo");
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    const char *text = (const char *)json.data;
    CHECK(strstr(text, "[130, null, 1, 2]") != NULL);
    CHECK(strstr(text, "[64, 2, \"0xfffffffe\"]") != NULL);
    CHECK(strstr(text, "[2, 0, 1, 4]") != NULL);
    CHECK(strstr(text, "[3, 9]") != NULL);
    CHECK(strstr(text, "total_nodes") == NULL);
    rq_out_free(&json);
    rq_doc_free(doc);
    not_built("pvo", "\"nodes\":[[1,null]]");
    not_built("pvo", "\"nodes\":[[1,null,1]]");
    not_built("pvo", "\"nodes\":[[0,0]]");
    not_built("pvo", "\"nodes\":[[256,null]]");
    not_built("pvo", "\"leaves\":[[1]]");
    not_built("pvo", "\"patches\":[[0,1]]");
    not_built("pvo", "\"patches\":[[\"0x00000000\",1]]"); /* no section to put it in */
    not_built("pvo", "\"sections\":[\"OCTR\"]");
    not_built("pvo", "\"sections\":[\"OCTH\",\"OCTH\"]");
    not_built("pvo", "\"sections\":[\"OCTH\",\"WHAT\"]");
    not_built("pvo", "\"sections\":[\"OCTH\"],\"ids\":[[1]]");
    struct rq_error err = {0};
    struct rq_out out = built_from("{\"format\":\"pvo\",\"version\":1,\"nodes\":[[1,null,1],[0,0]],"
                                   "\"leaves\":[[1,0]],\"ids\":[[7]]}",
                                   &err);
    CHECK_STR(err.text, "");
    REQUIRE(out.size > 100);
    CHECK_INT(rq_get32(out.data + 12), 2);           /* total_nodes */
    CHECK_INT(rq_get32(out.data + 16), 1);           /* leaf_nodes */
    CHECK_INT(rq_get32(out.data + OCTR + 8 + 5), 9); /* the second node stands behind the first */
    rq_out_free(&out);
}

/* A chain of n nodes, each the child of the one before, and back to the start. */
static void test_circles(void)
{
    struct rq_out out = {0};
    enum { NODES = 20000 };
    rq_put(&out, "OCTH\0\0\0\64", 8);
    rq_put_zeros(&out, 52);
    rq_put(&out, "OCTR", 4);
    rq_put32be(&out, NODES * 9);
    for (uint32_t i = 0; i < NODES; i++) {
        rq_put8(&out, 0x80);
        rq_put32(&out, 0xFFFFFFFF);
        rq_put32(&out, (i + 1) % NODES * 9);
    }
    rq_put(&out, "END \0\0\0\0", 8);
    check_survives(rq_out_bytes(&out), "pvo");
    struct rq_doc *doc = read_as(rq_out_bytes(&out), "pvo");
    const struct rq_finding *findings;
    REQUIRE(doc != NULL);
    size_t n = rq_doc_findings(doc, &findings);
    CHECK(n && strstr(findings[n - 1].text, "20000 nodes stand on or behind a circle"));
    rq_doc_free(doc);
    rq_out_free(&out);
}

/* ---- the corpus ---- */

static uint32_t offset_of(const struct rq_pvo *pvo, struct rq_pvo_ref ref)
{
    return ref.linked ? ref.value * 5 + pvo->nodes[ref.value].first_child * 4 : UINT32_MAX;
}

/* {offset, mask, leaf_ref | null, children: [[octant, offset]]} */
static void check_node(struct rq_jr *jr, const struct rq_pvo *pvo, uint32_t index)
{
    const struct rq_pvo_node *node = &pvo->nodes[index];
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "offset")) {
            CHECK_INT(offset_of(pvo, (struct rq_pvo_ref){index, true}), rq_jr_u32(jr));
        } else if (rq_str_is(key, "mask")) {
            CHECK_INT(node->mask, rq_jr_u32(jr));
        } else if (rq_str_is(key, "leaf_ref") && rq_jr_peek(jr) == RQ_J_NULL) {
            CHECK(!node->leaf.linked);
            rq_jr_skip(jr);
        } else if (rq_str_is(key, "leaf_ref")) {
            uint32_t leaf = node->leaf.value;
            CHECK(node->leaf.linked);
            CHECK_INT(leaf + pvo->leaves[leaf].first_entry * 6, rq_jr_u32(jr));
        } else {
            rq_jr_array(jr);
            for (uint32_t n = 0; rq_jr_more(jr); n++) {
                rq_jr_array(jr);
                unsigned octant = rq_jr_more(jr) ? rq_jr_u32(jr) : 9;
                CHECK(node->mask >> octant & 1);
                CHECK_INT(rq_pvo_rank(node->mask, octant), n);
                while (rq_jr_more(jr))
                    CHECK_INT(offset_of(pvo, pvo->children[node->first_child + n]), rq_jr_u32(jr));
            }
        }
    }
}

/* {offset, entries: [{count, start}]} */
static void check_leaf(struct rq_jr *jr, const struct rq_pvo *pvo, uint32_t index)
{
    const struct rq_pvo_leaf *leaf = &pvo->leaves[index];
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "offset")) {
            CHECK_INT(index + leaf->first_entry * 6, rq_jr_u32(jr));
            continue;
        }
        uint32_t n = 0;
        rq_jr_array(jr);
        for (; rq_jr_more(jr); n++) {
            const struct rq_pvo_entry *entry = &pvo->entries[leaf->first_entry + n];
            rq_jr_object(jr);
            while (rq_jr_key(jr, &key))
                CHECK_INT(rq_str_is(key, "count") ? entry->count : entry->start, rq_jr_u32(jr));
        }
        CHECK_INT(leaf->count, n);
    }
}

static void check_patch(struct rq_jr *jr, const struct rq_pvo *pvo, uint32_t index)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        const struct rq_pvo_patch *patch = &pvo->patches[index];
        if (rq_str_is(key, "node_index"))
            CHECK_INT(offset_of(pvo, patch->node), rq_jr_u32(jr) * 5);
        else
            CHECK_INT(patch->object, rq_jr_u32(jr));
    }
}

static void check_id(struct rq_jr *jr, const struct rq_pvo *pvo, uint32_t index)
{
    CHECK_INT(pvo->ids[index], rq_jr_u32(jr));
}

static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    check_round_trips(bytes, name, "pvo");
    struct rq_doc *doc = read_as(bytes, "pvo");
    REQUIRE(doc != NULL);
    const struct rq_pvo *pvo = rq_doc_root(doc, "pvo");
    const struct {
        const char *key;
        uint32_t count;
        void (*check)(struct rq_jr *jr, const struct rq_pvo *pvo, uint32_t index);
    } lists[] = {{"nodes", pvo->node_count, check_node},
                 {"leaves", pvo->leaf_count, check_leaf},
                 {"mlst", pvo->id_count, check_id},
                 {"patches", pvo->patch_count, check_patch}};
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
        size_t i = 0;
        while (i < 4 && !rq_str_is(key, lists[i].key))
            i++;
        if (i == 4) {
            rq_jr_skip(&jr);
            continue;
        }
        uint32_t n = 0;
        REQUIRE(rq_jr_length(&jr) == lists[i].count);
        rq_jr_array(&jr);
        while (rq_jr_more(&jr))
            lists[i].check(&jr, pvo, n++);
    }
    CHECK(rq_jr_ok(&jr));
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    CHECK_INT(each_corpus("*.PVO", check_file), 5);
}

TESTS(test_values, test_arithmetic, test_round_trips, test_sections, test_refusals, test_json,
      test_circles, test_corpus)
