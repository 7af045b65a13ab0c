#include "core/line.h"

#include <reliquary/engine.h>

static const char *const names[RQ_SURFACES] = {
    "unknown", "water", "deepwater", "scapewater", "scapedeepwater", "lava",
    "sand",    "wood",  "tile",      "scape",      "rock",           "gloop",
};

const char *rq_surface_name(enum rq_surface surface)
{
    return (unsigned)surface < RQ_SURFACES ? names[surface] : NULL;
}

enum rq_surface rq_surface_of(const struct rq_ini *ini, unsigned bank, unsigned image, bool ground)
{
    const char *type = rq_ini_surface(ini, bank, image);
    size_t i = 0;
    if (!type)
        return ground ? RQ_SURFACE_SCAPE : RQ_SURFACE_UNKNOWN;
    while (i < RQ_SURFACES && !rq_line_is(rq_line_of(type), names[i]))
        i++;
    if (ground && (i == RQ_SURFACE_WATER || i == RQ_SURFACE_DEEPWATER))
        i += RQ_SURFACE_SCAPEWATER - RQ_SURFACE_WATER;
    return i < RQ_SURFACES ? (enum rq_surface)i : RQ_SURFACE_UNKNOWN;
}

void rq_surface_sounds(const struct rq_ini *ini, enum rq_surface surface,
                       int32_t effects[RQ_SURFACE_SOUNDS])
{
    bool inside = false;
    for (int32_t i = 0; i < RQ_SURFACE_SOUNDS; i++)
        effects[i] = i;
    /* The engine asks its table only on a surface that is known. */
    if (surface <= RQ_SURFACE_UNKNOWN || surface >= RQ_SURFACES)
        return;
    for (size_t i = 0; i < ini->line_count; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        int64_t from, to;
        if (line->kind == RQ_INI_SECTION)
            inside = rq_line_is(line->name, names[surface]);
        else if (inside && line->kind == RQ_INI_ENTRY && rq_line_number(line->name, &from) &&
                 rq_line_number(line->value, &to) && from >= 0 && from < RQ_SURFACE_SOUNDS &&
                 to >= 0 && to <= INT32_MAX)
            effects[from] = (int32_t)to;
    }
}
