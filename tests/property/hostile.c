/* Damaged files. Every truncation and 2,000 changed bytes of each sample end in a clean error or
 * in a document that comes back byte for byte, directly and through JSON; nothing reads
 * behind the input; memory stays below 16 times the input and 16 MiB. Samples of more than
 * 64 KiB get a tenth of it.
 *
 * The samples are those of samples.h. Besides, as far as the time goes: the files below
 * $RQ_DEMO_DIR, and small files of the corpus. $RQ_HOSTILE_SECONDS is that time, 20. */
#include "core/file.h"
#include "formats/format.h"
#include "samples.h"
#include "support/corpus.h"
#include "support/random.h"

#include <stdio.h>
#include <stdlib.h>

enum { FLIPS = 2000, EVERY = 4096, CUTS = 500, LARGE = 64 << 10 };

static size_t times(size_t most, size_t size)
{
    return size > LARGE ? most / 10 : most;
}

/* ---- one input ---- */

struct trial {
    const struct rq_format *format;
    struct check_failing memory; /* counts, never fails */
    struct rq_alloc alloc;
    struct rq_options options;
    size_t read, refused;
};

static void begin(struct trial *t, const struct rq_format *format, struct rq_bytes companion)
{
    *t = (struct trial){.format = format};
    t->alloc = (struct rq_alloc){check_failing_realloc, &t->memory};
    t->options = (struct rq_options){.format = format, .alloc = &t->alloc, .companion = companion};
}

static void check_json(struct trial *t, struct rq_doc *doc, struct rq_bytes input)
{
    struct rq_error err = {0};
    struct rq_out json = {.alloc = &t->alloc}, out = {.alloc = &t->alloc};
    CHECK(rq_doc_to_json(doc, &json, &err));
    struct rq_doc *again = rq_doc_from_json(rq_out_bytes(&json), &t->options, &err);
    CHECK(again != NULL);
    CHECK(again && rq_doc_write(again, &out, &err));
    if (!CHECK_STR(err.text, ""))
        printf("    %s\n", err.where);
    CHECK_MEM(out.data, out.size, input.data, input.size);
    rq_doc_free(again);
    rq_out_free(&json);
    rq_out_free(&out);
}

static bool count_value(void *ctx, const struct rq_value *value)
{
    *(size_t *)ctx += strlen(value->path) + 1;
    return true;
}

static void check_document(struct trial *t, struct rq_doc *doc, struct rq_bytes input)
{
    struct rq_error err = {0};
    const struct rq_fact *facts;
    const struct rq_finding *findings;
    const struct rq_entry *entries;
    size_t count;
    struct rq_out out = {.alloc = &t->alloc};
    size_t visited = 0;
    rq_doc_findings(doc, &findings);
    CHECK(rq_doc_visit(doc, count_value, &visited, &err)); /* before its layout is known */
    CHECK(rq_doc_facts(doc, &facts, &count, &err));
    if (t->format->container)
        CHECK(rq_doc_entries(doc, &entries, &count, &err));
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_STR(err.text, "");
    CHECK_MEM(out.data, out.size, input.data, input.size);
    rq_out_free(&out);
    check_json(t, doc, input);
}

/* data must end where it can't be read on. */
static void check_input(struct trial *t, struct rq_bytes input)
{
    struct rq_error err = {0}, dump_err = {0};
    struct rq_out out = {.alloc = &t->alloc};
    t->memory = (struct check_failing){0};
    struct rq_doc *doc = rq_doc_read(input, &t->options, &err);
    if (doc) {
        t->read++;
        check_document(t, doc, input);
        rq_doc_free(doc);
    } else {
        t->refused++;
        CHECK(err.code != RQ_OK && err.code != RQ_NO_MEMORY && err.code != RQ_IO);
        CHECK(err.text[0] != 0);
        CHECK(err.offset <= UINT64_C(1) << 34);
    }
    CHECK_INT(rq_doc_dump(input, &t->options, &out, &dump_err), doc != NULL);
    rq_out_free(&out);
    enum rq_verdict verdict = rq_doc_verify(input, &t->options, false, NULL);
    CHECK(verdict == (doc ? RQ_IDENTICAL : RQ_UNREADABLE) || verdict == RQ_OPAQUE);
    CHECK(t->memory.peak_bytes <= 16 * input.size + (16u << 20));
    CHECK_INT(t->memory.live_blocks, 0);
}

