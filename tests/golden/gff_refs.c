/* Every reference by number inside of a GFF under edits, of its JSON and through the functions of
 * reliquary/gff.h: it follows, or the edit is refused with the place named, or what was built says what is
 * wrong. See docs/formats/gff.md. Where references lead is followed here by the numbers of the file that
 * was written, to the names that the elements have. */
#include "formats/kotor/gff/refs.h"
#include "support/document.h"
#include "support/json_edit.h"

#include <reliquary/gff.h>

/* ---- three files, as a person would write them ---- */

#define HEAD(type)                                                                                 \
    "{\"format\": \"gff\", \"version\": 1, \"type\": \"" type                                      \
    "\", \"root\": {\"id\": 4294967295, \"fields\": ["
#define LIST(label, elements) "[\"" label "\", \"list\", [" elements "]]"
#define ELEMENT(id, name, more)                                                                    \
    "{\"id\": " #id ", \"fields\": [[\"Comment\", \"string\", \"" name "\"]" more "]}"
#define NUMBER(label, n) ", [\"" label "\", \"dword\", " #n "]"
#define LINK(id, n)      "{\"id\": " #id ", \"fields\": [[\"Index\", \"dword\", " #n "]]}"

static const char dialog[] = HEAD("DLG ") LIST(
    "EntryList",
    ELEMENT(0, "e0", ", " LIST("RepliesList", LINK(0, 1) ", " LINK(1, 0))) ", " ELEMENT(
        1, "e1",
        ", " LIST(
            "RepliesList",
            LINK(
                0,
                2))) ", " ELEMENT(2, "e2",
                                  "")) ", " LIST("ReplyList",
                                                 ELEMENT(0, "r0", ", " LIST("EntriesList", LINK(0, 1))) ", " ELEMENT(
                                                     1, "r1",
                                                     "") ", " ELEMENT(2, "r2",
                                                                      ", " LIST(
                                                                          "EntriesList",
                                                                          LINK(
                                                                              0,
                                                                              0)))) ", " LIST("StartingList",
                                                                                              LINK(
                                                                                                  0,
                                                                                                  1)) "]}}";
#define DIALOG "start e1; e0 r1 r0; e1 r2; e2; r0 e1; r1; r2 e0; "

#define POINT(name, first, count)                                                                  \
    ELEMENT(2, name, NUMBER("Conections", count) NUMBER("First_Conection", first))
#define WAY(to) "{\"id\": 3, \"fields\": [[\"Destination\", \"dword\", " #to "]]}"

static const char paths[] = HEAD("PTH ")
    LIST("Path_Points",
         POINT("p0", 0, 2) ", " POINT("p1", 2, 0) ", " POINT("p2", 2, 1) ", " POINT(
             "p3", 3, 2)) ", " LIST("Path_Conections",
                                    WAY(1) ", " WAY(3) ", " WAY(0) ", " WAY(0) ", " WAY(2)) "]}}";
#define PATHS "p0 p1 p3; p1; p2 p0; p3 p0 p2; "

#define TWO(id, a, b)                                                                              \
    "{\"id\": " #id ", \"fields\": [[\"FactionID1\", \"dword\", " #a                               \
    "], [\"FactionID2\", \"dword\", " #b "]]}"

static const char factions[] = HEAD("FAC ") LIST(
    "FactionList",
    ELEMENT(0, "f0", NUMBER("FactionParentID", 4294967295)) ", " ELEMENT(
        1, "f1",
        NUMBER("FactionParentID",
               0)) ", " ELEMENT(2, "f2",
                                NUMBER("FactionParentID",
                                       1)) ", " ELEMENT(3, "f3",
                                                        NUMBER("FactionParentID",
                                                               3))) ", " LIST("RepList",
                                                                              TWO(0, 1, 2) ", " TWO(
                                                                                  1, 0, 2)) "]}}";
#define FACTIONS "f0; f1 f0; f2 f1; f3 f3; f1 f2; f0 f2; "

#define CONTROL(name, id, up)                                                                      \
    "{\"id\": 0, \"fields\": [[\"Comment\", \"string\", \"" name "\"], [\"ID\", \"int\", " #id     \
    "], [\"MOVETO\", \"struct\", {\"id\": 0, \"fields\": [[\"UP\", \"int\", " #up "]]}]]}"

