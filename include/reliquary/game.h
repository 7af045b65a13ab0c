/* The files of a game: what is where, and which of several files of one name the game takes.
 *
 *     struct rq_error err = {0};
 *     struct rq_game *game = rq_game_open("C:/Games/KotOR", NULL, &err);
 *     struct rq_resource found = {0};
 *     if (game && rq_game_find(game, "appearance.2da", &found)) {
 *         struct rq_doc *doc = rq_game_read(game, &found, NULL, &err);
 *         ...
 *         rq_doc_free(doc);
 *     }
 *     rq_game_close(game);
 *
 * A game is an installation of KotOR or of Redguard, or any folder, archive or single file, which
 * then is a small game of its own. A folder or file with a module of KotOR is one of KotOR when that
 * module is asked for.
 *
 * Rules of this header:
 *  - A game is opened once and does not change. All functions that take one may be called from
 *    several threads at the same time. rq_game_refresh notices changes on disk, and gives a new game
 *    that shares the files that did not change.
 *  - All that a game gives (names, paths, sources, bytes, its environment) is the game's, and lives
 *    until that game is closed. Documents that were read from it are the caller's, and must be freed
 *    before the game is closed.
 *  - Files are mapped: a file that another program makes shorter while the game is open must not be
 *    read any more. Programs that replace a file by a new one (as rq_file_save does) do no harm; on
 *    Windows they can't, while the game that has read it is open.
 *  - Pointers must not be NULL, except where a function says so, and for err.
 */
#ifndef RELIQUARY_GAME_H
#define RELIQUARY_GAME_H

#include <reliquary/engine.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- opening -------------------------------------------------------------------- */

struct rq_game;

/* One file that could not be read, while the rest can be used; path is below the game's folder. Both
 * are valid during the call. */
typedef void rq_problem_fn(void *ctx, const char *path, const struct rq_error *err);

/* Texts are copied. */
struct rq_game_options {
    const char *family;     /* "kotor", "redguard" or "plain"; NULL: by what is there */
    const char *module;     /* of KotOR: as while this module is played; NULL: all modules */
    bool layered;           /* of KotOR: the parts of a module over its .mod, not the .mod alone */
    unsigned version;       /* of KotOR: 1 or 2; 0: by what is there */
    bool files_only;        /* of other games: leave archives closed; enough for rq_game_env */
    rq_problem_fn *problem; /* told of archives that can't be read, by rq_game_open and
                               rq_game_refresh before they return a game; or NULL */
    void *problem_ctx;
    bool unwatched; /* sizes and times of files are not looked up, which opens a large folder
                       faster; rq_game_refresh then always reads it anew */
    bool talk;      /* of KotOR: dialog.tlk and dialogf.tlk alone, enough for rq_game_talk; all
                       when path is no folder with a dialog.tlk */
};

/* Opens a folder or file; options may be NULL. NULL with err filled when there is nothing at path
 * (RQ_USAGE), when nothing of the game can be read, or without memory. The caller closes the game. */
RQ_API struct rq_game *rq_game_open(const char *path, const struct rq_game_options *options,
                                    struct rq_error *err);

/* Opens the installation that a file seems to belong to: one in its own folder or in the folder
 * above. NULL without an error when there is none, NULL with err filled when it can't be opened. */
RQ_API struct rq_game *rq_game_open_around(const char *file, const struct rq_game_options *options,
                                           struct rq_error *err);

/* Looks at the folder again. When files were added or removed, or the size or time of one has
 * changed, *game is closed and a new game of its family stands in its place; else nothing happens.
 * *changed (may be NULL) says which. False with err filled when the folder can't be read any more, or
 * has nothing of the game; *game then is as it was. Who shares a game between threads gives each its
 * own by rq_game_share, and refreshes under a lock. */
RQ_API bool rq_game_refresh(struct rq_game **game, bool *changed, struct rq_error *err);

/* One more owner of a game, who has to close it, too. Returns game. */
RQ_API struct rq_game *rq_game_share(struct rq_game *game);

