/* MDL and MDX: bytes laid down from docs/formats/mdl.md, first all by hand, then by
 * support/model.h; what the reader makes of them, that they come back, and what it refuses. */
#include "formats/kotor/mdl/parts.h"
#include "kotor.h"
#include "support/model.h"

#include <math.h>

/* ---- a model by hand ---- */

#define W(v)                                                                                       \
    (uint8_t)((uint32_t)(v)&0xFF), (uint8_t)((uint32_t)(v) >> 8 & 0xFF),                           \
        (uint8_t)((uint32_t)(v) >> 16 & 0xFF), (uint8_t)((uint32_t)(v) >> 24 & 0xFF)
#define H(v)     (uint8_t)((v)&0xFF), (uint8_t)((v) >> 8 & 0xFF)
#define ZERO_4   0, 0, 0, 0
#define ZERO_16  ZERO_4, ZERO_4, ZERO_4, ZERO_4
#define ZERO_28  ZERO_16, ZERO_4, ZERO_4, ZERO_4
#define ONE_F    W(0x3F800000)
#define FIVE_F   W(0x40A00000)
#define M_FIVE_F W(0xC0A00000)

/* clang-format off */
/* A dummy and below it another, one animation that moves it. Offsets in the comments count from
 * behind the wrapper, as the file's do. */
static const uint8_t by_hand[] = {
    W(0), W(768), W(0), /* wrapper: 768 bytes follow, no MDX */
    /* 0x00 geometry header */
    W(4273776), W(4216096), 'b', 'o', 'x', 0, ZERO_28, W(464), W(2), ZERO_28, 2, 0, 0, 0,
    /* 0x50 model header: other, animations at 0xD3, box, names at 0xC4 */
    0, 0, 0, 1, W(0), W(211), W(1), W(1), W(0),
    M_FIVE_F, M_FIVE_F, W(0xBF800000), FIVE_F, FIVE_F, W(0x41200000), W(0x40E00000), ONE_F,
    'N', 'U', 'L', 'L', ZERO_28, W(464), W(0), W(0), W(0), W(196), W(2), W(2),
    /* 0xC4 names: "box" at 204, "b2" at 208 */
    W(204), W(208), 'b', 'o', 'x', 0, 'b', '2', 0,
    /* 0xD3 one animation, at 215 */
    W(215),
    /* 215 its header: "go", root at 351, 1 second, no events */
    W(4273392), W(4451552), 'g', 'o', 0, 0, ZERO_28, W(351), W(1), ZERO_28, 5, 0, 0, 0,
    ONE_F, W(0), 'b', 'o', 'x', 0, ZERO_28, W(0), W(0), W(0), W(0),
    /* 351 its node: b2, owner 215; no child (the cursor, 431), one key at 431, data at 447 */
    H(1), H(1), H(1), H(0), W(215), W(0), W(0), W(0), W(0), ONE_F, W(0), W(0), W(0),
    W(431), W(0), W(0), W(431), W(1), W(1), W(447), W(4), W(4),
    /* 431 position, link 16, one row, time at 0, values at 1, three columns */
    W(8), H(16), H(1), H(0), H(1), 3, 0, 0, 0,
    /* 447 time 0; 1 0 0 */
    W(0), ONE_F, W(0), W(0),
    1, /* 463: of nobody; moved below to prove that it is noticed */
    /* 464 the root: one child, at 548; no keys: 0 */
    H(1), H(0), H(0), H(0), W(0), W(0), W(0), W(0), W(0), ONE_F, W(0), W(0), W(0),
    W(544), W(1), W(1), W(0), W(0), W(0), W(0), W(0), W(0),
    /* 544 */
    W(548),
    /* 548 b2: parent 464, no child (628), keys at 628, data at 660 */
    H(1), H(1), H(1), H(0), W(0), W(464), W(0), W(0), ONE_F, ONE_F, W(0), W(0), W(0),
    W(628), W(0), W(0), W(628), W(2), W(2), W(660), W(9), W(9),
    /* 628 */
    W(8), H(0xFFFF), H(1), H(0), H(1), 3, 0, 0, 0,
    W(20), H(0xFFFF), H(1), H(4), H(5), 4, 0, 0, 0,
    /* 660: 0; 0 0 1; 0; 0 0 0 1 */
    W(0), W(0), W(0), ONE_F, W(0), W(0), W(0), W(0), ONE_F,
    /* 696: of nobody to the end */
    ZERO_16, ZERO_16, ZERO_16, ZERO_16, 9, 9, 9, 9, 9, 9, 9, 9};
