/* The index of references on games that are laid down here. What a field refers to is by the vocabulary
 * of docs/blueprints.md, each form once; opcodes of NCS are those of the table of its format
 * (u8 opcode, u8 type, operands, the high byte first). */
#include "support/install.h"

#include <reliquary/gff.h>
#include <reliquary/refs.h>

/* ---- files ---- */

struct gff_file {
    struct rq_doc *doc;
    struct rq_gff_struct *root;
    struct rq_error err;
};

static struct gff_file new_gff(const char *type)
{
    struct gff_file g = {0};
    g.doc = rq_doc_new(rq_format_by_name("gff"), NULL, &g.err);
    struct rq_gff *gff = rq_doc_root(g.doc, "gff");
    memcpy(gff->type, type, 4);
    g.root = gff->root;
    return g;
}

static void save_gff(struct gff_file *g, const char *path)
{
    struct rq_out out = {0};
    CHECK(rq_doc_write(g->doc, &out, &g->err));
    CHECK_STR(g->err.text, "");
    put_bytes(path, rq_out_bytes(&out));
    rq_out_free(&out);
    rq_doc_free(g->doc);
}

static struct rq_gff_struct *element(struct gff_file *g, struct rq_gff_struct *in, const char *list)
{
    struct rq_gff_struct *made = NULL;
    char path[40];
    if (!rq_gff_has(in, list))
        rq_gff_add_list(g->doc, in, list, &g->err);
    snprintf(path, sizeof path, "%s/-", list);
    rq_gff_add_struct(g->doc, in, path, 0, &made, &g->err);
    return made;
}

static struct rq_game *open_root(const char *family)
{
    struct rq_error err = {0};
    const struct rq_game_options options = {.family = family};
    struct rq_game *game = rq_game_open(root, &options, &err);
    CHECK_STR(err.text, "");
    return game;
}

static struct rq_refs *open_refs(struct rq_game *game, const struct rq_refs_options *options)
{
    struct rq_error err = {0};
    struct rq_refs *refs = rq_refs_open(game, options, &err);
    CHECK_STR(err.text, "");
    return refs;
}

/* ---- what is expected ---- */

/* "x.utc Conversation: keeper (dlg) use\n" of each. */
static void put_use(const struct rq_game *game, struct rq_out *out, const struct rq_use *use)
{
    struct rq_resource r = {0};
    rq_game_at(game, use->at, &r);
    rq_putf(out, "%s %s: %s%s%s %s (%s) %s\n", r.name, use->path, rq_act_word(use->act),
            use->act ? " " : "", rq_thing_word(use->thing), use->name, use->types,
            rq_use_word(use->kind));
}

#define CHECK_USES(game, refs, query, expected)                                                    \
    do {                                                                                           \
        struct rq_out found_ = {0};                                                                \
        struct rq_use use_;                                                                        \
        check_note("%s", query);                                                                   \
        for (size_t next_ = 0; rq_refs_find(refs, query, &next_, &use_);)                          \
            put_use(game, &found_, &use_);                                                         \
        rq_put8(&found_, 0);                                                                       \
        CHECK_STR((const char *)found_.data, expected);                                            \
        rq_out_free(&found_);                                                                      \
        check_note(" ");                                                                           \
    } while (0)

/* All of an index as text. */
static void put_all(const struct rq_game *game, const struct rq_refs *refs, struct rq_out *out)
{
    struct rq_use use;
    for (size_t i = 0; rq_refs_at(refs, i, &use); i++)
        put_use(game, out, &use);
    rq_put8(out, 0);
}

static void put_missing(const struct rq_game *game, const struct rq_refs *refs, bool all,
                        struct rq_out *out)
{
    struct rq_use use;
    enum rq_exists exists;
    for (size_t next = 0; rq_refs_missing(refs, all, &next, &use, &exists);) {
        rq_put_str(out, exists == RQ_ABSENT ? "" : "? ");
        put_use(game, out, &use);
    }
    rq_put8(out, 0);
}

static void put_unused(const struct rq_refs *refs, enum rq_thing thing, const char *type,
                       struct rq_out *out)
{
    struct rq_unused unused;
    rq_out_cut(out, 0);
    for (size_t next = 0; rq_refs_unused(refs, thing, type, &next, &unused);)
        rq_putf(out, "%s ", unused.name);
    rq_put8(out, 0);
}

/* ---- GFF: each form of the vocabulary ---- */

static void put_creature(void)
{
    struct gff_file g = new_gff("UTC ");
    rq_gff_add_resref(g.doc, g.root, "TemplateResRef", "other", &g.err); /* self: */
    rq_gff_add_resref(g.doc, g.root, "Conversation", "Keeper", &g.err);
    rq_gff_add_resref(g.doc, g.root, "ScriptHeartbeat", "", &g.err); /* stands for nothing */
    rq_gff_add_resref(g.doc, g.root, "ScriptAttacked", "st_hit", &g.err);
    rq_gff_add_string(g.doc, g.root, "Tag", "Warden", &g.err);
    rq_gff_add_word(g.doc, g.root, "Appearance_Type", 2, &g.err);
    rq_gff_add_word(g.doc, g.root, "PortraitId", 65535, &g.err); /* stands for nothing */
    rq_gff_add_word(g.doc, g.root, "SoundSetFile", 3, &g.err);
    rq_gff_add_byte(g.doc, g.root, "Str", 12, &g.err); /* no reference */
    rq_gff_add_locstring(g.doc, g.root, "FirstName", 7, &g.err);
    rq_gff_add_locstring(g.doc, g.root, "LastName", UINT32_MAX, &g.err);
    rq_gff_add_resref(g.doc, g.root, "MadeUp", "whatever", &g.err); /* in no table */
    struct rq_gff_struct *skill = element(&g, g.root, "SkillList"); /* pos: */
    rq_gff_add_byte(g.doc, skill, "Rank", 1, &g.err);
    save_gff(&g, "override/warden.utc");
}

