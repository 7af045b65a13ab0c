/* What rq_png_write makes is looked at by hand and read back by libpng (rq_png_read); what
 * rq_png_read takes is laid out by hand here, chunk by chunk. */
#include "codec/deflate.h"
#include "convert/convert.h"
#include "support/check.h"
#include "support/random.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef RQ_HAVE_PNG
#define NEEDS_LIBPNG (void)0
#else
#define NEEDS_LIBPNG SKIP("built without libpng")
#endif

static struct rq_image image_of(enum rq_pixels pixels, const struct rq_plane *plane)
{
    return (struct rq_image){.pixels = pixels, .mips = 1, .faces = 1, .frames = 1, .planes = plane};
}

/* ---- by hand ---- */

static void test_smallest(void)
{
    /* The checksums are those of every 1 x 1 grey PNG; a stream of two bytes 00 2a. */
    static const uint8_t head[] = {0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a, 0,    0,    0,
                                   13,   'I', 'H', 'D', 'R',  0,    0,    0,    1,    0,    0,
                                   0,    1,   8,   0,   0,    0,    0,    0x3a, 0x7e, 0x9b, 0x55};
    static const uint8_t tail[] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82};
    static const uint8_t pixel[] = {42};
    struct rq_plane plane = {1, 1, {pixel, 1}};
    struct rq_image image = image_of(RQ_PIXELS_GREY8, &plane);
    struct rq_out out = {0};
    struct rq_error err = {0};
    REQUIRE(rq_png_write(&out, &image, 0, 0, 0, 1, &err));
    REQUIRE(out.size > sizeof head + 12 + sizeof tail);
    CHECK_MEM(out.data, sizeof head, head, sizeof head);
    CHECK_MEM(out.data + sizeof head + 4, 4, "IDAT", 4);
    CHECK_INT(rq_get32be(out.data + sizeof head), out.size - sizeof head - 12 - sizeof tail);
    CHECK_MEM(out.data + out.size - sizeof tail, sizeof tail, tail, sizeof tail);
    rq_out_free(&out);
}

