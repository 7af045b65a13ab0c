/* The script text of redguard-mod-manager:
 *
 *     Maps\ISLAND.RGM
 *     ID: 1
 *
 *     health = 20
 *
 *     HERO (Execution starts at #1F)
 *     {
 *       if ACTIVATE("ci31") = 1
 *       {
 *         RTX("ti32")
 *       }
 *
 *     #1F:
 *       End #1F
 *     }
 *
 * It has no hooks and no strings of its own, and values of variables are only shown: these stay as the
 * map has them. Strings that are not there yet are added. */
#include "script/soup/parse.h"

enum { LOWER_TEXT = 1 << 20 }; /* the space of strings in small letters */

static struct rq_str lowered(struct rq_soup_parser *p, struct rq_str text)
{
    char *low = rq_arena_text(p->arena, text.text, text.size);
    for (size_t i = 0; low && i < text.size; i++)
        low[i] = rq_lower(low[i]);
    if (!low)
        rq_soup_out_of_memory(p);
    return (struct rq_str){low, low ? text.size : 0};
}

int32_t rq_soup_rmm_quoted(struct rq_soup_parser *p)
{
    size_t at = p->token.at, size = p->token.text.size;
    struct rq_bytes text;
    return rq_soup_unquote(p, &text) ? rq_soup_string_number(p, text, 1, at, size) : 0;
}

int32_t rq_soup_rmm_named(struct rq_soup_parser *p, enum rq_soup_thing thing)
{
    struct rq_str text = {p->token.text.text + 1, p->token.text.size - 2};
    int32_t found =
        rq_soup_rmm_find(p->reading->how, thing,
                         (struct rq_bytes){(const uint8_t *)text.text, text.size}, p->arena->alloc);
    if (found < 0)
        rq_soup_problem(p, p->token.at, p->token.text.size, "--game DIR has the names",
                        "no item or map is named %.*s", (int)(text.size < 60 ? text.size : 60),
                        text.text);
    rq_soup_lex(p);
    return found;
}

static bool is_part(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
}

/* Object and reference may both have dots: the reference is the longest that has a name. */
int32_t rq_soup_rmm_object(struct rq_soup_parser *p)
{
    const uint8_t *from = p->begin + p->token.at, *end = from, *dot = NULL;
    bool word = p->token.kind == RQ_SOUP_WORD || p->token.kind == RQ_SOUP_INTEGER;
    bool known = rq_soup_is(p, "Me") || rq_soup_is(p, "Player") || rq_soup_is(p, "Camera");
    while (word && end < p->end && is_part(*end))
        end++;
    if (known || end == from)
        return -1;
    bool call = end < p->end && *end == '(';
    for (const uint8_t *c = from; c < end; c++) {
        struct rq_str member = {(const char *)c + 1, (size_t)(end - c) - 1};
        if (*c == '.' && (call || rq_soup_lookup(p, RQ_SOUP_REF_NAME, member) >= 0)) {
            dot = c;
            if (!call)
                break;
        }
    }
    if (!dot)
        return -1;
    size_t at = p->token.at, size = (size_t)(dot - from);
    struct rq_str low = lowered(p, (struct rq_str){(const char *)from, size});
    const struct rq_soup_symbol *one =
        low.text ? rq_soup_symbol_find(&p->symbols, LOWER_TEXT, low) : NULL;
    p->p = dot + 1;
    rq_soup_lex(p);
    if (one || !low.text)
        return one ? one->value : 0;
    int32_t number = rq_soup_string_number(
        p, (struct rq_bytes){(const uint8_t *)low.text, low.size}, 1, at, size);
    if (number >= 0 && !rq_soup_symbol_add(&p->symbols, LOWER_TEXT, low, number, at))
        rq_soup_out_of_memory(p);
    return number < 0 ? 0 : number;
}

/* ---- statements ---- */

static void take_block(struct rq_soup_parser *p);

static bool angled_is(const struct rq_soup_parser *p, const char *text)
{
    return p->token.kind == RQ_SOUP_ANGLED && p->token.text.size >= strlen(text) &&
           memcmp(p->token.text.text, text, strlen(text)) == 0;
}

