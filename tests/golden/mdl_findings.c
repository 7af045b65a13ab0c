/* What is told of a model, word by word: findings and their places, after docs/formats/mdl.md, and the lines that `info` shows.
 * Models are made from text, changed in memory, written, and read again. */
#include "formats/kotor/mdl/parts.h"
#include "kotor.h"
#include "told.h"

#include <math.h>
#include <reliquary/mdl_ascii.h>

/* 0 m, 1 spare, 2 hip, 3 body, 4 flag, 5 walk, 6 lamp, 7 spark. */
static const char model_text[] =
    "newmodel m\nsetsupermodel m NULL\nbeginmodelgeom m\n"
    "node dummy m\n parent NULL\nendnode\n"
    "node dummy spare\n parent m\n position 5 5 5\nendnode\n"
    "node dummy hip\n parent m\n position 0 0 1\nendnode\n"
    "node skin body\n parent m\n verts 4\n 0 0 0\n 1 0 0\n 1 1 0\n 0 1 0\n"
    " faces 2\n 0 1 2 1 0 1 2 0\n 0 2 3 1 0 2 3 0\n tverts 4\n 0 0\n 1 0\n 1 1\n 0 1\n"
    " weights 4\n hip 1\n spare 0.25 hip 0.75\n spare 1\n m 1\nendnode\n"
    "node danglymesh flag\n parent m\n displacement 1\n tightness 2\n period 3\n"
    " verts 3\n 0 0 0\n 1 0 0\n 0 1 0\n faces 1\n 0 1 2 0 0 0 0 0\n constraints 3\n 1\n 2\n 3\n"
    "endnode\n"
    "node aabb walk\n parent m\n verts 5\n 0 0 0\n 4 0 0\n 4 4 0\n 0 4 0\n 2 6 0\n"
    " faces 3\n 0 1 2 1 0 0 0 1\n 0 2 3 1 0 0 0 1\n 3 2 4 1 0 0 0 1\nendnode\n"
    "node light lamp\n parent m\n radius 5\n color 1 0.5 0\n flare 1\n texturenames 1\n  a\n"
    " flaresizes 1\n 2\n flarepositions 1\n 0.5\n flarecolorshifts 1\n 1 2 3\nendnode\n"
    "node emitter spark\n parent m\n position 1 2 3\n birthrate 4\n update Fountain\nendnode\n"
    "endmodelgeom m\n"
    "newanim wave m\n length 1\n animroot hip\n"
    " node dummy m\n parent NULL\n endnode\n"
    " node dummy hip\n parent m\n positionkey 2\n 0 1 2 3\n 1 1 2 4\n endnode\n"
    " node dummy spare\n parent m\n orientationkey\n 0 0 0 1 1\n endlist\n endnode\n"
    "doneanim wave m\ndonemodel m\n";
enum { SPARE = 1, HIP, BODY, FLAG, WALK, LAMP, SPARK };

static struct rq_mdl_node *node_of(struct rq_mdl *m, unsigned i)
{
    return &m->tree.nodes[i];
}

static struct rq_mdl_mesh *mesh_of(struct rq_mdl *m, unsigned i)
{
    return m->tree.nodes[i].mesh;
}

struct made_model {
    struct rq_doc *doc;
    struct rq_out file, mdx;
};

static void made_free(struct made_model *made)
{
    rq_doc_free(made->doc);
    rq_out_free(&made->file);
    rq_out_free(&made->mdx);
}

typedef void change_fn(struct rq_mdl *m, float v);

/* The model of this text, changed, written and read. */
static bool make_model(const char *ascii, change_fn *change, float v, struct made_model *made)
{
    struct rq_error err = {0};
    *made = (struct made_model){0};
    struct rq_doc *doc = rq_mdl_from_ascii(bytes_of(ascii), NULL, &err);
    if (doc && change)
        change(rq_doc_root(doc, "mdl"), v);
    bool fine = doc && rq_doc_write(doc, &made->file, &err) &&
                rq_doc_write_companion(doc, &made->mdx, &err);
    rq_doc_free(doc);
    struct rq_options options = {.companion = rq_out_bytes(&made->mdx)};
    made->doc = fine ? rq_doc_read(rq_out_bytes(&made->file), &options, &err) : NULL;
    CHECK_STR(err.text, "");
    return CHECK(made->doc != NULL);
}

