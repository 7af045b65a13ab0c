/* Pictures of a scene made here: 200,000 triangles with a texture, 640 x 480. */
#ifndef TESTS_BENCH_RENDER_H
#define TESTS_BENCH_RENDER_H

#include "core/bytes.h"

/* The vertices of the scene. */
struct rq_bytes bench_render_make(void);

/* Draws it; how many triangles. */
double bench_render_draw(void);

#endif
