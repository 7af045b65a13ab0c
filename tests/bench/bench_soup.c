#include "bench_soup.h"

#include <reliquary/soup.h>

enum { INSTRUCTIONS = 4000000, START = 12 };

/* Seven instructions a round, of the kinds that scripts have most: assignments of variables and flags,
 * conditions, a Gosub, and a function. The numbers are places in the code. */
static const uint8_t code[] =
    "\x0A\1\x0A\1\1\x07\1\0\0\0\0"           /* 0: var1 = var1 + 1; thread 1 starts */
    "\x13"                                   /* 11: Endint */
    "\x0A\0\x0A\0\1\x07\1\0\0\0\0"           /* 12: var0 = var0 + 1; thread 0 starts */
    "\x03\x0A\0\0\2\x07\0\0\0\0\0\x2E\0\0\0" /* 23: if var0 < 0, else to 46 */
    "\x0A\0\x07\0\0\0\0\0"                   /* 38: var0 = 0 */
    "\x06\x09\0\x06\x09\0\x09\x0A\0\0"       /* 46: Have_Gear = Have_Gear ^ var0 */
    "\x11\x57\0\0\0"                         /* 56: Gosub 87 */
    "\x03\2\x56\0\1\x16\x0C\0\0\0\0"         /* 61: if TestGlobalFlag(12) */
    "\x07\0\0\0\0\0\x52\0\0\0"               /* = 0, else to 82 */
    "\x04\x0C\0\0\0"                         /* 82: Goto 12 */
    "\x12";                                  /* 87: Return */

struct rq_bytes bench_soup_code(void)
{
    return (struct rq_bytes){code, sizeof code - 1}; /* without the NUL of C */
}

static struct rq_soup_machine *open_script(void)
{
    static const int32_t locals[2];
    struct rq_soup_options options = {
        .has_start = true, .start = START, .locals = locals, .local_count = 2};
    return rq_soup_open_code(bench_soup_code(), &options, NULL);
}

double bench_soup_run(void)
{
    struct rq_soup_machine *m = open_script();
    double done = m && rq_soup_run(m, INSTRUCTIONS) == RQ_SOUP_GUARDED ? INSTRUCTIONS : 0;
    rq_soup_close(m);
    return done;
}

double bench_soup_ticks(void)
{
    struct rq_soup_machine *m = open_script();
    for (size_t i = 0; m && i < INSTRUCTIONS / 2 && rq_soup_tick(m); i++)
        ;
    double done = m ? (double)rq_soup_steps_done(m) : 0;
    rq_soup_close(m);
    return done;
}
