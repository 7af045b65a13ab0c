/* GIFs are read back by a decoder that follows the specification (GIF89a, appendix F). */
#include "convert/convert.h"
#include "support/check.h"
#include "support/random.h"

#include <stdlib.h>

/* ---- a small decoder ---- */

struct bits {
    const uint8_t *data;
    size_t size, at; /* at: in bits */
};

/* -1 at the end of the data. */
static int take_code(struct bits *b, unsigned width)
{
    int code = 0;
    if (b->at + width > b->size * 8)
        return -1;
    for (unsigned i = 0; i < width; i++, b->at++)
        code |= (b->data[b->at / 8] >> b->at % 8 & 1) << i;
    return code;
}

struct table {
    int prefix[4096];
    uint8_t last[4096];
    int next;
};

/* The string of a code to `to`, as far as there is room; its length. */
static size_t spell(const struct table *t, int code, uint8_t *to, size_t room)
{
    uint8_t text[4097];
    size_t size = 0;
    for (; code >= 0 && size < sizeof text; code = t->prefix[code])
        text[size++] = t->last[code];
    for (size_t i = 0; i < size && i < room; i++)
        to[i] = text[size - 1 - i];
    return size;
}

/* How many pixels came out; 0 on any disagreement. *clears counts the clear codes. */
static size_t unpack(struct bits b, uint8_t *to, size_t room, unsigned *clears)
{
    struct table t = {{0}, {0}, 258};
    unsigned width = 9;
    int before = -1;
    size_t done = 0;
    for (int i = 0; i < 256; i++) {
        t.prefix[i] = -1;
        t.last[i] = (uint8_t)i;
    }
    for (;;) {
        int code = take_code(&b, width);
        if (code == 257)
            return b.size * 8 - b.at < 8 ? done : 0;
        if (code < 0 || code > t.next || (code == t.next && before < 0))
            return 0;
        if (code == 256) {
            t.next = 258;
            width = 9;
            before = -1;
            ++*clears;
            continue;
        }
        if (before >= 0 && t.next < 4096) {
            uint8_t text[4097];
            spell(&t, code == t.next ? before : code, text, 1);
            t.prefix[t.next] = before;
            t.last[t.next++] = text[0];
            if (t.next == 1 << width && width < 12)
                width++;
        }
        size_t size = spell(&t, code, to + done, room - done);
        if (size > room - done)
            return 0;
        done += size;
        before = code;
    }
}

struct frame {
    uint32_t width, height;
    unsigned flags, delay; /* of the graphic control extension */
    unsigned clears;
    uint8_t *pixels;
};

/* Reads one frame at *at; false at the trailer or when something is wrong. */
static bool take_frame(struct rq_bytes gif, size_t *at, struct frame *f)
{
    const uint8_t *p = gif.data + *at;
    if (gif.size - *at < 8 + 10 + 2 || memcmp(p, "\x21\xf9\x04", 3) != 0 || p[6] || p[7] ||
        p[8] != 0x2c || rq_get32(p + 9) || p[17] || p[18] != 8)
        return false;
    *f = (struct frame){rq_get16(p + 13), rq_get16(p + 15), p[3], rq_get16(p + 4), 0, NULL};
    size_t from = *at + 19, size = 0, room = (size_t)f->width * f->height;
    uint8_t *packed = malloc(gif.size);
    f->pixels = malloc(room);
    while (packed && from < gif.size && gif.data[from]) {
        memcpy(packed + size, gif.data + from + 1, gif.data[from]);
        size += gif.data[from];
        from += 1u + gif.data[from];
    }
    *at = from + 1;
    size_t got = packed && f->pixels
                     ? unpack((struct bits){packed, size, 0}, f->pixels, room, &f->clears)
                     : 0;
    free(packed);
    return got == room;
}

/* ---- tests ---- */

static uint8_t palette[768];

static struct rq_image image_of(const struct rq_plane *planes, uint32_t frames)
{
    for (size_t i = 0; i < sizeof palette; i++)
        palette[i] = (uint8_t)(i * 5);
    return (struct rq_image){.pixels = RQ_PIXELS_INDEX8,
                             .palette = palette,
                             .mips = 1,
                             .faces = 1,
                             .frames = frames,
                             .planes = planes};
}

/* Writes one frame and compares; gives the number of clear codes. */
static unsigned still(const uint8_t *pixels, uint32_t width, uint32_t height, bool bottom_up)
{
    struct rq_plane plane = {width, height, {pixels, (size_t)width * height}};
    struct rq_image image = image_of(&plane, 1);
    struct rq_out out = {0};
    struct rq_error err = {0};
    struct frame f = {0};
    size_t at = 13 + 768;
    image.bottom_up = bottom_up;
    if (CHECK(rq_gif_write(&out, &image, &err)) && CHECK(take_frame(rq_out_bytes(&out), &at, &f)) &&
        CHECK_INT(f.width, width) && CHECK_INT(f.height, height)) {
        for (uint32_t y = 0; y < height; y++)
            CHECK_MEM(f.pixels + (size_t)(bottom_up ? height - 1 - y : y) * width, width,
                      pixels + (size_t)y * width, width);
        CHECK_INT(f.delay, 0);
        CHECK_INT(out.size, at + 1);
        CHECK_INT(out.data[out.size - 1], 0x3b);
    }
    free(f.pixels);
    rq_out_free(&out);
    return f.clears;
}

