#include "core/base64.h"
#include "core/decimal.h"
#include "core/json.h"
#include "core/text.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void rq_jr_open(struct rq_jr *jr, struct rq_bytes text, struct rq_arena *arena, struct rq_ctx *ctx)
{
    /* An empty text may come as NULL. */
    const uint8_t *data = text.size ? text.data : (const uint8_t *)"";
    *jr = (struct rq_jr){
        .begin = data, .p = data, .end = data + text.size, .arena = arena, .ctx = ctx};
    if (text.size >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0)
        jr->p += 3;
}

bool rq_jr_bad(struct rq_jr *jr, const char *fmt, ...)
{
    char text[160], where[96];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    size_t line = 1;
    for (const uint8_t *p = jr->begin; p < jr->p; p++)
        line += *p == '\n';
    rq_crumb_text(jr->ctx->crumbs, jr->ctx->depth, NULL, where, sizeof where);
    rq_fail(jr->ctx->err, RQ_CORRUPT, (uint64_t)(jr->p - jr->begin), where, "JSON line %zu: %s",
            line, text);
    jr->p = jr->end;
    return false;
}

static void skip_space(struct rq_jr *jr)
{
    while (jr->p < jr->end && (*jr->p == ' ' || *jr->p == '\n' || *jr->p == '\r' || *jr->p == '\t'))
        jr->p++;
}

enum rq_jtype rq_jr_peek(struct rq_jr *jr)
{
    skip_space(jr);
    if (jr->p == jr->end)
        return RQ_J_NONE;
    switch (*jr->p) {
    case '{': return RQ_J_OBJECT;
    case '[': return RQ_J_ARRAY;
    case '"': return RQ_J_STRING;
    case 't': return RQ_J_TRUE;
    case 'f': return RQ_J_FALSE;
    case 'n': return RQ_J_NULL;
    default: return *jr->p == '-' || (*jr->p >= '0' && *jr->p <= '9') ? RQ_J_NUMBER : RQ_J_NONE;
    }
}

static bool open_container(struct rq_jr *jr, uint8_t bracket, const char *what)
{
    skip_space(jr);
    if (!rq_jr_ok(jr))
        return false;
    if (jr->p == jr->end || *jr->p != bracket)
        return rq_jr_bad(jr, "%s expected", what);
    if (jr->depth >= RQ_JSON_DEPTH)
        return rq_jr_bad(jr, "nested deeper than %d levels", RQ_JSON_DEPTH);
    jr->p++;
    jr->fresh[jr->depth++] = 1;
    return true;
}

/* Steps to the next member: true when there is one, false at the closing bracket (which
 * is consumed) or on failure. */
static bool next_member(struct rq_jr *jr, uint8_t bracket)
{
    skip_space(jr);
    if (!rq_jr_ok(jr) || jr->depth == 0)
        return false;
    if (jr->p < jr->end && *jr->p == bracket) {
        jr->p++;
        jr->depth--;
        return false;
    }
    if (!jr->fresh[jr->depth - 1]) {
        if (jr->p == jr->end || *jr->p != ',')
            return rq_jr_bad(jr, "',' or '%c' expected", bracket);
        jr->p++;
        skip_space(jr);
    }
    jr->fresh[jr->depth - 1] = 0;
    if (jr->p == jr->end)
        return rq_jr_bad(jr, "the text ends inside an %s", bracket == '}' ? "object" : "array");
    return true;
}

void rq_jr_object(struct rq_jr *jr)
{
    open_container(jr, '{', "an object");
}

bool rq_jr_open_object(struct rq_jr *jr, struct rq_bytes text, struct rq_arena *arena,
                       struct rq_ctx *ctx)
{
    rq_jr_open(jr, text, arena, ctx);
    if (!text.size || rq_jr_peek(jr) != RQ_J_OBJECT)
        return false;
    rq_jr_object(jr);
    return true;
}

void rq_jr_array(struct rq_jr *jr)
{
    open_container(jr, '[', "an array");
}

bool rq_jr_more(struct rq_jr *jr)
{
    return next_member(jr, ']');
}

