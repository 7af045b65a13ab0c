/* 2DA V2.0: lines of texts with white space between them. The document has the texts; what stands
 * between them follows a rule or is kept (gaps). */
#include "formats/kotor/twoda_parts.h"

enum { MAGIC = 8 };

/* Padding may make a file that much larger, not more. */
enum { PAD_TIMES = 4, PAD_MORE = 64 << 10 };

static bool is_line_end(uint8_t c)
{
    return c == '\n' || c == '\r';
}

static bool is_space(uint8_t c)
{
    return c == ' ' || c == '\t' || is_line_end(c);
}

/* ---- tokens ---- */

struct token {
    struct rq_bytes gap; /* what stands before it */
    struct rq_bytes text;
    enum rq_twoda_quote quote;
    bool starts_line;
};

struct lexer {
    const uint8_t *p, *end;
    bool in_lines; /* past the first line */
};

static bool is_word(struct rq_bytes text, const char *word, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (i >= text.size || rq_lower((char)text.data[i]) != word[i])
            return false;
    return true;
}

/* The next text and what stands before it; false at the end, where gap is all that is left. */
static bool next_token(struct lexer *l, struct token *t)
{
    const uint8_t *from = l->p;
    bool first = !l->in_lines;
    *t = (struct token){.starts_line = first};
    while (!l->in_lines && l->p < l->end && !is_line_end(*l->p))
        l->p++;
    l->in_lines = true;
    for (; l->p < l->end && is_space(*l->p); l->p++)
        t->starts_line = t->starts_line || is_line_end(*l->p);
    t->gap = (struct rq_bytes){from, (size_t)(l->p - from)};
    if (l->p == l->end)
        return false;
    if (*l->p == '"') {
        t->text.data = ++l->p;
        while (l->p < l->end && *l->p != '"' && !is_line_end(*l->p))
            l->p++;
        t->text.size = (size_t)(l->p - t->text.data);
        bool closed = l->p < l->end && *l->p == '"';
        t->quote = closed ? RQ_TWODA_QUOTED : RQ_TWODA_UNCLOSED;
        l->p += closed;
        return true;
    }
    t->text.data = l->p;
    while (l->p < l->end && !is_space(*l->p))
        l->p++;
    t->text.size = (size_t)(l->p - t->text.data);
    /* "DEFAULT:x" is two texts with nothing between them. */
    if (first && t->text.size > 8 && is_word(t->text, "default:", 8)) {
        t->text.size = 8;
        l->p = t->text.data + 8;
    }
    return true;
}

static bool is_default(const struct token *t)
{
    return t->quote == RQ_TWODA_PLAIN && is_word(t->text, "default", 7) &&
           (t->text.size == 7 || (t->text.size == 8 && t->text.data[7] == ':'));
}

static struct lexer lexer_over(struct rq_bytes file)
{
    return (struct lexer){file.data + MAGIC, file.data + file.size, false};
}

/* ---- reading ---- */

static struct rq_bytes cell_of(const struct token *t)
{
    bool none =
        t->quote == RQ_TWODA_PLAIN && t->text.size == 4 && memcmp(t->text.data, "****", 4) == 0;
    return none ? (struct rq_bytes){0} : t->text;
}

/* Where the texts of a line go: to the default, the columns, or a row. */
struct filling {
    struct rq_twoda *t;
    struct rq_bytes *cells; /* the next free one */
    struct rq_twoda_row *row;
    bool has_columns;
};

static void fill(struct filling *f, const struct token *token, bool first)
{
    struct rq_twoda *t = f->t;
    if (token->starts_line) {
        f->row = NULL;
        t->has_default = t->has_default || (first && is_default(token));
        if (first && t->has_default)
            f->row = &t->fallback;
        else if (f->has_columns)
            f->row = &t->rows[t->row_count++];
        if (f->row) {
            f->row->label = token->text;
            f->row->cells = f->cells;
            return;
        }
        f->has_columns = true;
        t->columns = f->cells;
    }
    *f->cells++ = f->row ? cell_of(token) : token->text;
    if (f->row)
        f->row->cell_count++;
    else
        t->column_count++;
}

/* Takes a text file apart; everything in the arena. False without memory. */
static bool parse(struct rq_bytes file, struct rq_arena *arena, struct rq_twoda *t)
{
    struct lexer l = lexer_over(file);
    struct token token;
    size_t count = 0, lines = 0;
    for (; next_token(&l, &token); count++)
        lines += token.starts_line;
    struct rq_twoda_text *text = t->text = rq_arena_get(arena, 1, sizeof *text);
    struct filling f = {.t = t, .cells = rq_arena_get(arena, count, sizeof *f.cells)};
    t->rows = rq_arena_get(arena, lines, sizeof *t->rows);
    if (!text || !f.cells || !t->rows ||
        !(text->gaps = rq_arena_get(arena, count + 1, sizeof *text->gaps)) ||
        !(text->quotes = rq_arena_get(arena, count, 1)))
        return false;
    for (l = lexer_over(file); next_token(&l, &token); text->count++) {
        text->gaps[text->count] = token.gap;
        text->quotes[text->count] = (uint8_t)token.quote;
        fill(&f, &token, text->count == 0);
    }
    text->gaps[text->count] = token.gap;
    return true;
}

