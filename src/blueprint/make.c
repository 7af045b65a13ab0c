/* New blueprints: what the tables say that a fresh file has. */
#include "blueprint/typed_value.h"
#include "core/json.h"
#include "formats/format.h"
#include "formats/kotor/gff/parts.h"

struct maker {
    struct rq_doc *doc;
    struct rq_gff_struct *root;
    struct rq_error *err;
    const char *name; /* of the file */
    bool k2;
    bool saved;  /* the kind is one of saved games */
    bool unread; /* the game reads nothing of it: ITP is for the toolset */
    struct rq_typed_writer w;
};

/* Values that a fresh file needs though the engine's default is another: with 0 hit points a creature
 * is dead, with a good of 0 wholly evil, with the first row of creaturespeed.2da it stands still, as a
 * player's character it is none of the area, and a faction that is not there becomes 1. A
 * dialog starts with its first entry. "@": the name of the file; "+": one element. */
static const struct fill {
    const char *kind, *path, *value;
} fills[] = {
    {"UTC", "IsPC", "0"},
    {"UTC", "FactionID", "1"},
    {"UTC", "HitPoints", "8"},
    {"UTC", "CurrentHitPoints", "8"},
    {"UTC", "Str", "10"},
    {"UTC", "Dex", "10"},
    {"UTC", "Con", "10"},
    {"UTC", "Int", "10"},
    {"UTC", "Wis", "10"},
    {"UTC", "Cha", "10"},
    {"UTC", "GoodEvil", "50"},
    {"UTC", "WalkRate", "7"},
    {"UTC", "ClassList/0/ClassLevel", "1"},
    {"DLG", "EntryList", "+"},
    {"IFO", "Mod_Entry_Area", "@"},
    {"IFO", "Mod_Area_list/0/Area_Name", "@"},
};

/* ---- values from text ---- */

static bool number_of(const char *text, size_t size, double *number)
{
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_jr jr;
    rq_jr_open(&jr, (struct rq_bytes){(const uint8_t *)text, size}, NULL, &ctx);
    *number = rq_jr_peek(&jr) == RQ_J_NUMBER ? rq_jr_f64(&jr) : 0;
    return size && rq_jr_close(&jr);
}

/* "1 0 0 0", or one number for all. */
static bool numbers_of(const char *text, float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double number;
        size_t size = strcspn(text, " ");
        if (!number_of(text, size, &number))
            return false;
        numbers[i] = (float)number;
        if (text[size] == ' ')
            text += size + 1;
    }
    return true;
}

/* The engine's default as a member of a typed struct has it; false: it is no value, and the field
 * stays away, so that the engine takes it. */
union value {
    uint64_t bits;
    uint32_t dword;
    uint16_t word;
    uint8_t byte;
    float f;
    float floats[4];
    double number;
    const char *text;
    struct rq_bytes bytes;
    struct rq_typed_locstring loc;
};

static bool integer_value(const struct rq_field *f, enum rq_typed_kind kind, const char *text,
                          union value *v)
{
    double number = 0;
    if (*text && !number_of(text, strlen(text), &number))
        return false;
    if (f->min != INT64_MIN && number < (double)f->min)
        number = (double)f->min;
    if (f->max != INT64_MAX && number > (double)f->max)
        number = (double)f->max;
    switch (kind) {
    case RQ_TYPED_FLOAT: v->f = (float)number; break;
    case RQ_TYPED_INT_BYTE:
    case RQ_TYPED_FLOAT_INT: v->number = number; break;
    case RQ_TYPED_BYTE:
    case RQ_TYPED_CHAR: v->byte = (uint8_t)(int64_t)number; break;
    case RQ_TYPED_WORD:
    case RQ_TYPED_SHORT: v->word = (uint16_t)(int64_t)number; break;
    case RQ_TYPED_DWORD64: v->bits = (uint64_t)number; break;
    default: v->dword = (uint32_t)(int64_t)number; break;
    }
    return true;
}

