/* Layers and rows of graphs that are small enough to lay out by hand, and of many random ones by what has to
 * hold for each: an edge leads to the right unless it closes a circle. */
#include "convert/convert.h"
#include "support/check.h"
#include "support/random.h"

static const char *const kinds[] = {"actor", "flag"};

static struct rq_graph graph_of(struct rq_graph_node *nodes, size_t node_count,
                                struct rq_graph_edge *edges, size_t edge_count)
{
    return (struct rq_graph){.name = "a<b>",
                             .kinds = kinds,
                             .kind_count = 2,
                             .nodes = nodes,
                             .node_count = node_count,
                             .edges = edges,
                             .edge_count = edge_count};
}

/* a -> b -> c, a -> c: c comes after b. d stands alone in the first layer. */
static void test_layers(void)
{
    struct rq_graph_node nodes[] = {
        {"c", "", 0, 0, 0}, {"b", "", 0, 0, 0}, {"a", "", 1, 0, 0}, {"d", "", 1, 0, 0}};
    struct rq_graph_edge edges[] = {{2, 1, "", 0}, {1, 0, "", 0}, {2, 0, "", 0}};
    struct rq_graph g = graph_of(nodes, 4, edges, 3);
    struct rq_arena scratch = {0};
    REQUIRE(rq_graph_layout(&g, &scratch));
    CHECK_INT(nodes[2].layer, 0);
    CHECK_INT(nodes[1].layer, 1);
    CHECK_INT(nodes[0].layer, 2);
    CHECK_INT(nodes[3].layer, 0);
    CHECK(nodes[2].row != nodes[3].row);
    rq_arena_free(&scratch);
}

/* a -> b -> a: one of the two leads back, and an edge to itself does not hang. */
static void test_circle(void)
{
    struct rq_graph_node nodes[] = {{"a", "", 0, 0, 0}, {"b", "", 1, 0, 0}};
    struct rq_graph_edge edges[] = {{0, 1, "", 0}, {1, 0, "", 0}, {0, 0, "", 0}};
    struct rq_graph g = graph_of(nodes, 2, edges, 3);
    struct rq_arena scratch = {0};
    REQUIRE(rq_graph_layout(&g, &scratch));
    CHECK_INT(nodes[0].layer, 0);
    CHECK_INT(nodes[1].layer, 1);
    rq_arena_free(&scratch);
}

/* Two parallel chains whose ends are listed crosswise: the order of layers takes the crossing out. */
static void test_order(void)
{
    struct rq_graph_node nodes[] = {
        {"a", "", 0, 0, 0}, {"b", "", 0, 0, 0}, {"x", "", 1, 0, 0}, {"y", "", 1, 0, 0}};
    struct rq_graph_edge edges[] = {{0, 3, "", 0}, {1, 2, "", 0}};
    struct rq_graph g = graph_of(nodes, 4, edges, 2);
    struct rq_arena scratch = {0};
    REQUIRE(rq_graph_layout(&g, &scratch));
    CHECK((nodes[0].row < nodes[1].row) == (nodes[3].row < nodes[2].row));
    rq_arena_free(&scratch);
}

/* Without circles (from < to) every edge leads to the right, and no two nodes are in one place. */
static void test_random(void)
{
    enum { NODES = 60 };
    uint32_t random = 7;
    for (unsigned round = 0; round < 50; round++) {
        struct rq_graph_node nodes[NODES] = {{0}};
        struct rq_graph_edge edges[200] = {{0}};
        size_t count = random_below(&random, 200);
        bool taken[NODES + 1][NODES] = {{false}};
        struct rq_arena scratch = {0};
        for (size_t i = 0; i < count; i++) {
            uint32_t from = random_below(&random, NODES - 1);
            edges[i].from = from;
            edges[i].to = from + 1 + random_below(&random, NODES - 1 - from);
        }
        struct rq_graph g = graph_of(nodes, NODES, edges, count);
        REQUIRE(rq_graph_layout(&g, &scratch));
        for (size_t i = 0; i < count; i++)
            CHECK(nodes[edges[i].from].layer < nodes[edges[i].to].layer);
        for (size_t i = 0; i < NODES; i++) {
            REQUIRE(nodes[i].layer <= NODES && nodes[i].row < NODES);
            CHECK(!taken[nodes[i].layer][nodes[i].row]);
            taken[nodes[i].layer][nodes[i].row] = true;
        }
        rq_arena_free(&scratch);
    }
}

static void check_has(const struct rq_out *out, const char *part)
{
    check_note("%s", part);
    CHECK(strstr((const char *)out->data, part) != NULL);
    check_note(" ");
}

static void test_text(void)
{
    struct rq_graph_node nodes[] = {{"a & \"b\"", "first\nsecond", 0, 0, 0},
                                    {"ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ", "", 1, 0, 0}};
    struct rq_graph_edge edges[] = {{0, 1, "sets", 0}};
    struct rq_graph g = graph_of(nodes, 2, edges, 1);
    struct rq_error err = {0};
    struct rq_out out = {0};
    REQUIRE(rq_svg_write(&out, &g, &err));
    rq_put8(&out, 0);
    check_has(&out, "<title>a&lt;b></title>");
    check_has(&out, "<g class=\"actor\"><title>first\nsecond</title><rect x=\"20\" y=\"40\"");
    check_has(&out, ">a &amp; &quot;b&quot;</text>");
    check_has(&out, "<g class=\"flag\"");
    check_has(&out, "<title>sets</title></path>");
    /* 27 letters, none of them cut in two. */
    check_has(&out, ">ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ ÄÖÜ…</text>");
    rq_out_cut(&out, 0);
    REQUIRE(rq_dot_write(&out, &g, &err));
    rq_put8(&out, 0);
    check_has(&out, "digraph \"a<b>\" {");
    check_has(&out, "label=\"a & \\\"b\\\"\", tooltip=\"first\\nsecond\"];");
    check_has(&out, "  n0 -> n1 [tooltip=\"sets\"];\n}\n");
    rq_out_free(&out);
}

TESTS(test_layers, test_circle, test_order, test_random, test_text)
