/* Mods with instructions of every kind, each word of them edited, each line gone, doubled or moved: what lint and the plan
 * say, what they write, and the bytes of the files that would change are held to tests/contract/patch.txt, see said.h.
 * The game is the demo's, below $RQ_DEMO_DIR; nothing is written to it. tests/cli/patch_ops.sh and patch_refusals.sh
 * have what is right of these instructions by hand; here is that an edit changes just what it should. */
#include "core/bytes.h"
#include "core/file.h"
#include "core/fs.h"
#include "patch/parts.h"
#include "said.h"

static const char root[] = RQ_BUILD_DIR "/patch-edits";

/* ---- instructions ---- */

static const char fields_ini[] =
    "[GFFList]\nFile0=types01.gff\nTable1=gone.gff\nFile2=..\\x.gff\nReplace3=types02.gff\n"
    "[types01.gff]\n!Destination=override\nByte=256\nChar=-129\nWord=-1\nShort=32767\n"
    "Dword=-1\nInt=0x10\nDword64=-1\nInt64=-5\nFloat=2,5\nDouble=1.25\nString=a<#LF#>b\n"
    "ResRef=new_ref\nLocString(strref)=7\nLocString(lang0)=Tower\nLocString(lang6)=Korea\n"
    "LocString(langx)=none\nLocString(lang70000)=none\nLocString(other)=none\nVoid=0x00fF7\n"
    "Vector=1|2,5|-3\nVector/1=9\nOrientation=0|0|1|0|5\nOrientation=1|2\nStruct=1\nList=1\n"
    "Struct\\Depth=3\nList/2/Square=16\nNothing=1\n2DAMEMORY1=5\nString=2DAMEMORY2\n"
    "AddField0=made\nAddField1=text\nAddField2=plain\nAddField3=list\nAddField4=bare\n"
    "AddField5=untyped\nAddField6=absent\nAddField7=again\nAddField8=other\nAddField9=far\n"
    "AddField10=big\nAddField11=vector\nAddField12=long\n[made]\nFieldType=Struct\n"
    "Label=Made\nTypeId=9\n2DAMEMORY3=!FieldPath\nAddField0=inner\n[inner]\n"
    "FieldType=Position\nLabel=Where\nValue=1|2|3\n2DAMEMORY4=!FieldPath\n[text]\n"
    "FieldType=ExoLocString\nLabel=Text\nStrRef=12\nlang0=Said\nlang3=dit\n[plain]\n"
    "FieldType=Binary\nLabel=Raw\nValue=0x0aB\n[list]\nFieldType=Struct\nPath=List\n"
    "TypeId=ListIndex\n2DAMEMORY5=ListIndex\n2DAMEMORY6=Index\nAddField0=square\n[square]\n"
    "FieldType=Int\nLabel=Square\nValue=2DAMEMORY5\n[bare]\nFieldType=Int\nValue=1\n"
    "[untyped]\nFieldType=Integer\nLabel=x\n[again]\nFieldType=Byte\nLabel=Byte\nValue=8\n"
    "[other]\nFieldType=Word\nLabel=Char\nValue=4\n[far]\nFieldType=Byte\nPath=No\\Such\n"
    "Label=x\nValue=1\n[big]\nFieldType=Byte\nLabel=Big\nValue=300\n[vector]\n"
    "FieldType=Orientation\nLabel=Turned\nValue=1|0|0\n[long]\nFieldType=Int\n"
    "Label=abcdefghijklmnopq\nValue=1\n";

