/* The lists of a mesh to vertices, faces and the rows of the MDX. In the text a face has indices of
 * its own for positions, UVs and colours; in the file a vertex has all of them, so what differs
 * anywhere becomes another vertex. */
#include "formats/kotor/mdl/derive/derive.h"
#include "formats/kotor/mdl_ascii/parts.h"
#include "model/faces.h"

#define NONE UINT32_MAX

enum { MOST_VERTICES = 65535 };

/* ---- corners to vertices ---- */

struct corners {
    uint32_t count; /* three a face */
    uint32_t *ids;  /* by corner: which of the vertices so far told apart it is */
    struct rq_keyed *items, *temp;
};

/* Tells corners apart that have one id but different values. */
static void refine(struct corners *c, const uint32_t *values)
{
    for (uint32_t i = 0; i < c->count; i++)
        c->items[i] = (struct rq_keyed){(uint64_t)c->ids[i] << 32 | values[i], i};
    rq_keyed_sort(c->items, c->temp, c->count);
    uint32_t id = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        id += i && c->items[i].key != c->items[i - 1].key;
        c->ids[c->items[i].value] = id;
    }
}

/* The same number for rows that are the same bits; width is 2 or 3. */
static uint32_t *same_rows(struct rq_ascii_reader *r, const float *rows, uint32_t count,
                           uint32_t width)
{
    struct corners c = {.count = count, .ids = rq_ascii_temp(r, count, sizeof *c.ids)};
    uint32_t *column = rq_ascii_temp(r, count, sizeof *column);
    c.items = rq_ascii_temp(r, count, sizeof *c.items);
    c.temp = rq_ascii_temp(r, count, sizeof *c.temp);
    if (!rq_ascii_ok(r))
        return NULL;
    for (uint32_t k = 0; k < width; k++) {
        for (uint32_t i = 0; i < count; i++)
            column[i] = rq_bits_of(rows[(size_t)i * width + k]);
        refine(&c, column);
    }
    return c.ids;
}

static bool refine_by(struct rq_ascii_reader *r, struct corners *c,
                      const struct rq_ascii_mesh *mesh, unsigned set)
{
    bool colors = set == 4;
    const float *rows = colors ? (const float *)mesh->colors : (const float *)mesh->tverts[set];
    uint32_t count = colors ? mesh->color_count : mesh->tvert_count[set];
    bool own = colors ? mesh->has_colors : mesh->has_t[set];
    if (!rows || !own)
        return true;
    uint32_t *same = same_rows(r, rows, count, colors ? 3 : 2);
    uint32_t *values = rq_ascii_temp(r, c->count, sizeof *values);
    if (!same || !values)
        return false;
    for (uint32_t i = 0; i < c->count; i++) {
        const struct rq_ascii_face *face = &mesh->faces[i / 3];
        uint32_t index = colors ? face->color[i % 3] : face->t[set][i % 3];
        if (index >= count)
            return rq_ascii_bad(r, "face %u of the node has UV or colour %u of %u",
                                (unsigned)(i / 3), (unsigned)index, (unsigned)count);
        values[i] = same[index];
    }
    refine(c, values);
    return true;
}

static bool check_lists(struct rq_ascii_reader *r, const struct rq_ascii_mesh *mesh)
{
    if (mesh->normal_count && mesh->normal_count != mesh->vert_count)
        return rq_ascii_bad(r, "%u normals for %u vertices", (unsigned)mesh->normal_count,
                            (unsigned)mesh->vert_count);
    if (mesh->weight_count && mesh->weight_count != mesh->vert_count)
        return rq_ascii_bad(r, "%u weights for %u vertices", (unsigned)mesh->weight_count,
                            (unsigned)mesh->vert_count);
    if (mesh->vert_count > MOST_VERTICES || mesh->face_count > UINT16_MAX)
        return rq_ascii_bad(r, "a mesh holds 65535 vertices and as many faces");
    for (uint32_t i = 0; i < mesh->face_count; i++)
        for (size_t k = 0; k < 3; k++)
            if (mesh->faces[i].v[k] >= mesh->vert_count)
                return rq_ascii_bad(r, "face %u of the node has vertex %u of %u", (unsigned)i,
                                    (unsigned)mesh->faces[i].v[k], (unsigned)mesh->vert_count);
    return true;
}

/* ---- rows ---- */

/* What a mesh has for each of its vertices: a corner that it came from, NONE when no face has it. */
struct build {
    struct rq_ascii_mesh *mesh;
    struct rq_mdl_mesh *to;
    uint32_t count;
    uint32_t *corner, *source; /* source: which of the text's vertices */
    struct rq_smooth smooth;
    float (*normals)[3], (*uvs[4])[2];
};

/* The first vertex of each of the text's keeps its number; those that had to be told apart from
 * it stand behind all of them, in the order of the faces. */
