/* LIP: a header of 16 bytes, then keys of 5. The game plays them straight from the file. */
#include "core/part.h"
#include "formats/cells.h"
#include "formats/extent.h"
#include "formats/value.h"

#include <math.h>
#include <reliquary/lip.h>
#include <stdio.h>

RQ_RECORD_TABLE(rq_lip_header, RQ_LIP_HEADER);
RQ_RECORD_TABLE(rq_lip_key, RQ_LIP_KEY);

const char *rq_lip_shape(unsigned shape)
{
    /* Names disagree; these are reone's. Only the number is in the file, and to the game it is a
     * place in the animation "talk". */
    static const char *const names[RQ_LIP_SHAPES] = {
        "neutral",    "IH/IY",       "EH/ER/EY", "AA/AE/AH",  "OW/OY", "UH/UW/W",
        "D/DH/S/Y/Z", "CH/JH/SH/ZH", "F/V",      "G/HH/K/NG", "T/TH",  "B/M/P",
        "L/N",        "R",           "AW/AY",    "AO"};
    return shape < RQ_LIP_SHAPES ? names[shape] : NULL;
}

static unsigned lip_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    return in.size >= 8 && memcmp(in.data, "LIP V1.0", 8) == 0 ? 64 : 0;
}

/* ---- reading and writing ---- */

/* The game divides times by the length, and plays a file whose first key is then at 0 and whose last
 * is at 1. */
static bool is_played(const struct rq_lip *lip)
{
    const double within = 1e-5;
    double length = (double)lip->header.length;
    if (!lip->key_count)
        return false;
    double first = (double)lip->keys[0].time / length;
    double last = (double)lip->keys[lip->key_count - 1].time / length;
    return fabs(first) < within && fabs(last - 1) < within;
}

static void look(struct rq_doc *doc, const struct rq_lip *lip)
{
    bool late = false, odd = false;
    for (size_t i = 0; i < lip->key_count; i++) {
        const struct rq_lip_key *key = &lip->keys[i];
        uint64_t at = 16 + 5 * (uint64_t)i;
        char where[32];
        snprintf(where, sizeof where, "keys[%zu]", i);
        if (key->shape >= RQ_LIP_SHAPES && !odd)
            rq_find(doc, "unknown-shape", at + 4, where, "shape %u; there are %d", key->shape,
                    RQ_LIP_SHAPES);
        if (i && !(key->time >= lip->keys[i - 1].time) && !late)
            rq_find(doc, "late-key", at, where, "its time is before that of the last key");
        odd |= key->shape >= RQ_LIP_SHAPES;
        late |= i && !(key->time >= lip->keys[i - 1].time);
    }
    if (!is_played(lip))
        rq_find(doc, "not-played", 8, "keys", "they do not reach from 0 to the length");
}

static bool lip_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_lip *lip = doc->root = rq_cur_get(doc, c, 1, sizeof *lip);
    if (!lip || !rq_rec_read(c, &rq_lip_header_rec, &lip->header))
        return false;
    if (memcmp(lip->header.magic, "LIP ", 4) != 0 || memcmp(lip->header.version, "V1.0", 4) != 0)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "does not start with \"LIP V1.0\"");
    size_t count = lip->header.key_count;
    if (!rq_count(c, count, 5, "key_count") ||
        !(lip->keys = rq_cur_get(doc, c, count, sizeof *lip->keys)))
        return false;
    for (; lip->key_count < count && rq_ok(c); lip->key_count++) {
        rq_enter(c, "keys", (int64_t)lip->key_count);
        rq_rec_read(c, &rq_lip_key_rec, &lip->keys[lip->key_count]);
        rq_leave(c);
    }
    uint64_t at = rq_tell(c);
    size_t rest = rq_left(c);
    if (rest) {
        lip->trailing = (struct rq_bytes){rq_take(c, rest, RQ_KIND_bytes, "trailing"), rest};
        rq_find(doc, "trailing-bytes", at, "trailing", "%zu bytes", rest);
    }
    look(doc, lip);
    return rq_ok(c);
}

static bool lip_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_lip *lip = doc->root;
    struct rq_lip_header header = lip->header;
    if (lip->key_count > UINT32_MAX)
        return rq_fail(err, RQ_LIMIT, 0, "lip", "too many keys");
    header.key_count = (uint32_t)lip->key_count;
    rq_rec_write(out, &rq_lip_header_rec, &header);
    for (size_t i = 0; i < lip->key_count && !out->failed; i++)
        rq_rec_write(out, &rq_lip_key_rec, &lip->keys[i]);
    rq_put_bytes(out, lip->trailing);
    return true;
}

/* ---- JSON ---- */

static const struct rq_member key_members[] = {
    {RQ_VALUE("time", rq_lip_key, time, f32)},
    {RQ_VALUE("shape", rq_lip_key, shape, u8)},
};
static const struct rq_shape key_shape = {RQ_SHAPE("key", rq_lip_key, RQ_AS_TUPLE, key_members)};

