/* A walkmesh from a scene, of ours or of anybody's: every triangle becomes a face, its material the
 * surface. What a scene of ours has besides (kind, position, transitions) comes from extras. The
 * rest is built. */
#include "core/file.h"
#include "core/keyset.h"
#include "formats/kotor/bwm/parts.h"
#include "formats/kotor/kotor_scene.h"
#include "model/affine.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

enum { DIRT = 1, MOST_FACES = INT32_MAX / 3, MOST_AT_ONE_PLACE = 64 };

/* How far apart the ends of an edge may be that are one: a millimetre. */
#define REACH 0.001

/* What stands for a surface. */
struct look {
    bool known;
    uint32_t surface;
};

/* A transition as extras have it. */
struct link {
    int32_t room;
    bool has_ends;
    float ends[2][3];
};

struct import {
    struct rq_doc *doc;
    const struct rq_scene *scene;
    struct rq_error *err;
    struct rq_arena temp;
    struct rq_affine *places; /* by node: it leads to the walkmesh's own numbers */
    struct look *looks;       /* by material; the last is for none */
    struct rq_key_set welded;
    uint32_t *corners, *surfaces;
    size_t face_count;
    struct link *links;
    uint32_t link_count, link_room;
    bool kind_known, position_known;
    struct rq_bwm_source source;
};

static bool no_memory(struct import *im)
{
    bool over = im->doc->arena.over_limit || im->temp.over_limit;
    return rq_fail(im->err, over ? RQ_LIMIT : RQ_NO_MEMORY, 0, "bwm", "no memory for the faces");
}

static void *get(struct import *im, size_t count, size_t size)
{
    void *p = rq_arena_get(&im->temp, count, size);
    if (!p)
        no_memory(im);
    return p;
}

/* ---- places ---- */

/* The turn that roots of our scenes have, and nothing else; programs may round it otherwise. */
static bool is_our_root(const struct rq_node *node)
{
    const struct rq_node ours = rq_kotor_root("");
    const double sign = node->rotation[3] < 0 ? -1 : 1;
    for (size_t k = 0; k < 3; k++)
        if (node->translation[k] != 0 || node->scale[k] != 1)
            return false;
    for (size_t k = 0; k < 4; k++)
        if (fabs(sign * (double)node->rotation[k] - (double)ours.rotation[k]) > 1e-6)
            return false;
    return true;
}

/* Below a root of ours the numbers are the game's already, to the bit; others have y up. */
static bool make_places(struct import *im)
{
    static const struct rq_affine as_is = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    static const struct rq_affine upright = {{{1, 0, 0, 0}, {0, 0, -1, 0}, {0, 1, 0, 0}}};
    const struct rq_scene *s = im->scene;
    im->places = get(im, s->node_count, sizeof *im->places);
    for (uint32_t i = 0; im->places && i < s->node_count; i++) {
        const struct rq_node *node = &s->nodes[i];
        struct rq_affine own = rq_affine_of(node);
        if (node->parent >= 0)
            im->places[i] = rq_affine_below(&im->places[node->parent], &own);
        else
            im->places[i] = is_our_root(node) ? as_is : rq_affine_below(&upright, &own);
    }
    return im->places != NULL;
}

static bool point_of(struct import *im, uint32_t node, const float at[3], float to[3])
{
    const double from[3] = {(double)at[0], (double)at[1], (double)at[2]};
    double moved[3];
    rq_affine_move(&im->places[node], from, moved);
    for (size_t k = 0; k < 3; k++) {
        if (!(fabs(moved[k]) <= (double)FLT_MAX)) {
            const char *name = im->scene->nodes[node].name;
            return rq_fail(im->err, RQ_CORRUPT, 0, "bwm",
                           "node %u (%s) is so large that its numbers overflow", node,
                           name ? name : "no name");
        }
        to[k] = (float)moved[k] + 0.0f; /* -0 becomes 0 */
    }
    return true;
}

/* ---- surfaces ---- */

