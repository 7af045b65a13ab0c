/* 2DA as JSON: one line for each row. Empty cells are null. */
#include "formats/kotor/twoda_parts.h"

const char *const rq_twoda_layouts[] = {"",        "first_use", "pool", "explicit",
                                        "aligned", "blanks",    "tabs", "gaps"};

static const char *const forms[] = {"binary", "text"};

static void cells_json(struct rq_json *j, const struct rq_doc *doc, const struct rq_bytes *cells,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (cells[i].data)
            rq_json_text(j, doc->page, cells[i]);
        else
            rq_json_raw(j, (struct rq_bytes){(const uint8_t *)"null", 4});
    }
}

static void texts_json(struct rq_json *j, const struct rq_doc *doc, const char *key,
                       const struct rq_bytes *texts, size_t count)
{
    rq_json_key(j, key);
    rq_json_array_row(j);
    for (size_t i = 0; i < count; i++)
        rq_json_text(j, doc->page, texts[i]);
    rq_json_end_array(j);
}

/* The texts in file order: the default, the columns, the rows. */
struct walk {
    const struct rq_twoda *t;
    size_t line, text; /* the next */
};

static bool next_needs_quotes(struct walk *w)
{
    const struct rq_twoda *t = w->t;
    for (; w->line < t->row_count + 2; w->line++, w->text = 0) {
        size_t number = w->text++;
        const struct rq_twoda_row *row = w->line > 1 ? &t->rows[w->line - 2] : &t->fallback;
        if (w->line == 1 && number < t->column_count)
            return rq_twoda_needs_quotes(t->columns[number], false);
        if (w->line == 1 || (w->line == 0 && !t->has_default))
            continue;
        if (number == 0)
            return rq_twoda_needs_quotes(row->label, false);
        if (number <= row->cell_count)
            return rq_twoda_needs_quotes(row->cells[number - 1], true);
    }
    return false;
}

/* Numbers of texts that have quotes without need, or a quote that is not closed. */
static void quotes_json(struct rq_json *j, const struct rq_twoda *t, const char *key,
                        enum rq_twoda_quote quote)
{
    struct walk w = {.t = t};
    rq_json_key(j, key);
    rq_json_array_row(j);
    for (size_t i = 0; i < t->text->count; i++) {
        bool needs = next_needs_quotes(&w);
        if (t->text->quotes[i] == quote && !(quote == RQ_TWODA_QUOTED && needs))
            rq_json_u64(j, i);
    }
    rq_json_end_array(j);
}

static void layout_json(struct rq_doc *doc, struct rq_json *j)
{
    const struct rq_twoda *t = doc->root;
    rq_json_key(j, "layout");
    rq_json_str(j, rq_twoda_layouts[t->layout]);
    if (t->form == RQ_TWODA_BINARY && t->zero_size) {
        rq_json_key(j, "zero_size");
        rq_json_bool(j, true);
    }
    if (t->form == RQ_TWODA_BINARY && t->open_columns) {
        rq_json_key(j, "open_columns");
        rq_json_bool(j, true);
    }
    if (t->form == RQ_TWODA_TEXT && t->layout != RQ_TWODA_GAPS) {
        rq_json_key(j, "line_end");
        rq_json_str(j, t->crlf ? "crlf" : "lf");
    }
}

static void extras_json(struct rq_doc *doc, struct rq_json *j)
{
    const struct rq_twoda *t = doc->root;
    const struct rq_twoda_binary *b = t->binary;
    if (t->layout == RQ_TWODA_POOL)
        texts_json(j, doc, "pool", b->pool, b->pool_count);
    if (t->layout == RQ_TWODA_EXPLICIT) {
        rq_json_key(j, "places");
        rq_json_object(j);
        rq_json_key(j, "data_size");
        rq_json_u64(j, b->data_size);
        rq_u32s_json(j, "offsets", b->offsets, b->offset_count);
        rq_strays_json(j, &b->strays);
        rq_json_end_object(j);
    }
    if (t->layout == RQ_TWODA_GAPS) {
        texts_json(j, doc, "gaps", t->text->gaps, t->text->count + 1);
        quotes_json(j, t, "quoted", RQ_TWODA_QUOTED);
        quotes_json(j, t, "unclosed", RQ_TWODA_UNCLOSED);
    }
}

