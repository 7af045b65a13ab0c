/* A whole walkmesh from its vertices, faces, materials and transitions. The way along the borders
 * and the neighbours are those of all 19 WOK files that were measured; tree and boxes are made as
 * MDLedit makes them. */
#include "formats/kotor/bwm/parts.h"
#include "model/adjacency.h"
#include "model/facetree.h"

#include <stdio.h>

struct building {
    struct rq_doc *doc;
    const struct rq_bwm_source *source;
    struct rq_bwm *bwm;
    struct rq_arena temp;
    uint32_t *places; /* by face of the source: where it stands now */
    size_t walkable;
    bool strict; /* a transition that has no border is refused */
};

static void *get(struct building *b, size_t count, size_t size)
{
    return rq_arena_get(&b->doc->arena, count, size);
}

/* ---- faces ---- */

/* Those that can be walked on first, otherwise in their order. */
static void order_faces(struct building *b)
{
    const struct rq_bwm_source *s = b->source;
    struct rq_bwm *bwm = b->bwm;
    size_t next[2] = {0, 0};
    for (size_t i = 0; i < s->face_count; i++)
        b->walkable += rq_bwm_material_walkable(s->materials[i]);
    next[0] = b->walkable;
    for (size_t i = 0; i < s->face_count; i++) {
        size_t place = next[rq_bwm_material_walkable(s->materials[i])]++;
        b->places[i] = (uint32_t)place;
        memcpy(bwm->corners + place * 3, s->corners + i * 3, 3 * sizeof *bwm->corners);
        bwm->materials[place] = s->materials[i];
    }
}

static bool make_faces(struct building *b)
{
    const struct rq_bwm_source *s = b->source;
    struct rq_bwm *bwm = b->bwm;
    bwm->vertices = get(b, s->vertex_count, 3 * sizeof *bwm->vertices);
    bwm->corners = get(b, s->face_count, 3 * sizeof *bwm->corners);
    bwm->materials = get(b, s->face_count, sizeof *bwm->materials);
    bwm->normals = get(b, s->face_count, 3 * sizeof *bwm->normals);
    bwm->distances = get(b, s->face_count, sizeof *bwm->distances);
    b->places = rq_arena_get(&b->temp, s->face_count, sizeof *b->places);
    if (!bwm->vertices || !bwm->corners || !bwm->materials || !bwm->normals || !bwm->distances ||
        !b->places)
        return false;
    bwm->vertex_count = s->vertex_count;
    bwm->face_count = s->face_count;
    if (s->vertex_count)
        memcpy(bwm->vertices, s->vertices, s->vertex_count * 3 * sizeof *bwm->vertices);
    order_faces(b);
    struct rq_faces faces = rq_bwm_faces(bwm);
    for (size_t i = 0; i < bwm->face_count; i++)
        rq_face_plane(rq_faces_point(&faces, i * 3), rq_faces_point(&faces, i * 3 + 1),
                      rq_faces_point(&faces, i * 3 + 2), bwm->normals + i * 3, &bwm->distances[i]);
    return true;
}

/* ---- the tree ---- */

/* Larger than the faces by 0.01, above an inner node by 0.0001 more. */
static void grow_box(struct rq_bwm_node *node)
{
    double above = node->face < 0 ? 0.01 + 0.0001 : 0.01;
    for (size_t k = 0; k < 3; k++) {
        node->min[k] = (float)((double)node->min[k] - 0.01);
        node->max[k] = (float)((double)node->max[k] + above);
    }
}

static bool make_tree(struct building *b)
{
    struct rq_bwm *bwm = b->bwm;
    struct rq_faces faces = rq_bwm_faces(bwm);
    size_t count = rq_facetree_size(faces.count);
    struct rq_facetree_node *tree = rq_arena_get(&b->temp, count, sizeof *tree);
    bwm->nodes = get(b, count, sizeof *bwm->nodes);
    if (!tree || !bwm->nodes || !rq_facetree_build(&faces, &b->temp, tree))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct rq_bwm_node *node = &bwm->nodes[i];
        memcpy(node->min, tree[i].min, sizeof node->min);
        memcpy(node->max, tree[i].max, sizeof node->max);
        node->face = tree[i].face;
        node->constant = 4;
        node->plane = tree[i].plane;
        node->left = tree[i].left;
        node->right = tree[i].right;
        grow_box(node);
    }
    bwm->node_count = count;
    return true;
}

/* ---- borders ---- */

bool rq_bwm_walkable(const struct rq_bwm *bwm, size_t *count, size_t *late)
{
    *count = 0;
    *late = bwm->face_count;
    for (size_t i = 0; i < bwm->face_count; i++) {
        if (!rq_bwm_material_walkable(bwm->materials[i]))
            continue;
        if (*count < i && *late == bwm->face_count)
            *late = i;
        ++*count;
    }
    return *late == bwm->face_count;
}

static uint32_t next_edge(uint32_t edge)
{
    return edge % 3 == 2 ? edge - 2 : edge + 1;
}

