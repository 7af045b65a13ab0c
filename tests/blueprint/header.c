/* Makes include/reliquary/blueprints.h from the tables of src/blueprint: `make blueprints` writes
 * it, and a test compares. It stands alone, because the library needs the header.
 *
 *     blueprint_header FILE           writes it
 *     blueprint_header --check FILE   ends with 1 when it is not what would be written
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { K_FIELD, K_STRUCT, K_LIST };

struct field {
    enum kind what;
    const char *member, *type, *label, *schema;
    int64_t min, max;
    const char *ref, *meaning, *where, *dead;
};

struct schema {
    const char *name, *kind, *path, *also;
    const struct field *fields;
    size_t count;
};

#define LOW  INT64_MIN
#define HIGH INT64_MAX

#define SCHEMA(name, kind, path, also) static const struct field fields_of_##name[] = {
#define FIELD(member, type, k1, k2, where, dead, absent, absent_source, min, max, nothing, ref,    \
              dead_source, meaning)                                                                \
    {K_FIELD, #member, #type, #member, "", min, max, ref, meaning, #where, #dead},
#define PART(what, member, label, schema, k1, k2, where, dead, absent, absent_source, min, max,    \
             ref, dead_source, id, meaning)                                                        \
    {what, #member, "", label, #schema, min, max, ref, meaning, #where, #dead},
#define STRUCT(...) PART(K_STRUCT, __VA_ARGS__)
#define LIST(...)   PART(K_LIST, __VA_ARGS__)
#define END(name)                                                                                  \
    {                                                                                              \
        K_FIELD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0                                                      \
    }                                                                                              \
    }                                                                                              \
    ;
#include "blueprint/fields.def"

#define SCHEMA(name, kind, path, also)                                                             \
    {#name,                                                                                        \
     kind,                                                                                         \
     path,                                                                                         \
     #also,                                                                                        \
     fields_of_##name,                                                                             \
     sizeof fields_of_##name / sizeof fields_of_##name[0] - 1},
static const struct schema schemas[] = {
#include "blueprint/fields.def"
};
enum { SCHEMA_COUNT = sizeof schemas / sizeof schemas[0] };

static const char *const types[][2] = {
    {"BYTE", "uint8_t "},
    {"CHAR", "int8_t "},
    {"WORD", "uint16_t "},
    {"SHORT", "int16_t "},
    {"DWORD", "uint32_t "},
    {"INT", "int32_t "},
    {"DWORD64", "uint64_t "},
    {"FLOAT", "float "},
    {"STRING", "const char *"},
    {"RESREF", "const char *"},
    {"LOCSTRING", "struct rq_typed_locstring "},
    {"VOID", "struct rq_bytes "},
    {"ORIENTATION", "float "},
    {"VECTOR", "float "},
    {"INT_BYTE", "double "},
    {"FLOAT_INT", "double "},
    {"CELL", "const struct rq_gff_field *"},
    {"PARAMETER", "const struct rq_gff_field *"},
};

static const char *c_type(const char *type)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i][0], type) == 0)
            return types[i][1];
    fprintf(stderr, "blueprint_header: no C type for %s\n", type);
    exit(1);
}

static void put_comment(FILE *out, const struct field *f)
{
    fprintf(out, " /* %s", f->meaning);
    if (f->min != INT64_MIN && f->max != INT64_MAX)
        fprintf(out, "; %lld to %lld", (long long)f->min, (long long)f->max);
    else if (f->min != INT64_MIN)
        fprintf(out, "; %lld or more", (long long)f->min);
    else if (f->max != INT64_MAX)
        fprintf(out, "; %lld or less", (long long)f->max);
    if (f->ref[0] && strcmp(f->ref, "text") != 0)
        fprintf(out, "; %s", f->ref);
    if (strcmp(f->where, "SAVED") == 0)
        fprintf(out, "; saved games only");
    if (strcmp(f->dead, "YES") == 0)
        fprintf(out, "; not read");
    fprintf(out, " */\n");
}

static void put_member(FILE *out, const struct field *f)
{
    const char *array = strcmp(f->type, "VECTOR") == 0        ? "[3]"
                        : strcmp(f->type, "ORIENTATION") == 0 ? "[4]"
                                                              : "";
    if (f->what == K_FIELD)
        fprintf(out, "    %s%s%s;", c_type(f->type), f->member, array);
    else
        fprintf(out, "    struct rq_%s *%s;", f->schema, f->member);
    put_comment(out, f);
    if (f->what == K_LIST)
        fprintf(out, "    uint32_t %s_count;\n", f->member);
}

/* Which fields are there, as many on a line as fit. */
static void put_has(FILE *out, const struct schema *s)
{
    size_t column = 0;
    fprintf(out, "    struct {");
    for (size_t i = 0; i < s->count; i++) {
        size_t size = strlen(s->fields[i].member) + 2;
        if (i == 0 || column + size > 98) {
            fprintf(out, "%s\n        bool ", i ? ";" : "");
            column = 13;
        } else {
            fprintf(out, ", ");
        }
        fprintf(out, "%s", s->fields[i].member);
        column += size;
    }
    fprintf(out, ";\n    } has;\n");
}

static void put_schema(FILE *out, const struct schema *s)
{
    fprintf(out, "\n/* %s %s */\nstruct rq_%s {\n    struct rq_typed typed;\n", s->kind, s->path,
            s->name);
    if (strcmp(s->also, "none") != 0)
        fprintf(out, "    struct rq_%s *%s; /* the fields that it shares with that */\n", s->also,
                s->also);
    for (size_t i = 0; i < s->count; i++)
        put_member(out, &s->fields[i]);
    if (s->count)
        put_has(out, s);
    fprintf(out, "};\n");
}

