/* Two versions of a GFF as [GFFList]: values that changed, and fields and elements that are new. */
#include "core/text.h"
#include "formats/format.h"
#include "formats/kotor/gff/refs.h"
#include "patch/create.h"
#include "patch/merge.h"

#include <reliquary/blueprint.h>

enum { MOST_FIELDS = 4096 }; /* of a struct; no file of the game has more than 80 */

/* An element that is new in a list of the root, and the token that holds its place. */
struct element {
    const char *list;
    uint32_t index, number;
    bool set;
};

struct job {
    struct creation *c;
    struct item *item;
    struct rq_doc *docs[2];
    struct rq_gff *old, *fresh;
    struct rq_out lines;    /* of the section of the file */
    struct rq_out late;     /* of it, too: what needs tokens that the others set */
    struct rq_out sections; /* of new fields */
    uint32_t adds;
    const char *why; /* it can't be done */
    struct element *elements;
    uint32_t element_count, element_room;
    bool again; /* somebody wants the place of an element that was not noted */
};

/* Where in the tree. */
struct place {
    const char *path;               /* "EntryList/3" */
    const struct rq_schema *schema; /* NULL: nothing is known */
    const char *lists[2];           /* that lead there from the root */
    unsigned depth;                 /* how many did; 3: more, or a struct between */
};

static void give_up(struct job *g, const char *why)
{
    g->why = g->why ? g->why : why;
}

static const char *joined(struct job *g, const char *path, const char *part)
{
    return *path ? create_printf(g->c, "%s/%s", path, part) : part;
}

static struct place below(struct job *g, const struct place *at, const struct rq_gff_field *f,
                          const char *path)
{
    const struct rq_field *d = at->schema ? rq_schema_field(at->schema, f->label, NULL) : NULL;
    struct place next = {path, d ? rq_field_struct(d) : NULL, {at->lists[0], at->lists[1]}, 3};
    if (f->type == RQ_GFF_LIST && at->depth < 2) {
        next.lists[at->depth] = create_keep(g->c, f->label, strlen(f->label));
        next.depth = at->depth + 1;
    }
    return next;
}

/* ---- references to elements ---- */

static struct element *element_of(struct job *g, const char *list, uint32_t index)
{
    for (uint32_t i = 0; i < g->element_count; i++)
        if (g->elements[i].index == index && strcmp(g->elements[i].list, list) == 0)
            return &g->elements[i];
    struct element *more =
        rq_arena_more(&g->c->arena, &g->elements, g->element_count, &g->element_room, sizeof *more);
    if (!more)
        return NULL;
    more[g->element_count] = (struct element){.list = list, .index = index};
    return &more[g->element_count++];
}

/* The new element that a field refers to by its place, as links of dialogs do; NULL: none. */
static struct element *referred(struct job *g, const struct place *at, const struct rq_gff_field *f)
{
    int64_t v;
    for (size_t i = 0; i < rq_gff_ref_count; i++) {
        const struct rq_gff_ref *ref = &rq_gff_refs[i];
        unsigned depth = ref->lists[1] ? 2 : 1;
        if (ref->key || ref->count || memcmp(ref->type, g->fresh->type, 4) != 0 ||
            at->depth != depth || strcmp(ref->lists[0], at->lists[0]) != 0 ||
            (depth == 2 && strcmp(ref->lists[1], at->lists[1]) != 0) ||
            strcmp(ref->field, f->label) != 0)
            continue;
        const struct rq_gff_field *old = rq_gff_find(g->old->root, ref->to);
        const struct rq_gff_field *to = rq_gff_find(g->fresh->root, ref->to);
        if (to && to->type == RQ_GFF_LIST && rq_gff_number(f, &v) && v < to->size &&
            v >= (old && old->type == RQ_GFF_LIST ? old->size : 0))
            return element_of(g, ref->to, (uint32_t)v);
    }
    return NULL;
}

static const char *memory(struct job *g, uint32_t number)
{
    return create_printf(g->c, "2DAMEMORY%u", number);
}

/* The token of an element, which the next try sets where the element is added. NULL: not yet. */
static const char *element_token(struct job *g, struct element *e)
{
    if (!e->number) {
        e->number = ++g->c->memory_count;
        g->again = true;
    }
    return memory(g, e->number);
}

/* ---- values ---- */

static bool is_plain(uint8_t type)
{
    return type != RQ_GFF_STRUCT && type != RQ_GFF_LIST && type != RQ_GFF_LOCSTRING;
}

