/* What a mesh's numbers are by the arithmetic of each compiler; each recipe was found by trying on
 * the models of the corpus, and tests/golden/mdl_derive.c prints how often it gives their bits.
 *
 * BioWare's takes the floats as they are. MDLedit and MDLOps read a text of six digits, work in
 * doubles, and take vertices that lie near each other for one. kotorblender works in the single
 * precision of Blender, which sums products of floats in doubles, from the last to the first. */
#include "formats/kotor/mdl/derive/measure.h"

#include "core/bytes.h"
#include "core/decimal.h"
#include "core/keyset.h"
#include "model/adjacency.h"

#include <math.h>
#include <string.h>

struct measure {
    struct rq_mdl_mesh *mesh;
    struct rq_faces
        faces; /* those of the mesh; vertices that are one to the compiler at one place */
    enum rq_mdl_compiler compiler;
    struct rq_arena *temp;
    double (*points)[3]; /* the vertices, as the compiler saw them */
};

/* ---- points ---- */

/* The number that a text with that many digits of it would give. */
static double in_digits(double v, unsigned digits)
{
    struct rq_decimal d;
    return rq_decimal_of(v, digits, &d) ? d.value : v;
}

static bool take_points(struct measure *m)
{
    size_t count = m->mesh->header.vertex_count;
    bool text = m->compiler == RQ_MDL_MDLEDIT || m->compiler == RQ_MDL_MDLOPS;
    m->points = rq_arena_get(m->temp, count, sizeof *m->points);
    for (size_t i = 0; m->points && i < count; i++)
        for (size_t k = 0; k < 3; k++) {
            double v = (double)m->mesh->vertices[i][k];
            m->points[i][k] = text ? in_digits(v, 6) : v;
        }
    return m->points != NULL;
}

/* ---- places ---- */

/* MDLedit: vertices that are nearer than this along each axis are one, the first of them. */
#define NEAR 1e-5

/* A cell of that size; far out, where floats lie further apart, a place of its own. No two
 * vertices that are not one are in a cell. */
static void cell_of(const double point[3], uint32_t cell[4])
{
    const double far_out = 10000;
    cell[3] = 0;
    for (size_t k = 0; k < 3; k++) {
        bool near = fabs(point[k]) < far_out;
        cell[k] = near ? (uint32_t)(int32_t)floor(point[k] / NEAR) : rq_bits_of((float)point[k]);
        cell[3] |= near ? 0 : 1u << k;
    }
}

static bool are_near(const double a[3], const double b[3])
{
    return fabs(a[0] - b[0]) < NEAR && fabs(a[1] - b[1]) < NEAR && fabs(a[2] - b[2]) < NEAR;
}

/* The first vertex that is one with that point, among those in its cell and around it; UINT32_MAX:
 * none. firsts has the vertex of each cell. */
static uint32_t find_near(const struct measure *m, const struct rq_key_set *cells,
                          const uint32_t *firsts, const double point[3])
{
    uint32_t cell[4], first = UINT32_MAX;
    cell_of(point, cell);
    for (uint32_t around = 0; around < 27; around++) {
        uint32_t steps[3] = {around % 3, around / 3 % 3, around / 9}, number;
        uint32_t other[4] = {0, 0, 0, cell[3]};
        for (size_t k = 0; k < 3; k++)
            other[k] = cell[3] >> k & 1 ? cell[k] : cell[k] + steps[k] - 1;
        if (rq_key_set_find(cells, other, &number) && firsts[number] < first &&
            are_near(m->points[firsts[number]], point))
            first = firsts[number];
    }
    return first;
}

