/* What the parts of the patcher share: the instructions of a mod, the tokens, and the plan. The facts behind the
 * decisions are in docs/patch.md. */
#ifndef RQ_PATCH_PARTS_H
#define RQ_PATCH_PARTS_H

#include "core/bytes.h"
#include "core/file.h"

#include <reliquary/game.h>
#include <reliquary/patch.h>

/* ---- ini.c: instructions, read as leniently as Windows reads them ---- */

struct ini_key {
    const char *name, *value; /* UTF-8 */
    unsigned line;
};

struct ini_section {
    const char *name;
    unsigned line;
    uint32_t first, count; /* of the keys */
    bool used;
};

struct ini {
    const char *file; /* as messages name it */
    struct ini_section *sections;
    struct ini_key *keys;
    uint32_t section_count, section_room, key_count, key_room;
    uint32_t *slots; /* sections and keys by their names */
    uint32_t slot_mask, slot_used;
};

struct rq_patch;

/* False without memory. What is remarkable is told to patch. */
bool ini_read(struct rq_patch *p, struct ini *ini, struct rq_bytes text);
/* Appends a text of a mod as UTF-8: by its byte order mark, else UTF-8 when it can be that, else Windows-1252. */
void ini_decode(struct rq_out *out, struct rq_bytes text);
/* NULL: there is none. The section counts as used from then on. */
struct ini_section *ini_find(struct ini *ini, const char *name);
/* section may be NULL. */
const struct ini_key *ini_key(const struct ini *ini, const struct ini_section *section,
                              const char *name);
const char *ini_value(const struct ini *ini, const struct ini_section *section, const char *name);
static inline const struct ini_key *ini_at(const struct ini *ini, const struct ini_section *section,
                                           uint32_t index)
{
    return &ini->keys[section->first + index];
}

/* Whether text begins with the word, and whether it is one of the blank-separated small words; in any case. */
bool starts_with(const char *text, const char *word);
bool is_one_of(const char *words, const char *text);

/* ---- disk.c: names in any case ---- */

struct listing;

/* The path below root as it is spelled on the disk; what is not there stays as it was given. *kind says what it
 * leads to. NULL without memory. */
const char *disk_find(struct rq_patch *p, const char *root, const char *below,
                      enum rq_path_kind *kind);

/* A path out of a mod with "/" between its parts: "" for ".\". NULL after a message when it is absolute, has a
 * drive or leads upwards. */
const char *disk_clean(struct rq_patch *p, unsigned line, const char *path);

/* ---- plan.c: files of the game as they will be ---- */

/* A file of the game, or an entry of an archive. */
struct res {
    const char *key;     /* path below the game in lower case, with the entry's name */
    const char *path;    /* of a file: below the game, as spelled on the disk */
    const char *name;    /* of the entry or file */
    struct res *archive; /* it is an entry of this one; NULL: a file */
    bool there;          /* on the disk, before the change */
    bool exists, changed;
    bool fresh; /* this run made it */
    bool is_archive;
    uint64_t size, time; /* of a file that is there */
    struct rq_map map;
    struct rq_bytes bytes; /* while it has no doc */
    struct rq_doc *doc;
    struct rq_out out;
    struct res *next; /* in the order in which they were asked for */
};

/* The resource `name` in a folder or archive below the game ("" is the game's own folder). NULL after a message. */
struct res *plan_res(struct rq_patch *p, unsigned line, const char *folder, const char *name);
/* The archive at a path; made of the parts of a module when it is a .mod that is not there. NULL after a message. */
struct res *plan_archive(struct rq_patch *p, unsigned line, const char *path);
/* Whether a folder out of a mod names an archive. */
bool plan_is_archive(struct rq_patch *p, const char *folder);

/* Its bytes as they stand now. */
bool plan_bytes(struct rq_patch *p, struct res *r, struct rq_bytes *bytes, struct rq_error *err);
/* New bytes, which outlive the plan. */
void plan_put(struct rq_patch *p, struct res *r, struct rq_bytes bytes);
/* Its document of a format, to be changed; NULL after a message. */
struct rq_doc *plan_doc(struct rq_patch *p, unsigned line, struct res *r, const char *format);

/* Writes all documents to memory, and finds which files really change. */
bool plan_settle(struct rq_patch *p, struct rq_error *err);
void plan_free(struct rq_patch *p);

/* A file of the mod, mapped as long as the plan; false when it is not there. */
bool plan_source(struct rq_patch *p, const char *folder, const char *name, struct rq_bytes *bytes);
/* Whether the mod has a file, below its tslpatchdata. */
bool plan_has_source(struct rq_patch *p, const char *below);
/* What a resource is after the change, once the plan is settled; *bytes of an archive are none. False: the plan does
 * not change it. */
bool plan_after(struct rq_patch *p, const char *key, bool *exists, struct rq_bytes *bytes,
                struct rq_doc **archive);

/* ---- ops.c: what all lists share ---- */

/* A line such as "File0=x.utc" with the keys of the section [x.utc]. */
struct op {
    const struct ini_key *key;
    struct ini_section *section; /* or NULL */
    const char *name, *source, *source_folder, *save_as, *destination;
    const char *override_type;
    bool replace;
};

struct op_list {
    struct ini_section *section;
    const char *destination, *source_folder; /* of the list */
};

void op_list_open(struct rq_patch *p, struct op_list *list, struct ini_section *section);
/* False: the key is no file of the list, or a message said why it can't be used. */
bool op_read(struct rq_patch *p, const struct op_list *list, const struct ini_key *key,
             struct op *op);
/* The resource that the line is for, with its base in place: what is at the destination, or the mod's copy, which has to be
 * of the format (NULL: of any). NULL after a message. */
