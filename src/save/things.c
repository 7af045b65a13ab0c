/* Items and journal entries: what is added to lists. */
#include "core/text.h"
#include "save/kotor.h"

#include <reliquary/blueprint.h>
#include <reliquary/twoda.h>
#include <stdio.h>
#include <stdlib.h>

#define INVENTORY "SAVEGAME.sav/INVENTORY.res"

/* ---- a new item ---- */

enum { FROM_FILE = 1 << 0, K2_ONLY = 1 << 1 };

/* The fields of an item in a save, in the engine's order (a real K2 save; K1 lacks the marked ones), with what
 * they hold when the blueprint has none. */
static const struct item_field {
    const char *label;
    enum rq_gff_type type;
    int value;
    unsigned flags;
} item_fields[] = {
    {"BaseItem", RQ_GFF_INT, 0, FROM_FILE},
    {"Tag", RQ_GFF_STRING, 0, FROM_FILE},
    {"Identified", RQ_GFF_BYTE, 1, 0},
    {"Description", RQ_GFF_LOCSTRING, 0, FROM_FILE},
    {"DescIdentified", RQ_GFF_LOCSTRING, 0, FROM_FILE},
    {"LocalizedName", RQ_GFF_LOCSTRING, 0, FROM_FILE},
    {"StackSize", RQ_GFF_WORD, 1, 0},
    {"Stolen", RQ_GFF_BYTE, 0, FROM_FILE},
    {"Upgrades", RQ_GFF_DWORD, 0, 0},
    {"UpgradeLevel", RQ_GFF_BYTE, 0, FROM_FILE | K2_ONLY},
    {"UpgradeSlot0", RQ_GFF_INT, -1, K2_ONLY},
    {"UpgradeSlot1", RQ_GFF_INT, -1, K2_ONLY},
    {"UpgradeSlot2", RQ_GFF_INT, -1, K2_ONLY},
    {"UpgradeSlot3", RQ_GFF_INT, -1, K2_ONLY},
    {"UpgradeSlot4", RQ_GFF_INT, -1, K2_ONLY},
    {"UpgradeSlot5", RQ_GFF_INT, -1, K2_ONLY},
    {"Dropable", RQ_GFF_BYTE, 1, 0},
    {"Pickpocketable", RQ_GFF_BYTE, 1, 0},
    {"ModelVariation", RQ_GFF_BYTE, 0, FROM_FILE},
    {"BodyVariation", RQ_GFF_BYTE, 0, FROM_FILE},
    {"TextureVar", RQ_GFF_BYTE, 0, FROM_FILE},
    {"Charges", RQ_GFF_BYTE, 0, FROM_FILE},
    {"MaxCharges", RQ_GFF_BYTE, 0, 0},
    {"Cost", RQ_GFF_DWORD, 1, FROM_FILE},
    {"AddCost", RQ_GFF_DWORD, 0, FROM_FILE},
    {"Plot", RQ_GFF_BYTE, 0, FROM_FILE},
    {"PropertiesList", RQ_GFF_LIST, 0, FROM_FILE},
    {"XPosition", RQ_GFF_FLOAT, 0, 0},
    {"YPosition", RQ_GFF_FLOAT, 0, 0},
    {"ZPosition", RQ_GFF_FLOAT, 0, 0},
    {"XOrientation", RQ_GFF_FLOAT, 1, 0},
    {"YOrientation", RQ_GFF_FLOAT, 0, 0},
    {"ZOrientation", RQ_GFF_FLOAT, 0, 0},
    {"NonEquippable", RQ_GFF_BYTE, 0, 0},
    {"NewItem", RQ_GFF_BYTE, 1, 0},
    {"DELETING", RQ_GFF_BYTE, 0, 0},
};

struct making {
    struct save_edit *e;
    struct rq_doc *doc, *uti;
    struct rq_gff_struct *item, *from;
};

