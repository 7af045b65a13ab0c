/* Models as JSON that somebody edited: what is refused, with the words for it, and what is just not refused. The
 * models are those of support/model.h; limits are those of the fields that a value goes to (docs/formats/mdl.md). */
#include "formats/kotor/mdl/parts.h"
#include "kotor.h"
#include "support/json_edit.h"
#include "support/model.h"

static struct model model;

static struct rq_doc *read_model(unsigned kinds, bool xbox, bool mdx)
{
    struct rq_error err = {0};
    model = (struct model){.xbox = xbox};
    model_lay(&model, kinds);
    const struct rq_bytes none = {NULL, 0};
    struct rq_options options = {.format = rq_format_by_name("mdl"),
                                 .companion = mdx ? model_mdx(&model) : none};
    struct rq_doc *doc = rq_doc_read(model_bytes(&model), &options, &err);
    CHECK_STR(err.text, "");
    return doc;
}

static struct rq_out json_of_model(unsigned kinds)
{
    struct rq_doc *doc = read_model(kinds, false, true);
    struct rq_out json = {0};
    if (doc)
        json = json_of(doc);
    rq_doc_free(doc);
    return json;
}

/* The document of the edited JSON; NULL when it is refused, for this reason. */
static struct rq_doc *edited(const struct rq_out *json, const struct edit *edits, const char *why)
{
    struct rq_error err = {0};
    char *text = edit_all((const char *)json->data, edits);
    struct rq_doc *doc =
        text ? rq_doc_from_json((struct rq_bytes){(uint8_t *)text, strlen(text)}, NULL, &err)
             : NULL;
    check_note("%s %.60s", edits->path, edits->text ? edits->text : "");
    const char *said = strncmp(err.text, "JSON line ", 10) == 0 ? strchr(err.text, ':') : NULL;
    CHECK_STR(said ? said + 2 : err.text, why);
    CHECK_INT(doc == NULL, why[0] != 0);
    rq_mem(NULL, text, 0);
    return doc;
}

/* Count times the text, with commas: a list's elements. */
static void put_times(struct rq_out *out, const char *text, size_t count)
{
    for (size_t i = 0; i < count; i++)
        rq_putf(out, "%s%s", i ? "," : "", text);
}

/* ---- one edit ---- */

enum { CLOTH_WALK_SKIN = MODEL_DANGLY | MODEL_AABB | MODEL_SKIN };
#define SKIN(rest) "{\"mdx_weights_at\":32,\"mdx_bones_at\":48," rest "}"
#define MIXED      "either rows that name their nodes or lists by number"

