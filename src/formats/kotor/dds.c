/* DDS: a header of one of two forms, one of which may have a second part, then for each face its levels. One layout. */
#include "formats/kotor/tpc_parts.h"

#include <reliquary/dds.h>

RQ_RECORD_TABLE(rq_dds_prefix, RQ_DDS_PREFIX);
RQ_RECORD_TABLE(rq_dds_header, RQ_DDS_HEADER);
RQ_RECORD_TABLE(rq_dds_dx10, RQ_DDS_DX10);

enum { PREFIX = 20, HEADER = 128, LARGEST_SIDE = RQ_TPC_LARGEST_SIDE };
enum { CODE_DXT1 = 3, CODE_DXT5 = 4 };

enum {
    FORMAT_ALPHA = 1,
    FORMAT_FOUR_CC = 4,
    FORMAT_RGB = 0x40,
    FORMAT_GREY = 0x20000,
    CAPS_2_CUBE = 0x200,
    CAPS_2_FACES = 0xFC00,
    CAPS_2_VOLUME = 0x200000,
    DIMENSION_2D = 3,
    MISC_CUBE = 4,
};

/* What the pixels are. plain: bytes of one; 0: packed. */
struct kind {
    enum rq_pixels pixels; /* that a picture is put in as */
    size_t plain;
    bool masked;       /* shown by masks, because pixels does not say all */
    bool spare;        /* masked, but only because the last of four bytes is no alpha */
    uint32_t masks[4]; /* red, green, blue, alpha; 0: none */
};

static bool is_standard(struct rq_bytes in)
{
    return in.size >= 4 && memcmp(in.data, "DDS ", 4) == 0;
}

static bool sane_sides(uint32_t width, uint32_t height)
{
    return width && height && width <= LARGEST_SIDE && height <= LARGEST_SIDE;
}

static unsigned dds_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (is_standard(in) && in.size >= 8)
        return rq_get32(in.data + 4) == 124 ? 64 : 0;
    if (in.size < PREFIX)
        return 0;
    uint32_t width = rq_get32(in.data), height = rq_get32(in.data + 4), code = in.data[8];
    if (!sane_sides(width, height) || (code != CODE_DXT1 && code != CODE_DXT5))
        return 0;
    enum rq_pixels pixels = code == CODE_DXT1 ? RQ_PIXELS_DXT1 : RQ_PIXELS_DXT5;
    size_t first = rq_pixels_size(pixels, width, height);
    return rq_get32(in.data + 12) == first && first <= in.size - PREFIX ? 56 : 0;
}

/* Microsoft's header has a second part. */
static bool is_dx10(const struct rq_dds *dds)
{
    return dds->standard && dds->header.format_flags & FORMAT_FOUR_CC &&
           memcmp(dds->header.four_cc, "DX10", 4) == 0;
}

static const uint32_t bgra_masks[4] = {0xFF0000, 0xFF00, 0xFF, 0xFF000000};
static const uint32_t rgba_masks[4] = {0xFF, 0xFF00, 0xFF0000, 0xFF000000};

static bool same_colors(const uint32_t a[4], const uint32_t b[4])
{
    return memcmp(a, b, 3 * sizeof *a) == 0;
}

