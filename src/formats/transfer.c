#include "formats/transfer.h"
#include "formats/extent.h"

#include <stdio.h>

/* By chance an LF has a CR before it once in 256 times: so many are no chance. */
enum { SURE = 4 };

/* An MDX that is short by more than one byte in this many was cut. */
enum { RARE = 64 };

/* Places of lost CR that are tried, and bytes that are read for it: a hostile file can have many. */
enum { MOST_TRIES = 64, MOST_READ = 16 << 20 };

/* REFUSED: it does not read; MOVED: it does, but not as what was cut. */
enum outcome { REFUSED, FINE, MOVED };

struct ends {
    size_t lf, pairs;
};

static struct ends count_ends(struct rq_bytes in)
{
    struct ends ends = {0, 0};
    const uint8_t *p = in.data, *end = in.data + in.size;
    while (p < end && (p = memchr(p, '\n', (size_t)(end - p)))) {
        ends.lf++;
        ends.pairs += p > in.data && p[-1] == '\r';
        p++;
    }
    return ends;
}

bool rq_transfer_undo(struct rq_bytes in, enum rq_transfer_kind kind, struct rq_out *out)
{
    size_t at = 0;
    rq_reserve(out, in.size);
    while (at < in.size) {
        const uint8_t *from = in.data + at, *lf = memchr(from, '\n', in.size - at);
        size_t size = lf ? (size_t)(lf - from) : in.size - at;
        bool pair = lf && size && lf[-1] == '\r';
        rq_put(out, from, kind == RQ_TRANSFER_ADDED && pair ? size - 1 : size);
        if (lf)
            rq_put(out, kind == RQ_TRANSFER_REMOVED ? "\r\n" : "\n",
                   kind == RQ_TRANSFER_REMOVED ? 2 : 1);
        at += size + (lf != NULL);
    }
    return !out->failed;
}

/* Whether bytes are a whole file of a format (NULL: of any), as long as they say. */
static bool is_whole(const struct rq_format *format, struct rq_bytes bytes,
                     const struct rq_options *options)
{
    struct rq_error ignored = {0};
    struct rq_options with = *options;
    bool exact;
    with.format = format ? format : rq_format_detect(bytes, options->name);
    if (!with.format || with.format->text)
        return false;
    uint64_t extent = rq_extent_of(with.format, bytes, &exact);
    if (extent > bytes.size || (exact && extent != bytes.size))
        return false;
    struct rq_doc *doc = rq_doc_read_plain(bytes, &with, NULL, &ignored);
    rq_doc_free(doc);
    return doc != NULL;
}

static struct rq_transfer look_added(const struct rq_format *format, struct rq_bytes in,
                                     const struct rq_options *options, size_t count)
{
    struct rq_transfer t = {RQ_TRANSFER_NONE, count, false};
    struct rq_out was = {.alloc = options->alloc};
    bool exact;
    if (rq_transfer_undo(in, RQ_TRANSFER_ADDED, &was)) {
        struct rq_bytes bytes = rq_out_bytes(&was);
        uint64_t extent = rq_extent_of(format, bytes, &exact);
        t.proven = is_whole(format, bytes, options);
        if (t.proven || (exact && extent == bytes.size && count >= SURE))
            t.kind = RQ_TRANSFER_ADDED;
    }
    rq_out_free(&was);
    return t;
}

/* Whether most of the entries of an archive are not what their names say. */
static bool is_muddled(struct rq_doc *doc)
{
    const struct rq_entry *entries;
    struct rq_error ignored = {0};
    size_t count = 0, strange = 0;
    if (!doc->format->container || !rq_doc_entries(doc, &entries, &count, &ignored))
        return false;
    for (size_t i = 0; i < count; i++)
        strange += rq_format_promised(entries[i].bytes, entries[i].name) != NULL;
    return strange * 2 > count;
}

/* What becomes of the file with `more` bytes put in at a place. */
static enum outcome read_with(const struct rq_format *format, struct rq_bytes in, size_t at,
                              size_t more, uint8_t byte, const struct rq_options *options)
{
    struct rq_error ignored = {0};
    struct rq_options with = *options;
    struct rq_out out = {.alloc = options->alloc};
    bool exact;
    rq_reserve(&out, in.size + more);
    rq_put(&out, in.data, at);
    for (size_t i = 0; i < more; i++)
        rq_put8(&out, byte);
    rq_put(&out, in.data + at, in.size - at);
    with.format = format;
    struct rq_bytes bytes = rq_out_bytes(&out);
    struct rq_doc *doc = out.failed || rq_extent_of(format, bytes, &exact) != bytes.size
                             ? NULL
                             : rq_doc_read_plain(bytes, &with, NULL, &ignored);
    bool moved = doc && (byte == '\r' || is_muddled(doc));
    rq_doc_free(doc);
    rq_out_free(&out);
    return moved ? MOVED : doc ? FINE : REFUSED;
}

