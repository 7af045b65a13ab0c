/* Paths into the tree of a GFF, and the values that they lead to. */
#include "core/part.h"
#include "formats/kotor/gff/edit.h"
#include "formats/restype.h"

#include <stdio.h>

/* ---- the parts of a path ---- */

static void *no_more(void *ctx, void *ptr, size_t size)
{
    (void)ctx, (void)ptr, (void)size;
    return NULL;
}

/* The part as a label has it; false, and empty, when no label can be that. */
static bool label_of(struct rq_part part, char label[LABEL_ROOM])
{
    static const struct rq_alloc fixed = {no_more, NULL};
    struct rq_bytes utf8 = {(const uint8_t *)part.text, part.size};
    struct rq_out out = {.data = (uint8_t *)label, .capacity = LABEL_SIZE, .alloc = &fixed};
    size_t bad;
    memset(label, 0, LABEL_ROOM);
    if (part.size && rq_text_encode(&out, RQ_CP1252, utf8, &bad))
        return true;
    label[0] = 0;
    return false;
}

/* The number of the nth field of a label, counted from 1; without it *had is how many there are. */
static bool find_label(const struct rq_gff_struct *s, const char *label, uint32_t nth,
                       uint32_t *index, uint32_t *had)
{
    *had = 0;
    for (uint32_t i = 0; i < s->field_count; i++) {
        if (strncmp(s->fields[i].label, label, LABEL_SIZE) == 0 && ++*had == nth) {
            *index = i;
            return true;
        }
    }
    return false;
}

/* Without such a field label is that of the one that could be added, or empty: none could. */
static void place_field(const struct rq_gff_struct *s, struct rq_part part,
                        struct rq_gff_place *place)
{
    uint32_t nth = 1, had = 0;
    struct rq_part stem;
    bool found =
        label_of(part, place->label) && find_label(s, place->label, nth, &place->index, &had);
    if (!found && rq_part_repeat(part, &stem, &nth))
        found =
            label_of(stem, place->label) && find_label(s, place->label, nth, &place->index, &had);
    place->kind = RQ_GFF_AT_FIELD;
    place->there = found;
    place->field = found ? &s->fields[place->index] : NULL;
    if (!found && had + 1 != nth)
        place->label[0] = 0;
    if (!found)
        place->index = s->field_count;
}

static bool place_element(const struct rq_gff_field *f, struct rq_part part,
                          struct rq_gff_place *place)
{
    place->kind = RQ_GFF_AT_ELEMENT;
    place->index = f->size;
    if (!rq_part_is(part, "-") && !rq_part_number(part, &place->index))
        return false;
    place->there = place->index < f->size;
    return place->index <= f->size;
}

static bool place_text(const struct rq_gff_field *f, struct rq_part part,
                       struct rq_gff_place *place)
{
    const struct rq_gff_locstring *loc = f->v.loc;
    if (rq_part_is(part, "strref")) {
        place->kind = RQ_GFF_AT_REF;
        return true;
    }
    place->kind = RQ_GFF_AT_TEXT;
    if (!rq_part_number(part, &place->id))
        return false;
    for (place->index = 0; place->index < loc->count; place->index++)
        if (loc->texts[place->index].id == place->id)
            break;
    place->there = place->index < loc->count;
    return true;
}

static bool place_number(const struct rq_gff_field *f, struct rq_part part,
                         struct rq_gff_place *place)
{
    place->kind = RQ_GFF_AT_NUMBER;
    return rq_part_number(part, &place->index) && place->index < f->size / 4;
}

static bool place_part(const struct rq_gff_field *f, struct rq_part part,
                       struct rq_gff_place *place)
{
    switch (f->type) {
    case RQ_GFF_LIST: return place_element(f, part, place);
    case RQ_GFF_LOCSTRING: return place_text(f, part, place);
    case RQ_GFF_ORIENTATION:
    case RQ_GFF_VECTOR: return place_number(f, part, place);
    default: return false;
    }
}

/* ---- where a path leads ---- */

struct word {
    char text[40];
};

static struct word type_word(uint8_t type)
{
    struct word word;
    if (type < RQ_GFF_TYPES)
        snprintf(word.text, sizeof word.text, "%s", rq_gff_type_names[type]);
    else
        snprintf(word.text, sizeof word.text, "a field of type %u", type);
    return word;
}

