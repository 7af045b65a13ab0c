/* FNT: a bitmap font of Redguard. See docs/formats/fnt.md.
 *
 *     struct rq_fnt *fnt = rq_doc_root(doc, "fnt");
 *     const struct rq_fnt_glyph *a = &fnt->glyphs['A' - fnt->header.character_start];
 *     use(a->pixels, a->header.width, a->header.height);
 */
#ifndef RELIQUARY_FNT_H
#define RELIQUARY_FNT_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_FNT_HEADER(F, A, T)                                                                     \
    A(T, text, description, 32, "name, then whatever the tool left there")                         \
    F(T, u16, unknown_24, "0, 1 or 3; of the tool that made it")                                   \
    F(T, u16, has_rdat, "1: an RDAT chunk follows; the game does not look")                        \
    F(T, u16, reserved_28, "0")                                                                    \
    F(T, u16, reserved_2a, "0")                                                                    \
    F(T, u16, reserved_2c, "0")                                                                    \
    F(T, u16, max_width, "11 to 23; the game takes the width of W instead")                        \
    F(T, u16, line_height, "pixels from line to line")                                             \
    F(T, u16, character_start, "code of the first glyph: 32")                                      \
    F(T, u16, character_count, "glyphs", RQ_DERIVED)                                               \
    F(T, u16, reserved_36, "0")                                                                    \
    F(T, u16, reserved_38, "0")                                                                    \
    F(T, u16, has_palette, "1: the game looks for BPAL or FPAL")

RQ_RECORD_STRUCT(rq_fnt_header, RQ_FNT_HEADER, 56);

#define RQ_FNT_GLYPH(F, A, T)                                                                      \
    F(T, u16, enabled, "0: not drawn")                                                             \
    F(T, i16, offset_left, "pixels to the right")                                                  \
    F(T, i16, offset_top, "pixels down")                                                           \
    F(T, u16, width, "pixels")                                                                     \
    F(T, u16, height, "pixels")

RQ_RECORD_STRUCT(rq_fnt_glyph_header, RQ_FNT_GLYPH, 10);

#define RQ_FNT_RDAT(F, A, T)                                                                       \
    A(T, text, source_name, 136, "the file that it was made from")                                 \
    F(T, u32, unknown_90, "")                                                                      \
    F(T, u32, unknown_94, "")                                                                      \
    F(T, u32, unknown_98, "0")                                                                     \
    F(T, u32, unknown_9c, "0; 2 in ARIALBG.FNT")                                                   \
    F(T, u32, unknown_a0, "near max_width")                                                        \
    F(T, u32, unknown_a4, "near line_height")                                                      \
    F(T, u32, unknown_a8, "1 to 3")                                                                \
    F(T, u32, unknown_ac, "1 or 2")                                                                \
    F(T, u32, unknown_b0, "0")                                                                     \
    F(T, u8, unknown_b4, "0")

RQ_RECORD_STRUCT(rq_fnt_rdat, RQ_FNT_RDAT, 173);

struct rq_fnt_glyph {
    struct rq_fnt_glyph_header header;
    const uint8_t *pixels; /* width * height indices, top row first; 0 is see-through */
};

enum rq_fnt_kind {
    RQ_FNT_RAW,    /* payload is all there is */
    RQ_FNT_FNHD,   /* the header */
    RQ_FNT_COLORS, /* the palette, BPAL or FPAL */
    RQ_FNT_FBMP,   /* the glyphs */
    RQ_FNT_RDATA,  /* rdat */
};

struct rq_fnt_chunk {
    char tag[4];
    enum rq_fnt_kind kind;
    struct rq_bytes payload; /* what follows the part that is understood */
};

struct rq_fnt {
    size_t chunk_count;
    struct rq_fnt_chunk *chunks; /* in file order, without END; at most one of each kind but raw */
    struct rq_fnt_header header; /* character_count is that of glyphs when it is written */
    const uint8_t *palette;      /* 256 RGB triplets of 6 bits, as stored; or NULL */
    size_t glyph_count;
    struct rq_fnt_glyph *glyphs;
    struct rq_fnt_rdat rdat;
    bool no_end;              /* "END " is missing */
    struct rq_bytes trailing; /* after END: four zero bytes in ARIALVS.FNT */
};

#ifdef __cplusplus
}
#endif

#endif
