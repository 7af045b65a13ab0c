/* 3D, 3DC: bytes by hand from docs/formats/model3d.md, every version and frame type, edits,
 * damage, and the scene that comes of them. model3d_corpus.c compares with ground truth. */
#include "redguard.h"

#include <math.h>
#include <reliquary/model3d.h>

/* Words of the page's base-40 rule: d02070 is 13 * 40^5 + 2 * 40^3 + 7 * 40. */
enum { WORD_302_70 = 1331328280 };
static const uint32_t word_color_17 = 0xFFF01100;

/* ---- builder ---- */

enum { HEADER = 64, VERTICES = 4, FACES = 2, CORNERS = 7 };

/* Offsets of header fields. */
enum {
    NUM_FRAMES = 0x10,
    OFF_FRAMES = 0x14,
    TOTAL = 0x18,
    OFF_SECTION4 = 0x1C,
    NUM_SECTION4 = 0x20,
    OFF_INDICES = 0x28,
    OFF_NORMALS = 0x2C,
    OFF_VERTICES = 0x30,
    OFF_FACE_NORMALS = 0x34,
    TOTAL_DUP = 0x38,
    OFF_FACES = 0x3C,
};

static const int32_t vertices[VERTICES][3] = {
    {0, 0, 0}, {5120, 0, 0}, {5120, -5120, 256}, {0, -5120, -256}};

static void put_header(struct made *m, const char *version)
{
    m->size = 0;
    put_text(m, version, 4);
    put32(m, VERTICES);
    put32(m, FACES);
    put32(m, 7241);
    put32(m, 1);
    put_zeros(m, HEADER - 20);
}

static void put_corner(struct made *m, uint32_t vertex, int u, int v)
{
    put32(m, vertex);
    put16(m, u);
    put16(m, v);
}

/* A triangle with a texture, and a quad of a colour; early: index * 12, 16-bit texture. */
static void put_faces(struct made *m, bool early, uint32_t texture, uint32_t color)
{
    uint32_t step = early ? 12 : 1;
    set32(m, OFF_FACES, (uint32_t)m->size);
    put8(m, 3);
    put8(m, early ? 44 : texture >> 24);
    if (early)
        put16(m, (int)texture);
    else
        put32(m, texture);
    put32(m, 0);
    put_corner(m, 0 * step, 16, 32);
    put_corner(m, 1 * step, 64, 0);
    put_corner(m, 2 * step, -16, -48);
    put8(m, 4);
    put8(m, early ? 0 : color >> 24);
    if (early)
        put16(m, (int)color);
    else
        put32(m, color);
    put32(m, 0);
    for (uint32_t i = 0; i < 4; i++)
        put_corner(m, i * step, 0, 0);
}

static void put_vertices(struct made *m)
{
    set32(m, OFF_VERTICES, (uint32_t)m->size);
    for (size_t i = 0; i < VERTICES; i++)
        for (size_t k = 0; k < 3; k++)
            put32(m, (uint32_t)vertices[i][k]);
}

static void put_face_normals(struct made *m)
{
    set32(m, OFF_FACE_NORMALS, (uint32_t)m->size);
    for (size_t i = 0; i < FACES; i++) {
        put32(m, 0);
        put32(m, i ? 256 : 0);
        put32(m, i ? 0 : (uint32_t)-256);
    }
}

/* Unit vectors, but NaN as the game writes it for vertex 2. */
static void put_vertex_normals(struct made *m, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put32(m, i == 2 ? 0xFFC00000 : 0x3F800000);
        put32(m, i == 2 ? 0xFFC00000 : 0);
        put32(m, i == 2 ? 0xFFC00000 : 0);
    }
}

static void put_frame(struct made *m, uint32_t vertex, uint32_t normal, uint32_t reserved,
                      uint32_t type)
{
    put32(m, vertex);
    put32(m, normal);
    put32(m, reserved);
    put32(m, type);
}

/* A still model: v4.0, or v5.0 with one volume that holds both faces. */
static void make_still(struct made *m, const char *version)
{
    put_header(m, version);
    set32(m, TOTAL, CORNERS);
    set32(m, TOTAL_DUP, CORNERS);
    put_faces(m, false, WORD_302_70, word_color_17);
    put_vertices(m);
    put_face_normals(m);
    set32(m, OFF_FRAMES, (uint32_t)m->size);
    put_frame(m, 140, 188, 0, 0);
    if (version[1] == '5') {
        set32(m, OFF_SECTION4, (uint32_t)m->size);
        set32(m, NUM_SECTION4, 1);
        put32(m, 2560);
        put32(m, (uint32_t)-2560);
        put32(m, 0);
        put32(m, 3700);
        put16(m, 2);
        put32(m, 0x41200000); /* 10.0 */
        put32(m, 0x41200000);
        put32(m, 0x3F000000); /* 0.5 */
        put32(m, 98);
        put16(m, 4);
        put32(m, 64);
        put16(m, 0);
    }
    set32(m, OFF_INDICES, (uint32_t)m->size);
    uint32_t normals = (uint32_t)m->size + CORNERS * 4;
    static const uint32_t indices[CORNERS] = {0, 1, 2, 3, 3, 2, 0};
    for (size_t i = 0; i < CORNERS; i++)
        put32(m, normals + indices[i] * 12);
    set32(m, OFF_NORMALS, normals);
    put_vertex_normals(m, VERTICES);
}

