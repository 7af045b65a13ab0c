/* What the parts of the RGM format share. */
#ifndef RQ_FORMATS_REDGUARD_RGM_PARTS_H
#define RQ_FORMATS_REDGUARD_RGM_PARTS_H

#include "formats/format.h"
#include "formats/redguard/chunk.h"
#include "script/soup/code.h"

enum {
    RGM_PREFIX = 0x0037801B, /* after the count of RAHD */
    RGM_HOOKS_AT = 0x25,     /* where the hooks of RAHK begin */
};

/* What stands before the records of a section. */
enum rgm_frame { RGM_FREE, RGM_COUNTED, RGM_PREFIXED };

/* How a kind of section is laid out; rec is NULL where records are no fixed size. */
struct rgm_kind {
    char tag[5];
    enum rq_rgm_kind kind;
    enum rgm_frame frame;
    const struct rq_rec *rec;
    const struct rq_rec *swapped; /* MPSZ: the other order */
    size_t stride;                /* of the struct */
};

/* NULL: not a kind of its own. */
const struct rgm_kind *rgm_kind_of_tag(const char *tag);
const struct rgm_kind *rgm_kind_of(enum rq_rgm_kind kind);

RQ_RECORD_TABLE(rq_rgm_actor, RQ_RGM_ACTOR);
RQ_RECORD_TABLE(rq_rgm_sphere, RQ_RGM_SPHERE);
RQ_RECORD_TABLE(rq_rgm_location, RQ_RGM_LOCATION);
RQ_RECORD_TABLE(rq_rgm_extra, RQ_RGM_EXTRA);
RQ_RECORD_TABLE(rq_rgm_attributes, RQ_RGM_ATTRIBUTES);
RQ_RECORD_TABLE(rq_rgm_collision, RQ_RGM_COLLISION);
RQ_RECORD_TABLE(rq_rgm_object, RQ_RGM_OBJECT);
RQ_RECORD_TABLE(rq_rgm_rope, RQ_RGM_ROPE);
RQ_RECORD_TABLE(rq_rgm_static, RQ_RGM_STATIC);
RQ_RECORD_TABLE(rq_rgm_light, RQ_RGM_LIGHT);
RQ_RECORD_TABLE(rq_rgm_flat, RQ_RGM_FLAT);
RQ_RECORD_TABLE(rq_rgm_marker, RQ_RGM_MARKER);
RQ_RECORD_TABLE(rq_rgm_box, RQ_RGM_BOX);
RQ_RECORD_TABLE(rq_rgm_walk_record, RQ_RGM_WALK);
RQ_RECORD_TABLE(rq_rgm_node_record, RQ_RGM_NODE);
RQ_RECORD_TABLE(rq_rgm_route, RQ_RGM_ROUTE);

/* Records that take far more memory than bytes (a megabyte of empty strings) are left raw, so
 * that a document stays a small multiple of its file. */
static inline bool rgm_affordable(size_t count, size_t stride, size_t size)
{
    return count <= (size * 8 + (1 << 20)) / stride;
}

/* ---- sections whose records are no fixed size ---- */

/* True when the payload fits to its last byte; else the section is as it was. no_memory is an
 * error of the cursor. */
bool rgm_read_texts(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_section *s);
bool rgm_read_models(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_section *s);
bool rgm_read_groups(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_section *s);
bool rgm_read_walks(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_section *s);
bool rgm_read_words(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_section *s);

/* Cuts RASC into scripts, once RAHD is known. */
bool rgm_read_code(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm *map);

/* The payload, from the typed records; derives offsets and sizes on the way. */
void rgm_put_section(struct rq_out *out, struct rq_rgm_section *s);

/* How MPSZ or MPMK would be read from these bytes. */
bool rgm_reads_swapped(struct rq_bytes payload, const struct rq_rgm_section *s);

/* Brings the actors' rasc_offset, rasc_length and script_pc in line with RASC. */
bool rgm_tile_code(struct rq_rgm *map, const struct rq_alloc *alloc, struct rq_error *err);

/* Findings that look at more than one section. */
extern const struct rq_facet_salvage rq_rgm_salvage;

void rgm_check(struct rq_doc *doc, struct rq_rgm *map);

/* Fields that follow from the rest, see formats/follow.h. */
void rgm_follows(struct rq_doc *doc, struct rq_follow *f);

bool rgm_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err);
bool rgm_from_json(struct rq_doc *doc, struct rq_jr *jr);

#endif
