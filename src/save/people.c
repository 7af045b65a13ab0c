/* Where the player and the companions are, and who they are. */
#include "save/kotor.h"

#include "core/file.h"
#include "core/text.h"

#include <stdio.h>
#include <stdlib.h>

/* npc.2da of both games. A slot is a container: who is in it, its file tells. */
static const char *const names[2][SAVE_NPCS] = {
    {"Bastila", "Canderous", "Carth", "HK-47", "Jolee", "Juhani", "Mission", "T3-M4", "Zaalbar"},
    {"Atton", "Bao-Dur", "Mandalore", "G0-T0", "Handmaiden", "HK-47", "Kreia", "Mira", "T3-M4",
     "Visas", "Hanharr", "Disciple"}};

const char *save_slot_name(const struct rq_kotor_save *save, unsigned slot)
{
    return slot < SAVE_NPCS ? names[save->info.version == 2][slot] : NULL;
}

struct save_part *save_entry_of_type(struct rq_kotor_save *save, struct save_part *archive,
                                     const char *extension)
{
    if (!save_list(save, archive, NULL))
        return NULL;
    for (uint32_t i = 0; i < save->count; i++)
        if (save->parts[i]->parent == archive && !save->parts[i]->removed &&
            rq_casecmp(rq_path_extension(save->parts[i]->name), extension) == 0)
            return save->parts[i];
    return NULL;
}

static bool has_player(struct rq_kotor_save *save, struct save_part *module)
{
    struct save_part *ifo = save_entry_of_type(save, module, "ifo");
    struct rq_doc *doc;
    uint32_t count = 0;
    if (ifo)
        save_elements(save_gff(save, ifo->path, &doc, NULL), "Mod_PlayerList", &count);
    return count != 0;
}

struct save_part *save_module(struct rq_kotor_save *save)
{
    struct save_part *archive = save_find(save, "SAVEGAME.sav"), *only = NULL;
    char path[80];
    snprintf(path, sizeof path, "SAVEGAME.sav/%.32s.sav", save->info.module);
    struct save_part *module = *save->info.module ? save_find(save, path) : NULL;
    if (module || !archive || *save->info.module || !save_list(save, archive, NULL))
        return module;
    /* Without savenfo.res: the module that has a player. */
    for (uint32_t i = 0; i < save->count && !only; i++)
        if (save->parts[i]->parent == archive && !save->parts[i]->removed &&
            rq_casecmp(rq_path_extension(save->parts[i]->name), "sav") == 0 &&
            has_player(save, save->parts[i]))
            only = save->parts[i];
    return only;
}

static bool take_person(struct rq_kotor_save *save, struct save_part *part, const char *path,
                        struct save_person *person, struct rq_error *err)
{
    struct rq_gff_struct *root = save_gff(save, part->path, &person->doc, err);
    person->part = part;
    person->path = path;
    return root && rq_gff_get_struct(person->doc, root, path, &person->s, err);
}

/* Who is in Mod_PlayerList: of pifo.ifo, or of the module that was saved last. */
static bool take_listed(struct rq_kotor_save *save, struct save_person *person,
                        struct rq_error *err)
{
    struct save_part *pifo = save_find(save, "pifo.ifo");
    if (save->info.kind == RQ_SAVE_TRANSITION && pifo)
        return take_person(save, pifo, "Mod_PlayerList/0", person, err);
    struct save_part *module = save_module(save);
    struct save_part *ifo = module ? save_entry_of_type(save, module, "ifo") : NULL;
    if (!ifo)
        return rq_fail(err, RQ_USAGE, 0, "player", "%s: the player is in it",
                       !save_find(save, "SAVEGAME.sav") ? "SAVEGAME.sav is not there"
                       : module ? "the archive of the module has no module.ifo"
                                : "the archive of the module that was saved last is not there");
    return take_person(save, ifo, "Mod_PlayerList/0", person, err);
}

static int64_t stand_in(struct rq_kotor_save *save)
{
    struct rq_doc *doc;
    return save_number(save_gff(save, "PARTYTABLE.res", &doc, NULL), "PT_CONTROLLED_NP", -1);
}

bool save_player(struct rq_kotor_save *save, struct save_person *person, struct rq_error *err)
{
    struct save_part *pc = save_find(save, "SAVEGAME.sav/PC.utc");
    *person = (struct save_person){0};
    /* While a companion stands in for the player, Mod_PlayerList has the companion. PC.utc of K2 is there all
     * the time, and then holds the player as he was created: of a real save it has level 1, and the list level
     * 16. */
    if (pc && stand_in(save) != -1)
        return take_person(save, pc, "", person, err);
    return take_listed(save, person, err);
}

bool save_companion(struct rq_kotor_save *save, unsigned slot, struct save_person *person,
                    struct rq_error *err)
{
    char path[60];
    snprintf(path, sizeof path, "SAVEGAME.sav/AVAILNPC%u.utc", slot);
    struct save_part *part = save_find(save, path);
    *person = (struct save_person){0};
    if (!part)
        return rq_fail(err, RQ_USAGE, 0, path,
                       "the slot has no such file: this companion has none");
    /* The file of one who stands in for the player is stale and not loaded. */
    if (stand_in(save) == slot && take_listed(save, person, NULL))
        return true;
    return take_person(save, part, "", person, err);
}

int save_companion_slot(struct rq_kotor_save *save, const char *who)
{
    char *end;
    unsigned long number = strtoul(who, &end, 10);
    if (end > who && !*end)
        return number < SAVE_NPCS ? (int)number : -1;
    for (unsigned i = 0; i < SAVE_NPCS; i++) {
        struct save_person person;
        const char *name = save_slot_name(save, i);
        if (name && rq_casecmp(name, who) == 0)
            return (int)i;
        if (save_companion(save, i, &person, NULL) &&
            (rq_casecmp(save_text(save, person.doc, person.s, "Tag", NULL), who) == 0 ||
             rq_casecmp(save_text(save, person.doc, person.s, "FirstName", NULL), who) == 0))
            return (int)i;
    }
    return -1;
}
