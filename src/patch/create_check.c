/* Proof of a mod that was made: planned on the first game, it has to give the second. */
#include "core/text.h"
#include "formats/format.h"
#include "patch/create.h"
#include "patch/merge.h"

#include <reliquary/gff.h>

/* The first difference of two documents that counts. */
struct differences {
    struct creation *c;
    struct rq_doc *docs[2];
    bool archives; /* what is in them is compared on its own */
    const char *first;
};

static const char *shortened(struct creation *c, const char *value)
{
    return !value ? "nothing" : create_printf(c, "%.60s%s", value, strlen(value) > 60 ? "..." : "");
}

/* The game takes names of resources in any case, and TSLPatcher writes them in small letters. */
static bool is_same_resref(const struct differences *d, const char *path)
{
    const struct rq_gff_field *f[2];
    for (int i = 0; i < 2; i++) {
        struct rq_gff *gff = rq_doc_root(d->docs[i], "gff");
        f[i] = gff ? rq_gff_find(gff->root, path) : NULL;
        if (!f[i] || f[i]->type != RQ_GFF_RESREF)
            return false;
    }
    bool same = f[0]->size == f[1]->size;
    for (uint32_t i = 0; same && i < f[0]->size; i++)
        same = rq_lower((char)f[0]->v.data[i]) == rq_lower((char)f[1]->v.data[i]);
    return same;
}

static void note_difference(void *ctx, const char *path, const char *a, const char *b)
{
    struct differences *d = ctx;
    if (d->first || (d->archives && is_no_matter(path)) || is_same_resref(d, path))
        return;
    d->first = create_printf(d->c, "%s would be %s in place of %s", path, shortened(d->c, a),
                             shortened(d->c, b));
}

/* NULL: they are the same by meaning; else what differs first. */
static const char *compare_docs(struct creation *c, struct rq_doc *a, struct rq_doc *b,
                                bool archives)
{
    struct differences d = {.c = c, .docs = {a, b}, .archives = archives};
    struct rq_error err = {0};
    size_t count;
    if (a->format != b->format)
        return "it would be of another format";
    if (!rq_doc_diff(a, b, note_difference, &d, &count, &err))
        return create_keep(c, err.text, strlen(err.text));
    return d.first;
}

static const char *compare_bytes(struct creation *c, const char *name, struct rq_bytes a,
                                 struct rq_bytes b)
{
    if (rq_same(a, b))
        return NULL;
    struct rq_doc *docs[2] = {create_doc(c, name, a, NULL), create_doc(c, name, b, NULL)};
    const char *first = docs[0] && docs[1] && !rq_format_is_container(rq_doc_format(docs[0]))
                            ? compare_docs(c, docs[0], docs[1], false)
                            : "it would have other bytes";
    rq_doc_free(docs[0]);
    rq_doc_free(docs[1]);
    return first;
}

/* ---- items ---- */

static const char *compare_item(struct creation *c, struct rq_patch *p, const struct item *item)
{
    bool exists = item->has_old && !item->from_game;
    struct rq_bytes bytes = exists ? item->old : (struct rq_bytes){0};
    struct rq_doc *archive = NULL;
    plan_after(p, item->key, &exists, &bytes, &archive);
    if (exists != item->has_new)
        return exists ? "patchers remove no files" : "it would not be there";
    return archive ? "it is an archive" : compare_bytes(c, item->name, bytes, item->fresh);
}

/* What is told in parts is tried as a whole before it is given up. */
static void check_item(struct creation *c, struct rq_patch *p, struct item *item, bool *changed)
{
    const char *first = item->missed ? NULL : compare_item(c, p, item);
    if (!first)
        return;
    if (!item->told) {
        item->missed = first;
        return;
    }
    *changed = true;
    if (strcmp(item->format, "ncs") == 0)
        item->no_source = true;
    else
        item->whole = first;
}

/* Everything of an archive but its entries. */
static void check_pair(struct creation *c, struct rq_patch *p, struct pair *pair)
{
    bool exists = true;
    struct rq_bytes bytes;
    struct rq_doc *archive = NULL;
    plan_after(p, pair->key, &exists, &bytes, &archive);
    struct rq_doc *now = archive ? archive : pair->docs[0];
    pair->missed = compare_docs(c, now, pair->docs[1], true);
}

bool create_check(struct creation *c, bool *changed, struct rq_error *err)
{
    struct rq_out text = {0};
    struct mod_memory memory = {.files = c->files,
                                .count = c->file_count,
                                .root = c->sides[0].root,
                                .flat = c->flat,
                                .game_number = c->game_number};
    *changed = false;
    create_instructions(c, &text);
    memory.instructions = rq_out_bytes(&text);
    struct rq_patch *p = rq_memory_lasted(c->refusals, err) ? mod_plan(&memory, err) : NULL;
    for (uint32_t i = 0; p && i < c->item_count; i++)
        check_item(c, p, &c->items[i], changed);
    for (uint32_t i = 0; p && i < c->pair_count; i++)
        check_pair(c, p, &c->pairs[i]);
    rq_patch_close(p);
    const char *kept = create_keep(c, (char *)text.data, text.size);
    create_file(c, "changes.ini", (struct rq_bytes){(const uint8_t *)kept, text.size});
    rq_out_free(&text);
    return p != NULL;
}