static void put_item(void)
{
    struct gff_file g = new_gff("UTI ");
    rq_gff_add_dword(g.doc, g.root, "Upgrades", 5, &g.err); /* bits 0 and 2 */
    struct rq_gff_struct *p = element(&g, g.root, "PropertiesList");
    rq_gff_add_word(g.doc, p, "PropertyName", 1, &g.err);
    rq_gff_add_word(g.doc, p, "Subtype", 4, &g.err);
    rq_gff_add_byte(g.doc, p, "CostTable", 0, &g.err);
    rq_gff_add_word(g.doc, p, "CostValue", 9, &g.err);
    save_gff(&g, "override/blade.uti");
}

static void put_dialog(void)
{
    struct gff_file g = new_gff("DLG ");
    struct rq_gff_struct *e = element(&g, g.root, "EntryList");
    rq_gff_add_string(g.doc, e, "Speaker", "WARDEN", &g.err);
    rq_gff_add_string(g.doc, e, "Listener", "PLAYER", &g.err);
    rq_gff_add_resref(g.doc, e, "VO_ResRef", "voice01", &g.err);
    rq_gff_add_string(g.doc, e, "Quest", "lamp", &g.err);
    rq_gff_add_dword(g.doc, e, "QuestEntry", 30, &g.err);
    struct rq_gff_struct *link = element(&g, e, "RepliesList");
    rq_gff_add_dword(g.doc, link, "Index", 0, &g.err); /* list: */
    element(&g, g.root, "ReplyList");
    struct rq_gff_struct *start = element(&g, g.root, "StartingList");
    rq_gff_add_dword(g.doc, start, "Index", 0, &g.err);
    save_gff(&g, "override/keeper.dlg");
}

static void put_journal(void)
{
    struct gff_file g = new_gff("JRL ");
    struct rq_gff_struct *quest = element(&g, g.root, "Categories");
    rq_gff_add_string(g.doc, quest, "Tag", "Lamp", &g.err);
    for (int64_t id = 10; id <= 30; id += 20) {
        struct rq_gff_struct *entry = element(&g, quest, "EntryList");
        rq_gff_add_dword(g.doc, entry, "ID", id, &g.err);
    }
    quest = element(&g, g.root, "Categories");
    rq_gff_add_string(g.doc, quest, "Tag", "idle", &g.err);
    save_gff(&g, "override/global.jrl");
}

static void put_area(void)
{
    struct gff_file g = new_gff("GIT ");
    struct rq_gff_struct *door = element(&g, g.root, "Door List");
    rq_gff_add_resref(g.doc, door, "TemplateResRef", "gate", &g.err);
    rq_gff_add_resref(g.doc, door, "LinkedToModule", "m", &g.err);
    rq_gff_add_string(g.doc, door, "LinkedTo", "wp_gate", &g.err);
    rq_gff_add_string(g.doc, door, "KeyName", "k_gate",
                      &g.err); /* of UTD, which the element also has */
    struct rq_gff_struct *camera = element(&g, g.root, "CameraList");
    rq_gff_add_int(g.doc, camera, "CameraID", 4, &g.err); /* def:camera is of the file */
    save_gff(&g, "override/hall.git");

    g = new_gff("UTW ");
    rq_gff_add_byte(g.doc, g.root, "Appearance", 1, &g.err); /* the game does not read it */
    rq_gff_add_string(g.doc, g.root, "Tag", "wp_gate", &g.err);
    save_gff(&g, "override/wp_gate.utw");

    g = new_gff("GVT ");
    struct rq_gff_struct *global = element(&g, g.root, "CatBoolean");
    rq_gff_add_string(g.doc, global, "Name", "Lamp_Lit", &g.err);
    save_gff(&g, "override/globalvars.res");

    g = new_gff("GUI ");
    struct rq_gff_struct *control = element(&g, g.root, "CONTROLS"), *text = NULL;
    rq_gff_add_struct(g.doc, control, "TEXT", 0, &text, &g.err);
    rq_gff_add_dword(g.doc, text, "STRREF", 11, &g.err);
    save_gff(&g, "override/panel.gui");
}

static void put_tables(void)
{
    put_text("override/itempropdef.2da", "2DA V2.0\n\nname subtyperesref\n0 1 ****\n1 2 SUBS\n");
    put_text("override/iprp_costtable.2da", "2DA V2.0\n\nname\n0 COSTS\n");
    put_text("override/subs.2da", "2DA V2.0\n\nname\n0 1\n1 1\n");
    put_text("override/appearance.2da", "2DA V2.0\n\nlabel string_ref race modela texa\n"
                                        "0 one 5 c_one **** ****\n1 two **** **** p_two p_tex\n");
    put_text("override/baseitems.2da", "2DA V2.0\n\nitemclass\n0 w_Blade\n");
    put_text("override/globalcat.2da",
             "2DA V2.0\n\nname type\n0 lamp_lit Boolean\n1 idle_var Number\n");
    put_text("override/custom.2da", "2DA V2.0\n\nmodelname\n0 never\n");
}

