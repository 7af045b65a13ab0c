/* Memory that runs out while the service of the studio answers, saved games and archives are written, and games are searched.
 * See memory.h; all files are those of the demo, below $RQ_DEMO_DIR. */
#include "answers.h"
#include "core/file.h"
#include "core/fs.h"
#include "game/search.h"
#include "memory.h"
#include "support/demo_copy.h"

#include <reliquary/game.h>
#include <reliquary/refs.h>
#include <reliquary/save.h>

static const char root[] = RQ_BUILD_DIR "/memory-service";

static const char *below(const char *name)
{
    return check_below(root, name);
}

/* What only prepares or looks has memory: it lasts from set_aside to put_back. */
static struct rq_usual_memory set_aside(void)
{
    struct rq_usual_memory was = rq_usual_memory;
    rq_usual_memory = (struct rq_usual_memory){NULL, false};
    return was;
}

static void put_back(struct rq_usual_memory was)
{
    rq_usual_memory = was;
}

/* A folder as it was before the work that changes it. */
static void start_with(const char *from, const char *to)
{
    struct rq_usual_memory was = set_aside();
    rq_fs_remove(below(to));
    REQUIRE(copy_folder(below(from), below(to), 1));
    put_back(was);
}

/* What a work has left on the disk. */
static void hash_folder(struct work *w, const char *name)
{
    struct rq_usual_memory was = set_aside();
    struct rq_walk walk = {0};
    CHECK(rq_walk_add(&walk, below(name), NULL));
    for (size_t i = 0; i < walk.count; i++) {
        struct rq_map map = {0};
        said(&w->said, "%s", walk.items[i].relative);
        if (CHECK(rq_map_open(&map, walk.items[i].path, NULL)))
            work_made(w, map.bytes);
        rq_map_close(&map);
    }
    rq_walk_free(&walk);
    put_back(was);
}

/* ---- the service ---- */

/* Requests as lines, see answers.c: ' stands for ", @ for the sum of the last plan, # for the place with the name "a_mod". Those
 * with - before them prepare, and are asked with memory. */
struct chain {
    const char *game;   /* a folder; it is copied anew when fresh is set */
    const char *fresh;  /* folder that it is a copy of; or NULL */
    const char *kept;   /* folder of the state that stays from one try to the next; or NULL */
    bool opens;         /* opening is a part of the work */
    const char *before; /* a request of a service that was closed before; or NULL */
    const char *lines[8];
};

struct dialogue {
    struct rq_service *service;
    char sum[17], place[12];
};

/* Answers with sums and places are remembered; their times are not hashed. */
static void hear_answer(struct work *w, struct dialogue *d, const char *path,
                        struct rq_response *response)
{
    struct rq_out clean = {0};
    if (is_text(response)) {
        rq_put8(&response->body, 0);
        const char *text = (const char *)response->body.data;
        const char *sum = strstr(text, "\"sum\":\""), *place = strstr(text, ",\"name\":\"a_mod\"");
        if (sum)
            snprintf(d->sum, sizeof d->sum, "%.16s", sum + 7);
        while (place && place > text && place[-1] != ':')
            place--;
        if (place)
            snprintf(d->place, sizeof d->place, "%.*s", (int)strspn(place, "0123456789"), place);
        put_clean(&clean, path, text, root);
    } else {
        rq_put(&clean, response->body.data, response->body.size);
    }
    said(&w->said, "%s", path);
    work_made(w, rq_out_bytes(&clean));
    rq_out_free(&clean);
}

