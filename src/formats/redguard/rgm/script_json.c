/* Scripts as JSON: one object a statement, named by its opcode.
 *
 *     {"If": [{"Function": "ACTIVATE", "args": [825452899]}, "=", 1], "to": "#1E"},
 *     {"Task": "RTX", "args": [842230132]},
 *     {"label": "#1E", "LocalVar": 2, "set": [{"Flag": "Have_Gear"}, "+", 1]},
 *     {"Goto": "#1E"}
 *
 * A plain number is a Numeric. Labels are names: what stands before them may change its size.
 * Targets that are the start of no statement are numbers. Strings and variables have the names that
 * the parts of RASB and RAVA give them. */
#include "formats/redguard/rgm/refs.h"

#include <stdio.h>
#include <stdlib.h>

static const char end_label[] = "#end";

/* ---- writing ---- */

/* JSON and what the numbers in it are called. */
struct putting {
    struct rq_json *j;
    const struct rgm_script_names *names;
};

static void value_json(const struct putting *p, const struct rq_soup_value *v,
                       enum rq_soup_mode mode);

void rgm_script_label(const struct rgm_script_names *names, uint32_t offset,
                      char text[RGM_SCRIPT_LABEL])
{
    snprintf(text, RGM_SCRIPT_LABEL, "#%s%02X", names && names->mark ? names->mark : "",
             (unsigned)offset);
}

static void target_json(const struct putting *p, const struct rq_soup_script *script,
                        const struct rq_soup_instr *instr)
{
    struct rq_json *j = p->j;
    char text[RGM_SCRIPT_LABEL];
    if (instr->to < 0) {
        rgm_put_number(j, instr->target, script->size);
    } else if ((size_t)instr->to >= script->count) {
        rq_json_str(j, end_label);
    } else {
        rgm_script_label(p->names, script->instrs[instr->to].offset, text);
        rq_json_str(j, text);
    }
}

static void id_json(struct rq_json *j, const char *name, unsigned id)
{
    if (name)
        rq_json_str(j, name);
    else
        rq_json_u64(j, id);
}

/* A string by its label in RAST; one that the actor has twice with its number among those. */
static void string_json(const struct putting *p, int64_t number)
{
    const struct rgm_script_names *names = p->names;
    const struct rgm_slice *part = names ? names->strings : NULL;
    const struct rq_rgm_section *texts = part ? rq_rgm_section(names->m->map, RQ_RGM_RAST) : NULL;
    enum { MOST = 4096 }; /* of which equal ones are counted */
    size_t text = SIZE_MAX;
    uint32_t nth = 0;
    if (texts && number >= 0 && number < MOST && (uint64_t)number < part->s.count)
        text = rgm_element_at(texts, part->s.words[number]);
    if (!names || !names->owned) {
        rq_json_i64(p->j, number);
    } else if (!texts || text >= texts->count) {
        rgm_put_number(p->j, number, names->string_count);
    } else {
        for (int64_t i = 0; i <= number; i++)
            nth += part->s.words[i] == part->s.words[number];
        rgm_put_nth(p->j, names->m->s.page, names->m->texts[text], nth);
    }
}

static void variable_json(const struct putting *p, uint32_t number)
{
    const struct rgm_script_names *names = p->names;
    char text[RGM_VARIABLE_NAME];
    if (!names || !names->owned) {
        rq_json_u64(p->j, number);
    } else if (!names->variables || number >= names->variables->width) {
        rgm_put_number(p->j, number, names->variable_count);
    } else {
        rgm_variable_name(number, text);
        rq_json_str(p->j, text);
    }
}

static void object_json(const struct putting *p, const struct rq_soup_value *v)
{
    static const char *const names[] = {"Me", "Player", "Camera"};
    struct rq_json *j = p->j;
    rq_json_key(j, "of");
    if (v->object <= RQ_SOUP_CAMERA && !v->index) {
        rq_json_str(j, names[v->object]);
        return;
    }
    rq_json_object_row(j);
    rq_json_key(j, v->object == RQ_SOUP_NAMED  ? "String"
                   : v->object == RQ_SOUP_HELD ? "LocalVar"
                                               : names[v->object % 3]);
    if (v->object == RQ_SOUP_NAMED)
        string_json(p, v->index);
    else if (v->object == RQ_SOUP_HELD)
        variable_json(p, v->index);
    else
        rq_json_u64(j, v->index);
    rq_json_end_object(j);
}

