/* Changes of a GFF: everything that can fail is done before the tree is touched. */
#include "formats/kotor/gff/edit.h"
#include "formats/restype.h"

#include <stdio.h>

bool rq_gff_fail(const struct rq_gff_edit *e, enum rq_code code, const char *text)
{
    return rq_fail(e->err, code, 0, e->path, "%s", text);
}

bool rq_gff_wrong(const struct rq_gff_edit *e, const char *expected)
{
    return rq_gff_place_wrong(&e->place, e->path, expected, e->err);
}

/* ---- memory ---- */

void *rq_gff_get(struct rq_gff_edit *e, size_t count, size_t size)
{
    struct rq_arena *arena = &e->doc->arena;
    if (!size || count <= SIZE_MAX / size)
        rq_doc_allow(e->doc, count * size);
    void *p = rq_arena_get(arena, count, size);
    if (!p && arena->over_limit)
        rq_gff_fail(e, RQ_LIMIT, "would need more memory than the document may take");
    else if (!p)
        rq_gff_fail(e, RQ_NO_MEMORY, "out of memory");
    return p;
}

/* Room for one more behind count items. NULL without memory; items is as it was, also then. */
void *rq_gff_one_more(struct rq_gff_edit *e, void *items, uint32_t count, uint8_t *room,
                      size_t size)
{
    uint32_t capacity = *room ? 1u << *room : count;
    uint8_t larger = 2;
    if (count < capacity)
        return items;
    while (larger < 31 && 1u << larger <= count)
        larger++;
    if (1u << larger <= count) {
        rq_gff_fail(e, RQ_LIMIT, "too many to add one more");
        return NULL;
    }
    void *copy = rq_gff_get(e, (size_t)1 << larger, size);
    if (!copy)
        return NULL;
    if (count)
        memcpy(copy, items, (size_t)count * size);
    *room = larger;
    return copy;
}

const uint8_t *rq_gff_keep(struct rq_gff_edit *e, const void *data, size_t size)
{
    if (size > UINT32_MAX) {
        rq_gff_fail(e, RQ_LIMIT, "longer than the 32 bits of a size can tell");
        return NULL;
    }
    uint8_t *kept = rq_gff_get(e, size, 1);
    if (kept && size)
        memcpy(kept, data, size);
    return kept;
}

/* ---- beginning ---- */

static void note_structs(struct rq_gff *gff, struct rq_gff_struct *s, uint8_t depth)
{
    s->depth = depth;
    gff->struct_count++;
    gff->field_count += s->field_count;
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct rq_gff_field *f = &s->fields[i];
        bool has_structs = f->type == RQ_GFF_STRUCT || f->type == RQ_GFF_LIST;
        for (uint32_t k = 0; has_structs && k < f->size; k++)
            note_structs(gff, &f->v.child[k], (uint8_t)(depth + 1));
    }
}

/* The place to change; the document is settled, so that its layout can be kept. */
bool rq_gff_begin(struct rq_gff_edit *e)
{
    if (!rq_gff_usable(e->doc, e->in, e->path, e->err) ||
        !rq_gff_place(e->in, e->path, &e->place, e->err))
        return false;
    e->gff = e->doc->root;
    e->parent = e->place.inner ? e->place.inner : e->in;
    if (!rq_doc_settle(e->doc, e->err))
        return false;
    if (!e->gff->editing) {
        e->gff->struct_count = e->gff->field_count = 0;
        note_structs(e->gff, e->gff->root, 0);
    }
    e->gff->editing = true;
    return true;
}

static bool is_field(struct rq_gff_edit *e, uint8_t type)
{
    bool is = e->place.there && e->place.kind == RQ_GFF_AT_FIELD && e->place.field->type == type;
    return is || rq_gff_wrong(e, rq_gff_type_names[type]);
}

static bool begin_set(struct rq_gff_edit *e, uint8_t type)
{
    return rq_gff_begin(e) && is_field(e, type);
}

/* ---- new fields ---- */