static bool is_envelope(const struct rq_jr *jr, struct rq_str key)
{
    return rq_str_is(key, "format") || rq_str_is(key, "version") ||
           (jr->doc_follows && (rq_str_is(key, "kept") || rq_str_is(key, "counts")));
}

bool rq_jr_key(struct rq_jr *jr, struct rq_str *key)
{
    for (;;) {
        size_t depth = jr->depth;
        if (!next_member(jr, '}'))
            return false;
        *key = rq_jr_string(jr);
        skip_space(jr);
        if (rq_jr_ok(jr) && (jr->p == jr->end || *jr->p != ':'))
            rq_jr_bad(jr, "':' expected after the key");
        if (!rq_jr_ok(jr))
            return false;
        jr->p++;
        if (depth != jr->doc_depth || !is_envelope(jr, *key))
            return true;
        rq_jr_skip(jr);
    }
}

/* ---- strings ---- */

static int hex_value(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static bool hex4(struct rq_jr *jr, uint32_t *code)
{
    if (jr->end - jr->p < 4)
        return rq_jr_bad(jr, "\\u needs four hexadecimal digits");
    *code = 0;
    for (int i = 0; i < 4; i++) {
        int v = hex_value(*jr->p++);
        if (v < 0)
            return rq_jr_bad(jr, "\\u needs four hexadecimal digits");
        *code = *code << 4 | (uint32_t)v;
    }
    return true;
}

static bool unescape(struct rq_jr *jr, uint8_t **to)
{
    static const char forms[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    uint8_t c = jr->p < jr->end ? *jr->p++ : 0;
    if (c == 'u') {
        uint32_t code = 0, low = 0;
        if (!hex4(jr, &code))
            return false;
        if (code >= 0xD800 && code < 0xDC00 && jr->end - jr->p >= 6 && jr->p[0] == '\\' &&
            jr->p[1] == 'u') {
            jr->p += 2;
            if (!hex4(jr, &low))
                return false;
            if (low < 0xDC00 || low > 0xDFFF)
                return rq_jr_bad(jr, "broken surrogate pair");
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        }
        if (code >= 0xD800 && code < 0xE000)
            return rq_jr_bad(jr, "lone surrogate");
        *to += rq_utf8_put(*to, code);
        return true;
    }
    for (const char *p = forms; *p; p += 2) {
        if ((uint8_t)p[0] == c) {
            *(*to)++ = (uint8_t)p[1];
            return true;
        }
    }
    return rq_jr_bad(jr, "unknown escape");
}

/* Finds the closing quote; escapes tells whether there is anything to unescape. */
static const uint8_t *string_end(const uint8_t *p, const uint8_t *end, bool *escapes)
{
    *escapes = false;
    for (; p < end && *p != '"'; p++) {
        if (*p == '\\') {
            *escapes = true;
            if (++p == end)
                return NULL;
        } else if (*p < 0x20) {
            return NULL;
        }
    }
    return p < end ? p : NULL;
}

struct rq_str rq_jr_string(struct rq_jr *jr)
{
    struct rq_str none = {"", 0};
    if (rq_jr_peek(jr) != RQ_J_STRING) {
        rq_jr_bad(jr, "a string expected");
        return none;
    }
    bool escapes;
    const uint8_t *start = jr->p + 1, *stop = string_end(start, jr->end, &escapes);
    if (!stop) {
        rq_jr_bad(jr, "a string that does not end, or has a raw control character");
        return none;
    }
    if (!escapes) {
        jr->p = stop + 1;
        return (struct rq_str){(const char *)start, (size_t)(stop - start)};
    }
    uint8_t *text = rq_arena_get(jr->arena, (size_t)(stop - start), 1);
    if (!text) {
        rq_jr_bad(jr, "out of memory");
        return none;
    }
    uint8_t *to = text;
    for (jr->p = start; jr->p < stop;) {
        if (*jr->p != '\\')
            *to++ = *jr->p++;
        else if (jr->p++, !unescape(jr, &to))
            return none;
    }
    jr->p = stop + 1;
    return (struct rq_str){(const char *)text, (size_t)(to - text)};
}

struct rq_bytes rq_jr_text(struct rq_jr *jr, enum rq_codepage page)
{
    struct rq_str s = rq_jr_string(jr);
    struct rq_bytes utf8 = {(const uint8_t *)s.text, s.size};
    bool ascii = true;
    for (size_t i = 0; i < s.size && ascii; i++)
        ascii = utf8.data[i] < 0x80;
    if (ascii || !rq_jr_ok(jr))
        return utf8;
    struct rq_out out = {.alloc = jr->arena->alloc};
    size_t bad = 0;
    struct rq_bytes result = {utf8.data, 0};
    if (!rq_text_encode(&out, page, utf8, &bad)) {
        rq_jr_bad(jr, "character %zu of this text is not in %s", bad, rq_codepage_name(page));
    } else {
        uint8_t *copy = (uint8_t *)rq_arena_text(jr->arena, (const char *)out.data, out.size);
        if (copy)
            result = (struct rq_bytes){copy, out.size};
        else
            rq_jr_bad(jr, "out of memory");
    }
    rq_out_free(&out);
    return result;
}

void rq_jr_fixed(struct rq_jr *jr, enum rq_codepage page, void *field, size_t size)
{
    struct rq_bytes text = rq_jr_text(jr, page);
    if (text.size > size) {
        rq_jr_bad(jr, "%zu bytes of text, the field holds %zu", text.size, size);
        return;
    }
    memset(field, 0, size);
    if (text.size)
        memcpy(field, text.data, text.size);
}

struct rq_bytes rq_jr_base64(struct rq_jr *jr)
{
    struct rq_str s = rq_jr_string(jr);
    struct rq_bytes bytes = {(const uint8_t *)"", 0};
    enum rq_base64 fine =
        rq_jr_ok(jr) ? rq_base64_take(jr->arena, s.text, s.size, &bytes) : RQ_BASE64_FINE;
    if (fine != RQ_BASE64_FINE)
        rq_jr_bad(jr, fine == RQ_BASE64_BAD ? "not base64" : "out of memory");
    return bytes;
}

/* ---- numbers ---- */

struct number {
    bool negative, whole; /* no point, no exponent */
    bool overflow;        /* of the 64-bit mantissa; digits beyond it are dropped */
    uint64_t mantissa;
    long exponent; /* value = mantissa * 10^exponent */
    const char *text;
    size_t size;
};

static bool take_digits(struct rq_jr *jr, struct number *n, bool fraction)
{
    const uint8_t *start = jr->p;
    for (; jr->p < jr->end && *jr->p >= '0' && *jr->p <= '9'; jr->p++) {
        unsigned digit = *jr->p - '0';
        if (n->overflow || n->mantissa > (UINT64_MAX - digit) / 10) {
            n->overflow = true;
            n->exponent += !fraction;
        } else {
            n->mantissa = n->mantissa * 10 + digit;
            n->exponent -= fraction;
        }
    }
    return jr->p > start;
}

static bool take_exponent(struct rq_jr *jr, struct number *n)
{
    bool minus = false;
    long value = 0;
    jr->p++;
    if (jr->p < jr->end && (*jr->p == '-' || *jr->p == '+'))
        minus = *jr->p++ == '-';
    const uint8_t *start = jr->p;
    for (; jr->p < jr->end && *jr->p >= '0' && *jr->p <= '9'; jr->p++)
        if (value < 100000)
            value = value * 10 + (*jr->p - '0');
    n->exponent += minus ? -value : value;
    return jr->p > start;
}

static bool take_number(struct rq_jr *jr, struct number *n)
{
    *n = (struct number){.whole = true};
    if (!rq_jr_ok(jr))
        return false;
    if (rq_jr_peek(jr) != RQ_J_NUMBER)
        return rq_jr_bad(jr, "a number expected");
    const uint8_t *start = jr->p;
    if (*jr->p == '-') {
        n->negative = true;
        jr->p++;
    }
    if (!take_digits(jr, n, false))
        return rq_jr_bad(jr, "a digit expected");
    if (jr->p < jr->end && *jr->p == '.') {
        n->whole = false;
        jr->p++;
        if (!take_digits(jr, n, true))
            return rq_jr_bad(jr, "a digit expected after the point");
    }
    if (jr->p < jr->end && (*jr->p == 'e' || *jr->p == 'E')) {
        n->whole = false;
        if (!take_exponent(jr, n))
            return rq_jr_bad(jr, "a digit expected in the exponent");
    }
    n->text = (const char *)start;
    n->size = (size_t)(jr->p - start);
    return true;
}

/* 64-bit values are written as strings too, because many readers of JSON keep only 53
 * bits of a number: a quoted number is taken as a number. */
static bool take_integer(struct rq_jr *jr, struct number *n)
{
    if (rq_jr_peek(jr) != RQ_J_STRING)
        return take_number(jr, n) && (n->whole || rq_jr_bad(jr, "a whole number expected"));
    struct rq_str s = rq_jr_string(jr);
    struct rq_error ignored = {0};
    struct rq_ctx alone = {.err = &ignored};
    struct rq_jr inner;
    rq_jr_open(&inner, (struct rq_bytes){(const uint8_t *)s.text, s.size}, jr->arena, &alone);
    if (s.size && take_number(&inner, n) && n->whole && inner.p == inner.end)
        return true;
    rq_jr_bad(jr, "a whole number expected");
    return false;
}

uint64_t rq_jr_unsigned(struct rq_jr *jr, uint64_t most)
{
    struct number n;
    if (!take_integer(jr, &n))
        return 0;
    if (n.overflow || (n.negative && n.mantissa) || n.mantissa > most) {
        rq_jr_bad(jr, "%.*s is out of range, 0 to %llu", (int)(n.size < 30 ? n.size : 30), n.text,
                  (unsigned long long)most);
        return 0;
    }
    return n.mantissa;
}

int64_t rq_jr_signed(struct rq_jr *jr, int64_t least, int64_t most)
{
    struct number n;
    if (!take_integer(jr, &n))
        return 0;
    uint64_t room = n.negative ? 0 - (uint64_t)least : (uint64_t)most;
    if (n.overflow || (n.negative && least >= 0 && n.mantissa) || n.mantissa > room) {
        rq_jr_bad(jr, "%.*s is out of range, %lld to %lld", (int)(n.size < 30 ? n.size : 30),
                  n.text, (long long)least, (long long)most);
        return 0;
    }
    return n.negative ? (int64_t)(0 - n.mantissa) : (int64_t)n.mantissa;
}

uint32_t rq_jr_hex32(struct rq_jr *jr)
{
    if (rq_jr_peek(jr) != RQ_J_STRING)
        return rq_jr_u32(jr);
    struct rq_str s = rq_jr_string(jr);
    uint32_t v = 0;
    bool fine = s.size > 2 && s.size <= 10 && s.text[0] == '0' && s.text[1] == 'x';
    for (size_t i = 2; fine && i < s.size; i++) {
        int digit = hex_value((uint8_t)s.text[i]);
        fine = digit >= 0;
        v = v << 4 | (uint32_t)digit;
    }
    if (!fine)
        rq_jr_bad(jr, "a number like \"0x0000b123\" expected");
    return fine ? v : 0;
}

static double number_value(const struct number *n)
{
    double v = rq_decimal_value(n->mantissa, n->exponent);
    return n->negative ? -v : v;
}

/* "nan:bits", "inf", "-inf": what JSON has no number for. */
static bool special_float(struct rq_jr *jr, size_t digits, uint64_t *bits, bool *infinite,
                          bool *negative)
{
    struct rq_str s = rq_jr_string(jr);
    *infinite = rq_str_is(s, "inf") || rq_str_is(s, "-inf");
    *negative = *infinite && s.size == 4;
    *bits = 0;
    if (*infinite)
        return true;
    if (s.size != 4 + digits || memcmp(s.text, "nan:", 4) != 0)
        return rq_jr_bad(jr, "a number, \"inf\", \"-inf\" or \"nan:bits\" expected");
    for (size_t i = 4; i < s.size; i++) {
        int v = hex_value((uint8_t)s.text[i]);
        if (v < 0)
            return rq_jr_bad(jr, "\"nan:\" needs %zu hexadecimal digits", digits);
        *bits = *bits << 4 | (uint64_t)v;
    }
    return true;
}

float rq_jr_f32(struct rq_jr *jr)
{
    struct number n;
    if (rq_jr_peek(jr) == RQ_J_STRING) {
        uint64_t bits;
        bool infinite, negative;
        if (!special_float(jr, 8, &bits, &infinite, &negative))
            return 0;
        return infinite ? (negative ? -INFINITY : INFINITY) : rq_f32_of((uint32_t)bits);
    }
    double v = take_number(jr, &n) ? number_value(&n) : 0;
    if (fabsf((float)v) > FLT_MAX)
        rq_jr_bad(jr, "a number that is too large; \"inf\" is infinity");
    return (float)v;
}

double rq_jr_f64(struct rq_jr *jr)
{
    struct number n;
    if (rq_jr_peek(jr) == RQ_J_STRING) {
        uint64_t bits;
        bool infinite, negative;
        double v;
        if (!special_float(jr, 16, &bits, &infinite, &negative))
            return 0;
        memcpy(&v, &bits, sizeof v);
        return infinite ? (negative ? (double)-INFINITY : (double)INFINITY) : v;
    }
    double v = take_number(jr, &n) ? number_value(&n) : 0;
    if (fabs(v) > DBL_MAX)
        rq_jr_bad(jr, "a number that is too large; \"inf\" is infinity");
    return v;
}

static bool take_word(struct rq_jr *jr, const char *word)
{
    size_t size = strlen(word);
    if ((size_t)(jr->end - jr->p) < size || memcmp(jr->p, word, size) != 0)
        return rq_jr_bad(jr, "'%s' expected", word);
    jr->p += size;
    return true;
}

bool rq_jr_bool(struct rq_jr *jr)
{
    enum rq_jtype type = rq_jr_peek(jr);
    if (type == RQ_J_TRUE)
        return take_word(jr, "true");
    if (type == RQ_J_FALSE)
        take_word(jr, "false");
    else
        rq_jr_bad(jr, "true or false expected");
    return false;
}

/* ---- skipping ---- */

static void skip_string(struct rq_jr *jr)
{
    bool escapes;
    const uint8_t *stop =
        jr->p < jr->end && *jr->p == '"' ? string_end(jr->p + 1, jr->end, &escapes) : NULL;
    if (stop)
        jr->p = stop + 1;
    else
        rq_jr_bad(jr, "a string that does not end, or has a raw control character");
}

/* Numbers that are none, as Python spells them: no JSON, but other tools write it. Nothing of our
 * own reads such a value; it can be passed over, and be taken raw. */
static bool skip_python_word(struct rq_jr *jr)
{
    static const char *const words[] = {"NaN", "Infinity", "-Infinity"};
    for (size_t i = 0; i < 3; i++) {
        size_t size = strlen(words[i]);
        if ((size_t)(jr->end - jr->p) >= size && memcmp(jr->p, words[i], size) == 0) {
            jr->p += size;
            return true;
        }
    }
    return false;
}

static void skip_scalar(struct rq_jr *jr)
{
    struct number n;
    switch (rq_jr_peek(jr)) {
    case RQ_J_STRING: skip_string(jr); break;
    case RQ_J_NUMBER:
        if (*jr->p != '-' || !skip_python_word(jr))
            take_number(jr, &n);
        break;
    case RQ_J_TRUE: take_word(jr, "true"); break;
    case RQ_J_FALSE: take_word(jr, "false"); break;
    case RQ_J_NULL: take_word(jr, "null"); break;
    default:
        if (!skip_python_word(jr))
            rq_jr_bad(jr, "a value expected");
    }
}

/* Which containers around the place of a reader that skips are objects. */
struct skipped {
    size_t base;
    uint8_t is_object[RQ_JSON_DEPTH];
};

static void skip_open(struct rq_jr *jr, struct skipped *s, bool object)
{
    size_t depth = jr->depth;
    if (open_container(jr, object ? '{' : '[', object ? "an object" : "an array"))
        s->is_object[depth] = object;
}

/* To the next value inside the container, or out of it: true when a value follows. */
static bool skip_step(struct rq_jr *jr, const struct skipped *s)
{
    if (!s->is_object[jr->depth - 1])
        return next_member(jr, ']');
    if (!next_member(jr, '}'))
        return false;
    skip_string(jr);
    skip_space(jr);
    if (rq_jr_ok(jr) && (jr->p == jr->end || *jr->p++ != ':'))
        rq_jr_bad(jr, "':' expected after the key");
    return true;
}

/* Without recursion: the depth is in the reader. */
void rq_jr_skip(struct rq_jr *jr)
{
    struct skipped s;
    s.base = jr->depth;
    do {
        enum rq_jtype type = rq_jr_peek(jr);
        if (type == RQ_J_OBJECT || type == RQ_J_ARRAY)
            skip_open(jr, &s, type == RQ_J_OBJECT);
        else
            skip_scalar(jr);
        while (rq_jr_ok(jr) && jr->depth > s.base && !skip_step(jr, &s))
            ;
    } while (rq_jr_ok(jr) && jr->depth > s.base);
}

/* ---- lengths of arrays ---- */

/* Lengths of arrays whose text is LONG_ARRAY bytes or more, in the order of the text. Shorter ones are
 * counted again when they are asked for: they cost little time, and most of the memory. */
enum { LONG_ARRAY = 512 };

struct array_length {
    const uint8_t *at; /* the bracket */
    size_t count;
};

struct rq_jr_lengths {
    struct rq_arena *arena; /* that of the reader that asked first */
    struct array_length *of;
    uint32_t count, room;
    const uint8_t *upto; /* long arrays before this are in the list, unless a reader went back */
};

/* What is not of these kinds does not matter for counting. */
enum { OTHER, QUOTE, COMMA, ARRAY, OBJECT, CLOSE };
static const uint8_t kinds[256] = {
    ['"'] = QUOTE, [','] = COMMA, ['['] = ARRAY, ['{'] = OBJECT, [']'] = CLOSE, ['}'] = CLOSE};

/* Behind the closing quote of a string, or the end. */
static const uint8_t *pass_string(const uint8_t *p, const uint8_t *end)
{
    const uint64_t ones = 0x0101010101010101, high = ones * 0x80;
    for (uint64_t eight; end - p >= 8; p += 8) {
        memcpy(&eight, p, 8);
        uint64_t quote = eight ^ ones * '"', slash = eight ^ ones * '\\';
        /* Zero bytes, or bytes above one: the loop below looks closer. */
        if (((quote - ones) & ~quote & high) | ((slash - ones) & ~slash & high))
            break;
    }
    while (p < end && *p != '"')
        p += *p == '\\' && end - p > 1 ? 2 : 1;
    return p < end ? p + 1 : end;
}

/* Indents are the most frequent of all bytes. */
static const uint8_t *pass_blanks(const uint8_t *p, const uint8_t *end)
{
    for (uint64_t eight; end - p >= 8; p += 8) {
        memcpy(&eight, p, 8);
        if (eight != 0x2020202020202020)
            break;
    }
    while (p < end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'))
        p++;
    return p;
}

static bool open_length(struct rq_jr_lengths *l, const uint8_t *at, const uint8_t *end)
{
    struct array_length *of = rq_arena_more(l->arena, &l->of, l->count, &l->room, sizeof *of);
    const uint8_t *first = pass_blanks(at + 1, end);
    if (!of)
        return false;
    of[l->count++] = (struct array_length){at, first < end && *first != ']'};
    return true;
}

/* Counts the elements of the array at jr->p and of those in it, and goes behind it. An array has one element more than
 * commas. Nothing is checked here: what is no JSON is found by whoever reads it, who comes no further than to that
 * place and so never meets more elements than were counted. */
static void count_arrays(struct rq_jr *jr, struct rq_jr_lengths *l)
{
    uint32_t array[RQ_JSON_DEPTH] = {0}; /* its place in the lengths + 1; 0: an object */
    const uint8_t *p = jr->p, *end = jr->end;
    size_t depth = 0;
    do {
        uint8_t byte = *p++, kind = kinds[byte];
        if (kind == OTHER) {
            p = byte == '\n' ? pass_blanks(p, end) : p;
        } else if (kind == QUOTE) {
            p = pass_string(p, end);
        } else if (kind == ARRAY || kind == OBJECT) {
            if (depth == RQ_JSON_DEPTH)
                break;
            if (kind == ARRAY && !open_length(l, p - 1, end)) {
                rq_jr_bad(jr, "out of memory");
                return;
            }
            array[depth++] = kind == ARRAY ? l->count : 0;
        } else if (kind == COMMA && array[depth - 1]) {
            l->of[array[depth - 1] - 1].count++;
        } else if (kind == CLOSE && --depth && array[depth] &&
                   p - l->of[array[depth] - 1].at < LONG_ARRAY) {
            l->count = array[depth] - 1; /* what is inside is shorter still, and gone before */
        }
    } while (depth && p < end);
    jr->p = p;
}

static const struct array_length *find_length(const struct rq_jr_lengths *l, const uint8_t *at)
{
    size_t low = 0, high = l->count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (l->of[mid].at == at)
            return &l->of[mid];
        if (l->of[mid].at < at)
            low = mid + 1;
        else
            high = mid;
    }
    return NULL;
}

/* Passes over an array. The lengths stay when it stands behind all that were looked at. */
static size_t count_elements(struct rq_jr *jr)
{
    struct rq_jr_lengths *l = jr->lengths;
    const uint8_t *start = jr->p;
    uint32_t first = l->count;
    count_arrays(jr, l);
    size_t count = l->count > first ? l->of[first].count : 0;
    bool behind = start >= l->upto;
    if (!behind || jr->p - start < LONG_ARRAY || !rq_jr_ok(jr))
        l->count = first;
    if (behind)
        l->upto = jr->p;
    return count;
}

size_t rq_jr_length(struct rq_jr *jr)
{
    struct rq_jr copy = *jr; /* an error behind this names where the reader was */
    struct rq_jr_lengths *l = jr->lengths;
    if (!rq_jr_ok(jr))
        return 0;
    if (rq_jr_peek(&copy) != RQ_J_ARRAY) {
        rq_jr_array(&copy); /* says what is wrong */
        return 0;
    }
    if (!l) {
        l = copy.lengths = jr->lengths = rq_arena_get(jr->arena, 1, sizeof *l);
        if (!l) {
            rq_jr_bad(jr, "out of memory");
            return 0;
        }
        *l = (struct rq_jr_lengths){.arena = jr->arena, .upto = jr->begin};
    }
    const struct array_length *known = copy.p < l->upto ? find_length(l, copy.p) : NULL;
    return known ? known->count : count_elements(&copy);
}

struct rq_bytes rq_jr_raw(struct rq_jr *jr)
{
    skip_space(jr);
    const uint8_t *start = jr->p;
    rq_jr_skip(jr);
    return (struct rq_bytes){start, rq_jr_ok(jr) ? (size_t)(jr->p - start) : 0};
}

void rq_jr_unknown(struct rq_jr *jr, struct rq_str key)
{
    rq_jr_bad(jr, "no field is named \"%.*s\" here", (int)(key.size < 60 ? key.size : 60),
              key.text);
}

bool rq_jr_close(struct rq_jr *jr)
{
    skip_space(jr);
    if (rq_jr_ok(jr) && jr->p != jr->end)
        return rq_jr_bad(jr, "text after the end of the value");
    return rq_jr_ok(jr);
}
