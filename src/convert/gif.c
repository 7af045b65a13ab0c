/* GIF89a with one palette for all frames. */
#include "convert/convert.h"

enum {
    CLEAR = 256,
    STOP = 257,
    FIRST_FREE = 258,
    CODES = 4096,
    SLOTS = 8192,
    FASTEST_DELAY = 2, /* hundredths; viewers slow anything faster down to a crawl */
    USUAL_DELAY = 10,  /* for frames without a time of their own */
};

#define NO_ENTRY UINT32_MAX

/* ---- LZW ---- */

struct lzw {
    struct rq_out *out;
    uint32_t bits;
    unsigned bit_count;
    unsigned width; /* bits of a code */
    unsigned next;  /* the code that the next new string gets */
    unsigned filled;
    uint8_t block[255];
    uint32_t slots[SLOTS]; /* prefix << 20 | byte << 12 | code */
};

static void lzw_flush(struct lzw *z)
{
    if (z->filled) {
        rq_put8(z->out, (uint8_t)z->filled);
        rq_put(z->out, z->block, z->filled);
    }
    z->filled = 0;
}

static void lzw_byte(struct lzw *z)
{
    z->block[z->filled++] = (uint8_t)z->bits;
    if (z->filled == sizeof z->block)
        lzw_flush(z);
    z->bits >>= 8;
    z->bit_count = z->bit_count > 8 ? z->bit_count - 8 : 0;
}

static void lzw_code(struct lzw *z, unsigned code)
{
    z->bits |= (uint32_t)code << z->bit_count;
    z->bit_count += z->width;
    while (z->bit_count >= 8)
        lzw_byte(z);
}

static void lzw_reset(struct lzw *z)
{
    memset(z->slots, 0xff, sizeof z->slots);
    z->next = FIRST_FREE;
    z->width = 9;
}

/* Takes the next code. The decoder is one string behind, so codes widen when the one that
 * was just taken needs it, not one earlier; with the table full it starts anew. */
static void lzw_grow(struct lzw *z)
{
    if (z->next == 1u << z->width)
        z->width++;
    if (++z->next == CODES) {
        lzw_code(z, CLEAR);
        lzw_reset(z);
    }
}

/* One more byte after the string `prefix`; gives the string that is now open. */
static unsigned lzw_add(struct lzw *z, unsigned prefix, uint8_t byte)
{
    uint32_t key = prefix << 8 | byte;
    uint32_t slot = key * 0x9e3779b1u >> 19;
    for (; z->slots[slot] != NO_ENTRY; slot = (slot + 1) % SLOTS)
        if (z->slots[slot] >> 12 == key)
            return z->slots[slot] & (CODES - 1);
    lzw_code(z, prefix);
    z->slots[slot] = key << 12 | z->next;
    lzw_grow(z);
    return byte;
}

static void put_pixels(struct rq_out *out, const struct rq_plane *plane, bool bottom_up)
{
    struct lzw z = {.out = out, .width = 9};
    rq_put8(out, 8);
    lzw_code(&z, CLEAR);
    lzw_reset(&z);
    unsigned prefix = 0;
    for (uint32_t y = 0; y < plane->height; y++) {
        uint32_t row = bottom_up ? plane->height - 1 - y : y;
        const uint8_t *from = plane->bytes.data + (size_t)row * plane->width;
        for (uint32_t x = 0; x < plane->width; x++)
            prefix = x == 0 && y == 0 ? from[0] : lzw_add(&z, prefix, from[x]);
    }
    lzw_code(&z, prefix);
    lzw_grow(&z);
    lzw_code(&z, STOP);
    if (z.bit_count)
        lzw_byte(&z);
    lzw_flush(&z);
    rq_put8(out, 0);
}

/* ---- the file ---- */

static void put_loop(struct rq_out *out)
{
    rq_put(out, "\x21\xff\x0bNETSCAPE2.0\x03\x01", 16);
    rq_put16(out, 0); /* for ever */
    rq_put8(out, 0);
}

static uint16_t delay_of(const struct rq_image *image, uint32_t frame)
{
    if (image->frames == 1)
        return 0;
    if (!image->delays_ms)
        return USUAL_DELAY;
    uint64_t delay = ((uint64_t)image->delays_ms[frame] + 5) / 10;
    return (uint16_t)(delay < FASTEST_DELAY ? FASTEST_DELAY : delay > 65535 ? 65535 : delay);
}

static void put_frame(struct rq_out *out, const struct rq_image *image, uint32_t frame,
                      bool clear_after)
{
    const struct rq_plane *plane = rq_image_plane(image, frame, 0, 0);
    rq_put(out, "\x21\xf9\x04", 3);
    /* How to leave it (1: as it is, 2: back to the background), and whether the index that
     * follows the delay is see-through. */
    rq_put8(out, (uint8_t)((clear_after ? 2 : 1) << 2 | image->transparent_zero));
    rq_put16(out, delay_of(image, frame));
    rq_put16(out, 0);
    rq_put8(out, 0x2c);
    rq_put32(out, 0); /* left, top */
    rq_put16(out, (uint16_t)plane->width);
    rq_put16(out, (uint16_t)plane->height);
    rq_put8(out, 0);
    put_pixels(out, plane, image->bottom_up);
}

static bool check_frames(const struct rq_image *image, uint32_t *width, uint32_t *height,
                         bool *differ, struct rq_error *err)
{
    for (uint32_t i = 0; i < image->frames; i++) {
        const struct rq_plane *p = rq_image_plane(image, i, 0, 0);
        if (p->width == 0 || p->height == 0 || p->width > 65535 || p->height > 65535)
            return rq_fail(err, RQ_USAGE, 0, "gif", "frame %u: %u x %u pixels can't be a GIF", i,
                           p->width, p->height);
        if (p->bytes.size < rq_pixels_size(image->pixels, p->width, p->height))
            return rq_fail(err, RQ_USAGE, 0, "gif", "frame %u: %zu bytes are too few", i,
                           p->bytes.size);
        *differ |= i && (p->width != *width || p->height != *height);
        *width = p->width > *width ? p->width : *width;
        *height = p->height > *height ? p->height : *height;
    }
    return true;
}

bool rq_gif_write(struct rq_out *out, const struct rq_image *image, struct rq_error *err)
{
    uint32_t width = 0, height = 0;
    bool differ = false;
    if (image->pixels != RQ_PIXELS_INDEX8 || !image->palette)
        return rq_fail(err, RQ_USAGE, 0, "gif", "only pictures with a palette can be a GIF");
    if (image->frames == 0 || image->faces == 0 || image->mips == 0)
        return rq_fail(err, RQ_USAGE, 0, "gif", "the picture has no frames");
    if (!check_frames(image, &width, &height, &differ, err))
        return false;
    rq_put(out, "GIF89a", 6);
    rq_put16(out, (uint16_t)width);
    rq_put16(out, (uint16_t)height);
    rq_put8(out, 0xf7); /* a palette of 256 for all, eight bits a colour */
    rq_put16(out, 0);
    rq_put(out, image->palette, 768);
    if (image->frames > 1)
        put_loop(out);
    for (uint32_t i = 0; i < image->frames && !out->failed; i++)
        put_frame(out, image, i, image->transparent_zero || differ);
    rq_put8(out, 0x3b);
    return out->failed ? rq_fail_out(err, out) : true;
}
