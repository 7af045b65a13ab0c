/* Real models: every pair comes back, directly and through JSON, in a layout with a name. */
#include "formats/kotor/mdl/parts.h"
#include "kotor.h"

static size_t pairs, by_layout[4], by_mdx_layout[5];
static double memory_worst;

static struct rq_bytes mdx_of(const char *name, uint8_t **data)
{
    char path[256];
    size_t size = 0;
    snprintf(path, sizeof path, "kotor/mdx/%.*s.mdx", (int)(strlen(name) - 4), name);
    const char *found = check_corpus(path);
    *data = found ? check_read(found, &size) : NULL;
    return (struct rq_bytes){*data, size};
}

static void check_layout(struct rq_bytes file, const struct rq_options *options)
{
    struct rq_error err = {0};
    const struct rq_finding *findings;
    struct rq_doc *doc = rq_doc_read(file, options, &err);
    REQUIRE(doc != NULL);
    double memory = (double)doc->arena.used / (double)(file.size + options->companion.size);
    if (file.size > 4096 && memory > memory_worst)
        memory_worst = memory;
    CHECK(rq_doc_settle(doc, &err));
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    CHECK(m->layout != RQ_MDL_EXPLICIT && m->mdx_layout != RQ_MDX_EXPLICIT);
    /* kotorblender's order comes with its own MDX. */
    CHECK((m->layout == RQ_MDL_BLENDER) == (m->mdx_layout == RQ_MDX_TIGHT));
    by_layout[m->layout]++;
    by_mdx_layout[m->mdx_layout]++;
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    rq_doc_free(doc);
}

static void check_pair(const char *name, struct rq_bytes file)
{
    uint8_t *data;
    struct rq_options options = {.name = name, .companion = mdx_of(name, &data)};
    REQUIRE(data != NULL);
    for (int json = 0; json < 2; json++) {
        struct rq_error err = {0};
        if (!CHECK_INT(rq_doc_verify(file, &options, json != 0, &err), RQ_IDENTICAL))
            printf("    %s: %s\n", err.where, err.text);
    }
    check_layout(file, &options);
    pairs++;
    free(data);
}

static void test_pairs(void)
{
    NEEDS_CORPUS("kotor/mdl");
    each_file("kotor/mdl", check_pair);
    CHECK_INT(pairs, 33);
    CHECK_INT(by_layout[RQ_MDL_CANONICAL], 29);
    CHECK_INT(by_layout[RQ_MDL_BLENDER], 4);
    printf("    %zu pairs: MDL %zu canonical, %zu kotorblender; MDX %zu canonical, %zu padded, "
           "%zu tight; memory at most %.1f times the pair\n",
           pairs, by_layout[1], by_layout[2], by_mdx_layout[1], by_mdx_layout[2], by_mdx_layout[3],
           memory_worst);
}

TESTS(test_pairs)
