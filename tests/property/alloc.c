/* Memory that runs out: each allocation in turn fails, and every call that is built on it ends
 * in a clean error and leaves nothing behind. A call that succeeds all the same must have
 * done all of its work. */
#include "formats/format.h"
#include "samples.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 5000 };

struct work {
    const struct sample *sample;
    struct rq_bytes file, json;
    struct check_failing *failing;
    struct rq_options options; /* with the allocator that fails */
    struct rq_error err;
};

/* True when it succeeded; what it made is compared. */
typedef bool step_fn(struct work *w);

static struct rq_doc *read_sample(struct work *w, struct rq_options *options)
{
    return rq_doc_read(w->file, options, &w->err);
}

static bool step_read(struct work *w)
{
    struct rq_doc *doc = read_sample(w, &w->options);
    bool fine = doc != NULL;
    rq_doc_free(doc);
    return fine;
}

static bool step_write(struct work *w)
{
    struct rq_out out = {.alloc = w->options.alloc};
    struct rq_doc *doc = read_sample(w, &w->options);
    bool fine = doc && rq_doc_write(doc, &out, &w->err);
    if (fine)
        CHECK_MEM(out.data, out.size, w->file.data, w->file.size);
    else
        CHECK_INT(out.size, 0);
    /* A document that was read has no place that is to blame; output that can't grow tells its size. */
    if (doc && w->err.code == RQ_NO_MEMORY && strcmp(w->err.where, "output") != 0)
        CHECK_INT(w->err.offset, 0);
    rq_doc_free(doc);
    rq_out_free(&out);
    return fine;
}

static bool step_write_companion(struct work *w)
{
    struct rq_out out = {.alloc = w->options.alloc};
    struct rq_doc *doc = read_sample(w, &w->options);
    bool fine = doc && rq_doc_write_companion(doc, &out, &w->err);
    if (fine)
        CHECK_MEM(out.data, out.size, w->sample->companion.data, w->sample->companion.size);
    rq_doc_free(doc);
    rq_out_free(&out);
    return fine;
}

/* A write that failed may be tried again, and then gives the same file as ever. */
static bool step_write_again(struct work *w)
{
    struct rq_out out = {.alloc = w->options.alloc}, second = {0};
    struct rq_doc *doc = read_sample(w, &w->options);
    bool fine = doc && rq_doc_write(doc, &out, &w->err);
    size_t fail_at = w->failing->fail_at;
    w->failing->fail_at = 0;
    if (doc && CHECK(rq_doc_write(doc, &second, NULL)))
        CHECK_MEM(second.data, second.size, w->file.data, w->file.size);
    w->failing->fail_at = fail_at;
    rq_doc_free(doc);
    rq_out_free(&out);
    rq_out_free(&second);
    return fine;
}

static bool step_to_json(struct work *w)
{
    struct rq_out out = {.alloc = w->options.alloc};
    struct rq_doc *doc = read_sample(w, &w->options);
    bool fine = doc && rq_doc_to_json(doc, &out, &w->err);
    if (fine)
        CHECK_MEM(out.data, out.size, w->json.data, w->json.size);
    rq_doc_free(doc);
    rq_out_free(&out);
    return fine;
}

static bool step_from_json(struct work *w)
{
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_from_json(w->json, &w->options, &w->err);
    bool fine = doc && rq_doc_write(doc, &out, &w->err);
    if (fine)
        CHECK_MEM(out.data, out.size, w->file.data, w->file.size);
    rq_doc_free(doc);
    rq_out_free(&out);
    return fine;
}

static bool step_dump(struct work *w)
{
    struct rq_out out = {.alloc = w->options.alloc};
    bool fine = rq_doc_dump(w->file, &w->options, &out, &w->err);
    rq_out_free(&out);
    return fine;
}

static bool step_facts(struct work *w)
{
    const struct rq_fact *facts;
    const struct rq_entry *entries;
    size_t count;
    struct rq_doc *doc = read_sample(w, &w->options);
    bool fine = doc && rq_doc_facts(doc, &facts, &count, &w->err);
    if (fine && w->options.format->container)
        fine = rq_doc_entries(doc, &entries, &count, &w->err);
    rq_doc_free(doc);
    return fine;
}

