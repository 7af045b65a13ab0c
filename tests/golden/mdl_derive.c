/* What rq_mdl_derive works out, against what the compilers of the corpus' models wrote. */
#include "mdl_tally.h"
#include "model/adjacency.h"

#include <math.h>

static const char *const compilers[COLUMNS] = {"BioWare", "MDLedit", "MDLOps", "kotorblender",
                                               "other"};

/* ---- the table ---- */

/* The edges of a mesh, each as its two ends, the smaller first: kotorblender joins faces by vertex,
 * the others by place. */
struct edges {
    size_t count, sliver_count;
    uint64_t *all, *sorted, *slivers; /* those of faces with two corners at one place */
};

static int by_value(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static bool take_edges(const struct rq_mdl_mesh *mesh, struct rq_arena *temp, struct edges *e)
{
    struct rq_faces points = {.positions = (const float *)mesh->vertices,
                              .vertex_count = mesh->header.vertex_count};
    const uint32_t *places = rq_adjacency_places(&points, temp);
    *e = (struct edges){.count = (size_t)mesh->face_count * 3};
    e->all = rq_arena_get(temp, e->count, sizeof *e->all);
    e->sorted = rq_arena_get(temp, e->count, sizeof *e->sorted);
    e->slivers = rq_arena_get(temp, e->count, sizeof *e->slivers);
    if (!places || !e->all || !e->sorted || !e->slivers)
        return false;
    for (size_t i = 0; i < mesh->face_count; i++) {
        uint64_t ends[3];
        for (size_t k = 0; k < 3; k++) {
            ends[k] = mesh->faces[i].vertices[k];
            ends[k] = tally_column == RQ_MDL_KOTORBLENDER ? ends[k] : places[ends[k]];
        }
        bool sliver = ends[0] == ends[1] || ends[1] == ends[2] || ends[2] == ends[0];
        for (size_t k = 0; k < 3; k++) {
            uint64_t a = ends[k], b = ends[(k + 1) % 3], edge = a < b ? a << 32 | b : b << 32 | a;
            e->all[i * 3 + k] = e->sorted[i * 3 + k] = edge;
            if (sliver)
                e->slivers[e->sliver_count++] = edge;
        }
    }
    qsort(e->sorted, e->count, sizeof *e->sorted, by_value);
    qsort(e->slivers, e->sliver_count, sizeof *e->slivers, by_value);
    return true;
}

static size_t times_in(uint64_t edge, const uint64_t *sorted, size_t count)
{
    size_t low = 0, high = count, times = 0;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (sorted[middle] < edge)
            low = middle + 1;
        else
            high = middle;
    }
    while (low + times < count && sorted[low + times] == edge)
        times++;
    return times;
}

static void compare_neighbours(const struct rq_mdl_mesh *a, const struct rq_mdl_mesh *b)
{
    struct rq_arena temp = {0};
    struct edges e;
    bool fine = CHECK(take_edges(a, &temp, &e));
    for (size_t i = 0; fine && i < e.count; i++) {
        size_t shared = times_in(e.all[i], e.sorted, e.count);
        bool sliver = times_in(e.all[i], e.slivers, e.sliver_count) > 0;
        tally(sliver        ? "neighbour, edge of a sliver"
              : shared == 1 ? "neighbour, edge of one face"
              : shared == 2 ? "neighbour, edge of two faces"
                            : "neighbour, edge of more",
              "", a->faces[i / 3].adjacent[i % 3] == b->faces[i / 3].adjacent[i % 3]);
    }
    rq_arena_free(&temp);
}

static void compare_faces(const struct rq_mdl_mesh *a, const struct rq_mdl_mesh *b)
{
    for (uint32_t i = 0; i < a->face_count; i++) {
        const struct rq_mdl_face *x = &a->faces[i], *y = &b->faces[i];
        tally("face normal, bits", "", memcmp(x->normal, y->normal, sizeof x->normal) == 0);
        tally("face normal, 0.001", "", is_near(x->normal, y->normal, 3, 1e-3));
        tally("face distance, bits", "", rq_bits_of(x->distance) == rq_bits_of(y->distance));
        tally("face distance, 0.001", "",
              is_near(&x->distance, &y->distance, 1, 1e-3 * (1 + fabs((double)x->distance))));
    }
}

