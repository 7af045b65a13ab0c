/* patch --holopatcher: what HoloPatcher leaves in the folder of a mod, for the tools that read it. */
#ifndef RQ_TOOL_PATCH_HOLO_H
#define RQ_TOOL_PATCH_HOLO_H

#include "tool.h"

#include <reliquary/patch.h>

/* Copies every file that the patch changes or removes to MOD/backup/TIME, and lists new ones there. 0 or an exit code after
 * a message. */
int holo_backup(const struct rq_patch *patch, const char *mod, const char *game);

/* Writes MOD/installlog.txt. 0 or an exit code after a message. */
int holo_log(const char *mod, struct rq_bytes log);

#endif