static const struct rq_member lip_members[] = {
    {RQ_RECORD(rq_lip, header, rq_lip_header_rec)},
    {RQ_LIST("keys", rq_lip, keys, key_count, key_shape)},
    {RQ_MEMBER("trailing", rq_lip, trailing, BYTES)},
};
static const struct rq_shape lip_shape = {RQ_SHAPE("lip", rq_lip, RQ_IN_LINES, lip_members)};

static bool lip_fresh(struct rq_doc *doc)
{
    struct rq_lip *lip = doc->root = rq_arena_get(&doc->arena, 1, sizeof *lip);
    if (lip) {
        memcpy(lip->header.magic, "LIP ", 4);
        memcpy(lip->header.version, "V1.0", 4);
    }
    return lip != NULL;
}

/* ---- values: "length", "keys/3/time" or "keys/3/0", "keys/3/shape" or "keys/3/1" ---- */

enum { KEY_TIME, KEY_SHAPE, KEY_WHOLE };

/* A key, or one of its two values; false: the path is none of a key. */
static bool find_key(const char *path, uint32_t *index, int *member)
{
    const char *rest = path;
    if (!rq_part_is(rq_part_cut(&rest), "keys") || !rest)
        return false;
    if (!rq_part_number(rq_part_cut(&rest), index))
        return false;
    *member = KEY_WHOLE;
    if (!rest)
        return true;
    struct rq_part last = rq_part_cut(&rest);
    if (rq_part_is(last, "time") || rq_part_is(last, "0"))
        *member = KEY_TIME;
    else if (rq_part_is(last, "shape") || rq_part_is(last, "1"))
        *member = KEY_SHAPE;
    return *member != KEY_WHOLE && !rest;
}

static bool lip_at(struct rq_doc *doc, const char *path, struct rq_visit *v, struct rq_error *err)
{
    char plain[40];
    uint32_t index;
    int member;
    if (!find_key(path, &index, &member) || member == KEY_WHOLE)
        return rq_value_filter(doc, path, v, err);
    snprintf(plain, sizeof plain, "keys/%u/%d", index, member);
    return rq_value_filter(doc, plain, v, err);
}

static bool lip_set(struct rq_doc *doc, const char *path, const char *text, struct rq_error *err)
{
    struct rq_lip *lip = doc->root;
    uint32_t index;
    int64_t shape;
    int member;
    if (strcmp(path, "length") == 0)
        return rq_value_single(path, text, &lip->header.length, err);
    if (strcmp(path, "trailing") == 0)
        return rq_value_base64(doc, path, text, &lip->trailing, err);
    if (!find_key(path, &index, &member) || index >= lip->key_count)
        return rq_value_missing(path, "a key", err);
    if (member == KEY_TIME)
        return rq_value_single(path, text, &lip->keys[index].time, err);
    if (!rq_value_integer(path, text, 0, UINT8_MAX, &shape, err))
        return false;
    lip->keys[index].shape = (uint8_t)shape;
    return true;
}

/* A key of zeros; its values are set afterwards. */
static bool lip_insert(struct rq_doc *doc, const char *path, const char *kind, const char *text,
                       struct rq_error *err)
{
    struct rq_lip *lip = doc->root;
    uint32_t index = (uint32_t)lip->key_count;
    int member = KEY_WHOLE;
    if (kind || text)
        return rq_fail(err, RQ_USAGE, 0, path, "expected a key without type and value");
    bool named = strcmp(path, "keys/-") == 0 || find_key(path, &index, &member);
    if (!named || member != KEY_WHOLE || index > lip->key_count || lip->key_count == UINT32_MAX)
        return rq_value_missing(path, "keys/- or the number of a key", err);
    struct rq_lip_key *keys = rq_doc_one_more(doc, lip->keys, lip->key_count, sizeof *keys);
    if (!keys)
        return rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
    memmove(keys + index + 1, keys + index, (lip->key_count - index) * sizeof *keys);
    keys[index] = (struct rq_lip_key){0};
    lip->keys = keys;
    lip->key_count++;
    return true;
}

static bool lip_remove(struct rq_doc *doc, const char *path, struct rq_error *err)
{
    struct rq_lip *lip = doc->root;
    uint32_t index;
    int member;
    if (!find_key(path, &index, &member) || member != KEY_WHOLE || index >= lip->key_count)
        return rq_value_missing(path, "a key", err);
    lip->key_count--;
    memmove(lip->keys + index, lip->keys + index + 1, (lip->key_count - index) * sizeof *lip->keys);
    return true;
}

static const struct rq_facet_values values = {
    .at = lip_at, .set = lip_set, .insert = lip_insert, .remove = lip_remove};

/* ---- for a person ---- */

/* Whatever the locale; "" for what is no number. */
static const char *seconds(float v, char text[32])
{
    bool finite = (rq_bits_of(v) >> 23 & 0xFF) != 0xFF;
    text[finite ? rq_f32_text(v, text) : 0] = 0;
    return text;
}

static bool lip_facts(struct rq_doc *doc)
{
    const struct rq_lip *lip = doc->root;
    char text[32];
    rq_fact_add(doc, "length", "%s s", seconds(lip->header.length, text));
    rq_fact_add(doc, "keys", "%zu", lip->key_count);
    return true;
}

