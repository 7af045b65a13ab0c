/* DEF: lines of text in sections. Every line is kept in its parts, so that one can change and
 * all other bytes stay. */
#include "formats/redguard/def_parts.h"

#include <stdio.h>

const char *const rq_def_kind_names[RQ_DEF_KINDS] = {"text",  "section", "function",  "ref",
                                                     "auto",  "endauto", "attribute", "group",
                                                     "alias", "flag",    "other"};

/* ---- detection ---- */

static bool has_def_name(const char *name)
{
    size_t n = name ? strlen(name) : 0;
    return n > 4 && rq_casecmp(name + n - 4, ".def") == 0;
}

/* Other programs have .DEF files too: the name alone is not enough. */
static unsigned def_detect(struct rq_bytes in, const char *name)
{
    bool named = has_def_name(name), sections = false;
    for (size_t i = 0; named && i < in.size; i++)
        if (in.data[i] < ' ' && (in.data[i] == 0 || !strchr("\t\r\n\f\x1A", in.data[i])))
            return 0;
    struct rq_def_state state = {0};
    for (size_t n = 0; named && in.size && n < 1000 && !sections; n++) {
        rq_def_next(&state, &in);
        sections = state.section != RQ_DEF_OUTSIDE;
    }
    return sections ? 16 : 0;
}

/* ---- reading ---- */

static struct rq_bytes cut_word(struct rq_bytes *from)
{
    size_t n = 0;
    while (n < from->size && !rq_line_is_blank(from->data[n]))
        n++;
    return rq_line_cut(from, n);
}

static void enter_section(struct rq_def_state *state, struct rq_bytes name)
{
    static const char *const names[] = {"", "functions", "refs", "equates", "flags"};
    state->section = RQ_DEF_OUTSIDE;
    state->inside = false;
    for (unsigned i = 1; i < sizeof names / sizeof names[0]; i++)
        if (rq_line_is(name, names[i]))
            state->section = i;
}

/* "task sMove parms 4", or without the third word "BOOL Gremlin 0". */
static bool take_row(struct rq_def_line *line, struct rq_bytes text, bool has_word)
{
    struct rq_def_line row = *line;
    int64_t number;
    row.type = cut_word(&text);
    row.gap[0] = rq_line_cut_blanks(&text);
    row.name = cut_word(&text);
    row.gap[1] = rq_line_cut_blanks(&text);
    if (has_word) {
        row.word = cut_word(&text);
        row.gap[2] = rq_line_cut_blanks(&text);
    }
    row.value = cut_word(&text);
    if (text.size || !row.name.size || !rq_line_number(row.value, &number) || number < INT32_MIN ||
        number > INT32_MAX)
        return false;
    row.kind = has_word ? RQ_DEF_FUNCTION : RQ_DEF_FLAG;
    row.number = (int32_t)number;
    *line = row;
    return true;
}

/* "name = value". */
static bool take_alias(struct rq_def_line *line, struct rq_bytes text)
{
    const uint8_t *equals = memchr(text.data, '=', text.size);
    if (!equals || equals == text.data)
        return false;
    struct rq_bytes head = {text.data, (size_t)(equals - text.data)};
    line->kind = RQ_DEF_ALIAS;
    line->name = rq_line_cut(&text, rq_line_trimmed(head));
    size_t n = head.size - line->name.size + 1;
    while (n < text.size && rq_line_is_blank(text.data[n]))
        n++;
    line->gap[1] = rq_line_cut(&text, n);
    line->value = text;
    return true;
}

/* A name alone: what it is depends on where it stands. */
static void take_name(struct rq_def_line *line, struct rq_def_state *state, struct rq_bytes text)
{
    bool lists = state->section == RQ_DEF_REFS || state->section == RQ_DEF_EQUATES;
    line->kind = RQ_DEF_OTHER;
    if (lists && !state->inside && rq_line_is(text, "auto")) {
        line->kind = RQ_DEF_AUTO;
        state->inside = true;
        state->block++;
    } else if (lists && state->inside && rq_line_is(text, "endauto")) {
        line->kind = RQ_DEF_ENDAUTO;
        state->inside = false;
    } else if (lists && state->inside && state->block <= 2) {
        line->kind = state->block == 1 ? RQ_DEF_ATTRIBUTE : RQ_DEF_GROUP;
    } else if (state->section == RQ_DEF_REFS && !state->inside) {
        line->kind = RQ_DEF_REF;
    }
    if (line->kind == RQ_DEF_OTHER)
        line->value = text;
    else
        line->name = text;
}

