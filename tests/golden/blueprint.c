/* The tables of fields: against kotor-fields.csv, which was checked with 12,246 real files, and
 * against every GFF file of the corpus. */
#include "core/bytes.h"
#include "support/corpus.h"

#include <reliquary/blueprint.h>
#include <reliquary/game.h>
#include <stdio.h>

/* Rows and values as kotor-fields.csv has them. */
static void test_lookup(void)
{
    const struct rq_schema *in;
    const struct rq_field *f = rq_field_at("UTC", "ClassList/0/Class", &in);
    REQUIRE(f != NULL);
    CHECK_STR(f->type, "INT");
    CHECK_STR(f->ref, "2da:classes");
    CHECK_STR(in->path, "/ClassList[]/");
    CHECK(rq_field_at("UTC ", "ClassList[]/Class", NULL) == f);
    CHECK(rq_field_at("btc", "/ClassList/*/Class", NULL) == f);
    CHECK(rq_field_at("UTC", "ClassList/0", &in) == NULL);
    CHECK_STR(in ? in->path : "", "/ClassList[]/");
    CHECK(rq_field_at("UTC", "", &in) == NULL);
    CHECK_STR(in ? in->path : "", "/");
    CHECK(rq_field_at("UTC", "ClassList/0/Clas", &in) == NULL);
    CHECK(in == NULL);
    CHECK(rq_field_at("UTC", "Tag/0", &in) == NULL);
    CHECK(in == NULL);
    CHECK(rq_field_at("XYZ", "Tag", &in) == NULL);
    CHECK(in == NULL);
}

/* A door in a GIT has the rows of the GIT first, then those of UTD; stamps are at any root. */
static void test_shared(void)
{
    const struct rq_schema *in;
    const struct rq_field *f = rq_field_at("GIT", "Door List/3/Bearing", &in);
    CHECK_STR(in ? in->kind : "", "GIT");
    CHECK(f != NULL);
    f = rq_field_at("GIT", "Door List/3/OpenLockDC", NULL);
    CHECK(f != NULL);
    CHECK(f == rq_field_at("UTD", "OpenLockDC", NULL));
    CHECK(rq_field_at("UTD", "KTInfoDate", NULL) != NULL);
    CHECK(rq_field_at("GIT", "Door List/3/EffectList/0/Type", NULL) != NULL);
    CHECK(rq_field_at("BIC", "ClassList/0/KnownList0/0/Spell", NULL) != NULL);
    CHECK(rq_field_at("BIC", "ClassList/0/MemorizedList0/0/SpellFlags", NULL) != NULL);
    f = rq_field_at("UTC", "ActionList/0/Paramaters/0/Value/CodeSize", NULL);
    CHECK_STR(f ? f->type : "", "INT");
}

static void test_names(void)
{
    size_t count;
    const struct rq_named_value *v = rq_named_values("gender", &count);
    REQUIRE(v && count == 5);
    CHECK_STR(v[1].name, "female");
    CHECK(rq_named_values("nothing", &count) == NULL);
    CHECK_INT(count, 0);
    CHECK(rq_schema_similar(rq_schema_root("UTC"), "RaCe") != NULL);
    CHECK(rq_schema_similar(rq_schema_root("UTC"), "Race") == NULL);
}

/* What a value refers to by name is in the tables, and every struct leads somewhere. */
static void test_whole(void)
{
    size_t count;
    for (size_t i = 0; i < rq_schema_count(); i++) {
        const struct rq_schema *s = rq_schema_at(i);
        for (const struct rq_field *f = s->fields; f->label; f++) {
            const char *list = strncmp(f->ref, "enum:", 5) == 0    ? f->ref + 5
                               : strncmp(f->ref, "flags:", 6) == 0 ? f->ref + 6
                                                                   : NULL;
            check_note("%s%s%s", s->kind, s->path, f->label);
            CHECK(strlen(f->label) <= 16);
            CHECK(f->min <= f->max);
            bool is_part = (f->types & (1u << RQ_GFF_LIST | 1u << RQ_GFF_STRUCT)) != 0;
            CHECK(is_part == (rq_field_struct(f) != NULL));
            if (list && strncmp(list, "2da:", 4) != 0)
                CHECK(rq_named_values(list, &count) != NULL);
        }
    }
}

/* ---- the list that the tables were made from ---- */

static void put_cell(struct rq_out *line, const char *text)
{
    bool quoted = strpbrk(text, ",\"") != NULL;
    if (quoted)
        rq_putf(line, "\"");
    for (; *text; text++)
        rq_putf(line, *text == '"' ? "\"\"" : "%c", *text);
    rq_putf(line, quoted ? "\"," : ",");
}

