#include "blueprint/typed_value.h"
#include "formats/kotor/gff/parts.h"

#include <stdio.h>

/* ---- compare ---- */

static const char *text_at(const void *member)
{
    const char *text = rq_typed_pointer(member, 0);
    return text ? text : "";
}

static const char *text_of(const struct rq_typed_locstring *loc, uint32_t i)
{
    return loc->texts[i].text ? loc->texts[i].text : "";
}

static bool same_locstring(const struct rq_typed_locstring *a, const struct rq_typed_locstring *b)
{
    if (a->strref != b->strref || a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->texts[i].id != b->texts[i].id || strcmp(text_of(a, i), text_of(b, i)) != 0)
            return false;
    return true;
}

static const size_t sizes[] = {
#define SIZE_OF_KIND(kind, c_type) sizeof(c_type),
    RQ_TYPED_KINDS(SIZE_OF_KIND)
#undef SIZE_OF_KIND
};

bool rq_typed_same(enum rq_typed_kind kind, const void *a, const void *b)
{
    struct rq_typed_locstring loc[2];
    struct rq_bytes bytes[2];
    switch (kind) {
    case RQ_TYPED_STRING:
    case RQ_TYPED_RESREF: return strcmp(text_at(a), text_at(b)) == 0;
    case RQ_TYPED_LOCSTRING:
        memcpy(&loc[0], a, sizeof loc[0]);
        memcpy(&loc[1], b, sizeof loc[1]);
        return same_locstring(&loc[0], &loc[1]);
    case RQ_TYPED_VOID:
        memcpy(&bytes[0], a, sizeof bytes[0]);
        memcpy(&bytes[1], b, sizeof bytes[1]);
        return rq_same(bytes[0], bytes[1]);
    default: return memcmp(a, b, sizes[kind]) == 0;
    }
}

/* ---- paths ---- */

size_t rq_typed_enter(struct rq_typed_writer *w, const char *label, uint32_t number)
{
    size_t before = w->size, room = sizeof w->path - before;
    int more = label ? snprintf(w->path + before, room, "%s%s", before ? "/" : "", label)
                     : snprintf(w->path + before, room, "/%u", number);
    w->size += more > 0 ? (size_t)more : 0;
    if (w->size >= sizeof w->path) {
        w->size = sizeof w->path - 1;
        rq_fail(w->err, RQ_LIMIT, 0, w->path, "structs are nested too deep");
    }
    return before;
}

void rq_typed_leave(struct rq_typed_writer *w, size_t before)
{
    w->size = before;
    w->path[before] = 0;
}

const struct rq_gff_field *rq_typed_find(struct rq_typed_writer *w, const struct rq_field *field)
{
    const struct rq_gff_field *f = rq_gff_find(w->root, w->path);
    if (f && f->type < RQ_GFF_TYPES && (field->types & 1u << f->type))
        return f;
    if (f)
        rq_fail(w->err, RQ_USAGE, 0, w->path, "it is stored as %s, not as %s: remove it first",
                f->type < RQ_GFF_TYPES ? rq_gff_type_names[f->type] : "an unknown type",
                field->type);
    return NULL;
}

/* ---- write ---- */

typedef bool put_integer_fn(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                            int64_t value, struct rq_error *err);

/* In the order of the kinds: what sets, and what adds. */
static put_integer_fn *const put_integer[][2] = {
    {rq_gff_set_byte, rq_gff_add_byte},   {rq_gff_set_char, rq_gff_add_char},
    {rq_gff_set_word, rq_gff_add_word},   {rq_gff_set_short, rq_gff_add_short},
    {rq_gff_set_dword, rq_gff_add_dword}, {rq_gff_set_int, rq_gff_add_int},
};

static int64_t integer_at(enum rq_typed_kind kind, const void *value)
{
    switch (kind) {
    case RQ_TYPED_BYTE: return *(const uint8_t *)value;
    case RQ_TYPED_CHAR: return *(const int8_t *)value;
    case RQ_TYPED_WORD: return *(const uint16_t *)value;
    case RQ_TYPED_SHORT: return *(const int16_t *)value;
    case RQ_TYPED_INT: return *(const int32_t *)value;
    default: return *(const uint32_t *)value;
    }
}

