/* Texts of actors: declarations, and what the labels of their code mean. */
#include "script/soup/parse.h"

#include <stdio.h>

/* Values of all instances; more than any map of the game has variables. */
enum { MOST_VALUES = 1 << 20 };

bool rq_soup_open_unit(struct rq_soup_parser *p, struct rq_soup_units *units)
{
    struct rq_soup_unit *all =
        rq_arena_more(p->reading->arena, &units->units, units->count, &units->room, sizeof *all);
    if (!all)
        return rq_soup_out_of_memory(p);
    p->unit = &all[units->count++];
    *p->unit = (struct rq_soup_unit){.at = p->token.at, .instances = 1};
    p->symbols = (struct rq_soup_symbols){.arena = p->arena};
    p->string_room = p->hook_room = p->value_room = p->value_count = 0;
    p->variable_count = p->variable_room = p->instr_count = p->instr_room = 0;
    p->fixup_count = p->fixup_room = 0;
    p->values = NULL;
    p->variables = NULL;
    p->instrs = NULL;
    p->fixups = NULL;
    p->start = -1;
    p->has_code = false;
    return true;
}

/* ---- the end of an actor ---- */

static void fix(struct rq_soup_parser *p, const struct rq_soup_fixup *f)
{
    const struct rq_soup_symbol *label = rq_soup_symbol_find(&p->symbols, RQ_SOUP_LABEL, f->label);
    p->panic = false;
    if (!label)
        rq_soup_problem(p, f->at, f->label.size, "", "no statement has the label %.*s",
                        (int)(f->label.size < 60 ? f->label.size : 60), f->label.text);
    else if (!f->hook)
        p->instrs[f->index].to = label->value;
    else if ((uint32_t)label->value >= p->instr_count)
        rq_soup_problem(p, f->at, f->label.size, "",
                        "a hook leads to a statement, and none "
                        "follows this label");
    else
        p->unit->hooks[f->index].to = label->value;
}

static void close_code(struct rq_soup_parser *p)
{
    struct rq_soup_unit *u = p->unit;
    for (uint32_t i = 0; i < p->fixup_count; i++)
        fix(p, &p->fixups[i]);
    if (!p->has_code || u->raw.size)
        return;
    struct rq_soup_script *script = rq_arena_get(p->arena, 1, sizeof *script);
    if (!script) {
        rq_soup_out_of_memory(p);
        return;
    }
    *script = (struct rq_soup_script){p->instr_count, p->instrs, 0, p->start > 0 ? p->start : 0};
    if (u->fixed_start)
        script->start = -1;
    if (p->start >= 0 && (uint32_t)p->start >= p->instr_count)
        rq_soup_problem(p, u->at, 1, "", "no statement follows the label start");
    else if (p->start >= 0 && u->fixed_start)
        rq_soup_problem(p, u->at, 1, "", "the actor has both \"start at\" and the label start");
    u->script = p->instr_count ? script : NULL;
}

/* Every instance has the same variables; one value is that of all. */
static void close_variables(struct rq_soup_parser *p)
{
    struct rq_soup_unit *u = p->unit;
    bool kept = u->keep >> RQ_SOUP_VARIABLES & 1;
    u->width = kept ? 0 : p->variable_count;
    u->rows = u->instances > 1 ? (uint32_t)u->instances : 1;
    if (!u->width)
        return;
    if ((uint64_t)u->width * u->rows > MOST_VALUES) {
        rq_soup_problem(p, u->at, 1, "", "%u variables of %u instances are too many",
                        (unsigned)u->width, (unsigned)u->rows);
        return;
    }
    u->values = rq_arena_get(p->arena, (size_t)u->width * u->rows, sizeof *u->values);
    if (!u->values) {
        rq_soup_out_of_memory(p);
        return;
    }
    for (uint32_t i = 0; i < u->width; i++) {
        const struct rq_soup_values *run = &p->variables[i];
        p->panic = false;
        if (run->count > 1 && run->count != u->rows)
            rq_soup_problem(p, run->at, 1, "",
                            "expected one value, or one for each of the %u "
                            "instances, not %u",
                            (unsigned)u->rows, (unsigned)run->count);
        for (uint32_t row = 0; row < u->rows && !p->panic; row++)
            u->values[(size_t)row * u->width + i] =
                run->counts ? (int32_t)u->width
                            : p->values[run->first + (run->count > 1 ? row : 0)];
    }
}

