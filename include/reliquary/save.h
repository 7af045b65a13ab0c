/* Saved games. A slot is a folder: of Redguard SAVEGAME.000 with a .SAV, the state of each map (.TSG) and the
 * logbook; of KotOR "000002 - Game1" with savenfo.res, PARTYTABLE.res, GLOBALVARS.res and SAVEGAME.sav.
 *
 *     struct rq_error err = {0};
 *     struct rq_redguard_save *save = rq_redguard_save_open("SAVEGAME/SAVEGAME.000", &err);
 *     if (save) puts(save->title);
 *     rq_redguard_save_close(save);
 *
 * Nothing is changed on disk by what only reads. Pointers must not be NULL, except for err.
 */
#ifndef RELIQUARY_SAVE_H
#define RELIQUARY_SAVE_H

#include <reliquary/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- finding slots ---------------------------------------------------------------- */

struct rq_slots;

/* All folders below a path, or the path itself, that hold a saved game, sorted by name. NULL with err filled
 * when the path can't be read. No slots is no error. */
RQ_API struct rq_slots *rq_slots_open(const char *path, struct rq_error *err);
RQ_API void rq_slots_close(struct rq_slots *slots); /* slots may be NULL */
RQ_API size_t rq_slots_count(const struct rq_slots *slots);
/* The folder, as given and what is below it; NULL beyond the last. And whose: "redguard" or "kotor". */
RQ_API const char *rq_slots_path(const struct rq_slots *slots, size_t index);
RQ_API const char *rq_slots_family(const struct rq_slots *slots, size_t index);

/* ---- Redguard --------------------------------------------------------------------- */

struct rq_redguard_save {
    const char
        *title; /* what the menu shows, UTF-8; "" when the .SAV has none that is understood */
    const char *version;
    bool understood;     /* the .SAV begins with an SVGM chunk of the known shape */
    uint32_t world;      /* number in WORLD.INI */
    const char *picture; /* name of a bitmap */
    size_t map_count;
    const char *const *maps; /* whose state is kept: "ISLAND", sorted */
    const char *logbook;     /* LOGBOOK.TXT as UTF-8; "" when there is none */
};

/* NULL with err filled when the folder has no .SAV, or one that can't be read. */
RQ_API struct rq_redguard_save *rq_redguard_save_open(const char *folder, struct rq_error *err);
RQ_API void rq_redguard_save_close(struct rq_redguard_save *save); /* save may be NULL */

/* ---- KotOR ------------------------------------------------------------------------
 *
 *     struct rq_kotor_save *save = rq_save_open("saves/000002 - Game1", NULL, &err);
 *     if (save && rq_save_set(save, NULL, "gold", "5000", &err))
 *         rq_save_commit(save, "more money", &err);
 *     rq_save_close(save);
 *
 * Everything that is not changed stays byte for byte as it is: files and fields that nobody knows, the order
 * of entries, the wrapper of Aspyr's versions. docs/saves.md tells the whole.
 *
 * A slot with missing or damaged files can be opened. What needs them fails, with their name. */

struct rq_kotor_save;

enum rq_save_kind {
    RQ_SAVE_NORMAL,
    RQ_SAVE_TRANSITION, /* autosave on the way to another module: the player is in pifo.ifo */
};

enum rq_save_platform {
    RQ_SAVE_PC,
    RQ_SAVE_ASPYR, /* a file has the wrapper _ASPRCOMP_ */
    RQ_SAVE_XBOX,  /* has signatures (.sig): can't be changed */
};

/* Texts are UTF-8 and never NULL; "" and 0 where their file is not there. */
struct rq_save_info {
    unsigned version; /* 1 or 2; 0: nothing tells */
    enum rq_save_kind kind;
    enum rq_save_platform platform;
    bool corrupt; /* has a file CORRUPT: the game shows the slot as damaged */
    const char *name, *area, *module;
    const char *player; /* K2 only: K1 has it in the module's archive, see rq_save_report */
    uint32_t seconds, gold;
    uint64_t time; /* of saving, seconds since 1970; of K1 that of the file savenfo.res */
    size_t party_count;
    const char *party[3]; /* names of companions in the party */
};

struct rq_save_options {
    unsigned version; /* 1 or 2; 0: by what is there */
    bool no_files; /* rq_save_set takes no values that name a file: those of somebody else, say */
};

/* options may be NULL. NULL with err filled when there is no such folder, or nothing of a slot of KotOR in
 * it. */
RQ_API struct rq_kotor_save *rq_save_open(const char *folder, const struct rq_save_options *options,
                                          struct rq_error *err);
RQ_API void rq_save_close(
    struct rq_kotor_save *save); /* save may be NULL; what was not committed is lost */
/* Never NULL. */
RQ_API const struct rq_save_info *rq_save_describe(const struct rq_kotor_save *save);

/* A file of the slot, or an entry of an archive in it. */
struct rq_save_file {
    const char *path; /* "SAVEGAME.sav/101PER.sav/Module.ifo" */
    struct rq_bytes bytes;
    bool wrapped;           /* in _ASPRCOMP_; bytes are those in it */
    bool readable;          /* it is of a known format and could be read */
    struct rq_error reason; /* when it is not */
};

