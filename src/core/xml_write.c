#include "core/base64.h"
#include "core/text.h"
#include "core/xml.h"

enum { LINE = 64 / 4 * 3 }; /* bytes in a line of base64 as xoreos-tools writes it */

static bool held(uint32_t code)
{
    return code >= 0x20 || code == '\t' || code == '\n' || code == '\r';
}

bool rq_xml_fits(struct rq_bytes utf8)
{
    for (size_t i = 0; i < utf8.size; i++)
        if (!held(utf8.data[i]))
            return false;
    return true;
}

static void put_word(struct rq_xml *x, const char *word)
{
    rq_put(x->out, word, strlen(word));
}

static const char *entity(const struct rq_xml *x, uint32_t code, bool in_attribute)
{
    bool python = x->manner == RQ_XML_PYTHON;
    switch (code) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '\r': return "&#13;";
    case '"': return python && !in_attribute ? NULL : "&quot;";
    case '\'': return python ? NULL : "&apos;";
    case '\n': return in_attribute ? "&#10;" : NULL;
    case '\t': return in_attribute ? "&#09;" : NULL;
    default: return NULL;
    }
}

/* ASCII that stands as it is in every manner. */
static inline bool is_plain(uint8_t c)
{
    return c >= 0x20 && c < 0x80 && c != '&' && c != '<' && c != '>' && c != '"' && c != '\'';
}

static void escaped(struct rq_xml *x, struct rq_bytes utf8, bool in_attribute)
{
    for (size_t i = 0, n; i < utf8.size; i += n) {
        for (n = 0; i + n < utf8.size && is_plain(utf8.data[i + n]);)
            n++;
        if (n) {
            rq_put(x->out, utf8.data + i, n);
            continue;
        }
        uint32_t code = utf8.data[i];
        n = code < 0x80 ? 1 : rq_utf8_get(utf8.data + i, utf8.size - i, &code);
        const char *word = n ? entity(x, code, in_attribute) : NULL;
        if (!n || !held(code)) {
            n = n ? n : 1;
            x->dropped++;
            rq_put8(x->out, '?');
        } else if (word) {
            put_word(x, word);
        } else if (code >= 0x80 && x->manner == RQ_XML_PYTHON) {
            rq_putf(x->out, "&#%u;", code);
        } else {
            rq_put(x->out, utf8.data + i, n);
        }
    }
}

static void indent(struct rq_xml *x, size_t depth)
{
    static const char blanks[RQ_BLOCK + 1] = "                                ";
    for (size_t left = depth * 2; left;) {
        size_t now = left < RQ_BLOCK ? left : RQ_BLOCK;
        rq_put_block(x->out, blanks, now);
        left -= now;
    }
}

void rq_xml_start(struct rq_xml *x)
{
    if (x->manner == RQ_XML_XOREOS)
        put_word(x, "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n");
}

void rq_xml_open(struct rq_xml *x, const char *name)
{
    if (x->depth >= RQ_XML_DEPTH) {
        x->out->failed = x->out->failed ? x->out->failed : RQ_LIMIT;
        return;
    }
    if (x->begun)
        put_word(x, ">\n");
    indent(x, x->depth);
    rq_put8(x->out, '<');
    put_word(x, name);
    x->names[x->depth++] = name;
    x->begun = true;
    x->text = false;
}

void rq_xml_attr_utf8(struct rq_xml *x, const char *name, struct rq_bytes utf8)
{
    rq_put8(x->out, ' ');
    put_word(x, name);
    put_word(x, "=\"");
    escaped(x, utf8, true);
    rq_put8(x->out, '"');
}

void rq_xml_attr(struct rq_xml *x, const char *name, const char *utf8)
{
    rq_xml_attr_utf8(x, name, (struct rq_bytes){(const uint8_t *)utf8, strlen(utf8)});
}

static bool begin_text(struct rq_xml *x, size_t size)
{
    if (!size && x->manner == RQ_XML_PYTHON)
        return false;
    rq_put8(x->out, '>');
    x->begun = false;
    x->text = true;
    return true;
}

void rq_xml_text(struct rq_xml *x, struct rq_bytes utf8)
{
    if (begin_text(x, utf8.size))
        escaped(x, utf8, false);
}

void rq_xml_base64(struct rq_xml *x, struct rq_bytes bytes)
{
    if (!begin_text(x, bytes.size))
        return;
    if (bytes.size <= LINE || x->manner == RQ_XML_PYTHON) {
        rq_base64_put(x->out, bytes);
        return;
    }
    for (size_t i = 0; i < bytes.size; i += LINE) {
        size_t left = bytes.size - i;
        rq_put8(x->out, '\n');
        indent(x, x->depth);
        rq_base64_put(x->out, (struct rq_bytes){bytes.data + i, left < LINE ? left : LINE});
    }
    rq_put8(x->out, '\n');
    indent(x, x->depth - 1);
}

void rq_xml_close(struct rq_xml *x)
{
    if (x->out->failed || !x->depth)
        return;
    const char *name = x->names[--x->depth];
    if (x->begun) {
        put_word(x, x->manner == RQ_XML_PYTHON ? " />\n" : "/>\n");
    } else {
        if (!x->text)
            indent(x, x->depth);
        put_word(x, "</");
        put_word(x, name);
        put_word(x, ">\n");
    }
    x->begun = x->text = false;
}
