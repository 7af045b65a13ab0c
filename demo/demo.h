/* What the parts of `reliquary demo` share. Everything that it writes is made here, by code:
 * pictures from noise and simple shapes, models from boxes and lathes, text of our own.
 *
 * Only integers decide what is written (the floats in files come from exact divisions), so
 * that every machine makes the same bytes. What the library derives for models of KotOR it works
 * out in doubles and rounds to floats.
 */
#ifndef RQ_DEMO_DEMO_H
#define RQ_DEMO_DEMO_H

#include "core/bytes.h"
#include "core/file.h"

#include <reliquary/gff.h>

/* ---- files: files.c ---- */

enum {
    DEMO_FORMATS = 64,
    DEMO_SCALE = 199,
    DEMO_BIG = 100 /* scale from which BIG.RTX and BIG.PVO are made */
};

struct demo {
    const char *root;
    unsigned scale;
    enum rq_save mode;
    struct rq_error err;
    size_t files[DEMO_FORMATS], inside[DEMO_FORMATS]; /* by number of format */
    size_t file_count;
    uint64_t bytes;
};

/* Saves out as root/path, counts it and empties it. */
bool demo_save(struct demo *d, const char *path, struct rq_out *out);

/* Counts a resource in an archive. */
void demo_count_inside(struct demo *d, const char *name, struct rq_bytes bytes);

bool demo_make_folder(struct demo *d, const char *path);

/* Sets of files; number 0 is the one that a demo of scale 1 has. */
bool demo_redguard(struct demo *d, unsigned number);
bool demo_kotor(struct demo *d, unsigned number);

/* Files with something wrong in each, for lint; after the two games. */
bool demo_broken(struct demo *d);

/* The map of the island, on its ground and with its models: after those. */
bool demo_world(struct demo *d);

/* ---- numbers: math.c ---- */

/* A hash that looks like chance. */
uint32_t demo_hash(uint32_t a, uint32_t b, uint32_t c);

/* 4096 steps a turn; -16384 to 16384. */
int demo_sin(int angle);
int demo_cos(int angle);

uint32_t demo_root(uint64_t v);
int demo_length(int64_t x, int64_t y); /* of the way from 0, 0 */
int demo_clamp(int v, int low, int high);
int demo_mix(int a, int b, int part, int whole);

/* Smooth noise, 0 to 255, of cells of wide x high pixels; repeats after across and down
 * cells. */
struct demo_noise {
    int wide, high, across, down;
    uint32_t seed;
};

int demo_noise(const struct demo_noise *n, int x, int y);

/* Three octaves of it over a square that repeats after side pixels; cell divides side. */
int demo_cloud(int x, int y, int cell, int side, uint32_t seed);

/* The same in space, for pictures on a sphere: no repeat. */
int demo_cloud3(const int p[3], int cell, uint32_t seed);

/* The nearest of points that are strewn one to a cell: distances to it and to the second
 * nearest in 1/16 pixel, where the point lies from here, and a number of its own. */
struct demo_cell {
    int nearest, second, dx, dy;
    uint32_t id;
};

struct demo_cell demo_cell(int x, int y, int cell, int side, uint32_t seed);

/* ---- Redguard: redguard.c, tiles.c, sprites.c ---- */

/* Palette: sixteen ramps of sixteen colours, dark to light. */
enum demo_ramp {
    RAMP_GREY,
    RAMP_SKIN,
    RAMP_LEAF,
    RAMP_OLIVE,
    RAMP_STONE,
    RAMP_SAND,
    RAMP_WOOD,
    RAMP_BRICK,
    RAMP_SEA,
    RAMP_SKY,
    RAMP_FIRE,
    RAMP_PURPLE,
    RAMP_RED,
    RAMP_GOLD,
    RAMP_IRON,
    RAMP_MOSS,
};

/* A picture of indices while it is painted. */
struct demo_picture {
    int width, height, frame, frames;
    uint32_t seed;
    uint8_t *pixels;
};

/* One image of a bank. Still ones are painted once, others once a frame. */
struct demo_tile {
    int16_t width, height, frames, delay;
    void (*paint)(struct demo_picture *p);
    int16_t x, y;
    uint16_t scale;
    uint8_t flags;
    bool apart; /* rows of the table are not shared */
};

