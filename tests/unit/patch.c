/* Mods of KotOR on a game that is laid down by hand. Tables are text (2DA V2.0), so that what is expected can be
 * written down. Expected values follow from the behaviour of TSLPatcher and HoloPatcher as docs/patch.md tells it. */
#include "core/file.h"
#include "core/fs.h"
#include "support/check.h"
#include "support/kills.h"

#include <reliquary/game.h>
#include <reliquary/gff.h>
#include <reliquary/patch.h>
#include <stdio.h>
#include <stdlib.h>

static char root[600];

static void start(const char *name)
{
    snprintf(root, sizeof root, "%s/patch-%s", RQ_BUILD_DIR, name);
    rq_fs_remove(root);
    REQUIRE(rq_make_folder(root, NULL));
}

static const char *below(const char *name)
{
    return check_below(root, name);
}

static void put_bytes(const char *name, struct rq_bytes bytes)
{
    char path[900];
    snprintf(path, sizeof path, "%s", below(name));
    *strrchr(path, '/') = 0;
    REQUIRE(rq_make_folder(path, NULL));
    rq_remove_file(below(name));
    REQUIRE(rq_file_save(below(name), bytes, RQ_SAVE_NEW, NULL));
}

static void put(const char *name, const char *text)
{
    put_bytes(name, (struct rq_bytes){(const uint8_t *)text, strlen(text)});
}

/* A talk table with one string "old". */
static void put_talk(const char *name, const char *text)
{
    uint8_t file[128] = "TLK V3.0";
    rq_set32(file + 12, 1);
    rq_set32(file + 16, 60);
    rq_set32(file + 20, 1);
    rq_set32(file + 52, (uint32_t)strlen(text));
    memcpy(file + 60, text, strlen(text));
    put_bytes(name, (struct rq_bytes){file, 60 + strlen(text)});
}

static void put_creature(const char *name)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, &err);
    REQUIRE(doc);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    memcpy(gff->type, "UTC ", 4);
    rq_gff_add_string(doc, gff->root, "Tag", "old", &err);
    rq_gff_add_dword(doc, gff->root, "Number", 7, &err);
    rq_gff_add_byte(doc, gff->root, "Small", 7, &err);
    rq_gff_add_float(doc, gff->root, "Real", 1.0F, &err);
    rq_gff_add_resref(doc, gff->root, "Ref", "old", &err);
    rq_gff_add_locstring(doc, gff->root, "Name", UINT32_MAX, &err);
    rq_gff_add_list(doc, gff->root, "List", &err);
    rq_gff_add_struct(doc, gff->root, "List/-", 5, NULL, &err);
    REQUIRE(rq_doc_write(doc, &out, &err));
    put_bytes(name, (struct rq_bytes){out.data, out.size});
    rq_out_free(&out);
    rq_doc_free(doc);
}

#define TABLE "2DA V2.0\n\n label num\n0 one 1\n1 two 5\n2 two ****\n"

static void put_game(void)
{
    put("game/swkotor.exe", "exe");
    put_talk("game/dialog.tlk", "old");
    put("game/Override/X.2da", TABLE);
    put_creature("game/Override/x.utc");
}

/* ---- installing ---- */

static char said[8192];
static size_t counts[RQ_PATCH_LEVELS];

static void note(void *ctx, const struct rq_patch_message *m)
{
    (void)ctx;
    size_t at = strlen(said);
    counts[m->level]++;
    if (m->level != RQ_PATCH_NOTE)
        snprintf(said + at, sizeof said - at, "%s:%u: %s\n", m->file ? m->file : "", m->line,
                 m->text);
}

/* Installs what these instructions say; false: it was stopped. */
static bool install(const char *instructions)
{
    struct rq_error err = {0};
    struct rq_patch_options options = {.message = note};
    said[0] = 0;
    memset(counts, 0, sizeof counts);
    put("mod/TSLPatchData/Changes.ini", instructions);
    struct rq_patch *patch = rq_patch_open(below("mod"), below("game"), &options, &err);
    CHECK_STR(err.text, "");
    if (!patch)
        return false;
    bool going = !rq_patch_summary(patch)->stopped;
    CHECK(rq_patch_commit(patch, &err) == going);
    rq_patch_close(patch);
    return going;
}

static bool read_file(const char *name, struct rq_out *out)
{
    struct rq_map map;
    if (!rq_map_open(&map, below(name), NULL))
        return false;
    rq_put_bytes(out, map.bytes);
    rq_put8(out, 0);
    rq_map_close(&map);
    return true;
}

static void check_file(const char *name, const char *expected)
{
    struct rq_out out = {0};
    CHECK(read_file(name, &out));
    CHECK_STR(out.data ? (const char *)out.data : "", expected);
    rq_out_free(&out);
}

/* The value at a path of a file of the game. */
static const char *value(const char *name, const char *path)
{
    static char texts[4][300];
    static int next;
    char *text = texts[next++ % 4];
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc_file file;
    snprintf(text, sizeof texts[0], "(none)");
    if (!rq_doc_file_open(&file, below(name), NULL, &err))
        return text;
    if (rq_doc_get(file.doc, path, &out, &err))
        snprintf(text, sizeof texts[0], "%.*s", (int)out.size, out.data ? (char *)out.data : "");
    rq_out_free(&out);
    rq_doc_file_close(&file);
    return text;
}

/* ---- instructions ---- */

static void test_lenient(void)
{
    start("lenient");
    put_game();
    /* Text before any section, a line without =, a key and a section twice, indentation, quotes, other cases. */
    CHECK(
        install("nonsense\n; a comment\n[2dalist]\n  TABLE0 = x.2da\nno equals sign\nTable0=y.2da\n"
                "[X.2DA] behind it\nchangerow0=row\n[row]\nrowindex=0\n  LABEL = \"a ; b # c\"\n"
                "num='9'\n[row]\nnum=1\n"));
    CHECK_STR(value("game/Override/X.2da", "0/label"), "a ; b # c");
    CHECK_STR(value("game/Override/X.2da", "0/num"), "9");
    CHECK_INT(counts[RQ_PATCH_WARNING], 2);
    CHECK(strstr(said, "Changes.ini:6: Table0 is there a second time"));
    CHECK(strstr(said, "Changes.ini:13: [row] is there a second time"));
    /* No second spelling; where case does not matter, the other one names the same file. */
    uint64_t other = rq_fs_id(below("game/Override/x.2da"));
    CHECK(!other || other == rq_fs_id(below("game/Override/X.2da")));
}

static void test_encodings(void)
{
    static const char utf8[] = "\xEF\xBB\xBF[GFFList]\nFile0=x.utc\n[x.utc]\nTag=\xC3\xA9<#LF#>b\n";
    static const char ansi[] = "[GFFList]\nFile0=x.utc\n[x.utc]\nTag=\xE9<#LF#>b\n";
    uint8_t wide[200] = {0xFF, 0xFE};
    size_t size = 2;
    for (const char *c = ansi; *c; c++, size += 2)
        wide[size] = (uint8_t)*c;
    start("encodings");
    put_game();
    CHECK(install(utf8));
    CHECK_STR(value("game/Override/x.utc", "Tag"), "\xC3\xA9\nb");
    put_creature("game/Override/x.utc");
    CHECK(install(ansi));
    CHECK_STR(value("game/Override/x.utc", "Tag"), "\xC3\xA9\nb");
    put_creature("game/Override/x.utc");
    put("mod/TSLPatchData/info.rtf", "");
    struct rq_error err = {0};
    rq_fs_remove(below("mod"));
    put_bytes("mod/changes.ini", (struct rq_bytes){wide, size}); /* tslpatchdata itself */
    struct rq_patch *patch = rq_patch_open(below("mod"), below("game"), NULL, &err);
    CHECK(patch && rq_patch_commit(patch, &err));
    rq_patch_close(patch);
    CHECK_STR(value("game/Override/x.utc", "Tag"), "\xC3\xA9\nb");
}

