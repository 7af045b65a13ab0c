/* One small file of each kind that the formats have, laid down by hand: what the property
 * tests damage. Each is valid and has as many features as fit in a few hundred bytes. */
#ifndef TESTS_PROPERTY_SAMPLES_H
#define TESTS_PROPERTY_SAMPLES_H

#include "core/bytes.h"

#define W(v)                                                                                       \
    (uint8_t)((uint32_t)(v)&0xFF), (uint8_t)((uint32_t)(v) >> 8 & 0xFF),                           \
        (uint8_t)((uint32_t)(v) >> 16 & 0xFF), (uint8_t)((uint32_t)(v) >> 24 & 0xFF)
#define H(v) (uint8_t)((v)&0xFF), (uint8_t)((v) >> 8 & 0xFF)

struct sample {
    const char *name, *format;
    const uint8_t *data;
    size_t size;
};

enum { SAMPLE_ROOM = 264 << 10 }; /* a WLD has one size */

/* clang-format off */
/* Every way to hold data: a string, a localised one, a list of two, a struct, a vector. */
static const uint8_t sample_gff[] = {
    'U', 'T', 'C', ' ', 'V', '3', '.', '2', W(56), W(4), W(104), W(9), W(212), W(8), W(340),
    W(40), W(380), W(28), W(408), W(12),
    /* structs at 56 */
    W(0xFFFFFFFF), W(0), W(5), W(1), W(3), W(1), W(2), W(20), W(2), W(3), W(7), W(1),
    /* fields at 104 */
    W(10), W(0), W(0),           /* 0 Tag: "tag" */
    W(12), W(1), W(7),           /* 1 Name: one text */
    W(15), W(2), W(0),           /* 2 List of structs 1 and 2 */
    W(0), W(3), W(5),            /* 3 in 1: B 5 */
    W(8), W(4), W(0x7FC00000),   /* 4 in 2: F NaN */
    W(3), W(5), W(0xFFFFFFFE),   /* 5 in 2: S -2 */
    W(14), W(6), W(3),           /* 6 In: struct 3 */
    W(4), W(3), W(9),            /* 7 in 3: B 9 */
    W(17), W(7), W(28),          /* 8 At: a vector */
    /* labels at 212 */
    'T', 'a', 'g', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* */
    'N', 'a', 'm', 'e', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* */
    'L', 'i', 's', 't', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* */
    'B', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,       /* */
    'F', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,       /* */
    'S', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,       /* */
    'I', 'n', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,     /* */
    'A', 't', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,     /* */
    /* field data at 340: the string at 0, the texts at 7, the vector at 28 */
    W(3), 't', 'a', 'g', W(17), W(0xFFFFFFFF), W(1), W(0), W(1), 0xE9, /* */
    W(0x3F800000), W(0x80000000), W(0x40490FDB),
    /* field indices at 380: root 0 1 2 6 8, struct 2: 4 5 */
    W(0), W(1), W(2), W(6), W(8), W(4), W(5),
    /* list indices at 408 */
    W(2), W(1), W(2)};

/* A dialog whose flags were added late, with one label twice. */
static const uint8_t sample_dlg[] = {
    'D', 'L', 'G', ' ', 'V', '3', '.', '2', W(56), W(3), W(92), W(7), W(176), W(4), W(240),
    W(7), W(247), W(28), W(275), W(12), /* */
    W(0xFFFFFFFF), W(0), W(2), W(0), W(8), W(3), W(1), W(20), W(2), /* */
    W(15), W(0), W(0), W(5), W(1), W(1), W(5), W(1), W(2), W(10), W(2), W(0), /* */
    W(0), W(3), W(1), W(0), W(3), W(3), W(0), W(3), W(2), /* */
    'L', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* */
    'T', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* */
    'Z', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* */
    'S', 'o', 'u', 'n', 'd', 'E', 'x', 'i', 's', 't', 's', 0, 0, 0, 0, 0, /* */
    W(3), 'a', 'b', 'c', W(0), W(3), W(1), W(4), W(6), W(2), W(5), W(2), W(1), W(2)};
/* clang-format on */

static inline size_t sample_put(uint8_t *to, size_t at, const void *data, size_t size)
{
    memcpy(to + at, data, size);
    return at + size;
}

/* A GFF of no named layout: bytes that nothing refers to in the middle and at the end. */
static inline size_t sample_explicit(uint8_t *to)
{
    size_t at = sample_put(to, 0, sample_gff, 340);
    at = sample_put(to, at, "\xAA\xBB", 2);
    at = sample_put(to, at, sample_gff + 340, sizeof sample_gff - 340);
    at = sample_put(to, at, "tail", 4);
    for (size_t word = 32; word < 56; word += 8)
        rq_set32(to + word, rq_get32(to + word) + 2);
    return at;
}

