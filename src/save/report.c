/* What a slot holds, as JSON: one walk for people and programs. The tool makes its text of it. */
#include "core/file.h"
#include "core/json.h"
#include "core/text.h"
#include "save/kotor.h"

#include <reliquary/blueprint.h>
#include <stdio.h>
#include <stdlib.h>

struct report {
    struct rq_kotor_save *save;
    const struct rq_game *game;
    const struct rq_save_report *options;
    struct rq_json j;
};

static void put_text(struct report *r, const char *key, const char *text)
{
    rq_json_key(&r->j, key);
    rq_json_str(&r->j, text);
}

static void put_number(struct report *r, const char *key, int64_t value)
{
    rq_json_key(&r->j, key);
    rq_json_i64(&r->j, value);
}

static void put_flag(struct report *r, const char *key, bool value)
{
    rq_json_key(&r->j, key);
    rq_json_bool(&r->j, value);
}

/* A number that is there. */
static void put_field(struct report *r, const char *key, const struct rq_gff_struct *s,
                      const char *label)
{
    int64_t value;
    const struct rq_gff_field *field = rq_gff_find(s, label);
    if (field && rq_gff_number(field, &value))
        put_number(r, key, value);
}

static void open_list(struct report *r, const char *key)
{
    rq_json_key(&r->j, key);
    rq_json_array(&r->j);
}

/* ---- head ---- */

static void put_clock(struct report *r, const char *key, uint32_t seconds)
{
    char text[32];
    snprintf(text, sizeof text, "%u:%02u:%02u", seconds / 3600, seconds / 60 % 60, seconds % 60);
    put_text(r, key, text);
}

static void put_files(struct report *r)
{
    static const char *const files[] = {"savenfo.res", "PARTYTABLE.res", "GLOBALVARS.res",
                                        "SAVEGAME.sav", "Screen.tga"};
    open_list(r, "missing");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (!save_find(r->save, files[i]) && !(i == 4 && r->save->info.kind == RQ_SAVE_TRANSITION))
            rq_json_str(&r->j, files[i]);
    rq_json_end_array(&r->j);
    open_list(r, "unreadable");
    for (uint32_t i = 0; i < r->save->count; i++) {
        struct save_part *part = r->save->parts[i];
        const char *extension = rq_path_extension(part->name);
        bool known = rq_casecmp(extension, "res") == 0 || rq_casecmp(extension, "sav") == 0 ||
                     rq_casecmp(extension, "ifo") == 0 || rq_casecmp(extension, "utc") == 0;
        if (known && !save_read(part, NULL))
            rq_json_str(&r->j, part->path);
    }
    rq_json_end_array(&r->j);
}

static void put_head(struct report *r)
{
    static const char *const kinds[] = {"normal", "transition autosave"};
    static const char *const platforms[] = {"pc", "aspyr", "xbox"};
    static const char *const games[] = {"", "K1", "K2"};
    const struct rq_save_info *info = &r->save->info;
    struct rq_doc *doc;
    const struct rq_gff_struct *party = save_gff(r->save, "PARTYTABLE.res", &doc, NULL);
    const struct rq_gff_struct *nfo = save_gff(r->save, "savenfo.res", &doc, NULL);
    put_text(r, "slot", r->save->folder);
    put_text(r, "family", "kotor");
    put_text(r, "game", games[info->version < 3 ? info->version : 0]);
    put_text(r, "kind", kinds[info->kind]);
    put_text(r, "platform", platforms[info->platform]);
    put_flag(r, "corrupt", info->corrupt);
    put_files(r);
    put_text(r, "name", info->name);
    put_text(r, "area", info->area);
    put_text(r, "module", info->module);
    if (info->seconds)
        put_clock(r, "played", info->seconds);
    if (nfo)
        put_flag(r, "cheats", save_number(nfo, "CHEATUSED", 0) != 0);
    if (party) {
        put_field(r, "credits", party, "PT_GOLD");
        put_field(r, "components", party, "PT_ITEM_COMPONEN");
        put_field(r, "chemicals", party, "PT_ITEM_CHEMICAL");
        put_field(r, "xp pool", party, "PT_XP_POOL");
    }
}

