/* Edits of JSON as a person makes them: on the text, without the library. A path is keys and numbers
 * of elements: "nodes/3/mesh/faces/1". */
#ifndef TESTS_SUPPORT_JSON_EDIT_H
#define TESTS_SUPPORT_JSON_EDIT_H

#include "core/bytes.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum edit_kind {
    EDIT_END, /* of a list of edits */
    EDIT_REMOVE,
    EDIT_INSERT, /* text before the element at the path; or at the end of a list that is so long */
    EDIT_COPY,   /* of the element behind it */
    EDIT_SWAP,   /* with the next element */
    EDIT_SET,    /* the value, to text */
};

struct edit {
    enum edit_kind kind;
    const char *path, *text;
};

/* No strspn and strcspn here: strict checks of the sanitizer would measure all the rest of the text at each call. */
static inline const char *edit_blank(const char *p)
{
    while (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r')
        p++;
    return p;
}

/* Behind the number, true, false or null that starts here. */
static inline const char *edit_word(const char *p)
{
    while (*p && *p != ',' && *p != ':' && *p != ']' && *p != '}' && *p != ' ' && *p != '\n')
        p++;
    return p;
}

/* Behind the value that starts here. */
static inline const char *edit_over(const char *p)
{
    int depth = 0;
    do {
        p = edit_blank(p);
        if (*p == '"') {
            for (p++; *p && *p != '"'; p++)
                p += *p == '\\';
            p++;
        } else if (*p == '{' || *p == '[') {
            depth++;
            p++;
        } else if (*p == '}' || *p == ']') {
            depth--;
            p++;
        } else if (*p == ',' || *p == ':') {
            p++;
        } else {
            p = edit_word(p);
        }
    } while (depth > 0 && *p);
    return p;
}

/* An element: where it starts, with its key in an object, where its value does, and where it ends. */
struct edit_place {
    const char *start, *value, *end;
};

/* The element of one step of a path, in the container that starts at p; start NULL: not there. */
static inline struct edit_place edit_step(const char *p, const char *step, size_t size)
{
    struct edit_place none = {NULL, NULL, NULL};
    bool object = *p == '{';
    unsigned long number = strtoul(step, NULL, 10);
    for (p = edit_blank(p + 1); *p && *p != ']' && *p != '}'; number--) {
        struct edit_place here = {p, p, NULL};
        bool is = !object && number == 0;
        if (object) {
            here.value = edit_blank(edit_blank(edit_over(p)) + 1);
            is = strncmp(p + 1, step, size) == 0 && p[1 + size] == '"';
        }
        here.end = edit_over(here.value);
        if (is)
            return here;
        p = edit_blank(here.end);
        p = *p == ',' ? edit_blank(p + 1) : p;
    }
    none.end = p; /* of the container */
    return none;
}

static inline struct edit_place edit_find(const char *json, const char *path)
{
    struct edit_place here = {json, edit_blank(json), NULL};
    while (*path && here.value) {
        size_t size = strcspn(path, "/");
        here = edit_step(here.value, path, size);
        path += size;
        path += *path == '/';
    }
    return here;
}

static inline char *edit_join(const char *json, size_t before, const char *middle, size_t size,
                              const char *after)
{
    struct rq_out out = {0};
    rq_put(&out, json, before);
    rq_put(&out, middle, size);
    rq_put(&out, after, strlen(after) + 1);
    return (char *)out.data;
}

/* The text with one edit; NULL when there is nothing at the path. */
static inline char *edit_one(const char *json, const struct edit *e)
{
    struct edit_place at = edit_find(json, e->path);
    struct rq_out text = {0};
    char *made = NULL;
    size_t before = at.start ? (size_t)(at.start - json) : (size_t)(at.end - json);
    if (e->kind == EDIT_INSERT) {
        bool some = at.start || json[before - 1] != '[';
        if (!at.start) /* behind the last */
            while (before && strchr(" \n", json[before - 1]))
                before--;
        rq_put_str(&text, at.start || !some ? "" : ",");
        rq_put_str(&text, e->text);
        rq_put_str(&text, at.start ? "," : "");
        made = edit_join(json, before, (const char *)text.data, text.size, json + before);
    } else if (!at.start) {
        return NULL;
    } else if (e->kind == EDIT_SET) {
        made = edit_join(json, (size_t)(at.value - json), e->text, strlen(e->text), at.end);
    } else if (e->kind == EDIT_COPY) {
        rq_put_str(&text, ",");
        rq_put(&text, at.start, (size_t)(at.end - at.start));
        made = edit_join(json, (size_t)(at.end - json), (const char *)text.data, text.size, at.end);
    } else if (e->kind == EDIT_SWAP) {
        const char *next = edit_blank(edit_blank(at.end) + 1), *end = edit_over(next);
        rq_put(&text, next, (size_t)(end - next));
        rq_put_str(&text, ",");
        rq_put(&text, at.start, (size_t)(at.end - at.start));
        made = edit_join(json, before, (const char *)text.data, text.size, end);
    } else {
        const char *end = edit_blank(at.end);
        if (*end == ',')
            end++;
        else
            while (before && strchr(" \n,", json[before - 1]))
                before--;
        made = edit_join(json, before, "", 0, end);
    }
    rq_out_free(&text);
    return made;
}

/* All edits, one after the other; to be freed. NULL when one has no place. */
static inline char *edit_all(const char *json, const struct edit *edits)
{
    char *text = edit_join(json, 0, "", 0, json);
    for (; text && edits->kind != EDIT_END; edits++) {
        char *next = edit_one(text, edits);
        if (!CHECK(next != NULL))
            printf("    nothing at %s\n", edits->path);
        rq_mem(NULL, text, 0);
        text = next;
    }
    return text;
}

#endif
