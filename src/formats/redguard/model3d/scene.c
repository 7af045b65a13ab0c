/* 3D, 3DC as a scene: one mesh, one primitive for each texture or colour, one morph target
 * for each frame after the first and one animation that plays them.
 *
 * The engine's space is right-handed with y down; half a turn about z makes it glTF's, without
 * mirroring and with the winding as it is: p' = (-x, -y, z) / 5120. */
#include "formats/redguard/model3d/kit.h"
#include "formats/redguard/model3d/parts.h"

#include <math.h>

enum {
    MOST_MORPHS = 2048, /* weights grow with the square of it */
    MOST_MORPH_BYTES = 512 << 20,
};

/* Nothing in a file tells the speed. Scripts show a frame for some ticks, and a tick is a twelfth of a second (docs/animation.md):
 * this is the speed that a model has in a map of ours, too. */
static const float frame_seconds = 1.0f / 12;

struct build {
    struct rq_kit *kit;
    const struct rq_model3d *m;
    struct rq_arena *arena;
    uint32_t *face_slots;    /* which of the mesh's materials; UINT32_MAX: not shown */
    uint32_t *first_corners; /* of each face, counted over all faces */
    struct rq_key_set used;  /* materials of the mesh, in order of first use */
};

static const float *size_of(const struct build *b, uint32_t slot)
{
    return b->kit->traits[b->used.keys[slot][0]].size;
}

/* A face that can be drawn: three corners or more, all of them with a vertex. */
static bool drawable(const struct rq_model3d *m, const struct rq_model3d_face *face)
{
    for (uint32_t k = 0; k < face->corner_count; k++)
        if (rq_model3d_vertex(m, face->corners[k].vertex) >= m->vertex_count)
            return false;
    return face->corner_count >= 3;
}

/* A skin puts its bank in the place of every other, and its first image on plain faces. */
static int material_of(const struct build *b, uint32_t word, const struct rq_kit_look *look)
{
    struct rq_model3d_texture t = rq_model3d_texture(b->m, word);
    if (t.kind == RQ_MODEL3D_COLOR && !look->bank)
        return rq_kit_colored(b->kit, t.color, look);
    if (t.kind == RQ_MODEL3D_UNKNOWN && !look->bank)
        return rq_kit_textured(b->kit, word, RQ_KIT_NO_IMAGE, look);
    unsigned image = t.kind == RQ_MODEL3D_IMAGE ? t.image : 0;
    return rq_kit_textured(b->kit, look->bank ? look->bank : t.bank, image, look);
}

static bool make_materials(struct build *b, const struct rq_kit_look *look)
{
    const struct rq_model3d *m = b->m;
    b->face_slots = rq_arena_get(b->arena, m->face_count, sizeof *b->face_slots);
    b->first_corners = rq_arena_get(b->arena, m->face_count, sizeof *b->first_corners);
    if (!b->face_slots || !b->first_corners || !rq_key_set_open(&b->used, b->arena, m->face_count))
        return false;
    for (uint32_t i = 0, corner = 0; i < m->face_count; i++) {
        const struct rq_model3d_face *face = &m->faces[i];
        b->first_corners[i] = corner;
        corner += face->corner_count;
        b->face_slots[i] = UINT32_MAX;
        if (!drawable(m, face))
            continue;
        int material = material_of(b, face->texture, look);
        if (material < 0)
            return false;
        b->face_slots[i] = rq_key_set_add(&b->used, (const uint32_t[4]){(uint32_t)material});
    }
    return true;
}

/* ---- vertices ---- */

static bool unit(float v[3])
{
    float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (!isfinite(length) || length < 1e-6f)
        return false;
    for (size_t k = 0; k < 3; k++)
        v[k] /= length;
    return true;
}

/* The vertex normal of a corner, by the table or by its vertex; UINT32_MAX: none that is
 * usable, the face is flat there. */
