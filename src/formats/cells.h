/* What formats with tables share: bytes of a code page as the text of a cell, and back. A NUL,
 * which no cell can hold, stands there as U+F700. */
#ifndef RQ_FORMATS_CELLS_H
#define RQ_FORMATS_CELLS_H

#include "core/text.h"
#include "model/table.h"

/* In temp, until the next call; NULL without memory. */
const char *rq_cell_text(struct rq_out *temp, enum rq_codepage page, struct rq_bytes bytes);

/* The same, kept in the arena. */
const char *rq_cell_keep(struct rq_arena *arena, struct rq_out *temp, enum rq_codepage page,
                         struct rq_bytes bytes);

/* A cell's text as bytes in the arena. Fails at a character that the page does not have, and at
 * what is not UTF-8 (spreadsheets save in the code page of the system); where is the place in the
 * table. */
bool rq_cell_bytes(struct rq_arena *arena, struct rq_out *temp, enum rq_codepage page,
                   const char *text, const char *where, struct rq_bytes *bytes,
                   struct rq_error *err);

/* A number in the fewest digits that come back to the same bits, "0x7f800000" where those are no
 * number; NULL without memory. And back: false for what is neither. */
const char *rq_cell_f32(struct rq_arena *arena, float value);
bool rq_cell_to_f32(const char *text, float *value);
bool rq_cell_to_u32(const char *text, uint32_t most, uint32_t *value);

/* The number of the column with that heading, ignoring case; column_count when there is none. */
size_t rq_table_column(const struct rq_table *table, const char *heading);

#endif
