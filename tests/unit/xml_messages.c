/* What the reader of XML says, and where: texts written by hand, places counted in them. */
#include "core/xml.h"
#include "support/check.h"

#include <stdio.h>

/* Elements whose name begins with t have a text, others children; "!" behind one that is unknown. */
static void walk(struct rq_xr *xr, struct rq_out *out)
{
    while (rq_xr_child(xr)) {
        struct rq_str name = xr->names[xr->depth - 1];
        rq_put(out, name.text, name.size);
        for (size_t i = 0; i < xr->attribute_count; i++)
            rq_putf(out, " %.*s=%.*s", (int)xr->attributes[i].name.size,
                    xr->attributes[i].name.text, (int)xr->attributes[i].value.size,
                    xr->attributes[i].value.text);
        if (name.text[0] == 't') {
            struct rq_str text = rq_xr_text(xr);
            rq_putf(out, "\"%.*s\"", (int)text.size, text.text);
        } else if (name.text[0] == 'u') {
            rq_xr_unknown(xr);
        } else {
            rq_putf(out, "%zu[", rq_xr_count(xr));
            walk(xr, out);
            rq_put8(out, ']');
        }
        if (xr->depth == 0)
            return;
    }
}

static void read_all(const char *xml, struct rq_out *out, struct rq_error *err)
{
    struct check_guard guard;
    struct rq_arena arena = {0};
    struct rq_ctx ctx = {.err = err};
    static struct rq_xr xr;
    check_note("%.60s", xml);
    if (!check_guard_make(xml, strlen(xml), &guard))
        return;
    rq_xr_open(&xr, (struct rq_bytes){guard.data, guard.size}, &arena, &ctx);
    walk(&xr, out);
    if (err->code == RQ_OK)
        rq_xr_close(&xr);
    rq_put8(out, 0);
    rq_arena_free(&arena);
    check_guard_free(&guard);
}

static void reads(const char *xml, const char *expected)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    read_all(xml, &out, &err);
    CHECK_STR(err.text, "");
    CHECK_STR((const char *)out.data, expected);
    rq_out_free(&out);
}

static void says(const char *xml, const char *expected, uint64_t offset)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    read_all(xml, &out, &err);
    CHECK_INT(err.code, RQ_CORRUPT);
    CHECK_STR(err.text, expected);
    CHECK_INT(err.offset, offset);
    rq_out_free(&out);
}

static void test_elements(void)
{
    says("", "XML line 1: there is no element", 0);
    says("\xEF\xBB\xBF", "XML line 1: there is no element", 3);
    says("\xEF\xBB\xBFx", "XML line 1: text where only elements may stand", 3);
    reads("\xEF\xBB\xBF<a/>", "a0[]");
    says("<a>", "XML line 1: <a> is not closed", 3);
    says("<a><b></a>", "XML line 1: </b> expected", 9);
    says("<a></ab>", "XML line 1: </a> expected", 7);
    says("<ab></a>", "XML line 1: </ab> expected", 7);
    says("<a></a", "XML line 1: </a> expected", 6);
    says("<a></a x>", "XML line 1: </a> expected", 7);
    says("<a></>", "XML line 1: a name expected", 5);
    says("<a", "XML line 1: a tag that does not end", 2);
    says("<a ", "XML line 1: a tag that does not end", 3);
    says("<a /", "XML line 1: a name expected", 3);
    says("<a>\n\n<1?", "XML line 3: a tag that does not end", 7);
    says("<a>\n\n<?", "XML line 3: \"?>\" is missing", 5);
    says("<a>\n\n<>", "XML line 3: a name expected", 6);
    says("</a>", "XML line 1: a closing tag without an element", 0);
    says("<a></a><b/>", "XML line 1: something follows the root element", 7);
    says("<a/> x", "XML line 1: something follows the root element", 5);
    says("<a>text</a>", "XML line 1: text where only elements may stand", 3);
    says("<a><![CDATA[x]]></a>", "XML line 1: text where only elements may stand", 3);
    says("<!DOCTYPE a><a/>", "XML line 1: a document type is not read", 0);
    says("<a>\n<u></u></a>", "XML line 2: <u> is not known here", 7);
    says("<!-- x", "XML line 1: \"-->\" is missing", 4);
    says("<a/><!-- x", "XML line 1: \"-->\" is missing", 8);
    says("<?xml version='1.0'", "XML line 1: \"?>\" is missing", 0);
}

