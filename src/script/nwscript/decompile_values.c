/* Decompiler: values on the stack, variables, operators and calls. */
#include "script/nwscript/decompile_walk.h"

const struct rq_ncs_instr *nd_at(const struct nd_walk *w, size_t index)
{
    static const struct rq_ncs_instr nothing = {.op = RQ_NCS_OP_NOP, .to = -1};
    return index < w->d->ncs->count ? &w->d->ncs->instrs[index] : &nothing;
}

/* ---- nodes ---- */

struct nd_expr *nd_new_expr(struct nd_walk *w, enum nd_kind kind, uint32_t start, uint32_t slots,
                            struct nd_cell *type)
{
    struct nd_expr *e = nd_get(w->d, 1, sizeof *e);
    if (!e)
        return w->none;
    *e = (struct nd_expr){.kind = (uint8_t)kind,
                          .start = start,
                          .slots = slots,
                          .type = type,
                          .skips = -1,
                          .depth = 1};
    return e;
}

void nd_has_child(struct nd_walk *w, struct nd_expr *e, const struct nd_expr *child)
{
    if (child->depth >= e->depth)
        e->depth = child->depth + 1;
    if (child->start < e->start)
        e->start = child->start;
    if (e->depth > ND_MOST_DEPTH)
        nd_fail(w->d, e->start, "an expression of more than %d levels", ND_MOST_DEPTH);
}

struct nd_stmt *nd_new_stmt(struct nd_walk *w, struct nd_list *list, enum nd_stmt_kind kind,
                            uint32_t start)
{
    struct nd_stmt *s = nd_get(w->d, 1, sizeof *s);
    if (!s) {
        w->nowhere = (struct nd_stmt){0};
        return &w->nowhere;
    }
    *s = (struct nd_stmt){.kind = (uint8_t)kind, .start = start, .prev = list->last};
    *(list->last ? &list->last->next : &list->first) = s;
    list->last = s;
    return s;
}

/* ---- the stack ---- */

void nd_push(struct nd_walk *w, struct nd_slot slot)
{
    if (w->count == w->room) {
        uint32_t room = w->room ? w->room * 2 : 64;
        struct nd_slot *stack = nd_get(w->d, room, sizeof *stack);
        if (!stack || room > 1 << 16) {
            nd_fail(w->d, 0, "a stack of more than 65536 values");
            w->count = 0;
            return;
        }
        if (w->count)
            memcpy(stack, w->stack, w->count * sizeof *stack);
        w->stack = stack;
        w->room = room;
    }
    w->stack[w->count++] = slot;
}

void nd_push_expr(struct nd_walk *w, struct nd_expr *e)
{
    for (uint32_t i = 0; i < e->slots; i++)
        nd_push(w, (struct nd_slot){.expr = e});
}

static struct nd_expr *need_expr(struct nd_walk *w, uint32_t index)
{
    struct nd_slot *s = &w->stack[index];
    if (s->expr)
        return s->expr;
    /* The place for the value of a function that has no return statement: the call took it for void. */
    if (s->var->maybe) {
        w->d->learned[s->var->maybe - w->d->fns] = 1;
        w->d->again = true;
    }
    nd_fail(w->d, s->var->at, "a variable is used up as a value");
    return w->none;
}

/* Three numbers become a vector where one is needed. */
static struct nd_expr *pop_point(struct nd_walk *w, uint32_t from)
{
    struct nd_expr *e =
        nd_new_expr(w, ND_POINT, w->stack[from].expr->start, 3, &w->d->known[ND_VECTOR]);
    e->args = nd_get(w->d, 3, sizeof(void *));
    for (uint32_t i = 0; e->args && i < 3; i++) {
        e->args[i] = need_expr(w, from + i);
        if (e->args[i]->kind != ND_CONST || e->args[i]->slots != 1)
            nd_fail(w->d, e->start, "a vector of values that are no numbers");
    }
    return e;
}

