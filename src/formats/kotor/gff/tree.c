/* Structs and lists of a GFF: adding, removing, moving and copying what has parts. */
#include "formats/kotor/gff/refs.h"
#include "formats/restype.h"

/* ---- structs and lists ---- */

static bool depth_fits(const struct rq_gff_edit *e, unsigned depth)
{
    return depth <= DEPTH_LIMIT ||
           rq_fail(e->err, RQ_LIMIT, 0, e->path, "expected structs at most %d deep, found %u",
                   DEPTH_LIMIT, depth);
}

static bool is_new_struct(struct rq_gff_edit *e)
{
    return e->place.kind == RQ_GFF_AT_ELEMENT || rq_gff_is_new(e);
}

/* Puts a copy of *s, a struct that is complete, to the place of a new one. */
static struct rq_gff_struct *add_struct(struct rq_gff_edit *e, const struct rq_gff_struct *s)
{
    struct rq_gff_field *list = e->place.field;
    if (e->place.kind == RQ_GFF_AT_FIELD) {
        struct rq_gff_struct *child = rq_gff_get(e, 1, sizeof *child);
        struct rq_gff_field field = {.type = RQ_GFF_STRUCT, .size = 1, .v.child = child};
        if (!child || !rq_gff_add_field(e, field))
            return NULL;
        *child = *s;
        return child;
    }
    struct rq_gff_struct *items =
        rq_gff_one_more(e, list->v.child, list->size, &list->room, sizeof *items);
    if (!items)
        return NULL;
    list->v.child = items;
    rq_gff_follow(e, RQ_GFF_INSERT, 0);
    items += e->place.index;
    memmove(items + 1, items, (list->size - e->place.index) * sizeof *items);
    *items = *s;
    list->size++;
    return items;
}

bool rq_gff_add_struct(struct rq_doc *doc, struct rq_gff_struct *in, const char *path, uint32_t id,
                       struct rq_gff_struct **added, struct rq_error *err)
{
    struct rq_gff_edit e = RQ_GFF_EDIT;
    struct rq_gff_struct *made = NULL;
    struct rq_gff_struct s = {.id = id, .word = UINT32_MAX};
    if (rq_gff_begin(&e) && is_new_struct(&e) && depth_fits(&e, e.parent->depth + 1u)) {
        s.depth = (uint8_t)(e.parent->depth + 1);
        made = add_struct(&e, &s);
    }
    if (made)
        e.gff->struct_count++;
    if (added)
        *added = made;
    return made != NULL;
}

bool rq_gff_add_list(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                     struct rq_error *err)
{
    struct rq_gff_edit e = RQ_GFF_EDIT;
    return rq_gff_begin(&e) && rq_gff_is_new(&e) &&
           rq_gff_add_field(&e, (struct rq_gff_field){.type = RQ_GFF_LIST});
}

/* The struct at the place, which is there; NULL after an error. */
static struct rq_gff_struct *struct_at(struct rq_gff_edit *e)
{
    struct rq_gff_struct *s =
        e->place.kind == RQ_GFF_AT_STRUCT ? e->in : rq_gff_place_struct(&e->place);
    if (!s)
        rq_gff_wrong(e, "struct");
    return s;
}

bool rq_gff_set_id(struct rq_doc *doc, struct rq_gff_struct *in, const char *path, uint32_t id,
                   struct rq_error *err)
{
    struct rq_gff_edit e = RQ_GFF_EDIT;
    struct rq_gff_struct *s = rq_gff_begin(&e) ? struct_at(&e) : NULL;
    if (s)
        s->id = id;
    return s != NULL;
}

/* ---- remove and reorder ---- */

static void count_struct(const struct rq_gff_struct *s, uint32_t *structs, uint32_t *fields);

static void count_field(const struct rq_gff_field *f, uint32_t *structs, uint32_t *fields)
{
    bool has_structs = f->type == RQ_GFF_STRUCT || f->type == RQ_GFF_LIST;
    *fields += 1;
    for (uint32_t i = 0; has_structs && i < f->size; i++)
        count_struct(&f->v.child[i], structs, fields);
}