/* Images of TEXBSI.302 that models use. */
enum {
    TILE_WATER, /* 0 is water on the ground, for the game */
    TILE_GRASS,
    TILE_COBBLES,
    TILE_WALL,
    TILE_BRICKS,
    TILE_PLANKS,
    TILE_ROOF,
    TILE_PLASTER,
    TILE_TIMBER,
    TILE_WINDOW,
    TILE_DOOR,
    TILE_STAVES,
    TILE_IRON,
    TILE_CRATE,
    TILE_SAND,
    TILE_QUAY,
    TILE_FIRE,
    TILE_BANNER,
    TILE_ROSE,
    TILE_GLASS,
    TILE_LEAVES,
    TILE_LAVA,
    TILE_COUNT,
};

/* Of TEXBSI.009 and TEXBSI.114. */
enum { SPRITE_PALM, SPRITE_FERN, SPRITE_TORCH, SPRITE_GEM, SPRITE_COIN, SPRITE_COUNT = 8 };
enum { CRYPT_SLABS, CRYPT_SLIME, CRYPT_RUNE, CRYPT_WEB, CRYPT_GRATE, CRYPT_COUNT };

/* TEXBSI.289: the two sides of the menu. */
enum { MENU_LEFT, MENU_RIGHT, MENU_COUNT, MENU_BANK = 289 };

extern const struct demo_tile demo_tiles[TILE_COUNT];
extern const struct demo_tile demo_sprites[SPRITE_COUNT];
extern const struct demo_tile demo_crypt[CRYPT_COUNT];
extern const struct demo_tile demo_menu[MENU_COUNT];

/* An index of a ramp from a light of 0 to 255; dithered by place. */
uint8_t demo_shade(enum demo_ramp ramp, int light, int x, int y);

/* Banks of a set of files: 302, 9 and 114 in the first. */
struct demo_banks {
    unsigned tiles, sprites, crypt;
};

/* The colours of ISLAND.COL. */
void demo_palette(uint8_t colors[256][3]);

/* Screens, icons, skies and pointers, into system, fxart and 3dart: pictures.c. */
bool demo_pictures(struct demo *d);

/* Models, into fxart and 3dart: shapes.c. */
bool demo_models(struct demo *d, unsigned number, struct demo_banks banks);

/* Ground, octree, model archive, cheats, saves: maps.c. */
bool demo_maps(struct demo *d, struct demo_banks banks);
bool demo_big_octree(struct demo *d);
/* Sounds and dialogue, and an RTX of about that size: sound.c. Fonts: fonts.c. */
bool demo_sound(struct demo *d);
bool demo_big_rtx(struct demo *d, unsigned megabytes);
bool demo_fonts(struct demo *d);

/* Settings, and the names of functions and flags: text.c. */
bool demo_text(struct demo *d);

/* ---- KotOR: kotor.c, archives.c, gff.c, tpc.c, paint.c ---- */

/* The key, its BIF files and a module in two parts: archives.c. */
bool demo_archives(struct demo *d);

/* Talk tables, 2DA, sound sets, letters: tables.c. */
bool demo_tables(struct demo *d);

/* Textures by number, for archives and folders; name without extension. */
size_t demo_texture_count(void);
const char *demo_texture_name(size_t index);
bool demo_texture(size_t index, uint32_t seed, struct rq_out *out);

/* DXT1, DXT3 or DXT5 of a square picture; and the next level, half as wide and high, in place:
 * colours weigh by their alpha. */
void demo_blocks(struct rq_out *out, const uint8_t *rgba, int side, int kind);
void demo_halve(uint8_t *rgba, int side);

/* TGA and DDS. */
bool demo_textures(struct demo *d);

/* Sounds, voices, lips, visible rooms, layouts, texture settings: streams.c. */
bool demo_streams(struct demo *d);

/* Walkmeshes: walk.c. The floor of the hall is also that of its model: a material for each
 * square metre, and heights in eighths of a metre. */
bool demo_walk(struct demo *d);
enum { DEMO_HALL_COLUMNS = 11, DEMO_HALL_ROWS = 8 };
uint32_t demo_hall_material(int x, int y);
int demo_hall_height(int x);

/* Models: mdl.c. */
bool demo_kotor_models(struct demo *d);

/* A model as text: ascii.c. */
bool demo_ascii(struct demo *d);

void demo_lips(struct rq_out *out, uint32_t keys);

