/* Real GFF files: every one of the corpus, loose and inside modules, comes back byte for byte, also
 * as a copy of its tree in another document; and an edit, through JSON or through the editing
 * functions, changes the bytes that it explains and no other. */
#include "core/bytes.h"
#include "core/file.h"
#include "support/corpus.h"

#include <reliquary/gff.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- all GFF files of the corpus ---- */

typedef void visit_fn(void *ctx, const char *name, struct rq_bytes file);

static void visit_archive(struct rq_bytes bytes, visit_fn *visit, void *ctx)
{
    const struct rq_entry *entries;
    size_t count;
    struct rq_doc *doc = rq_doc_read(bytes, NULL, NULL);
    REQUIRE(doc && rq_doc_entries(doc, &entries, &count, NULL));
    for (size_t i = 0; i < count; i++)
        if (entries[i].bytes.size > 8 && memcmp(entries[i].bytes.data + 4, "V3.2", 4) == 0)
            visit(ctx, entries[i].name, entries[i].bytes);
    rq_doc_free(doc);
}

static void visit_corpus(visit_fn *visit, void *ctx)
{
    static const char *const folders[] = {"mod", "dlg", "gui", "jrl", "utc",
                                          "utd", "uti", "utp", "uts", "utt"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char name[32];
        snprintf(name, sizeof name, "kotor/%s", folders[i]);
        struct rq_walk walk = {0};
        if (!corpus_walk(name, &walk))
            continue;
        for (size_t k = 0; k < walk.count; k++) {
            struct rq_map map;
            if (!CHECK(rq_map_open(&map, walk.items[k].path, NULL)))
                continue;
            if (i == 0)
                visit_archive(map.bytes, visit, ctx);
            else
                visit(ctx, walk.items[k].relative, map.bytes);
            rq_map_close(&map);
        }
        rq_walk_free(&walk);
    }
}

/* ---- identical ---- */

struct tally {
    size_t files, layouts[RQ_GFF_EXPLICIT + 1];
};

static void visit_identical(void *ctx, const char *name, struct rq_bytes file)
{
    struct tally *tally = ctx;
    struct rq_error err = {0};
    check_note("%s", name);
    tally->files++;
    CHECK_INT(rq_doc_verify(file, NULL, false, &err), RQ_IDENTICAL);
    CHECK_INT(rq_doc_verify(file, NULL, true, &err), RQ_IDENTICAL);
    CHECK_STR(err.text, "");
    struct rq_doc *doc = rq_doc_read(file, NULL, &err);
    REQUIRE(doc && rq_doc_settle(doc, &err));
    tally->layouts[((struct rq_gff *)rq_doc_root(doc, "gff"))->layout]++;
    rq_doc_free(doc);
}

static void test_identical(void)
{
    struct tally tally = {0};
    NEEDS_CORPUS("kotor");
    visit_corpus(visit_identical, &tally);
    printf("    %zu files:", tally.files);
#define SAY(id, name) printf(" %s %zu,", name, tally.layouts[RQ_GFF_##id]);
    RQ_GFF_LAYOUTS(SAY)
#undef SAY
    printf(" explicit %zu\n", tally.layouts[RQ_GFF_EXPLICIT]);
    CHECK(tally.files > 1000);
    CHECK_INT(tally.layouts[RQ_GFF_UNSETTLED], 0);
    CHECK_INT(tally.layouts[RQ_GFF_EXPLICIT], 0); /* all of them have a name */
    CHECK(tally.layouts[RQ_GFF_depth_first] && tally.layouts[RQ_GFF_late_sound] &&
          tally.layouts[RQ_GFF_path] && tally.layouts[RQ_GFF_grow]);
}

/* ---- edits ----
 *
 * What an edit explains is worked out here from the source bytes and the format's rules:
 *
 * A number that stands in its field's data word: those bytes of the word.
 *
 * A string: its block of field data is replaced. Every block behind it moves by the
 * difference in length, so the data words of the fields that own those blocks change, and in
 * the header the size of the field data and the offsets of the two sections behind it.
 *
 * The file that our writer makes from the edited JSON must be exactly that. */

struct target {
    uint8_t type; /* RQ_GFF_INT or RQ_GFF_STRING */
    size_t skip;  /* fields of the type to pass over */
    struct rq_gff_field *field;
    struct rq_gff_struct *in; /* has it */
    char path[24];            /* from there */
};

static void found(struct target *t, struct rq_gff_struct *s, uint32_t index)
{
    unsigned nth = 1;
    for (uint32_t i = 0; i < index; i++)
        nth += strcmp(s->fields[i].label, s->fields[index].label) == 0;
    t->in = s;
    t->field = &s->fields[index];
    snprintf(t->path, sizeof t->path, nth > 1 ? "%s#%u" : "%s", t->field->label, nth);
}

