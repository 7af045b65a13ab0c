/* Decompiler: the frame of a script, its functions, and the proof that the source is right. */
#include "script/nwscript/decompile.h"

#include <reliquary/nwscript.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- what the parts share ---- */

void nd_fail(struct nd *d, size_t at, const char *fmt, ...)
{
    va_list args;
    if (d->is_bad)
        return;
    d->is_bad = true;
    d->bad_at = (uint32_t)at;
    va_start(args, fmt);
    vsnprintf(d->why, sizeof d->why, fmt, args);
    va_end(args);
}

void *nd_get(struct nd *d, size_t count, size_t size)
{
    void *p = rq_arena_get(&d->arena, count, size);
    if (!p) {
        d->no_memory |= !d->arena.over_limit;
        nd_fail(d, 0, "more memory than a script should need");
    }
    return p;
}

struct nd_cell *nd_root(struct nd_cell *cell)
{
    while (cell->same) {
        if (cell->same->same)
            cell->same = cell->same->same;
        cell = cell->same;
    }
    return cell;
}

void nd_join(struct nd_cell *a, struct nd_cell *b)
{
    a = nd_root(a);
    b = nd_root(b);
    if (a == b || (a->type && b->type))
        return;
    if (a->type)
        b->same = a;
    else
        a->same = b;
}

const char *const nd_type_names[ND_TYPES] = {"?",      "void",   "int",   "float",    "string",
                                             "object", "effect", "event", "location", "talent",
                                             "vector", "struct", "action"};

enum nd_type nd_type_by_name(const char *text)
{
    size_t size = strcspn(text, " ;");
    for (int i = ND_VOID; i < ND_TYPES; i++)
        if (strlen(nd_type_names[i]) == size && memcmp(nd_type_names[i], text, size) == 0)
            return (enum nd_type)i;
    return ND_UNKNOWN;
}

enum nd_type nd_type_by_code(unsigned type)
{
    switch (type) {
    case RQ_NCS_INT: return ND_INT;
    case RQ_NCS_FLOAT: return ND_FLOAT;
    case RQ_NCS_STRING: return ND_STRING;
    case RQ_NCS_OBJECT: return ND_OBJECT;
    case RQ_NCS_EFFECT: return ND_EFFECT;
    case RQ_NCS_EVENT: return ND_EVENT;
    case RQ_NCS_LOCATION: return ND_LOCATION;
    case RQ_NCS_TALENT: return ND_TALENT;
    default: return ND_UNKNOWN;
    }
}

bool nd_next_param(const char **params, struct nd_param *param)
{
    const char *p = *params;
    p += strspn(p, " ;");
    if (!*p)
        return false;
    size_t size = strcspn(p, ";");
    *params = p + size;
    *param = (struct nd_param){.type = nd_type_by_name(p)};
    const char *name = p + strcspn(p, " ") + 1, *value = name + strcspn(name, "=;");
    param->name = (struct rq_str){name, (size_t)(value - name)};
    value += *value == '=';
    param->value = (struct rq_str){value, (size_t)(p + size - value)};
    return true;
}

struct nd_var *nd_group(struct nd *d, size_t at, struct nd_var **vars, uint32_t count)
{
    struct nd_var *group = vars[0]->group;
    bool floats = count == 3;
    if (group && group->slots == count && group->members[0] == vars[0])
        return group;
    for (uint32_t i = 0; i < count; i++) {
        if (vars[i]->group || vars[i]->is_global != vars[0]->is_global) {
            nd_fail(d, at, "variables are part of two structures");
            return NULL;
        }
        enum nd_type type = nd_type_of(&vars[i]->type);
        floats &= type == ND_FLOAT || type == ND_UNKNOWN;
    }
    group = nd_get(d, 1, sizeof *group);
    struct nd_var **members = nd_get(d, count, sizeof(void *));
    if (!group || !members)
        return NULL;
    *group = (struct nd_var){.slots = count, .members = members, .is_global = vars[0]->is_global};
    group->type.type = floats ? ND_VECTOR : ND_STRUCT;
    for (uint32_t i = 0; i < count; i++) {
        members[i] = vars[i];
        vars[i]->group = group;
        vars[i]->index = i;
        if (floats)
            nd_join(&vars[i]->type, &d->known[ND_FLOAT]);
    }
    return group;
}

