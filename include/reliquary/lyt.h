/* LYT: where the rooms, tracks, obstacles and doors of an area stand. See docs/formats/lyt.md.
 *
 *     const struct rq_lyt *lyt = rq_doc_root(doc, "lyt");
 *     struct rq_lyt_item item;
 *     for (size_t i = 0; i < lyt->text.line_count; i++)
 *         if (rq_lyt_item(lyt, i, &item) && item.section == RQ_LYT_ROOMS)
 *             place(item.name, item.position);
 */
#ifndef RELIQUARY_LYT_H
#define RELIQUARY_LYT_H

#include <reliquary/line.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In the order in which the game reads them. */
enum rq_lyt_section {
    RQ_LYT_ROOMS,
    RQ_LYT_TRACKS,
    RQ_LYT_OBSTACLES,
    RQ_LYT_DOORHOOKS,
    RQ_LYT_OTHERS, /* "othercount", which KotorBlender writes */
    RQ_LYT_SECTIONS,
};

/* "roomcount 3" is a head, what it counts are its items; the lines around them are words. */
struct rq_lyt {
    struct rq_text text;
};

/* A line of a section, read. Numbers that are not there are 0. */
struct rq_lyt_item {
    enum rq_lyt_section section;
    struct rq_bytes name; /* of the model; of a doorhook: of its room */
    struct rq_bytes door; /* of a doorhook */
    double position[3];
    double orientation[4]; /* of a doorhook: a quaternion w x y z, as it stands in the file */
    bool empty;            /* a room without a model, "****" */
    bool whole; /* it has the words that its section asks for, and all numbers are some */
};

/* False when the line at that index is no item. */
RQ_API bool rq_lyt_item(const struct rq_lyt *lyt, size_t index, struct rq_lyt_item *item);

#ifdef __cplusplus
}
#endif

#endif