/* What patchers take no value of: TSLPatcher knows no bytes, no DWORD64 and no StrRef. */
static bool is_foreign(uint8_t type)
{
    return type == RQ_GFF_VOID || type == RQ_GFF_DWORD64 || !gff_type_name(type);
}

static const char *got(struct job *g, const char *path)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    const char *text = "";
    if (rq_doc_get(g->docs[1], path, &out, &err))
        text = create_keep(g->c, (char *)out.data, out.size);
    else
        give_up(g, create_printf(g->c, "%s: %s", path, err.text));
    rq_out_free(&out);
    return text;
}

static const char *value_of(struct job *g, const struct place *at, const struct rq_gff_field *f,
                            const char *path)
{
    const struct rq_field *d = at->schema ? rq_schema_field(at->schema, f->label, NULL) : NULL;
    int64_t number;
    unsigned parts = f->type == RQ_GFF_VECTOR ? 3 : f->type == RQ_GFF_ORIENTATION ? 4 : 0;
    const char *text = parts ? "" : got(g, path);
    for (unsigned i = 0; i < parts; i++)
        text = create_printf(g->c, "%s%s%s", text, i ? "|" : "",
                             got(g, create_printf(g->c, "%s/%u", path, i)));
    bool nothing = !d || rq_field_is_nothing(d, f);
    const char *token =
        !nothing && rq_gff_number(f, &number) ? create_reference(g->c, d->ref, number) : NULL;
    return token ? token : text;
}

/* ---- new fields ---- */

static const char *add_section(struct job *g, const struct place *at, const struct rq_gff_field *f,
                               const struct rq_gff_struct *element, const char *path, bool top);

static void put_texts(struct job *g, struct rq_out *out, const struct rq_gff_field *f,
                      const char *path)
{
    create_line(out, "StrRef", create_strref(g->c, f->v.loc->strref));
    for (uint32_t i = 0; i < f->v.loc->count; i++) {
        uint32_t id = f->v.loc->texts[i].id;
        create_line(out, create_printf(g->c, "lang%u", id),
                    got(g, create_printf(g->c, "%s/%u", path, id)));
    }
}

static void put_plain(struct job *g, struct rq_out *out, const struct place *at,
                      const struct rq_gff_field *f, const char *path)
{
    struct element *e = referred(g, at, f);
    const char *token = e ? element_token(g, e) : NULL;
    if (e && e->set) {
        create_line(out, "Value", token);
        return;
    }
    create_line(out, "Value", value_of(g, at, f, path));
    if (e) { /* the element comes later: then its place goes to this field */
        const char *field = memory(g, ++g->c->memory_count);
        create_line(out, field, "!FieldPath");
        create_line(&g->late, field, token);
    }
}

static void put_fields(struct job *g, struct rq_out *out, const struct place *at,
                       const struct rq_gff_struct *s)
{
    if (s->field_count > MOST_FIELDS)
        give_up(g, create_printf(g->c, "%s has more than %d fields", at->path, MOST_FIELDS));
    for (uint32_t i = 0; i < s->field_count && !g->why; i++) {
        const char *label = s->fields[i].label;
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(s->fields[k].label, label) == 0)
                give_up(g, create_printf(g->c, "%s/%s is there twice", at->path, label));
        const char *name =
            add_section(g, at, &s->fields[i], NULL, joined(g, at->path, label), false);
        create_line(out, create_printf(g->c, "AddField%u", i), name);
    }
}

/* The section of a field, or of an element of a list (f is then the list); its name. */
static const char *add_section(struct job *g, const struct place *at, const struct rq_gff_field *f,
                               const struct rq_gff_struct *element, const char *path, bool top)
{
    const char *name = create_section(g->c, "gff");
    uint8_t type = element ? RQ_GFF_STRUCT : f->type;
    const struct rq_gff_struct *s = element ? element : type == RQ_GFF_STRUCT ? f->v.child : NULL;
    struct rq_out own = {0};
    if (is_foreign(type)) {
        give_up(g, create_printf(g->c, "%s is of a type that TSLPatcher does not know", path));
        return name;
    }
    rq_putf(&own, "[%s]\r\n", name);
    create_line(&own, "FieldType", gff_type_name(type));
    create_line(&own, "Path", top ? create_path(g->c, at->path) : "");
    create_line(&own, "Label", element ? "" : f->label);
    if (s)
        create_line(&own, "TypeId", create_printf(g->c, "%u", s->id));
    if (type == RQ_GFF_LOCSTRING)
        put_texts(g, &own, f, path);
    else if (is_plain(type))
        put_plain(g, &own, at, f, path);
    struct place inside = element ? *at : below(g, at, f, path);
    inside.path = path;
    if (s)
        put_fields(g, &own, &inside, s);
    for (uint32_t i = 0; type == RQ_GFF_LIST && i < f->size && !g->why; i++) {
        const char *at_element = create_printf(g->c, "%s/%u", path, i);
        const char *child = add_section(g, &inside, f, &f->v.child[i], at_element, false);
        create_line(&own, create_printf(g->c, "AddField%u", i), child);
    }
    rq_put_bytes(&g->sections, rq_out_bytes(&own));
    rq_out_free(&own);
    return name;
}