/* clang-format on */

static struct rq_doc *read_pair(struct rq_bytes file, struct rq_bytes mdx)
{
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("mdl"), .companion = mdx};
    struct rq_doc *doc = rq_doc_read(file, &options, &err);
    if (!CHECK(doc != NULL))
        printf("    %s: %s\n", err.where, err.text);
    return doc;
}

static void check_same(struct rq_bytes file, struct rq_bytes mdx)
{
    for (int json = 0; json < 2; json++) {
        struct rq_error err = {0};
        struct rq_options options = {.format = rq_format_by_name("mdl"), .companion = mdx};
        if (!CHECK_INT(rq_doc_verify(file, &options, json != 0, &err), RQ_IDENTICAL))
            printf("    %s: %s\n", err.where, err.text);
    }
}

static const struct rq_mdl *settled(struct rq_doc *doc)
{
    struct rq_error err = {0};
    CHECK(rq_doc_settle(doc, &err));
    return rq_doc_root(doc, "mdl");
}

static void test_by_hand(void)
{
    struct rq_bytes file = {by_hand, sizeof by_hand};
    CHECK_INT(sizeof by_hand, 12 + 768);
    CHECK(rq_format_detect(file, NULL) == rq_format_by_name("mdl"));
    struct rq_doc *doc = read_pair(file, (struct rq_bytes){NULL, 0});
    REQUIRE(doc);
    const struct rq_mdl *m = settled(doc);
    CHECK_STR(m->geometry.name, "box");
    CHECK_INT(m->version, RQ_MDL_K1);
    CHECK_INT(m->name_count, 2);
    CHECK_STR(m->names[1], "b2");
    CHECK_INT(m->tree.count, 2);
    CHECK_INT(m->tree.nodes[0].subtree, 2);
    CHECK_INT(m->tree.nodes[1].parent, 0);
    CHECK(m->tree.nodes[1].header.position[2] == 1);
    CHECK_INT(m->animation_root, 0);
    CHECK_INT(m->animation_count, 1);
    CHECK_STR(m->animations[0].geometry.name, "go");
    CHECK_INT(m->animations[0].tree.nodes[0].keys[0].link, 16);
    CHECK_INT(m->animations[0].tree.nodes[0].data[1], 0x3F800000);
    /* 1 byte at 463 and 72 at 696 belong to nothing. */
    CHECK_INT(m->layout, RQ_MDL_EXPLICIT);
    CHECK_INT(m->strays->count, 2);
    CHECK_INT(m->strays->items[0].offset, 12 + 463);
    CHECK_INT(m->strays->items[0].bytes.size, 1);
    CHECK_INT(m->strays->items[1].offset, 12 + 696);
    rq_doc_free(doc);
    check_same(file, (struct rq_bytes){NULL, 0});
}

/* ---- one of each kind ---- */

static struct model model;

static struct rq_doc *lay_and_read(unsigned kinds)
{
    bool k2 = model.k2, xbox = model.xbox;
    model = (struct model){.k2 = k2, .xbox = xbox};
    model_lay(&model, kinds);
    check_same(model_bytes(&model), model_mdx(&model));
    check_same(model_bytes(&model), (struct rq_bytes){NULL, 0});
    return read_pair(model_bytes(&model), model_mdx(&model));
}

static const struct rq_mdl_node *node_of(const struct rq_mdl *m, unsigned type)
{
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (m->tree.nodes[i].header.type == type)
            return &m->tree.nodes[i];
    CHECK(!"no such node");
    return &m->tree.nodes[0];
}

