#include "core/decimal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const double rq_tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                          1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

char *rq_digits(uint64_t magnitude, bool negative, char *end)
{
    do {
        *--end = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude);
    if (negative)
        *--end = '-';
    return end;
}

unsigned rq_digit_count(uint64_t v)
{
    unsigned count = 1;
    for (; v >= 10000; v /= 10000)
        count += 4;
    return count + (v >= 10) + (v >= 100) + (v >= 1000);
}

double rq_decimal_value(uint64_t mantissa, long exponent)
{
    /* Both are exact as doubles: one division or product rounds as strtod does. */
    if (mantissa <= (uint64_t)1 << 53 && exponent >= -RQ_MOST_TENS && exponent <= RQ_MOST_TENS)
        return exponent < 0 ? (double)mantissa / rq_tens[-exponent]
                            : (double)mantissa * rq_tens[exponent];
    /* Without a radix character no locale can change what strtod reads. */
    char text[48];
    snprintf(text, sizeof text, "%llue%ld", (unsigned long long)mantissa, exponent);
    return strtod(text, NULL);
}

bool rq_decimal_of(double v, unsigned significant, struct rq_decimal *d)
{
    double size = fabs(v);
    int before = 0; /* digits before the point; negative: zeros behind it */
    if (!(size >= 1e-16 && size < 1e9) && size != 0)
        return false;
    while (size >= rq_tens[before])
        before++;
    if (before == 0)
        while (size != 0 && size * rq_tens[1 - before] < 1)
            before--;
    int decimals = (int)significant - before;
    if (decimals > RQ_MOST_TENS)
        return false;
    d->decimals = decimals < 0 ? 0 : (unsigned)decimals;
    d->digits = (uint64_t)llrint(size * rq_tens[d->decimals]);
    d->negative = copysign(1, v) < 0;
    d->value = rq_decimal_value(d->digits, -(long)d->decimals);
    d->value = d->negative ? -d->value : d->value;
    return true;
}