static struct word place_word(const struct rq_gff_place *place)
{
    if (!place->there)
        return (struct word){"nothing"};
    switch (place->kind) {
    case RQ_GFF_AT_FIELD: return type_word(place->field ? place->field->type : RQ_GFF_TYPES);
    case RQ_GFF_AT_TEXT: return (struct word){"a text of a locstring"};
    case RQ_GFF_AT_REF: return (struct word){"the strref of a locstring"};
    case RQ_GFF_AT_NUMBER: return (struct word){"a number of a vector"};
    default: return (struct word){"struct"};
    }
}

/* Fails because of one part. */
static bool bad_part(const struct rq_gff_field *f, struct rq_part part, const char *path,
                     struct rq_error *err)
{
    int size = part.size < 40 ? (int)part.size : 40;
    if (!f)
        return rq_fail(err, RQ_USAGE, 0, path, "expected a field \"%.*s\", found none", size,
                       part.text);
    if (f->type == RQ_GFF_LIST)
        return rq_fail(err, RQ_USAGE, 0, path,
                       "expected an element \"%.*s\", found a list of %u elements", size, part.text,
                       f->size);
    if (f->type == RQ_GFF_LOCSTRING)
        return rq_fail(err, RQ_USAGE, 0, path,
                       "expected the id of a text or \"strref\", found \"%.40s\"", part.text);
    if (f->type == RQ_GFF_ORIENTATION || f->type == RQ_GFF_VECTOR)
        return rq_fail(err, RQ_USAGE, 0, path, "expected 0 to %u, found \"%.40s\"", f->size / 4 - 1,
                       part.text);
    return rq_fail(err, RQ_USAGE, 0, path, "expected a struct or list that has \"%.*s\", found %s",
                   size, part.text, type_word(f->type).text);
}

bool rq_gff_place(const struct rq_gff_struct *in, const char *path, struct rq_gff_place *place,
                  struct rq_error *err)
{
    const struct rq_gff_struct *s = in;
    *place = (struct rq_gff_place){.kind = RQ_GFF_AT_STRUCT, .there = true};
    for (const char *rest = *path ? path : NULL; rest;) {
        struct rq_part part = rq_part_cut(&rest);
        place_field(s, part, place);
        const struct rq_gff_field *f = place->field;
        if (!rest)
            break;
        if (!f)
            return bad_part(NULL, part, path, err);
        if (f->type == RQ_GFF_STRUCT) {
            s = place->inner = f->v.child;
            continue;
        }
        part = rq_part_cut(&rest);
        if (!place_part(f, part, place))
            return bad_part(f, part, path, err);
        if (!rest)
            break;
        s = place->inner = rq_gff_place_struct(place);
        if (!s)
            return bad_part(f, part, path, err);
    }
    return true;
}

bool rq_gff_place_wrong(const struct rq_gff_place *place, const char *path, const char *expected,
                        struct rq_error *err)
{
    return rq_fail(err, RQ_USAGE, 0, path, "expected %s, found %s", expected,
                   place_word(place).text);
}

bool rq_gff_place_there(const struct rq_gff_struct *in, const char *path,
                        struct rq_gff_place *place, const char *expected, struct rq_error *err)
{
    return rq_gff_place(in, path, place, err) &&
           (place->there || rq_gff_place_wrong(place, path, expected, err));
}

struct rq_gff_struct *rq_gff_place_struct(const struct rq_gff_place *place)
{
    if (place->kind == RQ_GFF_AT_ELEMENT && place->there)
        return &place->field->v.child[place->index];
    if (place->kind == RQ_GFF_AT_FIELD && place->there && place->field->type == RQ_GFF_STRUCT)
        return place->field->v.child;
    return NULL;
}

bool rq_gff_has(const struct rq_gff_struct *in, const char *path)
{
    struct rq_gff_place place;
    return in && path && rq_gff_place(in, path, &place, NULL) && place.there;
}

struct rq_gff_field *rq_gff_find(const struct rq_gff_struct *in, const char *path)
{
    struct rq_gff_place place;
    bool found =
        in && path && rq_gff_place(in, path, &place, NULL) && place.kind == RQ_GFF_AT_FIELD;
    return found ? place.field : NULL;
}

/* ---- values ---- */

