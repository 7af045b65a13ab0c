/* Two versions of a table as [2DAList]: cells, rows and columns. */
#include "core/line.h"
#include "core/text.h"
#include "formats/format.h"
#include "patch/create.h"
#include "refs/refs.h"

#include <reliquary/twoda.h>

struct tables {
    struct creation *c;
    struct item *item;
    struct rq_doc *docs[2];
    const struct rq_twoda *old, *fresh;
    const char *name;   /* "appearance" */
    struct rq_out list; /* of the section of the table */
    struct rq_out body;
    uint32_t count;
};

static const char *text_of(struct tables *t, struct rq_bytes bytes)
{
    struct rq_out out = {0};
    rq_text_decode(&out, t->docs[1]->page, bytes);
    const char *text = create_keep(t->c, (char *)out.data, out.size);
    rq_out_free(&out);
    return text;
}

static struct rq_bytes cell_at(const struct rq_twoda *t, size_t row, size_t column)
{
    const struct rq_twoda_row *r = &t->rows[row];
    return column < r->cell_count ? r->cells[column] : (struct rq_bytes){0};
}

/* What the instructions say for a cell: a token for what is new, "****" for nothing. */
static const char *cell_text(struct tables *t, size_t row, size_t column)
{
    struct rq_bytes cell = cell_at(t->fresh, row, column);
    const char *ref = rq_twoda_ref(t->name, t->fresh->columns[column]);
    int64_t number;
    const char *token = rq_line_number(cell, &number) ? create_reference(t->c, ref, number) : NULL;
    return token ? token : cell.size ? text_of(t, cell) : "****";
}

static const char *begin(struct tables *t, const char *what)
{
    const char *section = create_section(t->c, "table");
    create_line(&t->list, create_printf(t->c, "%s%u", what, t->count++), section);
    rq_putf(&t->body, "[%s]\r\n", section);
    return section;
}

/* ---- rows ---- */

static bool is_unique(struct tables *t, size_t row, size_t column)
{
    struct rq_bytes cell = cell_at(t->fresh, row, column);
    const char *text = text_of(t, cell);
    for (size_t i = 0; i < t->fresh->row_count; i++)
        if (i != row && rq_line_is(cell_at(t->fresh, i, column), text))
            return false;
    return cell.size != 0;
}

/* Where rows have names of their own, a second installation finds its row by it. */
static void put_exclusive(struct tables *t, size_t row)
{
    size_t column = rq_twoda_column(t->fresh, "label");
    if (column < t->old->column_count && is_unique(t, row, column))
        create_line(&t->body, "ExclusiveColumn", text_of(t, t->fresh->columns[column]));
}

static void add_row(struct tables *t, size_t row)
{
    struct row_token *token = create_row(t->c, t->name, row);
    const char *label = text_of(t, t->fresh->rows[row].label);
    begin(t, "AddRow");
    if (strcmp(label, create_printf(t->c, "%zu", row)) != 0)
        create_line(&t->body, "RowLabel", label);
    put_exclusive(t, row);
    for (size_t i = 0; i < t->old->column_count; i++)
        if (cell_at(t->fresh, row, i).size)
            create_line(&t->body, text_of(t, t->fresh->columns[i]), cell_text(t, row, i));
    if (token && token->number)
        create_line(&t->body, create_printf(t->c, "2DAMEMORY%u", token->number), "RowIndex");
    if (token)
        token->set = token->number != 0;
}

static void change_row(struct tables *t, size_t row)
{
    bool begun = false;
    for (size_t i = 0; i < t->old->column_count; i++) {
        if (rq_same(cell_at(t->old, row, i), cell_at(t->fresh, row, i)))
            continue;
        if (!begun) {
            begin(t, "ChangeRow");
            create_line(&t->body, "RowIndex", create_printf(t->c, "%zu", row));
        }
        begun = true;
        create_line(&t->body, text_of(t, t->fresh->columns[i]), cell_text(t, row, i));
    }
}

/* A column is added last, when all rows are there. */
static void add_column(struct tables *t, size_t column)
{
    begin(t, "AddColumn");
    create_line(&t->body, "ColumnLabel", text_of(t, t->fresh->columns[column]));
    create_line(&t->body, "DefaultValue", "****");
    for (size_t row = 0; row < t->fresh->row_count; row++)
        if (cell_at(t->fresh, row, column).size)
            create_line(&t->body, create_printf(t->c, "I%zu", row), cell_text(t, row, column));
}

