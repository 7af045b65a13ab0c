/* Every reference inside of a walkmesh under edits of its JSON: it follows, or the edit is refused with
 * the place named, or what was built says what is wrong. One table, see docs/formats/bwm.md.
 *
 * Two witnesses say where the rooms are: the numbers of the file that was built, followed here to the
 * ends of each edge, and the text form, read here. */
#include "formats/kotor/bwm/parts.h"
#include "kotor.h"
#include "support/json_edit.h"

/* 3 - 4 - 5
 * | / | / |    faces 0 and 1, 2 and 3; 4 is a wall above the edge from 0 to 1. Room 3 is to the left,
 * 0 - 1 - 2    room 7 to the right. */
static const float vertices[] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0, 0.5F, 0, 1};
static const uint32_t corners[] = {0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 0, 1, 6};
static const uint32_t materials[] = {4, 4, 4, 4, 7};
static const struct rq_bwm_edge links[] = {{1 * 3 + 2, 3}, {2 * 3 + 1, 7}};

static struct rq_doc *walkmesh(void)
{
    struct rq_error err = {0};
    struct rq_bwm_source source = {.kind = RQ_BWM_AREA,
                                   .vertex_count = 7,
                                   .face_count = 5,
                                   .transition_count = 2,
                                   .vertices = vertices,
                                   .corners = corners,
                                   .materials = materials,
                                   .transitions = links};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("bwm"), NULL, &err);
    CHECK(doc && rq_bwm_build(doc, &source, &err));
    return doc;
}

/* ---- what a walkmesh says, by place ---- */

struct told {
    char text[2000];
    size_t size;
};

static void tell_link(struct told *told, const float *a, const float *b, int room)
{
    int n = snprintf(told->text + told->size, sizeof told->text - told->size,
                     "%g %g to %g %g: room %d\n", (double)a[0], (double)a[1], (double)b[0],
                     (double)b[1], room);
    told->size += n > 0 ? (size_t)n : 0;
}

static const float *end_of(const struct rq_bwm *bwm, size_t edge, size_t end)
{
    return bwm->vertices + (size_t)bwm->corners[edge / 3 * 3 + (edge + end) % 3] * 3;
}

/* Rooms behind borders, by the ends of these. (edge + 1) % 3 is the next corner as 3 divides the
 * number of the face's first edge. */
static struct told rooms_of(const struct rq_bwm *bwm)
{
    struct told told = {"", 0};
    for (int room = 0; room < 10; room++)
        for (size_t i = 0; i < bwm->edge_count; i++)
            if (bwm->edges[i].transition == room) {
                size_t edge = (size_t)bwm->edges[i].edge;
                tell_link(&told, end_of(bwm, edge, 0), end_of(bwm, edge, 1), room);
            }
    return told;
}

/* A list of the text, rows of `each` numbers. Returns what is behind it; NULL: not there. */
static const char *text_list(const char *text, const char *name, size_t each, double (*to)[8],
                             size_t *count)
{
    const char *at = text ? strstr(text, name) : NULL;
    char *end = NULL;
    if (!at)
        return NULL;
    *count = strtoul(at + strlen(name), &end, 10);
    for (size_t i = 0; i < *count && i < 40; i++)
        for (size_t k = 0; k < each; k++)
            to[i][k] = strtod(end, &end);
    return end;
}

/* The same from the text form. */
static struct told rooms_of_text(const struct rq_bwm *bwm)
{
    struct told told = {"", 0};
    struct rq_error err = {0};
    struct rq_out out = {0};
    static double v[40][8], f[40][8], links_of[40][8];
    size_t points = 0, faces = 0, count = 0;
    CHECK(rq_bwm_put_ascii(bwm, &out, &err));
    rq_put8(&out, 0);
    const char *at = text_list((const char *)out.data, "verts ", 3, v, &points);
    at = text_list(at, "faces ", 8, f, &faces);
    at = text_list(at, "roomlinks ", 2, links_of, &count);
    for (int room = 0; at && room < 10; room++)
        for (size_t i = 0; i < count && i < 40; i++) {
            size_t edge = (size_t)links_of[i][0];
            float ends[2][2];
            for (size_t k = 0; k < 2; k++)
                for (size_t axis = 0; axis < 2; axis++)
                    ends[k][axis] = (float)v[(size_t)f[edge / 3][(edge + k) % 3]][axis];
            if ((int)links_of[i][1] == room)
                tell_link(&told, ends[0], ends[1], room);
        }
    rq_out_free(&out);
    return told;
}