struct nd_expr *nd_pop(struct nd_walk *w, size_t index, uint32_t slots)
{
    if (w->d->is_bad)
        return w->none;
    if (slots == 0 || slots > w->count || !w->stack) {
        nd_fail(w->d, index, "more is taken from the stack than is on it");
        return w->none;
    }
    uint32_t from = w->count - slots;
    struct nd_expr *e = need_expr(w, from);
    if (e->slots != slots && slots == 3 && e->slots == 1 && w->stack[from].expr)
        e = pop_point(w, from);
    else
        for (uint32_t i = 0; i < slots; i++)
            if (need_expr(w, from + i) != e || e->slots != slots) {
                nd_fail(w->d, index, "values of %u bytes, where %u are taken", e->slots * 4,
                        slots * 4);
                return w->none;
            }
    w->count = from;
    return e;
}

struct nd_expr *nd_pop_typed(struct nd_walk *w, size_t index, enum nd_type type)
{
    struct nd_expr *e = nd_pop(w, index, type == ND_VECTOR ? 3 : 1);
    nd_join(e->type, &w->d->known[type]);
    return e;
}

/* ---- variables ---- */

/* The slot at a distance from the top; -1 after a message. */
static int64_t slot_at(struct nd_walk *w, size_t index, int32_t offset, uint32_t slots)
{
    int64_t place = (int64_t)w->count + offset / 4;
    if (offset % 4 || offset >= 0 || place < 0 || place + slots > w->count) {
        nd_fail(w->d, index, "%d bytes from the top of the stack is no place on it", offset);
        return -1;
    }
    return place;
}

struct nd_var *nd_variable(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i,
                           uint32_t slots)
{
    struct nd *d = w->d;
    struct nd_var *vars[64];
    bool global = i->op == RQ_NCS_OP_CPTOPBP || i->op == RQ_NCS_OP_CPDOWNBP ||
                  i->op == RQ_NCS_OP_INCBP || i->op == RQ_NCS_OP_DECBP;
    int64_t place = global ? (int64_t)d->global_count + i->a / 4 : slot_at(w, index, i->a, slots);
    if (global && (i->a % 4 || place < 0 || place + slots > d->global_count))
        nd_fail(d, index, "%d bytes from the base is no global variable", i->a);
    if (d->is_bad || slots == 0 || slots > 64) {
        nd_fail(d, index, "a copy of %u bytes", slots * 4);
        return NULL;
    }
    for (uint32_t k = 0; k < slots; k++) {
        vars[k] = global ? d->global_slots[place + k] : w->stack[place + k].var;
        if (!vars[k]) {
            nd_fail(d, index, "a copy of something that is no variable");
            return NULL;
        }
        vars[k]->is_used = true;
    }
    return slots == 1 ? vars[0] : nd_group(d, index, vars, slots);
}

struct nd_expr *nd_ref_to(struct nd_walk *w, size_t index, struct nd_var *var)
{
    struct nd_expr *e = nd_new_expr(w, ND_REF, (uint32_t)index, var->slots, &var->type);
    e->var = var;
    return e;
}

void nd_declare(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i, struct nd_list *list)
{
    struct nd_var *var = nd_get(w->d, 1, sizeof *var);
    enum nd_type type = nd_type_by_code(i->type);
    if (!var || !type) {
        nd_fail(w->d, index, "a variable of an unknown type");
        return;
    }
    *var = (struct nd_var){.slots = 1, .at = (uint32_t)index, .is_global = !w->fn};
    var->type.type = type;
    var->decl = nd_new_stmt(w, list, ND_DECL, (uint32_t)index);
    var->decl->var = var;
    nd_push(w, (struct nd_slot){.var = var});
}

/* ---- expressions ---- */

void nd_do_const(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i)
{
    enum nd_type type = nd_type_by_code(i->type);
    if (type < ND_INT || type > ND_OBJECT)
        nd_fail(w->d, index, "a constant of an unknown type");
    struct nd_expr *e = nd_new_expr(w, ND_CONST, (uint32_t)index, 1, &w->d->known[type]);
    e->value = i->a;
    e->text = i->text;
    nd_push_expr(w, e);
}

