/* References inside a mesh. They are checked when a file is read (findings), and when a model is made
 * from JSON: what leads nowhere there, and did not when the JSON was written, was left behind by an
 * edit. */
#ifndef RQ_FORMATS_KOTOR_MDL_BINARY_REFS_H
#define RQ_FORMATS_KOTOR_MDL_BINARY_REFS_H

#include "formats/kotor/mdl/parts.h"

enum rq_mdl_ref {
    RQ_MDL_REF_VERTEX,     /* of faces */
    RQ_MDL_REF_NEIGHBOUR,  /* of faces */
    RQ_MDL_REF_FACE,       /* of boxes */
    RQ_MDL_REF_INDEX,      /* of the list of indices: those of the faces once more */
    RQ_MDL_REF_CONSTRAINT, /* one for each vertex */
    RQ_MDL_REF_BONE,       /* of vertices */
    RQ_MDL_REF_SLOT,       /* of nodes: the bones that they are */
    RQ_MDL_REFS
};

/* What is told of such references that lead nowhere. */
struct rq_mdl_ref_kind {
    const char *list;    /* the member of the mesh that has them, and of "loose" in JSON */
    const char *finding; /* id */
    const char *text;    /* of one that leads nowhere */
    bool derived;        /* rq_mdl_derive works them out */
};
extern const struct rq_mdl_ref_kind rq_mdl_refs[RQ_MDL_REFS];

/* How many lead nowhere, and the first of the list that does. */
struct rq_mdl_loose {
    uint32_t count, first;
};
struct rq_mdl_loose rq_mdl_loose(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh,
                                 enum rq_mdl_ref ref);

/* Of what planes, neighbours and boxes are derived: another sum, other faces or vertices. */
uint32_t rq_mdl_mesh_sum(const struct rq_mdl_mesh *mesh);

/* What a node of the geometry is to an animation: the one that has the name, by index of the name;
 * RQ_MDL_NO_NODE: none, or several. NULL without memory. */
uint32_t *rq_mdl_bearers(const struct rq_mdl *m, struct rq_arena *temp);

/* Findings of all references of a model that was read. */
void rq_mdl_check_refs(struct rq_doc *doc);

/* Fields that follow from the rest. */
void rq_mdl_follows(struct rq_doc *doc, struct rq_follow *f);

#endif
