/* BWM V1.0: bytes by hand from docs/formats/bwm.md; every derived value in them is worked out in a
 * comment. With a corpus: everything that can be derived is built again and compared. */
#include "tables.h"

#include <reliquary/bwm.h>

static void put_floats(struct made *m, const float *v, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put32(m, rq_bits_of(v[i]));
}

static void put_words(struct made *m, const int32_t *v, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put32(m, (uint32_t)v[i]);
}

/* Two triangles of a floor of 4 by 2 at height 1, and a wall on its side at x = 4. */
static const float room[] = {0, 0, 1, 4, 0, 1, 4, 2, 1, 0, 2, 1, 4, 0, 3};
static const int32_t room_corners[] = {0, 1, 2, 0, 2, 3, 1, 2, 4};
static const int32_t room_materials[] = {4, 4, 7}; /* stone, stone, nonwalk */
/* The floor looks up, -(1 * 1); the wall along x: (0, 2, 0) x (0, -2, 2) = (4, 0, -0), -4. Of face
 * 1 (4, 2, 0) x (-4, 0, 0), so that its y is 0 * -4 - 4 * 0 = -0. */
static const float room_normals[] = {0, 0, 1, 0, -0.0f, 1, 1, 0, -0.0f};
static const float room_distances[] = {-1, -1, -4};
/* The third edge of face 0, from corner 2 to corner 0, is the first of face 1. */
static const int32_t room_adjacency[] = {-1, -1, 3, 2, -1, -1};
/* Once around the floor; behind the side at x = 4, edge 1 of face 0, is room 7. */
static const int32_t room_edges[] = {0, -1, 1, 7, 4, -1, 5, -1};

/* Centroids along x, the longest side: faces 1, 0, 2. Half of three, rounded down, is one: face 1
 * is the first child of the root. Boxes are 0.01 larger, those of inner nodes above by 0.0101. */
static void put_tree(struct made *m)
{
    static const struct {
        float box[6];
        int32_t words[5];
    } nodes[] = {
        {{-.01f, -.01f, .99f, 4.0101f, 2.0101f, 3.0101f}, {-1, 4, 1, 1, 2}},
        {{-.01f, -.01f, .99f, 4.01f, 2.01f, 1.01f}, {1, 4, 0, -1, -1}},
        {{-.01f, -.01f, .99f, 4.0101f, 2.0101f, 3.0101f}, {-1, 4, 1, 3, 4}},
        {{-.01f, -.01f, .99f, 4.01f, 2.01f, 1.01f}, {0, 4, 0, -1, -1}},
        {{3.99f, -.01f, .99f, 4.01f, 2.01f, 3.01f}, {2, 4, 0, -1, -1}},
    };
    for (size_t i = 0; i < 5; i++) {
        put_floats(m, nodes[i].box, 6);
        put_words(m, nodes[i].words, 5);
    }
}

enum { NODES = 292, ADJACENCY = 512, EDGES = 536, PERIMETERS = 568, WOK_SIZE = 572 };

static void make_wok(struct made *m)
{
    static const float position[] = {1, 2, 0.5f};
    static const int32_t words[] = {5,     136, 3, 196,       232, 244,   280, 5,
                                    NODES, 0,   2, ADJACENCY, 4,   EDGES, 1,   PERIMETERS};
    m->size = 0;
    put_text(m, "BWM V1.0", 8);
    put32(m, 1);
    put_zeros(m, 48);
    put_floats(m, position, 3);
    put_words(m, words, 16);
    put_floats(m, room, 15);
    put_words(m, room_corners, 9);
    put_words(m, room_materials, 3);
    put_floats(m, room_normals, 9);
    put_floats(m, room_distances, 3);
    put_tree(m);
    put_words(m, room_adjacency, 6);
    put_words(m, room_edges, 8);
    put32(m, 4);
    CHECK_INT(m->size, WOK_SIZE);
}

/* One triangle that blocks, and where to stand before and behind it. */
static const float hooks[] = {0, -1.5f, 0, 0, 1.5f, 0};
static const float plate[] = {-1, 0, 0, 1, 0, 0, 0, 1, 0};