static void put_limit(struct rq_out *line, int64_t value)
{
    if (value != INT64_MIN && value != INT64_MAX)
        rq_putf(line, "%lld", (long long)value);
    rq_putf(line, ",");
}

/* The row as in the CSV, up to the column "meaning". */
static void put_row(struct rq_out *line, const struct rq_schema *s, const struct rq_field *f)
{
    static const char *const games[] = {"-", "n", "y"};
    static const char *const where[] = {"both", "n", "y"};
    static const char *const dead[] = {"unknown", "n", "y", "k1"};
    line->size = 0;
    rq_putf(line, "%s,%s,%s,%s,%s,%s,%s,", s->kind, s->path, f->label, f->type, games[f->k1],
            games[f->k2], where[f->where]);
    put_cell(line, f->absent);
    put_cell(line, f->absent_source);
    put_limit(line, f->min);
    put_limit(line, f->max);
    put_cell(line, f->nothing);
    put_cell(line, f->ref);
    rq_putf(line, "%s,%s,", dead[f->dead], f->dead_source);
    put_cell(line, f->id);
    put_cell(line, f->meaning);
    rq_put8(line, 0);
}

static void test_csv(void)
{
    NEEDS_CORPUS("../spec/kotor-fields.csv");
    struct rq_map file;
    REQUIRE(rq_map_open(&file, check_corpus("../spec/kotor-fields.csv"), NULL));
    struct rq_out text = {0}, line = {0};
    size_t rows = 0, same = 0, lines = 0;
    rq_put_bytes(&text, file.bytes);
    rq_put8(&text, 0);
    for (size_t i = 0; i < file.bytes.size; i++)
        lines += file.bytes.data[i] == '\n';
    for (size_t i = 0; i < rq_schema_count(); i++) {
        const struct rq_schema *s = rq_schema_at(i);
        for (const struct rq_field *f = s->fields; f->label; f++) {
            put_row(&line, s, f);
            bool found = strstr((const char *)text.data, (const char *)line.data) != NULL;
            rows++;
            same += found;
            if (!found)
                printf("    not in the list: %s\n", (const char *)line.data);
        }
    }
    /* The first line of the list is its header. One row is ours: ClassList of BIC, which leads to
     * both BIC's rows below it and those of UTC. */
    CHECK_INT(same, lines - 1);
    CHECK_INT(rows, lines);
    rq_out_free(&text);
    rq_out_free(&line);
    rq_map_close(&file);
}

/* ---- every field of the corpus ---- */

struct tally {
    size_t files, fields, unknown, wrong;
};

static void walk_struct(struct tally *t, const struct rq_gff_struct *s,
                        const struct rq_schema *schema)
{
    const struct rq_field *after = NULL;
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct rq_gff_field *v = &s->fields[i];
        const struct rq_field *f = rq_schema_field(schema, v->label, &after);
        t->fields++;
        if (!f) {
            t->unknown++;
            printf("    unknown: %s%s%s\n", schema->kind, schema->path, v->label);
            continue;
        }
        if (v->type >= RQ_GFF_TYPES || !(f->types & 1u << v->type)) {
            t->wrong++;
            printf("    type %u: %s%s%s\n", v->type, schema->kind, schema->path, v->label);
            continue;
        }
        uint32_t below = v->type == RQ_GFF_STRUCT ? 1 : v->type == RQ_GFF_LIST ? v->size : 0;
        for (uint32_t k = 0; k < below; k++)
            walk_struct(t, &v->v.child[k], rq_field_struct(f));
    }
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor");
    const char *path = check_corpus("kotor");
    struct rq_tree tree;
    struct tally tally = {0};
    REQUIRE(rq_tree_open(&tree, &path, 1, NULL, NULL));
    for (size_t i = 0; i < tree.count; i++) {
        const struct rq_tree_node *node = &tree.nodes[i];
        if (node->format != rq_format_by_name("gff"))
            continue;
        struct rq_doc *doc = rq_doc_read(node->bytes, NULL, NULL);
        REQUIRE(doc != NULL);
        const struct rq_gff *gff = rq_doc_root(doc, "gff");
        char kind[5] = {0};
        memcpy(kind, gff->type, 4);
        check_note("%s", node->path);
        tally.files++;
        const struct rq_schema *root = rq_schema_root(kind);
        if (CHECK(root != NULL))
            walk_struct(&tally, gff->root, root);
        rq_doc_free(doc);
    }
    rq_tree_close(&tree);
    printf("    %zu files, %zu fields, %zu unknown, %zu of another type\n", tally.files,
           tally.fields, tally.unknown, tally.wrong);
    CHECK(tally.files > 1000);
    CHECK_INT(tally.unknown, 0);
    CHECK_INT(tally.wrong, 0);
}

TESTS(test_lookup, test_shared, test_names, test_whole, test_csv, test_corpus)
