/* The tables of fields.def and names.def, and how a field is found in them. */
#include "core/bytes.h"
#include "core/text.h"

#include <reliquary/blueprint.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the tables ---- */

enum {
    SCHEMA_none,
#define SCHEMA(name, kind, path, also) SCHEMA_##name,
#include "blueprint/fields.def"
    SCHEMA_COUNT,
};

static const struct rq_schema schemas[SCHEMA_COUNT];

#define TYPE_BYTE        "BYTE", 1u << RQ_GFF_BYTE
#define TYPE_CHAR        "CHAR", 1u << RQ_GFF_CHAR
#define TYPE_WORD        "WORD", 1u << RQ_GFF_WORD
#define TYPE_SHORT       "SHORT", 1u << RQ_GFF_SHORT
#define TYPE_DWORD       "DWORD", 1u << RQ_GFF_DWORD
#define TYPE_INT         "INT", 1u << RQ_GFF_INT
#define TYPE_DWORD64     "DWORD64", 1u << RQ_GFF_DWORD64
#define TYPE_FLOAT       "FLOAT", 1u << RQ_GFF_FLOAT
#define TYPE_STRING      "CExoString", 1u << RQ_GFF_STRING
#define TYPE_RESREF      "CResRef", 1u << RQ_GFF_RESREF
#define TYPE_LOCSTRING   "CExoLocString", 1u << RQ_GFF_LOCSTRING
#define TYPE_VOID        "VOID", 1u << RQ_GFF_VOID
#define TYPE_ORIENTATION "Orientation", 1u << RQ_GFF_ORIENTATION
#define TYPE_VECTOR      "Vector", 1u << RQ_GFF_VECTOR
#define TYPE_INT_BYTE    "INT|BYTE", 1u << RQ_GFF_INT | 1u << RQ_GFF_BYTE
#define TYPE_FLOAT_INT   "FLOAT|INT", 1u << RQ_GFF_FLOAT | 1u << RQ_GFF_INT
#define TYPE_CELL                                                                                  \
    "INT|FLOAT|CExoString|DWORD",                                                                  \
        1u << RQ_GFF_INT | 1u << RQ_GFF_FLOAT | 1u << RQ_GFF_STRING | 1u << RQ_GFF_DWORD
#define TYPE_PARAMETER                                                                             \
    "INT|FLOAT|DWORD|CExoString|Struct", 1u << RQ_GFF_INT | 1u << RQ_GFF_FLOAT |                   \
                                             1u << RQ_GFF_DWORD | 1u << RQ_GFF_STRING |            \
                                             1u << RQ_GFF_STRUCT

#define LOW  INT64_MIN
#define HIGH INT64_MAX

#define TYPE_STRUCT "Struct", 1u << RQ_GFF_STRUCT
#define TYPE_LIST   "List", 1u << RQ_GFF_LIST

#define ROW(label, type, child, k1, k2, where, dead, absent, absent_source, min, max, nothing,     \
            ref, dead_source, id, meaning)                                                         \
    {label,                                                                                        \
     TYPE_##type,                                                                                  \
     child,                                                                                        \
     RQ_FIELD_##k1,                                                                                \
     RQ_FIELD_##k2,                                                                                \
     RQ_FIELD_##where,                                                                             \
     RQ_FIELD_##dead,                                                                              \
     absent,                                                                                       \
     min,                                                                                          \
     max,                                                                                          \
     nothing,                                                                                      \
     ref,                                                                                          \
     id,                                                                                           \
     meaning,                                                                                      \
     absent_source,                                                                                \
     dead_source},
#define PART(type, label, child, k1, k2, where, dead, absent, absent_source, min, max, ref,        \
             dead_source, id, meaning)                                                             \
    ROW(label, type, &schemas[SCHEMA_##child], k1, k2, where, dead, absent, absent_source, min,    \
        max, "", ref, dead_source, id, meaning)

#define SCHEMA(name, kind, path, also) static const struct rq_field fields_of_##name[] = {
#define FIELD(member, type, k1, k2, where, dead, absent, absent_source, min, max, nothing, ref,    \
              dead_source, meaning)                                                                \
    ROW(#member, type, NULL, k1, k2, where, dead, absent, absent_source, min, max, nothing, ref,   \
        dead_source, "", meaning)
#define STRUCT(member, ...) PART(STRUCT, __VA_ARGS__)
#define LIST(member, ...)   PART(LIST, __VA_ARGS__)
#define END(name)                                                                                  \
    {                                                                                              \
        0                                                                                          \
    }                                                                                              \
    }                                                                                              \
    ;
#include "blueprint/fields.def"

