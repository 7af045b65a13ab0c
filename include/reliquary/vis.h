/* VIS: which rooms of an area are seen from which. See docs/formats/vis.md.
 *
 *     const struct rq_vis *vis = rq_doc_root(doc, "vis");
 *     const struct rq_text_line *line = vis->text.lines;
 *     for (size_t i = 0; i < vis->text.line_count; i++)
 *         if (line[i].kind == RQ_TEXT_HEAD) use(line[i].name, rq_text_items(&vis->text, i));
 */
#ifndef RELIQUARY_VIS_H
#define RELIQUARY_VIS_H

#include <reliquary/line.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A room is a head, what is seen from it are its items; a version line is words. */
struct rq_vis {
    struct rq_text text;
};

#ifdef __cplusplus
}
#endif

#endif