static void compare_boxes(const struct rq_mdl_mesh *a, const struct rq_mdl_mesh *b)
{
    tally("AABB: number of boxes", "", a->box_count == b->box_count);
    for (uint32_t i = 0; i < a->box_count && i < b->box_count; i++) {
        tally("AABB: boxes inside", "",
              a->boxes[i].first == b->boxes[i].first && a->boxes[i].second == b->boxes[i].second);
        tally("AABB: face", "", a->boxes[i].face == b->boxes[i].face);
        tally("AABB: box, 0.001", "",
              is_near(a->boxes[i].min, b->boxes[i].min, 3, 1e-3) &&
                  is_near(a->boxes[i].max, b->boxes[i].max, 3, 1e-3));
        tally("AABB: plane", "", a->boxes[i].plane == b->boxes[i].plane);
    }
}

/* What follows from values of the file itself: the recipes alone. */
static void compare_stored(const struct rq_mdl_mesh *mesh)
{
    double farthest = 0;
    for (uint32_t i = 0; i < mesh->header.vertex_count; i++) {
        double square = 0;
        for (size_t k = 0; k < 3; k++) {
            double d = (double)mesh->vertices[i][k] - (double)mesh->header.average[k];
            square += d * d;
        }
        farthest = square > farthest ? square : farthest;
    }
    float radius = (float)sqrt(farthest);
    tally("radius of the file's average", "",
          is_near(&radius, &mesh->header.radius, 1, 1e-4 * (1 + farthest)));
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const struct rq_mdl_face *face = &mesh->faces[i];
        float distance = rq_face_distance(face->normal, mesh->vertices[face->vertices[0]]);
        tally("distance of the file's normal", "",
              rq_bits_of(distance) == rq_bits_of(face->distance));
    }
}

static void compare_mesh(const struct rq_mdl_mesh *a, const struct rq_mdl_mesh *b)
{
    const struct rq_mdl_mesh_header *x = &a->header, *y = &b->header;
    double size = 1 + (double)x->radius;
    tally("mesh box, bits", "", memcmp(x->box_min, y->box_min, 24) == 0);
    tally("mesh average, bits", "", memcmp(x->average, y->average, sizeof x->average) == 0);
    tally("mesh average, 0.0001", "", is_near(x->average, y->average, 3, 1e-4 * size));
    tally("mesh radius, bits", "", rq_bits_of(x->radius) == rq_bits_of(y->radius));
    tally("mesh radius, 0.0001", "", is_near(&x->radius, &y->radius, 1, 1e-4 * size));
    tally("mesh area, bits", "", rq_bits_of(a->end.area) == rq_bits_of(b->end.area));
    tally("mesh area, 0.001", "",
          is_near(&a->end.area, &b->end.area, 1, 1e-3 * (1 + (double)a->end.area)));
    tally("mesh functions", "", x->function_1 == y->function_1 && x->function_2 == y->function_2);
    tally("MDX flags", "", x->mdx_flags == y->mdx_flags);
    tally("UV sets", "", x->texture_count == y->texture_count);
    tally("inverted counter", "", a->inverted == b->inverted);
    tally("indices are the faces' own", "", !a->indices && a->index_count == b->index_count);
    tally("end row of the MDX", "", rq_same(a->end_row, b->end_row));
    compare_faces(a, b);
    if (a->vertices) {
        compare_neighbours(a, b);
        compare_stored(a);
    }
    if (a->box_count)
        compare_boxes(a, b);
}

static void compare_model(const struct rq_mdl *m, const struct rq_mdl *n)
{
    tally("model functions", "",
          m->geometry.function_1 == n->geometry.function_1 &&
              m->geometry.function_2 == n->geometry.function_2);
    tally("model node count", "", m->geometry.node_count == n->geometry.node_count);
    tally("model box", "", memcmp(m->model.box_min, n->model.box_min, 24) == 0);
    tally("model radius", "", m->model.radius == n->model.radius);
    for (uint32_t i = 0; i < m->tree.count; i++) {
        tally("node number", "", m->tree.nodes[i].header.number == n->tree.nodes[i].header.number);
        if (m->tree.nodes[i].mesh)
            compare_mesh(m->tree.nodes[i].mesh, n->tree.nodes[i].mesh);
    }
    for (uint32_t i = 0; i < m->animation_count; i++) {
        const struct rq_mdl_animation *a = &m->animations[i], *b = &n->animations[i];
        tally("animation functions", "",
              a->geometry.function_1 == b->geometry.function_1 &&
                  a->geometry.function_2 == b->geometry.function_2);
        tally("animation node count", "", a->geometry.node_count == b->geometry.node_count);
        for (uint32_t k = 0; k < a->tree.count; k++)
            tally("animation node number", "",
                  a->tree.nodes[k].header.number == b->tree.nodes[k].header.number);
    }
}