static void test_every_kind(void)
{
    model.k2 = model.xbox = false;
    struct rq_doc *doc = lay_and_read(MODEL_ALL);
    REQUIRE(doc);
    const struct rq_mdl *m = settled(doc);
    CHECK_INT(m->layout, RQ_MDL_CANONICAL);
    CHECK_INT(m->mdx_layout, RQ_MDX_CANONICAL);
    CHECK_INT(m->gaps.size, 8);
    CHECK_INT(m->tree.count, 1 + MODEL_KINDS);
    const struct rq_mdl_mesh *mesh = node_of(m, 0x21)->mesh;
    CHECK_INT(mesh->face_count, 1);
    CHECK_INT(mesh->faces[0].material, 7);
    CHECK_INT(mesh->inverted, 98);
    CHECK(mesh->indices == NULL && mesh->index_count == 3);
    CHECK(mesh->vertices[2][1] == 1);
    CHECK_INT(mesh->rows.size, 4 * 24);
    CHECK_INT(mesh->end_row.size, 24);
    float v[4];
    CHECK(rq_mdl_vertex(m, mesh, RQ_MDL_NORMAL, 1, v, 3) && v[2] == 1 && v[0] == 0);
    CHECK(!rq_mdl_vertex(m, mesh, RQ_MDL_UV_1, 1, v, 2));
    CHECK(!rq_mdl_vertex(m, mesh, RQ_MDL_NORMAL, 4, v, 3));
    const struct rq_mdl_light *light = node_of(m, 3)->light;
    CHECK_STR(light->textures[0], "flare");
    CHECK(light->sizes[0] == 3 && light->positions[0] == 4 && light->color_shifts[0][2] == 0.5F);
    CHECK_INT(light->header.fading, 6);
    CHECK_STR(node_of(m, 5)->emitter->texture, "fx_spark");
    CHECK_INT(node_of(m, 5)->emitter->flags, 0x112);
    CHECK_STR(node_of(m, 0x11)->reference->model, "fx_ref");
    const struct rq_mdl_mesh *skin = node_of(m, 0x61)->mesh;
    CHECK(skin->skin->bone_map[1] == -1 && skin->skin->q_bones[0][0] == 1);
    CHECK_INT(skin->skin->array_8[0], 0x00C0FFEE);
    CHECK(rq_mdl_vertex(m, skin, RQ_MDL_WEIGHTS, 0, v, 4) && v[0] == 1 && v[1] == 0);
    const struct rq_mdl_dangly *cloth = node_of(m, 0x121)->mesh->dangly;
    CHECK(!cloth->wide && cloth->constraints[2] == 255 && cloth->positions[1][0] == 1);
    const struct rq_mdl_mesh *walk = node_of(m, 0x221)->mesh;
    CHECK_INT(walk->box_count, 3);
    CHECK_INT(walk->boxes[0].second, 2);
    CHECK_INT(walk->boxes[2].face, 0);
    CHECK(node_of(m, 0x821)->mesh->saber->uvs[175][1] == 351);
    CHECK(!node_of(m, 0x821)->mesh->has_indices);
    rq_doc_free(doc);
}

/* Each alone, in both games; on Xbox without vertices in the MDL. */
static void test_versions(void)
{
    for (unsigned version = 0; version < 4; version++)
        for (unsigned kind = 0; kind < MODEL_KINDS; kind++) {
            model.k2 = version & 1;
            model.xbox = version >= 2;
            if (model.xbox && (1 << kind) >= MODEL_DANGLY)
                continue; /* their rows are of other sizes there, and nobody has seen one */
            check_note("version %u, %s", version, model_kinds[kind].name);
            struct rq_doc *doc = lay_and_read(1u << kind);
            REQUIRE(doc);
            const struct rq_mdl *m = settled(doc);
            CHECK_INT(m->version, version);
            CHECK_INT(m->layout, RQ_MDL_CANONICAL);
            if (kind == 0) {
                CHECK(model.xbox == (m->tree.nodes[1].mesh->vertices == NULL));
                CHECK_INT(m->tree.nodes[1].mesh->dirt.dirt_texture, model.k2 ? 2 : 0);
            }
            rq_doc_free(doc);
        }
    model.k2 = model.xbox = false;
    check_note(" ");
}

/* Eight bytes for each constraint, though the count stays: MDLedit's. */
static void test_wide_constraints(void)
{
    struct rq_doc *doc = lay_and_read(MODEL_DANGLY);
    REQUIRE(doc);
    struct rq_mdl *m = rq_doc_root(doc, "mdl");
    struct rq_error err = {0};
    struct rq_out out = {0};
    CHECK(rq_doc_settle(doc, &err));
    m->tree.nodes[1].mesh->dangly->wide = true;
    m->tree.nodes[1].mesh->dangly->constraints[0] = 3.25;
    REQUIRE(rq_doc_write(doc, &out, &err));
    rq_doc_free(doc);
    CHECK_INT(out.size, model.size + 12);
    check_same(rq_out_bytes(&out), model_mdx(&model));
    doc = read_pair(rq_out_bytes(&out), model_mdx(&model));
    REQUIRE(doc);
    const struct rq_mdl *again = settled(doc);
    CHECK_INT(again->layout, RQ_MDL_CANONICAL);
    CHECK(again->tree.nodes[1].mesh->dangly->wide);
    CHECK(again->tree.nodes[1].mesh->dangly->constraints[0] == 3.25);
    rq_doc_free(doc);
    rq_out_free(&out);
}

