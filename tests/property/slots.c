/* Slots of KotOR, those of the demo below $RQ_DEMO_DIR, with every path set to values at and beyond its limits, with
 * values of the files edited, and with files missing, empty, wrapped and of another format: all that is said, and the
 * bytes that would be written, are held to tests/contract/slots.txt. See said.h. */
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
    said(s, "%s at %llu of %s: %s", rq_code_name(err->code), (unsigned long long)err->offset,
         path ? "the slot" : err->where, err->text);
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
    for (size_t i = 0; i < sizeof chains / sizeof chains[0]; i++) {
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
            try_sets(&t, game, chains[turn % (sizeof chains / sizeof chains[0])]);
            try_repair(&t, game, turn / 6);
        }
        if (t.count)
            put_line(lines, &t, slot, parts[i].path);
    }
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
    }
    if (show)
        fclose(show);
    rq_game_close(game);
    said_compare("slots", &lines, NULL);
    rq_out_free(&lines);
}

TESTS(test_said)
