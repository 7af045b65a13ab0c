/* ASCII MDL: the lines of a text, their words and numbers. */
#include "formats/kotor/mdl_ascii/parts.h"

#include <stdarg.h>
#include <stdio.h>

bool rq_ascii_bad(struct rq_ascii_reader *r, const char *fmt, ...)
{
    char text[160], where[32];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    rq_text_clean(text);
    snprintf(where, sizeof where, "line %zu", r->line);
    return rq_fail(r->err, RQ_CORRUPT, 0, where, "%s", text);
}

/* Words that stand for nothing in a file of the game, and rows of a list that was told. */
static bool means_nothing(const struct rq_ascii_reader *r)
{
    static const char *const words[] = {"filedependancy", "beginmodelgeom", "endmodelgeom",
                                        "endlist",        "wirecolor",      "specular",
                                        "shininess"};
    double number;
    bool known = rq_line_real(r->first, &number);
    for (size_t i = 0; !known && i < sizeof words / sizeof words[0]; i++)
        known = rq_ascii_is(r, words[i]);
    return known;
}

void rq_ascii_left_out(struct rq_ascii_reader *r)
{
    enum { MOST = sizeof r->left_out / sizeof r->left_out[0] };
    char where[32];
    bool told = !rq_ascii_ok(r) || means_nothing(r) || r->left_out_count == MOST;
    for (uint32_t i = 0; !told && i < r->left_out_count; i++)
        told = rq_same(r->first, r->left_out[i]);
    if (told)
        return;
    r->left_out[r->left_out_count++] = r->first;
    snprintf(where, sizeof where, "line %zu", r->line);
    rq_find(r->doc, "left-out", 0, where, "%.*s means nothing here, and is left out",
            RQ_NAME(r->first));
}

static void *from(struct rq_ascii_reader *r, struct rq_arena *arena, size_t count, size_t size)
{
    void *p = rq_arena_get(arena, count, size);
    if (!p)
        rq_fail(r->err, arena->over_limit ? RQ_LIMIT : RQ_NO_MEMORY, 0, "mdl_ascii",
                "the model needs more memory than it may have");
    return p;
}

void *rq_ascii_temp(struct rq_ascii_reader *r, size_t count, size_t size)
{
    return from(r, &r->temp, count, size);
}

void *rq_ascii_keep(struct rq_ascii_reader *r, size_t count, size_t size)
{
    return from(r, &r->doc->arena, count, size);
}

bool rq_ascii_next(struct rq_ascii_reader *r)
{
    while (r->rest.size && rq_ascii_ok(r)) {
        enum rq_line_end end;
        r->words = rq_line_next(&r->rest, &end);
        r->line++;
        if (rq_text_word(&r->words, &r->first) && r->first.data[0] != '#')
            return true;
    }
    return false;
}

bool rq_ascii_is(const struct rq_ascii_reader *r, const char *word)
{
    return rq_line_is(r->first, word);
}

bool rq_ascii_word(struct rq_ascii_reader *r, struct rq_bytes *word)
{
    struct rq_bytes before = r->words;
    if (rq_text_word(&r->words, word) && word->data[0] != '#')
        return true;
    r->words = before;
    return false;
}

bool rq_ascii_more(struct rq_ascii_reader *r)
{
    struct rq_bytes before = r->words, word;
    bool more = rq_ascii_word(r, &word);
    r->words = before;
    return more;
}

/* printf of some systems spells what is no number "-1.#IND". */
static bool take_special(struct rq_bytes word, double *v)
{
    bool minus = word.size && word.data[0] == '-';
    if (minus)
        rq_line_cut(&word, 1);
    bool infinite = rq_line_is(word, "inf");
    bool none =
        rq_line_is(word, "nan") || (word.size > 2 && word.data[1] == '.' && word.data[2] == '#');
    *v = infinite ? (minus ? -HUGE_VAL : HUGE_VAL) : (double)rq_f32_of(0x7FC00000);
    return infinite || none;
}

double rq_ascii_f64(struct rq_ascii_reader *r)
{
    struct rq_bytes word;
    double v = 0;
    if (!rq_ascii_word(r, &word))
        rq_ascii_bad(r, "%.*s lacks a number", RQ_NAME(r->first));
    else if (!rq_line_real(word, &v) && !take_special(word, &v))
        rq_ascii_bad(r, "%.*s is not a number", RQ_NAME(word));
    return v;
}

double rq_ascii_place(struct rq_ascii_reader *r)
{
    struct rq_bytes before = r->words, word = {0};
    size_t digits = 0;
    rq_text_word(&before, &word);
    for (size_t i = 0; i < word.size && (word.data[i] | 0x20) != 'e'; i++) {
        bool digit = word.data[i] >= '0' && word.data[i] <= '9';
        digits += digit && (digits || word.data[i] != '0');
    }
    double v = rq_ascii_f64(r);
    return digits > RQ_PLACE_DIGITS ? v : (double)(float)v;
}

float rq_ascii_f32(struct rq_ascii_reader *r)
{
    return (float)rq_ascii_f64(r);
}

void rq_ascii_f32s(struct rq_ascii_reader *r, float *values, size_t count)
{
    for (size_t i = 0; i < count && rq_ascii_ok(r); i++)
        values[i] = rq_ascii_f32(r);
}

/* Tools write some of them with a decimal point. */
int64_t rq_ascii_integer(struct rq_ascii_reader *r)
{
    double v = rq_ascii_f64(r);
    if (!(fabs(v) <= 4294967295.0)) {
        rq_ascii_bad(r, "a number is too large");
        return 0;
    }
    return (int64_t)v;
}

struct rq_bytes rq_ascii_rest(struct rq_ascii_reader *r)
{
    struct rq_bytes rest = r->words;
    rq_line_cut_blanks(&rest);
    rest.size = rq_line_trimmed(rest);
    return rest;
}

bool rq_ascii_count(struct rq_ascii_reader *r, uint32_t *count)
{
    int64_t n = rq_ascii_integer(r);
    /* A row has a digit and a line end. */
    if (rq_ascii_ok(r) && (n < 0 || (uint64_t)n > r->rest.size / 2 + 1))
        rq_ascii_bad(r, "%.*s: so many rows do not follow", RQ_NAME(r->first));
    *count = rq_ascii_ok(r) ? (uint32_t)n : 0;
    return rq_ascii_ok(r);
}
