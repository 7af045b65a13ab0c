/* Tiles of the Redguard demo: ground, walls, wood, water. All repeat without a seam where
 * a wall or a floor would show one. */
#include "demo/demo.h"

uint8_t demo_shade(enum demo_ramp ramp, int light, int x, int y)
{
    static const int bayer[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    int level = (demo_clamp(light, 0, 255) + bayer[y & 3][x & 3] - 8) / 16;
    level = demo_clamp(level, ramp == RAMP_GREY ? 1 : 0, 15);
    return (uint8_t)((int)ramp * 16 + level);
}

static void set(struct demo_picture *p, int x, int y, enum demo_ramp ramp, int light)
{
    if (x >= 0 && y >= 0 && x < p->width && y < p->height)
        p->pixels[y * p->width + x] = demo_shade(ramp, light, x, y);
}

static int stretched(const struct demo_picture *p, int x, int y, int wide, int high, uint32_t more)
{
    struct demo_noise n = {wide, high, p->width / wide, p->height / high, p->seed + more};
    return demo_noise(&n, x, y);
}

static int cloud(const struct demo_picture *p, int x, int y, int cell, uint32_t more)
{
    return demo_cloud(x, y, cell, p->width, p->seed + more);
}

/* ---- ground ---- */

static void paint_sand(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int bend = cloud(p, x, y, 16, 0),
                grain = (int)(demo_hash((uint32_t)x, (uint32_t)y, 7) & 31);
            int wave = demo_sin(y * 4096 * 5 / p->height + bend * 14) / 600;
            set(p, x, y, RAMP_SAND, 150 + wave + (bend - 128) / 4 + grain - 16);
        }
}

static void paint_grass(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int blades = stretched(p, x + y / 4, y, 2, 8, 0), patch = cloud(p, x, y, 32, 5);
            bool dry = patch > 150 && demo_hash((uint32_t)x, (uint32_t)y, p->seed) % 3 == 0;
            set(p, x, y, dry ? RAMP_OLIVE : RAMP_LEAF, blades * 2 / 3 + patch / 3 - 10);
        }
}

/* Round stones, lit from the upper left. */
static void stones(struct demo_picture *p, int cell, enum demo_ramp ramp, enum demo_ramp joint)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            struct demo_cell c = demo_cell(x, y, cell, p->width, p->seed);
            int edge = c.second - c.nearest, tone = (int)(c.id >> 16 & 63);
            int light = 110 + tone + (c.dx + c.dy) * 90 / cell + cloud(p, x, y, 8, 3) / 6 - 20;
            if (edge < 24)
                set(p, x, y, joint, 20 + edge * 2);
            else
                set(p, x, y, ramp, light - (edge < 48 ? 40 : 0));
        }
}

static void paint_cobbles(struct demo_picture *p)
{
    stones(p, 16, RAMP_STONE, RAMP_GREY);
}

static void paint_leaves(struct demo_picture *p)
{
    stones(p, 8, RAMP_LEAF, RAMP_MOSS);
}

static void paint_lava(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            struct demo_cell c = demo_cell(x, y, 16, p->width, p->seed);
            int heat = 210 - (c.second - c.nearest) * 2 + cloud(p, x, y, 16, 1) / 3 - 40;
            if (heat > 50)
                set(p, x, y, RAMP_FIRE, heat + 10);
            else
                set(p, x, y, RAMP_GREY, 36 + cloud(p, x, y, 8, 2) / 5);
        }
}

/* ---- masonry ---- */

/* Courses of blocks, every other one moved by half a block. */
static void courses(struct demo_picture *p, int wide, int high, enum demo_ramp ramp, int rough)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int row = y / high, shift = row % 2 ? wide / 2 : 0;
            int at = (x + shift) % p->width, column = at / wide, dx = at % wide, dy = y % high;
            uint32_t id = demo_hash((uint32_t)row, (uint32_t)column, p->seed);
            int light = 130 + (int)(id % 56) - 28 + (cloud(p, x, y, 8, id % 7) - 128) * rough / 100;
            if (dx == 0 || dy == 0) {
                set(p, x, y, RAMP_STONE, 60 + cloud(p, x, y, 4, 9) / 5);
                continue;
            }
            light += dx == 1 || dy == 1 ? 44 : 0;
            light -= dx == wide - 1 || dy == high - 1 ? 40 : 0;
            set(p, x, y, ramp, light);
        }
}

static void paint_wall(struct demo_picture *p)
{
    courses(p, 32, 16, RAMP_STONE, 60);
}

static void paint_bricks(struct demo_picture *p)
{
    courses(p, 16, 8, RAMP_BRICK, 40);
}

