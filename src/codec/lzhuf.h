/* LZHUF: the packer of Yoshizaki and Okumura (1988) that LHarc calls method lh1. Matches of 3
 * to 60 bytes in a window of 4096 that starts out full of blanks; letters and lengths in one
 * Huffman code that adapts, distances in a fixed one.
 *
 *     if (!rq_lzhuf_unpack(packed, pixels, size)) ...;
 *     rq_lzhuf_pack(&out, (struct rq_bytes){pixels, size});
 */
#ifndef RQ_CODEC_LZHUF_H
#define RQ_CODEC_LZHUF_H

#include "core/bytes.h"

/* Exactly size bytes; false when the stream ends before that. What follows them in the stream
 * is not looked at. */
bool rq_lzhuf_unpack(struct rq_bytes packed, uint8_t *to, size_t size);

/* Appends what the published program makes of bytes: always the longest match, and of several
 * the nearest that its search tree meets. */
void rq_lzhuf_pack(struct rq_out *out, struct rq_bytes bytes);

/* True when rq_lzhuf_pack makes exactly this of bytes. Stops at the first difference, and gives
 * up (false) on bytes that are made to take long. */
bool rq_lzhuf_packs_to(struct rq_bytes bytes, struct rq_bytes packed);

#endif
