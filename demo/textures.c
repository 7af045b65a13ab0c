/* TGA and DDS of the KotOR demo: every type and form, laid down byte by byte. The TPCs are in
 * tpc.c. */
#include "demo/demo.h"

#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 32, PIXELS = SIDE * SIDE };

/* A picture as RGBA, the lowest row first. */
static void paint(demo_paint_fn *fn, int frame, uint8_t rgba[PIXELS][4])
{
    for (int i = 0; i < PIXELS; i++) {
        uint32_t c = fn(i % SIDE, SIDE - 1 - i / SIDE, SIDE, frame, 7);
        for (size_t k = 0; k < 4; k++)
            rgba[i][k] = (uint8_t)(c >> (24 - 8 * k));
    }
}

/* ---- TGA ---- */

static const struct tga {
    const char *name;
    demo_paint_fn *paint;
    enum { PLAIN, FOOTER, EXTENSION, NAMED } extra;
    uint8_t type, depth, map_depth, descriptor;
} tgas[] = {
    {"demo_map8", demo_paint_dial, PLAIN, 1, 8, 24, 0},
    {"demo_map16", demo_paint_dial, PLAIN, 9, 8, 16, 0x20},
    {"demo_true24", demo_paint_panel, FOOTER, 2, 24, 0, 0},
    {"demo_true32", demo_paint_crest, PLAIN, 2, 32, 0, 0},
    {"demo_true16", demo_paint_glass, PLAIN, 2, 16, 0, 0x01},
    {"demo_grey8", demo_paint_lamp, NAMED, 3, 8, 0, 0},
    {"demo_packed24", demo_paint_planet, EXTENSION, 10, 24, 0, 0x20},
    {"demo_packed32", demo_paint_crest, PLAIN, 10, 32, 0, 0x08},
    {"demo_packed8", demo_paint_lamp, PLAIN, 11, 8, 0, 0x10},
};

static size_t put_pixel(const struct tga *t, const uint8_t c[4], uint8_t to[4])
{
    unsigned five = (unsigned)(c[0] >> 3) << 10 | (unsigned)(c[1] >> 3) << 5 | c[2] >> 3;
    if (t->depth == 16)
        rq_set16(to, (uint16_t)(five | (c[3] >= 128 ? 0x8000 : 0)));
    else if (t->type % 8 == 1) /* 64 colours: two bits each */
        to[0] = (uint8_t)((c[0] >> 6) << 4 | (c[1] >> 6) << 2 | c[2] >> 6);
    else if (t->type % 8 == 3)
        to[0] = c[0];
    else
        memcpy(to, (const uint8_t[4]){c[2], c[1], c[0], c[3]}, 4);
    return ((size_t)t->depth + 7) / 8;
}

static void put_map(struct rq_out *out, const struct tga *t)
{
    for (unsigned i = 0; i < 64 && t->map_depth; i++) {
        unsigned r = i >> 4, g = i >> 2 & 3, b = i & 3;
        if (t->map_depth == 16)
            rq_put16(out, (uint16_t)(r * 10 << 10 | g * 10 << 5 | b * 10));
        else
            rq_put(out, (const uint8_t[3]){(uint8_t)(b * 85), (uint8_t)(g * 85), (uint8_t)(r * 85)},
                   3);
    }
}

/* A packet for each run, and for what is between runs, row by row. */
static void put_packets(struct rq_out *out, const uint8_t *row, size_t unit)
{
    for (size_t at = 0, n; at < SIDE; at += n) {
        const uint8_t *p = row + at * unit;
        for (n = 1; at + n < SIDE && memcmp(p, p + n * unit, unit) == 0; n++)
            ;
        bool run = n > 1;
        while (!run && at + n < SIDE &&
               (at + n + 1 == SIDE || memcmp(p + n * unit, p + (n + 1) * unit, unit) != 0))
            n++;
        rq_put8(out, (uint8_t)((n - 1) | (run ? 0x80 : 0)));
        rq_put(out, p, run ? unit : n * unit);
    }
}

static void put_extra(struct rq_out *out, const struct tga *t)
{
    static const char software[41] = "Reliquary demo";
    size_t at = out->size;
    if (t->extra == EXTENSION) {
        rq_put16(out, 495);
        rq_put_zeros(out, 424);
        rq_put(out, software, sizeof software);
        rq_put16(out, 100);
        rq_put8(out, ' ');
        rq_put_zeros(out, 24);
        rq_put8(out, 3); /* alpha is see-through */
    }
    if (t->extra == FOOTER || t->extra == EXTENSION) {
        rq_put_size(out, t->extra == EXTENSION ? at : 0);
        rq_put32(out, 0);
        rq_put(out, "TRUEVISION-XFILE.", 18);
    }
}

static void put_tga(struct rq_out *out, const struct tga *t)
{
    static const char name[] = "by the demo";
    uint8_t rgba[PIXELS][4], row[SIDE * 4] = {0};
    size_t named = t->extra == NAMED ? sizeof name : 0;
    paint(t->paint, 0, rgba);
    rq_put8(out, (uint8_t)named);
    rq_put8(out, t->map_depth != 0);
    rq_put8(out, t->type);
    rq_put16(out, 0);
    rq_put16(out, t->map_depth ? 64 : 0);
    rq_put8(out, t->map_depth);
    rq_put32(out, 0);
    rq_put16(out, SIDE);
    rq_put16(out, SIDE);
    rq_put8(out, t->depth);
    rq_put8(out, t->descriptor);
    rq_put(out, name, named);
    put_map(out, t);
    for (size_t y = 0; y < SIDE; y++) {
        size_t from = t->descriptor & 0x20 ? SIDE - 1 - y : y, unit = 0;
        for (size_t x = 0; x < SIDE; x++) {
            size_t column = t->descriptor & 0x10 ? SIDE - 1 - x : x;
            uint8_t pixel[4];
            unit = put_pixel(t, rgba[from * SIDE + column], pixel);
            memcpy(row + x * unit, pixel, unit);
        }
        if (t->type & 8)
            put_packets(out, row, unit);
        else
            rq_put(out, row, SIDE * unit);
    }
    put_extra(out, t);
}

