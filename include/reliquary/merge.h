/* Two changed versions of a file, a folder or a game become one, by what they changed of a third. See docs/merge.md.
 *
 *     struct rq_merge_options options = {.conflict = show};
 *     struct rq_merged merged;
 *     if (rq_merge("base", "mine", "yours", "both", &options, &merged, &err) && merged.conflicts) ...
 */
#ifndef RELIQUARY_MERGE_H
#define RELIQUARY_MERGE_H

#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Both versions changed the same value, and not to the same. Texts are UTF-8; NULL: there is nothing on that side. Valid
 * during the call. */
struct rq_merge_conflict {
    const char *path; /* "modules/demo01.mod/keeper.utc/Tag" */
    const char *base, *a, *b;
};

typedef void rq_merge_fn(void *ctx, const struct rq_merge_conflict *conflict);

enum rq_merge_choice {
    RQ_MERGE_NONE,   /* nothing is written when there are conflicts */
    RQ_MERGE_OURS,   /* in a conflict a counts */
    RQ_MERGE_THEIRS, /* b counts */
};

struct rq_merge_options {
    enum rq_merge_choice choice;
    bool replace;          /* write over files that are there */
    rq_merge_fn *conflict; /* or NULL */
    void *ctx;
};

struct rq_merged {
    size_t files;     /* of the result */
    size_t merged;    /* of these, those to which both sides contribute */
    size_t conflicts; /* also those that were decided by the choice */
};

/* GFF, 2DA, TLK, SSF and INI by their values, archives by their entries; other files as a whole. base, a and b are three
 * files or three folders. Nothing is written when out is NULL, or when there are conflicts and no choice. False with
 * err filled when something could not be read or written. options may be NULL. */
RQ_API bool rq_merge(const char *base, const char *a, const char *b, const char *out,
                     const struct rq_merge_options *options, struct rq_merged *merged,
                     struct rq_error *err);

#ifdef __cplusplus
}
#endif

#endif
