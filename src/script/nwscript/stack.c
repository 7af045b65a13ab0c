/* What instructions do to the stack. */
#include "script/nwscript/listing.h"

#include <stdlib.h>

int32_t rq_ncs_size_of_type(const char *type)
{
    static const struct {
        const char *name;
        int32_t size;
    } sizes[] = {
        {"void", 0},    {"action", 0}, {"int", 4},       {"float", 4},  {"string", 4},
        {"object", 4},  {"effect", 4}, {"event", 4},     {"talent", 4}, {"location", 4},
        {"vector", 12}, {"INT", 4},    {"OBJECT_ID", 4},
    };
    size_t size = strcspn(type, " ;");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if (strlen(sizes[i].name) == size && memcmp(sizes[i].name, type, size) == 0)
            return sizes[i].size;
    return -1;
}

static bool call_effect(const struct rq_ncs_instr *i, unsigned game, int32_t *bytes)
{
    const struct rq_routine *routine = rq_routine(game, (unsigned)i->a);
    if (!routine)
        return false;
    const char *p = routine->params;
    *bytes = rq_ncs_size_of_type(routine->type);
    for (unsigned n = 0; n < i->args; n++) {
        while (*p == ' ')
            p++;
        /* More arguments than the routine has today: none that is known was a vector. */
        *bytes -= *p ? rq_ncs_size_of_type(p) : 4;
        p += strcspn(p, ";");
        p += *p == ';';
    }
    return true;
}

static int32_t operator_effect(const struct rq_ncs_instr *i)
{
    bool compares = i->op == RQ_NCS_OP_EQ || i->op == RQ_NCS_OP_NEQ;
    if (i->type == RQ_NCS_STRUCT_STRUCT && compares)
        return 4 - 2 * i->a;
    if (i->type == RQ_NCS_VECTOR_VECTOR)
        return -12;
    return -4;
}

bool rq_ncs_effect(const struct rq_ncs_instr *i, unsigned game, int32_t *bytes)
{
    *bytes = 0;
    switch (i->op) {
    case RQ_NCS_OP_ACTION: return call_effect(i, game, bytes);
    case RQ_NCS_OP_JSR: return false;
    case RQ_NCS_OP_CPTOPSP:
    case RQ_NCS_OP_CPTOPBP: *bytes = i->b; return true;
    case RQ_NCS_OP_RSADD:
    case RQ_NCS_OP_CONST:
    case RQ_NCS_OP_SAVEBP: *bytes = 4; return true;
    case RQ_NCS_OP_RESTOREBP:
    case RQ_NCS_OP_JZ:
    case RQ_NCS_OP_JNZ: *bytes = -4; return true;
    case RQ_NCS_OP_MOVSP: *bytes = i->a; return true;
    case RQ_NCS_OP_DESTRUCT: *bytes = i->c - i->a; return true;
    default: break;
    }
    if (i->op >= RQ_NCS_OP_LOGAND && i->op <= RQ_NCS_OP_MOD)
        *bytes = operator_effect(i);
    return true;
}

/* ---- depths ---- */

struct place {
    uint32_t at;
    int32_t depth;
};

struct walk {
    const struct rq_ncs *ncs;
    unsigned game;
    int32_t *depths, *effects; /* effects: of the function that starts there */
    struct place *places, *blocks;
    size_t place_count, block_count;
    int32_t effect; /* of the function that is walked through */
    bool lacks;     /* the effect of a function was missing */
};

/* Every instruction is noted once at most, so neither list gets longer than there are instructions. */
static void go_on(struct walk *w, int64_t at, int32_t depth)
{
    if (at >= 0 && (size_t)at < w->ncs->count && w->depths[at] == RQ_NCS_NO_DEPTH) {
        w->depths[at] = depth;
        w->places[w->place_count++] = (struct place){(uint32_t)at, depth};
    }
}

static bool effect_of(struct walk *w, const struct rq_ncs_instr *i, int32_t *bytes)
{
    if (i->op != RQ_NCS_OP_JSR)
        return rq_ncs_effect(i, w->game, bytes);
    if (i->to < 0 || (size_t)i->to >= w->ncs->count)
        return false;
    *bytes = w->effects[i->to];
    w->lacks |= *bytes == RQ_NCS_NO_DEPTH;
    return *bytes != RQ_NCS_NO_DEPTH;
}