static uint32_t corner_normal(const struct rq_model3d *m, uint32_t corner, uint32_t vertex)
{
    uint32_t index = vertex;
    if (m->normal_index_count) {
        if (corner >= m->normal_index_count || !m->normal_indices[corner].linked)
            return UINT32_MAX;
        index = m->normal_indices[corner].value;
    }
    if (index >= m->vertex_normal_count)
        return UINT32_MAX;
    float n[3] = {m->vertex_normals[index][0], m->vertex_normals[index][1],
                  m->vertex_normals[index][2]};
    return unit(n) ? index : UINT32_MAX;
}

static void normal_of(const struct rq_model3d *m, uint32_t face, uint32_t index, float out[3])
{
    const float signs[3] = {-1, -1, 1};
    float n[3] = {0, 0, 0};
    for (size_t k = 0; k < 3; k++) {
        if (index != UINT32_MAX)
            n[k] = m->vertex_normals[index][k] * signs[k];
        else if (face < m->face_normal_count)
            n[k] = (float)m->face_normals[face][k] * signs[k];
    }
    bool fine = unit(n);
    for (size_t k = 0; k < 3; k++)
        out[k] = fine ? n[k] : k == 1 ? 1.0f : 0.0f;
}

/* One corner of a primitive: vertex, normal, and where in the texture. */
struct corner {
    uint32_t vertex, face, normal;
    int32_t u, v;
};

struct streams {
    uint32_t count;
    struct corner *corners; /* of each vertex that is made, one that it came from */
    uint32_t *indices;
    uint32_t index_count;
};

static uint32_t add_corner(struct rq_key_set *set, struct streams *s, struct corner c)
{
    /* Flat corners share a vertex only within their face. */
    bool flat = c.normal == UINT32_MAX;
    uint32_t before = set->count;
    uint32_t number =
        rq_key_set_add(set, (const uint32_t[4]){c.vertex, (uint32_t)c.u, (uint32_t)c.v,
                                                flat ? c.face | 0x80000000u : c.normal});
    if (set->count > before)
        s->corners[number] = c;
    return number;
}

static void add_face(const struct build *b, struct rq_key_set *set, struct streams *s, uint32_t i)
{
    const struct rq_model3d *m = b->m;
    const struct rq_model3d_face *face = &m->faces[i];
    struct corner c = {.face = i};
    bool textured = size_of(b, b->face_slots[i])[0] > 0;
    uint32_t first = 0, last = 0;
    for (uint32_t k = 0; k < face->corner_count; k++) {
        c.vertex = rq_model3d_vertex(m, face->corners[k].vertex);
        c.normal = corner_normal(m, b->first_corners[i] + k, c.vertex);
        c.u += textured ? face->corners[k].u : 0;
        c.v += textured ? face->corners[k].v : 0;
        uint32_t number = add_corner(set, s, c);
        if (k == 0)
            first = number;
        if (k >= 2) {
            s->indices[s->index_count++] = first;
            s->indices[s->index_count++] = last;
            s->indices[s->index_count++] = number;
        }
        last = number;
    }
}

static void position_of(const int32_t p[3], float out[3])
{
    /* + 0: no minus zeros. */
    out[0] = -(float)p[0] / 5120 + 0.0f;
    out[1] = -(float)p[1] / 5120 + 0.0f;
    out[2] = (float)p[2] / 5120;
}

static bool fill_attributes(const struct build *b, const struct streams *s, uint32_t slot,
                            struct rq_primitive *p)
{
    float *positions = rq_arena_get(b->arena, s->count, 3 * sizeof(float));
    float *normals = rq_arena_get(b->arena, s->count, 3 * sizeof(float));
    float *uvs = rq_arena_get(b->arena, s->count, 2 * sizeof(float));
    const float *size = size_of(b, slot);
    bool textured = size[0] > 0;
    if (!positions || !normals || !uvs)
        return false;
    for (size_t i = 0; i < s->count; i++) {
        const struct corner *c = &s->corners[i];
        position_of(b->m->vertices[c->vertex], positions + i * 3);
        normal_of(b->m, c->face, c->normal, normals + i * 3);
        for (size_t k = 0; k < 2 && textured; k++)
            uvs[i * 2 + k] = (float)(k ? c->v : c->u) / (16 * size[k]);
    }
    p->material = (int)b->used.keys[slot][0];
    p->vertex_count = s->count;
    p->attributes[RQ_POSITION] = positions;
    p->attributes[RQ_NORMAL] = normals;
    p->attributes[RQ_TEXCOORD_0] = textured ? uvs : NULL;
    p->index_count = s->index_count;
    p->indices = s->indices;
    return true;
}

