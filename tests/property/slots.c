/* Slots of KotOR, those of the demo below $RQ_DEMO_DIR, with every path set to values at and beyond its limits, with
 * values of the files edited, each field gone or another, and with files missing, empty, wrapped and of another format; a
 * slot of Redguard with files like that; and lists of slots: all that is said, and the bytes that would be written, are
 * held to tests/contract/slots.txt. See said.h. */
#include "codec/deflate.h"
#include "core/bytes.h"
#include "core/file.h"
#include "core/fs.h"
#include "edits.h"
#include "said.h"
#include "save/kotor.h"
#include "support/demo_copy.h"

#include <reliquary/game.h>

static const char root[] = RQ_BUILD_DIR "/slots/000002 - Game1";
static const char game_root[] = RQ_BUILD_DIR "/slots-game";

static void put_in(const char *folder, const char *name, struct rq_bytes bytes)
{
    char path[900];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    CHECK(check_write(path, bytes.data, bytes.size));
}

static void put(const char *name, struct rq_bytes bytes)
{
    put_in(root, name, bytes);
}

/* The slot as it is; false without the demo. */
static bool start(const char *slot, char from[700])
{
    const char *demo = getenv("RQ_DEMO_DIR");
    snprintf(from, 700, "%s/kotor/%s", demo ? demo : RQ_BUILD_DIR "/demo", slot);
    if (rq_path_kind(from, NULL) != RQ_PATH_FOLDER)
        return false;
    rq_fs_remove(root);
    return CHECK(rq_make_folder(root, NULL)) && CHECK(copy_folder(from, root, 4));
}

/* ---- what is said ---- */

struct telling {
    struct said said;
    size_t count;
};

static void tell_error(struct said *s, const struct rq_error *err)
{
    /* A place that is a path of this machine may be cut anywhere. */
    bool path = strncmp(err->where, root, 20) == 0;
    said(s, "%s at %llu of %s: %.*s", rq_code_name(err->code), (unsigned long long)err->offset,
         path ? "the slot" : err->where, said_size(err), err->text);
}

static void tell_bytes(struct said *s, const char *what, const void *data, size_t size)
{
    said(s, "%s: %zu bytes, %016llx", what, size, (unsigned long long)hash_of(data, size));
}

static void tell_change(void *ctx, const char *path, const char *a, const char *b)
{
    said(ctx, "%s: %.300s -> %.300s", path, a ? a : "(none)", b ? b : "(none)");
}

static void tell_report(struct said *s, struct rq_kotor_save *save, const struct rq_game *game,
                        const char *only, bool all)
{
    struct rq_out json = {0};
    struct rq_error err = {0};
    const struct rq_save_report options = {game, only, all};
    if (!CHECK(rq_save_report(save, &options, &json, &err)))
        return;
    rq_put8(&json, 0);
    const char *text = strstr((char *)json.data, "\"family\""); /* behind the folder */
    text = text ? text : (char *)json.data;
    s->hash = mix(s->hash, text, strlen(text));
    if (s->show)
        fprintf(s->show, "%s\n", text);
    rq_out_free(&json);
}

static void tell_head(struct said *s, struct rq_kotor_save *save)
{
    const struct rq_save_info *i = rq_save_describe(save);
    struct rq_save_file file;
    said(s, "K%u kind %d platform %d corrupt %d: %s, %s, %s, %s, %u s, %u gold", i->version,
         i->kind, i->platform, i->corrupt, i->name, i->area, i->module, i->player, i->seconds,
         i->gold);
    struct rq_doc *doc;
    const struct rq_gff_struct *nfo = save_gff(save, "savenfo.res", &doc, NULL);
    const struct rq_gff_field *stamp = nfo ? rq_gff_find(nfo, "TIMESTAMP") : NULL;
    if (stamp && stamp->type == RQ_GFF_DWORD64) /* else it is the file's */
        said(s, "saved %llu", (unsigned long long)i->time);
    for (size_t n = 0; n < i->party_count; n++)
        said(s, "in the party: %s", i->party[n]);
    for (size_t n = 0; rq_save_file_at(save, n, &file); n++)
        said(s, "%s %zu %d %d %s", file.path, file.bytes.size, file.wrapped, file.readable,
             file.reason.text);
}

/* What a change gave: what differs, what is told of it, and the bytes of all that is new. */
static void tell_result(struct said *s, struct rq_kotor_save *save)
{
    struct rq_error err = {0};
    size_t count = 0;
    if (!rq_save_changes(save, tell_change, s, &count, &err)) {
        tell_error(s, &err);
        return;
    }
    struct rq_bytes notes = rq_save_notes(save);
    said(s, "%zu changes", count);
    for (size_t at = 0; at < notes.size; at += strlen((const char *)notes.data + at) + 1)
        said(s, "note: %s", (const char *)notes.data + at);
    for (uint32_t i = 0; i < save->count; i++)
        if (save->parts[i]->changed)
            tell_bytes(s, save->parts[i]->path, save->parts[i]->out.data, save->parts[i]->out.size);
}

/* "PATH=VALUE;PATH=VALUE" one after the other; the first that fails is the last. */
static bool set_all(struct said *s, struct rq_kotor_save *save, const struct rq_game *game,
                    const char *sets)
{
    struct rq_error err = {0};
    bool fine = true;
    while (fine && *sets) {
        char path[100], value[200];
        size_t size = strcspn(sets, "="), end = strcspn(sets, ";");
        snprintf(path, sizeof path, "%.*s", (int)size, sets);
        snprintf(value, sizeof value, "%.*s", (int)(end - size - 1), sets + size + 1);
        said(s, "set %s = %s", path, value);
        fine = rq_save_set(save, game, path, value, &err);
        sets += end + (sets[end] == ';');
    }
    if (!fine)
        tell_error(s, &err);
    return fine;
}

static void try_sets(struct telling *t, const struct rq_game *game, const char *sets)
{
    struct rq_error err = {0};
    struct rq_kotor_save *save = rq_save_open(root, NULL, &err);
    t->count++;
    if (!save)
        tell_error(&t->said, &err);
    else if (set_all(&t->said, save, game, sets))
        tell_result(&t->said, save);
    rq_save_close(save);
}

/* ---- paths ---- */

static const char *const numbers[] = {
    "0",          "1",          "2",      "-1",    "-2",    "15",        "16",         "100",
    "101",        "127",        "128",    "-128",  "-129",  "255",       "256",        "32767",
    "32768",      "-32768",     "-32769", "65535", "65536", "999999999", "1000000000", "2147483648",
    "4294967295", "4294967296", "",       "x",     "5x",    "1.5",       NULL};
static const char *const flags[] = {"0", "1", "2", "yes", "No", "TRUE", "false", "-1", "", NULL};
static const char *const texts[] = {
    "Ann", "", "Zo\xC3\xAB", "a name that has more than twenty letters", "\xE2\x98\x83", NULL};
static const char *const list_rows[] = {"5",     "6",    "20",   "28",        "-1", "65535",
                                        "65536", "leap", "Kelp", "none such", "",   NULL};
static const char *const stages[] = {"0",  "10", "11", "20",  "21",  "30", "31",
                                     "40", "41", "57", "100", "101", NULL};
static const char *const levels[] = {"0,5", "0,0", "1,5", "0,256", "0,", ",5", "x", "0", NULL};
static const char *const places[] = {
    "1,2,3,4,5,6", "1.5,-2,0,1e3,0,0", "1,2,3,4,5", "1,2,3,4,5,6,7", "1,2,3,4,5,x", "", NULL};
static const char *const items[] = {"rope",       "ROPE,3",     "lamp",   "lamp,10", "lamp,11",
                                    "rope,65535", "rope,65536", "rope,0", "rope,",   "rope,x",
                                    "rope,2x",    "none",       "0",      "3",       "4",
                                    "bare,2",     "",           NULL};
