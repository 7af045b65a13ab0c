/* Models of the KotOR demo while they are made: as ASCII MDL, which the library compiles. Lengths
 * are whole millimetres, texture coordinates thousandths and angles of 4096 steps a turn, so that
 * the text is the same everywhere; z is up. */
#ifndef RQ_DEMO_MDL_H
#define RQ_DEMO_MDL_H

#include "demo/demo.h"

#include <reliquary/mdl.h>

/* ---- text: mdl.c ---- */

struct mdl_text {
    struct rq_out out;
    const char *name;
    const struct rq_env *env; /* where its supermodel is; or NULL */
    struct rq_doc *doc;       /* after mdl_compile */
    struct rq_mdl *mdl;
};

/* The head of a model and its root, a dummy of its name. super: NULL, or the supermodel's. */
void mdl_open(struct mdl_text *t, const char *name, const char *classification, const char *super);

void mdl_line(struct mdl_text *t, const char *fmt, ...) RQ_PRINTF(2, 3);

/* Starts a node; parent NULL: the root. */
void mdl_node(struct mdl_text *t, const char *type, const char *name, const char *parent, int x,
              int y, int z);
void mdl_turned_node(struct mdl_text *t, const char *type, const char *name, const char *parent,
                     const int at[3], const int axis[3], int angle);
void mdl_end(struct mdl_text *t);
void mdl_dummy(struct mdl_text *t, const char *name, const char *parent, int x, int y, int z);

/* An animation with its root's node; the root of what moves may be another. */
void mdl_animation(struct mdl_text *t, const char *name, int length, const char *root);
void mdl_animation_node(struct mdl_text *t, const char *name, const char *parent);
void mdl_done(struct mdl_text *t);

/* Rows of orientation keys about an axis, evenly over so many milliseconds. */
void mdl_swing(struct mdl_text *t, const int axis[3], const int *angles, size_t count, int length);

/* To t->doc, which may be changed then. */
bool mdl_compile(struct demo *d, struct mdl_text *t);
/* override/NAME.mdl and .mdx; frees all. */
bool mdl_save(struct demo *d, struct mdl_text *t);
bool mdl_finish(struct demo *d, struct mdl_text *t); /* the three */

/* NULL: no node of that name. */
struct rq_mdl_node *mdl_find(struct mdl_text *t, const char *name);

/* ---- shapes: mdl_shapes.c ---- */

enum { MDL_POINTS = 1600, MDL_FACES = 1600 };

struct mdl_point {
    int at[3], uv[2], light[2];
    const char *weights; /* of a skin: "bone part bone part" */
};

struct mdl_face {
    uint32_t v[3], group, material;
};

struct mdl_shape {
    uint32_t point_count, face_count, quads;
    struct mdl_point points[MDL_POINTS];
    struct mdl_face faces[MDL_FACES];
    bool lit; /* has coordinates of a lightmap */
    bool overflow;
};

/* Where on a texture or a lightmap: from the lower left to the upper right. */
struct mdl_part {
    int u, v, u2, v2;
};

/* Empties a shape. */
struct mdl_shape *mdl_shape(void);

uint32_t shape_point(struct mdl_shape *s, int x, int y, int z, int u, int v);
void shape_face(struct mdl_shape *s, uint32_t a, uint32_t b, uint32_t c, uint32_t group,
                uint32_t material);

/* Against the clock from the lower left; flat. */
void shape_quad(struct mdl_shape *s, const int at[4][3], struct mdl_part uv, struct mdl_part light);

/* Upright, seen from its right when one walks along it; the texture repeats after so many
 * millimetres. */
struct mdl_wall {
    int x, y, x2, y2, z, z2;
};
void shape_wall(struct mdl_shape *s, struct mdl_wall wall, int repeat, struct mdl_part light);

void shape_box(struct mdl_shape *s, const int from[3], const int to[3], int repeat,
               struct mdl_part light);

/* Rings from the lowest up, round and smooth. by_height: the part's v is where 0 and 1 metre are. */
struct mdl_ring {
    int z, radius, depth, x, y; /* depth: radius along y, 0: the same */
    const char *weights;
};
struct mdl_tube {
    int x, y;
    int sides;
    struct mdl_part uv;
    bool by_height;
};
void shape_tube(struct mdl_shape *s, const struct mdl_ring *rings, size_t count,
                struct mdl_tube tube);

/* The lists of the node that is open. */
void mdl_put_shape(struct mdl_text *t, const struct mdl_shape *s);

/* ---- models ---- */

bool demo_mdl_rooms(struct demo *d);  /* mdl_rooms.c */
bool demo_mdl_people(struct demo *d); /* mdl_people.c */
bool demo_mdl_things(struct demo *d); /* mdl_things.c */

#endif
