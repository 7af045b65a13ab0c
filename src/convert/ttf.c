/* TrueType from bitmaps: each glyph becomes the polygons around its ink. Big-endian, as the
 * OpenType specification has it; its names are used here. */
#include "convert/convert.h"
#include "core/text.h"

#include <stdlib.h>

enum {
    USUAL_UNITS = 64, /* for a pixel */
    MOST_UNITS = 16384,
    MOST_GLYPHS = 65000,
    MOST_POINTS = 65535,
    TABLES = 10,
};

struct glyph_shape {
    int32_t x_min, y_min, x_max, y_max;
    uint32_t points, contours;
};

struct ttf {
    const struct rq_font *font;
    struct rq_arena *arena;
    struct rq_error *err;
    int32_t units;    /* for a pixel */
    int32_t baseline; /* pixels below the top of the line */
    int32_t height;   /* of a line, pixels */
    struct rq_out glyf, loca, hmtx, table;
    struct rq_out ends, flags, xs, ys; /* of the glyph that is being made */
    int32_t x_min, y_min, x_max, y_max, advance_max;
    int32_t left_min, right_min, extent_max;
    uint32_t most_points, most_contours;
    uint32_t glyph_count;
    size_t file; /* where the font starts in the output */
};

static void put16be(struct rq_out *out, int32_t v)
{
    uint8_t *p = rq_grow(out, 2);
    if (p) {
        p[0] = (uint8_t)((uint32_t)v >> 8);
        p[1] = (uint8_t)v;
    }
}

/* ---- outlines ---- */

/* Ways along the edges of pixels; ink is on the right hand. y is down here. */
enum way { RIGHT, DOWN, LEFT, UP };

static const int step_x[] = {1, 0, -1, 0}, step_y[] = {0, 1, 0, -1};

struct tracer {
    const struct rq_glyph *glyph;
    uint8_t *done; /* of each corner, a bit for each way that leaves it */
};

static bool ink(const struct rq_glyph *g, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < g->width && y < g->height &&
           g->pixels[(size_t)y * g->width + (size_t)x] != 0;
}

/* True when the outline runs from the corner x, y that way. */
static bool edge(const struct rq_glyph *g, int64_t x, int64_t y, enum way way)
{
    switch (way) {
    case RIGHT: return ink(g, x, y) && !ink(g, x, y - 1);
    case DOWN: return ink(g, x - 1, y) && !ink(g, x, y);
    case LEFT: return ink(g, x - 1, y - 1) && !ink(g, x - 1, y);
    default: return ink(g, x, y - 1) && !ink(g, x - 1, y - 1);
    }
}

/* To the right first: pixels that touch at a corner stay apart. */
static enum way turn(const struct rq_glyph *g, int64_t x, int64_t y, enum way way)
{
    enum way right = (enum way)((way + 1) % 4), left = (enum way)((way + 3) % 4);
    return edge(g, x, y, right) ? right : edge(g, x, y, way) ? way : left;
}

/* ---- glyf ---- */

/* One coordinate of a point, as the difference from the last. */
static uint8_t put_delta(struct rq_out *out, int32_t delta, uint8_t is_short, uint8_t same)
{
    if (delta == 0)
        return same;
    if (delta > -256 && delta < 256) {
        rq_put8(out, (uint8_t)(delta < 0 ? -delta : delta));
        return (uint8_t)(is_short | (delta > 0 ? same : 0));
    }
    put16be(out, delta);
    return 0;
}

static void add_point(struct ttf *t, struct glyph_shape *s, int32_t *last, int32_t x, int32_t y)
{
    uint8_t flag = 1; /* on the curve */
    flag |= put_delta(&t->xs, x - last[0], 2, 16);
    flag |= put_delta(&t->ys, y - last[1], 4, 32);
    rq_put8(&t->flags, flag);
    s->x_min = s->points && s->x_min < x ? s->x_min : x;
    s->y_min = s->points && s->y_min < y ? s->y_min : y;
    s->x_max = s->points && s->x_max > x ? s->x_max : x;
    s->y_max = s->points && s->y_max > y ? s->y_max : y;
    last[0] = x;
    last[1] = y;
    s->points++;
}