/* In the order in which the JSON has them: depth first. */
static void find_field(struct rq_gff_struct *s, struct target *t)
{
    for (uint32_t i = 0; i < s->field_count && !t->field; i++) {
        const struct rq_gff_field *f = &s->fields[i];
        if (f->type == t->type && t->skip-- == 0)
            found(t, s, i);
        else if (f->type == RQ_GFF_STRUCT || f->type == RQ_GFF_LIST)
            for (uint32_t k = 0; k < f->size && !t->field; k++)
                find_field(&f->v.child[k], t);
    }
}

static size_t count_fields(const struct rq_gff_struct *s, uint8_t type)
{
    size_t count = 0;
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct rq_gff_field *f = &s->fields[i];
        count += f->type == type;
        if (f->type == RQ_GFF_STRUCT || f->type == RQ_GFF_LIST)
            for (uint32_t k = 0; k < f->size; k++)
                count += count_fields(&f->v.child[k], type);
    }
    return count;
}

/* The JSON with the value of the n-th row of a type replaced. Rows of these types stand on
 * lines of their own: ["Label", "int", 5] */
static bool edit_row(struct rq_bytes json, const char *type, size_t skip, const char *value,
                     struct rq_out *out)
{
    char mark[24];
    size_t mark_size = (size_t)snprintf(mark, sizeof mark, "\", \"%s\", ", type);
    for (size_t at = 0; at + mark_size < json.size; at++) {
        if (memcmp(json.data + at, mark, mark_size) != 0 || skip-- > 0)
            continue;
        size_t from = at + mark_size, to = from;
        while (to < json.size && json.data[to] != '\n')
            to++;
        while (to > from && json.data[to] != ']') /* the row's own bracket */
            to--;
        rq_put(out, json.data, from);
        rq_put(out, value, strlen(value));
        rq_put(out, json.data + to, json.size - to);
        return true;
    }
    return false;
}

static struct rq_out write_edited(struct rq_doc *doc, const char *type, size_t skip,
                                  const char *value)
{
    struct rq_error err = {0};
    struct rq_out json = {0}, text = {0}, out = {0};
    CHECK(rq_doc_to_json(doc, &json, &err));
    if (CHECK(edit_row(rq_out_bytes(&json), type, skip, value, &text))) {
        struct rq_doc *edited = rq_doc_from_json(rq_out_bytes(&text), NULL, &err);
        CHECK(edited && rq_doc_write(edited, &out, &err));
        CHECK_STR(err.text, "");
        rq_doc_free(edited);
    }
    rq_out_free(&json);
    rq_out_free(&text);
    return out;
}

/* The same edit through the functions of the library. */
static void check_edited(struct rq_bytes file, uint8_t type, size_t skip, int32_t number,
                         const char *text, const struct rq_out *explained)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct target t = {.type = type, .skip = skip};
    struct rq_doc *doc = rq_doc_read(file, NULL, &err);
    REQUIRE(doc != NULL);
    find_field(((struct rq_gff *)rq_doc_root(doc, "gff"))->root, &t);
    if (CHECK(t.field != NULL))
        CHECK(type == RQ_GFF_INT ? rq_gff_set_int(doc, t.in, t.path, number, &err)
                                 : rq_gff_set_string(doc, t.in, t.path, text, &err));
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_STR(err.text, "");
    CHECK_MEM(out.data, out.size, explained->data, explained->size);
    rq_out_free(&out);
    rq_doc_free(doc);
}

static bool has_block(uint32_t type)
{
    return type == 6 || type == 7 || (type >= 9 && type <= 13) || (type >= 16 && type <= 18);
}

/* The source with the string block at `at` of the field data made longer or shorter. */
static struct rq_out explained_string(struct rq_bytes source, uint32_t at, const char *text)
{
    struct rq_out out = {0};
    uint32_t data = rq_get32(source.data + 32), start = data + at;
    uint32_t old_size = rq_get32(source.data + start), size = (uint32_t)strlen(text);
    rq_put(&out, source.data, start);
    rq_put32(&out, size);
    rq_put(&out, text, size);
    rq_put(&out, source.data + start + 4 + old_size, source.size - start - 4 - old_size);
    uint32_t more = size - old_size;            /* may wrap: then it is less */
    static const size_t words[] = {36, 40, 48}; /* size of field data, two offsets */
    for (size_t i = 0; i < 3; i++)
        rq_set32(out.data + words[i], rq_get32(out.data + words[i]) + more);
    uint32_t fields = rq_get32(source.data + 16), count = rq_get32(source.data + 20);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *field = out.data + fields + i * 12;
        if (has_block(rq_get32(field)) && rq_get32(field + 8) > at)
            rq_set32(field + 8, rq_get32(field + 8) + more);
    }
    return out;
}