bool rq_gff_usable(const struct rq_doc *doc, const struct rq_gff_struct *in, const char *path,
                   struct rq_error *err)
{
    if (err && err->code)
        return false;
    if (!doc || strcmp(doc->format->info.name, "gff") != 0)
        return rq_fail(err, RQ_USAGE, 0, path, "expected a GFF document, found %s",
                       doc ? doc->format->info.name : "none");
    return (in && path) || rq_fail(err, RQ_USAGE, 0, path, "expected a struct and a path");
}

/* The field of this type at the path; NULL after an error. */
static const struct rq_gff_field *field_at(const struct rq_doc *doc, const struct rq_gff_struct *in,
                                           const char *path, uint8_t type, struct rq_error *err)
{
    struct rq_gff_place place;
    const char *expected = rq_gff_type_names[type];
    if (!rq_gff_usable(doc, in, path, err) || !rq_gff_place_there(in, path, &place, expected, err))
        return NULL;
    if (place.kind == RQ_GFF_AT_FIELD && place.field->type == type)
        return place.field;
    rq_gff_place_wrong(&place, path, expected, err);
    return NULL;
}

#define GET(name, c_type, gff_type, member)                                                        \
    bool rq_gff_get_##name(const struct rq_doc *doc, const struct rq_gff_struct *in,               \
                           const char *path, c_type *value, struct rq_error *err)                  \
    {                                                                                              \
        const struct rq_gff_field *f = field_at(doc, in, path, gff_type, err);                     \
        if (f)                                                                                     \
            *value = (c_type)f->v.member;                                                          \
        return f != NULL;                                                                          \
    }

GET(byte, uint8_t, RQ_GFF_BYTE, word)
GET(char, int8_t, RQ_GFF_CHAR, word)
GET(word, uint16_t, RQ_GFF_WORD, word)
GET(short, int16_t, RQ_GFF_SHORT, word)
GET(dword, uint32_t, RQ_GFF_DWORD, word)
GET(int, int32_t, RQ_GFF_INT, word)
GET(dword64, uint64_t, RQ_GFF_DWORD64, wide)
GET(int64, int64_t, RQ_GFF_INT64, wide)
#undef GET

bool rq_gff_get_float(const struct rq_doc *doc, const struct rq_gff_struct *in, const char *path,
                      float *value, struct rq_error *err)
{
    struct rq_gff_place place;
    if (!rq_gff_usable(doc, in, path, err) || !rq_gff_place_there(in, path, &place, "float", err))
        return false;
    if (place.kind == RQ_GFF_AT_NUMBER)
        *value = rq_f32_of(rq_get32(place.field->v.data + (size_t)place.index * 4));
    else if (place.kind == RQ_GFF_AT_FIELD && place.field->type == RQ_GFF_FLOAT)
        *value = rq_f32_of(place.field->v.word);
    else
        return rq_gff_place_wrong(&place, path, "float", err);
    return true;
}

bool rq_gff_get_double(const struct rq_doc *doc, const struct rq_gff_struct *in, const char *path,
                       double *value, struct rq_error *err)
{
    const struct rq_gff_field *f = field_at(doc, in, path, RQ_GFF_DOUBLE, err);
    if (f)
        memcpy(value, &f->v.wide, sizeof *value);
    return f != NULL;
}

/* Appends UTF-8 and a NUL behind it. */
static bool decode(struct rq_out *out, enum rq_codepage page, struct rq_bytes bytes,
                   struct rq_error *err)
{
    size_t from = out->size;
    rq_text_decode(out, page, bytes);
    rq_put8(out, 0);
    if (out->failed) {
        rq_out_cut(out, from);
        return rq_fail_out(err, out);
    }
    rq_out_cut(out, out->size - 1);
    return true;
}

bool rq_gff_get_string(const struct rq_doc *doc, const struct rq_gff_struct *in, const char *path,
                       struct rq_out *utf8, struct rq_error *err)
{
    struct rq_gff_place place;
    if (!rq_gff_usable(doc, in, path, err) || !rq_gff_place_there(in, path, &place, "string", err))
        return false;
    const struct rq_gff_field *f = place.field;
    if (place.kind == RQ_GFF_AT_TEXT)
        return decode(utf8, rq_language_page(doc->page, place.id),
                      f->v.loc->texts[place.index].text, err);
    if (place.kind != RQ_GFF_AT_FIELD || f->type != RQ_GFF_STRING)
        return rq_gff_place_wrong(&place, path, "string", err);
    return decode(utf8, doc->page, (struct rq_bytes){f->v.data, f->size}, err);
}

