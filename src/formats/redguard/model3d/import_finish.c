/* What follows from faces and vertices, and the document. Face normals and volumes as the models of the
 * corpus have them; how the game's own tools made volumes is not known, and the game does not read
 * them: it sets their offset to 0. */
#include "formats/redguard/model3d/import.h"

#include <float.h>
#include <math.h>

enum { MOST_V5_FACES = 0x4000 /* volumes name faces by 16 bits, times 4 */ };

/* Nearer than what face normals are rounded to. */
static const float same_normal = 1.0f / 256;

static const uint32_t no_normal = 0xFFC00000u; /* a NaN: the face's own */

#define FLAT UINT32_MAX /* the number of no normal: the face is flat there */

struct finish {
    struct rq_model3d_import *im;
    struct rq_key_set normals; /* bits of x, y, z */
    uint32_t *wanted;          /* by corner: the number of its normal, or FLAT */
    float (*given)[3];         /* by corner, as the scene has it */
    int32_t (*face_normals)[3];
    uint32_t *origins; /* by vertex of the model: that of the import; NULL: the same */
    uint32_t vertex_count;
};

static void *keep(struct finish *f, size_t count, size_t size)
{
    void *p = rq_arena_get(&f->im->doc->arena, count, size);
    if (!p)
        rq_model3d_no_memory(f->im);
    return p;
}

static const int32_t *vertex_at(const struct finish *f, uint32_t frame, uint32_t vertex)
{
    uint32_t origin = f->origins ? f->origins[vertex] : vertex;
    return f->im->vertices[(size_t)frame * f->im->vertex_count + origin];
}

/* ---- normals of faces ---- */

/* Of the first three corners, in 256ths, rounded: so in all faces of the corpus, those of more corners
 * too. Zeros where they are on one line. */
static void face_normal(const struct finish *f, const struct rq_model3d_new_face *face,
                        uint32_t frame, int32_t out[3])
{
    const struct rq_model3d_new_corner *c = f->im->corners + face->first;
    const int32_t *a = vertex_at(f, frame, c[0].vertex), *b = vertex_at(f, frame, c[1].vertex),
                  *d = vertex_at(f, frame, c[2].vertex);
    double u[3], v[3], n[3], length = 0;
    for (size_t k = 0; k < 3; k++) {
        u[k] = (double)b[k] - a[k];
        v[k] = (double)d[k] - a[k];
    }
    for (size_t k = 0; k < 3; k++) {
        n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
        length += n[k] * n[k];
    }
    length = sqrt(length);
    for (size_t k = 0; k < 3; k++)
        out[k] = length > 0 ? (int32_t)lround(n[k] * 256 / length) : 0;
}

static bool make_face_normals(struct finish *f)
{
    struct rq_model3d_import *im = f->im;
    f->face_normals = keep(f, im->face_count, sizeof *f->face_normals);
    for (uint32_t i = 0; f->face_normals && i < im->face_count; i++)
        face_normal(f, &im->faces[i], 0, f->face_normals[i]);
    return f->face_normals != NULL;
}

/* ---- normals of corners ---- */

static bool near(const float a[3], const float b[3])
{
    for (size_t k = 0; k < 3; k++)
        if (!(fabsf(a[k] - b[k]) < same_normal))
            return false;
    return true;
}

/* Normals go by the matrix of cofactors, which keeps them upright in whatever is not scaled evenly. */
static bool turned(const struct rq_affine *place, const float *from, float to[3])
{
    double n[3], length = 0, sign = rq_affine_mirrors(place) ? -1 : 1;
    for (size_t i = 0; i < 3; i++) {
        n[i] = 0;
        for (size_t k = 0; k < 3; k++) {
            size_t a = (i + 1) % 3, b = (i + 2) % 3, c = (k + 1) % 3, d = (k + 2) % 3;
            n[i] += sign * (double)from[k] *
                    (place->m[a][c] * place->m[b][d] - place->m[a][d] * place->m[b][c]);
        }
        length += n[i] * n[i];
    }
    length = sqrt(length);
    for (size_t i = 0; i < 3; i++)
        to[i] = (float)((i < 2 ? -n[i] : n[i]) / length) + 0.0f;
    return length > 0 && length <= DBL_MAX;
}