/* Letters and digits alone, in small: "wok_DeepWater.001" is deepwater. */
static void plain_name(const char *name, char plain[32])
{
    size_t size = strlen(name), end = size, n = 0;
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
        end--;
    if (end > 0 && end < size && name[end - 1] == '.')
        size = end - 1;
    bool prefixed = size > 4 && rq_glob("wok_*", name);
    for (size_t i = prefixed ? 4 : 0; i < size && n < 31; i++)
        if (name[i] != ' ' && name[i] != '_')
            plain[n++] = rq_lower(name[i]);
    plain[n] = 0;
}

static bool surface_of_name(const char *name, uint32_t *surface)
{
    char wanted[32], known[32];
    plain_name(name, wanted);
    for (uint32_t i = 0; i < RQ_BWM_MATERIALS; i++) {
        if (!rq_bwm_material_name(i))
            continue;
        plain_name(rq_bwm_material_name(i), known);
        /* kotorblender's name for the first. */
        if (strcmp(wanted, known) == 0 || (i == 0 && strcmp(wanted, "notdefined") == 0)) {
            *surface = i;
            return true;
        }
    }
    return false;
}

/* {"surface": n} */
static bool surface_of_extras(struct import *im, struct rq_bytes extras, uint32_t *surface)
{
    struct rq_ctx ctx = {.err = im->err};
    struct rq_jr jr;
    struct rq_str key;
    bool found = false;
    if (!rq_jr_open_object(&jr, extras, &im->temp, &ctx))
        return false;
    while (rq_jr_key(&jr, &key)) {
        if (!rq_str_is(key, "surface") || rq_jr_peek(&jr) != RQ_J_NUMBER) {
            rq_jr_skip(&jr);
            continue;
        }
        double number = rq_jr_f64(&jr);
        found = number >= 0 && number <= UINT32_MAX;
        *surface = found ? (uint32_t)number : 0;
    }
    return found;
}

static void find_no_surface(struct import *im, const struct rq_material *m)
{
    const char *name = m ? m->name : "";
    char known[256] = "", where[80];
    for (uint32_t i = 0; i < RQ_BWM_MATERIALS; i++)
        if (rq_bwm_material_name(i))
            snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i ? ", " : "",
                     rq_bwm_material_name(i));
    snprintf(where, sizeof where, "%s%s", m ? "material " : "faces without a material",
             name ? name : "without a name");
    rq_find(im->doc, "no-surface", 0, where, "no surface, so dirt; named: %s", known);
}

static uint32_t surface_of(struct import *im, int material)
{
    uint32_t index = material < 0 ? im->scene->material_count : (uint32_t)material;
    struct look *look = &im->looks[index];
    if (look->known)
        return look->surface;
    const struct rq_material *m = material < 0 ? NULL : &im->scene->materials[material];
    look->known = true;
    if (m && surface_of_extras(im, m->extras, &look->surface))
        return look->surface;
    if (m && m->name && surface_of_name(m->name, &look->surface))
        return look->surface;
    find_no_surface(im, m);
    return look->surface = DIRT;
}

/* ---- faces ---- */

/* How many faces there will be, and at most how many vertices. A mesh may hang from many nodes and
 * have parts without a triangle: these count as one, so that time is bounded with the memory. */
static bool count_faces(struct import *im, size_t *faces, size_t *vertices)
{
    const struct rq_scene *s = im->scene;
    uint64_t(*counts)[2] = get(im, s->mesh_count, sizeof *counts);
    uint64_t all = 0, points = 0;
    for (uint32_t i = 0; counts && i < s->mesh_count; i++)
        for (uint32_t k = 0; k < s->meshes[i].primitive_count; k++) {
            const struct rq_primitive *p = &s->meshes[i].primitives[k];
            counts[i][0] += p->index_count < 3 ? 1 : p->index_count / 3;
            counts[i][1] += p->vertex_count;
        }
    for (uint32_t i = 0; counts && i < s->node_count && all <= MOST_FACES; i++)
        if (s->nodes[i].mesh >= 0) {
            all += counts[s->nodes[i].mesh][0];
            points += counts[s->nodes[i].mesh][1];
        }
    if (all > MOST_FACES)
        return rq_fail(im->err, RQ_LIMIT, 0, "bwm", "more than %d faces; split the scene",
                       MOST_FACES);
    *faces = (size_t)all;
    *vertices = (size_t)(points < all * 3 ? points : all * 3);
    return counts != NULL;
}

