/* Textures of the KotOR demo: header, levels and text, laid down byte by byte. */
#include "demo/demo.h"

#include <stdlib.h>

enum tpc_kind { TPC_DXT1, TPC_DXT5, TPC_GREY, TPC_RGB, TPC_RGBA, TPC_SWIZZLED };

static const struct texture {
    const char *name;
    enum tpc_kind kind;
    int side, faces, columns, rows; /* of one face or frame; of the sheet */
    bool one_level;
    demo_paint_fn *paint;
    const char *txi;
} textures[] = {
    {"demo_stars", TPC_DXT1, 256, 1, 1, 1, false, demo_paint_stars, ""},
    {"demo_panel", TPC_DXT1, 256, 1, 1, 1, false, demo_paint_panel,
     "envmaptexture demo_sky\r\nbumpyshinytexture demo_sky\r\n"},
    {"demo_crest", TPC_DXT5, 128, 1, 1, 1, false, demo_paint_crest,
     "blending punchthrough\r\ndecal 1\r\n"},
    {"demo_sky", TPC_DXT1, 128, 6, 1, 1, false, demo_paint_sky, "cube 1\r\n"},
    {"demo_flame", TPC_DXT5, 64, 1, 4, 2, false, demo_paint_flame,
     "proceduretype cycle\r\nnumx 4\r\nnumy 2\r\nfps 12\r\nblending additive"},
    {"demo_lamp", TPC_GREY, 64, 1, 1, 1, false, demo_paint_lamp, "blending additive\r\n"},
    {"demo_dial", TPC_RGB, 128, 1, 1, 1, false, demo_paint_dial, "mipmap 1\r\nfilter 1\r\n"},
    {"demo_glass", TPC_RGBA, 64, 1, 1, 1, false, demo_paint_glass, "decal 1\r\n\r\n\r\n"},
    {"demo_planet", TPC_SWIZZLED, 128, 1, 1, 1, false, demo_paint_planet, ""},
    {"demo_light", TPC_RGB, 16, 1, 1, 1, true, demo_paint_light,
     "islightmap 1\r\ncompresstexture 0"},
    {"demo_stone", TPC_DXT1, 128, 1, 1, 1, false, demo_paint_stone, ""},
    {"demo_lava", TPC_DXT1, 64, 1, 1, 1, false, demo_paint_lava, ""},
    {"demo_guard", TPC_DXT1, 128, 1, 1, 1, false, demo_paint_guard, ""},
    {"demo_scout", TPC_DXT1, 128, 1, 1, 1, false, demo_paint_scout, ""},
    {"demo_blade", TPC_DXT5, 64, 1, 1, 1, false, demo_paint_blade, "blending additive\r\n"},
    {"demo01_lm0", TPC_RGB, 64, 1, 1, 1, true, demo_paint_hall_light, "islightmap 1\r\n"},
    {"demo01_lm1", TPC_RGB, 32, 1, 1, 1, true, demo_paint_wall_light, "islightmap 1\r\n"},
    {"demo01_lm2", TPC_DXT1, 64, 1, 1, 1, false, demo_paint_yard_light, "islightmap 1\r\n"},
};

size_t demo_texture_count(void)
{
    return sizeof textures / sizeof textures[0];
}

const char *demo_texture_name(size_t index)
{
    return textures[index].name;
}

/* ---- blocks ---- */

static uint16_t to_565(const uint8_t c[3])
{
    return (uint16_t)((c[0] * 31 + 127) / 255 << 11 | (c[1] * 63 + 127) / 255 << 5 |
                      (c[2] * 31 + 127) / 255);
}

static void from_565(uint16_t v, int c[3])
{
    c[0] = (v >> 11) * 255 / 31;
    c[1] = (v >> 5 & 63) * 255 / 63;
    c[2] = (v & 31) * 255 / 31;
}

static int gap(const uint8_t *pixel, const int c[3])
{
    int sum = 0;
    for (size_t k = 0; k < 3; k++)
        sum += (pixel[k] - c[k]) * (pixel[k] - c[k]);
    return sum;
}