/* ---- what follows from the faces ---- */

static bool same_edge(const struct rq_bwm *bwm, size_t a, size_t b)
{
    const float *a0 = end_of(bwm, a, 0), *a1 = end_of(bwm, a, 1);
    const float *b0 = end_of(bwm, b, 0), *b1 = end_of(bwm, b, 1);
    return (a0 == b1 && a1 == b0) || (a0 == b0 && a1 == b1);
}

/* Each neighbour has the edge, and where another face has it there is a neighbour; the rest are
 * borders, each once. */
static bool borders_right(const struct rq_bwm *bwm)
{
    size_t wrong = 0, borders = 0, listed = 0;
    for (size_t i = 0; i < bwm->adjacency_count * 3; i++) {
        size_t other = bwm->adjacency_count * 3;
        for (size_t k = 0; k < bwm->adjacency_count * 3; k++)
            if (k != i && same_edge(bwm, i, k))
                other = k;
        bool border = other == bwm->adjacency_count * 3;
        wrong += bwm->adjacency[i] != (border ? -1 : (int32_t)other);
        borders += border;
        for (size_t k = 0; k < bwm->edge_count && border; k++)
            listed += bwm->edges[k].edge == (int32_t)i;
    }
    return !wrong && listed == borders && bwm->edge_count == borders && bwm->perimeter_count &&
           bwm->perimeters[bwm->perimeter_count - 1] == borders;
}

/* Each face has one leaf, whose box has its corners. */
static bool tree_right(const struct rq_bwm *bwm)
{
    size_t wrong = bwm->node_count != bwm->face_count * 2 - 1;
    for (size_t i = 0; i < bwm->face_count; i++) {
        size_t leaves = 0;
        for (size_t n = 0; n < bwm->node_count; n++) {
            const struct rq_bwm_node *node = &bwm->nodes[n];
            leaves += node->face == (int32_t)i;
            for (size_t k = 0; k < 9 && node->face == (int32_t)i; k++) {
                float at = end_of(bwm, i * 3, k / 3)[k % 3];
                wrong += at < node->min[k % 3] || at > node->max[k % 3];
            }
        }
        wrong += leaves != 1;
    }
    return !wrong;
}

/* ---- the table ---- */

enum outcome {
    FOLLOWS, /* tree, neighbours, borders and rooms are right */
    REFUSED, /* with this text */
    SAYS,    /* is built, and build says this; neighbours, borders and rooms are right still */
};

struct row {
    const char *reference, *operation;
    enum outcome outcome;
    bool derive;
    const char *text;
    const char *rooms; /* where the rooms are; NULL: where they were */
    struct edit edits[6];
};

#define FACE(a, b, c, material)                                                                    \
    "{\"corners\": [" #a ", " #b ", " #c "], \"material\": " #material                             \
    ", \"normal\": [0.0, 0.0, 1.0], \"distance\": 0.0}"
#define OWN "\"adjacency\": [], \"edges\": [[5, 3]], \"perimeters\": [1]"

