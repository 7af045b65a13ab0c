/* Differences of two documents, by the paths of the visitor. The values of each become a tree. Its
 * nodes are compared by name. Elements of a list that all begin with a "name" are found by that; those
 * of other lists are aligned: what is equal on both sides first, then what has the same identity (a
 * tag, a label), so that an element that was inserted does not make all that follow differ. */
#include "core/align.h"
#include "formats/format.h"

#include <stdlib.h>

/* Archives in archives are opened as deep as this. */
enum { NEST_LIMIT = 8 };

struct node {
    struct rq_str name;
    unsigned repeat;       /* how many of that name came before */
    bool numbered;         /* the name is the number of an element */
    bool has_value;        /* of its own */
    struct rq_value value; /* bytes are in the arena */
    struct node *first, *last, *next;
    struct node *pair; /* on the other side */
    size_t count;
};

struct diff {
    struct rq_arena arena;
    struct rq_out path, text;
    rq_diff_fn *fn;
    void *fn_ctx;
    size_t count;
    size_t nest;   /* archives around the documents at hand */
    bool archives; /* both documents are */
    enum rq_codepage page;
    struct rq_error *err;
    bool failed;
};

/* ---- a tree of values ---- */

struct growing {
    struct diff *d;
    struct rq_visit visit;
    struct node *open[RQ_VISIT_DEPTH + 2]; /* the way to the last value, from the root */
    size_t depth;
};

static void *take(struct diff *d, size_t count, size_t size)
{
    void *room = rq_arena_get(&d->arena, count, size);
    d->failed = d->failed || !room;
    return room;
}

static struct rq_bytes copied(struct diff *d, struct rq_bytes bytes)
{
    char *copy = rq_arena_text(&d->arena, (const char *)bytes.data, bytes.size);
    d->failed = d->failed || !copy;
    return (struct rq_bytes){(const uint8_t *)copy, copy ? bytes.size : 0};
}

static struct node *add_child(struct diff *d, struct node *parent, struct rq_bytes name)
{
    struct node *node = take(d, 1, sizeof *node);
    struct rq_bytes kept = copied(d, name);
    if (d->failed)
        return NULL;
    node->name = (struct rq_str){(const char *)kept.data, kept.size};
    if (parent->last)
        parent->last->next = node;
    else
        parent->first = node;
    parent->last = node;
    parent->count++;
    return node;
}

static bool is_name(const struct node *node, struct rq_bytes name)
{
    return node->name.size == name.size &&
           (!name.size || memcmp(node->name.text, name.data, name.size) == 0);
}

/* The node of one part of the path. What was entered last is still open. */
static struct node *open_part(struct growing *g, size_t depth, struct rq_bytes name, bool leaf)
{
    struct node *had = depth < g->depth ? g->open[depth + 1] : NULL;
    if (had && !leaf && is_name(had, name))
        return had;
    struct node *node = add_child(g->d, g->open[depth], name);
    if (node)
        node->numbered = g->visit.numbered[depth];
    g->open[depth + 1] = node;
    g->depth = depth + 1;
    return node;
}

static bool add_value(void *ctx, const struct rq_value *value)
{
    struct growing *g = ctx;
    const struct rq_visit *v = &g->visit;
    const uint8_t *path = (const uint8_t *)value->path;
    size_t inside = v->depth < RQ_VISIT_DEPTH ? v->depth : RQ_VISIT_DEPTH, from = 0;
    struct node *node = g->open[0];
    for (size_t i = 0; i <= inside && node; i++) {
        size_t to = i < inside ? v->bases[i] : v->size;
        node = open_part(g, i, (struct rq_bytes){path + from, to - from}, i == inside);
        from = to + (to != 0);
    }
    if (!node)
        return false;
    node->has_value = true;
    node->value = *value;
    node->value.bytes = copied(g->d, value->bytes);
    return !g->d->failed;
}

static struct node *grow(struct diff *d, struct rq_doc *doc)
{
    struct node *root = take(d, 1, sizeof *root);
    struct growing *g = take(d, 1, sizeof *g);
    if (d->failed)
        return NULL;
    g->d = d;
    g->open[0] = root;
    g->visit = (struct rq_visit){.fn = add_value, .ctx = g};
    return rq_doc_visit_with(doc, &g->visit, d->err) && !d->failed ? root : NULL;
}

/* ---- values ---- */

