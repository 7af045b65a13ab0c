/* Documents to open files and back: asks the format for its view and the converters for
 * the file. The only place that knows both. */
#include "convert/convert.h"
#include "core/file.h"
#include "dialect/dialect.h"
#include "formats/format.h"
#include "game/redguard.h"
#include "game/world.h"

#include <reliquary/col.h>
#include <reliquary/mdl_ascii.h>
#include <reliquary/tpc.h>
#include <stdio.h>
#include <stdlib.h>

/* What the views of a format become, and which of it when nothing is asked for. */
static const struct kinds {
    unsigned can;
    const char *all, *natural;
} kinds[] = {
    {RQ_CAN_SCENE, "glb json", "glb"},
    {RQ_CAN_SCENE | RQ_CAN_IMAGE, "glb png json", "glb"},
    {RQ_CAN_SCENE | RQ_CAN_FORMS, "glb ascii json", "glb"},
    {RQ_CAN_FORMS, "ascii json", "ascii"},
    {RQ_CAN_MODEL, "mdl json", "mdl"},
    {RQ_CAN_IMAGE, "png json", "png"},
    {RQ_CAN_IMAGE | RQ_CAN_GIF, "png gif json", "png"},
    {RQ_CAN_IMAGE | RQ_CAN_TEXTURE, "png tga tpc dds json", "png"},
    {RQ_CAN_CLIP, "wav json", "wav"},
    {RQ_CAN_CLIP | RQ_CAN_STREAM, "wav mp3 json", "wav"},
    {RQ_CAN_CLIP | RQ_CAN_TABLE, "wav csv json", "wav csv"},
    {RQ_CAN_TABLE, "csv json", "csv"},
    {RQ_CAN_TABLE | RQ_CAN_FORMS, "csv 2da-text 2da-binary json", "csv"},
    {RQ_CAN_TABLE | RQ_CAN_XML, "csv xml json", "csv"},
    {RQ_CAN_XML, "json xml", "json"},
    {RQ_CAN_FONT | RQ_CAN_IMAGE, "bmfont ttf png json", "bmfont ttf"},
    {0, "json", "json"},
};

static const struct kinds *kinds_of(const struct rq_format *format)
{
    const unsigned views = RQ_CAN_SCENE | RQ_CAN_IMAGE | RQ_CAN_GIF | RQ_CAN_CLIP | RQ_CAN_FONT |
                           RQ_CAN_TABLE | RQ_CAN_FORMS | RQ_CAN_STREAM | RQ_CAN_XML |
                           RQ_CAN_TEXTURE | RQ_CAN_MODEL;
    const struct kinds *k = kinds;
    while (k->can && k->can != (format->info.can & views))
        k++;
    return k;
}

const char *rq_format_kinds(const struct rq_format *format)
{
    return kinds_of(format)->all;
}

struct export
{
    struct rq_doc *doc;
    const struct rq_convert_options *options;
    rq_convert_fn *fn;
    void *ctx;
    struct rq_arena arena;
    struct rq_out out;
    struct rq_error *err;
    char stem[200];
};

/* The file's name without its extension; a number (TEXBSI.302) is part of the name. */
static void make_stem(struct export *e)
{
    const char *base = rq_path_base(e->options->name ? e->options->name : "file");
    const char *extension = rq_path_extension(base);
    size_t size = strlen(base);
    bool number = extension[0] >= '0' && extension[0] <= '9' &&
                  strspn(extension, "0123456789") == strlen(extension);
    if (!e->options->full_names && extension[0] && !number)
        size = (size_t)(extension - base) - 1;
    snprintf(e->stem, sizeof e->stem, "%.*s", (int)(size < 190 ? size : 190), base);
}

static bool give(struct export *e, const char *name)
{
    bool fine = !e->out.failed || rq_fail_out(e->err, &e->out);
    fine = fine && e->fn(e->ctx, name, rq_out_bytes(&e->out), e->err);
    rq_out_cut(&e->out, 0);
    return fine;
}