static void put_script(const char *path, const char *const *strings)
{
    static const uint8_t call[] = {0x05, 0x00, 0x01, 0x23, 0x02}, end[] = {0x20, 0x00};
    struct rq_out out = {0};
    rq_put(&out, "NCS V1.0\x42\0\0\0", 13);
    for (; *strings; strings++) {
        const uint8_t head[] = {0x04, 0x05, 0, (uint8_t)strlen(*strings)};
        rq_put(&out, head, sizeof head);
        rq_put_str(&out, *strings);
        rq_put(&out, call, sizeof call);
    }
    rq_put(&out, end, sizeof end);
    put_bytes(path, rq_out_bytes(&out));
    rq_out_free(&out);
}

/* TLK V3.0: a header of 20 bytes, entries of 40; both strings are empty, the second has a sound. */
static void put_talk(uint32_t count)
{
    struct rq_out out = {0};
    rq_put(&out, "TLK V3.0", 8);
    rq_put32(&out, 0);
    rq_put32(&out, count);
    rq_put32(&out, 20 + count * 40);
    for (uint32_t i = 0; i < count; i++) {
        rq_put32(&out, i == 1 ? 3 : 1);
        put_padded(&out, i == 1 ? "said01" : "", 16);
        rq_put_zeros(&out, 20);
    }
    put_bytes("dialog.tlk", rq_out_bytes(&out));
    rq_out_free(&out);
}

static void put_game(void)
{
    put_creature();
    put_item();
    put_dialog();
    put_journal();
    put_area();
    put_tables();
    put_talk(10);
    put_script("override/st_hit.ncs", (const char *const[]){"Lamp_Lit", "n_spawned", NULL});
    put_text("override/hall.lyt", "beginlayout\n   roomcount 2\n      room_a 0 0 0\n"
                                  "      **** 0 0 0\ndonelayout\n");
    put_text("override/shiny.txi", "envmaptexture cm_sky\nmipmap 0\n");
}

static void test_forms(void)
{
    start("forms");
    put_game();
    struct rq_game *game = open_root("kotor");
    struct rq_refs *refs = game ? open_refs(game, NULL) : NULL;
    REQUIRE(refs);
    CHECK_INT(rq_refs_describe(refs)->problems, 0);
    CHECK_USES(game, refs, "keeper.dlg", "warden.utc Conversation: resource keeper (dlg) use\n");
    CHECK_USES(game, refs, "KEEPER", "warden.utc Conversation: resource keeper (dlg) use\n");
    CHECK_USES(game, refs, "keeper.utc", "");
    CHECK_USES(game, refs, "other", "");
    CHECK_USES(game, refs, "st_hit.ncs", "warden.utc ScriptAttacked: resource st_hit (ncs) use\n");
    CHECK_USES(game, refs, "whatever", "warden.utc MadeUp: resource whatever () use\n");
    CHECK_USES(game, refs, "tag:warden",
               "keeper.dlg EntryList/0/Speaker: tag warden (creature|placeable) use\n"
               "warden.utc Tag: tag warden (creature) definition\n");
    CHECK_USES(game, refs, "strref:7", "warden.utc FirstName: strref 7 () use\n");
    CHECK_USES(game, refs, "strref:11", "panel.gui CONTROLS/0/TEXT/STRREF: strref 11 () use\n");
    CHECK_USES(game, refs, "strref:4294967295", "");
    CHECK_USES(game, refs, "appearance.2da:2",
               "warden.utc Appearance_Type: 2da appearance:2 () use\n");
    CHECK_USES(game, refs, "2da:soundset:3", "warden.utc SoundSetFile: 2da soundset:3 () use\n");
    CHECK_USES(game, refs, "2da:portraits:65535", "");
    CHECK_USES(game, refs, "2da:skills:0", "");
    CHECK_USES(game, refs, "2da:upgrade:2", "blade.uti Upgrades: 2da upgrade:2 () use\n");
    CHECK_USES(game, refs, "2da:upgrade:1", "");
    CHECK_USES(game, refs, "2da:subs:4", "blade.uti PropertiesList/0/Subtype: 2da subs:4 () use\n");
    CHECK_USES(game, refs, "2da:costs:9",
               "blade.uti PropertiesList/0/CostValue: 2da costs:9 () use\n");
    CHECK_USES(game, refs, "voice01",
               "keeper.dlg EntryList/0/VO_ResRef: resource voice01 (wav) optional\n"
               "keeper.dlg EntryList/0/VO_ResRef: resource voice01 (lip) optional\n");
    CHECK_USES(game, refs, "voice01.lip",
               "keeper.dlg EntryList/0/VO_ResRef: resource voice01 (lip) optional\n");
    CHECK_USES(game, refs, "quest:LAMP",
               "global.jrl Categories/0/Tag: quest lamp () definition\n"
               "keeper.dlg EntryList/0/Quest: quest lamp () use\n");
    CHECK_USES(game, refs, "entry:lamp:30",
               "global.jrl Categories/0/EntryList/1/ID: entry lamp:30 () definition\n"
               "keeper.dlg EntryList/0/QuestEntry: entry lamp:30 () use\n");
    CHECK_USES(game, refs, "m.mod",
               "hall.git Door List/0/LinkedToModule: resource m (mod|rim) use\n");
    CHECK_USES(game, refs, "tag:k_gate", "hall.git Door List/0/KeyName: tag k_gate (item) use\n");
    CHECK_USES(game, refs, "2da:waypoint:1", "wp_gate.utw Appearance: 2da waypoint:1 () ignored\n");
    CHECK_USES(game, refs, "global:lamp_lit",
               "globalcat.2da 0/name: global lamp_lit () definition\n"
               "globalvars.res CatBoolean/0/Name: global lamp_lit () use\n"
               "st_hit.ncs 0xd: text lamp_lit () possible\n");
    rq_refs_close(refs);
    rq_game_close(game);
    clear();
}