static void take_byte(struct rq_soup_parser *p, struct rq_soup_value *v)
{
    int64_t number = 0;
    rq_soup_lex(p);
    if (rq_soup_expect(p, "=", "after the word in angle brackets"))
        rq_soup_number(p, 0, UINT8_MAX, &number);
    v->number = (int32_t)number;
}

static void take_if(struct rq_soup_parser *p)
{
    struct rq_soup_value v = {.op = RQ_SOUP_OP_IF_};
    if (angled_is(p, "<ScriptRv>")) {
        v.op = RQ_SOUP_OP_SCRIPTRV;
        take_byte(p, &v);
    } else {
        rq_soup_take_conditions(p, &v);
    }
    struct rq_soup_instr *instr = p->panic ? NULL : rq_soup_emit(p, v.op);
    if (!instr)
        return;
    instr->main = v;
    uint32_t test = p->instr_count - 1;
    if (v.op == RQ_SOUP_OP_SCRIPTRV && !rq_soup_is(p, "{"))
        return;
    take_block(p);
    p->instrs[test].has_target = true;
    p->instrs[test].to = (int32_t)p->instr_count;
}

/* <TaskPause(#1F)> */
static void take_pause(struct rq_soup_parser *p)
{
    struct rq_soup_token t = p->token;
    const char *hash = memchr(t.text.text, '#', t.text.size);
    const char *end = hash ? memchr(hash, ')', t.text.size - (size_t)(hash - t.text.text)) : NULL;
    struct rq_soup_instr *instr = rq_soup_emit(p, RQ_SOUP_OP_TASKPAUSE);
    if (!instr || !end) {
        rq_soup_expected(p, "<TaskPause(#1F)>");
        return;
    }
    instr->has_target = true;
    struct rq_str label = {hash, (size_t)(end - hash)};
    size_t at = t.at + (size_t)(hash - t.text.text);
    rq_soup_fix_later(p, (struct rq_soup_fixup){label, at, p->instr_count - 1, false});
    rq_soup_lex(p);
}

static bool take_worded(struct rq_soup_parser *p)
{
    if (rq_soup_accept(p, "if")) {
        take_if(p);
    } else if (rq_soup_is(p, "Goto") || rq_soup_is(p, "Gosub")) {
        uint8_t op = rq_soup_is(p, "Goto") ? RQ_SOUP_OP_GOTO : RQ_SOUP_OP_GOSUB;
        rq_soup_lex(p);
        if (rq_soup_emit(p, op))
            rq_soup_take_target(p);
    } else if (rq_soup_accept(p, "End")) {
        struct rq_soup_instr *instr = rq_soup_emit(p, RQ_SOUP_OP_END);
        if (instr)
            instr->has_target = true;
        if (instr && !p->token.first)
            rq_soup_take_target(p);
    } else if (rq_soup_accept(p, "Return")) {
        rq_soup_emit(p, RQ_SOUP_OP_RETURN);
    } else if (rq_soup_accept(p, "Endint")) {
        rq_soup_emit(p, RQ_SOUP_OP_ENDINT);
    } else if (angled_is(p, "<TaskPause(")) {
        take_pause(p);
    } else if (angled_is(p, "<Anchor>")) {
        struct rq_soup_instr *instr = rq_soup_emit(p, RQ_SOUP_OP_ANCHOR);
        if (instr)
            take_byte(p, &instr->main);
    } else {
        return false;
    }
    return true;
}

static void take_one(struct rq_soup_parser *p)
{
    p->panic = false;
    if (p->token.kind == RQ_SOUP_HASH) {
        struct rq_soup_token label = p->token;
        rq_soup_lex(p);
        rq_soup_expect(p, ":", "after a label");
        rq_soup_define_label(p, label.text, label.at);
        return;
    }
    size_t at = p->token.at;
    if (!take_worded(p)) {
        struct rq_soup_value v = {0};
        rq_soup_take_statement(p, &v);
        struct rq_soup_instr *instr = p->panic ? NULL : rq_soup_emit(p, v.op);
        if (instr)
            instr->main = v;
    }
    if (!p->panic && !p->token.first && !rq_soup_is(p, "}"))
        rq_soup_expected(p, "the end of the line");
    if (p->panic) {
        if (p->token.at == at && !rq_soup_is(p, "{"))
            rq_soup_lex(p);
        rq_soup_skip_line(p);
        if (rq_soup_is(p, "{"))
            take_block(p);
    }
}

