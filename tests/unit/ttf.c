/* The font against values worked out by hand from the OpenType specification. */
#include "convert/convert.h"
#include "support/check.h"

#include <stdlib.h>

static unsigned u16(const uint8_t *p)
{
    return (unsigned)p[0] << 8 | p[1];
}

static int i16(const uint8_t *p)
{
    return (int16_t)u16(p);
}

/* A table of the font; size 0 when it is not there. */
static struct rq_bytes table_of(const struct rq_out *ttf, const char *tag)
{
    for (size_t i = 0; i < u16(ttf->data + 4); i++) {
        const uint8_t *row = ttf->data + 12 + i * 16;
        uint64_t end = (uint64_t)rq_get32be(row + 8) + rq_get32be(row + 12);
        if (memcmp(row, tag, 4) == 0 && end <= ttf->size)
            return (struct rq_bytes){ttf->data + rq_get32be(row + 8), rq_get32be(row + 12)};
    }
    return (struct rq_bytes){0};
}

static struct rq_bytes glyph_of(const struct rq_out *ttf, size_t number)
{
    struct rq_bytes loca = table_of(ttf, "loca"), glyf = table_of(ttf, "glyf");
    uint32_t from = rq_get32be(loca.data + number * 4), to = rq_get32be(loca.data + number * 4 + 4);
    return (struct rq_bytes){glyf.data + from, to - from};
}

/* The glyph that a text with this character gets, as a reader of format 4 finds it. */
static unsigned mapped(const struct rq_out *ttf, unsigned code)
{
    struct rq_bytes cmap = table_of(ttf, "cmap");
    const uint8_t *t = cmap.data + rq_get32be(cmap.data + 8);
    unsigned twice = u16(t + 6);
    for (unsigned i = 0; i < twice; i += 2)
        if (code <= u16(t + 14 + i)) {
            unsigned start = u16(t + 16 + twice + i), delta = u16(t + 16 + twice * 2 + i);
            return code < start ? 0 : (code + delta) & 0xFFFF;
        }
    return 0;
}

static const uint8_t square[] = {7, 7, 7, 7};
static const uint8_t ring[] = {1, 1, 1, 1, 0, 1, 1, 1, 1};
static const uint8_t corners[] = {1, 0, 0, 1};

/* H is 2 x 2 at 1, 3: it ends at row 5 of 8, and that is the baseline. */
static const struct rq_glyph glyphs[] = {
    {.codepoint = 'H',
     .left = 1,
     .top = 3,
     .width = 2,
     .height = 2,
     .advance = 3,
     .pixels = square},
    {.codepoint = 'I', .top = 2, .width = 3, .height = 3, .advance = 4, .pixels = ring},
    {.codepoint = 0xE9, .top = 4, .width = 2, .height = 2, .advance = 3, .pixels = corners},
    {.codepoint = 'K', .width = 2, .height = 2, .advance = 3, .disabled = true, .pixels = square},
    {.codepoint = 'H', .width = 2, .height = 2, .advance = 9, .pixels = square},
    {.codepoint = 0xF0123, .width = 2, .height = 2, .advance = 3, .pixels = square},
    {.codepoint = ' ', .advance = 5},
};
static const struct rq_font font = {"Quay \xC3\xA9", 8, NULL, 7, glyphs};

static struct rq_out made_font(void)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    CHECK(rq_ttf_write(&out, &font, &err));
    CHECK_STR(err.text, "");
    return out;
}

