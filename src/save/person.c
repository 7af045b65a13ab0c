/* Values of one character, and characters as JSON. */
#include "core/text.h"
#include "save/kotor.h"

#include <reliquary/blueprint.h>
#include <stdio.h>
#include <stdlib.h>

/* A path in the document, from one in the character's struct. */
static const char *whole(struct save_edit *e, const struct save_person *p, const char *path)
{
    const char *text = *p->path ? rq_arena_printf(&e->save->arena, "%s/%s", p->path, path) : path;
    return text ? text : "";
}

static bool field(struct save_edit *e, const struct save_person *p, const char *path,
                  const char *value, struct rq_out *out)
{
    return value ? save_set_field(e, p->part, whole(e, p, path), value)
                 : rq_doc_get(p->doc, whole(e, p, path), out, e->err);
}

/* ---- names ---- */

/* The text of a locstring in the language that it has, or in English. A number of the talk table would win over
 * the text: it goes. */
static bool set_loc(struct save_edit *e, const struct save_person *p, const char *label,
                    const char *value)
{
    const struct rq_gff_locstring *loc;
    char text[40], strref[40];
    if (!rq_gff_get_locstring(p->doc, p->s, label, &loc, e->err))
        return false;
    p->part->changed = true;
    snprintf(text, sizeof text, "%s/%u", label, loc->count ? loc->texts[0].id : 0);
    snprintf(strref, sizeof strref, "%s/strref", label);
    if (!(loc->count ? rq_gff_set_string(p->doc, p->s, text, value, e->err)
                     : rq_gff_add_string(p->doc, p->s, text, value, e->err)))
        return false;
    return loc->strref == UINT32_MAX || rq_gff_set_strref(p->doc, p->s, strref, UINT32_MAX, e->err);
}

static bool name(struct save_edit *e, const struct save_person *p, const char *value,
                 struct rq_out *out)
{
    if (!value) {
        rq_put_str(out, save_text(e->save, p->doc, p->s, "FirstName", NULL));
        return !out->failed;
    }
    return set_loc(e, p, "FirstName", value) &&
           (!rq_gff_has(p->s, "Mod_FirstName") || set_loc(e, p, "Mod_FirstName", value));
}

/* ---- skills, feats, powers ---- */

/* A number, or the name as far as it is unique: "treat" for "treat injury". -1: none. */
static int skill_number(const char *text)
{
    size_t count, size = strlen(text);
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    const struct rq_named_value *names = rq_named_values("skill", &count);
    if (end > text && !*end)
        return number < count ? (int)number : -1;
    for (size_t i = 0; i < count && size > 2; i++) {
        size_t same = 0;
        while (same < size && rq_lower(names[i].name[same]) == rq_lower(text[same]))
            same++;
        if (same == size)
            return (int)i;
    }
    return -1;
}

static bool skill(struct save_edit *e, const struct save_person *p, const char *text,
                  const char *value, struct rq_out *out)
{
    char path[40];
    int number = skill_number(text);
    if (number < 0)
        return rq_fail(
            e->err, RQ_USAGE, 0, e->path,
            "%.30s: computer, demolitions, stealth, awareness, persuade, repair, security or "
            "treat injury",
            text);
    snprintf(path, sizeof path, "SkillList/%d/Rank", number);
    return field(e, p, path, value, out);
}

/* The number of a row that a person wrote, by the tables. */
static bool row_number(struct save_edit *e, const char *known, const char *value, int64_t *row)
{
    struct rq_out text = {0};
    const struct rq_field *of = rq_field_at("UTC", known, NULL);
    bool fine = of && rq_field_value(of, e->game, e->path, value, &text, e->err);
    char *end = NULL;
    *row = fine ? strtol((char *)text.data, &end, 10) : 0;
    if (fine && (*end || *row < 0))
        fine = rq_fail(e->err, RQ_USAGE, 0, e->path,
                       "%s: a number of a row; with --game also its name", value);
    rq_out_free(&text);
    return fine;
}

/* Adds an element with one number to a list, or takes it out. */
static bool change_list(struct save_edit *e, const struct save_person *p, const char *list,
                        const char *label, uint32_t id, int64_t row, bool add)
{
    uint32_t count, i = 0;
    char path[80];
    const struct rq_gff_struct *items = save_elements(p->s, list, &count);
    struct rq_gff_struct *added;
    while (i < count && save_number(&items[i], label, -1) != row)
        i++;
    if (add == (i < count))
        return rq_fail(e->err, RQ_USAGE, 0, e->path,
                       add ? "the character has it already" : "the character does not have it");
    p->part->changed = true;
    if (!add) {
        snprintf(path, sizeof path, "%s/%u", list, i);
        return rq_gff_remove(p->doc, p->s, path, e->err);
    }
    if (!rq_gff_has(p->s, list) && !rq_gff_add_list(p->doc, p->s, list, e->err))
        return false;
    snprintf(path, sizeof path, "%s/-", list);
    return rq_gff_add_struct(p->doc, p->s, path, id, &added, e->err) &&
           rq_gff_add_word(p->doc, added, label, row, e->err);
}

static bool list_numbers(const struct save_person *p, const char *list, const char *label,
                         struct rq_out *out)
{
    uint32_t count;
    const struct rq_gff_struct *items = save_elements(p->s, list, &count);
    for (uint32_t i = 0; i < count; i++)
        rq_putf(out, "%s%lld", i ? "," : "", (long long)save_number(&items[i], label, -1));
    return !out->failed;
}

static bool feats(struct save_edit *e, const struct save_person *p, const char *rest,
                  const char *value, struct rq_out *out)
{
    int64_t row;
    bool add = strcmp(rest, "add") == 0;
    if (!value)
        return list_numbers(p, "FeatList", "Feat", out);
    if (!add && strcmp(rest, "remove") != 0)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "feats/add or feats/remove");
    return row_number(e, "FeatList/0/Feat", value, &row) &&
           change_list(e, p, "FeatList", "Feat", 1, row, add);
}

