/* Who uses what in a game: every reference of every file to another file, a text, a row of a table, a
 * tag, a quest, a flag ..., and what defines these. See docs/refs.md.
 *
 *     struct rq_error err = {0};
 *     struct rq_refs *refs = rq_refs_open(game, NULL, &err);
 *     struct rq_use use;
 *     for (size_t next = 0; refs && rq_refs_of(refs, RQ_THING_RESOURCE, "p_bastila", &next, &use);)
 *         printf("%s\n", use.path);
 *     rq_refs_close(refs);
 *
 * An index is made once and does not change; all functions that take one may be called from several
 * threads at the same time. What it gives lives until it is closed. Pointers must not be NULL, except
 * where a function says so, and for err.
 */
#ifndef RELIQUARY_REFS_H
#define RELIQUARY_REFS_H

#include <reliquary/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What can be referred to: id, word, how it is named. Names are UTF-8 in lower case. */
#define RQ_THINGS(X)                                                                               \
    X(RESOURCE, "resource", "a file of the game, without its extension: p_bastila")                \
    X(STRREF, "strref", "a text of the talk table, by its number")                                 \
    X(ROW, "2da", "a row of a table: appearance:12")                                               \
    X(TAG, "tag", "what scripts and dialogs call an object")                                       \
    X(GLOBAL, "global", "a global variable, row of globalcat.2da")                                 \
    X(QUEST, "quest", "a category of the journal, by its tag")                                     \
    X(ENTRY, "entry", "an entry of a quest: quest:30")                                             \
    X(ANIMATION, "animation", "an animation of models")                                            \
    X(TEXT, "text", "a string of a compiled script, which may name anything")                      \
    X(LINE, "line", "a line of dialogue of Redguard: abcd")                                        \
    X(FLAG, "flag", "a global flag of Redguard")                                                   \
    X(ATTRIBUTE, "attribute", "an attribute of actors of Redguard")                                \
    X(ITEM, "item", "an item of ITEM.INI, by its number")                                          \
    X(MAP, "map", "a world of WORLD.INI, by its number")                                           \
    X(SOUND, "sound", "an effect of the SFX of Redguard, by its number")                           \
    X(IMAGE, "image", "an image of a texture bank of Redguard: 302:5")                             \
    X(ROUTINE, "routine", "a routine of KotOR's engine, which scripts call: getobjectbytag")

enum rq_thing {
#define RQ_THING_ENUM(id, word, doc) RQ_THING_##id,
    RQ_THINGS(RQ_THING_ENUM)
#undef RQ_THING_ENUM
        RQ_THING_COUNT,
};

/* "resource", "strref" ...; NULL beyond the last. And back: false, there is no such word. */
RQ_API const char *rq_thing_word(enum rq_thing thing);
RQ_API bool rq_thing_by_word(const char *word, enum rq_thing *thing);

/* How something is used. */
enum rq_use_kind {
    RQ_USE_PLAIN,
    RQ_USE_OPTIONAL, /* nothing is wrong when it is not there: voices, lip files, lightmaps */
    RQ_USE_IGNORED,  /* by a field that the game does not read */
    RQ_USE_POSSIBLE, /* a string of a script, that may be its name */
    RQ_USE_STEM,     /* the names of resources begin so, a number follows: w_blstrpstl_001 */
    RQ_USE_DEFINES,  /* it is defined here */
};

/* "use", "optional", "ignored", "possible", "stem", "definition". */
RQ_API const char *rq_use_word(enum rq_use_kind kind);

/* What a script does with a thing: id, word. */
#define RQ_ACTS(X)                                                                                 \
    X(NONE, "")                                                                                    \
    X(SETS, "sets")     /* a flag or an attribute */                                               \
    X(TESTS, "tests")   /* in a condition */                                                       \
    X(READS, "reads")   /* in a formula or as an argument */                                       \
    X(SPEAKS, "speaks") /* a line */                                                               \
    X(OFFERS, "offers") /* a line, in a menu of the dialogue */                                    \
    X(SHOWS, "shows")   /* a line or an item on the screen */                                      \
    X(LOGS, "logs")     /* a line, in the logbook */                                               \
    X(GIVES, "gives")   /* an item to the player */                                                \
    X(REMOVES, "removes")                                                                          \
    X(ENTERS, "enters") /* a map */                                                                \
    X(PLAYS, "plays")   /* a sound */                                                              \
    X(CALLS, "calls")   /* a routine */

enum rq_act {
#define RQ_ACT_ENUM(id, word) RQ_ACT_##id,
    RQ_ACTS(RQ_ACT_ENUM)
#undef RQ_ACT_ENUM
        RQ_ACT_COUNT,
};

/* "sets", "tests" ...; NULL beyond the last. */
RQ_API const char *rq_act_word(enum rq_act act);

struct rq_use {
    enum rq_thing thing;
    const char *name;
    const char
        *types; /* of resources: extensions, one of which it has, "tpc|tga", or "" for any; of
                          tags: what has it, "creature|placeable", or "" */
    enum rq_use_kind kind;
    enum rq_act act;  /* of scripts and of animations of Redguard; else NONE */
    size_t at;        /* the file: number of its location, see rq_game_at */
    const char *path; /* in the file: "EntryList/12/Script" */
};

