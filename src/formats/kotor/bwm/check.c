/* What is odd about a walkmesh: each thing is told once, with how often it is so. */
#include "formats/kotor/bwm/parts.h"

#include <stdio.h>

/* Deeper than this a tree is no help; that of 2^31 faces would have 32 levels. */
enum { MOST_LEVELS = 64 };

static void add(struct rq_bwm_loose *count, size_t i, bool odd)
{
    if (odd && count->all++ == 0)
        count->first = i;
}

/* ---- references ---- */

const struct rq_bwm_ref_kind rq_bwm_refs[RQ_BWM_REFS] = {
    [RQ_BWM_REF_CORNER] = {"no-vertex", "faces", "a corner that is not there"},
    [RQ_BWM_REF_FACE] = {"no-face", "leaves", "a face that is not there"},
    [RQ_BWM_REF_CHILD] = {"wrong-child", "nodes", "a leaf with children, or another node without"},
    [RQ_BWM_REF_NEIGHBOUR] = {"no-neighbour", "adjacency", "a neighbour that is not there"},
    [RQ_BWM_REF_EDGE] = {"no-edge", "edges", "an edge of a face that is not there"},
    [RQ_BWM_REF_LINE] = {"wrong-perimeter", "perimeters",
                         "an end of a line of edges that does not follow the one before"},
};

static bool is_node(const struct rq_bwm *bwm, int32_t number)
{
    return number >= 0 && (size_t)number < bwm->node_count;
}

static struct rq_bwm_loose loose_nodes(const struct rq_bwm *bwm, bool faces)
{
    struct rq_bwm_loose loose = {0, 0};
    for (size_t i = 0; i < bwm->node_count; i++) {
        const struct rq_bwm_node *node = &bwm->nodes[i];
        bool outside =
            node->face < -1 || (node->face >= 0 && (size_t)node->face >= bwm->face_count);
        bool children = node->face == -1 ? !is_node(bwm, node->left) || !is_node(bwm, node->right)
                                         : node->left != -1 || node->right != -1;
        add(&loose, i, faces ? outside : children);
    }
    return loose;
}

static struct rq_bwm_loose loose_edges(const struct rq_bwm *bwm, bool borders)
{
    struct rq_bwm_loose loose = {0, 0};
    uint64_t most = (uint64_t)bwm->adjacency_count * 3;
    for (size_t i = 0; !borders && i < most; i++) {
        int32_t other = bwm->adjacency[i];
        add(&loose, i / 3, other != -1 && (other < 0 || (uint64_t)other >= most));
    }
    for (size_t i = 0; borders && i < bwm->edge_count; i++)
        add(&loose, i, bwm->edges[i].edge < 0 || (uint64_t)bwm->edges[i].edge >= most);
    return loose;
}

struct rq_bwm_loose rq_bwm_loose(const struct rq_bwm *bwm, enum rq_bwm_ref ref)
{
    struct rq_bwm_loose loose = {0, 0};
    switch (ref) {
    case RQ_BWM_REF_CORNER:
        for (size_t i = 0; i < bwm->face_count; i++) {
            const uint32_t *c = bwm->corners + i * 3;
            size_t most = bwm->vertex_count;
            add(&loose, i, c[0] >= most || c[1] >= most || c[2] >= most);
        }
        return loose;
    case RQ_BWM_REF_FACE:
    case RQ_BWM_REF_CHILD: return loose_nodes(bwm, ref == RQ_BWM_REF_FACE);
    case RQ_BWM_REF_NEIGHBOUR:
    case RQ_BWM_REF_EDGE: return loose_edges(bwm, ref == RQ_BWM_REF_EDGE);
    case RQ_BWM_REF_LINE:
        for (size_t i = 0; i < bwm->perimeter_count; i++) {
            uint32_t last = i ? bwm->perimeters[i - 1] : 0;
            add(&loose, i, bwm->perimeters[i] <= last || bwm->perimeters[i] > bwm->edge_count);
        }
        return loose;
    default: return loose;
    }
}

/* ---- findings ---- */