static const char *const planets[] = {"hidden", "available", "Selectable", "seen", "", NULL};
static const char *const decks[] = {"none",
                                    "0,0,1,1,2,2,3,3,4,4",
                                    "0,0,0,1,2,2,3,3,4,4",
                                    "0,1,2,3,4,0,1,2,3",
                                    "0,0,1,1,2,2,3,3,4,4,0",
                                    "18,0,0,0,0,0,0,0,0,0",
                                    "22,0,0,0,0,0,0,0,0,0",
                                    "23,0,0,0,0,0,0,0,0,0",
                                    "-1,0,0,0,0,0,0,0,0,0",
                                    "17,0,0,0,0,0,0,0,0,0",
                                    "x",
                                    NULL};
static const char *const plots[] = {"st_ferry", "ST_FERRY", "none", "", NULL};

static const struct {
    const char *path;
    const char *const *values;
} settable[] = {{"name", texts},
                {"gold", numbers},
                {"components", numbers},
                {"chemicals", numbers},
                {"xp-pool", numbers},
                {"time", numbers},
                {"solo", flags},
                {"cheats", flags},
                {"player/name", texts},
                {"player/Str", numbers},
                {"player/Gender", numbers},
                {"player/Tag", texts},
                {"player/PortraitId", numbers},
                {"player/GoodEvil", stages},
                {"player/MaxHitPoints", numbers},
                {"player/MaxForcePoints", numbers},
                {"player/none", numbers},
                {"player/hp", numbers},
                {"player/fp", numbers},
                {"player/xp", numbers},
                {"player/alignment", stages},
                {"player/skills/stealth", numbers},
                {"player/skills/treat", flags},
                {"player/skills/0", flags},
                {"player/skills/7", flags},
                {"player/skills/8", flags},
                {"player/skills/st", flags},
                {"player/skills/stealthy", flags},
                {"player/skills", flags},
                {"player/feats/add", list_rows},
                {"player/feats/remove", list_rows},
                {"player/feats/other", list_rows},
                {"player/powers/add", list_rows},
                {"player/powers/remove", list_rows},
                {"player/powers", list_rows},
                {"player/level", levels},
                {"player/featsx", flags},
                {"party/0/xp", flags},
                {"party/wren/name", texts},
                {"party/PELL/Str", flags},
                {"party/Bastila/alignment", stages},
                {"party/6/alignment", stages},
                {"party/Kreia/influence", numbers},
                {"party/8/influence", numbers},
                {"party/0/available", flags},
                {"party/1/available", flags},
                {"party/11/available", flags},
                {"party/12/available", flags},
                {"party/2/selectable", flags},
                {"party/0/member", flags},
                {"party/2/member", flags},
                {"party/6/member", flags},
                {"party/8/member", flags},
                {"party/1/member", flags},
                {"party/nobody/hp", flags},
                {"party/1/hp", flags},
                {"globals/ST_BELL", flags},
                {"globals/st_lamp_found", flags},
                {"globals/ST_COUNT", numbers},
                {"globals/ST_DAYS", numbers},
                {"globals/ST_START", places},
                {"globals/ST_LAST_MODULE", texts},
                {"globals/NONE", flags},
                {"globals/boolean/ST_NINE", flags},
                {"globals/number/ST_FOUR", numbers},
                {"globals/location/ST_THREE", places},
                {"globals/string/ST_TWO", texts},
                {"globals/string/ST_BELL", texts},
                {"globals/word/ST_BELL", flags},
                {"globals/boolean/A_NAME_OF_21_LETTERS_", flags},
                {"globals/boolean/A_NAME_OF_22_LETTERS__", flags},
                {"globals/boolean/", flags},
                {"journal/st_ferry", numbers},
                {"journal/st_new", numbers},
                {"journal/", flags},
                {"journal/remove", plots},
                {"inventory/add", items},
                {"inventory/remove", items},
                {"inventory/1/StackSize", numbers},
                {"inventory/3/Charges", numbers},
                {"inventory/4/StackSize", flags},
                {"inventory/other", flags},
                {"galaxy/0", planets},
                {"galaxy/2", planets},
                {"galaxy/15", planets},
                {"galaxy/16", planets},
                {"galaxy/x", planets},
                {"galaxy/1x", planets},
                {"galaxy/selected", numbers},
                {"pazaak/cards/0", numbers},
                {"pazaak/cards/17", flags},
                {"pazaak/cards/18", flags},
                {"pazaak/cards/22", flags},
                {"pazaak/cards/23", flags},
                {"pazaak/cards/x", flags},
                {"pazaak/0", flags},
                {"pazaak/deck", decks},
                {"reputation/0/1", numbers},
                {"reputation/Crew/Player", numbers},
                {"reputation/crew/vermin", numbers},
                {"reputation/Crew", flags},
                {"reputation/Crew/none", flags},
                {"reputation/0/99", flags},
                {"reputation/-1/0", flags},
                {"PARTYTABLE.res/PT_GOLD", numbers},
                {"partytable.res/PT_NONE", flags},
                {"SAVEGAME.sav/inventory.res/ItemList/0/Tag", texts},
                {"SAVEGAME.sav/none.res/Tag", texts},
                {"SAVEGAME.sav/DEMO01.sav/Module.ifo/Mod_PlayerList/0/Str", flags},
                {"none", flags}};
enum { SETTABLE = sizeof settable / sizeof settable[0] };

/* Several changes of one slot: what the first did, the next ones meet. */
static const char *const chains[] = {
    "party/2/member=1;party/0/member=0;party/2/member=0;party/0/member=1",
    "party/1/available=1",
    "party/2/member=1;party/2/alignment=5;party/0/alignment=35",
    "party/8/member=1;party/6/alignment=5;party/8/PortraitId=27;party/6/member=0",
    "PARTYTABLE.res/PT_MEMBERS/0/PT_IS_LEADER=1;party/2/member=1;player/alignment=20",
    "PARTYTABLE.res/PT_CONTROLLED_NP=0;player/alignment=20;party/0/alignment=3",
    "PARTYTABLE.res/PT_CONTROLLED_NP=6;player/alignment=20;party/6/name=Quill",
    "PARTYTABLE.res/PT_CONTROLLED_NP=2;party/2/name=Quill;player/name=Tern",
    "player/PortraitId=65534;player/alignment=4",
    "player/PortraitId=27;player/alignment=15;player/PortraitId=28;player/alignment=44",
    "inventory/add=lamp;inventory/add=bare;inventory/add=lamp,3;inventory/remove=rope",
    "inventory/remove=3;inventory/remove=0;inventory/remove=0;inventory/remove=0;inventory/remove=0",
    "journal/remove=st_ferry;journal/st_a=1;journal/st_b=2;journal/ST_A=3;journal/remove=st_b",
    "player/feats/add=7;player/feats/remove=5;player/feats/add=5;player/feats/add=5",
    "player/powers/add=leap;player/powers/remove=20;player/powers/add=leap",
    "globals/boolean/B1=1;globals/boolean/B2=1;globals/B1=0;globals/number/N=-7;globals/N=8",
    "globals/string/S2=b;globals/string/S3=c;globals/string/S4=d;globals/string/S5=e;"
    "globals/string/S6=f",
    "pazaak/cards/0=0;pazaak/deck=0,0,1,1,2,2,3,3,4,4",
    "pazaak/cards/17=10;pazaak/deck=17,17,17,17,17,17,17,17,17,17",
    "pazaak/cards/22=10;pazaak/deck=22,22,22,22,22,22,22,22,22,22",
    "time=7;cheats=1;gold=1;xp-pool=5;solo=1",
    "galaxy/3=selectable;galaxy/0=hidden;galaxy/1=available;galaxy/selected=3"};
enum { CHAINS = sizeof chains / sizeof chains[0] };

