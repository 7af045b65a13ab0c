/* Every field of every kind of GFF file that the tables know, in files that have all of them: what is said of the field, what
 * values are taken and how they are said, what typed access reads and writes, and what lint and the facts say of
 * such a file. Held to tests/contract/fields.txt, a line for each kind of file and question (see said.h). */
#include "blueprint/typed.h"
#include "core/file.h"
#include "said.h"

#include <reliquary/lint.h>

enum { ELEMENTS = 2, DEEP = 4, MOST_CHANGES = 150 };

static struct rq_game *game;

static void tell_error(struct said *s, bool fine, const struct rq_error *err)
{
    said(s, "%d %d %s: %s", fine, (int)err->code, err->where, err->text);
}

static void add_bytes(struct said *s, struct rq_bytes bytes)
{
    s->hash = mix(s->hash, bytes.data, bytes.size);
}

/* ---- files with every field ---- */

/* A value of each kind; number makes them differ. */
static bool add_value(struct rq_doc *doc, struct rq_gff_struct *in, const struct rq_field *f,
                      uint32_t number)
{
    const float floats[] = {0.5f, (float)number, -1, 1};
    int64_t small = f->min > 0 ? f->min : number % 3;
    char path[64];
    switch (rq_typed_kind_of(f)) {
    case RQ_TYPED_BYTE: return rq_gff_add_byte(doc, in, f->label, small & 127, NULL);
    case RQ_TYPED_CHAR: return rq_gff_add_char(doc, in, f->label, small & 127, NULL);
    case RQ_TYPED_WORD: return rq_gff_add_word(doc, in, f->label, small & 127, NULL);
    case RQ_TYPED_SHORT: return rq_gff_add_short(doc, in, f->label, small & 127, NULL);
    case RQ_TYPED_DWORD: return rq_gff_add_dword(doc, in, f->label, small, NULL);
    case RQ_TYPED_INT: return rq_gff_add_int(doc, in, f->label, small, NULL);
    case RQ_TYPED_DWORD64: return rq_gff_add_dword64(doc, in, f->label, number, NULL);
    case RQ_TYPED_FLOAT: return rq_gff_add_float(doc, in, f->label, (float)number / 4, NULL);
    case RQ_TYPED_STRING: return rq_gff_add_string(doc, in, f->label, "text", NULL);
    case RQ_TYPED_RESREF: return rq_gff_add_resref(doc, in, f->label, "guard", NULL);
    case RQ_TYPED_VOID:
        return rq_gff_add_void(doc, in, f->label, (struct rq_bytes){(const uint8_t *)"abc", 3},
                               NULL);
    case RQ_TYPED_ORIENTATION: return rq_gff_add_orientation(doc, in, f->label, floats, NULL);
    case RQ_TYPED_VECTOR: return rq_gff_add_vector(doc, in, f->label, floats, NULL);
    case RQ_TYPED_LOCSTRING:
        snprintf(path, sizeof path, "%s/0", f->label);
        return rq_gff_add_locstring(doc, in, f->label, number % 5, NULL) &&
               (number % 2 || rq_gff_add_string(doc, in, path, "a name", NULL));
    case RQ_TYPED_INT_BYTE:
        return number % 2 ? rq_gff_add_byte(doc, in, f->label, 3, NULL)
                          : rq_gff_add_int(doc, in, f->label, -3, NULL);
    case RQ_TYPED_FLOAT_INT:
        return number % 2 ? rq_gff_add_float(doc, in, f->label, 1.5f, NULL)
                          : rq_gff_add_int(doc, in, f->label, 7, NULL);
    default: return rq_gff_add_string(doc, in, f->label, "cell", NULL);
    }
}

