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

/* Whether the tool was called as nwnnsscomp, and its work then. */
bool is_nwnnsscomp(const char *program);
int run_nwnnsscomp(int argc, char **argv);

/* Compiled scripts of KotOR as listings (or as sources, decompiled): one that was read from args->paths[0],
 * or all of the paths, folders and archives too. Exit codes. */
int ncs_out(const struct args *args, struct rq_doc *doc, bool decompile);
int ncs_out_all(const struct args *args, bool decompile);

/* True when assemble is asked for NCS: -o names one, or the texts are .pcode. */
bool ncs_is_wanted(const struct args *args);
int ncs_assemble(const struct args *args);

/* ---- files that are made of texts ---- */

/* The folder of a path, "." when it names none; to be freed. */
char *folder_of(const char *path);

/* Whether the arguments have this path itself. */
bool is_named(const struct args *args, const char *path);

/* folder/path (folder may be NULL) with the end `from` replaced by `to`; to be freed. */
char *path_with_end(const char *folder, const char *path, const char *from, const char *to);

struct written {
    size_t files, same;
    bool replace; /* what is there, without --force */
};

/* Writes what was made; a file that has these bytes already stays. --dry-run says what would be written. Exit
 * code. */
int write_made(const struct args *args, const char *target, struct rq_bytes made, bool make_folders,
               struct written *written);

/* ---- --watch: watch.c ---- */

/* Files, and what is known of them from one build to the next. The functions take NULL: nothing is watched. */
struct watch;

/* Builds, and again whenever files with the extension, or those of -I and --nwscript, change; until Ctrl+C. The
 * exit code of the last build. */
int watch_run(const struct args *args, const char *extension,
              int (*build)(const struct args *args, struct watch *watch));

/* Whether a file is to be built now: it changed, or what it includes, or the last build of it failed. */
bool watch_is_due(const struct watch *watch, const char *path);

/* Whether an earlier build wrote what the file makes. */
bool watch_owns(const struct watch *watch, const char *path);

/* A file was built: names of its includes in lower case, " a b ", and the exit code. */
void watch_built(struct watch *watch, const char *path, const char *includes, int code);

#endif