/* "id where: text" in lines, but for the values that follow from others. */
static void check_told(const struct made_model *made, const char *expected, uint64_t place)
{
    const struct rq_finding *findings;
    struct rq_out out = {0};
    size_t count = rq_doc_findings(made->doc, &findings);
    for (size_t i = 0; i < count; i++)
        if (strcmp(findings[i].id, "mdl-stale-value") != 0)
            rq_putf(&out, "%s%s %s: %s", out.size ? "\n" : "", findings[i].id, findings[i].where,
                    findings[i].text);
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data, expected);
    if (place && count)
        CHECK_INT(findings[0].offset, place);
    rq_out_free(&out);
}

/* ---- emitters ---- */

static const char *update;
static bool detonates;

static void set_emitter(struct rq_mdl *m, float v)
{
    struct rq_mdl_node *spark = node_of(m, SPARK);
    (void)v;
    memset(spark->emitter->update, 0, sizeof spark->emitter->update);
    memcpy(spark->emitter->update, update, strlen(update));
    if (detonates)
        spark->keys[spark->key_count - 1].code = 502;
}

static void test_emitters(void)
{
#define ODD(word) "mdl-emitter-update spark: update \"" word "\": the game makes it a Lightning"
#define CRASH     "mdl-lightning-detonate spark: detonate on a Lightning: the game may crash"
#define IDLE      "mdl-detonate spark: detonate on an emitter that is not an Explosion"
    static const struct {
        const char *update, *alone, *with;
    } cases[] = {{"Fountain", "", IDLE},
                 {"Single", "", IDLE},
                 {"Explosion", "", ""},
                 {"Lightning", "", CRASH},
                 {"", ODD(""), ODD("") "\n" CRASH},
                 {"fountain", ODD("fountain"), ODD("fountain") "\n" CRASH},
                 {"Explosions", ODD("Explosions"), ODD("Explosions") "\n" CRASH},
                 {"12345678901234567890123456789012", ODD("12345678901234567890123456789012"),
                  ODD("12345678901234567890123456789012") "\n" CRASH}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int with = 0; with < 2; with++) {
            struct made_model made;
            update = cases[i].update;
            detonates = with;
            check_note("%s%s", update, with ? " that is set off" : "");
            REQUIRE(make_model(model_text, set_emitter, 0, &made));
            const struct rq_mdl *m = rq_doc_root(made.doc, "mdl");
            bool keys = with && !strchr(cases[i].with, '\n');
            check_told(&made, with ? cases[i].with : cases[i].alone,
                       keys ? 12 + (uint64_t)m->tree.nodes[SPARK].header.keys[0] : 0);
            made_free(&made);
        }
}

/* ---- vertices ---- */

static unsigned coordinate;

static void set_coordinate(struct rq_mdl *m, float v)
{
    mesh_of(m, WALK)->vertices[coordinate / 3][coordinate % 3] = v;
}

/* The place is that of the number in the file. */
static void test_no_number(void)
{
    static const uint32_t bits[] = {0x7FC00000, 0x7F800000, 0xFF800000, 0x7F800001, 0x7F7FFFFF};
    static const unsigned places[] = {0, 1, 5, 14};
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < 4; k++) {
            struct made_model made;
            char expected[120];
            coordinate = places[k];
            snprintf(expected, sizeof expected,
                     "mdl-no-number walk: vertex %u has a coordinate that is not a number",
                     coordinate / 3);
            check_note("%08x at %u", (unsigned)bits[i], coordinate);
            REQUIRE(make_model(model_text, set_coordinate, rq_f32_of(bits[i]), &made));
            const struct rq_mdl *m = rq_doc_root(made.doc, "mdl");
            uint64_t place = 12 + m->tree.nodes[WALK].mesh->end.vertices + 4 * coordinate;
            CHECK_INT(rq_get32(made.file.data + place), bits[i]);
            check_told(&made, i < 4 ? expected : "", i < 4 ? place : 0);
            made_free(&made);
        }
}

/* ---- supermodels ---- */

static const char *supermodel;

