/* The pictures of the KotOR demo, pixel by pixel. */
#include "demo/demo.h"

static uint32_t rgba(int r, int g, int b, int a)
{
    return (uint32_t)demo_clamp(r, 0, 255) << 24 | (uint32_t)demo_clamp(g, 0, 255) << 16 |
           (uint32_t)demo_clamp(b, 0, 255) << 8 | (uint32_t)demo_clamp(a, 0, 255);
}

static uint32_t blend(const int a[3], const int b[3], int part, int add)
{
    part = demo_clamp(part, 0, 256);
    return rgba(demo_mix(a[0], b[0], part, 256) + add, demo_mix(a[1], b[1], part, 256) + add,
                demo_mix(a[2], b[2], part, 256) + add, 255);
}

/* Distance from the middle, in 1/256 of half a side. */
static int radius(int x, int y, int side)
{
    int64_t dx = x * 2 + 1 - side, dy = y * 2 + 1 - side;
    return demo_length(dx * 256, dy * 256) / side;
}

/* Stars in two sizes over a nebula. */
uint32_t demo_paint_stars(int x, int y, int side, int frame, uint32_t seed)
{
    static const int deep[3] = {6, 8, 22}, violet[3] = {96, 44, 132}, teal[3] = {30, 120, 140};
    int cloud = demo_cloud(x, y, side / 4, side, seed),
        thin = demo_cloud(x, y, side / 8, side, seed + 9);
    int glow = demo_clamp((cloud - 96) * 3, 0, 255), light = 0;
    uint32_t hot = blend(violet, teal, thin * 2 - 128, 0);
    int tint[3] = {(int)(hot >> 24), (int)(hot >> 16 & 255), (int)(hot >> 8 & 255)};
    (void)frame;
    for (int size = 0; size < 2; size++) {
        struct demo_cell c = demo_cell(x, y, size ? 32 : 8, side, seed + 20 + (uint32_t)size);
        int reach = size ? 56 : 14, shine = (int)(c.id >> 20 & 255);
        if (c.nearest < reach && c.id % (size ? 2 : 3) == 0)
            light += (reach - c.nearest) * (128 + shine) / reach;
        if (size && c.id % 2 == 0 && (c.dx == 0 || c.dy == 0) && c.nearest < 16 * 7)
            light += (16 * 7 - c.nearest) / 2;
    }
    return blend(deep, tint, glow, light);
}

/* Six-sided plates with bevelled rims, some of them lit. */
uint32_t demo_paint_panel(int x, int y, int side, int frame, uint32_t seed)
{
    /* Cells of 32 x 32 pixels, every other row moved: a grid of hexagons that repeats. */
    int row = y * 8 / side, best = 1 << 20, second = 1 << 20, bx = 0, by = 0;
    uint32_t id = 0;
    (void)frame;
    for (int k = 0; k < 9; k++) {
        int cy = row + k / 3 - 1, cx = x * 8 / side + k % 3 - 1;
        int px = cx * 32 + (cy & 1 ? 32 : 16), py = cy * 32 + 16;
        int dx = x * 256 / side - px, dy = y * 256 / side - py;
        int far = demo_length((int64_t)dx * 16, (int64_t)dy * 16);
        if (far < best) {
            second = best;
            best = far;
            bx = dx;
            by = dy;
            id = demo_hash((uint32_t)(cx & 7), (uint32_t)(cy & 7), seed);
        } else if (far < second) {
            second = far;
        }
    }
    int edge = second - best, wear = demo_cloud(x, y, side / 16, side, seed) / 6;
    if (edge < 28)
        return rgba(14, 18, 24, 255);
    int light = 74 + wear + (int)(id % 24) - (edge < 70 ? (bx + by) * 3 : 0);
    bool lit = id % 11 == 0;
    if (lit && edge >= 90)
        return rgba(40 + edge / 5, 150 + edge / 4, 190 + edge / 6, 255);
    if (id % 7 == 1 && best < 60)
        return rgba(200 - best, 120 - best, 30, 255);
    return rgba(light, light + 8, light + 18, 255);
}