static bool export_png(struct export *e, const struct rq_image *image, const char *name,
                       uint32_t frame, uint32_t mip)
{
    struct rq_image sheet;
    int level = e->options->best ? 12 : 1;
    bool single = image->pixels == RQ_PIXELS_INDEX8 || image->faces * image->frames == 1;
    if (!single && !rq_image_sheet(image, mip, &e->arena, &sheet, e->err))
        return false;
    return (single ? rq_png_write(&e->out, image, frame, 0, mip, level, e->err)
                   : rq_png_write(&e->out, &sheet, 0, 0, 0, level, e->err)) &&
           give(e, name);
}

static bool export_image(struct export *e, const struct rq_image *image, const char *base,
                         const char *to)
{
    char name[360];
    bool moving = image->pixels == RQ_PIXELS_INDEX8 && image->frames > 1;
    if (moving && (!to || strcmp(to, "gif") == 0)) {
        snprintf(name, sizeof name, "%s.gif", base);
        return rq_gif_write(&e->out, image, e->err) && give(e, name);
    }
    if (to && strcmp(to, "gif") == 0) {
        snprintf(name, sizeof name, "%s.gif", base);
        return rq_gif_write(&e->out, image, e->err) && give(e, name);
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
            if (!export_png(e, image, name, frame, mip))
                return false;
        }
    }
    return true;
}