static void make_pwk(struct made *m)
{
    static const int32_t words[] = {3, 136, 1, 172, 184, 188, 200, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    m->size = 0;
    put_text(m, "BWM V1.0", 8);
    put32(m, 0);
    put_floats(m, hooks, 6);
    put_zeros(m, 36);
    put_words(m, words, 16);
    put_floats(m, plate, 9);
    put_words(m, (const int32_t[]){0, 1, 2, 7}, 4);
    /* (2, 0, 0) x (-1, 1, 0) = (0, -0, 2), and -(0 * -1 + -0 * 0 + 1 * 0) = -0. */
    put_floats(m, (const float[]){0, -0.0f, 1, -0.0f}, 4);
    CHECK_INT(m->size, 204);
}

/* ---- reading ---- */

static void test_wok(void)
{
    static struct made m;
    const struct rq_finding *findings;
    make_wok(&m);
    check_round_trips(made_bytes(&m), "x.wok", "bwm");
    struct rq_doc *doc = read_as(made_bytes(&m), "bwm");
    REQUIRE(doc != NULL);
    const struct rq_bwm *bwm = rq_doc_root(doc, "bwm");
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    CHECK_INT(bwm->header.kind, RQ_BWM_AREA);
    CHECK(bwm->header.position[2] == 0.5f);
    CHECK_INT(bwm->vertex_count, 5);
    CHECK(bwm->vertices[14] == 3 && bwm->vertices[3] == 4);
    CHECK_INT(bwm->corners[5], 3);
    CHECK_INT(bwm->materials[2], 7);
    CHECK(bwm->normals[6] == 1 && bwm->distances[2] == -4);
    CHECK_INT(bwm->nodes[0].right, 2);
    CHECK_INT(bwm->nodes[4].face, 2);
    CHECK_INT(bwm->adjacency[3], 2);
    CHECK_INT(bwm->edges[1].transition, 7);
    CHECK_INT(bwm->perimeters[0], 4);
    CHECK_INT(bwm->layout, RQ_BWM_UNSETTLED);
    struct rq_out json = json_of(doc);
    CHECK_INT(bwm->layout, RQ_BWM_ORDERED);
    CHECK(strstr((char *)json.data, "{\"corners\": [1, 2, 4], \"material\": 7, \"normal\": "
                                    "[1.0, 0.0, -0.0], \"distance\": -4.0}") != NULL);
    rq_out_free(&json);
    rq_doc_free(doc);
}

static void test_pwk(void)
{
    static struct made m;
    make_pwk(&m);
    check_round_trips(made_bytes(&m), "x.pwk", "bwm");
    struct rq_doc *doc = read_as(made_bytes(&m), "bwm");
    REQUIRE(doc != NULL);
    const struct rq_bwm *bwm = rq_doc_root(doc, "bwm");
    CHECK_INT(bwm->header.kind, RQ_BWM_OBJECT);
    CHECK(bwm->header.relative_use_1[1] == -1.5f && bwm->header.relative_use_2[1] == 1.5f);
    CHECK_INT(bwm->node_count + bwm->adjacency_count + bwm->edge_count + bwm->perimeter_count, 0);
    rq_doc_free(doc);
}

static void check_fact(struct rq_doc *doc, const char *key, const char *value)
{
    const struct rq_fact *facts;
    struct rq_error err = {0};
    size_t count = 0, i = 0;
    CHECK(rq_doc_facts(doc, &facts, &count, &err));
    while (i < count && strcmp(facts[i].key, key) != 0)
        i++;
    CHECK_STR(i < count ? facts[i].value : NULL, value);
}

static void test_facts(void)
{
    static struct made m;
    make_wok(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "bwm");
    REQUIRE(doc != NULL);
    check_fact(doc, "kind", "area (WOK)");
    check_fact(doc, "walkable faces", "2");
    check_fact(doc, "materials", "stone 2, nonwalk 1");
    check_fact(doc, "perimeters", "1");
    check_fact(doc, "transitions", "1 edges, to room 7");
    rq_doc_free(doc);
    make_pwk(&m);
    doc = read_as(made_bytes(&m), "bwm");
    REQUIRE(doc != NULL);
    check_fact(doc, "kind", "placeable or door (PWK, DWK)");
    check_fact(doc, "use point 1", "0.0 -1.5 0.0");
    rq_doc_free(doc);
}

/* The list of kotor-facts: names, and where nobody can walk. */
static void test_materials(void)
{
    /* Rows of the first game's surfacemat.2da whose walk is 0 (docs/formats/bwm.md). */
    static const uint32_t blocked[] = {0, 2, 7, 8, 15, 16, 17, 19};
    size_t count = 0;
    for (uint32_t i = 0; i < 64; i++)
        count += rq_bwm_material_name(i) && !rq_bwm_material_walkable(i);
    CHECK_INT(count, 8);
    for (size_t i = 0; i < 8; i++)
        CHECK(!rq_bwm_material_walkable(blocked[i]));
    CHECK_STR(rq_bwm_material_name(1), "dirt");
    CHECK_STR(rq_bwm_material_name(16), "bottomless pit");
    CHECK_STR(rq_bwm_material_name(22), "stone bridge");
    CHECK_STR(rq_bwm_material_name(23), NULL);
    CHECK_STR(rq_bwm_material_name(30), "trigger");
    CHECK(!rq_bwm_material_walkable(23) && !rq_bwm_material_walkable(UINT32_MAX));
}

/* ---- places ---- */

/* The perimeters before the edges, with four bytes between that nothing refers to. */
static void test_explicit(void)
{
    static struct made m;
    make_wok(&m);
    m.size = EDGES;
    put32(&m, 4);
    put32(&m, 0xAABBCCDD);
    put_words(&m, room_edges, 8);
    put_text(&m, "tail", 4);
    set32(&m, 0x84, EDGES);
    set32(&m, 0x7C, EDGES + 8);
    check_round_trips(made_bytes(&m), "x.wok", "bwm");
    struct rq_doc *doc = read_as(made_bytes(&m), "bwm");
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    struct rq_bwm *bwm = rq_doc_root(doc, "bwm");
    CHECK(strstr((char *)json.data, "\"layout\": \"explicit\"") != NULL);
    CHECK_INT(count_found(made_bytes(&m), "bwm", "bwm-explicit-layout"),
              0); /* not before it is asked */
    CHECK_INT(bwm->layout, RQ_BWM_EXPLICIT);
    /* Changed: the places no longer hold, and the tables stand in their order. */
    struct rq_out out = {0};
    struct rq_error err = {0};
    bwm->edge_count = 2;
    bwm->perimeters[0] = 2;
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_INT(out.size, WOK_SIZE - 16);
    rq_out_free(&out);
    rq_out_free(&json);
    rq_doc_free(doc);
}

/* ---- what is odd ---- */

static size_t found_after(size_t at, uint32_t word, const char *id)
{
    static struct made m;
    make_wok(&m);
    set32(&m, at, word);
    check_round_trips(made_bytes(&m), "x.wok", "bwm");
    return count_found(made_bytes(&m), "bwm", id);
}

static void test_findings(void)
{
    enum { NODE = 44, CHILDREN = 36 };
    CHECK_INT(found_after(8, 2, "bwm-unknown-kind"), 1);
    /* Faces, and no tree to find them by. */
    CHECK_INT(found_after(0x64, 0, "bwm-no-tree"), 1);
    CHECK_INT(found_after(0x6C, 1, "bwm-reserved-word"), 1);
    CHECK_INT(found_after(196, 5, "bwm-no-vertex"), 1);
    CHECK_INT(found_after(136, 0x7FC00000, "bwm-no-number"), 1);
    /* A wall between the floors: out of order, and one walkable face less. */
    CHECK_INT(found_after(232, 7, "bwm-late-walkable"), 1);
    CHECK_INT(found_after(232, 7, "bwm-neighbour-count"), 1);
    /* A material that is not known can't be walked on. */
    CHECK_INT(found_after(240, 99, "bwm-unknown-material"), 1);
    CHECK_INT(found_after(NODES + NODE + 24, 3, "bwm-no-face"), 1);
    CHECK_INT(found_after(NODES + 28, 5, "bwm-node-constant"), 1);
    CHECK_INT(found_after(NODES + 32, 3, "bwm-unknown-plane"), 1);
    CHECK_INT(found_after(ADJACENCY, 6, "bwm-no-neighbour"), 1);
    CHECK_INT(found_after(EDGES, 6, "bwm-no-edge"), 1);
    CHECK_INT(found_after(EDGES + 4, (uint32_t)-2, "bwm-no-room"), 1);
    CHECK_INT(found_after(PERIMETERS, 5, "bwm-wrong-perimeter"), 1);
    CHECK_INT(found_after(PERIMETERS, 0, "bwm-wrong-perimeter"), 1);
    /* The root is its own second child: nodes 2 to 4 are lost. */
    CHECK_INT(found_after(NODES + CHILDREN + 4, 0, "bwm-circle"), 1);
    CHECK_INT(found_after(NODES + CHILDREN + 4, 0, "bwm-lost-node"), 1);
}

/* A tree that is a list of 200 nodes, and one in which all point at the root. */
static void test_deep(void)
{
    enum { COUNT = 200 };
    static struct made m;
    make_wok(&m);
    m.size = WOK_SIZE;
    set32(&m, 0x64, COUNT);
    set32(&m, 0x68, WOK_SIZE);
    for (uint32_t i = 0; i < COUNT; i++) {
        put_zeros(&m, 24);
        put_words(&m, (const int32_t[]){-1, 4, 1, (int32_t)i + 1, (int32_t)i + 1}, 5);
    }
    check_round_trips(made_bytes(&m), "x.wok", "bwm");
    CHECK(count_found(made_bytes(&m), "bwm", "bwm-deep-tree") == 1);
    for (uint32_t i = 0; i < COUNT; i++)
        set32(&m, WOK_SIZE + i * 44 + 36, 0);
    check_round_trips(made_bytes(&m), "x.wok", "bwm");
    CHECK(count_found(made_bytes(&m), "bwm", "bwm-circle") == 1);
}

static void test_hostile(void)
{
    static const size_t counts[] = {0x48, 0x50, 0x64, 0x70, 0x78, 0x80};
    static const size_t offsets[] = {0x4C, 0x54, 0x58, 0x5C, 0x60, 0x68, 0x74, 0x7C, 0x84};
    static struct made m;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        make_wok(&m);
        set32(&m, counts[i], UINT32_MAX);
        unreadable(&m, "bwm", RQ_TRUNCATED, "bwm");
        /* Times 12 this is 4 in 32 bits. */
        set32(&m, counts[i], 0x15555556);
        unreadable(&m, "bwm", RQ_TRUNCATED, "bwm");
    }
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        make_wok(&m);
        set32(&m, offsets[i], WOK_SIZE - 3);
        unreadable(&m, "bwm", RQ_TRUNCATED, "bwm");
        set32(&m, offsets[i], UINT32_MAX);
        unreadable(&m, "bwm", RQ_TRUNCATED, "bwm");
        /* All tables in the header: read, and kept. */
        set32(&m, offsets[i], 0);
        check_survives(made_bytes(&m), "bwm");
    }
    make_wok(&m);
    check_truncations(made_bytes(&m), "bwm");
    check_flips(made_bytes(&m), "bwm", 3000);
    set32(&m, 0, 0x20204D42);
    unreadable(&m, "bwm", RQ_BAD_MAGIC, "BWM");
    make_wok(&m);
    set32(&m, 4, 0x312E3156);
    unreadable(&m, "bwm", RQ_UNSUPPORTED, "V1.0");
}