static const char rows_ini[] =
    "[2DAList]\nTable0=demo_items.2da\nTable1=absent.2da\nTable2=nothing.2da\n[absent.2da]\n"
    "AddRow0=none\n[demo_items.2da]\nChangeRow0=byindex\nChangeRow1=bylabel\n"
    "ChangeRow2=bycolumn\nChangeRow3=norow\nChangeRow4=nolabel\nChangeRow5=nocolumn\n"
    "ChangeRow6=nothing\nChangeRow7=gone\nChangeRow8=last\nAddRow0=fresh\nAddRow1=exclusive\n"
    "AddRow2=badcolumn\nAddRow3=novalue\nAddRow4=notoken\nCopyRow0=copied\nCopyRow1=nocopy\n"
    "CopyRow2=present\nAddColumn0=column\nAddColumn1=unnamed\nAddColumn2=twice\nFrob=fresh\n"
    "!Destination=override\n[byindex]\nRowIndex=1\nname=77\nweight=****\nunknown=5\n"
    "2DAMEMORY0=RowIndex\n2DAMEMORY1=RowLabel\n2DAMEMORY2=guid\n2DAMEMORY3=nocolumn\n"
    "[bylabel]\nRowLabel=3\nicon=StrRef5\nname=2DAMEMORY0\n[bycolumn]\nLabelIndex=Lantern\n"
    "name=high()\n[norow]\nRowIndex=6\nname=1\n[nolabel]\nRowLabel=17\nname=1\n[nocolumn]\n"
    "LabelIndex=Nobody\nname=1\n[nothing]\nname=1\n[last]\nRowIndex=5\nicon=last\n[fresh]\n"
    "RowLabel=high()\nlabel=Fresh\nname=high()\nguid=inc(1)\n[exclusive]\n"
    "ExclusiveColumn=label\nlabel=Rope\nname=inc(2)\nweight=high()\nicon=kept\n[badcolumn]\n"
    "ExclusiveColumn=nocolumn\nnocolumn=1\n[novalue]\nExclusiveColumn=label\n[notoken]\n"
    "label=2DAMEMORY9\nname=5\n[copied]\nRowIndex=1\nNewRowLabel=99\nlabel=Copy\n"
    "name=inc(3)\nweight=inc(x)\n[nocopy]\nRowIndex=60\nlabel=Copy\n[present]\nRowIndex=0\n"
    "ExclusiveColumn=label\nlabel=Copy\nname=inc(5)\nicon=again\n[column]\n"
    "ColumnLabel=extra\nDefaultValue=d\nI0=first\nL99=ninety\nI44=none\nLx=none\nZ1=none\n"
    "2DAMEMORY7=I0\n2DAMEMORY8=ColumnLabel\n[unnamed]\nDefaultValue=1\n[twice]\n"
    "ColumnLabel=name\nDefaultValue=1\n[none]\nx=1\n";

static const char talk_ini[] =
    "[TLKList]\nStrRef0=0\nStrRef1=1\nStrRef2=2\nStrRef3=3\nStrRef4=x\nReplaceFile0=new.tlk\n"
    "AppendFile1=more.tlk\nAppendFile2=gone.tlk\nReplaceFile3=append.tlk\n3\\Text=Set\n"
    "4\\Sound=heard\n5\\Length=2\nx\\Text=1\n99\\Text=far\nFrob=1\n[new.tlk]\n2=0\n9=1\n"
    "10=2\n99=0\na=1\n[append.tlk]\n!x=1\n[gone.tlk]\n1=0\n[GFFList]\nFile0=types01.gff\n"
    "[types01.gff]\nDword=StrRef0\nInt=StrRef1\nWord=StrRef2\n";

static const char rest_ini[] =
    "[Settings]\nWindowCaption=The rest\nLookupGameNumber=2\nScriptCompilerFlags=-x\n"
    "[InstallList]\nf0=Override\nf1=modules\\demo02.mod\nf2=modules\\nowhere.mod\nf3=.\n"
    "f4=override\\below\n[f0]\nFile0=a.txt\nFile1=missing.txt\nReplace3=a.txt\n[f1]\n"
    "File0=a.txt\n[f2]\nFile0=a.txt\n[f3]\nFile0=a.txt\nReplace1=chitin.key\n[f4]\n"
    "File0=a.txt\n[GFFList]\nFile0=types02.gff\nFile1=types03.gff\nFile2=guard.utc\n"
    "File3=dock.utw\nFile4=types01.gff\n[types02.gff]\n!Destination=modules\\demo02.mod\n"
    "!OverrideType=rename\nByte=1\n[types03.gff]\n!SaveAs=types01.gff\n"
    "!Destination=modules\\demo01.mod\n!OverrideType=rename\nByte=2\n[guard.utc]\n"
    "!Destination=modules\\demo02_s.rim\nTag=hidden\n[dock.utw]\n!Destination=dialog.tlk\n"
    "Tag=x\n[types01.gff]\n!Destination=modules\\demo01.mod\n!OverrideType=warn\nByte=3\n"
    "[CompileList]\nFile0=fine.nss\nFile1=wrong.nss\nFile2=token.nss\nFile3=missing.nss\n"
    "[HACKList]\nFile0=bytes.bin\nFile1=nohack.bin\nFile2=missing.bin\n[bytes.bin]\n0=65\n"
    "1=u8:66\n2=u16:0x4344\n4=0x45464748\n20=1\nx=1\n[missing.bin]\n0=1\n[SSFList]\n"
    "File0=demo_keeper.ssf\nFile1=demo_none.ssf\n[demo_keeper.ssf]\nBattlecry 1=5\n"
    "Selected 3=-1\nNothing=4\nPoisoned=StrRef9\n";

