/* Faces and vertices as the extras of a mesh have them (extras.c). Where vertices are, what faces look
 * like and their normals is told by the mesh alone: a plan that does not fit every triangle of it, as
 * after an edit, is dropped as a whole. */
#include "formats/redguard/model3d/import.h"

/* The members of "model3d"; what is not as it should be counts as none. */
static void take_members(struct rq_jr *jr, struct rq_model3d_plan *plan)
{
    struct rq_str key;
    double number = 0;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "version") && rq_jr_peek(jr) == RQ_J_STRING) {
            struct rq_str version = rq_jr_string(jr);
            memcpy(plan->version, version.text, version.size == 4 ? 4 : 0);
        } else if (rq_str_is(key, "type")) {
            plan->type = rq_model3d_number(jr, 0, UINT32_MAX, &number) ? (uint32_t)number : 0;
        } else if (rq_str_is(key, "vertices")) {
            plan->vertices = rq_model3d_number(jr, 0, UINT32_MAX, &number) ? (uint32_t)number : 0;
        } else if (rq_str_is(key, "faces")) {
            plan->faces = rq_jr_raw(jr);
        } else if (rq_str_is(key, "loose")) {
            plan->loose = rq_jr_raw(jr);
        } else {
            rq_jr_skip(jr);
        }
    }
}

bool rq_model3d_read_plan(struct rq_model3d_import *im, struct rq_bytes extras)
{
    struct rq_ctx ctx = {.err = im->err};
    struct rq_jr jr;
    struct rq_str key;
    if (!rq_jr_open_object(&jr, extras, &im->temp, &ctx))
        return true;
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "model3d") && rq_jr_peek(&jr) == RQ_J_OBJECT)
            take_members(&jr, &im->plan);
        else
            rq_jr_skip(&jr);
    }
    return rq_jr_ok(&jr);
}

/* The state of a plan that is followed. */
struct follower {
    struct rq_model3d_import *im;
    struct rq_jr jr;
    uint32_t *next; /* of each part: the next of its indices */
    bool *placed;   /* by vertex */
    uint32_t placed_count;
};

/* A vertex stands where its first corner is; others must stand there as well, in every frame. */
static bool stand(struct follower *f, uint32_t vertex, uint32_t point)
{
    struct rq_model3d_import *im = f->im;
    if (vertex >= im->plan.vertices)
        return false;
    for (uint32_t i = 0; i < im->frame_count; i++) {
        int32_t *at = im->vertices[(size_t)i * im->plan.vertices + vertex];
        const int32_t *own = im->points[(size_t)i * im->point_count + point];
        if (!f->placed[vertex])
            memcpy(at, own, sizeof *im->vertices);
        else if (memcmp(at, own, sizeof *im->vertices) != 0)
            return false;
    }
    f->placed_count += !f->placed[vertex];
    f->placed[vertex] = true;
    return true;
}

/* The points of a face of count corners: the next triangles of the part, which are a fan. */
static bool unfan(struct follower *f, uint32_t part, uint32_t count, uint32_t *points)
{
    const struct rq_model3d_part *p = &f->im->parts[part];
    const uint32_t *list = p->primitive->indices + f->next[part];
    if (count < 3 || count > UINT8_MAX ||
        p->primitive->index_count - f->next[part] < (count - 2) * 3)
        return false;
    points[0] = list[0];
    points[1] = list[1];
    for (size_t k = 0; k < count - 2; k++) {
        if (list[k * 3] != points[0] || list[k * 3 + 1] != points[k + 1])
            return false;
        points[k + 2] = list[k * 3 + 2];
    }
    for (uint32_t k = 0; k < count; k++)
        points[k] += p->first_point;
    f->next[part] += (count - 2) * 3;
    return true;
}

