/* S3TC blocks from pixels: the ends of a block lie on the principal axis of its colours, as far
 * out as the colours go, and are then moved once to where least squares wants them. Every pixel
 * takes what is nearest on the line between the ends as they are stored.
 *
 * Four pixels are worked on at a time, in vectors of the compiler: gcc and clang make SSE2 of
 * them, and something that works elsewhere. */
#include "codec/dxt.h"

#include <float.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef float lanes __attribute__((vector_size(16)));
typedef int32_t words __attribute__((vector_size(16)));

/* What runs for every block; a tenth of the time is saved when it is all in one place. */
#define INLINE static inline __attribute__((always_inline))

enum { PARTS = 4, OPAQUE = 128 };

/* Two ends as they are stored, and which pixel takes what. */
struct fit {
    unsigned ends[2];
    uint32_t bits;
};

/* A block of 4 x 4, the pixels of a row in the lanes of a vector; and the last block that was of
 * one colour, because the next one often is the same. */
struct block {
    lanes c[3][PARTS];
    words pixels[PARTS];
    int32_t single; /* its first pixel, without alpha; -1: none yet */
    struct fit single_fit;
};

/* The colours of a block along their longest axis. */
struct line {
    float mean[3];
    lanes at[PARTS]; /* 0 to 1 */
};

static lanes all(float v)
{
    return (lanes){v, v, v, v};
}

static float sum(lanes v)
{
    return (v[0] + v[1]) + (v[2] + v[3]);
}

/* The sums of four vectors, for less than those of each. */
static lanes sums(lanes a, lanes b, lanes c, lanes d)
{
    lanes ab =
        __builtin_shufflevector(a, b, 0, 4, 1, 5) + __builtin_shufflevector(a, b, 2, 6, 3, 7);
    lanes cd =
        __builtin_shufflevector(c, d, 0, 4, 1, 5) + __builtin_shufflevector(c, d, 2, 6, 3, 7);
    return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) +
           __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

#ifdef __SSE2__
static lanes smaller(lanes a, lanes b)
{
    return (lanes)_mm_min_ps((__m128)a, (__m128)b);
}

static lanes larger(lanes a, lanes b)
{
    return (lanes)_mm_max_ps((__m128)a, (__m128)b);
}
#else
static lanes smaller(lanes a, lanes b)
{
    words mask = a < b;
    return (lanes)((mask & (words)a) | (~mask & (words)b));
}

static lanes larger(lanes a, lanes b)
{
    words mask = a > b;
    return (lanes)((mask & (words)a) | (~mask & (words)b));
}
#endif

/* ---- colours as they are stored ---- */

static unsigned to_565(const float c[3])
{
    static const lanes scale = {31.0f / 255, 63.0f / 255, 31.0f / 255, 0};
    lanes v = smaller(larger((lanes){c[0], c[1], c[2], 0}, all(0)), all(255)) * scale + 0.5f;
    words w = __builtin_convertvector(v, words);
    return (unsigned)w[0] << 11 | (unsigned)w[1] << 5 | (unsigned)w[2];
}

static void from_565(unsigned v, float c[3])
{
    unsigned r = v >> 11, g = v >> 5 & 63, b = v & 31;
    c[0] = (float)(r << 3 | r >> 2);
    c[1] = (float)(g << 2 | g >> 4);
    c[2] = (float)(b << 3 | b >> 2);
}

/* ---- which pixel takes what ---- */

/* Indices from the number of steps between a pixel and the first end: with four colours 0, 2, 3, 1,
 * with three 0, 2, 1. */
static words index_of(words step, bool four)
{
    words second = step >> 1, between = step & 1;
    return second | (four ? second ^ between : between) << 1;
}