static bool same_value(const struct node *a, const struct node *b)
{
    if (a->has_value != b->has_value || (a->has_value && a->value.type != b->value.type))
        return false;
    if (!a->has_value || a->value.type == RQ_VALUE_LIST)
        return true;
    return a->value.u == b->value.u && a->value.kind == b->value.kind &&
           a->value.page == b->value.page && rq_same(a->value.bytes, b->value.bytes);
}

static void put_value(struct rq_json *j, const struct rq_value *v)
{
    switch (v->type) {
    case RQ_VALUE_STRUCT:
    case RQ_VALUE_LIST:
    case RQ_VALUE_UNSIGNED: rq_json_u64(j, v->u); break;
    case RQ_VALUE_SIGNED: rq_json_i64(j, v->i); break;
    case RQ_VALUE_SINGLE: rq_json_f32(j, (float)v->f); break;
    case RQ_VALUE_FLOAT: rq_json_f64(j, v->f); break;
    case RQ_VALUE_BOOL: rq_json_bool(j, v->u != 0); break;
    case RQ_VALUE_BYTES: rq_json_base64(j, v->bytes); break;
    case RQ_VALUE_TEXT:
        if (v->page)
            rq_json_text(j, v->page, v->bytes);
        else
            rq_json_utf8(j, v->bytes);
        break;
    }
}

static bool is_list(const struct node *node)
{
    return node->has_value ? node->value.type == RQ_VALUE_LIST
                           : node->first && node->first->numbered;
}

static void put_key(struct diff *d, struct rq_json *j, const struct node *node)
{
    char *key = rq_arena_text(&d->arena, node->name.text, node->name.size);
    d->failed = d->failed || !key;
    rq_json_key(j, key ? key : "");
}

/* A node with all below it. */
static void put_node(struct diff *d, struct rq_json *j, const struct node *node)
{
    bool list = is_list(node), is_struct = node->has_value && node->value.type == RQ_VALUE_STRUCT;
    if (!node->first && !list && !is_struct) {
        put_value(j, &node->value);
        return;
    }
    if (list)
        rq_json_array_row(j);
    else
        rq_json_object_row(j);
    if (node->has_value && !list) {
        rq_json_key(j, is_struct ? "id" : "value");
        put_value(j, &node->value);
    }
    for (const struct node *child = node->first; child; child = child->next) {
        if (!list)
            put_key(d, j, child);
        put_node(d, j, child);
    }
    if (list)
        rq_json_end_array(j);
    else
        rq_json_end_object(j);
}

/* ---- what differs ---- */

static void report(struct diff *d, struct rq_bytes a, struct rq_bytes b)
{
    d->count++;
    if (!d->fn || d->failed)
        return;
    rq_put8(&d->path, 0);
    d->failed = d->failed || d->path.failed;
    if (!d->failed)
        d->fn(d->fn_ctx, (const char *)d->path.data, (const char *)a.data, (const char *)b.data);
    rq_out_cut(&d->path, d->path.size - 1);
}

/* NULL: nothing on that side. whole: with all below it, else its own value alone. */
static void report_nodes(struct diff *d, const struct node *a, const struct node *b, bool whole)
{
    const struct node *sides[2] = {a, b};
    struct rq_bytes texts[2] = {{0}};
    for (size_t i = 0; i < 2; i++) {
        struct rq_json j = {.out = &d->text, .compact = true};
        if (!sides[i])
            continue;
        rq_out_cut(&d->text, 0);
        if (whole)
            put_node(d, &j, sides[i]);
        else
            put_value(&j, &sides[i]->value);
        texts[i] = copied(d, rq_out_bytes(&d->text));
        d->failed = d->failed || d->text.failed;
    }
    report(d, texts[0], texts[1]);
}

static void report_kinds(struct diff *d, const char *a, const char *b)
{
    char *left = rq_arena_printf(&d->arena, "\"%s\"", a);
    char *right = rq_arena_printf(&d->arena, "\"%s\"", b);
    d->failed = d->failed || !left || !right;
    if (!d->failed)
        report(d, (struct rq_bytes){(uint8_t *)left, strlen(left)},
               (struct rq_bytes){(uint8_t *)right, strlen(right)});
}

static void compare(struct diff *d, const struct node *a, const struct node *b);
static void compare_documents(struct diff *d, struct rq_doc *a, struct rq_doc *b);