/* Three frames: type 2 holds differences of 16 bits, type 4 positions of 32. */
static void make_animated(struct made *m, uint32_t type)
{
    put_header(m, "v4.0");
    set32(m, NUM_FRAMES, 3);
    set32(m, TOTAL, CORNERS);
    set32(m, TOTAL_DUP, CORNERS);
    put_faces(m, false, WORD_302_70, word_color_17);
    put_vertices(m);
    put_face_normals(m);
    set32(m, OFF_FRAMES, (uint32_t)m->size);
    uint32_t step = type == 4 ? 48 : 24, at = (uint32_t)m->size + 48;
    put_frame(m, 140, 188, 0, type);
    put_frame(m, at, at + step, 0, 0);
    put_frame(m, at + step + 8, at + 2 * step + 8, 0, 0);
    for (int f = 1; f < 3; f++) {
        for (size_t i = 0; i < VERTICES; i++)
            for (size_t k = 0; k < 3; k++) {
                if (type == 4)
                    put32(m, (uint32_t)(vertices[i][k] + f * 512));
                else
                    put16(m, k == 2 ? f * -512 : f * 512);
            }
        put32(m, 0xC0000000u | 0x300);        /* x = -256, spare bits 3 */
        put32(m, 0x00000000u | 0x100u << 10); /* y = 256 */
    }
    set32(m, OFF_NORMALS, (uint32_t)m->size);
    put_vertex_normals(m, VERTICES);
}

/* v2.x: records, bytes that nobody knows, faces, a gap, vertices, normals. */
static void make_early(struct made *m, const char *version, bool animated, uint32_t gap,
                       uint32_t frames)
{
    put_header(m, version);
    set32(m, NUM_FRAMES, frames);
    set32(m, OFF_FRAMES, HEADER);
    uint32_t faces = HEADER + frames * 16 + 11, at = faces + 16 + CORNERS * 8 + gap;
    for (uint32_t i = 0; i < frames; i++)
        put_frame(m, at, 16 + CORNERS * 8, gap, 0x2011);
    put_text(m, "eleven byte", 11);
    put_faces(m, true, 302 << 7 | 41, 0x1D);
    uint32_t end = (uint32_t)m->size;
    for (uint32_t i = 0; i < gap; i++)
        put8(m, i);
    put_vertices(m);
    if (animated) {
        set32(m, OFF_VERTICES, end);
        set32(m, OFF_NORMALS, 1);
        set32(m, OFF_SECTION4, 4660);
    }
    put_face_normals(m);
    set32(m, TOTAL, (uint32_t)m->size);
    set32(m, TOTAL_DUP, (uint32_t)m->size + 12);
    put_vertex_normals(m, VERTICES);
}

static size_t finding_count(struct rq_doc *doc, const char *id)
{
    const struct rq_finding *findings;
    size_t count = rq_doc_findings(doc, &findings), n = 0;
    for (size_t i = 0; i < count; i++)
        n += strcmp(findings[i].id, id) == 0;
    return n;
}

/* ---- values ---- */

static void check_base(const struct rq_model3d *m)
{
    CHECK_INT(m->vertex_count, VERTICES);
    CHECK_INT(m->face_count, FACES);
    CHECK_INT(m->header.radius, 7241);
    CHECK_MEM(m->vertices, sizeof vertices, vertices, sizeof vertices);
    CHECK_INT(m->faces[0].corner_count, 3);
    CHECK_INT(m->faces[1].corner_count, 4);
    CHECK_INT(rq_model3d_vertex(m, m->faces[0].corners[2].vertex), 2);
    CHECK_INT(m->faces[0].corners[1].u, 64);
    CHECK_INT(m->faces[0].corners[2].v, -48);
    CHECK_INT(m->face_normals[0][2], -256);
    CHECK_INT(m->vertex_normal_count, VERTICES);
    CHECK_INT(rq_bits_of(m->vertex_normals[2][1]), 0xFFC00000);
    CHECK(m->vertex_normals[3][0] == 1);
}

static void test_still(void)
{
    static struct made m;
    for (int v = 4; v <= 5; v++) {
        make_still(&m, v == 4 ? "v4.0" : "v5.0");
        struct rq_doc *doc = read_as(made_bytes(&m), "model3d");
        REQUIRE(doc != NULL);
        const struct rq_model3d *model = rq_doc_root(doc, "model3d");
        const struct rq_finding *findings;
        check_base(model);
        CHECK_INT(rq_doc_findings(doc, &findings), 0);
        CHECK_INT(model->normal_index_count, CORNERS);
        CHECK(model->normal_indices[3].linked && model->normal_indices[3].value == 3);
        CHECK_INT(model->volume_count, v == 5);
        if (v == 5) {
            CHECK_INT(model->volumes[0].volume.center[1], -2560);
            CHECK_INT(model->volumes[0].volume.radius, 3700);
            CHECK(model->volumes[0].volume.extent[2] == 0.5f);
            CHECK_INT(model->volumes[0].volume.face_count, 2);
            CHECK(model->volumes[0].faces[0].linked && model->volumes[0].faces[0].value == 1);
        }
        rq_doc_free(doc);
        check_round_trips(made_bytes(&m), "X.3D", "model3d");
        check_round_trips(made_bytes(&m), NULL, "model3d");
    }
}

