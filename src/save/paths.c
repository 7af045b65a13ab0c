/* Short paths of a slot: one table for set, get, help and docs/saves.md. */
#include "core/file.h"
#include "core/text.h"
#include "save/kotor.h"

#include <reliquary/blueprint.h>
#include <stdio.h>
#include <stdlib.h>

/* Gets (value NULL) or sets what a path leads to; rest is what follows the first part of it. */
typedef bool path_fn(struct save_edit *e, const char *rest, const char *value, struct rq_out *out);

static path_fn path_cheats, path_player, path_party, path_galaxy, path_deck, path_cards,
    path_reputation, path_screen;

struct path_row {
    struct rq_save_path told;
    const char *fields; /* whole paths, a blank between: all of them are set, the first is read */
    path_fn *fn;        /* without fields */
};

#define FIELDS(path, value, fields)                                                                \
    {                                                                                              \
        {path, value, fields}, fields, NULL                                                        \
    }
#define CALLS(path, value, where, fn)                                                              \
    {                                                                                              \
        {path, value, where}, NULL, fn                                                             \
    }
#define PERSON                                                                                     \
    "the player's struct (Mod_PlayerList/0 of the module saved last, of pifo.ifo, or PC.utc), "

static const struct path_row rows[] = {
    FIELDS("name", "a text", "savenfo.res/SAVEGAMENAME"),
    FIELDS("gold", "0 to 999999999", "PARTYTABLE.res/PT_GOLD"),
    FIELDS("components", "a number; K2", "PARTYTABLE.res/PT_ITEM_COMPONEN"),
    FIELDS("chemicals", "a number; K2", "PARTYTABLE.res/PT_ITEM_CHEMICAL"),
    FIELDS("xp-pool", "a number", "PARTYTABLE.res/PT_XP_POOL"),
    FIELDS("time", "seconds", "savenfo.res/TIMEPLAYED PARTYTABLE.res/PT_PLAYEDSECONDS"),
    FIELDS("solo", "0 or 1", "PARTYTABLE.res/PT_SOLOMODE"),
    CALLS(
        "cheats", "0 or 1",
        "savenfo.res/CHEATUSED, PARTYTABLE.res/PT_CHEAT_USED and the last element of PT_PAZAAKCARDS",
        path_cheats),
    CALLS("player/name", "a text",
          "FirstName and Mod_FirstName of the player, FirstName of PC.utc, PCNAME, PT_PCNAME",
          path_player),
    CALLS("player/FIELD",
          "as the tables of blueprints say: Str, Con, GoodEvil, Gender, PortraitId ...",
          PERSON "that field; of PortraitId and GoodEvil also PORTRAITn of savenfo.res",
          path_player),
    CALLS("player/hp", "-32768 to 32767", "CurrentHitPoints of the player", path_player),
    CALLS("player/fp", "-32768 to 32767", "CurrentForce of the player", path_player),
    CALLS("player/xp", "a number", "Experience of the player", path_player),
    CALLS("player/alignment", "0 (dark) to 100 (light)", "GoodEvil of the player, and PORTRAITn",
          path_player),
    CALLS("player/skills/SKILL", "0 to 255; SKILL is a name (stealth) or 0 to 7",
          "SkillList/N/Rank of the player", path_player),
    CALLS("player/feats/add", "a row of feat.2da, by name with --game", "FeatList of the player",
          path_player),
    CALLS("player/feats/remove", "the same", "FeatList of the player", path_player),
    CALLS("player/powers/add", "a row of spells.2da, by name with --game",
          "KnownList0 of the player's last class that has powers", path_player),
    CALLS("player/powers/remove", "the same", "the same", path_player),
    CALLS("player/level", "CLASS,LEVEL: number in ClassList, and level",
          "ClassLevel of that class of the player", path_player),
    CALLS("player", "a JSON file, as get wrote it",
          "all fields of the player but those of the place", path_player),
    CALLS("party/WHO/...", "all of the above; WHO is a name, a tag or a slot, 0 to 11",
          "the same of SAVEGAME.sav/AVAILNPCn.utc", path_party),
    CALLS("party/WHO/influence", "0 to 100, or -1; K2", "PT_INFLUENCE/N/PT_NPC_INFLUENCE",
          path_party),
    CALLS("party/WHO/available", "0 or 1; 1 needs AVAILNPCn.utc", "PT_AVAIL_NPCS/N/PT_NPC_AVAIL",
          path_party),
    CALLS("party/WHO/selectable", "0 or 1", "PT_AVAIL_NPCS/N/PT_NPC_SELECT", path_party),
    CALLS("party/WHO/member", "0 or 1", "PT_MEMBERS, PT_NUM_MEMBERS and PORTRAITn", path_party),
    CALLS("globals/NAME", "0 or 1; -128 to 127; X,Y,Z,X,Y,Z; a text",
          "a bit of ValBoolean, a byte of ValNumber, six floats of ValLocation, ValString/N/String",
          save_global),
    CALLS("globals/KIND/NAME", "the same; KIND is boolean, number, location or string",
          "the same; a name that is not there is added", save_global),
    CALLS("journal/PLOT", "the number of the entry",
          "JNL_State of the plot in JNL_Entries, or a new element", save_journal),
    CALLS("journal/remove", "PLOT", "JNL_Entries", save_journal),
    CALLS("inventory/add",
          "TAG[,COUNT]: an item of the game (--game), or one more like one that is there",
          "ItemList of SAVEGAME.sav/INVENTORY.res", save_inventory),
    CALLS("inventory/remove", "TAG or number", "ItemList of SAVEGAME.sav/INVENTORY.res",
          save_inventory),
    CALLS("inventory/N/FIELD", "as the tables of blueprints say", "ItemList/N of INVENTORY.res",
          save_inventory),
    CALLS("galaxy/PLANET", "hidden, available or selectable; PLANET is 0 to 15",
          "two bits of GlxyMap/GlxyMapPlntMsk", path_galaxy),
    FIELDS("galaxy/selected", "0 to 15, or -1", "PARTYTABLE.res/GlxyMap/GlxyMapSelPnt"),
    CALLS("pazaak/cards/N", "how many", "PT_PAZAAKCARDS/N/PT_PAZAAKCOUNT", path_cards),
    CALLS("pazaak/deck", "ten numbers of cards that are owned, or none", "all of PT_PAZSIDELIST",
          path_deck),
    CALLS("reputation/OF/TO", "0 to 100; numbers or names of factions",
          "FactionRep of RepList in SAVEGAME.sav/REPUTE.fac; the element is added",
          path_reputation),
    CALLS("screen", "a PNG file", "Screen.tga", path_screen),
    CALLS("FILE/PATH", "as `reliquary set` takes it", "that value alone", NULL),
};