static void test_other_files(void)
{
    start("others");
    put_game();
    struct rq_game *game = open_root("kotor");
    struct rq_refs *refs = game ? open_refs(game, NULL) : NULL;
    struct rq_resource r = {0};
    struct rq_use use;
    REQUIRE(refs);
    CHECK_USES(game, refs, "c_one.mdl", "appearance.2da 0/race: resource c_one (mdl) use\n");
    CHECK_USES(game, refs, "p_two", "appearance.2da 1/modela: resource p_two (mdl) use\n");
    CHECK_USES(game, refs, "p_tex02.tpc", "appearance.2da 1/texa: resource p_tex (tpc|tga) stem\n");
    CHECK_USES(game, refs, "w_blade_001.mdl",
               "baseitems.2da 0/itemclass: resource w_blade (mdl) stem\n");
    CHECK_USES(game, refs, "iw_blade_001.tga",
               "baseitems.2da 0/itemclass: resource iw_blade (tpc|tga) stem\n");
    CHECK_USES(game, refs, "strref:5", "appearance.2da 0/string_ref: strref 5 () use\n");
    CHECK_USES(game, refs, "never", ""); /* no table of the engine */
    CHECK_USES(game, refs, "room_a", "hall.lyt line 3: resource room_a (mdl) use\n");
    CHECK_USES(game, refs, "cm_sky.tga",
               "shiny.txi envmaptexture: resource cm_sky (tpc|tga) use\n");
    CHECK_USES(game, refs, "n_spawned.utc", "st_hit.ncs 0x1e: text n_spawned () possible\n");
    CHECK_USES(game, refs, "said01.wav", "dialog.tlk 1/sound: resource said01 (wav) optional\n");
    /* By file: what the item refers to, in its order. */
    REQUIRE(rq_game_find(game, "blade.uti", &r));
    size_t next = 0;
    CHECK(rq_refs_in(refs, r.at, &next, &use));
    CHECK_STR(use.name, "upgrade:0");
    while (rq_refs_in(refs, r.at, &next, &use))
        CHECK_INT(use.at, r.at);
    CHECK_INT(next, 6);
    CHECK_STR(use.name, "costs:9");
    rq_refs_close(refs);
    rq_game_close(game);
    clear();
}

/* ---- what is there ---- */

