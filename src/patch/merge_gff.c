/* Three versions of a GFF. Fields are the same by label, elements of lists by what they hold; numbers that refer to elements
 * follow these. First all lists of the root get their elements, then values are compared: so every place is known. */
#include "core/text.h"
#include "formats/format.h"
#include "formats/kotor/gff/refs.h"
#include "formats/restype.h"
#include "patch/align.h"
#include "patch/merge.h"

#include <stdlib.h>

enum { MOST_FIELDS = 4096 }; /* of a struct; no file of the game has more than 80 */

/* The places of a list of the root, and where its elements stand in the result. */
struct places {
    const char *list;
    struct rows rows;
};

struct trees {
    struct merging *m;
    struct rq_doc *const *docs;
    const char *type;
    struct places *places;
    uint32_t place_count, place_room;
    struct rq_error *err;
    bool failed;
};

/* Where in the three trees; any may be NULL but a. */
struct spot {
    const char *path; /* in the result */
    const struct rq_gff_struct *base, *theirs;
    struct rq_gff_struct *ours;
    const char *lists[2];
    unsigned depth; /* 3: no place that references lead from */
};

/* The elements of a list in a struct. */
static struct spot below(const struct spot *s, const char *label)
{
    struct spot next = {.lists = {s->lists[0], s->lists[1]}, .depth = 3};
    if (s->depth < 2) {
        next.lists[s->depth] = label;
        next.depth = s->depth + 1;
    }
    return next;
}

/* ---- values in words ---- */

static const char *value_text(struct trees *t, int side, const struct rq_gff_struct *in,
                              const struct rq_gff_field *f, const char *path)
{
    struct merging *m = t->m;
    struct rq_out out = {0};
    int64_t number;
    const char *text = NULL;
    if (!f)
        return NULL;
    if (rq_gff_number(f, &number))
        return merge_printf(m, "%lld", (long long)number);
    switch (f->type) {
    case RQ_GFF_STRING:
    case RQ_GFF_RESREF:
        if (f->type == RQ_GFF_STRING ? rq_gff_get_string(t->docs[side], in, path, &out, NULL)
                                     : rq_gff_get_resref(t->docs[side], in, path, &out, NULL))
            text = merge_printf(m, "%s", (char *)out.data);
        rq_out_free(&out);
        return text ? text : "?";
    case RQ_GFF_FLOAT: return merge_printf(m, "%.9g", (double)rq_f32_of(f->v.word));
    case RQ_GFF_LIST: return merge_printf(m, "a list of %u", f->size);
    case RQ_GFF_LOCSTRING: return merge_printf(m, "strref %d", (int)f->v.loc->strref);
    default: return merge_printf(m, "a %s", rq_gff_type_names[f->type]);
    }
}

static const char *at(struct trees *t, const char *path, const char *part)
{
    return *path ? merge_printf(t->m, "%s/%s", path, part) : part;
}

static void check(struct trees *t, bool fine)
{
    t->failed = t->failed || !fine;
}

/* ---- references by place ---- */

static const struct places *places_of(const struct trees *t, const char *list)
{
    for (uint32_t i = 0; i < t->place_count; i++)
        if (strcmp(t->places[i].list, list) == 0)
            return &t->places[i];
    return NULL;
}

static bool is_referred(const struct trees *t, const char *list)
{
    return rq_gff_is_referred(rq_doc_root(t->docs[OURS], "gff"), list);
}

/* The list of the root whose places the field holds; NULL: none. */
static const struct places *refers_to(const struct trees *t, const struct spot *s,
                                      const char *label)
{
    for (size_t i = 0; i < rq_gff_ref_count; i++) {
        const struct rq_gff_ref *ref = &rq_gff_refs[i];
        unsigned depth = ref->lists[1] ? 2 : 1;
        if (!ref->key && s->depth == depth && memcmp(ref->type, t->type, 4) == 0 &&
            strcmp(ref->lists[0], s->lists[0]) == 0 &&
            (depth == 1 || strcmp(ref->lists[1], s->lists[1]) == 0) &&
            strcmp(ref->field, label) == 0)
            return places_of(t, ref->to);
    }
    return NULL;
}

/* A place of a side as one of the result; as it stands when it leads nowhere. */
static uint32_t place_in_result(const struct places *p, int side, uint32_t place)
{
    for (uint32_t i = 0; p && i < p->rows.count; i++)
        if (p->rows.items[i].at[side] == place)
            return i;
    return place;
}