static bool join_near(const struct measure *m, float (*places)[3])
{
    uint32_t count = m->mesh->header.vertex_count;
    struct rq_key_set cells;
    uint32_t *firsts = rq_arena_get(m->temp, count, sizeof *firsts);
    if (!firsts || !rq_key_set_open(&cells, m->temp, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cell[4], first = find_near(m, &cells, firsts, m->points[i]), had = cells.count;
        if (first != UINT32_MAX) {
            memcpy(places[i], places[first], sizeof places[i]);
            continue;
        }
        cell_of(m->points[i], cell);
        /* What is no number is near nothing, not even in its own cell. */
        if (rq_key_set_add(&cells, cell) == had)
            firsts[had] = i;
    }
    return true;
}

/* MDLOps: vertices whose first four digits are the same are one. */
static void join_digits(const struct measure *m, float (*places)[3])
{
    for (uint32_t i = 0; i < m->mesh->header.vertex_count; i++)
        for (size_t k = 0; k < 3; k++)
            places[i][k] = (float)in_digits(m->points[i][k], 4);
}

static bool take_places(struct measure *m)
{
    size_t count = m->mesh->header.vertex_count;
    if (m->compiler != RQ_MDL_MDLEDIT && m->compiler != RQ_MDL_MDLOPS)
        return true;
    float(*places)[3] = rq_arena_get(m->temp, count, sizeof *places);
    if (!places)
        return false;
    m->faces.positions = (const float *)places;
    if (count)
        memcpy(places, m->mesh->vertices, count * sizeof *places);
    if (m->compiler == RQ_MDL_MDLEDIT)
        return join_near(m, places);
    join_digits(m, places);
    return true;
}

/* ---- box ---- */

/* Grown from 0 0 0: so the origin is always in it. */
static void measure_box(struct rq_mdl_mesh *mesh)
{
    struct rq_mdl_mesh_header *h = &mesh->header;
    memset(h->box_min, 0, sizeof h->box_min);
    memset(h->box_max, 0, sizeof h->box_max);
    for (uint32_t i = 0; i < h->vertex_count; i++) {
        for (size_t k = 0; k < 3; k++) {
            float v = mesh->vertices[i][k];
            h->box_min[k] = v < h->box_min[k] ? v : h->box_min[k];
            h->box_max[k] = v > h->box_max[k] ? v : h->box_max[k];
        }
    }
}

/* ---- average and radius ---- */

/* A face has three vertices of its source even where two of them stand at one place: such a place
 * counts as often as a face has it. So have it 17 meshes of BioWare's that no other rule fits. */
static void count_twice(const struct rq_faces *faces, const uint32_t *places, uint8_t *counts)
{
    for (size_t i = 0; i < faces->count; i++) {
        uint32_t at[3];
        for (size_t k = 0; k < 3; k++)
            at[k] = places[rq_faces_corner(faces, i * 3 + k)];
        for (size_t k = 0; k < 3; k++) {
            uint8_t times = (uint8_t)((at[0] == at[k]) + (at[1] == at[k]) + (at[2] == at[k]));
            counts[at[k]] = times > counts[at[k]] ? times : counts[at[k]];
        }
    }
}

/* Of the places where vertices stand, each once: there where the first of its vertices is. */
static bool average_places(struct measure *m, double average[3])
{
    uint32_t count = m->mesh->header.vertex_count;
    double total = 0;
    const uint32_t *places = rq_adjacency_places(&m->faces, m->temp);
    uint8_t *counts = rq_arena_get(m->temp, count, sizeof *counts);
    if (!places || !counts)
        return false;
    for (uint32_t i = 0; i < count; i++)
        counts[places[i]] = 1;
    if (m->compiler == RQ_MDL_BIOWARE)
        count_twice(&m->faces, places, counts);
    for (uint32_t i = 0; i < count; i++) {
        double times = counts[places[i]];
        counts[places[i]] = 0;
        total += times;
        for (size_t k = 0; k < 3; k++)
            average[k] += times * m->points[i][k];
    }
    for (size_t k = 0; k < 3; k++)
        average[k] = count ? average[k] / total : 0;
    return true;
}

/* Of the corners of all faces. */
static void average_corners(const struct rq_faces *faces, double average[3])
{
    float sum[3] = {0, 0, 0};
    float part = faces->count ? 1.0F / (float)(faces->count * 3) : 0;
    for (size_t i = 0; i < faces->count * 3; i++)
        for (size_t k = 0; k < 3; k++)
            sum[k] += rq_faces_point(faces, i)[k];
    for (size_t k = 0; k < 3; k++)
        average[k] = (double)(sum[k] * part);
}

/* Blender's product of two vectors. */
static double single_dot(const float a[3], const float b[3])
{
    double sum = 0;
    for (size_t k = 3; k-- > 0;)
        sum += (double)(a[k] * b[k]);
    return sum;
}

static double single_length(const float a[3], const float b[3])
{
    float d[3];
    for (size_t k = 0; k < 3; k++)
        d[k] = b[k] - a[k];
    return sqrt(single_dot(d, d));
}

static double double_length(const double a[3], const double b[3])
{
    double square = 0;
    for (size_t k = 0; k < 3; k++)
        square += (b[k] - a[k]) * (b[k] - a[k]);
    return sqrt(square);
}

static bool measure_average(struct measure *m)
{
    struct rq_mdl_mesh_header *h = &m->mesh->header;
    bool single = m->compiler == RQ_MDL_KOTORBLENDER;
    double average[3] = {0, 0, 0}, farthest = 0;
    if (single)
        average_corners(&m->faces, average);
    else if (!average_places(m, average))
        return false;
    for (size_t k = 0; k < 3; k++)
        h->average[k] = (float)average[k];
    for (uint32_t i = 0; i < h->vertex_count; i++) {
        double length = single ? single_length(h->average, m->mesh->vertices[i])
                               : double_length(average, m->points[i]);
        farthest = length > farthest ? length : farthest;
    }
    h->radius = (float)farthest;
    return true;
}

/* ---- planes and areas ---- */

static void single_plane(const float *const v[3], float normal[3], float *distance)
{
    float first[3], second[3], square = 0;
    for (size_t k = 0; k < 3; k++) {
        first[k] = v[0][k] - v[1][k];
        second[k] = v[1][k] - v[2][k];
    }
    for (size_t k = 0; k < 3; k++) {
        size_t a = (k + 1) % 3, b = (k + 2) % 3;
        float plus = first[a] * second[b], minus = first[b] * second[a];
        normal[k] = plus - minus;
        float own = normal[k] * normal[k];
        square += own;
    }
    float part = square > 0 ? 1.0F / sqrtf(square) : 0;
    for (size_t k = 0; k < 3; k++)
        normal[k] *= part;
    *distance = (float)-single_dot(normal, v[0]);
}

/* From the lengths of the sides. */
static double single_area(const float *const v[3])
{
    double sides[3], half = 0;
    for (size_t k = 0; k < 3; k++) {
        sides[k] = single_length(v[k], v[(k + 1) % 3]);
        half += sides[k] / 2;
    }
    double square = half * (half - sides[0]) * (half - sides[1]) * (half - sides[2]);
    return square > 0 ? sqrt(square) : 0;
}

/* At right angles to the face and as long as twice its area. MDLOps goes round the corners where
 * others multiply two sides. */
static double double_cross(const double *const v[3], enum rq_mdl_compiler compiler, double cross[3])
{
    double square = 0;
    for (size_t k = 0; k < 3; k++) {
        size_t a = (k + 1) % 3, b = (k + 2) % 3;
        if (compiler == RQ_MDL_MDLOPS)
            cross[k] = v[0][a] * (v[1][b] - v[2][b]) + v[1][a] * (v[2][b] - v[0][b]) +
                       v[2][a] * (v[0][b] - v[1][b]);
        else
            cross[k] = (v[1][a] - v[0][a]) * (v[2][b] - v[0][b]) -
                       (v[1][b] - v[0][b]) * (v[2][a] - v[0][a]);
        square += cross[k] * cross[k];
    }
    return sqrt(square);
}

/* MDLedit lets faces below some size look along x: the largest such face of the corpus is 5.6e-7,
 * the smallest other one 1.01e-6. MDLOps has no -0. */
static void double_plane(const struct measure *m, const double *const v[3], float normal[3],
                         float *distance)
{
    static const double along_x[3] = {1, 0, 0};
    double cross[3], products[3], length = double_cross(v, m->compiler, cross);
    bool small = m->compiler == RQ_MDL_MDLEDIT && length < 1e-6;
    for (size_t k = 0; k < 3; k++) {
        double n = small ? along_x[k] : length > 0 ? cross[k] / length : 0;
        normal[k] = (float)n;
        products[k] = n * v[0][k];
    }
    *distance = (float)-(products[0] + products[1] + products[2]);
    if (m->compiler != RQ_MDL_MDLOPS)
        return;
    for (size_t k = 0; k < 3; k++)
        normal[k] += 0.0F;
    *distance += 0.0F;
}

static void measure_planes(struct measure *m)
{
    bool single = m->compiler == RQ_MDL_KOTORBLENDER;
    double area = 0, cross[3];
    for (uint32_t i = 0; i < m->mesh->face_count; i++) {
        struct rq_mdl_face *face = &m->mesh->faces[i];
        const float *v[3];
        const double *p[3];
        for (size_t k = 0; k < 3; k++) {
            v[k] = m->mesh->vertices[face->vertices[k]];
            p[k] = m->points[face->vertices[k]];
        }
        area += single ? single_area(v) : double_cross(p, m->compiler, cross) / 2;
        if (single)
            single_plane(v, face->normal, &face->distance);
        else if (m->compiler == RQ_MDL_BIOWARE)
            rq_face_plane(v[0], v[1], v[2], face->normal, &face->distance);
        else
            double_plane(m, p, face->normal, &face->distance);
    }
    m->mesh->end.area = (float)area;
}

/* ---- neighbours ---- */

static bool measure_neighbours(struct measure *m)
{
    bool by_vertex = m->compiler == RQ_MDL_KOTORBLENDER;
    size_t count = (size_t)m->mesh->face_count * 3;
    uint32_t *others = rq_arena_get(m->temp, count, sizeof *others);
    if (!others || !(by_vertex ? rq_adjacency_by_vertex(&m->faces, m->temp, others)
                               : rq_adjacency_by_position(&m->faces, m->temp, others)))
        return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t other = by_vertex && others[i] != RQ_NO_NEIGHBOUR ? others[i] / 3 : others[i];
        m->mesh->faces[i / 3].adjacent[i % 3] =
            other == RQ_NO_NEIGHBOUR ? RQ_MDL_NO_FACE : (uint16_t)other;
    }
    return true;
}

bool rq_mdl_measure(struct rq_mdl_mesh *mesh, const struct rq_faces *faces,
                    enum rq_mdl_compiler compiler, struct rq_arena *temp)
{
    struct measure m = {mesh, *faces, compiler, temp, NULL};
    measure_box(mesh);
    if (!take_points(&m) || !take_places(&m) || !measure_average(&m) || !measure_neighbours(&m))
        return false;
    measure_planes(&m);
    return true;
}
