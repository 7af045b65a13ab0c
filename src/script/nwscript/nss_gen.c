/* Code of statements and functions. */
#include "core/keyset.h"
#include "script/nwscript/nss.h"

#include <stdio.h>

static const struct nss_type int_type = {NSS_INT, NULL};

static void gen_statement(struct rq_nss_compiler *c, struct nss_node *node);

/* ---- scopes ---- */

static void declare(struct rq_nss_compiler *c, struct nss_var *var)
{
    struct nss_name *name = nss_bound(c, var->name);
    const struct nss_var *outer = name->local ? name->local : name->global;
    if (name->local && name->local->block == c->block) {
        nss_error(c, var->at, var->size, "", "there is a variable %s in this block already",
                  name->text);
    } else if (outer || name->constant) {
        nss_warn(c, "shadowed", var->at, var->size, "", "%s hides the %s of the same name",
                 name->text,
                 !outer          ? "constant of nwscript.nss"
                 : outer->global ? "global"
                 : outer->param  ? "parameter"
                                 : "variable further out");
    }
    var->block = c->block;
    var->hidden = name->local;
    var->before = c->vars;
    c->vars = var;
    name->local = var;
    if (!var->constant)
        nss_note_variable(c, name->text, var->type, var->place, &var->noted);
}

static struct nss_var *new_var(struct rq_nss_compiler *c, struct nss_name *name,
                               struct nss_type type, uint32_t at, uint32_t size)
{
    struct nss_var *var = rq_arena_get(&c->arena, 1, sizeof *var);
    if (!var) {
        c->no_memory = true;
        return NULL;
    }
    *var = (struct nss_var){.name = name, .type = type, .at = at, .size = size, .place = c->depth};
    return var;
}

/* Forgets the variables of the blocks above this one. */
static void leave(struct rq_nss_compiler *c, const struct nss_var *until)
{
    while (c->vars != until) {
        struct nss_var *var = c->vars;
        /* With errors it may be one of the names that were not understood. */
        if (!var->used && !var->param && !c->errors)
            nss_warn(c, "unused-variable", var->at, var->size, "", "%s is never used",
                     var->name->text);
        nss_note_variable_end(c, var->noted);
        var->name->local = var->hidden;
        c->vars = var->before;
    }
}

/* ---- what warnings ask ---- */

static bool ends(const struct nss_node *node);

static bool has_break(const struct nss_node *node)
{
    for (; node; node = node->next) {
        switch (node->kind) {
        case NSS_S_BREAK: return true;
        case NSS_S_BLOCK:
            if (has_break(node->a))
                return true;
            break;
        case NSS_S_IF:
            for (const struct nss_node *n = node; n; n = n->c) {
                if (n->kind != NSS_S_IF ? n->kind == NSS_S_BREAK || has_break(n->a)
                                        : has_break(n->b))
                    return true;
                if (n->kind != NSS_S_IF)
                    break;
            }
            break;
        default: break;
        }
    }
    return false;
}

static bool is_true(const struct nss_node *node)
{
    return !node || (node->kind == NSS_N_INT && node->number) ||
           (node->kind == NSS_N_NAME && strcmp(node->name->text, "TRUE") == 0);
}

static bool list_ends(const struct nss_node *node)
{
    for (; node; node = node->next)
        if (ends(node))
            return true;
    return false;
}

static bool switch_ends(const struct nss_node *node)
{
    bool has_default = false;
    const struct nss_node *last = NULL;
    for (const struct nss_node *n = node->c; n; n = n->c)
        has_default |= !n->a;
    for (const struct nss_node *n = node->b->a; n; n = n->next)
        if (n->kind != NSS_S_EMPTY && n->kind != NSS_S_BREAK)
            last = n;
    return has_default && !has_break(node->b->a) && last && ends(last);
}

