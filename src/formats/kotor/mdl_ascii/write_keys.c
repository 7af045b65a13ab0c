/* Controllers as text: a plain line in a node of the geometry with one row at time 0, a list of
 * rows "time value..." else. */
#include "formats/kotor/mdl_ascii/parts.h"

enum { POSITION = 8, ORIENTATION = 20, BEZIER = 16 };

static void put_double(struct rq_out *out, double v)
{
    char text[40];
    rq_put(out, text, rq_f64_text(v, text));
}

/* ---- positions of animations ---- */

/* They are kept as the way from the place at rest, and written as the place. What is read has to
 * give the same way: a float mostly does, with 9 digits; with more it is read as a double. */
static void put_place(struct rq_out *out, float rest, float way)
{
    double sum = (double)rest + (double)way;
    struct rq_decimal d;
    for (unsigned digits = 6; digits <= 15 && rq_decimal_of(sum, digits, &d); digits++) {
        double place = digits <= RQ_PLACE_DIGITS ? (double)(float)d.value : d.value;
        if (rq_bits_of((float)(place - (double)rest)) == rq_bits_of(way)) {
            rq_ascii_put_decimal(out, &d, digits > RQ_PLACE_DIGITS);
            return;
        }
    }
    if (fabs(sum) < 1e30)
        put_double(out, sum);
    else
        rq_ascii_put_f32(out, rest + way);
}

/* ---- orientations ---- */

struct spelling {
    double axis[3], angle;
    struct rq_decimal decimals[4];
    bool is_decimal; /* else as many digits as it takes */
};

/* The sign of a zero counts. */
static bool same_bits(const float *a, const float *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rq_bits_of(a[i]) != rq_bits_of(b[i]))
            return false;
    return true;
}

static bool comes_back(const struct spelling *s, const float xyzw[4], bool packed, uint32_t word)
{
    float back[4];
    rq_axis_angle_quaternion(s->axis, s->angle, back);
    return packed ? rq_pack_nearly(back) == word : same_bits(back, xyzw, 4);
}

/* The angle from the whole quaternion, and an axis of length 1: what anybody would write. */
static struct spelling plain_spelling(const float q[4])
{
    struct spelling s = {.is_decimal = false};
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

/* As it will be read when its numbers have so many digits. */
static struct spelling shortened(struct spelling s, unsigned digits)
{
    s.is_decimal = rq_decimal_of(s.angle, digits, &s.decimals[3]);
    s.angle = s.decimals[3].value;
    for (size_t i = 0; i < 3 && s.is_decimal; i++) {
        s.is_decimal = rq_decimal_of(s.axis[i], digits, &s.decimals[i]);
        s.axis[i] = s.decimals[i].value;
    }
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
 * digits, floats 9 or, near the edge between two floats, 12. */
static struct spelling best_spelling(const float q[4], bool packed, uint32_t word)
{
    struct spelling plain = plain_spelling(q), exact = exact_spelling(q), s;
    for (unsigned digits = packed ? 6 : 9; digits <= 12; digits += 3) {
        s = shortened(plain, digits);
        if (s.is_decimal && comes_back(&s, q, packed, word))
            return s;
        s = shortened(exact, digits);
        if (s.is_decimal && comes_back(&s, q, packed, word))
            return s;
    }
    if (comes_back(&exact, q, packed, word))
        return exact;
    s = shortened(plain, 9);
    return s.is_decimal ? s : plain;
}

static void put_rotation(struct rq_out *out, const float q[4], bool packed, uint32_t word)
{
    static const float none[4] = {0, 0, 0, 1};
    struct spelling s = best_spelling(is_finite(q) ? q : none, packed, word);
    for (size_t i = 0; i < 4; i++) {
        rq_put8(out, ' ');
        if (s.is_decimal)
            rq_ascii_put_decimal(out, &s.decimals[i], false);
        else
            put_double(out, i < 3 ? s.axis[i] : s.angle);
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
    rq_put_str(out, "  ");
    if (name) {
        rq_put(out, name, strlen(name));
    } else {
        rq_put_str(out, "controller");
        rq_ascii_put_u32(out, key->code);
    }
    if (key->columns & BEZIER)
        rq_put_str(out, "bezier");
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
    rq_put_str(out, "key\n");
    for (uint32_t row = 0; row < key->rows && has_row(v, row); row++) {
        rq_put_str(out, "   ");
        rq_ascii_put_f32s(out, (const float *)(const void *)&v->node->data[key->time_at + row], 1);
        put_values(out, v, row);
        rq_put8(out, '\n');
    }
    rq_put_str(out, "  endlist\n");
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
    if (!animated && !said[0] && !same_bits(node->header.position, origin, 3)) {
        rq_put_str(w->out, "  position");
        rq_ascii_put_f32s(w->out, node->header.position, 3);
        rq_put8(w->out, '\n');
    }
    if (!animated && !said[1] && (q[0] != 1 || !same_bits(q + 1, origin, 3))) {
        rq_put_str(w->out, "  orientation");
        put_rotation(w->out, xyzw, false, 0);
        rq_put8(w->out, '\n');
    }
}
