/* libmicrohttpd, loaded when the studio starts: the shared library brings nine others with it, which took half of the
 * time in which the program starts, whatever the verb. Where it is a static library (Windows), it is linked. */
#ifndef RQ_STUDIO_HTTP_H
#define RQ_STUDIO_HTTP_H

#include "core/error.h"

#include <microhttpd.h>

#define RQ_HTTP_FUNCTIONS(F)                                                                       \
    F(start_daemon)                                                                                \
    F(stop_daemon)                                                                                 \
    F(get_daemon_info)                                                                             \
    F(get_connection_values)                                                                       \
    F(lookup_connection_value)                                                                     \
    F(create_response_from_buffer)                                                                 \
    F(add_response_header)                                                                         \
    F(queue_response)                                                                              \
    F(destroy_response)

/* MHD_start_daemon and so on. */
struct rq_http {
#define RQ_HTTP_MEMBER(name) __typeof__(MHD_##name) *name;
    RQ_HTTP_FUNCTIONS(RQ_HTTP_MEMBER)
#undef RQ_HTTP_MEMBER
};
extern struct rq_http rq_http;

/* Fills rq_http, which has to be done before any of it is called. False with err filled when there is no such library
 * on this machine. */
bool rq_http_open(struct rq_error *err);

#endif