enum { ROWS = sizeof rows / sizeof rows[0] };

const struct rq_save_path *rq_save_path_at(size_t index)
{
    return index < ROWS ? &rows[index].told : NULL;
}

bool save_open_value(struct save_edit *e, const char *value, struct rq_map *map)
{
    if (e->save->no_files)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "takes a file, which can't be named here");
    return rq_map_open(map, value, e->err);
}

/* ---- fields ---- */

bool save_set_field(struct save_edit *e, struct save_part *part, const char *path,
                    const char *value)
{
    struct rq_doc *doc = save_read(part, e->err);
    if (!doc)
        return false;
    part->changed = true;
    return rq_blueprint_set(doc, e->game, path, value, e->err);
}

/* The value at a whole path; with `needed` false a file or field that is not there is no error. */
static bool set_whole(struct save_edit *e, const char *path, const char *value, bool needed)
{
    const char *rest;
    struct save_part *part = save_split(e->save, path, &rest);
    struct rq_doc *doc = part ? save_read(part, needed ? e->err : NULL) : NULL;
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    if (!part)
        return !needed || rq_fail(e->err, RQ_USAGE, 0, path, "the slot has no such file");
    if (!doc || (!needed && gff && !rq_gff_has(gff->root, rest)))
        return !needed;
    return save_set_field(e, part, rest, value);
}

