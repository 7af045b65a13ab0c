/* The annotated dump: readers name every field that they take; here the names are put in file
 * order, with the bytes. */
#include "formats/dump.h"

#include "formats/format.h"

#include <stdlib.h>

struct dump_row {
    uint64_t offset;
    size_t size, count;
    const char *path, *name; /* in the arena */
    uint32_t order;
    enum rq_kind kind;
};

/* Paths and names repeat: the ones used last are kept once. */
enum { RECENT = 256 };

struct dump {
    struct rq_arena arena; /* of the texts */
    struct dump_row *rows;
    size_t count, capacity;
    bool failed;
    const char *recent[RECENT];
};

static const char *kept_text(struct dump *d, const char *text)
{
    uint32_t hash = 2166136261u;
    for (const char *c = text; *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    const char **slot = &d->recent[hash % RECENT];
    if (!*slot || strcmp(*slot, text) != 0)
        *slot = rq_arena_text(&d->arena, text, strlen(text));
    return *slot;
}

static void dump_note(void *ctx, const struct rq_note *note)
{
    struct dump *d = ctx;
    char path[256];
    rq_crumb_text(note->crumbs + 1, note->crumb_count ? note->crumb_count - 1 : 0, NULL, path,
                  sizeof path);
    rq_text_clean(path);
    if (d->count == d->capacity) {
        size_t capacity = d->capacity + d->capacity / 2 + 256;
        struct dump_row *rows = rq_mem(d->arena.alloc, d->rows, capacity * sizeof *rows);
        if (rows) {
            d->rows = rows;
            d->capacity = capacity;
        }
    }
    const char *in = kept_text(d, path), *name = kept_text(d, note->name);
    if (d->count == d->capacity || !in || !name) {
        d->failed = true;
        return;
    }
    d->rows[d->count] = (struct dump_row){note->offset, note->size,         note->count, in,
                                          name,         (uint32_t)d->count, note->kind};
    d->count++;
}

static int by_offset(const void *a, const void *b)
{
    const struct dump_row *x = a, *y = b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

static void dump_value(struct rq_out *out, enum rq_kind kind, const uint8_t *p)
{
    struct rq_json j = {.out = out, .compact = true};
    switch (kind) {
    case RQ_KIND_u8: rq_putf(out, "%u", *p); break;
    case RQ_KIND_i8: rq_putf(out, "%d", (int8_t)*p); break;
    case RQ_KIND_u16: rq_putf(out, "%u", rq_get16(p)); break;
    case RQ_KIND_i16: rq_putf(out, "%d", (int16_t)rq_get16(p)); break;
    case RQ_KIND_u32: rq_putf(out, "%u", rq_get32(p)); break;
    case RQ_KIND_i32: rq_putf(out, "%d", (int32_t)rq_get32(p)); break;
    case RQ_KIND_be32: rq_putf(out, "%u", rq_get32be(p)); break;
    case RQ_KIND_x32: rq_putf(out, "0x%08x", rq_get32(p)); break;
    default: rq_json_f32(&j, rq_f32_of(rq_get32(p)));
    }
}

static void dump_values(struct rq_out *out, const struct dump_row *row, const uint8_t *p)
{
    enum { MOST_VALUES = 8 };
    if (row->kind == RQ_KIND_text) {
        struct rq_json j = {.out = out, .compact = true};
        size_t size = row->size;
        while (size && p[size - 1] == 0)
            size--;
        rq_json_text(&j, RQ_CP1252, (struct rq_bytes){p, size < 200 ? size : 200});
        return;
    }
    if (row->kind == RQ_KIND_bytes) {
        rq_putf(out, "(%zu byte%s)", row->size, row->size == 1 ? "" : "s");
        return;
    }
    size_t step = row->size / row->count;
    for (size_t i = 0; i < row->count && i < MOST_VALUES; i++) {
        if (i)
            rq_put(out, ", ", 2);
        dump_value(out, row->kind, p + i * step);
    }
    if (row->count > MOST_VALUES)
        rq_putf(out, ", ... %zu in all", row->count);
}

enum { SHOWN = 8, MORE = 16 }; /* bytes in the line of a field, and in those below it */

/* What the line of a field had no room for: all other bytes, and of an array the numbers that begin in a
 * line. */
static void dump_rest(struct rq_out *out, struct rq_bytes whole, uint64_t offset, size_t size,
                      const struct dump_row *row)
{
    bool array = row && row->kind != RQ_KIND_text && row->kind != RQ_KIND_bytes && row->count > 1;
    size_t step = array ? row->size / row->count : 0;
    for (size_t at = SHOWN; at < size; at += MORE) {
        size_t end = at + MORE < size ? at + MORE : size;
        rq_putf(out, "%08llx  ", (unsigned long long)(offset + at));
        for (size_t i = at; i < end; i++)
            rq_putf(out, "%02x%s", whole.data[offset + i], i + 1 < end ? " " : "");
        for (size_t i = end; array && i < at + MORE; i++)
            rq_put(out, "   ", 3);
        size_t first = array ? (at + step - 1) / step : 0;
        for (size_t k = first; array && k < row->count && k * step < end; k++) {
            rq_putf(out, k == first ? "  " : ", ");
            dump_value(out, row->kind, whole.data + offset + k * step);
        }
        rq_put8(out, '\n');
    }
}

static void dump_line(struct rq_out *out, struct rq_bytes whole, uint64_t offset, size_t size)
{
    rq_putf(out, "%08llx  ", (unsigned long long)offset);
    for (size_t i = 0; i < SHOWN; i++) {
        if (i < size)
            rq_putf(out, "%02x ", whole.data[offset + i]);
        else
            rq_put(out, "   ", 3);
    }
    rq_put(out, size > SHOWN ? ".. " : "   ", 3);
}

/* Row i with what stands unexplained before it (i == count: after the last); returns up to
 * where the file is told. */
static uint64_t dump_row(const struct dump *d, size_t i, struct rq_bytes whole, uint64_t at,
                         struct rq_out *out)
{
    uint64_t next = i < d->count ? d->rows[i].offset : whole.size;
    if (next > at) {
        dump_line(out, whole, at, (size_t)(next - at));
        rq_putf(out, "(%llu bytes that no field explains)\n", (unsigned long long)(next - at));
        dump_rest(out, whole, at, (size_t)(next - at), NULL);
    }
    if (i == d->count)
        return whole.size;
    const struct dump_row *row = &d->rows[i];
    dump_line(out, whole, row->offset, row->size);
    rq_putf(out, "%s%s%s = ", row->path, row->path[0] ? " / " : "", row->name);
    dump_values(out, row, whole.data + row->offset);
    rq_put8(out, '\n');
    dump_rest(out, whole, row->offset, row->size, row);
    return row->offset + row->size > at ? row->offset + row->size : at;
}

/* The text of a GFF's dump is 18 times the file (measured): it is counted first, because an
 * output that doubles would take three times that on the way. */
static void dump_rows(const struct dump *d, struct rq_bytes whole, struct rq_out *out)
{
    struct rq_out line = {.alloc = out->alloc};
    size_t total = 0;
    uint64_t at = 0;
    for (size_t i = 0; i <= d->count; i++, total += line.size) {
        rq_out_cut(&line, 0);
        at = dump_row(d, i, whole, at, &line);
    }
    if (line.failed && !out->failed)
        out->failed = line.failed;
    rq_out_free(&line);
    rq_reserve(out, total);
    at = 0;
    for (size_t i = 0; i <= d->count; i++)
        at = dump_row(d, i, whole, at, out);
}

/* All fields in the order of the file; a damaged one gives those that could be read. False: it is damaged. */
static bool collect(struct dump *d, struct rq_bytes bytes, const struct rq_options *options,
                    struct rq_error *err)
{
    struct rq_trace trace = {dump_note, d};
    d->arena.alloc = options ? options->alloc : NULL;
    struct rq_doc *doc = rq_doc_read_traced(bytes, options, &trace, err);
    rq_doc_free(doc); /* the rows are all that is needed now */
    if (d->count)
        qsort(d->rows, d->count, sizeof *d->rows, by_offset);
    return doc != NULL;
}

static bool finish(struct dump *d, bool fine, bool failed, struct rq_error *err)
{
    if (d->failed || failed)
        fine = rq_fail(err, RQ_NO_MEMORY, 0, "dump", "out of memory");
    rq_mem(d->arena.alloc, d->rows, 0);
    rq_arena_free(&d->arena);
    return fine;
}

bool rq_doc_dump(struct rq_bytes bytes, const struct rq_options *options, struct rq_out *out,
                 struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct dump d = {0};
    err = err ? err : &ignored;
    bool fine = collect(&d, bytes, options, err);
    if (d.count || fine)
        dump_rows(&d, bytes, out);
    return finish(&d, fine, out->failed, err);
}

bool rq_doc_dump_fields(struct rq_bytes bytes, const struct rq_options *options,
                        rq_dump_field_fn *fn, void *ctx, struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct dump d = {0};
    struct rq_out value = {0};
    err = err ? err : &ignored;
    bool fine = collect(&d, bytes, options, err), more = true;
    for (size_t i = 0; more && i < d.count; i++) {
        const struct dump_row *row = &d.rows[i];
        rq_out_cut(&value, 0);
        dump_values(&value, row, bytes.data + row->offset);
        more = fn(ctx, &(struct rq_dump_field){row->offset, row->size, row->path, row->name,
                                               rq_out_bytes(&value)});
    }
    bool failed = value.failed != RQ_OK;
    rq_out_free(&value);
    return finish(&d, fine, failed, err);
}