static void set_supermodel(struct rq_mdl *m, float v)
{
    memset(m->model.supermodel, 0, sizeof m->model.supermodel);
    memcpy(m->model.supermodel, supermodel, strlen(supermodel));
    m->geometry.node_count = (uint32_t)v;
}

/* Nodes of a supermodel count too, so that only a model without one tells of a wrong count. */
static void test_node_count(void)
{
    static const struct {
        const char *name;
        bool is;
    } cases[] = {{"NULL", false}, {"", false}, {"null", true}, {"NULLS", true}, {"NUL", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made_model made;
        supermodel = cases[i].name;
        check_note("%s", supermodel);
        REQUIRE(make_model(model_text, set_supermodel, 9, &made));
        check_told(&made, cases[i].is ? "" : "mdl-node-count header: node_count is 9, there are 8",
                   cases[i].is ? 0 : 12 + 0x2C);
        CHECK_STR(fact_of(made.doc, "supermodel"), cases[i].is ? supermodel : NULL);
        made_free(&made);
        REQUIRE(make_model(model_text, set_supermodel, 8, &made));
        check_told(&made, "", 0);
        made_free(&made);
    }
}

/* ---- references ---- */

static void two_vertices(struct rq_mdl *m, float v)
{
    mesh_of(m, WALK)->faces[1].vertices[(unsigned)v] = 5; /* there are 0 to 4 */
    mesh_of(m, WALK)->faces[2].vertices[0] = 9;
}

static void two_neighbours(struct rq_mdl *m, float v)
{
    mesh_of(m, WALK)->faces[1].adjacent[(unsigned)v] = 3; /* there are 0 to 2 */
    mesh_of(m, WALK)->faces[2].adjacent[0] = 0xFFFE;
}

static void odd_box(struct rq_mdl *m, float v)
{
    struct rq_mdl_mesh *mesh = mesh_of(m, WALK);
    for (uint32_t i = 0, k = 0; i < mesh->box_count; i++)
        if (mesh->boxes[i].face >= 0 && k++ == (uint32_t)v)
            mesh->boxes[i].face = 3;
}

static void set_constraints(struct rq_mdl *m, float v)
{
    static double values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    mesh_of(m, FLAG)->dangly->constraints = values;
    mesh_of(m, FLAG)->dangly->constraint_count = (uint32_t)v;
}

static uint16_t index_list[12] = {0, 1, 2, 0, 2, 3, 3, 2, 4, 0, 1};

static void set_indices(struct rq_mdl *m, float v)
{
    mesh_of(m, WALK)->indices = index_list;
    mesh_of(m, WALK)->index_count = (uint32_t)v;
}

static void other_index(struct rq_mdl *m, float v)
{
    static uint16_t list[9];
    memcpy(list, index_list, sizeof list);
    list[(unsigned)v] ^= 1;
    mesh_of(m, WALK)->indices = list;
    mesh_of(m, WALK)->index_count = 9;
}

static void lose_bones(struct rq_mdl *m, float v)
{
    struct rq_mdl_skin *skin = mesh_of(m, BODY)->skin;
    for (uint32_t i = 0; i < skin->bone_map_count; i++)
        if (skin->bone_map[i] == v)
            skin->bone_map[i] = -1;
}

static void same_bones(struct rq_mdl *m, float v)
{
    struct rq_mdl_skin *skin = mesh_of(m, BODY)->skin;
    (void)v;
    skin->bone_map[WALK] = skin->bone_map[FLAG] = skin->bone_map[HIP];
}

/* Numbers of bones from 256 on are none, and that of a node is then no number of another. */
static void large_bones(struct rq_mdl *m, float v)
{
    struct rq_mdl_skin *skin = mesh_of(m, BODY)->skin;
    skin->bone_map[WALK] = skin->bone_map[FLAG] = v;
}

static void set_light(struct rq_mdl *m, float v)
{
    static float sizes[2] = {1, 2}, places[2] = {1, 2}, shifts[2][3];
    struct rq_mdl_light *light = node_of(m, LAMP)->light;
    unsigned two = (unsigned)v;
    light->sizes = sizes;
    light->positions = places;
    light->color_shifts = shifts;
    light->size_count += two & 1;
    light->position_count += two >> 1 & 1;
    light->color_shift_count += two >> 2 & 1;
}

static void other_names(struct rq_mdl *m, float v)
{
    struct rq_mdl_animation *a = &m->animations[0];
    memset(a->header.root, 0, sizeof a->header.root);
    memcpy(a->header.root, v == 1 ? "HIP" : v == 2 ? "hi" : "", v == 0 ? 0 : v == 1 ? 3 : 2);
}

/* Two nodes of the geometry take the names of others, so that the animation moves what is not there. */
static void lose_nodes(struct rq_mdl *m, float v)
{
    m->tree.nodes[SPARE].header.name = 0;
    if (v == 2)
        m->tree.nodes[HIP].header.name = 0;
}

static const struct told {
    change_fn *change;
    float v;
    const char *told;
} references[] = {
#define NO_VERTEX "mdl-no-vertex walk: faces[1]: a vertex that the mesh does not have (2 of them)"
    {two_vertices, 0, NO_VERTEX},
    {two_vertices, 1, NO_VERTEX},
    {two_vertices, 2, NO_VERTEX},
#define NO_NEIGHBOUR                                                                               \
    "mdl-no-neighbour walk: neighbours[1]: a neighbour that is not a face (2 of them)"
    {two_neighbours, 0, NO_NEIGHBOUR},
    {two_neighbours, 1, NO_NEIGHBOUR},
    {two_neighbours, 2, NO_NEIGHBOUR},
    {set_constraints, 3, ""},
    {set_constraints, 2,
     "mdl-constraint-count flag: constraints[2]: constraints and vertices differ in number (1 of "
     "them)"},
    {set_constraints, 5,
     "mdl-constraint-count flag: constraints[3]: constraints and vertices differ in number (2 of "
     "them)"},
    {set_indices, 9, ""},
    {set_indices, 11,
     "mdl-other-indices walk: indices[9]: not the vertices of the faces (2 of them)"},
    {set_indices, 8,
     "mdl-other-indices walk: indices[8]: not the vertices of the faces (1 of them)"},
    {other_index, 0,
     "mdl-other-indices walk: indices[0]: not the vertices of the faces (1 of them)"},
    {other_index, 5,
     "mdl-other-indices walk: indices[5]: not the vertices of the faces (1 of them)"},
    {other_index, 8,
     "mdl-other-indices walk: indices[8]: not the vertices of the faces (1 of them)"},
    {lose_bones, 0, "mdl-no-bone body: bones[0]: a bone that no node is (2 of them)"},
    {lose_bones, 1, "mdl-no-bone body: bones[1]: a bone that no node is (2 of them)"},
    {same_bones, 0, "mdl-same-bone body: bone_map[4]: the bone that another node is (2 of them)"},
    {large_bones, 255,
     "mdl-same-bone body: bone_map[5]: the bone that another node is (1 of them)"},
    {large_bones, 256, ""},
    {large_bones, -1, ""},
    {large_bones, -0.5F, ""},
    {set_light, 1, "mdl-uneven-flares lamp: 2 sizes, 1 positions, 1 colour shifts, 1 textures"},
    {set_light, 2, "mdl-uneven-flares lamp: 1 sizes, 2 positions, 1 colour shifts, 1 textures"},
    {set_light, 4, "mdl-uneven-flares lamp: 1 sizes, 1 positions, 2 colour shifts, 1 textures"},
    {set_light, 7, "mdl-uneven-flares lamp: 2 sizes, 2 positions, 2 colour shifts, 1 textures"},
    {set_light, 0, ""},
    {other_names, 0, ""},
    {other_names, 1, ""},
    {other_names, 2, "mdl-no-node wave: its root hi is not a node of the model"},
    {lose_nodes, 1,
     "mdl-no-node wave: moves spare, which the model does not have (1 of its nodes)"},
    {lose_nodes, 2,
     "mdl-no-node wave: moves hip, which the model does not have (2 of its nodes)\n"
     "mdl-no-node wave: its root hip is not a node of the model"},
};

static void test_references(void)
{
    for (size_t i = 0; i < sizeof references / sizeof references[0]; i++) {
        struct made_model made;
        check_note("reference %zu", i);
        REQUIRE(make_model(model_text, references[i].change, references[i].v, &made));
        check_told(&made, references[i].told, 0);
        made_free(&made);
    }
}

/* Boxes come in an order of their own: the first that is wrong is told. */
static void test_boxes(void)
{
    for (unsigned leaf = 0; leaf < 3; leaf++) {
        struct made_model made;
        REQUIRE(make_model(model_text, odd_box, (float)leaf, &made));
        const struct rq_mdl_mesh *mesh = mesh_of(rq_doc_root(made.doc, "mdl"), WALK);
        uint32_t at = 0;
        char expected[120];
        while (at < mesh->box_count && mesh->boxes[at].face != 3)
            at++;
        snprintf(expected, sizeof expected,
                 "mdl-no-face walk: boxes[%u]: a face that the mesh does not have (1 of them)", at);
        check_told(&made, expected, 12 + (uint64_t)mesh->aabb.boxes);
        made_free(&made);
    }
}

/* ---- places ---- */

static void test_places(void)
{
    struct made_model made;
    const struct rq_mdl *m;
    REQUIRE(make_model(model_text, two_vertices, 0, &made));
    m = rq_doc_root(made.doc, "mdl");
    check_told(&made, NO_VERTEX, 12 + (uint64_t)m->tree.nodes[WALK].mesh->header.faces[0]);
    made_free(&made);
    REQUIRE(make_model(model_text, set_light, 7, &made));
    m = rq_doc_root(made.doc, "mdl");
    check_told(&made, references[25].told, 12 + (uint64_t)m->tree.nodes[LAMP].place);
    CHECK_INT(rq_get16(made.file.data + 12 + m->tree.nodes[LAMP].place), 3); /* type of a light */
    made_free(&made);
    REQUIRE(make_model(model_text, other_names, 2, &made));
    m = rq_doc_root(made.doc, "mdl");
    check_told(&made, references[29].told, 12 + (uint64_t)m->animations[0].place);
    CHECK_STR((const char *)made.file.data + 12 + m->animations[0].place + 8, "wave");
    made_free(&made);
}

/* ---- neighbours ---- */

/* A strip of triangles below a root: face i has the vertices i to i + 2, and the faces before and behind it. */
static void put_strip(struct rq_out *out, unsigned faces)
{
    rq_put_str(out, "newmodel m\nsetsupermodel m NULL\nbeginmodelgeom m\n"
                    "node dummy m\n parent NULL\nendnode\nnode trimesh strip\n parent m\n");
    rq_putf(out, " verts %u\n", faces + 2);
    for (unsigned i = 0; i < faces + 2; i++)
        rq_putf(out, " %u %u 0\n", i / 2, i % 2);
    rq_putf(out, " faces %u\n", faces);
    for (unsigned i = 0; i < faces; i++)
        rq_putf(out, " %u %u %u 1 0 0 0 0\n", i, i + 1 + i % 2, i + 2 - i % 2);
    rq_put(out, "endnode\nendmodelgeom m\ndonemodel m\n", 36);
}

static uint16_t *neighbour(struct rq_mdl_mesh *mesh, unsigned face, unsigned of)
{
    unsigned k = 0;
    while (k < 2 && mesh->faces[face].adjacent[k] != of)
        k++;
    CHECK_INT(mesh->faces[face].adjacent[k], of);
    return &mesh->faces[face].adjacent[k];
}

/* So many neighbours lead to a face that has one end of the edge. */
static void wrong_neighbours(struct rq_mdl *m, float v)
{
    for (unsigned i = 5; i < 5 + (unsigned)v; i++)
        *neighbour(mesh_of(m, 1), i, i - 1) = (uint16_t)(i - 2);
}

static void all_wrong(struct rq_mdl *m, float v)
{
    struct rq_mdl_mesh *mesh = mesh_of(m, 1);
    (void)v;
    for (unsigned i = 0; i < mesh->face_count; i++)
        for (unsigned k = 0; k < 3; k++)
            if (mesh->faces[i].adjacent[k] != RQ_MDL_NO_FACE)
                mesh->faces[i].adjacent[k] = (uint16_t)(i < 6 ? mesh->face_count - 1 : 0);
}

static void check_strip(unsigned faces, change_fn *change, float v, const char *told)
{
    struct made_model made;
    struct rq_out ascii = {0};
    check_note("%u faces, %g", faces, (double)v);
    put_strip(&ascii, faces);
    if (make_model((const char *)ascii.data, change, v, &made))
        check_told(&made, told, 0);
    made_free(&made);
    rq_out_free(&ascii);
}

/* One of eight may be wrong; from 32 faces on not all are looked at. */
static void test_wrong_neighbours(void)
{
#define NO_EDGE "a neighbour that does not have the edge"
    check_strip(9, wrong_neighbours, 0, "");
    check_strip(9, wrong_neighbours, 2, "");
    check_strip(9, wrong_neighbours, 3,
                "mdl-wrong-neighbour strip: faces[5]: " NO_EDGE " (3 of 16 looked at)");
    check_strip(31, all_wrong, 0,
                "mdl-wrong-neighbour strip: faces[0]: " NO_EDGE " (60 of 60 looked at)");
    check_strip(32, all_wrong, 0,
                "mdl-wrong-neighbour strip: faces[0]: " NO_EDGE " (31 of 31 looked at)");
    check_strip(64, all_wrong, 0, /* faces 0, 3, .. 63, the last with one neighbour too */
                "mdl-wrong-neighbour strip: faces[0]: " NO_EDGE " (42 of 42 looked at)");
}

static void join_two(struct rq_mdl *m, float v)
{
    (void)v;
    mesh_of(m, 1)->faces[0].adjacent[1] = 1;
    mesh_of(m, 1)->faces[1].adjacent[0] = 0;
}

/* Vertices that lie apart by up to 0.001 are one place. */
static void test_one_place(void)
{
    static const struct {
        const char *apart;
        bool joined;
    } cases[] = {{"0 0 0.001", true},   {"0 0 -0.001", true},   {"0.001 0 0", true},
                 {"0 0 0.0011", false}, {"-0.0011 0 0", false}, {"0 -0.0011 0", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made_model made;
        char ascii[600];
        snprintf(ascii, sizeof ascii,
                 "newmodel m\nsetsupermodel m NULL\nbeginmodelgeom m\n"
                 "node dummy m\n parent NULL\nendnode\nnode trimesh strip\n parent m\n"
                 " verts 6\n -2 1 0\n 0 0 0\n 0 2 0\n 0 2 0\n %s\n 2 1 0\n faces 2\n"
                 " 0 1 2 1 0 0 0 0\n 3 4 5 2 0 0 0 0\nendnode\nendmodelgeom m\ndonemodel m\n",
                 cases[i].apart);
        check_note("%s", cases[i].apart);
        REQUIRE(make_model(ascii, join_two, 0, &made));
        check_told(&made,
                   cases[i].joined ? ""
                                   : "mdl-wrong-neighbour strip: faces[0]: " NO_EDGE
                                     " (2 of 2 looked at)",
                   0);
        made_free(&made);
    }
}

/* ---- what is shown ---- */

static void set_text(char *field, const char *text)
{
    memset(field, 0, 32);
    memcpy(field, text, strlen(text));
}

static void set_textures(struct rq_mdl *m, float v)
{
    (void)v;
    set_text(mesh_of(m, BODY)->header.texture_1, "a");
    set_text(mesh_of(m, BODY)->header.texture_2, "b");
    set_text(mesh_of(m, FLAG)->header.texture_1, "ab");
    set_text(mesh_of(m, FLAG)->header.texture_2, "NULL");
    set_text(mesh_of(m, WALK)->header.texture_1, "a");
    set_text(mesh_of(m, WALK)->header.texture_2, "null");
}

static void set_length(struct rq_mdl *m, float v)
{
    m->animations[0].header.length = v;
}

static void test_facts(void)
{
    static const struct {
        uint32_t length;
        const char *text;
    } lengths[] = {{0x3F800000, "1: wave 1s"},
                   {0xBF000000, "1: wave -0.5s"},
                   {0, "1: wave 0s"},
                   {0x7FC00000, "1: wave nans"},
                   {0xFFC00000, "1: wave nans"},
                   {0x449A5000, "1: wave 1.23e+03s"},
                   {0x7F800000, "1: wave infs"}};
    struct made_model made;
    REQUIRE(make_model(model_text, NULL, 0, &made));
    CHECK_STR(fact_of(made.doc, "game"), "K1");
    CHECK_STR(fact_of(made.doc, "name"), "m");
    CHECK_STR(fact_of(made.doc, "nodes"),
              "8: 3 dummy, 1 light, 1 emitter, 1 skin, 1 danglymesh, 1 aabb");
    CHECK_STR(fact_of(made.doc, "faces"), "6");
    CHECK_STR(fact_of(made.doc, "vertices"), "12");
    CHECK_STR(fact_of(made.doc, "textures"), NULL);
    CHECK_STR(fact_of(made.doc, "mdx"), NULL);
    CHECK_STR(fact_of(made.doc, "layout"), "canonical");
    CHECK_STR(fact_of(made.doc, "mdx layout"), "canonical");
    made_free(&made);
    REQUIRE(make_model(model_text, set_textures, 0, &made));
    CHECK_STR(fact_of(made.doc, "textures"), "a b ab null");
    made_free(&made);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        REQUIRE(make_model(model_text, set_length, rq_f32_of(lengths[i].length), &made));
        CHECK_STR(fact_of(made.doc, "animations"), lengths[i].text);
        made_free(&made);
    }
}

/* A line of 399 letters is cut there. */
static void test_many_animations(void)
{
    enum { MANY = 14 };
    struct rq_out ascii = {0};
    struct made_model made;
    char line[1000] = "", expected[420];
    rq_put_str(&ascii, "newmodel m\nsetsupermodel m NULL\nbeginmodelgeom m\n"
                       "node dummy m\n parent NULL\nendnode\nendmodelgeom m\n");
    for (unsigned i = 0; i < MANY; i++) {
        rq_putf(
            &ascii,
            "newanim a_name_of_some_more_letters_%02u m\n length %u\n animroot m\n"
            " node dummy m\n parent NULL\n endnode\ndoneanim a_name_of_some_more_letters_%02u m\n",
            i, i, i);
        snprintf(line + strlen(line), sizeof line - strlen(line),
                 "%sa_name_of_some_more_letters_%02u %us", i ? ", " : "", i, i);
    }
    rq_put(&ascii, "donemodel m\n", 13);
    snprintf(expected, sizeof expected, "%u: %.399s", (unsigned)MANY, line);
    CHECK(strlen(line) > 400);
    REQUIRE(make_model((const char *)ascii.data, NULL, 0, &made));
    CHECK_STR(fact_of(made.doc, "animations"), expected);
    made_free(&made);
    rq_out_free(&ascii);
}

/* ---- who made it ---- */

static void leave_behind(struct rq_mdl *m, float v)
{
    struct rq_mdl_node *last = node_of(m, SPARK);
    char *const texts[] = {m->geometry.name,
                           m->model.supermodel,
                           m->animations[0].geometry.name,
                           m->animations[0].header.root,
                           mesh_of(m, BODY)->header.texture_1,
                           mesh_of(m, WALK)->header.texture_2};
    unsigned what = (unsigned)v;
    if (what < 6)
        texts[what][31] = 'x';
    else if (what < 9)
        last->keys[last->key_count - 1].pad[what - 6] = 1;
    else if (what < 12)
        m->geometry.pad[what - 9] = 1;
    else
        memcpy(m->geometry.pad, "\x31\x96\xBD", 3);
    if (what == 13)
        texts[5][31] = 'x';
    if (what == 14)
        memset(texts[4], 'x', 32); /* all of the field: nothing is behind it */
    if (what == 15)
        last->keys[0].pad[0] = 1;
}

/* The signs of docs/formats/mdl.md; texts count most, then the three bytes of MDLOps, then keys. */
static void test_compilers(void)
{
    for (unsigned i = 0; i < 17; i++) {
        struct made_model made;
        check_note("sign %u", i);
        REQUIRE(make_model(model_text, i < 16 ? leave_behind : NULL, (float)i, &made));
        CHECK_STR(fact_of(made.doc, "made by"), i < 9 || i == 13    ? "BioWare's compiler, it seems"
                                                : i >= 12 && i < 16 ? "MDLOps, it seems"
                                                                    : "MDLedit, it seems");
        made_free(&made);
    }
}

TESTS(test_emitters, test_no_number, test_node_count, test_references, test_boxes, test_places,
      test_wrong_neighbours, test_one_place, test_facts, test_many_animations, test_compilers)
