/* What the files of 3D models share: model3d.c (reading), write.c
 * (layouts, writing), json.c, scene.c. */
#ifndef RQ_FORMATS_REDGUARD_MODEL3D_PARTS_H
#define RQ_FORMATS_REDGUARD_MODEL3D_PARTS_H

#include "formats/format.h"

#include <reliquary/model3d.h>

enum { HEADER_SIZE = 64, RECORD_SIZE = 16, CORNER_SIZE = 8, VOLUME_SIZE = 30, REF_SIZE = 6 };

static inline bool rq_model3d_known(const void *version)
{
    static const char versions[] = "v2.6v2.7v4.0v5.0";
    for (size_t i = 0; i + 4 < sizeof versions; i += 4)
        if (memcmp(version, versions + i, 4) == 0)
            return true;
    return false;
}

/* Frame data is of 12 bytes a vertex, not 6. */
static inline bool rq_model3d_wide(const struct rq_model3d *m)
{
    return m->frame_count && m->frames[0].record.type == 4;
}

/* Corners of all faces. */
static inline uint64_t rq_model3d_corners(const struct rq_model3d *m)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < m->face_count; i++)
        sum += m->faces[i].corner_count;
    return sum;
}

static inline uint64_t rq_model3d_face_size(const struct rq_model3d *m,
                                            const struct rq_model3d_face *face)
{
    return (rq_model3d_early(m) ? 8u : 10u) + (uint64_t)face->corner_count * CORNER_SIZE;
}

/* Offsets of all faces in a file where they start at start; from temp, NULL without memory. */
uint64_t *rq_model3d_face_offsets(const struct rq_model3d *m, uint64_t start,
                                  struct rq_arena *temp);

/* Part n (0 to 2) of a packed normal, in 256ths. */
static inline int32_t rq_model3d_packed(uint32_t word, unsigned n)
{
    int32_t v = (int32_t)(word >> (n * 10) & 0x3FF);
    return v >= 512 ? v - 1024 : v;
}

/* Where a vertex is in a frame, in 256ths of a unit; false when there is no such vertex or frame,
 * or nobody knows how it is stored. */
static inline bool rq_model3d_at(const struct rq_model3d *m, uint32_t frame, uint32_t vertex,
                                 int64_t at[3])
{
    if (vertex >= m->vertex_count || frame >= m->frame_count)
        return false;
    if (frame && (rq_model3d_early(m) || !m->frames[frame].positions))
        return false;
    for (size_t k = 0; k < 3; k++) {
        int64_t base = m->vertices[vertex][k];
        int64_t stored = frame ? m->frames[frame].positions[vertex][k] : 0;
        /* Narrow frames hold what is subtracted from the base. */
        at[k] = frame && rq_model3d_wide(m) ? stored : base - stored;
    }
    return true;
}

/* Why the document can't be written as it stands, NULL when it can. */
const char *rq_model3d_misshape(const struct rq_model3d *m);

/* The first header field that is kept although the layout derives it, NULL when none. */
const char *rq_model3d_wrongly_kept(const struct rq_model3d *m);

bool rq_model3d_settle(struct rq_doc *doc, struct rq_error *err);
bool rq_model3d_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err);
extern const struct rq_shape rq_model3d_shape;
bool rq_model3d_scene(struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene);

bool rq_model3d_from_scene(struct rq_doc *doc, const struct rq_scene *scene, const char *name,
                           struct rq_error *err);

/* The square of the way from a vertex to a point, of at most three times 2^62; and its root, without
 * the fraction. */
static inline uint64_t rq_model3d_square(const int32_t at[3], const int64_t from[3])
{
    uint64_t square = 0;
    for (size_t k = 0; k < 3; k++)
        square += (uint64_t)((at[k] - from[k]) * (at[k] - from[k]));
    return square;
}
uint32_t rq_model3d_root(uint64_t n);
uint32_t rq_model3d_radius(const struct rq_model3d *m);

/* The extras of its mesh; slots: for each face the primitive that it is in, UINT32_MAX: none. */
bool rq_model3d_extras(const struct rq_model3d *m, const uint32_t *slots, struct rq_arena *arena,
                       struct rq_bytes *extras);

#endif
