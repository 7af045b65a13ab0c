/* Every reference inside of a 3D model under edits of its JSON: it follows, or the edit is refused with
 * the place named. One table, see docs/formats/model3d.md.
 *
 * The witness is the file that was built, read here by the offsets of its description: each face is
 * known by its colour, whatever its number is. */
#include "redguard.h"
#include "support/json_edit.h"

/* Four triangles of colours 11 to 14, normals (10, 20, 30, 40) along z, the same in frame 1 along x; two
 * volumes. Vertex n is at x = 100 * n, and moves by n in frame 1. */
static const char source[] =
    "{\"format\": \"model3d\", \"version\": 1, \"header\": {\"version\": \"v5.0\"}, \"faces\": ["
    "{\"id\": 0, \"texture\": \"color 11\", \"corners\": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]},"
    "{\"id\": 1, \"texture\": \"color 12\", \"corners\": [[1, 0, 0], [2, 0, 0], [3, 0, 0]]},"
    "{\"id\": 2, \"texture\": \"color 13\", \"corners\": [[2, 0, 0], [3, 0, 0], [4, 0, 0]]},"
    "{\"id\": 3, \"texture\": \"color 14\", \"corners\": [[3, 0, 0], [4, 0, 0], [0, 0, 0]]}],"
    "\"vertices\": [[0, 0, 0], [100, 0, 0], [200, 0, 0], [300, 0, 0], [400, 0, 0]],"
    "\"face_normals\": [[0, 0, 10], [0, 0, 20], [0, 0, 30], [0, 0, 40]],"
    "\"frames\": [{\"type\": 2}, {\"type\": 0,"
    "\"positions\": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0], [4, 0, 0]],"
    "\"normals\": [[10, 0, 0, 0], [20, 0, 0, 0], [30, 0, 0, 0], [40, 0, 0, 0]]}],"
    "\"section4\": [{\"center\": [0, 0, 0], \"radius\": 1, \"extent\": [1.0, 1.0, 1.0],"
    "\"faces\": [2, 0]}, {\"center\": [9, 0, 0], \"radius\": 1, \"extent\": [1.0, 1.0, 1.0],"
    "\"faces\": [3, 1]}],"
    "\"vertex_normals\": [[0.5, 0.0, 0.0], [0.5, 1.0, 0.0], [0.5, 2.0, 0.0], [0.5, 3.0, 0.0],"
    "[0.5, 4.0, 0.0]]}";

/* ---- what a file says, by colour ---- */

enum {
    NUM_FACES = 8,
    FRAMES = 0x14,
    VOLUMES = 0x1C,
    VERTICES = 0x30,
    NORMALS = 0x34,
    FACES = 0x3C
};

struct told {
    char text[1000];
    size_t size;
};

static void tell(struct told *told, const char *format, unsigned a, unsigned b)
{
    int n = snprintf(told->text + told->size, sizeof told->text - told->size, format, a, b);
    told->size += n > 0 ? (size_t)n : 0;
}

static uint32_t word_at(const uint8_t *p, uint32_t offset)
{
    return rq_get32(p + offset);
}

/* Bits 8 to 15 of the texture, behind the number of corners and a byte. */
static unsigned color_at(const uint8_t *face)
{
    return rq_get32(face + 2) >> 8 & 255;
}

static uint32_t face_size(const uint8_t *face)
{
    return 10 + face[0] * 8u;
}

