/* Values, calls, formulas and conditions of script texts. */
#include "script/soup/parse.h"

#include <stdio.h>

static void take_value(struct rq_soup_parser *p, struct rq_soup_value *v, enum rq_soup_mode mode,
                       enum rq_soup_thing thing, unsigned depth);

/* ---- names ---- */

int32_t rq_soup_lookup(const struct rq_soup_parser *p, enum rq_soup_space space, struct rq_str name)
{
    const struct rq_soup_symbol *one = rq_soup_symbol_find(&p->symbols, space, name);
    return one ? one->value : rq_soup_name_find(p->names, space, name);
}

void rq_soup_hint(const struct rq_soup_parser *p, enum rq_soup_space space, struct rq_str name,
                  char hint[96])
{
    struct rq_str near = rq_soup_name_near(p->names, space, name);
    hint[0] = 0;
    if (near.text && near.size < 60)
        snprintf(hint, 96, "did you mean %.*s?", (int)near.size, near.text);
}

static void unknown(struct rq_soup_parser *p, enum rq_soup_space space, struct rq_str name,
                    size_t at)
{
    char hint[96];
    rq_soup_hint(p, space, name, hint);
    if (!hint[0] && !rq_soup_name_count(p->names, space))
        snprintf(hint, sizeof hint, "SOUP386.DEF of the game has the names: --game DIR");
    rq_soup_problem(p, at, name.size, hint, "no %s is named %.*s", rq_soup_space_word(space),
                    (int)(name.size < 60 ? name.size : 60), name.text);
}

int32_t rq_soup_string_number(struct rq_soup_parser *p, struct rq_bytes text, uint32_t nth,
                              size_t at, size_t size)
{
    struct rq_soup_unit *u = p->unit;
    struct rq_str name = rq_soup_str(text);
    const struct rq_soup_symbol *one =
        rq_soup_symbol_find(&p->symbols, RQ_SOUP_STRING_TEXT + nth - 1, name);
    if (one)
        return one->value;
    if (nth > 1 || u->keep >> RQ_SOUP_STRINGS & 1) {
        rq_soup_problem(p, at, size, "",
                        nth > 1 ? "the actor does not have this string so often"
                                : "the strings are kept as they are: use string N");
        return -1;
    }
    struct rq_bytes *strings =
        rq_arena_more(p->arena, &u->strings, u->string_count, &p->string_room, sizeof *strings);
    if (!strings ||
        !rq_soup_symbol_add(&p->symbols, RQ_SOUP_STRING_TEXT, name, (int32_t)u->string_count, 0)) {
        rq_soup_out_of_memory(p);
        return -1;
    }
    strings[u->string_count] = text;
    return (int32_t)u->string_count++;
}

/* ---- parts of values ---- */

static uint8_t take_byte(struct rq_soup_parser *p)
{
    int64_t v = 0;
    rq_soup_number(p, 0, UINT8_MAX, &v);
    return (uint8_t)v;
}

/* "~12", "~10:3", "~[0, 0, 1]". */
static void take_suffix(struct rq_soup_parser *p, struct rq_soup_value *v, enum rq_soup_mode mode)
{
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    bool plain = info->layout == RQ_SOUP_FLAG || info->layout == RQ_SOUP_VARIABLE;
    bool oper = (plain && (mode == RQ_SOUP_LHS || mode == RQ_SOUP_RHS)) ||
                (info->layout == RQ_SOUP_DOT && mode == RQ_SOUP_LHS);
    if (mode == RQ_SOUP_FORMULA || mode == RQ_SOUP_MAIN || !rq_soup_is(p, "~"))
        return;
    size_t at = p->token.at;
    rq_soup_lex(p);
    if (rq_soup_accept(p, "[")) {
        for (size_t i = 0; i < 3 && (i == 0 || rq_soup_expect(p, ",", "between bytes")); i++)
            v->padding[i] = take_byte(p);
        rq_soup_expect(p, "]", "after three bytes");
        if (mode != RQ_SOUP_PARAM || !plain || (info->layout == RQ_SOUP_FLAG && v->padding[2]))
            rq_soup_problem(p, at, 1, "",
                            "only flags (2) and variables (3) that are arguments "
                            "have bytes of padding");
        return;
    }
    v->oper = take_byte(p);
    if (rq_soup_steps(v->oper) && rq_soup_expect(p, ":", "and a byte after 10 and 11"))
        v->more = take_byte(p);
    if (!oper)
        rq_soup_problem(p, at, 1, "", "no operator byte follows this value");
}

