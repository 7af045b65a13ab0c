/* Numbers in the texts of other tools: the limits of every type, how what is no number is spelled, and what is said word by word.
 * Floats are written as printf's %.6f where that is exact, as xoreos-tools does. */
#include "core/bytes.h"
#include "dialect/parts.h"
#include "support/document.h"

#include <math.h>
#include <reliquary/gff.h>

static struct rq_doc *from_text(const char *text, struct rq_error *err)
{
    return rq_doc_from_text((struct rq_bytes){(const uint8_t *)text, strlen(text)}, NULL, err);
}

static const struct rq_gff_field *field_of(struct rq_doc *doc)
{
    const struct rq_gff *gff = rq_doc_root(doc, "gff");
    return gff->root->field_count ? &gff->root->fields[0] : NULL;
}

/* A field A of this type and text in XML; its bits, of 64 for wide types. */
static bool take(const char *type, const char *text, uint64_t *bits, struct rq_error *err)
{
    char xml[200];
    snprintf(xml, sizeof xml, "<gff3><struct><%s label='A'>%s</%s></struct></gff3>", type, text,
             type);
    check_note("%s %s", type, text);
    struct rq_doc *doc = from_text(xml, err);
    const struct rq_gff_field *f = doc ? field_of(doc) : NULL;
    if (f) {
        bool wide =
            f->type == RQ_GFF_DWORD64 || f->type == RQ_GFF_INT64 || f->type == RQ_GFF_DOUBLE;
        *bits = wide ? f->v.wide : f->type == RQ_GFF_STRREF ? rq_get32(f->v.data) : f->v.word;
    }
    rq_doc_free(doc);
    return f != NULL;
}

static void takes(const char *type, const char *text, uint64_t expected)
{
    struct rq_error err = {0};
    uint64_t bits = 0;
    CHECK(take(type, text, &bits, &err));
    CHECK_STR(err.text, "");
    CHECK_INT(bits, expected);
}

static void says(const char *type, const char *text, const char *expected)
{
    struct rq_error err = {0};
    uint64_t bits = 0;
    char whole[200];
    CHECK(!take(type, text, &bits, &err));
    snprintf(whole, sizeof whole, "XML line 1: A: %s", expected);
    CHECK_STR(err.text, whole);
    CHECK_INT(err.code, RQ_CORRUPT);
}

static void test_whole(void)
{
    static const struct {
        const char *type, *least, *most, *below, *above, *range;
        uint64_t least_bits, most_bits;
    } types[] = {
        {"byte", "0", "255", "-1", "256", "0 to 255", 0, 255},
        {"char", "-128", "127", "-129", "128", "-128 to 127", (uint32_t)-128, 127},
        {"uint16", "0", "65535", "-1", "65536", "0 to 65535", 0, 65535},
        {"sint16", "-32768", "32767", "-32769", "32768", "-32768 to 32767", (uint32_t)-32768,
         32767},
        {"uint32", "0", "4294967295", "-1", "4294967296", "0 to 4294967295", 0, UINT32_MAX},
        {"sint32", "-2147483648", "2147483647", "-2147483649", "2147483648",
         "-2147483648 to 2147483647", 0x80000000, 0x7FFFFFFF},
        {"uint64", "0", "18446744073709551615", "-1", "18446744073709551616",
         "0 to 18446744073709551615", 0, UINT64_MAX},
        {"sint64", "-9223372036854775808", "9223372036854775807", "-9223372036854775809",
         "9223372036854775808", "-9223372036854775808 to 9223372036854775807", UINT64_C(1) << 63,
         INT64_MAX},
        {"strref", "-2147483648", "4294967295", "-2147483649", "4294967296",
         "-2147483648 to 4294967295", 0x80000000, UINT32_MAX},
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        char expected[120];
        takes(types[i].type, types[i].least, types[i].least_bits);
        takes(types[i].type, types[i].most, types[i].most_bits);
        takes(types[i].type, " \t\r\n12 ", 12);
        takes(types[i].type, "+7", 7);
        takes(types[i].type, "-0", 0);
        const char *const bad[] = {types[i].below, types[i].above, "",    "-",  "+",
                                   "1/",           "1:",           "--1", "1 2"};
        for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
            if (strcmp(types[i].type, "char") == 0 && strlen(bad[k]) == 1)
                continue; /* a letter */
            snprintf(expected, sizeof expected, "a number from %s expected, not \"%s\"",
                     types[i].range, bad[k]);
            says(types[i].type, bad[k], expected);
        }
    }
    /* Thirty letters are shown. */
    says("byte", "123456789012345678901234567890",
         "a number from 0 to 255 expected, not \"123456789012345678901234567890\"");
    says("byte", "1234567890123456789012345678901",
         "a number from 0 to 255 expected, not \"123456789012345678901234567890\"");
}

