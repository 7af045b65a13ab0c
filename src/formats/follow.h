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
 *     struct rq_follow_elements ids = {0};
 *     for (uint32_t i = 0; i < pvo->id_count; i++)
 *         rq_follow_element(&ids, pvo->ids[i]);
 *     rq_follow_list(f, &ids, "ids");
 *
 * JSON has their lengths and sums under "counts". With an element more or less, or the same ones in
 * another order, the numbers would name others: building is refused until "counts" no longer has the
 * list, which says that they were adapted.
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

/* A sum of the words that values are derived from: it tells whether these were edited since. */
static inline uint32_t rq_follow_sum(uint32_t sum, uint32_t word)
{
    return ((sum << 5 | sum >> 27) ^ word) * 0x9E3779B1u;
}

/* A list, as far as it tells whether its elements were moved. */
struct rq_follow_elements {
    size_t count;
    uint32_t order;   /* a sum of the elements in their order, */
    uint32_t members; /* and of the same in any order: with another one an element was edited */
};

/* The next element of a list, by a sum of what it holds. */
static inline void rq_follow_element(struct rq_follow_elements *elements, uint32_t sum)
{
    elements->count++;
    elements->order = rq_follow_sum(elements->order, sum);
    elements->members += rq_follow_sum(1, sum);
}

/* Others name the elements of this list by number. */
void rq_follow_list(struct rq_follow *f, const struct rq_follow_elements *elements,
                    const char *name);

/* For fields that can't be set in place, or a list that could not be made in full. */
void rq_follow_no_memory(struct rq_follow *f);

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