/* Only kinds of file, not structs that several share. */
static int is_file(const struct schema *s)
{
    return strcmp(s->path, "/") == 0 && s->kind[0] != '@' && s->kind[0] != '*';
}

static void put_functions(FILE *out, const struct schema *s)
{
    fprintf(out,
            "RQ_API bool rq_%s_get(struct rq_doc *doc, struct rq_%s *%s, struct rq_error *err);\n"
            "RQ_API bool rq_%s_put(struct rq_doc *doc, const struct rq_%s *%s,\n"
            "                       struct rq_error *err);\n",
            s->name, s->name, s->name, s->name, s->name, s->name);
}

static const char *const head[] = {
    "/* KotOR's GFF files as C structs: what a file holds by the names of its fields, instead of by\n",
    " * path. Made by `make blueprints` from the tables of src/blueprint: change those.\n",
    " *\n",
    " *     struct rq_utc utc;\n",
    " *     if (!rq_utc_get(doc, &utc, &err)) die(err.text);\n",
    " *     utc.Str += 2;\n",
    " *     utc.Tag = \"guard\";\n",
    " *     utc.has.Tag = true;\n",
    " *     if (utc.ClassList_count) utc.ClassList[0].ClassLevel = 5;\n",
    " *     if (!rq_utc_put(doc, &utc, &err) || !rq_doc_write(doc, &out, &err)) die(err.text);\n",
    " *\n",
    " * A member has the name of its field, with _ for a blank. `has` tells a field that is absent from\n",
    " * one that is zero: what is not there reads as 0 or NULL. A field that is stored with another type\n",
    " * than its own counts as absent; of a label that a struct has more than once the first counts, as\n",
    " * in the game. The comments tell meaning, range and what a value refers to; `reliquary fields`\n",
    " * tells the rest, docs/blueprints.md explains the words.\n",
    " *\n",
    " * get: strings are UTF-8. All memory is the document's and is freed with it.\n",
    " *\n",
    " * put writes what differs from what get has read, and leaves all else alone: fields that the tables\n",
    " * do not know, the order of fields, references that followed an edit. has.X = true on a field that\n",
    " * was absent adds it at the end of its struct, has.X = false removes one. What the members point to\n",
    " * is copied. Either all is written or, with an error, nothing; only when memory runs out in the\n",
    " * middle is a part of it there.\n",
    " *\n",
    " * Lists are an array and a count. Point them to an array of your own to add, remove or reorder\n",
    " * elements: an element that came from get, however it was copied, is the same element; one whose\n",
    " * `typed` is zero, one from another list, and the second copy of the same are new. New elements have\n",
    " * the fields whose `has` is set. Places that other fields refer to (links of a dialog, points of a\n",
    " * path) follow; what is still referred to can't be removed. A reference that you change counts in\n",
    " * the order of the array as you leave it.\n",
    " *\n",
    " * Get again after a put, and after a list of the document was changed by other means.\n",
    " */\n",
    "#ifndef RELIQUARY_BLUEPRINTS_H\n#define RELIQUARY_BLUEPRINTS_H\n\n",
    "#include <reliquary/gff.h>\n\n",
    "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
    "/* Members stand in the order of the tables, not of their sizes. */\n",
    "/* clang-format off */\n/* NOLINTBEGIN(clang-analyzer-optin.performance.Padding) */\n\n",
    "/* At the start of every struct. Zero in new ones. */\n",
    "struct rq_typed {\n",
    "    const void *was; /* what get has read; the library's */\n",
    "    uint32_t id;     /* of the struct in the file. 0 in a new one: what is usual there. The slot of\n",
    "                        items that are worn */\n",
    "};\n\n",
    "struct rq_typed_text {\n    uint32_t id; /* language * 2 + gender */\n    const char *text;\n};\n\n",
    "struct rq_typed_locstring {\n",
    "    uint32_t strref; /* of the talk table; 0xFFFFFFFF: none */\n",
    "    uint32_t count;\n    const struct rq_typed_text *texts;\n};\n",
};

static void put_header(FILE *out)
{
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        fputs(head[i], out);
    for (size_t i = 0; i < SCHEMA_COUNT; i++)
        put_schema(out, &schemas[i]);
    fprintf(out, "\n/* ---- functions: see the top of this header "
                 "----------------------------------------- */\n\n");
    for (size_t i = 0; i < SCHEMA_COUNT; i++)
        if (is_file(&schemas[i]))
            put_functions(out, &schemas[i]);
    fprintf(
        out,
        "\n/* NOLINTEND(clang-analyzer-optin.performance.Padding) */\n/* clang-format on */\n\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

static int check(const char *path)
{
    FILE *made = tmpfile(), *have = fopen(path, "rb");
    int same = made && have, a, b;
    if (same)
        put_header(made);
    for (made ? rewind(made) : (void)0; same;) {
        a = getc(made);
        b = getc(have);
        while (b == '\r')
            b = getc(have);
        same = a == b;
        if (a == EOF)
            break;
    }
    if (made)
        fclose(made);
    if (have)
        fclose(have);
    if (!same)
        fprintf(stderr, "%s is not what src/blueprint/*.def say: run make blueprints\n", path);
    return !same;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--check") == 0)
        return check(argv[2]);
    FILE *out = argc == 2 ? fopen(argv[1], "wb") : NULL;
    if (!out) {
        fprintf(stderr, "usage: blueprint_header [--check] FILE\n");
        return 2;
    }
    put_header(out);
    return fclose(out) == 0 ? 0 : 1;
}