/* clang-format off */
static const struct row table[] = {
    {"rooms", "insert a face", SAYS, false, "bwm-underived", NULL,
     {{EDIT_INSERT, "faces/0", FACE(2, 1, 6, 4)}}},
    {"rooms", "insert a face, derive", FOLLOWS, true, NULL, NULL,
     {{EDIT_INSERT, "faces/0", FACE(2, 1, 6, 4)}}},
    {"rooms", "insert a face and a vertex, derive", FOLLOWS, true, NULL, NULL,
     {{EDIT_INSERT, "vertices/7", "[1.0, -1.0, 0.0]"},
      {EDIT_INSERT, "faces/1", FACE(1, 0, 7, 4)}}},
    {"rooms", "remove a face", REFUSED, false, "leaves[", NULL, {{EDIT_REMOVE, "faces/0", NULL}}},
    {"rooms", "remove a face, derive", FOLLOWS, true, NULL, NULL,
     {{EDIT_REMOVE, "faces/0", NULL}}},
    {"rooms", "remove the face, derive", FOLLOWS, true, NULL, "2 0 to 2 1: room 7\n",
     {{EDIT_REMOVE, "faces/1", NULL}}},
    {"rooms", "reorder faces", SAYS, false, "bwm-underived", NULL,
     {{EDIT_SWAP, "faces/0", NULL}, {EDIT_SWAP, "faces/2", NULL}}},
    {"rooms", "reorder faces, derive", FOLLOWS, true, NULL, NULL,
     {{EDIT_SWAP, "faces/0", NULL}, {EDIT_SWAP, "faces/2", NULL}}},
    {"rooms", "lengthen the faces, derive", FOLLOWS, true, NULL, NULL,
     {{EDIT_INSERT, "faces/5", FACE(2, 1, 6, 4)}}},
    {"rooms", "shorten the faces, derive", FOLLOWS, true, NULL, NULL,
     {{EDIT_REMOVE, "faces/4", NULL}}},
    {"rooms", "another room", FOLLOWS, false, NULL,
     "0 1 to 0 0: room 5\n2 0 to 2 1: room 7\n", {{EDIT_SET, "faces/1/rooms/2", "5"}}},
    {"rooms", "behind an edge that is shared", REFUSED, false,
     "faces[1], rooms[0]: room 3 is behind an edge that is no border", NULL,
     {{EDIT_SET, "faces/1/rooms", "[3, -1, -1]"}}},
    {"rooms", "the edge becomes shared", REFUSED, true, "faces[2], rooms[1]: room 7", NULL,
     {{EDIT_INSERT, "faces/4", FACE(5, 2, 6, 4)}}},
    {"rooms", "behind a wall", REFUSED, false, "faces[4], rooms[0]: room 2", NULL,
     {{EDIT_SET, "faces/4/corners", "[0, 1, 6], \"rooms\": [2, -1, -1]"}}},
    {"rooms", "the face becomes a wall, derive", REFUSED, true,
     "faces[1], rooms[2]: room 3 is behind an edge that is no border", NULL,
     {{EDIT_SET, "faces/1/material", "7"}}},
    {"rooms", "shorten the three", REFUSED, false, "3 numbers", NULL,
     {{EDIT_REMOVE, "faces/1/rooms/0", NULL}}},
    {"rooms", "lengthen the three", REFUSED, false, "3 numbers", NULL,
     {{EDIT_INSERT, "faces/1/rooms/3", "1"}}},
    {"rooms", "in a placeable", REFUSED, false, "no room itself", NULL, {{EDIT_SET, "kind", "0"}}},
    /* Faces that can be walked on come first. */
    {"order of faces", "insert a wall", REFUSED, false,
     "faces[1]: can be walked on, but stands behind",
     NULL, {{EDIT_INSERT, "faces/0", FACE(0, 1, 6, 7)}}},
    {"order of faces", "insert a wall, derive", FOLLOWS, true, NULL, NULL,
     {{EDIT_INSERT, "faces/0", FACE(0, 1, 6, 7)}}},
    {"order of faces", "reorder", REFUSED, false, "faces[4]: can be walked on, but stands behind",
     NULL, {{EDIT_SWAP, "faces/3", NULL}}},
    {"order of faces", "a wall becomes floor, derive", FOLLOWS, true, NULL, NULL,
     {{EDIT_SET, "faces/4/material", "4"}}},
    /* Corners. */
    {"corners", "shorten the vertices", REFUSED, false, "faces[4]: a corner that is not there",
     NULL,
     {{EDIT_REMOVE, "vertices/6", NULL}}},
    {"corners", "another vertex, derive", REFUSED, true, "faces[0]: a corner that is not there",
     NULL, {{EDIT_SET, "faces/0/corners/1", "7"}}},
    {"corners", "lengthen the vertices", SAYS, false, "bwm-underived", NULL,
     {{EDIT_INSERT, "vertices/7", "[9.0, 9.0, 9.0]"}}},
    {"planes", "move a vertex", SAYS, false, "bwm-underived", NULL,
     {{EDIT_SET, "vertices/6/2", "2.0"}}},
    /* The tree. */
    {"faces of leaves", "another face", REFUSED, false, "a face that is not there", NULL,
     {{EDIT_SET, "nodes/8/face", "5"}}},
    {"children of nodes", "shorten", REFUSED, false, "nodes[", NULL,
     {{EDIT_REMOVE, "nodes/8", NULL}}},
    {"children of nodes", "shorten, derive", FOLLOWS, true, NULL, NULL,
     {{EDIT_REMOVE, "nodes/8", NULL}}},
    {"children of nodes", "insert", SAYS, false, "bwm-lost-node", NULL,
     {{EDIT_COPY, "nodes/8", NULL}}},
    {"children of nodes", "the same twice", SAYS, false, "bwm-circle", NULL,
     {{EDIT_SET, "nodes/0/right", "1"}}},
    /* Borders that are not those of the faces stand in tables of their own. */
    {"tables of borders", "with rooms of faces", REFUSED, false,
     "\"rooms\" of faces, and \"edges\"",
     NULL, {{EDIT_INSERT, "derived_from", OWN}}},
    {"tables of borders", "without neighbours", REFUSED, false, "edges[0]: an edge of a face", NULL,
     {{EDIT_REMOVE, "faces/1/rooms", NULL},
      {EDIT_REMOVE, "faces/2/rooms", NULL},
      {EDIT_INSERT, "derived_from", OWN}}},
    {"tables of borders", "edit the faces", REFUSED, true, "go by their numbers", NULL,
     {{EDIT_REMOVE, "faces/1/rooms", NULL},
      {EDIT_REMOVE, "faces/2/rooms", NULL},
      {EDIT_INSERT, "derived_from", OWN},
      {EDIT_REMOVE, "faces/0", NULL}}},
};
/* clang-format on */

