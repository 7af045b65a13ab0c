/* Deflate and checksums: libdeflate where it was found, zlib otherwise, and a deflate of our
 * own for true-colour pictures.
 *
 *     struct rq_bytes rows = ...;          (filter byte and pixels, row after row)
 *     rq_zlib_pack(&out, rows, 6);         (any bytes)
 *     rq_zlib_pack_pixels(&out, rows, 1 + 3 * width, 3);
 */
#ifndef RQ_CODEC_DEFLATE_H
#define RQ_CODEC_DEFLATE_H

#include "core/bytes.h"

/* Appends a zlib stream of bytes. level 1 (fast) to 12 (small). False when out failed. */
bool rq_zlib_pack(struct rq_out *out, struct rq_bytes bytes, int level);

/* What packing needs beside its input, kept from one time to the next: getting it takes as long as packing a small
 * picture. Starts as zeros; belongs to one thread at a time. */
struct rq_packer {
    void *state;
    int level;
};
bool rq_zlib_pack_with(struct rq_packer *packer, struct rq_out *out, struct rq_bytes bytes,
                       int level);
void rq_packer_free(struct rq_packer *packer);

/* Appends a zlib stream of the rows of a picture: pitch bytes a row, of which the first is
 * the filter's and the rest are whole pixels of `unit` bytes, 3 or 4. It looks for matches
 * at pixels only: 1.5 to 2 times the speed of libdeflate at level 1, and a little smaller, on
 * the textures of docs/notes/png.md. False when out failed. */
bool rq_zlib_pack_pixels(struct rq_out *out, struct rq_bytes rows, size_t pitch, unsigned unit);

/* Appends what a zlib stream holds. False when the stream is damaged or ends too early, holds more than
 * `most` bytes, or out failed; then nothing was appended. */
bool rq_zlib_unpack(struct rq_out *out, struct rq_bytes stream, size_t most);

/* Both go on from the checksum of what came before: 0 and 1 to start with. */
uint32_t rq_crc32(uint32_t crc, struct rq_bytes bytes);
uint32_t rq_adler32(uint32_t adler, struct rq_bytes bytes);

#endif