static void test_frames(void)
{
    static const uint32_t types[] = {2, 4, 0, 8};
    static struct made m;
    for (size_t t = 0; t < 4; t++) {
        make_animated(&m, types[t]);
        struct rq_doc *doc = read_as(made_bytes(&m), "model3d");
        REQUIRE(doc != NULL);
        const struct rq_model3d *model = rq_doc_root(doc, "model3d");
        check_base(model);
        CHECK_INT(model->frame_count, 3);
        CHECK_INT(model->frames[2].positions[1][0], types[t] == 4 ? 5120 + 1024 : 1024);
        CHECK_INT(model->frames[2].positions[1][2], types[t] == 4 ? 1024 : -1024);
        CHECK_INT(model->frames[1].normals[0], 0xC0000300);
        rq_doc_free(doc);
        check_round_trips(made_bytes(&m), "X.3DC", "model3d");
    }
}

static void test_early(void)
{
    static struct made m;
    static const struct {
        const char *version;
        bool animated;
        uint32_t gap, frames;
    } cases[] = {
        {"v2.7", false, 0, 1}, {"v2.6", true, 33, 1}, {"v2.7", true, 0, 3}, {"v2.6", false, 0, 0}};
    for (size_t i = 0; i < 4; i++) {
        make_early(&m, cases[i].version, cases[i].animated, cases[i].gap, cases[i].frames);
        check_note("case %zu", i);
        struct rq_doc *doc = read_as(made_bytes(&m), "model3d");
        REQUIRE(doc != NULL);
        const struct rq_model3d *model = rq_doc_root(doc, "model3d");
        check_base(model);
        struct rq_model3d_texture t = rq_model3d_texture(model, model->faces[0].texture);
        CHECK(t.kind == RQ_MODEL3D_IMAGE && t.bank == 302 && t.image == 41);
        t = rq_model3d_texture(model, model->faces[1].texture);
        CHECK(t.kind == RQ_MODEL3D_COLOR && t.color == 0x1D);
        CHECK_INT(model->before_faces.size, 11);
        CHECK_INT(model->gap.size, cases[i].gap);
        CHECK_INT(finding_count(doc, "model3d-unknown-frames"), cases[i].frames > 1);
        struct rq_error err = {0};
        CHECK(rq_doc_settle(doc, &err));
        CHECK_INT(model->layout, RQ_MODEL3D_EARLY);
        rq_doc_free(doc);
        check_round_trips(made_bytes(&m), "X.3DC", "model3d");
    }
}

/* The gap does not lead to vertices: a value above 0x41000000 among the first eight. */
static void test_dropped_gap(void)
{
    static struct made m;
    make_early(&m, "v2.6", true, 0, 1);
    /* y of vertex 0 is 0x5000: two bytes further on that reads as 0x50000000. */
    set32(&m, rq_get32(m.data + OFF_VERTICES) + 4, 0x5000);
    set32(&m, HEADER + 8, 2);
    struct rq_doc *doc = read_as(made_bytes(&m), "model3d");
    REQUIRE(doc != NULL);
    const struct rq_model3d *model = rq_doc_root(doc, "model3d");
    CHECK_INT(model->vertices[0][1], 0x5000);
    CHECK_MEM(model->vertices[1], 36, vertices[1], 36);
    rq_doc_free(doc);
    check_round_trips(made_bytes(&m), "X.3DC", "model3d");
    set32(&m, HEADER + 8, 0xFFFFFFFF);
    check_round_trips(made_bytes(&m), "X.3DC", "model3d");
}

/* Image ids from 70 up are where the older formula fails; words by the base-40 rule. */
static void test_textures(void)
{
    struct rq_model3d m = {.header = {.version = "v4.0"}};
    static const struct {
        uint32_t word;
        unsigned bank, image;
    } images[] = {{1331328280, 302, 70},  /* d02070 */
                  {1024000000, 0, 0},     /* a00000 */
                  {1024576002, 9, 2},     /* a09002: the corpus' TINY.3D */
                  {1536064007, 501, 7},   /* f01007: FLAGPOLE.3D */
                  {1559630769, 599, 999}, /* f99999 */
                  {1024000080, 0, 20}};
    for (size_t i = 0; i < sizeof images / sizeof images[0]; i++) {
        struct rq_model3d_texture t = rq_model3d_texture(&m, images[i].word);
        uint32_t word = 0;
        CHECK_INT(t.kind, RQ_MODEL3D_IMAGE);
        CHECK_INT(t.bank, images[i].bank);
        CHECK_INT(t.image, images[i].image);
        CHECK(rq_model3d_texture_word(&m, t, &word));
        CHECK_INT(word, images[i].word);
    }
    CHECK_INT(rq_model3d_texture(&m, 0xFFF0AB12).color, 0xAB);
    CHECK_INT(rq_model3d_texture(&m, 0).kind, RQ_MODEL3D_UNKNOWN);
    CHECK_INT(rq_model3d_texture(&m, 1331328280 + 10).kind, RQ_MODEL3D_UNKNOWN);
    uint32_t word;
    struct rq_model3d_texture t = {RQ_MODEL3D_IMAGE, 600, 0, 0};
    CHECK(!rq_model3d_texture_word(&m, t, &word));
}

