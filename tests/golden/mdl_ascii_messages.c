/* What reading the text of a model says, and of which line (docs/formats/mdl_ascii.md); values at their limits, and one beyond. */
#include "formats/kotor/mdl/parts.h"
#include "kotor.h"

#include <reliquary/mdl_ascii.h>

#define THIRTY_ONE    "abcdefghijabcdefghijabcdefghija"
#define THIRTY_TWO    THIRTY_ONE "b"
#define ROOT          "node dummy r\nendnode\n"
#define MESH          "node trimesh a\nverts 1\n 1 2 3\n"
#define IN_MODEL(...) "newmodel a\n" __VA_ARGS__ "node dummy r\nendnode\n"

struct message {
    const char *text;
    size_t line; /* 0: it is a model */
    const char *says;
};

static void check_messages(const struct message *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct rq_error err = {0};
        char where[40] = "";
        struct rq_doc *doc = rq_mdl_from_ascii(bytes_of(list[i].text), NULL, &err);
        if (list[i].line)
            snprintf(where, sizeof where, "line %zu", list[i].line);
        check_note("%.70s", list[i].text);
        CHECK_INT(doc == NULL, list[i].line != 0);
        CHECK_INT(err.code, list[i].line ? RQ_CORRUPT : RQ_OK);
        CHECK_INT(err.offset, 0);
        CHECK_STR(err.where, where);
        CHECK_STR(err.text, list[i].line ? list[i].says : "");
        rq_doc_free(doc);
    }
}
#define CHECK_MESSAGES(list) check_messages(list, sizeof(list) / sizeof(list)[0])

static void test_trees(void)
{
    static const struct message list[] = {
        {"newmodel a\n", 1, "there are no nodes"},
        {"newmodel a\n\n# x\nnode\nendnode\n", 4, "a node without a type"},
        {"node dummy\nendnode\n", 1, "a node without a name"},
        {"node castle a\nendnode\n", 1, "castle is not a type of node"},
        {ROOT "node dummy b\nparent NULL\nendnode\n", 3,
         "a second node without a parent: the first is on line 1"},
        {ROOT "\nnode dummy a\nparent b\nendnode\n", 4,
         "there is no node b; without newmodel this is the text of a walkmesh"},
        {IN_MODEL() "node dummy a\nparent b\nendnode\n", 4, "there is no node b"},
        {"node dummy a\nparent a\nendnode\n", 1, "no node is without a parent"},
        {ROOT "node dummy a\nparent b\nendnode\nnode dummy b\nparent a\nendnode\n", 6,
         "a node is its own parent's parent"},
        {ROOT "newanim x a\n" ROOT "doneanim x a\nnode dummy b\nparent r\nendnode\n", 7,
         "a node stands behind the geometry"},
        {ROOT "newanim\n" ROOT "doneanim\n", 3,
         "an animation without a name, or with one that is too long"},
        {ROOT "newanim " THIRTY_TWO " a\n" ROOT "doneanim\n", 3,
         "an animation without a name, or with one that is too long"},
        {ROOT "newanim " THIRTY_ONE " a\n" ROOT "doneanim\n", 0, NULL},
        {ROOT "newanim x a\nlength 1\ndoneanim x a\n", 5, "the animation x has no nodes"},
        {ROOT "newanim x a\nnode dummy\nendnode\ndoneanim x a\n", 4, "a node without a name"},
    };
    CHECK_MESSAGES(list);
}

/* Texts fill their fields, of which most end with a NUL. */
static void test_texts(void)
{
    static const struct message list[] = {
        {"newmodel " THIRTY_ONE "\n" ROOT, 0, NULL},
        {"newmodel " THIRTY_TWO "\n" ROOT, 1, THIRTY_TWO ": the name is too long"},
        {"newmodel a\nsetsupermodel a " THIRTY_ONE "\n" ROOT, 0, NULL},
        {"newmodel a\nsetsupermodel a " THIRTY_TWO "\n" ROOT, 2,
         THIRTY_TWO ": the name is too long"},
        {ROOT "newanim x a\nanimroot " THIRTY_ONE "\nevent 1 " THIRTY_ONE "\n" ROOT "doneanim\n", 0,
         NULL},
        {ROOT "newanim x a\nanimroot " THIRTY_TWO "\n" ROOT "doneanim\n", 4,
         THIRTY_TWO ": the name is too long"},
        {ROOT "newanim x a\nevent 1 " THIRTY_TWO "\n" ROOT "doneanim\n", 4,
         THIRTY_TWO ": the name is too long"},
        {ROOT "newanim x a\neventlist\n 1 a\n 2 " THIRTY_TWO "\nendlist\n" ROOT "doneanim\n", 6,
         THIRTY_TWO ": the name is too long"},
        {"node trimesh a\nbitmap " THIRTY_TWO "\nendnode\n", 0, NULL},
        {"node trimesh a\nbitmap " THIRTY_TWO "c\nendnode\n", 2,
         THIRTY_TWO "c: the text is too long"},
        {"node emitter a\nchunkname abcdefghijabcdef\nendnode\n", 0, NULL},
        {"node emitter a\nchunkname abcdefghijabcdefg\nendnode\n", 2,
         "abcdefghijabcdefg: the text is too long"},
        {"node dummy " THIRTY_ONE "\nendnode\n", 0, NULL},
    };
    CHECK_MESSAGES(list);
}