static bool get_whole(struct save_edit *e, const char *path, struct rq_out *out)
{
    const char *rest;
    struct save_part *part = save_split(e->save, path, &rest);
    struct rq_doc *doc = part ? save_read(part, e->err) : NULL;
    if (!part)
        return rq_fail(e->err, RQ_USAGE, 0, e->path,
                       "is no path of a slot; reliquary save --help lists them");
    return doc && rq_doc_get(doc, rest, out, e->err);
}

static bool run_fields(struct save_edit *e, const char *fields, const char *value,
                       struct rq_out *out)
{
    for (const char *p = fields; *p;) {
        size_t size = strcspn(p, " ");
        char path[100];
        snprintf(path, sizeof path, "%.*s", (int)size, p);
        if (!value)
            return get_whole(e, path, out);
        if (strncmp(e->path, "chem", 4) == 0 || strncmp(e->path, "comp", 4) == 0)
            if (e->save->info.version != 2)
                return rq_fail(e->err, RQ_USAGE, 0, e->path,
                               "only saves of the second game have it");
        if (!set_whole(e, path, value, p == fields))
            return false;
        p += size;
        p += *p == ' ';
    }
    return true;
}

static bool path_cheats(struct save_edit *e, const char *rest, const char *value,
                        struct rq_out *out)
{
    struct rq_doc *doc;
    uint32_t count;
    const struct rq_gff_struct *party = save_gff(e->save, "PARTYTABLE.res", &doc, NULL);
    const struct rq_gff_struct *cards = save_elements(party, "PT_PAZAAKCARDS", &count);
    (void)rest;
    if (!value)
        return get_whole(e, "savenfo.res/CHEATUSED", out);
    if (!set_whole(e, "savenfo.res/CHEATUSED", value, !party) ||
        !set_whole(e, "PARTYTABLE.res/PT_CHEAT_USED", value, false))
        return false;
    /* The engine's slip: the flag once more as a BYTE behind the cards, which are INT. */
    const struct rq_gff_field *last =
        count ? rq_gff_find(&cards[count - 1], "PT_PAZAAKCOUNT") : NULL;
    char path[80];
    snprintf(path, sizeof path, "PARTYTABLE.res/PT_PAZAAKCARDS/%u/PT_PAZAAKCOUNT", count - 1);
    return !last || last->type != RQ_GFF_BYTE || set_whole(e, path, value, true);
}

/* ---- people ---- */

/* The name of the player stands in up to six places. */
static bool name_player(struct save_edit *e, const char *value)
{
    struct save_person pc = {0};
    struct save_part *part = save_find(e->save, "SAVEGAME.sav/PC.utc");
    if (part) {
        struct rq_gff_struct *root = save_gff(e->save, part->path, &pc.doc, e->err);
        pc.part = part;
        pc.path = "";
        pc.s = root;
        if (!root || !save_person_value(e, &pc, "name", value, NULL))
            return false;
    }
    return set_whole(e, "savenfo.res/PCNAME", value, false) &&
           set_whole(e, "PARTYTABLE.res/PT_PCNAME", value, false);
}

static bool path_player(struct save_edit *e, const char *rest, const char *value,
                        struct rq_out *out)
{
    struct save_person person;
    if (!save_player(e->save, &person, e->err))
        return false;
    if (!*rest)
        return save_person_json(e, &person, value, out);
    if (!save_person_value(e, &person, rest, value, out))
        return false;
    return !value || strcmp(rest, "name") != 0 || name_player(e, value);
}