/* Whether control never comes behind the statement. */
static bool ends(const struct nss_node *node)
{
    switch (node->kind) {
    case NSS_S_RETURN: return true;
    case NSS_S_BLOCK: return list_ends(node->a);
    case NSS_S_IF:
        for (; node && node->kind == NSS_S_IF; node = node->c)
            if (!node->b || !ends(node->b))
                return false;
        return node && ends(node);
    case NSS_S_WHILE: return is_true(node->a) && !has_break(node->b);
    case NSS_S_DO: return ends(node->b) || (is_true(node->a) && !has_break(node->b));
    case NSS_S_FOR: return is_true(node->b) && !has_break(node->d);
    case NSS_S_SWITCH: return node->b && switch_ends(node);
    default: return false;
    }
}

/* ---- statements ---- */

static void gen_condition(struct rq_nss_compiler *c, struct nss_node *node, const char *what)
{
    if (node->kind == NSS_N_ASSIGN && node->op == NSS_T_SET && !node->parens)
        nss_warn(c, "assigned-condition", node->at, node->size, "== compares; (( )) if it is meant",
                 "this sets the variable and does not compare");
    nss_note_line(c, node->at);
    nss_gen_typed(c, node, int_type, what);
    /* JZ takes it off the stack. */
    c->depth -= 4;
}

static void gen_body(struct rq_nss_compiler *c, struct nss_node *node)
{
    if (node->kind == NSS_S_EMPTY)
        nss_warn(c, "empty-body", node->at, node->size, "", "this ; is the whole body");
    gen_statement(c, node);
}

static void gen_block(struct rq_nss_compiler *c, struct nss_node *node)
{
    const struct nss_var *vars = c->vars;
    int32_t before = c->depth;
    bool stopped = false;
    c->block++;
    for (struct nss_node *n = node->a; n; n = n->next) {
        if (n->kind == NSS_S_CASE)
            stopped = false;
        if (stopped && n->kind != NSS_S_BREAK && n->kind != NSS_S_EMPTY) {
            nss_warn(c, "unreachable", n->at, n->size, "", "this never runs");
            stopped = false;
        }
        gen_statement(c, n);
        stopped |= n->kind == NSS_S_RETURN || n->kind == NSS_S_BREAK || n->kind == NSS_S_CONTINUE;
    }
    c->block--;
    leave(c, vars);
    if (c->depth != before)
        nss_note_line(c, node->end);
    nss_pop(c, c->depth - before);
}

static void gen_local(struct rq_nss_compiler *c, struct nss_node *node)
{
    if (!nss_check_type(c, node->type, node->at, node->size))
        return;
    if (node->type.kind == NSS_VOID || node->type.kind == NSS_ACTION) {
        nss_error(c, node->at, node->size, "", "a variable can't be void or an action");
        return;
    }
    struct nss_var *var = new_var(c, node->name, node->type, node->at, node->size);
    if (!var)
        return;
    if (node->constant) {
        if (!node->a || !nss_constant(c, node->a, &var->value) ||
            !nss_same_type(var->value.type, var->type))
            nss_error(
                c, node->at, node->size, "",
                "a constant needs a value of its type that is a number, a string or a constant");
        var->constant = true;
        declare(c, var);
        return;
    }
    int32_t size = (int32_t)nss_size(c, node->type);
    nss_reserve(c, node->type);
    declare(c, var);
    if (!node->a)
        return;
    nss_gen_typed(c, node->a, node->type, "the value of the variable");
    nss_copy(c, RQ_NCS_OP_CPDOWNSP, var->place - c->depth, (uint32_t)size);
    nss_pop(c, size);
}

/* A chain of else-if: each has a jump to the end, which is the same for all. */
static void gen_if(struct rq_nss_compiler *c, struct nss_node *node)
{
    uint32_t out = 0;
    for (; node && node->kind == NSS_S_IF; node = node->c) {
        gen_condition(c, node->a, "the condition of if");
        uint32_t other = nss_jump(c, RQ_NCS_OP_JZ, 0);
        gen_body(c, node->b);
        out = nss_jump(c, RQ_NCS_OP_JMP, out);
        nss_land(c, other);
    }
    if (node)
        gen_statement(c, node);
    nss_land(c, out);
}

