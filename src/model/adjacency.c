/* Edges are sorted by their ends, and equal ones then stand side by side. */
#include "model/adjacency.h"

#include <string.h>

/* The edges of all faces, sorted. groups, if not NULL, has the number that stands for each vertex
 * in place of its own. */
static struct rq_keyed *sorted_edges(const struct rq_faces *faces, struct rq_arena *temp,
                                     const uint32_t *groups)
{
    size_t count = faces->count * 3;
    struct rq_keyed *edges = rq_arena_get(temp, count, sizeof *edges);
    struct rq_keyed *other = rq_arena_get(temp, count, sizeof *other);
    if (!edges || !other || count >= RQ_NO_NEIGHBOUR)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t next = i % 3 == 2 ? i - 2 : i + 1;
        uint32_t a = rq_faces_corner(faces, i), b = rq_faces_corner(faces, next);
        if (groups) {
            a = groups[a];
            b = groups[b];
        }
        uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
        edges[i] = (struct rq_keyed){key, (uint32_t)i};
    }
    rq_keyed_sort(edges, other, count);
    return edges;
}

/* Where the run of edges with the same ends stops that begins at from. */
static size_t run_end(const struct rq_keyed *edges, size_t from, size_t count)
{
    size_t end = from + 1;
    while (end < count && edges[end].key == edges[from].key)
        end++;
    return end;
}

/* An edge between a vertex and itself has no neighbour. */
static bool is_edge(const struct rq_keyed *edge)
{
    return (uint32_t)edge->key != (uint32_t)(edge->key >> 32);
}

/* The first edge after that one which is of another face; the end of the run when there is none. */
static size_t second_face(const struct rq_keyed *edges, size_t from, size_t end)
{
    size_t i = from + 1;
    while (i < end && edges[i].value / 3 == edges[from].value / 3)
        i++;
    return i;
}

bool rq_adjacency_by_vertex(const struct rq_faces *faces, struct rq_arena *temp, uint32_t *others)
{
    size_t count = faces->count * 3;
    struct rq_keyed *edges = sorted_edges(faces, temp, NULL);
    memset(others, 0xFF, count * sizeof *others);
    for (size_t from = 0, end = 0; edges && from < count; from = end) {
        end = run_end(edges, from, count);
        for (size_t i = from, other; i < end && is_edge(&edges[i]); i = other + 1) {
            other = second_face(edges, i, end);
            if (other == end)
                break;
            others[edges[i].value] = edges[other].value;
            others[edges[other].value] = edges[i].value;
        }
    }
    return edges != NULL;
}

uint32_t *rq_adjacency_places(const struct rq_faces *faces, struct rq_arena *temp)
{
    size_t count = faces->vertex_count;
    struct rq_keyed *items = rq_arena_get(temp, count, sizeof *items);
    struct rq_keyed *other = rq_arena_get(temp, count, sizeof *other);
    uint32_t *groups = rq_arena_get(temp, count, sizeof *groups);
    if (!items || !other || !groups || count > UINT32_MAX)
        return NULL;
    for (size_t i = 0; i < count; i++)
        items[i] = (struct rq_keyed){rq_key_of_f32(faces->positions[i * 3 + 2]), (uint32_t)i};
    rq_keyed_sort(items, other, count);
    for (size_t i = 0; i < count; i++) {
        const float *p = faces->positions + (size_t)3 * items[i].value;
        items[i].key = (uint64_t)rq_key_of_f32(p[0]) << 32 | rq_key_of_f32(p[1]);
    }
    rq_keyed_sort(items, other, count);
    for (size_t i = 0, group = 0; i < count; i++) {
        const float *p = faces->positions + (size_t)3 * items[i].value;
        const float *last = i ? faces->positions + (size_t)3 * items[i - 1].value : p;
        group += i && (items[i].key != items[i - 1].key ||
                       rq_key_of_f32(p[2]) != rq_key_of_f32(last[2]));
        groups[items[i].value] = (uint32_t)group;
    }
    return groups;
}

bool rq_adjacency_by_position(const struct rq_faces *faces, struct rq_arena *temp, uint32_t *others)
{
    size_t count = faces->count * 3;
    uint32_t *groups = rq_adjacency_places(faces, temp);
    struct rq_keyed *edges = groups ? sorted_edges(faces, temp, groups) : NULL;
    memset(others, 0xFF, count * sizeof *others);
    for (size_t from = 0, end = 0; edges && from < count; from = end) {
        end = run_end(edges, from, count);
        size_t other = second_face(edges, from, end);
        if (other == end || !is_edge(&edges[from]))
            continue;
        /* Edges of a run rise: the first face is the smallest, the other the next. */
        uint32_t smallest = edges[from].value / 3, next = edges[other].value / 3;
        for (size_t i = from; i < end; i++)
            others[edges[i].value] = edges[i].value / 3 == smallest ? next : smallest;
    }
    return edges != NULL;
}
