/* Routines of the engine: a few act on the world, all others are recorded and answered. */
#include "core/text.h"
#include "script/nwscript/vm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ARGS_MOST = 32, NAME_MOST = 64 };

/* One call while it is carried out. A vector takes three cells. */
struct call {
    struct rq_ncs_vm *vm;
    const struct rq_routine *routine;
    struct {
        unsigned type; /* of enum rq_ncs_type; RQ_NCS_VECTOR_VECTOR: vector; RQ_NCS_NONE: action */
        struct cell cells[3];
    } args[ARGS_MOST];
    unsigned count;
    struct cell value[3];
    unsigned type; /* of what it returns; RQ_NCS_NONE: void */
    bool recorded, answered;
    const char *note;
    const struct rq_ncs *script; /* to be executed */
};

static const struct word {
    const char *name;
    unsigned type;
} words[] = {
    {"int", RQ_NCS_INT},           {"float", RQ_NCS_FLOAT},   {"string", RQ_NCS_STRING},
    {"object", RQ_NCS_OBJECT},     {"effect", RQ_NCS_EFFECT}, {"event", RQ_NCS_EVENT},
    {"location", RQ_NCS_LOCATION}, {"talent", RQ_NCS_TALENT}, {"vector", RQ_NCS_VECTOR_VECTOR},
    {"action", RQ_NCS_NONE},       {"void", RQ_NCS_NONE},
};

static unsigned type_of(const char *text, size_t size)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].name) == size && strncmp(words[i].name, text, size) == 0)
            return words[i].type;
    return RQ_NCS_INT;
}

/* ---- arguments ---- */

static bool pop_argument(struct call *c, unsigned index, unsigned type)
{
    bool vector = type == RQ_NCS_VECTOR_VECTOR;
    c->args[index].type = type;
    if (type == RQ_NCS_NONE)
        return true;
    /* The first component of a vector lies deepest. */
    for (int k = vector ? 2 : 0; k >= 0; k--)
        if (!rq_nvm_pop(c->vm, vector ? RQ_NCS_FLOAT : type, &c->args[index].cells[k]))
            return false;
    return true;
}

/* As many as the call has, whatever the prototype says: beyond it they are of any type. */
static bool pop_arguments(struct call *c, unsigned count)
{
    const char *p = c->routine->params;
    if (count > ARGS_MOST)
        return rq_nvm_fault(c->vm, "a call with %u arguments", count);
    for (unsigned i = 0; i < count; i++) {
        size_t size = strcspn(p, " ;");
        unsigned type = *p          ? type_of(p, size)
                        : c->vm->sp ? c->vm->stack[c->vm->sp - 1].type
                                    : RQ_NCS_INT;
        if (!pop_argument(c, i, type))
            return false;
        p += strcspn(p, ";");
        p += *p == ';' ? 1 + strspn(p + 1, " ") : 0;
    }
    c->count = count;
    return true;
}

static const struct cell *argument(const struct call *c, unsigned index, unsigned type)
{
    static const struct cell none = {.object = OBJECT_INVALID};
    bool there = index < c->count && c->args[index].type == type;
    return there ? &c->args[index].cells[0] : &none;
}

static int32_t int_of(const struct call *c, unsigned index)
{
    return argument(c, index, RQ_NCS_INT)->i;
}

static float float_of(const struct call *c, unsigned index)
{
    return argument(c, index, RQ_NCS_FLOAT)->f;
}

static struct rq_bytes text_of(const struct call *c, unsigned index)
{
    struct rq_bytes text = argument(c, index, RQ_NCS_STRING)->text;
    return text.data ? text : (struct rq_bytes){(const uint8_t *)"", 0};
}

/* ---- what routines do ---- */

typedef bool act_fn(struct call *c);

static bool give_int(struct call *c, int32_t i)
{
    c->value[0].i = i;
    return true;
}

static bool give_text(struct call *c, const void *data, size_t size)
{
    return rq_nvm_text(c->vm, data, size, &c->value[0].text);
}

/* GetGlobalNumber and those beside it: the kind follows from the name. */
static bool get_global(struct call *c)
{
    const char *name = c->routine->name;
    const char *kind = strstr(name, "Number")    ? "numbers"
                       : strstr(name, "Boolean") ? "booleans"
                                                 : "strings";
    const struct variable *v = rq_nvm_variable(c->vm, &c->vm->globals, kind, text_of(c, 0), false);
    if (c->type == RQ_NCS_STRING)
        return v ? give_text(c, v->text.data, v->text.size) : give_text(c, "", 0);
    return give_int(c, v ? v->number : 0);
}

