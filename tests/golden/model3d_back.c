/* Every model and archive of models of the corpus and of the demo, to GLB and back. */
#include "redguard.h"

#include <math.h>
#include <reliquary/game.h>
#include <reliquary/model3d.h>
#include <reliquary/rob.h>

static struct {
    size_t files, models, faces, vertices, textured, frames, normals, near_normals, triangles;
} seen;

static void keep_file(struct rq_out *out, struct rq_bytes bytes)
{
    rq_out_cut(out, 0);
    rq_put_bytes(out, bytes);
}

static bool keep(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)name, (void)err;
    keep_file(ctx, bytes);
    return true;
}

static void corner_normal(const struct rq_model3d *m, uint32_t face, uint32_t corner,
                          uint32_t vertex, double out[3])
{
    uint32_t index = m->normal_index_count ? m->normal_indices[corner].value : vertex;
    const float *n = m->vertex_normal_count ? m->vertex_normals[index] : NULL;
    bool flat = !n || isnan(n[0]) || (n[0] == 0 && n[1] == 0 && n[2] == 0);
    double length = 0;
    for (size_t k = 0; k < 3; k++) {
        out[k] = flat ? (double)m->face_normals[face][k] : (double)n[k];
        length += out[k] * out[k];
    }
    for (size_t k = 0; k < 3 && length > 0; k++)
        out[k] /= sqrt(length);
}

/* Same look, same vertices in the same order; same pixels, where there are any; shading within the
 * 256th that normals of faces are rounded to. */
static void check_face(const struct rq_model3d *a, const struct rq_model3d *b, uint32_t i,
                       uint32_t first)
{
    const struct rq_model3d_face *x = &a->faces[i], *y = &b->faces[i];
    struct rq_model3d_texture s = rq_model3d_texture(a, x->texture),
                              t = rq_model3d_texture(b, y->texture);
    CHECK(s.kind == t.kind && s.bank == t.bank && s.image == t.image && s.color == t.color);
    REQUIRE(x->corner_count == y->corner_count);
    for (uint32_t k = 0; k < x->corner_count; k++) {
        uint32_t vertex = rq_model3d_vertex(a, x->corners[k].vertex);
        double m[3], n[3];
        CHECK_INT(vertex, y->corners[k].vertex);
        if (s.kind == RQ_MODEL3D_IMAGE)
            CHECK(x->corners[k].u == y->corners[k].u && x->corners[k].v == y->corners[k].v);
        else
            CHECK(y->corners[k].u == 0 && y->corners[k].v == 0);
        corner_normal(a, i, first + k, vertex, m);
        corner_normal(b, i, first + k, vertex, n);
        seen.normals++;
        seen.near_normals +=
            fabs(m[0] - n[0]) < 0.008 && fabs(m[1] - n[1]) < 0.008 && fabs(m[2] - n[2]) < 0.008;
    }
    seen.textured += s.kind == RQ_MODEL3D_IMAGE;
}

static void check_models(const struct rq_model3d *a, const struct rq_model3d *b)
{
    bool early = rq_model3d_early(a), moves = !early && a->frame_count > 1;
    CHECK_MEM(b->header.version, 4, early ? b->header.version : a->header.version, 4);
    CHECK_INT(b->header.radius, a->header.radius);
    REQUIRE(a->vertex_count == b->vertex_count && a->face_count == b->face_count);
    CHECK_MEM(b->vertices, b->vertex_count * sizeof *b->vertices, a->vertices,
              a->vertex_count * sizeof *a->vertices);
    CHECK_INT(b->frame_count, moves ? a->frame_count : 1);
    if (!early)
        CHECK_INT(b->frames[0].record.type, a->frames[0].record.type);
    for (uint32_t f = 1; moves && f < a->frame_count; f++)
        CHECK_MEM(b->frames[f].positions, b->vertex_count * 12, a->frames[f].positions,
                  a->vertex_count * 12);
    for (uint32_t i = 0, first = 0; i < a->face_count; first += a->faces[i++].corner_count)
        check_face(a, b, i, first);
    seen.models++;
    seen.faces += a->face_count;
    seen.vertices += a->vertex_count;
    seen.frames += b->frame_count;
}