static void add(struct job *g, const struct place *at, const struct rq_gff_field *f,
                const struct rq_gff_struct *element, const char *path)
{
    const char *name = add_section(g, at, f, element, path, true);
    create_line(&g->lines, create_printf(g->c, "AddField%u", g->adds++), name);
}

/* A new element; where it is of a list of the root, others may want its place. */
static void add_element(struct job *g, const struct place *list, const struct rq_gff_field *f,
                        uint32_t index)
{
    const char *path = create_printf(g->c, "%s/%u", list->path, index);
    add(g, list, f, &f->v.child[index], path);
    struct element *e = list->depth == 1 && rq_gff_is_referred(g->fresh, f->label)
                            ? element_of(g, list->lists[0], index)
                            : NULL;
    if (e && e->number) { /* the section of the element is the last that was written */
        create_line(&g->sections, memory(g, e->number), "ListIndex");
        e->set = true;
    }
}

/* ---- what changed ---- */

static void compare_struct(struct job *g, const struct place *at, const struct rq_gff_struct *a,
                           const struct rq_gff_struct *b);

static void change_locstring(struct job *g, const struct rq_gff_field *a,
                             const struct rq_gff_field *b, const char *path)
{
    const struct rq_gff_locstring *old = a->v.loc, *fresh = b->v.loc;
    for (uint32_t i = 0; i < old->count; i++) {
        bool kept = false;
        for (uint32_t k = 0; k < fresh->count; k++)
            kept = kept || fresh->texts[k].id == old->texts[i].id;
        if (!kept)
            give_up(g, create_printf(g->c, "text %u of %s was removed", old->texts[i].id, path));
    }
    if (old->strref != fresh->strref)
        create_path_line(&g->lines, path, "(strref)", create_strref(g->c, fresh->strref));
    for (uint32_t k = 0; k < fresh->count; k++) {
        uint32_t id = fresh->texts[k].id;
        bool same = false;
        for (uint32_t i = 0; i < old->count; i++)
            same = same ||
                   (old->texts[i].id == id && rq_same(old->texts[i].text, fresh->texts[k].text));
        if (!same)
            create_path_line(&g->lines, path, create_printf(g->c, "(lang%u)", id),
                             got(g, create_printf(g->c, "%s/%u", path, id)));
    }
}

/* Whether something was put in before the end: then both lists begin and end alike. */
static bool is_inserted(const char *type, const struct rq_gff_field *a,
                        const struct rq_gff_field *b)
{
    uint32_t head = 0, tail = 0;
    while (head < a->size && gff_same_struct(type, &a->v.child[head], &b->v.child[head], false))
        head++;
    while (tail < a->size - head && gff_same_struct(type, &a->v.child[a->size - 1 - tail],
                                                    &b->v.child[b->size - 1 - tail], false))
        tail++;
    return head < a->size && head + tail == a->size;
}

static void compare_list(struct job *g, const struct place *list, const struct rq_gff_field *a,
                         const struct rq_gff_field *b)
{
    if (b->size < a->size)
        give_up(g, create_printf(g->c, "elements of %s were removed: %u of %u are left", list->path,
                                 b->size, a->size));
    else if (b->size > a->size && is_inserted(g->fresh->type, a, b))
        give_up(g, create_printf(g->c, "elements were put into %s before its end", list->path));
    for (uint32_t i = 0; i < b->size && !g->why; i++) {
        struct place at = *list;
        at.path = create_printf(g->c, "%s/%u", list->path, i);
        if (i < a->size)
            compare_struct(g, &at, &a->v.child[i], &b->v.child[i]);
        else
            add_element(g, list, b, i);
    }
}

