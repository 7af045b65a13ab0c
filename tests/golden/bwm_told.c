/* What is told of a walkmesh, word by word: findings with their places, the lines that `info` shows, and what reading its text
 * refuses. The tables and their sizes are those of docs/formats/bwm.md. */
#include "tables.h"
#include "told.h"

#include <math.h>
#include <reliquary/bwm.h>

/* A floor of two triangles and a wall at its side, as in bwm.c; behind edge 1 is room 7. Borders are the edges 0 1 4 5, edge
 * 2 is edge 3 of the other face. */
#define FLOOR                                                                                      \
    "node aabb x\nverts 5\n0 0 1\n4 0 1\n4 2 1\n0 2 1\n4 0 3\nfaces 3\n0 1 2 1 0 0 0 4\n"          \
    "0 2 3 1 0 0 0 4\n1 2 4 1 0 0 0 7\n"
static const char floor_text[] = FLOOR "roomlinks 1\n1 7\nendnode\n";

static struct rq_doc *text_doc(const char *text, const char *name, struct rq_error *err)
{
    return rq_doc_from_text((struct rq_bytes){(const uint8_t *)text, strlen(text)},
                            &(struct rq_options){.name = name}, err);
}

static struct rq_out lines_of(const struct rq_doc *doc)
{
    const struct rq_finding *f;
    struct rq_out out = {0};
    size_t count = rq_doc_findings(doc, &f);
    for (size_t i = 0; i < count; i++)
        if (strcmp(f[i].id, "bwm-explicit-layout") != 0)
            rq_putf(&out, "%s@%llu %s: %s\n", f[i].id + 4, (unsigned long long)f[i].offset,
                    f[i].where, f[i].text);
    rq_put8(&out, 0);
    return out;
}

typedef void change_fn(struct rq_bwm *bwm, int v);

