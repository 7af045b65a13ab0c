/* Mods of redguard-mod-manager: a folder of texts that say what changes in dialogue, settings and scripts of maps. */
#ifndef RQ_PATCH_REDGUARD_H
#define RQ_PATCH_REDGUARD_H

#include "patch/parts.h"

#include <reliquary/soup.h>

#define RTX_CHANGES "RTX Changes.txt"
#define RTX_AUDIO   "RTX Audio"
#define INI_CHANGES "INI Changes.txt"
#define MAP_CHANGES "Map Changes.txt"
#define ABOUT       "About.txt"

bool redguard_is_mod(struct rq_patch *p, const char *root);
void redguard_plan(struct rq_patch *p);

/* The script text of a map as redguard-mod-manager shows it; refused says which actor it can't show, "" none. */
enum { REFUSED_SIZE = 400 };
bool redguard_script(const struct rq_game *game, const struct rq_soup_game *known,
                     struct rq_doc *map, const char *name, struct rq_out *out,
                     char refused[REFUSED_SIZE], struct rq_error *err);

#endif