static void test_numbers(void)
{
    static const struct message list[] = {
        {"node light a\nlightpriority 4294967295\nendnode\n", 0, NULL},
        {"node light a\nlightpriority 4294967296\nendnode\n", 2, "a number is too large"},
        {"node light a\nlightpriority -4294967295\nendnode\n", 0, NULL},
        {"node light a\nlightpriority -4294967296\nendnode\n", 2, "a number is too large"},
        {"node light a\nlightpriority nan\nendnode\n", 2, "a number is too large"},
        {"node light a\nlightpriority\nendnode\n", 2, "lightpriority lacks a number"},
        {"node light a\nlightpriority # 1\nendnode\n", 2, "lightpriority lacks a number"},
        {"node light a\nlightpriority 1x\nendnode\n", 2, "1x is not a number"},
        {"node danglymesh a\nconstraints 3\n1\n1\n", 4, "the text ends within a list"},
        {"node danglymesh a\nconstraints 4\n1\n1\n", 2, "constraints: so many rows do not follow"},
        {"node danglymesh a\nconstraints -1\n1\n1\n", 2, "constraints: so many rows do not follow"},
        {"node trimesh a\nverts 2\n 1 2 3\nendnode\n", 4, "a list ends too early"},
        {"newmodel a\nclassification 255\n" ROOT, 0, NULL},
        {"newmodel a\nclassification 256\n" ROOT, 2, "256 is not a classification"},
        {"newmodel a\nclassification -1\n" ROOT, 2, "-1 is not a classification"},
        {"newmodel a\nclassification castle\n" ROOT, 2, "castle is not a classification"},
        {"newmodel a\nclassification\n" ROOT, 0, NULL},
    };
    CHECK_MESSAGES(list);
}

static void test_meshes(void)
{
    static const struct message list[] = {
        {MESH "faces 1\n 0 0 -1 1 0 0 0 0\nendnode\n", 5, "a negative index"},
        {MESH "faces 1\n 0 0 0 1 0 0 0\nendnode\n", 5, "a face has 8 words, or 11"},
        {MESH "faces 1\n 0 0 0 1 0 0 0 1 2\nendnode\n", 5, "a face has 8 words, or 11"},
        {MESH "faces 1\n 0 0 0 1 0 0 0 1 2 3\nendnode\n", 5, "a face has 8 words, or 11"},
        {MESH "faces 1\n 0 0 0 1 0 0 0 1\nendnode\n", 0, NULL},
        {MESH "texindices1 1\n 0 0 0\nfaces 2\n 0 0 0 1 0 0 0 0\n 0 0 0 1 0 0 0 0\nendnode\n", 6,
         "texindices and faces are not as many"},
        {MESH "faces 1\n 0 0 0 1 0 0 0 0\ntexindices1 2\n 0 0 0\n 0 0 0\nendnode\n", 6,
         "2 rows for 1 faces"},
        {MESH "normals 2\n 0 0 1\n 0 0 1\nendnode\n", 1, "2 normals for 1 vertices"},
        {ROOT "node skin a\nparent r\nverts 2\n 1 2 3\n 1 2 3\nweights 1\n r 1\nendnode\n", 3,
         "1 weights for 2 vertices"},
        {ROOT "node skin a\nparent r\nverts 1\n 1 2 3\nweights 1\n nobody 1\nendnode\n", 8,
         "there is no bone nobody"},
        {ROOT "node skin a\nparent r\nverts 1\n 1 2 3\nweights 1\n r 1 r 1 r 1 r 1\nendnode\n", 0,
         NULL},
        {ROOT "node skin a\nparent r\nverts 1\n 1 2 3\nweights 1\n r 1 r 1 r 1 r 1 r 1\nendnode\n",
         8, "a vertex hangs on more than four bones"},
        {MESH "faces 2\n 0 0 0 1 0 0 0 0\n 0 0 1 1 0 0 0 0\nendnode\n", 1,
         "face 1 of the node has vertex 1 of 1"},
        {MESH "faces 2\n 0 0 0 1 0 0 0 0\n 0 0 0 1 0 1 0 0\ntverts 1\n 0 0\nendnode\n", 1,
         "face 1 of the node has UV or colour 1 of 1"},
        {MESH "faces 1\n 0 0 0 1 0 0 0 0\ncolors 1\n 0 0 0\ncolorindices 1\n 0 0 1\nendnode\n", 1,
         "face 0 of the node has UV or colour 1 of 1"},
        {"node lightsaber a\nverts 1\n 1 2 3\nendnode\n", 1,
         "a lightsaber has 16 vertices and as many UVs"},
    };
    CHECK_MESSAGES(list);
}

