#include "bench_ncs.h"
#include "script/nwscript/code.h"

#include <reliquary/ncs.h>
#include <stdlib.h>

static const struct rq_ncs_text_options options = {.game = 1};
static const struct rq_bytes *scripts;
static size_t script_count;
static struct rq_doc **docs; /* of the scripts, once they are needed */

void bench_ncs_take(const struct rq_bytes *files, size_t count)
{
    scripts = files;
    script_count = count;
}

static struct rq_doc *open_script(size_t index)
{
    const struct rq_options reading = {.format = rq_format_by_name("ncs")};
    return rq_doc_read(scripts[index], &reading, NULL);
}

static struct rq_ncs *script(size_t index)
{
    if (!docs)
        docs = calloc(script_count + 1, sizeof *docs);
    if (docs && !docs[index])
        docs[index] = open_script(index);
    return docs && docs[index] ? rq_doc_root(docs[index], "ncs") : NULL;
}

double bench_ncs_decode(void)
{
    double bytes = 0;
    for (size_t i = 0; i < script_count; i++) {
        struct rq_doc *doc = open_script(i);
        bytes += doc ? (double)scripts[i].size : 0;
        rq_doc_free(doc);
    }
    return bytes;
}

/* Instructions alone, without a document around them. */
double bench_ncs_instrs(void)
{
    double bytes = 0;
    for (size_t i = 0; i < script_count; i++) {
        struct rq_arena arena = {0};
        struct rq_ncs ncs = {0};
        struct rq_bytes code = {scripts[i].data + RQ_NCS_HEAD, scripts[i].size - RQ_NCS_HEAD};
        if (scripts[i].size >= RQ_NCS_HEAD && rq_ncs_decode(code, &arena, &ncs))
            bytes += (double)scripts[i].size;
        rq_arena_free(&arena);
    }
    return bytes;
}

double bench_ncs_list(void)
{
    static struct rq_out text;
    double bytes = 0;
    for (size_t i = 0; i < script_count; i++) {
        struct rq_ncs *ncs = script(i);
        rq_out_cut(&text, 0);
        if (ncs && rq_ncs_list(ncs, &options, &text, NULL))
            bytes += (double)text.size;
    }
    return bytes;
}

double bench_ncs_assemble(void)
{
    static struct rq_out *texts, made;
    double bytes = 0;
    if (!texts && (texts = calloc(script_count + 1, sizeof *texts)) != NULL)
        for (size_t i = 0; i < script_count; i++)
            if (script(i))
                rq_ncs_list(script(i), &options, &texts[i], NULL);
    for (size_t i = 0; texts && i < script_count; i++) {
        rq_out_cut(&made, 0);
        if (rq_ncs_assemble(rq_out_bytes(&texts[i]), "x", &options, NULL, NULL, &made, NULL))
            bytes += (double)texts[i].size;
    }
    return bytes;
}

double bench_ncs_decompile(void)
{
    static struct rq_out source;
    struct rq_ncs_decompiler *decompiler = rq_ncs_decompiler_open(1, NULL);
    double same = 0;
    for (size_t i = 0; decompiler && i < script_count; i++) {
        struct rq_ncs_report report;
        rq_out_cut(&source, 0);
        if (script(i) && rq_ncs_decompile(decompiler, script(i), &source, &report, NULL))
            same += report.verdict == RQ_NCS_SAME;
    }
    rq_ncs_decompiler_close(decompiler);
    return same * 1e6;
}