static bool export_images(struct export *e, const struct rq_view *view, const char *to)
{
    const struct rq_image *images = NULL;
    size_t count = 0;
    if (!e->doc->format->pictures->images(e->doc, view, &images, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        char base[260];
        if (images[i].name && rq_name_is_safe(images[i].name))
            snprintf(base, sizeof base, "%s/%s", e->stem, images[i].name);
        else if (count > 1)
            snprintf(base, sizeof base, "%s/%03zu", e->stem, i);
        else
            snprintf(base, sizeof base, "%s", e->stem);
        if (!export_image(e, &images[i], base, to))
            return false;
    }
    return true;
}

/* ---- textures ---- */

/* The text that goes with a texture: the one that was given, else what a TPC holds. */
static struct rq_bytes txi_of(const struct export *e)
{
    const struct rq_tpc *tpc = rq_doc_root(e->doc, "tpc");
    if (e->options->texture.txi.size || !tpc)
        return e->options->texture.txi;
    return tpc->txi;
}

/* A texture and its text stay together: what has no place for it has it beside. */
static bool export_txi(struct export *e)
{
    struct rq_bytes txi = txi_of(e);
    char name[260];
    if (!txi.size)
        return true;
    snprintf(name, sizeof name, "%s.txi", e->stem);
    rq_put_bytes(&e->out, txi);
    return give(e, name);
}

/* The picture as a texture of another format. */
static bool export_texture(struct export *e, const struct rq_view *view, const char *to)
{
    const struct rq_image *images = NULL;
    size_t count = 0;
    struct rq_options options = {.alloc = e->doc->alloc, .texture = e->options->texture};
    char name[260];
    if (!e->doc->format->pictures->images(e->doc, view, &images, &count))
        return false;
    if (count != 1)
        return rq_fail(e->err, RQ_UNSUPPORTED, 0, e->stem, "no picture that can be shown");
    options.texture.txi = txi_of(e);
    struct rq_doc *made = rq_doc_new(rq_format_by_name(to), &options, e->err);
    bool fine = made && made->format->pictures->from_image(made, &images[0], e->err) &&
                rq_doc_write(made, &e->out, e->err);
    rq_doc_free(made);
    snprintf(name, sizeof name, "%s.%s", e->stem, to);
    return fine && give(e, name) && (strcmp(to, "tpc") == 0 || export_txi(e));
}

/* What a map is made of: the document itself, and the files that WORLD.INI or, without it, their
 * names put with it. */
struct world_files {
    struct rq_world entry;
    bool has_entry;
    struct rq_doc *map, *ground; /* the document itself is one of them */
    char stem[RQ_WORLD_NAME];
};

static struct rq_doc *companion(struct export *e, const char *entry, const char *extension,
                                const char *format, bool has_entry)
{
    char name[RQ_WORLD_NAME];
    const char *file = rq_path_base(e->options->name ? e->options->name : "");
    snprintf(name, sizeof name, "%.*s.%s", (int)(strcspn(file, ".") % 50), file, extension);
    return rq_redguard_read(e->options->env, has_entry ? entry : name, format, e->doc->alloc);
}

static void open_world(struct export *e, struct world_files *f)
{
    const char *file = rq_path_base(e->options->name ? e->options->name : "");
    bool is_map = strcmp(e->doc->format->info.name, "rgm") == 0;
    f->has_entry = rq_redguard_world(
        e->options->env, e->options->has_world ? e->options->world : -1, file, &f->entry);
    f->map = is_map ? e->doc : companion(e, f->entry.map, "RGM", "rgm", f->has_entry);
    f->ground = is_map ? companion(e, f->entry.terrain, "WLD", "wld", f->has_entry) : e->doc;
    const char *name = f->has_entry && !is_map ? f->entry.map : file;
    snprintf(f->stem, sizeof f->stem, "%.*s", (int)(strcspn(name, ".") % RQ_WORLD_NAME), name);
}

static void close_world(struct export *e, struct world_files *f)
{
    if (f->map != e->doc)
        rq_doc_free(f->map);
    if (f->ground != e->doc)
        rq_doc_free(f->ground);
}

static bool export_world_scene(struct export *e, const struct rq_view *view,
                               const struct world_files *f)
{
    struct rq_scene scene = {0};
    struct rq_world_parts parts = {.name = f->stem,
                                   .map = f->map ? f->map->root : NULL,
                                   .wld = f->ground ? f->ground->root : NULL,
                                   .page = e->doc->page,
                                   .no_markers = e->options->no_markers};
    char name[260];
    snprintf(name, sizeof name, "%s.glb", e->stem);
    if (f->has_entry) {
        char *text = rq_arena_printf(&e->arena, "{\"world\":%d}", f->entry.number);
        parts.extras = (struct rq_bytes){(const uint8_t *)text, text ? strlen(text) : 0};
    }
    return rq_world_scene(&parts, view, &scene) && rq_glb_write(&e->out, &scene, e->err) &&
           give(e, name);
}

/* The scene, and beside it what a scene has no place for. */
static bool export_world(struct export *e, const struct rq_view *view)
{
    struct world_files f = {0};
    char name[260];
    open_world(e, &f);
    bool fine = export_world_scene(e, view, &f);
    snprintf(name, sizeof name, "%s.world.json", e->stem);
    if (fine && f.map)
        fine = rq_world_json(f.map->root, f.map->page, &e->out, e->err) && give(e, name);
    close_world(e, &f);
    return fine;
}

static bool export_scene(struct export *e, const struct rq_view *view)
{
    if (!e->doc->format->scene)
        return export_world(e, view);
    struct rq_scene scene = {.name = e->stem};
    char name[260];
    snprintf(name, sizeof name, "%s.glb", e->stem);
    return e->doc->format->scene->scene(e->doc, view, &scene) &&
           rq_glb_write(&e->out, &scene, e->err) && give(e, name);
}

/* ---- sounds ---- */

/* Names of sounds are four bytes of anything. What can't be in a file name is "%3f", and so are
 * the capitals of names that differ in nothing else: rq_doc_put_file turns that back. */
struct sound_name {
    const char *name;
    bool like_another; /* ignoring case */
};

static int by_name(const void *a, const void *b)
{
    const struct sound_name *x = *(struct sound_name *const *)a;
    const struct sound_name *y = *(struct sound_name *const *)b;
    return rq_casecmp(x->name, y->name);
}

static struct sound_name *sound_names(struct export *e, const struct rq_clip *clips, size_t count)
{
    struct sound_name *names = rq_arena_get(&e->arena, count, sizeof *names);
    struct sound_name **sorted = rq_arena_get(&e->arena, count, sizeof(void *));
    if (!names || !sorted)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        names[i].name = clips[i].name ? clips[i].name : "";
        sorted[i] = &names[i];
    }
    if (count)
        qsort(sorted, count, sizeof(void *), by_name);
    for (size_t i = 1; i < count; i++)
        if (by_name(&sorted[i - 1], &sorted[i]) == 0)
            sorted[i - 1]->like_another = sorted[i]->like_another = true;
    return names;
}