/* Pixels that masks divide. */
static bool plain_kind(const struct rq_dds_header *h, struct kind *kind)
{
    bool grey = h->format_flags & FORMAT_GREY;
    if (!(h->format_flags & (FORMAT_RGB | FORMAT_GREY)) ||
        (h->bits != 8 && h->bits != 16 && h->bits != 24 && h->bits != 32))
        return false;
    *kind = (struct kind){.pixels = RQ_PIXELS_RGBA8,
                          .plain = h->bits / 8,
                          .masks = {h->red, grey ? h->red : h->green, grey ? h->red : h->blue,
                                    h->format_flags & FORMAT_ALPHA ? h->alpha : 0}};
    uint32_t alpha = kind->masks[3];
    bool bgr = same_colors(kind->masks, bgra_masks), rgb = same_colors(kind->masks, rgba_masks);
    if (grey && h->bits == 8 && !alpha)
        kind->pixels = RQ_PIXELS_GREY8;
    else if (h->bits == 24 && bgr)
        kind->pixels = RQ_PIXELS_BGR8;
    else if (h->bits == 32 && bgr && (!alpha || alpha == bgra_masks[3]))
        kind->pixels = RQ_PIXELS_BGRA8;
    else
        kind->masked = h->bits != 32 || !rgb || alpha != rgba_masks[3];
    kind->spare = kind->pixels == RQ_PIXELS_BGRA8 && !alpha;
    kind->masked = kind->masked || kind->spare;
    return true;
}

