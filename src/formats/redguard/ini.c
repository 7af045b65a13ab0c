/* INI: lines of text. Every line is kept in its parts, so that one value can change and all
 * other bytes stay. */
#include "formats/redguard/ini_parts.h"

/* ---- detection ---- */

static bool has_ini_name(const char *name)
{
    size_t n = name ? strlen(name) : 0;
    return n > 4 && rq_casecmp(name + n - 4, ".ini") == 0;
}

/* Text has no magic: the name decides, and no byte that text has not. */
static unsigned ini_detect(struct rq_bytes in, const char *name)
{
    if (!in.size || !has_ini_name(name))
        return 0;
    for (size_t i = 0; i < in.size; i++)
        if (in.data[i] < ' ' && (in.data[i] == 0 || !strchr("\t\r\n\f\x1A", in.data[i])))
            return 0;
    return 8;
}

/* ---- reading ---- */

/* The value ends before blanks at the end of the line, or before blanks and a comment. */
static size_t value_size(struct rq_bytes text)
{
    for (size_t i = 1; i < text.size; i++)
        if (text.data[i] == ';' && rq_line_is_blank(text.data[i - 1]))
            text.size = i;
    return rq_line_trimmed(text);
}

static void take_entry(struct rq_ini_line *line, struct rq_bytes text, size_t equals)
{
    struct rq_bytes name = {text.data, equals};
    line->kind = RQ_INI_ENTRY;
    line->name = rq_line_cut(&text, rq_line_trimmed(name));
    size_t n = equals - line->name.size + 1;
    while (n < text.size && rq_line_is_blank(text.data[n]))
        n++;
    line->separator = rq_line_cut(&text, n);
    /* "key=  ; comment": the comment is no value. */
    if (!(text.size && text.data[0] == ';' && rq_line_is_blank(text.data[-1])))
        line->value = rq_line_cut(&text, value_size(text));
    line->tail = text;
}

static void take_apart(struct rq_ini_line *line, struct rq_bytes text)
{
    line->indent = rq_line_cut_blanks(&text);
    if (rq_line_is_text(text)) {
        line->kind = RQ_INI_TEXT;
        line->value = text;
        return;
    }
    const uint8_t *close = memchr(text.data, ']', text.size);
    if (text.data[0] == '[' && close) {
        line->kind = RQ_INI_SECTION;
        rq_line_cut(&text, 1);
        line->name = rq_line_cut(&text, (size_t)(close - text.data));
        line->tail = text;
        return;
    }
    const uint8_t *equals = memchr(text.data, '=', text.size);
    const uint8_t *comment = memchr(text.data, ';', text.size);
    if (equals && equals > text.data && !(comment && comment < equals)) {
        take_entry(line, text, (size_t)(equals - text.data));
        return;
    }
    line->kind = RQ_INI_VALUES;
    line->value = rq_line_cut(&text, value_size(text));
    line->tail = text;
}

struct rq_ini_line rq_ini_next(struct rq_bytes *text)
{
    struct rq_ini_line line = {.end = RQ_LINE_NO_END};
    take_apart(&line, rq_line_next(text, &line.end));
    return line;
}

static bool ini_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_ini *ini = doc->root = rq_cur_get(doc, c, 1, sizeof *ini);
    struct rq_bytes text = {c->p, rq_left(c)};
    size_t count = rq_line_count(text);
    if (!ini || !(ini->lines = rq_cur_get(doc, c, count, sizeof *ini->lines)))
        return false;
    while (text.size) {
        struct rq_ini_line *line = &ini->lines[ini->line_count];
        *line = rq_ini_next(&text);
        rq_enter(c, "lines", (int64_t)ini->line_count++);
        rq_line_note(c, line->indent, "indent");
        if (line->kind == RQ_INI_SECTION)
            rq_line_note_bracket(c, line->name);
        rq_line_note(c, line->name, line->kind == RQ_INI_SECTION ? "section" : "name");
        rq_line_note(c, line->separator, "separator");
        rq_line_note(c, line->value, line->kind == RQ_INI_TEXT ? "text" : "value");
        rq_line_note(c, line->tail, "tail");
        rq_line_note_end(c, text, line->end);
        rq_leave(c);
    }
    c->p = c->end;
    return true;
}

