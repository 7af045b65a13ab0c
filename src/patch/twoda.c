/* [2DAList]: rows, cells and columns of tables. */
#include "core/line.h"
#include "core/text.h"
#include "formats/format.h"
#include "formats/value.h"
#include "patch/parts.h"

#include <reliquary/twoda.h>

struct table {
    struct rq_patch *p;
    struct res *res;
    struct rq_doc *doc;
    struct rq_twoda *t;
};

/* A section that changes a table. */
struct change {
    struct table *in;
    struct ini_section *section;
    size_t row;
    bool copied;  /* inc() has a value to add to */
    bool present; /* of AddRow and CopyRow: the row was there, high() and inc() leave cells alone */
};

enum { NO_ROW = -1 };

static bool is_empty(const char *text)
{
    return !*text || strcmp(text, "****") == 0;
}

static bool bytes_are(struct table *t, struct rq_bytes bytes, const char *text)
{
    struct rq_out out = {0};
    rq_text_decode(&out, t->doc->page, bytes);
    bool same = out.size == strlen(text) && rq_line_is(rq_out_bytes(&out), text);
    rq_out_free(&out);
    return same;
}

/* A cell or label as text of the plan. */
static const char *text_of(struct table *t, struct rq_bytes bytes)
{
    struct rq_out out = {0};
    rq_text_decode(&out, t->doc->page, bytes);
    const char *text = keep(t->p, (char *)out.data, out.size);
    rq_out_free(&out);
    return text;
}

static size_t find_column(struct table *t, const char *name)
{
    for (size_t i = 0; i < t->t->column_count; i++)
        if (bytes_are(t, t->t->columns[i], name))
            return i;
    return t->t->column_count;
}

static struct rq_bytes cell_at(const struct table *t, size_t row, size_t column)
{
    const struct rq_twoda_row *r = &t->t->rows[row];
    return column < r->cell_count ? r->cells[column] : (struct rq_bytes){0};
}

static long find_label(struct table *t, const char *label)
{
    for (size_t i = 0; i < t->t->row_count; i++)
        if (bytes_are(t, t->t->rows[i].label, label))
            return (long)i;
    return NO_ROW;
}

/* The highest number of a column, or of the labels (column -1), and one more; 1 when there is no number. */
static uint64_t next_number(struct table *t, long column)
{
    uint64_t most = 0;
    for (size_t i = 0; i < t->t->row_count; i++) {
        struct rq_bytes b = column < 0 ? t->t->rows[i].label : cell_at(t, i, (size_t)column);
        uint64_t v = 0;
        size_t n = 0;
        for (; n < b.size && n < 18 && b.data[n] >= '0' && b.data[n] <= '9'; n++)
            v = v * 10 + (uint64_t)(b.data[n] - '0');
        if (n && n == b.size && v > most)
            most = v;
    }
    return most + 1;
}

/* ---- rows ---- */

static long row_by_index(struct table *t, const struct ini_key *key, const char *value)
{
    int64_t v;
    if (rq_line_number(rq_line_of(value), &v) && v >= 0 && (uint64_t)v < t->t->row_count)
        return (long)v;
    tell(t->p, RQ_PATCH_ERROR, key->line, "%s has no row %s: it has %zu, counted from 0",
         t->res->name, value, t->t->row_count);
    return NO_ROW;
}

static long row_by_label(struct table *t, const struct ini_key *key, const char *value)
{
    long row = find_label(t, value);
    if (row == NO_ROW)
        tell(t->p, RQ_PATCH_ERROR, key->line, "%s has no row with the label %s", t->res->name,
             value);
    return row;
}

/* By the column "label"; the last of several, as both patchers have it. */
static long row_by_column(struct table *t, const struct ini_key *key, const char *value)
{
    size_t column = find_column(t, "label");
    for (size_t i = column < t->t->column_count ? t->t->row_count : 0; i-- > 0;)
        if (bytes_are(t, cell_at(t, i, column), value))
            return (long)i;
    tell(t->p, RQ_PATCH_ERROR, key->line, "%s has no row with %s in the column label", t->res->name,
         value);
    return NO_ROW;
}

