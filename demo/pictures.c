/* Pictures of the Redguard demo outside of texture banks: screens, icons, skies, pointers, an
 * animation, and tables of the software renderer. The bytes are laid down from the description of
 * the formats; only LZHUF is the library's. */
#include "codec/lzhuf.h"
#include "demo/demo.h"

#include <stdio.h>
#include <stdlib.h>

static bool save(struct demo *d, const char *path, struct rq_out *out)
{
    bool fine = demo_save(d, path, out);
    rq_out_free(out);
    return fine;
}

/* ---- what is painted ---- */

/* A bay at noon: sky with clouds, hills, the sea. Repeats from side to side. */
static void paint_bay(struct demo_picture *p)
{
    int horizon = p->height * 9 / 16, cell = p->width / 8;
    struct demo_noise ridge = {cell, p->height, 8, 1, p->seed + 9};
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int cloud = demo_cloud(x, y * 3, cell, p->width, p->seed);
            int hill = horizon - demo_noise(&ridge, x, 0) * p->height / 1100;
            uint8_t *to = &p->pixels[y * p->width + x];
            int wave = demo_cloud(x, y * 4, cell / 2, p->width, p->seed + 3);
            if (y >= horizon)
                *to = demo_shade(RAMP_SEA, 60 + wave / 3 + (y - horizon) * 60 / p->height, x, y);
            else if (y >= hill)
                *to = demo_shade(RAMP_MOSS, 60 + wave / 3 + (y - hill) * 2, x, y);
            else if (cloud > 148)
                *to = demo_shade(RAMP_GREY, 150 + (cloud - 148) * 2, x, y);
            else
                *to = demo_shade(RAMP_SKY, 90 + y * 120 / horizon, x, y);
        }
}

/* Clouds only, without a seam on any side. */
static void paint_clouds(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int cloud = demo_cloud(x, y, 64, p->width, p->seed);
            bool white = cloud > 140;
            p->pixels[y * p->width + x] =
                demo_shade(white ? RAMP_GREY : RAMP_SKY,
                           white ? 130 + (cloud - 140) * 2 : 110 + cloud / 3, x, y);
        }
}

/* A frame of iron around a field of one colour, with bolts. */
static void paint_panel(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int right = p->width - 1 - x, low = p->height - 1 - y;
            int edge = x < y ? x : y, other = right < low ? right : low;
            bool dark = other < edge;
            edge = dark ? other : edge;
            int level = edge >= 12 ? 3 : edge < 2 || edge >= 10 ? (dark ? 4 : 11) : 7;
            enum demo_ramp ramp = edge >= 12 ? RAMP_WOOD : RAMP_IRON;
            p->pixels[y * p->width + x] = (uint8_t)((int)ramp * 16 + level);
        }
}

/* Arrow, hand and cross, side by side in fields of 32 x 32. */
static void paint_pointers(struct demo_picture *p)
{
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < p->width; x++) {
            int at = x % 32, dx = at - 15, dy = y - 15, kind = x / 32;
            bool inside = kind == 0   ? at <= y && at < 18 && y < 24 && at + y < 32
                          : kind == 1 ? dx * dx + dy * dy * 2 < 150 || (at > 6 && at < 11 && y < 16)
                                      : (dx > -3 && dx < 3) || (dy > -3 && dy < 3);
            enum demo_ramp ramp = kind == 1 ? RAMP_SKIN : RAMP_GOLD;
            p->pixels[y * p->width + x] = inside ? demo_shade(ramp, 220 - at * 3 - y * 2, x, y) : 0;
        }
}

static uint8_t *painted(int width, int height, uint32_t seed, void (*paint)(struct demo_picture *))
{
    uint8_t *pixels = calloc((size_t)width, (size_t)height);
    if (pixels)
        paint(&(struct demo_picture){
            .width = width, .height = height, .frames = 1, .seed = seed, .pixels = pixels});
    return pixels;
}

/* ---- GXA ---- */

enum pack { PLAIN, RUNS_3, RUNS_2, NO_RUNS, LZHUF, LZHUF_LONG };