static uint32_t slow_crc(const uint8_t *p, size_t size)
{
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < size; i++) {
        crc ^= p[i];
        for (unsigned k = 0; k < 8; k++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

/* Finds a chunk; checks the sum of each on the way. */
static const uint8_t *find_chunk(struct rq_bytes png, const char *type, size_t *size)
{
    for (size_t at = 8; at + 12 <= png.size; at += *size + 12) {
        *size = rq_get32be(png.data + at);
        if (!CHECK(*size <= png.size - at - 12))
            return NULL;
        CHECK_INT(rq_get32be(png.data + at + 8 + *size), slow_crc(png.data + at + 4, *size + 4));
        if (memcmp(png.data + at + 4, type, 4) == 0)
            return png.data + at + 8;
    }
    return NULL;
}

static void test_palette(void)
{
    uint8_t palette[768];
    static const uint8_t pixels[] = {0, 1, 2, 255, 0, 7};
    for (size_t i = 0; i < 768; i++)
        palette[i] = (uint8_t)(i * 7);
    struct rq_plane plane = {3, 2, {pixels, 6}};
    struct rq_image image = image_of(RQ_PIXELS_INDEX8, &plane);
    image.palette = palette;
    for (unsigned clear = 0; clear < 2; clear++) {
        struct rq_out out = {0};
        struct rq_error err = {0};
        size_t size;
        image.transparent_zero = clear;
        REQUIRE(rq_png_write(&out, &image, 0, 0, 0, 1, &err));
        CHECK_INT(out.data[25], 3);
        const uint8_t *chunk = find_chunk(rq_out_bytes(&out), "PLTE", &size);
        REQUIRE(chunk);
        CHECK_MEM(chunk, size, palette, 768);
        chunk = find_chunk(rq_out_bytes(&out), "tRNS", &size);
        if (clear)
            CHECK(chunk && size == 1 && chunk[0] == 0);
        else
            CHECK(!chunk);
        rq_out_free(&out);
    }
}

/* ---- there and back ---- */

/* Writes, reads, compares as RGBA; gives the colour type, -1 after a failure. */
static int round_trip(const struct rq_image *image, int level, size_t *written)
{
    const struct rq_plane *plane = image->planes;
    size_t size = (size_t)plane->width * plane->height * 4;
    struct rq_out out = {0};
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_image back;
    int type = -1;
    if (CHECK(rq_png_write(&out, image, 0, 0, 0, level, &err)) &&
        CHECK(rq_png_read(rq_out_bytes(&out), &arena, &back, &err)) &&
        CHECK_INT(back.planes->width, plane->width) &&
        CHECK_INT(back.planes->height, plane->height)) {
        uint8_t *want = malloc(size), *got = malloc(size);
        if (CHECK(want && got)) {
            rq_plane_rgba(image, plane, want);
            rq_plane_rgba(&back, back.planes, got);
            CHECK_MEM(got, size, want, size);
        }
        free(want);
        free(got);
        type = out.data[25];
    }
    if (err.code)
        check_note("%s", err.text);
    if (written)
        *written = out.size;
    rq_out_free(&out);
    rq_arena_free(&arena);
    return type;
}

static void test_kinds_back(void)
{
    NEEDS_LIBPNG;
    uint8_t palette[768], bytes[20 * 20 * 4];
    uint32_t state = 5;
    for (size_t i = 0; i < sizeof palette; i++)
        palette[i] = (uint8_t)random_next(&state);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)random_next(&state);
    for (unsigned kind = RQ_PIXELS_INDEX8; kind <= RQ_PIXELS_DXT5; kind++)
        for (uint32_t width = 1; width <= 20; width++)
            for (uint32_t height = 1; height <= 20; height += 1 + height / 5)
                for (unsigned flags = 0; flags < 4; flags++) {
                    enum rq_pixels pixels = (enum rq_pixels)kind;
                    struct rq_plane plane = {width, height, {bytes, sizeof bytes}};
                    struct rq_image image = image_of(pixels, &plane);
                    image.palette = palette;
                    image.bottom_up = flags & 1;
                    image.transparent_zero = flags & 2;
                    check_note("kind %u, %u x %u, flags %u", kind, width, height, flags);
                    CHECK(round_trip(&image, flags & 2 ? 6 : 1, NULL) >= 0);
                }
}

enum { SIDE = 300 };

/* Pictures of different nature, RGBA; alpha only where asked for. */
static void paint(uint8_t *rgba, unsigned nature, bool clear)
{
    uint32_t state = nature + 1;
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++, rgba += 4) {
            uint32_t v = random_next(&state);
            switch (nature) {
            case 0: /* flat */ v = 0x123456; break;
            case 1: /* gradient */ v = x | y << 8 | (x * y & 255) << 16; break;
            case 2: /* noise */ break;
            case 3: /* a tile that repeats, further away than the window at times */
                v = (x % 60) * 0x010203 + (y % 37) * 0x30201;
                break;
            case 4: /* few colours, at random */ v = (v >> 8 & 7) * 0x1f2f3f; break;
            default: /* very uneven counts of bytes, few repeated pixels */
                v = (v & (v >> 3) & (v >> 7) & 0x3f3f3f) ^ (y << 16);
                break;
            }
            rgba[0] = (uint8_t)v;
            rgba[1] = (uint8_t)(v >> 8);
            rgba[2] = (uint8_t)(v >> 16);
            rgba[3] = clear ? (uint8_t)(x ^ y) : 255;
        }
}

static void test_natures(void)
{
    NEEDS_LIBPNG;
    /* 0 and 4 have few colours and become palettes. */
    static const int types[] = {3, 2, 2, 2, 3, 2};
    uint8_t *rgba = malloc(SIDE * SIDE * 4);
    REQUIRE(rgba);
    struct rq_plane plane = {SIDE, SIDE, {rgba, SIDE * SIDE * 4}};
    struct rq_image image = image_of(RQ_PIXELS_RGBA8, &plane);
    for (unsigned nature = 0; nature < 6; nature++) {
        size_t fast, small;
        check_note("nature %u", nature);
        paint(rgba, nature, false);
        CHECK_INT(round_trip(&image, 1, &fast), types[nature]);
        CHECK_INT(round_trip(&image, 9, &small), types[nature]);
        CHECK(small <= fast);
        /* Noise can't shrink, and must hardly grow. */
        CHECK(fast < SIDE * SIDE * 3 + SIDE + 2000);
        paint(rgba, nature, true);
        CHECK_INT(round_trip(&image, 1, &fast), nature == 0 ? 3 : 6);
    }
    free(rgba);
}