static const struct {
    const char *key;
    long (*find)(struct table *t, const struct ini_key *key, const char *value);
} row_keys[] = {
    {"RowIndex", row_by_index}, {"RowLabel", row_by_label}, {"LabelIndex", row_by_column}};

static long find_row(struct change *c)
{
    struct rq_patch *p = c->in->p;
    for (uint32_t i = 0; i < c->section->count; i++) {
        const struct ini_key *key = ini_at(&p->ini, c->section, i);
        for (size_t k = 0; k < sizeof row_keys / sizeof row_keys[0]; k++) {
            if (rq_casecmp(key->name, row_keys[k].key) != 0)
                continue;
            const char *value = token_value(p, key->line, key->value);
            return value ? row_keys[k].find(c->in, key, value) : NO_ROW;
        }
    }
    tell(p, RQ_PATCH_ERROR, c->section->line,
         "[%s] does not say which row: RowIndex, RowLabel or LabelIndex is missing",
         c->section->name);
    return NO_ROW;
}

static bool insert_row(struct change *c, const char *label)
{
    struct table *t = c->in;
    struct rq_error err = {0};
    if (!rq_doc_insert(t->doc, "-", NULL, label, &err)) {
        tell_error(t->p, c->section->line, t->res->name, &err);
        return false;
    }
    c->row = t->t->row_count - 1;
    t->res->changed = true;
    return true;
}

/* The label that a key gives to a new row; NULL with *fine false after a message. */
static const char *new_label(struct change *c, const char *name, bool *fine)
{
    struct rq_patch *p = c->in->p;
    const struct ini_key *key = ini_key(&p->ini, c->section, name);
    const char *value = key ? token_value(p, key->line, key->value) : NULL;
    *fine = !key || value;
    if (value && rq_casecmp(value, "high()") == 0)
        return keepf(p, "%llu", (unsigned long long)next_number(c->in, -1));
    return value && *value ? value : NULL;
}

/* ---- cells ---- */

/* inc(N): the number; false: it is something else. */
static bool is_inc(const char *value, int64_t *by)
{
    size_t size = strlen(value);
    return starts_with(value, "inc(") && value[size - 1] == ')' &&
           rq_line_number((struct rq_bytes){(const uint8_t *)value + 4, size - 5}, by);
}

/* What a cell gets: tokens, high() and inc() worked out. NULL: it stays as it is. */
static const char *cell_value(struct change *c, const struct ini_key *key, size_t column)
{
    struct table *t = c->in;
    const char *value = token_value(t->p, key->line, key->value);
    int64_t by, was;
    if (!value)
        return NULL;
    if (rq_casecmp(value, "high()") == 0)
        return c->present ? NULL
                          : keepf(t->p, "%llu", (unsigned long long)next_number(t, (long)column));
    if (!is_inc(value, &by))
        return value;
    if (c->present)
        return NULL;
    if (!c->copied || !rq_line_number(cell_at(t, c->row, column), &was)) {
        tell(t->p, RQ_PATCH_ERROR, key->line, "%s needs a copied number to add to", value);
        return NULL;
    }
    was = (int64_t)((uint64_t)was + (uint64_t)by); /* wraps, as nobody checked the two */
    return keepf(t->p, "%lld", (long long)was);
}

static void set_cell(struct table *t, unsigned line, size_t row, size_t column, const char *value)
{
    struct rq_error err = {0};
    const char *name = text_of(t, t->t->columns[column]);
    if (!rq_doc_set(t->doc, keepf(t->p, "%zu/%s", row, name), is_empty(value) ? "" : value, &err)) {
        tell_error(t->p, line, t->res->name, &err);
        return;
    }
    t->res->changed = true;
    wrote(t->p, t->res, line, value, "%zu/%s", row, name);
}

