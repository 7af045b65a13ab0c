/* Rules of saved games: the files of the folder, the party, global variables, the journal. */
#include "core/text.h"
#include "lint/context.h"
#include "lint/seen.h"

#include <reliquary/twoda.h>
#include <stdio.h>

/* ---- the folder ---- */

/* In the order in which they are asked: the first that is there speaks for the folder. */
static const char *const save_files[] = {"savenfo.res", "PARTYTABLE.res", "GLOBALVARS.res",
                                         "SAVEGAME.sav"};
enum { SAVE_FILES = sizeof save_files / sizeof save_files[0] };

void rq_lint_sav_file_missing(struct rq_lint_file *f)
{
    size_t first = 0;
    while (first < SAVE_FILES && !rq_lint_is_beside(f, save_files[first]))
        first++;
    if (first == SAVE_FILES ||
        rq_casecmp(f->context->tree.nodes[f->node].name, save_files[first]) != 0)
        return;
    for (size_t i = 0; i < SAVE_FILES; i++)
        if (!rq_lint_is_beside(f, save_files[i]))
            rq_lint_tell(f, "", "%s is not there", save_files[i]);
}

void rq_lint_sav_corrupt_mark(struct rq_lint_file *f)
{
    if (rq_lint_is_beside(f, "CORRUPT"))
        rq_lint_tell(f, "", "a file CORRUPT is beside it");
}

/* The archive of a saved game. */
struct archive {
    struct rq_doc *doc; /* NULL: there is none */
    const struct rq_entry *entries;
    size_t count;
};

static struct archive open_archive(const struct rq_lint_file *f)
{
    struct archive a = {.doc = rq_lint_beside(f, "SAVEGAME.sav")};
    if (a.doc && !rq_doc_entries(a.doc, &a.entries, &a.count, NULL)) {
        rq_doc_free(a.doc);
        a = (struct archive){0};
    }
    return a;
}

static bool has_entry(const struct archive *a, const char *name)
{
    for (size_t i = 0; i < a->count; i++)
        if (rq_casecmp(a->entries[i].name, name) == 0)
            return true;
    return false;
}

void rq_lint_sav_last_module(struct rq_lint_file *f)
{
    struct rq_bytes module = rq_lint_text(f->at, "LASTMODULE");
    char name[40];
    snprintf(name, sizeof name, "%.*s.sav", (int)(module.size < 32 ? module.size : 32),
             module.size ? (const char *)module.data : "");
    struct archive a = open_archive(f);
    if (a.doc && !has_entry(&a, name) && !rq_lint_is_beside(f, "pifo.ifo"))
        rq_lint_tell(f, "LASTMODULE", "neither %s in SAVEGAME.sav nor pifo.ifo is there", name);
    rq_doc_free(a.doc);
}

void rq_lint_sav_event_queue(struct rq_lint_file *f)
{
    uint32_t count;
    rq_lint_list(f->at, "EventQueue", &count);
    if (f->saved && count)
        rq_lint_tell(f, "EventQueue", "events wait");
}

/* Numbers of the elements of a list, and of the items in them. */
static void check_ids(struct rq_lint_file *f, struct rq_lint_seen *seen, const char *list,
                      int64_t next)
{
    static const char *const held[] = {"", "ItemList", "Equip_ItemList"};
    uint32_t count, inner = 0;
    const struct rq_gff_struct *objects = rq_lint_list(f->at, list, &count);
    for (uint32_t i = 0; i < count; i++)
        for (size_t k = 0; k < sizeof held / sizeof held[0]; k++) {
            const struct rq_gff_struct *items =
                k ? rq_lint_list(&objects[i], held[k], &inner) : NULL;
            for (uint32_t n = 0; n < (k ? inner : 1); n++) {
                int64_t id = rq_lint_number(k ? &items[n] : &objects[i], "ObjectId", -1);
                const char *bad = id < 0                             ? NULL
                                  : rq_lint_seen_number(f, seen, id) ? "another object has it"
                                  : next >= 0 && id >= next
                                      ? "Mod_NextObjId0 of module.ifo is not above it"
                                      : NULL;
                if (bad)
                    rq_lint_tell_element(f, list, i, k ? held[k] : "ObjectId", "%lld: %s",
                                         (long long)id, bad);
            }
        }
}

