/* Open formats: one row of converters.c each. The functions of the rows stand in the other files of
 * this folder, both directions of one sort of asset together. */
#ifndef RQ_GAME_CONVERTERS_CONVERTER_H
#define RQ_GAME_CONVERTERS_CONVERTER_H

#include "formats/format.h"

/* One conversion of a document. */
struct rq_export {
    struct rq_doc *doc;
    const struct rq_convert_options *options;
    rq_convert_fn *fn;
    void *ctx;
    struct rq_view view;
    struct rq_arena arena;  /* of the view */
    struct rq_out out;      /* the file that is being made */
    struct rq_doc *palette; /* of the view; or NULL */
    struct rq_missing missing;
    struct rq_error *err;
    char stem[200]; /* of the names to make */
};

struct rq_converter {
    struct rq_file_kind kind;

    /* When nothing is asked for, a document becomes those of its kinds that have the lowest number
     * here; 0: only when it is asked for. */
    unsigned natural;

    bool part; /* a file of this kind is one part of a document, under the name that put takes */

    /* Whether the format has the facets that one of the functions below needs. Is asked only where
     * there is such a function. */
    bool (*fits)(const struct rq_file_kind *kind, const struct rq_format *format, enum rq_way way);

    /* Whether a file is of this kind. extension is that of its name; NULL: the name is not known. */
    bool (*is)(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension);

    /* Gives the document's files to rq_export_give. options->to is NULL when nothing was asked
     * for. */
    bool (*export)(struct rq_export *e, const struct rq_file_kind *kind);

    /* A document of the format from such a file. */
    struct rq_doc *(*import)(struct rq_bytes file, const struct rq_format *format,
                             const struct rq_options *options, struct rq_error *err);

    /* Puts such a file into a document, in place of the part of that name, which may be changed
     * here. The file lives as long as the document. */
    bool (*put)(struct rq_doc *doc, char *part, struct rq_bytes file, struct rq_error *err);

    /* Takes the part of that name, which may be changed here, out of a document. */
    bool (*remove)(struct rq_doc *doc, char *part, struct rq_error *err);
};

/* Opens the palette and fills in the view; doc, options and err are given, fn and ctx where files are
 * made. rq_export_end frees what it took, also after a failure. */
bool rq_export_begin(struct rq_export *e);
void rq_export_end(struct rq_export *e);

/* Calls make between the two. */
bool rq_export_run(struct rq_export *e, bool (*make)(struct rq_export *e, void *ctx), void *ctx);

/* Whether the caller wants the file of that name: what it does not want is not made. */
bool rq_export_wants(const struct rq_export *e, const char *name);

/* Hands the file in e->out to the caller, and empties it. */
bool rq_export_give(struct rq_export *e, const char *name);
/* The same for the one file of a kind: the stem with its extension. */
bool rq_export_give_one(struct rq_export *e, const struct rq_file_kind *kind);

/* ---- names of parts: names.c ---- */

/* Names of sounds and texts are four bytes of anything. What can't be in a file name is "%3f", and so
 * are the capitals of names that differ in nothing else. */
struct rq_part_name {
    const char *name;
    bool like_another; /* ignoring case */
};

/* Finds those that are like another; false without memory. */
bool rq_part_names_compare(struct rq_arena *arena, struct rq_part_name *names, size_t count);

/* apart: "_" is escaped too, because one follows. */
void rq_part_name_put(struct rq_out *out, const struct rq_part_name *name, bool apart);

/* What rq_part_name_put did, undone in place. */
void rq_part_name_take(char *name);

/* ---- pictures ---- */

bool rq_export_png(struct rq_export *e, const struct rq_file_kind *kind);
bool rq_export_gif(struct rq_export *e, const struct rq_file_kind *kind);
bool rq_export_texture(struct rq_export *e, const struct rq_file_kind *kind);
struct rq_doc *rq_import_picture(struct rq_bytes file, const struct rq_format *format,
                                 const struct rq_options *options, struct rq_error *err);
