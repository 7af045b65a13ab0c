/* What the engine offers to scripts: routines by number, constants by name. */
#include "script/nwscript/code.h"

#define ROUTINE(id, games, type, name, params) {games, {id, type, name, params}},
static const struct row {
    uint8_t games;
    struct rq_routine routine;
} rows[] = {
#include "script/nwscript/routines.def"
};
#undef ROUTINE
enum { ROWS = sizeof rows / sizeof rows[0] };

/* Rows are in the order of ids, with one or two for each. */
const struct rq_routine *rq_routine(unsigned game, unsigned id)
{
    size_t low = 0, high = ROWS;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rows[middle].routine.id < id)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < ROWS && rows[low].routine.id == id; low++)
        if (rows[low].games & game)
            return &rows[low].routine;
    return NULL;
}

const struct rq_routine *rq_routine_by_name(unsigned game, const char *name)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].games & game && strcmp(rows[i].routine.name, name) == 0)
            return &rows[i].routine;
    return NULL;
}

/* Those of the first game, and those of the second: most are in both. */
#define HAS(type, name, value) {name, type, value},
#define LACKS(type, name, value)

static const struct rq_constant constants_1[] = {
#define CONSTANT(games, type, name, value) CONSTANT_##games(type, name, value)
#define CONSTANT_1                         HAS
#define CONSTANT_2                         LACKS
#define CONSTANT_3                         HAS
#include "script/nwscript/constants.def"
#undef CONSTANT_1
#undef CONSTANT_2
#undef CONSTANT_3
};

static const struct rq_constant constants_2[] = {
#define CONSTANT_1 LACKS
#define CONSTANT_2 HAS
#define CONSTANT_3 HAS
#include "script/nwscript/constants.def"
};

const struct rq_constant *rq_constants(unsigned game, size_t *count)
{
    *count = game == 2 ? sizeof constants_2 / sizeof constants_2[0]
                       : sizeof constants_1 / sizeof constants_1[0];
    return game == 2 ? constants_2 : constants_1;
}