static const char tokens_ini[] =
    "[GFFList]\nFile0=types01.gff\n[types01.gff]\nAddField0=first\nAddField1=element\n"
    "AddField2=nested\nVector=1|x|3\nVoid=AQI=\n2DAMEMORY1=77\nWord=2DAMEMORY1\n"
    "2DAMEMORY1=2DAMEMORY2\n[first]\nFieldType=DWORD\nLabel=Fresh\nValue=5\n"
    "2DAMEMORY1=!FieldPath\n[element]\nFieldType=Struct\nPath=Byte\nTypeId=1\n[nested]\n"
    "FieldType=Struct\nPath=Struct\\\\\nLabel=Deeper\nTypeId=2\n[InstallList]\n"
    "f0=modules\\demo01.mod\n[f0]\nFile0=plain\n[2DAList]\nTable0=demo_items.2da\n"
    "[demo_items.2da]\nAddColumn0=empty\n[empty]\nColumnLabel=empty\nDefaultValue=****\nL1=\n";

static const char hacks_ini[] =
    "[Settings]\nWindowCaption=Hacks\nLookupGameNumber=1\n"
    "Required=types01.gff, demo_items.2da\nRequired1=demo_pool.2da\n"
    "RequiredMsg1=Get it first\n[HACKList]\n!DefaultDestination=override\n"
    "!DefaultSourceFolder=.\nReplace0=bytes.bin\nFile1=demo_hello.ncs\n[bytes.bin]\n"
    "ReplaceFile=1\n0=u8:255\n1=u8:-128\n2=u16:65535\n4=4294967295\n5=1\n7=u8:1\n8=u8:1\n"
    "[demo_hello.ncs]\n!SourceFile=bytes.bin\n!SaveAs=hello.ncs\n!Destination=override\n"
    "13=u16:1\n15=7\n[CompileList]\n!DefaultDestination=modules\\demo01.mod\nFile0=fine.nss\n"
    "Replace1=inc.nss\nFile2=token.nss\n[fine.nss]\n!SaveAs=other.ncs\n[SSFList]\n"
    "File0=demo_keeper.ssf\nReplace1=demo_odd.ssf\n[demo_keeper.ssf]\n!SaveAs=new.ssf\n"
    "Battlecry 6=1\nUnknown(29)=2\nUnknown(40)=2DAMEMORY1\n[demo_odd.ssf]\n!ReplaceFile=1\n"
    "Poisoned=StrRef0\n[TLKList]\n!SourceFile=new.tlk\n!SourceFileF=appendf.tlk\nStrRef0=1\n"
    "[2DAList]\nTable0=demo_items.2da\n[demo_items.2da]\n!SourceFolder=.\nChangeRow0=r\n[r]\n"
    "RowIndex=0\n2DAMEMORY1=name\n2DAMEMORY2=RowLabel\n";

static const char dialogue[] = "0\tdm01\tWelcome, all.\r\n9999\tnew1\tA fresh line \303\251\r\n"
                               "1\tnone\tx\n0\tdm01\n\n  \n5\tdm02\t\n-1\tdm03\tx\n0\tdm\tx\n"
                               "1\tnew2\tonce\t again\n";
static const char settings[] =
    "SYSTEM.INI\r\n  [system]\r\n  volume = 200\r\n  fresh = yes\r\n  [brand]\r\n  x = 1\r\n"
    "\n\tnothing\n  ; a comment\n  [screen]\n  a=b=c\nsurface.ini\n  top = 1\n  [none\n  y = \303\251\n"
    "../x.ini\n  z = 1\nNONE.INI\n  a = 1\n";
static const char maps[] = "ISLAND\r\n  10\tnull\r\nNOWHERE\n  1\tnull\n";

static const struct mod {
    const char *name, *game, *file, *text;
} mods[] = {{"fields", "kotor", "changes.ini", fields_ini},
            {"rows", "kotor", "changes.ini", rows_ini},
            {"talk", "kotor", "changes.ini", talk_ini},
            {"rest", "kotor", "changes.ini", rest_ini},
            {"tokens", "kotor", "changes.ini", tokens_ini},
            {"hacks", "kotor", "changes.ini", hacks_ini},
            {"dialogue", "redguard", "RTX Changes.txt", dialogue},
            {"settings", "redguard", "INI Changes.txt", settings},
            {"maps", "redguard", "Map Changes.txt", maps}};

