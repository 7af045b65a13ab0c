/* Controllers: "alpha 1", "positionkey" with rows up to "endlist", "positionkey 3" with three. */
#include "formats/kotor/mdl_ascii/parts.h"

enum { POSITION = 8, ORIENTATION = 20, MOST_COLUMNS = 15 };

/* Cuts the ending off the name, if it is there. */
static bool cut_end(struct rq_bytes *name, const char *end)
{
    size_t size = strlen(end);
    if (name->size <= size)
        return false;
    struct rq_bytes tail = {name->data + name->size - size, size};
    if (!rq_line_is(tail, end))
        return false;
    name->size -= size;
    return true;
}

/* By its name, or "controller" and its number. */
static uint32_t code_of(struct rq_bytes name, unsigned type)
{
    enum { PREFIX = 10 };
    char text[40] = "";
    int64_t number = 0;
    if (name.size >= sizeof text)
        return 0;
    memcpy(text, name.data, name.size);
    uint32_t code = rq_mdl_controller_code(type, text);
    if (code || name.size <= PREFIX)
        return code;
    struct rq_bytes start = {name.data, PREFIX}, digits = {name.data + PREFIX, name.size - PREFIX};
    bool numbered = rq_line_is(start, "controller") && rq_line_number(digits, &number);
    return numbered && number > 0 && number <= UINT32_MAX ? (uint32_t)number : 0;
}

/* ---- rows ---- */

static void take_rotation(struct rq_ascii_reader *r, uint32_t *values)
{
    double axis[3];
    float q[4];
    for (size_t i = 0; i < 3; i++)
        axis[i] = rq_ascii_f64(r);
    rq_axis_angle_quaternion(axis, rq_ascii_f64(r), q);
    memcpy(values, q, sizeof q);
}

/* All words of the line but the time. The first row says how many columns there are. */
static void take_values(struct rq_ascii_reader *r, const struct rq_mdl_new_key *key,
                        const float rest[3], uint32_t *values)
{
    if (key->code == ORIENTATION && key->columns == 4) {
        take_rotation(r, values);
        return;
    }
    for (uint32_t i = 0; i < key->columns && rq_ascii_ok(r); i++) {
        bool place = key->code == POSITION && i < 3;
        double v = place ? rq_ascii_place(r) - (double)rest[i] : rq_ascii_f64(r);
        values[i] = rq_bits_of((float)v);
    }
}

static uint32_t count_words(struct rq_ascii_reader r)
{
    uint32_t count = 0;
    struct rq_bytes word;
    while (rq_ascii_more(&r) && rq_text_word(&r.words, &word))
        count++;
    return count;
}

static void unread_first(struct rq_ascii_reader *r)
{
    r->words.size += (size_t)(r->words.data - r->first.data);
    r->words.data = r->first.data;
}

/* How many rows follow, and how many words the first has. */
static uint32_t count_rows(struct rq_ascii_reader copy, uint32_t *words)
{
    double v;
    uint32_t rows = 0;
    *words = 0;
    while (rq_ascii_next(&copy) && rq_line_real(copy.first, &v)) {
        unread_first(&copy);
        if (rows++ == 0)
            *words = count_words(copy);
    }
    return rows;
}

static bool make_rows(struct rq_ascii_reader *r, struct rq_mdl_new_key *key, uint32_t rows,
                      uint32_t columns)
{
    if (columns > (key->bezier ? 3 * MOST_COLUMNS : MOST_COLUMNS) || rows > UINT16_MAX ||
        (key->bezier && columns % 3))
        return rq_ascii_bad(r, "%.*s: %u rows of %u values", RQ_NAME(r->first), (unsigned)rows,
                            (unsigned)columns);
    key->rows = rows;
    key->columns = columns;
    key->times = rq_ascii_temp(r, rows, sizeof *key->times);
    key->values = rq_ascii_temp(r, (size_t)rows * columns, sizeof *key->values);
    return key->times && key->values;
}

static void take_list(struct rq_ascii_reader *r, struct rq_mdl_new_key *key, const float rest[3])
{
    uint32_t given = 0, words, rows = count_rows(*r, &words);
    bool counted = rq_ascii_more(r);
    if (counted && !rq_ascii_count(r, &given))
        return;
    if (counted && given < rows)
        rows = given;
    if (!make_rows(r, key, rows, words ? words - 1 : 0) || !key->times)
        return;
    for (uint32_t i = 0; i < rows && rq_ascii_next(r); i++) {
        unread_first(r);
        key->times[i] = rq_ascii_f32(r);
        take_values(r, key, rest, key->values + (size_t)i * key->columns);
    }
}

static void take_plain(struct rq_ascii_reader *r, struct rq_ascii_node *node,
                       struct rq_mdl_new_key *key, const float rest[3])
{
    if (!make_rows(r, key, 1, count_words(*r)))
        return;
    take_values(r, key, rest, key->values);
    struct rq_mdl_node_header *h = &node->node.header;
    if (key->code == POSITION && key->columns == 3)
        memcpy(h->position, key->values, sizeof h->position);
    if (key->code == ORIENTATION && key->columns == 4) {
        memcpy(h->orientation + 1, key->values, 3 * sizeof h->orientation[0]);
        h->orientation[0] = rq_f32_of(key->values[3]);
    }
}

bool rq_ascii_take_key(struct rq_ascii_reader *r, struct rq_ascii_node *node, unsigned type,
                       const float rest[3], bool animated)
{
    static const float origin[3];
    struct rq_bytes name = r->first;
    bool list = cut_end(&name, "key"), bezier = list && cut_end(&name, "bezier");
    uint32_t code = code_of(name, type);
    if (!code)
        return false;
    struct rq_mdl_new_key *key = rq_ascii_temp(r, 1, sizeof *key);
    if (!key)
        return true;
    *key = (struct rq_mdl_new_key){.code = code, .bezier = bezier};
    if (list)
        take_list(r, key, animated ? rest : origin);
    else
        take_plain(r, node, key, animated ? rest : origin);
    *node->last_key = key;
    node->last_key = &key->next;
    return true;
}

/* ---- the keys of a node ---- */

bool rq_ascii_pack_keys(struct rq_ascii_reader *r, struct rq_ascii_node *node, bool animated)
{
    struct rq_error err = {0};
    r->line = node->line;
    return rq_mdl_pack_keys(r->doc, &node->node, node->keys, animated, r->compress, &err) ||
           rq_ascii_bad(r, "%s", err.text);
}
