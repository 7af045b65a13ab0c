/* The stack machine of NWScript as the engine runs it: what it does with each opcode, its limits and its errors
 * (the codes in messages are the engine's) are those of docs/nwscript-vm.md. */
#include "script/nwscript/vm.h"

#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool rq_nvm_fault(struct rq_ncs_vm *vm, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(vm->fault, sizeof vm->fault, fmt, args);
    va_end(args);
    vm->fault_at = vm->step_at;
    vm->state = RQ_NCS_VM_FAULT;
    return false;
}

bool rq_nvm_text(struct rq_ncs_vm *vm, const void *data, size_t size, struct rq_bytes *text)
{
    char *copy = NULL;
    if (size <= TEXT_MOST && vm->text_used + size <= TEXTS_MOST)
        copy = rq_arena_text(&vm->arena, data, size);
    if (!copy)
        return rq_nvm_fault(vm, "more text than fits");
    vm->text_used += size;
    *text = (struct rq_bytes){(const uint8_t *)copy, size};
    return true;
}

bool rq_nvm_same(struct rq_bytes a, struct rq_bytes b)
{
    size_t i = 0;
    if (a.size != b.size)
        return false;
    while (i < a.size && rq_lower((char)a.data[i]) == rq_lower((char)b.data[i]))
        i++;
    return i == a.size;
}

/* ---- the stack ---- */

bool rq_nvm_push(struct rq_ncs_vm *vm, struct cell cell)
{
    if (vm->sp == STACK_CELLS)
        return rq_nvm_fault(vm, "the stack is full (-100)");
    vm->stack[vm->sp++] = cell;
    return true;
}

static bool push_int(struct rq_ncs_vm *vm, int32_t i)
{
    return rq_nvm_push(vm, (struct cell){.type = RQ_NCS_INT, .i = i});
}

static bool push_float(struct rq_ncs_vm *vm, float f)
{
    return rq_nvm_push(vm, (struct cell){.type = RQ_NCS_FLOAT, .f = f});
}

bool rq_nvm_pop(struct rq_ncs_vm *vm, unsigned type, struct cell *cell)
{
    static const char *const names[] = {
        [RQ_NCS_INT] = "int",           [RQ_NCS_FLOAT] = "float",   [RQ_NCS_STRING] = "string",
        [RQ_NCS_OBJECT] = "object",     [RQ_NCS_EFFECT] = "effect", [RQ_NCS_EVENT] = "event",
        [RQ_NCS_LOCATION] = "location", [RQ_NCS_TALENT] = "talent"};
    *cell = (struct cell){0};
    if (vm->sp == vm->now.floor)
        return rq_nvm_fault(vm, "the stack is empty (-100)");
    *cell = vm->stack[vm->sp - 1];
    if (cell->type != type)
        return rq_nvm_fault(vm, "expected %s on the stack, found %s (-100)", names[type],
                            names[cell->type]);
    vm->sp--;
    return true;
}

/* A place below a pointer, in bytes; false after a fault. */
static bool place_of(struct rq_ncs_vm *vm, uint32_t pointer, int32_t offset, int32_t size,
                     uint32_t *at)
{
    int64_t from = (int64_t)pointer * 4 + offset;
    *at = 0;
    if (offset % 4 || size % 4 || size < 0 || from < (int64_t)vm->now.floor * 4 ||
        from + size > (int64_t)vm->sp * 4)
        return rq_nvm_fault(vm, "a place outside of the stack (-100)");
    *at = (uint32_t)(from / 4);
    return true;
}

/* Copies size bytes to the top, or from the top down. */
static bool copy(struct rq_ncs_vm *vm, const struct rq_ncs_instr *i, uint32_t pointer, bool up)
{
    uint32_t at, count = (uint32_t)i->b / 4;
    if (!place_of(vm, pointer, i->a, i->b, &at))
        return false;
    for (uint32_t k = 0; k < count; k++) /* as many are above the floor: the place is */
        if (!up)
            vm->stack[at + k] = vm->stack[vm->sp - count + k];
        else if (!rq_nvm_push(vm, vm->stack[at + k]))
            return false;
    return true;
}