static const char controls[] = HEAD("GUI ")
    LIST("CONTROLS", CONTROL("c0", 7, -1) ", " CONTROL("c1", 9, 7) ", " CONTROL("c2", 8, 9)) "]}}";
#define CONTROLS "c0; c1 c0; c2 c1; "

/* ---- where references lead ---- */

struct told {
    char text[300];
    size_t size;
};

static void tell(struct told *told, const char *text, const char *behind)
{
    int n = snprintf(told->text + told->size, sizeof told->text - told->size, "%s%s", text, behind);
    told->size += n > 0 ? (size_t)n : 0;
}

static const char *name_of(const struct rq_gff *gff, const char *list, uint32_t at)
{
    static char name[4][20];
    static unsigned turn;
    char path[40];
    char *text = name[turn++ % 4];
    snprintf(path, sizeof path, "%s/%u/Comment", list, at);
    const struct rq_gff_field *f = rq_gff_find(gff->root, path);
    snprintf(text, 20, "%.*s", f ? (int)f->size : 1, f ? (const char *)f->v.data : "?");
    return text;
}

static uint32_t value_of(const struct rq_gff_struct *s, const char *path)
{
    const struct rq_gff_field *f = rq_gff_find(s, path);
    return f ? f->v.word : UINT32_MAX;
}

static const struct rq_gff_field *list_in(const struct rq_gff_struct *s, const char *label)
{
    static const struct rq_gff_field none = {.label = ""};
    const struct rq_gff_field *f = rq_gff_find(s, label);
    return f ? f : &none;
}

static void tell_links(struct told *told, const struct rq_gff *gff, const struct rq_gff_struct *s,
                       const char *links, const char *to)
{
    const struct rq_gff_field *list = list_in(s, links);
    for (uint32_t i = 0; i < list->size; i++)
        tell(told, " ", name_of(gff, to, value_of(&list->v.child[i], "Index")));
    tell(told, "; ", "");
}

static void tell_nodes(struct told *told, const struct rq_gff *gff, const char *nodes,
                       const char *links, const char *to)
{
    const struct rq_gff_field *list = list_in(gff->root, nodes);
    for (uint32_t i = 0; i < list->size; i++) {
        tell(told, name_of(gff, nodes, i), "");
        tell_links(told, gff, &list->v.child[i], links, to);
    }
}

static void tell_points(struct told *told, const struct rq_gff *gff)
{
    const struct rq_gff_field *points = list_in(gff->root, "Path_Points");
    const struct rq_gff_field *ways = list_in(gff->root, "Path_Conections");
    for (uint32_t i = 0; i < points->size; i++) {
        const struct rq_gff_struct *point = &points->v.child[i];
        uint32_t first = value_of(point, "First_Conection"), count = value_of(point, "Conections");
        tell(told, name_of(gff, "Path_Points", i), "");
        for (uint32_t k = first; k < first + count && k < ways->size; k++)
            tell(told, " ",
                 name_of(gff, "Path_Points", value_of(&ways->v.child[k], "Destination")));
        tell(told, "; ", "");
    }
}

static void tell_factions(struct told *told, const struct rq_gff *gff)
{
    const struct rq_gff_field *list = list_in(gff->root, "FactionList");
    const struct rq_gff_field *reps = list_in(gff->root, "RepList");
    for (uint32_t i = 0; i < list->size; i++) {
        uint32_t parent = value_of(&list->v.child[i], "FactionParentID");
        tell(told, name_of(gff, "FactionList", i), parent == UINT32_MAX ? "" : " ");
        tell(told, parent == UINT32_MAX ? "" : name_of(gff, "FactionList", parent), "; ");
    }
    for (uint32_t i = 0; i < reps->size; i++) {
        tell(told, name_of(gff, "FactionList", value_of(&reps->v.child[i], "FactionID1")), " ");
        tell(told, name_of(gff, "FactionList", value_of(&reps->v.child[i], "FactionID2")), "; ");
    }
}

static void tell_controls(struct told *told, const struct rq_gff *gff)
{
    const struct rq_gff_field *list = list_in(gff->root, "CONTROLS");
    for (uint32_t i = 0; i < list->size; i++) {
        int32_t up = (int32_t)value_of(&list->v.child[i], "MOVETO/UP");
        tell(told, name_of(gff, "CONTROLS", i), "");
        for (uint32_t k = 0; k < list->size; k++)
            if (up != -1 && (int32_t)value_of(&list->v.child[k], "ID") == up)
                tell(told, " ", name_of(gff, "CONTROLS", k));
        tell(told, "; ", "");
    }
}

