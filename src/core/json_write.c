#include "core/base64.h"
#include "core/decimal.h"
#include "core/json.h"
#include "core/text.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void put_text(struct rq_json *j, const char *text)
{
    rq_put(j->out, text, strlen(text));
}

/* Indented no deeper than this: a file of deep structs must not become mostly blanks. */
enum { DEEPEST_INDENT = 64 };

/* A line break and the indent; with a comma before them when one value follows another. */
static void new_line(struct rq_json *j, bool comma)
{
    static const char blanks[2 + DEEPEST_INDENT + RQ_BLOCK] =
        ",\n                                                                ";
    size_t indent = j->depth * 2, from = comma ? 0 : 1;
    size_t size = j->compact ? 1 : 2 + (indent < DEEPEST_INDENT ? indent : DEEPEST_INDENT);
    if (size <= RQ_BLOCK)
        rq_put_block(j->out, blanks + from, size - from);
    else
        rq_put(j->out, blanks + from, size - from);
}

/* In an array the path of a value ends with its number. */
static struct rq_visit *visited(struct rq_json *j)
{
    if (!j->after_key && j->depth)
        rq_visit_index(j->visit, j->next[j->depth - 1]++);
    j->after_key = false;
    return j->visit;
}

/* What stands between this value and the one before it. */
static void before_value(struct rq_json *j)
{
    if (j->after_key) {
        j->after_key = false;
        return;
    }
    if (j->depth == 0)
        return;
    size_t d = j->depth - 1;
    bool some = j->some[d];
    j->some[d] = 1;
    if (!j->row[d])
        new_line(j, some);
    else if (some) {
        rq_put8(j->out, ',');
        if (!j->compact)
            rq_put8(j->out, ' ');
    }
}

static void begin(struct rq_json *j, char bracket, bool row)
{
    if (j->visit) {
        rq_visit_enter(visited(j));
    } else {
        before_value(j);
        rq_put8(j->out, (uint8_t)bracket);
    }
    if (j->depth >= RQ_JSON_DEPTH) {
        if (!j->out->failed)
            j->out->failed = RQ_LIMIT;
        return;
    }
    j->row[j->depth] = row;
    j->some[j->depth] = 0;
    j->next[j->depth] = 0;
    j->depth++;
}

static void end(struct rq_json *j, char bracket)
{
    if (j->depth == 0)
        return;
    j->depth--;
    if (j->visit) {
        rq_visit_leave(j->visit);
        return;
    }
    if (j->some[j->depth] && !j->row[j->depth])
        new_line(j, false);
    rq_put8(j->out, (uint8_t)bracket);
    if (j->depth == 0 && !j->compact)
        rq_put8(j->out, '\n');
}

void rq_json_object(struct rq_json *j)
{
    begin(j, '{', false);
}

void rq_json_array(struct rq_json *j)
{
    begin(j, '[', false);
}

void rq_json_object_row(struct rq_json *j)
{
    begin(j, '{', true);
}

void rq_json_array_row(struct rq_json *j)
{
    begin(j, '[', true);
}

void rq_json_end_object(struct rq_json *j)
{
    end(j, '}');
}

void rq_json_end_array(struct rq_json *j)
{
    end(j, ']');
}

void rq_json_key(struct rq_json *j, const char *key)
{
    if (j->visit) {
        rq_visit_name(j->visit, key, strlen(key));
        j->after_key = true;
        return;
    }
    rq_json_str(j, key);
    rq_put8(j->out, ':');
    if (!j->compact)
        rq_put8(j->out, ' ');
    j->after_key = true;
}

static void put_number(struct rq_json *j, uint64_t magnitude, bool negative)
{
    size_t size = rq_digit_count(magnitude) + negative;
    before_value(j);
    uint8_t *p = rq_grow(j->out, size);
    if (p)
        rq_digits(magnitude, negative, (char *)p + size);
}

void rq_json_u64(struct rq_json *j, uint64_t v)
{
    if (j->visit)
        rq_visit_unsigned(visited(j), v);
    else
        put_number(j, v, false);
}

void rq_json_i64(struct rq_json *j, int64_t v)
{
    if (j->visit)
        rq_visit_signed(visited(j), v);
    else
        put_number(j, rq_magnitude(v), v < 0);
}

