/* What the parts of TLK share. */
#ifndef RQ_FORMATS_KOTOR_TLK_PARTS_H
#define RQ_FORMATS_KOTOR_TLK_PARTS_H

#include "formats/format.h"

#include <reliquary/tlk.h>

enum { TLK_HEADER = 20, TLK_ENTRY = 40, TLK_SHORT_ENTRY = 36, RQ_TLK_LAYOUTS = 6 };

/* The game takes any version but V3.0 for one whose entries end before sound_length. */
static inline size_t rq_tlk_entry_size(const char version[4])
{
    return memcmp(version, "V3.0", 4) == 0 ? TLK_ENTRY : TLK_SHORT_ENTRY;
}

/* Strings that a text does not have are empty ones; a number alone must not make a huge file. */
static inline bool rq_tlk_too_sparse(uint64_t count, size_t given)
{
    return count > 1 << 18 && count / 16 > given;
}

/* Everything that the named layouts derive. */
struct rq_tlk_places {
    uint32_t text_base;
    uint32_t *offsets; /* of each text, from text_base */
    size_t count;
    struct rq_strays strays; /* of the whole file */
};

extern const char *const rq_tlk_layouts[RQ_TLK_LAYOUTS]; /* by enum rq_tlk_layout */

void rq_tlk_entry_write(struct rq_out *out, const struct rq_tlk *tlk,
                        const struct rq_tlk_entry *entry);

bool rq_tlk_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err);
bool rq_tlk_settle(struct rq_doc *doc, struct rq_error *err);

void rq_tlk_follows(struct rq_doc *doc, struct rq_follow *f);
/* The flags that a string must have for what is in it. */
uint32_t rq_tlk_needed_flags(const struct rq_tlk_string *s);
extern const struct rq_facet_values rq_tlk_values;

void rq_tlk_visit(const struct rq_doc *doc, struct rq_visit *v);
bool rq_tlk_table(struct rq_doc *doc, const struct rq_view *view, struct rq_table *table);
bool rq_tlk_from_table(struct rq_doc *doc, const struct rq_table *table, struct rq_error *err);
bool rq_tlk_put_table(struct rq_doc *doc, const struct rq_table *table, struct rq_error *err);

#endif