static size_t enter(struct diff *d, const char *name, size_t size, unsigned repeat)
{
    size_t had = d->path.size;
    if (had)
        rq_put8(&d->path, '/');
    rq_put(&d->path, name, size);
    if (repeat)
        rq_putf(&d->path, "#%u", repeat + 1);
    return had;
}

/* "guard.utc" of an element that begins with "name": "guard.utc". */
static struct rq_str element_name(const struct node *element)
{
    const struct node *first = element->first;
    if (first && rq_str_is(first->name, "name") && first->has_value &&
        first->value.type == RQ_VALUE_TEXT)
        return (struct rq_str){(const char *)first->value.bytes.data, first->value.bytes.size};
    return (struct rq_str){"", 0};
}

/* Files inside of two archives. False when they are no documents of one format, or when their bytes
 * differ in no value. */
static bool compare_files(struct diff *d, const struct node *element, const struct node *a,
                          const struct node *b)
{
    struct rq_str name = element_name(element);
    struct rq_error ignored = {0};
    struct rq_options options = {.alloc = d->arena.alloc, .codepage = d->page};
    struct rq_doc *x = NULL, *y = NULL;
    size_t had = d->count;
    if (!d->archives || !name.size || d->nest == NEST_LIMIT || a->value.type != RQ_VALUE_BYTES ||
        b->value.type != RQ_VALUE_BYTES || same_value(a, b))
        return false;
    options.name = rq_arena_text(&d->arena, name.text, name.size);
    x = rq_doc_read(a->value.bytes, &options, &ignored);
    y = rq_doc_read(b->value.bytes, &options, &ignored);
    if (x && y && x->format == y->format)
        compare_documents(d, x, y);
    rq_doc_free(x);
    rq_doc_free(y);
    return d->count > had;
}

static int by_name(const void *a, const void *b)
{
    const struct node *x = *(struct node *const *)a, *y = *(struct node *const *)b;
    size_t least = x->name.size < y->name.size ? x->name.size : y->name.size;
    int order = least ? memcmp(x->name.text, y->name.text, least) : 0;
    if (order == 0 && x->name.size != y->name.size)
        order = x->name.size < y->name.size ? -1 : 1;
    if (order == 0 && x->repeat != y->repeat)
        order = x->repeat < y->repeat ? -1 : 1;
    return order;
}

static struct node **children(struct diff *d, const struct node *node)
{
    struct node **list = take(d, node->count, sizeof(void *));
    size_t n = 0;
    for (struct node *child = node->first; child && !d->failed; child = child->next)
        list[n++] = child;
    return list;
}

/* In order of name. Elements are found by their name from here on; equal names are numbered in file
 * order: until then the place tells them apart. */
static struct node **sorted_children(struct diff *d, const struct node *node, bool elements)
{
    struct node **list = children(d, node);
    if (d->failed)
        return NULL;
    for (size_t i = 0; i < node->count; i++) {
        list[i]->repeat = (unsigned)i;
        if (elements)
            list[i]->name = element_name(list[i]);
    }
    if (node->count)
        qsort(list, node->count, sizeof(void *), by_name);
    for (size_t i = 0; i < node->count; i++) {
        bool again = i && list[i]->name.size == list[i - 1]->name.size &&
                     memcmp(list[i]->name.text, list[i - 1]->name.text, list[i]->name.size) == 0;
        list[i]->repeat = again ? list[i - 1]->repeat + 1 : 0;
    }
    return list;
}

/* A child of parent on each side, or on one. */
static void compare_at(struct diff *d, const struct node *parent, const struct node *a,
                       const struct node *b)
{
    const struct node *some = a ? a : b;
    if (a && b && compare_files(d, parent, a, b))
        return;
    size_t had = enter(d, some->name.text, some->name.size, some->repeat);
    if (a && b)
        compare(d, a, b);
    else
        report_nodes(d, a, b, true);
    rq_out_cut(&d->path, had);
}

/* The children that have no pair have none on the other side. */
static void pair_by_name(struct node **x, size_t x_count, struct node **y, size_t y_count)
{
    for (size_t i = 0, k = 0; i < x_count && k < y_count;) {
        int order = by_name(&x[i], &y[k]);
        if (order == 0) {
            x[i]->pair = y[k];
            y[k]->pair = x[i];
        }
        i += order <= 0;
        k += order >= 0;
    }
}