static void set_number(struct rq_soup_value *v, enum rq_soup_thing thing, int64_t number)
{
    v->op = thing == RQ_SOUP_FLAG_ARG ? RQ_SOUP_OP_NUMERICALT : RQ_SOUP_OP_NUMERIC;
    v->number = (int32_t)number;
}

/* 'abcd' */
static void take_key(struct rq_soup_parser *p, struct rq_soup_value *v, enum rq_soup_thing thing)
{
    if (p->token.text.size == 6 && !p->panic)
        set_number(v, thing, (int32_t)rq_get32(p->begin + p->token.at + 1));
    else
        rq_soup_expected(p, "four letters between the quotes");
    rq_soup_lex(p);
}

/* flag:NAME, attribute:NAME, animation:NAME, where the word was taken. */
static void take_constant(struct rq_soup_parser *p, struct rq_soup_value *v,
                          enum rq_soup_space space, enum rq_soup_thing thing)
{
    struct rq_soup_token name = p->token;
    if (name.kind != RQ_SOUP_WORD) {
        rq_soup_expected(p, "a name");
        return;
    }
    int32_t id = rq_soup_lookup(p, space, name.text);
    if (id < 0)
        unknown(p, space, name.text, name.at);
    set_number(v, thing, id);
    rq_soup_lex(p);
}

/* ---- objects, references, calls ---- */

/* What stands before a name with parentheses. */
struct prefix {
    enum { BY_KIND, A_TASK, A_MULTITASK, A_FUNCTION, BY_NUMBER } is;
    uint8_t op, dispatch;
    size_t at;
};

/* The callee at the token: a name or #N. False after a problem. */
static bool take_function(struct rq_soup_parser *p, struct rq_soup_value *v, struct rq_str name,
                          size_t at, uint8_t *kind, enum rq_soup_thing *thing)
{
    const struct rq_soup_symbol *own =
        rq_soup_symbol_find(&p->symbols, RQ_SOUP_FUNCTION_NAME, name);
    int32_t id = rq_soup_lookup(p, RQ_SOUP_FUNCTION_NAME, name);
    if (id < 0) {
        unknown(p, RQ_SOUP_FUNCTION_NAME, name, at);
        return false;
    }
    v->id = (uint16_t)id;
    /* The kind that a text gives stands in place of its number in the text. */
    *kind = own ? (uint8_t)own->at : rq_soup_kind(p->names, (uint32_t)id);
    struct rq_str real = own ? name : rq_soup_name(p->names, RQ_SOUP_FUNCTION_NAME, (uint32_t)id);
    *thing = rq_soup_thing_of(real);
    return true;
}