/* The normal of a corner; false: the face is flat there. */
static bool normal_of(struct finish *f, uint32_t face, uint32_t corner)
{
    const struct rq_model3d_import *im = f->im;
    const struct rq_model3d_part *part = &im->parts[im->faces[face].part];
    const float *normals = part->primitive->attributes[RQ_NORMAL];
    const int32_t *own = f->face_normals[face];
    float flat[3], length = sqrtf((float)own[0] * (float)own[0] + (float)own[1] * (float)own[1] +
                                  (float)own[2] * (float)own[2]);
    uint32_t vertex = im->corners[corner].point - part->first_point;
    if (!normals || length <= 0 ||
        !turned(rq_model3d_place(im, part), normals + (size_t)vertex * 3, f->given[corner]))
        return false;
    for (size_t k = 0; k < 3; k++)
        flat[k] = (float)own[k] / length;
    return !near(flat, f->given[corner]);
}

static bool list_normals(struct finish *f)
{
    struct rq_model3d_import *im = f->im;
    f->wanted = rq_model3d_temp(im, im->corner_count, sizeof *f->wanted);
    f->given = rq_model3d_temp(im, im->corner_count, sizeof *f->given);
    if (!f->wanted || !f->given || !rq_key_set_open(&f->normals, &im->temp, im->corner_count))
        return rq_model3d_no_memory(im);
    for (uint32_t i = 0; i < im->face_count; i++)
        for (uint32_t k = 0; k < im->faces[i].count; k++) {
            uint32_t c = im->faces[i].first + k;
            const float *n = f->given[c];
            f->wanted[c] = normal_of(f, i, c)
                               ? rq_key_set_add(&f->normals, (const uint32_t[4]){rq_bits_of(n[0]),
                                                                                 rq_bits_of(n[1]),
                                                                                 rq_bits_of(n[2])})
                               : FLAT;
        }
    return true;
}

static void put_normal(struct finish *f, uint32_t index, uint32_t normal)
{
    for (size_t k = 0; k < 3; k++)
        f->im->m->vertex_normals[index][k] =
            rq_f32_of(normal < f->normals.count ? f->normals.keys[normal][k] : no_normal);
}

/* ---- a normal a vertex, without a table ---- */

/* A vertex whose corners have several normals becomes several vertices. */
static bool split_vertices(struct finish *f)
{
    struct rq_model3d_import *im = f->im;
    struct rq_key_set split;
    uint32_t most = im->vertex_count + im->corner_count;
    uint32_t *normals = rq_model3d_temp(im, most, sizeof *normals);
    f->origins = rq_model3d_temp(im, most, sizeof *f->origins);
    if (!normals || !f->origins || !rq_key_set_open(&split, &im->temp, im->corner_count))
        return rq_model3d_no_memory(im);
    for (uint32_t i = 0; i < im->vertex_count; i++) {
        f->origins[i] = i;
        normals[i] = FLAT;
    }
    for (uint32_t c = 0; c < im->corner_count; c++)
        if (normals[im->corners[c].vertex] == FLAT)
            normals[im->corners[c].vertex] = f->wanted[c];
    for (uint32_t c = 0; c < im->corner_count; c++) {
        uint32_t vertex = im->corners[c].vertex, first = normals[vertex];
        float n[3] = {0};
        for (size_t k = 0; k < 3 && first != FLAT; k++)
            n[k] = rq_f32_of(f->normals.keys[first][k]);
        if (f->wanted[c] == first || (first != FLAT && near(n, f->given[c])))
            continue;
        uint32_t number =
            im->vertex_count + rq_key_set_add(&split, (const uint32_t[4]){vertex, f->wanted[c]});
        normals[number] = f->wanted[c];
        f->origins[number] = vertex;
        im->corners[c].vertex = number;
    }
    f->vertex_count = im->vertex_count + split.count;
    im->m->vertex_normal_count = f->vertex_count;
    im->m->vertex_normals = keep(f, f->vertex_count, sizeof *im->m->vertex_normals);
    for (uint32_t i = 0; im->m->vertex_normals && i < f->vertex_count; i++)
        put_normal(f, i, normals[i]);
    return im->m->vertex_normals != NULL;
}