static bool number_vertices(struct rq_ascii_reader *r, struct build *b, const struct corners *c)
{
    const struct rq_ascii_mesh *mesh = b->mesh;
    uint32_t *vertices = rq_ascii_temp(r, c->count, sizeof *vertices);
    bool *taken = rq_ascii_temp(r, mesh->vert_count, sizeof *taken);
    b->corner = rq_ascii_temp(r, mesh->vert_count + (size_t)c->count, sizeof *b->corner);
    b->source = rq_ascii_temp(r, mesh->vert_count + (size_t)c->count, sizeof *b->source);
    if (!rq_ascii_ok(r))
        return false;
    memset(vertices, 0xFF, c->count * sizeof *vertices);
    b->count = mesh->vert_count;
    for (uint32_t i = 0; i < mesh->vert_count; i++) {
        b->corner[i] = NONE;
        b->source[i] = i;
    }
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t *vertex = &vertices[c->ids[i]], v = mesh->faces[i / 3].v[i % 3];
        if (*vertex == NONE) {
            *vertex = taken[v] ? b->count++ : v;
            taken[v] = true;
            b->corner[*vertex] = i;
            b->source[*vertex] = v;
        }
        if (*vertex >= MOST_VERTICES)
            return rq_ascii_bad(r, "a mesh holds 65535 vertices; its faces ask for more");
        b->to->faces[i / 3].vertices[i % 3] = (uint16_t)*vertex;
    }
    return true;
}

static bool split_corners(struct rq_ascii_reader *r, struct build *b)
{
    const struct rq_ascii_mesh *mesh = b->mesh;
    struct corners c = {.count = mesh->face_count * 3};
    c.ids = rq_ascii_temp(r, c.count, sizeof *c.ids);
    c.items = rq_ascii_temp(r, c.count, sizeof *c.items);
    c.temp = rq_ascii_temp(r, c.count, sizeof *c.temp);
    if (!rq_ascii_ok(r))
        return false;
    for (uint32_t i = 0; i < c.count; i++)
        c.ids[i] = mesh->faces[i / 3].v[i % 3];
    for (unsigned set = 0; set < 5; set++)
        if (!refine_by(r, &c, mesh, set))
            return false;
    if (!mesh->normal_count) {
        if (!rq_smooth_normals(mesh, &r->temp, &b->smooth, r->err))
            return false;
        refine(&c, b->smooth.corners);
    }
    return number_vertices(r, b, &c);
}

static void lay_row(struct rq_ascii_reader *r, struct build *b)
{
    bool has[RQ_MDL_TANGENT_1 + 1] = {true, true, b->mesh->colors && b->mesh->has_colors};
    for (unsigned set = 0; set < 4; set++)
        has[RQ_MDL_UV_1 + set] = b->mesh->tverts[set] && b->mesh->has_t[set];
    has[RQ_MDL_TANGENT_1] = b->mesh->tangents;
    rq_mdl_lay_row(r->m, b->to, has);
}

static void fill_row(const struct build *b, uint32_t vertex, uint8_t *row)
{
    const struct rq_ascii_mesh *mesh = b->mesh;
    const int32_t *at = b->to->header.mdx_at;
    uint32_t corner = b->corner[vertex];
    rq_mdl_put_floats(row + at[RQ_MDL_POSITION], b->to->vertices[vertex], 3);
    rq_mdl_put_floats(row + at[RQ_MDL_NORMAL], b->normals[vertex], 3);
    if (corner == NONE)
        return;
    const struct rq_ascii_face *face = &mesh->faces[corner / 3];
    for (unsigned set = 0; set < 4; set++)
        if (at[RQ_MDL_UV_1 + set] >= 0)
            rq_mdl_put_floats(row + at[RQ_MDL_UV_1 + set],
                              mesh->tverts[set][face->t[set][corner % 3]], 2);
    if (at[RQ_MDL_COLOR] >= 0)
        rq_mdl_put_color(row + at[RQ_MDL_COLOR], mesh->colors[face->color[corner % 3]]);
}

static bool fill_tangents(struct rq_ascii_reader *r, const struct build *b, uint8_t *rows)
{
    const struct rq_mdl_mesh_header *h = &b->to->header;
    float(*uvs)[2] = rq_ascii_temp(r, b->count, sizeof *uvs);
    float(*tangents)[9] = rq_ascii_temp(r, b->count, sizeof *tangents);
    if (!uvs || !tangents)
        return false;
    for (uint32_t i = 0; i < b->count && h->mdx_at[RQ_MDL_UV_1] >= 0; i++)
        for (size_t k = 0; k < 2; k++)
            uvs[i][k] = rq_f32_of(
                rq_get32(rows + (size_t)i * h->mdx_stride + h->mdx_at[RQ_MDL_UV_1] + k * 4));
    if (!rq_smooth_tangents(b->to, (const float(*)[2])uvs, (const float(*)[3])b->normals, &r->temp,
                            tangents))
        return rq_fail(r->err, RQ_NO_MEMORY, 0, "mdl_ascii", "out of memory");
    for (uint32_t i = 0; i < b->count; i++)
        rq_mdl_put_floats(rows + (size_t)i * h->mdx_stride + h->mdx_at[RQ_MDL_TANGENT_1],
                          tangents[i], 9);
    return true;
}

