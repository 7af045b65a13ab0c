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

/* ---- kills ---- */

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
      test_install, test_required, test_hack, test_sounds, test_scripts, test_undo, test_kills,
      test_killed_then_next)