/* The longest rows that can be read back, and rows of one pixel. */
static void test_extreme_shapes(void)
{
    NEEDS_LIBPNG;
    static const uint32_t shapes[][2] = {{16384, 18}, {1, 16384}, {2, 16384}, {16384, 1}};
    uint8_t *rgba = malloc(300000 * 4);
    uint32_t state = 9;
    REQUIRE(rgba);
    for (size_t i = 0; i < 300000 * 4; i++)
        rgba[i] = (uint8_t)(i % 4 == 3 ? 255 : random_next(&state) >> (i / 4 % 7));
    for (size_t i = 0; i < 4; i++)
        for (unsigned alpha = 0; alpha < 2; alpha++) {
            struct rq_plane plane = {shapes[i][0], shapes[i][1], {rgba, 300000 * 4}};
            struct rq_image image = image_of(RQ_PIXELS_RGBA8, &plane);
            rgba[3] = alpha ? 128 : 255;
            check_note("%u x %u, alpha %u", plane.width, plane.height, alpha);
            CHECK_INT(round_trip(&image, 1, NULL), alpha ? 6 : 2);
        }
    free(rgba);
}

/* 256 colours are a palette, 257 are not; see-through ones count. */
static void test_color_count(void)
{
    NEEDS_LIBPNG;
    uint8_t rgba[257 * 4];
    for (unsigned i = 0; i < 257; i++)
        memcpy(rgba + i * 4, (uint8_t[4]){(uint8_t)i, 9, 9, i == 256 ? 254 : 255}, 4);
    struct rq_plane plane = {256, 1, {rgba, sizeof rgba}};
    struct rq_image image = image_of(RQ_PIXELS_RGBA8, &plane);
    CHECK_INT(round_trip(&image, 1, NULL), 3);
    plane.width = 257;
    CHECK_INT(round_trip(&image, 1, NULL), 6);
    rgba[4 + 3] = 0; /* in the middle of a palette: tRNS of two */
    plane.width = 200;
    CHECK_INT(round_trip(&image, 1, NULL), 3);
}

/* ---- reading what others write ---- */

static void put_chunk(struct rq_out *out, const char *type, const void *data, size_t size)
{
    size_t at = out->size;
    rq_put32be(out, (uint32_t)size);
    rq_put(out, type, 4);
    rq_put(out, data, size);
    rq_put32be(out, slow_crc(out->data + at + 4, size + 4));
}

/* A PNG of one IDAT; palette and trns may be NULL. */
static void lay_png(struct rq_out *out, uint32_t width, uint32_t height, uint8_t depth,
                    uint8_t type, bool interlaced, struct rq_bytes palette, struct rq_bytes trns,
                    struct rq_bytes rows)
{
    uint8_t ihdr[13] = {0,
                        0,
                        (uint8_t)(width >> 8),
                        (uint8_t)width,
                        0,
                        0,
                        (uint8_t)(height >> 8),
                        (uint8_t)height,
                        depth,
                        type,
                        0,
                        0,
                        interlaced};
    struct rq_out packed = {0};
    rq_put(out, "\x89PNG\r\n\x1a\n", 8);
    put_chunk(out, "IHDR", ihdr, sizeof ihdr);
    if (palette.size)
        put_chunk(out, "PLTE", palette.data, palette.size);
    if (trns.size)
        put_chunk(out, "tRNS", trns.data, trns.size);
    CHECK(rq_zlib_pack(&packed, rows, 1));
    put_chunk(out, "IDAT", packed.data, packed.size);
    put_chunk(out, "IEND", NULL, 0);
    rq_out_free(&packed);
}

#define BYTES(text) ((struct rq_bytes){(const uint8_t *)(text), sizeof(text) - 1})
#define NONE        ((struct rq_bytes){NULL, 0})