static bool party_flag(struct save_edit *e, unsigned slot, const char *rest, const char *value,
                       struct rq_out *out)
{
    char path[80];
    bool available = strcmp(rest, "available") == 0;
    struct save_person person;
    snprintf(path, sizeof path, "PARTYTABLE.res/%s/%u/%s",
             strcmp(rest, "influence") == 0 ? "PT_INFLUENCE" : "PT_AVAIL_NPCS", slot,
             available                        ? "PT_NPC_AVAIL"
             : strcmp(rest, "influence") == 0 ? "PT_NPC_INFLUENCE"
                                              : "PT_NPC_SELECT");
    if (!value)
        return get_whole(e, path, out);
    if (strcmp(rest, "influence") == 0 && e->save->info.version != 2)
        return rq_fail(e->err, RQ_USAGE, 0, e->path,
                       "only saves of the second game have influence");
    if (available && strcmp(value, "0") != 0 && !save_companion(e->save, slot, &person, NULL))
        return rq_fail(e->err, RQ_USAGE, 0, e->path,
                       "SAVEGAME.sav has no AVAILNPC%u.utc: there is nobody to join", slot);
    return set_whole(e, path, value, true);
}

/* ---- members ---- */

static bool add_member(struct save_edit *e, struct rq_doc *doc, struct rq_gff_struct *party,
                       unsigned slot, uint32_t count)
{
    struct rq_gff_struct *added;
    struct save_person person;
    uint32_t npcs;
    const struct rq_gff_struct *npc = save_elements(party, "PT_AVAIL_NPCS", &npcs);
    if (count >= 2)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "two companions are in the party already");
    if (slot >= npcs || !save_number(&npc[slot], "PT_NPC_AVAIL", 0) ||
        !save_companion(e->save, slot, &person, NULL))
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "the companion is not available");
    return rq_gff_add_struct(doc, party, "PT_MEMBERS/-", 0, &added, e->err) &&
           rq_gff_add_int(doc, added, "PT_MEMBER_ID", slot, e->err) &&
           rq_gff_add_byte(doc, added, "PT_IS_LEADER", 0, e->err);
}

static bool remove_member(struct save_edit *e, struct rq_doc *doc, struct rq_gff_struct *party,
                          uint32_t index)
{
    char path[40];
    snprintf(path, sizeof path, "PT_MEMBERS/%u", index);
    return rq_gff_remove(doc, party, path, e->err);
}

static bool party_member(struct save_edit *e, unsigned slot, const char *value, struct rq_out *out)
{
    struct rq_doc *doc;
    uint32_t count, index = 0;
    struct rq_gff_struct *party = save_gff(e->save, "PARTYTABLE.res", &doc, e->err);
    const struct rq_gff_struct *members = save_elements(party, "PT_MEMBERS", &count);
    if (!party)
        return false;
    while (index < count && save_number(&members[index], "PT_MEMBER_ID", -1) != (int64_t)slot)
        index++;
    if (!value) {
        rq_putf(out, "%d", index < count);
        return true;
    }
    bool join = strcmp(value, "1") == 0 || rq_casecmp(value, "yes") == 0;
    if (!join && strcmp(value, "0") != 0 && rq_casecmp(value, "no") != 0)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "%s: 0 or 1", value);
    if (join == (index < count))
        return true;
    char number[12];
    snprintf(number, sizeof number, "%u", join ? count + 1 : count - 1);
    return (join ? add_member(e, doc, party, slot, count) : remove_member(e, doc, party, index)) &&
           set_whole(e, "PARTYTABLE.res/PT_NUM_MEMBERS", number, true);
}

