/* What derive/derive.c shares. */
#ifndef RQ_FORMATS_KOTOR_MDL_DERIVE_DERIVE_H
#define RQ_FORMATS_KOTOR_MDL_DERIVE_DERIVE_H

#include "formats/kotor/mdl/parts.h"

/* Along which axis the two boxes in a box lie apart: 1 2 4, or 8 16 32 when the first stands
 * behind the second; 0 for a leaf. */
uint32_t rq_mdl_box_plane(const struct rq_mdl_box *boxes, uint32_t box);

/* The counter of mesh number 1, 2, 3 ...: 98, 97 ... 0, 100, 199, 198 ... */
uint32_t rq_mdl_inverted(uint32_t number);

#endif
