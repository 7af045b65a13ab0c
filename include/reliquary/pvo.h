/* PVO: what can be seen from where in a map of Redguard, as an octree. See
 * docs/formats/pvo.md.
 *
 * Nodes and leaves stand one behind the other, so their offsets follow from their sizes; a
 * reference is kept as the number of what it points at. */
#ifndef RELIQUARY_PVO_H
#define RELIQUARY_PVO_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_PVO_HEADER(F, A, T)                                                                     \
    F(T, u32, depth, "10: most levels", RQ_HIDDEN)                                                 \
    F(T, u32, total_nodes, "nodes of OCTR", RQ_DERIVED)                                            \
    F(T, u32, leaf_nodes, "nodes that have a leaf", RQ_DERIVED)                                    \
    F(T, u32, mlst_polygon_count, "numbers of MLST", RQ_DERIVED)                                   \
    F(T, u32, reserved, "0")                                                                       \
    F(T, u32, cell_size, "half the side of the root's cube: 16384 or 8192")                        \
    A(T, i32, center, 3, "x, y, z of the root")                                                    \
    A(T, bytes, reserved_24, 16, "0")

RQ_RECORD_STRUCT(rq_pvo_header, RQ_PVO_HEADER, 52);

enum { RQ_PVO_NONE = -1, RQ_PVO_UNSET = -2 }; /* 0xffffffff and 0xfffffffe in references */

/* linked: the number of a node or leaf. Else the word of the file: no leaf, a slot that was
 * never set, or an offset at which nothing starts. */
struct rq_pvo_ref {
    uint32_t value;
    bool linked;
};

struct rq_pvo_node {
    uint8_t mask;           /* bit n: there is a child in octant n */
    struct rq_pvo_ref leaf; /* RQ_PVO_NONE: none */
    uint32_t first_child;   /* in children, one for each bit of mask, low bit first */
};

struct rq_pvo_leaf {
    uint8_t count;
    uint32_t first_entry; /* in entries */
};

/* ids[start] to ids[start + count - 1] can be seen. */
struct rq_pvo_entry {
    uint16_t count;
    uint32_t start;
};

/* One more thing to be seen from a node. */
struct rq_pvo_patch {
    struct rq_pvo_ref node; /* not linked: offset / 5 */
    uint16_t object;
};

enum rq_pvo_kind { RQ_PVO_OCTH, RQ_PVO_OCTR, RQ_PVO_PLST, RQ_PVO_MLST, RQ_PVO_PTCH, RQ_PVO_RAW };

struct rq_pvo_section {
    enum rq_pvo_kind kind;
    char tag[4];             /* for RQ_PVO_RAW */
    struct rq_bytes payload; /* for RQ_PVO_RAW */
};

struct rq_pvo {
    struct rq_pvo_header header;
    /* Counts of the header that are not those of the sections and have to stay; the others
     * are worked out on writing. */
    bool odd_total, odd_leaves, odd_ids;

    size_t section_count; /* in file order, without END */
    struct rq_pvo_section *sections;

    uint32_t node_count, child_count, leaf_count, entry_count, id_count, patch_count;
    struct rq_pvo_node *nodes; /* the first is the root; children in one list, in order */
    struct rq_pvo_ref *children;
    struct rq_pvo_leaf *leaves; /* entries in one list, in order */
    struct rq_pvo_entry *entries;
    uint16_t *ids; /* MLST: numbers of placed objects */
    struct rq_pvo_patch *patches;

    bool no_end;
    struct rq_bytes tail; /* after "END ": four zero bytes */
};

/* Bits of a mask below one: where a child stands in the list of its node. */
static inline unsigned rq_pvo_rank(unsigned mask, unsigned octant)
{
    unsigned n = 0;
    for (unsigned i = 0; i < octant; i++)
        n += mask >> i & 1;
    return n;
}

#ifdef __cplusplus
}
#endif

#endif
