/* HTTP over the service of the studio, for one user on this machine: bound to the loopback address, and answering
 * nobody who does not have the token. docs/studio.md lists the rules that hold; tests/studio/security.mjs tries
 * each.
 *
 *     struct rq_server *server = rq_server_open(service, NULL, &err);
 *     puts(rq_server_address(server));      http://127.0.0.1:41234/#token=...
 *     rq_server_wait(server);
 *     rq_server_close(server);
 */
#ifndef RQ_STUDIO_SERVER_H
#define RQ_STUDIO_SERVER_H

#include "service/service.h"

struct rq_server;

struct rq_server_options {
    const char *assets; /* folder with the built page; NULL: the one that is in the program */
    unsigned port;      /* 0: any that is free */
};

/* service must outlive it. NULL with err filled when no socket can be had, or the program has no page. */
struct rq_server *rq_server_open(struct rq_service *service,
                                 const struct rq_server_options *options, struct rq_error *err);
void rq_server_close(struct rq_server *server); /* server may be NULL */

/* With the token, for the browser of the user. */
const char *rq_server_address(const struct rq_server *server);

/* Until rq_server_stop, which may be called from any thread and from a handler of signals. */
void rq_server_wait(struct rq_server *server);
void rq_server_stop(struct rq_server *server);

/* Starts the user's browser at an address that rq_server_address gave. False: there is none. */
bool rq_browser_open(const char *address);

#endif