static void test_rows(void)
{
    start("rows");
    put_game();
    CHECK(install(
        "[2DAList]\nTable0=x.2da\n[x.2da]\nChangeRow0=a\nAddRow1=b\nAddRow2=c\nCopyRow3=d\n"
        "ChangeRow4=e\nChangeRow5=f\nAddRow6=g\n"
        "[a]\nLabelIndex=two\nnum=high()\nnope=1\n2DAMEMORY1=RowIndex\n" /* the last of two */
        "[b]\nlabel=new\nnum=2DAMEMORY1\nRowLabel=high()\n2DAMEMORY2=RowLabel\n"
        "[c]\nExclusiveColumn=label\nlabel=one\nnum=high()\n" /* there: high() leaves it */
        "[d]\nRowLabel=1\nNewRowLabel=copy\nnum=inc(3)\n"
        "[e]\nRowIndex=99\nnum=1\n"
        "[f]\nRowIndex=0\nnum=2DAMEMORY9\nlabel=0\n"
        "[g]\nExclusiveColumn=num\nlabel=nothing\n"));
    CHECK_STR(value("game/Override/X.2da", "2/num"), "6");
    CHECK_STR(value("game/Override/X.2da", "3"), "3");
    CHECK_STR(value("game/Override/X.2da", "3/num"), "2");
    CHECK_STR(value("game/Override/X.2da", "0/num"), "1");
    CHECK_STR(value("game/Override/X.2da", "0/label"), "0"); /* the rest of a section goes on */
    CHECK_STR(value("game/Override/X.2da", "copy/num"), "8");
    CHECK_STR(value("game/Override/X.2da", "copy/label"), "two");
    CHECK_STR(value("game/Override/X.2da", "5"), "(none)");
    CHECK_INT(counts[RQ_PATCH_WARNING], 1); /* nope */
    CHECK_INT(counts[RQ_PATCH_ERROR], 3);   /* row 99, 2DAMEMORY9, num of g */
    CHECK(strstr(said, ": nothing has set 2DAMEMORY9"));
}

static void test_columns(void)
{
    start("columns");
    put_game();
    CHECK(install("[2DAList]\nTable0=x.2da\n[x.2da]\nAddColumn0=a\nAddColumn1=a\n"
                  "[a]\nColumnLabel=fresh\nDefaultValue=7\nI1=x\nL2=****\nI9=1\n2DAMEMORY1=I1\n"
                  "[GFFList]\nFile0=x.utc\n[x.utc]\nTag=2DAMEMORY1\n"));
    CHECK_STR(value("game/Override/X.2da", "0/fresh"), "7");
    CHECK_STR(value("game/Override/X.2da", "1/fresh"), "x");
    CHECK_STR(value("game/Override/X.2da", "2/fresh"), "");
    CHECK_STR(value("game/Override/x.utc", "Tag"), "x");
    CHECK_INT(counts[RQ_PATCH_ERROR], 2); /* I9, the second time */
}

static void test_fields(void)
{
    start("fields");
    put_game();
    CHECK(install(
        "[GFFList]\nFile0=x.utc\n[x.utc]\nTag=007\nNumber=-1\nSmall=256\nReal=1,5\n"
        "Ref=A_Name_That_Is_Too_Long\nName(strref)=12\nName(lang4)=Ja\nNone=1\nTag\\x=2\n"
        "AddField0=s\nAddField1=i\nAddField2=l\nAddField3=bad\nAddField4=loop\n2DAMEMORY2=9\n"
        "[s]\nFieldType=Struct\nPath=List\nTypeId=ListIndex\n2DAMEMORY1=ListIndex\n"
        "AddField0=n\n[n]\nFieldType=Int\nLabel=Deep\nValue=2DAMEMORY1\n"
        "2DAMEMORY2=!FieldPath\n"
        "[i]\nFieldType=Byte\nLabel=Number\nValue=1\n" /* there, as a DWORD */
        "[l]\nFieldType=List\nLabel=List\n"            /* there: keeps its elements */
        "[bad]\nFieldType=Byte\nLabel=Bad\nValue=300\n"
        "[loop]\nFieldType=Struct\nLabel=Map\nTypeId=3\n"));
    const char *file = "game/Override/x.utc";
    CHECK_STR(value(file, "Tag"), "007");
    CHECK_STR(value(file, "Number"), "4294967295");
    CHECK_STR(value(file, "Small"), "7");
    CHECK_STR(value(file, "Real"), "1.5");
    CHECK_STR(value(file, "Ref"), "a_name_that_is_t");
    CHECK_STR(value(file, "Name/strref"), "12");
    CHECK_STR(value(file, "Name/4"), "Ja");
    CHECK_STR(value(file, "List/1/Deep"), "9");
    CHECK_STR(value(file, "Bad"), "(none)");
    CHECK_INT(counts[RQ_PATCH_ERROR], 2);   /* 256, 300 */
    CHECK_INT(counts[RQ_PATCH_WARNING], 3); /* None, Tag\x, the type of Number */
}

/* A section that leads to itself ends, and so does one that doubles at each step. */
static void test_endless(void)
{
    start("endless");
    put_game();
    CHECK(!install("[GFFList]\nFile0=x.utc\n[x.utc]\nAddField0=a\n"
                   "[a]\nFieldType=Struct\nLabel=A\nAddField0=a\nAddField1=a\n"));
    check_file("game/Override/X.2da", TABLE);
}

static void test_talk(void)
{
    start("talk");
    put_game();
    put_talk("mod/TSLPatchData/append.tlk", "fresh");
    static const char ini[] =
        "[TLKList]\nStrRef3=0\nStrRef4=7\nStrRef0-5=1\n[GFFList]\nFile0=x.utc\n"
        "[x.utc]\nNumber=StrRef3\nSmall=StrRef8\n";
    CHECK(install(ini));
    CHECK_STR(value("game/dialog.tlk", "0"), "old");
    CHECK_STR(value("game/dialog.tlk", "1"), "fresh");
    CHECK_STR(value("game/Override/x.utc", "Number"), "1");
    CHECK_INT(counts[RQ_PATCH_ERROR], 3);
    /* The same string is used again by another version of the mod. */
    put("mod/TSLPatchData/other.txt", "");
    CHECK(install(ini));
    CHECK_STR(value("game/dialog.tlk", "2"), "(none)");
    /* Without a talk table nothing is written. */
    rq_remove_file(below("game/dialog.tlk"));
    put_creature("game/Override/x.utc");
    CHECK(!install(ini));
    CHECK_STR(value("game/Override/x.utc", "Number"), "7");
}

static void test_install(void)
{
    start("install");
    put_game();
    put("mod/TSLPatchData/a.txt", "new");
    put("mod/TSLPatchData/SwKotor.exe", "new");
    put("game/Override/a.txt", "old");
    CHECK(install(
        "[InstallList]\nf0=Override\nf1=.\\\nf2=..\\out\nf3=C:\\x\nf4=\\etc\nf5=Sub\\A\nf6=sub\\a\n"
        "f7=gone\nf8=Modules\\none.rim\n"
        "[f0]\nFile0=A.TXT\nReplace1=none.txt\n[f1]\nReplace0=swkotor.exe\n[f2]\nFile0=a.txt\n"
        "[f3]\nFile0=a.txt\n[f4]\nFile0=a.txt\n[f5]\nFile0=a.txt\n[f6]\nFile0=b.txt\n"
        "File1=..\\a.txt\n[b.txt]\n!SourceFile=a.txt\n[f8]\nFile0=a.txt\n"));
    check_file("game/Override/a.txt", "old");
    check_file("game/swkotor.exe", "exe");
    check_file("game/Sub/A/a.txt", "new");
    check_file("game/Sub/A/b.txt", "new"); /* one spelling */
    CHECK(!rq_fs_id(below("out")) && !rq_fs_id(below("game/C:")));
    CHECK_INT(counts[RQ_PATCH_ERROR], 6); /* f2 f3 f4, none.txt, ..\a.txt, f8 */
    CHECK_INT(counts[RQ_PATCH_WARNING], 3);
    put("game/Override/a.txt", "old");
    CHECK(install("[InstallList]\nf0=override\n[f0]\nReplace0=a.txt\n"));
    check_file("game/Override/a.txt", "new");
}

static void test_required(void)
{
    start("required");
    put_game();
    put("mod/TSLPatchData/a.txt", "new");
    CHECK(!install(
        "[Settings]\nRequired=x.utc, y.utc\nRequiredMsg=Get y\n[InstallList]\nf0=Override\n"
        "[f0]\nFile0=a.txt\n"));
    CHECK(strstr(said, "y.utc has to be in Override first: Get y"));
    CHECK(!rq_fs_id(below("game/Override/a.txt")) && !rq_fs_id(below("game/.reliquary")));
    CHECK(install("[Settings]\nRequired1=X.utc\n[InstallList]\nf0=Override\n[f0]\nFile0=a.txt\n"));
    check_file("game/Override/a.txt", "new");
}

static void test_hack(void)
{
    start("hack");
    put_game();
    put("mod/TSLPatchData/a.ncs", "0123456789");
    put("mod/TSLPatchData/a.dat", "0123456789");
    CHECK(install("[HACKList]\nFile0=a.ncs\nFile1=a.dat\n[a.ncs]\n2=1094861636\n8=1\n"
                  "[a.dat]\n2=1094861636\n0x7=u8:0x5A\n"));
    check_file("game/Override/a.ncs",
               "01ABCD6789"); /* 0x41424344, the most significant byte first */
    check_file("game/Override/a.dat", "01DCBA6Z89");
    CHECK_INT(counts[RQ_PATCH_ERROR], 1); /* behind the end */
    put("game/Override/a.dat", "stays");
    put("mod/TSLPatchData/other.txt", "");
    CHECK(install("[HACKList]\nFile1=a.dat\n[a.dat]\n0=1\n"));
    check_file("game/Override/a.dat", "stays");
}

