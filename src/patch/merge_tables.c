/* Three versions of a table, a talk table, a set of sounds. */
#include "core/text.h"
#include "formats/format.h"
#include "patch/merge.h"
#include "patch/parts.h"

#include <reliquary/ssf.h>
#include <reliquary/tlk.h>
#include <reliquary/twoda.h>

/* Three values: what to do with ours. */
static bool takes_theirs(struct merging *m, const char *path, const char *const v[SIDES])
{
    bool same[SIDES] = {false};
    for (int i = 0; i < THEIRS; i++)
        same[i] = v[i] && v[THEIRS] ? strcmp(v[i], v[THEIRS]) == 0 : v[i] == v[THEIRS];
    bool kept = v[BASE] && v[OURS] ? strcmp(v[BASE], v[OURS]) == 0 : v[BASE] == v[OURS];
    if (same[BASE] || same[OURS])
        return false;
    return kept || merge_conflict(m, path, v[BASE], v[OURS], v[THEIRS]);
}

static const char *text_of(struct merging *m, enum rq_codepage page, struct rq_bytes bytes)
{
    struct rq_out out = {0};
    rq_text_decode(&out, page, bytes);
    const char *text = merge_printf(m, "%.*s", (int)out.size, (char *)out.data);
    rq_out_free(&out);
    return text;
}

/* ---- tables: rows by label, columns by name ---- */

struct tables {
    struct merging *m;
    struct rq_doc *const *docs;
    struct rq_twoda *t[SIDES];
    struct rq_error *err;
};

enum { NONE = -1 };

/* The row of a label that so many of the same label stand before. */
static long find_row(const struct rq_twoda *t, struct rq_bytes label, size_t before)
{
    for (size_t i = 0; i < t->row_count; i++)
        if (rq_same(t->rows[i].label, label) && before-- == 0)
            return (long)i;
    return NONE;
}

static size_t rows_before(const struct rq_twoda *t, size_t row)
{
    size_t count = 0;
    for (size_t i = 0; i < row; i++)
        count += rq_same(t->rows[i].label, t->rows[row].label);
    return count;
}

static const char *cell_of(struct tables *t, int side, long row, const char *column)
{
    if (row == NONE)
        return NULL;
    const struct rq_bytes *cell = rq_twoda_cell(t->t[side], (size_t)row, column);
    return cell ? text_of(t->m, t->docs[side]->page, *cell) : "";
}

static bool has_column(const struct tables *t, int side, const char *name)
{
    return rq_twoda_column(t->t[side], name) < t->t[side]->column_count;
}

static bool merge_cell(struct tables *t, const char *label, const long rows[SIDES],
                       const char *column)
{
    const char *v[SIDES];
    /* A column that b took out is one conflict, told with the columns. */
    if (has_column(t, BASE, column) && !has_column(t, THEIRS, column) &&
        t->m->options.choice != RQ_MERGE_THEIRS)
        return true;
    for (int i = 0; i < SIDES; i++)
        v[i] = cell_of(t, i, rows[i], column);
    const char *path = merge_printf(t->m, "%s/%s", label, column);
    if (!takes_theirs(t->m, path, v))
        return true;
    return rq_doc_set(t->docs[OURS], merge_printf(t->m, "%ld/%s", rows[OURS], column),
                      v[THEIRS] ? v[THEIRS] : "", t->err);
}

/* Whether b has other cells than the base in a column. */
static bool column_differs(struct tables *t, const char *name)
{
    for (size_t i = 0; i < t->t[THEIRS]->row_count; i++) {
        struct rq_bytes label = t->t[THEIRS]->rows[i].label;
        long base = find_row(t->t[BASE], label, rows_before(t->t[THEIRS], i));
        const char *was = cell_of(t, BASE, base, name);
        if (strcmp(cell_of(t, THEIRS, (long)i, name), was ? was : "") != 0)
            return true;
    }
    return false;
}

/* The column as b has it, in the rows that are there. */
static bool take_column(struct tables *t, const char *name)
{
    if (!twoda_add_column(t->docs[OURS], name, "", t->err))
        return false;
    for (size_t i = 0; i < t->t[THEIRS]->row_count; i++) {
        struct rq_bytes label = t->t[THEIRS]->rows[i].label;
        long ours = find_row(t->t[OURS], label, rows_before(t->t[THEIRS], i));
        if (ours != NONE && !rq_doc_set(t->docs[OURS], merge_printf(t->m, "%ld/%s", ours, name),
                                        cell_of(t, THEIRS, (long)i, name), t->err))
            return false;
    }
    return true;
}

