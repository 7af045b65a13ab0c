/* Typed access (reliquary/blueprints.h): files of the corpus and of the demo stay what they are, and
 * an edit changes what it names and nothing else. Documents are built by hand with gff.h. */
#include "blueprint/typed.h"
#include "core/bytes.h"
#include "support/corpus.h"
#include "support/random.h"

#include <reliquary/game.h>
#include <stdio.h>
#include <stdlib.h>

static struct rq_doc *new_gff(const char *type)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    if (gff)
        memcpy(gff->type, type, 4);
    return doc;
}

static struct rq_gff_struct *root_of(struct rq_doc *doc)
{
    return ((struct rq_gff *)rq_doc_root(doc, "gff"))->root;
}

/* ---- whole files ---- */

struct tally {
    size_t files, rebuilt, skipped, changed;
    bool odd; /* files hold more than the structs do */
};

/* Values that a new document can't get from the structs: second fields of a label, values whose type is
 * part of the value, texts of one language twice. */
static bool has_unwritable(const struct rq_gff_struct *s)
{
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct rq_gff_field *f = &s->fields[i];
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(s->fields[k].label, f->label) == 0)
                return true;
        if (strncmp(f->label, "KT", 2) == 0 || strcmp(f->label, "EditorInfo") == 0)
            return true;
        uint32_t below = f->type == RQ_GFF_STRUCT ? 1 : f->type == RQ_GFF_LIST ? f->size : 0;
        for (uint32_t k = 0; k < below; k++)
            if (has_unwritable(&f->v.child[k]))
                return true;
    }
    return false;
}

/* Counts what is no matter of type: a new PT_PAZAAKCOUNT is an INT, where the game has a BYTE last. */
static void count_difference(void *ctx, const char *path, const char *a, const char *b)
{
    size_t *count = ctx;
    const char *name = strrchr(path, '/');
    if (name && strcmp(name, "/PT_PAZAAKCOUNT") == 0)
        return;
    *count += 1;
    printf("    %s: %s -> %s\n", path, a ? a : "(none)", b ? b : "(none)");
}

/* A new document that gets everything from the structs has the same values. */
static void rebuild(struct rq_doc *doc, const char *kind, const void *data, struct tally *tally)
{
    struct rq_error err = {0};
    size_t count = 0, all;
    struct rq_doc *copy = new_gff(((struct rq_gff *)rq_doc_root(doc, "gff"))->type);
    uint8_t *fresh = malloc(rq_typed_shape(rq_schema_root(kind)).size);
    if (CHECK(copy && fresh)) {
        memcpy(fresh, data, rq_typed_shape(rq_schema_root(kind)).size);
        memset(fresh, 0, sizeof(struct rq_typed));
        if (!CHECK(rq_typed_put(copy, kind, fresh, &err)))
            printf("    %s: %s\n", err.where, err.text);
        root_of(copy)->id = root_of(doc)->id;
        CHECK(rq_doc_diff(doc, copy, count_difference, &count, &all, &err));
        CHECK_INT(count, 0);
        tally->rebuilt++;
    }
    free(fresh);
    rq_doc_free(copy);
}

/* ---- one change ---- */

/* Changes one value that is there, in the struct or below it; which one, the number tells. False when
 * there is none that can be changed. */