struct edits {
    size_t seen, step;
    size_t numbers, strings;
    size_t layouts[RQ_GFF_EXPLICIT + 1];
};

static void edit_number(struct edits *e, struct rq_doc *doc, struct rq_bytes file, size_t skip)
{
    struct target t = {.type = RQ_GFF_INT, .skip = skip};
    find_field(((struct rq_gff *)rq_doc_root(doc, "gff"))->root, &t);
    if (!t.field)
        return;
    size_t word = rq_get32(file.data + 16) + (size_t)t.field->index * 12 + 8;
    char value[16];
    uint32_t other = rq_get32(file.data + word) ^ 0x00010001;
    snprintf(value, sizeof value, "%ld", (long)(int32_t)other);
    struct rq_out explained = {0};
    rq_put_bytes(&explained, file);
    rq_set32(explained.data + word, other);
    struct rq_out out = write_edited(doc, "int", skip, value);
    CHECK_MEM(out.data, out.size, explained.data, explained.size);
    check_edited(file, RQ_GFF_INT, skip, (int32_t)other, NULL, &explained);
    e->numbers++;
    rq_out_free(&out);
    rq_out_free(&explained);
}

static void edit_string(struct edits *e, struct rq_doc *doc, struct rq_bytes file, size_t skip)
{
    static const char *const texts[] = {"", "a text that is longer than what was here, surely"};
    struct target t = {.type = RQ_GFF_STRING, .skip = skip};
    find_field(((struct rq_gff *)rq_doc_root(doc, "gff"))->root, &t);
    if (!t.field)
        return;
    uint32_t at = rq_get32(file.data + rq_get32(file.data + 16) + (size_t)t.field->index * 12 + 8);
    const char *text = texts[e->strings % 2];
    char value[64];
    snprintf(value, sizeof value, "\"%s\"", text);
    struct rq_out explained = explained_string(file, at, text);
    struct rq_out out = write_edited(doc, "string", skip, value);
    CHECK_MEM(out.data, out.size, explained.data, explained.size);
    check_edited(file, RQ_GFF_STRING, skip, 0, text, &explained);
    e->strings++;
    rq_out_free(&out);
    rq_out_free(&explained);
}

static void visit_edit(void *ctx, const char *name, struct rq_bytes file)
{
    struct edits *e = ctx;
    /* The rare layouts in any case, the others by the step. */
    bool rare = memcmp(file.data, "FAC ", 4) == 0 || memcmp(file.data, "GIT ", 4) == 0 ||
                memcmp(file.data, "GUI ", 4) == 0 || memcmp(file.data, "UTM ", 4) == 0;
    if (e->seen++ % e->step != 0 && !rare)
        return;
    check_note("%s", name);
    /* The places in the file are in the tree until it is written for the first time. */
    struct rq_doc *number = rq_doc_read(file, NULL, NULL), *string = rq_doc_read(file, NULL, NULL);
    REQUIRE(number && string);
    struct rq_gff *gff = rq_doc_root(number, "gff");
    size_t ints = count_fields(gff->root, RQ_GFF_INT);
    size_t strings = count_fields(gff->root, RQ_GFF_STRING);
    edit_number(e, number, file, ints / 2);
    edit_string(e, string, file, strings / 2);
    CHECK(rq_doc_settle(number, NULL));
    e->layouts[gff->layout]++;
    rq_doc_free(number);
    rq_doc_free(string);
}

static void test_edits(void)
{
    struct edits edits = {.step = 20};
    NEEDS_CORPUS("kotor");
    visit_corpus(visit_edit, &edits);
    printf("    of %zu files: %zu numbers and %zu strings edited;", edits.seen, edits.numbers,
           edits.strings);
#define SAY(id, name) printf(" %s %zu,", name, edits.layouts[RQ_GFF_##id]);
    RQ_GFF_LAYOUTS(SAY)
#undef SAY
    printf("\n");
    CHECK(edits.numbers >= 50);
    CHECK(edits.strings >= 50);
    CHECK(edits.layouts[RQ_GFF_late_sound] && edits.layouts[RQ_GFF_grow]);
}

/* ---- paths ---- */

struct paths {
    struct rq_doc *doc;
    struct rq_gff_struct *root;
    size_t values, repeated;
};