static void put_escaped(struct rq_out *out, const struct sound_name *name, bool apart)
{
    size_t start = out->size, size = strlen(name->name);
    for (size_t i = 0; i < size; i++) {
        uint8_t c = (uint8_t)name->name[i];
        bool end = i == 0 ? c == '.' : i == size - 1 && (c == '.' || c == ' ');
        bool upper = name->like_another && c >= 'A' && c <= 'Z';
        if (c < 0x20 || c == 0x7F || strchr("/\\:*?\"<>|%", c) || end || upper ||
            (apart && c == '_'))
            rq_putf(out, "%%%02x", c);
        else
            rq_put8(out, c);
    }
    rq_put8(out, 0);
    if (out->failed)
        return;
    /* A device of Windows, "com1": its first letter makes the difference. */
    bool safe = rq_name_is_safe((const char *)out->data + start);
    rq_out_cut(out, safe || !size ? out->size - 1 : start);
    if (!safe && size)
        rq_putf(out, "%%%02x%s", (uint8_t)name->name[0], name->name + 1);
}

/* The first words of a text: letters and digits of any script, "_" between. */
static void put_words(struct rq_out *out, const char *text)
{
    enum { MOST = 40 };
    size_t letters = 0, first = out->size, word = first;
    bool between = true, cut = false;
    for (const uint8_t *c = (const uint8_t *)text; *c && !cut; c++) {
        bool letter = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') ||
                      (*c >= 'A' && *c <= 'Z') || *c >= 0x80;
        if (!letter) {
            between |= *c != '\'';
            continue;
        }
        bool starts = (*c & 0xC0) != 0x80;
        cut = starts && letters + between >= MOST;
        if (cut && !between && word > first)
            rq_out_cut(out, word);
        if (cut)
            break;
        if (between) {
            word = out->size;
            rq_put8(out, '_');
        }
        letters += starts + between;
        between = false;
        rq_put8(out, *c);
    }
}

static bool export_clips(struct export *e, const struct rq_view *view)
{
    const struct rq_clip *clips = NULL;
    size_t count = 0;
    if (!e->doc->format->sounds->clips(e->doc, view, &clips, &count))
        return false;
    const struct sound_name *names = sound_names(e, clips, count);
    struct rq_out path = {.alloc = e->doc->alloc};
    bool fine = true;
    if (!names)
        return rq_fail(e->err, RQ_NO_MEMORY, 0, e->stem, "out of memory");
    for (size_t i = 0; fine && i < count; i++) {
        bool words = e->options->text_names && clips[i].title;
        rq_out_cut(&path, 0);
        bool alone = count == 1 && !names[i].name[0];
        rq_putf(&path, alone ? "%s" : "%s/", e->stem);
        if (names[i].name[0])
            put_escaped(&path, &names[i], words);
        else if (!alone)
            rq_putf(&path, "%04zu", i);
        if (words)
            put_words(&path, clips[i].title);
        rq_put(&path, ".wav", 5);
        fine = !path.failed || rq_fail_out(e->err, &path);
        fine = fine && rq_wav_write(&e->out, &clips[i], e->err) && give(e, (const char *)path.data);
    }
    rq_out_free(&path);
    return fine;
}

