/* Random edits of the demo game, 100 cases from one seed ($RQ_MOD_CASES): the mod that is made of the difference and
 * installed on the original gives the edited game by meaning; and every byte of it where only values were changed. The
 * game is the demo's, below $RQ_DEMO_DIR, with a table of appearances that creatures refer to. */
#include "core/bytes.h"
#include "core/file.h"
#include "core/fs.h"
#include "formats/format.h"
#include "support/check.h"
#include "support/random.h"

#include <reliquary/game.h>
#include <reliquary/gff.h>
#include <reliquary/nwscript.h>
#include <reliquary/patch.h>
#include <reliquary/ssf.h>
#include <reliquary/tlk.h>
#include <reliquary/twoda.h>
#include <stdio.h>
#include <stdlib.h>

static const char root[] = RQ_BUILD_DIR "/patch-create";
static uint32_t state;
static unsigned number; /* of the edit, for new names */

static const char *below(const char *folder, const char *name)
{
    return check_below(check_below(root, folder), name);
}

/* ---- games ---- */

static void put(const char *path, struct rq_bytes bytes)
{
    char folder[900];
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = 0;
    REQUIRE(rq_make_folder(folder, NULL));
    CHECK(check_write(path, bytes.data, bytes.size));
}

static void put_text(const char *path, const char *text)
{
    put(path, (struct rq_bytes){(const uint8_t *)text, strlen(text)});
}

static void copy_game(const char *from, const char *to)
{
    struct rq_walk walk = {0};
    rq_fs_remove(to);
    REQUIRE(rq_walk_add(&walk, from, NULL));
    for (size_t i = 0; i < walk.count; i++) {
        struct rq_map map = {0};
        char path[900];
        snprintf(path, sizeof path, "%s/%s", to, walk.items[i].relative);
        REQUIRE(rq_map_open(&map, walk.items[i].path, NULL));
        put(path, map.bytes);
        rq_map_close(&map);
    }
    rq_walk_free(&walk);
}

/* ---- comparing ---- */

static size_t differences(const char *name, struct rq_bytes a, struct rq_bytes b);

/* Entries by name, each by its own meaning, in any order. */
static size_t archive_differences(struct rq_doc *a, struct rq_doc *b)
{
    const struct rq_entry *x, *y;
    size_t x_count, y_count, count = 0;
    if (!rq_doc_entries(a, &x, &x_count, NULL) || !rq_doc_entries(b, &y, &y_count, NULL))
        return 1;
    for (size_t i = 0; i < x_count; i++) {
        bool found = false;
        for (size_t k = 0; k < y_count; k++)
            if (strcmp(x[i].name, y[k].name) == 0) {
                found = true;
                count += differences(x[i].name, x[i].bytes, y[k].bytes);
            }
        count += !found;
    }
    return count + (x_count != y_count);
}

static size_t differences(const char *name, struct rq_bytes a, struct rq_bytes b)
{
    struct rq_options options = {.name = name};
    size_t count = 1;
    if (rq_same(a, b))
        return 0;
    struct rq_doc *x = rq_doc_read(a, &options, NULL), *y = rq_doc_read(b, &options, NULL);
    if (x && y && rq_format_is_container(rq_doc_format(x)))
        count = archive_differences(x, y);
    else if (!x || !y || !rq_doc_diff(x, y, NULL, NULL, &count, NULL))
        count = 1;
    rq_doc_free(x);
    rq_doc_free(y);
    return count;
}

