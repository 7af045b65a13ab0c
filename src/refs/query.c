/* What a person asks for: "p_bastila.utc", "tag:carth", "appearance.2da:12". */
#include "refs/refs.h"

#include <stdio.h>

struct question {
    char name[RQ_RESOURCE_NAME];
    char stem[RQ_RESOURCE_NAME]; /* of a resource, see RQ_USE_STEM */
    char type[16];               /* of a resource; "": any */
    bool one;                    /* only this thing */
    enum rq_thing thing;
};

/* "p_bastila.utc" is a name and a type. */
static void split_type(struct question *q)
{
    const char *type = rq_path_extension(q->name);
    if (!type[0] || strlen(type) >= sizeof q->type || strchr(type, ':'))
        return;
    snprintf(q->type, sizeof q->type, "%s", type);
    q->name[strlen(q->name) - strlen(type) - 1] = 0;
    q->one = true;
    q->thing = RQ_THING_RESOURCE;
}

static void understand(struct question *q, const char *query)
{
    const char *colon = strchr(query, ':');
    char word[RQ_RESOURCE_NAME];
    *q = (struct question){0};
    snprintf(word, sizeof word, "%.*s", (int)(colon ? colon - query : 0), query);
    const char *table = colon ? strstr(word, ".2da") : NULL;
    q->one = colon && (rq_thing_by_word(word, &q->thing) || table);
    if (table) {
        q->thing = RQ_THING_ROW;
        snprintf(q->name, sizeof q->name, "%.*s%.200s", (int)(table - word), word, colon);
        return;
    }
    snprintf(q->name, sizeof q->name, "%s", q->one ? colon + 1 : query);
    if (!q->one || q->thing == RQ_THING_RESOURCE)
        split_type(q);
    rq_name_stem(q->name, q->stem);
}

/* What a string of a script can't be: numbers, and what is put together of two parts. */
static bool has_name(enum rq_thing thing)
{
    switch (thing) {
    case RQ_THING_RESOURCE:
    case RQ_THING_TAG:
    case RQ_THING_GLOBAL:
    case RQ_THING_QUEST:
    case RQ_THING_ANIMATION:
    case RQ_THING_TEXT: return true;
    default: return false;
    }
}

static bool asks(const struct question *q, enum rq_thing thing)
{
    return !q->one || q->thing == thing || (thing == RQ_THING_TEXT && has_name(q->thing));
}

static bool fits(const struct question *q, const struct rq_use *use, bool stem)
{
    if (use->thing != RQ_THING_RESOURCE)
        return true;
    return (use->kind == RQ_USE_STEM) == stem &&
           (!q->type[0] || !*use->types || rq_type_fits(use->types, q->type));
}

/* All uses of all things that are asked for, one after the other: *next counts through them. */
bool rq_refs_find(const struct rq_refs *refs, const char *query, size_t *next, struct rq_use *use)
{
    struct question q;
    size_t before = 0;
    understand(&q, query);
    for (unsigned i = 0; i <= RQ_THING_COUNT; i++) {
        bool stem = i == RQ_THING_COUNT;
        enum rq_thing thing = stem ? RQ_THING_RESOURCE : (enum rq_thing)i;
        uint32_t number;
        if (!asks(&q, thing) || !rq_refs_number(refs, thing, stem ? q.stem : q.name, &number))
            continue;
        size_t count = refs->first[number + 1] - refs->first[number];
        for (; *next >= before && *next < before + count;) {
            uint32_t row = refs->order[refs->first[number] + (*next)++ - before];
            if (rq_refs_at(refs, row, use) && fits(&q, use, stem))
                return true;
        }
        before += count;
    }
    return false;
}
