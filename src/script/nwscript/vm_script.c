/* Scripts that execute each other, and the functions that run in them. */
#include "core/text.h"
#include "script/nwscript/vm.h"

const char *rq_nvm_object_name(const struct rq_ncs_vm *vm, uint32_t object)
{
    return object < vm->object_count ? (const char *)vm->objects[object].name.data
                                     : "OBJECT_INVALID";
}

uint32_t rq_nvm_offset(const struct rq_ncs *ncs, uint32_t pc)
{
    if (pc < ncs->count)
        return ncs->instrs[pc].offset;
    return ncs->count
               ? ncs->instrs[ncs->count - 1].offset + rq_ncs_size(&ncs->instrs[ncs->count - 1])
               : RQ_NCS_HEAD;
}

void rq_ncs_vm_set_scripts(struct rq_ncs_vm *vm, const struct rq_ncs_vm_scripts *scripts)
{
    vm->scripts = scripts ? *scripts : (struct rq_ncs_vm_scripts){0};
}

const struct rq_ncs *rq_nvm_script(struct rq_ncs_vm *vm, struct rq_bytes name)
{
    /* Names of resources have 16 letters. */
    char lower[17] = "";
    for (uint32_t i = 0; i < vm->world_script_count; i++)
        if (rq_nvm_same(vm->world_scripts[i].name, name))
            return &vm->world_scripts[i].ncs;
    if (!vm->scripts.find || !name.size || name.size >= sizeof lower)
        return NULL;
    for (size_t i = 0; i < name.size; i++)
        lower[i] = rq_lower((char)name.data[i]);
    return vm->scripts.find(vm->scripts.ctx, lower);
}

bool rq_nvm_enter(struct rq_ncs_vm *vm, const struct rq_ncs *ncs, struct rq_bytes name,
                  uint32_t object)
{
    char *copy = rq_arena_text(&vm->arena, (const char *)name.data, name.size);
    vm->text_used += name.size;
    if (!copy || vm->text_used > TEXTS_MOST)
        return rq_nvm_fault(vm, "more text than fits");
    for (char *p = copy; *p; p++)
        *p = rq_lower(*p);
    vm->outer[vm->outer_count++] = vm->now;
    vm->now = (struct script){.ncs = ncs,
                              .name = copy,
                              .bp = vm->sp,
                              .floor = vm->sp,
                              .outset = vm->sp,
                              .call_from = vm->depth,
                              .self = object};
    if (vm->watch.script)
        vm->watch.script(vm->watch.ctx, copy, rq_nvm_object_name(vm, object));
    return true;
}

void rq_nvm_leave(struct rq_ncs_vm *vm)
{
    const char *name = vm->now.name;
    vm->sp = vm->now.floor;
    vm->depth = vm->now.call_from;
    vm->now = vm->outer[--vm->outer_count];
    if (vm->watch.script)
        vm->watch.script(vm->watch.ctx, name, NULL);
}

bool rq_ncs_vm_frame(const struct rq_ncs_vm *vm, size_t level, struct rq_ncs_vm_frame *frame)
{
    const struct script *s = &vm->now;
    uint32_t depth = vm->depth, outer = vm->outer_count;
    /* Over whole scripts: each has a frame for each of its calls, and one. */
    while (level > depth - s->call_from) {
        if (!outer)
            return false;
        level -= depth - s->call_from + 1;
        depth = s->call_from;
        s = &vm->outer[--outer];
    }
    uint32_t calls = depth - (uint32_t)level; /* below it */
    *frame = (struct rq_ncs_vm_frame){
        .script = s->name, .globals = s->bp, .outermost = calls == s->call_from};
    frame->offset = rq_nvm_offset(s->ncs, level ? vm->calls[calls].back : s->pc);
    frame->cells = frame->outermost ? s->outset : vm->calls[calls - 1].sp;
    return true;
}