/* ---- characters ---- */

static void put_say(struct report *r, const char *key, const struct save_person *p,
                    const char *label)
{
    if (rq_gff_has(p->s, label))
        put_text(r, key, save_say(r->save, p->doc, p->s, "UTC", label, label, r->game));
}

static void put_classes(struct report *r, const struct save_person *p)
{
    uint32_t count;
    const struct rq_gff_struct *classes = save_elements(p->s, "ClassList", &count);
    open_list(r, "classes");
    for (uint32_t i = 0; i < count; i++) {
        const char *name =
            save_say(r->save, p->doc, &classes[i], "UTC", "ClassList/0/Class", "Class", r->game);
        rq_json_object_row(&r->j);
        put_text(r, "class", name);
        put_field(r, "level", &classes[i], "ClassLevel");
        rq_json_end_object(&r->j);
    }
    rq_json_end_array(&r->j);
}

static void put_skills(struct report *r, const struct save_person *p)
{
    uint32_t count;
    size_t named;
    const struct rq_gff_struct *skills = save_elements(p->s, "SkillList", &count);
    const struct rq_named_value *names = rq_named_values("skill", &named);
    rq_json_key(&r->j, "skills");
    rq_json_object_row(&r->j);
    for (uint32_t i = 0; i < count && i < named; i++)
        put_field(r, names[i].name, &skills[i], "Rank");
    rq_json_end_object(&r->j);
}

/* The names of what all elements of a list refer to. */
static void put_names(struct report *r, const struct save_person *p, const struct rq_gff_struct *s,
                      const char *list, const char *label, const char *path)
{
    uint32_t count;
    const struct rq_gff_struct *items = save_elements(s, list, &count);
    for (uint32_t i = 0; i < count; i++)
        rq_json_str(&r->j, save_say(r->save, p->doc, &items[i], "UTC", path, label, r->game));
}

static void put_powers(struct report *r, const struct save_person *p)
{
    uint32_t count;
    const struct rq_gff_struct *classes = save_elements(p->s, "ClassList", &count);
    rq_json_key(&r->j, "powers");
    rq_json_array_row(&r->j);
    for (uint32_t i = 0; i < count; i++)
        put_names(r, p, &classes[i], "KnownList0", "Spell", "ClassList/0/KnownList0/0/Spell");
    rq_json_end_array(&r->j);
}

static const char *slot_name(uint32_t mask)
{
    static const struct {
        uint32_t mask;
        const char *name;
    } slots[] = {{1, "head"},
                 {2, "body"},
                 {8, "hands"},
                 {0x10, "right hand"},
                 {0x20, "left hand"},
                 {0x80, "left arm"},
                 {0x100, "right arm"},
                 {0x200, "implant"},
                 {0x400, "belt"},
                 {0x4000, "claw 1"},
                 {0x8000, "claw 2"},
                 {0x10000, "claw 3"},
                 {0x20000, "hide"},
                 {0x40000, "right hand 2"},
                 {0x80000, "left hand 2"}};
    for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++)
        if (slots[i].mask == mask)
            return slots[i].name;
    return "other";
}

static void put_item(struct report *r, struct rq_doc *doc, const struct rq_gff_struct *item)
{
    const char *name = save_text(r->save, doc, item, "LocalizedName", r->game);
    put_text(r, "tag", save_text(r->save, doc, item, "Tag", NULL));
    put_text(r, "name", name);
    put_number(r, "count", save_number(item, "StackSize", 1));
    if (save_number(item, "MaxCharges", 0))
        put_field(r, "charges", item, "Charges");
    if (save_number(item, "Upgrades", 0))
        put_field(r, "upgrades", item, "Upgrades");
}

static void put_worn(struct report *r, const struct save_person *p)
{
    uint32_t count;
    const struct rq_gff_struct *items = save_elements(p->s, "Equip_ItemList", &count);
    open_list(r, "equipment");
    for (uint32_t i = 0; i < count; i++) {
        rq_json_object_row(&r->j);
        put_text(r, "where", slot_name(items[i].id));
        put_item(r, p->doc, &items[i]);
        rq_json_end_object(&r->j);
    }
    rq_json_end_array(&r->j);
}