/* ---- files ---- */

static void put(const char *name, struct rq_bytes bytes)
{
    char path[900];
    snprintf(path, sizeof path, "%s/%s", root, name);
    CHECK(check_write(path, bytes.data, bytes.size));
}

static void put_text(const char *name, const char *text)
{
    put(name, (struct rq_bytes){(const uint8_t *)text, strlen(text)});
}

/* A talk table of texts and sounds, the last is NULL. */
static void put_talk(const char *name, const char *const rows[][2])
{
    struct rq_out out = {0}, texts = {0};
    uint32_t count = 0;
    while (rows[count][0])
        count++;
    rq_put(&out, "TLK V3.0", 8);
    rq_put32(&out, 0);
    rq_put32(&out, count);
    rq_put32(&out, 20 + 40 * count);
    for (uint32_t i = 0; i < count; i++) {
        bool sound = *rows[i][1];
        rq_put32(&out, (*rows[i][0] ? 1 : 0) | (sound ? 6 : 0));
        rq_put(&out, rows[i][1], strlen(rows[i][1]));
        rq_put_zeros(&out, 16 - strlen(rows[i][1]) + 8);
        rq_put32(&out, (uint32_t)texts.size);
        rq_put32(&out, (uint32_t)strlen(rows[i][0]));
        rq_put32(&out, sound ? 0x40200000 : 0); /* 2.5 */
        rq_put_str(&texts, rows[i][0]);
    }
    rq_put_bytes(&out, rq_out_bytes(&texts));
    put(name, rq_out_bytes(&out));
    rq_out_free(&texts);
    rq_out_free(&out);
}

static void put_sources(const char *demo)
{
    static const char *const append[][2] = {
        {"Fresh", ""}, {"Bad StrRef", ""}, {"Sung", "song"}, {NULL}};
    static const char *const female[][2] = {{"Fresh, she says", ""}, {NULL}};
    static const char *const fresh[][2] = {{"Other", "noise"}, {"", "beep"}, {NULL}};
    char path[900];
    struct rq_map map;
    put_talk("append.tlk", append);
    put_talk("appendf.tlk", female);
    put_talk("new.tlk", fresh);
    put_text("a.txt", "A bare file");
    put_text("plain", "x");
    put_text("chitin.key", "x");
    put_text("bytes.bin", "12345678");
    put_text("fine.nss", "#include \"inc\"\nvoid main() { int n = Twice(2); }\n");
    put_text("inc.nss", "int Twice(int n) { return n * 2; }\n");
    put_text("wrong.nss", "void main( { }\n");
    put_text("token.nss", "int n = #2DAMEMORY1#; int m = #2DAMEMORY2#; void main() { n = m; }\n");
    snprintf(path, sizeof path, "%s/kotor/override/types01.gff", demo);
    REQUIRE(rq_map_open(&map, path, NULL));
    put("types02.gff", map.bytes);
    put("types03.gff", map.bytes);
    rq_map_close(&map);
}

/* ---- what is said ---- */

static void tell_message(void *ctx, const struct rq_patch_message *m)
{
    said(ctx, "%d %s:%u: %s", m->level, m->file ? m->file : "", m->line, m->text);
}

static void tell_write(void *ctx, const struct rq_patch_write *w)
{
    said(ctx, "%s | %s = %s | %s:%u", w->resource, w->part, w->value, w->file, w->line);
}

static void tell_file(struct said *s, struct rq_patch *p, const struct res *r)
{
    bool exists = true;
    struct rq_bytes bytes = {0};
    struct rq_doc *archive = NULL;
    struct rq_out out = {0};
    CHECK(plan_after(p, r->key, &exists, &bytes, &archive));
    if (archive && CHECK(rq_doc_write(archive, &out, NULL)))
        bytes = rq_out_bytes(&out);
    said(s, "%s: %d, %zu bytes, %016llx", r->key, exists, bytes.size,
         (unsigned long long)hash_of(bytes.data, bytes.size));
    rq_out_free(&out);
}