static void test_sounds(void)
{
    uint8_t ssf[12 + 160] = "SSF V1.1\x0c";
    memset(ssf + 12, 0xFF, 160);
    start("sounds");
    put_game();
    put_bytes("game/Override/x.ssf", (struct rq_bytes){ssf, sizeof ssf});
    CHECK(install(
        "[SSFList]\nFile0=x.ssf\n[x.ssf]\nbattlecry 1=5\nUnknown(40)=6\nCough=7\nDeath=x\n"));
    struct rq_map map;
    REQUIRE(rq_map_open(&map, below("game/Override/x.ssf"), NULL));
    CHECK_INT(map.bytes.size, sizeof ssf);
    CHECK_INT(rq_get32(map.bytes.data + 12), 5);
    CHECK_INT(rq_get32(map.bytes.data + 12 + 39 * 4), 6);
    CHECK_INT(rq_get32(map.bytes.data + 16), UINT32_MAX);
    rq_map_close(&map);
    CHECK_INT(counts[RQ_PATCH_WARNING], 1);
    CHECK_INT(counts[RQ_PATCH_ERROR], 1);
}

static void test_scripts(void)
{
    start("scripts");
    put_game();
    put("mod/TSLPatchData/a.nss",
        "#include \"inc\"\nvoid main() { int n = #2DAMEMORY1# + two(); }\n");
    put("mod/TSLPatchData/inc.nss", "int two() { return #2DAMEMORY1#; }\n");
    put("mod/TSLPatchData/b.nss", "void main() { int n = #StrRef9#; }\n");
    CHECK(
        install("[2DAList]\nTable0=x.2da\n[x.2da]\nChangeRow0=a\n[a]\nRowIndex=1\n2DAMEMORY1=num\n"
                "[CompileList]\nFile0=inc.nss\nFile1=a.nss\nFile2=b.nss\n"));
    struct rq_map map;
    REQUIRE(rq_map_open(&map, below("game/Override/a.ncs"), NULL));
    CHECK(map.bytes.size > 13 && memcmp(map.bytes.data, "NCS V1.0", 8) == 0);
    rq_map_close(&map);
    CHECK(!rq_fs_id(below("game/Override/inc.ncs")) && !rq_fs_id(below("game/Override/b.ncs")));
    CHECK(strstr(said, "b.nss uses #StrRef9#"));
    check_file("mod/TSLPatchData/inc.nss", "int two() { return #2DAMEMORY1#; }\n");
}

/* ---- limits and odd instructions ---- */

/* upgrade.2da of the first game may have 32 rows. */
static void test_row_limit(void)
{
    struct rq_out out = {0};
    start("row-limit");
    put_game();
    rq_put_str(&out, "2DA V2.0\n\n label\n");
    for (int i = 0; i < 31; i++)
        rq_putf(&out, "%d r%d\n", i, i);
    put_bytes("game/Override/upgrade.2da", rq_out_bytes(&out));
    rq_out_free(&out);
    CHECK(install("[2DAList]\nTable0=upgrade.2da\n[upgrade.2da]\nAddRow0=a\n[a]\nlabel=x\n"));
    CHECK_STR(said, "");
    CHECK(install("[2DAList]\nTable0=upgrade.2da\n[upgrade.2da]\nAddRow0=a\n[a]\nlabel=y\n"));
    CHECK(strstr(said, "upgrade.2da has 33 rows now; the game breaks above 32\n"));
    CHECK_STR(value("game/Override/upgrade.2da", "32/label"), "y");
}

/* What is no number as a whole does not count for high(). */
static void test_high(void)
{
    start("high");
    put_game();
    put("game/Override/X.2da", "2DA V2.0\n\n label num\n0 4 ****\n1 9x 5\n2 -7 6x\n");
    CHECK(install("[2DAList]\nTable0=x.2da\n[x.2da]\nAddRow0=a\nChangeRow1=b\n"
                  "[a]\nlabel=high()\nnum=high()\n[b]\nRowIndex=0\nlabel=0\nnum=high()\n"));
    CHECK_STR(value("game/Override/X.2da", "3/label"), "5");
    CHECK_STR(value("game/Override/X.2da", "3/num"), "6");
    CHECK_STR(value("game/Override/X.2da", "0/num"), "7");
}

static void test_odd_fields(void)
{
    static const char *const errors[] = {"P3", "expected 3 numbers with | between, found 1|2\n",
                                         "P4", "expected 3 numbers with | between, found 1|2|3|4\n",
                                         "P5", "expected 4 numbers with | between, found 1|2|3\n"};
    start("odd-fields");
    put_game();
    CHECK(install(
        "[GFFList]\nFile0=x.utc\n[x.utc]\nTag(strref)=5\nTag(lang0)=x\nName(lang65536)=x\n"
        "Name(lang65535)=y\nName(lang0)=\xD0\x96\nAddField0=p\nAddField1=q\nAddField2=r\nAddField3=s\nAddField4=t\n"
        "AddField5=u\nAddField6=v\n"
        "[p]\nFieldType=Position\nLabel=P1\nValue=1|-2,5|3\n"
        "[q]\nFieldType=Orientation\nLabel=P2\nValue=0|0|0|1\n"
        "[r]\nFieldType=Position\nLabel=P3\nValue=1|2\n"
        "[s]\nFieldType=Position\nLabel=P4\nValue=1|2|3|4\n"
        "[t]\nFieldType=Orientation\nLabel=P5\nValue=1|2|3\n"
        "[u]\nFieldType=Byte\nLabel=Plain\n"
        "[v]\nFieldType=Byte\nLabel=InTag\nPath=Tag\nValue=1\n"));
    const char *file = "game/Override/x.utc";
    CHECK_STR(value(file, "P1/1"), "-2.5");
    CHECK_STR(value(file, "P2/3"), "1.0");
    for (size_t i = 0; i < 6; i += 2) {
        CHECK_STR(value(file, errors[i]), "(none)");
        CHECK(strstr(said, errors[i + 1]));
    }
    CHECK_STR(value(file, "Plain"), "0");
    CHECK_STR(value(file, "InTag"), "(none)");
    CHECK_STR(value(file, "Tag"), "old");
    CHECK_STR(value(file, "Name/65535"), "y");
    CHECK(strstr(said, ":6: \"65536\" is no number of a language\n"));
    CHECK_INT(counts[RQ_PATCH_ERROR], 6);
    CHECK_INT(counts[RQ_PATCH_WARNING], 2); /* parts of Tag */
    CHECK_STR(value(file, "Name/0"), "(none)");
}

/* Numbers are of 1, 2 or 4 bytes with a sign or without; the last place is the one that is as far from the end. */
static void test_hack_limits(void)
{
    start("hack-limits");
    put_game();
    put("mod/TSLPatchData/a.dat", "0123456789");
    CHECK(install("[HACKList]\nFile0=a.dat\n[a.dat]\n0=u8:90\n1=u8:-128\n2=u16:-32768\n4=u8:255\n"
                  "5=-2147483648\n9=u8:0x5A\n"));
    check_file("game/Override/a.dat",
               "Z\x80"); /* a zero byte follows: 0x8000, the least significant first */
    CHECK_STR(said, "");
    struct rq_map map;
    REQUIRE(rq_map_open(&map, below("game/Override/a.dat"), NULL));
    CHECK(map.bytes.size == 10 && memcmp(map.bytes.data, "Z\x80\0\x80\xFF\0\0\0\x80Z", 10) == 0);
    rq_map_close(&map);
    put("mod/TSLPatchData/a.dat", "0123456789");
    CHECK(install(
        "[HACKList]\nReplace0=a.dat\n[a.dat]\n0=u8:256\n0=u8:1\n1=u8:-129\n2=u16:65536\n3=4294967296\n"
        "4=-2147483649\n5=0x100000000\n6=u8:0x\n8=u8:0x1g\n-1=u8:66\n7=0x41414141\n10=u8:65\n9=u16:65\n"
        "0x9=u8:65\n0x100000000=u8:65\n"));
    check_file("game/Override/a.dat", "012345678A");
    CHECK(strstr(said, ":4: 256 does not fit into 1 byte\n"));
    CHECK(strstr(said, ":6: -129 does not fit into 1 byte\n"));
    CHECK(strstr(said, ":7: 65536 does not fit into 2 bytes\n"));
    CHECK(strstr(said, ":8: 4294967296 does not fit into 4 bytes\n"));
    CHECK(strstr(said, ":9: -2147483649 does not fit into 4 bytes\n"));
    CHECK(strstr(said, ":10: expected offset=number, found 5=0x100000000\n"));
    CHECK(strstr(said, ":11: expected offset=number, found 6=0x\n"));
    CHECK(strstr(said, ":12: expected offset=number, found 8=0x1g\n"));
    CHECK(strstr(said, ":13: expected offset=number, found -1=66\n"));
    CHECK(strstr(said, ":14: a.dat has no 4 bytes at 7: it has 10\n"));
    CHECK(strstr(said, ":15: a.dat has no 1 bytes at 10: it has 10\n"));
    CHECK(strstr(said, ":16: a.dat has no 2 bytes at 9: it has 10\n"));
    CHECK(strstr(said, ":18: expected offset=number, found 0x100000000=65\n"));
    CHECK_INT(counts[RQ_PATCH_ERROR], 13);
}

