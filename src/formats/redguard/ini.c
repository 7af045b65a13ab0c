/* INI: lines of text. Every line is kept in its parts, so that one value can change and all
 * other bytes stay. */
#include "formats/format.h"

#include <reliquary/ini.h>

static const char *const end_names[] = {"crlf", "lf", "cr", "none"};
static const char *const end_bytes[] = {"\r\n", "\n", "\r", ""};

static bool is_blank(uint8_t c)
{
    return c == ' ' || c == '\t';
}

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
        if (in.data[i] < ' ' && !strchr("\t\r\n\f\x1A", in.data[i]))
            return 0;
    return memchr(in.data, 0, in.size) ? 0 : 8;
}

/* ---- reading ---- */

static struct rq_bytes cut(struct rq_bytes *from, size_t size)
{
    struct rq_bytes part = {from->data, size};
    from->data += size;
    from->size -= size;
    return part;
}

static struct rq_bytes cut_blanks(struct rq_bytes *from)
{
    size_t n = 0;
    while (n < from->size && is_blank(from->data[n]))
        n++;
    return cut(from, n);
}

/* How much of the text is left when blanks at its end go. */
static size_t without_blanks(struct rq_bytes text)
{
    while (text.size && is_blank(text.data[text.size - 1]))
        text.size--;
    return text.size;
}

/* The value ends before blanks at the end of the line, or before blanks and a comment. */
static size_t value_size(struct rq_bytes text)
{
    for (size_t i = 1; i < text.size; i++)
        if (text.data[i] == ';' && is_blank(text.data[i - 1]))
            text.size = i;
    return without_blanks(text);
}

static void take_apart(struct rq_ini_line *line, struct rq_bytes text)
{
    line->indent = cut_blanks(&text);
    const uint8_t *close = text.size ? memchr(text.data, ']', text.size) : NULL;
    if (text.size == 0 || text.data[0] == ';') {
        line->kind = RQ_INI_TEXT;
        line->value = text;
        return;
    }
    if (text.data[0] == '[' && close) {
        line->kind = RQ_INI_SECTION;
        cut(&text, 1);
        line->name = cut(&text, (size_t)(close - text.data));
        line->tail = text;
        return;
    }
    const uint8_t *equals = memchr(text.data, '=', text.size);
    const uint8_t *comment = memchr(text.data, ';', text.size);
    line->kind = RQ_INI_VALUES;
    if (equals && equals > text.data && !(comment && comment < equals)) {
        line->kind = RQ_INI_ENTRY;
        struct rq_bytes name = {text.data, (size_t)(equals - text.data)};
        line->name = cut(&text, without_blanks(name));
        size_t n = (size_t)(equals - text.data) + 1;
        while (n < text.size && is_blank(text.data[n]))
            n++;
        /* "key=  ; comment": the comment is no value. */
        line->separator = cut(&text, n);
        if (text.size && text.data[0] == ';' && is_blank(text.data[-1])) {
            line->tail = text;
            return;
        }
    }
    line->value = cut(&text, value_size(text));
    line->tail = text;
}

struct rq_ini_line rq_ini_next(struct rq_bytes *text)
{
    struct rq_ini_line line = {.end = RQ_INI_NO_END};
    size_t n = 0;
    while (n < text->size && text->data[n] != '\n' && text->data[n] != '\r')
        n++;
    take_apart(&line, cut(text, n));
    if (text->size >= 2 && text->data[0] == '\r' && text->data[1] == '\n')
        line.end = RQ_INI_CRLF;
    else if (text->size)
        line.end = text->data[0] == '\n' ? RQ_INI_LF : RQ_INI_CR;
    cut(text, strlen(end_bytes[line.end]));
    return line;
}

static size_t count_lines(struct rq_bytes text)
{
    size_t count = 0;
    for (; text.size; count++) {
        size_t n = 0;
        while (n < text.size && text.data[n] != '\n' && text.data[n] != '\r')
            n++;
        bool crlf = n + 1 < text.size && text.data[n] == '\r' && text.data[n + 1] == '\n';
        cut(&text, n + (n < text.size) + crlf);
    }
    return count;
}

static void note_part(struct rq_cur *c, struct rq_bytes part, const char *name)
{
    if (part.size)
        rq_note_at(c, part.data, part.size, RQ_KIND_text, part.size, name);
}

