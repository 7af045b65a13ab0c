/* fields: what is known of every field of KotOR's GFF files. */
#include "core/json.h"
#include "tool.h"

#include <reliquary/blueprint.h>
#include <stdio.h>

/* ---- as a table: CSV and JSON have the same columns ---- */

struct row {
    const struct rq_schema *schema;
    const struct rq_field *field;
};

static void put_limit(struct rq_out *out, int64_t limit)
{
    if (limit != INT64_MIN && limit != INT64_MAX)
        rq_putf(out, "%lld", (long long)limit);
}

#define COLUMNS(X)                                                                                 \
    X(kind, rq_put_str(out, s->kind))                                                              \
    X(path, rq_put_str(out, s->path))                                                              \
    X(label, rq_put_str(out, f->label))                                                            \
    X(type, rq_put_str(out, f->type))                                                              \
    X(k1, rq_put_str(out, answers[f->k1]))                                                         \
    X(k2, rq_put_str(out, answers[f->k2]))                                                         \
    X(where, rq_put_str(out, places[f->where]))                                                    \
    X(dead, rq_put_str(out, answers[f->dead]))                                                     \
    X(dead_source, rq_put_str(out, f->dead_source))                                                \
    X(absent, rq_put_str(out, f->absent))                                                          \
    X(absent_source, rq_put_str(out, f->absent_source))                                            \
    X(min, put_limit(out, f->min))                                                                 \
    X(max, put_limit(out, f->max))                                                                 \
    X(nothing, rq_put_str(out, f->nothing))                                                        \
    X(ref, rq_put_str(out, f->ref))                                                                \
    X(id, rq_put_str(out, f->id))                                                                  \
    X(meaning, rq_put_str(out, f->meaning))

enum column {
#define COLUMN_ENUM(name, put) COLUMN_##name,
    COLUMNS(COLUMN_ENUM)
#undef COLUMN_ENUM
        COLUMN_COUNT,
};

static const char *const column_names[] = {
#define COLUMN_NAME(name, put) #name,
    COLUMNS(COLUMN_NAME)
#undef COLUMN_NAME
};

static const char *column_text(struct rq_out *out, const struct row *row, size_t column)
{
    static const char *const answers[] = {"unknown", "no", "yes", "k1"};
    static const char *const places[] = {"both", "disk", "saved"};
    const struct rq_schema *s = row->schema;
    const struct rq_field *f = row->field;
    out->size = 0;
    switch ((enum column)column) {
#define COLUMN_CASE(name, put)                                                                     \
    case COLUMN_##name: put; break;
        COLUMNS(COLUMN_CASE)
#undef COLUMN_CASE
    case COLUMN_COUNT: break;
    }
    return whole_text(out);
}

static void print_cell(const char *text)
{
    if (!strpbrk(text, ",\"\n")) {
        fputs(text, stdout);
        return;
    }
    putchar('"');
    for (; *text; text++)
        printf(*text == '"' ? "\"\"" : "%c", *text);
    putchar('"');
}

static void row_csv(const struct row *row)
{
    struct rq_out cell = {0};
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        print_cell(row ? column_text(&cell, row, i) : column_names[i]);
        fputs(i + 1 < COLUMN_COUNT ? "," : "\r\n", stdout);
    }
    rq_out_free(&cell);
}

static void row_json(struct rq_json *j, const struct row *row)
{
    struct rq_out cell = {0};
    size_t count;
    const struct rq_named_value *values = rq_field_values(row->field, &count);
    rq_json_object(j);
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        const char *text = column_text(&cell, row, i);
        if (!*text)
            continue;
        rq_json_key(j, column_names[i]);
        if (i == COLUMN_min || i == COLUMN_max)
            rq_json_raw(j, (struct rq_bytes){(const uint8_t *)text, strlen(text)});
        else
            rq_json_str(j, text);
    }
    if (values) {
        rq_json_key(j, "values");
        rq_json_object(j);
        for (size_t i = 0; i < count; i++) {
            rq_json_key(j, values[i].value);
            rq_json_str(j, values[i].name);
        }
        rq_json_end_object(j);
    }
    rq_json_end_object(j);
    rq_out_free(&cell);
}

/* ---- for a person ---- */

/* What a line says of a field beside its meaning: range, ref, where it counts. */
static void put_notes(struct rq_out *out, const struct rq_field *f)
{
    static const char *const dead[] = {"", "", "; not read", "; K1 does not read it"};
    static const char *const where[] = {"", "", "; saved games only"};
    rq_put_str(out, f->meaning);
    if (f->min != INT64_MIN || f->max != INT64_MAX) {
        rq_put_str(out, "; ");
        rq_field_range_text(f, out);
    }
    if (f->ref[0] && strcmp(f->ref, "text") != 0)
        rq_putf(out, "; %s", f->ref);
    rq_putf(out, "%s%s%s", f->k1 == RQ_FIELD_NO && f->k2 == RQ_FIELD_YES ? "; K2 only" : "",
            where[f->where], dead[f->dead]);
}

static void schema_text(const struct rq_schema *schema)
{
    struct rq_out notes = {0};
    printf("\n%s %s", schema->kind, schema->path);
    if (schema->also)
        printf(", and the fields of %s %s", schema->also->kind, schema->also->path);
    printf("\n");
    for (const struct rq_field *f = schema->fields; f->label; f++) {
        notes.size = 0;
        put_notes(&notes, f);
        printf("  %-16s  %-13s  %s\n", f->label, f->type, whole_text(&notes));
    }
    rq_out_free(&notes);
}

