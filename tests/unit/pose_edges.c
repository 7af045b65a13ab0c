/* A scene at a moment of an animation, against the same worked out in doubles and another way: turns as quaternions,
 * places one node after the other. The rules are those of model/scene.h and glTF 2.0. */
#include "convert/pose.h"
#include "support/check.h"
#include "support/random.h"

#include <math.h>
#include <stdio.h>

static uint32_t state = 21;

static float number(void)
{
    return (float)((int)random_below(&state, 801) - 400) / 200;
}

static bool near(double a, double b)
{
    return fabs(a - b) < 2e-3 * (1 + fabs(b));
}

/* ---- turns, in doubles ---- */

static void turn(const double q[4], const double v[3], double to[3])
{
    double c[3] = {q[1] * v[2] - q[2] * v[1], q[2] * v[0] - q[0] * v[2], q[0] * v[1] - q[1] * v[0]};
    double d[3] = {q[1] * c[2] - q[2] * c[1], q[2] * c[0] - q[0] * c[2], q[0] * c[1] - q[1] * c[0]};
    for (size_t k = 0; k < 3; k++)
        to[k] = v[k] + 2 * q[3] * c[k] + 2 * d[k];
}

static void random_turn(float q[4])
{
    double size = 0;
    for (size_t k = 0; k < 4; k++) {
        q[k] = number() + 0.003f;
        size += (double)q[k] * (double)q[k];
    }
    for (size_t k = 0; k < 4; k++)
        q[k] = (float)((double)q[k] / sqrt(size));
}

/* A point of a node in the scene; direction: without the places. */
static void out_of(const struct rq_node *nodes, int node, const double at[3], double to[3])
{
    double v[3] = {at[0], at[1], at[2]};
    for (; node >= 0; node = nodes[node].parent) {
        const struct rq_node *n = &nodes[node];
        const double q[4] = {(double)n->rotation[0], (double)n->rotation[1], (double)n->rotation[2],
                             (double)n->rotation[3]};
        double scaled[3], turned[3];
        for (size_t k = 0; k < 3; k++)
            scaled[k] = v[k] * (double)n->scale[k];
        turn(q, scaled, turned);
        for (size_t k = 0; k < 3; k++)
            v[k] = turned[k] + (double)n->translation[k];
    }
    memcpy(to, v, sizeof v);
}

/* ---- vertices ---- */

enum { NODES = 4, VERTICES = 6, MORPHS = 3 };

struct stage {
    float positions[VERTICES * 3], normals[VERTICES * 3], joints[VERTICES * 4],
        weights[VERTICES * 4];
    float moves[MORPHS][VERTICES * 3], turns[MORPHS][VERTICES * 3], binds[2 * 16],
        values[2 * MORPHS];
    struct rq_morph morphs[MORPHS];
    struct rq_primitive primitive;
    struct rq_mesh mesh;
    struct rq_node nodes[NODES];
    int list[2];
    struct rq_skin skin;
    struct rq_channel channel;
    struct rq_animation animation;
    struct rq_scene scene;
};

static const float times[] = {0, 1};

