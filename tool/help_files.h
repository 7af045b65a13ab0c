/* What scenes and pictures need beside the file itself: the palette, textures, the game. */
#ifndef RQ_TOOL_HELP_FILES_H
#define RQ_TOOL_HELP_FILES_H

#include "tool.h"

struct help_files {
    struct rq_map palette;
    struct rq_game *game, *textures; /* or NULL */
    struct rq_env env;               /* of both, textures first */
};

/* By --palette, --textures and --game; without --game the folder itself that is converted whole, or
 * the game around a single file. 0 or an exit code after a message. */
int open_help_files(struct help_files *help, const struct args *args);
void close_help_files(struct help_files *help);

/* The layout of the area of --module; 0 or an exit code after a message. */
int find_layout(const struct help_files *help, const char *module, struct rq_resource *layout);

/* The number of --world, and the map of that entry of WORLD.INI; 0 or an exit code after a message. */
int find_world(const struct help_files *help, const char *text, int *number,
               struct rq_resource *map, bool needs_map);

/* What --creature, --placeable or --door names; NULL: none is given. */
const char *figure_of(const struct args *args);

/* That blueprint: *file, when it is a file, else the resource of the game. 0 or an exit code after a
 * message. */
int find_figure(const struct help_files *help, const struct args *args, const char **file,
                struct rq_resource *found);

#endif