/* Runs of at least `least`; 0: none at all. */
static void put_runs(struct rq_out *out, const uint8_t *p, size_t size, size_t least)
{
    size_t waiting = 0;
    for (size_t at = 0; at < size;) {
        size_t n = 1;
        while (least && n < 128 && at + n < size && p[at + n] == p[at])
            n++;
        bool run = least && n >= least;
        if (waiting && (run || waiting == 128)) {
            rq_put8(out, (uint8_t)(waiting - 1));
            rq_put(out, p + at - waiting, waiting);
            waiting = 0;
        }
        if (run) {
            rq_put8(out, (uint8_t)(0x7F + n));
            rq_put8(out, p[at]);
        } else {
            n = 1;
            waiting++;
        }
        at += n;
    }
    if (waiting) {
        rq_put8(out, (uint8_t)(waiting - 1));
        rq_put(out, p + size - waiting, waiting);
    }
}

static void put_frame(struct rq_out *out, int width, int height, enum pack pack,
                      const uint8_t *pixels)
{
    static const uint8_t compression[] = {0, 1, 1, 1, 2, 2};
    size_t size = (size_t)width * (size_t)height;
    rq_put16(out, 1);
    rq_put16(out, (uint16_t)width);
    rq_put16(out, (uint16_t)height);
    rq_put_zeros(out, 4);
    rq_put16(out, compression[pack]);
    rq_put_zeros(out, 6);
    if (pack == PLAIN) {
        rq_put(out, pixels, size);
        return;
    }
    size_t hole = rq_hole32(out);
    if (pack >= LZHUF)
        rq_put32(out, (uint32_t)size);
    size_t start = out->size;
    if (pack >= LZHUF)
        rq_lzhuf_pack(out, (struct rq_bytes){pixels, size});
    else
        put_runs(out, pixels, size, pack == RUNS_3 ? 3 : pack == RUNS_2 ? 2 : 0);
    if (pack == LZHUF_LONG)
        rq_put8(out, 0);
    rq_patch32(out, hole, out->size - start);
}

/* Everything before the frames; returns where the length of BBMP goes. */
static size_t open_gxa(struct rq_out *out, int frames)
{
    uint8_t colors[256][3];
    demo_palette(colors);
    rq_put(out, "BMHD", 4);
    rq_put32be(out, 34);
    rq_put(out, "GXlib image conversion", 22);
    rq_put_zeros(out, 10);
    rq_put16(out, (uint16_t)frames);
    rq_put(out, "BPAL", 4);
    rq_put32be(out, 768);
    for (size_t i = 0; i < 768; i++)
        rq_put8(out, colors[i / 3][i % 3] >> 2);
    rq_put(out, "BBMP", 4);
    rq_put32be(out, 0);
    return out->size;
}

static void close_gxa(struct rq_out *out, size_t start, bool quirk)
{
    size_t size = out->size - start;
    rq_put(out, "END ", 4);
    if (!out->failed)
        rq_set32be(out->data + start - 4, (uint32_t)(quirk ? out->size - 4 : size));
}

static bool save_screen(struct demo *d, const char *path, int width, int height, enum pack pack,
                        void (*paint)(struct demo_picture *))
{
    struct rq_out out = {0};
    uint8_t *pixels = painted(width, height, 61, paint);
    if (!pixels)
        return rq_fail(&d->err, RQ_NO_MEMORY, 0, path, "out of memory");
    size_t start = open_gxa(&out, 1);
    put_frame(&out, width, height, pack, pixels);
    close_gxa(&out, start, false);
    free(pixels);
    return save(d, path, &out);
}

/* One icon of each packing; the second file with BBMP's wrong length. */
static bool save_icons(struct demo *d, const char *path, bool quirk)
{
    static const uint8_t sprites[] = {SPRITE_PALM, SPRITE_FERN, SPRITE_TORCH,
                                      SPRITE_GEM,  SPRITE_COIN, 6};
    struct rq_out out = {0};
    size_t start = open_gxa(&out, 7);
    for (int i = 0; i < 6; i++) {
        const struct demo_tile *tile = &demo_sprites[sprites[i]];
        uint8_t *pixels = painted(tile->width, tile->height, 5, tile->paint);
        if (!pixels) {
            out.failed = RQ_NO_MEMORY;
            break;
        }
        put_frame(&out, tile->width, tile->height, quirk ? RUNS_3 : (enum pack)i, pixels);
        free(pixels);
    }
    put_frame(&out, 0, 0, PLAIN, NULL);
    close_gxa(&out, start, quirk);
    return save(d, path, &out);
}