/* Of a module in a save: an area on disk has no numbers. */
void rq_lint_sav_object_id(struct rq_lint_file *f)
{
    static const char *const lists[] = {"Creature List", "Door List",     "Placeable List",
                                        "TriggerList",   "WaypointList",  "SoundList",
                                        "StoreList",     "Encounter List"};
    struct rq_lint_seen seen = {0};
    if (!f->saved)
        return;
    struct rq_doc *doc = rq_lint_beside(f, "module.ifo");
    const struct rq_gff_struct *module = rq_lint_root(doc, "IFO");
    int64_t next = module ? rq_lint_number(module, "Mod_NextObjId0", -1) : -1;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        check_ids(f, &seen, lists[i], next);
    rq_doc_free(doc);
}

/* ---- what stands twice ---- */

/* Compares a number of savenfo.res with one of PARTYTABLE.res; without one of them nothing is
 * said. */
static void tell_unequal(struct rq_lint_file *f, const char *label, const char *party_label)
{
    struct rq_doc *doc = rq_lint_beside(f, "PARTYTABLE.res");
    const struct rq_gff_struct *party = rq_lint_root(doc, "PT");
    int64_t here = rq_lint_number(f->at, label, -1);
    int64_t there = party ? rq_lint_number(party, party_label, -1) : -1;
    if (here >= 0 && there >= 0 && here != there)
        rq_lint_tell(f, label, "%s of PARTYTABLE.res is %lld", party_label, (long long)there);
    rq_doc_free(doc);
}

void rq_lint_nfo_cheat_sync(struct rq_lint_file *f)
{
    tell_unequal(f, "CHEATUSED", "PT_CHEAT_USED");
}

void rq_lint_nfo_time_sync(struct rq_lint_file *f)
{
    tell_unequal(f, "TIMEPLAYED", "PT_PLAYEDSECONDS");
}

/* ---- global variables ---- */

enum { KINDS = 4, NAME_MOST = 21, LOCATIONS_SIZE = 2400 };
enum { OF_BOOLEAN, OF_NUMBER, OF_LOCATION, OF_STRING };

static const struct {
    const char *names, *values, *word; /* word: in the column type of globalcat.2da */
    uint32_t most;
} globals[KINDS] = {{"CatBoolean", "ValBoolean", "Boolean", 900},
                    {"CatNumber", "ValNumber", "Number", 500},
                    {"CatLocation", "ValLocation", "Location", 100},
                    {"CatString", "ValString", "String", 5}};

/* How many of a kind the engine has room for. The second game seems to have more numbers. */
static uint32_t most_globals(const struct rq_lint_file *f, size_t kind)
{
    return kind == OF_NUMBER && f->context->version != 1 ? 1000 : globals[kind].most;
}

static uint32_t size_of(const struct rq_gff_struct *s, const char *label, unsigned type)
{
    const struct rq_gff_field *v = rq_lint_field(s, label);
    return v && v->type == type ? v->size : 0;
}

/* Bits stand in n / 8 + 1 bytes as the game writes them; those that are needed must be there. */
void rq_lint_gvt_size(struct rq_lint_file *f)
{
    uint32_t booleans = size_of(f->at, "CatBoolean", RQ_GFF_LIST);
    uint32_t numbers = size_of(f->at, "CatNumber", RQ_GFF_LIST);
    uint32_t strings = size_of(f->at, "CatString", RQ_GFF_LIST);
    uint32_t size = size_of(f->at, "ValBoolean", RQ_GFF_VOID);
    if (size < booleans / 8 + (booleans % 8 != 0))
        rq_lint_tell(f, "ValBoolean", "%u bytes for %u names", size, booleans);
    size = size_of(f->at, "ValNumber", RQ_GFF_VOID);
    if (size != numbers)
        rq_lint_tell(f, "ValNumber", "%u bytes for %u names", size, numbers);
    size = size_of(f->at, "ValString", RQ_GFF_LIST);
    if (size != strings)
        rq_lint_tell(f, "ValString", "%u texts for %u names", size, strings);
}

