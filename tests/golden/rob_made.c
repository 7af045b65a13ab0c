/* Archives of models that are made: from scenes, at the limits of what nodes and their extras can say, and by
 * putting models in and taking them out; and an archive shown as models side by side. Sizes are those of
 * docs/formats/rob.md. */
#include "property/samples.h"
#include "redguard.h"

#include <reliquary/model3d.h>
#include <reliquary/rob.h>

static struct rq_doc *from_scene(const struct rq_scene *scene, struct rq_error *err)
{
    const struct rq_options options = {.memory_limit = 256 << 20};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("rob"), &options, NULL);
    *err = (struct rq_error){.offset = 5};
    if (doc && !doc->format->scene->from_scene(doc, scene, "x.rob", err)) {
        rq_doc_free(doc);
        doc = NULL;
    }
    return doc;
}

static const struct rq_rob *rob_of(struct rq_doc *doc)
{
    return doc ? rq_doc_root(doc, "rob") : NULL;
}

static void refused_scene(const struct rq_scene *scene, enum rq_code code, const char *why)
{
    struct rq_error err;
    struct rq_doc *doc = from_scene(scene, &err);
    CHECK(doc == NULL);
    CHECK_STR(err.text, why);
    CHECK_STR(err.where, "rob");
    CHECK(err.code == code && err.offset == 0);
    rq_doc_free(doc);
}

static struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

/* ---- references ---- */

