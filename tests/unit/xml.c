#include "core/xml.h"
#include "support/check.h"

#include <stdlib.h>

/* ---- writing ---- */

static struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

static void write_sample(struct rq_xml *x)
{
    rq_xml_start(x);
    rq_xml_open(x, "a");
    rq_xml_attr(x, "n", "1 \" ' & <\n\t");
    rq_xml_open(x, "b");
    rq_xml_text(x, text_of("\" ' & < > \r\n\xC3\xA9"));
    rq_xml_close(x);
    rq_xml_open(x, "c");
    rq_xml_text(x, text_of(""));
    rq_xml_close(x);
    rq_xml_open(x, "d");
    rq_xml_close(x);
    rq_xml_open(x, "e");
    rq_xml_open(x, "f");
    rq_xml_base64(x, text_of("hi"));
    rq_xml_close(x);
    rq_xml_close(x);
    rq_xml_close(x);
}

static void check_manner(enum rq_xml_manner manner, const char *expected)
{
    struct rq_out out = {0};
    struct rq_xml x = {.out = &out, .manner = manner};
    write_sample(&x);
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data, expected);
    CHECK_INT(x.depth, 0);
    CHECK_INT(x.dropped, 0);
    rq_out_free(&out);
}

static void test_write(void)
{
    check_manner(RQ_XML_XOREOS, "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n"
                                "<a n=\"1 &quot; &apos; &amp; &lt;&#10;&#09;\">\n"
                                "  <b>&quot; &apos; &amp; &lt; &gt; &#13;\n\xC3\xA9</b>\n"
                                "  <c></c>\n"
                                "  <d/>\n"
                                "  <e>\n"
                                "    <f>aGk=</f>\n"
                                "  </e>\n"
                                "</a>\n");
    check_manner(RQ_XML_PYTHON, "<a n=\"1 &quot; ' &amp; &lt;&#10;&#09;\">\n"
                                "  <b>\" ' &amp; &lt; &gt; &#13;\n&#233;</b>\n"
                                "  <c />\n"
                                "  <d />\n"
                                "  <e>\n"
                                "    <f>aGk=</f>\n"
                                "  </e>\n"
                                "</a>\n");
}

/* More than 48 bytes: lines of 64 characters, as xoreos-tools has them. */
static void test_base64_lines(void)
{
    struct rq_out out = {0};
    struct rq_xml x = {.out = &out};
    uint8_t zeros[49] = {0};
    rq_xml_open(&x, "a");
    rq_xml_open(&x, "b");
    rq_xml_base64(&x, (struct rq_bytes){zeros, 48});
    rq_xml_close(&x);
    rq_xml_open(&x, "b");
    rq_xml_base64(&x, (struct rq_bytes){zeros, 49});
    rq_xml_close(&x);
    rq_xml_close(&x);
    rq_put8(&out, 0);
#define LINE "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    CHECK_STR((const char *)out.data,
              "<a>\n  <b>" LINE "</b>\n  <b>\n    " LINE "\n    AA==\n  </b>\n</a>\n");
#undef LINE
    rq_out_free(&out);
}

static void test_what_does_not_fit(void)
{
    struct rq_out out = {0};
    struct rq_xml x = {.out = &out};
    CHECK(rq_xml_fits(text_of("a\t\r\n\x7F")));
    CHECK(!rq_xml_fits(text_of("a\x01")));
    CHECK(!rq_xml_fits((struct rq_bytes){(const uint8_t *)"a\0", 2}));
    rq_xml_open(&x, "a");
    rq_xml_text(&x, text_of("a\x01"
                            "b\xFF"));
    rq_xml_close(&x);
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data, "<a>a?b?</a>\n");
    CHECK_INT(x.dropped, 2);
    rq_out_free(&out);
    for (size_t i = 0; i < RQ_XML_DEPTH + 2; i++)
        rq_xml_open(&(struct rq_xml){.out = &out, .depth = i}, "a");
    CHECK_INT(out.failed, RQ_LIMIT);
    rq_out_free(&out);
}

/* ---- reading ---- */

/* name(attribute=value;...)[children] or name(...)"text", for an element that has only text. */
static void show(struct rq_xr *xr, struct rq_out *out)
{
    while (rq_xr_child(xr)) {
        struct rq_str name = xr->names[xr->depth - 1];
        rq_putf(out, "%.*s", (int)name.size, name.text);
        for (size_t i = 0; i < xr->attribute_count; i++)
            rq_putf(out, " %.*s=%.*s;", (int)xr->attributes[i].name.size,
                    xr->attributes[i].name.text, (int)xr->attributes[i].value.size,
                    xr->attributes[i].value.text);
        if (name.text[0] == 't') {
            struct rq_str text = rq_xr_text(xr);
            rq_putf(out, "\"%.*s\"", (int)text.size, text.text);
            continue;
        }
        rq_putf(out, "%zu[", rq_xr_count(xr));
        show(xr, out);
        rq_put8(out, ']');
        if (xr->depth == 0)
            return;
    }
}