bool rq_gff_get_resref(const struct rq_doc *doc, const struct rq_gff_struct *in, const char *path,
                       struct rq_out *utf8, struct rq_error *err)
{
    const struct rq_gff_field *f = field_at(doc, in, path, RQ_GFF_RESREF, err);
    return f && decode(utf8, doc->page, (struct rq_bytes){f->v.data, f->size}, err);
}

bool rq_gff_get_locstring(const struct rq_doc *doc, const struct rq_gff_struct *in,
                          const char *path, const struct rq_gff_locstring **value,
                          struct rq_error *err)
{
    const struct rq_gff_field *f = field_at(doc, in, path, RQ_GFF_LOCSTRING, err);
    if (f)
        *value = f->v.loc;
    return f != NULL;
}

bool rq_gff_get_void(const struct rq_doc *doc, const struct rq_gff_struct *in, const char *path,
                     struct rq_bytes *value, struct rq_error *err)
{
    const struct rq_gff_field *f = field_at(doc, in, path, RQ_GFF_VOID, err);
    if (f)
        *value = (struct rq_bytes){f->v.data, f->size};
    return f != NULL;
}

bool rq_gff_get_struct(const struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                       struct rq_gff_struct **value, struct rq_error *err)
{
    struct rq_gff_place place;
    if (!rq_gff_usable(doc, in, path, err) || !rq_gff_place_there(in, path, &place, "struct", err))
        return false;
    struct rq_gff_struct *s = place.kind == RQ_GFF_AT_STRUCT ? in : rq_gff_place_struct(&place);
    if (!s)
        return rq_gff_place_wrong(&place, path, "struct", err);
    *value = s;
    return true;
}

bool rq_gff_get_list(const struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                     struct rq_gff_struct **items, uint32_t *count, struct rq_error *err)
{
    const struct rq_gff_field *f = field_at(doc, in, path, RQ_GFF_LIST, err);
    if (!f)
        return false;
    *items = f->v.child;
    *count = f->size;
    return true;
}

static bool get_floats(const struct rq_gff_field *f, float *value)
{
    for (uint32_t i = 0; f && i < f->size / 4; i++)
        value[i] = rq_f32_of(rq_get32(f->v.data + (size_t)i * 4));
    return f != NULL;
}

bool rq_gff_get_orientation(const struct rq_doc *doc, const struct rq_gff_struct *in,
                            const char *path, float value[4], struct rq_error *err)
{
    return get_floats(field_at(doc, in, path, RQ_GFF_ORIENTATION, err), value);
}

bool rq_gff_get_vector(const struct rq_doc *doc, const struct rq_gff_struct *in, const char *path,
                       float value[3], struct rq_error *err)
{
    return get_floats(field_at(doc, in, path, RQ_GFF_VECTOR, err), value);
}

bool rq_gff_get_strref(const struct rq_doc *doc, const struct rq_gff_struct *in, const char *path,
                       uint32_t *value, struct rq_error *err)
{
    struct rq_gff_place place;
    if (!rq_gff_usable(doc, in, path, err) || !rq_gff_place_there(in, path, &place, "strref", err))
        return false;
    if (place.kind == RQ_GFF_AT_REF)
        *value = place.field->v.loc->strref;
    else if (place.kind == RQ_GFF_AT_FIELD && place.field && place.field->type == RQ_GFF_STRREF)
        *value = rq_get32(place.field->v.data);
    else
        return rq_gff_place_wrong(&place, path, "strref", err);
    return true;
}

bool rq_gff_number(const struct rq_gff_field *field, int64_t *value)
{
    uint32_t word = field->v.word;
    switch (field->type) {
    case RQ_GFF_BYTE: *value = word & 0xFF; return true;
    case RQ_GFF_CHAR: *value = (int64_t)((word & 0xFF) ^ 0x80) - 0x80; return true;
    case RQ_GFF_WORD: *value = word & 0xFFFF; return true;
    case RQ_GFF_SHORT: *value = (int16_t)word; return true;
    case RQ_GFF_DWORD: *value = word; return true;
    case RQ_GFF_INT: *value = (int32_t)word; return true;
    case RQ_GFF_DWORD64:
    case RQ_GFF_INT64: *value = (int64_t)field->v.wide; return true;
    default: return false;
    }
}