/* ---- without our extras ---- */

static void add(uint64_t *sum, int64_t v)
{
    *sum = (*sum ^ (uint64_t)v) * 0x9E3779B97F4A7C15u;
    *sum ^= *sum >> 29;
}

/* Where a corner is in every frame, and where in its texture: corners that say the same are one. */
static uint64_t corner_sum(const struct rq_model3d *m, uint32_t vertex, bool textured, int64_t u,
                           int64_t v)
{
    uint64_t sum = 1;
    for (uint32_t f = 0; f < (rq_model3d_early(m) ? 1 : m->frame_count); f++)
        for (size_t k = 0; k < 3; k++) {
            int64_t base = m->vertices[vertex][k],
                    stored = f ? m->frames[f].positions[vertex][k] : 0;
            add(&sum, f && m->frames[0].record.type == 4 ? stored : base - stored);
        }
    add(&sum, textured ? u : 0);
    add(&sum, textured ? v : 0);
    return sum;
}

/* All triangles of a model in any order: faces as fans, without those that have no area. */
static uint64_t triangle_sum(const struct rq_model3d *m, size_t *count)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < m->face_count; i++) {
        const struct rq_model3d_face *face = &m->faces[i];
        struct rq_model3d_texture t = rq_model3d_texture(m, face->texture);
        uint64_t sums[256], places[256];
        int64_t u = 0, v = 0;
        for (uint32_t k = 0; k < face->corner_count; k++) {
            uint32_t vertex = rq_model3d_vertex(m, face->corners[k].vertex);
            u += face->corners[k].u;
            v += face->corners[k].v;
            sums[k] = corner_sum(m, vertex, t.kind == RQ_MODEL3D_IMAGE, u, v);
            places[k] = corner_sum(m, vertex, false, 0, 0);
        }
        for (uint32_t k = 2; k < face->corner_count; k++) {
            uint64_t sum = t.kind;
            if (places[0] == places[k - 1] || places[k - 1] == places[k] || places[0] == places[k])
                continue;
            add(&sum, (int64_t)t.bank << 32 | t.image << 16 | t.color);
            add(&sum, (int64_t)sums[0]);
            add(&sum, (int64_t)sums[k - 1]);
            add(&sum, (int64_t)sums[k]);
            all += sum;
            ++*count;
        }
    }
    return all;
}

/* As after an edit in a program that drops extras: the same triangles, in whatever order. */
static void check_bare(const char *name, const struct rq_doc *doc, struct rq_out *glb,
                       const struct rq_env *env)
{
    struct rq_error err = {0};
    size_t before = 0, after = 0;
    for (size_t i = 0; i + 9 < glb->size; i++)
        if (memcmp(glb->data + i, "\"model3d\"", 9) == 0)
            memcpy(glb->data + i + 1, "another", 7);
    struct rq_doc *back = rq_doc_import(rq_out_bytes(glb), doc->format,
                                        &(struct rq_options){.name = name, .env = env}, &err);
    CHECK_STR(err.text, "");
    REQUIRE(back != NULL);
    uint64_t a = triangle_sum(rq_doc_root((struct rq_doc *)(uintptr_t)doc, "model3d"), &before);
    uint64_t b = triangle_sum(rq_doc_root(back, "model3d"), &after);
    CHECK_INT(after, before);
    CHECK(a == b);
    seen.triangles += after;
    rq_doc_free(back);
}

