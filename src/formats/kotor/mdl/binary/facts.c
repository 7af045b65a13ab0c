/* What a model is, for a person; and what in it the game can't cope with. */
#include "formats/kotor/mdl/binary/refs.h"
#include "formats/kotor/mdl/json/json.h"

#include <stdio.h>

/* ---- traps ---- */

static bool updates(const struct rq_mdl_emitter *emitter, const char *update)
{
    return strncmp(emitter->update, update, sizeof emitter->update) == 0;
}

static bool has_controller(const struct rq_mdl_node *node, uint32_t code)
{
    uint32_t i = 0;
    while (i < node->key_count && node->keys[i].code != code)
        i++;
    return i < node->key_count;
}

/* The game makes one object of 0x1F8 bytes for three words, case and all, and a Lightning for any
 * other. The number of a controller is the place of its value in the object: detonate stands at
 * 0x1F6, and belongs to something else in a Lightning. */
static void check_emitter(struct rq_doc *doc, const struct rq_mdl_node *node, const char *name)
{
    enum { DETONATE = 502 };
    const struct rq_mdl_emitter *emitter = node->emitter;
    bool explodes = updates(emitter, "Explosion");
    bool lightning = !explodes && !updates(emitter, "Fountain") && !updates(emitter, "Single");
    uint64_t keys = RQ_MDL_START + (uint64_t)node->header.keys[0];
    if (lightning && !updates(emitter, "Lightning"))
        rq_find(doc, "emitter-update", 0, name, "update \"%.32s\": the game makes it a Lightning",
                emitter->update);
    if (!has_controller(node, DETONATE) || explodes)
        return;
    if (lightning)
        rq_find(doc, "lightning-detonate", keys, name,
                "detonate on a Lightning: the game may crash");
    else
        rq_find(doc, "detonate", keys, name, "detonate on an emitter that is not an Explosion");
}

static void check_skin(struct rq_doc *doc, const struct rq_mdl_node *node, const char *name)
{
    /* The table in the header holds 16; skins of MDLedit with 17 are in use. */
    enum { MOST_BONES = 17 };
    const struct rq_mdl_skin *skin = node->mesh->skin;
    uint32_t bones = 0;
    for (uint32_t i = 0; i < skin->bone_map_count; i++)
        bones += skin->bone_map[i] >= 0;
    if (bones > MOST_BONES)
        rq_find(doc, "too-many-bones", RQ_MDL_START + (uint64_t)skin->header.bone_map, name,
                "%u bones, the game has room for 16", bones);
}

static void check_vertices(struct rq_doc *doc, const struct rq_mdl_mesh *mesh, const char *name)
{
    const float *v = (const float *)mesh->vertices;
    for (size_t i = 0; v && i < (size_t)mesh->header.vertex_count * 3; i++)
        if ((rq_bits_of(v[i]) >> 23 & 0xFF) == 0xFF) {
            rq_find(doc, "no-number", RQ_MDL_START + (uint64_t)mesh->end.vertices + i * sizeof *v,
                    name, "vertex %zu has a coordinate that is not a number", i / 3);
            return;
        }
}

static bool has_supermodel(const struct rq_mdl *m)
{
    return m->model.supermodel[0] && strncmp(m->model.supermodel, "NULL", 5) != 0;
}

void rq_mdl_check(struct rq_doc *doc)
{
    const struct rq_mdl *m = doc->root;
    for (uint32_t i = 0; i < m->tree.count; i++) {
        const struct rq_mdl_node *node = &m->tree.nodes[i];
        const char *name = m->names[node->header.name];
        if (node->emitter)
            check_emitter(doc, node, name);
        if (node->mesh && node->mesh->skin)
            check_skin(doc, node, name);
        if (node->mesh)
            check_vertices(doc, node->mesh, name);
    }
    rq_mdl_check_refs(doc);
    /* With a supermodel those of that count too, and it is not here. */
    if (!has_supermodel(m) && m->geometry.node_count != m->tree.count)
        rq_find(doc, "node-count", RQ_MDL_START + 0x2C, "header", "node_count is %u, there are %u",
                m->geometry.node_count, m->tree.count);
}

/* ---- who made it ---- */

/* Something but zeros behind the NUL. */
static bool stale_text(const char *text, size_t size)
{
    const char *nul = memchr(text, 0, size);
    for (; nul && nul < text + size; nul++)
        if (*nul)
            return true;
    return false;
}

#define STALE(text) stale_text(text, sizeof(text))

static bool stale_texts(const struct rq_mdl *m)
{
    const struct rq_mdl_node *node;
    bool stale = STALE(m->geometry.name) || STALE(m->model.supermodel);
    for (uint32_t i = 0; !stale && i < m->animation_count; i++)
        stale = STALE(m->animations[i].geometry.name) || STALE(m->animations[i].header.root);
    for (uint64_t at = 0; !stale && (node = rq_mdl_next_mesh(m, &at));)
        stale = STALE(node->mesh->header.texture_1) || STALE(node->mesh->header.texture_2);
    return stale;
}

static bool stale_keys(const struct rq_mdl *m)
{
    for (uint32_t i = 0; i < m->tree.count; i++)
        for (uint32_t k = 0; k < m->tree.nodes[i].key_count; k++) {
            const uint8_t *pad = m->tree.nodes[i].keys[k].pad;
            if (pad[0] || pad[1] || pad[2])
                return true;
        }
    return false;
}

