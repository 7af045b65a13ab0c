/* Two fuzz targets, stamped once per format with -DFORMAT_NAME="gff". The input is read as that
 * format, without detecting it. What reads must come back byte for byte, within the memory that a
 * file of its size may take, and can be visited; nothing may be left behind. Anything else aborts,
 * so that a logic error shows like a crash. That is fast_<format>, which makes many small inputs.
 *
 * Whatever it is, of a format whose entries can be salvaged they are: each that is whole lies in the file or
 * was unpacked, and a file that is made of them reads.
 *
 * full_<format> (-DFUZZ_FULL) goes on: the same bytes through JSON, facts, findings, entries, the
 * dump (of what is refused too), and conversion to open formats.
 *
 * For a format of two files the last four bytes may say how many of those before them are the
 * second file; else there is none.
 *
 *     scripts/fuzz.sh --minutes 5 fast_gff
 */
#include "formats/salvage.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- an allocator that knows the peak ---- */

struct tally {
    size_t live, peak;
};

union block {
    size_t size;
    max_align_t align;
};

static void *tally_realloc(void *ctx, void *ptr, size_t size)
{
    struct tally *tally = ctx;
    union block *old = ptr ? (union block *)ptr - 1 : NULL;
    if (size == 0) {
        tally->live -= old ? old->size : 0;
        free(old);
        return NULL;
    }
    size_t had = old ? old->size : 0;
    union block *block = realloc(old, sizeof *block + size);
    if (!block)
        return NULL;
    block->size = size;
    tally->live += size - had;
    if (tally->live > tally->peak)
        tally->peak = tally->live;
    return block + 1;
}

static void demand(bool held, const char *what, const struct rq_error *err)
{
    if (held)
        return;
    fprintf(stderr, FORMAT_NAME ": %s (%s at %llu in %s: %s)\n", what, rq_code_name(err->code),
            (unsigned long long)err->offset, err->where, err->text);
    abort();
}

/* ---- what must hold ---- */

static void same_companion(struct rq_doc *doc, const struct rq_options *options, const char *what)
{
    struct rq_error err = {0};
    struct rq_out out = {.alloc = options->alloc};
    demand(rq_doc_write_companion(doc, &out, &err), "the second file can't be written", &err);
    demand(rq_same(rq_out_bytes(&out), options->companion), what, &err);
    rq_out_free(&out);
}

static bool count_value(void *ctx, const struct rq_value *value)
{
    *(size_t *)ctx += strlen(value->path) + 1;
    return true;
}

static void same_again(struct rq_doc *doc, const struct rq_options *options, struct rq_bytes input)
{
    struct rq_error err = {0};
    struct rq_out out = {.alloc = options->alloc};
    demand(rq_doc_write(doc, &out, &err), "read, but can't be written", &err);
    demand(rq_same(rq_out_bytes(&out), input), "other bytes", &err);
    rq_out_free(&out);
    same_companion(doc, options, "other bytes of the second file");
}

static void visit_values(struct rq_doc *doc)
{
    struct rq_error err = {0};
    size_t visited = 0;
    demand(rq_doc_visit(doc, count_value, &visited, &err), "read, but not visited", &err);
}

/* ---- what the full target looks at besides ---- */

#ifdef FUZZ_FULL
static void same_through_json(struct rq_doc *doc, const struct rq_options *options,
                              struct rq_bytes input)
{
    struct rq_error err = {0};
    struct rq_out json = {.alloc = options->alloc}, out = {.alloc = options->alloc};
    demand(rq_doc_to_json(doc, &json, &err), "read, but no JSON", &err);
    struct rq_doc *again = rq_doc_from_json(rq_out_bytes(&json), options, &err);
    demand(again != NULL, "its own JSON is refused", &err);
    demand(rq_doc_write(again, &out, &err), "can't be written from JSON", &err);
    demand(rq_same(rq_out_bytes(&out), input), "other bytes through JSON", &err);
    same_companion(again, options, "other bytes of the second file through JSON");
    rq_doc_free(again);
    rq_out_free(&json);
    rq_out_free(&out);
}

