#include "formats/extent.h"
#include "formats/transfer.h"

#include <stdio.h>

/* More than this many times the file is no size that was cut: the header is damaged. */
enum { PLAUSIBLE_TIMES = 64, PLAUSIBLE_MORE = 1 << 16, CHUNK_HEAD = 8 };

uint64_t rq_extent_rows(struct rq_bytes in, const struct rq_extent_row *rows, size_t count)
{
    uint64_t extent = 0;
    for (size_t i = 0; i < count; i++) {
        const struct rq_extent_row *row = &rows[i];
        if ((size_t)row->count_at + 4 > in.size || (size_t)row->offset_at + 4 > in.size)
            return 0;
        uint64_t elements = rq_get32(in.data + row->count_at), end = row->base;
        end += row->offset_at ? rq_get32(in.data + row->offset_at) : 0;
        end += elements * row->size;
        if (elements && end > extent)
            extent = end;
    }
    return extent;
}

uint64_t rq_extent_places(struct rq_bytes in, const struct rq_extent_table *table, bool *exact)
{
    uint64_t extent = table->at + table->count * table->stride;
    if (table->count && extent > in.size) {
        *exact = false;
        return extent;
    }
    for (uint64_t i = 0; i < table->count; i++) {
        const uint8_t *place = in.data + table->at + i * table->stride;
        uint64_t end = table->base + rq_get32(place + table->offset_at);
        end += table->size_at ? rq_get32(place + table->size_at) : 0;
        if (end > extent)
            extent = end;
    }
    return extent;
}

static bool is_tag(const uint8_t *p)
{
    for (size_t i = 0; i < 4; i++)
        if (p[i] < ' ' || p[i] > '~')
            return false;
    return true;
}

uint64_t rq_extent_chunks(struct rq_bytes in, bool *exact)
{
    uint64_t at = 0;
    *exact = false;
    while (at < in.size) {
        size_t left = in.size - (size_t)at;
        if (left >= 4 && memcmp(in.data + at, "END ", 4) == 0)
            return 0;
        if (left >= 4 && !is_tag(in.data + at))
            return 0;
        /* Of what is cut in its tag no more is known than that END has four letters. */
        uint64_t size = left < CHUNK_HEAD ? 0 : rq_get32be(in.data + at + 4);
        at += left < 4 ? 4 : CHUNK_HEAD + size;
    }
    return at > in.size ? at : 0;
}

uint64_t rq_extent_of(const struct rq_format *format, struct rq_bytes in, bool *exact)
{
    *exact = false;
    return format && format->extent ? format->extent(in, exact) : 0;
}

/* The format that the name promises and whose end is missing. */
static const struct rq_format *cut_format(struct rq_bytes in, const char *name)
{
    bool exact;
    for (size_t i = 0; name && in.size && i < rq_format_count(); i++) {
        const struct rq_format *format = rq_format_at(i);
        if (rq_format_has_extension(format, name) && rq_extent_of(format, in, &exact) > in.size)
            return format;
    }
    return NULL;
}

static void retell(struct rq_error *err, enum rq_code code, const char *text)
{
    err->code = code;
    snprintf(err->text, sizeof err->text, "%s", text);
}

static void tell_cut(const struct rq_format *format, struct rq_bytes in, struct rq_error *err)
{
    bool exact;
    char text[sizeof err->text];
    uint64_t extent = rq_extent_of(format, in, &exact);
    if (extent <= in.size || extent > (uint64_t)in.size * PLAUSIBLE_TIMES + PLAUSIBLE_MORE)
        return;
    snprintf(text, sizeof text,
             "ends at %zu, but its own sizes promise %s%llu bytes: the file is truncated", in.size,
             exact ? "" : "at least ", (unsigned long long)extent);
    if (err->code == RQ_BAD_MAGIC) {
        err->offset = in.size;
        snprintf(err->where, sizeof err->where, "%s", format->info.name);
    }
    retell(err, RQ_TRUNCATED, text);
    if (format->salvage)
        rq_fail_hint(err, RQ_HINT_SALVAGE);
}

void rq_explain(const struct rq_format *format, struct rq_bytes in,
                const struct rq_options *options, struct rq_error *err)
{
    char text[RQ_TRANSFER_TEXT];
    if (err->code == RQ_OK || err->code == RQ_NO_MEMORY || err->code == RQ_IO ||
        err->code == RQ_USAGE)
        return;
    struct rq_transfer t = rq_transfer_look(format, in, options, true);
    if (t.kind) {
        retell(err, RQ_CORRUPT, rq_transfer_text(&t, text));
        if (t.proven)
            rq_fail_hint(err, RQ_HINT_SALVAGE);
        return;
    }
    bool recognised = err->code == RQ_TRUNCATED || err->code == RQ_CORRUPT || err->code == RQ_LIMIT;
    const struct rq_format *meant = format ? format : cut_format(in, options->name);
    if (meant && (recognised || !format))
        tell_cut(meant, in, err);
}
