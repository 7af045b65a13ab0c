/* The order in which a program creates the structs and fields of a GFF, and the two index sections that
 * follow from it: order.c works them out, layout.c makes the file. */
#ifndef RQ_KOTOR_GFF_ORDER_H
#define RQ_KOTOR_GFF_ORDER_H

#include "formats/kotor/gff/parts.h"

struct rq_gff_words {
    uint32_t *items;
    size_t count, capacity;
};

struct rq_gff_rule; /* what makes a layout */

struct rq_gff_plan {
    struct rq_arena arena;
    struct rq_gff_struct **structs; /* in order of creation */
    struct rq_gff_field **fields;
    size_t struct_count, field_count, struct_room, field_room;
    const struct rq_gff_rule *rule;
    bool
        as_read; /* nodes have the numbers of the source: where one would get another, the layout is not the source's */
    bool shared; /* equal blocks of field data stand once */
    struct rq_gff_words blocks, lists; /* the index sections of fields and of elements */
    size_t most_words;
    enum rq_code failed;
};

/* Fills a plan; also after false rq_gff_plan_free is called. False when memory is missing, or when plan->failed says
 * why: RQ_LIMIT when the tree can't have this layout. as_read: the tree is as it was read, and only a plan that gives
 * the source is wanted; those that fail leave the numbers of its nodes as they are. */
bool rq_gff_plan_make(struct rq_gff_plan *plan, const struct rq_gff *gff, enum rq_gff_layout layout,
                      bool as_read, const struct rq_alloc *alloc);
void rq_gff_plan_free(struct rq_gff_plan *plan);

#endif
