/* NWScript: every pair of source and compiled script of the corpus. They are of the K1 Community Patch, whose
 * compiler rounds floats correctly. */
#include "core/bytes.h"
#include "support/check.h"
#include "support/corpus.h"

#include <reliquary/nwscript.h>
#include <stdio.h>
#include <stdlib.h>

struct pairs {
    char missing[256];
    char problem[512];
    size_t identical, lacking, include_files, total;
    uint8_t *kept[64];
    size_t kept_count;
};

static bool find_include(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    struct pairs *p = ctx;
    char relative[128];
    size_t size;
    snprintf(relative, sizeof relative, "kotor/nss/%s.nss", name);
    const char *file = check_corpus(relative);
    uint8_t *data = file ? check_read(file, &size) : NULL;
    if (!data || p->kept_count == 64) {
        snprintf(p->missing, sizeof p->missing, "%s", name);
        return false;
    }
    p->kept[p->kept_count++] = data;
    *text = (struct rq_bytes){data, size};
    *path = file;
    return true;
}

static void keep_problem(void *ctx, const struct rq_script_problem *problem)
{
    struct pairs *p = ctx;
    if (problem->severity == RQ_ERROR && !p->problem[0])
        snprintf(p->problem, sizeof p->problem, "%s:%zu: %s", problem->file, problem->line,
                 problem->message);
}

/* Prints a line for each, and fails where two of them differ. */
static void compare(struct pairs *p, const char *name, struct rq_bytes source, struct rq_bytes made)
{
    const struct rq_nss_options options = {.game = 1,
                                           .exact_floats = true,
                                           .ctx = p,
                                           .include = find_include,
                                           .problem = keep_problem};
    struct rq_out out = {0};
    struct rq_error err = {0};
    enum rq_nss_kind kind;
    size_t at = 0;
    p->missing[0] = p->problem[0] = 0;
    p->total++;
    check_note("%s", name);
    bool fine = rq_nss_compile(source, name, &options, &out, &kind, &err);
    while (at < out.size && at < made.size && out.data[at] == made.data[at])
        at++;
    if (p->missing[0]) {
        printf("%-20s needs the include %s\n", name, p->missing);
        p->lacking++;
    } else if (!CHECK(fine)) {
        printf("%-20s %s\n", name, p->problem);
    } else if (CHECK(out.size == made.size && at == made.size)) {
        printf("%-20s identical\n", name);
        p->identical++;
    } else {
        printf("%-20s differs at %zu (%zu bytes, %zu expected)\n", name, at, out.size, made.size);
    }
    rq_out_free(&out);
}

static void test_pairs(void)
{
    NEEDS_CORPUS("kotor/nss");
    static struct pairs p;
    struct rq_walk walk = {0};
    REQUIRE(corpus_walk("kotor/nss", &walk));
    for (size_t i = 0; i < walk.count; i++) {
        char relative[160];
        size_t source_size, made_size;
        snprintf(relative, sizeof relative, "kotor/ncs/%.*s.ncs",
                 (int)(strlen(walk.items[i].relative) - 4), walk.items[i].relative);
        const char *other = check_corpus(relative);
        uint8_t *source = check_read(walk.items[i].path, &source_size);
        uint8_t *made = other ? check_read(other, &made_size) : NULL;
        if (source && made)
            compare(&p, walk.items[i].relative, (struct rq_bytes){source, source_size},
                    (struct rq_bytes){made, made_size});
        else
            p.include_files++;
        free(source);
        free(made);
    }
    rq_walk_free(&walk);
    for (size_t i = 0; i < p.kept_count; i++)
        free(p.kept[i]);
    printf("%zu pairs: %zu identical, %zu need an include that the corpus lacks, %zu others\n",
           p.total, p.identical, p.lacking, p.total - p.identical - p.lacking);
    CHECK(p.identical > 50);
    CHECK_INT(p.identical + p.lacking, p.total);
}

TESTS(test_pairs)
