/* The JSON of VIS, LYT and TXI: a blank line is "", a word alone is itself, several words are
 * ["name", 1.0, 2.0], a head is {"room": "name", "sees": [...]}; what is unusual makes an object. */
#include "formats/kotor/text.h"

struct style {
    enum rq_codepage page;
    enum rq_line_end end;
    const struct rq_text_form *form;
};

static struct rq_bytes usual_indent(const struct style *s, enum rq_text_kind kind)
{
    return rq_line_of(kind == RQ_TEXT_HEAD   ? s->form->head_indent
                      : kind == RQ_TEXT_ITEM ? s->form->item_indent
                                             : "");
}

/* ---- to JSON ---- */

static size_t digits_at(struct rq_bytes word, size_t at)
{
    size_t n = 0;
    while (at + n < word.size && word.data[at + n] >= '0' && word.data[at + n] <= '9')
        n++;
    return n;
}

/* A number that JSON spells the same way. */
static bool is_number(struct rq_bytes word)
{
    size_t at = word.size && word.data[0] == '-', n = digits_at(word, at);
    if (n == 0 || (n > 1 && word.data[at] == '0'))
        return false;
    at += n;
    if (at < word.size && word.data[at] == '.') {
        n = digits_at(word, at + 1);
        if (n == 0)
            return false;
        at += n + 1;
    }
    if (at < word.size && (word.data[at] == 'e' || word.data[at] == 'E')) {
        at += at + 1 < word.size && (word.data[at + 1] == '-' || word.data[at + 1] == '+') ? 2 : 1;
        n = digits_at(word, at);
        if (n == 0)
            return false;
        at += n;
    }
    return at == word.size;
}

static void put_word(struct rq_json *j, const struct style *s, struct rq_bytes word)
{
    if (is_number(word))
        rq_json_raw(j, word);
    else
        rq_json_text(j, s->page, word);
}

static void put_text(struct rq_json *j, const struct style *s, const char *key, struct rq_bytes v)
{
    rq_json_key(j, key);
    rq_json_text(j, s->page, v);
}

/* One blank between words. */
static bool is_even(struct rq_bytes value)
{
    for (size_t i = 0; i < value.size; i++)
        if (value.data[i] == '\t' || (value.data[i] == ' ' && (i == 0 || value.data[i - 1] == ' ')))
            return false;
    return true;
}

static bool is_usual(const struct style *s, const struct rq_text_line *line)
{
    return line->end == s->end && rq_same(line->indent, usual_indent(s, line->kind)) &&
           !line->tail.size && is_even(line->value) &&
           rq_same(line->gap, rq_line_of(line->value.size ? " " : ""));
}

static void put_words(struct rq_json *j, const struct style *s, const struct rq_text_line *line,
                      struct rq_bytes value)
{
    struct rq_bytes word;
    if (!value.size) {
        rq_json_text(j, s->page, line->name);
        return;
    }
    rq_json_array_row(j);
    put_word(j, s, line->name);
    while (rq_text_word(&value, &word))
        put_word(j, s, word);
    rq_json_end_array(j);
}

/* What is not usual about a line. */
static void put_rest(struct rq_json *j, const struct style *s, const struct rq_text_line *line)
{
    bool numbered =
        line->kind == RQ_TEXT_HEAD ? line->counted || line->value.size : line->value.size;
    if (!rq_same(line->indent, usual_indent(s, line->kind)))
        put_text(j, s, "indent", line->indent);
    if (!rq_same(line->gap, rq_line_of(numbered ? " " : "")))
        put_text(j, s, "gap", line->gap);
    if (line->tail.size)
        put_text(j, s, "tail", line->tail);
    if (line->end != s->end) {
        rq_json_key(j, "end");
        rq_json_str(j, rq_line_end_name(line->end));
    }
}

static void line_json(struct rq_json *j, const struct style *s, const struct rq_text_line *line)
{
    bool even = is_even(line->value);
    if (is_usual(s, line)) {
        put_words(j, s, line, line->value);
        return;
    }
    rq_json_object_row(j);
    if (line->kind != RQ_TEXT_BLANK) {
        rq_json_key(j, "words");
        put_words(j, s, line, even ? line->value : (struct rq_bytes){0});
    }
    if (!even)
        put_text(j, s, "rest", line->value);
    put_rest(j, s, line);
    rq_json_end_object(j);
}