/* ---- layouts and edits ---- */

static void check_layout(const struct made *m, enum rq_model3d_layout layout, const char *json)
{
    check_round_trips(made_bytes(m), "X.3D", "model3d");
    struct rq_doc *doc = read_as(made_bytes(m), "model3d");
    REQUIRE(doc != NULL);
    struct rq_out text = json_of(doc);
    const struct rq_model3d *model = rq_doc_root(doc, "model3d");
    CHECK_INT(model->layout, layout);
    CHECK_INT(finding_count(doc, "model3d-explicit-layout"), layout == RQ_MODEL3D_EXPLICIT);
    CHECK(strstr((const char *)text.data, json) != NULL);
    CHECK(layout == RQ_MODEL3D_EXPLICIT || !strstr((const char *)text.data, "num_vertices"));
    rq_out_free(&text);
    rq_doc_free(doc);
}

static void test_layouts(void)
{
    static struct made m;
    make_still(&m, "v5.0");
    check_layout(&m, RQ_MODEL3D_STANDARD, "\"layout\": \"standard\"");
    check_layout(&m, RQ_MODEL3D_STANDARD, "\"texture\": \"302/70\"");
    /* A count that nothing is found by is kept by its name. */
    set32(&m, TOTAL_DUP, 99);
    check_layout(&m, RQ_MODEL3D_STANDARD, "\"total_face_vertices_dup\": 99");
    make_still(&m, "v4.0");
    put_text(&m, "more", 4);
    check_layout(&m, RQ_MODEL3D_STANDARD, "\"trailing\": \"bW9yZQ==\"");
    /* Face normals before the vertices, and two bytes between. */
    make_still(&m, "v4.0");
    uint8_t copy[72];
    memcpy(copy, m.data + 140, 72);
    memcpy(m.data + 140, copy + 48, 24);
    memcpy(m.data + 164, copy, 48);
    set32(&m, OFF_FACE_NORMALS, 140);
    set32(&m, OFF_VERTICES, 164);
    check_layout(&m, RQ_MODEL3D_EXPLICIT, "\"vertices_at\": 164");
    /* Frames that share their data. */
    make_animated(&m, 2);
    uint32_t second = rq_get32(m.data + OFF_FRAMES) + 32;
    set32(&m, second, rq_get32(m.data + second - 16));
    check_layout(&m, RQ_MODEL3D_EXPLICIT, "\"strays\"");
    /* Frames without normals, and without positions. */
    make_animated(&m, 2);
    set32(&m, second + 4, 0);
    check_round_trips(made_bytes(&m), "X.3DC", "model3d");
    set32(&m, second, 0);
    check_round_trips(made_bytes(&m), "X.3DC", "model3d");
    /* References that lead nowhere. */
    make_still(&m, "v5.0");
    set32(&m, rq_get32(m.data + OFF_INDICES), 5);
    set32(&m, rq_get32(m.data + OFF_SECTION4) + 30, 65);
    check_layout(&m, RQ_MODEL3D_STANDARD, "\"0x00000005\"");
    check_layout(&m, RQ_MODEL3D_STANDARD, "[[65, 4], 0]");
}

/* One normal a corner, as RGU has met them. */
static void test_normals_by_corner(void)
{
    static struct made m;
    make_still(&m, "v4.0");
    m.size = rq_get32(m.data + OFF_NORMALS);
    put_vertex_normals(&m, CORNERS);
    struct rq_doc *doc = read_as(made_bytes(&m), "model3d");
    REQUIRE(doc != NULL);
    const struct rq_model3d *model = rq_doc_root(doc, "model3d");
    CHECK_INT(model->vertex_normal_count, CORNERS);
    rq_doc_free(doc);
    check_layout(&m, RQ_MODEL3D_STANDARD, "\"layout\": \"standard\"");
}