bool rq_gff_is_new(const struct rq_gff_edit *e)
{
    if (e->place.kind == RQ_GFF_AT_ELEMENT)
        return rq_gff_fail(e, RQ_USAGE,
                           "expected struct, found a value of another type for a list");
    if (e->place.kind == RQ_GFF_AT_TEXT && !e->place.there)
        return rq_gff_fail(e, RQ_USAGE,
                           "expected string, found a value of another type for a locstring");
    if (e->place.there)
        return rq_gff_wrong(e, "nothing");
    return e->place.label[0] ||
           rq_gff_fail(
               e, RQ_USAGE,
               "expected a label of 1 to 16 bytes, or \"Label#2\" with one field \"Label\"");
}

static bool begin_add(struct rq_gff_edit *e)
{
    return rq_gff_begin(e) && rq_gff_is_new(e);
}

/* The field goes to the end of its struct; the label is filled in. */
bool rq_gff_add_field(struct rq_gff_edit *e, struct rq_gff_field field)
{
    struct rq_gff_struct *s = e->parent;
    struct rq_gff_field *fields =
        rq_gff_one_more(e, s->fields, s->field_count, &s->room, sizeof *fields);
    if (!fields)
        return false;
    s->fields = fields;
    field.label = (const char *)rq_gff_keep(e, e->place.label, LABEL_ROOM);
    if (!field.label)
        return false;
    fields[s->field_count++] = field;
    e->gff->field_count++;
    return true;
}

/* ---- numbers ---- */

static const struct {
    int64_t least, most;
} ranges[] = {
    [RQ_GFF_BYTE] = {0, UINT8_MAX},   [RQ_GFF_CHAR] = {INT8_MIN, INT8_MAX},
    [RQ_GFF_WORD] = {0, UINT16_MAX},  [RQ_GFF_SHORT] = {INT16_MIN, INT16_MAX},
    [RQ_GFF_DWORD] = {0, UINT32_MAX}, [RQ_GFF_INT] = {INT32_MIN, INT32_MAX},
};

static bool in_range(const struct rq_gff_edit *e, uint8_t type, int64_t value)
{
    return (value >= ranges[type].least && value <= ranges[type].most) ||
           rq_fail(e->err, RQ_USAGE, 0, e->path, "expected %s (%lld to %lld), found %lld",
                   rq_gff_type_names[type], (long long)ranges[type].least,
                   (long long)ranges[type].most, (long long)value);
}

static bool set_integer(struct rq_gff_edit e, uint8_t type, int64_t value)
{
    if (!begin_set(&e, type) || !in_range(&e, type, value))
        return false;
    uint32_t *word = &e.place.field->v.word, had = *word;
    *word = (uint32_t)value;
    /* Bits that the value has no say in stay when they are not the usual ones. */
    if (rq_gff_usual_word(type, had) != had) {
        uint32_t bits = type <= RQ_GFF_CHAR ? 0xFF : 0xFFFF;
        *word = (*word & bits) | (had & ~bits);
    }
    return true;
}

static bool add_integer(struct rq_gff_edit e, uint8_t type, int64_t value)
{
    return begin_add(&e) && in_range(&e, type, value) &&
           rq_gff_add_field(&e, (struct rq_gff_field){.type = type, .v.word = (uint32_t)value});
}

static bool set_wide(struct rq_gff_edit e, uint8_t type, uint64_t value)
{
    if (!begin_set(&e, type))
        return false;
    e.place.field->v.wide = value;
    return true;
}

static bool add_wide(struct rq_gff_edit e, uint8_t type, uint64_t value)
{
    return begin_add(&e) &&
           rq_gff_add_field(&e, (struct rq_gff_field){.type = type, .v.wide = value});
}

#define NUMBER(name, c_type, kind, gff_type)                                                       \
    bool rq_gff_set_##name(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,         \
                           c_type value, struct rq_error *err)                                     \
    {                                                                                              \
        return set_##kind(RQ_GFF_EDIT, gff_type, value);                                           \
    }                                                                                              \
    bool rq_gff_add_##name(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,         \
                           c_type value, struct rq_error *err)                                     \
    {                                                                                              \
        return add_##kind(RQ_GFF_EDIT, gff_type, value);                                           \
    }