static void note_gap(struct rq_cur *c, struct rq_bytes gap)
{
    if (gap.size)
        rq_note_at(c, gap.data, gap.size, RQ_KIND_text, gap.size, "gap");
}

/* Texts with their quotes, for the dump. */
static void note_tokens(struct rq_cur *c, struct rq_bytes file)
{
    struct lexer l = lexer_over(file);
    struct token token;
    if (!c->ctx->trace)
        return;
    while (next_token(&l, &token)) {
        const uint8_t *from = token.gap.data + token.gap.size;
        note_gap(c, token.gap);
        rq_note_at(c, from, (size_t)(l.p - from), RQ_KIND_text, (size_t)(l.p - from),
                   token.starts_line ? "line" : "text");
    }
    note_gap(c, token.gap);
}

bool rq_twoda_read_text(struct rq_doc *doc, struct rq_cur *c, struct rq_twoda *t)
{
    struct rq_bytes file = doc->source;
    if (!parse(file, &doc->arena, t))
        return rq_bad_memory(c, &doc->arena);
    note_tokens(c, file);
    c->p = c->end;
    for (size_t i = 0; i < t->row_count; i++)
        if (t->rows[i].cell_count != t->column_count)
            rq_find(doc, "cell-count", (uint64_t)(t->rows[i].label.data - file.data), "rows",
                    "row %zu has %zu cells; there are %zu columns", i, t->rows[i].cell_count,
                    t->column_count);
    return true;
}

/* ---- writing by a rule ---- */

bool rq_twoda_needs_quotes(struct rq_bytes text, bool is_cell)
{
    if (!text.data)
        return false;
    if (text.size == 0 || text.data[0] == '"' ||
        (is_cell && text.size == 4 && memcmp(text.data, "****", 4) == 0))
        return true;
    for (size_t i = 0; i < text.size; i++)
        if (is_space(text.data[i]))
            return true;
    return false;
}

static size_t written_size(struct rq_bytes text, bool is_cell)
{
    return !text.data ? 4 : text.size + (rq_twoda_needs_quotes(text, is_cell) ? 2 : 0);
}

static void put_quoted(struct rq_out *out, struct rq_bytes text, enum rq_twoda_quote quote)
{
    if (!text.data) {
        rq_put(out, "****", 4);
        return;
    }
    if (quote != RQ_TWODA_PLAIN)
        rq_put8(out, '"');
    rq_put_bytes(out, text);
    if (quote == RQ_TWODA_QUOTED)
        rq_put8(out, '"');
}

static void put_text(struct rq_out *out, struct rq_bytes text, bool is_cell)
{
    put_quoted(out, text, rq_twoda_needs_quotes(text, is_cell) ? RQ_TWODA_QUOTED : RQ_TWODA_PLAIN);
}

struct style {
    enum rq_twoda_layout layout;
    const char *line_end;
    size_t *widths; /* of the label and the columns; when aligned */
    size_t width_count;
    uint64_t size; /* of the whole file */
};

static void widen(struct style *s, size_t column, size_t size)
{
    if (column < s->width_count && s->widths[column] < size)
        s->widths[column] = size;
}

/* Bytes of a line with these texts after its label. */
static uint64_t line_size(const struct style *s, const struct rq_bytes *texts, size_t count,
                          bool are_cells)
{
    uint64_t size = strlen(s->line_end);
    for (size_t i = 0; i < count; i++) {
        size_t own = written_size(texts[i], are_cells), width = 0;
        if (s->layout == RQ_TWODA_ALIGNED && i + 1 < s->width_count)
            width = s->widths[i + 1];
        size += 1 + (own > width ? own : width);
    }
    return size;
}

