/* A tree of bounding boxes over triangles, as walkmeshes and the AABB nodes of models have it.
 *
 * Each inner node sorts its faces by their centroid along the longest side of its box; the first
 * half of them, rounded down, is its first child. So have it all 19079 nodes of the WOK and MDL
 * files that were measured. Among centroids that are equal the smaller face comes first (the
 * compilers leave them as their sort happened to).
 */
#ifndef RQ_MODEL_FACETREE_H
#define RQ_MODEL_FACETREE_H

#include "model/faces.h"

struct rq_facetree_node {
    float min[3], max[3]; /* exact: who needs them larger adds to them */
    int32_t face;         /* -1: an inner node */
    uint32_t plane;       /* side by which it was split: 1 x, 2 y, 4 z; 0 for a leaf */
    int32_t left, right;  /* numbers of nodes, -1 for a leaf */
};

/* How many nodes the tree of that many faces has. */
static inline size_t rq_facetree_size(size_t faces)
{
    return faces ? 2 * faces - 1 : 0;
}

/* Fills nodes, rq_facetree_size of them, in pre-order: the first child of a node follows it. temp
 * takes what is needed for the while. False without memory or with more than 2^30 faces. */
bool rq_facetree_build(const struct rq_faces *faces, struct rq_arena *temp,
                       struct rq_facetree_node *nodes);

#endif
