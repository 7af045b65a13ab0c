/* Requests: which function answers, what they say, and what the functions share. */
#include "core/file.h"
#include "core/text.h"
#include "game/describe.h"
#include "service/call.h"

#include <reliquary/refs.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const struct {
    struct rq_route route;
    answer_fn *answer;
} routes[] = {
#define ROUTE(function, path, method, takes, verbs, summary)                                       \
    {{path, method, takes, verbs, summary}, answer_##function},
#include "service/routes.def"
#undef ROUTE
};

enum { ROUTES = sizeof routes / sizeof routes[0] };

const struct rq_route *rq_route_at(size_t index)
{
    return index < ROUTES ? &routes[index].route : NULL;
}

/* ---- opening ---- */

struct rq_service *rq_service_open(const struct rq_service_options *options, struct rq_error *err)
{
    struct rq_service *s = rq_mem_zeroed(1, sizeof *s);
    if (!s || !rq_make_folder(options->state, err) || !(s->state = rq_path_full(options->state)) ||
        pthread_mutex_init(&s->lock, NULL) != 0) {
        rq_fail(err, RQ_NO_MEMORY, 0, options->state, "can't be used for the state of the studio");
        if (s)
            free(s->state);
        free(s);
        return NULL;
    }
    s->options = *options;
    s->options.state = s->state;
    return s;
}

void rq_service_close(struct rq_service *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->game_count; i++) {
        rq_refs_close(s->games[i].refs);
        edits_close(s->games[i].edits);
        rq_game_close(s->games[i].game);
        free(s->games[i].root);
        free(s->games[i].inside);
    }
    for (size_t i = 0; i < s->place_count; i++)
        free(s->places[i]);
    free(s->places);
    made_close(&s->made);
    free(s->state);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

/* ---- what a request says ---- */

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Decodes %41 and + once; NULL for a broken one, for control characters and for what is no UTF-8. */
static const char *decode(struct rq_arena *arena, const char *text, size_t size)
{
    char *to = rq_arena_get(arena, size + 1, 1);
    size_t used = 0;
    for (size_t i = 0; to && i < size; i++) {
        int c = (uint8_t)text[i];
        if (c == '%') {
            int high = i + 2 < size ? hex_digit(text[i + 1]) : -1;
            int low = i + 2 < size ? hex_digit(text[i + 2]) : -1;
            if (high < 0 || low < 0)
                return NULL;
            c = high * 16 + low;
            i += 2;
        } else if (c == '+') {
            c = ' ';
        }
        if (c < ' ' || c == 0x7F)
            return NULL;
        to[used++] = (char)c;
    }
    uint32_t code;
    for (size_t i = 0, step; to && i < used; i += step)
        if (!(step = rq_utf8_get((const uint8_t *)to + i, used - i, &code)))
            return NULL;
    return to;
}

static bool read_query(struct call *c)
{
    const char *p = c->request->query ? c->request->query : "";
    while (*p) {
        size_t size = strcspn(p, "&"), name = strcspn(p, "=&");
        if (c->count == MOST_PARAMETERS)
            return refuse(c, 400, "query", "has more than %d parameters", MOST_PARAMETERS);
        struct parameter *parameter = &c->parameters[c->count++];
        parameter->name = decode(&c->arena, p, name);
        parameter->value = name < size ? decode(&c->arena, p + name + 1, size - name - 1) : "";
        if (!parameter->name || !parameter->value)
            return refuse(c, 400, "query", "is not percent-encoded UTF-8");
        p += size + (p[size] == '&');
    }
    return true;
}

const char *parameter(const struct call *c, const char *name)
{
    for (size_t i = 0; i < c->count; i++)
        if (strcmp(c->parameters[i].name, name) == 0)
            return c->parameters[i].value;
    return "";
}

uint64_t parameter_number(const struct call *c, const char *name, uint64_t absent)
{
    const char *text = parameter(c, name);
    uint64_t number = 0;
    if (!*text || strspn(text, "0123456789") != strlen(text) || strlen(text) > 18)
        return absent;
    for (; *text; text++)
        number = number * 10 + (uint64_t)(*text - '0');
    return number;
}

/* Everything that a route takes without "?" has to be there. */
static bool check_parameters(struct call *c, const struct rq_route *route)
{
    for (const char *p = route->takes; *p;) {
        size_t size = strcspn(p, " ");
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)size, p);
        if (name[size - 1] != '?' && !*parameter(c, name))
            return refuse(c, 400, route->path, "needs the parameter %s", name);
        p += size + strspn(p + size, " ");
    }
    return true;
}