/* What extras say of a reference: numbers that fit their fields; others count as nothing. */
static void test_traits(void)
{
    static const struct {
        const char *extras;
        uint32_t flags, attributes, unused, box[6];
    } cases[] = {
        {"{\"type\":512}", 0, 0, 1, {0}},
        {"{\"type\":512,\"flags\":65535,\"attributes\":255,\"unused\":4294967295,"
         "\"box\":[1,2,3,4294967295,5,6]}",
         65535,
         255,
         UINT32_MAX,
         {1, 2, 3, UINT32_MAX, 5, 6}},
        {"{\"type\":512,\"flags\":65536,\"attributes\":256,\"unused\":4294967296,"
         "\"box\":[1,4294967296,3]}",
         0,
         0,
         1,
         {1, 0, 3}},
        {"{\"flags\":-1,\"attributes\":-1,\"unused\":0,\"type\":512,\"box\":[1,2,3,4,5,6,7,8]}",
         0,
         0,
         0,
         {1, 2, 3, 4, 5, 6}},
        {"{\"type\":512,\"flags\":\"7\",\"box\":\"no\",\"more\":{\"type\":0}}", 0, 0, 1, {0}},
        {"{\"type\":512,\"box\":[1,\"x\",3,-4,5,6]}", 0, 0, 1, {1, 0, 3, 0, 5, 6}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err;
        struct rq_node node = rq_node_of("a", -1);
        struct rq_scene scene = {.node_count = 1, .nodes = &node};
        node.extras = text_of(cases[i].extras);
        struct rq_doc *doc = from_scene(&scene, &err);
        check_note("%s", cases[i].extras);
        CHECK_STR(err.text, "");
        REQUIRE(doc && rob_of(doc)->segment_count == 1);
        const struct rq_rob_segment_header *h = &rob_of(doc)->segments[0].header;
        CHECK_INT(h->segment_type, RQ_ROB_EXTERNAL);
        CHECK_INT(h->segment_flags, cases[i].flags);
        CHECK_INT(h->segment_attribs, cases[i].attributes);
        CHECK_INT(h->unused_14, cases[i].unused);
        for (size_t k = 0; k < 3; k++) {
            CHECK_INT(h->bbox_positive[k], cases[i].box[k]);
            CHECK_INT(h->bbox_negative[k], cases[i].box[k + 3]);
            CHECK_INT(h->bbox_extent[k], (uint32_t)(cases[i].box[k] + cases[i].box[k + 3]));
        }
        rq_doc_free(doc);
    }
}

/* A node that has a type and no mesh is left out and told; one that has none is no segment at all. */
static void test_without_mesh(void)
{
    static const struct {
        const char *extras;
        bool told;
    } cases[] = {{"", false},
                 {"{}", false},
                 {"[]", false},
                 {"{\"type\":\"512\"}", false},
                 {"{\"flags\":512}", false},
                 {"{\"type\":0}", true},
                 {"{\"type\":65536}", true},
                 {"{\"type\":511}", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err;
        const struct rq_finding *findings;
        struct rq_node nodes[2] = {rq_node_of("lamp", -1), rq_node_of("a", -1)};
        struct rq_scene scene = {.node_count = 2, .nodes = nodes};
        nodes[1].extras = text_of(cases[i].extras);
        struct rq_doc *doc = from_scene(&scene, &err);
        check_note("%s", cases[i].extras);
        REQUIRE(doc && rob_of(doc)->segment_count == 0);
        size_t count = rq_doc_findings(doc, &findings);
        REQUIRE(count == (cases[i].told ? 1 : 0));
        if (count) {
            CHECK_STR(findings[0].id, "rob-left-out");
            CHECK_STR(findings[0].text, "left out: node 1, which has no mesh");
            CHECK_STR(findings[0].where, "scene");
        }
        rq_doc_free(doc);
    }
}

/* Letters and digits and signs, eight at most; letters are capitals, and nothing else changes. */
static void test_names(void)
{
    static const struct {
        const char *name, *segment;
    } names[] = {{"azAZ09!~", "AZAZ09!~"},
                 {"`{@[", "`{@["},
                 {"a", "A"},
                 {"a b", NULL},
                 {"a\x7F", NULL},
                 {"a\t", NULL},
                 {"\xC3\xA9", NULL},
                 {"123456789", NULL},
                 {"", NULL},
                 {NULL, NULL}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct rq_error err;
        struct rq_node node = rq_node_of(names[i].name, -1);
        struct rq_scene scene = {.node_count = 1, .nodes = &node};
        node.extras = text_of("{\"type\":512}");
        struct rq_doc *doc = from_scene(&scene, &err);
        check_note("%zu: %s", i, names[i].name ? names[i].name : "-");
        CHECK_INT(doc != NULL, names[i].segment != NULL);
        if (doc) {
            char name[9] = {0};
            memcpy(name, rob_of(doc)->segments[0].header.name, 8);
            CHECK_STR(name, names[i].segment);
        } else {
            CHECK(strstr(err.text, ": the name of a segment has 1 to 8 letters, digits and signs; "
                                   "rename it"));
            CHECK(err.code == RQ_USAGE && err.offset == 0);
        }
        rq_doc_free(doc);
    }
    struct rq_node two[2] = {rq_node_of("abcdEFGH", -1), rq_node_of("ABCDefgh", -1)};
    two[0].extras = two[1].extras = text_of("{\"type\":512}");
    refused_scene(&(struct rq_scene){.node_count = 2, .nodes = two}, RQ_USAGE,
                  "node ABCDefgh: another node has that name; rename one of them");
    two[1].name = "ABCDefgi";
    struct rq_error err;
    struct rq_doc *doc = from_scene(&(struct rq_scene){.node_count = 2, .nodes = two}, &err);
    CHECK(doc && rob_of(doc)->segment_count == 2);
    rq_doc_free(doc);
}

static void test_most_models(void)
{
    static char names[4097][8];
    static struct rq_node nodes[4097];
    struct rq_error err;
    for (size_t i = 0; i < 4097; i++) {
        snprintf(names[i], sizeof names[i], "N%zu", i);
        nodes[i] = rq_node_of(names[i], -1);
        nodes[i].extras = text_of("{\"type\":512}");
    }
    struct rq_scene scene = {.node_count = 4096, .nodes = nodes};
    struct rq_doc *doc = from_scene(&scene, &err);
    CHECK(doc && rob_of(doc)->segment_count == 4096);
    rq_doc_free(doc);
    scene.node_count = 4097;
    refused_scene(&scene, RQ_LIMIT, "more than 4096 models; divide the scene");
}

/* ---- models ---- */

static const float places[2][9] = {{0, 0, 0, -1, 0, 0, 0, 1, 0}, {0, 0, 0, 0, -2, 0, 0, 0, 3}};
static const uint32_t triangle[] = {0, 1, 2};

struct small {
    struct rq_primitive primitives[2], empty;
    struct rq_morph morph;
    struct rq_mesh meshes[3];
    struct rq_node nodes[8];
    struct rq_scene scene;
};

/* Mesh 0 has one triangle, mesh 1 another and a morph target, mesh 2 a part without triangles. */
static void make_small(struct small *s, uint32_t nodes)
{
    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < 2; i++) {
        s->primitives[i] = (struct rq_primitive){
            .vertex_count = 3, .index_count = 3, .indices = triangle, .material = -1};
        s->primitives[i].attributes[RQ_POSITION] = places[i];
        s->meshes[i] = (struct rq_mesh){.primitive_count = 1, .primitives = &s->primitives[i]};
    }
    s->morph.positions = places[0];
    s->primitives[1].morphs = &s->morph;
    s->meshes[1].morph_count = 1;
    s->meshes[2] = (struct rq_mesh){.primitive_count = 1, .primitives = &s->empty};
    for (size_t i = 0; i < 8; i++) {
        static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
        s->nodes[i] = rq_node_of(names[i], -1);
    }
    s->scene = (struct rq_scene){
        .node_count = nodes, .nodes = s->nodes, .mesh_count = 3, .meshes = s->meshes};
}

/* A model is what hangs from a node at the top, wherever in its tree. */
static void test_trees(void)
{
    static struct small s;
    struct rq_error err;
    make_small(&s, 8);
    s.nodes[1].parent = 0; /* a: b has nothing, c below b shows */
    s.nodes[2].parent = 1;
    s.nodes[2].mesh = 0;
    s.nodes[3].mesh = 2; /* d: nothing that shows */
    s.nodes[4].mesh = 0; /* e, and f below it */
    s.nodes[5].parent = 4;
    s.nodes[5].mesh = 0;
    s.nodes[5].translation[1] = -4;
    s.nodes[6].mesh = 1; /* g moves */
    s.nodes[7].mesh = 0; /* h */
    struct rq_doc *doc = from_scene(&s.scene, &err);
    CHECK_STR(err.text, "");
    const struct rq_rob *rob = rob_of(doc);
    REQUIRE(rob && rob->segment_count == 4);
    static const struct {
        const char *name;
        uint32_t type, faces, up, down; /* y is down in a model */
    } expected[] = {{"A", 0, 1, 5120, 0},
                    {"E", 0, 2, 5120, 4 * 5120},
                    {"G", 256, 1, 0, 2 * 5120},
                    {"H", 0, 1, 5120, 0}};
    for (size_t i = 0; i < 4; i++) {
        const struct rq_rob_segment_header *h = &rob->segments[i].header;
        check_note("%s", expected[i].name);
        CHECK_STR(h->name, expected[i].name);
        CHECK_INT(h->segment_type, expected[i].type);
        CHECK_INT(h->face_count_low[2], expected[i].faces);
        CHECK_INT(h->bbox_negative[1], expected[i].up);
        CHECK_INT(h->bbox_positive[1], expected[i].down);
        CHECK_INT(h->unused_14, 1);
    }
    CHECK_INT(rob->segments[2].header.bbox_positive[2], 3 * 5120);
    rq_doc_free(doc);
}

/* The type that extras tell stays where it can: what moves is of type 256. */
static void test_types(void)
{
    static const struct {
        const char *extras;
        int mesh;
        uint32_t type;
        bool moves;
    } cases[] = {{"{\"type\":0}", 0, 0, false},    {"{\"type\":7}", 0, 7, false},
                 {"{\"type\":256}", 0, 256, true}, {"{\"type\":0}", 1, 256, true},
                 {"{\"type\":7}", 1, 256, true},   {"{\"type\":256}", 1, 256, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct small s;
        struct rq_error err;
        make_small(&s, 1);
        s.nodes[0].mesh = cases[i].mesh;
        s.nodes[0].extras = text_of(cases[i].extras);
        struct rq_doc *doc = from_scene(&s.scene, &err);
        check_note("case %zu", i);
        REQUIRE(doc && rob_of(doc)->segment_count == 1);
        const struct rq_rob_segment *segment = &rob_of(doc)->segments[0];
        CHECK_INT(segment->header.segment_type, cases[i].type);
        CHECK_INT(segment->data.data[1],
                  cases[i].moves ? '4' : '5'); /* v4.0 moves, v5.0 does not */
        rq_doc_free(doc);
    }
}

/* Findings of a model stand in those of the archive, with its name. */
static void test_findings(void)
{
    static struct small s;
    struct rq_error err;
    const struct rq_finding *findings;
    struct rq_material red = {.name = "red", .color = {1, 0, 0, 1}, .texture = -1, .lightmap = -1};
    make_small(&s, 1);
    s.nodes[0].mesh = 0;
    s.primitives[0].material = 0;
    s.scene.material_count = 1;
    s.scene.materials = &red;
    struct rq_doc *doc = from_scene(&s.scene, &err);
    REQUIRE(doc && rq_doc_findings(doc, &findings) == 1);
    CHECK_STR(findings[0].id, "rob-no-palette");
    CHECK_STR(findings[0].where, "A");
    CHECK_STR(findings[0].text,
              "material red: no palette is at hand: the colour becomes entry 127");
    rq_doc_free(doc);
}

/* What a mesh is made of counts at each node: 2^20 parts, and one more. */
static void test_most_parts(void)
{
    static struct rq_primitive parts[(1 << 19)];
    static struct small s;
    struct rq_error err;
    make_small(&s, 3);
    s.meshes[0] = (struct rq_mesh){.primitive_count = 1 << 19, .primitives = parts};
    s.nodes[0].mesh = s.nodes[1].mesh = 0;
    struct rq_doc *doc = from_scene(&s.scene, &err);
    CHECK_STR(err.text, "");
    CHECK(doc && rob_of(doc)->segment_count == 0);
    rq_doc_free(doc);
    s.nodes[2].mesh = 2;
    refused_scene(&s.scene, RQ_LIMIT, "more than 1048576 parts of meshes; divide the scene");
}

/* ---- models put in and taken out ---- */

static void test_put(void)
{
    static uint8_t model[1024];
    struct rq_bytes bytes = {model, sample_model3d(model)};
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("rob"), NULL, NULL);
    REQUIRE(doc != NULL);
    const struct rq_rob *rob = rob_of(doc);
    for (unsigned i = 0; i < 40; i++) { /* room is made more than once */
        char name[16];
        snprintf(name, sizeof name, "m%02u.%s", i, i % 2 ? "3d" : "3DC");
        CHECK(rq_doc_put_entry(doc, name, bytes, &err));
        REQUIRE(rob->segment_count == i + 1);
    }
    CHECK(rq_doc_put_entry(doc, "M07.3DC", bytes, &err) && rob->segment_count == 40);
    CHECK(rq_doc_remove_entry(doc, "m07.3d", &err) && rob->segment_count == 39);
    CHECK(rq_doc_remove_entry(doc, "M39.3D", &err) && rob->segment_count == 38);
    for (unsigned i = 0; i < 38; i++) {
        char name[16];
        snprintf(name, sizeof name, "M%02u", i + (i >= 7));
        CHECK_STR(rob->segments[i].header.name, name);
        CHECK_INT(rob->segments[i].header.unused_14, 1);
        CHECK(rob->segments[i].data.size == bytes.size);
    }
    static const struct {
        const char *name, *why;
    } bad[] = {{"x", "is not a model: NAME.3D or NAME.3DC expected"},
               {"x.3dx", "is not a model: NAME.3D or NAME.3DC expected"},
               {"123456789.3d", "the name of a segment has 1 to 8 characters"},
               {"\xE2\x82\xAC.3d", "the name of a segment has 1 to 8 characters"},
               {"a/b.3d", "is not a valid name for a segment"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        err = (struct rq_error){.offset = 5};
        CHECK(!rq_doc_put_entry(doc, bad[i].name, bytes, &err));
        CHECK_STR(err.text, bad[i].why);
        CHECK_STR(err.where, bad[i].name);
        CHECK(err.code == RQ_USAGE && err.offset == 0);
    }
    err = (struct rq_error){.offset = 5};
    CHECK(!rq_doc_remove_entry(doc, "m07.3d", &err));
    CHECK_STR(err.text, "is not in this archive");
    CHECK(err.code == RQ_USAGE && err.offset == 0);
    CHECK_INT(rob->segment_count, 38);
    err = (struct rq_error){0};
    CHECK(rq_doc_put_entry(doc, "az`{\xC3\xA9.3d", bytes, &err)); /* e acute of cp437 is 0x82 */
    CHECK_STR(rob->segments[38].header.name, "AZ`{\x82");
    rq_doc_free(doc);
}

/* ---- side by side ---- */

/* Three models of 1 x 1, and one of 3 deep: rows are as wide as all are deep, with a unit between. */
static void test_shelf(void)
{
    static struct small s;
    struct rq_error err;
    struct rq_arena arena = {0};
    struct rq_scene scene;
    struct rq_view view = {.arena = &arena, .err = &err};
    make_small(&s, 4);
    for (size_t i = 0; i < 4; i++)
        s.nodes[i].mesh = i == 2 ? 1 : 0;
    s.meshes[1].morph_count = 0;
    struct rq_doc *doc = from_scene(&s.scene, &err);
    REQUIRE(doc && doc->format->scene->scene(doc, &view, &scene));
    REQUIRE(scene.node_count == 4 && scene.mesh_count == 4);
    /* Widths 1, 1, 0, 1 and depths 0, 0, 3, 0, each with a gap of 1: areas 2, 2, 4 and 2 are 10; the widest
     * is 2, and 2 * 1.25^3 = 3.9 is the first whose square is at least that. A row ends where the next one would
     * pass it: 0 to 1 and 2 to 3, then 4 to 4 is too far; the next row starts at 0 + 1 in depth. */
    static const float expected[4][3] = {{1, 0, 0}, {3, 0, 0}, {0, 2, 1}, {2, 0, 1}};
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 3; k++) {
            check_note("model %zu, axis %zu: %g", i, k, (double)scene.nodes[i].translation[k]);
            CHECK(scene.nodes[i].translation[k] == expected[i][k]);
        }
    CHECK_STR((const char *)scene.nodes[3].extras.data,
              "{\"index\":3,\"type\":0,\"flags\":0,\"attributes\":0}");
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

TESTS(test_traits, test_without_mesh, test_names, test_most_models, test_trees, test_types,
      test_findings, test_most_parts, test_put, test_shelf)
