/* The engine's functions against the same worked out in another, slower way: turns one after the other, normals
 * triangle by triangle, all octants of a tree; and at their limits. The rules are those of include/reliquary/engine.h
 * and docs/sky.md. */
#include "golden/redguard.h"

#include <math.h>
#include <reliquary/engine.h>
#include <stddef.h>

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-4 * (1 + fabs(b));
}

static uint32_t random_state = 99;

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % n;
}

/* ---- turns ---- */

static void turned(const float q[4], const double v[3], double out[3])
{
    double x = q[0], y = q[1], z = q[2], w = q[3];
    double t[3] = {2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])};
    out[0] = v[0] + w * t[0] + y * t[2] - z * t[1];
    out[1] = v[1] + w * t[1] + z * t[0] - x * t[2];
    out[2] = v[2] + w * t[2] + x * t[1] - y * t[0];
}

/* About axis k, right-handed. */
static void about(size_t k, double radians, double v[3])
{
    size_t a = (k + 1) % 3, b = (k + 2) % 3;
    double c = cos(radians), s = sin(radians), x = v[a], y = v[b];
    v[a] = c * x - s * y;
    v[b] = s * x + c * y;
}

/* z first, against the others' sense, then x, then y. */
static void test_turns(void)
{
    static const double unit = 3.14159265358979323846 / 1024;
    for (unsigned i = 0; i < 200; i++) {
        const uint32_t angle[3] = {random_below(4096), random_below(4096), random_below(4096)};
        float q[4];
        rq_turn_angles(angle, q);
        for (size_t k = 0; k < 3; k++) {
            double v[3] = {k == 0, k == 1, k == 2}, to[3], expected[3] = {v[0], v[1], v[2]};
            about(2, -(double)angle[2] * unit, expected);
            about(0, (double)angle[0] * unit, expected);
            about(1, (double)angle[1] * unit, expected);
            turned(q, v, to);
            for (size_t n = 0; n < 3; n++)
                CHECK(near(to[n], expected[n]));
        }
    }
}

/* A matrix of the file from columns of the scene: rows 0 and 1, and columns 0 and 1, have the other sign. */
static void file_matrix(double columns[3][3], int32_t matrix[9])
{
    static const double signs[3] = {-1, -1, 1};
    for (size_t row = 0; row < 3; row++)
        for (size_t k = 0; k < 3; k++)
            matrix[row * 3 + k] =
                (int32_t)lround(columns[k][row] * signs[row] * signs[k] * 268435456.0);
}

/* Any turn, with lengths of its axes, mirrored or not: each axis comes where its column says. */
static void test_matrices(void)
{
    for (unsigned i = 0; i < 400; i++) {
        double columns[3][3], to[3];
        int32_t matrix[9];
        float q[4], scale[3];
        double lengths[3];
        for (size_t k = 0; k < 3; k++) {
            lengths[k] = (100 + random_below(600)) / 100.0 * (i % 2 && k == i % 3 ? -1 : 1);
            for (size_t n = 0; n < 3; n++)
                columns[k][n] = n == k;
        }
        double x = random_below(628) / 100.0, y = random_below(628) / 100.0,
               z = random_below(628) / 100.0;
        for (size_t k = 0; k < 3; k++) {
            about(0, x, columns[k]);
            about(1, y, columns[k]);
            about(2, z, columns[k]);
            for (size_t n = 0; n < 3; n++)
                columns[k][n] *= lengths[k];
        }
        file_matrix(columns, matrix);
        CHECK(rq_turn_matrix(matrix, q, scale));
        CHECK((scale[0] < 0) == (i % 2 != 0) && scale[1] > 0 && scale[2] > 0);
        for (size_t k = 0; k < 3; k++) {
            turned(q, (const double[3]){k == 0, k == 1, k == 2}, to);
            for (size_t n = 0; n < 3; n++)
                CHECK(near(to[n] * (double)scale[k], columns[k][n]));
        }
    }
}

/* Two axes on one line, or one without length: no turn and no scale, whatever the others have. */
static void test_no_matrix(void)
{
    enum { ONE = 1 << 28 };
    static const int32_t none[][9] = {{4 * ONE, ONE, 0, 0, 0, 0, 0, 0, 2 * ONE},
                                      {4 * ONE, 0, 0, 0, 0, 0, 0, 0, 2 * ONE},
                                      {4 * ONE, 0, 0, 0, ONE, 0, 0, 0, 0},
                                      {0, 0, 0, 0, ONE, 0, 0, 0, 2 * ONE}};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        float q[4], scale[3];
        CHECK(!rq_turn_matrix(none[i], q, scale));
        for (size_t k = 0; k < 3; k++)
            CHECK(scale[k] == 1 && q[k] == 0);
        CHECK(q[3] == 1);
    }
}