static void expect(struct rq_out *png, enum rq_pixels pixels, struct rq_bytes want,
                   bool transparent_zero)
{
    struct rq_arena arena = {0};
    struct rq_image image;
    struct rq_error err = {0};
    if (CHECK(rq_png_read(rq_out_bytes(png), &arena, &image, &err))) {
        CHECK_INT(image.pixels, pixels);
        CHECK_INT(image.transparent_zero, transparent_zero);
        CHECK_INT(image.mips * image.faces * image.frames, 1);
        CHECK_MEM(image.planes->bytes.data, image.planes->bytes.size, want.data, want.size);
    }
    rq_arena_free(&arena);
    rq_out_free(png);
}

static void test_read_kinds(void)
{
    NEEDS_LIBPNG;
    struct rq_out png = {0};
    struct rq_bytes colors = BYTES("\1\2\3\4\5\6\7\x08\x09");
    /* Two bits a pixel, three pixels: 0 1 2 is 00 01 10 xx = 18. */
    lay_png(&png, 3, 1, 2, 3, false, colors, NONE, BYTES("\0\x18"));
    expect(&png, RQ_PIXELS_INDEX8, BYTES("\0\1\2"), false);
    lay_png(&png, 3, 1, 2, 3, false, colors, BYTES("\0\xff"), BYTES("\0\x18"));
    expect(&png, RQ_PIXELS_INDEX8, BYTES("\0\1\2"), true);
    lay_png(&png, 3, 1, 2, 3, false, colors, BYTES("\xff\x80"), BYTES("\0\x18"));
    expect(&png, RQ_PIXELS_RGBA8, BYTES("\1\2\3\xff\4\5\6\x80\7\x08\x09\xff"), false);
    /* Half transparent at index 0 is more than a flag can say. */
    lay_png(&png, 3, 1, 2, 3, false, colors, BYTES("\x80"), BYTES("\0\x18"));
    expect(&png, RQ_PIXELS_RGBA8, BYTES("\1\2\3\x80\4\5\6\xff\7\x08\x09\xff"), false);
    lay_png(&png, 3, 1, 2, 3, false, colors, BYTES("\xff"), BYTES("\0\x18"));
    expect(&png, RQ_PIXELS_INDEX8, BYTES("\0\1\2"), false);
    lay_png(&png, 3, 1, 2, 3, false, colors, BYTES("\0"), BYTES("\0\x18"));
    expect(&png, RQ_PIXELS_INDEX8, BYTES("\0\1\2"), true);
    lay_png(&png, 3, 1, 2, 3, false, colors, BYTES("\1"), BYTES("\0\x18"));
    expect(&png, RQ_PIXELS_RGBA8, BYTES("\1\2\3\1\4\5\6\xff\7\x08\x09\xff"), false);
    lay_png(&png, 3, 1, 2, 3, false, colors, BYTES("\xfe"), BYTES("\0\x18"));
    expect(&png, RQ_PIXELS_RGBA8, BYTES("\1\2\3\xfe\4\5\6\xff\7\x08\x09\xff"), false);
    lay_png(&png, 3, 1, 2, 3, false, colors, BYTES("\0\xfe"), BYTES("\0\x18"));
    expect(&png, RQ_PIXELS_RGBA8, BYTES("\1\2\3\0\4\5\6\xfe\7\x08\x09\xff"), false);
    /* Grey of one bit: 1 0 1. Grey of 16: ff00 -> 254.01 rounded. */
    lay_png(&png, 3, 1, 1, 0, false, NONE, NONE, BYTES("\0\xa0"));
    expect(&png, RQ_PIXELS_GREY8, BYTES("\xff\0\xff"), false);
    lay_png(&png, 1, 2, 16, 0, false, NONE, NONE, BYTES("\0\xff\0\0\x12\x34"));
    expect(&png, RQ_PIXELS_GREY8, BYTES("\xfe\x12"), false);
    /* Grey 7 is see-through. */
    lay_png(&png, 2, 1, 8, 0, false, NONE, BYTES("\0\7"), BYTES("\0\7\x08"));
    expect(&png, RQ_PIXELS_RGBA8, BYTES("\7\7\7\0\x08\x08\x08\xff"), false);
    lay_png(&png, 1, 1, 8, 4, false, NONE, NONE, BYTES("\0\x21\x43"));
    expect(&png, RQ_PIXELS_RGBA8, BYTES("\x21\x21\x21\x43"), false);
    /* RGB, the second row with filter 2, up. */
    lay_png(&png, 1, 2, 8, 2, false, NONE, NONE, BYTES("\0\1\2\3\2\1\1\1"));
    expect(&png, RQ_PIXELS_RGB8, BYTES("\1\2\3\2\3\4"), false);
    lay_png(&png, 1, 1, 8, 6, false, NONE, NONE, BYTES("\0\1\2\3\4"));
    expect(&png, RQ_PIXELS_RGBA8, BYTES("\1\2\3\4"), false);
    /* Interlaced 3 x 2: pass 1 (0,0); 4 (2,0); 6 (1,0); 7 the second row. */
    lay_png(&png, 3, 2, 8, 0, true, NONE, NONE, BYTES("\0\x0a\0\x0c\0\x0b\0\x0d\x0e\x0f"));
    expect(&png, RQ_PIXELS_GREY8, BYTES("\x0a\x0b\x0c\x0d\x0e\x0f"), false);
}

