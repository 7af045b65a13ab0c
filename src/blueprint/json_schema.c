/* The JSON form of a GFF as JSON Schema (2020-12), from the tables. A field is a row
 * ["Label", "type", value]; each label that is known is asked for by itself ("if"), so that a validator
 * names the one field that is wrong, and labels that are not known are let through. */
#include "core/json.h"
#include "formats/kotor/gff/parts.h"

#include <reliquary/blueprint.h>
#include <stdio.h>
#include <stdlib.h>

struct writer {
    struct rq_json *j;
    bool *wanted; /* for each schema; behind them those that are done */
    size_t count;
};

static void put_text(struct rq_json *j, const char *key, const char *text)
{
    rq_json_key(j, key);
    rq_json_str(j, text);
}

static void put_number(struct rq_json *j, const char *key, int64_t number)
{
    rq_json_key(j, key);
    rq_json_i64(j, number);
}

/* "UTC.ClassList" of UTC /ClassList[]/. */
static void name_of(const struct rq_schema *schema, char name[80])
{
    size_t n = (size_t)snprintf(name, 40, "%s", schema->kind + (schema->kind[0] == '@'));
    for (const char *c = schema->path; *c && n + 1 < 80; c++) {
        if (*c == '/' && c[1])
            name[n++] = '.';
        else if (*c == ' ')
            name[n++] = '_';
        else if (*c != '/' && *c != '[' && *c != ']')
            name[n++] = *c;
    }
    name[n] = 0;
}

/* Refers to the struct, which is then written, too. */
static void put_ref(struct writer *w, const struct rq_schema *schema)
{
    char name[80], ref[96];
    name_of(schema, name);
    snprintf(ref, sizeof ref, "#/$defs/%s", name);
    put_text(w->j, "$ref", ref);
    w->wanted[schema - rq_schema_at(0)] = true;
}

/* ---- values ---- */

static const int64_t limits[][2] = {
    {0, UINT8_MAX},         {INT8_MIN, INT8_MAX}, {0, UINT16_MAX},
    {INT16_MIN, INT16_MAX}, {0, UINT32_MAX},      {INT32_MIN, INT32_MAX},
};

static void put_limits(struct rq_json *j, const struct rq_field *f, uint8_t type)
{
    bool whole = type <= RQ_GFF_INT;
    int64_t least = f->min != INT64_MIN || !whole ? f->min : limits[type][0];
    int64_t most = f->max != INT64_MAX || !whole ? f->max : limits[type][1];
    if (least != INT64_MIN)
        put_number(j, "minimum", least);
    if (most != INT64_MAX)
        put_number(j, "maximum", most);
}

/* One value with its name. */
static void put_const(struct rq_json *j, int64_t value, const char *title)
{
    rq_json_object_row(j);
    put_number(j, "const", value);
    put_text(j, "title", title);
    rq_json_end_object(j);
}

static bool is_number(const char *text, int64_t *number)
{
    char *end;
    *number = strtoll(text, &end, 10);
    return *text && !*end;
}

/* Every value of an enum; false when some of its names stand for more than one. */
static bool is_closed(const struct rq_field *f)
{
    size_t count;
    int64_t number;
    const struct rq_named_value *values =
        strncmp(f->ref, "enum:", 5) == 0 ? rq_field_values(f, &count) : NULL;
    bool closed = values != NULL;
    for (size_t i = 0; closed && i < count; i++)
        closed = is_number(values[i].value, &number);
    return closed;
}

/* The named values, those that mean nothing, and all else that is in the range: a name is help, and
 * files of the game hold values without one. */
static void put_integer(struct rq_json *j, const struct rq_field *f, uint8_t type)
{
    size_t count = 0;
    int64_t number;
    const struct rq_named_value *values = is_closed(f) ? rq_field_values(f, &count) : NULL;
    rq_json_object(j);
    rq_json_key(j, "anyOf");
    rq_json_array(j);
    for (size_t i = 0; values && i < count; i++)
        if (is_number(values[i].value, &number))
            put_const(j, number, values[i].name);
    for (const char *c = f->nothing; *c;) {
        char *end;
        number = strtoll(c, &end, 10);
        if (end != c)
            put_const(j, number, "nothing");
        c += strcspn(c, ",");
        c += *c == ',';
    }
    rq_json_object_row(j);
    put_text(j, "type", "integer");
    put_limits(j, f, type);
    rq_json_end_object(j);
    rq_json_end_array(j);
    rq_json_end_object(j);
}

static void put_floats(struct rq_json *j, size_t count)
{
    put_text(j, "type", "array");
    put_number(j, "minItems", (int64_t)count);
    put_number(j, "maxItems", (int64_t)count);
    rq_json_key(j, "items");
    rq_json_object_row(j);
    put_text(j, "$ref", "#/$defs/float");
    rq_json_end_object(j);
}

