/* Controllers as text: a plain line in a node of the geometry with one row at time 0, a list of
 * rows "time value..." else. */
#include "formats/kotor/mdl_ascii_parts.h"

enum { POSITION = 8, ORIENTATION = 20, BEZIER = 16 };

static void put_double(struct rq_out *out, double v)
{
    char text[40];
    rq_put(out, text, rq_f64_text(v, text));
}

/* ---- positions of animations ---- */

/* They are kept as the way from the place at rest, and written as the place. What is read has to
 * give the same way: a float mostly does, a double always. */
static void put_place(struct rq_out *out, float rest, float way)
{
    float sum = rest + way;
    char text[32];
    double back;
    if (!(fabs((double)sum) < 1e30)) {
        rq_ascii_put_f32(out, sum);
        return;
    }
    size_t n = rq_f32_text(sum, text);
    if (rq_line_real((struct rq_bytes){(const uint8_t *)text, n}, &back) &&
        rq_bits_of((float)(back - (double)rest)) == rq_bits_of(way))
        rq_put(out, text, n);
    else
        put_double(out, (double)rest + (double)way);
}

/* ---- orientations ---- */

struct spelling {
    double axis[3], angle;
    unsigned decimals; /* 0: as many as it takes */
};

static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};

/* v has so many decimals at most. */
static void put_fixed(struct rq_out *out, double v, unsigned decimals)
{
    char text[32];
    size_t n = sizeof text;
    uint64_t whole = (uint64_t)llrint(fabs(v) * powers[decimals]);
    while (decimals && whole % 10 == 0) {
        whole /= 10;
        decimals--;
    }
    for (unsigned i = 0; i < decimals; i++, whole /= 10)
        text[--n] = (char)('0' + whole % 10);
    if (decimals)
        text[--n] = '.';
    do {
        text[--n] = (char)('0' + whole % 10);
        whole /= 10;
    } while (whole);
    if (signbit(v))
        text[--n] = '-';
    rq_put(out, text + n, sizeof text - n);
}

static bool comes_back(const struct spelling *s, const float xyzw[4], bool packed, uint32_t word)
{
    float back[4];
    rq_axis_angle_quaternion(s->axis, s->angle, back);
    return packed ? rq_pack_nearly(back) == word : memcmp(back, xyzw, sizeof back) == 0;
}

/* The angle from the whole quaternion, and an axis of length 1: what anybody would write. */
static struct spelling plain_spelling(const float q[4])
{
    struct spelling s = {.angle = 0};
    double length = sqrt((double)q[0] * (double)q[0] + (double)q[1] * (double)q[1] +
                         (double)q[2] * (double)q[2]);
    s.angle = 2 * atan2(length, (double)q[3]);
    for (size_t i = 0; i < 3; i++)
        s.axis[i] = length > 0 ? (double)q[i] / length : (double)q[i];
    return s;
}

/* The angle from w alone, and an axis that makes up for the rest: quaternions are of length 1 only
 * as far as floats go, so it is not quite of length 1 either. */
static struct spelling exact_spelling(const float q[4])
{
    double w = (double)q[3], s = sqrt((1 - w) * (1 + w));
    if (!(s > 0))
        return plain_spelling(q);
    return (struct spelling){.axis = {(double)q[0] / s, (double)q[1] / s, (double)q[2] / s},
                             .angle = 2 * atan2(s, w)};
}

/* As it will be read when it has so many decimals. */
static struct spelling shortened(struct spelling s, unsigned decimals)
{
    for (size_t i = 0; i < 3; i++)
        s.axis[i] = rint(s.axis[i] * powers[decimals]) / powers[decimals];
    s.angle = rint(s.angle * powers[decimals]) / powers[decimals];
    s.decimals = decimals;
    return s;
}

static bool is_finite(const float q[4])
{
    for (size_t i = 0; i < 4; i++)
        if (!(fabs((double)q[i]) < 1000))
            return false;
    return true;
}

/* The first spelling that gives the same bits; one of length 1 when none does. Packed ones need 6
 * decimals, floats 9 or, near the edge between two floats, 12. */
static struct spelling best_spelling(const float q[4], bool packed, uint32_t word)
{
    struct spelling plain = plain_spelling(q), exact = exact_spelling(q), s;
    for (unsigned decimals = packed ? 6 : 9; decimals <= 12; decimals += 3) {
        s = shortened(plain, decimals);
        if (comes_back(&s, q, packed, word))
            return s;
        s = shortened(exact, decimals);
        if (comes_back(&s, q, packed, word))
            return s;
    }
    return comes_back(&exact, q, packed, word) ? exact : shortened(plain, 9);
}

