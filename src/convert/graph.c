/* Graphs as SVG, with a style for light and dark screens, and as DOT for Graphviz. */
#include "convert/convert.h"

enum { LAYER_WIDTH = 330, NODE_WIDTH = 220, NODE_HEIGHT = 22, ROW_HEIGHT = 30, MARGIN = 20 };

/* One colour for each kind of node, in the order of the kinds: dark text is readable on all of them. */
static const char *const colors[] = {"#9db4e0", "#7fcfa8", "#f2a179", "#e2a0d0", "#c3d66b"};

static void put_escaped(struct rq_out *out, const char *text, size_t size)
{
    for (const char *p = text; p < text + size; p++) {
        if (*p == '&')
            rq_put_str(out, "&amp;");
        else if (*p == '<')
            rq_put_str(out, "&lt;");
        else if (*p == '"')
            rq_put_str(out, "&quot;");
        else if ((uint8_t)*p >= 0x20 || *p == '\n')
            rq_put8(out, (uint8_t)*p);
    }
}

static void put_title(struct rq_out *out, const char *title)
{
    if (!*title)
        return;
    rq_put_str(out, "<title>");
    put_escaped(out, title, strlen(title));
    rq_put_str(out, "</title>");
}

static uint32_t left_of(const struct rq_graph_node *node)
{
    return MARGIN + node->layer * LAYER_WIDTH;
}

static uint32_t middle_of(const struct rq_graph_node *node)
{
    return 2 * MARGIN + node->row * ROW_HEIGHT + NODE_HEIGHT / 2;
}

static void put_style(struct rq_out *out, const struct rq_graph *graph)
{
    rq_put_str(
        out, "<style>\n"
             "svg{background:#fff;font:12px sans-serif}text{fill:#222}\n"
             "path{fill:none;stroke:#888;stroke-opacity:.6}path:hover{stroke:#d00;stroke-width:3}\n"
             "rect{stroke:#444}g:hover rect{stroke:#d00;stroke-width:2}g text{fill:#111}\n");
    for (size_t i = 0; i < graph->kind_count; i++)
        rq_putf(out, ".%s rect{fill:%s}\n", graph->kinds[i],
                colors[i % (sizeof colors / sizeof colors[0])]);
    rq_put_str(out, "@media(prefers-color-scheme:dark){svg{background:#1b1b1f}text{fill:#ddd}"
                    "path{stroke:#aaa}}\n</style>\n"
                    "<marker id=\"to\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
                    "markerHeight=\"7\" orient=\"auto\"><polygon points=\"0,0 8,4 0,8\" "
                    "fill=\"#888\"/></marker>\n");
}

/* From the right side of one node to the left side of the other; the way back goes around below. */
static void put_edge(struct rq_out *out, const struct rq_graph *graph,
                     const struct rq_graph_edge *edge)
{
    const struct rq_graph_node *from = &graph->nodes[edge->from], *to = &graph->nodes[edge->to];
    long long x1 = left_of(from) + NODE_WIDTH, y1 = middle_of(from);
    long long x2 = left_of(to), y2 = middle_of(to);
    long long bend = x2 > x1 ? (x2 - x1) / 2 : LAYER_WIDTH / 3;
    rq_putf(
        out,
        "<path class=\"%s\" marker-end=\"url(#to)\" d=\"M%lld %lldC%lld %lld %lld %lld %lld %lld\">",
        graph->kinds[edge->kind], x1, y1, x1 + bend, y1, x2 - bend, y2, x2, y2);
    put_title(out, edge->title);
    rq_put_str(out, "</path>\n");
}

/* The number of bytes of a label that fit into a box; a character is never cut. */
static size_t shown(const char *label)
{
    enum { MOST = 27 };
    size_t size = 0, letters = 0;
    for (; label[size] && letters < MOST; letters++)
        do
            size++;
        while (((uint8_t)label[size] & 0xC0) == 0x80);
    return size;
}

