/* Compiled scripts of KotOR as text. import_pcode takes the input for a listing: what it gives is listed and
 * assembled to the same bytes. text_ncs (-DFUZZ_NCS) takes it for a script: its listing gives it again, and it
 * is decompiled, whatever comes of that. Nothing may be left behind. */
#include "core/bytes.h"

#include <reliquary/ncs.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct rq_ncs_text_options options = {.game = 1, .depth = true};

static void demand(bool held, const char *what, const struct rq_error *err)
{
    if (held)
        return;
    fprintf(stderr, "ncs: %s (%s in %s: %s)\n", what, rq_code_name(err->code), err->where,
            err->text);
    abort();
}

static void swallow(void *ctx, const struct rq_script_problem *p)
{
    *(size_t *)ctx +=
        p->line + p->column + p->width + strlen(p->message) + strlen(p->hint) + p->from.size;
}

static void check_listing(struct rq_doc *doc, struct rq_bytes file)
{
    struct rq_out text = {0}, back = {0};
    struct rq_error err = {0};
    size_t seen = 0;
    demand(rq_ncs_list(rq_doc_root(doc, "ncs"), &options, &text, &err), "no listing", &err);
    demand(
        rq_ncs_assemble(rq_out_bytes(&text), "fuzz.pcode", &options, swallow, &seen, &back, &err),
        "a listing is refused", &err);
    demand(rq_same(rq_out_bytes(&back), file), "not the same bytes", &err);
    rq_out_free(&text);
    rq_out_free(&back);
}

static void check_source(struct rq_doc *doc)
{
    static struct rq_ncs_decompiler
        *decompiler; /* one for all: to make one takes longer than a run */
    struct rq_out source = {0};
    struct rq_error err = {0};
    struct rq_ncs_report report;
    if (!decompiler)
        decompiler = rq_ncs_decompiler_open(1, &err);
    demand(decompiler != NULL, "no decompiler", &err);
    demand(rq_ncs_decompile(decompiler, rq_doc_root(doc, "ncs"), &source, &report, &err),
           "not decompiled", &err);
    demand((report.verdict == RQ_NCS_NO_SOURCE) == (source.size == 0), "a source and none", &err);
    demand(report.verdict == RQ_NCS_SAME || *report.text, "no reason", &err);
    rq_out_free(&source);
}

static void check_file(struct rq_bytes file, bool reads)
{
    const struct rq_options reading = {.format = rq_format_by_name("ncs")};
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(file, &reading, &err);
    demand(doc || !reads, "a script that can't be read", &err);
    if (!doc)
        return;
    check_listing(doc, file);
    check_source(doc);
    rq_doc_free(doc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rq_bytes input = {data, size};
#ifdef FUZZ_NCS
    check_file(input, false);
#else
    struct rq_out out = {0};
    struct rq_error err = {0};
    size_t seen = 0;
    if (rq_ncs_assemble(input, "fuzz.pcode", &options, swallow, &seen, &out, &err))
        check_file(rq_out_bytes(&out), true);
    rq_out_free(&out);
#endif
    return 0;
}