/* The head, and with it what follows up to its last item. Returns how many lines that is. */
static size_t head_json(struct rq_json *j, const struct style *s, const struct rq_text *text,
                        size_t index)
{
    const struct rq_text_line *line = &text->lines[index];
    size_t last = index;
    for (size_t i = index + 1; i < text->line_count; i++) {
        if (text->lines[i].kind == RQ_TEXT_HEAD || text->lines[i].kind == RQ_TEXT_WORDS)
            break;
        last = text->lines[i].kind == RQ_TEXT_ITEM ? i : last;
    }
    rq_json_object_row(j);
    put_text(j, s, s->form->head, line->name);
    if (!line->counted)
        put_text(j, s, "count", line->value);
    put_rest(j, s, line);
    rq_json_key(j, s->form->items);
    rq_json_array(j);
    for (size_t i = index + 1; i <= last; i++)
        line_json(j, s, &text->lines[i]);
    rq_json_end_array(j);
    rq_json_end_object(j);
    return last - index + 1;
}

void rq_text_json(struct rq_doc *doc, struct rq_json *j, const struct rq_text_form *form,
                  const struct rq_text *text)
{
    size_t counts[4] = {0};
    for (size_t i = 0; i < text->line_count; i++)
        counts[text->lines[i].end]++;
    struct style s = {doc->page, rq_line_usual(counts), form};
    rq_json_key(j, "end");
    rq_json_str(j, rq_line_end_name(s.end));
    rq_json_key(j, "lines");
    rq_json_array(j);
    for (size_t i = 0; i < text->line_count;) {
        if (text->lines[i].kind == RQ_TEXT_HEAD)
            i += head_json(j, &s, text, i);
        else
            line_json(j, &s, &text->lines[i++]);
    }
    rq_json_end_array(j);
}

/* ---- and back ---- */

static struct rq_bytes take_word(struct rq_jr *jr, const struct style *s)
{
    if (rq_jr_peek(jr) == RQ_J_NUMBER)
        return rq_jr_raw(jr);
    return rq_jr_text(jr, s->page);
}

/* "name", or ["name", more ...]. */
static void take_words(struct rq_jr *jr, const struct style *s, struct rq_text_line *line)
{
    if (rq_jr_peek(jr) != RQ_J_ARRAY) {
        line->name = take_word(jr, s);
        return;
    }
    size_t size = 0, at = 0;
    struct rq_jr copy = *jr;
    rq_jr_array(&copy);
    while (rq_jr_more(&copy))
        size += take_word(&copy, s).size + 1;
    uint8_t *value = rq_jr_get(jr, size + 1, 1);
    rq_jr_array(jr);
    for (size_t i = 0; value && rq_jr_more(jr); i++) {
        struct rq_bytes word = take_word(jr, s);
        if (i == 0) {
            line->name = word;
            continue;
        }
        if (at)
            value[at++] = ' ';
        if (word.size)
            memcpy(value + at, word.data, word.size);
        at += word.size;
    }
    line->value = (struct rq_bytes){value, at};
}

static bool take_part(struct rq_jr *jr, const struct style *s, struct rq_text_line *line,
                      struct rq_str key, bool *has_gap)
{
    if (rq_str_is(key, "indent"))
        line->indent = rq_jr_text(jr, s->page);
    else if (rq_str_is(key, "gap") && (*has_gap = true))
        line->gap = rq_jr_text(jr, s->page);
    else if (rq_str_is(key, "tail"))
        line->tail = rq_jr_text(jr, s->page);
    else if (rq_str_is(key, "end"))
        line->end = rq_line_take_end(jr);
    else
        return false;
    return true;
}

static struct rq_text_line *new_line(struct rq_text *text, const struct style *s,
                                     enum rq_text_kind kind)
{
    struct rq_text_line *line = &text->lines[text->line_count++];
    *line = (struct rq_text_line){.kind = kind, .end = s->end, .indent = usual_indent(s, kind)};
    return line;
}