/* Tables in order, aligned, with right checksums; the sum of the whole is the magic one. */
static void test_directory(void)
{
    struct rq_out ttf = made_font();
    REQUIRE(ttf.size > 12 + 160);
    CHECK_INT(rq_get32be(ttf.data), 0x00010000);
    CHECK_INT(u16(ttf.data + 4), 10);
    CHECK_INT(u16(ttf.data + 6), 128); /* 16 * 8, the largest power of two in ten */
    CHECK_INT(u16(ttf.data + 8), 3);
    CHECK_INT(u16(ttf.data + 10), 32);
    uint32_t whole = 0;
    for (size_t i = 0; i + 4 <= ttf.size; i += 4)
        whole += rq_get32be(ttf.data + i);
    CHECK_INT(whole, 0xB1B0AFBA);
    CHECK_INT(ttf.size % 4, 0);
    for (size_t i = 0; i < 10; i++) {
        const uint8_t *row = ttf.data + 12 + i * 16;
        uint32_t at = rq_get32be(row + 8), size = rq_get32be(row + 12), sum = 0;
        CHECK(i == 0 || memcmp(row - 16, row, 4) < 0);
        CHECK_INT(at % 4, 0);
        REQUIRE(at <= ttf.size && size <= ttf.size - at);
        bool head = memcmp(row, "head", 4) == 0;
        for (size_t k = 0; k < size; k += 4)
            sum += head && k == 8 ? 0 : rq_get32be(ttf.data + at + k);
        CHECK_INT(sum, rq_get32be(row + 4));
    }
    rq_out_free(&ttf);
}

static void test_sizes(void)
{
    struct rq_out ttf = made_font();
    CHECK_INT(table_of(&ttf, "head").size, 54);
    CHECK_INT(table_of(&ttf, "hhea").size, 36);
    CHECK_INT(table_of(&ttf, "maxp").size, 32);
    CHECK_INT(table_of(&ttf, "OS/2").size, 96);
    CHECK_INT(table_of(&ttf, "post").size, 32);
    CHECK_INT(table_of(&ttf, "hmtx").size, 8 * 4);
    CHECK_INT(table_of(&ttf, "loca").size, 9 * 4);
    struct rq_bytes head = table_of(&ttf, "head"), hhea = table_of(&ttf, "hhea");
    CHECK_INT(u16(head.data + 18), 8 * 64); /* a line is the em */
    CHECK_INT(i16(head.data + 50), 1);      /* loca of 32 bits */
    CHECK_INT(i16(hhea.data + 4), 5 * 64);
    CHECK_INT(i16(hhea.data + 6), -3 * 64);
    CHECK_INT(u16(hhea.data + 10), 9 * 64);
    CHECK_INT(u16(hhea.data + 34), 8);
    CHECK_INT(u16(table_of(&ttf, "maxp").data + 4), 8);
    CHECK_INT(u16(table_of(&ttf, "maxp").data + 6), 8); /* points of the ring */
    rq_out_free(&ttf);
}

/* 2 x 2 pixels: x from 64 to 192, y from 0 to 128. From the upper left corner with the clock;
 * the tracer starts with the first corner after it. */
static void test_square(void)
{
    static const uint8_t expected[] = {
        0, 1, 0, 64, 0, 0, 0, 192, 0, 128, /* one contour, its box */
        0, 3, 0, 0,                        /* last point, instructions */
        /* flags: x and y short and positive; y short, x the same; x short, y the same; y */
        1 | 2 | 4 | 16 | 32, 1 | 4 | 16, 1 | 2 | 32, 1 | 4 | 16 | 32, /* */
        192, 128,         /* x: to 192, same, back to 64, same */
        128, 128, 128, 0, /* y: to 128, 0, same, 128; one to align */
    };
    struct rq_out ttf = made_font();
    struct rq_bytes h = glyph_of(&ttf, 1);
    CHECK_MEM(h.data, h.size, expected, sizeof expected);
    struct rq_bytes hmtx = table_of(&ttf, "hmtx");
    CHECK_INT(u16(hmtx.data + 4), 3 * 64);
    CHECK_INT(i16(hmtx.data + 6), 64); /* left side */
    rq_out_free(&ttf);
}

