/* Operations on the values of any document by their paths: rq_doc_visit_at, rq_doc_get, rq_doc_set
 * and the rest. A format does its own part in its facet `values`. */
#include "core/part.h"
#include "formats/value.h"

#include <stdio.h>

/* ---- what fits a path ---- */

enum { MOST_PART = 256 };

static bool part_fits(struct rq_part pattern, struct rq_part part)
{
    char a[MOST_PART], b[MOST_PART];
    if (pattern.size >= MOST_PART || part.size >= MOST_PART)
        return pattern.size == part.size && memcmp(pattern.text, part.text, part.size) == 0;
    snprintf(a, sizeof a, "%.*s", (int)pattern.size, pattern.text);
    snprintf(b, sizeof b, "%.*s", (int)part.size, part.text);
    return rq_glob(a, b);
}

/* How many letters of the path the pattern fits, when all of it fits whole parts; 0: it does not. */
static size_t fitting(const char *pattern, const char *path)
{
    const char *rest = path;
    for (const char *p = pattern; p;) {
        if (!rest || !part_fits(rq_part_cut(&p), rq_part_cut(&rest)))
            return 0;
    }
    return rest ? (size_t)(rest - path) - 1 : strlen(path);
}

struct filter {
    const char *pattern;
    bool glob;
    rq_visit_fn *fn;
    void *ctx;
    struct rq_visit *v;
    size_t found;
    bool stopped; /* by fn */
};

/* Something that has parts is told of before the first of them. */
static bool tell_parts(struct filter *f, const char *path, size_t size)
{
    struct rq_out name = {.alloc = f->v->path.alloc};
    struct rq_value parts = {.type = RQ_VALUE_STRUCT};
    rq_put(&name, path, size);
    rq_put8(&name, 0);
    parts.path = name.failed ? "" : (const char *)name.data;
    bool more = f->fn(f->ctx, &parts);
    rq_out_free(&name);
    return more;
}

static bool pass(void *ctx, const struct rq_value *value)
{
    struct filter *f = ctx;
    size_t size = f->pattern[0] ? fitting(f->pattern, value->path) : 0;
    bool more = true;
    if (f->pattern[0] && !size)
        return true;
    if (!f->found++ && !f->glob && value->path[size])
        more = tell_parts(f, value->path, size);
    more = more && f->fn(f->ctx, value);
    f->stopped = !more;
    return more;
}

bool rq_value_missing(const char *path, const char *expected, struct rq_error *err)
{
    return rq_fail(err, RQ_USAGE, 0, path, "expected %s, found nothing", expected);
}

bool rq_value_filter(struct rq_doc *doc, const char *path, struct rq_visit *v, struct rq_error *err)
{
    struct filter f = {.pattern = path,
                       .glob = path[strcspn(path, "*?")] != 0,
                       .fn = v->fn,
                       .ctx = v->ctx,
                       .v = v};
    struct rq_visit all = {.fn = pass, .ctx = &f};
    if (!rq_doc_visit_with(doc, &all, err))
        return false;
    v->stopped = f.stopped;
    return f.found || rq_value_missing(path, f.glob ? "something that fits" : "a value", err);
}

/* ---- nothing there: what is meant, and what there is ---- */

struct near {
    const char *wanted;
    size_t depth; /* parts that are there */
    size_t least; /* distance of what is nearest */
    char nearest[96];
    char list[120]; /* names that are there instead */
    size_t used;
    bool cut;
};

/* Adds a name to the list, unless it was the last one. */
static void list_name(struct near *n, struct rq_part part)
{
    size_t last = 0;
    for (size_t i = 0; i < n->used; i++)
        last = n->list[i] == ' ' ? i + 1 : last;
    if (n->used - last == part.size && memcmp(n->list + last, part.text, part.size) == 0)
        return;
    if (n->cut || n->used + part.size + 3 > sizeof n->list) {
        n->cut = true;
        return;
    }
    n->used += (size_t)snprintf(n->list + n->used, sizeof n->list - n->used, "%s%.*s",
                                n->used ? ", " : "", (int)part.size, part.text);
}

static bool compare_near(void *ctx, const struct rq_value *value)
{
    struct near *n = ctx;
    const char *w = n->wanted, *p = value->path;
    struct rq_part wanted = {"", 0}, part = {"", 0};
    size_t depth = 0;
    while (w && p) {
        wanted = rq_part_cut(&w);
        part = rq_part_cut(&p);
        if (wanted.size != part.size || memcmp(wanted.text, part.text, part.size) != 0)
            break;
        depth++;
        part = (struct rq_part){"", 0};
    }
    if (depth < n->depth || !part.size)
        return true;
    if (depth > n->depth)
        *n = (struct near){.wanted = n->wanted, .depth = depth, .least = RQ_NEAR + 1};
    size_t distance = rq_distance(wanted.text, wanted.size, part.text, part.size);
    /* Of numbers and short names everything is near. */
    if (part.text[0] >= '0' && part.text[0] <= '9')
        return true;
    if (distance < n->least && (distance == 0 || wanted.size > 2 * distance)) {
        n->least = distance;
        snprintf(n->nearest, sizeof n->nearest, "%.*s", (int)(part.text + part.size - value->path),
                 value->path);
    }
    list_name(n, part);
    return true;
}

