/* Finding and changing values of a GFF: path.c resolves paths and gets values, edit.c sets and adds
 * them, tree.c adds, removes, moves and copies what has parts. */
#ifndef RQ_KOTOR_GFF_EDIT_H
#define RQ_KOTOR_GFF_EDIT_H

#include "formats/kotor/gff/parts.h"

/* ---- paths ---- */

enum rq_gff_place_kind {
    RQ_GFF_AT_STRUCT,  /* the struct that the path starts in: the path is empty */
    RQ_GFF_AT_FIELD,   /* a field */
    RQ_GFF_AT_ELEMENT, /* an element of the list `field` */
    RQ_GFF_AT_TEXT,    /* a text of the locstring `field` */
    RQ_GFF_AT_REF,     /* the talk table number of the locstring `field` */
    RQ_GFF_AT_NUMBER,  /* a number of the vector or orientation `field` */
};

/* Where a path leads. */
struct rq_gff_place {
    enum rq_gff_place_kind kind;
    bool there; /* false: the last part names something that could be added */
    struct rq_gff_struct
        *inner;                 /* has the field; NULL: the struct that the path starts in has it */
    struct rq_gff_field *field; /* NULL: a field that is not there */
    uint32_t index;             /* of the field, element, text or number; what a new one gets */
    uint32_t id;                /* of a text */
    char label[LABEL_ROOM];     /* of a field that is not there */
};

/* False, with an error, when there is nothing at the path and nothing could be added. */
bool rq_gff_place(const struct rq_gff_struct *in, const char *path, struct rq_gff_place *place,
                  struct rq_error *err);

/* The same when something must be there; expected says what. */
bool rq_gff_place_there(const struct rq_gff_struct *in, const char *path,
                        struct rq_gff_place *place, const char *expected, struct rq_error *err);

/* The struct at a place below `in` that is not `in` itself; NULL when there is something else. */
struct rq_gff_struct *rq_gff_place_struct(const struct rq_gff_place *place);

/* Fails with what was expected at the place and what is there. Returns false. */
bool rq_gff_place_wrong(const struct rq_gff_place *place, const char *path, const char *expected,
                        struct rq_error *err);

/* False when the arguments of a function are no GFF, no struct or no path, with an error; or when
 * err holds one already. */
bool rq_gff_usable(const struct rq_doc *doc, const struct rq_gff_struct *in, const char *path,
                   struct rq_error *err);

/* ---- changes ----
 *
 * A function that changes the tree begins, checks the place, gets its memory, and only then touches
 * the tree. Every one of these fails with an error that has the path. */

struct rq_gff_edit {
    struct rq_doc *doc;
    struct rq_gff_struct *in;
    const char *path;
    struct rq_error *err;
    struct rq_gff *gff; /* from here on filled by rq_gff_begin */
    struct rq_gff_place place;
    struct rq_gff_struct *parent; /* has the field of the place, or would get it */
};

/* From the arguments that all public functions have. */
#define RQ_GFF_EDIT                                                                                \
    (struct rq_gff_edit)                                                                           \
    {                                                                                              \
        .doc = doc, .in = in, .path = path, .err = err                                             \
    }

/* Finds the place, and settles the document so that its layout can be kept. */
bool rq_gff_begin(struct rq_gff_edit *e);

bool rq_gff_fail(const struct rq_gff_edit *e, enum rq_code code, const char *text);
bool rq_gff_wrong(const struct rq_gff_edit *e, const char *expected);

/* Memory of the document; NULL after an error. */
void *rq_gff_get(struct rq_gff_edit *e, size_t count, size_t size);
const uint8_t *rq_gff_keep(struct rq_gff_edit *e, const void *data, size_t size);

/* The items with room for one more behind them; the caller takes them over at once, whatever comes
 * after. NULL after an error, and then they are as they were. */
void *rq_gff_one_more(struct rq_gff_edit *e, void *items, uint32_t count, uint8_t *room,
                      size_t size);

/* UTF-8 as bytes of the page, which live as long as the document. label, or NULL, is of a field
 * below the path. */
bool rq_gff_encode(struct rq_gff_edit *e, const char *label, enum rq_codepage page,
                   struct rq_bytes utf8, struct rq_bytes *bytes);

/* The place is that of a field that can be added; and the field put there, at the end of its
 * struct, with the label of the place. */
bool rq_gff_is_new(const struct rq_gff_edit *e);
bool rq_gff_add_field(struct rq_gff_edit *e, struct rq_gff_field field);

#endif