/* Points of a simple glyph, up to 16; returns how many. */
static size_t points_of(struct rq_bytes glyph, int points[16][2])
{
    size_t contours = u16(glyph.data), count = u16(glyph.data + 10 + contours * 2 - 2) + 1u;
    const uint8_t *flags = glyph.data + 12 + contours * 2, *p = flags + count;
    for (size_t axis = 0; axis < 2; axis++) {
        int at = 0;
        for (size_t i = 0; i < count && i < 16; i++) {
            unsigned is_short = flags[i] & 2u << axis, same = flags[i] & 16u << axis;
            if (is_short)
                at += same ? *p : -*p;
            else if (!same)
                at += i16(p);
            p += is_short ? 1 : same ? 0 : 2;
            points[i][axis] = at;
        }
    }
    return count;
}

/* Twice the area; negative with the clock, as y is up. */
static int area(int points[][2], size_t first, size_t count)
{
    int sum = 0;
    for (size_t i = 0; i < count; i++) {
        const int *a = points[first + i], *b = points[first + (i + 1) % count];
        sum += a[0] * b[1] - b[0] * a[1];
    }
    return sum;
}

/* 3 x 3 with a hole: two squares of four points, the outer with the clock, the hole against
 * it. Areas 9 and 1 pixels, a pixel being 64 * 64. */
static void test_ring(void)
{
    int points[16][2];
    struct rq_out ttf = made_font();
    struct rq_bytes glyph = glyph_of(&ttf, 2);
    CHECK_INT(i16(glyph.data), 2);
    REQUIRE(points_of(glyph, points) == 8);
    CHECK_INT(u16(glyph.data + 10), 3);
    CHECK_INT(area(points, 0, 4), -2 * 9 * 64 * 64);
    CHECK_INT(area(points, 4, 4), 2 * 64 * 64);
    CHECK_INT(i16(glyph.data + 2), 0);
    CHECK_INT(i16(glyph.data + 4), 0);
    CHECK_INT(i16(glyph.data + 6), 192);
    CHECK_INT(i16(glyph.data + 8), 192);
    rq_out_free(&ttf);
}

/* Pixels that touch at a corner are two squares. */
static void test_corners(void)
{
    int points[16][2];
    struct rq_out ttf = made_font();
    struct rq_bytes glyph = glyph_of(&ttf, 3);
    CHECK_INT(i16(glyph.data), 2);
    REQUIRE(points_of(glyph, points) == 8);
    CHECK_INT(area(points, 0, 4), -2 * 64 * 64);
    CHECK_INT(area(points, 4, 4), -2 * 64 * 64);
    CHECK_INT(i16(glyph.data + 4), -64); /* it hangs below the line */
    rq_out_free(&ttf);
}

static void test_cmap(void)
{
    struct rq_out ttf = made_font();
    CHECK_INT(mapped(&ttf, 'H'), 1); /* the first of two */
    CHECK_INT(mapped(&ttf, 'I'), 2);
    CHECK_INT(mapped(&ttf, 0xE9), 3);
    CHECK_INT(mapped(&ttf, 'K'), 4);
    CHECK_INT(mapped(&ttf, ' '), 7);
    CHECK_INT(mapped(&ttf, 'J'), 0);
    CHECK_INT(mapped(&ttf, 0xFFFF), 0);
    CHECK_INT(glyph_of(&ttf, 4).size, 0); /* not drawn */
    CHECK_INT(glyph_of(&ttf, 7).size, 0);
    CHECK(glyph_of(&ttf, 0).size > 0); /* .notdef */
    struct rq_bytes cmap = table_of(&ttf, "cmap");
    CHECK_INT(u16(cmap.data + 2), 2);
    CHECK_INT(u16(cmap.data + 20), 4);
    CHECK_INT(u16(cmap.data + 22), cmap.size - 20);
    rq_out_free(&ttf);
}

