#include "formats/format.h"

static bool through_text(struct rq_doc *doc, const struct rq_options *options, struct rq_out *out,
                         struct rq_error *err)
{
    struct rq_out json = {.alloc = doc->alloc};
    struct rq_options plain = *options;
    plain.codepage = doc->page;
    struct rq_doc *again = NULL;
    if (rq_to_json(doc, &json, err))
        again = rq_from_json(rq_out_bytes(&json), &plain, err);
    bool fine = again && rq_write(again, out, err);
    rq_doc_free(again);
    rq_out_free(&json);
    return fine;
}

static uint64_t first_difference(struct rq_bytes a, struct rq_bytes b)
{
    size_t least = a.size < b.size ? a.size : b.size, i = 0;
    while (i < least && a.data[i] == b.data[i])
        i++;
    return i;
}

enum rq_verdict rq_verify(struct rq_bytes bytes, const struct rq_options *options,
                          bool through_json, struct rq_error *err)
{
    static const struct rq_options no_options;
    struct rq_error ignored = {0};
    err = err ? err : &ignored;
    options = options ? options : &no_options;
    if (!options->format && !rq_detect(bytes, options->name))
        return RQ_UNKNOWN;
    struct rq_doc *doc = rq_read(bytes, options, err);
    if (!doc)
        return RQ_UNREADABLE;
    struct rq_out out = {.alloc = options->alloc};
    enum rq_verdict verdict = RQ_IDENTICAL;
    bool written = through_json ? through_text(doc, options, &out, err) : rq_write(doc, &out, err);
    struct rq_bytes made = rq_out_bytes(&out);
    if (!written) {
        verdict = RQ_DIFFERENT;
    } else if (!rq_same(made, bytes)) {
        uint64_t at = first_difference(made, bytes);
        rq_fail(err, RQ_CORRUPT, at, doc->format->info.name,
                "written back %zu bytes for %zu; the first difference is at 0x%llx", made.size,
                bytes.size, (unsigned long long)at);
        verdict = RQ_DIFFERENT;
    } else if (doc->format->opaque && doc->format->opaque(doc)) {
        verdict = RQ_OPAQUE;
    }
    rq_out_free(&out);
    rq_doc_free(doc);
    return verdict;
}