void rq_soup_close_unit(struct rq_soup_parser *p)
{
    if (!p->unit)
        return;
    p->panic = false;
    close_variables(p);
    p->panic = false;
    close_code(p);
    p->unit = NULL;
}

/* ---- declarations ---- */

static bool is_kept(struct rq_soup_parser *p, enum rq_soup_part part, size_t at)
{
    if (!(p->unit->keep >> part & 1))
        return false;
    rq_soup_problem(p, at, 1, "", "the %s are kept as they are in the map",
                    rq_soup_part_word(part));
    return true;
}

static void take_instances(struct rq_soup_parser *p)
{
    int64_t number;
    if (rq_soup_number(p, INT32_MIN, INT32_MAX, &number))
        p->unit->instances = (int32_t)number;
}

static void take_string(struct rq_soup_parser *p)
{
    struct rq_soup_unit *u = p->unit;
    size_t at = p->token.at;
    struct rq_bytes text;
    if (p->token.kind != RQ_SOUP_QUOTED) {
        rq_soup_expected(p, "a text in quotes");
        return;
    }
    if (is_kept(p, RQ_SOUP_STRINGS, at) || !rq_soup_unquote(p, &text))
        return;
    struct rq_str name = rq_soup_str(text);
    struct rq_soup_symbol *first = rq_soup_symbol_find(&p->symbols, RQ_SOUP_STRING_TEXT, name);
    /* Which of equal ones it is, counted in the first. */
    unsigned space = RQ_SOUP_STRING_TEXT + (unsigned)(first ? ++first->at : 0);
    struct rq_bytes *strings =
        rq_arena_more(p->arena, &u->strings, u->string_count, &p->string_room, sizeof *strings);
    if (!strings || !rq_soup_symbol_add(&p->symbols, space, name, (int32_t)u->string_count, 0)) {
        rq_soup_out_of_memory(p);
        return;
    }
    strings[u->string_count++] = text;
}

static bool take_values(struct rq_soup_parser *p, struct rq_soup_values *run)
{
    int64_t number = 0;
    run->first = p->value_count;
    if (rq_soup_accept(p, "count")) {
        run->counts = true;
        while (rq_soup_accept(p, ",") && rq_soup_expect(p, "count", "for each instance"))
            ;
        return !p->panic;
    }
    do {
        int32_t *values =
            rq_arena_more(p->arena, &p->values, p->value_count, &p->value_room, sizeof *values);
        if (!values)
            return rq_soup_out_of_memory(p);
        if (!rq_soup_number(p, INT32_MIN, INT32_MAX, &number))
            return false;
        values[p->value_count++] = (int32_t)number;
        run->count++;
    } while (rq_soup_accept(p, ","));
    return true;
}