static void take_line(struct rq_jr *jr, const struct style *s, struct rq_text *text,
                      enum rq_text_kind kind)
{
    struct rq_text_line *line = new_line(text, s, kind);
    struct rq_str key;
    bool has_gap = false, has_indent = false;
    if (rq_jr_peek(jr) != RQ_J_OBJECT) {
        take_words(jr, s, line);
    } else {
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            has_indent |= rq_str_is(key, "indent");
            if (rq_str_is(key, "words"))
                take_words(jr, s, line);
            else if (rq_str_is(key, "rest"))
                line->value = rq_jr_text(jr, s->page);
            else if (!take_part(jr, s, line, key, &has_gap))
                rq_jr_unknown(jr, key);
        }
    }
    if (!line->name.size)
        line->kind = RQ_TEXT_BLANK;
    if (!line->name.size && !has_indent)
        line->indent = (struct rq_bytes){0};
    if (line->value.size && !has_gap)
        line->gap = rq_line_of(" ");
}

static void take_head(struct rq_jr *jr, const struct style *s, struct rq_text *text)
{
    struct rq_text_line *line = new_line(text, s, RQ_TEXT_HEAD);
    struct rq_str key;
    bool has_gap = false, has_items = false;
    line->counted = true;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, s->form->head)) {
            line->name = rq_jr_text(jr, s->page);
        } else if (rq_str_is(key, "count")) {
            line->counted = false;
            line->value = take_word(jr, s);
        } else if (rq_str_is(key, s->form->items) && !has_items) {
            has_items = true;
            rq_jr_array(jr);
            while (rq_jr_more(jr))
                take_line(jr, s, text, RQ_TEXT_ITEM);
        } else if (!take_part(jr, s, line, key, &has_gap)) {
            rq_jr_unknown(jr, key);
        }
    }
    if (!has_gap && (line->counted || line->value.size))
        line->gap = rq_line_of(" ");
}

/* What the element that follows is: an object with the key of a head is one. */
static bool is_head(struct rq_jr copy, const struct style *s, size_t *items)
{
    struct rq_str key;
    bool head = false;
    *items = 0;
    if (rq_jr_peek(&copy) != RQ_J_OBJECT)
        return false;
    rq_jr_object(&copy);
    while (rq_jr_key(&copy, &key)) {
        head |= rq_str_is(key, s->form->head);
        if (rq_str_is(key, s->form->items) && rq_jr_peek(&copy) == RQ_J_ARRAY)
            *items += rq_jr_length(&copy);
        rq_jr_skip(&copy);
    }
    return head;
}

static size_t count_lines(struct rq_jr copy, const struct style *s)
{
    size_t count = 0, items;
    rq_jr_array(&copy);
    while (rq_jr_more(&copy)) {
        is_head(copy, s, &items);
        count += 1 + items;
        rq_jr_skip(&copy);
    }
    return count;
}

bool rq_text_from_json(struct rq_doc *doc, struct rq_jr *jr, const struct rq_text_form *form,
                       struct rq_text *text)
{
    struct style s = {doc->page, RQ_LINE_CRLF, form};
    struct rq_str key;
    size_t items;
    while (rq_jr_key(jr, &key)) {
        /* It says how the lines are meant. */
        if (text->lines)
            rq_jr_bad(jr, "lines stand once, and last");
        else if (rq_str_is(key, "end"))
            s.end = rq_line_take_end(jr);
        else if (rq_str_is(key, "lines")) {
            text->lines = rq_jr_get(jr, count_lines(*jr, &s) + 1, sizeof *text->lines);
            rq_jr_array(jr);
            while (text->lines && rq_jr_more(jr)) {
                if (is_head(*jr, &s, &items))
                    take_head(jr, &s, text);
                else
                    take_line(jr, &s, text, RQ_TEXT_WORDS);
            }
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (rq_jr_ok(jr) && !text->lines)
        rq_jr_bad(jr, "there are no lines");
    return rq_jr_ok(jr);
}
