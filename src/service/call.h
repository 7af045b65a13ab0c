/* One request while it is answered, and what the parts of the service share. */
#ifndef RQ_SERVICE_CALL_H
#define RQ_SERVICE_CALL_H

#include "core/json.h"
#include "service/cache.h"
#include "service/edits.h"
#include "service/service.h"

#include <pthread.h>

enum { MOST_GAMES = 16, MOST_PARAMETERS = 12 };

/* A game that is open, and what was changed in it. */
struct opened {
    struct rq_game *game;
    char *root;   /* folder that everything is below; absolute */
    char *inside; /* name of the one file or archive that was opened; NULL: a folder */
    struct edits *edits;
    struct rq_refs *refs; /* made when first asked for */
    uint64_t version;     /* counts up when a resource may read otherwise */
};

struct rq_service {
    pthread_mutex_t lock; /* of all below; never held while files are converted or searched */
    struct rq_service_options options;
    char *state;
    struct opened games[MOST_GAMES];
    size_t game_count;
    char **places; /* folders that were listed, by number - 1 */
    size_t place_count, place_room;
    struct made_cache made;
};

struct parameter {
    const char *name, *value;
};

struct call {
    struct rq_service *service;
    const struct rq_request *request;
    struct rq_response *response;
    struct rq_arena arena;
    struct parameter parameters[MOST_PARAMETERS];
    size_t count;
    struct rq_json j; /* writes to the response */
    struct rq_error err;
    int status;      /* of a refusal; 0: by err.code */
    size_t others;   /* resources that an undo has changed beside its own */
    size_t refusals; /* of memory, when it began */
};

typedef bool answer_fn(struct call *c);

/* A value of the query, or "" when it is not there; its number, or `absent`. */
const char *parameter(const struct call *c, const char *name);
uint64_t parameter_number(const struct call *c, const char *name, uint64_t absent);

/* Always false: fills the error, and the status of the response. */
bool refuse(struct call *c, int status, const char *where, const char *fmt, ...) RQ_PRINTF(4, 5);

/* A member of the object that is written. Text may be NULL without memory. */
void put_text(struct rq_json *j, const char *key, const char *text);
void put_number(struct rq_json *j, const char *key, uint64_t number);
void put_bool(struct rq_json *j, const char *key, bool value);
/* Text that an error is, as members "error", "where", "code". */
void put_error(struct rq_json *j, const struct rq_error *err);

/* The game of the parameter `game`, shared: the caller closes it. NULL after refuse. */
struct rq_game *take_game(struct call *c, struct opened **opened);

/* Runs fn on that game with the lock held. */
bool with_lock(struct call *c, bool (*fn)(struct call *c, struct opened *o));

/* ---- one resource ---- */

/* A resource as it is with its edits. */
struct taken {
    struct rq_game *game;
    struct opened *opened;
    const char *key;          /* "modules/danm13.mod/dan13_zhar.dlg" */
    struct rq_resource found; /* source NULL: it is new, and only in the journal */
    struct rq_bytes bytes;
    struct rq_out own; /* that bytes are in, when it was edited */
    bool edited;
    struct rq_out second; /* second file of a pair, when that one was edited */
};

/* That of the parameters game and res. False after refuse; then nothing has to be left. */
bool take_resource(struct call *c, struct taken *t);
void leave_resource(struct taken *t);
/* Its document, which the caller frees before the resource is left; NULL after refuse. */
struct rq_doc *read_taken(struct call *c, const struct taken *t);

/* "path of the source/name". */
const char *key_of(struct rq_arena *arena, const struct rq_resource *resource);
/* The location that a key names; false: there is none. */
bool find_key(const struct rq_game *game, const char *key, struct rq_resource *resource);

/* ---- edits: with the lock held ---- */

/* The edits of a resource (e may be NULL), and how many other resources were changed with it. */
void put_edit(struct rq_json *j, const struct edit *e, const char *key, size_t others);
/* An operation that replaces the whole file, ended by a zero. */
void put_replace(struct rq_out *op, struct rq_bytes bytes);
/* The bytes of a resource without edits; data NULL: there is none. False when its file can't be read. */
bool bytes_of(const struct rq_game *game, const char *key, struct rq_bytes *base,
              struct rq_error *err);
/* The base of a wish whose key is set; false after refuse when there is no such resource. */
bool base_of_wish(struct call *c, const struct opened *o, struct edit_wish *wish);
/* The operations of a JSON array. */
bool read_ops(struct call *c, struct rq_bytes array, struct edit_wish *wish);
/* The game as it is on disk now; what was made of the old one is gone. */
bool refresh_game(struct call *c, struct opened *o);

/* ---- places ---- */

/* The path of the folder that the parameter `place` names by its number; NULL after refuse. */
const char *place_path(struct call *c);

#define ROUTE(function, ...) answer_fn answer_##function;
#include "service/routes.def"
#undef ROUTE

#endif
