/* SOUP: the scripts of an RGM. What follows an opcode depends on where it stands, so one
 * routine reads a value in a mode (enum rq_soup_mode) and one writes it. Reading runs twice:
 * first to see that all bytes fit, with no memory taken, then to keep what they say. */
#include "script/soup/code.h"

/* ScriptRVs whose target is looked at. Scripts of the game have a few at most. */
enum { MOST_RETURNED = 32 };

static const struct rq_soup_op_info ops[] = {
#define ROW(code, name, text, layout, use) [code] = {text, RQ_SOUP_##layout, use},
    RQ_SOUP_OPS(ROW)
#undef ROW
};

const struct rq_soup_op_info *rq_soup_op(unsigned code)
{
    return code < sizeof ops / sizeof ops[0] && ops[code].name ? &ops[code] : NULL;
}

int rq_soup_op_by_name(struct rq_str name)
{
    for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++)
        if (ops[i].name && rq_str_is(name, ops[i].name))
            return (int)i;
    return -1;
}

/* ---- reading ---- */

struct returned {
    uint32_t offset, target;
    bool lands; /* on the start of an instruction */
};

struct dec {
    const uint8_t *data;
    size_t size, at;
    struct rq_arena *arena; /* NULL: only looking */
    bool bad, no_memory;
    unsigned depth;

    struct returned returned[MOST_RETURNED];
    size_t returned_count;
    uint32_t bare[MOST_RETURNED]; /* ScriptRVs without a target */
    size_t bare_count;
    bool all_bare;
};

static uint32_t get(struct dec *d, size_t size)
{
    uint32_t v = 0;
    if (d->bad || size > d->size - d->at) {
        d->bad = true;
        return 0;
    }
    for (size_t i = size; i-- > 0;)
        v = v << 8 | d->data[d->at + i];
    d->at += size;
    return v;
}

static void get_value(struct dec *d, struct rq_soup_value *v, enum rq_soup_mode mode);

/* Room for the args of v; only looking, one scratch value takes them all. */
static struct rq_soup_value *room(struct dec *d, struct rq_soup_value *v, uint32_t count,
                                  struct rq_soup_value *scratch)
{
    if (!d->arena)
        return scratch;
    v->args = rq_arena_get(d->arena, count, sizeof *v->args);
    if (!v->args)
        d->bad = d->no_memory = true;
    v->count = v->args ? count : 0;
    return v->args;
}

static void get_call(struct dec *d, struct rq_soup_value *v)
{
    struct rq_soup_value scratch;
    v->id = (uint16_t)get(d, 2);
    /* Function 0 carries no count: RMM's and RGPRE's readers agree. */
    uint32_t count = v->id ? get(d, 1) : 0;
    if (d->depth >= RQ_SOUP_DEPTH)
        d->bad = true;
    if (!count || d->bad)
        return;
    struct rq_soup_value *arg = room(d, v, count, &scratch);
    d->depth++;
    for (uint32_t i = 0; i < count && !d->bad; i++)
        get_value(d, d->arena ? &arg[i] : &scratch, RQ_SOUP_PARAM);
    d->depth--;
}

static void get_oper(struct dec *d, struct rq_soup_value *v)
{
    v->oper = (uint8_t)get(d, 1);
    v->more = rq_soup_steps(v->oper) ? (uint8_t)get(d, 1) : 0;
}

/* The terms of a formula, or the sides of conditions, into to or nowhere: their number. */
static uint32_t get_terms(struct dec *d, struct rq_soup_value *to, bool conditions)
{
    struct rq_soup_value scratch, *v;
    uint32_t n = 0;
    bool more = true;
    while (more && !d->bad) {
        v = to ? &to[n] : &scratch;
        n++;
        if (!conditions) {
            get_value(d, v, RQ_SOUP_FORMULA);
            get_oper(d, v);
            more = rq_soup_goes_on(v->oper);
            continue;
        }
        get_value(d, v, n & 1 ? RQ_SOUP_LHS : RQ_SOUP_RHS);
        v->link = (uint8_t)get(d, 1);
        more = n & 1 || v->link;
        if (!(n & 1) && v->link > 2)
            d->bad = true;
    }
    return n;
}

static void get_list(struct dec *d, struct rq_soup_value *v, bool conditions)
{
    size_t from = d->at;
    struct rq_arena *arena = d->arena;
    d->arena = NULL;
    uint32_t count = get_terms(d, NULL, conditions);
    d->arena = arena;
    if (d->bad || !arena)
        return;
    d->at = from;
    struct rq_soup_value *to = room(d, v, count, NULL);
    if (to)
        get_terms(d, to, conditions);
}