static void build(struct stage *s)
{
    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < VERTICES * 3; i++) {
        s->positions[i] = number();
        s->normals[i] = number();
        for (size_t m = 0; m < MORPHS; m++) {
            s->moves[m][i] = number();
            s->turns[m][i] = number();
        }
    }
    for (size_t m = 0; m < MORPHS; m++)
        s->morphs[m] = (struct rq_morph){"m", s->moves[m], m == 1 ? NULL : s->turns[m]};
    s->morphs[2].positions = NULL;
    for (size_t i = 0; i < 2 * MORPHS; i++)
        s->values[i] = i == 3 ? 0 : number();
    s->primitive =
        (struct rq_primitive){.vertex_count = VERTICES, .morphs = s->morphs, .material = -1};
    s->primitive.attributes[RQ_POSITION] = s->positions;
    s->primitive.attributes[RQ_NORMAL] = s->normals;
    s->mesh =
        (struct rq_mesh){.primitive_count = 1, .primitives = &s->primitive, .morph_count = MORPHS};
    for (int i = 0; i < NODES; i++) {
        s->nodes[i] = rq_node_of("n", i ? (int)random_below(&state, (uint32_t)i) : -1);
        random_turn(s->nodes[i].rotation);
        for (size_t k = 0; k < 3; k++) {
            s->nodes[i].translation[k] = number();
            s->nodes[i].scale[k] = number();
            if (fabsf(s->nodes[i].scale[k]) < 0.2f)
                s->nodes[i].scale[k] = 0.7f;
        }
    }
    s->nodes[NODES - 1].mesh = 0;
    s->channel = (struct rq_channel){.node = NODES - 1,
                                     .path = RQ_PATH_WEIGHTS,
                                     .key_count = 2,
                                     .times = times,
                                     .values = s->values};
    s->animation = (struct rq_animation){"a", 1, &s->channel};
    s->scene = (struct rq_scene){.node_count = NODES,
                                 .nodes = s->nodes,
                                 .mesh_count = 1,
                                 .meshes = &s->mesh,
                                 .animation_count = 1,
                                 .animations = &s->animation};
}

