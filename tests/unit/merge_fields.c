/* Three versions of a GFF, by hand from docs/merge.md: fields by their path, elements of lists by what they hold, else by their
 * names, else by their order. Links of dialogs and the like are in tests/cli/merge.sh. */
#include "core/bytes.h"
#include "formats/format.h"
#include "patch/merge.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void note(void *ctx, const struct rq_merge_conflict *c)
{
    rq_putf(ctx, "%s: %s, %s, %s;", c->path, c->base ? c->base : "-", c->a ? c->a : "-",
            c->b ? c->b : "-");
}

/* "PATH:KIND=VALUE;..."; "PATH@3" is a list of three structs. */
static struct rq_doc *make(const char *fields)
{
    char text[600], *rest = NULL;
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    if (!CHECK(gff))
        return NULL;
    memcpy(gff->type, "UTC ", 4);
    snprintf(text, sizeof text, "%s", fields);
    for (char *field = strtok_r(text, ";", &rest); field; field = strtok_r(NULL, ";", &rest)) {
        char *copies = strchr(field, '@'), *kind = strchr(field, ':'), *value = strchr(field, '=');
        if (copies) {
            char element[100];
            *copies++ = 0;
            snprintf(element, sizeof element, "%s/-", field);
            CHECK(rq_doc_insert(doc, field, "list", NULL, &err));
            for (int i = 0; i < atoi(copies); i++)
                CHECK(rq_doc_insert(doc, element, "struct", "0", &err));
            continue;
        }
        if (value)
            *value++ = 0;
        *kind++ = 0;
        CHECK(rq_doc_insert(doc, field, kind, value, &err));
    }
    CHECK_STR(err.text, "");
    return doc;
}

/* "Tag=x List=2 List/0/Tag=y " */
static bool put_value(void *ctx, const struct rq_value *v)
{
    if (v->type == RQ_VALUE_STRUCT || !strcmp(v->path, "type") || !strcmp(v->path, "layout") ||
        !strcmp(v->path, "encoding"))
        return true;
    rq_putf(ctx, "%s=", v->path);
    if (v->type == RQ_VALUE_LIST)
        rq_putf(ctx, "%llu", (unsigned long long)v->u);
    else
        rq_value_text(v, ctx);
    rq_put8(ctx, ' ');
    return true;
}

struct merge {
    const char *base, *a, *b, *ours, *theirs, *conflicts;
};

static void check_choice(const struct merge *t, enum rq_merge_choice choice)
{
    struct rq_doc *docs[SIDES] = {make(t->base), make(t->a), make(t->b)};
    struct rq_out told = {0}, out = {0};
    struct rq_error err = {0};
    struct merging m = {.file = "",
                        .refusals = rq_memory_refusals(),
                        .options = {.choice = choice, .conflict = note, .ctx = &told}};
    REQUIRE(docs[0] && docs[1] && docs[2]);
    check_note("%s | %s | %s", t->base, t->a, t->b);
    CHECK(merge_gff(&m, docs, &err));
    CHECK_STR(err.text, "");
    rq_put8(&told, 0);
    CHECK_STR((const char *)told.data, t->conflicts);
    CHECK(rq_doc_visit(docs[OURS], put_value, &out, &err));
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data, choice == RQ_MERGE_THEIRS ? t->theirs : t->ours);
    rq_out_free(&told);
    rq_out_free(&out);
    rq_arena_free(&m.arena);
    for (int i = 0; i < SIDES; i++)
        rq_doc_free(docs[i]);
}

static void check_merges(const struct merge *merges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check_choice(&merges[i], RQ_MERGE_OURS);
        check_choice(&merges[i], RQ_MERGE_THEIRS);
    }
}

#define SAME(result) result, result