static void try_paths(struct rq_out *lines, const struct rq_game *game, FILE *show,
                      const char *slot)
{
    for (size_t i = 0; i < SETTABLE; i++) {
        struct telling t = {{hash_of("", 0), show}, 0};
        char sets[300];
        struct rq_error err = {0};
        struct rq_out value = {0};
        for (size_t n = 0; settable[i].values[n]; n++) {
            snprintf(sets, sizeof sets, "%s=%s", settable[i].path, settable[i].values[n]);
            try_sets(&t, n % 3 ? game : NULL, sets);
        }
        struct rq_kotor_save *save = rq_save_open(root, NULL, &err);
        REQUIRE(save);
        if (rq_save_get(save, settable[i].path, &value, &err))
            tell_bytes(&t.said, settable[i].path, value.data, value.size);
        else
            tell_error(&t.said, &err);
        rq_out_free(&value);
        rq_save_close(save);
        rq_putf(lines, "%016llx %zu %s: set %s\n", (unsigned long long)t.said.hash, t.count, slot,
                settable[i].path);
    }
    for (size_t i = 0; i < CHAINS; i++) {
        struct telling t = {{hash_of("", 0), show}, 0};
        try_sets(&t, game, chains[i]);
        rq_putf(lines, "%016llx %s: chain %zu\n", (unsigned long long)t.said.hash, slot, i);
    }
}

/* As many variables as the engine has room for, and one more. */
static void try_room(struct rq_out *lines, FILE *show, const char *slot)
{
    for (int kind = 0; kind < SAVE_GLOBALS; kind++) {
        struct said s = {hash_of("", 0), show};
        struct rq_error err = {0};
        struct rq_kotor_save *save = rq_save_open(root, NULL, &err);
        char path[60];
        unsigned added = 0;
        REQUIRE(save);
        do
            snprintf(path, sizeof path, "globals/%s/NEW_%u", save_global_rows[kind].word, added);
        while (rq_save_set(save, NULL, path, kind == SAVE_LOCATION ? "1,2,3,4,5,6" : "1", &err) &&
               ++added < 2000);
        said(&s, "%u were added", added);
        tell_error(&s, &err);
        rq_save_close(save);
        rq_putf(lines, "%016llx %s: room for %s, %u new\n", (unsigned long long)s.hash, slot,
                save_global_rows[kind].word, added);
    }
}

/* ---- characters and pictures, which come from files ---- */

static void try_file_value(struct telling *t, const struct rq_game *game, const char *path,
                           const char *file)
{
    struct rq_error err = {0};
    struct rq_kotor_save *save = rq_save_open(root, NULL, &err);
    char whole[900];
    snprintf(whole, sizeof whole, "%s/%s", game_root, file);
    said(&t->said, "set %s from %s", path, file);
    t->count++;
    if (!CHECK(save))
        return;
    if (rq_save_set(save, game, path, whole, &err))
        tell_result(&t->said, save);
    else
        tell_error(&t->said, &err);
    rq_save_close(save);
}

/* The player as JSON, with edits of it, becomes the player and a companion again; and the picture another one. */
static void try_characters(struct rq_out *lines, const struct rq_game *game, FILE *show,
                           const char *slot)
{
    bool second = strstr(slot, "k2") != NULL;
    const char *const who[] = {"player", second ? "party/6" : "party/0"};
    struct telling t = {{hash_of("", 0), show}, 0};
    struct rq_out json = {0}, png = {0}, found = {0};
    struct rq_error err = {0};
    struct rq_kotor_save *save = rq_save_open(root, NULL, &err);
    REQUIRE(save);
    CHECK(rq_save_get(save, "player", &json, &err));
    rq_put8(&json, 0);
    collect(&found, edit_blank((const char *)json.data));
    size_t count = found.size / sizeof(struct edit_place) * EDITS;
    for (size_t i = 0; i < 60; i++) {
        struct rq_out text = {0};
        struct edit_place place;
        size_t at = i * 104729 % count;
        memcpy(&place, found.data + at / EDITS * sizeof place, sizeof place);
        /* Mostly one that is still a character: another value, or without the field. */
        put_edited(&text, (const char *)json.data, place, i % 3 ? VALUES + i % 3 - 1 : at % EDITS);
        put_in(game_root, "c.json", (struct rq_bytes){text.data, text.size - 1});
        try_file_value(&t, game, who[i % 2], "c.json");
        rq_out_free(&text);
    }
    if (rq_save_get(save, "screen", &png, &err))
        put_in(game_root, "c.png", rq_out_bytes(&png));
    rq_save_close(save);
    try_file_value(&t, game, "screen", "c.png");
    try_file_value(&t, game, "screen", "c.json");
    try_file_value(&t, game, "player", "c.png");
    rq_putf(lines, "%016llx %zu %s: from files\n", (unsigned long long)t.said.hash, t.count, slot);
    rq_out_free(&found);
    rq_out_free(&json);
    rq_out_free(&png);
}

/* ---- states of a slot ---- */

static const char *const repair_names[][2] = {
    {"events", "DEMO01"}, {"events", "demo02.sav"}, {"events", NULL},  {"events", "none"},
    {"forget", "DEMO02"}, {"forget", "DEMO01"},     {"forget", NULL},  {"logs", NULL},
    {"mark", NULL},       {"sync", NULL},           {"globals", NULL}, {"other", NULL}};

static void try_repair(struct telling *t, const struct rq_game *game, size_t index)
{
    struct rq_error err = {0};
    struct rq_kotor_save *save = rq_save_open(root, NULL, &err);
    const char *const *name = repair_names[index % (sizeof repair_names / sizeof repair_names[0])];
    said(&t->said, "repair %s %s", name[0], name[1] ? name[1] : "");
    if (!save || !rq_save_repair(save, game, name[0], name[1], &err))
        tell_error(&t->said, &err);
    else
        tell_result(&t->said, save);
    rq_save_close(save);
}

/* All of a slot as it is now, against the slot that it was made of. */
static void tell_state(struct telling *t, const struct rq_game *game, const char *base)
{
    struct rq_error err = {0};
    struct rq_kotor_save *save = rq_save_open(root, NULL, &err);
    size_t count = 0;
    t->count++;
    if (!save) {
        tell_error(&t->said, &err);
        return;
    }
    tell_head(&t->said, save);
    tell_report(&t->said, save, game, NULL, true);
    tell_report(&t->said, save, NULL, NULL, false);
    for (size_t i = 0; i < SETTABLE; i++) {
        struct rq_out value = {0};
        err = (struct rq_error){0};
        if (rq_save_get(save, settable[i].path, &value, &err))
            tell_bytes(&t->said, settable[i].path, value.data, value.size);
        else
            tell_error(&t->said, &err);
        rq_out_free(&value);
    }
    rq_save_close(save);
    struct rq_kotor_save *was = rq_save_open(base, NULL, NULL);
    save = rq_save_open(root, NULL, NULL);
    if (!rq_save_diff(was, save, tell_change, &t->said, &count, &err))
        tell_error(&t->said, &err);
    said(&t->said, "%zu differences", count);
    rq_save_close(save);
    rq_save_close(was);
}

static void put_line(struct rq_out *lines, const struct telling *t, const char *slot,
                     const char *what)
{
    rq_putf(lines, "%016llx %zu %s: %s\n", (unsigned long long)t->said.hash, t->count, slot, what);
}

