/* Text forms of other tools. The texts are laid down by hand as the tools write them, after their
 * public sources: xoreos-tools src/xml/{xmlwriter,gff3dumper,tlkdumper,ssfdumper}.cpp and
 * src/aurora/2dafile.cpp (writeCSV); PyKotor pykotor/resource/formats/{gff,tlk,ssf,twoda}/io_*.py,
 * whose XML is that of Python's ElementTree with two blanks for each level. */
#include "core/file.h"
#include "core/text.h"
#include "dialect/parts.h"
#include "support/corpus.h"
#include "support/document.h"

#include <reliquary/gff.h>
#include <reliquary/ssf.h>
#include <stdlib.h>

static struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

static struct rq_doc *from_text(const char *text, const char *name)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_from_text(text_of(text), &(struct rq_options){.name = name}, &err);
    if (!CHECK_STR(err.text, ""))
        check_note("%s: %s", err.where, err.text);
    return doc;
}

static struct rq_out file_of(struct rq_doc *doc)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    CHECK(doc && rq_doc_write(doc, &out, &err));
    rq_doc_free(doc);
    return out;
}

/* Both texts make the same file. */
static void same_file(const char *text, const char *name, const char *own)
{
    struct rq_out a = file_of(from_text(text, name)), b = file_of(from_text(own, NULL));
    CHECK_MEM(a.data, a.size, b.data, b.size);
    rq_out_free(&a);
    rq_out_free(&b);
}

static void text_refused(const char *text, const char *why)
{
    struct rq_error err = {0};
    check_note("%.70s", text);
    struct rq_doc *doc = rq_doc_from_text(text_of(text), NULL, &err);
    CHECK(doc == NULL);
    CHECK(err.code == RQ_CORRUPT || err.code == RQ_USAGE || err.code == RQ_LIMIT);
    if (!CHECK(strstr(err.text, why) != NULL))
        printf("    %s\n", err.text);
    rq_doc_free(doc);
}

/* ---- what is lost, as "id id ..." ---- */

struct losses {
    char ids[400];
};

static void note_lost(void *ctx, const struct rq_finding *lost)
{
    struct losses *l = ctx;
    size_t n = strlen(l->ids);
    CHECK(lost->text[0]);
    snprintf(l->ids + n, sizeof l->ids - n, "%s%s", n ? " " : "", lost->id);
}

static struct rq_out text_as(struct rq_doc *doc, const char *dialect, const char *kind,
                             const char *name, struct losses *lost)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    *lost = (struct losses){""};
    struct rq_dialect_options how = {dialect, kind, name, note_lost, lost};
    if (!CHECK(rq_dialect_write(doc, &how, &out, &err)))
        check_note("%s: %s", err.where, err.text);
    rq_put8(&out, 0);
    return out;
}