INLINE void fit_pixels(const struct block *b, bool four, struct fit *fit)
{
    float first[3], last[3], axis[3];
    from_565(fit->ends[0], first);
    from_565(fit->ends[1], last);
    for (size_t k = 0; k < 3; k++)
        axis[k] = last[k] - first[k];
    float size = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    float start = first[0] * axis[0] + first[1] * axis[1] + first[2] * axis[2];
    const float most = four ? 3 : 2, scale = size > 0 ? most / size : 0;
    words bits = {0, 0, 0, 0}; /* a column in each lane */
    for (int part = 0; part < PARTS; part++) {
        lanes at = b->c[0][part] * axis[0] + b->c[1][part] * axis[1] + b->c[2][part] * axis[2];
        at = (at - start) * scale + 0.5f;
        at = smaller(larger(at, all(0)), all(most));
        bits |= index_of(__builtin_convertvector(at, words), four) << 8 * part;
    }
    fit->bits = 0;
    for (int x = 0; x < 4; x++)
        fit->bits |= (uint32_t)bits[x] << 2 * x;
}

/* With four colours the higher end stands first, with three the lower one. */
static void order(struct fit *fit, bool four)
{
    /* Without a branch: which end is higher, nobody can foretell. */
    unsigned a = fit->ends[0], b = fit->ends[1], high = a > b ? a : b, low = a ^ b ^ high;
    fit->ends[0] = four ? high : low;
    fit->ends[1] = four ? low : high;
}

INLINE void fit_ends(const struct block *b, float ends[2][3], bool four, struct fit *fit)
{
    fit->ends[0] = to_565(ends[0]);
    fit->ends[1] = to_565(ends[1]);
    order(fit, four);
    fit_pixels(b, four, fit);
}

/* ---- where the ends are ---- */

/* The longest axis of the cloud of colours, from its covariance: two steps of the power method, the
 * first of which is to take a row. More gain less than 0.01 dB. */
INLINE void principal_axis(const struct block *b, const float mean[3], float axis[3])
{
    lanes s[6] = {all(0), all(0), all(0), all(0), all(0), all(0)};
    for (size_t part = 0; part < PARTS; part++) {
        lanes r = b->c[0][part] - mean[0], g = b->c[1][part] - mean[1], l = b->c[2][part] - mean[2];
        s[0] += r * r;
        s[1] += r * g;
        s[2] += r * l;
        s[3] += g * g;
        s[4] += g * l;
        s[5] += l * l;
    }
    const lanes first = sums(s[0], s[1], s[2], s[3]), second = sums(s[4], s[5], s[4], s[5]);
    const float cov[3][3] = {{first[0], first[1], first[2]},
                             {first[1], first[3], second[0]},
                             {first[2], second[0], second[1]}};
    unsigned green = cov[1][1] > cov[0][0], blue = cov[2][2] > cov[green][green];
    unsigned widest = blue ? 2 : green;
    const float *v = cov[widest];
    for (size_t k = 0; k < 3; k++)
        axis[k] = cov[k][0] * v[0] + cov[k][1] * v[1] + cov[k][2] * v[2];
}

/* Where the pixels lie on the axis: 0 for one end of what they cover, 1 for the other. */
INLINE void place_on_axis(const struct block *b, struct line *line)
{
    float axis[3];
    lanes whole[3];
    for (size_t k = 0; k < 3; k++)
        whole[k] = b->c[k][0] + b->c[k][1] + b->c[k][2] + b->c[k][3];
    const lanes mean = sums(whole[0], whole[1], whole[2], whole[2]) * (1.0f / 16);
    for (size_t k = 0; k < 3; k++)
        line->mean[k] = mean[k];
    principal_axis(b, line->mean, axis);
    lanes least = all(FLT_MAX), most = all(-FLT_MAX);
    for (size_t part = 0; part < PARTS; part++) {
        lanes at = b->c[0][part] * axis[0] + b->c[1][part] * axis[1] + b->c[2][part] * axis[2];
        least = smaller(at, least);
        most = larger(at, most);
        line->at[part] = at;
    }
    float from = least[0], to = most[0];
    for (size_t i = 1; i < 4; i++) {
        from = least[i] < from ? least[i] : from;
        to = most[i] > to ? most[i] : to;
    }
    float scale = to > from ? 1 / (to - from) : 0;
    for (size_t part = 0; part < PARTS; part++)
        line->at[part] = (line->at[part] - from) * scale;
}

/* Each place moved to the nearest of those that a block of so many steps has, and the sum of the
 * squares of how far. */