/* A field that may be of two types keeps the one that it has. */
static bool write_number(struct rq_typed_writer *w, enum rq_typed_kind kind,
                         const struct rq_gff_field *have, const void *value)
{
    double number;
    memcpy(&number, value, sizeof number);
    uint8_t type = have                         ? have->type
                   : kind == RQ_TYPED_FLOAT_INT ? (uint8_t)RQ_GFF_FLOAT
                                                : (uint8_t)RQ_GFF_INT;
    if (type == RQ_GFF_FLOAT)
        return (have ? rq_gff_set_float : rq_gff_add_float)(w->doc, w->root, w->path, (float)number,
                                                            w->err);
    if (!(number >= -2147483648.0 && number <= 2147483647.0) || number != (double)(int64_t)number)
        return rq_fail(w->err, RQ_USAGE, 0, w->path, "%.9g does not fit: it is stored as %s",
                       number, rq_gff_type_names[type]);
    size_t row = type == RQ_GFF_BYTE ? RQ_TYPED_BYTE : RQ_TYPED_INT;
    return put_integer[row][!have](w->doc, w->root, w->path, (int64_t)number, w->err);
}

static bool write_text(struct rq_typed_writer *w, uint32_t id, const char *text, bool add)
{
    size_t before = rq_typed_enter(w, NULL, id);
    bool fine =
        (add ? rq_gff_add_string : rq_gff_set_string)(w->doc, w->root, w->path, text, w->err);
    rq_typed_leave(w, before);
    return fine;
}

/* Texts of the same languages in the same order can be set one by one. */
static bool has_same_ids(const struct rq_gff_locstring *have, const struct rq_typed_locstring *loc)
{
    bool same = have->count == loc->count;
    for (uint32_t i = 0; same && i < loc->count; i++) {
        same = have->texts[i].id == loc->texts[i].id;
        for (uint32_t k = 0; same && k < i; k++)
            same = have->texts[k].id != have->texts[i].id;
    }
    return same;
}

static bool remove_texts(struct rq_typed_writer *w, const struct rq_gff_field *f)
{
    bool fine = true;
    while (fine && f->v.loc->count) {
        size_t before = rq_typed_enter(w, NULL, f->v.loc->texts[0].id);
        fine = rq_gff_remove(w->doc, w->root, w->path, w->err);
        rq_typed_leave(w, before);
    }
    return fine;
}

static bool write_strref(struct rq_typed_writer *w, uint32_t strref)
{
    size_t before = rq_typed_enter(w, "strref", 0);
    bool fine = rq_gff_set_strref(w->doc, w->root, w->path, strref, w->err);
    rq_typed_leave(w, before);
    return fine;
}

static bool write_locstring(struct rq_typed_writer *w, const struct rq_gff_field *have,
                            const struct rq_typed_locstring *loc)
{
    bool set = have && has_same_ids(have->v.loc, loc);
    bool fine = have ? write_strref(w, loc->strref)
                     : rq_gff_add_locstring(w->doc, w->root, w->path, loc->strref, w->err);
    if (fine && have && !set)
        fine = remove_texts(w, have);
    for (uint32_t i = 0; fine && i < loc->count; i++)
        fine = write_text(w, loc->texts[i].id, text_of(loc, i), !set);
    return fine;
}

#define SET_OR_ADD(type) (have ? rq_gff_set_##type : rq_gff_add_##type)
#define PUT(type, value) SET_OR_ADD(type)(w->doc, w->root, w->path, value, w->err)

/* The value as it stands in the member, whose alignment it has. */
#define AS(type) (*(const type *)value)

bool rq_typed_write(struct rq_typed_writer *w, const struct rq_field *field,
                    enum rq_typed_kind kind, const void *value)
{
    const struct rq_gff_field *have = rq_typed_find(w, field);
    if (w->err->code)
        return false;
    switch (kind) {
    case RQ_TYPED_DWORD64: return PUT(dword64, AS(uint64_t));
    case RQ_TYPED_FLOAT: return PUT(float, AS(float));
    case RQ_TYPED_STRING: return PUT(string, text_at(value));
    case RQ_TYPED_RESREF: return PUT(resref, text_at(value));
    case RQ_TYPED_LOCSTRING: return write_locstring(w, have, value);
    case RQ_TYPED_VOID: return PUT(void, AS(struct rq_bytes));
    case RQ_TYPED_ORIENTATION: return PUT(orientation, value);
    case RQ_TYPED_VECTOR: return PUT(vector, value);
    case RQ_TYPED_INT_BYTE:
    case RQ_TYPED_FLOAT_INT: return write_number(w, kind, have, value);
    case RQ_TYPED_CELL:
    case RQ_TYPED_PARAMETER:
        return rq_fail(w->err, RQ_USAGE, 0, w->path,
                       "its type is that of the value: change it with the functions of gff.h");
    default:
        return put_integer[kind][!have](w->doc, w->root, w->path, integer_at(kind, value), w->err);
    }
}
