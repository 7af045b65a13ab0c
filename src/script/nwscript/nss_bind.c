/* What names mean in one script: its declarations and those of its includes, in the order of the text. */
#include "script/nwscript/nss.h"

#include <stdio.h>

/* ---- types ---- */

static const uint8_t sizes[] = {
#define ROW(name, text, byte, size) size,
    NSS_TYPES(ROW)
#undef ROW
};

uint32_t nss_size(const struct rq_nss_compiler *c, struct nss_type type)
{
    if (type.kind != NSS_STRUCT)
        return type.kind < NSS_STRUCT ? sizes[type.kind] : 0;
    const struct nss_struct *s = nss_bound(c, type.name)->structure;
    return s ? s->size : 0;
}

bool nss_same_type(struct nss_type a, struct nss_type b)
{
    return a.kind == b.kind && (a.kind != NSS_STRUCT || a.name == b.name);
}

bool nss_check_type(struct rq_nss_compiler *c, struct nss_type type, uint32_t at, uint32_t size)
{
    char hint[96];
    if (type.kind == NSS_WRONG)
        return false;
    if (type.kind == NSS_STRUCT && !nss_bound(c, type.name)->structure) {
        if (!c->incomplete)
            nss_error(c, at, size, nss_did_you_mean(c, type.name, NSS_ANY_STRUCT, hint),
                      "there is no struct %s", type.name->text);
        return false;
    }
    return true;
}

/* ---- constants ---- */

static bool negate(struct nss_value *v)
{
    if (v->type.kind == NSS_INT)
        v->number = (int32_t)(0u - (uint32_t)v->number);
    else if (v->type.kind == NSS_FLOAT)
        v->number = (int32_t)((uint32_t)v->number ^ 0x80000000u);
    return v->type.kind == NSS_INT || v->type.kind == NSS_FLOAT;
}

/* Of whole numbers; enough for const, cases and defaults. */
static bool fold(unsigned op, int32_t a, int32_t b, int32_t *v)
{
    uint32_t x = (uint32_t)a, y = (uint32_t)b, r;
    switch (op) {
    case NSS_T_ADD: r = x + y; break;
    case NSS_T_SUB: r = x - y; break;
    case NSS_T_MUL: r = x * y; break;
    case NSS_T_BITOR: r = x | y; break;
    case NSS_T_BITAND: r = x & y; break;
    case NSS_T_BITXOR: r = x ^ y; break;
    case NSS_T_LEFT: r = y < 32 ? x << y : 0; break;
    default: return false;
    }
    *v = (int32_t)r;
    return true;
}

static bool constant_name(struct rq_nss_compiler *c, struct nss_name *name, struct nss_value *value)
{
    nss_bound(c, name);
    const struct nss_var *var = name->local && !c->no_locals ? name->local
                                : name->global               ? name->global
                                                             : name->constant;
    if (!var || !var->constant)
        return false;
    *value = var->value;
    return true;
}

static bool constant_vector(struct rq_nss_compiler *c, const struct nss_node *node,
                            struct nss_value *value)
{
    const struct nss_node *parts[] = {node->a, node->b, node->c};
    struct nss_value v[3];
    for (size_t i = 0; i < 3; i++)
        if (!nss_constant(c, parts[i], &v[i]) || v[i].type.kind != NSS_FLOAT)
            return false;
    *value = (struct nss_value){{NSS_VECTOR, NULL}, v[0].number, {v[1].number, v[2].number}, {0}};
    return true;
}