/* What frame f moves a vertex by, in the scene's space. */
static void move_of(const struct rq_model3d *m, uint32_t f, uint32_t vertex, float out[3])
{
    const float signs[3] = {-1, -1, 1};
    int64_t at[3];
    bool known = rq_model3d_at(m, f, vertex, at);
    for (size_t k = 0; k < 3; k++) {
        int64_t by = known ? at[k] - m->vertices[vertex][k] : 0;
        out[k] = (float)by * signs[k] / 5120 + 0.0f;
    }
}

static void frame_point(const struct rq_model3d *m, uint32_t f, uint32_t vertex, float out[3])
{
    float by[3];
    position_of(m->vertices[vertex], out);
    move_of(m, f, vertex, by);
    for (size_t k = 0; k < 3; k++)
        out[k] += by[k];
}

/* The normal of a face in a frame, as long as twice its area: Newell's sum over its edges, which takes
 * faces of any number of corners. */
static void face_normal_at(const struct rq_model3d *m, uint32_t f, uint32_t face, float out[3])
{
    const struct rq_model3d_face *at = &m->faces[face];
    float a[3], b[3];
    out[0] = out[1] = out[2] = 0;
    frame_point(m, f, rq_model3d_vertex(m, at->corners[at->corner_count - 1].vertex), a);
    for (uint32_t k = 0; k < at->corner_count; k++) {
        frame_point(m, f, rq_model3d_vertex(m, at->corners[k].vertex), b);
        for (size_t i = 0; i < 3; i++) {
            size_t j = (i + 1) % 3, l = (i + 2) % 3;
            out[i] += (a[j] - b[j]) * (a[l] + b[l]);
        }
        memcpy(a, b, sizeof a);
    }
}

static float signed_10(uint32_t bits)
{
    bits &= 0x3FF;
    return bits & 0x200 ? (float)bits - 1024 : (float)bits;
}

/* The normal of a face that the file has for a frame; false: none that is usable. */
static bool stored_normal(const struct rq_model3d *m, uint32_t f, uint32_t face, float out[3])
{
    const uint32_t *packed = f ? m->frames[f].normals : NULL;
    if (f ? !packed : face >= m->face_normal_count)
        return false;
    for (unsigned k = 0; k < 3; k++) {
        float part = f ? signed_10(packed[face] >> 10 * k) : (float)m->face_normals[face][k];
        out[k] = k == 2 ? part : -part;
    }
    return unit(out);
}

/* The shortest turn that takes one unit vector to another, of a third. */
static void turn_like(const float from[3], const float to[3], float v[3])
{
    float c = from[0] * to[0] + from[1] * to[1] + from[2] * to[2], axis[3], cross[3], along = 0;
    for (size_t i = 0; i < 3; i++) {
        size_t j = (i + 1) % 3, l = (i + 2) % 3;
        axis[i] = from[j] * to[l] - from[l] * to[j];
    }
    if (c < -0.9999f) { /* half a turn: about any axis, so the other way round will do */
        for (size_t i = 0; i < 3; i++)
            v[i] = -v[i];
        return;
    }
    for (size_t i = 0; i < 3; i++) {
        size_t j = (i + 1) % 3, l = (i + 2) % 3;
        cross[i] = axis[j] * v[l] - axis[l] * v[j];
        along += axis[i] * v[i];
    }
    for (size_t i = 0; i < 3; i++)
        v[i] = v[i] * c + cross[i] + axis[i] * along / (1 + c);
}

