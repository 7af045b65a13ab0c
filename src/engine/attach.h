/* Where an actor holds things: vertices of its model, frame by frame. There are no bones; RAEX
 * names the vertices of the hand (grip) and of the hip (scabbard), two each, which give the thing
 * its place and its direction. */
#ifndef RQ_ENGINE_ATTACH_H
#define RQ_ENGINE_ATTACH_H

#include <reliquary/model3d.h>
#include <reliquary/rgm.h>

/* A vertex of a frame, in the space of the model as a scene has it. False when there is no such
 * vertex or frame. */
bool rq_attach_vertex(const struct rq_model3d *model, uint32_t frame, uint32_t vertex,
                      float place[3]);

enum rq_attach_to { RQ_ATTACH_HAND, RQ_ATTACH_HIP };

/* The two vertices of a hold, at[0] and at[1]. False when RAEX names none that the model has. */
bool rq_attach_hold(const struct rq_rgm_extra *extra, const struct rq_model3d *model,
                    uint32_t frame, enum rq_attach_to to, float at[2][3]);

#endif
