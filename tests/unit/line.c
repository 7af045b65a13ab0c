/* Lines and numbers in text, against a splitter that goes letter by letter and against the C
 * library. */
#include "core/line.h"
#include "support/check.h"
#include "support/random.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* The end of the line at p: CR LF, LF, CR or that of the text. */
static enum rq_line_end model_end(const uint8_t *p, const uint8_t *end)
{
    if (p == end)
        return RQ_LINE_NO_END;
    if (*p == '\n')
        return RQ_LINE_LF;
    return p + 1 < end && p[1] == '\n' ? RQ_LINE_CRLF : RQ_LINE_CR;
}

static void lines_of(const uint8_t *text, size_t size)
{
    static const size_t end_sizes[] = {2, 1, 1, 0};
    struct rq_bytes rest = {text, size};
    struct rq_out again = {0};
    size_t count = 0;
    for (const uint8_t *p = text, *end = text + size; p < end; count++) {
        const uint8_t *start = p;
        enum rq_line_end is;
        while (p < end && *p != '\r' && *p != '\n')
            p++;
        struct rq_bytes line = rq_line_next(&rest, &is);
        if (!CHECK(line.data == start) || !CHECK_INT(line.size, p - start) ||
            !CHECK_INT(is, model_end(p, end)))
            break;
        p += end_sizes[is];
        rq_put_bytes(&again, line);
        rq_line_put_end(&again, is);
        struct rq_bytes inner = line;
        size_t blanks = rq_line_cut_blanks(&inner).size, left = rq_line_trimmed(inner);
        CHECK(blanks + inner.size == line.size);
        CHECK(!inner.size || (inner.data[0] != ' ' && inner.data[0] != '\t'));
        CHECK(!left || (inner.data[left - 1] != ' ' && inner.data[left - 1] != '\t'));
    }
    CHECK_INT(rest.size, 0);
    CHECK_INT(rq_line_count((struct rq_bytes){text, size}), count);
    CHECK_MEM(again.data, again.size, text, size);
    rq_out_free(&again);
}

static void test_random_lines(void)
{
    static const char signs[] = "\r\n\r\n \tabc=[];x";
    static uint8_t text[EDGE_MOST];
    uint32_t state = 10;
    for (size_t i = 0; i < EDGE_COUNT * 4; i++) {
        size_t size = edge_sizes[i / 4], kinds = i % 4 ? 6 : sizeof signs - 1;
        struct check_guard guard;
        for (size_t k = 0; k < size; k++)
            text[k] = (uint8_t)signs[random_below(&state, kinds)];
        check_note("%zu bytes, %zu kinds of letters", size, kinds);
        REQUIRE(check_guard_make(text, size, &guard));
        lines_of(guard.data, size);
        check_guard_free(&guard);
    }
}

/* Two lines stand apart when reading their bytes gives two lines again, the second as it was. */
static void test_stands(void)
{
    static const char *const lines[] = {"", "a", "\n", "\r", "\r\n", "\nb", " "};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        for (enum rq_line_end before = RQ_LINE_CRLF; before <= RQ_LINE_NO_END; before++) {
            struct rq_out out = {0};
            struct rq_bytes rest;
            enum rq_line_end end;
            rq_put_str(&out, "x");
            rq_line_put_end(&out, before);
            size_t start = out.size;
            rq_put_str(&out, lines[i]);
            rest = rq_out_bytes(&out);
            rq_line_next(&rest, &end);
            bool apart = end == before && rest.size && rest.data == out.data + start;
            check_note("\"%s\" after end %d", lines[i], (int)before);
            CHECK_INT(rq_line_stands(&out, start, 1, before), apart);
            rq_out_free(&out);
        }
}

static void test_usual(void)
{
    uint32_t state = 4;
    for (size_t i = 0; i < 500; i++) {
        size_t counts[4];
        for (size_t k = 0; k < 4; k++)
            counts[k] = random_below(&state, 4);
        enum rq_line_end usual = rq_line_usual(counts);
        CHECK(usual != RQ_LINE_NO_END);
        for (size_t k = 0; k < 3; k++)
            CHECK(counts[k] <= counts[usual]);
    }
}

static size_t random_text(uint32_t *state, const char *signs, char *text, size_t most)
{
    size_t size = random_below(state, most + 1);
    for (size_t i = 0; i < size; i++)
        text[i] = signs[random_below(state, strlen(signs))];
    text[size] = 0;
    return size;
}

/* Sign and digits are all that a number has; twelve letters are the most. */
static bool is_number(const char *text)
{
    size_t sign = *text == '-' || *text == '+', digits = strspn(text + sign, "0123456789");
    return digits && !text[sign + digits] && sign + digits <= 12;
}

static void test_numbers(void)
{
    uint32_t state = 3;
    char text[20];
    size_t taken = 0;
    for (size_t i = 0; i < 20000; i++) {
        size_t size = random_text(&state, "0123456789--+ .e" + i % 2 * 3, text, 14);
        if (i % 3 == 0)
            size = strspn(text, "0123456789-+");
        text[size] = 0;
        int64_t v = 0;
        bool is = rq_line_number((struct rq_bytes){(const uint8_t *)text, size}, &v);
        check_note("\"%s\"", text);
        CHECK_INT(is, is_number(text));
        CHECK(!is || v == strtoll(text, NULL, 10));
        taken += is;
    }
    CHECK(taken > 1000); /* the texts are not all nonsense */
}

/* [sign] digits [. digits] [e [sign] digits], at least one digit before the e. */
static bool is_real(const char *p)
{
    static const char digits[] = "0123456789";
    p += *p == '-' || *p == '+';
    size_t before = strspn(p, digits), after = 0;
    p += before;
    if (*p == '.')
        after = strspn(++p, digits);
    p += after;
    if (before + after == 0)
        return false;
    if (*p == 'e' || *p == 'E') {
        p++;
        p += *p == '-' || *p == '+';
        size_t power = strspn(p, digits);
        p += power;
        if (!power)
            return false;
    }
    return !*p;
}

static void real_is(const char *text, bool exact)
{
    double v = 0, expected = strtod(text, NULL);
    check_note("\"%s\"", text);
    bool is = rq_line_real((struct rq_bytes){(const uint8_t *)text, strlen(text)}, &v);
    CHECK_INT(is, is_real(text));
    if (is && exact)
        CHECK(memcmp(&v, &expected, sizeof v) == 0);
    else if (is) /* digits beyond the 18th are cut, not rounded */
        CHECK(v == expected || (v - expected) / expected < 3e-16);
}

static void test_reals(void)
{
    uint32_t state = 8;
    char text[60], number[2 * sizeof text];
    for (size_t i = 0; i < 20000; i++) {
        random_text(&state, "0123456789.e-", text, 12);
        real_is(text, true);
        snprintf(number, sizeof number, "%.*g", 1 + (int)random_below(&state, 18),
                 (double)random_64(&state) * (i % 2 ? 1e-9 : -1e-300));
        real_is(number, true);
        random_text(&state, "0123456789", text, 40);
        snprintf(number, sizeof number, "%s.%s", text, text);
        real_is(number, strlen(text) < 10);
    }
}

TESTS(test_random_lines, test_stands, test_usual, test_numbers, test_reals)
