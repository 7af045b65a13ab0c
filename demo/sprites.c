/* Sprites of the Redguard demo, on index 0, which is see-through; and a crypt. */
#include "demo/demo.h"

static void set(struct demo_picture *p, int x, int y, enum demo_ramp ramp, int light)
{
    if (x >= 0 && y >= 0 && x < p->width && y < p->height)
        p->pixels[y * p->width + x] = demo_shade(ramp, light, x, y);
}

/* A bent leaf of palm or fern: spine from a to b, sagging, with blades on both sides. */
static void frond(struct demo_picture *p, int x, int y, int dx, int dy, int sag, int blade)
{
    enum { STEPS = 96 };
    for (int i = 0; i <= STEPS; i++) {
        int sx = x + dx * i / STEPS;
        int sy = y + dy * i / STEPS + sag * i * i / (STEPS * STEPS);
        int length = blade * (STEPS - i) * (i + 12) * 3 / (STEPS * STEPS * 2);
        for (int k = 0; k <= length; k++) {
            set(p, sx - (dx > 0 ? k / 2 : -k / 2), sy + k, RAMP_LEAF, 190 - k * 120 / (blade + 1));
            if (k * 2 < length)
                set(p, sx, sy - k, RAMP_LEAF, 210 - i);
        }
    }
    for (int i = 0; i <= STEPS; i++)
        set(p, x + dx * i / STEPS, y + dy * i / STEPS + sag * i * i / (STEPS * STEPS), RAMP_LEAF,
            240 - i);
}

static void paint_palm(struct demo_picture *p)
{
    int crown_x = p->width / 2 - 12 + 66 * 66 / 460, crown_y = 30;
    for (int y = crown_y; y < p->height; y++) {
        int down = p->height - y, bend = down * down / 460, wide = 3 + y / 40;
        for (int k = -wide; k <= wide; k++)
            set(p, p->width / 2 - 12 + bend + k, y, RAMP_WOOD,
                150 - k * 16 - (y % 5 == 0 ? 60 : 0));
    }
    static const int fronds[][3] = {{-30, -6, 26}, {30, -6, 26}, {-22, -20, 22}, {24, -20, 22},
                                    {-28, 6, 30},  {28, 6, 30},  {-6, -26, 10},  {8, -25, 12},
                                    {-14, 4, 34},  {16, 4, 34}};
    for (size_t i = 0; i < sizeof fronds / sizeof fronds[0]; i++)
        frond(p, crown_x, crown_y, fronds[i][0], fronds[i][1], fronds[i][2], 8);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 25; i++)
            if ((i % 5 - 2) * (i % 5 - 2) + (i / 5 - 2) * (i / 5 - 2) < 6)
                set(p, crown_x - 5 + k * 5 + i % 5 - 2, crown_y + 3 + k % 2 + i / 5, RAMP_WOOD,
                    110 - i * 2);
}

static void paint_fern(struct demo_picture *p)
{
    static const int fronds[][3] = {
        {-13, -12, 9}, {13, -12, 9}, {-7, -18, 5}, {7, -18, 5}, {0, -20, 1}};
    for (size_t i = 0; i < sizeof fronds / sizeof fronds[0]; i++)
        frond(p, p->width / 2, p->height - 1, fronds[i][0], fronds[i][1], fronds[i][2], 4);
}

static void paint_torch(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int dx = x - p->width / 2, wide = dx < 0 ? -dx : dx;
            int flame = 15 - y, tongue = demo_sin(y * 300) / 9000;
            if (y < 15 && wide + tongue <= (flame > 8 ? (15 - flame) / 2 : 4))
                set(p, x, y, RAMP_FIRE, 250 - wide * 40 - flame * 8);
            else if (y >= 14 && y < 18 && wide < 4)
                set(p, x, y, RAMP_IRON, 150 - dx * 20);
            else if (y >= 18 && wide < 3 - (y - 18) / 8)
                set(p, x, y, RAMP_WOOD, 130 - dx * 30);
        }
}

static void paint_gem(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int dx = x - p->width / 2, wide = dx < 0 ? -dx : dx;
            if (y < 4 ? wide > y + 3 : wide > 6 - (y - 4))
                continue;
            set(p, x, y, RAMP_PURPLE, y < 4 ? 200 - dx * 8 : dx < -1 ? 180 : dx > 1 ? 90 : 140);
        }
}

/* A coin that turns: an ellipse that narrows and widens. */
static void paint_coin(struct demo_picture *p)
{
    int turn = demo_cos(p->frame * 2048 / p->frames), half = p->width / 2;
    int wide = (turn < 0 ? -turn : turn) * half / 16384;
    wide = wide < 1 ? 1 : wide;
    for (int y = 1; y < p->height - 1; y++)
        for (int x = 0; x < p->width; x++) {
            int dx = x * 2 + 1 - p->width, dy = y * 2 + 1 - p->height;
            int inside = dx * dx * (half - 1) * (half - 1) / (wide * wide) + dy * dy;
            int edge = 4 * (half - 1) * (half - 1);
            if (inside > edge)
                continue;
            bool rim = inside * 10 > edge * 6;
            set(p, x, y, RAMP_GOLD, (rim ? 210 : 150) - (dx + dy) * 4 * (turn < 0 ? -1 : 1));
        }
}

