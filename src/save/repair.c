/* Repairs, each on request: what it does and what is lost by it. */
#include "core/file.h"
#include "core/text.h"
#include "save/kotor.h"

#include <stdio.h>

typedef bool repair_fn(struct save_edit *e, const char *argument);

/* ---- modules ---- */

static struct save_part *find_module(struct save_edit *e, const char *name)
{
    char path[80];
    size_t size = name ? strlen(name) : 0;
    bool whole = size > 4 && rq_casecmp(name + size - 4, ".sav") == 0;
    snprintf(path, sizeof path, "SAVEGAME.sav/%.40s%s", name ? name : "", whole ? "" : ".sav");
    struct save_part *part = name ? save_find(e->save, path) : NULL;
    if (!part)
        rq_fail(e->err, RQ_USAGE, 0, e->path,
                name ? "SAVEGAME.sav has no module %.40s" : "needs the name of a module%s",
                name ? name : "");
    return part;
}

/* The script of an event, for the list of what goes. */
static void note_event(struct save_edit *e, struct rq_doc *doc, const struct rq_gff_struct *event,
                       const char *module)
{
    const struct rq_gff_field *data = rq_gff_find(event, "EventData");
    const char *script = data && data->type == RQ_GFF_STRUCT
                             ? save_text(e->save, doc, data->v.child, "Name", NULL)
                             : "";
    save_note(e->save, "%s: event %lld of object %lld%s%s goes", module,
              (long long)save_number(event, "EventId", -1),
              (long long)save_number(event, "ObjectId", -1), *script ? ", script " : "", script);
}

static bool clear_events(struct save_edit *e, const char *argument)
{
    struct save_part *module = find_module(e, argument);
    struct save_part *ifo = module ? save_entry_of_type(e->save, module, "ifo") : NULL;
    struct rq_doc *doc = NULL;
    uint32_t count;
    if (!module)
        return false;
    struct rq_gff_struct *root = ifo ? save_gff(e->save, ifo->path, &doc, e->err) : NULL;
    const struct rq_gff_struct *events = save_elements(root, "EventQueue", &count);
    if (!root || !count)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "no event waits in %.40s", argument);
    for (uint32_t i = 0; i < count; i++)
        note_event(e, doc, &events[i], module->name);
    ifo->changed = true;
    while (count--) {
        char path[40];
        snprintf(path, sizeof path, "EventQueue/%u", count);
        if (!rq_gff_remove(doc, root, path, e->err))
            return false;
    }
    return true;
}

static bool forget_module(struct save_edit *e, const char *argument)
{
    struct save_part *module = find_module(e, argument);
    if (!module)
        return false;
    if (module == save_module(e->save))
        return rq_fail(e->err, RQ_USAGE, 0, e->path,
                       "%.40s is the module that was saved last: the game could not load the slot",
                       argument);
    module->removed = true;
    module->parent->changed = true;
    return true;
}

/* ---- the rest ---- */

static bool trim_logs(struct save_edit *e, const char *argument)
{
    static const char *const lists[] = {"PT_FB_MSG_LIST", "PT_DLG_MSG_LIST", "PT_COM_MSG_LIST"};
    struct rq_doc *doc;
    struct rq_gff_struct *party = save_gff(e->save, "PARTYTABLE.res", &doc, e->err);
    uint32_t count, all = 0;
    (void)argument;
    for (size_t i = 0; party && i < 3; i++) {
        save_elements(party, lists[i], &count);
        all += count;
        while (count--) {
            char path[40];
            snprintf(path, sizeof path, "%s/%u", lists[i], count);
            if (!rq_gff_remove(doc, party, path, e->err))
                return false;
        }
    }
    if (!all)
        return party && rq_fail(e->err, RQ_USAGE, 0, e->path, "the logs are empty");
    save_find(e->save, "PARTYTABLE.res")->changed = true;
    return true;
}

static bool remove_mark(struct save_edit *e, const char *argument)
{
    struct save_part *mark = save_find(e->save, "CORRUPT");
    (void)argument;
    if (!mark)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "there is no file CORRUPT");
    mark->removed = true;
    return true;
}