static bool ask(struct work *w, struct dialogue *d, const char *line)
{
    char path[64], query[300] = "", body[1400] = "";
    size_t used = 0;
    bool prepares = *line == '-';
    line += prepares;
    enum rq_method method = *line == 'G' ? RQ_GET : RQ_POST;
    line += 2;
    snprintf(path, sizeof path, "/api/%.*s", (int)strcspn(line, " "), line);
    line += strcspn(line, " ");
    for (line += *line == ' '; *line && *line != ' '; line++) {
        char one[2] = {*line, 0};
        used += (size_t)snprintf(query + used, sizeof query - used, "%s",
                                 *line == '@'   ? d->sum
                                 : *line == '#' ? d->place
                                                : one);
    }
    line += *line == ' ';
    for (used = 0; *line && used < sizeof body - 1; line++)
        body[used++] = *line == '\'' ? '"' : *line;
    const struct rq_request request = {method, path, query, {(const uint8_t *)body, used}};
    struct rq_response response;
    struct rq_usual_memory was = rq_usual_memory;
    if (prepares)
        set_aside();
    rq_service_answer(d->service, &request, &response);
    set_aside();
    bool fine = response.status == 200;
    if (fine)
        hear_answer(w, d, path, &response);
    else
        rq_fail(&w->err, RQ_USAGE, 0, path, "%d %.*s", response.status, (int)response.body.size,
                response.body.size ? (const char *)response.body.data : "");
    rq_response_free(&response);
    put_back(was);
    return fine;
}

static bool open_service(struct dialogue *d, const struct chain *chain, struct rq_error *err)
{
    char state[600];
    snprintf(state, sizeof state, "%s", below(chain->kept ? chain->kept : "state"));
    *d = (struct dialogue){.service =
                               rq_service_open(&(struct rq_service_options){.state = state}, err)};
    return d->service && rq_service_open_game(d->service, below(chain->game), err) == 1;
}

static bool answer(struct work *w)
{
    const struct chain *chain = w->what;
    struct dialogue d = {0};
    struct rq_usual_memory was = set_aside();
    bool fine = true;
    rq_fs_remove(below("state"));
    if (chain->fresh)
        start_with(chain->fresh, chain->game);
    if (chain->before) {
        fine = open_service(&d, chain, &w->err) && ask(w, &d, chain->before);
        rq_service_close(d.service);
        d.service = NULL;
    }
    if (chain->opens)
        put_back(was);
    fine = fine && open_service(&d, chain, &w->err);
    put_back(was);
    for (size_t i = 0; fine && i < 8 && chain->lines[i]; i++)
        fine = ask(w, &d, chain->lines[i]);
    if (fine && chain->fresh)
        hash_folder(w, check_below(chain->game, "override"));
    rq_service_close(d.service);
    return fine;
}

#define GUARD  "game=1&res=modules/demo01.mod/guard.utc"
#define HELLO  "game=1&res=override/demo_hello.ncs"
#define ISLAND "game=1&res=maps/ISLAND"
#define NEW    "game=1&res=override/new.utc"
#define MODEL                                                                                      \
    "newmodel new\nsetsupermodel new NULL\nbeginmodelgeom new\nnode dummy new\nparent NULL\n"      \
    "endnode\nnode trimesh m\nparent new\nverts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n"                 \
    "0 1 2 1 0 0 0 1\nendnode\nendmodelgeom new\ndonemodel new\n"
#define SET " [{'op':'set','path':'Tag','value':'x'},{'op':'set','path':'Str','value':'9'}]"

static const char *const kotor_requests[] = {
    "G about",
    "G places",
    "G places place=1",
    "P open place=1",
    "P drop name=x.txi mipmap 1",
    "G games",
    "G tree game=1",
    "G info " GUARD,
    "G info game=1&res=override/demo_guard.mdl",
    "G form " GUARD,
    "G form game=1&res=modules/demo01.mod/keeper.dlg&under=EntryList/0",
    "G field kind=utc&path=Appearance_Type",
    "G json " GUARD,
    "G schema kind=utc",
    "G bytes " GUARD,
    "G notes " GUARD,
    "G made game=1&res=override/demo_crest.tpc",
    "G file game=1&res=override/demo_crest.tpc",
    "G file game=1&res=override/demo_by_hand.2da&to=csv",
    "G file game=1&res=override/demo_table.mdl&to=glb",
    "G file game=1&res=override/demo01.lyt&to=glb",
    "G render game=1&res=override/demo_table.mdl&size=8",
    "G talk game=1&strref=5",
    "G rows game=1&table=demo_items",
    "G script " HELLO "&form=source",
    "G script " HELLO "&form=listing",
    "P run " HELLO,
    "G name game=1&res=override/demo_three.ltr",
    "G search game=1&q=guard&type=utc",
    "G lint " GUARD,
    "G explain rule=gff-strref-range",
    "G verify " GUARD,
    "G edits game=1",
    "G changes game=1",
    "G records game=1",
    "G mods game=1",
    "G slots game=1",
    "G slot game=1&slot=2&all=1",
    "G screen game=1&slot=4",
    "P slot-changes game=1&slot=3 [{'path':'gold','value':'5'}]",
    "G slot-diff game=1&slot=1&other=3",
    "P quit",
};