static void test_json(void)
{
    json_refused("bwm", "\"layout\":\"tight\"", "layout");
    json_refused("bwm", "\"layout\":\"explicit\"", "places");
    json_refused("bwm", "\"vertices\":[[1,2]]", "3 numbers");
    json_refused("bwm", "\"faces\":[{\"corners\":[1,2,3,4]}]", "3 numbers");
    json_refused("bwm", "\"edges\":[[1]]", "2 numbers");
    json_refused("bwm", "\"vertex_count\":4", "vertex_count");
    json_refused("bwm", "\"nodes\":[{\"mid\":1}]", "mid");
    json_refused("bwm", "\"vertices\":[],\"vertices\":[]", "vertices");
}

/* ---- building ---- */

static struct rq_doc *fresh(void)
{
    struct rq_error err = {0};
    return rq_doc_new(rq_format_by_name("bwm"), &(struct rq_options){.memory_limit = 64 << 20},
                      &err);
}

/* The wall first: it must come last, and the transition follows its face. */
static void test_build(void)
{
    static struct made m;
    static const uint32_t corners[] = {1, 2, 4, 0, 1, 2, 0, 2, 3}, materials[] = {7, 4, 4};
    static const struct rq_bwm_edge transitions[] = {{4, 7}, {5, 3}};
    struct rq_error err = {0};
    struct rq_out out = {0};
    const struct rq_finding *findings = NULL;
    struct rq_bwm_source source = {.kind = RQ_BWM_AREA,
                                   .position = {1, 2, 0.5f},
                                   .vertex_count = 5,
                                   .face_count = 3,
                                   .transition_count = 2,
                                   .vertices = room,
                                   .corners = corners,
                                   .materials = materials,
                                   .transitions = transitions};
    struct rq_doc *doc = fresh();
    REQUIRE(doc != NULL);
    make_wok(&m);
    CHECK(rq_bwm_build(doc, &source, &err));
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_MEM(out.data, out.size, m.data, m.size);
    /* Edge 5, the diagonal, is no border. */
    CHECK_INT(rq_doc_findings(doc, &findings), 1);
    CHECK_STR(findings ? findings[0].id : NULL, "bwm-lost-transition");
    rq_doc_free(doc);
    rq_out_free(&out);
}