static bool in_shield(int x, int y)
{
    int wide = x < 0 ? -x : x;
    return y > -200 && y <= 40 ? wide < 170 : y > 40 && y < 230 && wide * wide < (230 - y) * 150;
}

/* A shield with a rising sun over waves, see-through around it. */
uint32_t demo_paint_crest(int x, int y, int side, int frame, uint32_t seed)
{
    int u = (x * 2 + 1 - side) * 256 / side, v = (y * 2 + 1 - side) * 256 / side;
    int sun = demo_length(u, v - 10);
    int wave = 60 + demo_sin(u * 32) * 12 / 16384;
    int metal = (demo_cloud(x, y, side / 8, side, seed) - 128) / 8;
    (void)frame;
    if (!in_shield(u, v))
        return rgba(60, 44, 16, 0);
    if (!in_shield(u * 9 / 8, (v + 6) * 9 / 8))
        return rgba(212 - v / 4 + metal, 172 - v / 4 + metal, 72 + metal, 255);
    if (v > wave) {
        bool crest = (v - wave) % 48 < 10;
        return crest ? rgba(190, 226, 236, 255) : rgba(24, 84 - v / 6, 128 - v / 8, 255);
    }
    /* Sixteen rays: the sign of a product of two lines tells which side of a ray. */
    int turn = 0;
    for (int k = 0; k < 8; k++)
        turn += u * demo_cos(k * 256) + (v - 10) * demo_sin(k * 256) > 0;
    if (sun < 62)
        return rgba(255, 226 - sun / 3, 120 - sun, 255);
    if (turn % 2 == 0 && sun < 170)
        return rgba(238 + metal, 170 + metal, 60, 255);
    return rgba(128 + metal + v / 8, 24 + metal, 34 + metal, 255);
}

/* A soft round light. */
uint32_t demo_paint_lamp(int x, int y, int side, int frame, uint32_t seed)
{
    int r = radius(x, y, side), v = r < 256 ? (256 - r) * (256 - r) / 256 : 0;
    (void)frame;
    (void)seed;
    v += r > 190 && r < 200 ? 30 : 0;
    return rgba(v, v, v, 255);
}

/* A round gauge with marks and a needle. */
uint32_t demo_paint_dial(int x, int y, int side, int frame, uint32_t seed)
{
    int r = radius(x, y, side), u = x * 2 + 1 - side, v = y * 2 + 1 - side;
    int steel = 90 + demo_cloud(x, y, side / 4, side, seed) / 8;
    (void)frame;
    if (r > 236)
        return rgba(steel, steel + 4, steel + 10, 255);
    if (r > 216)
        return rgba(210 - y * 120 / side, 200 - y * 120 / side, 150 - y * 90 / side, 255);
    for (int k = 0; k < 24; k++) {
        int along = (u * demo_cos(k * 4096 / 24) + v * demo_sin(k * 4096 / 24)) / 16384;
        int across = (v * demo_cos(k * 4096 / 24) - u * demo_sin(k * 4096 / 24)) / 16384;
        across = across < 0 ? -across : across;
        bool red = k >= 21 || k <= 1;
        if (along > 0 && across < (k % 3 ? 2 : 3) && r > (k % 3 ? 186 : 160) && r < 206)
            return red ? rgba(240, 70, 50, 255) : rgba(230, 236, 220, 255);
        if (k == 14 && along > -side / 6 && across < 5 - along * 5 / side && r < 180)
            return rgba(250, 140, 30, 255);
    }
    return r < 24 ? rgba(150, 150, 156, 255) : rgba(16 + r / 16, 26 + r / 12, 30 + r / 10, 255);
}

/* A leaded window: coloured panes between lines of lead, half see-through. */
uint32_t demo_paint_glass(int x, int y, int side, int frame, uint32_t seed)
{
    static const int panes[6][3] = {{210, 60, 50}, {40, 120, 190}, {230, 180, 60},
                                    {60, 160, 90}, {150, 80, 170}, {80, 190, 200}};
    struct demo_cell c = demo_cell(x, y, side / 4, side, seed);
    const int *pane = panes[c.id >> 8 & 3 ? (c.id >> 12) % 6 : 2];
    int glow = 60 - radius(x, y, side) / 4;
    (void)frame;
    if (c.second - c.nearest < 26)
        return rgba(26, 26, 30, 255);
    return rgba(pane[0] + glow, pane[1] + glow, pane[2] + glow, 150);
}