static void take_variable(struct rq_soup_parser *p)
{
    struct rq_soup_token name = p->token;
    struct rq_soup_values run = {.at = name.at};
    if (name.kind != RQ_SOUP_WORD || rq_soup_is_keyword(name.text)) {
        rq_soup_expected(p, "a name of a variable");
        return;
    }
    if (is_kept(p, RQ_SOUP_VARIABLES, name.at))
        return;
    if (rq_soup_symbol_find(&p->symbols, RQ_SOUP_VARIABLE_NAME, name.text))
        rq_soup_problem(p, name.at, name.text.size, "", "the variable %.*s stands twice",
                        (int)(name.text.size < 60 ? name.text.size : 60), name.text.text);
    else if (rq_soup_lookup(p, RQ_SOUP_FLAG_NAME, name.text) >= 0)
        rq_soup_problem(p, name.at, name.text.size, "", "%.*s is the name of a flag",
                        (int)(name.text.size < 60 ? name.text.size : 60), name.text.text);
    rq_soup_lex(p);
    if (!rq_soup_expect(p, "=", "and the first value") || !take_values(p, &run))
        return;
    struct rq_soup_values *runs =
        rq_arena_more(p->arena, &p->variables, p->variable_count, &p->variable_room, sizeof *runs);
    if (!runs || !rq_soup_symbol_add(&p->symbols, RQ_SOUP_VARIABLE_NAME, name.text,
                                     (int32_t)p->variable_count, name.at)) {
        rq_soup_out_of_memory(p);
        return;
    }
    runs[p->variable_count++] = run;
}

static void take_attribute(struct rq_soup_parser *p)
{
    struct rq_soup_token name = p->token;
    int64_t id = 0, value = 0;
    if (is_kept(p, RQ_SOUP_ATTRIBUTES, name.at))
        return;
    if (name.kind == RQ_SOUP_WORD) {
        char hint[96];
        id = rq_soup_lookup(p, RQ_SOUP_ATTRIBUTE_NAME, name.text);
        rq_soup_hint(p, RQ_SOUP_ATTRIBUTE_NAME, name.text, hint);
        if (!hint[0] && !rq_soup_name_count(p->names, RQ_SOUP_ATTRIBUTE_NAME))
            snprintf(hint, sizeof hint, "SOUP386.DEF of the game has the names: --game DIR");
        if (id < 0 || id > UINT8_MAX)
            rq_soup_problem(p, name.at, name.text.size, hint, "no attribute is named %.*s",
                            (int)(name.text.size < 60 ? name.text.size : 60), name.text.text);
        rq_soup_lex(p);
    } else {
        rq_soup_number(p, 0, UINT8_MAX, &id);
    }
    if (!p->panic && rq_soup_expect(p, "=", "and the value of the attribute") &&
        rq_soup_number(p, INT8_MIN, UINT8_MAX, &value))
        p->unit->attributes[id] = (uint8_t)value;
}

static void take_hook(struct rq_soup_parser *p)
{
    struct rq_soup_unit *u = p->unit;
    struct rq_soup_hook hook = {-1, 0};
    struct rq_soup_token label = p->token;
    int64_t number = 0;
    if (is_kept(p, RQ_SOUP_HOOKS, label.at))
        return;
    bool place = rq_soup_accept(p, "at");
    if (place) {
        rq_soup_number(p, 0, UINT32_MAX, &number);
        hook.word = (uint32_t)number;
    } else if (label.kind == RQ_SOUP_WORD) {
        rq_soup_fix_later(p, (struct rq_soup_fixup){label.text, label.at, u->hook_count, true});
        rq_soup_lex(p);
        if (rq_soup_accept(p, ",") && rq_soup_number(p, 0, UINT16_MAX, &number))
            hook.word = (uint32_t)number << 16;
    } else {
        rq_soup_expected(p, "a label");
        return;
    }
    struct rq_soup_hook *hooks =
        rq_arena_more(p->arena, &u->hooks, u->hook_count, &p->hook_room, sizeof *hooks);
    if (!hooks) {
        rq_soup_out_of_memory(p);
        return;
    }
    hooks[u->hook_count++] = hook;
}

static void take_keep(struct rq_soup_parser *p)
{
    for (unsigned i = 0; i < RQ_SOUP_PARTS; i++)
        if (rq_soup_accept(p, rq_soup_part_word((enum rq_soup_part)i))) {
            p->unit->keep |= 1u << i;
            return;
        }
    rq_soup_expected(p, "strings, variables, attributes, hooks or code");
}

static void take_start(struct rq_soup_parser *p)
{
    int64_t place;
    if (!rq_soup_expect(p, "at", "and a place, or the label \"start:\" in the code") ||
        !rq_soup_number(p, 0, UINT32_MAX, &place))
        return;
    p->unit->fixed_start = true;
    p->unit->start = (uint32_t)place;
}

