/* The Redguard half of the demo: palettes and texture banks. The bytes are laid down from the
 * description of the formats, not by the library's writers, so that `verify` has something
 * to disagree with. */
#include "demo/demo.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- palettes ---- */

/* Four colours, dark to light, that each ramp runs through. */
static const uint8_t ramps[16][4][3] = {
    [RAMP_GREY] = {{0, 0, 0}, {74, 74, 80}, {160, 160, 164}, {255, 255, 255}},
    [RAMP_SKIN] = {{48, 24, 16}, {124, 74, 48}, {196, 136, 96}, {246, 208, 176}},
    [RAMP_LEAF] = {{10, 28, 12}, {34, 78, 26}, {88, 140, 44}, {186, 214, 104}},
    [RAMP_OLIVE] = {{36, 32, 10}, {96, 88, 34}, {160, 146, 66}, {228, 214, 140}},
    [RAMP_STONE] = {{30, 28, 28}, {92, 86, 80}, {154, 146, 134}, {224, 216, 202}},
    [RAMP_SAND] = {{70, 48, 28}, {142, 108, 66}, {206, 172, 118}, {248, 232, 190}},
    [RAMP_WOOD] = {{28, 14, 6}, {86, 52, 26}, {146, 96, 52}, {212, 164, 108}},
    [RAMP_BRICK] = {{42, 14, 10}, {112, 44, 28}, {172, 82, 54}, {226, 150, 110}},
    [RAMP_SEA] = {{4, 22, 44}, {14, 74, 108}, {52, 146, 164}, {222, 250, 240}},
    [RAMP_SKY] = {{14, 20, 52}, {44, 88, 156}, {112, 170, 222}, {230, 244, 255}},
    [RAMP_FIRE] = {{44, 4, 0}, {188, 42, 4}, {248, 150, 20}, {255, 246, 190}},
    [RAMP_PURPLE] = {{24, 8, 36}, {84, 38, 112}, {148, 92, 180}, {228, 196, 246}},
    [RAMP_RED] = {{36, 0, 4}, {126, 14, 20}, {194, 50, 44}, {248, 160, 140}},
    [RAMP_GOLD] = {{46, 28, 4}, {134, 92, 20}, {214, 168, 52}, {255, 240, 164}},
    [RAMP_IRON] = {{12, 14, 20}, {58, 64, 76}, {122, 132, 146}, {216, 226, 234}},
    [RAMP_MOSS] = {{4, 22, 20}, {20, 70, 54}, {66, 128, 84}, {168, 210, 144}},
};

/* What the light of a scene does to a colour: part of 256 for red, green and blue. */
struct light {
    const char *path;
    int part[3], base[3];
    int grid; /* colours are multiples of it */
};

static const struct light lights[] = {
    {"redguard/fxart/ISLAND.COL", {256, 256, 256}, {0, 0, 0}, 1},
    {"redguard/fxart/CATACOMB.COL", {124, 134, 168}, {4, 6, 16}, 1},
    {"redguard/3dart/ART_PAL.COL", {250, 240, 224}, {0, 0, 0}, 4},
    {"redguard/fxart/SUNSET.COL", {256, 196, 160}, {0, 0, 0}, 1},
    {"redguard/fxart/SKYDAY.COL", {256, 256, 256}, {0, 0, 0}, 1},
    {"redguard/fxart/SKYSET.COL", {230, 140, 100}, {25, 10, 12}, 1},
    {"redguard/fxart/SKYNIT.COL", {120, 130, 170}, {0, 0, 8}, 1},
};

static void palette(const struct light *light, uint8_t colors[256][3])
{
    for (int i = 0; i < 256; i++)
        for (int k = 0; k < 3; k++) {
            const uint8_t(*keys)[3] = ramps[i / 16];
            int at = i % 16, key = at < 15 ? at / 5 : 2;
            int v = demo_mix(keys[key][k], keys[key + 1][k], at - key * 5, 5);
            v = v * light->part[k] / 256 + light->base[k];
            colors[i][k] = (uint8_t)(i ? v - v % light->grid : 0);
        }
}

void demo_palette(uint8_t colors[256][3])
{
    palette(&lights[0], colors);
}

static bool save_palettes(struct demo *d)
{
    struct rq_out out = {0};
    bool fine = true;
    for (size_t i = 0; i < sizeof lights / sizeof lights[0] && fine; i++) {
        uint8_t colors[256][3];
        palette(&lights[i], colors);
        rq_put32(&out, 776);
        rq_put32(&out, 0xB123);
        rq_put(&out, colors, sizeof colors);
        fine = demo_save(d, lights[i].path, &out);
    }
    rq_out_free(&out);
    return fine;
}

/* ---- texture banks ---- */

static void put_header(struct rq_out *out, const struct demo_tile *tile)
{
    bool moving = tile->frames > 1;
    rq_put(out, "BHDR", 4);
    rq_put32be(out, 26);
    rq_put16(out, (uint16_t)tile->x);
    rq_put16(out, (uint16_t)tile->y);
    rq_put16(out, (uint16_t)tile->width);
    rq_put16(out, (uint16_t)tile->height);
    rq_put8(out, moving);
    rq_put8(out, tile->flags);
    rq_put_zeros(out, 4);
    rq_put16(out, (uint16_t)tile->frames);
    rq_put16(out, (uint16_t)tile->delay);
    rq_put_zeros(out, 4);
    rq_put16(out, tile->scale);
    rq_put16(out, moving ? 4 : 0);
}

