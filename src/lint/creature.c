/* Rules of creatures (UTC), in files of their own and in saved games. */
#include "lint/seen.h"

#include <stdio.h>

/* ---- classes ---- */

void rq_lint_utc_duplicate_class(struct rq_lint_file *f)
{
    uint32_t count;
    struct rq_lint_seen seen = {0};
    const struct rq_gff_struct *classes = rq_lint_list(f->at, "ClassList", &count);
    for (uint32_t i = 0; i < count; i++) {
        int64_t number = rq_lint_number(&classes[i], "Class", 0);
        if (rq_lint_seen_number(f, &seen, number))
            rq_lint_tell_element(f, "ClassList", i, "Class", "class %lld is in ClassList before",
                                 (long long)number);
    }
}

void rq_lint_utc_too_many_classes(struct rq_lint_file *f)
{
    uint32_t count;
    rq_lint_list(f->at, "ClassList", &count);
    if (count > 2)
        rq_lint_tell(f, "ClassList", "2 at most are used");
}

void rq_lint_utc_no_class(struct rq_lint_file *f)
{
    uint32_t count;
    rq_lint_list(f->at, "ClassList", &count);
    if (!rq_lint_field(f->at, "ClassList"))
        rq_lint_tell(f, "", "ClassList is not there");
    else if (!count)
        rq_lint_tell(f, "ClassList", "no class in the list");
}

void rq_lint_utc_class_bounds(struct rq_lint_file *f)
{
    uint32_t count;
    int64_t rows = rq_lint_rows(f, "classes");
    const struct rq_gff_struct *classes = rq_lint_list(f->at, "ClassList", &count);
    for (uint32_t i = 0; rows >= 0 && i < count; i++) {
        int64_t number = rq_lint_number(&classes[i], "Class", 0);
        if (number < 0 || number >= rows)
            rq_lint_tell_element(f, "ClassList", i, "Class", "classes.2da has %lld rows",
                                 (long long)rows);
    }
}

/* ---- skills, feats, powers ---- */

enum { SKILLS = 8 };

void rq_lint_utc_skill_count(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *skills = rq_lint_list(f->at, "SkillList", &count);
    if (skills && count < SKILLS)
        rq_lint_tell(f, "SkillList", "there are %d skills", SKILLS);
}

void rq_lint_utc_skill_extra(struct rq_lint_file *f)
{
    uint32_t count;
    rq_lint_list(f->at, "SkillList", &count);
    if (count > SKILLS)
        rq_lint_tell(f, "SkillList", "%d are read", SKILLS);
}

/* Elements of a list whose number stands in it before. */
static void tell_twice(struct rq_lint_file *f, const struct rq_gff_struct *s, const char *label,
                       const char *path, const char *field)
{
    uint32_t count;
    struct rq_lint_seen seen = {0};
    const struct rq_gff_struct *elements = rq_lint_list(s, label, &count);
    for (uint32_t i = 0; i < count; i++) {
        int64_t number = rq_lint_number(&elements[i], field, 0);
        if (rq_lint_seen_number(f, &seen, number))
            rq_lint_tell_element(f, path, i, field, "%s %lld is in the list before", field,
                                 (long long)number);
    }
}

void rq_lint_utc_duplicate_feat(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *classes = rq_lint_list(f->at, "ClassList", &count);
    tell_twice(f, f->at, "FeatList", "FeatList", "Feat");
    for (uint32_t i = 0; i < count; i++) {
        char path[48];
        snprintf(path, sizeof path, "ClassList/%u/KnownList0", i);
        tell_twice(f, &classes[i], "KnownList0", path, "Spell");
    }
}

/* ---- rows without which a creature does not load ---- */

static void tell_row(struct rq_lint_file *f, const char *label, const char *table)
{
    int64_t rows = rq_lint_rows(f, table), row = rq_lint_number(f->at, label, 0);
    if (rows >= 0 && row >= rows)
        rq_lint_tell(f, label, "%s.2da has %lld rows: the creature fails to load", table,
                     (long long)rows);
}

void rq_lint_utc_race_bounds(struct rq_lint_file *f)
{
    tell_row(f, "Race", "racialtypes");
}

void rq_lint_utc_appearance_bounds(struct rq_lint_file *f)
{
    tell_row(f, "Appearance_Type", "appearance");
}