/* Frees the game when its last owner closes it. game may be NULL. */
RQ_API void rq_game_close(struct rq_game *game);

struct rq_game_info {
    const char *family; /* "kotor", "redguard" or "plain" */
    const char *path;   /* that it was opened with */
    const char *module; /* as in the options */
    enum rq_codepage
        codepage;     /* of the game's texts; RQ_CP_DEFAULT of a plain one: each format's */
    unsigned version; /* 1 or 2 of KotOR, else 0 */
    size_t problems;  /* archives that could not be read */
};

/* Never NULL. */
RQ_API const struct rq_game_info *rq_game_describe(const struct rq_game *game);

/* ---- what is where -------------------------------------------------------------- */

/* A folder of loose files, or an archive. */
struct rq_source {
    const char *kind;   /* of KotOR "streams", "movies", "folder", "override", "patch", "module",
                           "rims", "lips", "textures", "chitin", "root"; of Redguard "fxart", "maps",
                           "3dart", "root", "folder", "archive"; of plain games "folder",
                           "archive" */
    const char *path;   /* below the game's folder, "/" between: "Modules/danm13.mod" */
    const char *module; /* that it is a part of, in lower case; NULL: none */
    unsigned order;     /* among the sources of its kind: the lowest wins */
    bool inactive;      /* the game does not read it: another part of its module replaces it, or it
                           mounts it in its menus only or never */
    size_t count;       /* resources in it */
};

/* All sources, in no particular order. Returns how many. */
RQ_API size_t rq_game_sources(const struct rq_game *game, const struct rq_source **sources);

enum { RQ_RESOURCE_NAME = 256 };

/* One location of a name. {0} stands before the first. */
struct rq_resource {
    char name[RQ_RESOURCE_NAME]; /* "appearance.2da" */
    const struct rq_source *source;
    const char *file; /* path of the file that it is, or that it is in, fit to be opened; NULL: that
                         file (a BIF) is not there */
    size_t rank;      /* 0: the location that is found first, the others are hidden by it */
    bool wins;        /* rank 0, and in a source that is not inactive */
    size_t at;        /* the number of the location, from 1 to rq_game_count; 0: none yet */
};

struct rq_game_filter {
    const char *glob;   /* of the name, with * and ?; NULL: any */
    const char *type;   /* extension of the name, "utc"; NULL: any */
    const char *source; /* kind of the source, or a glob of its path; NULL: any */
    const char *module; /* only parts of this module; NULL: all */
    bool hidden;        /* every location, not only the one of each name that wins */
};

/* Moves resource on to the next location that fits, in the order of names; filter may be NULL. False
 * after the last:
 *     struct rq_resource r = {0};
 *     while (rq_game_list(game, &filter, &r)) ... */
RQ_API bool rq_game_list(const struct rq_game *game, const struct rq_game_filter *filter,
                         struct rq_resource *resource);

/* Whether one location fits, whatever hides it. */
RQ_API bool rq_resource_fits(const struct rq_resource *resource,
                             const struct rq_game_filter *filter);

/* Moves resource on to the next location of a name, the winner first; without case. False when
 * there is none, or no more. In the same way as rq_game_list, it starts from {0}. */
RQ_API bool rq_game_find(const struct rq_game *game, const char *name,
                         struct rq_resource *resource);

/* The file that the game takes for a texture, of all that could be it: x.tpc, x.tga, x.dds, x.4pc. name
 * is one of them. KotOR takes the TPC unless another is in a container of a higher class: folders come
 * before RIMs, these before ERFs and these before chitin.key. False when name is no texture's, or there
 * is none. */
RQ_API bool rq_game_texture(const struct rq_game *game, const char *name,
                            struct rq_resource *texture);

/* Moves rival, which starts from {0}, on to the next location of the name of first that has other
 * bytes and is used, too: while another module is played, or none. False when there is none, or no
 * more: then first is the only file of that name that the game knows. */
