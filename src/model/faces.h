/* Triangles as KotOR's walkmeshes and models have them, and what both derive from them. Here and
 * in facetree and adjacency stand pure functions that know only core: the formats use them. */
#ifndef RQ_MODEL_FACES_H
#define RQ_MODEL_FACES_H

#include "core/arena.h"

/* Whoever calls has made sure that each corner is below vertex_count (rq_faces_valid). */
struct rq_faces {
    const float *positions; /* 3 a vertex */
    size_t vertex_count;
    const uint32_t *wide; /* 3 corners a face; NULL: they are in narrow */
    const uint16_t *narrow;
    size_t count;
};

static inline uint32_t rq_faces_corner(const struct rq_faces *faces, size_t i)
{
    return faces->wide ? faces->wide[i] : faces->narrow[i];
}

static inline const float *rq_faces_point(const struct rq_faces *faces, size_t corner)
{
    return faces->positions + (size_t)3 * rq_faces_corner(faces, corner);
}

bool rq_faces_valid(const struct rq_faces *faces);

/* The plane of a triangle by the recipe that gives the bits of BioWare's own files, signs of zeros
 * included (all 6348 faces of three models that were measured): the first two sides in single
 * precision, their cross product in double, rounded, its length in double. A triangle without area
 * has the normal 1 0 0 (all 34 of a room of BioWare's). */
void rq_face_plane(const float v0[3], const float v1[3], const float v2[3], float normal[3],
                   float *distance);

/* -(normal . point), summed in double. */
float rq_face_distance(const float normal[3], const float point[3]);

/* Sorting by number, for what has to take the same time on any input. */
struct rq_keyed {
    uint64_t key;
    uint32_t value;
};

/* Rising by key, equal ones in the order in which they came; temp has room for count. */
void rq_keyed_sort(struct rq_keyed *items, struct rq_keyed *temp, size_t count);

/* A key that rises as the number does; -0 is 0, and what is no number stands at the ends. */
uint64_t rq_key_of(double v);
uint32_t rq_key_of_f32(float v);

#endif