/* DXGI formats; the second of a pair is the same in sRGB, which changes no number. */
static bool dx10_kind(const struct rq_dds_dx10 *h, struct kind *kind)
{
    static const struct {
        uint32_t formats[2];
        struct kind kind;
    } known[] = {
        {{71, 72}, {.pixels = RQ_PIXELS_DXT1}},
        {{74, 75}, {.pixels = RQ_PIXELS_DXT3}},
        {{77, 78}, {.pixels = RQ_PIXELS_DXT5}},
        {{28, 29}, {.pixels = RQ_PIXELS_RGBA8, .plain = 4}},
        {{87, 91}, {.pixels = RQ_PIXELS_BGRA8, .plain = 4}},
        {{88, 93},
         {.pixels = RQ_PIXELS_BGRA8,
          .plain = 4,
          .masked = true,
          .spare = true,
          .masks = {0xFF0000, 0xFF00, 0xFF, 0}}},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (h->dxgi_format == known[i].formats[0] || h->dxgi_format == known[i].formats[1]) {
            *kind = known[i].kind;
            return h->dimension == DIMENSION_2D && h->array_size == 1;
        }
    return false;
}

/* False: pixels that nobody knows. */
static bool standard_kind(const struct rq_dds *dds, struct kind *kind)
{
    static const struct {
        const char *name;
        enum rq_pixels pixels;
    } packed[] = {{"DXT1", RQ_PIXELS_DXT1}, {"DXT3", RQ_PIXELS_DXT3}, {"DXT5", RQ_PIXELS_DXT5}};
    const struct rq_dds_header *h = &dds->header;
    if (h->caps_2 & CAPS_2_VOLUME || !sane_sides(h->width, h->height) || h->mip_count > 16)
        return false;
    if (is_dx10(dds))
        return dx10_kind(&dds->dx10, kind);
    if (!(h->format_flags & FORMAT_FOUR_CC))
        return plain_kind(h, kind);
    for (size_t i = 0; i < 3; i++)
        if (memcmp(h->four_cc, packed[i].name, 4) == 0) {
            kind->pixels = packed[i].pixels;
            return true;
        }
    return false;
}

static bool kind_of(const struct rq_dds *dds, struct kind *kind)
{
    *kind = (struct kind){.pixels = RQ_PIXELS_DXT1};
    if (dds->standard)
        return standard_kind(dds, kind);
    kind->pixels = dds->prefix.code == CODE_DXT1 ? RQ_PIXELS_DXT1 : RQ_PIXELS_DXT5;
    return true;
}

static size_t level_size(struct kind kind, uint32_t width, uint32_t height)
{
    return kind.plain ? (size_t)width * height * kind.plain
                      : rq_pixels_size(kind.pixels, width, height);
}

/* ---- levels ---- */

static uint32_t face_count(const struct rq_dds *dds)
{
    uint32_t faces = 0;
    if (is_dx10(dds))
        return dds->dx10.misc_flags & MISC_CUBE ? 6 : 1;
    if (!dds->standard || !(dds->header.caps_2 & CAPS_2_CUBE))
        return 1;
    for (uint32_t bit = 0x400; bit & CAPS_2_FACES; bit <<= 1)
        faces += (dds->header.caps_2 & bit) != 0;
    return faces ? faces : 6;
}

/* BioWare's form has no count: levels go on as long as there are bytes and both sides are above
 * 0. */
static uint32_t bioware_mips(const struct rq_dds *dds, struct kind kind, size_t left)
{
    uint32_t mips = 0, width = dds->prefix.width, height = dds->prefix.height;
    for (; width && height && left >= level_size(kind, width, height); mips++) {
        left -= level_size(kind, width, height);
        width /= 2;
        height /= 2;
    }
    return mips;
}

/* Pixels that are kept as they are: what they are, and what to do. */
static void find_unknown(struct rq_doc *doc, const struct rq_dds *dds)
{
    const struct rq_dds_dx10 *h = &dds->dx10;
    if (is_dx10(dds))
        rq_find(doc, "unknown-pixels", HEADER, "dxgi_format",
                "format %u, dimension %u, array of %u: kept as it is; to see it, save it as one 2D "
                "picture of BC1, BC3 or plain RGBA",
                h->dxgi_format, h->dimension, h->array_size);
    else
        rq_find(doc, "unknown-pixels", 0, "pixels",
                "unknown pixel format; the bytes are kept as they are");
}

/* Levels and tail out of what follows the header, which is set. */
static bool fill(struct rq_doc *doc, struct rq_dds *dds, struct rq_cur *c)
{
    struct kind kind;
    bool known = kind_of(dds, &kind);
    uint32_t width = dds->standard ? dds->header.width : dds->prefix.width;
    uint32_t height = dds->standard ? dds->header.height : dds->prefix.height;
    dds->faces = known ? face_count(dds) : 0;
    dds->mips = dds->header.mip_count ? dds->header.mip_count : 1;
    if (known && !dds->standard)
        dds->mips = bioware_mips(dds, kind, rq_left(c));
    if (!dds->mips)
        dds->mips = 1; /* the first has to be there: reading it says where it ends */
    size_t count = (size_t)dds->faces * dds->mips;
    dds->levels = rq_cur_get(doc, c, count, sizeof *dds->levels);
    for (size_t i = 0; i < count && rq_ok(c); i++) {
        struct rq_dds_level *level = &dds->levels[i];
        uint32_t mip = (uint32_t)(i % dds->mips);
        level->width = width >> mip ? width >> mip : 1;
        level->height = height >> mip ? height >> mip : 1;
        size_t size = level_size(kind, level->width, level->height);
        if (size > rq_left(c) && i && dds->faces == 1) {
            rq_find(doc, "missing-level", rq_tell(c), "levels", "%zu levels of %u are there", i,
                    dds->mips);
            dds->mips = (uint32_t)i;
            break;
        }
        rq_enter(c, "levels", (int64_t)i);
        level->data = rq_take_bytes(c, size, "pixels");
        rq_leave(c);
        dds->level_count = i + 1;
    }
    if (!known)
        find_unknown(doc, dds);
    dds->tail = rq_take_bytes(c, rq_left(c), "tail");
    return rq_ok(c);
}

static bool dds_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_dds *dds = doc->root = rq_cur_get(doc, c, 1, sizeof *dds);
    if (!dds)
        return false;
    dds->standard = is_standard((struct rq_bytes){c->p, rq_left(c)});
    if (dds->standard ? !rq_rec_read(c, &rq_dds_header_rec, &dds->header)
                      : !rq_rec_read(c, &rq_dds_prefix_rec, &dds->prefix))
        return false;
    if (is_dx10(dds) && !rq_rec_read(c, &rq_dds_dx10_rec, &dds->dx10))
        return false;
    const struct rq_dds_prefix *p = &dds->prefix;
    if (dds->standard && dds->header.header_size != 124)
        return rq_bad(c, RQ_CORRUPT, 4, "a header of %u bytes, 124 expected",
                      dds->header.header_size);
    if (!dds->standard && !sane_sides(p->width, p->height))
        return rq_bad(c, RQ_CORRUPT, 0, "%u x %u pixels; 1 to %d a side", p->width, p->height,
                      LARGEST_SIDE);
    if (!dds->standard && p->code != CODE_DXT1 && p->code != CODE_DXT5)
        return rq_bad(c, RQ_UNSUPPORTED, 8, "code %u; 3 (DXT1) or 4 (DXT5) expected", p->code);
    if (!fill(doc, dds, c))
        return false;
    if (!dds->standard && p->data_size != dds->levels[0].data.size)
        rq_find(doc, "wrong-data-size", 12, "data_size", "%u, but the first level has %zu bytes",
                p->data_size, dds->levels[0].data.size);
    return true;
}

