/* What the scenes of KotOR's files share. */
#ifndef RQ_FORMATS_KOTOR_KOTOR_SCENE_H
#define RQ_FORMATS_KOTOR_KOTOR_SCENE_H

#include "model/scene.h"

/* The game's space is right-handed with z up. The root of a scene turns it to y up, a quarter turn
 * backwards about x, so that everything below the root keeps the numbers that it has in the game. */
static inline struct rq_node rq_kotor_root(const char *name)
{
    struct rq_node root = rq_node_of(name, -1);
    root.rotation[0] = -0.70710678f;
    root.rotation[3] = 0.70710678f;
    return root;
}

#endif
