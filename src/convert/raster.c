#include "convert/raster.h"

#include <math.h>

/* ---- textures ---- */

/* The mean of 2 x 2 pixels; a side of odd length loses its last row. */
static void halve(const uint8_t *from, uint32_t width, uint32_t height, uint8_t *to)
{
    uint32_t w = width > 1 ? width / 2 : 1, h = height > 1 ? height / 2 : 1;
    size_t right = width > 1 ? 4 : 0, below = height > 1 ? (size_t)width * 4 : 0;
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++, to += 4) {
            const uint8_t *p = from + ((size_t)y * 2 * width + (size_t)x * 2) * 4;
            for (size_t k = 0; k < 4; k++)
                to[k] =
                    (uint8_t)((p[k] + p[k + right] + p[k + below] + p[k + right + below] + 2) / 4);
        }
}

bool rq_raster_texture(struct rq_raster_texture *to, const struct rq_texture *from,
                       struct rq_arena *arena)
{
    const struct rq_plane *plane = from->image.planes;
    *to = (struct rq_raster_texture){.nearest = from->nearest};
    if (!plane || !plane->width || !plane->height || plane->width > 1 << 14 ||
        plane->height > 1 << 14)
        return true;
    uint32_t width = plane->width, height = plane->height;
    uint8_t *rgba = rq_arena_get(arena, (size_t)width * height, 4);
    if (!rgba)
        return false;
    rq_plane_rgba(&from->image, plane, rgba);
    for (;;) {
        to->levels[to->count].width = width;
        to->levels[to->count].height = height;
        to->levels[to->count++].rgba = rgba;
        if ((width == 1 && height == 1) || to->count == RQ_RASTER_LEVELS)
            return true;
        uint32_t w = width > 1 ? width / 2 : 1, h = height > 1 ? height / 2 : 1;
        uint8_t *half = rq_arena_get(arena, (size_t)w * h, 4);
        if (!half)
            return false;
        halve(rgba, width, height, half);
        rgba = half;
        width = w;
        height = h;
    }
}

/* The pixel of a place that repeats, as a number of the row or column. Places that no whole number
 * of 32 bits can hold are the first. */
static uint32_t wrapped(int32_t at, uint32_t size)
{
    if ((size & (size - 1)) == 0)
        return (uint32_t)at & (size - 1);
    int64_t rest = at % (int64_t)size;
    return (uint32_t)(rest < 0 ? rest + (int64_t)size : rest);
}

static float in_range(float v)
{
    return v > -1e6f && v < 1e6f ? v : 0;
}

/* Colour at a place, 0 to 255 each. */
static void sample(const struct rq_raster_texture *t, uint32_t level, float u, float v,
                   float color[4])
{
    uint32_t width = t->levels[level].width, height = t->levels[level].height;
    const uint8_t *rgba = t->levels[level].rgba;
    float shift = t->nearest ? 0 : 0.5f;
    float x = in_range(u * (float)width - shift), y = in_range(v * (float)height - shift);
    float left = floorf(x), top = floorf(y);
    uint32_t x0 = wrapped((int32_t)left, width), y0 = wrapped((int32_t)top, height);
    const uint8_t *a = rgba + ((size_t)y0 * width + x0) * 4;
    if (t->nearest) {
        for (size_t k = 0; k < 4; k++)
            color[k] = a[k];
        return;
    }
    uint32_t x1 = x0 + 1 == width ? 0 : x0 + 1, y1 = y0 + 1 == height ? 0 : y0 + 1;
    const uint8_t *b = rgba + ((size_t)y0 * width + x1) * 4;
    const uint8_t *c = rgba + ((size_t)y1 * width + x0) * 4;
    const uint8_t *d = rgba + ((size_t)y1 * width + x1) * 4;
    float fx = x - left, fy = y - top;
    float wa = (1 - fx) * (1 - fy), wb = fx * (1 - fy), wc = (1 - fx) * fy, wd = fx * fy;
    for (size_t k = 0; k < 4; k++)
        color[k] = wa * (float)a[k] + wb * (float)b[k] + wc * (float)c[k] + wd * (float)d[k];
}

/* ---- one triangle ---- */

