/* The one table of converters, and what walks over it: what can become what follows from its rows
 * and the facets of formats. */
#include "game/converters/converter.h"

#include "core/file.h"
#include "dialect/dialect.h"
#include "formats/family.h"
#include "game/redguard.h"
#include "game/world.h"

#include <reliquary/col.h>
#include <stdio.h>

/* ---- which facet a kind needs ---- */

/* A scene of the document's own, or one that the game puts together. */
static bool fits_scene(const struct rq_file_kind *kind, const struct rq_format *format,
                       enum rq_way way)
{
    (void)kind;
    if (way == RQ_WAY_CONVERT)
        return format->scene || rq_world_shows(format);
    return format->scene && format->scene->from_scene;
}

static bool fits_font(const struct rq_file_kind *kind, const struct rq_format *format,
                      enum rq_way way)
{
    (void)kind, (void)way;
    return format->font;
}

static bool fits_picture(const struct rq_file_kind *kind, const struct rq_format *format,
                         enum rq_way way)
{
    (void)kind;
    const struct rq_facet_pictures *pictures = format->pictures;
    /* The pictures of a font are its glyphs; a texture has one, and with it what no PNG has. */
    if (way == RQ_WAY_PART)
        return pictures && pictures->put_image && !pictures->textures && !format->font;
    return pictures && (way == RQ_WAY_CONVERT || (way == RQ_WAY_IMPORT && pictures->from_image) ||
                        (way == RQ_WAY_PUT && pictures->put_image) ||
                        (way == RQ_WAY_REMOVE && pictures->remove_image));
}

static bool fits_indexed(const struct rq_file_kind *kind, const struct rq_format *format,
                         enum rq_way way)
{
    return fits_picture(kind, format, way) && format->pictures->indexed;
}

/* Textures become each other; what takes a picture takes a texture as well. */
static bool fits_texture(const struct rq_file_kind *kind, const struct rq_format *format,
                         enum rq_way way)
{
    return fits_picture(kind, format, way) && (way != RQ_WAY_CONVERT || format->pictures->textures);
}

static bool fits_sound(const struct rq_file_kind *kind, const struct rq_format *format,
                       enum rq_way way)
{
    (void)kind;
    const struct rq_facet_sounds *sounds = format->sounds;
    if (way == RQ_WAY_PART)
        return sounds && !sounds->stream;
    if (way == RQ_WAY_IMPORT)
        return sounds && sounds->stream;
    return sounds && (way != RQ_WAY_REMOVE || sounds->remove_clip);
}

static bool fits_stream(const struct rq_file_kind *kind, const struct rq_format *format,
                        enum rq_way way)
{
    (void)kind, (void)way;
    return format->sounds && format->sounds->stream;
}

static bool fits_table(const struct rq_file_kind *kind, const struct rq_format *format,
                       enum rq_way way)
{
    (void)kind;
    return format->table && (way != RQ_WAY_IMPORT || format->table->from_table);
}

static bool fits_texts(const struct rq_file_kind *kind, const struct rq_format *format,
                       enum rq_way way)
{
    (void)kind, (void)way;
    return format->texts;
}

static bool fits_form(const struct rq_file_kind *kind, const struct rq_format *format,
                      enum rq_way way)
{
    const struct rq_facet_forms *forms = format->forms;
    if (way == RQ_WAY_IMPORT)
        return forms && forms->from_text;
    return forms && forms->names && rq_word_in(forms->names, kind->name, strlen(kind->name));
}

static bool fits_text_of(const struct rq_file_kind *kind, const struct rq_format *format,
                         enum rq_way way)
{
    (void)way;
    const struct rq_facet_forms *forms = format->forms;
    return forms && forms->text_of && strcmp(forms->text_of, kind->format) == 0;
}

static bool fits_dialect(const struct rq_file_kind *kind, const struct rq_format *format,
                         enum rq_way way)
{
    (void)way;
    return rq_dialect_knows(format, kind->name);
}

static bool fits_menu(const struct rq_file_kind *kind, const struct rq_format *format,
                      enum rq_way way)
{
    (void)kind, (void)way;
    return strcmp(format->info.name, "ini") == 0;
}

static bool fits_all(const struct rq_file_kind *kind, const struct rq_format *format,
                     enum rq_way way)
{
    (void)kind, (void)format, (void)way;
    return true;
}

/* ---- detection that needs nothing but the row ---- */