static void paint_dot(struct demo_picture *p)
{
    set(p, 0, 0, RAMP_GREY, 250);
}

static void paint_strip(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            if ((x + y) % 6 < 4)
                set(p, x, y, RAMP_SEA, x * 255 / p->width);
}

static void paint_line(struct demo_picture *p)
{
    for (int x = 0; x < p->width; x++)
        set(p, x, 0, RAMP_FIRE, x * 255 / p->width);
}

const struct demo_tile demo_sprites[SPRITE_COUNT] = {
    [SPRITE_PALM] = {80, 96, 1, 0, paint_palm, .x = -40, .y = -95},
    [SPRITE_FERN] = {31, 23, 1, 0, paint_fern, .x = -15, .y = -22, .flags = 9},
    [SPRITE_TORCH] = {15, 37, 1, 0, paint_torch, .scale = 128},
    [SPRITE_GEM] = {13, 11, 1, 0, paint_gem},
    [SPRITE_COIN] = {17, 17, 8, 90, paint_coin},
    [5] = {1, 1, 1, 0, paint_dot},
    [6] = {33, 5, 1, 0, paint_strip, .x = 3, .y = 7, .scale = 163},
    [7] = {7, 1, 1, 0, paint_line},
};

/* ---- crypt ---- */

static void paint_slabs(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int dx = x % 32, dy = y % 32;
            uint32_t id = demo_hash((uint32_t)(x / 32), (uint32_t)(y / 32), p->seed);
            struct demo_cell c = demo_cell(x, y, 16, p->width, p->seed);
            int light = 70 + (int)(id % 40) + demo_cloud(x, y, 8, p->width, p->seed) / 5;
            light += dx == 1 || dy == 1 ? 40 : 0;
            light -= c.second - c.nearest < 6 && id % 2 ? 45 : 0;
            set(p, x, y, RAMP_IRON, dx == 0 || dy == 0 ? 24 : light);
        }
}

static void paint_slime(struct demo_picture *p)
{
    paint_slabs(p);
    for (int x = 0; x < p->width; x++) {
        struct demo_noise n = {8, 1, p->width / 8, 1, p->seed + 4};
        int drip = 6 + demo_noise(&n, x, 0) * p->height / 400;
        for (int y = 0; y < drip; y++)
            set(p, x, y, RAMP_MOSS, 210 - y * 120 / drip + (y == drip - 1 ? 90 : 0));
    }
}

/* A sign that breathes light. */
static void paint_rune(struct demo_picture *p)
{
    static const char *const sign[] = {"...#....", "..###...", ".#.#.#..", "#..#..#.",
                                       "...#....", ".#####..", "...#....", "..#.#..."};
    int glow = 150 + demo_sin(p->frame * 4096 / p->frames) / 200;
    paint_slabs(p);
    for (int y = 0; y < 40; y++)
        for (int x = 0; x < 40; x++)
            if (sign[y / 5][x / 5] == '#')
                set(p, x + 14, y + 12, RAMP_SKY, glow + 30 - (x % 5 == 0 || y % 5 == 0 ? 60 : 0));
}

static void paint_web(struct demo_picture *p)
{
    int n = p->width;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            int far = demo_length(x, y), spoke = 0;
            for (int k = 0; k <= 4; k++) {
                int off = (x * demo_sin(k * 256) - y * demo_cos(k * 256)) / 16384;
                spoke |= off == 0;
            }
            int sag = x * y * 24 / (n * n);
            if (far < n && (spoke || (far + sag) % 9 == 0))
                set(p, x, y, RAMP_GREY, 210 - far * 2);
        }
}

static void paint_grate(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int dx = x % 12, dy = y % 24;
            if (dx < 4)
                set(p, x, y, RAMP_IRON, 170 - dx * 34);
            else if (dy < 4)
                set(p, x, y, RAMP_IRON, 140 - dy * 30);
        }
}

/* A page of a book: paper that is darker towards its edge, and a line around it. */
static void paint_page(struct demo_picture *p)
{
    struct demo_noise n = {16, 2, p->width / 16, p->height / 16, p->seed};
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int side = x < p->width - 1 - x ? x : p->width - 1 - x;
            int end = y < p->height - 1 - y ? y : p->height - 1 - y;
            int edge = side < end ? side : end;
            int light = 190 + demo_noise(&n, x, y) / 6 - (edge < 24 ? (24 - edge) * 4 : 0);
            bool line = edge == 10 || edge == 12;
            set(p, x, y, line ? RAMP_WOOD : RAMP_SAND, line ? 110 : light);
        }
}

const struct demo_tile demo_menu[MENU_COUNT] = {
    [MENU_LEFT] = {256, 200, 1, 0, paint_page, .flags = 0},
    [MENU_RIGHT] = {256, 200, 1, 0, paint_page, .flags = 0},
};

const struct demo_tile demo_crypt[CRYPT_COUNT] = {
    [CRYPT_SLABS] = {64, 64, 1, 0, paint_slabs}, [CRYPT_SLIME] = {64, 64, 1, 0, paint_slime},
    [CRYPT_RUNE] = {64, 64, 6, 500, paint_rune}, [CRYPT_WEB] = {48, 48, 1, 0, paint_web},
    [CRYPT_GRATE] = {52, 50, 1, 0, paint_grate},
};
