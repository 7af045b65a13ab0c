/* Pixels from S3TC blocks, and whether any of them is see-through. */
#include "codec/dxt.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* A pixel is put together as a number with red lowest and kept in tables as the host has
 * to store it. (Storing with rq_set32 would do without, but gcc 12 makes single bytes of
 * four in a row: a third of the speed.) */
static inline uint32_t in_memory(uint32_t v)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return v >> 24 | (v >> 8 & 0xff00) | (v << 8 & 0xff0000) | v << 24;
#else
    return v;
#endif
}

static inline uint32_t pixel_of(uint64_t lanes, uint32_t alpha)
{
    return in_memory((uint32_t)(lanes & 255) | (uint32_t)(lanes >> 13 & 0xff00) |
                     (uint32_t)(lanes >> 26 & 0xff0000) | alpha << 24);
}

/* Red, green and blue of a 565 colour in three lanes of 21 bits, so that one multiply
 * divides all three. 5 and 6 bits widen by repeating their high bits. */
static uint64_t lanes_of(unsigned c)
{
    unsigned r = c >> 11, g = c >> 5 & 63, b = c & 31;
    return (uint64_t)(r << 3 | r >> 2) | (uint64_t)(g << 2 | g >> 4) << 21 |
           (uint64_t)(b << 3 | b >> 2) << 42;
}

/* Each lane divided by three, rounded down: 683 / 2048 is 1/3 to within 1/8 of a step for
 * all sums of three bytes. What a lane leaves below is masked off by pixel_of. */
static uint64_t third(uint64_t lanes)
{
    return lanes * 683 >> 11;
}

/* The colours of a block, with one alpha. Colours in between are (2a + b) / 3,
 * rounded down: the plain reading of S3TC's description, and what most software decoders
 * give (hardware differs by up to one step). Without `four`, a block with c0 <= c1 has
 * one colour halfway and one that is see-through black. */
static inline void block_colors(const uint8_t *block, bool four, uint32_t alpha, uint32_t colors[4])
{
    unsigned c0 = rq_get16(block), c1 = rq_get16(block + 2);
    uint64_t a = lanes_of(c0), b = lanes_of(c1);
    colors[0] = pixel_of(a, alpha);
    colors[1] = pixel_of(b, alpha);
    if (four || c0 > c1) {
        colors[2] = pixel_of(third(2 * a + b), alpha);
        colors[3] = pixel_of(third(a + 2 * b), alpha);
    } else {
        colors[2] = pixel_of((a + b) >> 1, alpha);
        colors[3] = 0;
    }
}

/* Weights of the eight alphas of a DXT5 block: of a0, of a1, and what is added. The first
 * set is for a0 <= a1: fifths, then 0 and 255; the second sevenths. */
static const uint16_t alpha_weights[2][3][8] = {
    {{5, 0, 4, 3, 2, 1, 0, 0}, {0, 5, 1, 2, 3, 4, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 255}},
    {{7, 0, 6, 5, 4, 3, 2, 1}, {0, 7, 1, 2, 3, 4, 5, 6}, {0, 0, 0, 0, 0, 0, 0, 0}},
};

/* x * factor >> 16 is x / 5 and x / 7, rounded down, for every weighted sum that there can
 * be (the test goes through all of them). */
static const uint16_t alpha_factors[2] = {13108, 9363};

static inline void block_alphas(const uint8_t *block, uint32_t alphas[8])
{
    const unsigned a0 = block[0], a1 = block[1];
    const unsigned set = a0 > a1;
#ifdef __SSE2__
    /* Worth a second version: DXT5 decodes half as fast again. */
    const uint16_t(*w)[8] = alpha_weights[set];
    __m128i zero = _mm_setzero_si128();
    __m128i v = _mm_add_epi16(
        _mm_mullo_epi16(_mm_set1_epi16((short)a0), _mm_loadu_si128((const __m128i *)w[0])),
        _mm_mullo_epi16(_mm_set1_epi16((short)a1), _mm_loadu_si128((const __m128i *)w[1])));
    v = _mm_mulhi_epu16(v, _mm_set1_epi16((short)alpha_factors[set]));
    v = _mm_slli_epi16(_mm_add_epi16(v, _mm_loadu_si128((const __m128i *)w[2])), 8);
    _mm_storeu_si128((__m128i *)alphas, _mm_unpacklo_epi16(zero, v));
    _mm_storeu_si128((__m128i *)(alphas + 4), _mm_unpackhi_epi16(zero, v));
#else
    for (unsigned i = 0; i < 8; i++) {
        uint32_t sum = a0 * alpha_weights[set][0][i] + a1 * alpha_weights[set][1][i];
        uint32_t alpha = (sum * alpha_factors[set] >> 16) + alpha_weights[set][2][i];
        alphas[i] = in_memory(alpha << 24);
    }
#endif
}

/* 16 indices of three bits. */
static uint64_t alpha_bits(const uint8_t *block)
{
    return (uint64_t)rq_get32(block + 4) << 16 | rq_get16(block + 2);
}

static inline void put_row(uint8_t *to, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    memcpy(to, &a, sizeof a);
    memcpy(to + 4, &b, sizeof b);
    memcpy(to + 8, &c, sizeof c);
    memcpy(to + 12, &d, sizeof d);
}

static inline void dxt1_block(const uint8_t *block, uint8_t *to, ptrdiff_t stride)
{
    uint32_t colors[4];
    uint32_t bits = rq_get32(block + 4);
    block_colors(block, false, 255, colors);
    for (unsigned y = 0; y < 4; y++, bits >>= 8, to += stride)
        put_row(to, colors[bits & 3], colors[bits >> 2 & 3], colors[bits >> 4 & 3],
                colors[bits >> 6 & 3]);
}

