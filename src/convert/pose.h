/* A scene at one moment of one of its animations: where its nodes stand, and its vertices. */
#ifndef RQ_CONVERT_POSE_H
#define RQ_CONVERT_POSE_H

#include "model/scene.h"

/* Three columns of a turn with size, and a place: 12 floats, column after column. */
struct rq_affine {
    float m[12];
};

struct rq_pose {
    const struct rq_scene *scene;
    struct rq_affine *places; /* of nodes, in the scene */
    const float **weights;    /* of the morph targets of nodes; NULL: all 0 */
};

/* Frames are the moments at which the animation has a key, counted from 0. animation NULL: the
 * first one, or with frame 0 the scene as it stands. RQ_USAGE: there is no such animation or frame,
 * or the scene breaks its own rules. Memory is the arena's. */
bool rq_pose_open(struct rq_pose *pose, const struct rq_scene *scene, const char *animation,
                  uint32_t frame, struct rq_arena *arena, struct rq_error *err);

/* The vertices of a primitive of a node's mesh: places and, unless NULL, normals, which need not
 * have unit length; 3 floats each. */
void rq_pose_vertices(const struct rq_pose *pose, uint32_t node, const struct rq_primitive *p,
                      float *positions, float *normals);

/* Whether a node shows its mesh as in a mirror. */
bool rq_pose_mirrors(const struct rq_pose *pose, uint32_t node);

#endif