static void test_one_pixel(void)
{
    static const uint8_t pixel[] = {7};
    struct rq_plane plane = {1, 1, {pixel, 1}};
    struct rq_image image = image_of(&plane, 1);
    struct rq_out out = {0};
    struct rq_error err = {0};
    REQUIRE(rq_gif_write(&out, &image, &err));
    static const uint8_t head[] = {'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0, 0xf7, 0, 0};
    /* Clear, 7 and end in 9 bits each: 256 | 7 << 9 | 257 << 18 = 4040f00, lowest byte first. */
    static const uint8_t tail[] = {0x21, 0xf9, 4, 4, 0, 0, 0, 0,    0x2c, 0,    0,    0, 0,
                                   1,    0,    1, 0, 0, 8, 4, 0x00, 0x0f, 0x04, 0x04, 0, 0x3b};
    CHECK_INT(out.size, sizeof head + 768 + sizeof tail);
    CHECK_MEM(out.data, sizeof head, head, sizeof head);
    CHECK_MEM(out.data + 13, 768, palette, 768);
    CHECK_MEM(out.data + 13 + 768, sizeof tail, tail, sizeof tail);
    rq_out_free(&out);
}

static void test_sizes(void)
{
    uint8_t pixels[13 * 13];
    uint32_t state = 1;
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)random_next(&state);
    for (uint32_t height = 1; height <= 13; height++)
        for (uint32_t width = 1; width <= 13; width++) {
            check_note("%u x %u", width, height);
            still(pixels, width, height, width & 1);
        }
}

/* Every length up to one that needs new tables: each code width and each place where the
 * stream can end, for pixels that are all the same and for two kinds of noise. */
static void test_lengths(void)
{
    enum { MOST = 9000 };
    uint8_t *pixels = malloc(MOST);
    REQUIRE(pixels);
    for (unsigned nature = 0; nature < 3; nature++) {
        uint32_t state = nature;
        for (size_t i = 0; i < MOST; i++)
            pixels[i] = (uint8_t)(nature == 0   ? 9
                                  : nature == 1 ? random_next(&state) & 1
                                                : random_next(&state));
        for (uint32_t size = 1; size <= MOST; size += size < 1200 ? 1 : 7) {
            check_note("nature %u, %u pixels", nature, size);
            still(pixels, size, 1, false);
        }
        /* Around the end of the first table for noise, where almost every pixel is a code. */
        for (uint32_t size = 3700; size < 4000 && nature == 2; size++)
            still(pixels, size, 1, false);
    }
    free(pixels);
}

static void test_large(void)
{
    enum { WIDTH = 333, HEIGHT = 301 };
    uint8_t *pixels = malloc(WIDTH * HEIGHT);
    uint32_t state = 7;
    REQUIRE(pixels);
    for (size_t i = 0; i < WIDTH * HEIGHT; i++)
        pixels[i] = (uint8_t)random_next(&state);
    CHECK(still(pixels, WIDTH, HEIGHT, true) > 20);
    for (size_t i = 0; i < WIDTH * HEIGHT; i++)
        pixels[i] = (uint8_t)(i % WIDTH / 8 + i / WIDTH / 8);
    CHECK(still(pixels, WIDTH, HEIGHT, false) >= 1);
    memset(pixels, 0, WIDTH * HEIGHT);
    CHECK(still(pixels, WIDTH, HEIGHT, false) == 1);
    free(pixels);
}

static void test_animation(void)
{
    static const uint8_t a[] = {0, 1, 2, 3, 4, 5}, b[] = {5, 4, 3, 2, 1, 0}, c[] = {9};
    static const uint32_t delays[] = {0, 66, 1004};
    static const unsigned hundredths[] = {2, 7, 100};
    struct rq_plane planes[] = {{3, 2, {a, 6}}, {3, 2, {b, 6}}, {1, 1, {c, 1}}};
    struct rq_image image = image_of(planes, 3);
    struct rq_out out = {0};
    struct rq_error err = {0};
    image.delays_ms = delays;
    image.transparent_zero = true;
    REQUIRE(rq_gif_write(&out, &image, &err));
    CHECK_INT(rq_get16(out.data + 6), 3);
    CHECK_INT(rq_get16(out.data + 8), 2);
    size_t at = 13 + 768;
    CHECK_MEM(out.data + at, 19, "\x21\xff\x0bNETSCAPE2.0\3\1\0\0\0", 19);
    at += 19;
    for (unsigned i = 0; i < 3; i++) {
        struct frame f = {0};
        check_note("frame %u", i);
        if (CHECK(take_frame(rq_out_bytes(&out), &at, &f))) {
            CHECK_INT(f.delay, hundredths[i]);
            CHECK_INT(f.flags, 2 << 2 | 1);
            CHECK_MEM(f.pixels, (size_t)f.width * f.height, planes[i].bytes.data,
                      planes[i].bytes.size);
        }
        free(f.pixels);
    }
    CHECK_INT(out.size, at + 1);
    rq_out_free(&out);
    /* Opaque frames of one size stay until the next covers them. */
    image.frames = 2;
    image.transparent_zero = false;
    image.delays_ms = NULL;
    REQUIRE(rq_gif_write(&out, &image, &err));
    CHECK_INT(out.data[13 + 768 + 19 + 3], 1 << 2);
    CHECK_INT(rq_get16(out.data + 13 + 768 + 19 + 4), 10);
    rq_out_free(&out);
}