/* The document that own makes, in a dialect: this text (NULL: any), and these losses. */
static void written_as(const char *own, const char *dialect, const char *kind, const char *name,
                       const char *text, const char *lost)
{
    struct losses losses;
    struct rq_doc *doc = from_text(own, NULL);
    REQUIRE(doc != NULL);
    check_note("%s %s", dialect, kind);
    struct rq_out out = text_as(doc, dialect, kind, name, &losses);
    if (text)
        CHECK_STR((const char *)out.data, text);
    CHECK_STR(losses.ids, lost);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* ---- GFF ---- */

#define DECLARATION "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n"

static const char gff_own[] =
    "{\"format\":\"gff\",\"version\":1,\"type\":\"UTC \",\"root\":{\"id\":4294967295,\"fields\":["
    "[\"A\",\"byte\",200],[\"B\",\"char\",-3],[\"C\",\"word\",65535],[\"D\",\"short\",-300],"
    "[\"E\",\"dword\",4000000000],[\"F\",\"int\",-70000],"
    "[\"G\",\"dword64\",\"18446744073709551615\"],[\"H\",\"int64\",\"-9223372036854775808\"],"
    "[\"I\",\"float\",1.5],[\"J\",\"double\",-0.25],[\"K\",\"string\",\"a & <b>\"],"
    "[\"L\",\"resref\",\"p_bastila\"],"
    "[\"M\",\"locstring\",{\"strref\":-1,\"texts\":[[0,\"caf\xC3\xA9\"],[3,\"\"]]}],"
    "[\"N\",\"void\",\"AAEC/w==\"],[\"O\",\"struct\",{\"id\":7,\"fields\":[[\"Z\",\"byte\",1]]}],"
    "[\"P\",\"list\",[{\"id\":2,\"fields\":[]},{\"id\":3,\"fields\":[[\"Z\",\"byte\",0]]}]],"
    "[\"Q\",\"list\",[]],[\"R\",\"orientation\",[1,0,0,0.5]],[\"S\",\"vector\",[1,2,-3.25]]]}}";

static const char gff_xoreos[] =
    DECLARATION "<gff3 type=\"UTC\">\n"
                "  <struct id=\"4294967295\">\n"
                "    <byte label=\"A\">200</byte>\n"
                "    <char label=\"B\">-3</char>\n"
                "    <uint16_t label=\"C\">65535</uint16_t>\n"
                "    <sint16 label=\"D\">-300</sint16>\n"
                "    <uint32_t label=\"E\">4000000000</uint32_t>\n"
                "    <sint32 label=\"F\">-70000</sint32>\n"
                "    <uint64_t label=\"G\">18446744073709551615</uint64_t>\n"
                "    <sint64 label=\"H\">-9223372036854775808</sint64>\n"
                "    <float label=\"I\">1.500000</float>\n"
                "    <double label=\"J\">-0.250000</double>\n"
                "    <exostring label=\"K\">a &amp; &lt;b&gt;</exostring>\n"
                "    <resref label=\"L\">p_bastila</resref>\n"
                "    <locstring label=\"M\" strref=\"4294967295\">\n"
                "      <string language=\"0\">caf\xC3\xA9</string>\n"
                "      <string language=\"3\"></string>\n"
                "    </locstring>\n"
                "    <data label=\"N\">AAEC/w==</data>\n"
                "    <struct label=\"O\" id=\"7\">\n"
                "      <byte label=\"Z\">1</byte>\n"
                "    </struct>\n"
                "    <list label=\"P\">\n"
                "      <struct id=\"2\"/>\n"
                "      <struct id=\"3\">\n"
                "        <byte label=\"Z\">0</byte>\n"
                "      </struct>\n"
                "    </list>\n"
                "    <list label=\"Q\"/>\n"
                "    <orientation label=\"R\">\n"
                "      <double>1.000000</double>\n"
                "      <double>0.000000</double>\n"
                "      <double>0.000000</double>\n"
                "      <double>0.500000</double>\n"
                "    </orientation>\n"
                "    <vector label=\"S\">\n"
                "      <double>1.000000</double>\n"
                "      <double>2.000000</double>\n"
                "      <double>-3.250000</double>\n"
                "    </vector>\n"
                "  </struct>\n"
                "</gff3>\n";

/* The attributes of a struct stand as ElementTree has them: label was set before id. */
static const char gff_pykotor[] = "<gff3>\n"
                                  "  <struct id=\"-1\">\n"
                                  "    <byte label=\"A\">200</byte>\n"
                                  "    <char label=\"B\">-3</char>\n"
                                  "    <uint16 label=\"C\">65535</uint16>\n"
                                  "    <sint16 label=\"D\">-300</sint16>\n"
                                  "    <uint32 label=\"E\">4000000000</uint32>\n"
                                  "    <sint32 label=\"F\">-70000</sint32>\n"
                                  "    <uint64 label=\"G\">18446744073709551615</uint64>\n"
                                  "    <sint64 label=\"H\">-9223372036854775808</sint64>\n"
                                  "    <float label=\"I\">1.5</float>\n"
                                  "    <double label=\"J\">-0.25</double>\n"
                                  "    <exostring label=\"K\">a &amp; &lt;b&gt;</exostring>\n"
                                  "    <resref label=\"L\">p_bastila</resref>\n"
                                  "    <locstring label=\"M\" strref=\"-1\">\n"
                                  "      <string language=\"0\">caf&#233;</string>\n"
                                  "      <string language=\"3\" />\n"
                                  "    </locstring>\n"
                                  "    <data label=\"N\">AAEC/w==</data>\n"
                                  "    <struct label=\"O\" id=\"7\">\n"
                                  "      <byte label=\"Z\">1</byte>\n"
                                  "    </struct>\n"
                                  "    <list label=\"P\">\n"
                                  "      <struct id=\"2\" />\n"
                                  "      <struct id=\"3\">\n"
                                  "        <byte label=\"Z\">0</byte>\n"
                                  "      </struct>\n"
                                  "    </list>\n"
                                  "    <list label=\"Q\" />\n"
                                  "    <orientation label=\"R\">\n"
                                  "      <double>1.0</double>\n"
                                  "      <double>0.0</double>\n"
                                  "      <double>0.0</double>\n"
                                  "      <double>0.5</double>\n"
                                  "    </orientation>\n"
                                  "    <vector label=\"S\">\n"
                                  "      <double>1.0</double>\n"
                                  "      <double>2.0</double>\n"
                                  "      <double>-3.25</double>\n"
                                  "    </vector>\n"
                                  "  </struct>\n"
                                  "</gff3>\n";

static const char gff_json[] =
    "{\"struct_id\": -1, \"fields\": {"
    "\"A\": {\"type\": 0, \"value\": 200}, \"B\": {\"type\": 1, \"value\": -3},"
    "\"C\": {\"type\": 2, \"value\": 65535}, \"D\": {\"type\": 3, \"value\": -300},"
    "\"E\": {\"type\": 4, \"value\": 4000000000}, \"F\": {\"type\": 5, \"value\": -70000},"
    "\"G\": {\"type\": 6, \"value\": 18446744073709551615},"
    "\"H\": {\"type\": 7, \"value\": -9223372036854775808},"
    "\"I\": {\"type\": 8, \"value\": 1.5}, \"J\": {\"type\": 9, \"value\": -0.25},"
    "\"K\": {\"type\": 10, \"value\": \"a & <b>\"}, \"L\": {\"type\": 11, \"value\": \"p_bastila\"},"
    "\"M\": {\"type\": 12, \"value\": {\"stringref\": -1,"
    "  \"substrings\": {\"0\": \"caf\\u00e9\", \"3\": \"\"}}},"
    "\"N\": {\"type\": 13, \"value\": \"AAEC/w==\"},"
    "\"O\": {\"type\": 14, \"value\": {\"struct_id\": 7, \"fields\": {\"Z\": {\"type\": 0, \"value\": 1}}}},"
    "\"P\": {\"type\": 15, \"value\": [{\"struct_id\": 2, \"fields\": {}},"
    "  {\"struct_id\": 3, \"fields\": {\"Z\": {\"value\": 0, \"type\": 0}}}]},"
    "\"Q\": {\"type\": 15, \"value\": []},"
    "\"R\": {\"type\": 16, \"value\": {\"x\": 1.0, \"y\": 0.0, \"z\": 0.0, \"w\": 0.5}},"
    "\"S\": {\"type\": 17, \"value\": [1.0, 2.0, -3.25]}}}";

static void test_gff(void)
{
    same_file(gff_xoreos, NULL, gff_own);
    same_file(gff_pykotor, "x.utc.xml", gff_own);
    same_file(gff_pykotor, "some/x.utc", gff_own);
    same_file(gff_json, "x.utc.json", gff_own);
    written_as(gff_own, NULL, "xml", NULL, gff_xoreos, "");
    written_as(gff_own, "pykotor", "xml", "x.utc", gff_pykotor, "");
    written_as(gff_own, "pykotor", "json", "x.utc", NULL, "");
    written_as(gff_own, "pykotor", "xml", "x.git", NULL, "file_type");
}

/* Other names that were written once, or are read by one tool alone; and the type in full. */
static void test_gff_old_names(void)
{
    static const char own[] =
        "{\"format\":\"gff\",\"version\":1,\"type\":\"DLG \",\"root\":{\"id\":4294967295,\"fields\":["
        "[\"A\",\"word\",1],[\"B\",\"dword\",2],[\"C\",\"dword64\",\"3\"],[\"D\",\"int64\",\"-4\"],"
        "[\"E\",\"void\",\"AAEC\"],[\"F\",\"char\",65],[\"G\",\"strref\",-1],[\"H\",\"strref\",12],"
        "[\"I\",\"string\",\"\\u0001\"],[\"J\",\"float\",\"inf\"],"
        "[\"K\",\"float\",\"nan:7fc00000\"]]}}";
    same_file("<gff3 type='DLG '><struct id='4294967295'><uint16 label='A'>1</uint16>"
              "<uint32 label='B'> 2 </uint32><uint64 label='C'>3</uint64>"
              "<sint65 label='D'>-4</sint65><void label='E'>\n AA\n EC\n</void>"
              "<char label='F'>A</char><strref label='G'>4294967295</strref>"
              "<strref label='H' strref='12'/><exostring label='I' base64='true'>AQ==</exostring>"
              "<float label='J'>inf</float><float label='K'>nan</float></struct></gff3>",
              NULL, own);
    written_as(own, "xoreos", "xml", NULL, NULL, "");
    written_as(own, "pykotor", "xml", "x.dlg", NULL, "field_type text");
}

static const char gff_odd[] =
    "{\"format\":\"gff\",\"version\":1,\"type\":\"UTC \",\"encoding\":\"cp1251\","
    "\"layout\":\"breadth-first\",\"root\":{\"id\":4294967295,\"fields\":["
    "[\"A\",\"byte\",1,\"0x00000101\"],[\"A\",\"float\",\"nan:7fc00001\"],"
    "[\"B\",\"struct\",{\"id\":1,\"word\":5,\"fields\":[]}],[\"C\",200,77],"
    "[\"D\",\"locstring\",{\"strref\":1,\"excess\":2,\"texts\":[[0,\"a\\u0002\"]]}]]}}";

static void test_gff_losses(void)
{
    written_as(gff_odd, "xoreos", "xml", "x.utc", NULL,
               "layout encoding duplicate_label field_type number raw_word text");
    written_as(gff_odd, "pykotor", "xml", NULL, NULL,
               "layout file_type encoding duplicate_label field_type number raw_word text");
    written_as(gff_odd, "pykotor", "json", "x.utc", NULL,
               "layout encoding duplicate_label field_type number raw_word");
}

/* Numbers that are none, as other tools spell them: bits of a float and of a double; 0: refused. */
static void test_special_numbers(void)
{
    static const struct {
        const char *text;
        uint32_t word;
        uint64_t wide;
    } rows[] = {{"inf", 0x7F800000, 0x7FF0000000000000},
                {"-inf", 0xFF800000, 0xFFF0000000000000},
                {"INF", 0x7F800000, 0x7FF0000000000000},
                {"Infinity", 0x7F800000, 0x7FF0000000000000},
                {" -infinity ", 0xFF800000, 0xFFF0000000000000},
                {"nan", 0x7FC00000, 0x7FF8000000000000},
                {"-NaN", 0xFFC00000, 0xFFF8000000000000},
                {"1.5", 0x3FC00000, 0x3FF8000000000000},
                {"-1.5", 0xBFC00000, 0xBFF8000000000000},
                {"in", 0, 0},
                {"infi", 0, 0},
                {"--inf", 0, 0},
                {"infinityinfinit", 0, 0},
                {"infinityinfinity", 0, 0},
                {"infinityinfinityinfinity", 0, 0},
                {"-", 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[300];
        snprintf(
            text, sizeof text,
            "<gff3><struct id='0'><float label='A'>%s</float><double label='B'>%s</double></struct></gff3>",
            rows[i].text, rows[i].text);
        if (!rows[i].word) {
            text_refused(text, "A: a number expected, not");
            continue;
        }
        struct rq_doc *doc = from_text(text, NULL);
        REQUIRE(doc != NULL);
        const struct rq_gff_struct *root = ((const struct rq_gff *)rq_doc_root(doc, "gff"))->root;
        CHECK_INT(root->fields[0].v.word, rows[i].word);
        CHECK_INT(root->fields[1].v.wide, rows[i].wide);
        rq_doc_free(doc);
    }
}

/* A NaN stays what it is when it is the usual one; JSON has no sign for it. */
static void test_lost_numbers(void)
{
    static const struct {
        const char *type, *value;
        bool xml, json; /* lost */
    } rows[] = {{"float", "\"inf\"", false, false},
                {"float", "\"-inf\"", false, false},
                {"float", "\"nan:7fc00000\"", false, false},
                {"float", "\"nan:ffc00000\"", false, true},
                {"float", "\"nan:7fc00001\"", true, true},
                {"float", "\"nan:7f800001\"", true, true},
                {"double", "\"inf\"", false, false},
                {"double", "\"-inf\"", false, false},
                {"double", "\"nan:7ff8000000000000\"", false, false},
                {"double", "\"nan:fff8000000000000\"", false, true},
                {"double", "\"nan:7ff8000000000001\"", true, true},
                {"double", "\"nan:7ff0000000000001\"", true, true},
                {"vector", "[1,2,\"nan:7fc00000\"]", false, false},
                {"vector", "[1,2,\"nan:ffc00000\"]", false, true},
                {"vector", "[\"nan:7fc00001\",2,3]", true, true},
                {"orientation", "[1,2,3,\"nan:7fc00001\"]", true, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char own[300];
        snprintf(
            own, sizeof own,
            "{\"format\":\"gff\",\"version\":1,\"type\":\"UTC \",\"root\":{\"id\":4294967295,\"fields\":["
            "[\"A\",\"%s\",%s]]}}",
            rows[i].type, rows[i].value);
        written_as(own, "xoreos", "xml", "x.utc", NULL, rows[i].xml ? "number" : "");
        check_note("%s %s", rows[i].type, rows[i].value);
        written_as(own, "pykotor", "json", "x.utc", NULL, rows[i].json ? "number" : "");
    }
}

/* Types 0 to 18 have names; others are told by their number. */
static void test_unknown_types(void)
{
    static const char own[] =
        "{\"format\":\"gff\",\"version\":1,\"type\":\"UTC \",\"root\":{\"id\":4294967295,\"fields\":["
        "[\"A\",19,77],[\"B\",255,4294967295]]}}";
    static const char xml[] = DECLARATION "<gff3 type=\"UTC\">\n"
                                          "  <struct id=\"4294967295\">\n"
                                          "    <filetype19 label=\"A\">77</filetype19>\n"
                                          "    <filetype255 label=\"B\">4294967295</filetype255>\n"
                                          "  </struct>\n"
                                          "</gff3>\n";
    written_as(own, "xoreos", "xml", "x.utc", xml, "field_type");
    same_file(xml, NULL, own);
}

/* Where the first of each kind is, and how often it is there. */
static void note_places(void *ctx, const struct rq_finding *lost)
{
    char *text = ctx;
    size_t n = strlen(text);
    snprintf(text + n, 600 - n, "%s: %s%s\n", lost->id, lost->where,
             strstr(lost->text, "(") ? strrchr(lost->text, '(') - 1 : "");
}

static void test_places(void)
{
    static const char own[] =
        "{\"format\":\"gff\",\"version\":1,\"type\":\"UTC \",\"root\":{\"id\":4294967295,\"fields\":["
        "[\"A\",\"float\",\"nan:7fc00001\"],[\"P\",\"list\",[{\"id\":2,\"fields\":[]},{\"id\":3,\"fields\":["
        "[\"S\",\"struct\",{\"id\":0,\"fields\":[[\"Z\",\"byte\",1,\"0x00000101\"]]}],"
        "[\"B\",\"float\",\"nan:7fc00001\"]]}]]]}}";
    char text[600] = "";
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = from_text(own, NULL);
    REQUIRE(doc != NULL);
    CHECK(rq_dialect_write(
        doc, &(struct rq_dialect_options){"xoreos", "xml", "x.utc", note_places, text}, &out,
        &err));
    CHECK_STR(text, "number: A (2 times)\nraw_word: P[1]/S/Z\n");
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_types_by_name(void)
{
    static const char *const cases[][2] = {
        {"x.utc", "UTC "},     {"a/b/X.DLG.XML", "DLG "}, {"x.json", "GFF "}, {"xml", "GFF "},
        {"x.res.xml", "GFF "}, {"x.foo", "GFF "},         {"", "GFF "},       {".utc.json", "UTC "},
        {"x.are", "ARE "},     {"x.Utc", "UTC "},         {"x.utcx", "GFF "}, {"x.ut", "GFF "},
        {"x.res", "GFF "},     {"utc", "GFF "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char type[5] = "";
        rq_gff_type_by_name(cases[i][0], type);
        check_note("%s", cases[i][0]);
        CHECK_STR(type, cases[i][1]);
    }
}

/* ---- TLK ---- */

static const char tlk_xoreos[] =
    DECLARATION "<tlk language=\"2\">\n"
                "  <string id=\"0\">Bad StrRef</string>\n"
                "  <string id=\"2\" sound=\"n_vo\" volumevariance=\"3\" pitchvariance=\"4\" "
                "soundlength=\"1.250000\">\xC3\xA4</string>\n"
                "</tlk>\n";

/* Header, three entries of 40 bytes, the texts: after docs/formats/tlk.md. */
static void test_tlk(void)
{
    uint8_t file[20 + 3 * 40 + 11] = "TLK V3.0";
    file[8] = 2;
    file[12] = 3;
    file[16] = 140;
    uint8_t *first = file + 20, *empty = first + 40, *third = empty + 40;
    first[0] = 1;
    first[32] = 10;
    empty[28] = 10;
    third[0] = 7;
    memcpy(third + 4, "n_vo", 4);
    third[20] = 3;
    third[24] = 4;
    third[28] = 10;
    third[32] = 1;
    rq_set32(third + 36, 0x3FA00000); /* 1.25 */
    memcpy(file + 140, "Bad StrRef\xE4", 11);
    struct rq_out made = file_of(from_text(tlk_xoreos, NULL));
    CHECK_MEM(made.data, made.size, file, sizeof file);
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&made), NULL, NULL);
    struct losses lost;
    REQUIRE(doc != NULL);
    struct rq_out text = text_as(doc, "xoreos", "xml", NULL, &lost);
    CHECK_STR((const char *)text.data, tlk_xoreos);
    CHECK_STR(lost.ids, "");
    rq_out_free(&text);
    text = text_as(doc, "pykotor", "xml", NULL, &lost);
    CHECK_STR((const char *)text.data, "<tlk language=\"2\">\n"
                                       "  <string id=\"0\">Bad StrRef</string>\n"
                                       "  <string id=\"1\" />\n"
                                       "  <string id=\"2\" sound=\"n_vo\">&#228;</string>\n"
                                       "</tlk>\n");
    CHECK_STR(lost.ids, "flags variance sound_length");
    rq_out_free(&text);
    text = text_as(doc, "pykotor", "json", NULL, &lost);
    CHECK_STR(lost.ids, "flags variance sound_length language");
    rq_out_free(&text);
    rq_doc_free(doc);
    rq_out_free(&made);
}

/* Bytes behind the name of a sound, a text in a code page that the language does not have, texts in another order. */
static void test_tlk_losses(void)
{
    uint8_t file[20 + 40 + 1] = "TLK V3.0";
    struct losses lost;
    file[12] = 1;
    file[16] = 60;
    file[20] = 1;
    memcpy(file + 24, "n_vo\0\0x", 7);
    file[52] = 1;
    file[60] = 'a';
    for (int page = 0; page < 2; page++) {
        const struct rq_options options = {.codepage = page ? RQ_CP1251 : RQ_CP_DEFAULT};
        struct rq_doc *doc = rq_doc_read((struct rq_bytes){file, sizeof file}, &options, NULL);
        REQUIRE(doc != NULL);
        struct rq_out text = text_as(doc, "xoreos", "xml", NULL, &lost);
        CHECK_STR(lost.ids, page ? "encoding flags sound_rest" : "flags sound_rest");
        rq_out_free(&text);
        rq_doc_free(doc);
    }
}

static void test_tlk_json(void)
{
    same_file("{\"strings\": [{\"_index\": \"1\", \"text\": \"two\", \"soundResRef\": \"x\"},"
              "{\"_index\": \"0\", \"text\": \"one\", \"soundResRef\": \"\"}]}",
              NULL,
              "{\"format\":\"tlk\",\"version\":1,\"language\":0,\"strings\":["
              "{\"flags\":1,\"text\":\"one\"},{\"flags\":3,\"sound\":\"x\",\"text\":\"two\"}]}");
}

/* ---- SSF ---- */

static void test_ssf(void)
{
    uint8_t file[12 + 160] = "SSF V1.1\x0C";
    memset(file + 12, 0xFF, 160);
    rq_set32(file + 12, 5);
    rq_set32(file + 12 + 4 * 27, 70000);
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){file, sizeof file}, NULL, NULL);
    static const char *const kinds[][2] = {
        {"xoreos", "xml"}, {"pykotor", "xml"}, {"pykotor", "json"}};
    static const char *const parts[] = {
        DECLARATION "<ssf>\n  <sound id=\"0\" label=\"BattleCry1\" strref=\"5\"></sound>\n"
                    "  <sound id=\"1\" label=\"BattleCry2\"></sound>\n",
        "<xml>\n  <sound id=\"0\" label=\"BATTLE_CRY_1\" strref=\"5\" />\n"
        "  <sound id=\"1\" label=\"BATTLE_CRY_2\" strref=\"-1\" />\n",
        "{\n  \"sounds\": [\n    {\"id\": \"0\", \"label\": \"BATTLE_CRY_1\", \"strref\": \"5\"},\n",
    };
    REQUIRE(doc != NULL);
    for (size_t i = 0; i < 3; i++) {
        struct losses lost;
        struct rq_out text = text_as(doc, kinds[i][0], kinds[i][1], NULL, &lost);
        CHECK_STR(lost.ids, "");
        size_t size = strlen(parts[i]);
        CHECK_MEM(text.data, text.size < size ? text.size : size, parts[i], size);
        struct rq_out back = file_of(from_text((const char *)text.data, NULL));
        CHECK_MEM(back.data, back.size, file, sizeof file);
        rq_out_free(&back);
        rq_out_free(&text);
    }
    rq_doc_free(doc);
    /* As xoreos-tools writes one that is not of 40: no labels, and as many as there are. */
    same_file(DECLARATION
              "<ssf>\n  <sound id=\"0\"></sound>\n  <sound id=\"1\" strref=\"9\"></sound>\n</ssf>",
              NULL,
              "{\"format\":\"ssf\",\"version\":1,\"sounds\":[{\"strref\":-1},{\"strref\":9}]}");
    written_as("{\"format\":\"ssf\",\"version\":1,\"gap\":\"AA==\",\"sounds\":[{\"strref\":-1}]}",
               "pykotor", "json", NULL, NULL, "sounds stray_bytes");
}

/* ---- LIP ---- */

/* The shape of PyKotor's io_lip_json.py: numbers as text. The file by the 16 bytes of header and 5 a
 * key of docs/formats/lip.md. */
static void test_lip(void)
{
    static const uint8_t file[] = {'L', 'I', 'P', ' ', 'V', '1', '.', '0', 0, 0, 0xC0, 0x3F, 2,
                                   0,   0,   0,   0,   0,   0,   0,   3,   0, 0, 0x80, 0x3E, 15};
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){file, sizeof file}, NULL, NULL);
    struct losses lost;
    REQUIRE(doc != NULL);
    struct rq_out text = text_as(doc, "pykotor", "json", NULL, &lost);
    CHECK_STR(lost.ids, "");
    CHECK(strstr((const char *)text.data, "{\"time\": \"0.25\", \"shape\": \"15\"}"));
    struct rq_out back = file_of(from_text((const char *)text.data, NULL));
    CHECK_MEM(back.data, back.size, file, sizeof file);
    rq_out_free(&back);
    rq_out_free(&text);
    rq_doc_free(doc);
    struct rq_out numbers = file_of(from_text("{\"duration\": 1.5, \"keyframes\": [{\"time\": 0, "
                                              "\"shape\": 3}, {\"time\": 0.25, \"shape\": 15}]}",
                                              NULL));
    CHECK_MEM(numbers.data, numbers.size, file, sizeof file);
    rq_out_free(&numbers);
}