static void tell(struct rq_doc *doc, const char *id, uint64_t table, size_t size,
                 const struct rq_bwm_loose *count, const char *name, const char *what)
{
    char where[48];
    if (!count->all)
        return;
    snprintf(where, sizeof where, "%s[%zu]", name, count->first);
    rq_find(doc, id, table + (uint64_t)count->first * size, where, "%s (%zu of them)", what,
            count->all);
}

static void tell_ref(struct rq_doc *doc, const struct rq_bwm *bwm, enum rq_bwm_ref ref,
                     uint64_t table, size_t size, const char *name)
{
    struct rq_bwm_loose loose = rq_bwm_loose(bwm, ref);
    tell(doc, rq_bwm_refs[ref].finding, table, size, &loose, name, rq_bwm_refs[ref].text);
}

static void check_header(struct rq_doc *doc, const struct rq_bwm *bwm)
{
    const struct rq_bwm_header *h = &bwm->header;
    if (h->kind > RQ_BWM_AREA)
        rq_find(doc, "unknown-kind", 8, "kind", "%u; 0 and 1 are known", h->kind);
    if (h->reserved)
        rq_find(doc, "reserved-word", 0x6C, "reserved", "%u, not 0", h->reserved);
    if (h->kind == RQ_BWM_AREA && bwm->face_count && !bwm->node_count)
        rq_find(doc, "no-tree", 0x64, "node_count",
                "no tree: the game finds no ground; it has to be derived");
    if (h->kind == RQ_BWM_OBJECT &&
        (h->node_count || h->adjacency_count || h->edge_count || h->perimeter_count))
        rq_find(doc, "object-with-area", 0x64, "node_count",
                "a placeable or door has no tree, neighbours or borders");
}

static void check_faces(struct rq_doc *doc, const struct rq_bwm *bwm)
{
    const struct rq_bwm_header *h = &bwm->header;
    struct rq_bwm_loose unknown = {0}, late = {0}, points = {0}, planes = {0};
    size_t walkable = 0;
    for (size_t i = 0; i < bwm->vertex_count; i++)
        add(&points, i, !rq_bwm_numbers(bwm->vertices + i * 3, 3));
    for (size_t i = 0; i < bwm->face_count; i++) {
        bool walk = rq_bwm_material_walkable(bwm->materials[i]);
        add(&planes, i,
            !rq_bwm_numbers(bwm->normals + i * 3, 3) || !rq_bwm_numbers(&bwm->distances[i], 1));
        add(&unknown, i, !rq_bwm_material_name(bwm->materials[i]));
        add(&late, i, walk && walkable < i);
        walkable += walk;
    }
    tell(doc, "no-number", h->vertex_offset, 12, &points, "vertices", "not a number");
    tell_ref(doc, bwm, RQ_BWM_REF_CORNER, h->corner_offset, 12, "corners");
    tell(doc, "no-number", h->normal_offset, 12, &planes, "normals", "not a number");
    tell(doc, "unknown-material", h->material_offset, 4, &unknown, "materials",
         "a material that is not known");
    tell(doc, "late-walkable", h->material_offset, 4, &late, "materials",
         "a face that can be walked on stands behind one that can't");
    if (h->kind == RQ_BWM_AREA && walkable != bwm->adjacency_count)
        rq_find(doc, "neighbour-count", 0x70, "adjacency_count",
                "%zu, but %zu faces can be walked on", bwm->adjacency_count, walkable);
}

/* Each knows the other. */
static void check_pairs(struct rq_doc *doc, const struct rq_bwm *bwm)
{
    struct rq_bwm_loose single = {0, 0};
    uint64_t most = (uint64_t)bwm->adjacency_count * 3;
    for (size_t i = 0; i < most; i++) {
        int32_t other = bwm->adjacency[i];
        add(&single, i / 3,
            other >= 0 && (uint64_t)other < most && bwm->adjacency[other] != (int32_t)i);
    }
    tell(doc, "one-sided-neighbour", bwm->header.adjacency_offset, 12, &single, "adjacency",
         "a neighbour that has another one, or none, at that edge");
}

