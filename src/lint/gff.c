/* Every field of a GFF against the tables of fields, then the objects in it. */
#include "core/text.h"
#include "lint/context.h"

#include <reliquary/blueprint.h>
#include <stdio.h>

/* ---- the walk ---- */

/* An object that stands whole in the file: the root, or in a saved game a creature, item, door. */
struct object {
    const struct rq_gff_struct *at;
    const char *kind;
    const char *path;
};

struct walk {
    struct rq_lint_file *f;
    const struct rq_lint_row *rules[64]; /* of every field, that are on */
    size_t rule_count;
    bool whole; /* objects stand whole in the file */
    struct object *objects;
    uint32_t object_count, object_room;
};

/* The kind whose whole root stands in a struct of the schema; NULL: none. */
static const char *whole_kind(const struct rq_schema *schema)
{
    for (; schema; schema = schema->also)
        if (strcmp(schema->path, "/") == 0 && schema->kind[0] != '@')
            return schema->kind;
    return NULL;
}

static void note_object(struct walk *w, const struct rq_gff_struct *s, const char *kind)
{
    struct rq_lint_file *f = w->f;
    struct object *grown =
        rq_arena_more(&f->arena, &w->objects, w->object_count, &w->object_room, sizeof *grown);
    const char *path = rq_arena_text(&f->arena, f->path, f->path_size);
    if (!grown || !path)
        return;
    w->objects[w->object_count++] = (struct object){s, kind, path};
}

/* Adds a part of a path, and returns the size before it. What is too long is cut: the limit is far
 * above what 64 levels of the game's labels take. */
static size_t enter(struct rq_lint_file *f, const char *label, uint32_t index, bool is_list)
{
    size_t before = f->path_size, room = sizeof f->path - before;
    int size = is_list ? snprintf(f->path + before, room, "%s/%u/", label, index)
                       : snprintf(f->path + before, room, "%s/", label);
    if (size > 0 && (size_t)size < room)
        f->path_size += (size_t)size;
    return before;
}

static void walk_struct(struct walk *w, const struct rq_gff_struct *s,
                        const struct rq_schema *schema);

static void walk_below(struct walk *w, const struct rq_gff_field *v, const struct rq_schema *schema)
{
    struct rq_lint_file *f = w->f;
    const struct rq_gff_struct *around = f->at;
    bool is_list = v->type == RQ_GFF_LIST;
    const char *kind = w->whole ? whole_kind(schema) : NULL;
    for (uint32_t i = 0; i < (is_list ? v->size : 1); i++) {
        size_t before = enter(f, v->label, i, is_list);
        if (kind)
            note_object(w, &v->v.child[i], kind);
        walk_struct(w, &v->v.child[i], schema);
        f->path_size = before;
        f->path[before] = 0;
        f->at = around;
    }
}

static void walk_struct(struct walk *w, const struct rq_gff_struct *s,
                        const struct rq_schema *schema)
{
    struct rq_lint_file *f = w->f;
    const struct rq_field *after = NULL;
    f->at = s;
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct rq_gff_field *v = &s->fields[i];
        const struct rq_field *info = rq_schema_field(schema, v->label, &after);
        f->has_k2_field |= info && info->k1 == RQ_FIELD_NO;
        for (size_t k = 0; k < w->rule_count; k++) {
            f->rule = &w->rules[k]->rule;
            w->rules[k]->check_field(f, v, info, schema);
        }
        bool is_part = v->type == RQ_GFF_STRUCT || v->type == RQ_GFF_LIST;
        const struct rq_schema *below = info && is_part ? rq_field_struct(info) : NULL;
        if (below)
            walk_below(w, v, below);
    }
}

void rq_lint_gff(struct rq_lint_file *f, void (*run_rules)(struct rq_lint_file *f, const char *of))
{
    struct walk w = {.f = f};
    memcpy(f->kind, f->gff->type, 4);
    for (size_t i = 4; i > 0 && f->kind[i - 1] == ' '; i--)
        f->kind[i - 1] = 0;
    f->saved |= rq_word_in("NFO PT GVT INV", f->kind, strlen(f->kind));
    /* An area whose objects are only named has a field that says so; the game leaves it out when it
     * saves. */
    w.whole = f->saved && rq_lint_number(f->gff->root, "UseTemplates", 0) != 1;
    const struct rq_schema *root = rq_schema_root(f->kind);
    for (size_t i = 0; i < rq_lint_row_count; i++)
        if (rq_lint_rows_all[i].check_field && rq_lint_is_on(f, i) && w.rule_count < 64)
            w.rules[w.rule_count++] = &rq_lint_rows_all[i];
    if (root)
        walk_struct(&w, f->gff->root, root);
    if (!f->version)
        f->version = f->has_k2_field ? 2 : 1;
    f->at = f->gff->root;
    run_rules(f, "GFF");
    run_rules(f, f->kind);
    for (uint32_t i = 0; i < w.object_count; i++) {
        f->at = w.objects[i].at;
        f->path_size = strlen(w.objects[i].path);
        memcpy(f->path, w.objects[i].path, f->path_size + 1);
        run_rules(f, w.objects[i].kind);
    }
}

