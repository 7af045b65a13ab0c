/* What is in the module of the KotOR demo: a small waystation of our own invention. */
#include "demo/demo.h"

#include <stdio.h>

struct name {
    char text[24];
};

static struct name numbered(const char *stem, unsigned number)
{
    struct name name;
    snprintf(name.text, sizeof name.text, "%s%02u", stem, number % 10000 + 1);
    return name;
}

/* ---- module ---- */

static bool make_ifo(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    uint8_t id[16];
    struct name area = numbered("demo", number);
    if (!gff_open(g, "IFO ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *s = g->root;
    for (size_t i = 0; i < sizeof id; i++)
        id[i] = (uint8_t)demo_hash(number, (uint32_t)i, 77);
    VOID("Mod_ID", id, sizeof id);
    INT("Mod_Creator_ID", 2);
    DWORD("Mod_Version", 3);
    LOC("Mod_Name", "Harrow Waystation");
    STRING("Mod_Name/2", "Relais de Harrow");
    STRING("Mod_Name/4", "Station Harrow");
    LOC_EMPTY("Mod_Description");
    STRING("Mod_Tag", area.text);
    RESREF("Mod_Entry_Area", area.text);
    FLOAT("Mod_Entry_X", 4.5f);
    FLOAT("Mod_Entry_Y", -12.25f);
    FLOAT("Mod_Entry_Z", 0.0f);
    FLOAT("Mod_Entry_Dir_X", -0.0f);
    FLOAT("Mod_Entry_Dir_Y", 1.0f);
    BYTE("Mod_DawnHour", 6);
    BYTE("Mod_DuskHour", 18);
    BYTE("Mod_XPScale", 10);
    RESREF("Mod_OnHeartbeat", "");
    RESREF("Mod_OnModLoad", "st_load");
    LIST(s, "Mod_Area_list");
    struct rq_gff_struct *root = s;
    s = gff_struct(g, root, "Mod_Area_list/-", 6);
    RESREF("Area_Name", area.text);
    s = root;
    LIST(s, "Mod_CutSceneList");
    return gff_close(g, out);
}

static bool make_are(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    struct name area = numbered("demo", number);
    if (!gff_open(g, "ARE ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *s = g->root;
    INT("ID", 0);
    INT("Creator_ID", 0);
    DWORD("Version", 4);
    STRING("Tag", area.text);
    LOC("Name", "Harrow Waystation, upper deck");
    STRING("Comments", "Made by code, for playing with.\r\nNothing here is from a game.");
    struct rq_gff_struct *root = s;
    s = gff_struct(g, root, "Map", 14);
    INT("MapResX", 440);
    INT("NorthAxis", 3);
    FLOAT("MapPt1X", 0.125f);
    FLOAT("MapPt1Y", 0.875f);
    FLOAT("WorldPt1X", -40.0f);
    FLOAT("WorldPt1Y", 32.5f);
    s = root;
    DWORD("Flags", 1);
    INT("ModSpotCheck", 0);
    DWORD("SunAmbientColor", 0x00604830);
    DWORD("SunDiffuseColor", 0x00C0D0E0);
    DWORD("SunFogColor", 0x00302820);
    BYTE("SunFogOn", 1);
    FLOAT("SunFogNear", 10.0f);
    FLOAT("SunFogFar", 180.0f);
    INT("WindPower", 1);
    RESREF("OnEnter", "st_enter");
    LIST(s, "Rooms");
    static const char *const rooms[] = {"st_deck", "st_hold", "st_spire"};
    for (uint32_t i = 0; i < 3; i++) {
        s = gff_struct(g, root, "Rooms/-", 0);
        STRING("RoomName", rooms[i]);
        INT("EnvAudio", 17 + (int)i);
        FLOAT("AmbientScale", 0.5f + 0.25f * (float)i);
    }
    return gff_close(g, out);
}

static void place(struct demo_gff *g, struct rq_gff_struct *s, const char *template, float x,
                  float y)
{
    RESREF("TemplateResRef", template);
    FLOAT("XPosition", x);
    FLOAT("YPosition", y);
    FLOAT("ZPosition", 0.0f);
}

static bool make_git(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    if (!gff_open(g, "GIT ", RQ_GFF_grow, err))
        return false;
    struct rq_gff_struct *root = g->root, *s = root;
    BYTE("UseTemplates", 1);
    s = gff_struct(g, root, "AreaProperties", 100);
    INT("AmbientSndDay", 4);
    INT("MusicDay", 12 + (int)(number % 5));
    s = root;
    LIST(s, "Creature List");
    for (uint32_t i = 0; i < 8; i++) {
        s = gff_struct(g, root, "Creature List/-", 4);
        place(g, s, i % 2 ? "guard" : "keeper", (float)(i * 3), (float)i * 0.5f);
        FLOAT("XOrientation", i % 2 ? 1.0f : -0.0f);
        FLOAT("YOrientation", i % 2 ? 0.0f : 1.0f);
    }
    s = root;
    LIST(s, "TriggerList");
    for (uint32_t i = 0; i < 2; i++) {
        struct rq_gff_struct *trigger = s = gff_struct(g, root, "TriggerList/-", 1);
        place(g, s, "alarm", 10.0f, -4.0f * (float)i);
        LIST(s, "Geometry");
        for (uint32_t k = 0; k < 4; k++) {
            s = gff_struct(g, trigger, "Geometry/-", 3);
            FLOAT("PointX", k & 1 ? 2.0f : -2.0f);
            FLOAT("PointY", k & 2 ? 2.0f : -2.0f);
            FLOAT("PointZ", 0.0f);
        }
        s = trigger;
        STRING("LinkedTo", i ? "gate" : "");
    }
    LIST(root, "Door List");
    s = gff_struct(g, root, "Door List/-", 8);
    place(g, s, "gate", 0.0f, 12.0f);
    FLOAT("Bearing", 1.5f);
    LIST(root, "Placeable List");
    for (uint32_t i = 0; i < 3; i++) {
        s = gff_struct(g, root, "Placeable List/-", 9);
        place(g, s, "crate", -6.0f + (float)i, 2.0f);
        FLOAT("Bearing", 0.25f * (float)i);
    }
    LIST(root, "WaypointList");
    return gff_close(g, out);
}

/* Points in a ring, each joined to the next two. */
static bool make_pth(unsigned number, struct rq_out *out, struct rq_error *err)
{
    enum { POINTS = 12 };
    struct demo_gff made, *g = &made;
    (void)number;
    if (!gff_open(g, "PTH ", RQ_GFF_path, err))
        return false;
    struct rq_gff_struct *root = g->root, *s;
    LIST(root, "Path_Points");
    for (uint32_t i = 0; i < POINTS; i++) {
        s = gff_struct(g, root, "Path_Points/-", 2);
        DWORD("Conections", 2);
        DWORD("First_Conection", (int64_t)i * 2);
        FLOAT("X", (float)demo_cos((int)i * 341) / 1024);
        FLOAT("Y", (float)demo_sin((int)i * 341) / 1024);
    }
    LIST(root, "Path_Conections");
    for (uint32_t i = 0; i < POINTS * 2; i++) {
        s = gff_struct(g, root, "Path_Conections/-", 3);
        DWORD("Destination", (i / 2 + (i % 2 ? POINTS - 1 : 1)) % POINTS);
    }
    return gff_close(g, out);
}

static bool make_fac(unsigned number, struct rq_out *out, struct rq_error *err)
{
    static const char *const names[] = {"Crew", "Guests", "Vermin", "Machines", "Strangers"};
    struct demo_gff made, *g = &made;
    (void)number;
    if (!gff_open(g, "FAC ", RQ_GFF_grow, err))
        return false;
    struct rq_gff_struct *root = g->root, *s;
    LIST(root, "FactionList");
    for (uint32_t i = 0; i < 5; i++) {
        s = gff_struct(g, root, "FactionList/-", i);
        DWORD("FactionParentID", UINT32_MAX);
        STRING("FactionName", names[i]);
        WORD("FactionGlobal", i % 2);
    }
    LIST(root, "RepList");
    for (uint32_t i = 0; i < 20; i++) {
        s = gff_struct(g, root, "RepList/-", i);
        DWORD("FactionID1", i / 4);
        DWORD("FactionID2", i % 4);
        DWORD("FactionRep", i / 4 == i % 4 ? 100 : 25 * (i % 4));
    }
    return gff_close(g, out);
}

/* ---- people and things ---- */

static bool make_creature(const char *tag, const char *first, const char *last, int strength,
                          struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    if (!gff_open(g, "UTC ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *root = g->root, *s = root;
    RESREF("TemplateResRef", tag);
    STRING("Tag", tag);
    LOC("FirstName", first);
    LOC("LastName", last);
    LOC_EMPTY("Description");
    WORD("Appearance_Type", 3);
    BYTE("Gender", strength % 2);
    BYTE("Str", strength);
    BYTE("Dex", 12);
    BYTE("Con", 14);
    BYTE("Int", 11);
    BYTE("Wis", 10);
    BYTE("Cha", 13);
    SHORT("HitPoints", 24);
    SHORT("CurrentHitPoints", 24);
    SHORT("fortbonus", -1);
    FLOAT("ChallengeRating", 1.5f);
    WORD("FactionID", 0);
    RESREF("Conversation", "keeper");
    RESREF("ScriptSpawn", "st_spawn");
    LIST(root, "ClassList");
    struct rq_gff_struct *class = s = gff_struct(g, root, "ClassList/-", 2);
    INT("Class", 1);
    SHORT("ClassLevel", 3);
    LIST(class, "KnownList0");
    for (uint32_t i = 0; i < 2; i++) {
        s = gff_struct(g, class, "KnownList0/-", 3);
        WORD("Spell", 20 + i);
    }
    LIST(root, "SkillList");
    for (uint32_t i = 0; i < 8; i++) {
        s = gff_struct(g, root, "SkillList/-", 0);
        BYTE("Rank", (i * 3) % 7);
    }
    LIST(root, "Equip_ItemList");
    s = gff_struct(g, root, "Equip_ItemList/-", 2);
    RESREF("EquippedRes", "coat");
    s = gff_struct(g, root, "Equip_ItemList/-", 65536);
    RESREF("EquippedRes", "lantern");
    return gff_close(g, out);
}

static bool make_keeper(unsigned number, struct rq_out *out, struct rq_error *err)
{
    return make_creature("keeper", "Orla", "Venn", 11 + (int)(number % 4), out, err);
}

static bool make_guard(unsigned number, struct rq_out *out, struct rq_error *err)
{
    return make_creature("guard", "Tamsin", "Roë", 15 + (int)(number % 3), out, err);
}

static bool make_lantern(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    if (!gff_open(g, "UTI ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *root = g->root, *s = root;
    RESREF("TemplateResRef", "lantern");
    STRING("Tag", "lantern");
    INT("BaseItem", 24);
    LOC("LocalizedName", "Tide lantern");
    STRING("LocalizedName/2", "Lanterne des marées");
    STRING("LocalizedName/6", "Lanterna delle maree");
    LOC("DescIdentified", "Burns brighter the further it is from the sea.");
    DWORD("Cost", 40 + number % 60);
    WORD("StackSize", 1);
    LIST(root, "PropertiesList");
    for (uint32_t i = 0; i < 2; i++) {
        s = gff_struct(g, root, "PropertiesList/-", 0);
        WORD("PropertyName", 44 + i);
        WORD("Subtype", i);
        BYTE("CostTable", 18);
        WORD("CostValue", 2 + i);
        BYTE("Param1", 255);
    }
    return gff_close(g, out);
}

static bool make_crate(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    (void)number;
    if (!gff_open(g, "UTP ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *root = g->root, *s = root;
    STRING("Tag", "crate");
    LOC("LocName", "Crate of dried kelp");
    RESREF("TemplateResRef", "crate");
    BYTE("Static", 0);
    BYTE("HasInventory", 1);
    BYTE("OpenLockDC", 18);
    SHORT("HP", 15);
    LIST(root, "ItemList");
    for (uint32_t i = 0; i < 2; i++) {
        s = gff_struct(g, root, "ItemList/-", i);
        RESREF("InventoryRes", i ? "lantern" : "kelp");
        WORD("Repos_PosX", i);
        WORD("Repos_Posy", 0);
    }
    return gff_close(g, out);
}

static bool make_gate(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    (void)number;
    if (!gff_open(g, "UTD ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *s = g->root;
    STRING("Tag", "gate");
    LOC("LocName", "Sluice gate");
    RESREF("TemplateResRef", "gate");
    BYTE("Locked", 1);
    CHAR("OpenLockDiffMod", -3);
    WORD("PortraitId", 0);
    RESREF("OnOpen", "st_gate");
    return gff_close(g, out);
}

static bool make_waypoint(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    (void)number;
    if (!gff_open(g, "UTW ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *s = g->root;
    BYTE("Appearance", 1);
    STRING("LinkedTo", "");
    RESREF("TemplateResRef", "dock");
    STRING("Tag", "dock");
    LOC("LocalizedName", "Dock");
    BYTE("HasMapNote", 1);
    LOC("MapNote", "Dock of the ferry");
    return gff_close(g, out);
}

static bool make_store(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    (void)number;
    if (!gff_open(g, "UTM ", RQ_GFF_grow, err))
        return false;
    struct rq_gff_struct *root = g->root, *s = root;
    RESREF("ResRef", "store");
    LOC("LocName", "Ship's stores");
    STRING("Tag", "store");
    INT("MarkUp", 110);
    INT("MarkDown", 25);
    LIST(root, "ItemList");
    for (uint32_t i = 0; i < 6; i++) {
        s = gff_struct(g, root, "ItemList/-", i);
        RESREF("InventoryRes", i % 2 ? "lantern" : "rope");
        WORD("Repos_PosX", i);
        BYTE("Infinite", i == 0);
    }
    s = root;
    BYTE("BuySellFlag", 3);
    STRING("Comment", "Kelp at the price of kelp");
    return gff_close(g, out);
}

/* ---- talk ---- */

static const char *const entries[] = {
    "The ferry is late. It is always late, and I always count the lamps while I wait.",
    "Seventeen. There were eighteen yesterday.",
    "You could look below deck. I would, but my knees object.",
    "Then sit. The kettle is nearly on.",
};
static const char *const replies[] = {
    "How many lamps are there?",
    "I will look below deck.",
    "I have time for tea.",
};

static void links(struct demo_gff *g, struct rq_gff_struct *s, const char *label, uint32_t first,
                  uint32_t count)
{
    struct rq_gff_struct *node = s;
    char path[24];
    snprintf(path, sizeof path, "%s/-", label);
    LIST(node, label);
    for (uint32_t i = 0; i < count; i++) {
        s = gff_struct(g, node, path, i);
        DWORD("Index", first + i);
        RESREF("Active", i ? "st_if_lamp" : "");
        BYTE("IsChild", 0);
    }
}

static void node(struct demo_gff *g, struct rq_gff_struct *s, const char *text)
{
    STRING("Speaker", "");
    LIST(s, "AnimList");
    LOC("Text", text);
    RESREF("VO_ResRef", "");
    RESREF("Script", "");
    DWORD("Delay", UINT32_MAX);
    STRING("Comment", "");
    RESREF("Sound", "");
    STRING("Quest", "");
    INT("PlotIndex", -1);
}

/* Some writers leave the field more than once. */
static void sound_flags(struct demo_gff *g, struct rq_gff_struct *s, uint32_t count)
{
    static const char *const paths[] = {"SoundExists", "SoundExists#2", "SoundExists#3"};
    for (uint32_t i = 0; i < count; i++)
        BYTE(paths[i], 0);
}

static bool make_talk(enum rq_gff_layout layout, uint32_t sounds, struct rq_out *out,
                      struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    if (!gff_open(g, "DLG ", layout, err))
        return false;
    struct rq_gff_struct *root = g->root, *s = root;
    DWORD("DelayEntry", 0);
    DWORD("DelayReply", 0);
    DWORD("NumWords", 61);
    RESREF("EndConverAbort", "");
    BYTE("Skippable", 1);
    LIST(root, "EntryList");
    for (uint32_t i = 0; i < 4; i++) {
        s = gff_struct(g, root, "EntryList/-", i);
        node(g, s, entries[i]);
        links(g, s, "RepliesList", i == 0 ? 0 : i, i == 0 ? 2 : i < 3 ? 1 : 0);
        sound_flags(g, s, sounds + i % 2);
    }
    LIST(root, "ReplyList");
    for (uint32_t i = 0; i < 3; i++) {
        s = gff_struct(g, root, "ReplyList/-", i);
        node(g, s, replies[i]);
        links(g, s, "EntriesList", i + 1, 1);
        sound_flags(g, s, sounds);
    }
    links(g, root, "StartingList", 0, 1);
    return gff_close(g, out);
}

static bool make_keeper_talk(unsigned number, struct rq_out *out, struct rq_error *err)
{
    (void)number;
    return make_talk(RQ_GFF_late_sound, 1, out, err);
}

/* The label up to three times in one struct, as some writers leave it. */
static bool make_echo_talk(unsigned number, struct rq_out *out, struct rq_error *err)
{
    (void)number;
    return make_talk(RQ_GFF_late_sound_append, 2, out, err);
}

static bool make_journal(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    (void)number;
    if (!gff_open(g, "JRL ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *root = g->root;
    LIST(root, "Categories");
    struct rq_gff_struct *quest = gff_struct(g, root, "Categories/-", 0), *s = quest;
    LOC("Name", "The eighteenth lamp");
    DWORD("Priority", 2);
    STRING("Tag", "lamp18");
    LIST(quest, "EntryList");
    static const char *const steps[] = {"Orla counts one lamp less than yesterday.",
                                        "There is light in the hold, where nobody lives.",
                                        "The lamp hangs again. Nobody asks who took it."};
    for (uint32_t i = 0; i < 3; i++) {
        s = gff_struct(g, quest, "EntryList/-", i * 2);
        DWORD("ID", ((int64_t)i + 1) * 10);
        WORD("End", i == 2);
        LOC("Text", steps[i]);
        FLOAT("XP_Percentage", 0.5f * (float)i);
    }
    return gff_close(g, out);
}

static bool make_sound(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    if (!gff_open(g, "UTS ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *root = g->root, *s = root;
    STRING("Tag", "hum");
    LOC("LocName", "Hum of the turbines");
    RESREF("TemplateResRef", "hum");
    BYTE("Active", 1);
    BYTE("Looping", 1);
    FLOAT("MaxDistance", 30.0f);
    FLOAT("PitchVariation", 0.0625f * (float)(number % 3));
    LIST(root, "Sounds");
    for (uint32_t i = 0; i < 2; i++) {
        s = gff_struct(g, root, "Sounds/-", 0);
        RESREF("Sound", i ? "st_hum_b" : "st_hum_a");
    }
    return gff_close(g, out);
}

const struct demo_resource demo_module[] = {
    {"module.ifo", make_ifo},         {"demo%02u.are", make_are},    {"demo%02u.git", make_git},
    {"demo%02u.pth", make_pth},       {"repute.fac", make_fac},      {"keeper.utc", make_keeper},
    {"guard.utc", make_guard},        {"lantern.uti", make_lantern}, {"crate.utp", make_crate},
    {"gate.utd", make_gate},          {"dock.utw", make_waypoint},   {"store.utm", make_store},
    {"keeper.dlg", make_keeper_talk}, {"echo.dlg", make_echo_talk},  {"global.jrl", make_journal},
    {"hum.uts", make_sound},
};

const size_t demo_module_count = sizeof demo_module / sizeof demo_module[0];
