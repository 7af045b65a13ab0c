/* Which elements of three versions of a list are one: for merge. */
#ifndef RQ_PATCH_ALIGN_H
#define RQ_PATCH_ALIGN_H

#include "core/arena.h"

#define NO_ROW UINT32_MAX

/* An element of the result, and where the three versions have it. */
struct row {
    uint32_t at[3]; /* base, a, b; NO_ROW: not there */
    bool gone;      /* a has it, and the result has not */
};

struct rows {
    struct row *items;
    uint32_t count, room;
};

struct alignment {
    struct rq_arena *arena;
    uint32_t sizes[3];
    const void *ctx;
    /* Whether two elements hold the same, and whether they have the same name. */
    bool (*same)(const void *ctx, int a_side, uint32_t a, int b_side, uint32_t b);
    bool (*named)(const void *ctx, int a_side, uint32_t a, int b_side, uint32_t b);
    /* One side took an element out that the other changed. True: b counts. */
    bool (*conflict)(void *ctx, const struct row *row, bool theirs_is_gone);
    void *conflict_ctx;
    bool pair_new; /* what both put in at one place is one when it has one name */
};

/* The rows of a and of the result, in the order of a, with what b has more behind what it follows. False without memory. */
bool align_rows(const struct alignment *a, struct rows *rows);

#endif