static void test_build_object(void)
{
    static struct made m;
    static const uint32_t corners[] = {0, 1, 2}, materials[] = {7};
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_bwm_source source = {.vertex_count = 3,
                                   .face_count = 1,
                                   .vertices = plate,
                                   .corners = corners,
                                   .materials = materials};
    struct rq_doc *doc = fresh();
    REQUIRE(doc != NULL);
    memcpy(source.relative_use, hooks, sizeof hooks);
    make_pwk(&m);
    CHECK(rq_bwm_build(doc, &source, &err));
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_MEM(out.data, out.size, m.data, m.size);
    source.vertex_count = 2;
    CHECK(!rq_bwm_build(doc, &source, &err));
    CHECK_INT(err.code, RQ_CORRUPT);
    CHECK_INT(err.offset, 0);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* ---- text ---- */

/* What a text becomes as a file of that name; size 0 and the reason when it becomes none. */
static struct rq_out from_ascii(const char *text, const char *name, struct rq_error *err)
{
    struct rq_out out = {0};
    struct rq_options options = {.name = name};
    struct rq_doc *doc =
        rq_doc_from_text((struct rq_bytes){(const uint8_t *)text, strlen(text)}, &options, err);
    if (doc)
        rq_doc_write(doc, &out, err);
    rq_doc_free(doc);
    return out;
}

static void check_through_ascii(const struct made *m, const char *name)
{
    struct rq_error err = {0};
    struct rq_doc *doc = read_as(made_bytes(m), "bwm");
    REQUIRE(doc != NULL);
    struct rq_out text = converted(doc, "ascii");
    struct rq_out again = from_ascii((const char *)text.data, name, &err);
    CHECK_STR(err.text, "");
    CHECK_MEM(again.data, again.size, m->data, m->size);
    rq_out_free(&again);
    rq_out_free(&text);
    rq_doc_free(doc);
}

/* Both samples are as the builder makes them, so that nothing is lost. */
static void test_ascii(void)
{
    static struct made m;
    make_wok(&m);
    check_through_ascii(&m, "x.wok.ascii");
    check_through_ascii(&m, "x.wok");
    make_pwk(&m);
    check_through_ascii(&m, "x.pwk");
    check_through_ascii(&m, "x0.dwk");
    /* A closed door knows its use points twice: position and relative, added. */
    for (size_t i = 0; i < 6; i++)
        set32(&m, 0x24 + i * 4, rq_bits_of(hooks[i] + (i % 3 == 1 ? 0.25f : 0)));
    set32(&m, 0x40, rq_bits_of(0.25f));
    check_through_ascii(&m, "x0.dwk");
}

static const char door[] =
    "# a comment\r\n"
    "node dummy door_DWK\r\n  parent NULL\r\nendnode\r\n"
    "node trimesh md_DWK_wg_closed\r\n  POSITION 0 0 1e0 # comment\r\n"
    "  verts 3\r\n    0 0 0\r\n    1 0 0\r\n    0 1.5 0\r\n"
    "  faces 1\r\n    0 1 2  1  0 0 0  7\r\nendnode\r\n"
    "node dummy md_DWK_dp_closed_01\r\n  position 1 2 3\r\nendnode\r\n"
    "node trimesh md_DWK_wg_open1\r\n  verts 3\r\n0 0 0\r\n2 0 0\r\n0 2 0\r\n"
    "faces 1\r\n0 1 2 1 0 0 0 0 0 0 7\r\nendnode\r\n"
    "node dummy md_DWK_dp_open1_02\r\n  position 4 5 6\r\nendnode\r\n";

/* The three states of a door stand in one text; the name of the file tells which is meant. */
static void test_states(void)
{
    struct rq_error err = {0};
    struct rq_out closed = from_ascii(door, "d0.dwk", &err),
                  open = from_ascii(door, "d1.dwk", &err);
    CHECK_STR(err.text, "");
    CHECK_INT(closed.size, 204);
    CHECK_INT(open.size, 204);
    if (closed.size == 204 && open.size == 204) {
        CHECK(rq_f32_of(rq_get32(closed.data + 0x10)) == 2); /* relative_use_1, y */
        CHECK(rq_f32_of(rq_get32(closed.data + 0x2C)) == 4); /* absolute_use_1, z */
        CHECK(rq_f32_of(rq_get32(closed.data + 136 + 28)) == 1.5f);
        CHECK(rq_f32_of(rq_get32(open.data + 0x18)) == 4); /* relative_use_2, x */
        CHECK(rq_get32(open.data + 0x24) == 0);
        CHECK(rq_f32_of(rq_get32(open.data + 136 + 12)) == 2);
    }
    rq_out_free(&closed);
    rq_out_free(&open);
    open = from_ascii(door, "d.pwk", &err);
    CHECK(strstr(err.text, "second mesh") != NULL);
    rq_out_free(&open);
}

/* MDLedit's WOK: a trimesh of a known name, and a count of links that is too large. */
static const char mdledit[] = "node trimesh WALKMESH\n  parent x\n  position 1 2 0.5\n"
                              "  verts 5\n0 0 1\n4 0 1\n4 2 1\n0 2 1\n4 0 3\n"
                              "  faces 3\n0 1 2  1  0 0 0  4\n0 2 3  1  0 0 0  4\n"
                              "1 2 4  1  0 0 0  7\n  roomlinks 4\n    1 7\nendnode\n";

static void test_mdledit(void)
{
    static struct made m;
    struct rq_error err = {0};
    struct rq_out out = from_ascii(mdledit, "x.wok", &err);
    make_wok(&m);
    CHECK_STR(err.text, "");
    CHECK_MEM(out.data, out.size, m.data, m.size);
    rq_out_free(&out);
    /* A name that does not tell, or none: the kind is that of the node. */
    static const char *const names[] = {NULL, "x", "x.ascii", "ascii"};
    for (size_t i = 0; i < 4; i++) {
        struct rq_doc *doc = fresh();
        out = (struct rq_out){0};
        CHECK(doc && doc->format->forms->from_text(
                         doc, (struct rq_bytes){(const uint8_t *)mdledit, sizeof mdledit - 1},
                         names[i], &err));
        CHECK(rq_doc_write(doc, &out, &err));
        CHECK_MEM(out.data, out.size, m.data, m.size);
        rq_out_free(&out);
        rq_doc_free(doc);
    }
    /* Without the name of a walkmesh nobody knows what the text is. */
    out = from_ascii(mdledit, "x.ascii", &err);
    CHECK(err.code != RQ_OK);
    rq_out_free(&out);
}

/* The style of KOTORmax: the mesh has a name of its own, and a remark says that it is a room. */
static const char kotormax[] =
    "# Exported from KOTORmax 0.4.1 at 28/08/2018 4:59:23 PM\n# WOKMESH  ASCII\n"
    "node trimesh walkmesh_14\n  parent room14\n  position 1.0 2.0 0.5\n"
    "  orientation 1.0 0.0 0.0 0.0\n"
    "  verts 5\n    0.0 0.0 1.0\n    4.0 0.0 1.0\n    4.0 2.0 1.0\n    0.0 2.0 1.0\n"
    "    4.0 0.0 3.0\n"
    "  faces 3\n    1 2 4  1  0 0 0  7\n    0 1 2  1  0 0 0  4\n    0 2 3  1  0 0 0  4\n"
    "endnode\n";

/* The sample of make_wok without its link to a room, whatever the name says. */
static void test_kotormax(void)
{
    static const char *const names[] = {"x.wok", "x.wok.ascii", "x", NULL};
    for (size_t i = 0; i < 4; i++) {
        struct rq_error err = {0};
        struct rq_doc *doc = fresh();
        REQUIRE(doc != NULL);
        CHECK(doc->format->forms->from_text(
            doc, (struct rq_bytes){(const uint8_t *)kotormax, sizeof kotormax - 1}, names[i],
            &err));
        const struct rq_bwm *bwm = rq_doc_root(doc, "bwm");
        check_note("name %zu", i);
        CHECK_INT(bwm->header.kind, RQ_BWM_AREA);
        CHECK_INT(bwm->vertex_count, 5);
        CHECK(bwm->vertices[14] == 3 && bwm->header.position[2] == 0.5f);
        REQUIRE(bwm->face_count == 3);
        CHECK_INT(bwm->materials[0], 4); /* what can be walked on comes first */
        CHECK_INT(bwm->materials[2], 7);
        CHECK_INT(bwm->corners[6], 1);
        CHECK_INT(bwm->adjacency_count, 2);
        CHECK_INT(bwm->node_count, 5);
        rq_doc_free(doc);
    }
    check_note(" ");
    /* A name that says otherwise counts more. */
    struct rq_error err = {0};
    struct rq_out out = from_ascii(kotormax, "x.pwk", &err);
    CHECK(out.size > 136 && rq_get32(out.data + 8) == RQ_BWM_OBJECT);
    rq_out_free(&out);
}

/* Whatever the text: a file, or a reason. */
static void check_damaged(const char *text, const char *name)
{
    size_t size = strlen(text);
    uint32_t random = 7;
    for (size_t i = 0; i < size + 2000; i++) {
        char copy[1024];
        struct rq_error err = {0};
        snprintf(copy, sizeof copy, "%.*s", (int)(i < size ? i : size), text);
        random = random * 1664525u + 1013904223u;
        if (size && i >= size)
            copy[(random >> 8) % size] = "0123456789 .-e#n\nfa"[random >> 27 & 15];
        check_note("damage %zu", i);
        struct rq_out out = from_ascii(copy, name, &err);
        CHECK((out.size > 0) == (err.code == RQ_OK));
        rq_out_free(&out);
    }
    check_note(" ");
}

static void test_ascii_damaged(void)
{
    check_damaged(mdledit, "x.wok");
    check_damaged(door, "x0.dwk");
}

static void ascii_refused(const char *text, const char *why)
{
    struct rq_error err = {0};
    check_note("%s", text);
    struct rq_out out = from_ascii(text, "x.wok", &err);
    CHECK_INT(out.size, 0);
    if (!CHECK(strstr(err.text, why) != NULL))
        printf("    %s\n", err.text);
    rq_out_free(&out);
}

static void test_ascii_refused(void)
{
    ascii_refused("", "");
    struct rq_doc *doc = fresh(); /* blanks alone are no remark that tells the kind */
    CHECK(!doc->format->forms->from_text(doc, (struct rq_bytes){(const uint8_t *)"\t", 1}, NULL,
                                         NULL));
    rq_doc_free(doc);
    ascii_refused("node dummy x\nendnode\n", "no mesh");
    ascii_refused("node aabb\n", "type and a name");
    ascii_refused("node aabb x\nverts 4000000000\n", "whole number");
    ascii_refused("node aabb x\nverts 2000000000\n", "more lines");
    ascii_refused("node aabb x\nverts -1\n", "more lines");
    ascii_refused("node aabb x\nverts 1\n0 0\n", "three numbers");
    ascii_refused("node aabb x\nverts 1\n0 0 nan\n", "three numbers");
    ascii_refused("node aabb x\nverts 2\n0 0 0", "fewer");
    ascii_refused("node aabb x\nverts 1\n0 0 0\nverts 1\n0 0 0\n", "second list");
    ascii_refused("node aabb x\nverts 1\n0 0 0\nfaces 1\n0 0 0 1\n", "8 numbers");
    ascii_refused("node aabb x\nverts 1\n0 0 0\nfaces 1\n0 0 1 1 0 0 0 4\n", "corner 1");
    ascii_refused("node aabb x\nverts 1\n0 0 0\nfaces 1\n0 0 -1 1 0 0 0 4\n", "8 numbers");
    ascii_refused("node aabb x\nverts 1\n0 0 0\nfaces 1\n0 0 0 1 0 0 0 4\nroomlinks 1\n9 1\n",
                  "edge 9");
    ascii_refused(
        "node aabb x\nverts 1\n0 0 0\nfaces 1\n0 0 0 1 0 0 0 4\nfaces 1\n0 0 0 1 0 0 0 4\n",
        "a second list of faces");
    ascii_refused("node aabb x\nverts 1\n0 0 0\nfaces 1\n0 0 0 1 0 0 0 4\n"
                  "roomlinks 1\n0 1\nroomlinks 1\n1 1\n",
                  "a second list of rooms");
    ascii_refused("node aabb x\nverts 1\n0 0 0\nfaces 1\n0 0 0 1 0 0 0 4\nroomlinks 1\n0 -2\n",
                  "a room is an edge and a number");
    ascii_refused("node aabb x\nverts 1\n0 0 0\nfaces 1\n0 0 0 1 0 0 0 4\nroomlinks 1\n-1 0\n",
                  "a room is an edge and a number");
    ascii_refused(
        "node aabb x\nverts 1\n0 0 0\nfaces 1\n0 0 0 1 0 0 0 4\nroomlinks 1\n0 2147483648\n",
        "a room is an edge and a number");
    check_note(" ");
    struct rq_error err = {0};
    struct rq_out out = from_ascii(
        "node aabb x\nverts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 4\nroomlinks 1\n0 2147483647\n",
        "x.wok", &err);
    CHECK_STR(err.text, "");
    CHECK(out.size > 0);
    rq_out_free(&out);
}

/* ---- scene ---- */

static void test_scene(void)
{
    static struct made m;
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_view view = {.name = "x", .arena = &arena, .err = &err};
    struct rq_scene scene = {0};
    make_wok(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "bwm");
    REQUIRE(doc != NULL && doc->format->scene->scene(doc, &view, &scene));
    CHECK_INT(scene.node_count, 2);
    CHECK_INT(scene.material_count, 2);
    CHECK_STR(scene.materials[0].name, "stone");
    CHECK_STR(scene.materials[1].name, "nonwalk");
    CHECK(scene.materials[0].double_sided);
    CHECK(strcmp((const char *)scene.materials[1].extras.data,
                 "{\"surface\":7,\"walkable\":false}") == 0);
    CHECK_INT(scene.meshes[0].primitive_count, 2);
    CHECK_INT(scene.meshes[0].primitives[0].vertex_count, 4);
    CHECK_INT(scene.meshes[0].primitives[0].index_count, 6);
    CHECK_INT(scene.meshes[0].primitives[1].vertex_count, 3);
    CHECK(scene.nodes[0].rotation[0] < -0.7f && scene.nodes[0].rotation[3] > 0.7f);
    CHECK_STR((const char *)scene.nodes[1].extras.data,
              "{\"kind\":\"area\",\"position\":[1.0,2.0,0.5],\"transitions\":[[0,1,7,4.0,0.0,1.0,"
              "4.0,2.0,1.0]]}");
    rq_doc_free(doc);
    make_pwk(&m);
    doc = read_as(made_bytes(&m), "bwm");
    REQUIRE(doc != NULL && doc->format->scene->scene(doc, &view, &scene));
    CHECK_INT(scene.node_count, 4);
    CHECK_STR(scene.nodes[2].name, "use_1");
    CHECK(scene.nodes[3].translation[1] == 1.5f);
    rq_doc_free(doc);
    rq_arena_free(&arena);
}

static void test_memory(void)
{
    static struct made m;
    make_wok(&m);
    check_exhausted(made_bytes(&m), "bwm", "glb", NULL, (struct rq_bytes){0});
    check_exhausted(made_bytes(&m), "bwm", "ascii", NULL, (struct rq_bytes){0});
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_options options = {.name = "d0.dwk", .alloc = &alloc};
        struct rq_error err = {0};
        struct rq_doc *doc = rq_doc_from_text(
            (struct rq_bytes){(const uint8_t *)door, sizeof door - 1}, &options, &err);
        rq_doc_free(doc);
        CHECK(doc ? err.code == RQ_OK : err.code == RQ_NO_MEMORY);
        CHECK_INT(failing.live_blocks, 0);
        if (failing.calls < n)
            break;
    }
}