static void take_apart(struct rq_def_line *line, struct rq_def_state *state, struct rq_bytes text)
{
    line->indent = rq_line_cut_blanks(&text);
    if (rq_line_is_text(text)) {
        line->kind = RQ_DEF_TEXT;
        line->value = text;
        return;
    }
    const uint8_t *close = memchr(text.data, ']', text.size);
    if (text.data[0] == '[' && close) {
        line->kind = RQ_DEF_SECTION;
        rq_line_cut(&text, 1);
        line->name = rq_line_cut(&text, (size_t)(close - text.data));
        line->tail = text;
        enter_section(state, line->name);
        return;
    }
    /* Unlike that of an INI, a comment needs no blank before it. */
    const uint8_t *comment = memchr(text.data, ';', text.size);
    struct rq_bytes body = {text.data, comment ? (size_t)(comment - text.data) : text.size};
    body.size = rq_line_trimmed(body);
    rq_line_cut(&text, body.size);
    line->tail = text;
    bool functions = state->section == RQ_DEF_FUNCTIONS, flags = state->section == RQ_DEF_FLAGS;
    if (state->section != RQ_DEF_OUTSIDE && take_alias(line, body))
        return;
    if (!((functions || flags) && take_row(line, body, functions)))
        take_name(line, state, body);
}

struct rq_def_line rq_def_next(struct rq_def_state *state, struct rq_bytes *text)
{
    struct rq_def_line line = {.end = RQ_LINE_NO_END};
    take_apart(&line, state, rq_line_next(text, &line.end));
    return line;
}

bool rq_def_index(struct rq_def *def, struct rq_arena *arena)
{
    struct rq_def_list *lists[RQ_DEF_KINDS] = {[RQ_DEF_FUNCTION] = &def->functions,
                                               [RQ_DEF_REF] = &def->refs,
                                               [RQ_DEF_ATTRIBUTE] = &def->attributes,
                                               [RQ_DEF_GROUP] = &def->groups,
                                               [RQ_DEF_FLAG] = &def->flags};
    size_t counts[RQ_DEF_KINDS] = {0};
    for (size_t i = 0; i < def->line_count; i++)
        counts[def->lines[i].kind]++;
    for (size_t k = 0; k < RQ_DEF_KINDS; k++)
        if (lists[k] && !(lists[k]->lines = rq_arena_get(arena, counts[k], sizeof(void *))))
            return false;
    for (size_t i = 0; i < def->line_count; i++) {
        struct rq_def_list *list = lists[def->lines[i].kind];
        if (list)
            list->lines[list->count++] = &def->lines[i];
    }
    return true;
}

/* ---- findings ---- */

static bool is_one_of(struct rq_bytes word, const char *list)
{
    for (const char *p = list; *p;) {
        char name[16];
        size_t n = strcspn(p, " ");
        snprintf(name, sizeof name, "%.*s", (int)n, p);
        if (rq_line_is(word, name))
            return true;
        p += n + (p[n] == ' ');
    }
    return false;
}

static void check_line(struct rq_doc *doc, const struct rq_def_line *line, uint64_t offset)
{
    bool function = line->kind == RQ_DEF_FUNCTION, flag = line->kind == RQ_DEF_FLAG;
    if (line->kind == RQ_DEF_OTHER)
        rq_find(doc, "unknown-line", offset, "lines", "a line that does not fit its section");
    if (function && !is_one_of(line->type, "task function multitask"))
        rq_find(doc, "unknown-type", offset, "type", "neither task, function nor multitask");
    if (function && !is_one_of(line->word, "parms params"))
        rq_find(doc, "unknown-word", offset, "word", "neither parms nor params");
    if (flag && !is_one_of(line->type, "BOOL NUMBER FLIPFLOP"))
        rq_find(doc, "unknown-type", offset, "type", "neither BOOL, NUMBER nor FLIPFLOP");
}

