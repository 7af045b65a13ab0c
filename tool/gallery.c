#include "gallery.h"
#include "codec/deflate.h"
#include "core/json.h"
#include "core/text.h"
#include "server/assets.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    THUMB_WIDTH = 256,
    THUMB_HEIGHT = 192,
    SHOWN_AS_IT_IS = 64 << 10, /* a picture of no more bytes than this needs no smaller one */
    MOST_OF_PAGE = 16 << 20,   /* bytes of one file of the page: far more than any has */
    PART_INPUTS = 2000, /* of a script of data: the page shows the first while it loads the rest */
};

void gallery_open(struct gallery *gallery, const struct args *args, const struct rq_game *game,
                  bool indexed)
{
    *gallery =
        (struct gallery){.on = indexed && rq_gallery_assets[0].path && !given(args, OPT_no_gallery),
                         .previews = given(args, OPT_previews),
                         .args = args,
                         .out = args->values[OPT_output],
                         .game = game};
}

/* ---- files below OUT/index ---- */

/* "OUT/index/thumbs/a/b.glb.png", to be freed. */
static char *path_below(const struct gallery *g, const char *folder, const char *name,
                        const char *extension)
{
    return need_text("%s/index/%s%s%s", g->out, folder, name, extension);
}

/* The folder is ours: what is there is of an earlier run. */
static bool save_below(const struct gallery *g, const char *folder, const char *name,
                       const char *extension, const struct rq_out *out, struct rq_error *err)
{
    if (out->failed)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    char *path = path_below(g, folder, name, extension);
    char *end = path + (rq_path_base(path) - path), was = *end;
    *end = 0;
    bool fine = rq_make_folder(path, err);
    *end = was;
    fine = fine && rq_file_save(path, rq_out_bytes(out), RQ_SAVE_REPLACE, err);
    free(path);
    return fine;
}

static bool is_below(const struct gallery *g, const char *folder, const char *name,
                     const char *extension)
{
    char *path = path_below(g, folder, name, extension);
    bool there = rq_path_kind(path, NULL) == RQ_PATH_FILE;
    free(path);
    return there;
}

bool holds_bytes(const char *path, struct rq_bytes bytes)
{
    struct rq_map map;
    struct rq_error err = {0};
    uint64_t size = 0;
    if (rq_path_kind(path, &size) != RQ_PATH_FILE || size != bytes.size ||
        !rq_map_open(&map, path, &err))
        return false;
    bool same = map.bytes.size == bytes.size &&
                (!bytes.size || memcmp(map.bytes.data, bytes.data, bytes.size) == 0);
    rq_map_close(&map);
    return same;
}

/* ---- in the batch ---- */

static bool look_at_picture(const struct gallery *g, struct made_file *file, struct rq_bytes bytes,
                            bool fresh, struct rq_error *err)
{
    struct rq_out small = {0};
    bool fine = true;
    if (!rq_glance_size(bytes, &file->width, &file->height) || bytes.data[0] == 'G' ||
        (bytes.size <= SHOWN_AS_IT_IS && file->width <= 2 * THUMB_WIDTH &&
         file->height <= 2 * THUMB_WIDTH))
        return true;
    file->thumb = !fresh && is_below(g, "thumbs/", file->name, ".png");
    if (!file->thumb && rq_glance_picture(bytes, THUMB_WIDTH, &small))
        fine = file->thumb = save_below(g, "thumbs/", file->name, ".png", &small, err);
    rq_out_free(&small);
    return fine;
}

/* A script that hands the model to the page: a page that was opened by a double click may load scripts, but read no
 * other files. */
static bool write_script(const struct gallery *g, struct made_file *file, struct rq_bytes bytes,
                         bool fresh, struct rq_error *err)
{
    struct rq_out script = {0};
    struct rq_json j = {.out = &script, .compact = true};
    file->script = !fresh && is_below(g, "models/", file->name, ".js");
    if (file->script)
        return true;
    rq_put_str(&script, "reliquaryModel(");
    rq_json_array(&j);
    rq_json_str(&j, file->name);
    rq_json_base64(&j, bytes);
    rq_json_end_array(&j);
    rq_put_str(&script, ");\n");
    file->script = save_below(g, "models/", file->name, ".js", &script, err);
    rq_out_free(&script);
    return file->script;
}

bool gallery_look(const struct gallery *g, struct made *made, struct rq_bytes bytes, bool fresh,
                  struct rq_error *err)
{
    if (!g->on)
        return true;
    struct made_file *file = &made->files[made->count - 1];
    const char *extension = rq_path_extension(file->name);
    size_t size = strlen(extension);
    file->fresh = fresh;
    if (rq_word_in("png gif", extension, size))
        return look_at_picture(g, file, bytes, fresh, err);
    if (rq_word_in("wav mp3", extension, size))
        rq_glance_sound(bytes, &file->sound);
    if (g->previews && rq_word_in("glb", extension, size))
        return write_script(g, file, bytes, fresh, err);
    return true;
}

static bool draw_model(const struct gallery *g, struct made_file *file, struct rq_doc *doc,
                       const struct rq_convert_options *how, struct rq_error *err)
{
    const struct rq_render_options look = {
        .width = THUMB_WIDTH, .height = THUMB_HEIGHT, .yaw = 30, .pitch = 20};
    struct rq_convert_options scene = *how;
    struct rq_error unseen = {0};
    struct rq_out png = {0};
    bool fine = true;
    scene.lost = NULL; /* the model itself has told */
    file->thumb = !file->fresh && is_below(g, "thumbs/", file->name, ".png");
    if (!file->thumb && rq_doc_render(doc, &scene, &look, &png, &unseen))
        fine = file->thumb = save_below(g, "thumbs/", file->name, ".png", &png, err);
    rq_out_free(&png);
    return fine;
}