RQ_API bool rq_game_rival(const struct rq_game *game, const struct rq_resource *first,
                          struct rq_resource *rival);

/* All locations of all names, and the one with a number from 1 on. Those of one name stand
 * together, in the order in which they win. False when there is no such number. */
RQ_API size_t rq_game_count(const struct rq_game *game);
RQ_API bool rq_game_at(const struct rq_game *game, size_t at, struct rq_resource *resource);

/* ---- what is in it -------------------------------------------------------------- */

/* The bytes of a location, as rq_game_list and the others filled it. False with err filled when its
 * file can't be read. */
RQ_API bool rq_game_bytes(const struct rq_game *game, const struct rq_resource *resource,
                          struct rq_bytes *bytes, struct rq_error *err);

/* The document of a location, with the second file of a pair (the .mdx of a .mdl) and with the
 * game's environment, unless options (may be NULL) have others. NULL with err filled when it can't
 * be read. The caller frees it, before the game is closed. */
RQ_API struct rq_doc *rq_game_read(const struct rq_game *game, const struct rq_resource *resource,
                                   const struct rq_options *options, struct rq_error *err);

/* What formats may ask for while they are read and converted: of KotOR the winner of a name, and of
 * the files that can be one texture that of rq_game_texture; of other games files by their name, not
 * what is in archives. Never NULL. */
RQ_API const struct rq_env *rq_game_env(const struct rq_game *game);

/* Appends a text of the talk table of KotOR as UTF-8: of dialog.tlk; for a female player of
 * dialogf.tlk, where that has a text. page RQ_CP_DEFAULT is that of the table's language. False with err filled when there is
 * no such text (RQ_USAGE), or no talk table, or it is damaged. */
RQ_API bool rq_game_talk(const struct rq_game *game, uint32_t strref, bool female,
                         enum rq_codepage page, struct rq_out *text, struct rq_error *err);

/* The layout (.lyt) of the area of a module of KotOR: m13aa.lyt of danm13, which has m13aa.are.
 * False when there is no such module, or it has no layout. */
RQ_API bool rq_game_layout(const struct rq_game *game, const char *module,
                           struct rq_resource *layout);

/* The world of Redguard with a number. False when there is no WORLD.INI, or no such world. */
RQ_API bool rq_game_world(const struct rq_game *game, int number, struct rq_world *world);

/* Fills up to `room` worlds in the order of their numbers (worlds may be NULL when room is 0).
 * Returns how many there are. */
RQ_API size_t rq_game_worlds(const struct rq_game *game, struct rq_world *worlds, size_t room);

/* ---- documents as files --------------------------------------------------------- */

/* A document and the files that it borrows from: one, or the two of a pair. {0} is a closed one. */
struct rq_doc_file {
    struct rq_doc *doc;
    struct rq_map map, second;
};

/* Reads the file at path, with the second file of a pair: beside it, or in the folder ../mdx of files
 * that are sorted by kind. The path of the second gives the document of both. options are those of
 * rq_doc_read, or NULL. False with err filled when it can't be read; nothing has to be closed then. */
RQ_API bool rq_doc_file_open(struct rq_doc_file *file, const char *path,
                             const struct rq_options *options, struct rq_error *err);

/* Frees the document and closes its files. */
RQ_API void rq_doc_file_close(struct rq_doc_file *file);

/* ---- trees of documents --------------------------------------------------------- */

/* One document: a file, or an entry of an archive, of archives in archives too. */
struct rq_tree_node {
    char *path;  /* shown: "modules/danm13.mod/danm13.are" */
    char *below; /* the same below the folder or archive that was named; safe as a path */
    const char *name;
    struct rq_bytes bytes;
    const struct rq_format *format; /* NULL: unknown */
    struct rq_bytes companion;      /* the second file of a pair */
    size_t depth;                   /* in archives; 0: a file */
    bool container;                 /* its entries are the nodes after it, of greater depth */
};