/* The path of every value leads to it. */
static bool check_path(void *ctx, const struct rq_value *value)
{
    struct paths *p = ctx;
    struct rq_out shown = {0}, text = {0};
    p->values++;
    p->repeated += strchr(value->path, '#') != NULL;
    bool fine = CHECK(rq_gff_has(p->root, value->path));
    if (fine && value->type == RQ_VALUE_TEXT) {
        rq_value_text(value, &shown);
        fine = CHECK(rq_gff_get_string(p->doc, p->root, value->path, &text, NULL) ||
                     rq_gff_get_resref(p->doc, p->root, value->path, &text, NULL)) &&
               CHECK_MEM(text.data, text.size, shown.data, shown.size);
    } else if (fine && value->type == RQ_VALUE_SINGLE) {
        float number = 0;
        fine = CHECK(rq_gff_get_float(p->doc, p->root, value->path, &number, NULL)) &&
               CHECK_INT(rq_bits_of(number), rq_bits_of((float)value->f));
    }
    if (!fine)
        printf("    %s\n", value->path);
    rq_out_free(&shown);
    rq_out_free(&text);
    return fine;
}

static void visit_paths(void *ctx, const char *name, struct rq_bytes file)
{
    struct paths *p = ctx;
    check_note("%s", name);
    p->doc = rq_doc_read(file, NULL, NULL);
    REQUIRE(p->doc != NULL);
    p->root = ((struct rq_gff *)rq_doc_root(p->doc, "gff"))->root;
    CHECK(rq_doc_visit(p->doc, check_path, p, NULL));
    rq_doc_free(p->doc);
}

static void test_paths(void)
{
    struct paths p = {0};
    NEEDS_CORPUS("kotor");
    visit_corpus(visit_paths, &p);
    printf("    %zu values, %zu of a repeated label\n", p.values, p.repeated);
    CHECK(p.values > 100000);
    CHECK(p.repeated > 100);
}

/* ---- copies ---- */

static void check_file(struct rq_doc *doc, struct rq_bytes file)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_STR(err.text, "");
    CHECK_MEM(out.data, out.size, file.data, file.size);
    rq_out_free(&out);
}

/* All of the tree in another document, in the same layout, is the same file. There every list of the
 * root gets an element, a copy of the root, and loses it again. */
static void visit_copy(void *ctx, const char *name, struct rq_bytes file)
{
    size_t *lists = ctx;
    struct rq_error err = {0};
    struct rq_doc *from = rq_doc_read(file, NULL, &err);
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, &err);
    check_note("%s", name);
    REQUIRE(from && doc && rq_doc_settle(from, &err));
    struct rq_gff *source = rq_doc_root(from, "gff"), *gff = rq_doc_root(doc, "gff");
    memcpy(gff->type, source->type, 4);
    gff->layout = source->layout;
    CHECK(rq_gff_set_copy(doc, gff->root, "", from, source->root, "", &err));
    CHECK_INT(gff->struct_count, source->struct_count);
    CHECK_INT(gff->field_count, source->field_count);
    check_file(doc, file);
    for (uint32_t i = 0; i < gff->root->field_count; i++) {
        char path[32];
        if (gff->root->fields[i].type != RQ_GFF_LIST)
            continue;
        snprintf(path, sizeof path, "%s/0", gff->root->fields[i].label);
        CHECK(rq_gff_add_copy(doc, gff->root, path, from, source->root, "", &err));
        CHECK(rq_gff_move(doc, gff->root, path, gff->root->fields[i].size - 1, &err));
        snprintf(path, sizeof path, "%s/%u", gff->root->fields[i].label,
                 gff->root->fields[i].size - 1);
        CHECK(rq_gff_remove(doc, gff->root, path, &err));
        *lists += 1;
    }
    CHECK_STR(err.text, "");
    check_file(doc, file);
    rq_doc_free(doc);
    rq_doc_free(from);
}

static void test_copies(void)
{
    size_t lists = 0;
    NEEDS_CORPUS("kotor");
    visit_corpus(visit_copy, &lists);
    CHECK(lists > 1000);
}

/* ---- memory ---- */

/* The dump is the bulkiest thing that is made of a file. */
static void visit_dump(void *ctx, const char *name, struct rq_bytes file)
{
    struct check_failing memory = {0};
    struct rq_alloc alloc = {check_failing_realloc, &memory};
    struct rq_options options = {.name = name, .alloc = &alloc};
    struct rq_out out = {.alloc = &alloc};
    size_t *largest = ctx;
    check_note("%s", name);
    CHECK(rq_doc_dump(file, &options, &out, NULL));
    rq_out_free(&out);
    CHECK(memory.peak_bytes <= 16 * file.size + (16u << 20));
    CHECK_INT(memory.live_blocks, 0);
    *largest = file.size > *largest ? file.size : *largest;
}

static void test_dump_memory(void)
{
    size_t largest = 0;
    NEEDS_CORPUS("kotor");
    visit_corpus(visit_dump, &largest);
    /* Below half a megabyte the 16 MiB would hide everything. */
    CHECK(largest > 500000);
}

TESTS(test_identical, test_edits, test_paths, test_copies, test_dump_memory)
