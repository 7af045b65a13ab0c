/* What the studio can do, without a transport: a request goes in, a response comes out. HTTP is one way to carry
 * them (studio/server), and nothing here knows of it but the numbers of its statuses.
 *
 *     struct rq_service *service = rq_service_open(&(struct rq_service_options){.state = folder}, &err);
 *     struct rq_response response = {0};
 *     rq_service_answer(service, &(struct rq_request){RQ_GET, "/api/tree", "game=1"}, &response);
 *     ...
 *     rq_response_free(&response);
 *     rq_service_close(service);
 *
 * Rules:
 *  - Requests name games and folders by numbers that the service gave out, and resources by the place and name
 *    that the tree lists ("modules/danm13.mod/dan13_zhar.dlg"): a name is compared with what the game has,
 *    never joined to a path.
 *  - Edits are operations by the path of a value (docs/paths.md). They are kept in a journal below `state`, so that they
 *    survive the program. Files of the game change by /api/apply alone, in one transaction that can be
 *    undone.
 *  - Long work comes in pieces: an answer has "next", and the request for the next piece has it as `from`.
 *    Who does not ask again has cancelled.
 *  - All functions may be called from several threads.
 */
#ifndef RQ_SERVICE_SERVICE_H
#define RQ_SERVICE_SERVICE_H

#include <reliquary/game.h>

struct rq_service;

struct rq_service_options {
    const char
        *state; /* folder that keeps journals and recent games; it is made when it is not there */
    /* Writes the two synthetic games below a folder; NULL: they can't be had. */
    bool (*make_demo)(const char *folder, struct rq_error *err);
    /* Told when somebody asks to end the program; or NULL. */
    void (*quit)(void *ctx);
    void *quit_ctx;
};

/* NULL with err filled when the folder of state can't be made, or without memory. */
struct rq_service *rq_service_open(const struct rq_service_options *options, struct rq_error *err);
void rq_service_close(struct rq_service *service); /* service may be NULL */

/* Opens a game by its path, as the command line does. Its number for requests; 0 with err filled. */
unsigned rq_service_open_game(struct rq_service *service, const char *path, struct rq_error *err);

enum rq_method { RQ_GET, RQ_POST };

struct rq_request {
    enum rq_method method;
    const char *path;  /* "/api/form" */
    const char *query; /* "game=1&res=override/x.utc", percent-encoded; or NULL */
    struct rq_bytes body;
};

/* {0} before it is filled. */
struct rq_response {
    int status;       /* 200, 400 ... */
    const char *type; /* media type; constant */
    struct rq_out body;
};

void rq_service_answer(struct rq_service *service, const struct rq_request *request,
                       struct rq_response *response);
void rq_response_free(struct rq_response *response);

/* ---- what there is to ask for ---- */

struct rq_route {
    const char *path;
    enum rq_method method;
    const char *takes;   /* names of what it takes, blanks between; "name?" may be missing */
    const char *verbs;   /* of the command line that do the same, blanks between; "" none */
    const char *summary; /* in a few words */
};

/* NULL beyond the last. */
const struct rq_route *rq_route_at(size_t index);

#endif