static bool change_one(const struct rq_schema *schema, uint8_t *data, size_t number)
{
    struct rq_typed_shape shape = rq_typed_shape(schema);
    size_t count = 0;
    while (schema->fields[count].label)
        count++;
    for (size_t i = 0; i < count; i++) {
        size_t k = (number + i) % count;
        const struct rq_typed_member *m = &shape.members[k];
        uint8_t *at = data + m->at;
        const char *text = "changed";
        if (!rq_typed_has(data, m) || m->kind == RQ_TYPED_CELL || m->kind == RQ_TYPED_PARAMETER)
            continue;
        uint32_t elements = m->kind == RQ_TYPED_LIST ? rq_typed_count(data, m) : 1;
        if (m->kind == RQ_TYPED_LIST || m->kind == RQ_TYPED_STRUCT) {
            const struct rq_schema *below = schema->fields[k].schema;
            uint8_t *parts = rq_typed_pointer(data, m->at);
            size_t size = rq_typed_shape(below).size;
            if (elements && change_one(below, parts + number % elements * size, number / count))
                return true;
        } else if (m->kind == RQ_TYPED_STRING || m->kind == RQ_TYPED_RESREF) {
            *(const char **)(void *)at = text;
            return true;
        } else if (m->kind == RQ_TYPED_VOID) {
            memcpy(at, &(struct rq_bytes){(const uint8_t *)text, 7}, sizeof(struct rq_bytes));
            return true;
        } else if (m->kind == RQ_TYPED_INT_BYTE || m->kind == RQ_TYPED_FLOAT_INT) {
            memcpy(at, &(double){43}, sizeof(double));
            return true;
        } else {
            at[0] ^= 1;
            return true;
        }
    }
    return false;
}

static void name_difference(void *ctx, const char *path, const char *a, const char *b)
{
    (void)a, (void)b;
    snprintf(ctx, 400, "%s", path);
}

/* Exactly one value is another, however deep it stands, and back again the file is what it was. */
static void check_change(struct rq_bytes bytes, const char *kind, size_t number,
                         struct tally *tally)
{
    struct rq_error err = {0};
    size_t count = 0;
    struct rq_doc *doc = rq_doc_read(bytes, NULL, &err), *old = rq_doc_read(bytes, NULL, &err);
    const struct rq_schema *schema = rq_schema_root(kind);
    size_t size = rq_typed_shape(schema).size;
    uint8_t *data = malloc(size);
    char path[400] = "";
    if (CHECK(doc && old && data) && CHECK(rq_typed_get(doc, kind, data, &err)) &&
        change_one(schema, data, number)) {
        if (!CHECK(rq_typed_put(doc, kind, data, &err)))
            printf("    %s: %s\n", err.where, err.text);
        CHECK(rq_doc_diff(old, doc, name_difference, path, &count, &err));
        if (!CHECK_INT(count, 1))
            printf("    %s\n", path);
        tally->changed++;
    }
    free(data);
    rq_doc_free(doc);
    rq_doc_free(old);
}

static void check_file(struct rq_bytes bytes, struct tally *tally)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(bytes, NULL, &err);
    REQUIRE(doc != NULL);
    char kind[5] = {0};
    memcpy(kind, ((struct rq_gff *)rq_doc_root(doc, "gff"))->type, 4);
    const struct rq_schema *schema = rq_schema_root(kind);
    void *data = schema ? malloc(rq_typed_shape(schema).size) : NULL;
    struct rq_out out = {0};
    if (data && CHECK(rq_typed_get(doc, kind, data, &err))) {
        CHECK(rq_typed_put(doc, kind, data, &err));
        CHECK(rq_doc_write(doc, &out, &err));
        CHECK_MEM(out.data, out.size, bytes.data, bytes.size);
        tally->files++;
        if (tally->odd || has_unwritable(root_of(doc)))
            tally->skipped++;
        else
            rebuild(doc, kind, data, tally);
        check_change(bytes, kind, tally->files * 7919, tally);
    } else if (data) {
        printf("    %s: %s\n", err.where, err.text);
    }
    rq_out_free(&out);
    free(data);
    rq_doc_free(doc);
}

static void check_tree(const char *path, struct tally *tally)
{
    struct rq_tree tree;
    REQUIRE(rq_tree_open(&tree, &path, 1, NULL, NULL));
    for (size_t i = 0; i < tree.count; i++) {
        check_note("%s", tree.nodes[i].path);
        if (tree.nodes[i].format == rq_format_by_name("gff"))
            check_file(tree.nodes[i].bytes, tally);
    }
    rq_tree_close(&tree);
    check_note(" ");
}

