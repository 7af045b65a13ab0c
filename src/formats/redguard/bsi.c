/* BSI: the chunks of one image of TEXBSI, without the name and size that a bank puts before
 * them. The code is TEXBSI's. */
#include "formats/extent.h"
#include "formats/redguard/texbsi_parts.h"

#include <reliquary/bsi.h>

RQ_RECORD_TABLE(rq_texbsi_header, RQ_TEXBSI_HEADER);

/* An empty BSIF or an IFHD of 44 bytes, and the tag of the second chunk. */
static unsigned bsi_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < 8 || !rq_texbsi_known_tag(in.data) || memcmp(in.data, "END ", 4) == 0)
        return 0;
    uint64_t next = (uint64_t)8 + rq_get32be(in.data + 4);
    return next + 4 <= in.size && rq_texbsi_known_tag(in.data + next) ? 64 : 32;
}

static bool bsi_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_bsi *bsi = doc->root = rq_cur_get(doc, c, 1, sizeof *bsi);
    uint64_t budget = rq_texbsi_budget(rq_left(c));
    if (!bsi || !rq_texbsi_read_chunks(doc, c, &bsi->image))
        return false;
    struct rq_texbsi_image *image = &bsi->image;
    if (!image->has_header)
        return rq_bad(c, RQ_CORRUPT, rq_tell(c), "no BHDR: nothing says how large the picture is");
    if (rq_chunk_at(c, "END ")) {
        rq_take(c, 4, RQ_KIND_text, "end");
        image->tail = rq_take_bytes(c, rq_left(c), "after_end");
        if (!rq_texbsi_zero(image->tail.data, image->tail.size))
            rq_find(doc, "trailing-bytes", rq_tell(c) - image->tail.size, "after_end",
                    "%zu bytes after the end", image->tail.size);
    } else if (rq_left(c)) {
        return rq_bad(c, RQ_CORRUPT, rq_tell(c), "%zu bytes that are neither a chunk nor END",
                      rq_left(c));
    } else {
        image->end = RQ_TEXBSI_END_NONE;
        rq_find(doc, "no-end", rq_tell(c), "END", "is missing");
    }
    return rq_texbsi_read_pixels(doc, c, image, &budget);
}

static bool bsi_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_bsi *bsi = doc->root;
    return rq_texbsi_settle(doc, &bsi->image, err);
}

static bool bsi_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_bsi *bsi = doc->root;
    if (!bsi_settle(doc, err) || !rq_texbsi_write_chunks(doc, &bsi->image, out, err))
        return false;
    if (bsi->image.end != RQ_TEXBSI_END_NONE) {
        rq_put(out, "END ", 4);
        rq_put_bytes(out, bsi->image.tail);
    }
    return true;
}

/* The document is one image, whose members are those of its form. */
static bool bsi_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_bsi *bsi = doc->root;
    struct rq_texbsi_form form = {0};
    struct rq_shaper s = {.doc = doc, .page = doc->page, .j = j, .err = err};
    return rq_texbsi_fill(&s, &bsi->image, &form) && rq_shape_put(&s, &rq_texbsi_body_shape, &form);
}

static bool bsi_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_bsi *bsi = doc->root = rq_jr_get(jr, 1, sizeof *bsi);
    struct rq_texbsi_form form = {0};
    struct rq_shaper s = {.doc = doc, .page = doc->page, .jr = jr, .err = jr->ctx->err};
    rq_texbsi_body_shape.start(&s, &form);
    if (!bsi || !rq_shape_take(&s, &rq_texbsi_body_shape, &form))
        return false;
    rq_texbsi_put_back(&s, &form, &bsi->image);
    if (rq_jr_ok(jr) && !bsi->image.has_header)
        rq_jr_bad(jr, "\"chunks\" without a BHDR");
    if (rq_jr_ok(jr) && bsi->image.end == RQ_TEXBSI_END_OUTSIDE)
        rq_jr_bad(jr, "\"end\" is \"inside\" or \"none\" in a file of one picture");
    return rq_jr_ok(jr);
}

static bool bsi_facts(struct rq_doc *doc)
{
    const struct rq_bsi *bsi = doc->root;
    const struct rq_texbsi_image *image = &bsi->image;
    rq_fact_add(doc, "size", "%d x %d", image->header.width, image->header.height);
    if (image->frames > 1)
        rq_fact_add(doc, "frames", "%u", image->frames);
    if (image->cmap)
        rq_fact_add(doc, "palette", "its own");
    if (!image->rows)
        rq_fact_add(doc, "not understood", "DATA");
    return true;
}

/* A sky covers all that is behind it: index 0 is a colour. */
static bool bsi_images(struct rq_doc *doc, const struct rq_view *view,
                       const struct rq_image **images, size_t *count)
{
    const struct rq_bsi *bsi = doc->root;
    const struct rq_texbsi_image *from = &bsi->image;
    struct rq_image *image = rq_arena_get(view->arena, 1, sizeof *image);
    uint8_t *grey = NULL;
    *images = image;
    *count = 0;
    if (!image)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "bsi", "out of memory");
    if (rq_texbsi_misshape(from) || !from->rows || !from->header.width || !from->header.height)
        return true;
    if (!rq_texbsi_view(doc, view, from, image, &grey))
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "bsi", "out of memory");
    image->name = NULL;
    image->transparent_zero = false;
    *count = 1;
    return true;
}

/* One picture: its name does not matter, but for the number of a frame. */
static bool bsi_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                          struct rq_error *err)
{
    struct rq_bsi *bsi = doc->root;
    size_t stem = strlen(name), frame = 0;
    const char *number = strrchr(name, '_');
    if (bsi->image.frames > 1 && number)
        stem = (size_t)(number - name);
    if (!rq_texbsi_frame_of(name, stem, &bsi->image, &frame))
        return rq_fail(err, RQ_USAGE, 0, name, "one frame of an animated picture is NAME_00 ...");
    return rq_texbsi_replace(doc, &bsi->image, frame, image, err);
}

static bool bsi_opaque(const struct rq_doc *doc)
{
    const struct rq_bsi *bsi = doc->root;
    const struct rq_texbsi_chunk *data = rq_texbsi_data(&bsi->image);
    return data && data->kind != RQ_TEXBSI_PIXELS;
}

static const struct rq_facet_pictures pictures = {
    .indexed = true,
    .images = bsi_images,
    .put_image = bsi_put_image,
};

static const struct rq_format_record bsi_records[] = {
    {&rq_texbsi_header_rec, "BHDR"},
    {NULL, NULL},
};

static const struct rq_finding_kind bsi_findings[] = {
    RQ_TEXBSI_FINDINGS,
    {NULL, RQ_WARNING, NULL, NULL},
};

static void bsi_follows(struct rq_doc *doc, struct rq_follow *f)
{
    rq_texbsi_follows(f, &((struct rq_bsi *)doc->root)->image, 0);
}

const struct rq_format rq_format_bsi = {
    .info = {"bsi", "Picture of a sky", "redguard", "bsi"},
    .detect = bsi_detect,
    .extent = rq_extent_chunks,
    .read = bsi_read,
    .write = bsi_write,
    .settle = bsi_settle,
    .records = bsi_records,
    .findings = bsi_findings,
    .no_rule = "not-understood explicit-layout",
    .to_json = bsi_to_json,
    .from_json = bsi_from_json,
    .follows = bsi_follows,
    .facts = bsi_facts,
    .opaque = bsi_opaque,
    .pictures = &pictures,
};
