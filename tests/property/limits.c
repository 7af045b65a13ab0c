/* Memory that runs out inside of a document: each step with every sample, with a limit that ends at each
 * allocation of the arena in turn, and with each allocation of the system refused in turn. It ends in a
 * clean error, or all of its work is done: what it makes is what it makes with all memory.
 *
 * alloc.c refuses allocations of the system alone, of which a small document needs one or two. */
#include "core/bytes.h"
#include "formats/format.h"
#include "said.h"
#include "samples.h"

enum { MOST = 100000 };

struct work {
    const struct sample *sample;
    struct rq_bytes file, json;
    struct rq_options options;
    const char *kind, *dialect; /* of a conversion */
    struct rq_out open;         /* the first file that it makes */
    char name[200];
    bool keeping; /* the first file is kept */
    uint64_t hash;
    struct rq_error err;
};

typedef bool step_fn(struct work *w);

static void add(struct work *w, const void *data, size_t size)
{
    w->hash = mix(w->hash, data, size);
}

static bool take_written(struct work *w, struct rq_doc *doc)
{
    struct rq_out out = {.alloc = w->options.alloc}, second = {.alloc = w->options.alloc};
    bool fine =
        doc && rq_doc_write(doc, &out, &w->err) && rq_doc_write_companion(doc, &second, &w->err);
    if (fine) {
        add(w, out.data, out.size);
        add(w, second.data, second.size);
    }
    rq_out_free(&out);
    rq_out_free(&second);
    rq_doc_free(doc);
    return fine;
}

static struct rq_doc *read_sample(struct work *w)
{
    return rq_doc_read(w->file, &w->options, &w->err);
}

static bool step_write(struct work *w)
{
    return take_written(w, read_sample(w));
}

static bool step_to_json(struct work *w)
{
    struct rq_out out = {.alloc = w->options.alloc};
    struct rq_doc *doc = read_sample(w);
    bool fine = doc && rq_doc_to_json(doc, &out, &w->err);
    if (fine)
        add(w, out.data, out.size);
    rq_doc_free(doc);
    rq_out_free(&out);
    return fine;
}

static bool step_from_json(struct work *w)
{
    return take_written(w, rq_doc_from_json(w->json, &w->options, &w->err));
}

static bool step_derive(struct work *w)
{
    struct rq_doc *doc = read_sample(w);
    if (doc && rq_doc_derive(doc, &w->err))
        return take_written(w, doc);
    rq_doc_free(doc);
    return false;
}

static bool step_dump(struct work *w)
{
    struct rq_out out = {.alloc = w->options.alloc};
    bool fine = rq_doc_dump(w->file, &w->options, &out, &w->err);
    if (fine)
        add(w, out.data, out.size);
    rq_out_free(&out);
    return fine;
}

static bool step_facts(struct work *w)
{
    const struct rq_fact *facts;
    const struct rq_entry *entries;
    size_t count = 0, entry_count = 0;
    struct rq_doc *doc = read_sample(w);
    bool fine = doc && rq_doc_facts(doc, &facts, &count, &w->err);
    if (fine && w->options.format->container)
        fine = rq_doc_entries(doc, &entries, &entry_count, &w->err);
    for (size_t i = 0; fine && i < count; i++) {
        if (strstr(facts[i].key, "layout") || strcmp(facts[i].key, "made by") == 0)
            continue; /* told when it can be worked out */
        add(w, facts[i].key, strlen(facts[i].key));
        add(w, facts[i].value, strlen(facts[i].value));
    }
    for (size_t i = 0; fine && i < entry_count; i++) {
        add(w, entries[i].name, strlen(entries[i].name));
        add(w, entries[i].bytes.data, entries[i].bytes.size);
    }
    rq_doc_free(doc);
    return fine;
}

static void add_difference(void *ctx, const char *path, const char *a, const char *b)
{
    (void)a, (void)b;
    add(ctx, path, strlen(path));
}

