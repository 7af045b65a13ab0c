#include "convert/convert.h"
#include "core/text.h"

/* ---- writing ---- */

static void put_cell(struct rq_out *out, const char *text)
{
    if (!text[strcspn(text, ",;\t\"\r\n")] && text[0] != ' ') {
        rq_put(out, text, strlen(text));
        return;
    }
    rq_put8(out, '"');
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            rq_put8(out, '"');
        rq_put8(out, (uint8_t)*c);
    }
    rq_put8(out, '"');
}

static void put_row(struct rq_out *out, const char *const *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            rq_put8(out, ',');
        put_cell(out, cells[i]);
    }
    rq_put(out, "\r\n", 2);
}

bool rq_csv_write(struct rq_out *out, const struct rq_table *table, struct rq_error *err)
{
    put_row(out, table->columns, table->column_count);
    for (size_t i = 0; i < table->row_count; i++)
        put_row(out, table->cells + i * table->column_count, table->column_count);
    return !out->failed || rq_fail_out(err, out);
}

/* ---- reading ---- */

struct csv {
    const char *p, *end;
    char separator;
    size_t line;
    struct rq_arena *arena;
    struct rq_error *err;
};

/* How many cells and rows there are at most. */
static void count_cells(const struct csv *csv, size_t *cells, size_t *rows)
{
    *cells = *rows = 1;
    for (const char *c = csv->p; c < csv->end; c++) {
        *cells += *c == csv->separator || *c == '\n' || *c == '\r';
        *rows += *c == '\n' || *c == '\r';
    }
}

/* One cell; *last when its line ends with it. NULL after a failure. */
static const char *read_cell(struct csv *csv, bool *last)
{
    size_t size = 0;
    const char *start = csv->p;
    bool quoted = csv->p < csv->end && *csv->p == '"';
    if (quoted) {
        for (csv->p++; csv->p < csv->end; csv->p++) {
            csv->line += *csv->p == '\n';
            if (*csv->p == '"' && (++csv->p == csv->end || *csv->p != '"'))
                break;
            size++;
        }
        if (csv->p == csv->end && (csv->p - start < 2 || csv->p[-1] != '"')) {
            rq_fail(csv->err, RQ_CORRUPT, 0, "csv", "line %zu: a quote is not closed", csv->line);
            return NULL;
        }
    } else {
        while (csv->p < csv->end && *csv->p != csv->separator && *csv->p != '\n' && *csv->p != '\r')
            csv->p++;
        size = (size_t)(csv->p - start);
    }
    bool more = csv->p < csv->end && *csv->p == csv->separator;
    bool ends = csv->p == csv->end || *csv->p == '\n' || *csv->p == '\r';
    if (!more && !ends) {
        rq_fail(csv->err, RQ_CORRUPT, 0, "csv", "line %zu: text after a closing quote", csv->line);
        return NULL;
    }
    char *text = rq_arena_get(csv->arena, size + 1, 1);
    if (!text) {
        rq_fail(csv->err, RQ_NO_MEMORY, 0, "csv", "out of memory");
        return NULL;
    }
    const char *from = start + quoted;
    for (size_t i = 0; i < size; i++) {
        text[i] = *from;
        from += quoted && *from == '"' ? 2 : 1;
    }
    *last = ends;
    csv->p += more;
    return text;
}

static void end_line(struct csv *csv)
{
    csv->p += csv->p < csv->end && *csv->p == '\r';
    csv->p += csv->p < csv->end && *csv->p == '\n';
    csv->line++;
}

/* The cells of a line, as many as there are; 0 after a failure. */
static size_t read_row(struct csv *csv, const char **cells, size_t most)
{
    size_t count = 0;
    for (bool last = false; !last;) {
        const char *cell = read_cell(csv, &last);
        if (!cell)
            return 0;
        if (count < most)
            cells[count] = cell;
        count++;
    }
    end_line(csv);
    return count;
}

static char separator_of(struct rq_bytes csv)
{
    bool quoted = false;
    for (size_t i = 0; i < csv.size && csv.data[i] != '\n'; i++) {
        quoted ^= csv.data[i] == '"';
        if (!quoted && csv.data[i] && strchr(",;\t", csv.data[i]))
            return (char)csv.data[i];
    }
    return ',';
}

bool rq_csv_read(struct rq_bytes bytes, struct rq_arena *arena, struct rq_table *table,
                 struct rq_error *err)
{
    struct csv csv = {.line = 1, .arena = arena, .err = err};
    size_t most, rows;
    if (bytes.size >= 3 && memcmp(bytes.data, "\xEF\xBB\xBF", 3) == 0)
        bytes = (struct rq_bytes){bytes.data + 3, bytes.size - 3};
    if (bytes.size == 0 || memchr(bytes.data, 0, bytes.size))
        return rq_fail(err, RQ_CORRUPT, 0, "csv", "this is no table of text");
    csv.p = (const char *)bytes.data;
    csv.end = csv.p + bytes.size;
    csv.separator = separator_of(bytes);
    count_cells(&csv, &most, &rows);
    const char **cells = rq_arena_get(arena, most, sizeof *cells);
    if (!cells)
        return rq_fail(err, RQ_NO_MEMORY, 0, "csv", "out of memory");
    size_t columns = read_row(&csv, cells, most);
    *table = (struct rq_table){
        .column_count = columns, .columns = cells, .cells = (const char *const *)cells + columns};
    while (columns && csv.p < csv.end) {
        size_t line = csv.line, used = (table->row_count + 1) * columns;
        size_t count = read_row(&csv, cells + used, most - used);
        if (count == 0)
            return false;
        if (count == 1 && columns > 1 && !cells[used][0])
            continue; /* an empty line */
        if (count != columns)
            return rq_fail(err, RQ_CORRUPT, 0, "csv", "line %zu: %zu cells, the headings have %zu",
                           line, count, columns);
        table->row_count++;
    }
    return columns != 0;
}
