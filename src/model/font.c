#include "model/font.h"

/* What the PNG reader takes, and far more than a font of 256 glyphs of 23 x 26 needs: a
 * few glyphs of absurd size in a small file must not become gigabytes. */
enum { MOST_SIDE = 16384, MOST_PIXELS = 16 << 20 };

bool rq_atlas_of(const struct rq_font *font, struct rq_atlas *atlas, struct rq_error *err)
{
    uint64_t width = 0, height = 0, columns = 1;
    for (size_t i = 0; i < font->glyph_count; i++) {
        width = font->glyphs[i].width > width ? font->glyphs[i].width : width;
        height = font->glyphs[i].height > height ? font->glyphs[i].height : height;
    }
    while (columns * columns < font->glyph_count)
        columns++;
    uint64_t rows = (font->glyph_count + columns - 1) / columns;
    width += 2;
    height += 2;
    if (font->glyph_count == 0)
        return rq_fail(err, RQ_USAGE, 0, "font", "a font without glyphs");
    if (width * columns > MOST_SIDE || height * rows > MOST_SIDE ||
        width * columns * (height * rows) > MOST_PIXELS)
        return rq_fail(err, RQ_LIMIT, 0, "font", "%zu glyphs of up to %llu x %llu: no such picture",
                       font->glyph_count, (unsigned long long)width - 2,
                       (unsigned long long)height - 2);
    *atlas =
        (struct rq_atlas){(uint32_t)width, (uint32_t)height, (uint32_t)columns, (uint32_t)rows};
    return true;
}

static const uint8_t *greys(struct rq_arena *arena)
{
    uint8_t *grey = rq_arena_get(arena, 256, 3);
    for (size_t i = 0; grey && i < 768; i++)
        grey[i] = (uint8_t)(i / 3);
    return grey;
}

/* A still picture of palette indices on one plane. */
static bool show(const struct rq_font *font, struct rq_arena *arena, const struct rq_plane *plane,
                 struct rq_image *image, struct rq_error *err)
{
    const uint8_t *palette = font->palette ? font->palette : greys(arena);
    *image = (struct rq_image){.pixels = RQ_PIXELS_INDEX8,
                               .transparent_zero = true,
                               .palette = palette,
                               .mips = 1,
                               .faces = 1,
                               .frames = 1,
                               .planes = plane};
    return palette || rq_fail(err, RQ_NO_MEMORY, 0, "font", "out of memory");
}

bool rq_glyph_image(const struct rq_font *font, const struct rq_glyph *glyph,
                    struct rq_arena *arena, struct rq_plane *plane, struct rq_image *image,
                    struct rq_error *err)
{
    *plane = (struct rq_plane){
        glyph->width, glyph->height, {glyph->pixels, (size_t)glyph->width * glyph->height}};
    return show(font, arena, plane, image, err);
}

bool rq_atlas_image(const struct rq_font *font, const struct rq_atlas *atlas,
                    struct rq_arena *arena, struct rq_image *image, struct rq_error *err)
{
    size_t width = (size_t)atlas->cell_width * atlas->columns;
    size_t height = (size_t)atlas->cell_height * atlas->rows;
    uint8_t *pixels = rq_arena_get(arena, height, width);
    struct rq_plane *plane = rq_arena_get(arena, 1, sizeof *plane);
    if (!pixels || !plane)
        return rq_fail(err, RQ_NO_MEMORY, 0, "font", "out of memory");
    for (size_t i = 0; i < font->glyph_count; i++) {
        const struct rq_glyph *glyph = &font->glyphs[i];
        uint8_t *to = pixels + rq_atlas_y(atlas, i) * width + rq_atlas_x(atlas, i);
        for (size_t y = 0; y < glyph->height && glyph->width; y++)
            memcpy(to + y * width, glyph->pixels + y * glyph->width, glyph->width);
    }
    *plane = (struct rq_plane){(uint32_t)width, (uint32_t)height, {pixels, width * height}};
    return show(font, arena, plane, image, err);
}