static void take_arguments(struct rq_soup_parser *p, struct rq_soup_value *v,
                           enum rq_soup_thing thing, unsigned depth)
{
    uint32_t room = 0;
    size_t at = p->token.at;
    rq_soup_expect(p, "(", "after a function");
    if (depth >= RQ_SOUP_DEPTH) {
        rq_soup_problem(p, at, 1, "", "calls inside calls, more than %d deep", RQ_SOUP_DEPTH);
        return;
    }
    while (!p->panic && !rq_soup_is(p, ")")) {
        if (v->count == UINT8_MAX)
            rq_soup_problem(p, p->token.at, 1, "", "a call has at most %d arguments", UINT8_MAX);
        struct rq_soup_value *args =
            rq_arena_more(p->arena, &v->args, v->count, &room, sizeof *args);
        if (!args) {
            rq_soup_out_of_memory(p);
            return;
        }
        args[v->count] = (struct rq_soup_value){0};
        bool other = v->count && thing != RQ_SOUP_FLAG_ARG;
        take_value(p, &args[v->count++], RQ_SOUP_PARAM, other ? RQ_SOUP_NUMBER_ARG : thing,
                   depth + 1);
        if (!rq_soup_is(p, ")"))
            rq_soup_expect(p, ",", "or \")\" after an argument");
    }
    rq_soup_expect(p, ")", "after the arguments");
    if (v->count && !v->id)
        rq_soup_problem(p, at, 1, "", "function 0 has no arguments");
}

static void set_op(struct rq_soup_parser *p, struct rq_soup_value *v, bool object,
                   enum rq_soup_mode mode, const struct prefix *prefix, uint8_t kind)
{
    bool is_task = prefix->is == A_TASK || prefix->is == A_MULTITASK ||
                   (prefix->is == BY_KIND &&
                    (kind == RQ_SOUP_OP_TASK || (object && kind == RQ_SOUP_OP_MULTITASK)));
    if (prefix->is == BY_NUMBER) {
        const struct rq_soup_op_info *info = rq_soup_op(prefix->op);
        bool fits = object && mode == RQ_SOUP_MAIN && info && info->layout == RQ_SOUP_OBJECT;
        v->op = fits ? prefix->op : RQ_SOUP_OP_OBJDOTTASK;
        v->dispatch = prefix->dispatch;
        if (!fits)
            rq_soup_problem(p, prefix->at, 4, "",
                            "\"call 25:0\" and the like are for statements that call a function "
                            "of an object");
    } else if (!object) {
        v->op = prefix->is == A_MULTITASK ? RQ_SOUP_OP_MULTITASK
                : is_task                 ? RQ_SOUP_OP_TASK
                                          : RQ_SOUP_OP_FUNCTION;
    } else {
        v->op = is_task ? RQ_SOUP_OP_OBJDOTTASK : RQ_SOUP_OP_OBJDOTFUNC;
        v->dispatch = mode != RQ_SOUP_MAIN        ? 0
                      : prefix->is == A_MULTITASK ? RQ_SOUP_OP_MULTITASK
                      : is_task                   ? RQ_SOUP_OP_TASK
                                                  : RQ_SOUP_OP_FUNCTION;
        if (mode != RQ_SOUP_MAIN && prefix->is == A_MULTITASK)
            rq_soup_problem(p, prefix->at, 1, "",
                            "a value of an object's function can't be had with @");
    }
}

/* NAME(...) or #N(...); the name was taken, or is a number when it has no text. */
static void take_call(struct rq_soup_parser *p, struct rq_soup_value *v, bool object,
                      enum rq_soup_mode mode, const struct prefix *prefix, struct rq_str name,
                      size_t at, unsigned depth)
{
    enum rq_soup_thing thing = RQ_SOUP_NUMBER_ARG;
    uint8_t kind = RQ_SOUP_OP_FUNCTION;
    if (name.text && !take_function(p, v, name, at, &kind, &thing))
        return;
    set_op(p, v, object, mode, prefix, kind);
    take_arguments(p, v, thing, depth);
}

/* #N where the sign is the token. */
static bool take_raw_id(struct rq_soup_parser *p, struct rq_soup_value *v)
{
    int64_t id;
    rq_soup_lex(p);
    if (!rq_soup_number(p, 0, UINT16_MAX, &id))
        return false;
    v->id = (uint16_t)id;
    return true;
}

