/* An installation of KotOR as one tree of resources: what is where, and what overrides what.
 *
 * Opened from the folders themselves, every time: nothing is cached that could be stale. Names
 * compare without case. Of resources with one name and type the first in this order is the one
 * that the game takes:
 *
 *     override, the module's parts, patch.erf, lips, rims, texture packs, streams, chitin.key
 *
 * A module is <root>.mod; only without one its .rim and what stands beside that, in the order
 * _dlg.erf, _s.rim, and the first of _a.rim, _adx.rim, .rim. Layered, the parts come before the
 * .mod, as the specification's table has it.
 */
#ifndef RQ_GAME_KOTOR_H
#define RQ_GAME_KOTOR_H

#include "core/file.h"

enum rq_kotor_kind {
    RQ_KOTOR_OVERRIDE,
    RQ_KOTOR_MODULE,
    RQ_KOTOR_PATCH,
    RQ_KOTOR_LIPS,
    RQ_KOTOR_RIMS,
    RQ_KOTOR_TEXTURES,
    RQ_KOTOR_STREAMS,
    RQ_KOTOR_CHITIN,
    RQ_KOTOR_ROOT, /* dialog.tlk and its like */
    RQ_KOTOR_KINDS,
};

/* "override", "module" and so on. */
const char *rq_kotor_kind_name(enum rq_kotor_kind kind);

/* A folder of loose files, or an archive. */
struct rq_kotor_source {
    enum rq_kotor_kind kind;
    const char *path;   /* below the root, as it is written there: "Modules/danm13.mod" */
    const char *module; /* lower case, "danm13"; NULL: of no module */
    unsigned order;     /* among those of its kind: the lowest wins */
    bool inactive;      /* a part that the .mod of its module replaces */
    size_t count;       /* resources in it */
};

struct rq_kotor_entry {
    char resref[16]; /* lower case, NUL padded */
    uint16_t type;
    uint16_t source;
    uint32_t index; /* in the archive; of a loose file its number among all files */
};

enum rq_kotor_version { RQ_KOTOR_UNKNOWN, RQ_KOTOR_1, RQ_KOTOR_2 };

struct rq_kotor_options {
    const char *module; /* only this one's parts count; NULL: those of all modules */
    bool layered;
    enum rq_kotor_version version; /* RQ_KOTOR_UNKNOWN: by what is there */
};

struct rq_kotor;

/* NULL with err filled when the folder has nothing of the game. Archives that can't be read are
 * passed over; rq_kotor_problem tells of them. */
struct rq_kotor *rq_kotor_open(const char *root, const struct rq_kotor_options *options,
                               struct rq_error *err);
void rq_kotor_close(struct rq_kotor *game);

enum rq_kotor_version rq_kotor_version(const struct rq_kotor *game);
size_t rq_kotor_problem(const struct rq_kotor *game, size_t index, const char **path,
                        const struct rq_error **err); /* how many there are */

/* All resources, sorted by name, type and precedence. */
size_t rq_kotor_entries(const struct rq_kotor *game, const struct rq_kotor_entry **entries);
size_t rq_kotor_sources(const struct rq_kotor *game, const struct rq_kotor_source **sources);

/* The entries of "name.ext", the winner first; 0: there is none. */
size_t rq_kotor_find(const struct rq_kotor *game, const char *name,
                     const struct rq_kotor_entry **first);

/* "danm13.are" of an entry. */
enum { RQ_KOTOR_NAME = 36 };
void rq_kotor_name(const struct rq_kotor_entry *entry, char name[RQ_KOTOR_NAME]);

/* The bytes, which live as long as the game is open. Safe from several threads. */
bool rq_kotor_bytes(struct rq_kotor *game, const struct rq_kotor_entry *entry,
                    struct rq_bytes *bytes, struct rq_error *err);

/* As an environment: the winner of a name. */
const struct rq_env *rq_kotor_env(struct rq_kotor *game);

#endif
