/* Values by path: get, set, insert and remove. Files are laid down by hand from docs/formats; an edit
 * of a value that keeps its size changes the bytes at an offset that is counted there. */
#include "golden/gff_parts.h"

#include <reliquary/game.h>
#include <stdio.h>

/* ---- the helpers ---- */

static struct rq_doc *open_doc(struct rq_bytes file, const char *name)
{
    struct rq_error err = {0};
    struct rq_options options = {.name = name};
    struct rq_doc *doc = rq_doc_read(file, &options, &err);
    CHECK_STR(err.text, "");
    return doc;
}

static bool gives(struct rq_doc *doc, const char *path, const char *expected)
{
    struct rq_error err = {0};
    struct rq_out text = {0};
    check_note("get %s", path);
    bool fine = CHECK(rq_doc_get(doc, path, &text, &err));
    rq_put8(&text, 0);
    fine = fine && CHECK_STR((char *)text.data, expected);
    rq_out_free(&text);
    return fine;
}

/* The file after one edit. */
static void becomes(struct rq_bytes file, const char *name, const char *path, const char *text,
                    struct rq_bytes expected)
{
    struct rq_error err = {0};
    struct rq_doc *doc = open_doc(file, name);
    REQUIRE(doc != NULL);
    check_note("%s=%s", path, text);
    CHECK(rq_doc_set(doc, path, text, &err));
    CHECK_STR(err.text, "");
    CHECK(writes_same(doc, expected, false));
    rq_doc_free(doc);
}

/* One edit that keeps the size of the file: these bytes stand at the offset afterwards. */
struct edit {
    const char *path, *text;
    size_t at;
    const char *bytes;
    size_t size;
};

static void patched(struct rq_bytes file, const char *name, const struct edit *edit)
{
    uint8_t expected[1024];
    REQUIRE(file.size <= sizeof expected && edit->at + edit->size <= file.size);
    memcpy(expected, file.data, file.size);
    memcpy(expected + edit->at, edit->bytes, edit->size);
    becomes(file, name, edit->path, edit->text, (struct rq_bytes){expected, file.size});
    /* What is there already changes nothing, and the way back leads to the first file. */
    struct rq_doc *doc = open_doc(file, name);
    struct rq_out was = {0};
    struct rq_error err = {0};
    REQUIRE(doc != NULL);
    CHECK(rq_doc_get(doc, edit->path, &was, &err));
    rq_put8(&was, 0);
    CHECK(rq_doc_set(doc, edit->path, (char *)was.data, &err));
    CHECK(writes_same(doc, file, false));
    CHECK(rq_doc_set(doc, edit->path, edit->text, &err));
    CHECK(rq_doc_set(doc, edit->path, (char *)was.data, &err));
    CHECK(writes_same(doc, file, false));
    rq_out_free(&was);
    rq_doc_free(doc);
}

#define PATCH(path, text, at, bytes)                                                               \
    {                                                                                              \
        path, text, at, bytes, sizeof(bytes) - 1                                                   \
    }