/* Every file is missing once, is no GFF, is empty, or stands in the wrapper; and files come that say something. */
static void try_files(struct rq_out *lines, const struct rq_game *game, FILE *show,
                      const char *slot)
{
    static const char *const more[] = {"CORRUPT", "x.sig", "savenfo.sig", "other.txt", "odd.res"};
    char from[700];
    struct rq_walk walk = {0};
    REQUIRE(start(slot, from) && rq_walk_add(&walk, from, NULL));
    for (size_t i = 0; i < walk.count * 4 + sizeof more / sizeof more[0]; i++) {
        struct telling t = {{hash_of("", 0), show}, 0};
        bool added = i >= walk.count * 4;
        const char *name = added ? more[i - walk.count * 4] : walk.items[i / 4].relative;
        char what[80], path[900];
        struct rq_out out = {0};
        struct rq_map map = {0};
        snprintf(path, sizeof path, "%s/%s", root, name);
        snprintf(what, sizeof what, "file %s %zu", name, i % 4);
        if (!added)
            REQUIRE(rq_map_open(&map, walk.items[i / 4].path, NULL));
        if (!added && i % 4 == 0)
            rq_remove_file(path);
        if (i % 4 == 2)
            rq_put_str(&out, "2DA V2.0\n\n a\n0 b\n");
        if (!added &&
            i % 4 == 3) { /* stored, as any zlib reads it; the sum is not looked at first */
            rq_put_str(&out, "_ASPRCOMP_");
            rq_zlib_pack(&out, map.bytes, 0);
        }
        if (added || i % 4)
            put(name, rq_out_bytes(&out));
        tell_state(&t, game, from);
        for (size_t n = 0; n < sizeof repair_names / sizeof repair_names[0]; n++)
            try_repair(&t, n == i % 3 + 9 ? NULL : game, n);
        for (size_t n = i % 5; n < SETTABLE; n += 5) {
            char sets[200];
            snprintf(sets, sizeof sets, "%s=%s", settable[n].path, settable[n].values[1]);
            try_sets(&t, game, sets);
        }
        put_line(lines, &t, slot, what);
        rq_remove_file(path);
        if (!added)
            put(name, map.bytes);
        rq_map_close(&map);
        rq_out_free(&out);
    }
    rq_walk_free(&walk);
}

/* ---- edited values ---- */

enum { TRIES = 40 };

/* Writes the slot with an edit of the JSON of a part; false when no edit gave a document. */
static bool put_variant(const char *base, const char *path, size_t number)
{
    struct rq_kotor_save *save = rq_save_open(base, NULL, NULL);
    struct rq_doc *doc = save ? rq_save_doc(save, path, NULL) : NULL;
    struct rq_out json = {0}, found = {0};
    bool done = false;
    if (doc && rq_doc_root(doc, "gff") && rq_doc_to_json(doc, &json, NULL)) {
        rq_put8(&json, 0);
        collect(&found, edit_blank((const char *)json.data));
    }
    size_t count = found.size / sizeof(struct edit_place) * EDITS, at = number * 104729;
    for (size_t i = 0; count && i < TRIES && !done; i++, at += 17) {
        struct rq_out text = {0}, out = {0};
        struct edit_place place;
        struct rq_options options = {.name = path};
        memcpy(&place, found.data + at % count / EDITS * sizeof place, sizeof place);
        put_edited(&text, (const char *)json.data, place, at % EDITS);
        doc = rq_doc_from_json((struct rq_bytes){text.data, text.size - 1}, &options, NULL);
        done = doc && rq_doc_write(doc, &out, NULL) &&
               save_replace(save_find(save, path), rq_out_bytes(&out), NULL);
        rq_doc_free(doc);
        rq_out_free(&out);
        rq_out_free(&text);
    }
    done = done && save_settle(save, NULL);
    for (uint32_t i = 0; done && i < save->count; i++)
        if (!save->parts[i]->parent && save->parts[i]->changed)
            put(save->parts[i]->path, rq_out_bytes(&save->parts[i]->out));
    rq_out_free(&json);
    rq_out_free(&found);
    rq_save_close(save);
    return done;
}

static void try_variants(struct rq_out *lines, const struct rq_game *game, FILE *show,
                         const char *slot)
{
    static const struct {
        const char *path;
        size_t count;
    } parts[] = {{"savenfo.res", 30},
                 {"PARTYTABLE.res", 70},
                 {"GLOBALVARS.res", 50},
                 {"pifo.ifo", 20},
                 {"SAVEGAME.sav/INVENTORY.res", 30},
                 {"SAVEGAME.sav/REPUTE.fac", 30},
                 {"SAVEGAME.sav/AVAILNPC0.utc", 20},
                 {"SAVEGAME.sav/AVAILNPC6.utc", 20},
                 {"SAVEGAME.sav/pc.utc", 20},
                 {"SAVEGAME.sav/DEMO01.sav/Module.ifo", 30}};
    size_t turn = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        struct telling t = {{hash_of("", 0), show}, 0};
        char base[700];
        REQUIRE(start(slot, base));
        for (size_t n = 0; n < parts[i].count; n++) {
            check_note("%s: %s %zu", slot, parts[i].path, n);
            if (!put_variant(base, parts[i].path, n))
                break;
            said(&t.said, "---- variant %zu of %s", n, parts[i].path);
            tell_state(&t, game, base);
            for (size_t k = 0; k < 6; k++, turn++) {
                char sets[300];
                size_t values = 0, at = turn % SETTABLE;
                while (settable[at].values[values])
                    values++;
                snprintf(sets, sizeof sets, "%s=%s", settable[at].path,
                         settable[at].values[turn / SETTABLE % values]);
                try_sets(&t, turn % 2 ? game : NULL, sets);
            }
            try_sets(&t, game, chains[turn % CHAINS]);
            try_repair(&t, game, turn / 6);
        }
        if (t.count)
            put_line(lines, &t, slot, parts[i].path);
    }
}

/* ---- every field, edited where it stands ---- */

/* Of lists the first two elements and the last: the others are like them. */
static struct rq_gff_field *find_field(struct rq_gff_struct *s, size_t *left)
{
    for (uint32_t i = 0; i < s->field_count; i++) {
        struct rq_gff_field *f = &s->fields[i], *found = NULL;
        uint32_t count = f->type == RQ_GFF_STRUCT ? 1 : f->type == RQ_GFF_LIST ? f->size : 0;
        if ((*left)-- == 0)
            return f;
        for (uint32_t n = 0; n < count && !found; n++)
            if (n < 2 || n + 1 == count)
                found = find_field(&f->v.child[n], left);
        if (found)
            return found;
    }
    return NULL;
}

static const uint32_t field_numbers[] = {0, 1, 2, 0xFFFFFFFF, 11, 12, 0x80008000, 22, 0x7FFFFFFF};
enum { FIELD_GONE, FIELD_OTHER, FIELD_EMPTY, FIELD_SHORTER, FIELD_ZERO, FIELD_ONES, FIELD_EDITS };
enum { FIELD_NUMBERS = sizeof field_numbers / sizeof field_numbers[0], FIELD_BYTES = 4096 };

/* Bytes of its own in the room, all of them the same. */
static void fill_field(struct rq_gff_field *f, uint8_t *bytes, int byte)
{
    f->size = f->size < FIELD_BYTES ? f->size : FIELD_BYTES;
    memset(bytes, byte, f->size);
    f->v.data = bytes;
}

/* False: this edit does not suit the field. */
static bool edit_field(struct rq_gff_field *f, size_t kind, uint8_t bytes[FIELD_BYTES])
{
    bool sized = f->type == RQ_GFF_LIST || f->type == RQ_GFF_VOID || f->type == RQ_GFF_STRING ||
                 f->type == RQ_GFF_RESREF;
    bool text = sized && f->type != RQ_GFF_LIST;
    if (kind == FIELD_GONE)
        f->label = "_";
    else if (kind == FIELD_OTHER)
        f->type = RQ_GFF_VOID, f->v.data = bytes, f->size = 0;
    else if (f->type <= RQ_GFF_INT && kind - FIELD_EMPTY < FIELD_NUMBERS)
        f->v.word = field_numbers[kind - FIELD_EMPTY];
    else if (sized && f->size && kind == FIELD_EMPTY)
        f->size = 0;
    else if (sized && f->size > 1 && kind == FIELD_SHORTER)
        f->size--;
    else if (text && f->size && (kind == FIELD_ZERO || kind == FIELD_ONES))
        fill_field(f, bytes, f->type != RQ_GFF_VOID ? '0' : kind == FIELD_ZERO ? 0 : 0xFF);
    else
        return false;
    return true;
}