static void put_sheet(struct report *r, const struct save_person *p)
{
    static const char *const attributes[] = {"Str", "Dex", "Con", "Int", "Wis", "Cha"};
    put_text(r, "name", save_text(r->save, p->doc, p->s, "FirstName", r->game));
    put_text(r, "tag", save_text(r->save, p->doc, p->s, "Tag", NULL));
    put_say(r, "gender", p, "Gender");
    put_say(r, "race", p, "Race");
    put_say(r, "appearance", p, "Appearance_Type");
    put_say(r, "portrait", p, "PortraitId");
    put_classes(r, p);
    rq_json_key(&r->j, "attributes");
    rq_json_object_row(&r->j);
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++)
        put_field(r, attributes[i], p->s, attributes[i]);
    rq_json_end_object(&r->j);
    put_field(r, "hit points", p->s, "CurrentHitPoints");
    put_field(r, "max hit points", p->s, "MaxHitPoints");
    put_field(r, "force points", p->s, "CurrentForce");
    put_field(r, "max force points", p->s, "MaxForcePoints");
    put_field(r, "experience", p->s, "Experience");
    put_field(r, "alignment", p->s, "GoodEvil");
    put_skills(r, p);
    rq_json_key(&r->j, "feats");
    rq_json_array_row(&r->j);
    put_names(r, p, p->s, "FeatList", "Feat", "FeatList/0/Feat");
    rq_json_end_array(&r->j);
    put_powers(r, p);
    put_worn(r, p);
}

static void put_player(struct report *r)
{
    struct save_person person;
    if (!save_player(r->save, &person, NULL))
        return;
    rq_json_key(&r->j, "player");
    rq_json_object(&r->j);
    put_text(r, "file", person.part->path);
    put_sheet(r, &person);
    rq_json_end_object(&r->j);
}

/* ---- the party ---- */

static bool is_member(const struct rq_gff_struct *party, uint32_t slot)
{
    uint32_t count;
    const struct rq_gff_struct *members = save_elements(party, "PT_MEMBERS", &count);
    for (uint32_t i = 0; i < count; i++)
        if (save_number(&members[i], "PT_MEMBER_ID", -1) == slot)
            return true;
    return false;
}

static void put_companion(struct report *r, const struct rq_gff_struct *party, uint32_t slot)
{
    uint32_t npcs, levels;
    const struct rq_gff_struct *npc = save_elements(party, "PT_AVAIL_NPCS", &npcs);
    const struct rq_gff_struct *influence = save_elements(party, "PT_INFLUENCE", &levels);
    struct save_person person;
    bool known = save_companion(r->save, slot, &person, NULL);
    bool available = slot < npcs && save_number(&npc[slot], "PT_NPC_AVAIL", 0);
    if (!known && !available && !(r->options->all && slot < npcs))
        return;
    const char *name = save_slot_name(r->save, slot);
    rq_json_object(&r->j);
    put_number(r, "slot", slot);
    put_text(r, "who", name ? name : "");
    if (slot < npcs) {
        put_flag(r, "available", available);
        put_flag(r, "selectable", save_number(&npc[slot], "PT_NPC_SELECT", 0) != 0);
        put_flag(r, "in party", is_member(party, slot));
    }
    if (slot < levels)
        put_field(r, "influence", &influence[slot], "PT_NPC_INFLUENCE");
    if (known)
        put_sheet(r, &person);
    rq_json_end_object(&r->j);
}

static void put_party(struct report *r)
{
    struct rq_doc *doc;
    const struct rq_gff_struct *party = save_gff(r->save, "PARTYTABLE.res", &doc, NULL);
    put_player(r);
    if (party) {
        int64_t slot = save_number(party, "PT_CONTROLLED_NP", -1);
        const char *name = slot >= 0 ? save_slot_name(r->save, (unsigned)slot) : NULL;
        put_text(r, "stands in for the player", name ? name : "");
        put_flag(r, "solo mode", save_number(party, "PT_SOLOMODE", 0) != 0);
    }
    open_list(r, "companions");
    for (uint32_t i = 0; i < SAVE_NPCS; i++)
        put_companion(r, party, i);
    rq_json_end_array(&r->j);
}

