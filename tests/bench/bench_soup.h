/* A script of Redguard that counts, branches, calls and goes on for ever. */
#ifndef TESTS_BENCH_SOUP_H
#define TESTS_BENCH_SOUP_H

#include "core/bytes.h"

struct rq_bytes bench_soup_code(void);

/* Each runs some millions of instructions without a trace and returns how many. */
double bench_soup_run(void);
double bench_soup_ticks(void);

#endif