static void gen_while(struct rq_nss_compiler *c, struct nss_node *node)
{
    struct nss_loop loop = {.outer = c->loop, .depth = c->depth};
    uint32_t top = nss_here(c);
    gen_condition(c, node->a, "the condition of while");
    uint32_t out = nss_jump(c, RQ_NCS_OP_JZ, 0);
    c->loop = &loop;
    gen_body(c, node->b);
    c->loop = loop.outer;
    nss_land_at(c, loop.continues, top);
    nss_jump_to(c, RQ_NCS_OP_JMP, top);
    nss_land(c, out);
    nss_land(c, loop.breaks);
}

static void gen_do(struct rq_nss_compiler *c, struct nss_node *node)
{
    struct nss_loop loop = {.outer = c->loop, .depth = c->depth};
    uint32_t top = nss_here(c);
    c->loop = &loop;
    gen_body(c, node->b);
    c->loop = loop.outer;
    nss_land(c, loop.continues);
    gen_condition(c, node->a, "the condition of while");
    uint32_t out = nss_jump(c, RQ_NCS_OP_JZ, 0);
    nss_jump_to(c, RQ_NCS_OP_JMP, top);
    nss_land(c, out);
    nss_land(c, loop.breaks);
}

/* A value that nobody wants. */
static bool gen_dropped(struct rq_nss_compiler *c, struct nss_node *node)
{
    struct nss_type type = nss_gen_value(c, node);
    if (type.kind == NSS_WRONG)
        return false;
    nss_pop(c, (int32_t)nss_size(c, type));
    return true;
}

static void gen_for(struct rq_nss_compiler *c, struct nss_node *node)
{
    struct nss_loop loop = {.outer = c->loop, .depth = c->depth};
    const struct nss_value one = {.type = int_type, .number = 1};
    if (node->a)
        gen_dropped(c, node->a);
    uint32_t top = nss_here(c);
    if (node->b) {
        gen_condition(c, node->b, "the condition of for");
    } else {
        nss_put_value(c, &one);
        c->depth -= 4;
    }
    uint32_t out = nss_jump(c, RQ_NCS_OP_JZ, 0);
    c->loop = &loop;
    gen_body(c, node->d);
    c->loop = loop.outer;
    nss_land(c, loop.continues);
    if (node->c) {
        nss_note_line(c, node->c->at);
        gen_dropped(c, node->c);
    }
    nss_jump_to(c, RQ_NCS_OP_JMP, top);
    nss_land(c, out);
    nss_land(c, loop.breaks);
}

/* The value of a case; false: another has it. */
static bool check_case(struct rq_nss_compiler *c, struct rq_key_set *seen, const struct nss_node *n)
{
    struct nss_value value;
    uint32_t number, count = seen->count;
    if (!nss_constant(c, n->a, &value) || value.type.kind != NSS_INT) {
        if (n->a->kind != NSS_N_WRONG)
            nss_error(c, n->a->at, n->a->size, "use if and == for anything else",
                      "a case needs an int number or a constant");
        return false;
    }
    const uint32_t key[4] = {(uint32_t)value.number, 0, 0, 0};
    if (!rq_key_set_put(seen, &c->arena, key, &number)) {
        c->no_memory = true;
        return false;
    }
    if (number == count)
        return true;
    nss_error(c, n->at, n->size, "", "this switch has a case for %d already", value.number);
    return false;
}

/* Compares the value on the stack with each case; gives the jump to default or to the end. */
static uint32_t gen_cases(struct rq_nss_compiler *c, struct nss_node *node)
{
    struct rq_key_set seen;
    struct nss_node *other = NULL;
    int32_t before = c->depth;
    if (!rq_key_set_open(&seen, &c->arena, 8)) {
        c->no_memory = true;
        return 0;
    }
    for (struct nss_node *n = node->c; n; n = n->c) {
        n->jump = 0;
        if (!n->a) {
            if (other)
                nss_error(c, n->at, n->size, "", "this switch has a default already");
            other = n;
            continue;
        }
        if (!check_case(c, &seen, n))
            continue;
        nss_copy(c, RQ_NCS_OP_CPTOPSP, -4, 4);
        nss_gen_value(c, n->a);
        nss_op(c, RQ_NCS_OP_EQ, RQ_NCS_INT_INT);
        n->jump = nss_jump(c, RQ_NCS_OP_JNZ, 0);
        c->depth = before;
    }
    uint32_t jump = nss_jump(c, RQ_NCS_OP_JMP, 0);
    if (!other)
        return jump;
    other->jump = jump;
    return 0;
}