/* MP3 goes out as it is. */
static bool export_stream(struct export *e)
{
    struct rq_bytes mp3 = e->doc->format->sounds->stream(e->doc);
    char name[260];
    if (!mp3.size)
        return rq_fail(e->err, RQ_UNSUPPORTED, 0, e->stem,
                       "the sound is not MP3; it can become wav");
    snprintf(name, sizeof name, "%s.mp3", e->stem);
    rq_put_bytes(&e->out, mp3);
    return give(e, name);
}

static bool export_table(struct export *e, const struct rq_view *view)
{
    struct rq_table table = {0};
    char name[260];
    snprintf(name, sizeof name, "%s.csv", e->stem);
    return e->doc->format->table->table(e->doc, view, &table) &&
           rq_csv_write(&e->out, &table, e->err) && give(e, name) &&
           rq_dialect_own_csv(e->doc, e->options->lost, e->options->lost_ctx, e->err);
}

/* The file itself, in the form that kind names behind the extension ("2da-text"); one without an
 * extension of its own goes behind the file's, "x.wok.ascii". */
static bool export_form(struct export *e, const char *kind)
{
    char name[300];
    bool behind = strcmp(kind, "ascii") == 0 && e->options->name;
    snprintf(name, sizeof name, "%.280s.%.*s", behind ? rq_path_base(e->options->name) : e->stem,
             (int)strcspn(kind, "-"), kind);
    bool fine = e->doc->format->forms->write_as(e->doc, kind, &e->out, e->err);
    if (e->out.failed)
        rq_fail_out(e->err, &e->out);
    return fine && give(e, name);
}

/* The two files that a model is; the text may be called x.mdl.ascii or x-ascii.mdl. */
static bool export_model(struct export *e)
{
    struct rq_out text = {.alloc = e->doc->alloc};
    struct rq_options options = {.alloc = e->doc->alloc, .env = e->options->env};
    size_t size = strlen(e->stem);
    char name[260];
    if (size > 4 && rq_casecmp(e->stem + size - 4, ".mdl") == 0)
        size -= 4;
    else if (size > 6 && rq_casecmp(e->stem + size - 6, "-ascii") == 0)
        size -= 6;
    struct rq_doc *model = rq_doc_write(e->doc, &text, e->err)
                               ? rq_mdl_from_ascii(rq_out_bytes(&text), &options, e->err)
                               : NULL;
    snprintf(name, sizeof name, "%.*s.mdl", (int)size, e->stem);
    bool fine = model && rq_doc_write(model, &e->out, e->err) && give(e, name);
    snprintf(name, sizeof name, "%.*s.mdx", (int)size, e->stem);
    fine = fine && rq_doc_write_companion(model, &e->out, e->err) && give(e, name);
    rq_doc_free(model);
    rq_out_free(&text);
    return fine;
}

static bool export_bmfont(struct export *e, const struct rq_view *view)
{
    struct rq_font font;
    struct rq_atlas atlas;
    struct rq_image image;
    char name[260];
    if (!e->doc->format->font->font(e->doc, view, &font) || !rq_atlas_of(&font, &atlas, e->err) ||
        !rq_atlas_image(&font, &atlas, &e->arena, &image, e->err))
        return false;
    snprintf(name, sizeof name, "%s.png", e->stem);
    if (!export_png(e, &image, name, 0, 0) ||
        !rq_bmfont_write(&e->out, &font, &atlas, rq_path_base(name), e->err))
        return false;
    snprintf(name, sizeof name, "%s.fnt", e->stem);
    return give(e, name);
}

static bool export_ttf(struct export *e, const struct rq_view *view)
{
    struct rq_font font;
    char name[260];
    snprintf(name, sizeof name, "%s.ttf", e->stem);
    return e->doc->format->font->font(e->doc, view, &font) &&
           rq_ttf_write(&e->out, &font, e->err) && give(e, name);
}

static bool export_json(struct export *e)
{
    char name[300];
    snprintf(name, sizeof name, "%s.json",
             e->options->name ? rq_path_base(e->options->name) : e->stem);
    return rq_doc_to_json(e->doc, &e->out, e->err) && give(e, name);
}

