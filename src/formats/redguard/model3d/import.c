#include "formats/redguard/model3d/import.h"

#include "core/file.h"

#include <math.h>

bool rq_model3d_no_memory(struct rq_model3d_import *im)
{
    bool over = im->doc->arena.over_limit || im->temp.over_limit;
    return rq_fail(im->err, over ? RQ_LIMIT : RQ_NO_MEMORY, 0, im->where,
                   "no memory for the model");
}

void *rq_model3d_temp(struct rq_model3d_import *im, size_t count, size_t size)
{
    void *p = rq_arena_get(&im->temp, count, size);
    if (!p)
        rq_model3d_no_memory(im);
    return p;
}

/* ---- which meshes ---- */

/* Parents come before their children. */
static bool make_places(struct rq_model3d_import *im, const struct rq_model3d_wish *wish)
{
    im->first_node = wish->first;
    im->places = rq_model3d_temp(im, wish->count, sizeof *im->places);
    for (uint32_t i = 0; im->places && i < wish->count; i++) {
        struct rq_node node = im->scene->nodes[wish->first + i];
        if (node.parent < 0 && wish->unplaced)
            memset(node.translation, 0, sizeof node.translation);
        im->places[i] = rq_affine_of(&node);
        if (node.parent >= 0)
            im->places[i] =
                rq_affine_below(&im->places[(uint32_t)node.parent - wish->first], &im->places[i]);
    }
    return im->places != NULL;
}

static const struct rq_mesh *mesh_of(const struct rq_scene *scene, uint32_t node)
{
    int mesh = scene->nodes[node].mesh;
    return mesh >= 0 ? &scene->meshes[mesh] : NULL;
}

/* A mesh may hang from many nodes. Each part takes its memory before it is looked at, so that time is
 * bounded with the memory. */
static bool list_parts(struct rq_model3d_import *im, const struct rq_model3d_wish *wish,
                       uint32_t *morphs)
{
    uint64_t parts = 0, points = 0, corners = 0;
    for (uint32_t i = wish->first; i < wish->first + wish->count; i++)
        parts += mesh_of(im->scene, i) ? mesh_of(im->scene, i)->primitive_count : 0;
    im->parts = rq_model3d_temp(im, (size_t)parts, sizeof *im->parts);
    for (uint32_t i = wish->first; im->parts && i < wish->first + wish->count; i++) {
        const struct rq_mesh *mesh = mesh_of(im->scene, i);
        for (uint32_t k = 0; mesh && k < mesh->primitive_count; k++) {
            im->parts[im->part_count++] =
                (struct rq_model3d_part){mesh, &mesh->primitives[k], i, (uint32_t)points};
            points += mesh->primitives[k].vertex_count;
            corners += mesh->primitives[k].index_count;
        }
        if (mesh && mesh->morph_count > *morphs)
            *morphs = mesh->morph_count;
    }
    if (points > INT32_MAX || corners > INT32_MAX)
        return rq_fail(im->err, RQ_LIMIT, 0, im->where, "%llu corners of faces; make it simpler",
                       (unsigned long long)corners);
    if (im->parts && !corners)
        return rq_fail(im->err, RQ_USAGE, 0, im->where,
                       "the scene has no triangles, and a model is made of faces");
    im->point_count = (uint32_t)points;
    im->looks = rq_model3d_temp(im, (size_t)im->scene->material_count + 1, sizeof *im->looks);
    im->faces = rq_model3d_temp(im, (size_t)corners / 3, sizeof *im->faces);
    im->corners = rq_model3d_temp(im, (size_t)corners, sizeof *im->corners);
    return im->parts && im->looks && im->faces && im->corners;
}

/* ---- points ---- */

/* Half a turn about z, see scene.c. */
bool rq_model3d_round(const double at[3], int32_t to[3])
{
    for (size_t k = 0; k < 3; k++) {
        double v = floor((k < 2 ? -at[k] : at[k]) * RQ_MODEL3D_UNIT + 0.5);
        if (!(fabs(v) <= INT32_MAX))
            return false;
        to[k] = (int32_t)v;
    }
    return true;
}

