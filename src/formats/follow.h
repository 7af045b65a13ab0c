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

/* For fields that can't be set in place. */
void rq_follow_no_memory(struct rq_follow *f);

/* Reports each field of a document that was read and holds another value than follows. */
void rq_follow_find(struct rq_doc *doc);

/* The member "kept" of the open object, where there is anything to keep. */
void rq_follow_json(struct rq_doc *doc, struct rq_json *j);

/* Gives all fields of a new document what follows, but for those that are kept. kept is at the value
 * of that member, or its p is NULL. */
bool rq_follow_settle(struct rq_doc *doc, struct rq_jr *kept);

#endif
