/* Whole saves of both games, from what is known of them (docs/saves.md): a normal one of each, and a transition
 * autosave of the first. */
#include "demo/demo.h"

#include <stdio.h>

/* A save while it is made. */
struct slot {
    const char *folder;
    bool k2, transition;
    const char *player;
};

/* ---- things ---- */

struct thing {
    const char *tag, *name;
    int base, count, charges;
};

/* Fields in the order of a real save. */
static void put_item(struct demo_gff *g, struct rq_gff_struct *s, const struct thing *t, bool k2)
{
    struct rq_gff_struct *item = s;
    INT("BaseItem", t->base);
    STRING("Tag", t->tag);
    BYTE("Identified", 1);
    LOC_EMPTY("Description");
    LOC_EMPTY("DescIdentified");
    LOC_EMPTY("LocalizedName");
    STRING("LocalizedName/0", t->name);
    WORD("StackSize", t->count);
    BYTE("Stolen", 0);
    DWORD("Upgrades", 0);
    if (k2) {
        BYTE("UpgradeLevel", 0);
        for (int i = 0; i < 6; i++) {
            char label[24];
            snprintf(label, sizeof label, "UpgradeSlot%d", i);
            INT(label, -1);
        }
    }
    BYTE("Dropable", 1);
    BYTE("Pickpocketable", 1);
    BYTE("ModelVariation", 1);
    BYTE("Charges", t->charges);
    BYTE("MaxCharges", t->charges);
    DWORD("Cost", 10);
    DWORD("AddCost", 10);
    BYTE("Plot", 0);
    LIST(item, "PropertiesList");
    s = gff_struct(g, item, "PropertiesList/-", 0);
    WORD("PropertyName", 11);
    WORD("Subtype", 8);
    BYTE("CostTable", 4);
    WORD("CostValue", 3);
    BYTE("Param1", 255);
    BYTE("Param1Value", 0);
    BYTE("ChanceAppear", 100);
    BYTE("UsesPerDay", 255);
    BYTE("Useable", 0);
    s = item;
    FLOAT("XPosition", 0.0f);
    FLOAT("YPosition", 0.0f);
    FLOAT("ZPosition", 0.0f);
    FLOAT("XOrientation", 1.0f);
    FLOAT("YOrientation", 0.0f);
    FLOAT("ZOrientation", 0.0f);
    BYTE("NonEquippable", 0);
    BYTE("NewItem", 1);
    BYTE("DELETING", 0);
}

static const struct thing coat = {"coat", "Warden's coat", 35, 1, 0};
static const struct thing lantern = {"lantern", "Storm lantern", 8, 1, 0};
static const struct thing things[] = {{"lantern", "Storm lantern", 8, 1, 0},
                                      {"rope", "Rope", 55, 7, 0},
                                      {"flare", "Flare", 52, 3, 0},
                                      {"charm", "Charm of kelp", 46, 1, 5}};

static void put_place(struct demo_gff *g, struct rq_gff_struct *s, const char *x, const char *y,
                      const char *z)
{
    FLOAT(x, 4.5f);
    FLOAT(y, -12.25f);
    FLOAT(z, 0.0f);
}

/* ---- people ---- */

static void put_numbers(struct demo_gff *g, struct rq_gff_struct *s, const char *name,
                        const char *tag, bool k2)
{
    static const char *const attributes[] = {"Str", "Dex", "Int", "Wis", "Con", "Cha"};
    LOC_EMPTY("FirstName");
    STRING("FirstName/0", name);
    LOC_EMPTY("LastName");
    LOC_EMPTY("Description");
    STRING("Tag", tag);
    RESREF("Conversation", "keeper");
    BYTE("Gender", 1);
    BYTE("Race", 6);
    DWORD("Gold", 0);
    if (k2)
        INT("BonusForcePoints", 0);
    for (int i = 0; i < 6; i++)
        BYTE(attributes[i], 10 + (i * 5) % 7);
    WORD("SoundSetFile", 85);
    BYTE("Min1HP", 0);
    SHORT("HitPoints", 30);
    SHORT("CurrentHitPoints", 26);
    SHORT("MaxHitPoints", 38);
    SHORT("ForcePoints", 12);
    SHORT("CurrentForce", 12);
    SHORT("MaxForcePoints", 20);
    DWORD("Experience", 3200);
    BYTE("MovementRate", 0);
    WORD("PortraitId", 26);
    BYTE("GoodEvil", 57);
    WORD("Appearance_Type", 175);
    WORD("FactionID", 0);
    WORD("SkillPoints", 0);
}

