/* What bif.c, bif_json.c and bzf.c share. */
#ifndef RQ_KOTOR_BIF_PARTS_H
#define RQ_KOTOR_BIF_PARTS_H

#include "formats/archive.h"

#include <reliquary/bif.h>

enum { RQ_BIF_NAME = 40, RQ_BIF_NUMBER_BITS = 20, RQ_BIF_LAYOUTS = 4 };

/* Everything that a named layout derives. */
struct rq_bif_places {
    uint32_t table_offset;
    uint32_t *offsets;
    size_t count;
    struct rq_strays strays;
};

extern const struct rq_format rq_format_bzf;

static inline bool rq_bif_packs(const struct rq_doc *doc)
{
    return doc->format == &rq_format_bzf;
}

static inline size_t rq_bif_variables(const struct rq_bif *bif)
{
    return bif->resource_count - bif->fixed_count;
}

/* What names of fixed resources start with. */
#define RQ_BIF_FIXED_NAME "fixed"

/* "00012.2da", "fixed00000.tga" */
void rq_bif_name(const struct rq_bif *bif, size_t index, char text[RQ_BIF_NAME]);

/* The id by the game's rule: the BIF's number and the position. */
uint32_t rq_bif_id(const struct rq_bif *bif, size_t index);

bool rq_bif_read(struct rq_doc *doc, struct rq_cur *c);
uint64_t rq_bzf_extent(struct rq_bytes in, bool *exact);
bool rq_bif_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err);
bool rq_bif_settle(struct rq_doc *doc, struct rq_error *err);
bool rq_bif_facts(struct rq_doc *doc);
bool rq_bif_fresh(struct rq_doc *doc);
bool rq_bif_entries(struct rq_doc *doc, const struct rq_entry **entries, size_t *count,
                    struct rq_error *err);
bool rq_bif_put(struct rq_doc *doc, const char *name, struct rq_bytes data, struct rq_error *err);
bool rq_bif_remove(struct rq_doc *doc, const char *name, struct rq_error *err);

extern const struct rq_facet_salvage rq_bif_salvage, rq_bzf_salvage;
extern const char *const rq_bif_layouts[RQ_BIF_LAYOUTS];
extern const struct rq_shape rq_bif_shape;
extern const struct rq_format_record rq_bif_records[];
extern const struct rq_finding_kind rq_bif_findings[];

/* Where streams of a BZF end: the first of the sorted offsets behind this one, or the end of the file. */
void rq_bzf_sort(uint32_t *offsets, size_t count);
size_t rq_bzf_next(const uint32_t *sorted, size_t count, uint32_t offset, size_t end);

/* Unpacks all resources of a BZF. A stream ends where the next starts. */
bool rq_bzf_unpack(struct rq_doc *doc, struct rq_bif *bif, struct rq_cur *c);

/* Makes the streams that are missing. */
bool rq_bzf_pack(struct rq_doc *doc, struct rq_bif *bif, struct rq_error *err);

/* What of a stream is not the rule. */
struct rq_bzf_packing {
    bool has_dictionary, end_marker;
    uint32_t dictionary;
};

/* True when the packer here makes the same stream by *packing, which is set. */
bool rq_bzf_repacks(struct rq_doc *doc, const struct rq_bif_resource *r,
                    struct rq_bzf_packing *packing, struct rq_error *err);

/* Packs the data, unless the resource has a stream of it. */
bool rq_bzf_repack(struct rq_doc *doc, struct rq_jr *jr, const struct rq_bzf_packing *packing,
                   struct rq_bif_resource *r);

#endif