static void put_rotation(struct rq_out *out, const float q[4], bool packed, uint32_t word)
{
    static const float none[4] = {0, 0, 0, 1};
    struct spelling s = best_spelling(is_finite(q) ? q : none, packed, word);
    for (size_t i = 0; i < 4; i++) {
        double v = i < 3 ? s.axis[i] : s.angle;
        rq_put8(out, ' ');
        if (s.decimals && fabs(v) < 1000)
            put_fixed(out, v, s.decimals);
        else
            put_double(out, v);
    }
}

/* ---- keys ---- */

struct view {
    const struct rq_mdl_node *node;
    const struct rq_mdl_key *key;
    const float *rest; /* NULL: positions are as they are */
    unsigned width;
};

/* Rows that are not in the data are not written. */
static bool has_row(const struct view *v, uint32_t row)
{
    uint64_t end = (uint64_t)v->key->value_at + (uint64_t)(row + 1) * v->width;
    return (uint64_t)v->key->time_at + row < v->node->data_count && end <= v->node->data_count;
}

static void put_values(struct rq_out *out, const struct view *v, uint32_t row)
{
    const uint32_t *at = v->node->data + v->key->value_at + (size_t)row * v->width;
    if (v->key->code == ORIENTATION && (v->width == 4 || v->key->columns == 2)) {
        float q[4];
        if (v->key->columns == 2)
            rq_mdl_unpack(at[0], q);
        else
            memcpy(q, at, sizeof q);
        put_rotation(out, q, v->key->columns == 2, at[0]);
        return;
    }
    for (unsigned i = 0; i < v->width; i++) {
        rq_put8(out, ' ');
        if (v->rest && v->key->code == POSITION && i < 3)
            put_place(out, v->rest[i], rq_f32_of(at[i]));
        else
            rq_ascii_put_f32(out, rq_f32_of(at[i]));
    }
}

static void put_name(struct rq_out *out, const struct rq_mdl_key *key, unsigned type)
{
    const char *name = rq_mdl_controller_name(type, key->code);
    rq_put(out, "  ", 2);
    if (name) {
        rq_put(out, name, strlen(name));
    } else {
        rq_put(out, "controller", 10);
        rq_ascii_put_u32(out, key->code);
    }
    if (key->columns & BEZIER)
        rq_put(out, "bezier", 6);
}

static void put_key(struct rq_ascii_writer *w, const struct view *v, unsigned type, bool animated)
{
    struct rq_out *out = w->out;
    const struct rq_mdl_key *key = v->key;
    put_name(out, key, type);
    if (!animated && key->rows == 1 && has_row(v, 0) && v->node->data[key->time_at] == 0 &&
        !(key->columns & BEZIER) && key->columns != 2) {
        put_values(out, v, 0);
        rq_put8(out, '\n');
        return;
    }
    rq_put(out, "key\n", 4);
    for (uint32_t row = 0; row < key->rows && has_row(v, row); row++) {
        rq_put(out, "   ", 3);
        rq_ascii_put_f32s(out, (const float *)(const void *)&v->node->data[key->time_at + row], 1);
        put_values(out, v, row);
        rq_put8(out, '\n');
    }
    rq_put(out, "  endlist\n", 10);
}

void rq_ascii_write_keys(struct rq_ascii_writer *w, const struct rq_mdl_node *node,
                         const struct rq_mdl_node *rest, bool animated)
{
    static const float origin[3];
    bool said[2] = {false, false};
    unsigned type = animated && rest ? rest->header.type : node->header.type;
    for (uint32_t i = 0; i < node->key_count; i++) {
        struct view v = {node, &node->keys[i], NULL, rq_mdl_key_width(&node->keys[i])};
        if (animated)
            v.rest = rest ? rest->header.position : origin;
        put_key(w, &v, type, animated);
        said[0] |= v.key->code == POSITION;
        said[1] |= v.key->code == ORIENTATION;
    }
    const float *q = node->header.orientation;
    const float xyzw[4] = {q[1], q[2], q[3], q[0]};
    if (!animated && !said[0] && memcmp(node->header.position, origin, sizeof origin) != 0) {
        rq_put(w->out, "  position", 10);
        rq_ascii_put_f32s(w->out, node->header.position, 3);
        rq_put8(w->out, '\n');
    }
    if (!animated && !said[1] && (q[0] != 1 || memcmp(q + 1, origin, sizeof origin) != 0)) {
        rq_put(w->out, "  orientation", 13);
        put_rotation(w->out, xyzw, false, 0);
        rq_put8(w->out, '\n');
    }
}