/* ---- rules of every field ---- */

#define FIELD_CHECK(name)                                                                          \
    void rq_lint_##name(struct rq_lint_file *f, const struct rq_gff_field *v,                      \
                        const struct rq_field *info, const struct rq_schema *schema)

static struct rq_bytes text_of(const struct rq_gff_field *v)
{
    bool is = v->type == RQ_GFF_RESREF || v->type == RQ_GFF_STRING;
    return is ? (struct rq_bytes){v->v.data, v->size} : (struct rq_bytes){0};
}

static bool is_live(const struct rq_lint_file *f, const struct rq_field *info)
{
    return rq_field_is_read(info, f->version);
}

/* Whether a value refers to nothing: as the tables say, or because it is blank. */
static bool is_nothing(const struct rq_gff_field *v, const struct rq_field *info)
{
    struct rq_bytes text = text_of(v);
    bool blank = (v->type == RQ_GFF_RESREF || v->type == RQ_GFF_STRING) &&
                 (!text.size || rq_lint_is(text, " ") || rq_lint_is(text, "****"));
    return blank || rq_field_is_nothing(info, v);
}

FIELD_CHECK(wrong_type)
{
    (void)schema;
    if (info && is_live(f, info) && (v->type >= RQ_GFF_TYPES || !(info->types & 1u << v->type)))
        rq_lint_tell(f, v->label, "is of another type than %s", info->type);
}

FIELD_CHECK(unknown_label)
{
    if (!info && !rq_schema_similar(schema, v->label))
        rq_lint_tell(f, v->label, "no such field is known");
}

FIELD_CHECK(label_case)
{
    const struct rq_field *similar = info ? NULL : rq_schema_similar(schema, v->label);
    if (similar)
        rq_lint_tell(f, v->label, "the engine asks for %s", similar->label);
}

/* A label that the struct has before this field, too. */
FIELD_CHECK(duplicate_label)
{
    (void)info;
    (void)schema;
    const struct rq_gff_field *fields = f->at->fields;
    uint32_t same = 0;
    size_t before = (size_t)(v - fields);
    if (f->at->field_count > 1000)
        return;
    for (size_t i = 0; i < before; i++)
        same += fields[i].label[0] == v->label[0] && strcmp(fields[i].label, v->label) == 0;
    if (same == 1)
        rq_lint_tell(f, v->label, "the struct has the field twice");
}

FIELD_CHECK(k2_field)
{
    (void)schema;
    if (info && info->k1 == RQ_FIELD_NO && f->version == 1)
        rq_lint_tell(f, v->label, "only the second game has this field");
}

FIELD_CHECK(editor_stamp)
{
    (void)schema;
    const struct rq_field *stamp = rq_schema_field(rq_schema_root("*"), v->label, NULL);
    if (info && stamp == info)
        rq_lint_tell(f, v->label, "an editor left it");
}

/* Letters, digits and _. */
static bool is_plain_name(const void *name, size_t size)
{
    const char *text = name;
    for (size_t i = 0; i < size; i++) {
        char c = rq_lower(text[i]);
        if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_')
            return false;
    }
    return true;
}

FIELD_CHECK(resref_charset)
{
    (void)info;
    (void)schema;
    if (v->type == RQ_GFF_RESREF && !is_plain_name(v->v.data, v->size))
        rq_lint_tell(f, v->label, "a name with other characters than letters, digits and _");
}

FIELD_CHECK(resref_case)
{
    (void)info;
    (void)schema;
    for (uint32_t i = 0; v->type == RQ_GFF_RESREF && i < v->size; i++) {
        if (v->v.data[i] >= 'A' && v->v.data[i] <= 'Z') {
            char name[64];
            size_t size = 0;
            for (; size < v->size && size + 1 < sizeof name; size++)
                name[size] = rq_lower((char)v->v.data[size]);
            rq_lint_tell(f, v->label, "a name with capital letters");
            rq_lint_fix(f, "%.*s", (int)size, name);
            return;
        }
    }
}

FIELD_CHECK(float_nan)
{
    (void)info;
    (void)schema;
    bool bad = v->type == RQ_GFF_FLOAT && (v->v.word & 0x7F800000) == 0x7F800000;
    bool many = v->type == RQ_GFF_VECTOR || v->type == RQ_GFF_ORIENTATION;
    for (uint32_t i = 0; many && i + 4 <= v->size; i += 4)
        bad |= (rq_get32(v->v.data + i) & 0x7F800000) == 0x7F800000;
    if (bad)
        rq_lint_tell(f, v->label, "infinite, or not a number");
}

FIELD_CHECK(out_of_range)
{
    (void)schema;
    int64_t value;
    if (!info || !is_live(f, info) || info->min == INT64_MIN || !rq_gff_number(v, &value) ||
        (value >= info->min && value <= info->max) || is_nothing(v, info))
        return;
    if (info->max == INT64_MAX)
        rq_lint_tell(f, v->label, "less than %lld", (long long)info->min);
    else
        rq_lint_tell(f, v->label, "not in %lld to %lld", (long long)info->min,
                     (long long)info->max);
}