void rq_lint_gvt_location_size(struct rq_lint_file *f)
{
    uint32_t size = size_of(f->at, "ValLocation", RQ_GFF_VOID);
    if (size != LOCATIONS_SIZE)
        rq_lint_tell(f, "ValLocation", "%u bytes, not %d", size, LOCATIONS_SIZE);
}

/* What is wrong with a name; NULL: nothing. */
static const char *bad_name(struct rq_lint_file *f, struct rq_lint_seen *seen, struct rq_bytes name)
{
    if (rq_lint_seen_text(f, seen, name))
        return "a variable before has this name";
    return name.size > NAME_MOST ? "more than 21 characters" : NULL;
}

static void check_names(struct rq_lint_file *f)
{
    struct rq_lint_seen seen = {0};
    for (size_t kind = 0; kind < KINDS; kind++) {
        uint32_t count;
        const struct rq_gff_struct *names = rq_lint_list(f->at, globals[kind].names, &count);
        if (count > most_globals(f, kind))
            rq_lint_tell(f, globals[kind].names, "the engine has room for %u",
                         most_globals(f, kind));
        for (uint32_t i = 0; i < count; i++) {
            const char *bad = bad_name(f, &seen, rq_lint_text(&names[i], "Name"));
            if (bad)
                rq_lint_tell_element(f, globals[kind].names, i, "Name", "%s", bad);
        }
    }
}

static size_t kind_of(const struct rq_bytes *word)
{
    size_t kind = 0;
    while (word && kind < KINDS && !rq_lint_is(*word, globals[kind].word))
        kind++;
    return word ? kind : KINDS;
}

/* globalcat.2da: name and type of every variable. */
static void check_catalogue(struct rq_lint_file *f, const struct rq_twoda *table)
{
    struct rq_lint_seen seen = {0};
    uint32_t counts[KINDS + 1] = {0};
    for (size_t row = 0; row < table->row_count; row++) {
        const struct rq_bytes *name = rq_twoda_cell(table, row, "name");
        size_t kind = kind_of(rq_twoda_cell(table, row, "type"));
        const char *bad = name && name->size ? bad_name(f, &seen, *name) : NULL;
        char path[40], text[64];
        snprintf(path, sizeof path, "%zu/name", row);
        if (bad) {
            snprintf(text, sizeof text, "%.*s", (int)(name->size < 60 ? name->size : 60),
                     (const char *)name->data);
            rq_text_clean(text);
            rq_lint_tell_value(f, path, text, "%s", bad);
        }
        counts[kind]++;
        if (kind < KINDS && counts[kind] == most_globals(f, kind) + 1)
            rq_lint_tell(f, path, "the engine has room for %u of type %s", most_globals(f, kind),
                         globals[kind].word);
    }
}

void rq_lint_gvt_name(struct rq_lint_file *f)
{
    const struct rq_twoda *table = f->gff ? NULL : rq_doc_root(f->doc, "twoda");
    if (f->gff)
        check_names(f);
    else if (table && strcmp(f->base, "globalcat") == 0)
        check_catalogue(f, table);
}

/* ---- the party ---- */

void rq_lint_pt_member_count(struct rq_lint_file *f)
{
    uint32_t count;
    int64_t said = rq_lint_number(f->at, "PT_NUM_MEMBERS", 0);
    rq_lint_list(f->at, "PT_MEMBERS", &count);
    if (said != count)
        rq_lint_tell(f, "PT_NUM_MEMBERS", "PT_MEMBERS has %u elements", count);
    else if (said > 2)
        rq_lint_tell(f, "PT_NUM_MEMBERS", "2 at most join the player");
}

void rq_lint_pt_side_deck(struct rq_lint_file *f)
{
    enum { CARDS = 32 };
    uint32_t count, owned;
    int64_t used[CARDS] = {0};
    size_t filled = 0;
    const struct rq_gff_struct *deck = rq_lint_list(f->at, "PT_PAZSIDELIST", &count);
    const struct rq_gff_struct *cards = rq_lint_list(f->at, "PT_PAZAAKCARDS", &owned);
    for (uint32_t i = 0; i < count; i++) {
        int64_t card = rq_lint_number(&deck[i], "PT_PAZSIDECARD", -1);
        filled += card >= 0;
        if (card < 0 || card >= CARDS)
            continue;
        int64_t have = card < owned ? rq_lint_number(&cards[card], "PT_PAZAAKCOUNT", 0) : 0;
        if (++used[card] > have)
            rq_lint_tell_element(f, "PT_PAZSIDELIST", i, "PT_PAZSIDECARD", "%lld of it are owned",
                                 (long long)have);
    }
    if (filled && filled < count)
        rq_lint_tell(f, "PT_PAZSIDELIST", "%zu of %u places are filled", filled, count);
}

