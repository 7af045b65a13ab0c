/* Noise and curves of the demo, in integers. */
#include "demo/demo.h"

uint32_t demo_hash(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t h = a * 0x9E3779B1u ^ b * 0x85EBCA77u ^ c * 0xC2B2AE3Du;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return h ^ h >> 15;
}

int demo_clamp(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

int demo_mix(int a, int b, int part, int whole)
{
    return a + (b - a) * part / whole;
}

/* Bhaskara's fraction: right at every eighth of a turn, never off by more than 1/600. */
int demo_sin(int angle)
{
    int a = (int)((unsigned)angle & 2047);
    int64_t product = (int64_t)a * (2048 - a);
    int v = (int)((int64_t)16384 * 16 * product / (5 * (int64_t)2048 * 2048 - 4 * product));
    return (unsigned)angle & 2048 ? -v : v;
}

int demo_cos(int angle)
{
    return demo_sin(angle + 1024);
}

uint32_t demo_root(uint64_t v)
{
    uint64_t root = 0, bit = 1;
    while (bit < (uint64_t)1 << 31 && bit * bit <= v)
        bit <<= 1;
    for (; bit; bit >>= 1)
        if ((root | bit) * (root | bit) <= v)
            root |= bit;
    return (uint32_t)root;
}

int demo_length(int64_t x, int64_t y)
{
    return (int)demo_root((uint64_t)(x * x + y * y));
}

/* ---- noise ---- */

static int floor_div(int a, int b)
{
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

static int wrap(int a, int period)
{
    int r = a % period;
    return r < 0 ? r + period : r;
}

/* 0 to 256 along an S. */
static int ease(int part, int whole)
{
    int t = part * 256 / whole;
    return t * t * (768 - 2 * t) >> 16;
}

int demo_noise(const struct demo_noise *n, int x, int y)
{
    int cx = floor_div(x, n->wide), cy = floor_div(y, n->high);
    int fx = ease(x - cx * n->wide, n->wide), fy = ease(y - cy * n->high, n->high);
    int corner[2][2];
    for (int k = 0; k < 4; k++) {
        uint32_t at = (uint32_t)wrap(cx + k % 2, n->across);
        corner[k / 2][k % 2] =
            (int)(demo_hash(at, (uint32_t)wrap(cy + k / 2, n->down), n->seed) & 255);
    }
    int top = demo_mix(corner[0][0], corner[0][1], fx, 256);
    int bottom = demo_mix(corner[1][0], corner[1][1], fx, 256);
    return demo_mix(top, bottom, fy, 256);
}

int demo_cloud(int x, int y, int cell, int side, uint32_t seed)
{
    int sum = 0;
    for (int octave = 0; octave < 3; octave++) {
        int size = cell >> octave > 0 ? cell >> octave : 1;
        struct demo_noise n = {size, size, side / size, side / size, seed + (uint32_t)octave};
        sum += demo_noise(&n, x, y) * (4 >> octave);
    }
    return sum / 7;
}

static int noise3(const int p[3], int cell, uint32_t seed)
{
    int base[3], part[3], value = 0;
    for (int k = 0; k < 3; k++) {
        base[k] = floor_div(p[k], cell);
        part[k] = ease(p[k] - base[k] * cell, cell);
    }
    for (int corner = 0; corner < 8; corner++) {
        int weight = 1 << 16;
        uint32_t at[3];
        for (int k = 0; k < 3; k++) {
            int far = corner >> k & 1;
            at[k] = (uint32_t)(base[k] + far);
            weight = weight * (far ? part[k] : 256 - part[k]) / 256;
        }
        int v = (int)(demo_hash(at[0] * 31 + at[2], at[1], seed) & 255);
        value += v * weight / 256;
    }
    return demo_clamp(value / 256, 0, 255);
}

int demo_cloud3(const int p[3], int cell, uint32_t seed)
{
    return (noise3(p, cell, seed) * 4 + noise3(p, cell / 2, seed + 1) * 2 +
            noise3(p, cell / 4, seed + 2)) /
           7;
}

struct demo_cell demo_cell(int x, int y, int cell, int side, uint32_t seed)
{
    struct demo_cell best = {.nearest = INT32_MAX, .second = INT32_MAX};
    int cells = side / cell;
    for (int k = 0; k < 9; k++) {
        int cx = floor_div(x, cell) + k % 3 - 1, cy = floor_div(y, cell) + k / 3 - 1;
        uint32_t id = demo_hash((uint32_t)wrap(cx, cells), (uint32_t)wrap(cy, cells), seed);
        int dx = cx * cell + (int)(id & 255) * cell / 256 - x;
        int dy = cy * cell + (int)(id >> 8 & 255) * cell / 256 - y;
        int distance = dx * dx + dy * dy;
        if (distance < best.nearest) {
            best.second = best.nearest;
            best.nearest = distance;
            best.dx = dx;
            best.dy = dy;
            best.id = id;
        } else if (distance < best.second) {
            best.second = distance;
        }
    }
    best.nearest = (int)demo_root((uint64_t)best.nearest * 256);
    best.second = (int)demo_root((uint64_t)best.second * 256);
    return best;
}
