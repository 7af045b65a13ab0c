#include "formats/value.h"

#include "core/base64.h"
#include "formats/cells.h"

/* ---- numbers ---- */

/* Digits of a whole number below 2^64, decimal or after 0x. */
static bool take_digits(const char *text, uint64_t *value)
{
    static const char digits[] = "0123456789abcdef";
    bool hex = text[0] == '0' && rq_lower(text[1]) == 'x';
    uint64_t base = hex ? 16 : 10;
    text += hex ? 2 : 0;
    if (!*text)
        return false;
    for (*value = 0; *text; text++) {
        const char *digit = strchr(digits, rq_lower(*text));
        uint64_t n = digit ? (uint64_t)(digit - digits) : base;
        if (n >= base || *value > (UINT64_MAX - n) / base)
            return false;
        *value = *value * base + n;
    }
    return true;
}

bool rq_value_integer(const char *path, const char *text, int64_t least, int64_t most,
                      int64_t *value, struct rq_error *err)
{
    uint64_t size = 0;
    bool minus = text[0] == '-';
    bool fine = take_digits(text + minus, &size) && size <= (uint64_t)INT64_MAX + minus;
    int64_t v = !fine ? 0 : minus ? (int64_t)(0 - size) : (int64_t)size;
    if (!fine || v < least || v > most)
        return rq_fail(err, RQ_USAGE, 0, path,
                       "expected a whole number from %lld to %lld, found \"%.40s\"",
                       (long long)least, (long long)most, text);
    *value = v;
    return true;
}

bool rq_value_unsigned64(const char *path, const char *text, uint64_t *value, struct rq_error *err)
{
    return take_digits(text, value) ||
           rq_fail(err, RQ_USAGE, 0, path,
                   "expected a whole number from 0 to 18446744073709551615, found \"%.40s\"", text);
}

bool rq_value_strref(const char *path, const char *text, uint32_t *value, struct rq_error *err)
{
    int64_t v = 0;
    if (!rq_value_integer(path, text, INT32_MIN, UINT32_MAX, &v, err))
        return false;
    *value = (uint32_t)v;
    return true;
}

/* What is no number, in the bits of a double. */
static bool take_special(const char *text, uint64_t *bits)
{
    static const struct {
        const char *name;
        uint64_t bits;
    } specials[] = {{"nan", UINT64_C(0x7FF8000000000000)},
                    {"inf", UINT64_C(0x7FF0000000000000)},
                    {"-inf", UINT64_C(0xFFF0000000000000)}};
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++) {
        if (strcmp(text, specials[i].name) == 0) {
            *bits = specials[i].bits;
            return true;
        }
    }
    return false;
}

static bool bad_number(const char *path, const char *text, struct rq_error *err)
{
    return rq_fail(err, RQ_USAGE, 0, path, "expected a number such as 1.25, found \"%.40s\"", text);
}

bool rq_value_single(const char *path, const char *text, float *value, struct rq_error *err)
{
    uint64_t bits;
    if (!take_special(text, &bits))
        return rq_cell_to_f32(text, value) || bad_number(path, text, err);
    *value = rq_f32_of((uint32_t)(bits >> 32 & 0x80000000) | 0x7F800000 |
                       (bits & UINT64_C(0x8000000000000) ? 0x400000u : 0));
    return true;
}

bool rq_value_double(const char *path, const char *text, double *value, struct rq_error *err)
{
    struct rq_error wrong = {0};
    struct rq_ctx alone = {.err = &wrong};
    struct rq_jr jr;
    uint64_t bits;
    if (take_special(text, &bits)) {
        memcpy(value, &bits, sizeof bits);
        return true;
    }
    rq_jr_open(&jr, (struct rq_bytes){(const uint8_t *)text, strlen(text)}, NULL, &alone);
    bool number = rq_jr_peek(&jr) == RQ_J_NUMBER;
    double v = number ? rq_jr_f64(&jr) : 0;
    if (!number || !rq_jr_close(&jr))
        return bad_number(path, text, err);
    *value = v;
    return true;
}

/* ---- text and bytes ---- */

/* Says which character can't be had. */
static bool bad_text(const char *path, enum rq_codepage page, struct rq_bytes utf8, size_t at,
                     struct rq_error *err)
{
    uint32_t code = 0;
    if (!rq_utf8_get(utf8.data + at, utf8.size - at, &code))
        return rq_fail(err, RQ_USAGE, 0, path, "expected UTF-8, found something else at byte %zu",
                       at);
    return rq_fail(err, RQ_USAGE, 0, path, "expected characters of %s, found U+%04X at byte %zu",
                   rq_codepage_name(page), (unsigned)code, at);
}

bool rq_value_page_text(struct rq_doc *doc, const char *path, const char *text,
                        enum rq_codepage page, size_t most, struct rq_bytes *bytes,
                        struct rq_error *err)
{
    struct rq_out out = {.alloc = doc->alloc};
    struct rq_bytes utf8 = {(const uint8_t *)text, strlen(text)};
    size_t bad = 0;
    uint8_t *kept = NULL;
    bool fine = rq_text_encode(&out, page, utf8, &bad);
    if (out.failed)
        fine = rq_fail_out(err, &out);
    else if (!fine)
        bad_text(path, page, utf8, bad, err);
    else if (out.size > most)
        fine = rq_fail(err, RQ_USAGE, 0, path, "expected at most %zu bytes, found %zu", most,
                       out.size);
    if (fine) {
        rq_doc_allow(doc, out.size + 1);
        kept = rq_arena_get(&doc->arena, out.size + 1, 1);
        if (!kept)
            fine = rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
    }
    if (kept && out.size)
        memcpy(kept, out.data, out.size);
    *bytes = (struct rq_bytes){kept, kept ? out.size : 0};
    rq_out_free(&out);
    return fine;
}

bool rq_value_base64(struct rq_doc *doc, const char *path, const char *text, struct rq_bytes *bytes,
                     struct rq_error *err)
{
    rq_doc_allow(doc, strlen(text));
    switch (rq_base64_take(&doc->arena, text, strlen(text), bytes)) {
    case RQ_BASE64_FINE: return true;
    case RQ_BASE64_BAD: return rq_fail(err, RQ_USAGE, 0, path, "expected bytes as base64");
    case RQ_BASE64_NO_MEMORY: break;
    }
    return rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
}

bool rq_value_write(const struct rq_value *value, struct rq_out *text)
{
    if (value->type == RQ_VALUE_BYTES)
        rq_base64_put(text, value->bytes);
    else
        rq_value_text(value, text);
    return !text->failed;
}