static void paint_roof(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int row = y / 8, at = (x + (row % 2) * 4) % 8, drop = y % 8;
            int curve = (at - 4) * (at - 4) / 3;
            uint32_t id =
                demo_hash((uint32_t)row, (uint32_t)((x + (row % 2) * 4) % p->width / 8), 3);
            int light = 90 + drop * 12 + (int)(id % 40) + cloud(p, x, y, 8, 1) / 8;
            if (drop >= 7 - curve && drop > 3)
                light -= 90;
            set(p, x, y, RAMP_BRICK, light - (at == 0 ? 30 : 0));
        }
}

static void paint_plaster(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            set(p, x, y, RAMP_SAND, 186 + (cloud(p, x, y, 16, 0) - 128) / 3);
}

/* ---- wood ---- */

static int grain(const struct demo_picture *p, int along, int across, int board)
{
    struct demo_noise n = {16, 2, p->width / 16, p->height / 2, p->seed + (uint32_t)board * 13};
    return demo_noise(&n, along, across);
}

static void paint_planks(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int board = y / 16, dy = y % 16, joint = (board % 2 ? 20 : 52);
            int light =
                96 + grain(p, x, y, board) / 3 + (int)(demo_hash((uint32_t)board, 3, p->seed) % 40);
            if (dy == 0 || x == joint)
                light = 24;
            else if (dy == 1)
                light += 36;
            if ((x == joint - 3 || x == joint + 3) && (dy == 4 || dy == 11))
                set(p, x, y, RAMP_IRON, 170);
            else
                set(p, x, y, RAMP_WOOD, light);
        }
}

static void beam(struct demo_picture *p, int x, int y, int across, int width)
{
    int light = 80 + grain(p, x, y, 1) / 4;
    set(p, x, y, RAMP_WOOD, across == 0 ? light + 50 : across == width - 1 ? light - 50 : light);
}

static void paint_timber(struct demo_picture *p)
{
    int n = p->width;
    paint_plaster(p);
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            int slope = x - (n - 1 - y);
            if (y < 7 || y >= n - 7)
                beam(p, x, y, y < 7 ? y : y - n + 7, 7);
            else if (x < 4 || x >= n - 4)
                beam(p, x, y, x < 4 ? x + 4 : x - n + 4, 8);
            else if (slope >= -4 && slope <= 4)
                beam(p, x, y, slope + 4, 9);
        }
}

static void paint_window(struct demo_picture *p)
{
    paint_plaster(p);
    for (int y = 8; y < 56; y++)
        for (int x = 12; x < 52; x++) {
            int dx = (x - 12) % 20, dy = (y - 8) % 24;
            bool frame = x < 16 || x >= 48 || y < 12 || y >= 52 || dx < 2 || dy < 2;
            int gleam = (x + y) % 40 < 9 ? 60 : 0;
            if (frame)
                set(p, x, y, RAMP_WOOD, x < 14 || y < 10 ? 150 : 90);
            else
                set(p, x, y, RAMP_SKY, 120 - (y - 8) * 2 + gleam);
        }
    for (int x = 9; x < 55; x++)
        for (int y = 56; y < 60; y++)
            set(p, x, y, RAMP_STONE, y == 56 ? 210 : 130);
}

static bool ring(int x, int y, int radius)
{
    int distance = x * x + y * y;
    return distance <= radius * radius && distance > (radius - 2) * (radius - 2);
}

static void paint_door(struct demo_picture *p)
{
    courses(p, 16, 16, RAMP_STONE, 60);
    for (int y = 0; y < p->height; y++)
        for (int x = 6; x < 58; x++) {
            int dx = x - 32, top = 26;
            bool arch = y >= top || dx * dx + (y - top) * (y - top) * 3 / 2 < 26 * 26;
            if (!arch)
                continue;
            bool band = (y >= 32 && y < 37) || (y >= 78 && y < 83);
            int light = 84 + grain(p, y % 64, x, x / 9) / 3;
            if (x % 9 == 6)
                light = 26;
            if (ring(x - 48, y - 60, 5) || band)
                set(p, x, y, RAMP_IRON, band && x % 8 == 2 ? 220 : 110);
            else
                set(p, x, y, RAMP_WOOD, x == 6 || x == 57 ? 20 : light);
        }
}

