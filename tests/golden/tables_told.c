/* What taking in the tables of talk tables and lips says, word by word and with the row as a spreadsheet counts it: the headings are
 * row 1. */
#include "tables.h"

#include <reliquary/lip.h>
#include <reliquary/tlk.h>

struct message {
    const char *csv, *where, *says;
    enum rq_code code;
};

static void check_error_is(const struct rq_error *err, const struct message *m)
{
    CHECK_INT(err->code, m->code);
    CHECK_INT(err->offset, 0);
    CHECK_STR(err->where, m->where);
    CHECK_STR(err->text, m->says);
}

/* A document of its own. */
static void check_made(const char *name, const struct message *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct rq_error err = {0};
        struct rq_bytes csv = {(const uint8_t *)list[i].csv, strlen(list[i].csv)};
        struct rq_doc *doc = rq_doc_from_text(csv, &(struct rq_options){.name = name}, &err);
        check_note("%s", list[i].csv);
        CHECK_INT(doc == NULL, list[i].code != RQ_OK);
        check_error_is(&err, &list[i]);
        rq_doc_free(doc);
    }
}

static void test_new_strings(void)
{
    static const struct message list[] = {
        {"strref,words\n1,a\n", "tlk", "the table needs the columns strref and text", RQ_USAGE},
        {"words,text\n1,a\n", "tlk", "the table needs the columns strref and text", RQ_USAGE},
        {"strref,text\n1,a\nx,a\n", "row 3", "strref: the number of a string expected", RQ_CORRUPT},
        {"strref,text\n4294967295,a\n", "row 2", "strref: the number of a string expected",
         RQ_CORRUPT},
        {"strref,text\n4294967294,a\n", "tlk", "1 strings of 4294967295 are in the table",
         RQ_LIMIT},
        {"strref,text\n1,a\n0,c\n1,b\n", "row 4, 1", "this string stands in the table twice",
         RQ_CORRUPT},
        {"strref,text,flags\n0,a,\n1,a,-1\n", "row 3, 1", "flags: a number expected, not \"-1\"",
         RQ_CORRUPT},
        {"strref,text,flags\n1,a,4294967295\n", "", "", RQ_OK},
        {"strref,text,flags\n1,a,4294967296\n", "row 2, 1",
         "flags: a number expected, not \"4294967296\"", RQ_CORRUPT},
        {"strref,text,sound\n1,a,1234567890123456\n", "", "", RQ_OK},
        {"strref,text,sound\n1,a,12345678901234567\n", "row 2, 1",
         "sound: 17 bytes, there is room for 16", RQ_CORRUPT},
        {"strref,text,sound_length\n1,a,1.25\n", "", "", RQ_OK},
        {"strref,text,sound_length\n1,a,long\n", "row 2, 1",
         "sound_length: seconds expected, as 1.25, not \"long\"", RQ_CORRUPT},
    };
    check_made("x.tlk", list, sizeof list / sizeof list[0]);
}

static void test_lips(void)
{
    static const struct message list[] = {
        {"time,form\n0,0\n", "lip", "the table needs the columns time and shape", RQ_USAGE},
        {"zeit,shape\n0,0\n", "lip", "the table needs the columns time and shape", RQ_USAGE},
        {"time,shape\n0,0\n\"0,5\",1\n", "row 3", "time: seconds expected, as 1.25, not \"0,5\"",
         RQ_CORRUPT},
        {"time,shape\n0,255\n", "", "", RQ_OK},
        {"time,shape\n0,x\n", "row 2", "shape: a number from 0 to 255 expected, not \"x\"",
         RQ_CORRUPT},
        {"time,shape\n0,\n1,2\n", "row 2", "shape: a number from 0 to 255 expected, not \"\"",
         RQ_CORRUPT},
    };
    check_made("x.lip", list, sizeof list / sizeof list[0]);
}

/* What a row leaves in the string: flags that it needs, and those that it is given. */
static void test_flags(void)
{
    struct rq_error err = {0};
    static const char csv[] = "strref,flags,sound,sound_length,text\n0,,,,\n1,,,,a\n2,,b,,\n"
                              "3,,,1.5,\n4,8,,,a\n5,1,c,-0,\n6,0,d,2,e\n";
    static const uint32_t flags[] = {0, 1, 2, 4, 9, 7, 7};
    struct rq_bytes bytes = {(const uint8_t *)csv, sizeof csv - 1};
    struct rq_doc *doc = rq_doc_from_text(bytes, &(struct rq_options){.name = "x.tlk"}, &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    const struct rq_tlk *tlk = rq_doc_root(doc, "tlk");
    REQUIRE(CHECK_INT(tlk->string_count, 7));
    for (size_t i = 0; i < 7; i++) {
        check_note("string %zu", i);
        CHECK_INT(tlk->strings[i].entry.flags, flags[i]);
    }
    rq_doc_free(doc);
}

/* Into a table that is there: rows of strings that it has, each once; others stay. */
static void test_changed_strings(void)
{
    static const struct message list[] = {
        {"strref,words\n1,a\n", "tlk", "the table needs the columns strref and text", RQ_USAGE},
        {"words,text\n1,a\n", "tlk", "the table needs the columns strref and text", RQ_USAGE},
        {"strref,text\n1,x\n2,a\n", "row 3, 2", "there are 2 strings", RQ_USAGE},
        {"strref,text\n1,x\n-1,a\n", "row 3, -1", "this is not the number of a string", RQ_USAGE},
        {"strref,text\n1,x\n0,y\n1,x\n", "row 4, 1", "this string stands in the table twice",
         RQ_USAGE},
        {"strref,text\n1,x\n", "", "", RQ_OK},
    };
    static const char json[] =
        "{\"format\":\"tlk\",\"version\":1,\"strings\":[{\"flags\":1,\"text\":"
        "\"a\"},{\"flags\":2,\"sound\":\"s\",\"text\":\"\"}]}";
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct rq_error err = {0};
        struct rq_doc *doc =
            rq_doc_from_json((struct rq_bytes){(const uint8_t *)json, sizeof json - 1}, NULL, &err);
        REQUIRE(doc != NULL);
        const struct rq_tlk *tlk = rq_doc_root(doc, "tlk");
        check_note("%s", list[i].csv);
        CHECK_INT(put_csv(doc, list[i].csv, &err), list[i].code == RQ_OK);
        check_error_is(&err, &list[i]);
        CHECK_MEM(tlk->strings[0].text.data, tlk->strings[0].text.size, "a", 1);
        CHECK_INT(tlk->strings[1].text.size, list[i].code == RQ_OK);
        CHECK_INT(tlk->strings[1].entry.flags, list[i].code == RQ_OK ? 3 : 2);
        rq_doc_free(doc);
    }
}

TESTS(test_new_strings, test_lips, test_flags, test_changed_strings)
