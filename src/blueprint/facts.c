#include "blueprint/facts.h"
#include "core/bytes.h"
#include "core/text.h"

#include <reliquary/blueprint.h>
#include <stdio.h>

#define SAY      RQ_FACT_SAY
#define COUNT    RQ_FACT_COUNT
#define DISTINCT RQ_FACT_DISTINCT
#define FILLED   RQ_FACT_FILLED

const struct rq_fact_row rq_fact_rows[] = {
    {"UTC BIC", "name", "FirstName+LastName", SAY},
    {"UTD UTP UTM", "name", "LocName", SAY},
    {"UTI UTT UTW UTE", "name", "LocalizedName", SAY},
    {"ARE", "name", "Name", SAY},
    {"IFO", "name", "Mod_Name", SAY},
    {"NFO", "name", "SAVEGAMENAME", SAY},
    {"UTC BIC UTD UTE UTI UTM UTP UTS UTT UTW ARE", "tag", "Tag", SAY},
    {"IFO", "tag", "Mod_Tag", SAY},
    {"UTC BIC UTD UTE UTI UTP UTS UTT UTW", "resref", "TemplateResRef", SAY},
    {"UTM", "resref", "ResRef", SAY},
    {"UTC BIC", "classes", "ClassList/Class+level ClassLevel", SAY},
    {"UTC BIC", "appearance", "Appearance_Type", SAY},
    {"UTC BIC", "race", "Race", SAY},
    {"UTC BIC", "gender", "Gender", SAY},
    {"UTC BIC", "faction", "FactionID", SAY},
    {"UTC BIC", "hit points", "HitPoints", SAY},
    {"UTC BIC", "feats", "FeatList/Feat", SAY},
    {"UTC BIC", "powers", "ClassList/KnownList0/Spell", SAY},
    {"UTC BIC", "worn", "Equip_ItemList/EquippedRes", SAY},
    {"UTI", "base item", "BaseItem", SAY},
    {"UTI", "properties", "PropertiesList/PropertyName", SAY},
    {"UTI", "cost", "Cost", SAY},
    {"UTI", "more cost", "AddCost", SAY},
    {"UTI", "charges", "Charges", SAY},
    {"UTI", "stack", "StackSize", SAY},
    {"UTI", "plot item", "Plot", SAY},
    {"UTD", "appearance", "GenericType", SAY},
    {"UTP", "appearance", "Appearance", SAY},
    {"UTT", "kind", "Type", SAY},
    {"UTD UTP", "locked", "Locked", SAY},
    {"UTD UTP", "lock", "OpenLockDC", SAY},
    {"UTD UTP UTT", "key", "KeyName", SAY},
    {"UTD UTP UTT", "trapped", "TrapFlag", SAY},
    {"UTD UTP UTT", "trap", "TrapType", SAY},
    {"UTD", "leads to", "LinkedTo", SAY},
    {"UTT", "leads to", "LinkedTo+LinkedToModule", SAY},
    {"UTC BIC UTM UTP", "items", "ItemList/InventoryRes", SAY},
    {"UTC BIC UTD UTP", "conversation", "Conversation", SAY},
    {"UTM", "mark up", "MarkUp", SAY},
    {"UTM", "mark down", "MarkDown", SAY},
    {"UTS", "sounds", "Sounds/Sound", SAY},
    {"UTS", "volume", "Volume", SAY},
    {"UTS", "looping", "Looping", SAY},
    {"UTE", "creatures", "CreatureList/ResRef", SAY},
    {"UTE", "most", "MaxCreatures", SAY},
    {"UTW", "map note", "MapNote", SAY},
    {"DLG", "entries", "EntryList", COUNT},
    {"DLG", "replies", "ReplyList", COUNT},
    {"DLG", "starts", "StartingList", COUNT},
    {"DLG", "speakers", "EntryList/Speaker", DISTINCT},
    {"DLG", "voices", "EntryList/VO_ResRef", FILLED},
    {"DLG", "entry scripts", "EntryList/Script", DISTINCT},
    {"DLG", "reply scripts", "ReplyList/Script", DISTINCT},
    {"ARE", "rooms", "Rooms", COUNT},
    {"IFO", "area", "Mod_Area_list/Area_Name", SAY},
    {"IFO", "entry", "Mod_Entry_Area", SAY},
    {"GIT", "creatures", "Creature List", COUNT},
    {"GIT", "doors", "Door List", COUNT},
    {"GIT", "placeables", "Placeable List", COUNT},
    {"GIT", "triggers", "TriggerList", COUNT},
    {"GIT", "waypoints", "WaypointList", COUNT},
    {"GIT", "sounds", "SoundList", COUNT},
    {"GIT", "stores", "StoreList", COUNT},
    {"GIT", "encounters", "Encounter List", COUNT},
    {"GIT", "items", "List", COUNT},
    {"GIT", "cameras", "CameraList", COUNT},
    {"JRL", "quests", "Categories", COUNT},
    {"JRL", "tags", "Categories/Tag", SAY},
    {"FAC", "factions", "FactionList/FactionName", SAY},
    {"PTH", "points", "Path_Points", COUNT},
    {"PTH", "connections", "Path_Conections", COUNT},
    {"PT", "gold", "PT_GOLD", SAY},
    {"PT", "members", "PT_MEMBERS/PT_MEMBER_ID", SAY},
    {"PT", "shared xp", "PT_XP_POOL", SAY},
    {"PT", "seconds played", "PT_PLAYEDSECONDS", SAY},
    {"NFO", "player", "PCNAME", SAY},
    {"NFO", "area", "AREANAME", SAY},
    {"NFO", "module", "LASTMODULE", SAY},
    {"NFO", "seconds played", "TIMEPLAYED", SAY},
    {"GVT", "numbers", "CatNumber", COUNT},
    {"GVT", "booleans", "CatBoolean", COUNT},
    {"GVT", "strings", "CatString", COUNT},
    {"GVT", "locations", "CatLocation", COUNT},
    {"GUI", "controls", "CONTROLS", COUNT},
    {"GUI", "tags", "CONTROLS/TAG", SAY},
    {"INV", "items", "ItemList", COUNT},
    {"ITP", "branches", "MAIN", COUNT},
    {"UTC BIC UTD UTE UTP UTT ARE IFO", "scripts", "", RQ_FACT_SCRIPTS},
};
const size_t rq_fact_row_count = sizeof rq_fact_rows / sizeof rq_fact_rows[0];

