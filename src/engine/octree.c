#include "core/arena.h"

#include <reliquary/engine.h>
#include <string.h>

static unsigned bits_of(unsigned mask)
{
    return rq_pvo_rank(mask, 8);
}

/* ---- from point to node ---- */

bool rq_octree_find(const struct rq_pvo *pvo, const int32_t point[3], struct rq_octree_place *place)
{
    int64_t center[3], half = pvo->header.cell_size;
    /* Bit 0 of an octant is z, bit 1 y, bit 2 x. */
    static const unsigned bits[3] = {4, 2, 1};
    *place = (struct rq_octree_place){0, 0};
    if (!pvo->node_count)
        return false;
    for (size_t k = 0; k < 3; k++)
        center[k] = pvo->header.center[k];
    while (place->depth < RQ_OCTREE_LEVELS) {
        const struct rq_pvo_node *node = &pvo->nodes[place->node];
        unsigned octant = 0;
        for (size_t k = 0; k < 3; k++)
            octant |= point[k] > center[k] ? bits[k] : 0;
        if (!(node->mask >> octant & 1))
            break;
        struct rq_pvo_ref child =
            pvo->children[node->first_child + rq_pvo_rank(node->mask, octant)];
        if (!child.linked)
            break;
        half /= 2;
        for (size_t k = 0; k < 3; k++)
            center[k] += point[k] > center[k] ? half : -half;
        place->node = child.value;
        place->depth++;
    }
    return true;
}

/* ---- from node to what can be seen ---- */

static size_t mark(uint8_t *seen, uint16_t id)
{
    uint8_t bit = (uint8_t)(1u << id % 8);
    size_t fresh = !(seen[id / 8] & bit);
    seen[id / 8] |= bit;
    return fresh;
}

size_t rq_octree_visible(const struct rq_pvo *pvo, uint32_t node, bool patches,
                         uint8_t seen[RQ_OCTREE_IDS / 8])
{
    size_t n = 0;
    memset(seen, 0, RQ_OCTREE_IDS / 8);
    if (node >= pvo->node_count)
        return 0;
    struct rq_pvo_ref ref = pvo->nodes[node].leaf;
    for (size_t i = 0; ref.linked && i < pvo->leaves[ref.value].count; i++) {
        struct rq_pvo_entry entry = pvo->entries[pvo->leaves[ref.value].first_entry + i];
        for (uint64_t k = entry.start; k < (uint64_t)entry.start + entry.count; k++)
            n += k < pvo->id_count ? mark(seen, pvo->ids[k]) : 0;
    }
    for (size_t i = 0; patches && i < pvo->patch_count; i++)
        if (pvo->patches[i].node.linked && pvo->patches[i].node.value == node)
            n += mark(seen, pvo->patches[i].object);
    return n;
}

/* ---- the tree as a whole ---- */

static void count_leaves(const struct rq_pvo *pvo, bool *taken, struct rq_octree_stats *stats)
{
    for (uint32_t i = 0; i < pvo->node_count; i++) {
        const struct rq_pvo_node *node = &pvo->nodes[i];
        bool has = node->leaf.linked || node->leaf.value != (uint32_t)RQ_PVO_NONE;
        stats->leaf_nodes += has;
        stats->fan_out[bits_of(node->mask)]++;
        if (!node->leaf.linked)
            continue;
        stats->shared_leaves += taken[node->leaf.value];
        taken[node->leaf.value] = true;
    }
    stats->interior_nodes = stats->nodes - stats->leaf_nodes;
}

/* Level by level from the root, each node once. */
static void walk_levels(const struct rq_pvo *pvo, bool *known, uint32_t *queue,
                        struct rq_octree_stats *stats)
{
    uint32_t head = 0;
    if (pvo->node_count)
        known[queue[stats->reached++] = 0] = true;
    /* [head, level) is one of them. */
    for (uint32_t level = stats->reached; head < level; level = stats->reached) {
        for (; head < level; head++) {
            const struct rq_pvo_node *node = &pvo->nodes[queue[head]];
            for (size_t k = 0; k < bits_of(node->mask); k++) {
                struct rq_pvo_ref child = pvo->children[node->first_child + k];
                if (!child.linked)
                    continue;
                stats->met_again += known[child.value];
                if (!known[child.value])
                    queue[stats->reached++] = child.value;
                known[child.value] = true;
            }
        }
        stats->depth += stats->reached > level;
    }
}

bool rq_octree_stats(const struct rq_pvo *pvo, const struct rq_alloc *alloc,
                     struct rq_octree_stats *stats)
{
    struct rq_arena temp = {.alloc = alloc};
    bool *known = rq_arena_get(&temp, pvo->node_count, sizeof *known);
    bool *taken = rq_arena_get(&temp, pvo->leaf_count, sizeof *taken);
    uint32_t *queue = rq_arena_get(&temp, pvo->node_count, sizeof *queue);
    bool fine = known && taken && queue;
    *stats = (struct rq_octree_stats){.nodes = pvo->node_count};
    if (fine) {
        count_leaves(pvo, taken, stats);
        walk_levels(pvo, known, queue, stats);
    }
    rq_arena_free(&temp);
    return fine;
}