/* ---- the corpus ---- */

static size_t same_floats(const float *a, const float *b, size_t count, size_t width)
{
    size_t same = 0;
    for (size_t i = 0; i < count; i++)
        same += memcmp(a + i * width, b + i * width, width * sizeof *a) == 0;
    return same;
}

static void check_built(const char *name, const struct rq_bwm *bwm, const struct rq_bwm *built)
{
    size_t nodes = 0, boxes = 0;
    CHECK_MEM(built->corners, built->face_count * 12, bwm->corners, bwm->face_count * 12);
    CHECK_MEM(built->adjacency, built->adjacency_count * 12, bwm->adjacency,
              bwm->adjacency_count * 12);
    CHECK_MEM(built->edges, built->edge_count * 8, bwm->edges, bwm->edge_count * 8);
    CHECK_MEM(built->perimeters, built->perimeter_count * 4, bwm->perimeters,
              bwm->perimeter_count * 4);
    CHECK_INT(built->node_count, bwm->node_count);
    for (size_t i = 0; i < bwm->node_count && i < built->node_count; i++) {
        const struct rq_bwm_node *a = &bwm->nodes[i], *b = &built->nodes[i];
        nodes += a->face == b->face && a->plane == b->plane && a->left == b->left &&
                 a->right == b->right && a->constant == b->constant;
        boxes += memcmp(a->min, b->min, 12) == 0 && memcmp(a->max, b->max, 12) == 0;
    }
    printf("    %s: of %zu faces %zu normals and %zu distances, of %zu nodes %zu and %zu boxes are "
           "the same bits\n",
           name, bwm->face_count, same_floats(bwm->normals, built->normals, bwm->face_count, 3),
           same_floats(bwm->distances, built->distances, bwm->face_count, 1), bwm->node_count,
           nodes, boxes);
}

