/* Decoded pictures, sounds and meshes: reliquary/media.h. */
#include "convert/convert.h"
#include "convert/pose.h"
#include "game/converters/converter.h"

#include <reliquary/media.h>

struct rq_media {
    struct rq_export e;
    struct rq_convert_options options;
    struct rq_error ignored;
    const struct rq_image *images;
    const struct rq_clip *clips;
    struct rq_media_picture *pictures;
    struct rq_media_sound *sounds;
    struct rq_media_mesh *meshes;
    size_t picture_count, sound_count, mesh_count;
};

static bool no_memory(struct rq_export *e)
{
    return rq_fail(e->err, RQ_NO_MEMORY, 0, e->stem, "out of memory");
}

/* ---- opening ---- */

static bool open_pictures(struct rq_media *m)
{
    struct rq_export *e = &m->e;
    if (!e->doc->format->pictures->images(e->doc, &e->view, &m->images, &m->picture_count))
        return false;
    m->pictures = rq_arena_get(&e->arena, m->picture_count, sizeof *m->pictures);
    for (size_t i = 0; m->pictures && i < m->picture_count; i++) {
        const struct rq_image *image = &m->images[i];
        bool shown = image->frames && image->faces && image->mips;
        m->pictures[i] = (struct rq_media_picture){.name = image->name ? image->name : "",
                                                   .width = shown ? image->planes[0].width : 0,
                                                   .height = shown ? image->planes[0].height : 0,
                                                   .frames = image->frames,
                                                   .faces = image->faces,
                                                   .levels = image->mips,
                                                   .delays_ms = image->delays_ms};
    }
    return m->pictures || no_memory(e);
}

static bool open_sounds(struct rq_media *m)
{
    struct rq_export *e = &m->e;
    if (!e->doc->format->sounds->clips(e->doc, &e->view, &m->clips, &m->sound_count))
        return false;
    m->sounds = rq_arena_get(&e->arena, m->sound_count, sizeof *m->sounds);
    for (size_t i = 0; m->sounds && i < m->sound_count; i++) {
        const struct rq_clip *clip = &m->clips[i];
        m->sounds[i] = (struct rq_media_sound){
            .name = clip->name ? clip->name : "",
            .title = clip->title,
            .rate = clip->rate,
            .channels = clip->channels,
            .frames = clip->samples.size / (clip->channels * (unsigned)clip->bits / 8u),
            .loops = clip->loops,
            .loop_begin = clip->loop_begin,
            .loop_end = clip->loop_end};
    }
    return m->sounds || no_memory(e);
}

static const char *kept_text(struct rq_arena *arena, const char *text)
{
    return text ? rq_arena_text(arena, text, strlen(text)) : NULL;
}

/* A copy of floats that a scene may hold in documents that are closed again. */
static const float *kept(struct rq_arena *arena, const float *from, size_t count, bool *failed)
{
    float *copy = from ? rq_arena_get(arena, count, sizeof *copy) : NULL;
    if (copy)
        memcpy(copy, from, count * sizeof *copy);
    *failed = *failed || (from && !copy);
    return copy;
}

static const char *texture_name(const struct rq_scene *scene, int texture)
{
    return texture >= 0 && (uint32_t)texture < scene->texture_count ? scene->textures[texture].name
                                                                    : NULL;
}

static bool keep_primitive(struct rq_arena *arena, const struct rq_pose *pose, uint32_t node,
                           const struct rq_primitive *p, struct rq_media_mesh *mesh)
{
    const struct rq_scene *scene = pose->scene;
    const struct rq_material *material = p->material >= 0 ? &scene->materials[p->material] : NULL;
    size_t vertices = p->vertex_count;
    bool failed = false, has_normals = p->attributes[RQ_NORMAL] != NULL;
    float *positions = rq_arena_get(arena, vertices, 3 * sizeof *positions);
    float *normals = has_normals ? rq_arena_get(arena, vertices, 3 * sizeof *normals) : NULL;
    uint32_t *indices = rq_arena_get(arena, p->index_count, sizeof *indices);
    if (!positions || !indices || (has_normals && !normals))
        return false;
    rq_pose_vertices(pose, node, p, positions, normals);
    memcpy(indices, p->indices, p->index_count * sizeof *indices);
    *mesh = (struct rq_media_mesh){.name = kept_text(arena, scene->nodes[node].name),
                                   .color = {1, 1, 1, 1},
                                   .vertex_count = p->vertex_count,
                                   .positions = positions,
                                   .normals = normals,
                                   .index_count = p->index_count,
                                   .indices = indices};
    for (size_t i = 0; i < 2; i++)
        mesh->texcoords[i] = kept(arena, p->attributes[RQ_TEXCOORD_0 + i], vertices * 2, &failed);
    mesh->colors = kept(arena, p->attributes[RQ_COLOR_0], vertices * 4, &failed);
    if (material) {
        mesh->texture = kept_text(arena, texture_name(scene, material->texture));
        mesh->lightmap = kept_text(arena, texture_name(scene, material->lightmap));
        mesh->double_sided = material->double_sided;
        memcpy(mesh->color, material->color, sizeof mesh->color);
    }
    return !failed;
}