static void put_body(const struct rq_dds *dds, struct rq_out *out)
{
    for (size_t i = 0; i < dds->level_count; i++)
        rq_put_bytes(out, dds->levels[i].data);
    rq_put_bytes(out, dds->tail);
}

static bool dds_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_dds *dds = doc->root;
    (void)err;
    if (dds->standard)
        rq_rec_write(out, &rq_dds_header_rec, &dds->header);
    else
        rq_rec_write(out, &rq_dds_prefix_rec, &dds->prefix);
    if (is_dx10(dds))
        rq_rec_write(out, &rq_dds_dx10_rec, &dds->dx10);
    put_body(dds, out);
    return true;
}

/* ---- JSON ---- */

/* The levels of a document from JSON must be those that a reader of its file will see. */
static bool check_levels(struct rq_doc *doc, struct rq_jr *jr, struct rq_dds *dds)
{
    struct rq_out out = {.alloc = doc->alloc};
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_dds seen = *dds;
    put_body(dds, &out);
    struct rq_cur c = rq_cur_over(rq_out_bytes(&out), &ctx);
    seen.levels = NULL;
    seen.level_count = 0;
    bool sane = dds->standard
                    ? memcmp(dds->header.magic, "DDS ", 4) == 0 && dds->header.header_size == 124
                    : sane_sides(dds->prefix.width, dds->prefix.height) &&
                          (dds->prefix.code == CODE_DXT1 || dds->prefix.code == CODE_DXT5);
    bool fine = !out.failed && sane && fill(doc, &seen, &c) && seen.level_count == dds->level_count;
    for (size_t i = 0; fine && i < dds->level_count; i++) {
        fine = seen.levels[i].data.size == dds->levels[i].data.size;
        seen.levels[i].data = dds->levels[i].data;
    }
    if (fine) {
        seen.tail = dds->tail;
        *dds = seen;
    }
    rq_out_free(&out);
    return fine || rq_jr_bad(jr, "the levels are not those that the header says");
}

static void finish_dds(struct rq_shaper *s, void *object)
{
    check_levels(s->doc, s->jr, object);
}

static bool has_header(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return ((const struct rq_dds *)object)->standard;
}

static bool has_prefix(const struct rq_shaper *s, const void *object)
{
    return !has_header(s, object);
}

static bool has_dx10(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return is_dx10(object);
}

static const char *const forms[] = {"bioware", "standard"};

static const struct rq_member dx10_members[] = {{RQ_FIELDS(rq_dds_dx10_rec)}};
static const struct rq_shape dx10_shape = {
    RQ_SHAPE("dx10", rq_dds_dx10, RQ_IN_LINES, dx10_members)};

static const struct rq_member level_members[] = {{RQ_MEMBER("level", rq_dds_level, data, BYTES)}};
static const struct rq_shape level_shape = {
    RQ_SHAPE("level", rq_dds_level, RQ_AS_ITEM, level_members)};

