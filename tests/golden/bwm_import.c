/* Walkmeshes from scenes: scenes by hand, whose walkmeshes are worked out in comments, and with a
 * corpus every walkmesh to GLB and back. */
#include "tables.h"

#include <reliquary/bwm.h>

static struct rq_doc *fresh(size_t limit)
{
    struct rq_error err = {0};
    return rq_doc_new(rq_format_by_name("bwm"), &(struct rq_options){.memory_limit = limit}, &err);
}

static struct rq_doc *from_scene(const struct rq_scene *scene, const char *name,
                                 struct rq_error *err)
{
    struct rq_doc *doc = fresh(64 << 20);
    if (doc && !doc->format->scene->from_scene(doc, scene, name, err)) {
        rq_doc_free(doc);
        doc = NULL;
    }
    return doc;
}

static struct rq_bytes text_bytes(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

static void check_point(const float *v, float x, float y, float z)
{
    if (!CHECK(v[0] == x && v[1] == y && v[2] == z))
        printf("    %g %g %g, not %g %g %g\n", (double)v[0], (double)v[1], (double)v[2], (double)x,
               (double)y, (double)z);
}

/* ---- scenes by hand ---- */

/* Half of a floor of 1 by 1, y up; and the other half, twice as large. */
static const float half[] = {0, 0, 0, 1, 0, 0, 1, 0, -1};
static const float other_half[] = {0, 0, 0, 2, 0, -2, 0, 0, -2};
static const uint32_t triangle[] = {0, 1, 2};

static struct rq_primitive primitive_of(const float *positions, int material)
{
    return (struct rq_primitive){.material = material,
                                 .vertex_count = 3,
                                 .attributes = {[RQ_POSITION] = positions},
                                 .index_count = 3,
                                 .indices = triangle};
}

static struct rq_node node_of(const char *name, int mesh)
{
    struct rq_node node = rq_node_of(name, -1);
    node.mesh = mesh;
    return node;
}

/* y up becomes z up: x, -z, y. The half is (0 0 0) (1 0 0) (1 1 0), the other at half its size
 * (0 0 0) (1 1 0) (0 1 0): they share the diagonal. The first once more, mirrored along x: turned
 * round, so that it looks up as well. */
static void test_anybodys(void)
{
    const struct rq_primitive primitives[] = {primitive_of(half, 0), primitive_of(other_half, 1)};
    const struct rq_mesh meshes[] = {{.primitive_count = 1, .primitives = &primitives[0]},
                                     {.primitive_count = 1, .primitives = &primitives[1]}};
    const struct rq_material materials[] = {
        {.name = "Grass"}, {.name = "lava", .extras = text_bytes("{\"other\":[1],\"surface\":4}")}};
    struct rq_node nodes[] = {node_of("a", 0), node_of("b", 1), node_of("c", 0),
                              node_of("use_1.001", -1)};
    for (size_t k = 0; k < 3; k++)
        nodes[1].scale[k] = 0.5f;
    nodes[2].scale[0] = -1;
    nodes[3].parent = 1;
    nodes[3].translation[1] = 8;
    const struct rq_scene scene = {.node_count = 4,
                                   .mesh_count = 2,
                                   .material_count = 2,
                                   .nodes = nodes,
                                   .meshes = meshes,
                                   .materials = materials};
    struct rq_error err = {0};
    const struct rq_finding *findings;
    struct rq_doc *doc = from_scene(&scene, "x.wok", &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    const struct rq_bwm *bwm = rq_doc_root(doc, "bwm");
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    CHECK_INT(bwm->header.kind, RQ_BWM_AREA);
    REQUIRE(bwm->vertex_count == 6 && bwm->face_count == 3);
    check_point(bwm->vertices + 3, 1, 0, 0);
    check_point(bwm->vertices + 6, 1, 1, 0);
    check_point(bwm->vertices + 9, 0, 1, 0);
    check_point(bwm->vertices + 12, -1, 1, 0);
    CHECK_MEM(bwm->corners, 36, ((const uint32_t[]){0, 1, 2, 0, 2, 3, 4, 5, 0}), 36);
    CHECK_MEM(bwm->materials, 12, ((const uint32_t[]){3, 4, 3}), 12);
    for (size_t i = 0; i < 3; i++)
        CHECK(bwm->normals[i * 3 + 2] == 1);
    /* The third edge of face 0 is the first of face 1. */
    CHECK_INT(bwm->adjacency[2], 3);
    CHECK_INT(bwm->adjacency[3], 2);
    check_point(bwm->header.relative_use_1, 0, 0, 4);
    rq_doc_free(doc);
    doc = from_scene(&scene, "x0.DWK", &err);
    REQUIRE(doc != NULL);
    bwm = rq_doc_root(doc, "bwm");
    CHECK_INT(bwm->header.kind, RQ_BWM_OBJECT);
    CHECK_INT(bwm->edge_count, 0);
    rq_doc_free(doc);
}

static void check_surface(const struct rq_material *material, uint32_t surface, const char *where)
{
    const struct rq_primitive primitive = primitive_of(half, material ? 0 : -1);
    const struct rq_primitive twice[] = {primitive, primitive};
    const struct rq_mesh mesh = {.primitive_count = 2, .primitives = twice};
    const struct rq_node node = node_of("a", 0);
    const struct rq_scene scene = {.node_count = 1,
                                   .mesh_count = 1,
                                   .material_count = material != NULL,
                                   .nodes = &node,
                                   .meshes = &mesh,
                                   .materials = material};
    struct rq_error err = {0};
    const struct rq_finding *findings;
    struct rq_doc *doc = from_scene(&scene, NULL, &err);
    REQUIRE(doc != NULL);
    const struct rq_bwm *bwm = rq_doc_root(doc, "bwm");
    CHECK_INT(bwm->materials[0], surface);
    CHECK_INT(rq_doc_findings(doc, &findings), where != NULL);
    if (where && rq_doc_findings(doc, &findings)) {
        CHECK_STR(findings[0].where, where);
        CHECK(strstr(findings[0].text, "undefined, dirt, obscuring") != NULL);
        CHECK(strstr(findings[0].text, "stone bridge, trigger") != NULL);
    }
    rq_doc_free(doc);
}

static void test_surfaces(void)
{
    static const struct {
        const char *name;
        uint32_t surface;
    } names[] = {{"dirt", 1},
                 {"METAL", 10},
                 {"wok_DeepWater.001", 17},
                 {"bottomless pit", 16},
                 {"Stone_Bridge", 22},
                 {"WOK_NotDefined", 0},
                 {"trigger.2", 30}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        check_note("%s", names[i].name);
        check_surface(&(struct rq_material){.name = names[i].name}, names[i].surface, NULL);
    }
    check_note(" ");
    check_surface(&(struct rq_material){.name = "grass", .extras = text_bytes("{\"surface\":11}")},
                  11, NULL);
    check_surface(&(struct rq_material){.name = "grass", .extras = text_bytes("{\"surface\":-1}")},
                  3, NULL);
    check_surface(&(struct rq_material){.name = "grass", .extras = text_bytes("[7]")}, 3, NULL);
    check_surface(&(struct rq_material){.name = "bricks"}, 1, "material bricks");
    check_surface(&(struct rq_material){.name = NULL}, 1, "material without a name");
    check_surface(NULL, 1, "faces without a material");
}

static void scene_refused(const struct rq_scene *scene, size_t limit, enum rq_code code,
                          const char *why)
{
    struct rq_error err = {0};
    struct rq_doc *doc = fresh(limit);
    REQUIRE(doc != NULL);
    CHECK(!doc->format->scene->from_scene(doc, scene, "x.wok", &err));
    CHECK_INT(err.code, code);
    CHECK_INT(err.offset, 0);
    if (!CHECK(strstr(err.text, why) != NULL))
        printf("    %s\n", err.text);
    rq_doc_free(doc);
}

static void test_refused(void)
{
    enum { NODES = 3000, FACES = 3000 };
    static struct rq_node nodes[NODES];
    static uint32_t indices[FACES * 3];
    struct rq_primitive primitive = primitive_of(half, -1);
    const struct rq_mesh mesh = {.primitive_count = 1, .primitives = &primitive};
    struct rq_scene scene = {.nodes = nodes, .meshes = &mesh, .mesh_count = 1};
    scene_refused(&scene, 0, RQ_USAGE, "no faces");
    scene.node_count = 1;
    nodes[0] = node_of("large", 0);
    nodes[0].scale[0] = nodes[0].translation[0] = 3e38f;
    scene_refused(&scene, 0, RQ_CORRUPT, "(large) is so large");
    nodes[0] = node_of("empty", 0);
    primitive.index_count = 0;
    scene_refused(&scene, 0, RQ_USAGE, "no faces");
    primitive.index_count = UINT32_MAX;
    scene_refused(&scene, 0, RQ_LIMIT, "more than 715827882 faces");
    /* Few bytes that stand for many faces: 9 million, each of 16 bytes at least. */
    for (size_t i = 0; i < NODES; i++)
        nodes[i] = node_of("a", 0);
    scene.node_count = NODES;
    primitive.indices = indices;
    primitive.index_count = FACES * 3;
    scene_refused(&scene, 16 << 20, RQ_LIMIT, "no memory");
}

/* ---- transitions ---- */

/* The floor of two triangles, 4 by 2, in a scene of ours; the diagonal is not a border. */
struct ours {
    float positions[12];
    uint32_t indices[6];
    struct rq_primitive primitive;
    struct rq_mesh mesh;
    struct rq_material material;
    struct rq_node nodes[4];
    struct rq_scene scene;
};

static void make_ours(struct ours *o, const char *extras)
{
    static const float floor[] = {0, 0, 1, 4, 0, 1, 4, 2, 1, 0, 2, 1};
    static const uint32_t corners[] = {0, 1, 2, 0, 2, 3};
    *o = (struct ours){.primitive = {.vertex_count = 4, .index_count = 6},
                       .mesh = {.primitive_count = 1},
                       .material = {.name = "stone"},
                       .nodes = {rq_node_of("x", -1), rq_node_of("walkmesh", 0),
                                 rq_node_of("use_2", 0), rq_node_of("absolute_use_1", 0)},
                       .scene = {.node_count = 4, .mesh_count = 1, .material_count = 1}};
    memcpy(o->positions, floor, sizeof floor);
    memcpy(o->indices, corners, sizeof corners);
    o->nodes[0].rotation[0] = -0.70710683f; /* as other programs round it */
    o->nodes[0].rotation[3] = 0.7071067f;
    o->nodes[1].mesh = 0;
    o->nodes[1].extras = text_bytes(extras);
    o->nodes[2].translation[0] = 0.1f;
    o->nodes[3].translation[2] = 0.2f;
    o->primitive.attributes[RQ_POSITION] = o->positions;
    o->primitive.indices = o->indices;
    o->mesh.primitives = &o->primitive;
    o->scene.nodes = o->nodes;
    o->scene.meshes = &o->mesh;
    o->scene.materials = &o->material;
}

/* The room behind the border from a to b, in either direction. */
static int32_t room_behind(const struct rq_bwm *bwm, const float a[3], const float b[3])
{
    for (size_t i = 0; i < bwm->edge_count; i++) {
        size_t edge = (size_t)bwm->edges[i].edge, next = edge % 3 == 2 ? edge - 2 : edge + 1;
        const float *from = bwm->vertices + (size_t)bwm->corners[edge] * 3;
        const float *to = bwm->vertices + (size_t)bwm->corners[next] * 3;
        if ((memcmp(from, a, 12) == 0 && memcmp(to, b, 12) == 0) ||
            (memcmp(from, b, 12) == 0 && memcmp(to, a, 12) == 0))
            return bwm->edges[i].transition;
    }
    return -2;
}

static void check_rooms(struct ours *o, int32_t behind_side, size_t lost)
{
    struct rq_error err = {0};
    const struct rq_finding *findings;
    struct rq_doc *doc = from_scene(&o->scene, "x.pwk", &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    const struct rq_bwm *bwm = rq_doc_root(doc, "bwm");
    CHECK_INT(bwm->header.kind, RQ_BWM_AREA); /* extras, whatever the name says */
    check_point(bwm->header.position, 1, 2, 0.5f);
    check_point(bwm->header.relative_use_2, 0.1f, 0, 0);
    check_point(bwm->header.absolute_use_1, 0, 0, 0.2f);
    CHECK_INT(bwm->edge_count, 4);
    CHECK_INT(room_behind(bwm, o->positions + 3, o->positions + 6), behind_side);
    size_t count = rq_doc_findings(doc, &findings);
    CHECK_INT(count, lost);
    for (size_t i = 0; i < count; i++)
        CHECK_STR(findings[i].id, "bwm-lost-transition");
    rq_doc_free(doc);
}

#define OURS(rows) "{\"kind\":\"area\",\"position\":[1.0,2.0,0.5],\"transitions\":[" rows "]}"
#define SIDE       "[0,1,7,4.0,0.0,1.0,4.0,2.0,1.0]"

static void test_transitions(void)
{
    static struct ours o;
    make_ours(&o, OURS(SIDE));
    check_rooms(&o, 7, 0);
    /* Other numbers of faces and edges, and faces that look down. */
    memcpy(o.indices, (const uint32_t[]){3, 2, 0, 2, 1, 0}, sizeof o.indices);
    check_rooms(&o, 7, 0);
    /* Moved by less than a millimetre along each axis, over a border of the cells. */
    for (size_t i = 3; i < 9; i++)
        o.positions[i] -= 0.0009f;
    check_rooms(&o, 7, 0);
    o.positions[3] -= 0.0009f;
    check_rooms(&o, -1, 1);
    /* The diagonal is no border; a row may lack its ends; others are not numbers. */
    make_ours(&o, OURS("[0,2,3,4.0,2.0,1.0,0.0,0.0,1.0],[0,0,5],[],7,[\"a\"]," SIDE));
    check_rooms(&o, 7, 2);
    /* One border takes one transition. */
    make_ours(&o, OURS(SIDE "," SIDE));
    check_rooms(&o, 7, 1);
}

/* ---- files ---- */

struct face {
    float at[9];
    uint32_t material;
};

struct link {
    float ends[6];
    int32_t room;
};

static int compare_faces(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct face));
}

static int compare_links(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct link));
}