/* Operators that have no sign, and what follows ++ and --, are numbers behind a word. */
static void oper_json(struct rq_json *j, const struct rq_soup_value *v)
{
    char text[32];
    const char *sign = rq_soup_operator(v->oper);
    if (v->oper == 0)
        return;
    if (!sign)
        snprintf(text, sizeof text, "oper %u", v->oper);
    else if (v->more)
        snprintf(text, sizeof text, "%s %u", sign, v->more);
    else
        snprintf(text, sizeof text, "%s", sign);
    rq_json_str(j, text);
}

static void list_json(const struct putting *p, const struct rq_soup_value *v, bool conditions)
{
    struct rq_json *j = p->j;
    rq_json_array_row(j);
    for (uint32_t i = 0; i < v->count; i++) {
        const struct rq_soup_value *arg = &v->args[i];
        if (!conditions) {
            value_json(p, arg, RQ_SOUP_FORMULA);
            oper_json(j, arg);
            continue;
        }
        value_json(p, arg, i & 1 ? RQ_SOUP_RHS : RQ_SOUP_LHS);
        const char *text = i & 1 ? rq_soup_conjunction(arg->link) : rq_soup_comparison(arg->link);
        if (text)
            rq_json_str(j, text);
        else if (!(i & 1)) {
            char number[16];
            snprintf(number, sizeof number, "cmp %u", arg->link);
            rq_json_str(j, number);
        }
    }
    rq_json_end_array(j);
}

static void args_json(const struct putting *p, const struct rq_soup_value *v)
{
    if (!v->count)
        return;
    rq_json_key(p->j, "args");
    rq_json_array_row(p->j);
    for (uint32_t i = 0; i < v->count; i++)
        value_json(p, &v->args[i], RQ_SOUP_PARAM);
    rq_json_end_array(p->j);
}

static void mode_json(const struct putting *p, const struct rq_soup_value *v,
                      enum rq_soup_mode mode)
{
    struct rq_json *j = p->j;
    if (mode == RQ_SOUP_MAIN) {
        rq_json_key(j, "set");
        list_json(p, v, false);
        return;
    }
    if (v->oper && mode != RQ_SOUP_FORMULA) {
        rq_json_key(j, "oper");
        rq_json_u64(j, v->oper);
        rq_json_key(j, "more");
        rq_json_u64(j, v->more);
    }
    if (v->padding[0] | v->padding[1] | v->padding[2]) {
        rq_json_key(j, "padding");
        rq_json_array_row(j);
        for (size_t i = 0; i < 3; i++)
            rq_json_u64(j, v->padding[i]);
        rq_json_end_array(j);
    }
}

/* All members but the target. */
static void members_json(const struct putting *p, const struct rq_soup_value *v,
                         enum rq_soup_mode mode)
{
    struct rq_json *j = p->j;
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    rq_json_key(j, info->name);
    switch ((enum rq_soup_layout)info->layout) {
    case RQ_SOUP_PLAIN: rq_json_bool(j, true); break;
    case RQ_SOUP_JUMP: break;
    case RQ_SOUP_IF: list_json(p, v, true); break;
    case RQ_SOUP_NUMBER:
        if (v->op == RQ_SOUP_OP_STRING)
            string_json(p, v->number);
        else
            rq_json_i64(j, v->number);
        break;
    case RQ_SOUP_BYTE:
    case RQ_SOUP_RETURNED: rq_json_i64(j, v->number); break;
    case RQ_SOUP_CALL:
        id_json(j, rq_soup_function(v->id), v->id);
        args_json(p, v);
        break;
    case RQ_SOUP_OBJECT:
        id_json(j, rq_soup_function(v->id), v->id);
        object_json(p, v);
        if (v->dispatch) {
            rq_json_key(j, "dispatch");
            rq_json_u64(j, v->dispatch);
        }
        args_json(p, v);
        break;
    case RQ_SOUP_FLAG:
        id_json(j, rq_soup_flag(v->id), v->id);
        mode_json(p, v, mode);
        break;
    case RQ_SOUP_VARIABLE:
        variable_json(p, v->id);
        mode_json(p, v, mode);
        break;
    case RQ_SOUP_STEP:
    case RQ_SOUP_DOT:
        rq_json_u64(j, v->id);
        object_json(p, v);
        if (info->layout == RQ_SOUP_DOT)
            mode_json(p, v, mode);
        break;
    }
}

