/* A picture of a scene: a camera that looks at its middle, one light beside the camera, triangles
 * one after the other; what is see-through last, from back to front.
 *
 * Colours are worked out as they are stored, without going through linear light, as the games
 * themselves do. Factors of materials and colours of vertices are linear in a scene, and are taken
 * back first. */
#include "convert/convert.h"
#include "convert/pose.h"
#include "convert/raster.h"
#include "core/error.h"

#include <math.h>
#include <stdlib.h>

/* A scene may show one mesh in any number of places, so its size in memory is no limit of the
 * work. The largest map known has some 100,000 triangles. */
enum { MOST_SIDE = 4096, MOST_TRIANGLES = 20000000 };
static const uint64_t most_visits = 3000000000u;
static const size_t most_memory = (size_t)1 << 30;

static const float half_angle_tangent = 0.41421356f; /* of a view of 45 degrees */
static const float margin = 1.04f;

/* Light of the room, light of the lamp, and where the lamp is: at the left, above the camera. */
static const float ambient = 0.45f, lamp = 0.55f;
static const float to_lamp[3] = {-0.40f, 0.60f, 0.69f};

struct vertex {
    float at[3]; /* as the camera sees it: right, up, towards it */
    float facing;
};

struct see_through {
    float distance;
    uint32_t order;
    const struct rq_surface *surface;
    struct rq_corner corners[3];
};

struct material {
    struct rq_surface surface;
    float color[4], glow[3];
    bool ready, shown, sky, double_sided;
};

struct render {
    const struct rq_scene *scene;
    const struct rq_render_options *options;
    struct rq_arena arena;
    struct rq_pose pose;
    struct rq_canvas canvas;
    struct rq_raster_texture *textures; /* of the scene; made when the first triangle needs it */
    bool *texture_ready;
    struct material *materials; /* of the scene, and one more for what has none */
    float *positions, *normals; /* of one primitive */
    struct vertex *vertices;
    bool with_sky;
    float axes[9]; /* of the camera: right, up, towards it */
    float eye[3];  /* where it stands, along these axes */
    /* How far towards the camera the planes lie that bound the picture at its right, left, top and
     * bottom when they only just touch what is shown; and the nearest and farthest of that. */
    float reach[4], front, back;
    float low[2],
        high[2]; /* of what is shown, in the picture: -1 to 1; its middle, 0, is between them */
    float zoom[2];
    uint64_t triangles;
    struct see_through *blended;
    uint32_t blended_count, blended_room;
    struct rq_error *err;
};

static bool no_memory(const struct render *r)
{
    if (r->arena.over_limit)
        return rq_fail(r->err, RQ_LIMIT, 0, "render",
                       "textures and see-through triangles need more than 1 GB of memory");
    return rq_fail(r->err, RQ_NO_MEMORY, 0, "render", "out of memory");
}

/* ---- materials ---- */

static float stored(float linear)
{
    if (!(linear > 0))
        return 0;
    return linear >= 1            ? 1
           : linear <= 0.0031308f ? linear * 12.92f
                                  : 1.055f * powf(linear, 1 / 2.4f) - 0.055f;
}

static const struct rq_raster_texture *texture_of(struct render *r, int number)
{
    if (number < 0 || (uint32_t)number >= r->scene->texture_count)
        return NULL;
    struct rq_raster_texture *t = &r->textures[number];
    if (!r->texture_ready[number] &&
        !rq_raster_texture(t, &r->scene->textures[number], &r->arena)) {
        no_memory(r);
        return NULL;
    }
    r->texture_ready[number] = true;
    return t->count ? t : NULL;
}

/* What masks all of itself away, as walkmeshes of KotOR do, is not there. */
static void look_at(const struct rq_material *m, struct material *to)
{
    for (size_t k = 0; k < 3; k++) {
        to->color[k] = stored(m->color[k]);
        to->glow[k] = stored(m->emissive[k]);
    }
    to->color[3] = m->color[3] > 0 ? fminf(m->color[3], 1) : 0;
    to->surface.alpha = m->alpha;
    to->shown =
        m->alpha == RQ_ALPHA_OPAQUE || to->color[3] >= (m->alpha == RQ_ALPHA_MASK ? 0.5f : 0.002f);
    to->sky = m->unlit;
    to->double_sided = m->double_sided;
}

