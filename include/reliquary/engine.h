/* What the engine of Redguard does with its files, as pure functions: no state, no files, nothing
 * printed. Every function ends on any document, damaged ones included.
 *
 *     struct rq_pvo *pvo = rq_doc_root(doc, "pvo");
 *     struct rq_octree_place place;
 *     static uint8_t seen[RQ_OCTREE_IDS / 8];
 *     if (rq_octree_find(pvo, (const int32_t[3]){x, y, z}, &place))
 *         count = rq_octree_visible(pvo, place.node, true, seen);
 *
 * No pointer may be NULL, unless it is said. Nothing is kept: what a function fills in belongs to
 * the caller.
 */
#ifndef RELIQUARY_ENGINE_H
#define RELIQUARY_ENGINE_H

#include <reliquary/ini.h>
#include <reliquary/model3d.h>
#include <reliquary/pvo.h>
#include <reliquary/rgm.h>
#include <reliquary/wld.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- places and turns ----------------------------------------------------------------------- */

/* Where things of a map stand: the numbers of its records as places and turns of a scene.
 *
 * The engine's space has y down and 256ths of a unit; a scene has y up, and 20 units of the
 * engine to one of its own. Half a turn about z takes one into the other: x' = -x / 20,
 * y' = -y / 20, z' = z / 20 less the engine's full 16777215 / 256 units, so that the ground's far
 * corner is the origin.
 */

/* 2048 units make a turn; only the low 11 bits count. */
RQ_API double rq_angle_degrees(uint32_t units);

/* Records hold places as 24.8 fixed point (MPOB, MPRP) or in whole units (MPSO, MPSL, MPSF,
 * MPMK, WDNM). */
RQ_API void rq_point_fixed(const int32_t pos[3], float place[3]);
RQ_API void rq_point_whole(const int32_t pos[3], float place[3]);

/* Turns about y, then x, then minus z, as a quaternion x y z w. */
RQ_API void rq_turn_angles(const uint32_t angle[3], float turn[4]);

/* Nine numbers of 4.28 fixed point, by rows: turn and scale. A matrix that can't be taken apart
 * gives no turn; false then. */
RQ_API bool rq_turn_matrix(const int32_t matrix[9], float turn[4], float scale[3]);

/* Where link number `link` of a rope hangs, from the place of its upper end: the first one
 * stands a step below it already. What hangs at the end is the link after the last. */
RQ_API void rq_rope_link(const float top[3], unsigned link, float place[3]);

/* A packed normal of animation frames: 10 bits each for x, y, z, in 256ths; the top two bits
 * mean nothing. */
RQ_API void rq_normal_unpack(uint32_t word, float normal[3]);

/* ---- ground, water, waves ------------------------------------------------------------------- */

/* The ground as the engine of Redguard makes it of a WLD: heights, water, normals, waves. Pure
 * functions; two spaces:
 *
 *   engine  x = column * 256, y down, z = row * 256, as the renderer has it
 *   scene   that of models and worlds that are exported: y up, 20 engine units to one, turned
 *           so that columns run towards -x and rows towards -z
 *
 * An object at engine Z stands on row (65536 - Z) / 256: placements count the other way. */

enum { RQ_TERRAIN_SIDE = 256, RQ_TERRAIN_CELLS = RQ_TERRAIN_SIDE - 1, RQ_TERRAIN_UNIT = 256 };

/* Height in engine units by the seven bits of map 1. */
RQ_API extern const uint16_t rq_terrain_heights[128];

/* The four sections as one grid, row by row, bits taken apart. */
struct rq_terrain {
    uint8_t height[RQ_TERRAIN_SIDE * RQ_TERRAIN_SIDE];  /* 0 to 127 */
    uint8_t texture[RQ_TERRAIN_SIDE * RQ_TERRAIN_SIDE]; /* 0 to 63, of the cell right below */
    uint8_t turn[RQ_TERRAIN_SIDE * RQ_TERRAIN_SIDE];    /* 0 to 3 quarter turns */
};

RQ_API void rq_terrain_stitch(const struct rq_wld *wld, struct rq_terrain *terrain);

/* How the engine fills its table: level - height. A level of 0 is "none given". */
RQ_API float rq_terrain_engine_y(unsigned height, float water_level);

/* A vertex of the grid; column and row 0 to 255. */
RQ_API void rq_terrain_engine_vertex(const struct rq_terrain *t, unsigned column, unsigned row,
                                     float out[3]);
RQ_API void rq_terrain_vertex(const struct rq_terrain *t, unsigned column, unsigned row,
                              float out[3]);

/* Corners of the two triangles of a cell, in the order in which the engine takes them: steps to
 * the right and down from its top left. */
RQ_API extern const uint8_t rq_terrain_triangles[2][3][2];

/* A cell whose four corners have a texture of water; cells 0 to 254 both ways. */
RQ_API bool rq_terrain_is_water(const struct rq_terrain *t, unsigned column, unsigned row);
RQ_API size_t rq_terrain_water_cells(const struct rq_terrain *t);

/* Normals of all vertices, in scene space: those of the triangles around summed, then brought
 * to length 1. */
RQ_API void rq_terrain_normals(const struct rq_terrain *t, float (*normals)[3]);

/* Places in the image of a cell's corners: top left, top right, bottom right, bottom left;
 * s to the right, t down. */
RQ_API void rq_terrain_uv(unsigned turn, float uv[4][2]);

/* Height of the ground below a point of scene space, on the triangle that is there. False
 * beyond the edge. */
RQ_API bool rq_terrain_height_at(const struct rq_terrain *t, float x, float z, float *y);

/* ---- waves ---- */