static void test_files(void)
{
    struct tally tally = {0};
    const char *demo = getenv("RQ_DEMO_DIR"), *corpus = check_corpus("kotor");
    /* Files of the demo have labels, types and numbers of structs that no file of the game has. */
    tally.odd = true;
    if (demo)
        check_tree(demo, &tally);
    tally.odd = false;
    if (corpus)
        check_tree(corpus, &tally);
    else
        SKIP_PART(check_no_corpus("kotor"));
    printf("    %zu files, %zu made again from their values, %zu with more than the structs hold, "
           "%zu with one change\n",
           tally.files, tally.rebuilt, tally.skipped, tally.changed);
    CHECK(!corpus || tally.files > 1000);
    CHECK(!corpus || tally.rebuilt > 500);
    CHECK(!corpus || tally.changed > 1000);
}

/* ---- fields ---- */

static struct rq_doc *small_utc(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = new_gff("UTC ");
    struct rq_gff_struct *root = root_of(doc), *class;
    rq_gff_add_byte(doc, root, "Str", 0, &err);
    rq_gff_add_string(doc, root, "Tag", "guard", &err);
    rq_gff_add_locstring(doc, root, "FirstName", 7, &err);
    rq_gff_add_string(doc, root, "FirstName/0", "Orla", &err);
    rq_gff_add_int(doc, root, "Dex", 12, &err); /* a BYTE in files of the game */
    rq_gff_add_dword(doc, root, "Unknown", 99, &err);
    rq_gff_add_list(doc, root, "ClassList", &err);
    for (int i = 0; i < 2; i++) {
        rq_gff_add_struct(doc, root, "ClassList/-", 2, &class, &err);
        rq_gff_add_int(doc, class, "Class", i, &err);
        rq_gff_add_short(doc, class, "ClassLevel", i + 10, &err);
    }
    CHECK_STR(err.text, "");
    return doc;
}

static void test_absent(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = small_utc();
    struct rq_utc utc;
    uint8_t byte;
    REQUIRE(rq_utc_get(doc, &utc, &err));
    CHECK(utc.has.Str);
    CHECK_INT(utc.Str, 0);
    CHECK(!utc.has.Con);
    CHECK_INT(utc.Con, 0);
    CHECK_STR(utc.Tag, "guard");
    CHECK_INT(utc.FirstName.strref, 7);
    REQUIRE(utc.FirstName.count == 1);
    CHECK_STR(utc.FirstName.texts[0].text, "Orla");
    CHECK_INT(utc.ClassList_count, 2);
    CHECK_INT(utc.ClassList[1].ClassLevel, 11);
    utc.has.Con = true;
    utc.has.Str = false;
    CHECK(rq_utc_put(doc, &utc, &err));
    CHECK(rq_gff_get_byte(doc, root_of(doc), "Con", &byte, &err));
    CHECK_INT(byte, 0);
    CHECK(!rq_gff_has(root_of(doc), "Str"));
    CHECK(rq_gff_has(root_of(doc), "Unknown"));
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
}