static struct told told_of(const struct rq_gff *gff)
{
    struct told told = {"", 0};
    if (memcmp(gff->type, "DLG ", 4) == 0) {
        tell(&told, "start", "");
        tell_links(&told, gff, gff->root, "StartingList", "EntryList");
        tell_nodes(&told, gff, "EntryList", "RepliesList", "ReplyList");
        tell_nodes(&told, gff, "ReplyList", "EntriesList", "EntryList");
    }
    tell_points(&told, gff);
    tell_factions(&told, gff);
    tell_controls(&told, gff);
    return told;
}

/* ---- the tables ---- */

enum outcome { FOLLOWS, REFUSED, SAYS };

struct json_row {
    const char *reference, *operation, *base;
    enum outcome outcome;
    const char *text; /* where references lead; or what is said */
    struct edit edits[4];
};

/* Paths of JSON: the root's fields are rows, whose third value is the list. */
#define ENTRIES "root/fields/0/2"
#define REPLIES "root/fields/1/2"
#define STARTS  "root/fields/2/2"

/* clang-format off */
static const struct json_row json_table[] = {
    {"DLG links to entries", "insert", dialog, FOLLOWS,
     "start e1; new; e0 r1 r0; e1 r2; e2; r0 e1; r1; r2 e0; ",
     {{EDIT_INSERT, ENTRIES "/0", ELEMENT(0, "new", "")}}},
    {"DLG links to entries", "insert, with links to it", dialog, FOLLOWS,
     "start new; e0 r1 r0; new; e1 r2; e2; r0 e1; r1; r2 e0; ",
     {{EDIT_INSERT, ENTRIES "/1", "{\"number\": 90, " "\"id\": 90, \"fields\": [[\"Comment\", \"string\", \"new\"]]}"},
      {EDIT_SET, STARTS "/0/fields/0/2", "90"}}},
    {"DLG links to entries", "remove one that nothing refers to", dialog, FOLLOWS,
     "start e1; e0 r1 r0; e1 r2; r0 e1; r1; r2 e0; ", {{EDIT_REMOVE, ENTRIES "/2", NULL}}},
    {"DLG links to entries", "remove", dialog, REFUSED,
     "ReplyList/2/EntriesList/0/Index: no element of EntryList has the number 0 any more",
     {{EDIT_REMOVE, ENTRIES "/0", NULL}}},
    {"DLG links to entries", "remove with its links", dialog, FOLLOWS,
     "start e1; e1 r2; e2; r0 e1; r1; r2; ",
     {{EDIT_REMOVE, ENTRIES "/0", NULL}, {EDIT_REMOVE, REPLIES "/2/fields/1/2/0", NULL}}},
    {"DLG links to entries", "reorder", dialog, FOLLOWS,
     "start e1; e1 r2; e0 r1 r0; e2; r0 e1; r1; r2 e0; ", {{EDIT_SWAP, ENTRIES "/0", NULL}}},
    {"DLG links to entries", "lengthen", dialog, FOLLOWS,
     "start new; e0 r1 r0; e1 r2; e2; new; r0 e1; r1; r2 e0; ",
     {{EDIT_INSERT, ENTRIES "/3", ELEMENT(3, "new", "")}, {EDIT_SET, STARTS "/0/fields/0/2", "3"}}},
    {"DLG links to entries", "copy an element with its number", dialog, REFUSED,
     "EntryList/1: an element before it has the number 0 too", {{EDIT_COPY, ENTRIES "/0", NULL}}},
    {"DLG links to replies", "shorten", dialog, SAYS, "gff-dangling-reference",
     {{EDIT_REMOVE, REPLIES "/2", NULL}}},
    {"DLG links to replies", "reorder", dialog, FOLLOWS,
     "start e1; e0 r1 r0; e1 r2; e2; r0 e1; r2 e0; r1; ", {{EDIT_SWAP, REPLIES "/1", NULL}}},
    {"DLG links to replies", "another that is not there", dialog, SAYS, "gff-dangling-reference",
     {{EDIT_SET, ENTRIES "/0/fields/1/2/0/fields/0/2", "3"}}},
    {"DLG start", "reorder nothing", dialog, FOLLOWS, DIALOG, {{EDIT_SET, STARTS "/0/id", "5"}}},
    {"PTH destinations", "insert", paths, FOLLOWS, "new; " PATHS,
     {{EDIT_INSERT, "root/fields/0/2/0", POINT("new", 0, 0)}}},
    {"PTH destinations", "remove", paths, REFUSED,
     "Path_Conections/0/Destination: no element of Path_Points has the number 1 any more",
     {{EDIT_REMOVE, "root/fields/0/2/1", NULL}}},
    {"PTH destinations", "reorder", paths, FOLLOWS, "p1; p0 p1 p3; p2 p0; p3 p0 p2; ",
     {{EDIT_SWAP, "root/fields/0/2/0", NULL}}},
    {"PTH destinations", "lengthen", paths, FOLLOWS, PATHS "new; ",
     {{EDIT_INSERT, "root/fields/0/2/4", POINT("new", 0, 0)}}},
    {"PTH destinations", "shorten", paths, SAYS, "gff-dangling-reference",
     {{EDIT_REMOVE, "root/fields/0/2/3", NULL}}},
    {"PTH connections", "insert and count", paths, FOLLOWS, "p0 p1 p2 p3; p1; p2 p0; p3 p0 p2; ",
     {{EDIT_INSERT, "root/fields/1/2/1", WAY(2)}, {EDIT_SET, "root/fields/0/2/0/fields/1/2", "3"}}},
    {"PTH connections", "remove and count", paths, FOLLOWS, "p0 p1; p1; p2 p0; p3 p0 p2; ",
     {{EDIT_REMOVE, "root/fields/1/2/1", NULL}, {EDIT_SET, "root/fields/0/2/0/fields/1/2", "1"}}},
    {"PTH connections", "remove", paths, REFUSED, "Path_Points/2/First_Conection: the 1 elements",
     {{EDIT_REMOVE, "root/fields/1/2/1", NULL}}},
    {"PTH connections", "remove the first", paths, REFUSED, "Path_Points/0/First_Conection: no element",
     {{EDIT_REMOVE, "root/fields/1/2/0", NULL}}},
    {"PTH connections", "reorder in a point", paths, REFUSED, "Path_Points/2/First_Conection",
     {{EDIT_SWAP, "root/fields/1/2/0", NULL}}},
    {"PTH connections", "shorten", paths, SAYS, "gff-dangling-reference",
     {{EDIT_REMOVE, "root/fields/1/2/4", NULL}}},
    {"FAC factions", "insert", factions, FOLLOWS, "new; " FACTIONS,
     {{EDIT_INSERT, "root/fields/0/2/0", ELEMENT(9, "new", NUMBER("FactionParentID", 4294967295))}}},
    {"FAC factions", "remove", factions, REFUSED, "FactionList/1/FactionParentID: no element of FactionList",
     {{EDIT_REMOVE, "root/fields/0/2/1", NULL}}},
    {"FAC factions", "reorder", factions, FOLLOWS, "f1 f0; f0; f2 f1; f3 f3; f1 f2; f0 f2; ",
     {{EDIT_SWAP, "root/fields/0/2/0", NULL}}},
    {"FAC factions", "shorten", factions, FOLLOWS, "f0; f1 f0; f2 f1; f1 f2; f0 f2; ",
     {{EDIT_REMOVE, "root/fields/0/2/3", NULL}}},
    {"GUI neighbours", "insert", controls, FOLLOWS, "new; " CONTROLS,
     {{EDIT_INSERT, "root/fields/0/2/0", CONTROL("new", 1, -1)}}},
    {"GUI neighbours", "reorder", controls, FOLLOWS, "c1 c0; c0; c2 c1; ",
     {{EDIT_SWAP, "root/fields/0/2/0", NULL}}},
    {"GUI neighbours", "remove", controls, SAYS, "gff-dangling-reference",
     {{EDIT_REMOVE, "root/fields/0/2/0", NULL}}},
};