static void compare_games(const char *a, const char *b, bool bytes)
{
    struct rq_walk x = {0}, y = {0};
    REQUIRE(rq_walk_add(&x, a, NULL) && rq_walk_add(&y, b, NULL));
    CHECK_INT(x.count, y.count);
    for (size_t i = 0; i < x.count && i < y.count; i++) {
        struct rq_map m = {0}, n = {0};
        CHECK_STR(x.items[i].relative, y.items[i].relative);
        REQUIRE(rq_map_open(&m, x.items[i].path, NULL) && rq_map_open(&n, y.items[i].path, NULL));
        size_t count = differences(x.items[i].relative, m.bytes, n.bytes);
        if (!CHECK(count == 0) || (bytes && !CHECK(rq_same(m.bytes, n.bytes))))
            check_note("%s: %zu differences", x.items[i].relative, count);
        rq_map_close(&m);
        rq_map_close(&n);
    }
    rq_walk_free(&x);
    rq_walk_free(&y);
}

/* ---- edits ---- */

static struct rq_inside *open_in(const char *path)
{
    struct rq_error err = {0};
    struct rq_inside *inside = rq_inside_open(below("edited", path), NULL, &err);
    if (!CHECK(inside)) {
        check_note("%s: %s", path, err.text);
        exit(1);
    }
    return inside;
}

static void save(struct rq_inside *inside)
{
    struct rq_error err = {0};
    if (!CHECK(rq_inside_save(inside, &err)))
        check_note("%s", err.text);
}

static const char *some(const char *const *items, size_t count)
{
    return items[random_below(&state, count)];
}

static const char *some_text(void)
{
    static const char *const texts[] = {"5",          "abc",   "two words",   " blanks ",
                                        "\"quoted\"", "a=b;c", "line\nbreak", "Gr\xC3\xBC\xC3\x9F!",
                                        "x"};
    return some(texts, sizeof texts / sizeof texts[0]);
}

static const char *some_table(void)
{
    static const char *const tables[] = {"override/demo_items.2da", "override/demo_pool.2da",
                                         "override/appearance.2da"};
    return some(tables, 3);
}

static const char *some_gff(void)
{
    static const char *const files[] = {
        "modules/demo01.mod/keeper.utc", "modules/demo01.mod/demo01.git",
        "modules/demo01.mod/lantern.uti", "modules/demo01.mod/module.ifo",
        "modules/demo02_s.rim/store.utm"};
    return some(files, 5);
}

static void edit_cell(void)
{
    static const char *const cells[] = {"5", "abc", "", "0.25", "name_x"};
    struct rq_inside *in = open_in(some_table());
    struct rq_twoda *t = rq_doc_root(rq_inside_doc(in), "twoda");
    size_t row = random_below(&state, t->row_count), column = random_below(&state, t->column_count);
    char path[200];
    snprintf(path, sizeof path, "%zu/%.*s", row, (int)t->columns[column].size,
             (const char *)t->columns[column].data);
    CHECK(rq_doc_set(rq_inside_doc(in), path, some(cells, 5), NULL));
    save(in);
}

static void edit_row(void)
{
    struct rq_inside *in = open_in(some_table());
    struct rq_doc *doc = rq_inside_doc(in);
    struct rq_twoda *t = rq_doc_root(doc, "twoda");
    char path[200], label[40];
    snprintf(label, sizeof label, "row_%u", number);
    CHECK(rq_doc_insert(doc, "-", NULL, random_below(&state, 2) ? label : NULL, NULL));
    for (size_t i = 0; i < t->column_count; i++) {
        snprintf(path, sizeof path, "%zu/%.*s", t->row_count - 1, (int)t->columns[i].size,
                 (const char *)t->columns[i].data);
        if (random_below(&state, 3))
            CHECK(rq_doc_set(doc, path, i ? "7" : label, NULL));
    }
    save(in);
}