static bool add_primitive(struct import *im, uint32_t node, const struct rq_primitive *p)
{
    bool mirrored = rq_affine_mirrors(&im->places[node]);
    for (uint32_t i = 0; i + 2 < p->index_count; i += 3, im->face_count++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t corner = p->indices[i + (mirrored ? 2 - k : k)];
            float at[3] = {0, 0, 0};
            if (!point_of(im, node, p->attributes[RQ_POSITION] + (size_t)corner * 3, at))
                return false;
            im->corners[im->face_count * 3 + k] = rq_key_set_add(
                &im->welded,
                (const uint32_t[4]){rq_bits_of(at[0]), rq_bits_of(at[1]), rq_bits_of(at[2])});
        }
        im->surfaces[im->face_count] = surface_of(im, p->material);
    }
    return true;
}

static bool make_faces(struct import *im)
{
    const struct rq_scene *s = im->scene;
    size_t most = 0, vertices = 0;
    if (!count_faces(im, &most, &vertices))
        return false;
    im->corners = get(im, most, 3 * sizeof *im->corners);
    im->surfaces = get(im, most, sizeof *im->surfaces);
    im->looks = get(im, (size_t)s->material_count + 1, sizeof *im->looks);
    if (!im->corners || !im->surfaces || !im->looks)
        return false;
    if (!rq_key_set_open(&im->welded, &im->temp, vertices))
        return no_memory(im);
    for (uint32_t i = 0; i < s->node_count; i++)
        for (uint32_t k = 0;
             s->nodes[i].mesh >= 0 && k < s->meshes[s->nodes[i].mesh].primitive_count; k++)
            if (!add_primitive(im, i, &s->meshes[s->nodes[i].mesh].primitives[k]))
                return false;
    if (!im->face_count)
        return rq_fail(im->err, RQ_USAGE, 0, "bwm",
                       "the scene has no faces; a walkmesh is made of triangles");
    float *points = get(im, im->welded.count, 3 * sizeof *points);
    for (size_t i = 0; points && i < im->welded.count; i++)
        for (size_t k = 0; k < 3; k++)
            points[i * 3 + k] = rq_f32_of(im->welded.keys[i][k]);
    im->source.vertices = points;
    im->source.vertex_count = im->welded.count;
    im->source.corners = im->corners;
    im->source.materials = im->surfaces;
    im->source.face_count = im->face_count;
    return points != NULL;
}

/* ---- extras of the mesh's node ---- */

/* Numbers of an array; how many there are. What is no number counts as none. */
static size_t take_numbers(struct rq_jr *jr, double *v, size_t most)
{
    size_t n = 0;
    if (rq_jr_peek(jr) != RQ_J_ARRAY) {
        rq_jr_skip(jr);
        return 0;
    }
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        if (n < most && rq_jr_peek(jr) == RQ_J_NUMBER)
            v[n++] = rq_jr_f64(jr);
        else
            rq_jr_skip(jr);
    }
    return n;
}

static bool to_floats(const double *v, size_t count, float *to)
{
    for (size_t i = 0; i < count; i++) {
        if (!(fabs(v[i]) <= (double)FLT_MAX))
            return false;
        to[i] = (float)v[i];
    }
    return true;
}

/* [face, edge, room, ax, ay, az, bx, by, bz]: faces of an edited scene have other numbers, so that
 * the ends tell which edge it is. */