/* Pairs of surrogates in UTF-16 are one letter; a half of one is U+FFFD, and what follows it stays. */
static void test_wide_letters(void)
{
    static const struct {
        uint16_t units[4];
        const char *text;
    } rows[] = {{{0xD800, 0xDC00, 'x'}, "\xF0\x90\x80\x80x"},
                {{0xDBFF, 0xDFFF, 'x'}, "\xF4\x8F\xBF\xBFx"},
                {{0xD7FF, 0xE000, 'x'}, "\xED\x9F\xBF\xEE\x80\x80x"},
                {{0xD800, 0xDBFF, 'x'}, "\xEF\xBF\xBD\xEF\xBF\xBDx"},
                {{0xD800, 0xE000, 'x'}, "\xEF\xBF\xBD\xEE\x80\x80x"},
                {{0xDC00, 0xDC00, 'x'}, "\xEF\xBF\xBD\xEF\xBF\xBDx"},
                {{'x', 0xDFFF}, "x\xEF\xBF\xBD"},
                {{'x', 0xD83D, 0xDE00}, "x\xF0\x9F\x98\x80"},
                {{'x', 0xD83D}, "x\xEF\xBF\xBD"}};
    start("wide-letters");
    put_game();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t odd = 0; odd < 2; odd++) { /* a byte behind the last letter is none */
            struct rq_out out = {0};
            rq_put16(&out, 0xFEFF);
            for (const char *c = "[Settings]\nWindowCaption="; *c; c++)
                rq_put16(&out, (uint8_t)*c);
            for (size_t k = 0; k < 4 && rows[i].units[k]; k++)
                rq_put16(&out, rows[i].units[k]);
            rq_put_zeros(&out, odd);
            put_bytes("mod/changes.ini", rq_out_bytes(&out));
            struct rq_patch *patch = rq_patch_open(below("mod"), below("game"), NULL, NULL);
            CHECK(patch);
            CHECK_STR(patch ? rq_patch_summary(patch)->title : "", rows[i].text);
            rq_patch_close(patch);
            rq_out_free(&out);
        }
}

/* A file that is cut behind its byte order mark has no instructions, and nothing in front of its first line. */
static void test_marks(void)
{
    static const struct rq_bytes files[] = {{(const uint8_t *)"\xFF\xFE", 2},
                                            {(const uint8_t *)"\xEF\xBB\xBF", 3}};
    start("marks");
    put_game();
    for (size_t i = 0; i < 2; i++) {
        struct rq_error err = {0};
        struct rq_patch_options options = {.message = note};
        put_bytes("mod/changes.ini", files[i]);
        said[0] = 0;
        struct rq_patch *patch = rq_patch_open(below("mod"), below("game"), &options, &err);
        CHECK(patch);
        CHECK_STR(said, "");
        rq_patch_close(patch);
    }
}

/* Tokens have at most 9 digits; what looks like one with 10 is a text. A number is one of 32 bits, with a sign or
 * without. */
static void test_token_limits(void)
{
    uint8_t ssf[12 + 160] = "SSF V1.1\x0c";
    start("token-limits");
    put_game();
    put_bytes("game/Override/x.ssf", (struct rq_bytes){ssf, sizeof ssf});
    CHECK(install(
        "[2DAList]\nTable0=x.2da\n[x.2da]\nChangeRow0=a\n[a]\nRowIndex=0\n2DAMEMORY999999999=label\n"
        "2DAMEMORY=label\n"
        "[GFFList]\nFile0=x.utc\n[x.utc]\nTag=2DAMEMORY999999999\nRef=2DAMEMORY1234567890\n"
        "[SSFList]\nFile0=x.ssf\n[x.ssf]\nBattlecry 1=4294967295\nBattlecry 2=-2147483648\n"
        "Battlecry 3=4294967296\nBattlecry 4=-2147483649\nBattlecry 5=StrRef\n"));
    CHECK_STR(value("game/Override/x.utc", "Tag"), "one");
    CHECK_STR(value("game/Override/x.utc", "Ref"), "2damemory1234567");
    struct rq_map map;
    REQUIRE(rq_map_open(&map, below("game/Override/x.ssf"), NULL));
    CHECK_INT(rq_get32(map.bytes.data + 12), UINT32_MAX);
    CHECK_INT(rq_get32(map.bytes.data + 16), 0x80000000);
    CHECK_INT(rq_get32(map.bytes.data + 20), 0);
    rq_map_close(&map);
    CHECK(strstr(said, ": \"4294967296\" is no number of 32 bits; the change is left out\n"));
    CHECK(strstr(said, ": \"-2147483649\" is no number of 32 bits; the change is left out\n"));
    CHECK(strstr(said, ": \"StrRef\" is no number of 32 bits; the change is left out\n"));
    CHECK_INT(counts[RQ_PATCH_ERROR], 3);
}

/* The last row, and the one behind it; numbers of 18 digits count for high(), longer ones do not. */
static void test_row_edges(void)
{
    start("row-edges");
    put_game();
    put("game/Override/Y.2da",
        "2DA V2.0\n\n num other\n0 999999999999999999 1000000000000000000\n1 3 4\n");
    CHECK(install(
        "[2DAList]\nTable0=x.2da\nTable1=y.2da\n[x.2da]\nChangeRow0=a\nChangeRow1=b\nChangeRow2=c\n"
        "ChangeRow3=d\nChangeRow4=e\nAddColumn5=f\nAddColumn6=g\nAddRow7=h\nChange=a\nChangeRow8=none\n"
        "[a]\nRowIndex=2\nnum=9\n2DAMEMORY1=gone\n2DAMEMORY2=num\n[b]\nRowIndex=3\nnum=8\n"
        "[c]\nRowIndex=-1\nnum=8\n[d]\nLabelIndex=one\nnum=7\n[e]\nLabelIndex=ones\nnum=8\n"
        "[f]\nColumnLabel=f\nDefaultValue=****\nI0=p\nI2=2DAMEMORY2\nI3=q\nI-1=q\nLnone=q\nXI1=q\n"
        "2DAMEMORY3=ColumnLabel\n2DAMEMORY4=I2\n[g]\nColumnLabel=g\nDefaultValue=2DAMEMORY3\n"
        "[h]\nExclusiveColumn=gone\ngone=1\n"
        "[y.2da]\nChangeRow0=i\nChangeRow1=j\n"
        "[i]\nRowIndex=1\nnum=high()\nother=high()\n[j]\nLabelIndex=3\nnum=8\n"));
    const char *x = "game/Override/X.2da", *y = "game/Override/Y.2da";
    CHECK_STR(value(x, "2/num"), "9");
    CHECK_STR(value(x, "0/num"), "7");
    CHECK_STR(value(x, "1/num"), "5");
    CHECK_STR(value(x, "0/f"), "p");
    CHECK_STR(value(x, "1/f"), "");
    CHECK_STR(value(x, "2/f"), "9");
    CHECK_STR(value(x, "1/g"), "f");
    CHECK_STR(value(x, "3"), "(none)");
    CHECK_STR(value(y, "1/num"), "1000000000000000000");
    CHECK_STR(value(y, "1/other"), "5");
    CHECK(strstr(said, "expected RowIndex, RowLabel or a column of X.2da, found gone\n"));
    CHECK(strstr(said, "X.2da has no row 3: it has 3, counted from 0\n"));
    CHECK(strstr(said, "X.2da has no row -1: it has 3, counted from 0\n"));
    CHECK(strstr(said, "X.2da has no row with ones in the column label\n"));
    CHECK(strstr(said, "Y.2da has no row with 3 in the column label\n"));
    CHECK(strstr(said, "X.2da has no column gone\n"));
    CHECK(strstr(said, "there is no section [none]\n"));
    CHECK(strstr(said, "X.2da has no row I3: expected I with a number or L with a label\n"));
    CHECK(strstr(said, "X.2da has no row I-1: expected"));
    CHECK(strstr(said, "X.2da has no row Lnone: expected"));
    CHECK(strstr(said, "X.2da has no row XI1: expected"));
    CHECK(strstr(said, "expected ChangeRow, AddRow, CopyRow or AddColumn, found Change\n"));
    CHECK_INT(counts[RQ_PATCH_ERROR] + counts[RQ_PATCH_WARNING], 12);
}