enum call { INSERT, REMOVE, MOVE };

struct call_row {
    const char *base;
    enum call call;
    const char *path;
    uint32_t to;
    enum outcome outcome;
    const char *text;
};

static const struct call_row call_table[] = {
    {dialog, INSERT, "EntryList/0", 0, FOLLOWS, "start e1; ?; e0 r1 r0; e1 r2; e2; r0 e1; r1; r2 e0; "},
    {dialog, INSERT, "EntryList/-", 0, FOLLOWS, "start e1; e0 r1 r0; e1 r2; e2; ?; r0 e1; r1; r2 e0; "},
    {dialog, INSERT, "ReplyList/2", 0, FOLLOWS, "start e1; e0 r1 r0; e1 r2; e2; r0 e1; r1; ?; r2 e0; "},
    {dialog, REMOVE, "EntryList/0", 0, REFUSED, "EntryList/0: ReplyList/2/EntriesList/0/Index refers to it"},
    {dialog, REMOVE, "EntryList/1", 0, REFUSED, "EntryList/1: StartingList/0/Index refers to it"},
    {dialog, REMOVE, "EntryList/2", 0, FOLLOWS, "start e1; e0 r1 r0; e1 r2; r0 e1; r1; r2 e0; "},
    {dialog, REMOVE, "EntryList", 0, REFUSED, "EntryList: StartingList/0/Index refers to an element of it"},
    {dialog, REMOVE, "StartingList", 0, FOLLOWS, "start; e0 r1 r0; e1 r2; e2; r0 e1; r1; r2 e0; "},
    {dialog, MOVE, "EntryList/0", 2, FOLLOWS, "start e1; e1 r2; e2; e0 r1 r0; r0 e1; r1; r2 e0; "},
    {dialog, MOVE, "ReplyList/2", 0, FOLLOWS, "start e1; e0 r1 r0; e1 r2; e2; r2 e0; r0 e1; r1; "},
    {paths, INSERT, "Path_Points/1", 0, FOLLOWS, "p0 p1 p3; ?; p1; p2 p0; p3 p0 p2; "},
    {paths, REMOVE, "Path_Points/1", 0, REFUSED, "Path_Conections/0/Destination refers to it"},
    {paths, MOVE, "Path_Points/0", 3, FOLLOWS, "p1; p2 p0; p3 p0 p2; p0 p1 p3; "},
    {paths, INSERT, "Path_Conections/2", 0, FOLLOWS, PATHS},
    {paths, INSERT, "Path_Conections/1", 0, FOLLOWS, "p0 p1 ? p3; p1; p2 p0; p3 p0 p2; "},
    {paths, REMOVE, "Path_Conections/0", 0, FOLLOWS, "p0 p3; p1; p2 p0; p3 p0 p2; "},
    {paths, REMOVE, "Path_Conections/2", 0, FOLLOWS, "p0 p1 p3; p1; p2; p3 p0 p2; "},
    {paths, REMOVE, "Path_Conections/4", 0, FOLLOWS, "p0 p1 p3; p1; p2 p0; p3 p0; "},
    {paths, MOVE, "Path_Conections/0", 1, FOLLOWS, "p0 p3 p1; p1; p2 p0; p3 p0 p2; "},
    {paths, MOVE, "Path_Conections/2", 0, FOLLOWS, PATHS},
    {paths, MOVE, "Path_Conections/2", 1, REFUSED, "Path_Points/0/First_Conection refers to elements"},
    {paths, MOVE, "Path_Conections/1", 3, REFUSED, "Path_Points/0/First_Conection refers to elements"},
    {paths, REMOVE, "Path_Conections", 0, REFUSED, "Path_Points/0/First_Conection refers to an element of it"},
    {factions, REMOVE, "FactionList/3", 0, FOLLOWS, "f0; f1 f0; f2 f1; f1 f2; f0 f2; "},
    {factions, REMOVE, "FactionList/1", 0, REFUSED, "FactionList/2/FactionParentID refers to it"},
    {factions, MOVE, "FactionList/0", 3, FOLLOWS, "f1 f0; f2 f1; f3 f3; f0; f1 f2; f0 f2; "},
    {factions, INSERT, "FactionList/1", 0, FOLLOWS, "f0; ?; f1 f0; f2 f1; f3 f3; f1 f2; f0 f2; "},
};
/* clang-format on */

