/* Which triangles share an edge. Edge i of a face runs from its corner i to the next. */
#ifndef RQ_MODEL_ADJACENCY_H
#define RQ_MODEL_ADJACENCY_H

#include "model/faces.h"

#define RQ_NO_NEIGHBOUR UINT32_MAX

/* As walkmeshes and kotorblender's models have it: two edges are one when they have the same two
 * vertices, whichever way they run. others, 3 for each face, becomes the other edge (face * 3 +
 * edge). Where more than two faces share an edge, the first two are neighbours, then the next two:
 * so the neighbour of an edge's neighbour is always that edge, and the last of an odd number has
 * none (kotorblender: all 15 such edges of the corpus). False without memory. */
bool rq_adjacency_by_vertex(const struct rq_faces *faces, struct rq_arena *temp, uint32_t *others);

/* As models have it: two edges are one when their ends stand at the same places. others becomes
 * the other face, the smallest where there are several. False without memory. */
bool rq_adjacency_by_position(const struct rq_faces *faces, struct rq_arena *temp,
                              uint32_t *others);

/* A number for each vertex, the same for those that stand at one place; from 0 on. NULL without
 * memory. */
uint32_t *rq_adjacency_places(const struct rq_faces *faces, struct rq_arena *temp);

#endif