bool gallery_look_inside(const struct gallery *g, struct made *made, struct rq_doc *doc,
                         const struct rq_convert_options *how, struct rq_error *err)
{
    bool fine = true;
    for (size_t i = 0; g->on && fine && i < made->count; i++)
        if (strcmp(rq_path_extension(made->files[i].name), "glb") == 0)
            fine = draw_model(g, &made->files[i], doc, how, err);
    if (g->on)
        made->lines = gallery_lines(g->game, doc, made);
    return fine;
}

/* ---- data ---- */

static void put_text(struct rq_json *j, const char *key, const char *text)
{
    rq_json_key(j, key);
    rq_json_str(j, text);
}

static void put_number(struct rq_json *j, const char *key, uint64_t value)
{
    rq_json_key(j, key);
    rq_json_u64(j, value);
}

/* One letter for each part of the sound, from A for silence to Z. */
static void put_sound(struct rq_json *j, const struct rq_glance_sound *sound)
{
    char peaks[RQ_GLANCE_PEAKS + 1] = {0};
    for (size_t i = 0; i < RQ_GLANCE_PEAKS; i++)
        peaks[i] = (char)('A' + (sound->peaks[i] * 25 + 127) / 255);
    put_number(j, "ms", sound->ms);
    put_text(j, "peaks", peaks);
}

static void put_made(struct rq_json *j, const struct made_file *file)
{
    rq_json_object(j);
    put_text(j, "name", file->name);
    put_number(j, "size", file->size);
    if (file->width) {
        put_number(j, "width", file->width);
        put_number(j, "height", file->height);
    }
    if (file->sound.ms)
        put_sound(j, &file->sound);
    if (file->thumb)
        put_number(j, "thumb", 1);
    if (file->script)
        put_number(j, "script", 1);
    rq_json_end_object(j);
}

static void put_input(struct rq_json *j, const struct rq_tree_node *node, const struct made *made)
{
    rq_json_object(j);
    put_text(j, "path", node->below);
    put_text(j, "format", node->format ? rq_format_describe(node->format)->name : "unknown");
    put_number(j, "size", node->bytes.size);
    rq_json_key(j, "files");
    rq_json_array(j);
    for (size_t i = 0; i < made->count; i++)
        put_made(j, &made->files[i]);
    rq_json_end_array(j);
    if (made->lines) {
        rq_json_key(j, "lines");
        rq_json_raw(j, (struct rq_bytes){(const uint8_t *)made->lines, strlen(made->lines)});
    }
    rq_json_end_object(j);
}

static bool write_part(const struct gallery *g, const struct rq_tree *tree, const struct made *made,
                       size_t part, struct rq_error *err)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    size_t end = (part + 1) * PART_INPUTS < tree->count ? (part + 1) * PART_INPUTS : tree->count;
    char name[32];
    snprintf(name, sizeof name, "data-%zu", part);
    rq_put_str(&out, "reliquaryData(");
    rq_json_array(&j);
    for (size_t i = part * PART_INPUTS; i < end; i++)
        put_input(&j, &tree->nodes[i], &made[i]);
    rq_json_end_array(&j);
    rq_put_str(&out, ");\n");
    bool fine = save_below(g, "", name, ".js", &out, err);
    rq_out_free(&out);
    return fine;
}

/* The folder that was converted, or nothing for several. */
static void put_name(struct rq_json *j, const struct args *args)
{
    char *full = args->count == 1 ? rq_path_full(args->paths[0]) : NULL;
    put_text(j, "name", full ? rq_path_base(full) : "");
    free(full);
}

static bool write_head(const struct gallery *g, size_t parts, struct rq_error *err)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    const struct rq_game_info *game = g->game ? rq_game_describe(g->game) : NULL;
    rq_put_str(&out, "reliquaryData(");
    rq_json_object(&j);
    put_name(&j, g->args);
    put_text(&j, "family", game ? game->family : "plain");
    put_number(&j, "version", game ? game->version : 0);
    put_number(&j, "parts", parts);
    rq_json_key(&j, "formats");
    rq_json_object(&j);
    for (size_t i = 0; i < rq_format_count(); i++) {
        const struct rq_format_info *info = rq_format_describe(rq_format_at(i));
        put_text(&j, info->name, info->title);
    }
    rq_json_end_object(&j);
    rq_json_end_object(&j);
    rq_put_str(&out, ");\n");
    bool fine = save_below(g, "", "data", ".js", &out, err);
    rq_out_free(&out);
    return fine;
}

/* ---- the page ---- */

static void unpack(const struct rq_asset *asset, struct rq_out *out)
{
    struct rq_bytes packed = {asset->start, (size_t)(asset->end - asset->start)};
    rq_zlib_unpack(out, packed, MOST_OF_PAGE);
}

void gallery_page(struct rq_out *html)
{
    for (const struct rq_asset *asset = rq_gallery_assets; asset->path; asset++)
        if (strcmp(asset->path, "/index.html") == 0)
            unpack(asset, html);
}

bool gallery_write(const struct gallery *g, const struct rq_tree *tree, const struct made *made,
                   struct rq_error *err)
{
    size_t parts = (tree->count + PART_INPUTS - 1) / PART_INPUTS;
    bool fine = write_head(g, parts, err);
    for (size_t i = 0; fine && i < parts; i++)
        fine = write_part(g, tree, made, i, err);
    for (const struct rq_asset *asset = rq_gallery_assets; fine && asset->path; asset++) {
        struct rq_out file = {0};
        if (strcmp(asset->path, "/index.html") == 0)
            continue;
        unpack(asset, &file);
        fine = save_below(g, "", asset->path + 1, "", &file, err);
        rq_out_free(&file);
    }
    return fine;
}