/* The two pixels of a block that lie farthest apart are its ends; each pixel takes the
 * nearest of four steps between them. */
static void put_color_block(struct rq_out *out, uint8_t block[16][4])
{
    size_t a = 0, b = 0;
    int far = -1;
    for (size_t i = 0; i < 16; i++)
        for (size_t k = i; k < 16; k++) {
            int d = gap(block[i], (int[3]){block[k][0], block[k][1], block[k][2]});
            if (d > far) {
                far = d;
                a = i;
                b = k;
            }
        }
    uint16_t high = to_565(block[a]), low = to_565(block[b]);
    if (high < low) {
        uint16_t swap = high;
        high = low;
        low = swap;
    }
    int steps[4][3];
    from_565(high, steps[0]);
    from_565(low, steps[1]);
    for (size_t k = 0; k < 3; k++) {
        steps[2][k] = (2 * steps[0][k] + steps[1][k]) / 3;
        steps[3][k] = (steps[0][k] + 2 * steps[1][k]) / 3;
    }
    uint32_t bits = 0;
    for (size_t i = 0; i < 16 && high != low; i++) {
        uint32_t best = 0;
        for (uint32_t s = 1; s < 4; s++)
            best = gap(block[i], steps[s]) < gap(block[i], steps[best]) ? s : best;
        bits |= best << 2 * i;
    }
    rq_put16(out, high);
    rq_put16(out, low);
    rq_put32(out, bits);
}

static void put_alpha_block(struct rq_out *out, uint8_t block[16][4])
{
    int high = 0, low = 255;
    uint64_t bits = 0;
    for (size_t i = 0; i < 16; i++) {
        high = block[i][3] > high ? block[i][3] : high;
        low = block[i][3] < low ? block[i][3] : low;
    }
    /* Steps run high, low, then the six between; 0 stays where both are one. */
    for (size_t i = 0; i < 16 && high > low; i++) {
        int step = ((high - block[i][3]) * 7 + (high - low) / 2) / (high - low);
        bits |= (uint64_t)(step == 0 ? 0 : step == 7 ? 1 : step + 1) << 3 * i;
    }
    rq_put8(out, (uint8_t)high);
    rq_put8(out, (uint8_t)low);
    for (size_t k = 0; k < 6; k++)
        rq_put8(out, (uint8_t)(bits >> 8 * k));
}

static const uint8_t *pixel_at(const uint8_t *rgba, int side, int x, int y)
{
    return rgba + ((size_t)y * (size_t)side + (size_t)x) * 4;
}

/* Four bits of alpha for each pixel. */
static void put_nibbles(struct rq_out *out, uint8_t block[16][4])
{
    for (size_t i = 0; i < 16; i += 2)
        rq_put8(out, (uint8_t)(block[i][3] >> 4 | (block[i + 1][3] & 0xF0)));
}

void demo_blocks(struct rq_out *out, const uint8_t *rgba, int side, int kind)
{
    for (int y = 0; y < side; y += 4)
        for (int x = 0; x < side; x += 4) {
            uint8_t block[16][4];
            for (int i = 0; i < 16; i++) {
                int bx = x + i % 4 < side ? x + i % 4 : side - 1;
                int by = y + i / 4 < side ? y + i / 4 : side - 1;
                memcpy(block[i], pixel_at(rgba, side, bx, by), 4);
            }
            if (kind == 5)
                put_alpha_block(out, block);
            else if (kind == 3)
                put_nibbles(out, block);
            put_color_block(out, block);
        }
}

/* ---- levels ---- */

