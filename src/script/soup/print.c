/* The text of an actor: declarations, then statements (structure.c). */
#include "script/soup/print.h"

enum { MOST_LINE = 100 };

void rq_soup_put_number(struct rq_out *out, int64_t v)
{
    char text[24];
    size_t at = sizeof text;
    uint64_t rest = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    do
        text[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (v < 0)
        text[--at] = '-';
    rq_put(out, text + at, sizeof text - at);
}

static void put_name(struct rq_out *out, struct rq_str name)
{
    rq_put(out, name.text, name.size);
}

/* Any bytes come back: those of the code page as UTF-8, control characters as \x1B. */
void rq_soup_put_quoted(struct rq_out *out, enum rq_codepage page, struct rq_bytes text)
{
    static const char digits[] = "0123456789ABCDEF";
    struct rq_out utf8 = {.alloc = out->alloc};
    rq_text_decode(&utf8, page, text);
    if (utf8.failed)
        out->failed = utf8.failed;
    rq_put8(out, '"');
    for (size_t i = 0; i < utf8.size; i++) {
        uint8_t c = utf8.data[i];
        if (c == '"' || c == '\\')
            rq_put8(out, '\\');
        if (c < 0x20 || c == 0x7F) {
            rq_put_str(out, "\\x");
            rq_put8(out, (uint8_t)digits[c >> 4]);
            c = (uint8_t)digits[c & 15];
        }
        rq_put8(out, c);
    }
    rq_put8(out, '"');
    rq_out_free(&utf8);
}

/* ---- values ---- */

static void put_value(struct rq_soup_printer *p, const struct rq_soup_value *v,
                      enum rq_soup_mode mode);

/* A word for what has no name: "flag 12". */
static void put_raw(struct rq_soup_printer *p, const char *word, int64_t number)
{
    rq_put_str(p->out, word);
    rq_soup_put_number(p->out, number);
}

static void put_string(struct rq_soup_printer *p, int64_t index)
{
    const struct rq_soup_unit *u = p->unit;
    if (u->keep >> RQ_SOUP_STRINGS & 1 || index < 0 || index >= u->string_count) {
        put_raw(p, "string ", index);
        return;
    }
    rq_soup_put_quoted(p->out, p->page, u->strings[index]);
    if (p->nth[index] > 1)
        put_raw(p, "#", p->nth[index]);
}

static void put_variable(struct rq_soup_printer *p, uint32_t id)
{
    bool named = !(p->unit->keep >> RQ_SOUP_VARIABLES & 1) && id < p->unit->width;
    put_raw(p, named ? "var" : "var ", id);
}

static void put_object(struct rq_soup_printer *p, const struct rq_soup_value *v)
{
    static const char *const words[] = {"Me", "Player", "Camera"};
    if (v->object == RQ_SOUP_NAMED)
        put_string(p, v->index);
    else if (v->object == RQ_SOUP_HELD)
        put_variable(p, v->index);
    else
        rq_put_str(p->out, words[v->object % 3]);
    if (v->object <= RQ_SOUP_CAMERA && v->index)
        put_raw(p, "~", v->index);
    rq_put8(p->out, '.');
}

/* The low byte is the reference; the high one comes with it where it is not 0. */
static void put_ref(struct rq_soup_printer *p, uint16_t id)
{
    struct rq_str name = rq_soup_name(p->how->names, RQ_SOUP_REF_NAME, id & 0xFF);
    if (!name.text) {
        put_raw(p, "#", id);
        return;
    }
    put_name(p->out, name);
    if (id >> 8)
        put_raw(p, ":", id >> 8);
}

bool rq_soup_key_letters(int32_t number, char key[5])
{
    bool plain = true;
    rq_set32((uint8_t *)key, (uint32_t)number);
    key[4] = 0;
    for (size_t i = 0; i < 4; i++)
        plain &= key[i] > ' ' && key[i] < 0x7F && key[i] != '\'' && key[i] != '\\';
    return plain;
}

static void put_numeric(struct rq_soup_printer *p, const struct rq_soup_value *v,
                        enum rq_soup_thing thing)
{
    uint8_t usual = thing == RQ_SOUP_FLAG_ARG ? RQ_SOUP_OP_NUMERICALT : RQ_SOUP_OP_NUMERIC;
    enum rq_soup_space space = thing == RQ_SOUP_FLAG_ARG        ? RQ_SOUP_FLAG_NAME
                               : thing == RQ_SOUP_ATTRIBUTE_ARG ? RQ_SOUP_ATTRIBUTE_NAME
                               : thing == RQ_SOUP_ANIMATION_ARG ? RQ_SOUP_ANIMATION_NAME
                                                                : RQ_SOUP_SPACES;
    struct rq_str name = {NULL, 0};
    char key[5];
    if (space != RQ_SOUP_SPACES && v->number >= 0)
        name = rq_soup_name(p->how->names, space, (uint32_t)v->number);
    if (v->op != usual) {
        put_raw(p, v->op == RQ_SOUP_OP_NUMERIC ? "numeric " : "alt ", v->number);
    } else if (thing == RQ_SOUP_LINE_ARG && rq_soup_key_letters(v->number, key)) {
        rq_put8(p->out, '\'');
        rq_put(p->out, key, 4);
        rq_put8(p->out, '\'');
    } else if (name.text) {
        rq_put_str(p->out, rq_soup_space_word(space));
        rq_put8(p->out, ':');
        put_name(p->out, name);
    } else {
        rq_soup_put_number(p->out, v->number);
    }
}

/* "@", "task " and so on, where it is not what the function's kind gives. */
static void put_kind(struct rq_soup_printer *p, const struct rq_soup_value *v,
                     enum rq_soup_mode mode)
{
    uint8_t kind = rq_soup_kind(p->how->names, v->id), op = v->op, dispatch = v->dispatch;
    bool object = op == RQ_SOUP_OP_OBJDOTTASK || op == RQ_SOUP_OP_OBJDOTFUNC;
    uint8_t self =
        object ? (op == RQ_SOUP_OP_OBJDOTTASK ? RQ_SOUP_OP_TASK : RQ_SOUP_OP_FUNCTION) : op;
    uint8_t usual = kind == RQ_SOUP_OP_TASK || (object && kind == RQ_SOUP_OP_MULTITASK)
                        ? RQ_SOUP_OP_TASK
                        : RQ_SOUP_OP_FUNCTION;
    if (object && mode == RQ_SOUP_MAIN && dispatch != self) {
        if (self == RQ_SOUP_OP_TASK && dispatch == RQ_SOUP_OP_MULTITASK) {
            rq_put8(p->out, '@');
            return;
        }
        put_raw(p, "call ", op);
        put_raw(p, ":", dispatch);
        rq_put8(p->out, ' ');
    } else if (self == RQ_SOUP_OP_MULTITASK) {
        rq_put8(p->out, '@');
    } else if (self != usual) {
        rq_put_str(p->out, self == RQ_SOUP_OP_TASK ? "task " : "function ");
    }
}

static void put_call(struct rq_soup_printer *p, const struct rq_soup_value *v,
                     enum rq_soup_mode mode)
{
    struct rq_str name = rq_soup_name(p->how->names, RQ_SOUP_FUNCTION_NAME, v->id);
    enum rq_soup_thing thing = rq_soup_thing(p->how->names, v->id);
    put_kind(p, v, mode);
    if (rq_soup_op(v->op)->layout == RQ_SOUP_OBJECT)
        put_object(p, v);
    if (name.text)
        put_name(p->out, name);
    else
        put_raw(p, "#", v->id);
    rq_put8(p->out, '(');
    for (uint32_t i = 0; i < v->count; i++) {
        const struct rq_soup_value *arg = &v->args[i];
        bool number = arg->op == RQ_SOUP_OP_NUMERIC || arg->op == RQ_SOUP_OP_NUMERICALT;
        if (i)
            rq_put(p->out, ", ", 2);
        if (number)
            put_numeric(p, arg, i && thing != RQ_SOUP_FLAG_ARG ? RQ_SOUP_NUMBER_ARG : thing);
        else
            put_value(p, arg, RQ_SOUP_PARAM);
    }
    rq_put8(p->out, ')');
}

/* "~12" or "~10:3": operator bytes that have no sign. */
static void put_oper(struct rq_soup_printer *p, const struct rq_soup_value *v)
{
    put_raw(p, "~", v->oper);
    if (rq_soup_steps(v->oper))
        put_raw(p, ":", v->more);
}

static void put_suffix(struct rq_soup_printer *p, const struct rq_soup_value *v,
                       enum rq_soup_mode mode)
{
    if (v->oper && (mode == RQ_SOUP_LHS || mode == RQ_SOUP_RHS))
        put_oper(p, v);
    if (!(v->padding[0] | v->padding[1] | v->padding[2]))
        return;
    for (size_t i = 0; i < 3; i++)
        put_raw(p, i ? ", " : "~[", v->padding[i]);
    rq_put8(p->out, ']');
}

static void put_value(struct rq_soup_printer *p, const struct rq_soup_value *v,
                      enum rq_soup_mode mode)
{
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    switch ((enum rq_soup_layout)info->layout) {
    case RQ_SOUP_NUMBER:
        if (v->op == RQ_SOUP_OP_STRING)
            put_string(p, v->number);
        else
            put_numeric(p, v, RQ_SOUP_NUMBER_ARG);
        break;
    case RQ_SOUP_CALL:
    case RQ_SOUP_OBJECT: put_call(p, v, mode); break;
    case RQ_SOUP_FLAG: {
        struct rq_str name = rq_soup_name(p->how->names, RQ_SOUP_FLAG_NAME, v->id);
        if (name.text)
            put_name(p->out, name);
        else
            put_raw(p, "flag ", v->id);
        break;
    }
    case RQ_SOUP_VARIABLE: put_variable(p, v->id); break;
    case RQ_SOUP_STEP:
    case RQ_SOUP_DOT:
        put_object(p, v);
        put_ref(p, v->id);
        break;
    default: break;
    }
    if (mode != RQ_SOUP_MAIN)
        put_suffix(p, v, mode);
}

static void put_formula(struct rq_soup_printer *p, const struct rq_soup_value *v)
{
    rq_put(p->out, " = ", 3);
    for (uint32_t i = 0; i < v->count; i++) {
        const struct rq_soup_value *term = &v->args[i];
        put_value(p, term, RQ_SOUP_FORMULA);
        if (rq_soup_goes_on(term->oper)) {
            rq_put8(p->out, ' ');
            rq_put_str(p->out, rq_soup_operator(term->oper));
            rq_put8(p->out, ' ');
        } else if (rq_soup_steps(term->oper) && !term->more) {
            rq_put_str(p->out, rq_soup_operator(term->oper));
        } else if (term->oper) {
            put_oper(p, term);
        }
    }
}

void rq_soup_put_conditions(struct rq_soup_printer *p, const struct rq_soup_value *v)
{
    for (uint32_t i = 0; i < v->count; i++) {
        const struct rq_soup_value *side = &v->args[i];
        const char *word = i & 1 ? rq_soup_conjunction(side->link) : rq_soup_comparison(side->link);
        put_value(p, side, i & 1 ? RQ_SOUP_RHS : RQ_SOUP_LHS);
        if (!word && i & 1)
            continue;
        rq_put8(p->out, ' ');
        if (word)
            rq_put_str(p->out, word);
        else
            put_raw(p, "cmp ", side->link);
        rq_put8(p->out, ' ');
    }
}

void rq_soup_put_statement(struct rq_soup_printer *p, const struct rq_soup_value *v)
{
    static const struct {
        uint8_t op;
        const char *word;
    } words[] = {{RQ_SOUP_OP_GOTO, "goto"},      {RQ_SOUP_OP_END, "end"},
                 {RQ_SOUP_OP_GOSUB, "gosub"},    {RQ_SOUP_OP_RETURN, "return"},
                 {RQ_SOUP_OP_ENDINT, "endint"},  {RQ_SOUP_OP_TASKPAUSE, "pause"},
                 {RQ_SOUP_OP_ANCHOR, "anchor "}, {RQ_SOUP_OP_SCRIPTRV, "returned = "}};
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words[i].op == v->op)
            rq_put_str(p->out, words[i].word);
    switch ((enum rq_soup_layout)info->layout) {
    case RQ_SOUP_PLAIN:
    case RQ_SOUP_JUMP: break;
    case RQ_SOUP_IF: rq_soup_put_conditions(p, v); break;
    case RQ_SOUP_BYTE:
    case RQ_SOUP_RETURNED: rq_soup_put_number(p->out, v->number); break;
    case RQ_SOUP_STEP:
        put_value(p, v, RQ_SOUP_MAIN);
        rq_put_str(p->out, v->op == RQ_SOUP_OP_INCREMENT ? "++" : "--");
        break;
    default:
        put_value(p, v, RQ_SOUP_MAIN);
        if (v->count && info->layout != RQ_SOUP_CALL && info->layout != RQ_SOUP_OBJECT)
            put_formula(p, v);
    }
}