/* A corner on the picture: in 1/256 of a pixel, and what is straight there: 1 / w, values / w. */
struct point {
    int64_t x, y;
    float over, values[RQ_RASTER_VALUES];
};

enum { SUBPIXEL = 256 };

/* What is straight on the picture: at the first pixel of a row, and from pixel to pixel. */
struct slope {
    float at, across, down;
};

struct triangle {
    const struct rq_surface *surface;
    uint32_t level, light_level;
    struct slope over, values[RQ_RASTER_VALUES];
};

static uint8_t byte_of(float v)
{
    return (uint8_t)(v <= 0 ? 0 : v >= 255 ? 255 : v + 0.5f);
}

/* The colour of a pixel, 0 to 255 each; false when it is not drawn. */
static bool shade(const struct triangle *t, const float values[RQ_RASTER_VALUES], float color[4])
{
    const struct rq_surface *s = t->surface;
    float light[4] = {255, 255, 255, 255};
    for (size_t k = 0; k < 4; k++)
        color[k] = 255;
    if (s->texture)
        sample(s->texture, t->level, values[RQ_RASTER_U], values[RQ_RASTER_V], color);
    for (size_t k = 0; k < 4; k++)
        color[k] *= values[RQ_RASTER_RED + k];
    if (s->alpha == RQ_ALPHA_MASK && color[3] < 127.5f)
        return false;
    if (!s->lightmap)
        return true;
    sample(s->lightmap, t->light_level, values[RQ_RASTER_U1], values[RQ_RASTER_V1], light);
    for (size_t k = 0; k < 3; k++)
        color[k] *= fminf(light[k] / 255 + s->glow[k], 1);
    return true;
}

static void put_pixel(const struct triangle *t, float over, float *depth, uint8_t *rgba, float x,
                      float y)
{
    float values[RQ_RASTER_VALUES], color[4], w = 1 / over;
    for (size_t k = 0; k < RQ_RASTER_VALUES; k++)
        values[k] = (t->values[k].at + t->values[k].across * x + t->values[k].down * y) * w;
    if (!shade(t, values, color))
        return;
    if (t->surface->alpha != RQ_ALPHA_BLEND) {
        for (size_t k = 0; k < 3; k++)
            rgba[k] = byte_of(color[k]);
        rgba[3] = 255;
        *depth = over;
        return;
    }
    float part = color[3] / 255;
    for (size_t k = 0; k < 4; k++)
        rgba[k] = byte_of((k < 3 ? color[k] * part : color[3]) + (float)rgba[k] * (1 - part));
}

/* A line from a to b, with 0 and more on its inner side; its own points only if it is a top or
 * left edge. */
struct edge {
    int64_t at, across, down;
};

static struct edge edge_of(const struct point *a, const struct point *b, int64_t x, int64_t y)
{
    int64_t dx = b->x - a->x, dy = b->y - a->y;
    bool owns = dy < 0 || (dy == 0 && dx > 0);
    return (struct edge){dx * (y - a->y) - dy * (x - a->x) - !owns, -dy * SUBPIXEL, dx * SUBPIXEL};
}

/* The first and last pixel whose centre lies between two places; false: none in the picture. */
static bool span(int64_t low, int64_t high, uint32_t size, int64_t *first, int64_t *last)
{
    *first = low <= SUBPIXEL / 2 ? 0 : (low + SUBPIXEL / 2 - 1) / SUBPIXEL;
    *last = high < SUBPIXEL / 2 ? -1 : (high - SUBPIXEL / 2) / SUBPIXEL;
    if (*last >= (int64_t)size)
        *last = (int64_t)size - 1;
    return *first <= *last;
}

static int64_t least(int64_t a, int64_t b, int64_t c)
{
    int64_t m = a < b ? a : b;
    return m < c ? m : c;
}

static int64_t most(int64_t a, int64_t b, int64_t c)
{
    return -least(-a, -b, -c);
}

struct box {
    int64_t left, right, top, bottom;
};

