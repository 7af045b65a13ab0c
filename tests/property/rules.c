/* What rules say of files of KotOR in a game that has the tables, the journal and the files that they look into, which the
 * demo lacks: the demo's broken files with each of their values set to numbers around the size of a table. Held to
 * tests/contract/rules.txt, a line for each rule (see said.h); and the limits of some rules, by hand. */
#include "core/file.h"
#include "said.h"
#include "support/install.h"

#include <reliquary/gff.h>
#include <reliquary/lint.h>

static struct rq_game *game;

/* ---- the game ---- */

/* Two rows each, beside those that have columns of their own. */
static const char *const tables[] = {
    "classes",        "encdifficulty",    "surfacemat",   "racialtypes",   "portraits",
    "placeables",     "genericdoors",     "feat",         "spells",        "skills",
    "soundset",       "ambientsound",     "ambientmusic", "loadscreens",   "camerastyle",
    "bodybag",        "repute",           "planetary",    "creaturespeed", "subrace",
    "iprp_costtable", "iprp_paramtable",  "upgrade",      "emotion",       "facialanim",
    "videoeffects",   "dialoganimations", "palette",      "doortypes",     "pazaakdecks"};

static struct rq_doc *new_gff(const char *type)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    if (CHECK(gff))
        memcpy(gff->type, type, 4);
    return doc;
}

/* A file with the fields of "PATH:KIND=VALUE;PATH:KIND"; the path may end with a number of copies: "-*3". */
static struct rq_out make_gff(const char *type, const char *fields)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    char text[600], *rest = NULL;
    struct rq_doc *doc = new_gff(type);
    snprintf(text, sizeof text, "%s", fields);
    for (char *field = strtok_r(text, ";", &rest); doc && field;
         field = strtok_r(NULL, ";", &rest)) {
        char *kind = strchr(field, ':'), *value = strchr(field, '='), *copies = strchr(field, '*');
        if (value)
            *value++ = 0;
        *kind++ = 0;
        int count = copies ? atoi(copies + 1) : 1;
        if (copies)
            *copies = 0;
        for (int i = 0; i < count; i++)
            if (!CHECK(rq_doc_insert(doc, field, kind, value, &err)))
                printf("    %s: %s: %s\n", field, err.where, err.text);
    }
    CHECK(doc && rq_doc_write(doc, &out, &err));
    rq_doc_free(doc);
    return out;
}

static void put_gff(const char *path, const char *type, const char *fields)
{
    struct rq_out out = make_gff(type, fields);
    put_bytes(path, rq_out_bytes(&out));
    rq_out_free(&out);
}

static void make_game(void)
{
    snprintf(root, sizeof root, "%s", check_temp("rules"));
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "override/%s.2da", tables[i]);
        put_text(path, "2DA V2.0\n\n label\n0 a\n1 b\n");
    }
    put_text("override/appearance.2da",
             "2DA V2.0\n\n label perceptiondist\n0 far 2\n1 near 1\n2 none ****\n");
    put_text("override/ranges.2da", "2DA V2.0\n\n label\n0 a\n1 b\n");
    put_text("override/baseitems.2da", "2DA V2.0\n\n label modeltype\n0 a 0\n1 b 1\n2 c 2\n");
    put_text("override/traps.2da", "2DA V2.0\n\n label trapscript\n0 a k_trap\n1 b ****\n");
    put_text("override/itempropdef.2da",
             "2DA V2.0\n\n label subtyperesref costtableresref param1resref\n"
             "0 a feat 0 0\n1 b **** 1 ****\n2 c spells **** 1\n");
    put_gff("override/global.jrl", "JRL ",
            "Categories:list;Categories/-:struct=0;Categories/0/Tag:string=plot;"
            "Categories/0/EntryList:list;Categories/0/EntryList/-:struct=0;"
            "Categories/0/EntryList/0/ID:dword=10;"
            "Categories/-:struct=0;Categories/1/Tag:string=none;Categories/1/EntryList:list;"
            "Categories/1/EntryList/-:struct=0;Categories/1/EntryList/0/ID:dword=0");
    put_gff("override/thing.uti", "UTI ", "BaseItem:int=1;Plot:byte=1");
    struct rq_error err = {0};
    const struct rq_game_options options = {.family = "kotor"};
    game = rq_game_open(root, &options, &err);
    CHECK_STR(err.text, "");
}