/* A module with a description, a GFF, a text and a name of 16 letters. */
static inline size_t sample_erf(uint8_t *to)
{
    /* clang-format off */
    static const uint8_t keys[] = {
        W(0), W(2), 'h', 'i', /* the description */
        'a', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, W(0), H(2027), H(0), /* */
        'b', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, W(1), H(10), H(0),   /* */
        's', 'i', 'x', 't', 'e', 'e', 'n', '_', 'l', 'e', 't', 't', 'e', 'r', 's', '_', W(2),
        H(2010), H(0)};
    /* clang-format on */
    memset(to, 0, 160);
    memcpy(to, "MOD V1.0", 8);
    static const uint32_t words[] = {1, 10, 3, 160, 170, 242, 118, 41, UINT32_MAX};
    for (size_t i = 0; i < 9; i++)
        rq_set32(to + 8 + i * 4, words[i]);
    size_t at = sample_put(to, 160, keys, sizeof keys);
    const uint8_t places[] = {W(266), W(sizeof sample_gff),       W(266 + sizeof sample_gff),
                              W(5),   W(271 + sizeof sample_gff), W(3)};
    at = sample_put(to, at, places, sizeof places);
    at = sample_put(to, at, sample_gff, sizeof sample_gff);
    return sample_put(to, at, "helloNCS", 8);
}

/* The same with a gap before the data of the text. */
static inline size_t sample_erf_gap(uint8_t *to)
{
    size_t size = sample_erf(to), at = 266 + sizeof sample_gff;
    memmove(to + at + 6, to + at, size - at);
    memset(to + at, 0xEE, 6);
    rq_set32(to + 250, rq_get32(to + 250) + 6);
    rq_set32(to + 258, rq_get32(to + 258) + 6);
    return size + 6;
}

static inline size_t sample_tpc(uint8_t *to, uint32_t data_size, unsigned width, unsigned height,
                                unsigned encoding, unsigned mips, size_t pixels, const char *txi)
{
    const uint8_t head[] = {W(data_size), W(0x3F800000),     H(width),
                            H(height),    (uint8_t)encoding, (uint8_t)mips};
    memset(to, 0, 128);
    memcpy(to, head, sizeof head);
    for (size_t i = 0; i < pixels; i++)
        to[128 + i] = (uint8_t)(i * 37);
    return sample_put(to, 128 + pixels, txi, strlen(txi));
}

static inline size_t sample_col(uint8_t *to)
{
    static const uint8_t head[] = {W(776), W(0xB123)};
    for (size_t i = 0; i < 768; i++)
        to[8 + i] = (uint8_t)(i / 3);
    memcpy(to, head, 8);
    return 776;
}

/* One picture of 3 x 2, in chunks with big-endian sizes; nine zeros end the bank. */
static inline size_t sample_texbsi(uint8_t *to)
{
    /* clang-format off */
    static const uint8_t image[] = {
        'D', '0', '2', '0', '0', '1', 0, 0, 0, W(64), /* name, size from here to the end */
        'B', 'S', 'I', 'F', 0, 0, 0, 0,               /* */
        'B', 'H', 'D', 'R', 0, 0, 0, 26, H(3), H(-7), H(3), H(2), 0, 9, W(0), H(1), H(500), W(0),
        H(256), H(0),                                 /* */
        'D', 'A', 'T', 'A', 0, 0, 0, 6, 1, 2, 3, 4, 5, 0, /* */
        'E', 'N', 'D', ' ', 0, 0, 0, 0,               /* */
        0, 0, 0, 0, 0, 0, 0, 0, 0};
    /* clang-format on */
    return sample_put(to, 0, image, sizeof image);
}

/* A still model v4.0: a triangle and a quad over four vertices, one frame. */
static inline size_t sample_model3d(uint8_t *to)
{
    /* clang-format off */
    static const uint8_t model[] = {
        'v', '4', '.', '0', W(4), W(2), W(7241), W(1), W(212), W(7), W(0), W(0), W(0), W(0),
        W(228), W(140), W(188), W(7), W(64), /* */
        3, 0x4F, W(1331328280), W(0), W(0), H(16), H(32), W(1), H(64), H(0), W(2), H(-16), H(-48),
        4, 0xFF, W(0xFFF01100), W(0), W(0), H(0), H(0), W(1), H(0), H(0), W(2), H(0), H(0), W(3),
        H(0), H(0), /* vertices at 140 */
        W(0), W(0), W(0), W(5120), W(0), W(0), W(5120), W(-5120), W(256), W(0), W(-5120), W(-256),
        /* face normals at 188, the frame at 212, vertex normals at 228: one is NaN */
        W(0), W(0), W(-256), W(0), W(256), W(0), W(140), W(188), W(0), W(0), W(0x3F800000), W(0),
        W(0), W(0), W(0x3F800000), W(0), W(0xFFC00000), W(0xFFC00000), W(0xFFC00000), W(0), W(0),
        W(0xBF800000)};
    /* clang-format on */
    return sample_put(to, 0, model, sizeof model);
}

