/* What the verbs that ask an installation share. */
#ifndef RQ_TOOL_GAME_H
#define RQ_TOOL_GAME_H

#include "game/kotor.h"
#include "tool.h"

/* Opens args->paths[0]; module NULL: that of --module. 0 or an exit code after a message. */
int open_game(const struct args *args, const char *module, struct rq_kotor **game);

/* The exit code, or that of unreadable input when archives of the game could not be read: what was
 * printed is not all. */
int game_code(const struct rq_kotor *game, int code);

/* True when --type, --source and the glob (NULL: any) fit. */
bool game_takes(const struct args *args, const struct rq_kotor *game,
                const struct rq_kotor_entry *entry, const char *glob);

/* The bytes of what the game takes for a name; 0 or an exit code after a message. */
int game_bytes(const struct args *args, struct rq_kotor *game, const char *name,
               struct rq_bytes *bytes);

/* The code page of a talk table: that of --encoding, else that of its language. tlk is one that
 * rq_tlk_get has found something in. */
enum rq_codepage tlk_page(const struct args *args, struct rq_bytes tlk);

#endif
