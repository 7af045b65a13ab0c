/* Decimal numbers to doubles and back, exactly and in any locale. */
#ifndef RQ_CORE_DECIMAL_H
#define RQ_CORE_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/* All that are exact as doubles. */
enum { RQ_MOST_TENS = 22 };
extern const double rq_tens[RQ_MOST_TENS + 1];

/* mantissa * 10^exponent, rounded once, as strtod does. */
double rq_decimal_value(uint64_t mantissa, long exponent);

/* The digits of a whole number, and its sign, up to an end (at most 21 characters before it). Returns
 * where they start. */
char *rq_digits(uint64_t magnitude, bool negative, char *end);

/* How many digits there are. */
unsigned rq_digit_count(uint64_t v);

static inline uint64_t rq_magnitude(int64_t v)
{
    return v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
}

/* A number as digits / 10^decimals. */
struct rq_decimal {
    uint64_t digits;
    unsigned decimals;
    bool negative;
    double value; /* what a reader of the text will get */
};

/* v with so many significant digits; false when it is too large or too small for that. */
bool rq_decimal_of(double v, unsigned significant, struct rq_decimal *d);

#endif
