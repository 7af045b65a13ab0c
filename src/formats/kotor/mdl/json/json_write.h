/* Between json/json.c and json/json_skin.c. */
#ifndef RQ_FORMATS_KOTOR_MDL_JSON_JSON_WRITE_H
#define RQ_FORMATS_KOTOR_MDL_JSON_JSON_WRITE_H

#include "formats/kotor/mdl/json/json.h"

struct rq_mdl_writer {
    struct rq_doc *doc;
    struct rq_json *j;
    const struct rq_mdl *m;
    enum rq_codepage page;
    struct rq_mdl_names names;
    bool *numbers; /* those that nodes of the geometry had so far; NULL in animations */
    bool words;    /* those that point belong to the JSON */
    bool animated;
};

/* count rows of `each` words, floats or whole numbers; one word a row: a plain list. */
void rq_mdl_put_rows(struct rq_json *j, const char *key, const void *words, size_t count,
                     size_t each, bool whole);

/* A node by the label of its name, where the tree has no other of that name, else by its number in
 * the tree. */
bool rq_mdl_labelled(const struct rq_mdl_writer *w, const struct rq_mdl_tree *tree, uint32_t node);
void rq_mdl_put_node_ref(const struct rq_mdl_writer *w, const struct rq_mdl_tree *tree,
                         uint32_t node);

void rq_mdl_put_skin(const struct rq_mdl_writer *w, const struct rq_mdl_tree *tree,
                     const struct rq_mdl_skin *skin);

#endif
