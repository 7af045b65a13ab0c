/* Pictures as PNG, GIF and textures, and back. */
#include "convert/convert.h"
#include "game/converters/converter.h"

#include <reliquary/tpc.h>
#include <stdio.h>

bool rq_export_plane(struct rq_export *e, const struct rq_image *image, const char *name,
                     uint32_t frame, uint32_t mip)
{
    struct rq_image sheet;
    int level = e->options->best ? 12 : 1;
    bool single = image->pixels == RQ_PIXELS_INDEX8 || image->faces * image->frames == 1;
    if (!single && !rq_image_sheet(image, mip, &e->arena, &sheet, e->err))
        return false;
    return (single ? rq_png_write(&e->out, image, frame, 0, mip, level, e->err)
                   : rq_png_write(&e->out, &sheet, 0, 0, 0, level, e->err)) &&
           rq_export_give(e, name);
}

/* gif: as one file. What moves is that as well when nothing is asked for. */
static bool export_image(struct rq_export *e, const struct rq_image *image, const char *base,
                         bool gif)
{
    char name[360];
    bool moving = image->pixels == RQ_PIXELS_INDEX8 && image->frames > 1;
    if (gif || (moving && !e->options->to)) {
        snprintf(name, sizeof name, "%s.gif", base);
        return !rq_export_wants(e, name) ||
               (rq_gif_write(&e->out, image, e->err) && rq_export_give(e, name));
    }
    uint32_t frames = moving ? image->frames : 1;
    uint32_t mips = e->options->all_levels ? image->mips : 1;
    for (uint32_t frame = 0; frame < frames; frame++) {
        for (uint32_t mip = 0; mip < mips; mip++) {
            char suffix[48] = "";
            if (moving)
                snprintf(suffix, sizeof suffix, "_%02u", frame);
            if (mip)
                snprintf(suffix + strlen(suffix), 24, "_mip%u", mip);
            snprintf(name, sizeof name, "%s%s.png", base, suffix);
            if (rq_export_wants(e, name) && !rq_export_plane(e, image, name, frame, mip))
                return false;
        }
    }
    return true;
}

static bool export_images(struct rq_export *e, bool gif)
{
    const struct rq_image *images = NULL;
    size_t count = 0;
    if (!e->doc->format->pictures->images(e->doc, &e->view, &images, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        char base[260];
        if (images[i].name && rq_name_is_safe(images[i].name))
            snprintf(base, sizeof base, "%s/%s", e->stem, images[i].name);
        else if (count > 1)
            snprintf(base, sizeof base, "%s/%03zu", e->stem, i);
        else
            snprintf(base, sizeof base, "%s", e->stem);
        if (!export_image(e, &images[i], base, gif))
            return false;
    }
    return true;
}

/* ---- textures ---- */

/* The text that goes with a texture: the one that was given, else what a TPC holds. */
static struct rq_bytes txi_of(const struct rq_export *e)
{
    const struct rq_tpc *tpc = rq_doc_root(e->doc, "tpc");
    if (e->options->texture.txi.size || !tpc)
        return e->options->texture.txi;
    return tpc->txi;
}

/* A texture and its text stay together: what has no place for it has it beside. */
static bool export_txi(struct rq_export *e)
{
    struct rq_bytes txi = txi_of(e);
    char name[260];
    if (!txi.size)
        return true;
    snprintf(name, sizeof name, "%s.txi", e->stem);
    rq_put_bytes(&e->out, txi);
    return rq_export_give(e, name);
}

bool rq_export_png(struct rq_export *e, const struct rq_file_kind *kind)
{
    (void)kind;
    return export_images(e, false) && export_txi(e);
}

bool rq_export_gif(struct rq_export *e, const struct rq_file_kind *kind)
{
    (void)kind;
    return export_images(e, true) && export_txi(e);
}

/* The picture as a texture of another format. */
bool rq_export_texture(struct rq_export *e, const struct rq_file_kind *kind)
{
    const struct rq_image *images = NULL;
    size_t count = 0;
    struct rq_options options = {.alloc = e->doc->alloc, .texture = e->options->texture};
    if (!e->doc->format->pictures->images(e->doc, &e->view, &images, &count))
        return false;
    if (count != 1)
        return rq_fail(e->err, RQ_UNSUPPORTED, 0, e->stem, "no picture that can be shown");
    options.texture.txi = txi_of(e);
    struct rq_doc *made = rq_doc_new(rq_format_by_name(kind->format), &options, e->err);
    bool fine = made && made->format->pictures->from_image(made, &images[0], e->err) &&
                rq_doc_write(made, &e->out, e->err);
    rq_doc_free(made);
    return fine && rq_export_give_one(e, kind) &&
           (strcmp(kind->format, "tpc") == 0 || export_txi(e));
}

/* ---- the way back ---- */

bool rq_is_png(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension)
{
    (void)kind, (void)extension;
    return file.size >= 8 && memcmp(file.data, "\x89PNG\r\n\x1a\n", 8) == 0;
}

/* A PNG, or the one picture of a file of a format that we know; arena keeps the pixels. flat: all
 * parts as one, RGBA. *source has to be freed after the picture. */
static bool read_picture(struct rq_bytes bytes, bool flat, struct rq_arena *arena,
                         struct rq_image *image, struct rq_doc **source, struct rq_error *err)
{
    const struct rq_view view = {.arena = arena, .err = err};
    const struct rq_image *images = NULL;
    size_t count = 0;
    *source = NULL;
    const struct rq_format *format =
        rq_is_png(NULL, bytes, NULL) ? NULL : rq_format_detect(bytes, NULL);
    if (!format || !format->pictures)
        return rq_png_read(bytes, arena, image, err);
    const struct rq_options options = {.alloc = arena->alloc, .format = format};
    *source = rq_doc_read(bytes, &options, err);
    if (!*source || !format->pictures->images(*source, &view, &images, &count))
        return false;
    if (count != 1)
        return rq_fail(err, RQ_USAGE, 0, format->info.name, "%zu pictures, one expected", count);
    *image = images[0];
    bool plain = image->pixels == RQ_PIXELS_INDEX8 && image->palette && !image->bottom_up &&
                 image->frames * image->faces == 1;
    return !flat || plain || rq_image_sheet(&images[0], 0, arena, image, err);
}

struct rq_doc *rq_import_picture(struct rq_bytes file, const struct rq_format *format,
                                 const struct rq_options *options, struct rq_error *err)
{
    struct rq_arena arena = {.alloc = options->alloc};
    struct rq_image image;
    struct rq_doc *source;
    struct rq_doc *doc = NULL;
    if (read_picture(file, !format->pictures->textures, &arena, &image, &source, err))
        doc = rq_doc_new(format, options, err);
    if (doc && !format->pictures->from_image(doc, &image, err)) {
        rq_doc_free(doc);
        doc = NULL;
    }
    rq_doc_free(source);
    rq_arena_free(&arena);
    return doc;
}

bool rq_put_picture(struct rq_doc *doc, char *part, struct rq_bytes file, struct rq_error *err)
{
    struct rq_image image;
    struct rq_doc *source;
    bool fine = read_picture(file, true, &doc->arena, &image, &source, err) &&
                doc->format->pictures->put_image(doc, part, &image, err);
    rq_doc_free(source);
    return fine;
}

bool rq_remove_picture(struct rq_doc *doc, char *part, struct rq_error *err)
{
    return doc->format->pictures->remove_image(doc, part, err);
}