static void paint_staves(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int stave = x / 8, dx = x % 8;
            bool hoop = (y >= 6 && y < 11) || (y >= p->height - 11 && y < p->height - 6);
            int light =
                90 + grain(p, y, x, stave) / 3 + (int)(demo_hash((uint32_t)stave, 9, p->seed) % 36);
            light += dx == 1 ? 30 : dx == 0 ? -90 : 0;
            if (hoop)
                set(p, x, y, RAMP_IRON, (y == 6 || y == p->height - 11 ? 190 : 120) - dx * 5);
            else
                set(p, x, y, RAMP_WOOD, light);
        }
}

static void paint_crate(struct demo_picture *p)
{
    int n = p->width;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            int light = 80 + grain(p, x, y, y / 11) / 3 - (y % 11 == 0 ? 70 : 0), slope = x - y;
            int edge = x < y ? x : y, far = n - 1 - (x > y ? x : y);
            edge = far < edge ? far : edge;
            if (slope > -6 && slope < 6)
                light = 110 + grain(p, x, y, 20) / 3 + (slope == 5 ? -60 : slope == -5 ? 40 : 0);
            if (edge < 8)
                light = 120 + grain(p, x < 8 || x >= n - 8 ? y : x, edge, 30) / 4 -
                        (edge == 7 ? 80 : 0);
            int along = x < 8 || x >= n - 8 ? y : x;
            bool nail = (edge == 3 || edge == 4) && along % 18 < 2 && along > 8 && along < n - 8;
            set(p, x, y, nail ? RAMP_IRON : RAMP_WOOD, nail ? 200 : light);
        }
}

static void paint_iron(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int dx = x % 16 - 8, dy = y % 16 - 8, rivet = dx * dx + dy * dy;
            int light = 96 + stretched(p, x, y, 16, 2, 0) / 5 + cloud(p, x, y, 8, 1) / 8;
            if (rivet < 10)
                light += 70 - (dx + dy) * 14;
            else if (rivet < 18 && dx + dy > 0)
                light -= 50;
            if (x == 0 || y == 0)
                light += 50;
            set(p, x, y, RAMP_IRON, light - (x == p->width - 1 || y == p->height - 1 ? 70 : 0));
        }
}

/* ---- water and fire ---- */

static int water_light(const struct demo_picture *p, int x, int y)
{
    int a = cloud(p, x + (y & 1), y, 16, 1), b = cloud(p, x, y, 8, 4);
    int ridge = 255 - (a > 128 ? a - 128 : 128 - a) * 5;
    return 96 + demo_clamp(ridge, 0, 255) / 3 + b / 5 + (ridge > 215 ? 50 : 0);
}

/* Flows down by an eighth a frame: every row is some row of frame 0. */
static void paint_water(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int from = (y + p->height - p->frame * p->height / p->frames) % p->height;
            int light = water_light(p, x, from);
            p->pixels[y * p->width + x] = demo_shade(RAMP_SEA, light, x, from);
        }
}

/* A quay that stands still over water that swells. */
static void paint_quay(struct demo_picture *p)
{
    courses(p, 16, 10, RAMP_STONE, 60);
    int turn = p->frame * 4096 / p->frames;
    for (int y = 30; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int line = 34 + demo_sin(turn + x * 128) / 6000 + demo_sin(x * 64 - turn) / 8000;
            if (y == line)
                set(p, x, y, RAMP_SEA, 250);
            else if (y > line)
                set(p, x, y, RAMP_SEA,
                    water_light(p, x + demo_sin(turn + y * 128) / 5000 + 64, y) - (y - line) * 2);
        }
}

static void paint_fire(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int rise = y + p->frame * p->height / p->frames;
            struct demo_noise wide = {8, 16, p->width / 8, p->height / 16, p->seed};
            struct demo_noise fine = {4, 8, p->width / 4, p->height / 8, p->seed + 1};
            int flicker = (demo_noise(&wide, x, rise) * 2 + demo_noise(&fine, x, rise)) / 3;
            int middle = x * 2 - p->width, narrow = middle * middle * 260 / (p->width * p->width);
            int heat = y * 330 / p->height + flicker - 170 - narrow;
            if (heat > 24)
                set(p, x, y, RAMP_FIRE, heat + 40);
        }
}

/* ---- ornament ---- */

/* A kite from the middle along an axis: 1 on its light side, -1 on its dark one. */
static int kite(int along, int across, int length, int width)
{
    int wide = across < 0 ? -across : across;
    if (along < 0 || along * width + wide * length > length * width)
        return 0;
    if (along * 5 < length && wide * length > along * 5 * width)
        return 0;
    return across < 0 ? 1 : -1;
}