static void put_lists(struct demo_gff *g, struct rq_gff_struct *person, bool k2)
{
    static const int feats[] = {5, 8, 28, 39};
    struct rq_gff_struct *s;
    LIST(person, "ClassList");
    struct rq_gff_struct *class = s = gff_struct(g, person, "ClassList/-", 2);
    INT("Class", 3);
    SHORT("ClassLevel", 3);
    LIST(class, "SpellsPerDayList");
    s = gff_struct(g, class, "SpellsPerDayList/-", 0x4567);
    BYTE("NumSpellsLeft", 255);
    LIST(class, "KnownList0");
    for (uint32_t i = 0; i < 3; i++) {
        s = gff_struct(g, class, "KnownList0/-", 3);
        WORD("Spell", 20 + i);
    }
    LIST(person, "SkillList");
    for (uint32_t i = 0; i < 8; i++) {
        s = gff_struct(g, person, "SkillList/-", 0);
        BYTE("Rank", (i * 3) % 5);
    }
    LIST(person, "FeatList");
    for (size_t i = 0; i < sizeof feats / sizeof feats[0]; i++) {
        s = gff_struct(g, person, "FeatList/-", 1);
        WORD("Feat", feats[i]);
    }
    LIST(person, "Equip_ItemList");
    s = gff_struct(g, person, "Equip_ItemList/-", 2);
    DWORD("ObjectId", 21);
    put_item(g, s, &coat, k2);
    s = gff_struct(g, person, "Equip_ItemList/-", 16);
    DWORD("ObjectId", 22);
    put_item(g, s, &lantern, k2);
    LIST(person, "ItemList");
    LIST(person, "ActionList");
}

static void put_player(struct demo_gff *g, struct rq_gff_struct *root, const struct slot *slot)
{
    LIST(root, "Mod_PlayerList");
    struct rq_gff_struct *s = gff_struct(g, root, "Mod_PlayerList/-", 0xBEAD);
    STRING("Mod_CommntyName", "Bad StrRef");
    BYTE("Mod_IsPrimaryPlr", 1);
    LOC_EMPTY("Mod_FirstName");
    STRING("Mod_FirstName/0", slot->player);
    LOC_EMPTY("Mod_LastName");
    DWORD("ObjectId", 0x7FFFFFFF);
    put_numbers(g, s, slot->player, "", slot->k2);
    put_lists(g, s, slot->k2);
    put_place(g, s, "XPosition", "YPosition", "ZPosition");
}