static void print_line(void *ctx, const char *key, const char *text)
{
    (void)ctx;
    printf("  %-10s  %s\n", key, text);
}

static int field_text(const char *kind, const char *path, const struct rq_field *field)
{
    size_t count;
    struct rq_error err = {0};
    const struct rq_named_value *values = rq_field_values(field, &count);
    printf("%s %s\n", kind, path);
    if (!rq_field_explain(field, print_line, NULL, &err))
        return report(path, &err, EXIT_UNREADABLE);
    for (size_t i = 0; i < count; i++)
        printf("  %-10s  %s %s\n", i ? "" : "values", values[i].value, values[i].name);
    if (rq_field_struct(field))
        schema_text(rq_field_struct(field));
    return EXIT_FINE;
}

/* ---- the verb ---- */

static int list_kinds(const struct args *args)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    rq_json_array(&j);
    for (size_t i = 0; i < rq_schema_count(); i++) {
        const struct rq_schema *s = rq_schema_at(i);
        if (strcmp(s->path, "/") != 0)
            continue;
        rq_json_object_row(&j);
        rq_json_key(&j, "kind");
        rq_json_str(&j, s->kind);
        rq_json_key(&j, "title");
        rq_json_str(&j, rq_schema_title(s));
        rq_json_end_object(&j);
        if (!given(args, OPT_json))
            printf("%-12s  %s\n", s->kind, rq_schema_title(s));
    }
    rq_json_end_array(&j);
    if (given(args, OPT_json))
        print_whole(&out);
    rq_out_free(&out);
    return EXIT_FINE;
}

static void start_rows(const struct args *args, struct rq_json *j)
{
    rq_json_array(j);
    if (given(args, OPT_csv))
        row_csv(NULL);
}

static void add_schema(const struct args *args, struct rq_json *j, const struct rq_schema *schema)
{
    if (!given(args, OPT_csv) && !given(args, OPT_json)) {
        schema_text(schema);
        return;
    }
    for (const struct rq_field *f = schema->fields; f->label; f++) {
        struct row row = {schema, f};
        if (given(args, OPT_csv))
            row_csv(&row);
        else
            row_json(j, &row);
    }
}

/* Root and all that is below it, as far as it is of the same kind. */
static void add_kind(const struct args *args, struct rq_json *j, const struct rq_schema *root)
{
    if (!given(args, OPT_csv) && !given(args, OPT_json))
        printf("%s: %s\n", root->kind, rq_schema_title(root));
    for (size_t i = 0; i < rq_schema_count(); i++)
        if (strcmp(rq_schema_at(i)->kind, root->kind) == 0)
            add_schema(args, j, rq_schema_at(i));
}

static int unknown_kind(const char *kind)
{
    const char *near = rq_schema_near_kind(kind);
    complain("no kind of file is named %s%s%s; reliquary fields lists them", kind,
             near ? "; did you mean " : "", near ? near : "");
    return EXIT_USAGE;
}

/* The longest part of the path that is known tells where the mistake is. */
static int unknown_path(const char *kind, const char *path)
{
    char known[256];
    const struct rq_schema *in = NULL;
    size_t size = strlen(path);
    const char *last;
    do {
        while (size && path[size - 1] != '/')
            size--;
        snprintf(known, sizeof known, "%.*s", (int)(size ? size - 1 : 0), path);
        const struct rq_field *field = rq_field_at(kind, known, &in);
        in = field ? rq_field_struct(field) : in;
        last = path + size;
        size -= size > 0;
    } while (!in && size);
    char label[64];
    snprintf(label, sizeof label, "%.*s", (int)strcspn(last, "/"), last);
    const char *near = in ? rq_schema_near(in, label) : NULL;
    if (near)
        complain("%s has no %s; did you mean %s%s%s?", kind, path, known, *known ? "/" : "", near);
    else
        complain("%s has no %s; reliquary fields %s lists what it has", kind, path, kind);
    return EXIT_USAGE;
}

static int add_path(const struct args *args, struct rq_json *j, const struct rq_schema *root)
{
    const struct rq_schema *in;
    const char *path = args->paths[1];
    const struct rq_field *field = rq_field_at(root->kind, path, &in);
    if (!field && !in)
        return unknown_path(root->kind, path);
    struct row row = {in, field};
    if (!field)
        add_schema(args, j, in);
    else if (given(args, OPT_csv))
        row_csv(&row);
    else if (given(args, OPT_json))
        row_json(j, &row);
    else
        return field_text(root->kind, path, field);
    return EXIT_FINE;
}

int run_fields(const struct args *args)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    if (!args->count)
        return list_kinds(args);
    const struct rq_schema *root = rq_schema_root(args->paths[0]);
    if (!root)
        return unknown_kind(args->paths[0]);
    start_rows(args, &j);
    int code = EXIT_FINE;
    if (args->count > 1)
        code = add_path(args, &j, root);
    else
        add_kind(args, &j, root);
    rq_json_end_array(&j);
    if (given(args, OPT_json) && !code)
        print_whole(&out);
    rq_out_free(&out);
    return code;
}