/* A table of rows, then the rows: each at its first use, unless they stand apart. */
static void put_rows(struct rq_out *out, const struct demo_tile *tile, const uint8_t *pixels)
{
    size_t width = (size_t)tile->width, count = (size_t)tile->height * (size_t)tile->frames;
    size_t hole = out->size;
    rq_put32be(out, 0);
    size_t start = out->size;
    rq_put_zeros(out, count * 4);
    for (size_t i = 0; i < count; i++) {
        size_t same = tile->apart ? i : 0;
        while (same < i && memcmp(pixels + same * width, pixels + i * width, width) != 0)
            same++;
        if (same == i) {
            rq_patch32(out, start + i * 4, out->size - start);
            rq_put(out, pixels + i * width, width);
        } else if (!out->failed) {
            memcpy(out->data + start + i * 4, out->data + start + same * 4, 4);
        }
    }
    if (out->failed)
        return;
    uint32_t size = (uint32_t)(out->size - start);
    for (size_t k = 0; k < 4; k++)
        out->data[hole + k] = (uint8_t)(size >> (24 - 8 * k));
}

static void put_image(struct rq_out *out, const struct demo_tile *tile, unsigned bank,
                      unsigned index, const uint8_t *pixels)
{
    char name[16];
    uint8_t colors[256][3];
    bool moving = tile->frames > 1;
    snprintf(name, sizeof name, "%c%02u%03u", (char)('A' + bank / 100), bank % 100, index % 1000);
    rq_put(out, name, 6);
    rq_put_zeros(out, 3);
    size_t hole = rq_hole32(out), start = out->size;
    rq_put(out, moving ? "IFHD" : "BSIF", 4);
    rq_put32be(out, moving ? 44 : 0);
    if (moving) {
        rq_put8(out, 1);
        rq_put_zeros(out, 43);
    }
    put_header(out, tile);
    if (moving) {
        palette(&lights[0], colors);
        rq_put(out, "CMAP", 4);
        rq_put32be(out, sizeof colors);
        rq_put(out, colors, sizeof colors);
    }
    rq_put(out, "DATA", 4);
    if (moving) {
        put_rows(out, tile, pixels);
    } else {
        size_t size = (size_t)tile->width * (size_t)tile->height;
        rq_put32be(out, (uint32_t)size);
        rq_put(out, pixels, size);
    }
    rq_put(out, "END ", 4);
    rq_put_zeros(out, 4);
    rq_patch32(out, hole, out->size - start);
}

static bool save_bank(struct demo *d, const struct demo_tile *tiles, unsigned count, unsigned bank)
{
    struct rq_out out = {0};
    char path[64];
    for (unsigned i = 0; i < count && !out.failed; i++) {
        const struct demo_tile *tile = &tiles[i];
        size_t size = (size_t)tile->width * (size_t)tile->height, frames = (size_t)tile->frames;
        uint8_t *pixels = calloc(frames, size);
        if (!pixels) {
            out.failed = RQ_NO_MEMORY;
            break;
        }
        for (int f = 0; f < tile->frames; f++)
            tile->paint(&(struct demo_picture){.width = tile->width,
                                               .height = tile->height,
                                               .frame = f,
                                               .frames = tile->frames,
                                               .seed = bank * 977 + i,
                                               .pixels = pixels + (size_t)f * size});
        put_image(&out, tile, bank, i, pixels);
        free(pixels);
    }
    rq_put_zeros(&out, 9);
    snprintf(path, sizeof path, "redguard/fxart/TEXBSI.%03u", bank);
    bool fine = demo_save(d, path, &out);
    rq_out_free(&out);
    return fine;
}

/* Three banks a set; sets that come after the last free number share those before. */
static struct demo_banks banks_of(unsigned number)
{
    unsigned taken[] = {9, 114, MENU_BANK, 302}, banks[3];
    number %= DEMO_SCALE;
    if (number == 0)
        return (struct demo_banks){302, 9, 114};
    for (unsigned i = 0; i < 3; i++) {
        banks[i] = (number - 1) * 3 + i;
        for (size_t k = 0; k < sizeof taken / sizeof taken[0]; k++)
            banks[i] += banks[i] >= taken[k];
    }
    return (struct demo_banks){banks[0], banks[1], banks[2]};
}

bool demo_redguard(struct demo *d, unsigned number)
{
    struct demo_banks banks = banks_of(number);
    if (number == 0 &&
        !(demo_make_folder(d, "redguard/fxart") && demo_make_folder(d, "redguard/3dart") &&
          save_palettes(d) && save_bank(d, demo_menu, MENU_COUNT, MENU_BANK)))
        return false;
    if (number < DEMO_SCALE && !(save_bank(d, demo_tiles, TILE_COUNT, banks.tiles) &&
                                 save_bank(d, demo_sprites, SPRITE_COUNT, banks.sprites) &&
                                 save_bank(d, demo_crypt, CRYPT_COUNT, banks.crypt)))
        return false;
    if (number == 0 && !(demo_maps(d, banks) && demo_sound(d) && demo_fonts(d) &&
                         demo_pictures(d) && demo_text(d)))
        return false;
    return demo_models(d, number, banks) && (number || demo_world(d));
}