static void value_json(const struct putting *p, const struct rq_soup_value *v,
                       enum rq_soup_mode mode)
{
    if (v->op == RQ_SOUP_OP_NUMERIC) {
        rq_json_i64(p->j, v->number);
        return;
    }
    rq_json_object_row(p->j);
    members_json(p, v, mode);
    rq_json_end_object(p->j);
}

void rq_soup_json(struct rq_json *j, const struct rq_soup_script *script,
                  const struct rgm_script_names *names)
{
    const struct putting p = {j, names};
    const uint8_t *hooked = names ? names->hooked : NULL;
    rq_json_array(j);
    for (size_t i = 0; i < script->count; i++) {
        const struct rq_soup_instr *instr = &script->instrs[i];
        char label[RGM_SCRIPT_LABEL];
        rq_json_object_row(j);
        if (instr->is_target || (hooked && hooked[i])) {
            rgm_script_label(names, instr->offset, label);
            rq_json_key(j, "label");
            rq_json_str(j, label);
        }
        if (script->start > 0 && i == (size_t)script->start) {
            rq_json_key(j, "start");
            rq_json_bool(j, true);
        }
        members_json(&p, &instr->main, RQ_SOUP_MAIN);
        bool is_jump = rq_soup_op(instr->main.op)->layout == RQ_SOUP_JUMP;
        if (instr->has_target && !is_jump)
            rq_json_key(j, "to");
        if (instr->has_target)
            target_json(&p, script, instr);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

/* ---- reading ---- */

/* Members that an object may have. */
enum {
    HAS_OP = 1 << 0,
    HAS_OF = 1 << 1,
    HAS_ARGS = 1 << 2,
    HAS_SET = 1 << 3,
    HAS_OPER = 1 << 4,
    HAS_PADDING = 1 << 5,
    HAS_DISPATCH = 1 << 6,
    HAS_TO = 1 << 7,
};

/* A statement being read: names are looked up when all labels are known. */
struct pending {
    struct rq_str label, to;
    size_t index;
};

struct taking {
    struct rq_jr *jr;
    struct rgm_script *script;   /* NULL: nothing has a name */
    struct rq_soup_instr *instr; /* NULL inside of a statement */
    struct pending *pending;
    bool *is_start;
    unsigned depth;
};

static void take_value(const struct taking *outer, struct rq_soup_value *v, enum rq_soup_mode mode,
                       unsigned depth);

/* A string or variable: its number now, or its name to be looked up later. */
static int64_t take_named(const struct taking *t, struct rq_soup_value *v, bool is_string,
                          bool of_object)
{
    struct rq_jr *jr = t->jr;
    bool wide = is_string && !of_object;
    if (rq_jr_peek(jr) == RQ_J_NUMBER)
        return rq_jr_signed(jr, wide ? INT32_MIN : 0, wide ? INT32_MAX : UINT8_MAX);
    struct rgm_script_ref *ref = t->script ? rq_jr_get(jr, 1, sizeof *ref) : NULL;
    if (!ref) {
        rq_jr_bad(jr, "nothing has a name here");
        return 0;
    }
    *ref = (struct rgm_script_ref){t->script->refs, v, is_string, of_object, {.nth = 0}};
    rgm_take_ref(jr, t->script->page, &ref->ref);
    t->script->refs = ref;
    return 0;
}

static unsigned allowed(const struct rq_soup_op_info *info, enum rq_soup_mode mode,
                        unsigned *needed)
{
    unsigned by_mode = mode == RQ_SOUP_MAIN                         ? HAS_SET
                       : mode == RQ_SOUP_LHS || mode == RQ_SOUP_RHS ? HAS_OPER
                       : mode == RQ_SOUP_PARAM                      ? HAS_PADDING
                                                                    : 0;
    unsigned set = by_mode & HAS_SET;
    *needed = HAS_OP;
    switch ((enum rq_soup_layout)info->layout) {
    case RQ_SOUP_CALL: return HAS_OP | HAS_ARGS;
    case RQ_SOUP_OBJECT:
        *needed |= HAS_OF;
        return HAS_OP | HAS_OF | HAS_ARGS | (mode == RQ_SOUP_MAIN ? HAS_DISPATCH : 0);
    case RQ_SOUP_STEP: *needed |= HAS_OF; return HAS_OP | HAS_OF;
    case RQ_SOUP_DOT:
        *needed |= HAS_OF | set;
        return HAS_OP | HAS_OF | set | (mode == RQ_SOUP_LHS ? HAS_OPER : 0);
    case RQ_SOUP_FLAG:
    case RQ_SOUP_VARIABLE: *needed |= set; return HAS_OP | by_mode;
    case RQ_SOUP_IF: *needed |= HAS_TO; /* fall through */
    case RQ_SOUP_RETURNED: return HAS_OP | HAS_TO;
    case RQ_SOUP_JUMP: *needed |= HAS_TO; return HAS_OP | HAS_TO;
    default: return HAS_OP;
    }
}

static uint8_t take8(struct rq_jr *jr)
{
    return (uint8_t)rq_jr_unsigned(jr, UINT8_MAX);
}

static uint16_t take_id(struct rq_jr *jr, bool function)
{
    if (rq_jr_peek(jr) != RQ_J_STRING)
        return (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
    struct rq_str name = rq_jr_string(jr);
    int id = function ? rq_soup_function_by_name(name) : rq_soup_flag_by_name(name);
    if (id < 0)
        rq_jr_bad(jr, "no %s is named \"%.*s\"", function ? "function" : "flag",
                  (int)(name.size < 60 ? name.size : 60), name.text);
    return (uint16_t)(id < 0 ? 0 : id);
}

static int object_kind(struct rq_str name)
{
    return rq_str_is(name, "Me")         ? RQ_SOUP_ME
           : rq_str_is(name, "Player")   ? RQ_SOUP_PLAYER
           : rq_str_is(name, "Camera")   ? RQ_SOUP_CAMERA
           : rq_str_is(name, "String")   ? RQ_SOUP_NAMED
           : rq_str_is(name, "LocalVar") ? RQ_SOUP_HELD
                                         : -1;
}

static void take_object(const struct taking *t, struct rq_soup_value *v)
{
    struct rq_jr *jr = t->jr;
    struct rq_str key;
    int kind = -1;
    if (rq_jr_peek(jr) == RQ_J_STRING) {
        kind = object_kind(rq_jr_string(jr));
        if (kind > RQ_SOUP_CAMERA)
            kind = -1;
    } else {
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            kind = object_kind(key);
            if (kind == RQ_SOUP_NAMED || kind == RQ_SOUP_HELD)
                v->index = (uint8_t)take_named(t, v, kind == RQ_SOUP_NAMED, true);
            else
                v->index = take8(jr);
        }
    }
    if (kind < 0)
        rq_jr_bad(jr, "an object is Me, Player, Camera, a String or a LocalVar");
    v->object = (uint8_t)(kind < 0 ? 0 : kind);
}

/* "word 12": the number, or -1. */
static int number_after(struct rq_str text, const char *word)
{
    size_t n = strlen(word);
    int v = 0;
    if (text.size < n + 2 || text.size > n + 4 || memcmp(text.text, word, n) != 0 ||
        text.text[n] != ' ')
        return -1;
    for (size_t i = n + 1; i < text.size; i++) {
        if (text.text[i] < '0' || text.text[i] > '9')
            return -1;
        v = v * 10 + (text.text[i] - '0');
    }
    return v <= UINT8_MAX ? v : -1;
}

static bool take_oper(struct rq_str text, struct rq_soup_value *v)
{
    for (unsigned i = 1; i <= 11; i++) {
        const char *sign = rq_soup_operator(i);
        int more = rq_soup_steps((uint8_t)i) ? number_after(text, sign) : -1;
        if (!rq_str_is(text, sign) && more < 0)
            continue;
        v->oper = (uint8_t)i;
        v->more = (uint8_t)(more < 0 ? 0 : more);
        return true;
    }
    int number = number_after(text, "oper");
    v->oper = (uint8_t)(number < 0 ? 0 : number);
    return number >= 12;
}

static bool take_link(struct rq_str text, struct rq_soup_value *v, bool comparison)
{
    for (unsigned i = 0; i < 6; i++) {
        const char *word = comparison ? rq_soup_comparison(i) : rq_soup_conjunction(i);
        if (word && rq_str_is(text, word)) {
            v->link = (uint8_t)i;
            return true;
        }
    }
    int number = comparison ? number_after(text, "cmp") : -1;
    v->link = (uint8_t)(number < 0 ? 0 : number);
    return number >= 6;
}

/* Values and the words between them. */
static void take_list(const struct taking *t, struct rq_soup_value *v, bool conditions)
{
    struct rq_jr *jr = t->jr;
    size_t most = rq_jr_length(jr);
    struct rq_soup_value *args = rq_jr_get(jr, most / 2 + 1, sizeof *args);
    bool joined = true; /* a value may come */
    uint32_t n = 0;
    if (!args)
        return;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        bool word = rq_jr_peek(jr) == RQ_J_STRING;
        if (word == joined) {
            rq_jr_bad(jr, "values and operators take turns");
            return;
        }
        if (!word) {
            enum rq_soup_mode side = n & 1 ? RQ_SOUP_RHS : RQ_SOUP_LHS;
            take_value(t, &args[n++], conditions ? side : RQ_SOUP_FORMULA, t->depth);
            joined = false;
            continue;
        }
        struct rq_soup_value *last = &args[n - 1];
        struct rq_str text = rq_jr_string(jr);
        if (conditions ? !take_link(text, last, n & 1) : !take_oper(text, last)) {
            rq_jr_bad(jr, "\"%.*s\" is not an operator here",
                      (int)(text.size < 20 ? text.size : 20), text.text);
            return;
        }
        joined = conditions || rq_soup_goes_on(last->oper);
        if (!joined && rq_jr_more(jr)) {
            rq_jr_bad(jr, "nothing can follow the operator that ends a formula");
            return;
        }
        if (!joined)
            break;
    }
    if (rq_jr_ok(jr) && (n == 0 || (conditions && n & 1) || joined))
        rq_jr_bad(jr, "%s",
                  conditions ? "conditions are value, comparison, value"
                             : "a formula ends with a value");
    v->args = args;
    v->count = n;
}

static void take_args(const struct taking *t, struct rq_soup_value *v)
{
    struct rq_jr *jr = t->jr;
    size_t count = rq_jr_length(jr);
    if (count > UINT8_MAX) {
        rq_jr_bad(jr, "a call has up to 255 arguments");
        return;
    }
    v->args = rq_jr_get(jr, count, sizeof *v->args);
    if (!v->args)
        return;
    rq_jr_array(jr);
    while (rq_jr_more(jr) && v->count < count)
        take_value(t, &v->args[v->count++], RQ_SOUP_PARAM, t->depth + 1);
}

static void take_target(struct taking *t)
{
    if (!t->instr) {
        rq_jr_bad(t->jr, "only statements lead elsewhere");
        return;
    }
    t->instr->has_target = true;
    t->instr->to = -1;
    if (rq_jr_peek(t->jr) == RQ_J_STRING) {
        t->pending->to = rq_jr_string(t->jr);
        return;
    }
    struct rgm_ref ref;
    rgm_take_ref(t->jr, RQ_CP_DEFAULT, &ref);
    t->instr->target = (uint32_t)ref.at;
    if (rq_jr_ok(t->jr) && (ref.at < 0 || ref.label.data))
        rq_jr_bad(t->jr, "a target is a label or a place");
    if (t->script && ref.sized) {
        t->script->sized = true;
        t->script->of = ref.of;
    }
}

static unsigned take_op(struct taking *t, struct rq_soup_value *v, int op)
{
    struct rq_jr *jr = t->jr;
    const struct rq_soup_op_info *info = rq_soup_op((unsigned)op);
    v->op = (uint8_t)op;
    switch ((enum rq_soup_layout)info->layout) {
    case RQ_SOUP_PLAIN: rq_jr_bool(jr); break;
    case RQ_SOUP_JUMP: take_target(t); return HAS_OP | HAS_TO;
    case RQ_SOUP_IF: take_list(t, v, true); break;
    case RQ_SOUP_NUMBER:
        if (op == RQ_SOUP_OP_STRING)
            v->number = (int32_t)take_named(t, v, true, false);
        else
            v->number = (int32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
        break;
    case RQ_SOUP_BYTE:
    case RQ_SOUP_RETURNED: v->number = take8(jr); break;
    case RQ_SOUP_CALL:
    case RQ_SOUP_OBJECT: v->id = take_id(jr, true); break;
    case RQ_SOUP_FLAG: v->id = take_id(jr, false); break;
    case RQ_SOUP_VARIABLE: v->id = (uint16_t)take_named(t, v, false, false); break;
    case RQ_SOUP_STEP:
    case RQ_SOUP_DOT: v->id = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX); break;
    }
    return HAS_OP;
}

static void take_padding(struct rq_jr *jr, struct rq_soup_value *v)
{
    size_t n = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        uint8_t byte = take8(jr);
        if (n < 3)
            v->padding[n] = byte;
        n++;
    }
    if (n != 3)
        rq_jr_bad(jr, "padding has three bytes");
}