#define SCHEMA(name, kind, path, also)                                                             \
    {kind, path, SCHEMA_##also ? &schemas[SCHEMA_##also] : NULL, fields_of_##name},

/* In the order of the enum. */
static const struct rq_schema schemas[SCHEMA_COUNT] = {
    {0},
#include "blueprint/fields.def"
};

static const struct rq_named_value named[] = {
#define NAMED(list, value, name) {list, value, name},
#include "blueprint/names.def"
#undef NAMED
};
enum { NAMED_COUNT = sizeof named / sizeof named[0] };

/* ---- what the columns say ---- */

bool rq_field_is_read(const struct rq_field *field, unsigned version)
{
    return field->dead != RQ_FIELD_YES && (field->dead != RQ_FIELD_ONLY_K1 || version == 2);
}

/* One of the words of `nothing`, with or without quotes around it. */
static bool is_nothing(const struct rq_field *field, const char *text, size_t size)
{
    for (const char *at = field->nothing; *at;) {
        size_t length = strcspn(at, ",");
        size_t quote = length >= 2 && at[0] == '"';
        if (length - 2 * quote == size && memcmp(at + quote, text, size) == 0)
            return true;
        at += length + (at[length] == ',');
    }
    return false;
}

bool rq_field_is_nothing_number(const struct rq_field *field, int64_t number)
{
    char text[24];
    int size = snprintf(text, sizeof text, "%lld", (long long)number);
    return field->nothing[0] && is_nothing(field, text, (size_t)size);
}

bool rq_field_is_nothing(const struct rq_field *field, const struct rq_gff_field *value)
{
    int64_t number;
    bool text = value->type == RQ_GFF_STRING || value->type == RQ_GFF_RESREF;
    if (rq_gff_number(value, &number))
        return rq_field_is_nothing_number(field, number);
    return text && field->nothing[0] &&
           is_nothing(field, value->size ? (const char *)value->v.data : "", value->size);
}

/* ---- search ---- */

size_t rq_schema_count(void)
{
    return SCHEMA_COUNT - 1;
}

const struct rq_schema *rq_schema_at(size_t index)
{
    return index < SCHEMA_COUNT - 1 ? &schemas[index + 1] : NULL;
}

/* Blanks at the end of a kind do not count: GFF files fill it up to four letters. */
static bool is_kind(const char *have, const char *kind)
{
    size_t i = 0;
    while (have[i] && rq_lower(have[i]) == rq_lower(kind[i]))
        i++;
    while (!have[i] && kind[i] == ' ')
        kind++;
    return !have[i] && !kind[i];
}

/* Templates of the toolset have the fields of what they make. */
static const char *const same_as[][2] = {
    {"BTC", "UTC"}, {"BTD", "UTD"}, {"BTE", "UTE"}, {"BTI", "UTI"},
    {"BTM", "UTM"}, {"BTP", "UTP"}, {"BTT", "UTT"},
};

const struct rq_schema *rq_schema_root(const char *kind)
{
    for (size_t i = 0; i < sizeof same_as / sizeof same_as[0]; i++)
        if (is_kind(same_as[i][0], kind))
            kind = same_as[i][1];
    for (size_t i = 1; i < SCHEMA_COUNT; i++)
        if (strcmp(schemas[i].path, "/") == 0 && is_kind(schemas[i].kind, kind))
            return &schemas[i];
    return NULL;
}

static const struct rq_field *find_own(const struct rq_schema *schema, const char *label)
{
    for (const struct rq_field *f = schema->fields; f->label; f++)
        if (strcmp(f->label, label) == 0)
            return f;
    return NULL;
}

const struct rq_field *rq_schema_field(const struct rq_schema *schema, const char *label,
                                       const struct rq_field **after)
{
    const struct rq_field *found = NULL;
    if (after && *after && (*after)->label && (*after)[1].label &&
        strcmp((*after)[1].label, label) == 0)
        found = *after + 1;
    for (const struct rq_schema *s = schema; !found && s; s = s->also)
        found = find_own(s, label);
    if (!found && schema && strcmp(schema->path, "/") == 0)
        found = find_own(&schemas[SCHEMA_stamps], label);
    if (after && found)
        *after = found;
    return found;
}

const struct rq_field *rq_schema_similar(const struct rq_schema *schema, const char *label)
{
    for (; schema; schema = schema->also)
        for (const struct rq_field *f = schema->fields; f->label; f++)
            if (is_kind(f->label, label) && strcmp(f->label, label) != 0)
                return f;
    return NULL;
}

const struct rq_schema *rq_field_struct(const struct rq_field *field)
{
    const char *shared = "struct:";
    if (field->schema || strncmp(field->ref, shared, strlen(shared)) != 0)
        return field->schema;
    return rq_schema_root(field->ref + strlen(shared));
}

uint32_t rq_field_usual_id(const struct rq_field *field, uint32_t index)
{
    if (strncmp(field->id, "index", 5) == 0)
        return index;
    return (uint32_t)strtoul(field->id, NULL, 10);
}

enum { PART_ROOM = 32 }; /* labels have 16 bytes at most */

/* The part at *path without "[]", and moves behind it. */
static void take_part(const char **path, char part[PART_ROOM])
{
    size_t size = strcspn(*path, "/"), kept = size;
    if (kept >= 2 && memcmp(*path + kept - 2, "[]", 2) == 0)
        kept -= 2;
    snprintf(part, PART_ROOM, "%.*s", (int)(kept < PART_ROOM ? kept : PART_ROOM), *path);
    *path += size + ((*path)[size] == '/');
}

static bool is_element(const char *part)
{
    return strcmp(part, "*") == 0 || (part[0] && !part[strspn(part, "0123456789")]);
}

const struct rq_field *rq_field_at(const char *kind, const char *path, const struct rq_schema **in)
{
    const struct rq_schema *schema = rq_schema_root(kind), *of = schema;
    const struct rq_field *field = NULL;
    char part[PART_ROOM];
    path += *path == '/';
    while (schema && *path) {
        bool many = field && (field->types & 1u << RQ_GFF_LIST) != 0;
        take_part(&path, part);
        if (many && is_element(part)) {
            field = NULL;
            continue;
        }
        field = rq_schema_field(schema, part, NULL);
        of = field ? schema : NULL;
        schema = field ? rq_field_struct(field) : NULL;
    }
    if (*path) {
        field = NULL;
        of = NULL;
    }
    if (in)
        *in = field || !of ? of : schema;
    return field;
}

const struct rq_named_value *rq_named_values(const char *list, size_t *count)
{
    size_t first = 0;
    *count = 0;
    while (first < NAMED_COUNT && strcmp(named[first].list, list) != 0)
        first++;
    while (first + *count < NAMED_COUNT && strcmp(named[first + *count].list, list) == 0)
        *count += 1;
    return *count ? &named[first] : NULL;
}