/* 40 letters of a name are shown. */
static void test_long_names(void)
{
#define FORTY "abcdefghijabcdefghijabcdefghijabcdefghij"
    says("<" FORTY ">", "XML line 1: <" FORTY "> is not closed", 42);
    says("<" FORTY "k>", "XML line 1: <" FORTY "> is not closed", 43);
    says("<" FORTY "k></a>", "XML line 1: </" FORTY "> expected", 46);
    says("<a><u" FORTY "/></a>",
         "XML line 1: <uabcdefghijabcdefghijabcdefghijabcdefghi> is not known here", 47);
#undef FORTY
}

/* Letters of names, and those that stand beside them in ASCII. */
static void test_letters_of_names(void)
{
    static const char *const others[] = {"/", ";", "@", "[", "`", "{", ",", "^", "\x7F"};
    reads("<a_-.:09azAZ\x80\xFF/>", "a_-.:09azAZ\x80\xFF"
                                    "0[]");
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        char xml[16];
        snprintf(xml, sizeof xml, "<a%sb/>", others[i]);
        says(xml, "XML line 1: a tag that does not end", 2);
    }
}

static void test_attributes(void)
{
    says("<a x", "XML line 1: '=' expected behind an attribute", 4);
    says("<a x 'y'/>", "XML line 1: '=' expected behind an attribute", 5);
    says("<a x=1/>", "XML line 1: the value of an attribute stands in quotes", 5);
    says("<a x= ", "XML line 1: the value of an attribute stands in quotes", 6);
    says("<a x='1/>", "XML line 1: the value of an attribute does not end", 5);
    says("<a x='1\"/>", "XML line 1: the value of an attribute does not end", 5);
    says("<a x='<'/>", "XML line 1: the value of an attribute does not end", 5);
    says("<a x='1'y='2'/>", "XML line 1: a tag that does not end", 8);
    says("<a x='1' x='2'/>", "XML line 1: an attribute is there twice", 14);
    says("<a x='&no;'/>", "XML line 1: '&' that starts no known entity", 6);
    reads("<a x='1' xy='2' y='3'/>", "a x=1 xy=2 y=30[]");
    reads("<a\tx\n=\r'>\"'\n/>", "a x=>\"0[]");
    reads("<a x=\"it's\"></a>", "a x=it's0[]");
    reads("<a x='1\r\n2\r3&#13;&#x9;'/>", "a x=1\n2\n3\r\t0[]");
}

static void test_declarations(void)
{
    says("<?xml version='1.0' encoding='utf-16'?><a/>",
         "XML line 1: the encoding is utf-16; UTF-8 is read", 0);
    says("\n<?xml encoding='abcdefghijklmnopqrstuvwxyz'?><a/>",
         "XML line 2: the encoding is abcdefghijklmnopqrstuvw; UTF-8 is read", 1);
    says("<?xml encoding=''?><a/>", "XML line 1: the encoding is ; UTF-8 is read", 0);
    says("<?xml encoding=\"x\"?><a/>", "XML line 1: the encoding is x; UTF-8 is read", 0);
    reads("<?xml version='1.0'?><a/>", "a0[]");
    reads("<?xml encoding=\"US-ASCII\"?><a/>", "a0[]");
    reads("<?xml encoding='ascii' ?><a/>", "a0[]");
    reads("<?xml encoding='Utf-8'?><a/>", "a0[]");
    reads("<?pi encoding='utf-16'?><a/>", "a0[]");
    reads("<?xml version='1.0'?><a x=\"encoding='utf-16'\"/>", "a x=encoding='utf-16'0[]");
}