static void tell_some(struct telling *t, struct rq_kotor_save *save, size_t turn, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        struct rq_out value = {0};
        struct rq_error err = {0};
        const char *path = settable[(turn * 12 + k) % SETTABLE].path;
        if (rq_save_get(save, path, &value, &err))
            tell_bytes(&t->said, path, value.data, value.size);
        else
            tell_error(&t->said, &err);
        rq_out_free(&value);
    }
}

/* A change of the slot with the edit in it, and what the slot is said to be when it is opened with both. */
static void tell_change_of(struct telling *t, struct rq_kotor_save *save,
                           const struct rq_game *game, struct save_part *part, size_t turn)
{
    char sets[300];
    struct rq_error err = {0};
    size_t at = turn % SETTABLE, values = 0;
    while (settable[at].values[values])
        values++;
    snprintf(sets, sizeof sets, "%s=%s", settable[at].path, settable[at].values[turn / 3 % values]);
    const char *const *repair =
        repair_names[turn / 4 % (sizeof repair_names / sizeof repair_names[0])];
    part->changed = true;
    if (turn % 4)
        set_all(&t->said, save, game, turn % 4 == 3 ? chains[turn % CHAINS] : sets);
    else if (!rq_save_repair(save, game, repair[0], repair[1], &err))
        tell_error(&t->said, &err);
    tell_result(&t->said, save);
    if (part->parent)
        return;
    put(part->path, rq_out_bytes(&part->out));
    save = rq_save_open(root, NULL, &err);
    if (save)
        tell_head(&t->said, save);
    else
        tell_error(&t->said, &err);
    rq_save_close(save);
}

static bool try_field(struct telling *t, const struct rq_game *game, const char *path,
                      size_t number, size_t kind)
{
    static const char *const parts[] = {NULL, "party", "inventory", "journal", "globals", "other"};
    uint8_t bytes[FIELD_BYTES];
    struct rq_doc *doc;
    struct rq_kotor_save *save = rq_save_open(root, NULL, NULL);
    struct rq_gff_struct *gff = save ? save_gff(save, path, &doc, NULL) : NULL;
    struct rq_gff_field *field = gff ? find_field(gff, &number) : NULL;
    /* Most of the fields of characters and items are read by no path. */
    bool all = kind == FIELD_GONE && (!strchr(path, '/') || strstr(path, ".fac"));
    if (field && edit_field(field, kind, bytes)) {
        struct save_part *part = save_find(save, path);
        size_t turn = t->count++;
        struct rq_bytes was = part->map.bytes;
        said(&t->said, "---- %s, edit %zu", field->label, kind);
        tell_report(&t->said, save, game, turn % 5 ? NULL : parts[turn / 5 % 6], turn % 3 != 0);
        tell_some(t, save, turn, all ? SETTABLE : 12);
        tell_change_of(t, save, turn % 3 ? game : NULL, part, turn);
        if (!part->parent)
            put(part->path, was);
    }
    rq_save_close(save);
    return field != NULL;
}

/* Each field goes once; of the other edits every third, of files of many fields every eighth. */
static void try_fields(struct rq_out *lines, const struct rq_game *game, FILE *show,
                       const char *slot, const char *const *paths)
{
    char from[700];
    REQUIRE(start(slot, from));
    for (; *paths; paths++) {
        struct telling t = {{hash_of("", 0), show}, 0};
        char what[80];
        size_t step = strchr(*paths, '/') ? 8 : 3;
        for (size_t kind = 0; kind < FIELD_EMPTY + FIELD_NUMBERS; kind++)
            for (size_t n = kind ? kind % step : 0; try_field(&t, game, *paths, n, kind);)
                n += kind ? step : 1;
        snprintf(what, sizeof what, "fields of %s", *paths);
        put_line(lines, &t, slot, what);
    }
}

/* ---- paths near those that there are ---- */

/* clang-format off */
static const char *const near_sets[] = {
    "reputation/3/0=5", "reputation/0/3=5", "reputation/2/2=5", "reputation/2/0=5", "reputation/2x/0=5", "reputation//0=5",
    "reputation/2/=5", "reputation/ 2/0=5", "reputation/-1/1=5", "reputation/4294967296/0=5", "reputation=5",
    "reputation/a name of sixty letters and some more letters than sixty of them/0=5", "party/0x/hp=1", "party//hp=1",
    "party/0/=1", "party/11/hp=1", "party/11/influence=1", "party/11/member=1", "party/11/selectable=1", "party/11/available=0",
    "party/0/membership=1", "party/0/member=yes", "party/0/member=No", "party/2/member=x", "party/=1", "party/0/name/x=1",
    "party/a name of sixty letters and some more letters than sixty of them/hp=1", "galaxy/=hidden", "galaxy/-1=hidden",
    "galaxy/15=HIDDEN", "galaxy/ 3=selectable", "galaxy=hidden", "galaxy/0=seen", "pazaak/=1", "pazaak=1", "pazaak/cards/=1", "pazaak/cards=1",
    "pazaak/cards/-1=1", "pazaak/decks=none", "pazaak/deck/0=none", "gold/x=1", "gol=1", "goldx=1", "/gold=1", "=1", "chem=1",
    "PARTYTABLE.res=1", "PARTYTABLE.res/=1", "PARTYTABLE.res/PT_GOLD/=1", "partytable.RES/PT_GOLD=1", "PARTYTABLE.resx/PT_GOLD=1",
    "PARTYTABLE.re/PT_GOLD=1", "SAVEGAME.sav=1", "SAVEGAME.sav/=1", "SAVEGAME.sav/inventory.res=1", "SAVEGAME.sav/REPUTE.fac/x=1",
    "PARTYTABLE.res/PT_MEMBERS/9/PT_MEMBER_ID=1", "Screen.tga/x=1", "screen/x=1", "cheats/x=1", "cheats=x", "time=x", "solo=2",
    "components=x", "journal/st_ferry/x=1", "journal=1", "inventory=1", "inventory/0=1", "inventory/0/=1", "inventory/x/Tag=1",
    "inventory/0x/Tag=1", "inventory/9/Tag=1", "globals=1", "globals/=1", "globals/number=1", "globals/number/=1", "player/feats=1",
    "player/skills/=1", "player/skills/-1=1", "player/skills/stealth/x=1", "player/levels=0,1", "player/level/x=0,1",
};
/* clang-format on */

static void try_near(struct rq_out *lines, const struct rq_game *game, FILE *show, const char *slot)
{
    struct telling t = {{hash_of("", 0), show}, 0};
    for (size_t i = 0; i < sizeof near_sets / sizeof near_sets[0]; i++) {
        char path[100];
        struct rq_out value = {0};
        struct rq_error err = {0};
        struct rq_kotor_save *save = rq_save_open(root, NULL, NULL);
        snprintf(path, sizeof path, "%.*s", (int)strcspn(near_sets[i], "="), near_sets[i]);
        REQUIRE(save);
        if (rq_save_get(save, path, &value, &err))
            tell_bytes(&t.said, path, value.data, value.size);
        else
            tell_error(&t.said, &err);
        rq_out_free(&value);
        rq_save_close(save);
        try_sets(&t, i % 2 ? game : NULL, near_sets[i]);
    }
    put_line(lines, &t, slot, "paths nearby");
}

