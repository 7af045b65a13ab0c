/* Decimal numbers against strtod and printf of the C library, in the locale "C" of every test. */
#include "core/decimal.h"
#include "core/bytes.h"
#include "support/check.h"
#include "support/random.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void value_is(uint64_t mantissa, long exponent)
{
    char text[48];
    snprintf(text, sizeof text, "%llue%ld", (unsigned long long)mantissa, exponent);
    check_note("%s", text);
    CHECK(same_bits(rq_decimal_value(mantissa, exponent), strtod(text, NULL)));
}

/* Around 2^53, up to which all whole numbers are exact, around 10^22, and far beyond. */
static void test_values(void)
{
    static const long exponents[] = {0, 1, 21, 22, 23, 24, 300, 308, 309, 320, 400, 9999};
    static const uint64_t limits[] = {0, 1, 9, 10, UINT64_C(1) << 53, UINT64_MAX};
    uint32_t state = 53;
    for (size_t e = 0; e < sizeof exponents / sizeof exponents[0]; e++)
        for (int sign = -1; sign <= 1; sign += 2) {
            for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
                for (uint64_t near = 0; near < 5; near++)
                    value_is(limits[i] + near - 2, exponents[e] * sign);
            for (size_t i = 0; i < 200; i++)
                value_is(random_64(&state) >> random_below(&state, 64), exponents[e] * sign);
        }
}

/* The digits are those that printf rounds to, or one beside: the product rounds once more. What a
 * reader gets is what strtod makes of them. */
static void digits_are(double v, unsigned significant)
{
    char text[80];
    struct rq_decimal d;
    double size = fabs(v);
    bool fits = size == 0 || (size >= 1e-16 && size < 1e9);
    bool given = rq_decimal_of(v, significant, &d);
    check_note("%.17g with %u digits", v, significant);
    CHECK(fits || !given);
    if (!given) {
        /* Too small for as many decimals as there are exact powers of ten. */
        CHECK(!fits || size < pow(10, (double)significant - RQ_MOST_TENS));
        return;
    }
    CHECK(d.negative == (copysign(1, v) < 0));
    CHECK(d.decimals <= RQ_MOST_TENS);
    snprintf(text, sizeof text, "%s%llue-%u", d.negative ? "-" : "", (unsigned long long)d.digits,
             d.decimals);
    CHECK(same_bits(d.value, strtod(text, NULL)));
    snprintf(text, sizeof text, "%.*f", (int)d.decimals, size);
    char *digits = text;
    char *point = strchr(text, '.');
    if (point)
        memmove(point, point + 1, strlen(point));
    uint64_t exact = strtoull(digits, NULL, 10);
    CHECK(d.digits <= exact + 1 && d.digits + 1 >= exact);
    /* As many digits as were asked for, one more when 99.. becomes 100.., fewer of 0. Whole numbers
     * keep all of theirs. */
    snprintf(text, sizeof text, "%llu", (unsigned long long)d.digits);
    CHECK(size == 0 || d.decimals == 0 || strlen(text) - significant <= 1);
}

static void test_digits(void)
{
    static const double edges[] = {0.0, -0.0,      1e-16,         9.9e-17, 1e9,    999999999, 1,
                                   0.1, 0.9999999, 9.99999999999, 1e308,   5e-324, 123456.789};
    uint32_t state = 17;
    for (unsigned significant = 1; significant <= 9; significant++) {
        for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
            digits_are(edges[i], significant);
        for (unsigned i = 0; i < 2000; i++) {
            float f = rq_f32_of((uint32_t)random_64(&state));
            double v =
                i % 2 ? (double)f : (double)random_64(&state) / 1e19 * pow(10, i % 28 - 18.0);
            if (fabs(v) <= DBL_MAX)
                digits_are(v, significant);
        }
    }
    struct rq_decimal d;
    CHECK(!rq_decimal_of(NAN, 5, &d));
    CHECK(!rq_decimal_of(INFINITY, 5, &d));
}

TESTS(test_values, test_digits)