/* With the same document that lacks its last byte, or that has all. */
static bool step_diff(struct work *w)
{
    size_t count = 0;
    struct rq_options plain = {.format = w->options.format};
    struct rq_bytes less = {w->file.data, w->file.size - 1};
    struct rq_doc *a = read_sample(w), *b = rq_doc_read(less, &plain, NULL);
    if (!b)
        b = rq_doc_read(w->file, &plain, NULL);
    bool fine = a && b && rq_doc_diff(a, b, add_difference, w, &count, &w->err);
    rq_doc_free(a);
    rq_doc_free(b);
    return fine;
}

static bool add_path(void *ctx, const struct rq_value *value)
{
    add(ctx, value->path, strlen(value->path));
    snprintf(((struct work *)ctx)->name, sizeof((struct work *)ctx)->name, "%s", value->path);
    return true;
}

/* Sets the last value to itself, and to another. */
static bool step_set(struct work *w)
{
    struct rq_out text = {.alloc = w->options.alloc};
    struct rq_doc *doc = read_sample(w);
    bool fine = doc && rq_doc_visit(doc, add_path, w, &w->err) &&
                rq_doc_get(doc, w->name, &text, &w->err) && (rq_put8(&text, 0), !text.failed) &&
                rq_doc_set(doc, w->name, (char *)text.data, &w->err) &&
                (!rq_format_has_set(w->options.format) || rq_doc_set(doc, w->name, "1", &w->err));
    if (!fine && text.failed)
        w->err.code = RQ_NO_MEMORY;
    rq_out_free(&text);
    if (fine)
        return take_written(w, doc);
    rq_doc_free(doc);
    return false;
}

static bool add_file(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct work *w = ctx;
    (void)err;
    add(w, name, strlen(name));
    add(w, bytes.data, bytes.size);
    if (w->keeping && w->open.size == 0) {
        rq_put(&w->open, bytes.data, bytes.size);
        snprintf(w->name, sizeof w->name, "%s", name);
    }
    return true;
}

static bool step_convert(struct work *w)
{
    struct rq_doc *doc = read_sample(w);
    struct rq_convert_options options = {
        .to = w->kind, .name = w->sample->name, .dialect = w->dialect, .all_levels = true};
    bool fine = doc && rq_doc_convert(doc, &options, add_file, w, &w->err);
    rq_doc_free(doc);
    return fine;
}

static bool step_import(struct work *w)
{
    return take_written(
        w, rq_doc_import(rq_out_bytes(&w->open), w->options.format, &w->options, &w->err));
}

static bool step_from_text(struct work *w)
{
    return take_written(w, rq_doc_from_text(rq_out_bytes(&w->open), &w->options, &w->err));
}

static bool step_put_file(struct work *w)
{
    struct rq_doc *doc = read_sample(w);
    if (doc && rq_doc_put_file(doc, w->name, rq_out_bytes(&w->open), &w->err))
        return take_written(w, doc);
    rq_doc_free(doc);
    return false;
}

/* ---- too little memory ---- */

/* False: this was enough. */
static bool try_step(struct work *w, step_fn *step, uint64_t expected,
                     struct check_failing *failing)
{
    struct rq_alloc alloc = {check_failing_realloc, failing};
    w->options.alloc = &alloc;
    w->hash = 0;
    w->err = (struct rq_error){0};
    bool fine = step(w);
    CHECK_INT(failing->live_blocks, 0);
    if (fine)
        CHECK_INT(w->hash, expected);
    else
        CHECK(w->err.code != RQ_OK && w->err.text[0]);
    w->options.alloc = NULL;
    return !fine;
}