static bool merge_columns(struct tables *t)
{
    struct rq_twoda *base = t->t[BASE], *b = t->t[THEIRS];
    for (size_t i = 0; i < b->column_count; i++) {
        const char *name = text_of(t->m, t->docs[THEIRS]->page, b->columns[i]);
        const char *path = merge_printf(t->m, "column %s", name);
        if (has_column(t, OURS, name))
            continue;
        if (!has_column(t, BASE, name)) {
            if (!twoda_add_column(t->docs[OURS], name, "", t->err))
                return false;
        } else if (column_differs(t, name) &&
                   merge_conflict(t->m, path, "there", NULL, "changed") && !take_column(t, name)) {
            return false;
        }
    }
    for (size_t i = 0; i < base->column_count; i++) {
        const char *name = text_of(t->m, t->docs[BASE]->page, base->columns[i]);
        if (!has_column(t, THEIRS, name) && has_column(t, OURS, name))
            merge_conflict(t->m, merge_printf(t->m, "column %s", name), "there", "there", NULL);
    }
    return true;
}

/* Whether a row of the one table has other cells in the other. */
static bool row_differs(struct tables *t, int side, long row, int other, long there)
{
    const struct rq_twoda *table = t->t[side];
    for (size_t i = 0; i < table->column_count; i++) {
        const char *column = text_of(t->m, t->docs[side]->page, table->columns[i]);
        const char *a = cell_of(t, side, row, column), *b = cell_of(t, other, there, column);
        if (strcmp(a, b) != 0)
            return true;
    }
    return false;
}

static bool add_row(struct tables *t, const char *label, long theirs)
{
    if (!rq_doc_insert(t->docs[OURS], "-", NULL, label, t->err))
        return false;
    size_t row = t->t[OURS]->row_count - 1;
    for (size_t i = 0; i < t->t[THEIRS]->column_count; i++) {
        const char *column = text_of(t->m, t->docs[THEIRS]->page, t->t[THEIRS]->columns[i]);
        const char *cell = cell_of(t, THEIRS, theirs, column);
        if (*cell && has_column(t, OURS, column) &&
            !rq_doc_set(t->docs[OURS], merge_printf(t->m, "%zu/%s", row, column), cell, t->err))
            return false;
    }
    return true;
}

static bool merge_row(struct tables *t, struct rq_bytes label, size_t before)
{
    const char *name = text_of(t->m, t->docs[THEIRS]->page, label);
    long rows[SIDES];
    for (int i = 0; i < SIDES; i++)
        rows[i] = find_row(t->t[i], label, before);
    if (rows[OURS] == NONE && rows[BASE] != NONE && /* a took it out */
        (!row_differs(t, THEIRS, rows[THEIRS], BASE, rows[BASE]) ||
         !merge_conflict(t->m, name, "a row", NULL, "changed")))
        return true;
    if (rows[OURS] == NONE)
        return add_row(t, name, rows[THEIRS]);
    for (size_t i = 0; i < t->t[OURS]->column_count; i++)
        if (!merge_cell(t, name, rows, text_of(t->m, t->docs[OURS]->page, t->t[OURS]->columns[i])))
            return false;
    return true;
}

/* Rows that b took out: from the end, so that places stay. */
static void cut_rows(struct tables *t)
{
    const struct rq_twoda *base = t->t[BASE];
    for (size_t i = base->row_count; i-- > 0;) {
        struct rq_bytes label = base->rows[i].label;
        size_t before = rows_before(base, i);
        long ours = find_row(t->t[OURS], label, before);
        if (ours == NONE || find_row(t->t[THEIRS], label, before) != NONE)
            continue;
        bool changed = row_differs(t, BASE, (long)i, OURS, ours);
        const char *name = text_of(t->m, t->docs[BASE]->page, label);
        struct rq_twoda *to = t->t[OURS];
        if (changed && !merge_conflict(t->m, name, "a row", "changed", NULL))
            continue;
        memmove(&to->rows[ours], &to->rows[ours + 1],
                (to->row_count - (size_t)ours - 1) * sizeof *to->rows);
        to->row_count--;
    }
}