/* ---- journal ---- */

/* The category of global.jrl that has the tag, and its entry of that number. */
static const struct rq_gff_struct *find_plot(const struct rq_gff_struct *jrl, const char *tag)
{
    uint32_t count;
    const struct rq_gff_struct *plots = save_elements(jrl, "Categories", &count);
    for (uint32_t i = 0; i < count; i++)
        if (save_is_text(&plots[i], "Tag", tag))
            return &plots[i];
    return NULL;
}

static void put_plot(struct report *r, struct rq_doc *doc, const struct rq_gff_struct *plot,
                     int64_t state)
{
    uint32_t count;
    const struct rq_gff_struct *entries = save_elements(plot, "EntryList", &count);
    put_text(r, "quest", save_text(r->save, doc, plot, "Name", r->game));
    for (uint32_t i = 0; i < count; i++)
        if (save_number(&entries[i], "ID", -1) == state) {
            put_flag(r, "done", save_number(&entries[i], "End", 0) != 0);
            put_text(r, "text", save_text(r->save, doc, &entries[i], "Text", r->game));
            return;
        }
}

static void put_journal(struct report *r)
{
    struct rq_doc *doc, *journal = NULL;
    struct rq_resource found = {0};
    uint32_t count;
    const struct rq_gff_struct *party = save_gff(r->save, "PARTYTABLE.res", &doc, NULL);
    const struct rq_gff_struct *entries = save_elements(party, "JNL_Entries", &count);
    if (r->game && rq_game_find(r->game, "global.jrl", &found))
        journal = rq_game_read(r->game, &found, NULL, NULL);
    struct rq_gff *jrl = journal ? rq_doc_root(journal, "gff") : NULL;
    open_list(r, "journal");
    for (uint32_t i = 0; i < count; i++) {
        const char *tag = save_text(r->save, doc, &entries[i], "JNL_PlotID", NULL);
        int64_t state = save_number(&entries[i], "JNL_State", 0);
        rq_json_object_row(&r->j);
        put_text(r, "plot", tag);
        put_number(r, "state", state);
        const struct rq_gff_struct *plot = jrl ? find_plot(jrl->root, tag) : NULL;
        if (plot)
            put_plot(r, journal, plot, state);
        rq_json_end_object(&r->j);
    }
    rq_json_end_array(&r->j);
    rq_doc_free(journal);
}

/* ---- inventory, globals ---- */

static void put_inventory(struct report *r)
{
    struct rq_doc *doc;
    uint32_t count;
    const struct rq_gff_struct *root = save_gff(r->save, "SAVEGAME.sav/INVENTORY.res", &doc, NULL);
    const struct rq_gff_struct *items = save_elements(root, "ItemList", &count);
    open_list(r, "inventory");
    for (uint32_t i = 0; i < count; i++) {
        rq_json_object_row(&r->j);
        put_item(r, doc, &items[i]);
        rq_json_end_object(&r->j);
    }
    rq_json_end_array(&r->j);
}

static void put_globals(struct report *r)
{
    struct rq_doc *doc;
    struct rq_out value = {0};
    const struct rq_gff_struct *root = save_gff(r->save, "GLOBALVARS.res", &doc, NULL);
    rq_json_key(&r->j, "globals");
    rq_json_object(&r->j);
    for (int kind = 0; root && kind < SAVE_GLOBALS; kind++) {
        uint32_t count;
        const struct rq_gff_struct *names =
            save_elements(root, save_global_rows[kind].names, &count);
        rq_json_key(&r->j, save_global_rows[kind].word);
        rq_json_object(&r->j);
        for (uint32_t i = 0; i < count; i++) {
            rq_out_cut(&value, 0);
            bool there = save_global_at(doc, root, (enum save_global_kind)kind, i, &value);
            bool zero = value.size && value.data[0] == '0' && kind != SAVE_STRING &&
                        strspn((char *)value.data, "0,") == value.size;
            if (there && (r->options->all || !(zero || !value.size)))
                put_text(r, save_text(r->save, doc, &names[i], "Name", NULL), (char *)value.data);
        }
        rq_json_end_object(&r->j);
    }
    rq_json_end_object(&r->j);
    rq_out_free(&value);
}