static void test_ropes_and_points(void)
{
    float p[3];
    for (unsigned link = 0; link < 5; link++) {
        rq_rope_link((const float[3]){3, 4, 5}, link, p);
        CHECK(near(p[0], 3) && near(p[1], 4 - 0.8 * (link + 1)) && near(p[2], 5));
    }
    rq_point_whole((const int32_t[3]){20, -40, 60}, p); /* 60 / 20 - 16777215 / 5120 */
    CHECK(near(p[0], -1) && near(p[1], 2) && near(p[2], 3 - 16777215 / 5120.0));
    rq_point_whole((const int32_t[3]){-20, 40, -20}, p);
    CHECK(near(p[0], 1) && near(p[1], -2) && near(p[2], -1 - 16777215 / 5120.0));
}

/* ---- the octree ---- */

enum { NODES = 1 + 8 + 64 };

/* Two full levels below the root: node 1 + o, and node 9 + 8 * o + p. */
static void test_octants(void)
{
    static struct rq_pvo_node nodes[NODES];
    static struct rq_pvo_ref children[72];
    struct rq_pvo pvo = {.header = {.cell_size = 64, .center = {-7, 1000, 50}},
                         .node_count = NODES,
                         .child_count = 72,
                         .nodes = nodes,
                         .children = children};
    struct rq_octree_stats stats;
    for (uint32_t i = 0; i < NODES; i++)
        nodes[i] = (struct rq_pvo_node){i < 9 ? 0xFF : 0, {UINT32_MAX, false}, i < 9 ? i * 8 : 0};
    for (uint32_t i = 0; i < 72; i++)
        children[i] = (struct rq_pvo_ref){i + 1, true};
    for (unsigned o = 0; o < 8; o++)
        for (unsigned p = 0; p < 8; p++) {
            struct rq_octree_place place;
            int32_t point[3];
            for (unsigned k = 0; k < 3; k++) /* bit 2 of an octant is x, bit 0 z */
                point[k] = pvo.header.center[k] + (o >> (2 - k) & 1 ? 32 : -32) +
                           (p >> (2 - k) & 1 ? 16 : -16);
            CHECK(rq_octree_find(&pvo, point, &place));
            CHECK_INT(place.node, 9 + 8 * o + p);
            CHECK_INT(place.depth, 2);
        }
    CHECK(rq_octree_stats(&pvo, NULL, &stats));
    CHECK(stats.reached == NODES && stats.depth == 2 && stats.met_again == 0);
    CHECK(stats.fan_out[8] == 9 && stats.fan_out[0] == 64 && stats.leaf_nodes == 0);
    CHECK_INT(stats.interior_nodes, NODES);
    /* Only octants 1 and 6 of the root: the first and second child. */
    nodes[0].mask = 0x42;
    struct rq_octree_place place;
    CHECK(rq_octree_find(&pvo, (int32_t[3]){-50, 900, 60}, &place) && place.depth == 2);
    CHECK_INT((place.node - 9) / 8, 0);
    CHECK(rq_octree_find(&pvo, (int32_t[3]){0, 1001, 50}, &place) && place.depth == 2);
    CHECK_INT((place.node - 9) / 8, 1);
    CHECK(rq_octree_find(&pvo, (int32_t[3]){0, 1001, 51}, &place) && place.depth == 0);
    /* A leaf that leads nowhere is one; that of another node is shared. */
    struct rq_pvo_leaf leaves[2] = {{0, 0}, {0, 0}};
    pvo.leaves = leaves;
    pvo.leaf_count = 2;
    nodes[3].leaf = (struct rq_pvo_ref){5, false};
    nodes[4].leaf = nodes[5].leaf = nodes[6].leaf = (struct rq_pvo_ref){1, true};
    nodes[7].leaf = (struct rq_pvo_ref){0, true};
    CHECK(rq_octree_stats(&pvo, NULL, &stats));
    CHECK(stats.leaf_nodes == 5 && stats.shared_leaves == 2 && stats.interior_nodes == NODES - 5);
}