/* ---- the frame ---- */

static const struct rq_ncs_instr *at(const struct nd *d, size_t index)
{
    static const struct rq_ncs_instr nothing = {.op = RQ_NCS_OP_NOP, .to = -1};
    return index < d->ncs->count ? &d->ncs->instrs[index] : &nothing;
}

/* What stands before the first function; the number of that, or 0 after nd_fail. */
static uint32_t read_frame(struct nd *d, uint32_t *globals, uint32_t *save)
{
    uint32_t i = at(d, 0)->op == RQ_NCS_OP_RSADD;
    d->is_conditional = i == 1;
    if (at(d, i)->op != RQ_NCS_OP_JSR || at(d, i)->to != (int32_t)i + 2 ||
        at(d, i + 1)->op != RQ_NCS_OP_RETN) {
        nd_fail(d, i, "the start of the script is not that of main or StartingConditional");
        return 0;
    }
    *globals = i += 2;
    for (*save = i; *save < d->ncs->count; ++*save)
        if (at(d, *save)->op == RQ_NCS_OP_SAVEBP || at(d, *save)->op == RQ_NCS_OP_RETN)
            break;
    if (at(d, *save)->op != RQ_NCS_OP_SAVEBP) {
        *save = i;
        return i;
    }
    i = *save + 1 + d->is_conditional;
    int32_t entry = at(d, i)->to;
    uint32_t end = i + (d->is_conditional ? 3 : 1);
    end += at(d, end)->op == RQ_NCS_OP_RESTOREBP;
    end += at(d, end)->op == RQ_NCS_OP_MOVSP;
    if (at(d, i)->op != RQ_NCS_OP_JSR || at(d, end)->op != RQ_NCS_OP_RETN ||
        entry != (int32_t)end + 1) {
        nd_fail(d, *save,
                "the call behind the global variables is not that of main or "
                "StartingConditional");
        return 0;
    }
    return end + 1;
}

static void name_function(struct nd *d, struct nd_fn *fn)
{
    if (fn->is_entry)
        snprintf(fn->name, sizeof fn->name, "%s",
                 d->is_conditional ? "StartingConditional" : "main");
    else
        snprintf(fn->name, sizeof fn->name, "fn_%04X", d->ncs->instrs[fn->start].offset);
}

static void find_functions(struct nd *d, uint32_t first)
{
    const struct rq_ncs *ncs = d->ncs;
    d->fn_at = nd_get(d, ncs->count + 1, sizeof *d->fn_at);
    if (!d->fn_at || first >= ncs->count) {
        nd_fail(d, first, "the script has no function");
        return;
    }
    d->fn_at[first] = 1;
    for (uint32_t i = first; i < ncs->count; i++)
        if (ncs->instrs[i].op == RQ_NCS_OP_JSR && ncs->instrs[i].to >= (int32_t)first)
            d->fn_at[ncs->instrs[i].to] = 1;
    for (uint32_t i = first; i < ncs->count; i++)
        d->fn_count += d->fn_at[i];
    d->fns = nd_get(d, d->fn_count, sizeof *d->fns);
    if (!d->fns)
        return;
    uint32_t n = 0;
    for (uint32_t i = first; i < ncs->count; i++)
        if (d->fn_at[i]) {
            d->fns[n] = (struct nd_fn){.start = i, .end = (uint32_t)ncs->count, .is_entry = n == 0};
            if (n)
                d->fns[n - 1].end = i;
            name_function(d, &d->fns[n]);
            d->fn_at[i] = ++n;
        }
}

/* A copy to what is below the parameters sets the value of the function; one of several slots of them is of a
 * vector or struct. */
static void look_at_copy(struct nd *d, struct nd_fn *fn, uint32_t index, int32_t depth)
{
    const struct rq_ncs_instr *i = at(d, index);
    int64_t place = (int64_t)depth + i->a + 4 * (int64_t)fn->params;
    uint32_t slots = (uint32_t)i->b / 4;
    if (i->op == RQ_NCS_OP_CPDOWNSP && place < 0)
        fn->value = slots;
    else if ((i->op == RQ_NCS_OP_CPDOWNSP || i->op == RQ_NCS_OP_CPTOPSP) && slots > 1 &&
             place >= 0 && place % 4 == 0 && place / 4 + slots <= fn->params)
        nd_group(d, index, &fn->slots[place / 4], slots);
}