/* ---- 2DA ---- */

static const char twoda_own[] =
    "{\"format\":\"twoda\",\"version\":1,\"form\":\"binary\",\"columns\":[\"label\",\"name\"],"
    "\"rows\":[{\"label\":\"0\",\"cells\":[\"a,b\",null]},{\"label\":\"1\",\"cells\":[\"c\",\"d\"]}]}";

static void test_twoda(void)
{
    same_file("{\"rows\": [{\"label\": \"0\", \"cells\": [\"a,b\", \"\"]},"
              "{\"label\": \"1\", \"cells\": [\"c\", \"d\"]}], \"headers\": [\"label\", \"name\"]}",
              NULL, twoda_own);
    same_file("{\"rows\": [{\"_id\": \"0\", \"label\": \"a,b\", \"name\": \"****\"},"
              "{\"_id\": \"1\", \"label\": \"c\", \"name\": \"d\"}]}",
              NULL, twoda_own);
    same_file(",label,name\r\n0,\"a,b\",\r\n1,c,d\r\n", "x.csv", twoda_own);
    same_file("label,name\n\"a,b\",\nc,d\n", "x.2da", twoda_own);
    written_as(twoda_own, "xoreos", "csv", NULL, "label,name\r\n\"a,b\",\r\nc,d\r\n", "");
    written_as(twoda_own, "pykotor", "csv", NULL, ",label,name\r\n0,\"a,b\",\r\n1,c,d\r\n", "");
    written_as(twoda_own, "pykotor", "json", NULL, NULL, "");
    static const char odd[] =
        "{\"format\":\"twoda\",\"version\":1,\"form\":\"text\",\"default\":[\"DEFAULT:\",\"x\"],"
        "\"columns\":[\"a\",\"b\"],\"rows\":[{\"label\":\"7\",\"cells\":[\"\",\"x\\\"y\",\"z\"]}]}";
    written_as(odd, "xoreos", "csv", NULL, NULL, "form fallback row_length cell row_label quotes");
    written_as(odd, "pykotor", "json", NULL, NULL, "form fallback row_length cell");
    /* xoreos leaves the labels out, and then nothing is left. */
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = from_text(
        "{\"format\":\"twoda\",\"version\":1,\"form\":\"binary\",\"columns\":[],\"rows\":[]}",
        NULL);
    REQUIRE(doc != NULL);
    CHECK(!rq_dialect_write(doc, &(struct rq_dialect_options){.dialect = "xoreos", .kind = "csv"},
                            &out, &err));
    CHECK_STR(err.text, "a table without columns has no such CSV");
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* Four stars are an empty cell in every CSV and JSON. */
static void test_stars(void)
{
    static const struct {
        const char *cell, *lost;
    } rows[] = {{"****", "cell"}, {"***", ""}, {"*****", ""}, {"***a", ""}, {"", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char own[300];
        snprintf(own, sizeof own,
                 "{\"format\":\"twoda\",\"version\":1,\"form\":\"binary\",\"columns\":[\"a\"],"
                 "\"rows\":[{\"label\":\"0\",\"cells\":[\"%s\"]}]}",
                 rows[i].cell);
        written_as(own, "pykotor", "csv", NULL, NULL, rows[i].lost);
        written_as(own, "pykotor", "json", NULL, NULL, rows[i].lost);
    }
}

/* ---- real files ---- */

struct differences {
    const char *lost;
    size_t unexplained;
};

static void note_difference(void *ctx, const char *path, const char *a, const char *b)
{
    struct differences *d = ctx;
    size_t size = strlen(path);
    bool layout = strncmp(path, "layout", 6) == 0 || strncmp(path, "places", 6) == 0;
    bool flags = size > 6 && strcmp(path + size - 6, "/flags") == 0;
    (void)a, (void)b;
    if (!(layout && strstr(d->lost, "layout")) && !(flags && strstr(d->lost, "flags"))) {
        check_note("%s", path);
        d->unexplained++;
    }
}

/* Through the dialect and back: the same bytes, or only what was said to be lost differs. */
static void through(struct rq_bytes file, const char *name, const char *dialect, const char *kind)
{
    struct rq_error err = {0};
    struct losses lost;
    struct rq_options options = {.name = name};
    struct rq_doc *doc = rq_doc_read(file, &options, &err);
    REQUIRE(doc != NULL);
    struct rq_out text = text_as(doc, dialect, kind, name, &lost), out = {0};
    struct rq_bytes bytes = {text.data, text.size - 1};
    struct rq_doc *back = rq_doc_from_text(bytes, &options, &err);
    check_note("%s as %s %s, lost %s: %s", name, dialect, kind, lost.ids, err.text);
    if (CHECK(back && rq_doc_write(back, &out, &err))) {
        struct differences d = {.lost = lost.ids};
        size_t count;
        CHECK(lost.ids[0] || rq_same(rq_out_bytes(&out), file));
        CHECK(rq_doc_diff(doc, back, note_difference, &d, &count, &err));
        CHECK_INT(d.unexplained, 0);
    }
    rq_out_free(&out);
    rq_out_free(&text);
    rq_doc_free(back);
    rq_doc_free(doc);
}

/* Our own CSV: what each table of it has no place for, and nothing where it holds all. */
static void test_own_csv(void)
{
    static const struct {
        const char *json, *lost;
    } files[] = {
        {twoda_own, ""},
        {"{\"format\":\"twoda\",\"version\":1,\"form\":\"text\",\"default\":[\"DEFAULT:\",\"x\"],"
         "\"columns\":[\"a\",\"b\"],\"rows\":[{\"label\":\"7\",\"cells\":[\"\",\"y\",\"z\"]}]}",
         "form fallback row_length cell"},
        {"{\"format\":\"tlk\",\"version\":1,\"strings\":[{\"flags\":6,\"sound\":\"a\","
         "\"sound_length\":2.5,\"text\":\"b\"}]}",
         ""},
        {"{\"format\":\"tlk\",\"version\":1,\"language\":2,\"layout\":\"shared\",\"strings\":"
         "[{\"flags\":1,\"pitch_variance\":1,\"text\":\"b\"}]}",
         "layout variance language"},
        {"{\"format\":\"lip\",\"version\":1,\"length\":1,\"keys\":[[0,1]]}", ""},
        {"{\"format\":\"lip\",\"version\":1,\"keys\":[],\"trailing\":\"AAAA\"}", "stray_bytes"},
        {"{\"format\":\"ssf\",\"version\":1,\"sounds\":[]}", ""},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct rq_error err = {0};
        struct losses lost = {""};
        struct rq_doc *doc = from_text(files[i].json, NULL);
        REQUIRE(doc != NULL);
        CHECK(rq_dialect_own_csv(doc, note_lost, &lost, &err));
        CHECK_STR(lost.ids, files[i].lost);
        rq_doc_free(doc);
    }
}

static void test_corpus(void)
{
    static const char *const folders[] = {"dlg", "gui", "jrl", "utc", "utd", "uti", "utp",
                                          "uts", "utt", "tlk", "ssf", "2da", "lip"};
    NEEDS_CORPUS("kotor");
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char below[32];
        struct rq_walk walk = {0};
        snprintf(below, sizeof below, "kotor/%s", folders[i]);
        if (!corpus_walk(below, &walk))
            continue;
        for (size_t k = 0; k < walk.count; k++) {
            struct rq_map map;
            const char *name = walk.items[k].relative;
            bool table = strcmp(folders[i], "2da") == 0, lip = strcmp(folders[i], "lip") == 0;
            REQUIRE(rq_map_open(&map, walk.items[k].path, NULL));
            if (!lip)
                through(map.bytes, name, "xoreos", table ? "csv" : "xml");
            if (!lip)
                through(map.bytes, name, "pykotor", table ? "csv" : "xml");
            through(map.bytes, name, "pykotor", "json");
            rq_map_close(&map);
        }
        rq_walk_free(&walk);
    }
}

/* ---- hostile ---- */

static void test_refusals(void)
{
    text_refused("<gff3><struct id='x'/></gff3>", "id: a number");
    text_refused("<gff3><struct id='4294967296'/></gff3>", "id: a number");
    text_refused("<gff3><struct id='0'/><struct id='0'/></gff3>", "more than one root");
    text_refused("<gff3 type='UTCUTC'><struct id='0'/></gff3>", "4 characters");
    text_refused("<gff3 type='UTC 1'><struct id='0'/></gff3>", "4 characters");
    text_refused("<gff3/>", "a struct expected");
    text_refused("<gff3><struct><filetype256 label='A'>1</filetype256></struct></gff3>",
                 "filetype: a number from 0 to 255 expected, not \"256\"");
    text_refused("<gff3><struct><filetype label='A'>1</filetype></struct></gff3>", "filetype");
    text_refused("<gff3><struct><filetypf20 label='A'>1</filetypf20></struct></gff3>",
                 "filetypf20");
    text_refused("{\"strings\": [{\"_index\": \"1\", \"text\": \"\"}]}", "string 1 is there twice");
    text_refused("{\"sounds\": [{\"id\": \"40\"}]}", "a sound has an \"id\" below 40");
    text_refused("<gff3><struct><byte label='A'>256</byte></struct></gff3>", "A: a number");
    text_refused("<gff3><struct><byte label='A'></byte></struct></gff3>", "A: a number");
    text_refused("<gff3><struct><float label='A'>1x</float></struct></gff3>", "A: a number");
    text_refused("<gff3><struct><sint64 label='A'>9223372036854775808</sint64></struct></gff3>",
                 "A: a number");
    text_refused("<gff3><struct><data label='A'>!</data></struct></gff3>", "base64");
    text_refused("<gff3><struct><vector label='A'><double>1</double></vector></struct></gff3>",
                 "3 numbers");
    text_refused("<gff3><struct><byte label='12345678901234567'>1</byte></struct></gff3>", "16");
    text_refused("<gff3><struct><octet label='A'>1</octet></struct></gff3>", "octet");
    text_refused("<gff3><struct><exostring label='A'>&#8364;&#1046;</exostring></struct></gff3>",
                 "not in cp1252");
    text_refused("<tlk><string id='4294967295'>x</string></tlk>", "only 1");
    text_refused("<tlk><string>x</string></tlk>", "no id");
    text_refused("<tlk><string id='0'/><string id='0'/></tlk>", "twice");
    text_refused("<tlk><string id='0' sound='12345678901234567'/></tlk>", "16");
    text_refused("<tlk><string id='0' soundid='5'/></tlk>", "soundid");
    text_refused("<ssf><sound id='99999'/></ssf>", "id: a number");
    text_refused("<ssf><sound/></ssf>", "id: a number");
    text_refused("{\"keyframes\": [{\"shape\": \"256\"}]}", "shape: a number");
    text_refused("<ssf><sound id='0'>file</sound></ssf>", "file names");
    text_refused("<html><body/></html>", "neither gff3");
    text_refused("<xml/>", "neither gff3");
    text_refused("{\"struct_id\": 0, \"fields\": {\"A\": {\"type\": 0}}}", "\"value\"");
    text_refused("{\"struct_id\": 0, \"fields\": {\"A\": {\"value\": 0}}}", "here");
    text_refused("{\"struct_id\": 0, \"fields\": {\"A\": {\"type\": 17, \"value\": {\"q\": 1}}}}",
                 "3 numbers");
    text_refused("{\"strings\": [{\"_index\": \"5\", \"text\": \"\"}]}", "string 5");
    text_refused("{\"sounds\": [{\"id\": \"50\"}]}", "below 40");
    text_refused("{\"headers\": [\"a\"], \"rows\": [{\"label\": \"0\", \"cells\": []}]}",
                 "0 cells");
    text_refused("{\"rows\": [{\"_id\": \"0\", \"a\": \"1\"}, {\"_id\": \"1\", \"b\": \"1\"}]}",
                 "columns of the first");
    text_refused(
        "{\"rows\": [{\"_id\": \"0\", \"a\": \"1\", \"b\": \"2\"}, {\"_id\": \"1\", \"a\": \"1\"}]}",
        "each row has the columns of the first, in the same order");
    text_refused("{\"rows\": [{\"_id\": \"0\"}, {\"_id\": \"1\", \"\": \"1\"}]}",
                 "columns of the first");
    text_refused("{\"rows\": [{\"_id\": \"0\", \"a\": \"1\"},"
                 " {\"_id\": \"1\", \"a\": \"1\", \"\": \"1\"}]}",
                 "columns of the first");
    text_refused("{\"rows\": []}x", "");
    text_refused("{\"strings\": [], \"more\": 1}", "no field is named \"more\" here");
    text_refused("{\"strings\": [{\"_index\": \"0\", \"more\": 1}]}",
                 "no field is named \"more\" here");
    text_refused("{\"sounds\": [], \"more\": 1}", "no field is named \"more\" here");
    text_refused("{\"sounds\": [{\"id\": \"0\", \"more\": 1}]}", "no field is named \"more\" here");
    text_refused(
        "{\"struct_id\": 0, \"fields\": {\"12345678901234567\": {\"type\": 0, \"value\": 0}}}",
        "a label of 17 bytes; 16 at most, and no NUL");
    text_refused("{\"struct_id\": 0, \"fields\": {\"a\\u0000\": {\"type\": 0, \"value\": 0}}}",
                 "a label of 2 bytes; 16 at most, and no NUL");
    text_refused("{\"other\": 1}", "no \"format\"");
    text_refused("nothing at all", "");
    text_refused("", "");
}

/* A resref has a byte for its length; 63 structs may stand in each other below the root. */
static void test_json_limits(void)
{
    for (int more = 0; more < 2; more++) {
        struct rq_out text = {0};
        rq_putf(&text,
                "{\"struct_id\": 0, \"fields\": {\"A\": {\"type\": 11, \"value\": \"%0*d\"}}}",
                255 + more, 0);
        rq_put8(&text, 0);
        if (more)
            text_refused((char *)text.data, "A: 256 bytes, at most 255 are possible");
        else
            rq_doc_free(from_text((char *)text.data, NULL));
        rq_out_free(&text);
        for (int i = 0; i < 63 + more; i++)
            rq_put_str(&text, "{\"struct_id\": 0, \"fields\": {\"A\": {\"type\": 14, \"value\": ");
        rq_put_str(&text, "{\"struct_id\": 0, \"fields\": {}}");
        for (int i = 0; i < 63 + more; i++)
            rq_put_str(&text, "}}}");
        rq_put8(&text, 0);
        if (more)
            text_refused((char *)text.data, "structs nested deeper than 64");
        else
            rq_doc_free(from_text((char *)text.data, NULL));
        rq_out_free(&text);
    }
}

static void test_deep(void)
{
    enum { DEEP = 50000 };
    static const char open[] = "<struct label='A'>";
    struct rq_out text = {0};
    rq_put(&text, "<gff3>", 6);
    for (size_t i = 0; i < DEEP; i++)
        rq_put(&text, open, sizeof open - 1);
    rq_put8(&text, 0);
    text_refused((const char *)text.data, "deeper than");
    rq_out_cut(&text, 0);
    rq_put(&text, "<gff3>", 6);
    for (size_t i = 0; i < 70; i++)
        rq_put(&text, open, sizeof open - 1);
    for (size_t i = 0; i < 70; i++)
        rq_put(&text, "</struct>", 9);
    rq_put(&text, "</gff3>", 8);
    text_refused((const char *)text.data, "nested deeper than 64");
    rq_out_free(&text);
}

/* Whatever the text: an error, or a document that can be written. */
static void survives(struct rq_bytes text)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_from_text(text, &(struct rq_options){.name = "x.utc"}, &err);
    if (!doc)
        CHECK(err.code != RQ_OK && err.text[0]);
    else
        CHECK(rq_doc_write(doc, &out, &err));
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void damage(const char *text)
{
    size_t size = strlen(text);
    uint8_t *copy = malloc(size);
    uint32_t random = 99;
    REQUIRE(copy != NULL);
    for (size_t n = 0; n < size; n++) {
        struct check_guard guard;
        check_note("the first %zu bytes", n);
        REQUIRE(check_guard_make(text, n, &guard));
        survives((struct rq_bytes){guard.data, guard.size});
        check_guard_free(&guard);
    }
    for (size_t i = 0; i < 4000; i++) {
        random = random * 1664525u + 1013904223u;
        size_t at = (random >> 8) % size;
        memcpy(copy, text, size);
        copy[at] = i & 1 ? (uint8_t) "<>&\"/0-e\\{}["[i / 2 % 12] : (uint8_t)(random >> 24);
        check_note("byte %zu is 0x%02x", at, copy[at]);
        survives((struct rq_bytes){copy, size});
    }
    free(copy);
}

static void test_damage(void)
{
    damage(gff_xoreos);
    damage(gff_pykotor);
    damage(gff_json);
    damage(tlk_xoreos);
}

/* Each allocation fails in turn: an error, and nothing is left behind. */
static void exhausted(const char *text, const char *kind)
{
    for (size_t n = 1; n < 3000; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_error err = {0};
        struct rq_out out = {.alloc = &alloc};
        struct rq_options options = {.alloc = &alloc, .name = "x.utc"};
        struct rq_dialect_options how = {.dialect = "pykotor", .kind = kind};
        struct rq_doc *doc = rq_doc_from_text(text_of(text), &options, &err);
        bool fine = doc && rq_dialect_write(doc, &how, &out, &err);
        CHECK_INT(fine, err.code == RQ_OK);
        rq_out_free(&out);
        rq_doc_free(doc);
        CHECK_INT(failing.live_blocks, 0);
        if (failing.calls < n)
            return;
    }
}

static void test_memory(void)
{
    exhausted(gff_xoreos, "xml");
    exhausted(gff_json, "json");
    exhausted(tlk_xoreos, "json");
    exhausted(twoda_own, "csv");
}

TESTS(test_special_numbers, test_lost_numbers, test_unknown_types, test_places, test_stars,
      test_gff, test_gff_old_names, test_gff_losses, test_types_by_name, test_tlk, test_tlk_losses,
      test_tlk_json, test_ssf, test_lip, test_twoda, test_own_csv, test_corpus, test_refusals,
      test_json_limits, test_deep, test_damage, test_memory)
