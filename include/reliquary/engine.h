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

/* world_wave of WORLD.INI, and where in the table of sines phase 0 stands: the specification says 0,
 * the running game was measured to start at RQ_WAVE_START, which makes a cosine of it. */
struct rq_wave {
    int32_t amplitude, speed, frequency, start;
};

enum { RQ_WAVE_STEPS = 2048, RQ_WAVE_START = 512 };

/* Waves and the sky move with the clock of the PC's BIOS, not with frames: ticks a second. */
#define RQ_CLOCK_RATE (1193182.0 / 65536)

/* Where in its period a vertex is, without start; offsets in cells from the middle of the ground,
 * see rq_wave_offset; frame counts ticks of the clock. */
RQ_API unsigned rq_wave_phase(const struct rq_wave *wave, int32_t x, int32_t z, uint32_t frame);

/* The offsets of a vertex of the grid: the rings run out from its middle. Rows of the file count
 * against the engine's z. */
RQ_API void rq_wave_offset(unsigned column, unsigned row, int32_t offset[2]);

/* Whether waves move a vertex: it has a texture of water other than 5, and the three towards column
 * 0 and row 0 one of water. Never in column 0 and row 0. */
RQ_API bool rq_wave_moves(const struct rq_terrain *t, unsigned column, unsigned row);

/* The height of a vertex on the water, in engine space. bias is what the engine subtracts:
 * half the amplitude, as it was measured; the specification gives no number. */
RQ_API double rq_wave_engine_y(const struct rq_wave *wave, int32_t x, int32_t z, uint32_t frame,
                               unsigned height, double bias);

/* Normals of a ground whose vertices have other heights, in units of the scene, as waves give them
 * to those on the water: 256 * 256 of each. */
RQ_API void rq_wave_normals(const float *heights, float (*normals)[3]);

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

/* Lets one more object be seen from a node, as the game's console command pvoaddpatch does: a record
 * of PTCH, with the section if there is none. Nothing changes when it is there already. False with
 * err filled when there is no such node. */
RQ_API bool rq_octree_patch(struct rq_doc *pvo, uint32_t node, uint16_t object,
                            struct rq_error *err);

/* Numbers below the number of MPSO records are those records, those behind are further objects that
 * the game counts while it runs. */
enum { RQ_OCTREE_GONE = -1 };

struct rq_octree_move {
    int32_t *to;          /* new number of each old record, or RQ_OCTREE_GONE; count of them */
    uint32_t count;       /* records before */
    uint32_t after;       /* records now */
    uint32_t gone, fresh; /* records that have no partner now, or had none before */
};

/* Which MPSO record of `before` is which of `after`: the same model at the same place; of several
 * alike the first is the first. to has room for all records of `before`. False without memory. */
RQ_API bool rq_octree_match(const struct rq_rgm *before, const struct rq_rgm *after,
                            const struct rq_alloc *alloc, struct rq_octree_move *move);

/* Gives every object its new number, in lists and patches; those that are gone are taken out of
 * them. Numbers behind the records keep their distance to the last. False with err filled, and
 * nothing is changed, when a number would not fit. */
RQ_API bool rq_octree_renumber(struct rq_doc *pvo, const struct rq_octree_move *move,
                               struct rq_error *err);

/* ---- animations of actors ------------------------------------------------------------------- */

/* A group of an actor's animations, played: which frame of which model is shown when, and what
 * else happens.
 *
 * One command after the other. A frame stays as many ticks as the group's speed says, one at
 * least; a delay adds its ticks. Without a number of rounds the jump back that makes a walk go on
 * for ever is not taken: it ends the list and says where it leads. With rounds, as PushAnimation
 * of a script gives them, GoToPrevious and LoopControl jump until those are used up, and the
 * group goes on behind them. What depends on the player (GoToFuture, Transition) is listed and not
 * taken.
 */

/* The game's normal_frame_rate in SYSTEM.INI. */
enum { RQ_TICKS_A_SECOND = 12 };

enum rq_step_kind {
    RQ_STEP_FRAME,      /* model and frame are shown from here on */
    RQ_STEP_SOUND,      /* sound and pitch */
    RQ_STEP_DELAY,      /* DelayCounter and ConditionalDelay: wait */
    RQ_STEP_RUMBLE,     /* effects: enum rq_rumble */
    RQ_STEP_TRANSITION, /* triggers: enum rq_trigger; leads to `group` and `target` */
    RQ_STEP_JUMP,       /* GoToPrevious, GoToFuture, LoopControl: to `target`, if taken */
    RQ_STEP_CHANGE,     /* ChangeAnimGroup: to `group` and `target` */
    RQ_STEP_ROTATION,   /* SetRotationXYZ and SetRotationAxis: amount, 2048 * 256 a turn */
    RQ_STEP_POSITION,   /* SetPositionXYZ and SetPositionAxis: amount */
    RQ_STEP_BREAK,      /* BreakPoint: the group may be left here */
    RQ_STEP_END,        /* EndAnimation */
    RQ_STEP_OTHER,      /* a frame that the actor's models do not have */
};