/* ---- names that the text has to explain ---- */

struct uses {
    const struct rq_soup_names *names;
    uint8_t *used[RQ_SOUP_SPACES]; /* of each number that has a name */
    bool some;
};

static void use(struct uses *u, enum rq_soup_space space, uint32_t id)
{
    if (!rq_soup_name(u->names, space, id).text || !rq_soup_name_is_foreign(u->names, space, id))
        return;
    u->used[space][id] = 1;
    u->some = true;
}

static void use_argument(struct uses *u, const struct rq_soup_value *call,
                         const struct rq_soup_value *arg, bool first)
{
    enum rq_soup_thing thing = rq_soup_thing(u->names, call->id);
    uint32_t id = (uint32_t)arg->number;
    if (arg->op != RQ_SOUP_OP_NUMERIC && arg->op != RQ_SOUP_OP_NUMERICALT)
        return;
    if (thing == RQ_SOUP_FLAG_ARG)
        use(u, RQ_SOUP_FLAG_NAME, id);
    else if (thing == RQ_SOUP_ATTRIBUTE_ARG && first)
        use(u, RQ_SOUP_ATTRIBUTE_NAME, id);
    else if (thing == RQ_SOUP_ANIMATION_ARG && first)
        use(u, RQ_SOUP_ANIMATION_NAME, id);
}

