/* XML as tools of other people write it: elements, attributes, text. A writer in two
 * manners, and a pull reader. No DTD, no entities beside the five of XML itself, so no text
 * becomes larger by reading; depth and attributes have a limit.
 *
 *     rq_xml_open(x, "sound");
 *     rq_xml_attr(x, "id", "3");
 *     rq_xml_close(x);
 *
 *     while (rq_xr_child(xr))
 *         if (rq_xr_is(xr, "sound")) take_sound(xr);    which reads rq_xr_text, or the children
 *         else rq_xr_unknown(xr);
 */
#ifndef RQ_CORE_XML_H
#define RQ_CORE_XML_H

#include "core/json.h"

/* Two levels for each of the 64 that a GFF may have, and those around them. */
enum { RQ_XML_DEPTH = 160, RQ_XML_ATTRIBUTES = 16 };

/* ---- writer ---- */

enum rq_xml_manner {
    RQ_XML_XOREOS, /* with a declaration, UTF-8, "<a/>", "<a></a>" for an empty text */
    RQ_XML_PYTHON, /* ElementTree's: no declaration, ASCII, "<a />" */
};

struct rq_xml {
    struct rq_out *out;
    enum rq_xml_manner manner;
    size_t depth;
    const char *names[RQ_XML_DEPTH]; /* must live as long as their elements are open */
    bool begun;                      /* the start tag is not closed yet */
    bool text;                       /* the element holds text */
    size_t dropped; /* characters that no XML can hold; '?' stands in their place */
};

void rq_xml_start(struct rq_xml *x);
void rq_xml_open(struct rq_xml *x, const char *name);
void rq_xml_attr(struct rq_xml *x, const char *name, const char *utf8);
void rq_xml_attr_utf8(struct rq_xml *x, const char *name, struct rq_bytes utf8);
/* The text of an element that has no children. */
void rq_xml_text(struct rq_xml *x, struct rq_bytes utf8);
void rq_xml_base64(struct rq_xml *x, struct rq_bytes bytes);
void rq_xml_close(struct rq_xml *x);

/* True when an XML text can hold this: no control characters but tab, line feed and return. */
bool rq_xml_fits(struct rq_bytes utf8);

/* ---- pull reader ---- */

struct rq_xml_attribute {
    struct rq_str name, value;
};

struct rq_xr {
    const uint8_t *begin, *p, *end;
    struct rq_arena *arena; /* takes what has to be unescaped; NULL: nothing is */
    struct rq_ctx *ctx;
    size_t depth;
    struct rq_str names[RQ_XML_DEPTH];
    bool empty; /* the element was "<a/>": it ends at once */
    struct rq_xml_attribute attributes[RQ_XML_ATTRIBUTES]; /* of the element entered last */
    size_t attribute_count;
};

/* Positions before the root. */
void rq_xr_open(struct rq_xr *xr, struct rq_bytes text, struct rq_arena *arena, struct rq_ctx *ctx);

static inline bool rq_xr_ok(const struct rq_xr *xr)
{
    return xr->ctx->err->code == RQ_OK;
}

bool rq_xr_bad(struct rq_xr *xr, const char *fmt, ...) RQ_PRINTF(2, 3);

/* Enters the next child of this element; false at its end, where the element has been left.
 * Before the root: enters the root. */
bool rq_xr_child(struct rq_xr *xr);
bool rq_xr_is(const struct rq_xr *xr, const char *name);

/* An attribute of the element entered last; text is NULL when it has none. */
struct rq_str rq_xr_attr(const struct rq_xr *xr, const char *name);

/* How many children this element has, without moving. */
size_t rq_xr_count(const struct rq_xr *xr);

/* The text of this element, which must have no children; leaves it. Line ends are \n. */
struct rq_str rq_xr_text(struct rq_xr *xr);

/* An element that nobody knows: fails with its name. */
void rq_xr_unknown(struct rq_xr *xr);

/* After the root: fails when anything but comments and blanks follows. */
bool rq_xr_close(struct rq_xr *xr);

#endif
