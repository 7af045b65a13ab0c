/* What the golden tests of KotOR's tables share, on top of the builder of redguard.h. */
#ifndef TESTS_GOLDEN_TABLES_H
#define TESTS_GOLDEN_TABLES_H

#include "redguard.h"

/* fn for every file of a folder of the corpus; how many there were. */
static inline size_t each_kotor(const char *folder, void (*fn)(const char *name, struct rq_bytes))
{
    size_t seen = 0;
    struct rq_walk walk = {0};
    const char *path = check_corpus(folder);
    if (!path || !rq_walk_add(&walk, path, NULL))
        return 0;
    for (size_t i = 0; i < walk.count; i++) {
        size_t size = 0;
        uint8_t *data = check_read(walk.items[i].path, &size);
        check_note("%s", walk.items[i].relative);
        if (CHECK(data != NULL))
            fn(walk.items[i].relative, (struct rq_bytes){data, size});
        free(data);
        seen++;
    }
    rq_walk_free(&walk);
    check_note(" ");
    return seen;
}

/* How many findings of that id the file has. */
static inline size_t count_found(struct rq_bytes file, const char *format, const char *id)
{
    const struct rq_finding *findings;
    size_t seen = 0;
    struct rq_doc *doc = read_as(file, format);
    for (size_t i = 0, n = doc ? rq_doc_findings(doc, &findings) : 0; i < n; i++)
        seen += strcmp(findings[i].id, id) == 0;
    rq_doc_free(doc);
    return seen;
}

/* The text of the one file that a conversion gives; to be freed. */
static inline bool keep_file(void *ctx, const char *name, struct rq_bytes bytes,
                             struct rq_error *err)
{
    (void)name, (void)err;
    rq_out_cut(ctx, 0);
    rq_put_bytes(ctx, bytes);
    rq_put8(ctx, 0);
    return true;
}

static inline struct rq_out converted(struct rq_doc *doc, const char *to)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    struct rq_convert_options how = {.to = to, .name = "x.x"};
    CHECK(rq_doc_convert(doc, &how, keep_file, &out, &err));
    CHECK_STR(err.text, "");
    return out;
}

/* Puts a CSV in; false with the reason in err. */
static inline bool put_csv(struct rq_doc *doc, const char *csv, struct rq_error *err)
{
    *err = (struct rq_error){0};
    return rq_doc_put_file(doc, "x.csv", (struct rq_bytes){(const uint8_t *)csv, strlen(csv)}, err);
}

#endif