static bool add_plain(struct making *m, const struct item_field *f)
{
    struct rq_error *err = m->e->err;
    switch (f->type) {
    case RQ_GFF_BYTE: return rq_gff_add_byte(m->doc, m->item, f->label, f->value, err);
    case RQ_GFF_WORD: return rq_gff_add_word(m->doc, m->item, f->label, f->value, err);
    case RQ_GFF_DWORD: return rq_gff_add_dword(m->doc, m->item, f->label, f->value, err);
    case RQ_GFF_INT: return rq_gff_add_int(m->doc, m->item, f->label, f->value, err);
    case RQ_GFF_FLOAT: return rq_gff_add_float(m->doc, m->item, f->label, (float)f->value, err);
    case RQ_GFF_STRING: return rq_gff_add_string(m->doc, m->item, f->label, "", err);
    case RQ_GFF_LIST: return true; /* items without properties have no list */
    default: return rq_gff_add_locstring(m->doc, m->item, f->label, UINT32_MAX, err);
    }
}

static bool add_field(struct making *m, const struct item_field *f)
{
    const struct rq_gff_field *known = rq_gff_find(m->from, f->label);
    bool variation = strstr(f->label, "Var") != NULL;
    if (f->flags & K2_ONLY && m->e->save->info.version != 2)
        return true;
    if (variation && !known) /* each sort of item has some of them */
        return true;
    if (f->flags & FROM_FILE && known && known->type == f->type &&
        !(f->type == RQ_GFF_LIST && known->size == 0))
        return rq_gff_add_copy(m->doc, m->item, f->label, m->uti, m->from, f->label, m->e->err);
    return add_plain(m, f);
}

/* Elements of PropertiesList have two more fields in saves. */
static bool finish_properties(struct making *m)
{
    uint32_t count;
    struct rq_gff_struct *list = save_elements(m->item, "PropertiesList", &count);
    for (uint32_t i = 0; i < count; i++)
        if ((!rq_gff_has(&list[i], "UsesPerDay") &&
             !rq_gff_add_byte(m->doc, &list[i], "UsesPerDay", 255, m->e->err)) ||
            (!rq_gff_has(&list[i], "Useable") &&
             !rq_gff_add_byte(m->doc, &list[i], "Useable", 1, m->e->err)))
            return false;
    return true;
}

/* The engine keeps the text of the talk table beside its number. */
static bool finish_name(struct making *m)
{
    uint32_t strref = UINT32_MAX;
    struct rq_out text = {0};
    bool fine = true;
    rq_gff_get_strref(m->doc, m->item, "LocalizedName/strref", &strref, NULL);
    if (!rq_gff_has(m->item, "LocalizedName/0") && strref != UINT32_MAX &&
        rq_game_talk(m->e->game, strref, false, RQ_CP_DEFAULT, &text, NULL)) {
        rq_put8(&text, 0);
        fine = !text.failed &&
               rq_gff_add_string(m->doc, m->item, "LocalizedName/0", (char *)text.data, m->e->err);
    }
    rq_out_free(&text);
    return fine;
}

static struct rq_doc *read_uti(struct save_edit *e, const char *name)
{
    struct rq_resource found = {0};
    char file[40];
    snprintf(file, sizeof file, "%.16s.uti", name);
    if (!e->game || !rq_game_find(e->game, file, &found))
        return NULL;
    return rq_game_read(e->game, &found, NULL, e->err);
}

static bool make_item(struct save_edit *e, struct rq_doc *doc, struct rq_gff_struct *root,
                      struct rq_doc *uti)
{
    struct rq_gff *gff = rq_doc_root(uti, "gff");
    struct making m = {e, doc, uti, NULL, gff ? gff->root : NULL};
    if (!gff || memcmp(gff->type, "UTI ", 4) != 0)
        return rq_fail(e->err, RQ_CORRUPT, 0, e->path, "the game's file is no item");
    bool fine = rq_gff_add_struct(doc, root, "ItemList/-", 0, &m.item, e->err);
    for (size_t i = 0; fine && i < sizeof item_fields / sizeof item_fields[0]; i++)
        fine = add_field(&m, &item_fields[i]);
    if (fine && save_number(m.item, "Charges", 0))
        fine =
            rq_gff_set_byte(doc, m.item, "MaxCharges", save_number(m.item, "Charges", 0), e->err);
    return fine && finish_properties(&m) && finish_name(&m);
}