/* What stands twice gets the value of PARTYTABLE.res, which the engine goes on with. */
static bool sync_facts(struct save_edit *e, const char *argument)
{
    struct rq_doc *doc, *info;
    const struct rq_gff_struct *party = save_gff(e->save, "PARTYTABLE.res", &doc, e->err);
    const struct rq_gff_struct *nfo = save_gff(e->save, "savenfo.res", &info, e->err);
    uint32_t members;
    char text[16];
    bool did = false;
    (void)argument;
    if (!party || !nfo)
        return false;
    int64_t seconds = save_number(party, "PT_PLAYEDSECONDS", -1);
    int64_t cheats = save_number(party, "PT_CHEAT_USED", -1);
    snprintf(text, sizeof text, "%lld", (long long)seconds);
    if (seconds >= 0 && save_number(nfo, "TIMEPLAYED", -1) != seconds) {
        did = true;
        if (!rq_save_set(e->save, NULL, "savenfo.res/TIMEPLAYED", text, e->err))
            return false;
    }
    if (cheats >= 0 && save_number(nfo, "CHEATUSED", -1) != cheats) {
        did = true;
        if (!rq_save_set(e->save, NULL, "cheats", cheats ? "1" : "0", e->err))
            return false;
    }
    save_elements(party, "PT_MEMBERS", &members);
    snprintf(text, sizeof text, "%u", members);
    if (members <= 2 && save_number(party, "PT_NUM_MEMBERS", -1) != members) {
        did = true;
        if (!rq_save_set(e->save, NULL, "PARTYTABLE.res/PT_NUM_MEMBERS", text, e->err))
            return false;
    }
    return did || rq_fail(e->err, RQ_USAGE, 0, e->path, "everything that stands twice is equal");
}

static bool fresh_globals(struct save_edit *e, const char *argument)
{
    struct rq_resource found = {0};
    struct save_part *part = save_find(e->save, "GLOBALVARS.res");
    struct rq_out out = {0};
    (void)argument;
    if (part && save_read(part, NULL))
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "GLOBALVARS.res is there and can be read");
    if (!e->game || !rq_game_find(e->game, "globalcat.2da", &found))
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "needs globalcat.2da of the game: --game DIR");
    struct rq_doc *table = rq_game_read(e->game, &found, NULL, e->err);
    struct rq_doc *fresh = table ? save_fresh_globals(table, e->err) : NULL;
    bool fine = fresh && rq_doc_write(fresh, &out, e->err) &&
                (part ? save_replace(part, rq_out_bytes(&out), e->err)
                      : save_add(e->save, "GLOBALVARS.res", rq_out_bytes(&out), e->err) != NULL);
    rq_doc_free(fresh);
    rq_doc_free(table);
    rq_out_free(&out);
    return fine;
}

static const struct {
    struct rq_save_repair told;
    repair_fn *fn;
} repairs[] = {
    {{"events", "removes the events that wait in a module (EventQueue), listed by script",
      "delayed commands of scripts never happen; a quest that waits for one may be stuck. Events in the queue are "
      "normal: only clear them when loading hangs",
      "MODULE"},
     clear_events},
    {{"forget", "drops the state of a module, so that the game builds it afresh on the next visit",
      "everything that happened there: open doors, taken items, dead enemies. The game does the same itself in "
      "some modules",
      "MODULE"},
     forget_module},
    {{"logs", "empties the logs of messages and dialogs", "what the log of messages shows", ""},
     trim_logs},
    {{"mark", "removes the file CORRUPT, which makes the game list the slot as damaged",
      "nothing; what made it be written may still be wrong", ""},
     remove_mark},
    {{"sync",
      "makes equal what stands twice: time, cheats, number of members; PARTYTABLE.res counts",
      "the other values", ""},
     sync_facts},
    {{"globals",
      "makes a GLOBALVARS.res that is missing or unreadable afresh from globalcat.2da (--game)",
      "all global variables: they are 0, as in a new game. Without the file the game keeps those of what was played "
      "before",
      ""},
     fresh_globals},
};

enum { REPAIRS = sizeof repairs / sizeof repairs[0] };

const struct rq_save_repair *rq_save_repair_at(size_t index)
{
    return index < REPAIRS ? &repairs[index].told : NULL;
}

bool rq_save_repair(struct rq_kotor_save *save, const struct rq_game *game, const char *name,
                    const char *argument, struct rq_error *err)
{
    struct save_edit e = {save, game, name, err};
    for (size_t i = 0; i < REPAIRS; i++)
        if (strcmp(repairs[i].told.name, name) == 0)
            return save_is_writable(save, err) && repairs[i].fn(&e, argument);
    return rq_fail(err, RQ_USAGE, 0, name,
                   "is no repair; there are events, forget, logs, mark, sync and globals");
}
