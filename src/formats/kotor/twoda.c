/* 2DA: tables of texts, binary (V2.b) or as text (V2.0). Both forms have one document. */
#include "formats/kotor/twoda_parts.h"

static const char binary_magic[] = "2DA V2.b", text_magic[] = "2DA V2.0";

enum { MAGIC = 8, MOST_LOOKED_AT = 1024 };

static unsigned twoda_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    bool known = in.size >= MAGIC && (memcmp(in.data, binary_magic, MAGIC) == 0 ||
                                      memcmp(in.data, text_magic, MAGIC) == 0);
    return known ? 64 : 0;
}

/* ---- cells ---- */

static bool is_name(struct rq_bytes name, const char *text)
{
    size_t size = strlen(text);
    bool same = size == name.size;
    for (size_t i = 0; same && i < size; i++)
        same = rq_lower((char)name.data[i]) == rq_lower(text[i]);
    return same;
}

size_t rq_twoda_column(const struct rq_twoda *twoda, const char *name)
{
    size_t i = 0;
    while (i < twoda->column_count && !is_name(twoda->columns[i], name))
        i++;
    return i;
}

const struct rq_bytes *rq_twoda_cell(const struct rq_twoda *twoda, size_t row, const char *column)
{
    static const struct rq_bytes empty;
    size_t number = rq_twoda_column(twoda, column);
    if (row >= twoda->row_count || number == twoda->column_count)
        return NULL;
    return number < twoda->rows[row].cell_count ? &twoda->rows[row].cells[number] : &empty;
}

struct rq_bytes rq_twoda_at(const struct rq_twoda_row *row, size_t column)
{
    return column < row->cell_count ? row->cells[column] : (struct rq_bytes){0};
}

bool rq_twoda_fits_grid(const struct rq_twoda *t, struct rq_error *err)
{
    uint64_t cells = 0;
    for (size_t i = 0; i < t->row_count; i++)
        cells += t->rows[i].cell_count;
    uint64_t most = cells * TWODA_TIMES + TWODA_MORE;
    return !t->column_count || t->row_count <= most / t->column_count ||
           rq_fail(err, RQ_LIMIT, 0, "twoda", "%zu rows below %zu columns are nearly all empty",
                   t->row_count, t->column_count);
}

/* ---- reading and writing ---- */

/* The game finds a column by its name: of two of one name only the first. */
static void look_at_columns(struct rq_doc *doc, const struct rq_twoda *t)
{
    for (size_t i = 1; i < t->column_count && t->column_count <= MOST_LOOKED_AT; i++) {
        char name[64] = "";
        size_t size = t->columns[i].size;
        if (size >= sizeof name || memchr(t->columns[i].data, 0, size))
            continue;
        memcpy(name, t->columns[i].data, size);
        size_t first = rq_twoda_column(t, name);
        if (first < i)
            rq_find(doc, "duplicate-name", 0, "columns", "columns %zu and %zu are both \"%s\"",
                    first, i, name);
    }
}

/* The game reads whole numbers of binary tables as C does (%i): with a 0 before them they are octal. */
static bool is_octal(struct rq_bytes cell)
{
    size_t i = cell.size && (cell.data[0] == '-' || cell.data[0] == '+');
    if (cell.size - i < 2 || cell.data[i] != '0')
        return false;
    while (i < cell.size && cell.data[i] == '0')
        i++;
    bool same = cell.size - i == 0 || (cell.size - i == 1 && cell.data[i] < '8');
    while (i < cell.size && cell.data[i] >= '0' && cell.data[i] <= '9')
        i++;
    return i == cell.size && !same;
}

static void look_at_numbers(struct rq_doc *doc, const struct rq_twoda *t)
{
    size_t count = 0, row = 0, column = 0;
    for (size_t i = 0; i < t->row_count; i++)
        for (size_t k = 0; k < t->rows[i].cell_count; k++)
            if (is_octal(t->rows[i].cells[k]) && !count++)
                row = i, column = k;
    if (count)
        rq_find(doc, "octal", 0, "rows", "%zu cells, the first in row %zu, column %zu", count, row,
                column);
}

static bool twoda_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_twoda *t = doc->root = rq_cur_get(doc, c, 1, sizeof *t);
    const uint8_t *type = rq_take(c, 4, RQ_KIND_text, "type");
    const uint8_t *version = rq_take(c, 4, RQ_KIND_text, "version");
    if (!t || !type || !version)
        return false;
    if (memcmp(type, binary_magic, 4) != 0)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "type is not \"2DA \"");
    bool binary = memcmp(version, binary_magic + 4, 4) == 0;
    if (!binary && memcmp(version, text_magic + 4, 4) != 0)
        return rq_bad(c, RQ_UNSUPPORTED, 4, "version is neither \"V2.b\" nor \"V2.0\"");
    t->form = binary ? RQ_TWODA_BINARY : RQ_TWODA_TEXT;
    if (!(binary ? rq_twoda_read_binary(doc, c, t) : rq_twoda_read_text(doc, c, t)))
        return false;
    look_at_columns(doc, t);
    if (binary)
        look_at_numbers(doc, t);
    return true;
}

