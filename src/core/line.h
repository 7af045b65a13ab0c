/* Lines of text and their ends, cut into parts without loss: what the readers of text files share. */
#ifndef RQ_CORE_LINE_H
#define RQ_CORE_LINE_H

#include "core/json.h"
#include "core/text.h"

#include <reliquary/line.h>

static inline bool rq_line_is_blank(uint8_t c)
{
    return c == ' ' || c == '\t';
}

/* Takes the first size bytes off. */
static inline struct rq_bytes rq_line_cut(struct rq_bytes *from, size_t size)
{
    struct rq_bytes part = {from->data, size};
    if (size)
        from->data += size;
    from->size -= size;
    return part;
}

static inline struct rq_bytes rq_line_cut_blanks(struct rq_bytes *from)
{
    size_t n = 0;
    while (n < from->size && rq_line_is_blank(from->data[n]))
        n++;
    return rq_line_cut(from, n);
}

/* How much of the text is left when blanks at its end go. */
static inline size_t rq_line_trimmed(struct rq_bytes text)
{
    while (text.size && rq_line_is_blank(text.data[text.size - 1]))
        text.size--;
    return text.size;
}

static inline struct rq_bytes rq_line_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

/* Same letters, whatever their case. */
bool rq_line_is(struct rq_bytes bytes, const char *name);

/* Cuts one line off, without its end; *end says which it was. */
struct rq_bytes rq_line_next(struct rq_bytes *text, enum rq_line_end *end);
size_t rq_line_count(struct rq_bytes text);
void rq_line_put_end(struct rq_out *out, enum rq_line_end end);

/* The end that most lines have. */
enum rq_line_end rq_line_usual(const size_t counts[4]);
const char *rq_line_end_name(enum rq_line_end end);
extern const char *const rq_line_end_names[4];
enum rq_line_end rq_line_take_end(struct rq_jr *jr);

/* True when line number `index`, which stands in out from start on, can follow a line with the
 * end `before` and be read apart from it. */
bool rq_line_stands(const struct rq_out *out, size_t start, size_t index, enum rq_line_end before);

/* Tell the dump of a part, of the "[" before the name of a section, of the end of a line that
 * stands before rest. */
void rq_line_note(struct rq_cur *c, struct rq_bytes part, const char *name);
void rq_line_note_bracket(struct rq_cur *c, struct rq_bytes name);
void rq_line_note_end(struct rq_cur *c, struct rq_bytes rest, enum rq_line_end end);

/* An integer that fills the bytes; false when they hold anything else. */
bool rq_line_number(struct rq_bytes bytes, int64_t *v);

/* The same for a decimal with a point or an exponent; the locale plays no part. */
bool rq_line_real(struct rq_bytes bytes, double *v);

#endif