static struct rq_doc *new_pvo(uint32_t ids)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("pvo"), NULL, NULL);
    struct rq_pvo *pvo = doc ? rq_doc_root(doc, "pvo") : NULL;
    if (!pvo)
        return NULL;
    *pvo = (struct rq_pvo){.node_count = 2, .id_count = ids};
    pvo->nodes = rq_doc_alloc(doc, 2 * sizeof *pvo->nodes);
    pvo->ids = rq_doc_alloc(doc, ids * sizeof *pvo->ids);
    for (uint32_t i = 0; i < ids; i++)
        pvo->ids[i] = (uint16_t)i;
    return doc;
}

/* The highest number is 65535, in lists and in patches. */
static void test_highest_object(void)
{
    for (uint32_t after = 65531; after <= 65532; after++)
        for (unsigned patched = 0; patched < 2; patched++) {
            struct rq_doc *doc = new_pvo(patched ? 4 : 5);
            struct rq_octree_move move = {.count = 0, .after = after};
            struct rq_error err = {.offset = 5};
            REQUIRE(doc && (!patched || rq_octree_patch(doc, 1, 4, &err)));
            bool fine = rq_octree_renumber(doc, &move, &err);
            CHECK_INT(fine, after == 65531);
            const struct rq_pvo *pvo = rq_doc_root(doc, "pvo");
            CHECK_INT(patched ? pvo->patches[0].object : pvo->ids[4], fine ? 65535 : 4);
            if (!fine) {
                CHECK_STR(err.text, "an object would get a number above 65535");
                CHECK_STR(err.where, "MLST");
                CHECK(err.code == RQ_LIMIT && err.offset == 0);
            }
            rq_doc_free(doc);
        }
}

/* An entry that ends with the list moves with it, one that ends a number behind it stays. */
static void test_entries_at_end(void)
{
    struct rq_doc *doc = new_pvo(4);
    REQUIRE(doc != NULL);
    struct rq_pvo *pvo = rq_doc_root(doc, "pvo");
    struct rq_pvo_entry entries[3] = {
        {.count = 2, .start = 2}, {.count = 3, .start = 2}, {.start = 4}};
    int32_t to[4] = {RQ_OCTREE_GONE, 0, RQ_OCTREE_GONE, 1};
    struct rq_octree_move move = {.to = to, .count = 4, .after = 2};
    pvo->entries = entries;
    pvo->entry_count = 3;
    CHECK(rq_octree_renumber(doc, &move, NULL));
    CHECK(pvo->id_count == 2 && pvo->ids[0] == 0 && pvo->ids[1] == 1);
    CHECK(entries[0].start == 1 && entries[0].count == 1);
    CHECK(entries[1].start == 2 && entries[1].count == 3);
    CHECK(entries[2].start == 2 && entries[2].count == 0);
    rq_doc_free(doc);
}

static void test_patches(void)
{
    struct rq_error err = {.offset = 5};
    struct rq_doc *doc = new_pvo(1);
    REQUIRE(doc != NULL);
    struct rq_pvo *pvo = rq_doc_root(doc, "pvo");
    static const struct rq_pvo_patch expected[] = {
        {{0, true}, 9}, {{1, true}, 9}, {{1, true}, 8}, {{0, false}, 7}, {{0, true}, 7}};
    for (unsigned turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < 3; i++)
            CHECK(rq_octree_patch(doc, expected[i].node.value, expected[i].object, &err));
    CHECK_INT(pvo->patch_count, 3);
    /* One that leads nowhere is no patch of a node. */
    struct rq_pvo_patch more[4] = {expected[0], expected[1], expected[2], expected[3]};
    pvo->patches = more;
    pvo->patch_count = 4;
    CHECK(rq_octree_patch(doc, 0, 7, &err) && pvo->patch_count == 5);
    for (size_t i = 0; i < 5; i++)
        CHECK(pvo->patches[i].node.value == expected[i].node.value &&
              pvo->patches[i].node.linked == expected[i].node.linked &&
              pvo->patches[i].object == expected[i].object);
    CHECK(pvo->section_count == 1 && pvo->sections[0].kind == RQ_PVO_PTCH);
    uint8_t seen[RQ_OCTREE_IDS / 8];
    CHECK_INT(rq_octree_visible(pvo, 0, true, seen), 2);
    CHECK_INT(rq_octree_visible(pvo, 1, true, seen), 2);
    CHECK_INT(seen[1], 3);
    CHECK(!rq_octree_patch(doc, 2, 9, &err));
    CHECK_STR(err.text, "no node 2: there are 2");
    CHECK_STR(err.where, "PTCH");
    CHECK_INT(err.offset, 0);
    rq_doc_free(doc);
    doc = rq_doc_new(rq_format_by_name("wld"), NULL, NULL);
    REQUIRE(doc != NULL);
    err = (struct rq_error){.offset = 5};
    CHECK(!rq_octree_patch(doc, 0, 0, &err));
    CHECK_STR(err.text, "only a PVO can be patched");
    CHECK(err.code == RQ_USAGE && err.offset == 0);
    err = (struct rq_error){.offset = 5};
    CHECK(!rq_octree_renumber(doc, &(struct rq_octree_move){.to = NULL}, &err));
    CHECK_STR(err.text, "only a PVO can be renumbered");
    CHECK(err.code == RQ_USAGE && err.offset == 0);
    rq_doc_free(doc);
}

