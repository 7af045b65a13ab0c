/* Fonts of the demo: one drawing of ASCII in three sizes, dressed in four ways. The bytes are
 * laid down from the description of the format, not by the library's writer. */
#include "demo/demo.h"

#include <stdlib.h>

enum { WIDE = 5, HIGH = 9, FIRST = 32, DRAWN = 95 };

/* Nine rows of five pixels for each: a letter is a row, its code minus '@' the bits. The
 * last two rows are below the line. */
static const char *const shapes[DRAWN] = {
    "@@@@@@@@@",  "DDDDD@D@@", "JJJ@@@@@@", "JJ_J_JJ@@", "DOTNE^D@@", "YYBDHSS@@", "LRTHURM@@",
    "DDH@@@@@@",  "BDHHHDB@@", "HDBBBDH@@", "@DUNUD@@@", "@DD_DD@@@", "@@@@@FFBD", "@@@_@@@@@",
    "@@@@@FF@@",  "AABDHPP@@", "NQSUYQN@@", "DLDDDDN@@", "NQABDH_@@", "_BDBAQN@@", "BFJR_BB@@",
    "_P^AAQN@@",  "FHP^QQN@@", "_ABDHHH@@", "NQQNQQN@@", "NQQOABL@@", "@FF@FF@@@", "@FF@@FFBD",
    "BDHPHDB@@",  "@@_@_@@@@", "HDBABDH@@", "NQABD@D@@", "NQWUWPN@@", "DJQQ_QQ@@", "^QQ^QQ^@@",
    "NQPPPQN@@",  "^QQQQQ^@@", "_PP^PP_@@", "_PP^PPP@@", "NQPWQQO@@", "QQQ_QQQ@@", "NDDDDDN@@",
    "GBBBBRL@@",  "QRTXTRQ@@", "PPPPPP_@@", "Q[UUQQQ@@", "QYUSQQQ@@", "NQQQQQN@@", "^QQ^PPP@@",
    "NQQQURM@@",  "^QQ^TRQ@@", "OPPNAA^@@", "_DDDDDD@@", "QQQQQQN@@", "QQQQQJD@@", "QQQUU[Q@@",
    "QQJDJQQ@@",  "QQJDDDD@@", "_ABDHP_@@", "NHHHHHN@@", "PPHDBAA@@", "NBBBBBN@@", "DJQ@@@@@@",
    "@@@@@@@_@",  "HD@@@@@@@", "@@NAOQO@@", "PP^QQQ^@@", "@@OPPPO@@", "AAOQQQO@@", "@@NQ_PN@@",
    "FIH\\HHH@@", "@@OQQQOAN", "PP^QQQQ@@", "D@LDDDN@@", "B@FBBBBRL", "PPRTXTR@@", "LDDDDDN@@",
    "@@ZUUUU@@",  "@@^QQQQ@@", "@@NQQQN@@", "@@^QQQ^PP", "@@OQQQOAA", "@@VYPPP@@", "@@OPNA^@@",
    "HH\\HHIF@@", "@@QQQQO@@", "@@QQQJD@@", "@@QUUUJ@@", "@@QJDJQ@@", "@@QQQQOAN", "@@_BDH_@@",
    "BDDHDDB@@",  "DDDDDDD@@", "HDDBDDH@@", "@@IUR@@@@",
};

struct style {
    const char *path, *title, *palette; /* palette: the tag */
    int size;                           /* pixels for one of the drawing */
    int spare;                          /* glyphs after the last that are not drawn */
    bool shadow, source, zeros;
};

static const struct style styles[] = {
    {"redguard/fonts/QUAY.FNT", "QUAY font", "BPAL", 2, 0, true, false, false},
    {"redguard/fonts/QUAYVS.FNT", "QUAYVS font", "FPAL", 1, 0, false, false, true},
    {"redguard/fonts/LOMENU.FNT", "LOMENU font", "BPAL", 2, 0, true, false, false},
    {"redguard/fonts/QUAYBG.FNT", "QUAYBG font", "BPAL", 3, 2, true, true, false},
};

/* 6 bits a channel: sixteen golds, light to dark, from 1 on; 200 is the shadow. */
static void put_palette(struct rq_out *out, const struct style *style)
{
    rq_put(out, style->palette, 4);
    rq_put32be(out, 768);
    for (int i = 0; i < 256; i++) {
        int light = i && i <= 16 ? 16 - i : 0;
        bool grey = i > 16 && i != 200;
        rq_put8(out, (uint8_t)(i == 0 ? 0 : grey ? i / 4 : i == 200 ? 6 : 38 + light * 25 / 15));
        rq_put8(out, (uint8_t)(i == 0 ? 0 : grey ? i / 4 : i == 200 ? 4 : 24 + light * 34 / 15));
        rq_put8(out, (uint8_t)(i == 0 ? 0 : grey ? i / 4 : i == 200 ? 8 : 6 + light * 40 / 15));
    }
}

