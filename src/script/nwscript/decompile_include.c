/* Decompiler: functions of includes, known by their code. The include is compiled with all of its functions; where a
 * function of the script has the same instructions, and calls functions that have the same, it is that one. */
#include "script/nwscript/decompile.h"

#include <stdio.h>
#include <stdlib.h>

#define NONE UINT32_MAX

/* ---- the library ---- */

/* Globals that are structs or vectors are not taken over. */
static bool find_globals(struct nd_library *l)
{
    const struct rq_ndb_function *f = rq_ndb_function_named(l->ndb, "#globals");
    if (!f)
        return true;
    int32_t from = rq_ncs_at(&l->ncs, f->start), to = from;
    while (to >= 0 && (size_t)to < l->ncs.count && l->ncs.instrs[to].op != RQ_NCS_OP_SAVEBP)
        to++;
    l->global_from = (uint32_t)from;
    l->global_to = (uint32_t)to;
    for (uint32_t i = 0; i < l->ndb->variable_count; i++)
        if (rq_ndb_is_global(l->ndb, &l->ndb->variables[i])) {
            l->globals++;
            if (l->ndb->variables[i].type.kind == 't')
                return false;
        }
    return true;
}

struct nd_library *nd_library_open(struct rq_nss_compiler *compiler, const char *name)
{
    struct nd_library *l = rq_mem_zeroed(1, sizeof *l);
    struct rq_error err = {0};
    struct rq_out symbols = {0};
    char source[64];
    if (!l)
        return NULL;
    int size = snprintf(source, sizeof source, "#include \"%.16s\"\nvoid main() { }\n", name);
    snprintf(l->name, sizeof l->name, "%.16s", name);
    bool made =
        rq_nss_compile_next(compiler, (struct rq_bytes){(const uint8_t *)source, (size_t)size},
                            "all.nss", &l->file, NULL, &err);
    bool fine = made && l->file.size >= RQ_NCS_HEAD;
    if (fine) {
        struct rq_bytes code = {l->file.data + RQ_NCS_HEAD, l->file.size - RQ_NCS_HEAD};
        rq_ndb_put(rq_nss_debug(compiler), &symbols);
        l->ndb = symbols.failed ? NULL : rq_ndb_open(rq_out_bytes(&symbols), NULL);
        fine = l->ndb && rq_ncs_decode(code, &l->arena, &l->ncs) && find_globals(l);
    }
    rq_out_free(&symbols);
    if (fine)
        return l;
    nd_library_close(l);
    return NULL;
}

void nd_library_close(struct nd_library *library)
{
    if (!library)
        return;
    rq_ndb_close(library->ndb);
    rq_arena_free(&library->arena);
    rq_out_free(&library->file);
    free(library);
}

/* ---- comparing ---- */

struct match {
    const struct nd *d;
    const struct nd_library *l;
    int32_t shift;   /* bytes of globals that the script has more */
    uint32_t *which; /* by function of the script: one of the library, or NONE */
};

static bool same_place(const struct match *m, const struct rq_ncs_instr *x,
                       const struct rq_ncs_instr *y)
{
    switch (x->op) {
    case RQ_NCS_OP_CPDOWNBP:
    case RQ_NCS_OP_CPTOPBP:
    case RQ_NCS_OP_INCBP:
    case RQ_NCS_OP_DECBP: return x->a == y->a - m->shift && x->b == y->b;
    case RQ_NCS_OP_STORESTATE: return x->a == y->a + m->shift && x->b == y->b;
    default: break;
    }
    if (rq_ncs_is_text(x) && x->a == y->a)
        return memcmp(x->text, y->text, (size_t)x->a) == 0;
    return x->a == y->a && x->b == y->b && x->c == y->c;
}

/* Instructions of both, without the targets of calls. */
static bool same_code(const struct match *m, uint32_t from, uint32_t from_library, uint32_t count)
{
    if (from + (size_t)count > m->d->ncs->count || from_library + (size_t)count > m->l->ncs.count)
        return false;
    const struct rq_ncs_instr *x = &m->d->ncs->instrs[from];
    const struct rq_ncs_instr *y = &m->l->ncs.instrs[from_library];
    for (uint32_t i = 0; i < count; i++, x++, y++) {
        if (x->op != y->op || x->type != y->type || x->args != y->args)
            return false;
        if (x->op == RQ_NCS_OP_JSR)
            continue;
        if (rq_ncs_jumps(x) ? x->to - (int32_t)from != y->to - (int32_t)from_library
                            : !same_place(m, x, y))
            return false;
    }
    return true;
}