/* A number is a byte with a sign, as the engine stores it. */
static bool set_global(struct call *c)
{
    bool number = strstr(c->routine->name, "Number"), boolean = strstr(c->routine->name, "Boolean");
    const char *kind = number ? "numbers" : boolean ? "booleans" : "strings";
    struct variable *v = rq_nvm_variable(c->vm, &c->vm->globals, kind, text_of(c, 0), true);
    if (!v)
        return rq_nvm_fault(c->vm, "out of memory");
    v->number = number ? (int8_t)int_of(c, 1) : int_of(c, 1) != 0;
    v->text = text_of(c, 1);
    return true;
}

static struct variable *local_of(struct call *c, bool make)
{
    char name[16];
    uint32_t object = argument(c, 0, RQ_NCS_OBJECT)->object;
    const char *kind = strstr(c->routine->name, "Boolean") ? "booleans" : "numbers";
    int size = snprintf(name, sizeof name, "%d", int_of(c, 1));
    if (object >= c->vm->object_count)
        return NULL;
    return rq_nvm_variable(c->vm, &c->vm->objects[object].locals, kind,
                           (struct rq_bytes){(const uint8_t *)name, (size_t)size}, make);
}

static bool get_local(struct call *c)
{
    const struct variable *v = local_of(c, false);
    return give_int(c, v ? v->number : 0);
}

static bool set_local(struct call *c)
{
    struct variable *v = local_of(c, true);
    if (v)
        v->number = strstr(c->routine->name, "Boolean") ? int_of(c, 2) != 0 : (int8_t)int_of(c, 2);
    return true;
}

static bool object_by_tag(struct call *c)
{
    int64_t nth = c->count > 1 ? int_of(c, 1) : 0;
    c->value[0].object = OBJECT_INVALID;
    for (uint32_t i = 0; i < c->vm->object_count; i++)
        if (rq_nvm_same(c->vm->objects[i].tag, text_of(c, 0)) && nth-- == 0) {
            c->value[0].object = i;
            break;
        }
    return true;
}

static bool tag_of(struct call *c)
{
    uint32_t object = argument(c, 0, RQ_NCS_OBJECT)->object;
    if (object >= c->vm->object_count)
        return give_text(c, "", 0);
    return give_text(c, c->vm->objects[object].tag.data, c->vm->objects[object].tag.size);
}

static bool is_valid(struct call *c)
{
    return give_int(c, argument(c, 0, RQ_NCS_OBJECT)->object < c->vm->object_count);
}

static bool int_to_text(struct call *c)
{
    char text[16];
    int size = snprintf(text, sizeof text, "%d", int_of(c, 0));
    return give_text(c, text, (size_t)size);
}

static bool int_to_float(struct call *c)
{
    c->value[0].f = (float)int_of(c, 0);
    return true;
}

static bool float_to_int(struct call *c)
{
    double v = (double)float_of(c, 0);
    return give_int(c, v >= -2147483648.0 && v < 2147483648.0 ? (int32_t)v : INT32_MIN);
}

static bool text_length(struct call *c)
{
    return give_int(c, (int32_t)text_of(c, 0).size);
}

static bool text_part(struct call *c)
{
    struct rq_bytes text = text_of(c, 0);
    bool right = strcmp(c->routine->name, "GetStringRight") == 0;
    bool middle = strcmp(c->routine->name, "GetSubString") == 0;
    int64_t size = (int64_t)text.size, count = int_of(c, middle ? 2 : 1);
    int64_t from = middle ? int_of(c, 1) : right ? size - count : 0;
    from = from < 0 ? 0 : from > size ? size : from;
    count = count < 0 ? 0 : count > size - from ? size - from : count;
    return give_text(c, text.data + from, (size_t)count);
}

static bool make_vector(struct call *c)
{
    for (unsigned k = 0; k < 3; k++)
        c->value[k].f = float_of(c, k);
    return true;
}

static bool absolute(struct call *c)
{
    if (c->type == RQ_NCS_FLOAT)
        c->value[0].f = fabsf(float_of(c, 0));
    else
        c->value[0].i = int_of(c, 0) < 0 ? (int32_t)(0u - (uint32_t)int_of(c, 0)) : int_of(c, 0);
    return true;
}

/* ---- what is deferred ---- */