NUMBER(byte, int64_t, integer, RQ_GFF_BYTE)
NUMBER(char, int64_t, integer, RQ_GFF_CHAR)
NUMBER(word, int64_t, integer, RQ_GFF_WORD)
NUMBER(short, int64_t, integer, RQ_GFF_SHORT)
NUMBER(dword, int64_t, integer, RQ_GFF_DWORD)
NUMBER(int, int64_t, integer, RQ_GFF_INT)
NUMBER(dword64, uint64_t, wide, RQ_GFF_DWORD64)

bool rq_gff_set_int64(struct rq_doc *doc, struct rq_gff_struct *in, const char *path, int64_t value,
                      struct rq_error *err)
{
    return set_wide(RQ_GFF_EDIT, RQ_GFF_INT64, (uint64_t)value);
}

bool rq_gff_add_int64(struct rq_doc *doc, struct rq_gff_struct *in, const char *path, int64_t value,
                      struct rq_error *err)
{
    return add_wide(RQ_GFF_EDIT, RQ_GFF_INT64, (uint64_t)value);
}

/* One number of a vector; its bytes may be those of the file that was read. */
static bool set_number(struct rq_gff_edit *e, float value)
{
    struct rq_gff_field *f = e->place.field;
    uint8_t *bytes = rq_gff_get(e, f->size, 1);
    if (!bytes)
        return false;
    memcpy(bytes, f->v.data, f->size);
    rq_set32(bytes + (size_t)e->place.index * 4, rq_bits_of(value));
    f->v.data = bytes;
    return true;
}

bool rq_gff_set_float(struct rq_doc *doc, struct rq_gff_struct *in, const char *path, float value,
                      struct rq_error *err)
{
    struct rq_gff_edit e = RQ_GFF_EDIT;
    if (!rq_gff_begin(&e))
        return false;
    if (e.place.kind == RQ_GFF_AT_NUMBER)
        return set_number(&e, value);
    if (!is_field(&e, RQ_GFF_FLOAT))
        return false;
    e.place.field->v.word = rq_bits_of(value);
    return true;
}

bool rq_gff_add_float(struct rq_doc *doc, struct rq_gff_struct *in, const char *path, float value,
                      struct rq_error *err)
{
    struct rq_gff_edit e = RQ_GFF_EDIT;
    return begin_add(&e) &&
           rq_gff_add_field(
               &e, (struct rq_gff_field){.type = RQ_GFF_FLOAT, .v.word = rq_bits_of(value)});
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

bool rq_gff_set_double(struct rq_doc *doc, struct rq_gff_struct *in, const char *path, double value,
                       struct rq_error *err)
{
    return set_wide(RQ_GFF_EDIT, RQ_GFF_DOUBLE, bits_of(value));
}

bool rq_gff_add_double(struct rq_doc *doc, struct rq_gff_struct *in, const char *path, double value,
                       struct rq_error *err)
{
    return add_wide(RQ_GFF_EDIT, RQ_GFF_DOUBLE, bits_of(value));
}

/* ---- bytes ---- */

static bool set_bytes(struct rq_gff_edit e, uint8_t type, struct rq_bytes bytes)
{
    const uint8_t *data = NULL;
    if (begin_set(&e, type))
        data = rq_gff_keep(&e, bytes.data, bytes.size);
    if (!data)
        return false;
    e.place.field->v.data = data;
    e.place.field->size = (uint32_t)bytes.size;
    return true;
}

static bool add_bytes(struct rq_gff_edit e, uint8_t type, struct rq_bytes bytes)
{
    const uint8_t *data = NULL;
    if (begin_add(&e))
        data = rq_gff_keep(&e, bytes.data, bytes.size);
    return data &&
           rq_gff_add_field(&e, (struct rq_gff_field){
                                    .type = type, .v.data = data, .size = (uint32_t)bytes.size});
}

bool rq_gff_set_void(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                     struct rq_bytes value, struct rq_error *err)
{
    return set_bytes(RQ_GFF_EDIT, RQ_GFF_VOID, value);
}

bool rq_gff_add_void(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                     struct rq_bytes value, struct rq_error *err)
{
    return add_bytes(RQ_GFF_EDIT, RQ_GFF_VOID, value);
}

/* Four floats at most, as the file has them. */
struct floats {
    uint8_t bytes[16];
};

static struct floats floats_of(const float *value, size_t count)
{
    struct floats floats;
    for (size_t i = 0; i < count; i++)
        rq_set32(floats.bytes + i * 4, rq_bits_of(value[i]));
    return floats;
}

#define FLOATS(name, count, gff_type)                                                              \
    bool rq_gff_set_##name(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,         \
                           const float value[count], struct rq_error *err)                         \
    {                                                                                              \
        struct floats floats = floats_of(value, count);                                            \
        return set_bytes(RQ_GFF_EDIT, gff_type,                                                    \
                         (struct rq_bytes){floats.bytes, (size_t)(count)*4});                      \
    }                                                                                              \
    bool rq_gff_add_##name(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,         \
                           const float value[count], struct rq_error *err)                         \
    {                                                                                              \
        struct floats floats = floats_of(value, count);                                            \
        return add_bytes(RQ_GFF_EDIT, gff_type,                                                    \
                         (struct rq_bytes){floats.bytes, (size_t)(count)*4});                      \
    }