/* ---- PCX, BMP, LBM ---- */

static void put_pcx_row(struct rq_out *out, const uint8_t *row, size_t size)
{
    for (size_t at = 0; at < size;) {
        size_t n = 1;
        while (n < 63 && at + n < size && row[at + n] == row[at])
            n++;
        if (n > 1 || row[at] >= 0xC0)
            rq_put8(out, (uint8_t)(0xC0 | n));
        rq_put8(out, row[at]);
        at += n;
    }
}

static bool save_pcx(struct demo *d)
{
    enum { WIDTH = 256, HEIGHT = 128 };
    uint8_t colors[256][3], *pixels = painted(WIDTH, HEIGHT, 161, paint_bay);
    struct rq_out out = {0};
    if (!pixels)
        return rq_fail(&d->err, RQ_NO_MEMORY, 0, "SKY_61.PCX", "out of memory");
    static const uint8_t start[] = {10, 5, 1, 8};
    static const uint16_t words[] = {0, 0, WIDTH - 1, HEIGHT - 1, 320, 200};
    rq_put(&out, start, sizeof start);
    for (size_t i = 0; i < 6; i++)
        rq_put16(&out, words[i]);
    rq_put_zeros(&out, 49);
    rq_put8(&out, 1);
    rq_put16(&out, WIDTH);
    rq_put16(&out, 1);
    rq_put_zeros(&out, 58);
    for (size_t y = 0; y < HEIGHT; y++)
        put_pcx_row(&out, pixels + y * WIDTH, WIDTH);
    free(pixels);
    demo_palette(colors);
    rq_put8(&out, 12);
    rq_put(&out, colors, sizeof colors);
    return save(d, "redguard/system/SKY_61.PCX", &out);
}

static bool save_bmp(struct demo *d)
{
    enum { WIDTH = 96, HEIGHT = 32, OFFSET = 14 + 40 + 1024 };
    uint8_t colors[256][3], *pixels = painted(WIDTH, HEIGHT, 1, paint_pointers);
    struct rq_out out = {0};
    if (!pixels)
        return rq_fail(&d->err, RQ_NO_MEMORY, 0, "pointers.bmp", "out of memory");
    static const uint32_t info[] = {40, WIDTH, HEIGHT, 1 | 8 << 16, 0, WIDTH * HEIGHT, 0, 0, 0, 0};
    rq_put(&out, "BM", 2);
    rq_put32(&out, OFFSET + WIDTH * HEIGHT);
    rq_put32(&out, 0);
    rq_put32(&out, OFFSET);
    for (size_t i = 0; i < 10; i++)
        rq_put32(&out, info[i]);
    demo_palette(colors);
    for (size_t i = 0; i < 256; i++) {
        for (size_t k = 3; k--;)
            rq_put8(&out, colors[i][k]);
        rq_put8(&out, 0);
    }
    for (size_t y = HEIGHT; y--;)
        rq_put(&out, pixels + y * WIDTH, WIDTH);
    free(pixels);
    return save(d, "redguard/system/pointers.bmp", &out);
}

/* Two equal bytes are a run only where nothing waits: as Deluxe Paint's own library has it. */
static void put_lbm_row(struct rq_out *out, const uint8_t *row, size_t size)
{
    size_t from = 0, at = 0;
    while (at <= size) {
        size_t n = 1;
        while (n < 128 && at + n < size && row[at + n] == row[at])
            n++;
        bool run = at < size && n >= (at == from ? 2 : 3);
        if (at > from && (run || at == size || at - from == 128)) {
            rq_put8(out, (uint8_t)(at - from - 1));
            rq_put(out, row + from, at - from);
            from = at;
            continue;
        }
        if (run) {
            rq_put8(out, (uint8_t)(257 - n));
            rq_put8(out, row[at]);
            from = at + n;
        }
        at += run ? n : 1;
    }
}

