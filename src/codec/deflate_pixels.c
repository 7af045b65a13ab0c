/* Deflate for rows of pixels. A texture has few colours in each neighbourhood (a DXT block
 * has four), so whole pixels come back: the search goes from pixel to pixel, first for the
 * last place of the same two, then for that of the same one, and takes what it finds. */
#include "codec/deflate.h"

enum {
    WINDOW = 32768,
    LONGEST = 258,
    SLOT_BITS = 13,
    BLOCK_MATCHES = 16384,
    BLOCK_BYTES = 1 << 18,
    LITERALS = 286, /* literals, end of block, lengths */
    DISTANCES = 30,
    END_OF_BLOCK = 256,
    /* Four literals of 14 bits and 7 bits that wait for a byte fit in 64. */
    LITERAL_BITS = 14,
    DISTANCE_BITS = 15,
};

/* So many bytes as they are, then one match. Length 0 stands at the end of a block. */
struct step {
    uint32_t literals;
    uint16_t length;
    uint16_t distance; /* less one */
};

struct code {
    uint32_t bits;
    uint32_t size;
};

struct packer {
    const uint8_t *begin, *end;
    const uint8_t *block, *literals_from; /* where this block, and the last run, began */
    struct rq_out *out;
    uint64_t bits;
    unsigned bit_count;
    uint32_t step_count;
    uint32_t pairs[1 << SLOT_BITS], singles[1 << SLOT_BITS]; /* where last seen */
    struct step steps[BLOCK_MATCHES + 1];
    uint32_t bytes_seen[4][256]; /* literals by channel: neighbours rarely collide */
    uint32_t literal_seen[LITERALS];
    uint32_t distance_seen[DISTANCES];
    uint32_t length_seen[LONGEST + 1];
    struct code literals[LITERALS];
    struct code distances[DISTANCES];
    struct code lengths[LONGEST + 1]; /* with their extra bits */
};

static inline uint64_t load64(const uint8_t *p)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
#else
    return rq_get64(p);
#endif
}

static inline void store64(uint8_t *p, uint64_t v)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(p, &v, sizeof v);
#else
    rq_set64(p, v);
#endif
}

/* ---- lengths and distances as symbols (RFC 1951, 3.2.5) ---- */

static const uint16_t length_base[29] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                         15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                         67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                         2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};

static unsigned length_symbol(unsigned length)
{
    unsigned i = 28;
    while (length_base[i] > length)
        i--;
    return i;
}

static inline unsigned log2_of(uint32_t v)
{
#if defined(__GNUC__)
    return 31 - (unsigned)__builtin_clz(v);
#else
    unsigned n = 0;
    while (v >>= 1)
        n++;
    return n;
#endif
}

/* The symbol of a distance less one, and how many extra bits it has. */
static inline unsigned distance_symbol(uint32_t distance, unsigned *extra)
{
    if (distance < 4) {
        *extra = 0;
        return distance;
    }
    unsigned top = log2_of(distance);
    *extra = top - 1;
    return top * 2 + (distance >> (top - 1) & 1);
}

/* ---- Huffman codes ---- */

/* Symbols that occur, by rising count; few enough for a plain shell sort. */
static unsigned sort_symbols(const uint32_t *seen, unsigned count, uint16_t *order)
{
    static const unsigned gaps[] = {57, 23, 10, 4, 1};
    unsigned used = 0;
    for (unsigned i = 0; i < count; i++)
        if (seen[i])
            order[used++] = (uint16_t)i;
    for (unsigned g = 0; g < sizeof gaps / sizeof gaps[0]; g++)
        for (unsigned i = gaps[g]; i < used; i++) {
            uint16_t symbol = order[i];
            unsigned j = i;
            for (; j >= gaps[g] && seen[order[j - gaps[g]]] > seen[symbol]; j -= gaps[g])
                order[j] = order[j - gaps[g]];
            order[j] = symbol;
        }
    return used;
}

/* How many codes there are of each size in a tree over the sorted counts. The two queues of
 * van Leeuwen: leaves in order, and inner nodes, which arise in order. */