/* The same model at the same place: letters alone have two cases, all 12 bytes count, and all three numbers. */
static void test_partners(void)
{
    static const struct {
        char old[13], now[13];
        int32_t from[3], to[3];
        bool same;
    } cases[] = {{"azAZ.3d", "AZaz.3D", {1, 2, 3}, {1, 2, 3}, true},
                 {"a{.3d", "a[.3d", {1, 2, 3}, {1, 2, 3}, false},
                 {"a`.3d", "a@.3d", {1, 2, 3}, {1, 2, 3}, false},
                 {"ABCDEFGH.3DC", "ABCDEFGH.3DC", {1, 2, 3}, {1, 2, 3}, true},
                 {"ABCDEFGH.3DC", "ABCDEFGH.3DD", {1, 2, 3}, {1, 2, 3}, false},
                 {"ABCDE", "ABCDF", {1, 2, 3}, {1, 2, 3}, false},
                 {"A", "A", {1, 2, 3}, {0, 2, 3}, false},
                 {"A", "A", {1, 2, 3}, {1, 0, 3}, false},
                 {"A", "A", {1, 2, 3}, {1, 2, 0}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_rgm_static a = {.model = ""}, b = {.model = ""};
        struct rq_rgm_section s[2] = {{.kind = RQ_RGM_MPSO, .count = 1, .statics = &a},
                                      {.kind = RQ_RGM_MPSO, .count = 1, .statics = &b}};
        struct rq_rgm before = {.section_count = 1, .sections = s},
                      after = {.section_count = 1, .sections = s + 1}, none = {.section_count = 0};
        int32_t to = -9;
        struct rq_octree_move move = {.to = &to};
        memcpy(a.model, cases[i].old, sizeof a.model < 12 ? sizeof a.model : 12);
        memcpy(b.model, cases[i].now, sizeof b.model < 12 ? sizeof b.model : 12);
        memcpy(a.pos, cases[i].from, sizeof a.pos);
        memcpy(b.pos, cases[i].to, sizeof b.pos);
        check_note("%zu", i);
        CHECK(rq_octree_match(&before, &after, NULL, &move));
        CHECK_INT(to, cases[i].same ? 0 : RQ_OCTREE_GONE);
        CHECK(move.gone == !cases[i].same && move.fresh == !cases[i].same);
        CHECK(rq_octree_match(&before, &none, NULL, &move));
        CHECK(to == RQ_OCTREE_GONE && move.count == 1 && move.after == 0 && move.fresh == 0);
        CHECK(rq_octree_match(&none, &after, NULL, &move));
        CHECK(move.count == 0 && move.after == 1 && move.fresh == 1 && move.gone == 0);
    }
}

/* ---- the ground ---- */

static struct rq_terrain ground;

static double height_of(const float *heights, size_t column, size_t row)
{
    return heights ? (double)heights[row * 256 + column]
                   : rq_terrain_heights[ground.height[row * 256 + column]] / 20.0;
}

/* The sum of the triangles around a vertex, each as it stands. */
static void slow_normal(const float *heights, size_t column, size_t row, double sum[3])
{
    /* Two in each cell, cut from its top left to its bottom right: upper right, lower left. */
    static const size_t corners[2][3][2] = {{{0, 0}, {1, 1}, {1, 0}}, {{0, 0}, {0, 1}, {1, 1}}};
    sum[0] = sum[1] = sum[2] = 0;
    for (size_t cell = 0; cell < 4; cell++)
        for (size_t t = 0; t < 2; t++) {
            size_t left = column - (cell & 1), top = row - (cell >> 1);
            double p[3][3], a[3], b[3];
            bool has = false;
            if (left >= 255 || top >= 255)
                continue;
            for (size_t i = 0; i < 3; i++) {
                size_t x = left + corners[t][i][0], z = top + corners[t][i][1];
                has = has || (x == column && z == row);
                p[i][0] = -12.8 * (double)x;
                p[i][1] = height_of(heights, x, z);
                p[i][2] = -12.8 * (double)z;
            }
            for (size_t k = 0; k < 3; k++) {
                a[k] = p[1][k] - p[0][k];
                b[k] = p[2][k] - p[0][k];
            }
            double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                           a[0] * b[1] - a[1] * b[0]};
            for (size_t k = 0; k < 3 && has; k++)
                sum[k] += n[1] < 0 ? -n[k] : n[k];
        }
}