/* ---- limits by hand ---- */

struct wanted {
    const char *rule;
    struct rq_out text;
};

static void take_wanted(void *ctx, const struct rq_lint_finding *f)
{
    struct wanted *w = ctx;
    if (strcmp(f->rule->id, w->rule) == 0 && strcmp(rq_path_base(f->path), "Name") != 0)
        rq_putf(&w->text, "%s: %s\n", f->path, f->text);
}

/* Names are not looked at here: elements without one have the same. What the engines do at these numbers is said in docs/lint.md. */
static const struct {
    const char *rule, *file, *type, *fields;
    unsigned version;
    const char *said;
} limits[] = {
    {"utc-perception", "a.utc", "UTC ", "IsPC:byte=0;PerceptionRange:byte=1", 1, ""},
    {"utc-perception", "a.utc", "UTC ", "IsPC:byte=0;PerceptionRange:byte=2", 1,
     "PerceptionRange: ranges.2da has 2 rows\n"},
    {"utc-perception", "a.utc", "UTC ", "IsPC:byte=1;PerceptionRange:byte=2", 1, ""},
    {"utc-perception", "a.utc", "UTC ", "PerceptionRange:byte=2", 1, ""},
    {"utc-perception", "a.utc", "UTC ", "IsPC:byte=0;Appearance_Type:word=0", 1,
     "Appearance_Type: PERCEPTIONDIST is 2, ranges.2da has 2 rows\n"},
    {"utc-perception", "a.utc", "UTC ",
     "IsPC:byte=0;PerceptionRange:byte=11;Appearance_Type:word=1", 1, ""},
    {"utc-perception", "a.utc", "UTC ", "IsPC:byte=0;Appearance_Type:word=2", 1,
     "Appearance_Type: appearance.2da has no PERCEPTIONDIST in row 2\n"},
    {"utc-perception", "a.utc", "UTC ", "IsPC:byte=0;Appearance_Type:word=3", 1, ""},
    {"utc-appearance-bounds", "a.utc", "UTC ", "Appearance_Type:word=2", 1, ""},
    {"utc-appearance-bounds", "a.utc", "UTC ", "Appearance_Type:word=3", 1,
     "Appearance_Type: appearance.2da has 3 rows: the creature fails to load\n"},
    {"utc-dead-saves", "a.utc", "UTC ", "SaveWill:byte=2;SaveFortitude:byte=1", 1,
     "SaveWill: the engine reads willbonus\nSaveFortitude: the engine reads fortbonus\n"},
    {"utc-dead-saves", "a.utc", "UTC ", "SaveWill:byte=2;SaveFortitude:byte=1", 2, ""},
    {"utc-save-bonus-case", "a.utc", "UTC ",
     "RefBonus:short=1;WillBonus:short=0;FortBonus:short=-1", 2,
     "RefBonus: the engine asks for refbonus\nFortBonus: the engine asks for fortbonus\n"},
    {"dlg-quest-unknown", "a.dlg", "DLG ",
     "EntryList:list;EntryList/-:struct=0;EntryList/0/Quest:string=plot;"
     "EntryList/0/QuestEntry:dword=10",
     1, ""},
    {"dlg-quest-unknown", "a.dlg", "DLG ",
     "EntryList:list;EntryList/-:struct=0;EntryList/0/Quest:string=plot;"
     "EntryList/0/QuestEntry:dword=11",
     1, "EntryList/0/QuestEntry: the quest has no such entry\n"},
    {"dlg-quest-unknown", "a.dlg", "DLG ",
     "EntryList:list;EntryList/-:struct=0;EntryList/0/Quest:string=other", 1,
     "EntryList/0/Quest: the journal has no such quest\n"},
    /* Without a number it is entry 0. */
    {"dlg-quest-unknown", "a.dlg", "DLG ",
     "EntryList:list;EntryList/-:struct=0;EntryList/0/Quest:string=none", 1, ""},
    {"jnl-unknown-plot", "a.res", "PT  ",
     "JNL_Entries:list;JNL_Entries/-:struct=0;JNL_Entries/0/JNL_PlotID:string=none", 1, ""},
    {"jnl-unknown-plot", "a.res", "PT  ",
     "JNL_Entries:list;JNL_Entries/-:struct=0;JNL_Entries/0/JNL_PlotID:string=PLOT;"
     "JNL_Entries/0/JNL_State:int=10",
     1, ""},
    {"jnl-unknown-plot", "a.res", "PT  ",
     "JNL_Entries:list;JNL_Entries/-:struct=0;JNL_Entries/0/JNL_PlotID:string=plot;"
     "JNL_Entries/0/JNL_State:int=9",
     1, "JNL_Entries/0/JNL_State: the plot has no such entry\n"},
    {"pt-member-count", "a.res", "PT  ",
     "PT_NUM_MEMBERS:byte=2;PT_MEMBERS:list;PT_MEMBERS/-*2:struct=0", 1, ""},
    {"pt-member-count", "a.res", "PT  ",
     "PT_NUM_MEMBERS:byte=3;PT_MEMBERS:list;PT_MEMBERS/-*3:struct=0", 1,
     "PT_NUM_MEMBERS: 2 at most join the player\n"},
    {"pt-member-count", "a.res", "PT  ",
     "PT_NUM_MEMBERS:byte=3;PT_MEMBERS:list;PT_MEMBERS/-*2:struct=0", 1,
     "PT_NUM_MEMBERS: PT_MEMBERS has 2 elements\n"},
    {"ute-difficulty-dead", "a.ute", "UTE ", "Difficulty:int=4;DifficultyIndex:int=1", 1,
     "Difficulty: DifficultyIndex 1 decides\n"},
    {"ute-difficulty-dead", "a.ute", "UTE ", "Difficulty:int=4;DifficultyIndex:int=2", 1, ""},
    {"ute-difficulty-dead", "a.ute", "UTE ", "Difficulty:int=0;DifficultyIndex:int=1", 1, ""},
    {"ute-difficulty-dead", "a.ute", "UTE ", "Difficulty:int=4;DifficultyIndex:int=0", 1,
     "Difficulty: DifficultyIndex 0 decides\n"},
    {"gvt-name", "a.res", "GVT ", "CatNumber:list;CatNumber/-*501:struct=0", 1,
     "CatNumber: the engine has room for 500\n"},
    {"gvt-name", "a.res", "GVT ", "CatNumber:list;CatNumber/-*1000:struct=0", 2, ""},
    {"gvt-name", "a.res", "GVT ", "CatNumber:list;CatNumber/-*1001:struct=0", 2,
     "CatNumber: the engine has room for 1000\n"},
    {"gvt-name", "a.res", "GVT ", "CatBoolean:list;CatBoolean/-*900:struct=0", 2, ""},
    {"gvt-name", "a.res", "GVT ", "CatBoolean:list;CatBoolean/-*901:struct=0", 2,
     "CatBoolean: the engine has room for 900\n"},
    {"gvt-name", "a.res", "GVT ", "CatLocation:list;CatLocation/-*101:struct=0", 1,
     "CatLocation: the engine has room for 100\n"},
    {"gvt-name", "a.res", "GVT ", "CatString:list;CatString/-*5:struct=0", 1, ""},
    {"gvt-name", "a.res", "GVT ", "CatString:list;CatString/-*6:struct=0", 1,
     "CatString: the engine has room for 5\n"},
    {"gvt-size", "a.res", "GVT ", "CatBoolean:list;CatBoolean/-*8:struct=0;ValBoolean:void=QQ==", 1,
     ""},
    {"gvt-size", "a.res", "GVT ", "CatBoolean:list;CatBoolean/-*9:struct=0;ValBoolean:void=QQ==", 1,
     "ValBoolean: 1 bytes for 9 names\n"},
};