/* What frame f changes a normal by. The face of the corner tells how it turned, by the normals that the
 * file has for the face or, without them, by its corners. */
static void normal_change(const struct rq_model3d *m, uint32_t f, const struct corner *c,
                          const float base[3], float out[3])
{
    float from[3], to[3];
    bool known = stored_normal(m, 0, c->face, from) && stored_normal(m, f, c->face, to);
    if (!known) {
        face_normal_at(m, 0, c->face, from);
        face_normal_at(m, f, c->face, to);
        known = unit(from) && unit(to);
    }
    memcpy(out, base, 3 * sizeof *out);
    if (known)
        turn_like(from, to, out);
    bool fine = unit(out);
    for (size_t k = 0; k < 3; k++)
        out[k] = fine ? out[k] - base[k] + 0.0f : 0.0f;
}

static bool fill_morphs(const struct build *b, const struct streams *s, uint32_t morphs,
                        struct rq_primitive *p)
{
    struct rq_morph *all = rq_arena_get(b->arena, morphs, sizeof *all);
    if (!all)
        return false;
    for (uint32_t f = 0; f < morphs; f++) {
        float *moves = rq_arena_get(b->arena, s->count, 3 * sizeof(float));
        float *turns = rq_arena_get(b->arena, s->count, 3 * sizeof(float));
        all[f].name = rq_arena_printf(b->arena, "frame %u", f + 1);
        all[f].positions = moves;
        all[f].normals = turns;
        if (!moves || !turns || !all[f].name)
            return false;
        for (size_t i = 0; i < s->count; i++) {
            move_of(b->m, f + 1, s->corners[i].vertex, moves + i * 3);
            normal_change(b->m, f + 1, &s->corners[i], p->attributes[RQ_NORMAL] + i * 3,
                          turns + i * 3);
        }
    }
    p->morphs = all;
    return true;
}

/* Faces by material, so that each is looked at once. */
static uint32_t *faces_by_slot(const struct build *b, uint32_t count, uint32_t *starts)
{
    const struct rq_model3d *m = b->m;
    uint32_t *order = rq_arena_get(b->arena, m->face_count, sizeof *order);
    if (!order)
        return NULL;
    for (uint32_t i = 0; i < m->face_count; i++)
        if (b->face_slots[i] != UINT32_MAX)
            starts[b->face_slots[i] + 1]++;
    for (uint32_t i = 0; i < count; i++)
        starts[i + 1] += starts[i];
    uint32_t *next = rq_arena_get(b->arena, count, sizeof *next);
    if (!next)
        return NULL;
    memcpy(next, starts, count * sizeof *next);
    for (uint32_t i = 0; i < m->face_count; i++)
        if (b->face_slots[i] != UINT32_MAX)
            order[next[b->face_slots[i]]++] = i;
    return order;
}

static bool make_primitive(const struct build *b, const uint32_t *faces, uint32_t face_count,
                           uint32_t slot, uint32_t morphs, struct rq_primitive *p)
{
    struct streams s = {0};
    struct rq_key_set set;
    size_t corners = 0;
    for (uint32_t i = 0; i < face_count; i++)
        corners += b->m->faces[faces[i]].corner_count;
    s.corners = rq_arena_get(b->arena, corners, sizeof *s.corners);
    s.indices = rq_arena_get(b->arena, corners * 3, sizeof *s.indices);
    if (!s.corners || !s.indices || !rq_key_set_open(&set, b->arena, corners))
        return false;
    for (uint32_t i = 0; i < face_count; i++)
        add_face(b, &set, &s, faces[i]);
    s.count = set.count;
    if ((uint64_t)s.count * morphs > MOST_MORPH_BYTES / 24)
        return rq_fail(b->kit->view->err, RQ_LIMIT, 0, "model3d",
                       "too many frames of too many vertices");
    return fill_attributes(b, &s, slot, p) && (!morphs || fill_morphs(b, &s, morphs, p));
}