static void fill(struct rq_doc *doc, struct rq_gff_struct *in, const struct rq_schema *schema,
                 unsigned depth, unsigned deepest)
{
    for (const struct rq_schema *s = schema; s; s = s->also)
        for (uint32_t i = 0; s->fields[i].label; i++) {
            const struct rq_field *f = &s->fields[i];
            enum rq_typed_kind kind = rq_typed_kind_of(f);
            struct rq_gff_struct *below = NULL;
            char path[32];
            if (rq_gff_has(in, f->label))
                continue;
            if (kind == RQ_TYPED_LIST) {
                CHECK(rq_gff_add_list(doc, in, f->label, NULL));
                snprintf(path, sizeof path, "%s/-", f->label);
                for (uint32_t k = 0; depth < deepest && k < ELEMENTS; k++)
                    if (CHECK(rq_gff_add_struct(doc, in, path, rq_field_usual_id(f, k), &below,
                                                NULL)))
                        fill(doc, below, f->schema, depth + 1, deepest);
            } else if (kind == RQ_TYPED_STRUCT) {
                if (CHECK(rq_gff_add_struct(doc, in, f->label, rq_field_usual_id(f, 0), &below,
                                            NULL)) &&
                    depth < deepest)
                    fill(doc, below, f->schema, depth + 1, deepest);
            } else {
                CHECK(add_value(doc, in, f, i + depth));
            }
        }
}

/* The file of a kind with all that the tables have of it. */
static bool make_full(const struct rq_schema *root, unsigned deepest, struct rq_out *file)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    char type[5];
    if (!CHECK(gff))
        return false;
    snprintf(type, sizeof type, "%-4.4s", root->kind);
    memcpy(gff->type, type, 4);
    fill(doc, gff->root, root, 0, deepest);
    bool fine = CHECK(rq_doc_write(doc, file, NULL));
    rq_doc_free(doc);
    return fine;
}

static void name_file(char *name, size_t size, const struct rq_schema *root)
{
    snprintf(name, size, "full.%.3s", root->kind);
    for (char *p = name; *p; p++)
        *p = (char)(*p >= 'A' && *p <= 'Z' ? *p + 32 : *p);
}

/* ---- fields by themselves ---- */

static const char *const texts[] = {"",           "0",
                                    "1",          "-1",
                                    "2",          "127",
                                    "128",        "255",
                                    "256",        "65535",
                                    "65536",      "-129",
                                    "2147483647", "2147483648",
                                    "4294967295", "4294967296",
                                    "1.5",        "yes",
                                    "no",         "true",
                                    "male",       "female,male",
                                    "none",       "text",
                                    "Guard",      "a_name_of_17_char",
                                    "*",          "0x10",
                                    "1,2,3",      "1,2,3,4",
                                    " 1",         "\xC3\xA4"};
enum { TEXTS = sizeof texts / sizeof texts[0] };

static void tell_fact(void *ctx, const char *key, const char *text)
{
    said(ctx, "%s = %s", key, text);
}

static void tell_values(struct said *s, const struct rq_field *f)
{
    const char *const more[] = {"min", "max", "beyond"};
    for (size_t i = 0; i < TEXTS + 4; i++) {
        struct rq_out value = {0};
        struct rq_error err = {0};
        char limit[32];
        snprintf(limit, sizeof limit, "%lld",
                 (long long)(i % 2 ? (f->max < INT64_MAX ? f->max + (i > TEXTS + 1) : 9)
                                   : (f->min > INT64_MIN ? f->min - (i > TEXTS + 1) : 8)));
        const char *text = i < TEXTS ? texts[i] : limit;
        bool fine = rq_field_value(f, i % 3 ? game : NULL, "Some/Path", text, &value, &err);
        said(s, "%s %.*s", i < TEXTS ? text : more[(i - TEXTS) / 2], (int)value.size,
             fine ? (const char *)value.data : "");
        tell_error(s, fine, &err);
        rq_out_free(&value);
    }
}