/* ---- floats ---- */

/* Most floats in game files are short decimals. For those, m / 10^k with both exact in a
 * double gives the correctly rounded double of the decimal, so the test below is exact
 * and needs no printf. */
static size_t short_decimal(double magnitude, bool negative, float want, char *text)
{
    for (unsigned k = 0; k < 10; k++) {
        double scaled = magnitude * rq_tens[k];
        if (scaled >= 1e15)
            return 0;
        uint64_t m = (uint64_t)(scaled + 0.5);
        if ((float)((double)m / rq_tens[k]) != want)
            continue;
        char digits[24], *end_of_digits = digits + sizeof digits;
        char *p = rq_digits(m, false, end_of_digits);
        while ((size_t)(end_of_digits - p) < k + 1)
            *--p = '0';
        size_t whole = (size_t)(end_of_digits - p) - k, n = 0;
        if (negative)
            text[n++] = '-';
        memcpy(text + n, p, whole);
        n += whole;
        text[n++] = '.';
        memcpy(text + n, p + whole, k);
        n += k;
        if (k == 0)
            text[n++] = '0';
        return n;
    }
    return 0;
}

/* printf's exponent form with the radix character of any locale turned into a point. */
static size_t exponent_form(double v, int digits, char *text, size_t size)
{
    char raw[64];
    snprintf(raw, sizeof raw, "%.*e", digits - 1, v);
    size_t n = 0;
    bool point = false;
    for (const char *p = raw; *p && n + 1 < size; p++) {
        bool plain = (*p >= '0' && *p <= '9') || *p == '-' || *p == '+' || *p == 'e';
        if (plain)
            text[n++] = *p;
        else if (!point)
            text[n++] = '.', point = true;
    }
    text[n] = 0;
    return n;
}

/* strtod of digits and exponent without a radix character: no locale can get at it. */
static double exponent_value(const char *text)
{
    char plain[64];
    size_t n = 0;
    long fraction = 0, exponent = 0;
    bool after_point = false;
    const char *p = text;
    for (; *p && *p != 'e' && n < 40; p++) {
        if (*p == '.')
            after_point = true;
        else {
            plain[n++] = *p;
            fraction += after_point;
        }
    }
    if (*p == 'e')
        exponent = strtol(p + 1, NULL, 10);
    snprintf(plain + n, sizeof plain - n, "e%ld", exponent - fraction);
    return strtod(plain, NULL);
}