static void use_value(struct uses *u, const struct rq_soup_value *v)
{
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    bool call = info->layout == RQ_SOUP_CALL || info->layout == RQ_SOUP_OBJECT;
    if (call)
        use(u, RQ_SOUP_FUNCTION_NAME, v->id);
    else if (info->layout == RQ_SOUP_FLAG)
        use(u, RQ_SOUP_FLAG_NAME, v->id);
    else if (info->layout == RQ_SOUP_STEP || info->layout == RQ_SOUP_DOT)
        use(u, RQ_SOUP_REF_NAME, v->id & 0xFF);
    for (uint32_t i = 0; i < v->count; i++) {
        if (call)
            use_argument(u, v, &v->args[i], i == 0);
        use_value(u, &v->args[i]);
    }
}

/* "names ref pos.vx = 0, pos.vy = 1". */
static void put_names(struct rq_soup_printer *p, const struct uses *u, enum rq_soup_space space)
{
    static const char *const kinds[] = {" task", " multitask", ""};
    size_t line = 0;
    for (uint32_t id = 0; id < rq_soup_name_count(u->names, space); id++) {
        if (!u->used[space][id])
            continue;
        if (line && p->out->size - line < MOST_LINE) {
            rq_put_str(p->out, ", ");
        } else {
            rq_put_str(p->out, line ? "\nnames " : "names ");
            line = p->out->size;
            rq_put_str(p->out, rq_soup_space_word(space));
            rq_put8(p->out, ' ');
        }
        put_name(p->out, rq_soup_name(u->names, space, id));
        put_raw(p, " = ", id);
        if (space == RQ_SOUP_FUNCTION_NAME)
            rq_put_str(p->out, kinds[rq_soup_kind(u->names, id) % 3]);
    }
    if (line)
        rq_put8(p->out, '\n');
}

