/* 2DA: cells of the columns that twoda.def names, and how many rows a table has. */
#include "refs/refs.h"

#include <stdio.h>

static const struct column {
    const char *table, *column; /* with * and ? */
    const char *ref;
} columns[] = {
#define COLUMN(table, column, ref) {table, column, ref},
#include "refs/twoda.def"
#undef COLUMN
};

enum { NAME_ROOM = 64 };

const char *rq_twoda_ref(const char *table, struct rq_bytes column)
{
    char name[NAME_ROOM];
    if (column.size >= sizeof name)
        return "";
    snprintf(name, sizeof name, "%.*s", (int)column.size, (const char *)column.data);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        if (rq_glob(columns[i].table, table) && rq_glob(columns[i].column, name))
            return columns[i].ref;
    return "";
}

static bool is_empty(struct rq_bytes cell)
{
    return !cell.size || (cell.size == 4 && memcmp(cell.data, "****", 4) == 0);
}

/* The icon of an item has the letter i before the name of its model. */
static void put_icon(struct rq_collect *c, const struct rq_bytes *cell)
{
    char text[40];
    int size = snprintf(text, sizeof text, "i%.*s", (int)(cell->size < 32 ? cell->size : 32),
                        (const char *)cell->data);
    rq_collect_put(c, RQ_THING_RESOURCE, RQ_USE_STEM,
                   (struct rq_bytes){(const uint8_t *)text, (size_t)size}, "tpc|tga");
}

static void take_column(struct rq_collect *c, const struct rq_twoda *t, size_t column,
                        const char *ref)
{
    for (size_t r = 0; r < t->row_count; r++) {
        const struct rq_twoda_row *row = &t->rows[r];
        if (column >= row->cell_count || is_empty(row->cells[column]))
            continue;
        const struct rq_ref_value v = {.text = row->cells[column]};
        size_t size = rq_collect_at(c, "%zu/%.*s", r, (int)t->columns[column].size,
                                    (const char *)t->columns[column].data);
        rq_collect_ref(c, ref, &v, RQ_USE_PLAIN);
        if (strcmp(ref, "stem:mdl") == 0)
            put_icon(c, &v.text);
        rq_collect_back(c, size);
    }
}

void rq_collect_twoda(struct rq_collect *c)
{
    const struct rq_twoda *t = rq_doc_root(c->doc, "twoda");
    char table[NAME_ROOM];
    snprintf(table, sizeof table, "%.*s", (int)strcspn(c->name, "."), c->name);
    for (size_t i = 0; i < t->column_count; i++) {
        const char *ref = rq_twoda_ref(table, t->columns[i]);
        if (*ref)
            take_column(c, t, i, ref);
    }
    size_t size = rq_collect_at(c, "%zu", t->row_count);
    rq_collect_put(c, RQ_THING_TABLE, RQ_USE_DEFINES,
                   (struct rq_bytes){(const uint8_t *)table, strlen(table)}, "");
    rq_collect_back(c, size);
}
