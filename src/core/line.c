#include "core/line.h"

#include "core/decimal.h"

const char *const rq_line_end_names[] = {"crlf", "lf", "cr", "none"};
static const char *const end_bytes[] = {"\r\n", "\n", "\r", ""};

bool rq_line_is(struct rq_bytes bytes, const char *name)
{
    size_t i = 0;
    while (i < bytes.size && name[i] && rq_lower((char)bytes.data[i]) == rq_lower(name[i]))
        i++;
    return i == bytes.size && !name[i];
}

struct rq_bytes rq_line_next(struct rq_bytes *text, enum rq_line_end *end)
{
    size_t n = 0;
    while (n < text->size && text->data[n] != '\n' && text->data[n] != '\r')
        n++;
    struct rq_bytes line = rq_line_cut(text, n);
    *end = RQ_LINE_NO_END;
    if (text->size >= 2 && text->data[0] == '\r' && text->data[1] == '\n')
        *end = RQ_LINE_CRLF;
    else if (text->size)
        *end = text->data[0] == '\n' ? RQ_LINE_LF : RQ_LINE_CR;
    rq_line_cut(text, strlen(end_bytes[*end]));
    return line;
}

size_t rq_line_count(struct rq_bytes text)
{
    size_t count = 0;
    enum rq_line_end end;
    for (; text.size; count++)
        rq_line_next(&text, &end);
    return count;
}

void rq_line_put_end(struct rq_out *out, enum rq_line_end end)
{
    rq_put(out, end_bytes[end], strlen(end_bytes[end]));
}

enum rq_line_end rq_line_usual(const size_t counts[4])
{
    enum rq_line_end usual = RQ_LINE_CRLF;
    for (enum rq_line_end end = RQ_LINE_LF; end < RQ_LINE_NO_END; end++)
        usual = counts[end] > counts[usual] ? end : usual;
    return usual;
}

const char *rq_line_end_name(enum rq_line_end end)
{
    return rq_line_end_names[end];
}

enum rq_line_end rq_line_take_end(struct rq_jr *jr)
{
    struct rq_str name = rq_jr_string(jr);
    for (size_t i = 0; i < 4; i++)
        if (rq_str_is(name, rq_line_end_names[i]))
            return (enum rq_line_end)i;
    rq_jr_bad(jr, "the end of a line is crlf, lf, cr or none");
    return RQ_LINE_CRLF;
}

bool rq_line_stands(const struct rq_out *out, size_t start, size_t index, enum rq_line_end before)
{
    bool open = index && before == RQ_LINE_NO_END, empty = out->size == start;
    /* CR and LF of two lines would become the end of one. */
    bool joined = index && before == RQ_LINE_CR && !empty && out->data[start] == '\n';
    return !open && !joined && !empty;
}

void rq_line_note(struct rq_cur *c, struct rq_bytes part, const char *name)
{
    if (part.size)
        rq_note_at(c, part.data, part.size, RQ_KIND_text, part.size, name);
}

void rq_line_note_bracket(struct rq_cur *c, struct rq_bytes name)
{
    rq_line_note(c, (struct rq_bytes){name.data - 1, 1}, "bracket");
}

void rq_line_note_end(struct rq_cur *c, struct rq_bytes rest, enum rq_line_end end)
{
    size_t size = strlen(end_bytes[end]);
    if (size)
        rq_line_note(c, (struct rq_bytes){rest.data - size, size}, "end");
}

bool rq_line_number(struct rq_bytes bytes, int64_t *v)
{
    bool minus = bytes.size && bytes.data[0] == '-';
    size_t i = minus || (bytes.size && bytes.data[0] == '+');
    if (i == bytes.size || bytes.size > 12)
        return false;
    for (*v = 0; i < bytes.size; i++) {
        if (bytes.data[i] < '0' || bytes.data[i] > '9')
            return false;
        *v = *v * 10 + (bytes.data[i] - '0');
    }
    *v = minus ? -*v : *v;
    return true;
}

static size_t take_digits(struct rq_bytes *from, uint64_t *v, long *lost)
{
    size_t n = 0;
    for (; n < from->size && from->data[n] >= '0' && from->data[n] <= '9'; n++) {
        bool fits = *v < UINT64_MAX / 10 - 1;
        *v = fits ? *v * 10 + (uint64_t)(from->data[n] - '0') : *v;
        *lost += !fits;
    }
    rq_line_cut(from, n);
    return n;
}

static bool take_sign(struct rq_bytes *from)
{
    bool minus = from->size && from->data[0] == '-';
    if (minus || (from->size && from->data[0] == '+'))
        rq_line_cut(from, 1);
    return minus;
}

bool rq_line_real(struct rq_bytes bytes, double *v)
{
    enum { LARGE = 10000 };
    uint64_t mantissa = 0, power = 0;
    long lost = 0, lost_after = 0, ignored = 0;
    bool minus = take_sign(&bytes);
    size_t digits = take_digits(&bytes, &mantissa, &lost), after = 0;
    if (bytes.size && bytes.data[0] == '.') {
        rq_line_cut(&bytes, 1);
        after = take_digits(&bytes, &mantissa, &lost_after);
    }
    if (digits + after == 0 || digits + after > LARGE)
        return false;
    long exponent = lost + lost_after - (long)after;
    if (bytes.size && (bytes.data[0] | 0x20) == 'e') {
        rq_line_cut(&bytes, 1);
        bool down = take_sign(&bytes);
        if (!take_digits(&bytes, &power, &ignored))
            return false;
        long size = power < LARGE ? (long)power : LARGE;
        exponent += down ? -size : size;
    }
    *v = rq_decimal_value(mantissa, exponent);
    *v = minus ? -*v : *v;
    return bytes.size == 0;
}
