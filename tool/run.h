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

/* Reads commands until quit or the end of standard input. */
void debug_soup(struct run *run);

/* A compiled script of KotOR; returns an exit code. */
struct rq_ncs;
int run_ncs(const struct args *args, const char *name, const struct rq_ncs *ncs);

#endif