static void edit_column(void)
{
    struct rq_inside *in = open_in(some_table());
    struct rq_doc *doc = rq_inside_doc(in);
    struct rq_twoda *t = rq_doc_root(doc, "twoda");
    REQUIRE(rq_doc_settle(doc, NULL));
    size_t count = t->column_count;
    struct rq_bytes *columns = rq_doc_alloc(doc, (count + 1) * sizeof *columns);
    char *name = rq_doc_alloc(doc, 20);
    REQUIRE(columns && name);
    snprintf(name, 20, "column_%u", number);
    memcpy(columns, t->columns, count * sizeof *columns);
    columns[count] = (struct rq_bytes){(uint8_t *)name, strlen(name)};
    for (size_t r = 0; r < t->row_count; r++) {
        struct rq_bytes *cells = rq_doc_alloc(doc, (count + 1) * sizeof *cells);
        REQUIRE(cells && t->rows[r].cell_count == count);
        memcpy(cells, t->rows[r].cells, count * sizeof *cells);
        if (random_below(&state, 2))
            cells[count] = columns[count];
        t->rows[r].cells = cells;
        t->rows[r].cell_count = count + 1;
    }
    t->columns = columns;
    t->column_count = count + 1;
    save(in);
}

/* The paths of what can be chosen from. */
struct chosen {
    bool lists;
    char path[200];
    enum rq_value_type type;
    unsigned seen;
};

static bool choose(void *ctx, const struct rq_value *v)
{
    struct chosen *c = ctx;
    bool list = v->type == RQ_VALUE_LIST;
    bool plain = v->kind && strcmp(v->kind, "resref") != 0 && v->type != RQ_VALUE_STRUCT &&
                 v->type != RQ_VALUE_BYTES && !list && strlen(v->path) < sizeof c->path &&
                 v->type != RQ_VALUE_SINGLE && v->ref == RQ_REF_NONE;
    if (c->lists ? list : plain && strcmp(v->kind, "dword64") != 0) {
        if (random_below(&state, ++c->seen) == 0) {
            snprintf(c->path, sizeof c->path, "%s", v->path);
            c->type = v->type;
        }
    }
    return true;
}

static void edit_field(void)
{
    struct rq_inside *in = open_in(some_gff());
    struct chosen c = {0};
    CHECK(rq_doc_visit(rq_inside_doc(in), choose, &c, NULL));
    const char *text = c.type == RQ_VALUE_TEXT ? some_text() : random_below(&state, 2) ? "1" : "77";
    if (*c.path)
        CHECK(rq_doc_set(rq_inside_doc(in), c.path, text, NULL));
    save(in);
}

static void add_all_kinds(struct rq_doc *doc, struct rq_gff_struct *in, struct rq_error *err)
{
    static const float place[4] = {1.5F, -2.25F, 0.1F, 1e-7F};
    rq_gff_add_byte(doc, in, "ABYTE", 200, err);
    rq_gff_add_char(doc, in, "ACHAR", -5, err);
    rq_gff_add_short(doc, in, "ASHORT", -3000, err);
    rq_gff_add_dword(doc, in, "ADWORD", 4000000000U, err);
    rq_gff_add_int64(doc, in, "AINT64", -5000000000, err);
    rq_gff_add_float(doc, in, "AFLOAT", 0.1F, err);
    rq_gff_add_double(doc, in, "ADOUBLE", 0.1, err);
    rq_gff_add_string(doc, in, "ASTRING", some_text(), err);
    rq_gff_add_resref(doc, in, "ARESREF", "small_x", err);
    rq_gff_add_locstring(doc, in, "ALOC", 7, err);
    rq_gff_add_string(doc, in, "ALOC/2", some_text(), err);
    rq_gff_add_vector(doc, in, "AVECTOR", place, err);
    rq_gff_add_orientation(doc, in, "ATURN", place, err);
}

static void add_field(void)
{
    struct rq_inside *in = open_in(some_gff());
    struct rq_doc *doc = rq_inside_doc(in);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    struct rq_error err = {0};
    struct rq_gff_struct *s;
    char label[20], path[40];
    snprintf(label, sizeof label, "New%u", number);
    CHECK(rq_gff_add_struct(doc, gff->root, label, 3, &s, &err));
    add_all_kinds(doc, s, &err);
    snprintf(path, sizeof path, "%s/List", label);
    CHECK(rq_gff_add_list(doc, gff->root, path, &err));
    CHECK_STR(err.text, "");
    save(in);
}

