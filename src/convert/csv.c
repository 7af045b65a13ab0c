#include "convert/convert.h"
#include "core/text.h"

/* ---- writing ---- */

/* Blanks at the ends are quoted too: some programs drop them otherwise. */
static void put_cell(struct rq_out *out, const char *text)
{
    size_t size = strlen(text);
    bool blank = size && (text[0] == ' ' || text[size - 1] == ' ');
    if (!text[strcspn(text, ",;\t\"\r\n")] && !blank) {
        rq_put(out, text, size);
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

/* How many cells there are at most. */
static size_t count_cells(const struct csv *csv)
{
    size_t cells = 1;
    for (const char *c = csv->p; c < csv->end; c++)
        cells += *c == csv->separator || *c == '\n' || *c == '\r';
    return cells;
}

static bool is_end(const struct csv *csv)
{
    return csv->p == csv->end || *csv->p == '\n' || *csv->p == '\r';
}

/* Moves over a quoted cell; *size is that of its text, with each pair of quotes as one. */
static bool skip_quoted(struct csv *csv, size_t *size)
{
    size_t line = csv->line;
    for (csv->p++; csv->p < csv->end; csv->p++, ++*size) {
        bool pair = csv->p + 1 < csv->end && csv->p[1] == '"';
        bool return_alone = csv->p + 1 == csv->end || csv->p[1] != '\n';
        csv->line += *csv->p == '\n' || (*csv->p == '\r' && return_alone);
        if (*csv->p != '"')
            continue;
        csv->p++;
        if (!pair)
            return true;
    }
    return rq_fail(csv->err, RQ_CORRUPT, 0, "csv", "line %zu: a quote is not closed", line);
}

/* One cell; *last when its line ends with it. NULL after a failure. */
static const char *read_cell(struct csv *csv, bool *last)
{
    size_t size = 0;
    const char *start = csv->p;
    bool quoted = csv->p < csv->end && *csv->p == '"';
    if (quoted && !skip_quoted(csv, &size))
        return NULL;
    for (; !quoted && !is_end(csv) && *csv->p != csv->separator; size++)
        csv->p++;
    *last = is_end(csv);
    if (!*last && *csv->p != csv->separator) {
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
    csv->p += !*last;
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
    for (size_t i = 0; i < csv.size && (quoted || !strchr("\r\n", csv.data[i])); i++) {
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
    if (bytes.size >= 3 && memcmp(bytes.data, "\xEF\xBB\xBF", 3) == 0)
        bytes = (struct rq_bytes){bytes.data + 3, bytes.size - 3};
    if (bytes.size == 0 || memchr(bytes.data, 0, bytes.size))
        return rq_fail(err, RQ_CORRUPT, 0, "csv", "this is not a table of text");
    csv.p = (const char *)bytes.data;
    csv.end = csv.p + bytes.size;
    csv.separator = separator_of(bytes);
    size_t most = count_cells(&csv);
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
