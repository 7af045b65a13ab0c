/* Counts how often fields of models are equal, and prints it. */
#ifndef TESTS_GOLDEN_MDL_TALLY_H
#define TESTS_GOLDEN_MDL_TALLY_H

#include "formats/kotor/mdl/parts.h"
#include "kotor.h"

enum { TALLIES = 400, COLUMNS = 5 };

struct tally {
    char name[128];
    size_t equal[COLUMNS], total[COLUMNS];
};

static struct tally tallies[TALLIES];
static size_t tally_count;
static unsigned tally_column; /* the compiler at hand */

static inline struct tally *tally_of(const char *part, const char *field)
{
    char name[128];
    snprintf(name, sizeof name, "%s%s%s", part, field[0] ? "." : "", field);
    for (size_t i = 0; i < tally_count; i++)
        if (strcmp(tallies[i].name, name) == 0)
            return &tallies[i];
    if (tally_count == TALLIES)
        return &tallies[0];
    memcpy(tallies[tally_count].name, name, sizeof name);
    return &tallies[tally_count++];
}

static inline void tally(const char *part, const char *field, bool same)
{
    struct tally *t = tally_of(part, field);
    t->equal[tally_column] += same;
    t->total[tally_column]++;
}

static inline void tally_bytes(const char *part, const char *field, const void *a, const void *b,
                               size_t size)
{
    tally(part, field, size == 0 || memcmp(a, b, size) == 0);
}

/* Each field of two records; texts up to their NUL, and what follows it apart. */
static inline void tally_record(const char *part, const struct rq_rec *rec, const void *a,
                                const void *b)
{
    for (size_t i = 0; i < rec->field_count; i++) {
        const struct rq_rec_field *f = &rec->fields[i];
        const char *x = (const char *)a + f->offset, *y = (const char *)b + f->offset;
        size_t size = f->count * f->size;
        if (f->kind != RQ_KIND_text) {
            tally_bytes(part, f->name, x, y, size);
            continue;
        }
        char rest[80];
        snprintf(rest, sizeof rest, "%s behind its NUL", f->name);
        tally(part, f->name, strncmp(x, y, size) == 0);
        tally_bytes(part, rest, x, y, size);
    }
}

/* Same sign and within that of each other. */
static inline bool is_near(const float *a, const float *b, size_t count, double within)
{
    for (size_t i = 0; i < count; i++) {
        double d = (double)a[i] - (double)b[i];
        if (!(d <= within && d >= -within))
            return false;
    }
    return true;
}

/* fn for every model of the corpus, with its MDX. */
static inline size_t each_model(void (*fn)(struct rq_doc *doc, struct rq_bytes mdl,
                                           struct rq_bytes mdx))
{
    struct rq_error err = {0};
    struct rq_walk walk = {0};
    if (!corpus_walk("kotor/mdl", &walk))
        return 0;
    for (size_t i = 0; i < walk.count; i++) {
        char path[128];
        size_t size = 0, mdx_size = 0;
        const char *name = walk.items[i].relative;
        uint8_t *data = check_read(walk.items[i].path, &size);
        snprintf(path, sizeof path, "kotor/mdx/%.*s.mdx", (int)strcspn(name, "."), name);
        const char *mdx_path = check_corpus(path);
        uint8_t *mdx = mdx_path ? check_read(mdx_path, &mdx_size) : NULL;
        check_note("%s", name);
        struct rq_options options = {.companion = {mdx, mdx_size},
                                     .format = rq_format_by_name("mdl")};
        struct rq_doc *doc = rq_doc_read((struct rq_bytes){data, size}, &options, &err);
        if (CHECK(doc != NULL))
            fn(doc, (struct rq_bytes){data, size}, options.companion);
        rq_doc_free(doc);
        free(data);
        free(mdx);
    }
    size_t seen = walk.count;
    rq_walk_free(&walk);
    check_note(" ");
    return seen;
}

#endif