static bool powers(struct save_edit *e, const struct save_person *p, const char *rest,
                   const char *value, struct rq_out *out)
{
    int64_t row;
    uint32_t count;
    const struct rq_gff_struct *classes = save_elements(p->s, "ClassList", &count);
    char list[40];
    bool add = strcmp(rest, "add") == 0;
    /* Of two classes the second is the Jedi's. */
    while (count && !rq_gff_has(&classes[count - 1], "KnownList0"))
        count--;
    if (!count)
        return !value ||
               rq_fail(e->err, RQ_USAGE, 0, e->path, "no class of the character has powers");
    snprintf(list, sizeof list, "ClassList/%u/KnownList0", count - 1);
    if (!value)
        return list_numbers(p, list, "Spell", out);
    if (!add && strcmp(rest, "remove") != 0)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "powers/add or powers/remove");
    return row_number(e, "ClassList/0/KnownList0/0/Spell", value, &row) &&
           change_list(e, p, list, "Spell", 3, row, add);
}

static bool level(struct save_edit *e, const struct save_person *p, const char *value,
                  struct rq_out *out)
{
    char *end, path[40];
    unsigned long number = value ? strtoul(value, &end, 10) : 0;
    if (value && (end == value || *end != ','))
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "%s: CLASS,LEVEL with the number in ClassList",
                       value);
    snprintf(path, sizeof path, "ClassList/%lu/ClassLevel", number);
    if (value)
        save_note(e->save,
                  "LvlStatList keeps what each level gave: it is short now. More experience lets "
                  "the game raise levels itself");
    return field(e, p, path, value ? end + 1 : NULL, out);
}

/* ---- all of them ---- */

static const struct {
    const char *word, *label, *note;
} words[] = {
    {"hp", "CurrentHitPoints", "the game gives the player all hit points when it loads"},
    {"fp", "CurrentForce", NULL},
    {"xp", "Experience", NULL},
    {"alignment", "GoodEvil", NULL},
    {"MaxHitPoints", "MaxHitPoints", "the game works it out again when it loads"},
    {"MaxForcePoints", "MaxForcePoints", "the game works it out again when it loads"},
};

static const char *after(const char *path, const char *word)
{
    size_t size = strlen(word);
    if (strncmp(path, word, size) != 0 || (path[size] && path[size] != '/'))
        return NULL;
    return path + size + (path[size] == '/');
}

bool save_person_value(struct save_edit *e, const struct save_person *p, const char *rest,
                       const char *value, struct rq_out *out)
{
    const char *more;
    if (strcmp(rest, "name") == 0)
        return name(e, p, value, out);
    if (strcmp(rest, "level") == 0)
        return level(e, p, value, out);
    if ((more = after(rest, "skills")))
        return skill(e, p, more, value, out);
    if ((more = after(rest, "feats")))
        return feats(e, p, more, value, out);
    if ((more = after(rest, "powers")))
        return powers(e, p, more, value, out);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(rest, words[i].word) == 0) {
            if (value && words[i].note)
                save_note(e->save, "%s", words[i].note);
            rest = words[i].label;
            break;
        }
    return field(e, p, rest, value, out);
}

/* ---- as JSON ---- */

/* What belongs to the place and the moment, not to the character. */
static bool is_of_place(const char *label)
{
    static const char *const labels[] = {
        "ObjectId",       "AreaId",       "XPosition",    "YPosition",
        "ZPosition",      "XOrientation", "YOrientation", "ZOrientation",
        "ActionList",     "EffectList",   "CombatInfo",   "CombatRoundData",
        "PerceptionList", "SWVarTable",   "IsPC",         "Mod_IsPrimaryPlr"};
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
        if (strcmp(labels[i], label) == 0)
            return true;
    return strncmp(label, "Mod_", 4) == 0;
}

static bool export_json(struct save_edit *e, const struct save_person *p, struct rq_out *out)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, e->err);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    if (!gff)
        return false;
    memcpy(gff->type, "UTC ", 4);
    bool fine = rq_gff_set_copy(doc, gff->root, "", p->doc, p->s, "", e->err) &&
                rq_gff_set_id(doc, gff->root, "", UINT32_MAX, e->err) &&
                rq_doc_to_json(doc, out, e->err);
    rq_doc_free(doc);
    return fine;
}

static bool import_fields(struct save_edit *e, const struct save_person *p, struct rq_doc *from)
{
    struct rq_gff *gff = rq_doc_root(from, "gff");
    if (!gff)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "is no JSON of a character");
    for (uint32_t i = 0; i < gff->root->field_count; i++) {
        const char *label = gff->root->fields[i].label;
        if (is_of_place(label))
            continue;
        if (!(rq_gff_has(p->s, label)
                  ? rq_gff_set_copy(p->doc, p->s, label, from, gff->root, label, e->err)
                  : rq_gff_add_copy(p->doc, p->s, label, from, gff->root, label, e->err)))
            return false;
    }
    return true;
}

/* Fields of the character are replaced, those that the file lacks stay. */
bool save_person_json(struct save_edit *e, const struct save_person *p, const char *value,
                      struct rq_out *out)
{
    struct rq_map map = {0};
    if (!value)
        return export_json(e, p, out);
    if (!save_open_value(e, value, &map))
        return false;
    struct rq_doc *from = rq_doc_from_json(map.bytes, NULL, e->err);
    p->part->changed = true;
    bool fine = from && import_fields(e, p, from);
    rq_doc_free(from);
    rq_map_close(&map);
    return fine;
}
