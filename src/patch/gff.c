/* [GFFList]: fields of GFF files that are set, and new ones. */
#include "core/line.h"
#include "core/text.h"
#include "patch/parts.h"

#include <reliquary/gff.h>

struct target {
    struct rq_patch *p;
    struct res *res;
    struct rq_doc *doc;
    struct rq_gff_struct *root;
    uint32_t depth; /* of sections in sections */
};

/* One sort of field: its name in FieldType, in our tree, and the whole numbers that it holds. */
static const struct type {
    const char *name;
    const char *kind;
    uint64_t most; /* 0: it has a sign, or is no whole number */
    uint8_t type;
} types[] = {
    {"Byte", "byte", UINT8_MAX, RQ_GFF_BYTE},
    {"Char", "char", 0, RQ_GFF_CHAR},
    {"Word", "word", UINT16_MAX, RQ_GFF_WORD},
    {"Short", "short", 0, RQ_GFF_SHORT},
    {"DWORD", "dword", UINT32_MAX, RQ_GFF_DWORD},
    {"Int", "int", 0, RQ_GFF_INT},
    {"DWORD64", "dword64", UINT64_MAX, RQ_GFF_DWORD64},
    {"Int64", "int64", 0, RQ_GFF_INT64},
    {"Float", "float", 0, RQ_GFF_FLOAT},
    {"Double", "double", 0, RQ_GFF_DOUBLE},
    {"ExoString", "string", 0, RQ_GFF_STRING},
    {"ResRef", "resref", 0, RQ_GFF_RESREF},
    {"ExoLocString", "locstring", 0, RQ_GFF_LOCSTRING},
    {"Binary", "void", 0, RQ_GFF_VOID},
    {"Struct", "struct", 0, RQ_GFF_STRUCT},
    {"List", "list", 0, RQ_GFF_LIST},
    {"Orientation", "orientation", 0, RQ_GFF_ORIENTATION},
    {"Position", "vector", 0, RQ_GFF_VECTOR},
};

static const struct type *type_of(uint8_t type)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (types[i].type == type)
            return &types[i];
    return NULL;
}

const char *gff_type_name(uint8_t type)
{
    const struct type *found = type_of(type);
    return found ? found->name : NULL;
}

static const struct type *type_named(const char *name)
{
    for (size_t i = 0; name && i < sizeof types / sizeof types[0]; i++)
        if (rq_casecmp(types[i].name, name) == 0)
            return &types[i];
    return NULL;
}

/* ---- paths ---- */

/* "A\0\B" as our paths have it; empty parts are passed over. */
static const char *path_of(struct rq_patch *p, const char *path)
{
    char *to = keep(p, path, strlen(path)), *out = to;
    for (const char *from = to; *from; from++) {
        bool separator = *from == '\\' || *from == '/';
        if (!separator)
            *out++ = *from;
        else if (out > to && out[-1] != '/')
            *out++ = '/';
    }
    while (out > to && out[-1] == '/')
        out--;
    *out = 0;
    return to;
}

static const char *joined(struct rq_patch *p, const char *path, const char *label)
{
    return *path && *label ? keepf(p, "%s/%s", path, label) : *path ? path : label;
}

/* ---- values ---- */

static bool set_floats(struct target *t, const char *path, uint8_t type, const char *text,
                       struct rq_error *err)
{
    float v[5] = {0}; /* one too many is told, too */
    size_t count = 0, wanted = type == RQ_GFF_VECTOR ? 3 : 4;
    for (const char *at = text; count < 5; count++) {
        size_t size = strcspn(at, "|");
        char *part = keep(t->p, at, size);
        double d;
        for (char *c = part; *c; c++)
            *c = *c == ',' ? '.' : *c;
        struct rq_bytes b = rq_line_of(part);
        rq_line_cut_blanks(&b);
        b.size = rq_line_trimmed(b);
        if (!rq_line_real(b, &d))
            return rq_fail(err, RQ_USAGE, 0, path,
                           "expected %zu numbers with | between, found %.60s", wanted, text);
        v[count] = (float)d;
        at += size;
        if (!*at++) {
            count++;
            break;
        }
    }
    if (count != wanted)
        return rq_fail(err, RQ_USAGE, 0, path, "expected %zu numbers with | between, found %.60s",
                       wanted, text);
    return type == RQ_GFF_VECTOR ? rq_gff_set_vector(t->doc, t->root, path, v, err)
                                 : rq_gff_set_orientation(t->doc, t->root, path, v, err);
}