bool nss_constant(struct rq_nss_compiler *c, const struct nss_node *node, struct nss_value *value)
{
    struct nss_value b;
    switch (node->kind) {
    case NSS_N_INT:
        *value = (struct nss_value){{NSS_INT, NULL}, node->number, {0}, {0}};
        return true;
    case NSS_N_FLOAT:
        *value = (struct nss_value){{NSS_FLOAT, NULL}, node->number, {0}, {0}};
        return true;
    case NSS_N_OBJECT:
        *value = (struct nss_value){{NSS_OBJECT, NULL}, node->number, {0}, {0}};
        return true;
    case NSS_N_STRING:
        *value = (struct nss_value){{NSS_STRING, NULL}, 0, {0}, node->text};
        return true;
    case NSS_N_VECTOR: return constant_vector(c, node, value);
    case NSS_N_NAME: return constant_name(c, node->name, value);
    case NSS_N_UNARY:
        if (!nss_constant(c, node->a, value))
            return false;
        if (node->op == NSS_T_TILDE && value->type.kind == NSS_INT) {
            value->number = ~value->number;
            return true;
        }
        return node->op == NSS_T_SUB && negate(value);
    case NSS_N_BINARY:
        return nss_constant(c, node->a, value) && nss_constant(c, node->b, &b) &&
               value->type.kind == NSS_INT && b.type.kind == NSS_INT &&
               fold(node->op, value->number, b.number, &value->number);
    default: return false;
    }
}

/* ---- declarations ---- */

static bool no_memory(struct rq_nss_compiler *c)
{
    c->no_memory = true;
    return false;
}

/* "it is declared in k_inc_x.nss already" */
static void declared_twice(struct rq_nss_compiler *c, const struct nss_decl *decl, const char *what,
                           const char *where)
{
    char hint[128];
    snprintf(hint, sizeof hint, "the first is in %.100s", where);
    nss_error(c, decl->at, decl->size, hint, "%s is %s already", decl->name->text, what);
}

static bool bind_struct(struct rq_nss_compiler *c, struct nss_decl *decl)
{
    struct nss_name *name = nss_bound(c, decl->name);
    struct nss_struct *s = rq_arena_get(&c->arena, 1, sizeof *s);
    if (!s || !(s->offsets = rq_arena_get(&c->arena, decl->count, sizeof *s->offsets)))
        return no_memory(c);
    if (name->structure) {
        declared_twice(c, decl, "declared", name->structure->decl->file->path);
        return true;
    }
    s->decl = decl;
    s->broken = decl->broken;
    for (uint32_t i = 0; i < decl->count; i++) {
        struct nss_param *m = &decl->params[i];
        s->offsets[i] = s->size;
        if (!nss_check_type(c, m->type, m->at, m->size)) {
            s->broken = true;
            continue;
        }
        if (m->type.kind == NSS_VOID || m->type.kind == NSS_ACTION)
            nss_error(c, m->at, m->size, "", "a member can't be void or an action");
        if (m->type.kind == NSS_STRUCT && m->type.name->structure->depth >= s->depth)
            s->depth = m->type.name->structure->depth + 1;
        for (uint32_t k = 0; k < i && k < 64; k++)
            if (decl->params[k].name == m->name && m->name)
                nss_error(c, m->at, m->size, "", "the struct has a member %s already",
                          m->name->text);
        s->size += nss_size(c, m->type);
        if (s->size > NSS_MOST_STRUCT || i >= NSS_MOST_MEMBERS || s->depth > NSS_MOST_NESTING) {
            nss_error(c, decl->at, decl->size, "",
                      "a struct has at most %d bytes, %d members and %d structs in each other",
                      NSS_MOST_STRUCT, NSS_MOST_MEMBERS, NSS_MOST_NESTING);
            return true;
        }
    }
    name->structure = s;
    return true;
}

static bool bind_constant(struct rq_nss_compiler *c, struct nss_var *var, struct nss_decl *decl)
{
    if (!decl->value || !nss_constant(c, decl->value, &var->value)) {
        const struct nss_node *v = decl->value;
        if (!decl->broken)
            nss_error(c, v ? v->at : decl->at, v ? v->size : decl->size, "",
                      "a constant needs a value that is a number, a string or another constant");
        return false;
    }
    if (!nss_same_type(var->value.type, var->type)) {
        char a[64], b[64];
        nss_error(c, decl->value->at, decl->value->size, "", "%s is %s, but its value is %s",
                  decl->name->text, nss_type_text(var->type, a), nss_type_text(var->value.type, b));
        return false;
    }
    return true;
}

