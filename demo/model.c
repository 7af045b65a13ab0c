/* Putting models together, and their bytes from the description of the format. */
#include "demo/model.h"

/* ---- looks ---- */

/* The name of the image, a02005 for image 5 of bank 2, as a number to base 40. */
struct look look_image(unsigned bank, unsigned image, bool smooth)
{
    unsigned digits[6] = {10 + bank / 100,  bank / 10 % 10,  bank % 10,
                          image / 100 % 10, image / 10 % 10, image % 10};
    struct look look = {.bank = bank, .image = image, .smooth = smooth};
    for (size_t i = 0; i < 6; i++)
        look.word = look.word * 40 + digits[i];
    return look;
}

struct look look_fitted(unsigned bank, unsigned image, const struct demo_tile *tile)
{
    struct look look = look_image(bank, image, false);
    look.width = tile->width;
    look.height = tile->height;
    return look;
}

struct look look_color(enum demo_ramp ramp, unsigned level, bool smooth)
{
    unsigned color = (unsigned)ramp * 16 + level;
    return (struct look){.word = 0xFFF00000u | color << 8, .color = color, .smooth = smooth};
}

/* ---- shapes ---- */

uint32_t add_vertex(struct model *m, int x, int y, int z)
{
    if (m->vertex_count == MOST_VERTICES) {
        m->overflow = true;
        return 0;
    }
    m->parts[m->vertex_count] = m->part;
    int32_t *v = m->vertices[m->vertex_count];
    v[0] = x * STEP;
    v[1] = y * STEP;
    v[2] = z * STEP;
    return m->vertex_count++;
}

static struct face *add_face(struct model *m, const uint32_t *v, uint32_t count, struct look look)
{
    if (m->face_count == MOST_FACES || count > MOST_CORNERS) {
        m->overflow = true;
        return &m->spare;
    }
    struct face *face = &m->faces[m->face_count++];
    face->count = (uint8_t)count;
    face->look = look;
    for (uint32_t i = 0; i < count; i++)
        face->corners[i].vertex = v[i];
    return face;
}

static int distance(const int32_t a[3], const int32_t b[3])
{
    uint64_t sum = 0;
    for (size_t k = 0; k < 3; k++)
        sum += (uint64_t)((int64_t)(a[k] - b[k]) * (a[k] - b[k]));
    return (int)demo_root(sum);
}

/* 64 pixels to the unit, in 16ths. */
static int texels(int length)
{
    return (int)((int64_t)length * 64 * 16 / UNIT);
}

void add_quad(struct model *m, const uint32_t v[4], struct look look)
{
    struct face *face = add_face(m, v, 4, look);
    int wide = texels(distance(m->vertices[v[0]], m->vertices[v[1]]));
    int high = texels(distance(m->vertices[v[0]], m->vertices[v[3]]));
    if (look.width) {
        wide = look.width * 16;
        high = look.height * 16;
    }
    face->corners[0].v = face->corners[1].v = high;
    face->corners[1].u = face->corners[2].u = wide;
}

/* The picture as seen along the axis that the polygon faces most. */
void add_polygon(struct model *m, const uint32_t *v, uint32_t count, struct look look)
{
    struct face *face = add_face(m, v, count, look);
    int32_t low[3], high[3];
    memcpy(low, m->vertices[v[0]], sizeof low);
    memcpy(high, low, sizeof high);
    for (uint32_t i = 1; i < count; i++)
        for (size_t k = 0; k < 3; k++) {
            low[k] = m->vertices[v[i]][k] < low[k] ? m->vertices[v[i]][k] : low[k];
            high[k] = m->vertices[v[i]][k] > high[k] ? m->vertices[v[i]][k] : high[k];
        }
    size_t thin = 0;
    for (size_t k = 1; k < 3; k++)
        thin = high[k] - low[k] < high[thin] - low[thin] ? k : thin;
    size_t across = thin == 0 ? 2 : 0, up = thin == 1 ? 2 : 1;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t *at = m->vertices[v[i]];
        struct corner *corner = &face->corners[i];
        corner->u = texels(at[across] - low[across]);
        corner->v = texels(high[up] - at[up]);
        if (look.width && high[across] > low[across] && high[up] > low[up]) {
            corner->u = (int)((int64_t)(at[across] - low[across]) * look.width * 16 /
                              (high[across] - low[across]));
            corner->v =
                (int)((int64_t)(high[up] - at[up]) * look.height * 16 / (high[up] - low[up]));
        }
    }
}

