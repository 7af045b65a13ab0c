/* LTR V1.0: how often letters follow each other, for the names that KotOR makes up. See
 * docs/formats/ltr.md.
 *
 *     uint32_t seed = 42;
 *     char name[RQ_LTR_NAME];
 *     if (rq_ltr_name(ltr, NULL, &seed, name)) puts(name);
 */
#ifndef RELIQUARY_LTR_H
#define RELIQUARY_LTR_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_LTR_HEADER(F, A, T)                                                                     \
    A(T, text, type, 4, "LTR, blank padded", RQ_HIDDEN)                                            \
    A(T, text, version, 4, "V1.0", RQ_HIDDEN)                                                      \
    F(T, u8, letters, "28: a to z, apostrophe, hyphen; 26: a to z")

RQ_RECORD_STRUCT(rq_ltr_header, RQ_LTR_HEADER, 9);

/* A block holds three tables of `letters` numbers: for the start, the middle and the end of a
 * name. Each number is the chance of that letter and of all before it; 0 for a letter that does
 * not occur. */
enum rq_ltr_part { RQ_LTR_START, RQ_LTR_MIDDLE, RQ_LTR_END, RQ_LTR_PARTS };

struct rq_ltr {
    uint8_t letters;
    /* Blocks one after the other: one for the first letter, then one for each letter before,
     * then one for each two letters before. */
    float *chances;
    struct rq_bytes tail; /* what follows; empty in every known file */
};

/* Blocks and numbers that so many letters have. */
RQ_API size_t rq_ltr_blocks(uint8_t letters);
RQ_API size_t rq_ltr_count(uint8_t letters);

/* The table after the letters `first` and `second` (by number), -1 for none: (-1, -1) is the
 * block of the first letter, (-1, b) those after one letter. */
RQ_API const float *rq_ltr_chances(const struct rq_ltr *ltr, int first, int second,
                                   enum rq_ltr_part part);

enum { RQ_LTR_NAME = 64 };

/* Makes up a name, as the game does: a letter from each of the three starts, then middles, and
 * an end the sooner the longer the name is. next gives numbers by chance, 32 bits each; NULL: a
 * generator of the library's own, whose state is the uint32_t at ctx. The same numbers give the
 * same name. False when the tables make no name that fits. */
RQ_API bool rq_ltr_name(const struct rq_ltr *ltr, uint32_t (*next)(void *ctx), void *ctx,
                        char name[RQ_LTR_NAME]);

#ifdef __cplusplus
}
#endif

#endif
