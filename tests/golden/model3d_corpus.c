/* 3D, 3DC of the corpus: identical when written back, directly and through JSON, and every
 * decoded value against the ground truth that their maker left in expected/. */
#include "redguard.h"

#include <reliquary/model3d.h>

static double next_number(struct rq_jr *jr)
{
    return rq_jr_more(jr) ? rq_jr_f64(jr) : 0;
}

/* [[x, y, z], ...] of raw / 256 against raw values. */
static void check_raw_rows(struct rq_jr *jr, int32_t (*rows)[3], uint32_t count)
{
    uint32_t n = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        rq_jr_array(jr);
        for (size_t k = 0; k < 3; k++) {
            double v = next_number(jr);
            if (n < count)
                CHECK(rows[n][k] == v * 256);
        }
        CHECK(!rq_jr_more(jr));
    }
    CHECK_INT(n, count);
}

/* null for NaN, else [x, y, z]. */
static void check_normal(struct rq_jr *jr, const float *n)
{
    if (rq_jr_peek(jr) == RQ_J_NULL) {
        CHECK(!n || rq_bits_of(n[0]) == 0xFFC00000);
        rq_jr_skip(jr);
        return;
    }
    rq_jr_array(jr);
    for (size_t k = 0; k < 3; k++) {
        double v = next_number(jr);
        CHECK(n && (double)n[k] == v);
    }
    CHECK(!rq_jr_more(jr));
}

static const float *corner_truth(const struct rq_model3d *m, uint32_t corner, uint32_t vertex)
{
    uint32_t i = m->normal_index_count ? m->normal_indices[corner].value : vertex;
    return m->vertex_normals[i];
}

static void check_tex(struct rq_jr *jr, const struct rq_model3d *m, uint32_t word)
{
    struct rq_model3d_texture t = rq_model3d_texture(m, word);
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        uint32_t v = rq_jr_u32(jr);
        bool color = rq_str_is(key, "color_index");
        CHECK_INT(t.kind, color ? RQ_MODEL3D_COLOR : RQ_MODEL3D_IMAGE);
        CHECK_INT(color ? t.color : rq_str_is(key, "texture_id") ? t.bank : t.image, v);
    }
}

static void check_face(struct rq_jr *jr, const struct rq_model3d *m, uint32_t i, uint32_t first)
{
    const struct rq_model3d_face *face = &m->faces[i];
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        uint32_t n = 0;
        int32_t u = 0, v = 0;
        bool list = rq_str_is(key, "v") || rq_str_is(key, "uv") || rq_str_is(key, "vn");
        if (rq_str_is(key, "tex"))
            check_tex(jr, m, face->texture);
        else if (rq_str_is(key, "raw"))
            CHECK_INT(face->texture, rq_jr_u32(jr));
        else if (rq_str_is(key, "tex_hi"))
            CHECK_INT(face->high, rq_jr_u32(jr));
        else if (!list)
            rq_jr_skip(jr);
        if (!list)
            continue;
        rq_jr_array(jr);
        for (; rq_jr_more(jr); n++) {
            const struct rq_model3d_corner *c = &face->corners[n % face->corner_count];
            if (rq_str_is(key, "v")) {
                CHECK_INT(rq_model3d_vertex(m, c->vertex), rq_jr_u32(jr));
            } else if (rq_str_is(key, "uv")) {
                u += c->u;
                v += c->v;
                rq_jr_array(jr);
                CHECK(u == next_number(jr) * 16);
                CHECK(v == next_number(jr) * 16);
                CHECK(!rq_jr_more(jr));
            } else {
                check_normal(jr, corner_truth(m, first + n, rq_model3d_vertex(m, c->vertex)));
            }
        }
        CHECK_INT(n, face->corner_count);
    }
}

static void check_packed(struct rq_jr *jr, const struct rq_model3d *m, uint32_t f)
{
    uint32_t n = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        rq_jr_array(jr);
        for (unsigned k = 0; k < 3; k++) {
            double v = next_number(jr) * 256;
            int32_t part = (int32_t)(m->frames[f].normals[n % m->face_count] >> (k * 10) & 1023);
            CHECK(v == (part >= 512 ? part - 1024 : part));
        }
        CHECK(!rq_jr_more(jr));
    }
    CHECK_INT(n, m->face_count);
}

