/* Scripts of KotOR with an include of the size that the games' own have. */
#ifndef TESTS_BENCH_NSS_H
#define TESTS_BENCH_NSS_H

#include "core/bytes.h"

/* The text of all of them, without the include. */
struct rq_bytes bench_nss_text(void);

/* Each returns how many million scripts it compiled: with one include of 5,000 lines for all, and with a new one of
 * 500 lines for each. */
double bench_nss_warm(void);
double bench_nss_cold(void);

#endif