static void fill(struct rq_canvas *c, const struct triangle *t, const struct box *box,
                 const struct edge edges[3])
{
    struct edge e[3] = {edges[0], edges[1], edges[2]};
    for (int64_t y = box->top; y <= box->bottom; y++) {
        int64_t a = e[0].at, b = e[1].at, d = e[2].at;
        float row = (float)(y - box->top), over = t->over.at + t->over.down * row;
        size_t start = (size_t)y * c->width + (size_t)box->left;
        for (int64_t x = 0; x <= box->right - box->left; x++) {
            float z = over + t->over.across * (float)x, *depth = &c->depth[start + (size_t)x];
            if ((a | b | d) >= 0 && z > *depth)
                put_pixel(t, z, depth, c->rgba + (start + (size_t)x) * 4, (float)x, row);
            a += e[0].across;
            b += e[1].across;
            d += e[2].across;
        }
        for (size_t k = 0; k < 3; k++)
            e[k].at += e[k].down;
    }
}

/* The level at which a pixel of the picture is about one of the texture. texels: twice the area of
 * the triangle in the texture, from 0 to 1 a side; pixels: that in the picture. */
static uint32_t level_of(const struct rq_raster_texture *t, float texels, float pixels)
{
    uint32_t level = 0;
    float ratio =
        fabsf(texels) * (float)t->levels[0].width * (float)t->levels[0].height / fabsf(pixels);
    for (; ratio > 2 && level + 1 < t->count; level++)
        ratio /= 4;
    return level;
}

static float uv_area(const struct point p[3], size_t u)
{
    float at[3][2];
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 2; k++)
            at[i][k] = p[i].values[u + k] / p[i].over;
    return (at[1][0] - at[0][0]) * (at[2][1] - at[0][1]) -
           (at[2][0] - at[0][0]) * (at[1][1] - at[0][1]);
}

/* Corners clockwise as the picture is looked at, area as fill wants it: above 0. */
static void draw(struct rq_canvas *c, const struct rq_surface *s, const struct point p[3],
                 int64_t area)
{
    struct box box;
    if (!span(least(p[0].x, p[1].x, p[2].x), most(p[0].x, p[1].x, p[2].x), c->width, &box.left,
              &box.right) ||
        !span(least(p[0].y, p[1].y, p[2].y), most(p[0].y, p[1].y, p[2].y), c->height, &box.top,
              &box.bottom))
        return;
    c->visits += (uint64_t)(box.right - box.left + 1) * (uint64_t)(box.bottom - box.top + 1);
    int64_t x = box.left * SUBPIXEL + SUBPIXEL / 2, y = box.top * SUBPIXEL + SUBPIXEL / 2;
    struct edge edges[3] = {edge_of(&p[1], &p[2], x, y), edge_of(&p[2], &p[0], x, y),
                            edge_of(&p[0], &p[1], x, y)};
    struct triangle t = {.surface = s};
    double unit = 1 / (double)area;
    /* What part of corners 1 and 2 is in the first pixel, and in the next ones. */
    float part[2], across[2], down[2];
    for (size_t k = 0; k < 2; k++) {
        part[k] = (float)((double)edges[k + 1].at * unit);
        across[k] = (float)((double)edges[k + 1].across * unit);
        down[k] = (float)((double)edges[k + 1].down * unit);
    }
    for (size_t i = 0; i <= RQ_RASTER_VALUES; i++) {
        bool is_over = i == RQ_RASTER_VALUES;
        float v[3];
        for (size_t k = 0; k < 3; k++)
            v[k] = is_over ? p[k].over : p[k].values[i];
        float d1 = v[1] - v[0], d2 = v[2] - v[0];
        *(is_over ? &t.over : &t.values[i]) =
            (struct slope){v[0] + d1 * part[0] + d2 * part[1], d1 * across[0] + d2 * across[1],
                           d1 * down[0] + d2 * down[1]};
    }
    float pixels = (float)area / (SUBPIXEL * SUBPIXEL);
    if (s->texture)
        t.level = level_of(s->texture, uv_area(p, RQ_RASTER_U), pixels);
    if (s->lightmap)
        t.light_level = level_of(s->lightmap, uv_area(p, RQ_RASTER_U1), pixels);
    fill(c, &t, &box, edges);
}

/* ---- what is in the picture ---- */

/* Corners so far outside that whole numbers would not hold them are cut off; those a little
 * outside cost less as they are. */
static const float guard = 16;