static void tell_mod(struct said *s, const struct mod *mod, const char *demo)
{
    struct rq_error err = {0};
    struct rq_patch_options options = {.message = tell_message, .write = tell_write, .ctx = s};
    char game[900];
    bool made, removed;
    const char *name;
    snprintf(game, sizeof game, "%s/%s", demo, mod->game);
    if (strcmp(mod->game, "kotor") == 0 && !rq_patch_lint(root, &options, &err))
        said(s, "lint: %s %s", rq_code_name(err.code), err.text);
    struct rq_patch *p = rq_patch_open(root, game, &options, &err);
    if (!p) {
        said(s, "plan: %s %s", rq_code_name(err.code), err.text);
        return;
    }
    const struct rq_patch_summary *sum = rq_patch_summary(p);
    said(s, "%s: %zu %zu %zu, %zu changes, %zu files, %d", sum->title, sum->counts[0],
         sum->counts[1], sum->counts[2], sum->changes, sum->files, sum->stopped);
    for (size_t i = 0; (name = rq_patch_file(p, i, &made, &removed)); i++)
        said(s, "%s %d %d", name, made, removed);
    for (uint32_t i = 0; i < p->changed_count; i++)
        tell_file(s, p, p->changed[i]);
    rq_patch_close(p);
}

/* ---- edits ---- */

static const char *const words[] = {"",
                                    "0",
                                    "1",
                                    "-1",
                                    "3",
                                    "255",
                                    "65536",
                                    "x",
                                    "****",
                                    "high()",
                                    "inc(2)",
                                    "2DAMEMORY1",
                                    "StrRef0",
                                    "StrRef77",
                                    "!FieldPath",
                                    "ListIndex",
                                    "RowIndex",
                                    "label",
                                    "Rope",
                                    "..\\x",
                                    "types01.gff",
                                    "a.txt",
                                    "override",
                                    "Int",
                                    "4294967296",
                                    "a name with more than sixteen letters"};
enum { WORDS = sizeof words / sizeof words[0], LINE_EDITS = 8 };

/* A line of the text with edit number `kind`; turn chooses the word. */
static void put_line(struct rq_out *out, const char *line, size_t size, size_t kind, size_t turn)
{
    const char *equals = memchr(line, '=', size);
    const char *tab = memchr(line, '\t', size);
    const char *split = equals ? equals : tab;
    const char *word = words[turn % WORDS];
    if (kind == 0) /* gone */
        return;
    if (kind == 1) { /* twice */
        rq_put(out, line, size);
        rq_put(out, line, size);
    } else if (kind < 6 && split) { /* another value */
        rq_put(out, line, (size_t)(split - line) + 1);
        rq_putf(out, "%s\n", word);
    } else if (kind == 6 && split) { /* another key */
        rq_putf(out, "%s%.*s", word, (int)(line + size - split), split);
    } else if (kind == 7 && split) { /* a value that is longer */
        rq_put(out, line, size - 1);
        rq_putf(out, "%s\n", turn % 2 ? "1" : "x");
    } else { /* a head, or a line without a value */
        rq_putf(out, "%.*s%s\n", (int)size - 1, line, kind % 2 ? word : " ");
    }
}

static void try_mod(struct rq_out *lines, const struct mod *mod, const char *demo, FILE *show)
{
    struct rq_out text = {0};
    size_t turn = 0, count = 0;
    rq_fs_remove(root);
    REQUIRE(rq_make_folder(root, NULL));
    if (strcmp(mod->game, "kotor") == 0)
        put_sources(demo);
    for (size_t kind = 0; kind < LINE_EDITS; kind++) {
        struct said s = {hash_of("", 0), show};
        for (const char *at = mod->text; *at; turn++) {
            size_t size = strcspn(at, "\n") + 1;
            check_note("%s: edit %zu of %.*s", mod->name, kind, (int)size - 1, at);
            rq_out_cut(&text, 0);
            rq_put(&text, mod->text, (size_t)(at - mod->text));
            put_line(&text, at, size, kind, turn + turn / WORDS);
            rq_put_str(&text, at + size);
            put(mod->file, rq_out_bytes(&text));
            said(&s, "---- %s: edit %zu of %.*s", mod->name, kind, (int)size - 1, at);
            tell_mod(&s, mod, demo);
            at += size;
            count++;
        }
        rq_putf(lines, "%016llx %s: edit %zu\n", (unsigned long long)s.hash, mod->name, kind);
    }
    CHECK(count > 10);
    rq_out_free(&text);
}

static void test_edits(void)
{
    const char *demo = getenv("RQ_DEMO_DIR");
    struct rq_out lines = {0};
    if (!demo)
        SKIP("RQ_DEMO_DIR is not set");
    FILE *show = said_file("patch");
    for (size_t i = 0; i < sizeof mods / sizeof mods[0]; i++)
        try_mod(&lines, &mods[i], demo, show);
    if (show)
        fclose(show);
    check_note(" ");
    said_compare("patch", &lines, NULL);
    rq_out_free(&lines);
}

TESTS(test_edits)