/* ---- rows ---- */

static const char *first_finding(const struct rq_doc *doc)
{
    const struct rq_finding *findings = NULL;
    return rq_doc_findings(doc, &findings) ? findings[0].id : "";
}

/* The file that the text becomes, read again; said is what build tells. */
static struct rq_doc *build(const char *json, bool derive, struct rq_out *file, char said[300])
{
    struct rq_error err = {0};
    struct rq_bytes text = {(const uint8_t *)json, strlen(json)};
    struct rq_doc *doc = rq_doc_from_json(text, NULL, &err), *made = NULL;
    bool fine = doc && (!derive || rq_doc_derive(doc, &err)) && rq_doc_write(doc, file, &err);
    if (fine)
        made = rq_doc_read(rq_out_bytes(file), NULL, &err);
    snprintf(said, 300, "%s%s%s", err.where, err.code ? ": " : "", err.text);
    if (made)
        snprintf(said, 300, "%s", first_finding(doc)[0] ? first_finding(doc) : first_finding(made));
    rq_doc_free(doc);
    return made;
}

static void check_row(const struct row *row, const char *json, const struct told *before)
{
    struct rq_out file = {0};
    char said[300];
    check_note("%s: %s", row->reference, row->operation);
    char *text = edit_all(json, row->edits);
    struct rq_doc *made = text ? build(text, row->derive, &file, said) : NULL;
    CHECK((made == NULL) == (row->outcome == REFUSED));
    if (text && !CHECK(row->outcome == FOLLOWS ? !said[0] : strstr(said, row->text) != NULL))
        printf("    %s\n", said);
    if (made) {
        const struct rq_bwm *bwm = rq_doc_root(made, "bwm");
        struct told rooms = rooms_of(bwm), again = rooms_of_text(bwm);
        CHECK_STR(rooms.text, row->rooms ? row->rooms : before->text);
        CHECK_STR(again.text, rooms.text);
        CHECK(borders_right(bwm));
        CHECK(row->outcome != FOLLOWS || tree_right(bwm));
    }
    rq_mem(NULL, text, 0);
    rq_out_free(&file);
    rq_doc_free(made);
}

static void test_table(void)
{
    struct rq_doc *doc = walkmesh();
    struct rq_out json = json_of(doc), file = {0};
    char said[300];
    struct rq_doc *made = build((const char *)json.data, false, &file, said);
    CHECK_STR(said, "");
    REQUIRE(made != NULL);
    const struct rq_bwm *bwm = rq_doc_root(made, "bwm");
    struct told before = rooms_of(bwm);
    CHECK_STR(before.text, "0 1 to 0 0: room 3\n2 0 to 2 1: room 7\n");
    CHECK(borders_right(bwm) && tree_right(bwm));
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        check_row(&table[i], (const char *)json.data, &before);
    rq_doc_free(made);
    rq_out_free(&file);
    rq_out_free(&json);
    rq_doc_free(doc);
}

TESTS(test_table)
