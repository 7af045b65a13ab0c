#include "server/http.h"

#include <string.h>

struct rq_http rq_http;

#ifdef RQ_HTTP_LIBRARY

#include <dlfcn.h>

/* A pointer to a function from one to data, which only POSIX says to be the same. */
static bool take(void *library, const char *name, void *function, size_t size)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, size);
    return found != NULL;
}

/* Stays loaded until the program ends: threads of it may still run. */
bool rq_http_open(struct rq_error *err)
{
    void *library = dlopen(RQ_HTTP_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    bool fine = library != NULL;
#define TAKE(name) fine = fine && take(library, "MHD_" #name, &rq_http.name, sizeof rq_http.name);
    RQ_HTTP_FUNCTIONS(TAKE)
#undef TAKE
    return fine || rq_fail(err, RQ_UNSUPPORTED, 0, "studio",
                           "%s can't be loaded; install libmicrohttpd", RQ_HTTP_LIBRARY);
}

#else

bool rq_http_open(struct rq_error *err)
{
    (void)err;
#define TAKE(name) rq_http.name = MHD_##name;
    RQ_HTTP_FUNCTIONS(TAKE)
#undef TAKE
    return true;
}

#endif