static bool move_sp(struct rq_ncs_vm *vm, int32_t bytes)
{
    if (bytes > 0 || bytes % 4 || ((int64_t)vm->sp - vm->now.floor) * 4 + bytes < 0)
        return rq_nvm_fault(vm, "the stack can't move by %d (-100)", bytes);
    vm->sp -= (uint32_t)(-(int64_t)bytes / 4);
    return true;
}

/* Keeps a part of the topmost bytes. */
static bool destruct(struct rq_ncs_vm *vm, const struct rq_ncs_instr *i)
{
    int64_t size = i->a / 4, from = i->b / 4, keep = i->c / 4;
    if (i->a % 4 || i->b % 4 || i->c % 4 || from < 0 || from + keep > size ||
        size > vm->sp - vm->now.floor)
        return rq_nvm_fault(vm, "DESTRUCT outside of the stack (-100)");
    struct cell *base = &vm->stack[vm->sp - size];
    memmove(base, base + from, (size_t)keep * sizeof *base);
    vm->sp -= (uint32_t)(size - keep);
    return true;
}

/* Cells that are no int are passed over. */
static bool step_cell(struct rq_ncs_vm *vm, uint32_t pointer, int32_t offset, int32_t by)
{
    uint32_t at;
    if (!place_of(vm, pointer, offset, 4, &at))
        return false;
    if (vm->stack[at].type == RQ_NCS_INT)
        vm->stack[at].i = (int32_t)((uint32_t)vm->stack[at].i + (uint32_t)by);
    return true;
}

static bool reserve(struct rq_ncs_vm *vm, unsigned type)
{
    struct cell cell = {.type = (uint8_t)type};
    if (type == RQ_NCS_OBJECT)
        cell.object = OBJECT_INVALID;
    if (type < RQ_NCS_INT || type > RQ_NCS_TALENT || (type > RQ_NCS_OBJECT && type < RQ_NCS_EFFECT))
        return rq_nvm_fault(vm, "RSADD of no type (-97)");
    return rq_nvm_push(vm, cell);
}

static bool constant(struct rq_ncs_vm *vm, const struct rq_ncs_instr *i)
{
    struct cell cell = {.type = i->type, .i = i->a};
    if (i->type == RQ_NCS_FLOAT) {
        cell.f = rq_f32_of((uint32_t)i->a);
    } else if (i->type == RQ_NCS_STRING) {
        const uint8_t *nul = i->a ? memchr(i->text, 0, (size_t)i->a) : NULL;
        cell.text = (struct rq_bytes){i->text, nul ? (size_t)(nul - i->text) : (size_t)i->a};
    } else if (i->type == RQ_NCS_OBJECT) {
        cell.object = i->a == 0 ? vm->now.self : OBJECT_INVALID;
    } else if (i->type != RQ_NCS_INT) {
        return rq_nvm_fault(vm, "CONST of no type (-97)");
    }
    return rq_nvm_push(vm, cell);
}

/* ---- operators ---- */

/* Texts without ASCII case, all else by their bits. */
static bool same_cell(const struct cell *a, const struct cell *b)
{
    return a->type == RQ_NCS_STRING ? rq_nvm_same(a->text, b->text) : a->i == b->i;
}

static bool compare_many(struct rq_ncs_vm *vm, uint32_t count, bool *same)
{
    if (vm->sp - vm->now.floor < 2 * count)
        return rq_nvm_fault(vm, "the stack is empty (-100)");
    const struct cell *right = &vm->stack[vm->sp - count], *left = right - count;
    *same = true;
    for (uint32_t k = 0; k < count; k++) {
        if (left[k].type != right[k].type)
            return rq_nvm_fault(vm, "values of different types compared (-109)");
        *same = *same && same_cell(&left[k], &right[k]);
    }
    vm->sp -= 2 * count;
    return true;
}