FLOATS(orientation, 4, RQ_GFF_ORIENTATION)
FLOATS(vector, 3, RQ_GFF_VECTOR)

bool rq_gff_set_strref(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                       uint32_t value, struct rq_error *err)
{
    struct rq_gff_edit e = RQ_GFF_EDIT;
    if (!rq_gff_begin(&e))
        return false;
    if (e.place.kind == RQ_GFF_AT_REF) {
        e.place.field->v.loc->strref = value;
        return true;
    }
    uint8_t *bytes = is_field(&e, RQ_GFF_STRREF) ? rq_gff_get(&e, 4, 1) : NULL;
    if (!bytes)
        return false;
    rq_set32(bytes, value);
    e.place.field->v.data = bytes;
    return true;
}

bool rq_gff_add_strref(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                       uint32_t value, struct rq_error *err)
{
    uint8_t bytes[4];
    rq_set32(bytes, value);
    return add_bytes(RQ_GFF_EDIT, RQ_GFF_STRREF, (struct rq_bytes){bytes, 4});
}

/* ---- text ---- */

/* Says which character can't be had; label (or NULL) is of a field below the path. */
static bool bad_text(const struct rq_gff_edit *e, const char *label, enum rq_codepage page,
                     struct rq_bytes utf8, size_t at)
{
    uint32_t code = 0;
    char in[LABEL_ROOM + 8] = "";
    if (label)
        snprintf(in, sizeof in, " of \"%.16s\"", label);
    if (!rq_utf8_get(utf8.data + at, utf8.size - at, &code))
        return rq_fail(e->err, RQ_USAGE, 0, e->path,
                       "expected UTF-8, found something else at byte %zu%s", at, in);
    return rq_fail(e->err, RQ_USAGE, 0, e->path,
                   "expected characters of %s, found U+%04X at byte %zu%s", rq_codepage_name(page),
                   (unsigned)code, at, in);
}

/* UTF-8 as bytes of the page, which live as long as the document. */
bool rq_gff_encode(struct rq_gff_edit *e, const char *label, enum rq_codepage page,
                   struct rq_bytes utf8, struct rq_bytes *bytes)
{
    struct rq_out out = {.alloc = e->doc->alloc};
    size_t bad = 0;
    bool fine = rq_text_encode(&out, page, utf8, &bad);
    if (out.failed)
        rq_fail_out(e->err, &out);
    else if (!fine)
        bad_text(e, label, page, utf8, bad);
    *bytes = (struct rq_bytes){fine ? rq_gff_keep(e, out.data, out.size) : NULL, out.size};
    rq_out_free(&out);
    return bytes->data != NULL;
}

static bool take_text(struct rq_gff_edit *e, enum rq_codepage page, const char *utf8,
                      struct rq_bytes *bytes)
{
    if (!utf8)
        return rq_gff_fail(e, RQ_USAGE, "expected a text, found NULL");
    return rq_gff_encode(e, NULL, page, (struct rq_bytes){(const uint8_t *)utf8, strlen(utf8)},
                         bytes);
}

