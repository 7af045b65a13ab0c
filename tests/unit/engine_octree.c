/* The octree: a small one by hand, hostile ones, and with a corpus its ground truth. */

#include "golden/redguard.h"

#include <reliquary/engine.h>

/* Root at 100, 200, 300 with a half side of 64. Octant 7 (all greater) is node 1, which has
 * a child in its octant 0, node 2. Node 1 sees 5 and 6, node 2 sees 9; the root sees nothing. */
static struct rq_pvo_node nodes[] = {
    {0x80, {UINT32_MAX, false}, 0}, {0x01, {0, true}, 1}, {0x00, {1, true}, 2}};
static struct rq_pvo_ref children[] = {{1, true}, {2, true}};
static struct rq_pvo_leaf leaves[] = {{2, 0}, {1, 2}};
static struct rq_pvo_entry entries[] = {{1, 0}, {2, 0}, {1, 2}};
static uint16_t ids[] = {5, 6, 9};
static struct rq_pvo_patch patches[] = {{{2, true}, 40}, {{1, true}, 5}, {{77, false}, 3}};

static struct rq_pvo small_tree(void)
{
    return (struct rq_pvo){.header = {.cell_size = 64, .center = {100, 200, 300}},
                           .node_count = 3,
                           .child_count = 2,
                           .leaf_count = 2,
                           .entry_count = 3,
                           .id_count = 3,
                           .patch_count = 3,
                           .nodes = nodes,
                           .children = children,
                           .leaves = leaves,
                           .entries = entries,
                           .ids = ids,
                           .patches = patches};
}

static struct rq_octree_place find(const struct rq_pvo *pvo, int32_t x, int32_t y, int32_t z)
{
    struct rq_octree_place place = {99, 99};
    CHECK(rq_octree_find(pvo, (int32_t[3]){x, y, z}, &place));
    return place;
}

/* Greater, not equal: a point on the middle belongs to the lower side. */
static void test_find(void)
{
    struct rq_pvo pvo = small_tree();
    CHECK_INT(find(&pvo, 100, 200, 300).node, 0);
    CHECK_INT(find(&pvo, 101, 201, 300).node, 0);
    /* The middle of node 1 is 132, 232, 332. */
    CHECK_INT(find(&pvo, 101, 201, 301).node, 2);
    CHECK_INT(find(&pvo, 132, 232, 332).depth, 2);
    CHECK_INT(find(&pvo, 133, 232, 332).node, 1);
    CHECK_INT(find(&pvo, INT32_MAX, INT32_MAX, INT32_MAX).node, 1);
    CHECK_INT(find(&pvo, INT32_MIN, INT32_MIN, INT32_MIN).node, 0);
    pvo.node_count = 0;
    CHECK(!rq_octree_find(&pvo, (int32_t[3]){0, 0, 0}, &(struct rq_octree_place){0, 0}));
}

static void test_visible(void)
{
    struct rq_pvo pvo = small_tree();
    uint8_t seen[RQ_OCTREE_IDS / 8];
    CHECK_INT(rq_octree_visible(&pvo, 0, true, seen), 0);
    CHECK_INT(rq_octree_visible(&pvo, 1, false, seen), 2);
    CHECK_INT(seen[0], 1 << 5 | 1 << 6);
    /* A patch with what is seen anyway adds nothing. */
    CHECK_INT(rq_octree_visible(&pvo, 1, true, seen), 2);
    CHECK_INT(rq_octree_visible(&pvo, 2, true, seen), 2);
    CHECK_INT(seen[1], 1 << 1);
    CHECK_INT(seen[5], 1);
    /* An entry that reaches beyond the list counts as far as the list goes. */
    pvo.id_count = 1;
    CHECK_INT(rq_octree_visible(&pvo, 1, false, seen), 1);
    CHECK_INT(rq_octree_visible(&pvo, 3, true, seen), 0);
}

static void test_stats(void)
{
    struct rq_pvo pvo = small_tree();
    struct rq_octree_stats stats;
    REQUIRE(rq_octree_stats(&pvo, NULL, &stats));
    CHECK_INT(stats.nodes, 3);
    CHECK_INT(stats.leaf_nodes, 2);
    CHECK_INT(stats.interior_nodes, 1);
    CHECK_INT(stats.reached, 3);
    CHECK_INT(stats.depth, 2);
    CHECK_INT(stats.fan_out[0], 1);
    CHECK_INT(stats.fan_out[1], 2);
    CHECK_INT(stats.met_again, 0);
    CHECK_INT(stats.shared_leaves, 0);
}

