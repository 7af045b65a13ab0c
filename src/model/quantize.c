#include "model/quantize.h"

/* Colours that were met, by hash: the colour above, its index below. No index is 0, so 0 is an
 * empty place. */
enum { CACHE = 4096, OPAQUE = 128 };

struct mapper {
    const uint8_t *palette;
    uint32_t cache[CACHE];
};

uint8_t rq_palette_nearest(const uint8_t *palette, const uint8_t rgb[3])
{
    unsigned best = 1;
    int least = INT32_MAX;
    for (unsigned i = 1; i < 256; i++) {
        const uint8_t *c = palette + (size_t)i * 3;
        int r = c[0] - rgb[0], g = c[1] - rgb[1], b = c[2] - rgb[2];
        int far = r * r + g * g + b * b;
        if (far < least) {
            least = far;
            best = i;
        }
    }
    return (uint8_t)best;
}

static uint8_t map_color(struct mapper *m, const uint8_t *rgb)
{
    uint32_t color = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
    uint32_t *slot = &m->cache[(color * UINT32_C(2654435761)) >> 20];
    if (!*slot || *slot >> 8 != color)
        *slot = color << 8 | rq_palette_nearest(m->palette, rgb);
    return (uint8_t)*slot;
}

/* ---- indexed pictures ---- */

static bool agrees(const struct rq_image *image, const bool used[256], const uint8_t *palette)
{
    for (size_t i = 0; i < 256; i++)
        if (used[i] && memcmp(image->palette + i * 3, palette + i * 3, 3) != 0)
            return false;
    return true;
}

static bool keeps_indices(const struct rq_quantize *q, const struct rq_image *image)
{
    const struct rq_bytes bytes = image->planes[0].bytes;
    uint8_t grey[768];
    bool used[256] = {false};
    if (!q->palettes[0] && !q->palettes[1])
        return true;
    if (image->indices_of && q->name && strcmp(image->indices_of, q->name) == 0)
        return true;
    for (size_t i = 0; i < bytes.size; i++)
        used[bytes.data[i]] = true;
    for (size_t i = 0; i < 2; i++)
        if (q->palettes[i] && agrees(image, used, q->palettes[i]))
            return true;
    for (size_t i = 0; i < sizeof grey; i++)
        grey[i] = (uint8_t)(i / 3);
    return q->grey && agrees(image, used, grey);
}

/* Where colours have to be matched, an entry that is the same at its own place stays there:
 * palettes often hold a colour twice. */
static void map_indices(struct mapper *m, const struct rq_image *image, uint8_t *indices)
{
    const struct rq_bytes bytes = image->planes[0].bytes;
    uint8_t to[256];
    for (size_t i = 0; i < 256; i++) {
        const uint8_t *rgb = image->palette + i * 3;
        bool same = i && memcmp(rgb, m->palette + i * 3, 3) == 0;
        to[i] = same ? (uint8_t)i : map_color(m, rgb);
    }
    if (image->transparent_zero)
        to[0] = 0;
    for (size_t i = 0; i < bytes.size; i++)
        indices[i] = to[bytes.data[i]];
}

/* ---- all ---- */

static void map_colors(struct mapper *m, const struct rq_image *image, uint8_t *indices)
{
    const struct rq_plane *plane = &image->planes[0];
    size_t unit = image->pixels == RQ_PIXELS_GREY8 ? 1 : image->pixels == RQ_PIXELS_RGB8 ? 3 : 4;
    size_t count = (size_t)plane->width * plane->height;
    const uint8_t *p = plane->bytes.data;
    for (size_t i = 0; i < count; i++, p += unit) {
        const uint8_t grey[3] = {p[0], p[0], p[0]};
        indices[i] = unit == 4 && p[3] < OPAQUE ? 0 : map_color(m, unit == 1 ? grey : p);
    }
}

bool rq_quantize(const struct rq_quantize *q, const struct rq_image *image, uint8_t *indices,
                 struct rq_error *err)
{
    struct mapper m = {.palette = q->palettes[0] ? q->palettes[0] : q->palettes[1]};
    const struct rq_plane *plane = &image->planes[0];
    if (image->pixels == RQ_PIXELS_INDEX8 && keeps_indices(q, image)) {
        if (plane->bytes.size)
            memcpy(indices, plane->bytes.data, plane->bytes.size);
        return true;
    }
    if (!m.palette)
        return rq_fail(err, RQ_USAGE, 0, "palette",
                       "a picture in true colour needs a palette to go into: a COL file") ||
               rq_fail_hint(err, RQ_HINT_PALETTE);
    if (image->pixels == RQ_PIXELS_INDEX8)
        map_indices(&m, image, indices);
    else
        map_colors(&m, image, indices);
    return true;
}