static bool set_text_of_language(struct rq_gff_edit *e, const char *utf8)
{
    struct rq_bytes bytes;
    if (!e->place.there)
        return rq_gff_wrong(e, "string");
    if (!take_text(e, rq_language_page(e->doc->page, e->place.id), utf8, &bytes))
        return false;
    e->place.field->v.loc->texts[e->place.index].text = bytes;
    return true;
}

static bool add_text_of_language(struct rq_gff_edit *e, const char *utf8)
{
    struct rq_gff_locstring *loc = e->place.field->v.loc;
    struct rq_bytes bytes;
    if (e->place.there)
        return rq_gff_wrong(e, "nothing");
    if (!take_text(e, rq_language_page(e->doc->page, e->place.id), utf8, &bytes))
        return false;
    struct rq_gff_text *texts =
        rq_gff_one_more(e, loc->texts, loc->count, &loc->room, sizeof *texts);
    if (!texts)
        return false;
    loc->texts = texts;
    texts[loc->count++] = (struct rq_gff_text){e->place.id, bytes};
    return true;
}

/* A string or a resref in the document's page. */
static bool take_field_text(struct rq_gff_edit *e, uint8_t type, const char *utf8,
                            struct rq_bytes *bytes)
{
    if (!take_text(e, e->doc->page, utf8, bytes))
        return false;
    return type != RQ_GFF_RESREF || bytes->size <= RQ_GFF_RESREF_MOST ||
           rq_fail(e->err, RQ_USAGE, 0, e->path, "expected resref (%d bytes at most), found %zu",
                   RQ_GFF_RESREF_MOST, bytes->size);
}

static bool set_text(struct rq_gff_edit e, uint8_t type, const char *utf8)
{
    struct rq_bytes bytes = {0};
    if (!rq_gff_begin(&e))
        return false;
    if (type == RQ_GFF_STRING && e.place.kind == RQ_GFF_AT_TEXT)
        return set_text_of_language(&e, utf8);
    if (!is_field(&e, type) || !take_field_text(&e, type, utf8, &bytes))
        return false;
    e.place.field->v.data = bytes.data;
    e.place.field->size = (uint32_t)bytes.size;
    return true;
}

static bool add_text(struct rq_gff_edit e, uint8_t type, const char *utf8)
{
    struct rq_bytes bytes = {0};
    if (!rq_gff_begin(&e))
        return false;
    if (type == RQ_GFF_STRING && e.place.kind == RQ_GFF_AT_TEXT)
        return add_text_of_language(&e, utf8);
    return rq_gff_is_new(&e) && take_field_text(&e, type, utf8, &bytes) &&
           rq_gff_add_field(&e, (struct rq_gff_field){.type = type,
                                                      .v.data = bytes.data,
                                                      .size = (uint32_t)bytes.size});
}

#define TEXT(name, gff_type)                                                                       \
    bool rq_gff_set_##name(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,         \
                           const char *utf8, struct rq_error *err)                                 \
    {                                                                                              \
        return set_text(RQ_GFF_EDIT, gff_type, utf8);                                              \
    }                                                                                              \
    bool rq_gff_add_##name(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,         \
                           const char *utf8, struct rq_error *err)                                 \
    {                                                                                              \
        return add_text(RQ_GFF_EDIT, gff_type, utf8);                                              \
    }

TEXT(string, RQ_GFF_STRING)
TEXT(resref, RQ_GFF_RESREF)

bool rq_gff_add_locstring(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                          uint32_t strref, struct rq_error *err)
{
    struct rq_gff_edit e = RQ_GFF_EDIT;
    struct rq_gff_locstring *loc = begin_add(&e) ? rq_gff_get(&e, 1, sizeof *loc) : NULL;
    if (!loc)
        return false;
    loc->strref = strref;
    return rq_gff_add_field(&e, (struct rq_gff_field){.type = RQ_GFF_LOCSTRING, .v.loc = loc});
}