/* A vector has 3 numbers, an orientation 4, and neither 5 or 6; names of 16 letters stay whole. */
static void test_value_edges(void)
{
    start("value-edges");
    put_game();
    CHECK(install(
        "[GFFList]\nFile0=x.utc\n[x.utc]\nRef=ABCDEFGHIJKLMNOP\nAddField0=p\nAddField1=q\nAddField2=r\nAddField3=s\n"
        "[p]\nFieldType=Orientation\nLabel=P\nValue=1|2|3|4|5\n[q]\nFieldType=Orientation\nLabel=Q\nValue=1|2|3|4|5|6\n"
        "[r]\nFieldType=Position\nLabel=R\nValue=1|2|3|4|5\n[s]\nFieldType=ResRef\nLabel=S\nValue=Abcdefghijklmnopq\n"));
    const char *file = "game/Override/x.utc";
    CHECK_STR(value(file, "Ref"), "abcdefghijklmnop");
    CHECK_STR(value(file, "S"), "abcdefghijklmnop");
    CHECK_STR(value(file, "P"), "(none)");
    CHECK_STR(value(file, "Q"), "(none)");
    CHECK_STR(value(file, "R"), "(none)");
    CHECK(strstr(said, "expected 4 numbers with | between, found 1|2|3|4|5\n"));
    CHECK(strstr(said, "expected 4 numbers with | between, found 1|2|3|4|5|6\n"));
    CHECK(strstr(said, "expected 3 numbers with | between, found 1|2|3|4|5\n"));
    CHECK_INT(counts[RQ_PATCH_ERROR], 3);
}

/* Strings of the talk table that are there are replaced; the one behind the last is not. */
static void test_replaced_talk(void)
{
    start("replaced-talk");
    put_game();
    put_talk("mod/TSLPatchData/other.tlk", "fresh");
    CHECK(install(
        "[TLKList]\nReplaceFile0=other.tlk\nReplaceFile1=gone.tlk\n[other.tlk]\n0=0\n1=0\n0=1\n"
        "StrRef1=1\n4294967295=0\n4294967296=0\n-1=0\nStrRefx=0\n"));
    CHECK_STR(value("game/dialog.tlk", "0"), "fresh");
    CHECK_STR(value("game/dialog.tlk", "1"), "(none)");
    CHECK(strstr(said, ":6: dialog.tlk has no string 1\n"));
    CHECK(strstr(said, ":8: other.tlk has no string 1\n"));
    CHECK(strstr(said, ":9: dialog.tlk has no string 4294967295\n"));
    CHECK(strstr(said, ":10: expected two numbers of strings, found 4294967296=0\n"));
    CHECK(strstr(said, ":11: expected two numbers of strings, found -1=0\n"));
    CHECK(strstr(said, ":12: expected two numbers of strings, found StrRefx=0\n"));
    CHECK(strstr(said, ":3: there is no section [gone.tlk]\n"));
    CHECK_INT(counts[RQ_PATCH_ERROR], 7);
    CHECK_INT(counts[RQ_PATCH_WARNING], 1); /* 0 a second time */
}

/* What is not a script for all that it says. A token stands up to the last letter of a file. */
static void test_odd_scripts(void)
{
    start("odd-scripts");
    put_game();
    put("mod/TSLPatchData/a.nss", "int f() { return 1; } // no main");
    put("mod/TSLPatchData/b.nss", "int StartingConditional");
    put("mod/TSLPatchData/c.nss", "void main() {} //#StrRef9#");
    put("mod/TSLPatchData/d.nss", "void main() {} //#StrRef9");
    put("mod/TSLPatchData/e.nss", "int g() { return 1; }");
    CHECK(install(
        "[CompileList]\nFile0=a.nss\nFile1=b.nss\nFile2=c.nss\nFile3=d.nss\nFile4=e.nss\nFile5=f.nss\n"));
    CHECK(!rq_fs_id(below("game/Override/a.ncs")) && !rq_fs_id(below("game/Override/b.ncs")));
    CHECK(!rq_fs_id(below("game/Override/c.ncs")) && !rq_fs_id(below("game/Override/e.ncs")));
    CHECK(rq_fs_id(below("game/Override/d.ncs")) != 0);
    CHECK(strstr(said, "c.nss uses #StrRef9#"));
    CHECK(strstr(said, "f.nss is not in the mod\n"));
    CHECK(strstr(said, ":3: b.nss:1:"));
    CHECK_INT(counts[RQ_PATCH_ERROR], 3);
}

/* A file that is one thing is not another; an SSF may have fewer sounds than there are names. */
static void test_other_formats(void)
{
    uint8_t ssf[12 + 28 * 4] = "SSF V1.1\x0c";
    memset(ssf + 12, 0xFF, sizeof ssf - 12);
    start("other-formats");
    put_game();
    put_bytes("game/Override/x.ssf", (struct rq_bytes){ssf, sizeof ssf});
    CHECK(install("[2DAList]\nTable0=x.2da\n[x.2da]\nChangeRow0=a\n[a]\nRowIndex=0\nnum=2\n"
                  "[SSFList]\nFile0=x.2da\nFile1=x.ssf\n[x.ssf]\nUnknown(29)=6\nPoisoned=5\n"));
    CHECK_STR(value("game/Override/X.2da", "0/num"), "2");
    CHECK(strstr(said, "and no ssf\n"));
    CHECK(strstr(said, "x.ssf has only 28 sounds\n"));
    CHECK_INT(counts[RQ_PATCH_ERROR], 2);
    struct rq_map map;
    REQUIRE(rq_map_open(&map, below("game/Override/x.ssf"), NULL));
    CHECK_INT(map.bytes.size, sizeof ssf);
    CHECK_INT(rq_get32(map.bytes.data + 12 + 27 * 4), 5); /* the last */
    rq_map_close(&map);
}

/* Includes may lie in the game; a file that only speaks of main is an include, too. */
static void test_includes(void)
{
    start("includes");
    put_game();
    put("game/Override/far.nss", "int far() { return 3; }\n");
    put("mod/TSLPatchData/a.nss", "#include \"far\"\nvoid main() { int n = far(); }\n");
    put("mod/TSLPatchData/b.nss", "// no main here\nint two() { return 2; }\n");
    put("mod/TSLPatchData/c.nss", "#include \"none\"\nvoid main() { }\n");
    CHECK(install("[CompileList]\nFile0=a.nss\nFile1=b.nss\nFile2=c.nss\n"));
    CHECK(rq_fs_id(below("game/Override/a.ncs")));
    CHECK(!rq_fs_id(below("game/Override/b.ncs")) && !rq_fs_id(below("game/Override/c.ncs")));
    CHECK_INT(counts[RQ_PATCH_ERROR], 1);
    CHECK(strstr(said, "c.nss:1:"));
}

/* An archive with one file. */
static void put_archive(const char *name, const char *entry, const char *text)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("erf"), NULL, &err);
    REQUIRE(doc &&
            rq_doc_put_entry(doc, entry, (struct rq_bytes){(const uint8_t *)text, strlen(text)},
                             &err) &&
            rq_doc_write(doc, &out, &err));
    put_bytes(name, rq_out_bytes(&out));
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* The bytes of an entry; "(none)" without it. */
static const char *entry_text(const char *archive, const char *name)
{
    static char text[100];
    struct rq_doc_file file;
    const struct rq_entry *entries;
    size_t count;
    snprintf(text, sizeof text, "(none)");
    if (!rq_doc_file_open(&file, below(archive), NULL, NULL))
        return text;
    if (rq_doc_entries(file.doc, &entries, &count, NULL))
        for (size_t i = 0; i < count; i++)
            if (strcmp(entries[i].name, name) == 0)
                snprintf(text, sizeof text, "%.*s", (int)entries[i].bytes.size,
                         (const char *)entries[i].bytes.data);
    rq_doc_file_close(&file);
    return text;
}

static void test_archives(void)
{
    start("archives");
    put_game();
    put_archive("game/Modules/a.mod", "old.txt", "old");
    put("mod/TSLPatchData/abcdefghijklmnop.txt", "sixteen");
    put("mod/TSLPatchData/abcdefghijklmnopq.2da", "seventeen");
    /* Names of entries have 16 letters; the rest is cut. */
    CHECK(install(
        "[InstallList]\nf0=Modules\\a.mod\nf1=Modules\\new.mod\n"
        "[f0]\nFile0=abcdefghijklmnop.txt\nFile1=abcdefghijklmnopq.2da\n[f1]\nFile0=gone.txt\n"));
    CHECK_STR(entry_text("game/Modules/a.mod", "old.txt"), "old");
    CHECK_STR(entry_text("game/Modules/a.mod", "abcdefghijklmnop.txt"), "sixteen");
    CHECK_STR(entry_text("game/Modules/a.mod", "abcdefghijklmnop.2da"), "seventeen");
    CHECK(!rq_fs_id(below("game/Modules/new.mod"))); /* nothing came that it would be made for */
    /* An archive that is replaced as a whole has nothing of what was put into the old one before. */
    put_archive("mod/TSLPatchData/a.mod", "fresh.txt", "fresh");
    CHECK(install("[InstallList]\nf0=Modules\\a.mod\nf1=Modules\n"
                  "[f0]\nReplace0=abcdefghijklmnop.txt\n[f1]\nReplace0=a.mod\n"));
    CHECK_STR(entry_text("game/Modules/a.mod", "fresh.txt"), "fresh");
    CHECK_STR(entry_text("game/Modules/a.mod", "abcdefghijklmnop.txt"), "(none)");
    CHECK_STR(entry_text("game/Modules/a.mod", "old.txt"), "(none)");
}

