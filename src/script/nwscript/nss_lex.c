/* Tokens of NWScript. */
#include "core/decimal.h"
#include "script/nwscript/nss.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

const struct nss_sign nss_signs[NSS_SIGN_COUNT] = {
#define ROW(name, text, level, op, pairs, base)                                                    \
    {text, sizeof text - 1, NSS_P_##level, op, base, pairs},
    NSS_SIGNS(ROW)
#undef ROW
};

static const struct word {
    const char *text;
    uint8_t word, kind;
} words[] = {
#define ROW(name, text) {text, NSS_W_##name, 0},
    NSS_WORDS(ROW)
#undef ROW
#define ROW(name, text, byte, size) {text, NSS_W_TYPE, NSS_##name},
        NSS_TYPES(ROW)
#undef ROW
};

/* ---- names ---- */

static bool more_names(struct rq_nss_compiler *c)
{
    uint32_t room = c->names ? (c->name_mask + 1) * 2 : 8192;
    struct nss_name **names = rq_arena_get(&c->keep, room, sizeof(void *));
    if (!names)
        return false;
    for (uint32_t i = 0; c->names && i <= c->name_mask; i++) {
        if (!c->names[i])
            continue;
        uint32_t slot = c->names[i]->hash & (room - 1);
        while (names[slot])
            slot = (slot + 1) & (room - 1);
        names[slot] = c->names[i];
    }
    c->names = names;
    c->name_mask = room - 1;
    return true;
}

/* Of FNV-1a. */
static const uint32_t hash_start = 2166136261u, hash_step = 16777619u;

static struct nss_name *find_name(struct rq_nss_compiler *c, const char *text, size_t size,
                                  uint32_t hash)
{
    if ((!c->names || c->name_count * 2 > c->name_mask) && !more_names(c))
        return NULL;
    uint32_t slot = hash & c->name_mask;
    for (; c->names[slot]; slot = (slot + 1) & c->name_mask) {
        struct nss_name *n = c->names[slot];
        if (n->hash == hash && n->size == size && memcmp(n->text, text, size) == 0)
            return n;
    }
    struct nss_name *name = rq_arena_get(&c->keep, 1, sizeof *name);
    if (!name || !(name->text = rq_arena_text(&c->keep, text, size)))
        return NULL;
    name->size = (uint32_t)size;
    name->hash = hash;
    c->names[slot] = name;
    c->name_count++;
    return name;
}

struct nss_name *nss_intern(struct rq_nss_compiler *c, const char *text, size_t size)
{
    uint32_t hash = hash_start;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (uint8_t)text[i]) * hash_step;
    return find_name(c, text, size, hash);
}

bool nss_words(struct rq_nss_compiler *c)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct nss_name *name = nss_intern(c, words[i].text, strlen(words[i].text));
        if (!name)
            return false;
        name->word = words[i].word;
        name->type_kind = words[i].kind;
    }
    for (unsigned i = NSS_SIGN_COUNT; i-- > 0;)
        c->first[(uint8_t)nss_signs[i].text[0]] = (uint8_t)(i + 1);
    return true;
}

/* ---- problems ---- */

void nss_wrong(struct nss_parser *p, const struct nss_token *at, const char *hint, const char *fmt,
               ...)
{
    char message[240];
    if (p->panic)
        return;
    p->panic = true;
    p->file->errors++;
    va_list args;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    nss_error(p->c, at->at, at->size, hint, "%s", message);
}

bool nss_on_new_line(const struct nss_parser *p)
{
    return p->token.kind == NSS_T_END ||
           (p->token.at > p->last_end &&
            memchr(p->begin + p->last_end, '\n', p->token.at - p->last_end));
}

void nss_expected(struct nss_parser *p, const char *what)
{
    const struct nss_token *t = &p->token;
    /* What is missing at the end of a line is missing there. */
    const struct nss_token end = {.at = p->last_end, .size = 1};
    int size = (int)(t->size < 40 ? t->size : 40);
    if (t->kind == NSS_T_WRONG)
        return;
    if (t->kind == NSS_T_END)
        nss_wrong(p, t, "", "expected %s, but the file ends here", what);
    else if (p->last_end && nss_on_new_line(p))
        nss_wrong(p, &end, "", "expected %s", what);
    else
        nss_wrong(p, t, "", "expected %s, not %.*s", what, size, (const char *)p->begin + t->at);
}

