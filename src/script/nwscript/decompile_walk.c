/* Decompiler: instructions to statements, by walking through them once with a stack of what each slot holds. */
#include "script/nwscript/decompile.h"

enum { MOST_DEPTH = 400 };

struct slot {
    struct nd_expr *expr; /* or */
    struct nd_var *var;
    bool is_switch; /* the value that a switch keeps */
};

struct cases {
    int32_t out; /* -1: not found yet */
    int32_t *values, *targets;
    uint32_t count, next;
    int32_t other; /* where default starts; -1: there is none */
};

struct walk {
    struct nd *d;
    struct nd_fn *fn; /* NULL: the globals */
    struct slot *stack;
    uint32_t count, room;
    uint32_t base;          /* slots of value and parameters */
    struct nd_expr *action; /* that waits for its routine */
    struct nd_expr *none;
    uint32_t depth;
};

static void walk_range(struct walk *w, uint32_t from, uint32_t to, struct nd_list *list,
                       struct cases *cases);

static const struct rq_ncs_instr *at(const struct walk *w, size_t index)
{
    static const struct rq_ncs_instr nothing = {.op = RQ_NCS_OP_NOP, .to = -1};
    return index < w->d->ncs->count ? &w->d->ncs->instrs[index] : &nothing;
}

/* ---- nodes ---- */