/* A planet with seas, land and ice, lit from the left. */
uint32_t demo_paint_planet(int x, int y, int side, int frame, uint32_t seed)
{
    int u = (x * 2 + 1 - side) * 1000 / side, v = (y * 2 + 1 - side) * 1000 / side;
    int flat = u * u + v * v, limit = 900 * 900;
    (void)frame;
    if (flat >= limit) {
        int halo = 1000 - (int)demo_root((uint64_t)flat);
        return rgba(60, 120, 220, demo_clamp(halo * 2, 0, 255));
    }
    int p[3] = {u + 4000, v + 4000, (int)demo_root((uint64_t)(limit - flat)) + 4000};
    int land = demo_cloud3(p, 700, seed), cloud = demo_cloud3(p, 340, seed + 40);
    int light = 140 + (-u - v / 2 + (p[2] - 4000)) / 8;
    int ice = v < 0 ? -v : v;
    int c[3] = {22, 62, 128};
    if (land > 130) {
        int height = (land - 130) * 4;
        c[0] = 60 + height;
        c[1] = 110 + height / 2;
        c[2] = 50 + height / 3;
    }
    if (ice > 700 + land / 2)
        c[0] = c[1] = c[2] = 235;
    int white = demo_clamp((cloud - 140) * 5, 0, 220);
    for (size_t k = 0; k < 3; k++)
        c[k] = demo_mix(c[k], 240, white, 255) * demo_clamp(light, 10, 255) / 200;
    return rgba(c[0], c[1], c[2], 255);
}

/* ---- the sky: six faces around the eye ----
 * The first four stand upright, then above and below, as the game stores them: -x, +x, +y,
 * -y, +z, -z with z up. */

static void look_along(int face, int u, int v, int to[3])
{
    static const int sides[4][2] = {{-1, 0}, {1, 0}, {0, 1}, {0, -1}};
    if (face < 4) {
        const int *way = sides[face];
        to[0] = way[0] * 256 + way[1] * u;
        to[1] = way[1] * 256 - way[0] * u;
        to[2] = -v;
    } else {
        to[0] = u;
        to[1] = face == 4 ? v : -v;
        to[2] = face == 4 ? 256 : -256;
    }
    int64_t x = to[0], y = to[1], z = to[2];
    int length = (int)demo_root((uint64_t)(x * x + y * y + z * z));
    for (size_t k = 0; k < 3; k++)
        to[k] = to[k] * 1024 / length;
}

uint32_t demo_paint_sky(int x, int y, int side, int frame, uint32_t seed)
{
    static const int zenith[3] = {34, 78, 164}, warm[3] = {250, 196, 140},
                     cool[3] = {196, 214, 230};
    static const int sea[3] = {22, 92, 120}, land[3] = {74, 108, 52}, white[3] = {252, 246, 238};
    int d[3], flat[3], up[3];
    look_along(frame, (x * 2 + 1 - side) * 256 / side, (y * 2 + 1 - side) * 256 / side, d);
    for (size_t k = 0; k < 3; k++) {
        flat[k] = k == 2 ? 2000 : d[k] + 4000;
        up[k] = d[k] + 8000;
    }
    /* How near to the sun, 0 to 1024; the horizon is warm on its side. */
    int near = (d[0] * 700 + d[1] * 650 + d[2] * 360) / 1024;
    uint32_t low = blend(cool, warm, 128 + near / 6, 0);
    int haze[3] = {(int)(low >> 24), (int)(low >> 16 & 255), (int)(low >> 8 & 255)};
    int hill =
        (demo_cloud3(flat, 260, seed) - 110) * 3 / 2 + (demo_cloud3(flat, 90, seed + 5) - 128) / 2;
    if (d[2] < (hill > 0 ? hill : 0)) {
        int shore = demo_cloud3(up, 300, seed + 8), depth = -d[2];
        bool dry = d[2] > 0 || shore > 136;
        int grain = (demo_cloud3(up, 70, seed + 9) - 128) / (dry ? 3 : 8);
        uint32_t ground = blend(haze, dry ? land : sea, 110 + (depth > 0 ? depth / 2 : 0), grain);
        return dry && shore < 142 && depth > 0 ? blend(haze, sea, 60, 10) : ground;
    }
    int shine = near > 1008 ? 256 : near > 860 ? (near - 860) * (near - 860) / 130 : 0;
    uint32_t sky = blend(haze, zenith, d[2] * 2 / 5, 0);
    int base[3] = {(int)(sky >> 24), (int)(sky >> 16 & 255), (int)(sky >> 8 & 255)};
    int high[3] = {up[0], up[1], up[2] * 3};
    int cloud = demo_clamp((demo_cloud3(high, 500, seed + 3) - 135) * 6, 0, 230);
    cloud = cloud * demo_clamp(d[2], 0, 300) / 300;
    return blend(base, white, cloud > shine ? cloud : shine, shine / 16);
}