static bool defer(struct call *c, uint32_t object, double seconds)
{
    struct rq_ncs_vm *vm = c->vm;
    /* Both sizes 0: all of it. */
    bool all = !vm->saved_base && !vm->saved_stack;
    uint32_t bp = vm->now.bp, floor = vm->now.floor;
    uint32_t base = all ? bp - floor : vm->saved_base, stack = all ? vm->sp - bp : vm->saved_stack;
    if (base > bp - floor || stack > vm->sp - floor || vm->queue_count == QUEUE_MOST)
        return rq_nvm_fault(vm, "an action that can't be kept");
    struct deferred *queue =
        rq_arena_more(&vm->arena, &vm->queue, vm->queue_count, &vm->queue_room, sizeof *queue);
    struct cell *cells = rq_arena_get(&vm->arena, (size_t)base + stack, sizeof *cells);
    vm->text_used += ((size_t)base + stack) * sizeof *cells;
    if (!queue || !cells || vm->text_used > TEXTS_MOST)
        return rq_nvm_fault(vm, "out of memory");
    memcpy(cells, vm->stack + vm->now.bp - base, base * sizeof *cells);
    memcpy(cells + base, vm->stack + vm->sp - stack, stack * sizeof *cells);
    queue[vm->queue_count++] = (struct deferred){.ncs = vm->now.ncs,
                                                 .name = vm->now.name,
                                                 .at = vm->time + seconds,
                                                 .order = vm->order++,
                                                 .object = object,
                                                 .start = vm->saved_start,
                                                 .cells = cells,
                                                 .base = base,
                                                 .count = base + stack};
    return true;
}

static bool delay_command(struct call *c)
{
    double seconds = (double)float_of(c, 0);
    /* Less than nothing, or a day of the game and more: the engine drops it. */
    enum { DAY = 2880 };
    if (!(seconds >= 0) || seconds >= DAY)
        return true;
    return defer(c, c->vm->now.self, (double)(int64_t)(seconds * 1000) / 1000);
}

static bool assign_command(struct call *c)
{
    uint32_t object = argument(c, 0, RQ_NCS_OBJECT)->object;
    return object >= c->vm->object_count || defer(c, object, 0);
}

static bool action_do_command(struct call *c)
{
    return defer(c, c->vm->now.self, 0);
}

/* It runs as soon as the call is done. */
static bool execute_script(struct call *c)
{
    c->vm->script_var = c->count > 2 ? int_of(c, 2) : -1;
    c->script = rq_nvm_script(c->vm, text_of(c, 0));
    if (!c->script) {
        c->note = "no such script";
    } else if (c->vm->outer_count + 1 == RQ_NCS_VM_SCRIPTS) {
        c->note = "too many scripts in each other (-94)";
        c->script = NULL;
    }
    return true;
}

static bool run_script_var(struct call *c)
{
    return give_int(c, c->vm->script_var);
}

/* By name: numbers differ between the games. */
static const struct act {
    const char *name;
    act_fn *act;
} acts[] = {
    {"GetGlobalNumber", get_global},
    {"GetGlobalBoolean", get_global},
    {"GetGlobalString", get_global},
    {"SetGlobalNumber", set_global},
    {"SetGlobalBoolean", set_global},
    {"SetGlobalString", set_global},
    {"GetLocalBoolean", get_local},
    {"GetLocalNumber", get_local},
    {"SetLocalBoolean", set_local},
    {"SetLocalNumber", set_local},
    {"GetObjectByTag", object_by_tag},
    {"GetTag", tag_of},
    {"GetIsObjectValid", is_valid},
    {"IntToString", int_to_text},
    {"IntToFloat", int_to_float},
    {"FloatToInt", float_to_int},
    {"GetStringLength", text_length},
    {"GetStringLeft", text_part},
    {"GetStringRight", text_part},
    {"GetSubString", text_part},
    {"Vector", make_vector},
    {"abs", absolute},
    {"fabs", absolute},
    {"DelayCommand", delay_command},
    {"AssignCommand", assign_command},
    {"ActionDoCommand", action_do_command},
    {"ExecuteScript", execute_script},
    {"GetRunScriptVar", run_script_var},
};

/* ---- answers ---- */

static void put_arguments(const struct call *c, struct rq_json *j)
{
    rq_json_array_row(j);
    for (unsigned i = 0; i < c->count; i++) {
        if (c->args[i].type == RQ_NCS_NONE) {
            rq_json_str(j, "action");
        } else if (c->args[i].type == RQ_NCS_VECTOR_VECTOR) {
            rq_json_array_row(j);
            for (unsigned k = 0; k < 3; k++)
                rq_nvm_put_cell(c->vm, j, &c->args[i].cells[k]);
            rq_json_end_array(j);
        } else {
            rq_nvm_put_cell(c->vm, j, &c->args[i].cells[0]);
        }
    }
    rq_json_end_array(j);
}

