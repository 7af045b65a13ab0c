/* Between json/json_read.c and json/json_mesh.c. */
#ifndef RQ_FORMATS_KOTOR_MDL_JSON_JSON_READ_H
#define RQ_FORMATS_KOTOR_MDL_JSON_JSON_READ_H

#include "formats/kotor/mdl/json/json.h"

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

void rq_mdl_take_mesh(struct rq_mdl_taker *t, struct rq_mdl_node *node);

#endif