static bool take_links(struct import *im, uint32_t node, struct rq_jr *jr)
{
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        double row[9];
        struct link link = {.room = -1};
        size_t count = take_numbers(jr, row, 9);
        if (count < 3 || !(fabs(row[2]) <= INT32_MAX) || row[2] == -1)
            continue;
        link.room = (int32_t)row[2];
        link.has_ends = count == 9 && to_floats(row + 3, 6, link.ends[0]);
        for (size_t k = 0; link.has_ends && k < 2; k++)
            if (!point_of(im, node, link.ends[k], link.ends[k]))
                return false;
        struct link *links =
            rq_arena_more(&im->temp, &im->links, im->link_count, &im->link_room, sizeof *links);
        if (!links)
            return no_memory(im);
        links[im->link_count++] = link;
    }
    return true;
}

static void take_kind(struct import *im, struct rq_jr *jr)
{
    struct rq_str kind = rq_jr_string(jr);
    if (im->kind_known || !rq_jr_ok(jr))
        return;
    im->kind_known = rq_str_is(kind, "area") || rq_str_is(kind, "object");
    if (im->kind_known)
        im->source.kind = rq_str_is(kind, "area") ? RQ_BWM_AREA : RQ_BWM_OBJECT;
}

static void take_position(struct import *im, struct rq_jr *jr)
{
    double v[3];
    if (take_numbers(jr, v, 3) == 3 && !im->position_known)
        im->position_known = to_floats(v, 3, im->source.position);
}

static bool take_extras(struct import *im, uint32_t node)
{
    struct rq_bytes extras = im->scene->nodes[node].extras;
    struct rq_ctx ctx = {.err = im->err};
    struct rq_jr jr;
    struct rq_str key;
    if (!rq_jr_open_object(&jr, extras, &im->temp, &ctx))
        return true;
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "kind") && rq_jr_peek(&jr) == RQ_J_STRING) {
            take_kind(im, &jr);
        } else if (rq_str_is(key, "position")) {
            take_position(im, &jr);
        } else if (rq_str_is(key, "transitions") && rq_jr_peek(&jr) == RQ_J_ARRAY) {
            if (!take_links(im, node, &jr))
                return false;
        } else {
            rq_jr_skip(&jr);
        }
    }
    return rq_jr_ok(&jr);
}

/* Empty nodes, named as in our scenes. */
static bool take_hook(struct import *im, uint32_t node)
{
    static const char *const names[] = {"use1", "use2", "absoluteuse1", "absoluteuse2"};
    static const float origin[3] = {0, 0, 0};
    char name[32];
    plain_name(im->scene->nodes[node].name ? im->scene->nodes[node].name : "", name);
    for (size_t i = 0; i < 4; i++)
        if (strcmp(name, names[i]) == 0)
            return point_of(im, node, origin,
                            i < 2 ? im->source.relative_use[i] : im->source.absolute_use[i - 2]);
    return true;
}

static bool take_nodes(struct import *im, const char *name)
{
    const char *extension = name ? rq_path_extension(name) : "";
    bool object = rq_casecmp(extension, "pwk") == 0 || rq_casecmp(extension, "dwk") == 0;
    im->source.kind = object ? RQ_BWM_OBJECT : RQ_BWM_AREA;
    for (uint32_t i = 0; i < im->scene->node_count; i++)
        if (!(im->scene->nodes[i].mesh >= 0 ? take_extras(im, i) : take_hook(im, i)))
            return false;
    return true;
}

/* ---- transitions ---- */

/* Border edges by where they begin, in cells of twice the distance that is near. */
struct borders {
    const struct rq_bwm *bwm;
    struct rq_key_set cells;
    uint32_t *first, *next; /* edges of a cell, + 1 */
};

static uint32_t cell_of(float v, int side)
{
    double cell = floor((double)v / (2 * REACH));
    double within = (double)v - cell * 2 * REACH;
    /* The cell, or the one on the other side of the border that is nearer. */
    cell += side ? (within < REACH ? -1 : 1) : 0;
    return (uint32_t)(int32_t)(cell < -1e9 ? -1e9 : cell > 1e9 ? 1e9 : cell);
}

static const float *edge_end(const struct rq_bwm *bwm, int32_t edge, bool last)
{
    size_t corner = (size_t)edge;
    if (last)
        corner = corner % 3 == 2 ? corner - 2 : corner + 1;
    return bwm->vertices + (size_t)bwm->corners[corner] * 3;
}