static bool equal(struct rq_ncs_vm *vm, const struct rq_ncs_instr *i)
{
    bool same = false;
    uint32_t count = i->type == RQ_NCS_STRUCT_STRUCT ? (uint32_t)i->a / 4 : 1;
    return compare_many(vm, count, &same) && push_int(vm, same == (i->op == RQ_NCS_OP_EQ));
}

static bool order(struct rq_ncs_vm *vm, const struct rq_ncs_instr *i)
{
    struct cell a, b;
    bool real = i->type == RQ_NCS_FLOAT_FLOAT;
    unsigned type = real ? RQ_NCS_FLOAT : RQ_NCS_INT;
    if (!rq_nvm_pop(vm, type, &b) || !rq_nvm_pop(vm, type, &a))
        return false;
    bool less = real ? a.f < b.f : a.i < b.i, more = real ? a.f > b.f : a.i > b.i;
    switch (i->op) {
    case RQ_NCS_OP_LT: return push_int(vm, less);
    case RQ_NCS_OP_GT: return push_int(vm, more);
    case RQ_NCS_OP_LEQ: return push_int(vm, real ? a.f <= b.f : a.i <= b.i);
    default: return push_int(vm, real ? a.f >= b.f : a.i >= b.i);
    }
}

/* Whole numbers wrap around; SHRIGHT rounds to zero, USHRIGHT is arithmetic, as the engine does it. */
static bool whole(struct rq_ncs_vm *vm, unsigned op, int32_t a, int32_t b)
{
    uint32_t x = (uint32_t)a, y = (uint32_t)b, shift = y & 31;
    switch (op) {
    case RQ_NCS_OP_LOGAND: return push_int(vm, a && b);
    case RQ_NCS_OP_LOGOR: return push_int(vm, a || b);
    case RQ_NCS_OP_INCOR: return push_int(vm, a | b);
    case RQ_NCS_OP_EXCOR: return push_int(vm, a ^ b);
    case RQ_NCS_OP_BOOLAND: return push_int(vm, a & b);
    case RQ_NCS_OP_SHLEFT: return push_int(vm, (int32_t)(x << shift));
    case RQ_NCS_OP_SHRIGHT:
        return push_int(vm, a < 0 ? -(int32_t)((0 - x) >> shift) : (int32_t)(x >> shift));
    case RQ_NCS_OP_USHRIGHT: return push_int(vm, (int32_t)(a < 0 ? ~(~x >> shift) : x >> shift));
    case RQ_NCS_OP_ADD: return push_int(vm, (int32_t)(x + y));
    case RQ_NCS_OP_SUB: return push_int(vm, (int32_t)(x - y));
    case RQ_NCS_OP_MUL: return push_int(vm, (int32_t)(x * y));
    default: break;
    }
    if (!b)
        return rq_nvm_fault(vm, "division by zero (-105)");
    if (a == INT32_MIN && b == -1)
        return rq_nvm_fault(vm, "-2147483648 by -1: the engine crashes");
    return push_int(vm, op == RQ_NCS_OP_DIV ? a / b : a % b);
}

static bool real(struct rq_ncs_vm *vm, unsigned op, float a, float b)
{
    switch (op) {
    case RQ_NCS_OP_ADD: return push_float(vm, a + b);
    case RQ_NCS_OP_SUB: return push_float(vm, a - b);
    case RQ_NCS_OP_MUL: return push_float(vm, a * b);
    default: break;
    }
    if (op != RQ_NCS_OP_DIV || b == 0)
        return rq_nvm_fault(vm, op == RQ_NCS_OP_DIV ? "division by zero (-105)"
                                                    : "no such operator (-97)");
    return push_float(vm, a / b);
}

static bool pop_vector(struct rq_ncs_vm *vm, float v[3])
{
    struct cell cell;
    for (int k = 2; k >= 0; k--) {
        if (!rq_nvm_pop(vm, RQ_NCS_FLOAT, &cell))
            return false;
        v[k] = cell.f;
    }
    return true;
}

