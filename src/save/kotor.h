/* A slot of KotOR while it is looked at and changed: its files and what is in them as a tree of parts. */
#ifndef RQ_SAVE_KOTOR_H
#define RQ_SAVE_KOTOR_H

#include "core/arena.h"
#include "core/bytes.h"

#include <reliquary/gff.h>
#include <reliquary/save.h>

/* A file of the folder, or an entry of an archive in it. */
struct save_part {
    const char *path; /* below the slot, in the case of the file: "SAVEGAME.sav/INVENTORY.res" */
    const char *name; /* the end of path */
    struct save_part *parent; /* NULL: a file */
    struct rq_map map;        /* of a file */
    uint64_t size, time;      /* of a file, as rq_path_stamp has them */
    struct rq_bytes bytes;    /* as they were read, unwrapped */
    bool wrapped;             /* _ASPRCOMP_ */
    struct rq_out source;     /* owned bytes that doc borrows: out of the wrapper, or new ones */
    struct rq_doc *doc;       /* once it was asked for */
    bool unopened;            /* a file that can't be opened: err says why */
    bool tried, listed;       /* to read it; to list what is in it */
    struct rq_error err;      /* why doc is NULL */
    bool changed, removed, fresh; /* fresh: was not there */
    bool gone;                    /* removed, and the archive around it knows */
    struct rq_out out;            /* its new bytes, unwrapped */
};

struct rq_kotor_save {
    struct rq_save_info info;
    struct rq_arena arena;
    const char *folder;
    bool no_files;            /* as in the options */
    struct save_part **parts; /* what is in a part comes behind it */
    uint32_t count, room;
    struct rq_out notes; /* texts for the caller of a change, a NUL behind each */
};

/* ---- parts: kotor.c ---- */

bool save_no_memory(struct rq_error *err);

/* The part at a path, in any case; NULL: there is none. Archives on the way are opened. */
struct save_part *save_find(struct rq_kotor_save *save, const char *path);
/* The part that a path begins with; *rest gets what follows it, "" when nothing does. */
struct save_part *save_split(struct rq_kotor_save *save, const char *path, const char **rest);
/* Makes what is in an archive parts. */
bool save_list(struct rq_kotor_save *save, struct save_part *part, struct rq_error *err);
/* Its document; NULL with err filled. */
struct rq_doc *save_read(struct save_part *part, struct rq_error *err);
/* The document at a path and its root; NULL when it is not there or can't be read (err may be NULL). */
struct rq_gff_struct *save_gff(struct rq_kotor_save *save, const char *path, struct rq_doc **doc,
                               struct rq_error *err);
/* A new file, or a new entry of an archive. bytes are copied. */
struct save_part *save_add(struct rq_kotor_save *save, const char *path, struct rq_bytes bytes,
                           struct rq_error *err);
/* New bytes of a part that is no document here. */
bool save_replace(struct save_part *part, struct rq_bytes bytes, struct rq_error *err);
/* Brings the bytes of all that was changed up to date, archives after what is in them. */
bool save_settle(struct rq_kotor_save *save, struct rq_error *err);
/* What a file has to hold on disk, wrapped where it was; after save_settle. */
bool save_file_bytes(struct save_part *part, struct rq_out *wrapped, struct rq_bytes *bytes,
                     struct rq_error *err);

/* Something that the person who asked for a change should know. */
void save_note(struct rq_kotor_save *save, const char *fmt, ...) RQ_PRINTF(2, 3);

/* ---- values ---- */

/* A whole number of any type; otherwise when there is none. */
int64_t save_number(const struct rq_gff_struct *s, const char *label, int64_t otherwise);
/* Whether a string has these letters, without case; nothing is allocated. */
bool save_is_text(const struct rq_gff_struct *s, const char *label, const char *text);
/* A text in UTF-8, of a string, resref or locstring; never NULL. With a game also from the talk table. */
const char *save_text(struct rq_kotor_save *save, struct rq_doc *doc, const struct rq_gff_struct *s,
                      const char *label, const struct rq_game *game);
/* The value of a field as a person would say it, by the tables of `kind` ("UTC", "ClassList/0/Class"). */
const char *save_say(struct rq_kotor_save *save, struct rq_doc *doc, const struct rq_gff_struct *s,
                     const char *kind, const char *path, const char *label,
                     const struct rq_game *game);
struct rq_gff_struct *save_elements(const struct rq_gff_struct *s, const char *label,
                                    uint32_t *count);