/* {0} is an empty one. */
struct rq_tree {
    struct rq_tree_node *nodes;
    size_t count;
    struct rq_tree_files *files; /* that the nodes borrow from */
};

struct rq_tree_options {
    const struct rq_format *format; /* take files for this one, whatever they look like; or NULL */
    enum rq_codepage codepage;
    rq_problem_fn *problem; /* told of paths and files that can't be opened; or NULL */
    void *problem_ctx;
};

/* All files below the paths (folders or files) and all entries of archives in them. The two files of
 * a pair are one node. What can't be opened is left out after options->problem was told of it;
 * options may be NULL. False with err filled only without memory. rq_tree_close frees the tree,
 * after success and failure. */
RQ_API bool rq_tree_open(struct rq_tree *tree, const char *const *paths, size_t count,
                         const struct rq_tree_options *options, struct rq_error *err);

/* The same of one file that the caller has in memory; name and bytes are those of the file, and the bytes must outlive the
 * tree. */
RQ_API bool rq_tree_open_bytes(struct rq_tree *tree, const char *name, struct rq_bytes bytes,
                               const struct rq_tree_options *options, struct rq_error *err);
RQ_API void rq_tree_close(struct rq_tree *tree);

/* ---- damaged files --------------------------------------------------------------- */

/* Why an entry is lost. */
enum rq_loss {
    RQ_LOSS_NONE,    /* it is whole */
    RQ_LOSS_END,     /* it goes on behind the end of the file */
    RQ_LOSS_OVERLAP, /* it lies over the header or over another entry */
    RQ_LOSS_PACKED,  /* it does not unpack */
    RQ_LOSS_HEADER,  /* what the file says of it can't be read, or contradicts itself */
};

struct rq_salvaged {
    const char *name; /* NULL: not known */
    size_t number;    /* in the file, from 0 */
    uint64_t count;   /* 1; more: so many from number on, of which nothing is known */
    enum rq_loss loss;
    uint64_t offset, size; /* where the file says that it is; 0 when it is not known */
    struct rq_bytes bytes; /* all of it; with RQ_LOSS_END what is there of it; else none */
};

/* What is left of a damaged archive (ERF, RIM, BIF, BZF, ROB), bank (RTX, SFX, TEXBSI) or map (RGM);
 * and of any file that got CR bytes from a transfer in text mode. */
struct rq_salvage;

/* Looks at the file at a path. key as for rq_archive_open. options are those of rq_doc_read, or NULL.
 * NULL with err filled when it can't be opened, or nothing can be salvaged of such a file. The caller
 * closes it. */
RQ_API struct rq_salvage *rq_salvage_open(const char *path, const char *key,
                                          const struct rq_options *options, struct rq_error *err);
RQ_API void rq_salvage_close(struct rq_salvage *salvage);

/* Every entry in the order of the file, also those that are lost; valid until it is closed. */
RQ_API size_t rq_salvage_entries(const struct rq_salvage *salvage,
                                 const struct rq_salvaged **entries);

/* True when entries may be missing that nothing tells of: the end of the file is lost. */
RQ_API bool rq_salvage_is_open(const struct rq_salvage *salvage);

/* True when others name its entries by number: those behind a lost one have other numbers in a mended
 * file. */
RQ_API bool rq_salvage_is_numbered(const struct rq_salvage *salvage);

/* For files whose entries are no files of their own: one of the same format with those that are whole,
 * valid until it is closed. False: each entry is a file. */
RQ_API bool rq_salvage_mended(const struct rq_salvage *salvage, struct rq_bytes *file);

/* What is known of the damage as a whole, for a person: "looks like a text-mode transfer added 12 CR
 * bytes". "" when nothing is. */
RQ_API const char *rq_salvage_damage(const struct rq_salvage *salvage);

/* The format that it was taken for. */
RQ_API const struct rq_format *rq_salvage_format(const struct rq_salvage *salvage);

