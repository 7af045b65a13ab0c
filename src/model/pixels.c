#include "model/image.h"

#include "codec/dxt.h"

static enum rq_dxt dxt_of(enum rq_pixels pixels)
{
    return pixels == RQ_PIXELS_DXT1 ? RQ_DXT1 : pixels == RQ_PIXELS_DXT3 ? RQ_DXT3 : RQ_DXT5;
}

size_t rq_pixels_size(enum rq_pixels pixels, uint32_t width, uint32_t height)
{
    uint64_t across = width, down = height, unit = 1;
    switch (pixels) {
    case RQ_PIXELS_INDEX8:
    case RQ_PIXELS_GREY8: break;
    case RQ_PIXELS_RGB8:
    case RQ_PIXELS_BGR8: unit = 3; break;
    case RQ_PIXELS_RGBA8:
    case RQ_PIXELS_BGRA8:
    case RQ_PIXELS_BGRA8_SWIZZLED: unit = 4; break;
    case RQ_PIXELS_DXT1:
    case RQ_PIXELS_DXT3:
    case RQ_PIXELS_DXT5:
        across = (across + 3) / 4;
        down = (down + 3) / 4;
        unit = pixels == RQ_PIXELS_DXT1 ? 8 : 16;
        break;
    }
    /* Both factors are below 2^32, so the first product is exact. */
    uint64_t units = across * down;
    return units > SIZE_MAX / unit ? 0 : (size_t)(units * unit);
}

/* ---- to RGBA ---- */

static void index_row(const struct rq_image *image, const uint8_t *from, uint32_t width,
                      uint8_t *to)
{
    for (uint32_t x = 0; x < width; x++, to += 4) {
        const uint8_t *color = image->palette + (size_t)from[x] * 3;
        to[0] = color[0];
        to[1] = color[1];
        to[2] = color[2];
        to[3] = image->transparent_zero && from[x] == 0 ? 0 : 255;
    }
}

static void grey_row(const uint8_t *from, uint32_t width, uint8_t *to)
{
    for (uint32_t x = 0; x < width; x++, to += 4) {
        to[0] = to[1] = to[2] = from[x];
        to[3] = 255;
    }
}

static void rgb_row(const uint8_t *from, uint32_t width, uint8_t *to)
{
    for (uint32_t x = 0; x < width; x++, to += 4, from += 3) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
        to[3] = 255;
    }
}

static void bgr_row(const uint8_t *from, uint32_t width, uint8_t *to)
{
    for (uint32_t x = 0; x < width; x++, to += 4, from += 3) {
        to[0] = from[2];
        to[1] = from[1];
        to[2] = from[0];
        to[3] = 255;
    }
}

/* Red and blue change places: the same both ways. */
static void swap_row(const uint8_t *from, uint32_t width, uint8_t *to)
{
    for (uint32_t x = 0; x < width; x++, to += 4, from += 4) {
        uint32_t v = rq_get32(from);
        rq_set32(to, (v & 0xFF00FF00) | (v >> 16 & 255) | (v & 255) << 16);
    }
}

/* Which bits of a texel's number come from x and which from y: taken in turn, x first, and
 * what is left of the longer side on top. Only powers of two are stored so; for others
 * both masks are 0, and the rows stand one after the other. */
static void morton_masks(uint32_t width, uint32_t height, uint64_t *mask_x, uint64_t *mask_y)
{
    *mask_x = *mask_y = 0;
    if ((width & (width - 1)) || (height & (height - 1)))
        return;
    uint64_t bit = 1;
    for (uint32_t step = 1; step < width || step < height; step = step * 2) {
        if (step < width) {
            *mask_x |= bit;
            bit <<= 1;
        }
        if (step < height) {
            *mask_y |= bit;
            bit <<= 1;
        }
        if (step > UINT32_MAX / 2)
            break;
    }
}

/* From rows into Morton order (pack) or from there into rows; stride is that of the rows. */
static void swizzle(const uint8_t *from, uint8_t *to, ptrdiff_t stride, uint32_t width,
                    uint32_t height, bool pack)
{
    uint64_t mask_x, mask_y, at_y = 0;
    morton_masks(width, height, &mask_x, &mask_y);
    bool linear = mask_x == 0 && mask_y == 0;
    for (uint32_t y = 0; y < height; y++) {
        ptrdiff_t row = (ptrdiff_t)y * stride;
        uint64_t at_x = 0;
        for (uint32_t x = 0; x < width; x++, row += 4) {
            uint64_t at = linear ? (uint64_t)y * width + x : (at_x | at_y);
            if (pack)
                swap_row(from + row, 1, to + at * 4);
            else
                swap_row(from + at * 4, 1, to + row);
            /* Adds one to the number whose bits stand where the mask is set. */
            at_x = (at_x - mask_x) & mask_x;
        }
        at_y = (at_y - mask_y) & mask_y;
    }
}