static bool save_lbm(struct demo *d)
{
    enum { WIDTH = 320, HEIGHT = 200 };
    uint8_t colors[256][3], *pixels = painted(WIDTH, HEIGHT, 1, paint_panel);
    struct rq_out out = {0};
    static const uint8_t header[] = {1, 64, 0, 200, 0, 0, 0, 0,  8, 0,
                                     1, 0,  0, 0,   5, 6, 1, 64, 0, 200};
    static const uint8_t range[] = {0, 0, 10, 170, 0, 1, 160, 175};
    if (!pixels)
        return rq_fail(&d->err, RQ_NO_MEMORY, 0, "gui.lbm", "out of memory");
    rq_put(&out, "FORM\0\0\0\0PBM BMHD\0\0\0\24", 20);
    rq_put(&out, header, sizeof header);
    demo_palette(colors);
    rq_put(&out, "CMAP\0\0\3\0", 8);
    rq_put(&out, colors, sizeof colors);
    rq_put(&out, "CRNG\0\0\0\10", 8);
    rq_put(&out, range, sizeof range);
    rq_put(&out, "BODY\0\0\0\0", 8);
    size_t start = out.size;
    for (size_t y = 0; y < HEIGHT; y++)
        put_lbm_row(&out, pixels + y * WIDTH, WIDTH);
    free(pixels);
    if (!out.failed)
        rq_set32be(out.data + start - 4, (uint32_t)(out.size - start));
    if ((out.size - start) % 2)
        rq_put8(&out, 0);
    if (!out.failed)
        rq_set32be(out.data + 4, (uint32_t)(out.size - 8));
    return save(d, "redguard/system/gui.lbm", &out);
}

/* ---- ANM ---- */

/* How many pixels from here are as in the frame before, or as the first of them. */
static size_t same_for(const uint8_t *p, const uint8_t *before, size_t left)
{
    size_t n = 0;
    while (n < left && p[n] == (before ? before[n] : p[0]))
        n++;
    return n;
}

static void put_word_op(struct rq_out *out, unsigned word)
{
    rq_put8(out, 0x80);
    rq_put16(out, (uint16_t)word);
}

/* Skips, runs and what is left between them. */
static void put_record(struct rq_out *out, const uint8_t *frame, const uint8_t *before, size_t size)
{
    rq_put(out, "B\0\0\0", 4);
    for (size_t at = 0; at < size;) {
        size_t skip = same_for(frame + at, before + at, size - at), n;
        size_t run = same_for(frame + at, NULL, size - at);
        if (skip > 3 || skip == size - at) {
            n = skip > 0x7FFF ? 0x7FFF : skip;
            if (n < 128)
                rq_put8(out, (uint8_t)(0x80 | n));
            else
                put_word_op(out, (unsigned)n);
        } else if (run > 3) {
            n = run > 0x3FFF ? 0x3FFF : run;
            if (n < 256) {
                rq_put8(out, 0);
                rq_put8(out, (uint8_t)n);
            } else {
                put_word_op(out, 0xC000 | (unsigned)n);
            }
            rq_put8(out, frame[at]);
        } else {
            for (n = 1; n < 127 && at + n < size; n++)
                if (same_for(frame + at + n, before + at + n, size - at - n) > 3 ||
                    same_for(frame + at + n, NULL, size - at - n) > 3)
                    break;
            rq_put8(out, (uint8_t)n);
            rq_put(out, frame + at, n);
        }
        at += n;
    }
    put_word_op(out, 0);
}

/* The fire, framed, on the panel of gui.lbm. */
static void burn(uint8_t *pixels, int number)
{
    const struct demo_tile *tile = &demo_tiles[TILE_FIRE];
    uint8_t fire[32 * 64] = {0};
    tile->paint(&(struct demo_picture){.width = tile->width,
                                       .height = tile->height,
                                       .frame = number,
                                       .frames = tile->frames,
                                       .seed = 3,
                                       .pixels = fire});
    for (size_t y = 0; y < 64; y++)
        for (size_t x = 0; x < 32; x++)
            if (fire[y * 32 + x])
                pixels[(y + 68) * 320 + x + 144] = fire[y * 32 + x];
}