static void fix_place(struct trees *t, const struct spot *s, struct rq_gff_struct *in)
{
    for (uint32_t i = 0; i < in->field_count; i++) {
        struct rq_gff_field *f = &in->fields[i];
        const struct places *to = refers_to(t, s, f->label);
        if (to && (f->type == RQ_GFF_DWORD || f->type == RQ_GFF_INT))
            f->v.word = place_in_result(to, THEIRS, f->v.word);
    }
}

/* What was copied from b has places of b. */
static void fix_places(struct trees *t, const struct spot *s, struct rq_gff_struct *in)
{
    fix_place(t, s, in);
    for (uint32_t i = 0; s->depth == 1 && i < in->field_count; i++) {
        struct rq_gff_field *f = &in->fields[i];
        struct spot inside = below(s, f->label);
        for (uint32_t k = 0; f->type == RQ_GFF_LIST && k < f->size; k++)
            fix_place(t, &inside, &f->v.child[k]);
    }
}

/* ---- fields ---- */

static void merge_struct(struct trees *t, const struct spot *s);
static void merge_list(struct trees *t, const struct spot *s, const char *label);

static void copy_field(struct trees *t, const struct spot *s, const char *name, bool there)
{
    struct rq_doc *to = t->docs[OURS], *from = t->docs[THEIRS];
    const struct rq_gff_field *b = rq_gff_find(s->theirs, name);
    const struct rq_gff_field *a = there ? rq_gff_find(s->ours, name) : NULL;
    if (a && b && a->type != b->type) {
        check(t, rq_gff_remove(to, s->ours, name, t->err));
        a = NULL;
    }
    check(t, a ? rq_gff_set_copy(to, s->ours, name, from, s->theirs, name, t->err)
               : rq_gff_add_copy(to, s->ours, name, from, s->theirs, name, t->err));
    struct rq_gff_field *f = rq_gff_find(s->ours, name);
    const struct places *refers = f ? refers_to(t, s, f->label) : NULL;
    if (refers && (f->type == RQ_GFF_DWORD || f->type == RQ_GFF_INT))
        f->v.word = place_in_result(refers, THEIRS, f->v.word);
}

static const struct rq_gff_text *text_of(const struct rq_gff_field *f, uint32_t id)
{
    for (uint32_t i = 0; f && i < f->v.loc->count; i++)
        if (f->v.loc->texts[i].id == id)
            return &f->v.loc->texts[i];
    return NULL;
}

static bool same_text(const struct rq_gff_text *a, const struct rq_gff_text *b)
{
    return a && b ? rq_same(a->text, b->text) : a == b;
}

static const char *said(struct trees *t, int side, const struct rq_gff_text *text)
{
    struct rq_out out = {0};
    if (!text)
        return NULL;
    rq_text_decode(&out, rq_language_page(t->docs[side]->page, text->id), text->text);
    const char *kept = merge_printf(t->m, "%.*s", (int)out.size, (char *)out.data);
    rq_out_free(&out);
    return kept;
}

static void merge_text(struct trees *t, const struct spot *s, const char *name,
                       struct rq_gff_field *const f[SIDES], uint32_t id)
{
    const struct rq_gff_text *texts[SIDES] = {text_of(f[BASE], id), text_of(f[OURS], id),
                                              text_of(f[THEIRS], id)};
    const char *part = merge_printf(t->m, "%s/%u", name, id);
    if (same_text(texts[BASE], texts[THEIRS]) || same_text(texts[OURS], texts[THEIRS]))
        return;
    if (!same_text(texts[BASE], texts[OURS]) &&
        !merge_conflict(t->m, at(t, s->path, part), said(t, BASE, texts[BASE]),
                        said(t, OURS, texts[OURS]), said(t, THEIRS, texts[THEIRS])))
        return;
    struct rq_doc *doc = t->docs[OURS];
    const char *text = said(t, THEIRS, texts[THEIRS]);
    if (!text)
        check(t, rq_gff_remove(doc, s->ours, part, t->err));
    else
        check(t, texts[OURS] ? rq_gff_set_string(doc, s->ours, part, text, t->err)
                             : rq_gff_add_string(doc, s->ours, part, text, t->err));
}