/* One member; which it was, 0 for one that only statements have. */
static unsigned take_member(struct taking *t, struct rq_soup_value *v, struct rq_str key,
                            unsigned seen)
{
    struct rq_jr *jr = t->jr;
    int op = rq_soup_op_by_name(key);
    if (op >= 0 && !(seen & HAS_OP))
        return take_op(t, v, op);
    if (rq_str_is(key, "of"))
        return take_object(t, v), HAS_OF;
    if (rq_str_is(key, "args") && !v->args)
        return take_args(t, v), HAS_ARGS;
    if (rq_str_is(key, "set") && !v->args)
        return take_list(t, v, false), HAS_SET;
    if (rq_str_is(key, "oper"))
        return v->oper = take8(jr), HAS_OPER;
    if (rq_str_is(key, "more"))
        return v->more = take8(jr), HAS_OPER;
    if (rq_str_is(key, "padding"))
        return take_padding(jr, v), HAS_PADDING;
    if (rq_str_is(key, "dispatch"))
        return v->dispatch = (uint8_t)rq_jr_unsigned(jr, RQ_SOUP_OP_FUNCTION), HAS_DISPATCH;
    if (rq_str_is(key, "to"))
        return take_target(t), HAS_TO;
    if (t->instr && rq_str_is(key, "label"))
        t->pending->label = rq_jr_string(jr);
    else if (t->instr && rq_str_is(key, "start"))
        *t->is_start = rq_jr_bool(jr);
    else
        rq_jr_unknown(jr, key);
    return 0;
}