/* A picture for a slot that has none, and decks of cards that are owned. */
static void try_fresh(struct rq_out *lines, const struct rq_game *game, FILE *show,
                      const char *slot)
{
    static const char *const fresh_decks[] = {"0,0,0,0,0,0,0,0,0,0",      "0,0,0,0,0,0,0,0,0",
                                              "0,0,0,0,0,0,0,0,0,0,",     "0,0,0,0,0,0,0,0,0,0,0",
                                              "0,1,2,3,4,17,17,17,17,17", "0,0,0,0,0,0,0,0,0,1",
                                              ",0,0,0,0,0,0,0,0,0",       "0,0,0,0,0,0,0,0,0,0x"};
    struct telling t = {{hash_of("", 0), show}, 0};
    char path[900];
    for (size_t i = 0; i < sizeof fresh_decks / sizeof fresh_decks[0]; i++) {
        snprintf(path, sizeof path, "pazaak/cards/0=%d;pazaak/cards/17=5;pazaak/deck=%s",
                 i == 5 ? 9 : 10, fresh_decks[i]);
        try_sets(&t, game, path);
    }
    snprintf(path, sizeof path, "%s/Screen.tga", root);
    rq_remove_file(path);
    try_file_value(&t, game, "screen", "c.png");
    put_line(lines, &t, slot, "new pictures and decks");
}

/* The file of the player is a table: his name can't be set in all its places. */
static void try_no_player(struct rq_out *lines, const struct rq_game *game, FILE *show,
                          const char *slot)
{
    struct telling t = {{hash_of("", 0), show}, 0};
    struct rq_kotor_save *save = rq_save_open(root, NULL, NULL);
    struct save_part *part = save ? save_find(save, "SAVEGAME.sav/pc.utc") : NULL;
    if (CHECK(part && save_replace(part, text_of("2DA V2.0\n\n a\n0 b\n"), NULL)) &&
        set_all(&t.said, save, game, "player/name=Ann"))
        tell_result(&t.said, save);
    rq_save_close(save);
    put_line(lines, &t, slot, "player that is a table");
}

/* A new file in each place of a slot, and where there is no archive to put it in. */
static void try_added(struct rq_out *lines, FILE *show, const char *slot)
{
    static const char *const paths[] = {"SAVEGAME.sav/new.2da", "new.2da", "none.sav/new.2da",
                                        "savenfo.res/new.2da", "SAVEGAME.sav/demo01.sav/new.2da"};
    struct telling t = {{hash_of("", 0), show}, 0};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct rq_error err = {0};
        struct rq_kotor_save *save = rq_save_open(root, NULL, NULL);
        REQUIRE(save);
        said(&t.said, "add %s", paths[i]);
        /* Only what was read can have changed: of these savenfo.res, and not the archive. */
        said(&t.said, "touched %d %d %d", rq_save_touch(save, paths[i], &err),
             rq_save_touch(save, "savenfo.res", NULL), rq_save_touch(save, "SAVEGAME.sav", NULL));
        tell_error(&t.said, &err);
        err = (struct rq_error){0};
        if (save_add(save, paths[i], text_of("2DA V2.0\n\n a\n0 b\n"), &err))
            tell_result(&t.said, save);
        else
            tell_error(&t.said, &err);
        rq_save_close(save);
    }
    put_line(lines, &t, slot, "new files");
}

static void tell_version(struct telling *t)
{
    struct rq_error err = {0};
    struct rq_kotor_save *save = rq_save_open(root, NULL, &err);
    t->count++;
    if (save)
        tell_head(&t->said, save);
    else
        tell_error(&t->said, &err);
    rq_save_close(save);
}

static void drop_entry(const char *path)
{
    struct rq_kotor_save *save = rq_save_open(root, NULL, NULL);
    struct save_part *part = save ? save_find(save, path) : NULL;
    if (CHECK(part)) {
        part->removed = true;
        CHECK(save_settle(save, NULL));
        put("SAVEGAME.sav", rq_out_bytes(&part->parent->out));
    }
    rq_save_close(save);
}

static void put_pifo(bool second)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    struct rq_gff_struct *player;
    struct rq_out out = {0};
    memcpy(gff->type, "IFO ", 4);
    rq_gff_add_list(doc, gff->root, "Mod_PlayerList", NULL);
    rq_gff_add_struct(doc, gff->root, "Mod_PlayerList/-", 0, &player, NULL);
    if (second)
        rq_gff_add_short(doc, player, "BonusForcePoints", 1, NULL);
    CHECK(rq_doc_write(doc, &out, NULL));
    put("pifo.ifo", rq_out_bytes(&out));
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* Which game a slot is of, when one after the other goes what tells it. */
static void try_versions(struct rq_out *lines, FILE *show, const char *slot)
{
    static const char *const entries[] = {"SAVEGAME.sav/INVENTORY.res", "SAVEGAME.sav/pc.utc"};
    struct telling t = {{hash_of("", 0), show}, 0};
    char path[900];
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", root, i ? "PARTYTABLE.res" : "savenfo.res");
        rq_remove_file(path);
        tell_version(&t);
    }
    for (size_t i = 0; i < 2; i++) {
        drop_entry(entries[i]);
        tell_version(&t);
    }
    for (size_t i = 0; i < 4; i++) {
        put_pifo(i & 1);
        tell_version(&t);
        snprintf(path, sizeof path, "%s/SAVEGAME.sav", root);
        if (i == 1)
            rq_remove_file(path);
    }
    put_line(lines, &t, slot, "which game");
}

/* ---- journals ---- */

/* A plot of global.jrl and the number of an entry of the slot: entries that have no number, no end, no text. */
static void try_quests(struct rq_out *lines, const struct rq_game *game, FILE *show,
                       const char *slot)
{
    static const char *const tags[] = {"st_odd", "ST_BARE", "st_empty", "st_other", "st_none", "x"};
    static const char *const states[] = {"0", "1", "2", "10", "11", "-1", "4294967295"};
    struct telling t = {{hash_of("", 0), show}, 0};
    for (size_t i = 0; i < 6 * 7; i++) {
        char sets[80];
        struct rq_kotor_save *save = rq_save_open(root, NULL, NULL);
        snprintf(sets, sizeof sets, "journal/%s=%s", tags[i / 7], states[i % 7]);
        t.count++;
        if (!CHECK(save))
            return;
        set_all(&t.said, save, game, sets);
        tell_report(&t.said, save, game, "journal", i % 2);
        tell_report(&t.said, save, NULL, i % 2 ? "journal" : NULL, false);
        rq_save_close(save);
    }
    put_line(lines, &t, slot, "plots");
}

/* ---- Redguard ---- */

static void tell_redguard(struct telling *t)
{
    struct rq_error err = {0};
    struct rq_redguard_save *save = rq_redguard_save_open(root, &err);
    t->count++;
    if (!save) {
        tell_error(&t->said, &err);
        return;
    }
    said(&t->said, "%d %s, world %u: %s; picture %s", save->understood, save->version, save->world,
         save->title, save->picture);
    tell_bytes(&t->said, "logbook", save->logbook, strlen(save->logbook));
    for (size_t i = 0; i < save->map_count; i++)
        said(&t->said, "map %s", save->maps[i]);
    rq_redguard_save_close(save);
}

static struct rq_out read_demo(const char *name)
{
    char path[900];
    size_t size;
    struct rq_out out = {0};
    const char *demo = getenv("RQ_DEMO_DIR");
    snprintf(path, sizeof path, "%s/redguard/SAVEGAME/SAVEGAME.000/%s",
             demo ? demo : RQ_BUILD_DIR "/demo", name);
    uint8_t *bytes = check_read(path, &size);
    if (CHECK(bytes))
        rq_put(&out, bytes, size);
    free(bytes);
    return out;
}