/* They end where any other section starts: each in turn stands behind them, too. */
static void test_normals_before_others(void)
{
    static const uint32_t fields[] = {OFF_FRAMES,   OFF_SECTION4,     OFF_INDICES,
                                      OFF_VERTICES, OFF_FACE_NORMALS, OFF_FACES};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        static struct made m;
        make_still(&m, "v5.0");
        m.size = rq_get32(m.data + OFF_NORMALS);
        put_vertex_normals(&m, CORNERS);
        uint32_t from = rq_get32(m.data + fields[i]), end = rq_get32(m.data + OFF_NORMALS);
        for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++) {
            uint32_t start = rq_get32(m.data + fields[k]);
            end = start > from && start < end ? start : end;
        }
        set32(&m, fields[i], (uint32_t)m.size);
        for (uint32_t at = from; at < end; at++)
            put8(&m, m.data[at]);
        check_note("the section of field 0x%02x behind the normals", (unsigned)fields[i]);
        struct rq_doc *doc = read_as(made_bytes(&m), "model3d");
        REQUIRE(doc != NULL);
        CHECK_INT(((struct rq_model3d *)rq_doc_root(doc, "model3d"))->vertex_normal_count, CORNERS);
        rq_doc_free(doc);
    }
}

static char *replaced(const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    char *result = at ? malloc(strlen(text) + strlen(new) + 1) : NULL;
    if (result) {
        size_t before = (size_t)(at - text);
        memcpy(result, text, before);
        strcpy(result + before, new);
        strcat(result, at + strlen(old));
    }
    return result;
}

/* One more vertex in JSON: refused while the frames lack it, then counts and offsets follow. */
static void test_edit(void)
{
    static struct made m;
    make_animated(&m, 2);
    struct rq_doc *doc = read_as(made_bytes(&m), "model3d");
    REQUIRE(doc != NULL);
    struct rq_out text = json_of(doc);
    char *one =
        replaced((const char *)text.data, "\"vertices\": [", "\"vertices\": [\n    [7, 8, 9],");
    char *two = one ? replaced(one, "\"vertex_normals\": [",
                               "\"vertex_normals\": [[0.5, 0, \"nan:7fc00001\"],")
                    : NULL;
    struct rq_error err = {0};
    REQUIRE(two != NULL);
    struct rq_out out = built_from(two, &err);
    /* Frames have four positions for five vertices. */
    CHECK_INT(err.code, RQ_CORRUPT);
    rq_out_free(&out);
    char *frame = strstr(two, "\"positions\": [");
    REQUIRE(frame != NULL);
    char *three = replaced(two, "\"positions\": [", "\"positions\": [[1, 2, 3],");
    frame = three ? strstr(strstr(three, "\"positions\": [") + 10, "\"positions\": [") : NULL;
    REQUIRE(frame != NULL);
    char *rest = replaced(frame, "\"positions\": [", "\"positions\": [[1, 2, 3],");
    *frame = 0;
    char *whole = malloc(strlen(three) + strlen(rest) + 1);
    REQUIRE(whole != NULL);
    strcpy(whole, three);
    strcat(whole, rest);
    /* Corners name vertices by number: whoever puts one in front has to say that he knows. */
    err = (struct rq_error){0};
    out = built_from(whole, &err);
    CHECK(strstr(err.text, "\"vertices\" has 5 elements, \"counts\" says 4: ") != NULL);
    rq_out_free(&out);
    char *counts = strstr(whole, ",\n  \"counts\": {");
    REQUIRE(counts != NULL);
    char *after = strchr(counts, '}') + 1;
    memmove(counts, after, strlen(after) + 1);
    err = (struct rq_error){0};
    out = built_from(whole, &err);
    CHECK_STR(err.text, "");
    if (CHECK_INT(out.size, m.size + 12 + 12 + 2 * 6)) {
        struct rq_doc *edited = read_as(rq_out_bytes(&out), "model3d");
        REQUIRE(edited != NULL);
        const struct rq_model3d *model = rq_doc_root(edited, "model3d");
        CHECK_INT(rq_get32(out.data + 4), 5);
        CHECK_INT(rq_get32(out.data + OFF_FACE_NORMALS), 188 + 12);
        CHECK_INT(model->vertices[0][2], 9);
        CHECK_INT(model->vertices[1][0], 0);
        CHECK_INT(model->frames[2].positions[0][1], 2);
        CHECK_INT(rq_bits_of(model->vertex_normals[0][2]), 0x7FC00001);
        CHECK(rq_doc_settle(edited, &err));
        CHECK_INT(model->layout, RQ_MODEL3D_STANDARD);
        rq_doc_free(edited);
    }
    rq_out_free(&out);
    rq_out_free(&text);
    free(one);
    free(two);
    free(three);
    free(rest);
    free(whole);
    rq_doc_free(doc);
}