/* ---- rows ---- */

static struct rq_doc *from_text(const char *json, struct rq_error *err)
{
    return rq_doc_from_json((struct rq_bytes){(const uint8_t *)json, strlen(json)}, NULL, err);
}

/* Where the references of the written file lead; said is what was told. */
static bool write_told(struct rq_doc *doc, struct told *told, char said[300])
{
    struct rq_error err = {0};
    struct rq_out file = {0};
    const struct rq_finding *findings = NULL;
    struct rq_doc *made =
        rq_doc_write(doc, &file, &err) ? rq_doc_read(rq_out_bytes(&file), NULL, &err) : NULL;
    snprintf(said, 300, "%s", rq_doc_findings(doc, &findings) ? findings[0].id : err.text);
    if (CHECK(made != NULL)) {
        /* Reading the file tells the same as building it. */
        CHECK_STR(rq_doc_findings(made, &findings) ? findings[0].id : "", said);
        *told = told_of(rq_doc_root(made, "gff"));
    }
    rq_doc_free(made);
    rq_out_free(&file);
    return made != NULL;
}

static void check_json_row(const struct json_row *row)
{
    struct rq_error err = {0};
    struct rq_doc *base = from_text(row->base, &err);
    check_note("%s: %s", row->reference, row->operation);
    REQUIRE(base != NULL);
    struct rq_out json = json_of(base);
    char *text = edit_all((const char *)json.data, row->edits), said[300];
    struct rq_doc *doc = text ? from_text(text, &err) : NULL;
    struct told told = {"", 0};
    snprintf(said, sizeof said, "%s: %s", err.where, err.text);
    CHECK((doc == NULL) == (row->outcome == REFUSED));
    if (doc && write_told(doc, &told, said))
        CHECK(row->outcome != FOLLOWS || !said[0]);
    if (row->outcome == FOLLOWS)
        CHECK_STR(told.text, row->text);
    else if (!CHECK(strstr(said, row->text) != NULL))
        printf("    %s\n", said);
    rq_doc_free(doc);
    rq_mem(NULL, text, 0);
    rq_out_free(&json);
    rq_doc_free(base);
}

