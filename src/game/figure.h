/* Creatures, placeables and doors of KotOR as scenes: which models a blueprint means, and where they
 * hang from each other. */
#ifndef RQ_GAME_FIGURE_H
#define RQ_GAME_FIGURE_H

#include "formats/format.h"

/* The figure of a UTC, UTP or UTD, from what the view's environment has: tables, items, models,
 * textures. What is not there is left out, and named in scene->lost. RQ_USAGE: the document is
 * none of them, or a table, its row or the body itself is not there. */
bool rq_figure_scene(const struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene);

#endif
