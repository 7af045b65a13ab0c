/* The structs of reliquary/blueprints.h back into their GFF: what differs from what was read.
 *
 * Three walks over the structs. The first takes back references that the caller has changed, and those
 * of elements that go away, so that they neither follow nor refuse what comes. The second removes,
 * adds and moves elements, deepest lists first. The third writes values, when all elements stand where
 * the caller has them. Before the document is touched all of it is done to a copy: what fails there
 * leaves the document as it was. */
#include "blueprint/typed.h"
#include "blueprint/typed_value.h"
#include "formats/format.h"

enum phase { COUNT, FREE_REFS, ARRANGE, WRITE };

static const uint32_t NEW = UINT32_MAX;

static bool walk(struct rq_typed_writer *w, enum phase phase, const struct rq_schema *schema,
                 const uint8_t *now, const uint8_t *was);

/* Counts a change; true when it is only to be counted. */
static bool counted(struct rq_typed_writer *w, enum phase phase)
{
    w->changes++;
    return phase == COUNT;
}

/* ---- single values ---- */

static bool is_reference(const struct rq_field *field, const struct rq_typed_member *m)
{
    return m->kind == RQ_TYPED_DWORD && strncmp(field->ref, "list:", 5) == 0;
}

static bool walk_value(struct rq_typed_writer *w, enum phase phase, const struct rq_field *field,
                       const struct rq_typed_member *m, const uint8_t *now, const uint8_t *was)
{
    bool has = rq_typed_has(now, m), had = was && rq_typed_has(was, m);
    bool both = has && had;
    if (phase == ARRANGE || (both && rq_typed_same(m->kind, now + m->at, was + m->at)))
        return true;
    if (phase == FREE_REFS)
        return !both || !is_reference(field, m) ||
               rq_gff_set_dword(w->doc, w->root, w->path, UINT32_MAX, w->err);
    if (counted(w, phase))
        return true;
    if (!has)
        return rq_gff_remove(w->doc, w->root, w->path, w->err);
    return rq_typed_write(w, field, m->kind, now + m->at);
}

/* ---- structs ---- */

static struct rq_typed header_of(const uint8_t *data)
{
    struct rq_typed header;
    memcpy(&header, data, sizeof header);
    return header;
}

static bool put_id(struct rq_typed_writer *w, enum phase phase, const uint8_t *now,
                   const uint8_t *was)
{
    uint32_t id = header_of(now).id;
    if (phase == FREE_REFS || phase == ARRANGE || !was || id == header_of(was).id)
        return true;
    return counted(w, phase) || rq_gff_set_id(w->doc, w->root, w->path, id, w->err);
}

static uint32_t id_for(const struct rq_field *field, uint32_t index, uint32_t asked)
{
    bool placed = strncmp(field->id, "index", 5) == 0;
    return asked && !placed ? asked : rq_field_usual_id(field, index);
}

static bool walk_struct(struct rq_typed_writer *w, enum phase phase, const struct rq_field *field,
                        const struct rq_typed_member *m, const uint8_t *now, const uint8_t *was)
{
    const uint8_t *to = rq_typed_pointer(now, m->at);
    const uint8_t *from = was ? rq_typed_pointer(was, m->at) : NULL;
    to = rq_typed_has(now, m) ? to : NULL;
    if (to && from && header_of(to).was == from)
        return put_id(w, phase, to, from) && walk(w, phase, field->schema, to, from);
    if ((!to && !from) || phase == FREE_REFS || phase == ARRANGE || counted(w, phase))
        return true;
    /* Another struct takes the place of the one that was there. */
    if (from && !rq_gff_remove(w->doc, w->root, w->path, w->err))
        return false;
    if (!to)
        return true;
    uint32_t id = id_for(field, 0, header_of(to).id);
    bool there = rq_typed_find(w, field) != NULL;
    return !w->err->code &&
           (there || rq_gff_add_struct(w->doc, w->root, w->path, id, NULL, w->err)) &&
           walk(w, phase, field->schema, to, NULL);
}

/* ---- lists ---- */