static void test_exists(void)
{
    start("exists");
    put_game();
    put_place(&(const struct place){"modules/m.rim", make_rim});
    put_text("override/lonely.mdl", "x"); /* not read: unknown content is no error */
    put_text("override/n_spawned.utc", "");
    put_text("override/iw_blade_002.tga", "");
    put_text("override/wall.txi", "mipmap 0\n");
    /* A module with a longer table of its own: what fits that is no error. */
    static const char *const heads[] = {"2DA V2.0\n\n label\n0 a\n1 b\n2 c\n",
                                        "2DA V2.0\n\n label\n0 a\n"};
    for (size_t i = 0; i < 2; i++) {
        struct rq_out module = {0};
        make_erf_of(&module, i ? "feat" : "heads", 2017,
                    (struct rq_bytes){(const uint8_t *)heads[0], strlen(heads[0])});
        put_bytes(i ? "modules/b.mod" : "modules/a.mod", rq_out_bytes(&module));
        rq_out_free(&module);
    }
    put_text("override/heads.2da", heads[1]);
    put_text("override/feat.2da", "2DA V2.0\n\n label\n0 a\n1 b\n2 c\n3 d\n");
    struct rq_game *game = open_root("kotor");
    struct rq_refs *refs = game ? open_refs(game, NULL) : NULL;
    struct rq_out out = {0};
    REQUIRE(refs);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_RESOURCE, "KEEPER", "dlg"), RQ_EXISTS);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_RESOURCE, "keeper", "utc|utp"), RQ_ABSENT);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_RESOURCE, "keeper", ""), RQ_NOT_KNOWN);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_RESOURCE, "iw_blade_002", "tpc"), RQ_EXISTS);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_RESOURCE, "m", "mod|rim"), RQ_EXISTS);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_RESOURCE, "n", "mod|rim"), RQ_ABSENT);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_STRREF, "9", NULL), RQ_EXISTS);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_STRREF, "10", NULL), RQ_ABSENT);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_ROW, "Appearance:1", NULL), RQ_EXISTS);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_ROW, "appearance:2", NULL), RQ_ABSENT);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_ROW, "appearance:-1", NULL), RQ_ABSENT);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_ROW, "soundset:0", NULL), RQ_NOT_KNOWN);
    CHECK_INT(rq_refs_rows(refs, "globalcat"), 2);
    CHECK_INT(rq_refs_rows(refs, "heads"), 3);
    CHECK_INT(rq_refs_rows(refs, "feat"), 4);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_TAG, "warden", NULL), RQ_EXISTS);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_TAG, "player", NULL), RQ_EXISTS);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_TAG, "nobody", NULL), RQ_ABSENT);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_QUEST, "lamp", NULL), RQ_EXISTS);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_ENTRY, "lamp:20", NULL), RQ_ABSENT);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_GLOBAL, "LAMP_LIT", NULL), RQ_EXISTS);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_LINE, "abcd", NULL), RQ_NOT_KNOWN);
    put_missing(game, refs, false, &out);
    CHECK_STR((const char *)out.data,
              "appearance.2da 0/race: resource c_one (mdl) use\n"
              "appearance.2da 1/modela: resource p_two (mdl) use\n"
              "blade.uti PropertiesList/0/Subtype: 2da subs:4 () use\n"
              "hall.git Door List/0/TemplateResRef: resource gate (utd) use\n"
              "hall.git Door List/0/KeyName: tag k_gate (item) use\n"
              "hall.lyt line 3: resource room_a (mdl) use\n"
              "iprp_costtable.2da 0/name: resource costs (2da) use\n"
              "panel.gui CONTROLS/0/TEXT/STRREF: strref 11 () use\n"
              "shiny.txi envmaptexture: resource cm_sky (tpc|tga) use\n"
              "warden.utc Appearance_Type: 2da appearance:2 () use\n");
    put_unused(refs, RQ_THING_GLOBAL, NULL, &out);
    CHECK_STR((const char *)out.data, "idle_var ");
    put_unused(refs, RQ_THING_QUEST, NULL, &out);
    CHECK_STR((const char *)out.data, "idle ");
    put_unused(refs, RQ_THING_STRREF, NULL, &out);
    CHECK_STR((const char *)out.data, "0 3 4 6 8 9 "); /* 1, 2 are names of properties; 1 of subs */
    /* n_spawned is in a script, the texture begins as a class of items, keeper is named. */
    put_unused(refs, RQ_THING_RESOURCE, NULL, &out);
    CHECK_STR((const char *)out.data,
              "blade.uti hall.git hall.lyt lonely.mdl shiny.txi wall.txi warden.utc wp_gate.utw ");
    put_unused(refs, RQ_THING_RESOURCE, "jrl", &out);
    CHECK_STR((const char *)out.data, "global.jrl ");
    put_unused(refs, RQ_THING_ROW, NULL, &out);
    CHECK_STR((const char *)out.data, "");
    rq_out_free(&out);
    rq_refs_close(refs);
    rq_game_close(game);
    clear();
}

/* ---- the same on any number of threads, damaged files, the cache ---- */

static void tell(void *ctx, const char *name, const struct rq_error *err)
{
    CHECK(err->code != RQ_OK);
    rq_putf(ctx, "%s ", name);
}

/* Opens, and appends all uses and what could not be read. */
static bool index_text(unsigned threads, const char *cache, struct rq_out *out)
{
    struct rq_out told = {0};
    struct rq_game *game = open_root("kotor");
    const struct rq_refs_options options = {
        .threads = threads, .cache = cache, .problem = tell, .problem_ctx = &told};
    struct rq_refs *refs = game ? open_refs(game, &options) : NULL;
    bool cached = refs && rq_refs_describe(refs)->cached;
    rq_out_cut(out, 0);
    if (refs) {
        rq_putf(out, "%zu files\n", rq_refs_describe(refs)->files);
        put_all(game, refs, out);
        rq_out_cut(out, out->size - 1);
    }
    rq_put(out, told.data, told.size);
    rq_put8(out, 0);
    rq_out_free(&told);
    rq_refs_close(refs);
    rq_game_close(game);
    return cached;
}

static void put_many(void)
{
    put_game();
    for (int i = 0; i < 60; i++) {
        char path[40], name[17];
        struct gff_file g = new_gff("UTC ");
        snprintf(name, sizeof name, "talk%d", i % 7);
        rq_gff_add_resref(g.doc, g.root, "Conversation", name, &g.err);
        rq_gff_add_string(g.doc, g.root, "Tag", name, &g.err);
        snprintf(path, sizeof path, "override/many%02d.utc", i);
        save_gff(&g, path);
    }
    put_text("override/cut.utc", "UTC V3.2\x38");
    put_text("override/cut.ncs", "NCS V1.0");
}

static void test_threads(void)
{
    struct rq_out one = {0}, two = {0};
    start("threads");
    put_many();
    index_text(1, NULL, &one);
    CHECK(strstr((const char *)one.data, "cut.ncs cut.utc ") != NULL);
    CHECK(strstr((const char *)one.data, "many59.utc Conversation: resource talk3") != NULL);
    for (unsigned threads = 2; threads < 5; threads++) {
        index_text(threads, NULL, &two);
        CHECK_STR((const char *)two.data, (const char *)one.data);
    }
    rq_out_free(&one);
    rq_out_free(&two);
    clear();
}