/* Bytes as 0x…; anything else is base64, which the library reads. */
static bool set_binary(struct target *t, const char *path, const char *text, struct rq_error *err)
{
    struct rq_out out = {0};
    if (!starts_with(text, "0x"))
        return rq_doc_set(t->doc, path, text, err);
    for (const char *c = text + 2; c[0] && c[1]; c += 2) {
        static const char hex[] = "0123456789abcdef";
        const char *high = strchr(hex, rq_lower(c[0])), *low = strchr(hex, rq_lower(c[1]));
        if (high && low)
            rq_put8(&out, (uint8_t)((high - hex) << 4 | (low - hex)));
    }
    bool fine = rq_gff_set_void(t->doc, t->root, path, rq_out_bytes(&out), err);
    rq_out_free(&out);
    return fine;
}

/* The text as the field's own type has it. */
static const char *shaped(struct target *t, const struct type *type, const char *text)
{
    size_t size = strlen(text);
    char *copy;
    switch (type->type) {
    case RQ_GFF_FLOAT:
    case RQ_GFF_DOUBLE:
        copy = keep(t->p, text, size);
        for (char *c = copy; *c; c++)
            *c = *c == ',' ? '.' : *c;
        return copy;
    case RQ_GFF_RESREF:
        copy = keep(t->p, text, size < 16 ? size : 16);
        for (char *c = copy; *c; c++)
            *c = rq_lower(*c);
        return copy;
    default:
        /* -1 in a field without a sign is all ones. */
        if (type->most && strcmp(text, "-1") == 0)
            return keepf(t->p, "%llu", (unsigned long long)type->most);
        return text;
    }
}

/* A field that is there gets a value. */
static bool set_field(struct target *t, unsigned line, const char *path, uint8_t kind,
                      const char *text)
{
    struct rq_error err = {0};
    const struct type *type = type_of(kind);
    bool fine;
    if (kind == RQ_GFF_VECTOR || kind == RQ_GFF_ORIENTATION)
        fine = set_floats(t, path, kind, text, &err);
    else if (kind == RQ_GFF_VOID)
        fine = set_binary(t, path, text, &err);
    else if (!type || kind == RQ_GFF_STRUCT || kind == RQ_GFF_LIST || kind == RQ_GFF_LOCSTRING)
        fine = rq_fail(&err, RQ_USAGE, 0, path, "a field of type %s takes no plain value",
                       type ? type->name : "unknown");
    else
        fine = rq_doc_set(t->doc, path, shaped(t, type, text), &err);
    if (!fine) {
        tell_error(t->p, line, t->res->name, &err);
        return false;
    }
    t->res->changed = true;
    wrote(t->p, t->res, line, text, "%s", path);
    return true;
}

/* A value out of the instructions; a token that holds a path stands for the value of that field. NULL after a
 * message. */
static const char *value_of(struct target *t, unsigned line, const char *text)
{
    bool memory;
    uint32_t number;
    const struct token *token =
        token_name(text, &memory, &number) ? token_get(t->p, memory, number) : NULL;
    if (!token || !token->path)
        return token_value(t->p, line, text);
    struct rq_out out = {0};
    struct rq_error err = {0};
    const char *value = NULL;
    if (rq_doc_get(t->doc, token->value, &out, &err))
        value = keep(t->p, (char *)out.data, out.size);
    else
        tell_error(t->p, line, t->res->name, &err);
    rq_out_free(&out);
    return value;
}

