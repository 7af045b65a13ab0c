/* Lines of text, as the formats that are text keep them: in their parts, so that one of them can
 * change and all other bytes stay. */
#ifndef RELIQUARY_LINE_H
#define RELIQUARY_LINE_H

#include <reliquary/reliquary.h>

enum rq_line_end { RQ_LINE_CRLF, RQ_LINE_LF, RQ_LINE_CR, RQ_LINE_NO_END };

/* VIS, LYT and TXI: lines of words, some of them with a number of lines that follow. */
enum rq_text_kind {
    RQ_TEXT_BLANK, /* nothing but indent */
    RQ_TEXT_WORDS, /* name and what follows it */
    RQ_TEXT_HEAD,  /* name and how many items follow */
    RQ_TEXT_ITEM,  /* one of them */
};

/* The parts of a line, in the order in which they stand in it. Bytes of the file's code page,
 * not NUL-terminated. */
struct rq_text_line {
    enum rq_text_kind kind;
    enum rq_line_end end;
    bool counted; /* of a head: its number is that of its items; value is empty then */
    struct rq_bytes indent;
    struct rq_bytes name; /* the first word */
    struct rq_bytes gap;
    struct rq_bytes value; /* the other words; of a head the second one */
    struct rq_bytes tail;  /* blanks; of a head also words that nobody reads */
};

struct rq_text {
    size_t line_count;
    struct rq_text_line *lines;
};

#ifdef __cplusplus
extern "C" {
#endif

/* Cuts the next word off, with the blanks before it; false when there is none. */
RQ_API bool rq_text_word(struct rq_bytes *text, struct rq_bytes *word);

/* How many items follow the head at that index. */
RQ_API size_t rq_text_items(const struct rq_text *text, size_t head);

#ifdef __cplusplus
}
#endif

#endif