/* The text of another tool; it keeps the file's extension, which may be all that tells its type. */
static bool export_dialect(struct export *e, const char *kind, size_t size)
{
    const struct rq_convert_options *o = e->options;
    const char *base = o->name ? rq_path_base(o->name) : e->stem;
    char name[300], kind_name[8];
    snprintf(kind_name, sizeof kind_name, "%.*s", (int)size, kind);
    struct rq_dialect_options how = {.dialect = o->dialect,
                                     .kind = kind_name,
                                     .name = o->name,
                                     .lost = o->lost,
                                     .lost_ctx = o->lost_ctx};
    snprintf(name, sizeof name, "%.280s.%s", strcmp(kind_name, "csv") == 0 ? e->stem : base,
             kind_name);
    return rq_dialect_write(e->doc, &how, &e->out, e->err) && give(e, name);
}

static bool export_as(struct export *e, const struct rq_view *view)
{
    const struct rq_format *format = e->doc->format;
    const struct kinds *k = kinds_of(format);
    bool mp3 = format->sounds && format->sounds->stream && format->sounds->stream(e->doc).size;
    const char *to = e->options->to, *wanted = to ? to : mp3 ? "mp3" : k->natural;
    if (to && !rq_word_in(k->all, to, strlen(to)))
        return rq_fail(e->err, RQ_USAGE, 0, format->info.name, "can become %s, not %s", k->all, to);
    bool fine = true;
    for (size_t size; *wanted && fine; wanted += size + (wanted[size] == ' ')) {
        size = strcspn(wanted, " ");
        bool own = !rq_word_in("xml", wanted, size) && !e->options->dialect;
        if (!own && rq_word_in("xml json csv", wanted, size))
            fine = export_dialect(e, wanted, size);
        else if (rq_word_in("json", wanted, size))
            fine = export_json(e);
        else if (rq_word_in("glb", wanted, size))
            fine = export_scene(e, view);
        else if (rq_word_in("wav", wanted, size))
            fine = export_clips(e, view);
        else if (format->sounds && format->sounds->stream && rq_word_in("mp3", wanted, size))
            fine = export_stream(e);
        else if (rq_word_in("bmfont", wanted, size))
            fine = export_bmfont(e, view);
        else if (rq_word_in("ttf", wanted, size))
            fine = export_ttf(e, view);
        else if (rq_word_in("csv", wanted, size))
            fine = export_table(e, view);
        else if (rq_word_in("mdl", wanted, size))
            fine = export_model(e);
        else if (rq_word_in("2da-text 2da-binary ascii", wanted, size))
            fine = export_form(e, wanted);
        else if (rq_word_in("tga tpc dds", wanted, size))
            fine = export_texture(e, view, wanted);
        else
            fine = export_images(e, view, to) && export_txi(e);
    }
    return fine;
}

/* The palette that shows a file: the one that was given, that of its world, the one with its own
 * name, that of the island, on which most of the game happens. */
static struct rq_doc *open_palette(struct export *e)
{
    const struct rq_convert_options *o = e->options;
    struct rq_options as_col = {.format = rq_format_by_name("col"), .alloc = e->doc->alloc};
    struct rq_world world;
    char own[RQ_WORLD_NAME];
    struct rq_doc *doc = NULL;
    if (o->palette.size)
        return rq_doc_read(o->palette, &as_col, e->err);
    if (!o->env || strcmp(e->doc->format->info.family, "redguard") != 0)
        return NULL;
    if (rq_redguard_world(o->env, o->has_world ? o->world : -1,
                          rq_path_base(o->name ? o->name : ""), &world))
        doc = rq_redguard_read(o->env, world.palette, "col", e->doc->alloc);
    snprintf(own, sizeof own, "%.*s.COL", (int)(strcspn(e->stem, ".") % 50), e->stem);
    if (!doc)
        doc = rq_redguard_read(o->env, own, "col", e->doc->alloc);
    return doc ? doc : rq_redguard_read(o->env, "ISLAND.COL", "col", e->doc->alloc);
}

