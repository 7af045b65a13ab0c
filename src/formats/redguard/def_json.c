/* DEF as JSON: one row for each line. Comments and blank lines are plain text, the others
 * objects; what is usual (one blank between words, no indent, the word and end of line that most
 * have) is left out. */
#include "formats/redguard/def_parts.h"

#include <stdio.h>

struct style {
    enum rq_codepage page;
    enum rq_line_end end;
    struct rq_bytes word; /* "parms" or "params" */
};

/* How many gaps a line of the kind has. */
static size_t gap_count(enum rq_def_kind kind)
{
    return kind == RQ_DEF_FUNCTION ? 3 : kind == RQ_DEF_FLAG ? 2 : 0;
}

static bool has_name(enum rq_def_kind kind)
{
    return kind != RQ_DEF_TEXT && kind != RQ_DEF_OTHER;
}

/* What the name of a line is when its JSON says nothing of it. */
static const char *fixed_name(enum rq_def_kind kind)
{
    return kind == RQ_DEF_AUTO ? "auto" : kind == RQ_DEF_ENDAUTO ? "endauto" : "";
}

static const char *usual_gap(const struct rq_def_line *line, size_t gap)
{
    if (line->kind == RQ_DEF_ALIAS)
        return gap == 1 ? " = " : "";
    return gap < gap_count(line->kind) ? " " : "";
}

/* ---- out ---- */

static struct style style_of(const struct rq_doc *doc)
{
    const struct rq_def *def = doc->root;
    size_t ends[4] = {0}, params = 0;
    for (size_t i = 0; i < def->line_count; i++)
        ends[def->lines[i].end]++;
    for (size_t i = 0; i < def->functions.count; i++)
        params += rq_same(def->functions.lines[i]->word, rq_line_of("params"));
    return (struct style){doc->page, rq_line_usual(ends),
                          rq_line_of(params * 2 > def->functions.count ? "params" : "parms")};
}

static void put_text(struct rq_json *j, const struct style *s, const char *key, struct rq_bytes v)
{
    rq_json_key(j, key);
    rq_json_text(j, s->page, v);
}

/* A number, unless it is written in a way of its own ("007"). */
static void put_number(struct rq_json *j, const struct style *s, const char *key,
                       const struct rq_def_line *line)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%d", (int)line->number);
    rq_json_key(j, key);
    if (rq_same(line->value, rq_line_of(digits)))
        rq_json_i64(j, line->number);
    else
        rq_json_text(j, s->page, line->value);
}

/* ";text" is a comment; with blanks before it, or something else, it stands as it is. */
static void put_tail(struct rq_json *j, const struct style *s, const struct rq_def_line *line)
{
    struct rq_bytes tail = line->tail;
    if (line->kind == RQ_DEF_SECTION) {
        if (!rq_same(tail, rq_line_of("]")))
            put_text(j, s, "tail", tail);
    } else if (tail.size && tail.data[0] == ';') {
        put_text(j, s, "comment", (struct rq_bytes){tail.data + 1, tail.size - 1});
    } else if (tail.size) {
        put_text(j, s, "tail", tail);
    }
}

static void put_rest(struct rq_json *j, const struct style *s, const struct rq_def_line *line)
{
    static const char *const gaps[] = {"after_type", "after_name", "after_word"};
    if (line->kind == RQ_DEF_FUNCTION && !rq_same(line->word, s->word))
        put_text(j, s, "word", line->word);
    if (line->indent.size)
        put_text(j, s, "indent", line->indent);
    for (size_t i = 0; i < 3; i++)
        if (!rq_same(line->gap[i], rq_line_of(usual_gap(line, i))))
            put_text(j, s, gaps[i], line->gap[i]);
    put_tail(j, s, line);
    if (line->end != s->end) {
        rq_json_key(j, "end");
        rq_json_str(j, rq_line_end_name(line->end));
    }
}

static void line_json(struct rq_json *j, const struct style *s, const struct rq_def_line *line)
{
    if (line->kind == RQ_DEF_TEXT && !line->indent.size && line->end == s->end) {
        rq_json_text(j, s->page, line->value);
        return;
    }
    rq_json_object_row(j);
    rq_json_key(j, "kind");
    rq_json_str(j, rq_def_kind_names[line->kind]);
    if (line->type.size)
        put_text(j, s, "type", line->type);
    if (has_name(line->kind) && !rq_same(line->name, rq_line_of(fixed_name(line->kind))))
        put_text(j, s, "name", line->name);
    if (line->kind == RQ_DEF_FUNCTION)
        put_number(j, s, "params", line);
    else if (line->kind == RQ_DEF_FLAG)
        put_number(j, s, "value", line);
    else if (line->kind == RQ_DEF_ALIAS || !has_name(line->kind))
        put_text(j, s, line->kind == RQ_DEF_ALIAS ? "value" : "text", line->value);
    put_rest(j, s, line);
    rq_json_end_object(j);
}

bool rq_def_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_def *def = doc->root;
    struct style s = style_of(doc);
    (void)err;
    rq_json_key(j, "end");
    rq_json_str(j, rq_line_end_name(s.end));
    put_text(j, &s, "word", s.word);
    rq_json_key(j, "lines");
    rq_json_array(j);
    for (size_t i = 0; i < def->line_count; i++)
        line_json(j, &s, &def->lines[i]);
    rq_json_end_array(j);
    return true;
}