/* Of a frame, in hundredths: rounded, not below 2, and 16 bits of it. */
static void test_delays(void)
{
    static const uint32_t delays[] = {0,  14,     15,     24,     25,     34,
                                      35, 655344, 655345, 655354, 655355, UINT32_MAX};
    static const unsigned hundredths[] = {2, 2, 2, 2, 3, 3, 4, 65534, 65535, 65535, 65535, 65535};
    enum { FRAMES = sizeof delays / sizeof delays[0] };
    static const uint8_t pixel[] = {1};
    struct rq_plane planes[FRAMES];
    for (size_t i = 0; i < FRAMES; i++)
        planes[i] = (struct rq_plane){1, 1, {pixel, 1}};
    struct rq_image image = image_of(planes, FRAMES);
    struct rq_out out = {0};
    struct rq_error err = {0};
    size_t at = 13 + 768 + 19;
    image.delays_ms = delays;
    REQUIRE(rq_gif_write(&out, &image, &err));
    for (size_t i = 0; i < FRAMES; i++) {
        struct frame f = {0};
        check_note("%u ms", delays[i]);
        if (CHECK(take_frame(rq_out_bytes(&out), &at, &f)))
            CHECK_INT(f.delay, hundredths[i]);
        free(f.pixels);
    }
    rq_out_free(&out);
}

/* Sides have 16 bits. */
static void test_sides(void)
{
    static const uint8_t bytes[65536];
    static const struct {
        uint32_t width, height;
        const char *why;
    } rows[] = {{65535, 1, ""},
                {1, 65535, ""},
                {65536, 1, "frame 0: 65536 x 1 pixels can't be a GIF"},
                {1, 65536, "frame 0: 1 x 65536 pixels can't be a GIF"},
                {0, 1, "frame 0: 0 x 1 pixels can't be a GIF"},
                {1, 0, "frame 0: 1 x 0 pixels can't be a GIF"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rq_plane plane = {rows[i].width, rows[i].height, {bytes, sizeof bytes}};
        struct rq_image image = image_of(&plane, 1);
        struct rq_out out = {0};
        struct rq_error err = {0};
        CHECK_INT(rq_gif_write(&out, &image, &err), !rows[i].why[0]);
        CHECK_STR(err.text, rows[i].why);
        if (!rows[i].why[0]) {
            CHECK_INT(rq_get16(out.data + 6), rows[i].width);
            CHECK_INT(rq_get16(out.data + 8), rows[i].height);
        }
        rq_out_free(&out);
    }
}

static void test_refused(void)
{
    static const uint8_t bytes[16];
    struct rq_plane good = {2, 2, {bytes, 4}}, small = {2, 2, {bytes, 3}};
    struct rq_plane empty = {0, 2, {bytes, 4}}, wide = {65536, 1, {bytes, 16}};
    struct rq_image images[] = {image_of(&small, 1), image_of(&empty, 1), image_of(&wide, 1),
                                image_of(&good, 0),  image_of(&good, 1),  image_of(&good, 1)};
    images[4].pixels = RQ_PIXELS_RGBA8;
    images[5].palette = NULL;
    for (size_t i = 0; i < sizeof images / sizeof images[0]; i++) {
        struct rq_out out = {0};
        struct rq_error err = {0};
        check_note("image %zu", i);
        CHECK(!rq_gif_write(&out, &images[i], &err));
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_INT(out.size, 0);
        rq_out_free(&out);
    }
}

static void test_no_memory(void)
{
    uint8_t pixels[4000];
    uint32_t state = 7;
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)random_next(&state);
    struct rq_plane plane = {4000, 1, {pixels, 4000}};
    struct rq_image image = image_of(&plane, 1);
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_out out = {.alloc = &alloc};
        struct rq_error err = {0};
        bool done = rq_gif_write(&out, &image, &err);
        rq_out_free(&out);
        CHECK_INT(failing.live_blocks, 0);
        CHECK_INT(err.code, done ? RQ_OK : RQ_NO_MEMORY);
        if (failing.calls < n)
            break;
    }
}

TESTS(test_one_pixel, test_sizes, test_lengths, test_large, test_animation, test_delays, test_sides,
      test_refused, test_no_memory)
