/* Global variables: GLOBALVARS.res has lists of names and, by place in them, bits (the most significant first),
 * signed bytes, 100 places of six floats, and texts. */
#include "codec/deflate.h"
#include "core/json.h"
#include "core/text.h"
#include "save/kotor.h"

#include <reliquary/twoda.h>
#include <stdio.h>
#include <stdlib.h>

const struct save_global_row save_global_rows[SAVE_GLOBALS] = {
    {"boolean", "CatBoolean", "ValBoolean", 900},
    {"number", "CatNumber", "ValNumber", 500},
    {"location", "CatLocation", "ValLocation", 100},
    {"string", "CatString", "ValString", 5}};

enum { FLOATS = 6, PLACES_SIZE = 2400, NAME_MOST = 21, UPPER_MOST = 64 };

/* ---- one value ---- */

static struct rq_bytes values_of(const struct rq_gff_struct *root, enum save_global_kind kind)
{
    const struct rq_gff_field *f = rq_gff_find(root, save_global_rows[kind].values);
    return f && f->type == RQ_GFF_VOID ? (struct rq_bytes){f->v.data, f->size}
                                       : (struct rq_bytes){0};
}

static void put_place(struct rq_out *out, const uint8_t *at)
{
    for (size_t i = 0; i < FLOATS; i++) {
        char text[32];
        size_t size = rq_f32_text(rq_f32_of(rq_get32(at + i * 4)), text);
        if (i)
            rq_put8(out, ',');
        /* "0.0" is said as 0 */
        if (size > 2 && memcmp(text + size - 2, ".0", 2) == 0)
            size -= 2;
        rq_put(out, text, size);
    }
}

static bool put_string(struct rq_doc *doc, const struct rq_gff_struct *root, uint32_t index,
                       struct rq_out *out)
{
    uint32_t count;
    const struct rq_gff_struct *texts = save_elements(root, "ValString", &count);
    return index < count && rq_gff_get_string(doc, &texts[index], "String", out, NULL);
}

bool save_global_at(struct rq_doc *doc, const struct rq_gff_struct *root,
                    enum save_global_kind kind, uint32_t index, struct rq_out *out)
{
    struct rq_bytes values = values_of(root, kind);
    if (kind == SAVE_STRING)
        return put_string(doc, root, index, out);
    if (kind == SAVE_BOOLEAN && index / 8 < values.size)
        rq_putf(out, "%d", values.data[index / 8] >> (7 - index % 8) & 1);
    else if (kind == SAVE_NUMBER && index < values.size)
        rq_putf(out, "%d", (int8_t)values.data[index]);
    else if (kind == SAVE_LOCATION && values.data &&
             (index + 1) * (size_t)FLOATS * 4 <= values.size)
        put_place(out, values.data + (size_t)index * FLOATS * 4);
    else
        return false;
    rq_put8(out, 0);
    out->size -= !out->failed;
    return !out->failed;
}

/* ---- setting one ---- */

static bool take_flag(struct save_edit *e, const char *value, bool *flag)
{
    static const char *const words[][2] = {{"0", "1"}, {"no", "yes"}, {"false", "true"}};
    for (size_t i = 0; i < 3; i++)
        for (int on = 0; on < 2; on++)
            if (rq_casecmp(value, words[i][on]) == 0) {
                *flag = on;
                return true;
            }
    return rq_fail(e->err, RQ_USAGE, 0, e->path, "%s: a boolean is 0 or 1", value);
}

static bool take_place(struct save_edit *e, const char *value, uint8_t at[FLOATS * 4])
{
    const char *p = value;
    for (size_t i = 0; i < FLOATS; i++) {
        char *end;
        float v = strtof(p, &end);
        if (end == p || *end != (i + 1 < FLOATS ? ',' : 0))
            return rq_fail(e->err, RQ_USAGE, 0, e->path,
                           "%s: a location is X,Y,Z and the direction X,Y,Z: six numbers", value);
        rq_set32(at + i * 4, rq_f32_bits(v));
        p = end + 1;
    }
    return true;
}