static bool open_materials(struct render *r)
{
    const struct rq_scene *s = r->scene;
    r->materials = rq_arena_get(&r->arena, (size_t)s->material_count + 1, sizeof *r->materials);
    r->textures = rq_arena_get(&r->arena, s->texture_count, sizeof *r->textures);
    r->texture_ready = rq_arena_get(&r->arena, s->texture_count, sizeof *r->texture_ready);
    if (!r->materials || !r->textures || !r->texture_ready)
        return no_memory(r);
    for (uint32_t i = 0; i < s->material_count; i++)
        look_at(&s->materials[i], &r->materials[i]);
    look_at(&(struct rq_material){.color = {1, 1, 1, 1}}, &r->materials[s->material_count]);
    return true;
}

static struct material *material_of(const struct render *r, const struct rq_primitive *p)
{
    bool has = p->material >= 0 && (uint32_t)p->material < r->scene->material_count;
    return &r->materials[has ? (uint32_t)p->material : r->scene->material_count];
}

/* The material with its textures. */
static struct material *ready_material(struct render *r, const struct rq_primitive *p)
{
    struct material *m = material_of(r, p);
    if (m->ready || p->material < 0 || (uint32_t)p->material >= r->scene->material_count)
        return m;
    const struct rq_material *from = &r->scene->materials[p->material];
    m->surface.texture = texture_of(r, from->texture);
    m->surface.lightmap = texture_of(r, from->lightmap);
    memcpy(m->surface.glow, m->glow, sizeof m->glow);
    m->ready = true;
    return m;
}

/* ---- what is in the picture ---- */

typedef bool each_fn(struct render *r, uint32_t node, const struct rq_primitive *p);

/* Every primitive of every node that is shown. */
static bool each_primitive(struct render *r, each_fn *fn)
{
    const struct rq_scene *s = r->scene;
    for (uint32_t i = 0; i < s->node_count; i++) {
        const struct rq_mesh *mesh = s->nodes[i].mesh < 0 ? NULL : &s->meshes[s->nodes[i].mesh];
        for (uint32_t k = 0; mesh && k < mesh->primitive_count; k++) {
            const struct rq_primitive *p = &mesh->primitives[k];
            const struct material *m = material_of(r, p);
            if (m->shown && (!m->sky || r->with_sky) && p->attributes[RQ_POSITION] && !fn(r, i, p))
                return false;
        }
    }
    return true;
}

static uint32_t count_of(const struct rq_primitive *p)
{
    return (p->indices ? p->index_count : p->vertex_count) / 3;
}

/* Room for the vertices of any primitive. */
static bool open_vertices(struct render *r)
{
    size_t most = 0;
    for (uint32_t i = 0; i < r->scene->mesh_count; i++)
        for (uint32_t k = 0; k < r->scene->meshes[i].primitive_count; k++) {
            size_t count = r->scene->meshes[i].primitives[k].vertex_count;
            most = count > most ? count : most;
        }
    r->positions = rq_arena_get(&r->arena, most, 3 * sizeof *r->positions);
    r->normals = rq_arena_get(&r->arena, most, 3 * sizeof *r->normals);
    r->vertices = rq_arena_get(&r->arena, most, sizeof *r->vertices);
    return (r->positions && r->normals && r->vertices) || no_memory(r);
}

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Which way the camera looks: at the front of figures when it did not go round. */
static void turn_camera(struct render *r)
{
    const struct rq_render_options *o = r->options;
    const float degree = 0.017453293f;
    float yaw = o->yaw + (r->scene->faces_back ? 180.0f : 0);
    float sy = sinf(yaw * degree), cy = cosf(yaw * degree);
    float sp = sinf(o->pitch * degree), cp = cosf(o->pitch * degree);
    const float axes[9] = {cy, 0, -sy, -sy * sp, cp, -cy * sp, sy * cp, sp, cy * cp};
    float aspect = (float)r->canvas.width / (float)r->canvas.height;
    memcpy(r->axes, axes, sizeof axes);
    r->zoom[0] = 1 / half_angle_tangent / (aspect < 1 ? 1 : aspect);
    r->zoom[1] = 1 / half_angle_tangent * (aspect < 1 ? aspect : 1);
}