/* ---- people: people.c ---- */

enum { SAVE_NPCS = 12 };

/* Where a character is: a part, and the path of the struct in it, "" for the root. */
struct save_person {
    struct save_part *part;
    const char *path;
    struct rq_doc *doc;
    struct rq_gff_struct *s;
};

/* The player, wherever this kind of save keeps him; false with err filled. */
bool save_player(struct rq_kotor_save *save, struct save_person *person, struct rq_error *err);
/* The companion in a slot. */
bool save_companion(struct rq_kotor_save *save, unsigned slot, struct save_person *person,
                    struct rq_error *err);
/* The slot of a number, of a name of the game, or of the name or tag that the companion's file has; -1. */
int save_companion_slot(struct rq_kotor_save *save, const char *who);
/* "Bastila"; NULL beyond the last. */
const char *save_slot_name(const struct rq_kotor_save *save, unsigned slot);

/* The nested archive of the module that was saved last; NULL: it is not there. */
struct save_part *save_module(struct rq_kotor_save *save);
/* The entry of an archive that has this extension; NULL. */
struct save_part *save_entry_of_type(struct rq_kotor_save *save, struct save_part *archive,
                                     const char *extension);

/* ---- changes ---- */

/* A change that is being made. */
struct save_edit {
    struct rq_kotor_save *save;
    const struct rq_game *game; /* or NULL */
    const char *path;           /* as it was asked for */
    struct rq_error *err;
};

/* Maps the file that a value names, unless the save takes none. */
bool save_open_value(struct save_edit *e, const char *value, struct rq_map *map);
bool save_set_field(struct save_edit *e, struct save_part *part, const char *path,
                    const char *value);

/* paths.c calls these with what follows the first part of the path. value NULL: append the value to out. */
bool save_global(struct save_edit *e, const char *name, const char *value, struct rq_out *out);
bool save_journal(struct save_edit *e, const char *plot, const char *value, struct rq_out *out);
bool save_inventory(struct save_edit *e, const char *rest, const char *value, struct rq_out *out);
bool save_person_value(struct save_edit *e, const struct save_person *person, const char *rest,
                       const char *value, struct rq_out *out);
bool save_person_json(struct save_edit *e, const struct save_person *person, const char *value,
                      struct rq_out *out);

/* ---- portraits: portraits.c ---- */

enum { SAVE_FACES = 3 };

/* What the picture of a member of the party follows from. */
struct save_face {
    int who;            /* a slot; -1: the player */
    int64_t row;        /* of portraits.2da; -1: there is no such creature */
    unsigned stage;     /* of the alignment */
    const char *resref; /* Portrait, when PortraitId names no row */
};

struct save_faces {
    struct save_face at[SAVE_FACES]; /* in the order of PORTRAITn */
    uint32_t count;
    bool known; /* who is who */
};

struct save_faces save_faces_now(struct rq_kotor_save *save);
/* After a change: PORTRAITn of savenfo.res as they follow from it, as far as the game is there. */
bool save_faces_follow(struct save_edit *e, const struct save_faces *was);

/* ---- global variables: globals.c ---- */

enum { SAVE_GLOBAL_SLOTS = 1775 };

enum save_global_kind { SAVE_BOOLEAN, SAVE_NUMBER, SAVE_LOCATION, SAVE_STRING, SAVE_GLOBALS };

/* Lists and fields of GLOBALVARS.res. */
struct save_global_row {
    const char *word, *names, *values;
    uint32_t most; /* that K1 has room for */
};
extern const struct save_global_row save_global_rows[SAVE_GLOBALS];

/* Appends the value of a variable by its place in the list of names. False: there is none. */
bool save_global_at(struct rq_doc *doc, const struct rq_gff_struct *root,
                    enum save_global_kind kind, uint32_t index, struct rq_out *out);

/* Where the engine's table has a name before others are in the way: crc32 of the name in upper case, which starts
 * with 0 and is not inverted, modulo 1775. */
unsigned save_global_slot(const char *name, size_t size);

/* GLOBALVARS.res as the engine begins with: all variables of globalcat.2da, 0, in the order of its table. The
 * table is open: the next free place is taken. NULL with err filled. */
struct rq_doc *save_fresh_globals(struct rq_doc *globalcat, struct rq_error *err);

/* ---- storage: store.c ---- */

bool save_is_writable(const struct rq_kotor_save *save, struct rq_error *err);

#endif
