/* What the parts of 2DA share. */
#ifndef RQ_FORMATS_KOTOR_TWODA_PARTS_H
#define RQ_FORMATS_KOTOR_TWODA_PARTS_H

#include "formats/format.h"

#include <reliquary/twoda.h>

/* Cells of a binary file may share their text, but not so that a small file becomes a huge one;
 * and short rows below many columns must not either. */
enum { TWODA_TIMES = 8, TWODA_MORE = 1 << 20 };

/* How the texts of a binary file stand in it. */
struct rq_twoda_binary {
    struct rq_bytes data;      /* as read */
    const uint8_t *cell_words; /* as read: an offset into data for each cell */
    uint16_t data_size;        /* as read, and of RQ_TWODA_EXPLICIT */
    struct rq_bytes *pool;     /* of RQ_TWODA_POOL */
    size_t pool_count;
    uint32_t *offsets; /* of RQ_TWODA_EXPLICIT, row by row */
    size_t offset_count;
    struct rq_strays strays; /* of RQ_TWODA_EXPLICIT: of the data */
};

enum rq_twoda_quote { RQ_TWODA_PLAIN, RQ_TWODA_QUOTED, RQ_TWODA_UNCLOSED };

/* What stands before each text of a text file, in file order; one more: what follows. */
struct rq_twoda_text {
    struct rq_bytes *gaps;
    uint8_t *quotes; /* enum rq_twoda_quote */
    size_t count;    /* of texts */
    /* While JSON is read. */
    size_t gap_count;
    struct rq_twoda_taken {
        uint32_t *numbers;
        size_t count;
    } quoted, unclosed;
};

enum { RQ_TWODA_LAYOUTS = RQ_TWODA_GAPS + 1 };
extern const char *const rq_twoda_layouts[RQ_TWODA_LAYOUTS]; /* by enum rq_twoda_layout */

/* True when the rows have so many cells as columns, or nearly. */
bool rq_twoda_fits_grid(const struct rq_twoda *t, struct rq_error *err);

/* An empty cell when the row has none there. */
struct rq_bytes rq_twoda_at(const struct rq_twoda_row *row, size_t column);

/* See struct rq_format; of a text file 0. */
uint64_t rq_twoda_extent(struct rq_bytes in, bool *exact);

bool rq_twoda_read_binary(struct rq_doc *doc, struct rq_cur *c, struct rq_twoda *t);
bool rq_twoda_settle_binary(struct rq_doc *doc, struct rq_twoda *t, struct rq_error *err);
bool rq_twoda_put_binary(struct rq_doc *doc, struct rq_twoda *t, struct rq_out *out,
                         struct rq_error *err);

bool rq_twoda_read_text(struct rq_doc *doc, struct rq_cur *c, struct rq_twoda *t);
bool rq_twoda_settle_text(struct rq_doc *doc, struct rq_twoda *t, struct rq_error *err);
bool rq_twoda_put_text(struct rq_doc *doc, struct rq_twoda *t, struct rq_out *out,
                       struct rq_error *err);

/* True when a text can't stand in a text file without quotes; "****" is special in cells. */
bool rq_twoda_needs_quotes(struct rq_bytes text, bool is_cell);

extern const struct rq_shape rq_twoda_shape;

extern const struct rq_facet_values rq_twoda_values;

void rq_twoda_visit(const struct rq_doc *doc, struct rq_visit *v);
bool rq_twoda_table(struct rq_doc *doc, const struct rq_view *view, struct rq_table *table);
bool rq_twoda_put_table(struct rq_doc *doc, const struct rq_table *table, struct rq_error *err);

#endif