/* ---- tables of the party ---- */

static void put_galaxy(struct report *r, const struct rq_gff_struct *party)
{
    const struct rq_gff_field *field = party ? rq_gff_find(party, "GlxyMap") : NULL;
    const struct rq_gff_struct *map = field && field->type == RQ_GFF_STRUCT ? field->v.child : NULL;
    if (!map)
        return;
    uint32_t mask = (uint32_t)save_number(map, "GlxyMapPlntMsk", 0);
    rq_json_key(&r->j, "galaxy map");
    rq_json_object(&r->j);
    put_field(r, "selected", map, "GlxyMapSelPnt");
    static const char *const words[] = {"available", "selectable"};
    for (unsigned half = 0; half < 2; half++) {
        rq_json_key(&r->j, words[half]);
        rq_json_array_row(&r->j);
        for (unsigned i = 0; i < 16; i++)
            if (mask >> (half * 16 + i) & 1)
                rq_json_i64(&r->j, i);
        rq_json_end_array(&r->j);
    }
    rq_json_end_object(&r->j);
}

static void put_pazaak(struct report *r, struct rq_doc *doc, const struct rq_gff_struct *party)
{
    uint32_t count, deck;
    size_t named;
    const struct rq_gff_struct *cards = save_elements(party, "PT_PAZAAKCARDS", &count);
    const struct rq_gff_struct *side = save_elements(party, "PT_PAZSIDELIST", &deck);
    const struct rq_named_value *names = rq_named_values("pazaak", &named);
    uint32_t real = r->save->info.version == 2 ? 23 : 18; /* the last element is the cheat flag */
    if (!count)
        return;
    rq_json_key(&r->j, "pazaak");
    rq_json_object(&r->j);
    rq_json_key(&r->j, "cards");
    rq_json_object_row(&r->j);
    for (uint32_t i = 0; i < count && i < real; i++)
        for (size_t n = 0; n < named; n++)
            if (names[n].value[0] != '-' && (uint32_t)strtol(names[n].value, NULL, 10) == i &&
                save_number(&cards[i], "PT_PAZAAKCOUNT", 0))
                put_field(r, names[n].name, &cards[i], "PT_PAZAAKCOUNT");
    rq_json_end_object(&r->j);
    rq_json_key(&r->j, "deck");
    rq_json_array_row(&r->j);
    for (uint32_t i = 0; i < deck; i++)
        rq_json_str(&r->j, save_say(r->save, doc, &side[i], "PT", "PT_PAZSIDELIST/0/PT_PAZSIDECARD",
                                    "PT_PAZSIDECARD", r->game));
    rq_json_end_array(&r->j);
    rq_json_end_object(&r->j);
}

static const char *faction(struct report *r, struct rq_doc *doc, const struct rq_gff_struct *root,
                           int64_t id)
{
    uint32_t count;
    const struct rq_gff_struct *list = save_elements(root, "FactionList", &count);
    if (id >= 0 && id < count)
        return save_text(r->save, doc, &list[id], "FactionName", NULL);
    const char *number = rq_arena_printf(&r->save->arena, "%lld", (long long)id);
    return number ? number : "";
}

static void put_reputation(struct report *r)
{
    struct rq_doc *doc;
    uint32_t count;
    const struct rq_gff_struct *root = save_gff(r->save, "SAVEGAME.sav/REPUTE.fac", &doc, NULL);
    const struct rq_gff_struct *list = save_elements(root, "RepList", &count);
    open_list(r, "reputation");
    for (uint32_t i = 0; i < count; i++) {
        int64_t to = save_number(&list[i], "FactionID1", -1);
        /* What others think of the player; the rest when all is asked for. */
        if (to != 0 && !r->options->all)
            continue;
        rq_json_object_row(&r->j);
        put_text(r, "of", faction(r, doc, root, save_number(&list[i], "FactionID2", -1)));
        put_text(r, "to", faction(r, doc, root, to));
        put_field(r, "value", &list[i], "FactionRep");
        rq_json_end_object(&r->j);
    }
    rq_json_end_array(&r->j);
}

