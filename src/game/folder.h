/* A folder of game files as an environment: any file below it by its base name, whatever
 * the case. Safe from several threads. */
#ifndef RQ_GAME_FOLDER_H
#define RQ_GAME_FOLDER_H

#include <reliquary/reliquary.h>

struct rq_folder;

/* Indexes all files below path; NULL with err filled when it can't. */
struct rq_folder *rq_folder_open(const char *path, struct rq_error *err);
const struct rq_env *rq_folder_env(const struct rq_folder *folder);
/* The path of the file that the environment has under a name; NULL: none. */
const char *rq_folder_path(struct rq_folder *folder, const char *name);
void rq_folder_close(struct rq_folder *folder);

#endif