static void tell_said(struct said *s, const struct rq_field *f)
{
    static const struct rq_gff_field values[] = {{.type = RQ_GFF_BYTE, .v.word = 1},
                                                 {.type = RQ_GFF_CHAR, .v.word = 0xFF},
                                                 {.type = RQ_GFF_WORD, .v.word = 3},
                                                 {.type = RQ_GFF_SHORT, .v.word = 0xFFFF},
                                                 {.type = RQ_GFF_DWORD, .v.word = UINT32_MAX},
                                                 {.type = RQ_GFF_INT, .v.word = 2},
                                                 {.type = RQ_GFF_FLOAT, .v.word = 0x3FC00000},
                                                 {.type = RQ_GFF_INT64, .v.wide = 4},
                                                 {.type = RQ_GFF_DWORD64, .v.wide = 5},
                                                 {.type = RQ_GFF_DOUBLE, .v.wide = 0},
                                                 {.type = RQ_GFF_INT, .v.word = 0},
                                                 {.type = RQ_GFF_LIST, .size = 0}};
    for (size_t i = 0; i < 2 * sizeof values / sizeof values[0]; i++) {
        struct rq_out text = {0};
        struct rq_error err = {0};
        bool fine = rq_field_say(NULL, f, &values[i / 2], i % 2 ? game : NULL, &text, &err);
        said(s, "%zu %.*s %d", i / 2, (int)text.size, text.size ? (const char *)text.data : "",
             rq_field_is_nothing(f, &values[i / 2]));
        tell_error(s, fine, &err);
        rq_out_free(&text);
    }
}

static void tell_field(struct said *s, const struct rq_field *f)
{
    struct rq_out text = {0};
    struct rq_error err = {0};
    size_t count = 0;
    said(s, "%s %s %d, id %u %u", f->label, f->type, (int)rq_typed_kind_of(f),
         f->schema ? rq_field_usual_id(f, 0) : 0, f->schema ? rq_field_usual_id(f, 3) : 0);
    CHECK(f->max == INT64_MAX ||
          f->min != INT64_MIN); /* there are no words for an upper end alone */
    CHECK(rq_field_ref_text(f, &text) && rq_field_range_text(f, &text));
    said(s, "%.*s %d %d %d", (int)text.size, text.size ? (const char *)text.data : "",
         rq_field_is_read(f, 0), rq_field_is_read(f, 1), rq_field_is_read(f, 2));
    rq_out_free(&text);
    for (int64_t i = -2; i < 4; i++)
        said(s, "%d", rq_field_is_nothing_number(f, i));
    tell_error(s, rq_field_explain(f, tell_fact, s, &err), &err);
    const struct rq_named_value *names = rq_field_values(f, &count);
    for (size_t i = 0; names && i < count; i++)
        said(s, "%s is %s", names[i].value, names[i].name);
    tell_values(s, f);
    if (!f->schema)
        tell_said(s, f);
}

/* ---- typed access ---- */

static void tell_struct(struct said *s, const struct rq_schema *schema, const uint8_t *data);

static void tell_member(struct said *s, const struct rq_field *f, const struct rq_typed_member *m,
                        const uint8_t *data)
{
    const uint8_t *at = data + m->at;
    struct rq_typed_locstring loc;
    struct rq_bytes bytes;
    uint32_t count = m->kind == RQ_TYPED_LIST ? rq_typed_count(data, m) : 1;
    said(s, "%s %d %u", f->label, rq_typed_has(data, m), count);
    if (!rq_typed_has(data, m))
        return;
    switch (m->kind) {
    case RQ_TYPED_STRUCT:
    case RQ_TYPED_LIST:
        for (uint32_t i = 0; i < count; i++)
            tell_struct(s, f->schema,
                        (const uint8_t *)rq_typed_pointer(data, m->at) +
                            i * rq_typed_shape(f->schema).size);
        break;
    case RQ_TYPED_STRING:
    case RQ_TYPED_RESREF: said(s, "%s", (const char *)rq_typed_pointer(data, m->at)); break;
    case RQ_TYPED_LOCSTRING:
        memcpy(&loc, at, sizeof loc);
        said(s, "%u %u", loc.strref, loc.count);
        for (uint32_t i = 0; i < loc.count; i++)
            said(s, "%u %s", loc.texts[i].id, loc.texts[i].text);
        break;
    case RQ_TYPED_VOID:
        memcpy(&bytes, at, sizeof bytes);
        add_bytes(s, bytes);
        break;
    case RQ_TYPED_CELL:
    case RQ_TYPED_PARAMETER:
        said(s, "%d", ((const struct rq_gff_field *)rq_typed_pointer(data, m->at))->type);
        break;
    default: add_bytes(s, (struct rq_bytes){at, m->size});
    }
}