static void count_sizes(const uint32_t *seen, const uint16_t *order, unsigned used, unsigned limit,
                        uint32_t sizes[33])
{
    uint32_t weight[LITERALS];
    uint16_t parent[2 * LITERALS];
    uint8_t depth[LITERALS];
    unsigned leaf = 0, inner = 0;
    memset(sizes, 0, 33 * sizeof sizes[0]);
    if (used < 2)
        return;
    for (unsigned made = 0; made < used - 1; made++) {
        uint32_t sum = 0;
        for (unsigned i = 0; i < 2; i++) {
            bool is_leaf = inner == made || (leaf < used && seen[order[leaf]] <= weight[inner]);
            sum += is_leaf ? seen[order[leaf]] : weight[inner];
            parent[is_leaf ? leaf++ : used + inner++] = (uint16_t)made;
        }
        weight[made] = sum;
    }
    depth[used - 2] = 0;
    for (unsigned i = used - 2; i-- > 0;)
        depth[i] = (uint8_t)(depth[parent[used + i]] + 1);
    for (unsigned i = 0; i < used; i++) {
        unsigned size = depth[parent[i]] + 1u;
        sizes[size < limit ? size : limit]++;
    }
}

/* After clipping, the sizes claim more than there is (Kraft's sum, in units of the longest
 * code): lengthen the longest of the shorter codes until it fits. */
static void limit_sizes(uint32_t sizes[33], unsigned limit)
{
    uint32_t claimed = 0;
    for (unsigned size = 1; size <= limit; size++)
        claimed += sizes[size] << (limit - size);
    while (claimed > 1u << limit) {
        unsigned size = limit - 1;
        while (sizes[size] == 0)
            size--;
        sizes[size]--;
        sizes[size + 1] += 2;
        sizes[limit]--;
        claimed--;
    }
}

static uint32_t reversed(uint32_t code, unsigned size)
{
    uint32_t r = 0;
    for (; size; size--, code >>= 1)
        r = r << 1 | (code & 1);
    return r;
}

/* Canonical codes for the symbols that occur; at least two of them must. */
static void make_codes(const uint32_t *seen, unsigned count, unsigned limit, struct code *codes)
{
    uint16_t order[LITERALS];
    uint32_t sizes[33], next[33];
    unsigned used = sort_symbols(seen, count, order);
    count_sizes(seen, order, used, limit, sizes);
    limit_sizes(sizes, limit);
    memset(codes, 0, count * sizeof codes[0]);
    unsigned at = 0;
    for (unsigned size = limit; size; size--)
        for (uint32_t i = 0; i < sizes[size]; i++)
            codes[order[at++]].size = size;
    uint32_t code = 0;
    for (unsigned size = 1; size <= limit; size++) {
        next[size] = code;
        code = (code + sizes[size]) << 1;
    }
    for (unsigned i = 0; i < count; i++)
        if (codes[i].size)
            codes[i].bits = reversed(next[codes[i].size]++, codes[i].size);
}

/* One symbol alone would get a code of no bits; decoders want a complete code. */
static void at_least_two(uint32_t *seen, unsigned count)
{
    unsigned used = 0;
    for (unsigned i = 0; i < count; i++)
        used += seen[i] != 0;
    for (unsigned i = 0; used < 2; i++)
        if (!seen[i]) {
            seen[i] = 1;
            used++;
        }
}

/* ---- bits ---- */

static inline void put_bits(struct packer *k, uint64_t bits, unsigned count)
{
    k->bits |= bits << k->bit_count;
    k->bit_count += count;
}

/* Whole bytes to p; there must be room for eight. Returns where the next ones go. */
static inline uint8_t *flush_bits(struct packer *k, uint8_t *p)
{
    store64(p, k->bits);
    p += k->bit_count >> 3;
    k->bits >>= k->bit_count & ~7u;
    k->bit_count &= 7;
    return p;
}

/* ---- the head of a block: the sizes of both codes, run-length coded ---- */

struct head {
    uint8_t symbols[LITERALS + DISTANCES], extras[LITERALS + DISTANCES];
    unsigned count;
    unsigned literals, distances; /* how many sizes of each are sent */
    uint32_t seen[19];
    struct code codes[19];
};

