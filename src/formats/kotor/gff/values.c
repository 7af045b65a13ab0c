/* Values of a GFF from text, by path: the facet `values`. */
#include "formats/kotor/gff/edit.h"
#include "formats/value.h"

static struct rq_gff_struct *root_of(const struct rq_doc *doc)
{
    return ((const struct rq_gff *)doc->root)->root;
}

/* ---- integers: one row for each type that is stored in a word ---- */

typedef bool integer_fn(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                        int64_t value, struct rq_error *err);

static const struct {
    int64_t least, most;
    integer_fn *set, *add;
} integers[] = {
    [RQ_GFF_BYTE] = {0, UINT8_MAX, rq_gff_set_byte, rq_gff_add_byte},
    [RQ_GFF_CHAR] = {INT8_MIN, INT8_MAX, rq_gff_set_char, rq_gff_add_char},
    [RQ_GFF_WORD] = {0, UINT16_MAX, rq_gff_set_word, rq_gff_add_word},
    [RQ_GFF_SHORT] = {INT16_MIN, INT16_MAX, rq_gff_set_short, rq_gff_add_short},
    [RQ_GFF_DWORD] = {0, UINT32_MAX, rq_gff_set_dword, rq_gff_add_dword},
    [RQ_GFF_INT] = {INT32_MIN, INT32_MAX, rq_gff_set_int, rq_gff_add_int},
};

static bool put_integer(struct rq_doc *doc, const char *path, uint8_t type, const char *text,
                        bool add, struct rq_error *err)
{
    int64_t v;
    if (!rq_value_integer(path, text, integers[type].least, integers[type].most, &v, err))
        return false;
    return (add ? integers[type].add : integers[type].set)(doc, root_of(doc), path, v, err);
}

/* ---- the other types ---- */

static bool put_wide(struct rq_doc *doc, const char *path, uint8_t type, const char *text, bool add,
                     struct rq_error *err)
{
    struct rq_gff_struct *root = root_of(doc);
    uint64_t u;
    int64_t i;
    if (type == RQ_GFF_DWORD64)
        return rq_value_unsigned64(path, text, &u, err) &&
               (add ? rq_gff_add_dword64 : rq_gff_set_dword64)(doc, root, path, u, err);
    return rq_value_integer(path, text, INT64_MIN, INT64_MAX, &i, err) &&
           (add ? rq_gff_add_int64 : rq_gff_set_int64)(doc, root, path, i, err);
}

static bool put_real(struct rq_doc *doc, const char *path, uint8_t type, const char *text, bool add,
                     struct rq_error *err)
{
    struct rq_gff_struct *root = root_of(doc);
    float f;
    double d;
    if (type == RQ_GFF_FLOAT)
        return rq_value_single(path, text, &f, err) &&
               (add ? rq_gff_add_float : rq_gff_set_float)(doc, root, path, f, err);
    return rq_value_double(path, text, &d, err) &&
           (add ? rq_gff_add_double : rq_gff_set_double)(doc, root, path, d, err);
}

static bool put_strref(struct rq_doc *doc, const char *path, const char *text, bool add,
                       struct rq_error *err)
{
    uint32_t strref;
    return rq_value_strref(path, text, &strref, err) &&
           (add ? rq_gff_add_strref : rq_gff_set_strref)(doc, root_of(doc), path, strref, err);
}

static bool put_void(struct rq_doc *doc, const char *path, const char *text, bool add,
                     struct rq_error *err)
{
    struct rq_bytes bytes;
    return rq_value_base64(doc, path, text, &bytes, err) &&
           (add ? rq_gff_add_void : rq_gff_set_void)(doc, root_of(doc), path, bytes, err);
}

/* A field of a type that has one value. */
static bool put_field(struct rq_doc *doc, const char *path, uint8_t type, const char *text,
                      bool add, struct rq_error *err)
{
    struct rq_gff_struct *root = root_of(doc);
    switch (type) {
    case RQ_GFF_BYTE:
    case RQ_GFF_CHAR:
    case RQ_GFF_WORD:
    case RQ_GFF_SHORT:
    case RQ_GFF_DWORD:
    case RQ_GFF_INT: return put_integer(doc, path, type, text, add, err);
    case RQ_GFF_DWORD64:
    case RQ_GFF_INT64: return put_wide(doc, path, type, text, add, err);
    case RQ_GFF_FLOAT:
    case RQ_GFF_DOUBLE: return put_real(doc, path, type, text, add, err);
    case RQ_GFF_STRING:
        return (add ? rq_gff_add_string : rq_gff_set_string)(doc, root, path, text, err);
    case RQ_GFF_RESREF:
        return (add ? rq_gff_add_resref : rq_gff_set_resref)(doc, root, path, text, err);
    case RQ_GFF_VOID: return put_void(doc, path, text, add, err);
    case RQ_GFF_STRREF: return put_strref(doc, path, text, add, err);
    default: return rq_fail(err, RQ_USAGE, 0, path, "expected a field of a type with one value");
    }
}

