/* The machine: instructions of a decoded script. Jumps are numbers of instructions, which decoding
 * worked out; nesting of values was bounded there too (RQ_SOUP_DEPTH), so that recursion is. */
#include "script/soup/vm.h"

#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>

void rq_soup_fault(struct rq_soup_machine *m, const char *fmt, ...)
{
    struct thread *t = &m->threads[m->current];
    if (t->state == RQ_SOUP_FAULT)
        return;
    va_list list;
    va_start(list, fmt);
    vsnprintf(t->why, sizeof t->why, fmt, list);
    va_end(list);
    t->state = RQ_SOUP_FAULT;
}

/* ---- values ---- */

static int32_t *local(struct rq_soup_machine *m, unsigned id)
{
    if (id < m->local_count)
        return &m->locals[id];
    rq_soup_fault(m, "there is no variable %u: the script has %zu", id, m->local_count);
    m->nowhere = 0;
    return &m->nowhere;
}

static int32_t flag(struct rq_soup_machine *m, unsigned id)
{
    if (id < RQ_SOUP_FLAGS)
        return m->flags[id];
    rq_soup_fault(m, "there is no flag %u: the game has %d", id, RQ_SOUP_FLAGS);
    return 0;
}

static int32_t eval(struct rq_soup_machine *m, const struct rq_soup_value *v);

static int32_t call(struct rq_soup_machine *m, const struct rq_soup_value *v,
                    enum rq_soup_dispatch dispatch)
{
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    bool shown = m->shows;
    int32_t args[256];
    struct object *on = info->layout == RQ_SOUP_OBJECT ? rq_soup_object_of(m, v) : m->objects[ME];
    /* Arguments are shown as numbers, by the call. */
    m->shows = false;
    for (uint32_t i = 0; i < v->count; i++)
        args[i] = eval(m, &v->args[i]);
    m->shows = shown;
    return rq_soup_faulted(m) ? 0 : rq_soup_do_call(m, v, dispatch, on, args);
}

static int32_t reference(struct rq_soup_machine *m, const struct rq_soup_value *v)
{
    const struct object *o = rq_soup_object_of(m, v);
    /* The high byte of a reference is not used (specification, "Reference Name Encoding"). */
    return o ? o->refs[v->id & 0xFF] : 0;
}

static int32_t eval(struct rq_soup_machine *m, const struct rq_soup_value *v)
{
    switch (v->op) {
    case RQ_SOUP_OP_NUMERIC:
    case RQ_SOUP_OP_NUMERICALT:
    case RQ_SOUP_OP_STRING: return v->number;
    case RQ_SOUP_OP_LOCALVAR: return *local(m, v->id);
    case RQ_SOUP_OP_FLAG_: return flag(m, v->id);
    case RQ_SOUP_OP_OBJECTDOT: return reference(m, v);
    default: return call(m, v, RQ_SOUP_AS_FUNCTION);
    }
}

/* What is assigned to, or where a value comes from. */
static void show_place(struct rq_soup_machine *m, const struct rq_soup_value *v)
{
    char room[40];
    struct object *o;
    switch (v->op) {
    case RQ_SOUP_OP_LOCALVAR: rq_putf(&m->text, "var%u", v->id); break;
    case RQ_SOUP_OP_FLAG_:
        if (rq_soup_flag(v->id))
            rq_put_str(&m->text, rq_soup_flag(v->id));
        else
            rq_putf(&m->text, "flag%u", v->id);
        break;
    default:
        o = rq_soup_object_of(m, v);
        if (o)
            rq_soup_show_object(m, o);
        rq_putf(&m->text, ".%s", rq_soup_ref_name(m, v->id & 0xFF, room));
    }
}

static void show_value(struct rq_soup_machine *m, const struct rq_soup_value *v, int32_t value)
{
    switch (v->op) {
    case RQ_SOUP_OP_NUMERIC:
    case RQ_SOUP_OP_NUMERICALT: rq_putf(&m->text, "%d", value); break;
    case RQ_SOUP_OP_STRING: rq_putf(&m->text, "string%d", value); break;
    case RQ_SOUP_OP_LOCALVAR:
    case RQ_SOUP_OP_FLAG_:
    case RQ_SOUP_OP_OBJECTDOT:
        show_place(m, v);
        rq_putf(&m->text, ":%d", value);
        break;
    default: break; /* the call has shown itself */
    }
}