static void set_strref(struct target *t, unsigned line, const char *path, const char *text)
{
    struct rq_error err = {0};
    uint32_t strref;
    if (!token_number(t->p, line, text, &strref))
        return;
    if (!rq_gff_set_strref(t->doc, t->root, keepf(t->p, "%s/strref", path), strref, &err)) {
        tell_error(t->p, line, t->res->name, &err);
        return;
    }
    t->res->changed = true;
    wrote(t->p, t->res, line, text, "%s/strref", path);
}

/* A text of a localized string, made when it is not there. */
static void set_text(struct target *t, unsigned line, const char *path, const char *language,
                     const char *text)
{
    struct rq_error err = {0};
    int64_t id;
    const char *value = token_value(t->p, line, text);
    if (!value)
        return;
    if (!rq_line_number(rq_line_of(language), &id) || id < 0 || id > UINT16_MAX) {
        tell(t->p, RQ_PATCH_ERROR, line, "\"%s\" is no number of a language", language);
        return;
    }
    const char *at = keepf(t->p, "%s/%lld", path, (long long)id);
    bool fine = rq_gff_has(t->root, at) ? rq_gff_set_string(t->doc, t->root, at, value, &err)
                                        : rq_gff_add_string(t->doc, t->root, at, value, &err);
    if (!fine) {
        tell_error(t->p, line, t->res->name, &err);
        return;
    }
    t->res->changed = true;
    wrote(t->p, t->res, line, value, "%s", at);
}

/* ---- fields that are there ---- */

/* "Path(strref)" and "Path(lang2)" taken apart; *part is "" for a plain path. */
static const char *split(struct rq_patch *p, const char *name, const char **part)
{
    size_t size = strlen(name);
    const char *open = strrchr(name, '(');
    *part = "";
    if (!open || name[size - 1] != ')')
        return path_of(p, name);
    *part = keep(p, open + 1, size - (size_t)(open - name) - 2);
    return path_of(p, keep(p, name, (size_t)(open - name)));
}

static void modify(struct target *t, const struct ini_key *key)
{
    struct rq_patch *p = t->p;
    bool memory;
    uint32_t number;
    const char *part, *path = split(p, key->name, &part);
    if (token_name(key->name, &memory, &number) && memory) {
        const struct token *token = token_get(p, memory, number);
        if (!token || !token->path) {
            tell(p, RQ_PATCH_ERROR, key->line, "%s holds no path of a field (!FieldPath)",
                 key->name);
            return;
        }
        path = token->value;
    }
    const struct rq_gff_field *field = rq_gff_find(t->root, path);
    if (!field) {
        tell(p, RQ_PATCH_WARNING, key->line, "%s has no field %s", t->res->name, key->name);
        return;
    }
    bool is_loc = field->type == RQ_GFF_LOCSTRING;
    if (is_loc && (!*part || rq_casecmp(part, "strref") == 0)) {
        set_strref(t, key->line, path, key->value);
    } else if (is_loc && starts_with(part, "lang")) {
        set_text(t, key->line, path, part + 4, key->value);
    } else if (*part) {
        tell(p, RQ_PATCH_WARNING, key->line, "%s has no part (%s) of %s", t->res->name, part, path);
    } else {
        const char *value = value_of(t, key->line, key->value);
        if (value)
            set_field(t, key->line, path, field->type, value);
    }
}

/* ---- new fields ---- */

static void fill_locstring(struct target *t, const struct ini_section *s, const char *path)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const struct ini_key *key = ini_at(&t->p->ini, s, i);
        if (rq_casecmp(key->name, "StrRef") == 0 && *key->value)
            set_strref(t, key->line, path, key->value);
        else if (starts_with(key->name, "lang"))
            set_text(t, key->line, path, key->name + 4, key->value);
    }
}