static void head_add(struct head *head, unsigned symbol, unsigned extra)
{
    head->symbols[head->count] = (uint8_t)symbol;
    head->extras[head->count++] = (uint8_t)extra;
    head->seen[symbol]++;
}

/* 16 repeats the last size 3 to 6 times, 17 and 18 are runs of 3 to 10 and 11 to 138 zeros. */
static void head_run(struct head *head, unsigned size, unsigned run)
{
    if (size) {
        head_add(head, size, 0);
        run--;
    }
    while (run >= 3) {
        unsigned most = size ? 6 : run >= 11 ? 138 : 10;
        unsigned part = run < most ? run : most;
        head_add(head, size ? 16 : run >= 11 ? 18 : 17, part - (!size && run >= 11 ? 11 : 3));
        run -= part;
    }
    while (run--)
        head_add(head, size, 0);
}

static void head_make(struct head *head, const struct packer *k)
{
    uint8_t sizes[LITERALS + DISTANCES];
    memset(head, 0, sizeof *head);
    head->literals = LITERALS;
    while (head->literals > 257 && k->literals[head->literals - 1].size == 0)
        head->literals--;
    head->distances = DISTANCES;
    while (head->distances > 1 && k->distances[head->distances - 1].size == 0)
        head->distances--;
    for (unsigned i = 0; i < head->literals; i++)
        sizes[i] = (uint8_t)k->literals[i].size;
    for (unsigned i = 0; i < head->distances; i++)
        sizes[head->literals + i] = (uint8_t)k->distances[i].size;
    unsigned total = head->literals + head->distances;
    for (unsigned i = 0, run; i < total; i += run) {
        for (run = 1; i + run < total && sizes[i + run] == sizes[i];)
            run++;
        head_run(head, sizes[i], run);
    }
    at_least_two(head->seen, 19);
    make_codes(head->seen, 19, 7, head->codes);
}

static uint8_t *head_write(const struct head *head, struct packer *k, bool last, uint8_t *p)
{
    static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    static const uint8_t extra[3] = {2, 3, 7};
    unsigned count = 19;
    while (count > 4 && head->codes[order[count - 1]].size == 0)
        count--;
    put_bits(k, last | 2 << 1, 3);
    put_bits(k, head->literals - 257, 5);
    put_bits(k, head->distances - 1, 5);
    put_bits(k, count - 4, 4);
    p = flush_bits(k, p);
    for (unsigned i = 0; i < count; i++) {
        put_bits(k, head->codes[order[i]].size, 3);
        p = flush_bits(k, p);
    }
    for (unsigned i = 0; i < head->count; i++) {
        unsigned symbol = head->symbols[i];
        put_bits(k, head->codes[symbol].bits, head->codes[symbol].size);
        if (symbol >= 16)
            put_bits(k, head->extras[i], extra[symbol - 16]);
        p = flush_bits(k, p);
    }
    return p;
}

/* ---- the body of a block ---- */

static void block_codes(struct packer *k)
{
    for (unsigned i = 0; i < 256; i++)
        k->literal_seen[i] =
            k->bytes_seen[0][i] + k->bytes_seen[1][i] + k->bytes_seen[2][i] + k->bytes_seen[3][i];
    k->literal_seen[END_OF_BLOCK] = 1;
    for (unsigned i = 3; i <= LONGEST; i++)
        if (k->length_seen[i])
            k->literal_seen[257 + length_symbol(i)] += k->length_seen[i];
    at_least_two(k->literal_seen, LITERALS);
    at_least_two(k->distance_seen, DISTANCES);
    make_codes(k->literal_seen, LITERALS, LITERAL_BITS, k->literals);
    make_codes(k->distance_seen, DISTANCES, DISTANCE_BITS, k->distances);
    for (unsigned symbol = 0; symbol < 29; symbol++) {
        struct code code = k->literals[257 + symbol];
        unsigned count = 1u << length_extra[symbol];
        /* 258 has a symbol of its own, though the one before could reach it. */
        for (unsigned i = 0; i < count && length_base[symbol] + i <= LONGEST; i++)
            k->lengths[length_base[symbol] + i] =
                (struct code){code.bits | i << code.size, code.size + length_extra[symbol]};
    }
}