static bool value_of(const struct rq_field *f, enum rq_typed_kind kind, const char *text,
                     union value *v)
{
    *v = (union value){0};
    switch (kind) {
    case RQ_TYPED_LOCSTRING: v->loc.strref = UINT32_MAX; return true;
    case RQ_TYPED_VOID: v->bytes = (struct rq_bytes){0}; return true;
    case RQ_TYPED_STRING:
    case RQ_TYPED_RESREF:
        v->text = strcmp(text, "\"\"") == 0 || strncmp(text, "strref", 6) == 0 ? "" : text;
        return kind == RQ_TYPED_STRING || !strpbrk(text, " .");
    case RQ_TYPED_ORIENTATION: return numbers_of(*text ? text : "0", v->floats, 4);
    case RQ_TYPED_VECTOR: return numbers_of(*text ? text : "0", v->floats, 3);
    case RQ_TYPED_CELL:
    case RQ_TYPED_PARAMETER:
    case RQ_TYPED_STRUCT:
    case RQ_TYPED_LIST: return false;
    default: return integer_value(f, kind, text, v);
    }
}

/* ---- which fields ---- */

static bool is_wanted(const struct maker *m, const struct rq_field *f)
{
    bool ignored = !rq_field_is_read(f, m->k2 ? 2 : 1) && !m->unread;
    bool in_game = m->unread || (m->k2 ? f->k2 : f->k1) == RQ_FIELD_YES;
    if (!in_game || (f->where == RQ_FIELD_SAVED && !m->saved))
        return false;
    /* Every file has its own name in it, though the engine goes by that of the file. */
    if (strncmp(f->ref, "self:", 5) == 0)
        return true;
    return !ignored && strcmp(f->absent, "absent") != 0;
}

/* What the field holds: its default, that of the field that it copies, or the name of the file. NULL:
 * nothing that can be written. */
static const char *text_for(const struct maker *m, const struct rq_schema *schema,
                            const struct rq_field *f)
{
    if (strncmp(f->ref, "self:", 5) == 0 || strncmp(f->ref, "def:tag:", 8) == 0)
        return m->name;
    if (f->absent[0] != '=')
        return f->absent;
    const struct rq_field *other = rq_schema_field(schema, f->absent + 1, NULL);
    if (!other)
        return NULL;
    return other->absent[0] == '=' ? "" : other->absent;
}

static bool add_fields(struct maker *m, const struct rq_schema *schema);

static bool add_element(struct maker *m, const struct rq_field *f, uint32_t i)
{
    size_t before = rq_typed_enter(&m->w, NULL, i);
    bool fine =
        rq_gff_add_struct(m->doc, m->root, m->w.path, rq_field_usual_id(f, i), NULL, m->err) &&
        add_fields(m, f->schema);
    rq_typed_leave(&m->w, before);
    return fine;
}

/* As many elements as there have to be. */
static bool add_list(struct maker *m, const struct rq_field *f)
{
    uint32_t least = f->min > 0 ? (uint32_t)f->min : 0;
    const char *absent = f->absent;
    bool fillable = least || !*absent || strcmp(absent, "empty") == 0;
    if (!fillable)
        return true;
    bool fine = rq_gff_add_list(m->doc, m->root, m->w.path, m->err);
    for (uint32_t i = 0; fine && i < least; i++)
        fine = add_element(m, f, i);
    return fine;
}

static bool add_field(struct maker *m, const struct rq_schema *schema, const struct rq_field *f,
                      enum rq_typed_kind kind)
{
    union value value;
    if (rq_gff_has(m->root, m->w.path))
        return true; /* a label that the struct has before those it shares */
    if (kind == RQ_TYPED_LIST)
        return add_list(m, f);
    const char *text = text_for(m, schema, f);
    return !text || !value_of(f, kind, text, &value) || rq_typed_write(&m->w, f, kind, &value);
}