/* pos.vx, pos.vx:1 */
static void take_ref(struct rq_soup_parser *p, struct rq_soup_value *v, struct rq_str name,
                     size_t at)
{
    int64_t high = 0;
    int32_t id = rq_soup_lookup(p, RQ_SOUP_REF_NAME, name);
    if (id < 0 || id > UINT8_MAX) {
        unknown(p, RQ_SOUP_REF_NAME, name, at);
        return;
    }
    if (rq_soup_accept(p, ":"))
        rq_soup_number(p, 0, UINT8_MAX, &high);
    v->id = (uint16_t)((uint32_t)id | (uint32_t)high << 8);
}

/* What follows the dot after an object. */
static void take_member(struct rq_soup_parser *p, struct rq_soup_value *v, enum rq_soup_mode mode,
                        const struct prefix *prefix, unsigned depth)
{
    static const struct rq_str none = {NULL, 0};
    struct rq_soup_token word = p->token;
    bool raw = rq_soup_is(p, "#");
    v->op = RQ_SOUP_OP_OBJECTDOT;
    if (raw && !take_raw_id(p, v))
        return;
    if (!raw && word.kind != RQ_SOUP_WORD) {
        rq_soup_expected(p, "the name of a function or reference");
        return;
    }
    if (!raw)
        rq_soup_lex(p);
    if (rq_soup_is(p, "(")) {
        take_call(p, v, true, mode, prefix, raw ? none : word.text, word.at, depth);
        return;
    }
    if (prefix->is != BY_KIND)
        rq_soup_expected(p, "\"(\" after the function");
    if (raw)
        return;
    size_t end = word.at + word.text.size;
    while (rq_soup_is(p, ".") && p->token.at == end) {
        rq_soup_lex(p);
        if (p->token.kind != RQ_SOUP_WORD) {
            rq_soup_expected(p, "the name of a reference");
            return;
        }
        end = p->token.at + p->token.text.size;
        rq_soup_lex(p);
    }
    take_ref(p, v, (struct rq_str){(const char *)p->begin + word.at, end - word.at}, word.at);
}

static void set_object(struct rq_soup_parser *p, struct rq_soup_value *v, uint8_t object,
                       int64_t index, size_t at)
{
    v->object = object;
    v->index = (uint8_t)index;
    if (index < 0 || index > UINT8_MAX)
        rq_soup_problem(p, at, 1, "", "an object is one of the first 256 strings or variables");
}

/* ---- values ---- */

/* "text", "text"#2, string N; then perhaps a dot. */
static void take_string(struct rq_soup_parser *p, struct rq_soup_value *v, enum rq_soup_mode mode,
                        const struct prefix *prefix, unsigned depth)
{
    size_t at = p->token.at, size = p->token.text.size;
    int64_t index = 0, nth = 1;
    struct rq_bytes text;
    if (p->token.kind == RQ_SOUP_QUOTED) {
        if (!rq_soup_unquote(p, &text))
            return;
        if (rq_soup_accept(p, "#"))
            rq_soup_number(p, 1, INT32_MAX, &nth);
        index = p->panic ? 0 : rq_soup_string_number(p, text, (uint32_t)nth, at, size);
    } else if (!rq_soup_number(p, INT32_MIN, INT32_MAX, &index)) {
        return;
    }
    if (rq_soup_accept(p, ".")) {
        set_object(p, v, RQ_SOUP_NAMED, index, at);
        take_member(p, v, mode, prefix, depth);
        return;
    }
    v->op = RQ_SOUP_OP_STRING;
    v->number = (int32_t)index;
}

static void take_variable(struct rq_soup_parser *p, struct rq_soup_value *v, int64_t index,
                          size_t at, enum rq_soup_mode mode, const struct prefix *prefix,
                          unsigned depth)
{
    if (rq_soup_accept(p, ".")) {
        set_object(p, v, RQ_SOUP_HELD, index, at);
        take_member(p, v, mode, prefix, depth);
        return;
    }
    v->op = RQ_SOUP_OP_LOCALVAR;
    v->id = (uint16_t)index;
    if (index > UINT8_MAX)
        rq_soup_problem(p, at, 1, "", "only the first 256 variables can be used");
}

