/* What erf.c has of erf_salvage.c. */
#ifndef RQ_KOTOR_ERF_PARTS_H
#define RQ_KOTOR_ERF_PARTS_H

#include "formats/format.h"

extern const struct rq_facet_salvage rq_erf_salvage;

#endif
