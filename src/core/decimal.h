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
