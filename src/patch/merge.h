/* What the parts of merge share. Of the three documents the second, a, becomes the result. */
#ifndef RQ_PATCH_MERGE_H
#define RQ_PATCH_MERGE_H

#include "core/arena.h"
#include "core/bytes.h"

#include <reliquary/gff.h>
#include <reliquary/merge.h>

struct merging {
    struct rq_arena arena;
    struct rq_merge_options options;
    const char *file; /* that is merged; "" of single files */
    size_t conflicts;
    size_t refusals; /* of memory, when it began */
};

enum { BASE, OURS, THEIRS, SIDES };

char *merge_printf(struct merging *m, const char *fmt, ...) RQ_PRINTF(2, 3);
/* Notes a conflict; true: b counts. */
bool merge_conflict(struct merging *m, const char *path, const char *base, const char *a,
                    const char *b);

/* False with err filled when it could not be done. */
bool merge_gff(struct merging *m, struct rq_doc *const docs[SIDES], struct rq_error *err);
bool merge_twoda(struct merging *m, struct rq_doc *const docs[SIDES], struct rq_error *err);
bool merge_tlk(struct merging *m, struct rq_doc *const docs[SIDES], struct rq_error *err);
bool merge_ssf(struct merging *m, struct rq_doc *const docs[SIDES], struct rq_error *err);
/* Three texts by lines, those of an INI by their keys. False without memory. */
bool merge_lines(struct merging *m, const struct rq_bytes texts[SIDES], bool ini,
                 struct rq_out *out);

/* Whether a value of an archive is no matter of the game: how entries stand in it, when it was built; and its entries,
 * which are compared on their own. */
static inline bool is_no_matter(const char *path)
{
    return strncmp(path, "resources", 9) == 0 || strcmp(path, "layout") == 0 ||
           strcmp(path, "build_year") == 0 || strcmp(path, "build_day") == 0;
}

/* ---- gff_same.c ---- */

/* Whether two structs of a kind of file ("DLG ") are the same. loose: without numbers that refer to elements, and without the
 * numbers of the structs themselves. */
bool gff_same_struct(const char *type, const struct rq_gff_struct *a, const struct rq_gff_struct *b,
                     bool loose);
bool gff_same_field(const char *type, const struct rq_gff_field *a, const struct rq_gff_field *b,
                    bool loose);

/* The field of a label that so many of the same label stand before; NULL: none. */
struct rq_gff_field *gff_field(const struct rq_gff_struct *s, const char *label, uint32_t before);
/* How many of the same label stand before field number `index`. */
uint32_t gff_before(const struct rq_gff_struct *s, uint32_t index);

#endif