static bool take_number(struct save_edit *e, const char *value, uint8_t *byte)
{
    char *end;
    long number = strtol(value, &end, 10);
    if (end == value || *end || number < INT8_MIN || number > INT8_MAX)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "%s: a number is -128 to 127", value);
    *byte = (uint8_t)number;
    return true;
}

/* Bytes that hold one more value than `index`. */
static size_t size_for(enum save_global_kind kind, uint32_t index, size_t had)
{
    size_t size = kind == SAVE_BOOLEAN  ? (index + 1) / 8 + 1
                  : kind == SAVE_NUMBER ? (size_t)index + 1
                                        : PLACES_SIZE;
    return size > had ? size : had;
}

static bool set_value(struct save_edit *e, struct rq_doc *doc, struct rq_gff_struct *root,
                      enum save_global_kind kind, uint32_t index, const char *value, bool added)
{
    struct rq_bytes had = values_of(root, kind);
    struct rq_out bytes = {0};
    bool fine, flag = false;
    rq_put_bytes(&bytes, had);
    size_t needed = kind == SAVE_BOOLEAN ? (size_t)index / 8 + 1
                                         : (index + 1) * (size_t)(kind == SAVE_NUMBER ? 1 : 24);
    if (added)
        needed = size_for(kind, index, had.size);
    if (needed > bytes.size)
        rq_put_zeros(&bytes, needed - bytes.size);
    if (bytes.failed) {
        fine = rq_fail_out(e->err, &bytes);
    } else if (kind == SAVE_BOOLEAN) {
        fine = take_flag(e, value, &flag);
        uint8_t bit = (uint8_t)(0x80 >> index % 8);
        bytes.data[index / 8] = (uint8_t)((bytes.data[index / 8] & ~bit) | (flag ? bit : 0));
    } else if (kind == SAVE_NUMBER) {
        fine = take_number(e, value, &bytes.data[index]);
    } else {
        fine = take_place(e, value, bytes.data + (size_t)index * FLOATS * 4);
    }
    const char *label = save_global_rows[kind].values;
    fine = fine && (rq_gff_has(root, label)
                        ? rq_gff_set_void(doc, root, label, rq_out_bytes(&bytes), e->err)
                        : rq_gff_add_void(doc, root, label, rq_out_bytes(&bytes), e->err));
    rq_out_free(&bytes);
    return fine;
}

static bool set_string(struct save_edit *e, struct rq_doc *doc, struct rq_gff_struct *root,
                       uint32_t index, const char *value)
{
    uint32_t count;
    struct rq_gff_struct *texts = save_elements(root, "ValString", &count);
    if (index >= count)
        return rq_fail(e->err, RQ_CORRUPT, 0, e->path, "ValString has only %u texts", count);
    return rq_gff_set_string(doc, &texts[index], "String", value, e->err);
}

/* A name that is not there goes behind the last, as the engine adds those that its catalogue lacks. */
static bool add_name(struct save_edit *e, struct rq_doc *doc, struct rq_gff_struct *root,
                     enum save_global_kind kind, const char *name, uint32_t index)
{
    const struct save_global_row *row = &save_global_rows[kind];
    struct rq_gff_struct *added;
    char list[24];
    uint32_t most = kind == SAVE_NUMBER && e->save->info.version == 2 ? 1000 : row->most;
    if (!*name || strlen(name) > NAME_MOST)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "a name has 1 to %d letters", NAME_MOST);
    if (index >= most)
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "the engine has room for %u of type %s", most,
                       row->word);
    snprintf(list, sizeof list, "%s/-", row->names);
    if (!rq_gff_has(root, row->names) && !rq_gff_add_list(doc, root, row->names, e->err))
        return false;
    if (!rq_gff_add_struct(doc, root, list, 0, &added, e->err) ||
        !rq_gff_add_string(doc, added, "Name", name, e->err))
        return false;
    save_note(e->save, "%s is new: the engine knows it when a script asks for it", name);
    return kind != SAVE_STRING ||
           ((rq_gff_has(root, "ValString") || rq_gff_add_list(doc, root, "ValString", e->err)) &&
            rq_gff_add_struct(doc, root, "ValString/-", 0, &added, e->err) &&
            rq_gff_add_string(doc, added, "String", "", e->err));
}