/* clang-format off */
static const struct merge fields[] = {
    {"Tag:string=x;N:int=1", "Tag:string=y;N:int=1", "Tag:string=x;N:int=2", SAME("Tag=y N=2 "), ""},
    {"Tag:string=x", "Tag:string=y", "Tag:string=z", "Tag=y ", "Tag=z ", "Tag: x, y, z;"},
    {"Tag:string=x", "Tag:string=y", "Tag:string=y", SAME("Tag=y "), ""},
    {"Tag:string=x", "Tag:string=x", "Tag:string=x;N:int=3", SAME("Tag=x N=3 "), ""},
    {"Tag:string=x;N:int=1", "Tag:string=x;N:int=1", "Tag:string=x", SAME("Tag=x "), ""},
    {"Tag:string=x;N:int=1", "Tag:string=x", "Tag:string=x;N:int=1", SAME("Tag=x "), ""},
    {"Tag:string=x;N:int=1", "Tag:string=x;N:int=5", "Tag:string=x", "Tag=x N=5 ", "Tag=x ", "N: 1, 5, -;"},
    {"Tag:string=x;N:int=1", "Tag:string=x", "Tag:string=x;N:int=2", "Tag=x ", "Tag=x N=2 ", "N: 1, -, 2;"},
    {"Tag:string=x", "Tag:string=x;N:int=5", "Tag:string=x;N:int=6", "Tag=x N=5 ", "Tag=x N=6 ", "N: -, 5, 6;"},
    {"Tag:string=x", "Tag:string=x;N:int=5", "Tag:string=x;N:int=5", SAME("Tag=x N=5 "), ""},
    {"S:struct=0;S/A:int=1;S/B:int=2", "S:struct=0;S/A:int=3;S/B:int=2", "S:struct=0;S/A:int=1;S/B:int=4", SAME("S/A=3 S/B=4 "), ""},
    {"S:struct=0;S/A:int=1", "S:struct=0;S/A:int=3", "S:struct=0;S/A:int=4", "S/A=3 ", "S/A=4 ", "S/A: 1, 3, 4;"},
};

static const struct merge lists[] = {
    {"L@2;L/0/Tag:string=p;L/1/Tag:string=q", "L@2;L/0/Tag:string=p;L/0/N:int=5;L/1/Tag:string=q",
     "L@2;L/0/Tag:string=p;L/1/Tag:string=q;L/1/N:int=6", SAME("L=2 L/0/Tag=p L/0/N=5 L/1/Tag=q L/1/N=6 "), ""},
    {"L@1;L/0/Tag:string=p", "L@2;L/0/Tag:string=p;L/1/Tag:string=a", "L@2;L/0/Tag:string=p;L/1/Tag:string=b",
     SAME("L=3 L/0/Tag=p L/1/Tag=a L/2/Tag=b "), ""},
    {"L@1;L/0/Tag:string=p", "L@2;L/0/Tag:string=p;L/1/Tag:string=a", "L@2;L/0/Tag:string=p;L/1/Tag:string=a",
     SAME("L=2 L/0/Tag=p L/1/Tag=a "), ""},
    {"L@2;L/0/Tag:string=p;L/1/Tag:string=q", "L@1;L/0/Tag:string=q", "L@2;L/0/Tag:string=p;L/1/Tag:string=q", SAME("L=1 L/0/Tag=q "), ""},
    {"L@2;L/0/Tag:string=p;L/1/Tag:string=q", "L@2;L/0/Tag:string=p;L/1/Tag:string=q", "L@1;L/0/Tag:string=p", SAME("L=1 L/0/Tag=p "), ""},
    {"L@2;L/0/Tag:string=p;L/1/Tag:string=q", "L@2;L/0/Tag:string=p;L/1/Tag:string=q;L/1/N:int=1", "L@1;L/0/Tag:string=p",
     "L=2 L/0/Tag=p L/1/Tag=q L/1/N=1 ", "L=1 L/0/Tag=p ", "L/1: an element, changed, -;"},
    {"L@2;L/0/Tag:string=p;L/1/Tag:string=q", "L@1;L/0/Tag:string=p", "L@2;L/0/Tag:string=p;L/1/Tag:string=q;L/1/N:int=1",
     "L=1 L/0/Tag=p ", "L=2 L/0/Tag=p L/1/Tag=q L/1/N=1 ", "L/1: an element, -, changed;"},
    /* Without names by their order, when there are as many. */
    {"L@2;L/0/N:int=1;L/1/N:int=2", "L@2;L/0/N:int=5;L/1/N:int=2", "L@2;L/0/N:int=1;L/1/N:int=6", SAME("L=2 L/0/N=5 L/1/N=6 "), ""},
    {"L@1;L/0/N:int=1", "L@1;L/0/N:int=5", "L@1;L/0/N:int=6", "L=1 L/0/N=5 ", "L=1 L/0/N=6 ", "L/0/N: 1, 5, 6;"},
    {"L@1;L/0/Tag:string=p", "L@1;L/0/Tag:string=p", "Tag:string=x", SAME("Tag=x "), ""},
};
/* clang-format on */

static void test_fields(void)
{
    check_merges(fields, sizeof fields / sizeof fields[0]);
}

static void test_lists(void)
{
    check_merges(lists, sizeof lists / sizeof lists[0]);
}

TESTS(test_fields, test_lists)