static const struct {
    const char *word;
    enum rq_soup_space space;
} constants[] = {{"flag", RQ_SOUP_FLAG_NAME},
                 {"attribute", RQ_SOUP_ATTRIBUTE_NAME},
                 {"animation", RQ_SOUP_ANIMATION_NAME}};

/* A word that begins a value and is one of the language; false: it is another. */
static bool take_keyword(struct rq_soup_parser *p, struct rq_soup_value *v, enum rq_soup_mode mode,
                         enum rq_soup_thing thing, const struct prefix *prefix, unsigned depth)
{
    static const char *const objects[] = {"Me", "Player", "Camera"};
    struct rq_soup_token word = p->token;
    int64_t number = 0;
    for (uint8_t i = 0; i < 3; i++)
        if (rq_soup_accept(p, objects[i])) {
            if (rq_soup_accept(p, "~"))
                rq_soup_number(p, 0, UINT8_MAX, &number);
            set_object(p, v, i, number, word.at);
            if (rq_soup_expect(p, ".", "after an object"))
                take_member(p, v, mode, prefix, depth);
            return true;
        }
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++)
        if (rq_soup_accept(p, constants[i].word)) {
            if (rq_soup_accept(p, ":")) {
                take_constant(p, v, constants[i].space, thing);
            } else if (constants[i].space == RQ_SOUP_FLAG_NAME) {
                v->op = RQ_SOUP_OP_FLAG_;
                rq_soup_number(p, 0, UINT16_MAX, &number);
                v->id = (uint16_t)number;
            } else {
                rq_soup_expected(p, "\":\" and a name");
            }
            return true;
        }
    if (rq_soup_is(p, "numeric") || rq_soup_is(p, "alt")) {
        v->op = rq_soup_is(p, "alt") ? RQ_SOUP_OP_NUMERICALT : RQ_SOUP_OP_NUMERIC;
        rq_soup_lex(p);
        rq_soup_number(p, INT32_MIN, INT32_MAX, &number);
        v->number = (int32_t)number;
    } else if (rq_soup_accept(p, "string")) {
        take_string(p, v, mode, prefix, depth);
    } else if (rq_soup_accept(p, "var")) {
        if (rq_soup_number(p, 0, UINT8_MAX, &number))
            take_variable(p, v, number, word.at, mode, prefix, depth);
    } else {
        return false;
    }
    return true;
}

/* A name: of a function, a variable or a flag. */
static void take_name(struct rq_soup_parser *p, struct rq_soup_value *v, enum rq_soup_mode mode,
                      const struct prefix *prefix, unsigned depth)
{
    struct rq_soup_token word = p->token;
    const struct rq_soup_symbol *variable =
        rq_soup_symbol_find(&p->symbols, RQ_SOUP_VARIABLE_NAME, word.text);
    rq_soup_lex(p);
    if (rq_soup_is(p, "(")) {
        take_call(p, v, false, mode, prefix, word.text, word.at, depth);
        return;
    }
    if (variable) {
        take_variable(p, v, variable->value, word.at, mode, prefix, depth);
        return;
    }
    int32_t flag = rq_soup_lookup(p, RQ_SOUP_FLAG_NAME, word.text);
    v->op = RQ_SOUP_OP_FLAG_;
    v->id = (uint16_t)flag;
    if (flag >= 0)
        return;
    if (rq_soup_is_variable(word.text))
        rq_soup_problem(p, word.at, word.text.size, "\"var N\" is one by its number",
                        "the actor has no variable %.*s",
                        (int)(word.text.size < 60 ? word.text.size : 60), word.text.text);
    else if (rq_soup_lookup(p, RQ_SOUP_FUNCTION_NAME, word.text) >= 0)
        rq_soup_expected(p, "\"(\" after a function");
    else
        unknown(p, RQ_SOUP_FLAG_NAME, word.text, word.at);
}