/* Long lists and long texts are cut: info is a glance. */
enum { SHOWN = 24, MOST_BYTES = 200 };

struct teller {
    struct rq_doc *doc;
    const struct rq_game *game;
    const struct rq_fact_row *row;
    struct rq_out text; /* of the fact */
    struct rq_out one;  /* of one element */
    size_t filled;      /* elements with something to say */
    size_t told;        /* those of them that the text has, or would have if it were longer */
    struct rq_error *err;
};

/* "x" is already among "a, x, b". */
static bool is_told(const struct teller *t)
{
    const uint8_t *p = t->text.data, *end = p ? p + t->text.size : p;
    while (p < end) {
        size_t size = 0;
        while (p + size < end && !(p[size] == ',' && p + size + 1 < end && p[size + 1] == ' '))
            size++;
        if (rq_same((struct rq_bytes){p, size}, rq_out_bytes(&t->one)))
            return true;
        p += size + 2;
    }
    return false;
}

static void add_one(struct teller *t)
{
    size_t size = t->one.size;
    while (size > MOST_BYTES || (size && size < t->one.size && (t->one.data[size] & 0xC0) == 0x80))
        size--;
    t->one.size = size;
    t->filled += t->one.size > 0;
    if (!t->one.size || (t->row->how == RQ_FACT_DISTINCT && is_told(t)))
        return;
    if (++t->told > SHOWN) {
        if (t->told == SHOWN + 1)
            rq_put_str(&t->text, " ...");
        return;
    }
    if (t->text.size)
        rq_put_str(&t->text, ", ");
    rq_put_bytes(&t->text, rq_out_bytes(&t->one));
}

static size_t words_before(const char *label, size_t size)
{
    while (size && label[size - 1] != ' ')
        size--;
    return size;
}