static bool is_special(const char *name)
{
    static const char words[] = "rowindex rowlabel labelindex newrowlabel exclusivecolumn";
    bool memory;
    uint32_t number;
    return name[0] == '!' || is_one_of(words, name) || token_name(name, &memory, &number);
}

static void set_cells(struct change *c)
{
    struct table *t = c->in;
    for (uint32_t i = 0; i < c->section->count; i++) {
        const struct ini_key *key = ini_at(&t->p->ini, c->section, i);
        if (is_special(key->name))
            continue;
        size_t column = find_column(t, key->name);
        if (column == t->t->column_count) {
            tell(t->p, RQ_PATCH_WARNING, key->line, "%s has no column %s", t->res->name, key->name);
            continue;
        }
        const char *value = cell_value(c, key, column);
        if (value)
            set_cell(t, key->line, c->row, column, value);
    }
}

/* 2DAMEMORYN=RowIndex, RowLabel or a column; StrRefN=column. Read after all cells were set. */
static void store_tokens(struct change *c)
{
    struct table *t = c->in;
    for (uint32_t i = 0; i < c->section->count; i++) {
        const struct ini_key *key = ini_at(&t->p->ini, c->section, i);
        bool memory;
        uint32_t number;
        if (!token_name(key->name, &memory, &number))
            continue;
        size_t column = find_column(t, key->value);
        const char *value = NULL;
        if (rq_casecmp(key->value, "RowIndex") == 0)
            value = keepf(t->p, "%zu", c->row);
        else if (rq_casecmp(key->value, "RowLabel") == 0)
            value = text_of(t, t->t->rows[c->row].label);
        else if (column < t->t->column_count)
            value = text_of(t, cell_at(t, c->row, column));
        if (value)
            token_set(t->p, memory, number, value, false);
        else
            tell(t->p, RQ_PATCH_WARNING, key->line,
                 "expected RowIndex, RowLabel or a column of %s, found %s", t->res->name,
                 key->value);
    }
}

/* ---- modifiers ---- */

/* The row that has the value of ExclusiveColumn already. False: a message said why the section can't be used. */
static bool find_exclusive(struct change *c, long *row)
{
    struct table *t = c->in;
    const struct ini_key *key = ini_key(&t->p->ini, c->section, "ExclusiveColumn");
    *row = NO_ROW;
    if (!key || !*key->value)
        return true;
    const struct ini_key *cell = ini_key(&t->p->ini, c->section, key->value);
    size_t column = find_column(t, key->value);
    if (!cell || column == t->t->column_count) {
        tell(t->p, RQ_PATCH_ERROR, key->line,
             cell ? "%s has no column %s" : "in [%s] there is no value for %s",
             cell ? t->res->name : c->section->name, key->value);
        return false;
    }
    const char *value = token_value(t->p, cell->line, cell->value);
    if (!value)
        return false;
    for (size_t i = 0; i < t->t->row_count && *row == NO_ROW; i++)
        if (strcmp(text_of(t, cell_at(t, i, column)), is_empty(value) ? "" : value) == 0)
            *row = (long)i;
    return true;
}

static void change_row(struct change *c)
{
    long row = find_row(c);
    if (row == NO_ROW)
        return;
    c->row = (size_t)row;
    set_cells(c);
    store_tokens(c);
}

static void add_row(struct change *c)
{
    bool fine;
    long row;
    if (!find_exclusive(c, &row))
        return;
    c->present = row != NO_ROW;
    c->row = (size_t)row;
    const char *label = c->present ? NULL : new_label(c, "RowLabel", &fine);
    if (!c->present && (!fine || !insert_row(c, label)))
        return;
    set_cells(c);
    store_tokens(c);
}