static void trace_contour(struct ttf *t, struct tracer *tracer, struct glyph_shape *s,
                          int32_t *last, uint32_t x0, uint32_t y0, enum way way0)
{
    const struct rq_glyph *g = tracer->glyph;
    uint32_t x = x0, y = y0;
    enum way way = way0;
    do {
        tracer->done[(size_t)y * (g->width + 1u) + x] |= (uint8_t)(1u << way);
        x = (uint32_t)((int64_t)x + step_x[way]);
        y = (uint32_t)((int64_t)y + step_y[way]);
        enum way next = turn(g, x, y, way);
        if (next != way)
            add_point(t, s, last, (g->left + (int32_t)x) * t->units,
                      (t->baseline - g->top - (int32_t)y) * t->units);
        way = next;
    } while ((x != x0 || y != y0 || way != way0) && s->points <= MOST_POINTS);
    put16be(&t->ends, (int32_t)s->points - 1);
    s->contours++;
}

/* Every outline has an edge that runs right or left along the top of a row. */
static bool trace(struct ttf *t, const struct rq_glyph *g, struct glyph_shape *s)
{
    struct rq_arena arena = {.alloc = t->arena->alloc};
    struct tracer tracer = {g, rq_arena_get(&arena, g->height + 1u, g->width + 1u)};
    int32_t last[2] = {0, 0};
    bool fine = tracer.done != NULL;
    for (uint32_t y = 0; fine && y <= g->height; y++) {
        for (uint32_t x = 0; x <= g->width && s->points <= MOST_POINTS; x++) {
            const uint8_t *done = &tracer.done[(size_t)y * (g->width + 1u) + x];
            if (!(*done & 1u << RIGHT) && edge(g, x, y, RIGHT))
                trace_contour(t, &tracer, s, last, x, y, RIGHT);
            if (!(*done & 1u << LEFT) && edge(g, x, y, LEFT))
                trace_contour(t, &tracer, s, last, x, y, LEFT);
        }
    }
    rq_arena_free(&arena);
    if (!fine)
        return rq_fail(t->err, RQ_NO_MEMORY, 0, "ttf", "out of memory");
    if (s->points > MOST_POINTS || s->contours > INT16_MAX)
        return rq_fail(t->err, RQ_LIMIT, 0, "ttf", "the glyph of U+%04X has too many corners",
                       g->codepoint);
    return true;
}

static void note_bounds(struct ttf *t, const struct glyph_shape *s, int32_t advance)
{
    bool first = t->most_points == 0;
    t->x_min = !first && t->x_min < s->x_min ? t->x_min : s->x_min;
    t->y_min = !first && t->y_min < s->y_min ? t->y_min : s->y_min;
    t->x_max = !first && t->x_max > s->x_max ? t->x_max : s->x_max;
    t->y_max = !first && t->y_max > s->y_max ? t->y_max : s->y_max;
    t->left_min = !first && t->left_min < s->x_min ? t->left_min : s->x_min;
    int32_t right = advance - s->x_max;
    t->right_min = !first && t->right_min < right ? t->right_min : right;
    t->extent_max = t->extent_max > s->x_max ? t->extent_max : s->x_max;
    t->most_points = t->most_points > s->points ? t->most_points : s->points;
    t->most_contours = t->most_contours > s->contours ? t->most_contours : s->contours;
}

static bool add_glyph(struct ttf *t, const struct rq_glyph *g)
{
    struct glyph_shape s = {0};
    int32_t advance = (int32_t)g->advance * t->units;
    rq_out_cut(&t->ends, 0);
    rq_out_cut(&t->flags, 0);
    rq_out_cut(&t->xs, 0);
    rq_out_cut(&t->ys, 0);
    if (!g->disabled && g->width && g->height && !trace(t, g, &s))
        return false;
    rq_put32be(&t->loca, (uint32_t)t->glyf.size);
    put16be(&t->hmtx, advance);
    put16be(&t->hmtx, s.x_min);
    t->advance_max = t->advance_max > advance ? t->advance_max : advance;
    t->glyph_count++;
    if (s.points == 0)
        return true;
    note_bounds(t, &s, advance);
    put16be(&t->glyf, (int32_t)s.contours);
    put16be(&t->glyf, s.x_min);
    put16be(&t->glyf, s.y_min);
    put16be(&t->glyf, s.x_max);
    put16be(&t->glyf, s.y_max);
    rq_put_bytes(&t->glyf, rq_out_bytes(&t->ends));
    put16be(&t->glyf, 0); /* instructions */
    rq_put_bytes(&t->glyf, rq_out_bytes(&t->flags));
    rq_put_bytes(&t->glyf, rq_out_bytes(&t->xs));
    rq_put_bytes(&t->glyf, rq_out_bytes(&t->ys));
    rq_put_zeros(&t->glyf, -t->glyf.size & 3);
    return true;
}