static void put_anm_header(struct rq_out *out, unsigned frames)
{
    uint8_t colors[256][3];
    rq_put(out, "LPF ", 4);
    rq_put16(out, 256);
    rq_put16(out, 1);
    rq_put32(out, frames);
    rq_put16(out, 256);
    rq_put16(out, 1280);
    rq_put(out, "ANIM", 4);
    rq_put16(out, 320);
    rq_put16(out, 200);
    rq_put(out, "\0\0\1\1\0\1\0\1", 8);
    rq_put_zeros(out, 32);
    rq_put32(out, frames);
    rq_put16(out, 14);
    rq_put_zeros(out, 58 + 128);
    demo_palette(colors);
    for (size_t i = 0; i < 256; i++) {
        for (size_t k = 3; k--;)
            rq_put8(out, colors[i][k]);
        rq_put8(out, 0);
    }
}

static void put_page_entry(struct rq_out *out, unsigned records, size_t bytes)
{
    rq_put16(out, 0);
    rq_put16(out, (uint16_t)records);
    rq_put16(out, (uint16_t)bytes);
}

/* Eight frames and the way back to the first. */
static bool save_anm(struct demo *d)
{
    enum { FRAMES = 9, SIZE = 320 * 200 };
    struct rq_out out = {0}, records = {0};
    uint8_t *panel = painted(320, 200, 1, paint_panel), *now = calloc(2, SIZE);
    size_t sizes[FRAMES];
    if (!panel || !now) {
        free(panel);
        free(now);
        return rq_fail(&d->err, RQ_NO_MEMORY, 0, "gui.anm", "out of memory");
    }
    for (int i = 0; i < FRAMES; i++) {
        size_t before = records.size;
        memcpy(now, panel, SIZE);
        burn(now, i % 8);
        put_record(&records, now, now + SIZE, SIZE);
        memcpy(now + SIZE, now, SIZE);
        sizes[i] = records.size - before;
    }
    free(panel);
    free(now);
    put_anm_header(&out, FRAMES);
    put_page_entry(&out, FRAMES, records.size);
    rq_put_zeros(&out, (size_t)255 * 6);
    put_page_entry(&out, FRAMES, records.size);
    rq_put16(&out, 0);
    for (int i = 0; i < FRAMES; i++)
        rq_put16(&out, (uint16_t)sizes[i]);
    rq_put_bytes(&out, rq_out_bytes(&records));
    out.failed = out.failed ? out.failed : records.failed;
    rq_out_free(&records);
    return save(d, "redguard/system/gui.anm", &out);
}

/* ---- BSI ---- */

/* A dark sky with stars. */
static void paint_stars(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            uint32_t chance = demo_hash((uint32_t)x, (uint32_t)y, p->seed);
            int cloud = demo_cloud(x, y, 64, p->width, p->seed);
            uint8_t star = (uint8_t)((unsigned)RAMP_GREY * 16 + 10 + (chance >> 8) % 6);
            uint8_t dark = demo_shade(RAMP_SKY, cloud / 6, x, y);
            p->pixels[y * p->width + x] = chance % 97 ? dark : star;
        }
}

/* Indices are opacity: a disc with a glow around it. */
static void paint_sun(struct demo_picture *p)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int far = demo_length(x * 2 - p->width + 1, y * 2 - p->height + 1) * 256 / p->width;
            p->pixels[y * p->width + x] = (uint8_t)(far < 90    ? 255
                                                    : far < 256 ? (256 - far) * (256 - far) / 220
                                                                : 0);
        }
}

static bool save_sky(struct demo *d, const char *path, int side, unsigned seed,
                     void (*paint)(struct demo_picture *p))
{
    uint8_t *pixels = painted(side, side, seed, paint);
    struct rq_out out = {0};
    if (!pixels)
        return rq_fail(&d->err, RQ_NO_MEMORY, 0, path, "out of memory");
    const uint16_t header[] = {0, 0, (uint16_t)side, (uint16_t)side, 0, 0, 0, 1, 0, 0, 0, 256, 0};
    rq_put(&out, "IFHD\0\0\0\54\1", 9);
    rq_put_zeros(&out, 43);
    rq_put(&out, "BHDR\0\0\0\32", 8);
    for (size_t i = 0; i < 13; i++)
        rq_put16(&out, header[i]);
    rq_put(&out, "DATA", 4);
    rq_put32be(&out, (uint32_t)(side * side));
    rq_put(&out, pixels, (size_t)side * (size_t)side);
    rq_put(&out, "END ", 4);
    free(pixels);
    return save(d, path, &out);
}

