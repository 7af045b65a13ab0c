/* Single values of typed structs: compared, and written into the document. */
#ifndef RQ_BLUEPRINT_TYPED_VALUE_H
#define RQ_BLUEPRINT_TYPED_VALUE_H

#include "blueprint/typed.h"

/* A walk over the structs that are put. Changes are made by paths from the root: elements may move
 * meanwhile. */
struct rq_typed_writer {
    struct rq_doc *doc;
    struct rq_gff_struct *root;
    struct rq_error *err;
    struct rq_arena arena; /* scratch */
    size_t changes;
    char path[512]; /* of what is looked at; labels have 16 bytes at most */
    size_t size;    /* of it */
};

/* Whether two members hold the same value. Texts count up to their NUL, floats by their bits. */
bool rq_typed_same(enum rq_typed_kind kind, const void *a, const void *b);

/* Steps to a field, or, without a label, to an element or a text by its number; and back. */
size_t rq_typed_enter(struct rq_typed_writer *w, const char *label, uint32_t number);
void rq_typed_leave(struct rq_typed_writer *w, size_t before);

/* The field at the path. NULL: there is none; with an error when it is of a type that the field does
 * not have. */
const struct rq_gff_field *rq_typed_find(struct rq_typed_writer *w, const struct rq_field *field);

/* Sets the value of the field at the path, or adds the field. */
bool rq_typed_write(struct rq_typed_writer *w, const struct rq_field *field,
                    enum rq_typed_kind kind, const void *value);

#endif