/* The token as a name; of references with the dots in it. */
static struct rq_str take_name(struct rq_soup_parser *p, enum rq_soup_space space)
{
    struct rq_soup_token word = p->token;
    size_t end = word.at + word.text.size;
    if (word.kind != RQ_SOUP_WORD) {
        rq_soup_expected(p, "a name");
        return (struct rq_str){NULL, 0};
    }
    rq_soup_lex(p);
    while (space == RQ_SOUP_REF_NAME && rq_soup_accept(p, ".")) {
        end = p->token.at + p->token.text.size;
        if (p->token.kind != RQ_SOUP_WORD)
            rq_soup_expected(p, "a name after the dot");
        rq_soup_lex(p);
    }
    return (struct rq_str){(const char *)p->begin + word.at, end - word.at};
}

static void add_name(struct rq_soup_parser *p, enum rq_soup_space space, struct rq_str name,
                     size_t at, int64_t id, uint8_t kind)
{
    int32_t known = rq_soup_name_find(p->names, space, name);
    const struct rq_soup_symbol *own = rq_soup_symbol_find(&p->symbols, space, name);
    known = own ? own->value : known;
    if (known >= 0 && known != id)
        rq_soup_problem(p, at, name.size, "", "the %s %.*s has the number %d, not %lld",
                        rq_soup_space_word(space), (int)(name.size < 60 ? name.size : 60),
                        name.text, (int)known, (long long)id);
    else if (!own && !rq_soup_symbol_add(&p->symbols, space, name, (int32_t)id, kind))
        rq_soup_out_of_memory(p);
}

/* names ref pos.vx = 0, pos.vy = 1; names function Juggle = 367 task */
static void take_names(struct rq_soup_parser *p)
{
    static const char *const kinds[] = {"task", "multitask", "function"};
    unsigned space = 0;
    while (space < RQ_SOUP_SPACES &&
           !rq_soup_accept(p, rq_soup_space_word((enum rq_soup_space)space)))
        space++;
    if (space == RQ_SOUP_SPACES) {
        rq_soup_expected(p, "function, flag, ref, attribute or animation");
        return;
    }
    do {
        size_t at = p->token.at;
        struct rq_str name = take_name(p, (enum rq_soup_space)space);
        int64_t id;
        uint8_t kind = RQ_SOUP_OP_FUNCTION;
        if (p->panic || !rq_soup_expect(p, "=", "and the number of the name") ||
            !rq_soup_number(p, 0, UINT16_MAX, &id))
            return;
        for (uint8_t i = 0; i < 3 && space == RQ_SOUP_FUNCTION_NAME && !p->token.first; i++)
            if (rq_soup_accept(p, kinds[i]))
                kind = i;
        add_name(p, (enum rq_soup_space)space, name, at, id, kind);
    } while (!p->panic && rq_soup_accept(p, ","));
}

