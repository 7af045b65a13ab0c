/* References by number: fields of a GFF that hold the place of an element of another list. The game
 * goes by them, so they follow an edit or the edit is refused. See docs/formats/gff.md. */
#ifndef RQ_KOTOR_GFF_REFS_H
#define RQ_KOTOR_GFF_REFS_H

#include "formats/kotor/gff/edit.h"

/* One kind of reference. It leads from the elements of a list of the root, or of a list in these. */
struct rq_gff_ref {
    const char *type;
    const char *lists[2]; /* the second may be NULL */
    const char *field;    /* of an element; a path */
    const char *count;    /* the field that says how many there are from there on; NULL: one */
    const char *to;       /* a list of the root */
    const char *key;      /* the field that names its elements; NULL: their place does */
    bool optional;        /* 0xFFFFFFFF: none */
};

extern const struct rq_gff_ref rq_gff_refs[];
extern const size_t rq_gff_ref_count;

/* True when places in this list of the root are referred to by number. */
bool rq_gff_is_referred(const struct rq_gff *gff, const char *label);

/* Notes each reference that leads nowhere. */
void rq_gff_find_dangling(struct rq_doc *doc);

/* In JSON the elements of such a list have numbers, which references go by: the scratch `index` of a
 * struct whose `at` is 1. Turns references into places. Struct ids that were the number follow. False
 * with an error when a reference is to an element that is gone. */
bool rq_gff_resolve_numbers(struct rq_doc *doc, struct rq_error *err);

/* What an edit does to the places of a list. */
enum rq_gff_shift { RQ_GFF_INSERT, RQ_GFF_REMOVE, RQ_GFF_MOVE };

/* Makes the references follow before the element of the place is inserted, removed or moved to `to`;
 * also the ids of structs that are their place in the list. False, with an error that has the place, when
 * a reference can't follow; then nothing is changed. */
bool rq_gff_follow(struct rq_gff_edit *e, enum rq_gff_shift shift, uint32_t to);

/* False, with an error that has the place, when a reference leads to an element of the field at
 * the place that would not be there any more with only `left` elements. */
bool rq_gff_can_shorten(struct rq_gff_edit *e, uint32_t left);

#endif