static void check_file(const char *name, struct rq_bytes bytes)
{
    struct rq_error err = {0};
    const struct rq_finding *findings;
    check_round_trips(bytes, name, "bwm");
    struct rq_doc *doc = read_as(bytes, "bwm"), *made = read_as(bytes, "bwm");
    if (CHECK(doc && made)) {
        CHECK_INT(rq_doc_findings(doc, &findings), 0);
        CHECK(rq_doc_derive(made, &err));
        CHECK_INT(rq_doc_findings(made, &findings), 0);
        check_built(name, rq_doc_root(doc, "bwm"), rq_doc_root(made, "bwm"));
    }
    rq_doc_free(made);
    rq_doc_free(doc);
}

/* The numbers of a list of a text, row by row: as many as the text has, counted here. */
static size_t rows_of(const char *text, const char *list, double *values, size_t columns,
                      size_t most)
{
    char head[32];
    size_t count = 0;
    snprintf(head, sizeof head, "\n  %s ", list);
    const char *at = strstr(text, head);
    for (at = at ? strchr(at + 1, '\n') : NULL; at && at[1] == ' ' && count < most;
         at = strchr(at + 1, '\n')) {
        const char *from = at + 1;
        size_t n = 0;
        for (char *end; n < columns; n++, from = end) {
            values[count * columns + n] = strtod(from, &end);
            if (end == from)
                break;
        }
        if (n < columns)
            break;
        count++;
    }
    return count;
}

