/* Three versions of tables, talk tables and sets of sounds. */
#include "core/bytes.h"
#include "patch/merge.h"
#include "support/check.h"

#include <reliquary/ssf.h>
#include <reliquary/tlk.h>
#include <reliquary/twoda.h>
#include <stdio.h>
#include <string.h>

static void note(void *ctx, const struct rq_merge_conflict *c)
{
    rq_putf(ctx, "%s: %s, %s, %s;", c->path, c->base ? c->base : "-", c->a ? c->a : "-",
            c->b ? c->b : "-");
}

typedef bool merge_fn(struct merging *m, struct rq_doc *const docs[SIDES], struct rq_error *err);

/* Merges three documents, of which the second becomes the result. */
static void merge_docs(merge_fn *merge, struct rq_doc *const docs[SIDES],
                       enum rq_merge_choice choice, const char *conflicts)
{
    struct rq_out told = {0};
    struct rq_error err = {0};
    struct merging m = {.file = "",
                        .refusals = rq_memory_refusals(),
                        .options = {.choice = choice, .conflict = note, .ctx = &told}};
    CHECK(merge(&m, docs, &err));
    CHECK_STR(err.text, "");
    rq_put8(&told, 0);
    CHECK_STR((const char *)told.data, conflicts);
    rq_out_free(&told);
    rq_arena_free(&m.arena);
}

/* ---- talk tables ---- */

/* "a|b|c": so many strings. Behind ":" stands the name of a sound. */
static struct rq_doc *make_talk(const char *texts, struct rq_out *out)
{
    struct rq_out all = {0};
    struct rq_error err = {0};
    uint32_t count = 0;
    for (const char *p = texts; *p; p += strcspn(p, "|") + (p[strcspn(p, "|")] == '|'))
        count++;
    rq_put(out, "TLK V3.0", 8);
    rq_put32(out, 0);
    rq_put32(out, count);
    rq_put32(out, 20 + count * 40);
    for (const char *p = texts; *p; p += strcspn(p, "|") + (p[strcspn(p, "|")] == '|')) {
        size_t size = strcspn(p, "|:"), whole = strcspn(p, "|");
        bool sound = size < whole;
        char name[17] = "";
        snprintf(name, sizeof name, "%.*s", sound ? (int)(whole - size - 1) : 0, p + size + 1);
        rq_put32(out, sound ? 3 : 1);
        rq_put(out, name, 16);
        rq_put_zeros(out, 8);
        rq_put32(out, (uint32_t)all.size);
        rq_put32(out, (uint32_t)size);
        rq_put32(out, 0);
        rq_put(&all, p, size);
    }
    rq_put_bytes(out, rq_out_bytes(&all));
    rq_out_free(&all);
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(out), NULL, &err);
    CHECK_STR(err.text, "");
    return doc;
}

static void put_talk(struct rq_out *out, struct rq_doc *doc)
{
    const struct rq_tlk *tlk = rq_doc_root(doc, "tlk");
    for (size_t i = 0; i < tlk->string_count; i++) {
        const struct rq_tlk_string *s = &tlk->strings[i];
        rq_putf(out, "%s%.*s%s%.16s", i ? "|" : "", (int)s->text.size, (const char *)s->text.data,
                s->entry.sound[0] ? ":" : "", s->entry.sound);
    }
    rq_put8(out, 0);
}

struct talks { /* and tables */
    const char *base, *a, *b, *ours, *theirs, *conflicts;
};

static void check_talk(const struct talks *t, enum rq_merge_choice choice)
{
    struct rq_out files[SIDES] = {{0}, {0}, {0}}, out = {0};
    struct rq_doc *docs[SIDES] = {make_talk(t->base, &files[0]), make_talk(t->a, &files[1]),
                                  make_talk(t->b, &files[2])};
    REQUIRE(docs[0] && docs[1] && docs[2]);
    check_note("%s, %s, %s", t->base, t->a, t->b);
    merge_docs(merge_tlk, docs, choice, t->conflicts);
    put_talk(&out, docs[OURS]);
    CHECK_STR((const char *)out.data, choice == RQ_MERGE_THEIRS ? t->theirs : t->ours);
    rq_out_free(&out);
    for (int i = 0; i < SIDES; i++) {
        rq_doc_free(docs[i]);
        rq_out_free(&files[i]);
    }
}