static void check_edges(struct rq_doc *doc, const struct rq_bwm *bwm)
{
    const struct rq_bwm_header *h = &bwm->header;
    struct rq_bwm_loose rooms = {0};
    for (size_t i = 0; i < bwm->edge_count; i++)
        add(&rooms, i, bwm->edges[i].transition < -1);
    tell_ref(doc, bwm, RQ_BWM_REF_NEIGHBOUR, h->adjacency_offset, 12, "adjacency");
    check_pairs(doc, bwm);
    tell_ref(doc, bwm, RQ_BWM_REF_EDGE, h->edge_offset, 8, "edges");
    tell(doc, "no-room", h->edge_offset, 8, &rooms, "edges", "a room below -1");
    tell_ref(doc, bwm, RQ_BWM_REF_LINE, h->perimeter_offset, 4, "perimeters");
}

/* From the root level by level, each node once: ends on circles too. */
static bool check_tree(struct rq_doc *doc, const struct rq_bwm *bwm)
{
    struct rq_arena temp = {.alloc = doc->alloc};
    bool *seen = rq_arena_get(&temp, bwm->node_count, sizeof *seen);
    int32_t *queue = rq_arena_get(&temp, bwm->node_count, sizeof *queue);
    struct rq_bwm_loose again = {0};
    size_t reached = 0, levels = 0, head = 0;
    if (!seen || !queue) {
        rq_arena_free(&temp);
        return false;
    }
    if (bwm->node_count)
        seen[queue[reached++] = 0] = true;
    for (size_t level = reached; head < level; level = reached, levels++) {
        for (; head < level; head++) {
            const struct rq_bwm_node *node = &bwm->nodes[queue[head]];
            const int32_t children[2] = {node->left, node->right};
            for (size_t k = 0; k < 2; k++) {
                if (!is_node(bwm, children[k]))
                    continue;
                add(&again, (size_t)queue[head], seen[children[k]]);
                if (!seen[children[k]])
                    queue[reached++] = children[k];
                seen[children[k]] = true;
            }
        }
    }
    rq_arena_free(&temp);
    tell(doc, "circle", bwm->header.node_offset, BWM_NODE_SIZE, &again, "nodes",
         "a child that is met twice: no tree");
    if (reached < bwm->node_count)
        rq_find(doc, "lost-node", bwm->header.node_offset, "nodes",
                "%zu of %zu nodes can't be reached from the first", bwm->node_count - reached,
                bwm->node_count);
    if (levels > MOST_LEVELS)
        rq_find(doc, "deep-tree", bwm->header.node_offset, "nodes", "the tree has %zu levels",
                levels);
    return true;
}

static void check_nodes(struct rq_doc *doc, const struct rq_bwm *bwm)
{
    struct rq_bwm_loose constants = {0}, planes = {0}, boxes = {0};
    for (size_t i = 0; i < bwm->node_count; i++) {
        const struct rq_bwm_node *node = &bwm->nodes[i];
        add(&boxes, i, !rq_bwm_numbers(node->min, 3) || !rq_bwm_numbers(node->max, 3));
        bool inner = node->face == -1;
        add(&constants, i, node->constant != 4);
        /* One bit of six, or none in a leaf. */
        add(&planes, i,
            node->plane > 32 || (node->plane & (node->plane - 1)) || (inner && !node->plane));
    }
    const uint64_t at = bwm->header.node_offset;
    tell(doc, "no-number", at, BWM_NODE_SIZE, &boxes, "nodes",
         "a box with a value that is not a number");
    tell_ref(doc, bwm, RQ_BWM_REF_FACE, at, BWM_NODE_SIZE, "nodes");
    tell_ref(doc, bwm, RQ_BWM_REF_CHILD, at, BWM_NODE_SIZE, "nodes");
    tell(doc, "node-constant", at, BWM_NODE_SIZE, &constants, "nodes", "constant is not 4");
    tell(doc, "unknown-plane", at, BWM_NODE_SIZE, &planes, "nodes",
         "plane is not one of 1 2 4 8 16 32");
}

bool rq_bwm_check(struct rq_doc *doc, const struct rq_bwm *bwm)
{
    check_header(doc, bwm);
    check_faces(doc, bwm);
    check_nodes(doc, bwm);
    check_edges(doc, bwm);
    return check_tree(doc, bwm);
}
