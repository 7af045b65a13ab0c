/* What the files of ROB, and the world that is put together from it, share. */
#ifndef RQ_FORMATS_REDGUARD_ROB_PARTS_H
#define RQ_FORMATS_REDGUARD_ROB_PARTS_H

#include "formats/redguard/model3d/kit.h"

#include <reliquary/rob.h>

/* How a segment wants its model shown. */
struct rq_kit_look rq_rob_look(const struct rq_rob_segment_header *header, const char *name,
                               unsigned bank);

extern const struct rq_facet_salvage rq_rob_salvage;

/* .3DC is the extension of models that move. */
bool rq_rob_moves(struct rq_bytes data);

bool rq_rob_scene(struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene);
bool rq_rob_from_scene(struct rq_doc *doc, const struct rq_scene *scene, const char *name,
                       struct rq_error *err);

/* What follows from the model: the box is that of the vertices, in their unit. */
bool rq_rob_measure(const struct rq_doc *doc, struct rq_bytes data, struct rq_rob_segment_header *h,
                    struct rq_error *err);

#endif