/* A picture of red, green, blue and alpha: 0xRRGGBBAA, row 0 on top. */
typedef uint32_t demo_paint_fn(int x, int y, int side, int frame, uint32_t seed);

demo_paint_fn demo_paint_stars, demo_paint_panel, demo_paint_crest, demo_paint_lamp,
    demo_paint_dial, demo_paint_glass, demo_paint_planet, demo_paint_sky, demo_paint_flame,
    demo_paint_light, demo_paint_stone, demo_paint_lava, demo_paint_guard, demo_paint_scout,
    demo_paint_blade, demo_paint_hall_light, demo_paint_wall_light, demo_paint_yard_light;

/* A GFF while it is made. With an error in err the calls that follow do nothing, so that only
 * gff_close is asked. */
struct demo_gff {
    struct rq_doc *doc;
    struct rq_gff_struct *root;
    struct rq_error *err;
};

bool gff_open(struct demo_gff *g, const char *type, enum rq_gff_layout layout,
              struct rq_error *err);
bool gff_close(struct demo_gff *g, struct rq_out *out); /* appends the file */

/* A field ("Map") or a new element of a list ("Rooms/-"). */
struct rq_gff_struct *gff_struct(struct demo_gff *g, struct rq_gff_struct *s, const char *path,
                                 uint32_t id);

/* Fields of the struct `s` in the GFF `g`. LOC has an English text; STRING("Name/2", "Nom") adds
 * another language. */
#define BYTE(path, v)        rq_gff_add_byte(g->doc, s, path, v, g->err)
#define CHAR(path, v)        rq_gff_add_char(g->doc, s, path, v, g->err)
#define WORD(path, v)        rq_gff_add_word(g->doc, s, path, v, g->err)
#define SHORT(path, v)       rq_gff_add_short(g->doc, s, path, v, g->err)
#define DWORD(path, v)       rq_gff_add_dword(g->doc, s, path, v, g->err)
#define INT(path, v)         rq_gff_add_int(g->doc, s, path, v, g->err)
#define DWORD64(path, v)     rq_gff_add_dword64(g->doc, s, path, v, g->err)
#define INT64(path, v)       rq_gff_add_int64(g->doc, s, path, v, g->err)
#define FLOAT(path, v)       rq_gff_add_float(g->doc, s, path, v, g->err)
#define DOUBLE(path, v)      rq_gff_add_double(g->doc, s, path, v, g->err)
#define STRING(path, v)      rq_gff_add_string(g->doc, s, path, v, g->err)
#define RESREF(path, v)      rq_gff_add_resref(g->doc, s, path, v, g->err)
#define LOC_EMPTY(path)      rq_gff_add_locstring(g->doc, s, path, UINT32_MAX, g->err)
#define LOC(path, v)         (LOC_EMPTY(path), STRING(path "/0", v))
#define VOID(path, v, size)  rq_gff_add_void(g->doc, s, path, (struct rq_bytes){v, size}, g->err)
#define ORIENTATION(path, v) rq_gff_add_orientation(g->doc, s, path, v, g->err)
#define VECTOR(path, v)      rq_gff_add_vector(g->doc, s, path, v, g->err)
#define STRREF(path, v)      rq_gff_add_strref(g->doc, s, path, v, g->err)
#define LIST(in, path)       rq_gff_add_list(g->doc, in, path, g->err)

/* ---- archives: kotor.c ---- */

enum { DEMO_ENTRIES = 48 };

/* Resources one after the other in `data`. */
struct demo_archive {
    struct demo *d;
    char names[DEMO_ENTRIES][32];
    size_t ends[DEMO_ENTRIES];
    size_t count;
    struct rq_out data;
};

/* What was appended to data since the last entry is the resource. */
bool demo_add_entry(struct demo_archive *a, const char *name);
void demo_put_archive(struct rq_out *out, const struct demo_archive *a, const char *type,
                      const char *const *texts, uint32_t text_count);

/* Whole saves of both games: saves.c. */
bool demo_saves(struct demo *d);

/* Everything that is one kind of resource; number makes names differ. */
typedef bool demo_resource_fn(unsigned number, struct rq_out *out, struct rq_error *err);

struct demo_resource {
    const char *name; /* "%02u" stands for the number */
    demo_resource_fn *make;
};

extern const struct demo_resource demo_module[], demo_override[], demo_save_game[];
extern const size_t demo_module_count, demo_override_count, demo_save_game_count;

#endif