static void test_normals(void)
{
    static float normals[65536][3], waves[65536][3], heights[65536];
    for (size_t i = 0; i < 65536; i++) {
        ground.height[i] = (uint8_t)random_below(128);
        heights[i] = (float)random_below(100) / 4;
    }
    rq_terrain_normals(&ground, normals);
    rq_wave_normals(heights, waves);
    size_t wrong = 0;
    for (size_t i = 0; i < 65536; i++) {
        /* The edges, and one of seven of what is between them. */
        if (i % 256 != 0 && i % 256 != 255 && i / 256 != 0 && i / 256 != 255 && i % 7)
            continue;
        for (size_t turn = 0; turn < 2; turn++) {
            double sum[3];
            slow_normal(turn ? heights : NULL, i % 256, i / 256, sum);
            double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
            for (size_t k = 0; k < 3; k++)
                wrong += !near((double)(turn ? waves : normals)[i][k], sum[k] / length);
        }
    }
    CHECK_INT(wrong, 0);
}

/* Where a place lies in its cell, the plane of one of two triangles tells the height. */
static void test_heights(void)
{
    for (unsigned i = 0; i < 3000; i++) {
        double x = random_below(25501) / 100.0, z = random_below(25501) / 100.0;
        size_t column = (size_t)x, row = (size_t)z;
        column -= column == 255;
        row -= row == 255;
        double s = x - (double)column, r = z - (double)row, expected;
        double a = height_of(NULL, column, row), b = height_of(NULL, column + 1, row),
               c = height_of(NULL, column, row + 1), d = height_of(NULL, column + 1, row + 1);
        expected = s >= r ? a + s * (b - a) + r * (d - b) : a + r * (c - a) + s * (d - c);
        float y;
        CHECK(rq_terrain_height_at(&ground, (float)(-12.8 * x), (float)(-12.8 * z), &y));
        if (!CHECK(fabs((double)y - expected) < 0.2))
            printf("    %g %g: %g, not %g\n", x, z, (double)y, expected);
    }
    float y;
    CHECK(rq_terrain_height_at(&ground, -3264, -3264, &y) &&
          near((double)y, height_of(NULL, 255, 255)));
    CHECK(rq_terrain_height_at(&ground, -3264, 0, &y) && near((double)y, height_of(NULL, 255, 0)));
    CHECK(rq_terrain_height_at(&ground, 0, -3264, &y) && near((double)y, height_of(NULL, 0, 255)));
    CHECK(!rq_terrain_height_at(&ground, -3264.1f, -1, &y));
    CHECK(!rq_terrain_height_at(&ground, -1, 0.1f, &y));
    CHECK(!rq_terrain_height_at(&ground, -1, -3264.1f, &y));
    CHECK(!rq_terrain_height_at(&ground, 0.1f, -1, &y));
    CHECK(!rq_terrain_height_at(&ground, -1, NAN, &y));
}

