/* The printer: what its files share. */
#ifndef RQ_SCRIPT_SOUP_PRINT_H
#define RQ_SCRIPT_SOUP_PRINT_H

#include "script/soup/text.h"

struct rq_soup_printer {
    struct rq_out *out;
    const struct rq_soup_unit *unit;
    const struct rq_soup_how *how;
    enum rq_codepage page;
    const uint32_t *nth;  /* of each string: which of those with the same text, from 1 */
    const uint32_t *hook; /* of each statement: number of its first hook + 1 */
    uint8_t *labels;      /* of each statement, and the end: it needs its label */
    const uint32_t *back; /* of each statement: the last Goto that leads to it from below + 1 */
    size_t budget;        /* steps that looking for loops may still take */
};

void rq_soup_put_number(struct rq_out *out, int64_t v);
void rq_soup_put_quoted(struct rq_out *out, enum rq_codepage page, struct rq_bytes text);
/* All of a statement but its target. */
void rq_soup_put_statement(struct rq_soup_printer *p, const struct rq_soup_value *v);
void rq_soup_put_conditions(struct rq_soup_printer *p, const struct rq_soup_value *v);
void rq_soup_put_label(struct rq_soup_printer *p, size_t index);
/* The statements between the braces of "code". */
void rq_soup_put_code(struct rq_soup_printer *p);

/* Four letters of a dialogue that a text can hold between quotes. */
bool rq_soup_key_letters(int32_t number, char key[5]);

#endif
