/* BWM as a scene: one primitive for each surface material, in a colour of its own: warm ones where
 * nobody can walk. Use points are empty nodes. */
#include "formats/kotor/bwm/parts.h"
#include "formats/kotor/kotor_scene.h"

enum { UNKNOWN = RQ_BWM_MATERIALS, GROUPS, MOST_NODES = 6 };

static const float colors[GROUPS][3] = {
    {.60f, .25f, .25f},        /* undefined */
    {.45f, .55f, .40f},        /* dirt */
    {.70f, .40f, .20f},        /* obscuring */
    {.30f, .70f, .30f},        /* grass */
    {.55f, .60f, .65f},        /* stone */
    {.45f, .60f, .50f},        /* wood */
    {.25f, .55f, .85f},        /* water */
    {.80f, .15f, .15f},        /* nonwalk */
    {.95f, .60f, .35f},        /* transparent */
    {.45f, .40f, .75f},        /* carpet */
    {.60f, .70f, .80f},        /* metal */
    {.35f, .60f, .75f},        /* puddles */
    {.25f, .50f, .40f},        /* swamp */
    {.35f, .50f, .45f},        /* mud */
    {.45f, .75f, .35f},        /* leaves */
    {1.0f, .35f, .00f},        /* lava */
    {.15f, .20f, .35f},        /* bottomless pit */
    {.60f, .15f, .30f},        /* deep water */
    {.20f, .75f, .75f},        /* door */
    {.95f, .75f, .40f},        /* snow */
    {.70f, .80f, .60f},        /* sand */
    {.80f, .85f, .85f},        /* bare bones */
    {.45f, .55f, .70f},        /* stone bridge */
    [30] = {.60f, .50f, .90f}, /* trigger */
    [UNKNOWN] = {.90f, .10f, .50f},
};

struct build {
    const struct rq_bwm *bwm;
    struct rq_arena *arena;
    uint8_t *groups;      /* by face: material, UNKNOWN, or GROUPS when it can't be drawn */
    size_t faces[GROUPS]; /* how many there are */
    struct rq_node nodes[MOST_NODES];
    uint32_t node_count;
};

static size_t group_of(const struct rq_bwm *bwm, size_t face)
{
    for (size_t k = 0; k < 3; k++) {
        uint32_t vertex = bwm->corners[face * 3 + k];
        if (vertex >= bwm->vertex_count || !rq_bwm_numbers(bwm->vertices + (size_t)vertex * 3, 3))
            return GROUPS;
    }
    return rq_bwm_material_name(bwm->materials[face]) ? bwm->materials[face] : UNKNOWN;
}

/* ---- faces ---- */

/* The faces of a group with their own vertices, each once; numbers is by vertex, all 0 before and
 * after. */
static bool fill_primitive(const struct build *b, size_t group, uint32_t *numbers,
                           struct rq_primitive *p)
{
    const struct rq_bwm *bwm = b->bwm;
    size_t count = b->faces[group] * 3;
    float *positions = rq_arena_get(b->arena, count, 3 * sizeof *positions);
    uint32_t *indices = rq_arena_get(b->arena, count, sizeof *indices);
    if (!positions || !indices)
        return false;
    for (size_t i = 0; i < bwm->face_count * 3; i++) {
        if (b->groups[i / 3] != group)
            continue;
        uint32_t vertex = bwm->corners[i];
        if (!numbers[vertex]) {
            memcpy(positions + (size_t)p->vertex_count * 3, bwm->vertices + (size_t)vertex * 3,
                   3 * sizeof *positions);
            numbers[vertex] = ++p->vertex_count;
        }
        indices[p->index_count++] = numbers[vertex] - 1;
    }
    for (size_t i = 0; i < bwm->face_count * 3; i++)
        if (b->groups[i / 3] == group)
            numbers[bwm->corners[i]] = 0;
    p->attributes[RQ_POSITION] = positions;
    p->indices = indices;
    return true;
}

static bool fill_material(const struct build *b, size_t group, struct rq_material *m)
{
    const char *name = group < UNKNOWN ? rq_bwm_material_name((uint32_t)group) : "unknown";
    bool walkable = rq_bwm_material_walkable((uint32_t)group);
    char *extras = group < UNKNOWN ? rq_arena_printf(b->arena, "{\"surface\":%zu,\"walkable\":%s}",
                                                     group, walkable ? "true" : "false")
                                   : rq_arena_printf(b->arena, "{\"walkable\":false}");
    *m = (struct rq_material){.name = name,
                              .color = {colors[group][0], colors[group][1], colors[group][2], 1},
                              .texture = -1,
                              .lightmap = -1,
                              .double_sided = true};
    if (extras)
        m->extras = (struct rq_bytes){(const uint8_t *)extras, strlen(extras)};
    return extras != NULL;
}