static void take_members(struct taking *t, struct rq_soup_value *v, enum rq_soup_mode mode)
{
    struct rq_str key;
    unsigned seen = 0, needed;
    rq_jr_object(t->jr);
    while (rq_jr_key(t->jr, &key))
        seen |= take_member(t, v, key, seen);
    if (!rq_jr_ok(t->jr))
        return;
    const struct rq_soup_op_info *info = seen & HAS_OP ? rq_soup_op(v->op) : NULL;
    if (!info || !(info->use & (mode == RQ_SOUP_MAIN ? 1 : 2)))
        rq_jr_bad(t->jr, "%s is not a %s", info ? info->name : "this",
                  mode == RQ_SOUP_MAIN ? "statement" : "value");
    else if (seen & ~allowed(info, mode, &needed) || needed & ~seen)
        rq_jr_bad(t->jr, "%s has other members here", info->name);
    else if (v->id == 0 && v->count &&
             (info->layout == RQ_SOUP_CALL || info->layout == RQ_SOUP_OBJECT))
        rq_jr_bad(t->jr, "function 0 has no arguments");
}

static void take_value(const struct taking *outer, struct rq_soup_value *v, enum rq_soup_mode mode,
                       unsigned depth)
{
    struct rq_jr *jr = outer->jr;
    struct taking t = {.jr = jr, .script = outer->script, .depth = depth};
    if (depth > RQ_SOUP_DEPTH) {
        rq_jr_bad(jr, "values inside values, more than %d deep", RQ_SOUP_DEPTH);
    } else if (rq_jr_peek(jr) == RQ_J_NUMBER) {
        v->op = RQ_SOUP_OP_NUMERIC;
        v->number = (int32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
    } else {
        take_members(&t, v, mode);
    }
}

static int by_label(const void *a, const void *b)
{
    const struct pending *x = *(const struct pending *const *)a;
    const struct pending *y = *(const struct pending *const *)b;
    size_t n = x->label.size < y->label.size ? x->label.size : y->label.size;
    int order = n ? memcmp(x->label.text, y->label.text, n) : 0;
    return order ? order : x->label.size < y->label.size ? -1 : x->label.size > y->label.size;
}

static void resolve(struct rq_jr *jr, struct rq_soup_script *script, struct pending *pending)
{
    const struct pending **sorted = rq_jr_get(jr, script->count, sizeof(void *));
    size_t n = 0;
    if (!sorted)
        return;
    for (size_t i = 0; i < script->count; i++)
        if (pending[i].label.text)
            sorted[n++] = &pending[i];
    if (n)
        qsort(sorted, n, sizeof(void *), by_label);
    for (size_t i = 1; i < n; i++)
        if (by_label(&sorted[i - 1], &sorted[i]) == 0)
            rq_jr_bad(jr, "a label stands twice");
    for (size_t i = 0; i < script->count && rq_jr_ok(jr); i++) {
        const struct pending key = {.label = pending[i].to}, *wanted = &key;
        if (!key.label.text)
            continue;
        if (rq_str_is(key.label, end_label)) {
            script->instrs[i].to = (int32_t)script->count;
            continue;
        }
        const struct pending **found =
            n ? bsearch(&wanted, sorted, n, sizeof(void *), by_label) : NULL;
        if (!found)
            rq_jr_bad(jr, "no statement has the label \"%.*s\"",
                      (int)(key.label.size < 40 ? key.label.size : 40), key.label.text);
        else
            script->instrs[i].to = (int32_t)(*found)->index;
    }
}

/* For what else leads to instructions. */
static void keep_labels(struct rq_jr *jr, const struct pending *pending, size_t count,
                        struct rgm_script *taken)
{
    taken->labels.names = rq_jr_get(jr, count, sizeof *taken->labels.names);
    for (size_t i = 0; taken->labels.names && i < count; i++) {
        struct rq_bytes text = {(const uint8_t *)pending[i].label.text, pending[i].label.size};
        if (text.data)
            taken->labels.names[taken->labels.count++] = (struct rgm_name){text, i};
    }
    rgm_names_sort(&taken->labels);
}

struct rq_soup_script *rq_soup_take(struct rq_jr *jr, struct rgm_script *taken)
{
    size_t most = rq_jr_length(jr);
    struct rq_soup_script *script = rq_jr_get(jr, 1, sizeof *script);
    struct pending *pending = rq_jr_get(jr, most, sizeof *pending);
    if (!script || !pending || !(script->instrs = rq_jr_get(jr, most, sizeof *script->instrs)))
        return NULL;
    script->start = -1;
    rq_jr_array(jr);
    while (rq_jr_more(jr) && script->count < most) {
        bool start = false;
        size_t i = script->count++;
        struct taking t = {jr, taken, &script->instrs[i], &pending[i], &start, 0};
        pending[i].index = i;
        take_members(&t, &script->instrs[i].main, RQ_SOUP_MAIN);
        if (start)
            script->start = (int32_t)i;
    }
    if (rq_jr_ok(jr))
        resolve(jr, script, pending);
    if (rq_jr_ok(jr) && taken)
        keep_labels(jr, pending, script->count, taken);
    return rq_jr_ok(jr) ? script : NULL;
}