/* ---- a table of normals ---- */

/* There are as many normals as vertices, and each corner names the one that it has. A normal stands at
 * the first of its vertices where none stands yet, else anywhere. What stays free is for flat corners.
 * False: there are too few. */
static bool place_normals(const struct finish *f, uint32_t *normals, uint32_t *slots)
{
    const struct rq_model3d_import *im = f->im;
    uint32_t free_slot = 0;
    bool flat = false;
    for (uint32_t c = 0; c < im->corner_count; c++) {
        uint32_t normal = f->wanted[c], vertex = im->corners[c].vertex;
        flat |= normal == FLAT;
        if (normal != FLAT && slots[normal] == FLAT && normals[vertex] == FLAT) {
            slots[normal] = vertex;
            normals[vertex] = normal;
        }
    }
    for (uint32_t i = 0; i <= f->normals.count; i++) {
        if (i < f->normals.count ? slots[i] != FLAT : !flat)
            continue;
        while (free_slot < im->vertex_count && normals[free_slot] != FLAT)
            free_slot++;
        if (free_slot == im->vertex_count)
            return false;
        slots[i] = free_slot;
        if (i < f->normals.count)
            normals[free_slot] = i;
    }
    return true;
}

/* Where as many normals as vertices are too few there is one a corner: see vertex_normal_count of
 * model3d.c. */
static bool make_table(struct finish *f)
{
    struct rq_model3d_import *im = f->im;
    struct rq_model3d *m = im->m;
    uint32_t *normals = rq_model3d_temp(im, im->vertex_count, sizeof *normals);
    uint32_t *slots = rq_model3d_temp(im, (size_t)f->normals.count + 1, sizeof *slots);
    m->normal_indices = keep(f, im->corner_count, sizeof *m->normal_indices);
    if (!normals || !slots || !m->normal_indices)
        return false;
    memset(normals, 0xFF, im->vertex_count * sizeof *normals);
    memset(slots, 0xFF, ((size_t)f->normals.count + 1) * sizeof *slots);
    bool fits = place_normals(f, normals, slots);
    m->normal_index_count = im->corner_count;
    m->vertex_normal_count = fits ? im->vertex_count : im->corner_count;
    m->vertex_normals = keep(f, m->vertex_normal_count, sizeof *m->vertex_normals);
    for (uint32_t i = 0; m->vertex_normals && i < m->vertex_normal_count; i++)
        put_normal(f, i, fits ? normals[i] : f->wanted[i]);
    for (uint32_t c = 0; c < im->corner_count; c++) {
        uint32_t own = im->corners[c].vertex,
                 slot = f->wanted[c] == FLAT ? f->normals.count : f->wanted[c];
        bool stays = f->wanted[c] == FLAT && normals[own] == FLAT;
        m->normal_indices[c] = (struct rq_model3d_ref){true, 0,
                                                       !fits   ? c
                                                       : stays ? own
                                                               : slots[slot]};
    }
    return m->vertex_normals != NULL;
}

/* ---- faces ---- */

/* u and v of a corner in 16ths of a pixel; those of colours are nothing. */
static void texture_point(const struct rq_model3d_part *part, const struct rq_model3d_look *look,
                          uint32_t point, double uv[2])
{
    const float *rows = part->primitive->attributes[RQ_TEXCOORD_0];
    for (size_t k = 0; k < 2; k++)
        uv[k] = rows && look->size[0]
                    ? floor((double)rows[(size_t)(point - part->first_point) * 2 + k] * 16 *
                                look->size[k] +
                            0.5)
                    : 0;
}