static void merge_locstring(struct trees *t, const struct spot *s, const char *name,
                            struct rq_gff_field *const f[SIDES])
{
    const struct rq_gff_locstring *base = f[BASE]->v.loc, *theirs = f[THEIRS]->v.loc;
    uint32_t refs[SIDES];
    size_t count = 0;
    for (int i = 0; i < SIDES; i++)
        refs[i] = f[i]->v.loc->strref;
    const char *part = merge_printf(t->m, "%s/strref", name);
    if (refs[BASE] != refs[THEIRS] && refs[OURS] != refs[THEIRS] &&
        (refs[BASE] == refs[OURS] ||
         merge_conflict(t->m, at(t, s->path, part), merge_printf(t->m, "%d", (int)refs[BASE]),
                        merge_printf(t->m, "%d", (int)refs[OURS]),
                        merge_printf(t->m, "%d", (int)refs[THEIRS]))))
        check(t, rq_gff_set_strref(t->docs[OURS], s->ours, part, refs[THEIRS], t->err));
    /* Ids first: texts move while they are merged. */
    uint32_t *ids = rq_arena_get(&t->m->arena, (size_t)theirs->count + base->count, sizeof *ids);
    check(t, rq_memory_lasted(t->m->refusals, t->err));
    for (uint32_t i = 0; ids && i < theirs->count; i++)
        ids[count++] = theirs->texts[i].id;
    for (uint32_t i = 0; ids && i < base->count; i++)
        if (!text_of(f[THEIRS], base->texts[i].id))
            ids[count++] = base->texts[i].id;
    for (size_t i = 0; i < count && !t->failed; i++)
        merge_text(t, s, name, f, ids[i]);
}

/* Whether two versions of a field are the same; places by the elements that they lead to. */
static bool is_same(const struct trees *t, const struct spot *s, const struct rq_gff_field *a,
                    int a_side, const struct rq_gff_field *b, int b_side)
{
    const struct places *to = a && b ? refers_to(t, s, a->label) : NULL;
    if (!a || !b)
        return a == b;
    if (!to || a->type != b->type || (a->type != RQ_GFF_DWORD && a->type != RQ_GFF_INT))
        return gff_same_field(t->type, a, b, false);
    /* References of the result have followed its elements already. */
    uint32_t x = a_side == OURS ? a->v.word : place_in_result(to, a_side, a->v.word);
    uint32_t y = b_side == OURS ? b->v.word : place_in_result(to, b_side, b->v.word);
    return x == y;
}

static void merge_field(struct trees *t, const struct spot *s, const char *name,
                        struct rq_gff_field *const f[SIDES])
{
    bool all = f[BASE] && f[OURS] && f[THEIRS] && f[BASE]->type == f[OURS]->type &&
               f[BASE]->type == f[THEIRS]->type;
    uint8_t type = all ? f[BASE]->type : RQ_GFF_BYTE;
    if (type == RQ_GFF_STRUCT) {
        struct spot below = {
            at(t, s->path, name), f[BASE]->v.child, f[THEIRS]->v.child, f[OURS]->v.child, {0}, 3};
        merge_struct(t, &below);
        return;
    }
    if (type == RQ_GFF_LIST || type == RQ_GFF_LOCSTRING) {
        if (type == RQ_GFF_LIST)
            merge_list(t, s, name);
        else
            merge_locstring(t, s, name, f);
        return;
    }
    if (is_same(t, s, f[BASE], BASE, f[THEIRS], THEIRS) ||
        is_same(t, s, f[OURS], OURS, f[THEIRS], THEIRS))
        return;
    if (!is_same(t, s, f[BASE], BASE, f[OURS], OURS) &&
        !merge_conflict(t->m, at(t, s->path, name), value_text(t, BASE, s->base, f[BASE], name),
                        value_text(t, OURS, s->ours, f[OURS], name),
                        value_text(t, THEIRS, s->theirs, f[THEIRS], name)))
        return;
    if (f[THEIRS])
        copy_field(t, s, name, f[OURS] != NULL);
    else if (f[OURS])
        check(t, rq_gff_remove(t->docs[OURS], s->ours, name, t->err));
}

static void merge_named_field(struct trees *t, const struct spot *s, const char *label,
                              uint32_t before)
{
    const char *kept = merge_printf(t->m, before ? "%s#%u" : "%s", label, before + 1);
    struct rq_gff_field *f[SIDES] = {gff_field(s->base, label, before),
                                     gff_field(s->ours, label, before),
                                     gff_field(s->theirs, label, before)};
    check(t, rq_memory_lasted(t->m->refusals, t->err)); /* else it has no name */
    if (!t->failed)
        merge_field(t, s, kept, f);
}