/* The second jump of ||, which tests a value again that is known not to be zero: it never leads anywhere. */
static bool is_idle(const struct rq_ncs *ncs, uint32_t at)
{
    const struct rq_ncs_instr *i = &ncs->instrs[at];
    return at >= 3 && i->op == RQ_NCS_OP_JZ && i[-1].op == RQ_NCS_OP_CPTOPSP && i[-1].a == -4 &&
           i[-2].op == RQ_NCS_OP_JZ && i[-2].to == (int32_t)at + 1 &&
           i[-3].op == RQ_NCS_OP_CPTOPSP && i[-3].a == -4;
}

static void walk_from(struct walk *w, uint32_t start, int32_t depth, bool in_block)
{
    go_on(w, start, depth);
    while (w->place_count) {
        struct place p = w->places[--w->place_count];
        const struct rq_ncs_instr *i = &w->ncs->instrs[p.at];
        int32_t bytes;
        if (i->op == RQ_NCS_OP_RETN) {
            if (!in_block && w->effect == RQ_NCS_NO_DEPTH)
                w->effect = p.depth;
            continue;
        }
        if (!effect_of(w, i, &bytes))
            continue;
        int64_t after = (int64_t)p.depth + bytes;
        if (after < -(1 << 24) || after > 1 << 24)
            continue;
        if ((i->op == RQ_NCS_OP_JMP || i->op == RQ_NCS_OP_JZ || i->op == RQ_NCS_OP_JNZ) &&
            !is_idle(w->ncs, p.at))
            go_on(w, i->to, (int32_t)after);
        if (i->op != RQ_NCS_OP_JMP)
            go_on(w, (int64_t)p.at + 1, (int32_t)after);
        if (i->op == RQ_NCS_OP_STORESTATE)
            w->blocks[w->block_count++] = (struct place){p.at + 2, (int32_t)after};
    }
}

static void walk_function(struct walk *w, size_t start)
{
    w->effect = RQ_NCS_NO_DEPTH;
    w->block_count = 0;
    walk_from(w, (uint32_t)start, 0, false);
    while (w->block_count) {
        struct place block = w->blocks[--w->block_count];
        walk_from(w, block.at, block.depth, true);
    }
    w->effects[start] = w->effect;
}

/* Functions stand behind those that call them first, so one pass from the back finds nearly all; recursion
 * may need more. */
static void walk_all(struct walk *w, const uint8_t *starts)
{
    enum { MOST_PASSES = 16 };
    bool news = true;
    for (size_t i = 0; i < w->ncs->count; i++)
        w->effects[i] = RQ_NCS_NO_DEPTH;
    for (int pass = 0; pass < MOST_PASSES && news; pass++) {
        size_t known = 0, before = 0;
        w->lacks = false;
        for (size_t i = 0; i < w->ncs->count; i++) {
            w->depths[i] = RQ_NCS_NO_DEPTH;
            before += w->effects[i] != RQ_NCS_NO_DEPTH;
        }
        for (size_t i = w->ncs->count; i-- > 0;)
            if (starts[i])
                walk_function(w, i);
        for (size_t i = 0; i < w->ncs->count; i++)
            known += w->effects[i] != RQ_NCS_NO_DEPTH;
        news = w->lacks && known > before;
    }
}

int32_t *rq_ncs_depths(const struct rq_ncs *ncs, unsigned game, int32_t **effects)
{
    size_t room = ncs->count + 1;
    struct walk w = {.ncs = ncs, .game = game};
    uint8_t *starts = rq_mem_zeroed(room, 1);
    w.depths = rq_mem(NULL, NULL, room * sizeof *w.depths);
    w.effects = rq_mem(NULL, NULL, room * sizeof *w.effects);
    w.places = rq_mem(NULL, NULL, room * sizeof *w.places);
    w.blocks = rq_mem(NULL, NULL, room * sizeof *w.blocks);
    bool fine = starts && w.depths && w.effects && w.places && w.blocks;
    if (fine) {
        starts[0] = 1;
        for (size_t i = 0; i < ncs->count; i++)
            if (ncs->instrs[i].op == RQ_NCS_OP_JSR && ncs->instrs[i].to >= 0)
                starts[ncs->instrs[i].to] = 1;
        walk_all(&w, starts);
    }
    free(starts);
    free(w.places);
    free(w.blocks);
    if (effects && fine)
        *effects = w.effects;
    else
        free(w.effects);
    if (!fine) {
        free(w.depths);
        return NULL;
    }
    return w.depths;
}