static void check_told(change_fn *change, int v, const char *expected)
{
    struct rq_error err = {0};
    struct rq_out file = {0};
    struct rq_doc *doc = text_doc(floor_text, "x.wok", &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    if (change)
        change(rq_doc_root(doc, "bwm"), v);
    CHECK(rq_doc_write(doc, &file, &err));
    rq_doc_free(doc);
    doc = rq_doc_read(rq_out_bytes(&file), NULL, &err);
    CHECK_STR(err.text, "");
    if (CHECK(doc != NULL)) {
        struct rq_out told = lines_of(doc);
        CHECK_STR((char *)told.data, expected);
        rq_out_free(&told);
    }
    rq_doc_free(doc);
    rq_out_free(&file);
}

/* ---- changes ---- */

static void set_corner(struct rq_bwm *bwm, int v)
{
    bwm->corners[3 + v] = 5; /* there are 0 to 4 */
    bwm->corners[8] = 9;
}

static size_t node_of_face(const struct rq_bwm *bwm, int32_t face)
{
    size_t i = 0;
    while (i < bwm->node_count && bwm->nodes[i].face != face)
        i++;
    return i;
}

static void set_face(struct rq_bwm *bwm, int v)
{
    bwm->nodes[node_of_face(bwm, 0)].face = v;
}

static void set_left(struct rq_bwm *bwm, int v)
{
    bwm->nodes[node_of_face(bwm, 1)].left = v;
}

static void set_right(struct rq_bwm *bwm, int v)
{
    bwm->nodes[node_of_face(bwm, 1)].right = v;
}

static void set_root(struct rq_bwm *bwm, int v)
{
    bwm->nodes[0].right = v;
}

static void set_constant(struct rq_bwm *bwm, int v)
{
    bwm->nodes[1].constant = bwm->nodes[4].constant = (uint32_t)v;
}

static void set_plane(struct rq_bwm *bwm, int v)
{
    bwm->nodes[2].plane = (uint32_t)v; /* has children */
}

static void set_leaf_plane(struct rq_bwm *bwm, int v)
{
    bwm->nodes[1].plane = (uint32_t)v;
}

static void set_box(struct rq_bwm *bwm, int v)
{
    *(v < 3 ? &bwm->nodes[1].min[v] : &bwm->nodes[1].max[v - 3]) = NAN;
}

static void set_neighbour(struct rq_bwm *bwm, int v)
{
    bwm->adjacency[5] = v;
}

static void turn_neighbour(struct rq_bwm *bwm, int v)
{
    bwm->adjacency[2] = v;
}

static void set_edge(struct rq_bwm *bwm, int v)
{
    bwm->edges[2].edge = v;
}

static void set_room(struct rq_bwm *bwm, int v)
{
    bwm->edges[3].transition = v;
}

static void set_line(struct rq_bwm *bwm, int v)
{
    static uint32_t two[2];
    two[0] = (uint32_t)v;
    two[1] = 4;
    bwm->perimeters = two;
    bwm->perimeter_count = 2;
}

static void set_material(struct rq_bwm *bwm, int v)
{
    bwm->materials[2] = (uint32_t)v;
}

static void turn_materials(struct rq_bwm *bwm, int v)
{
    bwm->materials[1] = 7;
    bwm->materials[2] = (uint32_t)v;
}

static void set_vertex(struct rq_bwm *bwm, int v)
{
    bwm->vertices[v] = NAN;
}

static void set_normal(struct rq_bwm *bwm, int v)
{
    *(v < 9 ? &bwm->normals[v] : &bwm->distances[v - 9]) = NAN;
}

static void set_kind(struct rq_bwm *bwm, int v)
{
    bwm->header.kind = (uint32_t)v;
}

static void set_reserved(struct rq_bwm *bwm, int v)
{
    bwm->header.reserved = (uint32_t)v;
}

/* An object that has one of the tables of an area; none for 4. */
static void make_object(struct rq_bwm *bwm, int v)
{
    bwm->header.kind = RQ_BWM_OBJECT;
    bwm->node_count = v == 0 ? 1 : 0;
    if (v == 0)
        bwm->nodes[0] = bwm->nodes[1];
    bwm->adjacency_count = v == 1;
    if (v == 1)
        bwm->adjacency[2] = -1;
    bwm->edge_count = v == 2;
    bwm->edges[0].edge = v == 2 ? 0 : bwm->edges[0].edge;
    bwm->perimeter_count = v == 3;
}

static void no_tree(struct rq_bwm *bwm, int v)
{
    bwm->node_count = 0;
    bwm->face_count = v ? 3 : 0;
    if (!v)
        bwm->adjacency_count = bwm->edge_count = bwm->perimeter_count = 0;
}

/* A tree with a leaf on each of its levels but the first, which has the root alone. */
static void make_deep(struct rq_bwm *bwm, int v)
{
    static struct rq_bwm_node nodes[200];
    size_t count = 0;
    for (int level = 1; level < v; level++) {
        nodes[count] = bwm->nodes[0];
        nodes[count].left = (int32_t)count + 1;
        nodes[count].right = (int32_t)count + 2;
        nodes[count + 1] = bwm->nodes[1];
        nodes[count + 2] = bwm->nodes[1];
        count += 2;
    }
    bwm->nodes = nodes;
    bwm->node_count = count + 1;
}

#define NO_VERTEX "no-vertex@208 corners[1]: a corner that is not there (2 of them)\n"
#define NO_KIND                                                                                    \
    "object-with-area@100 node_count: a placeable or door has no tree, neighbours or borders\n"

/* Tables: vertices at 136 (12 bytes each), corners 196 (12), materials 232 (4), normals 244 (12), nodes 292 (44), adjacency 512
 * (12), edges 536 (8), perimeters 568 (4). */
static const struct {
    change_fn *change;
    int v;
    const char *told;
} cases[] = {
    {NULL, 0, ""},
    {set_corner, 0, NO_VERTEX},
    {set_corner, 1, NO_VERTEX},
    {set_corner, 2, NO_VERTEX},
    {set_face, 3, "no-face@424 nodes[3]: a face that is not there (1 of them)\n"},
    {set_face, 2, ""},
    {set_face, -2, "no-face@424 nodes[3]: a face that is not there (1 of them)\n"},
    {set_left, 4,
     "wrong-child@336 nodes[1]: a leaf with children, or another node without (1 of them)\n"
     "circle@380 nodes[2]: a child that is met twice: no tree (1 of them)\n"},
    {set_right, -2,
     "wrong-child@336 nodes[1]: a leaf with children, or another node without (1 of them)\n"},
    {set_root, -1,
     "wrong-child@292 nodes[0]: a leaf with children, or another node without (1 of them)\n"
     "lost-node@292 nodes: 3 of 5 nodes can't be reached from the first\n"},
    {set_root, 5,
     "wrong-child@292 nodes[0]: a leaf with children, or another node without (1 of them)\n"
     "lost-node@292 nodes: 3 of 5 nodes can't be reached from the first\n"},
    {set_root, 0,
     "circle@292 nodes[0]: a child that is met twice: no tree (1 of them)\n"
     "lost-node@292 nodes: 3 of 5 nodes can't be reached from the first\n"},
    {set_constant, 5, "node-constant@336 nodes[1]: constant is not 4 (2 of them)\n"},
    {set_constant, 4, ""},
    {set_plane, 0, "unknown-plane@380 nodes[2]: plane is not one of 1 2 4 8 16 32 (1 of them)\n"},
    {set_plane, 3, "unknown-plane@380 nodes[2]: plane is not one of 1 2 4 8 16 32 (1 of them)\n"},
    {set_plane, 64, "unknown-plane@380 nodes[2]: plane is not one of 1 2 4 8 16 32 (1 of them)\n"},
    {set_plane, 32, ""},
    {set_plane, 2, ""},
    {set_leaf_plane, 6,
     "unknown-plane@336 nodes[1]: plane is not one of 1 2 4 8 16 32 (1 of them)\n"},
    {set_leaf_plane, 0, ""},
    {set_box, 0, "no-number@336 nodes[1]: a box with a value that is not a number (1 of them)\n"},
    {set_box, 5, "no-number@336 nodes[1]: a box with a value that is not a number (1 of them)\n"},
    {set_neighbour, 6,
     "no-neighbour@524 adjacency[1]: a neighbour that is not there (1 of them)\n"},
    {set_neighbour, -2,
     "no-neighbour@524 adjacency[1]: a neighbour that is not there (1 of them)\n"},
    {set_neighbour, 0,
     "one-sided-neighbour@524 adjacency[1]: a neighbour that has another one, or none, at that "
     "edge (1 of them)\n"},
    {turn_neighbour, 4,
     "one-sided-neighbour@512 adjacency[0]: a neighbour that has another one, or none, at that "
     "edge (2 of them)\n"},
    {turn_neighbour, -1,
     "one-sided-neighbour@524 adjacency[1]: a neighbour that has another one, or none, at that "
     "edge (1 of them)\n"},
    {set_edge, 6, "no-edge@552 edges[2]: an edge of a face that is not there (1 of them)\n"},
    {set_edge, -1, "no-edge@552 edges[2]: an edge of a face that is not there (1 of them)\n"},
    {set_edge, 5, ""},
    {set_room, -2, "no-room@560 edges[3]: a room below -1 (1 of them)\n"},
    {set_room, 0, ""},
    {set_line, 0,
     "wrong-perimeter@568 perimeters[0]: an end of a line of edges that does not follow the one "
     "before (1 of them)\n"},
    {set_line, 4,
     "wrong-perimeter@572 perimeters[1]: an end of a line of edges that does not follow the one "
     "before (1 of them)\n"},
    {set_line, 5,
     "wrong-perimeter@568 perimeters[0]: an end of a line of edges that does not follow the one "
     "before (2 of them)\n"},
    {set_line, 3, ""},
    {set_material, 31,
     "unknown-material@240 materials[2]: a material that is not known (1 of them)\n"},
    {set_material, 29,
     "unknown-material@240 materials[2]: a material that is not known (1 of them)\n"},
    {set_material, 15, ""},
    {set_material, 30, "neighbour-count@112 adjacency_count: 2, but 3 faces can be walked on\n"},
    {turn_materials, 4,
     "late-walkable@240 materials[2]: a face that can be walked on stands behind one that can't (1 "
     "of them)\n"},
    {turn_materials, 7, "neighbour-count@112 adjacency_count: 2, but 1 faces can be walked on\n"},
    {set_vertex, 0, "no-number@136 vertices[0]: not a number (1 of them)\n"},
    {set_vertex, 14, "no-number@184 vertices[4]: not a number (1 of them)\n"},
    {set_normal, 5, "no-number@256 normals[1]: not a number (1 of them)\n"},
    {set_normal, 11, "no-number@268 normals[2]: not a number (1 of them)\n"},
    {set_kind, 2, "unknown-kind@8 kind: 2; 0 and 1 are known\n"},
    {set_reserved, 1, "reserved-word@108 reserved: 1, not 0\n"},
    {make_object, 0, NO_KIND},
    {make_object, 1, NO_KIND},
    {make_object, 2,
     NO_KIND "no-edge@292 edges[0]: an edge of a face that is not there (1 of them)\n"},
    {make_object, 3,
     NO_KIND "wrong-perimeter@292 perimeters[0]: an end of a line of edges that does not follow "
             "the one before (1 of them)\n"},
    {make_object, 4, ""},
    {no_tree, 1,
     "no-tree@100 node_count: no tree: the game finds no ground; it has to be derived\n"},
    {no_tree, 0, ""},
    {make_deep, 64, ""},
    {make_deep, 65, "deep-tree@292 nodes: the tree has 65 levels\n"},
};

static void test_findings(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_note("case %zu", i);
        check_told(cases[i].change, cases[i].v, cases[i].told);
    }
}

