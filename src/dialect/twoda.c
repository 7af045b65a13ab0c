/* 2DA as PyKotor's JSON, the newer shape with "headers" and the older one with a key for each
 * column, and as CSV: PyKotor has the labels of the rows in a first column, xoreos-tools has none. */
#include "convert/convert.h"
#include "dialect/parts.h"
#include "formats/kotor/twoda_parts.h"

#include <stdio.h>

static void lose_table(struct rq_writing *w)
{
    const struct rq_twoda *t = w->doc->root;
    bool usual = t->layout == RQ_TWODA_FIRST_USE && !t->zero_size && !t->open_columns &&
                 !t->nul_columns && !t->nul_labels;
    if (t->form == RQ_TWODA_TEXT)
        rq_lose(w, RQ_LOST_form, NULL);
    else if (!usual)
        rq_lose(w, RQ_LOST_layout, NULL);
    if (t->has_default)
        rq_lose(w, RQ_LOST_fallback, NULL);
    if (w->doc->page != RQ_CP1252)
        rq_lose(w, RQ_LOST_encoding, NULL);
}

static void lose_row(struct rq_writing *w, size_t number)
{
    const struct rq_twoda *t = w->doc->root;
    const struct rq_twoda_row *row = &t->rows[number];
    struct rq_spot at = {NULL, "rows", (int64_t)number};
    if (row->cell_count != t->column_count)
        rq_lose(w, RQ_LOST_row_length, &at);
    for (size_t i = 0; i < row->cell_count; i++) {
        struct rq_bytes cell = row->cells[i];
        bool stars = cell.size == 4 && memcmp(cell.data, "****", 4) == 0;
        if (stars || (t->form == RQ_TWODA_TEXT && cell.data && !cell.size))
            rq_lose(w, RQ_LOST_cell, &at);
    }
}

void rq_twoda_lose_csv(struct rq_writing *w)
{
    const struct rq_twoda *t = w->doc->root;
    lose_table(w);
    for (size_t i = 0; i < t->row_count; i++)
        lose_row(w, i);
}

