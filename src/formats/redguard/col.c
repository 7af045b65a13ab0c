/* COL: 8 bytes of header, 256 RGB triplets of 8 bits. One layout, always 776 bytes. */
#include "formats/extent.h"
#include "formats/format.h"
#include "formats/redguard/colors.h"

#include <reliquary/col.h>

enum { COL_SIZE = 776, COL_MAGIC = 0xB123, SWATCH = 16 };

RQ_RECORD_TABLE(rq_col_header, RQ_COL_HEADER);

static unsigned col_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < 8 || rq_get32(in.data + 4) != COL_MAGIC)
        return 0;
    return rq_get32(in.data) == COL_SIZE ? 64 : 32;
}

static bool col_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_col *col = doc->root = rq_cur_get(doc, c, 1, sizeof *col);
    if (!col || !rq_rec_read(c, &rq_col_header_rec, &col->header))
        return false;
    if (col->header.magic != COL_MAGIC)
        return rq_bad(c, RQ_BAD_MAGIC, 4, "magic is 0x%08x, 0x%08x expected", col->header.magic,
                      (unsigned)COL_MAGIC);
    const uint8_t *colors = rq_take(c, sizeof col->colors, RQ_KIND_bytes, "colors");
    if (!colors)
        return false;
    memcpy(col->colors, colors, sizeof col->colors);
    if (rq_left(c))
        return rq_bad(c, RQ_CORRUPT, rq_tell(c), "%zu bytes after the palette, none expected",
                      rq_left(c));
    if (col->header.file_size != COL_SIZE)
        rq_find(doc, "wrong-size", 0, "file_size", "%u, but a palette has %d bytes",
                col->header.file_size, COL_SIZE);
    if (colors[0] | colors[1] | colors[2])
        rq_find(doc, "not-black", 8, "colors[0]", "entry 0 is not black");
    return true;
}

static bool col_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_col *col = doc->root;
    (void)err;
    rq_rec_write(out, &rq_col_header_rec, &col->header);
    rq_put(out, col->colors, sizeof col->colors);
    return true;
}

static const struct rq_member col_members[] = {
    {RQ_RECORD(rq_col, header, rq_col_header_rec)},
    {RQ_ARRAY("colors", rq_col, colors, rq_color_shape), .required = true},
};
static const struct rq_shape col_shape = {RQ_SHAPE("col", rq_col, RQ_IN_LINES, col_members)};

static bool col_fresh(struct rq_doc *doc)
{
    struct rq_col *col = doc->root = rq_arena_get(&doc->arena, 1, sizeof *col);
    if (col)
        col->header = (struct rq_col_header){COL_SIZE, COL_MAGIC};
    return col != NULL;
}

static bool col_facts(struct rq_doc *doc)
{
    const struct rq_col *col = doc->root;
    size_t distinct = 0;
    for (size_t i = 0; i < 256; i++) {
        bool seen = false;
        for (size_t k = 0; k < i && !seen; k++)
            seen = memcmp(col->colors[i], col->colors[k], 3) == 0;
        distinct += !seen;
    }
    rq_fact_add(doc, "colours", "256, %zu distinct", distinct);
    return true;
}

/* The swatch: 16 x 16 fields of 16 x 16 pixels, index 0 top left. */
static bool col_images(struct rq_doc *doc, const struct rq_view *view,
                       const struct rq_image **images, size_t *count)
{
    const struct rq_col *col = doc->root;
    enum { SIDE = 16 * SWATCH };
    struct rq_image *image = rq_arena_get(view->arena, 1, sizeof *image);
    struct rq_plane *plane = rq_arena_get(view->arena, 1, sizeof *plane);
    uint8_t *pixels = rq_arena_get(view->arena, SIDE, SIDE);
    if (!image || !plane || !pixels)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "col", "out of memory");
    for (size_t y = 0; y < SIDE; y++)
        for (size_t x = 0; x < SIDE; x++)
            pixels[y * SIDE + x] = (uint8_t)(y / SWATCH * 16 + x / SWATCH);
    *plane = (struct rq_plane){SIDE, SIDE, {pixels, (size_t)SIDE * SIDE}};
    *image = (struct rq_image){.pixels = RQ_PIXELS_INDEX8,
                               .palette = &col->colors[0][0],
                               .mips = 1,
                               .faces = 1,
                               .frames = 1,
                               .planes = plane};
    *images = image;
    *count = 1;
    return true;
}

static bool col_from_image(struct rq_doc *doc, const struct rq_image *image, struct rq_error *err)
{
    if (image->pixels != RQ_PIXELS_INDEX8)
        return rq_fail(err, RQ_USAGE, 0, "col",
                       "a palette can only be taken from a PNG that has one (indexed colour)");
    if (!col_fresh(doc))
        return rq_fail(err, RQ_NO_MEMORY, 0, "col", "out of memory");
    struct rq_col *col = doc->root;
    memcpy(col->colors, image->palette, sizeof col->colors);
    return true;
}

static const struct rq_facet_pictures pictures = {
    .indexed = true,
    .images = col_images,
    .from_image = col_from_image,
};

static const struct rq_format_record col_records[] = {
    {&rq_col_header_rec, "header"},
    {NULL, NULL},
};

static const struct rq_finding_kind col_findings[] = {
    {"wrong-size", RQ_WARNING, "file_size is not 776",
     "Every palette has 776 bytes. What the game does with another value is not known; it "
     "is kept. Set it to 776."},
    {"not-black", RQ_WARNING, "entry 0 is not black",
     "Index 0 of a texture is see-through, and entry 0 is black in every palette of the "
     "game. Another colour can only show where index 0 is drawn."},
    {NULL, RQ_WARNING, NULL, NULL},
};

static const struct rq_extent_row extents[] = {{0, 0, 0, 1}};
RQ_EXTENT(col_extent, extents)

const struct rq_format rq_format_col = {
    .info = {"col", "Palette", "redguard", "col"},
    .detect = col_detect,
    .extent = col_extent,
    .read = col_read,
    .write = col_write,
    .records = col_records,
    .findings = col_findings,
    .shape = &col_shape,
    .facts = col_facts,
    .fresh = col_fresh,
    .pictures = &pictures,
};
