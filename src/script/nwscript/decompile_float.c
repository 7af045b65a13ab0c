/* Decompiler: floats as the shortest numbers that the compiler reads as the same bits. */
#include "core/decimal.h"
#include "script/nwscript/decompile.h"

#include <math.h>
#include <stdio.h>

enum { MOST_DECIMALS = 12 };

/* As the compilers read it: see nss_lex.c. */
static float read_back(const char *text, bool exact)
{
    float v = 0, step = 0.1f;
    uint64_t mantissa = 0;
    long exponent = 0;
    bool behind = false;
    for (; *text; text++) {
        if (*text == '.') {
            behind = true;
            continue;
        }
        double digit = *text - '0';
        mantissa = mantissa * 10 + (uint64_t)(*text - '0');
        exponent -= behind;
        if (!behind) {
            v = (float)((double)v * 10 + digit);
        } else {
            v = (float)((double)v + digit * (double)step);
            step = (float)((double)step / 10);
        }
    }
    return exact ? (float)rq_decimal_value(mantissa, exponent) : v;
}

/* digits / 10^decimals, with one digit at least on both sides of the point. */
static void spell(char text[48], uint64_t digits, unsigned decimals)
{
    char all[32];
    int size = snprintf(all, sizeof all, "%0*llu", (int)decimals + 1, (unsigned long long)digits);
    int whole = size - (int)decimals;
    snprintf(text, 48, "%.*s.%s", whole, all, decimals ? all + whole : "0");
}

/* False: no number of up to MOST_DECIMALS decimals gives these bits. */
static bool find_decimal(char text[48], uint32_t bits, bool exact)
{
    static const int steps[] = {0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8};
    double v = (double)rq_f32_of(bits), scale = 1;
    if (bits >> 31 || !(v < 1e18))
        return false;
    for (unsigned decimals = 0; decimals <= MOST_DECIMALS; decimals++, scale *= 10) {
        double scaled = floor(v * scale + 0.5);
        if (scaled > 1e18)
            return false;
        for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
            if (steps[i] < 0 && scaled < -steps[i])
                continue;
            spell(text, (uint64_t)((int64_t)scaled + steps[i]), decimals);
            if (rq_bits_of(read_back(text, exact)) == bits)
                return true;
            if (decimals < 5 || exact)
                break; /* other digits would be another number */
        }
    }
    return false;
}

bool nd_put_float(struct rq_out *out, uint32_t bits, bool exact)
{
    char text[48];
    if (!find_decimal(text, bits, exact))
        return false;
    rq_put_str(out, text);
    return true;
}

bool nd_floats_are_exact(const struct rq_ncs *ncs)
{
    size_t sizes[2] = {0};
    for (size_t i = 0; i < ncs->count; i++) {
        const struct rq_ncs_instr *instr = &ncs->instrs[i];
        if (instr->op != RQ_NCS_OP_CONST || instr->type != RQ_NCS_FLOAT)
            continue;
        for (int exact = 0; exact < 2; exact++) {
            char text[48];
            sizes[exact] += find_decimal(text, (uint32_t)instr->a, exact) ? strlen(text) : 1000;
        }
    }
    return sizes[1] < sizes[0];
}