/* The most bytes that the block can take. */
static size_t block_bound(const struct packer *k)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < LITERALS; i++)
        bits += (uint64_t)k->literal_seen[i] * (k->literals[i].size + (i > 256 ? 5 : 0));
    for (unsigned i = 0; i < DISTANCES; i++)
        bits += (uint64_t)k->distance_seen[i] * (k->distances[i].size + 13);
    /* The head is below 3 + 14 + 19 * 3 + 318 * 14 bits; flush_bits writes 8 bytes ahead. */
    return (size_t)(bits / 8) + 640 + 16;
}

static uint8_t *put_literals(struct packer *k, const uint8_t *from, size_t count, uint8_t *p)
{
    const struct code *codes = k->literals;
    for (; count >= 4; count -= 4, from += 4) {
        for (unsigned i = 0; i < 4; i++)
            put_bits(k, codes[from[i]].bits, codes[from[i]].size);
        p = flush_bits(k, p);
    }
    for (; count; count--, from++)
        put_bits(k, codes[*from].bits, codes[*from].size);
    return flush_bits(k, p);
}

static bool write_block(struct packer *k, const uint8_t *from, bool last)
{
    struct head head;
    block_codes(k);
    head_make(&head, k);
    size_t before = k->out->size;
    uint8_t *p = rq_grow(k->out, block_bound(k));
    if (!p)
        return false;
    uint8_t *start = p;
    p = head_write(&head, k, last, p);
    for (uint32_t i = 0; i < k->step_count; i++) {
        const struct step *step = &k->steps[i];
        if (step->literals)
            p = put_literals(k, from, step->literals, p);
        from += step->literals + step->length;
        if (step->length == 0)
            continue;
        unsigned extra, symbol = distance_symbol(step->distance, &extra);
        put_bits(k, k->lengths[step->length].bits, k->lengths[step->length].size);
        put_bits(k, k->distances[symbol].bits, k->distances[symbol].size);
        put_bits(k, step->distance & ((1u << extra) - 1), extra);
        p = flush_bits(k, p);
    }
    put_bits(k, k->literals[END_OF_BLOCK].bits, k->literals[END_OF_BLOCK].size);
    p = flush_bits(k, p);
    rq_out_cut(k->out, before + (size_t)(p - start));
    return true;
}

/* ---- the parse ---- */

/* How far a and b agree, from `known` on. With the first difference found by counting
 * zeros, not by a loop over bytes, the whole goes a tenth faster. */
static inline size_t match_length(const uint8_t *a, const uint8_t *b, size_t known, size_t most)
{
    size_t n = known;
#if defined(__GNUC__)
    for (; n + 8 <= most; n += 8) {
        uint64_t difference = load64(a + n) ^ load64(b + n);
        if (difference)
            return n + ((unsigned)__builtin_ctzll(difference) >> 3);
    }
#endif
    while (n < most && a[n] == b[n])
        n++;
    return n;
}

static inline void count_pixel(struct packer *k, const uint8_t *p, unsigned unit)
{
    for (unsigned i = 0; i < unit; i++)
        k->bytes_seen[i][p[i]]++;
}

static void reset_counts(struct packer *k)
{
    memset(k->bytes_seen, 0, sizeof k->bytes_seen);
    memset(k->literal_seen, 0, sizeof k->literal_seen);
    memset(k->distance_seen, 0, sizeof k->distance_seen);
    memset(k->length_seen, 0, sizeof k->length_seen);
}

/* Writes what has been parsed up to p, and starts anew there. */
static bool end_block(struct packer *k, const uint8_t *p, bool last)
{
    k->steps[k->step_count++] = (struct step){(uint32_t)(p - k->literals_from), 0, 0};
    bool done = write_block(k, k->block, last);
    k->block = k->literals_from = p;
    k->step_count = 0;
    reset_counts(k);
    return done;
}