static bool is_same(const struct match *m, uint32_t fn, uint32_t which)
{
    const struct rq_ndb_function *f = &m->l->ndb->functions[which];
    const struct nd_fn *own = &m->d->fns[fn];
    int32_t from = rq_ncs_at(&m->l->ncs, f->start), to = rq_ncs_at(&m->l->ncs, f->end);
    return from >= 0 && to >= from && (uint32_t)(to - from) == own->end - own->start &&
           f->name[0] != '#' && strcmp(f->name, "main") != 0 &&
           strlen(f->name) < sizeof own->name &&
           same_code(m, own->start, (uint32_t)from, own->end - own->start);
}

static uint32_t function_at(const struct nd_library *l, int32_t index)
{
    for (uint32_t i = 0; index >= 0 && (size_t)index < l->ncs.count && i < l->ndb->function_count;
         i++)
        if (l->ndb->functions[i].start == l->ncs.instrs[index].offset)
            return i;
    return NONE;
}

/* Whether what it calls is what the one of the library calls. Twins, which have the same code, are told apart here. */
static bool calls_same(const struct match *m, uint32_t fn)
{
    const struct nd_fn *own = &m->d->fns[fn];
    int32_t from = rq_ncs_at(&m->l->ncs, m->l->ndb->functions[m->which[fn]].start);
    for (uint32_t i = own->start; i < own->end; i++) {
        const struct rq_ncs_instr *x = &m->d->ncs->instrs[i];
        if (x->op != RQ_NCS_OP_JSR)
            continue;
        uint32_t target = x->to >= 0 ? m->d->fn_at[x->to] : 0;
        uint32_t wanted = function_at(m->l, m->l->ncs.instrs[(uint32_t)from + (i - own->start)].to);
        if (!target || wanted == NONE || m->which[target - 1] == NONE)
            return false;
        if (m->which[target - 1] != wanted) {
            if (!is_same(m, target - 1, wanted))
                return false;
            m->which[target - 1] = wanted;
        }
    }
    return true;
}

static void find_matches(struct match *m)
{
    bool news = true;
    for (uint32_t i = 0; i < m->d->fn_count; i++) {
        m->which[i] = NONE;
        for (uint32_t k = 0; i && k < m->l->ndb->function_count && m->which[i] == NONE; k++)
            if (is_same(m, i, k))
                m->which[i] = k;
    }
    /* One that calls something else is none: so are those that call it. */
    for (uint32_t round = 0; news && round <= m->d->fn_count; round++) {
        news = false;
        for (uint32_t i = 1; i < m->d->fn_count; i++)
            if (m->which[i] != NONE && !calls_same(m, i)) {
                m->which[i] = NONE;
                news = true;
            }
    }
}

/* ---- taking over ---- */

static void take_globals(struct nd *d, const struct nd_library *l)
{
    uint32_t behind = d->globals_start + (l->global_to - l->global_from);
    struct nd_stmt *s = d->globals.first;
    while (s && s->start < behind)
        s = s->next;
    d->globals.first = s;
    if (s)
        s->prev = NULL;
    else
        d->globals.last = NULL;
    for (uint32_t i = 0; i < l->ndb->variable_count; i++) {
        const struct rq_ndb_variable *v = &l->ndb->variables[i];
        if (rq_ndb_is_global(l->ndb, v) && v->place / 4 < d->global_count)
            d->global_slots[v->place / 4]->name =
                rq_arena_text(&d->arena, v->name, strlen(v->name));
    }
}

uint32_t nd_library_match(struct nd *d, const struct nd_library *library, bool take)
{
    struct match m = {.d = d, .l = library};
    uint32_t count = 0;
    if (library->globals > d->global_count)
        return 0;
    m.shift = 4 * (int32_t)(d->global_count - library->globals);
    m.which = nd_get(d, d->fn_count, sizeof *m.which);
    if (!m.which || (library->globals && !same_code(&m, d->globals_start, library->global_from,
                                                    library->global_to - library->global_from)))
        return 0;
    find_matches(&m);
    for (uint32_t i = 0; i < d->fn_count; i++) {
        if (m.which[i] == NONE)
            continue;
        count++;
        d->fns[i].is_included |= take;
        if (take)
            snprintf(d->fns[i].name, sizeof d->fns[i].name, "%s",
                     library->ndb->functions[m.which[i]].name);
    }
    if (take && count) {
        d->library = library;
        if (library->globals)
            take_globals(d, library);
    }
    return count;
}
