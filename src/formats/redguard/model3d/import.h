/* A model from the meshes of a scene, of ours or of anybody's. In this order:
 *
 *   import.c         which meshes there are; their vertices in the unit of models; triangles as faces
 *   import_look.c    materials as images of banks and colours
 *   plan.c           or faces and vertices as the extras of our own scenes have them
 *   import_finish.c  normals, frames, volumes, and the document
 */
#ifndef RQ_FORMATS_REDGUARD_MODEL3D_IMPORT_H
#define RQ_FORMATS_REDGUARD_MODEL3D_IMPORT_H

#include "core/keyset.h"
#include "formats/redguard/model3d/parts.h"
#include "model/affine.h"

#include <math.h>

enum { RQ_MODEL3D_UNIT = 5120 /* of a model, in one of glTF: 20 units of 256 */ };

/* A primitive of a mesh at one of its places. Its vertices are points. */
struct rq_model3d_part {
    const struct rq_mesh *mesh;
    const struct rq_primitive *primitive;
    uint32_t node;
    uint32_t first_point; /* of its vertices, among all points */
};

/* What a material becomes. */
struct rq_model3d_look {
    bool known;
    uint32_t word;
    uint32_t size[2]; /* of the texture; 0: a colour */
};

struct rq_model3d_new_face {
    uint32_t part, first, count; /* its corners */
};

/* A corner lies on a vertex, and has texture coordinates and normal of a point. */
struct rq_model3d_new_corner {
    uint32_t point, vertex;
};

/* What extras say, see extras.c. */
struct rq_model3d_plan {
    struct rq_bytes faces, loose; /* JSON */
    char version[5];
    uint32_t type, vertices;
};

struct rq_model3d_import {
    struct rq_doc *doc;
    struct rq_model3d *m;
    const struct rq_scene *scene;
    struct rq_error *err;
    const char *where; /* for messages: "model3d", or the name of a segment */
    struct rq_arena temp;
    bool moves;           /* a .3DC */
    uint32_t frame_count; /* with the first */

    uint32_t first_node;
    struct rq_affine *places; /* by node, from that one on */
    struct rq_model3d_part *parts;
    struct rq_model3d_look *looks; /* by material; the last is for none */
    uint32_t part_count, point_count;
    int32_t (*points)[3]; /* frame after frame */

    struct rq_model3d_plan plan;
    struct rq_model3d_new_face *faces;
    struct rq_model3d_new_corner *corners;
    uint32_t face_count, corner_count, vertex_count;
    int32_t (*vertices)[3]; /* frame after frame */
};

bool rq_model3d_no_memory(struct rq_model3d_import *im);
void *rq_model3d_temp(struct rq_model3d_import *im, size_t count, size_t size);

/* The next value of extras, when it is a whole number of that range; else it is passed over. Programs
 * that edit scenes may change extras to anything: that is no error. */
static inline bool rq_model3d_number(struct rq_jr *jr, double least, double most, double *to)
{
    if (rq_jr_peek(jr) != RQ_J_NUMBER) {
        rq_jr_skip(jr);
        return false;
    }
    double v = rq_jr_f64(jr);
    if (!(v >= least && v <= most) || v != floor(v))
        return false;
    *to = v;
    return rq_jr_ok(jr);
}

/* Where a part leads to. */
static inline const struct rq_affine *rq_model3d_place(const struct rq_model3d_import *im,
                                                       const struct rq_model3d_part *part)
{
    return &im->places[part->node - im->first_node];
}

/* A point of the scene as one of the model; false: it is beyond what a model can hold. */
bool rq_model3d_round(const double at[3], int32_t to[3]);

/* What the material of a part becomes; false after a failure. */
bool rq_model3d_look_of(struct rq_model3d_import *im, const struct rq_model3d_part *part,
                        const struct rq_model3d_look **look);

/* Reads what the extras of a mesh say; version[0] is 0 when they say nothing. */
bool rq_model3d_read_plan(struct rq_model3d_import *im, struct rq_bytes extras);
/* Faces and vertices by it. *fits is false when it is that of another mesh: then nothing is made. */
bool rq_model3d_follow_plan(struct rq_model3d_import *im, bool *fits);

/* The document, of faces, corners and vertices. */
bool rq_model3d_finish(struct rq_model3d_import *im);

/* How a model is made. */
struct rq_model3d_wish {
    uint32_t first, count; /* nodes: with each all that are below it */
    bool unplaced;         /* translations of roots are left out: where they stand does not count */
    const char *where;     /* as above */
    enum { RQ_MODEL3D_EITHER, RQ_MODEL3D_STILL, RQ_MODEL3D_MOVING } kind;
};

/* Finds what the scene has, or had, and no model of Redguard can hold: bones, and nodes that move. */
void rq_model3d_tell_lost(struct rq_doc *doc, const struct rq_scene *scene);

bool rq_model3d_from_nodes(struct rq_doc *doc, const struct rq_scene *scene,
                           const struct rq_model3d_wish *wish, struct rq_error *err);

#endif
