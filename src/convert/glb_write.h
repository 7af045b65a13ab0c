/* What the parts of the writer of GLBs share: glb.c has the file and its nodes, glb_mesh.c meshes, glb_look.c
 * materials, textures and lights, glb_motion.c animations and skins. */
#ifndef RQ_CONVERT_GLB_WRITE_H
#define RQ_CONVERT_GLB_WRITE_H

#include "convert/glb_data.h"

struct rq_glb_image {
    size_t view;
    uint32_t texture; /* the first that shows it; its name is that of the image */
};

struct rq_glb {
    const struct rq_scene *scene;
    struct rq_error *err;
    struct rq_pictures *pictures; /* that were encoded before; or NULL */
    struct rq_arena arena;
    struct rq_out text;
    struct rq_json json;
    struct rq_glb_data data;
    struct rq_glb_image *images;
    size_t *image_of; /* texture -> image */
    size_t image_count;
};

#define RQ_GLB_BAD(g, ...) rq_fail((g)->err, RQ_USAGE, 0, "glb", __VA_ARGS__)

/* Nothing failed so far. */
bool rq_glb_well(const struct rq_glb *g);

/* An index of a list, or -1 for none. */
bool rq_glb_in_list(int index, uint32_t count);

/* ---- small parts of JSON ---- */

void rq_glb_put_uint(struct rq_glb *g, const char *key, uint64_t v);
void rq_glb_put_name(struct rq_glb *g, const char *name);
void rq_glb_put_floats(struct rq_glb *g, const char *key, const float *v, size_t count);
void rq_glb_put_extras(struct rq_glb *g, struct rq_bytes extras);

/* ---- the members of the file, as far as there are any; false after a failure ---- */

bool rq_glb_put_meshes(struct rq_glb *g);
bool rq_glb_put_materials(struct rq_glb *g);
bool rq_glb_put_textures(struct rq_glb *g);
bool rq_glb_put_lights(struct rq_glb *g);
bool rq_glb_put_animations(struct rq_glb *g);
bool rq_glb_put_skins(struct rq_glb *g);

#endif