static const char *const redguard_requests[] = {
    "G tree game=1",
    "G info " ISLAND ".RGM",
    "G script " ISLAND ".RGM&form=listing",
    "G play " ISLAND ".RGM",
    "G play " ISLAND ".RGM&actor=PATROL",
    "G file game=1&res=fxart/TEXBSI.009",
    "G lint " ISLAND ".RGM",
    "G pvo " ISLAND ".PVO",
    "G seen " ISLAND ".PVO&x=0&y=0&z=0",
    "P run " ISLAND ".RGM",
};

/* Chains that write begin with a small game: modules, a key, an Override, a slot and a mod. */
static const struct chain chains[] = {
    {.game = "kotor", .opens = true, .lines = {"G games"}},
    {.game = "redguard", .opens = true, .lines = {"G games"}},
    {.game = "kotor", .opens = true, .before = "P edit " GUARD SET, .lines = {"G json " GUARD}},
    {.game = "kotor",
     .opens = true,
     .before =
         "P edit-all game=1 [{'res':'modules/demo01.mod/guard.utc','ops':[{'op':'set','path':'Tag',"
         "'value':'a'}]},{'res':'override/demo_wall.txi','ops':[{'op':'delete'}]}]",
     .lines = {"P undo " GUARD, "G edits game=1"}},
    {.game = "work",
     .fresh = "small",
     .lines = {"P edit " GUARD SET, "P undo " GUARD, "P redo " GUARD, "G edits game=1",
               "G json " GUARD}},
    {.game = "work", .fresh = "small", .lines = {"-P edit " GUARD SET, "P discard " GUARD}},
    {.game = "work",
     .fresh = "small",
     .lines =
         {"P new " NEW, "P new game=1&res=override/copy.utc&from=modules/demo01.mod/guard.utc",
          "P edit-all game=1 [{'res':'override/new.utc','ops':[{'op':'set','path':'Tag','value"
          "':'g'}]},{'res':'override/copy.utc','ops':[{'op':'set','path':'Tag','value':'g'}]}]",
          "P undo " NEW, "P redo " NEW, "G changes game=1"}},
    {.game = "work",
     .fresh = "small",
     .lines = {"P edit " HELLO " [{'op':'compile','kind':'source','text':'void main() { int i; "
               "for (i = 0; i < 3; i++) PrintInteger(i); }'}]",
               "P run " HELLO, "G script " HELLO "&form=source"}},
    {.game = "work",
     .fresh = "small",
     .lines =
         {"P import game=1&res=override/demo_table.mdl " MODEL,
          "P edit game=1&res=override/demo_keeper.ssf [{'op':'delete'}]",
          "P edit game=1&res=modules/demo01.mod/keeper.dlg "
          "[{'op':'insert','path':'EntryList/-','kind':'struct'},"
          "{'op':'move','path':'EntryList/0','to':1},{'op':'remove','path':'EntryList/0/Text'}]",
          "G changes game=1"}},
    {.game = "work",
     .fresh = "small",
     .lines = {"-P edit " GUARD SET,
               "-P edit game=1&res=override/demo_keeper.ssf [{'op':'delete'}]", "-P new " NEW,
               "-P edit game=1&res=chitin.key/guard.utc "
               "[{'op':'set','path':'Tag','value':'bif'}]",
               "-G changes game=1", "P apply game=1&sum=@", "G records game=1", "G tree game=1"}},
    {.game = "work",
     .fresh = "small",
     .lines = {"-P new " NEW, "-G changes game=1", "-P apply game=1&sum=@",
               "P restore game=1&record=000001"}},
    {.game = "work",
     .fresh = "small",
     .lines = {"G places", "G places place=1", "G mod game=1&place=#"}},
    {.game = "work",
     .fresh = "small",
     .lines = {"-G places", "-G places place=1", "-G mod game=1&place=#",
               "P mod-install game=1&place=#&sum=@", "G mods game=1"}},
    {.game = "work",
     .fresh = "small",
     .lines = {"-G places", "-G places place=1", "-G mod game=1&place=#",
               "-P mod-install game=1&place=#&sum=@", "G mod game=1&place=#&again=1",
               "P mod-undo game=1&record=000001"}},
    {.game = "work",
     .fresh = "small",
     .lines = {"P slot-apply game=1&slot=1 [{'path':'gold','value':'12'}]",
               "G slot game=1&slot=1"}},
    {.game = "work",
     .fresh = "small",
     .lines = {"-P slot-apply game=1&slot=1 [{'path':'gold','value':'12'}]",
               "P slot-restore game=1&slot=1", "G slot game=1&slot=1"}},
    /* An index is made by all cores: it is there already, and is read by one. */
    {.game = "kotor",
     .kept = "kept",
     .before = "G uses game=1&name=guard",
     .lines = {"G uses game=1&name=guard"}},
    {.game = "kotor", .kept = "kept", .lines = {"G missing game=1"}},
    {.game = "kotor", .kept = "kept", .lines = {"G unused game=1&kind=resource&type=utc"}},
};