static bool style_open(struct style *s, const struct rq_twoda *t, enum rq_twoda_layout layout,
                       struct rq_arena *temp)
{
    *s = (struct style){.layout = layout, .line_end = t->crlf ? "\r\n" : "\n"};
    s->width_count = t->column_count + 1;
    if (!(s->widths = rq_arena_get(temp, s->width_count, sizeof *s->widths)))
        return false;
    for (size_t i = 0; i < t->column_count; i++)
        widen(s, i + 1, written_size(t->columns[i], false));
    for (size_t i = 0; i < t->row_count; i++) {
        widen(s, 0, written_size(t->rows[i].label, false));
        for (size_t k = 0; k < t->rows[i].cell_count; k++)
            widen(s, k + 1, written_size(t->rows[i].cells[k], true));
    }
    size_t label = layout == RQ_TWODA_ALIGNED ? s->widths[0] : 0;
    s->size =
        MAGIC + strlen(s->line_end) + label + line_size(s, t->columns, t->column_count, false);
    struct style plain = {.line_end = s->line_end};
    size_t defaults = t->has_default ? t->fallback.cell_count : 0;
    s->size += line_size(&plain, t->fallback.cells, defaults, true);
    s->size += t->has_default ? t->fallback.label.size : 0;
    for (size_t i = 0; i < t->row_count; i++) {
        size_t own = written_size(t->rows[i].label, false);
        s->size += own > label ? own : label;
        s->size += line_size(s, t->rows[i].cells, t->rows[i].cell_count, true);
    }
    return true;
}

static void put_blanks(struct rq_out *out, size_t count)
{
    for (; count; count--)
        rq_put8(out, ' ');
}

static void put_texts(struct rq_out *out, const struct style *s, const struct rq_bytes *texts,
                      size_t count, bool are_cells)
{
    for (size_t i = 0; i < count; i++) {
        size_t own = written_size(texts[i], are_cells), width = 0;
        rq_put8(out, s->layout == RQ_TWODA_TABS ? '\t' : ' ');
        put_text(out, texts[i], are_cells);
        if (s->layout == RQ_TWODA_ALIGNED && i + 1 < s->width_count)
            width = s->widths[i + 1];
        put_blanks(out, own < width ? width - own : 0);
    }
    rq_put(out, s->line_end, strlen(s->line_end));
}

static void put_styled(struct rq_out *out, const struct rq_twoda *t, const struct style *s)
{
    size_t label = s->layout == RQ_TWODA_ALIGNED ? s->widths[0] : 0;
    struct style plain = {.layout = RQ_TWODA_BLANKS, .line_end = s->line_end};
    rq_put(out, "2DA V2.0", MAGIC);
    rq_put(out, s->line_end, strlen(s->line_end));
    if (t->has_default)
        rq_put_bytes(out, t->fallback.label);
    put_texts(out, &plain, t->fallback.cells, t->has_default ? t->fallback.cell_count : 0, true);
    put_blanks(out, label);
    put_texts(out, s, t->columns, t->column_count, false);
    for (size_t i = 0; i < t->row_count; i++) {
        struct rq_bytes own = t->rows[i].label;
        size_t size = written_size(own, false);
        put_blanks(out, size < label ? label - size : 0);
        put_text(out, own, false);
        put_texts(out, s, t->rows[i].cells, t->rows[i].cell_count, true);
    }
}

/* ---- writing with kept gaps ---- */

static size_t count_texts(const struct rq_twoda *t)
{
    size_t count = t->column_count + t->row_count;
    if (t->has_default)
        count += 1 + t->fallback.cell_count;
    for (size_t i = 0; i < t->row_count; i++)
        count += t->rows[i].cell_count;
    return count;
}

struct gapped {
    struct rq_out *out;
    const struct rq_twoda_text *text;
    size_t next;
};

static void put_gapped(struct gapped *g, struct rq_bytes text, bool is_cell)
{
    enum rq_twoda_quote quote = (enum rq_twoda_quote)g->text->quotes[g->next];
    if (quote == RQ_TWODA_PLAIN && rq_twoda_needs_quotes(text, is_cell))
        quote = RQ_TWODA_QUOTED;
    rq_put_bytes(g->out, g->text->gaps[g->next++]);
    put_quoted(g->out, text, quote);
}

static void put_with_gaps(struct rq_out *out, const struct rq_twoda *t)
{
    struct gapped g = {out, t->text, 0};
    rq_put(out, "2DA V2.0", MAGIC);
    if (t->has_default) {
        put_gapped(&g, t->fallback.label, false);
        for (size_t k = 0; k < t->fallback.cell_count; k++)
            put_gapped(&g, t->fallback.cells[k], true);
    }
    for (size_t i = 0; i < t->column_count; i++)
        put_gapped(&g, t->columns[i], false);
    for (size_t i = 0; i < t->row_count; i++) {
        put_gapped(&g, t->rows[i].label, false);
        for (size_t k = 0; k < t->rows[i].cell_count; k++)
            put_gapped(&g, t->rows[i].cells[k], true);
    }
    rq_put_bytes(out, t->text->gaps[g.next]);
}

/* ---- is it what the document says ---- */

static bool same_texts(const struct rq_bytes *a, const struct rq_bytes *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!rq_same(a[i], b[i]) || !a[i].data != !b[i].data)
            return false;
    return true;
}