/* ---- writing ---- */

static void put_line(struct rq_out *out, const struct rq_ini_line *line)
{
    rq_put_bytes(out, line->indent);
    if (line->kind == RQ_INI_SECTION)
        rq_put8(out, '[');
    rq_put_bytes(out, line->name);
    rq_put_bytes(out, line->separator);
    rq_put_bytes(out, line->value);
    rq_put_bytes(out, line->tail);
    rq_line_put_end(out, line->end);
}

/* A line is written only when it would be read as it stands: a value with a line break in it
 * would be two lines. */
static bool reads_back(const struct rq_ini_line *line, struct rq_bytes written)
{
    struct rq_ini_line back = rq_ini_next(&written);
    return written.size == 0 && back.kind == line->kind && back.end == line->end &&
           rq_same(back.indent, line->indent) && rq_same(back.name, line->name) &&
           rq_same(back.separator, line->separator) && rq_same(back.value, line->value) &&
           rq_same(back.tail, line->tail);
}

static bool ini_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_ini *ini = doc->root;
    for (size_t i = 0; i < ini->line_count && !out->failed; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        size_t start = out->size;
        put_line(out, line);
        if (out->failed)
            break;
        struct rq_bytes written = {out->data + start, out->size - start};
        enum rq_line_end before = i ? ini->lines[i - 1].end : RQ_LINE_CRLF;
        if (!rq_line_stands(out, start, i, before) || !reads_back(line, written))
            return rq_fail(err, RQ_USAGE, 0, "lines",
                           "line %zu would not be read again as it stands here", i + 1);
    }
    return true;
}

/* ---- JSON ---- */

static enum rq_line_end usual_end(const struct rq_ini *ini)
{
    size_t counts[4] = {0};
    for (size_t i = 0; i < ini->line_count; i++)
        counts[ini->lines[i].end]++;
    return rq_line_usual(counts);
}

enum separator { TIGHT, WIDE };
static const char *const separators[] = {"=", " = "};

/* Whichever more entries have. */
static enum separator usual_separator(const struct rq_ini *ini)
{
    size_t tight = 0, wide = 0;
    for (size_t i = 0; i < ini->line_count; i++) {
        tight += ini->lines[i].separator.size == 1;
        wide += ini->lines[i].separator.size == 3;
    }
    return wide > tight ? WIDE : TIGHT;
}

/* The document as JSON has it: first what most lines have. */
struct form {
    enum rq_line_end end;
    enum separator separator;
    struct rq_ini_line *lines;
    size_t line_count;
};

/* ---- what is not usual about a line ---- */

static bool is_text(const struct rq_shaper *s, const void *line)
{
    (void)s;
    return ((const struct rq_ini_line *)line)->kind == RQ_INI_TEXT;
}

static bool has_other_separator(const struct rq_shaper *s, const void *object)
{
    const struct form *f = s->outer;
    const struct rq_ini_line *line = object;
    return line->kind == RQ_INI_ENTRY &&
           !rq_same(line->separator, rq_line_of(separators[f->separator]));
}

static bool is_entry(const struct rq_shaper *s, const void *line)
{
    (void)s;
    return ((const struct rq_ini_line *)line)->kind == RQ_INI_ENTRY;
}

static bool has_other_tail(const struct rq_shaper *s, const void *object)
{
    const struct rq_ini_line *line = object;
    (void)s;
    return !rq_same(line->tail, rq_line_of(line->kind == RQ_INI_SECTION ? "]" : ""));
}

static bool has_other_end(const struct rq_shaper *s, const void *line)
{
    return ((const struct rq_ini_line *)line)->end != ((const struct form *)s->outer)->end;
}

/* A section ends with its bracket, unless its tail says otherwise. */
static void finish_line(struct rq_shaper *s, void *object)
{
    struct rq_ini_line *line = object;
    (void)s;
    if (line->kind == RQ_INI_SECTION && !line->tail.data)
        line->tail = rq_line_of("]");
}