/* The reason in words, "beyond the end of the file". Never NULL. */
RQ_API const char *rq_loss_text(enum rq_loss loss);

/* The same as a stable word, "end". */
RQ_API const char *rq_loss_name(enum rq_loss loss);

/* ---- archives as files ---------------------------------------------------------- */

/* An archive on disk that is looked at or changed in place. The resources of a BIF or BZF have the
 * names that its KEY gives them, and the key follows each change. What rq_doc_put_file takes is an
 * archive here, too: a file of pictures or sounds. By one thread at a time. */
struct rq_archive;

/* key is the path of a KEY file; NULL: a chitin.key beside the archive or one folder up, if there is
 * one. options are those of rq_doc_read, or NULL. NULL with err filled when the archive can't be
 * read, or the key at `key` can't be or does not list it. The caller closes or saves it. */
RQ_API struct rq_archive *rq_archive_open(const char *path, const char *key,
                                          const struct rq_options *options, struct rq_error *err);

/* Frees it without writing; archive may be NULL. */
RQ_API void rq_archive_close(struct rq_archive *archive);

/* Its document; valid until it is closed or saved. */
RQ_API struct rq_doc *rq_archive_doc(const struct rq_archive *archive);

/* The path of the key that names its entries; NULL: it has none. Valid until it is closed. */
RQ_API const char *rq_archive_key(const struct rq_archive *archive);

/* Its entries in file order; valid until it is changed, closed or saved. False with err filled when
 * it is no container. */
RQ_API bool rq_archive_entries(struct rq_archive *archive, const struct rq_entry **entries,
                               size_t *count, struct rq_error *err);

/* Puts an entry in place of the one of that name, else at the end; takes one out. bytes must live
 * until the archive is closed or saved. False with err filled when it can't be; the archive must
 * not be saved then. */
RQ_API bool rq_archive_put(struct rq_archive *archive, const char *name, struct rq_bytes bytes,
                           struct rq_error *err);
RQ_API bool rq_archive_remove(struct rq_archive *archive, const char *name, struct rq_error *err);

/* Writes it over its file, and its key with it: both or neither, also when the program is killed (who opens
 * the archive next finishes what was begun). Closes it in any case. False with err filled when it could not be
 * written, when its key is on another disk, or when another program has changed one of the two since it was opened. */
RQ_API bool rq_archive_save(struct rq_archive *archive, struct rq_error *err);

/* ---- documents in archives ------------------------------------------------------ */

/* A document on disk, or an entry of an archive or of archives in archives, that is looked at or
 * changed: "danm13.mod/n_carth.utc", "SAVEGAME.sav/danm13.sav/module.ifo". The archives around it
 * follow when it is written. By one thread at a time. */
struct rq_inside;

/* The path up to the first file is of the file system, what follows are the names of entries, in any
 * case. options are those of rq_doc_read for the document, or NULL. NULL with err filled when there is
 * no such file (RQ_IO) or entry (RQ_USAGE), or it can't be read. The caller closes or saves it. */
RQ_API struct rq_inside *rq_inside_open(const char *path, const struct rq_options *options,
                                        struct rq_error *err);
RQ_API void rq_inside_close(struct rq_inside *inside); /* inside may be NULL */

/* The document; the path of the file on disk that it is, or is in; and the bytes of that file as they
 * were read. Valid until it is closed or saved. */
RQ_API struct rq_doc *rq_inside_doc(const struct rq_inside *inside);
RQ_API const char *rq_inside_file(const struct rq_inside *inside);
RQ_API struct rq_bytes rq_inside_bytes(const struct rq_inside *inside);

/* Appends the whole file as it is with the document in it. */
RQ_API bool rq_inside_write(struct rq_inside *inside, struct rq_out *out, struct rq_error *err);

/* Writes the file over the one on disk, in one step, and after it the key of a BIF; closes it in any
 * case. */
RQ_API bool rq_inside_save(struct rq_inside *inside, struct rq_error *err);

#ifdef __cplusplus
}
#endif

#endif