static bool add_fields(struct maker *m, const struct rq_schema *schema)
{
    bool fine = true;
    for (const struct rq_schema *s = schema; s; s = s->also) {
        for (size_t i = 0; fine && s->fields[i].label; i++) {
            if (!is_wanted(m, &s->fields[i]))
                continue;
            size_t before = rq_typed_enter(&m->w, s->fields[i].label, 0);
            fine = add_field(m, schema, &s->fields[i], rq_typed_kind_of(&s->fields[i]));
            rq_typed_leave(&m->w, before);
        }
    }
    return fine;
}

/* ---- the file ---- */

static bool fill_one(struct maker *m, const struct rq_field *f, const struct fill *row)
{
    union value value;
    enum rq_typed_kind kind = rq_typed_kind_of(f);
    size_t before = rq_typed_enter(&m->w, row->path, 0);
    bool fine = row->value[0] == '+'
                    ? add_element(m, f, 0)
                    : !value_of(f, kind, row->value[0] == '@' ? m->name : row->value, &value) ||
                          rq_typed_write(&m->w, f, kind, &value);
    rq_typed_leave(&m->w, before);
    return fine;
}

static bool fill_all(struct maker *m, const struct rq_schema *schema)
{
    bool fine = true;
    for (size_t i = 0; fine && i < sizeof fills / sizeof fills[0]; i++) {
        bool ours = strcmp(fills[i].kind, schema->kind) == 0 ||
                    (schema->also && strcmp(fills[i].kind, schema->also->kind) == 0);
        const struct rq_field *f = ours ? rq_field_at(schema->kind, fills[i].path, NULL) : NULL;
        if (f && rq_gff_has(m->root, fills[i].path))
            fine = fill_one(m, f, &fills[i]);
    }
    return fine;
}

/* Kinds that only saved games have: all that they hold is saved. */
static bool is_saved_kind(const struct rq_schema *schema)
{
    for (const struct rq_field *f = schema->fields; f->label; f++)
        if (f->where != RQ_FIELD_SAVED)
            return false;
    return true;
}

static bool is_unread_kind(const struct rq_schema *schema)
{
    for (const struct rq_field *f = schema->fields; f->label; f++)
        if (f->dead != RQ_FIELD_YES)
            return false;
    return true;
}

static const struct rq_schema *kind_of_file(const char *kind, struct rq_error *err)
{
    const struct rq_schema *schema = kind ? rq_schema_root(kind) : NULL;
    if (schema && schema->kind[0] != '@' && schema->kind[0] != '*')
        return schema;
    rq_fail(err, RQ_USAGE, 0, "gff", "no kind of file is named %.20s", kind ? kind : "");
    return NULL;
}

/* "utc" as "UTC ". */
static void set_type(struct rq_gff *gff, const char *kind)
{
    memset(gff->type, ' ', sizeof gff->type);
    for (size_t i = 0; i < sizeof gff->type && kind[i]; i++)
        gff->type[i] = kind[i] >= 'a' && kind[i] <= 'z' ? (char)(kind[i] - 'a' + 'A') : kind[i];
    gff->layout = rq_gff_default_layout(gff);
}

struct rq_doc *rq_blueprint_new(const char *kind, const struct rq_blueprint_options *options,
                                struct rq_error *err)
{
    static const struct rq_blueprint_options none = {0};
    struct rq_error own = {0};
    err = err ? err : &own;
    options = options ? options : &none;
    const struct rq_schema *schema = err->code ? NULL : kind_of_file(kind, err);
    struct rq_doc *doc = schema ? rq_doc_new(rq_format_by_name("gff"), NULL, err) : NULL;
    if (!doc)
        return NULL;
    struct rq_gff *gff = doc->root;
    set_type(gff, kind);
    struct maker m = {.doc = doc,
                      .root = gff->root,
                      .err = err,
                      .name = options->name ? options->name : "",
                      .k2 = options->k2,
                      .saved = is_saved_kind(schema),
                      .unread = is_unread_kind(schema),
                      .w = {.doc = doc, .root = gff->root, .err = err}};
    if (add_fields(&m, schema) && fill_all(&m, schema))
        return doc;
    rq_doc_free(doc);
    return NULL;
}