static uint64_t bits_of(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static size_t zero_text(double v, char *text)
{
    size_t sign = bits_of(v) ? 1 : 0;
    memcpy(text, &"-0.0"[1 - sign], 3 + sign);
    return 3 + sign;
}

size_t rq_f32_text(float v, char text[32])
{
    double magnitude = fabs((double)v);
    if (magnitude == 0.0)
        return zero_text((double)v, text);
    if (magnitude >= 1e-5 && magnitude < 1e9) {
        size_t n = short_decimal(magnitude, v < 0, (float)magnitude, text);
        if (n)
            return n;
    }
    for (int digits = 1; digits < 9; digits++) {
        size_t n = exponent_form((double)v, digits, text, 32);
        if ((float)exponent_value(text) == v)
            return n;
    }
    return exponent_form((double)v, 9, text, 32);
}

size_t rq_f64_text(double v, char text[40])
{
    if (v == 0.0)
        return zero_text(v, text);
    for (int digits = 1; digits < 17; digits++) {
        size_t n = exponent_form(v, digits, text, 40);
        if (exponent_value(text) == v)
            return n;
    }
    return exponent_form(v, 17, text, 40);
}

/* The isnan and isinf of some C libraries narrow their argument; these do not. */
static bool not_a_number(double v)
{
    return v != v;
}

static bool infinite(double v)
{
    return fabs(v) > DBL_MAX;
}

void rq_json_f32(struct rq_json *j, float v)
{
    char text[32];
    if (j->visit) {
        struct rq_value value = {.type = RQ_VALUE_SINGLE, .f = (double)v};
        rq_visit_value(visited(j), &value);
    } else if (not_a_number((double)v)) {
        snprintf(text, sizeof text, "nan:%08x", rq_bits_of(v));
        rq_json_str(j, text);
    } else if (infinite((double)v)) {
        rq_json_str(j, v < 0 ? "-inf" : "inf");
    } else {
        size_t n = rq_f32_text(v, text);
        before_value(j);
        rq_put(j->out, text, n);
    }
}

void rq_json_f64(struct rq_json *j, double v)
{
    char text[40];
    if (j->visit) {
        struct rq_value value = {.type = RQ_VALUE_FLOAT, .f = v};
        rq_visit_value(visited(j), &value);
    } else if (not_a_number(v)) {
        snprintf(text, sizeof text, "nan:%016llx", (unsigned long long)bits_of(v));
        rq_json_str(j, text);
    } else if (infinite(v)) {
        rq_json_str(j, v < 0 ? "-inf" : "inf");
    } else {
        size_t n = rq_f64_text(v, text);
        before_value(j);
        rq_put(j->out, text, n);
    }
}

void rq_json_bool(struct rq_json *j, bool v)
{
    if (j->visit) {
        struct rq_value value = {.type = RQ_VALUE_BOOL, .u = v};
        rq_visit_value(visited(j), &value);
        return;
    }
    before_value(j);
    put_text(j, v ? "true" : "false");
}

void rq_json_raw(struct rq_json *j, struct rq_bytes text)
{
    if (j->visit) {
        rq_visit_text(visited(j), RQ_CP_DEFAULT, text);
        return;
    }
    before_value(j);
    rq_put_bytes(j->out, text);
}

void rq_json_bytes(struct rq_json *j, const char *key, struct rq_bytes bytes)
{
    if (!bytes.size)
        return;
    rq_json_key(j, key);
    rq_json_base64(j, bytes);
}

void rq_json_hex32(struct rq_json *j, uint32_t v)
{
    char text[16];
    if (j->visit) {
        rq_visit_unsigned(visited(j), v);
        return;
    }
    snprintf(text, sizeof text, "0x%08x", v);
    rq_json_str(j, text);
}

/* ---- strings ---- */

/* Stands in a string as it is; ascii: UTF-8 does not. */
static inline bool is_plain(uint8_t c, bool ascii)
{
    return c >= 0x20 && c != '"' && c != '\\' && c != 0x7F && !(ascii && c >= 0x80);
}

/* The same of eight bytes at once. A byte is zero exactly where subtracting 1 borrows into its high
 * bit and it had none: exact as long as no byte has its high bit set, which is asked first. */
static inline bool are_plain_ascii(uint64_t eight)
{
    const uint64_t ones = 0x0101010101010101, high = ones * 0x80;
    uint64_t quote = eight ^ ones * '"', slash = eight ^ ones * '\\', last = eight ^ ones * 0x7F;
    return !((eight | (eight - ones * 0x20) | (quote - ones) | (slash - ones) | (last - ones)) &
             high);
}

/* How many bytes from the start stand in a string as they are. */
static size_t plain_run(struct rq_bytes text)
{
    size_t i = 0;
    while (i < text.size && is_plain(text.data[i], false))
        i++;
    return i;
}

/* ASCII without anything to escape, which most strings are. */
static inline bool is_plain_text(struct rq_bytes text)
{
    size_t i = 0;
    for (uint64_t eight; i + 8 <= text.size; i += 8) {
        memcpy(&eight, text.data + i, 8);
        if (!are_plain_ascii(eight))
            return false;
    }
    for (; i < text.size; i++)
        if (!is_plain(text.data[i], true))
            return false;
    return true;
}

/* Such a string between quotes; what follows it. */
static inline uint8_t *quote_plain(uint8_t *p, const void *text, size_t size)
{
    const uint8_t *from = text;
    size_t i = 0;
    *p++ = '"';
    for (; i + 8 <= size; i += 8)
        memcpy(p + i, from + i, 8);
    for (; i < size; i++)
        p[i] = from[i];
    p[i] = '"';
    return p + i + 1;
}

/* False: it is another string, nothing was put. */
static bool put_plain(struct rq_json *j, struct rq_bytes text)
{
    if (!is_plain_text(text))
        return false;
    before_value(j);
    uint8_t *p = rq_grow(j->out, text.size + 2);
    if (p)
        quote_plain(p, text.data, text.size);
    return true;
}

void rq_json_array_row_of(struct rq_json *j, enum rq_codepage page, struct rq_bytes first,
                          struct rq_str second)
{
    rq_json_array_row(j);
    if (j->out->failed || !is_plain_text(first)) {
        rq_json_text(j, page, first);
        rq_json_text(j, RQ_CP1252, (struct rq_bytes){(const uint8_t *)second.text, second.size});
        return;
    }
    size_t gap = j->compact ? 1 : 2;
    uint8_t *p = rq_grow(j->out, first.size + second.size + 4 + gap);
    if (!p)
        return;
    p = quote_plain(p, first.data, first.size);
    memcpy(p, ", ", gap);
    quote_plain(p + gap, second.text, second.size);
    j->some[j->depth - 1] = 1;
}

static void escape(struct rq_out *out, uint8_t c)
{
    static const char short_forms[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (const char *p = short_forms; *p; p += 2) {
        if ((uint8_t)p[0] == c) {
            rq_put8(out, '\\');
            rq_put8(out, (uint8_t)p[1]);
            return;
        }
    }
    char text[8];
    snprintf(text, sizeof text, "\\u%04x", c);
    rq_put(out, text, 6);
}

static void escaped(struct rq_out *out, struct rq_bytes utf8)
{
    for (;;) {
        size_t n = plain_run(utf8);
        rq_put(out, utf8.data, n);
        if (n == utf8.size || !utf8.data)
            return;
        escape(out, utf8.data[n]);
        utf8 = (struct rq_bytes){utf8.data + n + 1, utf8.size - n - 1};
    }
}

void rq_json_utf8(struct rq_json *j, struct rq_bytes utf8)
{
    if (j->visit) {
        rq_visit_text(visited(j), RQ_CP_DEFAULT, utf8);
        return;
    }
    before_value(j);
    rq_put8(j->out, '"');
    escaped(j->out, utf8);
    rq_put8(j->out, '"');
}

/* A path may have any bytes. Those that are no UTF-8 become what undefined bytes of a code page
 * become, so that the JSON is valid and two such paths still differ. */
static void odd_str(struct rq_json *j, struct rq_bytes text)
{
    struct rq_out utf8 = {.alloc = j->out->alloc};
    for (size_t at = 0, step; at < text.size; at += step) {
        uint8_t bytes[8];
        uint32_t code;
        step = rq_utf8_get(text.data + at, text.size - at, &code);
        if (step)
            rq_put(&utf8, text.data + at, step);
        else
            rq_put(&utf8, bytes, rq_utf8_put(bytes, 0xF700u + text.data[at]));
        step = step ? step : 1;
    }
    if (utf8.failed && !j->out->failed)
        j->out->failed = utf8.failed;
    rq_json_utf8(j, rq_out_bytes(&utf8));
    rq_out_free(&utf8);
}

void rq_json_str(struct rq_json *j, const char *utf8)
{
    struct rq_bytes text = {(const uint8_t *)utf8, strlen(utf8)};
    if (j->visit)
        rq_json_utf8(j, text);
    else if (!put_plain(j, text))
        odd_str(j, text);
}

void rq_json_text(struct rq_json *j, enum rq_codepage page, struct rq_bytes bytes)
{
    if (j->visit) {
        rq_visit_text(visited(j), page, bytes);
        return;
    }
    if (put_plain(j, bytes))
        return;
    struct rq_out utf8 = {.alloc = j->out->alloc};
    rq_text_decode(&utf8, page, bytes);
    if (utf8.failed && !j->out->failed)
        j->out->failed = utf8.failed;
    rq_json_utf8(j, rq_out_bytes(&utf8));
    rq_out_free(&utf8);
}

void rq_json_base64(struct rq_json *j, struct rq_bytes bytes)
{
    if (j->visit) {
        struct rq_value value = {.type = RQ_VALUE_BYTES, .bytes = bytes};
        rq_visit_value(visited(j), &value);
        return;
    }
    before_value(j);
    rq_put8(j->out, '"');
    rq_base64_put(j->out, bytes);
    rq_put8(j->out, '"');
}