struct list {
    const struct rq_field *field;
    const uint8_t *now, *was; /* elements */
    uint32_t count, old_count;
    size_t size;      /* of an element */
    uint32_t *places; /* where each element was, or NEW */
    uint8_t *kept;    /* for each old element */
};

/* Who is who: an element is old when it has what get gave to one of this list, and it is the first
 * that has. */
static bool open_list(struct rq_typed_writer *w, struct list *l, const struct rq_field *field,
                      const struct rq_typed_member *m, const uint8_t *now, const uint8_t *was)
{
    bool had = was && rq_typed_has(was, m);
    *l = (struct list){.field = field,
                       .now = rq_typed_pointer(now, m->at),
                       .was = had ? rq_typed_pointer(was, m->at) : NULL,
                       .count = rq_typed_count(now, m),
                       .old_count = had ? rq_typed_count(was, m) : 0,
                       .size = rq_typed_shape(field->schema).size};
    if (l->count && !l->now)
        return rq_fail(w->err, RQ_USAGE, 0, w->path, "%u elements, but no array", l->count);
    l->places = rq_arena_get(&w->arena, l->count, sizeof *l->places);
    l->kept = rq_arena_get(&w->arena, l->old_count, 1);
    if (!l->places || !l->kept)
        return rq_fail(w->err, RQ_NO_MEMORY, 0, w->path, "out of memory");
    for (uint32_t i = 0; i < l->count; i++) {
        uintptr_t at = (uintptr_t)header_of(l->now + i * l->size).was, from = (uintptr_t)l->was;
        bool old = l->was && at >= from && at < from + l->old_count * l->size;
        l->places[i] = old ? (uint32_t)((at - from) / l->size) : NEW;
        if (old && l->kept[l->places[i]]++)
            l->places[i] = NEW;
    }
    return true;
}

/* References in an element that goes away keep nothing from going with it. */
static bool free_refs(struct rq_typed_writer *w, const struct rq_schema *schema,
                      struct rq_gff_struct *s)
{
    const struct rq_field *after = NULL;
    for (uint32_t i = 0; i < s->field_count; i++) {
        struct rq_gff_field *f = &s->fields[i];
        const struct rq_field *field = rq_schema_field(schema, f->label, &after);
        if (!field || f->type >= RQ_GFF_TYPES || !(field->types & 1u << f->type))
            continue;
        uint32_t below = f->type == RQ_GFF_STRUCT ? 1 : f->type == RQ_GFF_LIST ? f->size : 0;
        for (uint32_t k = 0; k < below && rq_field_struct(field); k++)
            if (!free_refs(w, rq_field_struct(field), &f->v.child[k]))
                return false;
        if (f->type == RQ_GFF_DWORD && strncmp(field->ref, "list:", 5) == 0 &&
            !rq_gff_set_dword(w->doc, s, f->label, UINT32_MAX, w->err))
            return false;
    }
    return true;
}

/* Removes from the end: the places before stay what they are. */
static bool each_removed(struct rq_typed_writer *w, enum phase phase, const struct list *l)
{
    bool fine = true;
    for (uint32_t i = l->old_count; fine && i-- > 0;) {
        if (l->kept[i] || counted(w, phase))
            continue;
        size_t before = rq_typed_enter(w, NULL, i);
        struct rq_gff_struct *s = NULL;
        if (phase == FREE_REFS)
            fine = rq_gff_get_struct(w->doc, w->root, w->path, &s, w->err) &&
                   free_refs(w, l->field->schema, s);
        else
            fine = rq_gff_remove(w->doc, w->root, w->path, w->err);
        rq_typed_leave(w, before);
    }
    return fine;
}

/* Puts the element that has to be number i there; order holds the places of those that are in the
 * document now. */