static void copy_row(struct change *c)
{
    bool fine;
    long row;
    struct table *t = c->in;
    if (!find_exclusive(c, &row))
        return;
    c->present = row != NO_ROW;
    c->row = (size_t)row;
    if (!c->present) {
        long from = find_row(c);
        const char *label = from == NO_ROW ? NULL : new_label(c, "NewRowLabel", &fine);
        if (from == NO_ROW || !fine || !insert_row(c, label))
            return;
        for (size_t i = 0; i < t->t->column_count; i++)
            t->t->rows[c->row].cells[i] = cell_at(t, (size_t)from, i);
        c->copied = true;
    }
    set_cells(c);
    store_tokens(c);
}

/* ---- columns ---- */

bool twoda_add_column(struct rq_doc *doc, const char *label, const char *value,
                      struct rq_error *err)
{
    struct rq_twoda *t = rq_doc_root(doc, "twoda");
    struct rq_bytes name, fill = {0};
    size_t count = t->column_count;
    if (!rq_value_page_text(doc, label, label, doc->page, SIZE_MAX, &name, err) ||
        !rq_value_page_text(doc, label, value, doc->page, SIZE_MAX, &fill, err))
        return false;
    if (is_empty(value))
        fill = (struct rq_bytes){0};
    rq_doc_allow(doc, (count + 1) * sizeof name * (t->row_count + 1));
    struct rq_bytes *columns = rq_arena_get(&doc->arena, count + 1, sizeof *columns);
    struct rq_bytes *cells = rq_arena_get(&doc->arena, (count + 1) * t->row_count, sizeof *cells);
    if (!columns || !cells)
        return rq_fail(err, RQ_NO_MEMORY, 0, label, "out of memory");
    for (size_t i = 0; i < count; i++)
        columns[i] = t->columns[i];
    columns[count] = name;
    for (size_t r = 0; r < t->row_count; r++, cells += count + 1) {
        const struct rq_twoda_row *row = &t->rows[r];
        for (size_t i = 0; i < count; i++)
            cells[i] = i < row->cell_count ? row->cells[i] : (struct rq_bytes){0};
        cells[count] = fill;
        t->rows[r].cells = cells;
        t->rows[r].cell_count = count + 1;
    }
    t->columns = columns;
    t->column_count = count + 1;
    return true;
}

static bool insert_column(struct change *c, const char *label, const char *value)
{
    struct table *t = c->in;
    struct rq_error err = {0};
    if (!twoda_add_column(t->doc, label, value, &err)) {
        tell_error(t->p, c->section->line, t->res->name, &err);
        return false;
    }
    t->res->changed = true;
    wrote(t->p, t->res, c->section->line, value, "+%s", label);
    return true;
}

/* "I5" and "L5": a row by its number or label. NO_ROW: it is none of them, or there is no such row. */
static long row_of(struct table *t, const char *text)
{
    int64_t v;
    if (rq_lower(text[0]) == 'l')
        return find_label(t, text + 1);
    if (rq_lower(text[0]) != 'i' || !rq_line_number(rq_line_of(text + 1), &v) || v < 0 ||
        (uint64_t)v >= t->t->row_count)
        return NO_ROW;
    return (long)v;
}

static void fill_column(struct change *c, const struct ini_key *key, size_t column)
{
    struct table *t = c->in;
    bool memory;
    uint32_t number;
    bool store = token_name(key->name, &memory, &number);
    if (store && rq_casecmp(key->value, "ColumnLabel") == 0) {
        token_set(t->p, memory, number, text_of(t, t->t->columns[column]), false);
        return;
    }
    long row = row_of(t, store ? key->value : key->name);
    if (row == NO_ROW) {
        tell(t->p, RQ_PATCH_ERROR, key->line,
             "%s has no row %s: expected I with a number or L with a label", t->res->name,
             store ? key->value : key->name);
    } else if (store) {
        token_set(t->p, memory, number, text_of(t, cell_at(t, (size_t)row, column)), false);
    } else {
        const char *value = token_value(t->p, key->line, key->value);
        if (value)
            set_cell(t, key->line, (size_t)row, column, value);
    }
}

