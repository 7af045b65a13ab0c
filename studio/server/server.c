#include "server/server.h"

#include "core/bytes.h"
#include "core/file.h"
#include "core/text.h"
#include "server/assets.h"
#include "server/http.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(_WIN32)
#include <windows.h>

#include <bcrypt.h>
#include <ws2tcpip.h>
#else
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/random.h>
#include <time.h>
#endif

enum {
    TOKEN_BYTES = 32,
    MOST_BODY = 64 << 20,
    MOST_HEAD = 16 << 10,
    MOST_HEADERS = 100,
    MOST_CONNECTIONS = 32,
    SECONDS = 10, /* that a connection may be silent */
};

struct rq_server {
    struct rq_service *service;
    struct MHD_Daemon *daemon;
    struct rq_walk disk; /* files of the page, when they are served from a folder */
    char *assets;
    unsigned port;
    char token[2 * TOKEN_BYTES + 1];
    char address[128];
    volatile sig_atomic_t stopped;
};

/* One request while it comes in. */
struct incoming {
    char *uri; /* as it was sent */
    struct rq_out body;
    bool started;
    unsigned refused; /* status to answer with when the body is there; 0: none */
};

/* ---- responses ---- */

static const char *const headers[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
     "media-src 'self' blob:; connect-src 'self' blob:; worker-src 'self'; font-src 'self' blob:; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
};

/* Takes the body over. */
static enum MHD_Result send_body(struct MHD_Connection *connection, unsigned status,
                                 const char *type, bool gzipped, struct rq_out *body)
{
    struct MHD_Response *response =
        rq_http.create_response_from_buffer(body->size, body->data, MHD_RESPMEM_MUST_FREE);
    if (!response) {
        rq_out_free(body);
        return MHD_NO;
    }
    *body = (struct rq_out){0};
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        rq_http.add_response_header(response, headers[i][0], headers[i][1]);
    rq_http.add_response_header(response, "Content-Type", type);
    if (gzipped)
        rq_http.add_response_header(response, "Content-Encoding", "gzip");
    /* Bytes of a game are never shown by themselves. */
    if (strcmp(type, "application/octet-stream") == 0)
        rq_http.add_response_header(response, "Content-Disposition", "attachment");
    enum MHD_Result queued = rq_http.queue_response(connection, status, response);
    rq_http.destroy_response(response);
    return queued;
}

static enum MHD_Result send_refusal(struct MHD_Connection *connection, unsigned status)
{
    struct rq_out body = {0};
    rq_putf(&body, "{\"error\":\"refused\",\"where\":\"request\",\"code\":\"%u\"}", status);
    return send_body(connection, status, "application/json", false, &body);
}

/* ---- who may ask ---- */

struct seen {
    const char *name;
    size_t count, all;
    bool strange; /* a name or a value that no browser sends */
};

static enum MHD_Result count_header(void *ctx, enum MHD_ValueKind kind, const char *key,
                                    const char *value)
{
    struct seen *s = ctx;
    (void)kind;
    s->all++;
    s->count += rq_casecmp(key, s->name) == 0;
    for (const char *p = value ? value : ""; *p; p++)
        s->strange |= (uint8_t)*p < ' ' && *p != '\t';
    return MHD_YES;
}

static struct seen count_headers(struct MHD_Connection *connection, const char *name)
{
    struct seen seen = {.name = name};
    rq_http.get_connection_values(connection, MHD_HEADER_KIND, count_header, &seen);
    return seen;
}

static const char *header(struct MHD_Connection *connection, const char *name)
{
    const char *value = rq_http.lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return value ? value : "";
}

/* Compared with the port that is bound, never with what the request says of itself. */
static bool is_own_host(const struct rq_server *s, const char *host)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    char own[64];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(own, sizeof own, "%s:%u", names[i], s->port);
        if (strcmp(host, own) == 0)
            return true;
    }
    return false;
}

static bool is_own_origin(const struct rq_server *s, const char *origin)
{
    static const char scheme[] = "http://";
    return strncmp(origin, scheme, strlen(scheme)) == 0 && is_own_host(s, origin + strlen(scheme));
}

/* Takes the same time whatever the difference is. */
static bool is_token(const struct rq_server *s, const char *given)
{
    unsigned differs = strlen(given) != strlen(s->token);
    for (size_t i = 0; i < strlen(s->token); i++)
        differs |= (unsigned)(s->token[i] ^ (differs && i >= strlen(given) ? 0 : given[i]));
    return !differs;
}