static void test_stitch(void)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("wld"), NULL, NULL);
    static struct rq_terrain stitched;
    REQUIRE(doc != NULL);
    struct rq_wld *wld = rq_doc_root(doc, "wld");
    for (size_t s = 0; s < 4; s++)
        for (size_t i = 0; i < 16384; i++)
            for (size_t map = 0; map < 4; map++)
                wld->sections[s].maps[map][i] = (uint8_t)random_below(256);
    rq_terrain_stitch(wld, &stitched);
    size_t wrong = 0;
    for (size_t i = 0; i < 65536; i++) {
        size_t x = i % 256, z = i / 256, from = z % 128 * 128 + x % 128;
        const struct rq_wld_section *s = &wld->sections[(z >= 128 ? 2 : 0) + (x >= 128 ? 1 : 0)];
        wrong += stitched.height[i] != (s->maps[0][from] & 0x7F) ||
                 stitched.texture[i] != (s->maps[2][from] & 0x3F) ||
                 stitched.turn[i] != s->maps[2][from] >> 6;
    }
    CHECK_INT(wrong, 0);
    rq_doc_free(doc);
}

/* ---- sky and fog ---- */

static void test_sun(void)
{
    static const int32_t suns[][3] = {{-5, 0, 0}, {0, -5, 0}, {0, 0, -5}, {3, 4, 12}};
    for (size_t i = 0; i < 4; i++) {
        struct rq_world w = {.sun_angle = 300};
        struct rq_light_of_world light;
        memcpy(w.sun, suns[i], sizeof suns[i]);
        if (i < 3)
            w.sun_rgb[i] = 51;
        rq_world_light(&w, &light);
        double length = i < 3 ? 5 : 13;
        CHECK(near((double)light.to_sun[0], -suns[i][0] / length));
        CHECK(near((double)light.to_sun[1], -suns[i][1] / length));
        CHECK(near((double)light.to_sun[2], suns[i][2] / length));
        for (size_t k = 0; k < 3; k++)
            CHECK(near((double)light.color[k], i == 3 ? 1 : i == k ? 0.2 : 0));
    }
    /* 16000 times sine and cosine, cut to whole units; a turn has 2048 units. */
    for (int32_t angle = -2500; angle < 2500; angle += 37) {
        struct rq_world w = {.sun_angle = angle, .sun_skew = 3 * angle + 5};
        float center[3];
        double unit = 6.283185307179586 / 2048;
        CHECK(!rq_world_sun_disc(&w, center));
        CHECK(fabs((double)center[0] - trunc(16000 * sin(angle * unit)) / 20) < 0.06);
        CHECK(fabs((double)center[1] - trunc(16000 * cos(angle * unit)) / 20) < 0.06);
        CHECK(fabs((double)center[2] + trunc(16000 * sin((3 * angle + 5) * unit)) / 20) < 0.06);
    }
    struct rq_world w = {.sky_speed = 0x110, .sky_level = 40, .sky_scale = -65};
    float texel[2];
    CHECK(near(rq_sky_speed(&w), 1193182.0 / 65536));
    w.sky_speed = 0xFF;
    CHECK(near(rq_sky_speed(&w), 255 / 16.0 * 1193182.0 / 65536));
    CHECK(near((double)rq_sky_height(&w), -2));
    rq_sky_texel(&w, (const float[3]){100, 500, -200}, 3000, 2000, (const float[2]){0.5f, -0.25f},
                 texel);
    CHECK(near((double)texel[0], -3 + 0.9 + 0.5) && near((double)texel[1], 2 + 1.8 - 0.25));
}

static void test_fog(void)
{
    double table[RQ_FOG_STEPS], sky[RQ_FOG_STEPS];
    for (unsigned i = 0; i < RQ_FOG_STEPS; i++) {
        table[i] = i * i;
        double octave = 1;
        for (unsigned k = 0; k < i / 4; k++)
            octave *= 2;
        CHECK(near(rq_fog_depth(i), octave * 8 / (8 - i % 4)));
    }
    for (unsigned i = 0; i < RQ_FOG_STEPS; i++) {
        double depth = rq_fog_depth(i);
        CHECK(near(rq_fog_at(table, depth), i * i));
        if (i + 1 < RQ_FOG_STEPS) { /* a quarter of the way, in reciprocals */
            double next = rq_fog_depth(i + 1);
            CHECK(near(rq_fog_at(table, 1 / (0.75 / depth + 0.25 / next)),
                       i * i + 0.25 * (2 * i + 1)));
        }
    }
    CHECK(near(rq_fog_at(table, 0.5), 0) && near(rq_fog_at(table, 60000), 63 * 63));
    rq_fog_sky(sky);
    for (int i = 0; i < RQ_FOG_STEPS; i++)
        CHECK(sky[i] == (i == 63 ? 255 : i < 32 ? 0 : 8 * (i - 32)));
}

/* ---- worlds ---- */

