/* The values of a table: "12/label", by the number of the row and the name of the column; "12" is the
 * label of a row. Paths may also name a row by its label. */
#include "core/part.h"
#include "formats/kotor/twoda_parts.h"
#include "formats/value.h"

#include <stdio.h>

static bool is_number(struct rq_bytes label, size_t number)
{
    char text[24];
    int size = snprintf(text, sizeof text, "%zu", number);
    return label.size == (size_t)size && memcmp(label.data, text, label.size) == 0;
}

/* ---- visiting ---- */

/* Columns of one name are told apart as long as that takes no time; no file of the game has more than
 * 100 columns. */
enum { MOST_COLUMNS = 1024 };

/* How many columns have the name of this one, up to it. */
static unsigned count_name(const struct rq_twoda *t, size_t column)
{
    unsigned count = 1;
    for (size_t i = 0; i < column && t->column_count <= MOST_COLUMNS; i++)
        count += rq_same(t->columns[i], t->columns[column]);
    return count;
}

static void visit_cell(const struct rq_doc *doc, struct rq_visit *v, size_t row, size_t column,
                       unsigned nth)
{
    const struct rq_twoda *t = doc->root;
    if (column < t->column_count)
        rq_visit_page_name(v, doc->page, t->columns[column], nth);
    else
        rq_visit_index(v, column);
    rq_visit_text(v, doc->page, rq_twoda_at(&t->rows[row], column));
}

/* nth is for each column; NULL without memory. */
static void visit_cells(const struct rq_doc *doc, struct rq_visit *v, size_t number,
                        const unsigned *nth)
{
    const struct rq_twoda *t = doc->root;
    const struct rq_twoda_row *row = &t->rows[number];
    rq_visit_enter(v);
    for (size_t i = 0; i < row->cell_count && !v->stopped; i++)
        if (row->cells[i].size)
            visit_cell(doc, v, number, i, nth && i < t->column_count ? nth[i] : 1);
    rq_visit_leave(v);
}

/* How often the name of each column is there up to it; NULL without memory. */
static unsigned *count_names(const struct rq_twoda *t, struct rq_arena *arena)
{
    unsigned *nth = rq_arena_get(arena, t->column_count, sizeof *nth);
    for (size_t i = 0; nth && i < t->column_count; i++)
        nth[i] = count_name(t, i);
    return nth;
}

/* A row that bears its number is not told of. */
void rq_twoda_visit(const struct rq_doc *doc, struct rq_visit *v)
{
    const struct rq_twoda *t = doc->root;
    struct rq_arena temp = {.alloc = doc->alloc};
    const unsigned *nth = count_names(t, &temp);
    for (size_t r = 0; r < t->row_count && !v->stopped; r++) {
        rq_visit_index(v, r);
        if (!is_number(t->rows[r].label, r))
            rq_visit_text(v, doc->page, t->rows[r].label);
        visit_cells(doc, v, r, nth);
    }
    rq_arena_free(&temp);
}

/* ---- by path ---- */

struct place {
    size_t row, column;
    bool whole; /* the row */
};

static bool find_row(const struct rq_doc *doc, struct rq_part part, size_t *row)
{
    const struct rq_twoda *t = doc->root;
    uint32_t number;
    if (rq_part_number(part, &number) && number < t->row_count) {
        *row = number;
        return true;
    }
    for (*row = 0; *row < t->row_count; ++*row)
        if (rq_part_names(part, doc->page, t->rows[*row].label))
            return true;
    return false;
}

/* The nth column of a name; the game knows the first alone. */
static bool find_named(const struct rq_doc *doc, struct rq_part part, uint32_t nth, size_t *column)
{
    const struct rq_twoda *t = doc->root;
    for (*column = 0; *column < t->column_count; ++*column)
        if (rq_part_names(part, doc->page, t->columns[*column]) && !--nth)
            return true;
    return false;
}

/* A number is that of a cell behind the last column, where the row has one. */
static bool find_column(const struct rq_doc *doc, struct rq_part part, struct place *place)
{
    const struct rq_twoda *t = doc->root;
    struct rq_part stem;
    uint32_t number;
    if (find_named(doc, part, 1, &place->column))
        return true;
    if (rq_part_repeat(part, &stem, &number))
        return find_named(doc, stem, number, &place->column);
    if (!rq_part_number(part, &number) || number < t->column_count ||
        number >= t->rows[place->row].cell_count)
        return false;
    place->column = number;
    return true;
}

static bool find(const struct rq_doc *doc, const char *path, struct place *place,
                 struct rq_error *err)
{
    const struct rq_twoda *t = doc->root;
    const char *rest = path;
    if (!find_row(doc, rq_part_cut(&rest), &place->row))
        return rq_fail(err, RQ_USAGE, 0, path,
                       "expected the label of a row or a number below %zu, found nothing",
                       t->row_count);
    place->whole = rest == NULL;
    if (place->whole)
        return true;
    struct rq_part column = rq_part_cut(&rest);
    return (!rest && find_column(doc, column, place)) ||
           rq_fail(err, RQ_USAGE, 0, path, "expected a column \"%.*s\", found none",
                   (int)(column.size < 40 ? column.size : 40), column.text);
}