static void test_talk(void)
{
    static const struct talks cases[] = {
        {"a|b", "A|b", "a|B", "A|B", "A|B", ""},
        {"a|b", "A|b", "X|b", "A|b", "X|b", "0: a, A, X;"},
        {"a|b", "A|b", "A|b", "A|b", "A|b", ""},
        {"a|b", "a|b", "a|b|c", "a|b|c", "a|b|c", ""},
        {"a", "a|x", "a|y", "a|x", "a|y", "1: -, x, y;"},
        {"a", "a|x", "a|x|y", "a|x|y", "a|x|y", ""},
        {"a|b", "a|b", "a", "a|b", "a|b", "strings: 2, 2, 1;"},
        {"a:s1|b", "a:s1|b", "a:s2|b", "a:s2|b", "a:s2|b", ""},
        {"a:s1|b", "a:s3|b", "a:s2|b", "a:s3|b", "a:s2|b", "0: a (s1), a (s3), a (s2);"},
        {"a|b", "a", "a|B", "a", "a|B", "1: b, -, B;"},
        /* Strings keep their numbers where a has fewer than the base. */
        {"a|b|c", "a", "a|b|C", "a", "a||C", "2: c, -, C;"},
        {"a|b|c", "a", "a|b|c|d", "a|||d", "a|||d", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_talk(&cases[i], RQ_MERGE_OURS);
        check_talk(&cases[i], RQ_MERGE_THEIRS);
    }
}

/* ---- tables ---- */

/* "a b;0 1 2;1 3 4": columns, then rows with their labels; "-" is an empty cell. */
static struct rq_doc *make_table(const char *text, struct rq_out *out)
{
    const struct rq_options options = {.format = rq_format_by_name("twoda")};
    struct rq_error err = {0};
    rq_put_str(out, "2DA V2.0\n\n ");
    for (const char *p = text; *p; p++)
        if (*p == '-')
            rq_put_str(out, "****");
        else
            rq_put8(out, (uint8_t)(*p == ';' ? '\n' : *p));
    rq_put8(out, '\n');
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(out), &options, &err);
    CHECK_STR(err.text, "");
    return doc;
}

static void put_table(struct rq_out *out, struct rq_doc *doc)
{
    const struct rq_twoda *t = rq_doc_root(doc, "twoda");
    for (size_t i = 0; i < t->column_count; i++)
        rq_putf(out, "%s%.*s", i ? " " : "", (int)t->columns[i].size,
                (const char *)t->columns[i].data);
    for (size_t r = 0; r < t->row_count; r++) {
        rq_putf(out, ";%.*s", (int)t->rows[r].label.size, (const char *)t->rows[r].label.data);
        for (size_t i = 0; i < t->column_count; i++) {
            bool is = i < t->rows[r].cell_count && t->rows[r].cells[i].size;
            const struct rq_bytes none = {(const uint8_t *)"-", 1};
            struct rq_bytes cell = is ? t->rows[r].cells[i] : none;
            rq_putf(out, " %.*s", (int)cell.size, (const char *)cell.data);
        }
    }
    rq_put8(out, 0);
}

static void check_table(const struct talks *t, enum rq_merge_choice choice)
{
    struct rq_out files[SIDES] = {{0}, {0}, {0}}, out = {0};
    struct rq_doc *docs[SIDES] = {make_table(t->base, &files[0]), make_table(t->a, &files[1]),
                                  make_table(t->b, &files[2])};
    REQUIRE(docs[0] && docs[1] && docs[2]);
    check_note("%s, %s, %s", t->base, t->a, t->b);
    merge_docs(merge_twoda, docs, choice, t->conflicts);
    put_table(&out, docs[OURS]);
    CHECK_STR((const char *)out.data, choice == RQ_MERGE_THEIRS ? t->theirs : t->ours);
    rq_out_free(&out);
    for (int i = 0; i < SIDES; i++) {
        rq_doc_free(docs[i]);
        rq_out_free(&files[i]);
    }
}

#define SAME(result) result, result