/* The sign for a character that the font does not have: an empty box. */
static bool add_notdef(struct ttf *t)
{
    uint32_t height = t->baseline > 3 ? (uint32_t)t->baseline : 3;
    height = height < 64 ? height : 64;
    uint32_t width = height / 2 > 3 ? height / 2 : 3;
    uint8_t pixels[64 * 64];
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            pixels[y * width + x] = x == 0 || y == 0 || x == width - 1 || y == height - 1;
    return add_glyph(t, &(struct rq_glyph){.top = t->baseline - (int32_t)height,
                                           .width = width,
                                           .height = height,
                                           .advance = width + 1,
                                           .pixels = pixels});
}

/* ---- measures ---- */

/* Letters stand on the line that an H stands on; a font without one stands on its lower end. */
static void find_baseline(struct ttf *t)
{
    const struct rq_font *font = t->font;
    int32_t lowest = 1;
    t->height = (int32_t)font->line_height;
    t->baseline = 0;
    for (size_t i = 0; i < font->glyph_count; i++) {
        const struct rq_glyph *g = &font->glyphs[i];
        int32_t bottom = g->top + (int32_t)g->height;
        lowest = bottom > lowest ? bottom : lowest;
        if (g->codepoint == 'H' && t->baseline == 0 && bottom > 0)
            t->baseline = bottom;
    }
    if (t->height == 0)
        t->height = lowest;
    if (t->baseline == 0 || t->baseline > t->height)
        t->baseline = t->height;
}

/* No measure may pass what 16 bits hold. */
static bool find_units(struct ttf *t)
{
    int64_t most = t->height;
    for (size_t i = 0; i < t->font->glyph_count; i++) {
        const struct rq_glyph *g = &t->font->glyphs[i];
        int64_t reach[] = {g->advance, llabs((int64_t)g->left) + g->width,
                           llabs((int64_t)g->top) + g->height + t->height};
        for (size_t k = 0; k < 3; k++)
            most = reach[k] > most ? reach[k] : most;
    }
    if (t->font->glyph_count > MOST_GLYPHS || most > MOST_UNITS)
        return rq_fail(t->err, RQ_LIMIT, 0, "ttf", "%zu glyphs that reach %lld pixels",
                       t->font->glyph_count, (long long)most);
    t->units = USUAL_UNITS;
    while (t->units > 1 && t->units * most > MOST_UNITS)
        t->units /= 2;
    return true;
}

/* ---- the smaller tables, each into t->table ---- */

static void make_head(struct ttf *t)
{
    rq_put32be(&t->table, 0x00010000);
    rq_put32be(&t->table, 0x00010000); /* revision */
    rq_put32be(&t->table, 0);          /* checkSumAdjustment, when all is known */
    rq_put32be(&t->table, 0x5F0F3CF5);
    put16be(&t->table, 3); /* baseline at 0, left side at xMin */
    int32_t em = t->height * t->units;
    put16be(&t->table, em < 16 ? 16 : em);
    /* Created, modified: seconds from 1904 to 1998. The same input makes the same font. */
    for (size_t i = 0; i < 2; i++) {
        rq_put32be(&t->table, 0);
        rq_put32be(&t->table, 2966457600u);
    }
    put16be(&t->table, t->x_min);
    put16be(&t->table, t->y_min);
    put16be(&t->table, t->x_max);
    put16be(&t->table, t->y_max);
    put16be(&t->table, 0);         /* macStyle */
    put16be(&t->table, t->height); /* lowestRecPPEM: one pixel for one */
    put16be(&t->table, 2);
    put16be(&t->table, 1); /* loca of 32 bits */
    put16be(&t->table, 0);
}

