/* What the verbs for scripts share. */
#ifndef RQ_TOOL_SCRIPT_H
#define RQ_TOOL_SCRIPT_H

#include "tool.h"

#include <reliquary/script.h>

/* Appends a problem as it is shown: the message, the line and a mark below it; or a line of JSON. */
void problem_text(struct rq_out *out, const struct rq_script_problem *p, bool json);

/* Shows what problem_text made: JSON on standard output, text on standard error. */
void show_problems(const struct rq_out *out, bool json);

/* compile for sources of NWScript; whether the arguments are such. */
bool is_nwscript(const struct args *args);
int compile_nwscript(const struct args *args);

#endif