static void put_all_names(struct rq_soup_printer *p, struct rq_arena *arena)
{
    struct uses u = {.names = p->how->names};
    for (unsigned i = 0; i < RQ_SOUP_SPACES; i++) {
        enum rq_soup_space space = (enum rq_soup_space)i;
        if (!(u.used[i] = rq_arena_get(arena, rq_soup_name_count(u.names, space), 1))) {
            p->out->failed = RQ_NO_MEMORY;
            return;
        }
    }
    const struct rq_soup_script *script = p->unit->script;
    for (size_t i = 0; script && i < script->count; i++)
        use_value(&u, &script->instrs[i].main);
    for (uint32_t i = 0; i < 256; i++)
        if (p->unit->attributes[i])
            use(&u, RQ_SOUP_ATTRIBUTE_NAME, i);
    for (size_t i = 0; u.some && i < RQ_SOUP_SPACES; i++)
        put_names(p, &u, (enum rq_soup_space)i);
}

/* ---- declarations ---- */

static void put_variables(struct rq_soup_printer *p)
{
    const struct rq_soup_unit *u = p->unit;
    for (uint32_t i = 0; i < u->width; i++) {
        bool same = true;
        for (uint32_t row = 1; row < u->rows; row++)
            same &= u->values[(size_t)row * u->width + i] == u->values[i];
        put_raw(p, "var var", i);
        for (uint32_t row = 0; row < (same ? 1 : u->rows); row++) {
            int32_t value = u->values[(size_t)row * u->width + i];
            rq_put_str(p->out, row ? ", " : " = ");
            if (i == 0 && value == (int64_t)u->width)
                rq_put_str(p->out, "count");
            else
                rq_soup_put_number(p->out, value);
        }
        rq_put8(p->out, '\n');
    }
}