static void tell_struct(struct said *s, const struct rq_schema *schema, const uint8_t *data)
{
    struct rq_typed_shape shape = rq_typed_shape(schema);
    for (size_t i = 0; schema->fields[i].label; i++)
        tell_member(s, &schema->fields[i], &shape.members[i], data);
    if (shape.also)
        tell_struct(s, schema->also, rq_typed_pointer(data, shape.also));
}

/* Another value in a member, by kind and number: also what does not fit. */
static void change_member(uint8_t *data, const struct rq_typed_member *m, size_t number)
{
    static const double numbers[] = {0, 255, 256, -1, 1.5, 2147483648.0, -2147483648.0, 1e300};
    static const char *const words[] = {"", "other", "a_name_of_17_char", "\xE4\xB8\x80", NULL};
    static const struct rq_typed_text some[] = {{0, "x"}, {2, "y"}, {0, "z"}};
    uint8_t *at = data + m->at;
    struct rq_typed_locstring loc = {7, (uint32_t)(number % 4), some};
    switch (m->kind) {
    case RQ_TYPED_STRING:
    case RQ_TYPED_RESREF: memcpy(at, &words[number % 5], sizeof(char *)); break;
    case RQ_TYPED_INT_BYTE:
    case RQ_TYPED_FLOAT_INT: memcpy(at, &numbers[number % 8], sizeof(double)); break;
    case RQ_TYPED_LOCSTRING: memcpy(at, &loc, sizeof loc); break;
    case RQ_TYPED_VOID:
        memcpy(at, &(struct rq_bytes){(const uint8_t *)"wxyz", number % 5},
               sizeof(struct rq_bytes));
        break;
    case RQ_TYPED_CELL:
    case RQ_TYPED_PARAMETER: memset(at, 0, sizeof(void *)); break;
    case RQ_TYPED_STRUCT: break;
    case RQ_TYPED_LIST:
        memcpy(data + m->count, &(uint32_t){(uint32_t)(number % 2)}, sizeof(uint32_t));
        break;
    default: at[0] ^= (uint8_t)(number * 37 + 1);
    }
    if (number % 3 == 2)
        data[m->has] = !data[m->has];
}

/* The document gets a struct in which one member of a struct differs. */
static void put_changed(struct said *s, const struct rq_schema *root, struct rq_bytes file,
                        size_t path, size_t number)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_read(file, NULL, &err);
    uint8_t *data = malloc(rq_typed_shape(root).size), *in = data;
    const struct rq_schema *schema = root;
    REQUIRE(doc && data && rq_typed_get(doc, root->kind, data, &err));
    for (;;
         path /= 7) { /* into the first struct behind a number of fields, or into what is shared */
        struct rq_typed_shape shape = rq_typed_shape(schema);
        size_t count = 0;
        while (schema->fields[count].label)
            count++;
        if (!count) /* a struct that has nothing of its own */
            break;
        const struct rq_typed_member *m = &shape.members[path % count];
        bool parts = m->kind == RQ_TYPED_LIST || m->kind == RQ_TYPED_STRUCT;
        uint8_t *below = parts ? rq_typed_pointer(in, m->at) : NULL;
        if (shape.also && path % 3 == 1) {
            in = rq_typed_pointer(in, shape.also);
            schema = schema->also;
        } else if (below && number % 4 && (m->kind == RQ_TYPED_STRUCT || rq_typed_count(in, m))) {
            schema = schema->fields[path % count].schema;
            in = below;
        } else {
            said(s, "%s%s, change %zu", schema->path, schema->fields[path % count].label, number);
            change_member(in, m, number);
            break;
        }
    }
    bool fine = rq_typed_put(doc, root->kind, data, &err);
    tell_error(s, fine, &err);
    if (fine && CHECK(rq_doc_write(doc, &out, &err)))
        add_bytes(s, rq_out_bytes(&out));
    rq_out_free(&out);
    free(data);
    rq_doc_free(doc);
}