/* ---- tokens ---- */

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

static void set_token(struct nss_parser *p, unsigned kind, const uint8_t *from)
{
    p->token.kind = (uint8_t)kind;
    p->token.at = (uint32_t)(from - p->begin);
    p->token.size = (uint32_t)(p->p - from);
}

/* Tells a problem of the letters from `from` to here. */
static void wrong_letters(struct nss_parser *p, const uint8_t *from, const char *hint,
                          const char *message)
{
    set_token(p, NSS_T_WRONG, from);
    nss_wrong(p, &p->token, hint, "%s", message);
}

/* White space and comments; comments do not nest. */
static void skip_blanks(struct nss_parser *p)
{
    while (p->p < p->end) {
        uint8_t c = *p->p;
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == 0) {
            p->p++;
        } else if (c == '/' && p->end - p->p > 1 && p->p[1] == '/') {
            const uint8_t *stop = memchr(p->p, '\n', (size_t)(p->end - p->p));
            p->p = stop ? stop : p->end;
        } else if (c == '/' && p->end - p->p > 1 && p->p[1] == '*') {
            const uint8_t *from = p->p;
            for (p->p += 2;
                 p->p < p->end && !(p->p[-1] == '*' && p->p[0] == '/' && p->p - from > 2);)
                p->p++;
            if (p->p < p->end) {
                p->p++;
                continue;
            }
            struct nss_token t = {.at = (uint32_t)(from - p->begin), .size = 2};
            nss_wrong(p, &t, "*/ closes it", "this comment has no end");
        } else {
            return;
        }
    }
}

/* As BioWare's compiler: digit by digit in single precision, fractions by a step that gets smaller. The facts are
 * in docs/nwscript.md; 195 of 195 floats of the modules come out so. */
static float bioware_float(const uint8_t *from, const uint8_t *to)
{
    float v = 0, step = 0.1f;
    for (; from < to && *from != '.'; from++)
        v = (float)((double)v * 10 + (*from - '0'));
    for (from++; from < to; from++) {
        v = (float)((double)v + (double)(*from - '0') * (double)step);
        step = (float)((double)step / 10);
    }
    return v;
}

/* Correctly rounded to a double, and that to a float, as nwnsc does. */
static float exact_float(const uint8_t *from, const uint8_t *to)
{
    uint64_t mantissa = 0;
    long exponent = 0;
    bool fraction = false;
    for (; from < to; from++) {
        if (*from == '.') {
            fraction = true;
        } else if (mantissa < UINT64_C(1000000000000000000)) {
            mantissa = mantissa * 10 + (uint64_t)(*from - '0');
            exponent -= fraction;
        } else {
            exponent += !fraction;
        }
    }
    return (float)rq_decimal_value(mantissa, exponent);
}

static void lex_hex(struct nss_parser *p, const uint8_t *from)
{
    uint32_t v = 0;
    bool large = false;
    const uint8_t *digits = p->p += 2;
    for (; p->p < p->end && is_hex(*p->p); p->p++) {
        large |= v >> 28 != 0;
        v = v << 4 | (is_digit(*p->p) ? *p->p - (uint32_t)'0' : (*p->p | 32u) - 'a' + 10u);
    }
    if (p->p == digits || large) {
        wrong_letters(p, from, "",
                      large ? "this number has more than 32 bits"
                            : "hexadecimal digits are missing after 0x");
        return;
    }
    p->token.number = (int32_t)v;
    set_token(p, NSS_T_INT, from);
}