static void count_struct(const struct rq_gff_struct *s, uint32_t *structs, uint32_t *fields)
{
    *structs += 1;
    for (uint32_t i = 0; i < s->field_count; i++)
        count_field(&s->fields[i], structs, fields);
}

/* The array that has what is at the place; items is NULL after an error. */
struct row {
    void *items;
    uint32_t *count;
    size_t size;
};

static struct row row_at(struct rq_gff_edit *e)
{
    if (!rq_gff_begin(e))
        return (struct row){0};
    struct rq_gff_struct *s = e->parent;
    struct rq_gff_field *f = e->place.field;
    if (e->place.there && e->place.kind == RQ_GFF_AT_FIELD)
        return (struct row){s->fields, &s->field_count, sizeof *s->fields};
    if (e->place.there && e->place.kind == RQ_GFF_AT_ELEMENT)
        return (struct row){f->v.child, &f->size, sizeof *f->v.child};
    if (e->place.there && e->place.kind == RQ_GFF_AT_TEXT)
        return (struct row){f->v.loc->texts, &f->v.loc->count, sizeof *f->v.loc->texts};
    rq_gff_wrong(e, "a field, an element or a text");
    return (struct row){0};
}

bool rq_gff_remove(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                   struct rq_error *err)
{
    struct rq_gff_edit e = RQ_GFF_EDIT;
    struct row row = row_at(&e);
    uint32_t structs = 0, fields = 0;
    if (!row.items || !rq_gff_follow(&e, RQ_GFF_REMOVE, 0))
        return false;
    if (e.place.kind == RQ_GFF_AT_FIELD)
        count_field(e.place.field, &structs, &fields);
    else if (e.place.kind == RQ_GFF_AT_ELEMENT)
        count_struct(rq_gff_place_struct(&e.place), &structs, &fields);
    e.gff->struct_count -= structs;
    e.gff->field_count -= fields;
    uint8_t *at = (uint8_t *)row.items + e.place.index * row.size;
    *row.count -= 1;
    memmove(at, at + row.size, (*row.count - e.place.index) * row.size);
    /* A struct without fields has a word of its own. */
    if (e.place.kind == RQ_GFF_AT_FIELD && *row.count == 0)
        e.parent->word = UINT32_MAX;
    return true;
}

bool rq_gff_move(struct rq_doc *doc, struct rq_gff_struct *in, const char *path, uint32_t to,
                 struct rq_error *err)
{
    struct rq_gff_edit e = RQ_GFF_EDIT;
    struct row row = row_at(&e);
    union {
        struct rq_gff_field field;
        struct rq_gff_struct element;
        struct rq_gff_text text;
    } moved;
    if (!row.items)
        return false;
    if (to >= *row.count)
        return rq_fail(err, RQ_USAGE, 0, path, "expected a place of 0 to %u, found %u",
                       *row.count - 1, to);
    if (!rq_gff_follow(&e, RQ_GFF_MOVE, to))
        return false;
    uint8_t *items = row.items;
    uint32_t from = e.place.index;
    memcpy(&moved, items + from * row.size, row.size);
    if (from < to)
        memmove(items + from * row.size, items + (from + 1) * row.size, (to - from) * row.size);
    else
        memmove(items + (to + 1) * row.size, items + to * row.size, (from - to) * row.size);
    memcpy(items + to * row.size, &moved, row.size);
    return true;
}

/* ---- copies ---- */

struct copy {
    struct rq_gff_edit *e;
    const struct rq_doc *from; /* NULL: the same document, whose bytes can be shared */
    uint32_t structs, fields;
};

static bool copy_text(struct copy *c, const char *label, enum rq_codepage from, enum rq_codepage to,
                      struct rq_bytes text, struct rq_bytes *copy)
{
    *copy = text;
    if (!c->from)
        return true;
    if (from == to) {
        copy->data = rq_gff_keep(c->e, text.data, text.size);
        return copy->data != NULL;
    }
    struct rq_out utf8 = {.alloc = c->e->doc->alloc};
    rq_text_decode(&utf8, from, text);
    bool fine = utf8.failed ? rq_fail_out(c->e->err, &utf8)
                            : rq_gff_encode(c->e, label, to, rq_out_bytes(&utf8), copy);
    rq_out_free(&utf8);
    return fine;
}

