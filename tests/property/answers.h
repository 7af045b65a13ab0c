/* Requests to the service of the studio, with a hash over all answers of each route. Left out is what differs from
 * run to run: the folder of the test, times, and sums of plans that hold times. */
#ifndef TESTS_PROPERTY_ANSWERS_H
#define TESTS_PROPERTY_ANSWERS_H

#include "core/file.h"
#include "said.h"
#include "service/service.h"

enum { MOST_ROUTES = 100 };

struct answers {
    struct rq_service *service;
    const char *root; /* the folder of the test, as the machine names it */
    struct rq_response last;
    struct {
        const char *path;
        struct said said;
        size_t fine, refused;
    } routes[MOST_ROUTES];
    size_t count;
    char sum[20]; /* that the last plan had */
};

/* Text without the folder and without the values of members that are never the same. */
static inline void put_clean(struct rq_out *out, const char *path, const char *text,
                             const char *root)
{
    static const char *const members[] = {"\"time\":", "\"sum\":\"", "\"version\":\"",
                                          "\"builtWith\":\""};
    size_t size = strlen(root);
    while (*text) {
        size_t known = 0;
        if (strncmp(text, root, size) == 0) {
            rq_put8(out, '~');
            text += size;
            continue;
        }
        for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
            if (strncmp(text, members[i], strlen(members[i])) == 0 &&
                (i != 1 || strcmp(path, "/api/changes") == 0))
                known = strlen(members[i]);
        rq_put(out, text, known ? known : 1);
        text += known ? known : 1;
        if (known)
            text += text[-1] == '"' ? strcspn(text, "\"") : strspn(text, "0123456789");
    }
}

static inline size_t route_of(struct answers *a, const char *path)
{
    size_t at = 0;
    while (at < a->count && strcmp(a->routes[at].path, path) != 0)
        at++;
    if (at == a->count && CHECK(at < MOST_ROUTES - 1)) {
        a->count++;
        a->routes[at].path = path;
        const char *name = strrchr(path, '/');
        a->routes[at].said = (struct said){hash_of("", 0), said_file(name ? name + 1 : path)};
    }
    return at;
}

static inline bool is_text(const struct rq_response *r)
{
    return strcmp(r->type, "application/json") == 0;
}

/* Answers a request, and adds what was said to its route. path is one that stays. */
static inline void ask_route(struct answers *a, enum rq_method method, const char *path,
                             const char *query, struct rq_bytes body)
{
    struct rq_request request = {method, path, query, body};
    struct rq_out clean = {0};
    rq_response_free(&a->last);
    rq_service_answer(a->service, &request, &a->last);
    size_t at = route_of(a, path);
    struct said *s = &a->routes[at].said;
    a->routes[at].fine += a->last.status == 200;
    a->routes[at].refused += a->last.status != 200;
    CHECK(a->last.status >= 200 && a->last.status < 500);
    bool plan = strcmp(path, "/api/apply") == 0 && strlen(a->sum) == 16 && strstr(query, a->sum);
    said(s, "%s %s %.*s", method == RQ_GET ? "GET" : "POST", plan ? "the last plan" : query,
         body.size < 300 ? (int)body.size : 300, body.size ? (const char *)body.data : "");
    said(s, "%d %s %zu", a->last.status, a->last.type, is_text(&a->last) ? 0 : a->last.body.size);
    if (is_text(&a->last)) {
        rq_put8(&a->last.body, 0);
        const char *text = (const char *)a->last.body.data;
        const char *sum = strstr(text, "\"sum\":\"");
        if (sum && a->last.status == 200)
            snprintf(a->sum, sizeof a->sum, "%.16s", sum + 7);
        put_clean(&clean, path, text, a->root);
    } else {
        rq_put(&clean, a->last.body.data, a->last.body.size);
    }
    s->hash = mix(s->hash, clean.data, clean.size);
    if (s->show && is_text(&a->last))
        fprintf(s->show, "%.*s\n", (int)clean.size, (const char *)clean.data);
    rq_out_free(&clean);
}

/* Pictures and models are packed by libraries; what they become has their sizes. */
static inline bool is_packed(const char *line, size_t size)
{
    static const char *const packed[] = {"/api/file", "/api/made", "/api/render", "/api/screen"};
    for (size_t i = 0; i < sizeof packed / sizeof packed[0]; i++)
        if (size > strlen(packed[i]) &&
            strncmp(line + size - 1 - strlen(packed[i]), packed[i], strlen(packed[i])) == 0)
            return true;
    return false;
}

/* Compares with tests/contract/NAME.txt, a line for each route. */
static inline void end_answers(struct answers *a, const char *name)
{
    struct rq_out lines = {0};
    rq_response_free(&a->last);
    for (size_t i = 0; i < a->count; i++) {
        rq_putf(&lines, "%016llx %zu answered, %zu refused: %s\n",
                (unsigned long long)a->routes[i].said.hash, a->routes[i].fine, a->routes[i].refused,
                a->routes[i].path);
        if (a->routes[i].said.show)
            fclose(a->routes[i].said.show);
    }
#if defined(_WIN32)
    (void)name; /* drives, and what the system says of files, are others there */
#else
    said_compare(name, &lines, is_packed);
#endif
    rq_out_free(&lines);
}

#endif
