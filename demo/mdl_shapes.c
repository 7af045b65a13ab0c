/* Shapes of the demo's models: points and faces, and the lists that they are in ASCII MDL. */
#include "demo/mdl.h"

struct mdl_shape *mdl_shape(void)
{
    static struct mdl_shape shape;
    memset(&shape, 0, sizeof shape);
    return &shape;
}

uint32_t shape_point(struct mdl_shape *s, int x, int y, int z, int u, int v)
{
    s->overflow |= s->point_count == MDL_POINTS;
    struct mdl_point *p = &s->points[s->overflow ? 0 : s->point_count++];
    *p = (struct mdl_point){.at = {x, y, z}, .uv = {u, v}};
    return (uint32_t)(p - s->points);
}

void shape_face(struct mdl_shape *s, uint32_t a, uint32_t b, uint32_t c, uint32_t group,
                uint32_t material)
{
    s->overflow |= s->face_count == MDL_FACES;
    if (!s->overflow)
        s->faces[s->face_count++] = (struct mdl_face){{a, b, c}, group, material};
}

/* Quads that touch are in groups of their own: an edge stays between them. */
static uint32_t next_group(struct mdl_shape *s)
{
    return 2u << s->quads++ % 30;
}

void shape_quad(struct mdl_shape *s, const int at[4][3], struct mdl_part uv, struct mdl_part light)
{
    uint32_t first = s->point_count, group = next_group(s);
    for (unsigned i = 0; i < 4; i++) {
        bool right = i == 1 || i == 2, upper = i >= 2;
        uint32_t p = shape_point(s, at[i][0], at[i][1], at[i][2], right ? uv.u2 : uv.u,
                                 upper ? uv.v2 : uv.v);
        s->points[p].light[0] = right ? light.u2 : light.u;
        s->points[p].light[1] = upper ? light.v2 : light.v;
    }
    s->lit |= light.u != light.u2;
    shape_face(s, first, first + 1, first + 2, group, 0);
    shape_face(s, first, first + 2, first + 3, group, 0);
}

void shape_wall(struct mdl_shape *s, struct mdl_wall w, int repeat, struct mdl_part light)
{
    const int at[4][3] = {{w.x, w.y, w.z}, {w.x2, w.y2, w.z}, {w.x2, w.y2, w.z2}, {w.x, w.y, w.z2}};
    int wide = demo_length(w.x2 - w.x, w.y2 - w.y);
    struct mdl_part uv = {0, 0, wide * 1000 / repeat, (w.z2 - w.z) * 1000 / repeat};
    shape_quad(s, at, uv, light);
}

void shape_box(struct mdl_shape *s, const int from[3], const int to[3], int repeat,
               struct mdl_part light)
{
    const int x = from[0], y = from[1], x2 = to[0], y2 = to[1], z = from[2], z2 = to[2];
    const int lid[4][3] = {{x, y, z2}, {x2, y, z2}, {x2, y2, z2}, {x, y2, z2}};
    struct mdl_part top = {0, 0, (x2 - x) * 1000 / repeat, (y2 - y) * 1000 / repeat};
    shape_wall(s, (struct mdl_wall){x, y, x2, y, z, z2}, repeat, light);
    shape_wall(s, (struct mdl_wall){x2, y, x2, y2, z, z2}, repeat, light);
    shape_wall(s, (struct mdl_wall){x2, y2, x, y2, z, z2}, repeat, light);
    shape_wall(s, (struct mdl_wall){x, y2, x, y, z, z2}, repeat, light);
    shape_quad(s, lid, top, light);
}

void shape_tube(struct mdl_shape *s, const struct mdl_ring *rings, size_t count,
                struct mdl_tube tube)
{
    uint32_t first = s->point_count, row = (uint32_t)tube.sides + 1;
    for (size_t k = 0; k < count; k++) {
        const struct mdl_ring *r = &rings[k];
        int depth = r->depth ? r->depth : r->radius;
        int v = tube.by_height ? demo_mix(tube.uv.v, tube.uv.v2, r->z, 1000)
                               : demo_mix(tube.uv.v, tube.uv.v2, (int)k, (int)count - 1);
        for (int i = 0; i <= tube.sides; i++) {
            int angle = i * 4096 / tube.sides;
            uint32_t p = shape_point(s, tube.x + r->x + demo_cos(angle) * r->radius / 16384,
                                     tube.y + r->y + demo_sin(angle) * depth / 16384, r->z,
                                     demo_mix(tube.uv.u, tube.uv.u2, i, tube.sides), v);
            s->points[p].weights = r->weights;
        }
    }
    for (uint32_t k = 0; k + 1 < count; k++)
        for (uint32_t i = 0; i + 1 < row; i++) {
            uint32_t a = first + k * row + i, b = a + row;
            shape_face(s, a, a + 1, b + 1, 1, 0);
            shape_face(s, a, b + 1, b, 1, 0);
        }
}

/* ---- lists ---- */

static void put_row(struct mdl_text *t, const int *v, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        int whole = v[i] < 0 ? -v[i] : v[i];
        rq_putf(&t->out, "%s%s%d.%03d", i ? " " : "", v[i] < 0 ? "-" : "", whole / 1000,
                whole % 1000);
    }
    rq_put(&t->out, "\n", 1);
}

static void put_faces(struct mdl_text *t, const struct mdl_shape *s)
{
    mdl_line(t, "faces %u", s->face_count);
    for (uint32_t i = 0; i < s->face_count; i++) {
        const struct mdl_face *f = &s->faces[i];
        const uint32_t *v = f->v;
        if (s->lit)
            mdl_line(t, "%u %u %u %u %u %u %u %u %u %u %u", v[0], v[1], v[2], f->group, v[0], v[1],
                     v[2], v[0], v[1], v[2], f->material);
        else
            mdl_line(t, "%u %u %u %u %u %u %u %u", v[0], v[1], v[2], f->group, v[0], v[1], v[2],
                     f->material);
    }
}

void mdl_put_shape(struct mdl_text *t, const struct mdl_shape *s)
{
    uint32_t count = s->point_count;
    mdl_line(t, "verts %u", count);
    for (uint32_t i = 0; i < count; i++)
        put_row(t, s->points[i].at, 3);
    put_faces(t, s);
    mdl_line(t, "tverts %u", count);
    for (uint32_t i = 0; i < count; i++)
        put_row(t, s->points[i].uv, 2);
    if (s->lit) {
        mdl_line(t, "tverts1 %u", count);
        for (uint32_t i = 0; i < count; i++)
            put_row(t, s->points[i].light, 2);
    }
    if (count && s->points[0].weights) {
        mdl_line(t, "weights %u", count);
        for (uint32_t i = 0; i < count; i++)
            mdl_line(t, "%s", s->points[i].weights);
    }
    if (s->overflow)
        t->out.failed = RQ_LIMIT;
}