void add_box(struct model *m, const int from[3], const int to[3], const struct look looks[6])
{
    static const uint32_t sides[6][4] = {{4, 5, 7, 6}, {5, 1, 3, 7}, {1, 0, 2, 3},
                                         {0, 4, 6, 2}, {6, 7, 3, 2}, {0, 1, 5, 4}};
    uint32_t v[8];
    for (uint32_t i = 0; i < 8; i++)
        v[i] = add_vertex(m, i & 1 ? to[0] : from[0], i & 2 ? to[1] : from[1],
                          i & 4 ? to[2] : from[2]);
    for (size_t s = 0; s < 6; s++)
        add_quad(m, (uint32_t[4]){v[sides[s][0]], v[sides[s][1]], v[sides[s][2]], v[sides[s][3]]},
                 looks[s]);
}

void add_plain_box(struct model *m, const int from[3], const int to[3], struct look look)
{
    add_box(m, from, to, (struct look[6]){look, look, look, look, look, look});
}

static uint32_t add_ring(struct model *m, const struct lathe *l, const int profile[2])
{
    uint32_t first = m->vertex_count;
    for (uint32_t i = 0; i < l->sides; i++) {
        int angle = (int)(i * 4096 / l->sides);
        int32_t at[3] = {l->x * STEP + profile[1] * STEP / 16 * demo_sin(angle) / 1024,
                         profile[0] * STEP,
                         l->z * STEP + profile[1] * STEP / 16 * demo_cos(angle) / 1024};
        memcpy(m->vertices[add_vertex(m, 0, 0, 0)], at, sizeof at);
    }
    return first;
}

void add_lathe(struct model *m, const struct lathe *l)
{
    uint32_t below = add_ring(m, l, l->profile[0]);
    for (uint32_t r = 1; r < l->rings; r++) {
        uint32_t above = add_ring(m, l, l->profile[r]);
        for (uint32_t i = 0; i < l->sides; i++) {
            uint32_t next = (i + 1) % l->sides;
            uint32_t v[4] = {below + i, below + next, above + next, above + i};
            add_quad(m, v, l->looks[r - 1]);
            /* The picture goes on round the corner. */
            struct face *face = &m->faces[m->face_count - 1];
            for (size_t k = 0; k < 4 && !face->look.width; k++)
                face->corners[k].u += (int)i * 256;
        }
        below = above;
    }
    if (!l->ends)
        return;
    /* Ends have vertices of their own: theirs stay without normals. */
    uint32_t ends[2] = {add_ring(m, l, l->profile[0]), 0}, v[MOST_CORNERS] = {0};
    ends[1] = add_ring(m, l, l->profile[l->rings - 1]);
    for (uint32_t e = 0; e < 2; e++) {
        for (uint32_t i = 0; i < l->sides && i < MOST_CORNERS; i++)
            v[i] = ends[e] + (e ? i : l->sides - 1 - i);
        add_polygon(m, v, l->sides, *l->ends);
    }
}

void next_box(struct model *m)
{
    if (m->box_count < MOST_BOXES)
        m->box_starts[m->box_count++] = m->face_count;
    m->box_starts[m->box_count] = MOST_FACES;
}

void add_frames(struct model *m, uint32_t count, pose_fn *pose)
{
    m->frame_count = count;
    for (uint32_t f = 0; f < count && f < MOST_FRAMES; f++)
        for (uint32_t i = 0; i < m->vertex_count; i++)
            pose(m->parts[i], m->vertices[i], (int)(f * 4096 / count), m->frames[f][i]);
    memcpy(m->vertices, m->frames[0], sizeof m->vertices);
}