/* The only file of the cache. */
static char *cache_file(const char *folder)
{
    struct rq_walk walk = {0};
    struct rq_error err = {0};
    char *path = NULL;
    if (rq_walk_add(&walk, folder, &err) && CHECK_INT(walk.count, 1)) {
        path = walk.items[0].path;
        walk.items[0].path = NULL;
    }
    rq_walk_free(&walk);
    return path;
}

static void test_cache(void)
{
    struct rq_out fresh = {0}, kept = {0};
    struct rq_map map = {0};
    char folder[600];
    start("cache");
    put_many();
    snprintf(folder, sizeof folder, "%s-kept", root);
    char *old = cache_file(folder);
    if (old)
        rq_remove_file(old);
    free(old);
    index_text(0, NULL, &fresh);
    CHECK(!index_text(0, folder, &kept));
    CHECK_STR((const char *)kept.data, (const char *)fresh.data);
    CHECK(index_text(0, folder, &kept));
    CHECK_STR((const char *)kept.data, (const char *)fresh.data);
    /* Damaged anywhere: as if it were not there, and written again. */
    char *path = cache_file(folder);
    REQUIRE(path && rq_map_open(&map, path, NULL));
    struct rq_out copy = {0};
    rq_put_bytes(&copy, map.bytes);
    rq_map_close(&map);
    for (size_t at = 0; at < copy.size; at += at < 64 ? 5 : copy.size / 9) {
        check_note("byte %zu", at);
        copy.data[at] ^= 0x41;
        REQUIRE(rq_file_save(path, rq_out_bytes(&copy), RQ_SAVE_REPLACE, NULL));
        copy.data[at] ^= 0x41;
        CHECK(!index_text(0, folder, &kept));
        CHECK_STR((const char *)kept.data, (const char *)fresh.data);
        CHECK(index_text(0, folder, &kept));
    }
    for (size_t size = 0; size < copy.size; size += 1 + copy.size / 5) {
        check_note("cut to %zu", size);
        REQUIRE(rq_file_save(path, (struct rq_bytes){copy.data, size}, RQ_SAVE_REPLACE, NULL));
        CHECK(!index_text(0, folder, &kept));
    }
    check_note(" ");
    /* Another file, and it is made again. */
    put_text("override/new.txi", "envmaptexture cm_new\n");
    CHECK(!index_text(0, folder, &kept));
    CHECK(strstr((const char *)kept.data, "new.txi envmaptexture: resource cm_new") != NULL);
    CHECK(index_text(0, folder, &kept));
    rq_out_free(&copy);
    rq_out_free(&fresh);
    rq_out_free(&kept);
    free(path);
    clear();
}

/* A script that lies: no end of the file may be passed, whatever the sizes say. */
static void test_hostile_ncs(void)
{
    struct rq_out told = {0};
    uint8_t code[64];
    size_t scripts = 0;
    start("ncs");
    for (unsigned op = 0; op < 256; op += 3)
        for (size_t size = 0; size < 6; size++, scripts++) {
            char path[40];
            memcpy(code, "NCS V1.0\x42\0\0\0", 13);
            memset(code + 13, 0xFF, sizeof code - 13);
            code[13] = (uint8_t)(op < 48 ? op : 4);   /* CONST */
            code[14] = (uint8_t)(op < 48 ? 0x24 : 5); /* a string of 65535 bytes, or of fewer */
            code[15] = op > 200 ? 0 : 0xFF;
            snprintf(path, sizeof path, "override/s%u_%zu.ncs", op, size);
            put_bytes(path, (struct rq_bytes){code, 13 + size});
        }
    struct rq_game *game = open_root("kotor");
    const struct rq_refs_options options = {.problem = tell, .problem_ctx = &told};
    struct rq_refs *refs = game ? open_refs(game, &options) : NULL;
    REQUIRE(refs);
    CHECK_INT(rq_refs_describe(refs)->uses, 0);
    CHECK_INT(rq_refs_describe(refs)->files, scripts);
    /* What is no instruction is a finding of the file, not one that can't be read. */
    CHECK_INT(rq_refs_describe(refs)->problems, 0);
    CHECK_INT(told.size, 0);
    rq_out_free(&told);
    rq_refs_close(refs);
    rq_game_close(game);
    clear();
}

/* ---- Redguard ---- */

