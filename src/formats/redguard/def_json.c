/* DEF as JSON: one row for each line. Comments and blank lines are plain text, the others
 * objects; what is usual (one blank between words, no indent, the word and end of line that most
 * have) is left out. */
#include "formats/redguard/def_parts.h"

#include <stdio.h>

/* The document as JSON has it: first what most lines have. */
struct form {
    enum rq_line_end end;
    struct rq_bytes word; /* "parms" or "params" */
    struct rq_def_line *lines;
    size_t line_count;
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

static const char *usual_gap(enum rq_def_kind kind, size_t gap)
{
    if (kind == RQ_DEF_ALIAS)
        return gap == 1 ? " = " : "";
    return gap < gap_count(kind) ? " " : "";
}

/* ---- parts of a line ---- */

/* What the line is says what its other parts usually are. */
static void take_kind(struct rq_shaper *s, void *object)
{
    const struct form *f = s->outer;
    struct rq_def_line *line = object;
    struct rq_str name = rq_jr_string(s->jr);
    size_t kind = 0;
    while (kind < RQ_DEF_KINDS && !rq_str_is(name, rq_def_kind_names[kind]))
        kind++;
    if (kind == RQ_DEF_KINDS) {
        rq_jr_bad(s->jr, "no line has a kind of this name");
        return;
    }
    line->kind = (enum rq_def_kind)kind;
    line->name = rq_line_of(fixed_name(line->kind));
    for (size_t i = 0; i < 3; i++)
        line->gap[i] = rq_line_of(usual_gap(line->kind, i));
    if (line->kind == RQ_DEF_FUNCTION)
        line->word = f->word;
    if (line->kind == RQ_DEF_SECTION)
        line->tail = rq_line_of("]");
}

static bool put_kind(struct rq_shaper *s, const void *line)
{
    rq_json_key(s->j, s->member->name);
    rq_json_str(s->j, rq_def_kind_names[((const struct rq_def_line *)line)->kind]);
    return true;
}

static bool has_other_name(const struct rq_shaper *s, const void *object)
{
    const struct rq_def_line *line = object;
    (void)s;
    return has_name(line->kind) && !rq_same(line->name, rq_line_of(fixed_name(line->kind)));
}

static bool is_function(const struct rq_shaper *s, const void *line)
{
    (void)s;
    return ((const struct rq_def_line *)line)->kind == RQ_DEF_FUNCTION;
}

static bool is_flag(const struct rq_shaper *s, const void *line)
{
    (void)s;
    return ((const struct rq_def_line *)line)->kind == RQ_DEF_FLAG;
}

static bool is_alias(const struct rq_shaper *s, const void *line)
{
    (void)s;
    return ((const struct rq_def_line *)line)->kind == RQ_DEF_ALIAS;
}

static bool is_text(const struct rq_shaper *s, const void *line)
{
    (void)s;
    return !has_name(((const struct rq_def_line *)line)->kind);
}

/* A number, unless it is written in a way of its own ("007"). */
static bool put_number(struct rq_shaper *s, const void *object)
{
    const struct rq_def_line *line = object;
    char digits[16];
    snprintf(digits, sizeof digits, "%d", (int)line->number);
    rq_json_key(s->j, s->member->name);
    if (rq_same(line->value, rq_line_of(digits)))
        rq_json_i64(s->j, line->number);
    else
        rq_json_text(s->j, s->page, line->value);
    return true;
}

static void take_number(struct rq_shaper *s, void *object)
{
    struct rq_def_line *line = object;
    if (rq_jr_peek(s->jr) == RQ_J_STRING) {
        line->value = rq_jr_text(s->jr, s->page);
        return;
    }
    char digits[16];
    snprintf(digits, sizeof digits, "%d", (int)rq_jr_signed(s->jr, INT32_MIN, INT32_MAX));
    const char *kept = rq_arena_text(s->jr->arena, digits, strlen(digits));
    if (kept)
        line->value = rq_line_of(kept);
    else
        rq_jr_bad(s->jr, "out of memory");
}

static bool has_other_word(const struct rq_shaper *s, const void *object)
{
    const struct form *f = s->outer;
    const struct rq_def_line *line = object;
    return line->kind == RQ_DEF_FUNCTION && !rq_same(line->word, f->word);
}

static bool has_other_gap(const struct rq_shaper *s, const void *object)
{
    const struct rq_def_line *line = object;
    size_t gap = (s->member->at - offsetof(struct rq_def_line, gap)) / sizeof line->gap[0];
    return !rq_same(line->gap[gap], rq_line_of(usual_gap(line->kind, gap)));
}

/* ";text" is a comment; with blanks before it, or something else, it stands as it is. */
static bool has_comment(const struct rq_shaper *s, const void *object)
{
    const struct rq_def_line *line = object;
    (void)s;
    return line->kind != RQ_DEF_SECTION && line->tail.size && line->tail.data[0] == ';';
}

static bool has_other_tail(const struct rq_shaper *s, const void *object)
{
    const struct rq_def_line *line = object;
    if (line->kind == RQ_DEF_SECTION)
        return !rq_same(line->tail, rq_line_of("]"));
    return line->tail.size && !has_comment(s, object);
}

static bool put_comment(struct rq_shaper *s, const void *object)
{
    const struct rq_def_line *line = object;
    rq_json_key(s->j, s->member->name);
    rq_json_text(s->j, s->page, (struct rq_bytes){line->tail.data + 1, line->tail.size - 1});
    return true;
}

static void take_comment(struct rq_shaper *s, void *object)
{
    struct rq_bytes text = rq_jr_text(s->jr, s->page);
    uint8_t *tail = rq_jr_get(s->jr, text.size + 1, 1);
    if (!tail)
        return;
    tail[0] = ';';
    if (text.size)
        memcpy(tail + 1, text.data, text.size);
    ((struct rq_def_line *)object)->tail = (struct rq_bytes){tail, text.size + 1};
}

static bool has_other_end(const struct rq_shaper *s, const void *object)
{
    return ((const struct rq_def_line *)object)->end != ((const struct form *)s->outer)->end;
}

/* Whether it is a number is seen when the line is written. */
static void finish_line(struct rq_shaper *s, void *object)
{
    struct rq_def_line *line = object;
    int64_t number = 0;
    (void)s;
    if (gap_count(line->kind) && rq_line_number(line->value, &number))
        line->number = (int32_t)number;
}

#define TEXT(key, f) RQ_MEMBER(key, rq_def_line, f, TEXT)
static const struct rq_member object_members[] = {
    {RQ_HOOK("kind", put_kind, take_kind), .first = true},
    {TEXT("type", type), .optional = true},
    {TEXT("name", name), .when = has_other_name},
    {RQ_HOOK("params", put_number, take_number), .only = is_function},
    {RQ_HOOK("value", put_number, take_number), .only = is_flag},
    {TEXT("value", value), .only = is_alias},
    {TEXT("text", value), .only = is_text},
    {TEXT("word", word), .when = has_other_word},
    {TEXT("indent", indent), .optional = true},
    {TEXT("after_type", gap[0]), .when = has_other_gap},
    {TEXT("after_name", gap[1]), .when = has_other_gap},
    {TEXT("after_word", gap[2]), .when = has_other_gap},
    {RQ_HOOK("comment", put_comment, take_comment), .when = has_comment},
    {TEXT("tail", tail), .when = has_other_tail},
    {RQ_CHOICE("end", rq_def_line, end, rq_line_end_names), .when = has_other_end},
};
#undef TEXT
static const struct rq_shape object_shape = {
    RQ_SHAPE("line", rq_def_line, RQ_IN_ROW, object_members), .finish = finish_line};

/* ---- lines ---- */

static bool put_line(struct rq_shaper *s, const void *object)
{
    const struct form *f = s->outer;
    const struct rq_def_line *line = object;
    if (line->kind != RQ_DEF_TEXT || line->indent.size || line->end != f->end)
        return rq_shape_put_value(s, &object_shape, line);
    rq_json_text(s->j, s->page, line->value);
    return true;
}

static void take_line(struct rq_shaper *s, void *object)
{
    const struct form *f = s->outer;
    struct rq_def_line *line = object;
    line->end = f->end;
    if (rq_jr_peek(s->jr) == RQ_J_STRING)
        line->value = rq_jr_text(s->jr, s->page);
    else
        rq_shape_take_value(s, &object_shape, line);
}

static const struct rq_member line_members[] = {{RQ_HOOK("line", put_line, take_line)}};
static const struct rq_shape line_shape = {RQ_SHAPE("line", rq_def_line, RQ_AS_ITEM, line_members)};

/* ---- the document ---- */

/* They say how the lines are meant. */
static bool comes_before_lines(const struct rq_shaper *s, const void *form)
{
    return s->j || !((const struct form *)form)->lines;
}

static const struct rq_member members[] = {
    {RQ_CHOICE("end", form, end, rq_line_end_names), .only = comes_before_lines},
    {RQ_MEMBER("word", form, word, TEXT), .only = comes_before_lines},
    {RQ_LIST("lines", form, lines, line_count, line_shape), .required = true},
};
static const struct rq_shape shape = {RQ_SHAPE("def", form, RQ_IN_LINES, members)};

bool rq_def_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_def *def = doc->root;
    struct rq_shaper s = {.doc = doc, .page = doc->page, .j = j, .err = err};
    size_t ends[4] = {0}, params = 0;
    for (size_t i = 0; i < def->line_count; i++)
        ends[def->lines[i].end]++;
    for (size_t i = 0; i < def->functions.count; i++)
        params += rq_same(def->functions.lines[i]->word, rq_line_of("params"));
    struct form form = {rq_line_usual(ends),
                        rq_line_of(params * 2 > def->functions.count ? "params" : "parms"),
                        def->lines, def->line_count};
    return rq_shape_put(&s, &shape, &form);
}

bool rq_def_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_def *def = doc->root = rq_jr_get(jr, 1, sizeof *def);
    struct rq_shaper s = {.doc = doc, .page = doc->page, .jr = jr, .err = jr->ctx->err};
    struct form form = {.end = RQ_LINE_CRLF, .word = rq_line_of("parms")};
    if (!def || !rq_shape_take(&s, &shape, &form))
        return false;
    def->lines = form.lines;
    def->line_count = form.line_count;
    return rq_def_index(def, &doc->arena) || rq_jr_bad(jr, "out of memory");
}
