/* Between json/json_read.c, json/json_mesh.c and json/json_skin.c. */
#ifndef RQ_FORMATS_KOTOR_MDL_JSON_JSON_READ_H
#define RQ_FORMATS_KOTOR_MDL_JSON_JSON_READ_H

#include "formats/kotor/mdl/binary/refs.h"
#include "formats/kotor/mdl/json/json.h"

/* What of a mesh waits until all nodes are there. */
struct rq_mdl_pending {
    struct rq_mdl_pending *next;
    uint32_t node;
    struct rq_jr at, skin;       /* the mesh; its skin, p NULL: none */
    uint32_t loose[RQ_MDL_REFS]; /* references that led nowhere when the JSON was written */
    uint32_t sum;                /* of what its values were derived */
    bool summed;
};

struct rq_mdl_taker {
    struct rq_doc *doc;
    struct rq_jr *jr;
    struct rq_mdl *m;
    struct rq_mdl_names names; /* items NULL: not read yet */
    struct rq_out words;       /* of a node's controllers */
    uint32_t place_count;      /* of names */
    uint32_t vertex_count;     /* of the mesh's "vertices" */
    uint32_t group_count;      /* of its "smoothing" */
    bool animated;
    struct rq_mdl_pending *pending, **last_pending; /* of the tree at hand */
    bool *numbers;                                  /* seen in the geometry; NULL in animations */
    bool *unnumbered, *by_number; /* by node: without "number"; whose parent is given by number */
    bool counted;                 /* the geometry says how many nodes there are */
    int64_t other_nodes;
};

/* "words" of several records; place_key is one more, or NULL. */
void rq_mdl_take_words(struct rq_mdl_taker *t, const struct rq_mdl_piece *pieces, size_t count,
                       const char *place_key, uint32_t *place);
/* An object that is one record, with its words. */
void rq_mdl_take_record(struct rq_mdl_taker *t, const struct rq_rec *rec, void *record);

/* The next value of a row, *at counting them, of which there are to be `each`. */
bool rq_mdl_next_in_row(struct rq_jr *jr, size_t each, size_t *at);

void rq_mdl_take_shape(struct rq_mdl_taker *t, const struct rq_shape *shape, void *object);

/* Lists of rows of `each` floats, and of numbers of size 2 or 4. */
float *rq_mdl_take_floats(struct rq_jr *jr, size_t each, uint32_t *count);
void *rq_mdl_take_numbers(struct rq_jr *jr, size_t size, uint32_t *count);

void rq_mdl_take_mesh(struct rq_mdl_taker *t, struct rq_mdl_node *node, uint32_t index);
/* When all nodes are there: skins and references of the tree's meshes. */
void rq_mdl_settle_meshes(struct rq_mdl_taker *t, const struct rq_mdl_tree *tree);
/* Its header, which says where in a row bones are; and its lists, when all nodes are there. */
void rq_mdl_take_skin_header(struct rq_mdl_taker *t, struct rq_mdl_skin *skin);
void rq_mdl_take_skin(struct rq_mdl_taker *t, const struct rq_mdl_tree *tree, uint32_t node);

#endif