static void test_json(void)
{
    for (size_t i = 0; i < sizeof json_table / sizeof json_table[0]; i++)
        check_json_row(&json_table[i]);
}

/* An element that refers to nothing. */
static bool insert(struct rq_doc *doc, struct rq_gff_struct *root, const char *path,
                   struct rq_error *err)
{
    struct rq_gff_struct *added = NULL;
    return rq_gff_add_struct(doc, root, path, 77, &added, err) && added->id == 77;
}

static void check_call(const struct call_row *row)
{
    struct rq_error err = {0};
    struct rq_doc *doc = from_text(row->base, &err);
    struct told told = {"", 0}, before;
    char said[300];
    check_note("%.3s %d %s", row->base + 40, (int)row->call, row->path);
    REQUIRE(doc != NULL);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    before = told_of(gff);
    bool done = row->call == INSERT   ? insert(doc, gff->root, row->path, &err)
                : row->call == REMOVE ? rq_gff_remove(doc, gff->root, row->path, &err)
                                      : rq_gff_move(doc, gff->root, row->path, row->to, &err);
    CHECK(done == (row->outcome == FOLLOWS));
    if (done && write_told(doc, &told, said)) {
        CHECK_STR(told.text, row->text);
    } else {
        snprintf(said, sizeof said, "%s: %s", err.where, err.text);
        if (!CHECK(strstr(said, row->text) != NULL))
            printf("    %s\n", said);
        CHECK_STR(told_of(gff).text, before.text);
    }
    rq_doc_free(doc);
}

static void test_calls(void)
{
    for (size_t i = 0; i < sizeof call_table / sizeof call_table[0]; i++)
        check_call(&call_table[i]);
}