/* One of eight frames of a flame, out of nothing. */
uint32_t demo_paint_flame(int x, int y, int side, int frame, uint32_t seed)
{
    int rise = y + frame * side / 8;
    struct demo_noise wide = {side / 4, side / 4, 4, 4, seed},
                      fine = {side / 8, side / 8, 8, 8, seed + 1};
    int flicker = (demo_noise(&wide, x, rise) * 2 + demo_noise(&fine, x, rise)) / 3;
    int middle = (x * 2 + 1 - side) * 256 / side, narrow = middle * middle / 200;
    int heat = y * 320 / side + flicker - 150 - narrow -
               (y > side * 7 / 8 ? (y - side * 7 / 8) * 2048 / side : 0);
    return rgba(heat * 3, heat * 3 - 190, heat * 2 - 300, demo_clamp(heat * 3, 0, 255));
}

/* A lightmap: two lamps on a wall. */
uint32_t demo_paint_light(int x, int y, int side, int frame, uint32_t seed)
{
    int a = radius(x * 2 - side / 4, y + side / 4, side),
        b = radius(x + side / 3, y * 2 - side / 3, side);
    (void)frame;
    (void)seed;
    return rgba(40 + 40000 / (a + 180), 36 + 34000 / (a + 180), 50 + 20000 / (b + 160), 255);
}

/* ---- for models ---- */

/* Slabs with worn rims. */
uint32_t demo_paint_stone(int x, int y, int side, int frame, uint32_t seed)
{
    int slab = side / 4, row = y / slab, moved = x + (row & 1) * slab / 2;
    int inx = moved % slab, iny = y % slab;
    int rim = inx < iny ? inx : iny, far = slab - 1 - (inx > iny ? inx : iny);
    uint32_t id = demo_hash((uint32_t)(moved % side / slab), (uint32_t)row, seed);
    int grain = demo_cloud(x, y, side / 8, side, seed + 2) / 4 + (int)(id % 28);
    (void)frame;
    if (rim < 1 || far < 0)
        return rgba(46, 44, 42, 255);
    grain += rim < 2 ? 22 : far < 1 ? -18 : 0;
    return rgba(104 + grain, 100 + grain, 92 + grain, 255);
}

/* Dark crusts with fire between them. */
uint32_t demo_paint_lava(int x, int y, int side, int frame, uint32_t seed)
{
    struct demo_cell c = demo_cell(x, y, side / 4, side, seed + 3);
    int edge = c.second - c.nearest, heat = 255 - edge * 2 + demo_cloud(x, y, side / 8, side, seed);
    (void)frame;
    return rgba(60 + heat, heat - 90, heat / 2 - 130, 255);
}

/* What a figure wears: torso and legs on the left half, by height from the soles to 2 metres; an
 * arm on the right half. */
