/* 2DA as JSON: one line for each row. Empty cells are null. */
#include "formats/kotor/twoda_parts.h"

const char *const rq_twoda_layouts[RQ_TWODA_LAYOUTS] = {"",        "first_use", "pool", "explicit",
                                                        "aligned", "blanks",    "tabs", "gaps"};

static const char *const forms[] = {"binary", "text"};
static const char *const ends[] = {"lf", "crlf"};

/* ---- lists of texts and cells, on one line ---- */

/* Never without data: that would be an empty cell. */
static struct rq_bytes take_text(struct rq_shaper *s)
{
    struct rq_bytes text = rq_jr_text(s->jr, s->page);
    return text.size ? text : (struct rq_bytes){(const uint8_t *)"", 0};
}

static struct rq_bytes take_cell(struct rq_shaper *s)
{
    const struct rq_twoda *t = ((const struct rq_doc *)s->doc)->root;
    if (rq_jr_peek(s->jr) == RQ_J_NULL) {
        rq_jr_skip(s->jr);
        return (struct rq_bytes){0};
    }
    struct rq_bytes text = take_text(s);
    return text.size || t->form == RQ_TWODA_TEXT ? text : (struct rq_bytes){0};
}

static void put_text(struct rq_shaper *s, struct rq_bytes text)
{
    if (text.data)
        rq_json_text(s->j, s->page, text);
    else
        rq_json_raw(s->j, (struct rq_bytes){(const uint8_t *)"null", 4});
}

/* A row says "at" and "count_at" as a list of the engine does. */
static bool put_texts(struct rq_shaper *s, const void *object)
{
    const struct rq_member *m = s->member;
    const struct rq_bytes *texts;
    size_t count;
    memcpy(&texts, (const uint8_t *)object + m->at, sizeof(void *));
    memcpy(&count, (const uint8_t *)object + m->count_at, sizeof count);
    rq_json_key(s->j, m->name);
    rq_json_array_row(s->j);
    for (size_t i = 0; i < count; i++)
        put_text(s, texts[i]);
    rq_json_end_array(s->j);
    return true;
}

static void take_list(struct rq_shaper *s, void *object,
                      struct rq_bytes (*take)(struct rq_shaper *s))
{
    const struct rq_member *m = s->member;
    struct rq_bytes *texts = rq_jr_get(s->jr, rq_jr_length(s->jr), sizeof *texts);
    size_t count = 0;
    rq_jr_array(s->jr);
    while (texts && rq_jr_more(s->jr))
        texts[count++] = take(s);
    memcpy((uint8_t *)object + m->at, &texts, sizeof(void *));
    memcpy((uint8_t *)object + m->count_at, &count, sizeof count);
}

static void take_texts(struct rq_shaper *s, void *object)
{
    take_list(s, object, take_text);
}

static void take_cells(struct rq_shaper *s, void *object)
{
    take_list(s, object, take_cell);
}

#define TEXTS(key, T, f, number, taker)                                                            \
    RQ_HOOK(key, put_texts, taker), .at = offsetof(struct T, f), RQ_COUNTED(T, number)

/* ---- rows ---- */

static void finish_row(struct rq_shaper *s, void *object)
{
    struct rq_twoda_row *row = object;
    (void)s;
    if (!row->label.size)
        row->label = (struct rq_bytes){(const uint8_t *)"", 0};
}

static const struct rq_member row_members[] = {
    {RQ_MEMBER("label", rq_twoda_row, label, TEXT)},
    {TEXTS("cells", rq_twoda_row, cells, cell_count, take_cells)},
};
static const struct rq_shape row_shape = {RQ_SHAPE("row", rq_twoda_row, RQ_IN_ROW, row_members),
                                          .finish = finish_row};

static bool put_default(struct rq_shaper *s, const void *object)
{
    const struct rq_twoda_row *row = &((const struct rq_twoda *)object)->fallback;
    rq_json_key(s->j, s->member->name);
    rq_json_array_row(s->j);
    rq_json_text(s->j, s->page, row->label);
    for (size_t i = 0; i < row->cell_count; i++)
        put_text(s, row->cells[i]);
    rq_json_end_array(s->j);
    return true;
}

static void take_default(struct rq_shaper *s, void *object)
{
    struct rq_twoda *t = object;
    take_cells(s, object);
    if (!t->fallback.cells || !t->fallback.cell_count) {
        rq_jr_bad(s->jr, "\"default\" is [\"DEFAULT:\", \"value\"]");
        return;
    }
    t->fallback.label = *t->fallback.cells++;
    t->fallback.cell_count--;
}