/* The form stands before the fields that it has, and four_cc before dx10. */
static const struct rq_member dds_members[] = {
    {RQ_CHOICE("form", rq_dds, standard, forms)},
    {RQ_RECORD(rq_dds, header, rq_dds_header_rec), .only = has_header},
    {RQ_RECORD(rq_dds, prefix, rq_dds_prefix_rec), .only = has_prefix},
    {RQ_PART("dx10", rq_dds, dx10, dx10_shape), .only = has_dx10},
    {RQ_LIST("levels", rq_dds, levels, level_count, level_shape)},
    {RQ_MEMBER("tail", rq_dds, tail, BYTES)},
};
static const struct rq_shape dds_shape = {RQ_SHAPE("dds", rq_dds, RQ_IN_LINES, dds_members),
                                          .finish = finish_dds};

/* ---- for a person, and as a picture ---- */

static bool dds_facts(struct rq_doc *doc)
{
    static const char *const names[] = {
        [RQ_PIXELS_DXT1] = "DXT1", [RQ_PIXELS_DXT3] = "DXT3", [RQ_PIXELS_DXT5] = "DXT5"};
    const struct rq_dds *dds = doc->root;
    struct kind kind;
    bool known = kind_of(dds, &kind);
    rq_fact_add(doc, "form", "%s",
                is_dx10(dds)    ? "Microsoft's, with a DX10 header"
                : dds->standard ? "Microsoft's"
                                : "BioWare's");
    rq_fact_add(doc, "size", "%u x %u", dds->standard ? dds->header.width : dds->prefix.width,
                dds->standard ? dds->header.height : dds->prefix.height);
    if (known && kind.plain)
        rq_fact_add(doc, "pixels", "%zu bits", kind.plain * 8);
    else
        rq_fact_add(doc, "pixels", "%s", known ? names[kind.pixels] : "not understood");
    if (is_dx10(dds))
        rq_fact_add(doc, "DXGI format", "%u", dds->dx10.dxgi_format);
    rq_fact_add(doc, "levels", "%u", dds->mips);
    if (dds->faces > 1)
        rq_fact_add(doc, "cube map", "%u faces", dds->faces);
    return true;
}

static bool dds_opaque(const struct rq_doc *doc)
{
    const struct rq_dds *dds = doc->root;
    return dds->level_count == 0;
}

/* The bits of a mask, as eight of them. */
static uint8_t masked(uint32_t v, uint32_t mask)
{
    if (!mask)
        return 0;
    while (!(mask & 1)) {
        mask >>= 1;
        v >>= 1;
    }
    return (uint8_t)(((uint64_t)(v & mask) * 255 + mask / 2) / mask);
}

/* Pixels that masks divide, as RGBA. */
static const uint8_t *unmask(const struct kind *kind, const struct rq_dds_level *level,
                             struct rq_arena *arena)
{
    size_t count = (size_t)level->width * level->height;
    const uint32_t *masks = kind->masks;
    uint8_t *rgba = rq_arena_get(arena, count, 4);
    const uint8_t *from = level->data.data;
    for (size_t i = 0; rgba && i < count; i++, from += kind->plain) {
        uint32_t v = 0;
        for (size_t k = 0; k < kind->plain; k++)
            v |= (uint32_t)from[k] << 8 * k;
        for (size_t k = 0; k < 4; k++)
            rgba[i * 4 + k] = k == 3 && !masks[k] ? 255 : masked(v, masks[k]);
    }
    return rgba;
}

static bool dds_images(struct rq_doc *doc, const struct rq_view *view,
                       const struct rq_image **images, size_t *count)
{
    const struct rq_dds *dds = doc->root;
    struct kind kind;
    *count = 0;
    if (!kind_of(dds, &kind) || !dds->level_count)
        return true;
    struct rq_image *image = rq_arena_get(view->arena, 1, sizeof *image);
    struct rq_plane *planes = rq_arena_get(view->arena, dds->level_count, sizeof *planes);
    bool fine = image && planes;
    for (size_t i = 0; fine && i < dds->level_count; i++) {
        const struct rq_dds_level *l = &dds->levels[i];
        planes[i] = (struct rq_plane){l->width, l->height, l->data};
        if (kind.masked) {
            planes[i].bytes.data = unmask(&kind, l, view->arena);
            planes[i].bytes.size = (size_t)l->width * l->height * 4;
            fine = planes[i].bytes.data != NULL;
        }
    }
    if (!fine)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "dds", "out of memory");
    *image = (struct rq_image){.pixels = kind.masked ? RQ_PIXELS_RGBA8 : kind.pixels,
                               .bottom_up = !dds->standard,
                               .mips = dds->mips,
                               .faces = dds->faces,
                               .frames = 1,
                               .planes = planes};
    *images = image;
    *count = 1;
    return true;
}