bool rq_put_picture(struct rq_doc *doc, char *part, struct rq_bytes file, struct rq_error *err);
bool rq_remove_picture(struct rq_doc *doc, char *part, struct rq_error *err);
bool rq_is_png(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension);

/* One plane as a PNG; a picture of several faces or frames that is not indexed as one sheet. */
bool rq_export_plane(struct rq_export *e, const struct rq_image *image, const char *name,
                     uint32_t frame, uint32_t mip);

/* ---- scenes ---- */

/* What is done with the scene of a document, which goes away afterwards. */
typedef bool rq_use_scene(struct rq_export *e, const struct rq_scene *scene, void *ctx);

/* The scene of a document, of a map with its world, or of a whole figure. files: what a scene has no
 * place for is given as a file beside it. */
bool rq_export_scene(struct rq_export *e, rq_use_scene *use, void *ctx, bool files);
/* Whether there is such a scene. */
bool rq_export_has_scene(const struct rq_export *e);

bool rq_export_glb(struct rq_export *e, const struct rq_file_kind *kind);
/* The GLB of a whole creature, placeable or door. */
bool rq_export_whole(struct rq_export *e, void *ctx);
struct rq_doc *rq_import_glb(struct rq_bytes file, const struct rq_format *format,
                             const struct rq_options *options, struct rq_error *err);
bool rq_is_glb(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension);

/* ---- sounds ---- */

bool rq_export_wav(struct rq_export *e, const struct rq_file_kind *kind);
bool rq_export_mp3(struct rq_export *e, const struct rq_file_kind *kind);
bool rq_put_wav(struct rq_doc *doc, char *part, struct rq_bytes file, struct rq_error *err);
bool rq_put_mp3(struct rq_doc *doc, char *part, struct rq_bytes file, struct rq_error *err);
bool rq_remove_sound(struct rq_doc *doc, char *part, struct rq_error *err);
struct rq_doc *rq_import_sound(struct rq_bytes file, const struct rq_format *format,
                               const struct rq_options *options, struct rq_error *err);
bool rq_is_mp3(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension);
bool rq_is_wav(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension);

/* ---- fonts ---- */

bool rq_export_bmfont(struct rq_export *e, const struct rq_file_kind *kind);
bool rq_export_ttf(struct rq_export *e, const struct rq_file_kind *kind);
bool rq_export_glyphs(struct rq_export *e, const struct rq_file_kind *kind);

/* ---- menus of Redguard ---- */

bool rq_export_menu(struct rq_export *e, const struct rq_file_kind *kind);
bool rq_export_srt(struct rq_export *e, const struct rq_file_kind *kind);

/* ---- tables, other forms of the file, text of other tools ---- */

bool rq_export_csv(struct rq_export *e, const struct rq_file_kind *kind);
bool rq_export_form(struct rq_export *e, const struct rq_file_kind *kind);
bool rq_export_model(struct rq_export *e, const struct rq_file_kind *kind);
bool rq_export_xml(struct rq_export *e, const struct rq_file_kind *kind);
bool rq_export_json(struct rq_export *e, const struct rq_file_kind *kind);
struct rq_doc *rq_import_text(struct rq_bytes file, const struct rq_format *format,
                              const struct rq_options *options, struct rq_error *err);
struct rq_doc *rq_import_json(struct rq_bytes file, const struct rq_format *format,
                              const struct rq_options *options, struct rq_error *err);
bool rq_put_csv(struct rq_doc *doc, char *part, struct rq_bytes file, struct rq_error *err);
bool rq_export_texts(struct rq_export *e, const struct rq_file_kind *kind);
bool rq_put_text(struct rq_doc *doc, char *part, struct rq_bytes file, struct rq_error *err);
bool rq_remove_text(struct rq_doc *doc, char *part, struct rq_error *err);
/* Text that is neither JSON nor XML: only a name tells what it is. */
bool rq_is_plain_text(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension);
bool rq_is_xml(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension);
bool rq_is_json(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension);

#endif
