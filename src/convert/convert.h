/* Neutral assets to open formats and back. Each writer appends to out; false with err
 * filled when it can't. None of them knows a game format.
 */
#ifndef RQ_CONVERT_CONVERT_H
#define RQ_CONVERT_CONVERT_H

#include "model/clip.h"
#include "model/font.h"
#include "model/graph.h"
#include "model/image.h"
#include "model/scene.h"
#include "model/table.h"

/* Keyword of the text that says whose indices an indexed PNG has; see rq_image.indices_of. */
#define RQ_PNG_ORIGIN "Reliquary indices of"

/* One plane as PNG: INDEX8 keeps its palette (with tRNS for a transparent index 0), grey
 * stays grey, other pictures of up to 256 colours become indexed, opaque ones RGB, the rest
 * RGBA. level: 1 fast, 12 small. */
bool rq_png_write(struct rq_out *out, const struct rq_image *image, uint32_t frame, uint32_t face,
                  uint32_t mip, int level, struct rq_error *err);

/* The same with what packing needs, kept by the caller; or NULL. */
struct rq_packer;
bool rq_png_write_with(struct rq_packer *packer, struct rq_out *out, const struct rq_image *image,
                       uint32_t frame, uint32_t face, uint32_t mip, int level,
                       struct rq_error *err);

/* The first plane as PNG at level 1, out of those that pictures has where it is one of them; NULL: there are none.
 * From any thread. */
struct rq_pictures;
bool rq_pictures_write(struct rq_pictures *pictures, struct rq_out *out,
                       const struct rq_image *image, struct rq_error *err);

/* A PNG as an image in the arena: INDEX8 when it has a palette without alpha but that of a
 * see-through index 0, else GREY8, RGB8 or RGBA8; 16 bits become 8. No side may pass 16384,
 * and the arena's limit holds. Fails with RQ_UNSUPPORTED when built without libpng. */
bool rq_png_read(struct rq_bytes png, struct rq_arena *arena, struct rq_image *image,
                 struct rq_error *err);

/* All frames of an INDEX8 image (first face, first level) as one GIF, looping when there are
 * several. */
bool rq_gif_write(struct rq_out *out, const struct rq_image *image, struct rq_error *err);

/* A scene as binary glTF 2.0, textures embedded as PNG. What the scene must keep to is said
 * in model/scene.h; indices out of range, empty meshes and numbers that are not finite fail
 * with RQ_USAGE. Arrays given by the same pointer are written once; primitives of a mesh share their vertex
 * buffers. Animations without keys are left out: glTF has none. pictures: see above. */
bool rq_glb_write(struct rq_out *out, const struct rq_scene *scene, struct rq_pictures *pictures,
                  struct rq_error *err);

/* Takes the lightmaps of a scene out: baked, as colours of vertices that need no light, or not at all.
 * New arrays are the arena's. */
bool rq_scene_unlight(struct rq_scene *scene, bool baked, struct rq_arena *arena,
                      struct rq_error *err);

/* Binary glTF 2.0 as a scene in the arena, whose limit holds. Triangles in any of their three
 * forms; normalized numbers as floats; matrices as translation, rotation and scale. Textures
 * have names and sizes, but no pixels; extras are JSON text as it stands. Cameras are left out, and
 * morph targets unless they are asked for; of cubic splines the values at the keys are taken.
 * Compressed meshes and data in other files fail. */
bool rq_glb_read(struct rq_bytes glb, bool morphs, struct rq_arena *arena, struct rq_scene *scene,
                 struct rq_error *err);

/* A picture of a scene in the arena, RGBA, by a camera that stands where all of it is in the picture.
 * Equal input gives equal pixels. RQ_UNSUPPORTED: nothing in it can be seen; RQ_LIMIT: it would
 * take too long, or too much memory; RQ_USAGE: a size, angle, animation or frame that is not there. */
bool rq_render(const struct rq_scene *scene, const struct rq_render_options *options,
               struct rq_arena *arena, struct rq_image *image, struct rq_error *err);

/* A loop goes into a smpl chunk. */
bool rq_wav_write(struct rq_out *out, const struct rq_clip *clip, struct rq_error *err);
/* PCM of 8 or 16 bits; samples point into wav. A file that ends before its sizes say is
 * refused; a loop outside of the samples is passed over. */
bool rq_wav_read(struct rq_bytes wav, struct rq_clip *clip, struct rq_error *err);

/* A table as CSV (RFC 4180): UTF-8, commas, lines end with CR LF, the headings first; a
 * field is quoted when it has to be. */
bool rq_csv_write(struct rq_out *out, const struct rq_table *table, struct rq_error *err);
/* Separated by the first of comma, semicolon, tab that the headings have; with or without a
 * byte order mark; any line ends. Rows that are short or long are refused, with the line. */
bool rq_csv_read(struct rq_bytes csv, struct rq_arena *arena, struct rq_table *table,
                 struct rq_error *err);

/* A font as TrueType: outlines along the edges of the pixels that are not 0, no hinting; a
 * pixel is 64 units where that fits. Of glyphs with one code point the first is found; those
 * beyond U+FFFE are in the font, but no text finds them. */
bool rq_ttf_write(struct rq_out *out, const struct rq_font *font, struct rq_error *err);

/* The text half of a BMFont, for the picture of rq_atlas_image in the file `page`. */
bool rq_bmfont_write(struct rq_out *out, const struct rq_font *font, const struct rq_atlas *atlas,
                     const char *page, struct rq_error *err);

/* A graph as SVG: boxes in columns, laid out by rq_graph_layout, titles as tooltips. */
bool rq_svg_write(struct rq_out *out, struct rq_graph *graph, struct rq_error *err);
/* The same for Graphviz, which lays it out. */
bool rq_dot_write(struct rq_out *out, const struct rq_graph *graph, struct rq_error *err);

#endif
