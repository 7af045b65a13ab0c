/* What all makers of new models share, be they of text or of glTF. */
#ifndef RQ_FORMATS_KOTOR_MDL_DERIVE_BUILD_H
#define RQ_FORMATS_KOTOR_MDL_DERIVE_BUILD_H

#include "formats/kotor/mdl/parts.h"

/* Places what each row of the MDX has, one after the other: positions first, the weights of a skin
 * last. has is by enum rq_mdl_slot. */
void rq_mdl_lay_row(const struct rq_mdl *m, struct rq_mdl_mesh *mesh,
                    const bool has[RQ_MDL_TANGENT_1 + 1]);
void rq_mdl_put_floats(uint8_t *to, const float *v, size_t count);
/* Four bytes, the last 255: the game does not look at it. */
void rq_mdl_put_color(uint8_t *to, const float rgb[3]);

/* The maps of a skin, in the order of the tree: numbers is that of the bone by index of the name,
 * UINT32_MAX none; and the skin as seen from every node, where the tree has them now. False without
 * memory. */
bool rq_mdl_skin_places(struct rq_doc *doc, uint32_t node, const uint32_t *numbers);

/* The skin as seen from the nodes that are not given; its lists have room for all. */
bool rq_mdl_skin_fill(const struct rq_mdl_tree *tree, uint32_t node, struct rq_mdl_skin *skin,
                      const bool *given, const struct rq_alloc *alloc);

/* A key of a node that is being made. */
struct rq_mdl_new_key {
    uint32_t code;
    bool bezier;
    uint32_t rows, columns; /* columns with those of the handles */
    float *times;
    uint32_t *values; /* bits */
    struct rq_mdl_new_key *next;
};

/* Lays keys out in the node as compilers do: for each its times, then its rows. compress:
 * orientations of animations in one word. Fails when a model can't hold so many, or without
 * memory. */
bool rq_mdl_pack_keys(struct rq_doc *doc, struct rq_mdl_node *node,
                      const struct rq_mdl_new_key *keys, bool animated, bool compress,
                      struct rq_error *err);

#endif