static void add_element(void)
{
    struct rq_inside *in = open_in(some_gff());
    struct rq_doc *doc = rq_inside_doc(in);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    struct rq_error err = {0};
    struct chosen c = {.lists = true};
    struct rq_gff_struct *s, *inner;
    char path[220];
    CHECK(rq_doc_visit(doc, choose, &c, NULL));
    REQUIRE(*c.path);
    snprintf(path, sizeof path, "%s/-", c.path);
    REQUIRE(rq_gff_add_struct(doc, gff->root, path, 9, &s, &err));
    add_all_kinds(doc, s, &err);
    rq_gff_add_list(doc, s, "Inner", &err);
    rq_gff_add_struct(doc, s, "Inner/-", 1, &inner, &err);
    rq_gff_add_word(doc, inner, "Deep", 12, &err);
    CHECK_STR(err.text, "");
    save(in);
}

static void edit_name(void)
{
    struct rq_inside *in = open_in("modules/demo01.mod/keeper.utc");
    struct rq_doc *doc = rq_inside_doc(in);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    const char *path = random_below(&state, 2) ? "FirstName/4" : "LastName/0";
    CHECK(rq_gff_has(gff->root, path) ? rq_gff_set_string(doc, gff->root, path, some_text(), NULL)
                                      : rq_gff_add_string(doc, gff->root, path, some_text(), NULL));
    save(in);
}

/* A string, and a name and a sound that are it. */
static void add_string(void)
{
    char text[40], path[40];
    size_t strref = 0;
    snprintf(text, sizeof text, "A new text, %u", number);
    for (int i = 0; i < 2; i++) {
        struct rq_inside *in = open_in(i ? "dialogf.tlk" : "dialog.tlk");
        struct rq_tlk *tlk = rq_doc_root(rq_inside_doc(in), "tlk");
        strref = i ? strref : tlk->string_count;
        CHECK(rq_doc_insert(rq_inside_doc(in), "-", NULL, text, NULL));
        save(in);
    }
    struct rq_inside *in = open_in("modules/demo01.mod/keeper.utc");
    struct rq_gff *gff = rq_doc_root(rq_inside_doc(in), "gff");
    CHECK(rq_gff_set_strref(rq_inside_doc(in), gff->root, "FirstName/strref", (uint32_t)strref,
                            NULL));
    save(in);
    in = open_in("override/demo_keeper.ssf");
    struct rq_ssf *ssf = rq_doc_root(rq_inside_doc(in), "ssf");
    ssf->sounds[random_below(&state, ssf->sound_count)] = (uint32_t)strref;
    save(in);
    in = open_in("override/appearance.2da");
    snprintf(text, sizeof text, "%zu", strref);
    snprintf(path, sizeof path, "%u/string_ref", random_below(&state, 2));
    CHECK(rq_doc_set(rq_inside_doc(in), path, text, NULL));
    save(in);
}

static void edit_string(void)
{
    char text[40], path[20];
    uint32_t strref = 1 + random_below(&state, 3);
    snprintf(text, sizeof text, "Another text, %u", number);
    snprintf(path, sizeof path, "%u", strref);
    for (int i = 0; i < 2; i++) {
        struct rq_inside *in = open_in(i ? "dialogf.tlk" : "dialog.tlk");
        CHECK(rq_doc_set(rq_inside_doc(in), path, text, NULL));
        save(in);
    }
}

static void edit_sound(void)
{
    struct rq_inside *in = open_in("override/demo_keeper.ssf");
    struct rq_ssf *ssf = rq_doc_root(rq_inside_doc(in), "ssf");
    ssf->sounds[random_below(&state, ssf->sound_count)] = 2;
    save(in);
}