/* Old xoreos-tools wrote the letter that a char is. */
static void test_letters(void)
{
    takes("char", "A", 65);
    takes("char", "0", 0);
    takes("char", "9", 9);
    takes("char", "/", 47);
    takes("char", ":", 58);
    takes("char", "-", 45);
    takes("char", "12", 12);
}

static void test_floats(void)
{
    static const struct {
        const char *text;
        uint32_t single;
        uint64_t wide;
    } cases[] = {{"nan", 0x7FC00000, UINT64_C(0x7FF8000000000000)},
                 {"-NaN", 0xFFC00000, UINT64_C(0xFFF8000000000000)},
                 {"inf", 0x7F800000, UINT64_C(0x7FF0000000000000)},
                 {"-Inf", 0xFF800000, UINT64_C(0xFFF0000000000000)},
                 {" INFINITY ", 0x7F800000, UINT64_C(0x7FF0000000000000)},
                 {"-infinity", 0xFF800000, UINT64_C(0xFFF0000000000000)},
                 {"-0.000000", 0x80000000, UINT64_C(1) << 63},
                 {"-2.5e1", 0xC1C80000, UINT64_C(0xC039000000000000)},
                 {"7", 0x40E00000, UINT64_C(0x401C000000000000)}};
    static const char *const bad[] = {"",    "x",  "nann", "+inf", "infinityinfinity", "1x",
                                      "1 2", ".5", "--1",  "-",    "infinityinfinit"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        takes("float", cases[i].text, cases[i].single);
        takes("double", cases[i].text, cases[i].wide);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char expected[80];
        snprintf(expected, sizeof expected, "a number expected, not \"%s\"", bad[i]);
        says("float", bad[i], expected);
        says("double", bad[i], expected);
    }
    says("float", "1e39", "a number expected, not \"1e39\"");
    says("double", "1e309", "a number expected, not \"1e309\"");
}

/* ---- writing ---- */

static void written(bool wide, uint64_t bits, const char *dialect, const char *expected)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    char line[100];
    double d;
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, &err);
    REQUIRE(doc != NULL);
    struct rq_gff_struct *root = ((struct rq_gff *)rq_doc_root(doc, "gff"))->root;
    memcpy(&d, &bits, sizeof d);
    CHECK(wide ? rq_gff_add_double(doc, root, "A", d, &err)
               : rq_gff_add_float(doc, root, "A", rq_f32_of((uint32_t)bits), &err));
    CHECK(rq_dialect_write(doc, &(struct rq_dialect_options){.dialect = dialect, .kind = "xml"},
                           &out, &err));
    rq_put8(&out, 0);
    snprintf(line, sizeof line, "<%s label=\"A\">%s</%s>", wide ? "double" : "float", expected,
             wide ? "double" : "float");
    check_note("%llx in %s", (unsigned long long)bits, dialect);
    if (!CHECK(strstr((const char *)out.data, line) != NULL))
        printf("    %s\n", (const char *)out.data);
    rq_out_free(&out);
    rq_doc_free(doc);
}

