/* 2DA: the tables of KotOR's rules, V2.b (binary) and V2.0 (text). See docs/formats/twoda.md.
 *
 *     struct rq_twoda *twoda = rq_doc_root(doc, "twoda");
 *     const struct rq_bytes *cell = rq_twoda_cell(twoda, 12, "label");
 *     if (cell && cell->data) use(cell->data, cell->size);
 */
#ifndef RELIQUARY_TWODA_H
#define RELIQUARY_TWODA_H

#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

enum rq_twoda_form { RQ_TWODA_BINARY, RQ_TWODA_TEXT };

/* Texts are in the document's code page. A cell whose data is NULL is empty ("****" in a text
 * file); one of size 0 whose data is not NULL is "" in a text file, and the same as an empty one
 * in a binary file. A row of a text file may have fewer cells than there are columns, or more. */
struct rq_twoda_row {
    struct rq_bytes label;
    size_t cell_count;
    struct rq_bytes *cells;
};

enum rq_twoda_layout {
    RQ_TWODA_UNSETTLED,
    /* Of binary files: how the texts of the cells stand in the file. Equal texts stand there
     * once, except with RQ_TWODA_EXPLICIT. */
    RQ_TWODA_FIRST_USE, /* in the order in which cells need them */
    RQ_TWODA_POOL,      /* in an order of their own */
    RQ_TWODA_EXPLICIT,  /* every cell has its own place */
    /* Of text files: what stands between the texts. */
    RQ_TWODA_ALIGNED, /* blanks, so that columns stand below each other */
    RQ_TWODA_BLANKS,  /* one blank */
    RQ_TWODA_TABS,    /* one tab */
    RQ_TWODA_GAPS,    /* anything, as it stood there */
};

struct rq_twoda {
    enum rq_twoda_form form;
    enum rq_twoda_layout layout;
    size_t column_count, row_count;
    struct rq_bytes *columns;
    struct rq_twoda_row *rows;
    bool has_default; /* of text files: "DEFAULT: x" is label and cell */
    struct rq_twoda_row fallback;
    bool zero_size;                 /* of binary files: the size of the texts is given as 0 */
    bool open_columns;              /* of binary files: no tab behind the last column */
    bool nul_columns, nul_labels;   /* of binary files: NUL ends each, not a tab */
    bool crlf;                      /* of text files that are not RQ_TWODA_GAPS */
    struct rq_twoda_binary *binary; /* what the reader and the layouts keep */
    struct rq_twoda_text *text;
};

/* The number of a column, ignoring case; column_count when there is none. */
RQ_API size_t rq_twoda_column(const struct rq_twoda *twoda, const char *name);

/* A cell; NULL when there is no such row or column. */
RQ_API const struct rq_bytes *rq_twoda_cell(const struct rq_twoda *twoda, size_t row,
                                            const char *column);

#ifdef __cplusplus
}
#endif

#endif