/* What hides an entry is renamed, unless its new name is taken. */
static void test_hiding(void)
{
    static const char ini[] =
        "[InstallList]\nf0=Modules\\a.mod\n[f0]\n!OverrideType=rename\nReplace0=b.txt\n"
        "[b.txt]\n!OverrideType=rename\n";
    start("hiding");
    put_game();
    put_archive("game/Modules/a.mod", "b.txt", "one");
    put("mod/TSLPatchData/b.txt", "two");
    put("game/Override/b.txt", "hides");
    put("game/Override/old_b.txt", "taken");
    CHECK(install(ini));
    check_file("game/Override/b.txt", "hides");
    check_file("game/Override/old_b.txt", "taken");
    CHECK(strstr(said, "b.txt hides the one in "));
    CHECK(strstr(said, ", and can't be renamed: Override/old_b.txt is there\n"));
    CHECK_STR(entry_text("game/Modules/a.mod", "b.txt"), "two");
    rq_remove_file(below("game/Override/old_b.txt"));
    put("mod/TSLPatchData/b.txt", "three");
    CHECK(install(ini));
    check_file("game/Override/old_b.txt", "hides");
    CHECK(!rq_fs_id(below("game/Override/b.txt")));
    CHECK_STR(said, "");
}

/* Strings of another table, with the token of the key. */
static void test_tables_of_strings(void)
{
    start("append");
    put_game();
    put_talk("mod/TSLPatchData/more.tlk", "fresh");
    CHECK(install("[TLKList]\nAppend0=more.tlk\n[more.tlk]\n5=0\n6=1\n[GFFList]\nFile0=x.utc\n"
                  "[x.utc]\nNumber=StrRef5\n"));
    CHECK_STR(value("game/dialog.tlk", "0"), "old");
    CHECK_STR(value("game/dialog.tlk", "1"), "fresh");
    CHECK_STR(value("game/dialog.tlk", "2"), "(none)");
    CHECK_STR(value("game/Override/x.utc", "Number"), "1");
    CHECK_INT(counts[RQ_PATCH_ERROR], 1);
    CHECK(strstr(said, ":5: the mod's talk table has no string 1\n"));
    put_talk("mod/TSLPatchData/more.tlk", "other");
    CHECK(install("[TLKList]\nReplace0=more.tlk\n[more.tlk]\n1=0\n0=1\n"));
    CHECK_STR(value("game/dialog.tlk", "0"), "old");
    CHECK_STR(value("game/dialog.tlk", "1"), "other");
    CHECK(strstr(said, ":5: more.tlk has no string 1\n"));
}

/* Two units of UTF-16 are one letter, half of a pair is none; a section's name may lack its bracket. */
static void test_wide(void)
{
    static const uint16_t title[] = {0xD83D, 0xDE00, 'a', 0xD800, 'b', 0xDC00, 0xD800, '\n'};
    struct rq_out out = {0};
    struct rq_error err = {0};
    start("wide");
    put_game();
    rq_put16(&out, 0xFEFF);
    for (const char *c = "[Settings\nWindowCaption="; *c; c++)
        rq_put16(&out, (uint8_t)*c);
    for (size_t i = 0; i < sizeof title / sizeof title[0]; i++)
        rq_put16(&out, title[i]);
    put_bytes("mod/changes.ini", rq_out_bytes(&out));
    rq_out_free(&out);
    struct rq_patch *patch = rq_patch_open(below("mod"), below("game"), NULL, &err);
    REQUIRE(patch);
    CHECK_STR(rq_patch_summary(patch)->title, "\xF0\x9F\x98\x80"
                                              "a\xEF\xBF\xBD"
                                              "b\xEF\xBF\xBD\xEF\xBF\xBD");
    rq_patch_close(patch);
}

static void test_choices(void)
{
    static const char set_tag[] = "[GFFList]\nFile0=x.utc\n[x.utc]\nTag=chosen\n";
    struct rq_error err = {0};
    start("choices");
    put_game();
    put("mod/TSLPatchData/changes.ini", "");
    put("mod/TSLPatchData/namespaces.ini", "[Namespaces]\na=none\n");
    CHECK(!rq_patch_open(below("mod"), below("game"), NULL, &err));
    CHECK_INT(err.code, RQ_CORRUPT);
    CHECK_STR(err.text, "has no [Namespaces] with a section that is there");
    /* A section that is not there counts, but is passed over; the instructions lie above the folder of the data. */
    put("mod/TSLPatchData/namespaces.ini",
        "[Namespaces]\na=none\nb=one\n[one]\nDataPath=sub\nIniName=other.ini\n");
    put("mod/TSLPatchData/other.ini", set_tag);
    put("mod/TSLPatchData/sub/note.txt", "");
    static const struct {
        const char *choice;
        bool fine;
    } choices[] = {{NULL, true}, {"2", true},   {"1", false},
                   {"3", false}, {"ONE", true}, {"none", false}};
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        struct rq_patch_options options = {.choice = choices[i].choice};
        check_note("choice %s", choices[i].choice ? choices[i].choice : "");
        struct rq_patch *patch = rq_patch_open(below("mod"), below("game"), &options, &err);
        CHECK((patch != NULL) == choices[i].fine);
        if (patch)
            CHECK_STR(rq_patch_summary(patch)->choice, "one");
        CHECK(!patch || i || rq_patch_commit(patch, &err));
        rq_patch_close(patch);
    }
    check_note(" ");
    CHECK_STR(value("game/Override/x.utc", "Tag"), "chosen");
}

/* Instructions that are looked at without a game. */
static void test_lint(void)
{
    struct rq_error err = {0};
    struct rq_patch_options options = {.message = note};
    start("lint");
    put("mod/TSLPatchData/a.txt", "");
    put("mod/TSLPatchData/changes.ini",
        "[TLKList]\nStrRef0=0\n[InstallList]\nf0=Override\n[Override]\nFile0=a.txt\n"
        "[2DAList]\nTable0=x.2da\n[x.2da]\nAddRow0=r\n[r]\nlabel=StrRef0\n");
    said[0] = 0;
    CHECK(rq_patch_lint(below("mod"), &options, &err));
    CHECK(strstr(said, ":1: append.tlk is not in the mod\n"));
    CHECK(strstr(
        said, ":4: patchers differ: the section should be named by the key, not by the folder\n"));
    put("mod/TSLPatchData/changes.ini",
        "[TLKList]\n!SourceFile=mine.tlk\nStrRef0=0\n[InstallList]\nf0=Override\n[f0]\nFile0=a.txt\n");
    said[0] = 0;
    CHECK(rq_patch_lint(below("mod"), &options, &err));
    CHECK(strstr(said, ":1: mine.tlk is not in the mod\n") && !strstr(said, "named by the key"));
    put_talk("mod/TSLPatchData/mine.tlk", "x");
    said[0] = 0;
    CHECK(rq_patch_lint(below("mod"), &options, &err));
    CHECK(!strstr(said, "not in the mod"));
}

static uint64_t sum_of(const char *folder)
{
    struct rq_walk walk = {0};
    uint64_t sum = 14695981039346656037U;
    CHECK(rq_walk_add(&walk, folder, NULL));
    for (size_t i = 0; i < walk.count; i++) {
        struct rq_map map = {0};
        for (const char *p = walk.items[i].relative; *p; p++)
            sum = (sum ^ (uint8_t)*p) * 1099511628211U;
        if (rq_map_open(&map, walk.items[i].path, NULL))
            for (size_t k = 0; k < map.bytes.size; k++)
                sum = (sum ^ map.bytes.data[k]) * 1099511628211U;
        rq_map_close(&map);
    }
    rq_walk_free(&walk);
    return sum;
}

/* ---- mods of redguard-mod-manager ---- */

struct line_of_text {
    const char *tag, *text;
    bool voice; /* of two samples */
};