/* All of them, archives before what is in them. False after the last. Valid until a change. */
RQ_API bool rq_save_file_at(struct rq_kotor_save *save, size_t index, struct rq_save_file *file);

/* Its document, which the save owns; NULL with err filled. Who changes it says so with rq_save_touch. */
RQ_API struct rq_doc *rq_save_doc(struct rq_kotor_save *save, const char *path,
                                  struct rq_error *err);
RQ_API bool rq_save_touch(struct rq_kotor_save *save, const char *path, struct rq_error *err);

/* Appends what a slot holds as JSON: characters, party, journal, inventory, globals, galaxy map, pazaak,
 * reputation. With a game numbers become names and texts. */
struct rq_save_report {
    const struct rq_game *game; /* or NULL */
    const char *only; /* one part of it: "inventory", "globals", "journal", "party"; NULL: all */
    bool
        all; /* also doors and containers of modules, globals that are 0, companions that are not available */
};

RQ_API bool rq_save_report(struct rq_kotor_save *save, const struct rq_save_report *options,
                           struct rq_out *json, struct rq_error *err);

/* ---- values of a slot ---- */

/* One row of the table of short paths, as docs/saves.md and help print it. */
struct rq_save_path {
    const char *path;  /* "party/WHO/influence": words in capitals stand for something */
    const char *value; /* what it takes */
    const char *where; /* which fields it changes, all of them together */
};

/* NULL beyond the last. */
RQ_API const struct rq_save_path *rq_save_path_at(size_t index);

/* The value at a short path, or at a whole one ("PARTYTABLE.res/PT_GOLD"), appended as UTF-8. RQ_USAGE: there is
 * no such value. "screen" gives a PNG, "player" and "party/WHO" a character as JSON. */
RQ_API bool rq_save_get(struct rq_kotor_save *save, const char *path, struct rq_out *value,
                        struct rq_error *err);

/* Sets it, with all other places where the same fact is stored. Types and ranges are those of the tables of
 * reliquary/blueprint.h. game names rows of tables and has new items; it may be NULL. On failure err says
 * what was expected; the save must then be closed. */
RQ_API bool rq_save_set(struct rq_kotor_save *save, const struct rq_game *game, const char *path,
                        const char *value, struct rq_error *err);

/* What the last changes mean in the game and should be told: texts with a NUL behind each. */
RQ_API struct rq_bytes rq_save_notes(const struct rq_kotor_save *save);

/* ---- repairs ---- */

struct rq_save_repair {
    const char *name;     /* "events" */
    const char *what;     /* what it does */
    const char *loses;    /* what is lost by it */
    const char *argument; /* what it takes, "MODULE"; "" when nothing */
};

/* NULL beyond the last. */
RQ_API const struct rq_save_repair *rq_save_repair_at(size_t index);
/* Makes a repair in memory. argument and game may be NULL. RQ_USAGE: there is no such repair, or nothing to do. */
RQ_API bool rq_save_repair(struct rq_kotor_save *save, const struct rq_game *game, const char *name,
                           const char *argument, struct rq_error *err);

/* ---- comparing ---- */

/* The differences of two slots by whole path. Either may have changes that are not committed. */
RQ_API bool rq_save_diff(struct rq_kotor_save *a, struct rq_kotor_save *b, rq_diff_fn *fn,
                         void *ctx, size_t *count, struct rq_error *err);
/* What was changed since the slot was opened. */
RQ_API bool rq_save_changes(struct rq_kotor_save *save, rq_diff_fn *fn, void *ctx, size_t *count,
                            struct rq_error *err);

/* ---- writing ----
 *
 * The new slot is written beside the old one, read again and compared, and then both change places at once.
 * The old one is kept as a record in FOLDER.reliquary beside the folder of saves: the game empties a slot
 * before it saves, so nothing can be kept inside. A program that is killed leaves the old slot or the new
 * one; who writes next finishes or takes back the rest. */

/* Writes what was changed. Nothing changed: nothing is written. Fails when files of the slot have changed since
 * they were read, when there is a link in it, and when it is one of Xbox. After it the save must be closed. */
RQ_API bool rq_save_commit(struct rq_kotor_save *save, const char *label, struct rq_error *err);

/* A copy of the slot as a record, without a change. */
RQ_API bool rq_save_backup(const char *folder, const char *label, struct rq_error *err);

struct rq_save_record {
    const char *id, *label;
    uint64_t time; /* seconds since 1970 */
};

/* Called with each record of a slot, the oldest first; valid during the call. */
typedef void rq_save_record_fn(void *ctx, const struct rq_save_record *record);
RQ_API bool rq_save_records(const char *folder, rq_save_record_fn *fn, void *ctx,
                            struct rq_error *err);

/* The slot as a record has it; NULL: the last one. What it replaces becomes a record. */
RQ_API bool rq_save_restore(const char *folder, const char *id, struct rq_error *err);

/* Copies a slot to the first free number, with another name unless that is NULL. Transition autosaves are
 * refused: the game loads the files of "000001 - AUTOSAVE" for them, whichever was chosen. to gets the new
 * folder. */
enum { RQ_SAVE_FOLDER = 4096 };
RQ_API bool rq_save_copy(const char *folder, const char *name, char to[RQ_SAVE_FOLDER],
                         struct rq_error *err);

#ifdef __cplusplus
}
#endif

#endif