static inline bool add_match(struct packer *k, const uint8_t *p, size_t length, size_t distance)
{
    unsigned extra;
    k->steps[k->step_count++] =
        (struct step){(uint32_t)(p - k->literals_from), (uint16_t)length, (uint16_t)(distance - 1)};
    k->distance_seen[distance_symbol((uint32_t)(distance - 1), &extra)]++;
    k->length_seen[length]++;
    k->literals_from = p + length;
    return k->step_count < BLOCK_MATCHES || end_block(k, p + length, false);
}

static inline size_t slot_of(uint64_t pixels)
{
    return (size_t)(pixels * 0x9e3779b97f4a7c15 >> (64 - SLOT_BITS));
}

/* One row, from the pixel after the filter byte. unit is a constant where this is inlined.
 * A slot that was never filled says 0: whatever is there, a match is a match once the bytes
 * were compared. */
static inline bool parse_row(struct packer *k, const uint8_t *p, const uint8_t *row_end,
                             unsigned unit)
{
    const uint64_t one = unit == 3 ? 0xffffff : 0xffffffff;
    const uint64_t two = unit == 3 ? 0xffffffffffff : UINT64_MAX;
    const uint8_t *const begin = k->begin;
    while ((size_t)(row_end - p) >= (size_t)2 * unit && k->end - p >= 8) {
        uint32_t here = (uint32_t)(p - begin);
        uint64_t pair = load64(p) & two, single = pair & one;
        uint32_t *slot = &k->pairs[slot_of(pair)];
        uint32_t there = *slot;
        size_t length = unit;
        *slot = here;
        if (here - there <= WINDOW && (load64(begin + there) & two) == pair) {
            size_t left = (size_t)(row_end - p);
            length =
                match_length(p, begin + there, (size_t)2 * unit, left < LONGEST ? left : LONGEST);
            length -= length % unit;
            /* The pair that leads out of the match: this alone makes files 6% smaller. */
            if (k->end - p >= (ptrdiff_t)length + 8)
                k->pairs[slot_of(load64(p + length - unit) & two)] =
                    (uint32_t)(here + length - unit);
        } else {
            slot = &k->singles[slot_of(single)];
            there = *slot;
            *slot = here;
            if (here - there > WINDOW || (load64(begin + there) & one) != single) {
                count_pixel(k, p, unit);
                p += unit;
                continue;
            }
        }
        if (!add_match(k, p, length, here - there))
            return false;
        p += length;
    }
    for (; p < row_end; p += unit)
        count_pixel(k, p, unit);
    return true;
}

static bool parse(struct packer *k, size_t pitch, unsigned unit)
{
    for (const uint8_t *p = k->begin; p < k->end; p += pitch) {
        if (p - k->block >= BLOCK_BYTES && !end_block(k, p, false))
            return false;
        k->bytes_seen[3][*p]++;
        if (!(unit == 3 ? parse_row(k, p + 1, p + pitch, 3) : parse_row(k, p + 1, p + pitch, 4)))
            return false;
    }
    return end_block(k, k->end, true);
}

bool rq_zlib_pack_pixels(struct rq_out *out, struct rq_bytes rows, size_t pitch, unsigned unit)
{
    /* Places are kept in 32 bits. */
    if (rows.size > INT32_MAX || pitch < 1 || rows.size % pitch || (unit != 3 && unit != 4) ||
        (pitch - 1) % unit)
        return rq_zlib_pack(out, rows, 1);
    struct packer *k = out->failed ? NULL : rq_mem(out->alloc, NULL, sizeof *k);
    if (!k) {
        if (!out->failed)
            out->failed = RQ_NO_MEMORY;
        return false;
    }
    /* The steps are written before they are read; the rest starts as zeros. */
    memset(k, 0, offsetof(struct packer, steps));
    reset_counts(k);
    k->begin = k->block = k->literals_from = rows.data;
    k->end = rows.data + rows.size;
    k->out = out;
    /* Deflate with a window of 32 KiB, fastest; 0x7801 is a multiple of 31. */
    rq_put8(out, 0x78);
    rq_put8(out, 0x01);
    if (parse(k, pitch, unit) && k->bit_count)
        rq_put8(out, (uint8_t)k->bits);
    rq_put32be(out, rq_adler32(1, rows));
    rq_mem(out->alloc, k, 0);
    return !out->failed;
}