static void copy_point(const struct rq_bwm *bwm, size_t corner, float *to)
{
    for (size_t k = 0; k < 3; k++)
        to[k] = bwm->vertices[(size_t)bwm->corners[corner] * 3 + k] + 0.0f; /* -0 is 0 */
}

static struct face *faces_of(const struct rq_bwm *bwm)
{
    struct face *faces = calloc(bwm->face_count + 1, sizeof *faces);
    for (size_t i = 0; faces && i < bwm->face_count; i++) {
        for (size_t k = 0; k < 3; k++)
            copy_point(bwm, i * 3 + k, faces[i].at + k * 3);
        faces[i].material = bwm->materials[i];
    }
    if (faces)
        qsort(faces, bwm->face_count, sizeof *faces, compare_faces);
    return faces;
}

static struct link *links_of(const struct rq_bwm *bwm, size_t *count)
{
    struct link *links = calloc(bwm->edge_count + 1, sizeof *links);
    *count = 0;
    for (size_t i = 0; links && i < bwm->edge_count; i++) {
        size_t edge = (size_t)bwm->edges[i].edge;
        if (bwm->edges[i].transition == -1)
            continue;
        copy_point(bwm, edge, links[*count].ends);
        copy_point(bwm, edge % 3 == 2 ? edge - 2 : edge + 1, links[*count].ends + 3);
        links[(*count)++].room = bwm->edges[i].transition;
    }
    if (links)
        qsort(links, *count, sizeof *links, compare_links);
    return links;
}