/* ---- the layout gaps: what stands around the texts ---- */

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

/* Numbers of texts that have quotes without need, or a quote that is not closed; arg is which. */
static const enum rq_twoda_quote quoted = RQ_TWODA_QUOTED, unclosed = RQ_TWODA_UNCLOSED;

static bool put_quotes(struct rq_shaper *s, const void *object)
{
    const struct rq_twoda *t = object;
    const enum rq_twoda_quote *quote = s->member->arg;
    struct walk w = {.t = t};
    rq_json_key(s->j, s->member->name);
    rq_json_array_row(s->j);
    for (size_t i = 0; i < t->text->count; i++) {
        bool needs = next_needs_quotes(&w);
        if (t->text->quotes[i] == *quote && !(*quote == RQ_TWODA_QUOTED && needs))
            rq_json_u64(s->j, i);
    }
    rq_json_end_array(s->j);
    return true;
}

/* Which text they are of, only all gaps tell. */
static void take_quotes(struct rq_shaper *s, void *object)
{
    struct rq_twoda_text *text = ((struct rq_twoda *)object)->text;
    struct rq_twoda_taken *taken = s->member->arg == &quoted ? &text->quoted : &text->unclosed;
    taken->count = 0;
    taken->numbers = rq_jr_get(s->jr, rq_jr_length(s->jr), sizeof *taken->numbers);
    rq_jr_array(s->jr);
    while (taken->numbers && rq_jr_more(s->jr))
        taken->numbers[taken->count++] = rq_jr_u32(s->jr);
}

static void set_quotes(struct rq_jr *jr, struct rq_twoda_text *text,
                       const struct rq_twoda_taken *taken, enum rq_twoda_quote quote)
{
    for (size_t i = 0; i < taken->count && rq_jr_ok(jr); i++) {
        if (taken->numbers[i] < text->count)
            text->quotes[taken->numbers[i]] = (uint8_t)quote;
        else
            rq_jr_bad(jr, "there is no text %u", taken->numbers[i]);
    }
}

/* One more than texts. */
static bool put_gaps(struct rq_shaper *s, const void *object)
{
    const struct rq_twoda_text *text = ((const struct rq_twoda *)object)->text;
    rq_json_key(s->j, s->member->name);
    rq_json_array_row(s->j);
    for (size_t i = 0; i <= text->count; i++)
        rq_json_text(s->j, s->page, text->gaps[i]);
    rq_json_end_array(s->j);
    return true;
}

static void take_gaps(struct rq_shaper *s, void *object)
{
    take_list(s, ((struct rq_twoda *)object)->text, take_text);
}

/* ---- the document ---- */

static bool put_pool(struct rq_shaper *s, const void *object)
{
    return put_texts(s, ((const struct rq_twoda *)object)->binary);
}

static void take_pool(struct rq_shaper *s, void *object)
{
    take_texts(s, ((struct rq_twoda *)object)->binary);
}

static bool is_binary(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return ((const struct rq_twoda *)object)->form == RQ_TWODA_BINARY;
}

static enum rq_twoda_layout layout_of(const void *object)
{
    return ((const struct rq_twoda *)object)->layout;
}

static bool has_line_end(const struct rq_shaper *s, const void *object)
{
    return !is_binary(s, object) && layout_of(object) != RQ_TWODA_GAPS;
}

static bool has_pool(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return layout_of(object) == RQ_TWODA_POOL;
}

static bool has_places(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return layout_of(object) == RQ_TWODA_EXPLICIT;
}

static bool has_gaps(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return layout_of(object) == RQ_TWODA_GAPS;
}

static const struct rq_member places_members[] = {
    {RQ_VALUE("data_size", rq_twoda_binary, data_size, u16)},
    {RQ_VALUES("offsets", rq_twoda_binary, offsets, offset_count, u32)},
    {RQ_INLINE(rq_twoda_binary, strays, rq_strays_shape)},
};
static const struct rq_shape places_shape = {
    RQ_SHAPE("places", rq_twoda_binary, RQ_IN_LINES, places_members)};

static bool put_places(struct rq_shaper *s, const void *object)
{
    rq_json_key(s->j, s->member->name);
    return rq_shape_put_value(s, &places_shape, ((const struct rq_twoda *)object)->binary);
}

static void take_places(struct rq_shaper *s, void *object)
{
    rq_shape_take_value(s, &places_shape, ((struct rq_twoda *)object)->binary);
}