/* ---- the inventory ---- */

/* By tag or by number; count: there is none. */
static uint32_t find_item(struct save_edit *e, struct rq_doc *doc, const struct rq_gff_struct *root,
                          const char *name, uint32_t *count)
{
    const struct rq_gff_struct *items = save_elements(root, "ItemList", count);
    char *end;
    unsigned long number = strtoul(name, &end, 10);
    if (end > name && !*end)
        return number < *count ? (uint32_t)number : *count;
    for (uint32_t i = 0; i < *count; i++)
        if (rq_casecmp(save_text(e->save, doc, &items[i], "Tag", NULL), name) == 0)
            return i;
    return *count;
}

/* How many of a sort lie in one stack; 0: not known. */
static unsigned stacking(struct save_edit *e, int64_t base)
{
    struct rq_resource found = {0};
    struct rq_doc *doc = e->game && rq_game_find(e->game, "baseitems.2da", &found)
                             ? rq_game_read(e->game, &found, NULL, NULL)
                             : NULL;
    const struct rq_twoda *table = doc ? rq_doc_root(doc, "twoda") : NULL;
    const struct rq_bytes *cell =
        table && base >= 0 ? rq_twoda_cell(table, (size_t)base, "stacking") : NULL;
    char text[12] = "";
    if (cell)
        snprintf(text, sizeof text, "%.*s", (int)(cell->size < 10 ? cell->size : 10),
                 cell->size ? (const char *)cell->data : "");
    rq_doc_free(doc);
    return (unsigned)strtoul(text, NULL, 10);
}

static bool add_item(struct save_edit *e, struct rq_doc *doc, struct rq_gff_struct *root,
                     const char *value)
{
    char name[40], path[60], *end = NULL;
    size_t size = strcspn(value, ",");
    uint32_t count;
    unsigned long wanted = value[size] ? strtoul(value + size + 1, &end, 10) : 1;
    snprintf(name, sizeof name, "%.*s", (int)(size < 36 ? size : 36), value);
    if ((end && (*end || end == value + size + 1)) || wanted < 1 || wanted > UINT16_MAX)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "%s: TAG or TAG,COUNT", value);
    uint32_t like = find_item(e, doc, root, name, &count);
    struct rq_error failed = {0};
    struct save_edit own = *e;
    own.err = &failed;
    struct rq_doc *uti = read_uti(&own, name);
    if (!uti && like == count)
        return rq_fail(e->err, RQ_USAGE, 0, e->path,
                       e->game ? "neither the game nor the inventory has an item %s"
                               : "the inventory has no item %s; --game DIR takes it from the game",
                       name);
    snprintf(path, sizeof path, "ItemList/%u", like);
    bool fine = uti ? make_item(e, doc, root, uti)
                    : rq_gff_add_copy(doc, root, "ItemList/-", doc, root, path, e->err);
    rq_doc_free(uti);
    if (!fine)
        return false;
    snprintf(path, sizeof path, "ItemList/%u", count);
    struct rq_gff_struct *item;
    rq_gff_get_struct(doc, root, path, &item, e->err);
    unsigned most = stacking(e, save_number(item, "BaseItem", -1));
    if (most && wanted > most)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "%lu: a stack of these has %u at most", wanted,
                       most);
    return rq_gff_set_word(doc, item, "StackSize", (int64_t)wanted, e->err);
}