static bool copy_some(const char *const *names, size_t count, const char *from, const char *to)
{
    for (size_t i = 0; i < count; i++) {
        char source[600], name[600];
        snprintf(source, sizeof source, "%s/%s", below(from), names[i]);
        snprintf(name, sizeof name, "%s", names[i]);
        const struct rq_found found = {.path = source, .relative = name};
        if (!copy_demo_file(below(to), &found))
            return false;
    }
    return true;
}

static void make_small(void)
{
    static const char *const names[] = {"chitin.key",
                                        "data/templates.bif",
                                        "data/talk.bzf",
                                        "dialog.tlk",
                                        "modules/demo01.mod",
                                        "override/demo_hello.ncs",
                                        "override/demo01.lyt",
                                        "override/demo_by_hand.2da",
                                        "override/demo_keeper.ssf",
                                        "override/demo_table.mdl",
                                        "override/demo_table.mdx",
                                        "saves/000002 - Game1/GLOBALVARS.res",
                                        "saves/000002 - Game1/PARTYTABLE.res",
                                        "saves/000002 - Game1/SAVEGAME.sav",
                                        "saves/000002 - Game1/savenfo.res"};
    static const char mod[] =
        "[InstallList]\nf0=Override\n[f0]\nFile0=note.txt\n[GFFList]\nReplaceFile0=guard.utc\n"
        "[guard.utc]\n!Destination=modules\\demo01.mod\nTag=modded\n";
    REQUIRE(copy_some(names, sizeof names / sizeof names[0], "kotor", "small"));
    REQUIRE(rq_make_folder(below("small/a_mod/tslpatchdata"), NULL));
    REQUIRE(check_write(below("small/a_mod/tslpatchdata/note.txt"), "note", 4));
    REQUIRE(check_write(below("small/a_mod/tslpatchdata/changes.ini"), mod, strlen(mod)));
}