static int digit_of(uint8_t c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

/* raw { 00 1F ... }: the token is the opening brace. */
static void take_raw(struct rq_soup_parser *p)
{
    if (!rq_soup_is(p, "{")) {
        rq_soup_expected(p, "\"{\" before bytes");
        return;
    }
    uint8_t *data = rq_arena_get(p->arena, (size_t)(p->end - p->p) / 2 + 1, 1);
    size_t size = 0;
    if (!data) {
        rq_soup_out_of_memory(p);
        return;
    }
    for (; p->p < p->end && *p->p != '}'; p->p++) {
        if (*p->p == ' ' || *p->p == '\n' || *p->p == '\r' || *p->p == '\t')
            continue;
        int high = digit_of(*p->p), low = p->end - p->p > 1 ? digit_of(p->p[1]) : -1;
        if (high < 0 || low < 0) {
            rq_soup_problem(p, (size_t)(p->p - p->begin), 2, "", "expected a byte, as 1F");
            break;
        }
        data[size++] = (uint8_t)(high << 4 | low);
        p->p++;
    }
    rq_soup_lex(p);
    p->unit->raw = (struct rq_bytes){data, size};
    if (!p->panic)
        rq_soup_expect(p, "}", "after the bytes");
}

static void take_code(struct rq_soup_parser *p)
{
    size_t open = p->token.at;
    if (p->has_code)
        rq_soup_problem(p, open, 1, "", "an actor has one code");
    if (!rq_soup_expect(p, "{", "before statements"))
        return;
    rq_soup_take_code(p);
    if (!rq_soup_accept(p, "}"))
        rq_soup_problem(p, open, 1, "", "no \"}\" closes this block");
}

static void take_actor(struct rq_soup_parser *p, struct rq_soup_units *units)
{
    rq_soup_close_unit(p);
    p->panic = false;
    if (!rq_soup_open_unit(p, units))
        return;
    if (p->token.kind != RQ_SOUP_QUOTED)
        rq_soup_expected(p, "the name of the actor in quotes");
    else
        rq_soup_unquote(p, &p->unit->name);
}

static const struct {
    const char *word;
    void (*take)(struct rq_soup_parser *p);
} declarations[] = {
    {"instances", take_instances}, {"names", take_names},         {"string", take_string},
    {"var", take_variable},        {"attribute", take_attribute}, {"hook", take_hook},
    {"keep", take_keep},           {"start", take_start},         {"raw", take_raw},
    {"code", take_code},
};

static void take_declaration(struct rq_soup_parser *p, struct rq_soup_units *units)
{
    const size_t count = sizeof declarations / sizeof declarations[0];
    size_t i = 0, at = p->token.at;
    p->panic = false;
    if (rq_soup_accept(p, "actor")) {
        take_actor(p, units);
    } else {
        while (i < count && !rq_soup_is(p, declarations[i].word))
            i++;
        if (i < count && p->unit) {
            rq_soup_lex(p);
            declarations[i].take(p);
        } else if (!p->unit) {
            rq_soup_expected(p, "actor \"NAME\"");
        } else {
            rq_soup_expected(p, "string, var, attribute, hook, names, keep, code or actor");
        }
    }
    if (!p->panic && !p->token.first)
        rq_soup_expected(p, "the end of the line");
    if (!p->panic)
        return;
    if (p->token.at == at)
        rq_soup_lex(p);
    /* Without an actor nothing means anything. */
    while (p->token.kind != RQ_SOUP_AT_END &&
           (!p->token.first || (!p->unit && !rq_soup_is(p, "actor"))))
        rq_soup_lex(p);
}

bool rq_soup_parse(const struct rq_soup_reading *reading, struct rq_soup_units *units,
                   struct rq_error *err)
{
    struct rq_bytes text = reading->source->text;
    static const uint8_t nothing[1];
    struct rq_soup_parser p = {.reading = reading,
                               .names = reading->how->names,
                               .arena = reading->arena,
                               .rmm = reading->how->style == RQ_SOUP_RMM};
    p.begin = p.p = text.size ? text.data : nothing;
    p.end = p.begin + text.size;
    if (text.size >= 3 && memcmp(p.p, "\xEF\xBB\xBF", 3) == 0)
        p.p += 3;
    rq_soup_lex(&p);
    if (p.rmm)
        rq_soup_parse_rmm(&p, units);
    while (!p.rmm && p.token.kind != RQ_SOUP_AT_END)
        take_declaration(&p, units);
    rq_soup_close_unit(&p);
    if (p.no_memory)
        return rq_fail(err, reading->arena->over_limit ? RQ_LIMIT : RQ_NO_MEMORY, 0,
                       reading->source->file, "out of memory");
    if (p.problems)
        return rq_fail(err, RQ_CORRUPT, 0, reading->source->file, "%zu problem%s", p.problems,
                       p.problems == 1 ? "" : "s");
    return true;
}
