/* New blueprints: each is read back, and holds nothing that the tables do not allow. The tables are
 * checked against kotor-fields.csv by golden/blueprint.c. */
#include "core/bytes.h"
#include "support/check.h"

#include <reliquary/blueprint.h>
#include <reliquary/blueprints.h>

static size_t fields_seen;

static int64_t number_of(const struct rq_gff_field *v)
{
    switch (v->type) {
    case RQ_GFF_CHAR: return (int8_t)v->v.word;
    case RQ_GFF_SHORT: return (int16_t)v->v.word;
    case RQ_GFF_INT: return (int32_t)v->v.word;
    case RQ_GFF_LIST: return v->size;
    default: return v->v.word;
    }
}

static void check_struct(const struct rq_gff_struct *s, const struct rq_schema *schema, bool k2)
{
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct rq_gff_field *v = &s->fields[i];
        const struct rq_field *f = rq_schema_field(schema, v->label, NULL);
        check_note("%s%s%s", schema->kind, schema->path, v->label);
        REQUIRE(f != NULL);
        fields_seen++;
        CHECK((f->types & 1u << v->type) != 0);
        /* The games read no ITP at all; its own name is in every blueprint. */
        CHECK((k2 ? f->k2 : f->k1) == RQ_FIELD_YES || strcmp(schema->kind, "ITP") == 0);
        CHECK(f->dead != RQ_FIELD_YES || strncmp(f->ref, "self:", 5) == 0 ||
              strcmp(schema->kind, "ITP") == 0);
        if (v->type <= RQ_GFF_INT || v->type == RQ_GFF_LIST) {
            CHECK(number_of(v) >= f->min);
            CHECK(number_of(v) <= f->max);
        }
        for (uint32_t k = 0; k < i; k++)
            CHECK(strcmp(s->fields[k].label, v->label) != 0);
        uint32_t below = v->type == RQ_GFF_STRUCT ? 1 : v->type == RQ_GFF_LIST ? v->size : 0;
        for (uint32_t k = 0; k < below; k++) {
            CHECK_INT(v->v.child[k].id, rq_field_usual_id(f, k));
            check_struct(&v->v.child[k], rq_field_struct(f), k2);
        }
    }
}

static void check_kind(const struct rq_schema *schema, bool k2)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_blueprint_options options = {.name = "guard01", .k2 = k2};
    struct rq_doc *doc = rq_blueprint_new(schema->kind, &options, &err);
    const struct rq_finding *findings;
    check_note("%s", schema->kind);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    REQUIRE(rq_doc_write(doc, &out, &err));
    rq_doc_free(doc);
    doc = rq_doc_read(rq_out_bytes(&out), NULL, &err);
    REQUIRE(doc != NULL);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    const struct rq_gff *gff = rq_doc_root(doc, "gff");
    CHECK(memcmp(gff->type, schema->kind, strlen(schema->kind)) == 0);
    CHECK_INT(gff->root->id, UINT32_MAX);
    CHECK(gff->root->field_count > 0 || strcmp(schema->kind, "FAC") == 0);
    check_struct(gff->root, schema, k2);
    rq_doc_free(doc);
    rq_out_free(&out);
}

static void test_every_kind(void)
{
    size_t kinds = 0;
    for (size_t i = 0; i < rq_schema_count(); i++) {
        const struct rq_schema *s = rq_schema_at(i);
        if (strcmp(s->path, "/") != 0 || s->kind[0] == '@' || s->kind[0] == '*')
            continue;
        check_kind(s, false);
        check_kind(s, true);
        kinds++;
    }
    CHECK_INT(kinds, 23);
    CHECK(fields_seen > 1000);
}

/* Defaults are those of kotor-fields.csv; the rest is what a creature needs. */
static void test_creature(void)
{
    struct rq_error err = {0};
    struct rq_blueprint_options options = {.name = "guard01"};
    struct rq_doc *doc = rq_blueprint_new("utc", &options, &err);
    struct rq_utc utc;
    REQUIRE(doc && rq_utc_get(doc, &utc, &err));
    CHECK_INT(utc.Race, 6);
    CHECK_INT(utc.PerceptionRange, 11);
    CHECK_STR(utc.TemplateResRef, "guard01");
    CHECK_STR(utc.Tag, "guard01");
    CHECK_INT(utc.FirstName.strref, UINT32_MAX);
    REQUIRE(utc.ClassList_count == 1);
    CHECK_INT(utc.ClassList[0].Class, 0);
    CHECK_INT(utc.ClassList[0].ClassLevel, 1);
    CHECK_INT(utc.SkillList_count, 8);
    CHECK(!utc.has.Comment);
    rq_doc_free(doc);
}

/* OpenLockDiff of doors is of K2 alone. */
static void test_games(void)
{
    struct rq_error err = {0};
    for (int k2 = 0; k2 < 2; k2++) {
        struct rq_blueprint_options options = {.name = "door", .k2 = k2};
        struct rq_doc *doc = rq_blueprint_new("UTD", &options, &err);
        REQUIRE(doc != NULL);
        CHECK_INT(rq_gff_has(((struct rq_gff *)rq_doc_root(doc, "gff"))->root, "OpenLockDiff"), k2);
        rq_doc_free(doc);
    }
}

static void test_refused(void)
{
    struct rq_error err = {0};
    struct rq_blueprint_options options = {.name = "a_name_of_more_than_16"};
    CHECK(!rq_blueprint_new("utx", NULL, &err));
    CHECK_INT(err.code, RQ_USAGE);
    err = (struct rq_error){0};
    CHECK(!rq_blueprint_new("@EFFECT", NULL, &err));
    err = (struct rq_error){0};
    CHECK(!rq_blueprint_new("utc", &options, &err));
    CHECK_STR(err.where, "TemplateResRef");
}

TESTS(test_every_kind, test_creature, test_games, test_refused)