/* Textures repeat: coordinates that do not fit are moved by whole pictures, all of the face alike. */
static bool make_face(struct finish *f, const struct rq_model3d_new_face *from,
                      struct rq_model3d_face *face)
{
    struct rq_model3d_import *im = f->im;
    const struct rq_model3d_part *part = &im->parts[from->part];
    const struct rq_model3d_look *look;
    double before[2] = {0, 0}, shift[2] = {0, 0}, uv[2];
    if (!rq_model3d_look_of(im, part, &look))
        return false;
    face->corner_count = (uint8_t)from->count;
    face->texture = look->word;
    face->high = (uint8_t)(look->word >> 24);
    for (uint32_t c = 0; c < from->count; c++) {
        const struct rq_model3d_new_corner *corner = &im->corners[from->first + c];
        int16_t step[2];
        texture_point(part, look, corner->point, uv);
        for (size_t k = 0; k < 2; k++) {
            if (c == 0 && fabs(uv[k]) > INT16_MAX)
                shift[k] = -floor(uv[k] / (16.0 * look->size[k])) * 16 * look->size[k];
            double by = uv[k] + shift[k] - before[k];
            if (!(fabs(by) <= INT16_MAX))
                return rq_fail(im->err, RQ_LIMIT, 0, im->where,
                               "a face of node %u goes over %.0f pixels of its texture, and 2047 "
                               "fit; divide the face",
                               part->node, fabs(by) / 16);
            step[k] = (int16_t)by;
            before[k] = uv[k] + shift[k];
        }
        face->corners[c] = (struct rq_model3d_corner){corner->vertex, step[0], step[1]};
    }
    return true;
}

static bool make_faces(struct finish *f)
{
    struct rq_model3d_import *im = f->im;
    struct rq_model3d *m = im->m;
    struct rq_model3d_corner *corners = keep(f, im->corner_count, sizeof *corners);
    m->faces = keep(f, im->face_count, sizeof *m->faces);
    if (!corners || !m->faces)
        return false;
    m->face_count = m->face_normal_count = im->face_count;
    m->face_normals = f->face_normals;
    for (uint32_t i = 0; i < im->face_count; i++) {
        m->faces[i].corners = corners + im->faces[i].first;
        if (!make_face(f, &im->faces[i], &m->faces[i]))
            return false;
    }
    return true;
}

/* ---- frames ---- */

/* 2: all frames fit in differences of 16 bits. 4: they do not, or the model had places. */
static uint32_t frame_type(const struct finish *f)
{
    const struct rq_model3d_import *im = f->im;
    if (im->frame_count == 1)
        return im->moves ? 8 : 0;
    bool wide = im->plan.type == 4;
    for (uint32_t i = 1; i < im->frame_count && !wide; i++)
        for (size_t v = 0; v < (size_t)im->vertex_count * 3; v++) {
            int64_t by = (int64_t)im->vertices[v / 3][v % 3] -
                         im->vertices[(size_t)i * im->vertex_count + v / 3][v % 3];
            wide |= by < INT16_MIN || by > INT16_MAX;
        }
    return wide ? 4 : 2;
}

static bool make_frame(struct finish *f, uint32_t number, struct rq_model3d_frame *frame)
{
    struct rq_model3d_import *im = f->im;
    frame->positions = keep(f, f->vertex_count, sizeof *frame->positions);
    frame->normals = keep(f, im->face_count, sizeof *frame->normals);
    if (!frame->positions || !frame->normals)
        return false;
    for (uint32_t i = 0; i < f->vertex_count; i++)
        for (size_t k = 0; k < 3; k++)
            frame->positions[i][k] = rq_model3d_wide(im->m)
                                         ? vertex_at(f, number, i)[k]
                                         : vertex_at(f, 0, i)[k] - vertex_at(f, number, i)[k];
    for (uint32_t i = 0; i < im->face_count; i++) {
        int32_t n[3];
        face_normal(f, &im->faces[i], number, n);
        for (unsigned k = 0; k < 3; k++)
            frame->normals[i] |= ((uint32_t)n[k] & 0x3FF) << (k * 10);
    }
    return true;
}

