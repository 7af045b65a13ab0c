/* Faces are sorted once along each axis; a split cuts the list of its own axis in two and parts
 * the other two lists without sorting them again. */
#include "model/facetree.h"

#include <string.h>

enum { MOST_FACES = 1 << 30 };

struct building {
    const struct rq_faces *faces;
    struct rq_facetree_node *nodes;
    uint32_t *order[3]; /* faces, by their centroid along each axis */
    uint32_t *temp;
    bool *first; /* by face: goes to the first child of the node at hand */
};

static bool sort_axes(struct building *b, struct rq_arena *temp)
{
    size_t count = b->faces->count;
    struct rq_keyed *items = rq_arena_get(temp, count, sizeof *items);
    struct rq_keyed *other = rq_arena_get(temp, count, sizeof *other);
    if (!items || !other)
        return false;
    for (size_t axis = 0; axis < 3; axis++) {
        for (size_t i = 0; i < count; i++) {
            double sum = 0;
            for (size_t k = 0; k < 3; k++)
                sum += (double)rq_faces_point(b->faces, i * 3 + k)[axis];
            items[i] = (struct rq_keyed){rq_key_of(sum), (uint32_t)i};
        }
        rq_keyed_sort(items, other, count);
        for (size_t i = 0; i < count; i++)
            b->order[axis][i] = items[i].value;
    }
    return true;
}

static void set_box(const struct building *b, size_t from, size_t count,
                    struct rq_facetree_node *node)
{
    memcpy(node->min, rq_faces_point(b->faces, (size_t)3 * b->order[0][from]), sizeof node->min);
    memcpy(node->max, node->min, sizeof node->max);
    for (size_t i = 0; i < count * 3; i++) {
        size_t face = b->order[0][from + i / 3];
        const float *point = rq_faces_point(b->faces, face * 3 + i % 3);
        for (size_t k = 0; k < 3; k++) {
            if (point[k] < node->min[k])
                node->min[k] = point[k];
            if (point[k] > node->max[k])
                node->max[k] = point[k];
        }
    }
}

static unsigned longest_side(const struct rq_facetree_node *node)
{
    unsigned longest = 0;
    double sides[3];
    for (size_t k = 0; k < 3; k++)
        sides[k] = (double)node->max[k] - (double)node->min[k];
    for (unsigned k = 1; k < 3; k++)
        longest = sides[k] > sides[longest] ? k : longest;
    return longest;
}

/* Parts a list into those that go to the first child and the others, each in its order. */
static void part(struct building *b, uint32_t *list, size_t count)
{
    size_t kept = 0, moved = 0;
    for (size_t i = 0; i < count; i++) {
        if (b->first[list[i]])
            list[kept++] = list[i];
        else
            b->temp[moved++] = list[i];
    }
    memcpy(list + kept, b->temp, moved * sizeof *list);
}

/* Halves at each step: never deeper than the faces' number has bits. */
static void build(struct building *b, size_t number, size_t from, size_t count)
{
    struct rq_facetree_node *node = &b->nodes[number];
    size_t half = count / 2;
    set_box(b, from, count, node);
    if (count == 1) {
        node->face = (int32_t)b->order[0][from];
        node->plane = 0;
        node->left = node->right = -1;
        return;
    }
    unsigned axis = longest_side(node);
    for (size_t i = 0; i < count; i++)
        b->first[b->order[axis][from + i]] = i < half;
    part(b, b->order[(axis + 1) % 3] + from, count);
    part(b, b->order[(axis + 2) % 3] + from, count);
    node->face = -1;
    node->plane = 1u << axis;
    node->left = (int32_t)(number + 1);
    node->right = (int32_t)(number + 1 + rq_facetree_size(half));
    build(b, (size_t)node->left, from, half);
    build(b, (size_t)node->right, from + half, count - half);
}

bool rq_facetree_build(const struct rq_faces *faces, struct rq_arena *temp,
                       struct rq_facetree_node *nodes)
{
    struct building b = {.faces = faces, .nodes = nodes};
    bool fine = faces->count <= MOST_FACES;
    for (size_t axis = 0; axis < 3 && fine; axis++)
        fine = (b.order[axis] = rq_arena_get(temp, faces->count, sizeof *b.temp)) != NULL;
    if (!fine || !(b.temp = rq_arena_get(temp, faces->count, sizeof *b.temp)) ||
        !(b.first = rq_arena_get(temp, faces->count, sizeof *b.first)) || !sort_axes(&b, temp))
        return false;
    if (faces->count)
        build(&b, 0, 0, faces->count);
    return true;
}