/* ENGLISH.RTX by docs/formats/rtx.md; the rows of its index are in this order. */
static void put_rtx(const char *name, const struct line_of_text *lines, const size_t *order,
                    size_t count)
{
    struct rq_out out = {0};
    uint32_t offsets[4], sizes[4];
    for (size_t i = 0; i < count; i++) {
        size_t text = strlen(lines[i].text);
        sizes[i] = (uint32_t)(6 + text + (lines[i].voice ? 27 + 2 : 0));
        rq_put(&out, lines[i].tag, 4);
        rq_put32be(&out, sizes[i]);
        offsets[i] = (uint32_t)out.size;
        rq_put8(&out, 0);
        rq_put8(&out, lines[i].voice);
        rq_put16(&out, (uint16_t)text);
        rq_put16(&out, 0);
        rq_put_str(&out, lines[i].text);
        if (lines[i].voice) {
            const uint32_t head[] = {1, 1, 22050};
            for (size_t k = 0; k < 3; k++)
                rq_put32(&out, head[k]);
            rq_put8(&out, 100);
            rq_put_zeros(&out, 5);
            rq_put32(&out, UINT32_MAX);
            rq_put32(&out, 2);
            rq_put8(&out, 0);
            rq_put16(&out, 0x0201);
        }
    }
    rq_put_str(&out, "END ");
    uint32_t index = (uint32_t)out.size;
    for (size_t i = 0; i < count; i++) {
        rq_put(&out, lines[order[i]].tag, 4);
        rq_put32(&out, offsets[order[i]]);
        rq_put32(&out, sizes[order[i]]);
    }
    rq_put_str(&out, "RNAV");
    rq_put32(&out, index);
    rq_put32(&out, (uint32_t)count);
    put_bytes(name, rq_out_bytes(&out));
    rq_out_free(&out);
}

static bool install_redguard(void)
{
    struct rq_error err = {0};
    struct rq_patch_options options = {.message = note};
    said[0] = 0;
    memset(counts, 0, sizeof counts);
    struct rq_patch *patch = rq_patch_open(below("mod"), below("game"), &options, &err);
    CHECK_STR(err.text, "");
    bool fine = patch && rq_patch_commit(patch, &err);
    rq_patch_close(patch);
    return fine;
}

static const struct line_of_text three[] = {
    {"aaaa", "one", false}, {"bbbb", "two", true}, {"cccc", "three", false}};

/* A new line gets a row of an index that has an order of its own. */
static void test_redguard_lines(void)
{
    start("redguard-lines");
    put("game/WORLD.INI", "[world]\r\nstart_world=0\r\n");
    put_rtx("game/ENGLISH.RTX", three, (const size_t[]){1, 0, 2}, 3);
    put("mod/RTX Changes.txt",
        "1\tcccc\tTHREE\n2\tzzzz\tno\n3\tdddd\tfour\n4\taaaa\t\xD0\x96\n5\tee\tx\n"
        "-1\tffff\tx\n6\tgggg\n");
    CHECK(install_redguard());
    const char *file = "game/ENGLISH.RTX";
    CHECK_STR(value(file, "entries/0/text"), "one");
    CHECK_STR(value(file, "entries/2/text"), "THREE");
    CHECK_STR(value(file, "entries/3/tag"), "dddd");
    CHECK_STR(value(file, "entries/3/text"), "four");
    CHECK_STR(value(file, "entries/4/tag"), "gggg");
    CHECK_STR(value(file, "entries/4/text"), "");
    CHECK_STR(value(file, "entries/5/text"), "(none)");
    CHECK(strstr(said, "RTX Changes.txt:2: ENGLISH.RTX has no line zzzz\n"));
    CHECK(strstr(said, "RTX Changes.txt:4: ENGLISH.RTX: aaaa"));
    CHECK(strstr(said, "RTX Changes.txt:5: expected a number, a label of four letters"));
    CHECK(strstr(said, "RTX Changes.txt:6: expected a number, a label of four letters"));
    CHECK_INT(counts[RQ_PATCH_ERROR], 4);
    /* The index: five rows in the order that it had, the new ones last. */
    struct rq_map map;
    REQUIRE(rq_map_open(&map, below(file), NULL));
    REQUIRE(map.bytes.size > 12 + 5 * 12);
    const uint8_t *rows = map.bytes.data + map.bytes.size - 12 - 5 * 12;
    CHECK_MEM(map.bytes.data + map.bytes.size - 12, 4, "RNAV", 4);
    CHECK_INT(rq_get32(map.bytes.data + map.bytes.size - 4), 5);
    static const char *const tags[] = {"bbbb", "aaaa", "cccc", "dddd", "gggg"};
    for (size_t i = 0; i < 5; i++) {
        CHECK_MEM(rows + i * 12, 4, tags[i], 4);
        CHECK_MEM(map.bytes.data + rq_get32(rows + i * 12 + 4) - 8, 4, tags[i], 4);
    }
    rq_map_close(&map);
}

static void test_redguard_settings(void)
{
    start("redguard-settings");
    put("game/WORLD.INI", "[world]\r\nstart_world=0\r\n\r\n[end]\r\nx=1");
    put("mod/INI Changes.txt",
        "WORLD.INI\n  [world]\n  start_world = 2\n  fresh = \xC3\xA9\n  bad = \xD0\x96\n"
        "  start_world = \xD0\x96\n  ; a comment\n  nonsense\n  [end]\n  y = 2\n"
        "  [new]\n  z = 3\nNONE.INI\n  a = 1\n");
    put("mod/Map Changes.txt", "  1\tno map\nNOWHERE\n  -1\tx\n  2147483648\tx\n  0\tx\n");
    put("mod/RTX Audio/x.wav", "no sound");
    CHECK(install_redguard());
    check_file("game/WORLD.INI",
               "[world]\r\nstart_world=2\r\nfresh = \x82\r\n\r\n[end]\r\nx=1\r\ny = 2\r\n"
               "[new]\r\nz = 3\r\n");
    CHECK(strstr(
        said,
        "INI Changes.txt:5: WORLD.INI: bad = \xD0\x96: has letters that the game does not know"));
    CHECK(strstr(said, "INI Changes.txt:6: WORLD.INI: "));
    CHECK(strstr(said, "INI Changes.txt:8: \"nonsense\" is no setting, and is left out\n"));
    CHECK(strstr(said, "INI Changes.txt:13: the game has no INI file NONE.INI\n"));
    CHECK(strstr(said, "the game has no ENGLISH.RTX that could be changed\n"));
    CHECK(strstr(said, "Map Changes.txt:1: expected the number of a line, a tab and a text\n"));
    CHECK(strstr(said, "Map Changes.txt:3: expected the number of a line, a tab and a text\n"));
    CHECK(strstr(said, "Map Changes.txt:4: expected the number of a line, a tab and a text\n"));
    CHECK(strstr(said, "Map Changes.txt:2: the game has no map NOWHERE\n"));
    CHECK_INT(counts[RQ_PATCH_WARNING], 1);
    /* A voice that is no sound. */
    put_rtx("game/ENGLISH.RTX", three, (const size_t[]){0, 1, 2}, 3);
    rq_remove_file(below("mod/INI Changes.txt"));
    rq_remove_file(below("mod/Map Changes.txt"));
    put("mod/RTX Audio/aaaa.wav", "no sound");
    install_redguard();
    CHECK(strstr(said, "RTX Audio:0: aaaa.wav: "));
    CHECK_INT(counts[RQ_PATCH_ERROR], 2); /* and x.wav, which is no line */
    rq_remove_file(below("mod/RTX Audio/aaaa.wav"));
    put("mod/RTX Audio/deep/aaaa.wav", "no sound");
    install_redguard();
    CHECK(strstr(
        said,
        "RTX Audio:0: deep/aaaa.wav: sounds stand in RTX Audio itself, not in a folder below it\n"));
    CHECK_INT(counts[RQ_PATCH_ERROR], 2);
}

/* A map of one actor, ONE, with this script: sections have a tag and a size (the high byte first). RAHD has the
 * count, a word, then records of 165 bytes: the name at 4, bytes of the script at 0x4D. */
static void put_map(const char *name, struct rq_bytes code)
{
    struct rq_out out = {0};
    uint8_t actors[8 + 165] = {1, 0, 0, 0, 0x1B, 0x80, 0x37, 0};
    memcpy(actors + 8 + 4, "ONE", 3);
    rq_set32(actors + 8 + 0x4D, (uint32_t)code.size);
    rq_put_str(&out, "RAHD");
    rq_put32be(&out, sizeof actors);
    rq_put(&out, actors, sizeof actors);
    rq_put_str(&out, "RASC");
    rq_put32be(&out, (uint32_t)code.size);
    rq_put_bytes(&out, code);
    rq_put_str(&out, "END ");
    put_bytes(name, rq_out_bytes(&out));
    rq_out_free(&out);
}

/* A line that can't be compiled is told with its place, and the map stays. */
static void test_redguard_script(void)
{
    static const uint8_t code[] = {0x02, 85, 0, 1, 0x16,
                                   1,    0,  0, 0, 0x12}; /* SetGlobalFlag(1); Return */
    start("redguard-script");
    put("game/WORLD.INI", "[world]\r\nworld_map[0]=MAPS\\TOWN.RGM\r\n");
    put_map("game/MAPS/TOWN.RGM", (struct rq_bytes){code, sizeof code});
    uint64_t before = sum_of(below("game/MAPS"));
    put("mod/Map Changes.txt", "TOWN\n  2\t  frobnicate(\n");
    install_redguard();
    /* Behind line 2, counted from 0, is line 4, counted from 1. */
    CHECK(strstr(said, "Map Changes.txt:1: TOWN.RGM:4:3: "));
    CHECK(counts[RQ_PATCH_ERROR] > 0);
    CHECK(sum_of(below("game/MAPS")) == before);
}