static float round_places(const struct line *line, float steps, lanes rounded[PARTS])
{
    lanes off = all(0);
    for (size_t part = 0; part < PARTS; part++) {
        words step = __builtin_convertvector(line->at[part] * steps + 0.5f, words);
        rounded[part] = __builtin_convertvector(step, lanes) * (1 / steps);
        lanes d = line->at[part] - rounded[part];
        off += d * d;
    }
    return sum(off);
}

/* Ends that make the least of the squared errors while every pixel keeps its place. */
INLINE void least_squares(const struct block *b, const float mean[3], const lanes places[PARTS],
                          float ends[2][3])
{
    lanes a = all(0), aa = all(0), ax[3] = {all(0), all(0), all(0)};
    for (size_t part = 0; part < PARTS; part++) {
        a += places[part];
        aa += places[part] * places[part];
        for (size_t k = 0; k < 3; k++)
            ax[k] += places[part] * b->c[k][part];
    }
    const lanes all_sums = sums(aa, ax[0], ax[1], ax[2]);
    float sa = sum(a), saa = all_sums[0], sab = sa - saa, sbb = 16 - 2 * sa + saa;
    float det = saa * sbb - sab * sab;
    float scale = det > 0 ? 1 / det : 0;
    for (size_t k = 0; k < 3; k++) {
        float sax = all_sums[k + 1], sbx = 16 * mean[k] - sax;
        /* Where all pixels have one place, nothing tells the ends apart. */
        ends[0][k] = det > 0 ? (sax * sbb - sbx * sab) * scale : mean[k];
        ends[1][k] = det > 0 ? (sbx * saa - sax * sab) * scale : mean[k];
    }
}

/* ---- blocks of one colour ---- */

/* The pair of ends for which (2a + b) / 3 is nearest to v; of `bits` bits each. */
static void single_ends(int v, int bits, int *high, int *low)
{
    int most = (1 << bits) - 1, least = 256;
    for (int b = 0; b <= most && least; b++) {
        int wide = b << (8 - bits) | b >> (2 * bits - 8);
        /* The a that fits exactly, and its neighbour. */
        int a = (3 * v - wide) / 2 * most / 255;
        for (int i = a; i <= a + 1 && least; i++) {
            if (i < 0 || i > most)
                continue;
            int off = (2 * (i << (8 - bits) | i >> (2 * bits - 8)) + wide) / 3 - v;
            off = off < 0 ? -off : off;
            if (off < least) {
                least = off;
                *high = i;
                *low = b;
            }
        }
    }
}

static void fit_single(int32_t color, struct fit *fit)
{
    int high[3] = {0, 0, 0}, low[3] = {0, 0, 0};
    for (size_t k = 0; k < 3; k++)
        single_ends(color >> 8 * k & 255, k == 1 ? 6 : 5, &high[k], &low[k]);
    unsigned a = (unsigned)(high[0] << 11 | high[1] << 5 | high[2]);
    unsigned b = (unsigned)(low[0] << 11 | low[1] << 5 | low[2]);
    /* Index 2 is two thirds of the first end; index 3 of the second. */
    bool turned = a < b;
    fit->ends[0] = turned ? b : a;
    fit->ends[1] = turned ? a : b;
    fit->bits = a == b ? 0 : turned ? 0xFFFFFFFF : 0xAAAAAAAA;
}

/* ---- blocks ---- */

/* The byte `index` of each pixel. */
static words byte_of(words pixels, int index)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return pixels >> (24 - 8 * index) & 255;
#else
    return pixels >> 8 * index & 255;
#endif
}

INLINE void load(struct block *b, const uint8_t *rgba, ptrdiff_t stride)
{
    for (size_t part = 0; part < PARTS; part++, rgba += stride) {
        memcpy(&b->pixels[part], rgba, sizeof b->pixels[part]);
        for (int k = 0; k < 3; k++)
            b->c[k][part] = __builtin_convertvector(byte_of(b->pixels[part], k), lanes);
    }
}

static bool any(words v)
{
    return (v[0] | v[1] | v[2] | v[3]) != 0;
}