bool rq_twoda_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_twoda *t = doc->root;
    (void)err;
    rq_json_key(j, "form");
    rq_json_str(j, forms[t->form]);
    layout_json(doc, j);
    if (t->has_default) {
        rq_json_key(j, "default");
        rq_json_array_row(j);
        rq_json_text(j, doc->page, t->fallback.label);
        cells_json(j, doc, t->fallback.cells, t->fallback.cell_count);
        rq_json_end_array(j);
    }
    texts_json(j, doc, "columns", t->columns, t->column_count);
    rq_json_key(j, "rows");
    rq_json_array(j);
    for (size_t i = 0; i < t->row_count; i++) {
        rq_json_object_row(j);
        rq_json_key(j, "label");
        rq_json_text(j, doc->page, t->rows[i].label);
        rq_json_key(j, "cells");
        rq_json_array_row(j);
        cells_json(j, doc, t->rows[i].cells, t->rows[i].cell_count);
        rq_json_end_array(j);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    extras_json(doc, j);
    return true;
}

/* ---- and back ---- */

/* Never without data: that would be an empty cell. */
static struct rq_bytes take_text(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_bytes text = rq_jr_text(jr, doc->page);
    return text.size ? text : (struct rq_bytes){(const uint8_t *)"", 0};
}

static struct rq_bytes take_cell(struct rq_doc *doc, struct rq_jr *jr)
{
    const struct rq_twoda *t = doc->root;
    if (rq_jr_peek(jr) == RQ_J_NULL) {
        rq_jr_skip(jr);
        return (struct rq_bytes){0};
    }
    struct rq_bytes text = take_text(doc, jr);
    return text.size || t->form == RQ_TWODA_TEXT ? text : (struct rq_bytes){0};
}

static struct rq_bytes *take_texts(struct rq_doc *doc, struct rq_jr *jr, size_t *count, bool cells)
{
    struct rq_bytes *texts = rq_jr_get(jr, rq_jr_length(jr), sizeof *texts);
    *count = 0;
    rq_jr_array(jr);
    while (texts && rq_jr_more(jr))
        texts[(*count)++] = cells ? take_cell(doc, jr) : take_text(doc, jr);
    return texts;
}

static void take_default(struct rq_doc *doc, struct rq_jr *jr, struct rq_twoda *t)
{
    t->fallback.cells = take_texts(doc, jr, &t->fallback.cell_count, true);
    t->has_default = t->fallback.cells && t->fallback.cell_count;
    if (!t->has_default) {
        rq_jr_bad(jr, "\"default\" is [\"DEFAULT:\", \"value\"]");
        return;
    }
    t->fallback.label = *t->fallback.cells++;
    t->fallback.cell_count--;
}

static void take_rows(struct rq_doc *doc, struct rq_jr *jr, struct rq_twoda *t)
{
    struct rq_str key;
    t->rows = rq_jr_get(jr, rq_jr_length(jr), sizeof *t->rows);
    t->row_count = 0;
    rq_jr_array(jr);
    while (t->rows && rq_jr_more(jr)) {
        struct rq_twoda_row *row = &t->rows[t->row_count++];
        row->label = (struct rq_bytes){(const uint8_t *)"", 0};
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (rq_str_is(key, "label"))
                row->label = take_text(doc, jr);
            else if (rq_str_is(key, "cells"))
                row->cells = take_texts(doc, jr, &row->cell_count, true);
            else
                rq_jr_unknown(jr, key);
        }
    }
}

static void take_places(struct rq_jr *jr, struct rq_twoda_binary *b)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "data_size"))
            b->data_size = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
        else if (rq_str_is(key, "offsets"))
            b->offsets = rq_u32s_take(jr, &b->offset_count);
        else if (!rq_strays_take(jr, &b->strays, key))
            rq_jr_unknown(jr, key);
    }
}

static size_t take_word(struct rq_jr *jr, const char *const *words, size_t count, const char *key)
{
    struct rq_str word = rq_jr_string(jr);
    size_t i = 0;
    while (i < count && !rq_str_is(word, words[i]))
        i++;
    if (i == count)
        rq_jr_bad(jr, "\"%s\" is none that is known", key);
    return i < count ? i : 0;
}

/* What the lists of the layout gap need the count of texts for. */
struct quotes {
    uint32_t *quoted, *unclosed;
    size_t quoted_count, unclosed_count, gap_count;
};