static void measure_function(struct nd *d, struct nd_fn *fn, const int32_t *depths, int32_t effect)
{
    if (at(d, fn->end - 1)->op != RQ_NCS_OP_RETN || effect == RQ_NCS_NO_DEPTH || effect > 0 ||
        effect % 4 || effect < -4 * 256) {
        nd_fail(d, fn->start, "a function whose end is not clear");
        return;
    }
    fn->params = (uint32_t)-effect / 4;
    fn->leave = fn->end - 1 - (effect != 0);
    if (fn->leave < fn->start || (effect && at(d, fn->leave)->a != effect)) {
        nd_fail(d, fn->start, "a function whose parameters stay on the stack");
        return;
    }
    fn->type = nd_get(d, 1, sizeof *fn->type);
    fn->slots = nd_get(d, fn->params, sizeof(void *));
    for (uint32_t i = 0; i < fn->params && fn->slots; i++) {
        fn->slots[i] = nd_get(d, 1, sizeof **fn->slots);
        if (fn->slots[i])
            *fn->slots[i] = (struct nd_var){.slots = 1, .at = fn->start, .is_used = true};
    }
    for (uint32_t i = fn->start; i < fn->end && !d->is_bad; i++)
        if (depths[i] != RQ_NCS_NO_DEPTH)
            look_at_copy(d, fn, i, depths[i]);
    if (!fn->value)
        fn->value = d->learned[fn - d->fns];
    if (fn->is_entry)
        fn->value = d->is_conditional;
    if (fn->type && fn->is_entry && fn->value)
        fn->type->type = ND_INT;
}

static void measure(struct nd *d)
{
    int32_t *effects = NULL, *depths = rq_ncs_depths(d->ncs, d->game, &effects);
    if (!depths)
        d->no_memory = d->is_bad = true;
    for (uint32_t i = 0; i < d->fn_count && !d->is_bad; i++)
        measure_function(d, &d->fns[i], depths, effects[d->fns[i].start]);
    free(effects);
    free(depths);
}

static void read_code(struct nd *d)
{
    uint32_t globals = 0, save = 0, first = read_frame(d, &globals, &save);
    d->globals_start = globals;
    if (d->is_bad)
        return;
    find_functions(d, first);
    if (!d->is_bad)
        measure(d);
    if (!d->is_bad)
        nd_walk_globals(d, globals, save);
    for (uint32_t i = 0; i < d->fn_count && !d->is_bad; i++)
        nd_walk_function(d, &d->fns[i]);
}

/* ---- the proof ---- */

struct rq_ncs_decompiler {
    unsigned game;
    struct rq_nss_compiler
        *compilers[2]; /* floats as BioWare's, exact ones; made when they are needed */
    char problem[200]; /* the first of a source */
    struct nd_library *libraries;
    rq_ncs_find_fn *find; /* includes; or NULL */
    void *find_ctx;
};

static bool find_include(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    struct rq_ncs_decompiler *decompiler = ctx;
    return decompiler->find && decompiler->find(decompiler->find_ctx, name, text, path);
}

static void keep_problem(void *ctx, const struct rq_script_problem *p)
{
    struct rq_ncs_decompiler *decompiler = ctx;
    if (!*decompiler->problem && p->severity == RQ_ERROR)
        snprintf(decompiler->problem, sizeof decompiler->problem, "line %zu of the source: %.150s",
                 p->line, p->message);
}

struct rq_ncs_decompiler *rq_ncs_decompiler_open(unsigned game, struct rq_error *err)
{
    struct rq_ncs_decompiler *decompiler = rq_mem_zeroed(1, sizeof *decompiler);
    if (decompiler)
        decompiler->game = game;
    else
        rq_fail(err, RQ_NO_MEMORY, 0, "ncs", "out of memory");
    return decompiler;
}

