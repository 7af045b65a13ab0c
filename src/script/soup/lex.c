/* Tokens of script texts, and problems with their place. */
#include "script/soup/parse.h"

#include <stdarg.h>
#include <stdio.h>

/* Told of one text; then it is given up. */
enum { MOST_PROBLEMS = 20 };

static bool is_letter(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

static bool is_hex(uint8_t c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static unsigned hex_of(uint8_t c)
{
    return is_digit(c) ? c - (unsigned)'0' : (c | 32u) - 'a' + 10u;
}

/* ---- problems ---- */

static size_t characters(const uint8_t *from, const uint8_t *to)
{
    size_t n = 0;
    for (; from < to; from++)
        n += (*from & 0xC0) != 0x80;
    return n;
}

void rq_soup_tell(const struct rq_soup_reading *r, size_t at, size_t size, const char *hint,
                  const char *message)
{
    static const uint8_t nothing[1];
    struct rq_bytes text = r->source->text;
    const uint8_t *begin = text.size ? text.data : nothing, *end = begin + text.size;
    const uint8_t *place = begin + at, *start = begin, *stop = place;
    size_t line = 1;
    if (!r->problem)
        return;
    if (end - begin >= 3 && memcmp(begin, "\xEF\xBB\xBF", 3) == 0)
        start += 3; /* not a character of the first line */
    for (const uint8_t *c = begin; c < place; c++)
        if (*c == '\n') {
            line++;
            start = c + 1;
        }
    while (stop < end && *stop != '\n' && *stop != '\r')
        stop++;
    if (size > (size_t)(stop - place))
        size = (size_t)(stop - place);
    size_t width = characters(place, place + size);
    const struct rq_script_problem problem = {.severity = RQ_ERROR,
                                              .id = "",
                                              .file = r->source->file,
                                              .line = line,
                                              .column = characters(start, place) + 1,
                                              .message = message,
                                              .hint = hint,
                                              .from = {start, (size_t)(stop - start)},
                                              .width = width ? width : 1};
    r->problem(r->problem_ctx, &problem);
}

void rq_soup_problem(struct rq_soup_parser *p, size_t at, size_t size, const char *hint,
                     const char *fmt, ...)
{
    char message[240];
    if (p->panic || p->problems >= MOST_PROBLEMS)
        return;
    p->panic = true;
    p->problems++;
    va_list args;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    rq_text_clean(message);
    rq_soup_tell(p->reading, at, size, hint, message);
    if (p->problems == MOST_PROBLEMS) {
        p->p = p->end; /* enough */
        p->token = (struct rq_soup_token){.at = (size_t)(p->end - p->begin), .first = true};
    }
}

void rq_soup_expected(struct rq_soup_parser *p, const char *what)
{
    const struct rq_soup_token *t = &p->token;
    int size = (int)(t->text.size < 40 ? t->text.size : 40);
    if (t->kind == RQ_SOUP_AT_END)
        rq_soup_problem(p, t->at, 1, "", "expected %s, not the end of the text", what);
    else
        rq_soup_problem(p, t->at, t->text.size, "", "expected %s, not %.*s", what, size,
                        t->text.text);
}

bool rq_soup_out_of_memory(struct rq_soup_parser *p)
{
    p->no_memory = p->panic = true;
    p->p = p->end;
    p->token = (struct rq_soup_token){.at = (size_t)(p->end - p->begin), .first = true};
    return false;
}

/* ---- tokens ---- */

static bool skip_blanks(struct rq_soup_parser *p)
{
    bool first = !p->begun;
    p->begun = true;
    while (p->p < p->end) {
        uint8_t c = *p->p;
        bool slashes = c == '/' && p->end - p->p > 1 && p->p[1] == '/';
        if (c == '\n')
            first = true;
        else if ((c == ';' && !p->rmm) || slashes) {
            while (p->p < p->end && *p->p != '\n')
                p->p++;
            continue;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            break;
        }
        p->p++;
    }
    return first;
}

static void lex_integer(struct rq_soup_parser *p, struct rq_soup_token *t)
{
    bool hex = p->end - p->p > 2 && p->p[0] == '0' && (p->p[1] | 32) == 'x' && is_hex(p->p[2]);
    if (hex)
        p->p += 2;
    for (; p->p < p->end && (hex ? is_hex(*p->p) : is_digit(*p->p)); p->p++) {
        t->number = t->number * (hex ? 16 : 10) + (int64_t)hex_of(*p->p);
        if (t->number > INT64_C(1) << 40)
            t->number = INT64_C(1) << 40; /* more than any number may be */
    }
    t->kind = RQ_SOUP_INTEGER;
}

/* Up to the quote that ends it, on the same line. */
static void lex_quoted(struct rq_soup_parser *p, struct rq_soup_token *t, uint8_t end)
{
    const uint8_t *c = p->p + 1;
    while (c < p->end && *c != end && *c != '\n')
        c += *c == '\\' && !p->rmm && p->end - c > 1 && c[1] != '\n' ? 2 : 1;
    t->kind = end == '"' ? RQ_SOUP_QUOTED : end == '\'' ? RQ_SOUP_KEY : RQ_SOUP_ANGLED;
    if (c < p->end && *c == end) {
        p->p = c + 1;
        return;
    }
    p->p = c < p->end ? c : p->end;
    rq_soup_problem(p, t->at, (size_t)(p->p - p->begin) - t->at, "",
                    "a text in quotes does not end on its line");
}

static void lex_sign(struct rq_soup_parser *p, struct rq_soup_token *t)
{
    static const char *const two[] = {"++", "--", "<<", ">>", "<=", ">=", "!=", "=="};
    size_t size = 1;
    for (size_t i = 0; i < sizeof two / sizeof two[0]; i++)
        if (p->end - p->p > 1 && memcmp(p->p, two[i], 2) == 0)
            size = 2;
    /* All of a character that is none of ours. */
    while (*p->p >= 0x80 && p->p + size < p->end && (p->p[size] & 0xC0) == 0x80)
        size++;
    t->kind = RQ_SOUP_SIGN;
    p->p += size;
}

/* "<" begins a name there, when one follows and ends on the line. */
static bool is_angled(const struct rq_soup_parser *p)
{
    const uint8_t *c = p->p + 1;
    if (c >= p->end || !is_letter(*c))
        return false;
    while (c < p->end && *c != '>' && *c != '\n' && *c != '<')
        c++;
    return c < p->end && *c == '>';
}

void rq_soup_lex(struct rq_soup_parser *p)
{
    struct rq_soup_token t = {.kind = RQ_SOUP_AT_END, .first = skip_blanks(p)};
    const uint8_t *from = p->p;
    t.at = (size_t)(p->p - p->begin);
    p->token = t;
    if (p->p >= p->end) {
        p->token.first = true;
        return;
    }
    if (is_letter(*p->p)) {
        while (p->p < p->end && (is_letter(*p->p) || is_digit(*p->p)))
            p->p++;
        t.kind = RQ_SOUP_WORD;
    } else if (is_digit(*p->p)) {
        lex_integer(p, &t);
    } else if (*p->p == '"' || *p->p == '\'') {
        lex_quoted(p, &t, *p->p);
    } else if (p->rmm && *p->p == '<' && is_angled(p)) {
        lex_quoted(p, &t, '>');
    } else if (p->rmm && *p->p == '#') {
        while (++p->p < p->end && (is_letter(*p->p) || is_digit(*p->p)))
            ;
        t.kind = RQ_SOUP_HASH;
    } else {
        lex_sign(p, &t);
    }
    if (p->problems >= MOST_PROBLEMS)
        return;
    t.text = (struct rq_str){(const char *)from, (size_t)(p->p - from)};
    p->token = t;
}

bool rq_soup_is(const struct rq_soup_parser *p, const char *text)
{
    return (p->token.kind == RQ_SOUP_WORD || p->token.kind == RQ_SOUP_SIGN) &&
           rq_str_is(p->token.text, text);
}

bool rq_soup_accept(struct rq_soup_parser *p, const char *text)
{
    bool is = rq_soup_is(p, text);
    if (is)
        rq_soup_lex(p);
    return is;
}

bool rq_soup_expect(struct rq_soup_parser *p, const char *text, const char *where)
{
    char what[80];
    if (rq_soup_accept(p, text))
        return true;
    snprintf(what, sizeof what, "\"%s\"%s%s", text, *where ? " " : "", where);
    rq_soup_expected(p, what);
    return false;
}

void rq_soup_skip_line(struct rq_soup_parser *p)
{
    while (p->token.kind != RQ_SOUP_AT_END && !p->token.first && !rq_soup_is(p, "}"))
        rq_soup_lex(p);
}

bool rq_soup_number(struct rq_soup_parser *p, int64_t least, int64_t most, int64_t *to)
{
    size_t at = p->token.at;
    bool minus = rq_soup_accept(p, "-");
    if (p->token.kind != RQ_SOUP_INTEGER) {
        rq_soup_expected(p, "a number");
        return false;
    }
    int64_t v = minus ? -p->token.number : p->token.number;
    bool bits = !minus && least == INT32_MIN && v > INT32_MAX && v <= UINT32_MAX &&
                p->token.text.size > 2 && (p->token.text.text[1] | 32) == 'x';
    if (bits)
        v -= INT64_C(1) << 32; /* 0xFFFFFFFF is -1 */
    if (v < least || v > most) {
        rq_soup_problem(p, at, p->token.at + p->token.text.size - at, "",
                        "the number has to be from %lld to %lld", (long long)least,
                        (long long)most);
        return false;
    }
    *to = v;
    rq_soup_lex(p);
    return true;
}

bool rq_soup_unquote(struct rq_soup_parser *p, struct rq_bytes *to)
{
    const struct rq_soup_token t = p->token;
    size_t size = t.text.size < 2 ? 0 : t.text.size - 2, n = 0, bad = 0;
    uint8_t *utf8 = rq_arena_get(p->arena, size + 1, 1);
    if (!utf8)
        return rq_soup_out_of_memory(p);
    const uint8_t *from = p->begin + t.at + 1, *end = from + size;
    while (from < end) {
        bool escape = *from == '\\' && !p->rmm && from + 1 < end;
        bool hex = escape && end - from > 3 && from[1] == 'x' && is_hex(from[2]) && is_hex(from[3]);
        if (hex && hex_of(from[2]) < 8 && (hex_of(from[2]) || hex_of(from[3]))) {
            utf8[n++] = (uint8_t)(hex_of(from[2]) << 4 | hex_of(from[3]));
            from += 4;
        } else if (escape && (from[1] == '"' || from[1] == '\\' || from[1] == '\'')) {
            utf8[n++] = from[1];
            from += 2;
        } else if (escape) {
            rq_soup_problem(p, (size_t)(from - p->begin), 2, "",
                            "expected \\\", \\\\ or \\x01 to \\x7F");
            return false;
        } else {
            utf8[n++] = *from++;
        }
    }
    struct rq_out out = {.alloc = p->arena->alloc};
    bool fine =
        rq_text_encode(&out, p->reading->page, (struct rq_bytes){utf8, n}, &bad) || out.failed;
    uint8_t *data = fine && !out.failed ? rq_arena_get(p->arena, out.size, 1) : NULL;
    if (data && out.size)
        memcpy(data, out.data, out.size);
    *to = (struct rq_bytes){data, out.size};
    rq_out_free(&out);
    if (!fine)
        rq_soup_problem(p, t.at, t.text.size, "",
                        "the code page of the map does not have all of these letters");
    else if (!data)
        return rq_soup_out_of_memory(p);
    rq_soup_lex(p);
    return fine;
}