static bool make_mesh(struct build *b, struct rq_scene *scene)
{
    struct rq_primitive *primitives = rq_arena_get(b->arena, GROUPS, sizeof *primitives);
    struct rq_material *materials = rq_arena_get(b->arena, GROUPS, sizeof *materials);
    struct rq_mesh *mesh = rq_arena_get(b->arena, 1, sizeof *mesh);
    uint32_t *numbers = rq_arena_get(b->arena, b->bwm->vertex_count, sizeof *numbers);
    uint32_t count = 0;
    if (!primitives || !materials || !mesh || !numbers)
        return false;
    for (size_t group = 0; group < GROUPS; group++) {
        if (!b->faces[group])
            continue;
        primitives[count].material = (int)count;
        if (!fill_primitive(b, group, numbers, &primitives[count]) ||
            !fill_material(b, group, &materials[count]))
            return false;
        count++;
    }
    *mesh =
        (struct rq_mesh){.name = "walkmesh", .primitive_count = count, .primitives = primitives};
    scene->meshes = mesh;
    scene->mesh_count = count > 0;
    scene->materials = materials;
    scene->material_count = count;
    return true;
}

/* ---- what has no shape ---- */

/* The ends of an edge, by which it is found again when the scene was edited. */
static void put_ends(struct rq_json *j, const struct rq_bwm *bwm, size_t edge)
{
    size_t face = edge / 3, corners[2] = {edge, edge % 3 == 2 ? edge - 2 : edge + 1};
    if (face >= bwm->face_count || group_of(bwm, face) == GROUPS)
        return;
    for (size_t i = 0; i < 6; i++)
        rq_json_f32(j, bwm->vertices[(size_t)bwm->corners[corners[i / 3]] * 3 + i % 3]);
}

/* {"kind":"area","position":[x,y,z],"transitions":[[face,edge,room,ax,ay,az,bx,by,bz],...]} */
static bool make_extras(const struct build *b, struct rq_bytes *extras)
{
    const struct rq_bwm *bwm = b->bwm;
    struct rq_out out = {.alloc = b->arena->alloc};
    struct rq_json j = {.out = &out, .compact = true};
    rq_json_object(&j);
    rq_json_key(&j, "kind");
    rq_json_str(&j, bwm->header.kind == RQ_BWM_AREA ? "area" : "object");
    rq_json_key(&j, "position");
    rq_json_array(&j);
    for (size_t k = 0; k < 3; k++)
        rq_json_f32(&j, bwm->header.position[k]);
    rq_json_end_array(&j);
    rq_json_key(&j, "transitions");
    rq_json_array(&j);
    for (size_t i = 0; i < bwm->edge_count; i++) {
        struct rq_bwm_edge e = bwm->edges[i];
        if (e.transition == -1 || e.edge < 0)
            continue;
        rq_json_array(&j);
        rq_json_i64(&j, e.edge / 3);
        rq_json_i64(&j, e.edge % 3);
        rq_json_i64(&j, e.transition);
        put_ends(&j, bwm, (size_t)e.edge);
        rq_json_end_array(&j);
    }
    rq_json_end_array(&j);
    rq_json_end_object(&j);
    char *text = out.failed ? NULL : rq_arena_text(b->arena, (const char *)out.data, out.size);
    if (text)
        *extras = (struct rq_bytes){(const uint8_t *)text, out.size};
    rq_out_free(&out);
    return text != NULL;
}

static struct rq_node *add_node(struct build *b, const char *name)
{
    b->nodes[b->node_count] = rq_node_of(name, 0);
    return &b->nodes[b->node_count++];
}

static void add_hook(struct build *b, const char *name, const float at[3])
{
    if (!rq_bwm_numbers(at, 3) || (at[0] == 0 && at[1] == 0 && at[2] == 0))
        return;
    memcpy(add_node(b, name)->translation, at, 3 * sizeof *at);
}

bool rq_bwm_scene(struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene)
{
    const struct rq_bwm *bwm = doc->root;
    const struct rq_bwm_header *h = &bwm->header;
    struct build *b = rq_arena_get(view->arena, 1, sizeof *b);
    uint8_t *groups = rq_arena_get(view->arena, bwm->face_count, sizeof *groups);
    if (!b || !groups)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "bwm", "out of memory");
    *b = (struct build){.bwm = bwm, .arena = view->arena, .groups = groups};
    for (size_t i = 0; i < bwm->face_count; i++) {
        groups[i] = (uint8_t)group_of(bwm, i);
        if (groups[i] < GROUPS)
            b->faces[groups[i]]++;
    }
    b->nodes[b->node_count++] = rq_kotor_root(view->name ? view->name : "walkmesh");
    struct rq_node *mesh = add_node(b, "walkmesh");
    add_hook(b, "use_1", h->relative_use_1);
    add_hook(b, "use_2", h->relative_use_2);
    add_hook(b, "absolute_use_1", h->absolute_use_1);
    add_hook(b, "absolute_use_2", h->absolute_use_2);
    if (!make_mesh(b, scene) || !make_extras(b, &mesh->extras))
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "bwm", "out of memory");
    mesh->mesh = scene->mesh_count ? 0 : -1;
    scene->nodes = b->nodes;
    scene->node_count = b->node_count;
    return true;
}