static bool bit(const char *shape, int x, int y)
{
    return x >= 0 && y >= 0 && x < WIDE && y < HIGH && (shape[y] - '@') >> (WIDE - 1 - x) & 1;
}

/* A pixel of the glyph: ink by height, or the shadow of the ink one to the upper left. */
static uint8_t pixel(const struct style *style, const char *shape, int x, int y)
{
    int s = style->size;
    if (x >= 0 && y >= 0 && bit(shape, x / s, y / s))
        return (uint8_t)(1 + y * 15 / HIGH / s);
    bool under = x >= 1 && y >= 1 && bit(shape, (x - 1) / s, (y - 1) / s);
    return style->shadow && under ? 200 : 0;
}

/* Only the part of the cell that has ink; a blank is three pixels of nothing. */
static void put_glyph(struct rq_out *out, const struct style *style, const char *shape)
{
    int side = style->size, left = WIDE * side, right = 0, top = HIGH * side, bottom = 0;
    for (int y = 0; y <= HIGH * side; y++)
        for (int x = 0; x <= WIDE * side; x++)
            if (pixel(style, shape, x, y)) {
                left = x < left ? x : left;
                right = x + 1 > right ? x + 1 : right;
                top = y < top ? y : top;
                bottom = y + 1 > bottom ? y + 1 : bottom;
            }
    if (right == 0) {
        left = top = 0;
        right = 3 * side;
        bottom = 1;
    }
    rq_put16(out, 1);
    rq_put16(out, 0);
    rq_put16(out, (uint16_t)top);
    rq_put16(out, (uint16_t)(right - left));
    rq_put16(out, (uint16_t)(bottom - top));
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            rq_put8(out, pixel(style, shape, x, y));
}

static void put_header(struct rq_out *out, const struct style *style)
{
    char text[32] = {0};
    memcpy(text, style->title, strlen(style->title));
    memcpy(text + 16, "v1", 2);
    rq_put(out, "FNHD", 4);
    rq_put32be(out, 56);
    rq_put(out, text, sizeof text);
    rq_put16(out, style->source ? 1 : 0);
    rq_put16(out, style->source);
    rq_put_zeros(out, 6);
    rq_put16(out, (uint16_t)(WIDE * style->size + style->shadow));
    rq_put16(out, (uint16_t)((HIGH + 1) * style->size));
    rq_put16(out, FIRST);
    rq_put16(out, (uint16_t)(DRAWN + style->spare));
    rq_put_zeros(out, 4);
    rq_put16(out, 1);
}

static void put_source(struct rq_out *out, const struct style *style)
{
    static const char name[136] = "C:\\FONTS\\QUAYBG.TTF";
    const uint32_t values[] = {
        60189, 81193, 0, 2, (uint32_t)(WIDE * style->size), (uint32_t)((HIGH + 1) * style->size),
        3,     2,     0};
    rq_put(out, "RDAT", 4);
    rq_put32be(out, 173);
    rq_put(out, name, sizeof name);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        rq_put32(out, values[i]);
    rq_put8(out, 0);
}

bool demo_fonts(struct demo *d)
{
    struct rq_out out = {0};
    bool fine = demo_make_folder(d, "redguard/fonts");
    for (size_t i = 0; fine && i < sizeof styles / sizeof styles[0]; i++) {
        const struct style *style = &styles[i];
        put_header(&out, style);
        put_palette(&out, style);
        rq_put(&out, "FBMP", 4);
        size_t hole = out.size;
        rq_put32be(&out, 0);
        for (size_t k = 0; k < DRAWN; k++)
            put_glyph(&out, style, shapes[k]);
        for (int k = 0; k < style->spare; k++) {
            rq_put_zeros(&out, 6);
            rq_put16(&out, 1);
            rq_put16(&out, 1);
            rq_put8(&out, 0);
        }
        if (!out.failed)
            rq_set32be(out.data + hole, (uint32_t)(out.size - hole - 4));
        if (style->source)
            put_source(&out, style);
        rq_put(&out, "END ", 4);
        rq_put_zeros(&out, style->zeros ? 4 : 0);
        fine = demo_save(d, style->path, &out);
    }
    rq_out_free(&out);
    return fine;
}
