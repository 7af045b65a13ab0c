/* Parts of the verb save. */
#ifndef RQ_TOOL_SAVE_H
#define RQ_TOOL_SAVE_H

#include "tool.h"

#include <reliquary/save.h>

/* A report (rq_save_report) as lines on standard output: save_text.c. */
void save_lay_out(struct rq_bytes json);

/* The paths that get and set take, and repairs, for help. */
void save_print_paths(void);

/* Slots of KotOR: save_kotor.c. Each gives an exit code. */
int save_show_kotor(const struct args *args, const char *path, bool whole);

typedef int save_word_fn(const struct args *args);
save_word_fn save_get, save_set, save_part, save_diff, save_check, save_repair, save_backup,
    save_restore, save_copy;

#endif