static bool is_named(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension)
{
    (void)file;
    return extension && rq_casecmp(extension, kind->extension) == 0;
}

static bool is_of_format(const struct rq_file_kind *kind, struct rq_bytes file,
                         const char *extension)
{
    return extension ? is_named(kind, file, extension)
                     : rq_format_detect(file, NULL) == rq_format_by_name(kind->format);
}

/* ---- the table ---- */

/* What a document is first of all; what else it can be looked at as; what anything can be. */
enum { FIRST = 1, SECOND, LAST };

/* In the order in which kinds are listed. */
static const struct rq_converter converters[] = {
    {.kind = {.name = "glb", .extension = "glb", .title = "scene: binary glTF 2.0"},
     .natural = FIRST,
     .fits = fits_scene,
     .is = rq_is_glb,
     .export = rq_export_glb,
     .import = rq_import_glb},
    {.kind = {.name = "bmfont", .extension = "fnt", .title = "font: BMFont, text and PNG"},
     .natural = FIRST,
     .fits = fits_font,
     .export = rq_export_bmfont},
    {.kind = {.name = "ttf", .extension = "ttf", .title = "font: TrueType"},
     .natural = FIRST,
     .fits = fits_font,
     .export = rq_export_ttf},
    {.kind = {.name = "glyph", .extension = "png", .title = "font: a PNG for each glyph"},
     .fits = fits_font,
     .export = rq_export_glyphs,
     .part = true},
    {.kind = {.name = "png", .extension = "png", .title = "pictures: PNG"},
     .natural = SECOND,
     .fits = fits_picture,
     .is = rq_is_png,
     .export = rq_export_png,
     .import = rq_import_picture,
     .put = rq_put_picture,
     .remove = rq_remove_picture,
     .part = true},
    {.kind = {.name = "gif",
              .extension = "gif",
              .title = "pictures with a palette: GIF, animated too"},
     .fits = fits_indexed,
     .export = rq_export_gif},
    {.kind =
         {.name = "tga", .extension = "tga", .title = "texture: Truevision TGA", .format = "tga"},
     .fits = fits_texture,
     .is = is_of_format,
     .export = rq_export_texture,
     .import = rq_import_picture,
     .put = rq_put_picture},
    {.kind = {.name = "tpc", .extension = "tpc", .title = "texture: TPC of KotOR", .format = "tpc"},
     .fits = fits_texture,
     .is = is_of_format,
     .export = rq_export_texture,
     .import = rq_import_picture,
     .put = rq_put_picture},
    {.kind = {.name = "dds", .extension = "dds", .title = "texture: DDS", .format = "dds"},
     .fits = fits_texture,
     .is = is_of_format,
     .export = rq_export_texture,
     .import = rq_import_picture,
     .put = rq_put_picture},
    {.kind = {.name = "menu", .extension = "png", .title = "pages of MENU.INI: PNG"},
     .fits = fits_menu,
     .export = rq_export_menu},
    {.kind = {.name = "srt",
              .extension = "srt",
              .title = "subtitles of the movies in MENU.INI: SRT",
              .is_text = true},
     .fits = fits_menu,
     .export = rq_export_srt},
    {.kind = {.name = "text",
              .extension = "txt",
              .title = "dialogue: a text file for each line",
              .is_text = true},
     .fits = fits_texts,
     .is = rq_is_plain_text,
     .export = rq_export_texts,
     .put = rq_put_text,
     .remove = rq_remove_text,
     .part = true},
    {.kind = {.name = "wav", .extension = "wav", .title = "sounds: WAV"},
     .natural = FIRST,
     .fits = fits_sound,
     .is = rq_is_wav,
     .export = rq_export_wav,
     .import = rq_import_sound,
     .put = rq_put_wav,
     .remove = rq_remove_sound,
     .part = true},
    {.kind = {.name = "mp3", .extension = "mp3", .title = "sound that is MP3 inside: MP3"},
     .fits = fits_stream,
     .is = rq_is_mp3,
     .export = rq_export_mp3,
     .import = rq_import_sound,
     .put = rq_put_mp3},
    {.kind = {.name = "csv", .extension = "csv", .title = "table: CSV", .is_text = true},
     .natural = FIRST,
     .fits = fits_table,
     .is = rq_is_plain_text,
     .export = rq_export_csv,
     .import = rq_import_text,
     .put = rq_put_csv},
    {.kind = {.name = "2da-text",
              .extension = "2da",
              .title = "2DA of KotOR as text (V2.0)",
              .is_text = true},
     .fits = fits_form,
     .export = rq_export_form},
    {.kind = {.name = "2da-binary", .extension = "2da", .title = "2DA of KotOR as binary (V2.b)"},
     .fits = fits_form,
     .export = rq_export_form},
    {.kind = {.name = "ascii",
              .extension = "ascii",
              .title = "model or walkmesh: ASCII of MDLedit and MDLOps",
              .is_text = true},
     .fits = fits_form,
     .is = rq_is_plain_text,
     .export = rq_export_form,
     .import = rq_import_text},
    {.kind = {.name = "mdl",
              .extension = "mdl",
              .title = "ASCII model: MDL and MDX of KotOR",
              .format = "mdl"},
     .natural = FIRST,
     .fits = fits_text_of,
     .export = rq_export_model},
    {.kind = {.name = "xml",
              .extension = "xml",
              .title = "XML of xoreos-tools or PyKotor",
              .is_text = true},
     .fits = fits_dialect,
     .is = rq_is_xml,
     .export = rq_export_xml,
     .import = rq_import_text},
    {.kind = {.name = "json",
              .extension = "json",
              .title = "everything, without loss: JSON",
              .is_text = true},
     .natural = LAST,
     .fits = fits_all,
     .is = rq_is_json,
     .export = rq_export_json,
     .import = rq_import_json},
};

