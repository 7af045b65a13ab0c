/* Smoothing groups to normals and back, and tangents. Compilers keep no smoothing groups in the
 * file: faces that shared one have a vertex with one normal. */
#include "formats/kotor/mdl_ascii/parts.h"
#include "model/adjacency.h"

/* ---- groups from normals ---- */

/* Vertices that stand at one place with one normal get one number. */
static uint32_t *same_normals(const struct rq_faces *faces, const float (*normals)[3],
                              struct rq_arena *temp)
{
    size_t count = faces->vertex_count;
    uint32_t *ids = rq_adjacency_places(faces, temp);
    struct rq_keyed *items = rq_arena_get(temp, count, sizeof *items);
    struct rq_keyed *other = rq_arena_get(temp, count, sizeof *other);
    if (!ids || !items || !other)
        return NULL;
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < count; i++)
            items[i] =
                (struct rq_keyed){(uint64_t)ids[i] << 32 | rq_bits_of(normals[i][k]), (uint32_t)i};
        rq_keyed_sort(items, other, count);
        for (uint32_t i = 0, id = 0; i < count; i++) {
            id += i && items[i].key != items[i - 1].key;
            ids[items[i].value] = id;
        }
    }
    return ids;
}

static uint32_t top_of(uint32_t *above, uint32_t face)
{
    while (above[face] != face) {
        above[face] = above[above[face]];
        face = above[face];
    }
    return face;
}

/* Puts faces together that share an edge, given by numbers of its ends. */
static bool join_faces(const uint32_t *corners, size_t vertex_count, uint32_t face_count,
                       struct rq_arena *temp, uint32_t *above)
{
    struct rq_faces faces = {.vertex_count = vertex_count, .wide = corners, .count = face_count};
    uint32_t *others = rq_arena_get(temp, face_count, 3 * sizeof *others);
    if (!others || !rq_adjacency_by_vertex(&faces, temp, others))
        return false;
    for (uint32_t i = 0; i < face_count; i++)
        above[i] = i;
    for (uint32_t i = 0; i < face_count * 3; i++) {
        if (others[i] == RQ_NO_NEIGHBOUR)
            continue;
        uint32_t a = top_of(above, i / 3), b = top_of(above, others[i] / 3);
        above[a > b ? a : b] = a > b ? b : a;
    }
    return true;
}

/* The lowest group that no other part at the same places has; after 32 they repeat. */
static bool choose_groups(const struct rq_mdl_mesh *mesh, const uint32_t *places, uint32_t *above,
                          struct rq_arena *temp, uint32_t *groups)
{
    uint32_t count = mesh->face_count;
    struct {
        uint32_t next, last; /* faces of the same part; last: of its first face */
    } *faces = rq_arena_get(temp, count, sizeof *faces);
    uint32_t *used = rq_arena_get(temp, mesh->header.vertex_count, sizeof *used);
    if (!faces || !used)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t top = top_of(above, i);
        faces[i].next = UINT32_MAX;
        if (top != i)
            faces[faces[top].last].next = i;
        faces[top].last = i;
    }
    for (uint32_t part = 0; part < count; part++) {
        uint32_t taken = 0, bit = 0;
        if (above[part] != part)
            continue;
        for (uint32_t i = part; i != UINT32_MAX; i = faces[i].next)
            for (size_t k = 0; k < 3; k++)
                taken |= used[places[mesh->faces[i].vertices[k]]];
        while (bit < 31 && taken >> bit & 1)
            bit++;
        for (uint32_t i = part; i != UINT32_MAX; i = faces[i].next) {
            groups[i] = 1u << bit;
            for (size_t k = 0; k < 3; k++)
                used[places[mesh->faces[i].vertices[k]]] |= 1u << bit;
        }
    }
    return true;
}