static bool make_rows(struct rq_ascii_reader *r, struct build *b)
{
    struct rq_mdl_mesh *to = b->to;
    lay_row(r, b);
    uint8_t *rows = rq_ascii_keep(r, b->count, to->header.mdx_stride);
    b->normals = rq_ascii_temp(r, b->count, sizeof *b->normals);
    if (!rows || !b->normals)
        return false;
    to->rows = (struct rq_bytes){rows, (size_t)b->count * to->header.mdx_stride};
    for (uint32_t i = 0; i < b->count; i++) {
        if (b->mesh->normal_count)
            memcpy(b->normals[i], b->mesh->normals[b->source[i]], sizeof *b->normals);
        else if (b->corner[i] != NONE)
            memcpy(b->normals[i], b->smooth.normals[b->smooth.corners[b->corner[i]]],
                   sizeof *b->normals);
        fill_row(b, i, rows + (size_t)i * to->header.mdx_stride);
    }
    return !b->mesh->tangents || fill_tangents(r, b, rows);
}

/* ---- parts ---- */

static bool make_dangly(struct rq_ascii_reader *r, const struct build *b)
{
    struct rq_mdl_dangly *dangly = b->to->dangly;
    const struct rq_ascii_mesh *mesh = b->mesh;
    dangly->constraint_count = b->count;
    dangly->constraints = rq_ascii_keep(r, b->count, sizeof *dangly->constraints);
    for (uint32_t i = 0; dangly->constraints && i < b->count; i++)
        if (b->source[i] < mesh->constraint_count)
            dangly->constraints[i] = rq_mdl_widen(mesh->constraints[b->source[i]]);
    return rq_ascii_ok(r);
}

/* Bones are put in when all nodes are known; the vertices' sources are needed for it. */
static bool keep_weights(struct rq_ascii_reader *r, const struct build *b)
{
    struct rq_ascii_mesh *mesh = b->mesh;
    struct rq_ascii_weight *weights = rq_ascii_temp(r, b->count, sizeof *weights);
    for (uint32_t i = 0; weights && i < b->count; i++) {
        if (b->source[i] < mesh->weight_count)
            weights[i] = mesh->weights[b->source[i]];
        else
            memset(weights[i].name, 0xFF, sizeof weights[i].name);
    }
    mesh->weights = weights;
    mesh->weight_count = b->count;
    return rq_ascii_ok(r);
}

bool rq_ascii_make_mesh(struct rq_ascii_reader *r, struct rq_ascii_node *node)
{
    struct rq_mdl_mesh *to = node->node.mesh;
    struct build b = {.mesh = node->mesh, .to = to};
    r->line = node->line;
    if (!check_lists(r, b.mesh))
        return false;
    to->face_count = b.mesh->face_count;
    to->faces = rq_ascii_keep(r, to->face_count, sizeof *to->faces);
    if (!to->faces || !split_corners(r, &b))
        return false;
    to->header.vertex_count = (uint16_t)b.count;
    to->vertices = rq_ascii_keep(r, b.count, sizeof *to->vertices);
    if (!to->vertices)
        return false;
    for (uint32_t i = 0; i < b.count; i++)
        memcpy(to->vertices[i], b.mesh->verts[b.source[i]], sizeof *to->vertices);
    for (uint32_t i = 0; i < to->face_count; i++)
        to->faces[i].material = b.mesh->faces[i].material;
    return make_rows(r, &b) && (!to->dangly || make_dangly(r, &b)) &&
           (!to->skin || keep_weights(r, &b));
}

static bool make_saber_faces(struct rq_ascii_reader *r, const struct rq_ascii_mesh *mesh,
                             struct rq_mdl_mesh *to)
{
    to->face_count = mesh->face_count;
    to->faces = rq_ascii_keep(r, to->face_count, sizeof *to->faces);
    for (uint32_t i = 0; to->faces && i < to->face_count; i++) {
        for (size_t k = 0; k < 3; k++)
            to->faces[i].vertices[k] = (uint16_t)rq_saber_vertex(mesh->faces[i].v[k]);
        to->faces[i].material = mesh->faces[i].material;
    }
    return rq_ascii_ok(r);
}