/* Whatever the step does with all memory, it must fail, or do the same, with less. */
static void starve(struct work *w, const char *name, step_fn *step)
{
    struct check_failing all = {0};
    w->hash = 0;
    w->err = (struct rq_error){0};
    bool fine = step(w);
    uint64_t expected = w->hash;
    if (!fine)
        return;
    try_step(w, step, expected, &all);
    /* Places that lie may not take all memory: beyond the limit an archive is written tight. */
    bool tight = step == step_from_json && strcmp(w->sample->name, "erf, explicit") == 0;
    size_t grain = 16 + all.peak_bytes / 3000 / 16 * 16, enough = 0;
    for (size_t limit = 16; !tight && limit < all.peak_bytes * 2 + 4096 && enough < 3;
         limit += grain) {
        struct check_failing none = {0};
        w->options.memory_limit = limit;
        check_note("%s of %s, limit %zu", name, w->sample->name, limit);
        enough = try_step(w, step, expected, &none) ? 0 : enough + 1;
    }
    w->options.memory_limit = 0;
    for (size_t n = 1; n < MOST; n += 1 + n / 50) {
        struct check_failing failing = {.fail_at = n, .persistent = n % 2 == 0};
        check_note("%s of %s, allocation %zu fails", name, w->sample->name, n);
        try_step(w, step, expected, &failing);
        if (!failing.failed)
            break;
    }
}

static const struct {
    const char *name;
    step_fn *step;
} steps[] = {
    {"write", step_write},   {"to JSON", step_to_json}, {"from JSON", step_from_json},
    {"derive", step_derive}, {"dump", step_dump},       {"facts", step_facts},
    {"diff", step_diff},     {"set", step_set},
};

static bool goes(const struct work *w, enum rq_way way)
{
    char kinds[RQ_KINDS_SIZE], *rest = NULL;
    rq_format_kinds(w->options.format, way, kinds);
    for (char *kind = strtok_r(kinds, " ", &rest); kind; kind = strtok_r(NULL, " ", &rest))
        if (strcmp(kind, w->kind) == 0)
            return true;
    return false;
}

static void convert_to(struct work *w, const char *kind, const char *dialect)
{
    char name[64];
    w->kind = kind;
    w->dialect = dialect;
    w->keeping = true;
    step_convert(w);
    w->keeping = false;
    snprintf(name, sizeof name, "%s%s%s", kind, dialect ? " " : "", dialect ? dialect : "");
    starve(w, name, step_convert);
    if (w->open.size && goes(w, RQ_WAY_IMPORT))
        starve(w, name, rq_file_kind_by_name(kind)->is_text ? step_from_text : step_import);
    if (w->open.size && goes(w, RQ_WAY_PUT))
        starve(w, name, step_put_file);
    rq_out_free(&w->open);
}

static void convert_all(struct work *w)
{
    char kinds[RQ_KINDS_SIZE], *rest = NULL;
    rq_format_kinds(w->options.format, RQ_WAY_CONVERT, kinds);
    for (char *kind = strtok_r(kinds, " ", &rest); kind; kind = strtok_r(NULL, " ", &rest)) {
        if (strcmp(kind, "json") != 0)
            convert_to(w, kind, NULL);
        if (strcmp(kind, "json") == 0 || strcmp(kind, "xml") == 0)
            convert_to(w, kind, "pykotor");
    }
}

static void visit_sample(void *ctx, const struct sample *sample)
{
    struct rq_out json = {0};
    struct work w = {.sample = sample, .file = {sample->data, sample->size}};
    (void)ctx;
    if (sample->size > 65536)
        return; /* a map of heights is no small document */
    w.options = (struct rq_options){.format = rq_format_by_name(sample->format),
                                    .name = sample->name,
                                    .companion = sample->companion};
    struct rq_doc *doc = read_sample(&w);
    REQUIRE(doc && rq_doc_to_json(doc, &json, NULL));
    rq_doc_free(doc);
    w.json = rq_out_bytes(&json);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        starve(&w, steps[i].name, steps[i].step);
    convert_all(&w);
    rq_out_free(&json);
}

static void test_every_sample(void)
{
    each_sample(visit_sample, NULL);
}

TESTS(test_every_sample)