static const struct rq_member twoda_members[] = {
    {RQ_CHOICE("form", rq_twoda, form, forms)},
    {RQ_CHOICE("layout", rq_twoda, layout, rq_twoda_layouts)},
    {RQ_MEMBER("zero_size", rq_twoda, zero_size, BOOL), .optional = true, .when = is_binary},
    {RQ_MEMBER("open_columns", rq_twoda, open_columns, BOOL), .optional = true, .when = is_binary},
    {RQ_MEMBER("nul_columns", rq_twoda, nul_columns, BOOL), .optional = true, .when = is_binary},
    {RQ_MEMBER("nul_labels", rq_twoda, nul_labels, BOOL), .optional = true, .when = is_binary},
    {RQ_CHOICE("line_end", rq_twoda, crlf, ends), .when = has_line_end},
    {RQ_HOOK("default", put_default, take_default), .at = offsetof(struct rq_twoda, fallback.cells),
     RQ_COUNTED(rq_twoda, fallback.cell_count), RQ_IF(rq_twoda, has_default)},
    {TEXTS("columns", rq_twoda, columns, column_count, take_texts)},
    {RQ_LIST("rows", rq_twoda, rows, row_count, row_shape)},
    {RQ_HOOK("pool", put_pool, take_pool), .at = offsetof(struct rq_twoda_binary, pool),
     RQ_COUNTED(rq_twoda_binary, pool_count), .when = has_pool},
    {RQ_HOOK("places", put_places, take_places), .when = has_places},
    {RQ_HOOK("gaps", put_gaps, take_gaps), .at = offsetof(struct rq_twoda_text, gaps),
     RQ_COUNTED(rq_twoda_text, gap_count), .when = has_gaps},
    {RQ_HOOK("quoted", put_quotes, take_quotes), .arg = &quoted, .when = has_gaps},
    {RQ_HOOK("unclosed", put_quotes, take_quotes), .arg = &unclosed, .when = has_gaps},
};

/* The form decides what "" is, wherever it stands. */
static void start(struct rq_shaper *s, void *object)
{
    struct rq_twoda *t = object;
    struct rq_jr copy = *s->jr;
    struct rq_str key;
    t->binary = rq_jr_get(s->jr, 1, sizeof *t->binary);
    t->text = rq_jr_get(s->jr, 1, sizeof *t->text);
    while (rq_jr_ok(s->jr) && rq_jr_key(&copy, &key)) {
        if (rq_str_is(key, twoda_members[0].name)) {
            if (rq_str_is(rq_jr_string(&copy), forms[RQ_TWODA_TEXT]))
                t->form = RQ_TWODA_TEXT;
            break;
        }
        rq_jr_skip(&copy);
    }
}

/* A binary file has no ends of rows: with a cell more or less all that follow would move. */
static void check_rows(struct rq_shaper *s, const struct rq_twoda *t)
{
    for (size_t i = 0; i < t->row_count && rq_jr_ok(s->jr); i++)
        if (t->rows[i].cell_count != t->column_count)
            rq_jr_bad(s->jr,
                      "row %zu has %zu cells for %zu columns; a binary table has one for each", i,
                      t->rows[i].cell_count, t->column_count);
}

static void finish(struct rq_shaper *s, void *object)
{
    struct rq_twoda *t = object;
    if (t->form == RQ_TWODA_BINARY)
        check_rows(s, t);
    struct rq_twoda_text *text = t->text;
    bool of_text = t->layout >= RQ_TWODA_ALIGNED;
    /* The form alone was changed: the table becomes one of the other form. */
    if (!t->layout || of_text != (t->form == RQ_TWODA_TEXT))
        t->layout = t->form == RQ_TWODA_TEXT ? RQ_TWODA_ALIGNED : RQ_TWODA_FIRST_USE;
    if (t->layout == RQ_TWODA_GAPS && text->gap_count) {
        text->count = text->gap_count - 1;
        text->quotes = rq_jr_get(s->jr, text->count, 1);
        set_quotes(s->jr, text, &text->quoted, RQ_TWODA_QUOTED);
        set_quotes(s->jr, text, &text->unclosed, RQ_TWODA_UNCLOSED);
    } else if (t->layout == RQ_TWODA_GAPS) {
        t->layout = RQ_TWODA_ALIGNED;
    }
}

const struct rq_shape rq_twoda_shape = {RQ_SHAPE("twoda", rq_twoda, RQ_IN_LINES, twoda_members),
                                        .start = start, .finish = finish};