static bool vectors(struct rq_ncs_vm *vm, const struct rq_ncs_instr *i)
{
    float a[3] = {0}, b[3] = {0};
    struct cell number = {0};
    bool left = i->type != RQ_NCS_FLOAT_VECTOR, right = i->type != RQ_NCS_VECTOR_FLOAT;
    if (right ? !pop_vector(vm, b) : !rq_nvm_pop(vm, RQ_NCS_FLOAT, &number))
        return false;
    for (int k = 0; k < 3 && !right; k++)
        b[k] = number.f;
    if (left ? !pop_vector(vm, a) : !rq_nvm_pop(vm, RQ_NCS_FLOAT, &number))
        return false;
    for (int k = 0; k < 3 && !left; k++)
        a[k] = number.f;
    for (int k = 0; k < 3; k++)
        if (!real(vm, i->op, a[k], b[k]))
            return false;
    return true;
}

static bool join_texts(struct rq_ncs_vm *vm)
{
    struct cell a, b;
    struct rq_out out = {0};
    if (!rq_nvm_pop(vm, RQ_NCS_STRING, &b) || !rq_nvm_pop(vm, RQ_NCS_STRING, &a))
        return false;
    if (a.text.size + b.text.size > TEXT_MOST)
        return rq_nvm_fault(vm, "more text than fits");
    rq_put_bytes(&out, a.text);
    rq_put_bytes(&out, b.text);
    bool fine = !out.failed || rq_nvm_fault(vm, "out of memory");
    fine = fine && rq_nvm_text(vm, out.data ? out.data : (const void *)"", out.size, &a.text);
    rq_out_free(&out);
    return fine && rq_nvm_push(vm, a);
}

static bool binary(struct rq_ncs_vm *vm, const struct rq_ncs_instr *i)
{
    struct cell a, b;
    switch (i->type) {
    case RQ_NCS_INT_INT:
        return rq_nvm_pop(vm, RQ_NCS_INT, &b) && rq_nvm_pop(vm, RQ_NCS_INT, &a) &&
               whole(vm, i->op, a.i, b.i);
    case RQ_NCS_FLOAT_FLOAT:
        return rq_nvm_pop(vm, RQ_NCS_FLOAT, &b) && rq_nvm_pop(vm, RQ_NCS_FLOAT, &a) &&
               real(vm, i->op, a.f, b.f);
    case RQ_NCS_INT_FLOAT:
        return rq_nvm_pop(vm, RQ_NCS_FLOAT, &b) && rq_nvm_pop(vm, RQ_NCS_INT, &a) &&
               real(vm, i->op, (float)a.i, b.f);
    case RQ_NCS_FLOAT_INT:
        return rq_nvm_pop(vm, RQ_NCS_INT, &b) && rq_nvm_pop(vm, RQ_NCS_FLOAT, &a) &&
               real(vm, i->op, a.f, (float)b.i);
    case RQ_NCS_STRING_STRING:
        if (i->op == RQ_NCS_OP_ADD)
            return join_texts(vm);
        return rq_nvm_pop(vm, RQ_NCS_STRING, &b) && rq_nvm_pop(vm, RQ_NCS_STRING, &a);
    case RQ_NCS_VECTOR_VECTOR:
    case RQ_NCS_VECTOR_FLOAT:
    case RQ_NCS_FLOAT_VECTOR: return vectors(vm, i);
    default: return rq_nvm_fault(vm, "no such operator (-97)");
    }
}

static bool unary(struct rq_ncs_vm *vm, const struct rq_ncs_instr *i)
{
    struct cell a;
    if (!rq_nvm_pop(vm, i->type == RQ_NCS_FLOAT ? RQ_NCS_FLOAT : RQ_NCS_INT, &a))
        return false;
    if (i->type == RQ_NCS_FLOAT)
        return push_float(vm, -a.f);
    uint32_t x = (uint32_t)a.i;
    return push_int(vm,
                    i->op == RQ_NCS_OP_NOT ? !a.i : (int32_t)(i->op == RQ_NCS_OP_NEG ? 0 - x : ~x));
}

/* ---- control ---- */