static bool put_in_place(struct rq_typed_writer *w, enum phase phase, const struct list *l,
                         uint32_t i, uint32_t *order, uint32_t *length)
{
    uint32_t from = i;
    if (l->places[i] == NEW) {
        memmove(order + i + 1, order + i, (*length - i) * sizeof *order);
        *length += 1;
        order[i] = NEW;
    } else {
        while (order[from] != l->places[i])
            from++;
        memmove(order + i + 1, order + i, (from - i) * sizeof *order);
        order[i] = l->places[i];
        if (from == i)
            return true;
    }
    if (counted(w, phase))
        return true;
    uint32_t asked = header_of(l->now + i * l->size).id;
    size_t before = rq_typed_enter(w, NULL, from);
    bool fine = l->places[i] == NEW ? rq_gff_add_struct(w->doc, w->root, w->path,
                                                        id_for(l->field, i, asked), NULL, w->err)
                                    : rq_gff_move(w->doc, w->root, w->path, i, w->err);
    rq_typed_leave(w, before);
    return fine;
}

static bool arrange(struct rq_typed_writer *w, enum phase phase, const struct list *l)
{
    uint32_t length = 0,
             *order = rq_arena_get(&w->arena, (size_t)l->count + l->old_count, sizeof *order);
    if (!order)
        return rq_fail(w->err, RQ_NO_MEMORY, 0, w->path, "out of memory");
    if (!each_removed(w, phase, l))
        return false;
    for (uint32_t i = 0; i < l->old_count; i++)
        if (l->kept[i])
            order[length++] = i;
    for (uint32_t i = 0; i < l->count; i++)
        if (!put_in_place(w, phase, l, i, order, &length))
            return false;
    return true;
}

/* The elements, at the places that they have in this walk: new ones are there in the last alone. */
static bool each_element(struct rq_typed_writer *w, enum phase phase, const struct list *l)
{
    bool fine = true;
    for (uint32_t i = 0; fine && i < l->count; i++) {
        const uint8_t *now = l->now + i * l->size, *was = NULL;
        if (l->places[i] != NEW)
            was = l->was + l->places[i] * l->size;
        if (!was && phase != WRITE)
            continue;
        size_t before = rq_typed_enter(w, NULL, phase == WRITE ? i : l->places[i]);
        fine = put_id(w, phase, now, was) && walk(w, phase, l->field->schema, now, was);
        rq_typed_leave(w, before);
    }
    return fine;
}

/* The list was as long when it was read as it is now. */
static bool is_as_read(struct rq_typed_writer *w, const struct list *l)
{
    const struct rq_gff_field *f = rq_gff_find(w->root, w->path);
    return (f && f->type == RQ_GFF_LIST && f->size == l->old_count) ||
           rq_fail(w->err, RQ_USAGE, 0, w->path,
                   "the list was changed since it was read; read it again");
}

static bool walk_list(struct rq_typed_writer *w, enum phase phase, const struct rq_field *field,
                      const struct rq_typed_member *m, const uint8_t *now, const uint8_t *was)
{
    struct list l;
    bool has = rq_typed_has(now, m), had = was && rq_typed_has(was, m);
    if (!has && had)
        return phase == FREE_REFS || phase == ARRANGE || counted(w, phase) ||
               rq_gff_remove(w->doc, w->root, w->path, w->err);
    if (!has || !open_list(w, &l, field, m, now, was))
        return !has;
    if (!had) {
        if (phase != WRITE)
            return phase != COUNT || counted(w, phase);
        if (!rq_typed_find(w, field) &&
            (w->err->code || !rq_gff_add_list(w->doc, w->root, w->path, w->err)))
            return false;
        return is_as_read(w, &l) && arrange(w, phase, &l) && each_element(w, phase, &l);
    }
    if (phase == FREE_REFS)
        return is_as_read(w, &l) && each_removed(w, phase, &l) && each_element(w, phase, &l);
    if (phase == ARRANGE)
        return each_element(w, phase, &l) && arrange(w, phase, &l);
    return (phase == WRITE || arrange(w, phase, &l)) && each_element(w, phase, &l);
}

/* ---- all fields of a struct ---- */