/* The error of a format, with what could be meant as far as there is room to say it. */
static bool tell_missing(struct rq_doc *doc, const char *path, const struct rq_error *why,
                         struct rq_error *err)
{
    struct near n = {.wanted = path, .least = RQ_NEAR + 1};
    struct rq_error ignored = {0};
    size_t room = sizeof why->text - strlen(why->text);
    if (why->code != RQ_USAGE || !rq_doc_visit(doc, compare_near, &n, &ignored))
        return rq_fail(err, why->code, why->offset, why->where, "%s", why->text);
    if (n.nearest[0] && strlen(n.nearest) + 20 < room)
        return rq_fail(err, RQ_USAGE, 0, path, "%s; did you mean %s?", why->text, n.nearest);
    if (n.used && n.used + 20 < room)
        return rq_fail(err, RQ_USAGE, 0, path, "%s; there is %s%s", why->text, n.list,
                       n.cut ? " ..." : "");
    return rq_fail(err, RQ_USAGE, 0, path, "%s", why->text);
}

/* ---- reading ---- */

bool rq_doc_visit_at(struct rq_doc *doc, const char *path, rq_visit_fn *fn, void *ctx,
                     struct rq_error *err)
{
    const struct rq_facet_values *values = doc->format->values;
    struct rq_visit visit = {.fn = fn, .ctx = ctx, .path = {.alloc = doc->alloc}};
    struct rq_error why = {0};
    bool glob = path[strcspn(path, "*?")] != 0;
    bool fine = values && values->at && !glob ? values->at(doc, path, &visit, &why)
                                              : rq_value_filter(doc, path, &visit, &why);
    if (fine && visit.path.failed)
        fine = rq_fail_out(&why, &visit.path);
    rq_visit_free(&visit);
    return fine || tell_missing(doc, path, &why, err);
}

/* The value at a path, as long as it is needed to set it. */
struct current {
    bool has_parts;
    struct rq_value value; /* without bytes and path */
    struct rq_out text;
    struct rq_out path;
};

static bool take_current(void *ctx, const struct rq_value *value)
{
    struct current *c = ctx;
    c->has_parts = value->type == RQ_VALUE_LIST || value->type == RQ_VALUE_STRUCT;
    c->value = *value;
    rq_put(&c->path, value->path, strlen(value->path) + 1);
    c->value.path = c->path.failed ? "" : (const char *)c->path.data;
    c->value.bytes = (struct rq_bytes){0};
    rq_value_write(value, &c->text);
    return false;
}

static void free_current(struct current *c)
{
    rq_out_free(&c->text);
    rq_out_free(&c->path);
}

/* The one value at the path; free_current follows, whatever comes. */
static bool find_current(struct rq_doc *doc, const char *path, struct current *c,
                         struct rq_error *err)
{
    *c = (struct current){.text = {.alloc = doc->alloc}, .path = {.alloc = doc->alloc}};
    if (path[strcspn(path, "*?")])
        return rq_fail(err, RQ_USAGE, 0, path, "expected the path of one value, found a pattern");
    if (!rq_doc_visit_at(doc, path, take_current, c, err))
        return false;
    if (c->has_parts)
        return rq_fail(err, RQ_USAGE, 0, path, "expected a value, found %s with parts",
                       c->value.kind                    ? c->value.kind
                       : c->value.type == RQ_VALUE_LIST ? "a list"
                                                        : "something");
    if (c->text.failed || c->path.failed)
        return rq_fail_out(err, c->text.failed ? &c->text : &c->path);
    return true;
}

bool rq_doc_get(struct rq_doc *doc, const char *path, struct rq_out *text, struct rq_error *err)
{
    struct current c;
    bool fine = find_current(doc, path, &c, err);
    if (fine)
        rq_put_bytes(text, rq_out_bytes(&c.text));
    free_current(&c);
    return fine && (!text->failed || rq_fail_out(err, text));
}

/* ---- changing ---- */

bool rq_format_has_set(const struct rq_format *format)
{
    return format->values != NULL;
}

/* Also false when err holds an error already. */
static bool can(const struct rq_doc *doc, const char *path, bool able, const char *what,
                struct rq_error *err)
{
    bool fine = able && !(err && err->code);
    if (!able)
        rq_fail(err, RQ_UNSUPPORTED, 0, path, "nothing in a %s can be %s by its path",
                doc->format->info.name, what);
    return fine;
}

/* "none" is the StrRef of no text; at is the value as it is. */
static const char *resolve(const struct rq_value *at, const char *text)
{
    return at->ref == RQ_REF_STRREF && rq_casecmp(text, "none") == 0 ? "-1" : text;
}

bool rq_doc_set(struct rq_doc *doc, const char *path, const char *text, struct rq_error *err)
{
    const struct rq_facet_values *values = doc->format->values;
    struct current c;
    if (!can(doc, path, values != NULL, "set", err))
        return false;
    bool fine = find_current(doc, path, &c, err);
    if (fine) {
        text = resolve(&c.value, text);
        bool same = c.text.size == strlen(text) &&
                    (c.text.size == 0 || memcmp(c.text.data, text, c.text.size) == 0);
        fine = same || (rq_doc_settle(doc, err) && values->set(doc, path, text, err));
    }
    free_current(&c);
    return fine;
}

bool rq_doc_insert(struct rq_doc *doc, const char *path, const char *kind, const char *text,
                   struct rq_error *err)
{
    const struct rq_facet_values *values = doc->format->values;
    return can(doc, path, values && values->insert, "inserted", err) && rq_doc_settle(doc, err) &&
           values->insert(doc, path, kind, text, err);
}

bool rq_doc_remove(struct rq_doc *doc, const char *path, struct rq_error *err)
{
    const struct rq_facet_values *values = doc->format->values;
    return can(doc, path, values && values->remove, "removed", err) && rq_doc_settle(doc, err) &&
           values->remove(doc, path, err);
}

bool rq_doc_move(struct rq_doc *doc, const char *path, uint32_t to, struct rq_error *err)
{
    const struct rq_facet_values *values = doc->format->values;
    return can(doc, path, values && values->move, "moved", err) && rq_doc_settle(doc, err) &&
           values->move(doc, path, to, err);
}