static void test_json_errors(void)
{
    static const char *const bad[] = {
        "\"faces\":[]",
        "\"header\":{\"version\":\"v3.0\"}",
        "\"header\":{\"version\":\"v4.0\",\"num_vertices\":3}",
        "\"header\":{\"version\":\"v4.0\"},\"layout\":\"early\"",
        "\"header\":{\"version\":\"v4.0\"},\"layout\":\"explicit\",\"size\":4000000000",
        "\"header\":{\"version\":\"v4.0\"},\"faces\":[{\"texture\":\"600/1\",\"corners\":[]}]",
        "\"header\":{\"version\":\"v4.0\"},\"faces\":[{\"texture\":\"6\",\"corners\":[]}]",
        "\"header\":{\"version\":\"v2.6\"},\"faces\":[{\"texture\":65536,\"corners\":[]}]",
        "\"header\":{\"version\":\"v4.0\"},\"vertices\":[[1,2]]",
        "\"header\":{\"version\":\"v4.0\"},\"vertices\":[[1,2,3,4]]",
        "\"header\":{\"version\":\"v4.0\"},\"face_normals\":[[1,2,3]]",
        ("\"header\":{\"version\":\"v4.0\"},\"vertices\":[[1,2,3]],\"frames\":[{},"
         "{\"positions\":[[1,2,40000]]}]"),
        "\"header\":{\"version\":\"v4.0\"},\"normal_indices\":[0]",
        "\"header\":{\"version\":\"v4.0\"},\"section4\":[{\"faces\":[0]}]",
        "\"header\":{\"version\":\"v4.0\"},\"nonsense\":1",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        not_built("model3d", bad[i]);
    struct rq_error err = {0};
    struct rq_out out = built_from(
        "{\"format\":\"model3d\",\"version\":1,\"header\":{\"version\":\"v4.0\"}}", &err);
    CHECK_INT(out.size, 64);
    rq_out_free(&out);
}

/* A place in the header that nothing is found by is kept, another value than the layout's where
 * something is found by it is refused. v2.x with a flag finds its vertices behind the faces. */
static void test_kept_places(void)
{
#define POINT "\"vertices\":[[1,2,3]]"
#define FACE  POINT ",\"faces\":[{\"texture\":\"302/70\",\"corners\":[[0,0,0]]}]"
    static const struct {
        const char *version, *member, *more, *rest;
        size_t at; /* 0: refused */
    } cases[] = {
        {"v2.6", "offset_vertex_coords", "", POINT, 0},
        {"v2.6", "offset_vertex_coords", "", "\"vertices\":[]", OFF_VERTICES},
        {"v2.6", "offset_vertex_coords", ",\"offset_vertex_normals\":1", POINT, OFF_VERTICES},
        {"v4.0", "offset_vertex_coords", "", POINT, 0},
        {"v4.0", "offset_vertex_coords", "", "\"vertices\":[]", OFF_VERTICES},
        {"v4.0", "offset_frame_data", "", "\"frames\":[{}]", 0},
        {"v4.0", "offset_frame_data", "", "\"frames\":[]", OFF_FRAMES},
        {"v4.0", "offset_face_data", "", FACE, 0},
        {"v4.0", "offset_face_normals", "", FACE ",\"face_normals\":[[0,0,256]]", 0},
        {"v4.0", "offset_vertex_normals", "", POINT ",\"vertex_normals\":[[0,0,1]]", 0},
        {"v4.0", "total_face_vertices_dup", "", FACE, TOTAL_DUP},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char json[400];
        struct rq_error err = {0};
        snprintf(
            json, sizeof json,
            "{\"format\":\"model3d\",\"version\":1,\"header\":{\"version\":\"%s\",\"%s\":99%s},"
            "%s}",
            cases[i].version, cases[i].member, cases[i].more, cases[i].rest);
        check_note("case %zu", i);
        struct rq_out out = built_from(json, &err);
        if (!cases[i].at) {
            CHECK_INT(err.code, RQ_CORRUPT);
            CHECK(strstr(err.text, cases[i].member) != NULL);
        } else if (CHECK(out.size >= HEADER)) {
            CHECK_INT(rq_get32(out.data + cases[i].at), 99);
            check_round_trips(rq_out_bytes(&out), "X.3D", "model3d");
        }
        rq_out_free(&out);
    }
}

/* ---- damage ---- */

static void test_damage(void)
{
    static struct made m;
    make_still(&m, "v5.0");
    check_truncations(made_bytes(&m), "model3d");
    check_flips(made_bytes(&m), "model3d", 2000);
    make_animated(&m, 2);
    check_truncations(made_bytes(&m), "model3d");
    check_flips(made_bytes(&m), "model3d", 2000);
    make_animated(&m, 4);
    check_flips(made_bytes(&m), "model3d", 2000);
    make_early(&m, "v2.6", true, 33, 2);
    check_truncations(made_bytes(&m), "model3d");
    check_flips(made_bytes(&m), "model3d", 2000);
    make_early(&m, "v2.7", false, 0, 1);
    check_flips(made_bytes(&m), "model3d", 2000);
}

/* Every number of the header at its worst. */
static void test_wild_header(void)
{
    static const uint32_t wild[] = {0,          1,          63,         65,         0x7FFFFFFF,
                                    0x80000000, 0xFFFFFFFF, 0xFFFFFFF4, 0x15555556, 0x10000000};
    static struct made m;
    for (size_t at = 4; at < HEADER; at += 4)
        for (size_t i = 0; i < sizeof wild / sizeof wild[0]; i++) {
            check_note("field at %zu = 0x%08x", at, wild[i]);
            make_still(&m, "v5.0");
            set32(&m, at, wild[i]);
            check_survives(made_bytes(&m), "model3d");
            make_animated(&m, 2);
            set32(&m, at, wild[i]);
            check_survives(made_bytes(&m), "model3d");
            make_early(&m, "v2.6", true, 33, 2);
            set32(&m, at, wild[i]);
            check_survives(made_bytes(&m), "model3d");
        }
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("model3d")};
    make_still(&m, "v3.0");
    CHECK(rq_doc_read(made_bytes(&m), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_UNSUPPORTED);
    CHECK(rq_format_detect(made_bytes(&m), "X.3D") == NULL);
}

static void test_no_memory(void)
{
    static struct made m;
    make_animated(&m, 2);
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_options options = {.alloc = &alloc};
        struct rq_error err = {0};
        struct rq_out out = {.alloc = &alloc}, json = {.alloc = &alloc};
        struct rq_arena arena = {.alloc = &alloc};
        struct rq_view view = {.arena = &arena, .err = &err};
        struct rq_scene scene;
        struct rq_doc *doc = rq_doc_read(made_bytes(&m), &options, &err), *other = NULL;
        if (doc && rq_doc_write(doc, &out, &err))
            CHECK_MEM(out.data, out.size, m.data, m.size);
        if (doc && rq_doc_to_json(doc, &json, &err))
            other = rq_doc_from_json(rq_out_bytes(&json), &options, &err);
        rq_out_cut(&out, 0);
        if (other && rq_doc_write(other, &out, &err))
            CHECK_MEM(out.data, out.size, m.data, m.size);
        if (doc)
            CHECK(doc->format->scene->scene(doc, &view, &scene) || err.code);
        rq_doc_free(doc);
        rq_doc_free(other);
        rq_out_free(&out);
        rq_out_free(&json);
        rq_arena_free(&arena);
        CHECK_INT(failing.live_blocks, 0);
        if (failing.calls < n)
            break;
    }
}