static void make_hhea(struct ttf *t)
{
    rq_put32be(&t->table, 0x00010000);
    put16be(&t->table, t->baseline * t->units);
    put16be(&t->table, (t->baseline - t->height) * t->units);
    put16be(&t->table, 0);
    put16be(&t->table, t->advance_max);
    put16be(&t->table, t->left_min);
    put16be(&t->table, t->right_min);
    put16be(&t->table, t->extent_max);
    put16be(&t->table, 1); /* the caret is upright */
    rq_put_zeros(&t->table, 14);
    put16be(&t->table, (int32_t)t->glyph_count);
}

static void make_maxp(struct ttf *t)
{
    rq_put32be(&t->table, 0x00010000);
    put16be(&t->table, (int32_t)t->glyph_count);
    put16be(&t->table, (int32_t)t->most_points);
    put16be(&t->table, (int32_t)t->most_contours);
    rq_put_zeros(&t->table, 4);
    put16be(&t->table, 2); /* maxZones */
    rq_put_zeros(&t->table, 16);
}

static void make_post(struct ttf *t)
{
    rq_put32be(&t->table, 0x00030000); /* no names of glyphs */
    rq_put32be(&t->table, 0);
    put16be(&t->table, -t->units);
    put16be(&t->table, t->units);
    rq_put_zeros(&t->table, 20);
}

/* ---- cmap ---- */

struct mapping {
    uint32_t code, glyph;
};

static int by_code(const void *a, const void *b)
{
    const struct mapping *x = a, *y = b;
    if (x->code != y->code)
        return x->code < y->code ? -1 : 1;
    return x->glyph < y->glyph ? -1 : 1;
}

/* Sorted, each code once; NULL without memory. */
static struct mapping *find_mappings(const struct ttf *t, size_t *count)
{
    struct mapping *all = rq_arena_get(t->arena, t->font->glyph_count + 1, sizeof *all);
    size_t n = 0, kept = 0;
    for (size_t i = 0; all && i < t->font->glyph_count; i++)
        if (t->font->glyphs[i].codepoint < 0xFFFF)
            all[n++] = (struct mapping){t->font->glyphs[i].codepoint, (uint32_t)i + 1};
    if (n)
        qsort(all, n, sizeof *all, by_code);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || all[i].code != all[i - 1].code)
            all[kept++] = all[i];
    *count = kept;
    return all;
}

/* Runs of codes whose glyphs run as well; one more at the end, of U+FFFF alone. */
static size_t find_segments(const struct mapping *all, size_t count, struct mapping *starts,
                            struct mapping *ends)
{
    size_t segments = 0;
    for (size_t i = 0; i < count; i++) {
        bool goes_on =
            i && all[i].code == all[i - 1].code + 1 && all[i].glyph == all[i - 1].glyph + 1;
        if (!goes_on)
            starts[segments++] = all[i];
        ends[segments - 1] = all[i];
    }
    starts[segments] = ends[segments] = (struct mapping){0xFFFF, 0};
    return segments + 1;
}

static void put_search(struct rq_out *out, size_t count, size_t size)
{
    int32_t log = 0;
    while ((size_t)2 << log <= count)
        log++;
    int32_t range = (int32_t)((size_t)1 << log) * (int32_t)size;
    put16be(out, range);
    put16be(out, log);
    put16be(out, (int32_t)(count * size) - range);
}

static bool make_cmap(struct ttf *t)
{
    size_t count = 0;
    struct mapping *all = find_mappings(t, &count);
    struct mapping *starts = rq_arena_get(t->arena, count + 1, sizeof *starts);
    struct mapping *ends = rq_arena_get(t->arena, count + 1, sizeof *ends);
    if (!all || !starts || !ends)
        return rq_fail(t->err, RQ_NO_MEMORY, 0, "ttf", "out of memory");
    size_t segments = find_segments(all, count, starts, ends);
    if (segments > 8000)
        return rq_fail(t->err, RQ_LIMIT, 0, "ttf", "codes in %zu runs don't fit a cmap", segments);
    static const uint8_t encodings[][2] = {{0, 3}, {3, 1}};
    put16be(&t->table, 0);
    put16be(&t->table, 2);
    for (size_t i = 0; i < 2; i++) { /* Unicode and Windows: one table for both */
        put16be(&t->table, encodings[i][0]);
        put16be(&t->table, encodings[i][1]);
        rq_put32be(&t->table, 20);
    }
    put16be(&t->table, 4);
    put16be(&t->table, (int32_t)(16 + segments * 8));
    put16be(&t->table, 0); /* language */
    put16be(&t->table, (int32_t)segments * 2);
    put_search(&t->table, segments, 2);
    for (size_t i = 0; i < segments; i++)
        put16be(&t->table, (int32_t)ends[i].code);
    put16be(&t->table, 0);
    for (size_t i = 0; i < segments; i++)
        put16be(&t->table, (int32_t)starts[i].code);
    for (size_t i = 0; i < segments; i++)
        put16be(&t->table, (int32_t)starts[i].glyph - (int32_t)starts[i].code);
    rq_put_zeros(&t->table, segments * 2);
    return true;
}

