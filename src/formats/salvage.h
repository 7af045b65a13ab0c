/* What can be had of a damaged file: its entries one by one, each judged for itself. A format says where
 * they are (struct rq_facet_salvage); all else is here. Nothing that the file says is trusted: memory and
 * time follow from the bytes that are there. */
#ifndef RQ_FORMATS_SALVAGE_H
#define RQ_FORMATS_SALVAGE_H

#include "formats/format.h"
#include "formats/transfer.h"

#include <reliquary/game.h>

struct rq_salvage {
    const struct rq_format *format;
    const struct rq_alloc *alloc;
    enum rq_codepage page;
    struct rq_bytes in;    /* the file, or what it was before a transfer in text mode */
    struct rq_arena arena; /* of entries, names and what was unpacked */
    struct rq_salvaged *entries;
    size_t count, room;
    uint64_t total;      /* bytes of all entries that are whole */
    uint64_t data_start; /* where the tables end, by their own account */
    uint64_t tables_end; /* no entry can begin before it */
    bool open_end;       /* how many entries there were is not known */
    void *root;          /* what the names of entries need later: struct rq_bif */
    struct rq_transfer transfer;
    struct rq_out undone; /* the file without added CR; in points here then */
    struct rq_out mended; /* a file of the entries that are whole, when they are no files */
};

/* For walkers: room for so many more entries, which the bytes that are there bound. False without
 * memory. */
bool rq_salvage_room(struct rq_salvage *s, size_t more);

/* An entry whose bytes stand in the file; what is not there is lost. name may be NULL. The one that was
 * added, NULL when there is no room. */
struct rq_salvaged *rq_salvage_add(struct rq_salvage *s, size_t number, const char *name,
                                   uint64_t offset, uint64_t size);

/* Entries from number on of which nothing is known; count 0: none. */
void rq_salvage_lose(struct rq_salvage *s, size_t number, uint64_t count, enum rq_loss loss);

/* Whether the header is all there; if not, all entries that it promises are lost. */
bool rq_salvage_header(struct rq_salvage *s, size_t size, uint64_t promised);

/* How many elements of a table are there. */
size_t rq_salvage_rows(const struct rq_salvage *s, uint64_t at, uint64_t count, size_t size);

/* Appends all entries that are whole, in their order. */
void rq_salvage_put(const struct rq_salvage *s, struct rq_out *out);

/* Looks at a file: *s is filled. False with err filled when nothing can be salvaged of such a file.
 * rq_salvage_free in any case. */
bool rq_salvage_read(struct rq_salvage *s, struct rq_bytes in, const struct rq_options *options,
                     struct rq_error *err);
void rq_salvage_free(struct rq_salvage *s);

#endif