/* The status to refuse a request with before anything else is looked at; 0: none. */
static unsigned check_head(const struct rq_server *s, struct MHD_Connection *connection,
                           const char *method)
{
    struct seen host = count_headers(connection, "Host");
    bool post = strcmp(method, "POST") == 0;
    if (host.count != 1 || host.strange || host.all > MOST_HEADERS)
        return MHD_HTTP_BAD_REQUEST;
    if (!is_own_host(s, header(connection, "Host")))
        return MHD_HTTP_MISDIRECTED_REQUEST;
    if (count_headers(connection, "Content-Length").count > 1 ||
        *header(connection, "Transfer-Encoding"))
        return MHD_HTTP_BAD_REQUEST;
    /* Before a byte of it is sent; what has no length is counted as it comes. */
    if (strtoull(header(connection, "Content-Length"), NULL, 10) > MOST_BODY)
        return MHD_HTTP_CONTENT_TOO_LARGE;
    if (strcmp(method, "OPTIONS") == 0)
        return MHD_HTTP_FORBIDDEN;
    if (!post && strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return MHD_HTTP_METHOD_NOT_ALLOWED;
    const char *site = header(connection, "Sec-Fetch-Site");
    const char *origin = header(connection, "Origin");
    if (*origin && !is_own_origin(s, origin))
        return MHD_HTTP_FORBIDDEN;
    if (*site && strcmp(site, "same-origin") != 0 && (post || strcmp(site, "none") != 0))
        return MHD_HTTP_FORBIDDEN;
    return 0;
}

/* The same for what is not the page itself. */
static unsigned check_api(const struct rq_server *s, struct MHD_Connection *connection, bool post)
{
    const char *type = header(connection, "Content-Type");
    if (!is_token(s, header(connection, "X-Reliquary")))
        return MHD_HTTP_UNAUTHORIZED;
    if (!post)
        return 0;
    if (!*header(connection, "Origin"))
        return MHD_HTTP_FORBIDDEN;
    if (strcmp(type, "application/json") != 0 && strcmp(type, "application/octet-stream") != 0)
        return MHD_HTTP_UNSUPPORTED_MEDIA_TYPE;
    return 0;
}

/* ---- the page ---- */

static const char *page_type(const char *path)
{
    static const char *const types[][2] = {{"html", "text/html; charset=utf-8"},
                                           {"js", "text/javascript; charset=utf-8"},
                                           {"css", "text/css; charset=utf-8"},
                                           {"svg", "image/svg+xml"},
                                           {"png", "image/png"},
                                           {"json", "application/json"}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(rq_path_extension(path), types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

/* A file of the folder that --assets names: one that was listed, so that no path is put together. */
static enum MHD_Result send_from_disk(const struct rq_server *s, struct MHD_Connection *connection,
                                      const char *path)
{
    struct rq_map map;
    for (size_t i = 0; i < s->disk.count; i++)
        if (strcmp(s->disk.items[i].relative, path + 1) == 0 &&
            rq_map_open(&map, s->disk.items[i].path, NULL)) {
            struct rq_out body = {0};
            rq_put_bytes(&body, map.bytes);
            rq_map_close(&map);
            return send_body(connection, MHD_HTTP_OK, page_type(path), false, &body);
        }
    return send_refusal(connection, MHD_HTTP_NOT_FOUND);
}

static enum MHD_Result send_page(const struct rq_server *s, struct MHD_Connection *connection,
                                 const char *path)
{
    path = strcmp(path, "/") == 0 ? "/index.html" : path;
    if (s->assets)
        return send_from_disk(s, connection, path);
    for (const struct rq_asset *a = rq_assets; a->path; a++)
        if (strcmp(a->path, path) == 0) {
            struct rq_out body = {0};
            rq_put(&body, a->start, (size_t)(a->end - a->start));
            return send_body(connection, MHD_HTTP_OK, page_type(path), true, &body);
        }
    return send_refusal(connection, MHD_HTTP_NOT_FOUND);
}

/* ---- requests ---- */

static enum MHD_Result answer(struct rq_server *s, struct MHD_Connection *connection,
                              struct incoming *in, bool post)
{
    char *query = strchr(in->uri, '?');
    struct rq_response response;
    if (query)
        *query++ = 0;
    if (strncmp(in->uri, "/api/", 5) != 0)
        return post ? send_refusal(connection, MHD_HTTP_METHOD_NOT_ALLOWED)
                    : send_page(s, connection, in->uri);
    struct rq_request request = {post ? RQ_POST : RQ_GET, in->uri, query, rq_out_bytes(&in->body)};
    rq_service_answer(s->service, &request, &response);
    return send_body(connection, (unsigned)response.status, response.type, false, &response.body);
}

/* The address as it was sent, before libmicrohttpd takes it apart. */
static void *take_uri(void *ctx, const char *uri, struct MHD_Connection *connection)
{
    struct incoming *in = calloc(1, sizeof *in);
    (void)ctx;
    (void)connection;
    if (in && (in->uri = calloc(strlen(uri) + 1, 1)))
        memcpy(in->uri, uri, strlen(uri));
    return in;
}

static enum MHD_Result handle(void *ctx, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **con_cls)
{
    struct rq_server *s = ctx;
    struct incoming *in = *con_cls;
    bool post = strcmp(method, "POST") == 0;
    (void)url;
    (void)version;
    if (!in || !in->uri)
        return MHD_NO;
    if (!in->started) {
        in->started = true;
        in->refused = check_head(s, connection, method);
        if (!in->refused && strncmp(in->uri, "/api/", 5) == 0)
            in->refused = check_api(s, connection, post);
        /* Before a body is sent: who asks with Expect gets it right away. */
        return in->refused ? send_refusal(connection, in->refused) : MHD_YES;
    }
    if (*upload_size) {
        if (in->body.size + *upload_size > MOST_BODY || in->body.failed)
            in->refused = MHD_HTTP_CONTENT_TOO_LARGE;
        else
            rq_put(&in->body, upload, *upload_size);
        *upload_size = 0;
        return MHD_YES;
    }
    if (in->refused)
        return send_refusal(connection, in->refused);
    return answer(s, connection, in, post);
}

static void forget(void *ctx, struct MHD_Connection *connection, void **con_cls,
                   enum MHD_RequestTerminationCode code)
{
    struct incoming *in = *con_cls;
    (void)ctx;
    (void)connection;
    (void)code;
    if (!in)
        return;
    rq_out_free(&in->body);
    free(in->uri);
    free(in);
    *con_cls = NULL;
}

/* Paths stay as they were sent; the service decodes what it needs, once. */
static size_t keep_escapes(void *ctx, struct MHD_Connection *connection, char *text)
{
    (void)ctx;
    (void)connection;
    return strlen(text);
}

/* ---- starting ---- */

static bool random_bytes(uint8_t *bytes, size_t size)
{
#if defined(_WIN32)
    return BCryptGenRandom(NULL, bytes, (ULONG)size, BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0;
#else
    return getrandom(bytes, size, 0) == (ssize_t)size;
#endif
}

static bool make_token(struct rq_server *s, struct rq_error *err)
{
    uint8_t bytes[TOKEN_BYTES];
    if (!random_bytes(bytes, sizeof bytes))
        return rq_fail(err, RQ_IO, 0, "studio", "the system gives no random numbers for a token");
    for (size_t i = 0; i < TOKEN_BYTES; i++)
        snprintf(s->token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static bool start(struct rq_server *s, unsigned port, struct rq_error *err)
{
    struct sockaddr_in loopback = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    s->daemon = rq_http.start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION, (uint16_t)port, NULL, NULL,
        handle, s, MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&loopback, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)MOST_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SECONDS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)2 * MOST_HEAD, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_URI_LOG_CALLBACK, take_uri, s, MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, s,
        MHD_OPTION_NOTIFY_COMPLETED, forget, s, MHD_OPTION_END);
    const union MHD_DaemonInfo *info =
        s->daemon ? rq_http.get_daemon_info(s->daemon, MHD_DAEMON_INFO_BIND_PORT) : NULL;
    if (port && !info)
        return rq_fail(err, RQ_IO, 0, "studio", "port %u of 127.0.0.1 is taken; use another --port",
                       port);
    if (!info || !info->port)
        return rq_fail(err, RQ_IO, 0, "studio", "no port of 127.0.0.1 can be had");
    s->port = info->port;
    snprintf(s->address, sizeof s->address, "http://127.0.0.1:%u/#token=%s", s->port, s->token);
    return true;
}

/* The page has to be somewhere. */
static bool find_page(struct rq_server *s, const char *assets, struct rq_error *err)
{
    if (!assets)
        return rq_assets[0].path ||
               rq_fail(
                   err, RQ_UNSUPPORTED, 0, "studio",
                   "this program was built without npm and has no page; --assets DIR names one");
    s->assets = rq_path_full(assets);
    if (!s->assets || !rq_walk_add(&s->disk, s->assets, err))
        return rq_fail(err, RQ_IO, 0, assets, "can't be read");
    return true;
}

struct rq_server *rq_server_open(struct rq_service *service,
                                 const struct rq_server_options *options, struct rq_error *err)
{
    struct rq_server *s = calloc(1, sizeof *s);
    if (!s) {
        rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
        return NULL;
    }
    s->service = service;
    if (find_page(s, options ? options->assets : NULL, err) && rq_http_open(err) &&
        make_token(s, err) && start(s, options ? options->port : 0, err))
        return s;
    rq_server_close(s);
    return NULL;
}

void rq_server_close(struct rq_server *s)
{
    if (!s)
        return;
    if (s->daemon)
        rq_http.stop_daemon(s->daemon);
    rq_walk_free(&s->disk);
    free(s->assets);
    free(s);
}

const char *rq_server_address(const struct rq_server *s)
{
    return s->address;
}

void rq_server_wait(struct rq_server *s)
{
    while (!s->stopped) {
#if defined(_WIN32)
        Sleep(100);
#else
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
#endif
    }
}

void rq_server_stop(struct rq_server *s)
{
    s->stopped = 1;
}