/* ---- facts ---- */

static void test_facts(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = text_doc(floor_text, "x.wok", &err);
    REQUIRE(doc != NULL);
    struct rq_bwm *bwm = rq_doc_root(doc, "bwm");
    bwm->header.relative_use_2[2] = -1.5f;
    bwm->header.absolute_use_1[0] = NAN;
    CHECK_STR(fact_of(doc, "kind"), "area (WOK)");
    CHECK_STR(fact_of(doc, "vertices"), "5");
    CHECK_STR(fact_of(doc, "walkable faces"), "2");
    CHECK_STR(fact_of(doc, "materials"), "stone 2, nonwalk 1");
    CHECK_STR(fact_of(doc, "border edges"), "4");
    CHECK_STR(fact_of(doc, "perimeters"), "1");
    CHECK_STR(fact_of(doc, "transitions"), "1 edges, to room 7");
    CHECK_STR(fact_of(doc, "use point 1"), NULL);
    CHECK_STR(fact_of(doc, "use point 2"), "0.0 0.0 -1.5");
    CHECK_STR(fact_of(doc, "absolute use 1"), " 0.0 0.0");
    rq_doc_free(doc);
    doc = text_doc(floor_text, "x.wok", &err);
    REQUIRE(doc != NULL);
    bwm = rq_doc_root(doc, "bwm");
    bwm->materials[0] = 31;
    bwm->materials[1] = 40;
    bwm->materials[2] = 30;
    for (size_t i = 0; i < 4; i++)
        bwm->edges[i].transition = i == 1 ? -1 : i == 3 ? 2 : 9;
    CHECK_STR(fact_of(doc, "materials"), "trigger 1, unknown 2");
    CHECK_STR(fact_of(doc, "transitions"), "3 edges, to room 9 2");
    rq_doc_free(doc);
}