enum { CONVERTERS = sizeof converters / sizeof converters[0] };

size_t rq_file_kind_count(void)
{
    return CONVERTERS;
}

const struct rq_file_kind *rq_file_kind_at(size_t index)
{
    return index < CONVERTERS ? &converters[index].kind : NULL;
}

const struct rq_file_kind *rq_file_kind_by_name(const char *name)
{
    for (size_t i = 0; i < CONVERTERS; i++)
        if (strcmp(converters[i].kind.name, name) == 0)
            return &converters[i].kind;
    return NULL;
}

const struct rq_file_kind *rq_file_kind_detect(struct rq_bytes file)
{
    for (size_t i = 0; i < CONVERTERS; i++) {
        const struct rq_converter *c = &converters[i];
        if (c->is && !c->kind.is_text && c->is(&c->kind, file, NULL))
            return &c->kind;
    }
    return NULL;
}

static bool has_way(const struct rq_converter *c, const struct rq_format *format, enum rq_way way)
{
    bool there = (way == RQ_WAY_CONVERT && c->export) || (way == RQ_WAY_IMPORT && c->import) ||
                 (way == RQ_WAY_PUT && c->put) || (way == RQ_WAY_REMOVE && c->remove) ||
                 (way == RQ_WAY_PART && c->part);
    return there && c->fits(&c->kind, format, way);
}

/* The number of the kinds that a document becomes when nothing is asked for. */
static unsigned most_natural(const struct rq_format *format)
{
    unsigned least = LAST;
    for (size_t i = 0; i < CONVERTERS; i++) {
        const struct rq_converter *c = &converters[i];
        if (c->natural && c->natural < least && has_way(c, format, RQ_WAY_CONVERT))
            least = c->natural;
    }
    return least;
}

const char *rq_format_kinds(const struct rq_format *format, enum rq_way way,
                            char names[RQ_KINDS_SIZE])
{
    unsigned natural = way == RQ_WAY_CONVERT ? most_natural(format) : 0;
    size_t size = 0;
    names[0] = 0;
    for (size_t i = 0; i < 2 * (size_t)CONVERTERS; i++) {
        const struct rq_converter *c = &converters[i % CONVERTERS];
        bool first = natural && c->natural == natural;
        if (first == (i < CONVERTERS) && size < RQ_KINDS_SIZE && has_way(c, format, way))
            size += (size_t)snprintf(names + size, RQ_KINDS_SIZE - size, "%s%s", size ? " " : "",
                                     c->kind.name);
    }
    return names;
}

/* ---- documents to open files ---- */

/* The file's name without its extension; a number (TEXBSI.302) is part of the name. */
static void make_stem(struct rq_export *e)
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

bool rq_export_wants(const struct rq_export *e, const char *name)
{
    return !e->options->wanted || e->options->wanted(e->ctx, rq_path_base(name));
}

bool rq_export_give(struct rq_export *e, const char *name)
{
    bool fine = !e->out.failed || rq_fail_out(e->err, &e->out);
    fine = fine && e->fn(e->ctx, name, rq_out_bytes(&e->out), e->err);
    rq_out_cut(&e->out, 0);
    return fine;
}