/* "11 of 10 10": a face and its normals; "+ 0 100 200" where it lies; "[13 11]": a volume. */
static struct told told_of(struct rq_bytes file)
{
    struct told told = {"", 0};
    const uint8_t *p = file.data;
    uint32_t at = word_at(p, FACES), frame = word_at(p, FRAMES) + 16;
    uint32_t offsets[16] = {0}, count = word_at(p, NUM_FACES);
    for (uint32_t i = 0; i < count && i < 16; i++) {
        offsets[i] = at;
        tell(&told, "%u of %u ", color_at(p + at), word_at(p, word_at(p, NORMALS) + i * 12 + 8));
        tell(&told, "%u +", word_at(p, word_at(p, frame + 4) + i * 4) & 1023, 0);
        for (uint32_t k = 0; k < p[at]; k++)
            tell(&told, " %u", word_at(p, word_at(p, VERTICES) + word_at(p, at + 10 + k * 8) * 12),
                 0);
        tell(&told, "\n", 0, 0);
        at += face_size(p + at);
    }
    at = word_at(p, VOLUMES);
    for (uint32_t i = 0; i < word_at(p, VOLUMES + 4); i++) {
        uint32_t faces = rq_get16(p + at + 16);
        tell(&told, "[", 0, 0);
        at += 30;
        for (uint32_t k = 0; k < faces; k++, at += 6) {
            uint32_t to = word_at(p, at);
            CHECK_INT(to, offsets[rq_get16(p + at + 4) / 4 % 16]); /* both say the same face */
            tell(&told, k ? " %u" : "%u", color_at(p + to), 0);
        }
        tell(&told, "]\n", 0, 0);
    }
    return told;
}

#define FACE_11 "11 of 10 10 + 0 100 200\n"
#define FACE_12 "12 of 20 20 + 100 200 300\n"
#define FACE_13 "13 of 30 30 + 200 300 400\n"
#define FACE_14 "14 of 40 40 + 300 400 0\n"
#define ALL     FACE_11 FACE_12 FACE_13 FACE_14
#define BOTH    "[13 11]\n[14 12]\n"

/* ---- the table ---- */

struct row {
    const char *reference, *operation;
    const char *refused; /* with this text; NULL: it follows, and the file says: */
    const char *told;
    struct edit edits[8];
};