static const struct refusal {
    struct edit edit;
    const char *why;
} refusals[] = {
    {{EDIT_SET, "names/1", "\"a\\u0000b\""}, "a name with a NUL in it"},
    {{EDIT_COPY, "names", NULL}, "\"names\" for the second time"},
    {{EDIT_REMOVE, "names", NULL}, "\"nodes\" before \"names\""},
    {{EDIT_COPY, "nodes", NULL}, "\"nodes\" for the second time"},
    {{EDIT_SET, "nodes", "[]"}, "a tree has at least one node"},
    /* Meshes. */
    {{EDIT_SET, "nodes/2/mesh/boxes/0", "[0,0,0,1,1,1,1,2,-1,1,2,3]"},
     "a box is 6 numbers, two boxes inside, face and plane"},
    {{EDIT_SET, "nodes/2/mesh/boxes/0", "[0,0,0,1,1,1,1,2,-1]"},
     "a box is 6 numbers, two boxes inside, face and plane"},
    {{EDIT_SET, "nodes/2/mesh/faces/0", "[0,1,2,7,0,0,0,0,0,1]"},
     "a face is 3 vertices, material, 3 neighbours, normal and distance"},
    {{EDIT_INSERT, "nodes/1/mesh/dangly/constraints", "\"positions\":[[0,0,0]]"},
     "1 \"positions\" for 3 vertices"},
    {{EDIT_INSERT, "nodes/1/mesh/mdx/normals", "\"rows\":\"AAAA\""}, "must hold 96 bytes"},
    {{EDIT_INSERT, "nodes/1/mesh/mdx/normals", "\"end_row\":\"AAAA\""}, "must hold 32 bytes"},
    {{EDIT_INSERT, "nodes/1/mesh/mdx/normals", "\"rest\":\"AAAA\""}, "\"rest\" must hold 0 bytes"},
    {{EDIT_REMOVE, "nodes/1/mesh/mdx/uvs_1", NULL},
     "the rows have a place for \"uvs_1\", but there are none"},
    {{EDIT_SET, "nodes/1/mesh/mdx/normals", "[[0,0,1],[0,0,1]]"}, "a row of 2 values, not of 3"},
    {{EDIT_SET, "nodes/1/mesh/mdx/normals/2", "[0,0,1,1]"}, "a row of more than 3 values"},
    {{EDIT_INSERT, "nodes/1/mesh/faces", "\"loose\":{\"x\":1}"}, "no field is named \"x\" here"},
    {{EDIT_INSERT, "nodes/1/mesh/faces", "\"vertex_count\":4"},
     "\"vertex_count\" is not that of the \"vertices\""},
    {{EDIT_INSERT, "nodes/1/mesh/inverted", "\"smoothing\":[1,2]"}, "2 groups for 1 faces"},
    /* Controllers. */
    {{EDIT_SET, "nodes/1/controllers/0/times", "[0,1]"}, "1 rows for 2 times"},
    {{EDIT_REMOVE, "nodes/1/controllers/0/rows", NULL}, "1 times want as many rows of 3 values"},
    {{EDIT_SET, "nodes/1/controllers/0/controller", "\"radius\""},
     "no controller \"radius\" in a node of this type"},
    /* Skins. */
    {{EDIT_SET, "nodes/3/mesh/skin/of_nodes", "5"},
     "the lists of this skin are by number, of 5 nodes; now there are 4"},
    {{EDIT_INSERT, "nodes/3/mesh/skin/bone_map", "\"bones\":[]"}, MIXED},
    {{EDIT_SET, "nodes/3/mesh/skin", SKIN("\"bone_map\":[0],\"bones\":[]")}, MIXED},
    {{EDIT_SET, "nodes/3/mesh/skin", SKIN("\"q_bones\":[[1,0,0,0]],\"bones\":[]")}, MIXED},
    {{EDIT_SET, "nodes/3/mesh/skin", SKIN("\"t_bones\":[[1,0,0]],\"others\":[]")}, MIXED},
    {{EDIT_SET, "nodes/3/mesh/skin", SKIN("\"array_8\":[1],\"bones\":[]")}, MIXED},
    {{EDIT_SET, "nodes/3/mesh/skin", SKIN("\"bones\":[{\"node\":3}]")},
     "a row of a skin names its node"},
    {{EDIT_SET, "nodes/3/mesh/skin", SKIN("\"bones\":[{\"bone\":0}]")},
     "a row of a skin without \"node\""},
    {{EDIT_SET, "nodes/3/mesh/skin", SKIN("\"bones\":[{\"node\":\"nobody\"}]")},
     "there is no node \"nobody\", or several, to be a bone of this skin"},
    {{EDIT_SET, "nodes/3/mesh/skin",
      SKIN("\"bones\":[{\"node\":\"walk\"}],\"others\":[{\"node\":\"walk\"}]")},
     "a second row for nodes[2]"},
    {{EDIT_SET, "nodes/3/mesh/skin", SKIN("\"others\":[{\"node\":\"walk\",\"bone\":1}]")},
     "no field is named \"bone\" here"},
    {{EDIT_SET, "nodes/3/mesh/skin", SKIN("\"bones\":[{\"node\":\"walk\",\"q\":[1,0,0]}]")},
     "a row of 3 values, not of 4"},
};