static bool path_party(struct save_edit *e, const char *rest, const char *value, struct rq_out *out)
{
    char who[64];
    size_t size = strcspn(rest, "/");
    struct save_person person;
    snprintf(who, sizeof who, "%.*s", (int)(size < 60 ? size : 60), rest);
    int slot = save_companion_slot(e->save, who);
    rest += size;
    rest += *rest == '/';
    if (slot < 0)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "there is no companion %s", who);
    if (strcmp(rest, "available") == 0 || strcmp(rest, "selectable") == 0 ||
        strcmp(rest, "influence") == 0)
        return party_flag(e, (unsigned)slot, rest, value, out);
    if (strcmp(rest, "member") == 0)
        return party_member(e, (unsigned)slot, value, out);
    if (!save_companion(e->save, (unsigned)slot, &person, e->err))
        return false;
    return *rest ? save_person_value(e, &person, rest, value, out)
                 : save_person_json(e, &person, value, out);
}

/* ---- galaxy map, pazaak, reputation ---- */

static bool path_galaxy(struct save_edit *e, const char *rest, const char *value,
                        struct rq_out *out)
{
    static const char *const words[] = {"hidden", "available", "selectable"};
    struct rq_doc *doc;
    struct rq_gff_struct *party = save_gff(e->save, "PARTYTABLE.res", &doc, e->err);
    const struct rq_gff_field *field = party ? rq_gff_find(party, "GlxyMap/GlxyMapPlntMsk") : NULL;
    char *end, text[16];
    unsigned long planet = strtoul(rest, &end, 10);
    unsigned word = 0;
    if (!party)
        return false;
    if (!field || *end || end == rest || planet > 15)
        return rq_fail(e->err, RQ_USAGE, 0, e->path,
                       field ? "a planet is 0 to 15" : "PARTYTABLE.res has no galaxy map");
    uint32_t mask = field->v.word, one = 1U << planet, two = one << 16;
    if (!value) {
        rq_put_str(out, words[mask & two ? 2 : mask & one ? 1 : 0]);
        return true;
    }
    while (word < 3 && rq_casecmp(value, words[word]) != 0)
        word++;
    if (word == 3)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "%s: hidden, available or selectable", value);
    mask = (mask & ~(one | two)) | (word > 0 ? one : 0) | (word > 1 ? two : 0);
    snprintf(text, sizeof text, "%u", mask);
    return set_whole(e, "PARTYTABLE.res/GlxyMap/GlxyMapPlntMsk", text, true);
}

static uint32_t card_count(const struct rq_kotor_save *save)
{
    return save->info.version == 2 ? 23 : 18;
}

static bool path_cards(struct save_edit *e, const char *rest, const char *value, struct rq_out *out)
{
    char *end, path[80];
    const char *number = strncmp(rest, "cards/", 6) == 0 ? rest + 6 : rest;
    unsigned long card = strtoul(number, &end, 10);
    if (strcmp(rest, "deck") == 0)
        return path_deck(e, rest, value, out);
    if (number == rest || end == number || *end || card >= card_count(e->save))
        return rq_fail(e->err, RQ_USAGE, 0, e->path,
                       "pazaak/cards/N with N of 0 to %u, or pazaak/deck", card_count(e->save) - 1);
    snprintf(path, sizeof path, "PARTYTABLE.res/PT_PAZAAKCARDS/%lu/PT_PAZAAKCOUNT", card);
    return value ? set_whole(e, path, value, true) : get_whole(e, path, out);
}

enum { DECK = 10 };

static bool take_deck(struct save_edit *e, const char *value, int cards[DECK])
{
    struct rq_doc *doc;
    uint32_t count;
    int used[32] = {0};
    const struct rq_gff_struct *party = save_gff(e->save, "PARTYTABLE.res", &doc, e->err);
    const struct rq_gff_struct *owned = save_elements(party, "PT_PAZAAKCARDS", &count);
    for (size_t i = 0; i < DECK; i++)
        cards[i] = -1;
    if (strcmp(value, "none") == 0)
        return true;
    for (size_t i = 0; i < DECK; i++) {
        char *end;
        long card = strtol(value, &end, 10);
        if (end == value || *end != (i + 1 < DECK ? ',' : 0) || card < 0 ||
            card >= (long)card_count(e->save))
            return rq_fail(e->err, RQ_USAGE, 0, e->path, "ten numbers of cards, or none");
        if ((uint32_t)card >= count ||
            ++used[card] > save_number(&owned[card], "PT_PAZAAKCOUNT", 0))
            return rq_fail(e->err, RQ_USAGE, 0, e->path, "not so many cards %ld are owned", card);
        cards[i] = (int)card;
        value = end + 1;
    }
    return true;
}