enum { PLANES = 5, MOST_CORNERS = 3 + PLANES };

/* How far a corner is on the inner side of a plane. */
static float inside(const struct rq_canvas *c, const struct rq_corner *p, unsigned plane)
{
    switch (plane) {
    case 0: return p->w - c->nearest;
    case 1: return guard * p->w + p->x;
    case 2: return guard * p->w - p->x;
    case 3: return guard * p->w + p->y;
    default: return guard * p->w - p->y;
    }
}

static struct rq_corner between(const struct rq_corner *a, const struct rq_corner *b, float part)
{
    struct rq_corner c = {
        a->x + (b->x - a->x) * part, a->y + (b->y - a->y) * part, a->w + (b->w - a->w) * part, {0}};
    for (size_t k = 0; k < RQ_RASTER_VALUES; k++)
        c.values[k] = a->values[k] + (b->values[k] - a->values[k]) * part;
    return c;
}

/* Cuts a polygon at a plane; how many corners are left. */
static size_t cut(const struct rq_canvas *c, const struct rq_corner *from, size_t count,
                  unsigned plane, struct rq_corner *to)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        const struct rq_corner *a = &from[i], *b = &from[(i + 1) % count];
        float da = inside(c, a, plane), db = inside(c, b, plane);
        if (da >= 0)
            to[left++] = *a;
        if ((da >= 0) != (db >= 0) && left < MOST_CORNERS)
            to[left++] = between(a, b, da / (da - db));
    }
    return left;
}

/* Numbers that overflowed are far outside, and no cut brings them back. */
static bool project(const struct rq_canvas *c, const struct rq_corner *from, struct point *to)
{
    float over = 1 / from->w;
    float x = (from->x * over * 0.5f + 0.5f) * (float)c->width * SUBPIXEL;
    float y = (0.5f - from->y * over * 0.5f) * (float)c->height * SUBPIXEL;
    float reach = (guard + 1) * (float)(c->width > c->height ? c->width : c->height) * SUBPIXEL;
    if (!(from->w > 0) || !(fabsf(x) <= reach) || !(fabsf(y) <= reach))
        return false;
    *to = (struct point){(int64_t)floorf(x + 0.5f), (int64_t)floorf(y + 0.5f), over, {0}};
    for (size_t k = 0; k < RQ_RASTER_VALUES; k++)
        to->values[k] = from->values[k] * over;
    return true;
}

/* All corners beyond the same side of the picture. */
static bool is_outside(const struct rq_corner p[3])
{
    return (p[0].x > p[0].w && p[1].x > p[1].w && p[2].x > p[2].w) ||
           (p[0].x < -p[0].w && p[1].x < -p[1].w && p[2].x < -p[2].w) ||
           (p[0].y > p[0].w && p[1].y > p[1].w && p[2].y > p[2].w) ||
           (p[0].y < -p[0].w && p[1].y < -p[1].w && p[2].y < -p[2].w);
}

void rq_raster_triangle(struct rq_canvas *canvas, const struct rq_surface *surface,
                        const struct rq_corner corners[3])
{
    struct rq_corner buffers[2][MOST_CORNERS];
    const struct rq_corner *polygon = corners;
    size_t count = 3;
    if (is_outside(corners))
        return;
    for (unsigned plane = 0; plane < PLANES && count; plane++) {
        bool whole = true;
        for (size_t i = 0; i < count; i++)
            whole &= inside(canvas, &polygon[i], plane) >= 0;
        if (whole)
            continue;
        struct rq_corner *to = buffers[polygon == buffers[0]];
        count = cut(canvas, polygon, count, plane, to);
        polygon = to;
    }
    struct point points[MOST_CORNERS];
    for (size_t i = 0; i < count; i++)
        if (!project(canvas, &polygon[i], &points[i]))
            return;
    for (size_t i = 2; i < count; i++) {
        const struct point *a = &points[0], *b = &points[i - 1], *c = &points[i];
        int64_t area = (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
        if (area > 0)
            draw(canvas, surface, (struct point[3]){*a, *b, *c}, area);
        else if (area < 0)
            draw(canvas, surface, (struct point[3]){*a, *c, *b}, -area);
    }
}