static enum rq_code read_code(struct rq_bytes png, size_t limit)
{
    struct rq_arena arena = {.limit = limit};
    struct rq_image image;
    struct rq_error err = {0};
    bool done = rq_png_read(png, &arena, &image, &err);
    CHECK_INT(done, err.code == RQ_OK);
    CHECK(done || !image.planes);
    rq_arena_free(&arena);
    return err.code;
}

static void test_read_refused(void)
{
    NEEDS_LIBPNG;
    struct rq_out png = {0};
    CHECK_INT(read_code(NONE, 0), RQ_TRUNCATED);
    CHECK_INT(read_code(BYTES("GIF89a"), 0), RQ_BAD_MAGIC);
    lay_png(&png, 16385, 1, 8, 0, false, NONE, NONE, BYTES("\0"));
    CHECK_INT(read_code(rq_out_bytes(&png), 0), RQ_LIMIT);
    rq_out_free(&png);
    /* Small file, large picture: the arena's limit holds. */
    lay_png(&png, 16384, 16384, 8, 6, false, NONE, NONE, BYTES("\0"));
    CHECK_INT(read_code(rq_out_bytes(&png), 1 << 20), RQ_LIMIT);
    rq_out_free(&png);
    lay_png(&png, 2, 2, 8, 0, false, NONE, NONE, BYTES("\0\1\2"));
    CHECK(read_code(rq_out_bytes(&png), 0) != RQ_OK); /* a row is missing */
    rq_out_free(&png);
    lay_png(&png, 0, 2, 8, 0, false, NONE, NONE, BYTES("\0"));
    CHECK_INT(read_code(rq_out_bytes(&png), 0), RQ_CORRUPT);
    rq_out_free(&png);
}

/* Every cut fails; every flip is survived, with the sums as they were and put right. */
static void damage(struct rq_bytes png)
{
    uint8_t *bytes = malloc(png.size);
    REQUIRE(bytes);
    for (size_t size = 0; size < png.size; size++) {
        struct check_guard guard;
        REQUIRE(check_guard_make(png.data, size, &guard));
        check_note("cut to %zu", size);
        CHECK(read_code((struct rq_bytes){guard.data, size}, 1 << 20) != RQ_OK);
        check_guard_free(&guard);
    }
    for (size_t at = 0; at < png.size; at++)
        for (unsigned bit = 0; bit < 16; bit++) {
            memcpy(bytes, png.data, png.size);
            bytes[at] ^= (uint8_t)(1 << bit / 2);
            for (size_t i = 8; bit % 2 && i + 12 <= png.size;) {
                size_t size = rq_get32be(bytes + i);
                if (size > png.size - i - 12)
                    break;
                uint32_t crc = slow_crc(bytes + i + 4, size + 4);
                for (unsigned k = 0; k < 4; k++)
                    bytes[i + 8 + size + k] = (uint8_t)(crc >> (24 - 8 * k));
                i += size + 12;
            }
            check_note("byte %zu, bit %u", at, bit / 2);
            read_code((struct rq_bytes){bytes, png.size}, 1 << 20);
        }
    free(bytes);
}

