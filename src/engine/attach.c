#include "formats/redguard/model3d/parts.h"

#include <math.h>
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

/* Heading about y, then a tilt about x that brings the y axis down from upright: what the engine
 * builds from heading and pitch, without the actor's roll, which the actor's node has. */
void rq_attach_pose(const float at[2][3], struct rq_attach_pose *pose)
{
    static const double degrees = 57.29577951308232;
    double d[3];
    *pose = (struct rq_attach_pose){.turn = {0, 0, 0, 1}, .pitch = 90};
    for (size_t k = 0; k < 3; k++) {
        pose->place[k] = at[0][k];
        d[k] = (double)at[1][k] - (double)at[0][k];
    }
    double level = sqrt(d[0] * d[0] + d[2] * d[2]);
    if (!(level + fabs(d[1]) > 1e-6))
        return;
    double heading = level > 1e-6 ? atan2(d[0], d[2]) : 0, tilt = atan2(level, d[1]);
    double h[2] = {sin(heading / 2), cos(heading / 2)}, t[2] = {sin(tilt / 2), cos(tilt / 2)};
    /* (0, h, 0) times (t, 0, 0) */
    const double turn[4] = {h[1] * t[0], h[0] * t[1], -h[0] * t[0], h[1] * t[1]};
    /* What is only the rounding of a right angle is nothing. */
    for (size_t k = 0; k < 4; k++)
        pose->turn[k] = fabs(turn[k]) < 1e-9 ? 0 : (float)turn[k];
    pose->heading = (float)(heading * degrees);
    pose->pitch = (float)(90 - tilt * degrees);
}

/* The engine goes length * -256 along the weapon, in 256ths of a unit with y down: up the y axis of
 * the scene. */
void rq_attach_tip(const struct rq_attach_pose *pose, float length, float tip[3])
{
    const float *q = pose->turn;
    const float up[3] = {2 * (q[0] * q[1] - q[3] * q[2]), 1 - 2 * (q[0] * q[0] + q[2] * q[2]),
                         2 * (q[1] * q[2] + q[3] * q[0])};
    for (size_t k = 0; k < 3; k++)
        tip[k] = pose->place[k] + up[k] * length / 20;
}

enum rq_attach_to rq_weapon_at(enum rq_weapon_state state, uint32_t frame,
                               const struct rq_rgm_attributes *attributes, bool *drawn)
{
    bool draws = state == RQ_WEAPON_DRAWS, sheaths = state == RQ_WEAPON_SHEATHS;
    unsigned which = draws ? RQ_WEAPON_DRAW_FRAME : RQ_WEAPON_SHEATH_FRAME;
    uint32_t from = attributes ? attributes->values[which] : 0;
    if (draws)
        *drawn = frame >= from;
    else if (sheaths)
        *drawn = frame < from;
    return *drawn ? RQ_ATTACH_HAND : RQ_ATTACH_HIP;
}