static bool dds_fresh(struct rq_doc *doc)
{
    return (doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_dds))) != NULL;
}

/* ---- from pictures ---- */

/* Bytes that mean nothing stay what they were. */
static void keep_spare(const struct rq_dds_level *levels, uint32_t mips, uint8_t *to)
{
    for (uint32_t mip = 0; mip < mips; mip++) {
        struct rq_bytes was = levels[mip].data;
        for (size_t i = 3; i < was.size; i += 4)
            to[i] = was.data[i];
        to += was.size;
    }
}

/* All faces' levels from a picture, top row first, of the size that the headers say. Where the old
 * level 0 looks the same it stays; levels that the source has in the form that is wanted too. */
static bool encode(struct rq_doc *doc, struct rq_dds *dds, const struct rq_image *source,
                   const struct rq_chain *chain, uint32_t faces, struct rq_error *err)
{
    struct rq_arena scratch = {.alloc = doc->alloc};
    struct rq_image sheet;
    struct kind kind;
    kind_of(dds, &kind);
    size_t size = rq_chain_size(chain), stride = (size_t)chain->width * 4;
    uint8_t *body = size ? rq_arena_get(&doc->arena, faces, size) : NULL;
    if (!body)
        return rq_fail(err, RQ_NO_MEMORY, 0, "dds", "out of memory");
    bool as_is = source->pixels == chain->pixels && source->bottom_up == chain->bottom_up &&
                 source->faces == faces && source->frames == 1 && source->mips >= chain->mips;
    bool before = dds->level_count && dds->levels[0].width == chain->width &&
                  dds->levels[0].height == chain->height;
    bool same = before, fine = rq_image_sheet(source, 0, &scratch, &sheet, err);
    for (uint32_t face = 0; fine && face < faces; face++) {
        uint8_t *to = body + face * size;
        const uint8_t *rgba = sheet.planes[0].bytes.data + face * stride * chain->height;
        fine = rq_chain_encode(chain, rgba, stride, &scratch, to, err);
        for (uint32_t mip = 0; fine && as_is && mip < chain->mips; mip++) {
            struct rq_bytes bytes = rq_image_plane(source, 0, face, mip)->bytes;
            memcpy(to, bytes.data, bytes.size);
            to += bytes.size;
        }
        const struct rq_dds_level *was = before ? &dds->levels[(size_t)face * dds->mips] : NULL;
        if (fine && was && kind.spare)
            keep_spare(was, chain->mips, body + face * size);
        if (fine && was)
            same = rq_texture_keep(chain->pixels, chain->width, chain->height, chain->bottom_up,
                                   was->data.data, rgba, stride, body + face * size) &&
                   same;
    }
    rq_arena_free(&scratch);
    if (!fine || same)
        return fine;
    struct rq_ctx ctx = {.err = err};
    struct rq_cur c = rq_cur_over((struct rq_bytes){body, size * faces}, &ctx);
    struct rq_bytes tail = dds->tail;
    dds->level_count = 0;
    fine = fill(doc, dds, &c);
    dds->tail = tail;
    return fine;
}

