/* WLD: the ground of an outdoor map of Redguard, a grid of 256 x 256 heights and textures in
 * four sections. See docs/formats/wld.md. */
#ifndef RELIQUARY_WLD_H
#define RELIQUARY_WLD_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RQ_WLD_SIDE = 128, /* cells of a section, both ways */
    RQ_WLD_MAP = RQ_WLD_SIDE * RQ_WLD_SIDE,
    RQ_WLD_SECTIONS = 4, /* 0 and 1 on top, 2 and 3 below them */
    RQ_WLD_MAPS = 4,
};

/* What a byte of the maps says. */
enum {
    RQ_WLD_HEIGHT_MASK = 0x7F,  /* of map 0: index into the table of heights */
    RQ_WLD_BUILD_FLAG = 0x80,   /* of map 0: the editor's, stripped by the game */
    RQ_WLD_TEXTURE_MASK = 0x3F, /* of map 2: image of TEXBSI.302 */
    RQ_WLD_TURN_SHIFT = 6,      /* of map 2: quarter turns, counter-clockwise */
};

#define RQ_WLD_HEADER(F, A, T)                                                                     \
    F(T, u32, unknown_00, "16 in every file")                                                      \
    F(T, u32, section_cols, "2")                                                                   \
    F(T, u32, section_rows, "2")                                                                   \
    F(T, u32, reserved_0c, "0")                                                                    \
    F(T, u32, unknown_10, "160: where unknown_a0 stands")                                          \
    F(T, u32, unknown_14, "1: the game refuses anything else")                                     \
    F(T, u32, section_header_size, "22: the game refuses anything else")                           \
    F(T, u32, footer_offset, "263416: size of the file without its footer")                        \
    A(T, bytes, unknown_20, 112, "0")                                                              \
    A(T, u32, section_offsets, 4, "1184, 66742, 132300, 197858; not read by the game")             \
    F(T, x32, unknown_a0, "0x7f501e19")                                                            \
    A(T, bytes, unknown_a4, 1020, "0")

RQ_RECORD_STRUCT(rq_wld_header, RQ_WLD_HEADER, 1184);

#define RQ_WLD_SECTION(F, A, T)                                                                    \
    A(T, u16, unknown_00, 3, "2152, 568, 1308 or 10 by section, then 0 and 0")                     \
    F(T, u16, texbsi_file, "302; the game takes 302 without looking")                              \
    F(T, u16, map_size, "256")                                                                     \
    A(T, bytes, unknown_0a, 12, "0")

RQ_RECORD_STRUCT(rq_wld_section_header, RQ_WLD_SECTION, 22);

#define RQ_WLD_FOOTER(F, A, T)                                                                     \
    A(T, text, magic, 4, "TULO")                                                                   \
    F(T, x32, unknown_04, "0x0043c028")                                                            \
    F(T, x32, unknown_08, "0xffffffff")                                                            \
    F(T, x32, unknown_0c, "0x00043735")

RQ_RECORD_STRUCT(rq_wld_footer, RQ_WLD_FOOTER, 16);

struct rq_wld_section {
    struct rq_wld_section_header header;
    /* Row by row: heights, 0, textures, 0. Maps 1 and 3 are not used by the game. */
    uint8_t maps[RQ_WLD_MAPS][RQ_WLD_MAP];
};

struct rq_wld {
    struct rq_wld_header header;
    struct rq_wld_section sections[RQ_WLD_SECTIONS];
    struct rq_wld_footer footer;
    struct rq_bytes trailing; /* after the footer: nothing in every file */
};

#ifdef __cplusplus
}
#endif

#endif