static bool make_companion(const struct slot *slot, const char *name, const char *tag,
                           struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    if (!gff_open(g, "UTC ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *s = g->root;
    put_numbers(g, s, name, tag, slot->k2);
    INT("JoiningXP", 1200);
    put_lists(g, s, slot->k2);
    return gff_close(g, out);
}

/* ---- a module ---- */

/* A script that waits: the whole of it is in the queue. */
static void put_event(struct demo_gff *g, struct rq_gff_struct *root)
{
    static const uint8_t code[] = {0x42, 0x00, 0x00, 0x00, 0x0D, 0x20, 0x00};
    struct rq_gff_struct *s;
    LIST(root, "EventQueue");
    struct rq_gff_struct *event = s = gff_struct(g, root, "EventQueue/-", 0xABCD);
    DWORD("Day", 1548452);
    DWORD("Time", 1065722);
    DWORD("ObjectId", 12);
    DWORD("CallerId", 12);
    DWORD("EventId", 1);
    struct rq_gff_struct *data = s = gff_struct(g, event, "EventData", 0x7777);
    INT("CodeSize", sizeof code);
    VOID("Code", code, sizeof code);
    DWORD("CRC", 0);
    INT("InstructionPtr", 5);
    INT("SecondaryPtr", 0);
    STRING("Name", "st_bell");
    INT("StackSize", 1);
    struct rq_gff_struct *stack = s = gff_struct(g, data, "Stack", 0);
    INT("BasePointer", 0);
    INT("StackPointer", 1);
    INT("TotalSize", 1);
    LIST(stack, "Stack");
    s = gff_struct(g, stack, "Stack/-", 0);
    CHAR("Type", 3);
    INT("Value", 7);
}

static bool make_module_info(const struct slot *slot, const char *area, bool current,
                             struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    uint8_t id[32];
    if (!gff_open(g, "IFO ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *root = g->root, *s = root;
    for (size_t i = 0; i < sizeof id; i++)
        id[i] = (uint8_t)demo_hash(4, (uint32_t)i, 77);
    VOID("Mod_ID", id, sizeof id);
    INT("Mod_Creator_ID", 2);
    DWORD("Mod_Version", 3);
    LOC("Mod_Name", "Harrow Waystation");
    BYTE("Mod_IsSaveGame", 1);
    BYTE("Mod_IsNWMFile", 0);
    DWORD64("Mod_Effect_NxtId", 94);
    DWORD("Mod_NextCharId0", 0x7FFFFFFE);
    DWORD("Mod_NextCharId1", 0x7FFFFFFF);
    DWORD("Mod_NextObjId0", 60);
    DWORD("Mod_NextObjId1", 0);
    RESREF("Mod_Entry_Area", area);
    FLOAT("Mod_Entry_X", 4.5f);
    FLOAT("Mod_Entry_Y", -12.25f);
    FLOAT("Mod_Entry_Z", 0.0f);
    FLOAT("Mod_Entry_Dir_X", 0.0f);
    FLOAT("Mod_Entry_Dir_Y", 1.0f);
    BYTE("Mod_DawnHour", 6);
    BYTE("Mod_DuskHour", 18);
    DWORD("Mod_PauseDay", 1548452);
    DWORD("Mod_PauseTime", 1064722);
    LIST(root, "Mod_Area_list");
    s = gff_struct(g, root, "Mod_Area_list/-", 6);
    RESREF("Area_Name", area);
    DWORD("ObjectId", 1);
    LIST(root, "Mod_Tokens");
    s = gff_struct(g, root, "Mod_Tokens/-", 7);
    DWORD("Mod_TokensNumber", 31);
    STRING("Mod_TokensValue", "three");
    put_event(g, root);
    if (current)
        put_player(g, root, slot);
    LIST(root, "Creature List");
    return gff_close(g, out);
}

static bool make_objects(const struct slot *slot, struct rq_out *out, struct rq_error *err)
{
    static const uint8_t explored[] = {0xFF, 0x0F, 0x00, 0x80};
    struct demo_gff made, *g = &made;
    if (!gff_open(g, "GIT ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *root = g->root, *s = root;
    BYTE("UseTemplates", 0);
    s = gff_struct(g, root, "AreaMap", 101);
    INT("AreaMapResX", 8);
    INT("AreaMapResY", 4);
    DWORD("AreaMapDataSize", sizeof explored);
    VOID("AreaMapData", explored, sizeof explored);
    LIST(root, "Creature List");
    s = gff_struct(g, root, "Creature List/-", 4);
    DWORD("ObjectId", 12);
    put_numbers(g, s, "Orla", "keeper", slot->k2);
    put_lists(g, s, slot->k2);
    put_place(g, s, "XPosition", "YPosition", "ZPosition");
    LIST(root, "Door List");
    for (uint32_t i = 0; i < 2; i++) {
        s = gff_struct(g, root, "Door List/-", 8);
        DWORD("ObjectId", 30 + i);
        STRING("Tag", i ? "hatch" : "gate");
        BYTE("Locked", i);
        BYTE("OpenState", i ? 0 : 1);
        SHORT("CurrentHP", 20);
        put_place(g, s, "X", "Y", "Z");
        FLOAT("Bearing", 0.0f);
    }
    LIST(root, "Placeable List");
    struct rq_gff_struct *box = s = gff_struct(g, root, "Placeable List/-", 9);
    DWORD("ObjectId", 40);
    STRING("Tag", "crate");
    BYTE("Open", 0);
    BYTE("Static", 0);
    BYTE("Useable", 1);
    BYTE("HasInventory", 1);
    put_place(g, s, "X", "Y", "Z");
    FLOAT("Bearing", 0.0f);
    LIST(box, "ItemList");
    for (uint32_t i = 0; i < 2; i++) {
        s = gff_struct(g, box, "ItemList/-", 0);
        DWORD("ObjectId", 41 + i);
        put_item(g, s, &things[i], slot->k2);
    }
    return gff_close(g, out);
}

static bool make_area(const char *area, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    if (!gff_open(g, "ARE ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *s = g->root;
    STRING("Tag", area);
    LOC("Name", "Upper deck");
    return gff_close(g, out);
}

/* In the order of the game: objects, area, module. */
static bool add_module(struct demo_archive *all, const struct slot *slot, const char *area,
                       bool current)
{
    struct demo_archive own = {.d = all->d};
    struct rq_error *err = &all->d->err;
    char name[32];
    snprintf(name, sizeof name, "%s.git", area);
    bool fine = make_objects(slot, &own.data, err) && demo_add_entry(&own, name);
    snprintf(name, sizeof name, "%s.are", area);
    fine = fine && make_area(area, &own.data, err) && demo_add_entry(&own, name) &&
           make_module_info(slot, area, current, &own.data, err) &&
           demo_add_entry(&own, "Module.ifo");
    demo_put_archive(&all->data, &own, "MOD ", NULL, 0);
    snprintf(name, sizeof name, "%s.sav", area);
    for (char *p = name; *p != '.'; p++)
        *p = (char)(*p >= 'a' && *p <= 'z' ? *p - 32 : *p);
    rq_out_free(&own.data);
    return fine && demo_add_entry(all, name);
}

/* ---- SAVEGAME.sav ---- */

static bool make_inventory(const struct slot *slot, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    if (!gff_open(g, "INV ", RQ_GFF_depth_first, err))
        return false;
    LIST(g->root, "ItemList");
    for (size_t i = 0; i < sizeof things / sizeof things[0]; i++)
        put_item(g, gff_struct(g, g->root, "ItemList/-", 0), &things[i], slot->k2);
    return gff_close(g, out);
}

static bool make_repute(struct rq_out *out, struct rq_error *err)
{
    static const char *const names[] = {"Player", "Crew", "Vermin"};
    struct demo_gff made, *g = &made;
    if (!gff_open(g, "FAC ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *root = g->root, *s;
    LIST(root, "FactionList");
    for (uint32_t i = 0; i < 3; i++) {
        s = gff_struct(g, root, "FactionList/-", i);
        STRING("FactionName", names[i]);
        DWORD("FactionParentID", UINT32_MAX);
        WORD("FactionGlobal", 1);
    }
    LIST(root, "RepList");
    for (uint32_t i = 0; i < 2; i++) { /* what 100 stands for is left out */
        s = gff_struct(g, root, "RepList/-", i);
        DWORD("FactionID1", 0);
        DWORD("FactionID2", i + 1);
        DWORD("FactionRep", i ? 0 : 60);
    }
    return gff_close(g, out);
}

static bool save_archive(struct demo *d, const struct slot *slot, const char *path)
{
    static const char *const names[2][2] = {{"AVAILNPC0.utc", "AVAILNPC2.utc"},
                                            {"availnpc6.utc", "availnpc8.utc"}};
    struct demo_archive all = {.d = d};
    struct rq_out out = {0};
    bool fine = true;
    for (int i = 0; i < 2 && fine; i++)
        fine = make_companion(slot, i ? "Pell" : "Wren", i ? "pell" : "wren", &all.data, &d->err) &&
               demo_add_entry(&all, names[slot->k2][i]);
    fine = fine && add_module(&all, slot, "demo01", !slot->transition) &&
           add_module(&all, slot, "demo02", false) && make_inventory(slot, &all.data, &d->err) &&
           demo_add_entry(&all, "INVENTORY.res");
    if (slot->k2)
        fine = fine && make_companion(slot, slot->player, "", &all.data, &d->err) &&
               demo_add_entry(&all, "pc.utc");
    fine = fine && make_repute(&all.data, &d->err) && demo_add_entry(&all, "REPUTE.fac");
    demo_put_archive(&out, &all, "MOD ", NULL, 0);
    fine = fine && demo_save(d, path, &out);
    rq_out_free(&all.data);
    rq_out_free(&out);
    return fine;
}

/* ---- savenfo.res ---- */

static void put_params(struct demo_gff *g, struct rq_gff_struct *root)
{
    struct rq_gff_struct *params, *s = root;
    BYTE("PCAUTOSAVE", 1);
    STRING("SCREENSHOT", "load_demo");
    params = s = gff_struct(g, root, "AUTOSAVEPARAMS", 0);
    STRING("LOADMUSIC", "");
    STRING("STARTWAYPOINT", "dock");
    for (int i = 1; i <= 6; i++) {
        char label[24];
        snprintf(label, sizeof label, "MOVIE%d", i);
        STRING(label, "");
    }
    DWORD("TIME_YEAR", 1340);
    BYTE("TIME_MONTH", 6);
    BYTE("TIME_DAY", 1);
    BYTE("TIME_HOUR", 13);
    DWORD("TIME_PAUSEDAY", 0);
    DWORD("TIME_PAUSETIME", 0);
    s = gff_struct(g, params, "STATUSSUMMARY", 0);
    BYTE("DISPLAYSPENDING", 1);
    INT("XP", 40);
}

static bool make_info(const struct slot *slot, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    char label[24];
    if (!gff_open(g, "NFO ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *s = g->root;
    STRING("AREANAME", "Harrow - Upper deck");
    STRING("LASTMODULE", slot->transition ? "DEMO03" : "DEMO01");
    DWORD("TIMEPLAYED", 5025);
    BYTE("CHEATUSED", 0);
    if (!slot->transition)
        STRING("SAVEGAMENAME", "Before the ferry");
    if (slot->k2) {
        DWORD64("TIMESTAMP", 134114256000000000U); /* 2025-12-28 20:00 */
        STRING("PCNAME", slot->player);
        DWORD("SAVENUMBER", 3);
    }
    BYTE("GAMEPLAYHINT", 12);
    for (int i = 0; i < (slot->k2 ? 10 : 1); i++) {
        snprintf(label, sizeof label, slot->k2 ? "STORYHINT%d" : "STORYHINT", i);
        BYTE(label, 3);
    }
    for (int i = 1; i <= 6 && !slot->transition; i++) {
        snprintf(label, sizeof label, "LIVE%d", i);
        STRING(label, "");
    }
    if (!slot->transition)
        BYTE("LIVECONTENT", 0);
    RESREF("PORTRAIT0", "demo_crest");
    RESREF("PORTRAIT1", "demo_wren");
    if (slot->transition)
        put_params(g, s);
    return gff_close(g, out);
}

/* ---- PARTYTABLE.res ---- */

static void put_flags(struct demo_gff *g, struct rq_gff_struct *root, const struct slot *slot)
{
    struct rq_gff_struct *s = root;
    uint32_t npcs = slot->k2 ? 12 : 9, first = slot->k2 ? 6 : 0, second = slot->k2 ? 8 : 2;
    BYTE("PT_SOLOMODE", 0);
    BYTE("PT_CHEAT_USED", 0);
    BYTE("PT_NUM_MEMBERS", 1);
    LIST(root, "PT_MEMBERS");
    s = gff_struct(g, root, "PT_MEMBERS/-", 0);
    INT("PT_MEMBER_ID", first);
    BYTE("PT_IS_LEADER", 0);
    LIST(root, "PT_AVAIL_NPCS");
    for (uint32_t i = 0; i < npcs; i++) {
        s = gff_struct(g, root, "PT_AVAIL_NPCS/-", 0);
        BYTE("PT_NPC_AVAIL", i == first || i == second);
        BYTE("PT_NPC_SELECT", i == first || i == second);
    }
    if (!slot->k2)
        return;
    LIST(root, "PT_INFLUENCE");
    for (uint32_t i = 0; i < npcs; i++) {
        s = gff_struct(g, root, "PT_INFLUENCE/-", 0);
        INT("PT_NPC_INFLUENCE", i == first ? 60 : i == second ? 50 : -1);
    }
}

/* 18 numbers of cards (23 of K2), and the slip of the game's writer: the cheat flag as one more. */
static void put_cards(struct demo_gff *g, struct rq_gff_struct *root, const struct slot *slot)
{
    struct rq_gff_struct *s;
    uint32_t cards = slot->k2 ? 23 : 18;
    LIST(root, "PT_PAZAAKCARDS");
    for (uint32_t i = 0; i < cards; i++) {
        s = gff_struct(g, root, "PT_PAZAAKCARDS/-", 0);
        INT("PT_PAZAAKCOUNT", i < 5 ? 2 : 0);
    }
    s = gff_struct(g, root, "PT_PAZAAKCARDS/-", 0);
    BYTE("PT_PAZAAKCOUNT", 0);
    LIST(root, "PT_PAZSIDELIST");
    for (uint32_t i = 0; i < 10; i++) {
        s = gff_struct(g, root, "PT_PAZSIDELIST/-", 0);
        INT("PT_PAZSIDECARD", i / 2);
    }
}

static void put_messages(struct demo_gff *g, struct rq_gff_struct *root)
{
    struct rq_gff_struct *s;
    LIST(root, "PT_FB_MSG_LIST");
    for (uint32_t i = 0; i < 3; i++) {
        s = gff_struct(g, root, "PT_FB_MSG_LIST/-", 0);
        STRING("PT_FB_MSG_MSG", "The gate is locked.");
        DWORD("PT_FB_MSG_TYPE", 128);
        BYTE("PT_FB_MSG_COLOR", 0);
    }
    LIST(root, "PT_DLG_MSG_LIST");
    s = gff_struct(g, root, "PT_DLG_MSG_LIST/-", 0);
    STRING("PT_DLG_MSG_SPKR", "Orla");
    STRING("PT_DLG_MSG_MSG", "Mind the step.");
    LIST(root, "PT_COST_MULT_LIS");
    for (uint32_t i = 0; i < 92; i++) {
        s = gff_struct(g, root, "PT_COST_MULT_LIS/-", 0);
        FLOAT("PT_COST_MULT_VAL", 1.0f);
    }
}

static bool make_table(const struct slot *slot, struct rq_out *out, struct rq_error *err)
{
    static const uint8_t shown[33] = {0x05, 0x40};
    struct demo_gff made, *g = &made;
    if (!gff_open(g, "PT  ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *root = g->root, *s = root;
    if (slot->k2)
        STRING("PT_PCNAME", slot->player);
    DWORD("PT_GOLD", 318);
    if (slot->k2) {
        DWORD("PT_ITEM_COMPONEN", 24);
        DWORD("PT_ITEM_CHEMICAL", 11);
    }
    INT("PT_XP_POOL", 1200);
    DWORD("PT_PLAYEDSECONDS", 5025);
    INT("PT_CONTROLLED_NP", -1);
    put_flags(g, root, slot);
    INT("PT_AISTATE", 0);
    INT("PT_FOLLOWSTATE", 0);
    s = gff_struct(g, root, "GlxyMap", 0);
    DWORD("GlxyMapNumPnts", 16);
    DWORD("GlxyMapPlntMsk", 0x00030007);
    INT("GlxyMapSelPnt", 1);
    put_cards(g, root, slot);
    s = root;
    VOID("PT_TUT_WND_SHOWN", shown, slot->k2 ? 33 : 6);
    INT("PT_LAST_GUI_PNL", 2);
    put_messages(g, root);
    INT("JNL_SortOrder", 0);
    LIST(root, "JNL_Entries");
    s = gff_struct(g, root, "JNL_Entries/-", 0);
    STRING("JNL_PlotID", "st_ferry");
    INT("JNL_State", 10);
    DWORD("JNL_Date", 1);
    DWORD("JNL_Time", 375391);
    return gff_close(g, out);
}

/* ---- GLOBALVARS.res ---- */

static void put_variables(struct demo_gff *g, const char *list, const char *const *names)
{
    struct rq_gff_struct *s;
    char path[24];
    LIST(g->root, list);
    snprintf(path, sizeof path, "%s/-", list);
    for (; *names; names++) {
        s = gff_struct(g, g->root, path, 0);
        STRING("Name", *names);
    }
}

/* Each list in the order of the engine's table: crc32 of the name modulo 1775. */
static const char *const booleans[] = {"ST_BELL",      "ST_TEA",        "ST_FERRY_LEFT",
                                       "ST_GATE_OPEN", "ST_MAP_SEEN",   "ST_ROPE",
                                       "ST_KEY",       "ST_LAMP_FOUND", NULL};
static const char *const numbers[] = {"ST_COUNT", "ST_COLD", "ST_DAYS", NULL};
static const char *const places[] = {"ST_LAST_PLACE", "ST_START", NULL};
static const char *const strings[] = {"ST_LAST_MODULE", NULL};

static bool make_variables(struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    static const uint8_t bits[2] = {0x51}, values[3] = {17, 0xFD, 3}; /* -3 is cold */
    uint8_t at[2400] = {0};
    if (!gff_open(g, "GVT ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *s = g->root;
    rq_set32(at + 24, rq_f32_bits(4.5f));
    rq_set32(at + 36, rq_f32_bits(1.0f));
    put_variables(g, "CatBoolean", booleans);
    put_variables(g, "CatNumber", numbers);
    put_variables(g, "CatLocation", places);
    put_variables(g, "CatString", strings);
    VOID("ValBoolean", bits, sizeof bits); /* 8 bits and a spare byte */
    VOID("ValNumber", values, sizeof values);
    VOID("ValLocation", at, sizeof at);
    LIST(s, "ValString");
    s = gff_struct(g, g->root, "ValString/-", 0);
    STRING("String", "demo02");
    return gff_close(g, out);
}

/* ---- the picture, the player on the way ---- */

static void make_screen(struct rq_out *out)
{
    static const uint8_t head[18] = {[2] = 2, [13] = 1, [15] = 1, [16] = 24};
    rq_put(out, head, sizeof head);
    for (int y = 0; y < 256; y++)
        for (int x = 0; x < 256; x++) {
            int light = demo_cloud(x, y, 32, 256, 5);
            rq_put8(out, (uint8_t)demo_clamp(120 + light / 2, 0, 255));
            rq_put8(out, (uint8_t)demo_clamp(60 + y / 3 + light / 3, 0, 255));
            rq_put8(out, (uint8_t)demo_clamp(30 + y / 2, 0, 255));
        }
}

static bool make_transit(const struct slot *slot, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    if (!gff_open(g, "IFO ", RQ_GFF_depth_first, err))
        return false;
    put_player(g, g->root, slot);
    return gff_close(g, out);
}

/* ---- slots ---- */

static bool save_slot(struct demo *d, const struct slot *slot)
{
    struct rq_out out = {0};
    struct rq_error *err = &d->err;
    char path[100];
#define FILE_OF(name) (snprintf(path, sizeof path, "%s/%s", slot->folder, name), path)
    bool fine = demo_make_folder(d, slot->folder) && make_info(slot, &out, err) &&
                demo_save(d, FILE_OF("savenfo.res"), &out) && make_table(slot, &out, err) &&
                demo_save(d, FILE_OF("PARTYTABLE.res"), &out) && make_variables(&out, err) &&
                demo_save(d, FILE_OF("GLOBALVARS.res"), &out) &&
                save_archive(d, slot, FILE_OF("SAVEGAME.sav"));
    if (fine && slot->transition) {
        fine = make_transit(slot, &out, err) && demo_save(d, FILE_OF("pifo.ifo"), &out);
    } else if (fine) {
        make_screen(&out);
        fine = demo_save(d, FILE_OF("Screen.tga"), &out);
    }
#undef FILE_OF
    rq_out_free(&out);
    return fine;
}

bool demo_saves(struct demo *d)
{
    static const struct slot slots[] = {
        {"kotor/saves/000001 - AUTOSAVE", false, true, "Sable"},
        {"kotor/saves/000002 - Game1", false, false, "Sable"},
        {"kotor/saves-k2/000003 - Game2", true, false, "Rook"},
    };
    for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++)
        if (!save_slot(d, &slots[i]))
            return false;
    return true;
}
