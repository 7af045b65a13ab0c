/* The machine that runs scripts, inside. vm.c runs instructions, vm_call.c functions, vm_world.c
 * objects and tasks; vm_json_*.c are the world as text. */
#ifndef RQ_SCRIPT_SOUP_VM_H
#define RQ_SCRIPT_SOUP_VM_H

#include "core/arena.h"
#include "script/soup/code.h"

#include <reliquary/soup.h>

/* Scripts of the game stay far below all of these; they are what a hostile one comes to. */
enum {
    MOST_GOSUBS = 256,
    MOST_OBJECTS = 1024,
    MOST_TASKS = 64,
    MOST_TICKS = 1 << 24, /* that one task takes */
    MOST_ITEMS = 1024,
    MOST_MENU = 64,
    MOST_CALLS = 1024,     /* kept for the world's "calls" */
    MOST_CALL_ARGS = 8192, /* of all of them */
    MOST_NAME = 64,        /* bytes of an object's name that count */
    ME = 0,                /* the first objects */
    PLAYER,
    CAMERA,
    ATTRIBUTES = 256,
    REFS = 256,
};

/* The weapon states of the specification's "Weapon State Machine", and the attributes with the
 * frames at which the weapon changes its place. */
enum { WEAPON_IDLE = 0, WEAPON_DRAWING = 0x14, WEAPON_SHEATHING = 0x15 };
enum { ATTRIBUTE_DRAW_FRAME = 0x22, ATTRIBUTE_SHEATH_FRAME = 0x23 };

struct object {
    char name[MOST_NAME + 1]; /* UTF-8; "" when it is held by number */
    int32_t number;           /* of one that a variable holds */
    int32_t pos[3], angle[3];
    uint8_t attributes[ATTRIBUTES];
    int32_t refs[REFS];
    bool has_ref[REFS];
    bool hidden, disabled, fighting, drawn, stood_on;
    uint8_t weapon; /* WEAPON_... */
    int32_t hand_item;
    struct {
        bool on;
        int32_t radius, intensity, offset[3];
    } light;
    struct {
        int32_t group, loops;
    } animation;
    size_t location_count;
    int32_t (*locations)[3];
};

enum task_kind { TASK_FREE, TASK_WAIT, TASK_MOVE, TASK_TURN, TASK_DRAW, TASK_SHEATH };

struct task {
    uint8_t kind;  /* enum task_kind */
    int8_t waiter; /* thread; -1: none */
    uint16_t function;
    uint32_t left; /* ticks */
    struct object *on;
    int32_t to[3];
};

enum waiting { WAIT_NOT, WAIT_TASK, WAIT_ALL };

struct thread {
    enum rq_soup_state state;
    enum waiting waiting;
    int32_t at;      /* number of the instruction; -1: pc is none's */
    uint32_t bad_pc; /* then */
    size_t depth;
    int32_t back[MOST_GOSUBS];
    char why[96];
};

struct item {
    int32_t id, count;
};

struct menu_item {
    int32_t key, grey, number;
};

/* What a function of the world is answered with. */
struct answer {
    struct answer *next;
    uint16_t function;
    bool has_args, has_ticks;
    size_t arg_count, value_count, at; /* the next value; the last one stays */
    int32_t *args, *values;
    uint32_t ticks;
};

struct call_record {
    uint16_t function;
    uint8_t count, dispatch;
    bool recorded;
    const struct object *on;
    const int32_t *args;
    int32_t value;
};

struct rq_soup_machine {
    struct rq_arena arena;
    const struct rq_soup_script *script;
    const struct rq_rgm *map;
    size_t actor;
    const struct rq_def *def;
    struct rq_soup_watch watch;
    struct rq_out text; /* of the instruction, while somebody watches */

    size_t thread_count, turn;
    struct thread threads[2];
    uint64_t steps, ticks;
    size_t local_count;
    const uint8_t *map_attributes; /* of the actor; or NULL */
    size_t object_count;
    struct object *objects[MOST_OBJECTS];
    struct object *named[256]; /* by string of the script */
    size_t task_count;
    struct task tasks[MOST_TASKS];
    struct item *items;
    size_t menu_count;
    struct {
        struct object *object;
        int32_t offset[3];
    } camera;
    struct answer *answers[RQ_SOUP_FUNCTIONS];
    uint64_t call_count; /* all; the first MOST_CALLS are in calls */
    size_t kept_args;
    struct call_record *calls;

    uint32_t kept_calls, call_room, item_count, item_room;
    unsigned current; /* thread */
    int32_t locals[256];
    int32_t nowhere; /* what stands for a variable that is not there */
    int32_t flags[RQ_SOUP_FLAGS];
    int32_t script_rv;
    int32_t active_item;
    int32_t line; /* the dialogue that was spoken last */
    int32_t log;  /* the entry of the log book that was made last */
    int32_t selection;
    int32_t sound;
    int32_t load[3]; /* world, marker, turn of LoadWorld */
    struct menu_item menu[MOST_MENU];

    bool written[RQ_SOUP_FLAGS];
    bool shows;  /* the instruction goes into text */
    bool locked; /* the player's input */
    uint8_t anchor;
    char own_name[MOST_NAME + 1]; /* of the actor, in RANM */
    char activates[MOST_NAME + 1];
};

/* What a function does. Gives its value; plans ticks and what happens in them. */
struct call {
    struct object *on;
    unsigned function;
    const int32_t *args;
    size_t count;
    uint32_t ticks;
    enum task_kind kind;
    int32_t to[3];
    bool recorded, waits_for_all;
};

/* Stops the current thread. */
void rq_soup_fault(struct rq_soup_machine *m, const char *fmt, ...) RQ_PRINTF(2, 3);
static inline bool rq_soup_faulted(const struct rq_soup_machine *m)
{
    return m->threads[m->current].state == RQ_SOUP_FAULT;
}

/* Its value when the game starts. */
int32_t rq_soup_flag_start(unsigned id);

/* vm_call.c: carries a call out; m->shows says whether its text is wanted. */
int32_t rq_soup_do_call(struct rq_soup_machine *m, const struct rq_soup_value *v,
                        enum rq_soup_dispatch dispatch, struct object *on, const int32_t *args);

/* vm_world.c. Bytes of the map's code page as a name; false without memory. */
bool rq_soup_text_of(struct rq_soup_machine *m, struct rq_bytes bytes, char name[MOST_NAME + 1]);
/* NULL: there are too many of them, and the thread has a fault. */
struct object *rq_soup_object_named(struct rq_soup_machine *m, const char *name, size_t size);
struct object *rq_soup_object_of(struct rq_soup_machine *m, const struct rq_soup_value *v);
/* "Me", a name, or "#12". */
const char *rq_soup_object_name(const struct object *o, char room[16]);
bool rq_soup_start_task(struct rq_soup_machine *m, const struct call *c,
                        enum rq_soup_dispatch dispatch);
/* Lets time pass for the tasks. */
void rq_soup_pass(struct rq_soup_machine *m, uint32_t ticks);
/* Ticks until the thread need not wait any more. */
uint32_t rq_soup_left(const struct rq_soup_machine *m, unsigned thread);
/* The count of an item; NULL: no memory, or too many. */
struct item *rq_soup_item(struct rq_soup_machine *m, int32_t id, bool make);

/* "ref5", or its name in the DEF. */
const char *rq_soup_ref_name(const struct rq_soup_machine *m, unsigned ref, char room[40]);
void rq_soup_show_object(struct rq_soup_machine *m, const struct object *o);

#endif
