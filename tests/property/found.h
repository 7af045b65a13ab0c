/* Inputs that fuzzing found: every way through the code, and both sides of what is compared. They are stored by
 * scripts/fuzz-found.py. */
#ifndef TESTS_PROPERTY_FOUND_H
#define TESTS_PROPERTY_FOUND_H

#include "said.h"

typedef void take_found_fn(void *ctx, struct rq_bytes input);

/* Gives every input of a target. False: there is no file of it. */
static inline bool each_found(const char *target, take_found_fn *take, void *ctx)
{
    char path[512];
    size_t size = 0, count = 0;
    snprintf(path, sizeof path, RQ_SOURCE_DIR "/tests/fuzz/found/%s", target);
    uint8_t *file = check_read(path, &size);
    for (size_t at = 0; file && at + 2 <= size; count++) {
        size_t own = rq_get16(file + at);
        if (!CHECK(own <= size - at - 2))
            break;
        /* A copy of its own: reading behind its end is seen. */
        uint8_t *input = malloc(own + !own);
        memcpy(input, file + at + 2, own);
        check_note("%s, input %zu", target, count);
        take(ctx, (struct rq_bytes){input, own});
        free(input);
        at += 2 + own;
    }
    free(file);
    return file != NULL;
}

#endif