static void test_refused(void)
{
    struct rq_out json = json_of_model(CLOTH_WALK_SKIN);
    REQUIRE(json.size);
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const struct edit edits[] = {refusals[i].edit, {EDIT_END, NULL, NULL}};
        rq_doc_free(edited(&json, edits, refusals[i].why));
    }
    /* A node without a name is called by the first, which is not there. */
    const struct edit nameless[] = {
        {EDIT_SET, "names", "[]"}, {EDIT_REMOVE, "nodes/0/name", NULL}, {EDIT_END, NULL, NULL}};
    rq_doc_free(edited(&json, nameless, "name 0 of 0"));
    rq_out_free(&json);
    json = json_of_model(MODEL_SABER);
    REQUIRE(json.size);
    static const char *const lists[] = {"nodes/1/mesh/saber/vertices", "nodes/1/mesh/saber/uvs",
                                        "nodes/1/mesh/saber/normals"};
    for (size_t i = 0; i < 3; i++) {
        const struct edit edits[] = {{EDIT_REMOVE, lists[i], NULL}, {EDIT_END, NULL, NULL}};
        rq_doc_free(edited(&json, edits, "a saber without \"vertices\", \"uvs\" or \"normals\""));
    }
    rq_out_free(&json);
}

/* ---- limits ---- */

/* 65535 keys are as many as 16 bits count, and so many values may stand before those of a controller. */
static void test_many_times(void)
{
    struct rq_out json = json_of_model(MODEL_TRIMESH);
    REQUIRE(json.size);
    for (size_t more = 0; more < 3; more++) {
        struct rq_out list = {0};
        size_t count = 65535 + (more == 1);
        rq_put_str(&list,
                   more == 2
                       ? "[{\"controller\":\"scale\",\"columns\":1,\"times\":[0],\"rows\":[1]},"
                       : "[");
        rq_put_str(&list, "{\"controller\":\"alpha\",\"columns\":1,\"times\":[");
        put_times(&list, "0", count);
        rq_put_str(&list, "],\"rows\":[");
        put_times(&list, "1", count);
        rq_put_str(&list, "]}]");
        rq_put8(&list, 0);
        const struct edit edits[] = {{EDIT_SET, "nodes/1/controllers", (char *)list.data},
                                     {EDIT_END, NULL, NULL}};
        struct rq_doc *doc = edited(&json, edits,
                                    more == 1   ? "more times than a controller may have"
                                    : more == 2 ? "more values than a node's controllers may have"
                                                : "");
        if (doc) {
            const struct rq_mdl_key *key =
                ((struct rq_mdl *)rq_doc_root(doc, "mdl"))->tree.nodes[1].keys;
            CHECK_INT(key->time_at, 0);
            CHECK_INT(key->rows, 65535);
            CHECK_INT(key->value_at, 65535);
        }
        rq_doc_free(doc);
        rq_out_free(&list);
    }
    rq_out_free(&json);
}

/* 65535 vertices are one less than the reader refuses; the other lists are still those of four. */
static void test_many_vertices(void)
{
    struct rq_out json = json_of_model(MODEL_TRIMESH);
    REQUIRE(json.size);
    for (size_t count = 65535; count <= 65536; count++) {
        struct rq_out list = {0};
        rq_put_str(&list, "[");
        put_times(&list, "[0,0,0]", count);
        rq_put_str(&list, "]");
        rq_put8(&list, 0);
        const struct edit edits[] = {{EDIT_SET, "nodes/1/mesh/vertices", (char *)list.data},
                                     {EDIT_END, NULL, NULL}};
        rq_doc_free(edited(&json, edits,
                           count == 65535 ? "a row of 4 values, not of 65535"
                                          : "65536 vertices, a mesh may have 65535"));
        rq_out_free(&list);
    }
    rq_out_free(&json);
}