/* One closed line of borders. Going on from an edge to the next of its face and across shared
 * edges is one to one, so that the way leads back to where it began. */
static void walk_line(struct rq_bwm *bwm, uint32_t edge, const int32_t *rooms, bool *emitted)
{
    while (!emitted[edge]) {
        emitted[edge] = true;
        bwm->edges[bwm->edge_count++] =
            (struct rq_bwm_edge){(int32_t)edge, rooms ? rooms[edge] : -1};
        edge = next_edge(edge);
        while (bwm->adjacency[edge] >= 0)
            edge = next_edge((uint32_t)bwm->adjacency[edge]);
    }
    bwm->perimeters[bwm->perimeter_count++] = (uint32_t)bwm->edge_count;
}

bool rq_bwm_borders(struct rq_bwm *bwm, size_t walkable, const int32_t *rooms,
                    struct rq_arena *arena, struct rq_arena *temp)
{
    struct rq_faces faces = rq_bwm_faces(bwm);
    size_t count = walkable * 3, borders = 0;
    uint32_t *others = rq_arena_get(temp, count, sizeof *others);
    bool *emitted = rq_arena_get(temp, count, sizeof *emitted);
    bwm->adjacency = rq_arena_get(arena, count, sizeof *bwm->adjacency);
    faces.count = walkable;
    if (!others || !emitted || !bwm->adjacency || !rq_adjacency_by_vertex(&faces, temp, others))
        return false;
    for (size_t i = 0; i < count; i++) {
        borders += others[i] == RQ_NO_NEIGHBOUR;
        bwm->adjacency[i] = others[i] == RQ_NO_NEIGHBOUR ? -1 : (int32_t)others[i];
    }
    bwm->adjacency_count = walkable;
    bwm->edges = rq_arena_get(arena, borders, sizeof *bwm->edges);
    bwm->perimeters = rq_arena_get(arena, borders, sizeof *bwm->perimeters);
    bwm->edge_count = bwm->perimeter_count = 0;
    if (!bwm->edges || !bwm->perimeters)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (bwm->adjacency[i] < 0 && !emitted[i])
            walk_line(bwm, i, rooms, emitted);
    return true;
}

static bool same_borders(const struct rq_bwm *a, const struct rq_bwm *b)
{
    bool same = a->adjacency_count == b->adjacency_count && a->edge_count == b->edge_count &&
                a->perimeter_count == b->perimeter_count;
    for (size_t i = 0; same && i < a->adjacency_count * 3; i++)
        same = a->adjacency[i] == b->adjacency[i];
    for (size_t i = 0; same && i < a->edge_count; i++)
        same = a->edges[i].edge == b->edges[i].edge;
    for (size_t i = 0; same && i < a->perimeter_count; i++)
        same = a->perimeters[i] == b->perimeters[i];
    return same;
}

bool rq_bwm_borders_follow(const struct rq_bwm *bwm, struct rq_arena *temp, bool *follow)
{
    struct rq_bwm made = {.vertices = bwm->vertices,
                          .corners = bwm->corners,
                          .vertex_count = bwm->vertex_count,
                          .face_count = bwm->face_count};
    size_t walkable, late;
    *follow = false;
    if (bwm->header.kind == RQ_BWM_AREA) {
        if (bwm->face_count > INT32_MAX / 3 || rq_bwm_loose(bwm, RQ_BWM_REF_CORNER).all ||
            !rq_bwm_walkable(bwm, &walkable, &late))
            return true;
        if (!rq_bwm_borders(&made, walkable, NULL, temp, temp))
            return false;
    }
    *follow = same_borders(bwm, &made);
    return true;
}

uint32_t rq_bwm_sum(const struct rq_bwm *bwm)
{
    uint32_t sum = bwm->header.kind;
    for (size_t i = 0; i < bwm->vertex_count * 3; i++)
        sum = rq_follow_sum(sum, rq_bits_of(bwm->vertices[i]));
    for (size_t i = 0; i < bwm->face_count * 3; i++)
        sum = rq_follow_sum(sum, bwm->corners[i]);
    for (size_t i = 0; i < bwm->face_count; i++)
        sum = rq_follow_sum(sum, rq_bwm_material_walkable(bwm->materials[i]));
    return sum;
}

/* ---- rooms ---- */

static size_t edge_of(const struct building *b, int32_t edge)
{
    return (size_t)b->places[edge / 3] * 3 + (size_t)edge % 3;
}

/* A room behind an edge that is no border would be lost without a word. */
static bool check_transitions(struct building *b, struct rq_error *err)
{
    const struct rq_bwm_source *s = b->source;
    for (size_t i = 0; i < s->transition_count; i++) {
        struct rq_bwm_edge given = s->transitions[i];
        size_t edge = edge_of(b, given.edge);
        if (given.transition == -1 || (edge < b->walkable * 3 && b->bwm->adjacency[edge] < 0))
            continue;
        if (b->strict)
            return rq_fail(err, RQ_CORRUPT, 0, "bwm",
                           "faces[%d], rooms[%d]: room %d is behind an edge that is no border",
                           (int)given.edge / 3, (int)given.edge % 3, (int)given.transition);
        rq_find(b->doc, "lost-transition", 0, "transitions",
                "edge %d leads to room %d, but is not a border", (int)given.edge,
                (int)given.transition);
    }
    return true;
}

