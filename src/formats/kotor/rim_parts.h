/* What rim.c has of rim_salvage.c. */
#ifndef RQ_KOTOR_RIM_PARTS_H
#define RQ_KOTOR_RIM_PARTS_H

#include "formats/format.h"

extern const struct rq_facet_salvage rq_rim_salvage;

#endif
