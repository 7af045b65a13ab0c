/* Differences of slots, by whole paths. */
#include "core/text.h"
#include "save/kotor.h"

#include <stdio.h>

struct comparing {
    struct rq_kotor_save *save; /* whose arena is used */
    const char *part;
    rq_diff_fn *fn;
    void *ctx;
    bool by_name;  /* global variables: their bytes were told by name */
    size_t hidden; /* differences that were */
};

/* Values of global variables differ one by one, under their names. */
static size_t tell_globals(struct comparing *c, struct rq_doc *a, struct rq_doc *b)
{
    const struct rq_gff *left = rq_doc_root(a, "gff"), *right = rq_doc_root(b, "gff");
    struct rq_out was = {0}, is = {0};
    size_t found = 0;
    for (int kind = 0; kind < SAVE_STRING; kind++) {
        uint32_t count, other;
        const struct rq_gff_struct *names =
            save_elements(left->root, save_global_rows[kind].names, &count);
        save_elements(right->root, save_global_rows[kind].names, &other);
        for (uint32_t i = 0; i < count && i < other; i++) {
            rq_out_cut(&was, 0);
            rq_out_cut(&is, 0);
            if (!save_global_at(a, left->root, (enum save_global_kind)kind, i, &was) ||
                !save_global_at(b, right->root, (enum save_global_kind)kind, i, &is) ||
                rq_same(rq_out_bytes(&was), rq_out_bytes(&is)))
                continue;
            const char *path =
                rq_arena_printf(&c->save->arena, "%s/%s/%s", c->part, save_global_rows[kind].values,
                                save_text(c->save, a, &names[i], "Name", NULL));
            if (c->fn)
                c->fn(c->ctx, path ? path : c->part, (char *)was.data, (char *)is.data);
            found++;
        }
    }
    rq_out_free(&was);
    rq_out_free(&is);
    return found;
}

static void tell(void *ctx, const char *path, const char *a, const char *b)
{
    struct comparing *c = ctx;
    bool bytes = c->by_name && strncmp(path, "Val", 3) == 0 && !strchr(path, '/');
    if (bytes) {
        c->hidden++;
        return;
    }
    const char *whole = *path ? rq_arena_printf(&c->save->arena, "%s/%s", c->part, path) : c->part;
    if (c->fn)
        c->fn(c->ctx, whole ? whole : path, a, b);
}

/* A part that only one of them has, or that can't be compared by values. */
static void tell_whole(struct comparing *c, size_t size_a, size_t size_b, bool a, bool b)
{
    char left[32], right[32];
    snprintf(left, sizeof left, "%zu bytes", size_a);
    snprintf(right, sizeof right, "%zu bytes", size_b);
    if (c->fn)
        c->fn(c->ctx, c->part, a ? left : NULL, b ? right : NULL);
}

/* Documents may be NULL: then bytes are all that there is. */
static bool compare_parts(struct comparing *c, struct rq_doc *a, struct rq_bytes bytes_a,
                          struct rq_doc *b, struct rq_bytes bytes_b, size_t *count,
                          struct rq_error *err)
{
    size_t found = 0;
    if (rq_same(bytes_a, bytes_b))
        return true;
    /* Of a picture all values are its pixels. */
    bool values = a && b && rq_doc_root(a, "gff") && rq_doc_root(b, "gff");
    c->by_name = values && rq_casecmp(c->part, "GLOBALVARS.res") == 0;
    c->hidden = 0;
    size_t globals = c->by_name ? tell_globals(c, a, b) : 0;
    c->by_name = globals != 0;
    if (values && !rq_doc_diff(a, b, tell, c, &found, err))
        return false;
    found += globals - c->hidden;
    if (!found) {
        tell_whole(c, bytes_a.size, bytes_b.size, true, true);
        found = 1;
    }
    *count += found;
    return true;
}

static bool is_archive(const struct save_part *part)
{
    return part->listed;
}

static struct rq_bytes bytes_now(const struct save_part *part)
{
    return part->changed ? rq_out_bytes(&part->out) : part->bytes;
}

/* Lists what is in all archives. */
static void list_all(struct rq_kotor_save *save)
{
    struct rq_save_file file;
    for (size_t i = 0; i < save->count; i++) {
        size_t size = strlen(save->parts[i]->name);
        if (size > 4 && rq_casecmp(save->parts[i]->name + size - 4, ".sav") == 0)
            rq_save_file_at(save, i, &file);
    }
}

bool rq_save_diff(struct rq_kotor_save *a, struct rq_kotor_save *b, rq_diff_fn *fn, void *ctx,
                  size_t *count, struct rq_error *err)
{
    struct comparing c = {.save = a, .fn = fn, .ctx = ctx};
    size_t refusals = rq_memory_refusals();
    *count = 0;
    list_all(a);
    list_all(b);
    if (!save_settle(a, err) || !save_settle(b, err))
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        struct save_part *left = a->parts[i], *right = save_find(b, left->path);
        c.part = left->path;
        if (left->removed)
            continue;
        if (!right) {
            if (!left->parent || save_find(b, left->parent->path)) {
                tell_whole(&c, bytes_now(left).size, 0, true, false);
                (*count)++;
            }
            continue;
        }
        if (is_archive(left) && is_archive(right))
            continue;
        if (!rq_same(bytes_now(left), bytes_now(right)) &&
            !compare_parts(&c, save_read(left, NULL), bytes_now(left), save_read(right, NULL),
                           bytes_now(right), count, err))
            return false;
    }
    for (uint32_t i = 0; i < b->count; i++) {
        struct save_part *right = b->parts[i];
        c.part = right->path;
        if (right->removed || save_find(a, right->path) ||
            (right->parent && !save_find(a, right->parent->path)))
            continue;
        tell_whole(&c, 0, bytes_now(right).size, false, true);
        (*count)++;
    }
    return rq_memory_lasted(refusals, err);
}

bool rq_save_changes(struct rq_kotor_save *save, rq_diff_fn *fn, void *ctx, size_t *count,
                     struct rq_error *err)
{
    struct comparing c = {.save = save, .fn = fn, .ctx = ctx};
    size_t refusals = rq_memory_refusals();
    *count = 0;
    if (!save_settle(save, err))
        return false;
    for (uint32_t i = 0; i < save->count; i++) {
        struct save_part *part = save->parts[i];
        struct rq_options options = {.name = part->name};
        c.part = part->path;
        if (part->removed || part->fresh) {
            tell_whole(&c, part->bytes.size, part->out.size, part->removed, part->fresh);
            (*count)++;
            continue;
        }
        if (!part->changed || part->listed)
            continue;
        struct rq_doc *before = rq_doc_read(part->bytes, &options, NULL);
        bool fine =
            compare_parts(&c, before, part->bytes, part->doc, rq_out_bytes(&part->out), count, err);
        rq_doc_free(before);
        if (!fine)
            return false;
    }
    return rq_memory_lasted(refusals, err);
}