/* world_wave of WORLD.INI. */
struct rq_wave {
    int32_t amplitude, speed, frequency;
};

enum { RQ_WAVE_STEPS = 2048 };

/* Where in its period a vertex is; offsets in cells from the middle of what is drawn. */
RQ_API unsigned rq_wave_phase(const struct rq_wave *wave, int32_t x, int32_t z, uint32_t frame);

/* The height of a vertex on the water, in engine space. bias is what the engine subtracts to
 * centre the wave: amplitude times a constant that is not known, so the caller gives it. */
RQ_API double rq_wave_engine_y(const struct rq_wave *wave, int32_t x, int32_t z, uint32_t frame,
                               unsigned height, double bias);

/* ---- what can be seen from a point ---------------------------------------------------------- */

/* Asking a PVO what can be seen from a point, as the engine of Redguard does. Pure functions
 * that end on any document, circles of references included. */

/* The game's trees have 10 levels; a cube of 32 bits can be halved 32 times. */
enum { RQ_OCTREE_LEVELS = 64, RQ_OCTREE_IDS = 65536 };

/* The node at which the way down from the root ends: there is no child in the octant of the
 * point, or none that can be followed. */
struct rq_octree_place {
    uint32_t node;
    unsigned depth; /* 0 for the root */
};

/* False when there is no node at all. */
RQ_API bool rq_octree_find(const struct rq_pvo *pvo, const int32_t point[3],
                           struct rq_octree_place *place);

/* One bit for each number of an object; zeroed first. With patches: what PTCH adds to the
 * node, too. Returns how many can be seen. */
RQ_API size_t rq_octree_visible(const struct rq_pvo *pvo, uint32_t node, bool patches,
                                uint8_t seen[RQ_OCTREE_IDS / 8]);

struct rq_octree_stats {
    uint32_t nodes, leaf_nodes, interior_nodes;
    uint32_t reached;       /* from the root, each counted once */
    uint32_t met_again;     /* references to a node that was reached before */
    unsigned depth;         /* steps to the node that is farthest from the root */
    uint32_t fan_out[9];    /* nodes by how many children they have */
    uint32_t shared_leaves; /* nodes whose leaf another node before them has */
};

/* False without memory, of which it takes 5 bytes a node for the while. alloc NULL: the C
 * library's. */
RQ_API bool rq_octree_stats(const struct rq_pvo *pvo, const struct rq_alloc *alloc,
                            struct rq_octree_stats *stats);

/* ---- animations of actors ------------------------------------------------------------------- */

/* A group of an actor's animations, played: which frame of which model is shown when, and what
 * else happens.
 *
 * One command after the other, each once. The jump back that makes a walk go on for ever is not
 * taken, it ends the list and says where it leads; jumps that depend on what the player does are
 * passed over. A frame stays as many ticks as the group's speed says, one at least.
 */

/* The game's normal_frame_rate in SYSTEM.INI. */
enum { RQ_TICKS_A_SECOND = 12 };

enum rq_step_kind {
    RQ_STEP_FRAME, /* model and frame are shown from here on */
    RQ_STEP_SOUND, /* sound and volume */
    RQ_STEP_OTHER, /* a command that only the running game understands */
};

struct rq_step {
    enum rq_step_kind kind;
    uint32_t tick;
    uint32_t command; /* its number in the group */
    uint32_t model;   /* number in the actor's RAAN */
    uint32_t frame;   /* of that model */
    int32_t sound, volume;
};

struct rq_play {
    struct rq_step *steps;
    size_t count;
    uint32_t ticks;     /* how long it takes */
    bool loops;         /* at the end it goes on with the command `next` */
    int32_t next;       /* -1: nothing */
    int32_t next_group; /* where ChangeAnimGroup leads; -1: nowhere */
};

/* Which model and frame a frame reference means: the actor's models laid end to end. False when
 * it is beyond them. */
RQ_API bool rq_frame_find(const struct rq_rgm_model *models, size_t count, uint32_t reference,
                          uint32_t *model, uint32_t *frame);

/* steps has room for group->count elements; the play points to it. */
RQ_API void rq_play_group(const struct rq_rgm_group *group, const struct rq_rgm_model *models,
                          size_t model_count, struct rq_step *steps, struct rq_play *play);

/* ---- what an actor holds -------------------------------------------------------------------- */

/* Where an actor holds things: vertices of its model, frame by frame. There are no bones; RAEX
 * names the vertices of the hand (grip) and of the hip (scabbard), two each, which give the thing
 * its place and its direction. */

/* A vertex of a frame, in the space of the model as a scene has it. False when there is no such
 * vertex or frame. */
RQ_API bool rq_attach_vertex(const struct rq_model3d *model, uint32_t frame, uint32_t vertex,
                             float place[3]);

enum rq_attach_to { RQ_ATTACH_HAND, RQ_ATTACH_HIP };

/* The two vertices of a hold, at[0] and at[1]. False when RAEX names none that the model has. */
RQ_API bool rq_attach_hold(const struct rq_rgm_extra *extra, const struct rq_model3d *model,
                           uint32_t frame, enum rq_attach_to to, float at[2][3]);

/* ---- worlds of WORLD.INI -------------------------------------------------------------------- */

/* A world of WORLD.INI: which map, ground and palette belong together, and how its sky and light
 * are set. */

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
RQ_API bool rq_world_read(const struct rq_ini *ini, int number, struct rq_world *world);

/* The lowest number above `after` that has a world_map; -1: none. */
RQ_API int rq_world_next(const struct rq_ini *ini, int after);

/* The first world whose map or ground is a file of this name; -1: none. */
RQ_API int rq_world_of_file(const struct rq_ini *ini, const char *name);

#ifdef __cplusplus
}
#endif

#endif
