/* What the files of PVO share: pvo.c (reading, writing) and pvo_json.c. */
#ifndef RQ_FORMATS_REDGUARD_PVO_PARTS_H
#define RQ_FORMATS_REDGUARD_PVO_PARTS_H

#include "formats/format.h"
#include "formats/redguard/chunk.h"

#include <reliquary/pvo.h>

enum { NODE_SIZE = 5, CHILD_SIZE = 4, LEAF_SIZE = 1, ENTRY_SIZE = 6, PATCH_SIZE = 6 };

extern const char rq_pvo_tags[RQ_PVO_RAW][5];

static inline uint32_t rq_pvo_bits(unsigned mask)
{
    return rq_pvo_rank(mask, 8);
}

static inline bool rq_pvo_no_leaf(struct rq_pvo_ref ref)
{
    return !ref.linked && ref.value == (uint32_t)RQ_PVO_NONE;
}

/* Where a node or a leaf stands in its section. */
static inline uint64_t rq_pvo_node_offset(const struct rq_pvo *pvo, size_t i)
{
    return (uint64_t)i * NODE_SIZE + (uint64_t)pvo->nodes[i].first_child * CHILD_SIZE;
}

static inline uint64_t rq_pvo_leaf_offset(const struct rq_pvo *pvo, size_t i)
{
    return (uint64_t)i * LEAF_SIZE + (uint64_t)pvo->leaves[i].first_entry * ENTRY_SIZE;
}

/* Nodes that have a leaf. */
uint32_t rq_pvo_leaf_nodes(const struct rq_pvo *pvo);

extern const struct rq_shape rq_pvo_shape; /* in pvo_json.c */

#endif