bool merge_twoda(struct merging *m, struct rq_doc *const docs[SIDES], struct rq_error *err)
{
    struct tables t = {.m = m, .docs = docs, .err = err};
    for (int i = 0; i < SIDES; i++)
        t.t[i] = rq_doc_root(docs[i], "twoda");
    if (!merge_columns(&t))
        return false;
    for (size_t i = 0; i < t.t[THEIRS]->row_count; i++)
        if (!merge_row(&t, t.t[THEIRS]->rows[i].label, rows_before(t.t[THEIRS], i)))
            return false;
    cut_rows(&t);
    return true;
}

/* ---- talk tables: by number ---- */

static bool same_sound(const struct rq_tlk_string *a, const struct rq_tlk_string *b)
{
    return a->entry.flags == b->entry.flags && a->entry.sound_length == b->entry.sound_length &&
           a->entry.volume_variance == b->entry.volume_variance &&
           a->entry.pitch_variance == b->entry.pitch_variance &&
           strncmp(a->entry.sound, b->entry.sound, sizeof a->entry.sound) == 0;
}

static bool same_string(const struct rq_tlk_string *a, const struct rq_tlk_string *b)
{
    return a && b ? rq_same(a->text, b->text) && same_sound(a, b) : a == b;
}

/* A string as one value: text and sound belong together. */
static const char *said(struct merging *m, const struct rq_doc *doc, const struct rq_tlk_string *s)
{
    if (!s)
        return NULL;
    const char *text = text_of(m, doc->page, s->text);
    return s->entry.sound[0] ? merge_printf(m, "%s (%.16s)", text, s->entry.sound) : text;
}

bool merge_tlk(struct merging *m, struct rq_doc *const docs[SIDES], struct rq_error *err)
{
    struct rq_tlk *t[SIDES];
    for (int i = 0; i < SIDES; i++)
        t[i] = rq_doc_root(docs[i], "tlk");
    if (t[THEIRS]->string_count < t[BASE]->string_count)
        merge_conflict(m, "strings", merge_printf(m, "%zu", t[BASE]->string_count),
                       merge_printf(m, "%zu", t[OURS]->string_count),
                       merge_printf(m, "%zu", t[THEIRS]->string_count));
    for (size_t i = 0; i < t[THEIRS]->string_count; i++) {
        const struct rq_tlk_string *s[SIDES];
        for (int k = 0; k < SIDES; k++)
            s[k] = i < t[k]->string_count ? &t[k]->strings[i] : NULL;
        if (same_string(s[BASE], s[THEIRS]) || same_string(s[OURS], s[THEIRS]))
            continue;
        if (!same_string(s[BASE], s[OURS]) &&
            !merge_conflict(m, merge_printf(m, "%zu", i), said(m, docs[BASE], s[BASE]),
                            said(m, docs[OURS], s[OURS]), said(m, docs[THEIRS], s[THEIRS])))
            continue;
        /* a may have fewer strings than the base: the numbers of those behind stay. */
        while (t[OURS]->string_count <= i) {
            struct rq_tlk_string *more =
                rq_doc_one_more(docs[OURS], t[OURS]->strings, t[OURS]->string_count, sizeof *more);
            if (!more)
                return rq_fail(err, RQ_NO_MEMORY, 0, m->file, "out of memory");
            t[OURS]->strings = more;
            more[t[OURS]->string_count++] = (struct rq_tlk_string){0};
        }
        t[OURS]->strings[i] = *s[THEIRS]; /* b's bytes outlive the result */
        t[OURS]->strings[i].outside = false;
    }
    return true;
}

/* ---- sounds ---- */

bool merge_ssf(struct merging *m, struct rq_doc *const docs[SIDES], struct rq_error *err)
{
    struct rq_ssf *s[SIDES];
    for (int i = 0; i < SIDES; i++)
        s[i] = rq_doc_root(docs[i], "ssf");
    if (s[BASE]->sound_count != s[OURS]->sound_count ||
        s[BASE]->sound_count != s[THEIRS]->sound_count)
        return rq_fail(err, RQ_UNSUPPORTED, 0, m->file, "has another number of sounds");
    for (size_t i = 0; i < s[BASE]->sound_count; i++) {
        const char *name = rq_ssf_name(i), *v[SIDES];
        for (int k = 0; k < SIDES; k++)
            v[k] = merge_printf(m, "%d", (int)s[k]->sounds[i]);
        if (takes_theirs(m, name ? name : merge_printf(m, "%zu", i), v))
            s[OURS]->sounds[i] = s[THEIRS]->sounds[i];
    }
    return true;
}
