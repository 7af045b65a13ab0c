/* Every value of a GFF by its path: "EntryList/12/Text/strref". The paths are those of
 * reliquary/gff.h. A locstring is the number "strref" and a text for each of its languages, by
 * number. */
#include "formats/kotor/gff/edit.h"
#include "formats/restype.h"

static void visit_struct(const struct rq_doc *doc, struct rq_visit *v,
                         const struct rq_gff_struct *s);

static void visit_locstring(const struct rq_doc *doc, struct rq_visit *v,
                            const struct rq_gff_locstring *loc)
{
    rq_visit_kind(v, NULL);
    rq_visit_enter(v);
    rq_visit_name(v, "strref", 6);
    rq_visit_ref(v, RQ_REF_STRREF, NULL);
    rq_visit_signed(v, (int32_t)loc->strref);
    for (uint32_t i = 0; i < loc->count && !v->stopped; i++) {
        rq_visit_index(v, loc->texts[i].id);
        rq_visit_text(v, rq_language_page(doc->page, loc->texts[i].id), loc->texts[i].text);
    }
    rq_visit_leave(v);
}

static void visit_floats(struct rq_visit *v, const uint8_t *p, size_t count)
{
    rq_visit_kind(v, NULL);
    rq_visit_enter(v);
    for (size_t i = 0; i < count; i++) {
        rq_visit_index(v, i);
        rq_visit_value(v, &(struct rq_value){.type = RQ_VALUE_SINGLE,
                                             .f = (double)rq_f32_of(rq_get32(p + i * 4))});
    }
    rq_visit_leave(v);
}

static void visit_list(const struct rq_doc *doc, struct rq_visit *v, const struct rq_gff_field *f)
{
    rq_visit_value(v, &(struct rq_value){.type = RQ_VALUE_LIST, .u = f->size});
    rq_visit_enter(v);
    for (uint32_t i = 0; i < f->size && !v->stopped; i++) {
        rq_visit_index(v, i);
        visit_struct(doc, v, &f->v.child[i]);
    }
    rq_visit_leave(v);
}

static void visit_number(struct rq_visit *v, const struct rq_gff_field *f)
{
    double d;
    int64_t number;
    switch (f->type) {
    case RQ_GFF_DWORD64: rq_visit_unsigned(v, f->v.wide); return;
    case RQ_GFF_FLOAT:
        rq_visit_value(
            v, &(struct rq_value){.type = RQ_VALUE_SINGLE, .f = (double)rq_f32_of(f->v.word)});
        return;
    case RQ_GFF_DOUBLE:
        memcpy(&d, &f->v.wide, sizeof d);
        rq_visit_value(v, &(struct rq_value){.type = RQ_VALUE_FLOAT, .f = d});
        return;
    default: break;
    }
    bool is_signed = f->type == RQ_GFF_CHAR || f->type == RQ_GFF_SHORT || f->type == RQ_GFF_INT ||
                     f->type == RQ_GFF_INT64;
    if (!rq_gff_number(f, &number))
        rq_visit_unsigned(v, f->v.word);
    else if (is_signed)
        rq_visit_signed(v, number);
    else
        rq_visit_unsigned(v, (uint64_t)number);
}

/* Labels that a struct has more than once are told apart, as long as that takes no time: no file of
 * the game has more than 80 fields in a struct. */
enum { MOST_FIELDS = 1000 };

/* How many fields of s have the label of field i, up to that one. seen is the hash of each label
 * before it. */
static unsigned count_label(const struct rq_gff_struct *s, uint32_t i, uint64_t *seen)
{
    const char *label = s->fields[i].label;
    uint32_t hash = 0;
    unsigned count = 1;
    for (size_t k = 0; label[k]; k++)
        hash = hash * 31 + (uint8_t)label[k];
    uint64_t bit = (uint64_t)1 << (hash ^ hash >> 6) % 64;
    bool known = (*seen & bit) != 0;
    *seen |= bit;
    for (uint32_t k = 0; known && k < i && s->field_count <= MOST_FIELDS; k++)
        count += strcmp(s->fields[k].label, label) == 0;
    return count;
}