/* The pixel when all have one colour, whatever their alpha; else -1. */
static int32_t single_of(const struct block *b)
{
    words off = {0, 0, 0, 0};
    const words first = {b->pixels[0][0], b->pixels[0][0], b->pixels[0][0], b->pixels[0][0]};
    for (size_t part = 0; part < PARTS; part++)
        off |= b->pixels[part] ^ first;
    words color = byte_of(off, 0) | byte_of(off, 1) | byte_of(off, 2);
    words value = byte_of(first, 0) | byte_of(first, 1) << 8 | byte_of(first, 2) << 16;
    return any(color) ? -1 : value[0];
}

static void alphas_of(const struct block *b, int32_t alphas[16])
{
    for (size_t part = 0; part < PARTS; part++) {
        words a = byte_of(b->pixels[part], 3);
        memcpy(alphas + part * 4, &a, sizeof a);
    }
}

static void put_fit(const struct fit *fit, uint8_t *to)
{
    rq_set16(to, (uint16_t)fit->ends[0]);
    rq_set16(to + 2, (uint16_t)fit->ends[1]);
    rq_set32(to + 4, fit->bits);
}

static void fit_colors(const struct block *b, const struct line *line, const lanes places[PARTS],
                       bool four, struct fit *fit)
{
    float ends[2][3];
    least_squares(b, line->mean, places, ends);
    fit_ends(b, ends, four, fit);
}

/* Four colours, or three where that is nearer and `three` allows it. */
INLINE void color_block(struct block *b, bool three, uint8_t *to)
{
    struct fit fit;
    struct line line;
    lanes by_three[PARTS], by_two[PARTS];
    int32_t single = single_of(b);
    if (single >= 0) {
        if (single != b->single)
            fit_single(single, &b->single_fit);
        b->single = single;
        put_fit(&b->single_fit, to);
        return;
    }
    place_on_axis(b, &line);
    float off = round_places(&line, 3, by_three);
    /* Three are only tried where four are not as good as on their places. */
    bool four = !three || off < 0.01f || off <= round_places(&line, 2, by_two);
    fit_colors(b, &line, four ? by_three : by_two, four, &fit);
    put_fit(&fit, to);
}

/* A block with see-through pixels: they take index 3 of three colours, and have no say in what
 * the other colours are. */
static void clear_block(struct block *b, uint8_t *to)
{
    int32_t alphas[16];
    uint32_t clear = 0;
    size_t seen = 16;
    alphas_of(b, alphas);
    for (size_t i = 0; i < 16; i++) {
        if (alphas[i] < OPAQUE)
            clear |= UINT32_C(3) << 2 * i;
        else
            seen = i;
    }
    struct fit fit = {.bits = 0};
    struct line line;
    lanes places[PARTS];
    for (size_t i = 0; seen < 16 && i < 16; i++)
        if (alphas[i] < OPAQUE)
            for (size_t k = 0; k < 3; k++)
                b->c[k][i / 4][i % 4] = b->c[k][seen / 4][seen % 4];
    if (seen < 16) {
        place_on_axis(b, &line);
        round_places(&line, 2, places);
        fit_colors(b, &line, places, false, &fit);
    }
    fit.bits |= clear;
    put_fit(&fit, to);
}

static void dxt1_block(struct block *b, uint8_t *to)
{
    words opaque = b->pixels[0] & b->pixels[1] & b->pixels[2] & b->pixels[3];
    if (any(~byte_of(opaque, 3) & OPAQUE))
        clear_block(b, to);
    else
        color_block(b, true, to);
}

/* ---- alpha ---- */

/* Indices for ends that are `steps` steps apart: 7 with high first, 5 with low first, where 0 and
 * 255 have indices of their own. Returns the squared error. */
static unsigned fit_alpha(const int32_t alphas[16], unsigned low, unsigned high, unsigned steps,
                          uint64_t *bits)
{
    unsigned error = 0, span = high - low;
    *bits = 0;
    for (size_t i = 0; i < 16; i++) {
        unsigned a = (unsigned)alphas[i], index, seen;
        if (steps == 5 && (a == 0 || a == 255)) {
            index = a ? 7 : 6;
            seen = a;
        } else {
            /* Steps from the first end towards the second. */
            unsigned step = steps == 7 ? high - a : a - low;
            step = span ? (step * steps * 2 + span) / (span * 2) : 0;
            index = step == 0 ? 0 : step == steps ? 1 : step + 1;
            unsigned first = steps == 7 ? high : low, last = steps == 7 ? low : high;
            seen = (first * (steps - step) + last * step) / steps;
        }
        error += (a - seen) * (a - seen);
        *bits |= (uint64_t)index << 3 * i;
    }
    return error;
}