static void compare_field(struct job *g, const struct place *at, const struct rq_gff_field *a,
                          const struct rq_gff_field *b)
{
    const char *path = joined(g, at->path, b->label);
    struct place inside = below(g, at, b, path);
    if (gff_same_field(g->fresh->type, a, b, false))
        return;
    if (a->type != b->type) {
        give_up(g, create_printf(g->c, "%s has another type", path));
        return;
    }
    if (is_foreign(b->type)) {
        give_up(g, create_printf(g->c, "%s is of a type that TSLPatcher does not know", path));
        return;
    }
    struct element *e = referred(g, at, b);
    if (b->type == RQ_GFF_STRUCT)
        compare_struct(g, &inside, a->v.child, b->v.child);
    else if (b->type == RQ_GFF_LIST)
        compare_list(g, &inside, a, b);
    else if (b->type == RQ_GFF_LOCSTRING)
        change_locstring(g, a, b, path);
    else if (e)
        create_path_line(&g->late, path, "", element_token(g, e));
    else
        create_path_line(&g->lines, path, "", value_of(g, at, b, path));
}

static void compare_struct(struct job *g, const struct place *at, const struct rq_gff_struct *a,
                           const struct rq_gff_struct *b)
{
    const char *where = *at->path ? at->path : "the root";
    if (gff_same_struct(g->fresh->type, a, b, false))
        return;
    if (a->field_count > MOST_FIELDS || b->field_count > MOST_FIELDS)
        give_up(g, create_printf(g->c, "%s has more than %d fields", where, MOST_FIELDS));
    if (a->id != b->id)
        give_up(g, create_printf(g->c, "%s has another number: %u in place of %u", where, b->id,
                                 a->id));
    for (uint32_t i = 0; i < a->field_count && !g->why; i++)
        if (!gff_field(b, a->fields[i].label, gff_before(a, i)))
            give_up(g,
                    create_printf(g->c, "%s was removed", joined(g, at->path, a->fields[i].label)));
    for (uint32_t i = 0; i < b->field_count && !g->why; i++) {
        const struct rq_gff_field *f = &b->fields[i];
        uint32_t before = gff_before(b, i);
        const struct rq_gff_field *old = gff_field(a, f->label, before);
        if (before && (!old || !gff_same_field(g->fresh->type, old, f, false)))
            give_up(g, create_printf(g->c, "%s is there twice", joined(g, at->path, f->label)));
        else if (!old)
            add(g, at, f, NULL, joined(g, at->path, f->label));
        else
            compare_field(g, at, old, f);
    }
}

/* ---- the whole ---- */

static void write_file(struct job *g)
{
    struct creation *c = g->c;
    struct rq_out *body = &c->bodies[LIST_GFF];
    const char *name = create_name(c, g->item->name);
    create_listed(c, LIST_GFF, false, name);
    rq_putf(body, "[%s]\r\n", name);
    if (strcmp(name, g->item->name) != 0)
        create_line(body, "!SaveAs", g->item->name);
    if (g->item->in_archive)
        create_line(body, "!Destination", create_path(c, g->item->folder));
    rq_put_bytes(body, rq_out_bytes(&g->lines));
    rq_put_bytes(body, rq_out_bytes(&g->late));
    rq_put_bytes(body, rq_out_bytes(&g->sections));
    if (g->item->from_game)
        create_file(c, name, g->item->old);
}

/* Twice when a reference wants the place of an element whose section was written before. */
static void try_all(struct job *g)
{
    char type[5] = "";
    memcpy(type, g->fresh->type, 4);
    do {
        struct place root = {.path = "", .schema = rq_schema_root(type)};
        g->again = false;
        g->adds = 0;
        rq_out_cut(&g->lines, 0);
        rq_out_cut(&g->late, 0);
        rq_out_cut(&g->sections, 0);
        for (uint32_t i = 0; i < g->element_count; i++)
            g->elements[i].set = false;
        compare_struct(g, &root, g->old->root, g->fresh->root);
    } while (g->again && !g->why && rq_memory_lasted(g->c->refusals, NULL));
}

const char *create_gff(struct creation *c, struct item *item)
{
    struct job g = {.c = c, .item = item};
    g.docs[0] = create_doc(c, item->name, item->old, "gff");
    g.docs[1] = create_doc(c, item->name, item->fresh, "gff");
    g.old = g.docs[0] ? rq_doc_root(g.docs[0], "gff") : NULL;
    g.fresh = g.docs[1] ? rq_doc_root(g.docs[1], "gff") : NULL;
    if (!g.old || !g.fresh)
        give_up(&g, "it can't be read");
    else if (memcmp(g.old->type, g.fresh->type, 4) != 0)
        give_up(&g, "it is of another type");
    else
        try_all(&g);
    if (!g.why)
        write_file(&g);
    rq_doc_free(g.docs[0]);
    rq_doc_free(g.docs[1]);
    rq_out_free(&g.lines);
    rq_out_free(&g.late);
    rq_out_free(&g.sections);
    return g.why;
}