static bool swallow(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)ctx;
    (void)name;
    (void)err;
    return bytes.size < 64u << 20;
}

static void look_around(struct rq_doc *doc, const struct rq_options *options, struct rq_bytes input)
{
    struct rq_error err = {0};
    const struct rq_fact *facts;
    const struct rq_finding *findings;
    const struct rq_entry *entries;
    size_t count;
    struct rq_out out = {.alloc = options->alloc};
    rq_doc_facts(doc, &facts, &count, &err);
    rq_doc_findings(doc, &findings);
    if (rq_format_is_container(rq_doc_format(doc)))
        demand(rq_doc_entries(doc, &entries, &count, &err), "no entries", &err);
    demand(rq_doc_dump(input, options, &out, &err), "read, but no dump", &err);
    rq_out_free(&out);
    /* What can't be shown is refused; nothing else is asked of it. */
    rq_doc_convert(doc, &(struct rq_convert_options){.name = "fuzz.bin"}, swallow, NULL, &err);
}

static void dump_refused(const struct rq_options *options, struct rq_bytes input)
{
    struct rq_out out = {.alloc = options->alloc};
    rq_doc_dump(input, options, &out, NULL);
    rq_out_free(&out);
}
#endif

/* ---- what can be had of a damaged file ---- */

static void salvage(const struct rq_options *options, struct rq_bytes input)
{
    struct rq_salvage s;
    struct rq_error err = {0};
    size_t whole = 0;
    uint64_t bytes = 0;
    bool found = rq_salvage_read(&s, input, options, &err);
    demand(found || err.code != RQ_OK, "not salvaged without a reason", &err);
    for (size_t i = 0; found && i < s.count; i++) {
        const struct rq_salvaged *e = &s.entries[i];
        whole += !e->loss;
        bytes += e->loss ? 0 : e->bytes.size;
        demand(e->loss || e->bytes.size == e->size, "an entry that is not whole", &err);
        demand(e->loss == RQ_LOSS_NONE || e->loss == RQ_LOSS_END || !e->bytes.size,
               "bytes of a lost entry", &err);
    }
    demand(bytes <= 16 * (uint64_t)input.size + (64u << 20), "more than a file can hold", &err);
    if (found && whole && s.mended.size) {
        struct rq_options plain = {.format = s.format};
        struct rq_doc *doc = rq_doc_read(rq_out_bytes(&s.mended), &plain, &err);
        demand(doc != NULL, "what was salvaged does not read", &err);
        rq_doc_free(doc);
    }
    rq_salvage_free(&s);
}

/* ---- one run ---- */

static void split(struct rq_bytes *input, struct rq_options *options)
{
    size_t tail = rq_format_companion(options->format) && input->size >= 4 ? input->size - 4 : 0;
    uint32_t size = tail ? rq_get32(input->data + tail) : UINT32_MAX;
    if (size > tail)
        return;
    input->size = tail - size;
    options->companion = (struct rq_bytes){input->data + input->size, size};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tally tally = {0};
    struct rq_alloc alloc = {tally_realloc, &tally};
    struct rq_options options = {.format = rq_format_by_name(FORMAT_NAME), .alloc = &alloc};
    struct rq_bytes input = {data, size};
    struct rq_error err = {0};
    split(&input, &options);
    if (options.format->salvage)
        salvage(&options, input);
    demand(tally.live == 0, "salvaging leaves memory behind", &err);
    tally.peak = 0;
    struct rq_doc *doc = rq_doc_read(input, &options, &err);
    if (doc) {
        same_again(doc, &options, input);
        demand(tally.peak <= 16 * size + (16u << 20), "more memory than the input may take", &err);
        visit_values(doc);
#ifdef FUZZ_FULL
        same_through_json(doc, &options, input);
        look_around(doc, &options, input);
#endif
        rq_doc_free(doc);
        demand(tally.live == 0, "memory is left behind", &err);
    } else {
        demand(err.code != RQ_OK, "refused without a reason", &err);
        demand(tally.live == 0, "a refused file leaves memory behind", &err);
#ifdef FUZZ_FULL
        dump_refused(&options, input);
#endif
    }
    return 0;
}