/* ---- normals ---- */

/* By the sum over the edges, so that any polygon has one; 16384 long. */
static void face_normal(const struct face *face, const int32_t (*at)[3], int32_t out[3])
{
    int64_t n[3] = {0, 0, 0};
    for (uint32_t i = 0; i < face->count; i++) {
        const int32_t *a = at[face->corners[i].vertex];
        const int32_t *b = at[face->corners[(i + 1) % face->count].vertex];
        for (size_t k = 0; k < 3; k++) {
            size_t p = (k + 1) % 3, q = (k + 2) % 3;
            n[k] += (int64_t)(a[p] - b[p]) * (a[q] + b[q]);
        }
    }
    /* 16 bits are enough of a direction. */
    int64_t most = 1;
    for (size_t k = 0; k < 3; k++)
        most = n[k] > most ? n[k] : -n[k] > most ? -n[k] : most;
    for (size_t k = 0; k < 3; k++)
        n[k] = n[k] * 65536 / most;
    int64_t length = demo_root((uint64_t)(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]));
    for (size_t k = 0; k < 3; k++)
        out[k] = length ? (int32_t)(n[k] * 16384 / length) : 0;
}

static void vertex_normals(const struct model *m, int32_t (*normals)[3], bool *has)
{
    for (uint32_t i = 0; i < m->face_count; i++) {
        const struct face *face = &m->faces[i];
        int32_t n[3];
        face_normal(face, m->vertices, n);
        for (uint32_t k = 0; k < face->count && face->look.smooth; k++) {
            has[face->corners[k].vertex] = true;
            for (size_t c = 0; c < 3; c++)
                normals[face->corners[k].vertex][c] += n[c];
        }
    }
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        int64_t sum = 0;
        for (size_t k = 0; k < 3; k++)
            sum += (int64_t)normals[i][k] * normals[i][k];
        int64_t length = demo_root((uint64_t)sum);
        has[i] = has[i] && length;
        for (size_t k = 0; k < 3 && has[i]; k++)
            normals[i][k] = (int32_t)((int64_t)normals[i][k] * 16384 / length);
    }
}

/* ---- bytes ---- */

static const int signs[3] = {-1, -1, 1};

static void put_position(struct rq_out *out, const int32_t at[3])
{
    for (size_t k = 0; k < 3; k++)
        rq_put32(out, (uint32_t)(at[k] * signs[k]));
}

static void put_faces(struct rq_out *out, const struct model *m, bool early, uint32_t *starts)
{
    for (uint32_t i = 0; i < m->face_count; i++) {
        const struct face *face = &m->faces[i];
        int u = 0, v = 0;
        starts[i] = (uint32_t)out->size;
        rq_put8(out, face->count);
        if (early) {
            rq_put8(out, 0);
            rq_put16(out, (uint16_t)(face->look.bank ? face->look.bank << 7 | face->look.image
                                                     : face->look.color));
        } else {
            rq_put8(out, (uint8_t)(face->look.word >> 24));
            rq_put32(out, face->look.word);
        }
        rq_put32(out, 0);
        for (uint32_t k = 0; k < face->count; k++) {
            const struct corner *c = &face->corners[k];
            rq_put32(out, early ? c->vertex * 12 : c->vertex);
            rq_put16(out, (uint16_t)(c->u - u));
            rq_put16(out, (uint16_t)(c->v - v));
            u = c->u;
            v = c->v;
        }
    }
}

static void put_face_normals(struct rq_out *out, const struct model *m)
{
    for (uint32_t i = 0; i < m->face_count; i++) {
        int32_t n[3];
        face_normal(&m->faces[i], m->vertices, n);
        for (size_t k = 0; k < 3; k++)
            rq_put32(out, (uint32_t)(n[k] * signs[k] / 64));
    }
}