/* Refused, with the path, and the file is as it was. */
static void refuses(struct rq_bytes file, const char *name, const char *path, const char *text,
                    const char *why)
{
    struct rq_error err = {0};
    struct rq_doc *doc = open_doc(file, name);
    REQUIRE(doc != NULL);
    check_note("%.60s=%.60s", path, text);
    CHECK(!rq_doc_set(doc, path, text, &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK(strncmp(err.where, path, sizeof err.where - 1) == 0);
    if (!CHECK(strstr(err.text, why)))
        printf("    %s\n", err.text);
    CHECK(writes_same(doc, file, false));
    rq_doc_free(doc);
}

struct refusal {
    const char *path, *text, *why;
};

/* ---- GFF: all_types of gff_parts.h; fields at 92, 12 bytes each; data at 676 ---- */

static const struct rq_bytes gff = {all_types, sizeof all_types};

static void test_gff(void)
{
    static const struct edit edits[] = {
        PATCH("Byte", "7", 92 + 8, "\x07\0\0\0"),
        PATCH("Char", "-1", 92 + 12 + 8, "\xFF\xFF\xFF\xFF"),
        PATCH("Char", "127", 92 + 12 + 8, "\x7F\0\0\0"),
        PATCH("Word", "0", 92 + 24 + 8, "\0\0\0\0"),
        PATCH("Short", "-2", 92 + 36 + 8, "\xFE\xFF\xFF\xFF"),
        PATCH("Dword", "0x102", 92 + 48 + 8, "\x02\x01\0\0"),
        PATCH("Int", "2147483647", 92 + 60 + 8, "\xFF\xFF\xFF\x7F"),
        PATCH("Dword64", "1", 676, "\x01\0\0\0\0\0\0\0"),
        PATCH("Int64", "-2", 676 + 8, "\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF"),
        PATCH("Float", "0.5", 92 + 96 + 8, "\0\0\0\x3F"),
        PATCH("Float", "-inf", 92 + 96 + 8, "\0\0\x80\xFF"),
        PATCH("Float", "0x7fc00001", 92 + 96 + 8, "\x01\0\xC0\x7F"),
        PATCH("Double", "-2", 676 + 16, "\0\0\0\0\0\0\0\xC0"),
        PATCH("Double", "nan", 676 + 16, "\0\0\0\0\0\0\xF8\x7F"),
        PATCH("String", "x\xC3\xA9y", 676 + 28, "x\xE9y"),
        PATCH("ResRef", "abcd", 676 + 32, "abcd"),
        PATCH("LocString/strref", "9", 676 + 40, "\x09\0\0\0"),
        PATCH("LocString/0", "Max", 676 + 56, "Max"),
        PATCH("LocString/3", "hommf", 676 + 67, "hommf"),
        PATCH("Void", "vu8=", 676 + 76, "\xBE\xEF"),
        PATCH("Struct/Byte", "9", 92 + 15 * 12 + 8, "\x09\0\0\0"),
        PATCH("List/0/Byte", "8", 92 + 17 * 12 + 8, "\x08\0\0\0"),
        PATCH("Orientation/3", "1.5", 676 + 78 + 12, "\0\0\xC0\x3F"),
        PATCH("Vector/0", "0.25", 676 + 94, "\0\0\x80\x3E"),
        PATCH("StrRef", "none", 676 + 110, "\xFF\xFF\xFF\xFF"),
        PATCH("SixteenLettersXX/strref", "-1", 676 + 118, "\xFF\xFF\xFF\xFF"),
    };
    for (size_t i = 0; i < COUNT(edits); i++)
        patched(gff, "x.gff", &edits[i]);
}

static void test_gff_refusals(void)
{
    static const struct refusal refusals[] = {
        {"Byte", "256", "0 to 255"},
        {"Byte", "-1", "0 to 255"},
        {"Byte", "1.5", "whole number"},
        {"Byte", "", "whole number"},
        {"Byte", "0x", "whole number"},
        {"Byte", " 7", "whole number"},
        {"Char", "128", "-128 to 127"},
        {"Short", "-32769", "-32768"},
        {"Dword", "4294967296", "4294967295"},
        {"Int64", "9223372036854775808", "9223372036854775807"},
        {"Int64", "-9223372036854775809", "9223372036854775808"},
        {"Dword64", "18446744073709551616", "18446744073709551615"},
        {"Float", "1,5", "a number such as 1.25"},
        {"Float", "", "a number"},
        {"Float", "1e99", "a number"},
        {"Double", "x", "a number"},
        {"ResRef", "seventeen_letters", "16 bytes at most"},
        {"String", "\xE6\x97\xA5", "characters of cp1252, found U+65E5"},
        {"String", "\xFF", "UTF-8"},
        {"Void", "***", "base64"},
        {"StrRef", "4294967296", "whole number"},
        {"List", "1", "found list with parts"},
        {"Struct", "1", "with parts"},
        {"LocString", "1", "found locstring with parts"},
        {"Vector", "1", "found vector with parts"},
        {"LocString/1", "x", "found nothing"},
        {"LocString/x", "x", "strref"},
        {"Byte/x", "1", "found byte"},
        {"Vector/3", "1", "0 to 2"},
        {"List/1/Byte", "1", "a list of 1 elements"},
        {"List/-/Byte", "1", "a list of 1 elements"},
        {"List/99999999999999999999/Byte", "1", "a list of 1"},
        {"", "1", "with parts"},
        {"/", "1", "found none"},
        {"List//Byte", "1", "a list of 1"},
        {"Lis?", "1", "a pattern"},
        {"byte", "1", "did you mean Byte?"},
        {"Strng", "1", "did you mean String?"},
        {"List/0/Bite", "1", "did you mean List/0/Byte?"},
        {"Zork", "1", "there is Byte, Char, Word"},
    };
    for (size_t i = 0; i < COUNT(refusals); i++)
        refuses(gff, "x.gff", refusals[i].path, refusals[i].text, refusals[i].why);
    char deep[2048] = "";
    for (size_t i = 0; i + 2 < sizeof deep; i += 2)
        memcpy(deep + i, "a/", 3);
    refuses(gff, "x.gff", deep, "1", "found none");
    memset(deep, 'L', sizeof deep - 1);
    refuses(gff, "x.gff", deep, "1", "found nothing");
}

/* A run of operations on one document; what was wrong once stops it. */
static void test_gff_parts(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = open_doc(gff, "x.gff");
    REQUIRE(doc != NULL);
    CHECK(rq_doc_insert(doc, "List/-", NULL, "5", &err));
    CHECK(rq_doc_insert(doc, "List/1/Feat", "word", "28", &err));
    CHECK(rq_doc_insert(doc, "LocString/8", NULL,
                        "Se\xC3\xB1"
                        "al",
                        &err));
    CHECK(rq_doc_insert(doc, "Tag", "string", NULL, &err));
    CHECK(rq_doc_insert(doc, "Byte#2", "byte", "3", &err));
    CHECK_STR(err.text, "");
    gives(doc, "List/1/Feat", "28");
    gives(doc, "LocString/8",
          "Se\xC3\xB1"
          "al");
    gives(doc, "Tag", "");
    gives(doc, "Byte#2", "3");
    CHECK(rq_doc_set(doc, "Byte#2", "4", &err));
    gives(doc, "Byte", "200");
    gives(doc, "Byte#2", "4");
    CHECK(rq_doc_move(doc, "List/1", 0, &err));
    gives(doc, "List/0/Feat", "28");
    CHECK(rq_doc_remove(doc, "List/0", &err));
    CHECK(rq_doc_remove(doc, "LocString/8", &err));
    CHECK(rq_doc_remove(doc, "Tag", &err));
    CHECK(rq_doc_remove(doc, "Byte#2", &err));
    CHECK(writes_same(doc, gff, false));
    CHECK(!rq_doc_insert(doc, "Tag", NULL, "x", &err));
    CHECK(strstr(err.text, "expected the type"));
    CHECK(!rq_doc_set(doc, "Byte", "1", &err)); /* err holds an error */
    err = (struct rq_error){0};
    CHECK(!rq_doc_insert(doc, "Tag", "byte", "300", &err));
    err = (struct rq_error){0};
    CHECK(!rq_doc_remove(doc, "Tag", &err));
    CHECK(writes_same(doc, gff, false));
    rq_doc_free(doc);
}

/* ---- patterns, and what is below a path ---- */

static bool list_value(void *ctx, const struct rq_value *value)
{
    struct rq_out *out = ctx;
    rq_putf(out, "%s", value->path);
    if (value->type != RQ_VALUE_LIST && value->type != RQ_VALUE_STRUCT) {
        rq_put8(out, '=');
        rq_value_write(value, out);
    }
    rq_put8(out, '\n');
    return true;
}

static void lists(struct rq_bytes file, const char *name, const char *path, const char *expected)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = open_doc(file, name);
    REQUIRE(doc != NULL);
    check_note("%s", path);
    CHECK(rq_doc_visit_at(doc, path, list_value, &out, &err));
    rq_put8(&out, 0);
    CHECK_STR((char *)out.data, expected);
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_below(void)
{
    lists(gff, "x.gff", "List", "List\nList/0\nList/0/Byte=2\n");
    lists(gff, "x.gff", "*/0/byte", "List/0/Byte=2\n");
    lists(gff, "x.gff", "Loc*/?", "LocString/0=man\nLocString/3=femme\n");
    lists(gff, "x.gff", "LocString",
          "LocString\nLocString/strref=-1\nLocString/0=man\nLocString/3=femme\n");
    lists(gff, "x.gff", "Void", "Void=3q0=\n");
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = open_doc(gff, "x.gff");
    REQUIRE(doc != NULL);
    CHECK(!rq_doc_visit_at(doc, "Zork*", list_value, &out, &err));
    CHECK(strstr(err.text, "something that fits, found nothing"));
    CHECK_INT(out.size, 0);
    rq_doc_free(doc);
}

/* ---- SSF: 28 StrRefs from 100 on, then 5, from offset 12 ---- */

static void test_ssf(void)
{
    uint8_t file[12 + 29 * 4] = "SSF V1.1\x0C";
    for (uint8_t i = 0; i < 29; i++)
        file[12 + i * 4] = i < 28 ? (uint8_t)(100 + i) : 5;
    const struct rq_bytes ssf = {file, sizeof file};
    static const struct edit edits[] = {
        PATCH("battle_cry_1", "7", 12, "\x07\0\0\0"),
        PATCH("2", "0x10203", 12 + 4, "\x03\x02\x01\0"),
        PATCH("POISONED", "4294967295", 12 + 27 * 4, "\xFF\xFF\xFF\xFF"),
        PATCH("sound_29", "none", 12 + 28 * 4, "\xFF\xFF\xFF\xFF"),
    };
    static const struct refusal refusals[] = {
        {"0", "1", "a sound, found nothing"},
        {"30", "1", "a sound"},
        {"sound_0", "1", "a sound"},
        {"sound_30", "1", "a sound"},
        {"", "1", "a sound"},
        {"1/2", "1", "a sound"},
        {"battle_cry_7", "1", "battle_cry_1"},
        {"dead", "x", "whole number"},
        {"4294967297", "1", "a sound"},
        {"dead", "4294967296", "whole number"},
    };
    for (size_t i = 0; i < COUNT(edits); i++)
        patched(ssf, "x.ssf", &edits[i]);
    for (size_t i = 0; i < COUNT(refusals); i++)
        refuses(ssf, "x.ssf", refusals[i].path, refusals[i].text, refusals[i].why);
}

/* ---- LIP: header of 16 bytes, two keys of 5: 0 s with shape 0, 1.5 s with shape 11 ---- */

static const uint8_t lip_file[26] = "LIP V1.0\0\0\xC0\x3F\x02\0\0\0"
                                    "\0\0\0\0\0"
                                    "\0\0\xC0\x3F\x0B";

static void test_lip(void)
{
    const struct rq_bytes lip = {lip_file, sizeof lip_file};
    static const struct edit edits[] = {
        PATCH("length", "0.5", 8, "\0\0\0\x3F"),     PATCH("keys/0/time", "0.5", 16, "\0\0\0\x3F"),
        PATCH("keys/1/0", "-1", 21, "\0\0\x80\xBF"), PATCH("keys/1/shape", "255", 25, "\xFF"),
        PATCH("keys/0/1", "3", 20, "\x03"),
    };
    static const struct refusal refusals[] = {
        {"keys/0/shape", "256", "0 to 255"},
        {"keys/0/shape", "-1", "0 to 255"},
        {"keys/2/shape", "1", "nothing"},
        {"keys/0/2", "1", "nothing"},
        {"keys/0/time/x", "1", "nothing"},
        {"keys", "1", "parts"},
        {"keys/0", "1", "parts"},
        {"key", "1", "did you mean keys?"},
        {"", "1", "parts"},
        {"keys/x/shape", "1", "nothing"},
        {"length", "x", "a number"},
    };
    for (size_t i = 0; i < COUNT(edits); i++)
        patched(lip, "x.lip", &edits[i]);
    for (size_t i = 0; i < COUNT(refusals); i++)
        refuses(lip, "x.lip", refusals[i].path, refusals[i].text, refusals[i].why);
}

/* The number of keys follows. */
static void test_lip_keys(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = open_doc((struct rq_bytes){lip_file, sizeof lip_file}, "x.lip");
    uint8_t expected[31];
    REQUIRE(doc != NULL);
    memcpy(expected, lip_file, 21);
    expected[12] = 3;
    memcpy(expected + 21, "\0\0\x40\x3F\x05", 5); /* 0.75 */
    memcpy(expected + 26, lip_file + 21, 5);
    CHECK(rq_doc_insert(doc, "keys/1", NULL, NULL, &err));
    CHECK(rq_doc_set(doc, "keys/1/time", "0.75", &err));
    CHECK(rq_doc_set(doc, "keys/1/shape", "5", &err));
    CHECK(writes_same(doc, (struct rq_bytes){expected, 31}, false));
    CHECK(rq_doc_insert(doc, "keys/-", NULL, NULL, &err));
    gives(doc, "keys/3/time", "0.0");
    CHECK(rq_doc_remove(doc, "keys/3", &err));
    CHECK(rq_doc_remove(doc, "keys/1", &err));
    CHECK(writes_same(doc, (struct rq_bytes){lip_file, sizeof lip_file}, false));
    CHECK(!rq_doc_remove(doc, "keys/2", &err));
    err = (struct rq_error){0};
    CHECK(!rq_doc_insert(doc, "keys/3", NULL, NULL, &err));
    rq_doc_free(doc);
}

/* ---- TLK: header of 20 bytes, entries of 40 ---- */

static void put_entry(uint8_t *at, uint8_t flags, uint8_t offset, uint8_t size)
{
    at[0] = flags;
    at[28] = offset;
    at[32] = size;
}

/* Three strings: "caf\xE9" with a sound, none, "end"; texts at 140. */
static struct rq_bytes make_tlk(uint8_t file[147])
{
    memset(file, 0, 147);
    memcpy(file, "TLK V3.0\0\0\0\0\x03\0\0\0\x8C\0\0", 20);
    put_entry(file + 20, 7, 0, 4);
    memcpy(file + 24, "hum", 3);
    memcpy(file + 56, "\0\0\x20\x40", 4); /* 2.5 */
    put_entry(file + 60, 0, 4, 0);
    put_entry(file + 100, 1, 4, 3);
    memcpy(file + 140,
           "caf\xE9"
           "end",
           7);
    return (struct rq_bytes){file, 147};
}

static void test_tlk(void)
{
    uint8_t file[147];
    const struct rq_bytes tlk = make_tlk(file);
    static const struct edit edits[] = {
        PATCH("0", "t\xC3\xAAte", 140, "t\xEAte"),
        PATCH("0/text", "CAFE", 140, "CAFE"),
        PATCH("0/sound", "sixteen_letters_", 24, "sixteen_letters_"),
        PATCH("0/sound", "a", 24, "a\0\0"),
        PATCH("0/flags", "0x8007", 20, "\x07\x80\0\0"),
        PATCH("1/volume_variance", "5", 60 + 20, "\x05\0\0\0"),
        PATCH("1/pitch_variance", "6", 60 + 24, "\x06\0\0\0"),
        PATCH("0/sound_length", "0.5", 56, "\0\0\0\x3F"),
        PATCH("2", "END", 144, "END"),
    };
    static const struct refusal refusals[] = {
        {"3", "x", "below 3"},
        {"-1", "x", "below 3"},
        {"", "x", "below 3"},
        {"0/zork", "x", "expected text, sound"},
        {"0/sound/x", "x", "expected text, sound"},
        {"0/sound", "seventeen_letters", "at most 16 bytes"},
        {"0/flags", "4294967296", "whole number"},
        {"0/sound_length", "x", "a number"},
        {"0", "\xE6\x97\xA5", "cp1252"},
        {"4294967296", "x", "below 3"},
    };
    for (size_t i = 0; i < COUNT(edits); i++)
        patched(tlk, "x.tlk", &edits[i]);
    for (size_t i = 0; i < COUNT(refusals); i++)
        refuses(tlk, "x.tlk", refusals[i].path, refusals[i].text, refusals[i].why);
    struct rq_doc *doc = open_doc(tlk, "x.tlk");
    REQUIRE(doc != NULL);
    gives(doc, "1/sound", "");
    gives(doc, "1/flags", "0");
    rq_doc_free(doc);
}

/* Places, sizes and the flag of a text that grows: strings in order, so those behind it move. */
static void test_tlk_grows(void)
{
    uint8_t file[147], expected[150];
    const struct rq_bytes tlk = make_tlk(file);
    memcpy(expected, file, 144);
    put_entry(expected + 60, 1, 4, 3);
    expected[128] = 7; /* the offset of "end" */
    memcpy(expected + 144, "newend", 6);
    becomes(tlk, "x.tlk", "1", "new", (struct rq_bytes){expected, 150});
}

/* ---- 2DA: columns a and B, rows "0" and "x y": one, empty; two, one. The number of rows is at 14, the
 * labels at 18, offsets of the cells at 24, their size at 32, the texts at 34 ---- */

static const char twoda_head[] = "2DA V2.b\na\tB\t\0\x02\0\0\0"
                                 "0\tx y\t";
static const uint8_t twoda_file[] = "2DA V2.b\na\tB\t\0\x02\0\0\0"
                                    "0\tx y\t"
                                    "\0\0\x04\0\x05\0\0\0\x09\0"
                                    "one\0\0two";
static const struct rq_bytes twoda = {twoda_file, sizeof twoda_file};

static void table_becomes(const char *path, const char *text, const char *rest, size_t size)
{
    uint8_t expected[128];
    memcpy(expected, twoda_head, 24);
    memcpy(expected + 24, rest, size);
    becomes(twoda, "x.2da", path, text, (struct rq_bytes){expected, 24 + size});
}

static void test_twoda(void)
{
    static const struct edit edits[] = {
        PATCH("1/a", "TWO", 39, "TWO"),
        PATCH("x y/A", "abc", 39, "abc"),
        PATCH("0", "7", 18, "7"),
        PATCH("1", "yyy", 20, "yyy"),
    };
    static const struct refusal refusals[] = {
        {"2/a", "x", "below 2"},           {"zz/a", "x", "below 2"},
        {"0/c", "x", "there is a"},        {"0/a/x", "x", "expected a column"},
        {"0/2", "x", "expected a column"}, {"", "x", "below 2"},
        {"0/", "x", "expected a column"},  {"0", "a\tb", "tab"},
        {"0/a", "\xE6\x97\xA5", "cp1252"}, {"0/a#2", "x", "expected a column"},
    };
    CHECK_INT(twoda.size, 43);
    for (size_t i = 0; i < COUNT(edits); i++)
        patched(twoda, "x.2da", &edits[i]);
    for (size_t i = 0; i < COUNT(refusals); i++)
        refuses(twoda, "x.2da", refusals[i].path, refusals[i].text, refusals[i].why);
    /* A text that another cell has, too, stays for that one: texts stand in the order of first use. */
    table_becomes("0/a", "ONE", "\0\0\x04\0\x05\0\x09\0\x0D\0ONE\0\0two\0one", 8 + 2 + 13);
    /* Empty cells share one empty text; "****" is one. */
    table_becomes("1/a", "", "\0\0\x04\0\x04\0\0\0\x05\0one\0", 8 + 2 + 5);
    table_becomes("1/a", "****", "\0\0\x04\0\x04\0\0\0\x05\0one\0", 8 + 2 + 5);
    struct rq_doc *doc = open_doc(twoda, "x.2da");
    REQUIRE(doc != NULL);
    gives(doc, "0/B", "");
    gives(doc, "0", "0");
    rq_doc_free(doc);
    lists(twoda, "x.2da", "1", "1=x y\n1/a=two\n1/B=one\n");
}

static struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

static void test_twoda_text(void)
{
    const struct rq_bytes file = text_of("2DA V2.0\n\n a b\n0 x ****\n1 y\n");
    becomes(file, "x.2da", "0/a", "q r", text_of("2DA V2.0\n\n a b\n0 \"q r\" ****\n1 y\n"));
    becomes(file, "x.2da", "0/b", "z", text_of("2DA V2.0\n\n a b\n0 x z\n1 y\n"));
    becomes(file, "x.2da", "1/b", "z", text_of("2DA V2.0\n\n a b\n0 x ****\n1 y z\n"));
    refuses(file, "x.2da", "0/a", "q\nr", "line break");
    refuses(file, "x.2da", "0/a", "q \"r", "quotes");
    const struct rq_bytes twice = text_of("2DA V2.0\n\n a a\n0 x y\n");
    lists(twice, "x.2da", "0", "0=0\n0/a=x\n0/a#2=y\n");
    becomes(twice, "x.2da", "0/a#2", "z", text_of("2DA V2.0\n\n a a\n0 x z\n"));
}

/* ---- INI ---- */

static void test_ini(void)
{
    const struct rq_bytes ini =
        text_of("top=0\r\n[s]\r\nk = 1 ; note\r\nK=2\r\nj=\r\n[t]\nk=9\nonly=4\n"
                "302, 0, WATER\n");
    becomes(
        ini, "x.ini", "s/j", "x",
        text_of("top=0\r\n[s]\r\nk = 1 ; note\r\nK=2\r\nj=x\r\n[t]\nk=9\nonly=4\n302, 0, WATER\n"));
    becomes(
        ini, "x.ini", "S/k#1", "55",
        text_of("top=0\r\n[s]\r\nk = 55 ; note\r\nK=2\r\nj=\r\n[t]\nk=9\nonly=4\n302, 0, WATER\n"));
    becomes(
        ini, "x.ini", "s/k#2", "",
        text_of("top=0\r\n[s]\r\nk = 1 ; note\r\nK=\r\nj=\r\n[t]\nk=9\nonly=4\n302, 0, WATER\n"));
    becomes(
        ini, "x.ini", "ONLY", "5",
        text_of("top=0\r\n[s]\r\nk = 1 ; note\r\nK=2\r\nj=\r\n[t]\nk=9\nonly=5\n302, 0, WATER\n"));
    becomes(
        ini, "x.ini", "/top", "1",
        text_of("top=1\r\n[s]\r\nk = 1 ; note\r\nK=2\r\nj=\r\n[t]\nk=9\nonly=4\n302, 0, WATER\n"));
    static const struct refusal refusals[] = {
        {"s/k", "5", "lines 3 and 4"},
        {"k", "5", "lines 3 and 7"},
        {"s/k#3", "5", "found nothing"},
        {"t/j", "5", "found nothing"},
        {"s", "5", "parts"},
        {"", "5", "found nothing"},
        {"t/9", "5", "found a line"},
        {"t/99", "5", "found nothing"},
        {"t/only", "a ; b", "read back"},
        {"t/only", "a\nb", "read back"},
        {"t/onli", "5", "did you mean t/only"},
        {"t/only", "\xE6\x97\xA5", "cp437"},
    };
    for (size_t i = 0; i < COUNT(refusals); i++)
        refuses(ini, "x.ini", refusals[i].path, refusals[i].text, refusals[i].why);
    lists(ini, "x.ini", "s", "s\ns/k=1\ns/K#2=2\ns/j=\n");
    lists(ini, "x.ini", "t/9", "t/9=302, 0, WATER\n");
}

/* ---- new rows and strings: behind the last alone, because other files have their numbers ---- */

static void test_append(void)
{
    struct rq_error err = {0};
    const struct rq_bytes table = text_of("2DA V2.0\n\n a b\n0 x y\n");
    struct rq_doc *doc = open_doc(table, "x.2da");
    REQUIRE(doc != NULL);
    CHECK(rq_doc_insert(doc, "-", NULL, NULL, &err));
    CHECK(rq_doc_insert(doc, "-", NULL, "last", &err));
    CHECK(rq_doc_set(doc, "last/b", "z", &err));
    CHECK_STR(err.text, "");
    CHECK(writes_same(doc, text_of("2DA V2.0\n\n a b\n0 x y\n1 **** ****\nlast **** z\n"), false));
    CHECK(!rq_doc_insert(doc, "0", NULL, NULL, &err));
    rq_doc_free(doc);

    /* 40 bytes more before the texts; the new one stands behind them. */
    uint8_t file[147], expected[190] = {0};
    const struct rq_bytes tlk = make_tlk(file);
    err = (struct rq_error){0};
    memcpy(expected, file, 140);
    expected[12] = 4;
    expected[16] = 180;
    put_entry(expected + 140, 1, 7, 3);
    memcpy(expected + 180, file + 140, 7);
    memcpy(expected + 187, "new", 3);
    REQUIRE((doc = open_doc(tlk, "x.tlk")) != NULL);
    CHECK(rq_doc_insert(doc, "-", NULL, "new", &err));
    CHECK(writes_same(doc, (struct rq_bytes){expected, 190}, false));
    /* Many of them, so that the array grows more than once. */
    for (int i = 0; i < 100; i++)
        CHECK(rq_doc_insert(doc, "-", NULL, NULL, &err));
    CHECK(rq_doc_set(doc, "103", "the last", &err));
    gives(doc, "103", "the last");
    gives(doc, "3", "new");
    rq_doc_free(doc);
}

/* ---- formats that have no facet ---- */

static void test_others(void)
{
    uint8_t col[776] = {8, 3, 0, 0, 0x23, 0xB1};
    struct rq_error err = {0};
    struct rq_doc *doc = open_doc((struct rq_bytes){col, sizeof col}, "x.col");
    REQUIRE(doc != NULL);
    CHECK(!rq_format_has_set(rq_doc_format(doc)));
    CHECK(!rq_doc_set(doc, "colors/0/0", "1", &err));
    CHECK_INT(err.code, RQ_UNSUPPORTED);
    rq_doc_free(doc);
}

/* ---- the corpus ---- */

enum { PICKS = 3 };

struct pick {
    char path[400];
    char text[400], other[40];
};

/* A few values of a document, spread over all of it. */
struct picking {
    size_t seen, step, count;
    struct pick picks[PICKS];
};

/* Another value of the same type. */
static void other_value(const struct rq_value *v, const char *text, char other[40])
{
    switch (v->type) {
    case RQ_VALUE_UNSIGNED: snprintf(other, 40, "%d", v->u != 1); break;
    case RQ_VALUE_SIGNED: snprintf(other, 40, "%d", v->i != 1); break;
    case RQ_VALUE_SINGLE:
    case RQ_VALUE_FLOAT: snprintf(other, 40, "%s", v->f > 1 || v->f < 1 ? "1.0" : "2.0"); break;
    case RQ_VALUE_BYTES:
        snprintf(other, 40, "%s", strcmp(text, "vu8=") == 0 ? "3q0=" : "vu8=");
        break;
    default: snprintf(other, 40, "%s", strcmp(text, "x") == 0 ? "y" : "x");
    }
}

/* Not: lines of an INI that have no key; empty texts of a TLK, whose flag an edit would set. */
static bool is_usable(const struct rq_value *v)
{
    const char *name = rq_value_name(v);
    bool number = *name && name[strspn(name, "0123456789")] == 0;
    return v->type != RQ_VALUE_LIST && v->type != RQ_VALUE_STRUCT &&
           !(v->type == RQ_VALUE_TEXT && number && (!v->bytes.size || v->page == RQ_CP437));
}

static bool pick_value(void *ctx, const struct rq_value *v)
{
    struct picking *p = ctx;
    struct rq_out text = {0};
    if (!is_usable(v) || p->seen++ % p->step)
        return true;
    rq_value_write(v, &text);
    rq_put8(&text, 0);
    bool fits = strlen(v->path) < sizeof p->picks[0].path && text.size < sizeof p->picks[0].text &&
                strlen((char *)text.data) == text.size - 1;
    if (fits && p->count < PICKS) {
        struct pick *pick = &p->picks[p->count++];
        snprintf(pick->path, sizeof pick->path, "%s", v->path);
        memcpy(pick->text, text.data, text.size);
        other_value(v, pick->text, pick->other);
    }
    rq_out_free(&text);
    return true;
}

static void note_difference(void *ctx, const char *path, const char *a, const char *b)
{
    (void)a, (void)b;
    char *first = ctx;
    if (!first[0])
        snprintf(first, 400, "%s", path);
}

/* Neither the same value nor another one that is taken back changes a byte. */
static void stays_same(struct rq_bytes file, const char *name, const struct pick *pick)
{
    struct rq_error err = {0};
    struct rq_doc *doc = open_doc(file, name);
    REQUIRE(doc != NULL);
    check_note("%s: %s: %s", name, pick->path, pick->text);
    CHECK(rq_doc_set(doc, pick->path, pick->text, &err));
    CHECK(writes_same(doc, file, false));
    CHECK(rq_doc_set(doc, pick->path, pick->other, &err));
    CHECK(rq_doc_set(doc, pick->path, pick->text, &err));
    CHECK(writes_same(doc, file, false));
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
}

/* The file with another value differs from the first one in that value alone. */
static void differs_once(struct rq_bytes file, const char *name, const struct pick *pick)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    char path[400] = "";
    size_t count = 0;
    struct rq_doc *doc = open_doc(file, name), *edited = NULL, *first = open_doc(file, name);
    REQUIRE(doc && first);
    check_note("%s: %s: %s -> %s", name, pick->path, pick->text, pick->other);
    CHECK(rq_doc_set(doc, pick->path, pick->other, &err));
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_STR(err.text, "");
    edited = open_doc(rq_out_bytes(&out), name);
    if (edited)
        CHECK(rq_doc_diff(first, edited, note_difference, path, &count, &err));
    CHECK_INT(count, 1);
    CHECK_STR(path, pick->path);
    rq_doc_free(edited);
    rq_doc_free(first);
    rq_doc_free(doc);
    rq_out_free(&out);
}

static size_t files_seen, values_seen;

static void check_file(const char *name, struct rq_bytes file)
{
    const struct rq_format *format = rq_format_detect(file, name);
    static struct picking p;
    struct rq_error err = {0};
    if (!format || !rq_format_has_set(format))
        return;
    struct rq_doc *doc = open_doc(file, name);
    REQUIRE(doc != NULL);
    p = (struct picking){.step = SIZE_MAX};
    CHECK(rq_doc_visit(doc, pick_value, &p, &err)); /* counts */
    p = (struct picking){.step = p.seen / PICKS + 1};
    CHECK(rq_doc_visit(doc, pick_value, &p, &err));
    rq_doc_free(doc);
    for (size_t i = 0; i < p.count; i++) {
        stays_same(file, name, &p.picks[i]);
        differs_once(file, name, &p.picks[i]);
    }
    files_seen++;
    values_seen += p.count;
}

/* Every file, and every entry of every archive. */
static void test_corpus(void)
{
    NEEDS_CORPUS("");
    const char *path = check_corpus("");
    struct rq_tree tree;
    struct rq_error err = {0};
    CHECK(rq_tree_open(&tree, &path, 1, NULL, &err));
    for (size_t i = 0; i < tree.count; i++)
        check_file(tree.nodes[i].path, tree.nodes[i].bytes);
    rq_tree_close(&tree);
    CHECK(files_seen > 50);
    printf("    %zu values of %zu files\n", values_seen, files_seen);
}

TESTS(test_gff, test_gff_refusals, test_gff_parts, test_below, test_ssf, test_lip, test_lip_keys,
      test_tlk, test_tlk_grows, test_twoda, test_twoda_text, test_ini, test_append, test_others,
      test_corpus)