/* The same faces, borders, transitions and points, whatever their order. */
static void check_alike(const struct rq_bwm *a, const struct rq_bwm *b)
{
    struct face *faces[2] = {faces_of(a), faces_of(b)};
    size_t counts[2] = {0, 0};
    struct link *links[2] = {links_of(a, &counts[0]), links_of(b, &counts[1])};
    REQUIRE(faces[0] && faces[1] && links[0] && links[1]);
    CHECK_INT(b->vertex_count, a->vertex_count);
    CHECK_INT(b->face_count, a->face_count);
    CHECK_MEM(faces[1], b->face_count * sizeof *faces[1], faces[0],
              a->face_count * sizeof *faces[0]);
    CHECK_INT(b->edge_count, a->edge_count);
    CHECK_INT(b->perimeter_count, a->perimeter_count);
    CHECK_MEM(links[1], counts[1] * sizeof *links[1], links[0], counts[0] * sizeof *links[0]);
    CHECK_INT(b->header.kind, a->header.kind);
    CHECK_MEM(b->header.relative_use_1, 60, a->header.relative_use_1, 60); /* to position */
    printf("    %zu faces, %zu borders, %zu transitions\n", b->face_count, b->edge_count,
           counts[1]);
    for (size_t i = 0; i < 2; i++) {
        free(faces[i]);
        free(links[i]);
    }
}