static bool path_deck(struct save_edit *e, const char *rest, const char *value, struct rq_out *out)
{
    int cards[DECK];
    (void)rest;
    for (unsigned i = 0; i < DECK; i++) {
        char path[80], number[12];
        snprintf(path, sizeof path, "PARTYTABLE.res/PT_PAZSIDELIST/%u/PT_PAZSIDECARD", i);
        if (value && i == 0 && !take_deck(e, value, cards))
            return false;
        snprintf(number, sizeof number, "%d", value ? cards[i] : 0);
        if (!value && i)
            rq_put8(out, ',');
        if (!(value ? set_whole(e, path, number, true) : get_whole(e, path, out)))
            return false;
    }
    return true;
}

static int64_t faction_id(struct save_edit *e, struct rq_doc *doc, const struct rq_gff_struct *root,
                          const char *text, size_t size)
{
    uint32_t count;
    char name[64], *end;
    const struct rq_gff_struct *list = save_elements(root, "FactionList", &count);
    snprintf(name, sizeof name, "%.*s", (int)(size < 60 ? size : 60), text);
    long number = strtol(name, &end, 10);
    if (end > name && !*end)
        return number >= 0 && number < (long)count ? number : -1;
    for (uint32_t i = 0; i < count; i++)
        if (rq_casecmp(save_text(e->save, doc, &list[i], "FactionName", NULL), name) == 0)
            return i;
    return -1;
}

static bool path_reputation(struct save_edit *e, const char *rest, const char *value,
                            struct rq_out *out)
{
    struct rq_doc *doc;
    struct rq_gff_struct *added, *root = save_gff(e->save, "SAVEGAME.sav/REPUTE.fac", &doc, e->err);
    uint32_t count, i = 0;
    size_t size = strcspn(rest, "/");
    if (!root)
        return false;
    int64_t of = faction_id(e, doc, root, rest, size);
    int64_t to =
        rest[size] ? faction_id(e, doc, root, rest + size + 1, strlen(rest + size + 1)) : -1;
    const struct rq_gff_struct *list = save_elements(root, "RepList", &count);
    if (of < 0 || to < 0)
        return rq_fail(e->err, RQ_USAGE, 0, e->path,
                       "reputation/OF/TO takes numbers or names of FactionList");
    while (i < count && !(save_number(&list[i], "FactionID1", -1) == to &&
                          save_number(&list[i], "FactionID2", -1) == of))
        i++;
    if (!value) { /* what is not there is 100 */
        rq_putf(out, "%lld", i < count ? (long long)save_number(&list[i], "FactionRep", 100) : 100);
        return true;
    }
    if (i == count && !(rq_gff_add_struct(doc, root, "RepList/-", count, &added, e->err) &&
                        rq_gff_add_dword(doc, added, "FactionID1", to, e->err) &&
                        rq_gff_add_dword(doc, added, "FactionID2", of, e->err) &&
                        rq_gff_add_dword(doc, added, "FactionRep", 100, e->err)))
        return false;
    char path[60];
    snprintf(path, sizeof path, "RepList/%u/FactionRep", i);
    return save_set_field(e, save_find(e->save, "SAVEGAME.sav/REPUTE.fac"), path, value);
}

/* ---- the picture ---- */