static void test_texts(void)
{
    says("<a><t>", "XML line 1: <t> is not closed", 6);
    says("<a><t>x", "XML line 1: <t> is not closed", 7);
    says("<a><t><b/></t></a>", "XML line 1: an element where only text may be", 6);
    says("<a><t>x&nbsp;</t></a>", "XML line 1: '&' that starts no known entity", 7);
    says("<a><t>\n&amp</t></a>", "XML line 2: '&' that starts no known entity", 7);
    says("<a><t>&</t></a>", "XML line 1: '&' that starts no known entity", 6);
    says("<a><t>&#</t></a>", "XML line 1: '&' that starts no known entity", 6);
    says("<a><t><![CDATA[x</t></a>", "XML line 1: \"]]>\" is missing", 6);
    says("<a><t><!-- x</t></a>", "XML line 1: \"-->\" is missing", 10);
    reads("<a><t>x<!---->y</t></a>", "a1[t\"xy\"]");
    reads("<a><t><![CDATA[]]></t><t><![CDATA[<b/>]]></t></a>", "a2[t\"\"t\"<b/>\"]");
    reads("<a><t>\r</t><t>\r\r\n\n</t></a>", "a2[t\"\n\"t\"\n\n\n\"]");
    reads("<a><t>&lt;&gt;&amp;&quot;&apos;</t></a>", "a1[t\"<>&\"'\"]");
}

/* The ends of the ranges of Unicode, and what stands beside the digits in ASCII. */
static void test_characters(void)
{
    static const char *const none[] = {
        "#x110000", "#1114112", "#xD800", "#xDFFF", "#x/",  "#x:", "#x@", "#xG", "#x`",
        "#xg",      "#/",       "#:",     "#a",     "#X41", "#-1", "#0",  "#x0"};
    reads("<a><t>&#x10FFFF;&#1114111;</t></a>", "a1[t\"\xF4\x8F\xBF\xBF\xF4\x8F\xBF\xBF\"]");
    reads("<a><t>&#xD7FF;&#xE000;</t></a>", "a1[t\"\xED\x9F\xBF\xEE\x80\x80\"]");
    reads("<a><t>&#x9aA;&#xfF;&#x09;&#90;</t></a>", "a1[t\"\xE0\xA6\xAA\xC3\xBF\tZ\"]");
    reads("<a><t>&#1;&#x7F;</t></a>", "a1[t\"\x01\x7F\"]");
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        char xml[40];
        snprintf(xml, sizeof xml, "<a><t>&%s;</t></a>", none[i]);
        says(xml, "XML line 1: '&' that starts no known entity", 6);
    }
}

/* As many attributes and levels as may be, and one more. */
static void test_limits(void)
{
    struct rq_out xml = {0}, out = {0};
    for (int more = 0; more < 2; more++) {
        struct rq_error err = {0};
        rq_out_cut(&xml, 0);
        rq_out_cut(&out, 0);
        rq_put_str(&xml, "<a");
        for (int i = 0; i < RQ_XML_ATTRIBUTES + more; i++)
            rq_putf(&xml, " a%02d=''", i);
        rq_put(&xml, "/>", 3);
        read_all((const char *)xml.data, &out, &err);
        CHECK_STR(err.text, more ? "XML line 1: more than 16 attributes" : "");
        CHECK_INT(err.offset, more ? 2 + 17 * 7 : 0);
    }
    for (int more = 0; more < 2; more++) {
        struct rq_error err = {0};
        rq_out_cut(&xml, 0);
        rq_out_cut(&out, 0);
        for (int i = 0; i < RQ_XML_DEPTH + more; i++)
            rq_put_str(&xml, "<a>");
        for (int i = 0; i < RQ_XML_DEPTH + more; i++)
            rq_put_str(&xml, "</a>");
        rq_put8(&xml, 0);
        read_all((const char *)xml.data, &out, &err);
        CHECK_STR(err.text, more ? "XML line 1: nested deeper than 160 levels" : "");
        CHECK_INT(err.offset, more ? 161 * 3 : 0);
    }
    rq_out_free(&xml);
    rq_out_free(&out);
}

TESTS(test_elements, test_long_names, test_letters_of_names, test_attributes, test_declarations,
      test_texts, test_characters, test_limits)