static int32_t value(struct rq_soup_machine *m, const struct rq_soup_value *v)
{
    int32_t result = eval(m, v);
    if (m->shows)
        show_value(m, v, result);
    return result;
}

/* As the engine's instructions do it: add, sub and imul wrap, div is unsigned, shifts take the low
 * five bits of the count, sar keeps the sign (specification, "Arithmetic Operators"). */
static int32_t operate(struct rq_soup_machine *m, unsigned oper, int32_t a, int32_t b)
{
    uint32_t x = (uint32_t)a, y = (uint32_t)b;
    unsigned by = y & 31;
    switch (oper) {
    case 1: return (int32_t)(x + y);
    case 2: return (int32_t)(x - y);
    case 3: return (int32_t)(x * y);
    case 4:
        if (!y)
            rq_soup_fault(m, "division by zero");
        return y ? (int32_t)(x / y) : 0;
    case 5: return (int32_t)(x << by);
    case 6: return (int32_t)(a < 0 ? ~(~x >> by) : x >> by);
    case 7: return (int32_t)(x & y);
    case 8: return (int32_t)(x | y);
    default: return (int32_t)(x ^ y);
    }
}

/* From left to right, without precedence. */
static int32_t formula(struct rq_soup_machine *m, const struct rq_soup_value *v)
{
    unsigned oper = 1;
    int32_t sum = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        if (m->shows && i)
            rq_putf(&m->text, " %s ", rq_soup_operator(oper));
        sum = operate(m, oper, sum, value(m, &v->args[i]));
        oper = v->args[i].oper;
        if (!rq_soup_goes_on((uint8_t)oper))
            break;
    }
    if (oper > 11)
        rq_soup_fault(m, "operator %u is not known", oper);
    if (rq_soup_steps((uint8_t)oper)) {
        sum = operate(m, oper == 10 ? 1 : 2, sum, 1);
        if (m->shows)
            rq_put_str(&m->text, rq_soup_operator(oper));
    }
    return sum;
}

/* ---- statements ---- */

static void show(struct rq_soup_machine *m, const char *text)
{
    if (m->shows)
        rq_put_str(&m->text, text);
}

static void assign(struct rq_soup_machine *m, const struct rq_soup_value *v)
{
    if (m->shows) {
        show_place(m, v);
        rq_put_str(&m->text, " = ");
    }
    int32_t result = formula(m, v);
    if (m->shows)
        rq_putf(&m->text, " -> %d", result);
    if (rq_soup_faulted(m))
        return;
    struct object *o;
    switch (v->op) {
    case RQ_SOUP_OP_LOCALVAR: *local(m, v->id) = result; break;
    case RQ_SOUP_OP_FLAG_:
        if (!rq_soup_set_flag(m, v->id, result))
            flag(m, v->id);
        break;
    default:
        o = rq_soup_object_of(m, v);
        if (o) {
            o->refs[v->id & 0xFF] = result;
            o->has_ref[v->id & 0xFF] = true;
        }
    }
}

static void step_reference(struct rq_soup_machine *m, const struct rq_soup_value *v)
{
    struct object *o = rq_soup_object_of(m, v);
    bool up = v->op == RQ_SOUP_OP_INCREMENT;
    if (!o)
        return;
    int32_t *ref = &o->refs[v->id & 0xFF];
    *ref = operate(m, up ? 1 : 2, *ref, 1);
    o->has_ref[v->id & 0xFF] = true;
    if (m->shows) {
        show_place(m, v);
        rq_putf(&m->text, "%s -> %d", up ? "++" : "--", *ref);
    }
}

static bool compare(struct rq_soup_machine *m, unsigned with, int32_t a, int32_t b)
{
    switch (with) {
    case 0: return a == b;
    case 1: return a != b;
    case 2: return a < b;
    case 3: return a > b;
    case 4: return a <= b;
    case 5: return a >= b;
    default: rq_soup_fault(m, "comparison %u is not known", with); return false;
    }
}

/* Every comparison is worked out, and folded from left to right without precedence. The operator
 * byte after a side is 0 in all scripts that are known, and nobody knows what another would do: it
 * is not looked at. */
