#include "core/text.h"
#include "core/xml.h"

#include <stdarg.h>
#include <stdio.h>

bool rq_xr_bad(struct rq_xr *xr, const char *fmt, ...)
{
    char text[160], where[96];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    rq_text_clean(text);
    size_t line = 1;
    for (const uint8_t *p = xr->begin; p < xr->p; p++)
        line += *p == '\n';
    rq_crumb_text(xr->ctx->crumbs, xr->ctx->depth, NULL, where, sizeof where);
    rq_fail(xr->ctx->err, RQ_CORRUPT, (uint64_t)(xr->p - xr->begin), where, "XML line %zu: %s",
            line, text);
    xr->p = xr->end;
    return false;
}

void rq_xr_open(struct rq_xr *xr, struct rq_bytes text, struct rq_arena *arena, struct rq_ctx *ctx)
{
    /* An empty text may come as NULL. */
    const uint8_t *data = text.size ? text.data : (const uint8_t *)"";
    *xr = (struct rq_xr){
        .begin = data, .p = data, .end = data + text.size, .arena = arena, .ctx = ctx};
    if (text.size >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0)
        xr->p += 3;
}

static bool is_blank(uint8_t c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool starts(const struct rq_xr *xr, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(xr->end - xr->p) >= size && memcmp(xr->p, word, size) == 0;
}

/* Where word stands from here on; NULL when it does not. */
static const uint8_t *find(const struct rq_xr *xr, const char *word)
{
    size_t size = strlen(word);
    for (const uint8_t *p = xr->p; (size_t)(xr->end - p) >= size; p++) {
        p = memchr(p, word[0], (size_t)(xr->end - p) - size + 1);
        if (!p)
            return NULL;
        if (memcmp(p, word, size) == 0)
            return p;
    }
    return NULL;
}

static bool skip_past(struct rq_xr *xr, const char *word)
{
    const uint8_t *p = find(xr, word);
    if (!p)
        return rq_xr_bad(xr, "\"%s\" is missing", word);
    xr->p = p + strlen(word);
    return true;
}

/* Texts are UTF-8 or ASCII; anything else would have to be named here. */
static bool check_declaration(struct rq_xr *xr, const uint8_t *end)
{
    static const char *const known[] = {"utf-8", "us-ascii", "ascii"};
    struct rq_xr inside = *xr;
    inside.end = end;
    const uint8_t *p = find(&inside, "encoding=");
    if (!p || end - p < 11)
        return true;
    char name[24] = "";
    const uint8_t *from = p + 10;
    for (size_t n = 0; n < sizeof name - 1 && from < end && *from != p[9]; n++)
        name[n] = (char)*from++;
    for (size_t i = 0; i < 3; i++)
        if (rq_casecmp(name, known[i]) == 0)
            return true;
    return rq_xr_bad(xr, "the encoding is %s; UTF-8 is read", name);
}

/* One comment or processing instruction; false when there is none, or it has no end. */
static bool skip_aside(struct rq_xr *xr)
{
    if (starts(xr, "<!--"))
        return xr->p += 4, skip_past(xr, "-->");
    if (!starts(xr, "<?"))
        return false;
    const uint8_t *end = find(xr, "?>");
    if (!end)
        return rq_xr_bad(xr, "\"?>\" is missing");
    if (starts(xr, "<?xml") && !check_declaration(xr, end))
        return false;
    xr->p = end + 2;
    return true;
}

static bool is_name(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == ':' || c >= 0x80;
}

static struct rq_str take_name(struct rq_xr *xr)
{
    const uint8_t *start = xr->p;
    while (xr->p < xr->end && is_name(*xr->p))
        xr->p++;
    if (xr->p == start)
        rq_xr_bad(xr, "a name expected");
    return (struct rq_str){(const char *)start, (size_t)(xr->p - start)};
}

static void skip_blanks(struct rq_xr *xr)
{
    while (xr->p < xr->end && is_blank(*xr->p))
        xr->p++;
}

/* ---- text ---- */

/* "&#233;" at p: its code, 0 when it is none that may stand in a text. */
static uint32_t character(const uint8_t *p, const uint8_t *end, const uint8_t **after)
{
    uint32_t code = 0, base = 10;
    p += 2;
    if (p < end && *p == 'x')
        base = 16, p++;
    for (; p < end && *p != ';'; p++) {
        uint32_t digit = *p >= '0' && *p <= '9'   ? *p - '0' + 0u
                         : *p >= 'a' && *p <= 'f' ? *p - 'a' + 10u
                         : *p >= 'A' && *p <= 'F' ? *p - 'A' + 10u
                                                  : 99;
        if (digit >= base)
            return 0;
        code = code * base + digit;
        if (code > 0x10FFFF)
            return 0;
    }
    if (p == end || !code || (code >= 0xD800 && code < 0xE000))
        return 0;
    *after = p + 1;
    return code;
}

/* An entity at *p; appends what it stands for. False: there is no such. */
static bool decode_entity(const uint8_t **p, const uint8_t *end, uint8_t **to)
{
    static const struct {
        const char *word;
        uint8_t c;
    } five[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    size_t left = (size_t)(end - *p);
    if (left > 2 && (*p)[1] == '#') {
        uint32_t code = character(*p, end, p);
        if (code)
            *to += rq_utf8_put(*to, code);
        return code != 0;
    }
    for (size_t i = 0; i < 5; i++) {
        size_t size = strlen(five[i].word);
        if (left >= size && memcmp(*p, five[i].word, size) == 0) {
            *p += size;
            *(*to)++ = five[i].c;
            return true;
        }
    }
    return false;
}

/* Text between start and end, where CDATA and comments may stand too when mixed. The result is
 * never longer: the shortest reference to a character has as many bytes as its UTF-8. */
static struct rq_str decode(struct rq_xr *xr, const uint8_t *start, const uint8_t *end, bool mixed)
{
    size_t size = (size_t)(end - start);
    struct rq_str none = {"", 0};
    bool plain = !memchr(start, '&', size) && !memchr(start, '\r', size) &&
                 !(mixed && memchr(start, '<', size));
    if (plain || !xr->arena)
        return (struct rq_str){(const char *)start, size};
    uint8_t *text = rq_arena_get(xr->arena, size + 1, 1), *to = text;
    if (!text) {
        rq_xr_bad(xr, "out of memory");
        return none;
    }
    for (const uint8_t *p = start; p < end;) {
        struct rq_xr at = *xr;
        at.p = p;
        at.end = end;
        if (*p == '&') {
            if (!decode_entity(&p, end, &to)) {
                xr->p = p;
                rq_xr_bad(xr, "'&' that starts no known entity");
                return none;
            }
        } else if (*p == '<' && starts(&at, "<![CDATA[")) {
            at.p += 9;
            const uint8_t *stop = find(&at, "]]>");
            memcpy(to, p + 9, (size_t)(stop - p) - 9);
            to += stop - p - 9;
            p = stop + 3;
        } else if (*p == '<') {
            at.p += 4;
            p = find(&at, "-->") + 3;
        } else if (*p == '\r') {
            *to++ = '\n';
            p += p + 1 < end && p[1] == '\n' ? 2 : 1;
        } else {
            *to++ = *p++;
        }
    }
    return (struct rq_str){(const char *)text, (size_t)(to - text)};
}

/* ---- elements ---- */

static bool take_attribute(struct rq_xr *xr)
{
    struct rq_xml_attribute a = {.name = take_name(xr)};
    skip_blanks(xr);
    if (!rq_xr_ok(xr))
        return false;
    if (xr->p == xr->end || *xr->p != '=')
        return rq_xr_bad(xr, "'=' expected behind an attribute");
    xr->p++;
    skip_blanks(xr);
    if (xr->p == xr->end || (*xr->p != '"' && *xr->p != '\''))
        return rq_xr_bad(xr, "the value of an attribute stands in quotes");
    const uint8_t *start = xr->p + 1;
    const uint8_t *end = memchr(start, *xr->p, (size_t)(xr->end - start));
    if (!end || memchr(start, '<', (size_t)(end - start)))
        return rq_xr_bad(xr, "the value of an attribute does not end");
    a.value = decode(xr, start, end, false);
    if (!rq_xr_ok(xr))
        return false;
    xr->p = end + 1;
    for (size_t i = 0; i < xr->attribute_count; i++)
        if (xr->attributes[i].name.size == a.name.size &&
            memcmp(xr->attributes[i].name.text, a.name.text, a.name.size) == 0)
            return rq_xr_bad(xr, "an attribute is there twice");
    if (xr->attribute_count == RQ_XML_ATTRIBUTES)
        return rq_xr_bad(xr, "more than %d attributes", RQ_XML_ATTRIBUTES);
    xr->attributes[xr->attribute_count++] = a;
    return true;
}

static bool enter(struct rq_xr *xr)
{
    xr->p++;
    xr->attribute_count = 0;
    struct rq_str name = take_name(xr);
    while (rq_xr_ok(xr)) {
        bool blank = xr->p < xr->end && is_blank(*xr->p);
        skip_blanks(xr);
        xr->empty = starts(xr, "/>");
        if (xr->p < xr->end && (xr->empty || *xr->p == '>')) {
            xr->p += xr->empty ? 2 : 1;
            break;
        }
        if (!blank || xr->p == xr->end)
            rq_xr_bad(xr, "a tag that does not end");
        else
            take_attribute(xr);
    }
    if (rq_xr_ok(xr) && xr->depth == RQ_XML_DEPTH)
        rq_xr_bad(xr, "nested deeper than %d levels", RQ_XML_DEPTH);
    if (!rq_xr_ok(xr))
        return false;
    xr->names[xr->depth++] = name;
    return true;
}

static int shown(struct rq_str name)
{
    return (int)(name.size < 40 ? name.size : 40);
}

static bool leave(struct rq_xr *xr)
{
    struct rq_str open = xr->names[xr->depth - 1];
    xr->p += 2;
    struct rq_str name = take_name(xr);
    skip_blanks(xr);
    if (!rq_xr_ok(xr))
        return false;
    if (xr->p == xr->end || *xr->p != '>' || name.size != open.size ||
        memcmp(name.text, open.text, open.size) != 0)
        return rq_xr_bad(xr, "</%.*s> expected", shown(open), open.text);
    xr->p++;
    xr->depth--;
    return true;
}

bool rq_xr_child(struct rq_xr *xr)
{
    if (xr->empty) {
        xr->empty = false;
        xr->depth--;
        return false;
    }
    while (rq_xr_ok(xr)) {
        skip_blanks(xr);
        if (xr->p == xr->end)
            return xr->depth
                       ? rq_xr_bad(xr, "<%.*s> is not closed", shown(xr->names[xr->depth - 1]),
                                   xr->names[xr->depth - 1].text)
                       : rq_xr_bad(xr, "there is no element");
        if (skip_aside(xr))
            continue;
        if (!rq_xr_ok(xr))
            return false;
        if (starts(xr, "<![CDATA[") || *xr->p != '<')
            return rq_xr_bad(xr, "text where only elements may stand");
        if (starts(xr, "<!"))
            return rq_xr_bad(xr, "a document type is not read");
        if (!starts(xr, "</"))
            return enter(xr);
        if (!xr->depth)
            return rq_xr_bad(xr, "a closing tag without an element");
        leave(xr);
        return false;
    }
    return false;
}

bool rq_xr_is(const struct rq_xr *xr, const char *name)
{
    return xr->depth && rq_str_is(xr->names[xr->depth - 1], name);
}

struct rq_str rq_xr_attr(const struct rq_xr *xr, const char *name)
{
    for (size_t i = 0; i < xr->attribute_count; i++)
        if (rq_str_is(xr->attributes[i].name, name))
            return xr->attributes[i].value;
    return (struct rq_str){NULL, 0};
}

size_t rq_xr_count(const struct rq_xr *xr)
{
    struct rq_error ignored = {0};
    struct rq_ctx alone = {.err = &ignored};
    struct rq_xr copy = *xr;
    size_t count = 0, inside = xr->depth;
    copy.arena = NULL;
    copy.ctx = &alone;
    while (rq_xr_ok(&copy) && copy.depth >= inside && copy.depth) {
        const uint8_t *text = memchr(copy.p, '<', (size_t)(copy.end - copy.p));
        if (!copy.empty && text) {
            copy.p = text;
            if (starts(&copy, "<![CDATA[")) {
                skip_past(&copy, "]]>");
                continue;
            }
        }
        count += rq_xr_child(&copy) && copy.depth == inside + 1;
    }
    return count;
}

struct rq_str rq_xr_text(struct rq_xr *xr)
{
    struct rq_str none = {"", 0};
    const uint8_t *start = xr->p;
    if (xr->empty || !rq_xr_ok(xr)) {
        xr->depth -= xr->empty;
        xr->empty = false;
        return none;
    }
    for (;;) {
        xr->p = memchr(xr->p, '<', (size_t)(xr->end - xr->p));
        if (!xr->p) {
            xr->p = xr->end;
            rq_xr_bad(xr, "<%.*s> is not closed", shown(xr->names[xr->depth - 1]),
                      xr->names[xr->depth - 1].text);
            return none;
        }
        if (starts(xr, "</"))
            break;
        bool skipped = starts(xr, "<![CDATA[") ? skip_past(xr, "]]>")
                       : starts(xr, "<!--")    ? (xr->p += 4, skip_past(xr, "-->"))
                                               : rq_xr_bad(xr, "an element where only text may be");
        if (!skipped)
            return none;
    }
    struct rq_str text = decode(xr, start, xr->p, true);
    return rq_xr_ok(xr) && leave(xr) ? text : none;
}

void rq_xr_unknown(struct rq_xr *xr)
{
    struct rq_str name = xr->depth ? xr->names[xr->depth - 1] : (struct rq_str){"", 0};
    rq_xr_bad(xr, "<%.*s> is not known here", shown(name), name.text);
}

bool rq_xr_close(struct rq_xr *xr)
{
    while (rq_xr_ok(xr)) {
        skip_blanks(xr);
        if (xr->p == xr->end)
            return true;
        if (!skip_aside(xr) && rq_xr_ok(xr))
            return rq_xr_bad(xr, "something follows the root element");
    }
    return false;
}