/* The longest name that the reader of files takes is taken here, too. */
static void test_long_names(void)
{
    struct rq_out json = json_of_model(MODEL_REFERENCE);
    REQUIRE(json.size);
    for (size_t size = RQ_MDL_NAME_SIZE - 1; size <= RQ_MDL_NAME_SIZE; size++) {
        struct rq_out name = {0};
        char why[64] = "";
        rq_putf(&name, "\"%0*d\"", (int)size, 0);
        rq_put8(&name, 0);
        if (size == RQ_MDL_NAME_SIZE)
            snprintf(why, sizeof why, "a name of %d bytes", (int)RQ_MDL_NAME_SIZE);
        const struct edit edits[] = {{EDIT_SET, "names/1", (char *)name.data},
                                     {EDIT_SET, "nodes/1/name", (char *)name.data},
                                     {EDIT_SET, "animations/0/nodes/1/name", (char *)name.data},
                                     {EDIT_END, NULL, NULL}};
        rq_doc_free(edited(&json, edits, why));
        rq_out_free(&name);
    }
    rq_out_free(&json);
}

/* 65536 numbers are as many as there are. */
static void test_many_nodes(void)
{
    struct rq_out json = json_of_model(MODEL_REFERENCE);
    REQUIRE(json.size);
    for (size_t more = 0; more < 2; more++) {
        struct rq_out list = {0};
        rq_put_str(&list, "[{\"name\":\"hero\",\"type\":\"dummy\",\"number\":65534},");
        put_times(&list, "{\"name\":\"ref\",\"parent\":\"hero\",\"type\":\"dummy\"}", 65535 + more);
        rq_put_str(&list, "]");
        rq_put8(&list, 0);
        const struct edit edits[] = {{EDIT_SET, "nodes", (char *)list.data},
                                     {EDIT_SET, "animations", "[]"},
                                     {EDIT_END, NULL, NULL}};
        struct rq_doc *doc = edited(&json, edits, more ? "more nodes than there are numbers" : "");
        if (doc) {
            const struct rq_mdl *m = rq_doc_root(doc, "mdl");
            CHECK_INT(m->tree.nodes[1].header.number, 65535);
            CHECK_INT(m->tree.nodes[2].header.number, 1);
            CHECK_INT(m->tree.nodes[65534].header.number, 65533);
            CHECK_INT(m->tree.nodes[65535].header.number, 0);
        }
        rq_doc_free(doc);
        rq_out_free(&list);
    }
    rq_out_free(&json);
}

/* New nodes get the number behind the highest; behind 65535 those are tried that are free from the first on. */
static void test_numbers(void)
{
    static const uint16_t expected[] = {65535, 1, 65534, 2};
    struct rq_out json = json_of_model(CLOTH_WALK_SKIN);
    REQUIRE(json.size);
    const struct edit edits[] = {{EDIT_REMOVE, "nodes/0/number", NULL},
                                 {EDIT_SET, "nodes/2/number", "65534"},
                                 {EDIT_REMOVE, "nodes/3/number", NULL},
                                 {EDIT_END, NULL, NULL}};
    struct rq_doc *doc = edited(&json, edits, "");
    const struct rq_mdl *m = doc ? rq_doc_root(doc, "mdl") : NULL;
    for (size_t i = 0; m && i < 4; i++)
        CHECK_INT(m->tree.nodes[i].header.number, expected[i]);
    rq_doc_free(doc);
    rq_out_free(&json);
}

/* ---- what is taken ---- */