static bool jump(struct rq_ncs_vm *vm, const struct rq_ncs_instr *i)
{
    if (i->to < 0 || (size_t)i->to >= vm->now.ncs->count)
        return rq_nvm_fault(vm, "a jump to 0x%x, where no instruction starts (-107)",
                            i->offset + (uint32_t)i->a);
    vm->now.pc = (uint32_t)i->to;
    return true;
}

static bool branch(struct rq_ncs_vm *vm, const struct rq_ncs_instr *i)
{
    struct cell cell = {0};
    bool tests = i->op == RQ_NCS_OP_JZ || i->op == RQ_NCS_OP_JNZ;
    if (tests && !rq_nvm_pop(vm, RQ_NCS_INT, &cell))
        return false;
    if (tests && (cell.i == 0) != (i->op == RQ_NCS_OP_JZ))
        return true;
    if (i->op == RQ_NCS_OP_JSR) {
        if (vm->depth == RQ_NCS_VM_CALLS)
            return rq_nvm_fault(vm, "functions call each other more than %d deep (-99)",
                                RQ_NCS_VM_CALLS);
        vm->calls[vm->depth++] = (struct call_frame){vm->now.pc, vm->sp};
    }
    return jump(vm, i);
}

/* The end of a function, or of the script. */
static bool give_back(struct rq_ncs_vm *vm)
{
    if (vm->depth > vm->now.call_from) {
        vm->now.pc = vm->calls[--vm->depth].back;
        return true;
    }
    if (vm->outer_count) {
        rq_nvm_leave(vm);
        return true;
    }
    if (vm->returns && vm->sp && vm->stack[vm->sp - 1].type == RQ_NCS_INT) {
        vm->has_result = true;
        vm->result = vm->stack[vm->sp - 1].i;
    }
    vm->returns = false;
    vm->state = RQ_NCS_VM_RETURNED;
    return true;
}

/* The block begins as many bytes behind as the type byte says; what the routine takes is left in registers. */
static bool store_state(struct rq_ncs_vm *vm, const struct rq_ncs_instr *i)
{
    int32_t start = rq_ncs_at(vm->now.ncs, i->offset + i->type);
    if (start < 0 || (size_t)start >= vm->now.ncs->count || i->a < 0 || i->b < 0 || i->a % 4 ||
        i->b % 4)
        return rq_nvm_fault(vm, "STORESTATE of no block (-107)");
    vm->saved_start = (uint32_t)start;
    vm->saved_base = (uint32_t)i->a / 4;
    vm->saved_stack = (uint32_t)i->b / 4;
    return true;
}

static bool base_pointer(struct rq_ncs_vm *vm, bool save)
{
    struct cell cell = {.type = RQ_NCS_INT, .i = (int32_t)vm->now.bp};
    if (save) {
        if (!rq_nvm_push(vm, cell))
            return false;
        vm->now.bp = vm->sp - 1;
        return true;
    }
    if (!rq_nvm_pop(vm, RQ_NCS_INT, &cell))
        return false;
    vm->now.bp = (uint32_t)cell.i >= vm->now.floor && (uint32_t)cell.i <= vm->sp ? (uint32_t)cell.i
                                                                                 : vm->now.floor;
    return true;
}