static bool keep_scene(struct rq_export *e, const struct rq_scene *scene, void *ctx)
{
    struct rq_media *m = ctx;
    struct rq_pose pose;
    size_t count = 0;
    if (!rq_pose_open(&pose, scene, NULL, 0, &e->arena, e->err))
        return false;
    for (uint32_t n = 0; n < scene->node_count; n++)
        if (scene->nodes[n].mesh >= 0)
            count += scene->meshes[scene->nodes[n].mesh].primitive_count;
    m->meshes = rq_arena_get(&e->arena, count, sizeof *m->meshes);
    if (!m->meshes)
        return no_memory(e);
    for (uint32_t n = 0; n < scene->node_count; n++) {
        const struct rq_mesh *mesh =
            scene->nodes[n].mesh >= 0 ? &scene->meshes[scene->nodes[n].mesh] : NULL;
        for (uint32_t i = 0; mesh && i < mesh->primitive_count; i++)
            if (!keep_primitive(&e->arena, &pose, n, &mesh->primitives[i],
                                &m->meshes[m->mesh_count++]))
                return no_memory(e);
    }
    return true;
}

struct rq_media *rq_media_open(struct rq_doc *doc, const struct rq_convert_options *options,
                               struct rq_error *err)
{
    size_t refusals = rq_memory_refusals();
    struct rq_media *m = rq_mem(doc->alloc, NULL, sizeof *m);
    if (!m) {
        rq_fail(err, RQ_NO_MEMORY, 0, "media", "out of memory");
        return NULL;
    }
    *m = (struct rq_media){.e = {.doc = doc}};
    if (options)
        m->options = *options;
    m->e.options = &m->options;
    m->e.err = err ? err : &m->ignored;
    const struct rq_format *format = doc->format;
    bool fine = rq_export_begin(&m->e) && (!format->pictures || open_pictures(m)) &&
                (!format->sounds || open_sounds(m)) &&
                (!rq_export_has_scene(&m->e) || rq_export_scene(&m->e, keep_scene, m, false)) &&
                rq_memory_lasted(refusals, m->e.err);
    m->e.err = m->e.view.err = &m->ignored;
    if (fine)
        return m;
    rq_media_close(m);
    return NULL;
}

void rq_media_close(struct rq_media *media)
{
    if (!media)
        return;
    const struct rq_alloc *alloc = media->e.doc->alloc;
    rq_export_end(&media->e);
    rq_mem(alloc, media, 0);
}

/* ---- pictures ---- */

size_t rq_media_picture_count(const struct rq_media *media)
{
    return media->picture_count;
}

const struct rq_media_picture *rq_media_picture(const struct rq_media *media, size_t index)
{
    return index < media->picture_count ? &media->pictures[index] : NULL;
}

static const struct rq_plane *plane_at(const struct rq_media *media, size_t index, uint32_t frame,
                                       uint32_t face, uint32_t level)
{
    const struct rq_image *image = index < media->picture_count ? &media->images[index] : NULL;
    if (!image || frame >= image->frames || face >= image->faces || level >= image->mips)
        return NULL;
    return rq_image_plane(image, frame, face, level);
}

bool rq_media_level(const struct rq_media *media, size_t index, uint32_t frame, uint32_t face,
                    uint32_t level, uint32_t *width, uint32_t *height)
{
    const struct rq_plane *plane = plane_at(media, index, frame, face, level);
    if (!plane)
        return false;
    *width = plane->width;
    *height = plane->height;
    return true;
}

bool rq_media_pixels(const struct rq_media *media, size_t index, uint32_t frame, uint32_t face,
                     uint32_t level, uint8_t *rgba)
{
    const struct rq_plane *plane = plane_at(media, index, frame, face, level);
    if (plane)
        rq_plane_rgba(&media->images[index], plane, rgba);
    return plane != NULL;
}

bool rq_png_from_rgba(const uint8_t *rgba, uint32_t width, uint32_t height, struct rq_out *png,
                      struct rq_error *err)
{
    struct rq_error ignored = {0};
    size_t size = rq_pixels_size(RQ_PIXELS_RGBA8, width, height);
    err = err ? err : &ignored;
    if (!size)
        return rq_fail(err, RQ_USAGE, 0, "png", "%u x %u is no size of a picture", width, height);
    const struct rq_plane plane = {width, height, {rgba, size}};
    const struct rq_image image = {
        .pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = &plane};
    return rq_png_write(png, &image, 0, 0, 0, 6, err);
}

/* ---- sounds ---- */

size_t rq_media_sound_count(const struct rq_media *media)
{
    return media->sound_count;
}

const struct rq_media_sound *rq_media_sound(const struct rq_media *media, size_t index)
{
    return index < media->sound_count ? &media->sounds[index] : NULL;
}

size_t rq_media_samples(const struct rq_media *media, size_t index, uint64_t first, size_t frames,
                        int16_t *samples)
{
    const struct rq_media_sound *sound = rq_media_sound(media, index);
    if (!sound || first >= sound->frames)
        return 0;
    if (frames > sound->frames - first)
        frames = (size_t)(sound->frames - first);
    const struct rq_clip *clip = &media->clips[index];
    size_t count = frames * clip->channels, width = clip->bits / 8u;
    const uint8_t *from = clip->samples.data + (size_t)first * clip->channels * width;
    for (size_t i = 0; i < count; i++, from += width) {
        int wide = width == 1 ? from[0] << 8 : from[0] | from[1] << 8;
        /* Bytes are unsigned, words are not. */
        samples[i] =
            (int16_t)(width == 1 || wide >= 0x8000 ? wide - (width == 1 ? 0x8000 : 0x10000) : wide);
    }
    return frames;
}

/* ---- meshes ---- */

size_t rq_media_mesh_count(const struct rq_media *media)
{
    return media->mesh_count;
}

const struct rq_media_mesh *rq_media_mesh(const struct rq_media *media, size_t index)
{
    return index < media->mesh_count ? &media->meshes[index] : NULL;
}