static void gen_switch(struct rq_nss_compiler *c, struct nss_node *node)
{
    struct nss_loop loop = {.outer = c->loop, .is_switch = true};
    int32_t before = c->depth;
    nss_gen_typed(c, node->a, int_type, "the value of switch");
    c->depth = before + 4;
    loop.depth = c->depth;
    uint32_t out = gen_cases(c, node);
    c->loop = &loop;
    gen_block(c, node->b);
    c->loop = loop.outer;
    nss_land(c, out);
    nss_land(c, loop.breaks);
    nss_pop(c, 4);
}

static void gen_case(struct rq_nss_compiler *c, struct nss_node *node)
{
    if (c->loop && c->depth > c->loop->depth)
        nss_warn(c, "skipped-variable", node->at, node->size,
                 "put the variable in front of the switch, or { } around each case",
                 "the jump to this case leaves out a variable of the switch");
    nss_land(c, node->jump);
}

/* A bare jump: what the blocks on the way hold stays on the stack, as the original compiler has it. */
static void gen_break(struct rq_nss_compiler *c, struct nss_node *node)
{
    bool goes_on = node->kind == NSS_S_CONTINUE;
    struct nss_loop *loop = c->loop;
    while (goes_on && loop && loop->is_switch)
        loop = loop->outer;
    if (!loop) {
        nss_error(c, node->at, node->size, "",
                  goes_on ? "continue stands outside of a loop"
                          : "break stands outside of a loop or switch");
        return;
    }
    if (c->depth > loop->depth)
        nss_warn(c, "leaking-break", node->at, node->size,
                 "put the variables in front of it, or end the block first",
                 "%d bytes of the blocks that are left stay on the stack", c->depth - loop->depth);
    uint32_t *jumps = goes_on ? &loop->continues : &loop->breaks;
    *jumps = nss_jump(c, RQ_NCS_OP_JMP, *jumps);
}

static void gen_return(struct rq_nss_compiler *c, struct nss_node *node)
{
    struct nss_type type = c->function->type;
    int32_t size = (int32_t)nss_size(c, type);
    char text[64];
    if (node->a && type.kind == NSS_VOID) {
        nss_error(c, node->a->at, node->a->size, "", "%s is void and can't return a value",
                  c->function->name->text);
        return;
    }
    if (!node->a && type.kind != NSS_VOID) {
        nss_error(c, node->at, node->size, "", "%s has to return %s", c->function->name->text,
                  nss_type_text(type, text));
        return;
    }
    if (node->a) {
        if (!nss_gen_typed(c, node->a, type, "what is returned"))
            return;
        nss_copy(c, RQ_NCS_OP_CPDOWNSP, -c->depth, (uint32_t)size);
    }
    if (c->depth != c->base)
        nss_op32(c, RQ_NCS_OP_MOVSP, 0, c->base - c->depth);
    c->returns = nss_jump(c, RQ_NCS_OP_JMP, c->returns);
    if (node->a)
        nss_pop(c, size);
}

static void gen_value_statement(struct rq_nss_compiler *c, struct nss_node *node)
{
    unsigned kind = node->a->kind;
    bool acts =
        kind == NSS_N_CALL || kind == NSS_N_ASSIGN || kind == NSS_N_BEFORE || kind == NSS_N_AFTER;
    if (gen_dropped(c, node->a) && !acts)
        nss_warn(c, "no-effect", node->at, node->size,
                 kind == NSS_N_BINARY && node->a->op == NSS_T_EQUAL ? "= sets a variable" : "",
                 "this statement does nothing");
}

