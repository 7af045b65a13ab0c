/* A neutral directed graph: what is drawn as SVG and written as DOT. Text is UTF-8. */
#ifndef RQ_MODEL_GRAPH_H
#define RQ_MODEL_GRAPH_H

#include "core/arena.h"

struct rq_graph_node {
    const char *label;
    const char *title; /* more about it, shown when the pointer rests on it; or "" */
    uint32_t kind;     /* number in rq_graph.kinds */
    /* By rq_graph_layout: */
    uint32_t layer; /* column from the left */
    uint32_t row;   /* place in its column */
};

struct rq_graph_edge {
    uint32_t from, to;
    const char *title;
    uint32_t kind;
};

struct rq_graph {
    const char *name;
    const char *const *kinds; /* words for nodes and edges, also class names of the SVG */
    size_t kind_count;
    struct rq_graph_node *nodes;
    size_t node_count;
    struct rq_graph_edge *edges;
    size_t edge_count;
};

/* Puts the nodes into layers, so that most edges lead to the right, and orders each layer so that few
 * edges cross. Edges that close a circle lead to the left. The same graph gives the same layout. False
 * without memory; scratch is the caller's to free. */
bool rq_graph_layout(struct rq_graph *graph, struct rq_arena *scratch);

#endif