/* ---- modules ---- */

static void put_objects(struct report *r, const char *key, struct rq_doc *doc,
                        const struct rq_gff_struct *git, const char *list)
{
    uint32_t count, items;
    const struct rq_gff_struct *objects = save_elements(git, list, &count);
    open_list(r, key);
    for (uint32_t i = 0; i < count; i++) {
        const struct rq_gff_struct *held = save_elements(&objects[i], "ItemList", &items);
        bool door = strcmp(key, "doors") == 0;
        if (!door && !items)
            continue;
        rq_json_object_row(&r->j);
        put_text(r, "tag", save_text(r->save, doc, &objects[i], "Tag", NULL));
        put_field(r, "locked", &objects[i], "Locked");
        put_field(r, "open", &objects[i], door ? "OpenState" : "Open");
        if (items) {
            rq_json_key(&r->j, "items");
            rq_json_array_row(&r->j);
            for (uint32_t k = 0; k < items; k++)
                rq_json_str(&r->j, save_text(r->save, doc, &held[k], "Tag", NULL));
            rq_json_end_array(&r->j);
        }
        rq_json_end_object(&r->j);
    }
    rq_json_end_array(&r->j);
}

static void put_module(struct report *r, struct save_part *module)
{
    struct save_part *ifo = save_entry_of_type(r->save, module, "ifo");
    struct save_part *git = save_entry_of_type(r->save, module, "git");
    struct rq_doc *doc;
    uint32_t count = 0;
    rq_json_object(&r->j);
    put_text(r, "module", module->name);
    put_number(r, "bytes", (int64_t)module->bytes.size);
    if (ifo) {
        save_elements(save_gff(r->save, ifo->path, &doc, NULL), "EventQueue", &count);
        put_number(r, "events", count);
    }
    if (git && r->options->all) {
        const struct rq_gff_struct *root = save_gff(r->save, git->path, &doc, NULL);
        put_objects(r, "doors", doc, root, "Door List");
        put_objects(r, "containers", doc, root, "Placeable List");
    }
    rq_json_end_object(&r->j);
}

static void put_modules(struct report *r)
{
    struct save_part *archive = save_find(r->save, "SAVEGAME.sav");
    open_list(r, "modules");
    if (archive && save_list(r->save, archive, NULL))
        for (uint32_t i = 0, count = r->save->count; i < count; i++)
            if (r->save->parts[i]->parent == archive &&
                rq_casecmp(rq_path_extension(r->save->parts[i]->name), "sav") == 0)
                put_module(r, r->save->parts[i]);
    rq_json_end_array(&r->j);
}

/* ---- all of it ---- */

bool rq_save_report(struct rq_kotor_save *save, const struct rq_save_report *options,
                    struct rq_out *json, struct rq_error *err)
{
    static const struct rq_save_report none = {0};
    options = options ? options : &none;
    struct report r = {save, options->game, options, {.out = json}};
    const char *only = options->only ? options->only : "";
    struct rq_doc *doc;
    size_t refusals = rq_memory_refusals();
    const struct rq_gff_struct *party = save_gff(save, "PARTYTABLE.res", &doc, NULL);
    rq_json_object(&r.j);
    if (!*only)
        put_head(&r);
    if (!*only || strcmp(only, "party") == 0)
        put_party(&r);
    if (!*only || strcmp(only, "inventory") == 0)
        put_inventory(&r);
    if (!*only || strcmp(only, "journal") == 0)
        put_journal(&r);
    if (!*only || strcmp(only, "globals") == 0)
        put_globals(&r);
    if (!*only) {
        put_galaxy(&r, party);
        put_pazaak(&r, doc, party);
        put_reputation(&r);
        put_modules(&r);
    }
    rq_json_end_object(&r.j);
    return rq_memory_lasted(refusals, err);
}