static bool make_frames(struct finish *f)
{
    struct rq_model3d_import *im = f->im;
    struct rq_model3d *m = im->m;
    m->vertices = keep(f, f->vertex_count, sizeof *m->vertices);
    m->frames = keep(f, im->frame_count, sizeof *m->frames);
    if (!m->vertices || !m->frames)
        return false;
    m->vertex_count = f->vertex_count;
    for (uint32_t i = 0; i < f->vertex_count; i++)
        memcpy(m->vertices[i], vertex_at(f, 0, i), sizeof *m->vertices);
    m->frame_count = im->frame_count;
    m->frames[0].record.type = frame_type(f);
    for (uint32_t i = 1; i < im->frame_count; i++)
        if (!make_frame(f, i, &m->frames[i]))
            return false;
    m->header.radius = rq_model3d_radius(m);
    return true;
}

/* ---- volumes ---- */

/* One around all faces: its centre and half sizes are those of the box, its radius reaches the farthest
 * vertex, without its fraction. Half sizes are whole units, not 256ths. */
static bool make_volume(struct finish *f)
{
    struct rq_model3d_import *im = f->im;
    struct rq_model3d *m = im->m;
    int64_t low[3], high[3], center[3];
    uint64_t most = 0;
    struct rq_model3d_section4 *section = keep(f, 1, sizeof *section);
    struct rq_model3d_ref *faces = keep(f, im->face_count, sizeof *faces);
    if (!section || !faces)
        return false;
    for (size_t k = 0; k < 3; k++) {
        low[k] = high[k] = m->vertices[im->corners[0].vertex][k];
        for (uint32_t c = 1; c < im->corner_count; c++) {
            int64_t at = m->vertices[im->corners[c].vertex][k];
            low[k] = at < low[k] ? at : low[k];
            high[k] = at > high[k] ? at : high[k];
        }
        int64_t sum = low[k] + high[k];
        center[k] = (sum - (sum & 1)) / 2; /* towards the smaller one */
        section->volume.center[k] = (int32_t)center[k];
        section->volume.extent[k] = (float)((double)(high[k] - low[k]) / 512);
    }
    for (uint32_t c = 0; c < im->corner_count; c++) {
        uint64_t square = rq_model3d_square(m->vertices[im->corners[c].vertex], center);
        most = square > most ? square : most;
    }
    section->volume.radius = rq_model3d_root(most);
    section->volume.face_count = (uint16_t)im->face_count;
    for (uint32_t i = 0; i < im->face_count; i++)
        faces[i] = (struct rq_model3d_ref){.linked = true, .value = i};
    section->faces = faces;
    m->volumes = section;
    m->volume_count = 1;
    return true;
}

/* .3DC files are v4.0, models in archives v5.0, and .3D files mostly. */
static bool choose_version(struct rq_model3d_import *im)
{
    bool plain = im->moves || strcmp(im->plan.version, "v4.0") == 0;
    memcpy(im->m->header.version, plain ? "v4.0" : "v5.0", 4);
    return plain || im->face_count <= MOST_V5_FACES ||
           rq_fail(im->err, RQ_LIMIT, 0, im->where,
                   "%u faces, and a model that stands still has at most %d; divide it, or make a "
                   ".3DC",
                   im->face_count, MOST_V5_FACES);
}

bool rq_model3d_finish(struct rq_model3d_import *im)
{
    struct finish f = {.im = im, .vertex_count = im->vertex_count};
    return choose_version(im) && make_face_normals(&f) && list_normals(&f) &&
           (im->moves ? split_vertices(&f) : make_table(&f)) && make_faces(&f) && make_frames(&f) &&
           (im->m->header.version[1] == '4' || make_volume(&f));
}
