/* Triangles into pixels: depth, textures, light that is worked out already, alpha.
 *
 * Coverage is exact: corners are rounded to 1/256 of a pixel, a pixel belongs to the triangle that
 * its centre is in, and a centre on an edge to the triangle whose top or left edge that is. So
 * triangles that share an edge leave no hole and draw no pixel twice. */
#ifndef RQ_CONVERT_RASTER_H
#define RQ_CONVERT_RASTER_H

#include "model/scene.h"

enum { RQ_RASTER_LEVELS = 15 };

/* A texture with its levels, each half as wide and high as the one before. RGBA, top row first. */
struct rq_raster_texture {
    uint32_t count; /* 0: no texture */
    bool nearest;
    struct {
        uint32_t width, height;
        const uint8_t *rgba;
    } levels[RQ_RASTER_LEVELS];
};

/* Levels of a texture's first plane; false without memory. */
bool rq_raster_texture(struct rq_raster_texture *to, const struct rq_texture *from,
                       struct rq_arena *arena);

/* One corner: its place before the division (x and y from -w to w are in the picture, w grows away
 * from the eye), and what is blended between corners. */
enum { RQ_RASTER_U, RQ_RASTER_V, RQ_RASTER_U1, RQ_RASTER_V1, RQ_RASTER_RED, RQ_RASTER_VALUES = 8 };

struct rq_corner {
    float x, y, w;
    float values[RQ_RASTER_VALUES]; /* texture, lightmap, colour with alpha from 0 to 1 */
};

struct rq_surface {
    const struct rq_raster_texture *texture, *lightmap; /* or NULL */
    float glow[3];                                      /* added to the lightmap */
    enum rq_alpha alpha;
};

/* The picture: RGBA with colours times alpha, and 1 / w of what is in front, 0 for nothing. */
struct rq_canvas {
    uint32_t width, height;
    uint8_t *rgba;
    float *depth;
    float nearest;   /* what has a smaller w is cut away */
    uint64_t visits; /* pixels looked at: what the picture cost */
};

/* Draws a triangle, whichever way round. What has alpha RQ_ALPHA_BLEND goes over what is there
 * and hides nothing behind it. */
void rq_raster_triangle(struct rq_canvas *canvas, const struct rq_surface *surface,
                        const struct rq_corner corners[3]);

#endif