static void lex_number(struct nss_parser *p)
{
    const uint8_t *from = p->p;
    if (from[0] == '0' && p->end - from > 1 && (from[1] | 32) == 'x') {
        lex_hex(p, from);
        return;
    }
    uint64_t v = 0;
    bool is_float = false;
    for (; p->p < p->end && is_digit(*p->p); p->p++)
        v = v > UINT32_MAX ? v : v * 10 + (uint64_t)(*p->p - '0');
    if (p->p < p->end && *p->p == '.') {
        is_float = true;
        for (p->p++; p->p < p->end && is_digit(*p->p);)
            p->p++;
    }
    const uint8_t *stop = p->p;
    if (p->p < p->end && (*p->p | 32) == 'f') {
        is_float = true;
        p->p++;
    }
    if (p->p < p->end && (is_letter(*p->p) || is_digit(*p->p))) {
        while (p->p < p->end && (is_letter(*p->p) || is_digit(*p->p)))
            p->p++;
        wrong_letters(p, from, "names begin with a letter", "this is neither a number nor a name");
        return;
    }
    if (is_float) {
        float f = p->c->options.exact_floats ? exact_float(from, stop) : bioware_float(from, stop);
        if (isinf(f)) {
            wrong_letters(p, from, "the largest float is 3.4e38",
                          "this number is too large for a float");
            return;
        }
        p->token.number = (int32_t)rq_f32_bits(f);
    } else if (v > UINT32_MAX) {
        wrong_letters(p, from, "the largest int is 2147483647",
                      "this number has more than 32 bits");
        return;
    } else {
        p->token.number = (int32_t)(uint32_t)v;
    }
    set_token(p, is_float ? NSS_T_FLOAT : NSS_T_INT, from);
    /* 2147483648 has a meaning behind a minus. */
    if (!is_float && v > UINT32_C(0x80000000))
        nss_warn(p->c, "large-number", p->token.at, p->token.size, "the largest int is 2147483647",
                 "this number becomes %d", (int)p->token.number);
}

/* Bytes as they are; only \n is an escape. */
static void lex_string(struct nss_parser *p)
{
    const uint8_t *from = p->p++;
    bool escapes = false;
    while (p->p < p->end && *p->p != '"' && *p->p != '\n' && *p->p != '\r') {
        escapes |= *p->p == '\\';
        p->p++;
    }
    if (p->p == p->end || *p->p != '"') {
        wrong_letters(p, from, "\" closes it; a string can't go over the end of a line",
                      "this string has no end");
        return;
    }
    p->token.text = (struct rq_bytes){from + 1, (size_t)(p->p - from - 1)};
    p->p++;
    set_token(p, NSS_T_STRING, from);
    if (escapes) {
        size_t size = 0;
        uint8_t *copy = rq_arena_get(p->arena, p->token.text.size, 1);
        for (size_t i = 0; copy && i < p->token.text.size; i++) {
            bool is = p->token.text.data[i] == '\\' && i + 1 < p->token.text.size &&
                      p->token.text.data[i + 1] == 'n';
            copy[size++] = is ? '\n' : p->token.text.data[i];
            i += is;
        }
        if (!copy) {
            nss_no_memory(p);
            return;
        }
        p->token.text = (struct rq_bytes){copy, size};
    }
    if (p->token.text.size > NSS_MOST_TEXT)
        wrong_letters(p, from, "", "this string has more than 65535 bytes");
}

static void lex_sign(struct nss_parser *p)
{
    const uint8_t *from = p->p;
    size_t left = (size_t)(p->end - from);
    for (unsigned i = p->c->first[*from]; i && i <= NSS_SIGN_COUNT; i++) {
        const struct nss_sign *s = &nss_signs[i - 1];
        if ((uint8_t)s->text[0] != *from)
            break;
        if (s->size <= left && memcmp(s->text, from, s->size) == 0) {
            p->p += s->size;
            set_token(p, i - 1, from);
            return;
        }
    }
    p->p++;
    while (p->p < p->end && (*p->p & 0xC0) == 0x80)
        p->p++;
    wrong_letters(p, from, *from == '\'' ? "strings stand in double quotes: \"text\"" : "",
                  "this letter has no meaning here");
}

void nss_next(struct nss_parser *p)
{
    p->last_end = p->token.at + p->token.size;
    skip_blanks(p);
    const uint8_t *from = p->p;
    if (p->p == p->end) {
        set_token(p, NSS_T_END, from);
        return;
    }
    if (is_letter(*from)) {
        uint32_t hash = hash_start;
        for (; p->p < p->end && (is_letter(*p->p) || is_digit(*p->p)); p->p++)
            hash = (hash ^ *p->p) * hash_step;
        set_token(p, NSS_T_NAME, from);
        p->token.name = find_name(p->c, (const char *)from, (size_t)(p->p - from), hash);
        if (!p->token.name)
            nss_no_memory(p);
    } else if (is_digit(*from)) {
        lex_number(p);
    } else if (*from == '"') {
        lex_string(p);
    } else {
        lex_sign(p);
    }
}

bool nss_no_memory(struct nss_parser *p)
{
    p->c->no_memory = p->panic = true;
    p->p = p->end;
    p->token = (struct nss_token){.kind = NSS_T_END, .at = (uint32_t)(p->end - p->begin)};
    return false;
}
