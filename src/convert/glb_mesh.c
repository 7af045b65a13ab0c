/* The meshes of a GLB. */
#include "convert/glb_write.h"

static bool check_primitive(struct rq_glb *g, uint32_t mesh, const struct rq_primitive *p)
{
    if (!p->attributes[RQ_POSITION] || p->vertex_count == 0)
        return RQ_GLB_BAD(g, "mesh %u: no positions", mesh);
    if (!rq_glb_in_list(p->material, g->scene->material_count))
        return RQ_GLB_BAD(g, "mesh %u: no material %d", mesh, p->material);
    if (p->indices ? p->index_count == 0 || p->index_count % 3 : p->vertex_count % 3)
        return RQ_GLB_BAD(g, "mesh %u: not whole triangles", mesh);
    bool textured = p->material >= 0 && g->scene->materials[p->material].texture >= 0;
    if (textured && !p->attributes[RQ_TEXCOORD_0])
        return RQ_GLB_BAD(g, "mesh %u: a texture without coordinates", mesh);
    if (!p->attributes[RQ_JOINTS_0] != !p->attributes[RQ_WEIGHTS_0])
        return RQ_GLB_BAD(g, "mesh %u: joints and weights need each other", mesh);
    if (g->scene->meshes[mesh].morph_count && !p->morphs)
        return RQ_GLB_BAD(g, "mesh %u: no morph targets", mesh);
    return true;
}

/* ---- vertex buffers ---- */

/* Primitives of a mesh that have the same kinds of vertex data share one buffer: their vertices stand one
 * behind the other, and each has a list of indices of its own. With 65535 vertices indices still have 16 bits
 * (as an index of those 65535 would mean "start anew"), so no buffer grows beyond that by sharing. */
enum { MOST_VERTICES = 65535, MORPH_POSITIONS = RQ_ATTRIBUTES, MORPH_NORMALS };

struct buffer {
    uint32_t kinds; /* bits: attributes, then the two above */
    uint32_t vertex_count;
    bool full;                   /* nothing else may be put in */
    uint32_t first, last, count; /* primitives whose vertices are in it */
    bool made;
    size_t accessors[RQ_ATTRIBUTES];
    size_t *targets; /* positions and normals of each morph target */
};

/* Where the vertices of a primitive are. */
struct place {
    uint32_t buffer, base;
    uint32_t next; /* primitive in the buffer */
};

struct plan {
    const struct rq_mesh *mesh;
    struct buffer *buffers;
    uint32_t buffer_count;
    struct place *places;
    uint32_t *twins; /* primitive + 1, by the place of its positions in memory */
    size_t twin_mask;
    struct rq_glb_block *blocks; /* those of an accessor while it is made */
};

/* All targets of a primitive have the same attributes: one that lacks what another has gets
 * zeros, which cost nothing (an accessor without a view) where it stands alone. */
static uint32_t kinds_of(const struct rq_primitive *p, uint32_t morph_count)
{
    uint32_t kinds = 0;
    for (unsigned i = 0; i < RQ_ATTRIBUTES; i++)
        kinds |= (uint32_t)(p->attributes[i] != NULL) << i;
    for (uint32_t i = 0; i < morph_count; i++) {
        kinds |= (uint32_t)(p->morphs[i].positions != NULL) << MORPH_POSITIONS;
        kinds |= (uint32_t)(p->morphs[i].normals && p->attributes[RQ_NORMAL]) << MORPH_NORMALS;
    }
    if (morph_count && !(kinds >> MORPH_NORMALS))
        kinds |= 1u << MORPH_POSITIONS;
    return kinds;
}

static bool same_vertices(const struct rq_primitive *p, const struct rq_primitive *q,
                          uint32_t morph_count)
{
    bool same = p->vertex_count == q->vertex_count;
    for (unsigned i = 0; i < RQ_ATTRIBUTES && same; i++)
        same = p->attributes[i] == q->attributes[i];
    for (uint32_t i = 0; i < morph_count && same; i++)
        same = p->morphs[i].positions == q->morphs[i].positions &&
               p->morphs[i].normals == q->morphs[i].normals;
    return same;
}

/* The first primitive that has the vertices of this one, or itself. */
static uint32_t find_twin(struct plan *plan, uint32_t k)
{
    const struct rq_primitive *all = plan->mesh->primitives;
    uint64_t h = (uint64_t)(uintptr_t)all[k].attributes[RQ_POSITION] * 0x9e3779b97f4a7c15;
    size_t slot = (size_t)(h >> 32) & plan->twin_mask;
    for (; plan->twins[slot]; slot = (slot + 1) & plan->twin_mask)
        if (same_vertices(&all[k], &all[plan->twins[slot] - 1], plan->mesh->morph_count))
            return plan->twins[slot] - 1;
    plan->twins[slot] = k + 1;
    return k;
}