static bool bind_global(struct rq_nss_compiler *c, struct nss_decl *decl)
{
    struct nss_name *name = nss_bound(c, decl->name);
    if (name->global || name->function || name->routine) {
        declared_twice(c, decl, name->routine ? "a function of the engine" : "declared",
                       name->routine    ? "nwscript.nss"
                       : name->function ? name->function->first->file->path
                                        : "this script or an include");
        return true;
    }
    if (name->constant)
        nss_warn(c, "shadowed", decl->at, decl->size, "",
                 "%s hides the constant of nwscript.nss of the same name", name->text);
    if (!nss_check_type(c, decl->type, decl->at, decl->size))
        return true;
    if (decl->type.kind == NSS_VOID || decl->type.kind == NSS_ACTION) {
        nss_error(c, decl->at, decl->size, "", "a variable can't be void or an action");
        return true;
    }
    struct nss_var *var = rq_arena_get(&c->arena, 1, sizeof *var);
    if (!var)
        return no_memory(c);
    *var = (struct nss_var){.name = name, .type = decl->type, .global = true, .order = c->order};
    var->at = decl->at;
    if (decl->constant) {
        var->constant = bind_constant(c, var, decl);
        name->global = var;
        return true;
    }
    struct nss_decl **globals =
        rq_arena_more(&c->arena, &c->globals, c->global_count, &c->global_room, sizeof(void *));
    if (!globals)
        return no_memory(c);
    globals[c->global_count++] = decl;
    var->place = c->globals_size;
    c->globals_size += (int32_t)nss_size(c, decl->type);
    if (c->globals_size > NSS_MOST_CODE) {
        nss_error(c, decl->at, decl->size, "", "the globals are larger than %d bytes",
                  NSS_MOST_CODE);
        c->globals_size = 0;
    }
    name->global = var;
    return true;
}

/* A prototype and its body have to agree. */
static void compare(struct rq_nss_compiler *c, const struct nss_decl *a, const struct nss_decl *b)
{
    char was[64], is[64], hint[128];
    snprintf(hint, sizeof hint, "it was declared in %.100s", a->file->path);
    if (!nss_same_type(a->type, b->type)) {
        nss_error(c, b->at, b->size, hint, "%s returns %s here, but %s where it was declared",
                  b->name->text, nss_type_text(b->type, is), nss_type_text(a->type, was));
        return;
    }
    if (a->count != b->count) {
        nss_error(c, b->at, b->size, hint,
                  "%s has %u parameters here, but %u where it was declared", b->name->text,
                  b->count, a->count);
        return;
    }
    for (uint32_t i = 0; i < a->count; i++)
        if (!nss_same_type(a->params[i].type, b->params[i].type)) {
            nss_error(c, b->params[i].at, b->params[i].size, hint,
                      "parameter %u of %s is %s here, but %s where it was declared", i + 1,
                      b->name->text, nss_type_text(b->params[i].type, is),
                      nss_type_text(a->params[i].type, was));
            return;
        }
}

static bool bind_function(struct rq_nss_compiler *c, struct nss_decl *decl)
{
    struct nss_name *name = nss_bound(c, decl->name);
    struct nss_function *f = name->function;
    if (name->routine || name->global) {
        declared_twice(c, decl, name->routine ? "a function of the engine" : "a variable",
                       name->routine ? "nwscript.nss" : "this script or an include");
        return true;
    }
    if (f) {
        if (f->body && !decl->prototype) {
            declared_twice(c, decl, "defined", f->body->file->path);
            return true;
        }
        if (!f->first->broken && !(decl->broken && !decl->value))
            compare(c, f->first, decl);
        f->body = decl->prototype ? f->body : decl;
        return true;
    }
    f = rq_arena_get(&c->arena, 1, sizeof *f);
    if (!f)
        return no_memory(c);
    f->first = decl;
    f->body = decl->prototype ? NULL : decl;
    name->function = f;
    *c->last_function = f;
    c->last_function = &f->next;
    return true;
}