static bool copy_locstring(struct copy *c, struct rq_gff_field *f)
{
    const struct rq_gff_locstring *from = f->v.loc;
    struct rq_gff_locstring *loc = rq_gff_get(c->e, 1, sizeof *loc);
    struct rq_gff_text *texts = loc ? rq_gff_get(c->e, from->count, sizeof *texts) : NULL;
    if (!texts)
        return false;
    *loc = *from;
    loc->texts = texts;
    loc->room = 0;
    f->v.loc = loc;
    for (uint32_t i = 0; i < from->count; i++) {
        const struct rq_gff_text *text = &from->texts[i];
        enum rq_codepage page = c->from ? c->from->page : c->e->doc->page;
        texts[i].id = text->id;
        if (!copy_text(c, f->label, rq_language_page(page, text->id),
                       rq_language_page(c->e->doc->page, text->id), text->text, &texts[i].text))
            return false;
    }
    return true;
}

static bool copy_data(struct copy *c, struct rq_gff_field *f)
{
    struct rq_bytes bytes = {f->v.data, f->size};
    bool text = f->type == RQ_GFF_STRING || f->type == RQ_GFF_RESREF;
    enum rq_codepage to = c->e->doc->page, from = text && c->from ? c->from->page : to;
    if (!copy_text(c, f->label, from, to, bytes, &bytes))
        return false;
    if (f->type == RQ_GFF_RESREF && bytes.size > UINT8_MAX)
        return rq_gff_fail(c->e, RQ_LIMIT,
                           "a resref becomes longer than 255 bytes in this code page");
    f->v.data = bytes.data;
    f->size = (uint32_t)bytes.size;
    return true;
}

static bool copy_struct(struct copy *c, const struct rq_gff_struct *from, struct rq_gff_struct *to,
                        unsigned depth);

/* Makes the value of *f, which is that of another field, its own; depth is of structs in it. */
static bool copy_value(struct copy *c, struct rq_gff_field *f, unsigned depth)
{
    const struct rq_gff_struct *from = f->v.child;
    f->room = 0;
    c->fields++;
    if (f->type == RQ_GFF_LOCSTRING)
        return copy_locstring(c, f);
    if (f->type != RQ_GFF_STRUCT && f->type != RQ_GFF_LIST) {
        bool data = rq_gff_has_block(f->type) && f->type != RQ_GFF_DWORD64 &&
                    f->type != RQ_GFF_INT64 && f->type != RQ_GFF_DOUBLE;
        return !data || copy_data(c, f);
    }
    f->v.child = rq_gff_get(c->e, f->size, sizeof *f->v.child);
    bool fine = f->v.child != NULL;
    for (uint32_t i = 0; fine && i < f->size; i++)
        fine = copy_struct(c, &from[i], &f->v.child[i], depth);
    return fine;
}

static bool copy_struct(struct copy *c, const struct rq_gff_struct *from, struct rq_gff_struct *to,
                        unsigned depth)
{
    if (!depth_fits(c->e, depth))
        return false;
    *to = (struct rq_gff_struct){.id = from->id, .word = from->word, .depth = (uint8_t)depth};
    to->fields = rq_gff_get(c->e, from->field_count, sizeof *to->fields);
    c->structs++;
    for (; to->fields && to->field_count < from->field_count; to->field_count++) {
        struct rq_gff_field *f = &to->fields[to->field_count];
        *f = from->fields[to->field_count];
        if (c->from)
            f->label = (const char *)rq_gff_keep(c->e, f->label, strlen(f->label) + 1);
        if (!f->label || !copy_value(c, f, depth + 1))
            return false;
    }
    return to->fields != NULL;
}

static void replace_counts(struct rq_gff *gff, const struct copy *c, uint32_t structs,
                           uint32_t fields)
{
    gff->struct_count += c->structs - structs;
    gff->field_count += c->fields - fields;
}