static void merge_struct(struct trees *t, const struct spot *s)
{
    const struct rq_gff_struct *base = s->base, *b = s->theirs;
    if (base->field_count > MOST_FIELDS || b->field_count > MOST_FIELDS ||
        s->ours->field_count > MOST_FIELDS) {
        check(t, rq_fail(t->err, RQ_LIMIT, 0, s->path, "a struct has more than %d fields",
                         MOST_FIELDS));
        return;
    }
    /* Of elements that others refer to the number is their place, which follows by itself. */
    if (base->id != b->id && s->ours->id != b->id &&
        !(s->depth == 1 && places_of(t, s->lists[0])) &&
        (base->id == s->ours->id ||
         merge_conflict(t->m, at(t, s->path, "id"), merge_printf(t->m, "%u", base->id),
                        merge_printf(t->m, "%u", s->ours->id), merge_printf(t->m, "%u", b->id))))
        check(t, rq_gff_set_id(t->docs[OURS], s->ours, "", b->id, t->err));
    for (uint32_t i = 0; i < b->field_count && !t->failed; i++)
        merge_named_field(t, s, b->fields[i].label, gff_before(b, i));
    for (uint32_t i = base->field_count; i-- > 0 && !t->failed;) {
        uint32_t before = gff_before(base, i);
        if (!gff_field(b, base->fields[i].label, before))
            merge_named_field(t, s, base->fields[i].label, before);
    }
}

/* ---- lists ---- */

struct alike {
    const struct trees *t;
    struct spot at; /* of the elements */
    const struct rq_gff_field *lists[SIDES];
};

/* Whether elements lead to the same lines. While lists of the root are aligned no place is known. */
static bool lead_alike(const struct alike *l, int a_side, const struct rq_gff_struct *a, int b_side,
                       const struct rq_gff_struct *b)
{
    bool same = true;
    for (uint32_t i = 0; l->at.depth == 2 && same && i < a->field_count; i++)
        same = !refers_to(l->t, &l->at, a->fields[i].label) ||
               is_same(l->t, &l->at, &a->fields[i], a_side, &b->fields[i], b_side);
    return same;
}

static bool are_alike(const void *ctx, int a_side, uint32_t a, int b_side, uint32_t b)
{
    const struct alike *l = ctx;
    const struct rq_gff_struct *x = &l->lists[a_side]->v.child[a];
    const struct rq_gff_struct *y = &l->lists[b_side]->v.child[b];
    /* What both sides add to a list that others refer to is never one: each has references of its own. */
    bool apart = a_side == OURS && l->at.depth == 1 && is_referred(l->t, l->at.lists[0]);
    return !apart && gff_same_struct(l->t->type, x, y, true) && lead_alike(l, a_side, x, b_side, y);
}

/* What tells elements of a list apart where they have it. */
static bool have_one_name(const void *ctx, int a_side, uint32_t a, int b_side, uint32_t b)
{
    static const char *const names[] = {"ID", "Tag", "TemplateResRef", "InventoryRes", "ResRef"};
    const struct alike *l = ctx;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct rq_gff_field *x = rq_gff_find(&l->lists[a_side]->v.child[a], names[i]);
        const struct rq_gff_field *y = rq_gff_find(&l->lists[b_side]->v.child[b], names[i]);
        if (x && y)
            return gff_same_field(l->t->type, x, y, true);
    }
    return false;
}

struct list_at {
    struct trees *t;
    const char *path;
};

static bool list_conflict(void *ctx, const struct row *row, bool theirs_is_gone)
{
    const struct list_at *c = ctx;
    const char *path = merge_printf(c->t->m, "%s/%u", c->path, row->at[BASE]);
    return merge_conflict(c->t->m, path, "an element", theirs_is_gone ? "changed" : NULL,
                          theirs_is_gone ? NULL : "changed");
}

/* Makes empty elements, so that the list has all rows. */
static bool build_list(struct trees *t, struct rq_gff_struct *in, const char *label,
                       const struct rows *rows)
{
    for (uint32_t i = 0; i < rows->count; i++) {
        bool last = i >= rq_gff_find(in, label)->size;
        const char *path =
            last ? merge_printf(t->m, "%s/-", label) : merge_printf(t->m, "%s/%u", label, i);
        if (rows->items[i].at[OURS] == NO_ROW &&
            !rq_gff_add_struct(t->docs[OURS], in, path, 0, NULL, t->err))
            return false;
    }
    return true;
}

/* Takes out what is gone, when nothing refers to it any more. */
static void cut_list(struct trees *t, const struct spot *s, const char *label,
                     const struct rows *rows)
{
    for (uint32_t i = rows->count; i-- > 0 && !t->failed;) {
        const char *path = merge_printf(t->m, "%s/%u", label, i);
        if (rows->items[i].gone && !rq_gff_remove(t->docs[OURS], s->ours, path, NULL))
            merge_conflict(t->m, at(t, s->path, path), "an element", "referred to", NULL);
    }
}