/* A row has a time and up to 15 values, with Bezier curves three times as many. */
static void test_keys(void)
{
#define FIFTEEN " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
    static const struct message list[] = {
        {"node dummy a\nscalekey\n 0" FIFTEEN "\nendlist\nendnode\n", 0, NULL},
        {"node dummy a\nscalekey\n 0" FIFTEEN " 16\nendlist\nendnode\n", 2,
         "scalekey: 1 rows of 16 values"},
        {"node dummy a\nscale" FIFTEEN "\nendnode\n", 0, NULL},
        {"node dummy a\nscale" FIFTEEN " 16\nendnode\n", 2, "scale: 1 rows of 16 values"},
        {"node dummy a\nscalebezierkey\n 0" FIFTEEN FIFTEEN FIFTEEN "\nendlist\nendnode\n", 0,
         NULL},
        {"node dummy a\nscalebezierkey\n 0" FIFTEEN FIFTEEN FIFTEEN " 1 2 3\nendlist\nendnode\n", 2,
         "scalebezierkey: 1 rows of 48 values"},
        {"node dummy a\nscalebezierkey\n 0 1 2 3 4\n 0 1 2 3 4\nendlist\nendnode\n", 2,
         "scalebezierkey: 2 rows of 4 values"},
        {"node dummy a\nscalekey\n 0 1\n 1 x\nendlist\nendnode\n", 4, "x is not a number"},
        {"node dummy a\nscalekey 1\n 0 1\n 1 x\nendlist\nendnode\n", 0, NULL},
        {"node dummy a\nscalekey 9\n 0 1\nendlist\nendnode\n", 0, NULL},
        {"node dummy a\nscalekey 99\n 0 1\nendlist\nendnode\n", 2,
         "scalekey: so many rows do not follow"},
    };
    CHECK_MESSAGES(list);
}

/* ---- what comes of it ---- */

static const struct rq_mdl *model(struct rq_doc *doc)
{
    return rq_doc_root(doc, "mdl");
}