enum { MOST_ROWS = 1000 };

static bool has_face(const struct rq_bwm *bwm, const double face[8])
{
    for (size_t i = 0; i < bwm->face_count; i++)
        if (bwm->corners[i * 3] == face[0] && bwm->corners[i * 3 + 1] == face[1] &&
            bwm->corners[i * 3 + 2] == face[2] && bwm->materials[i] == face[7])
            return true;
    return false;
}

/* Texts of KOTORmax: every vertex, face and material of the text is in the walkmesh. */
static void check_kotormax(const char *name, struct rq_bytes bytes)
{
    static double vertices[MOST_ROWS * 3], faces[MOST_ROWS * 8];
    static char text[1 << 16];
    struct rq_error err = {0};
    const struct rq_finding *findings;
    if (!strstr(name, ".wok"))
        return;
    snprintf(text, sizeof text, "%.*s", (int)bytes.size, (const char *)bytes.data);
    size_t vertex_count = rows_of(text, "verts", vertices, 3, MOST_ROWS);
    size_t face_count = rows_of(text, "faces", faces, 8, MOST_ROWS);
    struct rq_out out = from_ascii(text, name, &err);
    CHECK_STR(err.text, "");
    struct rq_doc *doc = read_as(rq_out_bytes(&out), "bwm");
    REQUIRE(doc != NULL);
    const struct rq_bwm *bwm = rq_doc_root(doc, "bwm");
    CHECK_INT(bwm->header.kind, RQ_BWM_AREA);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    REQUIRE(vertex_count > 0 && bwm->vertex_count == vertex_count);
    for (size_t i = 0; i < vertex_count * 3; i++)
        CHECK(bwm->vertices[i] == (float)vertices[i]);
    REQUIRE(face_count > 0 && bwm->face_count == face_count);
    for (size_t i = 0; i < face_count; i++)
        CHECK(has_face(bwm, faces + i * 8));
    printf("    %s: %zu vertices, %zu faces\n", name, vertex_count, face_count);
    rq_doc_free(doc);
    rq_out_free(&out);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor");
    CHECK_INT(each_file("kotor/ascii", check_kotormax), 3);
    CHECK_INT(each_file("kotor/wok", check_file), 2);
    CHECK_INT(each_file("kotor/pwk", check_file), 1);
}

TESTS(test_wok, test_pwk, test_facts, test_materials, test_explicit, test_findings, test_deep,
      test_hostile, test_json, test_build, test_build_object, test_ascii, test_states, test_mdledit,
      test_kotormax, test_ascii_damaged, test_ascii_refused, test_scene, test_memory, test_corpus)
