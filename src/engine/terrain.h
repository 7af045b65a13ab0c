/* The ground as the engine of Redguard makes it of a WLD: heights, water, normals, waves. Pure
 * functions; two spaces:
 *
 *   engine  x = column * 256, y down, z = row * 256, as the renderer has it
 *   scene   that of models and worlds that are exported: y up, 20 engine units to one, turned
 *           so that columns run towards -x and rows towards -z
 *
 * An object at engine Z stands on row (65536 - Z) / 256: placements count the other way. */
#ifndef RQ_ENGINE_TERRAIN_H
#define RQ_ENGINE_TERRAIN_H

#include <reliquary/wld.h>

enum { RQ_TERRAIN_SIDE = 256, RQ_TERRAIN_CELLS = RQ_TERRAIN_SIDE - 1, RQ_TERRAIN_UNIT = 256 };

/* Height in engine units by the seven bits of map 1. */
extern const uint16_t rq_terrain_heights[128];

/* The four sections as one grid, row by row, bits taken apart. */
struct rq_terrain {
    uint8_t height[RQ_TERRAIN_SIDE * RQ_TERRAIN_SIDE];  /* 0 to 127 */
    uint8_t texture[RQ_TERRAIN_SIDE * RQ_TERRAIN_SIDE]; /* 0 to 63, of the cell right below */
    uint8_t turn[RQ_TERRAIN_SIDE * RQ_TERRAIN_SIDE];    /* 0 to 3 quarter turns */
};

void rq_terrain_stitch(const struct rq_wld *wld, struct rq_terrain *terrain);

/* How the engine fills its table: level - height. A level of 0 is "none given". */
float rq_terrain_engine_y(unsigned height, float water_level);

/* A vertex of the grid; column and row 0 to 255. */
void rq_terrain_engine_vertex(const struct rq_terrain *t, unsigned column, unsigned row,
                              float out[3]);
void rq_terrain_vertex(const struct rq_terrain *t, unsigned column, unsigned row, float out[3]);

/* Corners of the two triangles of a cell, in the order in which the engine takes them: steps to
 * the right and down from its top left. */
extern const uint8_t rq_terrain_triangles[2][3][2];

/* A cell whose four corners have a texture of water; cells 0 to 254 both ways. */
bool rq_terrain_is_water(const struct rq_terrain *t, unsigned column, unsigned row);
size_t rq_terrain_water_cells(const struct rq_terrain *t);

/* Normals of all vertices, in scene space: those of the triangles around summed, then brought
 * to length 1. */
void rq_terrain_normals(const struct rq_terrain *t, float (*normals)[3]);

/* Places in the image of a cell's corners: top left, top right, bottom right, bottom left;
 * s to the right, t down. */
void rq_terrain_uv(unsigned turn, float uv[4][2]);

/* Height of the ground below a point of scene space, on the triangle that is there. False
 * beyond the edge. */
bool rq_terrain_height_at(const struct rq_terrain *t, float x, float z, float *y);

/* ---- waves ---- */

/* world_wave of WORLD.INI. */
struct rq_wave {
    int32_t amplitude, speed, frequency;
};

enum { RQ_WAVE_STEPS = 2048 };

/* Where in its period a vertex is; offsets in cells from the middle of what is drawn. */
unsigned rq_wave_phase(const struct rq_wave *wave, int32_t x, int32_t z, uint32_t frame);

/* The height of a vertex on the water, in engine space. bias is what the engine subtracts to
 * centre the wave: amplitude times a constant that is not known, so the caller gives it. */
double rq_wave_engine_y(const struct rq_wave *wave, int32_t x, int32_t z, uint32_t frame,
                        unsigned height, double bias);

#endif
