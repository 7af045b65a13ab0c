/* Damaged bytes of models: what is told and refused, word by word and with the place in the file. Places inside of a model count
 * from behind its wrapper of 12 bytes (docs/formats/mdl.md). */
#include "kotor.h"
#include "support/model.h"

static struct model laid, model;

/* Lays a model down and reads where its parts are. */
static struct rq_doc *lay(unsigned kinds)
{
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("mdl")};
    model_lay(&laid, kinds);
    model = laid;
    options.companion = model_mdx(&laid);
    struct rq_doc *doc = rq_doc_read(model_bytes(&laid), &options, &err);
    CHECK_STR(err.text, "");
    return doc;
}

static struct rq_doc *read_model(size_t mdx, struct rq_error *err)
{
    struct rq_options options = {.format = rq_format_by_name("mdl"), .companion = {model.mdx, mdx}};
    return rq_doc_read(model_bytes(&model), &options, err);
}

static void told(size_t mdx, const char *expected)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    const struct rq_finding *f;
    struct rq_doc *doc = read_model(mdx, &err);
    CHECK_STR(err.text, "");
    size_t count = doc ? rq_doc_findings(doc, &f) : 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(f[i].id, "mdl-stale-value") != 0) /* the mesh says that it has UVs */
            rq_putf(&out, "%s%s@%llu %s: %s", out.size ? "\n" : "", f[i].id + 4,
                    (unsigned long long)f[i].offset, f[i].where, f[i].text);
    rq_put8(&out, 0);
    CHECK_STR((char *)out.data, expected);
    rq_out_free(&out);
    rq_doc_free(doc);
    model = laid;
}

static void refused_at(enum rq_code code, uint64_t offset, const char *text)
{
    struct rq_error err = {0};
    struct rq_doc *doc = read_model(model.mdx_size, &err);
    check_note("%s", text);
    CHECK(doc == NULL);
    CHECK_INT(err.code, code);
    CHECK_INT(err.offset, offset);
    CHECK_STR(err.text, text);
    rq_doc_free(doc);
    model = laid;
}

static void test_header(void)
{
    char text[120];
    struct rq_doc *doc = lay(MODEL_TRIMESH);
    REQUIRE(doc != NULL);
    rq_doc_free(doc);
    told(model.mdx_size, "");
    rq_set32(model.data, 1);
    refused_at(RQ_BAD_MAGIC, 0, "starts with 1, not with 0");
    snprintf(text, sizeof text, "wrong-size@4 mdl: %zu bytes follow the wrapper by it, really %zu",
             model.size - 11, model.size - 12);
    rq_set32(model.data + 4, (uint32_t)model.size - 11);
    told(model.mdx_size, text);
    model_patch(&model, 0, 4273775);
    told(model.mdx_size,
         "unknown-game@12 header: function_1 is 4273775, of no known game; read as K1");
    model_patch(&model, 0xA8, 3);
    told(model.mdx_size, "no-animation-root@180 model: animation_root 0x3 is not a node");
    model_patch(&model, 0xA8, 0);
    told(model.mdx_size, "");
    model_patch(&model, 0x2C, 3);
    told(model.mdx_size, "node-count@56 header: node_count is 3, there are 2");
}

/* The four words of the games and platforms, of which the Xbox has other meshes. */
static void test_games(void)
{
    static const struct {
        uint32_t word;
        enum rq_mdl_version version;
    } games[] = {{4273776, RQ_MDL_K1},
                 {4285200, RQ_MDL_K2},
                 {4254992, RQ_MDL_K1_XBOX},
                 {4285872, RQ_MDL_K2_XBOX}};
    for (size_t i = 0; i < 4; i++) {
        struct rq_error err = {0};
        struct rq_doc *doc = lay(MODEL_REFERENCE);
        rq_doc_free(doc);
        model_patch(&model, 0, games[i].word);
        doc = read_model(model.mdx_size, &err);
        REQUIRE(doc != NULL);
        CHECK_INT(((const struct rq_mdl *)rq_doc_root(doc, "mdl"))->version, games[i].version);
        rq_doc_free(doc);
    }
}

static void test_nodes(void)
{
    char text[120];
    struct rq_doc *doc = lay(MODEL_REFERENCE);
    REQUIRE(doc != NULL);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    uint32_t root = m->tree.nodes[0].place, ref = m->tree.nodes[1].place;
    uint32_t children = m->tree.nodes[0].header.children[0];
    uint32_t keys = m->tree.nodes[1].header.keys[0];
    uint32_t data = m->tree.nodes[1].data_count;
    rq_doc_free(doc);
    snprintf(text, sizeof text, "unknown-type@%u ref: a node of type 0x2011", ref + 12);
    model_patch(&model, ref, 0x2011 | 1u << 16);
    told(0, text);
    model_patch(&model, ref + 4, 2);
    refused_at(RQ_CORRUPT, ref + 12 + 4, "name 2 of 2");
    model_patch(&model, children, root);
    refused_at(RQ_CORRUPT, root + 12, "a tree that meets itself");
    model_patch(&model, children, (uint32_t)model.size - 12);
    refused_at(RQ_CORRUPT, model.size, "a part of a tree outside the file");
    /* The last of the values of the second controller, orientation: four of one row, at 5. */
    CHECK_INT(data, 9);
    snprintf(text, sizeof text, "no-values@%u ref: a controller's values are not in the data",
             keys + 12);
    model_patch(&model, keys + 16 + 8, 4 | 6u << 16);
    told(0, text);
    model_patch(&model, keys + 16 + 8, 9 | 5u << 16);
    told(0, text);
    model_patch(&model, keys + 16 + 8, 8 | 5u << 16);
    told(0, "");
}

/* Rows of a mesh that the MDX does not have; its size in the MDL is another one then, too. */
static void test_rows(void)
{
    struct rq_doc *doc = lay(MODEL_TRIMESH);
    REQUIRE(doc != NULL);
    rq_doc_free(doc);
    size_t whole = model.mdx_size;
    CHECK_INT(whole, 120);
    told(119, "wrong-mdx-size@8 mdl: an MDX of 120 bytes, really 119");
    told(96, "wrong-mdx-size@8 mdl: an MDX of 120 bytes, really 96");
    told(95, "wrong-mdx-size@8 mdl: an MDX of 120 bytes, really 95\n"
             "missing-rows@0 mesh: 96 bytes of vertices at 0, but the MDX has 95");
}

/* Corners stand at 26 of the 32 bytes of a face, and in the list of indices again. */
static void test_faces(void)
{
    char text[240];
    struct rq_doc *doc = lay(MODEL_TRIMESH);
    REQUIRE(doc != NULL);
    const uint8_t *body = laid.data + 12;
    uint32_t node = ((const struct rq_mdl *)rq_doc_root(doc, "mdl"))->tree.nodes[1].place;
    uint32_t faces = rq_get32(body + node + MODEL_FACES);
    uint32_t indices = rq_get32(body + rq_get32(body + node + MODEL_OFFSETS));
    rq_doc_free(doc);
    CHECK_INT(rq_get16(body + indices + 4), 2);
    snprintf(text, sizeof text,
             "no-vertex@%u mesh: faces[0]: a vertex that the mesh does not have (1 of them)\n"
             "other-indices@%u mesh: indices[0]: not the vertices of the faces (1 of them)",
             faces + 12, indices + 12);
    rq_set16(model.data + 12 + faces + 26, 4);
    told(model.mdx_size, text);
}

TESTS(test_header, test_games, test_nodes, test_rows, test_faces)