static void take_block(struct rq_soup_parser *p)
{
    size_t open = p->token.at;
    bool panic = p->panic;
    p->panic = false;
    if (!rq_soup_expect(p, "{", "before a block"))
        return;
    if (p->depth >= RQ_SOUP_BLOCKS) {
        rq_soup_problem(p, open, 1, "", "blocks inside blocks, more than %d deep", RQ_SOUP_BLOCKS);
        return;
    }
    p->depth++;
    while (!rq_soup_is(p, "}") && p->token.kind != RQ_SOUP_AT_END)
        take_one(p);
    p->depth--;
    p->panic = false;
    if (!rq_soup_accept(p, "}"))
        rq_soup_problem(p, open, 1, "", "no \"}\" closes this block");
    p->panic |= panic;
}

/* ---- actors ---- */

struct pending {
    uint8_t attributes[256];
};

/* "health = 20"; those of variables are only shown. */
static void take_line(struct rq_soup_parser *p, struct pending *pending)
{
    struct rq_soup_token word = p->token;
    int64_t value = 0;
    int32_t id = rq_soup_lookup(p, RQ_SOUP_ATTRIBUTE_NAME, word.text);
    rq_soup_lex(p);
    rq_soup_lex(p);
    if (!rq_soup_number(p, INT32_MIN, INT32_MAX, &value) || rq_soup_is_variable(word.text))
        return;
    char hint[96];
    rq_soup_hint(p, RQ_SOUP_ATTRIBUTE_NAME, word.text, hint);
    if (id < 0 || id > UINT8_MAX)
        rq_soup_problem(p, word.at, word.text.size, hint, "no attribute is named %.*s",
                        (int)(word.text.size < 60 ? word.text.size : 60), word.text.text);
    else if (value < INT8_MIN || value > UINT8_MAX)
        rq_soup_problem(p, word.at, word.text.size, "", "an attribute is from -128 to 255");
    else
        pending->attributes[id] = (uint8_t)value;
}

/* The actor of a name; the second of a name is NAME#2 of the map. */
static const struct rq_soup_unit *base_of(struct rq_soup_parser *p, struct rq_bytes name,
                                          struct rq_soup_symbols *seen)
{
    const struct rq_soup_reading *r = p->reading;
    struct rq_soup_symbol *count = rq_soup_symbol_find(seen, 0, rq_soup_str(name));
    if (!count && !(count = rq_soup_symbol_add(seen, 0, rq_soup_str(name), 0, 0))) {
        rq_soup_out_of_memory(p);
        return NULL;
    }
    const struct rq_soup_unit *base = r->base ? r->base(r->base_ctx, name) : NULL;
    if (base && !count->value) {
        count->value = 1;
        return base;
    }
    char *label = rq_arena_printf(p->arena, "%.*s#%d", (int)name.size, (const char *)name.data,
                                  (int)++count->value);
    struct rq_bytes second = {(const uint8_t *)label, label ? strlen(label) : 0};
    return label && r->base ? r->base(r->base_ctx, second) : NULL;
}

/* What the text does not have comes from the map. */
static void start_unit(struct rq_soup_parser *p, const struct rq_soup_unit *base,
                       const struct pending *pending)
{
    struct rq_soup_unit *u = p->unit;
    size_t at = u->at;
    *u = *base;
    u->at = at;
    u->script = NULL;
    u->raw = (struct rq_bytes){NULL, 0};
    u->strings = NULL;
    u->string_count = 0;
    u->hook_count = u->width = u->rows = 0;
    u->keep |= 1u << RQ_SOUP_VARIABLES | 1u << RQ_SOUP_HOOKS;
    if (!(u->keep >> RQ_SOUP_ATTRIBUTES & 1))
        memcpy(u->attributes, pending->attributes, sizeof u->attributes);
    for (uint32_t i = 0; i < base->string_count && !p->no_memory; i++) {
        struct rq_bytes *strings =
            rq_arena_more(p->arena, &u->strings, u->string_count, &p->string_room, sizeof *strings);
        struct rq_str text = rq_soup_str(base->strings[i]), low = lowered(p, text);
        if (!strings || !low.text) {
            rq_soup_out_of_memory(p);
            return;
        }
        strings[u->string_count++] = base->strings[i];
        if (!rq_soup_symbol_find(&p->symbols, RQ_SOUP_STRING_TEXT, text))
            rq_soup_symbol_add(&p->symbols, RQ_SOUP_STRING_TEXT, text, (int32_t)i, 0);
        if (!rq_soup_symbol_find(&p->symbols, LOWER_TEXT, low))
            rq_soup_symbol_add(&p->symbols, LOWER_TEXT, low, (int32_t)i, 0);
    }
}