static void test_service(void)
{
    for (size_t i = 0; i < sizeof chains / sizeof chains[0]; i++)
        memory_runs_out(chains[i].lines[0], answer, &chains[i], 8);
    for (size_t i = 0; i < sizeof kotor_requests / sizeof kotor_requests[0]; i++)
        memory_runs_out(kotor_requests[i], answer,
                        &(struct chain){.game = "kotor", .lines = {"-G places", kotor_requests[i]}},
                        10);
    for (size_t i = 0; i < sizeof redguard_requests / sizeof redguard_requests[0]; i++)
        memory_runs_out(redguard_requests[i], answer,
                        &(struct chain){.game = "redguard", .lines = {redguard_requests[i]}}, 10);
}

/* ---- saved games ---- */

static bool list_slots(struct work *w)
{
    struct rq_slots *slots = rq_slots_open(w->what, &w->err);
    bool fine = slots != NULL;
    for (size_t i = 0; slots && i < rq_slots_count(slots); i++)
        said(&w->said, "%s %s", rq_slots_path(slots, i), rq_slots_family(slots, i));
    rq_slots_close(slots);
    return fine;
}

static bool read_redguard_slot(struct work *w)
{
    struct rq_redguard_save *save = rq_redguard_save_open(w->what, &w->err);
    bool fine = save != NULL;
    if (fine)
        said(&w->said, "%s %s %d %u %s %s", save->title, save->version, save->understood,
             (unsigned)save->world, save->picture, save->logbook);
    for (size_t i = 0; fine && i < save->map_count; i++)
        said(&w->said, "%s", save->maps[i]);
    rq_redguard_save_close(save);
    return fine;
}

static const char slot[] = "slots/saves/000003 - Game2";

static bool change_slot(const char *value, struct rq_error *err)
{
    struct rq_kotor_save *save = rq_save_open(below(slot), NULL, err);
    bool fine = save && rq_save_set(save, NULL, "gold", value, err) &&
                rq_save_set(save, NULL, "player/name", "Nobody", err) &&
                rq_save_commit(save, value, err);
    rq_save_close(save);
    return fine;
}

/* A walk passes over folders of records: they are copied by their name. */
static void start_slots(const char *from)
{
    char records[100];
    snprintf(records, sizeof records, "%s/saves.reliquary", from);
    start_with(from, "slots");
    if (rq_path_kind(below(records), NULL) == RQ_PATH_FOLDER)
        start_with(records, "slots/saves.reliquary");
}

static bool commit_slot(struct work *w)
{
    start_slots("plain slots");
    bool fine = change_slot("77", &w->err);
    hash_folder(w, "slots/saves");
    return fine;
}

static bool copy_slot(struct work *w)
{
    char to[RQ_SAVE_FOLDER] = "";
    start_slots("plain slots");
    bool fine = rq_save_copy(below(slot), "Other", to, &w->err);
    said(&w->said, "%s", to);
    hash_folder(w, "slots/saves");
    return fine;
}

static void hear_record(void *ctx, const struct rq_save_record *record)
{
    said(&((struct work *)ctx)->said, "%s %s", record->id, record->label);
}

static bool back_slot_up(struct work *w)
{
    start_slots("changed slots");
    bool fine = rq_save_backup(below(slot), "kept", &w->err) &&
                rq_save_records(below(slot), hear_record, w, &w->err);
    hash_folder(w, "slots/saves");
    return fine;
}

static bool restore_slot(struct work *w)
{
    start_slots("changed slots");
    bool fine = rq_save_restore(below(slot), w->what, &w->err);
    hash_folder(w, "slots/saves");
    return fine;
}

