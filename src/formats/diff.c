/* Structural differences of two documents, found in their JSON: what the text form can say,
 * the diff can name. An array of rows that begin with a string (["Tag", "string", "x"]), or
 * of objects that begin with "name", is addressed by those; any other by number, with equal runs at both ends matched
 * first, so that an element that was put in does not make all that follow differ. */
#include "formats/format.h"

#include <stdio.h>
#include <stdlib.h>

struct diff {
    struct rq_arena arena;
    struct rq_ctx ctx;
    rq_diff_fn *fn;
    void *fn_ctx;
    size_t count;
    char path[1024];
    bool failed;
};

/* Members of an object, or elements of an array. */
struct member {
    struct rq_str name; /* empty: by number */
    unsigned repeat;    /* how many of that name came before */
    struct rq_bytes value;
    bool used;
};

struct members {
    struct member *items;
    size_t count;
    bool named;
};

static struct rq_jr reader(struct diff *d, struct rq_bytes text)
{
    struct rq_jr jr;
    rq_jr_open(&jr, text, &d->arena, &d->ctx);
    return jr;
}

static enum rq_jtype type_of(struct diff *d, struct rq_bytes text)
{
    struct rq_jr jr = reader(d, text);
    return text.size ? rq_jr_peek(&jr) : RQ_J_NONE;
}

/* "Tag" of ["Tag", ...] and of {"name": "Tag", ...}; empty for anything else. */
static struct rq_str row_name(struct diff *d, struct rq_bytes value)
{
    struct rq_jr jr = reader(d, value);
    struct rq_str key;
    if (rq_jr_peek(&jr) == RQ_J_OBJECT) {
        rq_jr_object(&jr);
        if (rq_jr_key(&jr, &key) && rq_str_is(key, "name") && rq_jr_peek(&jr) == RQ_J_STRING)
            return rq_jr_string(&jr);
        return (struct rq_str){"", 0};
    }
    if (rq_jr_peek(&jr) != RQ_J_ARRAY)
        return (struct rq_str){"", 0};
    rq_jr_array(&jr);
    if (!rq_jr_more(&jr) || rq_jr_peek(&jr) != RQ_J_STRING)
        return (struct rq_str){"", 0};
    return rq_jr_string(&jr);
}

static size_t count_members(struct diff *d, struct rq_bytes text, bool object)
{
    struct rq_jr jr = reader(d, text);
    struct rq_str key;
    size_t count = 0;
    if (!object)
        return rq_jr_length(&jr);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        rq_jr_skip(&jr);
        count++;
    }
    return count;
}

static int by_name(const void *a, const void *b)
{
    const struct member *x = *(struct member *const *)a, *y = *(struct member *const *)b;
    size_t least = x->name.size < y->name.size ? x->name.size : y->name.size;
    int order = least ? memcmp(x->name.text, y->name.text, least) : 0;
    if (order == 0 && x->name.size != y->name.size)
        order = x->name.size < y->name.size ? -1 : 1;
    return order ? order : x < y ? -1 : 1;
}

static bool same_name(const struct member *a, const struct member *b)
{
    return a->name.size == b->name.size && a->repeat == b->repeat &&
           memcmp(a->name.text, b->name.text, a->name.size) == 0;
}

/* Numbers the members that have one name; sorted[] is in order of name and place. */
static struct member **sort_members(struct diff *d, struct members *m)
{
    struct member **sorted = rq_arena_get(&d->arena, m->count, sizeof(void *));
    for (size_t i = 0; sorted && i < m->count; i++)
        sorted[i] = &m->items[i];
    if (sorted && m->count)
        qsort(sorted, m->count, sizeof(void *), by_name);
    for (size_t i = 1; sorted && i < m->count; i++) {
        bool same =
            sorted[i]->name.size == sorted[i - 1]->name.size &&
            memcmp(sorted[i]->name.text, sorted[i - 1]->name.text, sorted[i]->name.size) == 0;
        sorted[i]->repeat = same ? sorted[i - 1]->repeat + 1 : 0;
    }
    d->failed = d->failed || !sorted;
    return sorted;
}

static struct members take_members(struct diff *d, struct rq_bytes text, bool object)
{
    struct members m = {.named = true};
    struct rq_jr jr = reader(d, text);
    size_t count = count_members(d, text, object);
    m.items = rq_arena_get(&d->arena, count, sizeof *m.items);
    d->failed = d->failed || !m.items;
    if (d->failed)
        return m;
    if (object)
        rq_jr_object(&jr);
    else
        rq_jr_array(&jr);
    for (struct rq_str key; object ? rq_jr_key(&jr, &key) : rq_jr_more(&jr);) {
        struct member *item = &m.items[m.count++];
        item->value = rq_jr_raw(&jr);
        item->name = object ? key : row_name(d, item->value);
        m.named = m.named && item->name.size;
    }
    return m;
}

static void report(struct diff *d, struct rq_bytes a, struct rq_bytes b)
{
    char *left = a.size ? rq_arena_text(&d->arena, (const char *)a.data, a.size) : NULL;
    char *right = b.size ? rq_arena_text(&d->arena, (const char *)b.data, b.size) : NULL;
    d->failed = d->failed || (a.size && !left) || (b.size && !right);
    if (d->failed)
        return;
    d->count++;
    if (d->fn)
        d->fn(d->fn_ctx, d->path, left, right);
}

