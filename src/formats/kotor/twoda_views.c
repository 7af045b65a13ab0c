/* 2DA as a table, and a table in its place. The first column has no heading and holds the labels
 * of the rows, as PyKotor writes it; a table without it (xoreos-tools) is taken too. */
#include "formats/cells.h"
#include "formats/kotor/twoda_parts.h"

#include <stdio.h>

static bool no_memory(struct rq_error *err)
{
    return rq_fail(err, RQ_NO_MEMORY, 0, "twoda", "out of memory");
}

bool rq_twoda_table(struct rq_doc *doc, const struct rq_view *view, struct rq_table *table)
{
    const struct rq_twoda *t = doc->root;
    struct rq_out temp = {.alloc = doc->alloc};
    size_t width = t->column_count + 1;
    if (!rq_twoda_fits_grid(t, view->err))
        return false;
    const char **headings = rq_arena_get(view->arena, width, sizeof *headings);
    const char **cells = rq_arena_get(view->arena, width * t->row_count, sizeof *cells);
    bool fine = headings && cells;
    *table = (struct rq_table){
        .column_count = width, .row_count = t->row_count, .columns = headings, .cells = cells};
    if (fine)
        headings[0] = "";
    for (size_t k = 1; fine && k < width; k++)
        fine = (headings[k] = rq_cell_keep(view->arena, &temp, doc->page, t->columns[k - 1]));
    for (size_t i = 0; fine && i < t->row_count; i++) {
        const char **row = cells + i * width;
        fine = (row[0] = rq_cell_keep(view->arena, &temp, doc->page, t->rows[i].label));
        for (size_t k = 1; fine && k < width; k++) {
            struct rq_bytes cell = rq_twoda_at(&t->rows[i], k - 1);
            row[k] = cell.size ? rq_cell_keep(view->arena, &temp, doc->page, cell) : "";
            fine = row[k] != NULL;
        }
    }
    rq_out_free(&temp);
    return fine || no_memory(view->err);
}

/* ---- and back ---- */

struct change {
    struct rq_doc *doc;
    const struct rq_table *table;
    size_t first;      /* 1 when there is a column of labels */
    struct rq_twoda t; /* what the document will be */
    bool same_columns;
    struct rq_out temp;
    struct rq_error *err;
};

/* What was there, when the text is the same; else the text in the document's page. */
static bool take_text(struct change *ch, const char *text, struct rq_bytes was, const char *where,
                      struct rq_bytes *to)
{
    const char *old = was.data ? rq_cell_text(&ch->temp, ch->doc->page, was) : NULL;
    if (was.data && !old)
        return no_memory(ch->err);
    if (old && strcmp(old, text) == 0) {
        *to = was;
        return true;
    }
    return rq_cell_bytes(&ch->doc->arena, &ch->temp, ch->doc->page, text, where, to, ch->err);
}

/* Nothing, or "****": an empty cell, of whatever kind it was. */
static bool take_cell(struct change *ch, const char *text, struct rq_bytes was, const char *where,
                      struct rq_bytes *to)
{
    static const struct rq_bytes stars = {(const uint8_t *)"****", 4};
    bool empty = !text[0] || (strcmp(text, "****") == 0 && !rq_same(was, stars));
    if (!empty)
        return take_text(ch, text, was, where, to);
    *to = was.size ? (struct rq_bytes){0} : was;
    return true;
}

static bool take_columns(struct change *ch)
{
    const struct rq_twoda *old = ch->doc->root;
    size_t count = ch->table->column_count - ch->first;
    ch->t.columns = rq_arena_get(&ch->doc->arena, count, sizeof *ch->t.columns);
    ch->t.column_count = count;
    if (!ch->t.columns)
        return no_memory(ch->err);
    for (size_t i = 0; i < count; i++) {
        struct rq_bytes was = i < old->column_count ? old->columns[i] : (struct rq_bytes){0};
        if (!take_text(ch, ch->table->columns[i + ch->first], was, "row 1", &ch->t.columns[i]))
            return false;
    }
    ch->same_columns = count == old->column_count;
    return true;
}

static bool take_label(struct change *ch, size_t number, const struct rq_twoda_row *was,
                       const char *text, const char *where)
{
    struct rq_twoda_row *row = &ch->t.rows[number];
    char own[24];
    snprintf(own, sizeof own, "%zu", number);
    if (!ch->first && was) {
        row->label = was->label;
        return true;
    }
    struct rq_bytes none = {0};
    return take_text(ch, ch->first ? text : own, was ? was->label : none, where, &row->label);
}

/* Rows that had fewer or more cells than there are columns keep that where they can. */
static bool take_row(struct change *ch, size_t number)
{
    const struct rq_twoda *old = ch->doc->root;
    const struct rq_twoda_row *was = number < old->row_count ? &old->rows[number] : NULL;
    const char *const *texts = ch->table->cells + number * ch->table->column_count;
    struct rq_twoda_row *row = &ch->t.rows[number];
    size_t columns = ch->t.column_count, kept = was && ch->same_columns ? was->cell_count : columns;
    size_t room = kept > columns ? kept : columns;
    char where[40];
    snprintf(where, sizeof where, "row %zu", number + 2);
    row->cells = rq_arena_get(&ch->doc->arena, room, sizeof *row->cells);
    row->cell_count = kept;
    if (!row->cells)
        return no_memory(ch->err);
    for (size_t i = 0; i < columns; i++) {
        struct rq_bytes cell = was ? rq_twoda_at(was, i) : (struct rq_bytes){0};
        if (!take_cell(ch, texts[i + ch->first], cell, where, &row->cells[i]))
            return false;
        if (row->cells[i].size && i >= row->cell_count)
            row->cell_count = i + 1;
    }
    for (size_t i = columns; i < kept; i++)
        row->cells[i] = was->cells[i];
    return take_label(ch, number, was, texts[0], where);
}

bool rq_twoda_put_table(struct rq_doc *doc, const struct rq_table *table, struct rq_error *err)
{
    struct rq_twoda *t = doc->root;
    struct change ch = {.doc = doc,
                        .table = table,
                        .first = !table->columns[0][0],
                        .t = *t,
                        .temp = {.alloc = doc->alloc},
                        .err = err};
    bool fine = take_columns(&ch);
    if (fine) {
        ch.t.row_count = table->row_count;
        ch.t.rows = rq_arena_get(&doc->arena, table->row_count, sizeof *ch.t.rows);
        if (!ch.t.rows)
            fine = no_memory(err);
    }
    for (size_t i = 0; fine && ch.t.rows && i < table->row_count; i++)
        fine = take_row(&ch, i);
    if (fine)
        *t = ch.t;
    rq_out_free(&ch.temp);
    return fine;
}
