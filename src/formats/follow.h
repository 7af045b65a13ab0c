/* Fields that follow from the rest of a document, though the file stores them: a byte rate, a
 * bounding box, the number of letters of a font. A format lists them once, each with the value that
 * follows:
 *
 *     static void wav_follows(struct rq_doc *doc, struct rq_follow *f)
 *     {
 *         ...
 *         rq_follow(f, &format->byte_rate, 4, rate * block_align, "chunks/%zu/byte_rate", i);
 *     }
 *
 * A document that was made from JSON gets what follows, so that no edit leaves such a field behind.
 * Files may hold other values. Reading finds them, and JSON names each under "kept", with what
 * followed when it was written: as long as the same follows, the stored value comes back.
 *
 * Lists whose elements others name by number (corners of faces, starts of runs) are listed as well:
 *
 *     rq_follow_list(f, pvo->id_count, "ids");
 *
 * JSON has their lengths under "counts". With an element more or less the numbers would name others:
 * building is refused until "counts" no longer has the list, which says that they were adapted.
 */
#ifndef RQ_FORMATS_FOLLOW_H
#define RQ_FORMATS_FOLLOW_H

#include "core/json.h"

struct rq_doc;
struct rq_follow;

/* The field of `size` bytes (1, 2, 4 or 8) follows from the rest as `value`. The text is the path of
 * the field, unique in its document. */
void rq_follow(struct rq_follow *f, void *field, size_t size, uint64_t value, const char *path, ...)
    RQ_PRINTF(5, 6);

/* The same for a number of 32 bits with a fraction. */
void rq_follow_f32(struct rq_follow *f, float *field, float value, const char *path, ...)
    RQ_PRINTF(4, 5);

/* Others name the elements of this list, which has `count` of them, by number. */
void rq_follow_list(struct rq_follow *f, size_t count, const char *name);

/* For fields that can't be set in place, or a list that could not be made in full. */
void rq_follow_no_memory(struct rq_follow *f);

/* A sum of the words that values are derived from: it tells whether these were edited since. */
static inline uint32_t rq_follow_sum(uint32_t sum, uint32_t word)
{
    return ((sum << 5 | sum >> 27) ^ word) * 0x9E3779B1u;
}

/* Finds the fields of a document that was read and hold another value than follows: "stale-value",
 * for formats that have this kind of finding. */
void rq_follow_find(struct rq_doc *doc);

/* The members "counts" and "kept" of the open object, where there are any. */
void rq_follow_json(struct rq_doc *doc, struct rq_json *j);

/* Where the values of those members stand in JSON; p is NULL where there is none. */
struct rq_follow_members {
    struct rq_jr counts, kept;
};

/* Compares the lengths of lists, and gives all fields of a new document what follows, but for those
 * that are kept. */
bool rq_follow_settle(struct rq_doc *doc, struct rq_follow_members *members);

#endif
