/* Every insertion, removal and move of an element that others refer to by number, against a list of names that is edited the
 * same way: docs/formats/gff.md, "References". */
#include "formats/kotor/gff/edit.h"
#include "support/document.h"

#include <reliquary/gff.h>

enum { NAMES = 5, MOST = 8, NEW = 99 };

/* Elements of a list by their names, as the edit leaves them. */
struct row {
    uint32_t names[MOST], count;
};

static uint32_t place_of(const struct row *row, uint32_t name)
{
    uint32_t i = 0;
    while (i < row->count && row->names[i] != name)
        i++;
    return i;
}

static void take_out(struct row *row, uint32_t at)
{
    for (row->count--; at < row->count; at++)
        row->names[at] = row->names[at + 1];
}

static void put_in(struct row *row, uint32_t at, uint32_t name)
{
    for (uint32_t i = row->count++; i > at; i--)
        row->names[i] = row->names[i - 1];
    row->names[at] = name;
}

static struct row start_row(void)
{
    struct row row = {.count = NAMES};
    for (uint32_t i = 0; i < NAMES; i++)
        row.names[i] = i;
    return row;
}

enum op { INSERT, REMOVE, MOVE };

static struct row edited(enum op op, uint32_t at, uint32_t to)
{
    struct row row = start_row();
    if (op == INSERT)
        put_in(&row, at, NEW);
    else
        take_out(&row, at);
    if (op == MOVE)
        put_in(&row, to, at);
    return row;
}

static struct rq_gff_struct *root_of(struct rq_doc *doc)
{
    return ((struct rq_gff *)rq_doc_root(doc, "gff"))->root;
}

static struct rq_doc *fresh(const char *type)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, &err);
    if (doc)
        memcpy(((struct rq_gff *)rq_doc_root(doc, "gff"))->type, type, 4);
    return doc;
}

/* A list of NAMES elements, each with its name, and its place as id. */
static void add_named(struct rq_doc *doc, const char *label)
{
    struct rq_error err = {0};
    char path[40];
    CHECK(rq_gff_add_list(doc, root_of(doc), label, &err));
    snprintf(path, sizeof path, "%s/-", label);
    for (uint32_t i = 0; i < NAMES; i++) {
        struct rq_gff_struct *element = NULL;
        CHECK(rq_gff_add_struct(doc, root_of(doc), path, i, &element, &err));
        CHECK(element && rq_gff_add_dword(doc, element, "Name", i, &err));
    }
    CHECK_STR(err.text, "");
}

static bool carry_out(struct rq_doc *doc, const char *label, enum op op, uint32_t at, uint32_t to,
                      struct rq_error *err)
{
    char path[40];
    struct rq_gff_struct *added = NULL;
    snprintf(path, sizeof path, "%s/%u", label, at);
    check_note("%s %s to %u", op == INSERT ? "insert" : op == REMOVE ? "remove" : "move", path, to);
    if (op == REMOVE)
        return rq_gff_remove(doc, root_of(doc), path, err);
    if (op == MOVE)
        return rq_gff_move(doc, root_of(doc), path, to, err);
    return rq_gff_add_struct(doc, root_of(doc), path, 77, &added, err) &&
           rq_gff_add_dword(doc, added, "Name", NEW, err);
}

static uint32_t number(struct rq_doc *doc, const char *list, uint32_t at, const char *label)
{
    char path[60];
    uint32_t value = 12345;
    struct rq_error err = {0};
    snprintf(path, sizeof path, "%s/%u/%s", list, at, label);
    CHECK(rq_gff_get_dword(doc, root_of(doc), path, &value, &err));
    return value;
}

static void check_row(struct rq_doc *doc, const char *label, const struct row *row)
{
    const struct rq_gff_field *list = rq_gff_find(root_of(doc), label);
    REQUIRE(list && list->size == row->count);
    for (uint32_t i = 0; i < row->count; i++) {
        CHECK_INT(number(doc, label, i, "Name"), row->names[i]);
        CHECK_INT(list->v.child[i].id, row->names[i] == NEW ? 77 : i);
    }
}

/* ---- single references: where a dialogue starts ---- */

/* References to all entries but one, and two that lead nowhere. */
static struct rq_doc *dialog(uint32_t without)
{
    struct rq_error err = {0};
    struct rq_doc *doc = fresh("DLG ");
    if (!doc)
        return NULL;
    add_named(doc, "EntryList");
    CHECK(rq_gff_add_list(doc, root_of(doc), "StartingList", &err));
    for (uint32_t i = 0; i < NAMES + 2; i++) {
        struct rq_gff_struct *start = NULL;
        uint32_t to = i == without ? NAMES : i == NAMES + 1 ? UINT32_MAX : i;
        CHECK(rq_gff_add_struct(doc, root_of(doc), "StartingList/-", i, &start, &err));
        CHECK(start && rq_gff_add_dword(doc, start, "Index", to, &err));
    }
    CHECK_STR(err.text, "");
    return doc;
}