bool rq_export_give_one(struct rq_export *e, const struct rq_file_kind *kind)
{
    char name[260];
    snprintf(name, sizeof name, "%s.%s", e->stem, kind->extension);
    return rq_export_give(e, name);
}

/* The palette that shows a file: the one that was given, that of its world, the one with its own
 * name, that of the island, on which most of the game happens. */
static struct rq_doc *open_palette(struct rq_export *e)
{
    const struct rq_convert_options *o = e->options;
    struct rq_options as_col = {.format = rq_format_by_name("col"), .alloc = e->doc->alloc};
    struct rq_world world;
    char own[RQ_SIBLING];
    struct rq_doc *doc = NULL;
    if (o->palette.size)
        return rq_doc_read(o->palette, &as_col, e->err);
    if (!o->env || !rq_family_of(e->doc->format)->palettes)
        return NULL;
    if (rq_redguard_world(o->env, o->has_world ? o->world : -1,
                          rq_path_base(o->name ? o->name : ""), &world))
        doc = rq_redguard_read(o->env, world.palette, "col", e->doc->alloc);
    rq_path_sibling(e->stem, "COL", own);
    if (!doc)
        doc = rq_redguard_read(o->env, own, "col", e->doc->alloc);
    return doc ? doc : rq_redguard_read(o->env, "ISLAND.COL", "col", e->doc->alloc);
}

static bool export_as(struct rq_export *e, const char *to)
{
    const struct rq_format *format = e->doc->format;
    unsigned natural = most_natural(format);
    bool known = false, fine = true;
    char kinds[RQ_KINDS_SIZE];
    for (size_t i = 0; i < CONVERTERS && fine; i++) {
        const struct rq_converter *c = &converters[i];
        bool wanted = to ? strcmp(c->kind.name, to) == 0 : c->natural == natural;
        if (wanted && has_way(c, format, RQ_WAY_CONVERT)) {
            known = true;
            fine = c->export(e, &c->kind);
        }
    }
    if (!known)
        return rq_fail(e->err, RQ_USAGE, 0, format->info.name, "can become %s, not %s",
                       rq_format_kinds(format, RQ_WAY_CONVERT, kinds), to);
    return fine;
}

bool rq_export_begin(struct rq_export *e)
{
    e->arena = (struct rq_arena){.alloc = e->doc->alloc};
    e->out = (struct rq_out){.alloc = e->doc->alloc};
    make_stem(e);
    e->palette = open_palette(e);
    const struct rq_col *col = e->palette ? rq_doc_root(e->palette, "col") : NULL;
    e->missing = (struct rq_missing){.names = ""};
    e->view = (struct rq_view){.name = e->stem,
                               .missing = &e->missing,
                               .arena = &e->arena,
                               .palette = col ? &col->colors[0][0] : NULL,
                               .env = e->options->env,
                               .err = e->err};
    return e->err->code == RQ_OK;
}

void rq_export_end(struct rq_export *e)
{
    rq_doc_free(e->palette);
    rq_out_free(&e->out);
    rq_arena_free(&e->arena);
}

bool rq_export_run(struct rq_export *e, bool (*make)(struct rq_export *e, void *ctx), void *ctx)
{
    size_t refusals = rq_memory_refusals();
    bool fine = rq_export_begin(e) && make(e, ctx) && rq_memory_lasted(refusals, e->err);
    rq_export_end(e);
    return fine;
}

static bool export_asked(struct rq_export *e, void *ctx)
{
    (void)ctx;
    return export_as(e, e->options->to);
}

bool rq_doc_convert(struct rq_doc *doc, const struct rq_convert_options *options, rq_convert_fn *fn,
                    void *ctx, struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct rq_export e = {
        .doc = doc, .options = options, .fn = fn, .ctx = ctx, .err = err ? err : &ignored};
    return rq_export_run(&e, options->whole ? rq_export_whole : export_asked, NULL);
}

/* All kinds that are parts of a document, in their own order. */
static bool export_parts(struct rq_export *e, void *ctx)
{
    struct rq_convert_options options = *e->options;
    bool fine = true;
    (void)ctx;
    e->options = &options;
    for (size_t i = 0; i < CONVERTERS && fine; i++) {
        options.to = converters[i].kind.name;
        if (has_way(&converters[i], e->doc->format, RQ_WAY_PART))
            fine = converters[i].export(e, &converters[i].kind);
    }
    return fine;
}