/* What the manager can't tell, each with its reason. */
static void test_redguard_create(void)
{
    static const struct line_of_text old[] = {
        {"aaaa", "one", false}, {"bbbb", "two", true}, {"cccc", "three", false}};
    static const struct line_of_text fresh[] = {
        {"aaaa", "o\tne", false}, {"bbbb", "2", false}, {"cccc", "three", true}};
    struct rq_error err = {0};
    struct rq_patch_made made;
    struct rq_patch_create_options options = {.message = note};
    start("redguard-create");
    put("old/WORLD.INI", "[world]\r\na=1\r\na=2\r\nb=1\r\nc=1\r\nd=1\r\n");
    put("new/WORLD.INI", "[world]\r\na=1\r\na=3\r\nb=2\r\nd=1\r\n");
    put("old/SYSTEM.INI", "[s]\r\na=1\r\na=2\r\nb=1\r\n");
    put("new/SYSTEM.INI", "[s]\r\na=1\r\na=2\r\nb=2\r\n");
    put_rtx("old/ENGLISH.RTX", old, (const size_t[]){0, 1, 2}, 3);
    put_rtx("new/ENGLISH.RTX", fresh, (const size_t[]){0, 1, 2}, 3);
    put("old/gone.txt", "x");
    put("new/more.txt", "x");
    put("old/sub/x.ini", "a=1");
    put("new/sub/x.ini", "a=2");
    said[0] = 0;
    CHECK(
        rq_patch_create_redguard(below("old"), below("new"), below("mod"), &options, &made, &err));
    CHECK_STR(err.text, "");
    check_file("mod/INI Changes.txt",
               "SYSTEM.INI\r\n  [s]\r\n  b = 2\r\nWORLD.INI\r\n  [world]\r\n  b = 2\r\n");
    check_file("mod/RTX Changes.txt", "1\tbbbb\t2\r\n");
    check_file("mod/About.txt", "1.0\r\n\r\nA mod\r\n");
    CHECK(rq_fs_id(below("mod/RTX Audio/cccc.wav")) && !rq_fs_id(below("mod/RTX Audio/bbbb.wav")));
    static const char *const reasons[] = {
        "WORLD.INI:0: world/a is there more than once, and was changed\n",
        "WORLD.INI:0: world/c was removed\n",
        "ENGLISH.RTX:0: line aaaa has a text with a tab or a line break\n",
        "ENGLISH.RTX:0: line bbbb lost its voice\n",
        "gone.txt:0: is not in the mod: the manager neither adds nor removes files\n",
        "more.txt:0: is not in the mod: the manager neither adds nor removes files\n",
        "sub/x.ini:0: is not in the mod: the manager knows dialogue, settings and scripts of maps\n"};
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (!CHECK(strstr(said, reasons[i])))
            printf("    no %s", reasons[i]);
    CHECK(!strstr(said, "SYSTEM.INI"));
    CHECK_INT(made.changes, 6);
    CHECK_INT(made.missed, 5); /* all but SYSTEM.INI, each once */
    CHECK_INT(made.files, 4);
}

/* ---- kills ---- */

static void put_small_mod(void)
{
    put_game();
    put_talk("mod/TSLPatchData/append.tlk", "fresh");
    put("mod/TSLPatchData/a.txt", "new");
    put("mod/TSLPatchData/Changes.ini",
        "[TLKList]\nStrRef0=0\n[InstallList]\nf0=Sub\\Deep\n[f0]\nFile0=a.txt\n[2DAList]\nTable0=x.2da\n"
        "[x.2da]\nAddRow0=r\n[r]\nlabel=StrRef0\n");
}

static bool install_small(void)
{
    struct rq_error err = {0};
    struct rq_patch *patch = rq_patch_open(below("mod"), below("game"), NULL, &err);
    bool fine = patch && rq_patch_commit(patch, &err);
    rq_patch_close(patch);
    return fine;
}

static void count_record(void *ctx, const struct rq_patch_record *record)
{
    (void)record;
    ++*(unsigned *)ctx;
}

static void test_undo(void)
{
    struct rq_error err = {0};
    unsigned undone = 0;
    start("undo");
    put_small_mod();
    uint64_t before = sum_of(below("game"));
    CHECK(install_small());
    uint64_t after = sum_of(below("game"));
    CHECK(before != after);
    CHECK(install_small()); /* again: nothing happens */
    CHECK(sum_of(below("game")) == after);
    CHECK(install("[Settings]\nWindowCaption=Second\n[GFFList]\nFile0=x.utc\n[x.utc]\nTag=t\n"));
    /* The first does not meet the second, and can go alone. */
    CHECK(rq_patch_undo(below("game"), "000001", true, count_record, count_record, &undone, &err));
    CHECK(rq_patch_undo(below("game"), "000001", false, count_record, count_record, &undone, &err));
    CHECK_INT(undone, 2);
    CHECK_STR(value("game/Override/x.utc", "Tag"), "t");
    CHECK(!rq_fs_id(below("game/Sub"))); /* the folder that was made goes, too */
    CHECK(rq_patch_undo(below("game"), "second", false, count_record, count_record, &undone, &err));
    CHECK(sum_of(below("game")) == before);
    CHECK(!rq_patch_undo(below("game"), NULL, false, count_record, count_record, &undone, &err));
    CHECK_INT(err.code, RQ_USAGE);
    /* A mod whose files are not as it left them is installed again. */
    put_small_mod();
    CHECK(install_small());
    rq_remove_file(below("game/Sub/Deep/a.txt"));
    CHECK(install_small());
    check_file("game/Sub/Deep/a.txt", "new");
}

static void test_kills(void)
{
    NEEDS_KILLS();
    start("kills");
    put_small_mod();
    uint64_t old = sum_of(below("game"));
    CHECK(install_small());
    uint64_t new = sum_of(below("game"));
    unsigned n = 0, olds = 0, news = 0;
    for (bool killed = true; killed && n < 2000; n++) {
        check_note("writing call %u", n);
        start("kills");
        put_small_mod();
        killed = run_killed(install_small, n);
        unsigned records = 0;
        CHECK(rq_patch_records(below("game"), count_record, &records, NULL)); /* the next run */
        uint64_t now = sum_of(below("game"));
        CHECK(now == old || now == new);
        CHECK_INT(records, now == new);
        olds += now == old;
        news += now == new;
    }
    check_note(" ");
    printf("    %u points: %u old, %u new\n", n - 1, olds, news);
    CHECK(n > 20 && olds > 5 && news > 3);
}

/* What a killed run left is finished before the next mod is planned: else the second mod is planned on the table
 * without the row of the first, and either refused, because the table changed meanwhile, or written without it. */
static void test_killed_then_next(void)
{
    NEEDS_KILLS();
    unsigned n = 0, with = 0, without = 0;
    for (bool killed = true; killed && n < 2000; n++) {
        struct rq_error err = {0};
        check_note("writing call %u", n);
        start("killed-then-next");
        put_small_mod();
        killed = run_killed(install_small, n);
        put("second/changes.ini",
            "[2DAList]\nTable0=x.2da\n[x.2da]\nAddRow0=r\n[r]\nlabel=second\n");
        struct rq_patch_options again = {.again = n % 2};
        struct rq_patch *patch = rq_patch_open(below("second"), below("game"), &again, &err);
        CHECK(patch && rq_patch_commit(patch, &err));
        CHECK_STR(err.text, "");
        rq_patch_close(patch);
        struct rq_out table = {0};
        REQUIRE(read_file("game/Override/X.2da", &table));
        bool first = strstr((char *)table.data, "3 1 ****") != NULL; /* StrRef0 is string 1 */
        CHECK(strstr((char *)table.data, first ? "4 second ****" : "3 second ****"));
        CHECK((rq_path_kind(below("game/Sub/Deep/a.txt"), NULL) == RQ_PATH_FILE) == first);
        rq_out_free(&table);
        with += first;
        without += !first;
    }
    check_note(" ");
    CHECK(n > 20 && with > 3 && without > 5);
}

TESTS(test_lenient, test_encodings, test_rows, test_columns, test_fields, test_endless, test_talk,
      test_install, test_required, test_hack, test_sounds, test_scripts, test_row_limit, test_high,
      test_odd_fields, test_hack_limits, test_wide_letters, test_marks, test_token_limits,
      test_row_edges, test_value_edges, test_replaced_talk, test_odd_scripts, test_other_formats,
      test_includes, test_archives, test_hiding, test_tables_of_strings, test_wide, test_choices,
      test_lint, test_redguard_lines, test_redguard_settings, test_redguard_script,
      test_redguard_create, test_undo, test_kills, test_killed_then_next)