static bool make_part_points(struct rq_model3d_import *im, const struct rq_model3d_part *part,
                             uint32_t frame)
{
    const struct rq_primitive *p = part->primitive;
    const float *moves = frame && frame <= part->mesh->morph_count && p->morphs
                             ? p->morphs[frame - 1].positions
                             : NULL;
    int32_t(*to)[3] = im->points + (size_t)frame * im->point_count + part->first_point;
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        double at[3], moved[3];
        for (size_t k = 0; k < 3; k++)
            at[k] = (double)p->attributes[RQ_POSITION][(size_t)i * 3 + k] +
                    (moves ? (double)moves[(size_t)i * 3 + k] : 0);
        rq_affine_move(rq_model3d_place(im, part), at, moved);
        if (!rq_model3d_round(moved, to[i])) {
            const char *name = im->scene->nodes[part->node].name;
            return rq_fail(im->err, RQ_LIMIT, 0, im->where,
                           "node %u (%s): a vertex is at %g %g %g; a model goes as far as 419430 "
                           "from its origin: make it smaller",
                           part->node, name ? name : "no name", moved[0], moved[1], moved[2]);
        }
    }
    return true;
}

static bool make_points(struct rq_model3d_import *im)
{
    im->points = rq_model3d_temp(im, im->point_count, (size_t)im->frame_count * sizeof *im->points);
    for (uint32_t f = 0; im->points && f < im->frame_count; f++)
        for (uint32_t i = 0; i < im->part_count; i++)
            if (!make_part_points(im, &im->parts[i], f))
                return false;
    return im->points != NULL;
}

/* ---- faces of anybody's scene ---- */

/* Points that are at one place in every frame are one vertex. */
struct weld {
    struct rq_key_set paths;    /* place after place: the number of the path so far, x, y, z */
    struct rq_key_set vertices; /* numbers of whole paths */
    uint32_t *vertex_of;        /* by point: vertex + 1, 0: not yet */
    uint32_t *points;           /* by vertex: one of its points */
};

static bool weld_point(struct rq_model3d_import *im, struct weld *w, uint32_t point,
                       uint32_t *vertex)
{
    uint32_t path = UINT32_MAX, before = w->vertices.count;
    if (w->vertex_of[point]) {
        *vertex = w->vertex_of[point] - 1;
        return true;
    }
    for (uint32_t f = 0; f < im->frame_count; f++) {
        const int32_t *at = im->points[(size_t)f * im->point_count + point];
        const uint32_t key[4] = {path, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2]};
        if (!rq_key_set_put(&w->paths, &im->temp, key, &path))
            return rq_model3d_no_memory(im);
    }
    *vertex = rq_key_set_add(&w->vertices, (const uint32_t[4]){path});
    if (*vertex == before)
        w->points[before] = point;
    w->vertex_of[point] = *vertex + 1;
    return true;
}

static bool weld_part(struct rq_model3d_import *im, struct weld *w, uint32_t part, uint32_t *thin)
{
    const struct rq_model3d_part *from = &im->parts[part];
    const uint32_t *list = from->primitive->indices;
    bool mirrored = rq_affine_mirrors(rq_model3d_place(im, from));
    for (uint32_t i = 0; i + 2 < from->primitive->index_count; i += 3) {
        struct rq_model3d_new_corner *c = im->corners + im->corner_count;
        for (uint32_t k = 0; k < 3; k++) {
            c[k].point = from->first_point + list[i + (mirrored && k ? 3 - k : k)];
            if (!weld_point(im, w, c[k].point, &c[k].vertex))
                return false;
        }
        if (c[0].vertex == c[1].vertex || c[1].vertex == c[2].vertex ||
            c[2].vertex == c[0].vertex) {
            ++*thin;
            continue;
        }
        im->faces[im->face_count++] = (struct rq_model3d_new_face){part, im->corner_count, 3};
        im->corner_count += 3;
    }
    return true;
}