/* Eight points: 1 light, -1 dark, 0 beside it. */
static int star(int x, int y, int length, int width)
{
    int parts[4][2] = {{x, y}, {-y, x}, {-x, -y}, {y, -x}}, side = 0;
    for (int k = 0; k < 4 && !side; k++)
        side = kite(parts[k][0], parts[k][1], length, width);
    for (int k = 0; k < 4 && !side; k++) {
        int a = (parts[k][0] + parts[k][1]) * 181 / 256,
            b = (parts[k][1] - parts[k][0]) * 181 / 256;
        side = kite(a, b, length * 2 / 3, width);
    }
    return side;
}

static void paint_rose(struct demo_picture *p)
{
    int n = p->width, half = n / 2;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            int dx = x - half, dy = y - half, far = demo_length(dx, dy);
            int side = star(dx, dy, half * 7 / 8, half / 5), chip = cloud(p, x, y, 4, 1) / 6;
            bool joint = x % 8 == 0 || y % 8 == 0;
            if (side)
                set(p, x, y, side > 0 ? RAMP_GOLD : RAMP_BRICK, (side > 0 ? 170 : 90) + chip);
            else if (far > half * 15 / 16 && far <= half)
                set(p, x, y, RAMP_GOLD, 120 + chip);
            else if (far < half * 15 / 16 && far > half * 12 / 16)
                set(p, x, y, RAMP_SEA, 90 + chip + (joint ? -40 : 0));
            else if (far <= half * 12 / 16)
                set(p, x, y, RAMP_SAND, 170 + chip + (joint ? -40 : 0));
            else
                set(p, x, y, RAMP_STONE, 100 + chip + (joint ? -40 : 0));
        }
}

static void paint_banner(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int dx = x - p->width / 2, dy = y - p->height / 2, edge = x < y ? x : y;
            int far = p->width - 1 - x < p->height - 1 - y ? p->width - 1 - x : p->height - 1 - y;
            int side = star(dx, dy, 24, 7), round = dx * dx + dy * dy;
            int weave = ((x + y) % 2) * 10 + cloud(p, x, y, 8, 0) / 8;
            edge = far < edge ? far : edge;
            if (side)
                set(p, x, y, RAMP_GOLD, (side > 0 ? 220 : 130) + weave);
            else if (edge >= 2 && edge < 5)
                set(p, x, y, RAMP_GOLD, 150 + weave);
            else
                set(p, x, y, round < 26 * 26 ? RAMP_SEA : RAMP_RED, 96 + weave);
        }
}

static void paint_glass(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int dx = x * 2 - p->width + 1, dy = y * 2 - p->height + 1;
            int far = demo_length(dx, dy);
            bool lead = (x + y) % 16 == 0 || (x - y + 64) % 16 == 0 || x == 0 || y == 0;
            set(p, x, y, lead ? RAMP_IRON : RAMP_FIRE, lead ? 50 : 262 - far * 110 / p->width);
        }
}

const struct demo_tile demo_tiles[TILE_COUNT] = {
    [TILE_SAND] = {64, 64, 1, 0, paint_sand},
    [TILE_GRASS] = {64, 64, 1, 0, paint_grass},
    [TILE_COBBLES] = {64, 64, 1, 0, paint_cobbles},
    [TILE_WALL] = {64, 64, 1, 0, paint_wall},
    [TILE_BRICKS] = {64, 64, 1, 0, paint_bricks},
    [TILE_PLANKS] = {64, 64, 1, 0, paint_planks},
    [TILE_ROOF] = {64, 64, 1, 0, paint_roof},
    [TILE_PLASTER] = {64, 64, 1, 0, paint_plaster},
    [TILE_TIMBER] = {64, 64, 1, 0, paint_timber},
    [TILE_WINDOW] = {64, 64, 1, 0, paint_window},
    [TILE_DOOR] = {64, 96, 1, 0, paint_door, .flags = 1},
    [TILE_STAVES] = {64, 64, 1, 0, paint_staves},
    [TILE_IRON] = {32, 32, 1, 0, paint_iron, .scale = 512},
    [TILE_CRATE] = {64, 64, 1, 0, paint_crate},
    [TILE_WATER] = {64, 64, 8, 71, paint_water},
    [TILE_QUAY] = {64, 64, 8, 120, paint_quay},
    [TILE_FIRE] = {32, 64, 8, 71, paint_fire, .apart = true},
    [TILE_BANNER] = {96, 64, 1, 0, paint_banner},
    [TILE_ROSE] = {128, 128, 1, 0, paint_rose, .scale = 256},
    [TILE_GLASS] = {32, 32, 1, 0, paint_glass},
    [TILE_LEAVES] = {64, 64, 1, 0, paint_leaves},
    [TILE_LAVA] = {64, 64, 1, 0, paint_lava},
};