static void test_classes(void)
{
    static const struct {
        const char *word;
        unsigned number;
    } cases[] = {{"Other", 0},     {"effect", 1}, {"Effects", 1},     {"TILE", 2},
                 {"Character", 4}, {"Door", 8},   {"Lightsaber", 16}, {"Placeable", 32},
                 {"Flyer", 64},    {"0", 0},      {"3", 3},           {"255", 255},
                 {"", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[120];
        snprintf(text, sizeof text, "newmodel a\nclassification %s\n" ROOT, cases[i].word);
        struct rq_doc *doc = rq_mdl_from_ascii(bytes_of(text), NULL, NULL);
        check_note("%s", cases[i].word);
        REQUIRE(doc != NULL);
        CHECK_INT(model(doc)->model.classification, cases[i].number);
        rq_doc_free(doc);
    }
}

/* The line that says so is one of the first sixteen. */
static void test_games(void)
{
    static const struct {
        unsigned lines;
        const char *line;
        bool k2;
    } cases[] = {{0, "# game k2", true},   {15, "# GAME K2 \t", true}, {16, "# game k2", false},
                 {0, " # game k2", false}, {0, "# game k22", false},   {0, "# game k1", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_out text = {0};
        for (unsigned k = 0; k < cases[i].lines; k++)
            rq_put_str(&text, "#\n");
        rq_putf(&text, "%s\n" ROOT, cases[i].line);
        struct rq_doc *doc = rq_mdl_from_ascii(rq_out_bytes(&text), NULL, NULL);
        check_note("%u, %s", cases[i].lines, cases[i].line);
        REQUIRE(doc != NULL);
        CHECK_INT(model(doc)->version, cases[i].k2 ? RQ_MDL_K2 : RQ_MDL_K1);
        rq_doc_free(doc);
        rq_out_free(&text);
    }
}

/* Eight words that mean nothing are told, and each once. */
static void test_words(void)
{
    char expected[40];
    const struct rq_finding *findings;
    struct rq_error err = {0};
    struct rq_doc *doc = rq_mdl_from_ascii(
        bytes_of("w1\nw2\nw1\nw3\nw4\n12 x\nwirecolor 1\nw5\nw6\nw7\nw8\nw9\n" ROOT), NULL, &err);
    static const unsigned lines[8] = {1, 2, 4, 5, 8, 9, 10, 11};
    REQUIRE(doc != NULL);
    REQUIRE(CHECK_INT(rq_doc_findings(doc, &findings), 8));
    for (unsigned i = 0; i < 8; i++) {
        snprintf(expected, sizeof expected, "line %u", lines[i]);
        CHECK_STR(findings[i].where, expected);
        CHECK_INT(findings[i].offset, 0);
    }
    rq_doc_free(doc);
}

/* "controller" and a number is a controller without a name; of 0, of more than 32 bits, and of anything else it is a word that
 * means nothing. */
static void test_controllers(void)
{
    static const struct {
        const char *word;
        uint32_t code;
    } cases[] = {{"controller1", 1},
                 {"Controller4294967295", UINT32_MAX},
                 {"controller4294967296", 0},
                 {"controller0", 0},
                 {"controller-1", 0},
                 {"controller", 0},
                 {"controllerx", 0},
                 {"kontroller1", 0},
                 {"scale", 36},
                 {"SCALEKEY 1\n 0", 36},
                 {"key", 0},
                 {"alpha", 0}, /* of meshes */
                 {"a_word_of_forty_letters_and_more_than_that", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[160];
        const struct rq_finding *findings;
        snprintf(text, sizeof text, ROOT "node dummy a\nparent r\n%s 5\nendnode\n", cases[i].word);
        struct rq_doc *doc = rq_mdl_from_ascii(bytes_of(text), NULL, NULL);
        check_note("%s", cases[i].word);
        REQUIRE(doc != NULL);
        const struct rq_mdl_node *n = &model(doc)->tree.nodes[1];
        CHECK_INT(n->key_count, cases[i].code != 0);
        if (n->key_count) {
            CHECK_INT(n->keys[0].code, cases[i].code);
            CHECK_INT(n->keys[0].columns, 1);
            CHECK_INT(n->data[1], rq_bits_of(5));
        }
        CHECK_INT(rq_doc_findings(doc, &findings), cases[i].code == 0);
        rq_doc_free(doc);
    }
}

/* Events by line and in a list, in the order of the text; the head hangs where headlink says so. */
static void test_animation(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_mdl_from_ascii(
        bytes_of("newmodel a\nheadlink 1\nignorefog 1\nclassification_unk1 4\n"
                 "setanimationscale 0.5\nbeginmodelgeom a\nbmin -1 -2 -3\nbmax 4 5 6\nradius 7.5\n"
                 "name spare\n" ROOT "node dummy Neck_G\nparent r\nendnode\n"
                 "newanim x a\nlength 2.5\ntranstime 0.75\nanimroot r\nevent 1 one\neventlist\n"
                 " 2 two\n 3 three four\nendlist\nevent 4\n" ROOT "doneanim x a\n"),
        NULL, &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    const struct rq_mdl *m = model(doc);
    const struct rq_mdl_animation *a = &m->animations[0];
    CHECK_INT(m->animation_root, 1);
    CHECK(m->model.fog == 0 && m->model.subclassification == 4 && m->model.animation_scale == 0.5f);
    CHECK(m->model.radius == 7.5f && m->model.box_min[2] == -3 && m->model.box_max[0] == 4);
    CHECK_INT(m->name_count, 3);
    CHECK_STR(m->names[0], "spare");
    CHECK(a->header.length == 2.5f && a->header.transition == 0.75f);
    CHECK_STR(a->header.root, "r");
    REQUIRE(CHECK_INT(a->event_count, 4));
    for (unsigned i = 0; i < 4; i++)
        CHECK(a->events[i].time == (float)(i + 1));
    CHECK_STR(a->events[1].name, "two");
    CHECK_STR(a->events[2].name, "three four");
    CHECK_STR(a->events[3].name, "");
    rq_doc_free(doc);
}

TESTS(test_trees, test_texts, test_numbers, test_meshes, test_keys, test_classes, test_games,
      test_words, test_controllers, test_animation)