static void add_file(void)
{
    static const char *const folders[] = {"override", "streamwaves/fresh", "modules", ""};
    char name[60];
    const char *folder = some(folders, 4);
    snprintf(name, sizeof name, "%s%snew%u.txt", folder, *folder ? "/" : "", number);
    put_text(below("edited", name), "what is new");
}

static void edit_entry(void)
{
    static const char *const bytes[] = {"one", "two"};
    struct rq_error err = {0};
    struct rq_archive *archive =
        rq_archive_open(below("edited", "modules/demo01.mod"), NULL, NULL, &err);
    const char *text = some(bytes, 2);
    REQUIRE(archive);
    CHECK(rq_archive_put(archive, random_below(&state, 2) ? "demo_crest.tpc" : "fresh.txt",
                         (struct rq_bytes){(const uint8_t *)text, 3}, &err));
    CHECK(rq_archive_save(archive, &err));
}

/* A reply and an entry that lead to each other, and a way to them. */
static void add_talk(void)
{
    struct rq_inside *in = open_in("modules/demo01.mod/keeper.dlg");
    struct rq_doc *doc = rq_inside_doc(in);
    struct rq_gff_struct *top = ((struct rq_gff *)rq_doc_root(doc, "gff"))->root, *s, *link;
    struct rq_error err = {0};
    uint32_t entries = rq_gff_find(top, "EntryList")->size;
    uint32_t replies = rq_gff_find(top, "ReplyList")->size;
    rq_gff_add_struct(doc, top, "EntryList/-", entries, &s, &err);
    rq_gff_add_struct(doc, top, "ReplyList/-", replies, NULL, &err);
    rq_gff_add_list(doc, s, "RepliesList", &err);
    rq_gff_add_struct(doc, s, "RepliesList/-", 0, &link, &err);
    rq_gff_add_dword(doc, link, "Index", replies, &err);
    s = &rq_gff_find(top, "ReplyList")->v.child[replies];
    rq_gff_add_list(doc, s, "EntriesList", &err);
    rq_gff_add_struct(doc, s, "EntriesList/-", 0, &link, &err);
    rq_gff_add_dword(doc, link, "Index", entries, &err);
    rq_gff_add_struct(doc, top, "StartingList/-", 9, &link, &err);
    rq_gff_add_dword(doc, link, "Index", entries, &err);
    CHECK_STR(err.text, "");
    save(in);
}

static void add_script(void)
{
    char source[80], name[40];
    struct rq_out out = {0};
    struct rq_nss_options options = {.game = 1};
    snprintf(source, sizeof source, "void main() { int n = %u; n = n + 1; }\n", number);
    CHECK(rq_nss_compile((struct rq_bytes){(const uint8_t *)source, strlen(source)}, "x.nss",
                         &options, &out, NULL, NULL));
    snprintf(name, sizeof name, "override/s%u.nss", number);
    put_text(below("edited", name), source);
    snprintf(name, sizeof name, "override/s%u.ncs", number);
    put(below("edited", name), (struct rq_bytes){out.data, out.size});
    rq_out_free(&out);
}

/* A row, and a creature that refers to it. */
static void add_appearance(void)
{
    struct rq_inside *in = open_in("override/appearance.2da");
    struct rq_twoda *t = rq_doc_root(rq_inside_doc(in), "twoda");
    char label[40], path[60];
    size_t row = t->row_count;
    snprintf(label, sizeof label, "look_%u", number);
    snprintf(path, sizeof path, "%zu/label", row);
    CHECK(rq_doc_insert(rq_inside_doc(in), "-", NULL, NULL, NULL));
    CHECK(rq_doc_set(rq_inside_doc(in), path, label, NULL));
    save(in);
    in = open_in("modules/demo01.mod/keeper.utc");
    struct rq_gff *gff = rq_doc_root(rq_inside_doc(in), "gff");
    CHECK(rq_gff_set_word(rq_inside_doc(in), gff->root, "Appearance_Type", (int64_t)row, NULL));
    save(in);
}