/* Three signed parts of ten bits; the sign of the last runs over into the two spare bits. */
static uint32_t packed_normal(const struct face *face, const int32_t (*at)[3])
{
    int32_t n[3];
    uint32_t word = 0;
    face_normal(face, at, n);
    for (size_t k = 0; k < 3; k++) {
        uint32_t part = (uint32_t)(n[k] * signs[k] / 64);
        word |= (k == 2 ? part : part & 0x3FF) << 10 * k;
    }
    return word;
}

/* Frames 1 and up: positions (or base minus position, in 16 bits), then packed normals. */
static void put_frames(struct rq_out *out, const struct model *m, bool wide, size_t records)
{
    for (uint32_t f = 1; f < m->frame_count; f++) {
        rq_patch32(out, records + (size_t)f * 16, out->size);
        for (uint32_t i = 0; i < m->vertex_count; i++) {
            if (wide)
                put_position(out, m->frames[f][i]);
            for (size_t k = 0; k < 3 && !wide; k++)
                rq_put16(out, (uint16_t)((m->vertices[i][k] - m->frames[f][i][k]) * signs[k]));
        }
        rq_patch32(out, records + (size_t)f * 16 + 4, out->size);
        for (uint32_t i = 0; i < m->face_count; i++)
            rq_put32(out, packed_normal(&m->faces[i], m->frames[f]));
    }
}

static uint32_t volume_of(const struct model *m, uint32_t face)
{
    uint32_t box = 0;
    while (box + 1 < m->box_count && face >= m->box_starts[box + 1])
        box++;
    return box;
}

static void put_volume(struct rq_out *out, const struct model *m, uint32_t box,
                       const uint32_t *starts)
{
    int32_t low[3] = {INT32_MAX, INT32_MAX, INT32_MAX}, high[3] = {INT32_MIN, INT32_MIN, INT32_MIN};
    uint16_t count = 0;
    for (uint32_t i = 0; i < m->face_count; i++) {
        if (volume_of(m, i) != box)
            continue;
        count++;
        for (uint32_t c = 0; c < m->faces[i].count; c++)
            for (size_t k = 0; k < 3; k++) {
                int32_t v = m->vertices[m->faces[i].corners[c].vertex][k] * signs[k];
                low[k] = v < low[k] ? v : low[k];
                high[k] = v > high[k] ? v : high[k];
            }
    }
    for (size_t k = 0; k < 3; k++)
        rq_put32(out, (uint32_t)((low[k] + high[k]) / 2));
    rq_put32(out, (uint32_t)distance(low, high) / 2);
    rq_put16(out, count);
    for (size_t k = 0; k < 3; k++)
        rq_put32(out, rq_bits_of((float)(high[k] - low[k]) / 2));
    for (uint32_t i = 0; i < m->face_count; i++)
        if (volume_of(m, i) == box) {
            rq_put32(out, starts[i]);
            rq_put16(out, (uint16_t)(i * 4));
        }
}

static const uint32_t no_normal = 0xFFC00000u; /* NaN: the face's is used */

/* With a table each corner says which normal is its own; corners of flat faces point at one
 * that is not there. */
static void put_vertex_normals(struct rq_out *out, const struct model *m, bool table)
{
    int32_t normals[MOST_VERTICES][3] = {{0}};
    bool has[MOST_VERTICES] = {0};
    uint32_t none = 0, corners = 0;
    vertex_normals(m, normals, has);
    while (none < m->vertex_count && has[none])
        none++;
    for (uint32_t i = 0; i < m->face_count; i++)
        corners += m->faces[i].count;
    uint32_t start = (uint32_t)out->size + (table ? corners * 4 : 0);
    if (table)
        rq_patch32(out, 0x28, out->size);
    for (uint32_t i = 0; table && i < m->face_count; i++)
        for (uint32_t k = 0; k < m->faces[i].count; k++) {
            uint32_t own = m->faces[i].corners[k].vertex;
            bool flat = !m->faces[i].look.smooth && none < m->vertex_count;
            rq_put32(out, start + 12 * (flat ? none : own));
        }
    for (uint32_t i = 0; i < m->vertex_count; i++)
        for (size_t k = 0; k < 3; k++)
            rq_put32(out,
                     has[i] ? rq_bits_of((float)(normals[i][k] * signs[k]) / 16384) : no_normal);
    rq_patch32(out, 0x2C, start);
}