static void alpha_block(const struct block *b, uint8_t *to)
{
    unsigned low = 255, high = 0, inner_low = 255, inner_high = 0;
    uint64_t bits = 0, other = 0;
    int32_t alphas[16];
    alphas_of(b, alphas);
    for (size_t i = 0; i < 16; i++) {
        unsigned a = (unsigned)alphas[i];
        low = a < low ? a : low;
        high = a > high ? a : high;
        if (a != 0 && a != 255) {
            inner_low = a < inner_low ? a : inner_low;
            inner_high = a > inner_high ? a : inner_high;
        }
    }
    unsigned first = high, last = low;
    unsigned error = low < high ? fit_alpha(alphas, low, high, 7, &bits) : 0;
    if (error && (low == 0 || high == 255)) {
        bool none = inner_low > inner_high;
        unsigned from = none ? 0 : inner_low, upto = none ? 0 : inner_high;
        if (fit_alpha(alphas, from, upto, 5, &other) < error) {
            first = from;
            last = upto;
            bits = other;
        }
    }
    to[0] = (uint8_t)first;
    to[1] = (uint8_t)last;
    for (size_t k = 0; k < 6; k++)
        to[2 + k] = (uint8_t)(bits >> 8 * k);
}

static void dxt5_block(struct block *b, uint8_t *to)
{
    alpha_block(b, to);
    color_block(b, false, to + 8);
}

/* Four bits of alpha each. */
static void dxt3_block(struct block *b, uint8_t *to)
{
    int32_t alphas[16];
    alphas_of(b, alphas);
    for (size_t i = 0; i < 8; i++) {
        int low = (alphas[i * 2] * 15 + 127) / 255, high = (alphas[i * 2 + 1] * 15 + 127) / 255;
        to[i] = (uint8_t)(low | high << 4);
    }
    color_block(b, false, to + 8);
}

/* ---- pictures ---- */

typedef void encode_fn(struct block *b, uint8_t *to);

/* A block over the right or lower edge repeats the last pixels. */
static void load_edge(struct block *b, const uint8_t *rgba, ptrdiff_t stride, uint32_t columns,
                      uint32_t rows)
{
    uint8_t whole[64];
    for (uint32_t y = 0; y < 4; y++) {
        const uint8_t *row = rgba + (ptrdiff_t)(y < rows ? y : rows - 1) * stride;
        for (uint32_t x = 0; x < 4; x++)
            memcpy(whole + (size_t)(y * 4 + x) * 4,
                   row + (size_t)(x < columns ? x : columns - 1) * 4, 4);
    }
    load(b, whole, 16);
}

static void encode_blocks(const uint8_t *rgba, ptrdiff_t stride, uint32_t width, uint32_t height,
                          encode_fn *encode, size_t size, uint8_t *blocks)
{
    struct block b = {.single = -1};
    for (uint32_t y = 0; y < height; y += 4) {
        uint32_t rows = height - y < 4 ? height - y : 4;
        const uint8_t *line = rgba + (ptrdiff_t)y * stride;
        for (uint32_t x = 0; x < width; x += 4, blocks += size) {
            uint32_t columns = width - x < 4 ? width - x : 4;
            if (rows == 4 && columns == 4)
                load(&b, line + (size_t)x * 4, stride);
            else
                load_edge(&b, line + (size_t)x * 4, stride, columns, rows);
            encode(&b, blocks);
        }
    }
}

void rq_dxt_encode(enum rq_dxt kind, const uint8_t *rgba, ptrdiff_t stride, uint32_t width,
                   uint32_t height, uint8_t *blocks)
{
    if (kind == RQ_DXT1)
        encode_blocks(rgba, stride, width, height, dxt1_block, 8, blocks);
    else if (kind == RQ_DXT3)
        encode_blocks(rgba, stride, width, height, dxt3_block, 16, blocks);
    else
        encode_blocks(rgba, stride, width, height, dxt5_block, 16, blocks);
}