static bool walk_field(struct rq_typed_writer *w, enum phase phase, const struct rq_field *field,
                       const struct rq_typed_member *m, const uint8_t *now, const uint8_t *was)
{
    if (!rq_typed_has(now, m) && !(was && rq_typed_has(was, m)))
        return true;
    size_t before = rq_typed_enter(w, field->label, 0);
    bool fine = !w->err->code;
    if (fine && m->kind == RQ_TYPED_LIST)
        fine = walk_list(w, phase, field, m, now, was);
    else if (fine && m->kind == RQ_TYPED_STRUCT)
        fine = walk_struct(w, phase, field, m, now, was);
    else if (fine)
        fine = walk_value(w, phase, field, m, now, was);
    rq_typed_leave(w, before);
    return fine;
}

/* A label that the struct has itself is none of those that it shares. */
static bool is_hidden(const struct rq_schema *schema, const struct rq_schema *shared,
                      const char *label)
{
    for (; schema != shared; schema = schema->also)
        for (const struct rq_field *f = schema->fields; f->label; f++)
            if (strcmp(f->label, label) == 0)
                return true;
    return false;
}

static bool walk(struct rq_typed_writer *w, enum phase phase, const struct rq_schema *schema,
                 const uint8_t *now, const uint8_t *was)
{
    for (const struct rq_schema *s = schema; s && now; s = s->also) {
        struct rq_typed_shape shape = rq_typed_shape(s);
        for (size_t i = 0; s->fields[i].label; i++)
            if (!is_hidden(schema, s, s->fields[i].label) &&
                !walk_field(w, phase, &s->fields[i], &shape.members[i], now, was))
                return false;
        now = shape.also ? rq_typed_pointer(now, shape.also) : NULL;
        was = shape.also && was ? rq_typed_pointer(was, shape.also) : NULL;
        if (now && header_of(now).was != was)
            was = NULL;
    }
    return true;
}

/* ---- the whole ---- */

static bool apply(struct rq_doc *doc, const struct rq_schema *schema, const uint8_t *from,
                  struct rq_error *err)
{
    const struct rq_gff *gff = doc->root;
    struct rq_typed_writer w = {.doc = doc, .root = gff->root, .err = err};
    const uint8_t *was = header_of(from).was;
    bool fine = true;
    w.arena.alloc = doc->alloc;
    for (enum phase phase = FREE_REFS; fine && phase <= WRITE; phase++)
        fine = put_id(&w, phase, from, was) && walk(&w, phase, schema, from, was);
    rq_arena_free(&w.arena);
    return fine;
}

/* How much there is to do; false with an error. */
static bool count_changes(struct rq_doc *doc, const struct rq_schema *schema, const uint8_t *from,
                          size_t *changes, struct rq_error *err)
{
    struct rq_typed_writer w = {.doc = doc, .err = err};
    const uint8_t *was = header_of(from).was;
    w.arena.alloc = doc->alloc;
    bool fine = put_id(&w, COUNT, from, was) && walk(&w, COUNT, schema, from, was);
    *changes = w.changes;
    rq_arena_free(&w.arena);
    return fine;
}

static struct rq_doc *copy_of(struct rq_doc *doc, struct rq_error *err)
{
    const struct rq_gff *from = doc->root;
    struct rq_options options = {.codepage = doc->page, .alloc = doc->alloc};
    struct rq_doc *copy = rq_doc_new(doc->format, &options, err);
    struct rq_gff *to = copy ? copy->root : NULL;
    if (!to)
        return NULL;
    memcpy(to->type, from->type, sizeof to->type);
    if (rq_gff_set_copy(copy, to->root, "", doc, from->root, "", err))
        return copy;
    rq_doc_free(copy);
    return NULL;
}

bool rq_typed_put(struct rq_doc *doc, const char *kind, const void *from, struct rq_error *err)
{
    struct rq_error own = {0};
    size_t changes;
    err = err ? err : &own;
    const struct rq_schema *schema = err->code ? NULL : rq_typed_root(doc, kind, err);
    if (!schema || !count_changes(doc, schema, from, &changes, err))
        return false;
    if (!changes)
        return true;
    struct rq_doc *copy = copy_of(doc, err);
    bool fine = copy && apply(copy, schema, from, err);
    rq_doc_free(copy);
    return fine && apply(doc, schema, from, err);
}