static bool save_skies(struct demo *d)
{
    return save_sky(d, "redguard/fxart/SKY001.BSI", 128, 888, paint_clouds) &&
           save_sky(d, "redguard/fxart/SKYDAY.BSI", 128, 889, paint_clouds) &&
           save_sky(d, "redguard/fxart/SKYSET.BSI", 128, 890, paint_clouds) &&
           save_sky(d, "redguard/fxart/SKYNIT.BSI", 128, 891, paint_stars) &&
           save_sky(d, "redguard/fxart/SUN.BSI", 64, 892, paint_sun);
}

/* ---- the software renderer ---- */

static void put_texture_record(struct rq_out *out, const struct demo_tile *tile, unsigned packing)
{
    rq_put_zeros(out, 4);
    rq_put16(out, (uint16_t)tile->width);
    rq_put16(out, (uint16_t)tile->height);
    rq_put16(out, (uint16_t)packing);
    rq_put32(out, 28 + (uint32_t)tile->height * 256);
    rq_put32(out, 28);
    rq_put16(out, 0);
    rq_put16(out, 1);
    rq_put_zeros(out, 6);
}

/* Two plain pictures and one packed row by row, which is kept as it is. */
static bool save_texture(struct demo *d)
{
    static const uint8_t tiles[] = {TILE_BRICKS, TILE_IRON};
    struct rq_out out = {0};
    rq_put16(&out, 3);
    rq_put(&out, "Bricks and iron\0\0\0\0\0\0\0\0\0", 24);
    size_t entries = out.size;
    rq_put_zeros(&out, (size_t)3 * 20);
    for (size_t i = 0; i < 2; i++) {
        const struct demo_tile *tile = &demo_tiles[tiles[i]];
        uint8_t *pixels = painted(tile->width, tile->height, 7, tile->paint);
        size_t width = (size_t)tile->width;
        rq_patch32(&out, entries + i * 20 + 2, out.size);
        put_texture_record(&out, tile, 0);
        for (size_t y = 0; pixels && y < (size_t)tile->height; y++) {
            rq_put(&out, pixels + y * width, width);
            rq_put_zeros(&out, 256 - width);
        }
        if (!pixels)
            out.failed = RQ_NO_MEMORY;
        free(pixels);
    }
    rq_patch32(&out, entries + (size_t)2 * 20 + 2, out.size);
    put_texture_record(&out, &(struct demo_tile){.width = 4, .height = 2}, 0x1108);
    static const uint8_t rows[] = {36, 0, 0, 0x80, 41, 0, 0, 0, 4, 0, 0xFC, 0xFF, 97, 1, 2, 3, 4};
    rq_put(&out, rows, sizeof rows);
    return save(d, "redguard/3dart/TEXTURE.000", &out);
}

/* Row 0 leaves colours alone, row 63 makes all of them dark, or all of them sky. */
static bool save_table(struct demo *d, const char *path, int to)
{
    struct rq_out out = {0};
    for (int row = 0; row < 64; row++)
        for (int i = 0; i < 256; i++) {
            int level = demo_mix(i % 16, to == RAMP_SKY ? 12 : 0, row, 63);
            bool other = to == RAMP_SKY && row > 40;
            rq_put8(&out, (uint8_t)(i ? (other ? to : i / 16) * 16 + level : 0));
        }
    return save(d, path, &out);
}

bool demo_pictures(struct demo *d)
{
    return demo_make_folder(d, "redguard/system") &&
           save_screen(d, "redguard/system/HARBOUR.GXA", 320, 200, RUNS_3, paint_bay) &&
           save_screen(d, "redguard/system/SKYDAY.GXA", 256, 128, LZHUF, paint_bay) &&
           save_icons(d, "redguard/system/ICONS.GXA", false) &&
           save_icons(d, "redguard/system/ICONSS.GXA", true) && save_pcx(d) && save_bmp(d) &&
           save_lbm(d) && save_anm(d) && save_skies(d) && save_texture(d) &&
           save_table(d, "redguard/3dart/SHADE.000", RAMP_GREY) &&
           save_table(d, "redguard/3dart/HAZE.000", RAMP_SKY);
}
