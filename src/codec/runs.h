/* Runs of equal bytes, in the two spellings that pictures of Redguard have. A control byte says
 * that some bytes follow as they are, or that the next one stands several times.
 *
 *     if (!rq_runs_unpack(RQ_RUNS_BYTERUN, packed, row, width, &used)) ...;
 *     rq_runs_pack(&out, RQ_RUNS_BYTERUN, bytes, RQ_RUNS_OF_3);
 */
#ifndef RQ_CODEC_RUNS_H
#define RQ_CODEC_RUNS_H

#include "core/bytes.h"

enum rq_runs_code {
    RQ_RUNS_GXA,     /* c < 128: c + 1 bytes; else (c & 127) + 1 times the next */
    RQ_RUNS_BYTERUN, /* IFF: the same below 128; 128: nothing; else 257 - c times the next */
};

/* When equal bytes become a run. */
enum rq_runs_rule {
    RQ_RUNS_OF_3,
    RQ_RUNS_PAIRS_FIRST, /* two are enough where no plain bytes are waiting: Electronic Arts' packer */
    RQ_RUNS_OF_2,
    RQ_RUNS_RULES,
};

/* Exactly size bytes; a run that goes beyond is cut. used: bytes of the stream that it took. False
 * when the stream ends before. */
bool rq_runs_unpack(enum rq_runs_code code, struct rq_bytes packed, uint8_t *to, size_t size,
                    size_t *used);

void rq_runs_pack(struct rq_out *out, enum rq_runs_code code, struct rq_bytes bytes,
                  enum rq_runs_rule rule);

#endif
