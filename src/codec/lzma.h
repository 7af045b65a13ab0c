/* LZMA1 streams as BZF archives have them: a byte of properties, the size of the dictionary,
 * the stream; no length, an end marker or none. Behind it is liblzma, where it was found.
 *
 *     enum rq_code code = rq_lzma_unpack(stream, to, size, alloc);
 *     rq_lzma_pack(&out, bytes, rq_lzma_dictionary(bytes.size), false);
 */
#ifndef RQ_CODEC_LZMA_H
#define RQ_CODEC_LZMA_H

#include "core/bytes.h"

/* What RQ_UNSUPPORTED means here. */
#define RQ_LZMA_ABSENT "LZMA is not read or written: Reliquary was built without liblzma"

/* Unpacks exactly size bytes to `to`; what follows them is not looked at. Memory is that of a
 * dictionary no larger than size, whatever the stream asks for. A stream that starts without
 * properties is taken for one with lc 3, lp 0, pb 2: PyKotor writes such. */
enum rq_code rq_lzma_unpack(struct rq_bytes stream, uint8_t *to, size_t size,
                            const struct rq_alloc *alloc);

/* Appends a stream of bytes with lc 3, lp 0, pb 2. False when out failed: with
 * RQ_UNSUPPORTED when there is no liblzma. */
bool rq_lzma_pack(struct rq_out *out, struct rq_bytes bytes, uint32_t dictionary, bool end_marker);

/* The dictionary of a new stream: the power of two that takes size bytes, 4 KiB to 1 MiB (an
 * encoder needs some twelve times that). */
uint32_t rq_lzma_dictionary(size_t size);

#endif