static bool open_borders(struct import *im, struct borders *b)
{
    size_t count = b->bwm->edge_count;
    b->first = get(im, count, sizeof *b->first);
    b->next = get(im, count, sizeof *b->next);
    if (!b->first || !b->next)
        return false;
    if (!rq_key_set_open(&b->cells, &im->temp, count))
        return no_memory(im);
    for (size_t i = count; i-- > 0;) {
        const float *at = edge_end(b->bwm, b->bwm->edges[i].edge, false);
        uint32_t cell =
            rq_key_set_add(&b->cells, (const uint32_t[4]){cell_of(at[0], 0), cell_of(at[1], 0),
                                                          cell_of(at[2], 0)});
        b->next[i] = b->first[cell];
        b->first[cell] = (uint32_t)i + 1;
    }
    return true;
}

static bool is_near(const float *a, const float *b)
{
    for (size_t k = 0; k < 3; k++)
        if (fabs((double)a[k] - (double)b[k]) > REACH)
            return false;
    return true;
}

/* The first border between the two that leads nowhere yet. Where hundreds begin at one place, only
 * so many are looked at. */
static struct rq_bwm_edge *find_border(const struct borders *b, const float *from, const float *to)
{
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t key[4] = {cell_of(from[0], i & 1), cell_of(from[1], i >> 1 & 1),
                                 cell_of(from[2], i >> 2 & 1), 0};
        uint32_t cell;
        if (!rq_key_set_find(&b->cells, key, &cell))
            continue;
        unsigned looked_at = 0;
        for (uint32_t at = b->first[cell]; at && looked_at < MOST_AT_ONE_PLACE;
             at = b->next[at - 1], looked_at++) {
            struct rq_bwm_edge *edge = &b->bwm->edges[at - 1];
            if (edge->transition == -1 && is_near(edge_end(b->bwm, edge->edge, false), from) &&
                is_near(edge_end(b->bwm, edge->edge, true), to))
                return edge;
        }
    }
    return NULL;
}

static void find_lost(struct import *im, const struct link *link)
{
    char ends[6][32];
    for (size_t i = 0; i < 6 && link->has_ends; i++)
        ends[i][rq_f32_text(link->ends[i / 3][i % 3], ends[i])] = 0;
    if (link->has_ends)
        rq_find(im->doc, "lost-transition", 0, "transitions",
                "to room %d: no border runs from %s %s %s to %s %s %s; it is left out",
                (int)link->room, ends[0], ends[1], ends[2], ends[3], ends[4], ends[5]);
    else
        rq_find(im->doc, "lost-transition", 0, "transitions",
                "to room %d: left out, because its row has no ends of the edge; convert the "
                "walkmesh to GLB again",
                (int)link->room);
}

static bool join_rooms(struct import *im)
{
    struct borders b = {.bwm = im->doc->root};
    if (!im->link_count)
        return true;
    if (!open_borders(im, &b))
        return false;
    for (uint32_t i = 0; i < im->link_count; i++) {
        const struct link *link = &im->links[i];
        struct rq_bwm_edge *edge = NULL;
        if (link->has_ends)
            edge = find_border(&b, link->ends[0], link->ends[1]);
        /* A face that was turned over. */
        if (link->has_ends && !edge)
            edge = find_border(&b, link->ends[1], link->ends[0]);
        if (edge)
            edge->transition = link->room;
        else
            find_lost(im, link);
    }
    return true;
}

/* ---- all of it ---- */

bool rq_bwm_from_scene(struct rq_doc *doc, const struct rq_scene *scene, const char *name,
                       struct rq_error *err)
{
    struct import im = {
        .doc = doc,
        .scene = scene,
        .err = err,
        .temp = {.alloc = doc->alloc, .limit = doc->arena.limit},
    };
    /* Extras of a material that there was no memory for have left their error. */
    bool fine = make_places(&im) && make_faces(&im) && take_nodes(&im, name) && !err->code &&
                rq_bwm_build(doc, &im.source, err) && join_rooms(&im);
    rq_arena_free(&im.temp);
    return fine;
}