static void check_frame(struct rq_jr *jr, const struct rq_model3d *m, uint32_t f)
{
    struct rq_str key;
    int32_t(*rows)[3] = malloc(m->vertex_count * sizeof *rows);
    REQUIRE(rows != NULL);
    for (uint32_t i = 0; i < m->vertex_count; i++)
        for (size_t k = 0; k < 3; k++)
            rows[i][k] = !m->frames[f].positions ? m->vertices[i][k]
                         : m->frames[0].record.type == 4
                             ? m->frames[f].positions[i][k]
                             : m->vertices[i][k] - m->frames[f].positions[i][k];
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "positions"))
            check_raw_rows(jr, rows, m->vertex_count);
        else if (rq_str_is(key, "normals") && f == 0)
            check_raw_rows(jr, m->face_normals, m->face_count);
        else if (rq_str_is(key, "normals"))
            check_packed(jr, m, f);
        else
            rq_jr_skip(jr);
    }
    free(rows);
}

static void check_volume(struct rq_jr *jr, const struct rq_model3d_section4 *s)
{
    struct rq_str key, inner;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        uint32_t n = 0;
        if (rq_str_is(key, "radius")) {
            CHECK_INT(s->volume.radius, rq_jr_u32(jr));
            continue;
        }
        rq_jr_array(jr);
        for (; rq_jr_more(jr); n++) {
            if (rq_str_is(key, "center_raw")) {
                CHECK_INT(s->volume.center[n % 3], rq_jr_signed(jr, INT32_MIN, INT32_MAX));
            } else if (rq_str_is(key, "extent")) {
                CHECK((double)s->volume.extent[n % 3] == rq_jr_f64(jr));
            } else {
                rq_jr_object(jr);
                while (rq_jr_key(jr, &inner)) {
                    uint32_t v = rq_jr_u32(jr);
                    if (rq_str_is(inner, "face"))
                        CHECK(s->faces[n].linked && s->faces[n].value == v);
                }
            }
        }
    }
}

static void check_list(struct rq_jr *jr, const struct rq_model3d *m, struct rq_str key)
{
    uint32_t n = 0, first = 0;
    bool faces = rq_str_is(key, "faces"), frames = rq_str_is(key, "frames");
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        if (faces) {
            check_face(jr, m, n, first);
            first += m->faces[n].corner_count;
        } else if (frames) {
            check_frame(jr, m, n);
        } else if (rq_str_is(key, "section4")) {
            check_volume(jr, &m->volumes[n]);
        } else if (rq_str_is(key, "vertex_normals")) {
            check_normal(jr, m->vertex_normals[n]);
        } else {
            CHECK(m->normal_indices[n].linked);
            CHECK_INT(m->normal_indices[n].value, rq_jr_u32(jr));
        }
    }
    CHECK_INT(n, faces                              ? m->face_count
                 : rq_str_is(key, "section4")       ? m->volume_count
                 : rq_str_is(key, "vertex_normals") ? m->vertex_normal_count
                 : frames                           ? (rq_model3d_early(m) ? 1 : m->frame_count)
                                                    : m->normal_index_count);
}

static void check_truth(struct rq_jr *jr, const struct rq_model3d *m)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "radius"))
            CHECK_INT(m->header.radius, rq_jr_u32(jr));
        else if (rq_str_is(key, "num_frames"))
            CHECK_INT(m->frame_count, rq_jr_u32(jr));
        else if (rq_str_is(key, "frame_type"))
            CHECK_INT(m->frames[0].record.type, rq_jr_u32(jr));
        else if (rq_str_is(key, "vertices"))
            check_raw_rows(jr, m->vertices, m->vertex_count);
        else if ((rq_str_is(key, "faces") || rq_str_is(key, "frames") ||
                  rq_str_is(key, "section4") || rq_str_is(key, "vertex_normals") ||
                  rq_str_is(key, "normal_indices")) &&
                 rq_jr_peek(jr) == RQ_J_ARRAY)
            check_list(jr, m, key);
        else
            rq_jr_skip(jr);
    }
}

static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    check_round_trips(bytes, name, "model3d");
    check_round_trips(bytes, NULL, "model3d");
    check_note("%s", name);
    struct rq_doc *doc = read_as(bytes, "model3d");
    REQUIRE(doc != NULL);
    const struct rq_model3d *m = rq_doc_root(doc, "model3d");
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_jr jr;
    rq_jr_open(&jr, truth, &arena, &ctx);
    check_truth(&jr, m);
    CHECK(rq_jr_ok(&jr));
    CHECK(rq_doc_settle(doc, &err));
    CHECK_INT(m->layout, rq_model3d_early(m) ? RQ_MODEL3D_EARLY : RQ_MODEL3D_STANDARD);
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    each_corpus("*.3D", check_file);
    each_corpus("*.3DC", check_file);
}

static void damage_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    (void)name;
    (void)truth;
    check_flips(bytes, "model3d", 100);
}

static void test_corpus_damage(void)
{
    NEEDS_CORPUS("redguard");
    each_corpus("*.3D*", damage_file);
}

TESTS(test_corpus, test_corpus_damage)