/* The other order is read back by its own name, with all its pointers anew. */
static void test_blender(void)
{
    struct rq_doc *doc = lay_and_read(MODEL_ALL);
    REQUIRE(doc);
    struct rq_mdl *m = rq_doc_root(doc, "mdl");
    struct rq_error err = {0};
    struct rq_out out = {0}, mdx = {0};
    m->layout = RQ_MDL_BLENDER;
    m->mdx_layout = RQ_MDX_TIGHT;
    REQUIRE(rq_doc_write(doc, &out, &err) && rq_doc_write_companion(doc, &mdx, &err));
    rq_doc_free(doc);
    CHECK_INT(out.size, model.size);
    CHECK_INT(mdx.size, model.mdx_size - 8); /* no gap */
    check_same(rq_out_bytes(&out), rq_out_bytes(&mdx));
    doc = read_pair(rq_out_bytes(&out), rq_out_bytes(&mdx));
    REQUIRE(doc);
    CHECK_INT(settled(doc)->layout, RQ_MDL_BLENDER);
    CHECK_INT(settled(doc)->mdx_layout, RQ_MDX_TIGHT);
    rq_doc_free(doc);
    rq_out_free(&out);
    rq_out_free(&mdx);
}

/* ---- values ---- */

static void test_values(void)
{
    struct rq_mdl_key key = {.code = 20, .columns = 2};
    CHECK_INT(rq_mdl_key_width(&key), 1);
    key.columns = 4;
    CHECK_INT(rq_mdl_key_width(&key), 4);
    key = (struct rq_mdl_key){.code = 8, .columns = 19};
    CHECK_INT(rq_mdl_key_width(&key), 9);
    CHECK_STR(rq_mdl_controller_name(0x21, 100), "selfillumcolor");
    CHECK_STR(rq_mdl_controller_name(3, 100), "verticaldisplacement");
    CHECK_STR(rq_mdl_controller_name(5, 100), "drag");
    CHECK(rq_mdl_controller_name(1, 100) == NULL);
    CHECK_INT(rq_mdl_controller_code(5, "LIGHTNINGZIGZAG"), 200);
    CHECK_INT(rq_mdl_controller_code(1, "alpha"), 0);
    /* 1023 and 511 are 0: the rotation that is none. */
    float q[4];
    rq_mdl_unpack(1023u | 1023u << 11 | 511u << 22, q);
    CHECK(q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 1);
    CHECK_INT(rq_mdl_pack(q), 1023u | 1023u << 11 | 511u << 22);
    rq_mdl_unpack(0, q);
    CHECK(q[0] == -1 && q[3] == 0);
    CHECK_INT(rq_mdl_pack((const float[4]){0, 0, 0, -1}), 1023u | 1023u << 11 | 511u << 22);
    /* Half a turn about x stays as it is, and its opposite too: only a negative w is turned. */
    CHECK_INT(rq_mdl_pack((const float[4]){1, 0, 0, 0}), 2046u | 1023u << 11 | 511u << 22);
    CHECK_INT(rq_mdl_pack((const float[4]){-1, 0, 0, 0}), 0u | 1023u << 11 | 511u << 22);
    CHECK_INT(rq_mdl_pack((const float[4]){1, 2, 3, 1}), 2046u | 2047u << 11 | 1023u << 22);
    CHECK_INT(rq_mdl_pack((const float[4]){-2, 0, 0, 1}), 0u | 1023u << 11 | 511u << 22);
    /* A NaN that would lose a bit in the processor's own conversion. */
    uint32_t nan = 0xFF812345;
    CHECK_INT(rq_bits_of(rq_mdl_narrow(rq_mdl_widen(rq_f32_of(nan)))), nan);
    CHECK(rq_mdl_narrow(rq_mdl_widen(0.1F)) == 0.1F);
}

/* ---- what is wrong ---- */

/* The word at an offset behind the wrapper becomes another: refused. */
static void refused_with(uint32_t at, uint32_t word, const char *why)
{
    struct model bad = model;
    model_patch(&bad, at, word);
    check_note("0x%x at 0x%x", word, at);
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("mdl"), .companion = model_mdx(&bad)};
    struct rq_doc *doc = rq_doc_read(model_bytes(&bad), &options, &err);
    CHECK(doc == NULL);
    if (!CHECK(strstr(err.text, why) || strstr(err.where, why)))
        printf("    %s: %s\n", err.where, err.text);
    rq_doc_free(doc);
    check_note(" ");
}

