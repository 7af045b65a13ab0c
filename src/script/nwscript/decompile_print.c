/* Decompiler: statements to source text. */
#include "script/nwscript/decompile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ASSIGNS = 1, UNARY = 13, PRIMARY = 15, MOST_STRUCTS = 256, NAME_LISTS = 64 };

struct printer {
    struct nd *d;
    struct rq_out *out;
    bool exact;
    struct nd_fn *fn;
    int32_t leave, loop_out, again; /* where return, break and continue lead */
    unsigned indent;
    struct name {
        struct name *next;
        const char *text;
        unsigned used;
    } * names[NAME_LISTS], *globals[NAME_LISTS]; /* of the function; without its own */
    struct nd_var *structs[MOST_STRUCTS];
    uint32_t struct_count;
};

static void put_expr(struct printer *p, const struct nd_expr *e, int least);
static void put_list(struct printer *p, const struct nd_list *list);

/* ---- names ---- */

static const char *const prefixes[ND_TYPES] = {
    [ND_UNKNOWN] = "n", [ND_INT] = "n",    [ND_FLOAT] = "f",  [ND_STRING] = "s",
    [ND_OBJECT] = "o",  [ND_EFFECT] = "e", [ND_EVENT] = "ev", [ND_LOCATION] = "l",
    [ND_TALENT] = "t",  [ND_VECTOR] = "v", [ND_STRUCT] = "st"};

static const char *prefix_of(struct nd_var *var)
{
    const char *prefix = prefixes[nd_type_of(&var->type)];
    return prefix ? prefix : "n";
}

/* "nNth": one small letter, then a capital, then letters and digits; of the type that the letter says. */
static bool is_good_hint(struct nd_var *var)
{
    const char *hint = var->hint, *prefix = prefix_of(var);
    if (!hint || hint[0] != prefix[0] || hint[1] < 'A' || hint[1] > 'Z')
        return false;
    for (const char *c = hint; *c; c++)
        if (!((*c >= '0' && *c <= '9') || ((*c | 32) >= 'a' && (*c | 32) <= 'z')))
            return false;
    return true;
}

/* The name itself the first time, then with a number behind it. */
static char *unique(struct printer *p, const char *base)
{
    uint32_t hash = 0;
    for (const char *c = base; *c; c++)
        hash = hash * 31 + (uint8_t)*c;
    struct name **bucket = &p->names[hash % NAME_LISTS], *n = *bucket;
    while (n && strcmp(n->text, base) != 0)
        n = n->next;
    if (!n) {
        n = nd_get(p->d, 1, sizeof *n);
        if (!n)
            return NULL;
        *n = (struct name){*bucket, base, 0};
        *bucket = n;
    }
    return ++n->used == 1 ? rq_arena_printf(&p->d->arena, "%s", base)
                          : rq_arena_printf(&p->d->arena, "%s_%u", base, n->used);
}

/* A variable that is set to GetFirstPC() is oFirstPC. */
static const char *base_name(struct printer *p, struct nd_var *var)
{
    if (is_good_hint(var))
        return var->hint;
    return rq_arena_printf(&p->d->arena, "%s%s", prefix_of(var), var->is_global ? "Global" : "Var");
}

static void name_var(struct printer *p, struct nd_var *var)
{
    const char *base = var->name ? NULL : base_name(p, var);
    if (base)
        var->name = unique(p, base);
    if (!var->name)
        nd_fail(p->d, var->at, "out of memory");
}

/* Structs with the same types are the same. */
static void number_struct(struct printer *p, struct nd_var *group)
{
    if (nd_type_of(&group->type) != ND_STRUCT || group->structure)
        return;
    for (uint32_t i = 0; i < p->struct_count && !group->structure; i++) {
        struct nd_var *other = p->structs[i];
        bool same = other->slots == group->slots;
        for (uint32_t k = 0; same && k < group->slots; k++)
            same = nd_type_of(&other->members[k]->type) == nd_type_of(&group->members[k]->type);
        if (same)
            group->structure = i + 1;
    }
    if (group->structure)
        return;
    if (p->struct_count == MOST_STRUCTS) {
        nd_fail(p->d, group->at, "more than %d types of structures", MOST_STRUCTS);
        return;
    }
    p->structs[p->struct_count++] = group;
    group->structure = p->struct_count;
}