/* ---- scene ---- */

struct bank {
    int asked, width, height;
};

/* TEXBSI.302 with one image, D02070, whose eighth pixel is 0. */
static bool get_bank(void *ctx, const char *name, struct rq_bytes *bytes)
{
    static struct made m;
    struct bank *bank = ctx;
    bank->asked++;
    if (strcmp(name, "TEXBSI.302") != 0)
        return false;
    m.size = 0;
    put_text(&m, "D02070", 9);
    put32(&m, 8 + 8 + 26 + 8 + (uint32_t)(bank->width * bank->height) + 8);
    put_text(&m, "BSIF", 8);
    put_text(&m, "BHDR", 4);
    put32be(&m, 26);
    put32(&m, 0);
    put16(&m, bank->width);
    put16(&m, bank->height);
    put_zeros(&m, 6);
    put16(&m, 1);
    put_zeros(&m, 10);
    put_text(&m, "DATA", 4);
    put32be(&m, (uint32_t)(bank->width * bank->height));
    for (int i = 0; i < bank->width * bank->height; i++)
        put8(&m, (unsigned)(i + 1) % 8);
    put_text(&m, "END ", 8);
    put_zeros(&m, 9);
    *bytes = made_bytes(&m);
    return true;
}

static bool near(const float *v, float x, float y, float z)
{
    return fabsf(v[0] - x) < 1e-6f && fabsf(v[1] - y) < 1e-6f && fabsf(v[2] - z) < 1e-6f;
}

static void check_textured(const struct rq_scene *scene)
{
    const struct rq_primitive *p = &scene->meshes[0].primitives[0];
    CHECK_STR(scene->materials[p->material].name, "302/70");
    CHECK_INT(scene->materials[p->material].alpha, RQ_ALPHA_MASK);
    REQUIRE(scene->texture_count == 1 && scene->materials[p->material].texture == 0);
    CHECK_STR(scene->textures[0].name, "D02070");
    CHECK(scene->textures[0].nearest);
    CHECK_INT(p->vertex_count, 3);
    CHECK_INT(p->index_count, 3);
    /* (5120, -5120, 256) is (-1, 1, 0.05); U = 16 + 64 - 16 of 16 * 4, V = 32 - 48 of 16 * 2. */
    CHECK(near(p->attributes[RQ_POSITION] + 6, -1, 1, 0.05f));
    CHECK(near((float[3]){p->attributes[RQ_TEXCOORD_0][4], p->attributes[RQ_TEXCOORD_0][5], 0}, 1,
               -0.5f, 0));
    /* Vertex normals (1, 0, 0) turn to (-1, 0, 0); NaN takes the face's (0, 0, -1). */
    CHECK(near(p->attributes[RQ_NORMAL], -1, 0, 0));
    CHECK(near(p->attributes[RQ_NORMAL] + 6, 0, 0, -1));
}