static void check_dialog(enum op op, uint32_t at, uint32_t to)
{
    struct rq_error err = {0};
    struct row row = edited(op, at, to);
    struct rq_doc *doc = dialog(op == REMOVE ? at : NAMES + 9);
    REQUIRE(doc != NULL);
    CHECK(carry_out(doc, "EntryList", op, at, to, &err));
    CHECK_STR(err.text, "");
    check_row(doc, "EntryList", &row);
    for (uint32_t i = 0; i < NAMES; i++)
        CHECK_INT(number(doc, "StartingList", i, "Index"),
                  op == REMOVE && i == at ? NAMES : place_of(&row, i));
    CHECK_INT(number(doc, "StartingList", NAMES, "Index"), NAMES);
    CHECK_INT(number(doc, "StartingList", NAMES + 1, "Index"), UINT32_MAX);
    rq_doc_free(doc);
}

static void test_single(void)
{
    for (uint32_t at = 0; at <= NAMES; at++)
        check_dialog(INSERT, at, 0);
    for (uint32_t at = 0; at < NAMES; at++) {
        check_dialog(REMOVE, at, 0);
        for (uint32_t to = 0; to < NAMES; to++)
            check_dialog(MOVE, at, to);
    }
}

static void check_refused(struct rq_doc *doc, enum op op, const char *label, uint32_t at,
                          uint32_t to, const char *where, const char *text)
{
    struct rq_error err = {0};
    struct row row = start_row();
    CHECK(!carry_out(doc, label, op, at, to, &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_INT(err.offset, 0);
    CHECK_STR(err.where, where);
    CHECK_STR(err.text, text);
    check_row(doc, label, &row);
}

/* What is referred to does not go; neither does its list. */
static void test_removal_refused(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = dialog(NAMES + 9);
    REQUIRE(doc != NULL);
    for (uint32_t at = 0; at < NAMES; at++) {
        char where[40], text[120];
        snprintf(where, sizeof where, "EntryList/%u", at);
        snprintf(text, sizeof text,
                 "StartingList/%u/Index refers to it: change or remove that first", at);
        check_refused(doc, REMOVE, "EntryList", at, 0, where, text);
    }
    CHECK(!rq_gff_remove(doc, root_of(doc), "EntryList", &err));
    CHECK_STR(err.where, "EntryList");
    CHECK_STR(err.text,
              "StartingList/0/Index refers to an element of it: change or remove that first");
    err = (struct rq_error){0};
    CHECK(rq_gff_remove(doc, root_of(doc), "StartingList", &err));
    CHECK(rq_gff_remove(doc, root_of(doc), "EntryList", &err));
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
}

/* Ids that are not all places are nobody's: then none changes. That of the element that moves does not count. */
static void test_odd_ids(void)
{
    static const struct {
        enum op op;
        uint32_t odd, at, to;
        uint32_t ids[NAMES + 1];
    } cases[] = {{MOVE, 2, 0, 4, {1, 50, 3, 4, 0}},       {MOVE, 2, 2, 4, {0, 1, 2, 3, 50}},
                 {INSERT, 2, 0, 0, {77, 0, 1, 50, 3, 4}}, {REMOVE, 2, 2, 0, {0, 1, 2, 3}},
                 {REMOVE, 2, 3, 0, {0, 1, 50, 4}},        {MOVE, 4, 4, 0, {50, 1, 2, 3, 4}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        struct rq_doc *doc = fresh("DLG ");
        REQUIRE(doc != NULL);
        add_named(doc, "EntryList");
        struct rq_gff_field *list = rq_gff_find(root_of(doc), "EntryList");
        list->v.child[cases[i].odd].id = 50;
        CHECK(carry_out(doc, "EntryList", cases[i].op, cases[i].at, cases[i].to, &err));
        list = rq_gff_find(root_of(doc), "EntryList");
        for (uint32_t k = 0; k < list->size; k++)
            CHECK_INT(list->v.child[k].id, cases[i].ids[k]);
        rq_doc_free(doc);
    }
}

/* ---- spans: the connections of a point of a path ---- */

static const struct {
    uint32_t first, count;
} spans[] = {{0, 2}, {2, 0}, {2, 1}, {3, 2}, {4, 3}, {NAMES, 0}};
enum { SPANS = sizeof spans / sizeof spans[0] };

static struct rq_doc *path(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = fresh("PTH ");
    if (!doc)
        return NULL;
    add_named(doc, "Path_Conections");
    CHECK(rq_gff_add_list(doc, root_of(doc), "Path_Points", &err));
    for (uint32_t i = 0; i < SPANS; i++) {
        struct rq_gff_struct *point = NULL;
        CHECK(rq_gff_add_struct(doc, root_of(doc), "Path_Points/-", 2, &point, &err));
        CHECK(point && rq_gff_add_dword(doc, point, "Conections", spans[i].count, &err));
        CHECK(point && rq_gff_add_dword(doc, point, "First_Conection", spans[i].first, &err));
    }
    CHECK_STR(err.text, "");
    return doc;
}

/* A span is there: its elements are. */
static bool is_there(uint32_t i)
{
    return spans[i].count && spans[i].first + spans[i].count <= NAMES;
}

/* Where the elements of a span are now; false: not in a row, or with a stranger between them. */
static bool span_now(const struct row *row, uint32_t i, uint32_t *first, uint32_t *count)
{
    uint32_t low = MOST, high = 0;
    *count = 0;
    for (uint32_t name = spans[i].first; name < spans[i].first + spans[i].count; name++) {
        uint32_t at = place_of(row, name);
        if (at == row->count)
            continue;
        low = at < low ? at : low;
        high = at > high ? at : high;
        ++*count;
    }
    *first = low;
    return *count && high - low + 1 == *count;
}

/* What a span is after an insertion or a removal: a new element between two of it is its own. */
static void expect_span(enum op op, uint32_t at, const struct row *row, uint32_t i, uint32_t *first,
                        uint32_t *count)
{
    *first = spans[i].first;
    *count = spans[i].count;
    if (is_there(i)) {
        bool inside = at > spans[i].first && at < spans[i].first + spans[i].count;
        if (!span_now(row, i, first, count) && op == INSERT && inside)
            ++*count;
        if (op == REMOVE && !*count)
            *first = at;
    } else if (!spans[i].count && spans[i].first < NAMES) {
        uint32_t f = spans[i].first;
        *first = op == INSERT ? f + (f >= at) : f - (f > at);
    }
}

static void test_spans(void)
{
    for (enum op op = INSERT; op <= REMOVE; op++)
        for (uint32_t at = 0; at < NAMES + (op == INSERT); at++) {
            struct rq_error err = {0};
            struct row row = edited(op, at, 0);
            struct rq_doc *doc = path();
            REQUIRE(doc != NULL);
            CHECK(carry_out(doc, "Path_Conections", op, at, 0, &err));
            CHECK_STR(err.text, "");
            for (uint32_t i = 0; i < SPANS; i++) {
                uint32_t first, count;
                expect_span(op, at, &row, i, &first, &count);
                CHECK_INT(number(doc, "Path_Points", i, "First_Conection"), first);
                CHECK_INT(number(doc, "Path_Points", i, "Conections"), count);
            }
            rq_doc_free(doc);
        }
}

static void test_moved_spans(void)
{
    for (uint32_t at = 0; at < NAMES; at++)
        for (uint32_t to = 0; to < NAMES; to++) {
            struct rq_error err = {0};
            struct row row = edited(MOVE, at, to);
            struct rq_doc *doc = path();
            char where[40], text[120] = "";
            uint32_t first, count;
            REQUIRE(doc != NULL);
            for (uint32_t i = 0; i < SPANS && !text[0]; i++)
                if (is_there(i) && !span_now(&row, i, &first, &count))
                    snprintf(text, sizeof text,
                             "Path_Points/%u/First_Conection refers to elements that would not be "
                             "in a row any more",
                             i);
            snprintf(where, sizeof where, "Path_Conections/%u", at);
            if (text[0]) {
                check_refused(doc, MOVE, "Path_Conections", at, to, where, text);
            } else {
                CHECK(carry_out(doc, "Path_Conections", MOVE, at, to, &err));
                CHECK_STR(err.text, "");
            }
            for (uint32_t i = 0; i < SPANS; i++) {
                first = spans[i].first;
                if (is_there(i) && !text[0])
                    span_now(&row, i, &first, &count);
                else if (!spans[i].count && first < NAMES && !text[0])
                    first = place_of(&row, first);
                CHECK_INT(number(doc, "Path_Points", i, "First_Conection"), first);
                CHECK_INT(number(doc, "Path_Points", i, "Conections"), spans[i].count);
            }
            rq_doc_free(doc);
        }
}

/* ---- what leads nowhere ---- */

static void test_dangling(void)
{
    struct rq_error err = {0};
    struct rq_out file = {0}, lines = {0};
    const struct rq_finding *f;
    struct rq_doc *doc = path();
    REQUIRE(doc != NULL);
    CHECK(rq_doc_write(doc, &file, &err));
    rq_doc_free(doc);
    doc = rq_doc_read(rq_out_bytes(&file), NULL, &err);
    REQUIRE(doc != NULL);
    size_t count = rq_doc_findings(doc, &f);
    for (size_t i = 0; i < count; i++)
        rq_putf(&lines, "%s@%llu %s: %s\n", f[i].id, (unsigned long long)f[i].offset, f[i].where,
                f[i].text);
    rq_put8(&lines, 0);
    CHECK_STR((char *)lines.data,
              "gff-dangling-reference@0 Path_Points/4/First_Conection: refers to element 6 of "
              "Path_Conections, which has 5\n");
    rq_doc_free(doc);
    rq_out_free(&lines);
    rq_out_free(&file);
}

TESTS(test_single, test_removal_refused, test_odd_ids, test_spans, test_moved_spans, test_dangling)