static void get_by_mode(struct dec *d, struct rq_soup_value *v, enum rq_soup_mode mode,
                        size_t padding)
{
    if (mode == RQ_SOUP_MAIN)
        get_list(d, v, false);
    else if (mode == RQ_SOUP_LHS || mode == RQ_SOUP_RHS)
        get_oper(d, v);
    else if (mode == RQ_SOUP_PARAM)
        for (size_t i = 0; i < padding; i++)
            v->padding[i] = (uint8_t)get(d, 1);
}

static void get_object(struct dec *d, struct rq_soup_value *v)
{
    v->object = (uint8_t)get(d, 1);
    v->index = (uint8_t)get(d, 1);
    if (v->object > RQ_SOUP_CAMERA && v->object != RQ_SOUP_NAMED && v->object != RQ_SOUP_HELD)
        d->bad = true;
}

static void get_value(struct dec *d, struct rq_soup_value *v, enum rq_soup_mode mode)
{
    *v = (struct rq_soup_value){.op = (uint8_t)get(d, 1)};
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    if (d->bad || !info || !(info->use & (mode == RQ_SOUP_MAIN ? 1 : 2))) {
        d->bad = true;
        return;
    }
    switch ((enum rq_soup_layout)info->layout) {
    case RQ_SOUP_PLAIN:
    case RQ_SOUP_JUMP: break;
    case RQ_SOUP_CALL: get_call(d, v); break;
    case RQ_SOUP_IF: get_list(d, v, true); break;
    case RQ_SOUP_FLAG:
        v->id = (uint16_t)get(d, 2);
        get_by_mode(d, v, mode, 2);
        break;
    case RQ_SOUP_NUMBER: v->number = (int32_t)get(d, 4); break;
    case RQ_SOUP_VARIABLE:
        v->id = (uint16_t)get(d, 1);
        get_by_mode(d, v, mode, 3);
        break;
    case RQ_SOUP_STEP:
        get_object(d, v);
        v->id = (uint16_t)get(d, 2);
        break;
    case RQ_SOUP_DOT:
        get_object(d, v);
        v->id = (uint16_t)get(d, 2);
        if (mode == RQ_SOUP_MAIN || mode == RQ_SOUP_LHS)
            get_by_mode(d, v, mode, 0);
        break;
    case RQ_SOUP_BYTE:
    case RQ_SOUP_RETURNED: v->number = (int32_t)get(d, 1); break;
    case RQ_SOUP_OBJECT:
        get_object(d, v);
        v->dispatch = mode == RQ_SOUP_MAIN ? (uint8_t)get(d, 1) : 0;
        if (v->dispatch > RQ_SOUP_OP_FUNCTION)
            d->bad = true;
        get_call(d, v);
        break;
    }
}

/* The four bytes after ScriptRV and its value are the end of a block when they lead forward to
 * the start of an instruction; else they are the next statement. */
static bool returned_to(struct dec *d, uint32_t offset)
{
    if (d->all_bare || d->bad || d->size - d->at < 4)
        return false;
    for (size_t i = 0; i < d->bare_count; i++)
        if (d->bare[i] == offset)
            return false;
    uint32_t target = rq_get32(d->data + d->at);
    if (target < d->at + 4 || target > d->size)
        return false;
    if (!d->arena && d->returned_count < MOST_RETURNED)
        d->returned[d->returned_count++] = (struct returned){offset, target, target == d->size};
    return true;
}

static void get_instr(struct dec *d, struct rq_soup_instr *instr)
{
    instr->offset = (uint32_t)d->at;
    get_value(d, &instr->main, RQ_SOUP_MAIN);
    const struct rq_soup_op_info *info = rq_soup_op(instr->main.op);
    instr->has_target = info && rq_soup_jumps(info) &&
                        (info->layout != RQ_SOUP_RETURNED || returned_to(d, instr->offset));
    instr->target = instr->has_target ? get(d, 4) : 0;
    instr->size = (uint32_t)d->at - instr->offset;
}

/* Counts the instructions, without keeping any. */
static size_t look(struct dec *d)
{
    struct rq_soup_instr scratch;
    size_t count = 0;
    d->at = d->returned_count = 0;
    d->bad = false;
    while (d->at < d->size && !d->bad) {
        for (size_t i = 0; i < d->returned_count; i++)
            d->returned[i].lands |= d->returned[i].target == d->at;
        get_instr(d, &scratch);
        count++;
    }
    return count;
}

/* Decides which ScriptRVs have a target, and whether the whole is code at all. */
static bool look_until_settled(struct dec *d, size_t *count, size_t *stop)
{
    bool first = true;
    for (;;) {
        *count = look(d);
        if (d->bad && first)
            *stop = d->at;
        first = false;
        if (d->bad && (d->all_bare || !d->returned_count))
            return false;
        size_t before = d->bare_count;
        for (size_t i = 0; i < d->returned_count && d->bare_count < MOST_RETURNED && !d->bad; i++)
            if (!d->returned[i].lands)
                d->bare[d->bare_count++] = d->returned[i].offset;
        if (!d->bad && d->bare_count == before)
            return true;
        d->all_bare = d->bad || d->bare_count == MOST_RETURNED;
    }
}