static bool execute(struct rq_ncs_vm *vm, const struct rq_ncs_instr *i)
{
    switch (i->op) {
    case RQ_NCS_OP_CPDOWNSP: return copy(vm, i, vm->sp, false);
    case RQ_NCS_OP_CPTOPSP: return copy(vm, i, vm->sp, true);
    case RQ_NCS_OP_CPDOWNBP: return copy(vm, i, vm->now.bp, false);
    case RQ_NCS_OP_CPTOPBP: return copy(vm, i, vm->now.bp, true);
    case RQ_NCS_OP_RSADD: return reserve(vm, i->type);
    case RQ_NCS_OP_CONST: return constant(vm, i);
    case RQ_NCS_OP_ACTION: return rq_nvm_action(vm, i);
    case RQ_NCS_OP_EQ:
    case RQ_NCS_OP_NEQ: return equal(vm, i);
    case RQ_NCS_OP_GEQ:
    case RQ_NCS_OP_GT:
    case RQ_NCS_OP_LT:
    case RQ_NCS_OP_LEQ: return order(vm, i);
    case RQ_NCS_OP_NEG:
    case RQ_NCS_OP_COMP:
    case RQ_NCS_OP_NOT: return unary(vm, i);
    case RQ_NCS_OP_MOVSP: return move_sp(vm, i->a);
    case RQ_NCS_OP_DESTRUCT: return destruct(vm, i);
    case RQ_NCS_OP_JMP:
    case RQ_NCS_OP_JSR:
    case RQ_NCS_OP_JZ:
    case RQ_NCS_OP_JNZ: return branch(vm, i);
    case RQ_NCS_OP_RETN: return give_back(vm);
    case RQ_NCS_OP_DECSP: return step_cell(vm, vm->sp, i->a, -1);
    case RQ_NCS_OP_INCSP: return step_cell(vm, vm->sp, i->a, 1);
    case RQ_NCS_OP_DECBP: return step_cell(vm, vm->now.bp, i->a, -1);
    case RQ_NCS_OP_INCBP: return step_cell(vm, vm->now.bp, i->a, 1);
    case RQ_NCS_OP_SAVEBP: return base_pointer(vm, true);
    case RQ_NCS_OP_RESTOREBP: return base_pointer(vm, false);
    case RQ_NCS_OP_STORESTATE: return store_state(vm, i);
    case RQ_NCS_OP_NOP:
    case RQ_NCS_OP_STORESTATEALL: return rq_nvm_fault(vm, "the engine knows no such opcode (-101)");
    default: return binary(vm, i);
    }
}

/* ---- running ---- */

static void begin(struct rq_ncs_vm *vm)
{
    vm->begun = true;
    vm->returns = vm->now.ncs->count && vm->now.ncs->instrs[0].op == RQ_NCS_OP_RSADD;
    vm->state = RQ_NCS_VM_READY;
}

/* The first of those that are due; false: none is left. */
static bool begin_deferred(struct rq_ncs_vm *vm)
{
    uint32_t first = 0;
    if (!vm->queue_count)
        return false;
    for (uint32_t i = 1; i < vm->queue_count; i++)
        if (vm->queue[i].at < vm->queue[first].at ||
            (vm->queue[i].at == vm->queue[first].at && vm->queue[i].order < vm->queue[first].order))
            first = i;
    struct deferred d = vm->queue[first];
    vm->queue[first] = vm->queue[--vm->queue_count];
    memcpy(vm->stack, d.cells, d.count * sizeof *d.cells);
    vm->sp = d.count;
    vm->depth = 0;
    vm->now = (struct script){.ncs = d.ncs,
                              .name = d.name,
                              .pc = d.start,
                              .bp = d.base,
                              .outset = d.base,
                              .self = d.object};
    vm->time = d.at > vm->time ? d.at : vm->time;
    vm->budget_from = vm->steps;
    vm->state = RQ_NCS_VM_READY;
    if (vm->watch.action)
        vm->watch.action(vm->watch.ctx, rq_nvm_object_name(vm, d.object), vm->time);
    return true;
}

static void tell_step(struct rq_ncs_vm *vm, const struct rq_ncs_instr *i)
{
    char text[120], name[24], top[80] = "";
    rq_ncs_vm_cell(vm, 0, top);
    snprintf(text, sizeof text, "%-10s sp %-4u %s", rq_ncs_mnemonic(i->op, i->type, name), vm->sp,
             top);
    vm->watch.step(vm->watch.ctx, i->offset, text);
}

