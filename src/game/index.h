/* What a game has: its files, its sources, and the locations of all names. A family's builder
 * (index_kotor.c, index_folder.c) fills it once; from then on only files change, which are opened
 * when they are first asked for. game.c has the functions of reliquary/game.h. */
#ifndef RQ_GAME_INDEX_H
#define RQ_GAME_INDEX_H

#include "core/file.h"
#include "formats/family.h"
#include "formats/format.h"

#include <pthread.h>
#include <reliquary/game.h>
#include <stdatomic.h>

/* ---- files ---- */

/* An archive: a file, or an entry of another archive. */
struct rq_box {
    struct rq_box *next; /* of the same file */
    struct rq_doc *doc;
    const struct rq_entry *entries;
    size_t count;
};

/* A game that follows another after a refresh shares the files that did not change. */
struct rq_game_file {
    atomic_uint owners;
    char *path, *relative;
    uint64_t size, time;
    pthread_mutex_t lock; /* of what follows */
    struct rq_map map;
    bool mapped;
    struct rq_box *box; /* the file as an archive; NULL: not read as one yet */
};

/* NULL without memory; takes path and relative of found over. */
struct rq_game_file *rq_game_file_new(struct rq_found *found);
void rq_game_file_drop(struct rq_game_file *file);

/* Both stay valid as long as the file. From any thread. */
bool rq_game_file_map(struct rq_game_file *file, struct rq_bytes *bytes, struct rq_error *err);
const struct rq_box *rq_game_file_box(struct rq_game_file *file, struct rq_error *err);

/* One more archive of a file, from an entry that is one; NULL when it can't be read. Only while the
 * index is built. */
const struct rq_box *rq_game_file_inner(struct rq_game_file *file, const struct rq_entry *entry,
                                        struct rq_error *err);

/* ---- the index ---- */

/* What is not public of a source. */
struct rq_source_parts {
    struct rq_game_file *file; /* the archive, or that it is in; NULL: loose files */
    const struct rq_box *box;  /* NULL: loose files, or a key */
    char **names;              /* of the entries, from a key; NULL: the box has them */
    unsigned rank;             /* of its kind: the lowest wins */
};

/* One location of a name. Locations are many: a name is in here only as far as it is needed to put
 * them in order. */
struct rq_location {
    uint64_t key[2]; /* the first 16 bytes of the name in lower case, as numbers that compare so */
    uint32_t source;
    uint32_t index; /* of the entry in its archive; of a loose file its number among all files; of a
                       resource in a BIF the id of its key */
    uint16_t type;  /* of KotOR: the type of the resource; else 0 */
};

/* The type of resources whose names have this extension of three letters. */
struct rq_known_type {
    uint32_t letters; /* lower case; 0: none */
    uint16_t type;
};
enum { RQ_KNOWN_TYPES = 32 };

/* A file outside of the game's folder that the index was made from: a key. */
struct rq_game_watch {
    struct rq_game_watch *next;
    const char *path;
    uint64_t size, time;
};

struct rq_game_problem {
    const char *path;
    struct rq_error err;
};

struct rq_game {
    atomic_uint owners;
    struct rq_game_info info;
    struct rq_game_options options;
    const struct rq_game_family *family;
    struct rq_arena arena;
    struct rq_game_file **files; /* in the order of their paths below the folder; then NULL */
    size_t file_count;
    bool is_file; /* the game is the only one */
    struct rq_source *sources;
    struct rq_source_parts *parts; /* of each source */
    size_t source_count, source_room, part_room;
    struct rq_location *locations; /* of one name together, the winner first */
    size_t count, room;
    struct rq_game_problem *problems;
    size_t problem_count, problem_room;
    struct rq_game_watch *watched;
    struct rq_game_file **bifs; /* by number in the key; NULL: not there */
    size_t bif_count;
    size_t *loose; /* locations that are files, for the environment */
    size_t loose_count;
    struct rq_known_type known[RQ_KNOWN_TYPES]; /* while it is built */
    struct rq_env env;
};

/* A row for each family. Lists are lower case, blank between. */
struct rq_game_family {
    const char *name;
    const struct rq_family *formats; /* NULL: any */
    const char *signs;               /* files and folders that every installation has one of */
    const char *hints;               /* that make a folder one when nothing else tells */
    bool resrefs;                    /* names have 16 letters and a type */
    bool (*build)(struct rq_game *game);
};

bool rq_index_kotor(struct rq_game *game);

/* No installation, but the files of the module that is asked for, with or without others: a folder of
 * modules, the files of a mod, or a .mod alone. They are a small game of KotOR. */
bool rq_index_is_bare(const struct rq_game *game);
bool rq_index_redguard(struct rq_game *game);
bool rq_index_plain(struct rq_game *game);

/* ---- building; false or -1: out of memory ---- */

/* A file that can't be read. */
void rq_index_problem(struct rq_game *game, const char *path, const struct rq_error *err);

/* The number of a new source; kind and path must live as long as the game. */
long rq_index_source(struct rq_game *game, const struct rq_source *source,
                     const struct rq_source_parts *parts);

/* A location of a name; one that is no name of the family is passed over. */
bool rq_index_add(struct rq_game *game, long source, const char *name, size_t index);
bool rq_index_put(struct rq_game *game, const struct rq_location *location);

/* The same of a loose file, by the name that KotOR gives it: up to the first point, cut to 16
 * letters, and the three letters behind the point. "x.tga.bak" is x.tga. */
bool rq_index_add_file(struct rq_game *game, long source, const char *name, size_t index);

/* All entries of the box of a source. */
bool rq_index_entries(struct rq_game *game, long source);

/* Puts the locations in order, when all are there. */
bool rq_index_sort(struct rq_game *game);

/* ---- names ---- */

/* "name.ext" as a key and (with resrefs) a type; false: it is no name of the family. */
bool rq_index_key(const struct rq_game *game, const char *name, struct rq_location *key);

/* The name of a location: in text, or kept by the game. */
const char *rq_index_name(const struct rq_game *game, const struct rq_location *location,
                          char text[RQ_RESOURCE_NAME]);

bool rq_index_same(const struct rq_game *game, const struct rq_location *a,
                   const struct rq_location *b);

/* The number (from 0) of the first location of a name, and how many there are. */
size_t rq_index_find(const struct rq_game *game, const char *name, size_t *count);

/* The bytes of a location; they live as long as the game. */
bool rq_index_bytes(const struct rq_game *game, const struct rq_location *location,
                    struct rq_bytes *bytes, struct rq_error *err);

/* The same of a resource in a BIF, by the id of its key. */
bool rq_index_bif(const struct rq_game *game, uint32_t id, struct rq_bytes *bytes,
                  struct rq_error *err);

/* True when the name has this end, without case. */
bool rq_ends_with(const char *name, const char *end);

#endif