/* Read all the same, with this finding, and identical. */
static void found_with(uint32_t at, uint32_t word, const char *id)
{
    struct model odd = model;
    const struct rq_finding *findings;
    model_patch(&odd, at, word);
    check_note("0x%x at 0x%x", word, at);
    struct rq_doc *doc = read_pair(model_bytes(&odd), model_mdx(&odd));
    if (doc) {
        size_t count = rq_doc_findings(doc, &findings);
        CHECK(count > 0);
        CHECK_STR(count ? findings[0].id : "", id);
        rq_doc_free(doc);
        check_same(model_bytes(&odd), model_mdx(&odd));
    }
    check_note(" ");
}

static void test_hostile(void)
{
    struct rq_doc *doc = lay_and_read(MODEL_TRIMESH | MODEL_AABB);
    REQUIRE(doc);
    const struct rq_mdl *m = settled(doc);
    uint32_t root = m->tree.nodes[0].place, mesh = m->tree.nodes[1].place;
    uint32_t walk = m->tree.nodes[2].place, boxes = m->tree.nodes[2].mesh->aabb.boxes;
    uint32_t children = m->tree.nodes[0].header.children[0];
    uint32_t animation = m->animations[0].place;
    rq_doc_free(doc);
    refused_with(0x28, 0xFFFFFFF0, "outside");
    refused_with(0x28, (uint32_t)model.size - 20, "but it ends at");
    refused_with(0xB8, 0xFFFFFFF0, "names");
    refused_with(0xBC, 0x40000000, "names");
    refused_with(0x5C, 0x7FFFFFFF, "animations");
    refused_with(0x58, 0x7FFFFFFF, "animations");
    refused_with(animation + 0x7C, 0x10000000, "events");
    refused_with(animation + 0x28, root, "meets itself");
    refused_with(children, root, "meets itself");
    refused_with(children + 4, mesh, "meets itself");
    refused_with(root + MODEL_CHILDREN + 4, 0x10000000, "children");
    refused_with(mesh + 4, 77, "name 77");
    refused_with(mesh + MODEL_FACES + 4, 0x08000001, "faces");
    refused_with(mesh + MODEL_FACES, 0xFFFFFF00, "faces");
    refused_with(mesh + MODEL_KEYS + 4, 0x10000000, "keys");
    refused_with(mesh + MODEL_DATA, 0x7FFFFFFF, "data");
    refused_with(mesh + MODEL_COUNTS, 0x7FFFFFFF, "index count");
    refused_with(boxes + 24, boxes, "meets itself");
    refused_with(boxes + 28, boxes + 40, "meets itself");
    refused_with(boxes + 24, 0x7FFFFFFF, "outside");
    found_with(0, 12345, "mdl-unknown-game");                /* of no known game */
    found_with(0xA8, 3, "mdl-no-animation-root");            /* animation root */
    found_with(0x2C, 99, "mdl-node-count");                  /* nodes */
    found_with(mesh, 0x1021 | 1 << 16, "mdl-unknown-type");  /* a type nobody has */
    found_with(walk + 80 + 0x144, 5000, "mdl-missing-rows"); /* rows outside */
    found_with(boxes + 40 + 32, 9, "mdl-no-face");           /* a box's face */
}

/* MDLedit's word that groups follow the faces, where other things do. */
static void test_smoothing(void)
{
    struct rq_doc *doc = lay_and_read(MODEL_TRIMESH);
    rq_doc_free(doc);
    model.data[12 + 0x52] = 1;
    check_same(model_bytes(&model), model_mdx(&model));
    doc = read_pair(model_bytes(&model), model_mdx(&model));
    REQUIRE(doc);
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_mdl *m = rq_doc_root(doc, "mdl");
    CHECK(m->tree.nodes[1].mesh->smoothing != NULL);
    /* Written in order there are groups, and they are read. */
    m->layout = RQ_MDL_CANONICAL;
    m->tree.nodes[1].mesh->smoothing[0] = 5;
    REQUIRE(rq_doc_write(doc, &out, &err));
    CHECK_INT(out.size, model.size + 4);
    rq_doc_free(doc);
    doc = read_pair(rq_out_bytes(&out), model_mdx(&model));
    REQUIRE(doc);
    const struct rq_mdl *again = settled(doc);
    CHECK_INT(again->layout, RQ_MDL_CANONICAL);
    CHECK_INT(again->tree.nodes[1].mesh->smoothing[0], 5);
    rq_doc_free(doc);
    rq_out_free(&out);
}