#define NEW_FACE "{\"texture\": \"color 15\", \"corners\": [[0, 0, 0], [2, 0, 0], [4, 0, 0]]}"
#define NEW_15   "15 of 50 50 + 0 200 400\n"
/* The normals that go by the places of faces, and the word that they were adapted. */
#define INSERT_NORMALS(at)                                                                         \
    {EDIT_INSERT, "face_normals/" #at, "[0, 0, 50]"},                                              \
        {EDIT_INSERT, "frames/1/normals/" #at, "[50, 0, 0, 0]"},                                   \
    {                                                                                              \
        EDIT_REMOVE, "counts/faces", NULL                                                          \
    }
#define CHANGE_NORMALS(kind, at)                                                                   \
    {kind, "face_normals/" #at, NULL}, {kind, "frames/1/normals/" #at, NULL},                      \
    {                                                                                              \
        EDIT_REMOVE, "counts/faces", NULL                                                          \
    }

/* clang-format off */
static const struct row table[] = {
    {"nothing", "nothing", NULL, ALL BOTH, {{EDIT_END, NULL, NULL}}},
    {"faces of volumes", "insert", "\"faces\" has 5 elements", NULL, {{EDIT_INSERT, "faces/0", NEW_FACE},
     {EDIT_INSERT, "face_normals/0", "[0, 0, 50]"},
     {EDIT_INSERT, "frames/1/normals/0", "[50, 0, 0, 0]"}}},
    {"faces of volumes", "insert, with normals", NULL, NEW_15 ALL BOTH,
     {{EDIT_INSERT, "faces/0", NEW_FACE}, INSERT_NORMALS(0)}},
    {"faces of volumes", "remove", "section4[0], faces[1]: no face has the id 0", NULL,
     {{EDIT_REMOVE, "faces/0", NULL}, CHANGE_NORMALS(EDIT_REMOVE, 0)}},
    {"faces of volumes", "remove, from the volume too", NULL,
     FACE_12 FACE_13 FACE_14 "[13]\n[14 12]\n",
     {{EDIT_REMOVE, "faces/0", NULL}, CHANGE_NORMALS(EDIT_REMOVE, 0),
      {EDIT_REMOVE, "section4/0/faces/1", NULL}}},
    {"faces of volumes", "reorder",
     "\"faces\" has other elements, or another order, than \"counts\" says", NULL,
     {{EDIT_SWAP, "faces/1", NULL}}},
    {"faces of volumes", "reorder and recolour",
     "\"faces\" has other elements, or another order, than \"counts\" says", NULL,
     {{EDIT_SWAP, "faces/1", NULL}, {EDIT_SET, "faces/1/texture", "\"color 15\""}}},
    {"faces of volumes", "reorder, with normals", NULL, FACE_11 FACE_13 FACE_12 FACE_14 BOTH,
     {{EDIT_SWAP, "faces/1", NULL}, CHANGE_NORMALS(EDIT_SWAP, 1)}},
    {"faces of volumes", "lengthen, with normals", NULL, ALL NEW_15 BOTH,
     {{EDIT_INSERT, "faces/4", NEW_FACE}, INSERT_NORMALS(4)}},
    {"faces of volumes", "shorten", "section4[1], faces[0]: no face has the id 3", NULL,
     {{EDIT_REMOVE, "faces/3", NULL}, CHANGE_NORMALS(EDIT_REMOVE, 3)}},
    {"faces of volumes", "an id twice", "faces[1] and faces[2] have the same id, 1", NULL,
     {{EDIT_COPY, "faces/1", NULL}, INSERT_NORMALS(2)}},
    {"faces of volumes", "without an id", "section4[1], faces[1]: no face has the id 1", NULL,
     {{EDIT_REMOVE, "faces/1/id", NULL}}},
    {"faces of volumes", "another id", "section4[1], faces[1]: no face has the id 1", NULL,
     {{EDIT_SET, "faces/1/id", "77"}}},
    {"faces of volumes", "another id in both", NULL, ALL BOTH,
     {{EDIT_SET, "faces/1/id", "77"}, {EDIT_SET, "section4/1/faces/1", "77"}}},
    {"faces of volumes", "reorder the volume", NULL, ALL "[11 13]\n[14 12]\n",
     {{EDIT_SWAP, "section4/0/faces/0", NULL}}},
    {"faces of volumes", "lengthen the volume", NULL, ALL "[13 11 12]\n[14 12]\n",
     {{EDIT_INSERT, "section4/0/faces/2", "1"}}},
    {"faces of volumes", "remove a volume", NULL, ALL "[14 12]\n",
     {{EDIT_REMOVE, "section4/0", NULL}}},
    {"faces of volumes", "reorder the volumes", NULL, ALL "[14 12]\n[13 11]\n",
     {{EDIT_SWAP, "section4/0", NULL}}},
    {"faces of volumes", "the largest id", "an id is less than 4294967295", NULL,
     {{EDIT_SET, "faces/1/id", "4294967295"}}},
    /* What goes by the places of faces. */
    {"normals of faces", "insert a face", "5 elements", NULL,
     {{EDIT_INSERT, "faces/0", NEW_FACE}, {EDIT_REMOVE, "frames/1/normals", NULL},
      {EDIT_REMOVE, "face_normals", NULL}}},
    {"normals of faces", "shorten the normals", "as many face normals as faces", NULL,
     {{EDIT_REMOVE, "face_normals/3", NULL}}},
    {"normals of faces", "put a face on another vertex",
     "\"faces\" has other elements, or another order, than \"counts\" says", NULL,
     {{EDIT_SET, "faces/0/corners/0/0", "3"}}},
    {"normals of faces", "recolour a face", NULL, "15 of 10 10 + 0 100 200\n" FACE_12 FACE_13 FACE_14
     "[13 15]\n[14 12]\n",
     {{EDIT_SET, "faces/0/texture", "\"color 15\""}}},
    {"normals of frames", "shorten the normals", "3 normals for the 4 faces", NULL,
     {{EDIT_REMOVE, "frames/1/normals/3", NULL}}},
    /* Corners, and what goes by the places of vertices. */
    {"corners", "insert a vertex", "6 positions", NULL,
     {{EDIT_INSERT, "frames/1/positions/0", "[7, 0, 0]"}}},
    {"corners", "insert a vertex everywhere", "\"vertices\" has 6 elements", NULL,
     {{EDIT_INSERT, "vertices/0", "[700, 0, 0]"}, {EDIT_INSERT, "frames/1/positions/0", "[7, 0, 0]"},
      {EDIT_INSERT, "vertex_normals/0", "[0.5, 7.0, 0.0]"}}},
    {"corners", "remove a vertex", "\"vertices\" has 4 elements", NULL,
     {{EDIT_REMOVE, "vertices/4", NULL}, {EDIT_REMOVE, "frames/1/positions/4", NULL},
      {EDIT_REMOVE, "vertex_normals/4", NULL}}},
    {"corners", "reorder the vertices",
     "\"vertices\" has other elements, or another order, than \"counts\" says", NULL,
     {{EDIT_SWAP, "vertices/0", NULL}}},
    {"corners", "move a vertex", NULL, "11 of 10 10 + 5 100 200\n" FACE_12 FACE_13
     "14 of 40 40 + 300 400 5\n" BOTH,
     {{EDIT_SET, "vertices/0/0", "5"}}},
    {"corners", "lengthen the vertices", "\"vertices\" has 6 elements", NULL,
     {{EDIT_INSERT, "vertices/5", "[700, 0, 0]"}, {EDIT_INSERT, "frames/1/positions/5", "[7, 0, 0]"},
      {EDIT_INSERT, "vertex_normals/5", "[0.5, 7.0, 0.0]"}}},
    {"corners", "lengthen the vertices, knowing it", NULL, ALL BOTH,
     {{EDIT_INSERT, "vertices/5", "[700, 0, 0]"}, {EDIT_INSERT, "frames/1/positions/5", "[7, 0, 0]"},
      {EDIT_INSERT, "vertex_normals/5", "[0.5, 7.0, 0.0]"},
      {EDIT_REMOVE, "counts/vertices", NULL}, {EDIT_REMOVE, "counts/vertex_normals", NULL}}},
    {"vertex normals", "reorder",
     "\"vertex_normals\" has other elements, or another order, than \"counts\" says", NULL,
     {{EDIT_SWAP, "vertex_normals/0", NULL}}},
    {"vertex normals", "shorten", "as many vertex normals as vertices", NULL,
     {{EDIT_REMOVE, "vertex_normals/4", NULL}}},
    {"vertex normals", "edit", NULL, ALL BOTH, {{EDIT_SET, "vertex_normals/0/0", "0.25"}}},
    {"normal indices", "lengthen", "as many normal indices as corners", NULL,
     {{EDIT_INSERT, "vertex_normals", "\"normal_indices\": [0]"}}},
    {"normal indices", "beyond the normals", "a normal index is beyond the vertex normals", NULL,
     {{EDIT_INSERT, "vertex_normals",
       "\"normal_indices\": [0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5]"}}},
};
/* clang-format on */

/* ---- rows ---- */

static struct rq_out file_of(const char *json, char said[300])
{
    struct rq_error err = {0};
    struct rq_out file = {0};
    struct rq_doc *doc =
        rq_doc_from_json((struct rq_bytes){(const uint8_t *)json, strlen(json)}, NULL, &err);
    if (doc)
        rq_doc_write(doc, &file, &err);
    snprintf(said, 300, "%s%s%s", err.where, err.code ? ": " : "", err.text);
    rq_doc_free(doc);
    return file;
}

static void check_row(const struct row *row, const char *json)
{
    char said[300] = "";
    check_note("%s: %s", row->reference, row->operation);
    char *text = edit_all(json, row->edits);
    struct rq_out file = text ? file_of(text, said) : (struct rq_out){0};
    if (!CHECK(row->refused ? strstr(said, row->refused) != NULL : !said[0]))
        printf("    %s\n", said);
    CHECK((file.size == 0) == (row->refused != NULL));
    if (file.size && !row->refused)
        CHECK_STR(told_of(rq_out_bytes(&file)).text, row->told);
    rq_mem(NULL, text, 0);
    rq_out_free(&file);
}

static void test_table(void)
{
    char said[300];
    struct rq_out file = file_of(source, said);
    CHECK_STR(said, "");
    struct rq_doc *doc = read_as(rq_out_bytes(&file), "model3d");
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        check_row(&table[i], (const char *)json.data);
    rq_out_free(&json);
    rq_doc_free(doc);
    rq_out_free(&file);
}

TESTS(test_table)