/* Ids that are places stay so, by the files of the game; the new element has the id that it was given. */
static void test_ids(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = from_text(dialog, &err);
    REQUIRE(doc != NULL);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    CHECK(rq_gff_add_struct(doc, gff->root, "EntryList/1", 77, NULL, &err));
    const struct rq_gff_field *list = rq_gff_find(gff->root, "EntryList");
    const uint32_t inserted[] = {0, 77, 2, 3}, moved[] = {0, 1, 77, 3};
    for (uint32_t i = 0; i < 4; i++)
        CHECK_INT(list->v.child[i].id, inserted[i]);
    CHECK(rq_gff_move(doc, gff->root, "EntryList/1", 2, &err));
    for (uint32_t i = 0; i < 4; i++)
        CHECK_INT(list->v.child[i].id, moved[i]);
    CHECK(rq_gff_remove(doc, gff->root, "EntryList/2", &err));
    for (uint32_t i = 0; i < 3; i++)
        CHECK_INT(list->v.child[i].id, i);
    /* In JSON an id that is the number follows with it. */
    rq_doc_free(doc);
    doc = from_text(dialog, &err);
    struct rq_out json = json_of(doc);
    rq_doc_free(doc);
    char *text = edit_all((const char *)json.data,
                          (struct edit[]){{EDIT_SWAP, ENTRIES "/0", NULL}, {EDIT_END, NULL, NULL}});
    doc = from_text(text, &err);
    REQUIRE(doc != NULL);
    gff = rq_doc_root(doc, "gff");
    list = rq_gff_find(gff->root, "EntryList");
    for (uint32_t i = 0; i < 3; i++)
        CHECK_INT(list->v.child[i].id, i);
    CHECK_STR(name_of(gff, "EntryList", 0), "e1");
    rq_doc_free(doc);
    rq_mem(NULL, text, 0);
    rq_out_free(&json);
}

/* A list that replaces another must have the elements that are referred to. */
static void test_copy(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = from_text(dialog, &err), *other = from_text(dialog, &err);
    REQUIRE(doc && other);
    struct rq_gff *gff = rq_doc_root(doc, "gff"), *from = rq_doc_root(other, "gff");
    CHECK(rq_gff_set_copy(doc, gff->root, "EntryList", other, from->root, "EntryList", &err));
    CHECK(rq_gff_remove(other, from->root, "StartingList", &err));
    CHECK(rq_gff_remove(other, from->root, "ReplyList/0/EntriesList", &err));
    CHECK(rq_gff_remove(other, from->root, "EntryList/2", &err));
    CHECK(rq_gff_set_copy(doc, gff->root, "EntryList", other, from->root, "EntryList", &err));
    CHECK(rq_gff_remove(other, from->root, "EntryList/1", &err));
    CHECK_STR(err.text, "");
    CHECK(!rq_gff_set_copy(doc, gff->root, "EntryList", other, from->root, "EntryList", &err));
    CHECK_STR(err.text,
              "StartingList/0/Index refers to an element of it: change or remove that first");
    CHECK_STR(told_of(gff).text, "start e1; e0 r1 r0; e1 r2; r0 e1; r1; r2 e0; ");
    rq_doc_free(doc);
    rq_doc_free(other);
}

/* The table of the references is that of kotor-fields.csv (its column "ref"), which was checked
 * against 12,246 files; without it there is nothing to compare with. */
static void test_csv(void)
{
    NEEDS_CORPUS("../spec/kotor-fields.csv");
    struct rq_map file;
    struct rq_error err = {0};
    char want[100];
    size_t rows = 0, found = 0;
    REQUIRE(rq_map_open(&file, check_corpus("../spec/kotor-fields.csv"), &err));
    struct rq_out text = {0};
    rq_put_bytes(&text, file.bytes);
    rq_put8(&text, 0);
    for (const char *at = (const char *)text.data; (at = strstr(at, ",list:/")); at++)
        rows++;
    for (size_t i = 0; i < rq_gff_ref_count; i++) {
        const struct rq_gff_ref *ref = &rq_gff_refs[i];
        const char *slash = strchr(ref->field, '/');
        snprintf(want, sizeof want, "\n%.3s,/%s[]/%s%s%.*s%s,%s,", ref->type, ref->lists[0],
                 ref->lists[1] ? ref->lists[1] : "", ref->lists[1] ? "[]/" : "",
                 slash ? (int)(slash - ref->field) : 0, ref->field, slash ? "/" : "",
                 slash ? slash + 1 : ref->field);
        const char *row = strstr((const char *)text.data, want);
        if (!CHECK(row != NULL))
            printf("    %s\n", want + 1);
        snprintf(want, sizeof want, ",list:/%s%s%s,", ref->to, ref->key ? "." : "",
                 ref->key ? ref->key : "");
        const char *to = row ? strstr(row, want) : NULL;
        found += CHECK(to && to < row + 1 + strcspn(row + 1, "\n"));
    }
    CHECK_INT(found, rows);
    rq_out_free(&text);
    rq_map_close(&file);
}

TESTS(test_json, test_calls, test_ids, test_copy, test_csv)