/* A key whose values are outside, and a face whose vertices are. */
static void test_odd_indices(void)
{
    struct rq_doc *doc = lay_and_read(MODEL_TRIMESH);
    REQUIRE(doc);
    const struct rq_mdl *m = settled(doc);
    uint32_t keys = m->tree.nodes[1].header.keys[0], faces = m->tree.nodes[1].mesh->header.faces[0];
    rq_doc_free(doc);
    found_with(keys + 8, 0x00FF0000, "mdl-no-values");
    found_with(faces + 28, 4, "mdl-no-vertex");
}

/* A list of no indices for no faces: read, identical, and a dump that has no line for it. */
static void test_no_indices(void)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = lay_and_read(MODEL_TRIMESH);
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    uint32_t node = m->tree.nodes[1].place, count = m->tree.nodes[1].mesh->header.index_counts[0];
    rq_doc_free(doc);
    struct model odd = model;
    model_patch(&odd, node + MODEL_FACES + 4, 0);
    model_patch(&odd, count, 0);
    check_same(model_bytes(&odd), model_mdx(&odd));
    struct rq_options options = {.format = rq_format_by_name("mdl"), .companion = model_mdx(&odd)};
    CHECK(rq_doc_dump(model_bytes(&odd), &options, &out, &err));
    rq_put8(&out, 0);
    CHECK(strstr((const char *)out.data, "index count = 0\n"));
    CHECK(!strstr((const char *)out.data, "indices = "));
    rq_out_free(&out);
}

/* An MDX that is cut, changed or longer comes back as it is. */
static void test_damaged_mdx(void)
{
    struct rq_doc *doc = lay_and_read(MODEL_TRIMESH | MODEL_DANGLY | MODEL_SKIN);
    rq_doc_free(doc);
    struct model bad = model;
    for (size_t size = 0; size < model.mdx_size; size += 7) {
        check_note("an MDX of %zu bytes", size);
        check_same(model_bytes(&model), (struct rq_bytes){bad.mdx, size});
    }
    for (size_t at = 0; at < model.mdx_size; at += 5) {
        check_note("byte %zu of the MDX", at);
        bad.mdx[at] ^= 0x41;
        check_same(model_bytes(&model), model_mdx(&bad));
        bad.mdx[at] ^= 0x41;
    }
    bad.mdx_size += 3;
    check_note("a longer MDX");
    check_same(model_bytes(&model), model_mdx(&bad));
    check_note(" ");
}

/* A chain of nodes as long as a file can hold, and one of boxes: no call for each. */
static void test_deep(void)
{
    enum { DEEP = 20000 };
    struct rq_out out = {0};
    uint8_t head[12 + 196 + 4 + 2] = {0};
    rq_set32(head + 12, 4273776);
    rq_set32(head + 12 + 0x28, 202);
    head[12 + 0x4C] = 2;
    rq_set32(head + 12 + 0xB8, 196);
    rq_set32(head + 12 + 0xBC, 1);
    rq_set32(head + 12 + 0xC0, 1);
    rq_set32(head + 12 + 196, 200);
    head[12 + 200] = 'x';
    rq_put(&out, head, sizeof head);
    for (uint32_t i = 0; i < DEEP; i++) {
        uint8_t node[84] = {1};
        uint32_t at = 202 + i * 84;
        rq_set32(node + 0x2C, at + 80);
        rq_set32(node + 0x30, i + 1 < DEEP);
        rq_set32(node + 0x34, i + 1 < DEEP);
        rq_set32(node + 80, at + 84);
        rq_put(&out, node, sizeof node);
    }
    rq_set32(out.data + 4, (uint32_t)out.size - 12);
    check_same(rq_out_bytes(&out), (struct rq_bytes){NULL, 0});
    struct rq_doc *doc = read_pair(rq_out_bytes(&out), (struct rq_bytes){NULL, 0});
    if (doc)
        CHECK_INT(((struct rq_mdl *)rq_doc_root(doc, "mdl"))->tree.nodes[0].subtree, DEEP);
    rq_doc_free(doc);
    rq_out_free(&out);
}