static bool ini_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_ini *ini = doc->root = rq_cur_get(doc, c, 1, sizeof *ini);
    struct rq_bytes text = {c->p, rq_left(c)};
    size_t count = count_lines(text);
    if (!ini || !(ini->lines = rq_cur_get(doc, c, count, sizeof *ini->lines)))
        return false;
    while (text.size) {
        struct rq_ini_line *line = &ini->lines[ini->line_count];
        *line = rq_ini_next(&text);
        rq_enter(c, "lines", (int64_t)ini->line_count++);
        note_part(c, line->indent, "indent");
        note_part(c, line->name, line->kind == RQ_INI_SECTION ? "section" : "name");
        note_part(c, line->separator, "separator");
        note_part(c, line->value, line->kind == RQ_INI_TEXT ? "text" : "value");
        note_part(c, line->tail, "tail");
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
    rq_put(out, end_bytes[line->end], strlen(end_bytes[line->end]));
}

static bool same(struct rq_bytes a, struct rq_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* A line is written only when it would be read as it stands: a value with a line break in it
 * would be two lines. */
static bool reads_back(const struct rq_ini_line *line, struct rq_bytes written)
{
    struct rq_ini_line back = rq_ini_next(&written);
    return written.size == 0 && back.kind == line->kind && back.end == line->end &&
           same(back.indent, line->indent) && same(back.name, line->name) &&
           same(back.separator, line->separator) && same(back.value, line->value) &&
           same(back.tail, line->tail);
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
        bool open = i && ini->lines[i - 1].end == RQ_INI_NO_END;
        /* CR and LF of two lines would become the end of one. */
        bool joined =
            i && ini->lines[i - 1].end == RQ_INI_CR && written.size && written.data[0] == '\n';
        if (open || joined || !written.size || !reads_back(line, written))
            return rq_fail(err, RQ_USAGE, 0, "lines",
                           "line %zu would not be read again as it stands here", i + 1);
    }
    return true;
}

/* ---- JSON ---- */

static enum rq_ini_end usual_end(const struct rq_ini *ini)
{
    size_t counts[4] = {0};
    for (size_t i = 0; i < ini->line_count; i++)
        counts[ini->lines[i].end]++;
    return counts[1] > counts[0] ? RQ_INI_LF : RQ_INI_CRLF;
}

/* "=" or " = ", whichever more entries have. */
static const char *usual_separator(const struct rq_ini *ini)
{
    size_t tight = 0, wide = 0;
    for (size_t i = 0; i < ini->line_count; i++) {
        tight += ini->lines[i].separator.size == 1;
        wide += ini->lines[i].separator.size == 3;
    }
    return wide > tight ? " = " : "=";
}

static struct rq_bytes bytes_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

struct style {
    enum rq_codepage page;
    enum rq_ini_end end;
    const char *separator;
};

static void put_text(struct rq_json *j, const struct style *s, const char *key, struct rq_bytes v)
{
    rq_json_key(j, key);
    rq_json_text(j, s->page, v);
}

/* What is not usual about a line. */
static void put_rest(struct rq_json *j, const struct style *s, const struct rq_ini_line *line)
{
    if (line->indent.size)
        put_text(j, s, "indent", line->indent);
    if (line->kind == RQ_INI_ENTRY && !same(line->separator, bytes_of(s->separator)))
        put_text(j, s, "separator", line->separator);
    if (!same(line->tail, bytes_of(line->kind == RQ_INI_SECTION ? "]" : "")))
        put_text(j, s, "tail", line->tail);
    if (line->end != s->end) {
        rq_json_key(j, "end");
        rq_json_str(j, end_names[line->end]);
    }
}

static bool is_usual(const struct style *s, const struct rq_ini_line *line)
{
    return !line->indent.size && !line->tail.size && line->end == s->end &&
           (line->kind != RQ_INI_ENTRY || same(line->separator, bytes_of(s->separator)));
}

/* Entries are ["name", "value"], comments plain text; what is unusual makes an object. */
static void line_json(struct rq_json *j, const struct style *s, const struct rq_ini_line *line)
{
    static const char *const keys[] = {"text", "section", NULL, "values"};
    bool usual = is_usual(s, line);
    if (line->kind == RQ_INI_ENTRY) {
        rq_json_array_row(j);
        rq_json_text(j, s->page, line->name);
        rq_json_text(j, s->page, line->value);
        if (!usual) {
            rq_json_object_row(j);
            put_rest(j, s, line);
            rq_json_end_object(j);
        }
        rq_json_end_array(j);
        return;
    }
    if (line->kind == RQ_INI_TEXT && usual) {
        rq_json_text(j, s->page, line->value);
        return;
    }
    rq_json_object_row(j);
    put_text(j, s, keys[line->kind], line->kind == RQ_INI_SECTION ? line->name : line->value);
    put_rest(j, s, line);
    rq_json_end_object(j);
}

static bool ini_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_ini *ini = doc->root;
    struct style s = {doc->page, usual_end(ini), usual_separator(ini)};
    (void)err;
    rq_json_key(j, "end");
    rq_json_str(j, end_names[s.end]);
    rq_json_key(j, "separator");
    rq_json_str(j, s.separator);
    rq_json_key(j, "lines");
    rq_json_array(j);
    for (size_t i = 0; i < ini->line_count; i++)
        line_json(j, &s, &ini->lines[i]);
    rq_json_end_array(j);
    return true;
}