bool rq_doc_parts(struct rq_doc *doc, const struct rq_convert_options *options, rq_convert_fn *fn,
                  void *ctx, struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct rq_export e = {
        .doc = doc, .options = options, .fn = fn, .ctx = ctx, .err = err ? err : &ignored};
    return rq_export_run(&e, export_parts, NULL);
}

/* ---- the way back ---- */

/* The row that takes such a file into such a format; NULL: none. */
static const struct rq_converter *find_row(const struct rq_format *format, enum rq_way way,
                                           struct rq_bytes file, const char *extension)
{
    for (size_t i = 0; i < CONVERTERS; i++) {
        const struct rq_converter *c = &converters[i];
        if (has_way(c, format, way) && c->is(&c->kind, file, extension))
            return c;
    }
    return NULL;
}

/* The name of the part: that of the file without its extension. NULL without memory. */
static char *part_name(struct rq_doc *doc, const char *name)
{
    const char *extension = rq_path_extension(name);
    size_t size = extension[0] ? (size_t)(extension - name) - 1 : strlen(name);
    rq_doc_allow(doc, size + 1);
    return rq_arena_text(&doc->arena, name, size);
}

static bool put_part(struct rq_doc *doc, const char *name, struct rq_bytes file,
                     struct rq_error *err)
{
    const char *extension = rq_path_extension(name);
    char *part = part_name(doc, name), kinds[RQ_KINDS_SIZE];
    const struct rq_converter *c = find_row(doc->format, RQ_WAY_PUT, file, extension);
    if (!part)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    if (!c)
        return rq_fail(err, RQ_USAGE, 0, name, "%s takes %s, not this file", doc->format->info.name,
                       rq_format_kinds(doc->format, RQ_WAY_PUT, kinds));
    return c->put(doc, part, file, err);
}

bool rq_doc_put_file(struct rq_doc *doc, const char *name, struct rq_bytes bytes,
                     struct rq_error *err)
{
    char kinds[RQ_KINDS_SIZE];
    if (!rq_format_kinds(doc->format, RQ_WAY_PUT, kinds)[0])
        return rq_doc_put_entry(doc, name, bytes, err);
    return rq_doc_settle(doc, err) && put_part(doc, name, bytes, err);
}

/* There is no file that could tell what it is: the extension does. */
bool rq_doc_remove_file(struct rq_doc *doc, const char *name, struct rq_error *err)
{
    char kinds[RQ_KINDS_SIZE];
    if (!rq_format_kinds(doc->format, RQ_WAY_REMOVE, kinds)[0])
        return rq_doc_remove_entry(doc, name, err);
    for (size_t i = 0; i < CONVERTERS; i++) {
        const struct rq_converter *c = &converters[i];
        if (!has_way(c, doc->format, RQ_WAY_REMOVE) ||
            rq_casecmp(c->kind.extension, rq_path_extension(name)) != 0)
            continue;
        char *part = part_name(doc, name);
        if (!part)
            return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
        return rq_doc_settle(doc, err) && c->remove(doc, part, err);
    }
    return rq_fail(err, RQ_USAGE, 0, name, "no part of %s is named like that",
                   doc->format->info.name);
}

struct rq_doc *rq_doc_import(struct rq_bytes file, const struct rq_format *format,
                             const struct rq_options *options, struct rq_error *err)
{
    static const struct rq_options no_options;
    struct rq_error ignored = {0};
    char kinds[RQ_KINDS_SIZE];
    const struct rq_converter *c = find_row(format, RQ_WAY_IMPORT, file, NULL);
    struct rq_doc *doc = NULL;
    size_t refusals = rq_memory_refusals();
    err = err ? err : &ignored;
    options = options ? options : &no_options;
    /* The one picture of a file of a game does as well. */
    const struct rq_format *source = c ? NULL : rq_format_detect(file, NULL);
    if (c)
        doc = c->import(file, format, options, err);
    else if (source && source->pictures && fits_picture(NULL, format, RQ_WAY_IMPORT))
        doc = rq_import_picture(file, format, options, err);
    else
        rq_fail(err, RQ_USAGE, 0, format->info.name, "can be made from %s, not from this file",
                rq_format_kinds(format, RQ_WAY_IMPORT, kinds));
    if (rq_memory_lasted(refusals, err))
        return doc;
    rq_doc_free(doc);
    return NULL;
}