/* More than enough to see what is wrong. */
enum { MOST_FINDINGS = 100 };

static void check_lines(struct rq_doc *doc, struct rq_bytes text)
{
    const struct rq_def *def = doc->root;
    const uint8_t *begin = text.data;
    bool inside = false;
    enum rq_line_end end;
    for (size_t i = 0; i < def->line_count && doc->finding_count < MOST_FINDINGS; i++) {
        enum rq_def_kind kind = def->lines[i].kind;
        check_line(doc, &def->lines[i], (uint64_t)(text.data - begin));
        inside =
            kind == RQ_DEF_AUTO || (inside && kind != RQ_DEF_ENDAUTO && kind != RQ_DEF_SECTION);
        rq_line_next(&text, &end);
    }
    if (inside)
        rq_find(doc, "auto-without-end", (uint64_t)(text.data - begin), "lines",
                "auto without endauto");
}

static void note_line(struct rq_cur *c, const struct rq_def_line *line)
{
    rq_line_note(c, line->indent, "indent");
    if (line->kind == RQ_DEF_SECTION)
        rq_line_note_bracket(c, line->name);
    rq_line_note(c, line->type, "type");
    rq_line_note(c, line->gap[0], "gap");
    rq_line_note(c, line->name, rq_def_kind_names[line->kind]);
    rq_line_note(c, line->gap[1], "gap");
    rq_line_note(c, line->word, "word");
    rq_line_note(c, line->gap[2], "gap");
    rq_line_note(c, line->value, line->kind == RQ_DEF_TEXT ? "text" : "value");
    rq_line_note(c, line->tail, "tail");
}

static bool def_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_def *def = doc->root = rq_cur_get(doc, c, 1, sizeof *def);
    struct rq_bytes whole = {c->p, rq_left(c)}, text = whole;
    struct rq_def_state state = {0};
    size_t count = rq_line_count(text);
    if (!def || !(def->lines = rq_cur_get(doc, c, count, sizeof *def->lines)))
        return false;
    while (text.size) {
        struct rq_def_line *line = &def->lines[def->line_count];
        *line = rq_def_next(&state, &text);
        rq_enter(c, "lines", (int64_t)def->line_count++);
        note_line(c, line);
        rq_line_note_end(c, text, line->end);
        rq_leave(c);
    }
    c->p = c->end;
    if (!rq_def_index(def, &doc->arena))
        return rq_bad_memory(c, &doc->arena);
    check_lines(doc, whole);
    return true;
}

/* ---- writing ---- */

static void put_line(struct rq_out *out, const struct rq_def_line *line)
{
    rq_put_bytes(out, line->indent);
    if (line->kind == RQ_DEF_SECTION)
        rq_put8(out, '[');
    rq_put_bytes(out, line->type);
    rq_put_bytes(out, line->gap[0]);
    rq_put_bytes(out, line->name);
    rq_put_bytes(out, line->gap[1]);
    rq_put_bytes(out, line->word);
    rq_put_bytes(out, line->gap[2]);
    rq_put_bytes(out, line->value);
    rq_put_bytes(out, line->tail);
    rq_line_put_end(out, line->end);
}

static bool reads_back(struct rq_def_state *state, const struct rq_def_line *line,
                       struct rq_bytes written)
{
    struct rq_def_line back = rq_def_next(state, &written);
    return written.size == 0 && back.kind == line->kind && back.end == line->end &&
           rq_same(back.indent, line->indent) && rq_same(back.type, line->type) &&
           rq_same(back.gap[0], line->gap[0]) && rq_same(back.name, line->name) &&
           rq_same(back.gap[1], line->gap[1]) && rq_same(back.word, line->word) &&
           rq_same(back.gap[2], line->gap[2]) && rq_same(back.value, line->value) &&
           rq_same(back.tail, line->tail);
}

static bool def_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_def *def = doc->root;
    struct rq_def_state state = {0};
    for (size_t i = 0; i < def->line_count && !out->failed; i++) {
        const struct rq_def_line *line = &def->lines[i];
        size_t start = out->size;
        put_line(out, line);
        if (out->failed)
            break;
        struct rq_bytes written = {out->data + start, out->size - start};
        enum rq_line_end before = i ? def->lines[i - 1].end : RQ_LINE_CRLF;
        if (!rq_line_stands(out, start, i, before) || !reads_back(&state, line, written))
            return rq_fail(err, RQ_USAGE, 0, "lines",
                           "line %zu would not be read again as it stands here", i + 1);
    }
    return true;
}