/* ---- what a response says ---- */

bool refuse(struct call *c, int status, const char *where, const char *fmt, ...)
{
    char text[sizeof c->err.text];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    c->status = status;
    return rq_fail(&c->err, RQ_USAGE, 0, where, "%s", text);
}

void put_text(struct rq_json *j, const char *key, const char *text)
{
    rq_json_key(j, key);
    rq_json_str(j, text ? text : ""); /* NULL without memory, which the end of a call reports */
}

void put_number(struct rq_json *j, const char *key, uint64_t number)
{
    rq_json_key(j, key);
    rq_json_u64(j, number);
}

void put_bool(struct rq_json *j, const char *key, bool value)
{
    rq_json_key(j, key);
    rq_json_bool(j, value);
}

void put_error(struct rq_json *j, const struct rq_error *err)
{
    put_text(j, "error", err->text);
    put_text(j, "where", err->where);
    put_text(j, "code", rq_code_name(err->code));
}

/* A request that can't be done is the asker's fault, what can't be read or written is not. */
static int status_of(const struct call *c)
{
    if (c->status)
        return c->status;
    switch (c->err.code) {
    case RQ_USAGE: return 400;
    case RQ_IO:
    case RQ_NO_MEMORY: return 500;
    default: return 422;
    }
}

static void answer_error(struct call *c)
{
    struct rq_response *r = c->response;
    rq_out_free(&r->body);
    r->body = (struct rq_out){0};
    r->status = status_of(c);
    r->type = "application/json";
    c->j = (struct rq_json){.out = &r->body, .compact = true};
    rq_json_object(&c->j);
    put_error(&c->j, &c->err);
    rq_json_end_object(&c->j);
}

void rq_service_answer(struct rq_service *service, const struct rq_request *request,
                       struct rq_response *response)
{
    struct call c = {.service = service,
                     .request = request,
                     .response = response,
                     .refusals = rq_memory_refusals()};
    bool known = false, fine = false;
    *response = (struct rq_response){.status = 200, .type = "application/json"};
    c.j = (struct rq_json){.out = &response->body, .compact = true};
    size_t at = 0;
    while (at < ROUTES && strcmp(routes[at].route.path, request->path) != 0)
        at++;
    if (at == ROUTES)
        refuse(&c, 404, request->path, "there is no such request; /api/about lists them");
    else if (routes[at].route.method != request->method)
        refuse(&c, 405, request->path, "is asked for with %s",
               routes[at].route.method == RQ_GET ? "GET" : "POST");
    else
        known = read_query(&c) && check_parameters(&c, &routes[at].route);
    fine = known && routes[at].answer(&c);
    if (fine && response->body.failed)
        fine = rq_fail_out(&c.err, &response->body);
    if (!rq_memory_lasted(c.refusals, NULL)) { /* what else is said may follow from that */
        c.err = (struct rq_error){0};
        c.status = 0;
        fine = rq_memory_lasted(c.refusals, &c.err);
    }
    if (!fine)
        answer_error(&c);
    rq_arena_free(&c.arena);
}

void rq_response_free(struct rq_response *response)
{
    rq_out_free(&response->body);
}

/* ---- about ---- */

bool answer_about(struct call *c)
{
    rq_json_object(&c->j);
    put_text(&c->j, "version", rq_version());
    put_text(&c->j, "builtWith", rq_built_with());
    put_bool(&c->j, "demo", c->service->options.make_demo != NULL);
    rq_json_key(&c->j, "formats");
    rq_json_array(&c->j);
    for (size_t i = 0; i < rq_format_count(); i++)
        rq_format_put(&c->j, rq_format_at(i));
    rq_json_end_array(&c->j);
    rq_json_key(&c->j, "routes");
    rq_json_array(&c->j);
    for (size_t i = 0; i < ROUTES; i++) {
        const struct rq_route *route = &routes[i].route;
        rq_json_object(&c->j);
        put_text(&c->j, "path", route->path);
        put_text(&c->j, "method", route->method == RQ_GET ? "GET" : "POST");
        put_text(&c->j, "takes", route->takes);
        put_text(&c->j, "verbs", route->verbs);
        put_text(&c->j, "summary", route->summary);
        rq_json_end_object(&c->j);
    }
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    return true;
}

bool answer_quit(struct call *c)
{
    rq_json_object(&c->j);
    rq_json_end_object(&c->j);
    if (c->service->options.quit)
        c->service->options.quit(c->service->options.quit_ctx);
    return true;
}