static void test_redguard(void)
{
    struct rq_out out = {0};
    start("redguard");
    put_text("WORLD.INI", "[world]\nstart_world=1\nworld_map[0]=MAPS\\TOWN.RGM\n"
                          "test_map_order=0,7,-2\n");
    put_text("ITEM.INI", "[items]\nstart_item_list = 1, 4\nname[0] = ?cmp\nname[1] = ?cut\n"
                         "hand_object_file[1] = 3DART\\BLADE.3D\nuse_script[1] = lamp.ai\n");
    put_text("COMBAT.INI", "[taunt00]\nrtx_label=en01\n[taunt01]\nrtx_label=&051\n");
    put_text("soup386/SOUP386.DEF", "[functions]\ntask sMove parms 4\n[refs]\n[equates]\nauto\n"
                                    "strength\nendauto\n[flags]\nBOOL Lamp 0\n");
    put_text("fxart/BLADE.3DC", "");
    put_text("fxart/LONGNAME.3DC", "");
    put_text("maps/LONGNAME.RGM", "");
    struct rq_game *game = open_root("redguard");
    struct rq_refs *refs = game ? open_refs(game, NULL) : NULL;
    REQUIRE(refs);
    CHECK_USES(game, refs, "blade.3d",
               "ITEM.INI items/hand_object_file[1]: resource blade (3d|3dc) use\n");
    CHECK_USES(game, refs, "lamp.ai",
               "ITEM.INI items/use_script[1]: resource lamp (ai) optional\n");
    CHECK_USES(game, refs, "town", "WORLD.INI world/world_map[0]: resource town (rgm) use\n");
    CHECK_USES(game, refs, "map:0",
               "WORLD.INI world/world_map[0]: map 0 () definition\n"
               "WORLD.INI world/test_map_order: map 0 () use\n");
    CHECK_USES(game, refs, "item:1",
               "ITEM.INI items/start_item_list: item 1 () use\n"
               "ITEM.INI items/name[1]: item 1 () definition\n");
    CHECK_USES(game, refs, "line:?CUT", "ITEM.INI items/name[1]: line ?cut () use\n");
    CHECK_USES(game, refs, "line:en01", "COMBAT.INI taunt00/rtx_label: line en01 () use\n");
    CHECK_USES(game, refs, "line:&051", "");
    CHECK_USES(game, refs, "flag:lamp", "SOUP386.DEF flags/0: flag lamp () definition\n");
    CHECK_USES(game, refs, "attribute:strength",
               "SOUP386.DEF attributes/0: attribute strength () definition\n");
    /* Files of models have eight letters, names of models may have more. */
    CHECK_INT(rq_refs_exists(refs, RQ_THING_RESOURCE, "longname12", "3d|3dc"), RQ_EXISTS);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_RESOURCE, "longname1", "3d|3dc"), RQ_EXISTS);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_RESOURCE, "longname", "3d|3dc"), RQ_EXISTS);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_RESOURCE, "longnam", "3d|3dc"), RQ_ABSENT);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_RESOURCE, "longname1", "rgm"), RQ_ABSENT);
    CHECK_INT(rq_refs_exists(refs, RQ_THING_RESOURCE, "longname", "rgm"), RQ_EXISTS);
    /* Lines can't be checked without an RTX. */
    put_missing(game, refs, false, &out);
    CHECK_STR((const char *)out.data, "ITEM.INI items/start_item_list: item 4 () use\n"
                                      "WORLD.INI world/start_world: map 1 () use\n"
                                      "WORLD.INI world/world_map[0]: resource town (rgm) use\n"
                                      "WORLD.INI world/test_map_order: map 7 () use\n");
    rq_out_cut(&out, 0);
    put_missing(game, refs, true, &out);
    CHECK(strstr((const char *)out.data, "? COMBAT.INI taunt00/rtx_label: line en01 () use\n") !=
          NULL);
    CHECK(strstr((const char *)out.data,
                 "\nITEM.INI items/use_script[1]: resource lamp (ai) optional\n") != NULL);
    put_unused(refs, RQ_THING_FLAG, NULL, &out);
    CHECK_STR((const char *)out.data, "lamp ");
    put_unused(refs, RQ_THING_ITEM, NULL, &out);
    CHECK_STR((const char *)out.data, "0 ");
    rq_out_free(&out);
    rq_refs_close(refs);
    rq_game_close(game);
    clear();
}

/* Sections of an RGM: tag, size (the high byte first), payload. */
static void put_section(struct rq_out *out, const char *tag, struct rq_bytes payload)
{
    rq_put(out, tag, 4);
    rq_put32be(out, (uint32_t)payload.size);
    rq_put_bytes(out, payload);
}

#define WORD(v) (v) & 0xFF, (v) >> 8 & 0xFF, (v) >> 16 & 0xFF, (v) >> 24 & 0xFF

/* A map of one actor, ONE, with this script. RAHD has the count, a word, then records of 165 bytes: the
 * name at 4, bytes of the script at 0x4D. */
static void put_map(const char *path, const uint8_t *code, size_t size)
{
    struct rq_out out = {0};
    uint8_t actors[8 + 165] = {WORD(1), WORD(0x0037801B)};
    uint8_t flat[4 + 24] = {WORD(1)}; /* MPSF: its number, texture at 20 of the record */
    memcpy(actors + 8 + 4, "ONE", 3);
    rq_set32(actors + 8 + 0x4D, (uint32_t)size);
    rq_set16(actors + 8 + 0x9B, 302);
    rq_set16(flat + 4 + 20, 9 << 7 | 5);
    put_section(&out, "RAHD", (struct rq_bytes){actors, sizeof actors});
    put_section(&out, "RASC", (struct rq_bytes){code, size});
    put_section(&out, "MPSF", (struct rq_bytes){flat, sizeof flat});
    rq_put(&out, "END ", 4);
    put_bytes(path, rq_out_bytes(&out));
    rq_out_free(&out);
}

/* Numbers of functions and flags are those of SOUP386.DEF as shipped, since there is none here. Call:
 * opcode, function (16 bits), number of arguments, arguments; 07 and 16 are numbers of 32 bits. */
