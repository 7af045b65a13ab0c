/* Layers by the longest path, order within layers by the mean row of the neighbours: the two first steps
 * of the usual way to draw a directed graph. */
#include "model/graph.h"

#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 8 };

struct layout {
    struct rq_graph *graph;
    /* Edges by their ends: first[node] to first[node + 1] of list. */
    uint32_t *out_first, *out_list, *in_first, *in_list;
    uint8_t *back; /* by edge: it closes a circle */
};

static uint32_t end_of(const struct rq_graph_edge *edge, bool out)
{
    return out ? edge->from : edge->to;
}

static void sort_edges(const struct rq_graph *g, bool out, uint32_t *first, uint32_t *list)
{
    for (size_t i = 0; i < g->edge_count; i++)
        first[end_of(&g->edges[i], out) + 2]++;
    for (size_t i = 2; i < g->node_count + 2; i++)
        first[i] += first[i - 1];
    for (size_t i = 0; i < g->edge_count; i++)
        list[first[end_of(&g->edges[i], out) + 1]++] = (uint32_t)i;
}

static bool open_layout(struct layout *l, struct rq_arena *scratch)
{
    size_t nodes = l->graph->node_count + 2, edges = l->graph->edge_count;
    l->out_first = rq_arena_get(scratch, nodes, sizeof *l->out_first);
    l->in_first = rq_arena_get(scratch, nodes, sizeof *l->in_first);
    l->out_list = rq_arena_get(scratch, edges, sizeof *l->out_list);
    l->in_list = rq_arena_get(scratch, edges, sizeof *l->in_list);
    l->back = rq_arena_get(scratch, edges, sizeof *l->back);
    if (!l->out_first || !l->in_first || !l->out_list || !l->in_list || !l->back)
        return false;
    sort_edges(l->graph, true, l->out_first, l->out_list);
    sort_edges(l->graph, false, l->in_first, l->in_list);
    return true;
}

/* Depth first from each node in turn; an edge to a node that is still open closes a circle. The nodes come
 * into done in the order in which they are left. */
static void find_circles(struct layout *l, uint32_t *stack, uint32_t *at, uint8_t *state,
                         uint32_t *done)
{
    enum { FRESH, OPEN, LEFT };
    size_t left = 0;
    for (uint32_t start = 0; start < l->graph->node_count; start++) {
        size_t depth = 0;
        if (state[start] != FRESH)
            continue;
        stack[depth++] = start;
        state[start] = OPEN;
        at[start] = l->out_first[start];
        while (depth) {
            uint32_t node = stack[depth - 1];
            if (at[node] == l->out_first[node + 1]) {
                state[node] = LEFT;
                done[left++] = node;
                depth--;
                continue;
            }
            uint32_t edge = l->out_list[at[node]++], to = l->graph->edges[edge].to;
            l->back[edge] = state[to] == OPEN;
            if (state[to] == FRESH) {
                state[to] = OPEN;
                at[to] = l->out_first[to];
                stack[depth++] = to;
            }
        }
    }
}

/* The nodes from the last that was left to the first: every edge but those of circles leads on. */
static void set_layers(struct layout *l, const uint32_t *done)
{
    struct rq_graph *g = l->graph;
    for (size_t i = 0; i < g->node_count; i++)
        g->nodes[i].layer = 0;
    for (size_t i = g->node_count; i-- > 0;) {
        uint32_t node = done[i];
        for (uint32_t k = l->out_first[node]; k < l->out_first[node + 1]; k++) {
            uint32_t edge = l->out_list[k], to = g->edges[edge].to;
            if (!l->back[edge] && g->nodes[to].layer <= g->nodes[node].layer)
                g->nodes[to].layer = g->nodes[node].layer + 1;
        }
    }
}

/* ---- order ---- */

struct place {
    uint32_t layer, node;
    double want; /* mean row of the neighbours, or its own */
};

static int compare_places(const void *a, const void *b)
{
    const struct place *left = a, *right = b;
    if (left->layer != right->layer)
        return left->layer < right->layer ? -1 : 1;
    if (left->want != right->want)
        return left->want < right->want ? -1 : 1;
    return (left->node > right->node) - (left->node < right->node);
}

static void set_rows(struct rq_graph *g, struct place *places)
{
    uint32_t row = 0;
    qsort(places, g->node_count, sizeof *places, compare_places);
    for (size_t i = 0; i < g->node_count; i++) {
        row = i && places[i].layer == places[i - 1].layer ? row + 1 : 0;
        g->nodes[places[i].node].row = row;
    }
}

static double mean_row(const struct layout *l, uint32_t node, bool out)
{
    const uint32_t *first = out ? l->out_first : l->in_first,
                   *list = out ? l->out_list : l->in_list;
    double sum = 0;
    for (uint32_t k = first[node]; k < first[node + 1]; k++) {
        const struct rq_graph_edge *edge = &l->graph->edges[list[k]];
        sum += l->graph->nodes[out ? edge->to : edge->from].row;
    }
    uint32_t count = first[node + 1] - first[node];
    return count ? sum / count : l->graph->nodes[node].row;
}

static void order_layers(struct layout *l, struct place *places)
{
    struct rq_graph *g = l->graph;
    for (unsigned sweep = 0; sweep <= SWEEPS; sweep++) {
        for (uint32_t i = 0; i < g->node_count; i++)
            places[i] = (struct place){g->nodes[i].layer, i,
                                       sweep ? mean_row(l, i, sweep % 2 == 0) : (double)i};
        set_rows(g, places);
    }
}

bool rq_graph_layout(struct rq_graph *graph, struct rq_arena *scratch)
{
    struct layout l = {.graph = graph};
    size_t count = graph->node_count;
    uint32_t *stack = rq_arena_get(scratch, count, sizeof *stack);
    uint32_t *at = rq_arena_get(scratch, count, sizeof *at);
    uint32_t *done = rq_arena_get(scratch, count, sizeof *done);
    uint8_t *state = rq_arena_get(scratch, count, sizeof *state);
    struct place *places = rq_arena_get(scratch, count, sizeof *places);
    if (!open_layout(&l, scratch) || !stack || !at || !done || !state || !places)
        return false;
    find_circles(&l, stack, at, state, done);
    set_layers(&l, done);
    order_layers(&l, places);
    return true;
}