static bool same_row(const struct rq_twoda_row *a, const struct rq_twoda_row *b)
{
    return rq_same(a->label, b->label) && a->cell_count == b->cell_count &&
           same_texts(a->cells, b->cells, a->cell_count);
}

static bool same_columns(const struct rq_twoda *a, const struct rq_twoda *b)
{
    bool same = a->column_count == b->column_count;
    for (size_t i = 0; same && i < a->column_count; i++)
        same = rq_same(a->columns[i], b->columns[i]);
    return same;
}

/* A text with a line break or with quotes and blanks in it would be read as several. */
static bool reads_back(struct rq_doc *doc, const struct rq_twoda *t, struct rq_bytes written,
                       struct rq_error *err)
{
    struct rq_arena temp = {.alloc = doc->alloc};
    struct rq_twoda back = {0};
    bool fine =
        parse(written, &temp, &back) || rq_fail(err, RQ_NO_MEMORY, 0, "twoda", "out of memory");
    fine = fine && back.has_default == t->has_default && back.row_count == t->row_count &&
           same_columns(&back, t) && (!t->has_default || same_row(&back.fallback, &t->fallback));
    for (size_t i = 0; fine && i < t->row_count; i++)
        fine = same_row(&back.rows[i], &t->rows[i]);
    rq_arena_free(&temp);
    return fine;
}

/* ---- which ---- */

static bool fits_style(struct rq_doc *doc, const struct rq_twoda *t, const struct style *s,
                       struct rq_error *err)
{
    if (s->size != doc->source.size)
        return false;
    struct rq_out out = {.alloc = doc->alloc};
    put_styled(&out, t, s);
    bool fits = !out.failed && rq_same(rq_out_bytes(&out), doc->source);
    if (out.failed)
        rq_fail_out(err, &out);
    rq_out_free(&out);
    return fits;
}

bool rq_twoda_settle_text(struct rq_doc *doc, struct rq_twoda *t, struct rq_error *err)
{
    struct rq_bytes gap = t->text->gaps[0];
    t->crlf = gap.size && memchr(gap.data, '\r', gap.size);
    for (int i = RQ_TWODA_ALIGNED; !t->layout && i < RQ_TWODA_GAPS && !err->code; i++) {
        struct rq_arena temp = {.alloc = doc->alloc};
        struct style style;
        if (!style_open(&style, t, (enum rq_twoda_layout)i, &temp))
            rq_fail(err, RQ_NO_MEMORY, 0, "twoda", "out of memory");
        else if (fits_style(doc, t, &style, err))
            t->layout = (enum rq_twoda_layout)i;
        rq_arena_free(&temp);
    }
    if (!t->layout && !err->code)
        t->layout = RQ_TWODA_GAPS;
    return !err->code;
}

/* One cell of a megabyte must not make every row a megabyte wide. */
static bool pads_too_much(const struct rq_twoda *t, const struct style *s, struct rq_arena *temp)
{
    struct style narrow;
    return s->layout == RQ_TWODA_ALIGNED && style_open(&narrow, t, RQ_TWODA_TABS, temp) &&
           s->size > narrow.size * PAD_TIMES + PAD_MORE;
}

static bool put_by_rule(struct rq_doc *doc, struct rq_twoda *t, struct rq_out *out,
                        struct rq_error *err)
{
    struct rq_arena temp = {.alloc = doc->alloc};
    struct style style;
    size_t from = out->size;
    bool fine = style_open(&style, t, t->layout, &temp);
    if (fine && pads_too_much(t, &style, &temp)) {
        t->layout = RQ_TWODA_TABS;
        fine = style_open(&style, t, t->layout, &temp);
    }
    if (!fine)
        rq_fail(err, RQ_NO_MEMORY, 0, "twoda", "out of memory");
    if (fine)
        put_styled(out, t, &style);
    rq_arena_free(&temp);
    if (!fine || out->failed)
        return false;
    struct rq_bytes written = {out->data + from, out->size - from};
    if (reads_back(doc, t, written, err))
        return true;
    return !err->code && rq_fail(err, RQ_USAGE, 0, "twoda",
                                 "the table has a text that can't stand in a text file");
}

bool rq_twoda_put_text(struct rq_doc *doc, struct rq_twoda *t, struct rq_out *out,
                       struct rq_error *err)
{
    size_t from = out->size;
    if (t->layout == RQ_TWODA_GAPS && t->text && t->text->count == count_texts(t)) {
        put_with_gaps(out, t);
        struct rq_bytes written = {out->data + from, out->size - from};
        if (out->failed || reads_back(doc, t, written, err))
            return true;
        if (err->code)
            return false;
        rq_out_cut(out, from);
    }
    /* Edited: the recorded gaps don't hold any more. */
    if (t->layout == RQ_TWODA_GAPS)
        t->layout = RQ_TWODA_ALIGNED;
    return put_by_rule(doc, t, out, err);
}