/* What is copied. */
struct source {
    const struct rq_gff_struct *s; /* when it is a struct */
    const struct rq_gff_field *f;  /* when it is a field, also of a struct */
};

static bool find_source(const struct rq_gff_edit *e, const struct rq_doc *doc,
                        const struct rq_gff_struct *in, const char *path, struct source *source)
{
    struct rq_gff_place place;
    if (!rq_gff_usable(doc, in, path, e->err) ||
        !rq_gff_place_there(in, path, &place, "a field or a struct", e->err))
        return false;
    *source = (struct source){rq_gff_place_struct(&place), NULL};
    if (place.kind == RQ_GFF_AT_STRUCT)
        source->s = in;
    if (place.kind == RQ_GFF_AT_FIELD)
        source->f = place.field;
    if (source->s || source->f)
        return true;
    rq_gff_place_wrong(&place, path, "a field or a struct", e->err);
    return false;
}

/* Replaces the value of a field that is there. */
static bool set_copy_of_field(struct rq_gff_edit *e, struct copy *c,
                              const struct rq_gff_field *from)
{
    struct rq_gff_field *to = e->place.field, made;
    uint32_t structs = 0, fields = 0;
    if (from->type != to->type)
        return rq_gff_wrong(e, from->type < RQ_GFF_TYPES ? rq_gff_type_names[from->type]
                                                         : "another unknown type");
    made = *from;
    if (!rq_gff_can_shorten(e, from->size) || !copy_value(c, &made, e->parent->depth + 1u))
        return false;
    count_field(to, &structs, &fields);
    made.label = to->label;
    *to = made;
    replace_counts(e->gff, c, structs, fields);
    return true;
}

/* Replaces id and fields of a struct that is there. */
static bool set_copy_of_struct(struct rq_gff_edit *e, struct copy *c,
                               const struct rq_gff_struct *from)
{
    struct rq_gff_struct *to = struct_at(e), made;
    uint32_t structs = 0, fields = 0;
    if (!to || !copy_struct(c, from, &made, to->depth))
        return false;
    count_struct(to, &structs, &fields);
    *to = made;
    replace_counts(e->gff, c, structs, fields);
    return true;
}

bool rq_gff_set_copy(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                     const struct rq_doc *from_doc, const struct rq_gff_struct *from_in,
                     const char *from_path, struct rq_error *err)
{
    struct rq_gff_edit e = RQ_GFF_EDIT;
    struct copy c = {.e = &e, .from = from_doc == doc ? NULL : from_doc};
    struct source from;
    if (!rq_gff_begin(&e) || !find_source(&e, from_doc, from_in, from_path, &from))
        return false;
    if (from.s)
        return set_copy_of_struct(&e, &c, from.s);
    if (!e.place.there || e.place.kind != RQ_GFF_AT_FIELD)
        return rq_gff_wrong(&e, "a field");
    return set_copy_of_field(&e, &c, from.f);
}

bool rq_gff_add_copy(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                     const struct rq_doc *from_doc, const struct rq_gff_struct *from_in,
                     const char *from_path, struct rq_error *err)
{
    struct rq_gff_edit e = RQ_GFF_EDIT;
    struct copy c = {.e = &e, .from = from_doc == doc ? NULL : from_doc};
    struct source from;
    struct rq_gff_struct made;
    if (!rq_gff_begin(&e) || !find_source(&e, from_doc, from_in, from_path, &from))
        return false;
    if (from.s) {
        if (!is_new_struct(&e) || !copy_struct(&c, from.s, &made, e.parent->depth + 1u) ||
            !add_struct(&e, &made))
            return false;
        /* The field that a struct may need was counted by rq_gff_add_field. */
        replace_counts(e.gff, &c, 0, 0);
        return true;
    }
    struct rq_gff_field field = *from.f;
    if (!rq_gff_is_new(&e) || !copy_value(&c, &field, e.parent->depth + 1u) ||
        !rq_gff_add_field(&e, field))
        return false;
    replace_counts(e.gff, &c, 0, 1);
    return true;
}