/* ---- by name ---- */

/* Kind and place of a name; false: there is none. Without a kind all are looked through. */
static bool find_name(const struct rq_gff_struct *root, const char *name, int *kind,
                      uint32_t *index)
{
    uint32_t count = 0;
    for (int k = *kind < 0 ? 0 : *kind; k < (*kind < 0 ? SAVE_GLOBALS : *kind + 1); k++) {
        const struct rq_gff_struct *names = save_elements(root, save_global_rows[k].names, &count);
        for (*index = 0; *index < count; (*index)++)
            if (save_is_text(&names[*index], "Name", name)) {
                *kind = k;
                return true;
            }
    }
    *index = count;
    return false;
}

bool save_global(struct save_edit *e, const char *name, const char *value, struct rq_out *out)
{
    struct rq_doc *doc;
    struct rq_gff_struct *root = save_gff(e->save, "GLOBALVARS.res", &doc, e->err);
    const char *slash = strchr(name, '/');
    uint32_t index;
    int kind = -1;
    if (!root)
        return false;
    for (int k = 0; slash && k < SAVE_GLOBALS; k++)
        if (strlen(save_global_rows[k].word) == (size_t)(slash - name) &&
            memcmp(save_global_rows[k].word, name, (size_t)(slash - name)) == 0)
            kind = k;
    if (slash && kind < 0)
        return rq_fail(e->err, RQ_USAGE, 0, e->path,
                       "a kind of variable is boolean, number, location or string");
    name = slash ? slash + 1 : name;
    bool there = find_name(root, name, &kind, &index), added = !there;
    if (!there && (!value || kind < 0))
        return rq_fail(e->err, RQ_USAGE, 0, e->path, "there is no global variable %.40s%s", name,
                       value ? "; globals/KIND/NAME adds one" : "");
    if (!value)
        return save_global_at(doc, root, (enum save_global_kind)kind, index, out) ||
               rq_fail(e->err, RQ_CORRUPT, 0, e->path, "%s is too short for its names",
                       save_global_rows[kind].values);
    save_find(e->save, "GLOBALVARS.res")->changed = true;
    if (added && !add_name(e, doc, root, (enum save_global_kind)kind, name, index))
        return false;
    return kind == SAVE_STRING
               ? set_string(e, doc, root, index, value)
               : set_value(e, doc, root, (enum save_global_kind)kind, index, value, added);
}

/* ---- a fresh table ---- */

unsigned save_global_slot(const char *name, size_t size)
{
    uint8_t upper[UPPER_MOST];
    size = size < UPPER_MOST ? size : UPPER_MOST;
    for (size_t i = 0; i < size; i++)
        upper[i] = (uint8_t)(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 32 : name[i]);
    /* rq_crc32 inverts what it is given and what it gives. */
    return (rq_crc32(0xFFFFFFFF, (struct rq_bytes){upper, size}) ^ 0xFFFFFFFF) % SAVE_GLOBAL_SLOTS;
}

struct variable {
    const struct rq_bytes *name; /* NULL: free */
    int kind;
};

static int kind_of(const struct rq_bytes *word)
{
    for (int kind = 0; word && kind < SAVE_GLOBALS; kind++) {
        const char *name = save_global_rows[kind].word;
        size_t i = 0;
        while (i < word->size && name[i] && rq_lower((char)word->data[i]) == name[i])
            i++;
        if (i == word->size && !name[i])
            return kind;
    }
    return -1;
}

