/* NCS: the engine's routines that a script calls, what constants name when they are arguments of them, and the other
 * strings, which may be names of anything. */
#include "refs/refs.h"
#include "script/nwscript/listing.h"

#include <reliquary/ncs.h>
#include <stdlib.h>

enum { NAME_MOST = 64, CELLS = 64 };

static const struct parameter {
    const char *name, *ref;
    enum rq_use_kind kind;
} parameters[] = {
#define PARAMETER(name, ref, kind) {name, ref, RQ_USE_##kind},
#include "refs/ncs.def"
#undef PARAMETER
};

/* The top of the stack in code that runs straight on: number of the instruction that put a constant there, -1 for
 * anything else. Cells below are not known. */
struct cells {
    int32_t from[CELLS];
    size_t count;
};

static void push(struct cells *c, int32_t from)
{
    if (c->count == CELLS) {
        memmove(c->from, c->from + 1, (CELLS - 1) * sizeof c->from[0]);
        c->count--;
    }
    c->from[c->count++] = from;
}

static void pop(struct cells *c, int64_t count)
{
    c->count -= count < (int64_t)c->count ? (size_t)(count > 0 ? count : 0) : c->count;
}

/* What an operator or a copy leaves on top is no constant. */
static void forget(struct cells *c, size_t top, size_t count)
{
    for (size_t i = 0; i < count && top + i < c->count; i++)
        c->from[c->count - 1 - top - i] = -1;
}

static bool is_name(struct rq_bytes text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] < ' ')
            return false;
    return text.size && text.size <= NAME_MOST;
}

static struct rq_bytes text_of(const struct rq_ncs_instr *instr)
{
    return (struct rq_bytes){instr->text, instr->text ? (size_t)instr->a : 0};
}

static const struct parameter *find_parameter(const char *name, size_t size)
{
    for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++)
        if (strlen(parameters[i].name) == size && memcmp(parameters[i].name, name, size) == 0)
            return &parameters[i];
    return NULL;
}

/* A constant that is an argument. True: what it names is known. */
static bool put_argument(struct rq_collect *c, const struct rq_ncs_instr *from,
                         const struct parameter *p)
{
    struct rq_bytes text = text_of(from);
    bool number = from->type == RQ_NCS_INT;
    if (!number && !is_name(text))
        return false;
    size_t had = rq_collect_at(c, "0x%x", from->offset);
    rq_collect_ref(
        c, p->ref,
        &(const struct rq_ref_value){.text = text, .has_number = number, .number = from->a},
        p->kind);
    rq_collect_back(c, had);
    return !number;
}

/* A call of the engine: its name, and its arguments, the first of which is on top. */
static void put_call(struct rq_collect *c, const struct rq_ncs *ncs, const struct rq_ncs_instr *i,
                     const struct rq_routine *routine, const struct cells *cells, uint8_t *told)
{
    const char *p = routine->params;
    size_t top = 0, had = rq_collect_at(c, "0x%x", i->offset);
    c->act = RQ_ACT_CALLS;
    rq_collect_put(c, RQ_THING_ROUTINE, RQ_USE_PLAIN,
                   (struct rq_bytes){(const uint8_t *)routine->name, strlen(routine->name)}, "");
    c->act = RQ_ACT_NONE;
    rq_collect_back(c, had);
    for (unsigned n = 0; n < i->args && *p; n++) {
        p += strspn(p, " ");
        const char *name = p + strcspn(p, " ;");
        name += *name == ' ';
        const struct parameter *known = find_parameter(name, strcspn(name, "=;"));
        int32_t from = top < cells->count ? cells->from[cells->count - 1 - top] : -1;
        if (known && from >= 0 && put_argument(c, &ncs->instrs[from], known))
            told[from] = 1;
        top += (size_t)(rq_ncs_size_of_type(p) > 0 ? rq_ncs_size_of_type(p) / 4 : 0);
        p += strcspn(p, ";");
        p += *p == ';';
    }
}

/* Cells that an operator leaves: three of a vector. */
static size_t result_of(const struct rq_ncs_instr *i)
{
    return i->type >= RQ_NCS_VECTOR_VECTOR && i->type <= RQ_NCS_FLOAT_VECTOR ? 3 : 1;
}

static void step(struct cells *cells, const struct rq_ncs *ncs, size_t index, unsigned game)
{
    const struct rq_ncs_instr *i = &ncs->instrs[index];
    int32_t bytes;
    bool known = rq_ncs_effect(i, game, &bytes);
    if (!known || i->op == RQ_NCS_OP_JMP || i->op == RQ_NCS_OP_RETN ||
        i->op == RQ_NCS_OP_DESTRUCT || bytes > CELLS * 4) {
        cells->count = 0;
        return;
    }
    if (i->op ==
        RQ_NCS_OP_ACTION) { /* arguments go, the result comes: it may be larger than they */
        const struct rq_routine *routine = rq_routine(game, (unsigned)i->a);
        int32_t result = rq_ncs_size_of_type(routine->type);
        pop(cells, (result - bytes) / 4);
        bytes = result;
    }
    if (bytes < 0)
        pop(cells, -(int64_t)bytes / 4);
    for (int32_t n = 0; n < bytes / 4; n++)
        push(cells, i->op == RQ_NCS_OP_CONST ? (int32_t)index : -1);
    if ((i->op >= RQ_NCS_OP_LOGAND && i->op <= RQ_NCS_OP_COMP) || i->op == RQ_NCS_OP_NOT)
        forget(cells, 0, result_of(i));
    else if (i->op == RQ_NCS_OP_CPDOWNSP || i->op == RQ_NCS_OP_INCSP || i->op == RQ_NCS_OP_DECSP)
        forget(cells, 0, cells->count); /* variables, which are no arguments */
}

void rq_collect_ncs(struct rq_collect *c)
{
    const struct rq_ncs *ncs = rq_doc_root(c->doc, "ncs");
    unsigned game = rq_game_describe(c->game)->version == 2 ? 2 : 1;
    uint8_t *told = rq_mem_zeroed(ncs->count + 1, 1);
    struct cells cells = {.count = 0};
    for (size_t i = 0; told && i < ncs->count; i++) {
        const struct rq_ncs_instr *instr = &ncs->instrs[i];
        const struct rq_routine *routine =
            instr->op == RQ_NCS_OP_ACTION ? rq_routine(game, (unsigned)instr->a) : NULL;
        if (instr->is_target)
            cells.count = 0;
        if (routine)
            put_call(c, ncs, instr, routine, &cells, told);
        step(&cells, ncs, i, game);
    }
    for (size_t i = 0; i < ncs->count; i++) {
        const struct rq_ncs_instr *instr = &ncs->instrs[i];
        if (!is_name(text_of(instr)) || (told && told[i]))
            continue;
        size_t had = rq_collect_at(c, "0x%x", instr->offset);
        rq_collect_put(c, RQ_THING_TEXT, RQ_USE_POSSIBLE, text_of(instr), "");
        rq_collect_back(c, had);
    }
    c->batch->failed |= !told;
    free(told);
}
