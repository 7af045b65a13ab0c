/* MDL: textures, lightmaps, the supermodel, other models that it takes along; animations that it has. */
#include "refs/refs.h"

#include <reliquary/mdl.h>

/* A name of fixed size; "NULL" is none. */
static void put(struct rq_collect *c, const char *part, const char *name, size_t size,
                const char *types, enum rq_use_kind kind)
{
    char text[33] = "";
    memcpy(text, name, size < sizeof text ? size : sizeof text - 1);
    if (!text[0] || rq_casecmp(text, "NULL") == 0)
        return;
    size_t had = rq_collect_at(c, "%s", part);
    rq_collect_put(c, RQ_THING_RESOURCE, kind,
                   (struct rq_bytes){(const uint8_t *)text, strlen(text)}, types);
    rq_collect_back(c, had);
}

static const char textures[] = "tpc|tga";

static void take_node(struct rq_collect *c, const struct rq_mdl_node *node)
{
    if (node->mesh) {
        const struct rq_mdl_mesh_header *h = &node->mesh->header;
        put(c, "texture_1", h->texture_1, sizeof h->texture_1, textures, RQ_USE_PLAIN);
        /* Without its lightmap a mesh is lit as things that move are. */
        put(c, "texture_2", h->texture_2, sizeof h->texture_2, textures, RQ_USE_OPTIONAL);
    }
    if (node->emitter) {
        const struct rq_mdl_emitter *e = node->emitter;
        put(c, "texture", e->texture, sizeof e->texture, textures, RQ_USE_PLAIN);
        put(c, "depth_texture", e->depth_texture, sizeof e->depth_texture, textures, RQ_USE_PLAIN);
        put(c, "chunk_name", e->chunk_name, sizeof e->chunk_name, "mdl", RQ_USE_PLAIN);
    }
    if (node->reference)
        put(c, "model", node->reference->model, sizeof node->reference->model, "mdl", RQ_USE_PLAIN);
    for (uint32_t i = 0; node->light && i < node->light->texture_count; i++) {
        const char *name = node->light->textures[i];
        if (name)
            put(c, "flare_texture", name, strlen(name), textures, RQ_USE_PLAIN);
    }
}

void rq_collect_mdl(struct rq_collect *c)
{
    const struct rq_mdl *m = rq_doc_root(c->doc, "mdl");
    put(c, "supermodel", m->model.supermodel, sizeof m->model.supermodel, "mdl", RQ_USE_PLAIN);
    for (uint32_t i = 0; i < m->tree.count; i++) {
        uint16_t name = m->tree.nodes[i].header.name;
        size_t size = rq_collect_at(c, "nodes/%s", name < m->name_count ? m->names[name] : "?");
        take_node(c, &m->tree.nodes[i]);
        rq_collect_back(c, size);
    }
    for (uint32_t i = 0; i < m->animation_count; i++) {
        const char *name = m->animations[i].geometry.name;
        size_t size = rq_collect_at(c, "animations/%u", i);
        rq_collect_put(
            c, RQ_THING_ANIMATION, RQ_USE_DEFINES,
            (struct rq_bytes){(const uint8_t *)name, sizeof m->animations[i].geometry.name}, "");
        rq_collect_back(c, size);
    }
}