/* ---- all the damage of one file ---- */

static void cut_file(struct trial *t, struct rq_bytes file, const char *name, double until)
{
    size_t steps = file.size <= EVERY ? file.size : times(CUTS, file.size);
    for (size_t i = 0; i < steps && rq_clock() < until; i++) {
        struct check_guard guard;
        size_t size = (size_t)((uint64_t)file.size * i / steps);
        check_note("%s cut to %zu bytes", name, size);
        REQUIRE(check_guard_make(file.data, size, &guard));
        check_input(t, (struct rq_bytes){guard.data, size});
        check_guard_free(&guard);
    }
}

/* One byte becomes another: a bit, a value that counts are afraid of, or anything. */
static void flip_file(struct trial *t, struct rq_bytes file, const char *name, double until)
{
    static const uint8_t feared[] = {0, 1, 0x7F, 0x80, 0xFF};
    struct check_guard guard;
    uint32_t random = 12345;
    REQUIRE(check_guard_make(file.data, file.size, &guard));
    uint8_t *data = (uint8_t *)guard.map + (guard.data - (const uint8_t *)guard.map);
    for (size_t i = 0; i < times(FLIPS, file.size) && rq_clock() < until; i++) {
        size_t at = random_next(&random) % file.size;
        uint8_t was = data[at];
        uint32_t choice = random_next(&random);
        if (choice % 3 == 0)
            data[at] ^= (uint8_t)(1u << (choice >> 8 & 7));
        else if (choice % 3 == 1)
            data[at] = feared[(choice >> 8) % sizeof feared];
        else
            data[at] = (uint8_t)(choice >> 8);
        check_note("%s with byte %zu %02x for %02x", name, at, data[at], was);
        check_input(t, (struct rq_bytes){guard.data, guard.size});
        data[at] = was;
    }
    check_guard_free(&guard);
}

static void damage(const struct rq_format *format, struct rq_bytes file, struct rq_bytes companion,
                   const char *name, double until)
{
    struct trial t;
    begin(&t, format, companion);
    check_note("%s as it is", name);
    check_input(&t, file);
    cut_file(&t, file, name, until);
    if (file.size)
        flip_file(&t, file, name, until);
}

/* ---- the samples ---- */

static const double forever = 1e300;

static void visit_sample(void *ctx, const struct sample *sample)
{
    struct trial t;
    const struct rq_format *format = rq_format_by_name(sample->format);
    struct rq_bytes file = {sample->data, sample->size};
    size_t *seen = ctx;
    if (!format)
        return;
    begin(&t, format, sample->companion);
    check_input(&t, file);
    CHECK_INT(t.read, 1); /* a sample is a valid file */
    /* Text goes by its name alone. */
    CHECK(rq_format_detect(file, NULL) == format || rq_format_detect(file, sample->name) == format);
    for (size_t i = 0; i < rq_format_count(); i++)
        seen[i] += rq_format_at(i) == format;
    damage(format, file, sample->companion, sample->name, forever);
}

static void test_samples(void)
{
    size_t seen[64] = {0};
    REQUIRE(rq_format_count() <= 64);
    each_sample(visit_sample, seen);
    for (size_t i = 0; i < rq_format_count(); i++) {
        check_note("a sample of %s in samples.h", rq_format_at(i)->info.name);
        CHECK(seen[i] > 0);
    }
}

/* Every sample read as every other format: refused, or at least without harm. */
static void visit_as_others(void *ctx, const struct sample *sample)
{
    (void)ctx;
    for (size_t i = 0; i < rq_format_count(); i++) {
        struct trial t;
        check_note("%s as %s", sample->name, rq_format_at(i)->info.name);
        begin(&t, rq_format_at(i), (struct rq_bytes){0});
        check_input(&t, (struct rq_bytes){sample->data, sample->size});
    }
}

static void test_as_other_formats(void)
{
    each_sample(visit_as_others, NULL);
}

/* ---- damaged JSON ---- */