/* The row of ranges.2da: PerceptionRange, or that of the appearance when it is 11. */
void rq_lint_utc_perception(struct rq_lint_file *f)
{
    enum { OF_APPEARANCE = 11 };
    int64_t row = rq_lint_number(f->at, "PerceptionRange", OF_APPEARANCE);
    int64_t look = rq_lint_number(f->at, "Appearance_Type", 0);
    int64_t looks = rq_lint_rows(f, "appearance"), ranges = rq_lint_rows(f, "ranges");
    if (rq_lint_number(f->at, "IsPC", 1))
        return;
    if (row != OF_APPEARANCE) {
        if (ranges >= 0 && row >= ranges)
            rq_lint_tell(f, "PerceptionRange", "ranges.2da has %lld rows", (long long)ranges);
        return;
    }
    if (look >= looks) /* no such appearance, or no such table: told elsewhere */
        return;
    row = rq_lint_cell_number(f, "appearance", look, "perceptiondist", -1);
    if (row < 0)
        rq_lint_tell(f, "Appearance_Type", "appearance.2da has no PERCEPTIONDIST in row %lld",
                     (long long)look);
    else if (ranges >= 0 && row >= ranges)
        rq_lint_tell(f, "Appearance_Type", "PERCEPTIONDIST is %lld, ranges.2da has %lld rows",
                     (long long)row, (long long)ranges);
}

/* ---- fields that do not do what they seem to ---- */

void rq_lint_utc_dead_saves(struct rq_lint_file *f)
{
    static const char *const labels[][2] = {{"SaveWill", "willbonus"},
                                            {"SaveFortitude", "fortbonus"}};
    for (size_t i = 0; f->version == 1 && i < 2; i++)
        if (rq_lint_field(f->at, labels[i][0]))
            rq_lint_tell(f, labels[i][0], "the engine reads %s", labels[i][1]);
}

void rq_lint_utc_save_bonus_case(struct rq_lint_file *f)
{
    static const char *const labels[][2] = {
        {"RefBonus", "refbonus"}, {"WillBonus", "willbonus"}, {"FortBonus", "fortbonus"}};
    for (size_t i = 0; i < 3; i++)
        if (rq_lint_number(f->at, labels[i][0], 0))
            rq_lint_tell(f, labels[i][0], "the engine asks for %s", labels[i][1]);
}

void rq_lint_utc_tail_wings(struct rq_lint_file *f)
{
    static const char *const labels[] = {"Tail", "Wings"};
    for (size_t i = 0; f->version == 1 && i < 2; i++)
        if (rq_lint_number(f->at, labels[i], 0))
            rq_lint_tell(f, labels[i], "the engine sets it to 0");
}

void rq_lint_utc_walkrate(struct rq_lint_file *f)
{
    if (!rq_lint_field(f->at, "MovementRate") && !rq_lint_field(f->at, "WalkRate"))
        rq_lint_tell(f, "", "neither MovementRate nor WalkRate is there");
}

void rq_lint_utc_hp_above_max(struct rq_lint_file *f)
{
    int64_t now = rq_lint_number(f->at, "CurrentHitPoints", 0);
    int64_t most = rq_lint_number(f->at, "MaxHitPoints", INT16_MAX);
    if (now > most)
        rq_lint_tell(f, "CurrentHitPoints", "MaxHitPoints is %lld", (long long)most);
}

/* ---- equipment ---- */

/* Bits of enum "slot" of the tables of fields; the last two are K2's second set of weapons. */
static bool is_slot(const struct rq_lint_file *f, uint32_t id)
{
    uint32_t slots = 0x3C7BB | (f->version == 2 ? 0xC0000 : 0);
    return (id & (id - 1)) == 0 && (id & slots) != 0;
}

void rq_lint_utc_equip_slot(struct rq_lint_file *f)
{
    uint32_t count;
    struct rq_lint_seen seen = {0};
    const struct rq_gff_struct *items = rq_lint_list(f->at, "Equip_ItemList", &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id = items[i].id;
        if (!is_slot(f, id))
            rq_lint_tell_element(f, "Equip_ItemList", i, "", "its number 0x%X is no slot", id);
        else if (rq_lint_seen_number(f, &seen, id))
            rq_lint_tell_element(f, "Equip_ItemList", i, "", "slot 0x%X has an item before it", id);
    }
}

/* ---- scripts that nothing runs ---- */

static const struct {
    const char *kind, *label;
} dead_slots[] = {{"UTC", "ScriptRested"},
                  {"UTD", "OnUnlock"},
                  {"UTP", "OnUnlock"},
                  {"IFO", "Mod_OnModStart"},
                  {"IFO", "Mod_StartMovie"}};

void rq_lint_script_slot_dead(struct rq_lint_file *f)
{
    for (size_t i = 0; f->version == 1 && i < sizeof dead_slots / sizeof dead_slots[0]; i++)
        if (strcmp(f->kind, dead_slots[i].kind) == 0 && !f->path_size &&
            rq_lint_text(f->at, dead_slots[i].label).size)
            rq_lint_tell(f, dead_slots[i].label, "the first game never runs it");
}