/* A key that is read: its member, how many numbers it has, and what holds without it. */
#define KEY(name, member, count, missing)                                                          \
    {                                                                                              \
        name, offsetof(struct rq_world, member), count, missing                                    \
    }
static const struct {
    const char *name;
    size_t at, count;
    int32_t missing;
} keys[] = {KEY("redbook", music, 1, 0),
            KEY("background", background, 1, 0),
            KEY("compass", compass, 1, 0),
            KEY("sun", sun, 4, 0),
            KEY("ambient", ambient, 1, 0),
            KEY("ambientrgb", ambient_rgb, 3, 0),
            KEY("sunangle", sun_angle, 1, 0),
            KEY("sunskew", sun_skew, 1, 0),
            KEY("sunrgb", sun_rgb, 4, 0),
            KEY("fogrgb", fog_rgb, 3, 0),
            KEY("skyscale", sky_scale, 1, 2000),
            KEY("skylevel", sky_level, 1, -3500),
            KEY("skyspeed", sky_speed, 1, 0),
            KEY("sky_xrotate", sky_rotate[0], 1, 0),
            KEY("sky_yrotate", sky_rotate[1], 1, 0),
            KEY("sunimgrgb", sun_image_rgb, 3, 0),
            KEY("sunscale", sun_scale, 1, 0),
            KEY("wave", wave, 3, 0),
            KEY("scapeshift", scape_shift, 1, 0)};

/* Each key alone sets its own numbers and no others; more numbers than it has are not read. */
static void test_world_keys(void)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        char text[160];
        struct rq_world world, expected = {.number = 12, .sky_scale = 2000, .sky_level = -3500};
        static const int32_t numbers[] = {-7, 21, -35, 49};
        snprintf(text, sizeof text,
                 "[world]\r\nworld_map[12] = A/B\\c.rgm\r\nworld_%s[12] = -7, 21,-35 49, 63\r\n",
                 keys[i].name);
        memcpy((char *)&expected + keys[i].at, numbers, keys[i].count * 4);
        strcpy(expected.map, "c.rgm");
        struct rq_doc *doc = read_as((struct rq_bytes){(const uint8_t *)text, strlen(text)}, "ini");
        REQUIRE(doc != NULL);
        memset(&world, 0x55, sizeof world);
        check_note("%s", keys[i].name);
        CHECK(rq_world_read(rq_doc_root(doc, "ini"), 12, &world));
        for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
            CHECK(memcmp((char *)&world + keys[k].at, (char *)&expected + keys[k].at,
                         keys[k].count * 4) == 0);
        CHECK_STR(world.map, "c.rgm");
        CHECK(world.number == 12 && !world.terrain[0] && !world.palette[0] && !world.sky[0] &&
              !world.sky_fx[0] && !world.sun_image[0]);
        rq_doc_free(doc);
    }
}

static void test_world_names(void)
{
    static const char text[] = "[world]\nworld_world[30]=b.wld\nworld_map[20]=x\\a.rgm\n1, 2\n"
                               "world_world[20]=b.wld\nworld_map[10]=A.RGM\nworld_map[30]=c.rgm\n"
                               "world_map[40]=\nworld_world[40]=B.WLD\nworld_sky[10]=s.gxa\n"
                               "world_skyfx[10]=s.bsi\nworld_sunimg[10]=u.bsi\n"
                               "world_palette[10]=p.col\n";
    struct rq_doc *doc = read_as((struct rq_bytes){(const uint8_t *)text, sizeof text - 1}, "ini");
    int numbers[4] = {-1, -1, -1, -1};
    struct rq_world world;
    REQUIRE(doc != NULL);
    const struct rq_ini *ini = rq_doc_root(doc, "ini");
    CHECK_INT(rq_world_of_file(ini, "b.WLD"), 30); /* the first in the file */
    CHECK_INT(rq_world_of_file(ini, "A.rgm"), 20);
    CHECK_INT(rq_world_of_file(ini, "s.gxa"), -1);
    CHECK_INT(rq_world_variants(ini, "b.wld", numbers, 2), 3); /* in the order of their numbers */
    CHECK(numbers[0] == 20 && numbers[1] == 30 && numbers[2] == -1);
    CHECK_INT(rq_world_variants(ini, "B.wld", numbers, 3), 3);
    CHECK_INT(numbers[2], 40);
    CHECK_INT(rq_world_next(ini, -1), 10);
    CHECK_INT(rq_world_next(ini, 10), 20);
    CHECK_INT(rq_world_next(ini, 39), 40);
    CHECK_INT(rq_world_next(ini, 40), -1);
    CHECK(!rq_world_read(ini, 40, &world)); /* it has the key, but no name */
    CHECK_STR(world.terrain, "B.WLD");
    CHECK(rq_world_read(ini, 10, &world));
    CHECK_STR(world.sky, "s.gxa");
    CHECK_STR(world.sky_fx, "s.bsi");
    CHECK_STR(world.sun_image, "u.bsi");
    CHECK_STR(world.palette, "p.col");
    rq_doc_free(doc);
}