static void test_name(void)
{
    struct rq_out ttf = made_font();
    struct rq_bytes name = table_of(&ttf, "name");
    CHECK_INT(u16(name.data + 2), 6);
    size_t storage = u16(name.data + 4);
    CHECK_INT(storage, 6 + 6 * 12);
    CHECK_INT(u16(name.data + 6 + 8), 12); /* six characters of UTF-16 */
    CHECK_MEM(name.data + storage, 12, "\0Q\0u\0a\0y\0 \0\xE9", 12);
    const uint8_t *post = name.data + 6 + 5 * 12; /* PostScript: no blank, only ASCII */
    CHECK_INT(u16(post + 6), 6);
    CHECK_MEM(name.data + storage + u16(post + 10), u16(post + 8), "\0Q\0u\0a\0y", 8);
    rq_out_free(&ttf);
}

static void refuse(const struct rq_font *f, const char *why)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    CHECK(!rq_ttf_write(&out, f, &err));
    CHECK_INT(err.code, RQ_LIMIT);
    CHECK(strstr(err.text, why) != NULL);
    CHECK_INT(out.size, 0);
    rq_out_free(&out);
}

static void test_name_limits(void)
{
    static const struct {
        const char *name, *utf16, *post;
        size_t utf16_size, post_size;
    } rows[] = {
        /* U+FFFD takes one unit, U+10000 two: D800 DC00; U+10FFFF is DBFF DFFF */
        {"a\xEF\xBF\xBD", "\0a\xFF\xFD", "\0a", 4, 2},
        {"a\xF0\x90\x80\x80", "\0a\xD8\0\xDC\0", "\0a", 6, 2},
        {"a\xF4\x8F\xBF\xBF", "\0a\xDB\xFF\xDF\xFF", "\0a", 6, 2},
        {"! ~\x7F%", "\0!\0 \0~\0\x7F\0%", "\0!\0~", 10, 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct rq_font f = {rows[i].name, 8, NULL, 7, glyphs};
        struct rq_out ttf = {0};
        struct rq_error err = {0};
        check_note("row %zu", i);
        REQUIRE(rq_ttf_write(&ttf, &f, &err));
        struct rq_bytes name = table_of(&ttf, "name");
        size_t storage = u16(name.data + 4);
        CHECK_MEM(name.data + storage, u16(name.data + 6 + 8), rows[i].utf16, rows[i].utf16_size);
        const uint8_t *post = name.data + 6 + 5 * 12;
        CHECK_MEM(name.data + storage + u16(post + 10), u16(post + 8), rows[i].post,
                  rows[i].post_size);
        rq_out_free(&ttf);
    }
}

/* U+FFFE is the last that a table of this kind can have: U+FFFF ends it. OS/2 has the first and the last at 64. */
static void test_code_limits(void)
{
    static const struct {
        uint32_t codes[2];
        unsigned first, last, numbers[2];
    } rows[] = {{{'a', 'b'}, 'a', 'b', {1, 2}},
                {{'b', 'a'}, 'a', 'b', {1, 2}},
                {{0xFFFE, 0xFFFD}, 0xFFFD, 0xFFFE, {1, 2}},
                {{'a', 0xFFFF}, 'a', 'a', {1, 0}},
                {{0xFFFF, 0x10000}, 0xFFFF, 0, {0, 0}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct rq_glyph two[] = {{.codepoint = rows[i].codes[0], .advance = 1},
                                       {.codepoint = rows[i].codes[1], .advance = 1}};
        const struct rq_font f = {"x", 8, NULL, 2, two};
        struct rq_out ttf = {0};
        struct rq_error err = {0};
        check_note("row %zu", i);
        REQUIRE(rq_ttf_write(&ttf, &f, &err));
        CHECK_INT(u16(table_of(&ttf, "OS/2").data + 64), rows[i].first);
        CHECK_INT(u16(table_of(&ttf, "OS/2").data + 66), rows[i].last);
        for (size_t k = 0; k < 2; k++)
            CHECK_INT(mapped(&ttf, rows[i].codes[k]), rows[i].numbers[k]);
        rq_out_free(&ttf);
    }
}

/* The baseline is where an H ends, if that is below the top of the line and not below its end. */
static void test_baseline(void)
{
    static const struct {
        int32_t top;
        uint32_t height, line;
        int baseline; /* pixels */
    } rows[] = {{0, 1, 8, 1}, {-1, 1, 8, 8}, {-2, 1, 8, 8}, {0, 2, 8, 2}, {0, 7, 8, 7},
                {0, 8, 8, 8}, {0, 9, 8, 8},  {0, 9, 0, 9},  {0, 3, 0, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static const uint8_t ink[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
        const struct rq_glyph h = {.codepoint = 'H',
                                   .top = rows[i].top,
                                   .width = 1,
                                   .height = rows[i].height,
                                   .advance = 1,
                                   .pixels = ink};
        const struct rq_font f = {"x", rows[i].line, NULL, 1, &h};
        struct rq_out ttf = {0};
        struct rq_error err = {0};
        check_note("row %zu", i);
        REQUIRE(rq_ttf_write(&ttf, &f, &err));
        CHECK_INT(i16(table_of(&ttf, "hhea").data + 4), rows[i].baseline * 64);
        rq_out_free(&ttf);
    }
}

/* Nothing may pass 16384 units: 64 for a pixel to 256 pixels, 32 to 512, and so on to 1 for 16384. */
static void test_units(void)
{
    static const struct {
        uint32_t advance;
        unsigned units;
    } rows[] = {{255, 64}, {256, 64}, {257, 32},  {512, 32}, {513, 16},
                {8192, 2}, {8193, 1}, {16383, 1}, {16384, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct rq_glyph wide = {.codepoint = 'x', .advance = rows[i].advance};
        const struct rq_font f = {"x", 10, NULL, 1, &wide};
        struct rq_out ttf = {0};
        struct rq_error err = {0};
        check_note("%u pixels", rows[i].advance);
        REQUIRE(rq_ttf_write(&ttf, &f, &err));
        CHECK_INT(u16(table_of(&ttf, "hhea").data + 4), 10 * rows[i].units);
        CHECK_INT(u16(table_of(&ttf, "hmtx").data + 4), rows[i].advance * rows[i].units);
        rq_out_free(&ttf);
    }
    const struct rq_glyph wider = {.codepoint = 'x', .advance = 16385};
    refuse(&(struct rq_font){"x", 10, NULL, 1, &wider}, "1 glyphs that reach 16385 pixels");
    struct rq_glyph *many = calloc(65001, sizeof *many);
    struct rq_out ttf = {0};
    struct rq_error err = {0};
    REQUIRE(many != NULL);
    CHECK(rq_ttf_write(&ttf, &(struct rq_font){"x", 10, NULL, 65000, many}, &err));
    refuse(&(struct rq_font){"x", 10, NULL, 65001, many}, "65001 glyphs that reach 10 pixels");
    rq_out_free(&ttf);
    free(many);
}

/* A character beyond 16 bits is a pair (U+1F600 is D83D DE00), a byte that is no UTF-8 is left out, and
 * a name without a character for PostScript is "font" there. */
static void test_odd_name(void)
{
    const struct rq_font f = {"\xF0\x9F\x98\x80\xFF [/]", 8, NULL, 7, glyphs};
    struct rq_out ttf = {0};
    struct rq_error err = {0};
    REQUIRE(rq_ttf_write(&ttf, &f, &err));
    struct rq_bytes name = table_of(&ttf, "name");
    size_t storage = u16(name.data + 4);
    CHECK_MEM(name.data + storage, u16(name.data + 6 + 8), "\xD8\x3D\xDE\0\0 \0[\0/\0]", 12);
    const uint8_t *post = name.data + 6 + 5 * 12;
    CHECK_MEM(name.data + storage + u16(post + 10), u16(post + 8), "\0f\0o\0n\0t", 8);
    rq_out_free(&ttf);
}

static void test_limits(void)
{
    enum { SIDE = 400 };
    uint8_t *board = calloc(SIDE, SIDE);
    REQUIRE(board != NULL);
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        board[i] = (uint8_t)((i / SIDE + i % SIDE) & 1);
    struct rq_glyph glyph = {.codepoint = 'x', .width = SIDE, .height = SIDE, .pixels = board};
    struct rq_font f = {"x", 10, NULL, 1, &glyph};
    refuse(&f, "too many corners");
    glyph = (struct rq_glyph){.codepoint = 'x', .width = 65535, .height = 0, .advance = 65536};
    refuse(&f, "65536 pixels");
    glyph = (struct rq_glyph){.codepoint = 'x', .top = INT16_MIN, .width = 0, .height = 0};
    refuse(&f, "pixels");
    /* A tall one takes fewer units for a pixel. */
    glyph = (struct rq_glyph){.codepoint = 'x', .width = 1, .height = 3000, .pixels = board + 1};
    struct rq_out out = {0};
    struct rq_error err = {0};
    f.line_height = 0;
    memset(board, 1, (size_t)SIDE * SIDE);
    if (CHECK(rq_ttf_write(&out, &f, &err)))
        CHECK_INT(u16(table_of(&out, "head").data + 18), 3000 * 2);
    rq_out_free(&out);
    f = (struct rq_font){NULL, 0, NULL, 0, NULL};
    CHECK(rq_ttf_write(&out, &f, &err)); /* nothing but .notdef */
    rq_out_free(&out);
    free(board);
}

/* Every second code is a run of its own, the last of the table too: 7999 of them fit. A table of names has
 * 65535 bytes: four times the name, twice 63 of PostScript, 78 before and what stands between. */
static void test_table_limits(void)
{
    enum { RUNS = 8000 };
    struct rq_glyph *all = calloc(RUNS, sizeof *all);
    char *name = calloc(1, 40000);
    REQUIRE(all != NULL && name != NULL);
    for (uint32_t i = 0; i < RUNS; i++)
        all[i] = (struct rq_glyph){.codepoint = 0x100 + i * 2, .advance = 1};
    struct rq_font f = {"x", 10, NULL, RUNS - 1, all};
    struct rq_out out = {0};
    struct rq_error err = {0};
    if (CHECK(rq_ttf_write(&out, &f, &err))) {
        CHECK_INT(mapped(&out, 0x100), 1);
        CHECK_INT(mapped(&out, 0x100 + (RUNS - 2) * 2), RUNS - 1);
        CHECK_INT(mapped(&out, 0x101), 0);
    }
    rq_out_free(&out);
    f.glyph_count = RUNS;
    refuse(&f, "codes in 8001 runs don't fit a cmap");
    /* 78 + 4 n + 14 of "Regular" + 26 of the version + 2 * 126 = 65535 at most: n is 16291. */
    f.glyph_count = 1;
    memset(name, 'n', 16291);
    f.name = name;
    CHECK(rq_ttf_write(&out, &f, &err));
    rq_out_free(&out);
    name[16291] = 'n';
    refuse(&f, "");
    free(name);
    free(all);
}

static void test_memory(void)
{
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_out out = {.alloc = &alloc};
        struct rq_error err = {0};
        bool fine = rq_ttf_write(&out, &font, &err);
        CHECK(fine || err.code == RQ_NO_MEMORY);
        rq_out_free(&out);
        CHECK_INT(failing.live_blocks, 0);
        if (failing.calls < n)
            break;
    }
}

TESTS(test_name_limits, test_code_limits, test_baseline, test_units, test_directory, test_sizes,
      test_square, test_ring, test_corners, test_cmap, test_name, test_odd_name, test_limits,
      test_table_limits, test_memory)
