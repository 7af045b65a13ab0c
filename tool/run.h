/* run: what its debugger needs. */
#ifndef RQ_TOOL_RUN_H
#define RQ_TOOL_RUN_H

#include "tool.h"

#include <reliquary/soup.h>
#include <stdio.h>

/* The engine of redguard-unity gives up after so many (specification, "Threading Model"). */
enum { LOOP_GUARD = 1024 };

struct run {
    const struct args *args;
    const char *name; /* of the input, for messages */
    struct rq_soup_machine *machine;
    bool threads;   /* all of them, for ticks; else thread 0 alone */
    uint32_t ticks; /* at most */
    bool guarded;   /* thread 0 did not come to its end */
    FILE *trace;    /* standard output, or standard error beside JSON */
    struct rq_out line;
};

/* "31", "0x1F" or "#1F"; false: none of them. */
bool take_pc(const char *text, uint32_t *pc);

/* ---- debugger ---- */

struct debug_command {
    const char *name, *argument, *help;
    bool moves; /* the place is said behind it */
    void (*run)(void *machine, const char *word);
};

struct debugger {
    void *machine;
    const struct debug_command *commands;
    size_t count;
    void (*say_place)(void *machine);
};

/* Reads commands until quit or the end of standard input. */
void debug_with(const struct debugger *debugger);

/* The number behind a command, up to a million; `absent` without one. False after a message. */
bool take_count(const char *word, unsigned long absent, unsigned long *count);
void debug_soup(struct run *run);

/* ---- compiled scripts of KotOR ---- */

struct rq_ncs;
struct rq_ncs_vm;

struct ncs_run {
    const struct args *args;
    const char *name;
    char *folder; /* of the script */
    struct rq_game *game;
    struct rq_ncs_vm *vm;
    struct found_script *scripts; /* that were executed */
    FILE *trace;
    size_t faults;
    bool quiet; /* the debugger runs on: no line for each instruction */
};

/* False: nothing is left. */
bool step_ncs(struct ncs_run *run);
int put_ncs_world(const struct ncs_run *run);
void debug_ncs(struct ncs_run *run);
/* A file beside the script or in the folders of -I, by name, to be freed; NULL: there is none. */
char *find_beside(const struct ncs_run *run, const char *name, const char *extension);

/* Runs it; returns an exit code. game may be NULL. */
int run_ncs(const struct args *args, struct rq_game *game, const char *name,
            const struct rq_ncs *ncs);

#endif