static void test_tables(void)
{
    static const struct talks cases[] = {
        {"a b;0 1 2;1 3 4", "a b;0 9 2;1 3 4", "a b;0 1 2;1 3 8", SAME("a b;0 9 2;1 3 8"), ""},
        {"a b;0 1 2", "a b;0 9 2", "a b;0 7 2", "a b;0 9 2", "a b;0 7 2", "0/a: 1, 9, 7;"},
        {"a b;0 1 2", "a b;0 9 2", "a b;0 9 2", SAME("a b;0 9 2"), ""},
        {"a b;0 1 2", "a b;0 1 2", "a b;0 - 2", SAME("a b;0 - 2"), ""},
        {"a b;0 - 2", "a b;0 - 2", "a b;0 5 2", SAME("a b;0 5 2"), ""},
        {"a;0 1", "a;0 1", "a;0 1;1 5;2 -", SAME("a;0 1;1 5;2 -"), ""},
        {"a;0 1", "a;0 1;1 4", "a;0 1;1 5", "a;0 1;1 4", "a;0 1;1 5", "1/a: -, 4, 5;"},
        {"a;0 1", "a;0 1;1 4", "a;0 1;2 5", SAME("a;0 1;1 4;2 5"), ""},
        {"a;0 1;1 2;2 3", "a;0 1;2 3", "a;0 1;1 2;2 3", SAME("a;0 1;2 3"), ""},
        {"a;0 1;1 2;2 3", "a;0 1;2 3", "a;0 1;1 7;2 3", "a;0 1;2 3", "a;0 1;2 3;1 7",
         "1: a row, -, changed;"},
        {"a;0 1;1 2;2 3", "a;0 1;1 2;2 3", "a;0 1;2 3", SAME("a;0 1;2 3"), ""},
        {"a;0 1;1 2;2 3", "a;0 1;1 2;2 3", "a;1 2", SAME("a;1 2"), ""},
        {"a;0 1;1 2;2 3", "a;0 1;1 7;2 3", "a;0 1;2 3", "a;0 1;1 7;2 3", "a;0 1;2 3",
         "1: a row, changed, -;"},
        {"a;0 1;1 2", "a;0 1", "a;0 1", SAME("a;0 1"), ""},
        /* Rows of one label are told by their order. */
        {"a;x 1;x 2;x 3", "a;x 1;x 2;x 3", "a;x 1;x 7;x 3", SAME("a;x 1;x 7;x 3"), ""},
        {"a;x 1;x 2", "a;x 9;x 2", "a;x 1;x 7", SAME("a;x 9;x 7"), ""},
        {"a;x 1;x 2", "a;x 1;x 2", "a;x 1", SAME("a;x 1"), ""},
        /* Columns: new ones at the end. */
        {"a;0 1", "a;0 1", "a c;0 1 5", SAME("a c;0 1 5"), ""},
        {"a;0 1", "a d;0 1 4", "a c;0 1 5", SAME("a d c;0 1 4 5"), ""},
        {"a;0 1", "a c;0 1 4", "a c;0 1 4", SAME("a c;0 1 4"), ""},
        {"a b;0 1 2", "a;0 1", "a;0 1", SAME("a;0 1"), ""},
        {"a b;0 1 2", "a;0 1", "a b;0 7 2", SAME("a;0 7"), ""},
        /* A column that one side took out: a conflict where it is b, or where b changed it. */
        {"a b;0 1 2", "a b;0 1 2", "a;0 1", "a b;0 1 2", "a b;0 1 -", "column b: there, there, -;"},
        {"a b;0 1 2;1 3 4", "a;0 1;1 3", "a b;0 1 9;1 3 4", "a;0 1;1 3", "a b;0 1 9;1 3 4",
         "column b: there, -, changed;"},
        {"a b;0 1 2", "a;0 1", "a b;0 1 2;1 5 6", "a;0 1;1 5", "a b;0 1 2;1 5 6",
         "column b: there, -, changed;"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_table(&cases[i], RQ_MERGE_OURS);
        check_table(&cases[i], RQ_MERGE_THEIRS);
    }
}

/* ---- sounds ---- */

static struct rq_doc *make_sounds(const uint32_t *sounds, size_t count, uint8_t *file)
{
    struct rq_error err = {0};
    memcpy(file, "SSF V1.1", 8);
    rq_set32(file + 8, 12);
    for (size_t i = 0; i < 40; i++)
        rq_set32(file + 12 + i * 4, i < count ? sounds[i] : UINT32_MAX);
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){file, 172}, NULL, &err);
    CHECK_STR(err.text, "");
    return doc;
}

/* The first three sounds, and one without a name. */
static void test_sounds(void)
{
    static const uint32_t sounds[SIDES][3] = {{1, 2, 3}, {1, 7, 9}, {4, 2, 8}};
    for (int theirs = 0; theirs < 2; theirs++) {
        static uint8_t files[SIDES][172];
        char conflicts[100];
        struct rq_doc *docs[SIDES];
        for (int i = 0; i < SIDES; i++)
            REQUIRE((docs[i] = make_sounds(sounds[i], 3, files[i])) != NULL);
        ((struct rq_ssf *)rq_doc_root(docs[THEIRS], "ssf"))->sounds[39] = 5;
        snprintf(conflicts, sizeof conflicts, "%s: 3, 9, 8;", rq_ssf_name(2));
        merge_docs(merge_ssf, docs, theirs ? RQ_MERGE_THEIRS : RQ_MERGE_OURS, conflicts);
        const struct rq_ssf *ssf = rq_doc_root(docs[OURS], "ssf");
        CHECK_INT(ssf->sounds[0], 4);
        CHECK_INT(ssf->sounds[1], 7);
        CHECK_INT(ssf->sounds[2], theirs ? 8 : 9);
        CHECK_INT(ssf->sounds[3], UINT32_MAX);
        CHECK_INT(ssf->sounds[39], 5);
        for (int i = 0; i < SIDES; i++)
            rq_doc_free(docs[i]);
    }
}

TESTS(test_talk, test_tables, test_sounds)