static bool twoda_at(struct rq_doc *doc, const char *path, struct rq_visit *v, struct rq_error *err)
{
    const struct rq_twoda *t = doc->root;
    struct place place = {0};
    if (!find(doc, path, &place, err))
        return false;
    rq_visit_index(v, place.row);
    if (place.whole) {
        struct rq_arena temp = {.alloc = doc->alloc};
        rq_visit_text(v, doc->page, t->rows[place.row].label);
        visit_cells(doc, v, place.row, count_names(t, &temp));
        rq_arena_free(&temp);
        return true;
    }
    rq_visit_enter(v);
    visit_cell(doc, v, place.row, place.column,
               place.column < t->column_count ? count_name(t, place.column) : 1);
    rq_visit_leave(v);
    return true;
}

/* What would not be read back as it is: the ends of texts in a binary file, and in a text file a line
 * break, or a quote in a text that needs quotes around it. */
static bool can_stand(const struct rq_twoda *t, struct rq_bytes text, bool is_cell)
{
    const char *ends = t->form == RQ_TWODA_TEXT ? "\r\n" : is_cell ? "" : "\t";
    bool quoted = t->form == RQ_TWODA_TEXT && rq_twoda_needs_quotes(text, is_cell);
    for (size_t i = 0; i < text.size; i++)
        if (!text.data[i] || strchr(ends, text.data[i]) || (quoted && text.data[i] == '"'))
            return false;
    return true;
}

/* Rows of a text file may have fewer cells than there are columns. */
static bool widen(struct rq_doc *doc, struct rq_twoda_row *row, size_t column, const char *path,
                  struct rq_error *err)
{
    if (column < row->cell_count)
        return true;
    rq_doc_allow(doc, (column + 1) * sizeof *row->cells);
    struct rq_bytes *cells = rq_arena_get(&doc->arena, column + 1, sizeof *cells);
    if (!cells)
        return rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
    if (row->cell_count)
        memcpy(cells, row->cells, row->cell_count * sizeof *cells);
    row->cells = cells;
    row->cell_count = column + 1;
    return true;
}

/* A text in the page of the document that can stand in the table. */
static bool take_text(struct rq_doc *doc, const char *path, const char *text, bool is_cell,
                      struct rq_bytes *bytes, struct rq_error *err)
{
    const struct rq_twoda *t = doc->root;
    if (!rq_value_page_text(doc, path, text, doc->page, SIZE_MAX, bytes, err))
        return false;
    return can_stand(t, *bytes, is_cell) ||
           rq_fail(err, RQ_USAGE, 0, path,
                   "expected a text that can stand in the table, found one with a %s",
                   t->form == RQ_TWODA_TEXT ? "line break or quotes" : "tab");
}

/* Nothing, or "****", is an empty cell. */
static bool twoda_set(struct rq_doc *doc, const char *path, const char *text, struct rq_error *err)
{
    struct rq_twoda *t = doc->root;
    struct place place = {0};
    struct rq_bytes bytes;
    if (!find(doc, path, &place, err) || !take_text(doc, path, text, !place.whole, &bytes, err))
        return false;
    struct rq_twoda_row *row = &t->rows[place.row];
    if (place.whole) {
        row->label = bytes;
        return true;
    }
    if (!text[0] || strcmp(text, "****") == 0)
        bytes = (struct rq_bytes){0};
    if (!widen(doc, row, place.column, path, err))
        return false;
    row->cells[place.column] = bytes;
    return true;
}

/* "-": an empty row behind the last, with a label or its number. Those before it keep their numbers,
 * which other files have. */
static bool twoda_insert(struct rq_doc *doc, const char *path, const char *kind, const char *text,
                         struct rq_error *err)
{
    struct rq_twoda *t = doc->root;
    struct rq_twoda_row row = {.cell_count = t->column_count};
    char number[24];
    if (kind || strcmp(path, "-") != 0)
        return rq_fail(err, RQ_USAGE, 0, path, "expected \"-\", a new row behind the last");
    snprintf(number, sizeof number, "%zu", t->row_count);
    if (!take_text(doc, path, text ? text : number, false, &row.label, err))
        return false;
    rq_doc_allow(doc, t->column_count * sizeof *row.cells);
    row.cells = rq_arena_get(&doc->arena, t->column_count, sizeof *row.cells);
    struct rq_twoda_row *rows = rq_doc_one_more(doc, t->rows, t->row_count, sizeof row);
    if (!row.cells || !rows)
        return rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
    rows[t->row_count++] = row;
    t->rows = rows;
    return true;
}

const struct rq_facet_values rq_twoda_values = {
    .at = twoda_at, .set = twoda_set, .insert = twoda_insert};