struct res *op_base(struct rq_patch *p, const struct op *op, const char *format);
struct res *op_target(struct rq_patch *p, const struct op *op);
/* After a resource got into an archive: what Override hides. */
void op_check_override(struct rq_patch *p, const struct op *op, const struct res *r);

/* ---- tokens.c ---- */

struct token {
    bool memory; /* 2DAMEMORY, else StrRef */
    bool path;   /* the value is the path of a GFF field */
    uint32_t number;
    const char *value;
};

/* Whether text is the name of a token. */
bool token_name(const char *text, bool *memory, uint32_t *number);
const struct token *token_get(const struct rq_patch *p, bool memory, uint32_t number);
void token_set(struct rq_patch *p, bool memory, uint32_t number, const char *value, bool path);
/* Text with a token's value in place of its name; NULL after a message when nothing has set it. */
const char *token_value(struct rq_patch *p, unsigned line, const char *text);
/* The same as a StrRef or another number of 32 bits; -1 counts as 4294967295. */
bool token_number(struct rq_patch *p, unsigned line, const char *text, uint32_t *number);
/* Replaces #2DAMEMORY1# and #StrRef0# in a script. False after messages about unknown ones. */
bool token_script(struct rq_patch *p, unsigned line, const char *file, struct rq_bytes text,
                  struct rq_bytes *replaced);

/* ---- the lists ---- */

void tlk_list(struct rq_patch *p, struct ini_section *section);
void install_list(struct rq_patch *p, struct ini_section *section);
void twoda_list(struct rq_patch *p, struct ini_section *section);
void gff_list(struct rq_patch *p, struct ini_section *section);
void compile_list(struct rq_patch *p, struct ini_section *section);
void hack_list(struct rq_patch *p, struct ini_section *section);
void ssf_list(struct rq_patch *p, struct ini_section *section);

/* "Battlecry 1", "Unknown(29)": the name of a sound in [SSFList]; room has 16 bytes or more. */
const char *ssf_sound(size_t sound, char room[16]);
/* One more column of a table, with the value in each row. */
bool twoda_add_column(struct rq_doc *doc, const char *label, const char *value,
                      struct rq_error *err);
/* "ExoString": the name of a type of field in FieldType; NULL: it has none. */
const char *gff_type_name(uint8_t type);

/* ---- the whole ---- */

struct source {
    const char *path;
    struct rq_map map;
};

/* A mod that is not on the disk: files of its tslpatchdata, without folders. */
struct mod_file {
    const char *name;
    struct rq_bytes bytes;
};

struct mod_memory {
    const struct mod_file *files;
    size_t count;
    struct rq_bytes instructions; /* changes.ini */
    const char *root;             /* what it is planned on */
    bool flat;                    /* root is an Override folder, not a game */
    unsigned game_number;
};

struct rq_patch {
    struct rq_arena arena;
    struct rq_patch_options options;
    struct rq_patch_summary summary;
    struct ini ini;
    const char *root;                /* the game */
    const char *data;                /* tslpatchdata */
    const char *below;               /* DataPath, "" when there is none */
    const struct mod_memory *memory; /* in place of data; or NULL */
    unsigned game_number;            /* 1 or 2 */
    enum rq_codepage page;
    size_t refusals; /* of memory, when it began */
    struct listing *listings;
    const char *unlisted; /* a folder that is there, but whose names can't be read; or NULL */
    struct token *tokens;
    uint32_t token_count, token_room;
    struct res *first, **last;
    struct res **slots;
    uint32_t res_count, slot_mask;
    struct source *sources;
    uint32_t source_count, source_room;
    struct rq_game *game; /* opened when a file is looked for in archives of the game */
    bool game_tried;
    struct res **changed; /* by name */
    uint32_t changed_count;
    uint64_t sum;  /* of the instructions */
    bool redguard; /* a mod of redguard-mod-manager */
    size_t copied; /* bytes of INI files that got new lines */
};

/* A message about a line of the instructions; line 0: about no line. */
void tell(struct rq_patch *p, enum rq_patch_level level, unsigned line, const char *fmt, ...)
    RQ_PRINTF(4, 5);
/* Of something that can't be done, with what the library says of it. */
void tell_error(struct rq_patch *p, unsigned line, const char *what, const struct rq_error *err);
/* A value of a resource that was planned: which part of it, printf says; "" is the whole, "+" something new. */
void wrote(struct rq_patch *p, const struct res *r, unsigned line, const char *value,
           const char *fmt, ...) RQ_PRINTF(5, 6);
/* Text or bytes in the memory of the plan; none without memory, which is noted. */
char *keep(struct rq_patch *p, const char *text, size_t size);
struct rq_bytes keep_bytes(struct rq_patch *p, struct rq_bytes bytes);
char *keepf(struct rq_patch *p, const char *fmt, ...) RQ_PRINTF(2, 3);
/* The game's own files, for what is not in Override; NULL: they can't be read. */
struct rq_game *game_of(struct rq_patch *p);

/* NULL with err filled without memory. */
struct rq_patch *mod_new(const char *mod, struct rq_error *err);
/* The folder of the mod with its instructions: data, below, ini, and the sum of all of it. */
bool mod_open(struct rq_patch *p, const char *mod, struct rq_error *err);

/* Plans a mod that is in memory. Records of the game are not looked at. NULL with err filled without memory. */
struct rq_patch *mod_plan(const struct mod_memory *memory, struct rq_error *err);

/* undo.c: the record of the same mod whose files are as it left them; NULL: there is none. */
const char *undo_installed(struct rq_patch *p);

#define RECORD_LABEL "patch: "
enum { RECORD_SUM = 16 }; /* digits of the sum behind the label; a blank and the title follow */

#endif