static enum rq_ini_end take_end(struct rq_jr *jr)
{
    struct rq_str name = rq_jr_string(jr);
    for (size_t i = 0; i < 4; i++)
        if (rq_str_is(name, end_names[i]))
            return (enum rq_ini_end)i;
    rq_jr_bad(jr, "the end of a line is crlf, lf, cr or none");
    return RQ_INI_CRLF;
}

static void take_object(struct rq_jr *jr, const struct style *s, struct rq_ini_line *line)
{
    struct rq_str key;
    bool has_tail = false;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "indent"))
            line->indent = rq_jr_text(jr, s->page);
        else if (rq_str_is(key, "separator") && line->kind == RQ_INI_ENTRY)
            line->separator = rq_jr_text(jr, s->page);
        else if (rq_str_is(key, "tail") && (has_tail = true))
            line->tail = rq_jr_text(jr, s->page);
        else if (rq_str_is(key, "end"))
            line->end = take_end(jr);
        else if (line->kind != RQ_INI_ENTRY && rq_str_is(key, "text"))
            line->value = rq_jr_text(jr, s->page);
        else if (line->kind != RQ_INI_ENTRY && rq_str_is(key, "section")) {
            line->kind = RQ_INI_SECTION;
            line->name = rq_jr_text(jr, s->page);
        } else if (line->kind != RQ_INI_ENTRY && rq_str_is(key, "values")) {
            line->kind = RQ_INI_VALUES;
            line->value = rq_jr_text(jr, s->page);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (line->kind == RQ_INI_SECTION && !has_tail)
        line->tail = bytes_of("]");
}

static void take_line(struct rq_jr *jr, const struct style *s, struct rq_ini_line *line)
{
    *line = (struct rq_ini_line){.end = s->end};
    enum rq_jtype type = rq_jr_peek(jr);
    if (type == RQ_J_STRING) {
        line->value = rq_jr_text(jr, s->page);
        return;
    }
    if (type == RQ_J_OBJECT) {
        take_object(jr, s, line);
        return;
    }
    line->kind = RQ_INI_ENTRY;
    line->separator = bytes_of(s->separator);
    rq_jr_array(jr);
    size_t n = 0;
    for (; rq_jr_more(jr); n++) {
        if (n == 0)
            line->name = rq_jr_text(jr, s->page);
        else if (n == 1)
            line->value = rq_jr_text(jr, s->page);
        else
            take_object(jr, s, line);
    }
    if (rq_jr_ok(jr) && (n < 2 || n > 3))
        rq_jr_bad(jr, "an entry is [\"name\", \"value\"]");
}

static bool ini_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_ini *ini = doc->root = rq_jr_get(jr, 1, sizeof *ini);
    struct style s = {doc->page, RQ_INI_CRLF, "="};
    struct rq_str key;
    while (ini && rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "end")) {
            s.end = take_end(jr);
        } else if (rq_str_is(key, "separator")) {
            s.separator = rq_str_is(rq_jr_string(jr), " = ") ? " = " : "=";
        } else if (rq_str_is(key, "lines")) {
            size_t count = rq_jr_length(jr);
            ini->lines = rq_jr_get(jr, count, sizeof *ini->lines);
            rq_jr_array(jr);
            while (ini->lines && rq_jr_more(jr))
                take_line(jr, &s, &ini->lines[ini->line_count++]);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    return ini && rq_jr_ok(jr);
}

/* ---- use ---- */

static bool is_name(struct rq_bytes bytes, const char *name)
{
    size_t i = 0;
    while (i < bytes.size && name[i] && rq_lower((char)bytes.data[i]) == rq_lower(name[i]))
        i++;
    return i == bytes.size && !name[i];
}

const struct rq_ini_line *rq_ini_find(const struct rq_ini *ini, const char *section,
                                      const char *name, const struct rq_ini_line *after)
{
    bool inside = !section || !section[0];
    for (const struct rq_ini_line *line = ini->lines; line < ini->lines + ini->line_count; line++) {
        if (line->kind == RQ_INI_SECTION)
            inside = !section || is_name(line->name, section);
        if (inside && line->kind == RQ_INI_ENTRY && (!after || line > after) &&
            is_name(line->name, name))
            return line;
    }
    return NULL;
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
    .info = {"ini", "Settings", "redguard", "ini", 0},
    .detect = ini_detect,
    .read = ini_read,
    .write = ini_write,
    .to_json = ini_to_json,
    .from_json = ini_from_json,
    .facts = ini_facts,
    .fresh = ini_fresh,
};
