/* What the files of RTX share: rtx.c (bytes), rtx_json.c, rtx_views.c (sounds and texts). */
#ifndef RQ_FORMATS_REDGUARD_RTX_PARTS_H
#define RQ_FORMATS_REDGUARD_RTX_PARTS_H

#include "formats/redguard/audio.h"

#include <reliquary/rtx.h>

enum { RTX_HEAD = 6, RTX_ROW = 12, RTX_MOST_TEXT = 65535 };

extern const struct rq_shape rq_rtx_shape;
extern const struct rq_facet_salvage rq_rtx_salvage;

bool rq_rtx_clips(struct rq_doc *doc, const struct rq_view *view, const struct rq_clip **clips,
                  size_t *count);
bool rq_rtx_put_clip(struct rq_doc *doc, const char *name, const struct rq_clip *clip,
                     struct rq_error *err);
bool rq_rtx_remove_clip(struct rq_doc *doc, const char *name, struct rq_error *err);
bool rq_rtx_texts(struct rq_doc *doc, const struct rq_view *view,
                  const struct rq_named_text **texts, size_t *count);
bool rq_rtx_put_text(struct rq_doc *doc, const char *name, const char *text, struct rq_error *err);
bool rq_rtx_remove_text(struct rq_doc *doc, const char *name, struct rq_error *err);

bool rq_rtx_table(struct rq_doc *doc, const struct rq_view *view, struct rq_table *table);
bool rq_rtx_put_table(struct rq_doc *doc, const struct rq_table *table, struct rq_error *err);

#endif