static void gen_statement(struct rq_nss_compiler *c, struct nss_node *node)
{
    if (c->code.failed || c->no_memory || c->errors > NSS_MOST_PROBLEMS)
        return;
    if (node->kind != NSS_S_BLOCK && node->kind != NSS_S_CASE && node->kind != NSS_S_EMPTY)
        nss_note_line(c, node->at);
    switch (node->kind) {
    case NSS_S_BLOCK: gen_block(c, node); break;
    case NSS_S_VALUE: gen_value_statement(c, node); break;
    case NSS_S_LOCAL: gen_local(c, node); break;
    case NSS_S_IF: gen_if(c, node); break;
    case NSS_S_WHILE: gen_while(c, node); break;
    case NSS_S_DO: gen_do(c, node); break;
    case NSS_S_FOR: gen_for(c, node); break;
    case NSS_S_SWITCH: gen_switch(c, node); break;
    case NSS_S_CASE: gen_case(c, node); break;
    case NSS_S_BREAK:
    case NSS_S_CONTINUE: gen_break(c, node); break;
    case NSS_S_RETURN: gen_return(c, node); break;
    default: break;
    }
}

/* ---- functions ---- */

/* Behind the result stands the last parameter, the first on top. */
static bool gen_params(struct rq_nss_compiler *c, struct nss_decl *decl)
{
    for (uint32_t i = decl->count; i-- > 0;) {
        struct nss_param *p = &decl->params[i];
        if (!nss_check_type(c, p->type, p->at, p->size))
            return false;
        if (p->type.kind == NSS_VOID || p->type.kind == NSS_ACTION || !p->name) {
            nss_error(c, p->at, p->size, "",
                      p->name ? "a parameter can't be void or an action"
                              : "this parameter has no name");
            return false;
        }
        struct nss_var *var = new_var(c, p->name, p->type, p->at, p->size);
        if (!var)
            return false;
        var->param = true;
        declare(c, var);
        c->depth += (int32_t)nss_size(c, p->type);
        if (c->depth > NSS_MOST_CODE) {
            nss_error(c, p->at, p->size, "", "the parameters are too large");
            return false;
        }
    }
    return true;
}

void nss_gen_function(struct rq_nss_compiler *c, struct nss_function *f)
{
    struct nss_decl *decl = f->body;
    struct nss_file *outer = c->file;
    char text[64];
    f->made = true;
    f->start = nss_here(c);
    c->file = decl->file;
    c->function = decl;
    c->returns = 0;
    c->loop = NULL;
    c->block = 1;
    c->depth = (int32_t)nss_size(c, decl->type);
    int32_t result = c->depth;
    uint32_t noted = 0;
    nss_note_function(c, decl->name->text, decl);
    if (result)
        nss_note_variable(c, "#retval", decl->type, 0, &noted);
    if (!decl->broken && nss_check_type(c, decl->type, decl->at, decl->size) &&
        gen_params(c, decl)) {
        c->base = c->depth;
        gen_block(c, decl->value);
        nss_note_line(c, decl->value->end);
        nss_land(c, c->returns);
        nss_pop(c, c->base - result);
        nss_op(c, RQ_NCS_OP_RETN, 0);
        if (decl->type.kind != NSS_VOID && !ends(decl->value))
            nss_warn(c, "missing-return", decl->at, decl->size, "",
                     "%s can end without returning %s", decl->name->text,
                     nss_type_text(decl->type, text));
    }
    leave(c, NULL);
    nss_note_variable_end(c, noted);
    nss_note_function_end(c);
    c->function = NULL;
    c->file = outer;
}

void nss_gen_globals(struct rq_nss_compiler *c)
{
    c->in_globals = true;
    c->depth = 0;
    for (uint32_t i = 0; i < c->global_count && !c->code.failed && !c->no_memory; i++) {
        struct nss_decl *decl = c->globals[i];
        int32_t size = (int32_t)nss_size(c, decl->type), place = c->depth;
        struct nss_file *outer = c->file;
        uint32_t noted = 0;
        c->file = decl->file;
        c->function = decl; /* names that are declared behind it are not there yet */
        nss_note_line(c, decl->at);
        nss_reserve(c, decl->type);
        nss_note_variable(c, decl->name->text, decl->type, place, &noted);
        if (decl->value && !decl->broken) {
            nss_gen_typed(c, decl->value, decl->type, "the value of the variable");
            nss_copy(c, RQ_NCS_OP_CPDOWNSP, place - c->depth, (uint32_t)size);
            nss_pop(c, size);
        }
        c->function = NULL;
        c->file = outer;
    }
    nss_note_line(c, NSS_NO_LINE);
    c->in_globals = false;
}