/* In the order of the left side, then what the right side alone has. */
static void compare_named(struct diff *d, const struct node *a, const struct node *b, bool elements)
{
    struct node **x = sorted_children(d, a, elements), **y = sorted_children(d, b, elements);
    if (d->failed)
        return;
    pair_by_name(x, a->count, y, b->count);
    for (const struct node *child = a->first; child && !d->failed; child = child->next)
        compare_at(d, a, child, child->pair);
    for (const struct node *child = b->first; child && !d->failed; child = child->next)
        if (!child->pair)
            compare_at(d, b, NULL, child);
}

/* ---- lists by number ---- */

/* What tells an element of a GFF list or a row of a table from the others of its list: the blueprint's
 * own name, the resource that it stands for, or the row of a table that it is about. The first of an
 * element that is one of these. */
static const char identities[] =
    "label Label LABEL Tag TemplateResRef InventoryRes EquippedRes ResRef AreaName Class Feat Spell Skill "
    "PropertyName ID Name RoomName ModelName ParentID Index";

static uint64_t mixed(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash;
}

static uint64_t value_hash(uint64_t hash, const struct node *node)
{
    uint64_t number = node->value.type == RQ_VALUE_LIST ? 0 : node->value.u;
    hash = mixed(hash, &node->value.type, sizeof node->value.type);
    hash = mixed(hash, &number, sizeof number);
    return mixed(hash, node->value.bytes.data, node->value.bytes.size);
}

/* Of all that is below the node, never 0; its own name is not part of it. */
static uint64_t content_hash(const struct node *node)
{
    uint64_t hash = 0xCBF29CE484222325u;
    if (node->has_value)
        hash = value_hash(hash, node);
    for (const struct node *child = node->first; child; child = child->next) {
        uint64_t inside = content_hash(child);
        hash = mixed(mixed(hash, child->name.text, child->name.size), &inside, sizeof inside);
    }
    return hash ? hash : 1;
}

/* 0: nothing tells it from the others. */
static uint64_t identity_hash(const struct node *node)
{
    if (node->has_value && node->value.type == RQ_VALUE_TEXT && node->value.bytes.size)
        return value_hash(1, node); /* the label of a row */
    for (const struct node *child = node->first; child; child = child->next)
        if (child->has_value && rq_word_in(identities, child->name.text, child->name.size))
            return value_hash(mixed(1, child->name.text, child->name.size), child);
    return 0;
}

static uint64_t *hashes(struct diff *d, struct node **list, size_t count,
                        uint64_t (*of)(const struct node *node))
{
    uint64_t *all = take(d, count, sizeof *all);
    for (size_t i = 0; i < count && !d->failed; i++)
        all[i] = of(list[i]);
    return all;
}

/* What both sides have between two pairs of equal elements. */
struct gap {
    struct node **x, **y;
    size_t x_count, y_count;
};

/* What has no identity is compared by its place. So is all when both sides have as many: an
 * element that was renamed is still that element. */
static void pair_by_place(const struct gap *gap, const uint64_t *x_ids, const uint64_t *y_ids)
{
    size_t x_left = 0, y_left = 0;
    for (size_t i = 0; i < gap->x_count; i++)
        x_left += !gap->x[i]->pair;
    for (size_t i = 0; i < gap->y_count; i++)
        y_left += !gap->y[i]->pair;
    bool all = x_left == y_left;
    for (size_t i = 0, k = 0; i < gap->x_count; i++) {
        if (gap->x[i]->pair) {
            while (k < gap->y_count && gap->y[k] != gap->x[i]->pair)
                k++;
            continue;
        }
        if (!all && x_ids[i])
            continue;
        size_t at = k;
        while (at < gap->y_count && !gap->y[at]->pair && !all && y_ids[at])
            at++;
        if (at == gap->y_count || gap->y[at]->pair)
            continue;
        gap->x[i]->pair = gap->y[at];
        gap->y[at]->pair = gap->x[i];
        k = at + 1;
    }
}

static void compare_gap(struct diff *d, const struct node *parent, const struct gap *gap)
{
    const uint64_t *x_ids = hashes(d, gap->x, gap->x_count, identity_hash);
    const uint64_t *y_ids = hashes(d, gap->y, gap->y_count, identity_hash);
    size_t *to = take(d, gap->x_count, sizeof *to);
    d->failed = d->failed || !rq_align(&d->arena, x_ids, gap->x_count, y_ids, gap->y_count, to);
    for (size_t i = 0; i < gap->x_count && !d->failed; i++) {
        gap->x[i]->pair = to[i] == RQ_ALIGN_NONE ? NULL : gap->y[to[i]];
        if (gap->x[i]->pair)
            gap->x[i]->pair->pair = gap->x[i];
    }
    if (!d->failed)
        pair_by_place(gap, x_ids, y_ids);
    for (size_t i = 0; i < gap->x_count && !d->failed; i++)
        compare_at(d, parent, gap->x[i], gap->x[i]->pair);
    for (size_t i = 0; i < gap->y_count && !d->failed; i++)
        if (!gap->y[i]->pair)
            compare_at(d, parent, NULL, gap->y[i]);
}