static void check_archives(const struct rq_rob *a, const struct rq_rob *b)
{
    REQUIRE(a->segment_count == b->segment_count);
    for (size_t i = 0; i < a->segment_count; i++) {
        const struct rq_rob_segment *x = &a->segments[i], *y = &b->segments[i];
        struct rq_rob_segment_header h = y->header;
        struct rq_error err = {0};
        h.total_size = x->header.total_size;
        h.data_size = x->header.data_size;
        check_note("segment %zu", i);
        CHECK_MEM(&h, sizeof h, &x->header, sizeof h);
        CHECK_INT(!x->data.size, !y->data.size);
        if (!x->data.size)
            continue;
        struct rq_doc *old = rq_doc_read(x->data, NULL, &err);
        struct rq_doc *made = rq_doc_read(y->data, NULL, &err);
        if (CHECK(old && made))
            check_models(rq_doc_root(old, "model3d"), rq_doc_root(made, "model3d"));
        rq_doc_free(old);
        rq_doc_free(made);
    }
}

static void check_back(const char *name, struct rq_bytes file, const struct rq_env *env)
{
    struct rq_error err = {0};
    struct rq_out glb = {0};
    const struct rq_finding *findings;
    struct rq_doc *doc = rq_doc_read(file, NULL, &err);
    REQUIRE(doc &&
            rq_doc_convert(doc, &(struct rq_convert_options){.name = name, .to = "glb", .env = env},
                           keep, &glb, &err));
    struct rq_doc *back = rq_doc_import(rq_out_bytes(&glb), doc->format,
                                        &(struct rq_options){.name = name, .env = env}, &err);
    CHECK_STR(err.text, "");
    if (back) {
        struct rq_out out = {0};
        size_t count = rq_doc_findings(back, &findings);
        for (size_t i = 0; i < count; i++)
            CHECK(strstr(findings[i].id, "assumed-size"));
        CHECK(rq_doc_write(back, &out, &err));
        struct rq_doc *again = read_and_check(rq_out_bytes(&out));
        if (again && doc->format == rq_format_by_name("rob"))
            check_archives(rq_doc_root(doc, "rob"), rq_doc_root(again, "rob"));
        else if (again)
            check_models(rq_doc_root(doc, "model3d"), rq_doc_root(again, "model3d"));
        rq_doc_free(again);
        rq_out_free(&out);
        if (doc->format == rq_format_by_name("model3d"))
            check_bare(name, doc, &glb, env);
        seen.files++;
    }
    rq_doc_free(back);
    rq_doc_free(doc);
    rq_out_free(&glb);
}

/* Every model and archive of a game, with its textures: their sizes go into the coordinates. */
static void check_game(const char *path)
{
    struct rq_error err = {0};
    struct rq_walk walk = {0};
    struct rq_game *game = rq_game_open(path, NULL, &err);
    REQUIRE(game && rq_walk_add(&walk, path, NULL));
    memset(&seen, 0, sizeof seen);
    for (size_t i = 0; i < walk.count; i++) {
        const char *name = walk.items[i].path, *extension = rq_path_extension(name);
        size_t size = 0;
        if (rq_casecmp(extension, "3d") != 0 && rq_casecmp(extension, "3dc") != 0 &&
            rq_casecmp(extension, "rob") != 0)
            continue;
        uint8_t *data = check_read(name, &size);
        check_note("%s", walk.items[i].relative);
        if (CHECK(data != NULL))
            check_back(name, (struct rq_bytes){data, size}, rq_game_env(game));
        free(data);
    }
    printf("    %zu files, %zu models: %zu vertices, %zu faces (%zu textured), %zu frames equal; "
           "%zu of %zu normals of corners; %zu triangles without extras\n",
           seen.files, seen.models, seen.vertices, seen.faces, seen.textured, seen.frames,
           seen.near_normals, seen.normals, seen.triangles);
    rq_walk_free(&walk);
    rq_game_close(game);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    check_game(check_corpus("redguard"));
    CHECK_INT(seen.files, 25);
    CHECK_INT(seen.near_normals, seen.normals);
}

static void test_demo(void)
{
    const char *demo = getenv("RQ_DEMO_DIR");
    char path[1024];
    if (!demo) {
        SKIP_PART("RQ_DEMO_DIR names no folder");
        return;
    }
    snprintf(path, sizeof path, "%s/redguard", demo);
    check_game(path);
    CHECK(seen.files >= 20);
    CHECK_INT(seen.near_normals, seen.normals);
}

TESTS(test_corpus, test_demo)