/* ---- DDS ---- */

static const struct dds {
    const char *name, *four_cc; /* NULL: BioWare's form; "": masks */
    unsigned code, bits;        /* of BioWare's form; of a pixel with masks */
    int faces;
    demo_paint_fn *paint;
} ddses[] = {
    {"demo_bio_dxt1", NULL, 3, 0, 1, demo_paint_panel},
    {"demo_bio_dxt5", NULL, 4, 0, 1, demo_paint_crest},
    {"demo_std_dxt1", "DXT1", 0, 0, 1, demo_paint_stars},
    {"demo_std_dxt3", "DXT3", 0, 0, 1, demo_paint_glass},
    {"demo_std_dxt5", "DXT5", 0, 0, 1, demo_paint_crest},
    {"demo_std_bgra", "", 0, 32, 1, demo_paint_glass},
    {"demo_std_565", "", 0, 16, 1, demo_paint_dial},
    {"demo_std_cube", "DXT1", 0, 0, 6, demo_paint_sky},
};

static void put_dds_header(struct rq_out *out, const struct dds *d, uint32_t levels)
{
    if (!d->four_cc) {
        rq_put32(out, SIDE);
        rq_put32(out, SIDE);
        rq_put32(out, d->code);
        rq_put32(out, d->code == 3 ? PIXELS / 2 : PIXELS);
        rq_put32(out, rq_bits_of(1.0f));
        return;
    }
    bool cube = d->faces == 6;
    rq_put(out, "DDS ", 4);
    const uint32_t first[] = {124, 0x21007, SIDE, SIDE, 0, 0, levels};
    for (size_t i = 0; i < 7; i++)
        rq_put32(out, first[i]);
    rq_put_zeros(out, 44);
    rq_put32(out, 32);
    rq_put32(out, d->bits == 32 ? 0x41 : d->bits ? 0x40 : 4);
    rq_put(out, d->bits ? "\0\0\0" : d->four_cc, 4);
    const uint32_t masks[3][5] = {
        {0}, {16, 0xF800, 0x7E0, 0x1F, 0}, {32, 0xFF0000, 0xFF00, 0xFF, 0xFF000000}};
    for (size_t i = 0; i < 5; i++)
        rq_put32(out, masks[d->bits / 16][i]);
    rq_put32(out, 0x401008);
    rq_put32(out, cube ? 0xFE00 : 0);
    rq_put_zeros(out, 12);
}

static void put_dds_level(struct rq_out *out, const struct dds *d, const uint8_t *rgba, int side)
{
    bool five = d->code == 4 || (d->four_cc && strcmp(d->four_cc, "DXT5") == 0);
    bool three = d->four_cc && strcmp(d->four_cc, "DXT3") == 0;
    if (!d->bits) {
        demo_blocks(out, rgba, side, five ? 5 : three ? 3 : 1);
        return;
    }
    for (int i = 0; i < side * side; i++, rgba += 4) {
        if (d->bits == 32)
            rq_put(out, (const uint8_t[4]){rgba[2], rgba[1], rgba[0], rgba[3]}, 4);
        else
            rq_put16(out, (uint16_t)((rgba[0] >> 3) << 11 | (rgba[1] >> 2) << 5 | rgba[2] >> 3));
    }
}

/* Microsoft's rows go from the top. */
static void put_dds(struct rq_out *out, const struct dds *d)
{
    uint8_t rgba[PIXELS][4];
    put_dds_header(out, d, 6);
    for (int face = 0; face < d->faces; face++) {
        paint(d->paint, face, rgba);
        for (size_t y = 0; d->four_cc && y < SIDE / 2; y++)
            for (size_t x = 0; x < sizeof rgba[0] * SIDE; x++) {
                uint8_t *a = rgba[y * SIDE] + x, *b = rgba[(SIDE - 1 - y) * SIDE] + x, was = *a;
                *a = *b;
                *b = was;
            }
        for (int side = SIDE; side; side /= 2) {
            put_dds_level(out, d, rgba[0], side);
            demo_halve(rgba[0], side);
        }
    }
}

bool demo_textures(struct demo *d)
{
    static const char txi[] = "blending punchthrough\r\nmipmap 1\r\n";
    struct rq_out out = {0};
    char path[80];
    bool fine = true;
    for (size_t i = 0; i < sizeof tgas / sizeof tgas[0] && fine; i++) {
        put_tga(&out, &tgas[i]);
        snprintf(path, sizeof path, "kotor/override/%s.tga", tgas[i].name);
        fine = demo_save(d, path, &out);
    }
    /* Beside a TGA, and part of the TPC that it becomes. */
    rq_put(&out, txi, sizeof txi - 1);
    fine = fine && demo_save(d, "kotor/override/demo_true32.txi", &out);
    for (size_t i = 0; i < sizeof ddses / sizeof ddses[0] && fine; i++) {
        put_dds(&out, &ddses[i]);
        snprintf(path, sizeof path, "kotor/override/%s.dds", ddses[i].name);
        fine = demo_save(d, path, &out);
    }
    rq_out_free(&out);
    return fine;
}