void rq_ncs_decompiler_close(struct rq_ncs_decompiler *decompiler)
{
    if (!decompiler)
        return;
    rq_nss_close(decompiler->compilers[0]);
    rq_nss_close(decompiler->compilers[1]);
    while (decompiler->libraries) {
        struct nd_library *library = decompiler->libraries;
        decompiler->libraries = library->next;
        nd_library_close(library);
    }
    free(decompiler);
}

bool rq_ncs_decompiler_include(struct rq_ncs_decompiler *decompiler, const char *name,
                               rq_ncs_find_fn *find, void *ctx, struct rq_error *err)
{
    size_t refusals = rq_memory_refusals();
    decompiler->find = find;
    decompiler->find_ctx = ctx;
    for (int exact = 0; exact < 2; exact++) {
        const struct rq_nss_options options = {.game = decompiler->game,
                                               .exact_floats = exact,
                                               .ctx = decompiler,
                                               .include = find_include,
                                               .debug = true,
                                               .all = true};
        struct rq_nss_compiler *c = rq_nss_open(&options, err);
        struct nd_library *library = c ? nd_library_open(c, name) : NULL;
        rq_nss_close(c);
        if (!library)
            return c && rq_memory_lasted(refusals, err);
        library->exact_floats = exact;
        library->next = decompiler->libraries;
        decompiler->libraries = library;
    }
    return true;
}

/* nwscript.nss with the routines that the script knew otherwise. */
static void put_nwscript(const struct nd *d, struct rq_out *out)
{
    size_t count;
    const struct rq_constant *constants = rq_constants(d->game, &count);
    const struct rq_routine *r;
    for (size_t i = 0; i < count; i++) {
        const char *quote = strcmp(constants[i].type, "string") == 0 ? "\"" : "";
        rq_putf(out, "%s %s = %s%s%s;\n", constants[i].type, constants[i].name, quote,
                constants[i].value, quote);
    }
    for (unsigned id = 0; (r = rq_routine(d->game, id)) != NULL; id++) {
        const struct nd_older *older = NULL;
        for (uint32_t i = 0; i < d->older_count; i++)
            if (d->older[i].routine == r)
                older = &d->older[i];
        nd_put_prototype(out, r, older);
    }
}

static bool compile(struct rq_ncs_decompiler *decompiler, const struct nd *d, bool exact,
                    struct rq_bytes source, struct rq_out *made, struct rq_error *err)
{
    struct rq_nss_compiler **kept = &decompiler->compilers[exact],
                           *c = d->older_count ? NULL : *kept;
    struct rq_out nwscript = {0};
    if (d->older_count)
        put_nwscript(d, &nwscript);
    const struct rq_nss_options options = {.game = d->game,
                                           .exact_floats = exact,
                                           .nwscript = rq_out_bytes(&nwscript),
                                           .ctx = decompiler,
                                           .include = find_include,
                                           .problem = keep_problem};
    *decompiler->problem = 0;
    if (!c)
        c = rq_nss_open(&options, err);
    bool fine = c && rq_nss_compile_next(c, source, "decompiled.nss", made, NULL, err);
    if (d->older_count)
        rq_nss_close(c);
    else
        *kept = c;
    rq_out_free(&nwscript);
    return fine;
}

static bool prove(struct rq_ncs_decompiler *decompiler, const struct nd *d, struct rq_ncs *ncs,
                  struct rq_bytes source, struct rq_ncs_report *report)
{
    struct rq_out file = {0}, made = {0};
    struct rq_error wrong = {0};
    bool fine = compile(decompiler, d, report->exact_floats, source, &made, &wrong);
    rq_ncs_put_file(ncs, &file);
    size_t at = 0;
    while (at < file.size && at < made.size && file.data[at] == made.data[at])
        at++;
    bool same = fine && rq_same(rq_out_bytes(&file), rq_out_bytes(&made));
    report->verdict = same ? RQ_NCS_SAME : RQ_NCS_OTHER;
    report->offset = same ? 0 : (uint32_t)at;
    report->older_nwscript = d->older_count;
    if (!fine)
        snprintf(report->text, sizeof report->text, "%s",
                 *decompiler->problem ? decompiler->problem : wrong.text);
    else if (!same)
        snprintf(report->text, sizeof report->text, "the source compiles to other bytes");
    else if (d->older_count)
        snprintf(report->text, sizeof report->text,
                 "it needs an older nwscript.nss, in which %s has %u parameters",
                 d->older[0].routine->name, d->older[0].args);
    bool no_memory = file.failed || wrong.code == RQ_NO_MEMORY;
    rq_out_free(&file);
    rq_out_free(&made);
    return !no_memory;
}

