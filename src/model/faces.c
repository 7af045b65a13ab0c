#include "model/faces.h"

#include "core/bytes.h"

#include <math.h>

bool rq_faces_valid(const struct rq_faces *faces)
{
    for (size_t i = 0; i < faces->count * 3; i++)
        if (rq_faces_corner(faces, i) >= faces->vertex_count)
            return false;
    return true;
}

/* ---- planes ---- */

float rq_face_distance(const float normal[3], const float point[3])
{
    double p[3];
    for (size_t k = 0; k < 3; k++)
        p[k] = (double)normal[k] * (double)point[k];
    return (float)-(p[0] + p[1] + p[2]);
}

void rq_face_plane(const float v0[3], const float v1[3], const float v2[3], float normal[3],
                   float *distance)
{
    float first[3], second[3], cross[3];
    double square = 0;
    for (size_t k = 0; k < 3; k++) {
        first[k] = v1[k] - v0[k];
        second[k] = v2[k] - v1[k];
    }
    for (size_t k = 0; k < 3; k++) {
        size_t a = (k + 1) % 3, b = (k + 2) % 3;
        cross[k] =
            (float)((double)first[a] * (double)second[b] - (double)first[b] * (double)second[a]);
        square += (double)cross[k] * (double)cross[k];
    }
    double length = sqrt(square);
    for (size_t k = 0; k < 3; k++)
        normal[k] = length > 0 ? (float)((double)cross[k] / length) : k == 0;
    *distance = rq_face_distance(normal, v0);
}

/* ---- sorting ---- */

uint64_t rq_key_of(double v)
{
    uint64_t bits;
    v += 0.0;
    memcpy(&bits, &v, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

uint32_t rq_key_of_f32(float v)
{
    uint32_t bits = rq_bits_of(v + 0.0f);
    return bits >> 31 ? ~bits : bits | (uint32_t)1 << 31;
}

/* Clearing and adding up counts of bytes takes longer than moving so few items one by one. */
enum { FEW = 32, KEY_BYTES = 8 };

static void sort_few(struct rq_keyed *items, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct rq_keyed item = items[i];
        size_t at = i;
        for (; at && items[at - 1].key > item.key; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

/* By one byte of the key, of which counts has how often each value is there. */
static void sort_byte(const struct rq_keyed *from, struct rq_keyed *to, size_t count,
                      unsigned shift, size_t counts[256])
{
    for (size_t i = 0, place = 0; i < 256; i++) {
        size_t n = counts[i];
        counts[i] = place;
        place += n;
    }
    for (size_t i = 0; i < count; i++)
        to[counts[from[i].key >> shift & 255]++] = from[i];
}

void rq_keyed_sort(struct rq_keyed *items, struct rq_keyed *temp, size_t count)
{
    struct rq_keyed *from = items, *to = temp;
    size_t counts[KEY_BYTES][256] = {{0}};
    if (count <= FEW) {
        sort_few(items, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        for (unsigned k = 0; k < KEY_BYTES; k++)
            counts[k][items[i].key >> k * 8 & 255]++;
    for (unsigned k = 0; k < KEY_BYTES; k++) {
        /* A byte that is the same everywhere moves nothing. */
        if (counts[k][items[0].key >> k * 8 & 255] == count)
            continue;
        sort_byte(from, to, count, k * 8, counts[k]);
        struct rq_keyed *other = from;
        from = to;
        to = other;
    }
    if (from != items)
        memcpy(items, from, count * sizeof *items);
}
