/* An installation of KotOR with 30,000 resources, and its index of references. */
#ifndef TESTS_BENCH_REFS_H
#define TESTS_BENCH_REFS_H

#include "core/bytes.h"

/* Writes it below a folder: 100 modules, and a key with one BIF. Returns the bytes of all files; 0: it
 * could not be written. */
size_t bench_refs_make(const char *folder);
void bench_refs_remove(void);

/* Opens the game and indexes it on all cores: afresh, and from a cache. Each returns the number of
 * uses. */
double bench_refs_cold(void);
double bench_refs_cached(void);

#endif