static void put_member(struct printer *p, struct nd_var *group, uint32_t index)
{
    if (group && nd_type_of(&group->type) == ND_STRUCT)
        rq_putf(p->out, ".%sMember_%u", prefix_of(group->members[index]), index + 1);
    else
        rq_putf(p->out, ".%c", "xyz"[index % 3]);
}

static void put_var(struct printer *p, struct nd_var *var)
{
    struct nd_var *named = var->group ? var->group : var;
    rq_put_str(p->out, named->name ? named->name : "lost");
    if (!named->name)
        nd_fail(p->d, var->at, "a variable is used outside of its block");
    if (var->group)
        put_member(p, var->group, var->index);
}

static void put_type(struct printer *p, struct nd_var *var)
{
    enum nd_type type = nd_type_of(&var->type);
    if (type == ND_STRUCT) {
        rq_putf(p->out, "struct Struct_%u", var->structure);
        return;
    }
    /* What nobody uses can have any type. */
    rq_put_str(p->out, nd_type_names[type == ND_UNKNOWN ? ND_INT : type]);
}

/* ---- constants ---- */

static void put_string(struct printer *p, const struct nd_expr *e)
{
    rq_put8(p->out, '"');
    for (int32_t i = 0; i < e->value; i++) {
        uint8_t c = e->text[i];
        bool line = c == '\\' && i + 1 < e->value && e->text[i + 1] == 'n';
        if (c == '"' || c == '\r' || c == 0 || line)
            nd_fail(p->d, e->start, "a string that no source can spell");
        if (c == '\n')
            rq_put_str(p->out, "\\n");
        else
            rq_put8(p->out, c);
    }
    rq_put8(p->out, '"');
}

static void put_const(struct printer *p, const struct nd_expr *e)
{
    switch (nd_type_of(e->type)) {
    case ND_FLOAT:
        if (!nd_put_float(p->out, (uint32_t)e->value, p->exact))
            nd_fail(p->d, e->start, "a float that no source can spell (0x%08X)",
                    (unsigned)e->value);
        break;
    case ND_STRING: put_string(p, e); break;
    case ND_OBJECT:
        if (e->value != 0 && e->value != 1)
            nd_fail(p->d, e->start, "an object by its number, which no source can spell");
        rq_put_str(p->out, e->value ? "OBJECT_INVALID" : "OBJECT_SELF");
        break;
    default:
        if (e->value < 0)
            rq_putf(p->out, "0x%08X", (unsigned)e->value);
        else
            rq_putf(p->out, "%d", e->value);
        break;
    }
}

