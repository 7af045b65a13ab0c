/* Asking a PVO what can be seen from a point, as the engine of Redguard does. Pure functions
 * that end on any document, circles of references included. */
#ifndef RQ_ENGINE_OCTREE_H
#define RQ_ENGINE_OCTREE_H

#include "core/arena.h"

#include <reliquary/pvo.h>

/* The game's trees have 10 levels; a cube of 32 bits can be halved 32 times. */
enum { RQ_OCTREE_LEVELS = 64, RQ_OCTREE_IDS = 65536 };

/* The node at which the way down from the root ends: there is no child in the octant of the
 * point, or none that can be followed. */
struct rq_octree_place {
    uint32_t node;
    unsigned depth; /* 0 for the root */
};

/* False when there is no node at all. */
bool rq_octree_find(const struct rq_pvo *pvo, const int32_t point[3],
                    struct rq_octree_place *place);

/* One bit for each number of an object; zeroed first. With patches: what PTCH adds to the
 * node, too. Returns how many can be seen. */
size_t rq_octree_visible(const struct rq_pvo *pvo, uint32_t node, bool patches,
                         uint8_t seen[RQ_OCTREE_IDS / 8]);

struct rq_octree_stats {
    uint32_t nodes, leaf_nodes, interior_nodes;
    uint32_t reached;       /* from the root, each counted once */
    uint32_t met_again;     /* references to a node that was reached before */
    unsigned depth;         /* steps to the node that is farthest from the root */
    uint32_t fan_out[9];    /* nodes by how many children they have */
    uint32_t shared_leaves; /* nodes whose leaf another node before them has */
};

/* False without memory; temp takes what is needed for the while. */
bool rq_octree_stats(const struct rq_pvo *pvo, struct rq_arena *temp,
                     struct rq_octree_stats *stats);

#endif