int32_t rq_soup_at(const struct rq_soup_script *script, uint32_t offset)
{
    size_t low = 0, high = script->count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (script->instrs[mid].offset < offset)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == script->count)
        return offset == script->size ? (int32_t)low : -1;
    return script->instrs[low].offset == offset ? (int32_t)low : -1;
}

/* Where the block of an If ends, as the number of an instruction. */
static size_t block_end(const struct rq_soup_script *script, const struct rq_soup_instr *instr)
{
    uint32_t end = instr->has_target ? instr->target : instr->offset + instr->size + 4;
    if (instr->has_target && instr->to >= 0)
        return (size_t)instr->to;
    size_t low = 0, high = script->count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (script->instrs[mid].offset < end)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* depth holds differences first (they may wrap), then their sums. */
static void set_depths(struct rq_soup_script *script)
{
    for (size_t i = 0; i < script->count; i++)
        script->instrs[i].depth = 0;
    for (size_t i = 0; i < script->count; i++) {
        struct rq_soup_instr *instr = &script->instrs[i];
        if (instr->main.op != RQ_SOUP_OP_IF_ && instr->main.op != RQ_SOUP_OP_SCRIPTRV)
            continue;
        size_t end = block_end(script, instr);
        if (end <= i + 1)
            continue;
        script->instrs[i + 1].depth++;
        if (end < script->count)
            script->instrs[end].depth--;
    }
    for (size_t i = 1; i < script->count; i++)
        script->instrs[i].depth += script->instrs[i - 1].depth;
}

struct rq_soup_script *rq_soup_decode(struct rq_bytes code, struct rq_arena *arena, size_t *stop)
{
    struct dec d = {.data = code.data, .size = code.size};
    size_t count = 0;
    *stop = 0;
    if (code.size > INT32_MAX || !look_until_settled(&d, &count, stop))
        return NULL;
    /* A block of nothing but one-byte statements would take fifty times its size. */
    if (count > (code.size * 8 + (1 << 20)) / sizeof(struct rq_soup_instr))
        return NULL;
    struct rq_soup_script *script = rq_arena_get(arena, 1, sizeof *script);
    *stop = SIZE_MAX;
    if (!script || !(script->instrs = rq_arena_get(arena, count, sizeof *script->instrs)))
        return NULL;
    d.at = 0;
    d.arena = arena;
    while (script->count < count && !d.bad)
        get_instr(&d, &script->instrs[script->count++]);
    if (d.no_memory)
        return NULL;
    script->size = (uint32_t)code.size;
    for (size_t i = 0; i < count; i++)
        if (script->instrs[i].has_target)
            script->instrs[i].to = rq_soup_at(script, script->instrs[i].target);
    struct rq_out out = {.alloc = arena->alloc};
    rq_soup_encode(script, &out);
    bool same = !out.failed && rq_same(rq_out_bytes(&out), code);
    *stop = out.failed ? SIZE_MAX : 0;
    rq_out_free(&out);
    return same ? script : NULL;
}

/* ---- writing ---- */

static void put_value(struct rq_out *out, const struct rq_soup_value *v, enum rq_soup_mode mode);

static void put_call(struct rq_out *out, const struct rq_soup_value *v)
{
    rq_put16(out, v->id);
    if (v->id)
        rq_put8(out, (uint8_t)v->count);
    for (uint32_t i = 0; i < v->count && v->id; i++)
        put_value(out, &v->args[i], RQ_SOUP_PARAM);
}

static void put_oper(struct rq_out *out, const struct rq_soup_value *v)
{
    rq_put8(out, v->oper);
    if (rq_soup_steps(v->oper))
        rq_put8(out, v->more);
}

static void put_list(struct rq_out *out, const struct rq_soup_value *v, bool conditions)
{
    for (uint32_t i = 0; i < v->count; i++) {
        if (!conditions) {
            put_value(out, &v->args[i], RQ_SOUP_FORMULA);
            put_oper(out, &v->args[i]);
        } else {
            put_value(out, &v->args[i], i & 1 ? RQ_SOUP_RHS : RQ_SOUP_LHS);
            rq_put8(out, v->args[i].link);
        }
    }
}

static void put_by_mode(struct rq_out *out, const struct rq_soup_value *v, enum rq_soup_mode mode,
                        size_t padding)
{
    if (mode == RQ_SOUP_MAIN)
        put_list(out, v, false);
    else if (mode == RQ_SOUP_LHS || mode == RQ_SOUP_RHS)
        put_oper(out, v);
    else if (mode == RQ_SOUP_PARAM)
        rq_put(out, v->padding, padding);
}

static void put_object(struct rq_out *out, const struct rq_soup_value *v)
{
    rq_put8(out, v->object);
    rq_put8(out, v->index);
}

static void put_value(struct rq_out *out, const struct rq_soup_value *v, enum rq_soup_mode mode)
{
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    rq_put8(out, v->op);
    switch ((enum rq_soup_layout)(info ? info->layout : RQ_SOUP_PLAIN)) {
    case RQ_SOUP_PLAIN:
    case RQ_SOUP_JUMP: break;
    case RQ_SOUP_CALL: put_call(out, v); break;
    case RQ_SOUP_IF: put_list(out, v, true); break;
    case RQ_SOUP_FLAG:
        rq_put16(out, v->id);
        put_by_mode(out, v, mode, 2);
        break;
    case RQ_SOUP_NUMBER: rq_put32(out, (uint32_t)v->number); break;
    case RQ_SOUP_VARIABLE:
        rq_put8(out, (uint8_t)v->id);
        put_by_mode(out, v, mode, 3);
        break;
    case RQ_SOUP_STEP:
        put_object(out, v);
        rq_put16(out, v->id);
        break;
    case RQ_SOUP_DOT:
        put_object(out, v);
        rq_put16(out, v->id);
        if (mode == RQ_SOUP_MAIN || mode == RQ_SOUP_LHS)
            put_by_mode(out, v, mode, 0);
        break;
    case RQ_SOUP_BYTE:
    case RQ_SOUP_RETURNED: rq_put8(out, (uint8_t)v->number); break;
    case RQ_SOUP_OBJECT:
        put_object(out, v);
        if (mode == RQ_SOUP_MAIN)
            rq_put8(out, v->dispatch);
        put_call(out, v);
        break;
    }
}

void rq_soup_encode(struct rq_soup_script *script, struct rq_out *out)
{
    size_t start = out->size;
    for (size_t i = 0; i < script->count; i++) {
        struct rq_soup_instr *instr = &script->instrs[i];
        instr->offset = (uint32_t)(out->size - start);
        instr->is_target = script->start > 0 && i == (size_t)script->start;
        put_value(out, &instr->main, RQ_SOUP_MAIN);
        if (instr->has_target)
            rq_put32(out, 0);
        instr->size = (uint32_t)(out->size - start) - instr->offset;
    }
    if (out->failed)
        return;
    if (out->size - start > INT32_MAX) {
        out->failed = RQ_LIMIT;
        return;
    }
    script->size = (uint32_t)(out->size - start);
    for (size_t i = 0; i < script->count; i++) {
        struct rq_soup_instr *instr = &script->instrs[i];
        if (!instr->has_target)
            continue;
        if (instr->to >= 0) {
            bool inside = (size_t)instr->to < script->count;
            instr->target = inside ? script->instrs[instr->to].offset : script->size;
            if (inside)
                script->instrs[instr->to].is_target = true;
        }
        rq_set32(out->data + start + instr->offset + instr->size - 4, instr->target);
    }
    set_depths(script);
}

/* ---- names ---- */

const char *rq_soup_operator(unsigned byte)
{
    static const char *const text[] = {NULL, "+", "-", "*", "/",  "<<",
                                       ">>", "&", "|", "^", "++", "--"};
    return byte < sizeof text / sizeof text[0] ? text[byte] : NULL;
}

const char *rq_soup_comparison(unsigned byte)
{
    static const char *const text[] = {"=", "!=", "<", ">", "<=", ">="};
    return byte < sizeof text / sizeof text[0] ? text[byte] : NULL;
}

const char *rq_soup_conjunction(unsigned byte)
{
    return byte == 1 ? "and" : byte == 2 ? "or" : NULL;
}

static const char *const functions[RQ_SOUP_FUNCTIONS] = {
#define FUNCTION(id, name, kind, params) [id] = name,
#include "script/soup/names.def"
};

static const char *const flags[RQ_SOUP_FLAGS] = {
#define FLAG(id, name, kind, start) [id] = name,
#include "script/soup/names.def"
};

static int by_name(const char *const *list, int count, struct rq_str name)
{
    for (int i = 0; i < count; i++)
        if (rq_str_is(name, list[i]))
            return i;
    return -1;
}

const char *rq_soup_function(unsigned id)
{
    return id < RQ_SOUP_FUNCTIONS ? functions[id] : NULL;
}

const char *rq_soup_flag(unsigned id)
{
    return id < RQ_SOUP_FLAGS ? flags[id] : NULL;
}

int rq_soup_function_by_name(struct rq_str name)
{
    return by_name(functions, RQ_SOUP_FUNCTIONS, name);
}

int rq_soup_flag_by_name(struct rq_str name)
{
    return by_name(flags, RQ_SOUP_FLAGS, name);
}