static bool measure(struct render *r, uint32_t node, const struct rq_primitive *p)
{
    r->triangles += count_of(p);
    if (r->triangles > MOST_TRIANGLES)
        return rq_fail(r->err, RQ_LIMIT, 0, "render", "more than %d triangles", MOST_TRIANGLES);
    rq_pose_vertices(&r->pose, node, p, r->positions, NULL);
    for (size_t v = 0; v < p->vertex_count; v++) {
        float at[3];
        for (size_t k = 0; k < 3; k++) {
            at[k] = dot(r->axes + k * 3, r->positions + v * 3);
            if (!(fabsf(at[k]) < 1e18f))
                return rq_fail(r->err, RQ_LIMIT, 0, "render", "node %u is too large to be shown",
                               node);
        }
        for (size_t k = 0; k < 4; k++) {
            float side = at[k / 2] * r->zoom[k / 2] * margin;
            r->reach[k] = fmaxf(r->reach[k], at[2] + (k % 2 ? -side : side));
        }
        r->front = fmaxf(r->front, at[2]);
        r->back = fminf(r->back, at[2]);
    }
    return true;
}

/* As near as everything is in the picture. Two planes, of the left and the right side, meet in a line
 * along which the camera may stand so that both touch what is shown; so do those of top and bottom.
 * The farther of the two lines is where it stands. */
static void place_camera(struct render *r)
{
    r->eye[2] = r->front + (r->front - r->back) * 0.01f;
    for (size_t k = 0; k < 2; k++) {
        float plus = r->reach[k * 2], minus = r->reach[k * 2 + 1];
        r->eye[k] = (plus - minus) / 2 / (r->zoom[k] * margin);
        r->eye[2] = fmaxf(r->eye[2], (plus + minus) / 2);
    }
    /* A point has no size: any distance will do. */
    if (!(r->eye[2] > r->front))
        r->eye[2] = r->front + 1;
    r->canvas.nearest = (r->eye[2] - r->back) * 1e-5f;
}

/* Perspective makes what is near larger than what is far: what is shown need not lie around the
 * middle of the picture. */
static bool find_middle(struct render *r, uint32_t node, const struct rq_primitive *p)
{
    rq_pose_vertices(&r->pose, node, p, r->positions, NULL);
    for (size_t v = 0; v < p->vertex_count; v++) {
        const float *at = r->positions + v * 3;
        float w = r->eye[2] - dot(r->axes + 6, at);
        for (size_t k = 0; k < 2 && w > r->canvas.nearest; k++) {
            float place = (dot(r->axes + k * 3, at) - r->eye[k]) * r->zoom[k] / w;
            r->low[k] = fminf(r->low[k], place);
            r->high[k] = fmaxf(r->high[k], place);
        }
    }
    return true;
}

/* Skies are not part of what is looked at, and from outside they would hide it: they are shown
 * only where there is nothing else. */
static bool frame_scene(struct render *r)
{
    turn_camera(r);
    for (int tries = 0; tries < 2 && !r->triangles; tries++) {
        for (size_t k = 0; k < 4; k++)
            r->reach[k] = -INFINITY;
        r->front = -INFINITY;
        r->back = INFINITY;
        r->with_sky = tries;
        if (!each_primitive(r, measure))
            return false;
    }
    if (!r->triangles)
        return rq_fail(r->err, RQ_UNSUPPORTED, 0, "render", "nothing in it can be shown");
    place_camera(r);
    return each_primitive(r, find_middle);
}

/* ---- triangles ---- */

/* The vertices as the camera sees them, and how much they face the lamp. */
static void see_vertices(struct render *r, uint32_t node, const struct rq_primitive *p)
{
    bool has_normals = p->attributes[RQ_NORMAL] != NULL;
    rq_pose_vertices(&r->pose, node, p, r->positions, has_normals ? r->normals : NULL);
    for (size_t v = 0; v < p->vertex_count; v++) {
        struct vertex *to = &r->vertices[v];
        float normal[3];
        for (size_t k = 0; k < 3; k++)
            to->at[k] = dot(r->axes + k * 3, r->positions + v * 3) - r->eye[k];
        if (!has_normals)
            continue;
        const float *n = r->normals + v * 3;
        float length = sqrtf(dot(n, n));
        for (size_t k = 0; k < 3; k++)
            normal[k] = dot(r->axes + k * 3, n);
        to->facing = length > 0 ? dot(normal, to_lamp) / length : 0;
    }
}