static bool holds(struct rq_soup_machine *m, const struct rq_soup_value *v)
{
    bool result = true;
    unsigned link = 1;
    for (uint32_t i = 0; i + 1 < v->count; i += 2) {
        const struct rq_soup_value *left = &v->args[i], *right = &v->args[i + 1];
        int32_t a = value(m, left);
        if (m->shows)
            rq_putf(&m->text, " %s ",
                    rq_soup_comparison(left->link) ? rq_soup_comparison(left->link) : "?");
        bool one = compare(m, left->link, a, value(m, right));
        result = link == 1 ? result && one : result || one;
        link = right->link;
        if (m->shows && rq_soup_conjunction(link))
            rq_putf(&m->text, " %s ", rq_soup_conjunction(link));
    }
    return result;
}

/* Where the target of an instruction leads; End may store one that nothing starts at. */
static void jump(struct rq_soup_machine *m, struct thread *t, const struct rq_soup_instr *instr)
{
    t->at = instr->to;
    t->bad_pc = instr->target;
    if (m->shows)
        rq_putf(&m->text, " #%02X", (unsigned)instr->target);
    if (instr->to < 0 && instr->main.op != RQ_SOUP_OP_END)
        rq_soup_fault(m, "jump to 0x%X is not an instruction of this block",
                      (unsigned)instr->target);
}

static void stop(struct thread *t, enum rq_soup_state state, const char *why)
{
    t->state = state;
    snprintf(t->why, sizeof t->why, "%s", why);
}

static void gosub(struct rq_soup_machine *m, struct thread *t, const struct rq_soup_instr *instr)
{
    if (t->depth == MOST_GOSUBS) {
        rq_soup_fault(m, "Gosub inside of %d others", MOST_GOSUBS);
        t->at--;
        return;
    }
    t->back[t->depth++] = t->at;
    show(m, "Gosub");
    jump(m, t, instr);
}

static void go_back(struct rq_soup_machine *m, struct thread *t)
{
    show(m, "Return");
    if (t->depth) {
        t->at = t->back[--t->depth];
        return;
    }
    rq_soup_fault(m, "Return without a Gosub");
    t->at--;
}

/* Endint ends what thread 1 does: it starts again with the next tick. */
static void end_interrupt(struct rq_soup_machine *m, struct thread *t)
{
    show(m, "Endint");
    t->at = 0;
    if (m->current != 1)
        stop(t, RQ_SOUP_ENDINT, "Endint");
}

static void branch(struct rq_soup_machine *m, struct thread *t, const struct rq_soup_instr *instr,
                   bool goes_in)
{
    if (goes_in || (!instr->has_target && !rq_soup_faulted(m))) {
        show(m, " -> yes");
    } else if (!rq_soup_faulted(m)) {
        show(m, " -> no, to");
        jump(m, t, instr);
    }
}

static void returned(struct rq_soup_machine *m, struct thread *t, const struct rq_soup_instr *instr)
{
    if (m->shows)
        rq_putf(&m->text, "if <ScriptRV>:%d = %d", m->script_rv, instr->main.number);
    branch(m, t, instr, m->script_rv == instr->main.number);
}

/* The specification's words are "pause until task completes"; what the label is for nobody knows,
 * and it is not used. */
static void pause_for_tasks(struct rq_soup_machine *m, struct thread *t)
{
    show(m, "TaskPause");
    if (rq_soup_left(m, UINT32_MAX))
        t->waiting = WAIT_ALL;
}

static void statement_call(struct rq_soup_machine *m, const struct rq_soup_value *v)
{
    bool has_object = v->op == RQ_SOUP_OP_OBJDOTTASK || v->op == RQ_SOUP_OP_OBJDOTFUNC;
    call(m, v, (enum rq_soup_dispatch)(has_object ? v->dispatch : v->op));
}

