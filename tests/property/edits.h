/* All edits of a JSON text: each value becomes another, each element goes, comes twice or changes places. */
#ifndef TESTS_PROPERTY_EDITS_H
#define TESTS_PROPERTY_EDITS_H

#include "support/json_edit.h"

/* Every element of every container, those inside of it behind it. */
static inline void collect(struct rq_out *places, const char *p)
{
    bool object = *p == '{';
    if (*p != '{' && *p != '[')
        return;
    for (p = edit_blank(p + 1); *p && *p != ']' && *p != '}';) {
        struct edit_place here = {p, p, NULL};
        if (object)
            here.value = edit_blank(edit_blank(edit_over(p)) + 1);
        here.end = edit_over(here.value);
        rq_put(places, &here, sizeof here);
        collect(places, here.value);
        p = edit_blank(here.end);
        p = *p == ',' ? edit_blank(p + 1) : p;
    }
}

static const char *const edit_values[] = {"null",       "-1",  "0",    "1",      "70000",
                                          "4294967296", "1.5", "\"\"", "\"zz\"", "true",
                                          "[]",         "{}",  "[[0]]"};
enum { VALUES = sizeof edit_values / sizeof edit_values[0], EDITS = VALUES + 5 };

/* A number that is one larger, a text that is one letter longer; nothing of other values. */
static inline void put_near(struct rq_out *text, struct edit_place at)
{
    size_t size = (size_t)(at.end - at.value);
    if (*at.value == '"')
        rq_putf(text, "%.*sx\"", (int)size - 1, at.value);
    else if (*at.value == '-' || (*at.value >= '0' && *at.value <= '9'))
        rq_putf(text, "%lld", (long long)((unsigned long long)strtoll(at.value, NULL, 10) + 1));
    else
        rq_put(text, at.value, size);
}

/* The text with edit number `kind` at the place; ends with a NUL. */
static inline void put_edited(struct rq_out *text, const char *json, struct edit_place at,
                              size_t kind)
{
    const char *start = at.value, *rest = at.end, *next = edit_blank(at.end);
    size_t size = (size_t)(at.end - at.start);
    if (kind == VALUES + 1 || kind == VALUES + 3)
        start = at.start;
    rq_put(text, json, (size_t)(start - json));
    if (kind < VALUES) {
        rq_put_str(text, edit_values[kind]);
    } else if (kind == VALUES) {
        put_near(text, at);
    } else if (kind == VALUES + 1) { /* without it */
        if (*next == ',')
            rest = next + 1;
        else
            while (text->size && strchr(" \n,", text->data[text->size - 1]))
                text->size--;
    } else if (kind == VALUES + 2) { /* twice */
        rq_put(text, at.value, (size_t)(at.end - at.value));
        rq_put_str(text, ",");
        rq_put(text, at.start, size);
    } else if (kind == VALUES + 3 && *next == ',') { /* behind the next */
        next = edit_blank(next + 1);
        rest = edit_over(next);
        if (at.start != at.value)
            rest = edit_over(edit_blank(edit_blank(rest) + 1));
        rq_put(text, next, (size_t)(rest - next));
        rq_put_str(text, ",");
        rq_put(text, at.start, size);
    } else if (text->size >= (size_t)(at.value - at.start) && at.start != at.value) {
        text->size -= (size_t)(at.value - at.start); /* another key */
        rq_put_str(text, "\"_");
        rq_put(text, at.start + 1, size - 1);
    }
    rq_put_str(text, rest);
    rq_put8(text, 0);
}

#endif