static bool weld_all(struct rq_model3d_import *im)
{
    struct weld w = {0};
    uint32_t thin = 0;
    w.vertex_of = rq_model3d_temp(im, im->point_count, sizeof *w.vertex_of);
    w.points = rq_model3d_temp(im, im->point_count, sizeof *w.points);
    if (!w.vertex_of || !w.points || !rq_key_set_open(&w.paths, &im->temp, im->point_count) ||
        !rq_key_set_open(&w.vertices, &im->temp, im->point_count))
        return rq_model3d_no_memory(im);
    for (uint32_t i = 0; i < im->part_count; i++)
        if (!weld_part(im, &w, i, &thin))
            return false;
    if (!im->face_count)
        return rq_fail(im->err, RQ_USAGE, 0, im->where,
                       "no triangle of the scene is larger than a 5120th; make it larger");
    if (thin)
        rq_find(im->doc, "left-out", 0, im->where, "left out: %u triangles without an area", thin);
    im->vertex_count = w.vertices.count;
    im->vertices = rq_model3d_temp(im, im->vertex_count, im->frame_count * sizeof *im->vertices);
    for (uint32_t f = 0; im->vertices && f < im->frame_count; f++)
        for (uint32_t i = 0; i < im->vertex_count; i++)
            memcpy(im->vertices[(size_t)f * im->vertex_count + i],
                   im->points[(size_t)f * im->point_count + w.points[i]], sizeof *im->vertices);
    return im->vertices != NULL;
}

/* ---- the model ---- */

static bool make_model(struct rq_model3d_import *im, const struct rq_model3d_wish *wish)
{
    uint32_t morphs = 0;
    bool planned = false;
    if (!make_places(im, wish) || !list_parts(im, wish, &morphs) ||
        !rq_model3d_read_plan(im, im->parts[0].mesh->extras))
        return false;
    bool either = wish->kind == RQ_MODEL3D_EITHER;
    im->moves = wish->kind == RQ_MODEL3D_MOVING || (either && (morphs || im->plan.type));
    im->frame_count = im->moves ? morphs + 1 : 1;
    if (morphs && !im->moves)
        rq_find(im->doc, "left-out", 0, im->where,
                "left out: %u morph targets; a .3D stands still, a .3DC has frames", morphs);
    return make_points(im) && rq_model3d_follow_plan(im, &planned) && (planned || weld_all(im)) &&
           rq_model3d_finish(im);
}

bool rq_model3d_from_nodes(struct rq_doc *doc, const struct rq_scene *scene,
                           const struct rq_model3d_wish *wish, struct rq_error *err)
{
    struct rq_model3d_import im = {
        .doc = doc,
        .m = doc->root,
        .scene = scene,
        .err = err,
        .where = wish->where,
        .temp = {.alloc = doc->alloc, .limit = doc->arena.limit},
    };
    bool fine = make_model(&im, wish);
    rq_arena_free(&im.temp);
    return fine;
}

/* Weights of morph targets are how frames are shown, and no loss. */
static bool has_moving_nodes(const struct rq_scene *scene)
{
    for (uint32_t i = 0; i < scene->animation_count; i++)
        for (uint32_t k = 0; k < scene->animations[i].channel_count; k++)
            if (scene->animations[i].channels[k].path != RQ_PATH_WEIGHTS)
                return true;
    return false;
}

void rq_model3d_tell_lost(struct rq_doc *doc, const struct rq_scene *scene)
{
    if (scene->lost)
        rq_find(doc, "left-out", 0, "scene", "left out: %s", scene->lost);
    if (scene->skin_count)
        rq_find(doc, "left-out", 0, "scene",
                "left out: bones; bake the movement into morph targets, which become frames");
    else if (has_moving_nodes(scene))
        rq_find(doc, "left-out", 0, "scene",
                "left out: nodes that move; bake the movement into morph targets, which become "
                "frames");
}

/* doc is a fresh one. The name of the file to make tells whether it has frames. */
bool rq_model3d_from_scene(struct rq_doc *doc, const struct rq_scene *scene, const char *name,
                           struct rq_error *err)
{
    const char *extension = name ? rq_path_extension(name) : "";
    struct rq_model3d_wish wish = {.count = scene->node_count, .where = "model3d"};
    if (rq_casecmp(extension, "3dc") == 0)
        wish.kind = RQ_MODEL3D_MOVING;
    else if (rq_casecmp(extension, "3d") == 0)
        wish.kind = RQ_MODEL3D_STILL;
    rq_model3d_tell_lost(doc, scene);
    return rq_model3d_from_nodes(doc, scene, &wish, err);
}
