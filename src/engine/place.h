/* Where things of a map stand: the numbers of its records as places and turns of a scene.
 *
 * The engine's space has y down and 256ths of a unit; a scene has y up, and 20 units of the
 * engine to one of its own. Half a turn about z takes one into the other: x' = -x / 20,
 * y' = -y / 20, z' = z / 20 less the engine's full 16777215 / 256 units, so that the ground's far
 * corner is the origin.
 */
#ifndef RQ_ENGINE_PLACE_H
#define RQ_ENGINE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

/* 2048 units make a turn; only the low 11 bits count. */
double rq_angle_degrees(uint32_t units);

/* Records hold places as 24.8 fixed point (MPOB, MPRP) or in whole units (MPSO, MPSL, MPSF,
 * MPMK, WDNM). */
void rq_point_fixed(const int32_t pos[3], float place[3]);
void rq_point_whole(const int32_t pos[3], float place[3]);

/* Turns about y, then x, then minus z, as a quaternion x y z w. */
void rq_turn_angles(const uint32_t angle[3], float turn[4]);

/* Nine numbers of 4.28 fixed point, by rows: turn and scale. A matrix that can't be taken apart
 * gives no turn; false then. */
bool rq_turn_matrix(const int32_t matrix[9], float turn[4], float scale[3]);

/* Where link number `link` of a rope hangs, from the place of its upper end: the first one
 * stands a step below it already. What hangs at the end is the link after the last. */
void rq_rope_link(const float top[3], unsigned link, float place[3]);

/* A packed normal of animation frames: 10 bits each for x, y, z, in 256ths; the top two bits
 * mean nothing. */
void rq_normal_unpack(uint32_t word, float normal[3]);

#endif