static void test_limits(void)
{
    make_game();
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct rq_error err = {0};
        struct wanted w = {limits[i].rule, {0}};
        const struct rq_lint_options options = {
            .game = game, .version = limits[i].version, .all = true, .threads = 1};
        struct rq_out file = make_gff(limits[i].type, limits[i].fields);
        check_note("%s: %s", limits[i].rule, limits[i].fields);
        CHECK(rq_lint_bytes(limits[i].file, rq_out_bytes(&file), &options, take_wanted, &w, &err));
        CHECK_STR(err.text, "");
        rq_put8(&w.text, 0);
        CHECK_STR((const char *)w.text.data, limits[i].said);
        rq_out_free(&w.text);
        rq_out_free(&file);
    }
    rq_game_close(game);
}

/* ---- every value of the broken files ---- */

struct tally {
    char rule[RQ_LINT_ID];
    struct said said;
    size_t count;
};

struct record {
    struct tally tallies[400];
    size_t count, turn;
    const char *file;
    struct rq_doc *doc;
    struct rq_out paths;
    FILE *show;
};

static void tell_finding(void *ctx, const struct rq_lint_finding *f)
{
    struct record *r = ctx;
    size_t i = 0;
    while (i < r->count && strcmp(r->tallies[i].rule, f->rule->id) != 0)
        i++;
    REQUIRE(i < 400);
    if (i == r->count) {
        r->tallies[i] = (struct tally){.said = {hash_of("", 0), r->show}};
        snprintf(r->tallies[i].rule, sizeof r->tallies[i].rule, "%s", f->rule->id);
        r->count++;
    }
    said(&r->tallies[i].said, "%s %s = %s: %s, %s", f->rule->id, f->path, f->value, f->text,
         f->fix ? f->fix : "-");
    r->tallies[i].count++;
}