/* ---- back ---- */

static enum rq_def_kind take_kind(struct rq_jr *jr)
{
    struct rq_str name = rq_jr_string(jr);
    for (size_t i = 0; i < RQ_DEF_KINDS; i++)
        if (rq_str_is(name, rq_def_kind_names[i]))
            return (enum rq_def_kind)i;
    rq_jr_bad(jr, "no line has a kind of this name");
    return RQ_DEF_TEXT;
}

static struct rq_bytes take_number(struct rq_jr *jr, const struct style *s)
{
    if (rq_jr_peek(jr) == RQ_J_STRING)
        return rq_jr_text(jr, s->page);
    char digits[16];
    snprintf(digits, sizeof digits, "%d", (int)rq_jr_signed(jr, INT32_MIN, INT32_MAX));
    const char *kept = rq_arena_text(jr->arena, digits, strlen(digits));
    if (!kept)
        rq_jr_bad(jr, "out of memory");
    return kept ? rq_line_of(kept) : (struct rq_bytes){0};
}

static struct rq_bytes take_comment(struct rq_jr *jr, const struct style *s)
{
    struct rq_bytes text = rq_jr_text(jr, s->page);
    uint8_t *tail = rq_jr_get(jr, text.size + 1, 1);
    if (!tail)
        return (struct rq_bytes){0};
    tail[0] = ';';
    if (text.size)
        memcpy(tail + 1, text.data, text.size);
    return (struct rq_bytes){tail, text.size + 1};
}

static void take_member(struct rq_jr *jr, const struct style *s, struct rq_def_line *line,
                        struct rq_str key)
{
    static const char *const gaps[] = {"after_type", "after_name", "after_word"};
    bool alias = line->kind == RQ_DEF_ALIAS, flag = line->kind == RQ_DEF_FLAG;
    for (size_t i = 0; i < 3; i++)
        if (rq_str_is(key, gaps[i])) {
            line->gap[i] = rq_jr_text(jr, s->page);
            return;
        }
    if (rq_str_is(key, "type"))
        line->type = rq_jr_text(jr, s->page);
    else if (rq_str_is(key, "name"))
        line->name = rq_jr_text(jr, s->page);
    else if (rq_str_is(key, line->kind == RQ_DEF_FUNCTION ? "params" : "value") &&
             (flag || line->kind == RQ_DEF_FUNCTION))
        line->value = take_number(jr, s);
    else if (rq_str_is(key, alias ? "value" : "text"))
        line->value = rq_jr_text(jr, s->page);
    else if (rq_str_is(key, "word"))
        line->word = rq_jr_text(jr, s->page);
    else if (rq_str_is(key, "indent"))
        line->indent = rq_jr_text(jr, s->page);
    else if (rq_str_is(key, "comment"))
        line->tail = take_comment(jr, s);
    else if (rq_str_is(key, "tail"))
        line->tail = rq_jr_text(jr, s->page);
    else if (rq_str_is(key, "end"))
        line->end = rq_line_take_end(jr);
    else
        rq_jr_unknown(jr, key);
}

static void take_line(struct rq_jr *jr, const struct style *s, struct rq_def_line *line)
{
    struct rq_str key;
    int64_t number = 0;
    *line = (struct rq_def_line){.end = s->end};
    if (rq_jr_peek(jr) == RQ_J_STRING) {
        line->value = rq_jr_text(jr, s->page);
        return;
    }
    rq_jr_object(jr);
    if (!rq_jr_key(jr, &key) || !rq_str_is(key, "kind")) {
        rq_jr_bad(jr, "a line begins with its kind");
        return;
    }
    line->kind = take_kind(jr);
    line->name = rq_line_of(fixed_name(line->kind));
    for (size_t i = 0; i < 3; i++)
        line->gap[i] = rq_line_of(usual_gap(line, i));
    if (line->kind == RQ_DEF_FUNCTION)
        line->word = s->word;
    if (line->kind == RQ_DEF_SECTION)
        line->tail = rq_line_of("]");
    while (rq_jr_key(jr, &key))
        take_member(jr, s, line, key);
    /* Whether it is one is seen when the line is written. */
    if (gap_count(line->kind) && rq_line_number(line->value, &number))
        line->number = (int32_t)number;
}

bool rq_def_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_def *def = doc->root = rq_jr_get(jr, 1, sizeof *def);
    struct style s = {doc->page, RQ_LINE_CRLF, rq_line_of("parms")};
    struct rq_str key;
    while (def && rq_jr_key(jr, &key)) {
        /* They say how the lines are meant. */
        if (def->lines)
            rq_jr_bad(jr, "lines stand once, and last");
        else if (rq_str_is(key, "end"))
            s.end = rq_line_take_end(jr);
        else if (rq_str_is(key, "word"))
            s.word = rq_jr_text(jr, s.page);
        else if (rq_str_is(key, "lines")) {
            size_t count = rq_jr_length(jr);
            def->lines = rq_jr_get(jr, count, sizeof *def->lines);
            rq_jr_array(jr);
            while (def->lines && rq_jr_more(jr))
                take_line(jr, &s, &def->lines[def->line_count++]);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (def && rq_jr_ok(jr) && !def->lines)
        rq_jr_bad(jr, "there are no lines");
    if (!def || !rq_jr_ok(jr))
        return false;
    return rq_def_index(def, &doc->arena) || rq_jr_bad(jr, "out of memory");
}