void rq_twoda_write_json(struct rq_writing *w)
{
    const struct rq_twoda *t = w->doc->root;
    struct rq_json *j = &w->json;
    if (!rq_twoda_fits_grid(t, w->err))
        return;
    lose_table(w);
    rq_json_object(j);
    rq_json_key(j, "headers");
    rq_json_array_row(j);
    for (size_t i = 0; i < t->column_count; i++)
        rq_json_text(j, w->doc->page, t->columns[i]);
    rq_json_end_array(j);
    rq_json_key(j, "rows");
    rq_json_array(j);
    for (size_t i = 0; i < t->row_count; i++) {
        lose_row(w, i);
        rq_json_object_row(j);
        rq_json_key(j, "label");
        rq_json_text(j, w->doc->page, t->rows[i].label);
        rq_json_key(j, "cells");
        rq_json_array_row(j);
        for (size_t k = 0; k < t->column_count; k++)
            rq_json_text(j, w->doc->page, rq_twoda_at(&t->rows[i], k));
        rq_json_end_array(j);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    rq_json_end_object(j);
}

/* The table without its first column, the labels. */
static bool drop_labels(struct rq_writing *w, struct rq_arena *arena, struct rq_table *table)
{
    const struct rq_table all = *table;
    size_t width = all.column_count - 1;
    const char **cells = rq_arena_get(arena, width * all.row_count, sizeof *cells);
    if (!cells)
        return rq_fail(w->err, RQ_NO_MEMORY, 0, "twoda", "out of memory");
    for (size_t i = 0; i < all.row_count; i++) {
        const char *const *row = all.cells + i * all.column_count;
        char number[24];
        snprintf(number, sizeof number, "%zu", i);
        if (strcmp(row[0], number) != 0)
            rq_lose(w, RQ_LOST_row_label, &(struct rq_spot){NULL, "rows", (int64_t)i});
        for (size_t k = 0; k < width; k++) {
            cells[i * width + k] = row[k + 1];
            if (row[k + 1][strcspn(row[k + 1], "\"\r\n")])
                rq_lose(w, RQ_LOST_quotes, &(struct rq_spot){NULL, "rows", (int64_t)i});
        }
    }
    *table = (struct rq_table){.column_count = width,
                               .row_count = all.row_count,
                               .columns = all.columns + 1,
                               .cells = cells};
    return true;
}

void rq_twoda_write_csv(struct rq_writing *w)
{
    const struct rq_twoda *t = w->doc->root;
    struct rq_arena arena = {.alloc = w->doc->alloc};
    struct rq_view view = {.arena = &arena, .err = w->err};
    struct rq_table table;
    rq_twoda_lose_csv(w);
    bool fine = rq_twoda_table(w->doc, &view, &table);
    if (fine && !w->pykotor && !t->column_count)
        fine = rq_fail(w->err, RQ_USAGE, 0, "twoda", "a table without columns has no such CSV");
    if (fine && !w->pykotor)
        fine = drop_labels(w, &arena, &table);
    if (fine)
        rq_csv_write(w->out, &table, w->err);
    rq_arena_free(&arena);
}

/* ---- and back ---- */

static struct rq_bytes take_cell(struct rq_reading *r)
{
    struct rq_jr *jr = &r->jr;
    struct rq_bytes none = {0};
    if (rq_jr_peek(jr) == RQ_J_NULL) {
        rq_jr_skip(jr);
        return none;
    }
    struct rq_bytes text = rq_reading_bytes(r, r->doc->page, rq_jr_string(jr));
    bool empty = !text.size || (text.size == 4 && memcmp(text.data, "****", 4) == 0);
    return empty ? none : text;
}

static void take_headers(struct rq_reading *r, struct rq_twoda *t)
{
    t->columns = rq_reading_get(r, rq_jr_length(&r->jr), sizeof *t->columns);
    t->column_count = 0;
    rq_jr_array(&r->jr);
    while (t->columns && rq_jr_more(&r->jr))
        t->columns[t->column_count++] = rq_reading_bytes(r, r->doc->page, rq_jr_string(&r->jr));
}

/* {"label": "0", "cells": ["a", "b"]} */
static void take_cells(struct rq_reading *r, struct rq_twoda_row *row)
{
    row->cells = rq_reading_get(r, rq_jr_length(&r->jr), sizeof *row->cells);
    row->cell_count = 0;
    rq_jr_array(&r->jr);
    while (row->cells && rq_jr_more(&r->jr))
        row->cells[row->cell_count++] = take_cell(r);
}

/* {"_id": "0", "Label": "a", "Name": "b"}: the first row names the columns, and each other row
 * has the same in the same order, as PyKotor writes them. */
static void take_named(struct rq_reading *r, struct rq_twoda *t, struct rq_twoda_row *row,
                       struct rq_str key, size_t *next)
{
    struct rq_bytes name = rq_reading_bytes(r, r->doc->page, key);
    size_t i = (*next)++;
    if (row->cells && i < t->column_count && rq_same(t->columns[i], name))
        row->cells[i] = take_cell(r);
    else
        rq_jr_bad(&r->jr, "each row has the columns of the first, in the same order");
}

static size_t count_columns(struct rq_jr copy)
{
    struct rq_str key;
    size_t count = 0;
    rq_jr_object(&copy);
    for (; rq_jr_key(&copy, &key); rq_jr_skip(&copy))
        count += !rq_str_is(key, "_id");
    return count;
}

/* The columns of an older table, from its first row. */
static void find_columns(struct rq_reading *r, struct rq_twoda *t, struct rq_jr copy)
{
    struct rq_str key;
    rq_jr_array(&copy);
    if (!rq_jr_more(&copy))
        return;
    size_t count = count_columns(copy);
    t->columns = rq_reading_get(r, count, sizeof *t->columns);
    rq_jr_object(&copy);
    for (; t->columns && rq_jr_key(&copy, &key); rq_jr_skip(&copy))
        if (!rq_str_is(key, "_id") && t->column_count < count)
            t->columns[t->column_count++] = rq_reading_bytes(r, r->doc->page, key);
}

static void take_row(struct rq_reading *r, struct rq_twoda *t, struct rq_twoda_row *row, bool older)
{
    struct rq_jr *jr = &r->jr;
    struct rq_str key;
    size_t next = 0;
    if (older) {
        row->cells = rq_reading_get(r, t->column_count, sizeof *row->cells);
        row->cell_count = row->cells ? t->column_count : 0;
    }
    row->label = (struct rq_bytes){(const uint8_t *)"", 0};
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, older ? "_id" : "label"))
            row->label = rq_reading_bytes(r, r->doc->page, rq_jr_string(jr));
        else if (older)
            take_named(r, t, row, key, &next);
        else if (rq_str_is(key, "cells"))
            take_cells(r, row);
        else
            rq_jr_unknown(jr, key);
    }
    if (rq_jr_ok(jr) && !older && row->cell_count != t->column_count)
        rq_jr_bad(jr, "%zu cells, there are %zu headers", row->cell_count, t->column_count);
    if (rq_jr_ok(jr) && older && next != t->column_count)
        rq_jr_bad(jr, "each row has the columns of the first, in the same order");
}

static void take_rows(struct rq_reading *r, struct rq_twoda *t, bool older)
{
    struct rq_jr *jr = &r->jr;
    if (older)
        find_columns(r, t, *jr);
    t->rows = rq_reading_get(r, rq_jr_length(jr), sizeof *t->rows);
    rq_jr_array(jr);
    while (t->rows && rq_jr_more(jr))
        take_row(r, t, &t->rows[t->row_count++], older);
}

/* "headers" may stand behind "rows": PyKotor makes its object in that order. */
void rq_twoda_read_json(struct rq_reading *r)
{
    struct rq_twoda *t = r->doc->root;
    struct rq_jr start = r->jr;
    struct rq_str key;
    bool headers = false, rows = false;
    while (rq_jr_key(&r->jr, &key)) {
        if (rq_str_is(key, "headers") && !headers)
            take_headers(r, t), headers = true;
        else
            rq_jr_skip(&r->jr);
    }
    struct rq_jr end = r->jr;
    r->jr = start;
    while (rq_reading_ok(r) && rq_jr_key(&r->jr, &key)) {
        if (rq_str_is(key, "headers"))
            rq_jr_skip(&r->jr);
        else if (rq_str_is(key, "rows") && !rows)
            take_rows(r, t, !headers), rows = true;
        else
            rq_jr_unknown(&r->jr, key);
    }
    if (rq_reading_ok(r))
        r->jr = end;
}
