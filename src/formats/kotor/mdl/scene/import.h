/* What the makers of a model from a scene share: scene/import.c (nodes, meshes, skins),
 * scene/import_motion.c (animations), scene/import_scale.c (sizes of nodes), scene/import_extras.c (what
 * only extras hold). */
#ifndef RQ_FORMATS_KOTOR_MDL_SCENE_IMPORT_H
#define RQ_FORMATS_KOTOR_MDL_SCENE_IMPORT_H

#include "core/keyset.h"
#include "formats/kotor/mdl/derive/build.h"

/* A node of the model that is being made. */
struct rq_import_part {
    int node;                    /* of the scene; -1: the root that was added */
    const struct rq_mesh *mesh;  /* or NULL */
    uint32_t primitive;          /* of the mesh: each is a node of its own */
    int skin;                    /* of the scene, or -1 */
    struct rq_bytes materials;   /* of extras: surface material of each face, as JSON */
    struct rq_bytes constraints; /* the same: of each vertex */
    bool known;                  /* extras say what mesh it is */
    bool tangents;
    struct rq_mdl_new_key *keys; /* of extras */
};

/* Of a node of the scene: that of the nodes above along the axes of its parent, its own with that
 * along its own axes, which vertices take, and what is left for a controller. */
struct rq_import_size {
    float above[3], own[3], controller;
};

struct rq_import {
    struct rq_doc *doc;
    struct rq_mdl *m;
    const struct rq_scene *scene;
    struct rq_error *err;
    struct rq_arena temp;
    struct rq_import_part *parts; /* one for each node of the tree */
    uint32_t part_count;
    uint32_t *part_of;            /* by node of the scene, RQ_MDL_NO_NODE none */
    struct rq_import_size *sizes; /* the same */
    struct rq_key_set scene_names;
    uint32_t *by_name;          /* part by number in scene_names */
    bool ours;                  /* node 0 is the root that our scenes have */
    struct rq_bytes animations; /* of extras, as JSON; empty: none */
    struct rq_bytes inherited;  /* the same: names of those of supermodels */
    struct rq_str head;         /* of extras: where animations begin */
};

bool rq_import_no_memory(struct rq_import *im);
void *rq_import_temp(struct rq_import *im, size_t count, size_t size);
void *rq_import_keep(struct rq_import *im, size_t count, size_t size);

/* A name as the text form of models can hold it, of at most so many letters. */
void rq_import_clean(const char *wanted, size_t most, char *to);

/* The members of "mdl" in extras; false: there are none. The reader stands behind the brace. */
bool rq_import_open(struct rq_import *im, struct rq_bytes extras, struct rq_jr *jr,
                    struct rq_ctx *ctx);

/* {"skin_of": name}: the name, NULL when the extras have none. */
const char *rq_import_skin_of(struct rq_import *im, struct rq_bytes extras);

/* Type of the node by its extras; 0: they do not say. */
unsigned rq_import_type(struct rq_import *im, struct rq_bytes extras);
/* What extras say of a node whose parts are made, and of the model. */
bool rq_import_node_extras(struct rq_import *im, struct rq_bytes extras, struct rq_mdl_node *node,
                           struct rq_import_part *part);
bool rq_import_model_extras(struct rq_import *im, struct rq_bytes extras);

/* [[code, columns, [times], [values]], ...] */
struct rq_mdl_new_key *rq_import_keys(struct rq_import *im, struct rq_jr *jr);

/* One key, all of whose values are given. NULL without memory. */
struct rq_mdl_new_key *rq_import_key(struct rq_import *im, uint32_t code, uint32_t rows,
                                     uint32_t columns);

bool rq_import_sizes(struct rq_import *im);
/* Vertices, normals and faces in the size of the node. */
void rq_import_resize(const struct rq_import_size *size, struct rq_mdl_mesh *mesh,
                      float (*normals)[3]);

bool rq_import_animations(struct rq_import *im);

/* A list of numbers as JSON: how many there are, at most count of them into values. */
size_t rq_import_numbers(struct rq_import *im, struct rq_bytes json, double *values, size_t count);

/* The model's node that has this name in the scene, ignoring case; RQ_MDL_NO_NODE: none. */
uint32_t rq_import_find(const struct rq_import *im, const char *name);

#endif