static uint32_t clothes(int x, int y, int side, const int cloth[3], const int trim[3],
                        uint32_t seed)
{
    static const int boot[3] = {52, 40, 32}, belt[3] = {70, 52, 30}, skin[3] = {206, 160, 126};
    bool arm = x >= side / 2;
    int height = (side - y) * 2000 / side, u = x % (side / 2) * 512 / (side / 2);
    int weave = (demo_cloud(x, y, side / 16, side, seed) - 128) / 6 + ((x + y) & 1) * 6;
    const int *c = cloth;
    if (height < (arm ? 1000 : 330))
        c = arm ? skin : boot;
    else if (arm ? height < 1060 : height > 1010 && height < 1080)
        c = belt;
    else if (height > (arm ? 1440 : 1510) || (!arm && (u > 244 && u < 268)))
        c = trim;
    if (!arm && height >= 330 && height < 1010)
        weave -= 26;
    return rgba(c[0] + weave, c[1] + weave, c[2] + weave, 255);
}

uint32_t demo_paint_guard(int x, int y, int side, int frame, uint32_t seed)
{
    static const int cloth[3] = {58, 84, 120}, trim[3] = {196, 168, 92};
    (void)frame;
    return clothes(x, y, side, cloth, trim, seed);
}

uint32_t demo_paint_scout(int x, int y, int side, int frame, uint32_t seed)
{
    static const int cloth[3] = {96, 110, 62}, trim[3] = {150, 84, 50};
    (void)frame;
    return clothes(x, y, side, cloth, trim, seed + 11);
}

/* A glow along the middle, white inside. */
uint32_t demo_paint_blade(int x, int y, int side, int frame, uint32_t seed)
{
    int off = x * 2 + 1 - side, far = (off < 0 ? -off : off) * 256 / side;
    int end = y < side / 8 ? (side / 8 - y) * 2048 / side : 0, light = 300 - far * 2 - end;
    (void)frame;
    (void)seed;
    return rgba(light - 60, light + 20, light * 2, demo_clamp(light * 3 / 2, 0, 255));
}

/* A lamp over a lightmap: what reaches a place so far from it, 0 to 255. */
static int lamp(int x, int y, int at_x, int at_y, int reach)
{
    int far = demo_length(x - at_x, y - at_y);
    return far < reach ? (reach - far) * 255 / reach : 0;
}

/* The floor of the hall, 11 by 8 metres: two lamps, the glow of the pit, dark along the walls. */
uint32_t demo_paint_hall_light(int x, int y, int side, int frame, uint32_t seed)
{
    int px = (x * 2 + 1) * 5500 / side, py = ((side - 1 - y) * 2 + 1) * 4000 / side;
    int wall = px < py ? px : py, right = 11000 - px, back = 8000 - py;
    int light = lamp(px, py, 2500, 2000, 4200) + lamp(px, py, 9500, 4000, 4200);
    int glow = lamp(px, py, 4000, 4000, 2600);
    wall = wall < right ? wall : right;
    wall = wall < back ? wall : back;
    int dark = wall < 900 ? (900 - wall) / 12 : 0;
    (void)frame;
    (void)seed;
    return rgba(62 + light * 3 / 4 + glow - dark, 62 + light * 3 / 4 + glow / 3 - dark,
                76 + light * 2 / 3 - dark, 255);
}

/* Any wall: dark at its foot and in its corners. */
uint32_t demo_paint_wall_light(int x, int y, int side, int frame, uint32_t seed)
{
    int left = x < side - 1 - x ? x : side - 1 - x, foot = side - 1 - y;
    int light = 120 + demo_clamp(left * 480 / side, 0, 70) + demo_clamp(foot * 300 / side, 0, 60);
    (void)frame;
    (void)seed;
    return rgba(light, light - 4, light + 8, 255);
}

/* The yard, 18 by 16 metres: evening light, and the shadow of the hall in the west. */
uint32_t demo_paint_yard_light(int x, int y, int side, int frame, uint32_t seed)
{
    int px = (x * 2 + 1) * 9000 / side, py = ((side - 1 - y) * 2 + 1) * 8000 / side;
    int shade = px < 5200 ? demo_clamp((5200 - px) / 8, 0, 110) : 0;
    int round = 255 - lamp(px, py, 10000, 6600, 2400) / 2;
    int leaf = demo_cloud(x, y, side / 4, side, seed + 7) / 8;
    (void)frame;
    return rgba((228 - shade) * round / 255 + leaf, (206 - shade) * round / 255 + leaf,
                (176 - shade * 2 / 3) * round / 255 + leaf, 255);
}