enum rq_mdl_compiler rq_mdl_compiler(struct rq_doc *doc)
{
    static const uint8_t mdlops[] = {0x31, 0x96, 0xBD};
    const struct rq_mdl *m = doc->root;
    struct rq_error ignored = {0};
    if (!rq_mdl_settle(doc, &ignored) || m->layout == RQ_MDL_EXPLICIT)
        return RQ_MDL_UNKNOWN;
    if (m->layout == RQ_MDL_BLENDER)
        return RQ_MDL_KOTORBLENDER;
    if (stale_texts(m))
        return RQ_MDL_BIOWARE;
    if (memcmp(m->geometry.pad, mdlops, sizeof mdlops) == 0)
        return RQ_MDL_MDLOPS;
    return stale_keys(m) ? RQ_MDL_BIOWARE : RQ_MDL_MDLEDIT;
}

/* ---- facts ---- */

/* One line, cut where it is full. */
struct line {
    char text[400];
    size_t size;
};

static void line_add(struct line *line, const char *between, const char *text)
{
    int n = snprintf(line->text + line->size, sizeof line->text - line->size, "%s%s",
                     line->size ? between : "", text);
    line->size += n > 0 ? (size_t)n : 0;
    if (line->size >= sizeof line->text)
        line->size = sizeof line->text - 1;
}

static void classification_fact(struct rq_doc *doc, const struct rq_mdl *m)
{
    static const char *const names[] = {"effect",     "tile",      "character", "door",
                                        "lightsaber", "placeable", "flyer"};
    unsigned value = m->model.classification;
    const char *name = value == 0 ? "other" : "unknown";
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (value == 1u << i)
            name = names[i];
    rq_fact_add(doc, "classification", "%s (%u)", name, value);
}

static void nodes_fact(struct rq_doc *doc, const struct rq_mdl *m)
{
    struct line line = {.size = 0};
    uint32_t left = m->tree.count;
    for (unsigned type = 1; type <= RQ_MDL_IS_SABER * 2 && left; type++) {
        const char *name = rq_mdl_type_name(type);
        uint32_t count = 0;
        char text[48];
        for (uint32_t i = 0; name && i < m->tree.count; i++)
            count += m->tree.nodes[i].header.type == type;
        left -= count;
        snprintf(text, sizeof text, "%u %s", count, name ? name : "");
        if (count)
            line_add(&line, ", ", text);
    }
    rq_fact_add(doc, "nodes", "%u: %s%s", m->tree.count, line.text, left ? ", others" : "");
}

static bool is_texture(const char *text)
{
    return text[0] && strncmp(text, "NULL", 5) != 0;
}

static void mesh_facts(struct rq_doc *doc, const struct rq_mdl *m)
{
    struct line textures = {.size = 0};
    const struct rq_mdl_node *node;
    uint64_t faces = 0, vertices = 0;
    for (uint64_t at = 0; (node = rq_mdl_next_mesh(m, &at));) {
        const struct rq_mdl_mesh_header *h = &node->mesh->header;
        faces += node->mesh->face_count;
        vertices += h->vertex_count;
        for (int i = 0; i < 2; i++) {
            char text[33] = "";
            memcpy(text, i ? h->texture_2 : h->texture_1, 32);
            if (is_texture(text) && !rq_word_in(textures.text, text, strlen(text)))
                line_add(&textures, " ", text);
        }
    }
    rq_fact_add(doc, "faces", "%llu", (unsigned long long)faces);
    rq_fact_add(doc, "vertices", "%llu", (unsigned long long)vertices);
    if (textures.size)
        rq_fact_add(doc, "textures", "%s", textures.text);
}

static void animations_fact(struct rq_doc *doc, const struct rq_mdl *m)
{
    struct line line = {.size = 0};
    for (uint32_t i = 0; i < m->animation_count && line.size + 1 < sizeof line.text; i++) {
        const struct rq_mdl_animation *a = &m->animations[i];
        char text[80];
        double length = (double)a->header.length;
        if (length < 0 || length >= 0)
            snprintf(text, sizeof text, "%.32s %.3gs", a->geometry.name, length);
        else /* which some C libraries print with a sign */
            snprintf(text, sizeof text, "%.32s nans", a->geometry.name);
        line_add(&line, ", ", text);
    }
    if (line.size)
        rq_fact_add(doc, "animations", "%u: %s", m->animation_count, line.text);
}

bool rq_mdl_facts(struct rq_doc *doc)
{
    static const char *const games[] = {"K1", "K2", "K1 for Xbox", "K2 for Xbox"};
    static const char *const compilers[] = {"BioWare's compiler", "MDLedit", "MDLOps",
                                            "kotorblender", "an unknown compiler"};
    struct rq_mdl *m = doc->root;
    struct rq_error ignored = {0};
    rq_fact_add(doc, "game", "%s", games[m->version]);
    rq_fact_add(doc, "name", "%.32s", m->geometry.name);
    if (has_supermodel(m))
        rq_fact_add(doc, "supermodel", "%.32s", m->model.supermodel);
    classification_fact(doc, m);
    nodes_fact(doc, m);
    mesh_facts(doc, m);
    animations_fact(doc, m);
    if (!m->has_mdx)
        rq_fact_add(doc, "mdx", "not there");
    if (!rq_mdl_settle(doc, &ignored))
        return true;
    rq_fact_add(doc, "layout", "%s", rq_mdl_layouts[m->layout]);
    rq_fact_add(doc, "mdx layout", "%s", rq_mdl_mdx_layouts[m->mdx_layout]);
    rq_fact_add(doc, "made by", "%s, it seems", compilers[rq_mdl_compiler(doc)]);
    return true;
}