/* A file that was cut reads when zeros stand for what is missing at its end. One that has moved reads when
 * they are put in somewhere before: what follows is then where it was, as it is not in a file that was
 * cut. */
static bool has_moved(const struct rq_format *format, struct rq_bytes in, size_t missing, size_t lf,
                      const struct rq_options *options)
{
    enum outcome padded = read_with(format, in, in.size, missing, 0, options);
    size_t step = lf / MOST_TRIES + 1, size = in.size + missing, number = 0;
    const uint8_t *p = in.data, *end = in.data + in.size;
    if (padded != REFUSED)
        return padded == MOVED;
    for (size_t read = 0; read < MOST_READ && p < end; p++, number++) {
        if (!(p = memchr(p, '\n', (size_t)(end - p))))
            break;
        if (number % step)
            continue;
        if (read_with(format, in, (size_t)(p - in.data), missing, '\r', options) == MOVED)
            return true;
        read += size;
    }
    return false;
}

static struct rq_transfer look_removed(const struct rq_format *format, struct rq_bytes in,
                                       const struct rq_options *options, size_t lf)
{
    bool exact;
    uint64_t extent = rq_extent_of(format, in, &exact), missing = extent - in.size;
    struct rq_transfer t = {RQ_TRANSFER_NONE, 0, false};
    if (!exact || extent <= in.size || missing > lf)
        return t;
    t.count = (size_t)missing;
    struct rq_out was = {.alloc = options->alloc};
    /* Only when all LF had a CR is it known which. */
    if (has_moved(format, in, t.count, lf, options))
        t.kind = RQ_TRANSFER_REMOVED;
    t.proven = t.kind && missing == lf && rq_transfer_undo(in, RQ_TRANSFER_REMOVED, &was) &&
               is_whole(format, rq_out_bytes(&was), options);
    rq_out_free(&was);
    return t;
}

struct rq_transfer rq_transfer_look(const struct rq_format *format, struct rq_bytes in,
                                    const struct rq_options *options, bool failed)
{
    static const struct rq_transfer none;
    bool exact;
    if (format && format->text)
        return none;
    /* What reads and is as long as it says is fine, and so is what does not say. */
    uint64_t extent = rq_extent_of(format, in, &exact);
    if (!failed && (!exact || extent == 0 || extent == in.size))
        return none;
    struct ends ends = count_ends(in);
    if (ends.lf && ends.pairs == ends.lf)
        return look_added(format, in, options, ends.lf);
    if (ends.lf && ends.pairs == 0 && format && failed)
        return look_removed(format, in, options, ends.lf);
    return none;
}

struct rq_transfer rq_transfer_by_size(struct rq_bytes in, uint64_t right)
{
    struct ends ends = count_ends(in);
    if (ends.lf && ends.pairs == ends.lf && in.size - ends.lf == right)
        return (struct rq_transfer){RQ_TRANSFER_ADDED, ends.lf, true};
    if (ends.pairs == 0 && right > in.size && right - in.size <= ends.lf &&
        right - in.size <= in.size / RARE)
        return (struct rq_transfer){RQ_TRANSFER_REMOVED, (size_t)(right - in.size), false};
    return (struct rq_transfer){RQ_TRANSFER_NONE, 0, false};
}

const char *rq_transfer_text(const struct rq_transfer *t, char text[RQ_TRANSFER_TEXT])
{
    static const char *const what[] = {"", "added", "removed"};
    text[0] = 0;
    if (t->kind)
        snprintf(text, RQ_TRANSFER_TEXT, "looks like a text-mode transfer %s %zu CR bytes%s",
                 what[t->kind], t->count,
                 t->proven ? ""
                 : t->kind == RQ_TRANSFER_REMOVED
                     ? ": get the file once more, in binary mode"
                     : ", and there is more damage: get the file once more, in binary mode");
    return text;
}
