/* 3D, 3DC as a scene: one mesh, one primitive for each texture or colour, one morph target
 * for each frame after the first and one animation that plays them.
 *
 * The engine's space is right-handed with y down; half a turn about z makes it glTF's, without
 * mirroring and with the winding as it is: p' = (-x, -y, z) / 5120. */
#include "formats/redguard/model3d_parts.h"

#include <math.h>

enum {
    NO_TEXTURE_SIDE = 256, /* UVs of textures that are not at hand */
    MOST_MORPHS = 2048,    /* weights grow with the square of it */
    MOST_MORPH_BYTES = 256 << 20,
};

/* Nothing in a file tells the speed; the scripts of the game show frame by frame. */
static const float frame_seconds = 1.0f / 15;

/* ---- a set of small keys, numbered in the order in which they came ---- */

struct key_set {
    uint32_t (*keys)[4];
    uint32_t *slots; /* number + 1, 0: free */
    uint32_t count, mask;
};

static bool key_set_open(struct key_set *set, struct rq_arena *arena, size_t most)
{
    size_t size = 16;
    while (size < most * 2)
        size *= 2;
    *set = (struct key_set){.mask = (uint32_t)(size - 1)};
    set->keys = rq_arena_get(arena, most, sizeof *set->keys);
    set->slots = rq_arena_get(arena, size, sizeof *set->slots);
    return set->keys && set->slots && size <= UINT32_MAX;
}

static uint32_t key_set_add(struct key_set *set, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    uint32_t key[4] = {a, b, c, d}, hash = 0;
    for (size_t i = 0; i < 4; i++) {
        hash = (hash ^ key[i]) * 0x9E3779B1u;
        hash ^= hash >> 15;
    }
    for (uint32_t at = hash & set->mask;; at = (at + 1) & set->mask) {
        uint32_t number = set->slots[at];
        if (number && memcmp(set->keys[number - 1], key, sizeof key) == 0)
            return number - 1;
        if (!number) {
            memcpy(set->keys[set->count], key, sizeof key);
            set->slots[at] = ++set->count;
            return set->count - 1;
        }
    }
}

/* ---- textures ---- */

struct bank {
    struct bank *next;
    unsigned number;
    const struct rq_image *images;
    size_t count;
};

struct build {
    const struct rq_model3d *m;
    const struct rq_view *view;
    struct rq_arena *arena;
    struct bank *banks;
    struct rq_material *materials;
    struct rq_texture *textures;
    uint32_t texture_count;
    uint32_t *face_materials; /* UINT32_MAX: the face is not shown */
    uint32_t *first_corners;  /* of each face, counted over all faces */
    float (*sizes)[2];        /* of the texture of each material; 0: a colour */
};

/* A bank that can't be had or read is one without images. What the images point at is in
 * the environment's bytes or the view's arena: it outlives the document. */
static const struct bank *open_bank(struct build *b, unsigned number)
{
    for (const struct bank *bank = b->banks; bank; bank = bank->next)
        if (bank->number == number)
            return bank;
    struct bank *bank = rq_arena_get(b->arena, 1, sizeof *bank);
    const char *name = rq_arena_printf(b->arena, "TEXBSI.%03u", number);
    struct rq_bytes bytes;
    if (!bank || !name)
        return NULL;
    *bank = (struct bank){.next = b->banks, .number = number};
    b->banks = bank;
    const struct rq_env *env = b->view->env;
    if (!env || !env->get || !env->get(env->ctx, name, &bytes))
        return bank;
    struct rq_error ignored = {0};
    struct rq_options options = {.format = rq_format_by_name("texbsi"), .alloc = b->arena->alloc};
    struct rq_doc *doc = options.format ? rq_read(bytes, &options, &ignored) : NULL;
    struct rq_view view = *b->view;
    view.err = &ignored;
    if (doc && !doc->format->images(doc, &view, &bank->images, &bank->count))
        bank->count = 0;
    rq_doc_free(doc);
    return bank;
}

