/* The machine that runs compiled scripts of KotOR, without the game. See docs/nwscript-vm.md.
 *
 *     struct rq_ncs_vm *vm = rq_ncs_vm_open(ncs, 1, &err);
 *     if (vm && rq_ncs_vm_take_world(vm, json, &err))
 *         rq_ncs_vm_run(vm);
 *     rq_ncs_vm_put_world(vm, &out, &err);
 *     rq_ncs_vm_close(vm);
 *
 * Routines of the engine act on a small world (global and local variables, objects by tag, texts and numbers),
 * or are recorded and answered from the world's JSON. Every run is bounded by the engine's own limits.
 */
#ifndef RELIQUARY_NCS_VM_H
#define RELIQUARY_NCS_VM_H

#include <reliquary/ncs.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rq_ncs_vm;

/* The engine's limits and the codes of its errors. */
enum {
    RQ_NCS_VM_INSTRUCTIONS = 131072, /* this one of a run fails: -93 */
    RQ_NCS_VM_CALLS = 127,           /* JSR levels: -99 */
    RQ_NCS_VM_SCRIPTS = 8,           /* scripts in each other: -94 */
};

enum rq_ncs_vm_state {
    RQ_NCS_VM_READY,
    RQ_NCS_VM_RETURNED, /* the script, or the action that ran last, has ended */
    RQ_NCS_VM_FAULT,    /* rq_ncs_vm_fault says why; the engine ends it without a word */
};

/* ncs must outlive the machine and be settled. game is 1 or 2. NULL with err filled without memory. */
RQ_API struct rq_ncs_vm *rq_ncs_vm_open(const struct rq_ncs *ncs, unsigned game,
                                        struct rq_error *err);
RQ_API void rq_ncs_vm_close(struct rq_ncs_vm *vm); /* vm may be NULL */

/* Changes the world to what the JSON says and leaves the rest as it is; docs/nwscript-vm.md has the form. */
RQ_API bool rq_ncs_vm_take_world(struct rq_ncs_vm *vm, struct rq_bytes json, struct rq_error *err);
/* Appends the world as JSON that rq_ncs_vm_take_world takes. */
RQ_API bool rq_ncs_vm_put_world(const struct rq_ncs_vm *vm, struct rq_out *out,
                                struct rq_error *err);

/* A call of a routine, as text: "GetObjectByTag(\"door\", 0)" and "door1". */
struct rq_ncs_vm_call {
    uint32_t offset; /* of the ACTION in the file */
    const char *call, *value;
    bool
        recorded; /* nothing was done: the value is an answer of the world, or the default of its type */
    bool answered;
    const char *note; /* "no such script"; "" mostly */
};

/* What the machine reports while it works; text is valid during the call. */
struct rq_ncs_vm_watch {
    void *ctx;
    void (*step)(void *ctx, uint32_t offset, const char *text); /* before each instruction */
    void (*call)(void *ctx, const struct rq_ncs_vm_call *call);
    void (*action)(void *ctx, const char *object, double seconds); /* a deferred action starts */
    /* A script that another one executes starts on an object; it has ended: object is NULL. */
    void (*script)(void *ctx, const char *name, const char *object);
};
RQ_API void rq_ncs_vm_set_watch(struct rq_ncs_vm *vm, const struct rq_ncs_vm_watch *watch);

/* Where ExecuteScript finds scripts by their name, in lower case, when the world has none of it. What find gives must
 * outlive the machine; NULL: there is no such script. */
struct rq_ncs_vm_scripts {
    void *ctx;
    const struct rq_ncs *(*find)(void *ctx, const char *name);
};
RQ_API void rq_ncs_vm_set_scripts(struct rq_ncs_vm *vm, const struct rq_ncs_vm_scripts *scripts);

/* One instruction. False: nothing is left to run, the deferred actions included. */
RQ_API bool rq_ncs_vm_step(struct rq_ncs_vm *vm);
/* All of it: the script, then the actions that it left for later, by time and in their order. */
RQ_API enum rq_ncs_vm_state rq_ncs_vm_run(struct rq_ncs_vm *vm);

RQ_API enum rq_ncs_vm_state rq_ncs_vm_state(const struct rq_ncs_vm *vm);
/* "division by zero (-105)" and the offset of the instruction; "" without a fault. */
RQ_API const char *rq_ncs_vm_fault(const struct rq_ncs_vm *vm, uint32_t *offset);
/* What StartingConditional returned; false: the script returns nothing, or did not come so far. */
RQ_API bool rq_ncs_vm_result(const struct rq_ncs_vm *vm, int32_t *value);
RQ_API uint64_t rq_ncs_vm_steps(const struct rq_ncs_vm *vm);  /* instructions so far */
RQ_API uint32_t rq_ncs_vm_offset(const struct rq_ncs_vm *vm); /* of the next instruction */
RQ_API size_t rq_ncs_vm_depth(const struct rq_ncs_vm *vm);    /* cells on the stack */
/* A cell as text, 0 is the top: "int 5"; false: there is none. */
RQ_API bool rq_ncs_vm_cell(const struct rq_ncs_vm *vm, size_t below_top, char text[80]);
/* The functions that run, the innermost first, and through all scripts that execute each other. */
struct rq_ncs_vm_frame {
    const char
        *script; /* name as ExecuteScript has it; "" for the one that the machine was opened with */
    uint32_t offset; /* of the instruction to go on with */
    size_t cells;    /* on the stack when it was called: its arguments are the topmost of them */
    size_t globals;  /* cells below it are globals, as SAVEBP has it */
    bool outermost;  /* of its script or action: it has no arguments, and starts at cells */
};
/* Number `level`; false: there are no more. */
RQ_API bool rq_ncs_vm_frame(const struct rq_ncs_vm *vm, size_t level,
                            struct rq_ncs_vm_frame *frame);

#ifdef __cplusplus
}
#endif

#endif