static void compare_numbered(struct diff *d, const struct node *a, const struct node *b)
{
    struct node **x = children(d, a), **y = children(d, b);
    const uint64_t *x_all = hashes(d, x, a->count, content_hash);
    const uint64_t *y_all = hashes(d, y, b->count, content_hash);
    size_t *to = take(d, a->count, sizeof *to);
    d->failed = d->failed || !rq_align(&d->arena, x_all, a->count, y_all, b->count, to);
    size_t from = 0, other = 0;
    for (size_t i = 0; i <= a->count && !d->failed; i++) {
        size_t pair = i == a->count ? b->count : to[i];
        if (pair == RQ_ALIGN_NONE)
            continue;
        compare_gap(d, a, &(struct gap){x + from, y + other, i - from, pair - other});
        if (i < a->count && !d->failed)
            compare_at(d, a, x[i], y[pair]);
        from = i + 1;
        other = pair + 1;
    }
}

static bool all_have_names(const struct node *node)
{
    for (const struct node *child = node->first; child; child = child->next)
        if (!element_name(child).size)
            return false;
    return true;
}

static void compare_values(struct diff *d, const struct node *a, const struct node *b)
{
    const char *x = a->value.kind, *y = b->value.kind;
    if (x && y && strcmp(x, y) != 0)
        report_kinds(d, x, y);
    bool structs = a->value.type == RQ_VALUE_STRUCT && b->value.type == RQ_VALUE_STRUCT;
    size_t had = structs ? enter(d, "id", 2, 0) : d->path.size;
    report_nodes(d, a, b, false);
    rq_out_cut(&d->path, had);
}

/* Both a list, both a struct, or both something else. */
static bool same_shape(const struct node *a, const struct node *b)
{
    bool structs = a->has_value && a->value.type == RQ_VALUE_STRUCT;
    return a->has_value == b->has_value && is_list(a) == is_list(b) &&
           structs == (b->has_value && b->value.type == RQ_VALUE_STRUCT);
}

static void compare(struct diff *d, const struct node *a, const struct node *b)
{
    bool lists = is_list(a) && is_list(b);
    if (!same_shape(a, b)) {
        report_nodes(d, a, b, true);
        return;
    }
    if (!same_value(a, b))
        compare_values(d, a, b);
    if (lists && !(all_have_names(a) && all_have_names(b)))
        compare_numbered(d, a, b);
    else
        compare_named(d, a, b, lists);
}

static void compare_documents(struct diff *d, struct rq_doc *a, struct rq_doc *b)
{
    struct diff around = *d;
    struct node *x = grow(d, a), *y = grow(d, b);
    d->archives = a->format->container && b->format->container;
    d->page = a->page;
    d->nest++;
    if (x && y)
        compare(d, x, y);
    d->archives = around.archives;
    d->page = around.page;
    d->nest--;
}

static void compare_formats(struct diff *d, const struct rq_doc *a, const struct rq_doc *b)
{
    if (a->format == b->format)
        return;
    enter(d, "format", 6, 0);
    report_kinds(d, a->format->info.name, b->format->info.name);
    rq_out_cut(&d->path, 0);
}

bool rq_doc_diff(struct rq_doc *a, struct rq_doc *b, rq_diff_fn *fn, void *ctx, size_t *count,
                 struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct diff d = {
        .arena = {.alloc = a->alloc},
        .path = {.alloc = a->alloc},
        .text = {.alloc = a->alloc},
        .fn = fn,
        .fn_ctx = ctx,
        .err = err ? err : &ignored,
    };
    compare_formats(&d, a, b);
    compare_documents(&d, a, b);
    if (d.failed)
        rq_fail(d.err, RQ_NO_MEMORY, 0, "diff", "out of memory");
    *count = d.count;
    rq_out_free(&d.path);
    rq_out_free(&d.text);
    rq_arena_free(&d.arena);
    return !d.failed && !d.err->code;
}
