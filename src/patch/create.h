/* What the parts that make a mod of two games share. See docs/patch.md. */
#ifndef RQ_PATCH_CREATE_H
#define RQ_PATCH_CREATE_H

#include "patch/parts.h"

/* The lists of changes.ini, in the order in which they are written. */
enum list { LIST_TLK, LIST_INSTALL, LIST_2DA, LIST_GFF, LIST_COMPILE, LIST_SSF, LIST_COUNT };

/* A file of the games, or an entry of an archive that both have, whose bytes differ. */
struct item {
    const char *key;    /* as in struct res: "modules/demo01.mod/keeper.utc" */
    const char *folder; /* as it is spelled: "modules/demo01.mod" */
    const char *name;
    bool in_archive;
    bool has_old, has_new;
    bool from_game; /* old is the copy in the game's own archives, and not at the place */
    struct rq_bytes old, fresh;
    const char *format; /* that both have; "" none */
    const char *whole;  /* why it can't be told as changes; NULL: it can be tried */
    const char *missed; /* why the mod can't do it */
    bool told;          /* as changes, or as a script to compile */
    bool no_source;     /* its script does not compile to it */
};

/* An archive that both games have. */
struct pair {
    const char *key;
    struct rq_bytes old, fresh;
    struct rq_doc *docs[2];
    const char *missed;
};

/* A row that the second game has more of, and the token that holds its number. */
struct row_token {
    const char *table; /* "appearance" */
    size_t row;
    uint32_t number; /* 0: nobody wants it */
    bool set;        /* by what is written so far */
};

/* A folder of [InstallList]. */
struct install {
    const char *folder;
    struct rq_out lines;
    uint32_t count;
};

struct side {
    const char *path;
    const char *root; /* the folder that relative paths are below */
    struct rq_walk walk;
    struct rq_map *maps;
    bool is_file;
};

struct creation {
    struct rq_arena arena;
    const struct rq_patch_create_options *options;
    struct side sides[2];
    bool flat; /* the folders are no games: what is in them goes to Override */
    unsigned game_number;
    enum rq_codepage page;
    struct rq_game *game; /* the first; NULL: it can't be opened */
    size_t refusals;      /* of memory, when it began */
    struct item *items;
    uint32_t item_count, item_room;
    struct pair *pairs;
    uint32_t pair_count, pair_room;
    struct row_token *rows;
    uint32_t row_count, row_room;
    bool again; /* something wants a token that is not set yet: one more round */

    /* Of one round. */
    struct rq_out heads[LIST_COUNT], bodies[LIST_COUNT];
    uint32_t counts[LIST_COUNT];
    struct install *installs;
    uint32_t install_count, install_room;
    struct mod_file *files;
    uint32_t file_count, file_room;
    const char **names; /* sections and sources that are taken */
    uint32_t name_count, name_room;
    uint32_t section_count, memory_count;
    uint32_t old_strings, new_strings; /* of dialog.tlk; new_strings 0: none were added */
};

/* ---- create_text.c ---- */

char *create_keep(struct creation *c, const char *text, size_t size);
char *create_printf(struct creation *c, const char *fmt, ...) RQ_PRINTF(2, 3);
/* "key=value" and a line break; line breaks and blanks of the value as TSLPatcher has them. */
void create_line(struct rq_out *out, const char *key, const char *value);
/* A path with the separators of Windows. */
const char *create_path(struct creation *c, const char *path);
/* The same with a path of ours as key. */
void create_path_line(struct rq_out *out, const char *path, const char *part, const char *value);
/* A name that no section and no file of the mod has yet. */
const char *create_name(struct creation *c, const char *wanted);
const char *create_section(struct creation *c, const char *what);
void create_file(struct creation *c, const char *name, struct rq_bytes bytes);
/* "File0=name" or "Replace0=name" in the list. */
void create_listed(struct creation *c, enum list list, bool replace, const char *name);
/* The whole changes.ini. */
void create_instructions(struct creation *c, struct rq_out *out);

/* A number of the talk table as what the instructions have for it: a token when the string is new. */
const char *create_strref(struct creation *c, uint32_t strref);
/* What a value that refers to something is written as; ref as in docs/blueprints.md. NULL: as it stands. */
const char *create_reference(struct creation *c, const char *ref, int64_t value);
struct row_token *create_row(struct creation *c, const char *table, size_t row);

/* ---- the formats; each returns NULL, or why it can't be done ---- */

const char *create_twoda(struct creation *c, struct item *item);
const char *create_gff(struct creation *c, struct item *item);
const char *create_ssf(struct creation *c, struct item *item);
/* The numbers of rows that a table has more of. */
void create_note_rows(struct creation *c, const struct item *item);
/* Whether the table refers to new rows of another table that nothing has set yet. */
bool create_twoda_waits(struct creation *c, const struct item *item);
/* male is dialog.tlk, female dialogf.tlk; either may be NULL. */
void create_tlk(struct creation *c, struct item *male, struct item *female);
/* Whether a script was put to the sources that give it. */
bool create_compile(struct creation *c, struct item *item);
void create_install(struct creation *c, struct item *item);

/* The document of a format; NULL: it can't be read. */
struct rq_doc *create_doc(const struct creation *c, const char *name, struct rq_bytes bytes,
                          const char *format);

/* ---- create_check.c ---- */

/* Plans the mod on the first game and compares with the second. *changed: another round may do better. */
bool create_check(struct creation *c, bool *changed, struct rq_error *err);

#endif