/* By the last three digits of the six-character name. */
static const struct rq_image *find_image(const struct bank *bank, unsigned image)
{
    for (size_t i = 0; bank && i < bank->count; i++) {
        const char *name = bank->images[i].name;
        if (strlen(name) != 6)
            continue;
        unsigned v = 0;
        bool digits = true;
        for (size_t k = 3; k < 6; k++) {
            digits = digits && name[k] >= '0' && name[k] <= '9';
            v = v * 10 + (unsigned)(name[k] - '0');
        }
        if (digits && v == image)
            return &bank->images[i];
    }
    return NULL;
}

static float linear(uint8_t v)
{
    float c = (float)v / 255;
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

static void plain_color(const struct build *b, unsigned color, struct rq_material *material)
{
    for (size_t k = 0; k < 3; k++)
        material->color[k] =
            linear(b->view->palette ? b->view->palette[(size_t)color * 3 + k] : (uint8_t)color);
}

static bool make_material(struct build *b, uint32_t number, uint32_t word)
{
    struct rq_material *material = &b->materials[number];
    struct rq_model3d_texture t = rq_model3d_texture(b->m, word);
    *material = (struct rq_material){.color = {1, 1, 1, 1}, .texture = -1};
    b->sizes[number][0] = b->sizes[number][1] = NO_TEXTURE_SIDE;
    if (t.kind == RQ_MODEL3D_COLOR) {
        material->name = rq_arena_printf(b->arena, "color %u", t.color);
        plain_color(b, t.color, material);
        b->sizes[number][0] = b->sizes[number][1] = 0;
        return material->name != NULL;
    }
    if (t.kind == RQ_MODEL3D_UNKNOWN) {
        material->name = rq_arena_printf(b->arena, "0x%08x", word);
        return material->name != NULL;
    }
    material->name = rq_arena_printf(b->arena, "%u/%u", t.bank, t.image);
    const struct rq_image *image = find_image(open_bank(b, t.bank), t.image);
    if (!image || !material->name)
        return material->name != NULL;
    const struct rq_plane *plane = rq_image_plane(image, 0, 0, 0);
    b->sizes[number][0] = (float)plane->width;
    b->sizes[number][1] = (float)plane->height;
    material->texture = (int)b->texture_count;
    if (memchr(plane->bytes.data, 0, plane->bytes.size))
        material->alpha = RQ_ALPHA_MASK;
    b->textures[b->texture_count++] =
        (struct rq_texture){.name = image->name, .image = *image, .nearest = true};
    return true;
}

/* A face that can be drawn: three corners or more, all of them with a vertex. */
static bool drawable(const struct rq_model3d *m, const struct rq_model3d_face *face)
{
    for (uint32_t k = 0; k < face->corner_count; k++)
        if (rq_model3d_vertex(m, face->corners[k].vertex) >= m->vertex_count)
            return false;
    return face->corner_count >= 3;
}

static bool make_materials(struct build *b, uint32_t *count)
{
    const struct rq_model3d *m = b->m;
    struct key_set words;
    b->face_materials = rq_arena_get(b->arena, m->face_count, sizeof *b->face_materials);
    b->first_corners = rq_arena_get(b->arena, m->face_count, sizeof *b->first_corners);
    if (!b->face_materials || !b->first_corners || !key_set_open(&words, b->arena, m->face_count))
        return false;
    for (uint32_t i = 0, corner = 0; i < m->face_count; i++) {
        const struct rq_model3d_face *face = &m->faces[i];
        b->first_corners[i] = corner;
        corner += face->corner_count;
        b->face_materials[i] =
            drawable(m, face) ? key_set_add(&words, face->texture, 0, 0, 0) : UINT32_MAX;
    }
    *count = words.count;
    b->materials = rq_arena_get(b->arena, words.count, sizeof *b->materials);
    b->textures = rq_arena_get(b->arena, words.count, sizeof *b->textures);
    b->sizes = rq_arena_get(b->arena, words.count, sizeof *b->sizes);
    if (!b->materials || !b->textures || !b->sizes)
        return false;
    for (uint32_t i = 0; i < words.count; i++)
        if (!make_material(b, i, words.keys[i][0]))
            return false;
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

static uint32_t add_corner(struct key_set *set, struct streams *s, struct corner c)
{
    /* Flat corners share a vertex only within their face. */
    bool flat = c.normal == UINT32_MAX;
    uint32_t before = set->count;
    uint32_t number = key_set_add(set, c.vertex, (uint32_t)c.u, (uint32_t)c.v,
                                  flat ? c.face | 0x80000000u : c.normal);
    if (set->count > before)
        s->corners[number] = c;
    return number;
}

static void add_face(const struct build *b, struct key_set *set, struct streams *s, uint32_t i)
{
    const struct rq_model3d *m = b->m;
    const struct rq_model3d_face *face = &m->faces[i];
    struct corner c = {.face = i};
    bool textured = b->sizes[b->face_materials[i]][0] > 0;
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

static bool fill_attributes(const struct build *b, const struct streams *s, uint32_t material,
                            struct rq_primitive *p)
{
    float *positions = rq_arena_get(b->arena, s->count, 3 * sizeof(float));
    float *normals = rq_arena_get(b->arena, s->count, 3 * sizeof(float));
    float *uvs = rq_arena_get(b->arena, s->count, 2 * sizeof(float));
    bool textured = b->sizes[material][0] > 0;
    if (!positions || !normals || !uvs)
        return false;
    for (size_t i = 0; i < s->count; i++) {
        const struct corner *c = &s->corners[i];
        position_of(b->m->vertices[c->vertex], positions + i * 3);
        normal_of(b->m, c->face, c->normal, normals + i * 3);
        for (size_t k = 0; k < 2 && textured; k++)
            uvs[i * 2 + k] = (float)(k ? c->v : c->u) / (16 * b->sizes[material][k]);
    }
    p->material = (int)material;
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
    const struct rq_model3d_frame *frame = &m->frames[f];
    const float signs[3] = {-1, -1, 1};
    for (size_t k = 0; k < 3; k++) {
        int64_t by = 0;
        if (frame->positions)
            by = rq_model3d_wide(m) ? (int64_t)frame->positions[vertex][k] - m->vertices[vertex][k]
                                    : -(int64_t)frame->positions[vertex][k];
        out[k] = (float)by * signs[k] / 5120 + 0.0f;
    }
}

static bool fill_morphs(const struct build *b, const struct streams *s, uint32_t morphs,
                        struct rq_primitive *p)
{
    struct rq_morph *all = rq_arena_get(b->arena, morphs, sizeof *all);
    if (!all)
        return false;
    for (uint32_t f = 0; f < morphs; f++) {
        float *moves = rq_arena_get(b->arena, s->count, 3 * sizeof(float));
        all[f].name = rq_arena_printf(b->arena, "frame %u", f + 1);
        all[f].positions = moves;
        if (!moves || !all[f].name)
            return false;
        for (size_t i = 0; i < s->count; i++)
            move_of(b->m, f + 1, s->corners[i].vertex, moves + i * 3);
    }
    p->morphs = all;
    return true;
}

/* Faces by material, so that each is looked at once. */
static uint32_t *faces_by_material(const struct build *b, uint32_t count, uint32_t *starts)
{
    const struct rq_model3d *m = b->m;
    uint32_t *order = rq_arena_get(b->arena, m->face_count, sizeof *order);
    if (!order)
        return NULL;
    for (uint32_t i = 0; i < m->face_count; i++)
        if (b->face_materials[i] != UINT32_MAX)
            starts[b->face_materials[i] + 1]++;
    for (uint32_t i = 0; i < count; i++)
        starts[i + 1] += starts[i];
    uint32_t *next = rq_arena_get(b->arena, count, sizeof *next);
    if (!next)
        return NULL;
    memcpy(next, starts, count * sizeof *next);
    for (uint32_t i = 0; i < m->face_count; i++)
        if (b->face_materials[i] != UINT32_MAX)
            order[next[b->face_materials[i]]++] = i;
    return order;
}

static bool make_primitive(const struct build *b, const uint32_t *faces, uint32_t face_count,
                           uint32_t material, uint32_t morphs, struct rq_primitive *p)
{
    struct streams s = {0};
    struct key_set set;
    size_t corners = 0;
    for (uint32_t i = 0; i < face_count; i++)
        corners += b->m->faces[faces[i]].corner_count;
    s.corners = rq_arena_get(b->arena, corners, sizeof *s.corners);
    s.indices = rq_arena_get(b->arena, corners * 3, sizeof *s.indices);
    if (!s.corners || !s.indices || !key_set_open(&set, b->arena, corners))
        return false;
    for (uint32_t i = 0; i < face_count; i++)
        add_face(b, &set, &s, faces[i]);
    s.count = set.count;
    if ((uint64_t)s.count * morphs > MOST_MORPH_BYTES / 12)
        return rq_fail(b->view->err, RQ_LIMIT, 0, "model3d",
                       "too many frames of too many vertices");
    return fill_attributes(b, &s, material, p) && (!morphs || fill_morphs(b, &s, morphs, p));
}

/* ---- the scene ---- */

/* Key f shows frame f: its own weight 1, all others 0. Between keys the frames blend. */
static bool make_animation(const struct build *b, uint32_t morphs, struct rq_scene *scene)
{
    struct rq_animation *animation = rq_arena_get(b->arena, 1, sizeof *animation);
    struct rq_channel *channel = rq_arena_get(b->arena, 1, sizeof *channel);
    float *times = rq_arena_get(b->arena, (size_t)morphs + 1, sizeof *times);
    float *values = rq_arena_get(b->arena, ((size_t)morphs + 1) * morphs, sizeof *values);
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

static bool make_mesh(struct build *b, struct rq_scene *scene, uint32_t morphs, uint32_t materials)
{
    struct rq_mesh *mesh = rq_arena_get(b->arena, 1, sizeof *mesh);
    struct rq_primitive *primitives = rq_arena_get(b->arena, materials, sizeof *primitives);
    uint32_t *starts = rq_arena_get(b->arena, (size_t)materials + 1, sizeof *starts);
    if (!mesh || !primitives || !starts)
        return false;
    const uint32_t *order = faces_by_material(b, materials, starts);
    if (!order)
        return false;
    for (uint32_t i = 0; i < materials; i++)
        if (!make_primitive(b, order + starts[i], starts[i + 1] - starts[i], i, morphs,
                            &primitives[i]))
            return false;
    *mesh = (struct rq_mesh){.name = "model",
                             .primitive_count = materials,
                             .primitives = primitives,
                             .morph_count = morphs};
    scene->mesh_count = materials ? 1 : 0;
    scene->meshes = mesh;
    scene->material_count = materials;
    scene->materials = b->materials;
    scene->texture_count = b->texture_count;
    scene->textures = b->textures;
    return true;
}

bool rq_model3d_scene(struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene)
{
    const struct rq_model3d *m = doc->root;
    struct build b = {.m = m, .view = view, .arena = view->arena};
    struct rq_node *node = rq_arena_get(view->arena, 1, sizeof *node);
    uint32_t materials = 0, morphs = 0;
    *scene = (struct rq_scene){.name = "model"};
    if (!rq_model3d_early(m) && m->frame_count > 1)
        morphs = m->frame_count - 1;
    if (morphs > MOST_MORPHS)
        return rq_fail(view->err, RQ_LIMIT, 0, "model3d",
                       "%u frames, at most %d can be morph targets", m->frame_count, MOST_MORPHS);
    bool fine = node && make_materials(&b, &materials) && make_mesh(&b, scene, morphs, materials);
    if (fine && morphs && materials)
        fine = make_animation(&b, morphs, scene);
    if (!fine)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "model3d", "out of memory");
    *node = (struct rq_node){.name = "model",
                             .parent = -1,
                             .rotation = {0, 0, 0, 1},
                             .scale = {1, 1, 1},
                             .mesh = materials ? 0 : -1,
                             .skin = -1,
                             .light = -1};
    scene->node_count = 1;
    scene->nodes = node;
    return true;
}
