/* Code of expressions, with the check of their types. */
#include "script/nwscript/nss.h"

#include <stdio.h>

static const struct nss_type wrong = {NSS_WRONG, NULL}, int_type = {NSS_INT, NULL},
                             float_type = {NSS_FLOAT, NULL};

static const struct pair {
    uint8_t left, right, byte, result;
} pairs[NSS_PAIR_COUNT] = {
#define ROW(name, left, right, byte, result) {NSS_##left, NSS_##right, RQ_NCS_##byte, NSS_##result},
    NSS_PAIRS(ROW)
#undef ROW
};

/* How a value becomes one of another type; "" where there is no way. */
static const char *conversion(struct nss_type from, struct nss_type to)
{
    static const struct {
        uint8_t from, to;
        const char *hint;
    } ways[] = {
        {NSS_INT, NSS_FLOAT,
         "IntToFloat(...) makes a float of an int; a float number has a point: 1.0"},
        {NSS_FLOAT, NSS_INT, "FloatToInt(...) makes an int of a float"},
        {NSS_INT, NSS_STRING, "IntToString(...) makes a string of an int"},
        {NSS_FLOAT, NSS_STRING, "FloatToString(...) makes a string of a float"},
        {NSS_OBJECT, NSS_STRING, "GetTag(...) and GetName(...) give strings of an object"},
        {NSS_STRING, NSS_INT, "StringToInt(...) makes an int of a string"},
        {NSS_STRING, NSS_FLOAT, "StringToFloat(...) makes a float of a string"},
        {NSS_STRING, NSS_OBJECT, "GetObjectByTag(...) finds an object by its tag"},
        {NSS_OBJECT, NSS_LOCATION, "GetLocation(...) gives the place of an object"},
        {NSS_OBJECT, NSS_VECTOR, "GetPosition(...) gives the place of an object"},
        {NSS_OBJECT, NSS_INT, "GetIsObjectValid(...) says whether there is such an object"},
        {NSS_LOCATION, NSS_VECTOR, "GetPositionFromLocation(...) gives the place"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (ways[i].from == from.kind && ways[i].to == to.kind)
            return ways[i].hint;
    return "";
}

void nss_mismatch(struct rq_nss_compiler *c, const struct nss_node *node, struct nss_type got,
                  struct nss_type type, const char *what)
{
    char is[64], needed[64];
    nss_error(c, node->at, node->size, conversion(got, type), "%s has to be %s, but this is %s",
              what, nss_type_text(type, needed), nss_type_text(got, is));
}

bool nss_gen_typed(struct rq_nss_compiler *c, struct nss_node *node, struct nss_type type,
                   const char *what)
{
    struct nss_type got = nss_gen_value(c, node);
    if (got.kind == NSS_WRONG || type.kind == NSS_WRONG)
        return false;
    if (!nss_same_type(got, type)) {
        nss_mismatch(c, node, got, type, what);
        return false;
    }
    return true;
}

/* ---- variables ---- */

static void unknown_name(struct rq_nss_compiler *c, const struct nss_node *node)
{
    char hint[96];
    const struct nss_name *name = node->name;
    if (name->function || name->routine) {
        snprintf(hint, sizeof hint, "%.60s(...) calls it", name->text);
        nss_error(c, node->at, node->size, hint, "%s is a function", name->text);
        return;
    }
    if (c->incomplete)
        return;
    const char *meant = nss_did_you_mean(c, name, NSS_ANY_VALUE, hint);
    if (!*meant && (strcmp(name->text, "true") == 0 || strcmp(name->text, "false") == 0))
        meant = "TRUE and FALSE are written in capitals";
    nss_error(c, node->at, node->size, meant, "there is no variable or constant %s", name->text);
}

/* The variable or constant of a name; NULL after a message. */
static struct nss_var *find_var(struct rq_nss_compiler *c, const struct nss_node *node)
{
    struct nss_name *name = nss_bound(c, node->name);
    struct nss_var *var = name->local ? name->local : name->global;
    if (var && var->global && c->function && var->order > c->function->order) {
        nss_error(c, node->at, node->size, "move its declaration up",
                  "the global %s is declared further down", name->text);
        return NULL;
    }
    var = var ? var : name->constant;
    if (!var)
        unknown_name(c, node);
    else
        var->used = true;
    return var;
}

static bool find_member(struct rq_nss_compiler *c, struct nss_type type,
                        const struct nss_node *node, struct nss_type *member, uint32_t *offset)
{
    char text[64];
    const struct nss_name *name = node->name;
    if (type.kind == NSS_WRONG)
        return false;
    if (type.kind == NSS_VECTOR && name->size == 1 && name->text[0] >= 'x' &&
        name->text[0] <= 'z') {
        *member = float_type;
        *offset = (uint32_t)(name->text[0] - 'x') * 4;
        return true;
    }
    const struct nss_struct *s =
        type.kind == NSS_STRUCT ? nss_bound(c, type.name)->structure : NULL;
    for (uint32_t i = 0; s && i < s->decl->count; i++)
        if (s->decl->params[i].name == name) {
            *member = s->decl->params[i].type;
            *offset = s->offsets[i];
            return !s->broken;
        }
    if (s && s->broken)
        return false;
    const char *hint = type.kind == NSS_VECTOR ? "a vector has x, y and z"
                       : s                     ? ""
                                               : "only structs and vectors have members";
    nss_error(c, node->at, node->size, hint, "%s has no member %s", nss_type_text(type, text),
              name->text);
    return false;
}

/* Where a variable or a member of one is. */
struct place {
    struct nss_type type;
    int32_t at;
    bool global;
};

static bool find_place(struct rq_nss_compiler *c, const struct nss_node *node, struct place *place)
{
    if (node->kind == NSS_N_MEMBER) {
        uint32_t offset;
        struct nss_type member;
        if (!find_place(c, node->a, place) || !find_member(c, place->type, node, &member, &offset))
            return false;
        place->type = member;
        place->at += (int32_t)offset;
        return true;
    }
    if (node->kind != NSS_N_NAME) {
        if (node->kind != NSS_N_WRONG)
            nss_error(c, node->at, node->size, "", "only a variable can get a value");
        return false;
    }
    const struct nss_var *var = find_var(c, node);
    if (!var)
        return false;
    if (var->constant) {
        nss_error(c, node->at, node->size, "", "%s is a constant and can't get a value",
                  var->name->text);
        return false;
    }
    *place = (struct place){var->type, var->place, var->global};
    return true;
}

/* Offset for an instruction: from the base pointer for globals, once it is set, else from the top. */
static int32_t offset_of(const struct rq_nss_compiler *c, const struct place *place)
{
    return place->at - (place->global && !c->in_globals ? c->globals_size : c->depth);
}

static bool from_base(const struct rq_nss_compiler *c, const struct place *place)
{
    return place->global && !c->in_globals;
}

static struct nss_type gen_name(struct rq_nss_compiler *c, const struct nss_node *node)
{
    const struct nss_var *var = find_var(c, node);
    if (!var)
        return wrong;
    if (var->constant) {
        nss_put_value(c, &var->value);
        return var->type;
    }
    const struct place place = {var->type, var->place, var->global};
    nss_copy(c, from_base(c, &place) ? RQ_NCS_OP_CPTOPBP : RQ_NCS_OP_CPTOPSP, offset_of(c, &place),
             nss_size(c, var->type));
    return var->type;
}

/* All of the variable is copied, and the member kept. */
static struct nss_type gen_member(struct rq_nss_compiler *c, struct nss_node *node)
{
    struct nss_type member, type = nss_gen_value(c, node->a);
    uint32_t offset;
    if (!find_member(c, type, node, &member, &offset))
        return wrong;
    nss_put_destruct(c, nss_size(c, type), offset, nss_size(c, member));
    return member;
}

static void put_down(struct rq_nss_compiler *c, const struct place *place)
{
    nss_copy(c, from_base(c, place) ? RQ_NCS_OP_CPDOWNBP : RQ_NCS_OP_CPDOWNSP, offset_of(c, place),
             nss_size(c, place->type));
}

/* ---- operators ---- */

/* The operator for two values that are on the stack from `before` on. */
static struct nss_type gen_operator(struct rq_nss_compiler *c, const struct nss_node *node,
                                    unsigned op, struct nss_type a, struct nss_type b,
                                    int32_t before)
{
    const struct nss_sign *sign = &nss_signs[op];
    bool compares = sign->level == NSS_P_EQUAL || sign->level == NSS_P_ORDER;
    char left[64], right[64];
    if (a.kind == NSS_WRONG || b.kind == NSS_WRONG)
        return wrong;
    /* Vectors are compared as structs of three floats. */
    bool vectors = sign->level == NSS_P_EQUAL && a.kind == NSS_VECTOR && b.kind == NSS_VECTOR;
    for (unsigned i = 0; i < NSS_PAIR_COUNT; i++) {
        const struct pair *p = &pairs[i];
        bool fits = vectors ? i == NSS_TT
                            : sign->pairs >> i & 1 && p->left == a.kind && p->right == b.kind &&
                                  (i != NSS_TT || nss_same_type(a, b));
        if (!fits)
            continue;
        nss_op(c, sign->op, p->byte);
        if (i == NSS_TT) {
            rq_put8(&c->code, (uint8_t)(nss_size(c, a) >> 8));
            rq_put8(&c->code, (uint8_t)nss_size(c, a));
        }
        struct nss_type result = compares ? int_type : (struct nss_type){p->result, NULL};
        c->depth = before + (int32_t)nss_size(c, result);
        return result;
    }
    nss_error(c, node->at, node->size, conversion(b, a), "%s can't be used with %s and %s",
              sign->text, nss_type_text(a, left), nss_type_text(b, right));
    return wrong;
}

/* a; copy; JZ over b and LOGAND. */
static struct nss_type gen_and(struct rq_nss_compiler *c, struct nss_node *node)
{
    int32_t before = c->depth;
    bool fine = nss_gen_typed(c, node->a, int_type, "what stands before &&");
    nss_copy(c, RQ_NCS_OP_CPTOPSP, -4, 4);
    uint32_t over = nss_jump(c, RQ_NCS_OP_JZ, 0);
    c->depth = before + 4;
    fine &= nss_gen_typed(c, node->b, int_type, "what stands behind &&");
    nss_op(c, RQ_NCS_OP_LOGAND, RQ_NCS_INT_INT);
    c->depth = before + 4;
    nss_land(c, over);
    return fine ? int_type : wrong;
}

/* As the compilers before NWN 1.30: the second jump is JZ too, so that b always runs. */
static struct nss_type gen_or(struct rq_nss_compiler *c, struct nss_node *node)
{
    int32_t before = c->depth;
    bool fine = nss_gen_typed(c, node->a, int_type, "what stands before ||");
    nss_copy(c, RQ_NCS_OP_CPTOPSP, -4, 4);
    uint32_t next = nss_jump(c, RQ_NCS_OP_JZ, 0);
    c->depth = before + 4;
    nss_copy(c, RQ_NCS_OP_CPTOPSP, -4, 4);
    uint32_t over = nss_jump(c, RQ_NCS_OP_JZ, 0);
    c->depth = before + 4;
    nss_land(c, next);
    fine &= nss_gen_typed(c, node->b, int_type, "what stands behind ||");
    nss_land(c, over);
    nss_op(c, RQ_NCS_OP_LOGOR, RQ_NCS_INT_INT);
    c->depth = before + 4;
    return fine ? int_type : wrong;
}

static struct nss_type gen_binary(struct rq_nss_compiler *c, struct nss_node *node)
{
    int32_t before = c->depth;
    if (node->op == NSS_T_AND)
        return gen_and(c, node);
    if (node->op == NSS_T_OR)
        return gen_or(c, node);
    struct nss_type a = nss_gen_value(c, node->a), b = nss_gen_value(c, node->b);
    return gen_operator(c, node, node->op, a, b, before);
}

static struct nss_type gen_unary(struct rq_nss_compiler *c, struct nss_node *node)
{
    char text[64];
    struct nss_type type = nss_gen_value(c, node->a);
    bool negates = node->op == NSS_T_SUB;
    if (type.kind == NSS_WRONG)
        return wrong;
    if (type.kind == NSS_INT || (type.kind == NSS_FLOAT && negates)) {
        nss_op(c, negates ? RQ_NCS_OP_NEG : nss_signs[node->op].op,
               type.kind == NSS_INT ? RQ_NCS_INT : RQ_NCS_FLOAT);
        return type;
    }
    nss_error(c, node->at, node->size, conversion(type, int_type), "%s can't be used with %s",
              nss_signs[node->op].text, nss_type_text(type, text));
    return wrong;
}

/* ++ and --, before or behind. */
static struct nss_type gen_step(struct rq_nss_compiler *c, struct nss_node *node)
{
    struct place place;
    char text[64];
    bool up = node->op == NSS_T_INCREMENT, before = node->kind == NSS_N_BEFORE;
    if (!find_place(c, node->a, &place) || place.type.kind == NSS_WRONG)
        return wrong;
    if (place.type.kind != NSS_INT) {
        nss_error(c, node->at, node->size, "", "%s is only for int, and this is %s",
                  nss_signs[node->op].text, nss_type_text(place.type, text));
        return wrong;
    }
    unsigned op = up ? RQ_NCS_OP_INCSP : RQ_NCS_OP_DECSP;
    if (from_base(c, &place))
        op = up ? RQ_NCS_OP_INCBP : RQ_NCS_OP_DECBP;
    if (before)
        nss_op32(c, op, RQ_NCS_INT, offset_of(c, &place));
    struct nss_type type = nss_gen_value(c, node->a);
    if (!before)
        nss_op32(c, op, RQ_NCS_INT, offset_of(c, &place));
    return type;
}

static struct nss_type gen_assign(struct rq_nss_compiler *c, struct nss_node *node)
{
    struct place place;
    unsigned op = nss_signs[node->op].base;
    int32_t before = c->depth;
    if (!find_place(c, node->a, &place)) {
        nss_gen_value(c, node->b);
        return wrong;
    }
    if (!op) {
        if (!nss_gen_typed(c, node->b, place.type, "the new value"))
            return wrong;
    } else {
        char is[64], needed[64];
        struct nss_type a = nss_gen_value(c, node->a), b = nss_gen_value(c, node->b);
        struct nss_type got = gen_operator(c, node, op, a, b, before);
        if (got.kind == NSS_WRONG)
            return wrong;
        if (!nss_same_type(got, place.type)) {
            nss_error(c, node->at, node->size, conversion(got, place.type),
                      "%s gives %s here, but the variable is %s", nss_signs[node->op].text,
                      nss_type_text(got, is), nss_type_text(place.type, needed));
            return wrong;
        }
    }
    put_down(c, &place);
    return place.type;
}

static struct nss_type gen_choice(struct rq_nss_compiler *c, struct nss_node *node)
{
    int32_t before = c->depth;
    bool fine = nss_gen_typed(c, node->a, int_type, "the condition of ?:");
    uint32_t other = nss_jump(c, RQ_NCS_OP_JZ, 0);
    c->depth = before;
    struct nss_type type = nss_gen_value(c, node->b);
    uint32_t out = nss_jump(c, RQ_NCS_OP_JMP, 0);
    nss_land(c, other);
    c->depth = before;
    fine &= nss_gen_typed(c, node->c, type, "the second value of ?:");
    nss_land(c, out);
    return fine ? type : wrong;
}

static struct nss_type gen_vector(struct rq_nss_compiler *c, const struct nss_node *node)
{
    struct nss_value value;
    if (!nss_constant(c, node, &value)) {
        nss_error(c, node->at, node->size, "Vector(x, y, z) makes one of variables",
                  "[x, y, z] takes only float numbers such as 1.0");
        return wrong;
    }
    nss_put_value(c, &value);
    return value.type;
}

struct nss_type nss_gen_value(struct rq_nss_compiler *c, struct nss_node *node)
{
    struct nss_value value;
    if (c->code.failed)
        return wrong;
    switch (node->kind) {
    case NSS_N_INT:
    case NSS_N_FLOAT:
    case NSS_N_STRING:
    case NSS_N_OBJECT:
        nss_constant(c, node, &value);
        nss_put_value(c, &value);
        return value.type;
    case NSS_N_VECTOR: return gen_vector(c, node);
    case NSS_N_NAME: return gen_name(c, node);
    case NSS_N_CALL: return nss_gen_call(c, node);
    case NSS_N_MEMBER: return gen_member(c, node);
    case NSS_N_UNARY: return gen_unary(c, node);
    case NSS_N_BEFORE:
    case NSS_N_AFTER: return gen_step(c, node);
    case NSS_N_BINARY: return gen_binary(c, node);
    case NSS_N_ASSIGN: return gen_assign(c, node);
    case NSS_N_CHOICE: return gen_choice(c, node);
    default: return wrong;
    }
}