/* ---- the whole ---- */

static const char *why_not(struct tables *t)
{
    struct creation *c = t->c;
    if (t->old->form != t->fresh->form)
        return "one version is text and the other binary";
    if (t->fresh->row_count < t->old->row_count)
        return create_printf(c, "rows were removed: %zu of %zu are left", t->fresh->row_count,
                             t->old->row_count);
    for (size_t i = 0; i < t->old->column_count; i++)
        if (i >= t->fresh->column_count ||
            !rq_line_is(t->fresh->columns[i], text_of(t, t->old->columns[i])))
            return create_printf(c, "column %s was removed, renamed or moved",
                                 text_of(t, t->old->columns[i]));
    for (size_t i = 0; i < t->old->row_count; i++)
        if (!rq_same(t->old->rows[i].label, t->fresh->rows[i].label))
            return create_printf(c, "row %zu has another label: %s in place of %s", i,
                                 text_of(t, t->fresh->rows[i].label),
                                 text_of(t, t->old->rows[i].label));
    return NULL;
}

static bool open_tables(struct tables *t, struct creation *c, const struct item *item)
{
    size_t stem = strcspn(item->name, ".");
    t->c = c;
    t->name = create_keep(c, item->name, stem);
    t->docs[0] = create_doc(c, item->name, item->old, "twoda");
    t->docs[1] = create_doc(c, item->name, item->fresh, "twoda");
    t->old = t->docs[0] ? rq_doc_root(t->docs[0], "twoda") : NULL;
    t->fresh = t->docs[1] ? rq_doc_root(t->docs[1], "twoda") : NULL;
    return t->old && t->fresh;
}

static void close_tables(struct tables *t)
{
    rq_doc_free(t->docs[0]);
    rq_doc_free(t->docs[1]);
    rq_out_free(&t->list);
    rq_out_free(&t->body);
}

static void write_table(struct tables *t)
{
    struct creation *c = t->c;
    const struct item *item = t->item;
    const char *name = create_name(c, item->name);
    for (size_t i = 0; i < t->fresh->row_count; i++) {
        if (i < t->old->row_count)
            change_row(t, i);
        else
            add_row(t, i);
    }
    for (size_t i = t->old->column_count; i < t->fresh->column_count; i++)
        add_column(t, i);
    create_listed(c, LIST_2DA, false, name);
    rq_putf(&c->bodies[LIST_2DA], "[%s]\r\n", name);
    rq_put_bytes(&c->bodies[LIST_2DA], rq_out_bytes(&t->list));
    rq_put_bytes(&c->bodies[LIST_2DA], rq_out_bytes(&t->body));
    if (item->from_game)
        create_file(c, name, item->old);
}

const char *create_twoda(struct creation *c, struct item *item)
{
    struct tables t = {.item = item};
    const char *why = open_tables(&t, c, item) ? why_not(&t) : "it can't be read";
    if (!why)
        write_table(&t);
    close_tables(&t);
    return why;
}

void create_note_rows(struct creation *c, const struct item *item)
{
    struct tables t = {0};
    bool fine = open_tables(&t, c, item);
    for (size_t i = fine ? t.old->row_count : 0; fine && i < t.fresh->row_count; i++) {
        struct row_token *rows =
            rq_arena_more(&c->arena, &c->rows, c->row_count, &c->row_room, sizeof *rows);
        if (!rows)
            break;
        rows[c->row_count++] = (struct row_token){.table = t.name, .row = i};
    }
    close_tables(&t);
}

bool create_twoda_waits(struct creation *c, const struct item *item)
{
    struct tables t = {0};
    bool waits = false;
    bool fine = open_tables(&t, c, item);
    for (size_t i = 0; fine && i < t.fresh->column_count; i++) {
        const char *ref = rq_twoda_ref(t.name, t.fresh->columns[i]);
        for (uint32_t k = 0; k < c->row_count && strncmp(ref, "2da:", 4) == 0; k++)
            waits |= c->rows[k].number && !c->rows[k].set &&
                     rq_casecmp(c->rows[k].table, ref + 4) == 0 &&
                     rq_casecmp(c->rows[k].table, t.name) != 0;
    }
    close_tables(&t);
    return waits;
}