static void set_quotes(struct rq_jr *jr, struct rq_twoda_text *text, const uint32_t *numbers,
                       size_t count, enum rq_twoda_quote quote)
{
    for (size_t i = 0; i < count && rq_jr_ok(jr); i++) {
        if (numbers[i] < text->count)
            text->quotes[numbers[i]] = (uint8_t)quote;
        else
            rq_jr_bad(jr, "there is no text %u", numbers[i]);
    }
}

static bool finish(struct rq_jr *jr, struct rq_twoda *t, const struct quotes *q)
{
    struct rq_twoda_text *text = t->text;
    bool of_text = t->layout >= RQ_TWODA_ALIGNED;
    /* The form alone was changed: the table becomes one of the other form. */
    if (!t->layout || of_text != (t->form == RQ_TWODA_TEXT))
        t->layout = t->form == RQ_TWODA_TEXT ? RQ_TWODA_ALIGNED : RQ_TWODA_FIRST_USE;
    if (t->layout == RQ_TWODA_GAPS && q->gap_count) {
        text->count = q->gap_count - 1;
        text->quotes = rq_jr_get(jr, text->count, 1);
        set_quotes(jr, text, q->quoted, q->quoted_count, RQ_TWODA_QUOTED);
        set_quotes(jr, text, q->unclosed, q->unclosed_count, RQ_TWODA_UNCLOSED);
    } else if (t->layout == RQ_TWODA_GAPS) {
        t->layout = RQ_TWODA_ALIGNED;
    }
    return rq_jr_ok(jr);
}

/* The form decides what "" is, wherever it stands. */
static enum rq_twoda_form peek_form(struct rq_jr copy)
{
    struct rq_str key;
    size_t form = 0;
    while (rq_jr_key(&copy, &key)) {
        if (rq_str_is(key, "form"))
            form = take_word(&copy, forms, 2, "form");
        else
            rq_jr_skip(&copy);
    }
    return (enum rq_twoda_form)form;
}

static bool take_layout_key(struct rq_doc *doc, struct rq_jr *jr, struct rq_str key,
                            struct quotes *q)
{
    static const char *const ends[] = {"lf", "crlf"};
    struct rq_twoda *t = doc->root;
    if (rq_str_is(key, "layout"))
        t->layout =
            (enum rq_twoda_layout)take_word(jr, rq_twoda_layouts, RQ_TWODA_GAPS + 1, "layout");
    else if (rq_str_is(key, "zero_size"))
        t->zero_size = rq_jr_bool(jr);
    else if (rq_str_is(key, "open_columns"))
        t->open_columns = rq_jr_bool(jr);
    else if (rq_str_is(key, "line_end"))
        t->crlf = take_word(jr, ends, 2, "line_end") == 1;
    else if (rq_str_is(key, "pool"))
        t->binary->pool = take_texts(doc, jr, &t->binary->pool_count, false);
    else if (rq_str_is(key, "places"))
        take_places(jr, t->binary);
    else if (rq_str_is(key, "gaps"))
        t->text->gaps = take_texts(doc, jr, &q->gap_count, false);
    else if (rq_str_is(key, "quoted"))
        q->quoted = rq_u32s_take(jr, &q->quoted_count);
    else if (rq_str_is(key, "unclosed"))
        q->unclosed = rq_u32s_take(jr, &q->unclosed_count);
    else
        return false;
    return true;
}

bool rq_twoda_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_str key;
    struct quotes q = {0};
    struct rq_twoda *t = doc->root = rq_jr_get(jr, 1, sizeof *t);
    if (!t || !(t->binary = rq_jr_get(jr, 1, sizeof *t->binary)) ||
        !(t->text = rq_jr_get(jr, 1, sizeof *t->text)))
        return false;
    t->form = peek_form(*jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "form"))
            rq_jr_skip(jr);
        else if (rq_str_is(key, "default"))
            take_default(doc, jr, t);
        else if (rq_str_is(key, "columns"))
            t->columns = take_texts(doc, jr, &t->column_count, false);
        else if (rq_str_is(key, "rows"))
            take_rows(doc, jr, t);
        else if (!take_layout_key(doc, jr, key, &q))
            rq_jr_unknown(jr, key);
    }
    return finish(jr, t, &q);
}