/* Of a row that names its node only some values are given; a node that is gone takes its row with it. */
static void test_skin_rows(void)
{
    static const float maps[] = {1, -1, 0}, q[3][4] = {{1, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}};
    static const float t[3][3] = {{0, 0, 0}, {4, 5, 6}, {1, 2, 3}};
    static const uint32_t words[] = {0, 0, 7};
    struct rq_out json = json_of_model(CLOTH_WALK_SKIN);
    REQUIRE(json.size);
    const struct edit edits[] = {
        {EDIT_SET, "nodes/3/mesh/skin",
         SKIN(
             "\"bones\":[{\"node\":\"hero\",\"bone\":1},{\"node\":\"walk\",\"bone\":0,"
             "\"q\":[0,1,0,0],\"t\":[1,2,3],\"word\":7}],\"others\":[{\"node\":\"nobody\",\"t\":[9,9,9]},"
             "{\"node\":\"cloth\",\"t\":[4,5,6]}]")},
        {EDIT_END, NULL, NULL}};
    struct rq_doc *doc = edited(&json, edits, "");
    rq_out_free(&json);
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    const struct rq_mdl_skin *skin = m->tree.nodes[3].mesh->skin;
    CHECK_INT(skin->bone_map_count, 4);
    CHECK_INT(skin->q_bone_count, 4);
    CHECK_INT(skin->t_bone_count, 4);
    CHECK_INT(skin->array_8_count, 4);
    for (size_t i = 0; i < 3; i++) {
        CHECK(skin->bone_map[i] == maps[i]);
        CHECK_MEM(skin->q_bones[i], sizeof q[i], q[i], sizeof q[i]);
        CHECK_MEM(skin->t_bones[i], sizeof t[i], t[i], sizeof t[i]);
        CHECK_INT(skin->array_8[i], words[i]);
    }
    CHECK(skin->bone_map[3] == -1);
    rq_doc_free(doc);
}

/* Bytes of the rows that no list has: four behind each row, here 1 to 12. */
static void test_rest(void)
{
    struct rq_out json = json_of_model(MODEL_DANGLY);
    REQUIRE(json.size);
    struct edit edits[] = {
        {EDIT_SET, "nodes/1/mesh/mdx_stride", "36"},
        {EDIT_INSERT, "nodes/1/mesh/mdx/normals", "\"rest\":\"AQIDBAUGBwgJCgsM\""},
        {EDIT_END, NULL, NULL}};
    struct rq_doc *doc = edited(&json, edits, "");
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    REQUIRE(m->tree.nodes[1].mesh->rows.size == 3 * 36);
    for (size_t i = 0; i < 12; i++)
        CHECK_INT(m->tree.nodes[1].mesh->rows.data[i / 4 * 36 + 32 + i % 4], i + 1);
    rq_doc_free(doc);
    edits[1].text = "\"rest\":\"AQIDBAUGBwgJCgs=\"";
    rq_doc_free(edited(&json, edits, "\"rest\" must hold 12 bytes"));
    rq_out_free(&json);
}

/* A dangly mesh with an empty list of positions has none, which the file says with a place of 0. */
static void test_no_positions(void)
{
    struct rq_error err = {0};
    struct rq_out json = json_of_model(MODEL_DANGLY), out = {0};
    REQUIRE(json.size);
    const struct edit edits[] = {
        {EDIT_INSERT, "nodes/1/mesh/dangly/constraints", "\"positions\":[]"},
        {EDIT_END, NULL, NULL}};
    struct rq_doc *doc = edited(&json, edits, "");
    rq_out_free(&json);
    REQUIRE(doc && rq_doc_write(doc, &out, &err));
    rq_doc_free(doc);
    CHECK_INT(out.size, model.size - 36);
    struct rq_options options = {.format = rq_format_by_name("mdl"),
                                 .companion = model_mdx(&model)};
    doc = rq_doc_read(rq_out_bytes(&out), &options, &err);
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    CHECK(m->tree.nodes[1].mesh->dangly->positions == NULL);
    CHECK_INT(m->tree.nodes[1].mesh->dangly->header.positions, 0);
    rq_doc_free(doc);
    for (int through = 0; through < 2; through++)
        CHECK_INT(rq_doc_verify(rq_out_bytes(&out), &options, through != 0, &err), RQ_IDENTICAL);
    rq_out_free(&out);
}