static const struct {
    void (*make)(void);
    bool values; /* it changes nothing but values: every byte comes back */
} edits[] = {{edit_cell, true},   {edit_row, false},    {edit_column, false},   {edit_field, true},
             {add_field, false},  {add_element, false}, {edit_name, false},     {add_string, false},
             {edit_string, true}, {edit_sound, true},   {add_file, true},       {edit_entry, true},
             {add_talk, false},   {add_script, true},   {add_appearance, false}};
enum { EDITS = sizeof edits / sizeof edits[0] };

/* ---- a case ---- */

static void show(void *ctx, const struct rq_patch_message *m)
{
    (void)ctx;
    if (m->level != RQ_PATCH_NOTE)
        check_note("%s:%u: %s", m->file, m->line, m->text);
}

static void try_case(unsigned seed)
{
    struct rq_error err = {0};
    struct rq_patch_made made;
    struct rq_patch_create_options options = {.title = "Made", .message = show};
    struct rq_patch_options install = {.message = show};
    bool values = true;
    state = seed * 7919u + 1;
    copy_game(below("old", ""), below("edited", ""));
    copy_game(below("old", ""), below("installed", ""));
    rq_fs_remove(below("mod", ""));
    unsigned count = 1 + random_below(&state, 3);
    for (unsigned i = 0; i < count; i++, number++) {
        size_t edit = i ? random_below(&state, EDITS) : seed % EDITS;
        values = values && edits[edit].values;
        edits[edit].make();
    }
    CHECK(rq_patch_create(below("old", ""), below("edited", ""), below("mod", ""), &options, &made,
                          &err));
    CHECK_STR(err.text, "");
    bool fine = CHECK_INT(made.missed, 0) && CHECK_INT(made.whole, 0);
    struct rq_patch *patch =
        made.changes ? rq_patch_open(below("mod", ""), below("installed", ""), &install, &err)
                     : NULL;
    CHECK(!made.changes || patch);
    if (patch) {
        CHECK_INT(rq_patch_summary(patch)->counts[RQ_PATCH_ERROR], 0);
        CHECK(rq_patch_commit(patch, &err));
        CHECK_STR(err.text, "");
    }
    rq_patch_close(patch);
    compare_games(below("edited", ""), below("installed", ""), values);
    if (!fine)
        check_note("case %u", seed);
}

static void mods_of_random_edits(void)
{
    const char *demo = getenv("RQ_DEMO_DIR"), *wanted = getenv("RQ_MOD_CASES");
    char game[800];
    if (!demo)
        SKIP("RQ_DEMO_DIR is not set");
    snprintf(game, sizeof game, "%s/kotor", demo);
    copy_game(game, below("old", ""));
    put_text(below("old", "override/appearance.2da"),
             "2DA V2.0\n\n label string_ref race\n0 man 1 p_man\n1 woman 2 p_woman\n");
    unsigned cases = wanted ? (unsigned)strtoul(wanted, NULL, 10) : 100;
    for (unsigned i = 0; i < cases; i++)
        try_case(i);
}

static uint32_t last_link(const struct rq_gff_struct *s, const char *list)
{
    const struct rq_gff_field *links = rq_gff_find(s, list);
    int64_t index = -1;
    if (CHECK(links && links->size))
        CHECK(rq_gff_number(rq_gff_find(&links->v.child[links->size - 1], "Index"), &index));
    return (uint32_t)index;
}