/* Of those with these kinds the last, when the vertices still go in; else a new one. */
static uint32_t choose_buffer(struct plan *plan, const struct rq_primitive *p, uint32_t kinds)
{
    bool joins = p->indices && p->vertex_count <= MOST_VERTICES;
    for (uint32_t i = plan->buffer_count; joins && i-- > 0;) {
        const struct buffer *b = &plan->buffers[i];
        if (b->full || b->kinds != kinds)
            continue;
        if (p->vertex_count <= MOST_VERTICES - b->vertex_count)
            return i;
        break;
    }
    plan->buffers[plan->buffer_count] = (struct buffer){.kinds = kinds, .full = !joins};
    return plan->buffer_count++;
}

static void place_primitive(struct plan *plan, uint32_t k)
{
    const struct rq_primitive *p = &plan->mesh->primitives[k];
    uint32_t twin = find_twin(plan, k);
    /* Without indices a primitive shows all of its buffer. */
    if (twin != k && (p->indices || plan->buffers[plan->places[twin].buffer].full)) {
        plan->places[k] = plan->places[twin];
        return;
    }
    uint32_t number = choose_buffer(plan, p, kinds_of(p, plan->mesh->morph_count));
    struct buffer *b = &plan->buffers[number];
    plan->places[k] = (struct place){number, b->vertex_count, 0};
    if (b->count)
        plan->places[b->last].next = k;
    else
        b->first = k;
    b->last = k;
    b->count++;
    b->vertex_count += p->vertex_count;
}

static bool make_plan(struct rq_glb *g, const struct rq_mesh *mesh, struct plan *plan)
{
    uint32_t count = mesh->primitive_count;
    size_t room = 4;
    while (room < (size_t)count * 2)
        room *= 2;
    *plan = (struct plan){.mesh = mesh, .twin_mask = room - 1};
    plan->buffers = rq_arena_get(&g->arena, count, sizeof *plan->buffers);
    plan->places = rq_arena_get(&g->arena, count, sizeof *plan->places);
    plan->blocks = rq_arena_get(&g->arena, count, sizeof *plan->blocks);
    plan->twins = rq_arena_get(&g->arena, room, sizeof *plan->twins);
    if (!plan->buffers || !plan->places || !plan->blocks || !plan->twins)
        return rq_fail(g->err, RQ_NO_MEMORY, 0, "glb", "out of memory");
    for (uint32_t k = 0; k < count; k++)
        place_primitive(plan, k);
    return true;
}

/* ---- primitives ---- */

/* An attribute of all vertices of a buffer. */
static size_t join_attribute(struct rq_glb *g, struct plan *plan, const struct buffer *b,
                             unsigned attribute)
{
    uint32_t k = b->first;
    for (uint32_t i = 0; i < b->count; i++, k = plan->places[k].next) {
        const struct rq_primitive *p = &plan->mesh->primitives[k];
        plan->blocks[i] = (struct rq_glb_block){
            p->attributes[attribute], attribute == RQ_JOINTS_0 ? p->attributes[RQ_WEIGHTS_0] : NULL,
            p->vertex_count};
    }
    return rq_glb_joined(&g->data, rq_glb_attributes[attribute].kind, plan->blocks, b->count);
}

static size_t join_morph(struct rq_glb *g, struct plan *plan, const struct buffer *b,
                         uint32_t morph, unsigned kind)
{
    uint32_t k = b->first;
    for (uint32_t i = 0; i < b->count; i++, k = plan->places[k].next) {
        const struct rq_primitive *p = &plan->mesh->primitives[k];
        const struct rq_morph *m = &p->morphs[morph];
        plan->blocks[i] = (struct rq_glb_block){kind == MORPH_NORMALS ? m->normals : m->positions,
                                                NULL, p->vertex_count};
    }
    return rq_glb_joined(&g->data, kind == MORPH_NORMALS ? RQ_GLB_VEC3 : RQ_GLB_POSITION,
                         plan->blocks, b->count);
}

static bool make_targets(struct rq_glb *g, struct plan *plan, struct buffer *b)
{
    uint32_t count = plan->mesh->morph_count;
    b->targets = rq_arena_get(&g->arena, count, 2 * sizeof *b->targets);
    if (!b->targets)
        return rq_fail(g->err, RQ_NO_MEMORY, 0, "glb", "out of memory");
    for (size_t i = 0; i < (size_t)count * 2 && rq_glb_well(g); i++) {
        unsigned kind = i % 2 ? MORPH_NORMALS : MORPH_POSITIONS;
        if (b->kinds >> kind & 1)
            b->targets[i] = join_morph(g, plan, b, (uint32_t)(i / 2), kind);
    }
    return rq_glb_well(g);
}

