/* The DXT encoder against libsquish's range fit: speed and PSNR. */
#ifndef TESTS_BENCH_DXT_H
#define TESTS_BENCH_DXT_H

#include "core/bytes.h"

/* Prints a line for DXT1 and one for DXT5, for the pictures of these TPCs as they are and, because
 * those were blocks before, softened by half a pixel as well. */
void bench_dxt(const struct rq_bytes *tpcs, size_t count);

#endif