/* Sixteen rooms are shown. */
static void test_many_rooms(void)
{
    static struct rq_bwm_edge edges[18];
    struct rq_error err = {0};
    struct rq_doc *doc = text_doc(floor_text, "x.wok", &err);
    REQUIRE(doc != NULL);
    struct rq_bwm *bwm = rq_doc_root(doc, "bwm");
    for (int i = 0; i < 18; i++)
        edges[i] = (struct rq_bwm_edge){0, INT32_MIN + i};
    bwm->edges = edges;
    bwm->edge_count = 18;
    CHECK_STR(fact_of(doc, "transitions"),
              "18 edges, to room -2147483648 -2147483647 -2147483646 -2147483645 -2147483644 "
              "-2147483643 -2147483642 -2147483641 -2147483640 -2147483639 -2147483638 -2147483637 "
              "-2147483636 -2147483635 -2147483634 -2147483633");
    bwm->edge_count = 0;
    rq_doc_free(doc);
}

/* ---- text ---- */

static void test_text_refused(void)
{
    static const struct {
        const char *text, *says, *where;
    } list[] = {
        {"node dummy x\nendnode\n",
         "line 2: no mesh; walkmeshes have a node of type aabb or trimesh", "ascii"},
        {"\n\nnode aabb\n", "line 3: a node has a type and a name", "ascii"},
        {"node aabb x\nverts 2147483648\n", "line 2: a whole number expected", "ascii"},
        {"node aabb x\nverts 2147483647\n", "line 2: more lines than the text has", "ascii"},
        {"node aabb x\nverts -1\n", "line 2: more lines than the text has", "ascii"},
        {"node aabb x\nverts -2\n", "line 2: a whole number expected", "ascii"},
        {"node aabb x\nverts\n", "line 2: a whole number expected", "ascii"},
        {"node aabb x\nverts 2\n123456\n", "line 3: three numbers expected", "ascii"},
        {"node aabb x\nverts 2\n1 2 3\n", "line 3: fewer vertices than the list says", "ascii"},
        {"node aabb x\nverts 3\n1 2 3\n", "line 2: more lines than the text has", "ascii"},
        {"node aabb x\nverts 1\n0 0 # 0\n", "line 3: three numbers expected", "ascii"},
        {"node aabb x\nposition 1 2 x\n", "line 2: three numbers expected", "ascii"},
        {"node aabb x\nverts 1\n0 0 0\nverts 1\n", "line 4: a second list of vertices", "ascii"},
        {FLOOR "faces 1\n", "line 12: a second list of faces", "ascii"},
        {FLOOR "roomlinks 1\n1 7\nroomlinks 1\n", "line 14: a second list of rooms", "ascii"},
        {FLOOR "roomlinks 1\n1 -2\n", "line 13: a room is an edge and a number", "ascii"},
        {FLOOR "roomlinks 1\n-1 2\n", "line 13: a room is an edge and a number", "ascii"},
        {FLOOR "node aabb y\n",
         "line 12: a second mesh; a door's are told apart by the name of the file to make, x0.dwk, "
         "x1.dwk or x2.dwk",
         "ascii"},
        {"node aabb x\nverts 1\n0 0 0\nfaces 1\n0 0 0 1 0 0 0\n", "line 5: a face is 8 numbers",
         "ascii"},
        {"node aabb x\nverts 1\n0 0 0\nfaces 1\n0 0 0 1 0 0 0 4 5\n", "line 5: a face is 8 numbers",
         "ascii"},
        {"node aabb x\nverts 1\n0 0 0\nfaces 1\n0 0 0 1 0 0 0 4294967296\n",
         "line 5: a whole number expected", "ascii"},
        {"node aabb x\nverts 1\n0 0 0\nfaces 1\n0 0 0 1 0 0 0 -1\n", "line 5: a face is 8 numbers",
         "ascii"},
        {"node aabb x\nverts 1\n0 0 0\nfaces 1\n0 0 1 1 0 0 0 4\n",
         "face 0 has a corner 1 of 1 vertices", "bwm"},
        {FLOOR "roomlinks 1\n9 1\n", "edge 9 belongs to none of the 3 faces", "bwm"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct rq_error err = {0};
        struct rq_doc *doc = text_doc(list[i].text, "x.wok", &err);
        check_note("%s", list[i].text);
        CHECK(doc == NULL);
        CHECK_INT(err.code, RQ_CORRUPT);
        CHECK_INT(err.offset, 0);
        CHECK_STR(err.text, list[i].says);
        CHECK_STR(err.where, list[i].where);
        rq_doc_free(doc);
    }
}

/* A room behind an edge that is no border is told, and refused where the rest is made again. */
static void test_lost_rooms(void)
{
    static const struct {
        const char *links, *told, *refused;
    } list[] = {{"2\n1 7\n2 3\n",
                 "lost-transition@0 transitions: edge 2 leads to room 3, but is not a border\n",
                 "faces[0], rooms[2]: room 3 is behind an edge that is no border"},
                {"1\n6 3\n",
                 "lost-transition@0 transitions: edge 6 leads to room 3, but is not a border\n",
                 "faces[2], rooms[0]: room 3 is behind an edge that is no border"},
                {"2\n2 -1\n5 2147483647\n", "", NULL}};
    for (size_t i = 0; i < 3; i++) {
        struct rq_error err = {0};
        char text[400];
        snprintf(text, sizeof text, FLOOR "roomlinks %sendnode\n", list[i].links);
        struct rq_doc *doc = text_doc(text, "x.wok", &err);
        CHECK_STR(err.text, "");
        REQUIRE(doc != NULL);
        struct rq_out told = lines_of(doc);
        CHECK_STR((char *)told.data, list[i].told);
        rq_out_free(&told);
        struct rq_bwm *bwm = rq_doc_root(doc, "bwm");
        if (i < 2)
            bwm->edges[0] = (struct rq_bwm_edge){i ? 6 : 2, 3};
        CHECK_INT(rq_doc_derive(doc, &err), i == 2);
        CHECK_STR(err.text, list[i].refused ? list[i].refused : "");
        CHECK_INT(err.offset, 0);
        rq_doc_free(doc);
    }
}

/* ---- text out ---- */

#define VERTICES                                                                                   \
    "  verts 5\n    0.0 0.0 1.0\n    4.0 0.0 1.0\n    4.0 2.0 1.0\n    0.0 2.0 1.0\n"              \
    "    4.0 0.0 3.0\n  faces 3\n    0 1 2  1  0 0 0  4\n    0 2 3  1  0 0 0  4\n"                 \
    "    1 2 4  1  0 0 0  7\n"
#define HEAD "  orientation 1 0 0 0\n  bitmap NULL\n"

/* A room without a tree, a placeable with both places to use it, a door. */
static void test_text_out(void)
{
    static const char *const texts[] = {
        "# WOKMESH  ASCII\nnode aabb walkmesh\n  parent NULL\n  position 1.0 -2.0 0.5\n" HEAD
            VERTICES "  roomlinks 1\n    1 7\n  aabb\nendnode\n",
        "# PWKMESH  ASCII\nnode trimesh pwk_wg\n  parent NULL\n  position 1.0 -2.0 0.5\n" HEAD
            VERTICES
        "endnode\nnode dummy pwk_use01\n  parent pwk_wg\n  position 0.0 0.0 3.0\nendnode\n"
        "node dummy pwk_use02\n  parent pwk_wg\n  position 4.0 0.0 0.0\nendnode\n",
        "# DWKMESH  ASCII\nnode trimesh DWK_wg_closed\n  parent NULL\n  position 1.0 -2.0 0.5\n" HEAD
            VERTICES "endnode\nnode dummy DWK_dp_closed_02\n  parent DWK_wg_closed\n"
        "  position 0.0 5.0 0.0\nendnode\n"};
    for (unsigned i = 0; i < 3; i++) {
        struct rq_error err = {0};
        struct rq_doc *doc = text_doc(floor_text, "x.wok", &err);
        REQUIRE(doc != NULL);
        struct rq_bwm *bwm = rq_doc_root(doc, "bwm");
        memcpy(bwm->header.position, (const float[]){1, -2, 0.5f}, 12);
        bwm->node_count = 0;
        bwm->header.kind = i ? RQ_BWM_OBJECT : RQ_BWM_AREA;
        if (i == 1) {
            bwm->header.relative_use_1[2] = 3;
            bwm->header.relative_use_2[0] = 4;
        } else if (i == 2) {
            bwm->header.relative_use_2[1] = 5;
            bwm->header.absolute_use_2[2] = 1;
        }
        struct rq_out text = converted(doc, "ascii");
        CHECK_STR((char *)text.data, texts[i]);
        rq_out_free(&text);
        rq_doc_free(doc);
    }
}

/* What is no number has no spelling here; every number is looked at. */
static void test_no_text(void)
{
    for (unsigned i = 0; i < 7; i++) {
        struct rq_error err = {0};
        struct rq_out out = {0};
        struct rq_doc *doc = text_doc(floor_text, "x.wok", &err);
        REQUIRE(doc != NULL);
        struct rq_bwm *bwm = rq_doc_root(doc, "bwm");
        float *const values[] = {&bwm->vertices[14],
                                 &bwm->header.position[2],
                                 &bwm->header.relative_use_1[0],
                                 &bwm->header.relative_use_2[2],
                                 &bwm->nodes[4].min[0],
                                 &bwm->nodes[0].max[2]};
        if (i < 6)
            *values[i] = NAN;
        check_note("value %u", i);
        CHECK_INT(rq_doc_convert(doc, &(struct rq_convert_options){.to = "ascii", .name = "x.wok"},
                                 keep_file, &out, &err),
                  i == 6);
        CHECK_STR(err.text,
                  i < 6 ? "holds a value that is not a number (NaN), which ASCII can't hold" : "");
        CHECK_STR(err.where, i < 6 ? "bwm" : "");
        CHECK_INT(err.offset, 0);
        rq_out_free(&out);
        rq_doc_free(doc);
    }
}

TESTS(test_findings, test_facts, test_many_rooms, test_text_refused, test_lost_rooms, test_text_out,
      test_no_text)