/* The table that a number is a row of; NULL: none. */
static const char *table_of(const struct rq_field *info)
{
    bool is = info && strncmp(info->ref, "2da:", 4) == 0 && info->ref[4] != '@';
    return is ? info->ref + 4 : NULL;
}

FIELD_CHECK(row_range)
{
    (void)schema;
    int64_t value;
    const char *table = table_of(info);
    if (!table || !is_live(f, info) || !rq_gff_number(v, &value) || is_nothing(v, info))
        return;
    int64_t rows = rq_lint_rows(f, table);
    if (rows >= 0 && (value < 0 || value >= rows))
        rq_lint_tell(f, v->label, "%.*s.2da has %lld rows", (int)strcspn(table, "."), table,
                     (long long)rows);
}

/* The types of resource that a name is of; NULL: it names none. */
static const char *types_of(const struct rq_field *info)
{
    return info && strncmp(info->ref, "res:", 4) == 0 ? info->ref + 4 : NULL;
}

/* Voices of dialogs: a third of those that the game's own files name do not exist. */
static bool is_voice(const char *types)
{
    return strcmp(types, "wav+lip") == 0;
}

/* A condition of a link in a dialog: what is missing there has a rule of its own. */
static bool is_condition(const struct rq_lint_file *f, const struct rq_gff_field *v)
{
    return strcmp(f->kind, "DLG") == 0 &&
           (strcmp(v->label, "Active") == 0 || strcmp(v->label, "Active2") == 0);
}

/* A name that refers to something that is not there. */
static bool is_missing(const struct rq_lint_file *f, const struct rq_gff_field *v,
                       const struct rq_field *info)
{
    const char *types = types_of(info);
    return types && is_live(f, info) && !is_nothing(v, info) &&
           !rq_lint_exists(f, text_of(v), types);
}

FIELD_CHECK(resource_missing)
{
    (void)schema;
    if (types_of(info) && !is_voice(types_of(info)) && !is_condition(f, v) &&
        is_missing(f, v, info))
        rq_lint_tell(f, v->label, "there is no such %s", types_of(info));
}

FIELD_CHECK(voice_missing)
{
    (void)schema;
    if (types_of(info) && is_voice(types_of(info)) && is_missing(f, v, info))
        rq_lint_tell(f, v->label, "there is no such sound");
}

FIELD_CHECK(condition_missing)
{
    (void)schema;
    if (is_condition(f, v) && is_missing(f, v, info))
        rq_lint_tell(f, v->label, "there is no such script");
}

FIELD_CHECK(strref_range)
{
    (void)schema;
    int64_t value = -1, strings = rq_lint_strings(f);
    if (v->type == RQ_GFF_LOCSTRING)
        value = (int32_t)v->v.loc->strref;
    else if (info && strcmp(info->ref, "strref") == 0 && !rq_gff_number(v, &value))
        return;
    if (strings >= 0 && value != UINT32_MAX && value >= strings)
        rq_lint_tell(f, v->label, "dialog.tlk has %lld strings", (long long)strings);
}

FIELD_CHECK(template_resref)
{
    (void)schema;
    if (info && strncmp(info->ref, "self:", 5) == 0 && !f->path_size &&
        !rq_lint_is(text_of(v), f->base)) {
        rq_lint_tell(f, v->label, "the file is called %s", f->base);
        if (strlen(f->base) <= 16 && is_plain_name(f->base, strlen(f->base)))
            rq_lint_fix(f, "%s", f->base);
    }
}

FIELD_CHECK(save_only)
{
    (void)schema;
    if (info && info->where == RQ_FIELD_SAVED && !f->saved)
        rq_lint_tell(f, v->label, "only saved games have this field");
}

/* The engine's default, where that is a plain value. */
static bool is_default(const struct rq_gff_field *v, const struct rq_field *info)
{
    char number[24];
    int64_t value;
    if (rq_gff_number(v, &value)) {
        snprintf(number, sizeof number, "%lld", (long long)value);
        return info->absent[0] ? strcmp(number, info->absent) == 0 : value == 0;
    }
    if (v->type == RQ_GFF_FLOAT)
        return v->v.word == 0;
    if (v->type == RQ_GFF_LOCSTRING)
        return v->v.loc->strref == UINT32_MAX && !v->v.loc->count;
    return v->size == 0;
}

/* One finding for the file: nearly every file of the game has some. */
void rq_lint_dead_field(struct rq_lint_file *f)
{
    const struct rq_schema *root = rq_schema_root(f->kind);
    struct rq_out labels = {0};
    for (uint32_t i = 0; root && i < f->at->field_count; i++) {
        const struct rq_gff_field *v = &f->at->fields[i];
        const struct rq_field *info = rq_schema_field(root, v->label, NULL);
        if (info && !is_live(f, info) && strcmp(info->ref, "text") != 0 && !is_default(v, info))
            rq_putf(&labels, "%s%s", labels.size ? " " : "", v->label);
    }
    rq_put8(&labels, 0);
    if (labels.size > 1 && !labels.failed)
        rq_lint_tell_value(f, "", (const char *)labels.data, "fields that the engine never reads");
    rq_out_free(&labels);
}