/* How much a triangle without normals faces the lamp. */
static float flat_facing(const struct vertex *const v[3])
{
    float a[3], b[3], n[3];
    for (size_t k = 0; k < 3; k++) {
        a[k] = v[1]->at[k] - v[0]->at[k];
        b[k] = v[2]->at[k] - v[0]->at[k];
    }
    for (size_t k = 0; k < 3; k++)
        n[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    float length = sqrtf(dot(n, n));
    return length > 0 ? dot(n, to_lamp) / length : 0;
}

/* Above 0 when the corners turn against the clock, as the camera sees them. */
static float side_of(const struct vertex *const v[3])
{
    const float *a = v[0]->at, *b = v[1]->at, *c = v[2]->at;
    return -(a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
             a[2] * (b[0] * c[1] - b[1] * c[0]));
}

/* What belongs to one vertex of a triangle: texture places, and its colour in its light. */
static void fill_values(const struct rq_primitive *p, const struct material *m, uint32_t v,
                        float facing, float *values)
{
    const float *uv = p->attributes[RQ_TEXCOORD_0], *light = p->attributes[RQ_TEXCOORD_1];
    const float *color = p->attributes[RQ_COLOR_0];
    /* A light map is all the light that its surface has; a sky shines as it is painted. */
    bool lit = m->surface.lightmap || m->sky;
    for (size_t k = 0; k < 2; k++) {
        values[RQ_RASTER_U + k] = uv ? uv[(size_t)v * 2 + k] : 0;
        values[RQ_RASTER_U1 + k] = light ? light[(size_t)v * 2 + k] : 0;
    }
    float shine = ambient + lamp * fmaxf(facing, 0);
    for (size_t k = 0; k < 3; k++)
        values[RQ_RASTER_RED + k] = m->color[k] * (color ? stored(color[(size_t)v * 4 + k]) : 1) *
                                    (lit ? 1 : fminf(shine + m->glow[k], 1));
    values[RQ_RASTER_RED + 3] = m->color[3] * (color ? color[(size_t)v * 4 + 3] : 1);
}

static bool keep_blended(struct render *r, const struct rq_surface *surface,
                         const struct rq_corner corners[3])
{
    struct see_through *grown =
        rq_arena_more(&r->arena, &r->blended, r->blended_count, &r->blended_room, sizeof *grown);
    if (!grown)
        return no_memory(r);
    struct see_through *t = &grown[r->blended_count];
    *t = (struct see_through){.distance = corners[0].w + corners[1].w + corners[2].w,
                              .order = r->blended_count,
                              .surface = surface};
    memcpy(t->corners, corners, sizeof t->corners);
    r->blended_count++;
    return true;
}

static bool too_much(const struct render *r)
{
    return r->canvas.visits > most_visits &&
           !rq_fail(r->err, RQ_LIMIT, 0, "render",
                    "too many large triangles behind each other for a picture of this size");
}

static bool draw_triangle(struct render *r, const struct rq_primitive *p, const struct material *m,
                          const uint32_t index[3], bool mirrored)
{
    const struct vertex *v[3];
    struct rq_corner corners[3];
    for (size_t i = 0; i < 3; i++)
        v[i] = &r->vertices[index[i]];
    float side = side_of(v) * (mirrored ? -1.0f : 1.0f);
    if (side < 0 && !m->double_sided)
        return true;
    float flat = p->attributes[RQ_NORMAL] ? 0 : flat_facing(v) * (mirrored ? -1.0f : 1.0f);
    for (size_t i = 0; i < 3; i++) {
        float facing = p->attributes[RQ_NORMAL] ? v[i]->facing : flat;
        corners[i].w = -v[i]->at[2];
        corners[i].x = v[i]->at[0] * r->zoom[0] - (r->low[0] + r->high[0]) / 2 * corners[i].w;
        corners[i].y = v[i]->at[1] * r->zoom[1] - (r->low[1] + r->high[1]) / 2 * corners[i].w;
        fill_values(p, m, index[i], side < 0 ? -facing : facing, corners[i].values);
    }
    if (m->surface.alpha == RQ_ALPHA_BLEND)
        return keep_blended(r, &m->surface, corners);
    rq_raster_triangle(&r->canvas, &m->surface, corners);
    return !too_much(r);
}

static bool draw_primitive(struct render *r, uint32_t node, const struct rq_primitive *p)
{
    const struct material *m = ready_material(r, p);
    bool mirrored = rq_pose_mirrors(&r->pose, node);
    uint32_t count = count_of(p);
    if (r->err->code)
        return false;
    see_vertices(r, node, p);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index[3];
        for (uint32_t k = 0; k < 3; k++) {
            index[k] = p->indices ? p->indices[(size_t)i * 3 + k] : i * 3 + k;
            if (index[k] >= p->vertex_count)
                return rq_fail(r->err, RQ_USAGE, 0, "render", "node %u: no vertex %u", node,
                               index[k]);
        }
        if (!draw_triangle(r, p, m, index, mirrored))
            return false;
    }
    return true;
}

