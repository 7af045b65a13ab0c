#include "formats/extent.h"
#include "formats/transfer.h"

/* What was written of a document, next to what it was read from. */
struct proof {
    struct rq_out file, companion;
};

static bool write_both(struct rq_doc *doc, struct proof *proof, struct rq_error *err)
{
    return rq_doc_write(doc, &proof->file, err) &&
           rq_doc_write_companion(doc, &proof->companion, err);
}

static bool through_text(struct rq_doc *doc, const struct rq_options *options, struct proof *proof,
                         struct rq_error *err)
{
    struct rq_out json = {.alloc = doc->alloc};
    struct rq_options plain = *options;
    plain.codepage = doc->page;
    plain.companion = (struct rq_bytes){0};
    struct rq_doc *again = NULL;
    if (rq_doc_to_json(doc, &json, err))
        again = rq_doc_from_json(rq_out_bytes(&json), &plain, err);
    bool fine = again && write_both(again, proof, err);
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

static bool is_same(const struct rq_out *out, struct rq_bytes bytes, const char *what,
                    struct rq_error *err)
{
    struct rq_bytes made = rq_out_bytes(out);
    if (rq_same(made, bytes))
        return true;
    uint64_t at = first_difference(made, bytes);
    return rq_fail(err, RQ_CORRUPT, at, what,
                   "written back %zu bytes for %zu; the first difference is at 0x%llx", made.size,
                   bytes.size, (unsigned long long)at);
}

static bool is_destroyed(struct rq_bytes bytes, const struct rq_options *options,
                         struct rq_error *err)
{
    const struct rq_format *promised = rq_format_promised(bytes, options->name);
    if (!promised)
        return false;
    rq_fail(err, RQ_BAD_MAGIC, 0, "", "named like %s, but not that inside", promised->info.name);
    rq_explain(NULL, bytes, options, err);
    return true;
}

/* What a transfer in text mode has changed reads by chance alone. */
static bool has_moved(const struct rq_doc *doc, struct rq_error *err)
{
    for (size_t i = 0; i < doc->finding_count; i++) {
        const struct rq_finding *f = &doc->findings[i];
        if (strcmp(f->id + strlen(doc->format->info.name) + 1, RQ_TRANSFER_FINDING) == 0) {
            rq_fail(err, RQ_CORRUPT, f->offset, doc->format->info.name, "%s", f->text);
            rq_fail_hint(err, RQ_HINT_SALVAGE);
            return true;
        }
    }
    return false;
}

enum rq_verdict rq_doc_verify(struct rq_bytes bytes, const struct rq_options *options,
                              bool through_json, struct rq_error *err)
{
    static const struct rq_options no_options;
    struct rq_error ignored = {0};
    err = err ? err : &ignored;
    options = options ? options : &no_options;
    struct rq_options with = *options;
    if (!with.format && !(with.format = rq_format_detect(bytes, options->name)))
        return is_destroyed(bytes, options, err) ? RQ_UNRECOGNISED : RQ_UNKNOWN;
    struct rq_doc *doc = rq_doc_read(bytes, &with, err);
    if (!doc)
        return RQ_UNREADABLE;
    if (has_moved(doc, err)) {
        rq_doc_free(doc);
        return RQ_UNREADABLE;
    }
    const struct rq_format *format = doc->format;
    struct proof proof = {{.alloc = options->alloc}, {.alloc = options->alloc}};
    enum rq_verdict verdict = RQ_IDENTICAL;
    bool written =
        through_json ? through_text(doc, options, &proof, err) : write_both(doc, &proof, err);
    if (!written || !is_same(&proof.file, bytes, format->info.name, err) ||
        (format->pair &&
         !is_same(&proof.companion, options->companion, format->pair->extension, err)))
        verdict = RQ_DIFFERENT;
    else if (format->opaque && format->opaque(doc))
        verdict = RQ_OPAQUE;
    rq_out_free(&proof.file);
    rq_out_free(&proof.companion);
    rq_doc_free(doc);
    return verdict;
}