static void put_attributes(struct rq_soup_printer *p)
{
    for (uint32_t i = 0; i < 256; i++) {
        struct rq_str name = rq_soup_name(p->how->names, RQ_SOUP_ATTRIBUTE_NAME, i);
        if (!p->unit->attributes[i])
            continue;
        rq_put_str(p->out, "attribute ");
        if (name.text)
            put_name(p->out, name);
        else
            rq_soup_put_number(p->out, i);
        put_raw(p, " = ", p->unit->attributes[i]);
        rq_put8(p->out, '\n');
    }
}

static void put_hooks(struct rq_soup_printer *p)
{
    const struct rq_soup_unit *u = p->unit;
    for (uint32_t i = 0; i < u->hook_count; i++) {
        rq_put_str(p->out, "hook ");
        if (u->hooks[i].to >= 0) {
            rq_soup_put_label(p, (size_t)u->hooks[i].to);
            if (u->hooks[i].word >> 16)
                put_raw(p, ", ", u->hooks[i].word >> 16);
        } else {
            put_raw(p, "at ", u->hooks[i].word);
        }
        rq_put8(p->out, '\n');
    }
}

static void put_bytes(struct rq_soup_printer *p, struct rq_bytes raw)
{
    static const char digits[] = "0123456789ABCDEF";
    rq_put_str(p->out, "raw {");
    for (size_t i = 0; i < raw.size; i++) {
        rq_put_str(p->out, i % 32 ? " " : "\n    ");
        rq_put8(p->out, (uint8_t)digits[raw.data[i] >> 4]);
        rq_put8(p->out, (uint8_t)digits[raw.data[i] & 15]);
    }
    rq_put_str(p->out, "\n}\n");
}

