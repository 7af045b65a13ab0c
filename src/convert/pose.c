#include "convert/pose.h"

#include "core/error.h"
#include "core/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BAD(err, ...) rq_fail(err, RQ_USAGE, 0, "render", __VA_ARGS__)

/* ---- turns and places ---- */

static struct rq_affine affine_of(const struct rq_node *n)
{
    float x = n->rotation[0], y = n->rotation[1], z = n->rotation[2], w = n->rotation[3];
    const float turn[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y + z * w),     2 * (x * z - y * w),
        2 * (x * y - z * w),     1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
        2 * (x * z + y * w),     2 * (y * z - x * w),     1 - 2 * (x * x + y * y)};
    struct rq_affine a;
    for (size_t i = 0; i < 9; i++)
        a.m[i] = turn[i] * n->scale[i / 3];
    memcpy(a.m + 9, n->translation, 3 * sizeof *a.m);
    return a;
}

static void turned(const struct rq_affine *a, const float v[3], float to[3])
{
    for (size_t i = 0; i < 3; i++)
        to[i] = a->m[i] * v[0] + a->m[3 + i] * v[1] + a->m[6 + i] * v[2];
}

static struct rq_affine product(const struct rq_affine *a, const struct rq_affine *b)
{
    struct rq_affine c;
    for (size_t column = 0; column < 4; column++)
        turned(a, b->m + column * 3, c.m + column * 3);
    for (size_t i = 0; i < 3; i++)
        c.m[9 + i] += a->m[9 + i];
    return c;
}

/* What turns normals: upright on what the matrix makes of the surface. */
static struct rq_affine for_normals(const struct rq_affine *a)
{
    struct rq_affine n = {{0}};
    for (size_t column = 0; column < 3; column++) {
        const float *p = a->m + (column + 1) % 3 * 3, *q = a->m + (column + 2) % 3 * 3;
        for (size_t i = 0; i < 3; i++)
            n.m[column * 3 + i] = p[(i + 1) % 3] * q[(i + 2) % 3] - p[(i + 2) % 3] * q[(i + 1) % 3];
    }
    return n;
}

static float determinant(const struct rq_affine *a)
{
    struct rq_affine n = for_normals(a);
    return a->m[0] * n.m[0] + a->m[1] * n.m[1] + a->m[2] * n.m[2];
}

/* ---- animations ---- */

static const struct rq_animation *find_animation(const struct rq_scene *s, const char *name,
                                                 struct rq_error *err)
{
    char names[120] = "";
    size_t size = 0;
    for (uint32_t i = 0; i < s->animation_count; i++) {
        const char *own = s->animations[i].name ? s->animations[i].name : "";
        if (!name || rq_casecmp(own, name) == 0)
            return &s->animations[i];
        if (size < sizeof names)
            size += (size_t)snprintf(names + size, sizeof names - size, "%s%s", i ? ", " : "", own);
    }
    if (s->animation_count)
        BAD(err, "there is no animation %s, but %s%s", name, names,
            size >= sizeof names ? " ..." : "");
    else
        BAD(err, "there is no animation%s%s: nothing in it moves", name ? " " : "",
            name ? name : "");
    return NULL;
}