/* A file, through a GLB, and the same again. */
static void check_file(const char *name, struct rq_bytes bytes)
{
    struct rq_error err = {0};
    const struct rq_finding *findings;
    struct rq_doc *doc = read_as(bytes, "bwm");
    REQUIRE(doc != NULL);
    struct rq_out glb = converted(doc, "glb");
    struct rq_doc *back = rq_doc_import((struct rq_bytes){glb.data, glb.size - 1}, doc->format,
                                        &(struct rq_options){.name = name}, &err);
    CHECK_STR(err.text, "");
    if (CHECK(back != NULL)) {
        CHECK_INT(rq_doc_findings(back, &findings), 0);
        check_alike(rq_doc_root(doc, "bwm"), rq_doc_root(back, "bwm"));
    }
    rq_doc_free(back);
    rq_out_free(&glb);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor");
    CHECK_INT(each_file("kotor/wok", check_file), 2);
    CHECK_INT(each_file("kotor/pwk", check_file), 1);
}

/* Memory runs out at every point. */
static void test_memory(void)
{
    static struct ours o;
    make_ours(&o, OURS("[0,0,5]," SIDE));
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_options options = {.alloc = &alloc};
        struct rq_error err = {0};
        struct rq_doc *doc = rq_doc_new(rq_format_by_name("bwm"), &options, &err);
        bool made = doc && doc->format->scene->from_scene(doc, &o.scene, "x.wok", &err);
        CHECK(made ? err.code == RQ_OK : err.code == RQ_NO_MEMORY);
        rq_doc_free(doc);
        CHECK_INT(failing.live_blocks, 0);
        if (failing.calls < n)
            break;
    }
}

TESTS(test_anybodys, test_surfaces, test_refused, test_transitions, test_corpus, test_memory)