/* The file cut, and with each byte of its head another. */
static void try_sav(struct telling *t, struct rq_bytes sav)
{
    enum { HEAD = 64 };
    uint8_t copy[1024];
    REQUIRE(sav.size <= sizeof copy);
    memcpy(copy, sav.data, sav.size);
    for (size_t size = 0; size <= sav.size; size += size < HEAD ? 1 : 7) {
        put("SAVEGAME.SAV", (struct rq_bytes){copy, size});
        tell_redguard(t);
    }
    for (size_t i = 0; i < (size_t)HEAD * 5; i++) {
        uint8_t was = copy[i / 5];
        const uint8_t others[] = {0, 0xFF, (uint8_t)(was + 1), (uint8_t)(was - 1), was ^ 0x80};
        copy[i / 5] = others[i % 5];
        put("SAVEGAME.SAV", (struct rq_bytes){copy, sav.size});
        tell_redguard(t);
        copy[i / 5] = was;
    }
    put("SAVEGAME.SAV", sav);
}

/* Names that are no name of a map, in other cases, and below a folder. */
static void try_redguard_files(struct telling *t, struct rq_bytes sav)
{
    static const char *const names[] = {
        "A.TSG",   "b.tsg",        "C.tsgx", ".tsg",       "TSG",     "two.dots.TSG",
        "sub",     "sub/D.TSG",    "B.SAV",  "sub/C.SAV",  "sav",     "sub/LOGBOOK.TXT",
        "log.txt", "xLOGBOOK.TXT", "X",      "OBJECT.TMP", "LOGBOOK", "a.b/LOGBOOK.TXT"};
    char path[900];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", root, names[i]);
        *strrchr(path, '/') = 0;
        CHECK(rq_make_folder(path, NULL));
        snprintf(path, sizeof path, "%s/%s", root, names[i]);
        if (strcmp(names[i], "sub") != 0)
            put(names[i], sav);
        tell_redguard(t);
    }
    rq_remove_file(strcat(strcpy(path, root), "/B.SAV"));
    rq_remove_file(strcat(strcpy(path, root), "/SAVEGAME.SAV"));
    tell_redguard(t);
    put("savegame.sav", text_of("no SVGM"));
    tell_redguard(t);
}

/* All letters of the code page, and texts about as long as they may be. */
static void try_logbook(struct telling *t)
{
    static const char *const names[] = {"LOGBOOK.TXT", "logbook.txt", "Logbook.Txt"};
    for (size_t i = 0; i < 7; i++) {
        struct rq_out text = {0};
        char path[900];
        const char *name = names[i % 3];
        if (i < 3)
            for (unsigned c = i == 2 ? 0 : 1; c < 256; c++)
                rq_put8(&text, (uint8_t)c);
        else
            while (i < 6 && text.size < (1u << 20) + i - 4)
                rq_put8(&text, (uint8_t)('a' + text.size % 26));
        rq_remove_file(strcat(strcpy(path, root), "/LOGBOOK.TXT"));
        put(name, rq_out_bytes(&text));
        tell_redguard(t);
        snprintf(path, sizeof path, "%s/%s", root, name);
        rq_remove_file(path);
        rq_out_free(&text);
    }
}

static void try_redguard(struct rq_out *lines, FILE *show)
{
    struct telling t = {{hash_of("", 0), show}, 0};
    struct rq_out sav = read_demo("SAVEGAME.SAV"), state = read_demo("ISLAND.TSG");
    rq_fs_remove(root);
    tell_redguard(&t);
    CHECK(rq_make_folder(root, NULL));
    tell_redguard(&t);
    put("ISLAND.TSG", rq_out_bytes(&state));
    tell_redguard(&t);
    put("SAVEGAME.SAV", rq_out_bytes(&sav));
    tell_redguard(&t);
    try_logbook(&t);
    put_line(lines, &t, "redguard", "logbook");
    try_sav(&t, rq_out_bytes(&sav));
    put_line(lines, &t, "redguard", "SAVEGAME.SAV");
    try_redguard_files(&t, rq_out_bytes(&sav));
    put_line(lines, &t, "redguard", "files");
    rq_out_free(&sav);
    rq_out_free(&state);
}

/* ---- lists of slots ---- */

static void tell_slots(struct telling *t, const char *path)
{
    struct rq_error err = {0};
    struct rq_slots *slots = rq_slots_open(path, &err);
    t->count++;
    if (!slots) {
        said(&t->said, "%s: %s", rq_code_name(err.code), err.text);
        return;
    }
    for (size_t i = 0; i < rq_slots_count(slots); i++) {
        const char *found = rq_slots_path(slots, i);
        bool below = CHECK(strncmp(found, root, sizeof root - 1) == 0);
        said(&t->said, "%s: %s", below ? found + sizeof root - 1 : "?", rq_slots_family(slots, i));
    }
    said(&t->said, "%d %d", rq_slots_path(slots, rq_slots_count(slots)) != NULL,
         rq_slots_family(slots, rq_slots_count(slots)) != NULL);
    rq_slots_close(slots);
}

/* Files come one after the other: what is there makes folders slots, or does not. */
static void try_lists(struct rq_out *lines, FILE *show)
{
    static const char *const files[][2] = {
        {"a.sav", "SVG"},           {"b/x.sav", "SVGM"},         {"b/y.SAV", "SVGMxx"},
        {"c/SAVEGAME.sav", "xxxx"}, {"c/savenfo.res", ""},       {"d/SAVENFO.RES", "x"},
        {"e/savegame.SAV", "SVGM"}, {"f/other.sav", "xxxx"},     {"g/SAVEGAME.savx", "x"},
        {"h/i/j/savenfo.res", ""},  {"h/i/SAVEGAME.sav", ""},    {"h/savenfo.res", ""},
        {"k/savenfo.resx", ""},     {"l/SAVEGAME.sav", "SVG"},   {"m/1.sav", "SVGM"},
        {"m/savenfo.res", ""},      {"n/SAVEGAME.sav", "SVGx0"}, {"savenfo.res", ""}};
    struct telling t = {{hash_of("", 0), show}, 0};
    char path[900];
    rq_fs_remove(root);
    tell_slots(&t, root);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", root, files[i][0]);
        *strrchr(path, '/') = 0;
        CHECK(rq_make_folder(path, NULL));
        put(files[i][0], text_of(files[i][1]));
        tell_slots(&t, root);
        tell_slots(&t, path);
        snprintf(path, sizeof path, "%s/%s", root, files[i][0]);
        tell_slots(&t, path);
    }
    put_line(lines, &t, "lists", "of slots");
}

/* ---- the game ---- */

static const char *const tables[][2] = {
    {"baseitems.2da", "2DA V2.0\n\n label stacking\n0 zero 1\n1 lamp 10\n2 bare ****\n"},
    {"globalcat.2da",
     "2DA V2.0\n\n name type\n0 ST_KEY Boolean\n1 ST_X8 NUMBER\n2 ST_X3877 number\n"
     "3 ST_S String\n4 ST_L Location\n5 ST_BAD word\n6 **** Number\n"},
};

