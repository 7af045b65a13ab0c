/* Small models of every kind of node and walkmeshes, written as text by hand (models.h). What is said is held to
 * tests/contract/models.txt; see damage.c for how. */
#include "models.h"

/* ---- other files ---- */

struct files {
    struct rq_out super;
    uint8_t texture[4096];
    size_t texture_size;
};

static bool get_file(void *ctx, const char *name, struct rq_bytes *bytes)
{
    const struct files *f = ctx;
    if (strcmp(name, "super.mdl") == 0)
        *bytes = rq_out_bytes(&f->super);
    else if (strcmp(name, "light.tpc") == 0 || strcmp(name, "skin.tpc") == 0)
        *bytes = (struct rq_bytes){f->texture, f->texture_size};
    else
        return false;
    return true;
}

static void test_models(void)
{
    struct record r = {.share = 3, .more = 2, .apt = true};
    static struct files files;
    struct rq_out super = {0};
    struct rq_error err = {0};
    put_model(&super, &super_text);
    struct rq_doc *doc =
        rq_doc_from_text(rq_out_bytes(&super), &(struct rq_options){.name = "super.mdl"}, &err);
    REQUIRE(doc && rq_doc_write(doc, &files.super, &err));
    rq_doc_free(doc);
    files.texture_size = sample_tpc(files.texture, 0, 2, 2, 4, 1, 16, "");
    const struct rq_env env = {get_file, &files, NULL};
    for (size_t i = 0; i < sizeof model_texts / sizeof model_texts[0]; i++)
        visit_model(&r, &model_texts[i], &env);
    said_compare("models", &r.lines, is_packed);
    rq_out_free(&super);
    rq_out_free(&files.super);
    rq_out_free(&r.lines);
}

TESTS(test_models)