/* ---- CSV: time, shape, sounds; a last row without a shape says how long it all is ---- */

static const char *const columns[] = {"time", "shape", "sounds"};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static bool lip_table(struct rq_doc *doc, const struct rq_view *view, struct rq_table *table)
{
    const struct rq_lip *lip = doc->root;
    const char **cells = rq_arena_get(view->arena, lip->key_count + 1, COLUMNS * sizeof *cells);
    bool fine = cells != NULL;
    *table = (struct rq_table){COLUMNS, lip->key_count + 1, columns, cells};
    for (size_t i = 0; fine && i < lip->key_count; i++) {
        const char **row = cells + i * COLUMNS, *sounds = rq_lip_shape(lip->keys[i].shape);
        row[0] = rq_cell_f32(view->arena, lip->keys[i].time);
        row[1] = rq_arena_printf(view->arena, "%u", lip->keys[i].shape);
        row[2] = sounds ? sounds : "";
        fine = row[0] && row[1];
    }
    if (fine) {
        const char **row = cells + lip->key_count * COLUMNS;
        row[0] = rq_cell_f32(view->arena, lip->header.length);
        row[1] = "";
        row[2] = "(end)";
        fine = row[0] != NULL;
    }
    return fine || rq_fail(view->err, RQ_NO_MEMORY, 0, "lip", "out of memory");
}

/* Row as a spreadsheet counts: the headings are row 1. */
static bool take_row(struct rq_lip *lip, const struct rq_table *table, size_t row, size_t time,
                     size_t shape, struct rq_error *err)
{
    const char *const *cells = table->cells + row * table->column_count;
    bool last = row + 1 == table->row_count && !cells[shape][0];
    uint32_t number = 0;
    float seconds = 0;
    char where[32];
    snprintf(where, sizeof where, "row %zu", row + 2);
    if (!rq_cell_to_f32(cells[time], &seconds))
        return rq_fail(err, RQ_CORRUPT, 0, where, "time: seconds expected, as 1.25, not \"%.40s\"",
                       cells[time]);
    if (!last && !rq_cell_to_u32(cells[shape], UINT8_MAX, &number))
        return rq_fail(err, RQ_CORRUPT, 0, where,
                       "shape: a number from 0 to %d expected, not \"%.40s\"", UINT8_MAX,
                       cells[shape]);
    lip->header.length = seconds;
    if (!last)
        lip->keys[lip->key_count++] =
            (struct rq_lip_key){.time = seconds, .shape = (uint8_t)number};
    return true;
}

/* Without the row that says how long it is, it ends with its last key. */
static bool lip_put_table(struct rq_doc *doc, const struct rq_table *table, struct rq_error *err)
{
    struct rq_lip *lip = doc->root, made = *lip;
    size_t time = rq_table_column(table, "time"), shape = rq_table_column(table, "shape");
    if (time == table->column_count || shape == table->column_count)
        return rq_fail(err, RQ_USAGE, 0, "lip", "the table needs the columns time and shape");
    made.keys = rq_arena_get(&doc->arena, table->row_count, sizeof *made.keys);
    made.key_count = 0;
    if (!made.keys)
        return rq_fail(err, RQ_NO_MEMORY, 0, "lip", "out of memory");
    for (size_t i = 0; i < table->row_count; i++)
        if (!take_row(&made, table, i, time, shape, err))
            return false;
    *lip = made;
    return true;
}

static const struct rq_facet_table table = {
    .table = lip_table,
    .from_table = lip_put_table,
    .put_table = lip_put_table,
};

static const struct rq_format_record lip_records[] = {
    {&rq_lip_header_rec, "header"}, {&rq_lip_key_rec, "one for each key"}, {NULL, NULL}};

static const struct rq_finding_kind lip_findings[] = {
    {"unknown-shape", RQ_WARNING, "a shape of the mouth above 15",
     "The game knows 16 shapes. What it shows for others is not known."},
    {"late-key", RQ_WARNING, "a key before the one that precedes it",
     "The game plays keys in the order of the file and expects their times to grow."},
    {"not-played", RQ_WARNING, "the first key is not at 0, or the last not at the length",
     "The game then moves no lips. Add keys there; its own files have shape 0 in both."},
    {"trailing-bytes", RQ_WARNING, "bytes after the last key",
     "The game does not read them. They are kept when the file is written."},
    {NULL, RQ_WARNING, NULL, NULL},
};

static const struct rq_extent_row extents[] = {{16, 0, 12, 5}};
RQ_EXTENT(lip_extent, extents)

const struct rq_format rq_format_lip = {
    .info = {"lip", "Lip movement", "kotor", "lip"},
    .detect = lip_detect,
    .extent = lip_extent,
    .read = lip_read,
    .write = lip_write,
    .records = lip_records,
    .findings = lip_findings,
    .shape = &lip_shape,
    .facts = lip_facts,
    .fresh = lip_fresh,
    .table = &table,
    .values = &values,
};