static struct nd_expr *new_expr(struct walk *w, enum nd_kind kind, uint32_t start, uint32_t slots,
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

static void has_child(struct walk *w, struct nd_expr *e, const struct nd_expr *child)
{
    if (child->depth >= e->depth)
        e->depth = child->depth + 1;
    if (child->start < e->start)
        e->start = child->start;
    if (e->depth > MOST_DEPTH)
        nd_fail(w->d, e->start, "an expression of more than %d levels", MOST_DEPTH);
}

static struct nd_stmt *new_stmt(struct walk *w, struct nd_list *list, enum nd_stmt_kind kind,
                                uint32_t start)
{
    static struct nd_stmt nothing;
    struct nd_stmt *s = nd_get(w->d, 1, sizeof *s);
    if (!s)
        return &nothing;
    *s = (struct nd_stmt){.kind = (uint8_t)kind, .start = start, .prev = list->last};
    *(list->last ? &list->last->next : &list->first) = s;
    list->last = s;
    return s;
}

/* The statements from s on, which are the end of the list, become the body of a new one in their place. */
static struct nd_stmt *wrap(struct walk *w, struct nd_list *list, struct nd_stmt *s,
                            enum nd_stmt_kind kind, uint32_t start)
{
    struct nd_list body = {s, list->last};
    list->last = s->prev;
    *(s->prev ? &s->prev->next : &list->first) = NULL;
    s->prev = NULL;
    struct nd_stmt *wrapped = new_stmt(w, list, kind, start);
    wrapped->body = body;
    return wrapped;
}

/* ---- the stack ---- */

static void push(struct walk *w, struct slot slot)
{
    if (w->count == w->room) {
        uint32_t room = w->room ? w->room * 2 : 64;
        struct slot *stack = nd_get(w->d, room, sizeof *stack);
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

static void push_expr(struct walk *w, struct nd_expr *e)
{
    for (uint32_t i = 0; i < e->slots; i++)
        push(w, (struct slot){.expr = e});
}

static struct nd_expr *need_expr(struct walk *w, uint32_t index)
{
    struct slot *s = &w->stack[index];
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
static struct nd_expr *pop_point(struct walk *w, uint32_t from)
{
    struct nd_expr *e =
        new_expr(w, ND_POINT, w->stack[from].expr->start, 3, &w->d->known[ND_VECTOR]);
    e->args = nd_get(w->d, 3, sizeof *e->args);
    for (uint32_t i = 0; e->args && i < 3; i++) {
        e->args[i] = need_expr(w, from + i);
        if (e->args[i]->kind != ND_CONST || e->args[i]->slots != 1)
            nd_fail(w->d, e->start, "a vector of values that are no numbers");
    }
    return e;
}

static struct nd_expr *pop(struct walk *w, size_t index, uint32_t slots)
{
    if (w->d->is_bad)
        return w->none;
    if (slots == 0 || slots > w->count) {
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

static struct nd_expr *pop_typed(struct walk *w, size_t index, enum nd_type type)
{
    struct nd_expr *e = pop(w, index, type == ND_VECTOR ? 3 : 1);
    nd_join(e->type, &w->d->known[type]);
    return e;
}

/* ---- variables ---- */

/* The slot at a distance from the top; -1 after a message. */
static int64_t slot_at(struct walk *w, size_t index, int32_t offset, uint32_t slots)
{
    int64_t place = (int64_t)w->count + offset / 4;
    if (offset % 4 || offset >= 0 || place < 0 || place + slots > w->count) {
        nd_fail(w->d, index, "%d bytes from the top of the stack is no place on it", offset);
        return -1;
    }
    return place;
}

static struct nd_var *variable(struct walk *w, size_t index, const struct rq_ncs_instr *i,
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

static struct nd_expr *ref_to(struct walk *w, size_t index, struct nd_var *var)
{
    struct nd_expr *e = new_expr(w, ND_REF, (uint32_t)index, var->slots, &var->type);
    e->var = var;
    return e;
}

static void declare(struct walk *w, size_t index, const struct rq_ncs_instr *i,
                    struct nd_list *list)
{
    struct nd_var *var = nd_get(w->d, 1, sizeof *var);
    enum nd_type type = nd_type_by_code(i->type);
    if (!var || !type) {
        nd_fail(w->d, index, "a variable of an unknown type");
        return;
    }
    *var = (struct nd_var){.slots = 1, .at = (uint32_t)index, .is_global = !w->fn};
    var->type.type = type;
    var->decl = new_stmt(w, list, ND_DECL, (uint32_t)index);
    var->decl->var = var;
    push(w, (struct slot){.var = var});
}

/* ---- expressions ---- */

static void do_const(struct walk *w, size_t index, const struct rq_ncs_instr *i)
{
    enum nd_type type = nd_type_by_code(i->type);
    if (type < ND_INT || type > ND_OBJECT)
        nd_fail(w->d, index, "a constant of an unknown type");
    struct nd_expr *e = new_expr(w, ND_CONST, (uint32_t)index, 1, &w->d->known[type]);
    e->value = i->a;
    e->text = i->text;
    push_expr(w, e);
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

static void do_binary(struct walk *w, size_t index, const struct rq_ncs_instr *i)
{
    enum nd_type ta = ND_INT, tb = ND_INT, result = ND_INT;
    bool compares = i->op >= RQ_NCS_OP_EQ && i->op <= RQ_NCS_OP_LEQ;
    struct nd_expr *a, *b;
    if (i->type == RQ_NCS_STRUCT_STRUCT) {
        b = pop(w, index, (uint32_t)i->a / 4);
        a = pop(w, index, (uint32_t)i->a / 4);
    } else if (operand_types(i->type, &ta, &tb)) {
        b = pop_typed(w, index, tb);
        a = pop_typed(w, index, ta);
        if (!compares)
            result = ta == ND_VECTOR || tb == ND_VECTOR ? ND_VECTOR
                     : ta == ND_FLOAT || tb == ND_FLOAT ? ND_FLOAT
                                                        : ta;
    } else {
        nd_fail(w->d, index, "an operator with types that none has");
        return;
    }
    struct nd_expr *e =
        new_expr(w, ND_BINARY, (uint32_t)index, result == ND_VECTOR ? 3 : 1, &w->d->known[result]);
    e->op = i->op;
    e->a = a;
    e->b = b;
    has_child(w, e, a);
    has_child(w, e, b);
    if ((i->op == RQ_NCS_OP_LOGAND && a->skips != (int32_t)index + 1) ||
        (i->op == RQ_NCS_OP_LOGOR && a->skips != (int32_t)index))
        nd_fail(w->d, index, "the jump of && or || does not lead here");
    push_expr(w, e);
}

static void do_unary(struct walk *w, size_t index, const struct rq_ncs_instr *i)
{
    enum nd_type type = i->type == RQ_NCS_FLOAT ? ND_FLOAT : ND_INT;
    struct nd_expr *a = pop_typed(w, index, type);
    struct nd_expr *e = new_expr(w, ND_UNARY, (uint32_t)index, 1, &w->d->known[type]);
    e->op = i->op;
    e->a = a;
    has_child(w, e, a);
    push_expr(w, e);
}

/* x++ copies first, ++x counts first. True: the next instruction is part of it. */
static bool do_count(struct walk *w, size_t index, const struct rq_ncs_instr *i)
{
    struct nd_var *var = variable(w, index, i, 1);
    const struct rq_ncs_instr *next = at(w, index + 1);
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
    struct nd_expr *e = ref_to(w, index, var);
    e->kind = ND_BEFORE;
    e->op = i->op;
    push_expr(w, e);
    return true;
}

static void do_member(struct walk *w, size_t index, const struct rq_ncs_instr *i)
{
    struct nd_expr *a = pop(w, index, (uint32_t)i->a / 4);
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
    struct nd_expr *e = new_expr(w, ND_MEMBER, (uint32_t)index, 1, type);
    e->a = a;
    e->value = i->b / 4;
    has_child(w, e, a);
    push_expr(w, e);
}

/* ---- calls ---- */

static void put_call(struct walk *w, struct nd_expr *e, struct nd_list *list)
{
    if (e->slots)
        push_expr(w, e);
    else
        new_stmt(w, list, ND_EXPR, e->start)->expr = e;
}

static void give_hint(struct walk *w, struct nd_expr *arg, const struct nd_param *p)
{
    if (arg->kind == ND_REF && !arg->var->hint && !arg->var->group && p->name.size > 1 &&
        p->name.size < 40)
        arg->var->hint = rq_arena_text(&w->d->arena, p->name.text, p->name.size);
}

/* Other versions of nwscript.nss had other parameters. NULL after nd_fail. */
static struct nd_older *note_older(struct walk *w, size_t index, const struct rq_routine *r,
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

static struct nd_expr *take_arg(struct walk *w, size_t index, const struct nd_param *param)
{
    struct nd_expr *arg = w->action;
    if (param->type != ND_ACTION) {
        arg = pop_typed(w, index, param->type);
        give_hint(w, arg, param);
        return arg;
    }
    if (!arg)
        nd_fail(w->d, index, "a routine without its action");
    w->action = NULL;
    return arg ? arg : w->none;
}

/* Of a routine that is known otherwise: whatever is on the stack. */
static struct nd_expr *take_older(struct walk *w, size_t index, const struct nd_param *param,
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

static void do_action(struct walk *w, size_t index, const struct rq_ncs_instr *i,
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
    struct nd_expr *e = new_expr(w, ND_CALL, (uint32_t)index,
                                 type == ND_VECTOR ? 3 : type != ND_VOID, &w->d->known[type]);
    e->routine = r;
    e->args = nd_get(w->d, i->args, sizeof *e->args);
    for (const char *p = r->params; nd_next_param(&p, &param);)
        e->count++;
    if (e->args && e->count != i->args)
        older = note_older(w, index, r, i->args);
    e->count = i->args;
    const char *p = r->params;
    for (uint32_t k = 0; k < i->args && !w->d->is_bad; k++) {
        if (!nd_next_param(&p, &param))
            param = (struct nd_param){.type = ND_INT};
        e->args[k] =
            older ? take_older(w, index, &param, &older->types[k]) : take_arg(w, index, &param);
        has_child(w, e, e->args[k]);
    }
    if (!w->d->is_bad)
        put_call(w, e, list);
}

/* The arguments of a function: slots from the deepest, which is the last argument. */
static void take_args(struct walk *w, size_t index, struct nd_fn *fn, struct nd_expr *e)
{
    struct nd *d = w->d;
    uint32_t left = fn->params;
    e->args = nd_get(d, fn->params, sizeof *e->args);
    while (left && !d->is_bad && e->args) {
        struct nd_var *var = fn->slots[left - 1];
        struct slot *top = w->count ? &w->stack[w->count - 1] : NULL;
        uint32_t slots = top && top->expr ? top->expr->slots : 1;
        if (var->group)
            slots = var->group->slots;
        if (slots > left) {
            nd_fail(d, index, "more arguments than the function takes");
            return;
        }
        struct nd_expr *arg = pop(w, index, slots);
        var = slots == 1 ? var : nd_group(d, index, &fn->slots[left - slots], slots);
        if (!var)
            return;
        nd_join(arg->type, &var->type);
        if (arg->kind == ND_REF && !var->hint)
            var->hint = arg->var->hint;
        e->args[e->count++] = arg;
        has_child(w, e, arg);
        left -= slots;
    }
}

/* RSADD made the place of the value, and looked like a declaration. */
static void take_value_place(struct walk *w, size_t index, struct nd_fn *fn, struct nd_expr *e)
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

static void do_call(struct walk *w, size_t index, const struct rq_ncs_instr *i,
                    struct nd_list *list)
{
    struct nd *d = w->d;
    uint32_t number = i->to >= 0 && (size_t)i->to < d->ncs->count ? d->fn_at[i->to] : 0;
    if (!number || number > d->fn_count) {
        nd_fail(d, index, "a call of something that is no function");
        return;
    }
    struct nd_fn *fn = &d->fns[number - 1];
    struct nd_expr *e =
        new_expr(w, ND_CALL, (uint32_t)index, fn->value, fn->value ? fn->type : &d->known[ND_VOID]);
    e->fn = fn;
    take_args(w, index, fn, e);
    if (fn->value)
        take_value_place(w, index, fn, e);
    else if (w->count && w->stack[w->count - 1].var)
        w->stack[w->count - 1].var->maybe = fn;
    if (!d->is_bad)
        put_call(w, e, list);
}

/* STORESTATE, JMP over it, the call, RETN. Returns the instruction behind. */
static uint32_t do_state(struct walk *w, uint32_t index, uint32_t to)
{
    const struct rq_ncs_instr *jump = at(w, index + 1);
    struct nd_list list = {0};
    int32_t over = jump->to;
    if (jump->op != RQ_NCS_OP_JMP || over <= (int32_t)index + 3 || (uint32_t)over > to ||
        at(w, (size_t)over - 1)->op != RQ_NCS_OP_RETN) {
        nd_fail(w->d, index, "an action that is not as compilers make it");
        return to;
    }
    uint32_t before = w->count;
    struct nd_expr *waits = w->action;
    w->action = NULL;
    walk_range(w, index + 2, (uint32_t)over - 1, &list, NULL);
    struct nd_stmt *s = list.first;
    while (s && s->is_gone)
        s = s->next;
    if (!w->d->is_bad && (!s || s->next || s->kind != ND_EXPR || waits || w->count != before))
        nd_fail(w->d, index, "an action that is not one call");
    struct nd_expr *e = new_expr(w, ND_DEFER, index, 0, &w->d->known[ND_ACTION]);
    e->a = s && s->expr ? s->expr : w->none;
    has_child(w, e, e->a);
    w->action = e;
    return (uint32_t)over;
}

/* ---- statements ---- */

static void do_if(struct walk *w, uint32_t index, struct nd_expr *test, struct nd_list *list)
{
    const struct rq_ncs_instr *jz = at(w, index);
    uint32_t other = (uint32_t)jz->to, out = (uint32_t)at(w, other - 1)->to;
    struct nd_stmt *s = new_stmt(w, list, ND_IF, test->start);
    s->expr = test;
    walk_range(w, index + 1, other - 1, &s->body, NULL);
    walk_range(w, other, out, &s->other, NULL);
}

static void do_while(struct walk *w, uint32_t index, struct nd_expr *test, struct nd_list *list)
{
    uint32_t out = (uint32_t)at(w, index)->to;
    struct nd_stmt *s = new_stmt(w, list, ND_WHILE, test->start);
    s->expr = test;
    s->out = (int32_t)out;
    s->again = (int32_t)test->start;
    walk_range(w, index + 1, out - 1, &s->body, NULL);
}

/* The statements of the body were met before it was known to be one. */
static void do_do(struct walk *w, uint32_t index, struct nd_expr *test, struct nd_list *list)
{
    uint32_t top = (uint32_t)at(w, index + 1)->to;
    struct nd_stmt *s = list->last;
    while (s && s->prev && s->prev->start >= top && s->prev->kind != ND_CASE &&
           s->prev->kind != ND_DEFAULT)
        s = s->prev;
    if (!s || s->start != top) {
        nd_fail(w->d, index, "a loop that starts inside of a statement");
        return;
    }
    s = wrap(w, list, s, ND_DO, top);
    s->expr = test;
    s->out = (int32_t)index + 2;
    s->again = (int32_t)test->start;
}

/* JZ at index decides on an if or a loop. Returns the instruction behind it all. */
static uint32_t do_test(struct walk *w, uint32_t index, uint32_t to, struct nd_list *list)
{
    const struct rq_ncs_instr *jz = at(w, index);
    struct nd_expr *test = pop_typed(w, index, ND_INT);
    int32_t target = jz->to;
    if (w->d->is_bad)
        return to;
    if (target <= (int32_t)index + 1 || (uint32_t)target > to ||
        at(w, (size_t)target - 1)->op != RQ_NCS_OP_JMP) {
        nd_fail(w->d, index, "a condition whose jump does not lead behind a block");
        return to;
    }
    int32_t next = at(w, (size_t)target - 1)->to;
    if (next >= target && (uint32_t)next <= to) {
        do_if(w, index, test, list);
        return (uint32_t)next;
    }
    if (next == (int32_t)test->start)
        do_while(w, index, test, list);
    else if (next >= 0 && next < (int32_t)test->start && target == (int32_t)index + 2)
        do_do(w, index, test, list);
    else
        nd_fail(w->d, index, "a condition that is neither of an if nor of a loop");
    return (uint32_t)target;
}

static bool is_copy_of_top(const struct rq_ncs_instr *i)
{
    return i->op == RQ_NCS_OP_CPTOPSP && i->a == -4 && i->b == 4;
}

static bool is_case(const struct walk *w, uint32_t index)
{
    return is_copy_of_top(at(w, index)) && at(w, index + 1)->op == RQ_NCS_OP_CONST &&
           at(w, index + 1)->type == RQ_NCS_INT && at(w, index + 2)->op == RQ_NCS_OP_EQ &&
           at(w, index + 2)->type == RQ_NCS_INT_INT && at(w, index + 3)->op == RQ_NCS_OP_JNZ;
}

/* The value stays on the stack until the end, whose MOVSP ends the range. */
static uint32_t do_switch(struct walk *w, uint32_t index, uint32_t to, struct nd_list *list)
{
    struct nd *d = w->d;
    struct cases *c = nd_get(d, 1, sizeof *c);
    struct nd_expr *value = pop_typed(w, index, ND_INT);
    uint32_t i = index, count = 0;
    while (is_case(w, index + 4 * count))
        count++;
    if (!c || !(c->values = nd_get(d, count, sizeof *c->values)) ||
        !(c->targets = nd_get(d, count, sizeof *c->targets)))
        return to;
    for (; c->count < count; c->count++, i += 4) {
        c->values[c->count] = at(w, i + 1)->a;
        c->targets[c->count] = at(w, i + 3)->to;
    }
    if (at(w, i)->op != RQ_NCS_OP_JMP) {
        nd_fail(d, i, "a switch without a jump behind its cases");
        return to;
    }
    c->other = at(w, i)->to;
    c->out = -1;
    struct nd_stmt *s = new_stmt(w, list, ND_SWITCH, value->start);
    s->expr = value;
    push(w, (struct slot){.expr = value, .is_switch = true});
    walk_range(w, i + 1, to, &s->body, c);
    s->out = c->out;
    return c->out < 0 ? to : (uint32_t)c->out + 1;
}

static void put_labels(struct walk *w, struct cases *c, uint32_t index, struct nd_list *list)
{
    while (c->next < c->count && c->targets[c->next] == (int32_t)index)
        new_stmt(w, list, ND_CASE, index)->value = c->values[c->next++];
    if (c->other == (int32_t)index && at(w, index)->op != RQ_NCS_OP_MOVSP)
        new_stmt(w, list, ND_DEFAULT, index);
}

/* Variables leave the stack: their scope is a block from the first of them on. */
static void close_scope(struct walk *w, uint32_t index, uint32_t slots, struct nd_list *list)
{
    struct nd_var *first = w->stack[w->count - slots].var;
    struct nd_stmt *s = list->last;
    for (uint32_t k = 0; k < slots; k++)
        if (!w->stack[w->count - slots + k].var) {
            nd_fail(w->d, index, "variables and values leave the stack together");
            return;
        }
    while (s && s != first->decl)
        s = s->prev;
    if (!s) {
        nd_fail(w->d, index, "variables leave the stack outside of their block");
        return;
    }
    wrap(w, list, s, ND_BLOCK, s->start);
    w->count -= slots;
}

/* MOVSP: the end of a switch, a statement, a return or a block. Returns the next instruction. */
static uint32_t do_move(struct walk *w, uint32_t index, uint32_t to, struct nd_list *list,
                        struct cases *cases)
{
    int32_t bytes = at(w, index)->a;
    uint32_t slots = (uint32_t)(-(int64_t)bytes / 4);
    if (bytes >= 0 || bytes % 4 || slots > w->count - w->base) {
        nd_fail(w->d, index, "the stack moves by %d bytes", bytes);
        return to;
    }
    struct slot *top = &w->stack[w->count - 1];
    bool leaves = w->fn && index + 1 < to && at(w, index + 1)->op == RQ_NCS_OP_JMP &&
                  at(w, index + 1)->to == (int32_t)w->fn->leave && slots == w->count - w->base;
    if (leaves && !(top->expr && !top->is_switch && top->expr->slots == slots)) {
        new_stmt(w, list, ND_RETURN, index);
        return index + 2;
    }
    if (top->is_switch) {
        if (!cases || slots != 1)
            nd_fail(w->d, index, "the end of a switch is in another block");
        else
            cases->out = (int32_t)index;
        w->count--;
        return to;
    }
    if (top->expr) {
        struct nd_expr *e = pop(w, index, slots);
        new_stmt(w, list, ND_EXPR, e->start)->expr = e;
    } else {
        close_scope(w, index, slots, list);
    }
    return index + 1;
}

/* CPDOWNSP to the place of the value, MOVSP, JMP to the end, MOVSP that is never reached. */
static uint32_t do_return(struct walk *w, uint32_t index, uint32_t to, struct nd_list *list)
{
    const struct rq_ncs_instr *i = at(w, index);
    uint32_t slots = (uint32_t)i->b / 4;
    struct nd_expr *e = pop(w, index, slots);
    if (w->d->is_bad)
        return to;
    nd_join(e->type, w->fn->type);
    if (slots != w->fn->value || at(w, index + 1)->op != RQ_NCS_OP_MOVSP ||
        at(w, index + 2)->to != (int32_t)w->fn->leave || at(w, index + 3)->op != RQ_NCS_OP_MOVSP ||
        at(w, index + 3)->a != -i->b || index + 4 > to) {
        nd_fail(w->d, index, "a return that is not as compilers make it");
        return to;
    }
    new_stmt(w, list, ND_RETURN, e->start)->expr = e;
    return index + 4;
}

static uint32_t do_assign(struct walk *w, uint32_t index, uint32_t to, struct nd_list *list)
{
    const struct rq_ncs_instr *i = at(w, index);
    uint32_t slots = (uint32_t)i->b / 4;
    int64_t place = (int64_t)w->count + i->a / 4;
    if (i->op == RQ_NCS_OP_CPDOWNSP && w->fn && place >= 0 && place < w->fn->value)
        return do_return(w, index, to, list);
    struct nd_var *var = variable(w, index, i, slots);
    struct nd_expr *value = pop(w, index, slots);
    if (w->d->is_bad || !var)
        return to;
    nd_join(value->type, &var->type);
    struct nd_expr *e = new_expr(w, ND_ASSIGN, index, slots, &var->type);
    e->var = var;
    e->a = value;
    has_child(w, e, value);
    push_expr(w, e);
    return index + 1;
}

static uint32_t do_copy(struct walk *w, uint32_t index, uint32_t to, struct nd_list *list)
{
    const struct rq_ncs_instr *i = at(w, index);
    struct slot *top = w->count ? &w->stack[w->count - 1] : NULL;
    if (is_copy_of_top(i) && top && top->expr && !top->is_switch) {
        const struct rq_ncs_instr *jz = at(w, index + 1);
        if (jz->op == RQ_NCS_OP_JZ) {
            bool either = jz->to == (int32_t)index + 4 && is_copy_of_top(at(w, index + 2)) &&
                          at(w, index + 3)->op == RQ_NCS_OP_JZ;
            top->expr->skips = either ? at(w, index + 3)->to : jz->to;
            nd_join(top->expr->type, &w->d->known[ND_INT]);
            return index + (either ? 4 : 2);
        }
        if (is_case(w, index))
            return do_switch(w, index, to, list);
    }
    struct nd_var *var = i->b % 4 ? NULL : variable(w, index, i, (uint32_t)i->b / 4);
    if (!var) {
        nd_fail(w->d, index, "a copy of something that is no variable");
        return to;
    }
    push_expr(w, ref_to(w, index, var));
    return index + 1;
}

static void do_jump(struct walk *w, uint32_t index, struct nd_list *list)
{
    struct nd_stmt *s = new_stmt(w, list, ND_JUMP, index);
    s->value = at(w, index)->to;
}

/* One instruction, or what starts with it. Returns the next one. */
static uint32_t step(struct walk *w, uint32_t index, uint32_t to, struct nd_list *list,
                     struct cases *cases)
{
    const struct rq_ncs_instr *i = at(w, index);
    switch (i->op) {
    case RQ_NCS_OP_RSADD: declare(w, index, i, list); break;
    case RQ_NCS_OP_CONST: do_const(w, index, i); break;
    case RQ_NCS_OP_ACTION: do_action(w, index, i, list); break;
    case RQ_NCS_OP_JSR: do_call(w, index, i, list); break;
    case RQ_NCS_OP_CPTOPSP:
    case RQ_NCS_OP_CPTOPBP: return do_copy(w, index, to, list);
    case RQ_NCS_OP_CPDOWNSP:
    case RQ_NCS_OP_CPDOWNBP: return do_assign(w, index, to, list);
    case RQ_NCS_OP_NEG:
    case RQ_NCS_OP_NOT:
    case RQ_NCS_OP_COMP: do_unary(w, index, i); break;
    case RQ_NCS_OP_INCSP:
    case RQ_NCS_OP_DECSP:
    case RQ_NCS_OP_INCBP:
    case RQ_NCS_OP_DECBP: return index + 1 + do_count(w, index, i);
    case RQ_NCS_OP_DESTRUCT: do_member(w, index, i); break;
    case RQ_NCS_OP_MOVSP: return do_move(w, index, to, list, cases);
    case RQ_NCS_OP_JZ: return do_test(w, index, to, list);
    case RQ_NCS_OP_JMP: do_jump(w, index, list); break;
    case RQ_NCS_OP_STORESTATE: return do_state(w, index, to);
    default:
        if (i->op >= RQ_NCS_OP_LOGAND && i->op <= RQ_NCS_OP_MOD)
            do_binary(w, index, i);
        else
            nd_fail(w->d, index, "an instruction that no source gives here");
        break;
    }
    return index + 1;
}

/* Braces around the whole body are those of the body itself. */
static void flatten(struct nd_list *list)
{
    struct nd_stmt *last = list->last;
    if (!last || last->kind != ND_BLOCK)
        return;
    struct nd_list body = last->body;
    body.first->prev = last->prev;
    *(last->prev ? &last->prev->next : &list->first) = body.first;
    list->last = body.last;
}

static void walk_range(struct walk *w, uint32_t from, uint32_t to, struct nd_list *list,
                       struct cases *cases)
{
    uint32_t before = w->count, index = from;
    if (++w->depth > MOST_DEPTH)
        nd_fail(w->d, from, "blocks of more than %d levels", MOST_DEPTH);
    while (index < to && !w->d->is_bad) {
        if (cases)
            put_labels(w, cases, index, list);
        index = step(w, index, to, list, cases);
    }
    if (!w->d->is_bad && cases && (cases->out < 0 || cases->next < cases->count))
        nd_fail(w->d, from, "a switch whose end or cases are not found");
    else if (!w->d->is_bad && w->count + (cases != NULL) < before)
        nd_fail(w->d, from, "a block takes more from the stack than it put there");
    else if (!w->d->is_bad && w->fn && w->count + (cases != NULL) != before)
        nd_fail(w->d, from, "a block leaves something on the stack");
    flatten(list);
    w->depth--;
}

/* ---- functions ---- */

static bool open_walk(struct walk *w, struct nd *d, struct nd_fn *fn)
{
    *w = (struct walk){.d = d, .fn = fn};
    w->none = nd_get(d, 1, sizeof *w->none);
    if (!w->none)
        return false;
    *w->none =
        (struct nd_expr){.kind = ND_CONST, .slots = 1, .type = &d->known[ND_INT], .skips = -1};
    return true;
}

void nd_walk_globals(struct nd *d, uint32_t from, uint32_t to)
{
    struct walk w;
    if (!open_walk(&w, d, NULL))
        return;
    walk_range(&w, from, to, &d->globals, NULL);
    d->global_count = w.count;
    d->global_slots = nd_get(d, w.count, sizeof *d->global_slots);
    for (uint32_t i = 0; i < w.count && d->global_slots; i++) {
        d->global_slots[i] = w.stack[i].var;
        if (!w.stack[i].var)
            nd_fail(d, from, "a value stays among the global variables");
    }
}

void nd_walk_function(struct nd *d, struct nd_fn *fn)
{
    struct walk w;
    if (!open_walk(&w, d, fn))
        return;
    for (uint32_t i = 0; i < fn->value; i++)
        push(&w, (struct slot){.expr = w.none});
    for (uint32_t i = 0; i < fn->params; i++)
        push(&w, (struct slot){.var = fn->slots[i]});
    w.base = w.count;
    if (!d->is_bad)
        walk_range(&w, fn->start, fn->leave, &fn->body, NULL);
}