/* What would be kept is made anew too. */
static void forget(struct rq_mdl *m)
{
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (m->tree.nodes[i].mesh) {
            m->tree.nodes[i].mesh->end_row = (struct rq_bytes){0};
            m->tree.nodes[i].mesh->has_indices = false;
        }
}

static void derive_again(struct rq_doc *doc, struct rq_bytes mdl, struct rq_bytes mdx)
{
    struct rq_error err = {0};
    struct rq_options options = {.companion = mdx, .format = rq_format_by_name("mdl")};
    struct rq_doc *derived = rq_doc_read(mdl, &options, &err);
    tally_column = rq_mdl_compiler(doc);
    tally("models", "", true);
    if (CHECK(derived != NULL) && CHECK_INT(rq_mdl_compiler(derived), tally_column)) {
        forget(rq_doc_root(derived, "mdl"));
        if (CHECK(rq_mdl_derive(derived, tally_column, &err)))
            compare_model(rq_doc_root(doc, "mdl"), rq_doc_root(derived, "mdl"));
        else
            printf("    %s: %s\n", err.where, err.text);
    }
    rq_doc_free(derived);
}

/* At least so many of a thousand, by compiler: what recipes reached on 9545 meshes of 175 models, of
 * which the corpus has 33; and all where a recipe was found since that gives them. Neighbours across edges of three faces and more, of
 * slivers, and trees of boxes follow rules that nobody knows whole; MDLOps' are those of one mesh. */
static const struct {
    const char *name;
    unsigned least[COLUMNS - 1];
} bounds[] = {
    {"mesh box, bits", {1000, 999, 1000, 1000}},
    {"mesh average, bits", {0, 1000, 1000, 1000}},
    {"mesh average, 0.0001", {945, 1000, 1000, 1000}},
    {"mesh radius, bits", {0, 1000, 1000, 1000}},
    {"mesh radius, 0.0001", {945, 1000, 1000, 1000}},
    {"mesh area, bits", {0, 1000, 1000, 1000}},
    {"mesh area, 0.001", {946, 1000, 1000, 1000}},
    {"radius of the file's average", {1000, 1000, 1000, 1000}},
    {"face normal, bits", {1000, 1000, 980, 1000}},
    {"face normal, 0.001", {1000, 1000, 1000, 1000}},
    {"distance of the file's normal", {1000, 0, 0, 0}},
    {"face distance, bits", {1000, 1000, 1000, 1000}},
    {"neighbour, edge of one face", {1000, 994, 980, 1000}},
    {"neighbour, edge of two faces", {997, 979, 999, 1000}},
    {"neighbour, edge of more", {970, 610, 350, 1000}},
    {"mesh functions", {1000, 1000, 1000, 1000}},
    {"MDX flags", {1000, 1000, 1000, 1000}},
    {"UV sets", {1000, 1000, 1000, 1000}},
    {"inverted counter", {0, 0, 0, 1000}},
    {"indices are the faces' own", {1000, 1000, 1000, 1000}},
    {"end row of the MDX", {1000, 1000, 1000, 1000}},
    {"AABB: boxes inside", {1000, 1000, 1000, 0}},
    {"model functions", {1000, 1000, 1000, 1000}},
    {"model node count", {1000, 1000, 1000, 1000}},
    {"model box", {1000, 1000, 1000, 1000}},
    {"model radius", {1000, 1000, 1000, 1000}},
    {"node number", {1000, 1000, 1000, 1000}},
    {"animation functions", {1000, 1000, 1000, 1000}},
    {"animation node count", {1000, 1000, 1000, 1000}},
    {"animation node number", {1000, 1000, 1000, 1000}},
};

static void check_bounds(void)
{
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        const struct tally *t = tally_of(bounds[i].name, "");
        for (size_t k = 0; k < COLUMNS - 1; k++)
            if (!CHECK(t->equal[k] * 1000 >= t->total[k] * bounds[i].least[k]))
                printf("    %s, %s: %zu of %zu\n", t->name, compilers[k], t->equal[k], t->total[k]);
    }
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor/mdl");
    each_model(derive_again);
    printf("    %-30s", "derived and equal, of");
    for (size_t k = 0; k < COLUMNS - 1; k++)
        printf(" %18s", compilers[k]);
    printf("\n");
    for (size_t i = 0; i < tally_count; i++) {
        printf("    %-30s", tallies[i].name);
        for (size_t k = 0; k < COLUMNS - 1; k++) {
            char text[48];
            snprintf(text, sizeof text, "%zu of %zu", tallies[i].equal[k], tallies[i].total[k]);
            printf(" %18s", tallies[i].total[k] ? text : "-");
        }
        printf("\n");
    }
    check_bounds();
}

TESTS(test_corpus)