static bool align_list(struct trees *t, const struct spot *s, const char *label, struct rows *rows)
{
    struct alike lists = {.t = t,
                          .at = below(s, label),
                          .lists = {rq_gff_find(s->base, label), rq_gff_find(s->ours, label),
                                    rq_gff_find(s->theirs, label)}};
    struct list_at ctx = {t, at(t, s->path, label)};
    struct alignment a = {
        .arena = &t->m->arena,
        .sizes = {lists.lists[BASE]->size, lists.lists[OURS]->size, lists.lists[THEIRS]->size},
        .ctx = &lists,
        .same = are_alike,
        .named = have_one_name,
        .conflict = list_conflict,
        .conflict_ctx = &ctx};
    return align_rows(&a, rows) || rq_fail(t->err, RQ_NO_MEMORY, 0, s->path, "out of memory");
}

static void fill_list(struct trees *t, const struct spot *s, const char *label,
                      const struct rows *rows)
{
    for (uint32_t i = 0; i < rows->count && !t->failed; i++) {
        const struct row *row = &rows->items[i];
        struct rq_gff_field *ours = rq_gff_find(s->ours, label);
        const struct rq_gff_field *base = rq_gff_find(s->base, label);
        const struct rq_gff_field *theirs = rq_gff_find(s->theirs, label);
        struct spot element = below(s, label);
        element.path = merge_printf(t->m, "%s/%u", at(t, s->path, label), i);
        element.ours = &ours->v.child[i];
        if (row->at[THEIRS] == NO_ROW || row->gone)
            continue;
        element.theirs = &theirs->v.child[row->at[THEIRS]];
        if (row->at[OURS] == NO_ROW) {
            check(t, rq_gff_set_copy(t->docs[OURS], element.ours, "", t->docs[THEIRS],
                                     element.theirs, "", t->err));
            fix_places(t, &element, element.ours);
            if (element.depth == 1 && places_of(t, label) && element.theirs->id == row->at[THEIRS])
                element.ours->id = i;
        } else if (row->at[BASE] != NO_ROW) {
            element.base = &base->v.child[row->at[BASE]];
            merge_struct(t, &element);
        }
    }
}

static void merge_list(struct trees *t, const struct spot *s, const char *label)
{
    const struct places *known = s->depth == 0 ? places_of(t, label) : NULL;
    struct rows rows = {0};
    if (known)
        rows = known->rows;
    else if (!align_list(t, s, label, &rows) || !build_list(t, s->ours, label, &rows))
        t->failed = true;
    if (!t->failed)
        fill_list(t, s, label, &rows);
    if (!known)
        cut_list(t, s, label, &rows);
}

/* All lists of the root that all three have get their elements first. */
static bool build_root(struct trees *t, const struct spot *root)
{
    for (uint32_t i = 0; i < root->base->field_count && !t->failed; i++) {
        const char *label = root->base->fields[i].label;
        const struct rq_gff_field *a = rq_gff_find(root->ours, label);
        const struct rq_gff_field *b = rq_gff_find(root->theirs, label);
        if (root->base->fields[i].type != RQ_GFF_LIST || gff_before(root->base, i) || !a || !b ||
            a->type != RQ_GFF_LIST || b->type != RQ_GFF_LIST)
            continue;
        struct places *more =
            rq_arena_more(&t->m->arena, &t->places, t->place_count, &t->place_room, sizeof *more);
        if (!more)
            return rq_fail(t->err, RQ_NO_MEMORY, 0, label, "out of memory");
        struct places *p = &more[t->place_count];
        *p = (struct places){.list = label};
        if (!align_list(t, root, label, &p->rows) || !build_list(t, root->ours, label, &p->rows))
            return false;
        t->place_count++;
    }
    return true;
}

bool merge_gff(struct merging *m, struct rq_doc *const docs[SIDES], struct rq_error *err)
{
    const struct rq_gff *gff[SIDES];
    for (int i = 0; i < SIDES; i++)
        gff[i] = rq_doc_root(docs[i], "gff");
    struct trees t = {.m = m, .docs = docs, .type = gff[OURS]->type, .err = err};
    struct spot root = {
        .path = "", .base = gff[BASE]->root, .ours = gff[OURS]->root, .theirs = gff[THEIRS]->root};
    for (int i = 0; i < SIDES; i++)
        if (gff[i]->root->field_count > MOST_FIELDS)
            return rq_fail(err, RQ_LIMIT, 0, m->file, "a struct has more than %d fields",
                           MOST_FIELDS);
    if (!build_root(&t, &root))
        return false;
    merge_struct(&t, &root);
    for (uint32_t i = 0; i < t.place_count; i++)
        cut_list(&t, &root, t.places[i].list, &t.places[i].rows);
    return !t.failed;
}