/* BioWare's form, which is what the game reads. */
static bool dds_from_image(struct rq_doc *doc, const struct rq_image *image, struct rq_error *err)
{
    struct rq_dds *dds = doc->root;
    const struct rq_plane *first = &image->planes[0];
    uint32_t shorter = first->width < first->height ? first->width : first->height;
    struct rq_chain chain = {.width = first->width,
                             .height = first->height,
                             .mips = doc->texture.no_mips ? 1 : rq_texture_mips(shorter),
                             .bottom_up = true};
    if (image->faces * image->frames != 1)
        return rq_fail(err, RQ_USAGE, 0, "dds", "has no place for the %u parts of the picture",
                       image->faces * image->frames);
    if (!rq_texture_sides("dds", first->width, first->height, err) ||
        !rq_texture_kind(doc, image, 1u << RQ_PIXELS_DXT1 | 1u << RQ_PIXELS_DXT5, &chain.pixels,
                         err))
        return false;
    chain.opaque = chain.pixels == RQ_PIXELS_DXT1;
    dds->prefix = (struct rq_dds_prefix){
        .width = first->width,
        .height = first->height,
        .code = chain.pixels == RQ_PIXELS_DXT1 ? CODE_DXT1 : CODE_DXT5,
        .data_size = (uint32_t)rq_pixels_size(chain.pixels, first->width, first->height),
        .alpha = 1};
    return encode(doc, dds, image, &chain, 1, err);
}

/* The form, the encoding and the number of levels stay; so does the size. */
static bool dds_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                          struct rq_error *err)
{
    struct rq_dds *dds = doc->root;
    struct kind kind;
    if (!kind_of(dds, &kind) || !dds->level_count || (kind.masked && !kind.spare))
        return rq_fail(err, RQ_USAGE, 0, name, "pixels of this kind take no pictures");
    const struct rq_dds_level *first = &dds->levels[0];
    const struct rq_plane *plane = &image->planes[0];
    if (plane->width != first->width || plane->height != first->height * dds->faces)
        return rq_fail(err, RQ_USAGE, 0, name, "%u x %u pixels expected, not %u x %u", first->width,
                       first->height * dds->faces, plane->width, plane->height);
    const struct rq_chain chain = {.pixels = kind.pixels,
                                   .width = first->width,
                                   .height = first->height,
                                   .mips = dds->mips,
                                   .bottom_up = !dds->standard,
                                   .opaque = !dds->standard && kind.pixels == RQ_PIXELS_DXT1};
    return encode(doc, dds, image, &chain, dds->faces, err);
}

static const struct rq_facet_pictures pictures = {
    .textures = true,
    .images = dds_images,
    .from_image = dds_from_image,
    .put_image = dds_put_image,
};

static const struct rq_format_record dds_records[] = {
    {&rq_dds_prefix_rec, "header of BioWare's form"},
    {&rq_dds_header_rec, "header of Microsoft's form"},
    {&rq_dds_dx10_rec, "after it, when four_cc is DX10"},
    {NULL, NULL}};

static const struct rq_finding_kind dds_findings[] = {
    {"unknown-pixels", RQ_WARNING, "pixels of a kind that is not understood here",
     "The game reads BioWare's form only, with DXT1 or DXT5. The bytes are kept, and there is no "
     "picture of them: save it as one 2D picture of BC1, BC3 or plain RGBA."},
    {"missing-level", RQ_WARNING, "fewer levels than the header says",
     "BioWare's form has no count of levels, so the game does not miss them; other programs may. "
     "Put the picture in again: all levels are made."},
    {"wrong-data-size", RQ_WARNING, "data_size is not that of the first level",
     "What the game does with it is not known. Put the picture in again, or set it right."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_dds = {
    .info = {"dds", "Packed texture", "kotor", "dds"},
    .detect = dds_detect,
    .read = dds_read,
    .write = dds_write,
    .records = dds_records,
    .findings = dds_findings,
    .no_rule = "unknown-pixels wrong-data-size",
    .shape = &dds_shape,
    .facts = dds_facts,
    .fresh = dds_fresh,
    .opaque = dds_opaque,
    .pictures = &pictures,
};
