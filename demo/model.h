/* Models of the demo while they are put together. Here y is up and a unit is that of the
 * scenes that models become; the file has y down and 1/5120 of it (model.c). */
#ifndef RQ_DEMO_MODEL_H
#define RQ_DEMO_MODEL_H

#include "demo/demo.h"

enum { MOST_VERTICES = 640, MOST_FACES = 640, MOST_CORNERS = 10, MOST_FRAMES = 24, MOST_BOXES = 4 };

enum { UNIT = 5120, STEP = UNIT / 32 }; /* shapes are given in 32nds of a unit */

/* How a face looks. A picture is laid on by size, 64 pixels to the unit, or fitted. */
struct look {
    uint32_t word;        /* v4.0; made by look_image and look_color */
    unsigned bank, image; /* the same for v2.x; bank 0: color */
    unsigned color;
    int width, height; /* of the picture, when it is fitted; 0: laid on by size */
    bool smooth;
};

struct corner {
    uint32_t vertex;
    int u, v; /* 1/16 pixel */
};

struct face {
    uint8_t count;
    struct look look;
    struct corner corners[MOST_CORNERS];
};

struct model {
    uint32_t vertex_count, face_count, frame_count;
    int32_t vertices[MOST_VERTICES][3];
    uint8_t parts[MOST_VERTICES]; /* what moves together */
    struct face faces[MOST_FACES];
    int32_t frames[MOST_FRAMES][MOST_VERTICES][3]; /* where vertices are in frame n */
    uint32_t box_starts[MOST_BOXES + 1];           /* first faces of the volumes of v5.0 */
    uint32_t box_count;
    uint8_t part;      /* of vertices that are added */
    struct face spare; /* taken for one that has no room */
    bool overflow;
};

struct look look_image(unsigned bank, unsigned image, bool smooth);
struct look look_fitted(unsigned bank, unsigned image, const struct demo_tile *tile);
struct look look_color(enum demo_ramp ramp, unsigned level, bool smooth);

uint32_t add_vertex(struct model *m, int x, int y, int z);

/* Corners against the clock as seen from outside; a quad starts at its lower left. */
void add_quad(struct model *m, const uint32_t v[4], struct look look);
void add_polygon(struct model *m, const uint32_t *v, uint32_t count, struct look look);

/* looks: front (+z), right (+x), back, left, top, bottom. */
void add_box(struct model *m, const int from[3], const int to[3], const struct look looks[6]);
void add_plain_box(struct model *m, const int from[3], const int to[3], struct look look);

/* A shape that was turned on a lathe about the y axis at x, z: rings of radius at height,
 * bottom to top. ends: look of both flat ends, or NULL. */
struct lathe {
    int x, z;
    uint32_t sides, rings;
    const int (*profile)[2];  /* height, radius */
    const struct look *looks; /* one for each step from ring to ring */
    const struct look *ends;
};

void add_lathe(struct model *m, const struct lathe *lathe);

/* Faces from here on belong to the next volume. */
void next_box(struct model *m);

/* Frames 0 to count - 1 by a function of part, place and turn (4096 steps all in all). */
typedef void pose_fn(unsigned part, const int32_t at[3], int turn, int32_t to[3]);
void add_frames(struct model *m, uint32_t count, pose_fn *pose);

enum model_kind {
    MODEL_STILL,        /* v4.0, normals by corner */
    MODEL_BARE,         /* v4.0, normals by vertex */
    MODEL_VOLUMES,      /* v5.0 */
    MODEL_SHIFTS,       /* v4.0, frames of 16-bit differences */
    MODEL_PLACES,       /* v4.0, frames of positions */
    MODEL_SINGLE,       /* v4.0 .3DC of one frame */
    MODEL_EARLY,        /* v2.7 .3D */
    MODEL_EARLY_MOVING, /* v2.6 .3DC */
};

/* The shape of that name, into a model that is all zero: shapes.c. */
void demo_shape(const char *name, struct model *m, struct demo_banks banks);

/* Appends the file. */
void put_model(struct rq_out *out, const struct model *m, enum model_kind kind);

#endif