static void test_read_damaged(void)
{
    NEEDS_LIBPNG;
    struct rq_out png = {0};
    lay_png(&png, 3, 1, 2, 3, false, BYTES("\1\2\3\4\5\6\7\x08\x09"), BYTES("\xff\x80"),
            BYTES("\0\x18"));
    damage(rq_out_bytes(&png));
    rq_out_free(&png);
    lay_png(&png, 3, 2, 8, 0, true, NONE, NONE, BYTES("\0\x0a\0\x0c\0\x0b\0\x0d\x0e\x0f"));
    damage(rq_out_bytes(&png));
    rq_out_free(&png);
}

/* ---- failures ---- */

static void test_write_refused(void)
{
    static const uint8_t bytes[16];
    struct rq_plane planes[] = {{2, 2, {bytes, 3}}, {0, 2, {bytes, 16}}, {2, 2, {bytes, 16}}};
    for (size_t i = 0; i < 3; i++) {
        struct rq_out out = {0};
        struct rq_error err = {0};
        struct rq_image image = image_of(RQ_PIXELS_INDEX8, &planes[i]); /* without a palette */
        CHECK(!rq_png_write(&out, &image, 0, 0, 0, 1, &err));
        CHECK_INT(err.code, RQ_USAGE);
        err = (struct rq_error){0};
        CHECK(!rq_png_write(&out, &image, 0, 0, 1, 1, &err));
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_INT(out.size, 0);
        rq_out_free(&out);
    }
}

/* A picture of two frames, three faces and four levels has those numbers, and no more. */
static void test_which_plane(void)
{
    static const uint8_t byte[1];
    struct rq_plane planes[24];
    for (size_t i = 0; i < 24; i++)
        planes[i] = (struct rq_plane){1, 1, {byte, 1}};
    const struct rq_image image = {
        .pixels = RQ_PIXELS_GREY8, .mips = 4, .faces = 3, .frames = 2, .planes = planes};
    for (uint32_t frame = 0; frame <= 2; frame++)
        for (uint32_t face = 0; face <= 3; face++)
            for (uint32_t mip = 0; mip <= 4; mip++) {
                struct rq_out out = {0};
                struct rq_error err = {0};
                char why[80];
                bool there = frame < 2 && face < 3 && mip < 4;
                snprintf(why, sizeof why, "the picture has no frame %u, face %u, level %u", frame,
                         face, mip);
                CHECK_INT(rq_png_write(&out, &image, frame, face, mip, 1, &err), there);
                CHECK_STR(err.text, there ? "" : why);
                rq_out_free(&out);
            }
}

static void test_no_memory(void)
{
    uint8_t bytes[40 * 40 * 4];
    uint32_t state = 3;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)random_next(&state);
    struct rq_plane plane = {40, 40, {bytes, sizeof bytes}};
    struct rq_image image = image_of(RQ_PIXELS_RGBA8, &plane), back;
    for (int level = 1; level <= 2; level++)
        for (size_t n = 1;; n++) {
            struct check_failing failing = {.fail_at = n};
            struct rq_alloc alloc = {check_failing_realloc, &failing};
            struct rq_out out = {.alloc = &alloc};
            struct rq_error err = {0};
            bool done = rq_png_write(&out, &image, 0, 0, 0, level, &err);
            rq_out_free(&out);
            CHECK_INT(failing.live_blocks, 0);
            CHECK_INT(err.code, done ? RQ_OK : RQ_NO_MEMORY);
            CHECK_INT(done, failing.calls < n);
            if (done)
                break;
        }
    NEEDS_LIBPNG;
    struct rq_out png = {0};
    struct rq_error none = {0};
    REQUIRE(rq_png_write(&png, &image, 0, 0, 0, 1, &none));
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_arena arena = {.alloc = &alloc};
        struct rq_error err = {0};
        bool done = rq_png_read(rq_out_bytes(&png), &arena, &back, &err);
        rq_arena_free(&arena);
        CHECK_INT(failing.live_blocks, 0);
        CHECK_INT(done, err.code == RQ_OK);
        if (failing.calls < n)
            break;
    }
    rq_out_free(&png);
}

TESTS(test_which_plane, test_smallest, test_palette, test_kinds_back, test_natures,
      test_extreme_shapes, test_color_count, test_read_kinds, test_read_refused, test_read_damaged,
      test_write_refused, test_no_memory)