/* Links to new lines are tokens: they lead there also where another mod has added lines before. */
static void links_follow_other_mods(void)
{
    static const char dialog[] = "modules/demo01.mod/keeper.dlg";
    struct rq_error err = {0};
    struct rq_patch_made made;
    struct rq_patch_create_options options = {.title = "Made", .message = show};
    struct rq_patch_options install = {.message = show};
    if (!getenv("RQ_DEMO_DIR"))
        SKIP("RQ_DEMO_DIR is not set");
    copy_game(below("old", ""), below("edited", ""));
    rq_fs_remove(below("mod", ""));
    add_talk();
    REQUIRE(rq_patch_create(below("old", ""), below("edited", ""), below("mod", ""), &options,
                            &made, &err));
    /* The other mod: an entry and two replies. */
    copy_game(below("old", ""), below("edited", ""));
    struct rq_inside *in = open_in(dialog);
    CHECK(rq_doc_insert(rq_inside_doc(in), "EntryList/-", NULL, NULL, &err));
    CHECK(rq_doc_insert(rq_inside_doc(in), "ReplyList/-", NULL, NULL, &err));
    CHECK(rq_doc_insert(rq_inside_doc(in), "ReplyList/-", NULL, NULL, &err));
    const struct rq_gff_struct *top =
        ((struct rq_gff *)rq_doc_root(rq_inside_doc(in), "gff"))->root;
    uint32_t entries = rq_gff_find(top, "EntryList")->size;
    uint32_t replies = rq_gff_find(top, "ReplyList")->size;
    save(in);
    struct rq_patch *patch = rq_patch_open(below("mod", ""), below("edited", ""), &install, &err);
    REQUIRE(patch && rq_patch_commit(patch, &err));
    rq_patch_close(patch);
    in = open_in(dialog);
    top = ((struct rq_gff *)rq_doc_root(rq_inside_doc(in), "gff"))->root;
    const struct rq_gff_field *spoken = rq_gff_find(top, "EntryList");
    const struct rq_gff_field *answers = rq_gff_find(top, "ReplyList");
    REQUIRE(spoken->size == entries + 1 && answers->size == replies + 1);
    CHECK_INT(last_link(top, "StartingList"), entries);
    CHECK_INT(last_link(&spoken->v.child[entries], "RepliesList"), replies);
    CHECK_INT(last_link(&answers->v.child[replies], "EntriesList"), entries);
    rq_inside_close(in);
    CHECK_STR(err.text, "");
}

/* ---- files that come from the archives of the game ---- */

static void put_padded(struct rq_out *out, const char *text, size_t size)
{
    rq_put(out, text, strlen(text));
    rq_put_zeros(out, size - strlen(text));
}

/* chitin.key and one BIF with x.2da (type 2017) and x.ssf (2060). */
static void put_chitin(const char *folder, struct rq_bytes table, struct rq_bytes sounds)
{
    static const char name[] = "data\\one.bif";
    const struct rq_bytes files[] = {table, sounds};
    const uint16_t types[] = {2017, 2060};
    struct rq_out bif = {0}, key = {0};
    uint32_t at = 20 + 2 * 16;
    const uint32_t bif_words[] = {2, 0, 20};
    rq_put_str(&bif, "BIFFV1  ");
    for (size_t i = 0; i < 3; i++)
        rq_put32(&bif, bif_words[i]);
    for (uint32_t i = 0; i < 2; i++) {
        rq_put32(&bif, i);
        rq_put32(&bif, at);
        rq_put32(&bif, (uint32_t)files[i].size);
        rq_put32(&bif, types[i]);
        at += (uint32_t)files[i].size;
    }
    rq_put_bytes(&bif, table);
    rq_put_bytes(&bif, sounds);
    const uint32_t key_words[] = {1, 2, 64, 64 + 12 + sizeof name, 103, 308};
    rq_put_str(&key, "KEY V1  ");
    for (size_t i = 0; i < 6; i++)
        rq_put32(&key, key_words[i]);
    rq_put_zeros(&key, 32);
    rq_put32(&key, (uint32_t)bif.size);
    rq_put32(&key, 64 + 12);
    rq_put16(&key, sizeof name);
    rq_put16(&key, 1);
    rq_put(&key, name, sizeof name);
    for (uint32_t i = 0; i < 2; i++) {
        put_padded(&key, "x", 16);
        rq_put16(&key, types[i]);
        rq_put32(&key, i);
    }
    put(below(folder, "chitin.key"), rq_out_bytes(&key));
    put(below(folder, "data/one.bif"), rq_out_bytes(&bif));
    rq_out_free(&bif);
    rq_out_free(&key);
}