/* ---- OS/2, name ---- */

static int32_t width_of(const struct ttf *t)
{
    uint64_t sum = 0, count = 0;
    for (size_t i = 0; i < t->font->glyph_count; i++) {
        sum += t->font->glyphs[i].advance;
        count += t->font->glyphs[i].advance != 0;
    }
    return count ? (int32_t)(sum * (uint64_t)t->units / count) : 0;
}

static void make_os2(struct ttf *t)
{
    int32_t em = t->height * t->units, first = 0xFFFF, last = 0;
    for (size_t i = 0; i < t->font->glyph_count; i++) {
        uint32_t code = t->font->glyphs[i].codepoint;
        if (code < 0xFFFF && (int32_t)code < first)
            first = (int32_t)code;
        if (code < 0xFFFF && (int32_t)code > last)
            last = (int32_t)code;
    }
    int32_t up = t->baseline * t->units, down = em - up;
    const int32_t head[] = {4,      width_of(t), 400,    5,        0, /* free to embed */
                            em / 2, em / 2,      0,      em / 8,   em / 2,
                            em / 2, 0,           em / 2, t->units, em / 4};
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        put16be(&t->table, head[i]);
    rq_put_zeros(&t->table, 2 + 10); /* family class, panose */
    rq_put32be(&t->table, 3);        /* Latin */
    rq_put_zeros(&t->table, 12);
    rq_put(&t->table, "RLQY", 4);
    put16be(&t->table, 0x40); /* regular */
    put16be(&t->table, first);
    put16be(&t->table, last);
    put16be(&t->table, up);
    put16be(&t->table, -down);
    put16be(&t->table, 0);
    put16be(&t->table, t->y_max > up ? t->y_max : up);
    put16be(&t->table, -t->y_min > down ? -t->y_min : down);
    rq_put32be(&t->table, 1); /* Latin 1 */
    rq_put32be(&t->table, 0);
    put16be(&t->table, up / 2);
    put16be(&t->table, up);
    put16be(&t->table, 0);
    put16be(&t->table, ' ');
    put16be(&t->table, 0);
}

/* UTF-16, big-endian; what is no UTF-8 is left out. */
static void put_utf16(struct rq_out *out, const char *text)
{
    const uint8_t *p = (const uint8_t *)text;
    size_t left = strlen(text), n;
    for (; left; p += n, left -= n) {
        uint32_t code = 0;
        n = rq_utf8_get(p, left, &code);
        if (n == 0) {
            n = 1;
        } else if (code > 0xFFFF) {
            put16be(out, (int32_t)(0xD800 + ((code - 0x10000) >> 10)));
            put16be(out, (int32_t)(0xDC00 + ((code - 0x10000) & 0x3FF)));
        } else {
            put16be(out, (int32_t)code);
        }
    }
}

/* PostScript takes printable ASCII without its own punctuation. */
static void postscript_name(const char *name, char text[64])
{
    size_t n = 0;
    for (; *name && n < 63; name++)
        if (*name > ' ' && *name < 0x7F && !strchr("[](){}<>/%", *name))
            text[n++] = *name;
    if (n == 0)
        memcpy(text, "font", 4);
    text[n ? n : 4] = 0;
}