static bool follow_face(struct follower *f)
{
    struct rq_model3d_import *im = f->im;
    struct rq_jr *jr = &f->jr;
    uint32_t vertices[UINT8_MAX], points[UINT8_MAX], part = UINT32_MAX, count = 0;
    double number = 0;
    rq_jr_array(jr);
    if (rq_jr_more(jr) && rq_model3d_number(jr, 0, UINT32_MAX, &number))
        part = (uint32_t)number;
    for (; rq_jr_more(jr); count++) {
        if (!rq_model3d_number(jr, 0, UINT32_MAX, &number))
            return false;
        if (count < UINT8_MAX)
            vertices[count] = (uint32_t)number;
    }
    if (part >= im->part_count || !unfan(f, part, count, points))
        return false;
    im->faces[im->face_count++] = (struct rq_model3d_new_face){part, im->corner_count, count};
    for (uint32_t k = 0; k < count; k++) {
        if (!stand(f, vertices[k], points[k]))
            return false;
        im->corners[im->corner_count++] = (struct rq_model3d_new_corner){points[k], vertices[k]};
    }
    return true;
}

/* The mesh may have been turned or made larger: what lies loose goes with it. */
static bool follow_loose(struct follower *f)
{
    struct rq_model3d_import *im = f->im;
    struct rq_jr *jr = &f->jr;
    uint32_t vertex = UINT32_MAX;
    double number = 0;
    rq_jr_array(jr);
    if (rq_jr_more(jr) && rq_model3d_number(jr, 0, UINT32_MAX, &number))
        vertex = (uint32_t)number;
    if (vertex >= im->plan.vertices || f->placed[vertex])
        return false;
    f->placed[vertex] = true;
    f->placed_count++;
    for (uint32_t i = 0; i < im->frame_count; i++) {
        double at[3] = {0}, moved[3];
        for (size_t k = 0; k < 3; k++) {
            if (!rq_jr_more(jr) || !rq_model3d_number(jr, INT32_MIN, INT32_MAX, &number))
                return false;
            at[k] = (k < 2 ? -number : number) / RQ_MODEL3D_UNIT;
        }
        rq_affine_move(rq_model3d_place(im, &im->parts[0]), at, moved);
        if (!rq_model3d_round(moved, im->vertices[(size_t)i * im->plan.vertices + vertex]))
            return false;
    }
    while (rq_jr_more(jr))
        rq_jr_skip(jr);
    return rq_jr_ok(jr);
}

static bool follow_all(struct follower *f, struct rq_bytes rows, bool (*follow)(struct follower *f))
{
    struct rq_ctx ctx = {.err = f->im->err};
    bool fine = true;
    rq_jr_open(&f->jr, rows, &f->im->temp, &ctx);
    if (!rows.size || rq_jr_peek(&f->jr) != RQ_J_ARRAY)
        return false;
    rq_jr_array(&f->jr);
    while (fine && rq_jr_more(&f->jr))
        fine = rq_jr_peek(&f->jr) == RQ_J_ARRAY && follow(f);
    return fine && rq_jr_ok(&f->jr);
}

bool rq_model3d_follow_plan(struct rq_model3d_import *im, bool *fits)
{
    struct follower f = {.im = im};
    const struct rq_mesh *mesh = im->parts[0].mesh;
    uint64_t corners = 0;
    *fits = false;
    for (uint32_t i = 0; i < im->part_count; i++)
        corners += im->parts[i].primitive->index_count;
    /* A vertex that no face lies on takes a row of its own, of at least "[0]," in the text. */
    if (!im->plan.version[0] || im->part_count != mesh->primitive_count ||
        rq_affine_mirrors(rq_model3d_place(im, &im->parts[0])) ||
        im->plan.vertices > corners + im->plan.loose.size / 4)
        return true;
    f.next = rq_model3d_temp(im, im->part_count, sizeof *f.next);
    f.placed = rq_model3d_temp(im, im->plan.vertices, sizeof *f.placed);
    im->vertices = rq_model3d_temp(im, im->plan.vertices, im->frame_count * sizeof *im->vertices);
    if (!f.next || !f.placed || !im->vertices)
        return false;
    *fits = follow_all(&f, im->plan.faces, follow_face) &&
            follow_all(&f, im->plan.loose, follow_loose) && f.placed_count == im->plan.vertices;
    for (uint32_t i = 0; i < im->part_count; i++)
        *fits = *fits && f.next[i] == im->parts[i].primitive->index_count;
    im->vertex_count = *fits ? im->plan.vertices : 0;
    if (!*fits)
        im->face_count = im->corner_count = 0;
    return im->err->code == RQ_OK;
}