static void test_slots(void)
{
    REQUIRE(copy_folder(below("kotor/saves-k2"), below("plain slots/saves"), 4));
    start_slots("plain slots");
    REQUIRE(change_slot("7", NULL) && change_slot("8", NULL)); /* so there are two records */
    REQUIRE(rq_fs_move(below("slots"), below("changed slots")));
    memory_runs_out("slots", list_slots, below("kotor"), 20);
    memory_runs_out("slots", list_slots, below("redguard"), 20);
    memory_runs_out("slot of Redguard", read_redguard_slot, below("redguard/SAVEGAME/SAVEGAME.000"),
                    40);
    memory_runs_out("commit", commit_slot, NULL, 10);
    memory_runs_out("copy", copy_slot, NULL, 10);
    memory_runs_out("backup", back_slot_up, NULL, 10);
    memory_runs_out("restore", restore_slot, NULL, 10);
    memory_runs_out("restore", restore_slot, "000001", 5);
}

/* ---- archives ---- */

struct archive {
    const char *path; /* below the game */
    const char *put, *removed;
};

static bool change_archive(struct work *w)
{
    const struct archive *a = w->what;
    const struct rq_entry *entries;
    size_t count = 0;
    char path[600];
    start_with("small", "work");
    snprintf(path, sizeof path, "%s/%s", below("work"), a->path);
    struct rq_archive *archive = rq_archive_open(path, NULL, NULL, &w->err);
    struct rq_bytes bytes = {(const uint8_t *)"text", 4};
    bool fine = archive && rq_archive_put(archive, a->put, bytes, &w->err) &&
                rq_archive_put(archive, "a_note.txt", bytes, &w->err) &&
                rq_archive_remove(archive, a->removed, &w->err) &&
                rq_archive_entries(archive, &entries, &count, &w->err);
    for (size_t i = 0; fine && i < count; i++)
        said(&w->said, "%s %zu", entries[i].name, entries[i].bytes.size);
    if (fine)
        fine = rq_archive_save(archive, &w->err);
    else
        rq_archive_close(archive);
    hash_folder(w, "work");
    return fine;
}

struct inside {
    const char *path, *value, *to;
};

static bool change_inside(struct work *w)
{
    const struct inside *what = w->what;
    char path[600];
    struct rq_out file = {0};
    start_with("small", "work");
    snprintf(path, sizeof path, "%s/%s", below("work"), what->path);
    struct rq_inside *inside = rq_inside_open(path, NULL, &w->err);
    bool fine = inside && rq_doc_set(rq_inside_doc(inside), what->value, what->to, &w->err) &&
                rq_inside_write(inside, &file, &w->err);
    work_made(w, rq_out_bytes(&file));
    rq_out_free(&file);
    if (fine)
        fine = rq_inside_save(inside, &w->err);
    else
        rq_inside_close(inside);
    hash_folder(w, "work");
    return fine;
}

static void hear_path(void *ctx, const char *path, const struct rq_error *err)
{
    said(&((struct work *)ctx)->said, "%s: %s", path, err->text);
}

static bool list_tree(struct work *w)
{
    const char *path = w->what;
    struct rq_tree tree = {0};
    bool fine =
        rq_tree_open(&tree, &path, 1,
                     &(struct rq_tree_options){.problem = hear_path, .problem_ctx = w}, &w->err);
    for (size_t i = 0; fine && i < tree.count; i++) {
        const struct rq_tree_node *n = &tree.nodes[i];
        said(&w->said, "%s %s %zu %zu %zu %s %d", n->path, n->below, n->bytes.size,
             n->companion.size, n->depth, n->format ? rq_format_describe(n->format)->name : "-",
             n->container);
    }
    rq_tree_close(&tree);
    return fine;
}

static bool salvage(struct work *w)
{
    const struct rq_salvaged *entries;
    struct rq_bytes mended;
    struct rq_salvage *s = rq_salvage_open(w->what, NULL, NULL, &w->err);
    size_t count = s ? rq_salvage_entries(s, &entries) : 0;
    for (size_t i = 0; i < count; i++) {
        said(&w->said, "%s %zu %d", entries[i].name ? entries[i].name : "-", entries[i].number,
             (int)entries[i].loss);
        work_made(w, entries[i].bytes);
    }
    if (s)
        said(&w->said, "%d %d %s", rq_salvage_is_open(s), rq_salvage_is_numbered(s),
             rq_salvage_damage(s));
    if (s && rq_salvage_mended(s, &mended))
        work_made(w, mended);
    bool fine = s != NULL;
    rq_salvage_close(s);
    return fine;
}