/* Vertex v as the weights leave it. */
static void morphed(const struct stage *s, const float *weights, size_t v, double at[3],
                    double normal[3])
{
    for (size_t k = 0; k < 3; k++) {
        at[k] = (double)s->positions[v * 3 + k];
        normal[k] = (double)s->normals[v * 3 + k];
        for (size_t m = 0; weights && m < MORPHS; m++) {
            at[k] +=
                s->morphs[m].positions ? (double)weights[m] * (double)s->moves[m][v * 3 + k] : 0;
            normal[k] +=
                s->morphs[m].normals ? (double)weights[m] * (double)s->turns[m][v * 3 + k] : 0;
        }
    }
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* A normal stays upright on what becomes of its surface, and on the same side of it. */
static void check_normal(const struct stage *s, const double at[3], const double normal[3],
                         const float found[3])
{
    const double got[3] = {(double)found[0], (double)found[1], (double)found[2]};
    double start[3], ends[3], up[3], tip[3];
    out_of(s->nodes, NODES - 1, at, start);
    for (size_t axis = 0; axis < 3; axis++) {
        /* A side of the surface: the axis, without what of it runs along the normal. */
        double side[3], along = normal[axis] / dot(normal, normal);
        for (size_t k = 0; k < 3; k++)
            side[k] = at[k] + (k == axis) - along * normal[k];
        out_of(s->nodes, NODES - 1, side, ends);
        for (size_t k = 0; k < 3; k++)
            ends[k] -= start[k];
        CHECK(fabs(dot(ends, got)) < 3e-3 * (1 + sqrt(dot(ends, ends) * dot(got, got))));
    }
    for (size_t k = 0; k < 3; k++)
        tip[k] = at[k] + normal[k];
    out_of(s->nodes, NODES - 1, tip, up);
    for (size_t k = 0; k < 3; k++)
        up[k] -= start[k];
    CHECK(dot(up, got) > 0);
}

static void test_vertices(void)
{
    static struct stage s;
    for (unsigned round = 0; round < 150; round++) {
        struct rq_arena arena = {0};
        struct rq_error err = {0};
        struct rq_pose pose;
        float positions[VERTICES * 3], normals[VERTICES * 3];
        build(&s);
        uint32_t frame = round % 3;
        REQUIRE(rq_pose_open(&pose, &s.scene, frame == 2 ? NULL : "a", frame % 2, &arena, &err));
        const float *weights = frame == 2 ? NULL : s.values + (size_t)frame * MORPHS;
        rq_pose_vertices(&pose, NODES - 1, &s.primitive, positions, normals);
        double volume = 1;
        for (int node = NODES - 1; node >= 0; node = s.nodes[node].parent)
            for (size_t k = 0; k < 3; k++)
                volume *= (double)s.nodes[node].scale[k];
        CHECK_INT(rq_pose_mirrors(&pose, NODES - 1), volume < 0);
        for (size_t v = 0; v < VERTICES; v++) {
            double at[3], normal[3], to[3];
            morphed(&s, weights, v, at, normal);
            out_of(s.nodes, NODES - 1, at, to);
            check_note("round %u, vertex %zu", round, v);
            for (size_t k = 0; k < 3; k++)
                CHECK(near((double)positions[v * 3 + k], to[k]));
            if (dot(normal, normal) > 0.1)
                check_normal(&s, at, normal, normals + v * 3);
        }
        rq_arena_free(&arena);
    }
}

/* Each vertex is where its joints bring it, by their weights; the node of the mesh has no say. */
static void test_skins(void)
{
    static struct stage s;
    for (unsigned round = 0; round < 100; round++) {
        struct rq_arena arena = {0};
        struct rq_error err = {0};
        struct rq_pose pose;
        float positions[VERTICES * 3];
        bool binds = round % 2;
        build(&s);
        s.list[0] = 2;
        s.list[1] = 1;
        s.skin = (struct rq_skin){"s", 2, s.list, binds ? s.binds : NULL};
        for (size_t i = 0; i < 2; i++)
            for (size_t k = 0; k < 16; k++)
                s.binds[i * 16 + k] = k % 4 == 3 ? (float)(k == 15) : number();
        for (size_t i = 0; i < VERTICES * 4; i++) {
            static const float numbers[] = {0, 1, 1, 0, 2, -1}; /* there are two joints */
            s.joints[i] = numbers[random_below(&state, 6)];
            s.weights[i] = i % 5 == 4 ? -1 : (float)random_below(&state, 4) / 4;
        }
        s.primitive.attributes[RQ_JOINTS_0] = s.joints;
        s.primitive.attributes[RQ_WEIGHTS_0] = s.weights;
        s.nodes[NODES - 1].skin = 0;
        s.scene.skin_count = 1;
        s.scene.skins = &s.skin;
        REQUIRE(rq_pose_open(&pose, &s.scene, "a", 1, &arena, &err));
        CHECK(!rq_pose_mirrors(&pose, NODES - 1));
        rq_pose_vertices(&pose, NODES - 1, &s.primitive, positions, NULL);
        for (size_t v = 0; v < VERTICES; v++) {
            double at[3], normal[3], sum[3] = {0, 0, 0};
            morphed(&s, s.values + MORPHS, v, at, normal);
            for (size_t i = 0; i < 4; i++) {
                float joint = s.joints[v * 4 + i], weight = s.weights[v * 4 + i];
                if (joint < 0 || joint > 1 || weight <= 0)
                    continue;
                const float *m = s.binds + (size_t)joint * 16;
                double bound[3], to[3];
                for (size_t k = 0; k < 3; k++)
                    bound[k] = binds ? (double)m[k] * at[0] + (double)m[4 + k] * at[1] +
                                           (double)m[8 + k] * at[2] + (double)m[12 + k]
                                     : at[k];
                out_of(s.nodes, s.list[(size_t)joint], bound, to);
                for (size_t k = 0; k < 3; k++)
                    sum[k] += (double)weight * to[k];
            }
            check_note("round %u, vertex %zu", round, v);
            for (size_t k = 0; k < 3; k++)
                CHECK(near((double)positions[v * 3 + k], sum[k]));
        }
        rq_arena_free(&arena);
    }
}

/* ---- between keys ---- */

/* Keys at 1, 2 and 4 of one channel; another has the moments that are asked for. */
static void test_between(void)
{
    static const float keys[] = {1, 2, 4};
    static const float moments[] = {0, 1, 1.25f, 1.75f, 2, 2.5f, 3.5f, 4, 9};
    static const float values[] = {1, 2, 3, -5, 6, 7, 9, 10, -11};
    static const float still[9 * 3] = {0};
    for (unsigned step = 0; step < 2; step++)
        for (unsigned path = 0; path < 2; path++)
            for (uint32_t frame = 0; frame < 9; frame++) {
                struct rq_channel channels[2] = {
                    {.node = 0,
                     .path = path ? RQ_PATH_SCALE : RQ_PATH_TRANSLATION,
                     .step = step,
                     .key_count = 3,
                     .times = keys,
                     .values = values},
                    {.node = 1,
                     .path = RQ_PATH_TRANSLATION,
                     .key_count = 9,
                     .times = moments,
                     .values = still}};
                struct rq_animation animation = {NULL, 2, channels};
                struct rq_node nodes[2] = {rq_node_of("a", -1), rq_node_of("b", -1)};
                struct rq_scene scene = {.node_count = 2,
                                         .nodes = nodes,
                                         .animation_count = 1,
                                         .animations = &animation};
                struct rq_arena arena = {0};
                struct rq_error err = {0};
                struct rq_pose pose;
                float t = moments[frame];
                size_t a = t < 2 ? 0 : t < 4 ? 1 : 2, b = t < 1 || t >= 4 ? a : a + 1;
                double part = a == b || step ? 0 : (double)((t - keys[a]) / (keys[b] - keys[a]));
                REQUIRE(rq_pose_open(&pose, &scene, frame ? NULL : "", frame, &arena, &err));
                check_note("step %u, path %u, frame %u", step, path, frame);
                for (size_t k = 0; k < 3; k++) {
                    double v =
                        (double)values[a * 3 + k] * (1 - part) + (double)values[b * 3 + k] * part;
                    CHECK(near((double)pose.places[0].m[path ? k * 4 : 9 + k], v));
                }
                rq_arena_free(&arena);
            }
}

/* First one turn, then the angle about the axis. */
static void behind(const double first[4], const double axis[3], double angle, double both[4])
{
    double s = sin(angle / 2);
    const double q[4] = {axis[0] * s, axis[1] * s, axis[2] * s, cos(angle / 2)};
    both[0] = q[3] * first[0] + q[0] * first[3] + q[1] * first[2] - q[2] * first[1];
    both[1] = q[3] * first[1] - q[0] * first[2] + q[1] * first[3] + q[2] * first[0];
    both[2] = q[3] * first[2] + q[0] * first[1] - q[1] * first[0] + q[2] * first[3];
    both[3] = q[3] * first[3] - q[0] * first[0] - q[1] * first[1] - q[2] * first[2];
}

/* Turns go the shorter way round, in as many steps of the same size; those that are nearly one go straight. */
static void test_turns(void)
{
    static const double parts[] = {0, 0.25, 0.5, 0.8, 1};
    for (unsigned round = 0; round < 200; round++) {
        float keys[] = {0, 1}, moments[5], still[15] = {0}, values[8];
        double angle =
            round % 4 == 3 ? 0.001 * (1 + round) / 20 : (1 + random_below(&state, 170)) / 57.3;
        double axis[3], size = 0, first[4];
        random_turn(values);
        for (size_t k = 0; k < 3; k++) {
            axis[k] = (double)number() + 0.004;
            size += axis[k] * axis[k];
        }
        for (size_t k = 0; k < 3; k++)
            axis[k] /= sqrt(size);
        for (size_t k = 0; k < 4; k++)
            first[k] = (double)values[k];
        /* The second turn: the angle about the axis, behind the first; or its negative, which is the same. */
        double sign = round % 2 ? -1 : 1, both[4];
        behind(first, axis, angle, both);
        for (size_t k = 0; k < 4; k++)
            values[4 + k] = (float)(sign * both[k]);
        for (size_t i = 0; i < 5; i++)
            moments[i] = (float)parts[i];
        for (uint32_t frame = 0; frame < 5; frame++) {
            struct rq_channel channels[2] = {{.node = 0,
                                              .path = RQ_PATH_ROTATION,
                                              .key_count = 2,
                                              .times = keys,
                                              .values = values},
                                             {.node = 1,
                                              .path = RQ_PATH_TRANSLATION,
                                              .key_count = 5,
                                              .times = moments,
                                              .values = still}};
            struct rq_animation animation = {"t", 2, channels};
            struct rq_node nodes[2] = {rq_node_of("a", -1), rq_node_of("b", -1)};
            struct rq_scene scene = {
                .node_count = 2, .nodes = nodes, .animation_count = 1, .animations = &animation};
            struct rq_arena arena = {0};
            struct rq_error err = {0};
            struct rq_pose pose;
            REQUIRE(rq_pose_open(&pose, &scene, "T", frame, &arena, &err));
            double half = angle * parts[frame] / 2;
            const double rest[4] = {axis[0] * sin(half), axis[1] * sin(half), axis[2] * sin(half),
                                    cos(half)};
            check_note("round %u, frame %u", round, frame);
            for (size_t column = 0; column < 3; column++) {
                const double unit[3] = {column == 0, column == 1, column == 2};
                double once[3], twice[3];
                turn(first, unit, once);
                turn(rest, once, twice);
                for (size_t k = 0; k < 3; k++)
                    CHECK(fabs((double)pose.places[0].m[column * 3 + k] - twice[k]) < 1e-3);
            }
            rq_arena_free(&arena);
        }
    }
}

/* ---- names ---- */

/* The names that there are, as far as they fit. */
static void test_names(void)
{
    static char names[40][8];
    static struct rq_animation animations[40];
    struct rq_node node = rq_node_of("a", -1);
    for (size_t i = 0; i < 40; i++) {
        snprintf(names[i], sizeof names[i], "walk%02zu", i);
        animations[i].name = names[i];
    }
    animations[1].name = NULL;
    for (uint32_t count = 0; count <= 40; count++) {
        struct rq_scene scene = {
            .node_count = 1, .nodes = &node, .animation_count = count, .animations = animations};
        struct rq_arena arena = {0};
        struct rq_error err = {.offset = 5};
        struct rq_pose pose;
        char expected[400] = "there is no animation x: nothing in it moves", list[400] = "";
        size_t size = 0;
        for (uint32_t i = 0; i < count; i++)
            size += (size_t)snprintf(list + size, sizeof list - size, "%s%s", i ? ", " : "",
                                     i == 1 ? "" : names[i]);
        if (count)
            snprintf(expected, sizeof expected, "there is no animation x, but %.119s%s", list,
                     size >= 120 ? " ..." : "");
        check_note("%u names", count);
        CHECK(!rq_pose_open(&pose, &scene, "x", 0, &arena, &err));
        CHECK_STR(err.text, expected);
        CHECK(err.code == RQ_USAGE && err.offset == 0);
        err = (struct rq_error){.offset = 5};
        CHECK_INT(rq_pose_open(&pose, &scene, NULL, 0, &arena, &err), true);
        if (count == 0) {
            CHECK(!rq_pose_open(&pose, &scene, NULL, 1, &arena, &err));
            CHECK_STR(err.text, "there is no animation: nothing in it moves");
        } else {
            CHECK(!rq_pose_open(&pose, &scene, NULL, 1, &arena, &err));
            CHECK_STR(err.text, "the animation walk00 has 0 frames, from 0 on, and no frame 1");
            CHECK(rq_pose_open(&pose, &scene, names[count - 1], 0, &arena, &err) || count == 2);
        }
        rq_arena_free(&arena);
    }
}

TESTS(test_vertices, test_skins, test_between, test_turns, test_names)