static bool twoda_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_twoda *t = doc->root;
    if (t->layout)
        return true;
    return t->form == RQ_TWODA_BINARY ? rq_twoda_settle_binary(doc, t, err)
                                      : rq_twoda_settle_text(doc, t, err);
}

static bool put_form(struct rq_doc *doc, struct rq_twoda *t, struct rq_out *out,
                     struct rq_error *err)
{
    return t->form == RQ_TWODA_BINARY ? rq_twoda_put_binary(doc, t, out, err)
                                      : rq_twoda_put_text(doc, t, out, err);
}

static bool twoda_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    return twoda_settle(doc, err) && put_form(doc, doc->root, out, err);
}

/* The table in the other form, as a program without a source would write it. */
static bool twoda_write_as(struct rq_doc *doc, const char *kind, struct rq_out *out,
                           struct rq_error *err)
{
    struct rq_twoda other = *(struct rq_twoda *)doc->root;
    other.form = strcmp(kind, "2da-text") == 0 ? RQ_TWODA_TEXT : RQ_TWODA_BINARY;
    if (other.form == ((struct rq_twoda *)doc->root)->form)
        return twoda_write(doc, out, err);
    other.layout = other.form == RQ_TWODA_TEXT ? RQ_TWODA_ALIGNED : RQ_TWODA_FIRST_USE;
    other.zero_size = other.open_columns = other.crlf = other.has_default = false;
    other.nul_columns = other.nul_labels = false;
    return put_form(doc, &other, out, err);
}

/* ---- for a person ---- */

static bool twoda_facts(struct rq_doc *doc)
{
    const struct rq_twoda *t = doc->root;
    struct rq_error ignored = {0};
    rq_fact_add(doc, "form", "%s", t->form == RQ_TWODA_BINARY ? "binary, V2.b" : "text, V2.0");
    rq_fact_add(doc, "rows", "%zu", t->row_count);
    rq_fact_add(doc, "columns", "%zu", t->column_count);
    if (twoda_settle(doc, &ignored))
        rq_fact_add(doc, "layout", "%s", rq_twoda_layouts[t->layout]);
    return true;
}

static bool twoda_fresh(struct rq_doc *doc)
{
    struct rq_twoda *t = doc->root = rq_arena_get(&doc->arena, 1, sizeof *t);
    if (t)
        t->layout = RQ_TWODA_FIRST_USE;
    return t != NULL;
}

static const struct rq_facet_table table = {
    .table = rq_twoda_table,
    .from_table = rq_twoda_put_table,
    .put_table = rq_twoda_put_table,
};

static const struct rq_facet_forms forms = {
    .names = "2da-text 2da-binary",
    .write_as = twoda_write_as,
};

static const struct rq_finding_kind twoda_findings[] = {
    {"explicit-layout", RQ_INFO, "texts of cells stand where no named layout puts them",
     "The game goes by the offset of each cell. The places are kept until the table is changed."},
    {"wrong-data-size", RQ_WARNING, "data_size is neither 0 nor the size of the texts",
     "The game does not look at it: texts reach to the end of the file."},
    {"octal", RQ_WARNING, "whole numbers with a 0 before them, in a binary table",
     "The game reads them as octal: 010 is 8, and 09 is 0. In a text file they are decimal. Take the "
     "0 away, unless the game takes the cell for a text."},
    {"cell-count", RQ_WARNING, "a row of a text file with fewer or more cells than columns",
     "Cells that are missing are empty, those beyond the last column are not there. What the game "
     "does with such a row is not known."},
    {"duplicate-name", RQ_WARNING, "two columns have one name",
     "The game finds a column by its name: the first and never the second."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_twoda = {
    .info = {"twoda", "Table (2DA) V2.b and V2.0", "kotor", "2da"},
    .detect = twoda_detect,
    .extent = rq_twoda_extent,
    .read = twoda_read,
    .write = twoda_write,
    .settle = twoda_settle,
    .findings = twoda_findings,
    .no_rule = "explicit-layout",
    .shape = &rq_twoda_shape,
    .visit = rq_twoda_visit,
    .facts = twoda_facts,
    .fresh = twoda_fresh,
    .table = &table,
    .forms = &forms,
    .values = &rq_twoda_values,
};