/* ---- use ---- */

static const struct rq_def_line *item(const struct rq_def_list *list, uint32_t id)
{
    return id < list->count ? list->lines[id] : NULL;
}

const struct rq_def_line *rq_def_function(const struct rq_def *def, uint32_t id)
{
    static const struct rq_def_line null = {
        .kind = RQ_DEF_FUNCTION,
        .type = {(const uint8_t *)"function", 8},
        .name = {(const uint8_t *)"NullFunction", 12},
        .word = {(const uint8_t *)"parms", 5},
        .value = {(const uint8_t *)"0", 1},
    };
    return id ? item(&def->functions, id - 1) : &null;
}

const struct rq_def_line *rq_def_ref(const struct rq_def *def, uint32_t id)
{
    return item(&def->refs, id);
}

const struct rq_def_line *rq_def_attribute(const struct rq_def *def, uint32_t id)
{
    return item(&def->attributes, id);
}

const struct rq_def_line *rq_def_group(const struct rq_def *def, uint32_t id)
{
    return item(&def->groups, id);
}

const struct rq_def_line *rq_def_flag(const struct rq_def *def, uint32_t id)
{
    return item(&def->flags, id);
}

struct rq_bytes rq_def_comment(const struct rq_def_line *line)
{
    struct rq_bytes text = line->tail;
    const uint8_t *start = text.size ? memchr(text.data, ';', text.size) : NULL;
    if (line->kind == RQ_DEF_SECTION || !start)
        return (struct rq_bytes){0};
    rq_line_cut(&text, (size_t)(start - text.data) + 1);
    rq_line_cut_blanks(&text);
    text.size = rq_line_trimmed(text);
    return text;
}

/* ---- facts ---- */

static size_t count_type(const struct rq_def_list *list, const char *type)
{
    size_t n = 0;
    for (size_t i = 0; i < list->count; i++)
        n += rq_line_is(list->lines[i]->type, type);
    return n;
}

static bool def_facts(struct rq_doc *doc)
{
    const struct rq_def *def = doc->root;
    const struct rq_def_list *f = &def->functions, *g = &def->flags;
    rq_fact_add(doc, "functions", "%zu: %zu tasks, %zu functions, %zu multitasks", f->count,
                count_type(f, "task"), count_type(f, "function"), count_type(f, "multitask"));
    rq_fact_add(doc, "references", "%zu", def->refs.count);
    rq_fact_add(doc, "attributes", "%zu", def->attributes.count);
    rq_fact_add(doc, "animation groups", "%zu", def->groups.count);
    rq_fact_add(doc, "flags", "%zu: %zu BOOL, %zu NUMBER, %zu FLIPFLOP", g->count,
                count_type(g, "BOOL"), count_type(g, "NUMBER"), count_type(g, "FLIPFLOP"));
    return true;
}

static bool def_fresh(struct rq_doc *doc)
{
    return (doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_def))) != NULL;
}

static const struct rq_finding_kind def_findings[] = {
    {"unknown-line", RQ_WARNING, "a line that does not fit its section",
     "It is kept and not counted. What the game does with it is not known; if it counts "
     "the line, all numbers behind it differ."},
    {"unknown-type", RQ_WARNING, "a function or flag of an unknown type",
     "Functions are task, function or multitask, flags BOOL, NUMBER or FLIPFLOP. What the "
     "game does with others is not known."},
    {"unknown-word", RQ_WARNING, "neither parms nor params before the number of parameters",
     "The game's file has parms. What it does with another word is not known."},
    {"auto-without-end", RQ_WARNING, "a block of names that does not end",
     "auto starts a block, endauto ends it. Names behind it may be counted wrongly."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_def = {
    .info = {"def", "Script functions and flags", "redguard", "def"},
    .detect = def_detect,
    .read = def_read,
    .write = def_write,
    .findings = def_findings,
    .to_json = rq_def_to_json,
    .from_json = rq_def_from_json,
    .facts = def_facts,
    .fresh = def_fresh,
};