static void take_json(struct trial *t, struct rq_bytes text)
{
    struct rq_error err = {0};
    struct rq_out out = {.alloc = &t->alloc};
    t->memory = (struct check_failing){0};
    struct rq_doc *doc = rq_doc_from_json(text, &t->options, &err);
    if (doc)
        rq_doc_write(doc, &out, &err); /* whatever it is now: written, or a reason why not */
    else
        CHECK(err.code != RQ_OK && err.text[0]);
    rq_doc_free(doc);
    rq_out_free(&out);
    CHECK(t->memory.peak_bytes <= 16 * text.size + (16u << 20));
    CHECK_INT(t->memory.live_blocks, 0);
}

static void visit_json(void *ctx, const struct sample *sample)
{
    struct trial t;
    struct rq_out json = {0};
    uint32_t random = 777;
    (void)ctx;
    struct rq_options options = {.format = rq_format_by_name(sample->format),
                                 .companion = sample->companion};
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){sample->data, sample->size}, &options, NULL);
    REQUIRE(doc && rq_doc_to_json(doc, &json, NULL));
    rq_doc_free(doc);
    begin(&t, options.format, (struct rq_bytes){0});
    size_t cuts = times(CUTS, json.size), flips = times(FLIPS, json.size);
    for (size_t i = 0; i < cuts; i++) {
        struct check_guard guard;
        size_t size = json.size * i / cuts;
        check_note("JSON of %s cut to %zu bytes", sample->name, size);
        REQUIRE(check_guard_make(json.data, size, &guard));
        take_json(&t, (struct rq_bytes){guard.data, size});
        check_guard_free(&guard);
    }
    static const char signs[] = "{}[]\",:0123456789-.eE\\u/ \ntfn\xFF\x01";
    for (size_t i = 0; i < flips; i++) {
        size_t at = random_next(&random) % json.size;
        uint8_t was = json.data[at];
        json.data[at] = (uint8_t)signs[random_next(&random) % (sizeof signs - 1)];
        check_note("JSON of %s with byte %zu %02x", sample->name, at, json.data[at]);
        take_json(&t, rq_out_bytes(&json));
        json.data[at] = was;
    }
    rq_out_free(&json);
}

static void test_json(void)
{
    each_sample(visit_json, NULL);
}

/* ---- files of the demo and of the corpus ---- */

static double seconds(void)
{
    const char *text = getenv("RQ_HOSTILE_SECONDS");
    return text ? strtod(text, NULL) : 20;
}

static bool wanted(const struct rq_found *file)
{
    return file->size > 0 && file->size <= 65536 &&
           rq_casecmp(rq_path_extension(file->relative), "json") != 0;
}

/* Each file gets an even share of the time that is left. */
static void test_real_files(void)
{
    static const char *const folders[] = {"kotor/mod", "kotor/tpc", "kotor/dlg", "kotor/gui",
                                          "kotor/uti", "kotor/utt", "redguard"};
    struct rq_walk walk = {0};
    const char *demo = getenv("RQ_DEMO_DIR");
    if (demo && rq_path_kind(demo, NULL) == RQ_PATH_FOLDER)
        rq_walk_add(&walk, demo, NULL);
    else
        SKIP_PART("RQ_DEMO_DIR names no folder");
    if (!check_corpus("."))
        SKIP_PART("no corpus");
    for (size_t i = 0; check_corpus(".") && i < sizeof folders / sizeof folders[0]; i++)
        corpus_walk(folders[i], &walk);
    size_t count = 0, left, tried = 0;
    for (size_t i = 0; i < walk.count; i++)
        count += wanted(&walk.items[i]);
    left = count;
    double end = rq_clock() + seconds();
    for (size_t i = 0; i < walk.count; i++) {
        struct rq_map map;
        if (!wanted(&walk.items[i]) || !rq_map_open(&map, walk.items[i].path, NULL))
            continue;
        double now = rq_clock();
        const struct rq_format *format = rq_format_detect(map.bytes, walk.items[i].relative);
        if (format) {
            damage(format, map.bytes, (struct rq_bytes){0}, walk.items[i].relative,
                   now + (end - now) / (double)left);
            tried++;
        }
        left--;
        rq_map_close(&map);
    }
    rq_walk_free(&walk);
    if (count == 0)
        SKIP("neither RQ_DEMO_DIR nor a corpus");
    printf("    %zu files damaged\n", tried);
    CHECK(tried > 0);
}

TESTS(test_samples, test_as_other_formats, test_json, test_real_files)
