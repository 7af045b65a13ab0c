/* Decompiler: instructions to statements, by walking through them once with a stack of what each slot holds. */
#include "script/nwscript/decompile_walk.h"

struct cases {
    int32_t out; /* -1: not found yet */
    int32_t *values, *targets;
    uint32_t count, next;
    int32_t other; /* where default starts; -1: there is none */
};

static void walk_range(struct nd_walk *w, uint32_t from, uint32_t to, struct nd_list *list,
                       struct cases *cases);

/* The statements from s on, which are the end of the list, become the body of a new one in their place. */
static struct nd_stmt *wrap(struct nd_walk *w, struct nd_list *list, struct nd_stmt *s,
                            enum nd_stmt_kind kind, uint32_t start)
{
    struct nd_list body = {s, list->last};
    list->last = s->prev;
    *(s->prev ? &s->prev->next : &list->first) = NULL;
    s->prev = NULL;
    struct nd_stmt *wrapped = nd_new_stmt(w, list, kind, start);
    wrapped->body = body;
    return wrapped;
}

/* STORESTATE, JMP over it, the call, RETN. Returns the instruction behind. */
static uint32_t do_state(struct nd_walk *w, uint32_t index, uint32_t to)
{
    const struct rq_ncs_instr *jump = nd_at(w, index + 1);
    struct nd_list list = {0};
    int32_t over = jump->to;
    if (jump->op != RQ_NCS_OP_JMP || over <= (int32_t)index + 3 || (uint32_t)over > to ||
        nd_at(w, (size_t)over - 1)->op != RQ_NCS_OP_RETN) {
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
    struct nd_expr *e = nd_new_expr(w, ND_DEFER, index, 0, &w->d->known[ND_ACTION]);
    e->a = s && s->expr ? s->expr : w->none;
    nd_has_child(w, e, e->a);
    w->action = e;
    return (uint32_t)over;
}

/* ---- statements ---- */

static void do_if(struct nd_walk *w, uint32_t index, struct nd_expr *test, struct nd_list *list)
{
    const struct rq_ncs_instr *jz = nd_at(w, index);
    uint32_t other = (uint32_t)jz->to, out = (uint32_t)nd_at(w, other - 1)->to;
    struct nd_stmt *s = nd_new_stmt(w, list, ND_IF, test->start);
    s->expr = test;
    walk_range(w, index + 1, other - 1, &s->body, NULL);
    walk_range(w, other, out, &s->other, NULL);
}

static void do_while(struct nd_walk *w, uint32_t index, struct nd_expr *test, struct nd_list *list)
{
    uint32_t out = (uint32_t)nd_at(w, index)->to;
    struct nd_stmt *s = nd_new_stmt(w, list, ND_WHILE, test->start);
    s->expr = test;
    s->out = (int32_t)out;
    s->again = (int32_t)test->start;
    walk_range(w, index + 1, out - 1, &s->body, NULL);
}

/* The statements of the body were met before it was known to be one. */
static void do_do(struct nd_walk *w, uint32_t index, struct nd_expr *test, struct nd_list *list)
{
    uint32_t top = (uint32_t)nd_at(w, index + 1)->to;
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
static uint32_t do_test(struct nd_walk *w, uint32_t index, uint32_t to, struct nd_list *list)
{
    const struct rq_ncs_instr *jz = nd_at(w, index);
    struct nd_expr *test = nd_pop_typed(w, index, ND_INT);
    int32_t target = jz->to;
    if (w->d->is_bad)
        return to;
    if (target <= (int32_t)index + 1 || (uint32_t)target > to ||
        nd_at(w, (size_t)target - 1)->op != RQ_NCS_OP_JMP) {
        nd_fail(w->d, index, "a condition whose jump does not lead behind a block");
        return to;
    }
    int32_t next = nd_at(w, (size_t)target - 1)->to;
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

static bool is_case(const struct nd_walk *w, uint32_t index)
{
    return is_copy_of_top(nd_at(w, index)) && nd_at(w, index + 1)->op == RQ_NCS_OP_CONST &&
           nd_at(w, index + 1)->type == RQ_NCS_INT && nd_at(w, index + 2)->op == RQ_NCS_OP_EQ &&
           nd_at(w, index + 2)->type == RQ_NCS_INT_INT && nd_at(w, index + 3)->op == RQ_NCS_OP_JNZ;
}

/* The value stays on the stack until the end, whose MOVSP ends the range. */
static uint32_t do_switch(struct nd_walk *w, uint32_t index, uint32_t to, struct nd_list *list)
{
    struct nd *d = w->d;
    struct cases *c = nd_get(d, 1, sizeof *c);
    struct nd_expr *value = nd_pop_typed(w, index, ND_INT);
    uint32_t i = index, count = 0;
    while (is_case(w, index + 4 * count))
        count++;
    if (!c || !(c->values = nd_get(d, count, sizeof *c->values)) ||
        !(c->targets = nd_get(d, count, sizeof *c->targets)))
        return to;
    for (; c->count < count; c->count++, i += 4) {
        c->values[c->count] = nd_at(w, i + 1)->a;
        c->targets[c->count] = nd_at(w, i + 3)->to;
    }
    if (nd_at(w, i)->op != RQ_NCS_OP_JMP) {
        nd_fail(d, i, "a switch without a jump behind its cases");
        return to;
    }
    c->other = nd_at(w, i)->to;
    c->out = -1;
    struct nd_stmt *s = nd_new_stmt(w, list, ND_SWITCH, value->start);
    s->expr = value;
    nd_push(w, (struct nd_slot){.expr = value, .is_switch = true});
    walk_range(w, i + 1, to, &s->body, c);
    s->out = c->out;
    return c->out < 0 ? to : (uint32_t)c->out + 1;
}

static void put_labels(struct nd_walk *w, struct cases *c, uint32_t index, struct nd_list *list)
{
    while (c->next < c->count && c->targets[c->next] == (int32_t)index)
        nd_new_stmt(w, list, ND_CASE, index)->value = c->values[c->next++];
    if (c->other == (int32_t)index && nd_at(w, index)->op != RQ_NCS_OP_MOVSP)
        nd_new_stmt(w, list, ND_DEFAULT, index);
}

/* Variables leave the stack: their scope is a block from the first of them on. */
static void close_scope(struct nd_walk *w, uint32_t index, uint32_t slots, struct nd_list *list)
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
static uint32_t do_move(struct nd_walk *w, uint32_t index, uint32_t to, struct nd_list *list,
                        struct cases *cases)
{
    int32_t bytes = nd_at(w, index)->a;
    uint32_t slots = (uint32_t)(-(int64_t)bytes / 4);
    if (bytes >= 0 || bytes % 4 || !w->stack || slots > w->count - w->base) {
        nd_fail(w->d, index, "the stack moves by %d bytes", bytes);
        return to;
    }
    struct nd_slot *top = &w->stack[w->count - 1];
    bool leaves = w->fn && index + 1 < to && nd_at(w, index + 1)->op == RQ_NCS_OP_JMP &&
                  nd_at(w, index + 1)->to == (int32_t)w->fn->leave && slots == w->count - w->base;
    if (leaves && !(top->expr && !top->is_switch && top->expr->slots == slots)) {
        nd_new_stmt(w, list, ND_RETURN, index);
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
        struct nd_expr *e = nd_pop(w, index, slots);
        nd_new_stmt(w, list, ND_EXPR, e->start)->expr = e;
    } else {
        close_scope(w, index, slots, list);
    }
    return index + 1;
}

/* CPDOWNSP to the place of the value, MOVSP, JMP to the end, MOVSP that is never reached. */
static uint32_t do_return(struct nd_walk *w, uint32_t index, uint32_t to, struct nd_list *list)
{
    const struct rq_ncs_instr *i = nd_at(w, index);
    uint32_t slots = (uint32_t)i->b / 4;
    struct nd_expr *e = nd_pop(w, index, slots);
    if (w->d->is_bad)
        return to;
    nd_join(e->type, w->fn->type);
    if (slots != w->fn->value || nd_at(w, index + 1)->op != RQ_NCS_OP_MOVSP ||
        nd_at(w, index + 2)->to != (int32_t)w->fn->leave ||
        nd_at(w, index + 3)->op != RQ_NCS_OP_MOVSP || nd_at(w, index + 3)->a != -i->b ||
        index + 4 > to) {
        nd_fail(w->d, index, "a return that is not as compilers make it");
        return to;
    }
    nd_new_stmt(w, list, ND_RETURN, e->start)->expr = e;
    return index + 4;
}

static uint32_t do_assign(struct nd_walk *w, uint32_t index, uint32_t to, struct nd_list *list)
{
    const struct rq_ncs_instr *i = nd_at(w, index);
    uint32_t slots = (uint32_t)i->b / 4;
    int64_t place = (int64_t)w->count + i->a / 4;
    if (i->op == RQ_NCS_OP_CPDOWNSP && w->fn && place >= 0 && place < w->fn->value)
        return do_return(w, index, to, list);
    struct nd_var *var = nd_variable(w, index, i, slots);
    struct nd_expr *value = nd_pop(w, index, slots);
    if (w->d->is_bad || !var)
        return to;
    nd_join(value->type, &var->type);
    struct nd_expr *e = nd_new_expr(w, ND_ASSIGN, index, slots, &var->type);
    e->var = var;
    e->a = value;
    nd_has_child(w, e, value);
    nd_push_expr(w, e);
    return index + 1;
}

static uint32_t do_copy(struct nd_walk *w, uint32_t index, uint32_t to, struct nd_list *list)
{
    const struct rq_ncs_instr *i = nd_at(w, index);
    struct nd_slot *top = w->count ? &w->stack[w->count - 1] : NULL;
    if (is_copy_of_top(i) && top && top->expr && !top->is_switch) {
        const struct rq_ncs_instr *jz = nd_at(w, index + 1);
        if (jz->op == RQ_NCS_OP_JZ) {
            bool either = jz->to == (int32_t)index + 4 && is_copy_of_top(nd_at(w, index + 2)) &&
                          nd_at(w, index + 3)->op == RQ_NCS_OP_JZ;
            top->expr->skips = either ? nd_at(w, index + 3)->to : jz->to;
            nd_join(top->expr->type, &w->d->known[ND_INT]);
            return index + (either ? 4 : 2);
        }
        if (is_case(w, index))
            return do_switch(w, index, to, list);
    }
    struct nd_var *var = i->b % 4 ? NULL : nd_variable(w, index, i, (uint32_t)i->b / 4);
    if (!var) {
        nd_fail(w->d, index, "a copy of something that is no variable");
        return to;
    }
    nd_push_expr(w, nd_ref_to(w, index, var));
    return index + 1;
}

static void do_jump(struct nd_walk *w, uint32_t index, struct nd_list *list)
{
    struct nd_stmt *s = nd_new_stmt(w, list, ND_JUMP, index);
    s->value = nd_at(w, index)->to;
}

/* One instruction, or what starts with it. Returns the next one. */
static uint32_t step(struct nd_walk *w, uint32_t index, uint32_t to, struct nd_list *list,
                     struct cases *cases)
{
    const struct rq_ncs_instr *i = nd_at(w, index);
    switch (i->op) {
    case RQ_NCS_OP_RSADD: nd_declare(w, index, i, list); break;
    case RQ_NCS_OP_CONST: nd_do_const(w, index, i); break;
    case RQ_NCS_OP_ACTION: nd_do_action(w, index, i, list); break;
    case RQ_NCS_OP_JSR: nd_do_call(w, index, i, list); break;
    case RQ_NCS_OP_CPTOPSP:
    case RQ_NCS_OP_CPTOPBP: return do_copy(w, index, to, list);
    case RQ_NCS_OP_CPDOWNSP:
    case RQ_NCS_OP_CPDOWNBP: return do_assign(w, index, to, list);
    case RQ_NCS_OP_NEG:
    case RQ_NCS_OP_NOT:
    case RQ_NCS_OP_COMP: nd_do_unary(w, index, i); break;
    case RQ_NCS_OP_INCSP:
    case RQ_NCS_OP_DECSP:
    case RQ_NCS_OP_INCBP:
    case RQ_NCS_OP_DECBP: return index + 1 + nd_do_count(w, index, i);
    case RQ_NCS_OP_DESTRUCT: nd_do_member(w, index, i); break;
    case RQ_NCS_OP_MOVSP: return do_move(w, index, to, list, cases);
    case RQ_NCS_OP_JZ: return do_test(w, index, to, list);
    case RQ_NCS_OP_JMP: do_jump(w, index, list); break;
    case RQ_NCS_OP_STORESTATE: return do_state(w, index, to);
    default:
        if (i->op >= RQ_NCS_OP_LOGAND && i->op <= RQ_NCS_OP_MOD)
            nd_do_binary(w, index, i);
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

static void walk_range(struct nd_walk *w, uint32_t from, uint32_t to, struct nd_list *list,
                       struct cases *cases)
{
    uint32_t before = w->count, index = from;
    if (++w->depth > ND_MOST_DEPTH)
        nd_fail(w->d, from, "blocks of more than %d levels", ND_MOST_DEPTH);
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

static bool open_walk(struct nd_walk *w, struct nd *d, struct nd_fn *fn)
{
    *w = (struct nd_walk){.d = d, .fn = fn};
    w->none = nd_get(d, 1, sizeof *w->none);
    if (!w->none)
        return false;
    *w->none =
        (struct nd_expr){.kind = ND_CONST, .slots = 1, .type = &d->known[ND_INT], .skips = -1};
    return true;
}

void nd_walk_globals(struct nd *d, uint32_t from, uint32_t to)
{
    struct nd_walk w;
    if (!open_walk(&w, d, NULL))
        return;
    walk_range(&w, from, to, &d->globals, NULL);
    d->global_count = w.count;
    d->global_slots = nd_get(d, w.count, sizeof(void *));
    for (uint32_t i = 0; i < w.count && d->global_slots; i++) {
        d->global_slots[i] = w.stack[i].var;
        if (!w.stack[i].var)
            nd_fail(d, from, "a value stays among the global variables");
    }
}

void nd_walk_function(struct nd *d, struct nd_fn *fn)
{
    struct nd_walk w;
    if (!open_walk(&w, d, fn))
        return;
    for (uint32_t i = 0; i < fn->value; i++)
        nd_push(&w, (struct nd_slot){.expr = w.none});
    for (uint32_t i = 0; i < fn->params; i++)
        nd_push(&w, (struct nd_slot){.var = fn->slots[i]});
    w.base = w.count;
    if (!d->is_bad)
        walk_range(&w, fn->start, fn->leave, &fn->body, NULL);
}