/* ---- includes ---- */

static struct nss_file *read_include(struct rq_nss_compiler *c, const struct nss_decl *decl)
{
    struct rq_bytes text = {0};
    const char *path = NULL;
    if (decl->name->missing)
        return NULL;
    if (!c->options.include ||
        !c->options.include(c->options.ctx, decl->name->text, &text, &path)) {
        decl->name->missing = true;
        return NULL;
    }
    struct nss_file *file = rq_arena_get(&c->keep, 1, sizeof *file);
    if (!file) {
        no_memory(c);
        return NULL;
    }
    file->path = path ? path : decl->name->text;
    file->text = text;
    file->name = decl->name;
    file->next = c->includes;
    c->includes = file;
    nss_parse(c, &c->keep, file, false);
    decl->name->file = file;
    return file;
}

static bool bind_include(struct rq_nss_compiler *c, struct nss_decl *decl, unsigned depth)
{
    bool fresh = !decl->name->file;
    if (strcmp(decl->name->text, "nwscript") == 0)
        return true; /* every script has it */
    struct nss_file *file = fresh ? read_include(c, decl) : decl->name->file;
    if (c->no_memory)
        return false;
    if (!file) {
        nss_error(c, decl->at, decl->size,
                  "-I names folders with includes, --game the game that has them",
                  "there is no include %s", decl->name->text);
        c->incomplete = true;
        return true;
    }
    if (file->script == c->script)
        return true;
    file->script = c->script;
    if (file->errors && !fresh)
        nss_error(c, decl->at, decl->size, "", "the include %s has %zu errors", decl->name->text,
                  file->errors);
    if (depth >= NSS_MOST_INCLUDES) {
        nss_error(c, decl->at, decl->size, "", "more than %d includes in each other",
                  NSS_MOST_INCLUDES);
        return true;
    }
    struct nss_file **used =
        rq_arena_more(&c->arena, &c->used, c->used_count, &c->used_room, sizeof(void *));
    if (!used)
        return no_memory(c);
    used[c->used_count++] = file;
    return nss_bind_file(c, file, depth + 1);
}

bool nss_bind_file(struct rq_nss_compiler *c, struct nss_file *file, unsigned depth)
{
    struct nss_file *outer = c->file;
    bool fine = true;
    c->file = file;
    for (struct nss_decl *d = file->first; d && fine; d = d->next) {
        d->order = ++c->order;
        switch (d->kind) {
        case NSS_D_INCLUDE: fine = !d->name || bind_include(c, d, depth); break;
        case NSS_D_GLOBAL: fine = bind_global(c, d); break;
        case NSS_D_STRUCT: fine = bind_struct(c, d); break;
        default: fine = bind_function(c, d); break;
        }
    }
    c->file = outer;
    return fine;
}

/* ---- the engine ---- */

/* What nwscript.nss declares holds for all scripts: routines in the order of the text, and constants. */
bool nss_bind_engine(struct rq_nss_compiler *c)
{
    uint32_t routines = 0;
    c->file = &c->nwscript;
    for (struct nss_decl *d = c->nwscript.first; d; d = d->next) {
        if (d->kind == NSS_D_FUNCTION) {
            d->number = routines++;
            if (d->number > 0xFFFF || d->count > 0xFF)
                nss_error(c, d->at, d->size, "",
                          "the engine can't have so many routines or parameters");
            if (!d->name->routine)
                d->name->routine = d;
            continue;
        }
        if (d->kind != NSS_D_GLOBAL)
            continue;
        struct nss_var *var = rq_arena_get(&c->keep, 1, sizeof *var);
        if (!var)
            return no_memory(c);
        *var = (struct nss_var){.name = d->name, .type = d->type, .global = true};
        var->constant = bind_constant(c, var, d);
        d->name->constant = var;
    }
    return true;
}