static void execute(struct rq_soup_machine *m, struct thread *t, const struct rq_soup_instr *instr)
{
    const struct rq_soup_value *v = &instr->main;
    switch ((enum rq_soup_op)v->op) {
    case RQ_SOUP_OP_LOCALVAR:
    case RQ_SOUP_OP_FLAG_:
    case RQ_SOUP_OP_OBJECTDOT: assign(m, v); break;
    case RQ_SOUP_OP_INCREMENT:
    case RQ_SOUP_OP_DECREMENT: step_reference(m, v); break;
    case RQ_SOUP_OP_IF_:
        show(m, "if ");
        branch(m, t, instr, holds(m, v));
        break;
    case RQ_SOUP_OP_SCRIPTRV: returned(m, t, instr); break;
    case RQ_SOUP_OP_GOTO:
        show(m, "Goto");
        jump(m, t, instr);
        break;
    case RQ_SOUP_OP_END:
        show(m, "End");
        jump(m, t, instr);
        stop(t, RQ_SOUP_ENDED, "End");
        break;
    case RQ_SOUP_OP_GOSUB: gosub(m, t, instr); break;
    case RQ_SOUP_OP_RETURN: go_back(m, t); break;
    case RQ_SOUP_OP_ENDINT: end_interrupt(m, t); break;
    case RQ_SOUP_OP_TASKPAUSE: pause_for_tasks(m, t); break;
    case RQ_SOUP_OP_ANCHOR:
        m->anchor = (uint8_t)v->number;
        if (m->shows)
            rq_putf(&m->text, "<Anchor> = %d", v->number);
        break;
    case RQ_SOUP_OP_NUMERIC:
    case RQ_SOUP_OP_NUMERICALT:
    case RQ_SOUP_OP_STRING: value(m, v); break; /* a statement that does nothing */
    default: statement_call(m, v);
    }
}

/* The next instruction of the current thread, which runs and does not wait. */
static void one(struct rq_soup_machine *m, struct thread *t)
{
    int32_t at = t->at;
    if (at < 0 || (size_t)at >= m->script->count) {
        if (at < 0)
            rq_soup_fault(m, "0x%X is not an instruction of this block", (unsigned)t->bad_pc);
        else
            rq_soup_fault(m, "ran past the end of the block");
        return;
    }
    const struct rq_soup_instr *instr = &m->script->instrs[at];
    t->at = at + 1;
    m->steps++;
    if (!m->watch.step) {
        execute(m, t, instr);
        if (t->state == RQ_SOUP_FAULT)
            t->at = at;
        return;
    }
    m->shows = true;
    execute(m, t, instr);
    m->shows = false;
    if (t->state == RQ_SOUP_FAULT) {
        t->at = at;
        rq_putf(&m->text, " -> %s", t->why);
    }
    rq_put8(&m->text, 0);
    if (m->text.failed) {
        rq_soup_fault(m, "no memory for the text of a step");
        t->at = at;
    } else {
        m->watch.step(m->watch.ctx, m->current, instr->offset, (const char *)m->text.data);
    }
    rq_out_cut(&m->text, 0);
}

/* ---- running ---- */

enum rq_soup_state rq_soup_run(struct rq_soup_machine *m, uint64_t most)
{
    struct thread *t = &m->threads[0];
    uint64_t end = m->steps + most;
    m->current = 0;
    while (t->state == RQ_SOUP_RUNS) {
        if (t->waiting)
            rq_soup_pass(m, rq_soup_left(m, 0));
        if (m->steps == end)
            return RQ_SOUP_GUARDED;
        one(m, t);
    }
    return t->state;
}

static bool is_alive(const struct rq_soup_machine *m, size_t thread)
{
    return thread < m->thread_count && m->threads[thread].state == RQ_SOUP_RUNS;
}

int rq_soup_next(const struct rq_soup_machine *m)
{
    for (size_t i = 0; i < m->thread_count; i++) {
        size_t thread = (m->turn + i) % m->thread_count;
        if (is_alive(m, thread))
            return (int)thread;
    }
    return -1;
}

int rq_soup_step(struct rq_soup_machine *m)
{
    int next = rq_soup_next(m);
    if (next < 0)
        return -1;
    struct thread *t = &m->threads[next];
    m->current = (unsigned)next;
    if (!t->waiting)
        one(m, t);
    m->turn = (size_t)next + 1;
    if (!is_alive(m, m->turn)) {
        m->turn = 0;
        m->ticks++;
        rq_soup_pass(m, 1);
    }
    return next;
}

bool rq_soup_tick(struct rq_soup_machine *m)
{
    if (rq_soup_step(m) < 0)
        return false;
    while (m->turn)
        rq_soup_step(m);
    return true;
}

/* ---- opening ---- */

static struct object *first_object(struct rq_soup_machine *m, const char *name)
{
    return rq_soup_object_named(m, name, strlen(name));
}

static const struct rq_rgm_object *placed(const struct rq_rgm *map, size_t actor)
{
    const struct rq_rgm_section *s = rq_rgm_section(map, RQ_RGM_MPOB);
    for (size_t i = 0; s && i < s->count; i++) {
        const struct rq_rgm_object *o = &s->objects[i];
        if (rq_rgm_actor_find(map, o->script, sizeof o->script) == (long)actor)
            return o;
    }
    return NULL;
}

