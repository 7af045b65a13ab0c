/* A pattern in the data of a game. What is searched is what a person would read: the values of a resource with the
 * names of its fields, the lines of its text, and the texts that its StrRefs mean.
 *
 *     struct rq_search search;
 *     if (rq_search_open(&search, game, "lighthouse", RQ_CP_DEFAULT, NULL, &err))
 *         while (rq_game_list(game, NULL, &r)) rq_search_resource(&search, &r, fn, ctx, &err);
 *     rq_search_close(&search);
 */
#ifndef RQ_GAME_SEARCH_H
#define RQ_GAME_SEARCH_H

#include "core/match.h"

#include <reliquary/game.h>

/* Belongs to one thread. */
struct rq_search {
    const struct rq_game *game;
    struct rq_match match;
    enum rq_codepage page; /* that was asked for; RQ_CP_DEFAULT: that of the game */
    bool numbers;          /* the pattern may fit a number */
    bool literal;          /* what fits it is in the bytes of a file as it is */
    struct rq_bytes talk;
    const struct rq_search_talk *fits; /* which texts of the talk table fit; or NULL */
};

/* Which texts of the talk table fit a pattern: worked out once, and shared by the searches of all threads. */
struct rq_search_talk {
    uint8_t *fits; /* one byte for each text; NULL: not known */
    uint32_t count;
    bool any;
};

/* Valid during the call. */
struct rq_search_hit {
    struct rq_bytes path;  /* of the value; of plain text the number of the line */
    struct rq_bytes value; /* as UTF-8 */
    struct rq_bytes meant; /* text of a StrRef; empty: none */
};

typedef void rq_search_fn(void *ctx, const struct rq_search_hit *hit);

/* Works out which texts fit. Without a talk table, or without memory, nothing is known. */
void rq_search_talk_open(struct rq_search_talk *talk, const struct rq_game *game,
                         const char *pattern, enum rq_codepage page);
void rq_search_talk_close(struct rq_search_talk *talk);

/* The game must outlive it, and so must fits (may be NULL), which makes the search faster. False with err filled without memory. */
bool rq_search_open(struct rq_search *s, const struct rq_game *game, const char *pattern,
                    enum rq_codepage page, const struct rq_search_talk *fits, struct rq_error *err);
void rq_search_close(struct rq_search *s);

/* Whether there is something to read in resources of that name: models, pictures and archives have nothing. */
bool rq_search_reads(const char *name);

/* Calls fn with each hit. False with err filled when the resource is damaged, or without memory; damage in one whose
 * bytes can have no hit is not looked for. */
bool rq_search_resource(struct rq_search *s, const struct rq_resource *resource, rq_search_fn *fn,
                        void *ctx, struct rq_error *err);
/* The same in bytes that a caller has of it. */
bool rq_search_bytes(struct rq_search *s, const char *name, struct rq_bytes bytes, rq_search_fn *fn,
                     void *ctx, struct rq_error *err);

#endif
