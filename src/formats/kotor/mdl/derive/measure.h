/* Numbers of a mesh, by the arithmetic of the compiler that made the model. */
#ifndef RQ_FORMATS_KOTOR_MDL_DERIVE_MEASURE_H
#define RQ_FORMATS_KOTOR_MDL_DERIVE_MEASURE_H

#include "model/faces.h"

#include <reliquary/mdl.h>

/* Box, average, radius and area of the mesh, planes and neighbours of its faces. faces are those of
 * the mesh, and fine (rq_faces_valid). An unknown compiler counts as BioWare's. False without
 * memory. */
bool rq_mdl_measure(struct rq_mdl_mesh *mesh, const struct rq_faces *faces,
                    enum rq_mdl_compiler compiler, struct rq_arena *temp);

#endif