/* What the map says of the actor: the first object that has its script is it. */
static bool take_actor(struct rq_soup_machine *m)
{
    const struct rq_rgm_attributes *attributes = rq_rgm_actor_attributes(m->map, m->actor);
    const struct rq_rgm_object *place = placed(m->map, m->actor);
    struct object *me = m->objects[ME];
    size_t count;
    const struct rq_rgm_location *locations = rq_rgm_actor_locations(m->map, m->actor, &count);
    for (size_t k = 0; place && k < 3; k++) {
        me->pos[k] = place->pos[k];
        me->angle[k] = (int32_t)place->angle[k];
    }
    if (!rq_soup_text_of(m, rq_rgm_actor_name(m->map, m->actor), m->own_name))
        return false;
    if (attributes) {
        m->map_attributes = attributes->values;
        memcpy(me->attributes, attributes->values, sizeof me->attributes);
    }
    /* Location 0 is where the object stands; RALC counts from there (RGU RGScriptedObject.cs). */
    me->locations = rq_arena_get(&m->arena, count + 1, sizeof *me->locations);
    if (!me->locations)
        return false;
    me->location_count = count + 1;
    for (size_t i = 0; i <= count; i++)
        for (size_t k = 0; k < 3; k++)
            me->locations[i][k] =
                (int32_t)((uint32_t)me->pos[k] + (i ? (uint32_t)locations[i - 1].offset[k] : 0));
    return true;
}

static const int32_t flag_starts[RQ_SOUP_FLAGS] = {
#define FLAG(id, name, kind, start) [id] = start,
#include "script/soup/names.def"
};

int32_t rq_soup_flag_start(unsigned id)
{
    return flag_starts[id];
}

static struct rq_soup_machine *make(const struct rq_soup_options *options, size_t code_size,
                                    struct rq_error *err)
{
    struct rq_soup_machine *m = rq_mem(options->alloc, NULL, sizeof *m);
    if (!m) {
        rq_fail(err, RQ_NO_MEMORY, 0, "", "no memory for the machine");
        return NULL;
    }
    memset(m, 0, sizeof *m);
    m->arena = (struct rq_arena){.alloc = options->alloc, .limit = 48 * code_size + (8u << 20)};
    m->text.alloc = options->alloc;
    m->def = options->def;
    m->line = m->log = m->sound = -1;
    memcpy(m->flags, flag_starts, sizeof m->flags);
    if (!first_object(m, "Me") || !first_object(m, "Player") || !first_object(m, "Camera")) {
        rq_fail(err, RQ_NO_MEMORY, 0, "", "no memory for the machine");
        rq_soup_close(m);
        return NULL;
    }
    return m;
}

/* Thread 1 is there when thread 0 starts elsewhere. */
static bool start(struct rq_soup_machine *m, const struct rq_soup_options *options, uint32_t pc,
                  struct rq_error *err)
{
    pc = options->has_start ? options->start : pc;
    int32_t at = rq_soup_at(m->script, pc);
    if (at < 0 || (size_t)at >= m->script->count)
        return rq_fail(err, options->has_start ? RQ_USAGE : RQ_CORRUPT, pc, "start",
                       "0x%X is not the start of an instruction of this block", (unsigned)pc);
    if (options->local_count > 256)
        return rq_fail(err, RQ_USAGE, 0, "locals", "%zu variables are more than 256",
                       options->local_count);
    m->threads[0].at = at;
    m->thread_count = pc ? 2 : 1;
    for (size_t i = 0; i < options->local_count; i++)
        m->locals[i] = options->locals[i];
    if (m->local_count < options->local_count)
        m->local_count = options->local_count;
    return true;
}

static const struct rq_soup_options no_options;

struct rq_soup_machine *rq_soup_open_code(struct rq_bytes code,
                                          const struct rq_soup_options *options,
                                          struct rq_error *err)
{
    size_t stop_at = 0;
    options = options ? options : &no_options;
    struct rq_soup_machine *m = make(options, code.size, err);
    if (!m)
        return NULL;
    m->script = rq_soup_decode(code, &m->arena, &stop_at);
    bool opened = false;
    if (m->script)
        opened = start(m, options, 0, err);
    else if (stop_at == SIZE_MAX)
        rq_fail(err, RQ_NO_MEMORY, 0, "code", "no memory for the script");
    else
        rq_fail(err, RQ_CORRUPT, stop_at, "code",
                "no script: the bytes do not decode to their end");
    if (opened)
        return m;
    rq_soup_close(m);
    return NULL;
}

