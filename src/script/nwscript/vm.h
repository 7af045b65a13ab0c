/* The machine inside. */
#ifndef RQ_SCRIPT_NWSCRIPT_VM_H
#define RQ_SCRIPT_NWSCRIPT_VM_H

#include "core/json.h"
#include "script/nwscript/code.h"

#include <reliquary/ncs_vm.h>

enum {
    STACK_CELLS = 32768,
    TEXT_MOST = 1 << 20,   /* bytes of one text */
    TEXTS_MOST = 16 << 20, /* of all that are made in a run */
    QUEUE_MOST = 4096,
    OBJECT_INVALID = 0x7F000000,
};

/* A cell of the stack; type is one of enum rq_ncs_type, INT to TALENT. */
struct cell {
    uint8_t type;
    union {
        int32_t i;
        float f;
        uint32_t object; /* place in objects, or OBJECT_INVALID */
        uint32_t made;   /* effect, event, location, talent: its number */
    };
    struct rq_bytes text;
};

struct variable {
    const char *kind; /* "numbers", "booleans", "strings": a member of the world */
    struct rq_bytes name;
    int32_t number;
    struct rq_bytes text;
};

struct variables {
    struct variable *items;
    uint32_t count, room;
};

struct object {
    struct rq_bytes name, tag;
    struct variables locals;
};

/* How a routine is answered: for these arguments, or for any. */
struct answer {
    struct rq_bytes routine;
    bool any;
    struct rq_bytes args;  /* as JSON text without blanks: ["door",0] */
    struct rq_bytes value; /* as JSON text */
};

struct call_frame {
    uint32_t back; /* instruction to go on with */
    uint32_t sp;   /* when it was called */
};

/* A script that runs: its code and registers. */
struct script {
    const struct rq_ncs *ncs;
    const char *name;
    uint32_t pc;     /* instruction */
    uint32_t bp;     /* cells */
    uint32_t floor;  /* cells below it are of the scripts around it */
    uint32_t outset; /* where its outermost frame starts: behind the globals of a deferred action */
    uint32_t call_from; /* calls below it are of the scripts around it */
    uint32_t self;
};

/* One of the world. */
struct world_script {
    struct rq_bytes name, file;
    struct rq_ncs ncs;
};

/* What is deferred: registers and stack of STORESTATE. */
struct deferred {
    const struct rq_ncs *ncs;
    const char *name; /* of the script */
    double at;
    uint64_t order;
    uint32_t object, start;
    struct cell *cells; /* globals, then the stack below */
    uint32_t base, count;
};

struct rq_ncs_vm {
    struct script now, outer[RQ_NCS_VM_SCRIPTS - 1]; /* outer: those that wait for it */
    uint32_t outer_count;
    struct rq_ncs_vm_scripts scripts;
    struct world_script *world_scripts;
    uint32_t world_script_count, world_script_room;
    int32_t script_var; /* third argument of the last ExecuteScript, never reset */
    unsigned game;
    struct rq_arena arena;
    struct rq_ncs_vm_watch watch;
    enum rq_ncs_vm_state state;
    char fault[120];
    uint32_t step_at, fault_at; /* offsets: of the last instruction, of the last that failed */

    struct cell *stack;
    uint32_t sp; /* cells */
    struct call_frame calls[RQ_NCS_VM_CALLS + 1];
    uint32_t depth;
    uint64_t steps, budget_from;
    size_t text_used;
    bool begun, returns, has_result;
    int32_t result;

    /* Registers of the last STORESTATE. */
    uint32_t saved_start, saved_base, saved_stack;

    double time; /* seconds */
    struct deferred *queue;
    uint32_t queue_count, queue_room;
    uint64_t order;
    uint32_t made;

    struct object *objects;
    uint32_t object_count, object_room;
    struct variables globals;
    struct answer *answers;
    uint32_t answer_count, answer_room;
};

/* Ends the run; false. */
bool rq_nvm_fault(struct rq_ncs_vm *vm, const char *fmt, ...) RQ_PRINTF(2, 3);

/* A copy that lives as long as the machine; a fault when there is too much text. */
bool rq_nvm_text(struct rq_ncs_vm *vm, const void *data, size_t size, struct rq_bytes *text);

bool rq_nvm_push(struct rq_ncs_vm *vm, struct cell cell);
/* The top cell of that type; a fault when it is of another. */
bool rq_nvm_pop(struct rq_ncs_vm *vm, unsigned type, struct cell *cell);

/* Names and texts compare without ASCII case. */
bool rq_nvm_same(struct rq_bytes a, struct rq_bytes b);

/* Carries ACTION out. */
bool rq_nvm_action(struct rq_ncs_vm *vm, const struct rq_ncs_instr *instr);

/* ---- scripts that execute each other: vm_script.c ---- */

/* NULL: there is none of this name. */
const struct rq_ncs *rq_nvm_script(struct rq_ncs_vm *vm, struct rq_bytes name);
/* The script begins with the next step; the one that runs waits for its end. False after a fault. */
bool rq_nvm_enter(struct rq_ncs_vm *vm, const struct rq_ncs *ncs, struct rq_bytes name,
                  uint32_t object);
/* It has ended, or failed: the one that waited goes on. */
void rq_nvm_leave(struct rq_ncs_vm *vm);
/* Of an instruction in its file, or of the end of the code. */
uint32_t rq_nvm_offset(const struct rq_ncs *ncs, uint32_t pc);
/* For people: OBJECT_INVALID has a name, too. */
const char *rq_nvm_object_name(const struct rq_ncs_vm *vm, uint32_t object);

/* ---- the world: vm_world.c ---- */

/* The object of a name, made when it is new; OBJECT_INVALID for "" and without memory. */
uint32_t rq_nvm_object(struct rq_ncs_vm *vm, struct rq_bytes name);
struct variable *rq_nvm_variable(struct rq_ncs_vm *vm, struct variables *in, const char *kind,
                                 struct rq_bytes name, bool make);
/* The answer to a call with these arguments, as JSON; NULL: none. */
const struct answer *rq_nvm_answer(const struct rq_ncs_vm *vm, const char *routine,
                                   struct rq_bytes args);

/* A cell as JSON, for arguments of answers and for people. */
void rq_nvm_put_cell(const struct rq_ncs_vm *vm, struct rq_json *j, const struct cell *cell);

#endif