/* ---- what is held, and steps ---- */

/* Any direction: the tip lies a twentieth of the length along it. */
static void test_tips(void)
{
    for (unsigned i = 0; i < 200; i++) {
        float at[2][3], tip[3];
        double d[3], length = 0;
        struct rq_attach_pose pose;
        for (size_t k = 0; k < 3; k++) {
            at[0][k] = (float)random_below(100) / 10;
            d[k] = (random_below(200) + 1) / 10.0 - 10;
            at[1][k] = (float)((double)at[0][k] + d[k]);
            length += d[k] * d[k];
        }
        length = sqrt(length);
        rq_attach_pose((const float(*)[3])at, &pose);
        rq_attach_tip(&pose, 60, tip);
        for (size_t k = 0; k < 3; k++)
            CHECK(fabs((double)tip[k] - (double)at[0][k] - 3 * d[k] / length) < 1e-3);
        CHECK(fabs((double)pose.pitch - asin(d[1] / length) * 180 / 3.14159265358979) < 0.01);
        CHECK(fabs((double)pose.heading - atan2(d[0], d[2]) * 180 / 3.14159265358979) < 0.01);
    }
}

/* A hold of either place needs both of its vertices; vertex 0 is one. */
static void test_holds(void)
{
    int32_t vertices[2][3] = {{5120, 0, 0}, {0, 5120, 0}};
    struct rq_model3d_frame frame = {.positions = NULL};
    struct rq_model3d m = {
        .vertex_count = 2, .vertices = vertices, .frame_count = 1, .frames = &frame};
    static const struct {
        int16_t first, second;
        bool holds;
    } rows[] = {{0, 1, true},   {1, 0, true},  {-1, 0, false},
                {0, -1, false}, {2, 0, false}, {0, 2, false}};
    memcpy(m.header.version, "v4.0", 4);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rq_rgm_extra hand = {.grip = {rows[i].first, rows[i].second}, .scabbard = {-1, -1}};
        struct rq_rgm_extra hip = {.grip = {-1, -1}, .scabbard = {rows[i].first, rows[i].second}};
        float at[2][3];
        CHECK_INT(rq_attach_hold(&hand, &m, 0, RQ_ATTACH_HAND, at), rows[i].holds);
        CHECK_INT(rq_attach_hold(&hip, &m, 0, RQ_ATTACH_HIP, at), rows[i].holds);
        CHECK(!rq_attach_hold(&hand, &m, 0, RQ_ATTACH_HIP, at));
        if (rows[i].holds)
            CHECK((at[0][0] == -1) == (rows[i].first == 0) &&
                  (at[1][1] == -1) == (rows[i].second == 1));
    }
}

/* As many steps as there is room for are no cut. */
static void test_room(void)
{
    struct rq_rgm_command sounds[3] = {{4, 0, {1, -2, 0}}, {4, 0, {2, 3, 0}}, {4, 0, {3, 0, 0}}};
    struct rq_rgm_group group = {.speed = 1, .commands = sounds};
    for (size_t count = 0; count <= 3; count++) {
        struct rq_step steps[3];
        struct rq_play play;
        group.count = count;
        rq_play_group(&group, NULL, 0, 0, steps, 2, &play);
        CHECK(play.count == (count < 2 ? count : 2) && play.cut == (count == 3));
        for (size_t i = 0; i < play.count; i++)
            CHECK(steps[i].command == i && steps[i].sound == (int32_t)i + 1 &&
                  steps[i].pitch == (i ? 192 : -128));
    }
}

TESTS(test_turns, test_matrices, test_no_matrix, test_ropes_and_points, test_octants,
      test_highest_object, test_entries_at_end, test_patches, test_partners, test_normals,
      test_heights, test_stitch, test_sun, test_fog, test_world_keys, test_world_names, test_tips,
      test_holds, test_room)