/* Two nodes that are each other's children, a slot that was never set, an offset to nowhere. */
static void test_hostile(void)
{
    struct rq_pvo_node circle[] = {{0xFF, {0, true}, 0}, {0xFF, {0, true}, 8}};
    struct rq_pvo_ref refs[16];
    struct rq_pvo pvo = small_tree();
    struct rq_octree_stats stats;
    for (size_t i = 0; i < 16; i++)
        refs[i] = (struct rq_pvo_ref){i < 8, true};
    pvo.nodes = circle;
    pvo.children = refs;
    pvo.node_count = 2;
    pvo.child_count = 16;
    CHECK_INT(find(&pvo, 1, 2, 3).depth, RQ_OCTREE_LEVELS);
    REQUIRE(rq_octree_stats(&pvo, NULL, &stats));
    CHECK_INT(stats.reached, 2);
    CHECK_INT(stats.depth, 1);
    CHECK_INT(stats.met_again, 15);
    CHECK_INT(stats.shared_leaves, 1);
    for (size_t i = 0; i < 16; i++)
        refs[i] = (struct rq_pvo_ref){i % 2 ? (uint32_t)RQ_PVO_UNSET : 3, false};
    CHECK_INT(find(&pvo, 1, 2, 3).depth, 0);
    pvo.node_count = pvo.child_count = pvo.leaf_count = 0;
    CHECK(rq_octree_stats(&pvo, NULL, &stats));
    CHECK_INT(stats.depth, 0);
}

/* ---- changes ---- */

/* OCTH with one node that sees objects 0 1 2 3 through two entries, 1 2 and 3; object 1 by patch. */
static struct rq_doc *one_node(void)
{
    static struct made m;
    m.size = 0;
    put_text(&m, "OCTH", 4);
    put32be(&m, 52);
    for (int i = 0; i < 13; i++)
        put32(&m, i == 1 || i == 2 ? 1 : i == 3 ? 5 : i == 5 ? 64 : 0);
    put_text(&m, "OCTR", 4);
    put32be(&m, 5);
    put8(&m, 0);
    put32(&m, 0);
    put_text(&m, "PLST", 4);
    put32be(&m, 13);
    put8(&m, 2);
    put16(&m, 3);
    put32(&m, 0);
    put16(&m, 2);
    put32(&m, 3);
    put_text(&m, "MLST", 4);
    put32be(&m, 10);
    for (unsigned i = 0; i < 5; i++)
        put16(&m, (uint16_t)i);
    put_text(&m, "END ", 4);
    put32be(&m, 0);
    return read_as(made_bytes(&m), "pvo");
}

static void list_of(struct rq_doc *doc, char text[64])
{
    static uint8_t seen[RQ_OCTREE_IDS / 8];
    size_t size = 0;
    rq_octree_visible(rq_doc_root(doc, "pvo"), 0, true, seen);
    text[0] = 0;
    for (unsigned id = 0; id < 20; id++)
        if (seen[id / 8] >> id % 8 & 1)
            size += (size_t)snprintf(text + size, 64 - size, "%u ", id);
}

/* A patch adds its section behind the others, once; what is written can be read back. */
static void test_patch(void)
{
    struct rq_doc *doc = one_node();
    struct rq_error err = {0};
    struct rq_out out = {0};
    char seen[64];
    REQUIRE(doc != NULL);
    CHECK(rq_octree_patch(doc, 0, 9, &err) && rq_octree_patch(doc, 0, 9, &err));
    CHECK(rq_octree_patch(doc, 0, 12, NULL));
    CHECK(!rq_octree_patch(doc, 1, 9, &err));
    check_error(NULL, &err, RQ_USAGE, "no node 1");
    memset(&err, 0, sizeof err);
    REQUIRE(rq_doc_write(doc, &out, &err));
    rq_doc_free(doc);
    doc = read_as(rq_out_bytes(&out), "pvo");
    REQUIRE(doc != NULL);
    CHECK_INT(((const struct rq_pvo *)rq_doc_root(doc, "pvo"))->patch_count, 2);
    list_of(doc, seen);
    CHECK_STR(seen, "0 1 2 3 4 9 12 ");
    rq_doc_free(doc);
    rq_out_free(&out);
}

static struct rq_rgm map_of(struct rq_rgm_section *s, struct rq_rgm_static *statics, size_t count)
{
    *s = (struct rq_rgm_section){.kind = RQ_RGM_MPSO, .count = count, .statics = statics};
    return (struct rq_rgm){.section_count = 1, .sections = s};
}

/* Four records before: A, B, B (the same place), C. After: B, D, B, A: C is gone, D is new. Objects 4
 * and above are not records: they keep their distance to the end, which is the same here. */
