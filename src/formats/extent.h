/* How long a file is by its own account: the hook `extent` of a format, mostly from a table. What the
 * file is shorter than that, it was cut. */
#ifndef RQ_FORMATS_EXTENT_H
#define RQ_FORMATS_EXTENT_H

#include "formats/format.h"

/* One table of a file: it ends at base + offset + count * size. Both numbers are 32 bits, little-endian,
 * in the header; offset_at 0: base alone says where it starts. A table of no elements is none. */
struct rq_extent_row {
    uint16_t base, offset_at, count_at, size;
};

/* The end of the last of them, 0 when the header is not whole. */
uint64_t rq_extent_rows(struct rq_bytes in, const struct rq_extent_row *rows, size_t count);

/* The hook of a format whose header has all of its sizes. */
#define RQ_EXTENT(function, rows)                                                                  \
    static uint64_t function(struct rq_bytes in, bool *exact)                                      \
    {                                                                                              \
        *exact = true;                                                                             \
        return rq_extent_rows(in, rows, sizeof(rows) / sizeof(rows)[0]);                           \
    }

/* A table of places, each with an offset from base and a size (size_at 0: not told), both 32 bits. */
struct rq_extent_table {
    uint64_t at, count;
    uint32_t stride, offset_at, size_at;
    uint64_t base;
};

/* The end of the table and of all that it names; when the table itself is cut, its end, not exact. */
uint64_t rq_extent_places(struct rq_bytes in, const struct rq_extent_table *table, bool *exact);

/* The hook of files of chunks (four letters, a big-endian size): where the chunk ends that goes on
 * behind the file, or its header does; 0 when all chunks are there. */
uint64_t rq_extent_chunks(struct rq_bytes in, bool *exact);

/* Whether something is said, and what: the extent of a file as a format, 0 when it does not tell. */
uint64_t rq_extent_of(const struct rq_format *format, struct rq_bytes in, bool *exact);

/* After a failed read: says in the error that the file was cut or came through a text-mode transfer,
 * when that is so. format NULL: none was recognised. */
void rq_explain(const struct rq_format *format, struct rq_bytes in,
                const struct rq_options *options, struct rq_error *err);

#endif