/* The farthest first; of the same distance those that came first. */
static int by_distance(const void *a, const void *b)
{
    const struct see_through *x = a, *y = b;
    if (x->distance < y->distance || x->distance > y->distance)
        return x->distance > y->distance ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static bool draw_blended(struct render *r)
{
    if (r->blended_count)
        qsort(r->blended, r->blended_count, sizeof *r->blended, by_distance);
    for (uint32_t i = 0; i < r->blended_count; i++) {
        rq_raster_triangle(&r->canvas, r->blended[i].surface, r->blended[i].corners);
        if (too_much(r))
            return false;
    }
    return true;
}

/* ---- the picture ---- */

static bool open_canvas(struct render *r, struct rq_arena *arena)
{
    const struct rq_render_options *o = r->options;
    struct rq_canvas *c = &r->canvas;
    c->width = o->width ? o->width : RQ_RENDER_WIDTH;
    c->height = o->height ? o->height : RQ_RENDER_HEIGHT;
    if (c->width > MOST_SIDE || c->height > MOST_SIDE)
        return rq_fail(r->err, RQ_USAGE, 0, "render",
                       "a picture has 1 to %d pixels a side, not %ux%u", MOST_SIDE, c->width,
                       c->height);
    if (!(fabsf(o->yaw) <= 3600) || !(fabsf(o->pitch) <= 90))
        return rq_fail(r->err, RQ_USAGE, 0, "render",
                       "the camera goes round by -3600 to 3600 degrees and up by -90 to 90");
    size_t count = (size_t)c->width * c->height;
    c->rgba = rq_arena_get(arena, count, 4);
    c->depth = rq_arena_get(&r->arena, count, sizeof *c->depth);
    return (c->rgba && c->depth) || no_memory(r);
}

/* The background behind all that is drawn, and colours without their alpha. */
static void finish(const struct rq_canvas *c, const uint8_t background[4])
{
    const unsigned back = background[3];
    for (size_t i = 0; i < (size_t)c->width * c->height; i++) {
        uint8_t *p = c->rgba + i * 4;
        unsigned left = 255u - p[3], alpha = p[3] + (back * left + 127) / 255;
        for (size_t k = 0; k < 3 && alpha; k++) {
            unsigned whole = p[k] * 255u + (unsigned)background[k] * back * left / 255;
            unsigned v = (whole + alpha / 2) / alpha;
            p[k] = (uint8_t)(v < 255 ? v : 255);
        }
        p[3] = (uint8_t)alpha;
    }
}

bool rq_render(const struct rq_scene *scene, const struct rq_render_options *options,
               struct rq_arena *arena, struct rq_image *image, struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct render r = {.scene = scene,
                       .options = options,
                       .arena = {.alloc = arena->alloc, .limit = most_memory},
                       .err = err ? err : &ignored};
    struct rq_plane *plane = rq_arena_get(arena, 1, sizeof *plane);
    if (!plane)
        return no_memory(&r);
    bool fine = open_canvas(&r, arena) && open_materials(&r) && open_vertices(&r) &&
                rq_pose_open(&r.pose, scene, options->animation, options->frame, &r.arena, r.err) &&
                frame_scene(&r) && each_primitive(&r, draw_primitive) && draw_blended(&r);
    if (fine) {
        finish(&r.canvas, options->background);
        *plane = (struct rq_plane){r.canvas.width,
                                   r.canvas.height,
                                   {r.canvas.rgba, (size_t)r.canvas.width * r.canvas.height * 4}};
        *image = (struct rq_image){.name = scene->name,
                                   .pixels = RQ_PIXELS_RGBA8,
                                   .mips = 1,
                                   .faces = 1,
                                   .frames = 1,
                                   .planes = plane};
    }
    rq_arena_free(&r.arena);
    return fine;
}