#define TEXT(key, f) RQ_MEMBER(key, rq_ini_line, f, TEXT)
#define OF(is)       RQ_TAG(rq_ini_line, kind, is)
static const struct rq_member object_members[] = {
    {TEXT("text", value), .only = is_text},
    {TEXT("section", name), OF(RQ_INI_SECTION)},
    {TEXT("values", value), OF(RQ_INI_VALUES)},
    {TEXT("indent", indent), .optional = true},
    {TEXT("separator", separator), .only = is_entry, .when = has_other_separator},
    {TEXT("tail", tail), .when = has_other_tail},
    {RQ_CHOICE("end", rq_ini_line, end, rq_line_end_names), .when = has_other_end},
};
#undef TEXT
#undef OF
static const struct rq_shape object_shape = {
    RQ_SHAPE("line", rq_ini_line, RQ_IN_ROW, object_members), .finish = finish_line};

/* ---- lines: comments are plain text, entries ["name", "value"], others objects ---- */

static bool is_usual(const struct rq_shaper *s, const struct rq_ini_line *line)
{
    return !line->indent.size && !line->tail.size && !has_other_end(s, line) &&
           !has_other_separator(s, line);
}

static bool put_line_json(struct rq_shaper *s, const void *object)
{
    const struct rq_ini_line *line = object;
    bool fine = true, usual = is_usual(s, line);
    if (line->kind == RQ_INI_TEXT && usual) {
        rq_json_text(s->j, s->page, line->value);
        return true;
    }
    if (line->kind != RQ_INI_ENTRY)
        return rq_shape_put_value(s, &object_shape, line);
    rq_json_array_row(s->j);
    rq_json_text(s->j, s->page, line->name);
    rq_json_text(s->j, s->page, line->value);
    if (!usual)
        fine = rq_shape_put_value(s, &object_shape, line);
    rq_json_end_array(s->j);
    return fine;
}

static void take_entry_json(struct rq_shaper *s, struct rq_ini_line *line)
{
    size_t n = 0;
    line->kind = RQ_INI_ENTRY;
    line->separator = rq_line_of(separators[((const struct form *)s->outer)->separator]);
    rq_jr_array(s->jr);
    for (; rq_jr_more(s->jr); n++) {
        if (n == 0)
            line->name = rq_jr_text(s->jr, s->page);
        else if (n == 1)
            line->value = rq_jr_text(s->jr, s->page);
        else
            rq_shape_take_value(s, &object_shape, line);
    }
    if (rq_jr_ok(s->jr) && (n < 2 || n > 3))
        rq_jr_bad(s->jr, "an entry is [\"name\", \"value\"]");
}

static void take_line_json(struct rq_shaper *s, void *object)
{
    struct rq_ini_line *line = object;
    enum rq_jtype type = rq_jr_peek(s->jr);
    line->end = ((const struct form *)s->outer)->end;
    if (type == RQ_J_STRING)
        line->value = rq_jr_text(s->jr, s->page);
    else if (type == RQ_J_OBJECT)
        rq_shape_take_value(s, &object_shape, line);
    else
        take_entry_json(s, line);
}

static const struct rq_member line_members[] = {{RQ_HOOK("line", put_line_json, take_line_json)}};
static const struct rq_shape line_shape = {RQ_SHAPE("line", rq_ini_line, RQ_AS_ITEM, line_members)};

/* They say how the lines are meant. */
static bool comes_before_lines(const struct rq_shaper *s, const void *form)
{
    return s->j || !((const struct form *)form)->lines;
}

static const struct rq_member members[] = {
    {RQ_CHOICE("end", form, end, rq_line_end_names), .only = comes_before_lines},
    {RQ_CHOICE("separator", form, separator, separators), .only = comes_before_lines},
    {RQ_LIST("lines", form, lines, line_count, line_shape), .required = true},
};
static const struct rq_shape shape = {RQ_SHAPE("ini", form, RQ_IN_LINES, members)};

static bool ini_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_ini *ini = doc->root;
    struct rq_shaper s = {.doc = doc, .page = doc->page, .j = j, .err = err};
    struct form form = {usual_end(ini), usual_separator(ini), ini->lines, ini->line_count};
    return rq_shape_put(&s, &shape, &form);
}