/* The number of a new struct: a number, a token, or its place in the list. */
static bool struct_id(struct target *t, const struct ini_section *s, uint32_t index, uint32_t *id)
{
    const struct ini_key *key = ini_key(&t->p->ini, s, "TypeId");
    *id = 0;
    if (!key || !*key->value)
        return true;
    if (rq_casecmp(key->value, "ListIndex") == 0) {
        *id = index;
        return true;
    }
    return token_number(t->p, key->line, key->value, id);
}

/* A struct behind the last of a list; the path of it, or NULL after a message. */
static const char *add_element(struct target *t, const struct ini_section *s, const char *parent,
                               uint32_t *index)
{
    const struct rq_gff_field *list = rq_gff_find(t->root, parent);
    struct rq_error err = {0};
    uint32_t id;
    if (!list || list->type != RQ_GFF_LIST) {
        tell(t->p, RQ_PATCH_ERROR, s->line, "[%s]: %s has no list %s", s->name, t->res->name,
             parent);
        return NULL;
    }
    *index = list->size;
    if (!struct_id(t, s, *index, &id))
        return NULL;
    if (!rq_gff_add_struct(t->doc, t->root, keepf(t->p, "%s/-", parent), id, NULL, &err)) {
        tell_error(t->p, s->line, t->res->name, &err);
        return NULL;
    }
    t->res->changed = true;
    wrote(t->p, t->res, s->line, "", "%s/+", parent);
    return keepf(t->p, "%s/%u", parent, *index);
}

/* A field of its default value. */
static bool insert_field(struct target *t, const struct ini_section *s, const struct type *type,
                         const char *path)
{
    struct rq_error err = {0};
    uint32_t id = 0;
    bool fine = type->type != RQ_GFF_STRUCT || struct_id(t, s, 0, &id);
    if (!fine)
        return false;
    fine = type->type == RQ_GFF_STRUCT ? rq_gff_add_struct(t->doc, t->root, path, id, NULL, &err)
                                       : rq_doc_insert(t->doc, path, type->kind, NULL, &err);
    if (!fine)
        tell_error(t->p, s->line, t->res->name, &err);
    t->res->changed = t->res->changed || fine;
    return fine;
}

/* A field of a struct, made or found; false after a message. */
static bool add_labelled(struct target *t, const struct ini_section *s, const struct type *type,
                         const char *parent, const char *path)
{
    const struct rq_gff_field *there = rq_gff_find(t->root, path);
    const struct rq_gff_field *above = *parent ? rq_gff_find(t->root, parent) : NULL;
    const struct ini_key *value = ini_key(&t->p->ini, s, "Value");
    const char *text = value ? value_of(t, value->line, value->value) : "";
    bool is_struct =
        !*parent || (above ? above->type == RQ_GFF_STRUCT : rq_gff_has(t->root, parent));
    bool plain =
        type->type != RQ_GFF_STRUCT && type->type != RQ_GFF_LIST && type->type != RQ_GFF_LOCSTRING;
    if (!is_struct) {
        tell(t->p, RQ_PATCH_ERROR, s->line, "[%s]: %s has no struct %s", s->name, t->res->name,
             parent);
        return false;
    }
    if (there && there->type != type->type) {
        const struct type *other = type_of(there->type);
        tell(t->p, RQ_PATCH_WARNING, s->line, "[%s]: %s is there already, as %s and not as %s",
             s->name, path, other ? other->name : "another type", type->name);
        return false;
    }
    if (plain && (!text || (!there && !insert_field(t, s, type, path))))
        return false;
    if (!plain && !there && !insert_field(t, s, type, path))
        return false;
    if (type->type == RQ_GFF_LOCSTRING)
        fill_locstring(t, s, path);
    if (!plain || !*text)
        wrote(t->p, t->res, s->line, "", "%s", path);
    bool textual = type->type == RQ_GFF_STRING || type->type == RQ_GFF_RESREF;
    if (plain && (*text || textual) && !set_field(t, s->line, path, type->type, text)) {
        if (!there) /* a value that can't be leaves no field behind */
            rq_gff_remove(t->doc, t->root, path, NULL);
        return false;
    }
    return true;
}

static void add_field(struct target *t, const struct ini_key *key, const char *parent);