bool rq_doc_convert(struct rq_doc *doc, const struct rq_convert_options *options, rq_convert_fn *fn,
                    void *ctx, struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct export e = {.doc = doc,
                       .options = options,
                       .fn = fn,
                       .ctx = ctx,
                       .arena = {.alloc = doc->alloc},
                       .out = {.alloc = doc->alloc},
                       .err = err ? err : &ignored};
    struct rq_view view = {.arena = &e.arena, .env = options->env, .err = e.err};
    make_stem(&e);
    view.name = e.stem;
    struct rq_doc *palette = open_palette(&e);
    const struct rq_col *col = palette ? rq_doc_root(palette, "col") : NULL;
    view.palette = col ? &col->colors[0][0] : NULL;
    bool fine = e.err->code == RQ_OK && export_as(&e, &view);
    rq_doc_free(palette);
    rq_out_free(&e.out);
    rq_arena_free(&e.arena);
    return fine;
}

/* ---- the way back ---- */

static bool is_png(struct rq_bytes b)
{
    return b.size >= 8 && memcmp(b.data, "\x89PNG\r\n\x1a\n", 8) == 0;
}

static bool is_wav(struct rq_bytes b)
{
    return b.size >= 12 && memcmp(b.data, "RIFF", 4) == 0 && memcmp(b.data + 8, "WAVE", 4) == 0;
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
    const struct rq_format *format = is_png(bytes) ? NULL : rq_format_detect(bytes, NULL);
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

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool is_picture(struct rq_bytes bytes, const char *extension)
{
    return is_png(bytes) || rq_word_in("tga TGA tpc TPC dds DDS", extension, strlen(extension));
}

/* What put_escaped did, undone in place. */
static void unescape(char *name)
{
    char *to = name;
    for (; *name; name++) {
        int high = *name == '%' ? digit_of(name[1]) : -1;
        int low = high >= 0 ? digit_of(name[2]) : -1;
        bool escaped = low >= 0 && high + low > 0;
        *to++ = (char)(escaped ? high << 4 | low : *name);
        name += escaped ? 2 : 0;
    }
    *to = 0;
}

/* The name of the part: that of the file without its extension. */
static bool put_part(struct rq_doc *doc, const char *name, struct rq_bytes bytes,
                     struct rq_error *err)
{
    const struct rq_format *format = doc->format;
    const bool image_put = format->pictures && format->pictures->put_image;
    const bool stream_put = format->sounds && format->sounds->put_stream;
    const char *extension = rq_path_extension(name);
    size_t size = extension[0] ? (size_t)(extension - name) - 1 : strlen(name);
    char *part = rq_arena_text(&doc->arena, name, size);
    struct rq_image image;
    struct rq_clip clip;
    struct rq_table table;
    if (!part)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    if (image_put && is_picture(bytes, extension)) {
        struct rq_doc *source;
        bool fine = read_picture(bytes, true, &doc->arena, &image, &source, err) &&
                    format->pictures->put_image(doc, part, &image, err);
        rq_doc_free(source);
        return fine;
    }
    if (format->sounds && is_wav(bytes)) {
        unescape(part);
        return rq_wav_read(bytes, &clip, err) && format->sounds->put_clip(doc, part, &clip, err);
    }
    if (stream_put && rq_casecmp(extension, "mp3") == 0)
        return format->sounds->put_stream(doc, bytes, err);
    if (format->table && rq_casecmp(extension, "csv") == 0)
        return rq_csv_read(bytes, &doc->arena, &table, err) &&
               format->table->put_table(doc, &table, err);
    return rq_fail(err, RQ_USAGE, 0, name, "%s takes%s%s%s%s, not this file", format->info.name,
                   image_put ? " PNG" : "", format->sounds ? " WAV" : "", stream_put ? " MP3" : "",
                   format->table ? " CSV" : "");
}

bool rq_doc_put_file(struct rq_doc *doc, const char *name, struct rq_bytes bytes,
                     struct rq_error *err)
{
    const struct rq_format *format = doc->format;
    if (!(format->pictures && format->pictures->put_image) && !format->sounds && !format->table)
        return rq_doc_put_entry(doc, name, bytes, err);
    return rq_doc_settle(doc, err) && put_part(doc, name, bytes, err);
}

static struct rq_doc *import_text(struct rq_bytes text, const struct rq_format *format,
                                  const struct rq_options *options, struct rq_error *err)
{
    struct rq_options with = *options;
    with.format = format;
    return rq_doc_from_text(text, &with, err);
}

static bool is_glb(struct rq_bytes file)
{
    return file.size >= 4 && memcmp(file.data, "glTF", 4) == 0;
}

/* The JSON of glTF in a file of its own. */
static bool is_gltf(struct rq_bytes file)
{
    static const char sign[] = "\"asset\"";
    size_t most = file.size < 1 << 20 ? file.size : 1 << 20, size = sizeof sign - 1;
    for (size_t i = 0; i + size <= most && file.data[0] == '{'; i++)
        if (memcmp(file.data + i, sign, size) == 0)
            return true;
    return false;
}

static struct rq_doc *import_scene(struct rq_bytes file, const struct rq_format *format,
                                   const struct rq_options *options, struct rq_arena *arena,
                                   struct rq_error *err)
{
    enum { TIMES = 32, MORE = 16 << 20 };
    struct rq_scene scene;
    struct rq_options with = *options;
    const char *name = options->name ? rq_path_base(options->name) : NULL;
    arena->limit = file.size < (SIZE_MAX - MORE) / TIMES ? file.size * TIMES + MORE : 0;
    if (!with.memory_limit)
        with.memory_limit = arena->limit;
    if (!rq_glb_read(file, arena, &scene, err))
        return NULL;
    struct rq_doc *doc = rq_doc_new(format, &with, err);
    if (doc && !format->scene->from_scene(doc, &scene, name, err)) {
        rq_doc_free(doc);
        doc = NULL;
    }
    return doc;
}

struct rq_doc *rq_doc_import(struct rq_bytes file, const struct rq_format *format,
                             const struct rq_options *options, struct rq_error *err)
{
    static const struct rq_options no_options;
    struct rq_arena arena = {.alloc = options ? options->alloc : NULL};
    struct rq_image image;
    struct rq_doc *doc = NULL, *source = NULL;
    const bool texture = format->info.can & RQ_CAN_TEXTURE;
    const bool from_scene = format->scene && format->scene->from_scene;
    const bool from_image = format->pictures && format->pictures->from_image;
    const bool from_text =
        (format->table && format->table->from_table) || (format->forms && format->forms->from_text);
    options = options ? options : &no_options;
    if (from_scene && is_glb(file))
        doc = import_scene(file, format, options, &arena, err);
    else if (from_scene && is_gltf(file))
        rq_fail(err, RQ_UNSUPPORTED, 0, format->info.name,
                "a .gltf keeps its numbers in other files: export a .glb");
    else if (from_text)
        doc = import_text(file, format, options, err);
    else if (!from_image)
        rq_fail(err, RQ_USAGE, 0, format->info.name,
                format->info.can & RQ_CAN_PACK  ? "is made by pack, or by build from its JSON"
                : format->info.can & RQ_CAN_XML ? "is made by build, from its JSON or XML"
                                                : "is made by build, from its JSON");
    else if (read_picture(file, !texture, &arena, &image, &source, err))
        doc = rq_doc_new(format, options, err);
    if (doc && from_image && !format->pictures->from_image(doc, &image, err)) {
        rq_doc_free(doc);
        doc = NULL;
    }
    rq_doc_free(source);
    rq_arena_free(&arena);
    return doc;
}