/* A saber of 16 vertices becomes one of 176; it has no rows. */
bool rq_ascii_make_saber(struct rq_ascii_reader *r, struct rq_ascii_node *node)
{
    const struct rq_ascii_mesh *mesh = node->mesh;
    struct rq_mdl_mesh *to = node->node.mesh;
    struct rq_mdl_saber *saber = to->saber;
    uint32_t most = RQ_MDL_SABER_VERTICES;
    r->line = node->line;
    if (mesh->vert_count != RQ_SABER_SHAPE || mesh->tvert_count[0] != RQ_SABER_SHAPE)
        return rq_ascii_bad(r, "a lightsaber has 16 vertices and as many UVs");
    if (!check_lists(r, mesh) || !make_saber_faces(r, mesh, to))
        return false;
    saber->vertices = rq_ascii_keep(r, most, sizeof *saber->vertices);
    saber->uvs = rq_ascii_keep(r, most, sizeof *saber->uvs);
    saber->normals = rq_ascii_keep(r, most, sizeof *saber->normals);
    for (uint32_t i = 0; rq_ascii_ok(r) && i < most; i++) {
        uint32_t from = rq_saber_source(i);
        memcpy(saber->vertices[i], mesh->verts[from], sizeof *saber->vertices);
        memcpy(saber->uvs[i], mesh->tverts[0][from], sizeof *saber->uvs);
        if (from < mesh->normal_count)
            memcpy(saber->normals[i], mesh->normals[from], sizeof *saber->normals);
    }
    to->header.vertex_count = RQ_MDL_SABER_VERTICES;
    to->header.texture_count = 1;
    to->vertices = saber->vertices;
    return rq_ascii_ok(r);
}

/* ---- what the text says of derived values ---- */

static bool is_near(const float *a, const float *b, size_t count, double size)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabs((double)a[i] - (double)b[i]) <= 1e-4 * (1 + size)))
            return false;
    return true;
}

/* The first child of a box follows it, the second stands behind all that is in the first. plane
 * holds the box above for the while. */
bool rq_ascii_link_boxes(struct rq_mdl_box *boxes, uint32_t count)
{
    int32_t above = -1;
    for (uint32_t i = 0; i < count; i++) {
        struct rq_mdl_box *box = &boxes[i];
        box->first = box->second = -1;
        if (i && above < 0)
            return false;
        if (above >= 0 && boxes[above].first < 0)
            boxes[above].first = (int32_t)i;
        else if (above >= 0)
            boxes[above].second = (int32_t)i;
        box->plane = (uint32_t)above;
        if (box->face < 0)
            above = (int32_t)i;
        else
            while (above >= 0 && boxes[above].second >= 0)
                above = (int32_t)boxes[above].plane;
    }
    for (uint32_t i = 0; i < count; i++)
        boxes[i].plane = rq_mdl_box_plane(boxes, i);
    return above < 0;
}

/* The radius around that point. */
static float radius_around(const struct rq_mdl_mesh *mesh, const float point[3])
{
    double farthest = 0;
    for (uint32_t i = 0; i < mesh->header.vertex_count; i++) {
        double square = 0;
        for (size_t k = 0; k < 3; k++) {
            double d = (double)mesh->vertices[i][k] - (double)point[k];
            square += d * d;
        }
        farthest = square > farthest ? square : farthest;
    }
    return (float)sqrt(farthest);
}

/* Compilers average and round in their own ways: what the text says is kept where it still fits the
 * vertices, and worked out anew where it does not. */
void rq_ascii_keep_given(struct rq_ascii_node *node, struct rq_mdl_mesh *mesh)
{
    const struct rq_ascii_mesh *given = node->mesh;
    struct rq_mdl_mesh_header *h = &mesh->header;
    double size = (double)h->radius;
    if (given->has_box && is_near(given->box_min, h->box_min, 3, size) &&
        is_near(given->box_max, h->box_max, 3, size)) {
        memcpy(h->box_min, given->box_min, sizeof h->box_min);
        memcpy(h->box_max, given->box_max, sizeof h->box_max);
    }
    float radius = radius_around(mesh, given->average);
    if (given->has_average && given->has_radius && is_near(&given->radius, &radius, 1, size)) {
        memcpy(h->average, given->average, sizeof h->average);
        h->radius = given->radius;
    }
    if (given->inverted_count)
        mesh->inverted = given->inverted[0];
    if (mesh->saber && given->inverted_count == 2) {
        mesh->saber->header.inverted_1 = given->inverted[0];
        mesh->saber->header.inverted_2 = given->inverted[1];
    }
    bool whole = given->box_count && given->box_count == mesh->box_count;
    for (uint32_t i = 0; i < given->box_count && whole; i++)
        whole = given->boxes[i].face < (int32_t)mesh->face_count;
    if (whole && rq_ascii_link_boxes(given->boxes, given->box_count))
        memcpy(mesh->boxes, given->boxes, mesh->box_count * sizeof *mesh->boxes);
}
