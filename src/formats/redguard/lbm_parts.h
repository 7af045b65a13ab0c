/* What the two files of LBM share: lbm.c (bytes, pictures) and lbm_json.c. */
#ifndef RQ_FORMATS_REDGUARD_LBM_PARTS_H
#define RQ_FORMATS_REDGUARD_LBM_PARTS_H

#include "codec/runs.h"
#include "formats/format.h"
#include "formats/redguard/chunk.h"

#include <reliquary/lbm.h>

enum { RQ_LBM_BMHD_SIZE = 20 };

RQ_RECORD_TABLE(rq_lbm_header, RQ_LBM_HEADER);

void rq_lbm_swap(uint8_t bytes[RQ_LBM_BMHD_SIZE]);

/* Bytes of a line, of one plane in ILBM; and of all rows. */
size_t rq_lbm_line(const struct rq_lbm *lbm);
uint64_t rq_lbm_size(const struct rq_lbm *lbm);

/* All rows, out of exactly these bytes. */
bool rq_lbm_unpack(const struct rq_lbm *lbm, struct rq_bytes packed, uint8_t *to);

/* Why a document can't be written as it stands, NULL when it can. */
const char *rq_lbm_misshape(const struct rq_lbm *lbm);

extern const struct rq_shape rq_lbm_shape;

#endif
