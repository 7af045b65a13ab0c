/* Code of calls: arguments, defaults, actions. */
#include "script/nwscript/nss.h"

#include <stdio.h>

static const struct nss_type wrong = {NSS_WRONG, NULL};

/* The code of a call that runs later, with the stack as it is now. */
static void gen_action(struct rq_nss_compiler *c, struct nss_node *node)
{
    int32_t before = c->depth;
    char text[64];
    if (node->kind != NSS_N_CALL) {
        if (node->kind != NSS_N_WRONG)
            nss_error(c, node->at, node->size, "", "an action has to be a call of a function");
        return;
    }
    nss_put_state(c);
    uint32_t over = nss_jump(c, RQ_NCS_OP_JMP, 0);
    struct nss_type type = nss_gen_call(c, node);
    if (type.kind != NSS_VOID && type.kind != NSS_WRONG)
        nss_error(c, node->at, node->size, "call it in a void function of your own, and give that",
                  "an action can't return a value, but %s returns %s", node->name->text,
                  nss_type_text(type, text));
    nss_op(c, RQ_NCS_OP_RETN, 0);
    nss_land(c, over);
    c->depth = before;
}

static void gen_argument(struct rq_nss_compiler *c, const struct nss_decl *decl, uint32_t i,
                         struct nss_node *node)
{
    char what[160];
    const struct nss_param *param = &decl->params[i];
    if (param->type.kind == NSS_ACTION) {
        gen_action(c, node);
        return;
    }
    struct nss_type got = nss_gen_value(c, node);
    if (got.kind == NSS_WRONG || param->type.kind == NSS_WRONG || nss_same_type(got, param->type))
        return;
    snprintf(what, sizeof what, "argument %u (%.40s) of %.60s", i + 1,
             param->name ? param->name->text : "no name", decl->name->text);
    nss_mismatch(c, node, got, param->type, what);
}

/* What stands in the declaration: a constant of the right type. */
static void gen_default(struct rq_nss_compiler *c, const struct nss_param *param,
                        const struct nss_node *initial, const struct nss_node *call)
{
    struct nss_value value;
    c->no_locals = true;
    bool constant = nss_constant(c, initial, &value);
    c->no_locals = false;
    /* SpeakOneLinerConversation has OBJECT_TYPE_INVALID, an int, for an object: OBJECT_INVALID is meant. */
    if (constant && param->type.kind == NSS_OBJECT && value.type.kind == NSS_INT)
        value = (struct nss_value){{NSS_OBJECT, NULL}, 1, {0}, {0}};
    if (constant && param->type.kind == NSS_FLOAT && value.type.kind == NSS_INT)
        value = (struct nss_value){
            {NSS_FLOAT, NULL}, (int32_t)rq_f32_bits((float)value.number), {0}, {0}};
    if (constant && nss_same_type(value.type, param->type))
        nss_put_value(c, &value);
    else if (initial->kind != NSS_N_WRONG && !c->incomplete)
        nss_error(c, call->at, call->size, "give the argument here",
                  "the default of parameter %s is no constant of its type",
                  param->name ? param->name->text : "");
}

/* The value that a parameter has when it is left out; it stands in the prototype or in front of the body. */
static struct nss_node *default_of(const struct nss_decl *first, const struct nss_function *f,
                                   uint32_t i)
{
    if (first->params[i].initial || !f || !f->body || i >= f->body->count)
        return first->params[i].initial;
    return f->body->params[i].initial;
}

/* Those behind the last parameter without a default can be left out. */
static uint32_t least_arguments(const struct nss_decl *decl, const struct nss_function *f)
{
    uint32_t least = decl->count;
    while (least && default_of(decl, f, least - 1))
        least--;
    return least;
}

static void wrong_count(struct rq_nss_compiler *c, const struct nss_node *node,
                        const struct nss_decl *decl, const struct nss_function *f, uint32_t count)
{
    uint32_t least = least_arguments(decl, f);
    char range[32], hint[160];
    size_t used = 0;
    if (least == decl->count)
        snprintf(range, sizeof range, "%u", least);
    else
        snprintf(range, sizeof range, "%u to %u", least, decl->count);
    hint[0] = 0;
    for (uint32_t i = 0; i < decl->count && used + 1 < sizeof hint; i++) {
        char type[64];
        int n = snprintf(hint + used, sizeof hint - used, "%s%s %.40s", i ? ", " : "it takes ",
                         nss_type_text(decl->params[i].type, type),
                         decl->params[i].name ? decl->params[i].name->text : "");
        used += n > 0 ? (size_t)n : 0;
    }
    nss_error(c, node->at, node->size, hint, "%s takes %s argument%s, not %u", decl->name->text,
              range, decl->count == 1 ? "" : "s", count);
}

/* Arguments from the last to the first, with defaults for those that are left out. False after a message. */
static bool gen_arguments(struct rq_nss_compiler *c, struct nss_node *node,
                          const struct nss_decl *decl, const struct nss_function *f)
{
    uint32_t count = 0;
    for (struct nss_node *a = node->a; a; a = a->next)
        count++;
    struct nss_node **args = rq_arena_get(&c->arena, count, sizeof(void *));
    if (!args) {
        c->no_memory = true;
        return false;
    }
    count = 0;
    for (struct nss_node *a = node->a; a; a = a->next)
        args[count++] = a;
    if (count > decl->count || count < least_arguments(decl, f)) {
        wrong_count(c, node, decl, f, count);
        return false;
    }
    for (uint32_t i = decl->count; i-- > 0 && !c->code.failed;) {
        if (i < count)
            gen_argument(c, decl, i, args[i]);
        else
            gen_default(c, &decl->params[i], default_of(decl, f, i), node);
    }
    return true;
}

static struct nss_type gen_user_call(struct rq_nss_compiler *c, struct nss_node *node,
                                     struct nss_function *f)
{
    int32_t before = c->depth;
    struct nss_type type = f->first->type;
    if (f->first->broken && !f->first->value)
        return wrong;
    if (!f->body && !c->incomplete)
        nss_error(c, node->at, node->size, "", "%s is declared, but has no body", node->name->text);
    nss_reserve(c, type);
    if (!gen_arguments(c, node, f->first, f))
        return wrong;
    f->jumps = nss_jump(c, RQ_NCS_OP_JSR, f->jumps);
    c->depth = before + (int32_t)nss_size(c, type);
    return type;
}

struct nss_type nss_gen_call(struct rq_nss_compiler *c, struct nss_node *node)
{
    int32_t before = c->depth;
    struct nss_name *name = nss_bound(c, node->name);
    if (name->function)
        return gen_user_call(c, node, name->function);
    const struct nss_decl *routine = name->routine;
    if (routine) {
        if (!gen_arguments(c, node, routine, NULL))
            return wrong;
        nss_put_action(c, routine->number, routine->count);
        c->depth = before + (int32_t)nss_size(c, routine->type);
        return routine->type;
    }
    char hint[96];
    if (name->local || name->global || name->constant)
        nss_error(c, node->at, node->size, "", "%s is a variable or constant, not a function",
                  name->text);
    else if (!c->incomplete)
        nss_error(c, node->at, node->size, nss_did_you_mean(c, name, NSS_ANY_CALL, hint),
                  "there is no function %s", name->text);
    return wrong;
}