static bool step_diff(struct work *w)
{
    /* The sample with its last byte changed, when that still reads, else the sample. */
    static uint8_t other[SAMPLE_ROOM];
    size_t count = 0;
    memcpy(other, w->file.data, w->file.size);
    other[w->file.size - 1] ^= 1;
    struct rq_options plain = {.format = w->options.format};
    struct rq_doc *a = read_sample(w, &w->options);
    struct rq_doc *b = rq_doc_read((struct rq_bytes){other, w->file.size}, &plain, NULL);
    if (!b)
        b = rq_doc_read(w->file, &plain, NULL);
    bool fine = a && b && rq_doc_diff(a, b, NULL, NULL, &count, &w->err);
    rq_doc_free(a);
    rq_doc_free(b);
    return fine;
}

static bool step_put(struct work *w)
{
    struct rq_out out = {.alloc = w->options.alloc};
    struct rq_doc *doc = read_sample(w, &w->options);
    bool numbers = strcmp(w->sample->format, "bif") == 0 || strcmp(w->sample->format, "bzf") == 0;
    struct rq_bytes data = w->file;
#ifndef RQ_HAVE_LZMA
    if (strcmp(w->sample->format, "bzf") == 0)
        data.size = 0; /* more could not be packed */
#endif
    bool fine = doc && rq_doc_put_entry(doc, "new.txt", data, &w->err) &&
                rq_doc_remove_entry(doc, numbers ? "00001.txt" : "b.txt", &w->err) &&
                rq_doc_write(doc, &out, &w->err);
    rq_doc_free(doc);
    rq_out_free(&out);
    return fine;
}

/* The model of an archive of models once more, under a new name. */
static bool step_put_model(struct work *w)
{
    struct rq_out out = {.alloc = w->options.alloc};
    struct rq_doc *doc = read_sample(w, &w->options);
    const struct rq_entry *entries;
    size_t count;
    bool fine = doc && rq_doc_entries(doc, &entries, &count, &w->err) && count &&
                rq_doc_put_entry(doc, "new.3d", entries[0].bytes, &w->err) &&
                rq_doc_remove_entry(doc, "crate.3d", &w->err) && rq_doc_write(doc, &out, &w->err);
    rq_doc_free(doc);
    rq_out_free(&out);
    return fine;
}

/* Fails at the first allocation, at the second, ... until none is left to fail. */
static void exhaust(struct work *w, const char *name, bool persistent, step_fn *step)
{
    for (size_t n = 1; n < MOST; n++) {
        struct check_failing failing = {.fail_at = n, .persistent = persistent};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        w->options.alloc = &alloc;
        w->failing = &failing;
        w->err = (struct rq_error){0};
        check_note("%s of %s, allocation %zu fails%s", name, w->sample->name, n,
                   persistent ? " and all after it" : "");
        bool fine = step(w);
        CHECK_INT(failing.live_blocks, 0);
        CHECK(fine || w->err.code != RQ_OK);
        if (!failing.failed) {
            CHECK(fine);
            CHECK_STR(w->err.text, "");
            return;
        }
    }
    check_note("%s of %s", name, w->sample->name);
    CHECK(!"needs more allocations than a small file should");
}

static const struct {
    const char *name;
    step_fn *step;
} steps[] = {
    {"read", step_read},       {"write", step_write},         {"second write", step_write_again},
    {"to JSON", step_to_json}, {"from JSON", step_from_json}, {"dump", step_dump},
    {"facts", step_facts},     {"diff", step_diff},           {"companion", step_write_companion},
};

static void visit_sample(void *ctx, const struct sample *sample)
{
    struct rq_out json = {0};
    struct work w = {.sample = sample, .file = {sample->data, sample->size}};
    (void)ctx;
    w.options.format = rq_format_by_name(sample->format);
    w.options.companion = sample->companion;
    struct rq_doc *doc = read_sample(&w, &w.options);
    REQUIRE(doc && rq_doc_to_json(doc, &json, NULL));
    rq_doc_free(doc);
    w.json = rq_out_bytes(&json);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        exhaust(&w, steps[i].name, false, steps[i].step);
        exhaust(&w, steps[i].name, true, steps[i].step);
    }
    if (w.options.format->container)
        exhaust(&w, "put", false, strcmp(sample->format, "rob") == 0 ? step_put_model : step_put);
    rq_out_free(&json);
}

static void test_every_sample(void)
{
    each_sample(visit_sample, NULL);
}

TESTS(test_every_sample)