static void test_scene_still(void)
{
    static struct made m;
    static uint8_t palette[768];
    struct bank bank = {.width = 4, .height = 2};
    make_still(&m, "v4.0");
    struct rq_doc *doc = read_as(made_bytes(&m), "model3d");
    REQUIRE(doc != NULL);
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_env env = {.get = get_bank, .ctx = &bank};
    struct rq_view view = {.arena = &arena, .err = &err, .env = &env, .palette = palette};
    struct rq_scene scene;
    palette[17 * 3] = 255;
    if (CHECK(doc->format->scene->scene(doc, &view, &scene))) {
        CHECK_INT(bank.asked, 1);
        CHECK_INT(scene.node_count, 1);
        CHECK_INT(scene.animation_count, 0);
        CHECK_INT(scene.meshes[0].primitive_count, 2);
        check_textured(&scene);
        const struct rq_primitive *p = &scene.meshes[0].primitives[1];
        CHECK_STR(scene.materials[p->material].name, "color 17");
        CHECK(near(scene.materials[p->material].color, 1, 0, 0));
        CHECK_INT(p->index_count, 6);
        static const uint32_t fan[] = {0, 1, 2, 0, 2, 3};
        CHECK_MEM(p->indices, sizeof fan, fan, sizeof fan);
        /* The table gives corner 2 of this face the NaN of vertex 2, and corner 3 normal 0. */
        CHECK(near(p->attributes[RQ_NORMAL] + 6, 0, -1, 0));
        CHECK(near(p->attributes[RQ_NORMAL] + 9, -1, 0, 0));
    }
    rq_arena_free(&arena);
    bank = (struct bank){.width = 1, .height = 1};
    if (CHECK(doc->format->scene->scene(doc, &view, &scene))) {
        /* The same U, 64, and V, -16, in an image of one pixel. */
        const struct rq_primitive *p = &scene.meshes[0].primitives[0];
        const float *uv = p->attributes[RQ_TEXCOORD_0];
        CHECK_INT(scene.materials[p->material].texture, 0);
        CHECK_INT(scene.materials[p->material].alpha, RQ_ALPHA_OPAQUE); /* no pixel is 0 */
        CHECK(uv && uv[4] == 4 && uv[5] == -1);
        CHECK(!scene.meshes[0].primitives[1].attributes[RQ_TEXCOORD_0]); /* a colour */
    }
    rq_arena_free(&arena);
    view.env = NULL;
    view.palette = NULL;
    if (CHECK(doc->format->scene->scene(doc, &view, &scene))) {
        CHECK_INT(scene.texture_count, 0);
        CHECK_INT(scene.materials[0].texture, -1);
        const float *uv = scene.meshes[0].primitives[0].attributes[RQ_TEXCOORD_0];
        CHECK(fabsf(uv[4] - 64.0f / 4096) < 1e-6f);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_scene_frames(void)
{
    static struct made m;
    for (uint32_t type = 2; type <= 4; type += 2) {
        make_animated(&m, type);
        struct rq_doc *doc = read_as(made_bytes(&m), "model3d");
        REQUIRE(doc != NULL);
        struct rq_error err = {0};
        struct rq_arena arena = {0};
        struct rq_view view = {.arena = &arena, .err = &err};
        struct rq_scene scene;
        if (CHECK(doc->format->scene->scene(doc, &view, &scene)) &&
            CHECK_INT(scene.meshes[0].morph_count, 2)) {
            const struct rq_morph *morphs = scene.meshes[0].primitives[0].morphs;
            /* Type 2: base - (1024, 1024, -1024); type 4: base + 1024 each. */
            if (type == 2)
                CHECK(near(morphs[1].positions + 3, 0.2f, 0.2f, 0.2f));
            else
                CHECK(near(morphs[1].positions + 3, -0.2f, -0.2f, 0.2f));
            /* The first face turns from (0, 0, -1) to (1, 0, 0) in the scene's space, and so do its normals:
             * (-1, 0, 0) of a vertex to (0, 0, -1), its own at the vertex that has none. The second does
             * not turn. */
            const struct rq_primitive *p = scene.meshes[0].primitives;
            REQUIRE(morphs[1].normals && p[1].morphs[1].normals);
            for (uint32_t v = 0; v < p[0].vertex_count; v++) {
                bool flat = p[0].attributes[RQ_NORMAL][v * 3] > -0.5f;
                CHECK(near(morphs[1].normals + (size_t)v * 3, 1, 0, flat ? 1 : -1));
            }
            for (uint32_t v = 0; v < p[1].vertex_count; v++)
                CHECK(near(p[1].morphs[1].normals + (size_t)v * 3, 0, 0, 0));
            REQUIRE(scene.animation_count == 1);
            const struct rq_channel *c = &scene.animations[0].channels[0];
            static const float weights[] = {0, 0, 1, 0, 0, 1};
            CHECK_INT(c->key_count, 3);
            CHECK_INT(c->path, RQ_PATH_WEIGHTS);
            CHECK_MEM(c->values, sizeof weights, weights, sizeof weights);
            CHECK(c->times[0] == 0 && c->times[2] > c->times[1]);
        }
        rq_arena_free(&arena);
        rq_doc_free(doc);
    }
}

TESTS(test_still, test_frames, test_early, test_dropped_gap, test_textures, test_layouts,
      test_normals_by_corner, test_normals_before_others, test_edit, test_json_errors,
      test_kept_places, test_damage, test_wild_header, test_no_memory, test_scene_still,
      test_scene_frames)