static void tell_typed(struct said *s, const struct rq_schema *root, struct rq_bytes file)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(file, NULL, &err);
    uint8_t *data = malloc(rq_typed_shape(root).size);
    REQUIRE(doc && data && rq_typed_get(doc, root->kind, data, &err));
    tell_struct(s, root, data);
    tell_error(s, rq_typed_get(doc, strcmp(root->kind, "UTC") ? "UTC" : "UTD", data, &err), &err);
    size_t count = 0;
    while (root->fields[count].label)
        count++;
    for (size_t i = 0; i < count * 3; i++)
        put_changed(s, root, file, i * 5, i);
    free(data);
    rq_doc_free(doc);
}

/* ---- whole files with other values ---- */

static void tell_finding(void *ctx, const struct rq_lint_finding *f)
{
    said(ctx, "%s %s %s: %s, %s", f->rule->id, f->path, f->value, f->text, f->fix ? f->fix : "-");
}

static void tell_file(struct said *s, const char *name, struct rq_doc *doc, bool facts)
{
    struct rq_error err = {0};
    struct rq_out file = {0};
    if (!CHECK(rq_doc_write(doc, &file, &err)))
        return;
    struct rq_lint_options options = {.game = game, .all = true, .threads = 1};
    tell_error(s, rq_lint_bytes(name, rq_out_bytes(&file), &options, tell_finding, s, &err), &err);
    if (facts)
        tell_error(s, rq_blueprint_facts(doc, game, tell_fact, s, &err), &err);
    rq_out_free(&file);
}

struct change {
    struct said *said;
    const char *name;
    struct rq_bytes file;
    size_t number, step;
};

static bool count_value(void *ctx, const struct rq_value *v)
{
    *(size_t *)ctx += v->type != RQ_VALUE_LIST && v->type != RQ_VALUE_STRUCT;
    return true;
}

static bool change_value(void *ctx, const struct rq_value *v)
{
    struct change *c = ctx;
    static const char *const values[] = {"0",    "1", "2", "255", "-1", "100",       "65535",
                                         "none", "",  "x", "3.5", "50", "4294967295"};
    struct rq_error err = {0};
    if (v->type == RQ_VALUE_LIST || v->type == RQ_VALUE_STRUCT)
        return true;
    const char *value = values[c->number++ * 5 % 13];
    if (c->number % c->step)
        return true;
    struct rq_doc *doc = rq_doc_read(c->file, &(struct rq_options){.name = c->name}, &err);
    if (!CHECK(doc != NULL))
        return false;
    bool fine = rq_blueprint_set(doc, game, v->path, value, &err);
    said(c->said, "%s = %s", v->path, value);
    tell_error(c->said, fine, &err);
    if (fine)
        tell_file(c->said, c->name, doc, c->number / c->step % 3 == 0);
    rq_doc_free(doc);
    return true;
}

/* Fresh files under several names. */
static void tell_new(struct said *s, const struct rq_schema *root)
{
    static const char *const names[] = {
        "", "fresh", "Fresh_01", "sixteen_letters1", "seventeen_letters", "no blank"};
    for (size_t i = 0; i < 12; i++) {
        struct rq_error err = {0};
        struct rq_out file = {0};
        struct rq_blueprint_options options = {.name = names[i / 2], .k2 = i % 2};
        struct rq_doc *doc = rq_blueprint_new(root->kind, i ? &options : NULL, &err);
        tell_error(s, doc != NULL, &err);
        if (doc && CHECK(rq_doc_write(doc, &file, &err)))
            add_bytes(s, rq_out_bytes(&file));
        rq_out_free(&file);
        rq_doc_free(doc);
    }
}

