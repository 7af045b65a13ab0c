#include "core/match.h"

#include "core/text.h"

/* The capitals of cp1250, cp1251 and cp1252. */
static uint32_t fold(uint32_t c)
{
    if (c < 0x80)
        return (uint8_t)rq_lower((char)c);
    if ((c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x410 && c <= 0x42F))
        return c + 32;
    if (c >= 0x400 && c <= 0x40F)
        return c + 80;
    if (c == 0x178)
        return 0xFF;
    /* Pairs: a capital, then its small letter; which of them is even changes twice. */
    bool odd = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    if (c >= 0x100 && c <= 0x17E && c != 0x130 && c != 0x138 && c != 0x149 && (c & 1) == odd)
        return c + 1;
    return c;
}

/* A NUL would end the text for rq_glob: it becomes what text of code pages has for odd bytes. */
static void put_folded(struct rq_out *out, struct rq_bytes utf8)
{
    for (size_t at = 0, step; at < utf8.size; at += step) {
        uint8_t bytes[8];
        uint32_t code;
        step = rq_utf8_get(utf8.data + at, utf8.size - at, &code);
        if (step)
            rq_put(out, bytes, rq_utf8_put(bytes, code ? fold(code) : 0xF700));
        else
            rq_put8(out, utf8.data[at]);
        step = step ? step : 1;
    }
}

bool rq_match_open(struct rq_match *m, const char *pattern, const struct rq_alloc *alloc)
{
    *m = (struct rq_match){.glob = {.alloc = alloc}, .scratch = {.alloc = alloc}};
    struct rq_bytes bytes = {(const uint8_t *)pattern, strlen(pattern)};
    bool plain = bytes.size > 0;
    for (size_t i = 0; i < bytes.size; i++)
        plain = plain && bytes.data[i] < 0x80 && !strchr("*?[", pattern[i]);
    rq_put8(&m->glob, '*');
    put_folded(&m->glob, bytes);
    rq_put(&m->glob, "*", 2);
    if (plain && !m->glob.failed) {
        m->plain = m->glob.data + 1;
        m->plain_size = bytes.size;
        m->first[0] = m->plain[0];
        m->first[1] = m->plain[0] >= 'a' && m->plain[0] <= 'z' ? m->plain[0] - 32 : m->plain[0];
    }
    return !m->glob.failed;
}

void rq_match_close(struct rq_match *m)
{
    rq_out_free(&m->glob);
    rq_out_free(&m->scratch);
}

static bool starts_here(const struct rq_match *m, const uint8_t *at)
{
    for (size_t i = 1; i < m->plain_size; i++)
        if ((uint8_t)rq_lower((char)at[i]) != m->plain[i])
            return false;
    return true;
}

/* A whole file: the C library looks for both forms of the first letter faster than a loop does. */
enum { LONG_TEXT = 256 };

static bool has_plain_in(const struct rq_match *m, const uint8_t *at, const uint8_t *end)
{
    const uint8_t *next[2] = {at, at};
    bool same = m->first[0] == m->first[1];
    for (size_t i = 0; i < 2; i++)
        next[i] = i && same ? NULL : memchr(at, m->first[i], (size_t)(end - at));
    while (next[0] || next[1]) {
        size_t i = !next[0] || (next[1] && next[1] < next[0]);
        if (starts_here(m, next[i]))
            return true;
        next[i] = memchr(next[i] + 1, m->first[i], (size_t)(end - next[i] - 1));
    }
    return false;
}

/* Only where an ASCII byte is always a letter of its own. */
static bool has_plain(const struct rq_match *m, struct rq_bytes text)
{
    if (text.size < m->plain_size)
        return false;
    const uint8_t *end = text.data + (text.size - m->plain_size) + 1;
    if (text.size > LONG_TEXT)
        return has_plain_in(m, text.data, end);
    for (const uint8_t *at = text.data; at < end; at++)
        if ((*at == m->first[0] || *at == m->first[1]) && starts_here(m, at))
            return true;
    return false;
}

bool rq_match_text(struct rq_match *m, enum rq_codepage page, struct rq_bytes text)
{
    bool single = page <= RQ_CP1251; /* or UTF-8 */
    if (m->plain && single)
        return has_plain(m, text);
    struct rq_out decoded = {.alloc = m->scratch.alloc};
    if (page)
        rq_text_decode(&decoded, page, text);
    rq_out_cut(&m->scratch, 0);
    put_folded(&m->scratch, page ? rq_out_bytes(&decoded) : text);
    rq_put8(&m->scratch, 0);
    bool failed = decoded.failed || m->scratch.failed;
    rq_out_free(&decoded);
    return !failed && rq_glob((const char *)m->glob.data, (const char *)m->scratch.data);
}