static void row_rgba(const struct rq_image *image, const uint8_t *from, uint32_t width, uint8_t *to)
{
    switch (image->pixels) {
    case RQ_PIXELS_INDEX8: index_row(image, from, width, to); break;
    case RQ_PIXELS_GREY8: grey_row(from, width, to); break;
    case RQ_PIXELS_RGB8: rgb_row(from, width, to); break;
    case RQ_PIXELS_BGR8: bgr_row(from, width, to); break;
    case RQ_PIXELS_BGRA8: swap_row(from, width, to); break;
    default: memcpy(to, from, (size_t)width * 4); break;
    }
}

void rq_plane_rgba(const struct rq_image *image, const struct rq_plane *plane, uint8_t *rgba)
{
    uint32_t width = plane->width, height = plane->height;
    if (width == 0 || height == 0)
        return;
    ptrdiff_t stride = (ptrdiff_t)width * 4;
    if (image->bottom_up) {
        rgba += (size_t)(height - 1) * width * 4;
        stride = -stride;
    }
    const uint8_t *from = plane->bytes.data;
    if (image->pixels == RQ_PIXELS_DXT1) {
        rq_dxt1_decode(from, width, height, rgba, stride);
    } else if (image->pixels == RQ_PIXELS_DXT3) {
        rq_dxt3_decode(from, width, height, rgba, stride);
    } else if (image->pixels == RQ_PIXELS_DXT5) {
        rq_dxt5_decode(from, width, height, rgba, stride);
    } else if (image->pixels == RQ_PIXELS_BGRA8_SWIZZLED) {
        swizzle(from, rgba, stride, width, height, false);
    } else {
        size_t pitch = rq_pixels_size(image->pixels, width, 1);
        for (uint32_t y = 0; y < height; y++)
            row_rgba(image, from + y * pitch, width, rgba + (ptrdiff_t)y * stride);
    }
}

/* ---- and back ---- */

static void grey_pixels(const uint8_t *rgba, size_t count, uint8_t *to)
{
    for (size_t i = 0; i < count; i++, rgba += 4)
        to[i] = (uint8_t)((rgba[0] * 77u + rgba[1] * 150u + rgba[2] * 29u) >> 8);
}

static void three_bytes(const uint8_t *rgba, size_t count, bool blue_first, uint8_t *to)
{
    size_t first = blue_first ? 2 : 0;
    for (size_t i = 0; i < count; i++, rgba += 4, to += 3) {
        to[0] = rgba[first];
        to[1] = rgba[1];
        to[2] = rgba[2 - first];
    }
}

void rq_plane_encode(enum rq_pixels pixels, const uint8_t *rgba, uint32_t width, uint32_t height,
                     uint8_t *to)
{
    size_t count = (size_t)width * height;
    ptrdiff_t stride = (ptrdiff_t)width * 4;
    switch (pixels) {
    case RQ_PIXELS_INDEX8: break;
    case RQ_PIXELS_GREY8: grey_pixels(rgba, count, to); break;
    case RQ_PIXELS_RGB8: three_bytes(rgba, count, false, to); break;
    case RQ_PIXELS_BGR8: three_bytes(rgba, count, true, to); break;
    case RQ_PIXELS_RGBA8: memcpy(to, rgba, count * 4); break;
    case RQ_PIXELS_BGRA8:
        for (uint32_t y = 0; y < height; y++)
            swap_row(rgba + y * stride, width, to + y * stride);
        break;
    case RQ_PIXELS_BGRA8_SWIZZLED: swizzle(rgba, to, stride, width, height, true); break;
    case RQ_PIXELS_DXT1:
    case RQ_PIXELS_DXT3:
    case RQ_PIXELS_DXT5: rq_dxt_encode(dxt_of(pixels), rgba, stride, width, height, to); break;
    }
}

/* ---- is anything see-through? ---- */

static bool quads_have_alpha(const uint8_t *p, size_t count)
{
    /* In runs, so that the inner loop has no exit and compilers widen it. */
    while (count) {
        size_t run = count < 1024 ? count : 1024;
        unsigned all = 255;
        for (size_t i = 0; i < run; i++)
            all &= p[i * 4 + 3];
        if (all != 255)
            return true;
        p += run * 4;
        count -= run;
    }
    return false;
}

bool rq_plane_has_alpha(const struct rq_image *image, const struct rq_plane *plane)
{
    size_t count = (size_t)plane->width * plane->height;
    switch (image->pixels) {
    case RQ_PIXELS_INDEX8:
        return image->transparent_zero && count && memchr(plane->bytes.data, 0, count);
    case RQ_PIXELS_GREY8:
    case RQ_PIXELS_RGB8:
    case RQ_PIXELS_BGR8: return false;
    case RQ_PIXELS_RGBA8:
    case RQ_PIXELS_BGRA8:
    case RQ_PIXELS_BGRA8_SWIZZLED: return quads_have_alpha(plane->bytes.data, count);
    case RQ_PIXELS_DXT1:
    case RQ_PIXELS_DXT3:
    case RQ_PIXELS_DXT5:
        return rq_dxt_has_alpha(dxt_of(image->pixels), plane->bytes.data, plane->width,
                                plane->height);
    }
    return false;
}