static void put_creature(const char *path, const char *tag)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_out out = {0};
    REQUIRE(doc);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    memcpy(gff->type, "UTC ", 4);
    CHECK(rq_gff_add_string(doc, gff->root, "Tag", tag, NULL));
    CHECK(rq_doc_write(doc, &out, NULL));
    put(path, rq_out_bytes(&out));
    rq_out_free(&out);
    rq_doc_free(doc);
}

static bool has_text(const char *path, const char *part)
{
    size_t size;
    uint8_t *text = check_read(path, &size);
    bool found = text && strstr((const char *)text, part);
    free(text);
    return found;
}

/* A new file of Override that changes one of the archives: the mod has the old one, and the changes. Line breaks of values are
 * tokens. */
static void copies_of_the_archives(void)
{
    static const char table[] = "2DA V2.0\n\n label num\n0 one 1\n1 two 2\n";
    static const char changed[] = "2DA V2.0\n\n label num\n0 one 1\n1 two 7\n";
    uint8_t ssf[12 + 160] = "SSF V1.1\x0c";
    struct rq_error err = {0};
    struct rq_patch_made made;
    struct rq_patch_create_options options = {.title = "Made", .message = show};
    memset(ssf + 12, 0xFF, 160);
    struct rq_bytes sounds = {ssf, sizeof ssf};
    static const char *const folders[] = {"small", "small-edited", "small-installed"};
    for (size_t i = 0; i < 3; i++) {
        rq_fs_remove(below(folders[i], ""));
        put_text(below(folders[i], "swkotor.exe"), "");
        put_chitin(folders[i], (struct rq_bytes){(const uint8_t *)table, strlen(table)}, sounds);
        put_creature(below(folders[i], "override/x.utc"), i == 1 ? "a\r\nb" : "a");
    }
    put_text(below("small-edited", "override/x.2da"), changed);
    ssf[12 + 4] = 5;
    put(below("small-edited", "override/x.ssf"), sounds);
    rq_fs_remove(below("small-mod", ""));
    REQUIRE(rq_patch_create(below("small", ""), below("small-edited", ""), below("small-mod", ""),
                            &options, &made, &err));
    CHECK_INT(made.changes, 3);
    CHECK_INT(made.missed, 0);
    CHECK_INT(made.whole, 0);
    const char *ini = below("small-mod", "tslpatchdata/changes.ini");
    CHECK(has_text(ini, "\nnum=7\r\n"));
    CHECK(has_text(ini, "\nTag=a<#CR#><#LF#>b\r\n"));
    CHECK(has_text(below("small-mod", "tslpatchdata/x.2da"), table));
    size_t size = 0;
    uint8_t *kept = check_read(below("small-mod", "tslpatchdata/x.ssf"), &size);
    ssf[12 + 4] = 0xFF;
    CHECK_MEM(kept, size, ssf, sizeof ssf);
    free(kept);
    struct rq_patch_options install = {.message = show};
    struct rq_patch *patch =
        rq_patch_open(below("small-mod", ""), below("small-installed", ""), &install, &err);
    REQUIRE(patch);
    CHECK(rq_patch_commit(patch, &err));
    CHECK_STR(err.text, "");
    rq_patch_close(patch);
    rq_fs_remove(below("small-installed", ".reliquary"));
    compare_games(below("small-edited", ""), below("small-installed", ""), false);
}

TESTS(mods_of_random_edits, links_follow_other_mods, copies_of_the_archives)