void rq_lint_pt_leader(struct rq_lint_file *f)
{
    uint32_t count, leaders = 0;
    const struct rq_gff_struct *members = rq_lint_list(f->at, "PT_MEMBERS", &count);
    for (uint32_t i = 0; i < count; i++)
        if (rq_lint_number(&members[i], "PT_IS_LEADER", 0) && leaders++)
            rq_lint_tell_element(f, "PT_MEMBERS", i, "PT_IS_LEADER", "a member before leads");
}

/* Members that are not available, and what is available without its file. A file without the flag
 * is common: to remove a companion clears only the flag. */
void rq_lint_pt_member_unavailable(struct rq_lint_file *f)
{
    uint32_t count, npcs;
    const struct rq_gff_struct *members = rq_lint_list(f->at, "PT_MEMBERS", &count);
    const struct rq_gff_struct *npc = rq_lint_list(f->at, "PT_AVAIL_NPCS", &npcs);
    struct archive a = open_archive(f);
    for (uint32_t i = 0; npc && i < count; i++) {
        int64_t id = rq_lint_number(&members[i], "PT_MEMBER_ID", 0);
        if (id < 0 || id >= npcs || !rq_lint_number(&npc[id], "PT_NPC_AVAIL", 0))
            rq_lint_tell_element(f, "PT_MEMBERS", i, "PT_MEMBER_ID",
                                 "PT_NPC_AVAIL of companion %lld is 0", (long long)id);
    }
    for (uint32_t i = 0; a.doc && i < npcs && i < 32; i++) {
        char name[32];
        snprintf(name, sizeof name, "availnpc%u.utc", i);
        if (rq_lint_number(&npc[i], "PT_NPC_AVAIL", 0) && !has_entry(&a, name))
            rq_lint_tell_element(f, "PT_AVAIL_NPCS", i, "PT_NPC_AVAIL", "%s is not in SAVEGAME.sav",
                                 name);
    }
    rq_doc_free(a.doc);
}

void rq_lint_pt_k2_field(struct rq_lint_file *f)
{
    static const char *const labels[] = {"PT_INFLUENCE", "PT_ITEM_COMPONEN", "PT_ITEM_CHEMICAL",
                                         "UpgradeSlot0", "UpgradeSlot1",     "UpgradeSlot2",
                                         "UpgradeSlot3", "UpgradeSlot4",     "UpgradeSlot5"};
    for (size_t i = 0; f->version == 1 && f->saved && i < sizeof labels / sizeof labels[0]; i++)
        if (rq_lint_field(f->at, labels[i]))
            rq_lint_tell(f, labels[i], "only the second game reads it");
}

/* ---- the journal ---- */

void rq_lint_jnl_unknown_plot(struct rq_lint_file *f)
{
    uint32_t count;
    struct rq_lint_seen seen = {0};
    const struct rq_gff_struct *journal = rq_lint_journal(f);
    const struct rq_gff_struct *entries = rq_lint_list(f->at, "JNL_Entries", &count);
    for (uint32_t i = 0; i < count && i < RQ_LINT_QUESTS; i++) {
        struct rq_bytes tag = rq_lint_text(&entries[i], "JNL_PlotID");
        const struct rq_gff_struct *plot = journal ? rq_lint_quest(journal, tag) : NULL;
        if (rq_lint_seen_text(f, &seen, tag))
            rq_lint_tell_element(f, "JNL_Entries", i, "JNL_PlotID", "an entry before has the plot");
        else if (journal && !plot)
            rq_lint_tell_element(f, "JNL_Entries", i, "JNL_PlotID", "global.jrl has no such plot");
        else if (plot && !rq_lint_quest_has(plot, rq_lint_number(&entries[i], "JNL_State", 0)))
            rq_lint_tell_element(f, "JNL_Entries", i, "JNL_State", "the plot has no such entry");
    }
}