/* ---- the scene ---- */

/* Key f shows frame f: its own weight 1, all others 0. Between keys the frames blend. */
static bool make_animation(struct rq_arena *arena, uint32_t morphs, struct rq_scene *scene)
{
    struct rq_animation *animation = rq_arena_get(arena, 1, sizeof *animation);
    struct rq_channel *channel = rq_arena_get(arena, 1, sizeof *channel);
    float *times = rq_arena_get(arena, (size_t)morphs + 1, sizeof *times);
    float *values = rq_arena_get(arena, ((size_t)morphs + 1) * morphs, sizeof *values);
    if (!animation || !channel || !times || !values)
        return false;
    for (uint32_t f = 0; f <= morphs; f++) {
        times[f] = (float)f * frame_seconds;
        if (f)
            values[(size_t)f * morphs + f - 1] = 1;
    }
    *channel = (struct rq_channel){.node = 0,
                                   .path = RQ_PATH_WEIGHTS,
                                   .key_count = morphs + 1,
                                   .times = times,
                                   .values = values};
    *animation = (struct rq_animation){.name = "frames", .channel_count = 1, .channels = channel};
    scene->animation_count = 1;
    scene->animations = animation;
    return true;
}

static uint32_t morphs_of(const struct rq_model3d *m)
{
    return !rq_model3d_early(m) && m->frame_count > 1 ? m->frame_count - 1 : 0;
}

static bool make_primitives(struct build *b, const struct rq_kit_look *look, struct rq_mesh *mesh)
{
    if (!make_materials(b, look))
        return false;
    uint32_t count = b->used.count;
    struct rq_primitive *primitives = rq_arena_get(b->arena, count, sizeof *primitives);
    uint32_t *starts = rq_arena_get(b->arena, (size_t)count + 1, sizeof *starts);
    const uint32_t *order = starts ? faces_by_slot(b, count, starts) : NULL;
    if (!primitives || !order)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!make_primitive(b, order + starts[i], starts[i + 1] - starts[i], i, mesh->morph_count,
                            &primitives[i]))
            return false;
    mesh->primitive_count = count;
    mesh->primitives = primitives;
    return !look->returns || rq_model3d_extras(b->m, b->face_slots, b->arena, &mesh->extras);
}

int rq_kit_mesh(struct rq_kit *kit, const struct rq_model3d *m, const struct rq_kit_look *look)
{
    struct build b = {.kit = kit, .m = m, .arena = kit->arena};
    struct rq_mesh mesh = {.name = look->name, .morph_count = morphs_of(m)};
    if (mesh.morph_count > MOST_MORPHS) {
        rq_fail(kit->view->err, RQ_LIMIT, 0, "model3d",
                "%u frames, at most %d can be morph targets", m->frame_count, MOST_MORPHS);
        return -1;
    }
    int number = -1;
    if (!make_primitives(&b, look, &mesh) ||
        (mesh.primitive_count && (number = rq_kit_add(kit, mesh)) < 0))
        rq_fail(kit->view->err, RQ_NO_MEMORY, 0, "model3d", "out of memory");
    return number;
}

bool rq_model3d_scene(struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene)
{
    const struct rq_model3d *m = doc->root;
    struct rq_kit kit;
    struct rq_node *node = rq_arena_get(view->arena, 1, sizeof *node);
    *scene = (struct rq_scene){.name = "model"};
    if (!node || !rq_kit_open(&kit, view))
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "model3d", "out of memory");
    int mesh = rq_kit_mesh(&kit, m, &(struct rq_kit_look){.name = "model", .returns = true});
    rq_kit_close(&kit, scene);
    if (view->err->code == RQ_OK && mesh >= 0 && morphs_of(m) &&
        !make_animation(view->arena, morphs_of(m), scene))
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "model3d", "out of memory");
    *node = rq_node_of("model", -1);
    node->mesh = mesh;
    scene->node_count = 1;
    scene->nodes = node;
    return view->err->code == RQ_OK;
}