/* The value of a field that was named. */
static void visit_field(const struct rq_doc *doc, struct rq_visit *v, const struct rq_gff_field *f)
{
    struct rq_bytes data = {f->v.data, f->size};
    rq_visit_kind(v, f->type < RQ_GFF_TYPES ? rq_gff_type_names[f->type] : NULL);
    switch (f->type) {
    case RQ_GFF_STRING: rq_visit_text(v, doc->page, data); break;
    case RQ_GFF_RESREF:
        rq_visit_ref(v, RQ_REF_RESOURCE, NULL);
        rq_visit_text(v, doc->page, data);
        break;
    case RQ_GFF_LOCSTRING: visit_locstring(doc, v, f->v.loc); break;
    case RQ_GFF_VOID:
        rq_visit_value(v, &(struct rq_value){.type = RQ_VALUE_BYTES, .bytes = data});
        break;
    case RQ_GFF_STRUCT: visit_struct(doc, v, f->v.child); break;
    case RQ_GFF_LIST: visit_list(doc, v, f); break;
    case RQ_GFF_ORIENTATION:
    case RQ_GFF_VECTOR: visit_floats(v, f->v.data, f->size / 4); break;
    case RQ_GFF_STRREF:
        rq_visit_ref(v, RQ_REF_STRREF, NULL);
        rq_visit_signed(v, (int32_t)rq_get32(f->v.data));
        break;
    default: visit_number(v, f);
    }
}

static void visit_fields(const struct rq_doc *doc, struct rq_visit *v,
                         const struct rq_gff_struct *s)
{
    uint64_t seen = 0;
    for (uint32_t i = 0; i < s->field_count && !v->stopped; i++) {
        const char *label = s->fields[i].label;
        rq_visit_page_name(v, RQ_CP1252, (struct rq_bytes){(const uint8_t *)label, strlen(label)},
                           count_label(s, i, &seen));
        visit_field(doc, v, &s->fields[i]);
    }
}

static void visit_struct(const struct rq_doc *doc, struct rq_visit *v,
                         const struct rq_gff_struct *s)
{
    rq_visit_value(v, &(struct rq_value){.type = RQ_VALUE_STRUCT, .u = s->id});
    rq_visit_enter(v);
    visit_fields(doc, v, s);
    rq_visit_leave(v);
}

void rq_gff_visit(const struct rq_doc *doc, struct rq_visit *v)
{
    visit_fields(doc, v, ((const struct rq_gff *)doc->root)->root);
}

/* ---- by path ---- */

/* A locstring or a vector, which has parts and no value. */
static bool is_plain(const struct rq_gff_field *f)
{
    return f->type != RQ_GFF_LOCSTRING && f->type != RQ_GFF_ORIENTATION && f->type != RQ_GFF_VECTOR;
}

static void visit_text(const struct rq_doc *doc, struct rq_visit *v,
                       const struct rq_gff_place *place)
{
    const struct rq_gff_locstring *loc = place->field->v.loc;
    rq_visit_text(v, rq_language_page(doc->page, place->id), loc->texts[place->index].text);
}

static void visit_part(const struct rq_doc *doc, struct rq_visit *v,
                       const struct rq_gff_place *place)
{
    const struct rq_gff_field *f = place->field;
    switch (place->kind) {
    case RQ_GFF_AT_STRUCT: break;
    case RQ_GFF_AT_FIELD:
        if (!is_plain(f)) {
            rq_visit_kind(v, rq_gff_type_names[f->type]);
            rq_visit_value(v, &(struct rq_value){.type = RQ_VALUE_STRUCT});
        }
        if (!v->stopped)
            visit_field(doc, v, f);
        break;
    case RQ_GFF_AT_ELEMENT: visit_struct(doc, v, &f->v.child[place->index]); break;
    case RQ_GFF_AT_TEXT: visit_text(doc, v, place); break;
    case RQ_GFF_AT_REF:
        rq_visit_ref(v, RQ_REF_STRREF, NULL);
        rq_visit_signed(v, (int32_t)f->v.loc->strref);
        break;
    case RQ_GFF_AT_NUMBER: {
        float number = rq_f32_of(rq_get32(f->v.data + (size_t)place->index * 4));
        rq_visit_value(v, &(struct rq_value){.type = RQ_VALUE_SINGLE, .f = (double)number});
    }
    }
}

bool rq_gff_at(struct rq_doc *doc, const char *path, struct rq_visit *v, struct rq_error *err)
{
    const struct rq_gff_struct *root = ((const struct rq_gff *)doc->root)->root;
    struct rq_gff_place place;
    if (!rq_gff_place_there(root, path, &place, "a value", err))
        return false;
    if (place.kind == RQ_GFF_AT_STRUCT) {
        rq_visit_value(v, &(struct rq_value){.type = RQ_VALUE_STRUCT, .u = root->id});
        visit_fields(doc, v, root);
        return true;
    }
    rq_visit_name(v, path, strlen(path));
    visit_part(doc, v, &place);
    return true;
}