static void put_targets(struct rq_glb *g, const struct buffer *b, uint32_t count)
{
    struct rq_json *j = &g->json;
    rq_json_key(j, "targets");
    rq_json_array(j);
    for (uint32_t i = 0; i < count; i++) {
        rq_json_object(j);
        if (b->kinds >> MORPH_POSITIONS & 1)
            rq_glb_put_uint(g, "POSITION", b->targets[(size_t)i * 2]);
        if (b->kinds >> MORPH_NORMALS & 1)
            rq_glb_put_uint(g, "NORMAL", b->targets[(size_t)i * 2 + 1]);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void put_primitive(struct rq_glb *g, struct plan *plan, uint32_t k)
{
    const struct rq_primitive *p = &plan->mesh->primitives[k];
    struct buffer *b = &plan->buffers[plan->places[k].buffer];
    struct rq_json *j = &g->json;
    rq_json_object(j);
    rq_json_key(j, "attributes");
    rq_json_object(j);
    for (unsigned i = 0; i < RQ_ATTRIBUTES; i++) {
        if (!p->attributes[i])
            continue;
        if (!b->made)
            b->accessors[i] = join_attribute(g, plan, b, i);
        rq_glb_put_uint(g, rq_glb_attributes[i].name, b->accessors[i]);
    }
    b->made = true;
    rq_json_end_object(j);
    if (p->indices)
        rq_glb_put_uint(g, "indices",
                        rq_glb_indices(&g->data, p->indices, p->index_count, p->vertex_count,
                                       plan->places[k].base, b->vertex_count <= MOST_VERTICES));
    if (p->material >= 0)
        rq_glb_put_uint(g, "material", (uint64_t)p->material);
    if (plan->mesh->morph_count && (b->targets || make_targets(g, plan, b)))
        put_targets(g, b, plan->mesh->morph_count);
    rq_json_end_object(j);
}

/* ---- meshes ---- */

static struct rq_bytes trimmed(struct rq_bytes text)
{
    while (text.size && strchr(" \t\r\n", text.data[0]))
        text = (struct rq_bytes){text.data + 1, text.size - 1};
    while (text.size && strchr(" \t\r\n", text.data[text.size - 1]))
        text.size--;
    return text;
}

/* The names of morph targets have their customary place in the extras, as targetNames;
 * members of the mesh's own extras follow, and a value that is no object becomes "value". */
static void put_mesh_extras(struct rq_glb *g, const struct rq_mesh *mesh)
{
    struct rq_json *j = &g->json;
    const struct rq_morph *morphs = mesh->morph_count ? mesh->primitives[0].morphs : NULL;
    bool named = false;
    for (uint32_t i = 0; morphs && i < mesh->morph_count; i++)
        named |= morphs[i].name != NULL;
    if (!named) {
        rq_glb_put_extras(g, mesh->extras);
        return;
    }
    rq_json_key(j, "extras");
    rq_json_object(j);
    rq_json_key(j, "targetNames");
    rq_json_array(j);
    for (uint32_t i = 0; i < mesh->morph_count; i++)
        rq_json_str(j, morphs[i].name ? morphs[i].name : "");
    rq_json_end_array(j);
    struct rq_bytes own = trimmed(mesh->extras);
    if (own.size >= 2 && own.data[0] == '{') {
        own = trimmed((struct rq_bytes){own.data + 1, own.size - 2});
        if (own.size) {
            rq_put8(&g->text, ',');
            rq_put_bytes(&g->text, own);
        }
    } else if (own.size) {
        rq_json_key(j, "value");
        rq_json_raw(j, own);
    }
    rq_json_end_object(j);
}

static bool put_mesh(struct rq_glb *g, uint32_t number)
{
    const struct rq_mesh *mesh = &g->scene->meshes[number];
    struct rq_json *j = &g->json;
    struct plan plan;
    if (!mesh->primitive_count)
        return RQ_GLB_BAD(g, "mesh %u: no primitives", number);
    for (uint32_t k = 0; k < mesh->primitive_count; k++)
        if (!check_primitive(g, number, &mesh->primitives[k]))
            return false;
    if (!make_plan(g, mesh, &plan))
        return false;
    rq_json_object(j);
    rq_glb_put_name(g, mesh->name);
    rq_json_key(j, "primitives");
    rq_json_array(j);
    for (uint32_t k = 0; k < mesh->primitive_count && rq_glb_well(g); k++)
        put_primitive(g, &plan, k);
    rq_json_end_array(j);
    put_mesh_extras(g, mesh);
    rq_json_end_object(j);
    return rq_glb_well(g);
}

bool rq_glb_put_meshes(struct rq_glb *g)
{
    if (!g->scene->mesh_count)
        return true;
    rq_json_key(&g->json, "meshes");
    rq_json_array(&g->json);
    for (uint32_t i = 0; i < g->scene->mesh_count; i++)
        if (!put_mesh(g, i))
            return false;
    rq_json_end_array(&g->json);
    return rq_glb_well(g);
}
