/* BZF: a BIF with each resource packed with LZMA, as the ports for telephones have them. The
 * tables are read and written by bif.c; here are the streams. */
#include "formats/kotor/bif_parts.h"

#include "codec/lzma.h"
#include "core/file.h"

#include <stdlib.h>

/* What all resources may unpack to: so many times the file and so many bytes more. */
enum { UNPACK_TIMES = 10, UNPACK_MORE = 16 << 10 };

enum { PROPERTIES = 5, PLAIN_PROPERTIES = 0x5D, FLUSHED = 5 };

/* xoreos-tools writes the tag of a BIF, PyKotor one of its own; only the name tells the first
 * from a BIF. */
static unsigned bzf_detect(struct rq_bytes in, const char *name)
{
    if (in.size < 8 || memcmp(in.data + 4, "V1", 2) != 0)
        return 0;
    if (memcmp(in.data, "BZF ", 4) == 0)
        return 64;
    return memcmp(in.data, "BIFF", 4) == 0 && rq_casecmp(rq_path_extension(name), "bzf") == 0 ? 64
                                                                                              : 0;
}

/* ---- streams ---- */

static int by_offset(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

void rq_bzf_sort(uint32_t *offsets, size_t count)
{
    if (count)
        qsort(offsets, count, sizeof *offsets, by_offset);
}

size_t rq_bzf_next(const uint32_t *sorted, size_t count, uint32_t offset, size_t end)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (sorted[middle] > offset)
            high = middle;
        else
            low = middle + 1;
    }
    return low < count && sorted[low] < end ? sorted[low] : end;
}

static bool unpack_one(struct rq_doc *doc, struct rq_bif_resource *r, struct rq_cur *c)
{
    size_t size = r->data.size;
    uint8_t *to = rq_cur_get(doc, c, size, 1);
    if (!to)
        return false;
    enum rq_code code = rq_lzma_unpack(r->packed, to, size, doc->alloc);
    r->data = (struct rq_bytes){to, size};
    switch (code) {
    case RQ_OK: return true;
    case RQ_UNSUPPORTED: return rq_bad(c, code, r->offset, RQ_LZMA_ABSENT);
    case RQ_NO_MEMORY: return rq_bad(c, code, r->offset, "out of memory");
    default:
        return rq_bad(c, code, r->offset,
                      "the %zu bytes here don't unpack to the %zu that the table says",
                      r->packed.size, size);
    }
}

bool rq_bzf_unpack(struct rq_doc *doc, struct rq_bif *bif, struct rq_cur *c)
{
    size_t count = bif->resource_count;
    uint32_t *offsets = rq_cur_get(doc, c, count, sizeof *offsets);
    uint64_t total = 0, packed = 0;
    for (size_t i = 0; offsets && i < count; i++)
        offsets[i] = bif->resources[i].offset;
    if (offsets)
        rq_bzf_sort(offsets, count);
    for (size_t i = 0; offsets && i < count && rq_ok(c); i++) {
        struct rq_bif_resource *r = &bif->resources[i];
        size_t end = rq_bzf_next(offsets, count, r->offset, doc->source.size);
        rq_enter(c, "resources", (int64_t)i);
        r->packed = (struct rq_bytes){doc->source.data + r->offset, end - r->offset};
        total += r->data.size;
        packed += r->packed.size;
        if (total > (uint64_t)doc->source.size * UNPACK_TIMES + UNPACK_MORE ||
            rq_resource_shared(doc, packed))
            return rq_bad(c, RQ_LIMIT, r->offset,
                          "the resources would be more than %d times the file", UNPACK_TIMES);
        if (r->packed.size)
            rq_note_at(c, r->packed.data, r->packed.size, RQ_KIND_bytes, r->packed.size, "packed");
        unpack_one(doc, r, c);
        rq_leave(c);
    }
    return rq_ok(c);
}

/* A stream of data in the document's arena; empty data has none. */
static bool pack_one(struct rq_doc *doc, struct rq_bif_resource *r,
                     const struct rq_bzf_packing *packing, struct rq_error *err)
{
    struct rq_out out = {.alloc = doc->alloc};
    uint32_t dictionary =
        packing->has_dictionary ? packing->dictionary : rq_lzma_dictionary(r->data.size);
    bool fine = r->data.size == 0 || rq_lzma_pack(&out, r->data, dictionary, packing->end_marker);
    uint8_t *copy = fine ? rq_arena_get(&doc->arena, out.size, 1) : NULL;
    if (copy && out.size)
        memcpy(copy, out.data, out.size);
    r->packed = (struct rq_bytes){copy, out.size};
    if (out.failed == RQ_UNSUPPORTED)
        fine = rq_fail(err, RQ_UNSUPPORTED, 0, "bzf", RQ_LZMA_ABSENT);
    else if (!copy)
        fine = rq_fail(err, RQ_NO_MEMORY, 0, "bzf", "out of memory");
    rq_out_free(&out);
    return fine;
}

