/* What the golden tests of key, bif, bzf and rim share. */
#ifndef TESTS_GOLDEN_ARCHIVES_H
#define TESTS_GOLDEN_ARCHIVES_H

#include "core/file.h"
#include "support/corpus.h"
#include "support/document.h"

#include <stdlib.h>

static inline struct rq_bytes whole(const void *bytes, size_t size)
{
    return (struct rq_bytes){bytes, size};
}

/* A name of up to 16 bytes, NUL padded. */
static inline void put_resref(struct rq_out *out, const char *name)
{
    rq_put(out, name, strlen(name));
    rq_put_zeros(out, 16 - strlen(name));
}

static inline void put_text(struct rq_out *out, const char *text)
{
    rq_put(out, text, strlen(text));
}

/* How many findings have this id. */
static inline size_t findings_of(struct rq_doc *doc, const char *id)
{
    const struct rq_finding *findings;
    size_t found = 0;
    for (size_t i = 0, n = rq_doc_findings(doc, &findings); i < n; i++)
        found += strcmp(findings[i].id, id) == 0;
    return found;
}

static inline size_t findings_in(struct rq_bytes file, const char *id)
{
    struct rq_doc *doc = rq_doc_read(file, NULL, NULL);
    size_t found = doc && rq_doc_settle(doc, NULL) ? findings_of(doc, id) : SIZE_MAX;
    rq_doc_free(doc);
    return found;
}

/* What the document is written as, to be freed by the caller. */
static inline struct rq_out written(struct rq_doc *doc)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_STR(err.text, "");
    return out;
}

/* Every truncation of a file ends in an error; nothing is read behind it. */
static inline void cut_everywhere(struct rq_bytes file, const struct rq_options *options)
{
    for (size_t size = 8; size < file.size; size++) {
        struct check_guard guard;
        struct rq_error err = {0};
        check_note("%zu bytes", size);
        REQUIRE(check_guard_make(file.data, size, &guard));
        struct rq_doc *doc = rq_doc_read(whole(guard.data, size), options, &err);
        CHECK(doc == NULL && err.code != RQ_OK);
        rq_doc_free(doc);
        check_guard_free(&guard);
    }
}

/* Files of the corpus come back identical, directly and through JSON, without findings. */
static inline void check_corpus_folder(const char *folder)
{
    struct rq_walk walk = {0};
    NEEDS_CORPUS(folder);
    REQUIRE(corpus_walk(folder, &walk));
    for (size_t i = 0; i < walk.count; i++) {
        struct rq_map map;
        struct rq_error err = {0};
        check_note("%s", walk.items[i].relative);
        REQUIRE(rq_map_open(&map, walk.items[i].path, &err));
        CHECK_INT(rq_doc_verify(map.bytes, NULL, false, &err), RQ_IDENTICAL);
        CHECK_INT(rq_doc_verify(map.bytes, NULL, true, &err), RQ_IDENTICAL);
        CHECK_STR(err.text, "");
        struct rq_doc *doc = rq_doc_read(map.bytes, NULL, &err);
        const struct rq_finding *findings;
        REQUIRE(doc && rq_doc_settle(doc, &err));
        CHECK_INT(rq_doc_findings(doc, &findings), 0);
        rq_doc_free(doc);
        rq_map_close(&map);
    }
    rq_walk_free(&walk);
}

#endif
