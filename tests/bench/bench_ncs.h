/* Compiled scripts of KotOR: decoded, listed, decompiled. */
#ifndef TESTS_BENCH_NCS_H
#define TESTS_BENCH_NCS_H

#include "core/bytes.h"

/* The scripts that are measured; they must live as long as the program. */
void bench_ncs_take(const struct rq_bytes *files, size_t count);

double bench_ncs_decode(void);   /* bytes of files, read as documents */
double bench_ncs_instrs(void);   /* bytes of instructions */
double bench_ncs_list(void);     /* bytes of text, of scripts that are decoded */
double bench_ncs_assemble(void); /* bytes of text */
double bench_ncs_decompile(
    void); /* a million for each script: decompiled, compiled again and compared */

#endif