static void put_head(struct rq_soup_printer *p, struct rq_arena *arena)
{
    const struct rq_soup_unit *u = p->unit;
    rq_put_str(p->out, "actor ");
    rq_soup_put_quoted(p->out, p->page, u->name);
    put_raw(p, "\ninstances ", u->instances);
    rq_put8(p->out, '\n');
    put_all_names(p, arena);
    for (unsigned i = 0; i < RQ_SOUP_PARTS; i++) {
        if (!(u->keep >> i & 1))
            continue;
        rq_put_str(p->out, "keep ");
        rq_put_str(p->out, rq_soup_part_word((enum rq_soup_part)i));
        rq_put_str(p->out, "  ; not of this actor alone: this text does not change them\n");
    }
    for (uint32_t i = 0; i < u->string_count; i++) {
        rq_put_str(p->out, "string ");
        rq_soup_put_quoted(p->out, p->page, u->strings[i]);
        rq_put8(p->out, '\n');
    }
    put_variables(p);
    put_attributes(p);
    put_hooks(p);
    if (u->fixed_start) {
        put_raw(p, "start at ", u->start);
        rq_put8(p->out, '\n');
    }
}

/* Which of equal strings each is. */
static bool number_strings(struct rq_soup_printer *p, struct rq_arena *arena)
{
    const struct rq_soup_unit *u = p->unit;
    struct rq_soup_symbols texts = {.arena = arena};
    uint32_t *nth = rq_arena_get(arena, u->string_count, sizeof *nth);
    p->nth = nth;
    for (uint32_t i = 0; nth && i < u->string_count; i++) {
        struct rq_str text = {(const char *)u->strings[i].data, u->strings[i].size};
        struct rq_soup_symbol *one = rq_soup_symbol_find(&texts, 0, text);
        if (!one && !(one = rq_soup_symbol_add(&texts, 0, text, 0, 0)))
            return false;
        nth[i] = (uint32_t)++one->value;
    }
    return nth != NULL;
}

/* Where hooks lead, and which Goto leads back to each statement. */
static bool number_statements(struct rq_soup_printer *p, struct rq_arena *arena)
{
    const struct rq_soup_unit *u = p->unit;
    size_t count = u->script ? u->script->count : 0;
    uint32_t *hook = rq_arena_get(arena, count, sizeof *hook);
    uint32_t *back = rq_arena_get(arena, count, sizeof *back);
    p->labels = rq_arena_get(arena, count + 1, 1);
    p->hook = hook;
    p->back = back;
    p->budget = count * RQ_SOUP_BLOCKS;
    if (!hook || !back || !p->labels)
        return false;
    for (uint32_t i = u->hook_count; i--;)
        if (u->hooks[i].to >= 0) {
            hook[u->hooks[i].to] = i + 1;
            p->labels[u->hooks[i].to] = 1;
        }
    for (size_t i = 0; i < count; i++) {
        const struct rq_soup_instr *instr = &u->script->instrs[i];
        if (instr->main.op == RQ_SOUP_OP_GOTO && instr->to >= 0 && (size_t)instr->to <= i)
            back[instr->to] = (uint32_t)i + 1;
    }
    if (count && u->script->start > 0)
        p->labels[u->script->start] = 1;
    return true;
}

void rq_soup_print(struct rq_out *out, const struct rq_soup_unit *unit,
                   const struct rq_soup_how *how, enum rq_codepage page)
{
    struct rq_arena arena = {.alloc = out->alloc};
    struct rq_soup_printer p = {.out = out, .unit = unit, .how = how, .page = page};
    if (!number_strings(&p, &arena) || !number_statements(&p, &arena)) {
        out->failed = RQ_NO_MEMORY;
    } else {
        put_head(&p, &arena);
        if (unit->script) {
            rq_put_str(out, "\ncode {\n");
            rq_soup_put_code(&p);
            rq_put_str(out, "}\n");
        } else if (unit->raw.size) {
            rq_put8(out, '\n');
            put_bytes(&p, unit->raw);
        }
    }
    rq_arena_free(&arena);
}