/* ---- making ---------------------------------------------------------------------- */

struct rq_refs;

struct rq_refs_options {
    unsigned threads;  /* 0: all cores. The index does not depend on it. */
    const char *cache; /* folder, outside of the game, that keeps indexes; it is made when it is
                               not there. NULL: none. What is kept counts while no file of the game
                               has another size or time, and for this version of the library. */
    rq_problem_fn *problem; /* told of files that can't be read, in the order of names; or NULL */
    void *problem_ctx;
};

/* Reads all that the game uses: of a name that several sources have, the one that wins and that of
 * each module. Files that can't be read are left out, after options->problem was told. options may be
 * NULL. NULL with err filled without memory. The index shares the game (rq_game_share). */
RQ_API struct rq_refs *rq_refs_open(struct rq_game *game, const struct rq_refs_options *options,
                                    struct rq_error *err);

/* refs may be NULL. */
RQ_API void rq_refs_close(struct rq_refs *refs);

struct rq_refs_info {
    size_t uses, things, files; /* files: that were read */
    size_t problems;            /* files that could not be read */
    bool cached;                /* it was in the cache */
};

/* Never NULL. */
RQ_API const struct rq_refs_info *rq_refs_describe(const struct rq_refs *refs);

/* ---- asking ---------------------------------------------------------------------- */

/* All uses and definitions, from 0, in the order of files and of what is in them. False: no more. */
RQ_API bool rq_refs_at(const struct rq_refs *refs, size_t index, struct rq_use *use);

/* The next use or definition of a thing, in the same order; *next starts as 0. Case of the name does
 * not matter. False: no more. */
RQ_API bool rq_refs_of(const struct rq_refs *refs, enum rq_thing thing, const char *name,
                       size_t *next, struct rq_use *use);

/* The same of a file, by its location. */
RQ_API bool rq_refs_in(const struct rq_refs *refs, size_t at, size_t *next, struct rq_use *use);

/* The next thing, in no particular order; *next starts as 0. */
RQ_API bool rq_refs_thing(const struct rq_refs *refs, size_t *next, enum rq_thing *thing,
                          const char **name);

/* What a person asks for. "p_bastila.utc" or "p_bastila": the resource; and with a word before it
 * "strref:123", "tag:carth", "2da:appearance:12", "flag:gremlin"; "appearance.2da:12" is a row as well.
 * A name alone is searched among all kinds. Strings of scripts are searched in any case, but for
 * numbers. False: no more. */
RQ_API bool rq_refs_find(const struct rq_refs *refs, const char *query, size_t *next,
                         struct rq_use *use);

enum rq_exists {
    RQ_ABSENT,
    RQ_EXISTS,
    RQ_NOT_KNOWN, /* what would define it is not in the game: no talk table, no such 2DA */
};

/* Whether there is such a thing. types as in rq_use; of a resource without any it is not known. */
RQ_API enum rq_exists rq_refs_exists(const struct rq_refs *refs, enum rq_thing thing,
                                     const char *name, const char *types);

/* How many rows a table has, "appearance"; 0: it is not there. */
RQ_API uint32_t rq_refs_rows(const struct rq_refs *refs, const char *table);

/* The next use of something that is not there. With all also optional and ignored uses, and those of
 * which it is not known; *exists (may be NULL) tells. */
RQ_API bool rq_refs_missing(const struct rq_refs *refs, bool all, size_t *next, struct rq_use *use,
                            enum rq_exists *exists);

struct rq_unused {
    char name[RQ_RESOURCE_NAME]; /* of resources with the extension */
    size_t at;                   /* the file that it is, or that defines it; 0 of a StrRef */
    const char *path;            /* what defines it there, or "" */
};

/* The next thing that is there and that nothing uses, *next starts as 0. Of resources those whose type
 * others refer to, or with type (NULL: any) all of that type. Rows, texts and animations are not asked
 * for: false. Scripts put names together while the game runs, and the program has names of its own: to
 * be listed here is no proof. */
RQ_API bool rq_refs_unused(const struct rq_refs *refs, enum rq_thing thing, const char *type,
                           size_t *next, struct rq_unused *unused);

/* ---- the flow of quests ------------------------------------------------------------ */

enum rq_flow_form {
    RQ_FLOW_SVG,
    RQ_FLOW_DOT, /* for Graphviz */
};

/* A graph of the scripts of Redguard, at the end of out: actors lead to the flags that they set, the items
 * that they give or remove and the maps that they enter; flags and items lead to the actors that test
 * them. With queries (see rq_refs_find) only of actors that have to do with one of these. False with err
 * filled when there is nothing to draw. */
RQ_API bool rq_refs_flow(const struct rq_refs *refs, const char *const *queries, size_t count,
                         enum rq_flow_form form, struct rq_out *out, struct rq_error *err);

#ifdef __cplusplus
}
#endif

#endif
