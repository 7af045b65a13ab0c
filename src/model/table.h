/* A neutral table of text: what becomes CSV, and what a CSV becomes. Text is UTF-8. */
#ifndef RQ_MODEL_TABLE_H
#define RQ_MODEL_TABLE_H

#include "core/bytes.h"

struct rq_table {
    size_t column_count, row_count;
    const char *const *columns; /* headings */
    const char *const *cells;   /* [row * column_count + column] */
};

#endif