/* The fields of one struct, "+" between their labels; words before a label are said before its value. */
static bool tell_fields(struct teller *t, const struct rq_schema *schema,
                        const struct rq_gff_struct *s, const char *labels)
{
    char label[32];
    t->one.size = 0;
    while (*labels) {
        size_t size = strcspn(labels, "+"), before = t->one.size;
        size_t words = words_before(labels, size);
        snprintf(label, sizeof label, "%.*s", (int)(size - words), labels + words);
        const struct rq_field *field = rq_schema_field(schema, label, NULL);
        const struct rq_gff_field *value = rq_gff_find(s, label);
        if (before)
            rq_put8(&t->one, ' ');
        rq_put(&t->one, labels, words);
        size_t from = t->one.size;
        if (field && value && !rq_field_say(t->doc, field, value, t->game, &t->one, t->err))
            return false;
        if (t->one.size == from)
            t->one.size = before;
        labels += size + (labels[size] == '+');
    }
    add_one(t);
    return true;
}

static bool tell_path(struct teller *t, const struct rq_schema *schema,
                      const struct rq_gff_struct *s, const char *path)
{
    const char *rest = strchr(path, '/');
    char label[32];
    if (!rest)
        return tell_fields(t, schema, s, path);
    snprintf(label, sizeof label, "%.*s", (int)(rest - path), path);
    const struct rq_field *field = rq_schema_field(schema, label, NULL);
    const struct rq_gff_field *f = rq_gff_find(s, label);
    if (!field || !f || !(field->types & 1u << f->type))
        return true;
    uint32_t below = f->type == RQ_GFF_LIST ? f->size : 1;
    for (uint32_t i = 0; i < below; i++)
        if (!tell_path(t, rq_field_struct(field), &f->v.child[i], rest + 1))
            return false;
    return true;
}

/* All fields of the root that name a script: "OnOpen k_open". */
static bool tell_scripts(struct teller *t, const struct rq_schema *schema,
                         const struct rq_gff_struct *s)
{
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct rq_gff_field *f = &s->fields[i];
        const struct rq_field *field = rq_schema_field(schema, f->label, NULL);
        if (!field || strcmp(field->ref, "res:ncs") != 0 || f->type != RQ_GFF_RESREF || !f->size)
            continue;
        t->one.size = 0;
        rq_putf(&t->one, "%s ", f->label);
        if (!rq_field_say(t->doc, field, f, t->game, &t->one, t->err))
            return false;
        add_one(t);
    }
    return true;
}

static bool tell_row(struct teller *t, const struct rq_schema *schema,
                     const struct rq_gff_struct *root)
{
    const struct rq_gff_field *list = rq_gff_find(root, t->row->path);
    t->text.size = t->filled = t->told = 0;
    if (t->row->how == RQ_FACT_SCRIPTS)
        return tell_scripts(t, schema, root);
    if (t->row->how != RQ_FACT_COUNT && !tell_path(t, schema, root, t->row->path))
        return false;
    if (t->row->how == RQ_FACT_COUNT && list && list->type == RQ_GFF_LIST)
        rq_putf(&t->text, "%u", list->size);
    if (t->row->how == RQ_FACT_FILLED) {
        t->text.size = 0;
        rq_putf(&t->text, "%zu", t->filled);
    }
    return true;
}

bool rq_blueprint_facts(struct rq_doc *doc, const struct rq_game *game, rq_explain_fn *fn,
                        void *ctx, struct rq_error *err)
{
    struct rq_error own = {0};
    const struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    char kind[5] = "";
    if (gff)
        memcpy(kind, gff->type, 4);
    const struct rq_schema *schema = gff ? rq_schema_root(kind) : NULL;
    struct teller t = {.doc = doc, .game = game, .err = err ? err : &own};
    bool fine = true;
    for (size_t i = 0; fine && schema && i < rq_fact_row_count; i++) {
        t.row = &rq_fact_rows[i];
        if (!rq_word_in(t.row->kinds, schema->kind, strlen(schema->kind)))
            continue;
        fine = tell_row(&t, schema, gff->root);
        bool any = t.text.size > 0;
        rq_put8(&t.text, 0);
        fine = fine && (!t.text.failed || rq_fail_out(t.err, &t.text));
        if (fine && any)
            fn(ctx, t.row->key, (const char *)t.text.data);
    }
    rq_out_free(&t.text);
    rq_out_free(&t.one);
    return fine;
}