static struct prefix take_prefix(struct rq_soup_parser *p)
{
    struct prefix prefix = {BY_KIND, 0, 0, p->token.at};
    if (rq_soup_accept(p, "@"))
        prefix.is = A_MULTITASK;
    else if (rq_soup_accept(p, "task"))
        prefix.is = A_TASK;
    else if (rq_soup_accept(p, "function"))
        prefix.is = A_FUNCTION;
    else if (rq_soup_accept(p, "call")) {
        prefix.is = BY_NUMBER;
        prefix.op = take_byte(p);
        if (rq_soup_expect(p, ":", "and the kind of the call"))
            prefix.dispatch = take_byte(p);
        if (prefix.dispatch > RQ_SOUP_OP_FUNCTION)
            rq_soup_problem(p, prefix.at, 4, "", "the kind of a call is 0, 1 or 2");
    }
    return prefix;
}

/* Values as redguard-mod-manager spells them; false: one as ours. */
static bool take_rmm(struct rq_soup_parser *p, struct rq_soup_value *v, enum rq_soup_mode mode,
                     enum rq_soup_thing thing, const struct prefix *prefix, unsigned depth)
{
    int64_t index = 0;
    size_t at = p->token.at;
    if (p->token.kind == RQ_SOUP_ANGLED) {
        set_number(v, thing, rq_soup_rmm_named(p, thing));
    } else if (p->token.kind == RQ_SOUP_QUOTED && thing == RQ_SOUP_LINE_ARG) {
        take_key(p, v, thing);
    } else if (p->token.kind == RQ_SOUP_QUOTED) {
        v->op = RQ_SOUP_OP_STRING;
        v->number = rq_soup_rmm_quoted(p);
    } else if (p->token.kind == RQ_SOUP_WORD && rq_soup_is_variable(p->token.text)) {
        for (size_t i = 3; i < p->token.text.size && index <= UINT8_MAX; i++)
            index = index * 10 + p->token.text.text[i] - '0';
        rq_soup_lex(p);
        take_variable(p, v, index, at, mode, prefix, depth);
    } else if ((index = rq_soup_rmm_object(p)) >= 0) {
        set_object(p, v, RQ_SOUP_NAMED, index, at);
        take_member(p, v, mode, prefix, depth);
    } else {
        return false;
    }
    return true;
}

static void take_value(struct rq_soup_parser *p, struct rq_soup_value *v, enum rq_soup_mode mode,
                       enum rq_soup_thing thing, unsigned depth)
{
    static const struct rq_str none = {NULL, 0};
    size_t at = p->token.at;
    struct prefix prefix = take_prefix(p);
    int64_t number;
    v->op = RQ_SOUP_OP_NUMERIC;
    if (p->panic || (p->rmm && take_rmm(p, v, mode, thing, &prefix, depth)))
        return;
    if (p->token.kind == RQ_SOUP_QUOTED) {
        take_string(p, v, mode, &prefix, depth);
    } else if (p->token.kind == RQ_SOUP_KEY) {
        take_key(p, v, thing);
    } else if (rq_soup_is(p, "#")) {
        if (take_raw_id(p, v))
            take_call(p, v, false, mode, &prefix, none, at, depth);
    } else if (p->token.kind == RQ_SOUP_WORD) {
        if (!take_keyword(p, v, mode, thing, &prefix, depth))
            take_name(p, v, mode, &prefix, depth);
    } else if (p->token.kind == RQ_SOUP_INTEGER || rq_soup_is(p, "-")) {
        if (rq_soup_number(p, INT32_MIN, INT32_MAX, &number))
            set_number(v, thing, number);
    } else {
        rq_soup_expected(p, "a value");
    }
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    bool call = info->layout == RQ_SOUP_CALL || info->layout == RQ_SOUP_OBJECT;
    if (prefix.is != BY_KIND && !call)
        rq_soup_problem(p, at, 1, "", "expected a call after this word");
    take_suffix(p, v, mode);
}

/* ---- formulas and conditions ---- */