static void put_node(struct rq_out *out, const struct rq_graph *graph,
                     const struct rq_graph_node *node)
{
    size_t size = shown(node->label);
    rq_putf(out, "<g class=\"%s\">", graph->kinds[node->kind]);
    put_title(out, *node->title ? node->title : node->label);
    rq_putf(out, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" rx=\"4\"/>", left_of(node),
            middle_of(node) - NODE_HEIGHT / 2, NODE_WIDTH, NODE_HEIGHT);
    rq_putf(out, "<text x=\"%u\" y=\"%u\">", left_of(node) + 6, middle_of(node) + 4);
    put_escaped(out, node->label, size);
    rq_put_str(out, node->label[size] ? "…</text></g>\n" : "</text></g>\n");
}

static bool told(struct rq_out *out, struct rq_error *err)
{
    return !out->failed || rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
}

bool rq_svg_write(struct rq_out *out, struct rq_graph *graph, struct rq_error *err)
{
    struct rq_arena scratch = {0};
    uint32_t layers = 0, rows = 0;
    if (!rq_graph_layout(graph, &scratch)) {
        rq_arena_free(&scratch);
        return rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    }
    for (size_t i = 0; i < graph->node_count; i++) {
        layers = graph->nodes[i].layer > layers ? graph->nodes[i].layer : layers;
        rows = graph->nodes[i].row > rows ? graph->nodes[i].row : rows;
    }
    rq_putf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\">\n",
            2 * MARGIN + layers * LAYER_WIDTH + NODE_WIDTH + LAYER_WIDTH / 3,
            3 * MARGIN + (rows + 1) * ROW_HEIGHT);
    put_title(out, graph->name);
    put_style(out, graph);
    rq_putf(out, "<text x=\"%d\" y=\"%d\">", MARGIN, MARGIN);
    put_escaped(out, graph->name, strlen(graph->name));
    rq_put_str(out, "</text>\n");
    for (size_t i = 0; i < graph->edge_count; i++)
        put_edge(out, graph, &graph->edges[i]);
    for (size_t i = 0; i < graph->node_count; i++)
        put_node(out, graph, &graph->nodes[i]);
    rq_put_str(out, "</svg>\n");
    rq_arena_free(&scratch);
    return told(out, err);
}

/* ---- DOT ---- */

static void put_quoted(struct rq_out *out, const char *text)
{
    rq_put8(out, '"');
    for (const char *p = text; *p; p++) {
        if (*p == '"' || *p == '\\')
            rq_put8(out, '\\');
        if (*p == '\n')
            rq_put_str(out, "\\n");
        else
            rq_put8(out, (uint8_t)*p);
    }
    rq_put8(out, '"');
}

bool rq_dot_write(struct rq_out *out, const struct rq_graph *graph, struct rq_error *err)
{
    rq_put_str(out, "digraph ");
    put_quoted(out, graph->name);
    rq_put_str(out, " {\n  rankdir=LR;\n  node [shape=box, style=filled];\n");
    for (size_t i = 0; i < graph->node_count; i++) {
        const struct rq_graph_node *node = &graph->nodes[i];
        rq_putf(out, "  n%zu [fillcolor=\"%s\", label=", i,
                colors[node->kind % (sizeof colors / sizeof colors[0])]);
        put_quoted(out, node->label);
        rq_put_str(out, ", tooltip=");
        put_quoted(out, *node->title ? node->title : node->label);
        rq_put_str(out, "];\n");
    }
    for (size_t i = 0; i < graph->edge_count; i++) {
        const struct rq_graph_edge *edge = &graph->edges[i];
        rq_putf(out, "  n%u -> n%u [tooltip=", edge->from, edge->to);
        put_quoted(out, edge->title);
        rq_put_str(out, "];\n");
    }
    rq_put_str(out, "}\n");
    return told(out, err);
}
