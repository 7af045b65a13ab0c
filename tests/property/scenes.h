/* Scenes as hashes, and a game in which one file is another. */
#ifndef TESTS_PROPERTY_SCENES_H
#define TESTS_PROPERTY_SCENES_H

#include "core/file.h"
#include "core/text.h"
#include "model/scene.h"
#include "said.h"

#include <math.h>

/* ---- scenes ---- */

/* Rounded, so that the last bit of a sine is no matter. */
static inline void add_floats(struct said *s, const float *values, size_t count)
{
    for (size_t i = 0; values && i < count; i++) {
        int64_t number = fabs((double)values[i]) < 1e12 ? llround((double)values[i] * 256) : 1;
        uint8_t bytes[8];
        for (size_t k = 0; k < 8; k++)
            bytes[k] = (uint8_t)((uint64_t)number >> (8 * k));
        s->hash = mix(s->hash, bytes, sizeof bytes);
    }
}

static inline void add_bytes(struct said *s, struct rq_bytes bytes)
{
    s->hash = mix(s->hash, bytes.data, bytes.size);
    if (s->show)
        fprintf(s->show, "%.*s\n", (int)bytes.size, (const char *)bytes.data);
}

static inline void tell_mesh(struct said *s, const struct rq_mesh *mesh)
{
    static const uint8_t widths[RQ_ATTRIBUTES] = {3, 3, 4, 2, 2, 2, 2, 4, 4, 4};
    said(s, "mesh %s %u %u", mesh->name, mesh->primitive_count, mesh->morph_count);
    for (uint32_t i = 0; i < mesh->primitive_count; i++) {
        const struct rq_primitive *p = &mesh->primitives[i];
        said(s, "%d %u %u", p->material, p->vertex_count, p->index_count);
        for (size_t k = 0; k < RQ_ATTRIBUTES; k++)
            if (k != RQ_JOINTS_0)
                add_floats(s, p->attributes[k], (size_t)p->vertex_count * widths[k]);
        for (uint32_t k = 0; k < p->index_count; k++)
            s->hash = (s->hash ^ p->indices[k]) * 0x100000001B3u;
        for (uint32_t k = 0; k < mesh->morph_count; k++) {
            add_floats(s, p->morphs[k].positions, (size_t)p->vertex_count * 3);
            add_floats(s, p->morphs[k].normals, (size_t)p->vertex_count * 3);
        }
    }
    add_bytes(s, mesh->extras);
}

static inline void tell_animation(struct said *s, const struct rq_scene *scene,
                                  const struct rq_animation *a)
{
    static const uint8_t widths[] = {3, 4, 3};
    said(s, "animation %s %u", a->name, a->channel_count);
    for (uint32_t i = 0; i < a->channel_count; i++) {
        const struct rq_channel *c = &a->channels[i];
        int mesh = scene->nodes[c->node].mesh;
        size_t width = c->path == RQ_PATH_WEIGHTS ? (mesh < 0 ? 0 : scene->meshes[mesh].morph_count)
                                                  : widths[c->path];
        said(s, "%d %d %d %u", c->node, (int)c->path, c->step, c->key_count);
        add_floats(s, c->times, c->key_count);
        add_floats(s, c->values, c->key_count * width);
    }
}

static inline void tell_scene(struct said *s, const struct rq_scene *scene)
{
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const struct rq_node *n = &scene->nodes[i];
        said(s, "node %s %d %d %d %d", n->name, n->parent, n->mesh, n->skin, n->light);
        add_floats(s, n->translation, 3);
        add_floats(s, n->rotation, 4);
        add_floats(s, n->scale, 3);
        add_bytes(s, n->extras);
    }
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        tell_mesh(s, &scene->meshes[i]);
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const struct rq_material *m = &scene->materials[i];
        said(s, "material %s %d %d %d %d %d", m->name, m->texture, m->lightmap, (int)m->alpha,
             m->double_sided, m->unlit);
        add_floats(s, m->color, 4);
        add_floats(s, m->emissive, 3);
        add_bytes(s, m->extras);
    }
    for (uint32_t i = 0; i < scene->texture_count; i++) {
        const struct rq_texture *t = &scene->textures[i];
        said(s, "texture %s %u %u %d", t->name, t->image.planes ? t->image.planes->width : 0,
             t->image.planes ? t->image.planes->height : 0, t->nearest);
    }
    for (uint32_t i = 0; i < scene->light_count; i++) {
        const struct rq_light *l = &scene->lights[i];
        said(s, "light %s %d", l->name, (int)l->type);
        add_floats(s, l->color, 3);
        add_floats(s, (const float[]){l->intensity, l->range}, 2);
    }
    for (uint32_t i = 0; i < scene->animation_count; i++)
        tell_animation(s, scene, &scene->animations[i]);
    add_bytes(s, scene->extras);
}

/* ---- the game with one file that is another ---- */

struct overlay {
    const struct rq_env *below;
    const char *name; /* of the file; NULL: none */
    struct rq_bytes bytes;
    bool gone;
};

static inline bool overlay_get(void *ctx, const char *name, struct rq_bytes *bytes)
{
    const struct overlay *o = ctx;
    if (!o->name || rq_casecmp(rq_path_base(name), o->name) != 0)
        return o->below->get(o->below->ctx, name, bytes);
    *bytes = o->bytes;
    return !o->gone;
}

static inline const char *overlay_name(void *ctx, size_t index)
{
    const struct overlay *o = ctx;
    return o->below->name(o->below->ctx, index);
}

#endif