static void open_nd(struct nd *d, const struct rq_ncs *ncs, unsigned game, uint32_t *learned)
{
    *d = (struct nd){.ncs = ncs, .game = game, .learned = learned};
    d->arena.limit = (ncs->count + 64) * 4096;
    for (int i = 0; i < ND_TYPES; i++)
        d->known[i].type = (enum nd_type)i;
}

/* Walks until nothing new is learned about functions. */
static bool read_all(struct nd *d, const struct rq_ncs *ncs, unsigned game)
{
    enum { MOST_TRIES = 8 };
    uint32_t *learned = rq_mem_zeroed(ncs->count + 1, sizeof *learned);
    if (!learned)
        return false;
    for (int i = 0; i < MOST_TRIES; i++) {
        open_nd(d, ncs, game, learned);
        read_code(d);
        if (!d->again)
            break;
        if (i + 1 < MOST_TRIES)
            rq_arena_free(&d->arena);
    }
    d->learned = NULL;
    free(learned);
    return !d->no_memory;
}

/* Takes the library that has most functions over; false: none has any. */
static bool take_library(const struct rq_ncs_decompiler *decompiler, struct nd *d, bool exact)
{
    const struct nd_library *best = NULL;
    uint32_t most = 0;
    for (const struct nd_library *l = decompiler->libraries; l; l = l->next) {
        uint32_t count = l->exact_floats == exact ? nd_library_match(d, l, false) : 0;
        if (count > most) {
            most = count;
            best = l;
        }
    }
    return best && !d->is_bad && nd_library_match(d, best, true);
}

/* One try, with an include or without; its text stands at the end of out. False without memory. */
static bool decompile(struct rq_ncs_decompiler *decompiler, struct rq_ncs *ncs, bool include,
                      struct rq_out *out, struct rq_ncs_report *report)
{
    struct nd d = {.ncs = ncs};
    *report = (struct rq_ncs_report){.verdict = RQ_NCS_NO_SOURCE};
    bool fine = read_all(&d, ncs, decompiler->game);
    size_t start = out->size;
    if (fine && !d.is_bad) {
        report->exact_floats = nd_floats_are_exact(ncs);
        if (include && !d.older_count)
            take_library(decompiler, &d, report->exact_floats);
        nd_print(&d, report->exact_floats, out);
        fine = !d.no_memory && !out->failed;
    }
    if (fine && d.is_bad) {
        rq_out_cut(out, start);
        report->offset = at(&d, d.bad_at)->offset;
        snprintf(report->text, sizeof report->text, "%s", d.why);
    } else if (fine) {
        struct rq_bytes source = {out->data + start, out->size - start};
        fine = prove(decompiler, &d, ncs, source, report);
        for (uint32_t i = 0; i < d.fn_count; i++)
            report->included += d.fns[i].is_included;
    }
    rq_arena_free(&d.arena);
    return fine;
}

bool rq_ncs_decompile(struct rq_ncs_decompiler *decompiler, struct rq_ncs *ncs, struct rq_out *out,
                      struct rq_ncs_report *report, struct rq_error *err)
{
    size_t start = out->size, refusals = rq_memory_refusals();
    bool include = decompiler->libraries != NULL;
    bool fine = decompile(decompiler, ncs, include, out, report);
    /* What an include gives counts only if the same bytes come back. */
    if (fine && include && report->verdict != RQ_NCS_SAME) {
        rq_out_cut(out, start);
        fine = decompile(decompiler, ncs, false, out, report);
    }
    fine = fine && rq_memory_lasted(refusals, NULL);
    if (!fine)
        rq_out_cut(out, start);
    return fine || rq_fail(err, RQ_NO_MEMORY, 0, "ncs", "out of memory");
}
