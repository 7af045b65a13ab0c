/* What the scenes of KotOR's files share. */
#ifndef RQ_FORMATS_KOTOR_KOTOR_SCENE_H
#define RQ_FORMATS_KOTOR_KOTOR_SCENE_H

#include "model/scene.h"

/* The game's space is right-handed with z up. The root of a scene turns it to y up, so that
 * everything below the root keeps the numbers that it has in the game. */
static inline struct rq_node rq_kotor_root(const char *name)
{
    const float half = 0.70710678118654752f; /* a quarter turn backwards about x */
    return (struct rq_node){.name = name,
                            .parent = -1,
                            .rotation = {-half, 0, 0, half},
                            .scale = {1, 1, 1},
                            .mesh = -1,
                            .skin = -1,
                            .light = -1};
}

#endif
