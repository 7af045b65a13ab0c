/* A world of WORLD.INI: which map, ground and palette belong together, and how its sky and light
 * are set. */
#ifndef RQ_ENGINE_WORLD_H
#define RQ_ENGINE_WORLD_H

#include "core/arena.h"

#include <reliquary/ini.h>

enum { RQ_WORLD_NAME = 64 };

/* Numbers of keys that are missing are the game's defaults, where those are known, else 0.
 * Names are without their folder, as written otherwise; "" for none. */
struct rq_world {
    int number;
    char map[RQ_WORLD_NAME];     /* RGM */
    char terrain[RQ_WORLD_NAME]; /* WLD */
    char palette[RQ_WORLD_NAME]; /* COL */
    char sky[RQ_WORLD_NAME];     /* GXA of the software build */
    char sky_fx[RQ_WORLD_NAME];  /* BSI of the Glide build */
    char sun_image[RQ_WORLD_NAME];
    int32_t music, background, compass;
    int32_t sun[4], ambient, ambient_rgb[3], sun_angle, sun_skew, sun_rgb[4], fog_rgb[3];
    int32_t sky_scale, sky_level, sky_speed, sky_rotate[2];
    int32_t sun_image_rgb[3], sun_scale;
    int32_t wave[3]; /* amplitude, speed, frequency */
};

/* Fills world from the keys with [number]; false when it has no world_map. */
bool rq_world_read(const struct rq_ini *ini, int number, struct rq_world *world);

/* The first world whose map or ground is a file of this name; -1: none. */
int rq_world_of_file(const struct rq_ini *ini, const char *name);

#endif
