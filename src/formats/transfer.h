/* Files that a transfer in text mode has damaged: FTP in ASCII mode, version control that converts the
 * ends of lines, programs that open binary files as text. Each LF got a CR before it, or each CR before
 * an LF was lost; all that follows has moved.
 *
 * The evidence is never the bytes alone. CR were added when every LF has one before it, and without them
 * the file reads and is as long as its own sizes say. CR were lost when no CR LF is left, the file is
 * short by no more bytes than it has LF, and what is there does not fit together. */
#ifndef RQ_FORMATS_TRANSFER_H
#define RQ_FORMATS_TRANSFER_H

#include "formats/format.h"

/* The finding of a document that reads although CR were added, without its format. */
#define RQ_TRANSFER_FINDING "text-mode"

enum rq_transfer_kind { RQ_TRANSFER_NONE, RQ_TRANSFER_ADDED, RQ_TRANSFER_REMOVED };

struct rq_transfer {
    enum rq_transfer_kind kind;
    size_t count; /* CR bytes that came or went */
    bool proven;  /* with them undone the file reads, and all sizes are right */
};

/* What a transfer did to a file. format NULL: none was recognised. failed: it does not read. */
struct rq_transfer rq_transfer_look(const struct rq_format *format, struct rq_bytes in,
                                    const struct rq_options *options, bool failed);

/* The same by sizes alone, for a file that has no reader (an MDX): so many bytes are right. */
struct rq_transfer rq_transfer_by_size(struct rq_bytes in, uint64_t right);

/* "looks like a text-mode transfer added 12 CR bytes"; "" for none. */
enum { RQ_TRANSFER_TEXT = 160 };
const char *rq_transfer_text(const struct rq_transfer *t, char text[RQ_TRANSFER_TEXT]);

/* Appends the file as it was before a transfer; false without memory. */
bool rq_transfer_undo(struct rq_bytes in, enum rq_transfer_kind kind, struct rq_out *out);

#endif