static void test_renumber(void)
{
    struct rq_rgm_static old[4] = {{.model = "A.3D", .pos = {1, 2, 3}},
                                   {.model = "B.3D", .pos = {4, 5, 6}},
                                   {.model = "b.3d", .pos = {4, 5, 6}},
                                   {.model = "C.3D", .pos = {7, 8, 9}}};
    struct rq_rgm_static now[5] = {old[2], {.model = "D.3D"}, old[1], old[0], {.model = "E.3D"}};
    struct rq_rgm_section sections[2];
    struct rq_rgm before = map_of(&sections[0], old, 4), after = map_of(&sections[1], now, 5);
    int32_t to[4];
    struct rq_octree_move move = {.to = to};
    struct rq_error err = {0};
    char seen[64];
    REQUIRE(rq_octree_match(&before, &after, NULL, &move));
    CHECK(to[0] == 3 && to[1] == 0 && to[2] == 2 && to[3] == RQ_OCTREE_GONE);
    CHECK(move.count == 4 && move.after == 5 && move.gone == 1 && move.fresh == 2);
    struct rq_doc *doc = one_node();
    REQUIRE(doc && rq_octree_patch(doc, 0, 3, &err) && rq_octree_patch(doc, 0, 1, &err));
    REQUIRE(rq_octree_renumber(doc, &move, &err));
    const struct rq_pvo *pvo = rq_doc_root(doc, "pvo");
    /* 0 1 2 | 3 4 becomes 3 0 2 | 5: the second entry lost its first number. */
    list_of(doc, seen);
    CHECK_STR(seen, "0 2 3 5 ");
    CHECK_INT(pvo->id_count, 4);
    CHECK(pvo->entries[0].count == 3 && pvo->entries[1].count == 1 && pvo->entries[1].start == 3);
    CHECK(pvo->patch_count == 1 && pvo->patches[0].object == 0);
    /* A number that does not fit changes nothing. */
    move = (struct rq_octree_move){.to = to, .count = 0, .after = 65535};
    CHECK(!rq_octree_renumber(doc, &move, &err));
    check_error(NULL, &err, RQ_LIMIT, "above 65535");
    CHECK_INT(pvo->ids[0], 3);
    /* Be it the first of them, 3, or the last, 5. */
    for (size_t i = 3; i <= 5; i += 2) {
        int32_t far[6] = {0, 1, 2, 3, 4, 5};
        far[i] = 65536;
        move = (struct rq_octree_move){.to = far, .count = 6, .after = 6};
        err = (struct rq_error){0};
        CHECK(!rq_octree_renumber(doc, &move, &err));
    }
    CHECK(pvo->ids[0] == 3 && pvo->ids[3] == 5);
    rq_doc_free(doc);
}

/* ---- the corpus ---- */

/* A sorted list of numbers; how many of them are seen. */
static size_t count_seen(struct rq_jr *jr, const uint8_t *seen)
{
    size_t n = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        uint32_t id = rq_jr_u32(jr) & 0xFFFF;
        n += seen[id / 8] >> id % 8 & 1;
    }
    return n;
}

/* {p: [x, y, z], node: offset, depth, visible: [...], visible_patched: [...]} */
static void check_query(struct rq_jr *jr, const struct rq_pvo *pvo)
{
    struct rq_str key;
    struct rq_octree_place place = {0, 0};
    uint8_t seen[RQ_OCTREE_IDS / 8];
    int32_t p[3] = {0, 0, 0};
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "p")) {
            rq_jr_array(jr);
            for (size_t k = 0; rq_jr_more(jr); k++)
                p[k % 3] = (int32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
            CHECK(rq_octree_find(pvo, p, &place));
        } else if (rq_str_is(key, "node")) {
            CHECK_INT(place.node * 5 + pvo->nodes[place.node].first_child * 4, rq_jr_u32(jr));
        } else if (rq_str_is(key, "depth")) {
            CHECK_INT(place.depth, rq_jr_u32(jr));
        } else {
            size_t expected = rq_jr_length(jr);
            size_t n = rq_octree_visible(pvo, place.node, key.size > 7, seen);
            CHECK_INT(n, expected);
            CHECK_INT(count_seen(jr, seen), expected);
        }
    }
}

static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    struct rq_doc *doc = read_as(bytes, "pvo");
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_octree_stats stats;
    struct rq_jr jr;
    struct rq_str key;
    size_t queries = 0;
    (void)name;
    REQUIRE(doc != NULL);
    const struct rq_pvo *pvo = rq_doc_root(doc, "pvo");
    CHECK(rq_octree_stats(pvo, NULL, &stats));
    rq_jr_open(&jr, truth, &arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "queries")) {
            rq_jr_array(&jr);
            for (; rq_jr_more(&jr); queries++)
                check_query(&jr, pvo);
        } else if (rq_str_is(key, "total_nodes")) {
            CHECK_INT(stats.reached, rq_jr_u32(&jr));
        } else if (rq_str_is(key, "interior_nodes")) {
            CHECK_INT(stats.interior_nodes, rq_jr_u32(&jr));
        } else {
            rq_jr_skip(&jr);
        }
    }
    CHECK_INT(queries, 200);
    CHECK(stats.depth <= pvo->header.depth);
    CHECK(rq_jr_ok(&jr));
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    CHECK_INT(each_corpus("*.PVO", check_file), 5);
}

TESTS(test_find, test_visible, test_stats, test_hostile, test_patch, test_renumber, test_corpus)