static bool make_borders(struct building *b, struct rq_error *err)
{
    const struct rq_bwm_source *s = b->source;
    int32_t *rooms = rq_arena_get(&b->temp, b->walkable * 3, sizeof *rooms);
    if (!rooms)
        return false;
    for (size_t i = 0; i < b->walkable * 3; i++)
        rooms[i] = -1;
    for (size_t i = 0; i < s->transition_count; i++) {
        size_t edge = edge_of(b, s->transitions[i].edge);
        if (edge < b->walkable * 3)
            rooms[edge] = s->transitions[i].transition;
    }
    return rq_bwm_borders(b->bwm, b->walkable, rooms, &b->doc->arena, &b->temp) &&
           check_transitions(b, err);
}

/* ---- all of it ---- */

static bool check_source(const struct rq_bwm_source *s, struct rq_error *err)
{
    /* Edges are numbered in 31 bits. */
    if (s->face_count > INT32_MAX / 3 || s->vertex_count > INT32_MAX)
        return rq_fail(err, RQ_LIMIT, 0, "bwm", "too many faces or vertices");
    for (size_t i = 0; i < s->face_count * 3; i++)
        if (s->corners[i] >= s->vertex_count)
            return rq_fail(err, RQ_CORRUPT, 0, "bwm", "face %zu has a corner %u of %zu vertices",
                           i / 3, s->corners[i], s->vertex_count);
    for (size_t i = 0; i < s->transition_count; i++)
        if (s->transitions[i].edge < 0 || (size_t)s->transitions[i].edge / 3 >= s->face_count)
            return rq_fail(err, RQ_CORRUPT, 0, "bwm", "edge %d belongs to none of the %zu faces",
                           (int)s->transitions[i].edge, s->face_count);
    return true;
}

static void set_header(struct rq_bwm_header *h, const struct rq_bwm_source *s)
{
    h->kind = s->kind;
    memcpy(h->relative_use_1, s->relative_use[0], sizeof h->relative_use_1);
    memcpy(h->relative_use_2, s->relative_use[1], sizeof h->relative_use_2);
    memcpy(h->absolute_use_1, s->absolute_use[0], sizeof h->absolute_use_1);
    memcpy(h->absolute_use_2, s->absolute_use[1], sizeof h->absolute_use_2);
    memcpy(h->position, s->position, sizeof h->position);
}

static bool build(struct rq_doc *doc, const struct rq_bwm_source *source, bool strict,
                  struct rq_error *err)
{
    struct building b = {
        .doc = doc, .source = source, .temp = {.alloc = doc->alloc}, .strict = strict};
    if (strcmp(doc->format->info.name, "bwm") != 0)
        return rq_fail(err, RQ_USAGE, 0, doc->format->info.name, "is not a walkmesh");
    if (!check_source(source, err))
        return false;
    bool fine = rq_bwm_fresh(doc);
    b.bwm = doc->root;
    if (fine) {
        set_header(&b.bwm->header, source);
        fine = make_faces(&b);
    }
    if (fine && source->kind == RQ_BWM_AREA)
        fine = make_tree(&b) && make_borders(&b, err);
    rq_arena_free(&b.temp);
    return fine ||
           rq_fail(err, RQ_NO_MEMORY, 0, "bwm", "no memory for %zu faces", source->face_count);
}

bool rq_bwm_build(struct rq_doc *doc, const struct rq_bwm_source *source, struct rq_error *err)
{
    return build(doc, source, false, err);
}

/* Transitions are those of edges that have one. */
bool rq_bwm_derive(struct rq_doc *doc, struct rq_error *err)
{
    const struct rq_bwm *bwm = doc->root;
    const struct rq_bwm_header *h = &bwm->header;
    struct rq_bwm_source source = {
        .kind = h->kind,
        .vertex_count = bwm->vertex_count,
        .face_count = bwm->face_count,
        .transition_count = bwm->edge_count,
        .vertices = bwm->vertices,
        .corners = bwm->corners,
        .materials = bwm->materials,
        .transitions = bwm->edges,
    };
    memcpy(source.relative_use[0], h->relative_use_1, sizeof h->relative_use_1);
    memcpy(source.relative_use[1], h->relative_use_2, sizeof h->relative_use_2);
    memcpy(source.absolute_use[0], h->absolute_use_1, sizeof h->absolute_use_1);
    memcpy(source.absolute_use[1], h->absolute_use_2, sizeof h->absolute_use_2);
    memcpy(source.position, h->position, sizeof source.position);
    return build(doc, &source, true, err);
}