static bool take_png(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct rq_out *out = ctx;
    (void)name;
    rq_put_bytes(out, bytes);
    return !out->failed || rq_fail_out(err, out);
}

/* 256 x 256, 24 bits, from the bottom left, as the game makes them. */
static struct save_part *fresh_screen(struct save_edit *e)
{
    static const uint8_t head[18] = {[2] = 2, [13] = 1, [15] = 1, [16] = 24};
    struct rq_out out = {0};
    rq_put(&out, head, sizeof head);
    rq_put_zeros(&out, (size_t)256 * 256 * 3);
    struct save_part *part =
        out.failed ? NULL : save_add(e->save, "Screen.tga", rq_out_bytes(&out), e->err);
    rq_out_free(&out);
    return part;
}

static bool path_screen(struct save_edit *e, const char *rest, const char *value,
                        struct rq_out *out)
{
    struct save_part *part = save_find(e->save, "Screen.tga");
    struct rq_convert_options options = {.to = "png", .name = "Screen.tga"};
    struct rq_map map = {0};
    (void)rest;
    if (!value) {
        struct rq_doc *doc = part ? save_read(part, e->err) : NULL;
        if (!part)
            return rq_fail(e->err, RQ_USAGE, 0, e->path, "the slot has no Screen.tga");
        return doc && rq_doc_convert(doc, &options, take_png, out, e->err);
    }
    if (!part && e->save->info.kind == RQ_SAVE_TRANSITION)
        return rq_fail(e->err, RQ_USAGE, 0, e->path,
                       "a transition autosave has no picture of its own");
    if (!part)
        part = fresh_screen(e);
    if (!part || !save_read(part, e->err) || !save_open_value(e, value, &map))
        return false;
    part->changed = true;
    bool fine = rq_doc_put_file(part->doc, "Screen.png", map.bytes, e->err);
    struct rq_out written = {0};
    fine = fine && rq_doc_write(part->doc, &written, e->err) &&
           save_replace(part, rq_out_bytes(&written), e->err);
    rq_out_free(&written);
    rq_map_close(&map);
    return fine;
}

/* ---- all paths ---- */

/* The row whose first part is that of the path; rows with fields match as a whole. */
static const struct path_row *find_row(const char *path)
{
    size_t size = strcspn(path, "/");
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].fields && strcmp(rows[i].told.path, path) == 0)
            return &rows[i];
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].fn && strcspn(rows[i].told.path, "/") == size &&
            memcmp(rows[i].told.path, path, size) == 0)
            return &rows[i];
    return NULL;
}

static bool run_path(struct save_edit *e, const char *value, struct rq_out *out)
{
    const struct path_row *row = find_row(e->path);
    size_t size = strcspn(e->path, "/");
    if (row && row->fields)
        return run_fields(e, row->fields, value, out);
    if (row && value && (row->fn == path_player || row->fn == path_party)) {
        struct save_faces was = save_faces_now(e->save);
        return row->fn(e, e->path + size + (e->path[size] == '/'), value, out) &&
               save_faces_follow(e, &was);
    }
    if (row)
        return row->fn(e, e->path + size + (e->path[size] == '/'), value, out);
    const char *rest;
    if (!save_split(e->save, e->path, &rest))
        return rq_fail(e->err, RQ_USAGE, 0, e->path,
                       "is no path of a slot; reliquary save --help lists them");
    return value ? set_whole(e, e->path, value, true) : get_whole(e, e->path, out);
}

bool rq_save_get(struct rq_kotor_save *save, const char *path, struct rq_out *value,
                 struct rq_error *err)
{
    struct save_edit e = {save, NULL, path, err};
    return run_path(&e, NULL, value);
}

bool rq_save_set(struct rq_kotor_save *save, const struct rq_game *game, const char *path,
                 const char *value, struct rq_error *err)
{
    struct save_edit e = {save, game, path, err};
    return save_is_writable(save, err) && run_path(&e, value, NULL);
}