static int by_time(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

/* The moment of a frame. */
static bool find_time(const struct rq_animation *a, uint32_t frame, float *time,
                      struct rq_arena *arena, struct rq_error *err)
{
    size_t count = 0, frames = 0;
    for (uint32_t i = 0; i < a->channel_count; i++)
        count += a->channels[i].key_count;
    float *times = rq_arena_get(arena, count, sizeof *times);
    if (!times)
        return rq_fail(err, RQ_NO_MEMORY, 0, "render", "out of memory");
    count = 0;
    for (uint32_t i = 0; i < a->channel_count; i++)
        for (uint32_t k = 0; k < a->channels[i].key_count; k++)
            times[count++] = a->channels[i].times[k];
    if (count)
        qsort(times, count, sizeof *times, by_time);
    for (size_t i = 0; i < count; i++)
        if (!frames || times[i] > times[frames - 1])
            times[frames++] = times[i];
    if (frame && frame >= frames)
        return BAD(err, "the animation %s has %zu frames, from 0 on, and no frame %u",
                   a->name ? a->name : "", frames, frame);
    *time = frames ? times[frame] : 0;
    return true;
}

/* The shorter way round from a to b. */
static void turn_between(const float a[4], const float b[4], float part, float to[4])
{
    float dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    float sign = dot < 0 ? -1 : 1, length = 0;
    float from_a = 1 - part, from_b = part;
    dot *= sign;
    if (dot < 0.9995f) {
        float angle = acosf(dot), all = sinf(angle);
        from_a = sinf(from_a * angle) / all;
        from_b = sinf(from_b * angle) / all;
    }
    for (size_t i = 0; i < 4; i++) {
        to[i] = from_a * a[i] + from_b * sign * b[i];
        length += to[i] * to[i];
    }
    for (size_t i = 0; i < 4 && length > 0; i++)
        to[i] /= sqrtf(length);
}

/* What a channel says at a time: width floats. */
static void value_at(const struct rq_channel *c, float time, size_t width, float *to)
{
    uint32_t next = 0;
    while (next < c->key_count && c->times[next] <= time)
        next++;
    const float *a = c->values + (size_t)(next ? next - 1 : 0) * width;
    const float *b = next < c->key_count ? c->values + (size_t)next * width : a;
    float part = 0;
    if (a != b && !c->step)
        part = (time - c->times[next - 1]) / (c->times[next] - c->times[next - 1]);
    if (c->path == RQ_PATH_ROTATION) {
        turn_between(a, b, part, to);
        return;
    }
    for (size_t i = 0; i < width; i++)
        to[i] = a[i] + (b[i] - a[i]) * part;
}

static bool move_nodes(struct rq_pose *pose, const struct rq_animation *a, float time,
                       struct rq_node *nodes, struct rq_arena *arena, struct rq_error *err)
{
    for (uint32_t i = 0; i < a->channel_count; i++) {
        const struct rq_channel *c = &a->channels[i];
        if (c->node < 0 || (uint32_t)c->node >= pose->scene->node_count)
            return BAD(err, "an animation of node %d", c->node);
        struct rq_node *n = &nodes[c->node];
        if (!c->key_count)
            continue;
        if (c->path != RQ_PATH_WEIGHTS) {
            float *to = c->path == RQ_PATH_TRANSLATION ? n->translation
                        : c->path == RQ_PATH_ROTATION  ? n->rotation
                                                       : n->scale;
            value_at(c, time, c->path == RQ_PATH_ROTATION ? 4 : 3, to);
            continue;
        }
        uint32_t count = n->mesh < 0 ? 0 : pose->scene->meshes[n->mesh].morph_count;
        float *weights = rq_arena_get(arena, count, sizeof *weights);
        if (!weights)
            return rq_fail(err, RQ_NO_MEMORY, 0, "render", "out of memory");
        value_at(c, time, count, weights);
        pose->weights[c->node] = weights;
    }
    return true;
}

/* ---- the pose ---- */

static bool check_nodes(const struct rq_scene *s, struct rq_error *err)
{
    for (uint32_t i = 0; i < s->node_count; i++) {
        const struct rq_node *n = &s->nodes[i];
        if (n->parent < -1 || n->parent >= (int)i)
            return BAD(err, "node %u: its parent %d is not an earlier node", i, n->parent);
        if (n->mesh >= (int)s->mesh_count || n->skin >= (int)s->skin_count)
            return BAD(err, "node %u: no such mesh or skin", i);
    }
    for (uint32_t i = 0; i < s->skin_count; i++)
        for (uint32_t k = 0; k < s->skins[i].joint_count; k++)
            if (s->skins[i].joints[k] < 0 || s->skins[i].joints[k] >= (int)s->node_count)
                return BAD(err, "skin %u: no node %d", i, s->skins[i].joints[k]);
    return true;
}

bool rq_pose_open(struct rq_pose *pose, const struct rq_scene *scene, const char *animation,
                  uint32_t frame, struct rq_arena *arena, struct rq_error *err)
{
    struct rq_node *nodes = rq_arena_get(arena, scene->node_count, sizeof *nodes);
    *pose = (struct rq_pose){.scene = scene,
                             .places = rq_arena_get(arena, scene->node_count, sizeof *pose->places),
                             .weights = rq_arena_get(arena, scene->node_count, sizeof(float *))};
    if (!nodes || !pose->places || !pose->weights)
        return rq_fail(err, RQ_NO_MEMORY, 0, "render", "out of memory");
    if (!check_nodes(scene, err))
        return false;
    if (scene->node_count)
        memcpy(nodes, scene->nodes, scene->node_count * sizeof *nodes);
    if (animation || frame) {
        const struct rq_animation *a = find_animation(scene, animation, err);
        float time = 0;
        if (!a || !find_time(a, frame, &time, arena, err) ||
            !move_nodes(pose, a, time, nodes, arena, err))
            return false;
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        struct rq_affine own = affine_of(&nodes[i]);
        pose->places[i] = nodes[i].parent < 0 ? own : product(&pose->places[nodes[i].parent], &own);
    }
    return true;
}

bool rq_pose_mirrors(const struct rq_pose *pose, uint32_t node)
{
    return pose->scene->nodes[node].skin < 0 && determinant(&pose->places[node]) < 0;
}

/* The vertex as the morph targets leave it. */
static void morphed(const struct rq_primitive *p, const float *weights, uint32_t morphs, uint32_t v,
                    float position[3], float normal[3])
{
    const float *base = p->attributes[RQ_POSITION], *normals = p->attributes[RQ_NORMAL];
    memcpy(position, base + (size_t)v * 3, 3 * sizeof *position);
    if (normals)
        memcpy(normal, normals + (size_t)v * 3, 3 * sizeof *normal);
    for (uint32_t m = 0; weights && p->morphs && m < morphs; m++) {
        if (!(weights[m] < 0 || weights[m] > 0))
            continue;
        const float *by = p->morphs[m].positions, *turn = p->morphs[m].normals;
        for (size_t k = 0; k < 3; k++) {
            position[k] += by ? weights[m] * by[(size_t)v * 3 + k] : 0;
            normal[k] += turn && normals ? weights[m] * turn[(size_t)v * 3 + k] : 0;
        }
    }
}

/* What the joints of a vertex make of it. */
static struct rq_affine skinned(const struct rq_pose *pose, const struct rq_skin *skin,
                                const struct rq_primitive *p, uint32_t v)
{
    const float *joints = p->attributes[RQ_JOINTS_0] + (size_t)v * 4;
    const float *weights = p->attributes[RQ_WEIGHTS_0] + (size_t)v * 4;
    struct rq_affine sum = {{0}};
    for (size_t i = 0; i < 4; i++) {
        if (!(weights[i] > 0) || !(joints[i] >= 0) || !(joints[i] < (float)skin->joint_count))
            continue;
        uint32_t joint = (uint32_t)joints[i];
        struct rq_affine m = pose->places[skin->joints[joint]];
        if (skin->inverse_binds) {
            struct rq_affine bind;
            for (size_t k = 0; k < 12; k++)
                bind.m[k] = skin->inverse_binds[(size_t)joint * 16 + k / 3 * 4 + k % 3];
            m = product(&m, &bind);
        }
        for (size_t k = 0; k < 12; k++)
            sum.m[k] += weights[i] * m.m[k];
    }
    return sum;
}

void rq_pose_vertices(const struct rq_pose *pose, uint32_t node, const struct rq_primitive *p,
                      float *positions, float *normals)
{
    const struct rq_node *n = &pose->scene->nodes[node];
    const struct rq_skin *skin =
        n->skin >= 0 && p->attributes[RQ_JOINTS_0] && p->attributes[RQ_WEIGHTS_0]
            ? &pose->scene->skins[n->skin]
            : NULL;
    struct rq_affine place = pose->places[node], turn = for_normals(&place);
    uint32_t morphs = pose->scene->meshes[n->mesh].morph_count;
    float side = determinant(&place) < 0 ? -1 : 1;
    for (uint32_t v = 0; v < p->vertex_count; v++) {
        float at[3], normal[3] = {0};
        morphed(p, pose->weights[node], morphs, v, at, normal);
        if (skin)
            turn = place = skinned(pose, skin, p, v);
        turned(&place, at, positions + (size_t)v * 3);
        for (size_t k = 0; k < 3; k++)
            positions[(size_t)v * 3 + k] += place.m[9 + k];
        if (!normals)
            continue;
        turned(&turn, normal, normals + (size_t)v * 3);
        for (size_t k = 0; k < 3 && !skin; k++)
            normals[(size_t)v * 3 + k] *= side;
    }
}