static void put_item(const char *name, bool full)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    struct rq_gff_struct *s;
    struct rq_out out = {0};
    memcpy(gff->type, "UTI ", 4);
    if (full) {
        rq_gff_add_int(doc, gff->root, "BaseItem", 1, NULL);
        rq_gff_add_string(doc, gff->root, "Tag", "lamp", NULL);
        rq_gff_add_locstring(doc, gff->root, "LocalizedName", 2, NULL);
        rq_gff_add_byte(doc, gff->root, "Charges", 9, NULL);
        rq_gff_add_byte(doc, gff->root, "ModelVariation", 3, NULL);
        rq_gff_add_byte(doc, gff->root, "UpgradeLevel", 2, NULL);
        rq_gff_add_dword(doc, gff->root, "Cost", 40, NULL);
        rq_gff_add_list(doc, gff->root, "PropertiesList", NULL);
        rq_gff_add_struct(doc, gff->root, "PropertiesList/-", 0, &s, NULL);
        rq_gff_add_word(doc, s, "PropertyName", 12, NULL);
        rq_gff_add_struct(doc, gff->root, "PropertiesList/-", 0, &s, NULL);
        rq_gff_add_byte(doc, s, "Useable", 0, NULL);
        rq_gff_add_byte(doc, s, "UsesPerDay", 3, NULL);
    } else {
        rq_gff_add_list(doc, gff->root, "PropertiesList", NULL);
    }
    CHECK(rq_doc_write(doc, &out, NULL));
    put_in(game_root, name, rq_out_bytes(&out));
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* Plots without a tag, a name, entries; and entries without a number, an end, a text. */
static void put_odd_plots(struct rq_doc *doc, struct rq_gff_struct *jrl)
{
    static const char *const tags[] = {NULL, "st_odd", "st_bare", "st_empty"};
    struct rq_gff_struct *plot, *entry;
    for (uint32_t i = 0; i < 4; i++) {
        rq_gff_add_struct(doc, jrl, "Categories/-", i + 2, &plot, NULL);
        if (tags[i])
            rq_gff_add_string(doc, plot, "Tag", tags[i], NULL);
        if (i != 1)
            rq_gff_add_locstring(doc, plot, "Name", i, NULL);
        if (i != 2)
            rq_gff_add_list(doc, plot, "EntryList", NULL);
        for (uint32_t n = 0; n < 4 && i < 2; n++) {
            rq_gff_add_struct(doc, plot, "EntryList/-", n, &entry, NULL);
            if (n)
                rq_gff_add_dword(doc, entry, "ID", n == 3 ? 10 : n - 1, NULL);
            if (n != 2)
                rq_gff_add_word(doc, entry, "End", n, NULL);
            if (n != 3)
                rq_gff_add_locstring(doc, entry, "Text", n + 1, NULL);
        }
    }
}

static void put_journal(void)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    struct rq_gff_struct *plot, *entry;
    struct rq_out out = {0};
    memcpy(gff->type, "JRL ", 4);
    rq_gff_add_list(doc, gff->root, "Categories", NULL);
    for (int i = 0; i < 2; i++) {
        rq_gff_add_struct(doc, gff->root, "Categories/-", (uint32_t)i, &plot, NULL);
        rq_gff_add_string(doc, plot, "Tag", i ? "ST_FERRY" : "st_other", NULL);
        rq_gff_add_locstring(doc, plot, "Name", i ? 2 : 1, NULL);
        rq_gff_add_list(doc, plot, "EntryList", NULL);
        for (int n = 0; n < 2; n++) {
            rq_gff_add_struct(doc, plot, "EntryList/-", (uint32_t)n, &entry, NULL);
            rq_gff_add_dword(doc, entry, "ID", 10 + n, NULL);
            rq_gff_add_word(doc, entry, "End", n, NULL);
            rq_gff_add_locstring(doc, entry, "Text", (uint32_t)(1 + n), NULL);
        }
    }
    put_odd_plots(doc, gff->root);
    CHECK(rq_doc_write(doc, &out, NULL));
    put_in(game_root, "override/global.jrl", rq_out_bytes(&out));
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* Tables, items and a journal that name what the slots refer to, and the demo's texts. */
static struct rq_game *make_game(void)
{
    const char *demo = getenv("RQ_DEMO_DIR");
    char path[900];
    struct rq_out portraits = {0}, rows = {0};
    struct rq_error err = {0};
    rq_fs_remove(game_root);
    snprintf(path, sizeof path, "%s/override", game_root);
    CHECK(rq_make_folder(path, NULL));
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        snprintf(path, sizeof path, "override/%s", tables[i][0]);
        put_in(game_root, path,
               (struct rq_bytes){(const uint8_t *)tables[i][1], strlen(tables[i][1])});
    }
    rq_put_str(&rows, "2DA V2.0\n\n label name\n");
    for (int i = 0; i < 40; i++)
        rq_putf(&rows, i == 8 ? "%d **** ****\n" : "%d %s 1\n", i,
                i == 6    ? "leap"
                : i == 20 ? "Kelp"
                          : "other");
    put_in(game_root, "override/feat.2da", rq_out_bytes(&rows));
    put_in(game_root, "override/spells.2da", rq_out_bytes(&rows));
    rq_out_free(&rows);
    rq_put_str(&portraits, "2DA V2.0\n\n baseresref baseresrefe baseresrefve baseresrefvve "
                           "baseresrefvvve\n");
    for (int i = 0; i < 30; i++)
        rq_putf(&portraits,
                i == 28 ? "%d **** **** **** **** ****\n" : "%d po_%d po_e po_ve **** po_vvve\n", i,
                i);
    put_in(game_root, "override/portraits.2da", rq_out_bytes(&portraits));
    rq_out_free(&portraits);
    put_item("override/lamp.uti", true);
    put_item("override/bare.uti", false);
    put_journal();
    static const char *const shared[] = {"dialog.tlk", "chitin.key"};
    for (size_t i = 0; i < 2; i++) {
        struct rq_map map = {0};
        snprintf(path, sizeof path, "%s/kotor/%s", demo ? demo : RQ_BUILD_DIR "/demo", shared[i]);
        if (CHECK(rq_map_open(&map, path, NULL)))
            put_in(game_root, shared[i], map.bytes);
        rq_map_close(&map);
    }
    struct rq_game *game = rq_game_open(game_root, NULL, &err);
    CHECK_STR(err.text, "");
    return game;
}

static const char *const field_parts[][8] = {
    {"savenfo.res", "PARTYTABLE.res", "GLOBALVARS.res", "SAVEGAME.sav/INVENTORY.res",
     "SAVEGAME.sav/REPUTE.fac", "SAVEGAME.sav/AVAILNPC0.utc", "SAVEGAME.sav/DEMO01.sav/Module.ifo",
     NULL},
    {"savenfo.res", "PARTYTABLE.res", "GLOBALVARS.res", "SAVEGAME.sav/AVAILNPC6.utc",
     "SAVEGAME.sav/INVENTORY.res", NULL},
    {"pifo.ifo", NULL},
};

static void test_said(void)
{
    static const char *const slots[] = {"saves/000002 - Game1", "saves-k2/000003 - Game2",
                                        "saves/000001 - AUTOSAVE", "saves/000001 - DEMO"};
    struct rq_out lines = {0};
    char from[700];
    if (!start(slots[0], from))
        SKIP("no demo");
    struct rq_game *game = make_game();
    REQUIRE(game);
    FILE *show = said_file("slots");
    for (size_t i = 0; i < 4; i++) {
        REQUIRE(start(slots[i], from));
        try_paths(&lines, game, show, slots[i]);
        if (i < 3)
            try_characters(&lines, game, show, slots[i]);
        if (i < 2)
            try_room(&lines, show, slots[i]);
        try_files(&lines, game, show, slots[i]);
        if (i < 3)
            try_variants(&lines, game, show, slots[i]);
        if (i < 3)
            try_fields(&lines, game, show, slots[i], field_parts[i]);
        if (i < 2)
            try_quests(&lines, game, show, slots[i]);
        if (i < 2)
            try_near(&lines, game, show, slots[i]);
        if (i < 2)
            try_fresh(&lines, game, show, slots[i]);
        if (i == 1)
            try_no_player(&lines, game, show, slots[i]);
        if (i == 1)
            try_added(&lines, show, slots[i]);
        if (i == 1)
            try_versions(&lines, show, slots[i]);
    }
    try_redguard(&lines, show);
    try_lists(&lines, show);
    if (show)
        fclose(show);
    rq_game_close(game);
    said_compare("slots", &lines, NULL);
    rq_out_free(&lines);
}

TESTS(test_said)
