/* diff --to KIND: the difference of two games as a mod. */
#ifndef RQ_TOOL_MOD_H
#define RQ_TOOL_MOD_H

#include "tool.h"

/* Exit code. */
int make_mod(const struct args *args);

/* The kinds of mods, for help or for completion. */
void print_mod_kinds(bool help);

#endif