static void put_list(struct writer *w, const struct rq_field *f)
{
    put_text(w->j, "type", "array");
    if (f->min > 0)
        put_number(w->j, "minItems", f->min);
    if (f->max != INT64_MAX)
        put_number(w->j, "maxItems", f->max);
    rq_json_key(w->j, "items");
    rq_json_object_row(w->j);
    put_ref(w, f->schema);
    rq_json_end_object(w->j);
}

static void put_value(struct writer *w, const struct rq_field *f, uint8_t type)
{
    struct rq_json *j = w->j;
    if (type <= RQ_GFF_INT) {
        put_integer(j, f, type);
        return;
    }
    rq_json_object_row(j);
    switch (type) {
    case RQ_GFF_FLOAT:
        put_text(j, "$ref", "#/$defs/float");
        put_limits(j, f, type);
        break;
    case RQ_GFF_DWORD64: put_text(j, "$ref", "#/$defs/wide"); break;
    case RQ_GFF_RESREF:
        put_text(j, "type", "string");
        put_number(j, "maxLength", RQ_GFF_RESREF_MOST);
        break;
    case RQ_GFF_LOCSTRING: put_text(j, "$ref", "#/$defs/locstring"); break;
    case RQ_GFF_VOID:
        put_text(j, "type", "string");
        put_text(j, "contentEncoding", "base64");
        break;
    case RQ_GFF_STRUCT: put_ref(w, rq_field_struct(f)); break;
    case RQ_GFF_LIST: put_list(w, f); break;
    case RQ_GFF_ORIENTATION: put_floats(j, 4); break;
    case RQ_GFF_VECTOR: put_floats(j, 3); break;
    default: put_text(j, "type", "string"); break;
    }
    rq_json_end_object(j);
}

/* ---- rows ---- */

static void put_description(struct rq_json *j, const struct rq_field *f)
{
    struct rq_out text = {0};
    rq_put_str(&text, f->meaning);
    if (f->ref[0] && strcmp(f->ref, "text") != 0) {
        rq_put_str(&text, "; ");
        rq_field_ref_text(f, &text);
    }
    if (f->dead == RQ_FIELD_YES)
        rq_put_str(&text, "; the game does not read it");
    rq_put8(&text, 0);
    if (!text.failed)
        put_text(j, "description", (const char *)text.data);
    rq_out_free(&text);
}

/* [{"const": first}, ...]: what a row begins with. */
static void open_row(struct rq_json *j, const char *first)
{
    rq_json_key(j, "prefixItems");
    rq_json_array_row(j);
    rq_json_object_row(j);
    put_text(j, "const", first);
    rq_json_end_object(j);
}

/* The rest of the row of a field, for one of its types. */
static void put_row(struct writer *w, const struct rq_field *f, uint8_t type)
{
    struct rq_json *j = w->j;
    rq_json_object(j);
    open_row(j, f->label);
    rq_json_object_row(j);
    put_text(j, "const", rq_gff_type_names[type]);
    rq_json_end_object(j);
    put_value(w, f, type);
    rq_json_end_array(j);
    rq_json_end_object(j);
}

static void put_field(struct writer *w, const struct rq_field *f)
{
    struct rq_json *j = w->j;
    bool several = (f->types & (f->types - 1)) != 0;
    rq_json_object(j);
    rq_json_key(j, "if");
    rq_json_object_row(j);
    open_row(j, f->label);
    rq_json_end_array(j);
    rq_json_end_object(j);
    rq_json_key(j, "then");
    rq_json_object(j);
    put_text(j, "title", f->label);
    put_description(j, f);
    rq_json_key(j, several ? "anyOf" : "allOf");
    rq_json_array(j);
    for (uint32_t type = 0; type < RQ_GFF_TYPES; type++)
        if (f->types & 1u << type)
            put_row(w, f, (uint8_t)type);
    rq_json_end_array(j);
    rq_json_end_object(j);
    rq_json_end_object(j);
}

/* ---- structs ---- */

static void put_struct(struct writer *w, const struct rq_schema *schema)
{
    struct rq_json *j = w->j;
    char name[80];
    name_of(schema, name);
    rq_json_key(j, name);
    rq_json_object(j);
    put_text(j, "$ref", "#/$defs/struct");
    rq_json_key(j, "properties");
    rq_json_object(j);
    rq_json_key(j, "fields");
    rq_json_object(j);
    rq_json_key(j, "items");
    rq_json_object(j);
    rq_json_key(j, "allOf");
    rq_json_array(j);
    rq_json_bool(j, true); /* some structs have no fields, and it may not be empty */
    for (const struct rq_schema *s = schema; s; s = s->also)
        for (const struct rq_field *f = s->fields; f->label; f++)
            if (rq_schema_field(schema, f->label, NULL) == f)
                put_field(w, f);
    rq_json_end_array(j);
    for (size_t i = 0; i < 4; i++)
        rq_json_end_object(j);
}