static void tell_schema(struct said *s, const struct rq_schema *root)
{
    struct rq_out text = {0};
    struct rq_error err = {0};
    tell_error(s, rq_blueprint_json_schema(root->kind, &text, &err), &err);
    add_bytes(s, rq_out_bytes(&text));
    rq_out_free(&text);
    said(s, "%s", rq_schema_title(root));
    for (size_t i = 0; root->fields[i].label; i++) {
        char label[40];
        const struct rq_field *similar;
        snprintf(label, sizeof label, "%s", root->fields[i].label);
        label[0] ^= 32;
        similar = rq_schema_similar(root, label);
        const char *near = rq_schema_near(root, label + 1);
        said(s, "%s %s", similar ? similar->label : "-", near ? near : "-");
    }
}

static void tell_values_of(struct said *s, const struct rq_schema *root, struct rq_bytes file)
{
    char name[32];
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(file, NULL, &err);
    name_file(name, sizeof name, root);
    size_t count = 0;
    REQUIRE(doc && rq_doc_visit(doc, count_value, &count, &err));
    struct change change = {s, name, file, 0, count / MOST_CHANGES + 1};
    tell_file(s, name, doc, true);
    CHECK(rq_doc_visit(doc, change_value, &change, &err));
    rq_doc_free(doc);
}

/* ---- all kinds ---- */

enum { QUESTIONS = 3 };
static const char *const questions[QUESTIONS] = {"tables", "typed", "values"};

static void tell_kind(const struct rq_schema *root, struct rq_out *lines)
{
    struct rq_out file = {0}, flat = {0};
    if (!make_full(root, DEEP, &file) || !make_full(root, 1, &flat))
        return;
    for (size_t i = 0; i < QUESTIONS; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s-%s", root->kind, questions[i]);
        struct said s = {hash_of("", 0), said_file(name)};
        check_note("%s", name);
        if (i == 0) {
            tell_schema(&s, root);
            tell_new(&s, root);
        } else if (i == 1) {
            tell_typed(&s, root, rq_out_bytes(&file));
        } else {
            tell_values_of(&s, root, rq_out_bytes(&flat));
        }
        rq_putf(lines, "%016llx %s: %s\n", (unsigned long long)s.hash, root->kind, questions[i]);
        if (s.show)
            fclose(s.show);
    }
    rq_out_free(&file);
    rq_out_free(&flat);
}

static void test_fields(void)
{
    struct rq_out lines = {0};
    struct rq_error err = {0};
    const char *demo = getenv("RQ_DEMO_DIR");
    char *path = demo ? rq_path_join(demo, "kotor") : NULL;
    if (!path)
        SKIP("RQ_DEMO_DIR names no folder");
    game = rq_game_open(path, NULL, &err);
    free(path);
    REQUIRE(game != NULL);
    struct said s = {hash_of("", 0), said_file("fields")};
    for (size_t i = 0; i < rq_schema_count(); i++) {
        const struct rq_schema *schema = rq_schema_at(i);
        said(&s, "%s%s", schema->kind, schema->path);
        for (size_t k = 0; schema->fields[k].label; k++)
            tell_field(&s, &schema->fields[k]);
        if (strcmp(schema->path, "/") == 0 && schema->kind[0] != '@' && schema->kind[0] != '*')
            tell_kind(schema, &lines);
    }
    rq_putf(&lines, "%016llx fields\n", (unsigned long long)s.hash);
    if (s.show)
        fclose(s.show);
    rq_game_close(game);
    said_compare("fields", &lines, NULL);
    rq_out_free(&lines);
}

TESTS(test_fields)
