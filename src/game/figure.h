/* Creatures, placeables and doors of KotOR as scenes: which models a blueprint means, and where they
 * hang from each other; and areas with those that stand in them. */
#ifndef RQ_GAME_FIGURE_H
#define RQ_GAME_FIGURE_H

#include "formats/kotor/mdl/scene/kit.h"

/* The figure of a UTC, UTP or UTD, from what the view's environment has: tables, items, models,
 * textures. What is not there is left out, and told to the view. RQ_USAGE: the document is
 * none of them, or a table, its row or the body itself is not there. */
bool rq_figure_scene(const struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene);

/* The same below a node of a scene; animated: with its animations. */
bool rq_figure_add(struct rq_mdl_kit *kit, const struct rq_doc *doc, int parent, bool animated);

/* The rooms of a layout (LYT), and the creatures, placeables and doors that the GIT of its name puts
 * there. */
bool rq_area_scene(struct rq_doc *lyt, const struct rq_view *view, struct rq_scene *scene);

#endif