static void add_column(struct change *c)
{
    struct table *t = c->in;
    bool memory;
    uint32_t number;
    const struct ini_key *label = ini_key(&t->p->ini, c->section, "ColumnLabel");
    const struct ini_key *fill = ini_key(&t->p->ini, c->section, "DefaultValue");
    if (!label || !*label->value) {
        tell(t->p, RQ_PATCH_ERROR, c->section->line, "[%s] has no ColumnLabel", c->section->name);
        return;
    }
    if (find_column(t, label->value) < t->t->column_count) {
        tell(t->p, RQ_PATCH_ERROR, label->line, "%s has a column %s already", t->res->name,
             label->value);
        return;
    }
    const char *value = fill ? token_value(t->p, fill->line, fill->value) : "";
    if (!value || !insert_column(c, label->value, value))
        return;
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < c->section->count; i++) {
            const struct ini_key *key = ini_at(&t->p->ini, c->section, i);
            if (key != label && key != fill && key->name[0] != '!' &&
                token_name(key->name, &memory, &number) == (round == 1))
                fill_column(c, key, t->t->column_count - 1);
        }
}

/* ---- the list ---- */

static const struct {
    const char *key;
    void (*apply)(struct change *c);
} modifiers[] = {{"ChangeRow", change_row},
                 {"AddRow", add_row},
                 {"CopyRow", copy_row},
                 {"AddColumn", add_column}};

static void apply(struct table *t, const struct ini_key *key)
{
    for (size_t i = 0; i < sizeof modifiers / sizeof modifiers[0]; i++) {
        if (!starts_with(key->name, modifiers[i].key))
            continue;
        struct change c = {.in = t, .section = ini_find(&t->p->ini, key->value)};
        if (c.section)
            modifiers[i].apply(&c);
        else
            tell(t->p, RQ_PATCH_ERROR, key->line, "there is no section [%s]", key->value);
        return;
    }
    if (key->name[0] != '!')
        tell(t->p, RQ_PATCH_WARNING, key->line,
             "expected ChangeRow, AddRow, CopyRow or AddColumn, found %s", key->name);
}

/* More rows than this break the engine of the first game. */
static void warn_of_rows(const struct table *t)
{
    static const struct {
        const char *name;
        size_t most;
    } caps[] = {{"placeables.2da", 256}, {"upcrystals.2da", 256}, {"upgrade.2da", 32}};
    for (size_t i = 0; t->p->game_number == 1 && i < 3; i++)
        if (rq_casecmp(t->res->name, caps[i].name) == 0 && t->t->row_count > caps[i].most)
            tell(t->p, RQ_PATCH_WARNING, 0, "%s has %zu rows now; the game breaks above %zu",
                 caps[i].name, t->t->row_count, caps[i].most);
}

void twoda_list(struct rq_patch *p, struct ini_section *section)
{
    struct op_list list;
    op_list_open(p, &list, section);
    for (uint32_t i = 0; i < section->count; i++) {
        struct op op;
        struct table t = {.p = p};
        if (!op_read(p, &list, ini_at(&p->ini, section, i), &op))
            continue;
        op.destination = "override";
        if (!op.section) {
            tell(p, RQ_PATCH_ERROR, op.key->line, "there is no section [%s]", op.name);
            continue;
        }
        t.res = op_base(p, &op, "twoda");
        t.doc = t.res ? plan_doc(p, op.key->line, t.res, "twoda") : NULL;
        t.t = t.doc ? rq_doc_root(t.doc, "twoda") : NULL;
        if (!t.t)
            continue;
        tell(p, RQ_PATCH_NOTE, op.key->line, "patching %s", t.res->key);
        for (uint32_t k = 0; k < op.section->count; k++)
            apply(&t, ini_at(&p->ini, op.section, k));
        warn_of_rows(&t);
    }
}
