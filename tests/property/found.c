/* What is said of inputs that fuzzing found (found.h), held to tests/contract/found.txt: files of every format, and
 * texts of other tools. A line has up to 32 inputs of a target. See said.h. */
#include "record.h"

#include "found.h"

struct finder {
    struct record r;
    struct sample sample; /* its name is the target's */
    size_t count;
};

static void begin_input(struct finder *f)
{
    char what[32];
    snprintf(what, sizeof what, "found %zu", f->count / 32);
    if (f->count % 32 == 0)
        begin(&f->r, what);
    said(&f->r.said, "-- input %zu", f->count++);
}

static void end_lines(struct finder *f, bool last)
{
    char what[32];
    if (!f->count || (last ? f->count % 32 == 0 : f->count % 32 != 0))
        return;
    snprintf(what, sizeof what, "found %zu", (f->count - 1) / 32);
    end(&f->r, what);
}

/* The second file of a pair stands behind the first, its size behind it; as in tests/fuzz/fuzz.c. */
static struct rq_bytes first_of_pair(struct record *r, struct rq_bytes input)
{
    size_t tail = rq_format_companion(r->format) && input.size >= 4 ? input.size - 4 : 0;
    uint32_t size = tail ? rq_get32(input.data + tail) : UINT32_MAX;
    r->options.companion = (struct rq_bytes){NULL, 0};
    if (size > tail)
        return input;
    r->options.companion = (struct rq_bytes){input.data + tail - size, size};
    return (struct rq_bytes){input.data, tail - size};
}

/* Read, visited, as JSON and back. */
static void take_file(void *ctx, struct rq_bytes input)
{
    struct finder *f = ctx;
    struct record *r = &f->r;
    struct rq_error err = {0};
    struct rq_out json = {0};
    struct values values = {.r = r};
    begin_input(f);
    struct rq_bytes file = first_of_pair(r, input);
    tell_input(r, file);
    struct rq_doc *doc = rq_doc_read(file, &r->options, NULL);
    if (doc && CHECK(rq_doc_visit(doc, tell_value, &values, NULL)) &&
        CHECK(rq_doc_to_json(doc, &json, NULL))) {
        struct rq_doc *again = rq_doc_from_json(rq_out_bytes(&json), &r->options, &err);
        tell_written(r, again, &err);
        rq_doc_free(again);
    }
    rq_doc_free(doc);
    rq_out_free(&json);
    rq_out_free(&values.paths);
    end_lines(f, false);
}

static void take_other_text(void *ctx, struct rq_bytes input)
{
    static const char *const names[] = {"x.mdl", "x.wok", "x.utc.xml", "x.tlk.json", "x.csv"};
    struct finder *f = ctx;
    begin_input(f);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct rq_error err = {0};
        struct rq_doc *doc = rq_doc_from_text(input, &(struct rq_options){.name = names[i]}, &err);
        tell_written(&f->r, doc, &err);
        rq_doc_free(doc);
    }
    end_lines(f, false);
}

static bool tell_target(struct finder *f, const char *target, take_found_fn *take)
{
    f->sample.name = target;
    f->r.sample = &f->sample;
    f->count = 0;
    bool there = each_found(target, take, f);
    end_lines(f, true);
    return there;
}

static void test_found(void)
{
    struct finder f = {.count = 0};
    for (size_t i = 0; i < rq_format_count(); i++) {
        char target[64];
        f.r.format = rq_format_at(i);
        f.r.options = (struct rq_options){.format = f.r.format};
        snprintf(target, sizeof target, "fast_%s", f.r.format->info.name);
        tell_target(&f, target, take_file);
    }
    CHECK(tell_target(&f, "import_text", take_other_text));
    said_compare("found", &f.r.lines, NULL);
    rq_out_free(&f.r.lines);
}

TESTS(test_found)