bool rq_bzf_pack(struct rq_doc *doc, struct rq_bif *bif, struct rq_error *err)
{
    struct rq_bzf_packing packing = {0};
    for (size_t i = 0; i < bif->resource_count; i++)
        if (!bif->resources[i].packed.data && !pack_one(doc, &bif->resources[i], &packing, err))
            return false;
    return true;
}

/* ---- JSON ---- */

/* True when the packer here makes this stream, with or without an end marker. */
static bool reproduced(struct rq_doc *doc, const struct rq_bif_resource *r, bool *end_marker,
                       struct rq_error *err)
{
    struct rq_out out = {.alloc = doc->alloc};
    struct rq_bytes packed = r->packed;
    *end_marker = false;
    if (r->data.size == 0)
        return packed.size == 0;
    if (packed.size < PROPERTIES + FLUSHED || packed.data[0] != PLAIN_PROPERTIES)
        return false;
    uint32_t dictionary = rq_get32(packed.data + 1);
    bool same =
        rq_lzma_pack(&out, r->data, dictionary, false) && rq_same(rq_out_bytes(&out), packed);
    /* With a marker the stream goes on where the other is flushed. */
    if (!same && !out.failed && out.size < packed.size &&
        memcmp(out.data, packed.data, out.size - FLUSHED) == 0) {
        rq_out_cut(&out, 0);
        same = *end_marker =
            rq_lzma_pack(&out, r->data, dictionary, true) && rq_same(rq_out_bytes(&out), packed);
    }
    if (out.failed)
        rq_fail(err, RQ_NO_MEMORY, 0, "bzf", "out of memory");
    rq_out_free(&out);
    return same;
}

bool rq_bzf_repacks(struct rq_doc *doc, const struct rq_bif_resource *r,
                    struct rq_bzf_packing *packing, struct rq_error *err)
{
    *packing = (struct rq_bzf_packing){0};
    if (!reproduced(doc, r, &packing->end_marker, err) || err->code)
        return false;
    packing->dictionary = r->data.size ? rq_get32(r->packed.data + 1) : 0;
    packing->has_dictionary =
        r->data.size && packing->dictionary != rq_lzma_dictionary(r->data.size);
    return true;
}

/* A stream that no longer gives the data is forgotten: the resource was edited. */
static bool still_right(struct rq_doc *doc, const struct rq_bif_resource *r, enum rq_code *code)
{
    *code = RQ_OK;
    if (!r->packed.data || r->data.size == 0)
        return r->packed.data != NULL;
    uint8_t *to = rq_mem(doc->alloc, NULL, r->data.size);
    *code = to ? rq_lzma_unpack(r->packed, to, r->data.size, doc->alloc) : RQ_NO_MEMORY;
    bool right = *code == RQ_OK && memcmp(to, r->data.data, r->data.size) == 0;
    rq_mem(doc->alloc, to, 0);
    return right;
}

bool rq_bzf_repack(struct rq_doc *doc, struct rq_jr *jr, const struct rq_bzf_packing *packing,
                   struct rq_bif_resource *r)
{
    enum rq_code code;
    if (still_right(doc, r, &code))
        return true;
    if (code == RQ_NO_MEMORY)
        return rq_jr_bad(jr, "out of memory");
    return pack_one(doc, r, packing, jr->ctx->err);
}

static const struct rq_facet_container container = {
    .entries = rq_bif_entries,
    .put = rq_bif_put,
    .remove = rq_bif_remove,
};

const struct rq_format rq_format_bzf = {
    .info = {"bzf", "Packed resources V1", "kotor", "bzf"},
    .detect = bzf_detect,
    .extent = rq_bzf_extent,
    .read = rq_bif_read,
    .write = rq_bif_write,
    .settle = rq_bif_settle,
    .records = rq_bif_records,
    .findings = rq_bif_findings,
    .no_rule = "explicit-layout trailing-bytes",
    .shape = &rq_bif_shape,
    .facts = rq_bif_facts,
    .fresh = rq_bif_fresh,
    .container = &container,
    .salvage = &rq_bzf_salvage,
};
