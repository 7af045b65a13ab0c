/* ROB as a scene: one node for each segment, side by side in rows, so that a person can look at
 * them. */
#include "formats/redguard/model3d/kit.h"
#include "formats/redguard/rob_parts.h"

#include <stdio.h>

/* Between models that stand side by side, in units of the scene. */
static const float gap = 1;

struct shelf {
    float x, z;         /* where the next one starts */
    float depth, width; /* of this row so far; when to start another */
};

/* What a segment stands for: its own bytes, or a .3DC file beside the ROB. */
static struct rq_doc *open_model(const struct rq_rob_segment *segment, const struct rq_view *view,
                                 struct rq_error *err)
{
    struct rq_options options = {.format = rq_format_by_name("model3d"),
                                 .alloc = view->arena->alloc};
    struct rq_bytes bytes = segment->data;
    char name[16];
    snprintf(name, sizeof name, "%.8s.3DC", segment->header.name);
    if (segment->header.segment_type == RQ_ROB_EXTERNAL &&
        !(view->env && view->env->get && view->env->get(view->env->ctx, name, &bytes)))
        return NULL;
    return bytes.size ? rq_doc_read(bytes, &options, err) : NULL;
}

/* Bit 1 of the attributes makes index 0 a hole; the high byte of the flags is taken for an
 * opacity: water has 200, mirrors 140. */
struct rq_kit_look rq_rob_look(const struct rq_rob_segment_header *header, const char *name,
                               unsigned bank)
{
    return (struct rq_kit_look){.name = name,
                                .bank = bank,
                                .alpha = header->segment_attribs & 2 ? RQ_KIT_KEYED : RQ_KIT_OPAQUE,
                                .opacity = rq_rob_render_mode(header)};
}

/* The space that a mesh takes, from its vertices: what headers say may be anything. */
static void measure(const struct rq_mesh *mesh, float low[3], float high[3])
{
    for (uint32_t i = 0; i < mesh->primitive_count; i++) {
        const struct rq_primitive *p = &mesh->primitives[i];
        for (size_t v = 0; v < (size_t)p->vertex_count * 3; v++) {
            float at = p->attributes[RQ_POSITION][v];
            bool first = i == 0 && v < 3;
            if (first || at < low[v % 3])
                low[v % 3] = at;
            if (first || at > high[v % 3])
                high[v % 3] = at;
        }
    }
}

static void put_on_shelf(struct shelf *s, const struct rq_mesh *mesh, struct rq_node *node)
{
    float low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    measure(mesh, low, high);
    float width = high[0] - low[0], depth = high[2] - low[2];
    if (s->x > 0 && s->x + width > s->width) {
        s->z += s->depth + gap;
        s->x = s->depth = 0;
    }
    node->translation[0] = s->x - low[0];
    node->translation[1] = -low[1];
    node->translation[2] = s->z - low[2];
    s->x += width + gap;
    s->depth = depth > s->depth ? depth : s->depth;
}

/* Rows about as wide as all of them are deep. */
static float shelf_width(const struct rq_kit *kit)
{
    double area = 0, widest = 0;
    for (uint32_t i = 0; i < kit->mesh_count; i++) {
        float low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
        measure(&kit->meshes[i], low, high);
        double width = high[0] - low[0] + gap;
        area += width * (high[2] - low[2] + gap);
        widest = width > widest ? width : widest;
    }
    double width = widest;
    while (width * width < area)
        width *= 1.25;
    return (float)width;
}

/* What rq_rob_from_scene takes back. The box of a reference follows from nothing in the archive. */
static char *segment_extras(struct rq_arena *arena, size_t index,
                            const struct rq_rob_segment_header *h)
{
    const uint32_t *p = h->bbox_positive, *n = h->bbox_negative;
    const char *unused =
        h->unused_14 == 1 ? "" : rq_arena_printf(arena, ",\"unused\":%u", h->unused_14);
    const char *box = h->segment_type != RQ_ROB_EXTERNAL
                          ? ""
                          : rq_arena_printf(arena, ",\"box\":[%u,%u,%u,%u,%u,%u]", p[0], p[1], p[2],
                                            n[0], n[1], n[2]);
    if (!box || !unused)
        return NULL;
    return rq_arena_printf(arena, "{\"index\":%zu,\"type\":%u,\"flags\":%u,\"attributes\":%u%s%s}",
                           index, h->segment_type, h->segment_flags, h->segment_attribs, unused,
                           box);
}

static bool add_segments(const struct rq_rob *rob, struct rq_kit *kit, struct rq_node *nodes)
{
    for (size_t i = 0; i < rob->segment_count; i++) {
        const struct rq_rob_segment *segment = &rob->segments[i];
        struct rq_error err = {0}; /* a model that can't be read has no mesh */
        struct rq_doc *doc = open_model(segment, kit->view, &err);
        char *name = rq_arena_printf(kit->arena, "%.8s", segment->header.name);
        char *extras = segment_extras(kit->arena, i, &segment->header);
        bool fine = name && extras && err.code != RQ_NO_MEMORY;
        nodes[i] = rq_node_of(name, -1);
        if (fine) {
            rq_text_clean(name);
            nodes[i].extras = (struct rq_bytes){(const uint8_t *)extras, strlen(extras)};
        }
        if (fine && doc) {
            struct rq_kit_look look = rq_rob_look(&segment->header, name, 0);
            look.returns = true;
            nodes[i].mesh = rq_kit_mesh(kit, doc->root, &look);
        }
        rq_doc_free(doc);
        if (!fine || kit->view->err->code)
            return false;
    }
    return true;
}

bool rq_rob_scene(struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene)
{
    const struct rq_rob *rob = doc->root;
    struct rq_kit kit;
    struct rq_node *nodes = rq_arena_get(view->arena, rob->segment_count, sizeof *nodes);
    if (!nodes || !rq_kit_open(&kit, view) || !add_segments(rob, &kit, nodes))
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "rob", "out of memory");
    struct shelf shelf = {.width = shelf_width(&kit)};
    for (size_t i = 0; i < rob->segment_count; i++)
        if (nodes[i].mesh >= 0)
            put_on_shelf(&shelf, &kit.meshes[nodes[i].mesh], &nodes[i]);
    *scene = (struct rq_scene){
        .name = "models", .node_count = (uint32_t)rob->segment_count, .nodes = nodes};
    rq_kit_close(&kit, scene);
    return true;
}