static bool list_items(struct save_edit *e, struct rq_doc *doc, const struct rq_gff_struct *root,
                       struct rq_out *out)
{
    uint32_t count;
    const struct rq_gff_struct *items = save_elements(root, "ItemList", &count);
    for (uint32_t i = 0; i < count; i++)
        rq_putf(out, "%s%s,%lld", i ? " " : "", save_text(e->save, doc, &items[i], "Tag", NULL),
                (long long)save_number(&items[i], "StackSize", 1));
    return !out->failed;
}

bool save_inventory(struct save_edit *e, const char *rest, const char *value, struct rq_out *out)
{
    struct rq_doc *doc;
    uint32_t count;
    char path[120];
    struct rq_gff_struct *root = save_gff(e->save, INVENTORY, &doc, e->err);
    if (!root)
        return false;
    struct save_part *part = save_find(e->save, INVENTORY);
    if (!*rest && !value)
        return list_items(e, doc, root, out);
    part->changed = part->changed || value;
    if (strcmp(rest, "add") == 0 && value)
        return add_item(e, doc, root, value);
    if (strcmp(rest, "remove") == 0 && value) {
        uint32_t at = find_item(e, doc, root, value, &count);
        if (at == count)
            return rq_fail(e->err, RQ_USAGE, 0, e->path, "the inventory has no item %.40s", value);
        snprintf(path, sizeof path, "ItemList/%u", at);
        return rq_gff_remove(doc, root, path, e->err);
    }
    snprintf(path, sizeof path, "ItemList/%.100s", rest);
    return value ? save_set_field(e, part, path, value) : rq_doc_get(doc, path, out, e->err);
}

/* ---- the journal ---- */

static bool add_plot(struct save_edit *e, struct rq_doc *doc, struct rq_gff_struct *party,
                     const char *plot, const struct rq_gff_struct *last)
{
    struct rq_gff_struct *added;
    int64_t date = save_number(last, "JNL_Date", 0), time = save_number(last, "JNL_Time", 0);
    return (rq_gff_has(party, "JNL_Entries") ||
            rq_gff_add_list(doc, party, "JNL_Entries", e->err)) &&
           rq_gff_add_struct(doc, party, "JNL_Entries/-", 0, &added, e->err) &&
           rq_gff_add_string(doc, added, "JNL_PlotID", plot, e->err) &&
           rq_gff_add_int(doc, added, "JNL_State", 0, e->err) &&
           rq_gff_add_dword(doc, added, "JNL_Date", date, e->err) &&
           rq_gff_add_dword(doc, added, "JNL_Time", time, e->err);
}

bool save_journal(struct save_edit *e, const char *plot, const char *value, struct rq_out *out)
{
    struct rq_doc *doc;
    uint32_t count, i = 0;
    char path[60];
    struct rq_gff_struct *party = save_gff(e->save, "PARTYTABLE.res", &doc, e->err);
    struct save_part *part = save_find(e->save, "PARTYTABLE.res");
    bool remove = value && strcmp(plot, "remove") == 0;
    const char *wanted = remove ? value : plot;
    if (!party)
        return false;
    const struct rq_gff_struct *entries = save_elements(party, "JNL_Entries", &count);
    while (i < count &&
           rq_casecmp(save_text(e->save, doc, &entries[i], "JNL_PlotID", NULL), wanted) != 0)
        i++;
    if (i == count && (!value || remove))
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "the journal has no plot %.40s", wanted);
    snprintf(path, sizeof path, "JNL_Entries/%u/JNL_State", i);
    if (!value)
        return rq_doc_get(doc, path, out, e->err);
    part->changed = true;
    if (remove) {
        snprintf(path, sizeof path, "JNL_Entries/%u", i);
        return rq_gff_remove(doc, party, path, e->err);
    }
    if (i == count &&
        (!*plot || !add_plot(e, doc, party, plot, count ? &entries[count - 1] : NULL)))
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "journal/PLOT needs the tag of a plot");
    return save_set_field(e, part, path, value);
}