/* Bits of Rumble; the first three are effects of MAIN.SFX that only play in one state of the actor. */
enum rq_rumble {
    RQ_RUMBLE_SOUND_5 = 1, /* when its state is 5 */
    RQ_RUMBLE_SOUND_1 = 6, /* both bits: when its state is 1 */
    RQ_RUMBLE_SOUND_6 = 8, /* when its state is 6 */
    RQ_RUMBLE_SHAKE = 16,  /* the camera shakes */
};

/* Bits of Transition: what the actor has to be asked for. */
enum rq_trigger {
    RQ_TRIGGER_RIGHT = 1, /* a jump to the right */
    RQ_TRIGGER_LEFT = 2,
    RQ_TRIGGER_2500 = 4, /* a trigger of that number */
    RQ_TRIGGER_2700 = 8,
    RQ_TRIGGER_COUNT = 16, /* a counter goes up */
};

/* What a kind does not say of a member is 0. */
struct rq_step {
    enum rq_step_kind kind;
    uint32_t tick;
    uint32_t command; /* its number in the group */
    uint32_t model;   /* number in the actor's RAAN */
    uint32_t frame;   /* of that model */
    int32_t sound;    /* effect of MAIN.SFX, see rq_surface_sounds */
    int32_t pitch;    /* is added to its sample rate, in Hz */
    uint32_t wait;    /* ticks */
    int32_t effects, triggers;
    int32_t group, target; /* target: a command */
    bool taken;            /* a jump that was made */
    int32_t amount[3];     /* x, y, z; one axis alone leaves the others 0 */
};

struct rq_play {
    struct rq_step *steps;
    size_t count;
    uint32_t ticks;     /* how long it takes */
    bool loops;         /* at the end it goes on with the command `next` */
    bool cut;           /* the steps did not have room for all */
    int32_t next;       /* -1: nothing */
    int32_t next_group; /* where ChangeAnimGroup leads; -1: nowhere */
};

/* Which model and frame a frame reference means: the actor's models laid end to end. False when
 * it is beyond them. */
RQ_API bool rq_frame_find(const struct rq_rgm_model *models, size_t count, uint32_t reference,
                          uint32_t *model, uint32_t *frame);

/* steps has room for `room` elements; the play points to it. group->count are enough without
 * rounds (0). */
RQ_API void rq_play_group(const struct rq_rgm_group *group, const struct rq_rgm_model *models,
                          size_t model_count, uint32_t rounds, struct rq_step *steps, size_t room,
                          struct rq_play *play);

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

/* Where the thing is and how it is turned, in the space of the actor: it follows the actor's own
 * place and turn, as a child of its node does. */
struct rq_attach_pose {
    float place[3]; /* of the first vertex */
    float turn[4];  /* x y z w: the thing's y axis points from the first vertex to the second */
    float heading, pitch; /* of that direction in degrees: from +z towards +x; up from level */
};

/* The pose of a hold. Two vertices at one place leave the thing upright. */
RQ_API void rq_attach_pose(const float at[2][3], struct rq_attach_pose *pose);

/* The tip of a weapon of that length in engine units, where the engine has the sphere that hits. */
RQ_API void rq_attach_tip(const struct rq_attach_pose *pose, float length, float tip[3]);

/* What an actor does with its weapon; the numbers are the engine's. */
enum rq_weapon_state { RQ_WEAPON_IDLE = 0, RQ_WEAPON_DRAWS = 0x14, RQ_WEAPON_SHEATHS = 0x15 };

/* Attributes (RAAT) with the frames of a group from which a drawn weapon is in the hand, and a
 * sheathed one at the hip. */
enum { RQ_WEAPON_DRAW_FRAME = 0x22, RQ_WEAPON_SHEATH_FRAME = 0x23 };

/* Where the weapon is at a frame of a group (its first is 0), and whether it is drawn from there on.
 * In the hand the item's hand_object_file of ITEM.INI is shown, at the hip its hilt_object_file.
 * attributes may be NULL: both frames are 0 then. */
RQ_API enum rq_attach_to rq_weapon_at(enum rq_weapon_state state, uint32_t frame,
                                      const struct rq_rgm_attributes *attributes, bool *drawn);

/* ---- items of ITEM.INI ---------------------------------------------------------------------- */

enum rq_item_type { RQ_ITEM_GENERAL, RQ_ITEM_WEAPON, RQ_ITEM_HELD, RQ_ITEM_TORCH };

enum { RQ_ITEM_NAME = 64 };

/* Names are without their folder, as written otherwise; "" for none. */
struct rq_item {
    int number;
    int32_t type;                 /* enum rq_item_type */
    char label[RQ_ITEM_NAME];     /* of its name in ENGLISH.RTX */
    char hand[RQ_ITEM_NAME];      /* model in the hand */
    char hilt[RQ_ITEM_NAME];      /* model at the hip */
    char inventory[RQ_ITEM_NAME]; /* model in the inventory */
    char world[RQ_ITEM_NAME];     /* model in the world */
};

/* Fills item from the keys with [number]; false when there is none. */
RQ_API bool rq_item_read(const struct rq_ini *ini, int number, struct rq_item *item);

