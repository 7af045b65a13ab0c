/* What is odd about a walkmesh: each thing is told once, with how often it is so. */
#include "formats/kotor/bwm/parts.h"

#include <stdio.h>

/* Deeper than this a tree is no help; that of 2^31 faces would have 32 levels. */
enum { MOST_LEVELS = 64 };

struct count {
    size_t all, first;
};

static void add(struct count *count, size_t i, bool odd)
{
    if (odd && count->all++ == 0)
        count->first = i;
}

static void tell(struct rq_doc *doc, const char *id, uint64_t table, size_t size,
                 const struct count *count, const char *name, const char *what)
{
    char where[48];
    if (!count->all)
        return;
    snprintf(where, sizeof where, "%s[%zu]", name, count->first);
    rq_find(doc, id, table + (uint64_t)count->first * size, where, "%s (%zu of them)", what,
            count->all);
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
                "no tree: the game finds no ground; build --derive makes one");
    if (h->kind == RQ_BWM_OBJECT &&
        (h->node_count || h->adjacency_count || h->edge_count || h->perimeter_count))
        rq_find(doc, "object-with-area", 0x64, "node_count",
                "a placeable or door has no tree, neighbours or borders");
}

static void check_faces(struct rq_doc *doc, const struct rq_bwm *bwm)
{
    const struct rq_bwm_header *h = &bwm->header;
    struct count corners = {0}, unknown = {0}, late = {0}, points = {0}, planes = {0};
    size_t walkable = 0;
    for (size_t i = 0; i < bwm->vertex_count; i++)
        add(&points, i, !rq_bwm_numbers(bwm->vertices + i * 3, 3));
    for (size_t i = 0; i < bwm->face_count; i++) {
        bool walk = rq_bwm_material_walkable(bwm->materials[i]), odd = false;
        for (size_t k = 0; k < 3; k++)
            odd |= bwm->corners[i * 3 + k] >= bwm->vertex_count;
        add(&corners, i, odd);
        add(&planes, i,
            !rq_bwm_numbers(bwm->normals + i * 3, 3) || !rq_bwm_numbers(&bwm->distances[i], 1));
        add(&unknown, i, !rq_bwm_material_name(bwm->materials[i]));
        add(&late, i, walk && walkable < i);
        walkable += walk;
    }
    tell(doc, "no-number", h->vertex_offset, 12, &points, "vertices", "not a number");
    tell(doc, "no-vertex", h->corner_offset, 12, &corners, "corners", "a corner without a vertex");
    tell(doc, "no-number", h->normal_offset, 12, &planes, "normals", "not a number");
    tell(doc, "unknown-material", h->material_offset, 4, &unknown, "materials",
         "a material that is not known");
    tell(doc, "late-walkable", h->material_offset, 4, &late, "materials",
         "a face that can be walked on stands behind one that can't");
    if (h->kind == RQ_BWM_AREA && walkable != bwm->adjacency_count)
        rq_find(doc, "neighbour-count", 0x70, "adjacency_count",
                "%zu, but %zu faces can be walked on", bwm->adjacency_count, walkable);
}

static void check_edges(struct rq_doc *doc, const struct rq_bwm *bwm)
{
    const struct rq_bwm_header *h = &bwm->header;
    struct count neighbours = {0}, edges = {0}, rooms = {0}, lines = {0};
    uint64_t most = (uint64_t)bwm->adjacency_count * 3;
    for (size_t i = 0; i < bwm->adjacency_count * 3; i++) {
        int32_t other = bwm->adjacency[i];
        add(&neighbours, i / 3, other != -1 && (other < 0 || (uint64_t)other >= most));
    }
    for (size_t i = 0; i < bwm->edge_count; i++) {
        int32_t edge = bwm->edges[i].edge;
        add(&edges, i, edge < 0 || (uint64_t)edge >= most);
        add(&rooms, i, bwm->edges[i].transition < -1);
    }
    for (size_t i = 0; i < bwm->perimeter_count; i++) {
        uint32_t last = i ? bwm->perimeters[i - 1] : 0;
        add(&lines, i, bwm->perimeters[i] <= last || bwm->perimeters[i] > bwm->edge_count);
    }
    tell(doc, "no-neighbour", h->adjacency_offset, 12, &neighbours, "adjacency",
         "a neighbour that is not there");
    tell(doc, "no-edge", h->edge_offset, 8, &edges, "edges", "an edge of a face that is not there");
    tell(doc, "no-room", h->edge_offset, 8, &rooms, "edges", "a room below -1");
    tell(doc, "wrong-perimeter", h->perimeter_offset, 4, &lines, "perimeters",
         "an end of a line of edges that does not follow the one before");
}

static bool is_node(const struct rq_bwm *bwm, int32_t number)
{
    return number >= 0 && (size_t)number < bwm->node_count;
}

/* From the root level by level, each node once: ends on circles too. */
static bool check_tree(struct rq_doc *doc, const struct rq_bwm *bwm)
{
    struct rq_arena temp = {.alloc = doc->alloc};
    bool *seen = rq_arena_get(&temp, bwm->node_count, sizeof *seen);
    int32_t *queue = rq_arena_get(&temp, bwm->node_count, sizeof *queue);
    struct count again = {0};
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
    struct count faces = {0}, children = {0}, constants = {0}, planes = {0}, boxes = {0};
    for (size_t i = 0; i < bwm->node_count; i++) {
        const struct rq_bwm_node *node = &bwm->nodes[i];
        add(&boxes, i, !rq_bwm_numbers(node->min, 3) || !rq_bwm_numbers(node->max, 3));
        add(&faces, i,
            node->face < -1 || (node->face >= 0 && (size_t)node->face >= bwm->face_count));
        bool inner = node->face == -1;
        add(&children, i,
            inner ? !is_node(bwm, node->left) || !is_node(bwm, node->right)
                  : node->left != -1 || node->right != -1);
        add(&constants, i, node->constant != 4);
        /* One bit of six, or none in a leaf. */
        add(&planes, i,
            node->plane > 32 || (node->plane & (node->plane - 1)) || (inner && !node->plane));
    }
    const uint64_t at = bwm->header.node_offset;
    tell(doc, "no-number", at, BWM_NODE_SIZE, &boxes, "nodes",
         "a box with a value that is not a number");
    tell(doc, "no-face", at, BWM_NODE_SIZE, &faces, "nodes", "a face that is not there");
    tell(doc, "wrong-child", at, BWM_NODE_SIZE, &children, "nodes",
         "a leaf with children, or another node without");
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