static void test_archives(void)
{
    static const struct archive archives[] = {
        {"modules/demo01.mod", "guard.utc", "keeper.dlg"},
        {"data/templates.bif", "guard.utc", "lantern.uti"},
        {"data/talk.bzf", "keeper.dlg", "hum.uts"},
    };
    static const struct inside insides[] = {
        {"modules/demo01.mod/guard.utc", "Tag", "other"},
        {"data/templates.bif/guard.utc", "Tag", "other"},
        {"override/demo_by_hand.2da", "0/label", "other"},
        {"saves/000002 - Game1/SAVEGAME.sav/DEMO01.sav/Module.ifo", "Mod_Version", "4"},
    };
    static const char *const damaged[] = {
        "kotor/modules/demo01.mod", "kotor/modules/demo02.rim",  "kotor/data/templates.bif",
        "kotor/data/talk.bzf",      "redguard/fxart/ISLAND.ROB", "redguard/BRIEF.RTX",
        "redguard/sound/BRIEF.SFX", "redguard/fxart/TEXBSI.009", "redguard/maps/ISLAND.RGM",
    };
    for (size_t i = 0; i < sizeof archives / sizeof archives[0]; i++)
        memory_runs_out(archives[i].path, change_archive, &archives[i], 10);
    for (size_t i = 0; i < sizeof insides / sizeof insides[0]; i++)
        memory_runs_out(insides[i].path, change_inside, &insides[i], 10);
    memory_runs_out("tree", list_tree, below("small"), 30);
    memory_runs_out("tree", list_tree, below("redguard/fxart"), 30);
    for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; i++) {
        char to[600];
        size_t size;
        uint8_t *data = check_read(below(damaged[i]), &size);
        snprintf(to, sizeof to, "%s/%s", root, rq_path_base(damaged[i]));
        REQUIRE(data && check_write(to, data, size * 3 / 4));
        free(data);
        memory_runs_out(damaged[i], salvage, to, 20);
    }
}

/* ---- what is asked of a game ---- */

static void hear_hit(void *ctx, const struct rq_search_hit *hit)
{
    said(&((struct work *)ctx)->said, "%.*s: %.*s, %.*s", (int)hit->path.size,
         (const char *)hit->path.data, (int)hit->value.size, (const char *)hit->value.data,
         (int)hit->meant.size, hit->meant.size ? (const char *)hit->meant.data : "");
}

static bool search_game(struct work *w)
{
    const char *const *what = w->what; /* game and pattern */
    struct rq_usual_memory was = set_aside();
    struct rq_game *game = rq_game_open(below(what[0]), NULL, &w->err);
    put_back(was);
    struct rq_search_talk talk;
    struct rq_search search = {0};
    struct rq_resource r = {0};
    rq_search_talk_open(&talk, game, what[1], RQ_CP_DEFAULT);
    bool fine = rq_search_open(&search, game, what[1], RQ_CP_DEFAULT, &talk, &w->err);
    while (fine && rq_game_list(game, NULL, &r))
        if (rq_search_reads(r.name))
            fine = rq_search_resource(&search, &r, hear_hit, w, &w->err);
    rq_search_close(&search);
    rq_search_talk_close(&talk);
    rq_game_close(game);
    return fine;
}

static void hash_index(struct work *w, const struct rq_refs *refs)
{
    struct rq_use use;
    struct rq_unused unused;
    for (size_t i = 0; rq_refs_at(refs, i, &use); i++)
        said(&w->said, "%d %s %d %s", (int)use.thing, use.name, (int)use.kind, use.path);
    for (size_t next = 0; rq_refs_missing(refs, true, &next, &use, NULL);)
        said(&w->said, "%s", use.path);
    for (size_t next = 0; rq_refs_unused(refs, RQ_THING_RESOURCE, NULL, &next, &unused);)
        said(&w->said, "%s", unused.name);
}