static bool ini_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_ini *ini = doc->root = rq_jr_get(jr, 1, sizeof *ini);
    struct rq_shaper s = {.doc = doc, .page = doc->page, .jr = jr, .err = jr->ctx->err};
    struct form form = {.end = RQ_LINE_CRLF, .separator = TIGHT};
    if (!ini || !rq_shape_take(&s, &shape, &form))
        return false;
    ini->lines = form.lines;
    ini->line_count = form.line_count;
    return true;
}

/* ---- use ---- */

const struct rq_ini_line *rq_ini_find(const struct rq_ini *ini, const char *section,
                                      const char *name, const struct rq_ini_line *after)
{
    bool inside = !section || !section[0];
    for (const struct rq_ini_line *line = ini->lines; line < ini->lines + ini->line_count; line++) {
        if (line->kind == RQ_INI_SECTION)
            inside = !section || rq_line_is(line->name, section);
        if (inside && line->kind == RQ_INI_ENTRY && (!after || line > after) &&
            rq_line_is(line->name, name))
            return line;
    }
    return NULL;
}

/* Where a value is put in: behind the separator, but before the blank that keeps a comment a
 * comment. */
static size_t value_place(const struct rq_ini_line *line)
{
    size_t n = line->separator.size;
    bool before = !line->value.size && line->tail.size && line->tail.data[0] == ';';
    return before ? n - 1 : n;
}

bool rq_ini_set(struct rq_doc *doc, const struct rq_ini_line *line, const char *value,
                struct rq_error *err)
{
    struct rq_ini *ini = doc->root;
    struct rq_ini_line *target = &ini->lines[line - ini->lines];
    struct rq_out coded = {.alloc = doc->alloc}, out = {.alloc = doc->alloc};
    size_t bad, place = value_place(line);
    if (!rq_text_encode(&coded, doc->page, rq_line_of(value), &bad) && !coded.failed) {
        rq_out_free(&coded);
        return rq_fail(err, RQ_USAGE, 0, "", "the value has letters that %s has not",
                       rq_codepage_name(doc->page));
    }
    rq_put_bytes(&out, line->indent);
    rq_put_bytes(&out, line->name);
    rq_put(&out, line->separator.data, place);
    rq_put_bytes(&out, rq_out_bytes(&coded));
    rq_put(&out, line->separator.data + place, line->separator.size - place);
    rq_put_bytes(&out, line->tail);
    rq_line_put_end(&out, line->end);
    uint8_t *kept = out.failed || coded.failed ? NULL : rq_doc_alloc(doc, out.size);
    if (kept)
        memcpy(kept, out.data, out.size);
    struct rq_bytes text = {kept, kept ? out.size : 0};
    struct rq_ini_line back = rq_ini_next(&text);
    bool same = kept && !text.size && back.kind == RQ_INI_ENTRY && back.end == line->end &&
                rq_same(back.name, line->name) && rq_same(back.value, rq_out_bytes(&coded));
    rq_out_free(&coded);
    rq_out_free(&out);
    if (!kept)
        return rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    if (!same)
        return rq_fail(err, RQ_USAGE, 0, "",
                       "the value would not be read back: it can't begin or end with a blank, "
                       "hold a line break, or hold \" ;\", which begins a comment");
    *target = back;
    return true;
}

static bool ini_facts(struct rq_doc *doc)
{
    const struct rq_ini *ini = doc->root;
    size_t counts[4] = {0};
    for (size_t i = 0; i < ini->line_count; i++)
        counts[ini->lines[i].kind]++;
    rq_fact_add(doc, "lines", "%zu: %zu sections, %zu entries, %zu with values alone",
                ini->line_count, counts[RQ_INI_SECTION], counts[RQ_INI_ENTRY],
                counts[RQ_INI_VALUES]);
    return true;
}

static bool ini_fresh(struct rq_doc *doc)
{
    return (doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_ini))) != NULL;
}

const struct rq_format rq_format_ini = {
    .info = {"ini", "Settings", "redguard", "ini"},
    .detect = ini_detect,
    .text = true,
    .read = ini_read,
    .write = ini_write,
    .to_json = ini_to_json,
    .from_json = ini_from_json,
    .visit = rq_ini_visit,
    .facts = ini_facts,
    .fresh = ini_fresh,
    .values = &rq_ini_values,
};
