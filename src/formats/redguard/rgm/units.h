/* Actors of a map as the texts of scripts have them, see script/soup/text.h. */
#ifndef RQ_FORMATS_REDGUARD_RGM_UNITS_H
#define RQ_FORMATS_REDGUARD_RGM_UNITS_H

#include "formats/redguard/rgm/refs.h"
#include "script/soup/text.h"

/* A document, how its sections are divided among actors, and each actor. */
struct rgm_units {
    struct rgm_json m;
    struct rq_arena arena;
    struct rq_soup_unit *units; /* of each actor */
    size_t count;
    struct rgm_names labels;
};

bool rgm_units_open(struct rgm_units *u, struct rq_doc *doc, struct rq_error *err);
void rgm_units_close(struct rgm_units *u);

/* An actor by its label, "DOOR#2"; SIZE_MAX: none. */
size_t rgm_units_find(const struct rgm_units *u, struct rq_bytes label);

enum { RGM_UNIT_INSTANCES = 1u << RQ_SOUP_PARTS };

/* What of an actor is not as in another, as a bit for each rq_soup_part and RGM_UNIT_INSTANCES. What
 * the second keeps is not compared. */
bool rgm_unit_compare(struct rq_soup_unit *a, struct rq_soup_unit *b, unsigned *differs);

/* Appends the file of the map with other actors: wanted[i], or NULL to leave one as it is. */
bool rgm_units_put(struct rgm_units *u, struct rq_soup_unit *const *wanted, struct rq_out *out,
                   struct rq_error *err);

#endif