/* An item by number ("1"), by the words of the comment above its keys ("sabre"), or by one of its
 * models, with or without extension ("SWORD01"); case does not matter. -1: none. */
RQ_API int rq_item_find(const struct rq_ini *ini, const char *word);

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
    int32_t wave[3];     /* amplitude, speed, frequency */
    int32_t scape_shift; /* level of the ground and its water, y down */
};

/* Fills world from the keys with [number]; false when it has no world_map. */
RQ_API bool rq_world_read(const struct rq_ini *ini, int number, struct rq_world *world);

/* The lowest number above `after` that has a world_map; -1: none. */
RQ_API int rq_world_next(const struct rq_ini *ini, int after);

/* The first world whose map or ground is a file of this name; -1: none. */
RQ_API int rq_world_of_file(const struct rq_ini *ini, const char *name);

/* How many entries have a map or ground of this name: the same place by day, at sunset, by night.
 * Fills the first `room` of them, in the order of their numbers. */
RQ_API size_t rq_world_variants(const struct rq_ini *ini, const char *name, int *numbers,
                                size_t room);

/* ---- light, sky and fog --------------------------------------------------------------------- */

/* Of an entry of WORLD.INI. Colours are 0 to 1 as stored, without a change of gamma. */
struct rq_light_of_world {
    float to_sun[3]; /* unit vector of the scene, from the ground to the sun */
    float color[3];  /* of the sun: world_sunrgb, white when it is missing */
    float intensity; /* world_sun's fourth number of 255, held to 1; 1 when it is missing */
    float ambient[3];
    float fog[3]; /* also what is seen where there is no sky */
};

/* Its waves, as the game was measured to show them. */
RQ_API struct rq_wave rq_world_wave(const struct rq_world *world);

RQ_API void rq_world_light(const struct rq_world *world, struct rq_light_of_world *light);

/* Where the disc of the sun stands, seen from the camera, in scene units; and half of its side for
 * an image of `pixels` with that texture scale. False when the world has none. */
RQ_API bool rq_world_sun_disc(const struct rq_world *world, float center[3]);
RQ_API float rq_world_sun_half(const struct rq_world *world, unsigned pixels, unsigned tex_scale);

/* The sky is a level square around the camera. It reaches RQ_SKY_REACH engine units each way. */
enum { RQ_SKY_REACH = 65000, RQ_SKY_LEVEL = -3500, RQ_SKY_SCALE = 2000 };

/* Its height in scene units; 0 and no key mean RQ_SKY_LEVEL. */
RQ_API float rq_sky_height(const struct rq_world *world);

/* Texels of its image above a point of engine space, for a camera there and the texels that the sky
 * has moved since it was opened; x and z count from the camera. */
RQ_API void rq_sky_texel(const struct rq_world *world, const float camera[3], float x, float z,
                         const float moved[2], float texel[2]);

/* Texels that the sky moves in a second; its direction is random in the game. */
RQ_API double rq_sky_speed(const struct rq_world *world);

/* Fog by camera depth, in engine units: the depth at which an entry of the table applies, and the
 * fog (0 to 255) between them. The table is that of rq_ini_fog, or of rq_fog_sky. */
RQ_API double rq_fog_depth(unsigned entry);
RQ_API double rq_fog_at(const double table[RQ_FOG_STEPS], double depth);

/* The sky has a table of its own, the same for all worlds. */
RQ_API void rq_fog_sky(double table[RQ_FOG_STEPS]);

/* ---- surfaces and their sounds -------------------------------------------------------------- */

/* The order is that of the engine's table. */
enum rq_surface {
    RQ_SURFACE_UNKNOWN,
    RQ_SURFACE_WATER,
    RQ_SURFACE_DEEPWATER,
    RQ_SURFACE_SCAPEWATER,
    RQ_SURFACE_SCAPEDEEPWATER,
    RQ_SURFACE_LAVA,
    RQ_SURFACE_SAND,
    RQ_SURFACE_WOOD,
    RQ_SURFACE_TILE,
    RQ_SURFACE_SCAPE,
    RQ_SURFACE_ROCK,
    RQ_SURFACE_GLOOP,
    RQ_SURFACES,
};

/* "scapewater"; NULL beyond. */
RQ_API const char *rq_surface_name(enum rq_surface surface);

/* What an image of a texture bank is by SURFACE.INI. On the ground of a WLD water and deep water are
 * those of the landscape, and what has no type is scape. */
RQ_API enum rq_surface rq_surface_of(const struct rq_ini *ini, unsigned bank, unsigned image,
                                     bool ground);

enum { RQ_SURFACE_SOUNDS = 256 };

/* The effects of MAIN.SFX that PlaySound of an animation plays on a surface, by the number that it
 * asks for: the one that SURFACE.INI puts in its place, else the same. The last line for a sound
 * counts. On an unknown surface nothing changes. */
RQ_API void rq_surface_sounds(const struct rq_ini *ini, enum rq_surface surface,
                              int32_t effects[RQ_SURFACE_SOUNDS]);

#ifdef __cplusplus
}
#endif

#endif