static void test_scripts(void)
{
    static const uint8_t code[] =
        {
            0x02, 39,      0,    1,          0x07,    'd',
            'm',  '0',     '1',                                /* 00: RTX("dm01") */
            0x02, 0x2F,    1,    1,          0x07,    WORD(3), /* 09: HaveItem(3) */
            0x02, 85,      0,    1,          0x16,    WORD(1), /* 12: SetGlobalFlag(1) */
            0x06, 2,       0,    0x07,       WORD(1), 0,       /* 1B: flag 2 = 1 */
            0x00, 107,     0,    3,          0x07,    WORD(4),
            0x07, WORD(0), 0x07, WORD(0), /* 24: LoadWorld(4, 0, 0) */
            0x03, 0x02,    0x3A, 1,          0,       0,
            0x07, WORD(6), 0,    WORD(0x55), /* 37: if ActiveItem() = 6 */
            0x02, 77,      0,    2,          0x07,    WORD(9),
            0x07, WORD(8), /* 47: FlatSetTexture(9, 8) */
            0x12,          /* 55: Return */
        };
    start("scripts");
    put_text("WORLD.INI", "[world]\n");
    put_map("maps/TOWN.RGM", code, sizeof code);
    struct rq_game *game = open_root("redguard");
    struct rq_refs *refs = game ? open_refs(game, NULL) : NULL;
    REQUIRE(refs);
    CHECK_USES(game, refs, "line:DM01", "TOWN.RGM ONE/script/#00: speaks line dm01 () use\n");
    CHECK_USES(game, refs, "item:3", "TOWN.RGM ONE/script/#09: tests item 3 () use\n");
    CHECK_USES(game, refs, "flag:after_catacombs",
               "TOWN.RGM ONE/script/#12: sets flag after_catacombs () use\n");
    CHECK_USES(game, refs, "flag:after_league",
               "TOWN.RGM ONE/script/#1B: sets flag after_league () use\n");
    CHECK_USES(game, refs, "map:4", "TOWN.RGM ONE/script/#24: enters map 4 () use\n");
    CHECK_USES(game, refs, "item:6", "TOWN.RGM ONE/script/#37: tests item 6 () use\n");
    CHECK_USES(game, refs, "image:9:8", "TOWN.RGM ONE/script/#47: image 9:8 () use\n");
    CHECK_USES(game, refs, "image:9:5", "TOWN.RGM MPSF/0/texture: image 9:5 () use\n");
    CHECK_USES(game, refs, "texbsi.302", "TOWN.RGM ONE/texture_id: resource texbsi (302) use\n");
    rq_refs_close(refs);
    rq_game_close(game);
    clear();
}

/* The file of a world stands beside its number, also as the first reference of WORLD.INI; an item has the line of
 * its name, and its text where there is one. */
static void test_flow(void)
{
    static const uint8_t code[] = {
        0x00, 107,  0, 3, 0x07, WORD(4), 0x07, WORD(0), 0x07, WORD(0), /* LoadWorld(4, 0, 0) */
        0x02, 0x2F, 1, 1, 0x07, WORD(3),                               /* HaveItem(3) */
        0x02, 0x2F, 1, 1, 0x07, WORD(2),                               /* HaveItem(2) */
        0x12,
    };
    /* RTX: tag, size (the high byte first), kind, size of the text, the text; END, the index, RNAV. */
    static const char lines[] = "?CUT\0\0\0\x0B\0\0\5\0\0\0BladeEND ?CUT\x08\0\0\0\x0B\0\0\0"
                                "RNAV\x16\0\0\0\1\0\0";
    struct rq_out out = {0};
    struct rq_error err = {0};
    start("flow");
    put_text("WORLD.INI", "[world]\nworld_map[4]=MAPS\\QUAY.RGM\n");
    put_text("ITEM.INI", "[items]\nname[3] = ?cut\nname[2] = ?cmp\n");
    put_bytes("ENGLISH.RTX", (struct rq_bytes){(const uint8_t *)lines, sizeof lines});
    put_map("maps/TOWN.RGM", code, sizeof code);
    struct rq_game *game = open_root("redguard");
    struct rq_refs *refs = game ? open_refs(game, NULL) : NULL;
    REQUIRE(refs);
    CHECK(rq_refs_flow(refs, NULL, 0, RQ_FLOW_DOT, &out, &err));
    rq_put8(&out, 0);
    CHECK(strstr((const char *)out.data, "\"map 4: quay\""));
    CHECK(strstr((const char *)out.data, "\"item 3: Blade\""));
    CHECK(strstr((const char *)out.data, "\"item 2: ?cmp\""));
    CHECK(strstr((const char *)out.data, "\"ONE (TOWN)\""));
    rq_out_free(&out);
    rq_refs_close(refs);
    rq_game_close(game);
    clear();
}

static void test_words(void)
{
    enum rq_thing thing;
    for (unsigned i = 0; i < RQ_THING_COUNT; i++) {
        CHECK(rq_thing_by_word(rq_thing_word((enum rq_thing)i), &thing));
        CHECK_INT(thing, i);
    }
    CHECK(!rq_thing_by_word("nothing", &thing));
    CHECK_STR(rq_thing_word(RQ_THING_COUNT), NULL);
    CHECK_STR(rq_use_word(RQ_USE_DEFINES), "definition");
}

TESTS(test_forms, test_other_files, test_exists, test_threads, test_cache, test_hostile_ncs,
      test_redguard, test_scripts, test_flow, test_words)