struct rq_soup_machine *rq_soup_open_actor(const struct rq_rgm *map, size_t actor,
                                           const struct rq_soup_options *options,
                                           struct rq_error *err)
{
    options = options ? options : &no_options;
    const struct rq_soup_script *script = rq_rgm_actor_script(map, actor);
    if (!script) {
        rq_fail(err, RQ_USAGE, 0, "actor", "there is no actor %zu, or its script does not decode",
                actor);
        return NULL;
    }
    struct rq_soup_machine *m = make(options, script->size, err);
    if (!m)
        return NULL;
    m->map = map;
    m->actor = actor;
    m->script = script;
    const int32_t *variables = rq_rgm_actor_variables(map, actor, &m->local_count);
    m->local_count = m->local_count < 256 ? m->local_count : 256;
    for (size_t i = 0; i < m->local_count; i++)
        m->locals[i] = variables[i];
    if (!take_actor(m))
        rq_fail(err, RQ_NO_MEMORY, 0, "", "no memory for the machine");
    else if (start(m, options, rq_rgm_actor(map, actor)->script_pc, err))
        return m;
    rq_soup_close(m);
    return NULL;
}

void rq_soup_close(struct rq_soup_machine *m)
{
    if (!m)
        return;
    const struct rq_alloc *alloc = m->arena.alloc;
    rq_out_free(&m->text);
    rq_arena_free(&m->arena);
    rq_mem(alloc, m, 0);
}

/* ---- looking ---- */

void rq_soup_set_watch(struct rq_soup_machine *m, const struct rq_soup_watch *watch)
{
    m->watch = watch ? *watch : (struct rq_soup_watch){0};
}

size_t rq_soup_threads(const struct rq_soup_machine *m)
{
    return m->thread_count;
}

static uint32_t pc_of(const struct rq_soup_machine *m, int32_t at, uint32_t bad)
{
    if (at < 0)
        return bad;
    return (size_t)at < m->script->count ? m->script->instrs[at].offset : m->script->size;
}

struct rq_soup_thread rq_soup_thread(const struct rq_soup_machine *m, size_t thread)
{
    if (thread >= m->thread_count)
        return (struct rq_soup_thread){.state = RQ_SOUP_ENDED, .why = "there is no such thread"};
    const struct thread *t = &m->threads[thread];
    return (struct rq_soup_thread){.state = t->state,
                                   .pc = pc_of(m, t->at, t->bad_pc),
                                   .waits = t->waiting != WAIT_NOT,
                                   .depth = t->depth,
                                   .why = t->why};
}

bool rq_soup_caller(const struct rq_soup_machine *m, size_t thread, size_t level, uint32_t *pc)
{
    if (thread >= m->thread_count || level >= m->threads[thread].depth)
        return false;
    const struct thread *t = &m->threads[thread];
    *pc = pc_of(m, t->back[t->depth - 1 - level], 0);
    return true;
}

bool rq_soup_is_start(const struct rq_soup_machine *m, uint32_t pc)
{
    int32_t at = rq_soup_at(m->script, pc);
    return at >= 0 && (size_t)at < m->script->count;
}

uint64_t rq_soup_steps_done(const struct rq_soup_machine *m)
{
    return m->steps;
}

uint64_t rq_soup_ticks(const struct rq_soup_machine *m)
{
    return m->ticks;
}

int32_t *rq_soup_locals(struct rq_soup_machine *m, size_t *count)
{
    *count = m->local_count;
    return m->locals;
}

bool rq_soup_get_flag(const struct rq_soup_machine *m, unsigned id, int32_t *value_of,
                      bool *written)
{
    if (id >= RQ_SOUP_FLAGS)
        return false;
    *value_of = m->flags[id];
    *written = m->written[id];
    return true;
}

bool rq_soup_set_flag(struct rq_soup_machine *m, unsigned id, int32_t new_value)
{
    if (id >= RQ_SOUP_FLAGS)
        return false;
    m->flags[id] = new_value;
    m->written[id] = true;
    return true;
}

int rq_soup_flag_number(const char *name)
{
    return rq_soup_flag_by_name((struct rq_str){name, strlen(name)});
}

const char *rq_soup_flag_name(unsigned id)
{
    return rq_soup_flag(id);
}
