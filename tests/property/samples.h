/* One small file of each kind that the formats have, laid down by hand: what the property
 * tests damage. Each is valid and has as many features as fit in a few hundred bytes. */
#ifndef TESTS_PROPERTY_SAMPLES_H
#define TESTS_PROPERTY_SAMPLES_H

#include "core/bytes.h"
#include "support/check.h"
#include "support/model.h"

#define W(v)                                                                                       \
    (uint8_t)((uint32_t)(v)&0xFF), (uint8_t)((uint32_t)(v) >> 8 & 0xFF),                           \
        (uint8_t)((uint32_t)(v) >> 16 & 0xFF), (uint8_t)((uint32_t)(v) >> 24 & 0xFF)
#define H(v) (uint8_t)((v)&0xFF), (uint8_t)((v) >> 8 & 0xFF)

/* Each by itself: put together in one function they take the compiler minutes. */
#define SAMPLE_MAKER static __attribute__((noinline, unused))

struct sample {
    const char *name, *format;
    const uint8_t *data;
    size_t size;
    struct rq_bytes companion; /* the second file of a pair */
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

SAMPLE_MAKER size_t sample_put(uint8_t *to, size_t at, const void *data, size_t size)
{
    memcpy(to + at, data, size);
    return at + size;
}

/* A GFF of no named layout: bytes that nothing refers to in the middle and at the end. */
SAMPLE_MAKER size_t sample_explicit(uint8_t *to)
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
SAMPLE_MAKER size_t sample_erf(uint8_t *to)
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
SAMPLE_MAKER size_t sample_erf_gap(uint8_t *to)
{
    size_t size = sample_erf(to), at = 266 + sizeof sample_gff;
    memmove(to + at + 6, to + at, size - at);
    memset(to + at, 0xEE, 6);
    rq_set32(to + 250, rq_get32(to + 250) + 6);
    rq_set32(to + 258, rq_get32(to + 258) + 6);
    return size + 6;
}

SAMPLE_MAKER size_t sample_tpc(uint8_t *to, uint32_t data_size, unsigned width, unsigned height,
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

SAMPLE_MAKER size_t sample_col(uint8_t *to)
{
    static const uint8_t head[] = {W(776), W(0xB123)};
    for (size_t i = 0; i < 768; i++)
        to[8 + i] = (uint8_t)(i / 3);
    memcpy(to, head, 8);
    return 776;
}

/* One picture of 3 x 2, in chunks with big-endian sizes; nine zeros end the bank. */
SAMPLE_MAKER size_t sample_texbsi(uint8_t *to)
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
SAMPLE_MAKER size_t sample_model3d(uint8_t *to)
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
SAMPLE_MAKER size_t sample_rob(uint8_t *to)
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
SAMPLE_MAKER size_t sample_pvo(uint8_t *to)
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
SAMPLE_MAKER size_t sample_wld(uint8_t *to)
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
SAMPLE_MAKER size_t sample_cht(uint8_t *to)
{
    memset(to, 0, 256);
    rq_set32(to, 1);
    rq_set32(to + 20, 7);
    rq_set32(to + 48, 1);
    return 256;
}

/* A saved game: SVGM as far as it is known, a chunk that nobody knows, an empty one. */
SAMPLE_MAKER size_t sample_tsg(uint8_t *to)
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
SAMPLE_MAKER size_t sample_ini(uint8_t *to)
{
    static const char file[] = "; worlds\r\n\r\n[world]\r\nworld_map[0]=MAPS\\A.RGM ; one\n"
                               "  world_wave[0] = 1, 2, 3\r\norld_ambientfx[0]=128\r"
                               "world_map[0]=\x80 \r\nkey= ; none\r\n302, all, WATER\r\n[open";
    return sample_put(to, 0, file, sizeof file - 1);
}

/* SOUP386.DEF: each kind of line, both spellings, an alias, two blocks, a comment. */
SAMPLE_MAKER size_t sample_def(uint8_t *to)
{
    static const char file[] = "; names\r\n[functions]\r\ntask sMove parms 4\r\n"
                               "FUNCTION\tACTIVATE\tPARAMS 01\r\n[refs]\r\npos.vx\n[equates]\r\n"
                               "axis = 0\r\nauto\r\nactive\r\nendauto\r\nauto\r\nanim ; x\r\n"
                               "endauto\r\n[flags]\r\nNUMBER Time 1;note\r\n BOOL B -1\r\nodd";
    return sample_put(to, 0, file, sizeof file - 1);
}

/* ---- a map ---- */

SAMPLE_MAKER size_t sample_chunk(uint8_t *to, size_t at, const char *tag, const void *data,
                                 size_t size)
{
    memcpy(to + at, tag, 4);
    rq_set32be(to + at + 4, (uint32_t)size);
    return sample_put(to, at + 8, data, size);
}

/* What the records of two actors say, by offset in the record. */
SAMPLE_MAKER size_t sample_actors(uint8_t *to, size_t at)
{
    static const uint32_t hero[][2] = {
        {0x0D, 1},          {0x15, 5},   {0x21, 2},  {0x25, 33},         {0x2D, 3},
        {0x41, 2},          {0x45, 8},   {0x4D, 90}, {0x51, 4},          {0x55, 31},
        {0x59, 8},          {0x61, 1},   {0x65, 12}, {0x6D, 30},         {0x75, 3},
        {0x79, 12},         {0x7D, 4},   {0x85, 5},  {0x8D, UINT32_MAX}, {0x91, UINT32_MAX},
        {0x97, UINT32_MAX}, {0x9B, 114}, {0xA1, 1}};
    static const uint32_t door[][2] = {
        {0x15, 5},          {0x19, 5},  {0x1D, 256},        {0x31, 24},         {0x49, 8},
        {0x4D, 4},          {0x51, 94}, {0x5D, 8},          {0x69, 12},         {0x6D, 30},
        {0x71, 30},         {0x7D, 16}, {0x89, UINT32_MAX}, {0x8D, UINT32_MAX}, {0x91, UINT32_MAX},
        {0x97, UINT32_MAX}, {0x9B, 0},  {0x9D, UINT32_MAX}};
    uint8_t records[8 + 2 * 165] = {W(2), W(0x0037801B)};
    for (size_t i = 0; i < sizeof hero / sizeof hero[0]; i++)
        rq_set32(records + 8 + hero[i][0], hero[i][1]);
    for (size_t i = 0; i < sizeof door / sizeof door[0]; i++)
        rq_set32(records + 173 + door[i][0], door[i][1]);
    memcpy(records + 12, "HERO", 4);
    memcpy(records + 177, "DOOR", 4);
    return sample_chunk(to, at, "RAHD", records, sizeof records);
}

/* clang-format off */
/* Of HERO from 4, of DOOR from 94. Targets count from the start of the script. */
static const uint8_t sample_scripts[] = {
    0, 0, 0, 0, /* nobody's */
    0x03, 0x02, H(127), 1, 0x07, 'c', 'i', '3', '1', 0, 0x07, W(1), 0, W(0x1E), /* if */
    0x00, H(39), 1, 0x07, 't', 'i', '3', '2',                     /* 15 RTX */
    0x13,                                                         /* 1E Endint */
    0x0A, 2, 0x06, H(9), 1, 0x07, W(1), 0,                        /* 1F var2 = flag 9 + 1 */
    0x1E, 1, W(0x36),                                             /* 2B if ScriptRV = 1 */
    0x04, W(0x1F),                                                /* 31 Goto */
    0x19, 4, 1, 1, H(84), 1, 0x0A, 2, 0, 0, 0,                    /* 36 "door".@GetAttribute(var2) */
    0x14, 1, 0, H(261), 0x07, W(-1), 10, 0,                       /* 42 Player.ref = -1 ++ */
    0x0F, 0, 0, H(3),                                             /* 4E Me.ref3++ */
    0x17, 3,                                                      /* 53 Anchor */
    0x05, W(0x1F),                                                /* 55 End */
    0x00, H(0), 0x12,                                             /* NullFunction, Return */
    0xAA};                                                        /* nobody's */

static const uint8_t sample_models[] = {
    W(12), 3, 'c', 'a', '\\', 'H', 'E', 'R', 'O', '.', '3', 'D', 'C', 0,
    W(0), 2, 's', 'H', 'E', 'R', 'O', '2', '.', '3', 'D', 'T', 0};

/* ShowFrame 1027; PlaySound 57, 3; SetRotationXYZ -32, 31, 5 and 2 bits left over; Transition 63,
 * -64, 63. */
static const uint8_t sample_groups[] = {
    H(20), H(3), H(11), H(1), H(4), 0x30, 0x40, 0x00, 0x94, 0xC3, 0x00, 0x06, 0x7E, 0x85,
    0xFF, 0x03, 0x7F, H(0), H(0)};

static const uint8_t sample_object[] = {
    W(1), W(1000), 1, 1, 'H', 'E', 'R', 'O', 0, 0, 0, 0, 0, 'C', 'R', 'A', 'T', 'E', '.', '3', 'D',
    'X', 0, 7, W(256 * 100 + 128), W(-512), W(0x7FFF00), W(0), W(512), W(2047), H(14602), H(5),
    H(6), H(7), H(8), H(255), H(128), H(0)};

static const uint8_t sample_rope[] = {
    W(1), W(7), W(256), W(512), W(768), W(1), W(2), W(3), W(4), H(5), 'B', 'U', 'C', 'K', 'E', 'T',
    0, 0, 0, 'R', 'O', 'P', 'E', 'L', 'I', 'N', 'K', 0, W(0), W(0), W(0), W(0), W(0), W(0), W(9)};

static const uint8_t sample_static[] = {
    W(1), W(5000), 'B', 'O', 'A', 'R', 'D', 0, 0, 0, 0, 0, 0, 0, W(1), W(-2), W(3), W(1 << 28),
    W(0), W(0), W(0), W(1 << 28), W(0), W(0), W(0), W(1 << 28), 0, 0};

static const uint8_t sample_light[] = {
    W(1), W(0x82000001), W(28), W(4), W(5), W(6), H(300), H(64), H(255), H(200), H(100), 0, 1, 2, 3,
    4, 5, 6, 7, W(0)};

static const uint8_t sample_walk[] = {
    W(1), W(64), W(2), W(2), W(9), W(8), W(7), W(600), /* one map of 64 bytes */
    W(20), H(1), H(-2), H(3), 0, 2, H(1), H(40), H(0), H(50), W(16), H(4), H(5), H(6), 9, 1, H(0),
    H(60)};
/* clang-format on */

/* Every section that there is, two actors, an unknown section, END with a size. */
SAMPLE_MAKER size_t sample_rgm(uint8_t *to)
{
    static const uint8_t words[] = {W(0), W(5)}, variables[] = {W(0), W(7), W(-1), W(2)};
    static const uint8_t hooks[0x25 + 8] = {[0x25] = 0x1F, [0x2B] = 2};
    static const uint8_t location[] = {W(1), W(-1), W(256)}, sphere[11] = {1, 2, 3};
    static const uint8_t extras[60] = {H(1), H(2), H(-10), [10] = 114, [58] = 7};
    static const uint8_t attributes[512] = {[3] = 9, [511] = 255};
    static const uint8_t ball[] = {1, 0xFF, 2, H(300), W(5000)};
    static const uint8_t flat[] = {W(1), W(9), W(0), W(1), W(2), W(3), H(14602), H(0)};
    static const uint8_t marks[] = {W(2), W(1), W(2), W(3), 4, W(-5), W(6), W(7), 8};
    static const uint8_t box[] = {W(30), W(40), W(50), W(0),  W(0),  W(0), W(10),
                                  W(20), W(25), W(20), W(20), W(25), 1};
    size_t at = sample_actors(to, 0);
    at = sample_chunk(to, at, "RAFS", sphere, sizeof sphere);
    at = sample_chunk(to, at, "RAST", "boat\0door", 10);
    at = sample_chunk(to, at, "RASB", words, sizeof words);
    at = sample_chunk(to, at, "RAVA", variables, sizeof variables);
    at = sample_chunk(to, at, "RASC", sample_scripts, sizeof sample_scripts);
    at = sample_chunk(to, at, "RAHK", hooks, sizeof hooks);
    at = sample_chunk(to, at, "RALC", location, sizeof location);
    at = sample_chunk(to, at, "RAEX", extras, sizeof extras);
    at = sample_chunk(to, at, "RAAT", attributes, sizeof attributes);
    at = sample_chunk(to, at, "RAAN", sample_models, sizeof sample_models);
    at = sample_chunk(to, at, "RAGR", sample_groups, sizeof sample_groups);
    at = sample_chunk(to, at, "RANM", "hero\0door", 10);
    at = sample_chunk(to, at, "RAVC", ball, sizeof ball);
    at = sample_chunk(to, at, "MPOB", sample_object, sizeof sample_object);
    at = sample_chunk(to, at, "MPRP", sample_rope, sizeof sample_rope);
    at = sample_chunk(to, at, "MPSO", sample_static, sizeof sample_static);
    at = sample_chunk(to, at, "MPSL", sample_light, sizeof sample_light);
    at = sample_chunk(to, at, "MPSF", flat, sizeof flat);
    at = sample_chunk(to, at, "MPMK", marks, sizeof marks);
    at = sample_chunk(to, at, "MPSZ", box, sizeof box);
    at = sample_chunk(to, at, "WDNM", sample_walk, sizeof sample_walk);
    at = sample_chunk(to, at, "FLAT", "\0\0\0", 4);
    at = sample_chunk(to, at, "XYZW", "ab", 2);
    return sample_put(to, at, "END \0\0\0", 8);
}

/* Two effects: 8 bits mono, and 16 bits stereo that loops. */
SAMPLE_MAKER size_t sample_sfx(uint8_t *to)
{
    /* clang-format off */
    static const uint8_t file[] = {
        'F', 'X', 'H', 'D', 0, 0, 0, 36, 'S', 'o', 'u', 'p', 'F', 'X', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, W(2), /* */
        'F', 'X', 'D', 'T', 0, 0, 0, 65,                      /* */
        W(0), W(0), W(11025), 64, 0, W(0), W(-1), W(3), 0, 127, 128, 129, /* */
        W(3), W(1), W(22050), 64, 0xE1, W(0), W(-1), W(8), 0, 1, 2, 3, 4, 5, 6, 7, 8, /* */
        'E', 'N', 'D', ' '};
    /* clang-format on */
    return sample_put(to, 0, file, sizeof file);
}

/* A text and a voice; END at 62, the index of descending order at 66. */
SAMPLE_MAKER size_t sample_rtx(uint8_t *to, bool strange)
{
    /* clang-format off */
    static const uint8_t file[] = {
        'a', 'b', 'c', 'd', 0, 0, 0, 8, 0, 0, H(2), H(0), 'h', 0x82, /* payload at 8 */
        '?', 'v', 'q', 'l', 0, 0, 0, 38, 0, 1, H(3), H(0), 'y', 'e', 's', /* at 24 */
        W(0), W(0), W(11025), 100, 0, W(0), W(-1), W(2), 0, 127, 129, /* */
        'E', 'N', 'D', ' ', /* */
        '?', 'v', 'q', 'l', W(24), W(38), 'a', 'b', 'c', 'd', W(8), W(8), /* */
        'R', 'N', 'A', 'V', W(66), W(2)};
    /* clang-format on */
    size_t size = sample_put(to, 0, file, sizeof file);
    if (strange)
        rq_set32(to + 70, 9999);
    return size;
}

/* Two glyphs, one of them not drawn, and RDAT. */
SAMPLE_MAKER size_t sample_fnt(uint8_t *to)
{
    /* clang-format off */
    static const uint8_t head[] = {'F', 'N', 'H', 'D', 0, 0, 0, 56};
    static const uint8_t tail[] = {H(0), H(1), H(0), H(0), H(0), H(3), H(9), H(65), H(2), H(0),
        H(0), H(1), 'B', 'P', 'A', 'L', 0, 0, 3, 0};
    static const uint8_t glyphs[] = {
        'F', 'B', 'M', 'P', 0, 0, 0, 27, H(1), H(0), H(2), H(3), H(2), 1, 0, 1, 0, 2, 0, /* */
        H(0), H(0), H(0), H(1), H(1), 0, /* */
        'R', 'D', 'A', 'T', 0, 0, 0, 173};
    /* clang-format on */
    memset(to, 0, 1200);
    size_t at = sample_put(to, 0, head, sizeof head);
    memcpy(to + at, "font", 4);
    at = sample_put(to, at + 32, tail, sizeof tail);
    for (size_t i = 0; i < 768; i++)
        to[at + i] = (uint8_t)(i / 12);
    at = sample_put(to, at + 768, glyphs, sizeof glyphs);
    memcpy(to + at, "C:\\F.TTF", 8);
    return sample_put(to, at + 173, "END ", 4);
}

/* Frames in the three compressions: runs of 4 x 1, one blank in LZHUF, plain 2 x 1. */
SAMPLE_MAKER size_t sample_gxa(uint8_t *to)
{
    /* clang-format off */
    static const uint8_t head[] = {
        'B', 'M', 'H', 'D', 0, 0, 0, 34, 'G', 'X', 'l', 'i', 'b', ' ', 'i', 'm', 'a', 'g', 'e', ' ',
        'c', 'o', 'n', 'v', 'e', 'r', 's', 'i', 'o', 'n', W(0), W(0), H(0), H(3),
        'B', 'P', 'A', 'L', 0, 0, 3, 0};
    static const uint8_t frames[] = {
        'B', 'B', 'M', 'P', 0, 0, 0, 74, /* */
        H(1), H(4), H(1), W(0), H(1), W(0), H(0), W(4), 0x82, 7, 0, 9, /* */
        H(1), H(1), H(1), W(0), H(2), W(0), H(0), W(2), W(1), 0xD6, 0, /* */
        H(1), H(2), H(1), W(0), H(0), W(0), H(0), 1, 2, 'E', 'N', 'D', ' '};
    /* clang-format on */
    size_t at = sample_put(to, 0, head, sizeof head);
    for (size_t i = 0; i < 768; i++)
        to[at++] = (uint8_t)(i / 12);
    return sample_put(to, at, frames, sizeof frames);
}

/* The picture of the bank before, in a file of its own, with IFHD as skies have it. */
SAMPLE_MAKER size_t sample_bsi(uint8_t *to)
{
    static const uint8_t start[] = {'I', 'F', 'H', 'D', 0, 0, 0, 4, 1, 0, 0, 0};
    uint8_t bank[SAMPLE_ROOM];
    size_t size = sample_texbsi(bank), at = sample_put(to, 0, start, sizeof start);
    return sample_put(to, at, bank + 21, size - 21 - 9);
}

/* 5 x 2 pixels of 16 colours in four planes, lines of two bytes in runs. */
SAMPLE_MAKER size_t sample_pcx(uint8_t *to)
{
    static const uint8_t head[] = {10, 5, 1, 1, H(0), H(0), H(4), H(1), H(72), H(72)};
    static const uint8_t rows[] = {0xC2, 0xF0, 0xC1, 0xC8, 0, 0xA0, 0, 0xC2, 0,
                                   0xC2, 1,    0xC2, 2,    0, 1,    2, 3};
    memset(to, 0, 128);
    memcpy(to, head, sizeof head);
    to[65] = 4;
    to[66] = 2;
    return sample_put(to, 128, rows, sizeof rows);
}

/* 5 x 2 pixels of 4 bits with three colours, rows of four bytes. */
SAMPLE_MAKER size_t sample_bmp(uint8_t *to)
{
    static const uint8_t file[] = {'B',  'M',  W(74), W(0),        W(66),       W(40), W(5),
                                   W(2), H(1), H(4),  W(0),        W(8),        W(0),  W(0),
                                   W(3), W(0), W(0),  W(0xFF8040), W(0xFFFFFF), 0x12,  0x01,
                                   0x20, 0,    0x21,  0x10,        0x10,        0};
    return sample_put(to, 0, file, sizeof file);
}

/* A PBM of 3 x 2 with a palette of two colours and a chunk of odd size. */
SAMPLE_MAKER size_t sample_lbm(uint8_t *to)
{
    static const uint8_t file[] = {'F', 'O', 'R', 'M', 0,   0,   0,  72,   'P', 'B',  'M', ' ', 'B',
                                   'M', 'H', 'D', 0,   0,   0,   20, 0,    3,   0,    2,   0,   0,
                                   0,   0,   8,   0,   1,   0,   0,  0,    5,   6,    1,   64,  0,
                                   200, 'C', 'M', 'A', 'P', 0,   0,  0,    6,   0,    0,   0,   9,
                                   8,   7,   'D', 'P', 'P', 'S', 0,  0,    0,   1,    5,   0,   'B',
                                   'O', 'D', 'Y', 0,   0,   0,   4,  0xFD, 1,   0xFD, 0};
    return sample_put(to, 0, file, sizeof file);
}

/* Two frames of 4 x 2 in one page. */
SAMPLE_MAKER size_t sample_anm(uint8_t *to)
{
    /* clang-format off */
    static const uint8_t head[] = {
        'L', 'P', 'F', ' ', H(256), H(1), W(2), H(256), H(1280), 'A', 'N', 'I', 'M', H(4), H(2),
        0, 0, 0, 0, 0, 1, 0, 1};
    static const uint8_t page[] = {
        H(0), H(2), H(17), H(0), H(9), H(8), 'B', 0, 0, 0, 0, 8, 5, 0x80, 0,
        'B', 0, 0, 0, 0x82, 2, 7, 8};
    /* clang-format on */
    memset(to, 0, 2816);
    memcpy(to, head, sizeof head);
    to[64] = 2;
    to[68] = 18;
    memcpy(to + 1280, page, 6);
    return sample_put(to, 2816, page, sizeof page);
}

/* A bank of one plain picture of 3 x 2 and one that is packed. */
SAMPLE_MAKER size_t sample_texture(uint8_t *to)
{
    static const uint8_t start[] = {H(2), 'W',  'a',    'l',  'l',  's',  0,     0,    0,    0,
                                    0,    0,    0,      0,    0,    0,    0,     0,    0,    0,
                                    0,    0,    0,      0,    0,    H(0), W(66), H(0), W(0), W(0),
                                    W(0), H(0), W(353), H(0), W(0), W(0), W(0)};
    static const uint8_t image[] = {H(0),  H(0), H(3), H(2), H(0), W(287),
                                    W(28), H(0), H(1), H(0), H(0), H(0)};
    size_t at = sample_put(to, 0, start, sizeof start);
    at = sample_put(to, at, image, sizeof image);
    memset(to + at, 0, 259);
    memcpy(to + at, "abc", 3);
    memcpy(to + at + 256, "def", 3);
    at = sample_put(to, at + 259, image, sizeof image);
    to[at - 28 + 9] = 0x11;
    return sample_put(to, at, "packed", 6);
}

SAMPLE_MAKER size_t sample_words(uint8_t *to, size_t at, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++, at += 4)
        rq_set32(to + at, words[i]);
    return at;
}

SAMPLE_MAKER size_t sample_resref(uint8_t *to, size_t at, const char *name)
{
    memset(to + at, 0, 16);
    memcpy(to + at, name, strlen(name));
    return at + 16;
}

/* A GFF, a text and a name of 16 letters, with the game's padding; 10 zeros at the end. */
SAMPLE_MAKER size_t sample_rim(uint8_t *to, bool padded)
{
    static const uint32_t head[] = {0, 3, 120, 0};
    const uint32_t size = sizeof sample_gff, gff = padded ? 224 : 216;
    const uint32_t text = gff + size + (padded ? 16 : 0);
    const uint32_t last = text + 5 + (padded ? 3 + 16 : 0);
    memset(to, 0, 1024);
    memcpy(to, "RIM V1.0", 8);
    sample_words(to, 8, head, 4);
    size_t at = sample_resref(to, 120, "a");
    at = sample_words(to, at, (const uint32_t[]){2027, 0, gff, size}, 4);
    at = sample_resref(to, at, "b");
    at = sample_words(to, at, (const uint32_t[]){10, 1, text, 5}, 4);
    at = sample_resref(to, at, "sixteen_letters_");
    sample_words(to, at, (const uint32_t[]){2010, 2, last, 3}, 4);
    memcpy(to + gff, sample_gff, sizeof sample_gff);
    memcpy(to + text, "hello", 5);
    memcpy(to + last, "NCS", 3);
    return last + 3 + (padded ? 10 : 0);
}

/* Two BIF files, the second name without a NUL; three keys, one that is more than a name. */
SAMPLE_MAKER size_t sample_key(uint8_t *to)
{
    static const uint32_t head[] = {2, 3, 64, 105, 103, 309};
    static const uint8_t ids[] = {H(2017), W(0), H(3), W(1 << 20), H(10), W(1 << 20 | 7)};
    static const char *const names[] = {"acbonus", "sixteen_letters_", "x.y"};
    memset(to, 0, 64);
    memcpy(to, "KEY V1  ", 8);
    sample_words(to, 8, head, 6);
    sample_words(to, 64, (const uint32_t[]){1000, 88, 10 | 1 << 16, 2000, 98, 7 | 1 << 16}, 6);
    size_t at = sample_put(to, 88, "dat\\a.bif", 10);
    at = sample_put(to, at, "b\\c.bif", 7);
    for (size_t i = 0; i < 3; i++) {
        at = sample_resref(to, at, names[i]);
        at = sample_put(to, at, ids + i * 6, 6);
    }
    return at;
}

/* A GFF, a text and a fixed resource of two parts; aligned, or with a gap. */
SAMPLE_MAKER size_t sample_bif(uint8_t *to, uint32_t gap)
{
    static const uint32_t head[] = {2, 1, 20};
    const uint32_t size = sizeof sample_gff, gff = 72 + gap, text = gff + size;
    const uint32_t last = text + 8;
    memset(to, 0, 1024);
    memcpy(to, "BIFFV1  ", 8);
    size_t at = sample_words(to, 8, head, 3);
    at = sample_words(to, at, (const uint32_t[]){3 << 20, gff, size, 2027}, 4);
    at = sample_words(to, at, (const uint32_t[]){3 << 20 | 1, text, 5, 10}, 4);
    sample_words(to, at, (const uint32_t[]){1 << 14, last, 2, 3, 3}, 5);
    memcpy(to + gff, sample_gff, sizeof sample_gff);
    memcpy(to + text, "hello", 5);
    return sample_put(to, last, "parts!", 6);
}

/* Two streams as xz makes them, with an end marker; the first of other properties. */
SAMPLE_MAKER size_t sample_bzf(uint8_t *to)
{
    static const uint32_t head[] = {2, 0, 20, 0, 52, 24, 10, 1, 76, 24, 10};
    static const uint8_t streams[] = {
        0x13, 0,    0x10, 0,    0,    0x00, 0x34, 0x1a, 0x14, 0xcf, 0x58, 0x3c,
        0x5e, 0xa8, 0x65, 0xef, 0x59, 0x58, 0xff, 0xff, 0xfd, 0x3a, 0x70, 0x00, /* */
        0x5d, 0,    0x10, 0,    0,    0x00, 0x34, 0x19, 0x49, 0xee, 0x8d, 0xe9,
        0x56, 0x0a, 0xc1, 0xb6, 0x20, 0xb7, 0xff, 0xff, 0xba, 0x34, 0x00, 0x00};
    memcpy(to, "BZF V1  ", 8);
    size_t at = sample_words(to, 8, head, 11);
    return sample_put(to, at, streams, sizeof streams);
}

/* Two empty resources: what can be read without liblzma. */
SAMPLE_MAKER size_t sample_bzf_empty(uint8_t *to)
{
    static const uint32_t head[] = {2, 0, 20, 0, 52, 0, 10, 1, 52, 0, 10};
    memcpy(to, "BZF V1  ", 8);
    return sample_words(to, 8, head, 11);
}

/* Four strings: text and sound, nothing, an empty text, a text that the first has too. */
SAMPLE_MAKER size_t sample_tlk(uint8_t *to, bool strange)
{
    /* clang-format off */
    static const uint8_t file[] = {
        'T', 'L', 'K', ' ', 'V', '3', '.', '0', W(0), W(4), W(180), /* */
        W(7), 's', 'n', 'd', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, W(1), W(2), W(0), W(3),
        W(0x40200000), /* */
        W(0), W(0), W(0), W(0), W(0), W(0), W(0), W(3), W(0), W(0), /* */
        W(1), W(0), W(0), W(0), W(0), W(0), W(0), W(3), W(0), W(0), /* */
        W(1), W(0), W(0), W(0), W(0), W(0), W(0), W(3), W(3), W(0), /* */
        'a', 0xE9, '"', 'a', 0xE9, '"'};
    /* clang-format on */
    size_t size = sample_put(to, 0, file, sizeof file);
    if (strange) {
        rq_set32(to + 168, 0); /* the first text twice, the second nobody's */
        rq_set32(to + 88, UINT32_MAX);
        rq_set32(to + 92, 9); /* no text, and outside */
    }
    return size;
}

/* Two columns, two rows; the texts once each (0), in another order and without a size (1), or
 * with the end of one as another (2). */
SAMPLE_MAKER size_t sample_twoda(uint8_t *to, int layout)
{
    /* clang-format off */
    static const uint8_t head[] = {
        '2', 'D', 'A', ' ', 'V', '2', '.', 'b', '\n', 'l', 'a', 'b', 'e', 'l', '\t', 'x', '\t', 0,
        W(2), '0', '\t', 'b', ' ', 'c', '\t'};
    static const uint8_t tails[][17] = {
        {H(0), H(3), H(4), H(0), H(7), 'a', 0xE9, 0, 0, 'z', 'z', 0},
        {H(3), H(6), H(0), H(3), H(0), 'z', 'z', 0, 'a', 0xE9, 0, 0},
        {H(0), H(5), H(1), H(0), H(6), 'a', 'b', 'c', 0, 7, 0}};
    /* clang-format on */
    static const size_t sizes[] = {17, 17, 16};
    size_t at = sample_put(to, 0, head, sizeof head);
    return sample_put(to, at, tails[layout], sizes[layout]);
}

/* A sound set as the game has it. */
SAMPLE_MAKER size_t sample_ssf(uint8_t *to)
{
    static const uint8_t head[] = {'S', 'S', 'F', ' ', 'V', '1', '.', '1', W(12), W(49050)};
    memset(to, 0xFF, 172);
    sample_put(to, 0, head, sizeof head);
    return 172;
}

/* Two letters: 7 blocks of 6 chances; one is no number. */
SAMPLE_MAKER size_t sample_ltr(uint8_t *to)
{
    memcpy(to, "LTR V1.0\2", 9);
    for (size_t i = 0; i < 42; i++)
        rq_set32(to + 9 + i * 4, i & 1 ? 0x3F800000 : 0x3F000000);
    rq_set32(to + 9 + 40 * 4, 0x7FC00001);
    return 177;
}

/* Three keys, two at one time. */
SAMPLE_MAKER size_t sample_lip(uint8_t *to)
{
    static const uint8_t file[] = {'L',           'I', 'P',           ' ',  'V',  '1',
                                   '.',           '0', W(0x3FC00000), W(3), W(0), 0,
                                   W(0x3F400000), 11,  W(0x3F400000), 15};
    return sample_put(to, 0, file, sizeof file);
}

/* JSR +8; RETN; CONSTS "a\xE9"; JZ +6; ACTION 1, 1; JMP back; DESTRUCT; STORESTATE; EQTT; RETN; the size is a lie. */
SAMPLE_MAKER size_t sample_ncs(uint8_t *to)
{
    static const uint8_t file[] = {
        'N',  'C', 'S',  ' ',  'V',  '1', '.',  '0',  0x42, 0,    0,    1,    0,    0x1E, 0,
        0,    0,   0,    8,    0x20, 0,   0x04, 0x05, 0,    2,    'a',  0xE9, 0x1F, 0,    0,
        0,    0,   6,    0x05, 0,    0,   1,    1,    0x1D, 0,    0xFF, 0xFF, 0xFF, 0xEF, 0x21,
        0x01, 0,   12,   0,    4,    0,   4,    0x2C, 0x10, 0,    0,    0,    8,    0,    0,
        0,    4,   0x0B, 0x24, 0,    12,  0x04, 0x04, 0x3F, 0x80, 0,    0,    0x20, 0};
    return sample_put(to, 0, file, sizeof file);
}

/* Two rooms, a number that lies, a tab, a word too many, no end at the end. */
SAMPLE_MAKER size_t sample_vis(uint8_t *to)
{
    static const char text[] = "room V3.28\r\na 2\r\n  b\r\n\tb 5\r\n\r\nb 2 \n  a";
    return sample_put(to, 0, text, sizeof text - 1);
}

SAMPLE_MAKER size_t sample_lyt(uint8_t *to)
{
    static const char text[] = "#MAXLAYOUT ASCII\r\nbeginlayout\r\n   roomcount 2\r\n"
                               "      a 1.5 -2.0 3.8e-007\r\n\t  b 0 0  0\r\n   trackcount 0\r\n"
                               "   obstaclecount 0\r\n   doorhookcount 2\r\n"
                               "      a d1 0 1.0 2.0 3.0 0.7 0.0 0.0 -0.7\r\ndonelayout";
    return sample_put(to, 0, text, sizeof text - 1);
}

SAMPLE_MAKER size_t sample_txi(uint8_t *to)
{
    static const char text[] = "mipmap 0\r\ndecal1\r\n\r\nupperleftcoords 2\r\n0.0 1.0 0\r\n"
                               " 0.5 1.0 0\r\nblending  additive \r\nnumchars 2";
    return sample_put(to, 0, text, sizeof text - 1);
}

/* ADPCM of two channels, a chunk of odd size, and the start of an MP3 behind the RIFF. */
SAMPLE_MAKER size_t sample_wav(uint8_t *to)
{
    static const uint8_t file[] = {
        'R',   'I',     'F',  'F',      W(78),    'W',   'A',   'V',  'E',  'f', 'm', 't', ' ',
        W(20), H(0x11), H(2), W(22050), W(22050), H(16), H(4),  H(2), H(9), 'f', 'a', 'c', 't',
        W(4),  W(9),    'd',  'a',      't',      'a',   W(16), 100,  0,    0,   0,   0,   0xFF,
        200,   0,       0xF4, 0x83,     0x70,     0x49,  8,     0,    0,    0,   'o', 'd', 'd',
        ' ',   W(1),    7,    0,        0xFF,     0xFB,  0x18,  0xC4, 0,    0};
    return sample_put(to, 0, file, sizeof file);
}

/* A floor of two faces with a room behind one side, and a wall; in the other form the perimeters
 * stand before the edges, with bytes between. */
SAMPLE_MAKER size_t sample_bwm(uint8_t *to, bool area, bool ordered)
{
    /* clang-format off */
    static const uint8_t floor[] = {
        /* vertices */
        W(0), W(0), W(0x3F800000), W(0x40800000), W(0), W(0x3F800000), W(0x40800000), W(0x40000000),
        W(0x3F800000), W(0), W(0x40000000), W(0x3F800000), W(0x40800000), W(0), W(0x40400000),
        W(0), W(1), W(2), W(0), W(2), W(3), W(1), W(2), W(4), /* corners */
        W(4), W(4), W(7), /* materials */
        W(0), W(0), W(0x3F800000), W(0), W(0), W(0x3F800000), W(0x3F800000), W(0), W(0x80000000),
        W(0xBF800000), W(0xBF800000), W(0xC0800000), /* distances */
    };
    static const uint8_t tree[] = {
        W(0), W(0), W(0), W(0x40800000), W(0x40000000), W(0x40400000), W(-1), W(4), W(1), W(1), W(2),
        W(0), W(0), W(0), W(0x40800000), W(0x40000000), W(0x3F800000), W(1), W(4), W(0), W(-1), W(-1),
        W(0), W(0), W(0), W(0x40800000), W(0x40000000), W(0x40400000), W(-1), W(4), W(8), W(3), W(4),
        W(0), W(0), W(0), W(0x40800000), W(0x40000000), W(0x3F800000), W(0), W(4), W(0), W(-1), W(-1),
        W(0), W(0), W(0), W(0x7FC00001), W(0x40000000), W(0x40400000), W(2), W(4), W(0), W(-1), W(-1),
        W(-1), W(-1), W(3), W(2), W(-1), W(-1), /* adjacency */
    };
    static const uint8_t edges[] = {W(0), W(-1), W(1), W(7), W(4), W(-1), W(5), W(-1)};
    const uint8_t head[] = {
        'B', 'W', 'M', ' ', 'V', '1', '.', '0', W(area), W(0), W(0xBF800000), W(0), W(0),
        W(0x3F800000), W(0), W(0), W(0), W(0), W(0), W(0), W(0), W(0x3F800000), W(0), W(0x3F000000),
        W(5), W(136), W(3), W(196), W(232), W(244), W(280), W(area ? 5 : 0), W(area ? 292 : 0), W(0),
        W(area ? 2 : 0), W(area ? 512 : 0), W(area ? 4 : 0), W(area ? ordered ? 536 : 543 : 0),
        W(area), W(area ? ordered ? 568 : 536 : 0),
    };
    /* clang-format on */
    static const uint8_t end[] = {W(4)};
    size_t at = sample_put(to, 0, head, sizeof head);
    at = sample_put(to, at, floor, sizeof floor);
    if (!area)
        return at;
    at = sample_put(to, at, tree, sizeof tree);
    if (ordered)
        return sample_put(to, sample_put(to, at, edges, sizeof edges), end, sizeof end);
    at = sample_put(to, at, end, sizeof end);
    at = sample_put(to, at, "gap", 3);
    return sample_put(to, at, edges, sizeof edges);
}

/* 3 x 2 pixels of 24 bits in packets, an identification, and a footer with an empty extension. */
SAMPLE_MAKER size_t sample_tga(uint8_t *to)
{
    static const uint8_t file[] = {2,    0,  10,   H(0), H(0), 0,    H(0), H(0), H(3),
                                   H(2), 24, 0x20, 'i',  'd',  0x82, 1,    2,    3,
                                   0,    4,  5,    6,    0x81, 7,    8,    9,    'x'};
    static const char sign[] = "TRUEVISION-XFILE.";
    size_t at = sample_put(to, 0, file, sizeof file);
    const uint8_t ends[] = {W(0), W(0)};
    at = sample_put(to, at, ends, sizeof ends);
    return sample_put(to, at, sign, sizeof sign);
}

/* Indices into a map of two colours. */
SAMPLE_MAKER size_t sample_tga_map(uint8_t *to)
{
    static const uint8_t file[] = {0, 1, 1, H(0), H(2), 24, H(0), H(0), H(3), H(1), 8,
                                   0, 1, 2, 3,    4,    5,  6,    0,    1,    0};
    return sample_put(to, 0, file, sizeof file);
}

SAMPLE_MAKER size_t sample_dds(uint8_t *to)
{
    static const uint8_t head[] = {W(8), W(4), W(3), W(16), W(0x3F800000)};
    size_t at = sample_put(to, 0, head, sizeof head);
    for (size_t i = 0; i < 16 + 8 + 3; i++)
        to[at + i] = (uint8_t)(i * 29);
    return at + 16 + 8 + 3;
}

/* Microsoft's form: BGRA, 2 x 2 with two levels. */
SAMPLE_MAKER size_t sample_dds_standard(uint8_t *to)
{
    const uint8_t head[] = {'D', 'D', 'S', ' ', W(124), W(0x21007), W(2), W(2), W(8), W(0), W(2)};
    const uint8_t format[] = {W(32),     W(0x41), W(0),          W(32),       W(0xFF0000),
                              W(0xFF00), W(0xFF), W(0xFF000000), W(0x401008), W(0),
                              W(0),      W(0),    W(0)};
    size_t at = sample_put(to, 0, head, sizeof head);
    memset(to + at, 0, 44);
    at = sample_put(to, at + 44, format, sizeof format);
    for (size_t i = 0; i < 20; i++)
        to[at + i] = (uint8_t)(i * 11);
    return at + 20;
}

/* A model of these kinds of nodes, laid down in support/model.h; explicit: with bytes at
 * its end that belong to nothing. */
SAMPLE_MAKER struct sample sample_mdl(const char *name, unsigned kinds, bool k2, bool xbox,
                                      bool explicit)
{
    static struct model m;
    m = (struct model){.k2 = k2, .xbox = xbox};
    model_lay(&m, kinds);
    if (explicit) {
        model_text(&m, "stray", 6);
        rq_set32(m.data + 4, model_at(&m));
    }
    return (struct sample){name, "mdl", m.data, m.size, model_mdx(&m)};
}

/* A list whose number lies, a remark, tabs, no end at the end. */
SAMPLE_MAKER size_t sample_mdl_ascii(uint8_t *to)
{
    static const char text[] = "# by hand\r\nnewmodel a\r\nsetsupermodel a NULL\r\n"
                               "beginmodelgeom a\r\nnode trimesh a\n\tparent NULL\n  verts 2\n"
                               "    0 0 .5\n    1e-3 0 -0 # x\n  faces 3\n    0 0 1 1 0 0 0  7\n"
                               "  weights 1\n    a 1.0\nendnode\r\nendmodelgeom a\r\n"
                               "newanim b a\n  node dummy a\n    positionkey 1\n     0 1 2 3\n"
                               "    alphakey\n     0 1\n    endlist\n  endnode\ndoneanim b a";
    return sample_put(to, 0, text, sizeof text - 1);
}

/* Calls visit for each. */
static inline void each_sample(void (*visit)(void *ctx, const struct sample *sample), void *ctx)
{
    static const char cycle[] = "proceduretype cycle\r\nnumx 2\r\nnumy 2\r\nfps 15\r\n";
    static uint8_t bytes[SAMPLE_ROOM];
#define SAMPLE(name, format, size)                                                                 \
    visit(ctx, &(struct sample){name, format, bytes, size, {NULL, 0}})
    visit(ctx, &(struct sample){"gff", "gff", sample_gff, sizeof sample_gff, {NULL, 0}});
    visit(ctx, &(struct sample){"dlg", "gff", sample_dlg, sizeof sample_dlg, {NULL, 0}});
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
    SAMPLE("rgm", "rgm", sample_rgm(bytes));
    SAMPLE("sfx", "sfx", sample_sfx(bytes));
    SAMPLE("rtx", "rtx", sample_rtx(bytes, false));
    SAMPLE("rtx, explicit", "rtx", sample_rtx(bytes, true));
    SAMPLE("fnt", "fnt", sample_fnt(bytes));
    SAMPLE("gxa", "gxa", sample_gxa(bytes));
    SAMPLE("bsi", "bsi", sample_bsi(bytes));
    SAMPLE("pcx", "pcx", sample_pcx(bytes));
    SAMPLE("bmp", "bmp", sample_bmp(bytes));
    SAMPLE("lbm", "lbm", sample_lbm(bytes));
    SAMPLE("anm", "anm", sample_anm(bytes));
    SAMPLE("TEXTURE.000", "texture", sample_texture(bytes));
    SAMPLE("rim", "rim", sample_rim(bytes, true));
    SAMPLE("rim, tight", "rim", sample_rim(bytes, false));
    SAMPLE("key", "key", sample_key(bytes));
    SAMPLE("bif", "bif", sample_bif(bytes, 0));
    SAMPLE("bif, explicit", "bif", sample_bif(bytes, 5));
    SAMPLE("bzf, empty", "bzf", sample_bzf_empty(bytes));
#ifdef RQ_HAVE_LZMA
    SAMPLE("bzf", "bzf", sample_bzf(bytes));
#else
    SKIP_PART("built without liblzma");
#endif
    SAMPLE("tlk", "tlk", sample_tlk(bytes, false));
    SAMPLE("tlk, explicit", "tlk", sample_tlk(bytes, true));
    SAMPLE("2da", "twoda", sample_twoda(bytes, 0));
    SAMPLE("2da, pool", "twoda", sample_twoda(bytes, 1));
    SAMPLE("2da, explicit", "twoda", sample_twoda(bytes, 2));
    SAMPLE("2da, aligned text", "twoda",
           sample_put(bytes, 0, "2DA V2.0\n\n  label x\n0 a     ****\n", 33));
    SAMPLE("2da, text", "twoda",
           sample_put(bytes, 0, "2DA V2.0 \r\nDEFAULT:\"x\"\r\n a\tb\r\n0 \"c d\" \"\" e\r\n1 \"",
                      47));
    SAMPLE("ssf", "ssf", sample_ssf(bytes));
    SAMPLE("ltr", "ltr", sample_ltr(bytes));
    SAMPLE("lip", "lip", sample_lip(bytes));
    SAMPLE("ncs", "ncs", sample_ncs(bytes));
    SAMPLE("m01.vis", "vis", sample_vis(bytes));
    SAMPLE("m01.lyt", "lyt", sample_lyt(bytes));
    SAMPLE("a.txi", "txi", sample_txi(bytes));
    SAMPLE("wav", "wav", sample_wav(bytes));
    SAMPLE("wok", "bwm", sample_bwm(bytes, true, true));
    SAMPLE("wok, explicit", "bwm", sample_bwm(bytes, true, false));
    SAMPLE("pwk", "bwm", sample_bwm(bytes, false, true));
    SAMPLE("tga, packets", "tga", sample_tga(bytes));
    SAMPLE("tga, map", "tga", sample_tga_map(bytes));
    SAMPLE("dds", "dds", sample_dds(bytes));
    SAMPLE("dds, Microsoft's", "dds", sample_dds_standard(bytes));
    SAMPLE("a.mdl.ascii", "mdl_ascii", sample_mdl_ascii(bytes));
    struct sample model = sample_mdl("mdl", MODEL_ALL & ~MODEL_SABER, false, false, false);
    visit(ctx, &model);
    model = sample_mdl("mdl, K2", MODEL_TRIMESH | MODEL_SABER, true, false, false);
    visit(ctx, &model);
    model = sample_mdl("mdl, explicit", MODEL_AABB | MODEL_LIGHT, false, false, true);
    visit(ctx, &model);
    model = sample_mdl("mdl, Xbox", MODEL_TRIMESH, false, true, false);
    visit(ctx, &model);
#undef SAMPLE
}

#endif