static bool set_value(struct rq_doc *doc, const char *path, const char *text, struct rq_error *err)
{
    struct rq_gff_place place;
    if (!rq_gff_place_there(root_of(doc), path, &place, "a value", err))
        return false;
    switch (place.kind) {
    case RQ_GFF_AT_FIELD: return put_field(doc, path, place.field->type, text, false, err);
    case RQ_GFF_AT_TEXT: return rq_gff_set_string(doc, root_of(doc), path, text, err);
    case RQ_GFF_AT_REF: return put_strref(doc, path, text, false, err);
    case RQ_GFF_AT_NUMBER: return put_real(doc, path, RQ_GFF_FLOAT, text, false, err);
    default: return rq_gff_place_wrong(&place, path, "a value", err);
    }
}

/* ---- new ones ---- */

/* A struct; text is its id. */
static bool insert_struct(struct rq_doc *doc, const char *path, const char *text,
                          struct rq_error *err)
{
    int64_t id = 0;
    return (!text || rq_value_integer(path, text, 0, UINT32_MAX, &id, err)) &&
           rq_gff_add_struct(doc, root_of(doc), path, (uint32_t)id, NULL, err);
}

static bool insert_floats(struct rq_doc *doc, const char *path, uint8_t type, struct rq_error *err)
{
    static const float zeros[4];
    return type == RQ_GFF_VECTOR ? rq_gff_add_vector(doc, root_of(doc), path, zeros, err)
                                 : rq_gff_add_orientation(doc, root_of(doc), path, zeros, err);
}

static bool insert_field(struct rq_doc *doc, const char *path, uint8_t type, const char *text,
                         struct rq_error *err)
{
    uint32_t strref = UINT32_MAX;
    bool textual = type == RQ_GFF_STRING || type == RQ_GFF_RESREF || type == RQ_GFF_VOID;
    switch (type) {
    case RQ_GFF_STRUCT: return insert_struct(doc, path, text, err);
    case RQ_GFF_LIST: return rq_gff_add_list(doc, root_of(doc), path, err);
    case RQ_GFF_ORIENTATION:
    case RQ_GFF_VECTOR: return insert_floats(doc, path, type, err);
    case RQ_GFF_LOCSTRING:
        return (!text || rq_value_strref(path, text, &strref, err)) &&
               rq_gff_add_locstring(doc, root_of(doc), path, strref, err);
    default: return put_field(doc, path, type, text ? text : textual ? "" : "0", true, err);
    }
}

static bool insert_value(struct rq_doc *doc, const char *path, const char *kind, const char *text,
                         struct rq_error *err)
{
    struct rq_gff_place place;
    uint8_t type = 0;
    if (!rq_gff_place(root_of(doc), path, &place, err))
        return false;
    if (!kind && place.kind == RQ_GFF_AT_ELEMENT)
        return insert_struct(doc, path, text, err);
    if (!kind && place.kind == RQ_GFF_AT_TEXT)
        return rq_gff_add_string(doc, root_of(doc), path, text ? text : "", err);
    while (kind && type < RQ_GFF_TYPES && strcmp(kind, rq_gff_type_names[type]) != 0)
        type++;
    if (!kind || type == RQ_GFF_TYPES)
        return rq_fail(err, RQ_USAGE, 0, path,
                       "expected the type of the new field (byte, resref, list ...), found %.20s",
                       kind ? kind : "none");
    return insert_field(doc, path, type, text, err);
}

static bool remove_value(struct rq_doc *doc, const char *path, struct rq_error *err)
{
    return rq_gff_remove(doc, root_of(doc), path, err);
}

static bool move_value(struct rq_doc *doc, const char *path, uint32_t to, struct rq_error *err)
{
    return rq_gff_move(doc, root_of(doc), path, to, err);
}

const struct rq_facet_values rq_gff_values = {.at = rq_gff_at,
                                              .set = set_value,
                                              .insert = insert_value,
                                              .remove = remove_value,
                                              .move = move_value};