/* The label behind "Execution starts at", or nothing; the line up to it is the name. */
static struct rq_str take_head(struct rq_soup_parser *p, struct rq_bytes *name)
{
    static const char words[] = " (Execution starts at ";
    const uint8_t *from = p->begin + p->token.at, *end = from, *c;
    struct rq_str start = {NULL, 0};
    while (end < p->end && *end != '\n' && *end != '\r')
        end++;
    p->p = end;
    for (c = from; c < end && !start.text; c++)
        if ((size_t)(end - c) > sizeof words && memcmp(c, words, sizeof words - 1) == 0) {
            start.text = (const char *)c + sizeof words - 1;
            while (start.text + start.size < (const char *)end && start.text[start.size] != ')')
                start.size++;
            end = c;
        }
    while (end > from && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    struct rq_out out = {.alloc = p->arena->alloc};
    size_t bad;
    bool fine = rq_text_encode(&out, p->reading->page,
                               (struct rq_bytes){from, (size_t)(end - from)}, &bad) &&
                !out.failed;
    char *text = fine ? rq_arena_text(p->arena, (const char *)out.data, out.size) : NULL;
    if (out.failed || (fine && !text))
        rq_soup_out_of_memory(p);
    *name = (struct rq_bytes){(const uint8_t *)text, text ? out.size : 0};
    rq_out_free(&out);
    return start;
}

static void take_actor(struct rq_soup_parser *p, struct rq_soup_units *units,
                       struct rq_soup_symbols *seen, struct pending *pending)
{
    struct rq_bytes name;
    size_t at = p->token.at;
    if (!rq_soup_open_unit(p, units))
        return;
    struct rq_str start = take_head(p, &name);
    size_t size = (size_t)(p->p - p->begin) - at;
    const struct rq_soup_unit *base = name.data ? base_of(p, name, seen) : NULL;
    rq_soup_lex(p);
    if (!base) {
        rq_soup_problem(p, at, size, "", "the map has no such actor");
        p->unit->name = name;
        p->unit->name.size = 0;
    } else {
        start_unit(p, base, pending);
    }
    p->has_code = true;
    p->depth = 0;
    take_block(p);
    const struct rq_soup_symbol *label =
        start.text ? rq_soup_symbol_find(&p->symbols, RQ_SOUP_LABEL, start) : NULL;
    p->panic = false;
    if (start.text && !label)
        rq_soup_problem(p, at, size, "", "no statement has the label %.*s",
                        (int)(start.size < 60 ? start.size : 60), start.text);
    p->start = label ? label->value : -1;
    rq_soup_close_unit(p);
    *pending = (struct pending){{0}};
}

void rq_soup_parse_rmm(struct rq_soup_parser *p, struct rq_soup_units *units)
{
    struct rq_soup_symbols seen = {.arena = p->arena};
    struct pending pending = {{0}};
    p->symbols = (struct rq_soup_symbols){.arena = p->arena};
    while (p->token.kind != RQ_SOUP_AT_END) {
        const uint8_t *next = p->p;
        bool word = p->token.kind == RQ_SOUP_WORD;
        p->panic = false;
        while (next < p->end && *next == ' ')
            next++;
        bool map = rq_soup_is(p, "Maps") && next < p->end && (*next == '\\' || *next == '/');
        bool ids = (rq_soup_is(p, "ID") || rq_soup_is(p, "IDs")) && next < p->end && *next == ':';
        if (map || ids) {
            do
                rq_soup_lex(p);
            while (p->token.kind != RQ_SOUP_AT_END && !p->token.first);
        } else if (word && next < p->end && *next == '=') {
            take_line(p, &pending);
            while (p->token.kind != RQ_SOUP_AT_END && !p->token.first)
                rq_soup_lex(p);
        } else {
            take_actor(p, units, &seen, &pending);
        }
    }
}
