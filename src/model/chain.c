/* Levels of a picture, and all parts of a picture as one. */
#include "model/image.h"

static uint32_t half(uint32_t side)
{
    return side > 1 ? side / 2 : 1;
}

size_t rq_chain_size(const struct rq_chain *chain)
{
    uint32_t width = chain->width, height = chain->height;
    size_t all = 0;
    for (uint32_t mip = 0; mip < chain->mips; mip++) {
        size_t size = rq_pixels_size(chain->pixels, width, height);
        if (size == 0 || size > SIZE_MAX - all)
            return 0;
        all += size;
        width = half(width);
        height = half(height);
    }
    return all;
}

/* Half as wide and high, in place. A side of 1 stays; what is left over of an odd one is lost. */
static void halve(uint8_t *rgba, uint32_t width, uint32_t height)
{
    size_t right = width > 1 ? 4 : 0, down = height > 1 ? (size_t)width * 4 : 0;
    uint8_t *to = rgba;
    for (uint32_t y = 0; y < half(height); y++) {
        const uint8_t *from = rgba + (size_t)y * 2 * down;
        for (uint32_t x = 0; x < half(width); x++, from += 8)
            for (size_t k = 0; k < 4; k++)
                *to++ = (uint8_t)((from[k] + from[k + right] + from[k + down] +
                                   from[k + right + down] + 2) /
                                  4);
    }
}

bool rq_chain_encode(const struct rq_chain *chain, const uint8_t *rgba, size_t stride,
                     struct rq_arena *scratch, uint8_t *to, struct rq_error *err)
{
    uint32_t width = chain->width, height = chain->height;
    size_t row = (size_t)width * 4;
    uint8_t *level = rq_arena_get(scratch, height, row);
    if (!level)
        return rq_fail(err, RQ_NO_MEMORY, 0, "levels", "out of memory");
    for (uint32_t y = 0; y < height; y++)
        memcpy(level + (chain->bottom_up ? height - 1 - y : y) * row, rgba + y * stride, row);
    for (size_t i = 3; chain->opaque && i < height * row; i += 4)
        level[i] = 255;
    for (uint32_t mip = 0; mip < chain->mips; mip++) {
        rq_plane_encode(chain->pixels, level, width, height, to);
        to += rq_pixels_size(chain->pixels, width, height);
        if (mip + 1 < chain->mips)
            halve(level, width, height);
        width = half(width);
        height = half(height);
    }
    return true;
}

bool rq_image_sheet(const struct rq_image *image, uint32_t mip, struct rq_arena *arena,
                    struct rq_image *sheet, struct rq_error *err)
{
    if (!image->frames || !image->faces || mip >= image->mips)
        return rq_fail(err, RQ_USAGE, 0, "picture", "there are no pixels in it");
    const struct rq_plane *first = rq_image_plane(image, 0, 0, mip);
    uint32_t columns = image->columns ? image->columns : 1;
    uint32_t rows = (image->frames + columns - 1) / columns * image->faces;
    uint64_t width = (uint64_t)first->width * columns, height = (uint64_t)first->height * rows;
    size_t cell_row = (size_t)first->width * 4, row = (size_t)width * 4;
    uint8_t *all =
        width > 65536 || height > 65536 ? NULL : rq_arena_get(arena, (size_t)height, row);
    bool alone = image->frames * image->faces == 1;
    uint8_t *cell = alone ? all : rq_arena_get(arena, first->height, cell_row);
    struct rq_plane *plane = rq_arena_get(arena, 1, sizeof *plane);
    if (!all || !cell || !plane)
        return rq_fail(err, RQ_NO_MEMORY, 0, "picture", "no memory for a sheet of this size");
    for (uint32_t frame = 0; frame < image->frames; frame++) {
        for (uint32_t face = 0; face < image->faces; face++) {
            rq_plane_rgba(image, rq_image_plane(image, frame, face, mip), cell);
            size_t x = frame % columns * cell_row;
            size_t y = (size_t)(frame / columns * image->faces + face) * first->height;
            for (uint32_t i = 0; i < first->height && !alone; i++)
                memcpy(all + (y + i) * row + x, cell + i * cell_row, cell_row);
        }
    }
    *plane = (struct rq_plane){(uint32_t)width, (uint32_t)height, {all, (size_t)height * row}};
    *sheet = (struct rq_image){
        .pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = plane};
    return true;
}