static uint64_t bits_of_double(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* Six decimals where they say the number exactly and it is below 9e9; else the fewest digits. */
static void test_written(void)
{
    static const struct {
        float v;
        const char *xoreos, *pykotor;
    } cases[] = {{0.5f, "0.500000", "0.5"},
                 {-0.5f, "-0.500000", "-0.5"},
                 {0.1f, "0.100000", "0.1"},
                 {0.7f, "0.700000", "0.7"},
                 {-12.25f, "-12.250000", "-12.25"},
                 {0, "0.000000", "0.0"},
                 {1e-6f, "0.000001", "1e-06"},
                 {1e-7f, "1e-07", "1e-07"},
                 {16777216, "16777216.000000", "16777216.0"},
                 {-0.0f, "-0.0", "-0.0"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t bits = rq_bits_of(cases[i].v);
        written(false, bits, "xoreos", cases[i].xoreos);
        written(false, bits, "pykotor", cases[i].pykotor);
        double wide = (double)cases[i].v;
        if (wide == 0.5 || wide == -0.5 || wide == -12.25 || wide == 16777216)
            written(true, bits_of_double(wide), "xoreos", cases[i].xoreos);
    }
    written(true, bits_of_double(0.1), "xoreos", "0.100000");
    written(true, bits_of_double(8999999999.5), "xoreos", "8999999999.500000");
    written(true, bits_of_double(-8999999999.5), "xoreos", "-8999999999.500000");
    written(false, 0x7FC00000, "xoreos", "nan");
    written(false, 0xFFC00000, "xoreos", "-nan");
    written(false, 0x7F800000, "pykotor", "inf");
    written(false, 0xFF800000, "pykotor", "-inf");
    written(true, UINT64_C(0x7FF8000000000000), "xoreos", "nan");
    written(true, UINT64_C(0xFFF8000000000000), "pykotor", "-nan");
    written(true, UINT64_C(0xFFF0000000000000), "xoreos", "-inf");
    written(true, UINT64_C(1) << 63, "xoreos", "-0.0");
}

/* ---- what is said ---- */

static void test_messages(void)
{
    static const struct {
        const char *text, *says;
    } list[] = {
        {"{\"sounds\": [{\"id\": \"1\"}], \"x\": 1}", "JSON line 1: no field is named \"x\" here"},
        {"{\"sounds\": [{\"id\": \"40\"}]}", "JSON line 1: a sound has an \"id\" below 40"},
        {"{\"sounds\": [{\"strref\": \"4\"}]}", "JSON line 1: a sound has an \"id\" below 40"},
        {"{\"sounds\": [{\"id\": \"0\", \"x\": 1}]}", "JSON line 1: no field is named \"x\" here"},
        {"{\"sounds\": [{\"id\": \"4097\"}]}", "JSON line 1: 4097 is out of range, 0 to 4096"},
        {"{\"sounds\": [{\"id\": \"0\", \"strref\": \"4294967296\"}]}",
         "JSON line 1: 4294967296 is out of range, -2147483648 to 4294967295"},
        {"<ssf><sound id='4097'/></ssf>",
         "XML line 1: id: a number from 0 to 4096 expected, not \"4097\""},
        {"<ssf><sound/></ssf>", "XML line 1: id: a number from 0 to 4096 expected, not \"\""},
        {"<ssf>\n<sound id='0'>x</sound></ssf>",
         "XML line 2: an SSF V1.1 holds no file names; this is one of another game"},
        {"<ssf><noise id='0'/></ssf>", "XML line 1: <noise> is not known here"},
        {"<tlk><string id='0'/><string id='0'/></tlk>", "XML line 1: string 0 is there twice"},
        {"<tlk><string id='0' sound='12345678901234567'/></tlk>",
         "XML line 1: a sound has a name of 16 bytes at most"},
        {"<tlk><string id='0' soundid='5'/></tlk>",
         "XML line 1: a TLK V3.0 has no soundid; this is a table of another game"},
        {"{\"strings\": [{\"_index\": \"1\", \"text\": \"\"}]}",
         "JSON line 1: string 1 is there twice"},
        {"{\"strings\": [{\"_index\": \"0\", \"text\": \"\", \"x\": 1}]}",
         "JSON line 1: no field is named \"x\" here"},
        {"{\"rows\": [{\"label\": \"0\", \"cells\": [\"a\"]}], \"headers\": [\"a\", \"b\"]}",
         "JSON line 1: 1 cells, there are 2 headers"},
        {"{\"rows\": [{\"label\": \"0\", \"cells\": [\"a\", \"b\"]}], \"headers\": [\"a\"]}",
         "JSON line 1: 2 cells, there are 1 headers"},
        {"{\"rows\": [{\"_id\": \"0\", \"a\": \"1\", \"b\": \"2\"}, {\"_id\": \"1\", \"a\": \"1\"}]}",
         "JSON line 1: each row has the columns of the first, in the same order"},
        {"{\"rows\": [{\"_id\": \"0\", \"a\": \"1\"}, {\"_id\": \"1\", \"b\": \"1\"}]}",
         "JSON line 1: each row has the columns of the first, in the same order"},
        {"{\"rows\": [{\"_id\": \"0\", \"a\": \"1\"}, {\"_id\": \"1\", \"a\": \"1\", \"b\": \"1\"}]}",
         "JSON line 1: each row has the columns of the first, in the same order"},
        {"<gff3><struct><byte label='12345678901234567'>1</byte></struct></gff3>",
         "XML line 1: a label of 17 bytes; 16 at most, and no NUL"},
        {"<gff3><struct><vector label='A'><double>1</double><double>1</double></vector></struct>"
         "</gff3>",
         "XML line 1: A: 3 numbers needed"},
        {"<gff3><struct><orientation label='A'><double>1</double></orientation></struct></gff3>",
         "XML line 1: A: 4 numbers needed"},
        {"<gff3><struct><data label='A'>A</data></struct></gff3>", "XML line 1: not base64"},
        {"<gff3><struct><octet label='A'>1</octet></struct></gff3>",
         "XML line 1: <octet> is not known here"},
        {"<gff3><struct><exostring label='A'>ab&#1046;</exostring></struct></gff3>",
         "XML line 1: character 2 of a text is not in cp1252"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct rq_error err = {0};
        struct rq_doc *doc = from_text(list[i].text, &err);
        check_note("%s", list[i].text);
        CHECK(doc == NULL);
        CHECK_INT(err.code, RQ_CORRUPT);
        CHECK_STR(err.text, list[i].says);
        rq_doc_free(doc);
    }
}

/* What has no such text is refused before anything is written. */
static void test_no_text(void)
{
    static const struct {
        const char *dialect, *kind, *says;
    } list[] = {{"zork", "xml", "dialects are xoreos and pykotor, not zork"},
                {"xoreos", "json", "xoreos has no json for this format"},
                {"pykotor", "csv", "pykotor has no csv for this format"},
                {NULL, "csv", "xoreos has no csv for this format"}};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct rq_error err = {0};
        struct rq_out out = {0};
        struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, &err);
        REQUIRE(doc != NULL);
        rq_put_str(&out, "had");
        CHECK(!rq_dialect_write(
            doc, &(struct rq_dialect_options){.dialect = list[i].dialect, .kind = list[i].kind},
            &out, &err));
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_INT(err.offset, 0);
        CHECK_STR(err.where, "gff");
        CHECK_STR(err.text, list[i].says);
        CHECK_INT(out.size, 3);
        rq_out_free(&out);
        rq_doc_free(doc);
    }
}

TESTS(test_whole, test_letters, test_floats, test_written, test_messages, test_no_text)