/* On Xbox bones are halves, of which 65535 is none (docs/formats/mdl.md). */
static void test_xbox_skin(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = read_model(MODEL_SKIN, true, true);
    REQUIRE(doc);
    struct rq_options options = {.format = rq_format_by_name("mdl"),
                                 .companion = model_mdx(&model)};
    for (int through = 0; through < 2; through++)
        CHECK_INT(rq_doc_verify(model_bytes(&model), &options, through != 0, &err), RQ_IDENTICAL);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    struct rq_mdl_mesh mesh = *m->tree.nodes[1].mesh;
    CHECK_INT(mesh.skin->bone_map_count, 2);
    CHECK(mesh.skin->bone_map[0] == 0 && mesh.skin->bone_map[1] == -1);
    uint8_t rows[3 * 64] = {0};
    float bones[4];
    CHECK_INT(mesh.rows.size, sizeof rows);
    rq_set16(rows + 64 + 48, 7);
    rq_set16(rows + 64 + 50, 65535);
    rq_set16(rows + 64 + 52, 65534);
    rq_set16(rows + 64 + 54, 256);
    mesh.rows.data = rows;
    REQUIRE(rq_mdl_vertex(m, &mesh, RQ_MDL_BONES, 1, bones, 4));
    CHECK(bones[0] == 7 && bones[1] == -1 && bones[2] == 65534 && bones[3] == 256);
    mesh.skin->header.mdx_bones_at = 56; /* 8 bytes fit just so */
    CHECK(rq_mdl_vertex(m, &mesh, RQ_MDL_BONES, 1, bones, 4));
    mesh.skin->header.mdx_bones_at = 57;
    CHECK(!rq_mdl_vertex(m, &mesh, RQ_MDL_BONES, 1, bones, 4));
    rq_doc_free(doc);
}

/* What is no number of 16 bits is written as none. */
static void test_xbox_bone_map(void)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = read_model(MODEL_SKIN, true, true);
    REQUIRE(doc);
    struct rq_mdl *m = rq_doc_root(doc, "mdl");
    m->tree.nodes[1].mesh->skin->bone_map[0] = 65535;
    m->tree.nodes[1].mesh->skin->bone_map[1] = 65534;
    REQUIRE(rq_doc_write(doc, &out, &err));
    uint32_t at = m->tree.nodes[1].mesh->skin->header.bone_map;
    CHECK_INT(rq_get16(out.data + 12 + at), 65535);
    CHECK_INT(rq_get16(out.data + 12 + at + 2), 65534);
    rq_doc_free(doc);
    rq_out_free(&out);
}

/* Without the MDX positions are those of the MDL, and there is nothing else. */
static void test_without_rows(void)
{
    float v[3] = {9, 9, 9};
    struct rq_doc *doc = read_model(MODEL_TRIMESH, false, false);
    REQUIRE(doc);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    const struct rq_mdl_mesh *mesh = m->tree.nodes[1].mesh;
    REQUIRE(rq_mdl_vertex(m, mesh, RQ_MDL_POSITION, 3, v, 3));
    CHECK(v[0] == 0 && v[1] == 0 && v[2] == 1);
    REQUIRE(rq_mdl_vertex(m, mesh, RQ_MDL_POSITION, 2, v, 2));
    CHECK(v[0] == 0 && v[1] == 1 && v[2] == 1);
    CHECK(!rq_mdl_vertex(m, mesh, RQ_MDL_POSITION, 4, v, 3));
    CHECK(!rq_mdl_vertex(m, mesh, RQ_MDL_POSITION, 3, v, 4));
    CHECK(!rq_mdl_vertex(m, mesh, RQ_MDL_NORMAL, 3, v, 3));
    rq_doc_free(doc);
}

TESTS(test_refused, test_long_names, test_many_nodes, test_many_times, test_many_vertices,
      test_numbers, test_skin_rows, test_rest, test_no_positions, test_xbox_skin,
      test_xbox_bone_map, test_without_rows)