bool rq_smooth_groups(const struct rq_mdl_mesh *mesh, const float (*normals)[3],
                      struct rq_arena *temp, uint32_t *groups)
{
    struct rq_faces faces = {.positions = (const float *)mesh->vertices,
                             .vertex_count = mesh->header.vertex_count};
    const uint32_t *places = rq_adjacency_places(&faces, temp);
    const uint32_t *ids = same_normals(&faces, normals, temp);
    uint32_t *corners = rq_arena_get(temp, mesh->face_count, 3 * sizeof *corners);
    uint32_t *above = rq_arena_get(temp, mesh->face_count, sizeof *above);
    if (!places || !ids || !corners || !above)
        return false;
    for (uint32_t i = 0; i < mesh->face_count; i++)
        for (size_t k = 0; k < 3; k++)
            corners[(size_t)i * 3 + k] = ids[mesh->faces[i].vertices[k]];
    return join_faces(corners, faces.vertex_count, mesh->face_count, temp, above) &&
           choose_groups(mesh, places, above, temp, groups);
}

/* ---- normals from groups ---- */

static void subtract(const float *a, const float *b, double d[3])
{
    for (size_t k = 0; k < 3; k++)
        d[k] = (double)a[k] - (double)b[k];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void normalize(const double v[3], float to[3])
{
    double length = sqrt(dot(v, v));
    for (size_t k = 0; k < 3; k++)
        to[k] = length > 0 ? (float)(v[k] / length) : 0;
}

/* The face's normal, as long as its area and the angle at that corner are large. */
static void corner_normal(const struct rq_ascii_mesh *mesh, uint32_t corner, double n[3])
{
    const uint32_t *v = mesh->faces[corner / 3].v;
    const float *here = mesh->verts[v[corner % 3]];
    double a[3], b[3];
    subtract(mesh->verts[v[(corner + 1) % 3]], here, a);
    subtract(mesh->verts[v[(corner + 2) % 3]], here, b);
    for (size_t k = 0; k < 3; k++) {
        size_t i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = a[i] * b[j] - a[j] * b[i];
    }
    double angle = atan2(sqrt(dot(n, n)), dot(a, b));
    for (size_t k = 0; k < 3; k++)
        n[k] *= angle;
}

/* Corners at one place with the same smoothing groups. */
struct share {
    uint32_t groups;
    double sum[3];
};

enum { MOST_SHARES = 64 };

/* The shares of one place: each gets the sum of all that it has a group in common with. */
static void sum_place(const struct share *shares, uint32_t count, float (*normals)[3])
{
    for (uint32_t i = 0; i < count; i++) {
        double sum[3] = {0, 0, 0};
        for (uint32_t j = 0; j < count; j++)
            for (size_t k = 0; k < 3 && (i == j || shares[i].groups & shares[j].groups); k++)
                sum[k] += shares[j].sum[k];
        normalize(sum, normals[i]);
    }
}

struct summing {
    const struct rq_ascii_mesh *mesh;
    const struct rq_keyed *items; /* corners by place and groups */
    uint32_t count;
    struct rq_smooth *smooth;
};

/* Works on the corners of one place, which begin at from; gives where they end, 0 for an error. */
static uint32_t smooth_place(const struct summing *s, uint32_t from)
{
    struct share shares[MOST_SHARES];
    uint32_t used = 0, first = s->smooth->count, i = from;
    uint64_t place = s->items[from].key >> 32;
    for (; i < s->count && s->items[i].key >> 32 == place; i++) {
        uint32_t groups = (uint32_t)s->items[i].key, corner = s->items[i].value;
        double n[3];
        corner_normal(s->mesh, corner, n);
        if (!groups) { /* in none: flat */
            s->smooth->corners[corner] = s->smooth->count;
            normalize(n, s->smooth->normals[s->smooth->count++]);
            first = s->smooth->count;
            continue;
        }
        if (!used || shares[used - 1].groups != groups) {
            if (used == MOST_SHARES)
                return 0;
            shares[used++] = (struct share){.groups = groups};
        }
        for (size_t k = 0; k < 3; k++)
            shares[used - 1].sum[k] += n[k];
        s->smooth->corners[corner] = first + used - 1;
    }
    sum_place(shares, used, s->smooth->normals + first);
    s->smooth->count = first + used;
    return i;
}

bool rq_smooth_normals(const struct rq_ascii_mesh *mesh, struct rq_arena *temp,
                       struct rq_smooth *smooth, struct rq_error *err)
{
    uint32_t count = mesh->face_count * 3;
    struct rq_faces faces = {.positions = (const float *)mesh->verts,
                             .vertex_count = mesh->vert_count};
    const uint32_t *places = rq_adjacency_places(&faces, temp);
    struct rq_keyed *items = rq_arena_get(temp, count, sizeof *items);
    struct rq_keyed *other = rq_arena_get(temp, count, sizeof *other);
    smooth->corners = rq_arena_get(temp, count, sizeof *smooth->corners);
    smooth->normals = rq_arena_get(temp, count, sizeof *smooth->normals);
    if (!places || !items || !other || !smooth->corners || !smooth->normals)
        return rq_fail(err, RQ_NO_MEMORY, 0, "mdl_ascii", "no memory for the normals");
    for (uint32_t i = 0; i < count; i++) {
        const struct rq_ascii_face *face = &mesh->faces[i / 3];
        items[i] = (struct rq_keyed){(uint64_t)places[face->v[i % 3]] << 32 | face->smoothing, i};
    }
    rq_keyed_sort(items, other, count);
    struct summing s = {mesh, items, count, smooth};
    for (uint32_t i = 0; i < count;)
        if (!(i = smooth_place(&s, i)))
            return rq_fail(err, RQ_LIMIT, 0, "faces",
                           "more than 64 different smoothing groups meet at one place");
    return true;
}

/* ---- tangents ---- */

/* Against the direction in which U grows on a face, and along that of V, turned round where the UVs
 * are mirrored: all frames are of one hand. So have it 10720 of the 10740 vertices of the corpus.
 * False when the UVs have no area. */
static bool face_tangents(const struct rq_mdl_mesh *mesh, const float (*uvs)[2],
                          const uint16_t v[3], double t[3], double b[3])
{
    double e1[3], e2[3];
    subtract(mesh->vertices[v[1]], mesh->vertices[v[0]], e1);
    subtract(mesh->vertices[v[2]], mesh->vertices[v[0]], e2);
    double u1 = (double)uvs[v[1]][0] - (double)uvs[v[0]][0];
    double u2 = (double)uvs[v[2]][0] - (double)uvs[v[0]][0];
    double v1 = (double)uvs[v[1]][1] - (double)uvs[v[0]][1];
    double v2 = (double)uvs[v[2]][1] - (double)uvs[v[0]][1];
    double area = u1 * v2 - u2 * v1;
    for (size_t k = 0; k < 3; k++) {
        t[k] = area != 0 ? (e2[k] * v1 - e1[k] * v2) / area : 0;
        b[k] = area != 0 ? (e2[k] * u1 - e1[k] * u2) / fabs(area) : 0;
    }
    return area != 0;
}

bool rq_smooth_tangents(const struct rq_mdl_mesh *mesh, const float (*uvs)[2],
                        const float (*normals)[3], struct rq_arena *temp, float (*tangents)[9])
{
    uint32_t count = mesh->header.vertex_count;
    double(*sums)[6] = rq_arena_get(temp, count, sizeof *sums);
    if (!sums)
        return false;
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const uint16_t *v = mesh->faces[i].vertices;
        double t[3], b[3];
        float unit[6];
        if (!face_tangents(mesh, uvs, v, t, b))
            continue;
        normalize(b, unit);
        normalize(t, unit + 3);
        for (size_t corner = 0; corner < 3; corner++)
            for (size_t k = 0; k < 6; k++)
                sums[v[corner]][k] += (double)unit[k];
    }
    for (uint32_t i = 0; i < count; i++) {
        normalize(sums[i], tangents[i]);
        normalize(sums[i] + 3, tangents[i] + 3);
        memcpy(tangents[i] + 6, normals[i], 3 * sizeof(float));
    }
    return true;
}