static void put_head(struct rq_out *out, const struct model *m, const char *version)
{
    int32_t middle[3] = {0, 0, 0};
    int radius = 0;
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        int far = distance(m->vertices[i], middle);
        radius = far > radius ? far : radius;
    }
    rq_put(out, version, 4);
    rq_put32(out, m->vertex_count);
    rq_put32(out, m->face_count);
    rq_put32(out, (uint32_t)radius);
    rq_put32(out, m->frame_count ? m->frame_count : 1);
    rq_put_zeros(out, 44);
}

/* v2.x: frame records, faces, vertices, both kinds of normals. What stands between the
 * records and the faces, and in frames after the first, is not known: zeros. */
static void put_early(struct rq_out *out, const struct model *m, bool moving)
{
    uint32_t starts[MOST_FACES];
    uint32_t frames = m->frame_count ? m->frame_count : 1, normals;
    put_head(out, m, moving ? "v2.6" : "v2.7");
    rq_patch32(out, 0x14, out->size);
    rq_put_zeros(out, (size_t)(frames + 1) * 24);
    size_t faces = out->size;
    rq_patch32(out, 0x3C, faces);
    put_faces(out, m, true, starts);
    rq_patch32(out, 64, 88);
    rq_patch32(out, 64 + 4, out->size - faces);
    rq_patch32(out, 64 + 12, moving ? 8209 : 0);
    rq_patch32(out, 0x30, out->size);
    for (uint32_t i = 0; i < m->vertex_count; i++)
        put_position(out, m->vertices[i]);
    rq_patch32(out, 0x34, out->size);
    put_face_normals(out, m);
    put_vertex_normals(out, m, false);
    normals = out->failed ? 0 : rq_get32(out->data + 0x2C);
    rq_patch32(out, 0x18, normals);
    rq_patch32(out, 0x2C, moving);
}

void put_model(struct rq_out *out, const struct model *m, enum model_kind kind)
{
    uint32_t starts[MOST_FACES];
    uint32_t corners = 0, frames = m->frame_count ? m->frame_count : 1;
    bool wide = kind == MODEL_PLACES;
    const uint32_t types[] = {[MODEL_SHIFTS] = 2, [MODEL_PLACES] = 4, [MODEL_SINGLE] = 8};
    if (m->overflow)
        out->failed = RQ_LIMIT;
    if (kind == MODEL_EARLY || kind == MODEL_EARLY_MOVING) {
        put_early(out, m, kind == MODEL_EARLY_MOVING);
        return;
    }
    put_head(out, m, kind == MODEL_VOLUMES ? "v5.0" : "v4.0");
    rq_patch32(out, 0x3C, out->size);
    put_faces(out, m, false, starts);
    for (uint32_t i = 0; i < m->face_count; i++)
        corners += m->faces[i].count;
    rq_patch32(out, 0x18, corners);
    rq_patch32(out, 0x38, corners);
    size_t vertices = out->size;
    rq_patch32(out, 0x30, vertices);
    for (uint32_t i = 0; i < m->vertex_count; i++)
        put_position(out, m->vertices[i]);
    size_t normals = out->size;
    rq_patch32(out, 0x34, normals);
    put_face_normals(out, m);
    size_t records = out->size;
    rq_patch32(out, 0x14, records);
    rq_put_zeros(out, (size_t)frames * 16);
    rq_patch32(out, records, vertices);
    rq_patch32(out, records + 4, normals);
    rq_patch32(out, records + 12, kind <= MODEL_SINGLE ? types[kind] : 0);
    put_frames(out, m, wide, records);
    if (kind == MODEL_VOLUMES) {
        rq_patch32(out, 0x1C, out->size);
        rq_patch32(out, 0x20, m->box_count);
        for (uint32_t i = 0; i < m->box_count; i++)
            put_volume(out, m, i, starts);
    }
    put_vertex_normals(out, m, kind == MODEL_STILL || kind == MODEL_VOLUMES);
}