/* Bits of x and y by turns, as the Xbox keeps its pixels. */
static void put_swizzled(struct rq_out *out, const uint8_t *rgba, int side)
{
    uint8_t *to = rq_grow(out, (size_t)side * (size_t)side * 4);
    for (int i = 0; to && i < side * side; i++, to += 4) {
        int x = 0, y = 0;
        for (int bit = 0; bit < 12; bit++) {
            x |= (i >> 2 * bit & 1) << bit;
            y |= (i >> (2 * bit + 1) & 1) << bit;
        }
        const uint8_t *from = pixel_at(rgba, side, x, y);
        to[0] = from[2];
        to[1] = from[1];
        to[2] = from[0];
        to[3] = from[3];
    }
}

static void put_level(struct rq_out *out, const uint8_t *rgba, int side, enum tpc_kind kind)
{
    if (kind == TPC_DXT1 || kind == TPC_DXT5) {
        demo_blocks(out, rgba, side, kind == TPC_DXT5 ? 5 : 1);
        return;
    }
    if (kind == TPC_SWIZZLED) {
        put_swizzled(out, rgba, side);
        return;
    }
    size_t bytes = kind == TPC_GREY ? 1 : kind == TPC_RGB ? 3 : 4;
    for (size_t i = 0; i < (size_t)side * (size_t)side; i++)
        rq_put(out, rgba + i * 4, bytes);
}

void demo_halve(uint8_t *rgba, int side)
{
    int half = side / 2;
    for (int i = 0; i < half * half; i++) {
        int sum[4] = {0, 0, 0, 0}, weight = 0;
        for (int k = 0; k < 4; k++) {
            const uint8_t *p = pixel_at(rgba, side, i % half * 2 + k % 2, i / half * 2 + k / 2);
            for (size_t c = 0; c < 3; c++)
                sum[c] += p[c] * (p[3] + 1);
            sum[3] += p[3];
            weight += p[3] + 1;
        }
        for (size_t c = 0; c < 3; c++)
            rgba[i * 4 + (int)c] = (uint8_t)(sum[c] / weight);
        rgba[i * 4 + 3] = (uint8_t)(sum[3] / 4);
    }
}

/* One face or frame: painted with the lowest row first, then all levels of it. */
static bool put_chain(struct rq_out *out, const struct texture *t, int frame, uint32_t seed)
{
    int side = t->side;
    uint8_t *rgba = calloc((size_t)side * (size_t)side, 4);
    if (!rgba) {
        out->failed = RQ_NO_MEMORY;
        return false;
    }
    for (int i = 0; i < side * side; i++) {
        uint32_t c = t->paint(i % side, side - 1 - i / side, side, frame, seed);
        for (size_t k = 0; k < 4; k++)
            rgba[i * 4 + (int)k] = (uint8_t)(c >> (24 - 8 * k));
    }
    for (; side; side /= 2) {
        put_level(out, rgba, side, t->kind);
        if (t->one_level)
            break;
        if (side > 1)
            demo_halve(rgba, side);
    }
    free(rgba);
    return true;
}

static uint8_t level_count(int side)
{
    uint8_t count = 0;
    for (; side; side /= 2)
        count++;
    return count;
}

bool demo_texture(size_t index, uint32_t seed, struct rq_out *out)
{
    static const uint8_t encodings[] = {2, 4, 1, 2, 4, 12};
    const struct texture *t = &textures[index];
    bool packed = t->kind == TPC_DXT1 || t->kind == TPC_DXT5;
    int width = t->side * t->columns, height = t->side * t->faces * t->rows;
    /* Of one face, but of the whole sheet. */
    int first = width * height / t->faces / (t->kind == TPC_DXT1 ? 2 : 1);
    rq_put32(out, packed ? (uint32_t)first : 0);
    rq_put32(out, rq_bits_of(1.0f));
    rq_put16(out, (uint16_t)width);
    rq_put16(out, (uint16_t)height);
    rq_put8(out, encodings[t->kind]);
    rq_put8(out, t->one_level ? 1 : level_count(t->faces == 6 ? t->side : width));
    rq_put_zeros(out, 114);
    for (int i = 0; i < t->faces * t->columns * t->rows; i++)
        if (!put_chain(out, t, i, seed))
            return false;
    rq_put(out, t->txi, strlen(t->txi));
    return !out->failed;
}