/* The same for boxes, each in the one before. */
static void test_deep_boxes(void)
{
    enum { DEEP = 20000 };
    struct rq_doc *doc = lay_and_read(MODEL_AABB);
    struct rq_error err = {0};
    struct rq_out out = {0};
    REQUIRE(doc && rq_doc_settle(doc, &err));
    struct rq_mdl *m = rq_doc_root(doc, "mdl");
    struct rq_mdl_mesh *mesh = m->tree.nodes[1].mesh;
    mesh->boxes = rq_doc_alloc(doc, DEEP * sizeof *mesh->boxes);
    REQUIRE(mesh->boxes);
    mesh->box_count = DEEP;
    for (int32_t i = 0; i < DEEP; i++) {
        bool last = i + 1 == DEEP;
        mesh->boxes[i] = (struct rq_mdl_box){.first = -1, .second = -1, .face = last ? 0 : -1};
        *(i % 2 ? &mesh->boxes[i].first : &mesh->boxes[i].second) = last ? -1 : i + 1;
    }
    REQUIRE(rq_doc_write(doc, &out, &err));
    rq_doc_free(doc);
    CHECK_INT(out.size, model.size + (size_t)(DEEP - 3) * 40);
    check_same(rq_out_bytes(&out), model_mdx(&model));
    rq_out_free(&out);
}

/* ---- JSON ---- */

/* Refused with text in place of other text. */
static void json_refused_with(const struct rq_out *json, const char *old, const char *new,
                              const char *why)
{
    const char *at = strstr((const char *)json->data, old);
    struct rq_out text = {0};
    struct rq_error err = {0};
    check_note("%s for %s", new, old);
    if (!CHECK(at != NULL))
        return;
    size_t before = (size_t)(at - (const char *)json->data);
    rq_put(&text, json->data, before);
    rq_put(&text, new, strlen(new));
    rq_put(&text, at + strlen(old), json->size - 1 - before - strlen(old));
    struct rq_doc *doc = rq_doc_from_json(rq_out_bytes(&text), NULL, &err);
    CHECK(doc == NULL);
    if (!CHECK(strstr(err.text, why) != NULL))
        printf("    %s: %s\n", err.where, err.text);
    rq_doc_free(doc);
    rq_out_free(&text);
    check_note(" ");
}

static void test_json(void)
{
    struct rq_doc *doc = lay_and_read(MODEL_ALL);
    REQUIRE(doc);
    struct rq_out json = json_of(doc);
    const char *text = (const char *)json.data;
    CHECK(strstr(text, "\"name\": \"cloth\",\n      \"parent\": \"hero\",\n      \"type\": "
                       "\"danglymesh\"") != NULL);
    CHECK(strstr(text, "[0, 1, 2, 7, 65535, 65535, 65535, 0.0, 0.0, 1.0, 0.0]") != NULL);
    CHECK(strstr(text, "\"gaps\": \"7u7u7u7u7u4=\"") != NULL);
    CHECK(strstr(text, "\"end_row\"") == NULL);
    CHECK(strstr(text, "\"words\"") == NULL);
    CHECK(strstr(text, "\"indices\"") == NULL);
    /* Positions of the MDX and of the dangly mesh are those of the MDL: only the light has any. */
    CHECK(strstr(strstr(text, "\"mesh\""), "\"positions\": [\n") == NULL);
    json_refused_with(&json, "\"parent\": \"hero\"", "\"parent\": \"walk\"", "no node");
    json_refused_with(&json, "\"parent\": \"hero\"", "\"parent\": 7", "number 7");
    json_refused_with(&json, "\"name\": \"cloth\"", "\"name\": \"clot\"", "names");
    json_refused_with(&json, "\"type\": \"trimesh\"", "\"type\": \"dummy\"", "part");
    json_refused_with(&json, "\"layout\": \"canonical\"", "\"layout\": \"x\"", "layout");
    json_refused_with(&json, "[0, 1, 2, 7,", "[0, 1, 2, 7, 7,", "");
    json_refused_with(&json, "\"times\": [0.0]", "\"times\": [0.0, 1.0]", "rows");
    json_refused_with(&json, "\"columns\": 3", "\"columns\": 1", "");
    json_refused_with(&json, "0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1, 2, -1, 1]",
                      "0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2, 1, -1, 1]", "one tree");
    json_refused_with(&json, "\"names\": [", "\"names\": [\"cloth\",", "");
    rq_out_free(&json);
    rq_doc_free(doc);
}

/* Two nodes of one name, and names of no node. */
static void test_names(void)
{
    struct rq_doc *doc = lay_and_read(MODEL_TRIMESH | MODEL_LIGHT | MODEL_REFERENCE);
    struct model twice = model;
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    uint32_t light = m->tree.nodes[2].place;
    rq_doc_free(doc);
    rq_set16(twice.data + 12 + light + 4, 1); /* the light is called mesh: "light" is nobody's */
    check_same(model_bytes(&twice), model_mdx(&twice));
}