static void compare(struct diff *d, bool named, struct rq_bytes a, struct rq_bytes b);

/* named: name is the first element of a and b themselves. */
static void compare_at(struct diff *d, const char *name, size_t size, unsigned repeat, bool named,
                       struct rq_bytes a, struct rq_bytes b)
{
    size_t had = strlen(d->path);
    snprintf(d->path + had, sizeof d->path - had, "%s%.*s", had ? "/" : "", (int)size, name);
    if (repeat) {
        size_t at = strlen(d->path);
        snprintf(d->path + at, sizeof d->path - at, "#%u", repeat + 1);
    }
    if (a.size && b.size)
        compare(d, named, a, b);
    else
        report(d, a, b);
    d->path[had] = 0;
}

static void compare_named(struct diff *d, bool rows, struct members *a, struct members *b)
{
    struct member **x = sort_members(d, a), **y = sort_members(d, b);
    if (d->failed)
        return;
    /* Pairs are found in sorted order, then visited in the order of the left side. */
    struct member **pair = rq_arena_get(&d->arena, a->count, sizeof(void *));
    if (!pair) {
        d->failed = true;
        return;
    }
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        if (same_name(x[i], y[k])) {
            pair[x[i] - a->items] = y[k];
            y[k]->used = true;
            i++, k++;
        } else if (by_name(&x[i], &y[k]) < 0 &&
                   !(x[i]->name.size == y[k]->name.size &&
                     memcmp(x[i]->name.text, y[k]->name.text, x[i]->name.size) == 0 &&
                     x[i]->repeat > y[k]->repeat)) {
            i++;
        } else {
            k++;
        }
    }
    for (size_t i = 0; i < a->count && !d->failed; i++)
        compare_at(d, a->items[i].name.text, a->items[i].name.size, a->items[i].repeat, rows,
                   a->items[i].value, pair[i] ? pair[i]->value : (struct rq_bytes){0});
    for (size_t i = 0; i < b->count && !d->failed; i++)
        if (!b->items[i].used)
            compare_at(d, b->items[i].name.text, b->items[i].name.size, b->items[i].repeat, rows,
                       (struct rq_bytes){0}, b->items[i].value);
}

static void compare_numbered(struct diff *d, struct members *a, struct members *b)
{
    size_t least = a->count < b->count ? a->count : b->count, head = 0, tail = 0;
    while (head < least && rq_same(a->items[head].value, b->items[head].value))
        head++;
    while (tail < least - head &&
           rq_same(a->items[a->count - 1 - tail].value, b->items[b->count - 1 - tail].value))
        tail++;
    size_t left = a->count - tail, right = b->count - tail;
    for (size_t i = head; i < left || i < right; i++) {
        char number[24];
        int size = snprintf(number, sizeof number, "%zu", i);
        compare_at(d, number, (size_t)size, 0, false,
                   i < left ? a->items[i].value : (struct rq_bytes){0},
                   i < right ? b->items[i].value : (struct rq_bytes){0});
    }
}

static void compare(struct diff *d, bool named, struct rq_bytes a, struct rq_bytes b)
{
    enum rq_jtype type = type_of(d, a);
    if (rq_same(a, b) || d->failed)
        return;
    if (type != type_of(d, b) || (type != RQ_J_OBJECT && type != RQ_J_ARRAY)) {
        report(d, a, b);
        return;
    }
    struct members x = take_members(d, a, type == RQ_J_OBJECT);
    struct members y = take_members(d, b, type == RQ_J_OBJECT);
    if (d->failed)
        return;
    /* A row itself: its name is in the path already, only its values count. */
    bool row = named && type == RQ_J_ARRAY && x.count && x.count == y.count && x.count <= 4 &&
               type_of(d, x.items[0].value) == RQ_J_STRING &&
               rq_same(x.items[0].value, y.items[0].value);
    if (row) {
        for (size_t i = 1; i < x.count; i++)
            compare(d, false, x.items[i].value, y.items[i].value);
    } else if ((x.named || x.count == 0) && (y.named || y.count == 0)) {
        compare_named(d, type == RQ_J_ARRAY, &x, &y);
    } else {
        compare_numbered(d, &x, &y);
    }
}

bool rq_doc_diff(struct rq_doc *a, struct rq_doc *b, rq_diff_fn *fn, void *ctx, size_t *count,
                 struct rq_error *err)
{
    struct rq_error ignored = {0};
    err = err ? err : &ignored;
    struct rq_out left = {.alloc = a->alloc}, right = {.alloc = b->alloc};
    struct diff d = {.arena = {.alloc = a->alloc}, .fn = fn, .fn_ctx = ctx};
    d.ctx.err = err;
    bool fine = rq_doc_to_json(a, &left, err) && rq_doc_to_json(b, &right, err);
    if (fine)
        compare(&d, false, rq_out_bytes(&left), rq_out_bytes(&right));
    if (d.failed)
        rq_fail(err, RQ_NO_MEMORY, 0, "diff", "out of memory");
    *count = d.count;
    rq_out_free(&left);
    rq_out_free(&right);
    rq_arena_free(&d.arena);
    /* Text that could not be unescaped is an error of the reader. */
    return fine && !d.failed && !err->code;
}