static void read_all(const char *xml, struct rq_out *out, struct rq_error *err)
{
    struct check_guard guard;
    struct rq_arena arena = {0};
    struct rq_ctx ctx = {.err = err};
    struct rq_xr xr;
    check_note("%.60s", xml);
    if (!check_guard_make(xml, strlen(xml), &guard))
        return;
    rq_xr_open(&xr, (struct rq_bytes){guard.data, guard.size}, &arena, &ctx);
    show(&xr, out);
    if (err->code == RQ_OK)
        rq_xr_close(&xr);
    rq_put8(out, 0);
    rq_arena_free(&arena);
    check_guard_free(&guard);
}

static void check_read_as(const char *xml, const char *expected)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    read_all(xml, &out, &err);
    CHECK_STR(err.text, "");
    CHECK_STR((const char *)out.data, expected);
    rq_out_free(&out);
}

static void test_read(void)
{
    check_read_as("<a/>", "a0[]");
    check_read_as("\xEF\xBB\xBF<?xml version='1.0' encoding='UTF-8'?>\n<!-- x --><a></a>\n<!-- -->",
                  "a0[]");
    check_read_as("<a x=\"1\" y = '2'><b/><t>u</t></a >", "a x=1; y=2;2[b0[]t\"u\"]");
    check_read_as("<a x='&lt;&gt;&amp;&quot;&apos;&#65;&#x42;'/>", "a x=<>&\"'AB;0[]");
    check_read_as("<a><t>&#233;&#x20AC;</t></a>", "a1[t\"\xC3\xA9\xE2\x82\xAC\"]");
    check_read_as("<a><t> one\r\ntwo\rthree&#13;</t></a>", "a1[t\" one\ntwo\nthree\r\"]");
    check_read_as("<a><t>x<![CDATA[<&]]>y<!-->-->z</t></a>", "a1[t\"x<&yz\"]");
    check_read_as("<a><t/><t></t><b><b><t>1</t></b></b></a>", "a3[t\"\"t\"\"b1[b1[t\"1\"]]]");
    check_read_as("<a><!-- <b> --><?pi <b> ?><b/></a>", "a1[b0[]]");
}

static void check_refused(const char *xml, const char *why)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    read_all(xml, &out, &err);
    CHECK_INT(err.code, RQ_CORRUPT);
    if (!CHECK(strstr(err.text, why) != NULL))
        check_note("%s", err.text);
    rq_out_free(&out);
}

static void test_refusals(void)
{
    check_refused("", "no element");
    check_refused("hello", "text where only elements");
    check_refused("<a>", "<a> is not closed");
    check_refused("<a><b></a>", "</b> expected");
    check_refused("<a", "does not end");
    check_refused("<a x", "'=' expected");
    check_refused("<a x=1/>", "in quotes");
    check_refused("<a x='1/>", "does not end");
    check_refused("<a x='1'y='2'/>", "does not end");
    check_refused("<a x='1' x='2'/>", "twice");
    check_refused("<a></a><b/>", "follows the root");
    check_refused("<a>text</a>", "text where only elements");
    check_refused("<a><t><b/></t></a>", "only text");
    check_refused("<a><t>&nbsp;</t></a>", "entity");
    check_refused("<a><t>&#0;</t></a>", "entity");
    check_refused("<a><t>&#xD800;</t></a>", "entity");
    check_refused("<a><t>&#xDFFF;</t></a>", "entity");
    check_refused("<a><t>&#x110000;</t></a>", "entity");
    check_refused("<a><t>&#6f;</t></a>", "entity");
    check_refused("<a><t>&#x6g;</t></a>", "entity");
    check_refused("<a><t>&#65</t></a>", "entity");
    check_refused("<a><t>&#;</t></a>", "entity");
    check_refused("<a><t>&#99999999999;</t></a>", "entity");
    check_refused("<a><t>&amp</t></a>", "entity");
    check_refused("<a><t><![CDATA[x</t></a>", "\"]]>\" is missing");
    check_refused("<!-- x", "\"-->\" is missing");
    check_refused("<?xml version='1.0'", "\"?>\" is missing");
    check_refused("<?xml version='1.0' encoding='utf-16'?><a/>", "utf-16");
    check_refused("</a>", "without an element");
    check_refused("<a>\n\n<1", "line 3");
    check_refused("<!DOCTYPE a [<!ENTITY b \"x\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>",
                  "document type");
}

static void test_deep(void)
{
    enum { DEEP = 100000 };
    char *text = calloc(DEEP * 3 + 1, 1);
    REQUIRE(text != NULL);
    for (size_t i = 0; i < DEEP; i++)
        memcpy(text + 3 * i, "<a>", 3);
    check_refused(text, "deeper than 160");
    free(text);
    struct rq_out many = {0};
    rq_put(&many, "<a", 2);
    for (int i = 0; i < 100; i++)
        rq_putf(&many, " a%d='1'", i);
    rq_put(&many, "/>", 3);
    check_refused((const char *)many.data, "more than 16 attributes");
    rq_out_free(&many);
}

TESTS(test_write, test_base64_lines, test_what_does_not_fit, test_read, test_refusals, test_deep)