/* Dex stands there as INT: it is absent for the struct, and stays what it is. */
static void test_wrong_type(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = small_utc();
    struct rq_utc utc;
    struct rq_uti uti;
    int32_t dex;
    REQUIRE(rq_utc_get(doc, &utc, &err));
    CHECK(!utc.has.Dex);
    utc.has.Dex = true;
    utc.Dex = 15;
    utc.Tag = "never written";
    err.offset = 77; /* the error is of no place in a file: 0 */
    CHECK(!rq_utc_put(doc, &utc, &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_INT(err.offset, 0);
    CHECK_STR(err.where, "Dex");
    CHECK_STR(err.text, "it is stored as int, not as BYTE: remove it first");
    CHECK(rq_gff_get_int(doc, root_of(doc), "Dex", &dex, NULL));
    CHECK_INT(dex, 12);
    CHECK_INT(rq_gff_find(root_of(doc), "Tag")->size, 5); /* nothing else was written either */
    err = (struct rq_error){.offset = 77};
    CHECK(!rq_uti_get(doc, &uti, &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_INT(err.offset, 0);
    CHECK_STR(err.where, "gff");
    CHECK_STR(err.text, "a UTI is needed, and this is a GFF of the type UTC ");
    rq_doc_free(doc);
    struct rq_doc *docs[] = {NULL, rq_doc_new(rq_format_by_name("twoda"), NULL, NULL)};
    for (size_t i = 0; i < 2; i++) {
        err = (struct rq_error){0};
        CHECK(!rq_uti_get(docs[i], &uti, &err));
        CHECK_STR(err.text, "a UTI is needed, and this is no GFF");
        rq_doc_free(docs[i]);
    }
}

/* MapPt1X may be a FLOAT or an INT, and keeps the type that it has; an array that is counted has to be there. */
static void test_two_types(void)
{
    static const struct {
        double value;
        const char *why;
    } cases[] = {{7, ""},
                 {2147483647.0, ""},
                 {-2147483648.0, ""},
                 {2147483648.0, "2.14748365e+09 does not fit: it is stored as int"},
                 {-2147483649.0, "-2.14748365e+09 does not fit: it is stored as int"},
                 {0.5, "0.5 does not fit: it is stored as int"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        struct rq_doc *doc = new_gff("ARE ");
        struct rq_gff_struct *map = NULL;
        struct rq_are are;
        int32_t value = 0;
        REQUIRE(doc && rq_gff_add_struct(doc, root_of(doc), "Map", 0, &map, &err) &&
                rq_gff_add_int(doc, map, "MapPt1X", 3, &err) &&
                rq_gff_add_float(doc, map, "MapPt1Y", 0.25f, &err) && rq_are_get(doc, &are, &err));
        check_note("%g", cases[i].value);
        CHECK(are.Map->MapPt1X == 3 && are.Map->MapPt1Y == 0.25);
        are.Map->MapPt1X = cases[i].value;
        err.offset = 77;
        CHECK_INT(rq_are_put(doc, &are, &err), !cases[i].why[0]);
        CHECK_STR(err.text, cases[i].why);
        CHECK_INT(err.offset, cases[i].why[0] ? 0 : 77);
        CHECK_STR(err.where, cases[i].why[0] ? "Map/MapPt1X" : "");
        CHECK(rq_gff_get_int(doc, root_of(doc), "Map/MapPt1X", &value, NULL));
        CHECK_INT(value, cases[i].why[0] ? 3 : (int64_t)cases[i].value);
        rq_doc_free(doc);
    }
    struct rq_error err = {0};
    struct rq_doc *doc = small_utc();
    struct rq_utc utc;
    REQUIRE(rq_utc_get(doc, &utc, &err));
    utc.has.FeatList = true;
    utc.FeatList_count = 1;
    utc.FeatList = NULL;
    err.offset = 77;
    CHECK(!rq_utc_put(doc, &utc, &err));
    CHECK_INT(err.offset, 0);
    CHECK_STR(err.text, "1 elements, but no array");
    CHECK_STR(err.where, "FeatList");
    rq_doc_free(doc);
}

/* What was read is not what there is any more: elements of a list, and a list in place of one. */
static void test_changed(void)
{
    static const char why[] = "the list was changed since it was read; read it again";
    for (int gone = 0; gone < 2; gone++) {
        struct rq_error err = {0};
        struct rq_doc *doc = small_utc();
        struct rq_utc utc;
        REQUIRE(doc && rq_utc_get(doc, &utc, &err));
        CHECK(utc.has.ClassList && utc.ClassList_count > 1);
        CHECK(gone ? rq_gff_remove(doc, root_of(doc), "ClassList", &err)
                   : rq_gff_remove(doc, root_of(doc), "ClassList/0", &err));
        utc.ClassList[0].Class = 9;
        err.offset = 77;
        CHECK(!rq_utc_put(doc, &utc, &err));
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_INT(err.offset, 0);
        CHECK_STR(err.where, "ClassList");
        CHECK_STR(err.text, why);
        rq_doc_free(doc);
    }
}

static void test_texts(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = small_utc();
    struct rq_utc utc;
    struct rq_out name = {0};
    REQUIRE(rq_utc_get(doc, &utc, &err));
    const struct rq_typed_text texts[] = {{2, "Orl\xC3\xA9"}, {0, "Bastila"}};
    utc.FirstName = (struct rq_typed_locstring){UINT32_MAX, 2, texts};
    CHECK(rq_utc_put(doc, &utc, &err));
    CHECK(rq_gff_get_string(doc, root_of(doc), "FirstName/2", &name, &err));
    CHECK_STR((const char *)name.data, "Orl\xC3\xA9");
    REQUIRE(rq_utc_get(doc, &utc, &err));
    CHECK_INT(utc.FirstName.texts[0].id, 2);
    CHECK_INT(utc.FirstName.strref, UINT32_MAX);
    /* The same languages again, and in another order. */
    const struct rq_typed_text again[] = {{2, "two"}, {0, "zero"}}, turned[] = {{0, "0"}, {2, "2"}};
    utc.FirstName.texts = again;
    CHECK(rq_utc_put(doc, &utc, &err));
    REQUIRE(rq_utc_get(doc, &utc, &err) && utc.FirstName.count == 2);
    CHECK_INT(utc.FirstName.texts[0].id, 2);
    CHECK_STR(utc.FirstName.texts[0].text, "two");
    CHECK_STR(utc.FirstName.texts[1].text, "zero");
    utc.FirstName.texts = turned;
    CHECK(rq_utc_put(doc, &utc, &err));
    REQUIRE(rq_utc_get(doc, &utc, &err) && utc.FirstName.count == 2);
    CHECK_INT(utc.FirstName.texts[0].id, 0);
    CHECK_STR(utc.FirstName.texts[0].text, "0");
    CHECK_STR(utc.FirstName.texts[1].text, "2");
    /* A text that is refused leaves those of the same languages where they are. */
    const struct rq_typed_text refused[] = {{0, "new"}, {2, "\xE2\x98\x83"}};
    utc.FirstName.texts = refused;
    CHECK(!rq_utc_put(doc, &utc, &err));
    CHECK_STR(err.where, "FirstName/2");
    CHECK(rq_gff_has(root_of(doc), "FirstName/2"));
    err = (struct rq_error){0};
    REQUIRE(rq_utc_get(doc, &utc, &err) && utc.FirstName.count == 2);
    utc.Tag = "\xE2\x98\x83"; /* a snowman is not in cp1252 */
    utc.Str = 3;
    utc.has.Con = true;
    CHECK(!rq_utc_put(doc, &utc, &err));
    CHECK_STR(err.where, "Tag");
    CHECK(!rq_gff_has(root_of(doc), "Con"));
    rq_out_free(&name);
    rq_doc_free(doc);
}

/* A struct that goes, comes, and gives way to another; the id of an element. */
static void test_struct(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = new_gff("ARE ");
    struct rq_are are;
    float value = 0;
    REQUIRE(rq_are_get(doc, &are, &err));
    CHECK(!are.has.Map && !are.Map);
    CHECK(rq_are_put(doc, &are, &err));
    CHECK(!rq_gff_has(root_of(doc), "Map"));
    struct rq_are_Map fresh = {.MapPt1X = 2.5}, other = {.MapPt1Y = 0.5};
    fresh.has.MapPt1X = other.has.MapPt1Y = true;
    are.has.Map = true;
    are.Map = &fresh;
    CHECK(rq_are_put(doc, &are, &err));
    /* Of the two types the first is that of a new field. */
    CHECK(rq_gff_get_float(doc, root_of(doc), "Map/MapPt1X", &value, &err));
    CHECK(value == 2.5F);
    REQUIRE(rq_are_get(doc, &are, &err) && are.Map);
    are.Map = &other;
    CHECK(rq_are_put(doc, &are, &err));
    CHECK(!rq_gff_has(root_of(doc), "Map/MapPt1X"));
    CHECK(rq_gff_has(root_of(doc), "Map/MapPt1Y"));
    REQUIRE(rq_are_get(doc, &are, &err) && are.Map);
    are.has.Map = false;
    CHECK(rq_are_put(doc, &are, &err));
    CHECK(!rq_gff_has(root_of(doc), "Map"));
    rq_doc_free(doc);

    struct rq_utc utc;
    doc = small_utc();
    REQUIRE(rq_utc_get(doc, &utc, &err));
    utc.ClassList[1].typed.id = 7;
    CHECK(rq_utc_put(doc, &utc, &err));
    CHECK_INT(rq_gff_find(root_of(doc), "ClassList")->v.child[0].id, 2);
    CHECK_INT(rq_gff_find(root_of(doc), "ClassList")->v.child[1].id, 7);
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
}

/* The first of two fields counts, as in the game, also when only the second has the right type. */
static void test_twice(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = new_gff("UTC ");
    struct rq_utc utc;
    rq_gff_add_byte(doc, root_of(doc), "Str", 3, &err);
    rq_gff_add_byte(doc, root_of(doc), "Str#2", 4, &err);
    rq_gff_add_int(doc, root_of(doc), "Dex", 5, &err);
    rq_gff_add_byte(doc, root_of(doc), "Dex#2", 6, &err);
    REQUIRE(rq_utc_get(doc, &utc, &err));
    CHECK_INT(utc.Str, 3);
    CHECK(!utc.has.Dex);
    utc.Str = 9;
    CHECK(rq_utc_put(doc, &utc, &err));
    CHECK_INT(rq_gff_find(root_of(doc), "Str")->v.word, 9);
    CHECK_INT(rq_gff_find(root_of(doc), "Str#2")->v.word, 4);
    rq_doc_free(doc);
}

/* ---- lists ---- */

static void test_list(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = small_utc();
    struct rq_utc utc;
    REQUIRE(rq_utc_get(doc, &utc, &err));
    /* The second comes first, a new one between, the first again at the end and changed. */
    struct rq_utc_ClassList list[3] = {utc.ClassList[1], {.Class = 5}, utc.ClassList[0]};
    list[1].has.Class = true;
    list[2].ClassLevel = 20;
    utc.ClassList = list;
    utc.ClassList_count = 3;
    CHECK(rq_utc_put(doc, &utc, &err));
    CHECK_STR(err.text, "");
    REQUIRE(rq_utc_get(doc, &utc, &err));
    REQUIRE(utc.ClassList_count == 3);
    CHECK_INT(utc.ClassList[0].Class, 1);
    CHECK_INT(utc.ClassList[0].ClassLevel, 11);
    CHECK_INT(utc.ClassList[1].Class, 5);
    CHECK(!utc.ClassList[1].has.ClassLevel);
    CHECK_INT(utc.ClassList[1].typed.id, 2); /* the id of classes */
    CHECK_INT(utc.ClassList[2].Class, 0);
    CHECK_INT(utc.ClassList[2].ClassLevel, 20);
    utc.ClassList_count = 1;
    CHECK(rq_utc_put(doc, &utc, &err));
    REQUIRE(rq_utc_get(doc, &utc, &err));
    CHECK_INT(utc.ClassList_count, 1);
    CHECK_INT(utc.ClassList[0].ClassLevel, 11);
    /* A second copy of an element is a new one; so is one from another document. */
    struct rq_doc *other = small_utc();
    struct rq_utc from;
    REQUIRE(rq_utc_get(other, &from, &err));
    struct rq_utc_ClassList more[3] = {utc.ClassList[0], utc.ClassList[0], from.ClassList[0]};
    utc.ClassList = more;
    utc.ClassList_count = 3;
    CHECK(rq_utc_put(doc, &utc, &err));
    rq_doc_free(other);
    REQUIRE(rq_utc_get(doc, &utc, &err));
    REQUIRE(utc.ClassList_count == 3);
    CHECK_INT(utc.ClassList[1].ClassLevel, 11);
    CHECK_INT(utc.ClassList[2].ClassLevel, 10);
    utc.has.ClassList = false;
    CHECK(rq_utc_put(doc, &utc, &err));
    CHECK(!rq_gff_has(root_of(doc), "ClassList"));
    rq_doc_free(doc);
}

/* Lists in every arrangement: elements that stay, go, move and are new, against a list of plain numbers. */
static void test_arrangements(void)
{
    enum { MOST = 9 };
    struct rq_error err = {0};
    uint32_t state = 7, levels[MOST] = {10, 11}, kept[MOST] = {0}, number = 100;
    struct rq_doc *doc = small_utc();
    struct rq_utc utc;
    for (int turn = 0; turn < 300; turn++) {
        struct rq_utc_ClassList list[MOST] = {{.Class = 0}};
        size_t count = random_below(&state, MOST + 1);
        bool used[MOST] = {false};
        REQUIRE(rq_utc_get(doc, &utc, &err));
        for (size_t i = 0; i < count; i++) {
            size_t old = random_below(&state, 2 * MOST);
            if (old < utc.ClassList_count && !used[old]) {
                used[old] = true;
                list[i] = utc.ClassList[old];
                levels[i] = (uint32_t)list[i].ClassLevel;
                kept[i] = list[i].typed.id;
            } else {
                list[i].has.ClassLevel = true;
                list[i].ClassLevel = (int16_t)(levels[i] = number++);
                kept[i] = 2;
            }
        }
        utc.ClassList = list;
        utc.ClassList_count = (uint32_t)count;
        utc.has.ClassList = true;
        check_note("turn %d", turn);
        REQUIRE(rq_utc_put(doc, &utc, &err));
        REQUIRE(rq_utc_get(doc, &utc, &err));
        REQUIRE(utc.ClassList_count == count);
        for (size_t i = 0; i < count; i++) {
            CHECK_INT(utc.ClassList[i].ClassLevel, levels[i]);
            CHECK_INT(utc.ClassList[i].typed.id, kept[i]);
        }
    }
    rq_doc_free(doc);
}

/* What was added by other means meanwhile is noticed. */
static void test_list_behind(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = small_utc();
    struct rq_utc utc;
    REQUIRE(rq_utc_get(doc, &utc, &err));
    rq_gff_remove(doc, root_of(doc), "ClassList/0", &err);
    utc.ClassList[1].Class = 7;
    CHECK(!rq_utc_put(doc, &utc, &err));
    CHECK_STR(err.where, "ClassList");
    rq_doc_free(doc);
}

/* Two entries and two replies: start -> entry 0 -> reply 0 -> entry 1 -> reply 1. */
static struct rq_doc *small_dlg(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = new_gff("DLG ");
    struct rq_gff_struct *root = root_of(doc), *s;
    rq_gff_add_list(doc, root, "EntryList", &err);
    rq_gff_add_list(doc, root, "ReplyList", &err);
    rq_gff_add_list(doc, root, "StartingList", &err);
    for (uint32_t i = 0; i < 2; i++) {
        rq_gff_add_struct(doc, root, "EntryList/-", i, &s, &err);
        rq_gff_add_string(doc, s, "Speaker", i ? "second" : "first", &err);
        rq_gff_add_list(doc, s, "RepliesList", &err);
        rq_gff_add_struct(doc, s, "RepliesList/-", 0, NULL, &err);
        rq_gff_add_dword(doc, s, "RepliesList/0/Index", i, &err);
        rq_gff_add_struct(doc, root, "ReplyList/-", i, &s, &err);
        rq_gff_add_list(doc, s, "EntriesList", &err);
    }
    rq_gff_add_struct(doc, root, "ReplyList/0/EntriesList/-", 0, NULL, &err);
    rq_gff_add_dword(doc, root, "ReplyList/0/EntriesList/0/Index", 1, &err);
    rq_gff_add_struct(doc, root, "StartingList/-", 0, &s, &err);
    rq_gff_add_dword(doc, s, "Index", 0, &err);
    CHECK_STR(err.text, "");
    return doc;
}

static void test_dialog(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = small_dlg();
    struct rq_dlg dlg;
    REQUIRE(rq_dlg_get(doc, &dlg, &err));
    /* Another order: links follow, though the structs still hold the old numbers. */
    struct rq_dlg_EntryList swapped[2] = {dlg.EntryList[1], dlg.EntryList[0]};
    dlg.EntryList = swapped;
    CHECK(rq_dlg_put(doc, &dlg, &err));
    CHECK_STR(err.text, "");
    REQUIRE(rq_dlg_get(doc, &dlg, &err));
    CHECK_STR(dlg.EntryList[0].Speaker, "second");
    CHECK_INT(dlg.StartingList[0].Index, 1);
    CHECK_INT(dlg.ReplyList[0].EntriesList[0].Index, 0);

    /* An entry that the start leads to can't go; nothing is changed. */
    dlg.EntryList_count = 1;
    dlg.has.Skippable = true;
    CHECK(!rq_dlg_put(doc, &dlg, &err));
    CHECK_STR(err.where, "EntryList/1");
    CHECK(!rq_gff_has(root_of(doc), "Skippable"));

    /* With the start sent elsewhere it can; the number is that of the new order. */
    err = (struct rq_error){0};
    dlg.StartingList[0].Index = 0;
    CHECK(rq_dlg_put(doc, &dlg, &err));
    REQUIRE(rq_dlg_get(doc, &dlg, &err));
    CHECK_INT(dlg.EntryList_count, 1);
    CHECK_INT(dlg.StartingList[0].Index, 0);
    CHECK_INT(dlg.ReplyList[0].EntriesList[0].Index, 0);

    /* And with the links that go away with it, too. */
    dlg.EntryList_count = 0;
    dlg.StartingList_count = 0;
    dlg.ReplyList_count = 0;
    CHECK(rq_dlg_put(doc, &dlg, &err));
    CHECK_STR(err.text, "");
    CHECK_INT(rq_gff_find(root_of(doc), "EntryList")->size, 0);
    rq_doc_free(doc);
}

/* A door of a GIT is a UTD too; labels that the GIT has for itself are none of those. */
static void test_shared(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = new_gff("GIT ");
    struct rq_gff_struct *root = root_of(doc);
    struct rq_git git;
    rq_gff_add_list(doc, root, "Door List", &err);
    rq_gff_add_struct(doc, root, "Door List/-", 8, NULL, &err);
    rq_gff_add_float(doc, root, "Door List/0/Bearing", 1.5F, &err);
    rq_gff_add_byte(doc, root, "Door List/0/OpenLockDC", 20, &err);
    REQUIRE(rq_git_get(doc, &git, &err));
    REQUIRE(git.Door_List_count == 1 && git.Door_List[0].utd);
    CHECK(git.Door_List[0].Bearing == 1.5F);
    CHECK_INT(git.Door_List[0].utd->OpenLockDC, 20);
    git.Door_List[0].utd->OpenLockDC = 30;
    git.Door_List[0].utd->has.Locked = true;
    git.Door_List[0].utd->Locked = 1;
    CHECK(rq_git_put(doc, &git, &err));
    CHECK_INT(rq_gff_find(root, "Door List/0/OpenLockDC")->v.word, 30);
    CHECK_INT(rq_gff_find(root, "Door List/0/Locked")->v.word, 1);
    rq_doc_free(doc);
}

/* Elements of 12 bytes in the file have structs of thousands: the limit of the document holds. */
static void test_memory(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = new_gff("GIT ");
    struct rq_git git;
    struct rq_out out = {0};
    rq_gff_add_list(doc, root_of(doc), "Creature List", &err);
    for (int i = 0; i < 20000; i++)
        rq_gff_add_struct(doc, root_of(doc), "Creature List/-", 4, NULL, &err);
    REQUIRE(rq_doc_write(doc, &out, &err));
    rq_doc_free(doc);
    doc = rq_doc_read(rq_out_bytes(&out), NULL, &err);
    REQUIRE(doc != NULL);
    CHECK(!rq_git_get(doc, &git, &err));
    CHECK_INT(err.code, RQ_LIMIT);
    CHECK_INT(git.Creature_List_count, 0);
    rq_doc_free(doc);
    rq_out_free(&out);
}

TESTS(test_files, test_absent, test_wrong_type, test_two_types, test_changed, test_texts,
      test_struct, test_twice, test_list, test_arrangements, test_list_behind, test_dialog,
      test_shared, test_memory)