/* A short cut for blocks of one alpha was tried: the branch costs more than it saves. */
static inline void dxt5_block(const uint8_t *block, uint8_t *to, ptrdiff_t stride)
{
    uint32_t colors[4], alphas[8];
    uint32_t bits = rq_get32(block + 12);
    uint64_t a = alpha_bits(block);
    block_colors(block + 8, true, 0, colors);
    block_alphas(block, alphas);
    for (unsigned y = 0; y < 4; y++, bits >>= 8, a >>= 12, to += stride)
        put_row(to, colors[bits & 3] | alphas[a & 7], colors[bits >> 2 & 3] | alphas[a >> 3 & 7],
                colors[bits >> 4 & 3] | alphas[a >> 6 & 7],
                colors[bits >> 6 & 3] | alphas[a >> 9 & 7]);
}

/* Alpha of four bits, which widen by repeating themselves. */
static inline void dxt3_block(const uint8_t *block, uint8_t *to, ptrdiff_t stride)
{
    uint32_t colors[4], bits = rq_get32(block + 12), row[4];
    block_colors(block + 8, true, 0, colors);
    for (unsigned y = 0; y < 4; y++, bits >>= 8, to += stride) {
        unsigned a = rq_get16(block + (size_t)y * 2);
        for (unsigned x = 0; x < 4; x++)
            row[x] = colors[bits >> 2 * x & 3] | in_memory((uint32_t)(a >> 4 * x & 15) * 17 << 24);
        put_row(to, row[0], row[1], row[2], row[3]);
    }
}

/* Blocks that lie over the right or lower edge go through a block of their own. */
static void clip_block(const uint8_t block[64], uint32_t columns, uint32_t rows, uint8_t *to,
                       ptrdiff_t stride)
{
    for (uint32_t y = 0; y < rows; y++)
        memcpy(to + (ptrdiff_t)y * stride, block + (size_t)y * 16, (size_t)columns * 4);
}

typedef void decode_fn(const uint8_t *block, uint8_t *to, ptrdiff_t stride);

/* Inlined twice, so that the calls of decode become loops over whole blocks. */
static inline void decode_blocks(const uint8_t *blocks, size_t size, decode_fn *decode,
                                 uint32_t width, uint32_t height, uint8_t *rgba, ptrdiff_t stride)
{
    for (uint32_t y = 0; y < height; y += 4) {
        uint32_t rows = height - y < 4 ? height - y : 4;
        uint8_t *line = rgba + (ptrdiff_t)y * stride;
        uint32_t x = 0;
        for (; rows == 4 && width - x >= 4; x += 4, blocks += size)
            decode(blocks, line + (size_t)x * 4, stride);
        for (; x < width; x += 4, blocks += size) {
            uint8_t block[64];
            decode(blocks, block, 16);
            clip_block(block, width - x < 4 ? width - x : 4, rows, line + (size_t)x * 4, stride);
        }
    }
}

void rq_dxt1_decode(const uint8_t *blocks, uint32_t width, uint32_t height, uint8_t *rgba,
                    ptrdiff_t stride)
{
    decode_blocks(blocks, 8, dxt1_block, width, height, rgba, stride);
}

void rq_dxt5_decode(const uint8_t *blocks, uint32_t width, uint32_t height, uint8_t *rgba,
                    ptrdiff_t stride)
{
    decode_blocks(blocks, 16, dxt5_block, width, height, rgba, stride);
}

void rq_dxt3_decode(const uint8_t *blocks, uint32_t width, uint32_t height, uint8_t *rgba,
                    ptrdiff_t stride)
{
    decode_blocks(blocks, 16, dxt3_block, width, height, rgba, stride);
}

/* ---- is anything see-through? ---- */

static bool dxt1_is_clear(const uint8_t *block, uint32_t columns, uint32_t rows)
{
    if (rq_get16(block) > rq_get16(block + 2))
        return false;
    uint32_t bits = rq_get32(block + 4);
    bits &= bits >> 1; /* the low bit of each index 3 */
    uint32_t seen = (0x55u >> (4 - columns) * 2) * 0x01010101u >> (4 - rows) * 8;
    return bits & seen;
}

static bool dxt3_is_clear(const uint8_t *block, uint32_t columns, uint32_t rows)
{
    unsigned seen = 0xFFFFu >> (4 - columns) * 4;
    for (uint32_t y = 0; y < rows; y++)
        if ((rq_get16(block + (size_t)y * 2) & seen) != seen)
            return true;
    return false;
}

static bool dxt5_is_clear(const uint8_t *block, uint32_t columns, uint32_t rows)
{
    uint64_t bits = alpha_bits(block);
    if (bits == 0)
        return block[0] != 255;
    uint32_t alphas[8];
    block_alphas(block, alphas);
    for (uint32_t y = 0; y < rows; y++)
        for (uint32_t x = 0; x < columns; x++)
            if (alphas[bits >> (y * 4 + x) * 3 & 7] != in_memory((uint32_t)255 << 24))
                return true;
    return false;
}

/* Pixels of a block that lie outside of the picture don't count. */
bool rq_dxt_has_alpha(enum rq_dxt kind, const uint8_t *block, uint32_t width, uint32_t height)
{
    for (uint32_t y = 0; y < height; y += 4) {
        uint32_t rows = height - y < 4 ? height - y : 4;
        for (uint32_t x = 0; x < width; x += 4) {
            uint32_t columns = width - x < 4 ? width - x : 4;
            if (kind == RQ_DXT1   ? dxt1_is_clear(block, columns, rows)
                : kind == RQ_DXT3 ? dxt3_is_clear(block, columns, rows)
                                  : dxt5_is_clear(block, columns, rows))
                return true;
            block += kind == RQ_DXT1 ? 8 : 16;
        }
    }
    return false;
}