/* What stands in the section beside the field: tokens, and sections in it. */
static void add_nested(struct target *t, const struct ini_section *s, const char *path,
                       uint32_t index)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const struct ini_key *key = ini_at(&t->p->ini, s, i);
        bool memory;
        uint32_t number;
        if (token_name(key->name, &memory, &number) && memory) {
            bool is_path = rq_casecmp(key->value, "!FieldPath") == 0;
            if (is_path || rq_casecmp(key->value, "ListIndex") == 0)
                token_set(t->p, true, number, is_path ? path : keepf(t->p, "%u", index), is_path);
            else
                tell(t->p, RQ_PATCH_WARNING, key->line,
                     "expected ListIndex or !FieldPath, found %s", key->value);
        }
    }
    for (uint32_t i = 0; i < s->count; i++) {
        const struct ini_key *key = ini_at(&t->p->ini, s, i);
        if (starts_with(key->name, "AddField"))
            add_field(t, key, path);
    }
}

enum { MOST_DEPTH = 64, MOST_CHANGES = 4 << 20 };

static void add_field(struct target *t, const struct ini_key *key, const char *parent)
{
    struct rq_patch *p = t->p;
    struct ini_section *s = ini_find(&p->ini, key->value);
    const char *named = s ? ini_value(&p->ini, s, "FieldType") : NULL;
    const struct type *type = type_named(named);
    uint32_t index = 0;
    if (!s || !type) {
        tell(p, RQ_PATCH_ERROR, s ? s->line : key->line,
             s ? "[%s] has no FieldType that is known" : "there is no section [%s]", key->value);
        return;
    }
    if (t->depth >= MOST_DEPTH || p->summary.changes > MOST_CHANGES) {
        tell(p, RQ_PATCH_ERROR, key->line, "[%s] is nested too deeply, or without end", s->name);
        p->summary.stopped = true;
        return;
    }
    if (p->summary.stopped)
        return;
    const char *label = ini_value(&p->ini, s, "Label"), *own = ini_value(&p->ini, s, "Path");
    parent = own && *own ? path_of(p, own) : parent;
    const char *path;
    if (type->type == RQ_GFF_STRUCT && (!label || !*label)) {
        path = add_element(t, s, parent, &index);
    } else if (!label || !*label) {
        tell(p, RQ_PATCH_ERROR, s->line, "[%s] has no Label", s->name);
        path = NULL;
    } else {
        path = joined(p, parent, label);
        path = add_labelled(t, s, type, parent, path) ? path : NULL;
    }
    if (!path)
        return;
    t->depth++;
    add_nested(t, s, path, index);
    t->depth--;
}

/* ---- the list ---- */

static void patch_file(struct rq_patch *p, const struct op *op)
{
    struct target t = {.p = p};
    if (!op->section) {
        tell(p, RQ_PATCH_ERROR, op->key->line, "there is no section [%s]", op->name);
        return;
    }
    t.res = op_base(p, op, "gff");
    t.doc = t.res ? plan_doc(p, op->key->line, t.res, "gff") : NULL;
    if (!t.doc)
        return;
    t.root = ((struct rq_gff *)rq_doc_root(t.doc, "gff"))->root;
    tell(p, RQ_PATCH_NOTE, op->key->line, "patching %s", t.res->key);
    for (uint32_t i = 0; i < op->section->count && !p->summary.stopped; i++) {
        const struct ini_key *key = ini_at(&p->ini, op->section, i);
        if (starts_with(key->name, "AddField"))
            add_field(&t, key, "");
        else if (key->name[0] != '!')
            modify(&t, key);
    }
    op_check_override(p, op, t.res);
}

void gff_list(struct rq_patch *p, struct ini_section *section)
{
    struct op_list list;
    op_list_open(p, &list, section);
    for (uint32_t i = 0; i < section->count; i++) {
        struct op op;
        if (op_read(p, &list, ini_at(&p->ini, section, i), &op))
            patch_file(p, &op);
    }
}