static bool fill_table(const struct rq_twoda *table, struct variable slots[SAVE_GLOBAL_SLOTS],
                       struct rq_error *err)
{
    size_t used = 0;
    for (size_t row = 0; row < table->row_count; row++) {
        const struct rq_bytes *name = rq_twoda_cell(table, row, "name");
        int kind = kind_of(rq_twoda_cell(table, row, "type"));
        if (!name || !name->size || kind < 0)
            continue;
        if (++used > SAVE_GLOBAL_SLOTS)
            return rq_fail(err, RQ_LIMIT, 0, "globalcat.2da", "more than %d variables",
                           SAVE_GLOBAL_SLOTS);
        unsigned slot = save_global_slot((const char *)name->data, name->size);
        while (slots[slot].name)
            slot = (slot + 1) % SAVE_GLOBAL_SLOTS;
        slots[slot] = (struct variable){name, kind};
    }
    return true;
}

static bool add_variable(struct rq_doc *doc, struct rq_gff_struct *root, const struct variable *v,
                         struct rq_error *err)
{
    const struct save_global_row *row = &save_global_rows[v->kind];
    struct rq_gff_struct *added;
    struct rq_out name = {0};
    char list[24];
    rq_text_decode(&name, RQ_CP1252, *v->name);
    rq_put8(&name, 0);
    snprintf(list, sizeof list, "%s/-", row->names);
    bool fine = (!name.failed || rq_fail_out(err, &name)) &&
                rq_gff_add_struct(doc, root, list, 0, &added, err) &&
                rq_gff_add_string(doc, added, "Name", (char *)name.data, err);
    rq_out_free(&name);
    return fine;
}

static bool add_values(struct rq_doc *doc, struct rq_gff_struct *root,
                       const uint32_t counts[SAVE_GLOBALS], struct rq_error *err)
{
    static const uint8_t zeros[PLACES_SIZE];
    struct rq_gff_struct *added;
    bool fine = true;
    for (int kind = 0; fine && kind < SAVE_STRING; kind++) {
        size_t size = kind == SAVE_BOOLEAN  ? counts[kind] / 8 + 1
                      : kind == SAVE_NUMBER ? counts[kind]
                                            : PLACES_SIZE;
        fine = rq_gff_add_void(doc, root, save_global_rows[kind].values,
                               (struct rq_bytes){zeros, size}, err);
    }
    fine = fine && rq_gff_add_list(doc, root, "ValString", err);
    for (uint32_t i = 0; fine && i < counts[SAVE_STRING]; i++)
        fine = rq_gff_add_struct(doc, root, "ValString/-", 0, &added, err) &&
               rq_gff_add_string(doc, added, "String", "", err);
    return fine;
}

struct rq_doc *save_fresh_globals(struct rq_doc *globalcat, struct rq_error *err)
{
    const struct rq_twoda *table = rq_doc_root(globalcat, "twoda");
    struct variable *slots = rq_mem_zeroed(SAVE_GLOBAL_SLOTS, sizeof *slots);
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, err);
    uint32_t counts[SAVE_GLOBALS] = {0};
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    bool fine = gff && table && slots && fill_table(table, slots, err);
    if (!fine)
        rq_fail(err, RQ_USAGE, 0, "globalcat.2da", "is no table, or there is no memory");
    else
        memcpy(gff->type, "GVT ", 4);
    for (int kind = 0; fine && kind < SAVE_GLOBALS; kind++)
        fine = rq_gff_add_list(doc, gff->root, save_global_rows[kind].names, err);
    for (size_t i = 0; fine && i < SAVE_GLOBAL_SLOTS; i++)
        if (slots[i].name && ++counts[slots[i].kind])
            fine = add_variable(doc, gff->root, &slots[i], err);
    fine = fine && add_values(doc, gff->root, counts, err);
    free(slots);
    if (fine)
        return doc;
    rq_doc_free(doc);
    return NULL;
}