static void make_name(struct ttf *t)
{
    const char *family = t->font->name ? t->font->name : "font";
    char post[64];
    postscript_name(family, post);
    const char *texts[] = {family, "Regular", post, family, "Version 1.000", post};
    enum { COUNT = sizeof texts / sizeof texts[0] };
    size_t start = t->table.size;
    struct rq_out strings = {.alloc = t->arena->alloc};
    put16be(&t->table, 0);
    put16be(&t->table, COUNT);
    put16be(&t->table, 6 + 12 * COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        size_t at = strings.size;
        put_utf16(&strings, texts[i]);
        put16be(&t->table, 3);
        put16be(&t->table, 1);
        put16be(&t->table, 0x409);
        put16be(&t->table, (int32_t)i + 1);
        put16be(&t->table, (int32_t)(strings.size - at));
        put16be(&t->table, (int32_t)at);
    }
    rq_put_bytes(&t->table, rq_out_bytes(&strings));
    if ((strings.failed || t->table.size - start > UINT16_MAX) && !t->table.failed)
        t->table.failed = strings.failed ? strings.failed : RQ_LIMIT;
    rq_out_free(&strings);
}

/* ---- the file ---- */

static uint32_t checksum(const uint8_t *p, size_t size)
{
    uint32_t sum = 0;
    for (size_t i = 0; i + 4 <= size; i += 4)
        sum += rq_get32be(p + i);
    return sum;
}

/* Appends a table and fills its row of the directory; out is aligned before and after. */
static void put_table(struct ttf *t, struct rq_out *out, size_t row, const char *tag,
                      struct rq_out *table)
{
    size_t at = out->size, size = table->size;
    rq_put_bytes(out, rq_out_bytes(table));
    rq_put_zeros(out, -size & 3);
    if (table->failed && !out->failed)
        out->failed = table->failed;
    if (out->failed)
        return;
    uint8_t *entry = out->data + t->file + 12 + row * 16;
    memcpy(entry, tag, 4);
    rq_set32be(entry + 4, checksum(out->data + at, out->size - at));
    rq_set32be(entry + 8, (uint32_t)(at - t->file));
    rq_set32be(entry + 12, (uint32_t)size);
    if (table == &t->table)
        rq_out_cut(table, 0);
}

static bool write_tables(struct ttf *t, struct rq_out *out)
{
    rq_put32be(out, 0x00010000);
    put16be(out, TABLES);
    put_search(out, TABLES, 16);
    rq_put_zeros(out, (size_t)TABLES * 16);
    make_os2(t);
    put_table(t, out, 0, "OS/2", &t->table);
    if (!make_cmap(t))
        return false;
    put_table(t, out, 1, "cmap", &t->table);
    put_table(t, out, 2, "glyf", &t->glyf);
    size_t head = out->size;
    make_head(t);
    put_table(t, out, 3, "head", &t->table);
    make_hhea(t);
    put_table(t, out, 4, "hhea", &t->table);
    put_table(t, out, 5, "hmtx", &t->hmtx);
    put_table(t, out, 6, "loca", &t->loca);
    make_maxp(t);
    put_table(t, out, 7, "maxp", &t->table);
    make_name(t);
    put_table(t, out, 8, "name", &t->table);
    make_post(t);
    put_table(t, out, 9, "post", &t->table);
    if (!out->failed)
        rq_set32be(out->data + head + 8,
                   0xB1B0AFBAu - checksum(out->data + t->file, out->size - t->file));
    return !out->failed || rq_fail_out(t->err, out);
}

bool rq_ttf_write(struct rq_out *out, const struct rq_font *font, struct rq_error *err)
{
    struct rq_arena arena = {.alloc = out->alloc};
    struct ttf t = {.font = font, .arena = &arena, .err = err, .file = out->size};
    struct rq_out *own[] = {&t.glyf, &t.loca, &t.hmtx, &t.table, &t.ends, &t.flags, &t.xs, &t.ys};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        own[i]->alloc = out->alloc;
    find_baseline(&t);
    bool fine = find_units(&t) && add_notdef(&t);
    for (size_t i = 0; fine && i < font->glyph_count; i++)
        fine = add_glyph(&t, &font->glyphs[i]);
    rq_put32be(&t.loca, (uint32_t)t.glyf.size);
    for (size_t i = 4; fine && i < sizeof own / sizeof own[0]; i++)
        if (own[i]->failed)
            fine = rq_fail_out(err, own[i]);
    fine = fine && write_tables(&t, out);
    if (!fine)
        rq_out_cut(out, t.file);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        rq_out_free(own[i]);
    rq_arena_free(&arena);
    return fine;
}