/* What all structs and values of a GFF share. */
static const char shared[] =
    "{\"type\": \"object\", \"required\": [\"id\", \"fields\"], \"properties\": {"
    "\"number\": {\"type\": \"integer\", \"description\": \"what references name the element by\"}, "
    "\"id\": {\"type\": \"integer\", \"minimum\": 0, \"maximum\": 4294967295}, "
    "\"word\": {\"type\": \"integer\"}, "
    "\"fields\": {\"type\": \"array\", \"items\": {\"type\": \"array\", \"minItems\": 3, "
    "\"maxItems\": 4, \"prefixItems\": [{\"type\": \"string\", \"maxLength\": 16}, "
    "{\"type\": [\"string\", \"integer\"]}]}}}}";
static const char locstring[] =
    "{\"type\": \"object\", \"required\": [\"strref\"], \"properties\": {"
    "\"strref\": {\"type\": \"integer\", \"description\": \"of the talk table; -1: none\"}, "
    "\"excess\": {\"type\": \"integer\"}, "
    "\"texts\": {\"type\": \"array\", \"items\": {\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, "
    "\"prefixItems\": [{\"type\": \"integer\", \"description\": \"language * 2 + gender\"}, "
    "{\"type\": \"string\"}]}}}}";

static void put_raw(struct rq_json *j, const char *key, const char *text)
{
    rq_json_key(j, key);
    rq_json_raw(j, (struct rq_bytes){(const uint8_t *)text, strlen(text)});
}

/* Structs refer to others: until no new one is met. */
static void put_defs(struct writer *w)
{
    bool *done = w->wanted + w->count;
    rq_json_key(w->j, "$defs");
    rq_json_object(w->j);
    put_raw(w->j, "struct", shared);
    put_raw(w->j, "locstring", locstring);
    put_raw(w->j, "float", "{\"type\": [\"number\", \"string\"]}");
    put_raw(w->j, "wide", "{\"type\": [\"string\", \"integer\"]}");
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < w->count; i++) {
            if (!w->wanted[i] || done[i])
                continue;
            done[i] = more = true;
            put_struct(w, rq_schema_at(i));
        }
    }
    rq_json_end_object(w->j);
}

static void put_properties(struct writer *w, const struct rq_schema *root)
{
    struct rq_json *j = w->j;
    char type[64];
    snprintf(type, sizeof type, "{\"const\": \"%-4s\"}", root->kind);
    put_text(j, "type", "object");
    put_raw(j, "required", "[\"format\", \"version\", \"type\", \"root\"]");
    rq_json_key(j, "properties");
    rq_json_object(j);
    put_raw(j, "format", "{\"const\": \"gff\"}");
    put_raw(j, "version", "{\"const\": 1}");
    put_raw(j, "type", type);
    put_raw(j, "encoding", "{\"type\": \"string\"}");
    put_raw(j, "layout", "{\"type\": \"string\"}");
    rq_json_key(j, "root");
    rq_json_object_row(j);
    put_ref(w, root);
    rq_json_end_object(j);
    rq_json_end_object(j);
}

bool rq_blueprint_json_schema(const char *kind, struct rq_out *out, struct rq_error *err)
{
    const struct rq_schema *root = kind ? rq_schema_root(kind) : NULL;
    if (!root || root->kind[0] == '@' || root->kind[0] == '*')
        return rq_fail(err, RQ_USAGE, 0, "gff", "no kind of file is named %.20s", kind ? kind : "");
    size_t refusals = rq_memory_refusals();
    struct rq_arena arena = {.alloc = out->alloc};
    struct rq_json j = {.out = out};
    struct writer w = {.j = &j, .count = rq_schema_count()};
    w.wanted = rq_arena_get(&arena, w.count * 2, sizeof *w.wanted);
    if (!w.wanted)
        return rq_fail(err, RQ_NO_MEMORY, 0, "gff", "out of memory");
    rq_json_object(&j);
    put_text(&j, "$schema", "https://json-schema.org/draft/2020-12/schema");
    put_text(&j, "title", root->kind);
    put_text(&j, "description", rq_schema_title(root));
    put_properties(&w, root);
    put_defs(&w);
    rq_json_end_object(&j);
    rq_arena_free(&arena);
    return out->failed ? rq_fail_out(err, out) : rq_memory_lasted(refusals, err);
}