bool rq_ncs_vm_step(struct rq_ncs_vm *vm)
{
    if (!vm->begun)
        begin(vm);
    /* A fault ends the script that it is in, not those that execute it. */
    if (vm->state == RQ_NCS_VM_FAULT && vm->outer_count) {
        rq_nvm_leave(vm);
        vm->state = RQ_NCS_VM_READY;
    }
    if (vm->state != RQ_NCS_VM_READY && !begin_deferred(vm))
        return false;
    if (vm->now.pc >= vm->now.ncs->count) {
        vm->step_at = rq_ncs_vm_offset(vm);
        rq_nvm_fault(vm, "the code ends without RETN (-107)");
        return true;
    }
    const struct rq_ncs_instr *i = &vm->now.ncs->instrs[vm->now.pc];
    size_t refusals = rq_memory_refusals();
    vm->step_at = i->offset;
    if (vm->watch.step)
        tell_step(vm, i);
    vm->now.pc++;
    if (++vm->steps - vm->budget_from >= RQ_NCS_VM_INSTRUCTIONS)
        rq_nvm_fault(vm, "too many instructions (-93)");
    else
        execute(vm, i);
    /* What was told, or noted of the world, is not all of it. */
    if (vm->state != RQ_NCS_VM_FAULT && !rq_memory_lasted(refusals, NULL))
        rq_nvm_fault(vm, "out of memory");
    return true;
}

enum rq_ncs_vm_state rq_ncs_vm_run(struct rq_ncs_vm *vm)
{
    enum rq_ncs_vm_state worst = RQ_NCS_VM_RETURNED;
    /* A chain of actions that defer each other has no end in the engine, either. */
    uint64_t most = vm->steps + (uint64_t)RQ_NCS_VM_INSTRUCTIONS * 64;
    while (vm->steps < most && rq_ncs_vm_step(vm))
        worst = vm->state == RQ_NCS_VM_FAULT ? RQ_NCS_VM_FAULT : worst;
    return worst;
}

/* ---- looking ---- */

struct rq_ncs_vm *rq_ncs_vm_open(const struct rq_ncs *ncs, unsigned game, struct rq_error *err)
{
    struct rq_ncs_vm *vm = rq_mem_zeroed(1, sizeof *vm);
    if (vm)
        vm->stack = rq_mem_zeroed(STACK_CELLS, sizeof *vm->stack);
    if (!vm || !vm->stack) {
        free(vm);
        rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
        return NULL;
    }
    vm->now.ncs = ncs;
    vm->now.name = "";
    vm->game = game == 2 ? 2 : 1;
    vm->now.self = rq_nvm_object(vm, (struct rq_bytes){(const uint8_t *)"self", 4});
    if (vm->now.self == OBJECT_INVALID) {
        rq_ncs_vm_close(vm);
        rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
        return NULL;
    }
    return vm;
}

void rq_ncs_vm_close(struct rq_ncs_vm *vm)
{
    if (!vm)
        return;
    rq_arena_free(&vm->arena);
    free(vm->stack);
    free(vm);
}

void rq_ncs_vm_set_watch(struct rq_ncs_vm *vm, const struct rq_ncs_vm_watch *watch)
{
    vm->watch = watch ? *watch : (struct rq_ncs_vm_watch){0};
}

enum rq_ncs_vm_state rq_ncs_vm_state(const struct rq_ncs_vm *vm)
{
    return vm->state;
}

const char *rq_ncs_vm_fault(const struct rq_ncs_vm *vm, uint32_t *offset)
{
    *offset = vm->fault_at;
    return vm->fault;
}

bool rq_ncs_vm_result(const struct rq_ncs_vm *vm, int32_t *value)
{
    *value = vm->result;
    return vm->has_result;
}

uint64_t rq_ncs_vm_steps(const struct rq_ncs_vm *vm)
{
    return vm->steps;
}

uint32_t rq_ncs_vm_offset(const struct rq_ncs_vm *vm)
{
    return rq_nvm_offset(vm->now.ncs, vm->now.pc);
}

size_t rq_ncs_vm_depth(const struct rq_ncs_vm *vm)
{
    return vm->sp;
}

bool rq_ncs_vm_cell(const struct rq_ncs_vm *vm, size_t below_top, char text[80])
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    if (below_top >= vm->sp)
        return false;
    rq_nvm_put_cell(vm, &j, &vm->stack[vm->sp - 1 - below_top]);
    snprintf(text, 80, "%.*s", (int)(out.size < 79 ? out.size : 79), (const char *)out.data);
    rq_out_free(&out);
    return true;
}