/* Types of the operands by the letters of the instruction. */
static bool operand_types(unsigned code, enum nd_type *a, enum nd_type *b)
{
    static const uint8_t pairs[][3] = {
        {RQ_NCS_INT_INT, ND_INT, ND_INT},
        {RQ_NCS_FLOAT_FLOAT, ND_FLOAT, ND_FLOAT},
        {RQ_NCS_OBJECT_OBJECT, ND_OBJECT, ND_OBJECT},
        {RQ_NCS_STRING_STRING, ND_STRING, ND_STRING},
        {RQ_NCS_INT_FLOAT, ND_INT, ND_FLOAT},
        {RQ_NCS_FLOAT_INT, ND_FLOAT, ND_INT},
        {RQ_NCS_EFFECT_EFFECT, ND_EFFECT, ND_EFFECT},
        {RQ_NCS_EVENT_EVENT, ND_EVENT, ND_EVENT},
        {RQ_NCS_LOCATION_LOCATION, ND_LOCATION, ND_LOCATION},
        {RQ_NCS_TALENT_TALENT, ND_TALENT, ND_TALENT},
        {RQ_NCS_VECTOR_VECTOR, ND_VECTOR, ND_VECTOR},
        {RQ_NCS_VECTOR_FLOAT, ND_VECTOR, ND_FLOAT},
        {RQ_NCS_FLOAT_VECTOR, ND_FLOAT, ND_VECTOR},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (pairs[i][0] == code) {
            *a = (enum nd_type)pairs[i][1];
            *b = (enum nd_type)pairs[i][2];
            return true;
        }
    return false;
}

void nd_do_binary(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i)
{
    enum nd_type ta = ND_INT, tb = ND_INT, result = ND_INT;
    bool compares = i->op >= RQ_NCS_OP_EQ && i->op <= RQ_NCS_OP_LEQ;
    struct nd_expr *a, *b;
    if (i->type == RQ_NCS_STRUCT_STRUCT) {
        b = nd_pop(w, index, (uint32_t)i->a / 4);
        a = nd_pop(w, index, (uint32_t)i->a / 4);
    } else if (operand_types(i->type, &ta, &tb)) {
        b = nd_pop_typed(w, index, tb);
        a = nd_pop_typed(w, index, ta);
        if (!compares)
            result = ta == ND_VECTOR || tb == ND_VECTOR ? ND_VECTOR
                     : ta == ND_FLOAT || tb == ND_FLOAT ? ND_FLOAT
                                                        : ta;
    } else {
        nd_fail(w->d, index, "an operator with types that none has");
        return;
    }
    struct nd_expr *e = nd_new_expr(w, ND_BINARY, (uint32_t)index, result == ND_VECTOR ? 3 : 1,
                                    &w->d->known[result]);
    e->op = i->op;
    e->a = a;
    e->b = b;
    nd_has_child(w, e, a);
    nd_has_child(w, e, b);
    if ((i->op == RQ_NCS_OP_LOGAND && a->skips != (int32_t)index + 1) ||
        (i->op == RQ_NCS_OP_LOGOR && a->skips != (int32_t)index))
        nd_fail(w->d, index, "the jump of && or || does not lead here");
    nd_push_expr(w, e);
}

void nd_do_unary(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i)
{
    enum nd_type type = i->type == RQ_NCS_FLOAT ? ND_FLOAT : ND_INT;
    struct nd_expr *a = nd_pop_typed(w, index, type);
    struct nd_expr *e = nd_new_expr(w, ND_UNARY, (uint32_t)index, 1, &w->d->known[type]);
    e->op = i->op;
    e->a = a;
    nd_has_child(w, e, a);
    nd_push_expr(w, e);
}

/* x++ copies first, ++x counts first. True: the next instruction is part of it. */
bool nd_do_count(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i)
{
    struct nd_var *var = nd_variable(w, index, i, 1);
    const struct rq_ncs_instr *next = nd_at(w, index + 1);
    bool global = i->op == RQ_NCS_OP_INCBP || i->op == RQ_NCS_OP_DECBP;
    if (!var)
        return false;
    nd_join(&var->type, &w->d->known[ND_INT]);
    struct nd_expr *top = w->count ? w->stack[w->count - 1].expr : NULL;
    if (top && top->kind == ND_REF && top->var == var && top->start + 1 == index) {
        top->kind = ND_AFTER;
        top->op = i->op;
        return false;
    }
    if (next->op != (global ? RQ_NCS_OP_CPTOPBP : RQ_NCS_OP_CPTOPSP) || next->b != 4 ||
        next->a != i->a) {
        nd_fail(w->d, index, "a variable is counted without being copied");
        return false;
    }
    struct nd_expr *e = nd_ref_to(w, index, var);
    e->kind = ND_BEFORE;
    e->op = i->op;
    nd_push_expr(w, e);
    return true;
}

void nd_do_member(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i)
{
    struct nd_expr *a = nd_pop(w, index, (uint32_t)i->a / 4);
    if (w->d->is_bad)
        return;
    struct nd_cell *type = &w->d->known[ND_FLOAT];
    if (i->b < 0 || i->b % 4 || i->c != 4 || i->b + i->c > i->a) {
        nd_fail(w->d, index, "a part of a value that is no member");
        return;
    }
    if (a->kind == ND_REF && a->var->members)
        type = &a->var->members[i->b / 4]->type;
    else if (a->slots != 3)
        nd_fail(w->d, index, "a member of a structure that is no variable");
    struct nd_expr *e = nd_new_expr(w, ND_MEMBER, (uint32_t)index, 1, type);
    e->a = a;
    e->value = i->b / 4;
    nd_has_child(w, e, a);
    nd_push_expr(w, e);
}

/* ---- calls ---- */

static void put_call(struct nd_walk *w, struct nd_expr *e, struct nd_list *list)
{
    if (e->slots)
        nd_push_expr(w, e);
    else
        nd_new_stmt(w, list, ND_EXPR, e->start)->expr = e;
}

static void give_hint(struct nd_walk *w, struct nd_expr *arg, const struct nd_param *p)
{
    if (arg->kind == ND_REF && !arg->var->hint && !arg->var->group && p->name.size > 1 &&
        p->name.size < 40)
        arg->var->hint = rq_arena_text(&w->d->arena, p->name.text, p->name.size);
}

/* Other versions of nwscript.nss had other parameters. NULL after nd_fail. */
static struct nd_older *note_older(struct nd_walk *w, size_t index, const struct rq_routine *r,
                                   uint32_t args)
{
    struct nd *d = w->d;
    uint32_t i = 0;
    while (i < d->older_count && d->older[i].routine != r)
        i++;
    if (args > ND_MOST_ARGS || i == ND_MOST_OLDER ||
        (i < d->older_count && d->older[i].args != args)) {
        nd_fail(d, index, "%s with %u arguments, and with others", r->name, args);
        return NULL;
    }
    d->older[i].routine = r;
    d->older[i].args = args;
    d->older_count += i == d->older_count;
    return &d->older[i];
}

static struct nd_expr *take_arg(struct nd_walk *w, size_t index, const struct nd_param *param)
{
    struct nd_expr *arg = w->action;
    if (param->type != ND_ACTION) {
        arg = nd_pop_typed(w, index, param->type);
        give_hint(w, arg, param);
        return arg;
    }
    if (!arg)
        nd_fail(w->d, index, "a routine without its action");
    w->action = NULL;
    return arg ? arg : w->none;
}

/* Of a routine that is known otherwise: whatever is on the stack. */
static struct nd_expr *take_older(struct nd_walk *w, size_t index, const struct nd_param *param,
                                  uint8_t *type)
{
    struct nd_expr *top = w->count ? w->stack[w->count - 1].expr : NULL;
    enum nd_type known = top ? nd_type_of(top->type) : ND_UNKNOWN;
    bool other = param->type != ND_ACTION && param->type != ND_VECTOR && known != ND_UNKNOWN &&
                 known != param->type;
    struct nd_param now = *param;
    if (other)
        now = (struct nd_param){.type = known};
    *type = (uint8_t)now.type;
    return take_arg(w, index, &now);
}

void nd_do_action(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i,
                  struct nd_list *list)
{
    const struct rq_routine *r = rq_routine(w->d->game, (unsigned)i->a);
    struct nd_param param;
    struct nd_older *older = NULL;
    if (!r) {
        nd_fail(w->d, index, "routine %d, which the game does not have", i->a);
        return;
    }
    enum nd_type type = nd_type_by_name(r->type);
    struct nd_expr *e = nd_new_expr(w, ND_CALL, (uint32_t)index,
                                    type == ND_VECTOR ? 3 : type != ND_VOID, &w->d->known[type]);
    e->routine = r;
    e->args = nd_get(w->d, i->args, sizeof(void *));
    for (const char *p = r->params; nd_next_param(&p, &param);)
        e->count++;
    if (e->args && e->count != i->args)
        older = note_older(w, index, r, i->args);
    e->count = i->args;
    const char *p = r->params;
    for (uint32_t k = 0; k < i->args && e->args && !w->d->is_bad; k++) {
        if (!nd_next_param(&p, &param))
            param = (struct nd_param){.type = ND_INT};
        e->args[k] =
            older ? take_older(w, index, &param, &older->types[k]) : take_arg(w, index, &param);
        nd_has_child(w, e, e->args[k]);
    }
    if (!w->d->is_bad)
        put_call(w, e, list);
}

/* The arguments of a function: slots from the deepest, which is the last argument. */
static void take_args(struct nd_walk *w, size_t index, struct nd_fn *fn, struct nd_expr *e)
{
    struct nd *d = w->d;
    uint32_t left = fn->params;
    e->args = nd_get(d, fn->params, sizeof(void *));
    while (left && !d->is_bad && e->args) {
        struct nd_var *var = fn->slots[left - 1];
        struct nd_slot *top = w->count ? &w->stack[w->count - 1] : NULL;
        uint32_t slots = top && top->expr ? top->expr->slots : 1;
        if (var->group)
            slots = var->group->slots;
        if (slots > left) {
            nd_fail(d, index, "more arguments than the function takes");
            return;
        }
        struct nd_expr *arg = nd_pop(w, index, slots);
        var = slots == 1 ? var : nd_group(d, index, &fn->slots[left - slots], slots);
        if (!var)
            return;
        nd_join(arg->type, &var->type);
        if (arg->kind == ND_REF && !var->hint)
            var->hint = arg->var->hint;
        e->args[e->count++] = arg;
        nd_has_child(w, e, arg);
        left -= slots;
    }
}

/* RSADD made the place of the value, and looked like a declaration. */
static void take_value_place(struct nd_walk *w, size_t index, struct nd_fn *fn, struct nd_expr *e)
{
    if (fn->value > w->count) {
        nd_fail(w->d, index, "a call without a place for its value");
        return;
    }
    w->count -= fn->value;
    for (uint32_t k = 0; k < fn->value; k++) {
        struct nd_var *var = w->stack[w->count + k].var;
        if (!var || var->is_used || !var->decl) {
            nd_fail(w->d, index, "a call without a place for its value");
            return;
        }
        var->is_dead = true;
        var->decl->is_gone = true;
        nd_join(fn->type, fn->value == 3 ? &w->d->known[ND_VECTOR] : &var->type);
        if (var->at < e->start)
            e->start = var->at;
    }
}

void nd_do_call(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i, struct nd_list *list)
{
    struct nd *d = w->d;
    uint32_t number = i->to >= 0 && (size_t)i->to < d->ncs->count ? d->fn_at[i->to] : 0;
    if (!number || number > d->fn_count) {
        nd_fail(d, index, "a call of something that is no function");
        return;
    }
    struct nd_fn *fn = &d->fns[number - 1];
    struct nd_expr *e = nd_new_expr(w, ND_CALL, (uint32_t)index, fn->value,
                                    fn->value ? fn->type : &d->known[ND_VOID]);
    e->fn = fn;
    take_args(w, index, fn, e);
    if (fn->value)
        take_value_place(w, index, fn, e);
    else if (w->count && w->stack[w->count - 1].var)
        w->stack[w->count - 1].var->maybe = fn;
    if (!d->is_bad)
        put_call(w, e, list);
}
