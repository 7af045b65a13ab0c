/* Scripts of Redguard as text: a map with one long script. */
#ifndef TESTS_BENCH_TEXT_H
#define TESTS_BENCH_TEXT_H

#include "core/bytes.h"

/* The file of the map; its bytes live as long as the program. */
struct rq_bytes bench_text_map(void);

/* Each returns the bytes of text that were written, or read. */
double bench_text_disassemble(void);
double bench_text_decompile(void);
double bench_text_assemble(void);

#endif