/* A ROB with a model, a reference to another file, and END. */
static inline size_t sample_rob(uint8_t *to)
{
    /* clang-format off */
    static const uint8_t head[] = {'O', 'A', 'R', 'C', 0, 0, 0, 4, W(2), 'O', 'A', 'R', 'D'};
    static const uint8_t first[] = {
        'C', 'R', 'A', 'T', 'E', 0, 0, 0, H(0), H(0xC800), 0x40, 0, 0, 2, 0, 0, 0, 1, W(0),
        W(5120), W(5120), W(512), W(0), W(0), W(0), W(5120), W(0), W(256), W(0), W(5120), W(256)};
    static const uint8_t second[] = {
        W(80), 'F', 'L', 'A', 'G', 'A', '0', '0', '1', H(512), H(0), 2, 0, 0, 0, 0, 0, 0, 1, W(0),
        W(3), W(5), W(7), W(0), W(0), W(0), W(1), W(2), W(3), W(2), W(3), W(4), W(0)};
    /* clang-format on */
    uint8_t model[1024];
    size_t size = sample_model3d(model), at = sample_put(to, 0, head, sizeof head);
    rq_set32be(to + at, (uint32_t)(160 + size));
    rq_set32(to + at + 4, (uint32_t)(80 + size));
    at = sample_put(to, at + 8, first, sizeof first);
    rq_set32(to + at, (uint32_t)size);
    at = sample_put(to, at + 4, model, size);
    at = sample_put(to, at, second, sizeof second);
    return sample_put(to, at, "END ", 4);
}

/* A PVO of four nodes: a root, a child with a leaf and one below it, and a slot never set. */
static inline size_t sample_pvo(uint8_t *to)
{
    /* clang-format off */
    static const uint8_t file[] = {
        'O', 'C', 'T', 'H', 0, 0, 0, 52, W(10), W(4), W(3), W(5), W(0), W(8192), W(31488), W(-6144),
        W(30720), W(0), W(0), W(0), W(0), /* */
        'O', 'C', 'T', 'R', 0, 0, 0, 36, 0x82, W(0xFFFFFFFF), W(13), W(22), 0x01, W(0), W(31),
        0x40, W(14), W(0xFFFFFFFE), 0x00, W(13), /* offsets 0, 13, 22, 31 */
        'P', 'L', 'S', 'T', 0, 0, 0, 21, 2, H(2), W(0), H(1), W(4), 0, 1, H(3), W(1),
        'M', 'L', 'S', 'T', 0, 0, 0, 10, H(4), H(1), H(0), H(2), H(3),
        'P', 'T', 'C', 'H', 0, 0, 0, 6, W(6), H(9), 'E', 'N', 'D', ' ', W(0)};
    /* clang-format on */
    return sample_put(to, 0, file, sizeof file);
}

/* A WLD: the constants of every file, and every height and texture somewhere. */
static inline size_t sample_wld(uint8_t *to)
{
    static const uint32_t words[] = {16, 2, 2, 0, 160, 1, 22, 263416};
    static const uint16_t first[] = {2152, 568, 1308, 10};
    static const uint8_t footer[] = {'T', 'U', 'L', 'O', W(0x0043C028), W(0xFFFFFFFF), W(0x43735)};
    memset(to, 0, 263416);
    for (size_t i = 0; i < 8; i++)
        rq_set32(to + i * 4, words[i]);
    rq_set32(to + 160, 0x7F501E19);
    for (size_t i = 0; i < 4; i++) {
        uint8_t *section = to + 1184 + i * 65558;
        rq_set32(to + 144 + i * 4, (uint32_t)(1184 + i * 65558));
        rq_set16(section, first[i]);
        rq_set16(section + 6, 302);
        rq_set16(section + 8, 256);
        for (size_t k = 0; k < 16384; k++) {
            section[22 + k] = (uint8_t)(k / 7);
            section[22 + 32768 + k] = (uint8_t)(k / 3);
        }
    }
    return sample_put(to, 263416, footer, sizeof footer);
}