/* A new document starts with a node, and is written. */
static void test_fresh(void)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("mdl"), NULL, &err);
    REQUIRE(doc && rq_doc_write(doc, &out, &err));
    rq_doc_free(doc);
    CHECK_INT(out.size, 12 + 196 + 4 + 5 + 80);
    check_same(rq_out_bytes(&out), (struct rq_bytes){(const uint8_t *)"", 0});
    rq_out_free(&out);
}

/* Who wrote it shows in what it leaves behind. */
static void test_compiler(void)
{
    struct rq_doc *doc = lay_and_read(MODEL_TRIMESH);
    REQUIRE(doc);
    CHECK_INT(rq_mdl_compiler(doc), RQ_MDL_BIOWARE); /* 0x55 behind a texture's name */
    rq_doc_free(doc);
    doc = lay_and_read(MODEL_REFERENCE);
    REQUIRE(doc);
    struct rq_mdl *m = rq_doc_root(doc, "mdl");
    CHECK_INT(rq_mdl_compiler(doc), RQ_MDL_BIOWARE); /* pads of keys */
    memcpy(m->geometry.pad, "\x31\x96\xBD", 3);
    CHECK_INT(rq_mdl_compiler(doc), RQ_MDL_MDLOPS);
    rq_doc_free(doc);
}

/* Normals on Xbox: 11 bits for x and y, 10 for z, from the lowest on; 1 is the largest number that is not
 * negative, -1 the one after it. */
static void test_packed_vectors(void)
{
    static const float expected[2][3] = {{1, -1, 1}, {0, 341 / 1023.0F, -1}};
    uint8_t rows[8];
    float values[3];
    struct rq_mdl m = {.version = RQ_MDL_K1_XBOX};
    struct rq_mdl_mesh mesh = {.rows = {rows, sizeof rows}};
    mesh.header.vertex_count = 2;
    mesh.header.mdx_stride = 4;
    for (size_t i = 0; i < sizeof mesh.header.mdx_at / sizeof mesh.header.mdx_at[0]; i++)
        mesh.header.mdx_at[i] = i == RQ_MDL_NORMAL ? 0 : -1;
    rq_set32(rows, 1023u | 1024u << 11 | 511u << 22);
    rq_set32(rows + 4, 0u | 341u << 11 | 512u << 22);
    for (uint32_t i = 0; i < 2; i++) {
        REQUIRE(rq_mdl_vertex(&m, &mesh, RQ_MDL_NORMAL, i, values, 3));
        for (size_t k = 0; k < 3; k++)
            CHECK(fabsf(values[k] - expected[i][k]) < 1e-6F);
    }
}

static void check_fact(struct rq_doc *doc, const char *key, const char *expected)
{
    struct rq_error err = {0};
    const struct rq_fact *facts;
    size_t count = 0, at = 0;
    CHECK(rq_doc_facts(doc, &facts, &count, &err));
    while (at < count && strcmp(facts[at].key, key) != 0)
        at++;
    CHECK_STR(at < count ? facts[at].value : NULL, expected);
}

/* Values of docs/formats/mdl.md at 0x50 of the model header. */
static void test_classification(void)
{
    static const char *const texts[] = {
        [0] = "other (0)",        [1] = "effect (1)",      [2] = "tile (2)",
        [3] = "unknown (3)",      [4] = "character (4)",   [8] = "door (8)",
        [16] = "lightsaber (16)", [32] = "placeable (32)", [64] = "flyer (64)",
        [65] = "unknown (65)",    [128] = "unknown (128)"};
    static uint8_t file[sizeof by_hand];
    memcpy(file, by_hand, sizeof file);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        file[12 + 0x50] = (uint8_t)i;
        struct rq_doc *doc =
            texts[i] ? read_pair((struct rq_bytes){file, sizeof file}, (struct rq_bytes){0}) : NULL;
        if (doc)
            check_fact(doc, "classification", texts[i]);
        rq_doc_free(doc);
    }
}

TESTS(test_classification, test_packed_vectors, test_by_hand, test_every_kind, test_versions,
      test_wide_constraints, test_blender, test_values, test_hostile, test_smoothing,
      test_odd_indices, test_no_indices, test_damaged_mdx, test_deep, test_deep_boxes, test_json,
      test_names, test_fresh, test_compiler)