/* Constants whose family the name of a parameter gives. */
static const char *family_of(const struct nd_param *param)
{
    static const struct {
        const char *param, *family;
    } rows[] = {
        {"nObjectType", "OBJECT_TYPE_"},
        {"nObjectFilter", "OBJECT_TYPE_"},
        {"nInventorySlot", "INVENTORY_SLOT_"},
        {"nAbility", "ABILITY_"},
        {"nSkill", "SKILL_"},
        {"nDamageType", "DAMAGE_TYPE_"},
        {"nDurationType", "DURATION_TYPE_"},
        {"nTalkVolume", "TALKVOLUME_"},
        {"nVisualEffectId", "VFX_"},
        {"nFeat", "FEAT_"},
        {"nGender", "GENDER_"},
        {"nStandardFaction", "STANDARD_FACTION_"},
        {"nPlotItem", "PLOT_"},
        {"nShape", "SHAPE_"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rq_str_is(param->name, rows[i].param))
            return rows[i].family;
    return NULL;
}

/* The one constant of a family with this value; NULL: none, or several. */
static const char *constant_of(const struct nd *d, const char *family, int32_t value)
{
    size_t count;
    const struct rq_constant *all = rq_constants(d->game, &count);
    const char *found = NULL;
    for (size_t i = 0; i < count; i++)
        if (strncmp(all[i].name, family, strlen(family)) == 0 && strcmp(all[i].type, "int") == 0 &&
            strtol(all[i].value, NULL, 0) == value) {
            if (found)
                return NULL;
            found = all[i].name;
        }
    return found;
}

static void put_arg(struct printer *p, const struct nd_expr *arg, const struct nd_param *param)
{
    if (arg->kind == ND_CONST && param->type == ND_INT) {
        const char *family = family_of(param), *name = NULL;
        if (family)
            name = constant_of(p->d, family, arg->value);
        else if (param->name.size > 2 && param->name.text[0] == 'b' && param->name.text[1] >= 'A' &&
                 param->name.text[1] <= 'Z' && (arg->value == 0 || arg->value == 1))
            name = arg->value ? "TRUE" : "FALSE";
        if (name) {
            rq_put_str(p->out, name);
            return;
        }
    }
    put_expr(p, arg, ASSIGNS);
}

/* ---- calls ---- */

static bool constant_by_name(const struct nd *d, struct rq_str name, const char *type, double *v)
{
    size_t count;
    const struct rq_constant *all = rq_constants(d->game, &count);
    for (size_t i = 0; i < count; i++)
        if (rq_str_is(name, all[i].name) && strcmp(all[i].type, type) == 0) {
            *v = strtod(all[i].value, NULL);
            return true;
        }
    return false;
}

/* Whether the compiler puts the same in when the argument is left out. */
static bool is_default(const struct nd *d, const struct nd_expr *arg, const struct nd_param *param)
{
    struct rq_str value = param->value;
    double v = 0;
    if (!value.size)
        return false;
    if (arg->kind == ND_POINT) {
        bool zero = rq_str_is(value, "[0.0,0.0,0.0]");
        for (int i = 0; i < 3; i++)
            zero &= arg->args[i]->value == 0;
        return zero;
    }
    if (arg->kind != ND_CONST)
        return false;
    bool number = (*value.text >= '0' && *value.text <= '9') || *value.text == '-';
    switch (param->type) {
    case ND_STRING: return arg->value == 0 && rq_str_is(value, "\"\"");
    case ND_OBJECT:
        return (arg->value == 0 && rq_str_is(value, "OBJECT_SELF")) ||
               (arg->value == 1 && rq_str_is(value, "OBJECT_INVALID"));
    case ND_INT:
        if (!number)
            return constant_by_name(d, value, "int", &v) && v == arg->value;
        return strtol(value.text, NULL, 0) == arg->value;
    case ND_FLOAT: {
        v = number ? strtod(value.text, NULL) : 0.1;
        /* Only numbers that every compiler reads alike. */
        return (double)rq_f32_of((uint32_t)arg->value) == v;
    }
    default: return false;
    }
}

/* The parameter of a routine as the script knew it. */
static bool next_known(const struct nd *d, const struct nd_expr *e, const char **at, uint32_t k,
                       struct nd_param *param)
{
    bool there = nd_next_param(at, param);
    for (uint32_t i = 0; i < d->older_count; i++)
        if (d->older[i].routine == e->routine && k < d->older[i].args &&
            (!there || param->type != d->older[i].types[k])) {
            *param = (struct nd_param){.type = (enum nd_type)d->older[i].types[k]};
            return true;
        }
    return there;
}

static void put_routine_args(struct printer *p, const struct nd_expr *e)
{
    struct nd_param param;
    uint32_t shown = 0, k = 0;
    for (const char *at = e->routine->params; k < e->count && next_known(p->d, e, &at, k, &param);
         k++)
        if (!is_default(p->d, e->args[k], &param))
            shown = k + 1;
    const char *at = e->routine->params;
    for (k = 0; k < shown && next_known(p->d, e, &at, k, &param); k++) {
        rq_put_str(p->out, k ? ", " : "");
        put_arg(p, e->args[k], &param);
    }
}

static void put_call(struct printer *p, const struct nd_expr *e)
{
    rq_put_str(p->out, e->routine ? e->routine->name : e->fn->name);
    rq_put8(p->out, '(');
    if (e->routine)
        put_routine_args(p, e);
    for (uint32_t i = 0; !e->routine && i < e->count; i++) {
        rq_put_str(p->out, i ? ", " : "");
        put_expr(p, e->args[i], ASSIGNS);
    }
    rq_put8(p->out, ')');
}

/* ---- expressions ---- */

static const struct operator
{
    uint8_t op, level;
    const char *text;
}
operators[] = {
    {RQ_NCS_OP_LOGOR, 3, "||"},    {RQ_NCS_OP_LOGAND, 4, "&&"},     {RQ_NCS_OP_INCOR, 5, "|"},
    {RQ_NCS_OP_EXCOR, 6, "^"},     {RQ_NCS_OP_BOOLAND, 7, "&"},     {RQ_NCS_OP_EQ, 8, "=="},
    {RQ_NCS_OP_NEQ, 8, "!="},      {RQ_NCS_OP_GEQ, 9, ">="},        {RQ_NCS_OP_GT, 9, ">"},
    {RQ_NCS_OP_LT, 9, "<"},        {RQ_NCS_OP_LEQ, 9, "<="},        {RQ_NCS_OP_SHLEFT, 10, "<<"},
    {RQ_NCS_OP_SHRIGHT, 10, ">>"}, {RQ_NCS_OP_USHRIGHT, 10, ">>>"}, {RQ_NCS_OP_ADD, 11, "+"},
    {RQ_NCS_OP_SUB, 11, "-"},      {RQ_NCS_OP_MUL, 12, "*"},        {RQ_NCS_OP_DIV, 12, "/"},
    {RQ_NCS_OP_MOD, 12, "%"},      {RQ_NCS_OP_NEG, UNARY, "-"},     {RQ_NCS_OP_NOT, UNARY, "!"},
    {RQ_NCS_OP_COMP, UNARY, "~"},
};

static const struct operator* operator_of(unsigned op)
{
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (operators[i].op == op)
            return &operators[i];
    return &operators[0];
}

static int level_of(const struct nd_expr *e)
{
    switch (e->kind) {
    case ND_ASSIGN: return ASSIGNS;
    case ND_UNARY:
    case ND_BINARY: return operator_of(e->op)->level;
    case ND_BEFORE: return UNARY;
    default: return PRIMARY;
    }
}

static void put_point(struct printer *p, const struct nd_expr *e)
{
    for (uint32_t i = 0; i < 3; i++) {
        rq_put_str(p->out, i ? ", " : "[");
        put_expr(p, e->args[i], ASSIGNS);
    }
    rq_put8(p->out, ']');
}

static void put_operator(struct printer *p, const struct nd_expr *e)
{
    const struct operator* o = operator_of(e->op);
    if (e->kind == ND_BINARY) {
        put_expr(p, e->a, o->level);
        rq_putf(p->out, " %s ", o->text);
        put_expr(p, e->b, o->level + 1);
        return;
    }
    rq_put_str(p->out, o->text);
    /* - -x would be a --. */
    put_expr(p, e->a, e->op == RQ_NCS_OP_NEG ? PRIMARY : UNARY);
}

static void put_bare(struct printer *p, const struct nd_expr *e)
{
    const char *count = e->op == RQ_NCS_OP_INCSP || e->op == RQ_NCS_OP_INCBP ? "++" : "--";
    switch (e->kind) {
    case ND_CONST: put_const(p, e); break;
    case ND_REF: put_var(p, e->var); break;
    case ND_MEMBER:
        put_expr(p, e->a, PRIMARY);
        put_member(p, e->a->kind == ND_REF ? e->a->var : NULL, (uint32_t)e->value);
        break;
    case ND_UNARY:
    case ND_BINARY: put_operator(p, e); break;
    case ND_CALL: put_call(p, e); break;
    case ND_ASSIGN:
        put_var(p, e->var);
        rq_put_str(p->out, " = ");
        put_expr(p, e->a, ASSIGNS);
        break;
    case ND_AFTER:
        put_var(p, e->var);
        rq_put_str(p->out, count);
        break;
    case ND_BEFORE:
        rq_put_str(p->out, count);
        put_var(p, e->var);
        break;
    case ND_POINT: put_point(p, e); break;
    default: put_expr(p, e->a, ASSIGNS); break;
    }
}

static void put_expr(struct printer *p, const struct nd_expr *e, int least)
{
    bool inside = level_of(e) < least;
    if (p->d->is_bad || p->out->failed)
        return;
    rq_put_str(p->out, inside ? "(" : "");
    put_bare(p, e);
    rq_put_str(p->out, inside ? ")" : "");
}

/* ---- statements ---- */

static void put_indent(struct printer *p)
{
    for (unsigned i = 0; i < p->indent; i++)
        rq_put_str(p->out, "    ");
}

static void put_block(struct printer *p, const struct nd_list *body)
{
    put_indent(p);
    rq_put_str(p->out, "{\n");
    p->indent++;
    put_list(p, body);
    p->indent--;
    put_indent(p);
    rq_put_str(p->out, "}\n");
}

static bool mentions(const struct nd_expr *e, const struct nd_var *var)
{
    if (!e)
        return false;
    if (e->var && (e->var == var || e->var->group == var))
        return true;
    if (mentions(e->a, var) || mentions(e->b, var))
        return true;
    for (uint32_t i = 0; e->args && i < e->count; i++)
        if (mentions(e->args[i], var))
            return true;
    return false;
}

static const struct nd_stmt *next_of(const struct nd_stmt *s)
{
    do
        s = s->next;
    while (s && s->is_gone);
    return s;
}

/* A declaration, with its value when the next statement sets it. Returns the last statement that is told. */
static const struct nd_stmt *put_decl(struct printer *p, const struct nd_stmt *s)
{
    struct nd_var *var = s->var->group ? s->var->group : s->var;
    const struct nd_stmt *last = s;
    for (uint32_t i = 1; i < var->slots && next_of(last) && next_of(last)->kind == ND_DECL; i++)
        last = next_of(last);
    if (s->var->group && (s->var->index || last->var != var->members[var->slots - 1]))
        nd_fail(p->d, s->start, "a structure whose members are declared apart");
    const struct nd_stmt *next = next_of(last);
    const struct nd_expr *value =
        next && next->kind == ND_EXPR && next->expr->kind == ND_ASSIGN && next->expr->var == var
            ? next->expr->a
            : NULL;
    if (value && mentions(value, var))
        value = NULL;
    if (value && value->kind == ND_CALL && value->routine && !is_good_hint(var) &&
        strncmp(value->routine->name, "Get", 3) == 0)
        var->hint = rq_arena_printf(&p->d->arena, "%s%s", prefix_of(var), value->routine->name + 3);
    number_struct(p, var);
    name_var(p, var);
    put_indent(p);
    put_type(p, var);
    rq_putf(p->out, " %s", var->name ? var->name : "");
    if (value) {
        rq_put_str(p->out, " = ");
        put_expr(p, value, ASSIGNS);
        last = next;
    }
    rq_put_str(p->out, ";\n");
    return last;
}

static void put_if(struct printer *p, const struct nd_stmt *s)
{
    put_indent(p);
    for (;;) {
        rq_put_str(p->out, "if (");
        put_expr(p, s->expr, ASSIGNS);
        rq_put_str(p->out, ")\n");
        put_block(p, &s->body);
        if (!s->other.first)
            return;
        put_indent(p);
        if (s->other.first != s->other.last || s->other.first->kind != ND_IF)
            break;
        rq_put_str(p->out, "else ");
        s = s->other.first;
    }
    rq_put_str(p->out, "else\n");
    put_block(p, &s->other);
}

static void put_loop(struct printer *p, const struct nd_stmt *s)
{
    int32_t out = p->loop_out, again = p->again;
    p->loop_out = s->out;
    if (s->kind != ND_SWITCH)
        p->again = s->again;
    put_indent(p);
    if (s->kind == ND_DO) {
        rq_put_str(p->out, "do\n");
    } else {
        rq_put_str(p->out, s->kind == ND_WHILE ? "while (" : "switch (");
        put_expr(p, s->expr, ASSIGNS);
        rq_put_str(p->out, ")\n");
    }
    put_block(p, &s->body);
    if (s->kind == ND_DO) {
        put_indent(p);
        rq_put_str(p->out, "while (");
        put_expr(p, s->expr, ASSIGNS);
        rq_put_str(p->out, ");\n");
    }
    p->loop_out = out;
    p->again = again;
}

static void put_jump(struct printer *p, const struct nd_stmt *s)
{
    put_indent(p);
    if (s->value == p->loop_out)
        rq_put_str(p->out, "break;\n");
    else if (s->value == p->leave)
        rq_put_str(p->out, "return;\n");
    else if (s->value == p->again)
        rq_put_str(p->out, "continue;\n");
    else
        nd_fail(p->d, s->start, "a jump that is no break, continue or return");
}

static void put_label(struct printer *p, const struct nd_stmt *s)
{
    p->indent--;
    put_indent(p);
    p->indent++;
    if (s->kind == ND_DEFAULT)
        rq_put_str(p->out, "default:\n");
    else
        rq_putf(p->out, s->value < 0 ? "case 0x%08X:\n" : "case %d:\n", s->value);
}

static void put_line(struct printer *p, const char *word, const struct nd_expr *e)
{
    put_indent(p);
    rq_put_str(p->out, word);
    if (e)
        put_expr(p, e, ASSIGNS);
    rq_put_str(p->out, ";\n");
}

static void put_list(struct printer *p, const struct nd_list *list)
{
    for (const struct nd_stmt *s = list->first; s && !p->d->is_bad; s = s->next) {
        if (s->is_gone)
            continue;
        switch (s->kind) {
        case ND_EXPR: put_line(p, "", s->expr); break;
        case ND_DECL: s = put_decl(p, s); break;
        case ND_BLOCK: put_block(p, &s->body); break;
        case ND_IF: put_if(p, s); break;
        case ND_WHILE:
        case ND_DO:
        case ND_SWITCH: put_loop(p, s); break;
        case ND_CASE:
        case ND_DEFAULT: put_label(p, s); break;
        case ND_RETURN: put_line(p, s->expr ? "return " : "return", s->expr); break;
        default: put_jump(p, s); break;
        }
    }
}

/* ---- the whole ---- */

static void put_head(struct printer *p, struct nd_fn *fn)
{
    enum nd_type type = fn->value ? nd_type_of(fn->type) : ND_VOID;
    rq_putf(p->out, "%s %s(", nd_type_names[type == ND_UNKNOWN ? ND_INT : type], fn->name);
    for (uint32_t left = fn->params, k = 0; left; k++) {
        struct nd_var *var = fn->slots[left - 1];
        if (var->group)
            var = var->group;
        if (var->slots > left)
            return;
        rq_put_str(p->out, k ? ", " : "");
        number_struct(p, var);
        name_var(p, var);
        put_type(p, var);
        rq_putf(p->out, " %s", var->name ? var->name : "");
        left -= var->slots;
    }
    rq_put8(p->out, ')');
}

static void put_function(struct printer *p, struct nd_fn *fn)
{
    p->fn = fn;
    p->leave = (int32_t)fn->leave;
    p->loop_out = p->again = -1;
    memcpy(p->names, p->globals, sizeof p->names);
    rq_put_str(p->out, "\n");
    for (uint32_t i = 0; i < fn->params; i++)
        (fn->slots[i]->group ? fn->slots[i]->group : fn->slots[i])->name = NULL;
    put_head(p, fn);
    rq_put_str(p->out, "\n");
    put_block(p, &fn->body);
}

void nd_put_prototype(struct rq_out *out, const struct rq_routine *routine,
                      const struct nd_older *older)
{
    struct nd_param param;
    const char *p = routine->params;
    rq_putf(out, "%s %s(", routine->type, routine->name);
    for (uint32_t k = 0; older ? k < older->args : nd_next_param(&p, &param); k++) {
        /* What it shares with today's keeps name and default. */
        bool known = !older || (nd_next_param(&p, &param) && param.type == older->types[k]);
        rq_put_str(out, k ? ", " : "");
        if (known)
            rq_putf(out, "%s %.*s", nd_type_names[param.type], (int)param.name.size,
                    param.name.text);
        else
            rq_putf(out, "%s arg_%u", nd_type_names[older->types[k]], k + 1);
        if (known && param.value.size)
            rq_putf(out, "=%.*s", (int)param.value.size, param.value.text);
    }
    rq_put_str(out, ");\n");
}

static void put_structs(struct printer *p, struct rq_out *out)
{
    for (uint32_t i = 0; i < p->struct_count; i++) {
        struct nd_var *group = p->structs[i];
        rq_putf(out, "struct Struct_%u\n{\n", i + 1);
        for (uint32_t k = 0; k < group->slots; k++) {
            enum nd_type type = nd_type_of(&group->members[k]->type);
            rq_putf(out, "    %s %sMember_%u;\n", nd_type_names[type == ND_UNKNOWN ? ND_INT : type],
                    prefix_of(group->members[k]), k + 1);
        }
        rq_put_str(out, "};\n\n");
    }
}

void nd_print(struct nd *d, bool exact_floats, struct rq_out *out)
{
    struct rq_out body = {0};
    struct printer *p = nd_get(d, 1, sizeof *p);
    if (!p)
        return;
    *p = (struct printer){.d = d, .out = &body, .exact = exact_floats, .loop_out = -1, .again = -1};
    put_list(p, &d->globals);
    memcpy(p->globals, p->names, sizeof p->names);
    if (d->globals.first)
        rq_put_str(&body, "\n");
    for (uint32_t i = 1; i < d->fn_count && !d->is_bad; i++) {
        if (d->fns[i].is_included)
            continue;
        memcpy(p->names, p->globals, sizeof p->names);
        put_head(p, &d->fns[i]);
        rq_put_str(&body, ";\n");
    }
    for (uint32_t i = 0; i < d->fn_count && !d->is_bad; i++)
        if (!d->fns[i].is_included)
            put_function(p, &d->fns[i]);
    rq_putf(out, "// Decompiled by Reliquary%s.\n",
            exact_floats ? "; its numbers need --float exact" : "");
    for (uint32_t i = 0; i < d->older_count; i++) {
        rq_put_str(out, "// It needs an older nwscript.nss: ");
        nd_put_prototype(out, d->older[i].routine, &d->older[i]);
    }
    rq_put_str(out, "\n");
    if (d->library)
        rq_putf(out, "#include \"%s\"\n\n", d->library->name);
    put_structs(p, out);
    rq_put_bytes(out, rq_out_bytes(&body));
    out->failed |= body.failed;
    rq_out_free(&body);
}