static bool take_scalar(struct call *c, struct rq_jr *jr, struct cell *cell)
{
    struct rq_str s;
    switch (cell->type) {
    case RQ_NCS_INT:
        if (rq_jr_peek(jr) == RQ_J_TRUE || rq_jr_peek(jr) == RQ_J_FALSE)
            cell->i = rq_jr_bool(jr);
        else
            cell->i = (int32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
        return true;
    case RQ_NCS_FLOAT: cell->f = rq_jr_f32(jr); return true;
    case RQ_NCS_OBJECT:
        s = rq_jr_string(jr);
        cell->object = rq_nvm_object(c->vm, (struct rq_bytes){(const uint8_t *)s.text, s.size});
        return true;
    case RQ_NCS_STRING: {
        struct rq_bytes text = rq_jr_text(jr, RQ_CP1252);
        return give_text(c, text.size ? text.data : (const void *)"", text.size);
    }
    default: rq_jr_skip(jr); return true;
    }
}

static bool take_answer(struct call *c, const struct answer *answer)
{
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_jr jr;
    rq_jr_open(&jr, answer->value, &c->vm->arena, &ctx);
    if (c->type == RQ_NCS_VECTOR_VECTOR) {
        rq_jr_array(&jr);
        for (unsigned k = 0; k < 3 && rq_jr_more(&jr); k++)
            c->value[k].f = rq_jr_f32(&jr);
    } else if (!take_scalar(c, &jr, &c->value[0])) {
        return false;
    }
    return !err.code ||
           rq_nvm_fault(c->vm, "the answer to %s is no %s", c->routine->name, c->routine->type);
}

/* What is not known is recorded; the value is an answer, or the default of its type. */
static bool carry_out(struct call *c, struct rq_bytes args)
{
    const struct answer *answer = rq_nvm_answer(c->vm, c->routine->name, args);
    c->answered = answer != NULL;
    c->recorded = true;
    if (answer)
        return take_answer(c, answer);
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
        if (strcmp(acts[i].name, c->routine->name) == 0) {
            c->recorded = false;
            return acts[i].act(c);
        }
    return true;
}

static bool give_value(struct call *c)
{
    unsigned cells = c->type == RQ_NCS_NONE ? 0 : c->type == RQ_NCS_VECTOR_VECTOR ? 3 : 1;
    for (unsigned k = 0; k < cells; k++)
        if (!rq_nvm_push(c->vm, c->value[k]))
            return false;
    return true;
}

static void tell(const struct call *c, uint32_t offset, struct rq_bytes args)
{
    struct rq_out call = {0}, value = {0};
    struct rq_json j = {.out = &value, .compact = true};
    rq_put_str(&call, c->routine->name);
    rq_put8(&call, '(');
    rq_put(&call, args.data + 1, args.size - 2); /* a list, without its brackets */
    rq_put8(&call, ')');
    rq_put8(&call, 0);
    if (c->type != RQ_NCS_NONE)
        rq_nvm_put_cell(c->vm, &j, &c->value[0]);
    rq_put8(&value, 0);
    if (!call.failed && !value.failed)
        c->vm->watch.call(c->vm->watch.ctx, &(struct rq_ncs_vm_call){.offset = offset,
                                                                     .call = (char *)call.data,
                                                                     .value = (char *)value.data,
                                                                     .recorded = c->recorded,
                                                                     .answered = c->answered,
                                                                     .note = c->note});
    rq_out_free(&call);
    rq_out_free(&value);
}

bool rq_nvm_action(struct rq_ncs_vm *vm, const struct rq_ncs_instr *i)
{
    struct call c = {.vm = vm, .routine = rq_routine(vm->game, (unsigned)i->a), .note = ""};
    struct rq_out args = {0};
    struct rq_json j = {.out = &args, .compact = true};
    if (!c.routine)
        return rq_nvm_fault(vm, "there is no routine %d (-2002)", i->a);
    c.type = type_of(c.routine->type, strlen(c.routine->type));
    for (unsigned k = 0; k < 3; k++) {
        c.value[k].type = (uint8_t)(c.type == RQ_NCS_VECTOR_VECTOR ? RQ_NCS_FLOAT : c.type);
        c.value[k].made = c.type == RQ_NCS_OBJECT ? (uint32_t)OBJECT_INVALID
                          : c.type >= RQ_NCS_EFFECT && c.type <= RQ_NCS_TALENT ? ++vm->made
                                                                               : 0;
    }
    if (!pop_arguments(&c, i->args))
        return false;
    put_arguments(&c, &j);
    bool fine = !args.failed || rq_nvm_fault(vm, "out of memory");
    fine = fine && carry_out(&c, rq_out_bytes(&args));
    if (fine && vm->watch.call)
        tell(&c, i->offset, rq_out_bytes(&args));
    rq_out_free(&args);
    fine = fine && give_value(&c);
    if (fine && c.script)
        return rq_nvm_enter(vm, c.script, text_of(&c, 0), argument(&c, 1, RQ_NCS_OBJECT)->object);
    return fine;
}