static struct rq_soup_value *one_more(struct rq_soup_parser *p, struct rq_soup_value *v,
                                      uint32_t *room)
{
    struct rq_soup_value *args = rq_arena_more(p->arena, &v->args, v->count, room, sizeof *args);
    if (!args) {
        rq_soup_out_of_memory(p);
        return NULL;
    }
    args[v->count] = (struct rq_soup_value){0};
    return &args[v->count++];
}

static void take_formula(struct rq_soup_parser *p, struct rq_soup_value *v)
{
    uint32_t room = 0;
    for (bool more = true; more && !p->panic;) {
        struct rq_soup_value *term = one_more(p, v, &room);
        if (!term)
            return;
        take_value(p, term, RQ_SOUP_FORMULA, RQ_SOUP_NUMBER_ARG, 0);
        more = false;
        for (uint8_t i = 1; i <= 11 && !p->token.first; i++)
            if (rq_soup_accept(p, rq_soup_operator(i))) {
                term->oper = i;
                more = rq_soup_goes_on(i);
                break;
            }
        if (p->rmm && (term->oper == 3 || term->oper == 4))
            term->oper = (uint8_t)(7 - term->oper); /* its * and / are the wrong way round */
        if (!term->oper && rq_soup_accept(p, "~")) {
            term->oper = take_byte(p);
            if (rq_soup_steps(term->oper) && rq_soup_expect(p, ":", "and a byte after 10 and 11"))
                term->more = take_byte(p);
            if (rq_soup_goes_on(term->oper))
                rq_soup_expected(p, "an operator that ends a formula");
        }
    }
}

static bool take_comparison(struct rq_soup_parser *p, uint8_t *link)
{
    for (uint8_t i = 0; i <= 5; i++)
        if (rq_soup_accept(p, rq_soup_comparison(i))) {
            *link = i;
            return true;
        }
    if (rq_soup_accept(p, "==")) {
        *link = 0;
        return true;
    }
    if (rq_soup_accept(p, "cmp")) {
        *link = take_byte(p);
        return true;
    }
    rq_soup_expected(p, "one of = != < > <= >=");
    return false;
}

void rq_soup_take_conditions(struct rq_soup_parser *p, struct rq_soup_value *v)
{
    uint32_t room = 0;
    for (bool more = true; more && !p->panic;) {
        struct rq_soup_value *left = one_more(p, v, &room);
        if (!left)
            return;
        take_value(p, left, RQ_SOUP_LHS, RQ_SOUP_NUMBER_ARG, 0);
        if (p->panic || !take_comparison(p, &left->link))
            return;
        struct rq_soup_value *right = one_more(p, v, &room);
        if (!right)
            return;
        take_value(p, right, RQ_SOUP_RHS, RQ_SOUP_NUMBER_ARG, 0);
        if (rq_soup_accept(p, "and"))
            right->link = 1;
        else if (rq_soup_accept(p, "or"))
            right->link = 2;
        more = right->link != 0;
    }
}

void rq_soup_take_statement(struct rq_soup_parser *p, struct rq_soup_value *v)
{
    take_value(p, v, RQ_SOUP_MAIN, RQ_SOUP_NUMBER_ARG, 0);
    enum rq_soup_layout layout = (enum rq_soup_layout)rq_soup_op(v->op)->layout;
    bool place = layout == RQ_SOUP_FLAG || layout == RQ_SOUP_VARIABLE || layout == RQ_SOUP_DOT;
    if (!place || p->panic)
        return;
    if (layout == RQ_SOUP_DOT && (rq_soup_is(p, "++") || rq_soup_is(p, "--"))) {
        v->op = rq_soup_is(p, "++") ? RQ_SOUP_OP_INCREMENT : RQ_SOUP_OP_DECREMENT;
        rq_soup_lex(p);
    } else if (rq_soup_accept(p, "=")) {
        take_formula(p, v);
    } else {
        rq_soup_expected(p, layout == RQ_SOUP_DOT ? "\"=\", \"++\" or \"--\"" : "\"=\"");
    }
}
