#include "formats/redguard/model3d/parts.h"

#include <reliquary/engine.h>

bool rq_attach_vertex(const struct rq_model3d *model, uint32_t frame, uint32_t vertex,
                      float place[3])
{
    static const float signs[3] = {-1, -1, 1};
    int64_t at[3];
    if (!rq_model3d_at(model, frame, vertex, at))
        return false;
    for (size_t k = 0; k < 3; k++)
        place[k] = (float)at[k] * signs[k] / 5120 + 0.0f;
    return true;
}

bool rq_attach_hold(const struct rq_rgm_extra *extra, const struct rq_model3d *model,
                    uint32_t frame, enum rq_attach_to to, float at[2][3])
{
    const int16_t *vertices = to == RQ_ATTACH_HAND ? extra->grip : extra->scabbard;
    for (size_t k = 0; k < 2; k++)
        if (vertices[k] < 0 || !rq_attach_vertex(model, frame, (uint32_t)vertices[k], at[k]))
            return false;
    return true;
}