/* The first index is kept, the second comes from there. */
static bool keep_index(struct work *w)
{
    char cache[600];
    snprintf(cache, sizeof cache, "%s", below("index"));
    struct rq_usual_memory was = set_aside();
    rq_fs_remove(cache);
    struct rq_game *game = rq_game_open(below(w->what), NULL, &w->err);
    put_back(was);
    const struct rq_refs_options options = {.threads = 1, .cache = cache};
    bool fine = game != NULL;
    for (int i = 0; fine && i < 2; i++) {
        struct rq_refs *refs = rq_refs_open(game, &options, &w->err);
        fine = refs != NULL;
        if (fine)
            hash_index(w, refs);
        rq_refs_close(refs);
    }
    rq_game_close(game);
    return fine;
}

static bool draw_flow(struct work *w)
{
    const char *const *query = w->what;
    struct rq_out out = {0};
    struct rq_usual_memory was = set_aside();
    struct rq_game *game = rq_game_open(below("redguard"), NULL, &w->err);
    struct rq_refs *refs =
        game ? rq_refs_open(game, &(struct rq_refs_options){.threads = 1}, &w->err) : NULL;
    put_back(was);
    bool fine = refs && rq_refs_flow(refs, query, *query != NULL, RQ_FLOW_SVG, &out, &w->err) &&
                rq_refs_flow(refs, query, *query != NULL, RQ_FLOW_DOT, &out, &w->err);
    work_made(w, rq_out_bytes(&out));
    rq_out_free(&out);
    rq_refs_close(refs);
    rq_game_close(game);
    return fine;
}

/* The game before and after a file comes to it, and that of a module alone. */
static bool refresh_game(struct work *w)
{
    struct rq_resource r = {0};
    bool changed = false;
    start_with("small", "work");
    const struct rq_game_options module = {
        .module = "demo01", .problem = hear_path, .problem_ctx = w};
    struct rq_game *game = rq_game_open(below("work"), NULL, &w->err);
    bool fine = game && CHECK(check_write(below("work/override/x.txi"), "mipmap 1", 8)) &&
                rq_game_refresh(&game, &changed, &w->err);
    said(&w->said, "%d", changed);
    while (fine && rq_game_list(game, NULL, &r))
        said(&w->said, "%s %s", r.name, r.source->path);
    rq_game_close(game);
    game = fine ? rq_game_open_around(below("work/dialog.tlk"), &module, &w->err) : NULL;
    r = (struct rq_resource){0};
    while (game && rq_game_list(game, NULL, &r))
        said(&w->said, "%s %s", r.name, r.source->path);
    fine = game && CHECK(rq_game_layout(game, "demo01", &r));
    if (fine)
        said(&w->said, "%s", r.name);
    rq_game_close(game);
    return fine;
}

static void test_games(void)
{
    static const char *const searches[][2] = {
        {"small", "guard"}, {"small", "*light*"}, {"redguard", "lamp"}};
    static const char *const flows[] = {NULL, "flag:gateopen"};
    for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++)
        memory_runs_out("search", search_game, searches[i], 20);
    memory_runs_out("index", keep_index, "small", 20);
    memory_runs_out("index", keep_index, "redguard", 20);
    memory_runs_out("flow", draw_flow, &flows[0], 30);
    memory_runs_out("flow", draw_flow, &flows[1], 30);
    memory_runs_out("refresh", refresh_game, NULL, 30);
}

static void test_of_demo(void)
{
    if (!getenv("RQ_DEMO_DIR")) {
        SKIP_PART("RQ_DEMO_DIR names no folder");
        return;
    }
    rq_fs_remove(root);
    REQUIRE(copy_demo("kotor", below("kotor")) && copy_demo("redguard", below("redguard")));
    make_small();
    test_slots();
    test_archives();
    test_games();
    test_service();
}

TESTS(test_of_demo)
