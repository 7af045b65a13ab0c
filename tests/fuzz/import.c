/* Fuzz targets of what is no format of a game: scenes as GLB (-DFUZZ_GLB) and texts of other tools.
 * What is taken must be written without a fault, and nothing may be left behind. */
#include "core/bytes.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_and_free(struct rq_doc *doc)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    if (doc && rq_doc_write(doc, &out, &err))
        rq_doc_write_companion(doc, &out, &err);
    rq_out_free(&out);
    rq_doc_free(doc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rq_bytes input = {data, size};
    struct rq_error err = {0};
#ifdef FUZZ_GLB
    static const char *const formats[] = {"mdl", "bwm", "model3d", "rob"};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        err = (struct rq_error){0};
        write_and_free(rq_doc_import(input, rq_format_by_name(formats[i]), NULL, &err));
    }
#else
    static const char *const names[] = {"x.mdl", "x.wok", "x.utc.xml", "x.tlk.json", "x.csv"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        err = (struct rq_error){0};
        write_and_free(rq_doc_from_text(input, &(struct rq_options){.name = names[i]}, &err));
    }
#endif
    return 0;
}
