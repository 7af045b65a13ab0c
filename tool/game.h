/* What the verbs that ask a game share. */
#ifndef RQ_TOOL_GAME_H
#define RQ_TOOL_GAME_H

#include "tool.h"

/* Opens args->paths[0]; module NULL: that of --module. 0 or an exit code after a message. */
int open_game(const struct args *args, const char *module, struct rq_game **game);

/* The same for a verb that only an installation of KotOR has something for. */
int open_kotor(const struct args *args, const char *module, struct rq_game **game);

/* The exit code, or that of unreadable input when archives of the game could not be read: what was
 * printed is not all. */
int game_code(const struct rq_game *game, int code);

/* "module.ifo", or "module.ifo in modules/danm13.mod" where others have one too and no module was
 * asked for. */
enum { RESOURCE_LABEL = RQ_RESOURCE_NAME + 600 };
void resource_label(const struct args *args, const struct rq_game *game,
                    const struct rq_resource *resource, char *label, size_t size);

/* What the game takes for a name; 0 or an exit code after a message. */
int find_resource(const struct args *args, const struct rq_game *game, const char *name,
                  struct rq_resource *resource);

/* get, of a folder or an archive: takes resources out. */
int get_resources(const struct args *args);

/* The code page of --encoding; RQ_CP_DEFAULT: none is given. */
enum rq_codepage page_of(const struct args *args);

#endif