static void tell_file(struct record *r, struct rq_bytes bytes)
{
    const struct rq_lint_options options = {
        .game = game, .version = 1 + (unsigned)(r->turn % 2), .all = true, .threads = 1};
    if (r->show)
        fprintf(r->show, "---- %s\n", r->file);
    CHECK(rq_lint_bytes(r->file, bytes, &options, tell_finding, r, NULL));
}

static bool take_path(void *ctx, const struct rq_value *value)
{
    rq_put(ctx, value->path, strlen(value->path) + 1);
    return true;
}

/* Numbers below, at and beyond the last row of a table, and those that stand for nothing. */
static void tell_values(struct record *r, struct rq_bytes bytes)
{
    static const char *const values[] = {"2", "1", "3", "0", "-1", "255", "11", "65535", "x"};
    const struct rq_options options = {.format = rq_format_by_name("gff"), .name = r->file};
    struct rq_doc *doc = rq_doc_read(bytes, &options, NULL);
    struct rq_out paths = {0};
    if (!doc)
        return;
    CHECK(rq_doc_visit(doc, take_path, &paths, NULL));
    rq_doc_free(doc);
    for (size_t at = 0; at < paths.size; at += strlen((char *)paths.data + at) + 1)
        for (size_t i = 0; i < 18; i++, r->turn++) {
            struct rq_out changed = {0};
            doc = rq_doc_read(bytes, &options, NULL);
            if (rq_doc_set(doc, (char *)paths.data + at, values[i % 9], NULL) &&
                rq_doc_write(doc, &changed, NULL))
                tell_file(r, rq_out_bytes(&changed));
            rq_doc_free(doc);
            rq_out_free(&changed);
        }
    rq_out_free(&paths);
}

static void test_values(void)
{
    static struct record r;
    struct rq_out lines = {0};
    struct rq_walk walk = {0};
    if (!getenv("RQ_DEMO_DIR"))
        SKIP("RQ_DEMO_DIR names no folder");
    char *folder = rq_path_join(getenv("RQ_DEMO_DIR"), "broken");
    REQUIRE(rq_walk_add(&walk, folder, NULL));
    make_game();
    r.show = said_file("rules");
    for (size_t i = 0; i < walk.count; i++) {
        struct rq_map map;
        REQUIRE(rq_map_open(&map, walk.items[i].path, NULL));
        r.file = rq_path_base(walk.items[i].relative);
        const struct rq_format *format = rq_format_detect(map.bytes, r.file);
        check_note("%s", walk.items[i].relative);
        if (format == rq_format_by_name("gff") && map.bytes.size < 2000) {
            tell_file(&r, map.bytes);
            r.turn++;
            tell_file(&r, map.bytes);
            tell_values(&r, map.bytes);
        }
        rq_map_close(&map);
    }
    for (size_t i = 0; i < r.count; i++)
        rq_putf(&lines, "%016llx %zu %s\n", (unsigned long long)r.tallies[i].said.hash,
                r.tallies[i].count, r.tallies[i].rule);
    if (r.show)
        fclose(r.show);
    said_compare("rules", &lines, NULL);
    rq_out_free(&lines);
    rq_walk_free(&walk);
    rq_game_close(game);
    free(folder);
}

TESTS(test_limits, test_values)