/* Some cheats on, one by a number of its own. */
static inline size_t sample_cht(uint8_t *to)
{
    memset(to, 0, 256);
    rq_set32(to, 1);
    rq_set32(to + 20, 7);
    rq_set32(to + 48, 1);
    return 256;
}

/* A saved game: SVGM as far as it is known, a chunk that nobody knows, an empty one. */
static inline size_t sample_tsg(uint8_t *to)
{
    /* clang-format off */
    static const uint8_t file[] = {
        'S', 'V', 'G', 'M', 0, 0, 0, 36, '1', '.', '3', '1', W(7), W(0x01020304), 'H', 'a', 'r',
        'b', 'o', 'u', 'r', 0, W(1), 'S', 'L', 'O', 'T', '.', 'B', 'M', 'P', 0, 9, 9, 9,
        'X', 'Y', 'Z', '1', 0, 0, 0, 5, 1, 2, 3, 4, 5, 'N', 'O', 'N', 'E', 0, 0, 0, 0,
        'E', 'N', 'D', ' '};
    /* clang-format on */
    return sample_put(to, 0, file, sizeof file);
}

/* Settings: each kind of line and of line end, a value with a comment, a key twice. */
static inline size_t sample_ini(uint8_t *to)
{
    static const char file[] = "; worlds\r\n\r\n[world]\r\nworld_map[0]=MAPS\\A.RGM ; one\n"
                               "  world_wave[0] = 1, 2, 3\r\norld_ambientfx[0]=128\r"
                               "world_map[0]=\x80 \r\nkey= ; none\r\n302, all, WATER\r\n[open";
    return sample_put(to, 0, file, sizeof file - 1);
}

/* SOUP386.DEF: each kind of line, both spellings, an alias, two blocks, a comment. */
static inline size_t sample_def(uint8_t *to)
{
    static const char file[] = "; names\r\n[functions]\r\ntask sMove parms 4\r\n"
                               "FUNCTION\tACTIVATE\tPARAMS 01\r\n[refs]\r\npos.vx\n[equates]\r\n"
                               "axis = 0\r\nauto\r\nactive\r\nendauto\r\nauto\r\nanim ; x\r\n"
                               "endauto\r\n[flags]\r\nNUMBER Time 1;note\r\n BOOL B -1\r\nodd";
    return sample_put(to, 0, file, sizeof file - 1);
}

/* Calls visit for each. */
static inline void each_sample(void (*visit)(void *ctx, const struct sample *sample), void *ctx)
{
    static const char cycle[] = "proceduretype cycle\r\nnumx 2\r\nnumy 2\r\nfps 15\r\n";
    static uint8_t bytes[SAMPLE_ROOM];
#define SAMPLE(name, format, size) visit(ctx, &(struct sample){name, format, bytes, size})
    visit(ctx, &(struct sample){"gff", "gff", sample_gff, sizeof sample_gff});
    visit(ctx, &(struct sample){"dlg", "gff", sample_dlg, sizeof sample_dlg});
    SAMPLE("gff, explicit", "gff", sample_explicit(bytes));
    SAMPLE("erf", "erf", sample_erf(bytes));
    SAMPLE("erf, explicit", "erf", sample_erf_gap(bytes));
    SAMPLE("tpc, DXT1 with levels", "tpc",
           sample_tpc(bytes, 32, 8, 8, 2, 4, 56, "mipmap 0\r\ndecal 1\r\n"));
    SAMPLE("tpc, cube map", "tpc", sample_tpc(bytes, 16, 4, 24, 4, 2, 6 * 32, ""));
    SAMPLE("tpc, sheet", "tpc", sample_tpc(bytes, 0, 8, 8, 1, 4, 4 * 21, cycle));
    SAMPLE("col", "col", sample_col(bytes));
    SAMPLE("texbsi", "texbsi", sample_texbsi(bytes));
    SAMPLE("model3d", "model3d", sample_model3d(bytes));
    SAMPLE("wld", "wld", sample_wld(bytes));
    SAMPLE("pvo", "pvo", sample_pvo(bytes));
    SAMPLE("rob", "rob", sample_rob(bytes));
    SAMPLE("cht", "cht", sample_cht(bytes));
    SAMPLE("tsg", "tsg", sample_tsg(bytes));
    SAMPLE("WORLD.INI", "ini", sample_ini(bytes));
    SAMPLE("SOUP386.DEF", "def", sample_def(bytes));
#undef SAMPLE
}

#endif
